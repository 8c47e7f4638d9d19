//! The engine loop on drawn graphs: what it tells a strategy, what it does with what a strategy says, and what it may claim in the end.
//!
//! Every branch of a drawn graph asks for an input of its own, so both ways can be gone: a block can be reached if the graph says so.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::rc::Rc;

use homing_exec::StateId;
use homing_explore::{
    Action, Candidate, Config, Confirmation, Ended, Event, Hooks, Merging, Outcome, RunLimits, Strategy, SubRun, Techniques,
    Verdict, View, explore_with,
};
use homing_ir::{Program, Target};
use homing_random::Random;

/// By block: where it leads. No successor returns, two are a branch on an input.
type Graph = Vec<Vec<usize>>;

/// Block b is on line b + 1.
fn draw(graph: &Graph) -> Program {
    let mut text = String::from("program ptr 64 final\nfile0 \"p.uc\" in \"\"\n");
    for b in 0..graph.len() {
        writeln!(text, "loc{0} file0:{0}:1", b + 1).unwrap();
    }
    text += "define f0 \"main\"() -> dyn {\n";
    let mut reg = 0;
    for (b, next) in graph.iter().enumerate() {
        let at = format!("!loc{}", b + 1);
        writeln!(text, "block{b}:\n  dyn.output {b}:dyn {at}").unwrap();
        match next[..] {
            [] => writeln!(text, "  return {b}:dyn {at}"),
            [to] => writeln!(text, "  jump block{to} {at}"),
            [yes, no] => {
                let (input, cond) = (reg, reg + 1);
                reg += 2;
                writeln!(text, "  v{input}: dyn = dyn.input {at}\n  v{cond}: i1 = dyn.gt v{input}, 4:dyn {at}").unwrap();
                writeln!(text, "  branch v{cond}, block{yes}, block{no} {at}")
            }
            _ => panic!("block {b} has too many successors"),
        }
        .unwrap();
    }
    text += "}\n";
    homing_ir::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// What a strategy was told and has said, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Told {
    Added { id: u64, parent: Option<u64> },
    Ran { id: u64, work: u64 },
    Removed { id: u64, work: u64 },
    Said(u64),
}

/// Takes any waiting state, by chance; ends after so many choices.
struct Drawn {
    waiting: Vec<StateId>,
    random: Random,
    choices: usize,
    told: Rc<RefCell<Vec<Told>>>,
}

impl Strategy for Drawn {
    fn observe(&mut self, event: &Event<'_>, _: &View<'_>) {
        let mut told = self.told.borrow_mut();
        match event {
            Event::Added { state, parent } => {
                self.waiting.push(state.id);
                told.push(Told::Added { id: state.id.0, parent: parent.map(|p| p.0) });
            }
            Event::Ran { state, work, .. } => told.push(Told::Ran { id: state.id.0, work: *work }),
            Event::Removed { state, work } => {
                self.waiting.retain(|s| s != state);
                told.push(Told::Removed { id: state.0, work: *work });
            }
            Event::SubRun(SubRun::Decided { .. }) => {}
            Event::Guessed { .. } | Event::Fuzzed { .. } | Event::SubRun(_) => panic!("nobody asked for that"),
        }
    }

    fn next(&mut self, _: &View<'_>) -> Action {
        if self.waiting.is_empty() || self.choices == 0 {
            return Action::Done;
        }
        self.choices -= 1;
        let state = self.waiting[self.random.below(self.waiting.len())];
        self.told.borrow_mut().push(Told::Said(state.0));
        Action::Forward { state, steps: 1 + self.random.below(20) as u64 }
    }
}

/// Everything replays.
struct Agrees;

impl Hooks for Agrees {
    fn confirm(&mut self, _: &Candidate<'_>) -> Confirmation {
        Confirmation::Native
    }
}

struct Searched {
    outcome: Outcome,
    told: Vec<Told>,
}

impl Searched {
    fn verdicts(&self) -> Vec<&'static str> {
        let name = |v: &Verdict| match v {
            Verdict::Reached { .. } => "reached",
            Verdict::Unreachable => "unreachable",
            Verdict::Unknown { .. } => "unknown",
        };
        self.outcome.targets.iter().map(|t| name(&t.verdict)).collect()
    }
}

/// Each state by itself, unless a test says otherwise.
fn plain(techniques: &str) -> Config {
    Config { techniques: techniques.parse().unwrap(), merging: Merging::None, ..Config::default() }
}

