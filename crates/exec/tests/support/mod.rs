//! Exploring a small C program exhaustively, for comparison with the interpreter.
#![allow(dead_code)]

use homing_exec::{Ended, ExecOptions, Executor, State};
use homing_ir::{InputValue, Program, PromoteOptions};
use homing_solver::{Context, SolverConfig, stack};
use homing_term::Terms;

/// How a path ended, in a form that an interpreter's run can be compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Returned,
    Error(String),
    Lost(String),
    Other,
}

pub struct Explored {
    pub inputs: Vec<InputValue>,
    pub outputs: Vec<u64>,
    pub end: End,
}

pub fn compile(source: &str, flags: &[&str]) -> Program {
    let dir = homing_testkit::TempDir::new("exec");
    for (name, text) in homing_front_llvm::include_dir_files() {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let c = dir.write("p.c", source);
    let include = format!("-I{}", dir.path().display());
    let mut all = vec![include.as_str(), "-w"];
    all.extend(flags);
    let bc = homing_testkit::bitcode(&c, &all);
    let module = homing_front_llvm::load(&[bc]).unwrap_or_else(|e| panic!("{e}"));
    let options = homing_front_llvm::LowerOptions { roots: Some(vec!["main".into()]), with_library: true };
    module.lower(&options).unwrap_or_else(|e| panic!("{e}"))
}

pub fn promoted(program: &Program) -> Program {
    let mut p = program.clone();
    homing_ir::promote(&mut p, &PromoteOptions::default());
    homing_ir::verify(&p).unwrap_or_else(|e| panic!("{e:#?}"));
    p
}

pub fn executor(program: &Program, options: ExecOptions, cross_check: bool) -> Executor<'_> {
    let solver = stack(&SolverConfig { cross_check, ..SolverConfig::default() });
    Executor::new(program, Context::new(Terms::new(), solver), options, 0)
}

/// All paths, depth first. Panics beyond `max` paths: the programs here are small.
pub fn explore(program: &Program, options: ExecOptions, max: usize) -> Vec<Explored> {
    let mut exec = executor(program, options, true);
    let main = program.find("main").expect("main");
    let start = exec.start(main);
    explore_from(&mut exec, start, max)
}

/// The same, and every state waits at the end of each block: whoever reads then what was not kept is caught by a build with assertions.
pub fn explore_by_blocks(program: &Program, options: ExecOptions, max: usize) -> Vec<Explored> {
    let mut exec = executor(program, options, true);
    let start = exec.start(program.find("main").expect("main"));
    explore_in_steps(&mut exec, start, max, 1)
}

pub fn explore_from(exec: &mut Executor<'_>, start: Box<State>, max: usize) -> Vec<Explored> {
    explore_in_steps(exec, start, max, u64::MAX)
}

fn explore_in_steps(exec: &mut Executor<'_>, start: Box<State>, max: usize, steps: u64) -> Vec<Explored> {
    let mut work = vec![start];
    let mut out = Vec::new();
    while let Some(state) = work.pop() {
        let step = exec.run(state, steps);
        assert!(step.losses.is_empty(), "{:?}", step.losses);
        for s in step.successors {
            let Some(end) = s.end else {
                work.push(s.state);
                continue;
            };
            let end = match end {
                Ended::Returned(_) | Ended::Exited(_) => End::Returned,
                Ended::Finding(f) => End::Error(f.kind.to_string()),
                Ended::Lost(l) => End::Lost(format!("{l:?}")),
                _ => End::Other,
            };
            out.push(Explored { inputs: exec.test_case(&s.state).inputs, outputs: exec.outputs(&s.state), end });
            assert!(out.len() <= max, "too many paths");
        }
    }
    out
}
