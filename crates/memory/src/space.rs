//! The table of objects of one state.

use std::rc::Rc;

use crate::{Death, ObjRef, Object, ObjectKind, Val};

/// Slots that are copied together, and how many such leaves a node has.
pub(crate) const LEAF: usize = 8;
pub(crate) const NODE: usize = 16;

pub(crate) type Leaf = [Slot; LEAF];
pub(crate) type Node = [Rc<Leaf>; NODE];

/// Live objects below which nobody looks for garbage.
const ROOM: u32 = 4096;

/// The objects of a state. Clone is O(1); a write after a clone copies the way to the object.
///
/// Slots of dead stack objects are used again (with the next generation), so that a program that calls for ever does not grow;
/// stack and heap slots never mix, so how a stale pointer's object died is known from its slot.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(crate) nodes: Rc<[Rc<Node>]>,
    pub(crate) len: u32,
    /// Grows with every change.
    pub(crate) version: u64,
    pub(crate) free_stack: Rc<Vec<u32>>,
    pub(crate) free_heap: Rc<Vec<u32>>,
    /// Live objects at which garbage is next looked for; 0 stands for `ROOM`.
    room: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Slot {
    pub(crate) generation: u32,
    pub(crate) object: Option<Rc<Object>>,
    pub(crate) heap: bool,
}

/// What a reference leads to.
pub enum SlotState<'a> {
    Live(&'a Rc<Object>),
    Dead(Death),
}

impl Memory {
    pub fn new() -> Memory {
        Memory::default()
    }

    /// Adds an object; the reference is the same for every path that made the same allocations and frees.
    pub fn add(&mut self, object: Object) -> ObjRef {
        let heap = matches!(object.info.kind, ObjectKind::Heap | ObjectKind::Given);
        let free = if heap { &mut self.free_heap } else { &mut self.free_stack };
        // What a caller gave was there before anything was freed.
        let fresh = free.is_empty() || object.info.kind == ObjectKind::Given;
        let reuse = if fresh { None } else { Rc::make_mut(free).pop() };
        if let Some(slot) = reuse {
            let s = self.slot_mut(slot);
            s.object = Some(Rc::new(object));
            return ObjRef { slot, generation: s.generation };
        }
        let slot = self.push(Slot { generation: 0, object: Some(Rc::new(object)), heap });
        ObjRef { slot, generation: 0 }
    }

    /// One more slot; its number.
    pub(crate) fn push(&mut self, slot: Slot) -> u32 {
        let number = self.len;
        self.len += 1;
        if number as usize / (NODE * LEAF) == self.nodes.len() {
            let empty: Rc<Leaf> = Rc::default();
            let node = Rc::new(std::array::from_fn(|_| empty.clone()));
            self.nodes = self.nodes.iter().cloned().chain([node]).collect();
        }
        *self.slot_mut(number) = slot;
        number
    }

    /// The leaf with that number.
    pub(crate) fn leaf(&self, number: usize) -> Option<&Rc<Leaf>> {
        Some(&self.nodes.get(number / NODE)?[number % NODE])
    }

    #[inline]
    pub(crate) fn slot(&self, slot: u32) -> &Slot {
        let at = slot as usize;
        &self.nodes[at / (NODE * LEAF)][at / LEAF % NODE][at % LEAF]
    }

    #[inline]
    pub(crate) fn slot_mut(&mut self, slot: u32) -> &mut Slot {
        self.version += 1;
        let at = slot as usize;
        let node = Rc::make_mut(&mut Rc::make_mut(&mut self.nodes)[at / (NODE * LEAF)]);
        &mut Rc::make_mut(&mut node[at / LEAF % NODE])[at % LEAF]
    }

    /// The object, if it is alive.
    #[inline]
    pub fn get(&self, o: ObjRef) -> Option<&Rc<Object>> {
        let s = self.slot(o.slot);
        if s.generation == o.generation { s.object.as_ref() } else { None }
    }

    /// The same for a reference that may be another memory's.
    pub fn find(&self, o: ObjRef) -> Option<&Rc<Object>> {
        if o.slot < self.len { self.get(o) } else { None }
    }

