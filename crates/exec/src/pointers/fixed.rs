//! The pointer model of one concrete run: every object has an address that is a number, and numbers lead to objects. Programs that hash
//! addresses would not get far otherwise.
//!
//! Pointers stay what they are; only what is computed from addresses and is no pointer any more becomes a number.

use std::collections::VecDeque;
use std::rc::Rc;

use homing_ir::CmpOp;
use homing_memory::{ObjRef, Val, ValKind};
use homing_solver::May;
use homing_term::{Model, Term, VarKey};
use rustc_hash::FxHashMap;

use super::PointerModel;
use super::provenance::Provenance;
use crate::arith::cmp64;
use crate::{Executor, State};

/// The addresses that were given out.
pub(crate) struct Fixed {
    /// The first address, and how far objects lie apart: none overlaps another, up to that size.
    first: u64,
    spacing: u64,
    /// How many places there are.
    most: usize,
    /// By place, who was there last.
    objects: Vec<ObjRef>,
    places: FxHashMap<ObjRef, usize>,
    /// Places whose objects are gone, the longest gone first. They are taken again when there are no others.
    spare: VecDeque<usize>,
}

impl Fixed {
    /// No address is given out yet.
    pub fn new(ptr_bits: u32) -> Fixed {
        let (first, spacing, end) = if ptr_bits == 32 { (1 << 20, 1 << 17, 0xffff_0000) } else { (1u64 << 32, 1 << 26, 1 << 47) };
        let most = ((end - first) / spacing) as usize;
        Fixed { first, spacing, most, objects: Vec::new(), places: FxHashMap::default(), spare: VecDeque::new() }
    }

    /// The object's address; `None` when there is no room any more.
    fn address(&mut self, o: ObjRef) -> Option<u64> {
        if let Some(place) = self.places.get(&o) {
            return Some(self.start(*place));
        }
        let place = if self.objects.len() < self.most {
            self.objects.push(o);
            self.objects.len() - 1
        } else {
            let place = self.spare.pop_front()?;
            self.places.remove(&self.objects[place]);
            self.objects[place] = o;
            place
        };
        self.places.insert(o, place);
        Some(self.start(place))
    }

    fn start(&self, place: usize) -> u64 {
        self.first + place as u64 * self.spacing
    }

    /// The object at a number, and how far behind its start.
    fn object_at(&self, number: u64) -> Option<(ObjRef, u64)> {
        let behind = number.checked_sub(self.first)?;
        let o = self.objects.get(usize::try_from(behind / self.spacing).ok()?)?;
        Some((*o, behind % self.spacing))
    }

    fn gone(&mut self, o: ObjRef) {
        self.spare.extend(self.places.get(&o));
    }
}

/// See the module's documentation.
pub(crate) struct Numbered;

impl PointerModel for Numbered {
    fn resolve(&self, x: &mut Executor<'_>, addr: Val) -> Option<Vec<(Term, Val)>> {
        let mut all = Provenance.resolve(x, addr)?;
        for (_, v) in &mut all {
            if let Some((o, off)) = v.as_int().and_then(|v| x.fixed.object_at(v)) {
                *v = Val::ptr(o, off);
            }
        }
        Some(all)
    }

    fn number(&self, x: &mut Executor<'_>, t: Term) -> Val {
        value(x, t).unwrap_or(Val::term(t))
    }

    /// What objects tell does not need their addresses.
    fn compare(&self, x: &mut Executor<'_>, st: &State, op: CmpOp, a: Val, b: Val) -> Option<Val> {
        Provenance.compare(x, st, op, a, b).or_else(|| {
            let (m, n) = (as_number(x, a)?, as_number(x, b)?);
            Some(Val::bool(cmp64(op, x.program.ptr_bits, m, n)))
        })
    }

    fn expose(&self, x: &mut Executor<'_>, st: &mut State, o: ObjRef) {
        let Some(number) = x.fixed.address(o) else { return Provenance.expose(x, st, o) };
        let (a, number) = (x.address(o), x.cx.terms.bits(x.program.ptr_bits, number));
        let fact = x.cx.terms.eq(a, number);
        Rc::make_mut(&mut st.exposed).push(o);
        if let May::Yes(witness) = st.path.may(&mut x.cx, fact) {
            x.constrain(st, fact, witness);
        }
    }

    fn free(&self, x: &mut Executor<'_>, st: &mut State, o: ObjRef) {
        st.memory.kill(o);
        // Another path may still have it.
        if x.forks == 0 {
            x.fixed.gone(o);
        }
    }
}

/// The value of a term that is about nothing but addresses.
fn value(x: &mut Executor<'_>, t: Term) -> Option<Val> {
    let w = x.cx.terms.width(t);
    if w > 64 {
        return None;
    }
    let mut model = Model::new();
    for &v in x.cx.terms.support(t).iter() {
        let VarKey::Addr { slot, generation } = x.cx.terms.var_info(v).key else { return None };
        model.set64(v, x.fixed.address(ObjRef { slot, generation })?);
    }
    let number = x.cx.terms.eval64(t, &model);
    let pointer = if w == x.program.ptr_bits { x.fixed.object_at(number) } else { None };
    Some(pointer.map_or(Val::int(number), |(o, off)| Val::ptr(o, off)))
}

fn as_number(x: &mut Executor<'_>, v: Val) -> Option<u64> {
    match v.kind() {
        ValKind::Int(v) => Some(v),
        ValKind::Ptr(o, off) => Some(x.fixed.address(o)?.wrapping_add(off) & Executor::mask(x.program.ptr_bits)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_lie_apart_and_places_are_taken_again_only_when_there_are_no_others() {
        let object = |slot| ObjRef { slot, generation: 0 };
        let mut fixed = Fixed { most: 3, ..Fixed::new(32) };
        let first = fixed.address(object(1)).unwrap();
        assert_eq!(fixed.object_at(first + 7), Some((object(1), 7)));
        fixed.gone(object(1));
        let others = [fixed.address(object(2)).unwrap(), fixed.address(object(3)).unwrap()];
        assert!(!others.contains(&first));
        assert_eq!(fixed.address(object(1)), Some(first), "what is gone stays where it was");
        assert_eq!(fixed.address(object(4)), Some(first));
        assert_eq!(fixed.object_at(first), Some((object(4), 0)));
        assert_eq!(fixed.address(object(5)), None);
    }
}
