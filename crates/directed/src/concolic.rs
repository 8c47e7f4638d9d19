//! `concolic`: the search goes after what native runs found.

use homing_explore::{Action, Event, Strategy, View};

use crate::fuzz::Fuzz;

/// Instructions at a time.
const STRIDE: u64 = 5_000;

/// Runs the states that inputs of fuzzing belong to, nearest inputs first ([`Action::Retrace`]). Alone it fuzzes as well, half and half; as an arm it leaves
/// that, and all that it passes by, to others.
#[derive(Debug)]
pub struct Concolic {
    fuzz: Option<Fuzz>,
    /// What the run had cost at the last choice, what each half has cost, and which one it was.
    cost: u64,
    spent: [u64; 2],
    last: usize,
}

impl Concolic {
    pub fn new(seed: u64) -> Concolic {
        Concolic { fuzz: Some(Fuzz::new(seed)), cost: 0, spent: [0; 2], last: 0 }
    }

    /// One that does not fuzz.
    pub fn alone() -> Concolic {
        Concolic { fuzz: None, cost: 0, spent: [0; 2], last: 0 }
    }
}

impl Strategy for Concolic {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        self.fuzz.iter_mut().for_each(|f| f.observe(event, view));
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        self.spent[self.last] += view.cost.saturating_sub(self.cost).max(1);
        self.cost = view.cost;
        match &mut self.fuzz {
            Some(fuzz) if !view.can_retrace || (view.can_fuzz && self.spent[0] > self.spent[1]) => {
                self.last = 1;
                fuzz.next(view)
            }
            _ if view.can_retrace => {
                self.last = 0;
                Action::Retrace { steps: STRIDE }
            }
            _ => Action::Done,
        }
    }
}
