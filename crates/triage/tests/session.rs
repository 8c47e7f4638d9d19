//! What reports of runs mean for warnings: nothing is refuted that was not proved, nothing confirmed that was not seen.

use std::time::Duration;

use homing_ir::{ErrorKind, TargetSpec};
use homing_report::{ErrorReport, NoInput, Place, Replay, Report, TargetReport, Test, Verdict as Answer};
use homing_triage::{Check, Proof, Question, Role, Run, Session, Start, Verdict};

const SECONDS: Duration = Duration::from_secs(20);

fn spec(text: &str) -> TargetSpec {
    text.parse().expect("a target")
}

fn start(entry: &str) -> Start {
    Start { entry: entry.into(), lazy: entry != "main" }
}

/// About a null pointer in line 7 of `/a.c`: the error, another one, the line.
fn question(key: &str, proof: Proof) -> Question {
    let mut targets = vec![(Role::Error, spec("error:null@/a.c:7"))];
    if proof == Proof::Anywhere {
        targets.push((Role::Somewhere(Vec::new()), spec("error:null")));
    }
    targets.extend([(Role::Other, spec("error@/a.c:7")), (Role::Line, spec("/a.c:7"))]);
    Question {
        key: key.into(),
        file: "/a.c".into(),
        line: 7,
        start: start("main"),
        otherwise: None,
        check: Check::None,
        kinds: vec![ErrorKind::Null],
        proof,
        targets,
        warnings: vec![],
    }
}

fn target(verdict: Answer) -> TargetReport {
    let replay = (verdict == Answer::Reached).then(|| Replay { by: "native".into(), why: None });
    let test = (verdict == Answer::Reached).then(Test::default);
    let reasons = if verdict == Answer::Unknown { vec!["the limit of time was met".to_string()] } else { vec![] };
    TargetReport { verdict, replay, test, reasons, advice: vec!["raise --cpu-time".into()], ..TargetReport::default() }
}

fn error(kind: &str, line: u32, called_from: &[u32]) -> TargetReport {
    let place = |line| Place { function: "f".into(), file: "/a.c".into(), line, column: 1 };
    let stack = called_from.iter().map(|l| place(*l)).collect();
    let error = ErrorReport { kind: kind.into(), message: "m".into(), place: place(line), stack, ..ErrorReport::default() };
    TargetReport { error: Some(error), ..target(Answer::Reached) }
}

fn report(targets: Vec<TargetReport>) -> Report {
    Report { targets, ..Report::default() }
}

/// The next run that asks for all; one for a line alone is not decided.
fn alone(session: &mut Session) -> Run {
    let run = session.next_run().expect("a run");
    if run.targets.len() > 1 || session.questions()[run.questions[0]].kinds.is_empty() {
        return run;
    }
    assert_eq!((run.time, session.take(&run, Ok(&report(vec![target(Unknown)])), None)), (SECONDS / 4, vec![]));
    session.next_run().expect("a run for the rest")
}

/// The verdict on one question after one run of its own.
fn verdict(question: Question, targets: Vec<TargetReport>) -> (Verdict, String) {
    let mut session = Session::new(vec![question], SECONDS);
    let run = alone(&mut session);
    assert_eq!(session.take(&run, Ok(&report(targets)), Some("out")), [0]);
    assert!(session.next_run().is_none());
    let outcome = session.outcome(0).expect("a verdict");
    (outcome.verdict, outcome.why.clone())
}

use Answer::{Reached, Unknown, Unreachable};

#[test]
fn the_very_error_confirms() {
    let q = || question("q", Proof::AtLine);
    let (v, why) = verdict(q(), vec![error("null", 7, &[]), error("null", 7, &[]), target(Reached)]);
    assert_eq!((v, why.as_str()), (Verdict::Confirmed, "a real run showed it: null (m)"));
    let (v, why) = verdict(q(), vec![target(Unknown), error("out-of-bounds", 7, &[]), target(Reached)]);
    assert_eq!(v, Verdict::Reachable);
    assert!(why.contains("another error there: out-of-bounds"), "{why}");
    let (v, why) = verdict(q(), vec![target(Unknown), target(Unknown), target(Reached)]);
    assert!(v == Verdict::Reachable && why.contains("the limit of time"), "{why}");
    let mut session = Session::new(vec![q()], SECONDS);
    let run = alone(&mut session);
    session.take(&run, Ok(&report(vec![target(Unknown); 3])), None);
    assert_eq!(session.outcome(0).unwrap().help, ["raise --time-per"], "a flag that there is");
}

#[test]
fn only_proofs_refute() {
    let all = |verdict| vec![target(verdict), target(verdict), target(verdict)];
    assert_eq!(verdict(question("q", Proof::AtLine), all(Unreachable)).0, Verdict::Refuted);
    assert_eq!(verdict(question("q", Proof::AtLine), all(Unknown)).0, Verdict::Unknown);
    // The error cannot be there, though runs come to the line.
    let (v, why) = verdict(question("q", Proof::AtLine), vec![target(Unreachable), target(Unknown), target(Reached)]);
    assert_eq!((v, why.as_str()), (Verdict::Refuted, "proved: no run has that error there"));
    // Where the engine looks for less than the warning may mean, that is not enough.
    let (v, why) = verdict(question("q", Proof::OfLine), vec![target(Unreachable), target(Unreachable), target(Reached)]);
    assert!(v == Verdict::Reachable && why.contains("may mean more"), "{why}");
    assert_eq!(
        verdict(question("q", Proof::OfLine), vec![target(Unreachable), target(Unreachable), target(Unknown)]).0,
        Verdict::Unknown
    );
    assert_eq!(verdict(question("q", Proof::OfLine), all(Unreachable)).0, Verdict::Refuted);
}

