//! Paths that ten tools are covered on in the same time, by how states are joined.

use std::path::{Path, PathBuf};

use crate::engine;
use crate::table::{Table, grouped};

/// The tools, and what is symbolic.
const TOOLS: [(&str, &str); 10] = [
    ("echo", "--sym-arg 8 --sym-arg 8"),
    ("cat", "--sym-arg 2 --sym-stdin 8"),
    ("expr", "--sym-arg 3 --sym-arg 3 --sym-arg 3"),
    ("factor", "--sym-arg 4"),
    ("test", "--sym-arg 3 --sym-arg 3 --sym-arg 3"),
    ("tr", "--sym-arg 4 --sym-arg 4 --sym-stdin 4"),
    ("uniq", "--sym-arg 3 --sym-stdin 8"),
    ("basename", "--sym-arg 8 --sym-arg 4"),
    ("printf", "--sym-arg 6 --sym-arg 4"),
    ("seq", "--sym-arg 3 --sym-arg 3"),
];

/// Seconds of the clock for each CPU second: other work on the machine must not end a run.
const PATIENCE: f64 = 30.0;

/// Ways to join states.
const MERGES: [&str; 4] = ["none", "aggressive", "lattice", "dynamic"];

/// Runs `homing check` for each tool and way, so many CPU seconds each; the table. `bitcode` tells a tool's file.
pub fn run(
    homing: &Path,
    wanted: &dyn Fn(&str) -> bool,
    bitcode: &dyn Fn(&str) -> Result<PathBuf, String>,
    seconds: f64,
    folder: &Path,
) -> Result<String, String> {
    let mut table = Table::new(&["tool", "symbolic", "joined", "paths", "states", "forks", "joins", "queries", "CPU s", "ended"]);
    for (tool, flags) in TOOLS.iter().filter(|t| wanted(t.0)) {
        let file = bitcode(tool)?.display().to_string();
        for merge in MERGES {
            let mut args = vec!["check".to_string(), file.clone(), "--all-errors".into(), "--search".into(), "dfs".into()];
            let limit = format!("{seconds}s");
            args.extend(["--merge", merge, "--replay", "interpreter", "--cpu-time", &limit].map(str::to_string));
            args.extend(flags.split_whitespace().map(str::to_string));
            let here = folder.join(format!("{tool}-{merge}"));
            std::fs::create_dir_all(&here).map_err(|e| format!("{}: {e}", here.display()))?;
            let run = engine::run(homing, &args, seconds * PATIENCE, &here)?;
            let mut row = vec![tool.to_string(), flags.to_string(), merge.to_string()];
            match &run.report {
                Some(r) => {
                    let s = &r.statistics;
                    let at_most = if s.paths_at_most { "≤ " } else { "" };
                    row.push(format!("{at_most}{}", grouped(s.paths)));
                    row.extend([s.states, s.forks, s.joins, s.solver_calls].map(grouped));
                    row.extend([format!("{:.1}", run.own_cpu()), r.ended.clone()]);
                }
                None => row.push(run.reason()),
            }
            eprintln!("{}", row.join("\t"));
            table.row(row);
        }
    }
    Ok(table.markdown())
}
