//! What the caller gives to a run that starts in a function, with values: arguments, globals, and the objects that pointers lead to.

use homing_ir::{CKind, FuncId, GlobalId, TypeId};
use homing_memory::{Death, ObjRef, ObjectKind, Piece, SlotState, Val, ValKind};
use homing_term::Model;

use crate::lazy::{Lazy, LazyObject};
use crate::{Executor, State};

/// Everything that the caller gives on one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The function that the run starts in.
    pub func: FuncId,
    /// Parameters in order, then globals, then what pointers lead to, in the order in which that was used.
    pub parts: Vec<GivenPart>,
}

/// One object or argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenPart {
    pub what: GivenAs,
    /// How the program would write it.
    pub path: String,
    /// Of one element.
    pub ty: Option<TypeId>,
    pub count: u64,
    pub bytes: Vec<u8>,
    /// Bytes that the run looked at; the others may have any value.
    pub seen: Vec<(u64, u64)>,
    /// Pointers among the bytes: from which byte on, and where they lead.
    pub pointers: Vec<(u64, LeadsTo)>,
    /// The run frees it.
    pub freed: bool,
}

/// What something is to the function.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GivenAs {
    /// Of this number, among those that the types have for the function; or of the program form where they have none.
    Parameter(u32),
    Global(GlobalId),
    /// What a pointer leads to.
    Object,
    /// Which element of an array a pointer leads to: told by the pointer.
    Index,
    /// A function that the caller brings; its type is that of its result.
    Function,
    /// What such a function (of this number among the parts) returns, once; in order.
    Result(u32),
}

/// Where a pointer leads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LeadsTo {
    /// So many bytes behind the start of a part.
    Part(usize, u64),
    Global(GlobalId, u64),
    Function(FuncId),
}

