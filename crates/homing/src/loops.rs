//! `homing loops`: every loop of the program with what many rounds of it come to, or why that cannot be said.

use std::collections::BTreeMap;
use std::fmt::Write;

use homing_driver::split_line;
use homing_exec::{ExecOptions, Executor};
use homing_explore::{Config, ListedLoop, context_for, list_loops};
use homing_host::Failure;
use homing_ir::{FuncId, Origin, Program, TargetSpec};
use serde::Serialize;

use crate::cli::LoopsArgs;
use crate::program::{prepare, request};

#[derive(Serialize)]
struct Document {
    loops: Vec<Told>,
}

/// One loop.
#[derive(Serialize)]
struct Told {
    function: String,
    file: String,
    line: u32,
    depth: u32,
    kind: &'static str,
    /// Ways round it, and ways out.
    paths: usize,
    exits: usize,
    traces: Vec<Trace>,
    without: Vec<&'static str>,
}

/// Paths that are gone any number of times in one step.
#[derive(Serialize)]
struct Trace {
    paths: Vec<usize>,
    /// After `k` rounds.
    after: BTreeMap<String, String>,
    ends: Vec<Ending>,
}

#[derive(Serialize)]
struct Ending {
    condition: String,
    rounds: String,
}

/// Runs the command; the exit code.
pub fn loops(args: &LoopsArgs) -> Result<i32, Failure> {
    let named: Vec<(String, Option<u32>)> =
        args.files.iter().map(|f| split_line(f)).map(|(f, spec)| (f, spec.and_then(line))).collect();
    let files: Vec<String> = named.iter().map(|n| n.0.clone()).collect();
    let request = request(&files, &[], &args.program)?;
    let prepared = prepare(&request, &args.program)?;
    let p = prepared.program();
    let own = (0..p.functions.len() as u32).map(FuncId).filter(|f| p.func(*f).origin == Origin::Program);
    let mut loops = Vec::new();
    for f in own.filter(|f| !p.func(*f).is_declaration()) {
        let mut exec = Executor::new(p, context_for(&Config::default()), ExecOptions::default(), 0);
        loops.extend(list_loops(&mut exec, f).into_iter().filter(|l| is_wanted(p, l, &named)).map(|l| told(p, l)));
    }
    let document = Document { loops };
    if args.json {
        let text = serde_json::to_string_pretty(&document).map_err(|e| Failure::input(e.to_string()))?;
        crate::output::print(&format!("{text}\n"));
    } else {
        crate::output::print(&text(&document));
    }
    Ok(0)
}

fn line(spec: TargetSpec) -> Option<u32> {
    match spec {
        TargetSpec::Line { line, .. } => Some(line),
        _ => None,
    }
}

/// Is it around one of the lines that were named, if there are any?
fn is_wanted(p: &Program, l: &ListedLoop, named: &[(String, Option<u32>)]) -> bool {
    let lines: Vec<(&str, u32)> = named.iter().filter_map(|(f, line)| Some((f.as_str(), (*line)?))).collect();
    let is = |(file, line): &(&str, u32)| {
        let name = std::path::Path::new(file).file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        l.locs
            .iter()
            .map(|loc| p.loc(*loc))
            .any(|loc| loc.line == *line && p.files.get(loc.file.index()).is_some_and(|f| f.full_path().ends_with(&name)))
    };
    lines.is_empty() || lines.iter().any(is)
}

fn told(p: &Program, l: ListedLoop) -> Told {
    let loc = p.loc(l.loc);
    let ending = |(condition, rounds)| Ending { condition, rounds };
    let traces =
        l.rows.into_iter().map(|r| Trace { paths: r.paths, after: r.after, ends: r.ends.into_iter().map(ending).collect() });
    Told {
        function: p.func(l.func).name.clone(),
        file: p.files.get(loc.file.index()).map(|f| f.full_path()).unwrap_or_default(),
        line: loc.line,
        depth: l.depth,
        kind: l.kind,
        paths: l.paths,
        exits: l.exits,
        traces: traces.collect(),
        without: l.without,
    }
}

fn text(d: &Document) -> String {
    let mut out = String::new();
    for l in &d.loops {
        let _ = writeln!(out, "{}:{} in {}, depth {}: {}", l.file, l.line, l.function, l.depth, l.kind);
        let _ = writeln!(out, "  {} ways round, {} ways out", l.paths, l.exits);
        for t in &l.traces {
            let paths: Vec<String> = t.paths.iter().map(|p| format!("p{}", p + 1)).collect();
            let _ = writeln!(out, "  ({})^k", paths.join(" "));
            for (name, value) in &t.after {
                let _ = writeln!(out, "    {name} = {value}");
            }
            for e in &t.ends {
                let _ = writeln!(out, "    if {}: k = {}", e.condition, e.rounds);
            }
        }
        for why in &l.without {
            let _ = writeln!(out, "  not summarised: {why}");
        }
    }
    if d.loops.is_empty() {
        out.push_str("no loops\n");
    }
    out
}
