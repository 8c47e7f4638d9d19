//! Lines deep inside tools, reached from symbolic arguments: `directed.txt`.

use std::path::Path;

use crate::engine::{self, Run};
use crate::table::{Table, grouped};

const LIST: &str = include_str!("directed.txt");

/// A line to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    pub tool: String,
    file: String,
    text: String,
    pub flags: Vec<String>,
}

/// All goals of the list.
pub fn goals() -> Result<Vec<Goal>, String> {
    Goal::list(LIST, "directed.txt")
}

fn parse(line: &str) -> Option<Goal> {
    let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
    let [tool, file, text, flags] = parts[..] else { return None };
    let flags = flags.split_whitespace().map(str::to_string).collect();
    Some(Goal { tool: tool.into(), file: file.into(), text: text.into(), flags })
}

impl Goal {
    /// Goals of a list, one in a line.
    pub fn list(text: &str, name: &str) -> Result<Vec<Goal>, String> {
        let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'));
        lines.map(|(i, l)| parse(l).ok_or_else(|| format!("{name}:{}: not a goal", i + 1))).collect()
    }

    /// `FILE:LINE` in the sources at hand.
    pub fn target(&self, built: &Path) -> Result<String, String> {
        // What a parser was made from is named without its folder.
        let folder = if self.file.contains('/') { built.to_path_buf() } else { built.join("lib") };
        let path = folder.join(&self.file);
        let source = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let line = source.lines().position(|l| l.contains(&self.text));
        let line = line.ok_or_else(|| format!("{}: no line has `{}`", path.display(), self.text))?;
        Ok(format!("{}:{}", self.file, line + 1))
    }
}

/// Runs `homing reach` for each goal; the table, and whether all were reached with a native replay. `bitcode` tells a tool's file.
pub fn run(
    homing: &Path,
    built: &Path,
    goals: &[Goal],
    bitcode: &dyn Fn(&str) -> Result<std::path::PathBuf, String>,
    seconds: f64,
    folder: &Path,
) -> Result<(String, bool), String> {
    let mut table = Table::new(&[
        "tool",
        "line",
        "symbolic",
        "verdict",
        "replay",
        "CPU s",
        "instructions",
        "most states",
        "decisions",
        "queries",
    ]);
    let mut reached = 0;
    let targets = goals.iter().map(|g| g.target(built)).collect::<Result<Vec<_>, _>>()?;
    for (i, (goal, target)) in goals.iter().zip(targets).enumerate() {
        let mut args = vec!["reach".to_string(), bitcode(&goal.tool)?.display().to_string(), "--target".into(), target.clone()];
        args.extend(goal.flags.iter().cloned());
        let here = folder.join(i.to_string());
        std::fs::create_dir_all(&here).map_err(|e| format!("{}: {e}", here.display()))?;
        let run = engine::run(homing, &args, seconds, &here)?;
        let replay = replay(&run);
        reached += usize::from(run.verdict() == "REACHED" && replay == "native");
        let mut row = vec![goal.tool.clone(), target, goal.flags.join(" "), run.verdict().to_string(), replay];
        row.push(format!("{:.2}", run.own_cpu()));
        match &run.report {
            Some(r) => {
                let s = &r.statistics;
                row.extend([s.instructions, s.max_states, s.decides, s.solver_calls].map(grouped));
            }
            None => row.push(run.reason()),
        }
        table.row(row);
    }
    let text = format!("{}\n{reached} of {} lines reached and replayed natively\n", table.markdown(), goals.len());
    Ok((text, reached == goals.len()))
}

fn replay(run: &Run) -> String {
    let target = run.report.as_ref().and_then(|r| r.targets.first());
    match target.and_then(|t| t.replay.as_ref()) {
        Some(r) => r.by.clone(),
        None => run.reason(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_ten_tools() {
        let mut tools: Vec<String> = goals().unwrap().into_iter().map(|g| g.tool).collect();
        tools.dedup();
        assert!(tools.len() >= 10, "{tools:?}");
        assert_eq!(parse("a | b"), None);
    }
}