#[test]
fn an_error_behind_a_call_of_the_line() {
    let q = || question("q", Proof::Anywhere);
    let four = |anywhere: TargetReport| vec![target(Unreachable), anywhere, target(Unreachable), target(Reached)];
    assert_eq!(verdict(q(), four(error("null", 90, &[50, 7]))).0, Verdict::Confirmed);
    assert_eq!(verdict(q(), four(error("null", 90, &[50]))).0, Verdict::Reachable);
    assert_eq!(verdict(q(), four(target(Unknown))).0, Verdict::Reachable);
    assert_eq!(verdict(q(), four(target(Unreachable))).0, Verdict::Refuted);
}

#[test]
fn one_run_without_input_proves_nothing() {
    let without =
        || Report { no_input: Some(NoInput { advice: vec!["--sym-args".into()] }), ..report(vec![target(Unreachable); 3]) };
    let mut session = Session::new(vec![question("q", Proof::AtLine)], SECONDS);
    let run = alone(&mut session);
    session.take(&run, Ok(&without()), None);
    let outcome = session.outcome(0).unwrap();
    assert_eq!((outcome.verdict, outcome.help.as_slice()), (Verdict::Unknown, &["--sym-args".to_string()][..]));
    // Where a function can be started in instead, it is.
    let other = Question { otherwise: Some(start("f")), ..question("q", Proof::AtLine) };
    let mut session = Session::new(vec![other], SECONDS);
    let run = alone(&mut session);
    assert_eq!(session.take(&run, Ok(&without()), None), [0; 0]);
    let run = session.next_run().unwrap();
    assert_eq!(run.start, start("f"));
    session.take(&run, Ok(&report(vec![target(Unreachable); 3])), None);
    let outcome = session.outcome(0).unwrap();
    assert_eq!((outcome.verdict, outcome.why.as_str()), (Verdict::Refuted, "proved: no run comes to the line, whoever calls f"));
}

#[test]
fn questions_share_a_run_first() {
    let questions = (0..3)
        .map(|i| Question { check: if i == 2 { Check::Leaks } else { Check::None }, ..question(&i.to_string(), Proof::AtLine) });
    let mut session = Session::new(questions.collect(), SECONDS);
    let run = session.next_run().unwrap();
    assert_eq!((run.questions.as_slice(), run.targets.len(), run.time), (&[0, 1][..], 6, SECONDS));
    // Another check is another run. Of two, the second is decided.
    let answers = [vec![target(Unknown); 3], vec![error("null", 7, &[]), target(Unknown), target(Unknown)]].concat();
    assert_eq!(session.take(&run, Ok(&report(answers)), None), [1]);
    let run = alone(&mut session);
    assert_eq!((run.questions.as_slice(), run.time), (&[0][..], SECONDS));
    // A failure of one run is no failure of the others.
    assert_eq!(session.take(&run, Err("the linker said no".into()), None), [0]);
    assert!(session.outcome(0).unwrap().why.contains("the linker said no"));
    let run = session.next_run().unwrap();
    assert_eq!(run.questions, [2]);
    assert_eq!(session.stop("interrupted"), [2]);
    assert!(session.outcome(2).unwrap().why.starts_with("interrupted") && session.next_run().is_none());
}

#[test]
fn bounds_of_inputs_are_said() {
    let mut session = Session::new(vec![question("q", Proof::AtLine)], SECONDS);
    let run = alone(&mut session);
    let bounded = Report { bounds: vec!["up to 2 arguments".into()], ..report(vec![target(Unreachable); 3]) };
    session.take(&run, Ok(&bounded), None);
    assert_eq!(session.outcome(0).unwrap().why, "proved: no run comes to the line, with up to 2 arguments");
}

#[test]
fn warnings_about_no_error_are_about_the_line() {
    let q = || Question {
        kinds: vec![],
        proof: Proof::OfLine,
        targets: vec![(Role::Line, spec("/a.c:7"))],
        ..question("q", Proof::OfLine)
    };
    assert_eq!(verdict(q(), vec![target(Reached)]).0, Verdict::Reachable);
    assert_eq!(verdict(q(), vec![target(Unreachable)]).0, Verdict::Refuted);
    assert_eq!(verdict(q(), vec![target(Unknown)]).0, Verdict::Unknown);
}

#[test]
fn the_line_alone_comes_first() {
    let mut session = Session::new(vec![question("q", Proof::OfLine)], SECONDS);
    let run = session.next_run().unwrap();
    assert_eq!((run.targets.as_slice(), run.time), (&[spec("/a.c:7")][..], SECONDS / 4));
    assert_eq!(session.take(&run, Ok(&report(vec![target(Unreachable)])), None), [0]);
    assert!(session.outcome(0).unwrap().verdict == Verdict::Refuted && session.next_run().is_none());
    // Where it was reached before, that is not asked again.
    let mut session = Session::new(vec![question("0", Proof::AtLine), question("1", Proof::AtLine)], SECONDS);
    let run = session.next_run().unwrap();
    let answers = [vec![target(Unknown), target(Unknown), target(Reached)], vec![target(Unreachable); 3]].concat();
    assert_eq!(session.take(&run, Ok(&report(answers)), None), [1]);
    assert_eq!(session.next_run().unwrap().targets.len(), 3);
}
