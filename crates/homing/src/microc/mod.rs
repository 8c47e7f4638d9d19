//! Programs in microc: the commands of `homing microc`, and flags that do not go with them.

mod bench;
mod export;
mod generate;
mod run;

use homing_host::Failure;

use crate::cli::microc::{MicrocArgs, MicrocCommand};
use crate::cli::{ProgramArgs, ReplayBy, RunArgs, UndefinedArg};

/// Runs `homing microc`; the exit code.
pub fn command(args: &MicrocArgs) -> Result<i32, Failure> {
    match &args.command {
        MicrocCommand::Run(args) => run::run(args),
        MicrocCommand::Export(args) => export::export(args),
        MicrocCommand::Cfg(args) => export::cfg(args),
        MicrocCommand::Generate(args) => generate::generate(args),
        MicrocCommand::Bench(args) => bench::bench(args),
    }
}

/// Flags that mean nothing here: better told than passed over.
pub fn replay_fits(args: &ProgramArgs) -> Result<(), Failure> {
    if args.replay == Some(ReplayBy::Native) {
        return Err(Failure::usage("--replay native: a microc program is replayed by the microc interpreter"));
    }
    Ok(())
}

/// The same for flags of a search.
pub fn search_fits(args: &RunArgs) -> Result<(), Failure> {
    let no = |flag: &str, why: &str| Err(Failure::usage(format!("{flag}: {why}")));
    if !args.check.is_empty() {
        return no("--check", "every error of a microc program is always looked for");
    }
    if args.fail_allocations {
        return no("--fail-allocations", "`alloc` of a microc program never fails");
    }
    if args.undefined == UndefinedArg::Havoc {
        return no("--undefined", "every function of a microc program has a body");
    }
    Ok(())
}
