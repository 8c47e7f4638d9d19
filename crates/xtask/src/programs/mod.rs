//! `cargo xtask programs`: larger programs, built through `homing cc`, natively and inside Homing: an interpreter of Lua that runs
//! scripts, zlib that compresses and decompresses. Their C sources come inside crates.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use homing_host::process;

use crate::differ::{self, Call, Program, Setting};
use crate::engine;

#[derive(clap::Args)]
pub struct Args {
    /// Seconds for each run
    #[arg(long, default_value_t = 300.0, value_name = "SECONDS")]
    time: f64,
    /// Runs at a time
    #[arg(short, default_value_t = 2, value_name = "N")]
    jobs: usize,
    /// A built `homing` to use [default: build the release binary]
    #[arg(long, value_name = "PATH")]
    homing: Option<PathBuf>,
}

/// Crates that carry the sources, with exact versions.
const MANIFEST: &str = "[package]\nname = \"sources\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nlua-src = \"=547.0.0\"\n\
                        libz-sys = { version = \"=1.1.20\", default-features = false }\n\n[workspace]\n";
const LUA: &str = "lua-src-547.0.0/lua-5.4.7";
const ZLIB: &str = "libz-sys-1.1.20/src/zlib";
/// Main programs and scripts of our own.
const LUA_MAIN: &str = include_str!("lua_main.c");
const ZLIB_MAIN: &str = include_str!("zlib_main.c");
const SCRIPTS: [(&str, &str); 3] = [
    ("sieve.lua", include_str!("sieve.lua")),
    ("words.lua", include_str!("words.lua")),
    (
        "wrong.lua",
        "local t = setmetatable({}, {__index = function(_, k) error('no ' .. k) end})\nprint(pcall(function() return t.x end))\nprint(nil + 1)\n",
    ),
];

/// Runs the comparison; whether all is the same.
pub fn run(args: &Args) -> Result<bool, String> {
    let homing = engine::binary(args.homing.as_deref())?;
    let sources = sources()?;
    let folder = crate::scratch("programs")?;
    let lua = build(&homing, &sources.join(LUA), "lua", LUA_MAIN, &["-DLUA_USE_POSIX", "-lm"], &folder)?;
    let zip = build(&homing, &sources.join(ZLIB), "zip", ZLIB_MAIN, &[], &folder)?;
    let files = folder.join("input");
    write_files(&files).map_err(|e| format!("{}: {e}", files.display()))?;
    let call = |args: &[&str], stdin: Option<&str>| Call {
        args: args.iter().map(|a| a.to_string()).collect(),
        stdin: stdin.map(str::to_string),
        stderr: true,
    };
    let mut calls = Vec::new();
    for script in ["sieve.lua", "words.lua", "wrong.lua"] {
        calls.push((lua.clone(), call(&[script, "one", "two"], Some("text"))));
    }
    for level in ["1", "6", "9"] {
        calls.push((zip.clone(), call(&["compress", level], Some("text"))));
    }
    calls.push((zip.clone(), call(&["both", "6"], Some("text"))));
    calls.push((zip.clone(), call(&["decompress"], Some("text"))));
    calls.push((zip.clone(), call(&["both", "9"], Some("empty"))));
    let runs = folder.join("runs");
    let setting = Setting { homing: &homing, files: &files, folder: &runs, limit: Duration::from_secs_f64(args.time) };
    let (text, same) = differ::report(&setting.compare_all(&calls, args.jobs)?);
    print!("{text}");
    Ok(same)
}

/// The folder with zlib's sources.
pub fn zlib() -> Result<PathBuf, String> {
    Ok(sources()?.join(ZLIB))
}

/// The folder with the sources of the crates, fetched by cargo where they are not there yet.
fn sources() -> Result<PathBuf, String> {
    let folder = crate::target().join("xtask-cache/programs");
    let vendor = folder.join("vendor");
    if vendor.join(LUA).is_dir() && vendor.join(ZLIB).is_dir() {
        return Ok(vendor);
    }
    let cannot = |e: std::io::Error| format!("{}: {e}", folder.display());
    std::fs::create_dir_all(folder.join("src")).map_err(cannot)?;
    std::fs::write(folder.join("Cargo.toml"), MANIFEST).map_err(cannot)?;
    std::fs::write(folder.join("src/lib.rs"), "").map_err(cannot)?;
    let mut command = Command::new(engine::cargo());
    let done = process::output(command.args(["vendor", "--versioned-dirs", "vendor"]).current_dir(&folder));
    let done = done.map_err(|e| format!("cannot run cargo: {e}"))?;
    if !done.status.success() {
        return Err(format!("cargo vendor failed: {}", String::from_utf8_lossy(&done.stderr).trim()));
    }
    Ok(vendor)
}

/// Compiles all C files of a folder with a main program of ours, in one step, and takes the bitcode out.
fn build(homing: &Path, source: &Path, name: &str, main: &str, flags: &[&str], folder: &Path) -> Result<Program, String> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(source)
        .map_err(|e| format!("{}: {e}", source.display()))?
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| {
            p.extension().is_some_and(|e| e == "c") && !matches!(p.file_stem().and_then(|s| s.to_str()), Some("lua" | "luac"))
        })
        .collect();
    files.sort();
    let own = folder.join(format!("{name}_main.c"));
    std::fs::write(&own, main).map_err(|e| format!("{}: {e}", own.display()))?;
    let (native, bitcode) = (folder.join(name), folder.join(format!("{name}.bc")));
    let mut cc = Command::new(homing);
    cc.args(["cc", "-O2", "-w", "-DHAVE_UNISTD_H"])
        .arg("-I")
        .arg(source)
        .args(&files)
        .arg(&own)
        .args(flags)
        .arg("-o")
        .arg(&native);
    let mut extract = Command::new(homing);
    extract.arg("extract").arg(&native).arg("-o").arg(&bitcode);
    for mut c in [cc, extract] {
        let done = process::output(c.env("HOMING_CC_STRICT", "1")).map_err(|e| format!("{}: {e}", homing.display()))?;
        if !done.status.success() {
            return Err(format!("{name} does not build: {}", String::from_utf8_lossy(&done.stderr).trim()));
        }
    }
    Ok(Program { name: name.into(), native, bitcode })
}

fn write_files(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, text) in SCRIPTS {
        std::fs::write(folder.join(name), text)?;
    }
    std::fs::write(folder.join("empty"), "")?;
    let text: String =
        (0..60).map(|i| format!("Line {i} of a text that repeats itself, but not quite: {}.\n", i * i % 37)).collect();
    std::fs::write(folder.join("text"), text)
}
