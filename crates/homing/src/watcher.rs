//! What the user sees of a search while it goes on, and what it leaves behind.

use homing_driver::{Found, Watcher};
use homing_exec::{StateId, TestCase};
use homing_explore::Progress;
use homing_host::Failure;

use crate::folder::Folder;
use crate::interrupt::Interrupt;
use crate::progress::ProgressLine;

/// Writes test cases, draws the progress, listens to the user.
pub struct Terminal {
    pub folder: Folder,
    progress: ProgressLine,
    interrupt: Interrupt,
    /// The first test case that could not be written.
    failure: Option<Failure>,
}

impl Terminal {
    pub fn new(folder: Folder, interrupt: Interrupt) -> Terminal {
        Terminal { folder, progress: ProgressLine::new(), interrupt, failure: None }
    }

    /// The folder, with everything in it.
    pub fn finish(self) -> Result<Folder, Failure> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.folder),
        }
    }
}

impl Watcher for Terminal {
    fn found(&mut self, found: &Found<'_>) {
        if let Err(e) = self.folder.test(found) {
            self.failure.get_or_insert(e);
        }
    }

    fn kept(&mut self, test: &TestCase) {
        if let Err(e) = self.folder.kept(test) {
            self.failure.get_or_insert(e);
        }
    }

    fn progress(&mut self, p: &Progress) {
        self.progress.draw(p);
    }

    fn interrupted(&mut self) -> bool {
        // A folder that cannot be written to any more ends the run: what it finds would be lost.
        self.interrupt.asked() || self.failure.is_some()
    }

    fn picked(&mut self, state: StateId, worklist: &[(StateId, String)]) {
        let list: Vec<String> = worklist.iter().map(|(s, why)| format!("  {:>8}  {why}\n", s.0)).collect();
        eprint!("state {} of\n{}", state.0, list.concat());
    }

    fn ended(&mut self) {
        self.progress.clear();
    }

    fn file_of(&self, test: &TestCase) -> Option<String> {
        self.folder.name_of(test)
    }

    fn harness_of(&self, test: &TestCase) -> Option<String> {
        self.folder.harness_of(test)
    }
}
