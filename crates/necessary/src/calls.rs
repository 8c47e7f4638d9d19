//! Calls: unfolded, known by name, or anything.

use std::rc::Rc;

use homing_ir::{Builtin, Call, Callee, FuncId, Nondet, Origin, Type, builtin, prints};

use crate::analysis::{Analysis, Stop};
use crate::formula::{Array, F};
use crate::lin::{Lin, Range};
use crate::state::{Asked, State, Value};
use crate::walk::{Aim, At, Next};

impl Analysis<'_> {
    /// A call of anything.
    pub fn call(&mut self, at: At, c: &Call, st: &mut State, aim: Aim) -> Result<Next, Stop> {
        let func = self.p.func(self.contexts[at.ctx.0 as usize].func);
        let callee = match c.callee {
            Callee::Direct(f) => Some(f),
            Callee::Indirect(o) => match self.operand(st, at.ctx, o) {
                Value::Function(f) => Some(f),
                _ => None,
            },
        };
        let results = |a: &mut Self, st: &mut State| {
            for r in c.dst.iter() {
                let v = a.any(func.regs[r.index()]);
                st.regs.insert((at.ctx, *r), v);
            }
        };
        if let Some(f) = callee {
            let g = self.p.func(f);
            if g.is_declaration() {
                if let Some(b) = builtin(&g.name) {
                    return self.builtin(at, c, b, st, aim);
                }
            } else if g.origin == Origin::Program || !prints(&g.name) {
                let fits = g.params.len() == c.args.len() && !g.varargs && c.byval.iter().all(|n| *n == 0);
                if fits && let Some(ctx) = self.unfold(at.ctx, at.block, at.inst + 1, f) {
                    let args: Vec<Value> = c.args.iter().map(|o| self.operand(st, at.ctx, *o)).collect();
                    for ((r, v), o) in g.params.iter().zip(args).zip(c.args.iter()) {
                        let same = self.p.opnd_width(func, *o) == self.p.width(g.regs[r.index()]);
                        let v = if same { v } else { self.any(g.regs[r.index()]) };
                        st.regs.insert((ctx, *r), v);
                    }
                    return Ok(Next::Call(ctx));
                }
            }
            if prints(&g.name) {
                results(self, st);
                return Ok(Next::Unless(self.any_truth()));
            }
        }
        // Nothing is known of the call; it may pass the target itself.
        let anyone = |a: &Self| (0..a.hits.len()).any(|f| a.hits[f] && a.p.functions[f].address_taken);
        let hits = callee.map_or_else(|| anyone(self), |f: FuncId| self.hits[f.index()]);
        if hits {
            return Err(Stop::GivesUp("the target is behind a call that is not unfolded".into()));
        }
        st.more = true;
        results(self, st);
        Ok(self.anything_happens(st))
    }

    fn builtin(&mut self, at: At, c: &Call, b: Builtin, st: &mut State, aim: Aim) -> Result<Next, Stop> {
        let func = self.p.func(self.contexts[at.ctx.0 as usize].func);
        let is_asked = matches!(aim, Aim::Target);
        match b {
            Builtin::MakeSymbolic => return Ok(self.made_symbolic(at, c, st, is_asked)),
            Builtin::Nondet(Nondet::Value | Nondet::Bool) | Builtin::NamedInt => {
                self.nondet(at, c, b == Builtin::Nondet(Nondet::Bool), st, is_asked);
                return Ok(Next::On);
            }
            Builtin::Assume | Builtin::Assert => {
                let Some(a) = c.args.first() else { return Ok(Next::On) };
                let v = self.operand(st, at.ctx, *a);
                let f = self.truth(&v);
                st.assume(&self.symbols, f);
                return Ok(if st.is_impossible(&self.symbols) { Next::Over } else { Next::On });
            }
            Builtin::AssertFail | Builtin::ReachError | Builtin::ReportError | Builtin::SilentExit => return Ok(Next::Over),
            Builtin::KleeAbort | Builtin::Abort | Builtin::Exit => return Ok(Next::Over),
            Builtin::PreferCex
            | Builtin::Nothing
            | Builtin::Output
            | Builtin::Reach
            | Builtin::IsSymbolic
            | Builtin::IsReplay => {}
            Builtin::SetJmp | Builtin::LongJmp | Builtin::AtExit | Builtin::Handled | Builtin::AliasFunction => {
                return Err(Stop::GivesUp("control goes on elsewhere than the program says (jumps, handlers)".into()));
            }
            _ => {
                st.more = true;
                for r in c.dst.iter() {
                    let v = self.any(func.regs[r.index()]);
                    st.regs.insert((at.ctx, *r), v);
                }
                return Ok(self.anything_happens(st));
            }
        }
        for r in c.dst.iter() {
            let v = self.any(func.regs[r.index()]);
            st.regs.insert((at.ctx, *r), v);
        }
        Ok(Next::On)
    }

    /// An object becomes an input.
    fn made_symbolic(&mut self, at: At, c: &Call, st: &mut State, is_asked: bool) -> Next {
        let to = c.args.first().map(|o| self.operand(st, at.ctx, *o));
        let n = c.args.get(1).map(|o| self.lin(st, at.ctx, *o)).and_then(|l| l.as_const());
        if let (Some(Value::Pointer(o, off)), Some(n)) = (to, n)
            && off.as_const() == Some(0)
            && n == self.objects[o.0 as usize].size
        {
            let base = self.base();
            st.objects.insert(o, Rc::new(Array::Base(base)));
            if is_asked {
                st.asked.push(Asked::Object(o, base));
            }
            return Next::On;
        }
        st.more = true;
        self.anything_happens(st)
    }

    fn nondet(&mut self, at: At, c: &Call, is_bool: bool, st: &mut State, is_asked: bool) {
        let func = self.p.func(self.contexts[at.ctx.0 as usize].func);
        let Some(dst) = c.dst.first().copied() else {
            st.more = true;
            return;
        };
        let Type::Bits(w) = func.regs[dst.index()] else {
            let v = self.any(func.regs[dst.index()]);
            st.regs.insert((at.ctx, dst), v);
            st.more = true;
            return;
        };
        let range = if is_bool || w == 1 { Range::BIT } else { Range::signed(w) };
        let s = self.input(st, is_asked, w, range);
        let v = if w == 1 { Value::Truth(F::ne(&s, &0.into())) } else { Value::Number(s) };
        st.regs.insert((at.ctx, dst), v);
    }

    /// A number that the run is given.
    pub fn input(&mut self, st: &mut State, is_asked: bool, bits: u32, range: Range) -> Lin {
        if !is_asked {
            return self.symbol("?", range).into();
        }
        let n = st.asked.len();
        let s = self.symbol(&format!("input{}", n + 1), range);
        st.asked.push(Asked::Number(bits, s));
        if let Some(v) = self.given.as_ref().and_then(|g| g.get(n)).filter(|_| !st.more) {
            let v = Lin::from(*v);
            st.assume(&self.symbols, F::eq(&Lin::from(s), &v));
        }
        s.into()
    }
}
