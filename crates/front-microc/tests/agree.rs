//! Programs through the engine, each of its paths run again by the concrete interpreter.

use homing_exec::TestCase;
use homing_explore::{Candidate, Config, Confirmation, Ended, Hooks, PathEnd, explore};
use homing_ir::{FuncId, InputKind, PromoteOptions, promote, verify};
use homing_microc::Ast;
use homing_microc_run::{End, Machine, Options};
use num_bigint::BigInt;

/// Runs each path's inputs and compares how it ends.
struct Replay {
    machine: Machine,
    params: usize,
    p: homing_ir::Program,
    /// What each path did, in words.
    ends: Vec<String>,
    wrong: Vec<String>,
}

impl Replay {
    fn numbers(test: &TestCase) -> Vec<BigInt> {
        test.inputs.iter().filter(|i| i.kind == InputKind::Number).map(|i| i.number().unwrap().parse().unwrap()).collect()
    }

    fn concrete(&self, test: &TestCase) -> String {
        let numbers = Self::numbers(test);
        let (args, inputs) = numbers.split_at(self.params);
        let run = self.machine.run(&mut inputs.iter().cloned(), args).unwrap();
        let how = match run.end {
            End::Finished(_) => "returned".to_string(),
            End::Error(e) => format!("{} at {}", e.kind.name(), e.pos),
            other => format!("{other:?}"),
        };
        format!("{how}, {} inputs", run.inputs_used + self.params)
    }
}

impl Hooks for Replay {
    fn confirm(&mut self, _: &Candidate<'_>) -> Confirmation {
        Confirmation::Native
    }

    fn path_ended(&mut self, test: &TestCase, how: &PathEnd) {
        let said = match how {
            PathEnd::Returned | PathEnd::Exited => "returned".to_string(),
            PathEnd::Finding(f) => {
                let loc = self.p.loc(f.loc);
                format!("{} at {}:{}", f.kind.name(), loc.line, loc.column)
            }
            PathEnd::Lost(l) => format!("lost: {l:?}"),
        };
        let said = format!("{said}, {} inputs", test.inputs.len());
        let real = self.concrete(test);
        if said != real {
            self.wrong.push(format!("inputs {:?}: the engine says {said:?}, the run {real:?}", Self::numbers(test)));
        }
        self.ends.push(said.split(',').next().unwrap_or_default().to_string());
    }
}

/// Explores a program; what its paths do, sorted, and what the interpreter contradicts.
fn explored(ast: &Ast, width: Option<u32>) -> (Vec<String>, Vec<String>, Ended) {
    let mut p = homing_front_microc::lower(ast, width);
    verify(&p).unwrap_or_else(|e| panic!("{}\n{p}", e.join("\n")));
    promote(&mut p, &PromoteOptions::default());
    verify(&p).unwrap_or_else(|e| panic!("{}\n{p}", e.join("\n")));
    let machine = Machine::new(ast, Options { int_width: width, ..Options::default() }).unwrap();
    let mut config = Config { search: "dfs".into(), all_errors: true, all_tests: true, prune: false, ..Config::default() };
    config.limits.max_instructions = Some(20_000);
    let main = ast.functions.iter().position(|f| ast.name(f.name) == "main").unwrap();
    let params = ast.functions[main].params.len();
    let mut replay = Replay { machine, params, p: p.clone(), ends: vec![], wrong: vec![] };
    let outcome = explore(&p, FuncId(main as u32), &[], &config, &mut replay);
    replay.ends.sort();
    (replay.ends, replay.wrong, outcome.ended)
}

#[track_caller]
fn paths(text: &str, expected: &[&str]) {
    let ast = homing_microc::parse("t.uc", text).unwrap_or_else(|e| panic!("{}", e[0]));
    let (ends, wrong, _) = explored(&ast, None);
    assert!(wrong.is_empty(), "{}\n{text}", wrong.join("\n"));
    assert_eq!(ends, expected, "{text}");
}

