//! Assignments of values to variables.

use crate::node::VarId;
use crate::value::Value;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Values of variables, ordered by variable. A variable that is absent reads
/// as zero (an array: zero everywhere) in [`crate::Terms::eval`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Model {
    /// Bit vectors, which are at most 64 wide: sorted, no duplicates.
    words: Vec<(VarId, u64)>,
    /// Integers that fit 64 bits: sorted, no duplicates, none of them in `rest` too.
    ints: Vec<(VarId, i64)>,
    /// Everything else.
    rest: BTreeMap<VarId, Value>,
}

impl Model {
    /// No values at all.
    pub fn new() -> Model {
        Model::default()
    }

    /// The value of a bit-vector variable.
    #[inline]
    pub fn get64(&self, v: VarId) -> Option<u64> {
        // Models that cover variables 0..n answer without a search.
        match self.words.get(v.0 as usize) {
            Some(e) if e.0 == v => Some(e.1),
            _ => self.find(v).ok().map(|i| self.words[i].1),
        }
    }

    /// Sets a bit-vector variable. `x` must already fit the variable's width;
    /// evaluation masks it otherwise.
    pub fn set64(&mut self, v: VarId, x: u64) {
        put(&mut self.words, v, x);
    }

    /// The value of an integer variable if it fits 64 bits.
    #[inline]
    pub fn get_int64(&self, v: VarId) -> Option<i64> {
        match self.ints.get(v.0 as usize) {
            Some(e) if e.0 == v => Some(e.1),
            _ => find(&self.ints, v).ok().map(|i| self.ints[i].1),
        }
    }

    /// The value of an integer variable.
    pub fn get_int(&self, v: VarId) -> Option<BigInt> {
        match (self.get_int64(v), self.rest.get(&v)) {
            (Some(x), _) => Some(x.into()),
            (None, Some(Value::Int(x))) => Some(x.clone()),
            _ => None,
        }
    }

    /// Sets an integer variable to a value of 64 bits.
    pub fn set_int64(&mut self, v: VarId, x: i64) {
        if !self.rest.is_empty() {
            self.rest.remove(&v);
        }
        put(&mut self.ints, v, x);
    }

    /// Sets an integer variable.
    pub fn set_int(&mut self, v: VarId, x: BigInt) {
        match i64::try_from(&x) {
            Ok(x) => self.set_int64(v, x),
            Err(_) => {
                if let Ok(i) = find(&self.ints, v) {
                    self.ints.remove(i);
                }
                self.rest.insert(v, Value::Int(x));
            }
        }
    }

    /// The value of a variable of any sort. A bit vector comes as 64 bits,
    /// since a model does not know widths.
    pub fn get(&self, v: VarId) -> Option<Value> {
        match self.get64(v) {
            Some(x) => Some(Value::bits(64, x)),
            None => self.get_int64(v).map(|x| Value::Int(x.into())).or_else(|| self.rest.get(&v).cloned()),
        }
    }

    /// The value of an array variable, or of an integer variable beyond 64 bits, without a copy.
    pub(crate) fn get_rest(&self, v: VarId) -> Option<&Value> {
        self.rest.get(&v)
    }

    /// Takes over the value that `from` has for one variable. Did it have one?
    pub fn copy_from(&mut self, from: &Model, v: VarId) -> bool {
        if let Some(x) = from.get64(v) {
            self.set64(v, x);
        } else if let Some(x) = from.get_int64(v) {
            self.set_int64(v, x);
        } else if let Some(x) = from.rest.get(&v) {
            self.set(v, x.clone());
        } else {
            return false;
        }
        true
    }

    /// Has the model values for exactly these variables, which are sorted?
    pub fn is_about(&self, vars: &[VarId]) -> bool {
        self.len() == vars.len()
            && match (self.ints.is_empty(), self.rest.is_empty()) {
                (true, true) => self.words.iter().map(|e| e.0).eq(vars.iter().copied()),
                _ => vars.iter().all(|&v| self.get64(v).is_some() || self.get_int64(v).is_some() || self.rest.contains_key(&v)),
            }
    }

