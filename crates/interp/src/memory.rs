//! Memory objects: bytes, which of them were written, and where the pointers among them came from.
//!
//! Addresses are never reused, so two objects never look alike. Object slots are reused, with a generation that
//! tells a dead object's pointers from its successor's.

use homing_ir::{ErrorKind, FuncId, LocId};

use crate::stop::{Step, error, limit};

/// A pointer as registers hold it: the object's id (0 for none) above the address.
pub type Ptr = u128;

/// An object of one run: slot in the low 32 bits, generation above. 0 is no object.
pub type ObjId = u64;

/// Generations use this many bits, so that a byte's origin (object and byte number) fits one word.
const GENERATION_BITS: u32 = 29;
const ORIGIN_SHIFT: u32 = 61;

/// Accesses below this address are reported as null.
const NULL_PAGE: u64 = 4096;
const FIRST_ADDRESS: u64 = 0x10000;
const GAP: u64 = 16;

/// What an object is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Global,
    Stack,
    Heap,
    Function(FuncId),
}

/// One object. `data` holds the bytes and then one flag for each: 1 if it was written.
#[derive(Debug)]
pub struct Object {
    pub base: u64,
    pub size: u64,
    pub kind: Kind,
    pub live: bool,
    pub constant: bool,
    /// A local whose block was left.
    over: bool,
    /// Where a heap object was allocated.
    pub place: (FuncId, LocId),
    /// Who gives out and takes back such heap objects; empty for `malloc`.
    family: &'static str,
    generation: u32,
    data: Vec<u8>,
    /// Empty, or for each byte the pointer byte that it is: object id and byte number, 0 for none.
    origins: Vec<u64>,
}

/// Where an object lies, kept apart so that addresses can be searched. Sorted by `base`.
#[derive(Copy, Clone, Debug)]
struct Extent {
    base: u64,
    size: u64,
    id: ObjId,
}

/// All objects of a run, and which addresses they have.
#[derive(Debug)]
pub struct Memory {
    objects: Vec<Object>,
    extents: Vec<Extent>,
    /// Free slots, apart by kind so that a dead object's slot still tells its kind.
    free_stack: Vec<u32>,
    free_heap: Vec<u32>,
    next: u64,
    pointer_mask: u64,
    pointer_bytes: u64,
    used: u64,
    limit: u64,
}

/// A checked range inside one object.
#[derive(Copy, Clone, Debug)]
pub struct Span {
    pub slot: u32,
    pub offset: usize,
    pub len: usize,
}

pub fn ptr(id: ObjId, address: u64) -> Ptr {
    u128::from(id) << 64 | u128::from(address)
}

/// The object that a pointer was made from, 0 for none.
pub fn object_of(p: Ptr) -> ObjId {
    (p >> 64) as u64
}

/// The address of a pointer.
pub fn address_of(p: Ptr) -> u64 {
    p as u64
}

fn slot_of(id: ObjId) -> u32 {
    id as u32
}

impl Memory {
    pub fn new(ptr_bits: u32, limit: u64) -> Memory {
        let nothing = Object {
            base: 0,
            size: 0,
            kind: Kind::Global,
            live: false,
            constant: true,
            over: false,
            place: Default::default(),
            family: "",
            generation: 0,
            data: Vec::new(),
            origins: Vec::new(),
        };
        Memory {
            objects: vec![nothing],
            extents: Vec::new(),
            free_stack: Vec::new(),
            free_heap: Vec::new(),
            next: FIRST_ADDRESS,
            pointer_mask: crate::scalar::mask64(ptr_bits),
            pointer_bytes: u64::from(ptr_bits / 8),
            used: 0,
            limit,
        }
    }

