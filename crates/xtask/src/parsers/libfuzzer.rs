//! libFuzzer on a parser: what it reaches is read from line coverage of the inputs that it keeps.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use homing_host::{measure, process};

use super::Told;
use super::suite::Subject;

/// Fuzzes for so many CPU seconds.
pub fn run(s: &Subject, cpu: f64, folder: &Path) -> Result<Told, String> {
    let (fuzzer, covering) = (folder.join("libfuzzer"), folder.join("covering"));
    compile(s, &["-O1", "-fsanitize=fuzzer"], &fuzzer)?;
    compile(s, &["-O0", "-fsanitize=fuzzer", "-fprofile-instr-generate", "-fcoverage-mapping"], &covering)?;
    let corpus = folder.join("corpus");
    std::fs::create_dir_all(&corpus).map_err(|e| format!("{}: {e}", corpus.display()))?;
    let (mut used, mut runs) = (0.0, 0);
    // A crash ends it: it goes on with what it has found, as long as there is time.
    for seed in 1..=20 {
        if used + 0.5 > cpu {
            break;
        }
        let mut c = Command::new(&fuzzer);
        let artifacts = format!("-artifact_prefix={}/", corpus.display());
        c.arg(&corpus).args([&format!("-seed={seed}"), &format!("-max_len={}", s.max), &artifacts, "-print_final_stats=1"]);
        c.arg(format!("-max_total_time={}", cpu.ceil() as u64 * 8)).current_dir(folder);
        process::limit_cpu(&mut c, cpu - used);
        let finished = measure::run(c, Duration::from_secs_f64(cpu * 8.0 + 60.0), folder).map_err(|e| e.to_string())?;
        used += finished.cpu;
        runs += executed(&finished.stderr);
    }
    let lines = covered(&covering, &corpus, folder)?;
    let passed = |m: &&super::Mark| lines.contains(&(m.file.clone(), m.line));
    let reached = s.marks.iter().filter(passed).map(|m| m.name.clone()).collect();
    Ok(Told { reached, proved: BTreeSet::new(), cpu: used, runs, failed: None })
}

fn compile(s: &Subject, flags: &[&str], out: &Path) -> Result<(), String> {
    let mut c = Command::new("/usr/lib/llvm-22/bin/clang");
    c.arg("-g").args(flags).args(&s.flags).args(&s.files).arg("-o").arg(out).arg("-lm");
    process::finish(&mut c, "libFuzzer's harness does not compile").map(drop)
}

/// The last number of runs that it told.
fn executed(log: &str) -> u64 {
    let told = log.lines().filter_map(|l| l.strip_prefix('#')?.split_whitespace().next()?.parse().ok());
    told.max().unwrap_or(0)
}

/// Lines that some input in a folder comes to.
fn covered(program: &Path, corpus: &Path, folder: &Path) -> Result<BTreeSet<(PathBuf, u32)>, String> {
    let (raw, data) = (folder.join("raw"), folder.join("profile"));
    let mut c = Command::new(program);
    c.arg("-runs=0").arg(corpus).env("LLVM_PROFILE_FILE", &raw);
    let finished = measure::run(c, Duration::from_secs(120), folder).map_err(|e| e.to_string())?;
    if !raw.exists() {
        return Err(format!("the corpus cannot be run: {}", finished.stderr.lines().last().unwrap_or_default()));
    }
    let mut c = Command::new("/usr/lib/llvm-22/bin/llvm-profdata");
    process::finish(c.arg("merge").arg(&raw).arg("-o").arg(&data), "llvm-profdata")?;
    let mut c = Command::new("/usr/lib/llvm-22/bin/llvm-cov");
    c.args(["export", "-format=lcov"]).arg(program).arg(format!("-instr-profile={}", data.display()));
    let told = process::output(&mut c).map_err(|e| format!("llvm-cov: {e}"))?;
    let text = String::from_utf8_lossy(&told.stdout);
    let (mut file, mut lines) = (PathBuf::new(), BTreeMap::new());
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("SF:") {
            file = PathBuf::from(name);
        } else if let Some((n, count)) = line.strip_prefix("DA:").and_then(|r| r.split_once(','))
            && let (Ok(n), Ok(count)) = (n.parse::<u32>(), count.parse::<u64>())
        {
            *lines.entry((file.clone(), n)).or_insert(0) += count;
        }
    }
    Ok(lines.into_iter().filter(|(_, n)| *n > 0).map(|(place, _)| place).collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn runs_are_read_from_the_log() {
        assert_eq!(super::executed("INFO: x\n#2\tINITED cov: 4\n#4096\tpulse  cov: 4\n"), 4096);
    }
}
