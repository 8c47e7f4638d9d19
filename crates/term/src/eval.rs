//! Evaluation under a model.

use crate::fold;
use crate::model::Model;
use crate::node::{Node, Sort, SortCode, Tag, Term, VarId};
use crate::store::Terms;
use crate::value::{ArrayValue, Value, Words};
use crate::wide::{self, mask64, signed64};
use num_bigint::BigInt;
use std::rc::Rc;

/// Per-term values of one evaluation, kept in the store between evaluations so
/// that none of them allocates. A slot counts only if it has the current epoch.
#[derive(Default)]
pub(crate) struct Scratch {
    slots: Vec<Slot>,
    epoch: u32,
    pub(crate) stack: Vec<Term>,
    /// Values that do not fit a slot; the slot holds the position.
    big: Vec<Value>,
    /// Nodes and variables that were looked at since the store was made.
    pub(crate) visits: u64,
}

#[derive(Copy, Clone, Default)]
struct Slot {
    /// A bit vector of at most 64 bits, an integer of 64 bits, or a position in `Scratch::big`.
    value: u64,
    epoch: u32,
    big: bool,
}

impl Scratch {
    pub(crate) fn begin(&mut self, nodes: usize) {
        if self.slots.len() < nodes {
            self.slots.resize(nodes + nodes / 2, Slot::default());
        }
        self.big.clear();
        self.stack.clear();
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.fill(Slot::default());
            self.epoch = 1;
        }
    }

    #[inline]
    pub(crate) fn get(&self, t: Term) -> Option<u64> {
        let s = self.slots[t.index()];
        (s.epoch == self.epoch).then_some(s.value)
    }

    #[inline]
    pub(crate) fn set(&mut self, t: Term, value: u64) {
        self.slots[t.index()] = Slot { value, epoch: self.epoch, big: false };
    }

    fn set_big(&mut self, t: Term, v: Value) {
        self.slots[t.index()] = Slot { value: self.big.len() as u64, epoch: self.epoch, big: true };
        self.big.push(v);
    }

    /// The value of an integer that fits 64 bits.
    #[inline]
    fn get_int64(&self, t: Term) -> Option<i64> {
        let s = self.slots[t.index()];
        (s.epoch == self.epoch && !s.big).then_some(s.value as i64)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.capacity() * 16 + self.stack.capacity() * 4
    }
}

impl Terms {
    /// Nodes and variables that evaluations and lists of variables have looked at so far: what the size of terms costs, for those who count work.
    pub fn visits(&self) -> u64 {
        self.scratch.visits
    }

    /// The value of a bit vector of at most 64 bits under a model. Variables
    /// that the model misses read as 0. Inner nodes may be of any sort.
    #[inline]
    pub fn eval64(&mut self, t: Term, m: &Model) -> u64 {
        let n = self.node(t);
        match n.tag() {
            Tag::Const => return n.value(),
            Tag::Var if n.sort().is_small() => return read_var(n, m),
            _ => {}
        }
        assert!(n.sort().is_small(), "eval64 of a term wider than 64 bits");
        let mut s = std::mem::take(&mut self.scratch);
        s.begin(self.nodes.len());
        self.run(&mut s, t, m);
        let v = s.slots[t.index()].value;
        self.scratch = s;
        v
    }

    /// Evaluates several small terms under one model, sharing the work.
    pub fn eval64_all(&mut self, ts: &[Term], m: &Model, out: &mut Vec<u64>) {
        let mut s = std::mem::take(&mut self.scratch);
        s.begin(self.nodes.len());
        out.clear();
        for &t in ts {
            assert!(self.node(t).sort().is_small(), "wider than 64 bits");
            self.run(&mut s, t, m);
            out.push(s.slots[t.index()].value);
        }
        self.scratch = s;
    }

    /// The first of some conditions that does not hold under a model, sharing the work.
    pub fn first_false(&mut self, conditions: impl IntoIterator<Item = Term>, m: &Model) -> Option<usize> {
        let mut s = std::mem::take(&mut self.scratch);
        s.begin(self.nodes.len());
        let found = conditions.into_iter().position(|t| {
            self.run(&mut s, t, m);
            s.slots[t.index()].value != 1
        });
        self.scratch = s;
        found
    }

    /// The value of a term of any sort under a model. Variables that the model
    /// misses read as 0, or as the array that is 0 everywhere.
    pub fn eval(&mut self, t: Term, m: &Model) -> Value {
        let mut s = std::mem::take(&mut self.scratch);
        s.begin(self.nodes.len());
        self.run(&mut s, t, m);
        let v = self.slot_value(&s, t);
        self.scratch = s;
        v
    }