    /// A new object with unwritten bytes, and a pointer to its start.
    pub fn allocate(&mut self, size: u64, align: u64, kind: Kind) -> Step<Ptr> {
        if size > self.limit - self.used.min(self.limit) {
            return limit("memory");
        }
        let align = align.max(16);
        let Some(base) = self.next.checked_next_multiple_of(align) else { return limit("address space") };
        match base.checked_add(size).and_then(|end| end.checked_add(GAP)) {
            Some(next) if next <= self.pointer_mask => self.next = next,
            _ => return limit("address space"),
        }
        let id = self.place(base, size, kind);
        self.extents.push(Extent { base, size, id });
        if self.extents.len() > 1 << 20 && self.extents.len() > 4 * self.objects.len() {
            self.forget_dead();
        }
        Ok(ptr(id, base))
    }

    /// An object at an address that the program chose.
    pub fn allocate_fixed(&mut self, base: u64, size: u64) -> Step<Ptr> {
        let end = base.checked_add(size).filter(|end| *end <= self.pointer_mask);
        let at = self.extents.partition_point(|e| e.base < base);
        let clash_before = at > 0 && self.extents[at - 1].base + self.extents[at - 1].size > base;
        let clash_after = self.extents.get(at).is_some_and(|e| end.is_none_or(|end| e.base < end));
        let Some(end) = end else { return error(ErrorKind::OutOfBounds, "a fixed object does not fit the address space") };
        if clash_before || clash_after {
            return error(ErrorKind::Overlap, format!("a fixed object at {base:#x} overlaps another object"));
        }
        if size > self.limit - self.used.min(self.limit) {
            return limit("memory");
        }
        let id = self.place(base, size, Kind::Global);
        self.extents.insert(at, Extent { base, size, id });
        self.next = self.next.max(end + GAP);
        Ok(ptr(id, base))
    }

    fn place(&mut self, base: u64, size: u64, kind: Kind) -> ObjId {
        self.used += size;
        let free = match kind {
            Kind::Stack => self.free_stack.pop(),
            Kind::Heap => self.free_heap.pop(),
            Kind::Global | Kind::Function(_) => None,
        };
        if let Some(slot) = free {
            let o = &mut self.objects[slot as usize];
            (o.base, o.size, o.kind, o.live, o.constant, o.family) = (base, size, kind, true, false, "");
            o.over = false;
            o.data.resize(2 * size as usize, 0);
            return u64::from(slot) | u64::from(o.generation) << 32;
        }
        let data = vec![0; 2 * size as usize];
        self.objects.push(Object {
            base,
            size,
            kind,
            live: true,
            constant: false,
            over: false,
            place: Default::default(),
            family: "",
            generation: 0,
            data,
            origins: Vec::new(),
        });
        self.objects.len() as u64 - 1
    }

    /// Ends an object's life. Its slot is used again under another generation.
    pub fn release(&mut self, id: ObjId) {
        let slot = slot_of(id);
        let o = &mut self.objects[slot as usize];
        o.live = false;
        self.used -= o.size;
        if o.size > 4096 {
            o.data = Vec::new();
        }
        o.data.clear();
        o.origins = Vec::new();
        // A slot whose generations are used up is left alone for good.
        if o.generation + 1 < 1 << GENERATION_BITS {
            o.generation += 1;
            if o.kind == Kind::Stack { self.free_stack.push(slot) } else { self.free_heap.push(slot) }
        }
    }

    /// Drops the extents of objects that are gone; the list would else grow with every call. An address in one of
    /// them then leads to no object.
    fn forget_dead(&mut self) {
        let objects = &self.objects;
        self.extents.retain(|e| {
            let o = &objects[slot_of(e.id) as usize];
            o.live && o.generation == (e.id >> 32) as u32
        });
    }

    /// The object of that id if it is alive.
    pub fn live(&self, id: ObjId) -> Option<&Object> {
        let o = &self.objects[slot_of(id) as usize];
        if o.live && u64::from(o.generation) == id >> 32 { Some(o) } else { None }
    }

    /// The kind of an object, dead or alive.
    pub fn kind(&self, id: ObjId) -> Kind {
        self.objects[slot_of(id) as usize].kind
    }

