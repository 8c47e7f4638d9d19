//! A large module: the SQLite amalgamation of the crate `libsqlite3-sys`, loaded, lowered and verified.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use homing_host::{measure, process};
use serde::Deserialize;
use serde_json::json;

use super::{Bench, Extra, compile};
use crate::engine::cargo;
use crate::table::{grouped, megabytes};

/// CPU seconds and bytes that it may take.
const SECONDS: f64 = 2.5;
const BYTES: u64 = 500_000_000;

#[derive(Deserialize)]
struct Measured {
    instructions: u64,
    load: f64,
    lower: f64,
    verify: f64,
}

pub fn run(bench: &Bench) -> Result<Extra, String> {
    let Some(source) = amalgamation() else {
        let text = "skipped: the crate libsqlite3-sys is not here and could not be fetched".to_string();
        return Ok(Extra { text, good: true, figures: json!({ "program": "sqlite3", "skipped": true }) });
    };
    let bitcode = bench.folder.join("sqlite3.bc");
    compile(&source, &bitcode, &[])?;
    let loader = loader()?;
    let mut best: Option<(measure::Finished, Measured)> = None;
    for _ in 0..bench.runs {
        let mut command = Command::new(&loader);
        command.arg(&bitcode);
        let f =
            measure::run(command, Duration::from_secs(60), &bench.folder).map_err(|e| format!("{}: {e}", loader.display()))?;
        let Ok(m) = serde_json::from_str::<Measured>(&f.stdout) else {
            let text = format!("FAILED: {}", f.stderr.trim());
            return Ok(Extra { text, good: false, figures: json!({ "program": "sqlite3", "failed": true }) });
        };
        if best.as_ref().is_none_or(|(b, _)| f.cpu < b.cpu) {
            best = Some((f, m));
        }
    }
    let (f, m) = best.ok_or("no run")?;
    let good = f.cpu <= SECONDS && f.peak <= BYTES;
    let text = format!(
        "{} instructions, loaded {:.2} s, lowered {:.2} s, verified {:.2} s, {:.2} CPU s in all (at most {SECONDS}), {} MB (at most {}): {}",
        grouped(m.instructions),
        m.load,
        m.lower,
        m.verify,
        f.cpu,
        megabytes(f.peak),
        megabytes(BYTES),
        if good { "ok" } else { "TOO SLOW or too large" }
    );
    let figures = json!({
        "program": "sqlite3", "instructions": m.instructions, "load": m.load, "lower": m.lower, "verify": m.verify,
        "cpu": f.cpu, "peak_memory": f.peak,
    });
    Ok(Extra { text, good, figures })
}

/// `sqlite3.c`, out of cargo's registry; fetched if it is not there.
fn amalgamation() -> Option<PathBuf> {
    find().or_else(|| {
        fetch()?;
        find()
    })
}

fn find() -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let list = |p: &Path| std::fs::read_dir(p).into_iter().flatten().flatten().map(|e| e.path()).collect::<Vec<_>>();
    let mut found: Vec<PathBuf> = list(&home.join("registry/src"))
        .iter()
        .flat_map(|registry| list(registry))
        .filter(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with("libsqlite3-sys-")))
        .map(|p| p.join("sqlite3/sqlite3.c"))
        .filter(|p| p.is_file())
        .collect();
    found.sort();
    found.pop()
}

/// Lets cargo download the crate for a scratch manifest.
fn fetch() -> Option<()> {
    let folder = crate::scratch("sqlite").ok()?;
    let manifest = "[package]\nname = \"scratch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\nlibsqlite3-sys = \"0.39\"\n";
    std::fs::write(folder.join("Cargo.toml"), manifest).ok()?;
    std::fs::create_dir(folder.join("src")).ok()?;
    std::fs::write(folder.join("src/lib.rs"), "").ok()?;
    let done = process::output(Command::new(cargo()).args(["fetch", "--quiet"]).current_dir(&folder)).ok()?;
    done.status.success().then_some(())
}

/// Builds the program that loads a module and measures itself.
fn loader() -> Result<PathBuf, String> {
    let mut build = Command::new(cargo());
    build.current_dir(crate::root()).args(["build", "--release", "--quiet", "-p", "xtask", "--bin", "load-module"]);
    let status = process::status(&mut build).map_err(|e| format!("cannot run cargo: {e}"))?;
    if !status.success() {
        return Err("load-module does not build".into());
    }
    Ok(crate::target().join("release/load-module"))
}
