//! Sends each query to the back end that fits it.

use super::variables;
use crate::wholes::{Narrowed, narrowed};
use crate::{Answer, Core, Counter, Limits, Lowering, Solver, Wholes, Why};
use homing_term::{Model, Op, Sort, Term, Terms};
use rustc_hash::FxHashMap;

/// Pure bit-vector queries go to one back end, floats that have a circuit too, all others (integers, arrays) to the general one, which also
/// gets those the first gave up on. Questions that are not easy are read as questions about whole numbers in between.
pub struct Route {
    bits: Box<dyn Solver>,
    general: Box<dyn Solver>,
    /// Terms whose purity is known, of one generation.
    pure: FxHashMap<Term, bool>,
    generation: u32,
    floats: Lowering,
    wholes: Option<Wholes>,
    /// What a question may cost in one back end.
    work: u64,
    second_chances: u64,
    lowered: u64,
    /// Who was asked last.
    by: By,
}

/// Who gave the last answer.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Bits,
    Wholes,
    General,
}

/// What a question may cost as one about bits before it is read as one about whole numbers, in units of effort.
const EASY: u64 = 4_000_000;

impl Route {
    /// Routes between a back end for bit vectors and one for everything.
    pub fn new(bits: Box<dyn Solver>, general: Box<dyn Solver>) -> Route {
        Route {
            bits,
            general,
            pure: FxHashMap::default(),
            generation: 0,
            floats: Lowering::default(),
            wholes: None,
            work: Limits::default().work,
            second_chances: 0,
            lowered: 0,
            by: By::Bits,
        }
    }

    /// Reads questions that are not easy as questions about whole numbers.
    pub fn with_wholes(mut self, wholes: Wholes) -> Route {
        self.wholes = Some(wholes);
        self
    }

    /// The answer to a question about bits, if it is easy, or easy in fewer bits, or one about whole numbers.
    fn as_wholes(&mut self, terms: &mut Terms, asserts: &[Term]) -> Option<Answer> {
        if self.wholes.is_none() || self.work <= EASY {
            return None;
        }
        let answer = self.ask_bits(terms, asserts, EASY);
        if answer.is_some() {
            return answer;
        }
        let narrow = narrowed(terms, asserts);
        if let Some(narrow) = &narrow
            && let Some(answer) = self.ask_narrow(terms, asserts, narrow, EASY)
        {
            return Some(answer);
        }
        if let Some(answer) = self.wholes.as_mut()?.ask(terms, asserts) {
            self.by = By::Wholes;
            return Some(answer);
        }
        self.ask_narrow(terms, asserts, &narrow?, self.work)
    }

    fn ask_narrow(&mut self, terms: &mut Terms, asserts: &[Term], narrow: &Narrowed, work: u64) -> Option<Answer> {
        Some(match self.ask_bits(terms, &narrow.asserts, work)? {
            Answer::Sat(model) => Answer::Sat(complete(terms, asserts, narrow.widened(model))),
            // The bounds may come from any of the asserts.
            Answer::Unsat(_) => Answer::Unsat(Core::all()),
            answer => answer,
        })
    }

    /// The answer for this work at most; nothing if that is not enough.
    fn ask_bits(&mut self, terms: &mut Terms, asserts: &[Term], work: u64) -> Option<Answer> {
        self.bits.set_work(work);
        let answer = self.bits.check(terms, asserts);
        self.bits.set_work(self.work);
        (!matches!(answer, Answer::Unknown(Why::Conflicts | Why::Resources))).then_some(answer)
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
        self.by = By::Bits;
        if !asserts.iter().all(|&t| self.is_pure(terms, t)) {
            let Some(lowered) = self.floats.lower(terms, asserts) else {
                self.by = By::General;
                return self.general.check(terms, asserts);
            };
            self.lowered += 1;
            return match self.bits.check(terms, &lowered) {
                Answer::Unknown(Why::Conflicts | Why::Resources) => {
                    self.second_chances += 1;
                    self.by = By::General;
                    self.general.check(terms, asserts)
                }
                Answer::Unsat(core) => Answer::Unsat(original(&core, &lowered, asserts)),
                Answer::Sat(model) => Answer::Sat(complete(terms, asserts, model)),
                answer => answer,
            };
        }
        if let Some(answer) = self.as_wholes(terms, asserts) {
            return answer;
        }
        match self.bits.check(terms, asserts) {
            Answer::Unknown(Why::Conflicts | Why::Resources) => {
                self.second_chances += 1;
                self.by = By::General;
                self.general.check(terms, asserts)
            }
            answer => answer,
        }
    }

    fn name(&self) -> &str {
        "route"
    }

    fn set_work(&mut self, work: u64) {
        self.work = work;
        self.bits.set_work(work);
        self.general.set_work(work);
        if let Some(wholes) = &mut self.wholes {
            wholes.set_work(work);
        }
    }

    fn answered_by(&self) -> &str {
        match self.by {
            By::Bits => self.bits.answered_by(),
            By::Wholes => "wholes",
            By::General => self.general.answered_by(),
        }
    }

    fn effort(&self) -> u64 {
        self.bits.effort() + self.general.effort() + self.wholes.as_ref().map_or(0, Wholes::effort)
    }

    fn counters(&self, out: &mut Vec<Counter>) {
        out.push(Counter::new("route", "second_chances", self.second_chances));
        out.push(Counter::new("route", "lowered", self.lowered));
        self.bits.counters(out);
        if let Some(wholes) = &self.wholes {
            wholes.counters(out);
        }
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
