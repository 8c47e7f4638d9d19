//! Runs bitcode in the interpreter: `cargo run --release -p homing-interp --example run -- a.bc [b.bc ...] [--print]`.
//! With `--print` the lowered program is printed first.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use homing_interp::Options;

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let print = args.iter().any(|a| a == "--print");
    args.retain(|a| a != "--print");
    let program = match support::lower(&args.iter().map(Into::into).collect::<Vec<_>>()) {
        Ok(p) => p,
        Err(e) => return eprintln!("{e}"),
    };
    if print {
        println!("{program}");
    }
    let begin = Instant::now();
    match support::run_main(&program, &[], &Options::default()) {
        Ok(run) => {
            let seconds = begin.elapsed().as_secs_f64();
            println!("{:?}\noutputs {:x?}\ncode {:?}", run.outcome, run.outputs, support::exit_code(&run.outcome));
            println!("{} steps in {seconds:.3} s, {:.0} million per second", run.steps, run.steps as f64 / seconds / 1e6);
        }
        Err(e) => eprintln!("{e}"),
    }
}
