//! Every rule: an example that fires, one that does not, and a proof.
//!
//! The examples are in `rules.txt`, one line each: the rule, the example that
//! fires, the example that must not, and optionally the least width at which
//! the examples make sense. See `common::Text` for the text form.

mod common;

use common::*;
use homing_term::{Rule, Term, Terms};

struct Example {
    rule: Rule,
    fires: &'static str,
    not: &'static str,
    least: u32,
}

/// Constants for `c d k` where an example is only tried once.
const DEFAULT: [u64; 3] = [5, 3, 0x35];

fn examples() -> Vec<Example> {
    let lines = include_str!("rules.txt").lines();
    lines
        .filter(|l| !l.trim().is_empty() && !l.starts_with('#'))
        .map(|l| {
            let f: Vec<&str> = l.split('|').map(str::trim).collect();
            assert!(f.len() == 3 || f.len() == 4, "bad line {l}");
            let rule = Rule::ALL.iter().find(|r| format!("{r:?}") == f[0]);
            Example {
                rule: *rule.unwrap_or_else(|| panic!("no rule {}", f[0])),
                fires: f[1],
                not: f[2],
                least: f.get(3).map_or(1, |n| n.parse().expect("a width")),
            }
        })
        .collect()
}

fn count(rule: Rule, text: &str, w: u32) -> u64 {
    let mut s = Terms::new();
    let t = Text { w, consts: &DEFAULT };
    t.build(&mut s, text);
    s.fired(rule)
}

#[test]
fn every_rule_has_an_example() {
    let known: Vec<Rule> = examples().iter().map(|e| e.rule).collect();
    let missing: Vec<_> = Rule::ALL.iter().filter(|r| !known.contains(r)).collect();
    assert!(missing.is_empty(), "no example for {missing:?}");
}

#[test]
fn examples_fire_and_counterexamples_do_not() {
    let mut wrong = Vec::new();
    for e in examples() {
        if count(e.rule, e.fires, 8) == 0 {
            wrong.push(format!("{:?} does not fire in {}", e.rule, e.fires));
        }
        if count(e.rule, e.not, 8) != 0 {
            wrong.push(format!("{:?} fires in {}", e.rule, e.not));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The term through the rules and the raw one, side by side in one store.
fn both(text: &Text, s: &str) -> (Terms, Term, Term) {
    let mut terms = Terms::new();
    let smart = text.build(&mut terms, s);
    terms.set_rules(false);
    let raw = text.build(&mut terms, s);
    (terms, smart, raw)
}

/// Small widths: all values of constants and variables.
#[test]
fn proofs_at_small_widths() {
    for e in examples() {
        for w in e.least..=3 {
            for s in [e.fires, e.not] {
                prove_all_constants(&e, w, s);
            }
        }
    }
}

fn prove_all_constants(e: &Example, w: u32, s: &str) {
    let n = 1u64 << w;
    let uses = |c: &str| s.replace(['(', ')', ':'], " ").split(' ').any(|t| t == c);
    let range = |c| if uses(c) { n } else { 1 };
    for c in 0..range("c") {
        for d in 0..range("d") {
            for k in 0..range("k") {
                let text = Text { w, consts: &[c, d, k] };
                let (mut terms, smart, raw) = both(&text, s);
                if smart == raw || var_bits(&terms).is_none_or(|b| b > 14) {
                    continue; // left to the solver
                }
                for m in all_models(&terms) {
                    assert_eq!(
                        terms.eval(smart, &m),
                        terms.eval(raw, &m),
                        "{:?} at width {w}: {s} with {c} {d} {k} under {m:?}",
                        e.rule
                    );
                }
            }
        }
    }
}

/// Division, products in twice the width and conversions from integers are out of the solver's reach at
/// large widths, multiplication soon after.
fn widths(text: &str) -> &'static [u32] {
    if text.contains("int2bits") {
        &[1, 2, 3]
    } else if text.contains("div") || text.contains("rem") || text.contains("mul_over") {
        &[1, 2, 3, 4]
    } else if text.contains("2f") {
        &[1, 2, 3]
    } else if text.contains("mul") {
        &[1, 2, 3, 8]
    } else {
        &[1, 2, 3, 8, 32]
    }
}

/// All widths by Z3, with some constants.
#[test]
fn proofs_by_z3() {
    let mut rng = Rng::new(7);
    let (mut scripts, mut about) = (Vec::new(), Vec::new());
    for e in examples() {
        for &w in widths(e.fires).iter().filter(|&&w| w >= e.least) {
            for round in 0..4 {
                let consts = match round {
                    0 => DEFAULT,
                    _ => [rng.word(w), rng.word(w), rng.word(w)],
                };
                let text = Text { w, consts: &consts };
                let (mut terms, smart, raw) = both(&text, e.fires);
                if smart == raw {
                    continue;
                }
                let differ = terms.ne(smart, raw);
                let script = terms.smtlib(&[differ]);
                if scripts.last() == Some(&script) {
                    continue; // no constants to vary
                }
                scripts.push(script);
                about.push(format!("{:?} at {w}, {consts:?}: {}", e.rule, e.fires));
            }
        }
    }
    let answers = z3(&scripts);
    let wrong: Vec<_> =
        (0..about.len()).filter(|&i| answers[i] != "unsat").map(|i| format!("{}: {}", answers[i], about[i])).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
