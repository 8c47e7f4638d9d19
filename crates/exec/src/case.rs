//! A path as a test case, and values of a path under its own model.

use std::collections::BTreeSet;

use homing_ir::{InputKind, InputValue};
use homing_memory::Val;
use homing_term::{Model, Term, VarKey};

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
        let unwritten = self.chosen_by_unwritten(st);
        let large_blocks = st.klee.as_ref().map_or(0, |k| k.large);
        let one_way = !st.run.is_unconstrained() && !st.joined && st.leaps.is_empty();
        let route = (one_way && st.lazy.is_none() && !st.inputs.is_guessing()).then(|| st.route());
        TestCase { inputs, outputs, given, addresses, unwritten, large_blocks, route }
    }

    /// The bytes of everything that the program has asked for on this path, in order, under the model that the path carries: a run with
    /// them comes near to here.
    pub fn asked_for(&mut self, st: &State) -> Vec<Vec<u8>> {
        self.asked(st).into_iter().map(|v| v.bytes).collect()
    }

    /// The same with names.
    pub fn asked(&mut self, st: &State) -> Vec<InputValue> {
        let model = st.path.model(&mut self.cx);
        let asked = |kind| matches!(kind, InputKind::Object | InputKind::Nondet);
        let values = st.inputs.values(&mut self.cx.terms, &model).into_iter();
        values.filter(|v| asked(v.kind)).collect()
    }

    /// Does a run with these inputs (the bytes of everything that the program asks for, in order) go the state's way, as far as that depends on them? What
    /// they do not say is zero.
    pub fn takes(&mut self, st: &State, given: &[Vec<u8>]) -> bool {
        let mut model = Model::new();
        st.inputs.give(&self.cx.terms, given, &mut model);
        let mut conditions: Vec<Term> = st.path.constraints().map(|(t, _)| t).collect();
        // What sets it apart from others came last.
        conditions.reverse();
        let mut others = Vec::new();
        for t in conditions {
            if self.cx.terms.eval64(t, &model) != 1 {
                if self.is_of_inputs(t) {
                    return false;
                }
                others.push(t);
            }
        }
        // Addresses and the like are as the path has them.
        others.is_empty() || {
            let mut model = st.path.model(&mut self.cx);
            st.inputs.give(&self.cx.terms, given, &mut model);
            others.into_iter().all(|t| self.cx.terms.eval64(t, &model) == 1)
        }
    }

    fn is_of_inputs(&mut self, t: Term) -> bool {
        let terms = &mut self.cx.terms;
        let support = terms.support(t);
        support.iter().all(|v| matches!(terms.var_info(*v).key, VarKey::Input { .. }))
    }

    /// Was this path chosen by the contents of memory that nobody had written?
    fn chosen_by_unwritten(&mut self, st: &State) -> bool {
        let unwritten = st.inputs.of_kind(InputKind::Uninitialised);
        // Guessed contents may have led anywhere.
        !unwritten.is_empty()
            && (st.inputs.is_guessing() || {
                let constraints: Vec<Term> = st.path.constraints().map(|(t, _)| t).collect();
                constraints.into_iter().any(|t| self.speaks_of(t, &unwritten))
            })
    }

    /// Does the value depend on the contents of memory that nobody had written?
    pub fn depends_on_unwritten(&mut self, st: &State, v: Val) -> bool {
        let unwritten = st.inputs.of_kind(InputKind::Uninitialised);
        !unwritten.is_empty() && v.as_int().is_none() && {
            let t = self.term_of(v, 64);
            self.speaks_of(t, &unwritten)
        }
    }

    fn speaks_of(&mut self, t: Term, inputs: &BTreeSet<u32>) -> bool {
        let terms = &mut self.cx.terms;
        let support = terms.support(t);
        support.iter().any(|v| matches!(terms.var_info(*v).key, VarKey::Input { input, .. } if inputs.contains(&input)))
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
