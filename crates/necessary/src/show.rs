//! Conditions as people read them.

use std::fmt::Write;

use crate::formula::{Array, F};
use crate::lin::{Lin, Range, Sym, Symbols};

/// The condition, one part a line.
pub(crate) fn show(f: &F, symbols: &Symbols) -> String {
    let mut out = String::new();
    let mut names = Names { symbols, ending: Sym(0) };
    names.line(f, 0, &mut out);
    out
}

struct Names<'a> {
    symbols: &'a Symbols,
    ending: Sym,
}

impl Names<'_> {
    fn name(&self, s: Sym) -> String {
        match self.symbols.name(s) {
            "?" => format!("u{}", s.0),
            n if n.starts_with("times(") || n.starts_with("input") || n == "ending" => n.to_string(),
            n => format!("{n}.{}", s.0),
        }
    }

    /// A comparison with zero, the negative parts on the other side.
    fn compared(&self, l: &Lin, op: &str) -> String {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (s, k) in l.terms() {
            let n = self.name(*s);
            let text = if k.abs() == 1 { n } else { format!("{}*{n}", k.abs()) };
            if *k > 0 { left.push(text) } else { right.push(text) }
        }
        match l.constant() {
            c if c > 0 => left.push(c.to_string()),
            c if c < 0 => right.push((-c).to_string()),
            _ => {}
        }
        let sum = |parts: Vec<String>| if parts.is_empty() { "0".to_string() } else { parts.join(" + ") };
        format!("{} {op} {}", sum(left), sum(right))
    }

    fn lin(&self, l: &Lin) -> String {
        let text = self.compared(l, "-").replace(" - 0", "");
        if text.contains(" - ") || text.contains(" + ") { format!("({text})") } else { text }
    }

    fn line(&mut self, f: &F, depth: usize, out: &mut String) {
        let pad = "  ".repeat(depth);
        let mut put = |text: String| {
            let _ = writeln!(out, "{pad}{text}");
        };
        match f {
            F::True => put("true".into()),
            F::False => put("false".into()),
            F::Le(l) => put(self.compared(l, "<=")),
            F::Eq(l) if l.terms().len() == 1 && l.coefficient(self.ending) == 1 => {
                put(format!("arrives (way {})", -l.constant()))
            }
            F::Eq(l) => put(self.compared(l, "=")),
            F::Ne(l) => put(self.compared(l, "!=")),
            F::Product(p, a, b) => put(format!("{} = {} * {}", self.lin(p), self.lin(a), self.lin(b))),
            F::Read(v, array, at) => {
                let what = match &**array {
                    Array::Base(b) => format!("memory{}", b.0),
                    Array::Table(..) => "table".into(),
                    Array::Unknown => "anything".into(),
                    Array::Written { .. } => "written".into(),
                    Array::Rounds { .. } => "filled".into(),
                };
                put(format!("{} = {what}[{}]", self.name(*v), self.lin(at)));
            }
            F::And(parts) => parts.iter().for_each(|p| self.line(p, depth, out)),
            F::Or(parts) => {
                for (i, p) in parts.iter().enumerate() {
                    let _ = writeln!(out, "{pad}{}", if i == 0 { "either" } else { "or" });
                    self.line(p, depth + 1, out);
                }
            }
            F::Some(some, body) => {
                put(format!("for some {}", self.list(some)));
                self.line(body, depth + 1, out);
            }
            F::Rounds { round, bound, some, body } => {
                let with = if some.is_empty() { String::new() } else { format!(", for some {}", self.list(some)) };
                put(format!("in each round {} below {}{with}", self.name(*round), self.lin(bound)));
                let body = body.clone();
                self.line(&body, depth + 1, out);
            }
        }
    }

    fn list(&self, some: &[Sym]) -> String {
        let all = some.iter().map(|s| match self.symbols.range(*s) {
            Range { lo: Some(0), hi: None } => format!("{} >= 0", self.name(*s)),
            _ => self.name(*s),
        });
        all.collect::<Vec<_>>().join(", ")
    }
}
