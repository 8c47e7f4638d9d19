//! Fetching and building coreutils.

use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = "9.1";
const SHA256: &str = "61a1f410d78ba7e7f37a5a4f50e6d1320aca33375484a3255eddf17a38580423";

/// Options that leave out what a model of a small machine does not have (other languages, security labels, big numbers by a
/// library, arithmetic in assembler, instructions of some processors only) and take in what only the host's C library has (GNU's regular expressions).
const CONFIGURE: [&str; 10] = [
    "--disable-nls",
    "--without-selinux",
    "--disable-acl",
    "--disable-xattr",
    "--disable-libcap",
    "--without-libgmp",
    "--with-openssl=no",
    "--with-included-regex",
    "CPPFLAGS=-DNO_ASM",
    "CFLAGS=-g -O2 -mno-avx2 -mno-pclmul",
];

/// The folder in which the tools are built; nothing is done when they are.
pub fn build(homing: &Path, jobs: usize) -> Result<PathBuf, String> {
    let folder = crate::target().join("xtask-cache/coreutils");
    let built = folder.join(format!("coreutils-{VERSION}"));
    let done = folder.join("built");
    if done.exists() {
        return Ok(built);
    }
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let archive = fetch(&folder)?;
    if built.exists() {
        std::fs::remove_dir_all(&built).map_err(|e| format!("{}: {e}", built.display()))?;
    }
    step(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&folder), &folder)?;
    eprintln!("configuring and building coreutils {VERSION} in {}", built.display());
    let mut configure = Command::new("./configure");
    configure.args(CONFIGURE).arg("-q").arg(format!("CC={} cc", homing.display()));
    // As root the script refuses without this: some of its tests go wrong then.
    step(configure.env("FORCE_UNSAFE_CONFIGURE", "1").current_dir(&built), &folder)?;
    // Pages of the manual are made by running the tools: not needed.
    step(Command::new("make").args(["-s", "man1_MANS=", "MAKEINFO=true"]).arg(format!("-j{jobs}")).current_dir(&built), &folder)?;
    std::fs::write(&done, VERSION).map_err(|e| format!("{}: {e}", done.display()))?;
    Ok(built)
}

/// The source package's archive, with its checksum checked, from the package sources of this machine.
fn fetch(folder: &Path) -> Result<PathBuf, String> {
    let name = format!("coreutils_{VERSION}.orig.tar.xz");
    let archive = folder.join(&name);
    eprintln!("fetching the source package of coreutils {VERSION}, unless it is there");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/source-package");
    step(Command::new(script).args(["coreutils", VERSION, &name, SHA256]).arg(&archive), folder)?;
    Ok(archive)
}

/// Runs a command of the build; what it says goes to a file, of which the end is told when it fails.
fn step(command: &mut Command, folder: &Path) -> Result<(), String> {
    let what = format!("{:?}", command.get_program());
    let log = folder.join("log");
    let file = std::fs::File::create(&log).map_err(|e| format!("{}: {e}", log.display()))?;
    let both = file.try_clone().map_err(|e| format!("{}: {e}", log.display()))?;
    let status = homing_host::process::status(command.stdout(file).stderr(both)).map_err(|e| format!("{what}: {e}"))?;
    if status.success() {
        return Ok(());
    }
    let said = std::fs::read_to_string(&log).unwrap_or_default();
    let end: Vec<&str> = said.lines().rev().take(15).collect();
    Err(format!("{what} failed; the end of {}:\n{}", log.display(), end.into_iter().rev().collect::<Vec<_>>().join("\n")))
}
