//! What is known of terms whatever their variables are: bounds and bits.

use super::abs::Abs;
use super::absint::{binary, piece, structural};
use homing_term::{Op, Sort, Term, Terms};

/// Terms remembered before all are forgotten.
const MAX_FACTS: usize = 2_000_000;

/// Abstract values of terms, each computed once from those of its arguments. Valid for one generation of terms.
#[derive(Default)]
pub(super) struct Facts {
    /// By term: 0, or 1 plus the place in `values`.
    places: Vec<u32>,
    values: Vec<Abs>,
    todo: Vec<Term>,
}

impl Facts {
    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.values.clear();
    }

    /// The fact about `t` if it was worked out before.
    pub(super) fn get(&self, t: Term) -> Option<Abs> {
        let place = *self.places.get(t.index())?;
        self.values.get((place as usize).checked_sub(1)?).copied()
    }

    /// The fact about `t`, worked out now if need be, without recursion: terms may be deep. `None` for sorts and
    /// widths that have no abstract values.
    pub(super) fn of(&mut self, terms: &Terms, t: Term) -> Option<Abs> {
        if !has_fact(terms, t) {
            return None;
        }
        if self.values.len() > MAX_FACTS {
            self.clear();
        }
        self.todo.clear();
        self.todo.push(t);
        while let Some(&t) = self.todo.last() {
            if self.get(t).is_some() || !self.ask_for_arguments(terms, t) {
                self.todo.pop();
            }
        }
        self.get(t)
    }

    /// Puts arguments of `t` without a fact on the list, or if there are none works out the fact about `t`. Were there?
    fn ask_for_arguments(&mut self, terms: &Terms, t: Term) -> bool {
        let args = terms.args(t);
        let before = self.todo.len();
        match terms.op(t) {
            Op::Extract { lo } => {
                let from = piece(terms, args[0], lo, terms.width(t));
                self.ask(terms, from.into_iter().map(|p| p.0));
            }
            op if binary(op).is_some() || matches!(op, Op::Not | Op::Neg | Op::ZExt | Op::SExt | Op::Ite) => {
                self.ask(terms, args.into_iter());
            }
            _ => {}
        }
        if self.todo.len() > before {
            return true;
        }
        let width = terms.width(t);
        let value = structural(terms, t, width, &mut |a| self.get(a)).unwrap_or(Abs::top(width));
        self.values.push(value);
        if self.places.len() <= t.index() {
            self.places.resize(t.index() + t.index() / 2 + 64, 0);
        }
        self.places[t.index()] = self.values.len() as u32;
        false
    }

    fn ask(&mut self, terms: &Terms, args: impl Iterator<Item = Term>) {
        for a in args {
            if has_fact(terms, a) && self.get(a).is_none() {
                self.todo.push(a);
            }
        }
    }
}

fn has_fact(terms: &Terms, t: Term) -> bool {
    matches!(terms.sort(t), Sort::Bits(1..=64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use homing_term::VarKey;

    fn var(terms: &mut Terms, n: u32) -> Term {
        terms.var(32, VarKey::Fresh { tag: 0, n })
    }

    #[test]
    fn sums_of_even_numbers_are_even() {
        let mut terms = Terms::new();
        let two = terms.bits(32, 2);
        let mut y = terms.bits(32, 1);
        for n in 0..1_000_000 {
            let x = var(&mut terms, n);
            let twice = terms.mul(x, two);
            y = terms.add(y, twice);
        }
        let zero = terms.bits(32, 0);
        let is_zero = terms.eq(y, zero);
        assert_eq!(Facts::default().of(&terms, is_zero).and_then(|a| a.value()), Some(0));
    }

    #[test]
    fn unknown_sorts_have_no_facts() {
        let mut terms = Terms::new();
        let i = terms.int_var(VarKey::Fresh { tag: 1, n: 0 });
        let same = terms.int(3);
        let eq = terms.eq(i, same);
        let mut facts = Facts::default();
        assert_eq!(facts.of(&terms, i), None);
        assert_eq!(facts.of(&terms, eq), Some(Abs::top(1)));
    }
}
