//! Hard questions as files.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use homing_host::{Failure, io_message};
use homing_solver::Answer;
use homing_solver::layer::{Logged, Sink};

/// Files that are written, at most.
const MOST: usize = 1000;

/// Writes each question into the folder, which is made: its first lines are comments that say what it cost here.
pub fn writer(folder: &Path) -> Result<Sink, Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|e| Failure::input(format!("--questions {}: {}", folder.display(), io_message(&e))))?;
    let (folder, written) = (folder.to_path_buf(), AtomicUsize::new(0));
    Ok(Sink::new(move |l| {
        let number = written.fetch_add(1, Ordering::Relaxed) + 1;
        if number <= MOST
            && let Err(e) = std::fs::write(folder.join(format!("{number:04}.smt2")), text(l))
        {
            eprintln!("--questions {}: {}", folder.display(), io_message(&e));
        }
    }))
}

fn text(l: &Logged<'_>) -> String {
    let answer = match l.answer {
        Answer::Sat(_) => "sat",
        Answer::Unsat(_) => "unsat",
        Answer::Unknown(_) => "unknown",
    };
    format!("; homing: {answer} by {}, work {}, seconds {:.3}\n{}", l.by, l.work, l.seconds, l.script)
}
