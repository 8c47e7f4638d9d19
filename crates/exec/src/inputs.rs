//! The inputs a path has met, in order, and which variables stand for their bytes.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::{Rc, Weak};

use homing_ir::{InputKind, InputValue};
use homing_solver::Trie;
use homing_term::{Model, Term, Terms, VarKey};

use crate::guess::{Guess, Wanted};

/// The log of inputs. Clone is O(1).
#[derive(Clone, Debug, Default)]
pub struct InputLog {
    list: Rc<List>,
    /// The run's inputs have these values instead of variables.
    guess: Option<Rc<Guess>>,
}

/// What paths share that have met the same inputs and looked at the same bytes of them.
#[derive(Debug, Default)]
struct List {
    entries: Trie<Rc<Entry>>,
    len: u32,
    /// How many of them the program asked for.
    asked: u32,
    /// What became of it on a path that looked at more bytes. Others that look at the same ones share that: states that have parted mostly do.
    next: RefCell<Option<Next>>,
}

#[derive(Debug)]
struct Next {
    /// Input, offset and length.
    looked_at: (u32, u32, u32),
    list: Weak<List>,
}

impl Clone for List {
    fn clone(&self) -> List {
        List { entries: self.entries.clone(), len: self.len, asked: self.asked, next: RefCell::default() }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub name: Rc<str>,
    pub kind: InputKind,
    pub type_name: Rc<str>,
    pub size: u32,
    /// Its number among those that the program asked for, if it is one.
    pub asked: Option<u32>,
    /// Where paths were joined: the input was met only if this holds. `None` means always.
    pub guard: Option<Term>,
    /// Which bytes have a variable: (offset, bytes, term), sorted, disjoint. The first look at a byte decides its grouping. A number has one, of
    /// no bytes.
    pub vars: Vec<(u32, u32, Term)>,
}

impl Entry {
    fn wanted(&self, input: u32) -> Wanted<'_> {
        Wanted { input, asked: self.asked, size: self.size, type_name: &self.type_name }
    }
}

/// The number of an entry, and what it is in each of two lists.
pub(crate) type Differing<'a> = (u32, Option<&'a Rc<Entry>>, Option<&'a Rc<Entry>>);

impl InputLog {
    /// An empty log of a run with guessed inputs, or with symbolic ones.
    pub(crate) fn guessing(guess: Option<Rc<Guess>>) -> InputLog {
        InputLog { guess, ..InputLog::default() }
    }
    /// The list, for changing it.
    fn own(&mut self) -> &mut List {
        let list = Rc::make_mut(&mut self.list);
        list.next = RefCell::default();
        list
    }
    /// Are the inputs of this run guessed?
    pub(crate) fn is_guessing(&self) -> bool {
        self.guess.is_some()
    }
    pub fn len(&self) -> usize {
        self.list.len as usize
    }
    pub fn is_empty(&self) -> bool {
        self.list.len == 0
    }

    /// A new input of `size` bytes; its number.
    pub fn push(&mut self, name: Rc<str>, kind: InputKind, size: u32, type_name: Rc<str>) -> u32 {
        self.push_guarded(name, kind, size, type_name, None)
    }

    /// A new input that only some of the joined paths have met: it belongs to a test case only where `guard` holds.
    pub fn push_guarded(&mut self, name: Rc<str>, kind: InputKind, size: u32, type_name: Rc<str>, guard: Option<Term>) -> u32 {
        let list = self.own();
        let asked = matches!(kind, InputKind::Object | InputKind::Nondet).then_some(list.asked);
        list.asked += u32::from(asked.is_some());
        list.entries.insert(list.len, Rc::new(Entry { name, kind, size, asked, type_name, guard, vars: Vec::new() }));
        list.len += 1;
        list.len - 1
    }

    /// Entries that two lists do not share, in order of their numbers.
    pub(crate) fn differences<'a>(&'a self, other: &'a InputLog) -> Vec<Differing<'a>> {
        let mut out = Vec::new();
        self.list.entries.differences(&other.list.entries, &mut |i, a, b| out.push((i, a, b)));
        out
    }

    /// Puts another entry in the place of one, or behind the last.
    pub(crate) fn replace(&mut self, i: u32, entry: Rc<Entry>) {
        let list = self.own();
        list.entries.insert(i, entry);
        list.len = list.len.max(i + 1);
    }

