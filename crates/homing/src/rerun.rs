//! `homing replay`: a program with a test case, once more.

use std::path::Path;
use std::time::Duration;

use homing_driver::{EnvironmentSpec, Libc, MicrocSource, Origin, Prepared, Replaying};
use homing_exec::TestCase;
use homing_host::Failure;
use homing_host::io_message;
use homing_interp::{Options, Outcome, Run};
use homing_ir::{InputKind, InputValue, Program, Target, TargetSpec};
use homing_microc_run::End;
use homing_replay::{Event, MicrocReplayer, Replay};
use homing_report::KTest;
use serde::Serialize;

use crate::cli::{Check, EnvironmentArgs, ProgramArgs, ReplayArgs, ReplayBy};
use crate::folder::TestFile;
use crate::program::{prepare, request};

/// What a replay tells, for `--json`.
#[derive(Serialize, Default)]
struct Replayed {
    test: String,
    /// Targets with who passed them: `native`, `interpreter`.
    targets: Vec<Passed>,
    /// How the native run ended, or why there is none.
    native: String,
    /// The beginnings of what the native run wrote.
    #[serde(skip_serializing_if = "String::is_empty")]
    stdout: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    stderr: String,
    /// How the interpreter's run ended.
    interpreter: String,
    /// How the native run was kept apart from the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    isolation: Option<String>,
    /// How the program was started.
    #[serde(skip_serializing_if = "Option::is_none")]
    invocation: Option<homing_report::Invocation>,
    /// The error that the interpreter ended with.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<homing_report::ErrorReport>,
    /// What the run puts out, in decimal (microc).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outputs: Vec<String>,
    path: Vec<homing_report::Step>,
    exit_code: i32,
}

/// How long a program may go on after it has passed every target.
const PATIENCE: Duration = Duration::from_secs(5);

/// Bytes of a run's output that are shown.
const SHOWN_OUTPUT: usize = 2000;

#[derive(Serialize)]
struct Passed {
    target: String,
    native: bool,
    interpreter: bool,
}

/// Runs `homing replay`; the exit code: 10 if a target (or, without targets, an error) was reached, else 0.
pub fn replay(args: &ReplayArgs) -> Result<i32, Failure> {
    let program = with_environment(args)?;
    let mut prepared = prepare(&request(&args.files, &args.targets.target, &program)?, &args.program)?;
    let (told, wrong) = match prepared.origin() {
        Origin::Microc(m) => microc(args, m, prepared.code().pinned(), prepared.targets())?,
        Origin::C(_) => native(args, &mut prepared)?,
    };
    show(&told, args.json)?;
    fits(&args.test, wrong)?;
    Ok(told.exit_code)
}

/// What the interpreter looks for.
fn options(args: &ReplayArgs) -> Options {
    let on = |c: Check| args.check.contains(&c) || args.check.contains(&Check::All);
    Options {
        check_overflow: on(Check::Overflow),
        check_shift: on(Check::Shift),
        check_conversion: on(Check::Conversion),
        check_uninitialised: on(Check::Uninit),
        check_leaks: on(Check::Leaks),
        leaks_at_exit: on(Check::LeaksAtExit),
        ..Options::default()
    }
}