    /// Sets a variable of any sort.
    pub fn set(&mut self, v: VarId, x: Value) {
        match &x {
            Value::Bits { words, .. } if words.len() == 1 => self.set64(v, words[0]),
            Value::Int(x) => self.set_int(v, x.clone()),
            _ => {
                self.rest.insert(v, x);
            }
        }
    }

    /// Forgets a variable.
    pub fn remove(&mut self, v: VarId) {
        if let Ok(i) = self.find(v) {
            self.words.remove(i);
        }
        if let Ok(i) = find(&self.ints, v) {
            self.ints.remove(i);
        }
        self.rest.remove(&v);
    }

    /// All entries; bit vectors first, then integers of 64 bits, each group in order of variables.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, Value)> + '_ {
        let bits = self.words.iter().map(|&(v, x)| (v, Value::bits(64, x)));
        let ints = self.ints.iter().map(|&(v, x)| (v, Value::Int(x.into())));
        bits.chain(ints).chain(self.rest.iter().map(|(&v, x)| (v, x.clone())))
    }

    /// The bit-vector entries in order of variables.
    pub fn iter64(&self) -> impl ExactSizeIterator<Item = (VarId, u64)> + '_ {
        self.words.iter().copied()
    }

    /// Takes over every entry of `other`, which wins where both have one.
    pub fn merge(&mut self, other: &Model) {
        merge(&mut self.words, &other.words);
        if !self.rest.is_empty() {
            other.ints.iter().for_each(|e| {
                self.rest.remove(&e.0);
            });
        }
        merge(&mut self.ints, &other.ints);
        for (&v, x) in &other.rest {
            self.set(v, x.clone());
        }
    }

    /// Number of variables with a value.
    pub fn len(&self) -> usize {
        self.words.len() + self.ints.len() + self.rest.len()
    }

    /// No variable has a value.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.ints.is_empty() && self.rest.is_empty()
    }

    fn find(&self, v: VarId) -> Result<usize, usize> {
        find(&self.words, v)
    }
}

fn find<T>(entries: &[(VarId, T)], v: VarId) -> Result<usize, usize> {
    entries.binary_search_by_key(&v, |e| e.0)
}

fn put<T>(entries: &mut Vec<(VarId, T)>, v: VarId, x: T) {
    match entries.last() {
        Some(e) if e.0 >= v => match find(entries, v) {
            Ok(i) => entries[i].1 = x,
            Err(i) => entries.insert(i, (v, x)),
        },
        _ => entries.push((v, x)),
    }
}

fn merge<T: Copy>(old: &mut Vec<(VarId, T)>, new: &[(VarId, T)]) {
    match (old.last(), new.first()) {
        (_, None) => {}
        (Some(a), Some(b)) if a.0 >= b.0 => *old = merged(old, new),
        _ => old.extend_from_slice(new),
    }
}

fn merged<T: Copy>(old: &[(VarId, T)], new: &[(VarId, T)]) -> Vec<(VarId, T)> {
    let mut out = Vec::with_capacity(old.len() + new.len());
    let (mut i, mut j) = (0, 0);
    while i < old.len() && j < new.len() {
        match old[i].0.cmp(&new[j].0) {
            std::cmp::Ordering::Less => {
                out.push(old[i]);
                i += 1;
            }
            o => {
                i += (o == std::cmp::Ordering::Equal) as usize;
                out.push(new[j]);
                j += 1;
            }
        }
    }
    out.extend_from_slice(&old[i..]);
    out.extend_from_slice(&new[j..]);
    out
}

impl FromIterator<(VarId, u64)> for Model {
    fn from_iter<I: IntoIterator<Item = (VarId, u64)>>(entries: I) -> Model {
        let mut m = Model::new();
        for (v, x) in entries {
            m.set64(v, x);
        }
        m
    }
}
