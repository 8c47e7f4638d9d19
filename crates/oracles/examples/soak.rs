//! Longer runs of the oracles: `cargo run --release -p homing-oracles --example soak -- ORACLE [COUNT [FIRST]]`.

use std::path::Path;
use std::time::{Duration, Instant};

use homing_directed::strategies;
use homing_oracles::coverage::{self, Setting, Subject};
use homing_oracles::csmith::{self, Lab, Verdict};
use homing_oracles::generate::{Shape, generate};
use homing_oracles::microc;
use homing_oracles::program::headers;
use homing_oracles::settings::settings;
use homing_oracles::suite::{Answer, Case, Compiled, directives};
use homing_oracles::walk::Budget;
use homing_testkit::TempDir;

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_default();
    let mut number = |default| args.next().map_or(default, |a| a.parse::<u64>().expect("COUNT and FIRST are numbers"));
    let (count, first) = (number(100), number(1));
    match &what[..] {
        "print" => print!("{}", generate(first, shape(first)).text),
        "coverage" => coverage_soak(count, first),
        "csmith" => {
            let dir = TempDir::new("csmith");
            let shops = csmith::workshops(&dir);
            programs(count, first, |n| csmith::concrete(&shops, n, 200_000_000));
        }
        "suite" => suite(),
        "microc" => microc(count, first, microc::Modes::One),
        "microc-merging" => microc(count, first, microc::Modes::Every),
        "microc-subsumption" => microc(count, first, microc::Modes::Subsumed),
        "partition" => {
            let dir = TempDir::new("partition");
            let lab = Lab::new(&dir);
            let budget = Budget { paths: 500, instructions: 10_000_000, time: Duration::from_secs(10) };
            programs(count, first, |n| lab.partition(n, &budget, 40, n % 4 == 0));
        }
        _ => panic!("no such oracle"),
    }
}

fn shape(seed: u64) -> Shape {
    Shape { bytes: 1 + (seed % 3 == 1) as usize + (seed % 9 == 8) as usize, errors: seed % 4 == 3, floats: seed % 16 == 5 }
}

fn coverage_soak(count: u64, first: u64) {
    let dir = TempDir::new("coverage");
    let (mut failures, mut reached, mut unreachable, mut unknown, mut whole) = (0, 0, 0, 0, 0);
    for seed in first..first + count {
        let began = Instant::now();
        let source = generate(seed, shape(seed));
        let result = (|| {
            let s = Subject::new(&dir, source.clone())?;
            if !s.source.shape.errors {
                coverage::interpreter_agrees(&s, s.runs.len().div_ceil(300)).map_err(|e| format!("interpreter: {e}"))?;
            }
            let names = strategies();
            let search = names[seed as usize % names.len()].0;
            let setting = Setting { promote: seed % 2 == 0, config: coverage::config(search, seed, Duration::from_secs(10)) };
            let tally = coverage::check(&s, &setting)?;
            let budget = Budget { paths: 3000, instructions: 20_000_000, time: Duration::from_secs(10) };
            let paths = coverage::check_partition(&s, seed % 2 == 1, &budget, 600, seed % 4 == 0)
                .map_err(|e| format!("partition: {e}"))?;
            Ok::<_, String>((tally, paths))
        })();
        match result {
            Ok((t, paths)) => {
                reached += t.reached;
                unreachable += t.unreachable;
                unknown += t.unknown;
                whole += paths.is_some() as usize;
                println!("{seed}: {t:?} {paths:?} {:.1?}", began.elapsed());
            }
            Err(e) => {
                failures += 1;
                let path = coverage::keep(&source, &format!("coverage-{seed}"));
                println!("FAIL {seed} ({:?}, {}): {}", source.shape, path.display(), e.chars().take(600).collect::<String>());
            }
        }
    }
    println!(
        "{failures} failures; {reached} reached, {unreachable} unreachable, {unknown} unknown lines; {whole} programs partitioned"
    );
    assert_eq!(failures, 0);
}

fn microc(count: u64, first: u64, modes: microc::Modes) {
    let budget = match modes {
        microc::Modes::One | microc::Modes::Subsumed => {
            microc::Budget { instructions: 20_000, time: Duration::from_secs(5), solver_work: 10_000_000 }
        }
        // Many runs for each program: what is not decided soon is left, by work and not by the clock.
        microc::Modes::Every => microc::Budget { instructions: 2_000, time: Duration::from_secs(60), solver_work: 300_000 },
    };
    let (mut failures, mut all, mut whole, mut brute) = (0, microc::Tally::default(), 0, 0);
    for seed in first..first + count {
        match microc::check(seed, &budget, modes) {
            Ok(t) => {
                all.paths += t.paths;
                all.reached += t.reached;
                all.unreachable += t.unreachable;
                all.unknown += t.unknown;
                all.joins += t.joins;
                all.counted += t.counted;
                whole += usize::from(t.whole);
                brute += usize::from(t.brute);
            }
            Err(e) => {
                failures += 1;
                println!("FAIL {e}\n{}", microc::text(seed));
            }
        }
    }
    println!(
        "{failures} failures; {} paths; lines: {} reached, {} unreachable, {} unknown; {whole} programs explored whole, {brute} of them with all inputs tried; \
         {} joins in {} runs whose paths were counted with and without",
        all.paths, all.reached, all.unreachable, all.unknown, all.joins, all.counted
    );
    assert_eq!(failures, 0);
}

fn programs(count: u64, first: u64, mut check: impl FnMut(u64) -> Verdict) {
    let (mut same, mut skipped, mut different) = (0, 0, 0);
    for n in first..first + count {
        let began = Instant::now();
        let verdict = check(n);
        println!("{n}: {verdict:?} {:.1?}", began.elapsed());
        match verdict {
            Verdict::Same(_) => same += 1,
            Verdict::Skipped(_) => skipped += 1,
            Verdict::Different(_) => different += 1,
        }
    }
    println!("{same} same, {skipped} skipped, {different} different");
    assert_eq!(different, 0);
}

/// Every program of the suite under every setting.
fn suite() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let (all, left_out) = directives(&root);
    let dir = TempDir::new("suite");
    let include = headers(&dir);
    let settings = settings(true);
    let mut seconds = vec![0.0; settings.len()];
    let (mut right, mut unknown, mut wrong) = (0, 0, 0);
    let mut compiled = Compiled::default();
    for d in all.iter().flatten() {
        let case = match Case::new(&dir, &include, d, &mut compiled) {
            Ok(case) => case,
            Err(e) => panic!("{}: {e}", d.file.display()),
        };
        for (s, total) in settings.iter().zip(&mut seconds) {
            let began = Instant::now();
            let answer = case.run(s.promote, &s.config);
            let took = began.elapsed();
            *total += took.as_secs_f64();
            if took > Duration::from_secs(1) || answer != Answer::Right {
                println!("{} {} [{}] {answer:?} {took:.1?}", d.file.display(), d.text, s.name);
            }
            match answer {
                Answer::Right => right += 1,
                Answer::Unknown(_) => unknown += 1,
                Answer::Wrong(_) => wrong += 1,
            }
        }
    }
    settings.iter().zip(&seconds).for_each(|(s, t)| println!("{t:8.2} s  {}", s.name));
    println!("{right} right, {unknown} unknown, {wrong} wrong; {left_out} directives left out");
    assert_eq!(wrong, 0);
}
