//! What a proof rests on, where the user asks for it: what was learned from finished paths, and what every round of a loop keeps.

use homing_report::Report;

use crate::cli::RunArgs;

/// Adds remarks for `--explain` and `--invariants`.
pub fn add(report: &mut Report, args: &RunArgs) {
    let at = homing_report::place;
    if args.explain {
        let closed = report.annotations.iter().map(|a| {
            let states = if a.closed == 1 { "1 state".to_string() } else { format!("{} states", a.closed) };
            format!("closed {states} at {}, since nothing can be met from there if {}", at(&a.place), a.condition)
        });
        let closed: Vec<String> = closed.collect();
        let none = closed.is_empty().then(|| "nothing that was learned from finished paths closed another".to_string());
        report.notes.extend(closed.into_iter().chain(none));
    }
    if args.invariants {
        let lines = report.invariants.iter().flat_map(|i| {
            let of = i.cases.iter().map(|c| format!("({})", c.replace(", ", " && ")));
            let cases: Vec<String> = of.collect();
            (!cases.is_empty()).then(|| format!("invariant at {}: {}", at(&i.place), cases.join(" || ")))
        });
        let lines: Vec<String> = lines.collect();
        let none = lines.is_empty().then(|| "no loop needed an invariant".to_string());
        report.notes.extend(lines.into_iter().chain(none));
    }
}
