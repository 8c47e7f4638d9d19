//! A run of the program that contradicts the model takes every proof with it.

use homing_explore::{Candidate, Config, Confirmation, Dfs, Hooks, Outcome, Verdict, explore_with};
use homing_ir::{Program, TargetSpec};

/// Line 2 is behind a condition on the input, line 3 behind one that never holds.
const PROGRAM: &str = "program ptr 64 final
file0 \"p.uc\" in \"\"
loc1 file0:1:1
loc2 file0:2:1
loc3 file0:3:1
define f0 \"main\"() -> dyn {
block0:
  v0: dyn = dyn.input !loc1
  v1: i1 = dyn.gt v0, 4:dyn !loc1
  branch v1, block1, block2 !loc1
block1:
  dyn.output v0 !loc2
  return 1:dyn !loc2
block2:
  v2: i1 = dyn.gt v0, 10:dyn !loc1
  branch v2, block3, block4 !loc1
block3:
  dyn.output v0 !loc3
  return 2:dyn !loc3
block4:
  v3: dyn = dyn.div 7:dyn, v0 !loc1
  return v3 !loc1
}
";

/// Says the same about everything.
struct Says(Confirmation);

impl Hooks for Says {
    fn confirm(&mut self, _: &Candidate<'_>) -> Confirmation {
        self.0.clone()
    }
}

fn run(specs: &[&str], all_errors: bool, says: Confirmation) -> Outcome {
    let mut p: Program = homing_ir::parse(PROGRAM).unwrap();
    let specs: Vec<TargetSpec> = specs.iter().map(|s| s.parse().unwrap()).collect();
    let targets = homing_ir::resolve(&p, &specs).unwrap();
    homing_ir::pin(&mut p, &targets);
    let config = Config { all_errors, ..Config::default() };
    explore_with(&p, p.find("main").unwrap(), &targets, &config, Box::new(Dfs::default()), &mut Says(says))
}

fn is_unknown(v: &Verdict) -> bool {
    matches!(v, Verdict::Unknown { .. })
}

#[test]
fn a_refuted_target_leaves_nothing_proved() {
    let agreed = run(&["p.uc:2", "p.uc:3"], false, Confirmation::Native);
    assert!(matches!(agreed.targets[0].verdict, Verdict::Reached { .. }), "{agreed:?}");
    assert!(matches!(agreed.targets[1].verdict, Verdict::Unreachable), "{agreed:?}");
    let refuted = run(&["p.uc:2", "p.uc:3"], false, Confirmation::Refuted { why: "a native run ended".into() });
    assert!(refuted.targets.iter().all(|t| is_unknown(&t.verdict)), "{refuted:?}");
    assert_eq!(refuted.contradictions.len(), 1, "{refuted:?}");
    let c = &refuted.contradictions[0];
    assert_eq!((c.model.as_str(), c.run.as_str()), ("passes p.uc:2", "a native run ended"));
    assert!(!c.test.inputs.is_empty());
}

#[test]
fn a_refuted_error_leaves_nothing_proved() {
    let refuted = run(&["p.uc:3", "error:type"], true, Confirmation::Refuted { why: "it returned 7".into() });
    assert!(refuted.errors.is_empty() && refuted.targets.iter().all(|t| is_unknown(&t.verdict)), "{refuted:?}");
    assert!(refuted.contradictions[0].model.contains("division-by-zero"), "{refuted:?}");
}

#[test]
fn what_nobody_could_replay_is_open_by_itself() {
    let open = run(&["p.uc:2", "p.uc:3"], false, Confirmation::Unconfirmed { why: "no compiler".into() });
    assert!(is_unknown(&open.targets[0].verdict), "{open:?}");
    assert!(matches!(open.targets[1].verdict, Verdict::Unreachable) && open.contradictions.is_empty(), "{open:?}");
}
