//! Objects that do not fit into a register: cells, arrays, records, big numbers.
//!
//! Objects are numbered and freed by a mark-and-sweep collector, so that cyclic pointers are no leak and freeing a
//! long list needs no recursion. Collection happens only inside [`Heap::reserve`], which callers invoke before they
//! begin to build something; at that time everything alive is reachable from the roots.

use crate::value::{Id, Value};
use num_bigint::BigInt;

/// All objects of a run, with an account of the bytes they take.
pub(crate) struct Heap {
    objects: Vec<Object>,
    free: Vec<Id>,
    /// Bytes of all objects, estimated.
    bytes: usize,
    /// Bytes that are used elsewhere but count against the limit: frames and outputs.
    outside: usize,
    limit: usize,
    /// At which size the next collection is worth its time.
    next: usize,
    marked: Vec<u64>,
    work: Vec<Id>,
}

enum Object {
    Free,
    Cell(Value),
    Array(Box<[Value]>),
    Record(u32, Box<[Value]>),
    Big(BigInt),
}

/// The memory limit is reached, or nearly, even after a collection.
pub(crate) struct Full;

/// What an object costs besides its contents.
const OVERHEAD: usize = 56;
/// Heaps smaller than this are not collected unless the limit says so.
const SMALL: usize = 16 << 20;

/// Bytes of an array or record of `n` values.
pub(crate) fn values_size(n: usize) -> usize {
    OVERHEAD + n * size_of::<Value>()
}

/// Bytes of a number.
pub(crate) fn big_size(bits: u64) -> usize {
    OVERHEAD + (bits / 8) as usize
}

impl Heap {
    pub(crate) fn new(limit: usize) -> Heap {
        let next = SMALL.min(limit);
        Heap { objects: Vec::new(), free: Vec::new(), bytes: 0, outside: 0, limit, next, marked: Vec::new(), work: Vec::new() }
    }

    /// Makes sure that `more` bytes may be allocated, collecting garbage first if that seems worth it. Everything
    /// that is alive must be reachable from `roots`.
    pub(crate) fn reserve(&mut self, more: usize, roots: &[&[Value]]) -> Result<(), Full> {
        if self.bytes.saturating_add(self.outside).saturating_add(more) <= self.next {
            return Ok(());
        }
        self.collect(roots);
        let used = self.bytes.saturating_add(self.outside).saturating_add(more);
        // With hardly anything free, nearly every object would cost a collection.
        if used > self.limit - self.limit / 16 {
            return Err(Full);
        }
        self.next = used.saturating_mul(2).max(SMALL).min(self.limit);
        Ok(())
    }

    /// Counts bytes that are kept elsewhere until the end of the run.
    pub(crate) fn keep_outside(&mut self, bytes: usize) {
        self.outside = self.outside.saturating_add(bytes);
    }

    pub(crate) fn new_cell(&mut self, value: Value) -> Value {
        Value::Ptr(self.add(Object::Cell(value), OVERHEAD))
    }

    pub(crate) fn new_array(&mut self, elements: &[Value]) -> Value {
        Value::Array(self.add(Object::Array(elements.into()), values_size(elements.len())))
    }

    pub(crate) fn new_record(&mut self, shape: u32, fields: &[Value]) -> Value {
        Value::Record(self.add(Object::Record(shape, fields.into()), values_size(fields.len())))
    }

    /// The number as a value; only what does not fit into a register is stored.
    pub(crate) fn new_number(&mut self, number: BigInt) -> Value {
        match i64::try_from(&number) {
            Ok(small) => Value::Int(small),
            Err(_) => {
                let size = big_size(number.bits());
                Value::Big(self.add(Object::Big(number), size))
            }
        }
    }

    /// The number behind `Big`.
    pub(crate) fn big(&self, id: Id) -> &BigInt {
        match &self.objects[id as usize] {
            Object::Big(number) => number,
            _ => unreachable!("object {id} is no number"),
        }
    }

    pub(crate) fn cell(&self, id: Id) -> Value {
        match &self.objects[id as usize] {
            Object::Cell(value) => *value,
            _ => unreachable!("object {id} is no cell"),
        }
    }

    pub(crate) fn set_cell(&mut self, id: Id, value: Value) {
        match &mut self.objects[id as usize] {
            Object::Cell(place) => *place = value,
            _ => unreachable!("object {id} is no cell"),
        }
    }

    /// The elements of an array or the fields of a record.
    #[inline]
    pub(crate) fn items(&self, id: Id) -> &[Value] {
        match &self.objects[id as usize] {
            Object::Array(items) | Object::Record(_, items) => items,
            _ => unreachable!("object {id} has no parts"),
        }
    }

    #[inline]
    pub(crate) fn items_mut(&mut self, id: Id) -> &mut [Value] {
        match &mut self.objects[id as usize] {
            Object::Array(items) | Object::Record(_, items) => items,
            _ => unreachable!("object {id} has no parts"),
        }
    }

    /// The shape of a record: which fields it has, in which order.
    pub(crate) fn shape(&self, id: Id) -> u32 {
        match &self.objects[id as usize] {
            Object::Record(shape, _) => *shape,
            _ => unreachable!("object {id} is no record"),
        }
    }

    /// Bytes that a copy of the array or record takes with everything inside; stops counting above the limit.
    pub(crate) fn copy_size(&mut self, id: Id) -> usize {
        let mut size = 0usize;
        self.work.clear();
        self.work.push(id);
        while let Some(id) = self.work.pop() {
            let items = match &self.objects[id as usize] {
                Object::Array(items) | Object::Record(_, items) => items,
                _ => unreachable!("object {id} has no parts"),
            };
            size = size.saturating_add(values_size(items.len()));
            if size > self.limit {
                break;
            }
            self.work.extend(items.iter().filter_map(|v| v.aggregate()));
        }
        size
    }