    /// The object for changing it, if it is alive.
    #[inline]
    pub fn get_mut(&mut self, o: ObjRef) -> Option<&mut Object> {
        let s = self.slot_mut(o.slot);
        if s.generation != o.generation {
            return None;
        }
        homing_term::fault::point();
        s.object.as_mut().map(Rc::make_mut)
    }

    /// The object, or how it died.
    pub fn state(&self, o: ObjRef) -> SlotState<'_> {
        match self.get(o) {
            Some(obj) => SlotState::Live(obj),
            None => SlotState::Dead(if self.slot(o.slot).heap { Death::Freed } else { Death::Returned }),
        }
    }

    /// Ends an object's life. Its number is given out again for stack objects at once, for heap objects too: a freed block may come back,
    /// and the generation tells the tenants apart.
    pub fn kill(&mut self, o: ObjRef) {
        let s = self.slot_mut(o.slot);
        debug_assert!(s.generation == o.generation && s.object.is_some());
        s.object = None;
        s.generation = s.generation.wrapping_add(1);
        let heap = s.heap;
        Rc::make_mut(if heap { &mut self.free_heap } else { &mut self.free_stack }).push(o.slot);
    }

    /// Puts changed identity data in place of the old (a block that was resized).
    pub fn replace(&mut self, o: ObjRef, object: Object) {
        self.slot_mut(o.slot).object = Some(Rc::new(object));
    }

    /// Two equal numbers of one state's memory at two times: nothing was changed in between.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Slots in use, of live objects and of dead ones.
    pub fn slots(&self) -> usize {
        self.len as usize
    }

    fn live_count(&self) -> u32 {
        self.len - self.free_stack.len() as u32 - self.free_heap.len() as u32
    }

    /// Have live objects become so many that looking for garbage pays?
    #[inline]
    pub fn is_crowded(&self) -> bool {
        self.len >= ROOM && self.live_count() >= self.room.max(ROOM)
    }

    /// Garbage was looked for: next time when twice as many objects live as now.
    pub fn made_room(&mut self) {
        self.room = self.live_count().saturating_mul(2);
    }

    /// All live objects, in order of their slots.
    pub fn live(&self) -> impl Iterator<Item = (ObjRef, &Rc<Object>)> {
        self.nodes.iter().flat_map(|n| n.iter()).flat_map(|l| l.iter()).enumerate().filter_map(|(i, s)| {
            let o = s.object.as_ref()?;
            Some((ObjRef { slot: i as u32, generation: s.generation }, o))
        })
    }

    /// Values in cells of live objects that only this memory may own; `seen` says whether a part was visited before.
    pub fn values(&self, seen: &mut dyn FnMut(*const ()) -> bool, f: &mut dyn FnMut(Val)) {
        if seen(Rc::as_ptr(&self.nodes).cast()) {
            return;
        }
        for n in self.nodes.iter() {
            if seen(Rc::as_ptr(n).cast()) {
                continue;
            }
            for leaf in n.iter() {
                if seen(Rc::as_ptr(leaf).cast()) {
                    continue;
                }
                for o in leaf.iter().filter_map(|s| s.object.as_ref()) {
                    if !seen(Rc::as_ptr(o).cast()) {
                        o.info.size_term.iter().for_each(|t| f(Val::term(*t)));
                        o.values().for_each(&mut *f);
                    }
                }
            }
        }
    }

    /// Approximate bytes that this memory owns alone.
    pub fn bytes_owned(&self) -> usize {
        if Rc::strong_count(&self.nodes) > 1 {
            return 64;
        }
        let mut n = 64 + self.nodes.len() * 8;
        for node in self.nodes.iter().filter(|n| Rc::strong_count(n) == 1) {
            n += size_of::<Node>();
            for leaf in node.iter().filter(|l| Rc::strong_count(l) == 1) {
                let own = leaf.iter().filter_map(|s| s.object.as_ref()).filter(|o| Rc::strong_count(o) == 1);
                n += size_of::<Leaf>() + own.map(|o| o.bytes_owned()).sum::<usize>();
            }
        }
        n
    }
}
