//! `homing replay --trail`: a path once more, in the engine.

use homing_exec::{Ended, ExecOptions, Executor, Record, State};
use homing_explore::{Config, context_for};
use homing_host::Failure;
use homing_host::io_message;
use homing_ir::Program;
use serde::Serialize;

use crate::cli::ReplayArgs;
use crate::interrupt::Interrupt;
use crate::program::{prepare, request};

/// Where a path led, for `--json`.
#[derive(Serialize)]
struct Retraced {
    trail: String,
    choices: u64,
    instructions: u64,
    conditions: usize,
    /// Innermost first.
    stack: Vec<Place>,
    /// How the path ended; nothing if it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
    /// Inputs that lead there.
    inputs: Vec<homing_report::Input>,
}

#[derive(Serialize)]
struct Place {
    function: String,
    file: String,
    line: u32,
}

/// Goes the path of a trail and tells where it stands at its end.
pub fn retrace(args: &ReplayArgs) -> Result<i32, Failure> {
    let interrupt = Interrupt::listen();
    let bad = |why: String| Failure::input(format!("{}: {why}", args.test.display()));
    let text = std::fs::read_to_string(&args.test).map_err(|e| bad(io_message(&e)))?;
    let record: Record = text.parse().map_err(|e| bad(format!("not a trail: {e}")))?;
    let options = ExecOptions::from_words(&record.options).map_err(bad)?;
    let prepared = prepare(&request(&args.files, &args.targets.target, &args.program)?, &args.program)?;
    let config = Config { exec: options.clone(), ..Config::default() };
    let mut exec = Executor::new(prepared.program(), context_for(&config), options, prepared.targets().len());
    exec.stop_on(interrupt.flag());
    let start = exec.start(prepared.entry());
    let found = exec.retrace(start, &record).map_err(|e| bad(format!("it does not fit: {e}")))?;
    let test = exec.test_case(&found.state);
    let told = Retraced {
        trail: args.test.display().to_string(),
        choices: record.len,
        instructions: found.state.steps,
        conditions: found.state.path.len(),
        stack: places(prepared.program(), &exec, &found.state),
        end: found.end.as_ref().map(ending),
        inputs: test.inputs.iter().map(homing_report::describe).collect(),
    };
    show(&told, args.json)?;
    Ok(0)
}

fn places(p: &Program, exec: &Executor<'_>, st: &State) -> Vec<Place> {
    let place = |(f, loc)| {
        let at = p.loc(loc);
        let file = p.files.get(at.file.index()).map(|f| f.full_path()).unwrap_or_default();
        Place { function: p.func(f).name.clone(), file: file.to_string(), line: at.line }
    };
    exec.stack(st).into_iter().map(place).collect()
}

fn ending(end: &Ended) -> String {
    match end {
        Ended::Returned(_) => "the entry function returns".into(),
        Ended::Exited(_) => "the program exits".into(),
        Ended::Infeasible => "an assumption does not hold".into(),
        Ended::Diverges => "it goes round for ever".into(),
        Ended::Silent => "the program ends silently".into(),
        Ended::Finding(f) => format!("{}: {}", f.kind, f.message),
        Ended::Lost(loss) => format!("{}: {}", loss.kind.describe(), loss.detail),
        Ended::Stopped => "it stops".into(),
    }
}

fn show(told: &Retraced, json: bool) -> Result<(), Failure> {
    if json {
        let text = serde_json::to_string_pretty(told).map_err(Failure::internal)?;
        crate::output::print(&format!("{text}\n"));
        return Ok(());
    }
    let mut text = format!(
        "{}: {} instructions, {} bits of choices, {} conditions\n",
        told.trail, told.instructions, told.choices, told.conditions
    );
    for (i, p) in told.stack.iter().enumerate() {
        let word = if i == 0 { "at" } else { "called from" };
        text.push_str(&format!("  {word} {}:{} in {}\n", p.file, p.line, p.function));
    }
    if let Some(end) = &told.end {
        text.push_str(&format!("  where {end}\n"));
    }
    for input in &told.inputs {
        text.push_str(&format!("  input {} = {}\n", input.name, input.value));
    }
    crate::output::print(&text);
    Ok(())
}
