//! Strategies without an engine and a solver: states that are only places in a drawn graph, and events made by hand.
#![allow(dead_code)]

use homing_directed::make_strategy;
use homing_exec::{ExecOptions, Executor, Frame, State, StateId};
use homing_explore::{Action, Event, Rng, Short, Strategy, SubRun, View};
use homing_graph::Reach;
use homing_ir::{BlockId, FuncId, Inst, Place, Program, TargetId, parse, verify};
use homing_solver::{Context, SolverConfig, stack};
use homing_term::Terms;

/// Draws a graph: by function the blocks with the number of plain instructions in front of what comes next.
///
/// `"3 mark 1 call1 -> 1 2"` is a block of three instructions, a target, one more instruction, a call of f1, and a branch to blocks 1 and
/// 2; without `->` it returns.
pub fn draw(functions: &[&[&str]]) -> Program {
    let mut text = String::new();
    for (f, blocks) in functions.iter().enumerate() {
        text += &format!("define f{f} \"f{f}\"(v0: i1, v1: i32) {{\n");
        let mut reg = 2;
        for (b, block) in blocks.iter().enumerate() {
            text += &format!("block{b}:\n");
            let (body, next) = block.split_once("->").unwrap_or((block, ""));
            for word in body.split_whitespace() {
                if word == "mark" {
                    text += "  mark target0\n";
                } else if let Some(callee) = word.strip_prefix("call") {
                    text += &format!("  call f{callee}(v0, v1)\n");
                } else {
                    for _ in 0..word.parse::<u32>().expect("a number of instructions") {
                        text += &format!("  v{reg}: i32 = add v1, 1:i32\n");
                        reg += 1;
                    }
                }
            }
            let next: Vec<&str> = next.split_whitespace().collect();
            text += &match next[..] {
                [] => "  return\n".to_string(),
                [a] => format!("  jump block{a}\n"),
                [a, b] => format!("  branch v0, block{a}, block{b}\n"),
                _ => panic!("too many successors in {block:?}"),
            };
        }
        text += "}\n";
    }
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&p), Ok(()), "{text}");
    p
}

/// A strategy that is told of states in a drawn graph.
pub struct Sim<'p> {
    pub strategy: Box<dyn Strategy>,
    program: &'p Program,
    reach: Reach,
    pub covered: Vec<bool>,
    /// What the run has cost: what was told of, unless a test adds to it.
    pub cost: u64,
    first: Vec<usize>,
    /// One state stands in for all: strategies look at where it is, never at its memory.
    state: Box<State>,
}

