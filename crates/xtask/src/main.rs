//! Measurements that are not part of the tests: `cargo xtask bench`, `svcomp`, `strategies`, `coreutils`, `programs`, `functions`, `merging`, `parsers`, `questions`, `truth`, `versions` and `results`.

mod bench;
mod coreutils;
mod differ;
mod engine;
mod functions;
mod merging;
mod parsers;
mod programs;
mod questions;
mod results;
mod strategies;
mod svcomp;
mod table;
mod truth;
mod versions;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measures Homing: its speed against limits, its verdicts against expected ones
#[derive(Parser)]
#[command(name = "cargo xtask", max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Speed and memory on small programs and on a large module, against limits
    Bench(bench::Args),
    /// Verdicts on a folder of SV-COMP programs (MANIFEST.tsv), against the expected ones
    Svcomp(svcomp::Args),
    /// Search strategies against each other, on the project's own loops or chains of calls, or on a folder of SV-COMP programs
    Strategies(strategies::Args),
    /// Tools of coreutils, built through `homing cc`: natively and inside Homing, is the output the same?
    Coreutils(coreutils::Args),
    /// The same for larger programs: an interpreter of Lua, zlib
    Programs(programs::Args),
    /// Lines of the functions of a library, each started by itself (`--lazy`)
    Functions(functions::Args),
    /// Joining states: that it is nowhere worse than not joining them, and how work grows with it
    Merging(merging::Args),
    /// Parsers: Homing with and without fuzzing, and libFuzzer, on the same lines
    Parsers(parsers::Args),
    /// The hardest questions of some runs, by other solvers too
    Questions(questions::Args),
    /// Verdicts on generated programs, against native runs on all their inputs
    Truth(truth::Args),
    /// Tables of measurements: bench/results, and the page that shows them
    Results(results::Args),
    /// Binaries of several versions on the same programs, in turns
    Versions(versions::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Command::Bench(args) => bench::run(args),
        Command::Svcomp(args) => svcomp::run(args),
        Command::Strategies(args) => strategies::run(args),
        Command::Coreutils(args) => coreutils::run(args),
        Command::Programs(args) => programs::run(args),
        Command::Functions(args) => functions::run(args),
        Command::Merging(args) => merging::run(args),
        Command::Parsers(args) => parsers::run(args),
        Command::Questions(args) => questions::run(args),
        Command::Truth(args) => truth::run(args),
        Command::Results(args) => results::run(args),
        Command::Versions(args) => versions::run(args),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::from(2)
        }
    }
}

/// The workspace's folder.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Cargo's target folder.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A fresh, empty folder below the target folder.
fn scratch(name: &str) -> Result<PathBuf, String> {
    let folder = target().join("xtask").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder)
}
