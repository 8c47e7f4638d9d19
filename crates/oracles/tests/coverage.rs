//! Random small programs with every line as a target: verdicts against what native runs go through, and paths against what they output.

use std::time::Duration;

use homing_oracles::coverage::{self, Setting, Subject, Tally};
use homing_oracles::generate::{Shape, Source, generate};
use homing_oracles::walk::Budget;
use homing_oracles::workers::share;
use homing_testkit::TempDir;

/// Each with another strategy, in turn.
const STRATEGIES: [&str; 8] = ["auto", "dfs", "bfs", "random", "sdse", "astar", "klee", "sage"];

/// Explores the programs of some seeds with every line as a target and each through the executor alone. Lines by verdict, and programs whose paths were all found.
fn run(programs: u64, first: u64, shape: fn(u64) -> Shape) -> (Tally, usize) {
    let results = share(programs, |next| {
        let dir = TempDir::new("coverage");
        std::iter::from_fn(|| {
            let n = next()?;
            let source = generate(first + n, shape(n));
            Some((n, check(&dir, n, source.clone()).map_err(|e| (e, coverage::keep(&source, &format!("{}", first + n))))))
        })
        .collect()
    });
    let (mut all, mut whole) = (Tally::default(), 0);
    for (_, result) in results {
        let (tally, partitioned) = result.unwrap_or_else(|(e, file)| panic!("{e}\nthe program is kept in {}", file.display()));
        all.reached += tally.reached;
        all.unreachable += tally.unreachable;
        all.unknown += tally.unknown;
        whole += usize::from(partitioned);
    }
    (all, whole)
}

fn check(dir: &TempDir, n: u64, source: Source) -> Result<(Tally, bool), String> {
    let s = Subject::new(dir, source)?;
    if !s.source.shape.errors {
        coverage::interpreter_agrees(&s, s.runs.len() / 60)?;
    }
    let config = coverage::config(STRATEGIES[n as usize % STRATEGIES.len()], n, Duration::from_secs(5));
    let tally = coverage::check(&s, &Setting { promote: !n.is_multiple_of(3), config })?;
    let budget = Budget { paths: 300, instructions: 1_000_000, time: Duration::from_secs(3) };
    let paths = coverage::check_partition(&s, n.is_multiple_of(3), &budget, 200, n.is_multiple_of(5))?;
    Ok((tally, paths.is_some()))
}

#[test]
fn no_line_that_a_native_run_goes_through_is_unreachable() {
    let (t, whole) = run(30, 1, |n| Shape { bytes: 1 + n as usize % 2, errors: false, floats: n % 10 == 4 });
    assert!(t.reached > 500 && t.unreachable > 200, "{t:?}");
    assert!(t.unknown * 10 < t.reached, "most lines must be decided: {t:?}");
    assert!(whole > 15, "only {whole} programs were explored wholly");
}

#[test]
fn nor_one_that_the_interpreter_goes_through_where_errors_end_runs() {
    let (t, whole) = run(16, 1001, |n| Shape { bytes: 1 + n as usize % 3 / 2, errors: true, floats: false });
    // What lies behind an error that a real run may survive stays unknown.
    assert!(t.reached > 100, "{t:?}");
    assert!(whole > 8, "only {whole} programs were explored wholly");
}