fn search(graph: &Graph, blocks: &[usize], config: &Config, seed: u64, choices: usize) -> Searched {
    let mut program = draw(graph);
    let specs: Vec<_> = blocks.iter().map(|b| format!("p.uc:{}", b + 1).parse().unwrap()).collect();
    let targets: Vec<Target> = homing_ir::resolve(&program, &specs).unwrap();
    homing_ir::pin(&mut program, &targets);
    let told = Rc::new(RefCell::new(Vec::new()));
    let strategy = Drawn { waiting: Vec::new(), random: Random::new(seed), choices, told: told.clone() };
    let main = program.find("main").unwrap();
    let outcome = explore_with(&program, main, &targets, config, Box::new(strategy), &mut Agrees);
    let told = told.borrow().clone();
    Searched { outcome, told }
}

/// Block 0 is the root, and the children of b are 2b + 1 and 2b + 2.
fn tree(levels: u32) -> Graph {
    let blocks = (1usize << (levels + 1)) - 1;
    (0..blocks).map(|b| if 2 * b + 2 < blocks { vec![2 * b + 1, 2 * b + 2] } else { vec![] }).collect()
}

/// A graph without circles in which some blocks cannot be reached.
fn random_graph(random: &mut Random) -> Graph {
    let n = 4 + random.below(12);
    let later = |b: usize, random: &mut Random| b + 1 + random.below(n - b - 1);
    (0..n)
        .map(|b| match random.below(4) {
            _ if b + 1 == n => vec![],
            0 if b > 0 => vec![],
            1 => vec![later(b, random)],
            _ => vec![later(b, random), later(b, random)],
        })
        .collect()
}

fn reachable(graph: &Graph) -> BTreeSet<usize> {
    let (mut seen, mut work) = (BTreeSet::from([0]), vec![0]);
    while let Some(b) = work.pop() {
        for &next in &graph[b] {
            if seen.insert(next) {
                work.push(next);
            }
        }
    }
    seen
}

/// Every state is added once, by a parent that is there, runs only while it is there, and goes once. Returns the work told.
fn check_told(told: &[Told]) -> u64 {
    let mut alive: BTreeMap<u64, bool> = BTreeMap::new();
    let mut work = 0;
    let mut chosen = None;
    for t in told {
        match *t {
            Told::Added { id, parent } => {
                assert!(alive.insert(id, true).is_none(), "state {id} is added twice: {told:?}");
                assert!(parent.is_none() || parent == chosen, "the parent of state {id} does not run: {told:?}");
                assert_eq!(parent.is_none(), alive.len() == 1, "only the first has no parent: {told:?}");
            }
            Told::Ran { id, work: w } => {
                assert_eq!(alive.get(&id), Some(&true), "state {id} runs and is not there: {told:?}");
                assert!(w == 0 || chosen == Some(id), "state {id} ran and was not chosen: {told:?}");
                work += w;
            }
            Told::Removed { id, work: w } => {
                assert_eq!(alive.insert(id, false), Some(true), "state {id} goes and is not there: {told:?}");
                work += w;
            }
            Told::Said(id) => chosen = Some(id),
        }
    }
    work
}

#[test]
fn a_strategy_hears_of_every_state_and_of_all_work() {
    for seed in 0..20 {
        let s = search(&tree(4), &[], &Config { all_errors: true, ..plain("none") }, seed, usize::MAX);
        let work = check_told(&s.told);
        let stats = &s.outcome.stats;
        assert_eq!((stats.paths, stats.forks, s.outcome.ended), (16, 15, Ended::Exhausted));
        assert_eq!(work, stats.instructions + 50 * stats.solver_calls, "seed {seed}");
        let count = |f: fn(&Told) -> bool| s.told.iter().filter(|t| f(t)).count();
        assert_eq!(count(|t| matches!(t, Told::Added { .. })), 16);
        assert_eq!(count(|t| matches!(t, Told::Removed { .. })), 16);
    }
}

