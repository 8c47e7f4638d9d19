//! The programs of `tests/programs` in this process: what their comments expect, and one run under a given setting.

use std::path::{Path, PathBuf};
use std::time::Duration;

use homing_compile::LENIENT;
use homing_driver::{Lowered, Runnable};
use homing_exec::{ExecOptions, TestCase, Undefined};
use homing_explore::{Candidate, Config, Confirmation, Hooks, RunLimits, Verdict, explore_with};
use homing_front_llvm::load;
use homing_interp::{Options, Outcome, Run};
use homing_ir::{ErrorKind, FuncId, InputKind, Program, TargetSpec};
use homing_testkit::{TempDir, bitcode};

/// One `// homing:` line that can be run here.
#[derive(Clone, Debug)]
pub struct Directive {
    pub file: PathBuf,
    /// The line itself, for messages.
    pub text: String,
    sources: Vec<PathBuf>,
    flags: Vec<String>,
    entry: String,
    targets: Vec<TargetSpec>,
    check: bool,
    exec: ExecOptions,
    expected: Vec<Expected>,
}

/// What is expected of one target, or of the whole of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expected {
    Reached,
    Unreachable,
    NoError,
    Error(ErrorKind),
}

/// What one run under one setting gave.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// Every verdict is as expected.
    Right,
    /// A limit or loss stands in the way; nothing wrong is claimed.
    Unknown(String),
    Wrong(String),
}

/// The directives of every program that do not depend on limits, those of one file together, and how many do.
pub fn directives(root: &Path) -> (Vec<Vec<Directive>>, usize) {
    let mut files = Vec::new();
    c_files(root, &mut files);
    files.sort();
    let (mut out, mut left_out) = (Vec::new(), 0);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a program can be read");
        // What is to be run only as it is written is nothing for other settings.
        let as_written = |l: &&str| l.split_whitespace().nth(1) == Some("!");
        let lines: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("// homing: ")).filter(|l| !as_written(l)).collect();
        let known: Vec<Directive> = lines.iter().filter_map(|l| parse(&file, l)).collect();
        left_out += lines.len() - known.len();
        out.push(known);
    }
    (out, left_out)
}

fn c_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of programs").flatten() {
        let path = entry.path();
        if path.ends_with("posix") {
            // They need a C library and files, which only the command has.
        } else if path.is_dir() {
            c_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "c") {
            out.push(path);
        }
    }
}

/// The line that carries the mark.
fn marked(file: &Path, mark: &str) -> Option<u32> {
    let text = std::fs::read_to_string(file).ok()?;
    let wanted = format!("// <{mark}>");
    text.lines().position(|l| l.trim_end().ends_with(&wanted)).map(|i| i as u32 + 1)
}

/// `None` where the answer depends on a limit, on a native run, or on an option that is not known here.
fn parse(file: &Path, line: &str) -> Option<Directive> {
    let (command, expected) = line.split_once("=>")?;
    let folder = file.parent()?;
    let mut words = command.split_whitespace();
    let check = words.next()? == "check";
    let mut d = Directive {
        file: file.to_path_buf(),
        text: line.to_string(),
        sources: vec![file.to_path_buf()],
        flags: Vec::new(),
        entry: "main".into(),
        targets: Vec::new(),
        check,
        exec: ExecOptions { check_leaks: check, ..ExecOptions::default() },
        expected: expected.split(',').map(|e| expectation(e.trim())).collect::<Option<_>>()?,
    };
    let at = |file: &Path, mark: &str| {
        let name = file.file_name()?.to_string_lossy().into_owned();
        Some(TargetSpec::Line { file: name, line: marked(file, mark)? })
    };
    while let Some(w) = words.next() {
        match w {
            "--" => {
                d.flags.extend(words.by_ref().map(String::from));
            }
            "--32" => d.flags.push("-m32".into()),
            "--entry" => d.entry = words.next()?.into(),
            "--undefined" => d.exec.undefined = Undefined::Havoc,
            "--fail-allocations" => d.exec.fail_allocations = true,
            // Which one is what is varied.
            "--search" | "--merge" => drop(words.next()),
            "--prove-joins" => {}
            "--check" => words.next()?.split(',').try_for_each(|c| switch_on(&mut d.exec, c))?,
            _ if w.starts_with('@') => d.targets.push(at(file, &w[1..])?),
            _ if w.starts_with('+') => d.sources.push(folder.join(&w[1..])),
            _ if w.contains(":@") => {
                let (name, mark) = w.split_once(":@")?;
                d.targets.push(at(&folder.join(name), mark)?);
            }
            _ if w.starts_with("--") || w == "!" => return None,
            _ => d.targets.push(w.parse().ok()?),
        }
    }
    if check {
        d.targets.push(TargetSpec::Error(None));
    }
    d.exec.reports_end = d.targets.iter().any(|t| matches!(t, TargetSpec::Error(_)));
    for t in &d.targets {
        if let TargetSpec::Error(Some(kind)) = t {
            // Asking for a kind of error switches its check on.
            let _ = switch_on(&mut d.exec, kind.name().trim_start_matches("signed-"));
        }
    }
    Some(d)
}

