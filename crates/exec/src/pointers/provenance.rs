//! The pointer model of searches: a pointer keeps its object, and an object's address is a variable. Numbers lead nowhere.

use std::rc::Rc;

use homing_ir::CmpOp;
use homing_memory::{ObjRef, Val, ValKind};
use homing_solver::May;
use homing_solver::path::Origin;
use homing_term::{Op, Term};
use smallvec::{SmallVec, smallvec};

use super::PointerModel;
use crate::address::LOWEST;
use crate::{Executor, State};

/// Most alternatives that one address may have.
const MAX_LEAVES: usize = 256;

/// Terms of a sum that are looked at.
const MAX_ADDENDS: u32 = 64;

/// See the module's documentation.
pub(crate) struct Provenance;

impl PointerModel for Provenance {
    fn resolve(&self, x: &mut Executor<'_>, addr: Val) -> Option<Vec<(Term, Val)>> {
        let always = x.cx.terms.tru();
        let ValKind::Term(t) = addr.kind() else { return Some(vec![(always, addr)]) };
        let mut leaves = Vec::new();
        x.leaves(t, always, None, &mut leaves).then_some(leaves)
    }

    fn number(&self, _: &mut Executor<'_>, t: Term) -> Val {
        Val::term(t)
    }

    fn compare(&self, x: &mut Executor<'_>, st: &State, op: CmpOp, a: Val, b: Val) -> Option<Val> {
        x.compare_objects(st, op, a, b)
    }

    fn expose(&self, x: &mut Executor<'_>, st: &mut State, o: ObjRef) {
        x.expose_object(st, o);
    }

    /// Nothing is said of where it was: its block may come back.
    fn free(&self, _: &mut Executor<'_>, st: &mut State, o: ObjRef) {
        st.memory.kill(o);
    }
}

