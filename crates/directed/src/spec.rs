//! Strategies by name, and the syntax that combines them.
//!
//!     spec  := name | combinator ':' part {',' part}
//!     part  := [number '*'] (name | '(' spec ')')
//! or one of `ccbse:S`, `mix-ccbse:S` and `mix-ccbse:S,B` with forward strategies S and B.
//!
//! The combinators are `interleave` (number: share of the work), `round-robin` (one choice each), `batch` (number: work that a chosen
//! state gets at least), `ties-random`, `ties-newest` and `ties-oldest` (how a ranked strategy orders equals), `patient` (a ranked strategy
//! puts paths that do not come nearer behind the others).

use homing_explore::{Bfs, Dfs, Fresh, Interleave, Random, Strategy};

use crate::astar::AStar;
use crate::astar2::AStar2;
use crate::auto::auto;
use crate::ccbse::{Ccbse, Forward};
use crate::concolic::Concolic;
use crate::fuzz::Fuzz;
use crate::guess::Guess;
use crate::sdse::Sdse;
use crate::sdse_intra::SdseIntra;
use crate::spread::Spread;
use crate::{Batch, Coverage, RandomPath, Ranked, Sage, Ties};

/// Every strategy with one line on it; combinators with their syntax.
pub fn strategies() -> &'static [(&'static str, &'static str)] {
    &[
        (
            "auto",
            "the default: ccbse:spread, spread, patient sdse and astar, klee, dfs, fresh, guess, fuzz and concolic share what the run costs",
        ),
        ("sdse", "the state with the shortest way to a target, over calls and its own stack"),
        ("sdse-intra", "the same within the target's function only; states elsewhere come last"),
        ("astar", "instructions executed + shortest way to a target"),
        ("astar2", "shortest way to a target; going round in loops costs more the longer it lasts"),
        ("spread", "shortest way to a target, times a price on being where many have been"),
        ("dfs", "depth first: runs a path to its end, then goes back to the latest fork"),
        ("bfs", "breadth first: every state in turn, the oldest first"),
        ("random", "any state, each with the same chance"),
        ("random-path", "a random walk down the execution tree: short paths have better chances"),
        ("coverage", "random, states near instructions that nobody has executed have better chances"),
        ("fresh", "states that have lately entered blocks nobody had entered, then any"),
        ("klee", "random-path and coverage by turns"),
        ("guess", "concrete runs with guessed inputs; fast, and never proves anything"),
        ("fuzz", "native runs with inputs mutated towards new code and the target; very fast, and never proves anything"),
        (
            "concolic",
            "fuzz, and the states that its inputs belong to are run, nearest first: what they pass by is one decision away",
        ),
        ("sage", "generations: a path to its end, then what it forked, best coverage first"),
        ("ccbse:A", "from the target backwards along the call chain; A picks among the states of one function's start"),
        ("mix-ccbse:A", "A from the entry and ccbse:random-path share the work (mix-ccbse:A,B: and ccbse:B)"),
        ("interleave:A,2*B", "A and B by turns; B gets twice the work of A"),
        ("round-robin:A,B", "A and B by turns, one choice each"),
        ("batch:1000*A", "A, but a chosen state gets 1000 units of work before the next choice"),
        (
            "patient:A",
            "A (sdse, sdse-intra, astar, astar2, spread); paths that have not come nearer for long go behind the others",
        ),
        (
            "ties-random:A",
            "A (sdse, sdse-intra, astar, astar2, spread); among equals a random one (also ties-newest, ties-oldest)",
        ),
    ]
}

/// The backward strategies that are compared: those of Table 1 of Directed Symbolic Execution, and two that look at the target.
pub const BACKWARDS: [&str; 8] = [
    "ccbse:random-path",
    "ccbse:sdse",
    "ccbse:sdse-intra",
    "ccbse:spread",
    "mix-ccbse:klee",
    "mix-ccbse:sage",
    "mix-ccbse:random-path",
    "mix-ccbse:sdse",
];

/// The strategy of that name or combination; the error says what is wrong with it.
pub fn make_strategy(spec: &str, seed: u64) -> Result<Box<dyn Strategy>, String> {
    make(spec.trim(), seed, Manner::default())
}

/// How ranked strategies shall go about it, as far as somebody has said so.
#[derive(Copy, Clone, Default)]
struct Manner {
    ties: Option<Ties>,
    patient: bool,
}

const RANKED: [&str; 5] = ["sdse", "sdse-intra", "astar", "astar2", "spread"];

