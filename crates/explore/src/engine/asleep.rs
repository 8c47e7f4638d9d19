//! States whose question cost too much: they sleep, the others go on, and they are asked again with more, in turn with everything else.

use homing_exec::{Asked, State};

use super::Engine;
use crate::{Config, Hooks};

/// A question of the main run may cost this part of what one may cost at all, before it is put off.
const FIRST: u64 = 64;
/// It may always cost so much: some hundredths of a second.
const LEAST: u64 = 4_000_000;

/// What a question may cost at first; none if putting it off would bring nothing.
pub(super) fn first_budget(config: &Config) -> Option<u64> {
    let first = (config.solver_work / FIRST).max(LEAST);
    (first < config.solver_work).then_some(first)
}

/// The states that sleep, in the order in which they fell asleep.
#[derive(Default)]
pub(crate) struct Asleep {
    // States are boxes everywhere: they come and go without being copied.
    #[allow(clippy::vec_box)]
    states: Vec<Box<State>>,
    /// The cost of the run at which one of them is asked again.
    due: u64,
}

impl Asleep {
    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.states.iter().map(|s| &**s)
    }

    /// All of them, for good.
    #[allow(clippy::vec_box)]
    pub fn take(&mut self) -> Vec<Box<State>> {
        std::mem::take(&mut self.states)
    }

    fn add(&mut self, state: Box<State>, due: u64) {
        self.due = self.due.max(due);
        self.states.push(state);
    }

    /// The first of those on which least was spent; none that had all that one may have.
    fn next(&self, most: u64) -> Option<usize> {
        let spent = |s: &State| s.pending.as_ref().map_or(0, |p| p.work);
        let least = self.states.iter().enumerate().min_by_key(|(_, s)| spent(s))?;
        (spent(least.1) < most).then_some(least.0)
    }
}

impl Engine<'_> {
    /// A state falls asleep. It counts among those of its run, so nothing is proved without it.
    pub(super) fn put_to_sleep(&mut self, state: Box<State>) {
        self.stats.put_off += 1;
        self.sleeps(state);
    }

    fn sleeps(&mut self, state: Box<State>) {
        self.runs.enters(&state);
        let spent = state.pending.as_ref().map_or(0, |p| p.work);
        self.asleep.add(state, self.cost().saturating_add(spent));
    }

    /// Asks for one state again if its turn has come: when the others have cost as much as its last question, or when there are no others.
    /// False if nothing was asked.
    pub(super) fn wake(&mut self, hooks: &mut dyn Hooks) -> bool {
        if self.asleep.states.is_empty() {
            return false;
        }
        let alone = self.runs.main().living == self.asleep.len();
        if !alone && self.cost() < self.asleep.due {
            return false;
        }
        let most = self.config.solver_work;
        let Some(at) = self.asleep.next(most) else {
            if alone {
                self.give_up_sleepers();
            }
            return alone;
        };
        let mut state = self.asleep.states.remove(at);
        self.runs.leaves(&state);
        let place = self.exec.stack(&state).first().copied();
        let work = state.pending.as_ref().map_or(most, |p| p.work.saturating_mul(2).min(most));
        let before = self.cost();
        let asked = self.shielded(place, |exec| exec.ask_again(&mut state, work));
        self.asleep.due = self.cost() + (self.cost() - before);
        self.stats.asked_again += 1;
        match asked {
            Some(Asked::Goes(None)) => self.admit(state, None, false),
            Some(Asked::Goes(Some(end))) => self.ended(state, end, hooks),
            Some(Asked::Open) => self.sleeps(state),
            // What panicked is lost already.
            Some(Asked::Never) | None => {}
        }
        true
    }

    /// Nobody will know: each is a loss.
    pub(super) fn give_up_sleepers(&mut self) {
        for state in self.asleep.take() {
            self.runs.leaves(&state);
            let loss = self.exec.loss_of_waiting(&state);
            self.count_in(state.run, loss);
        }
    }
}