impl Executor<'_> {
    /// Alternatives of an address with their conditions: the arms of conditionals, an offset added on top. False if there are too many.
    fn leaves(&mut self, t: Term, guard: Term, plus: Option<Term>, out: &mut Vec<(Term, Val)>) -> bool {
        if out.len() >= MAX_LEAVES {
            return false;
        }
        if self.cx.terms.as_const(guard) == Some(0) {
            return true;
        }
        match self.cx.terms.op(t) {
            Op::Ite => {
                let args = self.cx.terms.args(t);
                let then = self.cx.terms.and(guard, args[0]);
                let not = self.cx.terms.not(args[0]);
                let els = self.cx.terms.and(guard, not);
                self.leaves(args[1], then, plus, out) && self.leaves(args[2], els, plus, out)
            }
            Op::Add | Op::Sub if let Some(base) = self.base_in(t) => {
                let off = self.cx.terms.sub(t, base);
                let plus = plus.map_or(off, |p| self.cx.terms.add(p, off));
                self.leaves(base, guard, Some(plus), out)
            }
            Op::Concat | Op::Extract { .. } if let Some(cond) = self.condition_in(t) => {
                let not = self.cx.terms.not(cond);
                let (then, els) = (self.cx.terms.and(guard, cond), self.cx.terms.and(guard, not));
                let (a, b) = (self.pieces_where(t, cond, true), self.pieces_where(t, cond, false));
                self.leaves(a, then, plus, out) && self.leaves(b, els, plus, out)
            }
            _ => self.leaf(t, guard, plus, out),
        }
    }

    /// What is added in a sum and is one of several pointers; else what is one of several numbers.
    fn base_in(&self, t: Term) -> Option<Term> {
        let mut todo: SmallVec<[(Term, bool); 8]> = smallvec![(t, true)];
        let mut number = None;
        let mut left = MAX_ADDENDS;
        while let Some((t, added)) = todo.pop() {
            left = left.checked_sub(1)?;
            let args = self.cx.terms.args(t);
            match self.cx.terms.op(t) {
                Op::Add => todo.extend([(args[1], added), (args[0], added)]),
                Op::Sub => todo.extend([(args[1], !added), (args[0], added)]),
                Op::Ite if added && self.holds_address(t) => return Some(t),
                Op::Ite if added => number = number.or(Some(t)),
                _ if added && self.condition_in(t).is_some() => return Some(t),
                _ => {}
            }
        }
        number
    }

    fn leaf(&mut self, t: Term, guard: Term, plus: Option<Term>, out: &mut Vec<(Term, Val)>) -> bool {
        let t = plus.map_or(t, |p| self.cx.terms.add(t, p));
        let v = self.val_of(t);
        // The same alternative under several conditions counts once.
        match out.iter_mut().find(|(_, o)| *o == v) {
            Some((g, _)) => *g = self.cx.terms.or(*g, guard),
            None => out.push((guard, v)),
        }
        true
    }

    /// Comparisons that provenance decides: within one object by offset, different live objects are different, no object is at null.
    fn compare_objects(&mut self, st: &State, op: CmpOp, a: Val, b: Val) -> Option<Val> {
        match (a.object(), b.object()) {
            (None, None) => None,
            (Some(o), Some(p)) if o == p => {
                let (_, x) = self.offset_term(a)?;
                let (_, y) = self.offset_term(b)?;
                // Offsets are small signed numbers against the distance to the ends of the address space, so the order of addresses is the
                // signed order of offsets.
                let op = match op {
                    CmpOp::Ult => CmpOp::Slt,
                    CmpOp::Ule => CmpOp::Sle,
                    CmpOp::Ugt => CmpOp::Sgt,
                    CmpOp::Uge => CmpOp::Sge,
                    CmpOp::Eq | CmpOp::Ne => op,
                    _ => return None,
                };
                let c = self.cmp_terms(op, x, y);
                Some(self.val_of(c))
            }
            (Some(o), Some(p)) => {
                let live = |o: ObjRef| st.memory.get(o).is_some_and(|obj| !obj.is_over());
                let apart = live(o) && live(p) && self.strictly_inside(st, a) && self.strictly_inside(st, b);
                match op {
                    CmpOp::Eq if apart => Some(Val::bool(false)),
                    CmpOp::Ne if apart => Some(Val::bool(true)),
                    _ => None,
                }
            }
            (Some(_), None) => self.against_integer(st, op, a, b),
            (None, Some(_)) => self.against_integer(st, swap(op), b, a),
        }
    }

    /// A pointer inside its object compared with a small integer (null, mostly): the object lies above it.
    fn against_integer(&mut self, st: &State, op: CmpOp, p: Val, i: Val) -> Option<Val> {
        let i = i.as_int()?;
        if i >= LOWEST || !self.in_object(st, p) {
            return None;
        }
        Some(Val::bool(match op {
            CmpOp::Eq | CmpOp::Ult | CmpOp::Ule => false,
            CmpOp::Ne | CmpOp::Ugt | CmpOp::Uge => true,
            _ => return None,
        }))
    }

    /// A concrete offset from the start to one past the end (of a live object), or of one that is gone.
    fn in_object(&self, st: &State, p: Val) -> bool {
        match p.kind() {
            ValKind::Ptr(o, off) => st.memory.get(o).is_none_or(|obj| off <= obj.size()),
            ValKind::PtrAt(..) => true,
            _ => false,
        }
    }

    /// At a byte of the object (or at the one address of an object without bytes).
    fn strictly_inside(&self, st: &State, p: Val) -> bool {
        match p.kind() {
            ValKind::Ptr(o, off) => st
                .memory
                .get(o)
                .is_some_and(|obj| obj.info.size_term.is_none() && (off < obj.size() || (off == 0 && obj.size() == 0))),
            _ => false,
        }
    }

    /// The object lies above [`LOWEST`], is aligned, does not wrap around, and does not overlap another live one.
    fn expose_object(&mut self, st: &mut State, o: ObjRef) {
        let a = self.address(o);
        let w = self.program.ptr_bits;
        let (size, align) = st.memory.get(o).map_or((1, 1), |obj| (obj.size().max(1), u64::from(obj.info.align.max(1))));
        let top = if w == 64 { 1u64 << 47 } else { 0xffff_0000 };
        let mut facts = Vec::new();
        let t = &mut self.cx.terms;
        let (low, high) = (t.bits(w, LOWEST), t.bits(w, top.saturating_sub(size)));
        facts.push(t.ule(low, a));
        facts.push(t.ule(a, high));
        if align > 1 {
            let m = t.bits(w, align - 1);
            let z = t.bits(w, 0);
            let low_bits = t.and(a, m);
            facts.push(t.eq(low_bits, z));
        }
        if st.memory.get(o).is_some_and(|obj| !obj.is_over()) {
            for &p in st.exposed.clone().iter() {
                if let Some(other) = st.memory.get(p).filter(|obj| !obj.is_over()) {
                    facts.push(self.apart(a, size, p, other.size().max(1)));
                }
            }
        }
        Rc::make_mut(&mut st.exposed).push(o);
        for f in facts {
            // There is always room for one more object; were it not so, saying less about addresses is still sound.
            if let May::Yes(witness) = st.path.may(&mut self.cx, f) {
                st.path.add(&mut self.cx, f, witness, Origin::FACT);
            }
        }
    }

    fn apart(&mut self, a: Term, a_size: u64, p: ObjRef, p_size: u64) -> Term {
        let b = self.address(p);
        let w = self.program.ptr_bits;
        let t = &mut self.cx.terms;
        let (sa, sb) = (t.bits(w, a_size), t.bits(w, p_size));
        let (a_end, b_end) = (t.add(a, sa), t.add(b, sb));
        let before = t.ule(a_end, b);
        let after = t.ule(b_end, a);
        t.or(before, after)
    }
}

/// The comparison with its operands exchanged.
fn swap(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq => CmpOp::Eq,
        CmpOp::Ne => CmpOp::Ne,
        CmpOp::Ult => CmpOp::Ugt,
        CmpOp::Ule => CmpOp::Uge,
        CmpOp::Ugt => CmpOp::Ult,
        CmpOp::Uge => CmpOp::Ule,
        CmpOp::Slt => CmpOp::Sgt,
        CmpOp::Sle => CmpOp::Sge,
        CmpOp::Sgt => CmpOp::Slt,
        CmpOp::Sge => CmpOp::Sle,
    }
}
