//! One attempt at a proof: the whole program is explored from its start, and every loop is left by states that stand for any number of rounds.
//!
//! Nothing that is found here is a verdict. If the attempt comes to its end without a loss, the targets that nobody has passed are unreachable: states
//! stand for at least what real runs are at the same place, since each loop's states are checked to hold whatever a round makes of them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use homing_exec::{Ended, Executor, Finding, Loss, State, Step};
use homing_graph::{Dominators, Graph, Liveness, Loops, NONE, Reach, Writes};
use homing_ir::{BlockId, Const, ErrorKind, FuncId, Function, Origin, Program, Target, TargetSpec};

use crate::engine::is_place;

use super::certificate::Certifier;

/// How an attempt goes about it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Plan {
    /// Rounds of a loop that are gone as they are, each by itself.
    pub rounds: u32,
    /// The same for rounds in which nothing is decided by an input.
    pub straight: u32,
    /// Values of one spot that are told apart.
    pub values: usize,
    /// What it may cost.
    pub budget: u64,
}

/// Why an attempt came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    Budget,
    /// Every target was passed by a state that stands for more than there is.
    Passed,
    Lost(Loss),
    /// Something survives an error and may do anything.
    AfterError(String),
    /// What a round changes is nothing that a general state can have.
    Unlike(&'static str),
    /// A check that was made once more says something else.
    Certificate,
}

impl Failure {
    /// For people.
    pub fn describe(&self) -> String {
        match self {
            Failure::Budget => "it took too long".into(),
            Failure::Passed => "what rounds may change was known too vaguely to keep states away from the targets".into(),
            Failure::Lost(loss) => format!("a path was lost: {}", loss.detail),
            Failure::AfterError(message) => format!("a run may go on behind an error: {message}"),
            Failure::Unlike(what) => format!("no general state stands for what a loop does: {what}"),
            Failure::Certificate => "what was found was not confirmed".into(),
        }
    }
}

/// A state on its way, with the rounds that it has gone as they are.
pub(crate) struct Walk {
    pub state: Box<State>,
    pub rounds: Vec<Rounds>,
}

/// Of an activation and the head of one of its loops.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Rounds {
    frame: u64,
    head: BlockId,
    count: u32,
    /// Forks when it was last there.
    depth: u32,
}

/// The loop that is being gone round: where states are to come back to, or leave.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Round {
    pub func: FuncId,
    pub frame: u64,
    pub depth: u32,
    pub head: BlockId,
    /// Its number among the loops of the function.
    pub id: u32,
}

/// What states have become that were sent round a loop.
#[derive(Default)]
pub(crate) struct Came {
    pub back: Vec<Walk>,
    pub out: Vec<Walk>,
}

/// What is known of a function.
pub(crate) struct Shape {
    pub loops: Loops,
    pub live: Liveness,
    /// Numbers that it compares with, and their like.
    pub constants: Vec<i64>,
}

/// Instructions at a time, and what a step costs beside them.
const STRIDE: u64 = 20_000;
const FORK_COST: u64 = 1_000;

/// Numbers of a function that facts are made of.
const CONSTANTS: usize = 12;

/// Rounds without decisions that code around the program may take.
const AROUND: u32 = 4_000;

pub(crate) struct Prover<'a> {
    pub exec: Executor<'a>,
    pub plan: Plan,
    pub certifier: Certifier,
    /// What it cost to look at facts, without the solver.
    pub tried: u64,
    pub writes: Rc<Writes>,
    pub shapes: BTreeMap<FuncId, Rc<Shape>>,
    reach: Rc<RefCell<Reach>>,
    /// By target: it was passed, or needs no proof.
    pub passed: Vec<bool>,
    targets: &'a [Target],
    /// Every target that needs a proof is a place in the program: what cannot come to one does not matter.
    places_only: bool,
    /// What was proved at which head, for people.
    pub proved: Vec<(FuncId, BlockId, Vec<String>)>,
}