    /// A new number (microc), wrapping at `width` bits if that is given: its variable.
    pub fn push_number(&mut self, terms: &mut Terms, name: &str, type_name: &str, width: Option<u32>) -> Term {
        let number = self.list.len;
        let key = VarKey::Input { input: number, offset: 0 };
        let wanted = Wanted { input: number, asked: Some(number), size: 8, type_name };
        let guess = self.guess.as_ref().map(|g| g.bytes(wanted, 0, 8));
        let t = match (width, guess) {
            (None, None) => terms.int_var(key),
            (None, Some(v)) => terms.int(i128::from(v as i64)),
            (Some(w), None) => terms.var(w, key),
            (Some(w), Some(v)) => terms.bits(w, v & (u64::MAX >> (64 - w.min(64)))),
        };
        let (name, type_name) = (Rc::from(name), Rc::from(type_name));
        let vars = vec![(0, 0, t)];
        let entry = Entry { name, kind: InputKind::Number, size: 0, asked: None, type_name, guard: None, vars };
        let list = self.own();
        list.entries.insert(number, Rc::new(entry));
        list.len += 1;
        t
    }

    /// The guessed value of `len` bytes (at most 8) of an input, if this run guesses.
    pub(crate) fn guessed(&self, input: u32, offset: u32, len: u32) -> Option<u64> {
        let guess = self.guess.as_ref().filter(|_| len <= 8)?;
        let entry = self.list.entries.get(input).expect("an input of this path");
        Some(guess.bytes(entry.wanted(input), offset, len))
    }

    /// Replaces a guess that does not fit.
    pub(crate) fn set_guess(&mut self, input: u32, value: Term) {
        let entry = Rc::make_mut(self.own().entries.get_mut(input).expect("an input of this path"));
        entry.vars = vec![(0, entry.size, value)];
    }

    /// The term for `len` bytes of an input. Numbers and offsets name the variables, so sibling paths use the same ones.
    pub fn term(&mut self, terms: &mut Terms, input: u32, offset: u32, len: u32) -> Term {
        let end = offset + len;
        let entry = self.list.entries.get(input).expect("an input of this path");
        let first = entry.vars.partition_point(|(o, l, _)| o + l <= offset);
        if let Some(&(_, _, t)) = entry.vars.get(first).filter(|(o, l, _)| *o == offset && *l == len) {
            return t;
        }
        let mut at = offset;
        let mut result: Option<Term> = None;
        let mut fresh = Vec::new();
        while at < end {
            let known = entry.vars[first..].iter().find(|(o, l, _)| *o <= at && at < o + l).copied();
            let (piece, upto) = match known {
                Some((o, l, t)) => {
                    let upto = end.min(o + l);
                    (terms.extract(t, (at - o) * 8, (upto - at) * 8), upto)
                }
                None => {
                    let next = entry.vars[first..].iter().map(|v| v.0).find(|o| *o > at).unwrap_or(end);
                    let upto = next.min(end).min(at + 8);
                    let w = (upto - at) * 8;
                    let t = match self.guessed(input, at, upto - at) {
                        Some(v) => terms.bits(w, v),
                        None => {
                            let t = terms.var(w, VarKey::Input { input, offset: at });
                            fresh.push((at, upto - at, t));
                            t
                        }
                    };
                    (t, upto)
                }
            };
            result = Some(match result {
                None => piece,
                Some(low) => terms.concat(piece, low),
            });
            at = upto;
        }
        if !fresh.is_empty() {
            self.look_at((input, offset, len), &fresh);
        }
        result.expect("an input range is not empty")
    }

    /// These bytes have variables from now on.
    fn look_at(&mut self, looked_at: (u32, u32, u32), fresh: &[(u32, u32, Term)]) {
        let known = self.list.next.borrow().as_ref().filter(|n| n.looked_at == looked_at).and_then(|n| n.list.upgrade());
        if let Some(next) = known {
            self.list = next;
            return;
        }
        let before = (Rc::strong_count(&self.list) > 1).then(|| self.list.clone());
        let entry = Rc::make_mut(self.own().entries.get_mut(looked_at.0).expect("an input of this path"));
        entry.vars.extend_from_slice(fresh);
        entry.vars.sort_by_key(|v| v.0);
        if let Some(before) = before {
            *before.next.borrow_mut() = Some(Next { looked_at, list: Rc::downgrade(&self.list) });
        }
    }

