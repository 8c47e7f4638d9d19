//! Comparisons as text, CSV and JSON.

use std::fmt::Write;

use super::Comparison;
use super::stats::{Spread, Summary};

/// The table for people: medians with their spread.
pub fn text(c: &Comparison<'_>) -> String {
    let best = (fastest(&c.summaries, |s| &s.work), fastest(&c.summaries, |s| &s.cpu_seconds));
    let head = ["strategy", "work: median", "SIQR", "CPU s: median", "SIQR", "reached", "unreachable", "time-outs", "other"];
    let mut rows: Vec<[String; 9]> = vec![head.map(String::from)];
    for (i, s) in c.summaries.iter().enumerate() {
        let star = |best: &[usize]| if best.contains(&i) { "*" } else { "" };
        rows.push([
            s.strategy.clone(),
            format!("{}{}", star(&best.0), number(s.work.median, 0)),
            spread(&s.work, 0),
            format!("{}{}", star(&best.1), number(s.cpu_seconds.median, 2)),
            spread(&s.cpu_seconds, 2),
            s.reached.to_string(),
            s.unreachable.to_string(),
            s.time_outs.to_string(),
            (s.out_of_memory + s.unknown + s.failed).to_string(),
        ]);
    }
    let width = |i: usize| rows.iter().map(|r| r[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..9).map(width).collect();
    let mut out = format!("{}, seeds 1 to {}, {} CPU s each\n\n", title(c), c.seeds, c.header.time);
    for r in &rows {
        let _ = write!(out, "{:<1$}", r[0], widths[0]);
        for (cell, width) in r.iter().zip(&widths).skip(1) {
            let _ = write!(out, "  {cell:>width$}");
        }
        out.push('\n');
    }
    out.push_str(NOTE);
    out
}

const NOTE: &str = "
Work is 50 x solver calls + instructions; CPU seconds are of the whole process. Runs without a decision count as infinite.
SIQR (outliers): half of what is between the quartiles, and how many runs are more than 3 x SIQR outside of them. * the best two
";

/// What is compared on what.
pub fn title(c: &Comparison<'_>) -> String {
    format!("{}, target {}", c.files, c.header.targets.join(", "))
}

/// The places of the two lowest medians, and of those that equal them.
pub fn fastest(all: &[Summary], of: impl Fn(&Summary) -> &Spread) -> Vec<usize> {
    let mut medians: Vec<(f64, usize)> = all.iter().enumerate().filter_map(|(i, s)| Some((of(s).median?, i))).collect();
    medians.sort_by(|a, b| a.0.total_cmp(&b.0));
    let last = medians.get(1).or(medians.first()).map_or(0.0, |m| m.0);
    medians.into_iter().take_while(|m| m.0 <= last).map(|(_, i)| i).collect()
}

/// A value with so many digits after the point; infinite if there is none.
pub fn number(v: Option<f64>, digits: usize) -> String {
    v.map_or_else(|| "\u{221e}".into(), |v| format!("{v:.digits$}"))
}

/// `SIQR(outliers)`.
pub fn spread(s: &Spread, digits: usize) -> String {
    let siqr = number(s.siqr, digits);
    if s.outliers > 0 { format!("{siqr}({})", s.outliers) } else { siqr }
}

/// Every run.
pub fn csv(c: &Comparison<'_>) -> String {
    let mut out = String::from("strategy,seed,outcome,work,cpu_seconds,wall_seconds,instructions,solver_calls,paths,why\n");
    for r in &c.runs {
        let _ = writeln!(
            out,
            "{},{},{},{},{:.3},{:.3},{},{},{},{}",
            field(&r.strategy),
            r.seed,
            r.outcome.name(),
            r.work,
            r.cpu_seconds,
            r.wall_seconds,
            r.instructions,
            r.solver_calls,
            r.paths,
            field(&r.why)
        );
    }
    out
}

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}

/// Statistics and runs.
pub fn json(c: &Comparison<'_>) -> String {
    let value = serde_json::json!({
        "comparison": c.header,
        "files": c.files,
        "seeds": c.seeds,
        "strategies": c.summaries,
        "runs": c.runs,
    });
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(field("interleave:a,b"), "\"interleave:a,b\"");
        assert_eq!(field("say \"no\""), "\"say \"\"no\"\"\"");
        assert_eq!(field("dfs"), "dfs");
    }
}
