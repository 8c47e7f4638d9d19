//! `cargo xtask coreutils`: unmodified tools, built through `homing cc`, run natively and inside Homing.

mod chains;
mod directed;
mod files;
mod invocations;
mod merging;
mod source;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::differ::{self, Call, Program, Setting};
use crate::engine;

#[derive(clap::Args)]
pub struct Args {
    /// Only these tools (may be repeated)
    #[arg(long, value_name = "TOOL")]
    only: Vec<String>,
    /// Instead of comparing runs: reach a line deep inside each of some tools from symbolic arguments
    #[arg(long)]
    directed: bool,
    /// Instead of comparing runs: reach lines four or more calls away from `main` with each of many strategies
    #[arg(long, conflicts_with = "directed")]
    chains: bool,
    /// Instead of comparing runs: paths covered from symbolic arguments within --time, by how states are joined
    #[arg(long, conflicts_with_all = ["directed", "chains"])]
    merging: bool,
    /// With --chains: only these strategies (may be repeated) [default: eleven]
    #[arg(long, value_name = "NAME")]
    strategy: Vec<String>,
    /// With --chains: seeds for each strategy
    #[arg(long, default_value_t = 1, value_name = "N")]
    seeds: u64,
    /// Seconds for each run; with --chains: CPU seconds
    #[arg(long, default_value_t = 60.0, value_name = "SECONDS")]
    time: f64,
    /// Runs at a time, and jobs of make
    #[arg(short, default_value_t = 2, value_name = "N")]
    jobs: usize,
    /// A folder in which coreutils were configured and built with CC="homing cc" [default: fetch and build them]
    #[arg(long, value_name = "DIR")]
    built: Option<PathBuf>,
    /// A built `homing` to use [default: build the release binary]
    #[arg(long, value_name = "PATH")]
    homing: Option<PathBuf>,
}

/// Runs the comparison; whether all is the same.
pub fn run(args: &Args) -> Result<bool, String> {
    let homing = engine::binary(args.homing.as_deref())?;
    let built = match &args.built {
        Some(folder) => folder.canonicalize().map_err(|e| format!("{}: {e}", folder.display()))?,
        None => source::build(&homing, args.jobs)?,
    };
    let folder = crate::scratch("coreutils")?;
    let wanted = |tool: &str| args.only.is_empty() || args.only.iter().any(|o| o == tool);
    let bitcode = |tool: &str| extract(&homing, &built, tool, &folder).map(|p| p.bitcode);
    if args.chains {
        let goals: Vec<_> = chains::goals()?.into_iter().filter(|g| wanted(&g.tool)).collect();
        let (homing, built, bitcode, folder) = (&homing, &built, &bitcode, &folder);
        let strategies = match &args.strategy[..] {
            [] => chains::STRATEGIES.map(str::to_string).to_vec(),
            some => some.to_vec(),
        };
        let (seconds, seeds, strategies) = (args.time, args.seeds.max(1), &strategies[..]);
        let setting = chains::Setting { homing, built, bitcode, strategies, seconds, seeds, folder };
        let (text, all) = chains::run(&setting, &goals)?;
        print!("{text}");
        return Ok(all);
    }
    if args.merging {
        print!("{}", merging::run(&homing, &wanted, &bitcode, args.time, &folder)?);
        return Ok(true);
    }
    if args.directed {
        let goals: Vec<_> = directed::goals()?.into_iter().filter(|g| wanted(&g.tool)).collect();
        let (text, all) = directed::run(&homing, &built, &goals, &bitcode, args.time, &folder)?;
        print!("{text}");
        return Ok(all);
    }
    let all = invocations::all()?;
    let mut calls: Vec<(Program, Call)> = Vec::new();
    let mut programs: Vec<Program> = Vec::new();
    for (tool, call) in all.into_iter().filter(|(tool, _)| wanted(tool)) {
        if !programs.iter().any(|p| p.name == tool) {
            programs.push(extract(&homing, &built, &tool, &folder)?);
        }
        let program = programs.iter().find(|p| p.name == tool).ok_or("no such program")?;
        calls.push((program.clone(), call));
    }
    if calls.is_empty() {
        return Err("no invocation of such a tool in the list".into());
    }
    let files = folder.join("input");
    files::write(&files).map_err(|e| format!("{}: {e}", files.display()))?;
    let runs = folder.join("runs");
    let setting = Setting { homing: &homing, files: &files, folder: &runs, limit: Duration::from_secs_f64(args.time) };
    let compared = setting.compare_all(&calls, args.jobs)?;
    let (text, same) = differ::report(&compared);
    print!("{text}");
    Ok(same)
}

fn extract(homing: &Path, built: &Path, tool: &str, folder: &Path) -> Result<Program, String> {
    // Its makefile has a target `install` already.
    let native = built.join("src").join(if tool == "install" { "ginstall" } else { tool });
    let bitcode = folder.join(format!("{tool}.bc"));
    let done = homing_host::process::output(Command::new(homing).arg("extract").arg(&native).arg("-o").arg(&bitcode));
    let done = done.map_err(|e| format!("{}: {e}", homing.display()))?;
    if !done.status.success() {
        return Err(format!("{tool}: {}", String::from_utf8_lossy(&done.stderr).trim()));
    }
    Ok(Program { name: tool.into(), native, bitcode })
}
