//! Conditions as SMT-LIB 2 text, with their quantifiers.

use std::collections::BTreeSet;
use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::formula::{Array, Base, F};
use crate::lin::{Lin, Range, Sym, Symbols};

/// A script that asserts the condition and asks for its satisfiability.
pub(crate) fn script(f: &F, symbols: &Symbols) -> String {
    let mut out = String::from("(set-logic ALL)\n");
    let mut free = FxHashSet::default();
    f.symbols(&mut free);
    let mut free: Vec<Sym> = free.into_iter().collect();
    free.sort_unstable();
    let mut bases = BTreeSet::new();
    arrays(f, &mut bases);
    for b in bases {
        let _ = writeln!(out, "(declare-fun a{} () (Array Int Int))", b.0);
    }
    for s in &free {
        let _ = writeln!(out, "(declare-fun x{} () Int) ; {}", s.0, symbols.name(*s));
        let range = ranges(&[*s], symbols);
        if !range.is_empty() {
            let _ = writeln!(out, "(assert (and true{range}))");
        }
    }
    let _ = writeln!(out, "(assert {})\n(check-sat)", text(f, symbols));
    out
}

fn arrays(f: &F, out: &mut BTreeSet<Base>) {
    match f {
        F::And(parts) | F::Or(parts) => parts.iter().for_each(|p| arrays(p, out)),
        F::Rounds { body, .. } | F::Some(_, body) => arrays(body, out),
        F::Read(_, array, _) => {
            if let Array::Base(b) = &**array {
                out.insert(*b);
            }
        }
        _ => {}
    }
}

fn number(n: i128) -> String {
    if n < 0 { format!("(- {})", n.unsigned_abs()) } else { n.to_string() }
}

fn lin(l: &Lin) -> String {
    let mut parts: Vec<String> = l
        .terms()
        .iter()
        .map(|(s, k)| if *k == 1 { format!("x{}", s.0) } else { format!("(* {} x{})", number(*k), s.0) })
        .collect();
    if l.constant() != 0 || parts.is_empty() {
        parts.push(number(l.constant()));
    }
    if parts.len() == 1 { parts.swap_remove(0) } else { format!("(+ {})", parts.join(" ")) }
}

/// What the ranges of symbols say, each with a blank before it.
fn ranges(some: &[Sym], symbols: &Symbols) -> String {
    let mut out = String::new();
    for s in some {
        let Range { lo, hi } = symbols.range(*s);
        if let Some(lo) = lo {
            let _ = write!(out, " (<= {} x{})", number(lo), s.0);
        }
        if let Some(hi) = hi {
            let _ = write!(out, " (<= x{} {})", s.0, number(hi));
        }
    }
    out
}

fn bound(some: &[Sym]) -> String {
    some.iter().map(|s| format!("(x{} Int)", s.0)).collect::<Vec<_>>().join(" ")
}

fn exists(some: &[Sym], body: String, symbols: &Symbols) -> String {
    if some.is_empty() {
        return body;
    }
    format!("(exists ({}) (and true{} {body}))", bound(some), ranges(some, symbols))
}

fn text(f: &F, symbols: &Symbols) -> String {
    let all = |parts: &[F]| parts.iter().map(|p| text(p, symbols)).collect::<Vec<_>>().join(" ");
    match f {
        F::True => "true".into(),
        F::False => "false".into(),
        F::Le(l) => format!("(<= {} 0)", lin(l)),
        F::Eq(l) => format!("(= {} 0)", lin(l)),
        F::Ne(l) => format!("(not (= {} 0))", lin(l)),
        F::And(parts) => format!("(and {})", all(parts)),
        F::Or(parts) => format!("(or {})", all(parts)),
        F::Product(p, a, b) => format!("(= {} (* {} {}))", lin(p), lin(a), lin(b)),
        F::Read(v, array, at) => match &**array {
            Array::Base(b) => format!("(= x{} (select a{} {}))", v.0, b.0, lin(at)),
            _ => "true".into(),
        },
        F::Some(some, body) => exists(some, text(body, symbols), symbols),
        F::Rounds { round, bound: upper, some, body } => {
            let body = exists(some, text(body, symbols), symbols);
            let r = round.0;
            format!("(forall ((x{r} Int)) (=> (and (<= 0 x{r}) (< x{r} {})) {body}))", lin(upper))
        }
    }
}