fn make(spec: &str, seed: u64, manner: Manner) -> Result<Box<dyn Strategy>, String> {
    if let Some((combinator @ ("ccbse" | "mix-ccbse"), list)) = spec.split_once(':') {
        return backwards(combinator == "mix-ccbse", list, seed);
    }
    if let Some((combinator, list)) = spec.split_once(':') {
        return combine(combinator, list, seed, manner);
    }
    let Manner { ties, patient } = manner;
    if !RANKED.contains(&spec) && strategies().iter().any(|s| s.0 == spec) {
        if ties.is_some() {
            return Err(format!("`{spec}` does not rank states: there are no equals to order"));
        }
        if patient {
            return Err(format!("`{spec}` does not rank states: there is nobody to be patient with"));
        }
    }
    let ties = ties.unwrap_or(Ties::Newest);
    Ok(match spec {
        "auto" => auto(seed),
        "sdse" => Box::new(Ranked::new(Sdse, ties, patient, seed)),
        "sdse-intra" => Box::new(Ranked::new(SdseIntra::default(), ties, patient, seed)),
        "astar" => Box::new(Ranked::new(AStar, ties, patient, seed)),
        "astar2" => Box::new(Ranked::new(AStar2::default(), ties, patient, seed)),
        "spread" => Box::new(Ranked::new(Spread::new(seed), ties, patient, seed)),
        "dfs" => Box::new(Dfs::default()),
        "bfs" => Box::new(Bfs::default()),
        "random" => Box::new(Random::new(seed)),
        "random-path" => Box::new(RandomPath::new(seed)),
        "coverage" => Box::new(Coverage::new(seed)),
        "fresh" => Box::new(Fresh::new(seed)),
        "klee" => klee(seed),
        "guess" => Box::new(Guess::new(seed)),
        "fuzz" => Box::new(Fuzz::new(seed)),
        "concolic" => Box::new(Concolic::new(seed)),
        "sage" => Box::new(Sage::new(seed)),
        _ => return Err(unknown(spec)),
    })
}

/// Round robin of random paths and closest to uncovered (Directed Symbolic Execution, 2.1; nested-loops thesis, 5.3.2.2).
pub fn klee(seed: u64) -> Box<dyn Strategy> {
    Box::new(Interleave::round_robin(vec![Box::new(RandomPath::new(seed)), Box::new(Coverage::new(seed ^ 0x6b6c_6565))]))
}

/// A strategy as an arm of a portfolio: one that goes backwards leaves the states from the entry to the other arms.
pub(crate) fn make_arm(spec: &str, seed: u64) -> Result<Box<dyn Strategy>, String> {
    match spec.strip_prefix("ccbse:") {
        Some(back) => ccbse(back, Forward::Elsewhere, seed),
        // Guessing is an arm of its own.
        None if spec == "fuzz" => Ok(Box::new(Fuzz::alone(seed))),
        // So is fuzzing.
        None if spec == "concolic" => Ok(Box::new(Concolic::alone())),
        None => make_strategy(spec, seed),
    }
}

/// From the target backwards, alone or with a search from the entry beside it.
fn backwards(mix: bool, list: &str, seed: u64) -> Result<Box<dyn Strategy>, String> {
    let parts = parts(list)?;
    if parts.iter().any(|p| p.0.is_some()) {
        return Err("`ccbse` takes no numbers".into());
    }
    let (forward, back) = match (mix, &parts[..]) {
        (false, [(_, back)]) => (None, *back),
        (true, [(_, forward)]) => (Some(*forward), "random-path"),
        (true, [(_, forward), (_, back)]) => (Some(*forward), *back),
        _ => return Err("`ccbse` takes one strategy, `mix-ccbse` one or two".into()),
    };
    let plain = |spec: &str| {
        // `auto` has unconstrained runs of its own, and `guess` and `fuzz` have no states; `concolic` needs those of the whole run.
        match ["auto", "guess", "fuzz", "concolic", "ccbse"]
            .iter()
            .find(|word| spec.split(|c: char| ":,*() -".contains(c)).any(|w| w == **word))
        {
            Some(word) => Err(format!("`{word}` cannot be part of `ccbse`")),
            None => Ok(()),
        }
    };
    plain(back)?;
    forward.map_or(Ok(()), plain)?;
    let forward = match forward {
        Some(spec) => Forward::Mixed(make(spec, seed, Manner::default())?),
        None => Forward::Own,
    };
    ccbse(back, forward, seed)
}

fn ccbse(back: &str, forward: Forward, seed: u64) -> Result<Box<dyn Strategy>, String> {
    make(back, seed, Manner::default())?;
    let back = back.to_string();
    let each = move |n: u64| {
        make(&back, part_seed(seed, n as usize + 1), Manner::default()).unwrap_or_else(|_| Box::new(Dfs::default()))
    };
    Ok(Box::new(Ccbse::new(Box::new(each), forward)))
}

