//! `homing run`: one concrete run of a program inside the engine.

use std::io::Write;
use std::time::Instant;

use homing_driver::Prepared;
use homing_exec::{Ended, ExecOptions, Executor, State};
use homing_host::Failure;
use homing_ir::{FuncId, LocId};

use crate::cli::OnceArgs;
use crate::interrupt::Interrupt;
use crate::program::{prepare, request};

/// Instructions between two looks at output and clock.
const SLICE: u64 = 1_000_000;
/// Exit status of a run that ended in an error or could not go on, as a shell shows an abort.
const BROKEN: i32 = 134;

/// Runs the program and passes on its output and exit status.
pub fn run(args: &OnceArgs) -> Result<i32, Failure> {
    let mut request = request(&args.files, &[], &args.program)?;
    request.options.always_whole = true;
    let prepared = prepare(&request, &args.program)?;
    if prepared.native().is_none() {
        return Err(Failure::usage(format!("{}: a microc program is run by `homing microc run`", args.files[0])));
    }
    once(&prepared, args, &Interrupt::listen())
}

fn once(prepared: &Prepared, args: &OnceArgs, interrupt: &Interrupt) -> Result<i32, Failure> {
    let cx = homing_explore::context_for(&homing_explore::Config::default());
    let mut executor = Executor::new(prepared.program(), cx, ExecOptions { fixed_addresses: true, ..ExecOptions::default() }, 0);
    let mut state = executor.start(prepared.entry());
    let start = Instant::now();
    let mut forks = 0u64;
    let mut forked_at = None;
    let mut lost = std::collections::BTreeSet::new();
    let code = loop {
        let mut step = executor.run(state, SLICE);
        for loss in &step.losses {
            lost.insert(format!("{}: {}", loss.kind.describe(), loss.detail));
        }
        if step.successors.len() > 1 {
            forks += step.successors.len() as u64 - 1;
            forked_at.get_or_insert_with(|| standing(&step.successors[1].state, prepared));
        }
        if step.successors.is_empty() {
            break Err("no path goes on".to_string());
        }
        let next = step.successors.swap_remove(0);
        state = next.state;
        show(&mut state);
        if let Some(end) = next.end {
            break status(end, prepared);
        }
        if interrupt.asked() {
            break Err("interrupted".into());
        }
        if args.time.is_some_and(|t| start.elapsed() > t) {
            break Err("the time is over".into());
        }
    };
    // What the model assumes is no news in a run that came to its end; the program's own messages are.
    if args.stats || code.is_err() {
        lost.iter().for_each(|what| tell!("homing: {what}"));
    }
    if let Some(at) = forked_at.filter(|_| args.stats) {
        tell!("homing: the run was not determined by its inputs: {forks} forks, the first {at}; one branch was taken");
    }
    if args.stats {
        tell!(
            "homing: {} instructions, {:.3} s of CPU time for compiling and loading, {:.3} s for running",
            executor.instructions(),
            prepared.compile_seconds() + prepared.load_seconds(),
            start.elapsed().as_secs_f64()
        );
    }
    Ok(code.unwrap_or_else(|why| {
        tell!("homing: {why}");
        BROKEN
    }))
}

/// Passes on what the program has written since the last time.
fn show(state: &mut State) {
    for (fd, bytes) in state.console.take() {
        match fd {
            2 => drop(std::io::stderr().write_all(&bytes)),
            _ => drop(crate::output::write(&bytes)),
        }
    }
}

/// Where a state stands.
fn standing(state: &State, prepared: &Prepared) -> String {
    let f = prepared.program().func(state.frame.func);
    let locs = &f.blocks[state.frame.block.index()].locs;
    place(prepared, state.frame.func, locs.get(state.frame.inst as usize).copied().unwrap_or(f.loc))
}

fn place(prepared: &Prepared, f: FuncId, l: LocId) -> String {
    let p = prepared.program();
    let at = p.loc(l);
    let name = &p.func(f).name;
    if at.line == 0 { format!("in {name}") } else { format!("at {}:{} in {name}", p.files[at.file.index()].path, at.line) }
}

/// The exit status, or why there is none.
fn status(end: Ended, prepared: &Prepared) -> Result<i32, String> {
    let place = |f: FuncId, l: LocId| place(prepared, f, l);
    match end {
        Ended::Returned(Some(v)) | Ended::Exited(v) => {
            v.as_int().map(|v| v as i32 & 0xff).ok_or_else(|| "the exit status is not determined".to_string())
        }
        Ended::Returned(None) => Ok(0),
        Ended::Finding(f) => Err(format!("{} {}: {}", f.kind, place(f.func, f.loc), f.message)),
        Ended::Lost(l) => Err(format!("{} {}: {}", l.kind.describe(), place(l.func, l.loc), l.detail)),
        Ended::Diverges => Err("the program goes round for ever without doing anything".into()),
        Ended::Infeasible | Ended::Silent | Ended::Stopped => Err("the path ended without a status".into()),
    }
}
