//! Settings that must not change a verdict.

use homing_exec::ExecOptions;
use homing_explore::{Config, Merging, Techniques, techniques};

use crate::suite::config;

/// A setting with its name.
#[derive(Clone, Debug)]
pub struct Setting {
    pub name: String,
    /// Explore with locals in registers.
    pub promote: bool,
    pub config: Config,
}

/// How many of the settings combine techniques, switch a part off or a check on; the rest are strategies.
pub fn switches() -> usize {
    combinations(false).len() + 4
}

/// Of so many settings that combine techniques, one in how many a program is run with: about sixteen, whatever the number of techniques.
pub fn every() -> usize {
    ((1 << techniques().len()) / 16).max(2)
}

/// Every combination of techniques, passes, layers and second opinions switched, then every strategy by name.
pub fn settings(wide: bool) -> Vec<Setting> {
    let config = |search: &str, seed| config(search, seed, wide);
    let mut all = combinations(wide);
    all.extend([
        set("no passes", false, config("auto", 1)),
        set("no path layers", true, Config { path_layers: false, ..config("dfs", 1) }),
        set("second opinion", true, Config { cross_check: true, ..config("dfs", 1) }),
        set(
            "second opinion without passes",
            false,
            Config { cross_check: true, techniques: Techniques::none(), ..config("random", 2) },
        ),
    ]);
    let plain = homing_directed::strategies().iter().map(|s| s.0).filter(|name| !name.contains(':'));
    let combined = ["interleave:dfs,2*random", "round-robin:bfs,sdse", "batch:1000*random", "ties-random:astar"];
    let backwards = homing_directed::BACKWARDS;
    all.extend(plain.chain(combined).chain(backwards).map(|name| set(name, true, config(name, 7))));
    all
}

/// Every subset of the techniques there are, none and all of them included. A bound is one that nobody meets; states are joined wherever
/// possible or by the estimate, with locals in registers or not, under several searches, in turns.
fn combinations(wide: bool) -> Vec<Setting> {
    let names: Vec<String> = techniques().iter().map(|(name, _)| at_work(name)).collect();
    let merging = [Merging::Aggressive, Merging::Estimate { limit: 3.0, kappa: Some(2), from: 0, meets: true }];
    let one = |subset: usize| {
        let chosen: Vec<&str> = names.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, n)| n.as_str()).collect();
        let list = if chosen.is_empty() { "none".to_string() } else { chosen.join(",") };
        let search = ["dfs", "auto", "bfs"][subset % 3];
        let techniques = list.parse::<Techniques>().expect("names of techniques");
        let config = joined(merging[subset % 2], Config { techniques, ..config(search, 1, wide) });
        set(&format!("techniques {list}"), subset.count_ones().is_multiple_of(2), config)
    };
    (0..1usize << names.len()).map(one).collect()
}

/// The technique so that it matters in a small program, or never where it would be a loss.
fn at_work(name: &str) -> String {
    if name == "induction" { "induction:0".into() } else { name.replace(":N", ":1000000") }
}

fn set(name: &str, promote: bool, config: Config) -> Setting {
    Setting { name: name.into(), promote, config }
}

/// States are joined, and each join is proved.
fn joined(merging: Merging, config: Config) -> Config {
    Config { merging, exec: ExecOptions { prove_joins: true, ..config.exec }, ..config }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_of_techniques_is_there_once() {
        let all = settings(false);
        let several: std::collections::BTreeSet<String> =
            all[..switches() - 4].iter().map(|s| format!("{:?}", s.config.techniques)).collect();
        assert_eq!(several.len(), 1 << techniques().len());
        let default: Techniques = format!("auto,{}", at_work("induction")).parse().unwrap();
        assert!(several.contains(&format!("{:?}", Techniques::none())) && several.contains(&format!("{default:?}")));
    }
}