fn switch_on(exec: &mut ExecOptions, check: &str) -> Option<()> {
    match check {
        "overflow" => exec.check_overflow = true,
        "shift" => exec.check_shift = true,
        "conversion" => exec.check_conversion = true,
        "uninit" | "uninitialised" => exec.check_uninitialised = true,
        "leaks" | "leak" => exec.check_leaks = true,
        "leaks-at-exit" => (exec.check_leaks, exec.leaks_at_exit) = (true, true),
        _ => return None,
    }
    Some(())
}

fn expectation(text: &str) -> Option<Expected> {
    let mut words = text.split_whitespace();
    Some(match words.next()? {
        "REACHED" => Expected::Reached,
        "UNREACHABLE" => Expected::Unreachable,
        "NO" => Expected::NoError,
        "ERROR" => Expected::Error(ErrorKind::parse(words.next()?)?),
        _ => return None,
    })
}

/// A directive's program, compiled and with its targets pinned.
pub struct Case {
    pub directive: Directive,
    code: Runnable,
}

/// The bitcode of the last directive's files, for the next directive of the same ones.
#[derive(Default)]
pub struct Compiled {
    sources: Vec<PathBuf>,
    flags: Vec<String>,
    files: Vec<PathBuf>,
}

impl Compiled {
    fn files(&mut self, dir: &TempDir, include: &str, d: &Directive) -> Result<&[PathBuf], String> {
        if self.sources == d.sources && self.flags == d.flags {
            return Ok(&self.files);
        }
        let mut files = Vec::new();
        for (i, source) in d.sources.iter().enumerate() {
            // Under their own names, which targets mention.
            let folder = dir.path().join(format!("unit{i}"));
            std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
            let copy = folder.join(source.file_name().ok_or("a file has a name")?);
            std::fs::copy(source, &copy).map_err(|e| e.to_string())?;
            let own = format!("-I{}", source.parent().unwrap_or(Path::new(".")).display());
            let mut flags = vec![include, &own];
            flags.extend(LENIENT);
            flags.extend(d.flags.iter().map(String::as_str));
            files.push(bitcode(&copy, &flags));
        }
        *self = Compiled { sources: d.sources.clone(), flags: d.flags.clone(), files };
        Ok(&self.files)
    }
}

impl Case {
    pub fn new(dir: &TempDir, include: &str, d: &Directive, compiled: &mut Compiled) -> Result<Case, String> {
        let module = load(compiled.files(dir, include, d)?).map_err(|e| e.to_string())?;
        let lowered = Lowered::of(&module, &d.entry, &d.targets, false);
        let code = lowered.and_then(|l| l.pin().runnable(true)).map_err(|e| e.to_string())?;
        Ok(Case { directive: d.clone(), code })
    }

    /// The program in one of its forms, where it starts, and how it runs.
    pub fn program(&self, promote: bool) -> (&Program, FuncId, &ExecOptions) {
        (self.form(promote), self.code.entry(), &self.directive.exec)
    }

    fn form(&self, promote: bool) -> &Program {
        if promote { self.code.program() } else { self.code.pinned() }
    }

