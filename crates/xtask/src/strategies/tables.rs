//! Runs as tables.

use super::record::Measured;
use crate::table::{Table, grouped};

/// Median work and CPU seconds of each strategy on each program.
pub fn loops(runs: &[&Measured], programs: &[&str], strategies: &[String], time: u32) -> String {
    let heading: Vec<&str> = std::iter::once("program").chain(strategies.iter().map(String::as_str)).collect();
    let (mut work, mut cpu) = (Table::new(&heading), Table::new(&heading));
    let mut best = vec![0; strategies.len()];
    let mut reached = vec![0; strategies.len()];
    for program in programs {
        let medians: Vec<Option<(f64, f64)>> = strategies.iter().map(|s| medians(&of(runs, program, s))).collect();
        let least = medians.iter().flatten().map(|m| m.0).fold(f64::INFINITY, f64::min);
        for (i, m) in medians.iter().enumerate() {
            reached[i] += usize::from(m.is_some());
            best[i] += usize::from(m.is_some_and(|m| m.0 <= least));
        }
        let cells = |show: &dyn Fn((f64, f64)) -> String| {
            let cell = |m: &Option<(f64, f64)>| m.map_or_else(|| "∞".to_string(), show);
            std::iter::once(program.to_string()).chain(medians.iter().map(cell)).collect::<Vec<_>>()
        };
        work.row(cells(&|m| grouped(m.0.round() as u64)));
        cpu.row(cells(&|m| format!("{:.2}", m.1)));
    }
    for (name, counts) in [("reached", &reached), ("least work", &best)] {
        work.row(std::iter::once(name.to_string()).chain(counts.iter().map(usize::to_string)).collect());
    }
    format!(
        "Work (50 x solver calls + instructions), median; ∞: more than half of the runs were not decided in {time} CPU s.\n\n{}\n\
         CPU seconds of the whole process, median:\n\n{}",
        work.markdown(),
        cpu.markdown()
    )
}

/// Median work of each strategy, a row for each; then, for each program, the best forwards, the best backwards, and how `auto` compares.
pub fn chains(runs: &[&Measured], programs: &[&str], strategies: &[String], time: u32) -> String {
    let heading: Vec<&str> = std::iter::once("strategy").chain(programs.iter().copied()).collect();
    let mut work = Table::new(&heading);
    let median = |p: &str, s: &str| medians(&of(runs, p, s)).map(|m| m.0);
    let shown = |m: Option<f64>| m.map_or_else(|| "∞".to_string(), |m| grouped(m.round() as u64));
    for s in strategies {
        work.row(std::iter::once(s.clone()).chain(programs.iter().map(|p| shown(median(p, s)))).collect());
    }
    let mut best =
        Table::new(&["program", "best forward", "work", "best backward or mix", "work", "gain", "auto", "auto / best"]);
    let ratio = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => format!("{:.2}", a / b),
        (None, Some(_)) => "∞".to_string(),
        (_, None) => "–".to_string(),
    };
    for p in programs {
        let least = |wanted: &dyn Fn(&str) -> bool| {
            let own = strategies.iter().filter(|s| wanted(s)).filter_map(|s| Some((median(p, s)?, s.clone())));
            own.min_by(|a, b| a.0.total_cmp(&b.0))
        };
        let forward = least(&|s| s != "auto" && !s.contains("ccbse"));
        let backward = least(&|s| s.contains("ccbse"));
        let (f, b, auto) = (forward.as_ref().map(|m| m.0), backward.as_ref().map(|m| m.0), median(p, "auto"));
        let name = |m: Option<(f64, String)>| m.map_or_else(|| "none".to_string(), |m| m.1);
        let all = [f, b].into_iter().flatten().min_by(f64::total_cmp);
        let cells =
            [p.to_string(), name(forward), shown(f), name(backward), shown(b), ratio(f, b), shown(auto), ratio(auto, all)];
        best.row(cells.to_vec());
    }
    format!(
        "Work (50 x solver calls + instructions), median; ∞: more than half of the runs were not decided in {time} CPU s.\n\n{}\n{}",
        work.markdown(),
        best.markdown()
    )
}

fn of<'r>(runs: &[&'r Measured], program: &str, strategy: &str) -> Vec<&'r Measured> {
    runs.iter().copied().filter(|r| r.program == program && r.strategy == strategy).collect()
}

/// Of work and of CPU seconds; none if the target was not reached in the middle run.
fn medians(runs: &[&Measured]) -> Option<(f64, f64)> {
    let median = |value: &dyn Fn(&Measured) -> f64| {
        let mut all: Vec<f64> = runs.iter().map(|r| if r.reached() { value(r) } else { f64::INFINITY }).collect();
        all.sort_by(f64::total_cmp);
        let n = all.len();
        if n == 0 { f64::INFINITY } else { (all[(n - 1) / 2] + all[n / 2]) / 2.0 }
    };
    let m = (median(&|r| r.work as f64), median(&|r| r.cpu));
    m.0.is_finite().then_some(m)
}

/// How much each strategy reaches, what only some of them reach, and the openssl programs with their paths.
pub fn corpus(runs: &[&Measured], programs: &[&str], strategies: &[String], time: u32) -> String {
    let mut text = format!("Reached in {time} CPU s, loading included, of {} programs:\n\n", programs.len());
    text += &totals(runs, programs, strategies);
    text += "\nPrograms that not every strategy reaches (CPU s):\n\n";
    text += &each(runs, programs, strategies, |rs| !rs.iter().all(|r| r.is_some()), |m| format!("{:.2}", m.1));
    let openssl: Vec<&str> = programs.iter().copied().filter(|p| p.contains("openssl")).collect();
    if !openssl.is_empty() {
        text += "\nopenssl (paths to the target / CPU s):\n\n";
        text += &each(runs, &openssl, strategies, |_| true, |m| format!("{:.0} / {:.2}", m.2, m.1));
    }
    text
}

