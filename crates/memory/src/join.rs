//! One memory for two that were one: which objects both have, and where those differ.

use std::rc::Rc;

use crate::object::Object;
use crate::page::{Cell, PAGE, Page};
use crate::space::{LEAF, Memory, Slot};
use crate::{ObjRef, ValKind};

/// Why two memories cannot be one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unlike {
    /// An object lives in one of them and is gone in the other.
    Freed,
    /// The same number names different objects.
    Others,
    /// The scope of a local is over in one of them only.
    Scope,
    /// They differ in more places than is worth while.
    Many,
    /// Values lie across each other.
    Overlap,
}

/// A range of an object that both have, whose contents are not the same.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub object: ObjRef,
    pub offset: u64,
    pub len: u32,
}

/// What two memories have in common, and what not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Where objects differ that both have.
    pub ranges: Vec<Range>,
    /// Some object of the heap is only in one of them.
    pub one_sided: bool,
    /// The same, of any kind.
    pub extra: bool,
}

/// Most ranges that two memories may differ in.
const MANY: usize = 1 << 12;

/// Bytes that are taken together where nothing says which belong together.
const WORD: usize = 4;

impl Memory {
    /// Takes in the objects that only `other` has, and tells where those differ that both have. The two must have been one memory once. The
    /// contents are still this one's; a memory that is unlike is of no use any more.
    pub fn join(&mut self, other: &Memory) -> Result<Found, Unlike> {
        let mut found = Found::default();
        let mut moved = false;
        let slots = self.slots().max(other.slots());
        for leaf in 0..slots.div_ceil(LEAF) {
            if let (Some(a), Some(b)) = (self.leaf(leaf), other.leaf(leaf))
                && Rc::ptr_eq(a, b)
            {
                continue;
            }
            for i in leaf * LEAF..slots.min((leaf + 1) * LEAF) {
                let slot = |m: &Memory| (i < m.slots()).then(|| m.slot(i as u32).clone());
                let (own, theirs) = (slot(self), slot(other));
                found.one_sided |= is_heap(&own) != is_heap(&theirs);
                let lives = |s: &Option<Slot>| s.as_ref().is_some_and(|s| s.object.is_some());
                found.extra |= lives(&own) != lives(&theirs);
                let Some(theirs) = theirs else { continue };
                let Some(own) = own else {
                    self.push(theirs);
                    moved = true;
                    continue;
                };
                let number = ObjRef { slot: i as u32, generation: own.generation };
                match joined(&own, &theirs)? {
                    Joined::Same => {}
                    Joined::Compare(a, b) => differences(&a, &b, number, &mut found.ranges)?,
                    Joined::Other(slot) => {
                        *self.slot_mut(i as u32) = slot;
                        moved = true;
                    }
                }
            }
        }
        if moved {
            self.list_free();
        }
        Ok(found)
    }

    /// Slots that nobody uses: those that were free before come first, in their order.
    fn list_free(&mut self) {
        for heap in [false, true] {
            let list = Rc::clone(if heap { &self.free_heap } else { &self.free_stack });
            let is_free = |slot: u32| {
                let s = self.slot(slot);
                s.object.is_none() && s.heap == heap
            };
            let mut free: Vec<u32> = list.iter().copied().filter(|s| is_free(*s)).collect();
            let mut known = vec![false; self.len as usize];
            free.iter().for_each(|s| known[*s as usize] = true);
            free.extend((0..self.len).filter(|s| !known[*s as usize] && is_free(*s)));
            *(if heap { &mut self.free_heap } else { &mut self.free_stack }) = Rc::new(free);
        }
    }
}

/// Is there a block of the heap?
fn is_heap(slot: &Option<Slot>) -> bool {
    slot.as_ref().is_some_and(|s| s.heap && s.object.is_some())
}

enum Joined {
    Same,
    /// Both have it.
    Compare(Rc<Object>, Rc<Object>),
    /// This takes the place of the first.
    Other(Slot),
}

