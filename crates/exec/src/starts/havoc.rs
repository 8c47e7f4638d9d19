//! States that stand for many: at the head of a loop, with whatever its rounds change made anything.
//!
//! Such a state is made from a real one that stands at the start of a block. It is the same in everything but the spots that are named, so
//! there is no edge on which a change could be forgotten; and whoever comes to the block again is compared with it in everything.

use std::rc::Rc;

use homing_ir::{InputKind, Reg, Type};
use homing_memory::{ObjRef, Piece, Val, ValKind};
use homing_solver::{May, Origin};
use homing_term::{Sort, Term};

use crate::starts::alike::frame_at;
use crate::{Executor, Refusal, State};

/// Something of a state that has a value.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// A register of the innermost frame.
    Register(Reg),
    /// One of the activation so many calls above it.
    Outer {
        up: u32,
        reg: Reg,
    },
    Cell {
        object: ObjRef,
        offset: u64,
        len: u64,
    },
}

/// What a spot holds in a state that stands for many.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Exactly(Val),
    /// A fresh symbol.
    Anything,
    /// A pointer to anywhere in the object.
    Within(ObjRef),
}

impl Spot {
    /// Does it hold all of the other one?
    pub fn covers(&self, other: &Spot) -> bool {
        match (self, other) {
            (Spot::Register(a), Spot::Register(b)) => a == b,
            (Spot::Outer { up, reg }, Spot::Outer { up: n, reg: r }) => (up, reg) == (n, r),
            (Spot::Cell { object, offset, len }, Spot::Cell { object: o, offset: at, len: n }) => {
                object == o && offset <= at && at + n <= offset + len
            }
            _ => false,
        }
    }

    /// Have they a byte in common?
    pub fn meets(&self, other: &Spot) -> bool {
        match (self, other) {
            (Spot::Register(a), Spot::Register(b)) => a == b,
            (Spot::Outer { up, reg }, Spot::Outer { up: n, reg: r }) => (up, reg) == (n, r),
            (Spot::Cell { object, offset, len }, Spot::Cell { object: o, offset: at, len: n }) => {
                object == o && *offset < at + n && *at < offset + len
            }
            _ => false,
        }
    }
}

