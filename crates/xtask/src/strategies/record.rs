//! Finished runs in a file, so that a long measurement can be interrupted.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// One run.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    pub program: String,
    pub strategy: String,
    pub seed: u64,
    /// CPU seconds that it had.
    pub time: u32,
    /// `REACHED`, `UNREACHABLE`, `UNKNOWN`, `TIME`, or how it failed.
    pub verdict: String,
    /// 50 x solver calls + instructions.
    pub work: u64,
    /// Finished before the target was reached.
    pub paths: u64,
    /// Used by the whole process.
    pub cpu: f64,
}

impl Measured {
    pub fn reached(&self) -> bool {
        self.verdict == "REACHED"
    }

    /// As it stands in the file.
    pub fn line(&self) -> String {
        let Measured { program, strategy, seed, time, verdict, work, paths, cpu } = self;
        format!("{program}\t{strategy}\t{seed}\t{time}\t{verdict}\t{work}\t{paths}\t{cpu:.3}")
    }

    fn parse(line: &str) -> Option<Measured> {
        let c: Vec<&str> = line.split('\t').collect();
        let [program, strategy, seed, time, verdict, work, paths, cpu] = c[..] else { return None };
        Some(Measured {
            program: program.into(),
            strategy: strategy.into(),
            seed: seed.parse().ok()?,
            time: time.parse().ok()?,
            verdict: verdict.into(),
            work: work.parse().ok()?,
            paths: paths.parse().ok()?,
            cpu: cpu.parse().ok()?,
        })
    }
}

/// All runs of a set of programs so far.
pub struct Record {
    file: File,
    runs: Vec<Measured>,
}

impl Record {
    /// Goes on with the file, or starts it. Lines that a crash cut short are measured again.
    pub fn open(path: &Path, fresh: bool) -> Result<Record, String> {
        let bad = |e: std::io::Error| format!("{}: {e}", path.display());
        let old = if fresh { String::new() } else { std::fs::read_to_string(path).unwrap_or_default() };
        let runs: Vec<Measured> = old.lines().filter_map(Measured::parse).collect();
        let text: String = runs.iter().map(|r| r.line() + "\n").collect();
        std::fs::write(path, text).map_err(bad)?;
        let file = OpenOptions::new().append(true).open(path).map_err(bad)?;
        Ok(Record { file, runs })
    }

    pub fn has(&self, program: &str, strategy: &str, seed: u64, time: u32) -> bool {
        let same = |r: &Measured| r.program == program && r.strategy == strategy && r.seed == seed && r.time == time;
        self.runs.iter().any(same)
    }

    /// Runs of a strategy on a program that did not reach the target.
    pub fn undecided(&self, program: &str, strategy: &str, time: u32) -> u64 {
        let same = |r: &&Measured| r.program == program && r.strategy == strategy && r.time == time && !r.reached();
        self.runs.iter().filter(same).count() as u64
    }

    pub fn add(&mut self, run: Measured) -> Result<(), String> {
        writeln!(self.file, "{}", run.line()).map_err(|e| e.to_string())?;
        self.runs.push(run);
        Ok(())
    }

    /// The runs of these programs and strategies with that time.
    pub fn of(&self, programs: &[&str], strategies: &[String], time: u32) -> Vec<&Measured> {
        let wanted = |r: &&Measured| r.time == time && programs.contains(&r.program.as_str()) && strategies.contains(&r.strategy);
        self.runs.iter().filter(wanted).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_were_written() {
        let run = Measured {
            program: "a/b.c".into(),
            strategy: "interleave:dfs,klee".into(),
            seed: 3,
            time: 15,
            verdict: "REACHED".into(),
            work: 1234,
            paths: 5,
            cpu: 0.125,
        };
        assert_eq!(Measured::parse(&run.line()), Some(run.clone()));
        assert_eq!(Measured::parse(&run.line()[..20]), None);
    }

    #[test]
    fn a_measurement_goes_on() {
        let path = crate::scratch("test-record").unwrap().join("runs.tsv");
        let run = |program: &str| Measured::parse(&format!("{program}\tdfs\t1\t15\tREACHED\t1\t2\t0.5")).unwrap();
        Record::open(&path, true).unwrap().add(run("a")).unwrap();
        let mut again = Record::open(&path, false).unwrap();
        again.add(run("b")).unwrap();
        assert!(again.has("a", "dfs", 1, 15) && again.has("b", "dfs", 1, 15) && !again.has("a", "dfs", 1, 5));
        assert_eq!(again.of(&["a"], &["dfs".into()], 15), [&run("a")]);
        assert_eq!((again.undecided("a", "dfs", 15), again.undecided("b", "dfs", 5)), (0, 0));
        again.add(Measured { verdict: "TIME".into(), seed: 2, ..run("a") }).unwrap();
        assert_eq!(again.undecided("a", "dfs", 15), 1);
        assert!(!Record::open(&path, true).unwrap().has("a", "dfs", 1, 15));
    }
}