    /// The values under a model, in order of the log.
    pub fn values(&self, terms: &mut Terms, model: &Model) -> Vec<InputValue> {
        (0..)
            .zip(self.entries())
            .filter(|(_, e)| e.guard.is_none_or(|g| terms.eval64(g, model) == 1))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(i, e)| {
                if let [(_, 0, t)] = e.vars[..] {
                    let bytes = crate::dynamic::decimal(terms, t, model).into_bytes();
                    return InputValue { name: e.name.to_string(), kind: e.kind, bytes, type_name: e.type_name.to_string() };
                }
                let byte = |at| self.guess.as_ref().map_or(0, |g| g.bytes(e.wanted(i), at, 1) as u8);
                let mut bytes: Vec<u8> = (0..e.size).map(byte).collect();
                for &(off, len, t) in &e.vars {
                    let v = terms.eval64(t, model);
                    bytes[off as usize..(off + len) as usize].copy_from_slice(&v.to_le_bytes()[..len as usize]);
                }
                InputValue { name: e.name.to_string(), kind: e.kind, bytes, type_name: e.type_name.to_string() }
            })
            .collect()
    }

    /// In the model everything that the program has asked for gets these bytes; what is missing is zero.
    pub(crate) fn give(&self, terms: &Terms, given: &[Vec<u8>], model: &mut Model) {
        for e in self.entries() {
            let bytes = e.asked.and_then(|n| given.get(n as usize)).map_or(&[][..], |b| b);
            for &(offset, len, t) in e.vars.iter().filter(|v| v.1 > 0) {
                let byte = |i: u32| bytes.get((offset + i) as usize).map_or(0, |b| u64::from(*b) << (i * 8));
                if let Some(v) = terms.as_var(t) {
                    model.set64(v, (0..len).map(byte).fold(0, |value, b| value | b));
                }
            }
        }
    }

    /// An input as it is called, with the byte where it has several.
    pub(crate) fn name_of(&self, input: u32, offset: u32) -> Option<String> {
        let entry = self.list.entries.get(input)?;
        let whole = entry.vars.iter().any(|v| v.0 == 0 && v.1 >= entry.size);
        Some(if whole { entry.name.to_string() } else { format!("{}[{offset}]", entry.name) })
    }

    /// An input turns out to have more bytes.
    pub(crate) fn resize(&mut self, input: u32, size: u32) {
        if let Some(entry) = self.own().entries.get_mut(input) {
            Rc::make_mut(entry).size = size;
        }
    }

    /// The bytes of an input that somebody looked at: from where, and how many.
    pub fn seen(&self, input: u32) -> Vec<(u64, u64)> {
        let vars = self.list.entries.get(input).map_or(&[][..], |e| &e.vars);
        vars.iter().map(|(offset, len, _)| (u64::from(*offset), u64::from(*len))).collect()
    }

    /// Some input that the path surely has cannot be given to a native run.
    pub fn has_uncontrolled(&self) -> bool {
        self.entries()
            .iter()
            .any(|e| e.guard.is_none() && matches!(e.kind, InputKind::Uninitialised | InputKind::Undefined | InputKind::Havoc))
    }

    /// The numbers of the inputs of a kind.
    pub fn of_kind(&self, kind: InputKind) -> BTreeSet<u32> {
        (0..).zip(self.entries()).filter(|(_, e)| e.kind == kind).map(|(i, _)| i).collect()
    }

    pub fn roots(&self, f: &mut dyn FnMut(Term)) {
        self.entries().iter().flat_map(|e| e.vars.iter().map(|v| v.2).chain(e.guard)).for_each(f);
    }

    /// Approximate bytes that this log owns alone.
    pub fn bytes_owned(&self) -> usize {
        if Rc::strong_count(&self.list) > 1 { 16 } else { self.list.entries.for_each_owned(&mut |_| ()) + 64 }
    }

    fn entries(&self) -> Vec<&Rc<Entry>> {
        let mut out = Vec::with_capacity(self.list.len as usize);
        self.list.entries.for_each(&mut |_, e| out.push(e));
        out
    }
}