/// A native run and one in the interpreter; also what is wrong with the test case.
fn native(args: &ReplayArgs, prepared: &mut Prepared) -> Result<(Replayed, Option<String>), Failure> {
    let test = read_test(&args.test)?;
    let (targets, environment) = (prepared.targets().to_vec(), prepared.environment().cloned());
    let how = Replaying {
        interpreter_only: args.program.replay == Some(ReplayBy::Interpreter),
        interpreter: options(args),
        native_time: Duration::from_secs(60),
    };
    let mut replayer = prepared.replayer(how).ok_or_else(|| Failure::internal("a program without a module"))?;
    let started = std::time::Instant::now();
    // A program that never ends is not waited for when there is nothing left to see.
    let seen = |events: &[Event]| {
        let hit = |t: &Target| events.contains(&Event::Hit(t.id.0));
        !targets.is_empty() && targets.iter().all(hit) && started.elapsed() > PATIENCE
    };
    let native = replayer.native(&test, &seen);
    let run = replayer.interpret(&test, 50_000_000, true);
    let mut told = Replayed {
        test: args.test.display().to_string(),
        native: native.as_ref().map_or_else(|why| format!("not possible: {why}"), |ran| ran.told()),
        interpreter: replayer.told(&run.outcome),
        isolation: replayer.isolation(),
        invocation: environment.as_ref().map(|e| homing_replay::describe(e, &test)),
        error: error(replayer.program(), &run.outcome),
        path: homing_report::steps(homing_report::lines(replayer.program(), &run.trace)),
        ..Replayed::default()
    };
    if let Ok(ran) = &native {
        let beginning = |text: &str| homing_report::Bytes::new(&text.as_bytes()[..text.len().min(SHOWN_OUTPUT)]).text;
        told.stdout = beginning(ran.stdout());
        told.stderr = beginning(ran.stderr());
    }
    for t in &targets {
        let error = match &t.spec {
            TargetSpec::ErrorAt { kind, line, .. } => {
                told.error.as_ref().is_some_and(|e| e.place.line == *line && kind.is_none_or(|k| k.name() == e.kind))
            }
            TargetSpec::Error(kind) => told.error.as_ref().is_some_and(|e| kind.is_none_or(|k| k.name() == e.kind)),
            _ => false,
        };
        told.targets.push(Passed {
            target: t.label.clone(),
            native: native.as_ref().is_ok_and(|r| r.hit(t.id.0)),
            interpreter: run.marks.contains(&t.id) || error,
        });
    }
    let reached = if targets.is_empty() { told.error.is_some() } else { told.targets.iter().any(|t| t.native || t.interpreter) };
    told.exit_code = if reached { 10 } else { 0 };
    let wrong = if reached { None } else { misfit(&args.test, &test, &run, &told.path) };
    Ok((told, wrong))
}

/// Why a test case whose run reached nothing cannot be one of this program.
fn misfit(file: &Path, test: &TestCase, run: &Run, path: &[homing_report::Step]) -> Option<String> {
    let (inputs, _) = homing_replay::split_failures(&test.inputs);
    let left = inputs[run.inputs_used.min(inputs.len())..].iter().find(|i| is_asked_for(i));
    match (&run.outcome, left) {
        (Outcome::OutOfInputs(what), _) if run.inputs_used < inputs.len() || !shows_passed(file, path) => Some(what.clone()),
        (Outcome::Returned(_) | Outcome::Exited(_), Some(i)) => {
            Some(format!("the program never asks for the input `{}`", i.name))
        }
        _ => None,
    }
}

/// A test case of another program is bad input.
fn fits(test: &Path, wrong: Option<String>) -> Result<(), Failure> {
    match wrong {
        Some(why) => Err(Failure::input(format!("{}: the test case does not fit the program: {why}", test.display()))),
        None => Ok(()),
    }
}

/// An input that a run of the right program takes in any case. KLEE's tools put the first of these into every test case.
fn is_asked_for(i: &InputValue) -> bool {
    i.name != "model_version" && matches!(i.kind, InputKind::Object | InputKind::Nondet)
}

/// A test case that shows a place has inputs up to there; a run that went by may ask for more than that.
fn shows_passed(test: &Path, path: &[homing_report::Step]) -> bool {
    let text = std::fs::read_to_string(test.with_extension("json")).unwrap_or_default();
    let Ok(file) = serde_json::from_str::<TestFile>(&text) else { return false };
    match file.shows.parse::<TargetSpec>() {
        Ok(TargetSpec::Line { file, line } | TargetSpec::Part { file, line, .. }) => {
            path.iter().any(|s| Path::new(&s.file).ends_with(Path::new(&file)) && s.line == line)
        }
        Ok(TargetSpec::Function(name)) => path.iter().any(|s| s.function == name),
        _ => false,
    }
}

