//! Questions that no solver answers soon do not hold up the end of a run.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::homing_in;
use serde_json::Value;

/// A question about floats that takes minutes.
const HARD: &str = r#"
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
int main(void) {
  double x = 0, y = 0, z = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_make_symbolic(&z, sizeof z, "z");
  double r = x;
  for (int i = 0; i < 20; i++)
    r = r * y / z + x * x / (r + i);
  if (r * r == x * y / z)
    return 1; // line 13
  return 0;
}
"#;

/// The end may come late on a busy machine, but not by what the question takes.
const LATE: Duration = Duration::from_secs(10);

fn report(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("out/report.json")).expect("a report");
    serde_json::from_str(&text).expect("JSON")
}

fn set_up() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hard.c"), HARD).unwrap();
    folder
}

/// No process is left that answers questions for a run that is over.
fn nobody_left(folder: &Path) -> bool {
    let mine = |pid: &Path| fs::read_link(pid.join("cwd")).is_ok_and(|cwd| cwd == folder.canonicalize().unwrap());
    let processes = fs::read_dir("/proc").unwrap().flatten();
    !processes.into_iter().any(|p| p.file_name().to_string_lossy().bytes().all(|b| b.is_ascii_digit()) && mine(&p.path()))
}

#[test]
fn a_hard_question_does_not_outlast_the_time() {
    let folder = set_up();
    let start = Instant::now();
    let ran = homing_in(folder.path(), &["reach", "hard.c:13", "--time", "2", "--out", "out"]);
    assert!(start.elapsed() < Duration::from_secs(2) + LATE, "{:?}", start.elapsed());
    assert_eq!(ran.code, 5, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("limit of time"), "{}", ran.stdout);
    assert_eq!(report(folder.path())["targets"][0]["verdict"], "UNKNOWN");
    assert!(nobody_left(folder.path()));
}

/// What a solver uses elsewhere is used, too.
#[test]
fn a_hard_question_does_not_outlast_the_cpu_time() {
    let folder = set_up();
    let ran = homing_in(folder.path(), &["reach", "hard.c:13", "--cpu-time", "0.3", "--time", "300", "--out", "out"]);
    assert_eq!(ran.code, 5, "{}{}", ran.stdout, ran.stderr);
    let report = report(folder.path());
    assert_eq!(report["targets"][0]["verdict"], "UNKNOWN");
    let solved = report["statistics"]["cpu_seconds"]["solve"].as_f64().unwrap();
    assert!(solved > 0.1 && solved < 10.0, "{solved}");
}

#[test]
fn a_hard_question_does_not_outlast_a_signal() {
    for signal in ["-TERM", "-HUP", "-INT"] {
        let folder = set_up();
        // Signals that our caller ignores stay ignored, as they should; here they count.
        let mut child = Command::new("env")
            .args(["--default-signal=INT,HUP,TERM", env!("CARGO_BIN_EXE_homing")])
            .args(["reach", "hard.c:13", "--time", "300", "--out", "out"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Compiled, loaded and in the middle of it, unless the machine is very busy: then the test is easier.
        std::thread::sleep(Duration::from_secs(2));
        assert!(child.try_wait().unwrap().is_none());
        let sent = Instant::now();
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(5), "{signal}");
        assert!(sent.elapsed() < LATE, "{:?}", sent.elapsed());
        assert_eq!(report(folder.path())["targets"][0]["verdict"], "UNKNOWN");
        assert!(nobody_left(folder.path()));
    }
}