impl<'p> Sim<'p> {
    pub fn new(program: &'p Program, search: &str, seed: u64) -> Sim<'p> {
        Sim::with(program, make_strategy(search, seed).unwrap_or_else(|e| panic!("{e}")))
    }

    pub fn with(program: &'p Program, strategy: Box<dyn Strategy>) -> Sim<'p> {
        let mut list = Vec::new();
        let mut first = Vec::new();
        let mut blocks = 0;
        for (f, func) in program.functions.iter().enumerate() {
            first.push(blocks);
            blocks += func.blocks.len();
            for (b, block) in func.blocks.iter().enumerate() {
                let marks = block.insts.iter().enumerate().filter(|(_, i)| matches!(i, Inst::Mark { .. }));
                list.extend(marks.map(|(i, _)| Place { func: FuncId(f as u32), block: BlockId(b as u32), inst: i as u32 }));
            }
        }
        let cx = Context::new(Terms::new(), stack(&SolverConfig::default()));
        let state = Executor::new(program, cx, ExecOptions::default(), 1).start(FuncId(0));
        Sim { strategy, program, reach: Reach::new(program, &[list]), covered: vec![false; blocks], cost: 0, first, state }
    }

    fn view<T>(&mut self, f: impl FnOnce(&mut dyn Strategy, &State, &View<'_>) -> T) -> T {
        let first = &self.first;
        let first_block = |f: FuncId| first[f.index()];
        let view = View {
            program: self.program,
            reach: &self.reach,
            covered: &self.covered,
            first_block: &first_block,
            cost: self.cost,
            goals: &[],
            // A drawn graph has no inputs.
            can_guess: false,
            can_fuzz: false,
            can_retrace: false,
            given: None,
        };
        f(&mut *self.strategy, &self.state, &view)
    }

    /// Puts the state at the start of these blocks (function, block), innermost first; callers wait at the end of theirs.
    fn put(&mut self, id: u64, steps: u64, stack: &[(u32, u32)]) {
        self.state.id = StateId(id);
        self.state.steps = steps;
        self.state.callers = None;
        for (i, &(f, b)) in stack.iter().enumerate().rev() {
            let insts = self.program.functions[f as usize].blocks[b as usize].insts.len() as u32;
            let inst = if i == 0 { 0 } else { insts };
            let frame = Frame { func: FuncId(f), block: BlockId(b), inst, ..self.state.frame.clone() };
            if i + 1 == stack.len() {
                self.state.frame = frame;
            } else {
                self.state.push_frame(frame);
            }
        }
    }

    pub fn add(&mut self, id: u64, parent: u64, steps: u64, stack: &[(u32, u32)]) {
        self.put(id, steps, stack);
        let parent = (parent != 0).then_some(StateId(parent));
        self.view(|s, state, view| s.observe(&Event::Added { state, parent }, view));
    }

    pub fn ran(&mut self, id: u64, steps: u64, work: u64, stack: &[(u32, u32)]) {
        self.entered(id, steps, work, 0, stack, &[]);
    }

    pub fn entered(&mut self, id: u64, steps: u64, work: u64, fresh: u32, stack: &[(u32, u32)], blocks: &[(u32, u32)]) {
        self.put(id, steps, stack);
        self.cost += work;
        let blocks: Vec<(FuncId, BlockId)> = blocks.iter().map(|(f, b)| (FuncId(*f), BlockId(*b))).collect();
        self.view(|s, state, view| s.observe(&Event::Ran { state, work, fresh, blocks: &blocks }, view));
    }

    pub fn remove(&mut self, id: u64, work: u64) {
        self.cost += work;
        self.view(|s, _, view| s.observe(&Event::Removed { state: StateId(id), work }, view));
    }

    /// A path from an unconstrained start to a target was found, with so many branches.
    pub fn passed(&mut self, branches: u64) {
        self.state.trail = Default::default();
        (0..branches).for_each(|_| self.state.trail.push_bit(true));
        self.view(|s, state, view| s.observe(&Event::SubRun(SubRun::Passed { state, target: TargetId(0) }), view));
    }

    /// The program was run natively, and so many blocks were new.
    pub fn fuzzed(&mut self, fresh: u32) {
        self.view(|s, _, view| s.observe(&Event::Fuzzed { work: 0, kept: fresh, fresh }, view));
    }

    pub fn fell_short(&mut self, id: u64, bits: usize, apart: u64) {
        let event = Event::SubRun(SubRun::FellShort { state: StateId(id), short: Short { bits, apart } });
        self.view(|s, _, view| s.observe(&event, view));
    }

    /// Whom the strategy chooses; 0 if there is nobody.
    pub fn pick(&mut self) -> u64 {
        self.pick_steps().0
    }

    pub fn pick_steps(&mut self) -> (u64, u64) {
        match self.view(|s, _, view| s.next(view)) {
            Action::Forward { state, steps } => (state.0, steps),
            Action::Done => (0, 0),
            other => panic!("{other:?}"),
        }
    }

    /// Whom it chooses when each chosen one ends at once.
    pub fn drain(&mut self) -> Vec<u64> {
        let mut out = Vec::new();
        loop {
            match self.pick() {
                0 => return out,
                id => {
                    self.remove(id, 10);
                    out.push(id);
                }
            }
        }
    }

    /// How often each of `n` states is chosen in `times` choices in which nothing happens (each run is short and forks nothing).
    pub fn frequencies(&mut self, n: usize, times: u32) -> Vec<u32> {
        let mut out = vec![0; n + 1];
        for _ in 0..times {
            out[self.pick() as usize] += 1;
        }
        out.remove(0);
        out
    }

    pub fn close_target(&mut self) {
        self.reach.close(TargetId(0));
    }

    pub fn describe(&self) -> Vec<(u64, String)> {
        self.strategy.describe(100).into_iter().map(|(s, text)| (s.0, text)).collect()
    }
}

/// All names of strategies that run states: no combinators, and not the one that only guesses.
pub fn plain() -> Vec<&'static str> {
    homing_directed::strategies()
        .iter()
        .map(|(n, _)| *n)
        .filter(|n| !n.contains(':') && !["guess", "fuzz", "concolic"].contains(n))
        .collect()
}

/// States that run about in a graph by chance, as an engine would tell of them: a chosen state runs on, forks, or ends.
pub struct Crowd<'p> {
    pub sim: Sim<'p>,
    rng: Rng,
    blocks: u32,
    born: u64,
    /// By state: steps, and whether it is there.
    pub states: Vec<(u64, bool)>,
    pub alive: u64,
}

impl<'p> Crowd<'p> {
    pub fn new(program: &'p Program, search: &str, seed: u64) -> Crowd<'p> {
        let blocks = program.functions[0].blocks.len() as u32;
        let sim = Sim::new(program, search, seed);
        let mut crowd = Crowd { sim, rng: Rng::new(77), blocks, born: 0, states: vec![(0, false)], alive: 0 };
        crowd.birth(0, 0);
        crowd
    }

    fn place(&mut self) -> (u32, u32) {
        (0, self.rng.below(self.blocks as usize) as u32)
    }

    fn birth(&mut self, parent: u64, steps: u64) {
        self.born += 1;
        self.alive += 1;
        self.states.push((steps, true));
        let at = self.place();
        self.sim.add(self.born, parent, steps, &[at]);
    }

    /// One choice and what comes of it; whom it was. The chances of a fork and of an end are in percent.
    pub fn step(&mut self, forks: usize, ends: usize) -> u64 {
        let id = self.sim.pick();
        if id == 0 {
            return 0;
        }
        assert!(self.states[id as usize].1, "state {id} is not there");
        let steps = self.states[id as usize].0 + 20;
        self.states[id as usize].0 = steps;
        let dice = self.rng.below(100);
        if dice < ends {
            self.states[id as usize].1 = false;
            self.alive -= 1;
            self.sim.remove(id, 20);
            return id;
        }
        let at = self.place();
        let fresh = u32::from(self.rng.below(10) == 0);
        if fresh > 0 {
            self.sim.covered[at.1 as usize] = true;
        }
        self.sim.entered(id, steps, 20, fresh, &[at], &[at]);
        if dice < ends + forks {
            for _ in 0..1 + self.rng.below(2) {
                self.birth(id, steps);
            }
        }
        id
    }
}
