//! Compiles the kernel model to bitcode.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const NEED: &str = "Homing needs clang 22: install the package clang-22 (or put clang-22 on PATH, or set HOMING_LLVM_PREFIX to \
                    LLVM 22's folder).";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=kernel");
    println!("cargo:rerun-if-env-changed=HOMING_LLVM_PREFIX");
    let clang = clang();
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    // No headers, no builtins, no optimisation that could use undefined behaviour: as the small C library is compiled.
    let status = Command::new(&clang)
        .args(["-target", "x86_64-unknown-linux-gnu", "-std=c11", "-ffreestanding", "-fno-builtin", "-nostdinc"])
        .args(["-fno-stack-protector", "-fwrapv", "-g0", "-O0", "-Xclang", "-disable-O0-optnone", "-Wall", "-Wextra", "-Werror"])
        .args(["-Wno-unused-parameter", "-emit-llvm", "-c", "kernel/all.c", "-o"])
        .arg(out.join("kernel.bc"))
        .status();
    match status {
        Ok(s) if s.success() => {}
        Ok(s) => panic!("{} could not compile kernel/all.c: {s}", clang.display()),
        Err(e) => panic!("cannot run {}: {e}. {NEED}", clang.display()),
    }
}

/// The first clang of version 22 among the usual places.
fn clang() -> PathBuf {
    let mut candidates: Vec<PathBuf> = Vec::new();
    candidates.extend(env::var_os("HOMING_LLVM_PREFIX").map(|p| PathBuf::from(p).join("bin/clang")));
    candidates.extend(["clang-22", "/usr/lib/llvm-22/bin/clang", "/usr/lib64/llvm22/bin/clang", "clang"].map(PathBuf::from));
    candidates.into_iter().find(|c| is_right(c)).unwrap_or_else(|| panic!("clang 22 not found. {NEED}"))
}

fn is_right(clang: &Path) -> bool {
    let out = Command::new(clang).arg("--version").output();
    out.is_ok_and(|o| o.status.success() && String::from_utf8_lossy(&o.stdout).contains("version 22."))
}
