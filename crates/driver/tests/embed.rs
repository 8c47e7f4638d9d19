//! The library, as its example uses it, on programs that come with Homing.

#[allow(dead_code)]
#[path = "../examples/embed.rs"]
mod embed;

use homing_driver::{FailureKind, Verdict, with_room};

fn program(name: &str) -> String {
    format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_example_is_short() {
    let text = include_str!("../examples/embed.rs");
    assert!(text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with("//")).count() < 30);
}

#[test]
fn a_line_of_a_c_file_is_reached() {
    let report = with_room(|| embed::ask(&program("config.c:57"))).unwrap().unwrap();
    assert_eq!(report.verdict, Verdict::Reached, "{report:?}");
    let test = report.targets[0].test.as_ref().expect("an input");
    assert!(test.inputs.iter().any(|i| i.name == "text"), "{test:?}");
}

#[test]
fn so_is_one_of_a_microc_file() {
    let report = with_room(|| embed::ask(&program("factorial.uc:18"))).unwrap().unwrap();
    assert_ne!(report.verdict, Verdict::Unknown, "{report:?}");
}

#[test]
fn what_is_wrong_is_told_and_not_printed() {
    let failure = with_room(|| embed::ask(&program("nowhere.c:1"))).unwrap().unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Input);
    assert!(failure.message().ends_with("nowhere.c: no such file"), "{failure}");
    let failure = with_room(|| embed::ask(&program("config.c:1"))).unwrap().unwrap_err();
    assert!(failure.message().contains("no code"), "{failure}");
}
