//! Cells, arrays and records that nothing can name any more are given back, so that a program that makes them for ever does not grow.

use homing_memory::{ObjRef, ObjectKind, Val};

use crate::{Executor, State};

impl Executor<'_> {
    /// Called where every value in use is in a register, a constant or memory: collects when objects have become many.
    #[inline]
    pub(super) fn make_room(&mut self, st: &mut State) {
        if st.memory.is_crowded() {
            let used = self.values_in_use(st);
            collect(st, &used);
        }
    }
}

/// What nothing leads to any more goes; `used`: values in registers.
fn collect(st: &mut State, used: &[Val]) {
    let mut marked = vec![false; st.memory.slots()];
    let mut todo: Vec<ObjRef> = Vec::new();
    let mut mark = |v: Val, todo: &mut Vec<ObjRef>| {
        // A dead local's slot may have another tenant by now: only who is meant is kept.
        if let Some(o) = v.object()
            && st.memory.get(o).is_some()
            && !std::mem::replace(&mut marked[o.slot as usize], true)
        {
            todo.push(o);
        }
    };
    used.iter().for_each(|v| mark(*v, &mut todo));
    let is_cells = |kind: ObjectKind| kind == ObjectKind::Cells;
    for (_, object) in st.memory.live().filter(|(_, o)| !is_cells(o.info.kind)) {
        object.values().for_each(|v| mark(v, &mut todo));
    }
    while let Some(o) = todo.pop() {
        if let Some(object) = st.memory.get(o) {
            object.values().for_each(|v| mark(v, &mut todo));
        }
    }
    let dead: Vec<ObjRef> =
        st.memory.live().filter(|(o, x)| is_cells(x.info.kind) && !marked[o.slot as usize]).map(|(o, _)| o).collect();
    dead.into_iter().for_each(|o| st.memory.kill(o));
    st.memory.made_room();
}
