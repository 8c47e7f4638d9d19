//! Sends each query to the back end that fits it.

use super::variables;
use crate::{Answer, Core, Counter, Lowering, Solver, Why};
use homing_term::{Model, Op, Sort, Term, Terms};
use rustc_hash::FxHashMap;

/// Pure bit-vector queries go to one back end, floats that have a circuit too, all others (integers, arrays) to the general one, which also
/// gets those the first gave up on.
pub struct Route {
    bits: Box<dyn Solver>,
    general: Box<dyn Solver>,
    /// Terms whose purity is known, of one generation.
    pure: FxHashMap<Term, bool>,
    generation: u32,
    floats: Lowering,
    second_chances: u64,
    lowered: u64,
    /// Who was asked last.
    by_general: bool,
}

impl Route {
    /// Routes between a back end for bit vectors and one for everything.
    pub fn new(bits: Box<dyn Solver>, general: Box<dyn Solver>) -> Route {
        Route {
            bits,
            general,
            pure: FxHashMap::default(),
            generation: 0,
            floats: Lowering::default(),
            second_chances: 0,
            lowered: 0,
            by_general: false,
        }
    }

    /// Does `root` consist of bit-vector operations only?
    fn is_pure(&mut self, terms: &Terms, root: Term) -> bool {
        let mut todo = vec![root];
        while let Some(&t) = todo.last() {
            if self.pure.contains_key(&t) {
                todo.pop();
                continue;
            }
            let before = todo.len();
            let mut pure = matches!(terms.sort(t), Sort::Bits(_)) && is_bits(terms.op(t));
            for a in terms.args(t) {
                match self.pure.get(&a) {
                    Some(&p) => pure &= p,
                    None => todo.push(a),
                }
            }
            if todo.len() == before {
                self.pure.insert(t, pure);
                todo.pop();
            }
        }
        self.pure[&root]
    }
}

impl Solver for Route {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        if self.generation != terms.generation() {
            self.generation = terms.generation();
            self.pure.clear();
        }
        self.by_general = false;
        if !asserts.iter().all(|&t| self.is_pure(terms, t)) {
            let Some(lowered) = self.floats.lower(terms, asserts) else {
                self.by_general = true;
                return self.general.check(terms, asserts);
            };
            self.lowered += 1;
            return match self.bits.check(terms, &lowered) {
                Answer::Unknown(Why::Conflicts | Why::Resources) => {
                    self.second_chances += 1;
                    self.by_general = true;
                    self.general.check(terms, asserts)
                }
                Answer::Unsat(core) => Answer::Unsat(original(&core, &lowered, asserts)),
                Answer::Sat(model) => Answer::Sat(complete(terms, asserts, model)),
                answer => answer,
            };
        }
        match self.bits.check(terms, asserts) {
            Answer::Unknown(Why::Conflicts | Why::Resources) => {
                self.second_chances += 1;
                self.by_general = true;
                self.general.check(terms, asserts)
            }
            answer => answer,
        }
    }

    fn name(&self) -> &str {
        "route"
    }

    fn set_work(&mut self, work: u64) {
        self.bits.set_work(work);
        self.general.set_work(work);
    }

    fn answered_by(&self) -> &str {
        if self.by_general { self.general.answered_by() } else { self.bits.answered_by() }
    }

    fn effort(&self) -> u64 {
        self.bits.effort() + self.general.effort()
    }

    fn counters(&self, out: &mut Vec<Counter>) {
        out.push(Counter::new("route", "second_chances", self.second_chances));
        out.push(Counter::new("route", "lowered", self.lowered));
        self.bits.counters(out);
        self.general.counters(out);
    }
}

/// A model with values also for variables that no bit of the circuits depends on.
fn complete(terms: &mut Terms, asserts: &[Term], mut model: Model) -> Model {
    for v in variables(terms, asserts) {
        if model.get64(v).is_none() {
            model.set64(v, 0);
        }
    }
    model
}

/// The asserts that those of a core were made from.
fn original(core: &Core, lowered: &[Term], asserts: &[Term]) -> Core {
    let kept = core.terms(lowered);
    let terms: Vec<Term> = lowered.iter().zip(asserts).filter(|(l, _)| kept.contains(l)).map(|(_, &t)| t).collect();
    Core::of(terms)
}

/// Operations of the bit-vector theory; for `Eq` and `Ite` the arguments' sorts decide.
pub(crate) fn is_bits(op: Op) -> bool {
    use Op::*;
    match op {
        Const | Var(_) | Not | Neg | And | Or | Xor | Add | Sub | Mul | UDiv | URem | SDiv | SRem | Shl | LShr | AShr => true,
        Eq | Ult | Ule | Slt | Sle | UMulOver | SMulOver | Ite | Concat | Extract { .. } | ZExt | SExt => true,
        FAdd(_) | FSub(_) | FMul(_) | FDiv(_) | FRem(_) | Fma(_) | FSqrt(_) | FRound(..) => false,
        FEq(_) | FLt(_) | FLe(_) | FUnordered(_) | F2F { .. } | F2Si(_) | F2Ui(_) | Si2F(_) | Ui2F(_) => false,
        IAdd | ISub | IMul | IDiv | IRem | INeg | ILe | ILt | Bits2Int { .. } | Int2Bits => false,
        ArrayConst | Select | Store => false,
    }
}
