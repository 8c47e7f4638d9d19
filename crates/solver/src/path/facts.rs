//! What is known of terms whatever their variables are: bounds and bits.

use super::abs::Abs;
use super::absint::{Knowledge, binary, piece, structural, structural_int};
use super::span::Span;
use homing_term::{Op, Sort, Term, Terms};

/// Terms remembered before all are forgotten.
const MAX_FACTS: usize = 2_000_000;

/// Abstract values of terms, each computed once from those of its arguments. Valid for one generation of terms.
#[derive(Default)]
pub(super) struct Facts {
    /// By term: 0, or 1 plus the place in `values`, or in `spans` if the term is an integer.
    places: Vec<u32>,
    values: Vec<Abs>,
    spans: Vec<Span>,
    todo: Vec<Term>,
}

impl Facts {
    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.values.clear();
        self.spans.clear();
    }

    fn place(&self, t: Term) -> Option<usize> {
        (*self.places.get(t.index())? as usize).checked_sub(1)
    }

    /// The fact about `t`, a bit vector, if it was worked out before.
    pub(super) fn bits(&self, t: Term) -> Option<Abs> {
        self.values.get(self.place(t)?).copied()
    }

    /// The fact about `t`, an integer, if it was worked out before.
    pub(super) fn span(&self, t: Term) -> Option<Span> {
        self.spans.get(self.place(t)?).copied()
    }

    /// The fact about `t`, a bit vector, worked out now if need be, without recursion: terms may be deep. `None` for
    /// sorts and widths that have no abstract values.
    pub(super) fn of(&mut self, terms: &Terms, t: Term) -> Option<Abs> {
        if !matches!(terms.sort(t), Sort::Bits(1..=64)) {
            return None;
        }
        self.work_out(terms, t);
        self.bits(t)
    }

    /// Works out the fact about `t` if it has one.
    pub(super) fn work_out(&mut self, terms: &Terms, t: Term) {
        if !has_fact(terms, t) {
            return;
        }
        if self.values.len() + self.spans.len() > MAX_FACTS {
            self.clear();
        }
        self.todo.clear();
        self.todo.push(t);
        while let Some(&t) = self.todo.last() {
            if self.place(t).is_some() || !self.ask_for_arguments(terms, t) {
                self.todo.pop();
            }
        }
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
            op if binary(op).is_some() || is_transparent(op) => self.ask(terms, args.into_iter()),
            _ => {}
        }
        if self.todo.len() > before {
            return true;
        }
        let place = match terms.sort(t) {
            Sort::Int => {
                let value = structural_int(terms, t, &mut Found { terms, facts: self }).unwrap_or(Span::TOP);
                self.spans.push(value);
                self.spans.len()
            }
            _ => {
                let width = terms.width(t);
                let value = structural(terms, t, width, &mut Found { terms, facts: self }).unwrap_or(Abs::top(width));
                self.values.push(value);
                self.values.len()
            }
        };
        if self.places.len() <= t.index() {
            self.places.resize(t.index() + t.index() / 2 + 64, 0);
        }
        self.places[t.index()] = place as u32;
        false
    }

    fn ask(&mut self, terms: &Terms, args: impl Iterator<Item = Term>) {
        for a in args {
            if has_fact(terms, a) && self.place(a).is_none() {
                self.todo.push(a);
            }
        }
    }
}

/// The facts of arguments, all of them worked out.
struct Found<'a> {
    terms: &'a Terms,
    facts: &'a Facts,
}

impl Knowledge for Found<'_> {
    fn bits(&mut self, t: Term) -> Option<Abs> {
        matches!(self.terms.sort(t), Sort::Bits(1..=64)).then(|| self.facts.bits(t))?
    }

    fn span(&mut self, t: Term) -> Option<Span> {
        (self.terms.sort(t) == Sort::Int).then(|| self.facts.span(t))?
    }
}

fn has_fact(terms: &Terms, t: Term) -> bool {
    matches!(terms.sort(t), Sort::Bits(1..=64) | Sort::Int)
}

/// Operations besides the binary ones on bit vectors whose values follow from those of their arguments.
fn is_transparent(op: Op) -> bool {
    use Op::*;
    matches!(op, Not | Neg | ZExt | SExt | Ite | IAdd | ISub | IMul | IDiv | IRem | INeg | ILe | ILt | Bits2Int { .. } | Int2Bits)
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
    fn integers_have_bounds() {
        let mut terms = Terms::new();
        let i = terms.int_var(VarKey::Fresh { tag: 1, n: 0 });
        let square = terms.imul(i, i);
        let minus = terms.int(-1);
        let (below, equal) = (terms.ile(square, minus), terms.eq(i, minus));
        let mut facts = Facts::default();
        assert_eq!(facts.of(&terms, i), None);
        assert_eq!(facts.of(&terms, equal), Some(Abs::top(1)));
        assert_eq!(facts.of(&terms, below), Some(Abs::constant(1, 0)));
        assert_eq!((facts.span(i), facts.span(square)), (Some(Span::TOP), Some(Span::new(0, Span::UP))));
    }

    #[test]
    fn arrays_have_no_facts() {
        let mut terms = Terms::new();
        let a = terms.array_var(8, 8, VarKey::Fresh { tag: 1, n: 0 });
        let same = terms.eq(a, a);
        let x = terms.bits(8, 1);
        let read = terms.select(a, x);
        let mut facts = Facts::default();
        assert_eq!(facts.of(&terms, a), None);
        assert_eq!(facts.of(&terms, same), Some(Abs::constant(1, 1)));
        assert_eq!(facts.of(&terms, read), Some(Abs::top(8)));
    }
}