    pub fn set_place(&mut self, id: ObjId, place: (FuncId, LocId)) {
        self.objects[slot_of(id) as usize].place = place;
    }

    /// The family of a heap object.
    pub fn family(&self, id: ObjId) -> &'static str {
        self.objects[slot_of(id) as usize].family
    }

    pub fn set_family(&mut self, id: ObjId, family: &'static str) {
        self.objects[slot_of(id) as usize].family = family;
    }

    /// The block of a local is left, or entered again.
    pub fn set_over(&mut self, id: ObjId, over: bool) {
        if self.live(id).is_some() {
            self.objects[slot_of(id) as usize].over = over;
        }
    }

    pub fn set_constant(&mut self, id: ObjId, constant: bool) {
        self.objects[slot_of(id) as usize].constant = constant;
    }

    /// Cuts an object off behind its first `size` bytes.
    pub fn shrink(&mut self, id: ObjId, size: u64) {
        let o = &mut self.objects[slot_of(id) as usize];
        if size >= o.size {
            return;
        }
        let flags = o.size as usize;
        o.data.copy_within(flags..flags + size as usize, size as usize);
        o.data.truncate(2 * size as usize);
        o.origins.truncate(size as usize);
        self.used -= o.size - size;
        o.size = size;
        if let Ok(at) = self.extents.binary_search_by_key(&self.objects[slot_of(id) as usize].base, |e| e.base) {
            self.extents[at].size = size;
        }
    }

    /// Slots in use or free, for walking over all objects.
    pub fn all(&self) -> impl Iterator<Item = (ObjId, &Object)> {
        self.objects
            .iter()
            .enumerate()
            .skip(1)
            .filter(|(_, o)| o.live)
            .map(|(i, o)| (i as u64 | u64::from(o.generation) << 32, o))
    }

    /// A pointer for an address: the object that the address is in or just behind, dead ones too.
    pub fn resolve(&self, address: u64) -> Ptr {
        let at = self.extents.partition_point(|e| e.base <= address);
        match at.checked_sub(1).map(|i| self.extents[i]) {
            Some(e) if address - e.base <= e.size => ptr(e.id, address),
            _ => ptr(0, address),
        }
    }

    /// Checks an access of `len` bytes, `len` > 0.
    #[inline]
    pub fn check(&self, p: Ptr, len: u64, write: bool) -> Step<Span> {
        let id = object_of(p);
        let o = &self.objects[slot_of(id) as usize];
        let offset = address_of(p).wrapping_sub(o.base) & self.pointer_mask;
        let alive = id != 0 && o.live && u64::from(o.generation) == id >> 32;
        if !alive || offset > o.size || len > o.size - offset || (write && o.constant) || o.over {
            return self.check_slow(p, len, write);
        }
        Ok(Span { slot: slot_of(id), offset: offset as usize, len: len as usize })
    }

    /// The unusual cases of `check`: pointers without an object, and errors.
    #[cold]
    fn check_slow(&self, p: Ptr, len: u64, write: bool) -> Step<Span> {
        let (id, address) = (object_of(p), address_of(p));
        let what = if write { "write" } else { "read" };
        if id == 0 {
            let found = self.resolve(address);
            if object_of(found) == 0 && address < NULL_PAGE {
                return error(ErrorKind::Null, format!("{what} of {len} bytes through a null pointer (address {address:#x})"));
            }
            if object_of(found) == 0 {
                return error(
                    ErrorKind::OutOfBounds,
                    format!("{what} of {len} bytes at address {address:#x}, where no object is"),
                );
            }
            return self.check(found, len, write);
        }
        let Some(o) = self.live(id) else {
            return match self.kind(id) {
                Kind::Stack => error(ErrorKind::UseAfterReturn, format!("{what} of {len} bytes in a local that is gone")),
                _ => error(ErrorKind::UseAfterFree, format!("{what} of {len} bytes in freed memory")),
            };
        };
        if o.over {
            return error(ErrorKind::UseAfterScope, format!("{what} of {len} bytes in a local whose block was left"));
        }
        let offset = address.wrapping_sub(o.base) & self.pointer_mask;
        if offset > o.size || len > o.size - offset {
            let behind = i128::from(offset) > i128::from(self.pointer_mask) / 2;
            let signed = i128::from(offset) - if behind { i128::from(self.pointer_mask) + 1 } else { 0 };
            return error(
                ErrorKind::OutOfBounds,
                format!("{what} of {len} bytes at offset {signed} of an object of {} bytes", o.size),
            );
        }
        error(ErrorKind::ReadOnlyWrite, format!("write of {len} bytes at offset {offset} of a constant object"))
    }

    /// Were all bytes of the span written?
    #[inline]
    pub fn is_written(&self, s: Span) -> bool {
        let o = &self.objects[s.slot as usize];
        let at = o.size as usize + s.offset;
        let flags = &o.data[at..at + s.len];
        match s.len {
            1 => flags[0] == 1,
            4 => u32::from_le_bytes([flags[0], flags[1], flags[2], flags[3]]) == 0x0101_0101,
            8 => little_endian(flags) == 0x0101_0101_0101_0101,
            _ => flags.iter().all(|f| *f == 1),
        }
    }

    /// Maximal runs of unwritten bytes inside the span.
    pub fn unwritten_runs(&self, s: Span) -> Vec<Span> {
        let o = &self.objects[s.slot as usize];
        let at = o.size as usize + s.offset;
        let mut runs: Vec<Span> = Vec::new();
        for (i, flag) in o.data[at..at + s.len].iter().enumerate() {
            let offset = s.offset + i;
            match runs.last_mut() {
                _ if *flag == 1 => {}
                Some(r) if r.offset + r.len == offset => r.len += 1,
                _ => runs.push(Span { slot: s.slot, offset, len: 1 }),
            }
        }
        runs
    }

    #[inline]
    pub fn bytes(&self, s: Span) -> &[u8] {
        &self.objects[s.slot as usize].data[s.offset..s.offset + s.len]
    }

    /// Reads at most eight bytes.
    #[inline]
    pub fn read64(&self, s: Span) -> u64 {
        little_endian(self.bytes(s))
    }

    /// Writes the low `s.len` (at most eight) bytes of `v`, which is no pointer.
    #[inline]
    pub fn write64(&mut self, s: Span, v: u64) {
        let o = &mut self.objects[s.slot as usize];
        let bytes = v.to_le_bytes();
        let (data, flags) = o.data.split_at_mut(o.size as usize);
        match s.len {
            4 => {
                data[s.offset..s.offset + 4].copy_from_slice(&bytes[..4]);
                flags[s.offset..s.offset + 4].copy_from_slice(&[1; 4]);
            }
            8 => {
                data[s.offset..s.offset + 8].copy_from_slice(&bytes);
                flags[s.offset..s.offset + 8].copy_from_slice(&[1; 8]);
            }
            n => {
                data[s.offset..s.offset + n].copy_from_slice(&bytes[..n]);
                flags[s.offset..s.offset + n].fill(1);
            }
        }
        if !o.origins.is_empty() {
            o.origins[s.offset..s.offset + s.len].fill(0);
        }
    }

    /// Writes bytes that are no pointers.
    pub fn write_bytes(&mut self, s: Span, bytes: &[u8]) {
        let o = &mut self.objects[s.slot as usize];
        let (data, flags) = o.data.split_at_mut(o.size as usize);
        data[s.offset..s.offset + s.len].copy_from_slice(bytes);
        flags[s.offset..s.offset + s.len].fill(1);
        if !o.origins.is_empty() {
            o.origins[s.offset..s.offset + s.len].fill(0);
        }
    }

    pub fn fill(&mut self, s: Span, byte: u8) {
        let o = &mut self.objects[s.slot as usize];
        let (data, flags) = o.data.split_at_mut(o.size as usize);
        data[s.offset..s.offset + s.len].fill(byte);
        flags[s.offset..s.offset + s.len].fill(1);
        if !o.origins.is_empty() {
            o.origins[s.offset..s.offset + s.len].fill(0);
        }
    }

    /// Writes a pointer into a span of pointer size.
    pub fn write_ptr(&mut self, s: Span, p: Ptr) {
        self.write64(s, address_of(p));
        let id = object_of(p);
        if id == 0 {
            return;
        }
        let o = &mut self.objects[s.slot as usize];
        if o.origins.is_empty() {
            o.origins = vec![0; o.size as usize];
        }
        for (i, origin) in o.origins[s.offset..s.offset + s.len].iter_mut().enumerate() {
            *origin = id | (i as u64) << ORIGIN_SHIFT;
        }
    }

    /// Reads a pointer from a span of pointer size. Bytes that are not one whole pointer are taken as an address.
    pub fn read_ptr(&self, s: Span) -> Ptr {
        let address = self.read64(s);
        let o = &self.objects[s.slot as usize];
        if !o.origins.is_empty() {
            let origins = &o.origins[s.offset..s.offset + s.len];
            let first = origins[0];
            if first != 0 && origins.iter().enumerate().all(|(i, v)| *v == first | (i as u64) << ORIGIN_SHIFT) {
                return ptr(first, address);
            }
        }
        if address == 0 { 0 } else { self.resolve(address) }
    }

    /// Copies bytes, what is known of them, and the pointers among them. The spans may overlap.
    pub fn copy(&mut self, to: Span, from: Span) {
        if to.slot == from.slot {
            let o = &mut self.objects[to.slot as usize];
            let size = o.size as usize;
            o.data.copy_within(from.offset..from.offset + from.len, to.offset);
            o.data.copy_within(size + from.offset..size + from.offset + from.len, size + to.offset);
            if !o.origins.is_empty() {
                o.origins.copy_within(from.offset..from.offset + from.len, to.offset);
            }
            return;
        }
        let [src, dst] =
            self.objects.get_disjoint_mut([from.slot as usize, to.slot as usize]).expect("two different slots in range");
        let (s, d) = (src.size as usize, dst.size as usize);
        dst.data[to.offset..to.offset + to.len].copy_from_slice(&src.data[from.offset..from.offset + from.len]);
        dst.data[d + to.offset..d + to.offset + to.len].copy_from_slice(&src.data[s + from.offset..s + from.offset + from.len]);
        if src.origins.is_empty() {
            if !dst.origins.is_empty() {
                dst.origins[to.offset..to.offset + to.len].fill(0);
            }
            return;
        }
        if dst.origins.is_empty() {
            dst.origins = vec![0; d];
        }
        dst.origins[to.offset..to.offset + to.len].copy_from_slice(&src.origins[from.offset..from.offset + from.len]);
    }

    pub fn pointer_bytes(&self) -> u64 {
        self.pointer_bytes
    }

    pub fn pointer_mask(&self) -> u64 {
        self.pointer_mask
    }
}

impl Object {
    /// Objects that pointers stored in this one were made from, with repetitions.
    pub fn points_to(&self) -> impl Iterator<Item = ObjId> {
        self.origins.iter().filter(|v| **v != 0).map(|v| v & ((1 << ORIGIN_SHIFT) - 1))
    }
}

/// At most eight bytes as a number.
#[inline]
fn little_endian(b: &[u8]) -> u64 {
    match b.len() {
        1 => u64::from(b[0]),
        2 => u64::from(u16::from_le_bytes([b[0], b[1]])),
        4 => u64::from(u32::from_le_bytes([b[0], b[1], b[2], b[3]])),
        8 => u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]),
        _ => b.iter().rev().fold(0, |v, x| v << 8 | u64::from(*x)),
    }
}
