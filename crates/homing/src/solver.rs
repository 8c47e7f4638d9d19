//! The process that Z3 runs in: this program once more.

use std::ffi::OsStr;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use homing_host::{Partner, clock, io_message};
use homing_solver::{Remote, Starter};

/// The only argument of a process that answers questions. No command is called so.
const ARGUMENT: &str = "--answer-questions";

/// What such a process may have at most, if a quarter of the memory that the run may have is more; and what it has at least.
const MOST: u64 = 4 << 30;
const LEAST: u64 = 512 << 20;

/// If this process was started to answer questions, does so and tells its exit code.
pub fn intercept() -> Option<i32> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().as_deref() != Some(OsStr::new(ARGUMENT)) || arguments.next().is_some() {
        return None;
    }
    // The terms of a question may be deep.
    let served = homing_driver::with_room(|| homing_solver::serve(&mut std::io::stdin().lock(), &mut std::io::stdout().lock()));
    Some(if matches!(served, Ok(Ok(()))) { 0 } else { crate::exit::INTERNAL })
}

/// The processes of a run that answer questions. They end with it.
#[derive(Default)]
pub struct Solvers(Arc<Mutex<Vec<Slot>>>);

/// A process, while it is of use.
type Slot = Arc<Mutex<Option<Partner>>>;

impl Solvers {
    /// What starts them, for a run that may use that much memory.
    pub fn starter(&self, memory: Option<u64>) -> Starter {
        let limit = memory.or_else(clock::free_memory).map_or(MOST, |m| (m / 4).clamp(LEAST, MOST));
        let all = self.0.clone();
        Starter::new(move || {
            // Also if the file was replaced since.
            let mut this = Command::new("/proc/self/exe");
            let partner = Partner::start(this.arg(ARGUMENT), limit).map_err(|e| io_message(&e))?;
            let slot = Slot::new(Mutex::new(Some(partner)));
            all.lock().unwrap_or_else(PoisonError::into_inner).push(slot.clone());
            Ok(Box::new(Process(slot)))
        })
    }
}

/// A run that is the last one does not give its memory back, so nobody else ends them; and who wants to know what the run has used has to
/// wait for them.
impl Drop for Solvers {
    fn drop(&mut self) {
        for slot in self.0.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
    }
}

struct Process(Slot);

impl Remote for Process {
    fn exchange(&mut self, question: &[u8], give_up: &mut dyn FnMut(Duration) -> bool) -> Result<(Vec<u8>, Duration), String> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let partner = slot.as_mut().ok_or("it has ended")?;
        partner.exchange(question, give_up).map_err(|e| io_message(&e))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}