fn totals(runs: &[&Measured], programs: &[&str], strategies: &[String]) -> String {
    let mut table = Table::new(&["strategy", "reached", "CPU s for these", "only by it", "out of time", "otherwise"]);
    let by = |s: &str, p: &str| of(runs, p, s).iter().any(|r| r.reached());
    for s in strategies {
        let own: Vec<&&Measured> = runs.iter().filter(|r| r.strategy == *s).collect();
        let reached: Vec<&&&Measured> = own.iter().filter(|r| r.reached()).collect();
        let alone = programs.iter().filter(|p| by(s, p) && !strategies.iter().any(|o| o != s && by(o, p))).count();
        let out_of_time = own.iter().filter(|r| ["TIME", "KILLED"].contains(&r.verdict.as_str())).count();
        table.row(vec![
            s.clone(),
            programs.iter().filter(|p| by(s, p)).count().to_string(),
            format!("{:.1}", reached.iter().map(|r| r.cpu).sum::<f64>()),
            alone.to_string(),
            out_of_time.to_string(),
            (own.len() - reached.len() - out_of_time).to_string(),
        ]);
    }
    let any = programs.iter().filter(|p| strategies.iter().any(|s| by(s, p))).count();
    format!("{}\nReached by any of them: {any}\n", table.markdown())
}

/// Median work, CPU seconds and paths of each strategy on one program.
type Cells = Vec<Option<(f64, f64, f64)>>;

fn each(
    runs: &[&Measured],
    programs: &[&str],
    strategies: &[String],
    wanted: impl Fn(&Cells) -> bool,
    show: impl Fn((f64, f64, f64)) -> String,
) -> String {
    let heading: Vec<&str> = std::iter::once("program").chain(strategies.iter().map(String::as_str)).collect();
    let mut table = Table::new(&heading);
    for p in programs {
        let one = |s: &String| {
            let own = of(runs, p, s);
            let (work, cpu) = medians(&own)?;
            let mut paths: Vec<u64> = own.iter().filter(|r| r.reached()).map(|r| r.paths).collect();
            paths.sort_unstable();
            // The path that reached the target is one more.
            Some((work, cpu, paths[paths.len() / 2] as f64 + 1.0))
        };
        let cells: Cells = strategies.iter().map(one).collect();
        if wanted(&cells) {
            let shown = cells.iter().map(|c| c.map_or_else(|| "–".to_string(), &show));
            table.row(std::iter::once(p.to_string()).chain(shown).collect());
        }
    }
    table.markdown()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(program: &str, strategy: &str, verdict: &str, work: u64) -> Measured {
        Measured {
            program: program.into(),
            strategy: strategy.into(),
            seed: 1,
            time: 10,
            verdict: verdict.into(),
            work,
            paths: 3,
            cpu: 0.5,
        }
    }

    #[test]
    fn runs_without_an_answer_are_infinite() {
        let all = [run("a", "x", "REACHED", 10), run("a", "x", "TIME", 0), run("a", "x", "REACHED", 30)];
        let all: Vec<&Measured> = all.iter().collect();
        assert_eq!(medians(&all), Some((30.0, 0.5)));
        assert_eq!(medians(&all[..2]), None);
        assert_eq!(medians(&[]), None);
    }

    #[test]
    fn the_best_each_way_and_auto() {
        let all = [
            run("a", "sdse", "TIME", 0),
            run("a", "ccbse:sdse", "REACHED", 1000),
            run("a", "auto", "REACHED", 1400),
            run("b", "sdse", "REACHED", 300),
            run("b", "ccbse:sdse", "REACHED", 600),
            run("b", "auto", "TIME", 0),
        ];
        let all: Vec<&Measured> = all.iter().collect();
        let text = chains(&all, &["a", "b"], &["sdse", "ccbse:sdse", "auto"].map(String::from), 10).replace(' ', "");
        assert!(text.contains("|a|none|∞|ccbse:sdse|1,000|∞|1,400|1.40|"), "{text}");
        assert!(text.contains("|b|sdse|300|ccbse:sdse|600|0.50|∞|∞|"), "{text}");
    }

    #[test]
    fn what_is_reached_is_counted() {
        let all = [
            run("openssl/a", "x", "REACHED", 10),
            run("openssl/a", "y", "TIME", 0),
            run("b", "x", "REACHED", 1000),
            run("b", "y", "REACHED", 20),
        ];
        let all: Vec<&Measured> = all.iter().collect();
        let strategies = ["x".to_string(), "y".to_string()];
        let text = corpus(&all, &["openssl/a", "b"], &strategies, 10);
        let row = |start: &str| text.lines().find(|l| l.starts_with(start)).unwrap_or_default().replace(' ', "");
        assert_eq!(row("| x "), "|x|2|1.0|1|0|0|");
        assert_eq!(row("| y "), "|y|1|0.5|0|1|0|");
        assert!(text.contains("by any of them: 2") && text.contains("4 / 0.50"), "{text}");
        let text = loops(&all, &["openssl/a", "b"], &strategies, 10);
        assert!(text.contains("1,000") && text.contains('∞'), "{text}");
    }
}