    /// A copy of an array or record and of all arrays and records inside of it; other values are shared. The caller
    /// has reserved [`Heap::copy_size`].
    pub(crate) fn copy(&mut self, id: Id) -> Id {
        let root = self.copy_shallow(id);
        let mut work = vec![root];
        while let Some(id) = work.pop() {
            for i in 0..self.items(id).len() {
                let item = self.items(id)[i];
                let Some(child) = item.aggregate() else { continue };
                let child = self.copy_shallow(child);
                self.items_mut(id)[i] = if matches!(item, Value::Array(_)) { Value::Array(child) } else { Value::Record(child) };
                work.push(child);
            }
        }
        root
    }

    fn copy_shallow(&mut self, id: Id) -> Id {
        let (copy, len) = match &self.objects[id as usize] {
            Object::Array(items) => (Object::Array(items.clone()), items.len()),
            Object::Record(shape, items) => (Object::Record(*shape, items.clone()), items.len()),
            _ => unreachable!("object {id} has no parts"),
        };
        self.add(copy, values_size(len))
    }

    fn add(&mut self, object: Object, size: usize) -> Id {
        self.bytes += size;
        match self.free.pop() {
            Some(id) => {
                self.objects[id as usize] = object;
                id
            }
            None => {
                self.objects.push(object);
                Id::try_from(self.objects.len() - 1).expect("the limit allows fewer objects")
            }
        }
    }

    fn collect(&mut self, roots: &[&[Value]]) {
        self.marked.clear();
        self.marked.resize(self.objects.len().div_ceil(64), 0);
        let mut work = std::mem::take(&mut self.work);
        work.clear();
        for root in roots {
            root.iter().for_each(|v| visit(&mut self.marked, &mut work, *v));
        }
        while let Some(id) = work.pop() {
            match &self.objects[id as usize] {
                Object::Cell(value) => visit(&mut self.marked, &mut work, *value),
                Object::Array(items) | Object::Record(_, items) => {
                    items.iter().for_each(|v| visit(&mut self.marked, &mut work, *v));
                }
                Object::Big(_) | Object::Free => {}
            }
        }
        self.work = work;
        self.sweep();
    }

    fn sweep(&mut self) {
        self.free.clear();
        self.bytes = 0;
        // From the end, so that low numbers are used first.
        for (id, object) in self.objects.iter_mut().enumerate().rev() {
            if self.marked[id / 64] >> (id % 64) & 1 == 0 {
                *object = Object::Free;
                self.free.push(id as Id);
            } else {
                self.bytes += match object {
                    Object::Free => 0,
                    Object::Cell(_) => OVERHEAD,
                    Object::Array(items) | Object::Record(_, items) => values_size(items.len()),
                    Object::Big(number) => big_size(number.bits()),
                };
            }
        }
    }
}

/// Marks what a value refers to. Temporaries of a frame may still hold values of an earlier call: their objects are
/// kept or, if already freed, stay a `Free` object that is not handed out until the next collection.
fn visit(marked: &mut [u64], work: &mut Vec<Id>, value: Value) {
    if let Some(id) = value.object() {
        let (word, bit) = (id as usize / 64, 1u64 << (id % 64));
        if marked[word] & bit == 0 {
            marked[word] |= bit;
            work.push(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap() -> Heap {
        Heap::new(1 << 20)
    }

    #[test]
    fn garbage_goes_and_cycles_too() {
        let mut heap = heap();
        let kept = heap.new_cell(Value::Int(7));
        let a = heap.new_cell(Value::Null);
        let b = heap.new_cell(a);
        let (Value::Ptr(a), Value::Ptr(k)) = (a, kept) else { panic!() };
        heap.set_cell(a, b);
        heap.collect(&[&[kept]]);
        assert_eq!(heap.bytes, OVERHEAD);
        assert_eq!(heap.free.len(), 2);
        assert_eq!(heap.cell(k), Value::Int(7));
    }

    #[test]
    fn a_copy_shares_no_array() {
        let mut heap = heap();
        let inner = heap.new_array(&[Value::Int(1)]);
        let outer = heap.new_array(&[inner, Value::Int(2)]);
        let Value::Array(outer) = outer else { panic!() };
        assert_eq!(heap.copy_size(outer), values_size(1) + values_size(2));
        let copy = heap.copy(outer);
        let Value::Array(inner_copy) = heap.items(copy)[0] else { panic!() };
        heap.items_mut(inner_copy)[0] = Value::Int(9);
        let Value::Array(inner) = inner else { panic!() };
        assert_eq!(heap.items(inner)[0], Value::Int(1));
        assert_eq!(heap.items(inner_copy)[0], Value::Int(9));
    }

    #[test]
    fn a_long_list_is_marked_without_recursion() {
        let mut heap = Heap::new(usize::MAX);
        let mut list = Value::Null;
        for _ in 0..300_000 {
            list = heap.new_cell(list);
        }
        heap.collect(&[&[list]]);
        assert_eq!(heap.free.len(), 0);
        heap.collect(&[]);
        assert_eq!(heap.free.len(), 300_000);
    }

    #[test]
    fn full_only_if_the_living_fill_it() {
        let mut heap = Heap::new(10 * OVERHEAD);
        for _ in 0..9 {
            heap.new_cell(Value::Null);
        }
        assert!(heap.reserve(5 * OVERHEAD, &[]).is_ok());
        assert_eq!(heap.bytes, 0);
        let live: Vec<Value> = (0..9).map(|_| heap.new_cell(Value::Null)).collect();
        assert!(heap.reserve(5 * OVERHEAD, &[&live]).is_err());
    }
}