impl Executor<'_> {
    /// A state that is as `st`, which stands at the start of a block, but for these spots. By spot: the symbol that was made for it, of a pointer
    /// that of its offset. None if a spot cannot hold that.
    pub fn general_at(&mut self, st: &mut State, contents: &[(Spot, Content)]) -> Option<(Box<State>, Vec<Option<Term>>)> {
        let id = self.new_id();
        let mut general = st.copy(id);
        let mut symbols = Vec::with_capacity(contents.len());
        for (spot, content) in contents {
            symbols.push(self.put(&mut general, *spot, *content)?);
        }
        Some((general, symbols))
    }

    pub(crate) fn put(&mut self, st: &mut State, spot: Spot, content: Content) -> Option<Option<Term>> {
        let width = self.spot_width(st, spot);
        let (v, symbol) = match (content, width) {
            (Content::Exactly(v), _) => (v, None),
            (Content::Anything, Some(w)) => {
                let v = self.fresh(st, w, Rc::from("general"), InputKind::Assumed, "");
                (v, Some(self.term_of(v, w)))
            }
            (Content::Within(o), Some(w)) if w == self.program.ptr_bits => {
                let v = self.fresh(st, w, Rc::from("general"), InputKind::Assumed, "");
                let t = self.term_of(v, w);
                (self.pointer(o, t), Some(t))
            }
            (Content::Anything, None) if self.is_dyn_spot(st, spot) => {
                let t = self.any_number(self.program.dyn_width.map_or(Sort::Int, Sort::Bits));
                (self.number_val(t), Some(t))
            }
            // Too many bytes for one value.
            (Content::Anything, None) => {
                let Spot::Cell { len, .. } = spot else { return None };
                let input = st.inputs.push(Rc::from("general"), InputKind::Assumed, u32::try_from(len).ok()?, Rc::from(""));
                (Val::input(input, 0), None)
            }
            (Content::Within(_), _) => return None,
        };
        match spot {
            Spot::Register(r) => st.frame.regs.set(r, v),
            Spot::Outer { up, reg } => Self::set_register_at(st, up, reg, v),
            Spot::Cell { object, offset, len } => {
                let whole = st.memory.find(object).is_some_and(|o| !o.info.read_only && offset + len <= o.size());
                if !whole {
                    return None;
                }
                self.write_at(st, object, offset, len, v);
            }
        }
        Some(symbol)
    }

    /// Bits of the one value that a spot has; none if it has none.
    pub fn spot_width(&self, st: &State, spot: Spot) -> Option<u32> {
        match spot {
            Spot::Register(r) | Spot::Outer { reg: r, .. } => {
                let up = if let Spot::Outer { up, .. } = spot { up } else { 0 };
                let t = self.program.func(frame_at(st, up)?.func).regs[r.index()];
                (t != Type::Dyn).then(|| self.program.width(t))
            }
            Spot::Cell { len, .. } => matches!(len, 1 | 2 | 4 | 8).then_some(len as u32 * 8),
        }
    }

    /// What a spot holds; none where that is not one value, or was never written.
    pub fn spot_value(&mut self, st: &mut State, spot: Spot) -> Option<Val> {
        if !self.is_dyn_spot(st, spot) {
            self.spot_width(st, spot)?;
        }
        match spot {
            Spot::Register(r) => st.frame.regs.get(r).filter(|v| !v.is_unread()),
            Spot::Outer { up, reg } => Self::register_at(st, up, reg).filter(|v| !v.is_unread()),
            Spot::Cell { object, offset, len } => {
                let o = st.memory.find(object)?;
                if offset + len > o.size() {
                    return None;
                }
                let unclear = |p: &Piece| match p {
                    Piece::Undef { .. } => true,
                    Piece::Part(p) => matches!(p.val.kind(), ValKind::Either(_)),
                    _ => false,
                };
                if o.pieces(offset, len).iter().any(unclear) {
                    return None;
                }
                self.read_at(st, object, offset, len, false).ok()
            }
        }
    }

    /// The value as a term; of a pointer into `object` that is its offset.
    pub fn spot_term(&mut self, st: &mut State, spot: Spot, object: Option<ObjRef>) -> Option<Term> {
        if self.is_dyn_spot(st, spot) {
            return self.leap_term(st, spot, object);
        }
        let w = self.spot_width(st, spot)?;
        let v = self.spot_value(st, spot)?;
        match object {
            None => Some(self.term_of(v, w)),
            Some(o) => self.offset_term(v).filter(|(to, _)| *to == o).map(|(_, t)| t),
        }
    }

    /// Where `came`, which has come to the block of `general` on a way from there, differs from it. Registers count if they are `live`. Refused where it
    /// is not the same in everything that no spot can name.
    pub fn unlike(&mut self, general: &State, came: &State, live: &dyn Fn(Reg) -> bool) -> Result<Vec<Spot>, Refusal> {
        same_but_spots(general, came)?;
        let mut spots = Vec::new();
        for i in 0..self.program.func(general.frame.func).regs.len() as u32 {
            let r = Reg(i);
            if live(r) && general.frame.regs.get(r) != came.frame.regs.get(r) {
                spots.push(Spot::Register(r));
            }
        }
        let found = general.memory.clone().join(&came.memory).map_err(Refusal::Memory)?;
        let ranges = found.ranges.iter().map(|r| (r.object, r.offset, u64::from(r.len)));
        let changed = ranges.filter(|r| !self.was_only_read(general, came, *r));
        spots.extend(changed.map(|(object, offset, len)| Spot::Cell { object, offset, len }));
        Ok(spots)
    }

    /// Bytes of an input become a value when somebody looks at them: that changes nothing.
    fn was_only_read(&mut self, general: &State, came: &State, (object, from, len): (ObjRef, u64, u64)) -> bool {
        let (Some(before), Some(after)) = (general.memory.find(object), came.memory.find(object)) else { return false };
        let mut log = came.inputs.clone();
        let mut at = from;
        for piece in before.pieces(from, len) {
            let Piece::Input { input, offset, len } = piece else { return false };
            let read = match log.guessed(input, offset, len) {
                Some(v) => Val::int(v),
                None if len <= 8 => {
                    let t = log.term(&mut self.cx.terms, input, offset, len);
                    self.val_of(t)
                }
                None => return false,
            };
            let same = match after.pieces(at, u64::from(len))[..] {
                [Piece::Int { v, .. }] => read.as_int() == Some(v),
                [Piece::Part(p)] => p.from == 0 && p.len == p.whole && p.val == read,
                [Piece::Input { input: i, offset: o, .. }] => (i, o) == (input, offset),
                _ => false,
            };
            if !same {
                return false;
            }
            at += u64::from(len);
        }
        true
    }

    /// Takes a condition for granted. False if it cannot hold, or nobody can tell.
    pub fn grant(&mut self, st: &mut State, cond: Term) -> bool {
        if self.cx.terms.is_true(cond) {
            return true;
        }
        self.expose(st, cond);
        match st.path.may(&mut self.cx, cond) {
            May::Yes(witness) => {
                st.path.add(&mut self.cx, cond, witness, Origin::FACT);
                true
            }
            May::No | May::Unknown(_) => false,
        }
    }

    /// Which of the conditions hold in every run along the path. What depends on something that is a loss does not; nor what nobody can tell.
    pub fn implied(&mut self, st: &mut State, conds: &[Term]) -> Vec<bool> {
        let mut holds: Vec<bool> = conds.iter().map(|c| !self.cx.terms.is_false(*c)).collect();
        loop {
            let open: Vec<usize> = (0..conds.len()).filter(|i| holds[*i] && !self.cx.terms.is_true(conds[*i])).collect();
            if open.is_empty() {
                return holds;
            }
            let wrong: Vec<Term> = open.iter().map(|i| self.cx.terms.not(conds[*i])).collect();
            let any = self.cx.terms.or_all(&wrong);
            if !self.exposes(st, any) {
                // One by one: only some of them may depend on what is lost.
                for i in open {
                    let wrong = self.cx.terms.not(conds[i]);
                    holds[i] = self.exposes(st, wrong) && st.path.may(&mut self.cx, wrong).is_no();
                }
                return holds;
            }
            match st.path.may(&mut self.cx, any) {
                May::No => return holds,
                May::Unknown(_) => {
                    for i in open {
                        let wrong = self.cx.terms.not(conds[i]);
                        holds[i] = st.path.may(&mut self.cx, wrong).is_no();
                    }
                    return holds;
                }
                May::Yes(witness) => {
                    let mut path = st.path.clone();
                    path.add(&mut self.cx, any, witness, Origin::FACT);
                    let asked: Vec<Term> = open.iter().map(|i| conds[*i]).collect();
                    let values = path.eval64_all(&mut self.cx, &asked);
                    open.iter().zip(values).for_each(|(i, v)| holds[*i] = v & 1 == 1);
                }
            }
        }
    }

    /// Adds what is known of addresses in a condition. False if it depends on something whose use is a loss.
    fn exposes(&mut self, st: &mut State, cond: Term) -> bool {
        let before = self.losses.len();
        let (path, undefined, told) = (st.path.clone(), st.undefined.clone(), st.told);
        self.expose(st, cond);
        let clean = self.losses.len() == before;
        if !clean {
            // Each is told of once: the next condition that depends on it is to be told of again.
            (st.path, st.undefined, st.told) = (path, undefined, told);
            self.losses.truncate(before);
        }
        clean
    }
}

