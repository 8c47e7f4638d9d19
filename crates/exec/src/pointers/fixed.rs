//! Runs in which every object has an address that is a number: one concrete run needs no more, and programs that hash addresses
//! would not get far otherwise.
//!
//! Pointers stay what they are; only what is computed from addresses and is no pointer any more becomes a number.

use homing_memory::{ObjRef, Val};
use homing_term::{Model, Term, VarKey};
use rustc_hash::FxHashMap;

use crate::Executor;

/// Objects lie that far apart, so that none overlaps another, up to that size.
const SPACING: u64 = 1 << 26;
const FIRST: u64 = 1 << 32;
/// One behind the last place for an object.
const END: u64 = 1 << 47;

/// The addresses that were given out, in order.
#[derive(Default)]
pub(crate) struct Fixed {
    objects: Vec<ObjRef>,
    places: FxHashMap<ObjRef, u64>,
}

impl Fixed {
    /// The object's address; `None` when there is no room any more.
    pub fn address(&mut self, o: ObjRef) -> Option<u64> {
        if let Some(a) = self.places.get(&o) {
            return Some(*a);
        }
        let a = FIRST + self.objects.len() as u64 * SPACING;
        if a >= END {
            return None;
        }
        self.objects.push(o);
        self.places.insert(o, a);
        Some(a)
    }

    /// The object at a number, and how far behind its start.
    pub fn object_at(&self, number: u64) -> Option<(ObjRef, u64)> {
        let behind = number.checked_sub(FIRST)?;
        let o = self.objects.get(usize::try_from(behind / SPACING).ok()?)?;
        Some((*o, behind % SPACING))
    }
}

impl Executor<'_> {
    /// The value of a term that is about nothing but addresses, where these are numbers.
    pub(crate) fn fixed_value(&mut self, t: Term) -> Option<Val> {
        let w = self.cx.terms.width(t);
        if w > 64 {
            return None;
        }
        let mut model = Model::new();
        for &v in self.cx.terms.support(t).iter() {
            let VarKey::Addr { slot, generation } = self.cx.terms.var_info(v).key else { return None };
            model.set64(v, self.fixed.address(ObjRef { slot, generation })?);
        }
        let number = self.cx.terms.eval64(t, &model);
        let pointer = if w == self.program.ptr_bits { self.fixed.object_at(number) } else { None };
        Some(pointer.map_or(Val::int(number), |(o, off)| Val::ptr(o, off)))
    }
}
