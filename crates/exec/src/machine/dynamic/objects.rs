//! Cells, arrays and records: objects of 8 bytes for each value.

use std::rc::Rc;

use homing_ir::{DynOp, ErrorKind, LocId, Opnd, Type};
use homing_memory::{ObjRef, Object, ObjectInfo, ObjectKind, Val};
use smallvec::SmallVec;

use super::{ARRAY, Kind, RECORD};
use crate::end::Res;
use crate::{Executor, LossKind, State};

/// Sizes (in values) whose object data is kept for the next object of that size.
const KEPT: usize = 64;

impl Executor<'_> {
    /// A new object with these values, and the pointer to it that says what kind it is.
    pub(super) fn new_cells(&mut self, st: &mut State, vals: &[Val], kind: u64) -> Res<Val> {
        let size = vals.len() as u64 * 8;
        if size > self.options.max_object_size {
            return self.lost(st, LossKind::AllocationLimit, format!("{} values in one object", vals.len()));
        }
        let mut object = Object::shared(self.cells_info(vals.len()), Val::ZERO);
        for (i, v) in vals.iter().enumerate() {
            object.set_cell(i as u64 * 8, *v);
        }
        Ok(Val::ptr(st.memory.add(object), kind))
    }

    fn cells_info(&mut self, n: usize) -> Rc<ObjectInfo> {
        let make = || {
            Rc::new(ObjectInfo {
                size: n as u64 * 8,
                size_term: None,
                align: 8,
                kind: ObjectKind::Cells,
                name: Rc::from(""),
                loc: LocId(0),
                func: None,
                read_only: false,
            })
        };
        if n >= KEPT {
            return make();
        }
        if self.cells_infos.len() <= n {
            self.cells_infos.resize(KEPT, None);
        }
        Rc::clone(self.cells_infos[n].get_or_insert_with(make))
    }

    /// Nothing ends a cell's life, so there is one behind every pointer to one.
    pub(super) fn read_cell(&self, st: &State, o: ObjRef, at: u64) -> Val {
        st.memory.get(o).map_or(Val::UNDEF, |object| object.cell(at))
    }

    pub(super) fn write_cell(&self, st: &mut State, o: ObjRef, at: u64, v: Val) {
        if let Some(object) = st.memory.get_mut(o) {
            object.set_cell(at, v);
        }
    }

    /// Is the operand of the present function a `Dyn` value? A function among its constants is one where a `Dyn` is stored, and then its slot is
    /// read as one: nothing distinguishes the two in memory.
    pub(crate) fn is_dynamic(&self, st: &State, o: Opnd) -> bool {
        self.program.opnd_type(self.program.func(st.frame.func), o) == Type::Dyn
    }

    /// What a local in memory holds.
    pub(crate) fn load_value(&mut self, st: &State, at: Val) -> Res<Val> {
        let o = self.local(st, at)?;
        Ok(self.read_cell(st, o, 0))
    }

    /// Stores to a local in memory.
    pub(crate) fn store_value(&mut self, st: &mut State, at: Val, v: Val) -> Res<()> {
        let o = self.local(st, at)?;
        self.write_cell(st, o, 0, v);
        Ok(())
    }

    /// Locals with `Dyn` values are only used whole.
    fn local(&self, st: &State, at: Val) -> Res<ObjRef> {
        match at.as_ptr() {
            Some((o, 0)) if st.memory.get(o).is_some_and(|object| object.size() >= 8) => Ok(o),
            _ => self.lost(st, LossKind::Unsupported, "a dynamic value in memory other than a local"),
        }
    }

    /// Elements of an array.
    pub(super) fn array_length(&self, st: &State, o: ObjRef) -> u64 {
        st.memory.get(o).map_or(0, |object| object.size() / 8)
    }

    /// A new array or record of the operands.
    pub(super) fn composite(&mut self, st: &mut State, op: &DynOp, args: &[Opnd]) -> Res<Val> {
        let mut vals: SmallVec<[Val; 16]> = SmallVec::new();
        let DynOp::Record { fields } = op else {
            vals.extend(args.iter().map(|a| self.get(st, *a)));
            return self.new_cells(st, &vals, ARRAY);
        };
        for (f, a) in fields.iter().zip(args) {
            let v = self.get(st, *a);
            self.want_no_record(st, v)?;
            vals.extend([Val::int(u64::from(*f)), v]);
        }
        self.new_cells(st, &vals, RECORD)
    }

    /// The object of a record and where a field's value is in it.
    pub(super) fn find_field(&mut self, st: &State, v: Val, f: u32) -> Res<(ObjRef, u64)> {
        let o = match Kind::of(v) {
            Kind::Record(o) => o,
            other => return self.wrong(st, other, &format!("only a record has a field {}", self.field_name(f))),
        };
        let found = st.memory.get(o).and_then(|object| {
            let pairs = object.size() / 16;
            (0..pairs).map(|i| i * 16).find(|at| object.cell(*at) == Val::int(u64::from(f)))
        });
        match found {
            Some(at) => Ok((o, at + 8)),
            None => self.error(st, ErrorKind::Type, format!("this record has no field {}", self.field_name(f))),
        }
    }

    /// The same value with arrays and records of its own, all the way down.
    pub(super) fn deep_copy(&mut self, st: &mut State, v: Val) -> Res<Val> {
        let Some(copy) = self.shallow_copy(st, v) else { return Ok(v) };
        let mut room = self.options.max_object_size / 8;
        // Copies whose contents still belong to the original.
        let mut todo: SmallVec<[ObjRef; 8]> = copy.object().into_iter().collect();
        while let Some(o) = todo.pop() {
            let n = self.array_length(st, o);
            room = room.saturating_sub(n + 1);
            if room == 0 {
                return self.lost(st, LossKind::AllocationLimit, "copy of a very large value");
            }
            // Most hold numbers only: those share their contents until written.
            if st.memory.get(o).is_none_or(|object| object.values().all(|v| v.object().is_none())) {
                continue;
            }
            for at in (0..n).map(|i| i * 8) {
                let inner = self.read_cell(st, o, at);
                if let Some(inner) = self.shallow_copy(st, inner) {
                    self.write_cell(st, o, at, inner);
                    todo.extend(inner.object());
                }
            }
        }
        Ok(copy)
    }

    /// A new array or record with the same contents; `None` for values that are neither.
    fn shallow_copy(&mut self, st: &mut State, v: Val) -> Option<Val> {
        let (o, kind) = v.as_ptr()?;
        if kind != ARRAY && kind != RECORD {
            return None;
        }
        let object: Object = Object::clone(st.memory.get(o)?);
        Some(Val::ptr(st.memory.add(object), kind))
    }
}
