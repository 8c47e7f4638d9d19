//! What native runs of a program show: which targets they pass, which values probes have, where sanitizers object.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use homing_testkit::CLANG;

use super::subject::{Given, Subject};

/// What was seen, over all inputs and surroundings.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// Target and an input that passes it.
    pub hit: BTreeMap<usize, String>,
    /// Place and an input with which a sanitizer objects there.
    pub errors: BTreeMap<usize, String>,
    pub values: BTreeMap<usize, BTreeSet<i64>>,
    /// Runs that did not end in time.
    pub late: u64,
}

/// All runs of a program in one of the surroundings may take so long.
const LONGEST: Duration = Duration::from_secs(60);

const DRIVER: &str = include_str!("../../truth/driver.c");

/// Surroundings of a native run, as commands for a shell around `$0` (the program) and its arguments `$@`.
const SURROUNDINGS: [&str; 5] = [
    r#"exec env -i "$0" "$@" </dev/null"#,
    r#"command -v script >/dev/null || exec env -i "$0" "$@" </dev/null; exec script -qec "exec env -i $0 $1 $2" /dev/null </dev/null >/dev/null"#,
    // Another user, where one may be that.
    r#"umask 077; as="setpriv --reuid 65534 --regid 65534 --clear-groups"; $as true || as=; exec env -i $as "$0" "$@" </dev/null"#,
    r#"ulimit -S -n 40; ulimit -S -s 2048; ulimit -c 0; : | exec env -i nice -n 5 "$0" "$@""#,
    r#"mkdir -p sub; cd sub; : > file; exec env -i "$0" "$@" < file >> out 2>&1"#,
];

/// A folder with the compiled driver.
pub struct Native {
    folder: PathBuf,
}

impl Native {
    /// Prepares a folder for native runs.
    pub fn new(folder: &Path) -> Result<Native, String> {
        write(&folder.join("driver.c"), DRIVER)?;
        Ok(Native { folder: folder.to_path_buf() })
    }

    fn driver(&self, flags: &[&str]) -> Result<PathBuf, String> {
        let out = self.folder.join(format!("driver{}.o", flags.concat()));
        if !out.exists() {
            let mut clang = Command::new(CLANG);
            clang.args(["-w", "-O1", "-c"]).args(flags).arg(self.folder.join("driver.c")).arg("-o").arg(&out);
            run(&mut clang)?;
        }
        Ok(out)
    }

    /// Builds the subject (at `p.c` in the folder) and runs it on all its inputs. None: it does not compile, with the message.
    pub fn truth(&self, s: &Subject, sanitized: bool) -> Result<Truth, String> {
        let (c, exe) = (self.folder.join("p.c"), self.folder.join("p.exe"));
        write(&c, &s.text)?;
        let narrow: &[&str] = if s.flags.iter().any(|f| f == "--32") { &["-m32"] } else { &[] };
        let mut clang = Command::new(CLANG);
        clang.args(["-w", "-DNATIVE"]).args(narrow).args(&s.cflags);
        if sanitized {
            clang.args(["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
        }
        clang.arg(&c);
        if let Some(text) = &s.caller {
            let caller = self.folder.join("caller.c");
            write(&caller, text)?;
            clang.arg(&caller);
        }
        clang.arg(self.driver(narrow)?).arg("-o").arg(&exe).arg("-lm");
        run(&mut clang)?;
        let mut truth = Truth::default();
        let count = if s.surroundings { SURROUNDINGS.len() } else { 1 };
        for around in &SURROUNDINGS[..count] {
            self.runs(&exe, around, s.given, &mut truth).map_err(|e| format!("{around}: {e}"))?;
        }
        Ok(truth)
    }

    fn runs(&self, exe: &Path, around: &str, given: Given, truth: &mut Truth) -> Result<(), String> {
        let report = self.folder.join("report");
        write(&report, "")?;
        open_to_all(&report)?;
        let work = self.folder.join("work");
        let _ = std::fs::remove_dir_all(&work);
        std::fs::create_dir_all(&work).map_err(|e| e.to_string())?;
        open_to_all(&work)?;
        let mode = match given {
            Given::Here => "p",
            Given::Apart | Given::Caller => "f",
            Given::Argument => "a",
            Given::Stdin => "s",
        };
        let mut shell = Command::new("sh");
        shell.args(["-c", around]).arg(exe).arg(&report).arg(mode).current_dir(&work);
        shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let ended = homing_host::process::within(&mut shell, LONGEST).map_err(|e| format!("cannot run sh: {e}"))?;
        let text = std::fs::read_to_string(&report).map_err(|e| e.to_string())?;
        if text.is_empty() {
            return Err(match ended {
                Some(ended) => format!("the native runs ended with {}", ended.status),
                None => "the native runs do not end".into(),
            });
        }
        read(&text, truth)
    }
}

fn read(text: &str, truth: &mut Truth) -> Result<(), String> {
    for line in text.lines() {
        let mut words = line.splitn(3, ' ');
        let (what, number, rest) = (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or(""));
        let number: usize = number.parse().map_err(|_| format!("a report with {line}"))?;
        match what {
            "hit" => drop(truth.hit.entry(number).or_insert_with(|| rest.to_string())),
            "error" => drop(truth.errors.entry(number).or_insert_with(|| rest.to_string())),
            "value" => drop(truth.values.entry(number).or_default().insert(rest.parse().map_err(|_| line.to_string())?)),
            _ if number == 511 => truth.late += rest.parse::<u64>().unwrap_or(1),
            _ => {}
        }
    }
    Ok(())
}

/// Writes a file.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

fn open_to_all(path: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o777)).map_err(|e| e.to_string())
}

fn run(command: &mut Command) -> Result<(), String> {
    let out = homing_host::process::output(command).map_err(|e| format!("cannot run {command:?}: {e}"))?;
    if out.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&out.stderr);
    let lines: Vec<&str> = text.lines().filter(|l| l.contains("error")).take(3).collect();
    Err(format!("clang: {}", lines.join("\n")))
}
