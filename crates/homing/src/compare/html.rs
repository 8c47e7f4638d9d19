//! A comparison as one page that needs nothing else: tables, and every run as a dot.

use std::fmt::Write;

use super::Comparison;
use super::results::{Outcome, Run};
use super::stats::{Spread, Summary};
use super::table::{fastest, number, spread, title};

/// The page.
pub fn page(c: &Comparison<'_>) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>{STYLE}</head><body>\n<h1>Search strategies compared</h1>\n<p><b>{0}</b><br>seeds 1 to {1}, {2} CPU seconds each; Homing {3}, program {4}{5}</p>\n",
        escape(&title(c)),
        c.seeds,
        c.header.time,
        escape(&c.header.homing),
        escape(&c.header.program),
        flags(c)
    );
    table(&mut out, c);
    out.push_str("<h2>Work: 50 &times; solver calls + instructions</h2>\n");
    plot(&mut out, c, &|r| r.work as f64, &|s| &s.work, 0);
    out.push_str("<h2>CPU seconds of the whole process</h2>\n");
    plot(&mut out, c, &|r| r.cpu_seconds, &|s| &s.cpu_seconds, 2);
    out.push_str(NOTES);
    out.push_str("</body></html>\n");
    out
}

const STYLE: &str = "<style>
body{font:15px/1.45 system-ui,sans-serif;max-width:1040px;margin:2em auto;padding:0 1em;color:#222;background:#fff}
table{border-collapse:collapse}td,th{padding:.25em .8em;text-align:right;border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}
.best{font-weight:bold;background:#e7f4e4}small{color:#777}svg text{font:12px system-ui,sans-serif;fill:#333}.grid{stroke:#e4e4e4}.dot{fill:#2b6cb0;fill-opacity:.55}.un{fill:#2f855a;fill-opacity:.6}.out{stroke:#c53030;stroke-width:1.6}.mid{stroke:#111;stroke-width:2.4}.box{fill:#2b6cb0;fill-opacity:.12}
</style>";

const NOTES: &str = "<h2>How to read this</h2>
<p>Each dot is a run (blue: reached, green: proved unreachable); its seed is shown when the pointer is over it. The bar is the median, the band lies between the quartiles. Crosses at the right are runs without a decision: time-outs, out of memory, unknown. They count as infinite. The axis is logarithmic.</p>
<p>The median is infinite if more than half of the runs have no decision. SIQR is the semi-interquartile range, half of the distance between the quartiles; it is infinite if more than a quarter of the runs have no decision. In parentheses, if not zero: the outliers, runs more than three times the SIQR below the lower or above the upper quartile. The two lowest medians are highlighted.</p>
";

fn flags(c: &Comparison<'_>) -> String {
    if c.header.flags.is_empty() { String::new() } else { format!("; flags {}", escape(&c.header.flags.join(" "))) }
}

fn table(out: &mut String, c: &Comparison<'_>) {
    out.push_str("<table><tr><th>strategy<th>work<th>CPU seconds<th>runs<th>reached<th>unreachable<th>time-outs<th>out of memory<th>unknown<th>failed</tr>\n");
    let best = (fastest(&c.summaries, |s| &s.work), fastest(&c.summaries, |s| &s.cpu_seconds));
    for (i, s) in c.summaries.iter().enumerate() {
        let cell = |spread_of: &Spread, digits, best: &[usize]| {
            let class = if best.contains(&i) { " class=\"best\"" } else { "" };
            format!("<td{class}>{} <small>{}</small>", number(spread_of.median, digits), spread(spread_of, digits))
        };
        let _ = writeln!(
            out,
            "<tr><td>{}{}{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}</tr>",
            escape(&s.strategy),
            cell(&s.work, 0, &best.0),
            cell(&s.cpu_seconds, 2, &best.1),
            s.runs,
            s.reached,
            s.unreachable,
            s.time_outs,
            s.out_of_memory,
            s.unknown,
            s.failed
        );
    }
    out.push_str("</table>\n<p><small>Median, then SIQR(outliers).</small></p>\n");
}

const LEFT: f64 = 150.0;
const WIDTH: f64 = 720.0;
/// Where runs without a decision are.
const NEVER: f64 = LEFT + WIDTH + 60.0;
const ROW: f64 = 40.0;
const RADIUS: f64 = 3.4;

/// A logarithmic axis.
struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    /// Whole powers of ten around the values.
    fn new(values: &[f64]) -> Axis {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(0.0, f64::max);
        if !low.is_finite() || high <= 0.0 {
            return Axis { low: 0.0, high: 1.0 };
        }
        let (low, high) = (low.max(1e-3).log10().floor(), high.max(1e-3).log10().ceil());
        Axis { low, high: if high > low { high } else { low + 1.0 } }
    }

    fn x(&self, v: f64) -> f64 {
        LEFT + WIDTH * ((v.max(1e-3).log10() - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Powers of ten, with 2 and 5 times them where there is room.
    fn ticks(&self) -> Vec<f64> {
        let steps: &[f64] = if self.high - self.low <= 3.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let mut out = Vec::new();
        for e in self.low as i32..self.high as i32 {
            out.extend(steps.iter().map(|s| s * 10f64.powi(e)));
        }
        out.push(10f64.powi(self.high as i32));
        out
    }
}

/// A row of dots for each strategy.
fn plot(out: &mut String, c: &Comparison<'_>, of: &dyn Fn(&Run) -> f64, spread_of: &dyn Fn(&Summary) -> &Spread, digits: usize) {
    let values: Vec<f64> = c.runs.iter().filter(|r| r.outcome.decided()).map(|r| of(r)).collect();
    let axis = Axis::new(&values);
    let height = ROW * c.summaries.len() as f64 + 34.0;
    let _ = writeln!(out, "<svg viewBox=\"0 0 1000 {height:.0}\" width=\"100%\" role=\"img\">");
    let bottom = height - 24.0;
    for t in axis.ticks() {
        let x = axis.x(t);
        let _ = writeln!(out, "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"4\" y2=\"{bottom:.0}\"/>");
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>", bottom + 17.0, tick(t));
    }
    let _ = writeln!(out, "<text x=\"{NEVER:.0}\" y=\"{:.0}\" text-anchor=\"middle\">no decision</text>", bottom + 17.0);
    for (i, s) in c.summaries.iter().enumerate() {
        let y = 4.0 + ROW * (i as f64 + 0.5);
        let _ = writeln!(
            out,
            "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 14.0,
            y + 4.0,
            escape(&short(&s.strategy))
        );
        let _ = writeln!(out, "<line class=\"grid\" x1=\"{LEFT}\" x2=\"990\" y1=\"{0:.1}\" y2=\"{0:.1}\"/>", y + ROW / 2.0);
        middle(out, spread_of(s), &axis, y);
        let runs: Vec<&Run> =
            c.runs.iter().copied().filter(|r| r.strategy == s.strategy && r.outcome != Outcome::Failed).collect();
        dots(out, &runs, of, &axis, y, digits);
    }
    out.push_str("</svg>\n");
}

/// The quartiles and the median.
fn middle(out: &mut String, s: &Spread, axis: &Axis, y: f64) {
    let (top, tall) = (y - ROW * 0.4, ROW * 0.8);
    if let Some(low) = s.lower_quartile {
        let (from, to) = (axis.x(low), s.upper_quartile.map_or(NEVER, |v| axis.x(v)));
        let _ = writeln!(
            out,
            "<rect class=\"box\" x=\"{from:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{tall:.1}\"/>",
            (to - from).max(1.0)
        );
    }
    if let Some(m) = s.median {
        let x = axis.x(m);
        let _ = writeln!(out, "<line class=\"mid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{:.1}\"/>", top + tall);
    }
}

/// Dots side by side where they would lie upon each other, crosses for runs without a decision.
fn dots(out: &mut String, runs: &[&Run], of: &dyn Fn(&Run) -> f64, axis: &Axis, y: f64, digits: usize) {
    let mut decided: Vec<(f64, &Run)> = runs.iter().filter(|r| r.outcome.decided()).map(|r| (axis.x(of(r)), *r)).collect();
    decided.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut placed: Vec<(f64, f64)> = Vec::new();
    for (x, r) in decided {
        let at = y + shift(&placed, x);
        placed.push((x, at - y));
        let class = if r.outcome == Outcome::Reached { "dot" } else { "un" };
        let _ = writeln!(
            out,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{at:.1}\" r=\"{RADIUS}\"><title>{} seed {}: {:.digits$}</title></circle>",
            escape(&r.strategy),
            r.seed,
            of(r)
        );
    }
    let never: Vec<&&Run> = runs.iter().filter(|r| !r.outcome.decided()).collect();
    let per_row = 9;
    for (i, r) in never.iter().enumerate() {
        let (x, at) = (NEVER - 32.0 + 8.0 * (i % per_row) as f64, y - 14.0 + 7.0 * (i / per_row) as f64);
        let _ = writeln!(
            out,
            "<path class=\"out\" d=\"M{:.1} {:.1}l5 5m0 -5l-5 5\"><title>{} seed {}: {}</title></path>",
            x - 2.5,
            at - 2.5,
            escape(&r.strategy),
            r.seed,
            r.outcome.name()
        );
    }
}

/// The least shift up or down that is free at x; the row's border if none is.
fn shift(placed: &[(f64, f64)], x: f64) -> f64 {
    let near: Vec<&(f64, f64)> = placed.iter().rev().take_while(|(other, _)| x - other < 2.0 * RADIUS).collect();
    let limit = ROW / 2.0 - RADIUS;
    let mut step = 0.0;
    while step <= limit {
        for s in [step, -step] {
            if near.iter().all(|(a, b)| (x - a).powi(2) + (s - b).powi(2) >= (1.7 * RADIUS).powi(2)) {
                return s;
            }
        }
        step += 1.0;
    }
    // No room: spread evenly, upon each other.
    limit * ((near.len() % 7) as f64 / 3.0 - 1.0)
}

fn tick(v: f64) -> String {
    match v {
        v if v >= 1e9 => format!("{}G", v / 1e9),
        v if v >= 1e6 => format!("{}M", v / 1e6),
        v if v >= 1e3 => format!("{}k", v / 1e3),
        v => format!("{}", (v * 1000.0).round() / 1000.0),
    }
}

fn short(name: &str) -> String {
    if name.chars().count() <= 20 { name.into() } else { name.chars().take(18).chain("...".chars()).collect() }
}

fn escape(s: &str) -> String {
    s.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
