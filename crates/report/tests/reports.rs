//! Reports as people and as programs read them: each is compared with `tests/reports/NAME.txt` and `NAME.json`.
//! `UPDATE_EXPECT=1 cargo test -p homing-report --test reports` accepts the present output; read the difference.

use homing_report::{
    Assumed, ContradictionReport, CpuSeconds, ErrorReport, Input, LossReport, Place, ProofReport, Replay, Report, Skipped,
    Statistics, Step, TargetReport, Test, Verdict, text,
};
use homing_testkit::expect::compare;
use std::path::Path;

const SOURCE: &str = "int main(void) {\n  int x = f();\n  if (x == 7)\n    hit();\n  return 0;\n}\n";

fn check(name: &str, report: &Report) {
    let file = |extension: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports").join(name).with_extension(extension);
    let written = |r: &Report| text(r, &mut |file| (file == "a.c").then(|| SOURCE.into()));
    let json = serde_json::to_string_pretty(report).expect("a report is JSON") + "\n";
    let wrong = [compare(&file("txt"), &written(report)), compare(&file("json"), &json)];
    let wrong: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let again: Report = serde_json::from_str(&json).expect("the same report");
    assert_eq!(written(&again), written(report));
}

fn report(command: &str, verdict: Verdict) -> Report {
    let cpu_seconds = CpuSeconds { compile: 0.25, load: 0.5, execute: 1.5, solve: 2.0, replay: 0.125 };
    let statistics = Statistics {
        instructions: 1200,
        paths: 14,
        forks: 13,
        decides: 40,
        solver_calls: 6,
        blocks_covered: 5,
        blocks_total: 8,
        peak_memory: 5 << 20,
        cpu_seconds,
        wall_seconds: 4.5,
        ..Statistics::default()
    };
    Report {
        homing: "0.0.0".into(),
        command: command.into(),
        files: vec!["a.c".into()],
        entry: "main".into(),
        exit_code: verdict.exit_code(),
        verdict,
        ended: "decided".into(),
        statistics,
        folder: Some("out".into()),
        ..Report::default()
    }
}

fn at(function: &str, line: u32) -> Place {
    Place { function: function.into(), file: "a.c".into(), line, column: 5 }
}

fn native() -> Option<Replay> {
    Some(Replay { by: "native".into(), why: None })
}

fn seven() -> Test {
    let step = |line, times| Step { function: "main".into(), file: "a.c".into(), line, times };
    let bytes = "07000000".into();
    let (kind, value) = ("object".into(), "7".into());
    Test {
        file: Some("test000001.ktest".into()),
        inputs: vec![Input { name: "x".into(), kind, type_name: "int".into(), size: 4, value, bytes, environment: false }],
        path: vec![step(2, 1), step(3, 5), step(4, 1)],
        ..Test::default()
    }
}

#[test]
fn a_reached_target_shows_line_input_and_path() {
    let target = TargetReport {
        target: "a.c:4".into(),
        verdict: Verdict::Reached,
        places: vec![at("main", 4)],
        replay: native(),
        test: Some(seven()),
        path_instructions: Some(21),
        after_seconds: Some(0.75),
        ..TargetReport::default()
    };
    let isolation = Some("with limits of time, memory and file size".into());
    check("reached", &Report { targets: vec![target], isolation, ..report("reach", Verdict::Reached) });
}

#[test]
fn an_unreachable_target_says_what_the_proof_rests_on() {
    let target = TargetReport { target: "a.c:4".into(), verdict: Verdict::Unreachable, ..TargetReport::default() };
    let skipped = vec![Skipped { why: "it reads memory that was never written".into(), count: 2 }];
    let proof = Some(ProofReport { paths: 14, runs: 5, by: "native".into(), skipped });
    check("unreachable", &Report { targets: vec![target], proof, ..report("reach", Verdict::Unreachable) });
}

#[test]
fn an_unknown_target_says_why_and_what_to_try() {
    let target = TargetReport {
        target: "f()".into(),
        reasons: vec!["the time limit of 1 s ended the run".into()],
        advice: vec!["--time 60".into()],
        states_left: Some(3),
        nearest: Some(12),
        ..TargetReport::default()
    };
    let loss = |detail: &str, count| LossReport {
        kind: "unsupported".into(),
        what: "an instruction is not supported".into(),
        detail: detail.into(),
        place: at("main", 2),
        count,
    };
    let report = Report {
        targets: vec![target],
        losses: vec![loss("inline assembly `cpuid`", 2), loss("a call of `fork`", 1)],
        notes: vec!["module-level assembly is ignored".into()],
        states_left: 3,
        ended: "time".into(),
        ..report("reach", Verdict::Unknown)
    };
    check("unknown", &report);
}

#[test]
fn errors_show_where_and_with_which_input() {
    let stack = vec![at("stpcpy", 0), at("strcpy", 0), at("main", 4)];
    let of_library = ErrorReport {
        kind: "null".into(),
        message: "write through a null pointer".into(),
        place: at("main", 4),
        inside: Some("strcpy".into()),
        stack,
        replay: native(),
        test: Some(seven()),
        ..ErrorReport::default()
    };
    let lines = vec!["int *p = 0;".into(), "main(p);".into()];
    let assumed = Some(Assumed { lines, harness: Some("test000002.c".into()) });
    let of_caller = ErrorReport {
        kind: "out-of-bounds".into(),
        message: "read of 4 bytes behind an object of 4".into(),
        place: at("main", 3),
        depends_on_caller: true,
        replay: Some(Replay { by: "interpreter".into(), why: Some("it has no entry".into()) }),
        test: Some(Test { assumed, file: None, ..seven() }),
        ..ErrorReport::default()
    };
    check("errors", &Report { errors: vec![of_library, of_caller], ..report("check", Verdict::Reached) });
}

#[test]
fn a_contradiction_comes_first_and_names_source_and_input() {
    let contradiction = ContradictionReport {
        model: "passes a.c:4".into(),
        run: "in a native run it ended with exit code 1".into(),
        place: at("main", 4),
        test: Some("test000001.ktest".into()),
    };
    let target = TargetReport { target: "a.c:4".into(), ..TargetReport::default() };
    check(
        "contradiction",
        &Report { targets: vec![target], contradictions: vec![contradiction], ..report("reach", Verdict::Unknown) },
    );
}