    /// One run. `promote` says which form of the program is explored.
    pub fn run(&self, promote: bool, config: &Config) -> Answer {
        let d = &self.directive;
        let config = Config { exec: d.exec.clone(), all_errors: d.check, ..config.clone() };
        let strategy = match homing_directed::make_strategy(&config.search, config.seed) {
            Ok(s) => s,
            Err(e) => return Answer::Wrong(e),
        };
        // A register has no time before it was written.
        let program = self.form(promote && !d.exec.check_uninitialised);
        let mut hooks = Replay { case: self, explored: program };
        let outcome = explore_with(program, self.code.entry(), self.code.targets(), &config, strategy, &mut hooks);
        if d.check {
            return self.judge_check(&outcome);
        }
        let mut unknown = None;
        for ((t, o), wanted) in self.code.targets().iter().zip(&outcome.targets).zip(&d.expected) {
            let got = match &o.verdict {
                Verdict::Reached { .. } => Expected::Reached,
                Verdict::Unreachable => Expected::Unreachable,
                Verdict::Unknown { reasons, .. } => {
                    unknown = Some(format!("{}: {reasons:?}", t.label));
                    continue;
                }
            };
            if got != *wanted {
                return Answer::Wrong(format!("{}: {got:?} instead of {wanted:?}", t.label));
            }
        }
        unknown.map_or(Answer::Right, Answer::Unknown)
    }

    fn judge_check(&self, outcome: &homing_explore::Outcome) -> Answer {
        let mut found: Vec<ErrorKind> = outcome.errors.iter().map(|e| e.finding.kind).collect();
        for wanted in &self.directive.expected {
            let Expected::Error(kind) = wanted else { continue };
            match found.iter().position(|k| k == kind) {
                Some(i) => drop(found.swap_remove(i)),
                None if outcome.losses.is_empty() && outcome.states_left == 0 => return Answer::Wrong(format!("no {kind}")),
                None => return Answer::Unknown(format!("no {kind}; {:?}", outcome.losses)),
            }
        }
        if !found.is_empty() {
            return Answer::Wrong(format!("not expected: {found:?}"));
        }
        match &outcome.targets[0].verdict {
            Verdict::Unknown { reasons, .. } => Answer::Unknown(format!("{reasons:?}")),
            Verdict::Unreachable if self.directive.expected[0] != Expected::NoError => Answer::Wrong("no error".into()),
            _ => Answer::Right,
        }
    }
}

/// Replays in the interpreter.
struct Replay<'c> {
    case: &'c Case,
    explored: &'c Program,
}

impl Replay<'_> {
    /// Values of uninitialised locals belong to the form that was explored; everything else is replayed on the form nearest to the source.
    fn interpret(&self, test: &TestCase, steps: u64) -> Run {
        let uninitialised = test.inputs.iter().any(|i| matches!(i.kind, InputKind::Uninitialised | InputKind::Undefined));
        let program = if uninitialised { self.explored } else { self.case.code.pinned() };
        let (inputs, fail_allocations) = homing_replay::split_failures(&test.inputs);
        let checks = homing_replay::interpreter_options(&self.case.directive.exec);
        let options = Options { max_steps: steps * 4 + 1_000_000, fail_allocations, ..checks };
        homing_interp::run(program, self.case.code.entry(), &inputs, &options)
    }
}

impl Hooks for Replay<'_> {
    fn confirm(&mut self, c: &Candidate<'_>) -> Confirmation {
        let run = self.interpret(c.test, c.steps);
        let passed = c.target.is_some_and(|t| run.marks.contains(&t.id));
        let shown = c.finding.is_some_and(|f| matches!(&run.outcome, Outcome::Error { kind, .. } if *kind == f.kind));
        if passed || shown {
            return Confirmation::Interpreter { why: "in tests".into() };
        }
        Confirmation::Refuted { why: format!("{:?}", run.outcome) }
    }
}

/// Limits of one run in these programs; the wide ones let nearly all of them be decided.
pub fn config(search: &str, seed: u64, wide: bool) -> Config {
    let (time, instructions) = if wide { (20, 5_000_000) } else { (3, 300_000) };
    let limits =
        RunLimits { time: Some(Duration::from_secs(time)), max_instructions: Some(instructions), ..RunLimits::default() };
    Config { search: search.into(), seed, limits, solver_work: 500_000_000, ..Config::default() }
}