fn joined(a: &Slot, b: &Slot) -> Result<Joined, Unlike> {
    let used = |s: &Slot| s.object.is_some() || s.generation > 0;
    if a.heap != b.heap && used(a) && used(b) {
        return Err(Unlike::Others);
    }
    match (&a.object, &b.object) {
        (Some(x), Some(y)) if Rc::ptr_eq(x, y) && a.generation == b.generation => Ok(Joined::Same),
        (Some(x), Some(y)) if a.generation == b.generation && x.is_like(y) => Ok(Joined::Compare(x.clone(), y.clone())),
        (Some(_), Some(_)) => Err(Unlike::Others),
        // A later generation: the object was there, and is gone.
        (Some(_), None) if b.generation > a.generation => Err(Unlike::Freed),
        (None, Some(_)) if a.generation > b.generation => Err(Unlike::Freed),
        (Some(_), None) => Ok(Joined::Same),
        (None, Some(_)) => Ok(Joined::Other(b.clone())),
        (None, None) if a.generation >= b.generation => Ok(Joined::Same),
        (None, None) => Ok(Joined::Other(b.clone())),
    }
}

fn differences(a: &Object, b: &Object, object: ObjRef, out: &mut Vec<Range>) -> Result<(), Unlike> {
    if a.is_over() != b.is_over() {
        return Err(Unlike::Scope);
    }
    for (i, x, y) in a.unshared_pages(b)? {
        differ(x, y, &mut |at, len| {
            if out.len() >= MANY {
                return Err(Unlike::Many);
            }
            out.push(Range { object, offset: (i * PAGE + at) as u64, len: len as u32 });
            Ok(())
        })?;
    }
    Ok(())
}

/// What lies at a place of a page: until where, and what.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Here {
    Bytes,
    /// The same however it is cut: what would be stored in a cell that began at the page's start.
    Fill(ValKind),
    Value(Cell),
}

fn here(p: &Page, at: usize) -> (usize, Here) {
    let Some(c) = p.cells.get(p.first_cell(at)) else { return (p.bytes.len(), Here::Bytes) };
    let (start, end) = (c.off as usize, c.off as usize + c.len as usize);
    if start > at {
        return (start, Here::Bytes);
    }
    match c.val.kind() {
        ValKind::Undef => (end, Here::Fill(ValKind::Undef)),
        ValKind::Input { input, offset } => {
            (end, Here::Fill(ValKind::Input { input, offset: offset.wrapping_sub(start as u32) }))
        }
        _ => (end, Here::Value(*c)),
    }
}

/// Tells the ranges in which two pages of one length differ.
fn differ(a: &Page, b: &Page, tell: &mut dyn FnMut(usize, usize) -> Result<(), Unlike>) -> Result<(), Unlike> {
    let mut at = 0;
    while at < a.bytes.len() {
        let ((end_a, in_a), (end_b, in_b)) = (here(a, at), here(b, at));
        let end = end_a.min(end_b);
        match (in_a, in_b) {
            (Here::Bytes, Here::Bytes) => {
                let Some(d) = (at..end).find(|i| a.bytes[*i] != b.bytes[*i]) else {
                    at = end;
                    continue;
                };
                let start = at.max(d - d % WORD);
                at = end.min(d - d % WORD + WORD);
                tell(start, at - start)?;
            }
            (Here::Value(x), Here::Value(y)) if x == y => at = end,
            (Here::Fill(x), Here::Fill(y)) if x == y => at = end,
            (Here::Value(_), _) | (_, Here::Value(_)) => {
                // All values that lie over each other.
                let mut end = if matches!(in_a, Here::Value(_)) { end_a } else { at };
                if matches!(in_b, Here::Value(_)) {
                    end = end.max(end_b);
                }
                loop {
                    let last = |p: &Page| match here(p, end - 1) {
                        (upto, Here::Value(_)) => upto,
                        _ => end,
                    };
                    let upto = last(a).max(last(b));
                    if upto == end {
                        break;
                    }
                    end = upto;
                }
                let starts_here = |h: Here| !matches!(h, Here::Value(c) if c.off as usize != at);
                if !starts_here(in_a) || !starts_here(in_b) {
                    return Err(Unlike::Overlap);
                }
                tell(at, end - at)?;
                at = end;
            }
            _ => {
                let end = end.min(at - at % 8 + 8);
                tell(at, end - at)?;
                at = end;
            }
        }
    }
    Ok(())
}
