//! Between values and terms. A pointer as a term is the address variable of its object plus the offset.

use homing_memory::{ObjRef, Val, ValKind};
use homing_term::{Op, Term, VarKey};
use smallvec::{SmallVec, smallvec};

use crate::Executor;

/// Terms of a sum among which an address is looked for.
const MAX_SUM: u32 = 128;

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
            ValKind::Undef | ValKind::Input { .. } | ValKind::Either(_) => {
                unreachable!("memory cells are made into values when they are read")
            }
        }
    }

    /// A term as a value: constants become integers, an address plus something becomes a pointer.
    pub(crate) fn val_of(&mut self, t: Term) -> Val {
        if let Some(v) = self.cx.terms.as_const(t) {
            return Val::int(v);
        }
        if self.cx.terms.width(t) == self.program.ptr_bits
            && let Op::Var(_) | Op::Add | Op::Sub = self.cx.terms.op(t)
            && let Some((o, off)) = self.split_address(t)
        {
            return self.pointer(o, off);
        }
        self.pointers.number(self, t)
    }

    /// A sum with exactly one object's address in it, which is added: that object and the rest of the sum.
    fn split_address(&mut self, t: Term) -> Option<(ObjRef, Term)> {
        let mut found = None;
        let mut todo: SmallVec<[(Term, bool); 4]> = smallvec![(t, true)];
        let mut left = MAX_SUM;
        while let Some((t, added)) = todo.pop() {
            left -= 1;
            if left == 0 {
                return None;
            }
            let args = self.cx.terms.args(t);
            match self.cx.terms.op(t) {
                Op::Add => todo.extend([(args[0], added), (args[1], added)]),
                Op::Sub => todo.extend([(args[0], added), (args[1], !added)]),
                Op::Neg => todo.push((args[0], !added)),
                Op::Var(_) => {
                    if let Some(object) = self.object_of(t)
                        && (!added || found.replace((object, t)).is_some())
                    {
                        return None;
                    }
                }
                Op::Ite if self.holds_address(t) => return None,
                _ => {}
            }
        }
        let (object, address) = found?;
        // Sums have a normal form, in which the address and its opposite cancel.
        Some((object, self.cx.terms.sub(t, address)))
    }

    /// May the value of a term be some object's address, or a distance from one? Then what it is added to or taken from is no pointer
    /// into its own object any more. Numbers made from addresses otherwise (hashes, remainders) stay numbers.
    pub(crate) fn holds_address(&self, t: Term) -> bool {
        let mut todo: SmallVec<[Term; 8]> = smallvec![t];
        let mut left = MAX_SUM * 4;
        while let Some(t) = todo.pop() {
            left -= 1;
            if left == 0 {
                return true;
            }
            let args = self.cx.terms.args(t);
            match self.cx.terms.op(t) {
                Op::Add | Op::Sub | Op::Neg => todo.extend(args.iter().copied()),
                Op::Ite => todo.extend(args.iter().copied().skip(1)),
                Op::Var(_) if self.object_of(t).is_some() => return true,
                _ => {}
            }
        }
        false
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
