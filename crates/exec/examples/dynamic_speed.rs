//! Instructions per second of a counting loop: on machine integers, on dynamic numbers, through an array.
use homing_exec::{Ended, ExecOptions, Executor};
use homing_solver::{Context, SolverConfig, stack};
use homing_term::Terms;

const C: &str = "program ptr 64
define f0 \"main\"() -> i64 {
block0:
  jump block1(0:i64, 0:i64)
block1(v0: i64, v1: i64):
  v2: i1 = slt v0, 20000000:i64
  branch v2, block2, block3
block2:
  v3: i64 = mul v0, 3:i64
  v4: i64 = add v1, v3
  v5: i64 = sub v4, 7:i64
  v6: i64 = add v0, 1:i64
  jump block1(v6, v5)
block3:
  return v1
}
";

const ARRAY: &str = "program ptr 64
define f0 \"main\"() -> dyn {
block0:
  v8: dyn = dyn.array 0:dyn, 1:dyn, 2:dyn
  jump block1(0:dyn, 0:dyn)
block1(v0: dyn, v1: dyn):
  v2: i1 = dyn.lt v0, 20000000:dyn
  branch v2, block2, block3
block2:
  v3: dyn = dyn.index v8, 1:dyn
  v4: dyn = dyn.add v1, v3
  dyn.setindex v8, 2:dyn, v4
  v6: dyn = dyn.add v0, 1:dyn
  jump block1(v6, v4)
block3:
  return v1
}
";

fn main() {
    let dynamic = C
        .replace("i64", "dyn")
        .replace("slt", "dyn.lt")
        .replace("= mul", "= dyn.mul")
        .replace("= add", "= dyn.add")
        .replace("= sub", "= dyn.sub");
    for (name, text) in [("machine integers", C), ("dynamic numbers", &dynamic), ("dynamic array", ARRAY)] {
        let p = homing_ir::parse(text).unwrap();
        homing_ir::verify(&p).unwrap();
        let mut exec = Executor::new(&p, Context::new(Terms::new(), stack(&SolverConfig::default())), ExecOptions::default(), 0);
        let start = exec.start(p.find("main").unwrap());
        let t = cpu();
        let step = exec.run(start, u64::MAX);
        assert!(matches!(step.successors[0].end, Some(Ended::Returned(_))));
        let s = cpu() - t;
        println!("{name}: {:.1} million instructions/s", exec.instructions() as f64 / s / 1e6);
    }
}

/// Seconds of processor time so far.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}