fn combine(combinator: &str, list: &str, seed: u64, manner: Manner) -> Result<Box<dyn Strategy>, String> {
    let parts = parts(list)?;
    if let Some((_, part)) = parts.iter().find(|(_, p)| p.starts_with("ccbse:") || p.starts_with("mix-ccbse:")) {
        return Err(format!("`{part}` cannot be part of `{combinator}`: use mix-ccbse"));
    }
    let numbers = parts.iter().any(|(n, _)| n.is_some());
    let one = || match &parts[..] {
        [(n, part)] => Ok((*n, *part)),
        _ => Err(format!("`{combinator}` takes one strategy")),
    };
    match combinator {
        "interleave" | "round-robin" if parts.len() < 2 => Err(format!("`{combinator}` takes two strategies or more")),
        "round-robin" | "patient" | "ties-random" | "ties-newest" | "ties-oldest" if numbers => {
            Err(format!("`{combinator}` takes no numbers"))
        }
        "interleave" => {
            let made = parts.iter().enumerate().map(|(i, (n, p))| Ok((n.unwrap_or(1), make(p, part_seed(seed, i), manner)?)));
            Ok(Box::new(Interleave::with_shares(made.collect::<Result<_, String>>()?)))
        }
        "round-robin" => {
            let made = parts.iter().enumerate().map(|(i, (_, p))| make(p, part_seed(seed, i), manner));
            Ok(Box::new(Interleave::round_robin(made.collect::<Result<_, String>>()?)))
        }
        "batch" => {
            let (work, part) = one()?;
            Ok(Box::new(Batch::new(u64::from(work.unwrap_or(1000)), make(part, seed, manner)?)))
        }
        "patient" => make(one()?.1, seed, Manner { patient: true, ..manner }),
        "ties-random" => make(one()?.1, seed, Manner { ties: Some(Ties::Random), ..manner }),
        "ties-newest" => make(one()?.1, seed, Manner { ties: Some(Ties::Newest), ..manner }),
        "ties-oldest" => make(one()?.1, seed, Manner { ties: Some(Ties::Oldest), ..manner }),
        _ => Err(unknown(combinator)),
    }
}

/// Equal parts of a combination shall not make the same choices.
fn part_seed(seed: u64, i: usize) -> u64 {
    seed.wrapping_add((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Splits at the commas outside of parentheses; each part with its number and without its parentheses.
fn parts(list: &str) -> Result<Vec<(Option<u32>, &str)>, String> {
    let (mut depth, mut start, mut out) = (0i32, 0, Vec::new());
    for (i, c) in list.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                out.push(&list[start..i]);
                start = i + 1;
            }
            _ => {}
        }
        if depth < 0 {
            break;
        }
    }
    if depth != 0 {
        return Err(format!("parentheses do not match in `{list}`"));
    }
    out.push(&list[start..]);
    out.into_iter().map(part).collect()
}

fn part(text: &str) -> Result<(Option<u32>, &str), String> {
    let (number, rest) = match text.split_once('*') {
        Some((n, rest)) if !n.contains('(') => {
            let n: u32 = n.trim().parse().ok().filter(|n| *n > 0).ok_or_else(|| format!("`{n}` is not a number above 0"))?;
            (Some(n), rest)
        }
        _ => (None, text),
    };
    let rest = rest.trim();
    let inner = rest.strip_prefix('(').and_then(|r| r.strip_suffix(')')).unwrap_or(rest).trim();
    if inner.is_empty() { Err("a strategy is missing".into()) } else { Ok((number, inner)) }
}

fn unknown(name: &str) -> String {
    let names: Vec<&str> = strategies().iter().map(|(n, _)| *n).collect();
    format!("no strategy is called `{name}`; there are {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_strategy_can_be_made() {
        for (name, _) in strategies() {
            let name = name.replace("2*B", "2*bfs").replace('B', "bfs").replace('A', "sdse");
            assert!(make_strategy(&name, 1).is_ok(), "{name}");
        }
    }

    #[test]
    fn every_arm_of_auto_can_be_made() {
        for arm in crate::auto::ARMS {
            assert!(make_arm(arm.name, 1).is_ok() && make_strategy(arm.name, 1).is_ok(), "{}", arm.name);
        }
    }

    #[test]
    fn combinations_nest() {
        assert!(make_strategy("interleave:3*(batch:100*sdse),(round-robin:dfs,(ties-oldest:(patient:astar))), klee", 1).is_ok());
    }

    #[test]
    fn mistakes_are_told() {
        let cases = [
            ("nonsense", "no strategy is called `nonsense`"),
            ("interleave:dfs", "two strategies or more"),
            ("interleave:dfs,nonsense", "`nonsense`"),
            ("interleave:dfs,(bfs", "parentheses"),
            ("interleave:dfs,", "missing"),
            ("interleave:0*dfs,bfs", "above 0"),
            ("batch:dfs,bfs", "takes one strategy"),
            ("ties-random:dfs", "does not rank"),
            ("patient:klee", "does not rank"),
            ("patient:2*sdse", "no numbers"),
            ("round-robin:2*dfs,bfs", "no numbers"),
            ("", "no strategy"),
            ("ccbse:", "missing"),
            ("ccbse:nonsense", "`nonsense`"),
            ("ccbse:sdse,dfs", "takes one"),
            ("ccbse:guess", "cannot be part"),
            ("mix-ccbse:(ccbse:dfs)", "cannot be part"),
            ("interleave:sdse,(mix-ccbse:dfs)", "cannot be part"),
        ];
        for (spec, part) in cases {
            match make_strategy(spec, 1) {
                Ok(_) => panic!("{spec:?} is accepted"),
                Err(e) => assert!(e.contains(part), "{spec:?}: {e}"),
            }
        }
    }
}
