//! The members of an object that have a value to be said.

use homing_exec::{GivenPart, LeadsTo};
use homing_ir::{CField, CKind, CType, CTypes, TypeId};

use crate::literal;

/// A member, and what it is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// How it is named behind the variable: `.a.b[2]`; nothing for the variable itself.
    pub at: String,
    pub value: Value,
}

/// What a member is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A constant.
    Text(String),
    /// The first characters of an array, the others being zero.
    Chars(Vec<u8>),
    /// Where it leads; whether the type must be left open.
    Pointer(LeadsTo, bool),
    /// Bytes that C has no constant for.
    Bytes(Vec<u8>),
    /// Bytes so far behind the start of the variable that belong to no member: padding.
    Padding(u64, Vec<u8>),
}

/// Arrays of characters are written as strings unless that many zeros would have to be spelled out.
const LONG: usize = 64;

/// The members of a part that the run looked at. A part of an unknown type has none.
pub fn items(types: &CTypes, part: &GivenPart) -> Vec<Item> {
    let Some(ty) = part.ty else { return Vec::new() };
    let mut walk = Walk { types, part, out: Vec::new(), said: vec![false; part.bytes.len()] };
    match part.count {
        1 => walk.member(ty, 0, String::new(), part.bytes.len() as u64),
        n => walk.array(ty, n, 0, String::new()),
    }
    walk.padding();
    walk.out
}

/// The pointer at a byte of a part, if one is known to be there.
pub fn pointer_at(part: &GivenPart, at: u64) -> Option<LeadsTo> {
    part.pointers.iter().find(|(p, _)| *p == at).map(|(_, to)| *to)
}

struct Walk<'a> {
    types: &'a CTypes,
    part: &'a GivenPart,
    out: Vec<Item>,
    /// By byte: an item says what it is.
    said: Vec<bool>,
}

