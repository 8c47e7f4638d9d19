//! Lazy initialisation: what a pointer that comes from nowhere leads to is made when it is first used.
//!
//! A run that starts unconstrained gets its arguments (and globals) as symbols. A pointer among them is null, or leads to a fresh object of
//! the type that debug information tells: a record, or an array of a few elements where elements are numbers or pointers; where no type is
//! known, some bytes. The pointers inside are made the same way when they are used, down to a depth. That such a pointer leads to something
//! else (to a global, to the middle of another object, to a longer array) is left out, so each one made is a counted loss.

use std::rc::Rc;

use homing_ir::{CField, CKind, ErrorKind, InputKind, LocId, TypeId};
use homing_memory::{ObjRef, Object, ObjectInfo, ObjectKind, Piece, Val, ValKind};
use homing_solver::May;
use homing_term::{Op, Term, VarKey};
use smallvec::{SmallVec, smallvec};

use crate::access::Offset;
use crate::end::{Ended, Res, Stop};
use crate::executor::{Step, why_text};
use crate::given::GivenAs;
use crate::outcome::Message;
use crate::{Executor, LossKind, State};

/// Terms of a sum among which a pointer is looked for.
const MAX_SUM: u32 = 64;

/// Bytes for each element where the type is not known: it may be a record.
const UNKNOWN_BYTES: u64 = 32;

/// Bytes of an array at most, unless one element is larger.
const MAX_ARRAY: u64 = 1 << 20;

/// It may turn out to be as large as this.
const MAX_UNKNOWN: u64 = 1 << 16;

/// How far lazy initialisation goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct LazyOptions {
    /// Elements of an array.
    pub array: u64,
    /// A pointer may also lead to an object of the same type that was made before.
    pub alias: bool,
    /// Objects on a chain of pointers.
    pub depth: u32,
    /// A pointer to a number may lead to any element of its array, not only to the first, and one to a record to the first of several:
    /// for runs that start in a function. Trails are looked for with less.
    pub thorough: bool,
}

impl Default for LazyOptions {
    fn default() -> LazyOptions {
        LazyOptions { array: 4, alias: false, depth: 8, thorough: false }
    }
}

/// What was made on this path. Empty for runs from the program's own start.
#[derive(Clone, Debug, Default)]
pub struct Lazy {
    /// Inputs whose bytes may hold such pointers, in order.
    pub inputs: Vec<LazyInput>,
    pub objects: Vec<LazyObject>,
    /// Pointers that lead somewhere by now: the variable, and where to.
    pub resolved: Vec<(Term, Val)>,
    /// Inputs that are a pointer to an array and its length.
    pub pairs: Vec<(u32, u32)>,
}

/// An argument, a global or an object made on the way.
#[derive(Clone, Debug)]
pub struct LazyInput {
    /// Its number in the path's log of inputs.
    pub input: u32,
    pub ty: Option<TypeId>,
    /// Objects on the chain that leads to it.
    pub(crate) depth: u32,
    /// How the program would write it.
    pub path: Rc<str>,
    pub what: GivenAs,
}

/// An object made for a pointer.
#[derive(Clone, Debug)]
pub struct LazyObject {
    pub object: ObjRef,
    pub input: u32,
    /// Of one element.
    pub ty: Option<TypeId>,
    pub count: u64,
    /// How many there are of them, where another argument says it; at most `count`.
    pub length: Option<Term>,
}

/// What a pointer is taken to lead to.
pub(crate) struct Shape {
    pub ty: Option<TypeId>,
    pub size: u64,
    pub count: u64,
    /// See [`LazyObject::length`].
    pub length: Option<Term>,
}

impl Lazy {
    pub(crate) fn resolved(&self, var: Term) -> Option<Val> {
        self.resolved.iter().find(|(t, _)| *t == var).map(|(_, v)| *v)
    }

    pub(crate) fn input(&self, number: u32) -> Option<&LazyInput> {
        self.inputs.binary_search_by_key(&number, |i| i.input).ok().map(|i| &self.inputs[i])
    }
}