#[test]
fn errors_are_found_where_the_interpreter_finds_them() {
    paths("main() { var z; z = input; return 3 / z; }", &["division-by-zero at 1:37", "returned"]);
    paths("main() { var a; return a; }", &["uninitialised at 1:24"]);
    paths("main() { var a, b; if (input) a = 1; b = a + a; return b; }", &["returned", "uninitialised at 1:42"]);
    paths("main() { var a; a = [1, 2]; return a[input]; }", &["out-of-bounds at 1:36", "returned"]);
    paths("main() { var p; p = null; if (input > 5) p = alloc 3; return *p; }", &["null at 1:62", "returned"]);
    paths("main() { var p, x; p = &x; if (input == 2) x = 1; return *p; }", &["returned", "uninitialised at 1:58"]);
    paths("main() { var f; f = 3; return f(1); }", &["bad-call at 1:31"]);
    paths("g(x) { return x; } main() { var f; f = g; return f(1, 2); }", &["bad-call at 1:50"]);
    paths("main() { var f; f = {a: main}; return f.a + 1; }", &["type at 1:43"]);
    paths("main() { return [1]; }", &["type at 1:10"]);
    paths("main() { if (null && 1) output 2; return 1; }", &["type at 1:19"]);
    paths("main() { if (!null) output 2; return 1; }", &["type at 1:14"]);
    paths("main() { while (null) output 2; return 1; }", &["type at 1:17"]);
    paths("main() { output null; return 1; }", &["type at 1:10"]);
    paths("main() { var r; r = {a: 1}; r.b = 1; return 1; }", &["type at 1:29"]);
}

#[test]
fn arrays_and_records_are_values() {
    let text = "f(a) { a[0] = 9; return a; }
main() {
  var a, b, c, r, p, q;
  a = [1, [2, 3]]; b = a; b[1][0] = 7; c = f(a); p = &a; r = {x: a, y: p}; r.x[0] = 5; q = alloc a;
  (*q)[0] = 6; (*p)[1][1] = 8;
  if (a[0] != 1 || a[1][0] != 2 || a[1][1] != 8 || b[1][0] != 7 || b[1][1] != 3 || c[0] != 9) output 1 / 0;
  if (r.x[0] != 5 || r.x[1][1] != 3 || (*q)[0] != 6 || *r.y == a[0] - 1 + 0 * input) output 1 / 0;
  return 0;
}";
    // `*r.y == ..` compares an array with a number.
    paths(text, &["type at 7:61"]);
}

#[test]
fn functions_are_values() {
    paths(
        "id(x) { return x; } twice(f, x) { return f(f(x)); } inc(x) { return x + 1; }
main(n) { var t; t = {f: twice, g: [inc, id]}; if (t.f(t.g[0], n) == 12) return_ = 1; else return_ = 0; return return_; }"
            .replace("return_", "r")
            .replace("var t;", "var t, r;")
            .as_str(),
        &["returned", "returned"],
    );
    paths(
        "fac(n) { var r; if (n == 0) r = 1; else r = n * fac(n - 1); return r; } main() { return 1 / (fac(20) - 2432902008176640000); }",
        &["division-by-zero at 1:91"],
    );
}

#[test]
fn operators_short_circuit() {
    let text = "main() { var x, y; x = input; y = x != 0 && 10 / x > 2; y = y + (x == 0 || 10 / x < 3); return 1 / y; }";
    paths(text, &["returned", "returned", "returned"]);
    paths("main() { var x; x = !(input > 3); return 1 / x; }", &["division-by-zero at 1:44", "returned"]);
    paths("main() { var x; x = !!input; return 1 / x; }", &["division-by-zero at 1:39", "returned"]);
    paths(
        "main() { var x; x = !!(input && input); return 1 / x; }",
        &["division-by-zero at 1:50", "division-by-zero at 1:50", "returned"],
    );
}

#[test]
fn narrow_numbers_wrap() {
    let ast = homing_microc::parse("t.uc", "main() { var x; x = input; if (x + 1 < x) output 1 / 0; return 0; }").unwrap();
    let (ends, wrong, _) = explored(&ast, Some(8));
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(ends, ["division-by-zero at 1:52", "returned"]);
    let (ends, wrong, _) = explored(&ast, None);
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(ends, ["returned"]);
}