impl<'a> Prover<'a> {
    pub fn new(
        mut exec: Executor<'a>,
        plan: Plan,
        certifier: Certifier,
        writes: Rc<Writes>,
        reach: Rc<RefCell<Reach>>,
        targets: &'a [Target],
        passed: Vec<bool>,
    ) -> Prover<'a> {
        let points = crate::technique::Points { loop_heads: true, loop_exits: true, ..Default::default() }.of(exec.program());
        exec.pause_at(&points);
        let places_only = targets.iter().zip(&passed).all(|(t, passed)| *passed || is_place(exec.program(), t));
        let (shapes, proved) = (BTreeMap::new(), Vec::new());
        Prover { exec, plan, certifier, tried: 0, writes, shapes, reach, passed, targets, places_only, proved }
    }

    /// Explores everything from the start of the program.
    pub fn run(&mut self, entry: FuncId) -> Result<(), Failure> {
        let first = Walk { state: self.exec.start(entry), rounds: Vec::new() };
        self.explore(vec![first], None).map(|_| ())
    }

    pub fn program(&self) -> &'a Program {
        self.exec.program()
    }

    /// What was spent, in the unit of the engine.
    pub fn cost(&self) -> u64 {
        let effort = self.exec.context().stats.effort + self.certifier.effort + self.tried;
        self.exec.instructions() + FORK_COST * self.exec.forks() + effort + large_terms(&self.exec)
    }

    pub fn shape(&mut self, f: FuncId) -> Rc<Shape> {
        let program = self.exec.program();
        self.shapes.entry(f).or_insert_with(|| Rc::new(Shape::new(program.func(f)))).clone()
    }

    /// Runs states until none is left; with a loop given, until they come to its head again or leave it.
    pub fn explore(&mut self, mut todo: Vec<Walk>, round: Option<&Round>) -> Result<Came, Failure> {
        let mut came = Came::default();
        while let Some(Walk { state, mut rounds }) = todo.pop() {
            if self.cost() >= self.plan.budget || self.exec.is_stopped() {
                return Err(Failure::Budget);
            }
            let Step { successors, losses, marks, .. } = self.exec.run(state, STRIDE);
            if let Some(loss) = losses.into_iter().next() {
                return Err(Failure::Lost(loss));
            }
            for t in &marks {
                self.passed[t.index()] = true;
            }
            if self.passed.iter().all(|p| *p) {
                return Err(Failure::Passed);
            }
            for s in successors {
                let walk = Walk { state: s.state, rounds: std::mem::take(&mut rounds) };
                rounds.clone_from(&walk.rounds);
                match s.end {
                    Some(end) => self.over(&walk.state, end)?,
                    None => self.goes_on(walk, s.paused, round, &mut todo, &mut came)?,
                }
            }
        }
        Ok(came)
    }

    fn over(&mut self, state: &State, end: Ended) -> Result<(), Failure> {
        match end {
            Ended::Lost(loss) => Err(Failure::Lost(*loss)),
            Ended::Finding(finding) if self.asks_for(&finding) => Err(Failure::Passed),
            Ended::Finding(finding) if self.survives(state, &finding) => Err(Failure::AfterError(finding.message)),
            _ => Ok(()),
        }
    }

    /// Is the error what is looked for, by every target that needs a proof? Then there is nothing to be proved.
    fn asks_for(&mut self, finding: &Finding) -> bool {
        for (t, passed) in self.targets.iter().zip(&mut self.passed) {
            *passed |= match &t.spec {
                TargetSpec::Error(kind) | TargetSpec::ErrorAt { kind, .. } => kind.is_none_or(|k| k == finding.kind),
                TargetSpec::Any => matches!(finding.kind, ErrorKind::Assertion | ErrorKind::Reported),
                _ => false,
            };
        }
        self.passed.iter().all(|p| *p)
    }

    /// May a real run go on behind the error, and come to a target?
    fn survives(&self, state: &State, finding: &Finding) -> bool {
        let handled = state.handled & finding.kind.signals() != 0;
        !self.program().errors_end
            && (handled || finding.survivable && (!self.places_only || self.reach.borrow().alive(state.points())))
    }

    fn goes_on(
        &mut self,
        mut walk: Walk,
        paused: bool,
        round: Option<&Round>,
        todo: &mut Vec<Walk>,
        came: &mut Came,
    ) -> Result<(), Failure> {
        // An error can bring it into a handler, from wherever it is.
        if self.places_only && walk.state.handled == 0 && !self.reach.borrow().alive(walk.state.points()) {
            return Ok(());
        }
        if let Some(round) = round {
            let frame = &walk.state.frame;
            let inside = frame.depth > round.depth
                || (frame.id == round.frame && self.shape(round.func).loops.contains(round.id, frame.block.0));
            let frame = &walk.state.frame;
            if !inside {
                came.out.push(walk);
                return Ok(());
            }
            if paused && (frame.id, frame.block, frame.inst) == (round.frame, round.head, 0) {
                came.back.push(walk);
                return Ok(());
            }
        }
        match self.head(&mut walk, paused) {
            Some(round) => todo.extend(self.close(walk, &round)?),
            None => todo.push(walk),
        }
        Ok(())
    }

    /// The loop at whose head the state stands, if that is to be closed now.
    fn head(&mut self, walk: &mut Walk, paused: bool) -> Option<Round> {
        if !paused {
            return None;
        }
        let (func, block, frame) = (walk.state.frame.func, walk.state.frame.block, walk.state.frame.id);
        let shape = self.shape(func);
        let loops = &shape.loops;
        let number = |head: BlockId| loops.list.iter().position(|l| l.header == head.0).map(|l| l as u32);
        let within =
            |r: &Rounds| r.frame < frame || r.frame == frame && number(r.head).is_some_and(|l| loops.contains(l, block.0));
        walk.rounds.retain(within);
        let id = Some(loops.of[block.index()]).filter(|l| *l != NONE && loops.list[*l as usize].header == block.0)?;
        let depth = walk.state.depth;
        let straight = if self.program().func(func).origin == Origin::Program { self.plan.straight } else { AROUND };
        let round = Round { func, frame, depth: walk.state.frame.depth, head: block, id };
        match walk.rounds.iter_mut().find(|r| (r.frame, r.head) == (frame, block)) {
            Some(r) => {
                let forked = std::mem::replace(&mut r.depth, depth) != depth;
                r.count += 1;
                let goes = r.count < self.plan.rounds || !forked && r.count < straight;
                (!goes).then_some(round)
            }
            None => {
                walk.rounds.push(Rounds { frame, head: block, count: 0, depth });
                (self.plan.rounds == 0 && straight == 0).then_some(round)
            }
        }
    }
}

/// What looking at large terms has cost, in the unit of the engine.
pub(crate) fn large_terms(exec: &Executor<'_>) -> u64 {
    exec.context().terms.visits() / 2
}

impl Shape {
    pub(crate) fn new(f: &Function) -> Shape {
        let graph = Graph::of(f);
        let mut constants = Vec::new();
        for c in &f.consts {
            if let Const::Bits { w: w @ 8..=64, v } = c {
                let signed = ((*v as i64) << (64 - w)) >> (64 - w);
                if !constants.contains(&signed) && constants.len() < CONSTANTS {
                    constants.push(signed);
                }
            }
            if let Const::Int(text) = c
                && let Ok(v) = text.parse()
                && !constants.contains(&v)
                && constants.len() < CONSTANTS
            {
                constants.push(v);
            }
        }
        Shape { loops: Loops::new(&graph, &Dominators::new(&graph, 0)), live: Liveness::new(f), constants }
    }
}
