//! Lines deep in the call chains of tools (`chains.txt`), reached by each of a list of strategies.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use homing_front_llvm::{LowerOptions, load};
use homing_graph::CallGraph;
use homing_ir::{FuncId, Program, TargetSpec, resolve};

use super::directed::Goal;
use crate::engine::{self, Run};
use crate::table::Table;

const LIST: &str = include_str!("chains.txt");

/// From the entry, backwards, both, and the default.
pub const STRATEGIES: [&str; 11] = [
    "sdse",
    "astar",
    "dfs",
    "klee",
    "random-path",
    "ccbse:sdse",
    "ccbse:random-path",
    "mix-ccbse:sdse",
    "mix-ccbse:klee",
    "mix-ccbse:sdse,sdse",
    "auto",
];

/// Fewer calls from `main` are no chain.
const CALLS: u32 = 4;

/// Seconds by the clock for each CPU second: the machine may be busy.
const PATIENCE: f64 = 20.0;

/// All goals of the list.
pub fn goals() -> Result<Vec<Goal>, String> {
    Goal::list(LIST, "chains.txt")
}

/// What is run, and with what.
pub struct Setting<'a> {
    pub homing: &'a Path,
    pub built: &'a Path,
    /// Tells a tool's file.
    pub bitcode: &'a dyn Fn(&str) -> Result<PathBuf, String>,
    pub strategies: &'a [String],
    /// CPU seconds for each run.
    pub seconds: f64,
    /// 1 to this.
    pub seeds: u64,
    pub folder: &'a Path,
}

/// Runs `homing reach` for each goal with each strategy; the table, and whether each line was reached by somebody.
pub fn run(setting: &Setting<'_>, goals: &[Goal]) -> Result<(String, bool), String> {
    let mut heading = vec!["tool", "line", "symbolic", "calls"];
    heading.extend(setting.strategies.iter().map(String::as_str));
    let mut table = Table::new(&heading);
    let mut reached = vec![0; setting.strategies.len()];
    let mut all = true;
    for goal in goals {
        let target = goal.target(setting.built)?;
        let bitcode = (setting.bitcode)(&goal.tool)?;
        let calls = calls_from_main(&bitcode, &target)?;
        if calls < CALLS {
            return Err(format!("{}: {target} is only {calls} calls away from main", goal.tool));
        }
        let mut row = vec![goal.tool.clone(), target.clone(), goal.flags.join(" "), calls.to_string()];
        let mut found = false;
        for (i, strategy) in setting.strategies.iter().enumerate() {
            let runs = (1..=setting.seeds).map(|seed| setting.run(goal, &bitcode, &target, strategy, seed));
            let runs = runs.collect::<Result<Vec<_>, _>>()?;
            let cell = cell(&runs);
            eprintln!("{} {target} {strategy}: {cell}", goal.tool);
            let here = runs.iter().filter(|r| is_reached(r)).count() * 2 > runs.len();
            reached[i] += usize::from(here);
            found |= here;
            row.push(cell);
        }
        all &= found;
        table.row(row);
    }
    let mut last = vec!["lines reached".to_string(), String::new(), String::new(), String::new()];
    last.extend(reached.iter().map(|n| format!("{n} of {}", goals.len())));
    table.row(last);
    Ok((table.markdown(), all))
}

impl Setting<'_> {
    fn run(&self, goal: &Goal, bitcode: &Path, target: &str, strategy: &str, seed: u64) -> Result<Run, String> {
        let mut args: Vec<String> = ["reach", &bitcode.display().to_string(), "--target", target].map(str::to_string).to_vec();
        args.extend(goal.flags.iter().cloned());
        args.extend(["--search", strategy, "--seed", &seed.to_string()].map(str::to_string));
        let here = self.folder.join("chain");
        if here.exists() {
            std::fs::remove_dir_all(&here).map_err(|e| format!("{}: {e}", here.display()))?;
        }
        std::fs::create_dir_all(&here).map_err(|e| format!("{}: {e}", here.display()))?;
        engine::run_within(self.homing, &args, self.seconds * PATIENCE, Some(self.seconds), &here)
    }
}

/// Only what a real run has confirmed counts.
fn is_reached(run: &Run) -> bool {
    let native = |r: &engine::Report| r.targets.iter().any(|t| t.replay.as_ref().is_some_and(|r| r.by == "native"));
    run.verdict() == "REACHED" && run.report.as_ref().is_some_and(native)
}

/// Did it meet a limit of time?
fn is_over(run: &Run) -> bool {
    run.finished.out_of_cpu || run.finished.killed || run.report.as_ref().is_some_and(|r| r.ended == "time")
}

/// Work in thousands and CPU seconds, the median of the runs; a dash where most of them were over before.
fn cell(runs: &[Run]) -> String {
    if let Some(wrong) = runs.iter().find(|r| !is_reached(r) && !is_over(r)) {
        return format!("{} ({})", wrong.verdict(), wrong.reason().replace('|', " "));
    }
    let mut costs: Vec<Option<(u64, f64)>> =
        runs.iter().filter(|r| is_reached(r)).map(|r| Some((work(r), r.own_cpu()))).collect();
    costs.sort_by_key(|c| c.map(|c| c.0));
    costs.resize(runs.len(), None);
    match costs.get(runs.len() / 2).copied().flatten() {
        Some((work, cpu)) => format!("{} / {cpu:.1}", work.div_ceil(1000)),
        None => "–".into(),
    }
}

/// 50 x solver calls + instructions.
fn work(run: &Run) -> u64 {
    run.report.as_ref().map_or(0, |r| 50 * r.statistics.solver_calls + r.statistics.instructions)
}

/// On the shortest chain of calls, also through pointers, from `main` to a function with the line.
fn calls_from_main(bitcode: &Path, target: &str) -> Result<u32, String> {
    let module = load(&[bitcode.to_path_buf()]).map_err(|e| e.to_string())?;
    let program = module.lower(&LowerOptions { roots: None, with_library: false }).map_err(|e| e.to_string())?;
    let spec: TargetSpec = target.parse().map_err(|e: homing_ir::TargetError| e.to_string())?;
    let found = resolve(&program, &[spec]).map_err(|e| e.to_string())?;
    let wanted: BTreeSet<FuncId> = found.iter().flat_map(|t| &t.places).map(|p| p.func).collect();
    let main = program.find("main").ok_or("no main")?;
    shortest(&program, main, &wanted).ok_or_else(|| format!("{target}: no chain of calls from main"))
}

fn shortest(program: &Program, from: FuncId, wanted: &BTreeSet<FuncId>) -> Option<u32> {
    let calls = CallGraph::new(program);
    let mut seen = BTreeSet::from([from]);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((f, depth)) = queue.pop_front() {
        if wanted.contains(&f) {
            return Some(depth);
        }
        for callee in calls.sites[f.index()].iter().flat_map(|s| calls.callees(&s.to)) {
            if seen.insert(*callee) {
                queue.push_back((*callee, depth + 1));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_ten_tools() {
        let tools: BTreeSet<String> = goals().unwrap().into_iter().map(|g| g.tool).collect();
        assert!(tools.len() >= 10, "{tools:?}");
    }
}
