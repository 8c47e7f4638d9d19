//! Settings that must not change a verdict.

use homing_exec::ExecOptions;
use homing_explore::{Config, Merging, Techniques};

use crate::suite::config;

/// A setting with its name.
#[derive(Clone, Debug)]
pub struct Setting {
    pub name: String,
    /// Explore with locals in registers.
    pub promote: bool,
    pub config: Config,
}

/// How many of the settings switch a part off or a check on; the rest are strategies.
pub const SWITCHES: usize = 10;

/// Passes, pruning, layers and second opinions switched, then every strategy by name.
pub fn settings(wide: bool) -> Vec<Setting> {
    let config = |search: &str, seed| config(search, seed, wide);
    let set = |name: &str, promote: bool, config: Config| Setting { name: name.into(), promote, config };
    let bound = |names: &str| names.parse::<Techniques>().expect("names of techniques");
    let mut all = vec![
        set("no passes", false, config("auto", 1)),
        set("no pruning", true, Config { techniques: Techniques::none(), ..config("dfs", 1) }),
        set("neither", false, Config { techniques: Techniques::none(), ..config("bfs", 1) }),
        set("a bound that nobody meets", true, Config { techniques: bound("loop-bound:1000000"), ..config("dfs", 1) }),
        set("a bound and pruning", false, Config { techniques: bound("prune,loop-bound:1000000"), ..config("auto", 1) }),
        set("joined wherever possible", true, joined(Merging::Aggressive, config("dfs", 1))),
        set(
            "joined by the estimate",
            false,
            joined(Merging::Estimate { limit: 3.0, kappa: Some(2), from: 0 }, config("auto", 1)),
        ),
        set("no path layers", true, Config { path_layers: false, ..config("dfs", 1) }),
        set("second opinion", true, Config { cross_check: true, ..config("dfs", 1) }),
        set(
            "second opinion without passes",
            false,
            Config { cross_check: true, techniques: Techniques::none(), ..config("random", 2) },
        ),
    ];
    let plain = homing_directed::strategies().iter().map(|s| s.0).filter(|name| !name.contains(':'));
    let combined = ["interleave:dfs,2*random", "round-robin:bfs,sdse", "batch:1000*random", "ties-random:astar"];
    let backwards = homing_directed::BACKWARDS;
    all.extend(plain.chain(combined).chain(backwards).map(|name| set(name, true, config(name, 7))));
    all
}

/// States are joined, and each join is proved.
fn joined(merging: Merging, config: Config) -> Config {
    Config { merging, exec: ExecOptions { prove_joins: true, ..config.exec }, ..config }
}
