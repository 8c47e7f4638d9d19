//! Memory that is lost when the program ends.

use homing_ir::{ErrorKind, FuncId, Origin};
use homing_memory::{ObjRef, ObjectKind, Val};
use homing_solver::May;
use homing_term::VarKey;

use crate::end::{Ended, Res, Stop};
use crate::{Executor, State};

impl Executor<'_> {
    /// At the end of a path: heap blocks that no live pointer leads to any more (or, on request, any that are left).
    pub(crate) fn check_leaks(&mut self, st: &mut State, end: &Ended) -> Res<()> {
        if !self.options.check_leaks && !self.options.leaks_at_exit {
            return Ok(());
        }
        let model = |f: Option<FuncId>| f.is_some_and(|f| self.program.func(f).origin == Origin::Model);
        let blocks = st.memory.live().filter(|(_, o)| o.info.kind == ObjectKind::Heap && !model(o.info.func));
        let heap: Vec<ObjRef> = blocks.map(|(r, _)| r).collect();
        if heap.is_empty() {
            return Ok(());
        }
        let reached = if self.options.leaks_at_exit { Vec::new() } else { self.reachable(st, end) };
        let lost: Vec<ObjRef> = heap.into_iter().filter(|o| reached.binary_search(o).is_err()).collect();
        match lost.into_iter().find(|o| self.has_bytes(st, *o)) {
            None => Ok(()),
            Some(o) => {
                let obj = st.memory.get(o).expect("alive");
                let at = self.program.loc(obj.info.loc);
                let text = format!("{} bytes allocated at line {} are never freed", obj.size(), at.line);
                let Ended::Finding(mut finding) = self.finding(st, ErrorKind::Leak, text) else { return Ok(()) };
                // The place of a leak is its allocation.
                finding.loc = obj.info.loc;
                finding.func = obj.info.func.unwrap_or(finding.func);
                Err(Stop::End(Ended::Finding(finding)))
            }
        }
    }

    /// A block of no bytes loses nothing. Where the size depends on the input, the path goes on as one where it is not zero.
    fn has_bytes(&mut self, st: &mut State, o: ObjRef) -> bool {
        let obj = st.memory.get(o).expect("alive");
        let Some(size) = obj.info.size_term else { return obj.size() > 0 };
        let zero = self.cx.terms.bits(self.program.ptr_bits, 0);
        let some = self.cx.terms.ne(size, zero);
        match st.path.may(&mut self.cx, some) {
            May::Yes(witness) => {
                self.constrain(st, some, witness);
                true
            }
            May::No => false,
            // It is a leak if it is any; whether it is one, the replay says.
            May::Unknown(_) => true,
        }
    }

    /// Objects that can be found from globals and from frames that are still there.
    fn reachable(&mut self, st: &State, end: &Ended) -> Vec<ObjRef> {
        let mut todo: Vec<ObjRef> = st
            .memory
            .live()
            .filter(|(_, o)| matches!(o.info.kind, ObjectKind::Global(_) | ObjectKind::Environment | ObjectKind::Given))
            .map(|(r, _)| r)
            .collect();
        let mut roots: Vec<Val> = Vec::new();
        // When `main` returns its own locals are gone; after `exit` all frames still hold what they held.
        if matches!(end, Ended::Exited(_)) {
            for f in std::iter::once(&st.frame).chain(st.callers()) {
                todo.extend(f.allocas.iter().copied());
            }
            roots = self.values_in_use(st);
        }
        // The caller of a function keeps what it returns.
        if let (Some(_), Ended::Returned(Some(v))) = (&st.lazy, end) {
            roots.push(*v);
        }
        let mut seen: rustc_hash::FxHashSet<ObjRef> = todo.iter().copied().collect();
        for v in roots {
            self.pointees(v, &mut seen, &mut todo);
        }
        while let Some(o) = todo.pop() {
            if let Some(obj) = st.memory.get(o) {
                for v in obj.clone().values() {
                    self.pointees(v, &mut seen, &mut todo);
                }
            }
        }
        let mut out: Vec<ObjRef> = seen.into_iter().collect();
        out.sort_unstable();
        out
    }

    fn pointees(&mut self, v: Val, seen: &mut rustc_hash::FxHashSet<ObjRef>, todo: &mut Vec<ObjRef>) {
        let mut found = Vec::new();
        found.extend(v.object());
        if let Some(t) = v.root() {
            let support = self.cx.terms.support(t);
            for x in support.iter() {
                if let VarKey::Addr { slot, generation } = self.cx.terms.var_info(*x).key {
                    found.push(ObjRef { slot, generation });
                }
            }
        }
        for o in found {
            if seen.insert(o) {
                todo.push(o);
            }
        }
    }
}