    /// Values of all nodes below `root` that matter, bottom up. A node on the
    /// stack is looked at again after the arguments it asked for.
    fn run(&self, s: &mut Scratch, root: Term, m: &Model) {
        s.stack.push(root);
        while let Some(&t) = s.stack.last() {
            s.visits += 1;
            if s.get(t).is_some() {
                s.stack.pop();
                continue;
            }
            let n = self.node(t);
            let done = match n.tag() {
                Tag::Const => {
                    s.set(t, n.value());
                    true
                }
                Tag::Var if n.sort().is_small() => {
                    s.set(t, read_var(n, m));
                    true
                }
                Tag::IntConst | Tag::Var if n.sort() == SortCode::INT => {
                    self.run_int_leaf(s, t, n, m);
                    true
                }
                Tag::Ite => self.run_ite(s, t, n),
                Tag::And if n.width() == 1 => self.run_short(s, t, n, 0),
                Tag::Or if n.width() == 1 => self.run_short(s, t, n, 1),
                Tag::Select => self.run_select(s, t, n, m),
                _ => self.run_plain(s, t, n, m),
            };
            if done {
                s.stack.pop();
            }
        }
    }

    /// A side that decides makes the other one superfluous: of the ways of a joined state only the one that was gone is looked at, mostly.
    #[inline]
    fn run_short(&self, s: &mut Scratch, t: Term, n: Node, decides: u64) -> bool {
        let (a, b) = (s.get(n.ta()), s.get(n.tb()));
        match (a, b) {
            _ if a == Some(decides) || b == Some(decides) => s.set(t, decides),
            (Some(_), Some(_)) => s.set(t, 1 - decides),
            (None, _) => {
                s.stack.push(n.ta());
                return false;
            }
            (_, None) => {
                s.stack.push(n.tb());
                return false;
            }
        }
        true
    }

    /// Only the chosen arm is evaluated.
    #[inline]
    fn run_ite(&self, s: &mut Scratch, t: Term, n: Node) -> bool {
        let Some(c) = s.get(n.ta()) else {
            s.stack.push(n.ta());
            return false;
        };
        let arm = if c != 0 { n.tb() } else { n.tc() };
        match s.get(arm) {
            Some(_) => {
                s.slots[t.index()] = s.slots[arm.index()];
                true
            }
            None => {
                s.stack.push(arm);
                false
            }
        }
    }

    fn run_int_leaf(&self, s: &mut Scratch, t: Term, n: Node, m: &Model) {
        let small = match n.tag() {
            Tag::IntConst => self.as_int64(t),
            _ => m.get_int64(VarId(n.a())),
        };
        match small {
            Some(x) => s.set(t, x as u64),
            None => self.put(s, t, self.big_value(s, n, m)),
        }
    }

    #[inline]
    fn run_plain(&self, s: &mut Scratch, t: Term, n: Node, m: &Model) -> bool {
        let arity = n.tag().arity();
        let mut v = [0u64; 3];
        let mut ready = true;
        for (i, &x) in [n.a(), n.b(), n.c()][..arity].iter().enumerate() {
            let x = Term::from_raw(x);
            match s.get(x) {
                Some(value) => v[i] = value,
                None => {
                    ready = false;
                    s.stack.push(x);
                }
            }
        }
        if !ready {
            return false;
        }
        let small = n.sort().is_small()
            && (n.tag().same_width() || {
                arity != 0 && self.node(n.ta()).sort().is_small() && (arity < 2 || self.node(n.tb()).sort().is_small())
            });
        if small {
            let aw = if n.tag().same_width() { n.width() } else { self.node(n.ta()).width() };
            s.set(t, fold::small(n, aw, v[0], v[1], v[2]));
        } else if let Some(x) = self.small_int(s, n) {
            s.set(t, x);
        } else {
            self.put(s, t, self.big_value(s, n, m));
        }
        true
    }

    /// The result of an operation on integers that all fit 64 bits.
    fn small_int(&self, s: &Scratch, n: Node) -> Option<u64> {
        if n.tag().arity() == 0 {
            return None;
        }
        let of = self.node(n.ta()).sort();
        if of.is_small() {
            let x = s.get(n.ta())?;
            return match n.tag() {
                Tag::Bits2UInt if x <= i64::MAX as u64 => Some(x),
                Tag::Bits2SInt => Some(signed64(of.0, x) as u64),
                _ => None,
            };
        }
        if of != SortCode::INT {
            return None;
        }
        let a = s.get_int64(n.ta())?;
        let b = if n.tag().arity() == 2 { s.get_int64(n.tb())? } else { 0 };
        fold::small_int(n, a, b)
    }

