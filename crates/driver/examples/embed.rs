//! Homing inside another program: asks for a line of a C file and prints the verdict, and the input that leads there.
//!
//!     cargo run -p homing-driver --example embed examples/config.c:57

use homing_driver::{Failure, Report, Request, Search, Silent, prepare, with_room};

fn main() -> Result<(), Failure> {
    let target = std::env::args().nth(1).ok_or_else(|| Failure::usage("name a line: FILE.c:LINE"))?;
    let report = with_room(|| ask(&target))??;
    for answer in &report.targets {
        println!("{}: {}", answer.target, answer.verdict.name());
        for input in answer.test.iter().flat_map(|test| &test.inputs) {
            println!("  {} = {}", input.name, input.value);
        }
    }
    Ok(())
}

pub fn ask(target: &str) -> Result<Report, Failure> {
    let mut program = prepare(&Request::new([target]))?;
    program.search(&Search::default(), &mut Silent)
}
