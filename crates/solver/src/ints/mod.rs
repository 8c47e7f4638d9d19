//! Decides conjunctions about unbounded integers, as far as it goes without a general solver.

mod bounds;
mod eliminate;
mod rows;
mod translate;

use crate::blast::Blaster;
use crate::layer::variables;
use crate::{Answer, Core, Counter, Limits, Solver, Why};
use bounds::Bounds;
use homing_term::{Model, Op, Sort, Term, Terms, VarId};
use rows::Rows;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use translate::{Ranges, Translated, Translator};

/// Integers for a back end of bit vectors; what remains goes to the general solver.
///
/// Linear conjuncts give bounds of the integers, or contradict each other. If every subterm is bounded the query
/// translates to bit vectors of sufficient widths, either way. Otherwise only solutions within a few fixed ranges are
/// looked for: one is a solution, none says nothing.
pub struct Integers {
    bits: Blaster,
    general: Box<dyn Solver>,
    conflicts: u64,
    /// Terms known to consist of bit vectors and integers only, or not, of one generation.
    plain: FxHashMap<Term, bool>,
    generation: u32,
    counts: Counts,
    /// The general solver was asked last.
    by_general: bool,
}

#[derive(Default)]
struct Counts {
    by_bounds: u64,
    by_elimination: u64,
    exact: u64,
    within: u64,
    passed_on: u64,
    /// Work of the linear procedures.
    effort: u64,
}

/// Widths of the ranges in which solutions are looked for, and conflicts of each attempt: wide products are slow.
const ATTEMPTS: [(u32, u64); 3] = [(8, 1000), (16, 300), (32, 100)];
/// Conflicts of an exact translation before the general solver gets its chance.
const EXACT: u64 = 20_000;

impl Integers {
    /// Decides what it can within the limits and passes everything else to `general`.
    pub fn new(limits: Limits, stop: Option<Arc<AtomicBool>>, general: Box<dyn Solver>) -> Integers {
        let conflicts = limits.conflicts;
        Integers {
            bits: Blaster::new(limits).with_stop(stop),
            general,
            conflicts,
            plain: FxHashMap::default(),
            generation: 0,
            counts: Counts::default(),
            by_general: false,
        }
    }

    /// The answer, if it is found without the general solver.
    fn decide(&mut self, terms: &mut Terms, asserts: &[Term]) -> Option<Answer> {
        let mut rows = Rows::of(terms, asserts);
        let mut bounds = Bounds::default();
        let consistent = bounds.settle(terms, &mut rows);
        self.counts.effort += bounds.effort;
        if !consistent {
            self.counts.by_bounds += 1;
            return Some(Answer::Unsat(Core::all()));
        }
        let exact = Translator::new(&bounds, Ranges::Known).translate(terms, asserts);
        if let Some(translated) = exact {
            self.bits.set_conflicts(self.conflicts.min(EXACT));
            let answer = self.ask(terms, asserts, &translated)?;
            self.counts.exact += 1;
            return Some(answer);
        }
        bounds.add_to(&mut rows);
        let contradictory = eliminate::contradictory(&rows, &mut self.counts.effort);
        if contradictory {
            self.counts.by_elimination += 1;
            return Some(Answer::Unsat(Core::all()));
        }
        for (width, conflicts) in ATTEMPTS {
            self.bits.set_conflicts(self.conflicts.min(conflicts));
            let Some(translated) = Translator::new(&bounds, Ranges::Within(width)).translate(terms, asserts) else { continue };
            match self.ask(terms, asserts, &translated) {
                Some(Answer::Unsat(_)) | None => {}
                Some(answer) => {
                    self.counts.within += 1;
                    return Some(answer);
                }
            }
        }
        None
    }

    /// The answer to a translated query; `None` if the conflicts are used up.
    fn ask(&mut self, terms: &mut Terms, asserts: &[Term], translated: &Translated) -> Option<Answer> {
        match self.bits.check(terms, &translated.asserts) {
            Answer::Sat(found) => {
                let model = self.read(terms, asserts, translated, &found);
                match asserts.iter().find(|&&t| terms.eval64(t, &model) != 1) {
                    None => Some(Answer::Sat(model)),
                    Some(t) => Some(Answer::Unknown(Why::Failed(format!("the translated query's model makes {t} false")))),
                }
            }
            // Ranges come from all asserts.
            Answer::Unsat(_) => Some(Answer::Unsat(Core::all())),
            Answer::Unknown(Why::Conflicts | Why::Resources) => None,
            unknown => Some(unknown),
        }
    }

