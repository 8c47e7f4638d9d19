//! A path as a test case, and values of a path under its own model.

use homing_memory::Val;

use crate::{Executor, State, TestCase};

impl Executor<'_> {
    /// The path's inputs, and its outputs where they are `Dyn` values, under its own model.
    pub fn test_case(&mut self, st: &State) -> TestCase {
        let model = self.likely_model(st);
        let outputs = st.outputs.list();
        let outputs = if self.code.dynamic { outputs.into_iter().map(|v| self.number_text(v, &model)).collect() } else { vec![] };
        let given = st.lazy.clone().filter(|_| !st.run.is_unconstrained()).map(|lazy| Box::new(self.given(st, &lazy, &model)));
        let of_caller = |i: usize| given.is_some() && st.lazy.as_ref().is_some_and(|l| l.input(i as u32).is_some());
        let all = st.inputs.values(&mut self.cx.terms, &model).into_iter().enumerate();
        let inputs = all.filter(|(i, _)| !of_caller(*i)).map(|(_, v)| v).collect();
        let addresses = self.chosen_by_addresses(st);
        let large_blocks = st.klee.as_ref().map_or(0, |k| k.large);
        let route = (!st.run.is_unconstrained() && st.lazy.is_none() && !st.inputs.is_guessing()).then(|| st.route());
        TestCase { inputs, outputs, given, addresses, large_blocks, route }
    }

    /// Values of the path's outputs under its own model.
    pub fn outputs(&mut self, st: &State) -> Vec<u64> {
        st.outputs.list().into_iter().map(|v| self.number(st, v)).collect()
    }

    /// A value under the path's own model, as far as it is a number.
    pub fn number(&mut self, st: &State, v: Val) -> u64 {
        match v.as_int() {
            Some(v) => v,
            None => {
                let t = self.term_of(v, 64);
                st.path.eval64(&mut self.cx, t)
            }
        }
    }

    /// The program works on numbers of any size (`Dyn` values).
    pub fn has_numbers(&self) -> bool {
        self.code.dynamic
    }

    /// A number (a `Dyn` value) under a model, in decimal.
    pub fn number_text(&mut self, v: Val, model: &homing_term::Model) -> String {
        self.decimal(v, model)
    }
}
