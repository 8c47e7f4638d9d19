//! Programs with `Dyn` values: all paths, and for given inputs the one run, so that each can be judged by the other.
#![allow(dead_code)]

use homing_exec::{Ended, ExecOptions, Executor, State};
use homing_ir::{Const, DynOp, Inst, Program};
use homing_solver::{Context, SolverConfig, stack};
use homing_term::{BigInt, Model, Terms, Value, VarKey};

/// What a run shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seen {
    pub outputs: Vec<String>,
    /// `returned N`, or the kind of error and its line.
    pub end: String,
}

pub struct Explored {
    pub state: Box<State>,
    pub end: Ended,
}

pub fn program(text: &str) -> Program {
    let p = homing_ir::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    homing_ir::verify(&p).unwrap_or_else(|e| panic!("{e:#?}\n{text}"));
    p
}

/// A function `main` of one block with these instructions, each on a line of its own from 1 on; it returns 0.
pub fn straight(width: Option<u32>, insts: &[&str]) -> Program {
    straight_returning(width, insts, "0:dyn")
}

pub fn straight_returning(width: Option<u32>, insts: &[&str], result: &str) -> Program {
    let width = width.map_or(String::new(), |w| format!(" width {w}"));
    let locs: String = (1..=insts.len() + 1).map(|i| format!("loc{i} file0:{i}:1\n")).collect();
    let body: String = insts.iter().enumerate().map(|(i, t)| format!("  {t} !loc{}\n", i + 1)).collect();
    let helpers = "define f1 \"one\"(v0: dyn) -> dyn {\nblock0:\n  return v0\n}\n";
    let last = insts.len() + 1;
    program(&format!(
        "program ptr 64{width} final\nfile0 \"t.uc\" in \"\"\n{locs}define f0 \"main\"() -> dyn {{\nblock0:\n{body}  return {result} !loc{last}\n}}\n{helpers}"
    ))
}

pub fn executor(p: &Program, options: ExecOptions) -> Executor<'_> {
    let solver = stack(&SolverConfig { cross_check: true, ..SolverConfig::default() });
    Executor::new(p, Context::new(Terms::new(), solver), options, 0)
}

/// All paths; losses are failures here.
pub fn explore(exec: &mut Executor<'_>, max: usize) -> Vec<Explored> {
    let main = exec.program().find("main").expect("main");
    let mut work = vec![exec.start(main)];
    let mut out = Vec::new();
    while let Some(state) = work.pop() {
        let step = exec.run(state, u64::MAX);
        assert!(step.losses.is_empty(), "{:?}", step.losses);
        for s in step.successors {
            match s.end {
                None => work.push(s.state),
                Some(Ended::Lost(l)) => panic!("{l:?}"),
                Some(end) => out.push(Explored { state: s.state, end }),
            }
            assert!(out.len() <= max, "too many paths");
        }
    }
    out
}

/// The same program with its inputs replaced by constants, in the order of the text (programs without loops around inputs).
pub fn with_inputs(p: &Program, inputs: &[i64]) -> Program {
    let mut p = p.clone();
    let mut next = inputs.iter();
    for f in &mut p.functions {
        for b in 0..f.blocks.len() {
            for i in 0..f.blocks[b].insts.len() {
                if let Inst::Dyn { op: DynOp::Input, dst, .. } = &f.blocks[b].insts[i] {
                    let dst = *dst;
                    let k = f.new_const(Const::Int(next.next().expect("an input").to_string()));
                    f.blocks[b].insts[i] = match dst {
                        Some(dst) => Inst::Copy { dst, a: k },
                        None => Inst::Dyn { op: DynOp::Init, dst: None, args: [k].into() },
                    };
                }
            }
        }
    }
    p
}

