//! Warnings of other tools, from their reports to verdicts and back.
//!
//! [`read`] takes a report, [`Survey`] what has to be known of the program, [`ask`] makes questions of the two, [`Session`] says which runs
//! are to be made and what their reports mean, and [`sarif`] writes the verdicts beside the warnings. Nothing here touches files or runs anything.

mod changed;
mod kinds;
mod outcome;
mod question;
mod read;
mod resume;
mod session;
mod survey;
mod table;
mod warning;
mod write;

pub use changed::Changed;
pub use kinds::{Proof, kinds, proof};
pub use outcome::{Outcome, Verdict};
pub use question::{Check, Entry, Question, Role, Start, ask};
pub use read::{read, read_trace};
pub use resume::{About, Entry as Remembered, line as remembered_line, read as remembered};
pub use session::{Run, Session};
pub use survey::{NoFile, Survey};
pub use table::{Row, counts, line, table};
pub use warning::{Listing, Spot, Warning};
pub use write::{Outcomes, Written, sarif};
