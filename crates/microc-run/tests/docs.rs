//! The programs in `docs/microc.md` do what their comments say.

mod common;

use common::{parse, run_ast};
use homing_microc_run::{End, ErrorKind, Options};
use num_bigint::BigInt;

/// The indented blocks of the page that are whole programs.
fn programs() -> Vec<String> {
    let page = include_str!("../../../docs/microc.md");
    let mut blocks = vec![String::new()];
    for line in page.lines() {
        match line.strip_prefix("    ") {
            Some(code) => *blocks.last_mut().unwrap() += &format!("{code}\n"),
            None if line.is_empty() => *blocks.last_mut().unwrap() += "\n",
            None => blocks.push(String::new()),
        }
    }
    blocks.retain(|b| b.contains("main() {"));
    blocks
}

/// A number in the comment of a line that begins with `word`.
fn promised(text: &str, word: &str) -> Vec<BigInt> {
    let lines = text.lines().map(str::trim).filter(|l| l.starts_with(word));
    lines.filter_map(|l| l.split_once("//")?.1.trim().parse().ok()).collect()
}

#[test]
fn programs_of_the_page() {
    let programs = programs();
    assert_eq!(programs.len(), 4, "{programs:?}");
    // The first one is followed by commands.
    let factorial = programs[0].split("homing").next().unwrap();
    let ast = parse(factorial);
    let outcome = run_ast(&ast, Options::default(), &[20], &[]);
    assert_eq!(outcome.outputs, [BigInt::from(2432902008176640000i64)]);
    assert_eq!(outcome.end, End::Finished(BigInt::from(0)));
    let End::Error(e) = run_ast(&ast, Options::default(), &[2], &[]).end else { panic!("2 is an error") };
    assert_eq!(e.kind, ErrorKind::DivisionByZero);
    let mut checked = 0;
    for text in &programs[1..] {
        let outcome = run_ast(&parse(text), Options::default(), &[], &[]);
        let (outputs, result) = (promised(text, "output"), promised(text, "return"));
        assert_eq!(outcome.outputs, outputs, "{text}");
        assert_eq!(outcome.end, End::Finished(result.first().cloned().unwrap_or_default()), "{text}");
        checked += outputs.len() + result.len();
    }
    assert_eq!(checked, 6);
}
