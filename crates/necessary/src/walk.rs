//! Going through the program: all ways without cycles from a place to the target, or round a loop.

use homing_ir::{BlockId, Edge, Terminator, Type};

use crate::analysis::{Analysis, MAX_DEPTH, MAX_WAYS, Stop};
use crate::formula::F;
use crate::lin::Lin;
use crate::state::{Ctx, State, Value};

/// What is looked for.
#[derive(Copy, Clone)]
pub(crate) enum Aim {
    Target,
    /// Rounds of that loop of an unfolded call; conditions from that place of the list on are the round's own.
    Round {
        ctx: Ctx,
        id: u32,
        header: BlockId,
        from: usize,
    },
}

/// One way round a loop.
pub(crate) struct Way {
    pub when: F,
    /// What the head's parameters get.
    pub args: Vec<Value>,
    pub state: State,
}

/// A place and how deep the analysis is in its own calls.
#[derive(Copy, Clone)]
pub(crate) struct At {
    pub ctx: Ctx,
    pub block: BlockId,
    pub inst: u32,
    pub depth: u32,
}

/// What a path forked off on its way: at that length of the condition, what holds on the side.
type Sides = Vec<(usize, F)>;

/// What an instruction does to the way.
pub(crate) enum Next {
    On,
    /// Nothing goes on here.
    Over,
    /// The target.
    Hit,
    /// An error instead, unless this holds (then a side ends here and the path goes on).
    Unless(F),
    /// Into the call.
    Call(Ctx),
}

