//! Going along a record: the same choices from the same start lead to the same state.

use std::rc::Rc;

use crate::executor::Successor;
use crate::record::Record;
use crate::{Executor, State};

impl Executor<'_> {
    /// What leads to a state again.
    pub fn record(&self, st: &State) -> Record {
        Record::new(self.program, &self.options, &st.route())
    }

    /// Runs a state that stands at its start along a record of a path from there. Only that path is gone; what its forks leave behind is
    /// forgotten. An error says why the record does not fit.
    pub fn retrace(&mut self, start: Box<State>, record: &Record) -> Result<Successor, String> {
        let own = Record::new(self.program, &self.options, &start.route());
        if (record.fingerprint, &record.options) != (own.fingerprint, &own.options) {
            return Err("it was made with another program, or with other targets or options".into());
        }
        self.script = Some(Rc::new(record.clone()));
        let found = self.along(start, record);
        self.script = None;
        found
    }

    fn along(&mut self, mut state: Box<State>, record: &Record) -> Result<Successor, String> {
        let arrived = |st: &State| st.steps >= record.steps && st.choices.len() == record.len;
        while !arrived(&state) {
            if self.is_stopped() {
                return Err("it was interrupted".into());
            }
            let before = (state.steps, state.choices.len());
            let left = record.steps.saturating_sub(state.steps).max(1);
            let step = self.run(state, left);
            let next = step.successors.into_iter().find(|s| record.begins_with(&s.state.choices));
            let Some(next) = next else { return Err(format!("no path goes on there after {} instructions", before.0)) };
            if arrived(&next.state) {
                return Ok(next);
            }
            if let Some(end) = next.end {
                return Err(format!("the path ends after {} instructions: {end:?}", next.state.steps));
            }
            state = next.state;
            if state.steps > record.steps || (state.steps, state.choices.len()) == before {
                return Err(format!("after {} instructions it is another path", state.steps));
            }
        }
        Ok(Successor::new(state, None))
    }
}