/// Everything but registers, contents of memory and the path condition.
fn same_but_spots(a: &State, b: &State) -> Result<(), Refusal> {
    let point = |s: &State| (s.run, s.frame.id, s.frame.func, s.frame.block, s.frame.inst, s.frame.depth);
    let callers = match (&a.callers, &b.callers) {
        (None, None) => true,
        (Some(x), Some(y)) => Rc::ptr_eq(x, y),
        _ => false,
    };
    if point(a) != point(b) || !callers || a.frame.allocas != b.frame.allocas {
        return Err(Refusal::Place);
    }
    let same = |a: Option<*const ()>, b: Option<*const ()>| a == b;
    let klee = same(a.klee.as_ref().map(|k| Rc::as_ptr(k).cast()), b.klee.as_ref().map(|k| Rc::as_ptr(k).cast()));
    let varargs =
        same(a.frame.varargs.as_ref().map(|v| Rc::as_ptr(v).cast()), b.frame.varargs.as_ref().map(|v| Rc::as_ptr(v).cast()));
    let jumps = Rc::ptr_eq(&a.jumps, &b.jumps) || a.jumps.is_empty() && b.jumps.is_empty();
    let alike = klee
        && varargs
        && jumps
        && a.at_exit == b.at_exit
        && (a.errno, a.exiting, a.handled) == (b.errno, b.exiting, b.handled)
        && a.lazy.is_none()
        && b.lazy.is_none();
    if alike { Ok(()) } else { Err(Refusal::Surroundings) }
}
