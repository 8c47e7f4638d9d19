//! Two values as one.

use homing_ir::Reg;
use homing_memory::{Memory, ObjRef, Object, Part, Piece, Range, Val, ValKind};
use homing_solver::{May, Path};
use homing_term::Term;

use super::{Mix, Refusal};
use crate::end::Res;
use crate::executor::Step;
use crate::inputs::InputLog;
use crate::{Executor, State};

/// Contents of a cell that are one thing or another and cannot be mixed, since one of them was never written: whoever reads it goes one of the
/// two ways.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Either {
    pub guard: Term,
    pub yes: Val,
    pub no: Val,
}

impl Executor<'_> {
    /// The first value where the guard holds, the second elsewhere.
    pub(super) fn mix(&mut self, guard: Term, x: Val, y: Val, w: u32) -> Val {
        if x == y {
            return x;
        }
        if let (Some((o, a)), Some((p, b))) = (self.offset_term(x), self.offset_term(y))
            && o == p
        {
            let off = self.cx.terms.ite(guard, a, b);
            return self.pointer(o, off);
        }
        let (a, b) = (self.term_of(x, w), self.term_of(y, w));
        let t = self.cx.terms.ite(guard, a, b);
        self.val_of(t)
    }

    /// The same for numbers among `Dyn` values.
    pub(super) fn mix_numbers(&mut self, guard: Term, x: Val, y: Val) -> Val {
        let (a, b) = (self.number_term(x), self.number_term(y));
        let t = self.cx.terms.ite(guard, a, b);
        self.number_val(t)
    }

    /// Puts mixed values into all ranges in which the two memories differ. The first state has the joined memory and inputs by now.
    pub(super) fn mix_all(&mut self, a: &mut State, b: &State, ranges: &[Range], guard: Term) -> Result<(), Refusal> {
        for r in ranges {
            let (Some(x), Some(y)) = (a.memory.get(r.object).cloned(), b.memory.get(r.object).cloned()) else { continue };
            let len = u64::from(r.len);
            if self.code.dynamic {
                self.mix_cell(a, r, (x.cell(r.offset), y.cell(r.offset)), guard)?;
                continue;
            }
            let v = match (self.known(&mut a.inputs, &x, r), self.known(&mut a.inputs, &y, r)) {
                (Some(x), Some(y)) => {
                    let v = self.mix(guard, x, y, r.len * 8);
                    self.check_size(v)?;
                    v
                }
                _ => {
                    let (yes, no) = (whole(&x, r).ok_or(Refusal::Unwritten)?, whole(&y, r).ok_or(Refusal::Unwritten)?);
                    self.eithers.push(Either { guard, yes, no });
                    Val::either(self.eithers.len() as u32 - 1)
                }
            };
            self.write_at(a, r.object, r.offset, len, v);
        }
        Ok(())
    }

    fn mix_cell(&mut self, a: &mut State, r: &Range, (x, y): (Val, Val), guard: Term) -> Result<(), Refusal> {
        if x == y {
            return Ok(());
        }
        if !super::both_numbers(x, y) {
            return Err(if x.is_unread() || y.is_unread() { Refusal::Unwritten } else { Refusal::Kinds });
        }
        let v = self.mix_numbers(guard, x, y);
        if let Some(object) = a.memory.get_mut(r.object) {
            object.set_cell(r.offset, v);
        }
        Ok(())
    }

    /// The contents as one value; none where something was never written, or only in some runs.
    fn known(&mut self, inputs: &mut InputLog, o: &Object, r: &Range) -> Option<Val> {
        let mut all: Option<Val> = None;
        let mut width = 0;
        for piece in o.pieces(r.offset, u64::from(r.len)) {
            let w = piece.len() * 8;
            let v = match piece {
                Piece::Int { v, .. } => Val::int(v),
                Piece::Undef { .. } => return None,
                Piece::Part(p) if matches!(p.val.kind(), ValKind::Either(_)) => return None,
                Piece::Part(p) => self.part(p),
                Piece::Input { input, offset, len } => {
                    let t = inputs.term(&mut self.cx.terms, input, offset, len);
                    self.val_of(t)
                }
            };
            all = Some(match all {
                None => v,
                Some(low) => {
                    let (high, low) = (self.term_of(v, w), self.term_of(low, width));
                    let t = self.cx.terms.concat(high, low);
                    self.val_of(t)
                }
            });
            width += w;
        }
        all
    }

    /// A part of contents that are one thing or another.
    pub(crate) fn part_of_either(&mut self, number: u32, p: Part) -> Val {
        let Either { guard, yes, no } = self.eithers[number as usize];
        let mut cut = |val: Val| match val.kind() {
            ValKind::Undef => Val::UNDEF,
            ValKind::Input { input, offset } => Val::input(input, offset + p.from),
            _ => self.part(Part { val, ..p }),
        };
        let (yes, no) = (cut(yes), cut(no));
        self.eithers.push(Either { guard, yes, no });
        Val::either(self.eithers.len() as u32 - 1)
    }

    /// Before a range is read: where its contents are one thing or another, the state goes one of the two ways.
    pub(crate) fn settle_contents(&mut self, st: &mut State, step: &mut Step, o: ObjRef, off: u64, n: u64) -> Res<()> {
        while !self.eithers.is_empty() {
            let Some(obj) = st.memory.get(o) else { return Ok(()) };
            let mut at = off;
            let mut found = None;
            for piece in obj.pieces(off, n) {
                if let Piece::Part(p) = piece
                    && let ValKind::Either(number) = p.val.kind()
                {
                    found = Some((number, at - u64::from(p.from), p.whole));
                    break;
                }
                at += u64::from(piece.len());
            }
            let Some((number, start, len)) = found else { return Ok(()) };
            let Either { guard, yes, no } = self.eithers[number as usize];
            let holds = self.either(st, step, guard)?;
            self.write_at(st, o, start, u64::from(len), if holds { yes } else { no });
        }
        Ok(())
    }

    /// Is the joined state each of the two, where that one's path condition holds? Panics if not. Only for tests: it asks a question for
    /// everything that differed.
    pub(super) fn check_join(
        &mut self,
        old: &(Path, Memory, InputLog),
        a: &State,
        b: &State,
        guard: Term,
        registers: &[Vec<(Reg, Val, Val)>],
    ) {
        let guards = [(&old.0, &old.1, guard), (&b.path, &b.memory, self.cx.terms.not(guard))];
        for (i, (path, memory, side)) in guards.into_iter().enumerate() {
            let mut claims = vec![side];
            claims.extend(a.path.constraints().map(|c| c.0));
            for (frame, list) in std::iter::once(&a.frame).chain(a.callers()).zip(registers) {
                for (r, x, y) in list {
                    let (now, was) = (frame.regs.get(*r).expect("it is live"), if i == 0 { *x } else { *y });
                    let w =
                        (!self.is_dyn(frame.func, *r)).then(|| self.program.width(self.program.func(frame.func).regs[r.index()]));
                    claims.push(self.same_value(now, was, w));
                }
            }
            for (o, now) in a.memory.live() {
                if let Some(was) = memory.find(o)
                    && now.size() == was.size()
                {
                    self.same_contents(a, now, was, &mut claims);
                }
            }
            for claim in claims {
                let not = self.cx.terms.not(claim);
                let wrong = matches!(path.may(&mut self.cx, not), May::Yes(_));
                assert!(!wrong, "a joined state is not what it was joined from (side {i}): {claim}");
            }
        }
    }

    /// Without a width they are numbers among `Dyn` values.
    fn same_value(&mut self, now: Val, was: Val, w: Option<u32>) -> Term {
        let (x, y) = match w {
            Some(w) => (self.term_of(now, w), self.term_of(was, w)),
            None => (self.number_term(now), self.number_term(was)),
        };
        self.cx.terms.eq(x, y)
    }

    fn same_contents(&mut self, a: &State, now: &Object, was: &Object, claims: &mut Vec<Term>) {
        let mut inputs = a.inputs.clone();
        let mut at = 0;
        while at < now.size() {
            let n = (now.size() - at).min(8) as u32;
            let r = Range { object: ObjRef { slot: 0, generation: 0 }, offset: at, len: n };
            at += u64::from(n);
            if self.code.dynamic {
                let (x, y) = (now.cell(r.offset), was.cell(r.offset));
                if x != y {
                    claims.push(self.same_value(x, y, None));
                }
                continue;
            }
            if now.pieces(r.offset, u64::from(n)) == was.pieces(r.offset, u64::from(n)) {
                continue;
            }
            if let (Some(x), Some(y)) = (self.known(&mut inputs, now, &r), self.known(&mut inputs, was, &r)) {
                let (x, y) = (self.term_of(x, n * 8), self.term_of(y, n * 8));
                claims.push(self.cx.terms.eq(x, y));
            }
        }
    }
}

