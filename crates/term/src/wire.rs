//! Terms and models as bytes, for a solver in another process.
//!
//! [`Export`] writes each term once and refers to it by number from then on; [`Import`] keeps the numbers. Both ends are
//! this program, but what does not make sense is an error all the same: the other end may have been killed while it wrote.

use crate::model::Model;
use crate::node::{Node, Sort, Tag, Term, VarId};
use crate::store::{Terms, VarKey};
use crate::value::{ArrayValue, Value, Words};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What was written and cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Garbled;

/// The writing end: which terms the other end has.
#[derive(Default)]
pub struct Export {
    sent: FxHashMap<Term, u32>,
    generation: u32,
}

/// The reading end: the terms by their numbers.
#[derive(Default)]
pub struct Import {
    terms: Vec<Term>,
    /// The writer's numbers of variables.
    names: FxHashMap<VarId, u32>,
}

/// The other end forgets beyond this many terms.
const MAX_SENT: usize = 1_000_000;

impl Export {
    /// Begins anew: the other end has nothing.
    pub fn forget(&mut self) {
        self.sent.clear();
    }

    /// Appends what the other end lacks of these terms, and their numbers.
    pub fn write(&mut self, terms: &Terms, roots: &[Term], out: &mut Vec<u8>) {
        if self.generation != terms.generation() || self.sent.len() > MAX_SENT {
            self.generation = terms.generation();
            self.sent.clear();
        }
        out.push(self.sent.is_empty() as u8);
        let at = out.len();
        put32(out, 0);
        let before = self.sent.len();
        let mut todo: Vec<Term> = roots.to_vec();
        while let Some(&t) = todo.last() {
            if self.sent.contains_key(&t) {
                todo.pop();
                continue;
            }
            let depth = todo.len();
            todo.extend(terms.args(t).iter().filter(|a| !self.sent.contains_key(a)));
            if todo.len() == depth {
                self.node(terms, t, out);
                self.sent.insert(t, self.sent.len() as u32);
                todo.pop();
            }
        }
        let fresh = (self.sent.len() - before) as u32;
        out[at..at + 4].copy_from_slice(&fresh.to_le_bytes());
        put32(out, roots.len() as u32);
        roots.iter().for_each(|t| put32(out, self.sent[t]));
    }

    fn node(&self, terms: &Terms, t: Term, out: &mut Vec<u8>) {
        let n = terms.node(t);
        out.push(n.tag() as u8);
        put_sort(out, terms.sort(t));
        match n.tag() {
            Tag::Const => out.extend(n.value().to_le_bytes()),
            Tag::Wide => put_words(out, &terms.as_wide(t).unwrap_or_default()),
            Tag::IntConst => put_int(out, terms.as_int(t).unwrap_or(&BigInt::default())),
            Tag::Var => put32(out, n.a()),
            tag => {
                n.args().iter().for_each(|a| put32(out, self.sent[a]));
                if matches!(tag, Tag::Extract | Tag::FRound) {
                    put32(out, n.b());
                }
            }
        }
    }
}

impl Import {
    /// Reads what [`Export::write`] wrote, into a store; the terms that it was about.
    pub fn read(&mut self, terms: &mut Terms, bytes: &mut &[u8]) -> Result<Vec<Term>, Garbled> {
        if get8(bytes)? != 0 {
            self.terms.clear();
        }
        for _ in 0..get32(bytes)? {
            let t = self.node(terms, bytes)?;
            self.terms.push(t);
        }
        let count = get32(bytes)?;
        (0..count).map(|_| self.term(bytes)).collect()
    }

    /// The writer's number of a variable.
    pub fn name(&self, v: VarId) -> Option<u32> {
        self.names.get(&v).copied()
    }

    fn term(&self, bytes: &mut &[u8]) -> Result<Term, Garbled> {
        self.terms.get(get32(bytes)? as usize).copied().ok_or(Garbled)
    }

    fn node(&mut self, terms: &mut Terms, bytes: &mut &[u8]) -> Result<Term, Garbled> {
        let tag = Tag::from_byte(get8(bytes)?).ok_or(Garbled)?;
        let sort = get_sort(bytes)?;
        match (tag, sort) {
            (Tag::Const, Sort::Bits(w)) => {
                let value = u64::from_le_bytes(take(bytes)?);
                return Ok(terms.bits(w, value));
            }
            (Tag::Wide, Sort::Bits(w)) => {
                let words = get_words(bytes)?;
                return Ok(terms.bits_wide(w, &words));
            }
            (Tag::IntConst, _) => return Ok(terms.int_big(get_int(bytes)?)),
            (Tag::Var, _) => {
                let name = get32(bytes)?;
                let t = terms.var_of(sort, VarKey::Fresh { tag: 0, n: name });
                self.names.insert(terms.as_var(t).ok_or(Garbled)?, name);
                return Ok(t);
            }
            (Tag::Free | Tag::Const | Tag::Wide, _) => return Err(Garbled),
            _ => {}
        }
        let mut args = [0; 3];
        for slot in &mut args[..tag.arity()] {
            *slot = self.term(bytes)?.raw();
        }
        if matches!(tag, Tag::Extract | Tag::FRound) {
            args[1] = get32(bytes)?;
        }
        let sort = terms.encode_sort(sort);
        Ok(terms.intern(Node::new(tag, sort, args[0], args[1], args[2])))
    }
}

