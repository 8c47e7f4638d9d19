//! A value in a register or a memory cell: one 16-byte word pair that keeps pointer provenance.

use std::fmt;

use homing_term::Term;

/// Names an object: a slot of the table, and which of its successive tenants is meant.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjRef {
    pub slot: u32,
    pub generation: u32,
}

/// A value, packed. Use [`Val::kind`] to look inside; the common case, [`Val::as_int`], is one compare.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Val {
    meta: u64,
    bits: u64,
}

/// A value, unpacked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ValKind {
    /// A concrete bit vector of at most 64 bits.
    Int(u64),
    /// Any other bit vector (symbolic, or wider than 64 bits).
    Term(Term),
    /// A pointer into an object at a known offset (which may be outside of it).
    Ptr(ObjRef, u64),
    /// A pointer into an object at a symbolic offset (a term of pointer width).
    PtrAt(ObjRef, Term),
    /// Nothing was stored here yet (memory cells only).
    Undef,
    /// Bytes of an input, from this offset on, that nobody has looked at yet (memory cells only).
    Input { input: u32, offset: u32 },
    /// What it is depends on the way that was gone, of states that were joined: a number in the state's list (memory cells only).
    Either(u32),
}

const INT: u64 = 0;
const TERM: u64 = 1;
const PTR: u64 = 2;
const PTR_AT: u64 = 3;
const UNDEF: u64 = 4;
const INPUT: u64 = 5;
const EITHER: u64 = 6;
const DEAD: u64 = 7;
const TAG: u64 = 7;

impl Val {
    pub const UNDEF: Val = Val { meta: UNDEF, bits: 0 };
    pub const ZERO: Val = Val { meta: INT, bits: 0 };
    /// What a register holds that nobody will read before it is written; memory never holds it.
    pub const DEAD: Val = Val { meta: DEAD, bits: 0 };

    #[inline(always)]
    pub fn int(v: u64) -> Val {
        Val { meta: INT, bits: v }
    }
    #[inline]
    pub fn bool(b: bool) -> Val {
        Val { meta: INT, bits: b as u64 }
    }
    /// Wraps a term. The caller folds constants of at most 64 bits to [`Val::int`] first, so that equal values compare equal.
    #[inline]
    pub fn term(t: Term) -> Val {
        Val { meta: TERM, bits: u64::from(t.raw()) }
    }
    #[inline]
    pub fn ptr(o: ObjRef, offset: u64) -> Val {
        Val { meta: Self::pack(PTR, o), bits: offset }
    }
    #[inline]
    pub fn ptr_at(o: ObjRef, offset: Term) -> Val {
        Val { meta: Self::pack(PTR_AT, o), bits: u64::from(offset.raw()) }
    }
    #[inline]
    pub fn input(input: u32, offset: u32) -> Val {
        Val { meta: INPUT, bits: u64::from(input) << 32 | u64::from(offset) }
    }
    #[inline]
    pub fn either(number: u32) -> Val {
        Val { meta: EITHER, bits: u64::from(number) }
    }
    #[inline]
    fn pack(tag: u64, o: ObjRef) -> u64 {
        debug_assert!(o.slot < 1 << 28);
        tag | u64::from(o.slot) << 4 | u64::from(o.generation) << 32
    }

    #[inline(always)]
    pub fn is_int(self) -> bool {
        self.meta == INT
    }
    #[inline(always)]
    pub fn as_int(self) -> Option<u64> {
        if self.meta == INT { Some(self.bits) } else { None }
    }
    /// The payload of an `Int`; meaningless otherwise.
    #[inline(always)]
    pub fn int_bits(self) -> u64 {
        self.bits
    }
    /// A copy that, for concrete integers, reads the payload alone: values are written in halves, and a wide load right after that waits.
    #[inline(always)]
    pub fn copied(&self) -> Val {
        if self.meta == INT { Val::int(self.bits) } else { *self }
    }
    /// Both are concrete integers.
    #[inline(always)]
    pub fn both_int(a: Val, b: Val) -> bool {
        (a.meta | b.meta) == INT
    }
    /// A pointer at a concrete offset, the other fast case.
    #[inline(always)]
    pub fn as_ptr(self) -> Option<(ObjRef, u64)> {
        if self.meta & TAG == PTR { Some((self.obj(), self.bits)) } else { None }
    }
    #[inline(always)]
    fn obj(self) -> ObjRef {
        ObjRef { slot: (self.meta as u32) >> 4, generation: (self.meta >> 32) as u32 }
    }
    /// The same pointer with another concrete offset; only for `Ptr`.
    #[inline(always)]
    pub fn with_offset(self, offset: u64) -> Val {
        debug_assert!(self.meta & TAG == PTR);
        Val { meta: self.meta, bits: offset }
    }
    #[inline]
    pub fn kind(self) -> ValKind {
        match self.meta & TAG {
            INT => ValKind::Int(self.bits),
            TERM => ValKind::Term(Term::from_raw(self.bits as u32)),
            PTR => ValKind::Ptr(self.obj(), self.bits),
            PTR_AT => ValKind::PtrAt(self.obj(), Term::from_raw(self.bits as u32)),
            INPUT => ValKind::Input { input: (self.bits >> 32) as u32, offset: self.bits as u32 },
            EITHER => ValKind::Either(self.bits as u32),
            _ => ValKind::Undef,
        }
    }
    /// Is it something that only a memory cell can hold, and that must be made into a value when it is read?
    #[inline]
    pub fn is_unread(self) -> bool {
        self.meta & TAG >= UNDEF
    }
    /// Is it what nobody may read?
    #[inline]
    pub fn is_dead(self) -> bool {
        self.meta & TAG == DEAD
    }
    /// The term it holds, for the collector of terms.
    #[inline]
    pub fn root(self) -> Option<Term> {
        match self.kind() {
            ValKind::Term(t) | ValKind::PtrAt(_, t) => Some(t),
            _ => None,
        }
    }
    /// The object it points into.
    #[inline]
    pub fn object(self) -> Option<ObjRef> {
        match self.meta & TAG {
            PTR | PTR_AT => Some(self.obj()),
            _ => None,
        }
    }
}

impl fmt::Debug for Val {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ValKind::Int(v) => write!(f, "{v:#x}"),
            ValKind::Term(t) => write!(f, "t{}", t.raw()),
            ValKind::Ptr(o, off) => write!(f, "obj{}.{}+{}", o.slot, o.generation, off as i64),
            ValKind::PtrAt(o, t) => write!(f, "obj{}.{}+t{}", o.slot, o.generation, t.raw()),
            ValKind::Undef => write!(f, "undef"),
            ValKind::Input { input, offset } => write!(f, "input{input}@{offset}"),
            ValKind::Either(n) => write!(f, "either{n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_sixteen_bytes_and_round_trips() {
        assert_eq!(std::mem::size_of::<Val>(), 16);
        let o = ObjRef { slot: 12345, generation: 0xdead_beef };
        assert_eq!(Val::ptr(o, u64::MAX).kind(), ValKind::Ptr(o, u64::MAX));
        assert_eq!(Val::int(7).kind(), ValKind::Int(7));
        assert_eq!(Val::input(3, 9).kind(), ValKind::Input { input: 3, offset: 9 });
        assert_eq!(Val::UNDEF.kind(), ValKind::Undef);
        let t = Term::from_raw(77);
        assert_eq!(Val::term(t).kind(), ValKind::Term(t));
        assert_eq!(Val::ptr_at(o, t).kind(), ValKind::PtrAt(o, t));
    }
}