/// The program's flags, with the environment that the test case is one of, unless the command line asks for another.
fn with_environment(args: &ReplayArgs) -> Result<ProgramArgs, Failure> {
    let mut program = args.program.clone();
    if program.environment.spec.is_requested() {
        return Ok(program);
    }
    let bad = |why: String| Failure::input(format!("{}: {why}", args.test.display()));
    let json =
        if args.test.extension().is_some_and(|e| e == "json") { args.test.clone() } else { args.test.with_extension("json") };
    let recorded = std::fs::read_to_string(json).ok().and_then(|t| serde_json::from_str::<TestFile>(&t).ok());
    let given = program.environment;
    program.environment = match recorded {
        Some(TestFile { environment, invocation: Some(invocation), .. }) => {
            let read = EnvironmentArgs::parse(&environment).map_err(bad)?;
            EnvironmentArgs { spec: EnvironmentSpec { recorded: Some(Box::new(invocation)), ..read.spec }, ..read }
        }
        Some(_) => return Ok(args.program.clone()),
        None => from_ktest(&args.test).map_err(bad)?,
    };
    program.environment.link_args = given.link_args;
    if given.libc != Libc::Auto {
        program.environment.libc = given.libc;
    }
    Ok(program)
}

/// The environment that a `.ktest` alone tells of, by the program's arguments.
fn from_ktest(path: &Path) -> Result<EnvironmentArgs, String> {
    let mut environment = EnvironmentArgs::default();
    let words = std::fs::read(path).ok().and_then(|b| KTest::decode(&b).ok()).map(|k| k.args).unwrap_or_default();
    if words.first().is_some_and(|w| homing_compile::kind(Path::new(w)).is_some()) {
        environment.trailing(&words[1..])?;
    }
    Ok(environment)
}

/// The same for a microc program, whose interpreter is the only one there is; also what is wrong with the test case.
fn microc(args: &ReplayArgs, m: &MicrocSource, p: &Program, targets: &[Target]) -> Result<(Replayed, Option<String>), Failure> {
    if !args.check.is_empty() {
        return Err(Failure::usage("--check: every error of a microc program is always looked for"));
    }
    let test = read_numbers(&args.test)?;
    let replayer = MicrocReplayer::new(m.ast(), m.width(), p, &[]);
    let (outcome, trace) = replayer.run(&test, 1_000_000_000, 1_000_000).map_err(Failure::input)?;
    let mut told = Replayed {
        test: args.test.display().to_string(),
        native: "not possible: a microc program has its interpreter".into(),
        interpreter: homing_replay::told(&outcome.end),
        path: homing_report::steps(replayer.lines(&trace)),
        outputs: outcome.outputs.iter().map(|n| n.to_string()).collect(),
        ..Replayed::default()
    };
    if let End::Error(e) = &outcome.end {
        told.error = Some(replayer.error(e));
    }
    for t in targets {
        let passed = replayer.passed(&t.spec, &outcome, &trace);
        told.targets.push(Passed { target: t.label.clone(), native: false, interpreter: passed });
    }
    let reached = if targets.is_empty() { told.error.is_some() } else { told.targets.iter().any(|t| t.interpreter) };
    told.exit_code = if reached { 10 } else { 0 };
    let left = replayer.inputs_of(&test).saturating_sub(outcome.inputs_used);
    let wrong = match &outcome.end {
        _ if reached => None,
        End::NeedInput { .. } if !shows_passed(&args.test, &told.path) => {
            Some("the program asks for more numbers than it has".into())
        }
        End::Finished(_) if left > 0 => Some(format!("the program asks for {left} numbers less than it has")),
        _ => None,
    };
    Ok((told, wrong))
}

/// Reads the `.txt` or the `.json` of a microc program's test case.
fn read_numbers(path: &Path) -> Result<TestCase, Failure> {
    let bad = |why: String| Failure::input(format!("{}: {why}", path.display()));
    if path.extension().is_some_and(|e| e == "json") {
        return read_json(path).map_err(bad);
    }
    // Arguments of `main` are not among the inputs; the .json beside the .txt has both.
    let beside = path.with_extension("json");
    let text = std::fs::read_to_string(path).map_err(|e| bad(io_message(&e)))?;
    let numbers = homing_replay::parse_numbers(&text).map_err(bad)?;
    if let Ok(test) = read_json(&beside) {
        let all: Vec<String> = test.inputs.iter().filter_map(|i| i.number().map(str::to_string)).collect();
        let given: Vec<String> = numbers.iter().map(|n| n.to_string()).collect();
        if all.ends_with(&given) {
            return Ok(test);
        }
    }
    Ok(homing_replay::test_case(&numbers))
}