impl Executor<'_> {
    /// Notes that the input just made may hold pointers that lead to something.
    pub(crate) fn lazy_input(&mut self, st: &mut State, ty: Option<TypeId>, depth: u32, path: Rc<str>, what: GivenAs) {
        let input = st.inputs.len() as u32 - 1;
        let lazy = Rc::make_mut(st.lazy.get_or_insert_with(Rc::default));
        lazy.inputs.push(LazyInput { input, ty, depth, path, what });
    }

    /// The object that a symbolic address leads to in a run with lazy initialisation; `None` where there is nothing to be made.
    pub(crate) fn lazy_object(&mut self, st: &mut State, step: &mut Step, t: Term) -> Res<Option<(ObjRef, Offset)>> {
        let Some((var, rest)) = self.lazy_pointer(st, t) else { return Ok(None) };
        let to = match st.lazy.as_ref().and_then(|l| l.resolved(var)) {
            Some(to) => to,
            None => self.lazy_make(st, step, var)?,
        };
        let rest = self.val_of(rest);
        match self.pointer_add(to, rest).kind() {
            ValKind::Ptr(o, off) => Ok(Some((o, Offset::At(off)))),
            ValKind::PtrAt(o, t) => Ok(Some((o, Offset::Symbolic(t)))),
            _ => Ok(None),
        }
    }

    /// The pointer in a sum: the one variable that is known to be one, else the only variable of that width; and the rest of the sum.
    pub(crate) fn lazy_pointer(&mut self, st: &State, t: Term) -> Option<(Term, Term)> {
        let lazy = st.lazy.clone()?;
        let mut vars: SmallVec<[Term; 4]> = SmallVec::new();
        let mut todo: SmallVec<[Term; 4]> = smallvec![t];
        let mut left = MAX_SUM;
        while let Some(t) = todo.pop() {
            left = left.checked_sub(1)?;
            let args = self.cx.terms.args(t);
            match self.cx.terms.op(t) {
                Op::Add => todo.extend([args[0], args[1]]),
                Op::Sub => todo.push(args[0]),
                Op::Var(_) if self.lazy_place(&lazy, t).is_some() => vars.push(t),
                _ => {}
            }
        }
        let is_pointer = |t: &&Term| {
            let place = self.lazy_place(&lazy, **t);
            lazy.resolved(**t).is_some() || place.is_some_and(|(input, offset)| self.pointer_type(input, offset).is_some())
        };
        let known: SmallVec<[Term; 4]> = vars.iter().filter(is_pointer).copied().collect();
        let var = match (&known[..], &vars[..]) {
            ([one], _) | ([], [one]) => *one,
            _ => return None,
        };
        Some((var, self.cx.terms.sub(t, var)))
    }

    /// Which bytes of which input a variable stands for, if it may be a pointer.
    pub(crate) fn lazy_place<'l>(&self, lazy: &'l Lazy, t: Term) -> Option<(&'l LazyInput, u64)> {
        let v = self.cx.terms.as_var(t)?;
        match self.cx.terms.var_info(v).key {
            VarKey::Input { input, offset } => lazy.input(input).map(|i| (i, u64::from(offset))),
            _ => None,
        }
    }

    /// The type that debug information gives a pointer in an input.
    pub(crate) fn pointer_type(&self, input: &LazyInput, offset: u64) -> Option<&CKind> {
        let types = &self.program.ctypes;
        let size = types.get(input.ty?).size;
        // Behind the first element of an array there are others; behind a record, the elements that its last member has more of.
        let inside = if offset < size || types.flexible(input.ty?).is_some() { offset } else { offset.checked_rem(size)? };
        types.pointer_at(input.ty?, inside)
    }

    fn shape(&self, to: Option<TypeId>, thorough: bool) -> Shape {
        let types = &self.program.ctypes;
        let size = to.map_or(1, |t| types.get(types.flexible(t).unwrap_or(t)).size).max(1);
        let array = self.options.lazy.array.min(MAX_ARRAY / size).max(1);
        match to.map(|t| (t, types.get(t))) {
            Some((t, ty)) if ty.size > 0 => match ty.kind {
                CKind::Record { .. } | CKind::Array { .. } => match types.flexible(t) {
                    Some(of) => Shape { ty: Some(t), size: ty.size + types.get(of).size * array, count: 1, length: None },
                    None if thorough => Shape { ty: Some(t), size: ty.size * array, count: array, length: None },
                    None => Shape { ty: Some(t), size: ty.size, count: 1, length: None },
                },
                _ => Shape { ty: Some(t), size: ty.size * array, count: array, length: None },
            },
            _ => Shape { ty: None, size: UNKNOWN_BYTES * array, count: UNKNOWN_BYTES * array, length: None },
        }
    }

    /// Makes what the pointer leads to; where it may be null that is an error, split off.
    fn lazy_make(&mut self, st: &mut State, step: &mut Step, var: Term) -> Res<Val> {
        let lazy = st.lazy.clone().unwrap_or_default();
        let Some((input, offset)) = self.lazy_place(&lazy, var) else {
            return self.lost(st, LossKind::UnresolvedPointer, "the address is an arbitrary number");
        };
        let path = self.member(input, offset);
        let zero = self.cx.terms.bits(self.program.ptr_bits, 0);
        let not_null = self.cx.terms.ne(var, zero);
        // What the function has found to be null itself is its own fault.
        let by_caller = !matches!(st.path.may(&mut self.cx, not_null), May::No);
        let text = if by_caller {
            format!("null pointer (`{path}`, which the caller gives)")
        } else {
            format!("null pointer (`{path}`)")
        };
        self.require(st, step, not_null, ErrorKind::Null, Message { text, by_caller })?;
        let depth = input.depth + 1;
        if depth > self.options.lazy.depth {
            return self.lost(st, LossKind::Assumed, format!("{path} is more than {} pointers deep", self.options.lazy.depth));
        }
        let thorough = self.options.lazy.thorough && !st.run.is_unconstrained();
        let to = match self.pointer_type(input, offset) {
            Some(CKind::Pointer(to)) => *to,
            _ => None,
        };
        let beside = lazy.pairs.iter().find(|(p, _)| *p == input.input && offset == 0).map(|(_, n)| *n);
        let shape = match beside {
            Some(n) => self.shape_of_length(st, step, to, n, &path)?,
            None => self.shape(to, thorough),
        };
        step.losses.push(self.make_loss(st, LossKind::Assumed, format!("`{path}` leads to an object of its own")));
        let others: Vec<ObjRef> = lazy.objects.iter().filter(|o| o.ty == shape.ty).map(|o| o.object).collect();
        if self.options.lazy.alias {
            for o in &others {
                let mut other = self.fork(st);
                if self.lazy_resolve(&mut other, var, Val::ptr(*o, 0)).is_ok() {
                    step.goes_on(Some(other));
                }
            }
        }
        let element = shape.ty.map_or(1, |t| self.program.ctypes.get(t).size);
        let elements = if thorough && !self.is_record(shape.ty) && shape.length.is_none() { shape.count } else { 1 };
        let fresh = self.lazy_new(st, shape, depth, &path);
        if elements > 1 {
            self.lazy_other_elements(st, step, (var, fresh), elements, element, &path);
        }
        match self.lazy_resolve(st, var, fresh) {
            Err(Stop::End(Ended::Infeasible)) => {}
            Err(other) => return Err(other),
            Ok(()) => return Ok(fresh),
        }
        // It has been compared with another and found equal: then it is that one.
        for o in others.into_iter().chain(st.exposed.clone().iter().copied()) {
            if self.lazy_resolve(st, var, Val::ptr(o, 0)).is_ok() {
                return Ok(Val::ptr(o, 0));
            }
        }
        Err(Stop::End(Ended::Infeasible))
    }

    /// Another state, in which the pointer leads to another element of its array.
    fn lazy_other_elements(
        &mut self,
        st: &mut State,
        step: &mut Step,
        (var, array): (Term, Val),
        count: u64,
        size: u64,
        path: &str,
    ) {
        let mut other = self.fork(st);
        let w = self.program.ptr_bits;
        let input = other.inputs.push(Rc::from(format!("index of {path}")), InputKind::Assumed, 1, Rc::from("unsigned char"));
        self.lazy_input(&mut other, None, 0, Rc::from(path), GivenAs::Index);
        let index = other.inputs.term(&mut self.cx.terms, input, 0, 1);
        let (one, last) = (self.cx.terms.bits(8, 1), self.cx.terms.bits(8, (count - 1).min(255)));
        let (low, high) = (self.cx.terms.ule(one, index), self.cx.terms.ule(index, last));
        let inside = self.cx.terms.and(low, high);
        let May::Yes(witness) = other.path.may(&mut self.cx, inside) else { return };
        self.constrain(&mut other, inside, witness);
        let wide = self.cx.terms.zext(index, w);
        let size = self.cx.terms.bits(w, size);
        let offset = self.cx.terms.mul(wide, size);
        let offset = self.val_of(offset);
        let to = self.pointer_add(array, offset);
        if self.lazy_resolve(&mut other, var, to).is_ok() {
            step.goes_on(Some(other));
        }
    }

    /// An object of a type that nobody knows is as large as its use tells. False if it cannot be that.
    pub(crate) fn lazy_grow(&mut self, st: &mut State, o: ObjRef, end: u64) -> bool {
        let (Some(lazy), Some(old)) = (&mut Rc::make_mut(&mut st.rare).lazy, st.memory.get(o).cloned()) else { return false };
        let Some(n) = lazy.objects.iter().position(|l| l.object == o && l.ty.is_none()) else { return false };
        if end > MAX_UNKNOWN || old.size() == 0 {
            return false;
        }
        let size = end.next_power_of_two();
        let made = &mut Rc::make_mut(lazy).objects[n];
        made.count = size;
        let input = made.input;
        st.inputs.resize(input, size as u32);
        let info = ObjectInfo { size, name: old.info.name.clone(), ..*old.info };
        st.memory.replace(o, Object::new(info, Val::input(input, 0)));
        let mut at = 0;
        for piece in old.pieces(0, old.size()) {
            let len = u64::from(piece.len());
            let v = match piece {
                Piece::Int { v, .. } => Some(Val::int(v)),
                Piece::Part(p) => Some(self.part(p)),
                Piece::Undef { .. } => Some(Val::UNDEF),
                Piece::Input { input: same, offset, .. } if same == input && u64::from(offset) == at => None,
                Piece::Input { input, offset, .. } => Some(Val::input(input, offset)),
            };
            if let Some(v) = v {
                self.write_at(st, o, at, len, v);
            }
            at += len;
        }
        true
    }

    /// From now on the pointer leads there. An error leaves the path condition as it was.
    pub(crate) fn lazy_resolve(&mut self, st: &mut State, var: Term, to: Val) -> Res<()> {
        let address = self.term_of(to, self.program.ptr_bits);
        let same = self.cx.terms.eq(var, address);
        self.expose(st, same);
        match st.path.may(&mut self.cx, same) {
            May::Yes(w) => self.constrain(st, same, w),
            May::No => return Err(Stop::End(Ended::Infeasible)),
            May::Unknown(why) => return self.lost(st, LossKind::Solver, why_text(&why)),
        }
        Rc::make_mut(st.lazy.get_or_insert_with(Rc::default)).resolved.push((var, to));
        Ok(())
    }

    fn lazy_new(&mut self, st: &mut State, shape: Shape, depth: u32, path: &str) -> Val {
        let Shape { ty, size, count, length } = shape;
        let name: Rc<str> = Rc::from(format!("*{path}"));
        let text = ty.map_or("", |t| self.program.ctypes.get(t).text.as_str());
        let input = st.inputs.push(name.clone(), InputKind::Assumed, size as u32, Rc::from(text));
        let info = ObjectInfo {
            size,
            size_term: length.map(|n| self.times(n, size / count.max(1))),
            align: 16,
            kind: ObjectKind::Given,
            name: name.clone(),
            loc: LocId(0),
            func: None,
            read_only: false,
        };
        let object = st.memory.add(Object::new(info, Val::input(input, 0)));
        // Pointers in an array of pointers are of the element's type, as far as `CTypes::at` is asked within one element.
        let path = if count == 1 || self.is_record(ty) { format!("(*{path})") } else { path.to_string() };
        self.lazy_input(st, ty, depth, Rc::from(path), GivenAs::Object);
        Rc::make_mut(st.lazy.get_or_insert_with(Rc::default)).objects.push(LazyObject { object, input, ty, count, length });
        Val::ptr(object, 0)
    }

    fn is_record(&self, t: Option<TypeId>) -> bool {
        t.is_some_and(|t| matches!(self.program.ctypes.get(t).kind, CKind::Record { .. } | CKind::Array { .. }))
    }

    /// How the program would write the pointer at these bytes of an input.
    pub(crate) fn member(&self, input: &LazyInput, offset: u64) -> String {
        let types = &self.program.ctypes;
        let mut path = input.path.to_string();
        let (Some(mut ty), mut offset) = (input.ty, offset) else { return format!("{path}+{offset}") };
        if types.get(ty).size > 0 && offset >= types.get(ty).size {
            let pointer = path.strip_prefix("(*").and_then(|p| p.strip_suffix(')')).unwrap_or(&path);
            path = format!("{pointer}[{}]", offset / types.get(ty).size);
            offset %= types.get(ty).size;
        }
        loop {
            match &types.get(ty).kind {
                CKind::Record { fields, union } => {
                    let before = |f: &&CField| f.bits.is_none() && f.offset <= offset;
                    let leads = |f: &&CField| types.pointer_at(f.ty, offset - f.offset).is_some();
                    let found = match union {
                        true => fields.iter().filter(before).find(leads).or(fields.first()),
                        false => fields.iter().rev().find(before),
                    };
                    let Some(f) = found else { return path };
                    path = match path.strip_prefix("(*").and_then(|p| p.strip_suffix(')')) {
                        Some(pointer) => format!("{pointer}->{}", f.name),
                        None => format!("{path}.{}", f.name),
                    };
                    (ty, offset) = (f.ty, offset - f.offset);
                }
                CKind::Array { of, .. } if types.get(*of).size > 0 => {
                    let size = types.get(*of).size;
                    path = format!("{path}[{}]", offset / size);
                    (ty, offset) = (*of, offset % size);
                }
                _ => return path,
            }
        }
    }
}
