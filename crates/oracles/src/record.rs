//! A strategy that writes down everything it hears and says.

use std::cell::RefCell;
use std::rc::Rc;

use homing_exec::StateId;
use homing_explore::{Action, Event, Strategy, View};

/// The log of a run: one line for each event and each choice.
pub type Log = Rc<RefCell<Vec<String>>>;

/// Passes everything on to another strategy.
pub struct Recorder {
    inner: Box<dyn Strategy>,
    log: Log,
}

impl Recorder {
    pub fn new(inner: Box<dyn Strategy>) -> (Recorder, Log) {
        let log = Log::default();
        (Recorder { inner, log: log.clone() }, log)
    }
}

impl Strategy for Recorder {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        let line = match event {
            Event::Added { state, parent } => {
                format!("added {:?} of {parent:?} at {:?}, {} constraints", state.id, state.points().next(), state.path.len())
            }
            Event::Ran { state, work, fresh, blocks } => {
                let (at, steps) = (state.points().next(), state.steps);
                format!("ran {:?} to {at:?}, {steps} steps, work {work}, {fresh} fresh, {} blocks", state.id, blocks.len())
            }
            Event::Removed { state, work } => format!("removed {state:?}, work {work}"),
            Event::SubRun(m) => m.describe(),
            Event::Fuzzed { work, kept, .. } => format!("fuzzed, work {work}, kept {kept}"),
            Event::Guessed { work, over, .. } => format!("guessed, work {work}, over {over}"),
        };
        self.log.borrow_mut().push(line);
        self.inner.observe(event, view);
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        let action = self.inner.next(view);
        self.log.borrow_mut().push(format!("{action:?}"));
        action
    }

    fn wants_blocks(&self) -> bool {
        self.inner.wants_blocks()
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        self.inner.describe(max)
    }
}
