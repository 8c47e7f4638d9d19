//! Finds the LLVM 22 shared library to link and compiles the small C library to bitcode.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const SONAME: &str = "libLLVM.so.22.1";
const NEED: &str = "Homing needs LLVM 22: install the packages clang-22 and llvm-22-dev (or put llvm-config-22 and clang-22 on PATH, \
                    or set HOMING_LLVM_PREFIX to LLVM 22's folder).";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=library");
    println!("cargo:rerun-if-env-changed=HOMING_LLVM_PREFIX");
    link();
    library();
}

/// The first line a program prints, if it runs.
fn first_line(program: &Path, arguments: &[&str]) -> Option<String> {
    let out = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(out.stdout).ok()?;
    out.status.success().then(|| text.lines().next().unwrap_or("").trim().to_string())
}

fn prefixes() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = env::var_os("HOMING_LLVM_PREFIX").map(PathBuf::from).into_iter().collect();
    for config in ["llvm-config-22", "llvm-config"] {
        let config = Path::new(config);
        if first_line(config, &["--version"]).is_some_and(|v| v.starts_with("22.")) {
            found.extend(first_line(config, &["--prefix"]).map(PathBuf::from));
        }
    }
    found.extend(["/usr/lib/llvm-22", "/usr/lib64/llvm22", "/usr/local"].map(PathBuf::from));
    found
}

fn link() {
    let mut folders: Vec<PathBuf> = prefixes().iter().map(|p| p.join("lib")).collect();
    folders.extend(["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"].map(PathBuf::from));
    let Some(folder) = folders.iter().find(|f| f.join(SONAME).exists()) else {
        panic!("{SONAME} not found. {NEED}");
    };
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:rustc-link-lib=dylib:+verbatim={SONAME}");
}

fn clang() -> PathBuf {
    let mut candidates: Vec<PathBuf> = prefixes().iter().map(|p| p.join("bin/clang")).collect();
    candidates.extend(["clang-22", "clang"].map(PathBuf::from));
    let right = |c: &PathBuf| first_line(c, &["--version"]).is_some_and(|v| v.contains("version 22."));
    candidates.into_iter().find(right).unwrap_or_else(|| panic!("clang 22 not found. {NEED}"))
}

/// Both data models; no headers, no builtins, no optimisation that could use undefined behaviour.
fn library() {
    let clang = clang();
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for (name, triple) in [("library64.bc", "x86_64-unknown-linux-gnu"), ("library32.bc", "i386-unknown-linux-gnu")] {
        let status = Command::new(&clang)
            .args(["-target", triple, "-std=c11", "-ffreestanding", "-fno-builtin", "-nostdinc", "-fno-stack-protector"])
            .args(["-fwrapv", "-g0", "-O0", "-Xclang", "-disable-O0-optnone", "-Wall", "-Werror", "-emit-llvm", "-c"])
            .arg("library/all.c")
            .arg("-o")
            .arg(out.join(name))
            .status();
        match status {
            Ok(s) if s.success() => {}
            Ok(s) => panic!("{} could not compile library/all.c for {triple}: {s}", clang.display()),
            Err(e) => panic!("cannot run {}: {e}. {NEED}", clang.display()),
        }
    }
}
