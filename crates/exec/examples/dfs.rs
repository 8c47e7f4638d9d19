//! Runs a bitcode file depth first to the end and prints counts: `dfs FILE.bc [--raw]`.

use homing_exec::{Ended, ExecOptions, Executor};
use homing_solver::{Context, SolverConfig, stack};
use homing_term::Terms;

fn main() {
    let file = std::env::args().nth(1).expect("a .bc file");
    let raw = std::env::args().any(|a| a == "--raw");
    let started = std::time::Instant::now();
    let module = homing_front_llvm::load(&[file.into()]).unwrap_or_else(|e| panic!("{e}"));
    let options = homing_front_llvm::LowerOptions { roots: Some(vec!["main".to_string()]), with_library: true };
    let mut program = module.lower(&options).unwrap_or_else(|e| panic!("{e}"));
    if let Err(e) = homing_ir::verify(&program) {
        panic!("{e:#?}");
    }
    let before = program.instruction_count();
    if !raw {
        homing_ir::promote(&mut program, &homing_ir::PromoteOptions::default());
        if let Err(e) = homing_ir::verify(&program) {
            panic!("after promote: {e:#?}");
        }
    }
    if std::env::args().any(|a| a == "--print") {
        println!("{program}");
    }
    let loaded = started.elapsed();
    let main = program.find("main").expect("main");
    let cx = Context::new(Terms::new(), stack(&SolverConfig::default()));
    let mut exec = Executor::new(&program, cx, ExecOptions::default(), 0);
    let mut work = vec![exec.start(main)];
    let (mut paths, mut findings, mut lost) = (0u64, 0u64, 0u64);
    while let Some(state) = work.pop() {
        let step = exec.run(state, u64::MAX);
        for l in &step.losses {
            println!("loss: {l:?}");
        }
        for s in step.successors.into_iter().rev() {
            match s.end {
                None => work.push(s.state),
                Some(end) => {
                    paths += 1;
                    match end {
                        Ended::Finding(f) => {
                            findings += 1;
                            if findings <= 5 {
                                let test = exec.test_case(&s.state);
                                println!("{}: {} at {:?} {test:?}", f.kind, f.message, program.loc(f.loc));
                            }
                        }
                        Ended::Lost(l) => {
                            lost += 1;
                            if lost <= 5 {
                                println!("lost: {l:?} at {:?}", program.loc(l.loc));
                            }
                        }
                        Ended::Returned(v) if paths <= 3 => {
                            let outputs = exec.outputs(&s.state);
                            println!("returned {v:?} outputs {outputs:x?}");
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    let total = started.elapsed();
    println!(
        "instructions {} (static {before} -> {}), paths {paths}, findings {findings}, lost {lost}, terms {}, load {loaded:?}, total {total:?}",
        exec.instructions(),
        program.instruction_count(),
        exec.context().terms.len()
    );
    println!("{:?}", exec.context().stats);
}
