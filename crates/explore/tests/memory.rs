//! What the engine does when memory is short: first it goes deep, and only at the wall it drops states.

use std::cell::Cell;
use std::fmt::Write;
use std::rc::Rc;

use homing_explore::{
    Action, Bfs, Candidate, Config, Confirmation, Ended, Event, Hooks, Merging, Outcome, RunLimits, Strategy, View, explore_with,
};

/// Independent choices, one after the other: breadth first, all of their combinations wait at the same time.
fn choices(n: usize) -> homing_ir::Program {
    let mut text = String::from("program ptr 64 final\ndefine f0 \"main\"() -> dyn {\n");
    for i in 0..n {
        let (block, reg) = (3 * i, 2 * i);
        writeln!(text, "block{block}:\n  v{reg}: dyn = dyn.input\n  v{}: i1 = dyn.gt v{reg}, 4:dyn", reg + 1).unwrap();
        writeln!(text, "  branch v{}, block{}, block{}", reg + 1, block + 1, block + 2).unwrap();
        (1..3).for_each(|side| writeln!(text, "block{}:\n  jump block{}", block + side, block + 3).unwrap());
    }
    writeln!(text, "block{}:\n  return 0:dyn\n}}", 3 * n).unwrap();
    homing_ir::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Breadth first; tells how many states there are.
struct Wide {
    inner: Bfs,
    alive: Rc<Cell<u64>>,
    most: Rc<Cell<u64>>,
}

impl Strategy for Wide {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        match event {
            Event::Added { .. } => self.alive.set(self.alive.get() + 1),
            Event::Removed { .. } => self.alive.set(self.alive.get() - 1),
            _ => {}
        }
        self.most.set(self.most.get().max(self.alive.get()));
        self.inner.observe(event, view);
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        self.inner.next(view)
    }
}

/// Each state takes one byte, and something else so many.
struct Measured {
    alive: Rc<Cell<u64>>,
    rest: u64,
}

impl Hooks for Measured {
    fn confirm(&mut self, _: &Candidate<'_>) -> Confirmation {
        Confirmation::Native
    }
    fn memory_used(&mut self) -> Option<u64> {
        Some(self.alive.get() + self.rest)
    }
}

fn run(n: usize, limit: u64, rest: u64) -> (Outcome, u64) {
    let program = choices(n);
    let limits = RunLimits { memory: Some(limit), ..RunLimits::default() };
    let config = Config { limits, merging: Merging::None, all_errors: true, ..Config::default() };
    let (alive, most) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    let strategy = Wide { inner: Bfs::default(), alive: alive.clone(), most: most.clone() };
    let mut hooks = Measured { alive, rest };
    let main = program.find("main").expect("main");
    let outcome = explore_with(&program, main, &[], &config, Box::new(strategy), &mut hooks);
    (outcome, most.get())
}

#[test]
fn near_the_limit_the_search_goes_deep_and_loses_nothing() {
    let (outcome, most) = run(12, 1_000_000, 0);
    assert_eq!((outcome.stats.paths, outcome.stats.went_deep, most), (4096, 0, 4096), "with room enough all of them wait");
    let (outcome, most) = run(12, 2000, 0);
    assert_eq!((outcome.ended, outcome.stats.paths), (Ended::Exhausted, 4096));
    assert!(outcome.losses.is_empty(), "{:?}", outcome.losses);
    assert!(outcome.stats.went_deep > 0);
    assert!((1500..1900).contains(&most), "{most} states waited");
}

#[test]
fn at_the_wall_states_are_dropped_and_counted() {
    let (outcome, _) = run(12, 2000, 1900);
    assert_eq!(outcome.ended, Ended::Exhausted);
    let dropped: u64 = outcome.losses.iter().filter(|(l, _)| l.detail == "limit of memory").map(|(_, n)| n).sum();
    assert!(dropped > 0 && outcome.stats.paths + dropped <= 4096, "{dropped} of {}", outcome.stats.paths);
    assert!(outcome.stats.paths > 0, "some path comes to its end");
}
