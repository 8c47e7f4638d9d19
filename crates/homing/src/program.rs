//! From the files, targets and flags of a command line to a program that is ready.

use homing_driver::{Prepared, Request, Sources};
use homing_host::Failure;

use crate::cli::ProgramArgs;

/// What the command line names.
pub fn request(files: &[String], targets: &[String], program: &ProgramArgs) -> Result<Request, Failure> {
    let mut request = Request::new(files);
    request.options = program.options();
    for t in targets {
        request.add_target(t).map_err(|e| Failure::usage(format!("--target {t}: {e}")))?;
    }
    Ok(request)
}

/// Does everything up to the work that a command is for.
pub fn prepare(request: &Request, program: &ProgramArgs) -> Result<Prepared, Failure> {
    crate::exit::on_fatal_error();
    let sources = Sources::collect(request)?;
    sources.notes().iter().for_each(|n| tell!("homing: {n}"));
    if matches!(sources, Sources::Microc(_)) {
        crate::microc::replay_fits(program)?;
    }
    sources.prepare()
}
