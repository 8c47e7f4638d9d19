//! Going along a record: the same choices from the same start lead to the same state.

use std::mem::discriminant;
use std::rc::Rc;

use homing_ir::Program;

use crate::executor::Successor;
use crate::record::Record;
use crate::{ExecOptions, Executor, State};

impl Executor<'_> {
    /// What leads to a state again.
    pub fn record(&self, st: &State) -> Record {
        let fingerprint = fingerprint(self.program, &self.options);
        Record { fingerprint, steps: st.steps, len: st.choices.len(), words: st.choices.words() }
    }

    /// Runs a state that stands at its start along a record of a path from there. Only that path is gone; what its forks leave behind is
    /// forgotten. An error says why the record does not fit.
    pub fn retrace(&mut self, start: Box<State>, record: &Record) -> Result<Successor, String> {
        if record.fingerprint != fingerprint(self.program, &self.options) {
            return Err("it was made with another program, or with other options".into());
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
        Ok(Successor { state, end: None })
    }
}

/// Tells programs and ways of running them apart: by the shape of every function and by the options.
fn fingerprint(p: &Program, options: &ExecOptions) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    hash.text(&format!("{options:?}"));
    hash.number(u64::from(p.ptr_bits));
    for f in &p.functions {
        hash.text(&f.name);
        hash.number(f.regs.len() as u64);
        for b in &f.blocks {
            hash.number(b.insts.len() as u64);
            b.insts.iter().for_each(|i| hash.text(&format!("{:?}", discriminant(i))));
            hash.text(&format!("{:?}", discriminant(&b.term)));
        }
    }
    for g in &p.globals {
        hash.text(&g.name);
        hash.number(g.size);
    }
    hash.0
}

struct Fnv(u64);

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|b| self.0 = (self.0 ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3));
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0xff]);
    }

    fn number(&mut self, n: u64) {
        self.bytes(&n.to_le_bytes());
    }
}
