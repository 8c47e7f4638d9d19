//! What a path of the analysis knows: values of registers, contents of objects, its condition.

use std::collections::BTreeMap;
use std::rc::Rc;

use homing_ir::{FuncId, Reg};
use rustc_hash::FxHashMap;

use crate::formula::{Array, F};
use crate::lin::{Lin, Range, Sym, Symbols};

/// An object of the program: a global, or a local of one unfolded call.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Obj(pub u32);

/// An unfolded call; the entry is the first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ctx(pub u32);

/// What a register holds. Numbers of the machine are taken as signed.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(Lin),
    /// The number, and another one that it differs from by a multiple of two to the power of its width.
    Wrapped(Lin, Lin),
    Truth(F),
    /// Into an object, so many bytes behind its start.
    Pointer(Obj, Lin),
    Function(FuncId),
    /// A pointer of which nothing is known.
    Wild,
}

/// An input that the path has asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// A number of so many bits (0: unbounded), with the symbol that it is.
    Number(u32, Sym),
    /// An object of so many bytes whose first contents these are.
    Object(Obj, crate::formula::Base),
}

/// A path in the middle.
#[derive(Clone, Debug)]
pub struct State {
    pub regs: FxHashMap<(Ctx, Reg), Value>,
    pub objects: BTreeMap<Obj, Rc<Array>>,
    /// Everything that may be written has been written by something that is not understood.
    pub unknown: bool,
    pub condition: Vec<F>,
    /// Inputs in the order in which they were asked for.
    pub asked: Vec<Asked>,
    /// A loop or a call may have asked for more that are not listed.
    pub more: bool,
    /// How large the condition is.
    pub size: usize,
    known: FxHashMap<Sym, Range>,
    /// Its condition cannot hold.
    contradicted: bool,
}

impl State {
    pub fn new() -> State {
        State {
            regs: FxHashMap::default(),
            objects: BTreeMap::new(),
            unknown: false,
            condition: Vec::new(),
            asked: Vec::new(),
            more: false,
            size: 0,
            known: FxHashMap::default(),
            contradicted: false,
        }
    }

    /// From here on this holds.
    pub fn assume(&mut self, symbols: &Symbols, f: F) {
        match f {
            F::True => {}
            F::And(parts) => parts.into_iter().for_each(|p| self.assume(symbols, p)),
            f => {
                self.learn(symbols, &f);
                self.size += f.size();
                self.condition.push(f);
            }
        }
    }

    /// Can nobody come here, as far as ranges tell?
    pub fn is_impossible(&mut self, symbols: &Symbols) -> bool {
        if !self.contradicted {
            for i in 0..self.condition.len() {
                if let f @ (F::Le(_) | F::Eq(_) | F::Ne(_) | F::Or(_)) = &self.condition[i] {
                    let f = f.clone();
                    self.learn(symbols, &f);
                }
            }
        }
        self.contradicted
    }

    pub fn range_of(&self, symbols: &Symbols, s: Sym) -> Range {
        self.known.get(&s).copied().unwrap_or_else(|| symbols.range(s))
    }

    /// What it can be on this path.
    pub fn range(&self, symbols: &Symbols, l: &Lin) -> Range {
        l.range(|s| self.range_of(symbols, s))
    }

    /// Does it hold on this path for sure?
    pub fn proves(&self, symbols: &Symbols, f: &F) -> bool {
        match f {
            F::True => true,
            F::Le(l) => {
                self.range(symbols, l).hi.is_some_and(|h| h <= 0)
                    || self.condition.iter().any(|c| match c {
                        F::Le(known) | F::Eq(known) => {
                            l.plus(known, -1).is_some_and(|d| self.range(symbols, &d).hi.is_some_and(|h| h <= 0))
                        }
                        _ => false,
                    })
            }
            F::Ne(l) => {
                let r = self.range(symbols, l);
                r.lo.is_some_and(|v| v > 0) || r.hi.is_some_and(|v| v < 0)
            }
            F::And(parts) => parts.iter().all(|p| self.proves(symbols, p)),
            F::Or(parts) => parts.iter().any(|p| self.proves(symbols, p)),
            _ => false,
        }
    }

    fn learn(&mut self, symbols: &Symbols, f: &F) {
        match f {
            F::False => self.contradicted = true,
            F::Le(l) => self.below_zero(symbols, l),
            F::Eq(l) => {
                self.below_zero(symbols, l);
                if let Some(l) = l.times(-1) {
                    self.below_zero(symbols, &l);
                }
            }
            F::Ne(l) => {
                let r = self.range(symbols, l);
                self.contradicted |= r.lo == Some(0) && r.hi == Some(0);
            }
            F::Or(parts) => {
                let refuted = |p: &F| p.not().is_some_and(|n| self.proves(symbols, &n));
                let mut left = parts.iter().filter(|p| !refuted(p));
                match (left.next(), left.next()) {
                    (None, _) => self.contradicted = true,
                    (Some(F::And(only)), None) => only.iter().for_each(|p| self.learn(symbols, p)),
                    (Some(only @ (F::Le(_) | F::Eq(_))), None) => self.learn(symbols, &only.clone()),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Narrows the symbols of something that is not above zero.
    fn below_zero(&mut self, symbols: &Symbols, l: &Lin) {
        if self.range(symbols, l).lo.is_some_and(|lo| lo > 0) {
            self.contradicted = true;
        }
        for (s, k) in l.terms() {
            let Some(rest) = l.plus(&Lin::from(*s), -*k) else { continue };
            let Some(least) = self.range(symbols, &rest).lo else { continue };
            let mut r = self.range_of(symbols, *s);
            // k * s <= -least
            if *k > 0 {
                let most = (-least).div_euclid(*k);
                if r.hi.is_none_or(|h| most < h) {
                    r.hi = Some(most);
                    self.known.insert(*s, r);
                }
            } else {
                let low = least.div_euclid(-*k) + i128::from(least.rem_euclid(-*k) != 0);
                if r.lo.is_none_or(|l| low > l) {
                    r.lo = Some(low);
                    self.known.insert(*s, r);
                }
            }
            self.contradicted |= matches!((r.lo, r.hi), (Some(a), Some(b)) if a > b);
        }
    }
}
