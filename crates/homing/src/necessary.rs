//! `homing necessary`: what every run to a target satisfies, and whether it can be satisfied.

use std::fmt::Write;

use homing_driver::Prepared;
use homing_host::{Failure, clock};
use homing_ir::Target;
use homing_necessary::{Condition, Ends, Found, Given, Options, build};
use homing_solver::{SolverConfig, stack};
use homing_term::Terms;
use serde::Serialize;

use crate::cli::NecessaryArgs;
use crate::program::{prepare, request};

/// Work of each question, about 10 ns a unit.
const WORK: u64 = 200_000_000;

#[derive(Serialize)]
struct Document {
    targets: Vec<Told>,
}

/// The condition of one target.
#[derive(Serialize)]
struct Told {
    target: String,
    /// Why there is none.
    gives_up: Option<String>,
    condition: Option<String>,
    parts: usize,
    loops: u32,
    /// CPU seconds of building it, and of asking about it.
    build_seconds: f64,
    solve_seconds: f64,
    /// Of an end at the target: `yes`, `no`, or why nobody knows.
    satisfiable: Option<String>,
    /// Neither the target nor an error that a run may survive can be come to.
    unreachable: bool,
    /// Inputs to try, in the order in which they are asked for.
    model: Option<Vec<Input>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Input {
    Number(String),
    Bytes(Vec<u8>),
}

/// Runs the command; the exit code.
pub fn necessary(args: &NecessaryArgs) -> Result<i32, Failure> {
    let request = request(&args.files, &args.targets.target, &args.program)?;
    let prepared = prepare(&request, &args.program)?;
    let places: Vec<&Target> = prepared.targets().iter().filter(|t| homing_replay::hit(t).is_some()).collect();
    if places.is_empty() {
        return Err(Failure::usage("no target that is a place: write FILE:LINE, or --target with FILE:LINE or 'FUNCTION()'"));
    }
    let mut targets = Vec::new();
    for (i, t) in places.iter().enumerate() {
        let (told, condition) = told(&prepared, t, args);
        if let (0, Some(file), Some(c)) = (i, &args.smt, &condition) {
            crate::distances::write(file, &c.smtlib(Ends::Target))?;
        }
        targets.push(told);
    }
    if let (Some(_), Some(why)) = (&args.smt, targets.first().and_then(|t| t.gives_up.clone())) {
        return Err(Failure::input(format!("--smt: there is no condition: {why}")));
    }
    let document = Document { targets };
    if args.json {
        let text = serde_json::to_string_pretty(&document).map_err(|e| Failure::input(e.to_string()))?;
        crate::output::print(&format!("{text}\n"));
    } else {
        crate::output::print(&text(&document));
    }
    Ok(0)
}

fn told(prepared: &Prepared, target: &Target, args: &NecessaryArgs) -> (Told, Option<Condition>) {
    let options = Options { rounds: args.unfold, ..Options::default() };
    let begun = clock::own_cpu();
    let built = build(prepared.program(), prepared.entry(), target.id, &options);
    let build_seconds = clock::own_cpu() - begun;
    let mut told = Told {
        target: target.label.clone(),
        gives_up: None,
        condition: None,
        parts: 0,
        loops: 0,
        build_seconds,
        solve_seconds: 0.0,
        satisfiable: None,
        unreachable: false,
        model: None,
    };
    let condition = match built {
        Ok(c) => c,
        Err(why) => {
            told.gives_up = Some(why);
            return (told, None);
        }
    };
    told.condition = Some(condition.text());
    (told.parts, told.loops) = (condition.size(), condition.loops);
    let begun = clock::own_cpu();
    let config = SolverConfig { limits: homing_solver::Limits::of_work(WORK), ..SolverConfig::default() };
    let ask = |ends| condition.ask(ends, &options, &mut Terms::new(), &mut *stack(&config));
    match ask(Ends::Target) {
        Found::Yes(given) => {
            told.satisfiable = Some("yes".into());
            told.model = Some(given.iter().map(shown).collect());
        }
        Found::No => {
            told.satisfiable = Some("no".into());
            told.unreachable = matches!(ask(Ends::TargetOrError), Found::No);
        }
        Found::Unknown(why) => told.satisfiable = Some(why),
    }
    told.solve_seconds = clock::own_cpu() - begun;
    (told, Some(condition))
}

fn shown(given: &Given) -> Input {
    match given {
        Given::Number { value, .. } => Input::Number(value.to_string()),
        Given::Bytes(b) => Input::Bytes(b.clone()),
    }
}

fn text(d: &Document) -> String {
    let mut out = String::new();
    for t in &d.targets {
        let _ = writeln!(out, "{}", t.target);
        if let Some(why) = &t.gives_up {
            let _ = writeln!(out, "  no condition: {why}");
            continue;
        }
        for line in t.condition.iter().flat_map(|c| c.lines()) {
            let _ = writeln!(out, "  {line}");
        }
        let _ = writeln!(
            out,
            "{} parts, {} loops, built in {:.3} s, asked in {:.3} s",
            t.parts, t.loops, t.build_seconds, t.solve_seconds
        );
        match t.satisfiable.as_deref() {
            Some("yes") => {
                let model: Vec<String> = t.model.iter().flatten().map(word).collect();
                let _ = writeln!(
                    out,
                    "satisfiable, with the inputs: {}",
                    if model.is_empty() { "none".into() } else { model.join(", ") }
                );
            }
            Some("no") if t.unreachable => out.push_str("not satisfiable: no run gets there\n"),
            Some("no") => out.push_str("not satisfiable, except behind an error that a run may survive\n"),
            Some(why) => {
                let _ = writeln!(out, "unknown: {why}");
            }
            None => {}
        }
    }
    out
}

fn word(i: &Input) -> String {
    match i {
        Input::Number(n) => n.clone(),
        Input::Bytes(b) if b.iter().all(|c| *c == 0 || (32..127).contains(c)) => {
            format!("{:?}", String::from_utf8_lossy(b).trim_end_matches('\0'))
        }
        Input::Bytes(b) => b.iter().map(|c| format!("{c:02x}")).collect::<Vec<_>>().join(" "),
    }
}
