//! `cargo xtask truth`: verdicts on generated programs against native runs on all their inputs.

use std::path::PathBuf;

use clap::ValueEnum;
use homing_oracles::truth::{Engine, Family, Plan, Summary, compare};

use crate::engine;
use crate::table::Table;

/// What programs are about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum About {
    /// Control flow, arithmetic, memory, undefined behaviour
    Random,
    /// Functions of the C library
    Library,
    /// What the system tells a program
    Environment,
    /// Handlers, faults, masks
    Signals,
    /// Functions by themselves
    Lazy,
    /// Errors, against sanitizers
    Checks,
    /// Branches that change memory, with every way to join states
    Joins,
}

impl About {
    fn family(self) -> Family {
        match self {
            About::Random => Family::Random,
            About::Library => Family::Library,
            About::Environment => Family::Environment,
            About::Signals => Family::Signals,
            About::Lazy => Family::Lazy,
            About::Checks => Family::Checks,
            About::Joins => Family::Joins,
        }
    }
}

#[derive(clap::Args)]
pub struct Args {
    /// What the programs are about
    #[arg(value_enum, required = true)]
    about: Vec<About>,
    /// How many targets to compare on, for each
    #[arg(long, default_value_t = 200)]
    targets: usize,
    /// The first program; each later one has the next number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds of search for each program
    #[arg(long, default_value_t = 10.0)]
    time_per: f64,
    /// The program to measure [default: a release build]
    #[arg(long)]
    homing: Option<PathBuf>,
    /// Folder for programs with wrong verdicts [default: target/xtask/truth-kept]
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Print each program's count
    #[arg(long)]
    verbose: bool,
}

/// Compares; true if no verdict is wrong and every program could be compared.
pub fn run(args: &Args) -> Result<bool, String> {
    let homing = engine::binary(args.homing.as_deref())?;
    let keep = args.keep.clone().unwrap_or_else(|| crate::target().join("xtask/truth-kept"));
    let mut table = Table::new(&[
        "about",
        "programs",
        "targets",
        "reached",
        "unreachable",
        "unknown",
        "of these passed natively",
        "gone",
        "wrong",
        "failed",
    ]);
    let mut good = true;
    for about in &args.about {
        let family = about.family();
        let name = Family::ALL.iter().find(|(_, f)| *f == family).map_or("", |(n, _)| n);
        let engine = Engine { homing: homing.clone(), seconds: args.time_per };
        let folder = crate::scratch(&format!("truth-{name}"))?;
        let plan = Plan { family, targets: args.targets, seed: args.seed, engine, folder, keep: keep.clone() };
        let mut wrong = 0;
        let sum = compare(&plan, |seed, sum| {
            sum.wrong[wrong..].iter().for_each(|w| println!("WRONG {w}"));
            wrong = sum.wrong.len();
            if args.verbose {
                println!("{name} {seed}: {} targets, {} unknown", sum.targets, sum.unknown);
            }
        })?;
        told(name, &sum);
        table.row(row(name, &sum));
        good &= sum.wrong.is_empty() && sum.failed.is_empty() && sum.unusable.is_empty();
    }
    println!("{}", table.markdown());
    Ok(good)
}

fn told(name: &str, sum: &Summary) {
    sum.failed.iter().for_each(|f| println!("FAILED {name} {f}"));
    sum.unusable.iter().for_each(|f| println!("UNUSABLE {name} {f}"));
    let mut reasons: Vec<_> = sum.reasons.iter().collect();
    reasons.sort_by_key(|(_, (n, _))| std::cmp::Reverse(*n));
    for (reason, (n, seed)) in reasons.iter().take(15) {
        println!("{n:5} unknown (first in {name} {seed}): {reason}");
    }
}

fn row(name: &str, s: &Summary) -> Vec<String> {
    let numbers = [
        s.programs,
        s.targets,
        s.reached,
        s.unreachable,
        s.unknown,
        s.missed,
        s.gone,
        s.wrong.len(),
        s.failed.len() + s.unusable.len(),
    ];
    std::iter::once(name.to_string()).chain(numbers.iter().map(usize::to_string)).collect()
}