#[test]
fn whatever_the_order_verdicts_are_those_of_the_graph() {
    let mut both = BTreeSet::new();
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let graph = random_graph(&mut random);
        let blocks: Vec<usize> = (0..graph.len()).collect();
        let can = reachable(&graph);
        let want: Vec<&str> = blocks.iter().map(|b| if can.contains(b) { "reached" } else { "unreachable" }).collect();
        both.extend(want.iter().copied());
        for config in [plain("none"), plain("prune"), plain("prune,loop-bound:3"), joining()] {
            let s = search(&graph, &blocks, &config, seed, usize::MAX);
            assert_eq!(s.verdicts(), want, "seed {seed}, {:?}: {graph:?}", config.techniques);
            // What a region does inside is one long step to the strategy.
            if config.merging == Merging::None {
                check_told(&s.told);
            }
        }
    }
    assert_eq!(both.len(), 2, "graphs of both kinds are drawn");
}

fn joining() -> Config {
    Config { merging: Merging::Aggressive, ..plain("merge") }
}

#[test]
fn who_gives_up_has_proved_nothing() {
    // Block 8 cannot be reached; nobody knows before all of the tree is explored.
    let mut graph = tree(2);
    graph.push(vec![]);
    let all = search(&graph, &[7], &plain("none"), 1, usize::MAX);
    assert_eq!((all.verdicts(), all.outcome.states_left), (vec!["unreachable"], 0));
    let mut left = BTreeSet::new();
    for choices in 0..6 {
        let s = search(&graph, &[7], &plain("none"), 1, choices);
        if s.outcome.states_left > 0 {
            assert_eq!(s.verdicts(), ["unknown"], "after {choices} choices");
        }
        left.insert(s.outcome.states_left);
    }
    assert!(left.len() > 2, "{left:?}");
}

#[test]
fn limits_are_losses() {
    let mut graph = tree(3);
    graph.push(vec![]);
    let limits = [
        RunLimits { max_states: Some(2), ..RunLimits::default() },
        RunLimits { max_depth: Some(2), ..RunLimits::default() },
        RunLimits { max_instructions: Some(12), ..RunLimits::default() },
    ];
    for limits in limits {
        let config = Config { limits, ..plain("none") };
        let s = search(&graph, &[15], &config, 3, usize::MAX);
        assert_eq!(s.verdicts(), ["unknown"], "{:?}", config.limits);
        check_told(&s.told);
        // Twins that nobody meets.
        let wide = RunLimits { max_states: Some(8), max_depth: Some(3), max_instructions: Some(10_000), ..RunLimits::default() };
        let s = search(&graph, &[15], &Config { limits: wide, ..plain("none") }, 3, usize::MAX);
        assert_eq!(s.verdicts(), ["unreachable"]);
    }
}

#[test]
fn what_a_technique_drops_is_gone_and_counts_by_its_guarantee() {
    // An endless loop beside the target: 1 goes round by 2; 3 is the target, 4 cannot be reached.
    let graph: Graph = vec![vec![1], vec![2, 3], vec![1], vec![], vec![]];
    let s = search(&graph, &[3], &plain("none"), 1, usize::MAX);
    assert_eq!((s.verdicts(), s.outcome.ended), (vec!["reached"], Ended::Decided));
    // Dropped because there is no way: a proof.
    let s = search(&graph, &[4], &plain("prune"), 1, usize::MAX);
    assert_eq!(s.verdicts(), ["unreachable"]);
    assert!(s.outcome.stats.pruned_by.values().sum::<u64>() > 0);
    // Dropped because it takes long: none.
    let s = search(&graph, &[4], &plain("loop-bound:3"), 1, usize::MAX);
    assert_eq!((s.verdicts(), s.outcome.ended), (vec!["unknown"], Ended::Exhausted));
    assert!(s.outcome.losses.iter().any(|(_, n)| *n > 0) && s.outcome.stats.pruned_by.len() == 1);
    check_told(&s.told);
}

#[test]
fn states_are_told_of_again_when_a_target_is_decided() {
    let graph = tree(3);
    let s = search(&graph, &[7, 14], &plain("none"), 5, usize::MAX);
    assert_eq!((s.verdicts(), s.outcome.ended), (vec!["reached", "reached"], Ended::Decided));
    assert!(s.told.iter().any(|t| matches!(t, Told::Ran { work: 0, .. })), "{:?}", s.told);
    check_told(&s.told);
}

#[test]
fn the_same_choices_give_the_same_run() {
    let mut random = Random::new(77);
    for seed in 0..10 {
        let graph = random_graph(&mut random);
        let blocks: Vec<usize> = (0..graph.len()).collect();
        let run =
            |seed| search(&graph, &blocks, &Config { techniques: Techniques::default(), ..plain("none") }, seed, usize::MAX).told;
        assert_eq!(run(seed), run(seed));
    }
}