impl Executor<'_> {
    /// What the caller gives on this path, under its model.
    pub(crate) fn given(&mut self, st: &State, lazy: &Lazy, model: &Model) -> Given {
        let values = st.inputs.values(&mut self.cx.terms, model);
        let object_of = |input: u32| lazy.objects.iter().find(|o| o.input == input);
        let mut parts: Vec<(u32, GivenPart)> = Vec::new();
        for i in lazy.inputs.iter().filter(|i| i.what != GivenAs::Index) {
            let seen = st.inputs.seen(i.input);
            if seen.is_empty() && matches!(i.what, GivenAs::Global(_)) {
                continue;
            }
            let object = object_of(i.input);
            let freed = object.is_some_and(|o| matches!(st.memory.state(o.object), SlotState::Dead(Death::Freed)));
            let mut part = GivenPart {
                what: i.what,
                path: i.path.to_string(),
                ty: i.ty,
                count: object.map_or(1, |o| o.count),
                bytes: values[i.input as usize].bytes.clone(),
                seen,
                pointers: Vec::new(),
                freed,
            };
            if let (Some(o), GivenAs::Object) = (object, i.what) {
                self.only_first(st, o, &mut part);
                self.only_length(o, model, &mut part);
            }
            parts.push((i.input, part));
        }
        let numbers: Vec<u32> = parts.iter().map(|p| p.0).collect();
        let part_of = |o: ObjRef| {
            let input = lazy.objects.iter().find(|l| l.object == o)?.input;
            numbers.iter().position(|n| *n == input)
        };
        for n in 0..parts.len() {
            if let GivenAs::Result(function) = &mut parts[n].1.what {
                *function = numbers.iter().position(|n| n == function).unwrap_or_default() as u32;
            }
            let size = parts[n].1.bytes.len() as u64;
            for (at, to) in self.given_pointers(st, lazy, model, numbers[n], &parts[n].1) {
                if at >= size {
                    continue;
                }
                let to = match (to, part_of(to.0)) {
                    ((_, offset), Some(part)) => Some(LeadsTo::Part(part, offset)),
                    ((o, offset), None) => match st.memory.get(o).map(|o| o.info.kind) {
                        Some(ObjectKind::Global(g)) => Some(LeadsTo::Global(g, offset)),
                        Some(ObjectKind::Function(f)) => Some(LeadsTo::Function(f)),
                        _ => None,
                    },
                };
                parts[n].1.pointers.extend(to.map(|to| (at, to)));
            }
        }
        Given { func: st.run.at, parts: parts.into_iter().map(|p| p.1).collect() }
    }

    /// Of an array of records nothing but the first may be in use: then that is what the caller gives.
    fn only_first(&self, st: &State, o: &LazyObject, part: &mut GivenPart) {
        let size = o.ty.map_or(0, |t| self.program.ctypes.get(t).size);
        let is_record =
            o.ty.is_some_and(|t| matches!(self.program.ctypes.get(t).kind, CKind::Record { .. } | CKind::Array { .. }));
        let seen = part.seen.iter().any(|(at, n)| at + n > size);
        if o.count == 1 || o.length.is_some() || !is_record || seen || part.freed {
            return;
        }
        let Some(object) = st.memory.get(o.object) else { return };
        let rest = object.pieces(size, object.size() - size);
        if rest.iter().all(|p| matches!(p, Piece::Input { input, .. } if *input == o.input)) {
            part.count = 1;
            part.bytes.truncate(size as usize);
        }
    }

    /// As many elements as the argument beside the pointer says.
    fn only_length(&mut self, o: &LazyObject, model: &Model, part: &mut GivenPart) {
        let Some(length) = o.length else { return };
        let size = o.ty.map_or(1, |t| self.program.ctypes.get(t).size);
        part.count = self.cx.terms.eval64(length, model).min(o.count);
        part.bytes.truncate((part.count * size) as usize);
        part.seen.retain(|(at, n)| at + n <= part.bytes.len() as u64);
    }

    /// The pointers in a part: those that lead somewhere, and those that happen to have the address of something.
    fn given_pointers(
        &mut self,
        st: &State,
        lazy: &Lazy,
        model: &Model,
        number: u32,
        part: &GivenPart,
    ) -> Vec<(u64, (ObjRef, u64))> {
        let Some(input) = lazy.input(number) else { return Vec::new() };
        let mut found = Vec::new();
        for &(var, to) in &lazy.resolved {
            if let Some((i, at)) = self.lazy_place(lazy, var)
                && i.input == number
            {
                found.extend(self.pointee(to, model).map(|to| (at, to)));
            }
        }
        let len = u64::from(self.program.ptr_bits / 8);
        let objects: Vec<ObjRef> = lazy.objects.iter().map(|o| o.object).chain(st.exposed.iter().copied()).collect();
        for &(at, n) in &part.seen {
            let value = part.bytes[at as usize..(at + n) as usize].iter().rev().fold(0, |v, b| v << 8 | u64::from(*b));
            let is_pointer = n == len && self.pointer_type(input, at).is_some();
            if !is_pointer || value == 0 || found.iter().any(|(known, _)| *known == at) {
                continue;
            }
            let hits = objects.iter().filter_map(|o| {
                let address = self.address(*o);
                let offset = value.checked_sub(self.cx.terms.eval64(address, model))?;
                let size = st.memory.get(*o).map_or(0, |o| o.size());
                (offset <= size).then_some((*o, offset, offset == size))
            });
            // The end of one object may be the start of another.
            let hit = hits.min_by_key(|(_, offset, end)| (*end && *offset > 0, *offset));
            found.extend(hit.map(|(o, offset, _)| (at, (o, offset))));
        }
        found.sort_by_key(|(at, _)| *at);
        found
    }

    fn pointee(&mut self, to: Val, model: &Model) -> Option<(ObjRef, u64)> {
        match to.kind() {
            ValKind::Ptr(o, offset) => Some((o, offset)),
            ValKind::PtrAt(o, t) => Some((o, self.cx.terms.eval64(t, model))),
            _ => None,
        }
    }
}
