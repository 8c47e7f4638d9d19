//! What a report says about the program's input: how large it may be, and what would give some where there was none.

use std::collections::BTreeSet;

use homing_ir::{Callee, FuncId, Inst, Origin, Program};
use homing_report::{NoInput, Report, Verdict};

use crate::environment::{ArgSpec, EnvSpec, EnvironmentSpec, StdinSpec};

/// Functions that read from standard input, or from whatever they are given.
const READS: [&str; 24] = [
    "getchar",
    "getchar_unlocked",
    "getc",
    "fgetc",
    "gets",
    "fgets",
    "fgets_unlocked",
    "getline",
    "getdelim",
    "scanf",
    "fscanf",
    "vscanf",
    "vfscanf",
    "__isoc99_scanf",
    "__isoc99_fscanf",
    "__isoc23_scanf",
    "__isoc23_fscanf",
    "read",
    "pread",
    "readv",
    "fread",
    "fread_unlocked",
    "getwchar",
    "fgetwc",
];

/// Functions that open files, or ask about them.
const OPENS: [&str; 10] = ["fopen", "fopen64", "freopen", "open", "open64", "openat", "stat", "lstat", "access", "opendir"];

/// Functions that look at the environment.
const ASKS: [&str; 2] = ["getenv", "secure_getenv"];

/// The sizes of inputs that the user gave, where these are bounds.
pub(crate) fn bounds(spec: &EnvironmentSpec) -> Vec<String> {
    let bytes = |n: u32| if n == 1 { "1 byte".to_string() } else { format!("{n} bytes") };
    let mut out = Vec::new();
    for a in &spec.args {
        match a {
            ArgSpec::Text(_) => {}
            ArgSpec::Symbolic(n) => out.push(format!("an argument of up to {}", bytes(*n))),
            ArgSpec::Some { min, max, len } => out.push(format!("{min} to {max} arguments of up to {}", bytes(*len))),
        }
    }
    if let Some(StdinSpec::Symbolic(Some(n))) = &spec.stdin {
        out.push(format!("standard input of up to {}", bytes(*n)));
    }
    if let Some((k, n)) = spec.files {
        out.push(format!("{k} file{} of up to {}", if k == 1 { "" } else { "s" }, bytes(n)));
    }
    for (name, value) in &spec.env {
        if let EnvSpec::Symbolic(n) = value {
            out.push(format!("{name} of up to {}", bytes(*n)));
        }
    }
    out
}

/// Says of a report whose program met no input that this is so, and which options would give it some. A program that was not even begun,
/// since no call leads to the target, needs none.
pub(crate) fn absent(report: &Report, program: &Program, entry: FuncId, spec: &EnvironmentSpec) -> Option<NoInput> {
    let s = &report.statistics;
    let open = report.targets.iter().any(|t| t.verdict != Verdict::Reached);
    let none = s.inputs == 0 && s.forks == 0 && s.instructions > 0 && report.ended == "exhausted";
    (open && none).then(|| NoInput { advice: advice(program, entry, spec) })
}

fn advice(program: &Program, entry: FuncId, spec: &EnvironmentSpec) -> Vec<String> {
    // A program in microc has nothing around it.
    if program.errors_end {
        return Vec::new();
    }
    let main = program.find("main").unwrap_or(entry);
    let called = called(program);
    let first = |names: &[&'static str]| names.iter().find(|n| called.contains(**n)).copied();
    let mut out = Vec::new();
    if spec.args.is_empty() && program.func(main).params.len() >= 2 {
        out.push("--sym-args 0 2 8, as the program takes arguments".to_string());
    }
    if spec.stdin.is_none()
        && let Some(name) = first(&READS)
    {
        out.push(format!("--sym-stdin 16, as the program reads ({name})"));
    }
    if spec.files.is_none()
        && let Some(name) = first(&OPENS)
    {
        out.push(format!("--sym-files 1 16 with --arg A, as the program opens files ({name}); the file is called A"));
    }
    if spec.env.is_empty()
        && let Some(name) = first(&ASKS)
    {
        out.push(format!("--sym-env NAME=8, as the program looks at its environment ({name})"));
    }
    out.push("homing_symbolic(&x, sizeof x, \"x\") in the program, or --entry FUNCTION --lazy".to_string());
    out
}

/// Functions that the program's own code calls by name.
fn called(program: &Program) -> BTreeSet<&str> {
    let own = program.functions.iter().filter(|f| f.origin == Origin::Program);
    let insts = own.flat_map(|f| &f.blocks).flat_map(|b| &b.insts);
    let callees = insts.filter_map(|i| match i {
        Inst::Call(c) => match c.callee {
            Callee::Direct(f) => Some(program.func(f).name.as_str()),
            Callee::Indirect(_) => None,
        },
        _ => None,
    });
    callees.collect()
}