/// What one path shows under a model.
pub fn seen(exec: &mut Executor<'_>, e: &Explored, model: &Model) -> Seen {
    let outputs = e.state.outputs.list().into_iter().map(|v| exec.number_text(v, model)).collect();
    let end = match &e.end {
        Ended::Returned(Some(v)) => format!("returned {}", exec.number_text(*v, model)),
        Ended::Finding(f) => format!("{} at {}", f.kind, exec.program().loc(f.loc).line),
        other => format!("{other:?}"),
    };
    Seen { outputs, end }
}

/// The one run without inputs.
pub fn concrete(p: &Program) -> Seen {
    let mut exec = executor(p, ExecOptions::default());
    let all = explore(&mut exec, 1);
    assert_eq!(all.len(), 1);
    seen(&mut exec, &all[0], &Model::new())
}

/// A model in which the inputs have these values.
pub fn model(exec: &mut Executor<'_>, inputs: &[i64]) -> Model {
    let mut m = Model::new();
    for (i, v) in inputs.iter().enumerate() {
        let key = VarKey::Input { input: i as u32, offset: 0 };
        let (t, value) = match exec.program().dyn_width {
            None => (exec.context_mut().terms.int_var(key), Value::Int(BigInt::from(*v))),
            Some(w) => (exec.context_mut().terms.var(w, key), Value::bits(w, *v as u64 & (u64::MAX >> (64 - w)))),
        };
        m.set(exec.context().terms.as_var(t).expect("a variable"), value);
    }
    m
}

/// Does the path's condition hold under the model?
pub fn holds(exec: &mut Executor<'_>, st: &State, m: &Model) -> bool {
    let all: Vec<_> = st.path.constraints().map(|(t, _)| t).collect();
    all.into_iter().all(|t| exec.context_mut().terms.eval64(t, m) == 1)
}

/// Explores all paths, and for each vector of inputs checks that exactly one of them is taken and shows what the run with these inputs shows. Also
/// each path's own test case must do what the path says. Returns the ends seen.
pub fn check_all(p: &Program, options: ExecOptions, vectors: &[Vec<i64>]) -> Vec<Seen> {
    check_against(p, p, options, vectors)
}

/// The same, with the runs of another form of the program.
pub fn check_against(p: &Program, reference: &Program, options: ExecOptions, vectors: &[Vec<i64>]) -> Vec<Seen> {
    let mut exec = executor(p, options);
    let paths = explore(&mut exec, 5000);
    let mut out = Vec::new();
    for path in &paths {
        let test = exec.test_case(&path.state);
        let numbers: Vec<i64> = test.inputs.iter().map(|i| i.number().expect("a number").parse().unwrap_or(0)).collect();
        if numbers.iter().zip(&test.inputs).any(|(n, i)| i.number() != Some(n.to_string().as_str())) {
            continue; // Beyond 64 bits.
        }
        let mut padded = numbers;
        padded.resize(16, 0);
        let want = concrete(&with_inputs(reference, &padded));
        let m = exec_model(&mut exec, &path.state);
        assert_eq!(seen(&mut exec, path, &m), want, "inputs {padded:?}\n{p}");
    }
    for v in vectors {
        let want = concrete(&with_inputs(reference, v));
        let m = model(&mut exec, v);
        let taken: Vec<&Explored> = paths.iter().filter(|e| holds(&mut exec, &e.state, &m)).collect();
        assert_eq!(taken.len(), 1, "paths taken by {v:?}\n{p}");
        assert_eq!(seen(&mut exec, taken[0], &m), want, "inputs {v:?}\n{p}");
        out.push(want);
    }
    out.sort();
    out.dedup();
    out
}

fn exec_model(exec: &mut Executor<'_>, st: &State) -> Model {
    st.path.model(exec.context_mut())
}

/// All vectors of `n` numbers from `lo` to `hi`.
pub fn vectors(n: usize, lo: i64, hi: i64) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    for _ in 0..n {
        all = all.iter().flat_map(|v| (lo..=hi).map(move |x| v.iter().copied().chain([x]).collect())).collect();
    }
    all
}