    #[cold]
    fn big_value(&self, s: &Scratch, n: Node, m: &Model) -> Value {
        if n.tag().is_const() {
            return match n.tag() {
                Tag::Wide => Value::Bits { w: n.width(), words: self.wide.values[n.a() as usize].clone() },
                _ => Value::Int(self.ints.values[n.a() as usize].clone()),
            };
        }
        let sort = self.decode_sort(n.sort());
        if n.tag() == Tag::Var {
            return other_var(sort, VarId(n.a()), m);
        }
        let index = match sort {
            Sort::Array { index, .. } => index,
            _ => 0,
        };
        let args: Vec<Value> = n.args().iter().map(|&x| self.slot_value(s, x)).collect();
        fold::any(n, &args, index)
    }

    /// Reads through chains of stores and choices instead of building the maps.
    fn run_select(&self, s: &mut Scratch, t: Term, n: Node, m: &Model) -> bool {
        let Some(i) = self.need(s, n.tb()) else {
            return false;
        };
        let mut array = n.ta();
        let mut ready = true;
        loop {
            let a = self.node(array);
            match a.tag() {
                Tag::Store => match self.need(s, a.tb()) {
                    None => ready = false,
                    Some(j) if i == j => {
                        let Some(v) = self.need(s, a.tc()) else {
                            return false;
                        };
                        if ready {
                            self.put(s, t, v);
                        }
                        return ready;
                    }
                    Some(_) => {}
                },
                Tag::Ite => {
                    let Some(c) = s.get(a.ta()) else {
                        s.stack.push(a.ta());
                        return false;
                    };
                    array = if c != 0 { a.tb() } else { a.tc() };
                    continue;
                }
                _ if !ready => return false,
                Tag::ArrayConst => {
                    let Some(v) = self.need(s, a.ta()) else {
                        return false;
                    };
                    self.put(s, t, v);
                    return true;
                }
                _ => {
                    let words = match m.get_rest(VarId(a.a())) {
                        Some(Value::Array(map)) => map.get(&words_of(&i)).clone(),
                        _ => wide::zero(n.width()),
                    };
                    let w = n.width();
                    let words = wide::fit(w, &words);
                    self.put(s, t, Value::Bits { w, words });
                    return true;
                }
            }
            array = a.ta();
        }
    }

    fn need(&self, s: &mut Scratch, t: Term) -> Option<Value> {
        if s.get(t).is_none() {
            s.stack.push(t);
            return None;
        }
        Some(self.slot_value(s, t))
    }

    fn put(&self, s: &mut Scratch, t: Term, v: Value) {
        match v {
            Value::Bits { w, words } if w <= 64 => s.set(t, words[0]),
            Value::Int(x) => match i64::try_from(&x) {
                Ok(x) => s.set(t, x as u64),
                Err(_) => s.set_big(t, Value::Int(x)),
            },
            v => s.set_big(t, v),
        }
    }

    fn slot_value(&self, s: &Scratch, t: Term) -> Value {
        let n = self.node(t);
        let slot = s.slots[t.index()];
        match slot.big {
            true => s.big[slot.value as usize].clone(),
            false if n.sort() == SortCode::INT => Value::Int((slot.value as i64).into()),
            false => Value::bits(n.width(), slot.value),
        }
    }
}

fn words_of(v: &Value) -> Words {
    v.words().cloned().unwrap_or_default()
}

#[inline]
fn read_var(n: Node, m: &Model) -> u64 {
    m.get64(VarId(n.a())).unwrap_or(0) & mask64(n.width())
}

/// A value of the right sort for an `Int` or array variable.
fn other_var(sort: Sort, v: VarId, m: &Model) -> Value {
    match (sort, m.get_rest(v)) {
        (Sort::Int, Some(x @ Value::Int(_))) => x.clone(),
        (Sort::Array { index, elem }, Some(x @ Value::Array(a))) if (a.index, a.elem) == (index, elem) => x.clone(),
        (Sort::Array { index, elem }, _) => Value::Array(Rc::new(ArrayValue::new(index, elem, wide::zero(elem)))),
        _ => Value::Int(BigInt::from(0)),
    }
}
