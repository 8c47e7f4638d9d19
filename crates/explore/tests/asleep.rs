//! Questions that cost too much: their states sleep, the others go on, and nothing is said before all of them are answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use homing_exec::LossKind;
use homing_explore::{Candidate, Config, Confirmation, Dfs, Ended, Hooks, Merging, Outcome, Verdict, explore_with};
use homing_ir::Target;
use homing_solver::{Remote, Starter};

/// A sum of three cubes that nobody of this process can decide; behind it line 2, beside it line 3 and, after some rounds of a loop, line 4.
const PROGRAM: &str = "program ptr 64 final
file0 \"p.uc\" in \"\"
loc1 file0:1:1
loc2 file0:2:1
loc3 file0:3:1
loc4 file0:4:1
define f0 \"main\"() -> dyn {
block0:
  v0: dyn = dyn.input !loc1
  v1: dyn = dyn.input !loc1
  v2: dyn = dyn.input !loc1
  v3: dyn = dyn.mul v0, v0 !loc1
  v4: dyn = dyn.mul v3, v0 !loc1
  v5: dyn = dyn.mul v1, v1 !loc1
  v6: dyn = dyn.mul v5, v1 !loc1
  v7: dyn = dyn.mul v2, v2 !loc1
  v8: dyn = dyn.mul v7, v2 !loc1
  v9: dyn = dyn.add v4, v6 !loc1
  v10: dyn = dyn.add v9, v8 !loc1
  v11: i1 = dyn.eq v10, 114:dyn !loc1
  branch v11, block1, block2(0:dyn) !loc1
block1:
  dyn.output 1:dyn !loc2
  return 1:dyn !loc2
block2(v12: dyn):
  v13: i1 = dyn.lt v12, 1000:dyn !loc3
  branch v13, block3, block4 !loc3
block3:
  v14: dyn = dyn.add v12, 1:dyn !loc3
  jump block2(v14) !loc3
block4:
  dyn.output 2:dyn !loc4
  return 0:dyn !loc4
}
";

/// Another process that does nothing so many times, by its own clock, and then says that there is no solution.
struct Slow {
    left: Arc<AtomicU32>,
}

impl Remote for Slow {
    fn exchange(&mut self, _: &[u8], give_up: &mut dyn FnMut(Duration) -> bool) -> Result<(Vec<u8>, Duration), String> {
        if self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_err() {
            let (work, unsat) = (1_000u64.to_le_bytes(), 1);
            return Ok((work.into_iter().chain([unsat]).collect(), Duration::ZERO));
        }
        (1..).map(Duration::from_secs).find(|cpu| give_up(*cpu));
        Err("killed".into())
    }
}

struct Agrees;

impl Hooks for Agrees {
    fn confirm(&mut self, _: &Candidate<'_>) -> Confirmation {
        Confirmation::Native
    }
}

/// Searches with a process that hangs so often.
fn search(hangs: u32, solver_work: u64) -> Outcome {
    let left = Arc::new(AtomicU32::new(hangs));
    let starter = Starter::new(move || Ok(Box::new(Slow { left: left.clone() })));
    let mut program = homing_ir::parse(PROGRAM).unwrap_or_else(|e| panic!("{e}"));
    homing_ir::verify(&program).unwrap();
    let specs: Vec<_> = ["p.uc:2", "p.uc:4"].iter().map(|s| s.parse().unwrap()).collect();
    let targets: Vec<Target> = homing_ir::resolve(&program, &specs).unwrap();
    homing_ir::pin(&mut program, &targets);
    let config = Config {
        solver_work,
        solver_process: Some(starter),
        merging: Merging::None,
        techniques: "none".parse().unwrap(),
        ..Config::default()
    };
    let main = program.find("main").unwrap();
    explore_with(&program, main, &targets, &config, Box::new(Dfs::default()), &mut Agrees)
}

fn verdicts(outcome: &Outcome) -> [&'static str; 2] {
    let name = |i: usize| match &outcome.targets[i].verdict {
        Verdict::Reached { .. } => "reached",
        Verdict::Unreachable => "unreachable",
        Verdict::Unknown { .. } => "unknown",
    };
    [name(0), name(1)]
}

const WORK: u64 = 2_000_000_000;

/// An answer that comes late is an answer: it counts as it would have at once.
#[test]
fn a_late_answer_counts() {
    for hangs in [0, 1, 5] {
        let outcome = search(hangs, WORK);
        assert_eq!(verdicts(&outcome), ["unreachable", "reached"], "after {hangs} attempts in vain");
        assert!(outcome.losses.is_empty(), "{:?}", outcome.losses);
        let stats = &outcome.stats;
        assert_eq!((stats.put_off, stats.asked_again), (u64::from(hangs > 0), u64::from(hangs)));
        assert_eq!(outcome.hard.iter().map(|h| h.open).sum::<u64>(), u64::from(hangs));
    }
}

/// What is never answered is one loss, when nothing else is left; whatever lies elsewhere is found before.
#[test]
fn what_is_never_answered_is_lost_in_the_end() {
    let outcome = search(u32::MAX, WORK);
    assert_eq!(verdicts(&outcome), ["unknown", "reached"]);
    assert_eq!((outcome.ended, outcome.states_left), (Ended::Exhausted, 0));
    assert!(matches!(&outcome.losses[..], [(loss, 1)] if loss.kind == LossKind::Solver), "{:?}", outcome.losses);
    // Each time with twice as much: 1/64 of what one may cost at first.
    assert_eq!((outcome.stats.put_off, outcome.stats.asked_again), (1, 6));
    let [hard] = &outcome.hard[..] else { panic!("{:?}", outcome.hard) };
    assert_eq!((hard.times, hard.open, hard.by.as_str(), hard.inputs.len()), (7, 7, "z3", 1));
    assert!(hard.suspect.is_some() && hard.work >= WORK);
}

/// Too small a budget is not divided: what exceeds it is lost at once, as is everything with none.
#[test]
fn small_budgets_are_spent_at_once() {
    for work in [0, 1_000, 4_000_000] {
        let outcome = search(u32::MAX, work);
        assert_eq!(verdicts(&outcome), ["unknown", "reached"], "{work}");
        assert_eq!((outcome.stats.put_off, outcome.losses.len()), (0, 1), "{work}");
    }
}

/// The same run twice.
#[test]
fn the_same_run() {
    let runs = [search(4, WORK), search(4, WORK)].map(|o| {
        let s = &o.stats;
        (o.hard.clone(), s.instructions, s.forks, s.decides, s.solver_calls, s.put_off, s.asked_again)
    });
    assert_eq!(runs[0], runs[1]);
}
