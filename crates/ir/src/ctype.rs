//! C types as debug information has them: what a pointer leads to, and how that is laid out. Only what starts in the middle of a program
//! looks at them; the program's meaning does not depend on them.

/// A type of the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

impl TypeId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One C type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CType {
    /// As a programmer writes it; a record without a name ends in `{...}`.
    pub text: String,
    /// Bytes; 0 for what has no size.
    pub size: u64,
    pub kind: CKind,
    /// It, or a part of it, is `volatile` or atomic: others may change it at any time.
    pub shared: bool,
}

/// What a type is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CKind {
    Integer {
        signed: bool,
    },
    Float,
    /// To what; none for `void`, functions and records that are only declared.
    Pointer(Option<TypeId>),
    /// A pointer to a function, and what that returns; none for `void`.
    FunctionPointer(Option<TypeId>),
    Array {
        of: TypeId,
        count: u64,
    },
    Record {
        union: bool,
        fields: Vec<CField>,
    },
    /// Nothing that could be pointed to.
    Other,
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CField {
    /// Empty for an unnamed record whose members belong to the outer one.
    pub name: String,
    /// In bytes; of a bit field, of the byte that it begins in.
    pub offset: u64,
    pub ty: TypeId,
    pub bits: Option<BitField>,
}

/// Where a bit field is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BitField {
    /// Bits from the start of the record.
    pub at: u64,
    pub width: u64,
}

/// A parameter as the source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CParam {
    /// Empty where it is not known.
    pub name: String,
    pub ty: TypeId,
    /// The parameters of the program form that carry it: which, and from which byte of the value on.
    pub parts: Vec<(usize, u64)>,
    /// What is carried is the address of a copy.
    pub in_memory: bool,
    /// It is where the result goes: no parameter in the source.
    pub is_result: bool,
}

/// The types of a program's parameters and globals, and everything they lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CTypes {
    pub list: Vec<CType>,
    /// By function: its parameters, where those of the program form are known to carry them; else empty.
    pub params: Vec<Vec<CParam>>,
    /// By global.
    pub globals: Vec<Option<TypeId>>,
}

impl CTypes {
    pub fn get(&self, t: TypeId) -> &CType {
        &self.list[t.index()]
    }

    /// The parameters of a function, if they are known.
    pub fn params(&self, f: crate::FuncId) -> &[CParam] {
        self.params.get(f.index()).map_or(&[], |p| p)
    }

    /// Of a record whose last member is an array without a size: the type of its elements.
    pub fn flexible(&self, t: TypeId) -> Option<TypeId> {
        let CKind::Record { fields, union: false } = &self.get(t).kind else { return None };
        match self.get(fields.last()?.ty).kind {
            CKind::Array { of, count: 0 } => Some(of),
            _ => None,
        }
    }

    /// The pointer at this byte of a value of type `t`, if there is one; of a union any member may be it.
    pub fn pointer_at(&self, t: TypeId, offset: u64) -> Option<&CKind> {
        match &self.get(t).kind {
            pointer @ (CKind::Pointer(_) | CKind::FunctionPointer(_)) if offset == 0 => Some(pointer),
            CKind::Array { of, .. } => self.pointer_at(*of, offset.checked_rem(self.get(*of).size)?),
            CKind::Record { fields, .. } => {
                // Where the members of a union disagree, nobody knows what it leads to.
                static UNKNOWN: CKind = CKind::Pointer(None);
                let mut found = fields.iter().filter_map(|f| match f.bits {
                    None if f.offset <= offset => self.pointer_at(f.ty, offset - f.offset),
                    _ => None,
                });
                let first = found.next()?;
                Some(if found.all(|other| other == first) { first } else { &UNKNOWN })
            }
            _ => None,
        }
    }

    /// The innermost type that begins at this byte of a value of type `t` and is no record or array; with unions the first member
    /// counts.
    pub fn at(&self, t: TypeId, offset: u64) -> Option<TypeId> {
        let (mut t, mut offset) = (t, offset);
        loop {
            match &self.get(t).kind {
                CKind::Array { of, .. } => {
                    let size = self.get(*of).size;
                    (t, offset) = (*of, offset.checked_rem(size)?);
                }
                CKind::Record { fields, .. } => {
                    let inside = |f: &&CField| f.bits.is_none() && f.offset <= offset && offset - f.offset < self.get(f.ty).size;
                    let field = fields.iter().find(inside)?;
                    (t, offset) = (field.ty, offset - field.offset);
                }
                _ => return (offset == 0).then_some(t),
            }
        }
    }
}