    fn read(&self, terms: &mut Terms, asserts: &[Term], translated: &Translated, found: &Model) -> Model {
        let mut model = Model::new();
        for v in variables(terms, asserts) {
            match terms.var_info(v).sort {
                Sort::Int => model.set_int64(v, translated.value(v, found)),
                _ => model.set64(v, found.get64(v).unwrap_or(0)),
            }
        }
        model
    }

    /// Does `root` consist of operations on bit vectors and integers only, with an integer among them?
    fn is_plain(&mut self, terms: &Terms, root: Term) -> bool {
        let mut todo = vec![root];
        while let Some(&t) = todo.last() {
            if self.plain.contains_key(&t) {
                todo.pop();
                continue;
            }
            let before = todo.len();
            let mut plain = is_plain(terms, t);
            for a in terms.args(t) {
                match self.plain.get(&a) {
                    Some(&p) => plain &= p,
                    None => todo.push(a),
                }
            }
            if todo.len() == before {
                self.plain.insert(t, plain);
                todo.pop();
            }
        }
        self.plain[&root]
    }
}

impl Solver for Integers {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        if self.generation != terms.generation() {
            self.generation = terms.generation();
            self.plain.clear();
        }
        self.by_general = false;
        let ours = asserts.iter().all(|&t| self.is_plain(terms, t)) && has_integers(terms, asserts);
        if ours && let Some(answer) = self.decide(terms, asserts) {
            return answer;
        }
        self.counts.passed_on += 1;
        self.by_general = true;
        self.general.check(terms, asserts)
    }

    fn name(&self) -> &str {
        "integers"
    }

    fn set_work(&mut self, work: u64) {
        self.conflicts = Limits::of_work(work).conflicts;
        self.bits.set_work(work);
        self.general.set_work(work);
    }

    fn answered_by(&self) -> &str {
        if self.by_general { self.general.answered_by() } else { self.name() }
    }

    fn effort(&self) -> u64 {
        self.counts.effort + self.bits.effort() + self.general.effort()
    }

    fn counters(&self, out: &mut Vec<Counter>) {
        let c = &self.counts;
        let all = [
            ("by_bounds", c.by_bounds),
            ("by_elimination", c.by_elimination),
            ("exact", c.exact),
            ("within", c.within),
            ("passed_on", c.passed_on),
        ];
        out.extend(all.map(|(what, value)| Counter::new("integers", what, value)));
        self.bits.counters(out);
        self.general.counters(out);
    }
}

/// Without integers this layer has nothing to offer.
fn has_integers(terms: &mut Terms, asserts: &[Term]) -> bool {
    variables(terms, asserts).iter().any(|&v: &VarId| terms.var_info(v).sort == Sort::Int)
}

fn is_plain(terms: &Terms, t: Term) -> bool {
    use Op::*;
    match terms.op(t) {
        Const | Var(_) | Ite | Eq => matches!(terms.sort(t), Sort::Bits(_) | Sort::Int),
        Not | Neg | And | Or | Xor | Add | Sub | Mul | UDiv | URem | SDiv | SRem | Shl | LShr | AShr => true,
        Ult | Ule | Slt | Sle | UMulOver | SMulOver | Concat | Extract { .. } | ZExt | SExt => true,
        IAdd | ISub | IMul | IDiv | IRem | INeg | ILe | ILt | Bits2Int { .. } | Int2Bits => true,
        FAdd(_) | FSub(_) | FMul(_) | FDiv(_) | FRem(_) | Fma(_) | FSqrt(_) | FRound(..) => false,
        FEq(_) | FLt(_) | FLe(_) | FUnordered(_) | F2F { .. } | F2Si(_) | F2Ui(_) | Si2F(_) | Ui2F(_) => false,
        ArrayConst | Select | Store => false,
    }
}