/// Appends a model, with the numbers that `name` gives its variables; `vars` says which.
pub fn write_model(model: &Model, vars: &[VarId], name: impl Fn(VarId) -> Option<u32>, out: &mut Vec<u8>) -> Result<(), Garbled> {
    put32(out, vars.len() as u32);
    for &v in vars {
        put32(out, name(v).ok_or(Garbled)?);
        match model.get(v).ok_or(Garbled)? {
            Value::Bits { w, words } => {
                put_sort(out, Sort::Bits(w));
                put_words(out, &words);
            }
            Value::Int(x) => {
                put_sort(out, Sort::Int);
                put_int(out, &x);
            }
            Value::Array(a) => {
                put_sort(out, Sort::Array { index: a.index, elem: a.elem });
                put_words(out, &a.default);
                put32(out, a.entries.len() as u32);
                for (i, x) in &a.entries {
                    put_words(out, i);
                    put_words(out, x);
                }
            }
        }
    }
    Ok(())
}

/// Reads what [`write_model`] wrote.
pub fn read_model(bytes: &mut &[u8]) -> Result<Model, Garbled> {
    let mut model = Model::new();
    for _ in 0..get32(bytes)? {
        let v = VarId(get32(bytes)?);
        let value = match get_sort(bytes)? {
            Sort::Bits(w) => Value::Bits { w, words: get_words(bytes)? },
            Sort::Int => Value::Int(get_int(bytes)?),
            Sort::Array { index, elem } => {
                let mut array = ArrayValue::new(index, elem, get_words(bytes)?);
                for _ in 0..get32(bytes)? {
                    let i = get_words(bytes)?;
                    array.set(i, get_words(bytes)?);
                }
                Value::Array(Rc::new(array))
            }
        };
        model.set(v, value);
    }
    Ok(model)
}

/// Appends a number.
pub fn put32(out: &mut Vec<u8>, x: u32) {
    out.extend(x.to_le_bytes());
}

fn put_sort(out: &mut Vec<u8>, sort: Sort) {
    match sort {
        Sort::Bits(w) => put32(out, w),
        Sort::Int => put32(out, 0),
        Sort::Array { index, elem } => {
            put32(out, u32::MAX);
            put32(out, index);
            put32(out, elem);
        }
    }
}

fn put_words(out: &mut Vec<u8>, words: &[u64]) {
    put32(out, words.len() as u32);
    words.iter().for_each(|w| out.extend(w.to_le_bytes()));
}

fn put_int(out: &mut Vec<u8>, x: &BigInt) {
    let bytes = x.to_signed_bytes_le();
    put32(out, bytes.len() as u32);
    out.extend(bytes);
}

/// Takes one byte.
pub fn get8(bytes: &mut &[u8]) -> Result<u8, Garbled> {
    take::<1>(bytes).map(|b| b[0])
}

/// Takes a number.
pub fn get32(bytes: &mut &[u8]) -> Result<u32, Garbled> {
    take(bytes).map(u32::from_le_bytes)
}

/// Takes a number of 64 bits.
pub fn get64(bytes: &mut &[u8]) -> Result<u64, Garbled> {
    take(bytes).map(u64::from_le_bytes)
}

fn get_sort(bytes: &mut &[u8]) -> Result<Sort, Garbled> {
    Ok(match get32(bytes)? {
        0 => Sort::Int,
        u32::MAX => Sort::Array { index: get32(bytes)?, elem: get32(bytes)? },
        w => Sort::Bits(w),
    })
}

fn get_words(bytes: &mut &[u8]) -> Result<Words, Garbled> {
    let count = get32(bytes)?;
    (0..count).map(|_| get64(bytes)).collect()
}

fn get_int(bytes: &mut &[u8]) -> Result<BigInt, Garbled> {
    let count = get32(bytes)? as usize;
    let (int, rest) = bytes.split_at_checked(count).ok_or(Garbled)?;
    *bytes = rest;
    Ok(BigInt::from_signed_bytes_le(int))
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], Garbled> {
    let (head, rest) = bytes.split_first_chunk::<N>().ok_or(Garbled)?;
    *bytes = rest;
    Ok(*head)
}