impl Walk<'_> {
    /// What was looked at and belongs to no member.
    fn padding(&mut self) {
        for &(at, len) in &self.part.seen {
            let mut at = at as usize;
            let end = at + len as usize;
            while at < end {
                let run = self.said[at..end].iter().take_while(|s| !**s).count();
                if run > 0 {
                    self.push(String::new(), Value::Padding(at as u64, self.part.bytes[at..at + run].to_vec()));
                }
                at += run.max(1);
            }
        }
    }

    fn say(&mut self, at: u64, len: u64) {
        if let Some(said) = self.said.get_mut(at as usize..(at + len) as usize) {
            said.fill(true);
        }
    }

    /// The run looked at some of these bytes, or they lead somewhere.
    fn is_seen(&self, at: u64, len: u64) -> bool {
        let end = at + len;
        self.part.seen.iter().any(|(o, n)| *o < end && at < o + n)
            || self.part.pointers.iter().any(|(o, _)| (at..end).contains(o))
    }

    fn bytes(&self, at: u64, len: u64) -> Option<&[u8]> {
        self.part.bytes.get(at as usize..(at + len) as usize)
    }

    fn push(&mut self, at: String, value: Value) {
        self.out.push(Item { at, value });
    }

    /// `room`: bytes up to the end of the object, for an array without a size.
    fn member(&mut self, ty: TypeId, at: u64, name: String, room: u64) {
        let types = self.types;
        let t = types.get(ty);
        match &t.kind {
            CKind::Record { union: true, fields } => {
                if let Some(f) = self.member_of_union(fields, at, t.size) {
                    self.field(f, at, &name, room);
                }
            }
            CKind::Record { fields, .. } => fields.iter().for_each(|f| self.field(f, at, &name, room)),
            CKind::Array { of, count } => {
                let size = types.get(*of).size;
                let count = if *count == 0 { room.checked_div(size).unwrap_or(0) } else { *count };
                self.array(*of, count, at, name);
            }
            _ => self.scalar(t, at, name),
        }
    }

    fn field(&mut self, f: &CField, at: u64, name: &str, room: u64) {
        // Members of a record without a name are members of the outer one.
        let inner = if f.name.is_empty() { name.to_string() } else { format!("{name}.{}", f.name) };
        let Some(bits) = f.bits else {
            let left = room.saturating_sub(f.offset);
            let size = self.types.get(f.ty).size;
            if self.is_seen(at + f.offset, if size == 0 { left } else { size }) {
                self.member(f.ty, at + f.offset, inner, left);
            }
            return;
        };
        let (first, end) = (bits.at / 8, (bits.at + bits.width).div_ceil(8));
        if f.name.is_empty() || bits.width == 0 || !self.is_seen(at + first, end - first) {
            return;
        }
        self.say(at + first, end - first);
        let Some(bytes) = self.bytes(at + first, end - first) else { return };
        let v = literal::unsigned(bytes) >> (bits.at % 8) & (u128::MAX >> (128 - bits.width));
        let signed = matches!(self.types.get(f.ty).kind, CKind::Integer { signed: true });
        let text = if signed { literal::sign_extend(v, bits.width as u32).to_string() } else { format!("{v}U") };
        self.push(inner, Value::Text(text));
    }

    /// The member of a union that says most of what was looked at.
    fn member_of_union<'f>(&self, fields: &'f [CField], at: u64, size: u64) -> Option<&'f CField> {
        let inside = |o: u64| (at..at + size).contains(&o);
        let seen = || self.part.seen.iter().filter(|(o, _)| inside(*o)).map(|(o, n)| (o - at, *n));
        let score = |f: &CField| {
            let is_pointer = |o: &u64| {
                let t = self.types.at(f.ty, o - at).map(|t| &self.types.get(t).kind);
                matches!(t, Some(CKind::Pointer(_) | CKind::FunctionPointer(_)))
            };
            let pointers = self.part.pointers.iter().map(|(o, _)| *o).filter(|o| inside(*o));
            let covered = seen().filter(|(o, n)| o + n <= self.types.get(f.ty).size).count();
            let exact = seen().filter(|(o, n)| self.types.at(f.ty, *o).is_some_and(|t| self.types.get(t).size == *n)).count();
            // A number is not to be taken for a pointer.
            let wild = self.types.pointer_at(f.ty, 0).is_some() && pointer_at(self.part, at).is_none();
            (pointers.filter(is_pointer).count(), covered, !wild, exact)
        };
        let mut best: Option<(&CField, _)> = None;
        for f in fields {
            let s = score(f);
            if best.as_ref().is_none_or(|(_, b)| s > *b) {
                best = Some((f, s));
            }
        }
        best.map(|(f, _)| f)
    }

    fn array(&mut self, of: TypeId, count: u64, at: u64, name: String) {
        let t = self.types.get(of);
        let size = t.size;
        if t.size == 1
            && matches!(t.kind, CKind::Integer { .. })
            && !is_bool(t)
            && let Some(bytes) = self.bytes(at, count)
        {
            let used = bytes.iter().rposition(|b| *b != 0).map_or(0, |n| n + 1);
            let zeros = bytes[..used].iter().filter(|b| **b == 0).count();
            if zeros < LONG {
                let chars = bytes[..used].to_vec();
                self.say(at, count);
                return self.push(name, Value::Chars(chars));
            }
        }
        for i in 0..count {
            let here = at + i * size;
            if self.is_seen(here, size) {
                self.member(of, here, format!("{name}[{i}]"), size);
            }
        }
    }

    fn scalar(&mut self, t: &CType, at: u64, name: String) {
        self.say(at, t.size);
        let Some(bytes) = self.bytes(at, t.size) else { return };
        let value = match t.kind {
            CKind::Integer { .. } if is_bool(t) => Value::Text((bytes[0] & 1).to_string()),
            CKind::Integer { signed } if bytes.len() == 1 && t.text.contains("char") => {
                Value::Text(literal::character(bytes[0], signed))
            }
            CKind::Integer { signed } => Value::Text(literal::integer(bytes, signed)),
            CKind::Float => match literal::float(bytes) {
                Some(text) => Value::Text(text),
                None => Value::Bytes(bytes.to_vec()),
            },
            CKind::Pointer(_) | CKind::FunctionPointer(_) => match (pointer_at(self.part, at), literal::unsigned(bytes)) {
                (Some(to), _) => Value::Pointer(to, t.text.contains("_Atomic")),
                (None, 0) => Value::Text("0".into()),
                (None, v) => Value::Text(format!("(void *){v:#x}")),
            },
            _ if bytes.is_empty() => return,
            _ => Value::Bytes(bytes.to_vec()),
        };
        self.push(name, value);
    }
}

fn is_bool(t: &CType) -> bool {
    t.size == 1 && t.text.to_ascii_lowercase().ends_with("bool")
}
