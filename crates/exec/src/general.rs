//! States that start in the middle of a program, with everything symbolic.

use std::rc::Rc;

use homing_ir::{BlockId, FuncId, InputKind, Type};
use homing_memory::{ObjectKind, Val};

use crate::{Executor, State};

impl Executor<'_> {
    /// A state at the start of a block in which every register and every writable global is symbolic. What such a state finds holds for
    /// some start, not necessarily for one that the program can produce: it is never a verdict by itself.
    pub fn general(&mut self, func: FuncId, block: BlockId) -> Box<State> {
        let mut st = self.bare_state(func);
        st.general = true;
        st.frame = self.new_frame(&mut st, func, &[]);
        st.frame.block = block;
        self.enter_block(func, block);
        let f = self.program.func(func);
        for (i, t) in f.regs.iter().enumerate() {
            let w = self.program.width(*t);
            if *t == Type::Dyn {
                // A value of another kind is not among what it stands for.
                st.frame.regs[i] = self.input_number(&mut st, &format!("v{i}"), "");
            } else {
                let name: Rc<str> = Rc::from(format!("v{i}"));
                st.frame.regs[i] = self.fresh(&mut st, w, name, InputKind::Havoc, "");
            }
        }
        let globals: Vec<_> = st
            .memory
            .live()
            .filter(|(_, o)| matches!(o.info.kind, ObjectKind::Global(_)) && !o.info.read_only && o.size() > 0)
            .map(|(r, o)| (r, o.size(), o.info.name.clone()))
            .collect();
        for (r, size, name) in globals {
            let input = st.inputs.push(name, InputKind::Havoc, size as u32, Rc::from(""));
            let obj = st.memory.get_mut(r).expect("alive");
            obj.write(0, size, Val::input(input, 0), &mut |p| self.part(p));
        }
        st
    }
}
