//! The command line of Homing. Flags, files, processes and signals live here; everything else is in the crates below.

/// A line on standard error.
macro_rules! tell {
    ($($words:tt)*) => { crate::output::complain(format_args!($($words)*)) };
}

mod cli;
mod compare;
mod costs;
mod distances;
mod draw;
mod exit;
mod explain;
mod folder;
mod html;
mod interrupt;
mod loops;
mod microc;
mod necessary;
mod once;
mod output;
mod program;
mod progress;
mod questions;
mod rerun;
mod retrace;
mod search;
mod seeds;
mod solver;
mod triage;
mod watcher;
mod wrap;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use clap::Parser;

use cli::{Cli, Command};
use homing_host::Failure;

/// Forking states is mostly allocating: see ARCHITECTURE.md.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    if let Some(code) = wrap::intercept().or_else(solver::intercept) {
        std::process::exit(code);
    }
    let parsed = Cli::try_parse().and_then(|mut cli| {
        let settled = cli.settle();
        settled.map(|()| cli).map_err(|why| clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{why}\n")))
    });
    let cli = match parsed {
        Ok(cli) => cli,
        Err(e) => {
            let printed = e.print();
            // clap's own code for wrong usage is 2, which here means bad input.
            if e.use_stderr() {
                std::process::exit(exit::USAGE);
            }
            output::written(printed);
            std::process::exit(output::exit_code(0));
        }
    };
    std::panic::set_hook(Box::new(|info| *last_panic() = Some(info.to_string())));
    let result = homing_driver::with_room(|| guarded(&cli)).and_then(|done| done);
    let code = result.unwrap_or_else(|f| {
        tell!("homing: {f}");
        exit::code(&f)
    });
    std::process::exit(output::exit_code(code));
}

/// A panic is a defect of ours: told as such, with its own exit code.
fn guarded(cli: &Cli) -> Result<i32, Failure> {
    catch_unwind(AssertUnwindSafe(|| dispatch(cli))).unwrap_or_else(|_| {
        let what = last_panic().take().unwrap_or_else(|| "unknown".into());
        Err(Failure::internal(what))
    })
}

fn dispatch(cli: &Cli) -> Result<i32, Failure> {
    match &cli.command {
        Command::Reach(args) => search::reach(args),
        Command::Check(args) => search::check(args),
        Command::Triage(args) => triage::triage(args),
        Command::Patch(args) => triage::patch(args),
        Command::Reproduce(args) => triage::reproduce(args),
        Command::Run(args) => once::run(args),
        Command::Replay(args) if args.is_trail() => retrace::retrace(args),
        Command::Replay(args) => rerun::replay(args),
        Command::Dist(args) => distances::dist(args),
        Command::Costs(args) => costs::costs(args),
        Command::Loops(args) => loops::loops(args),
        Command::Necessary(args) => necessary::necessary(args),
        Command::Graph(args) => draw::graph(args),
        Command::Compare(args) => compare::compare(args),
        Command::Microc(args) => microc::command(args),
        Command::Extract(args) => wrap::extract(args),
        Command::Cc(_) | Command::Cxx(_) => Err(Failure::internal("a compiler's arguments were parsed")),
        Command::Strategies => {
            let width = homing_directed::strategies().iter().map(|(n, _)| n.len()).max().unwrap_or(0);
            for (name, what) in homing_directed::strategies() {
                output::print(&format!("{name:width$}  {what}\n"));
            }
            output::print("\nTechniques, for --techniques:\n");
            for (name, what) in homing_explore::techniques() {
                output::print(&format!("{name:width$}  {what}\n"));
            }
            Ok(0)
        }
    }
}

/// The message of the panic that happened last. The engine catches panics of single paths, so a hook that prints would
/// only be noise.
fn last_panic() -> std::sync::MutexGuard<'static, Option<String>> {
    static LAST: Mutex<Option<String>> = Mutex::new(None);
    LAST.lock().unwrap_or_else(|p| p.into_inner())
}
