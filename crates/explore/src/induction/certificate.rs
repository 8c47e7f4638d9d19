//! What is used as an invariant is checked once more, by solvers that know nothing of how it was found.
//!
//! Each question is asked of a new solver without memory, about the path condition as it was recorded. An answer that is not a plain yes is a no.

use homing_exec::{Executor, State};
use homing_solver::{Answer, SolverConfig, stack};
use homing_term::Term;

/// Asks again.
pub(crate) struct Certifier {
    config: SolverConfig,
    /// What the questions cost, as solvers count it.
    pub effort: u64,
}

impl Certifier {
    pub fn new(config: SolverConfig) -> Certifier {
        Certifier { config: SolverConfig { cache: false, ..config }, effort: 0 }
    }

    /// Do all of the conditions hold in every run along the path of the state?
    pub fn holds(&mut self, exec: &mut Executor<'_>, state: &State, conds: &[Term]) -> bool {
        let terms = &mut exec.context_mut().terms;
        let wrong: Vec<Term> = conds.iter().map(|c| terms.not(*c)).collect();
        let any = terms.or_all(&wrong);
        if terms.is_false(any) {
            return true;
        }
        matches!(self.ask(exec, state, &[any]), Answer::Unsat(_))
    }

    /// Is there a run along the path of the state in which all of the conditions hold?
    pub fn possible(&mut self, exec: &mut Executor<'_>, state: &State, conds: &[Term]) -> bool {
        matches!(self.ask(exec, state, conds), Answer::Sat(_))
    }

    fn ask(&mut self, exec: &mut Executor<'_>, state: &State, conds: &[Term]) -> Answer {
        let asserts: Vec<Term> = state.path.constraints().map(|(t, _)| t).chain(conds.iter().copied()).collect();
        let mut solver = stack(&self.config);
        let answer = solver.check(&mut exec.context_mut().terms, &asserts);
        self.effort += solver.effort() + 1000;
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use homing_ir::Reg;
    use homing_solver::Context;
    use homing_term::Terms;

    const PROGRAM: &str = "define f0 \"main\"(v0: i8, v1: i8) {
block0:
  v2: i1 = ult v0, 10:i8
  branch v2, block1, block2
block1:
  v3: i8 = add v0, v1
  return
block2:
  return
}
";

    /// A state in which the first parameter is below ten, with both.
    fn below_ten(exec: &mut Executor<'_>) -> (Box<State>, Term, Term) {
        let main = exec.program().find("main").expect("it is there");
        let start = exec.general(main, homing_ir::BlockId(0));
        let (x, y) = {
            let symbol = |r| start.frame.regs.get(Reg(r)).and_then(|v| v.root()).expect("a symbol");
            (symbol(0), symbol(1))
        };
        let step = exec.run(start, 1000);
        let state = step.successors.into_iter().map(|s| s.state).find(|s| s.frame.block == homing_ir::BlockId(1));
        (state.expect("it can be below"), x, y)
    }

    #[test]
    fn wrong_facts_are_not_certified() {
        let program = homing_ir::parse(PROGRAM).expect("it is in order");
        let solver = stack(&SolverConfig::default());
        let mut exec = Executor::new(&program, Context::new(Terms::new(), solver), Default::default(), 0);
        let (state, x, y) = below_ten(&mut exec);
        let mut certifier = Certifier::new(SolverConfig::default());
        let terms = &mut exec.context_mut().terms;
        let (nine, eight, ten) = (terms.bits(8, 9), terms.bits(8, 8), terms.bits(8, 10));
        let (right, wrong, other) = (terms.ule(x, nine), terms.ule(x, eight), terms.ule(y, nine));
        let signed = terms.slt(x, ten);
        assert!(certifier.holds(&mut exec, &state, &[right, signed]));
        assert!(certifier.holds(&mut exec, &state, &[]));
        // One of several is enough, as is a fact about something else.
        assert!(!certifier.holds(&mut exec, &state, &[right, wrong]));
        assert!(!certifier.holds(&mut exec, &state, &[other]));
        assert!(certifier.effort > 0);
    }

    #[test]
    fn what_nothing_can_fulfil_is_told() {
        let program = homing_ir::parse(PROGRAM).expect("it is in order");
        let solver = stack(&SolverConfig::default());
        let mut exec = Executor::new(&program, Context::new(Terms::new(), solver), Default::default(), 0);
        let (state, x, _) = below_ten(&mut exec);
        let mut certifier = Certifier::new(SolverConfig::default());
        let terms = &mut exec.context_mut().terms;
        let ten = terms.bits(8, 10);
        let vacuous = terms.ule(ten, x);
        assert!(certifier.possible(&mut exec, &state, &[]));
        assert!(!certifier.possible(&mut exec, &state, &[vacuous]));
    }

    /// A question that may cost nothing is not answered, and then nothing is certified.
    #[test]
    fn no_answer_is_no() {
        let program = homing_ir::parse(PROGRAM).expect("it is in order");
        let solver = stack(&SolverConfig::default());
        let mut exec = Executor::new(&program, Context::new(Terms::new(), solver), Default::default(), 0);
        let (state, x, y) = below_ten(&mut exec);
        let stop = Some(std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true)));
        let mut certifier = Certifier::new(SolverConfig { stop, ..SolverConfig::default() });
        let terms = &mut exec.context_mut().terms;
        let (product, other) = (terms.mul(x, y), terms.mul(y, x));
        let square = terms.mul(product, x);
        let hard = terms.ne(square, other);
        assert!(!certifier.holds(&mut exec, &state, &[hard]));
        assert!(!certifier.possible(&mut exec, &state, &[hard]));
    }
}
