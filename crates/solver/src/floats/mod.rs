//! Questions about floats as questions about bits, for the blaster.

mod circuit;

use circuit::Circuit;
use homing_term::{Op, Sort, Term, Terms};
use rustc_hash::FxHashMap;

/// Terms with floats in terms without, of one generation.
#[derive(Default)]
pub struct Lowering {
    /// Nothing for what has no circuit here.
    done: FxHashMap<Term, Option<Term>>,
    generation: u32,
}

impl Lowering {
    /// The same conditions without float operations; nothing if an operation in them is neither of bits nor has a circuit here
    /// (remainders, square roots and fused operations have none, integers and arrays are no bits).
    pub fn lower(&mut self, terms: &mut Terms, asserts: &[Term]) -> Option<Vec<Term>> {
        if self.generation != terms.generation() {
            self.generation = terms.generation();
            self.done.clear();
        }
        asserts.iter().map(|&t| self.term(terms, t)).collect()
    }

    fn term(&mut self, terms: &mut Terms, root: Term) -> Option<Term> {
        let mut todo = vec![root];
        while let Some(&t) = todo.last() {
            if self.done.contains_key(&t) {
                todo.pop();
                continue;
            }
            let depth = todo.len();
            let args = terms.args(t);
            todo.extend(args.iter().filter(|a| !self.done.contains_key(a)));
            if todo.len() > depth {
                continue;
            }
            let args: Option<Vec<Term>> = args.iter().map(|a| self.done[a]).collect();
            let lowered = args.and_then(|args| node(terms, t, &args));
            self.done.insert(t, lowered);
        }
        self.done[&root]
    }
}

/// One operation, whose arguments are without floats already.
fn node(terms: &mut Terms, t: Term, x: &[Term]) -> Option<Term> {
    let Sort::Bits(w) = terms.sort(t) else { return None };
    let op = terms.op(t);
    let mut c = Circuit { t: terms };
    Some(match op {
        Op::FAdd(k) => c.add(k, x[0], x[1]),
        Op::FSub(k) => c.sub(k, x[0], x[1]),
        Op::FMul(k) => c.mul(k, x[0], x[1]),
        Op::FDiv(k) => c.div(k, x[0], x[1]),
        Op::FRound(k, mode) => c.round(k, x[0], mode),
        Op::FEq(k) => c.equal(k, x[0], x[1]),
        Op::FLt(k) => c.less(k, x[0], x[1]),
        Op::FLe(k) => c.less_or_equal(k, x[0], x[1]),
        Op::FUnordered(k) => c.unordered(k, x[0], x[1]),
        Op::F2F { from, to } => c.convert(from, to, x[0]),
        // The numbers that a conversion compares with fit 128 bits.
        Op::F2Si(k) if w <= 64 => c.as_integer(k, x[0], w, true),
        Op::F2Ui(k) if w <= 64 => c.as_integer(k, x[0], w, false),
        Op::Si2F(k) => c.of_integer(k, x[0], true),
        Op::Ui2F(k) => c.of_integer(k, x[0], false),
        _ if crate::layer::is_bits(op) => {
            if x[..] == terms.args(t)[..] {
                t
            } else {
                terms.rebuild(t, x)
            }
        }
        _ => return None,
    })
}