fn error(p: &homing_ir::Program, outcome: &Outcome) -> Option<homing_report::ErrorReport> {
    let Outcome::Error { kind, message, func, loc, stack } = outcome else { return None };
    let finding = homing_exec::Finding {
        kind: *kind,
        message: message.clone(),
        func: *func,
        loc: *loc,
        stack: stack.clone(),
        by_caller: false,
        survivable: kind.is_survivable(),
    };
    Some(homing_report::error(p, &finding))
}

fn show(told: &Replayed, json: bool) -> Result<(), Failure> {
    if json {
        let text = serde_json::to_string_pretty(told).map_err(Failure::internal)?;
        crate::output::print(&format!("{text}\n"));
        return Ok(());
    }
    let mut text = String::new();
    if let Some(invocation) = &told.invocation {
        text.push_str("Input:\n");
        invocation.text(&mut text);
    }
    let how = told.isolation.as_ref().map(|how| format!(" (it ran {how})")).unwrap_or_default();
    text.push_str(&format!("native run: {}{how}\n", told.native));
    for (name, written) in [("standard output", &told.stdout), ("standard error", &told.stderr)] {
        if !written.is_empty() {
            text.push_str(&format!("  {name}: \"{written}\"\n"));
        }
    }
    text.push_str(&format!("interpreter: {}\n", told.interpreter));
    if !told.outputs.is_empty() {
        text.push_str(&format!("output: {}\n", told.outputs.join(" ")));
    }
    for t in &told.targets {
        let by = match (t.native, t.interpreter) {
            (true, true) => "reached, natively and in the interpreter",
            (true, false) => "reached natively",
            (false, true) => "reached in the interpreter only",
            (false, false) => "not reached",
        };
        text.push_str(&format!("{}: {by}\n", t.target));
    }
    let sources = &mut |path: &str| std::fs::read_to_string(path).ok();
    text.push_str(&homing_report::path_text(&told.path, 0, sources));
    crate::output::print(&text);
    Ok(())
}

/// Reads a `.ktest`, with the values of the `.json` beside it that a `.ktest` cannot hold; or the `.json` itself.
fn read_test(path: &Path) -> Result<TestCase, Failure> {
    let bad = |why: String| Failure::input(format!("{}: {why}", path.display()));
    if path.extension().is_some_and(|e| e == "json") {
        return read_json(path).map_err(bad);
    }
    let bytes = std::fs::read(path).map_err(|e| bad(io_message(&e)))?;
    let ktest = KTest::decode(&bytes).map_err(|e| bad(e.to_string()))?;
    let beside = path.with_extension("json");
    if beside.exists() {
        let test = read_json(&beside).map_err(|why| Failure::input(format!("{}: {why}", beside.display())))?;
        // Only if they belong together: somebody may have changed one of the two.
        if homing_replay::ktest(&test, &ktest.args) == ktest {
            return Ok(test);
        }
    }
    let object = |(name, bytes): (String, Vec<u8>)| {
        let kind = match homing_ir::builtin(&name) {
            Some(homing_ir::Builtin::Nondet(_)) => InputKind::Nondet,
            _ => InputKind::Object,
        };
        InputValue { name, kind, bytes, type_name: String::new() }
    };
    Ok(TestCase { inputs: ktest.objects.into_iter().map(object).collect(), ..TestCase::default() })
}

fn read_json(path: &Path) -> Result<TestCase, String> {
    let text = std::fs::read_to_string(path).map_err(|e| io_message(&e))?;
    let file: TestFile = serde_json::from_str(&text).map_err(|e| format!("not a test case: {e}"))?;
    let mut inputs = Vec::new();
    for i in file.inputs {
        let kind = homing_report::parse_kind(&i.kind).ok_or_else(|| format!("unknown kind of input {:?}", i.kind))?;
        let bytes = match kind {
            InputKind::Number => homing_microc_run::read_number(&i.value)?.to_string().into_bytes(),
            _ => from_hex(&i.bytes).ok_or_else(|| format!("the bytes of {} are not hexadecimal", i.name))?,
        };
        inputs.push(InputValue { name: i.name, kind, bytes, type_name: i.type_name });
    }
    let unwritten = inputs.iter().any(|i| i.kind == InputKind::Uninitialised);
    Ok(TestCase { inputs, unwritten, ..TestCase::default() })
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).ok()).collect()
}
