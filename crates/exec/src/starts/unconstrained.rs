//! Unconstrained starts: states at a function's entry, with everything symbolic.

use std::rc::Rc;

use homing_ir::{BlockId, CKind, CParam, FuncId, GlobalId, InputKind, LocId, Reg, Type};
use homing_memory::{Object, ObjectInfo, ObjectKind, Val};

use crate::given::GivenAs;
use crate::{Executor, RunId, RunKind, State};

impl Executor<'_> {
    /// A state at the start of a block in which every register and every global that can be written is symbolic. What such a state finds holds for
    /// some start, not necessarily for one that the program can produce: it is never a verdict by itself.
    pub fn general(&mut self, func: FuncId, block: BlockId) -> Box<State> {
        self.tell_apart(true);
        let mut st = self.lazy_state(func);
        st.run = RunId::new(RunKind::Unconstrained, func);
        st.frame.block = block;
        self.enter_block(func, block);
        match block {
            // At a function's entry nothing else was written yet.
            BlockId(0) => self.give_parameters(&mut st, func),
            _ => {
                let regs = 0..self.program.func(func).regs.len() as u32;
                regs.for_each(|r| self.give_register(&mut st, func, Reg(r), format!("v{r}")));
            }
        }
        let unwritten = self.unwritten_globals();
        let globals = (0..self.program.globals.len()).filter(|i| !unwritten[*i]).map(|i| GlobalId(i as u32));
        self.give_globals(&mut st, globals.collect());
        self.lay_down(&mut st);
        st
    }

    /// A state at the entry of a function whose caller is not part of the program: parameters and these globals are what the caller
    /// gives, other globals have their initial values. `first`: a function with the same parameters that is run in its place, and calls it.
    pub fn start_given(&mut self, func: FuncId, first: Option<FuncId>, globals: &[GlobalId]) -> Box<State> {
        let mut st = self.lazy_state(func);
        self.begin_with(&mut st, first);
        self.give_parameters(&mut st, first.unwrap_or(func));
        self.give_globals(&mut st, globals.to_vec());
        self.lay_down(&mut st);
        st
    }

    pub(crate) fn begin_with(&mut self, st: &mut State, first: Option<FuncId>) {
        if let Some(first) = first {
            st.frame = self.new_frame(st, first, &[]);
        }
    }

    /// From now on these globals alone are taken to be never written.
    pub fn only_unwritten(&mut self, globals: &[GlobalId]) {
        let is_one = |i| globals.contains(&GlobalId(i as u32));
        self.unwritten = Some((0..self.program.globals.len()).map(is_one).collect());
    }

    /// By global: nobody can write it.
    fn unwritten_globals(&mut self) -> Rc<[bool]> {
        let program = self.program;
        self.unwritten.get_or_insert_with(|| crate::unwritten::unwritten(program).into()).clone()
    }

    fn lazy_state(&mut self, func: FuncId) -> Box<State> {
        let mut st = self.bare_state(func);
        st.frame = self.new_frame(&mut st, func, &[]);
        st.lazy = Some(Rc::default());
        st.handled = self.handled_by_others();
        st
    }

    pub(crate) fn give_parameters(&mut self, st: &mut State, func: FuncId) {
        let program = self.program;
        let (f, params) = (program.func(func), program.ctypes.params(func));
        for (n, p) in params.iter().enumerate() {
            self.give_parameter(st, func, n, p);
        }
        if params.is_empty() {
            for (n, r) in f.params.iter().enumerate() {
                self.give_register(st, func, *r, format!("arg{n}"));
            }
        }
    }

    /// A parameter as the source has it: one input, in as many registers as it takes.
    fn give_parameter(&mut self, st: &mut State, func: FuncId, n: usize, p: &CParam) {
        let program = self.program;
        let (f, ty) = (program.func(func), program.ctypes.get(p.ty));
        let name: Rc<str> = if p.name.is_empty() { Rc::from(format!("arg{n}")) } else { Rc::from(p.name.as_str()) };
        let input = st.inputs.push(name.clone(), InputKind::Assumed, ty.size as u32, Rc::from(ty.text.as_str()));
        self.lazy_input(st, Some(p.ty), 0, name.clone(), GivenAs::Parameter(n as u32));
        if p.in_memory {
            let contents = if p.is_result { Val::UNDEF } else { Val::input(input, 0) };
            let info = ObjectInfo {
                size: ty.size,
                size_term: None,
                align: 16,
                // What is found in a result is the caller's.
                kind: if p.is_result { ObjectKind::Environment } else { ObjectKind::Stack },
                name,
                loc: LocId(0),
                func: None,
                read_only: false,
            };
            let object = st.memory.add(Object::new(info, contents));
            st.frame.regs[f.params[p.parts[0].0].index()] = Val::ptr(object, 0);
            return;
        }
        for (part, offset) in &p.parts {
            let r = f.params[*part];
            let w = program.width(f.regs[r.index()]);
            let len = u64::from(w.div_ceil(8)).min(ty.size.saturating_sub(*offset)).max(1) as u32;
            let t = st.inputs.term(&mut self.cx.terms, input, *offset as u32, len);
            let promoted = w > len * 8 && ty.kind == CKind::Float;
            st.frame.regs[r.index()] = match (promoted, w) {
                // Of an old-style definition: `float` travels as `double`.
                (true, 64) if len == 4 => {
                    let wide = self.cx.terms.f2f(homing_term::FloatKind::F32, homing_term::FloatKind::F64, t);
                    self.val_of(wide)
                }
                _ => {
                    let t = if w > len * 8 { self.cx.terms.zext(t, w) } else { self.cx.terms.trunc(t, w) };
                    self.val_of(t)
                }
            };
        }
    }

    fn give_register(&mut self, st: &mut State, func: FuncId, r: Reg, name: String) {
        let f = self.program.func(func);
        let (t, i) = (f.regs[r.index()], r.index());
        if t == Type::Dyn {
            // A value of another kind is not among what it stands for.
            st.frame.regs[i] = self.input_number(st, &name, "");
            return;
        }
        let name: Rc<str> = Rc::from(name);
        st.frame.regs[i] = self.fresh(st, self.program.width(t), name.clone(), InputKind::Assumed, "");
        let n = f.params.iter().position(|p| *p == r).unwrap_or(usize::MAX);
        self.lazy_input(st, None, 0, name, GivenAs::Parameter(n as u32));
    }

    pub(crate) fn give_globals(&mut self, st: &mut State, globals: Vec<GlobalId>) {
        let wanted = |kind: ObjectKind| matches!(kind, ObjectKind::Global(g) if globals.binary_search(&g).is_ok());
        let objects: Vec<_> = st
            .memory
            .live()
            .filter(|(_, o)| wanted(o.info.kind) && !o.info.read_only && o.size() > 0)
            .map(|(r, o)| (r, o.size(), o.info.name.clone(), o.info.kind))
            .collect();
        for (r, size, name, kind) in objects {
            let ObjectKind::Global(g) = kind else { continue };
            let input = st.inputs.push(name.clone(), InputKind::Assumed, size as u32, Rc::from(""));
            let ty = self.program.ctypes.globals.get(g.index()).copied().flatten();
            self.lazy_input(st, ty, 0, name, GivenAs::Global(g));
            let obj = st.memory.get_mut(r).expect("alive");
            obj.write(0, size, Val::input(input, 0), &mut |p| self.part(p));
        }
    }
}