impl Analysis<'_> {
    /// The condition of all that goes on from here: what is assumed on the way belongs to it.
    pub fn walk(&mut self, at: At, mut st: State, aim: Aim, ways: &mut Vec<Way>) -> Result<F, Stop> {
        if at.depth > MAX_DEPTH {
            return Err(Stop::GivesUp("its paths are too long".into()));
        }
        let from = st.condition.len();
        let mut sides = Sides::new();
        let p = self.p;
        let func = self.contexts[at.ctx.0 as usize].func;
        let block = p.func(func).block(at.block);
        for i in at.inst as usize..block.insts.len() {
            self.spend(4)?;
            match self.instruction(At { inst: i as u32, ..at }, &block.insts[i], &mut st, aim)? {
                Next::On => {}
                Next::Over => return Ok(close(&st, from, sides, F::False)),
                Next::Hit => {
                    let end = if matches!(aim, Aim::Target) { self.leaf(&st, false) } else { F::False };
                    return Ok(close(&st, from, sides, end));
                }
                Next::Unless(ok) => {
                    self.may_fail(&mut st, ok, aim, &mut sides);
                    if st.is_impossible(&self.symbols) {
                        return Ok(close(&st, from, sides, F::False));
                    }
                }
                Next::Call(callee) => {
                    let inner = At { ctx: callee, block: BlockId(0), inst: 0, depth: at.depth + 1 };
                    let condition = st.condition.len();
                    let copy = st.clone();
                    let sub = self.walk(inner, st, aim, ways)?;
                    debug_assert!(condition >= from);
                    return Ok(close(&copy, from, sides, sub));
                }
            }
        }
        let sub = self.leave(at, &block.term, &mut st, aim, ways, &mut sides)?;
        Ok(close(&st, from, sides, sub))
    }

    /// An error that a run may survive, unless that holds.
    pub fn may_fail(&mut self, st: &mut State, ok: F, aim: Aim, sides: &mut Sides) {
        if matches!(aim, Aim::Target) && !self.p.errors_end && !st.proves(&self.symbols, &ok) {
            let leaf = self.leaf(st, true);
            let not = ok.not().unwrap_or(F::True);
            sides.push((st.condition.len(), F::and(vec![not, leaf])));
        }
        st.assume(&self.symbols, ok);
    }

    /// The end of a path, by its number.
    pub fn leaf(&mut self, st: &State, error: bool) -> F {
        let n = self.ends(st, error);
        F::Eq(Lin::from(self.ending).add(-n))
    }

    fn leave(
        &mut self,
        at: At,
        term: &Terminator,
        st: &mut State,
        aim: Aim,
        ways: &mut Vec<Way>,
        sides: &mut Sides,
    ) -> Result<F, Stop> {
        match term {
            Terminator::Jump(e) => {
                let state = st.clone();
                self.edge(at, e, state, aim, ways)
            }
            Terminator::Branch { cond, then, els } => {
                let value = self.operand(st, at.ctx, *cond);
                let yes = self.truth(&value);
                let no = yes.not().unwrap_or(F::True);
                let a = self.side(at, yes, then, st, aim, ways)?;
                let b = self.side(at, no, els, st, aim, ways)?;
                Ok(F::or(vec![a, b]))
            }
            Terminator::Switch { on, cases, default } => {
                let func = self.contexts[at.ctx.0 as usize].func;
                let ty = self.p.opnd_type(self.p.func(func), *on);
                let width = self.p.width(ty);
                let value = self.operand(st, at.ctx, *on);
                let on = self.number(st, &value, ty);
                let mut parts = Vec::new();
                let mut none = Vec::new();
                for (c, e) in cases.iter() {
                    let c = Lin::from(crate::analysis::signed(i128::from(*c), width));
                    none.push(F::ne(&on, &c));
                    parts.push(self.side(at, F::eq(&on, &c), e, st, aim, ways)?);
                }
                parts.push(self.side(at, F::and(none), default, st, aim, ways)?);
                Ok(F::or(parts))
            }
            Terminator::Return(values) => self.goes_back(at, values, st, aim, ways),
            Terminator::Unreachable => {
                // The program says that no run comes here; one that does is an error.
                self.may_fail(st, F::False, aim, sides);
                Ok(F::False)
            }
            Terminator::Unsupported { .. } => {
                self.may_fail(st, F::False, aim, sides);
                Ok(F::False)
            }
        }
    }

    fn side(&mut self, at: At, when: F, e: &Edge, st: &State, aim: Aim, ways: &mut Vec<Way>) -> Result<F, Stop> {
        if when == F::False {
            return Ok(F::False);
        }
        let mut state = st.clone();
        self.spend(8 + 2 * state.size as u64 + state.regs.len() as u64)?;
        state.assume(&self.symbols, when.clone());
        if state.is_impossible(&self.symbols) {
            return Ok(F::False);
        }
        let sub = self.edge(at, e, state, aim, ways)?;
        Ok(F::and(vec![when, sub]))
    }

    fn edge(&mut self, at: At, e: &Edge, mut st: State, aim: Aim, ways: &mut Vec<Way>) -> Result<F, Stop> {
        let func = self.contexts[at.ctx.0 as usize].func;
        let shape = self.shape(func);
        if shape.tangled {
            return Err(Stop::GivesUp("a cycle has several entries".into()));
        }
        let to = e.to;
        let start = st.condition.len();
        let args: Vec<Value> = e.args.iter().map(|o| self.operand(&mut st, at.ctx, *o)).collect();
        let headed = shape.loops.list.iter().position(|l| l.header == to.0).map(|id| id as u32);
        if let Aim::Round { ctx, id, header, from } = aim
            && ctx == at.ctx
        {
            if to == header {
                if ways.len() >= MAX_WAYS {
                    return Err(Stop::Ways);
                }
                ways.push(Way { when: F::and(st.condition[from..].to_vec()), args, state: st });
                return Ok(F::False);
            }
            if !shape.loops.contains(id, to.0) {
                return Ok(F::False);
            }
        }
        let goes_round = headed.is_some_and(|id| shape.loops.contains(id, at.block.0));
        if goes_round || matches!(aim, Aim::Target) && !self.leads_on(at.ctx, to) {
            return Ok(F::False);
        }
        match headed {
            Some(id) => self.rounds(At { block: to, inst: 0, depth: at.depth + 1, ..at }, id, args, &mut st)?,
            None => self.bind(at.ctx, to, args, &mut st),
        }
        let own = F::and(st.condition[start..].to_vec());
        let sub = self.walk(At { block: to, inst: 0, depth: at.depth + 1, ..at }, st, aim, ways)?;
        Ok(F::and(vec![own, sub]))
    }

    /// Gives a block's parameters their values.
    pub fn bind(&mut self, ctx: Ctx, block: BlockId, args: Vec<Value>, st: &mut State) {
        let func = self.contexts[ctx.0 as usize].func;
        for (r, v) in self.p.func(func).block(block).params.iter().zip(args) {
            st.regs.insert((ctx, *r), v);
        }
    }

    fn goes_back(
        &mut self,
        at: At,
        values: &[homing_ir::Opnd],
        st: &mut State,
        aim: Aim,
        ways: &mut Vec<Way>,
    ) -> Result<F, Stop> {
        let unfolded = &self.contexts[at.ctx.0 as usize];
        let left = matches!(aim, Aim::Round { ctx, .. } if ctx == at.ctx);
        let (false, Some((caller, block, behind))) = (left, unfolded.back) else { return Ok(F::False) };
        let results: Vec<Value> = values.iter().map(|o| self.operand(st, at.ctx, *o)).collect();
        let func = self.contexts[caller.0 as usize].func;
        let homing_ir::Inst::Call(call) = &self.p.func(func).block(block).insts[behind as usize - 1] else {
            return Err(Stop::GivesUp("a call is none".into()));
        };
        for (i, r) in call.dst.iter().enumerate() {
            let ty = self.p.func(func).regs[r.index()];
            let value = match results.get(i) {
                // A local that is gone.
                Some(Value::Pointer(o, _)) if self.belongs(*o, at.ctx) => Value::Wild,
                Some(v) if fits_type(v, ty) => v.clone(),
                _ => self.any(ty),
            };
            st.regs.insert((caller, *r), value);
        }
        if matches!(aim, Aim::Target) && !self.leads_on_behind(caller, block, behind) {
            return Ok(F::False);
        }
        let state = st.clone();
        self.walk(At { ctx: caller, block, inst: behind, depth: at.depth + 1 }, state, aim, ways)
    }

    fn belongs(&self, o: crate::state::Obj, ctx: Ctx) -> bool {
        matches!(self.objects[o.0 as usize].source, crate::analysis::Source::Local(c, ..) if c == ctx)
    }
}

/// Could the value stand in a register of that type?
fn fits_type(v: &Value, ty: Type) -> bool {
    match ty {
        Type::Bits(1) => matches!(v, Value::Truth(_)),
        Type::Bits(_) => matches!(v, Value::Number(_) | Value::Wrapped(..)),
        Type::Ptr => true,
        Type::Dyn => true,
    }
}

/// What was assumed from that place of the list on, with the sides that left on the way, and what follows.
fn close(st: &State, from: usize, sides: Sides, sub: F) -> F {
    let mut end = st.condition.len();
    let mut all = sub;
    for (at, side) in sides.into_iter().rev() {
        let own = F::and(st.condition[at..end].to_vec());
        all = F::or(vec![side, F::and(vec![own, all])]);
        end = at;
    }
    F::and(vec![F::and(st.condition[from..end].to_vec()), all])
}
