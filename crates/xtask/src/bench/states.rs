//! Live states: how much memory one takes and what a fork costs.

use serde_json::json;

use super::programs::Ask;
use super::{Bench, Extra, arguments, compile};
use crate::table::{grouped, megabytes};

/// States that have to fit ...
const STATES: u64 = 100_000;
/// ... into this many bytes.
const BYTES: u64 = 2_000_000_000;

/// `bench/forks.c` forks 17 times, so breadth first search has 2^17 states alive at its end.
pub fn run(bench: &Bench) -> Result<Extra, String> {
    let bitcode = bench.folder.join("forks.bc");
    compile(&crate::root().join("bench/forks.c"), &bitcode, &[])?;
    // Each state by itself.
    let mut line = arguments(&bitcode, Ask::Everything, Some("bfs"));
    line.extend(["--merge", "none"].map(String::from));
    let run = bench.best(&line)?;
    let Some(report) = run.report.as_ref().filter(|r| r.verdict == "UNREACHABLE") else {
        let text = format!("{}: {}", run.verdict(), run.reason());
        return Ok(Extra { text, good: false, figures: json!({ "program": "forks.c", "verdict": run.verdict() }) });
    };
    let s = &report.statistics;
    let peak = run.finished.peak;
    let each = peak as f64 / s.max_states.max(1) as f64;
    let fork = (run.finished.cpu - s.cpu_seconds.load) * 1e6 / s.forks.max(1) as f64;
    let good = s.max_states >= STATES && each * STATES as f64 <= BYTES as f64;
    let text = format!(
        "{} states alive at a time in {} MB ({:.0} bytes each), {} forks, {:.2} CPU s, {:.1} microseconds per fork with the work between forks: {}",
        grouped(s.max_states),
        megabytes(peak),
        each,
        grouped(s.forks),
        run.finished.cpu,
        fork,
        if good { "ok" } else { "TOO MUCH MEMORY, or too few states" }
    );
    let figures = json!({
        "program": "forks.c", "states": s.max_states, "peak_memory": peak, "forks": s.forks, "cpu": run.finished.cpu,
        "bytes_per_state": each, "microseconds_per_fork": fork,
    });
    Ok(Extra { text, good, figures })
}
