//! The run whose inputs are guessed. It belongs to no strategy's states and to no tree: it can find something, and says nothing when it does not.

use homing_exec::{Ended as PathEnded, RunId, RunKind, State, Successor};

use super::Engine;
use crate::{Event, Hooks};

/// Instructions that are executed in the time of beginning one, and of a guess.
const START_COST: u64 = 300;
const GUESS_COST: u64 = 40;

/// What is under way.
#[derive(Default)]
pub(crate) struct Guesser {
    /// With its number.
    state: Option<(u64, Box<State>)>,
    /// What such runs have cost beyond their instructions.
    pub cost: u64,
}

impl Guesser {
    /// The state whose terms are still needed.
    pub fn kept(&self) -> Option<&State> {
        self.state.as_ref().map(|(_, state)| &**state)
    }
}

impl Engine<'_> {
    /// Goes on with the run of that number; another one than the last begins anew.
    pub(super) fn guess(&mut self, number: u64, steps: u64, hooks: &mut dyn Hooks) {
        let entry = self.runs.entry();
        let (state, mut work) = match self.guesser.state.take() {
            Some((before, state)) if before == number => (state, 0),
            _ => (self.exec.start_guessing(entry, number), START_COST),
        };
        let (before, mut guesses) = (self.exec.instructions(), state.inputs.len() as u64);
        let mut step = self.shielded(None, |exec| exec.run(state, steps)).unwrap_or_default();
        self.new_calls.append(&mut step.calls);
        if let Some(first) = step.successors.first() {
            let now = first.state.inputs.len() as u64;
            work += GUESS_COST * (now - guesses);
            guesses = now;
            step.marks.iter().for_each(|t| self.passed(*t, &first.state, None, hooks));
        }
        for Successor { state, end, .. } in step.successors {
            match end {
                Some(PathEnded::Finding(finding)) => self.found(&state, &finding, hooks),
                Some(_) => {}
                None => {
                    self.guesser.state.get_or_insert((number, state));
                }
            }
        }
        let fresh = self.newly_covered();
        self.guesser.cost += work;
        work += self.exec.instructions() - before;
        self.runs.of(RunId::new(RunKind::Guessed, entry)).work += work;
        self.tell(Event::Guessed { work, over: self.guesser.state.is_none(), fresh, guesses });
    }
}
