//! `batch`: fewer changes of state.

use homing_exec::StateId;
use homing_explore::{Action, Event, Strategy, View};

/// Stays with the state that another strategy has chosen until it has had a given amount of work (50 x solver calls + instructions) or is
/// gone.
pub struct Batch {
    inner: Box<dyn Strategy>,
    work: u64,
    current: Option<(StateId, u64)>,
}

impl Batch {
    pub fn new(work: u64, inner: Box<dyn Strategy>) -> Batch {
        Batch { inner, work, current: None }
    }
}

impl Strategy for Batch {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        self.inner.observe(event, view);
        match (event, &mut self.current) {
            (Event::Ran { state, work, .. }, Some((current, left))) if state.id == *current => {
                *left = left.saturating_sub(*work);
                if *left == 0 {
                    self.current = None;
                }
            }
            (Event::Removed { state, .. }, Some((current, _))) if state == current => self.current = None,
            _ => {}
        }
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        if let Some((state, left)) = self.current {
            return Action::Forward { state, steps: left };
        }
        let action = self.inner.next(view);
        if let Action::Forward { state, steps } = action {
            self.current = Some((state, self.work));
            return Action::Forward { state, steps: steps.min(self.work) };
        }
        action
    }

    fn wants_blocks(&self) -> bool {
        self.inner.wants_blocks()
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let current = self.current.map(|(state, left)| (state, format!("{left} of its batch left")));
        current.into_iter().chain(self.inner.describe(max)).take(max).collect()
    }
}
