//! The inputs a path has met, in order, and which variables stand for their bytes.

use std::collections::BTreeSet;
use std::rc::Rc;

use homing_ir::{InputKind, InputValue};
use homing_solver::Trie;
use homing_term::{Model, Term, Terms, VarKey};

use crate::guess::{Guess, Wanted};

/// The log of inputs. Clone is O(1).
#[derive(Clone, Debug, Default)]
pub struct InputLog {
    entries: Trie<Rc<Entry>>,
    len: u32,
    /// How many of them the program asked for.
    asked: u32,
    /// The run's inputs have these values instead of variables.
    guess: Option<Rc<Guess>>,
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
    /// Are the inputs of this run guessed?
    pub(crate) fn is_guessing(&self) -> bool {
        self.guess.is_some()
    }
    pub fn len(&self) -> usize {
        self.len as usize
    }
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A new input of `size` bytes; its number.
    pub fn push(&mut self, name: Rc<str>, kind: InputKind, size: u32, type_name: Rc<str>) -> u32 {
        self.push_guarded(name, kind, size, type_name, None)
    }

    /// A new input that only some of the joined paths have met: it belongs to a test case only where `guard` holds.
    pub fn push_guarded(&mut self, name: Rc<str>, kind: InputKind, size: u32, type_name: Rc<str>, guard: Option<Term>) -> u32 {
        let asked = matches!(kind, InputKind::Object | InputKind::Nondet).then_some(self.asked);
        self.asked += u32::from(asked.is_some());
        self.entries.insert(self.len, Rc::new(Entry { name, kind, size, asked, type_name, guard, vars: Vec::new() }));
        self.len += 1;
        self.len - 1
    }

    /// Entries that two lists do not share, in order of their numbers.
    pub(crate) fn differences<'a>(&'a self, other: &'a InputLog) -> Vec<Differing<'a>> {
        let mut out = Vec::new();
        self.entries.differences(&other.entries, &mut |i, a, b| out.push((i, a, b)));
        out
    }

    /// Puts another entry in the place of one, or behind the last.
    pub(crate) fn replace(&mut self, i: u32, entry: Rc<Entry>) {
        self.entries.insert(i, entry);
        self.len = self.len.max(i + 1);
    }

    /// A new number (microc), wrapping at `width` bits if that is given: its variable.
    pub fn push_number(&mut self, terms: &mut Terms, name: &str, type_name: &str, width: Option<u32>) -> Term {
        let key = VarKey::Input { input: self.len, offset: 0 };
        let wanted = Wanted { input: self.len, asked: None, size: 8, type_name };
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
        self.entries.insert(self.len, Rc::new(entry));
        self.len += 1;
        t
    }

    /// The guessed value of `len` bytes (at most 8) of an input, if this run guesses.
    pub(crate) fn guessed(&self, input: u32, offset: u32, len: u32) -> Option<u64> {
        let guess = self.guess.as_ref().filter(|_| len <= 8)?;
        let entry = self.entries.get(input).expect("an input of this path");
        Some(guess.bytes(entry.wanted(input), offset, len))
    }

    /// Replaces a guess that does not fit.
    pub(crate) fn set_guess(&mut self, input: u32, value: Term) {
        let entry = Rc::make_mut(self.entries.get_mut(input).expect("an input of this path"));
        entry.vars = vec![(0, entry.size, value)];
    }

    /// The term for `len` bytes of an input. Numbers and offsets name the variables, so sibling paths use the same ones.
    pub fn term(&mut self, terms: &mut Terms, input: u32, offset: u32, len: u32) -> Term {
        let end = offset + len;
        let entry = self.entries.get(input).expect("an input of this path");
        if let Some(&(_, _, t)) = entry.vars.iter().find(|(o, l, _)| *o == offset && *l == len) {
            return t;
        }
        let mut at = offset;
        let mut result: Option<Term> = None;
        let mut fresh = Vec::new();
        while at < end {
            let known = entry.vars.iter().find(|(o, l, _)| *o <= at && at < o + l).copied();
            let (piece, upto) = match known {
                Some((o, l, t)) => {
                    let upto = end.min(o + l);
                    (terms.extract(t, (at - o) * 8, (upto - at) * 8), upto)
                }
                None => {
                    let next = entry.vars.iter().map(|v| v.0).filter(|o| *o > at).min().unwrap_or(end);
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
            let entry = Rc::make_mut(self.entries.get_mut(input).expect("an input of this path"));
            entry.vars.extend(fresh);
            entry.vars.sort_by_key(|v| v.0);
        }
        result.expect("an input range is not empty")
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

    /// An input as it is called, with the byte where it has several.
    pub(crate) fn name_of(&self, input: u32, offset: u32) -> Option<String> {
        let entry = self.entries.get(input)?;
        let whole = entry.vars.iter().any(|v| v.0 == 0 && v.1 >= entry.size);
        Some(if whole { entry.name.to_string() } else { format!("{}[{offset}]", entry.name) })
    }

    /// An input turns out to have more bytes.
    pub(crate) fn resize(&mut self, input: u32, size: u32) {
        if let Some(entry) = self.entries.get_mut(input) {
            Rc::make_mut(entry).size = size;
        }
    }

    /// The bytes of an input that somebody looked at: from where, and how many.
    pub fn seen(&self, input: u32) -> Vec<(u64, u64)> {
        let vars = self.entries.get(input).map_or(&[][..], |e| &e.vars);
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
        self.entries.for_each_owned(&mut |_| ()) + 16
    }

    fn entries(&self) -> Vec<&Rc<Entry>> {
        let mut out = Vec::with_capacity(self.len as usize);
        self.entries.for_each(&mut |_, e| out.push(e));
        out
    }
}
