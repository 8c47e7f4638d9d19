//! States that start in the middle of a program, with everything symbolic.

use std::rc::Rc;

use homing_ir::{BlockId, FuncId, InputKind, Type};
use homing_memory::{ObjectKind, Val};

use crate::{Executor, State};

impl Executor<'_> {
    /// A state at the start of a block in which every register and every global that can be written is symbolic. What such a state finds holds for
    /// some start, not necessarily for one that the program can produce: it is never a verdict by itself.
    pub fn general(&mut self, func: FuncId, block: BlockId) -> Box<State> {
        let mut st = self.bare_state(func);
        st.general = true;
        st.frame = self.new_frame(&mut st, func, &[]);
        st.frame.block = block;
        self.enter_block(func, block);
        st.lazy = Some(Rc::default());
        let f = self.program.func(func);
        let params = self.program.ctypes.params(func);
        for (i, t) in f.regs.iter().enumerate() {
            // At a function's entry nothing else was written yet.
            if block == BlockId(0) && !f.params.iter().any(|r| r.index() == i) {
                continue;
            }
            let w = self.program.width(*t);
            if *t == Type::Dyn {
                // A value of another kind is not among what it stands for.
                st.frame.regs[i] = self.input_number(&mut st, &format!("v{i}"), "");
            } else {
                let param = f.params.iter().position(|r| r.index() == i).and_then(|p| params.get(p));
                let name: Rc<str> = match param {
                    Some((name, _)) if !name.is_empty() => Rc::from(name.as_str()),
                    _ => Rc::from(format!("v{i}")),
                };
                st.frame.regs[i] = self.fresh(&mut st, w, name.clone(), InputKind::Havoc, "");
                if w == self.program.ptr_bits {
                    self.lazy_input(&mut st, param.map(|p| p.1), 0, name);
                }
            }
        }
        let program = self.program;
        let unwritten = self.unwritten.get_or_insert_with(|| crate::unwritten::unwritten(program).into()).clone();
        let is_kept = |kind: ObjectKind| matches!(kind, ObjectKind::Global(g) if unwritten[g.index()]);
        let globals: Vec<_> = st
            .memory
            .live()
            .filter(|(_, o)| {
                matches!(o.info.kind, ObjectKind::Global(_)) && !is_kept(o.info.kind) && !o.info.read_only && o.size() > 0
            })
            .map(|(r, o)| (r, o.size(), o.info.name.clone(), o.info.kind))
            .collect();
        for (r, size, name, kind) in globals {
            let input = st.inputs.push(name.clone(), InputKind::Havoc, size as u32, Rc::from(""));
            let ty = match kind {
                ObjectKind::Global(g) => self.program.ctypes.globals.get(g.index()).copied().flatten(),
                _ => None,
            };
            self.lazy_input(&mut st, ty, 0, name);
            let obj = st.memory.get_mut(r).expect("alive");
            obj.write(0, size, Val::input(input, 0), &mut |p| self.part(p));
        }
        st
    }
}
