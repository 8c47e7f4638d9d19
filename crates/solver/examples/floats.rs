//! Questions about floats: circuits of our own and Z3 side by side, in milliseconds (run it on a quiet machine).

use homing_solver::{Answer, Limits, Solver, SolverConfig, Z3, stack};
use homing_term::{FloatKind, Term, Terms, VarKey};
use std::time::Instant;

fn main() {
    let limits = Limits { work: 500_000_000, ..Limits::default() };
    println!("{:<28} {:>16} {:>16}", "question", "ours", "Z3");
    for k in [FloatKind::F32, FloatKind::F64] {
        for op in ["add", "mul", "div", "add-unsat", "mul-unsat", "div-unsat", "int"] {
            let ours = run(k, op, &mut *stack(&SolverConfig { limits: limits.clone(), ..SolverConfig::default() }));
            let z3 = run(k, op, &mut Z3::new(limits.clone()));
            println!("{:<28} {ours:>16} {z3:>16}", format!("{k:?} {op}"));
        }
    }
}

fn run(k: FloatKind, op: &str, solver: &mut dyn Solver) -> String {
    let mut terms = Terms::new();
    let asserts = question(&mut terms, k, op);
    let start = Instant::now();
    let answer = match solver.check(&mut terms, &asserts) {
        Answer::Sat(_) => "sat",
        Answer::Unsat(_) => "unsat",
        Answer::Unknown(_) => "unknown",
    };
    format!("{answer} {:.1}", start.elapsed().as_secs_f64() * 1e3)
}

fn question(terms: &mut Terms, k: FloatKind, op: &str) -> Vec<Term> {
    let w = k.width();
    let (a, b) = (terms.var(w, VarKey::Named("a".into())), terms.var(w, VarKey::Named("b".into())));
    let mut number = |x: f64| match k {
        FloatKind::F32 => terms.bits(32, (x as f32).to_bits().into()),
        _ => terms.bits(64, x.to_bits()),
    };
    let (one, two, goal) = (number(1.0), number(2.0), number(3.25));
    let mut all = vec![terms.flt(k, one, a), terms.flt(k, a, two), terms.flt(k, one, b), terms.flt(k, b, two)];
    let last = match op {
        "add" => {
            let r = terms.fadd(k, a, b);
            terms.feq(k, r, goal)
        }
        "mul" => {
            let r = terms.fmul(k, a, b);
            terms.feq(k, r, goal)
        }
        "div" => {
            let r = terms.fdiv(k, a, b);
            let r = terms.fadd(k, r, two);
            terms.feq(k, r, goal)
        }
        "add-unsat" => {
            let r = terms.fadd(k, a, b);
            terms.flt(k, r, two)
        }
        "mul-unsat" => {
            let r = terms.fmul(k, a, b);
            terms.flt(k, r, one)
        }
        "div-unsat" => {
            let r = terms.fdiv(k, a, b);
            terms.flt(k, two, r)
        }
        _ => {
            let r = terms.fmul(k, a, b);
            let i = terms.f2si(k, r, 32);
            let three = terms.bits(32, 3);
            terms.eq(i, three)
        }
    };
    all.push(last);
    all
}
