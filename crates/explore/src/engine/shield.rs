//! A panic of ours is caught at the border of one step, counted, and poisons: terms, solver and memory are shared by all states, so whatever was
//! being changed then may be half done, and nothing is proved any more.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use homing_exec::{Executor, Loss, LossKind};
use homing_ir::{FuncId, LocId};

use super::Engine;

impl<'a> Engine<'a> {
    /// Lets the executor work, for whichever run; `None` if it panicked.
    pub(crate) fn shielded<T>(&mut self, at: Option<(FuncId, LocId)>, work: impl FnOnce(&mut Executor<'a>) -> T) -> Option<T> {
        let exec = &mut self.exec;
        match catch_unwind(AssertUnwindSafe(|| work(exec))) {
            Ok(done) => Some(done),
            Err(panic) => {
                self.poisoned = true;
                let (func, loc) = at.unwrap_or((FuncId(0), LocId(0)));
                // Whose run it was does not matter: what is broken is everybody's.
                self.count(Loss { kind: LossKind::Internal, detail: text(&*panic), func, loc });
                None
            }
        }
    }
}

fn text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("panic without message").to_string()
}
