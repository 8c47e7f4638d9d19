//! Assignments of values to variables.

use crate::node::VarId;
use crate::value::Value;
use std::collections::BTreeMap;

/// Values of variables, ordered by variable. A variable that is absent reads
/// as zero (an array: zero everywhere) in [`crate::Terms::eval`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Model {
    /// Bit vectors, which are at most 64 wide: sorted, no duplicates.
    words: Vec<(VarId, u64)>,
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
        match self.words.last() {
            Some(e) if e.0 >= v => match self.find(v) {
                Ok(i) => self.words[i].1 = x,
                Err(i) => self.words.insert(i, (v, x)),
            },
            _ => self.words.push((v, x)),
        }
    }

    /// The value of a variable of any sort. A bit vector comes as 64 bits,
    /// since a model does not know widths.
    pub fn get(&self, v: VarId) -> Option<Value> {
        match self.get64(v) {
            Some(x) => Some(Value::bits(64, x)),
            None => self.rest.get(&v).cloned(),
        }
    }

    /// The value of an `Int` or array variable, without a copy.
    pub fn get_other(&self, v: VarId) -> Option<&Value> {
        self.rest.get(&v)
    }

    /// Sets a variable of any sort.
    pub fn set(&mut self, v: VarId, x: Value) {
        match &x {
            Value::Bits { words, .. } if words.len() == 1 => self.set64(v, words[0]),
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
        self.rest.remove(&v);
    }

    /// All entries; bit vectors first, each group in order of variables.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, Value)> + '_ {
        let bits = self.words.iter().map(|&(v, x)| (v, Value::bits(64, x)));
        bits.chain(self.rest.iter().map(|(&v, x)| (v, x.clone())))
    }

    /// The bit-vector entries in order of variables.
    pub fn iter64(&self) -> impl ExactSizeIterator<Item = (VarId, u64)> + '_ {
        self.words.iter().copied()
    }

    /// Takes over every entry of `other`, which wins where both have one.
    pub fn merge(&mut self, other: &Model) {
        match (self.words.last(), other.words.first()) {
            (_, None) => {}
            (Some(a), Some(b)) if a.0 >= b.0 => {
                self.words = merged(&self.words, &other.words);
            }
            _ => self.words.extend_from_slice(&other.words),
        }
        for (&v, x) in &other.rest {
            self.rest.insert(v, x.clone());
        }
    }

    /// Number of variables with a value.
    pub fn len(&self) -> usize {
        self.words.len() + self.rest.len()
    }

    /// No variable has a value.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.rest.is_empty()
    }

    fn find(&self, v: VarId) -> Result<usize, usize> {
        self.words.binary_search_by_key(&v, |e| e.0)
    }
}

fn merged(old: &[(VarId, u64)], new: &[(VarId, u64)]) -> Vec<(VarId, u64)> {
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
