//! `cargo xtask merging`: what joining states saves, that it is nowhere worse than not joining them, and that it is right.

mod growth;
mod random;
mod worse;

use std::path::PathBuf;

use clap::ValueEnum;

use crate::engine;

#[derive(clap::Args)]
pub struct Args {
    #[arg(value_enum)]
    what: What,
    /// With worse: only these sets, with commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "SETS")]
    set: Vec<Set>,
    /// Only programs with this in their name
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// CPU seconds for each search; with worse: without joining, and three times as many with it
    #[arg(long, default_value_t = 4.0, value_name = "SECONDS")]
    time: f64,
    /// How states are joined that are compared with those that are not
    #[arg(long, default_value = "auto", value_name = "WHEN")]
    merge: String,
    /// Folder with MANIFEST.tsv, for corpus [default: ../shared/corpus/svcomp]
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Write the table to this file too
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// With random: how many programs
    #[arg(long, default_value_t = 2_000, value_name = "N")]
    programs: u64,
    /// With random: the first program; each later one has the next number
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    /// With growth: the plot
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// A built `homing` to measure [default: build the release binary]
    #[arg(long, value_name = "PATH")]
    homing: Option<PathBuf>,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum What {
    /// Each program without joining, and those that were decided with it: none may be lost
    Worse,
    /// Programs with more and more decisions: how the work grows
    Growth,
    /// Random microc programs with every way to join states: the same errors and verdicts, and as many paths, as without; each join proved
    Random,
}

/// Programs that are run as they are.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Set {
    /// The programs of `cargo xtask bench`
    Bench,
    /// tests/programs/search/chains
    Chains,
    /// tests/programs/search/loops
    Loops,
    /// tests/programs/search/blind
    Blind,
    /// The programs of unreach-call in a folder of SV-COMP programs
    Corpus,
}

/// Seconds of the clock for each CPU second: other work on the machine must not end a run.
const PATIENCE: f64 = 30.0;

/// Measures. `Ok(false)`: joining is worse somewhere, or wrong, or work grows faster than the number of decisions.
pub fn run(args: &Args) -> Result<bool, String> {
    let homing = || engine::binary(args.homing.as_deref());
    let (text, good) = match args.what {
        What::Worse => worse::run(args, &homing()?)?,
        What::Growth => growth::run(args, &homing()?)?,
        What::Random => random::run(args.programs, args.seed),
    };
    if let Some(path) = &args.out {
        std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(good)
}
