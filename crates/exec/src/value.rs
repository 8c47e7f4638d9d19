//! Between values and terms. A pointer as a term is the address variable of its object plus the offset.

use homing_memory::{ObjRef, Val, ValKind};
use homing_term::{Op, Term, VarKey};

use crate::Executor;

impl Executor<'_> {
    /// The variable for an object's address.
    pub(crate) fn address(&mut self, o: ObjRef) -> Term {
        self.cx.terms.var(self.program.ptr_bits, VarKey::Addr { slot: o.slot, generation: o.generation })
    }

    /// A value as a term of width `w`.
    pub(crate) fn term_of(&mut self, v: Val, w: u32) -> Term {
        match v.kind() {
            ValKind::Int(x) if w <= 64 => self.cx.terms.bits(w, x),
            ValKind::Int(x) => self.cx.terms.bits_wide(w, &[x]),
            ValKind::Term(t) => t,
            ValKind::Ptr(o, off) => {
                let a = self.address(o);
                let off = self.cx.terms.bits(self.program.ptr_bits, off);
                self.cx.terms.add(a, off)
            }
            ValKind::PtrAt(o, off) => {
                let a = self.address(o);
                self.cx.terms.add(a, off)
            }
            ValKind::Undef | ValKind::Input { .. } => unreachable!("memory cells are made into values when they are read"),
        }
    }

    /// A term as a value: constants become integers, an address plus something becomes a pointer.
    pub(crate) fn val_of(&mut self, t: Term) -> Val {
        if let Some(v) = self.cx.terms.as_const(t) {
            return Val::int(v);
        }
        if self.cx.terms.width(t) != self.program.ptr_bits {
            return Val::term(t);
        }
        match self.cx.terms.op(t) {
            Op::Var(_) | Op::Add => self.split_address(t).map_or(Val::term(t), |(o, off)| self.pointer(o, off)),
            _ => Val::term(t),
        }
    }

    /// A sum with exactly one object's address in it: that object and the rest of the sum.
    fn split_address(&mut self, t: Term) -> Option<(ObjRef, Term)> {
        if let Some(o) = self.object_of(t) {
            return Some((o, self.cx.terms.bits(self.program.ptr_bits, 0)));
        }
        let (mut object, mut rest, mut todo) = (None, Vec::new(), vec![(t, 0)]);
        while let Some((t, depth)) = todo.pop() {
            if let Some(o) = self.object_of(t) {
                if object.replace(o).is_some() {
                    return None;
                }
            } else if self.cx.terms.op(t) == Op::Add && depth < 6 {
                let args = self.cx.terms.args(t);
                todo.push((args[0], depth + 1));
                todo.push((args[1], depth + 1));
            } else {
                rest.push(t);
            }
        }
        let object = object?;
        let zero = self.cx.terms.bits(self.program.ptr_bits, 0);
        let off = rest.into_iter().fold(zero, |sum, t| self.cx.terms.add(sum, t));
        Some((object, off))
    }

    /// The object whose address this variable is.
    pub(crate) fn object_of(&self, t: Term) -> Option<ObjRef> {
        let v = self.cx.terms.as_var(t)?;
        match self.cx.terms.var_info(v).key {
            VarKey::Addr { slot, generation } => Some(ObjRef { slot, generation }),
            _ => None,
        }
    }

    /// The offset of a pointer value as a term.
    pub(crate) fn offset_term(&mut self, v: Val) -> Option<(ObjRef, Term)> {
        match v.kind() {
            ValKind::Ptr(o, off) => Some((o, self.cx.terms.bits(self.program.ptr_bits, off))),
            ValKind::PtrAt(o, off) => Some((o, off)),
            _ => None,
        }
    }

    /// A pointer to an object at an offset given as a term.
    pub(crate) fn pointer(&mut self, o: ObjRef, off: Term) -> Val {
        match self.cx.terms.as_const(off) {
            Some(off) => Val::ptr(o, off),
            None => Val::ptr_at(o, off),
        }
    }

    /// All ones of that width.
    pub(crate) fn mask(w: u32) -> u64 {
        if w >= 64 { u64::MAX } else { (1 << w) - 1 }
    }
}
