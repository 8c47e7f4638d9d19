//! Builds native programs from the kernel model and a driver, with the sanitizers of clang watching both.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use homing_posix::Environment;

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"))
}

fn clang() -> Command {
    Command::new("clang-22")
}

fn check(output: &Output, what: &str) {
    assert!(output.status.success(), "{what}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
}

/// `tests/native/<driver>.c` with the model and this configuration, or room for one, as a program in `folder`.
pub fn build(folder: &Path, driver: &str, environment: Option<&Environment>) -> PathBuf {
    let kernel = folder.join("kernel.o");
    let sanitize =
        ["-fsanitize=address,undefined", "-fno-sanitize=function", "-fno-sanitize-recover=all", "-g", "-O1", "-fwrapv"];
    // A program has one `main`, and the driver's is it; the library functions that the model has are the machine's.
    let output = run(clang()
        .args(["-std=c11", "-ffreestanding", "-fno-builtin", "-nostdinc", "-c"])
        .arg("-Dmain=program_main")
        .args(homing_posix::FUNCTIONS.map(|name| format!("-D{name}=program_{name}")))
        .args(sanitize)
        .arg(source("kernel/all.c"))
        .arg("-o")
        .arg(&kernel));
    check(&output, "the kernel model");
    let config = environment.map_or("unsigned char __homing_config[1 << 16]; unsigned long __homing_config_size;".into(), config);
    let config_file = folder.join("config.c");
    std::fs::write(&config_file, config).expect("a file in a fresh folder");
    let program = folder.join(driver);
    let output = run(clang()
        .args(["-std=gnu11", "-Wall"])
        .args(sanitize)
        .arg(source(&format!("tests/native/{driver}.c")))
        .arg(source("tests/native/externals.c"))
        .arg(&config_file)
        .arg(&kernel)
        .arg("-o")
        .arg(&program));
    check(&output, driver);
    program
}

fn config(environment: &Environment) -> String {
    let bytes = environment.encode();
    let mut text = String::from("unsigned char __homing_config[] = {");
    bytes.iter().for_each(|b| write!(text, "{b},").expect("text"));
    write!(text, "}};\nunsigned long __homing_config_size = {};\n", bytes.len()).expect("text");
    text
}
