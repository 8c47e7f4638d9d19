//! Gates over a SAT solver: constants are propagated, equal gates are shared, each new gate is a variable with its
//! defining clauses.

use crate::sat::{Lit, Sat};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A growing circuit and the SAT solver that holds its clauses.
pub(super) struct Gates<S> {
    pub sat: S,
    ands: FxHashMap<(Lit, Lit), Lit>,
    xors: FxHashMap<(Lit, Lit), Lit>,
    muxes: FxHashMap<(Lit, Lit, Lit), Lit>,
    majorities: FxHashMap<(Lit, Lit, Lit), Lit>,
    wide_ands: FxHashMap<Box<[Lit]>, Lit>,
    /// Once this is set, large circuits are not finished; whoever built them asks [`Gates::is_stopped`] and throws all away.
    pub stop: Option<Arc<AtomicBool>>,
}

impl<S: Sat> Gates<S> {
    pub fn new() -> Gates<S> {
        Gates {
            sat: S::new(),
            ands: FxHashMap::default(),
            xors: FxHashMap::default(),
            muxes: FxHashMap::default(),
            majorities: FxHashMap::default(),
            wide_ands: FxHashMap::default(),
            stop: None,
        }
    }

    pub fn reset(&mut self) {
        self.sat.reset();
        self.ands.clear();
        self.xors.clear();
        self.muxes.clear();
        self.majorities.clear();
        self.wide_ands.clear();
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed))
    }

    /// A free input bit.
    pub fn leaf(&mut self) -> Lit {
        self.sat.new_var(&[])
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if let Some(&o) = self.ands.get(&(a, b)) {
            return o;
        }
        let o = self.sat.new_var(&[a, b]);
        self.sat.add_clause(&[!o, a]);
        self.sat.add_clause(&[!o, b]);
        self.sat.add_clause(&[o, !a, !b]);
        self.ands.insert((a, b), o);
        o
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_negated() != b.is_negated();
        let (a, b) = (a.flip_if(a.is_negated()), b.flip_if(b.is_negated()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::FALSE.flip_if(flip);
        }
        if a == Lit::TRUE {
            return (!b).flip_if(flip);
        }
        if let Some(&o) = self.xors.get(&(a, b)) {
            return o.flip_if(flip);
        }
        let o = self.sat.new_var(&[a, b]);
        self.sat.add_clause(&[!o, a, b]);
        self.sat.add_clause(&[!o, !a, !b]);
        self.sat.add_clause(&[o, !a, b]);
        self.sat.add_clause(&[o, a, !b]);
        self.xors.insert((a, b), o);
        o.flip_if(flip)
    }

    /// `c ? a : b`
    pub fn mux(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        let (c, a, b) = if c.is_negated() { (!c, b, a) } else { (c, a, b) };
        if c == Lit::TRUE || a == b {
            return a;
        }
        if a == !b {
            return self.xor(c, b);
        }
        if a == Lit::TRUE || a == c {
            return self.or(c, b);
        }
        if a == Lit::FALSE || a == !c {
            return self.and(!c, b);
        }
        if b == Lit::TRUE || b == !c {
            return self.or(!c, a);
        }
        if b == Lit::FALSE || b == c {
            return self.and(c, a);
        }
        let flip = a.is_negated();
        let (a, b) = (a.flip_if(flip), b.flip_if(flip));
        if let Some(&o) = self.muxes.get(&(c, a, b)) {
            return o.flip_if(flip);
        }
        let o = self.sat.new_var(&[c, a, b]);
        self.sat.add_clause(&[!c, !a, o]);
        self.sat.add_clause(&[!c, a, !o]);
        self.sat.add_clause(&[c, !b, o]);
        self.sat.add_clause(&[c, b, !o]);
        // Implied, but unit propagation does not see it.
        self.sat.add_clause(&[!a, !b, o]);
        self.sat.add_clause(&[a, b, !o]);
        self.muxes.insert((c, a, b), o);
        o.flip_if(flip)
    }

    /// Are at least two of the three true? The carry of a full adder.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut s = [a, b, c];
        s.sort_unstable();
        let [a, b, c] = s;
        if a == Lit::TRUE {
            return self.or(b, c);
        }
        if a == Lit::FALSE {
            return self.and(b, c);
        }
        // Sorted, so that equal variables are neighbours.
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        let flip = a.is_negated();
        let (a, b, c) = (a.flip_if(flip), b.flip_if(flip), c.flip_if(flip));
        if let Some(&o) = self.majorities.get(&(a, b, c)) {
            return o.flip_if(flip);
        }
        let o = self.sat.new_var(&[a, b, c]);
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.sat.add_clause(&[!x, !y, o]);
            self.sat.add_clause(&[x, y, !o]);
        }
        self.majorities.insert((a, b, c), o);
        o.flip_if(flip)
    }

    pub fn and_all(&mut self, lits: &[Lit]) -> Lit {
        let mut lits: Vec<Lit> = lits.iter().copied().filter(|&l| l != Lit::TRUE).collect();
        lits.sort_unstable();
        lits.dedup();
        if lits.first() == Some(&Lit::FALSE) || lits.windows(2).any(|w| w[0] == !w[1]) {
            return Lit::FALSE;
        }
        match lits[..] {
            [] => return Lit::TRUE,
            [a] => return a,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        let key = lits.into_boxed_slice();
        if let Some(&o) = self.wide_ands.get(&key) {
            return o;
        }
        let o = self.sat.new_var(&key);
        let mut all = Vec::with_capacity(key.len() + 1);
        all.push(o);
        for &l in &key {
            self.sat.add_clause(&[!o, l]);
            all.push(!l);
        }
        self.sat.add_clause(&all);
        self.wide_ands.insert(key, o);
        o
    }

    pub fn or_all(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&l| !l).collect();
        !self.and_all(&negated)
    }
}
