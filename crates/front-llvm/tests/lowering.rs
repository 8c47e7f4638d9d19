//! The text of lowered programs: each C program of `tests/lowering`, and behind a line `----` the code after the promotion of locals.
//! `UPDATE_EXPECT=1 cargo test -p homing-front-llvm --test lowering` accepts the present output; read the difference.

mod common;

use common::{compile, data, lower};
use homing_ir::{PromoteOptions, promote, verify};
use homing_testkit::expect::expect_each;
use tempfile::TempDir;

#[test]
fn programs_are_lowered_as_the_files_say() {
    let sources = data().join("lowering");
    // Else the folder of this machine is in the text.
    let flags = [format!("-ffile-prefix-map={}=.", sources.display()), "-fdebug-compilation-dir=.".into(), "-O0".into()];
    expect_each(&sources, "c", "ir", |source| {
        let folder = TempDir::new().expect("a temporary folder");
        let bitcode = compile(source, &folder.path().join("program.bc"), &flags.each_ref().map(String::as_str));
        let mut program = lower(&bitcode, false);
        let lowered = program.to_string();
        promote(&mut program, &PromoteOptions::default());
        verify(&program).unwrap_or_else(|e| panic!("{}\n{program}", e.join("\n")));
        format!("{lowered}----\n{}", without_places(&program.to_string()))
    });
}

fn without_places(text: &str) -> String {
    let lines = text.lines().filter(|l| !["loc", "file", "program"].iter().any(|w| l.starts_with(w)));
    lines.map(|l| l.split(" !loc").next().unwrap_or(l).to_string() + "\n").collect()
}