/// The contents, if they are one value or nothing at all.
fn whole(o: &Object, r: &Range) -> Option<Val> {
    match o.pieces(r.offset, u64::from(r.len))[..] {
        [Piece::Undef { .. }] => Some(Val::UNDEF),
        [Piece::Int { v, .. }] => Some(Val::int(v)),
        [Piece::Input { input, offset, .. }] => Some(Val::input(input, offset)),
        [Piece::Part(p)] if p.from == 0 && p.len == p.whole => Some(p.val),
        _ => None,
    }
}

pub(super) fn mix_of_pieces(x: &[Piece], y: &[Piece]) -> Mix {
    let unwritten = |p: &Piece| match p {
        Piece::Undef { .. } => true,
        Piece::Part(p) => matches!(p.val.kind(), ValKind::Either(_)),
        _ => false,
    };
    if x.iter().chain(y).any(unwritten) {
        return Mix::Unwritten;
    }
    match (x, y) {
        ([Piece::Int { .. }], [Piece::Int { .. }]) => Mix::Numbers,
        ([Piece::Part(p)], [Piece::Part(q)]) => super::mix_of(p.val, q.val),
        ([Piece::Part(p)], [Piece::Int { v, .. }]) | ([Piece::Int { v, .. }], [Piece::Part(p)]) => {
            super::mix_of(p.val, Val::int(*v))
        }
        _ => Mix::Symbolic,
    }
}
