//! Verdicts on programs with values of any kind.

use homing_exec::TestCase;
use homing_explore::{
    Bfs, Candidate, Config, Confirmation, Dfs, Ended, Hooks, PathEnd, Random, Strategy, Techniques, Verdict, explore_with,
};
use homing_ir::{Program, Target, TargetSpec};

/// A loop that counts to an input, a division behind it, and a line that is only passed by a number over 64 bits.
const PROGRAM: &str = "program ptr 64 final
file0 \"p.uc\" in \"\"
loc1 file0:1:1
loc2 file0:2:1
loc3 file0:3:1
loc4 file0:4:1
loc5 file0:5:1
define f0 \"main\"() -> dyn {
block0:
  v0: dyn = dyn.input !loc1
  v1: i1 = dyn.gt v0, 4:dyn !loc1
  branch v1, block4, block1(0:dyn) !loc1
block1(v2: dyn):
  v3: i1 = dyn.lt v2, v0 !loc2
  branch v3, block2, block3 !loc2
block2:
  v4: dyn = dyn.add v2, 1:dyn !loc2
  jump block1(v4) !loc2
block3:
  v5: dyn = dyn.sub v2, 3:dyn !loc3
  v6: dyn = dyn.div 100:dyn, v5 !loc3
  dyn.output v6 !loc3
  v7: dyn = dyn.mul v2, v2 !loc3
  v8: i1 = dyn.lt v7, 0:dyn !loc3
  branch v8, block5, block6 !loc3
block4:
  v9: dyn = dyn.mul v0, v0 !loc4
  v10: i1 = dyn.gt v9, 340282366920938463463374607431768211456:dyn !loc4
  branch v10, block7, block6 !loc4
block5:
  dyn.output 1:dyn !loc5
  return 1:dyn !loc5
block6:
  return 0:dyn
block7:
  dyn.output v0 !loc4
  return 2:dyn
}
";

struct Collect(Vec<(TestCase, String)>);

impl Hooks for Collect {
    fn confirm(&mut self, _: &Candidate<'_>) -> Confirmation {
        Confirmation::Interpreter { why: "a test".into() }
    }
    fn path_ended(&mut self, test: &TestCase, how: &PathEnd) {
        let how = match how {
            PathEnd::Returned => "returned".to_string(),
            PathEnd::Finding(f) => f.kind.to_string(),
            other => format!("{other:?}"),
        };
        self.0.push((test.clone(), how));
    }
}

fn targets(p: &mut Program, specs: &[&str]) -> Vec<Target> {
    let specs: Vec<TargetSpec> = specs.iter().map(|s| s.parse().unwrap()).collect();
    let targets = homing_ir::resolve(p, &specs).unwrap();
    homing_ir::pin(p, &targets);
    homing_ir::promote(p, &homing_ir::PromoteOptions::default());
    targets
}

#[test]
fn lines_and_errors_get_verdicts() {
    let searches: [(&str, Box<dyn Strategy>); 3] =
        [("dfs", Box::new(Dfs::default())), ("bfs", Box::new(Bfs::default())), ("random", Box::new(Random::new(1)))];
    for (search, strategy) in searches {
        let mut p = homing_ir::parse(PROGRAM).unwrap();
        homing_ir::verify(&p).unwrap();
        let targets = targets(&mut p, &["p.uc:5", "p.uc:4", "error:division-by-zero", "error:type"]);
        let config = Config { cross_check: true, ..Config::default() };
        let main = p.find("main").unwrap();
        let outcome = explore_with(&p, main, &targets, &config, strategy, &mut Collect(vec![]));
        assert!(outcome.losses.is_empty(), "{:?}", outcome.losses);
        let said: Vec<&Verdict> = outcome.targets.iter().map(|t| &t.verdict).collect();
        assert!(matches!(said[0], Verdict::Unreachable), "{search}: {:?}", said[0]);
        assert!(matches!(said[1], Verdict::Reached { .. }), "{search}: {:?}", said[1]);
        let Verdict::Reached { test, .. } = said[2] else { panic!("{search}: {:?}", said[2]) };
        assert_eq!(test.inputs[0].number(), Some("3"));
        assert!(matches!(said[3], Verdict::Unreachable), "{search}: {:?}", said[3]);
    }
}

#[test]
fn every_path_has_a_test_with_its_outputs() {
    let p = homing_ir::parse(PROGRAM).unwrap();
    let config = Config { all_errors: true, all_tests: true, techniques: Techniques::none(), ..Config::default() };
    let mut hooks = Collect(vec![]);
    let outcome = explore_with(&p, p.find("main").unwrap(), &[], &config, Box::new(Dfs::default()), &mut hooks);
    assert_eq!(outcome.ended, Ended::Exhausted);
    assert_eq!((outcome.errors.len(), outcome.stats.paths, outcome.stats.error_paths), (1, 7, 1));
    let mut seen: Vec<String> = Vec::new();
    for (test, how) in &hooks.0 {
        let n = test.inputs[0].number().expect("a number").to_string();
        let outputs = test.outputs.join(" ");
        // The paths on which the input has one value show what that gives.
        match how.as_str() {
            "division-by-zero" => assert_eq!((n.as_str(), outputs.as_str()), ("3", "")),
            _ if outputs.len() > 15 => assert!(n.len() > 19 && outputs == n),
            _ => seen.push(outputs),
        }
    }
    seen.sort();
    assert_eq!(seen, ["", "-100", "-33", "-50", "100"]);
}
