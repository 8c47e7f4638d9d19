//! Joins states that come to the same place: one state for many paths, where that pays.
//!
//! Where states part, they are run to the place where their ways come together again (a *region*), and joined there if what they differ in is
//! likely to cost less than a second state would. A place at which nothing is joined is left alone for a while.

mod joins;

use std::rc::Rc;

use homing_exec::{Diamond, Difference, Judge, Mix, Place, Point};
use homing_graph::costs::{CostOptions, Costs, Memory, PointCosts, Variable};
use homing_graph::{Dominators, Graph, Liveness, Loops};
use homing_ir::{BlockId, FuncId, Function, Inst, LocId, Program, Reg, Terminator};
use homing_memory::ObjectKind;
use rustc_hash::{FxHashMap, FxHashSet};

use self::joins::{Join, Joins};
use super::{Closed, Decision, Guarantee, Parted, Seen, Technique};

/// When states are joined.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Merging {
    /// Never.
    None,
    /// Whenever they can be.
    Aggressive,
    /// Where what they differ in costs no more than the limit, by the estimate of [`homing_graph::costs`], once there are so many states.
    /// With `meets` they wait for each other at the heads of loops, too.
    Estimate { limit: f32, kappa: Option<u32>, from: usize, meets: bool },
}

impl std::str::FromStr for Merging {
    type Err = String;

    fn from_str(text: &str) -> Result<Merging, String> {
        match text {
            "none" => Ok(Merging::None),
            "aggressive" => Ok(Merging::Aggressive),
            "auto" => Ok(Merging::DEFAULT),
            "dynamic" => Ok(Merging::Estimate { limit: Merging::LIMIT, kappa: None, from: 0, meets: true }),
            "lattice" => Ok(Merging::Estimate { limit: Merging::LIMIT, kappa: None, from: 0, meets: false }),
            "recursive" => Ok(Merging::Estimate { limit: Merging::LIMIT, kappa: Some(Merging::KAPPA), from: 0, meets: false }),
            _ => Err(format!("`{text}`: expected none, aggressive, lattice, recursive, dynamic or auto")),
        }
    }
}

impl Merging {
    /// How often the recursive estimate goes round loops.
    pub const KAPPA: u32 = 3;

    /// What a value may cost, unless somebody says something else.
    pub const LIMIT: f32 = 6.0;

    /// Joins when states become many: as long as they are few, each by itself is faster.
    pub const DEFAULT: Merging = Merging::Estimate { limit: Merging::LIMIT, kappa: None, from: 256, meets: false };

    /// The same with another limit or number of rounds, where it has them.
    pub fn with(self, new_limit: Option<f32>, rounds: Option<u32>) -> Merging {
        match self {
            Merging::Estimate { limit, kappa, from, meets } => {
                Merging::Estimate { limit: new_limit.unwrap_or(limit), kappa: kappa.map(|k| rounds.unwrap_or(k)), from, meets }
            }
            other => other,
        }
    }
}

/// A further cell of one object counts so much of the first.
const FURTHER: f32 = 0.1;

/// A value that depends on the input already, and a pointer that would lead to several objects.
const KNOWN_BEFORE: f32 = 0.5;
const POINTER: f32 = 1.0;

/// What a pointer costs that is used once.
const ONCE: f32 = 1.5;

/// Visits for which a place is left alone at most, as a power of two.
const MOST_FRUITLESS: u32 = 12;

/// States that were joined at a place, whatever they differ in, and had to be parted again: then none are joined there.
const MOST_PARTED: u32 = 8;

/// So many times more states count as many where they come one after the other.
const MANY: u64 = 16;

/// Regions in which nothing was joined, wherever, before all places are left alone.
const MANY_PLACES: u32 = 16;

pub(super) struct Merge<'a> {
    program: &'a Program,
    merging: Merging,
    joins: Vec<Option<Joins>>,
    liveness: FxHashMap<FuncId, Liveness>,
    costs: Option<Costs>,
    points: FxHashMap<Point, Rc<PointCosts>>,
    /// By function and place of the declaration: the register that holds a local's address.
    locals: FxHashMap<(FuncId, LocId), Reg>,
    /// By the place where states are to come together.
    places: FxHashMap<(FuncId, Option<BlockId>), Learned>,
    /// How often states that were joined there had to be parted again.
    parted: FxHashMap<(FuncId, BlockId), u32>,
    /// By function: heads of its loops.
    heads: FxHashMap<FuncId, Rc<[bool]>>,
    /// There have been so many states, one after the other or at a time, that joining pays.
    many: bool,
    /// Whether joining is worth starting anew for.
    trial: Trial,
    /// Of all places together.
    overall: Learned,
    /// By block: registers that decide where it goes on.
    deciding: FxHashMap<(FuncId, BlockId), FxHashSet<Reg>>,
    /// The stack of the states that are judged, innermost first.
    stack: Vec<Point>,
}

/// What was learned of a place.
#[derive(Copy, Clone, Debug, Default)]
struct Learned {
    /// Regions in a row in which nothing was joined.
    fruitless: u32,
    /// Visits for which it is left alone.
    skip: u32,
}

impl Learned {
    fn is_left_alone(&mut self) -> bool {
        let skip = self.skip > 0;
        self.skip = self.skip.saturating_sub(1);
        skip
    }

    /// Was anything joined? After `patience` times that nothing was, it is left alone for longer and longer.
    fn learns(&mut self, joined: bool, patience: u32) {
        if joined {
            self.fruitless /= 2;
            return;
        }
        self.fruitless = (self.fruitless + 1).min(patience * MOST_FRUITLESS);
        self.skip = (1 << (self.fruitless / patience)) - 1;
    }
}

/// Regions after which it is known whether joining pays.
const TRIAL: u32 = 32;

/// The first regions once states have become many: those states stay apart, however much is joined from then on.
#[derive(Copy, Clone, Debug, Default)]
struct Trial {
    regions: u32,
    joined: u32,
    done: bool,
}

impl Trial {
    fn learns(&mut self, joined: bool) {
        self.regions += 1;
        self.joined += u32::from(joined);
    }

    /// A branch has become one that never parts states again: worth as much as all that was to be seen.
    fn is_clear(&mut self) {
        (self.regions, self.joined) = (self.regions + TRIAL, self.joined + TRIAL);
    }

    /// Joining pays nearly everywhere. True once at most.
    fn is_won(&mut self) -> bool {
        let over = !self.done && self.regions >= TRIAL;
        self.done |= over;
        over && self.joined * 4 >= self.regions * 3
    }
}

impl<'a> Merge<'a> {
    pub fn new(program: &'a Program, merging: Merging) -> Merge<'a> {
        Merge {
            joins: program.functions.iter().map(|_| None).collect(),
            program,
            merging,
            liveness: FxHashMap::default(),
            costs: None,
            points: FxHashMap::default(),
            locals: FxHashMap::default(),
            places: FxHashMap::default(),
            deciding: FxHashMap::default(),
            parted: FxHashMap::default(),
            heads: FxHashMap::default(),
            many: false,
            trial: Trial::default(),
            overall: Learned::default(),
            stack: Vec::new(),
        }
    }

    fn costs_at(&mut self, at: Point) -> Rc<PointCosts> {
        if let Some(known) = self.points.get(&at) {
            return known.clone();
        }
        let Merging::Estimate { kappa, .. } = self.merging else { return Rc::default() };
        let program = self.program;
        let costs = self.costs.get_or_insert_with(|| Costs::new(program, CostOptions { kappa, ..CostOptions::default() }));
        let here = Rc::new(costs.at_point(program, at.0, at.1, at.2));
        self.points.insert(at, here.clone());
        here
    }

    /// What it costs that this depends on the way that was gone, and what it is a part of.
    fn cost(&mut self, d: &Difference) -> (f32, Option<Variable>) {
        let (base, variable) = match d.place {
            Place::Register { at, reg, .. } => (self.costs_at(at).of(Variable::Register(reg)), Some(Variable::Register(reg))),
            Place::Cell { kind, func, loc, .. } => match kind {
                ObjectKind::Global(g) => {
                    let v = Variable::Memory(Memory::Global(g));
                    let stack = self.stack.clone();
                    (stack.into_iter().map(|at| self.costs_at(at).of(v)).sum(), Some(v))
                }
                ObjectKind::Stack => match func.and_then(|f| self.local(f, loc).map(|r| (f, r))) {
                    Some((f, r)) => {
                        let v = Variable::Memory(Memory::Behind(r));
                        let frames: Vec<Point> = self.stack.iter().filter(|at| at.0 == f).copied().collect();
                        (frames.into_iter().map(|at| self.costs_at(at).of(v)).sum(), Some(v))
                    }
                    None => (1.0, None),
                },
                _ => (1.0, None),
            },
        };
        let cost = match d.mix {
            Mix::Numbers => base,
            Mix::Symbolic => base * KNOWN_BEFORE,
            // Every access through it would be one to all of these places, and none is ever known again. States that are apart by this
            // meet others that are not.
            Mix::Offsets if base > ONCE || variable.is_none_or(|v| matches!(v, Variable::Memory(_))) => f32::INFINITY,
            Mix::Offsets => base,
            Mix::Pointers => base + POINTER,
            Mix::Unwritten => base + 1.0,
        };
        (cost, variable)
    }

    /// Where states that part there come together; none if nowhere.
    fn goal(&mut self, at: &Parted) -> Option<Option<BlockId>> {
        let joins = self.joins[at.func.index()].get_or_insert_with(|| Joins::new(self.program.func(at.func)));
        match joins.behind(at.block) {
            Join::At(b) => Some(Some(b)),
            Join::End if at.depth > 0 => Some(None),
            Join::End | Join::Nowhere => None,
        }
    }

    /// Would what the two sides differ in cost little enough whatever it is: two known numbers, or a pointer?
    fn pays_always(&mut self, func: FuncId, d: &Diamond) -> bool {
        let Merging::Estimate { limit, .. } = self.merging else { return true };
        let at = (func, d.join, 0);
        let costs = self.costs_at(at);
        let params = &self.program.func(func).block(d.join).params;
        let live: Vec<Reg> = params.iter().filter(|r| self.is_live(at, **r)).copied().collect();
        let decides = live
            .iter()
            .any(|reg| self.decides(&Difference { place: Place::Register { frame: 0, at, reg: *reg }, mix: Mix::Numbers }));
        !decides && live.iter().map(|r| costs.of(Variable::Register(*r))).sum::<f32>() + POINTER <= limit
    }

    /// Does it decide the next branch, from the block on at whose beginning the states are? Then they would part again at once.
    fn decides(&mut self, d: &Difference) -> bool {
        let Place::Register { frame: 0, at: (func, block, 0), reg } = d.place else { return false };
        let program = self.program;
        let deciding = self.deciding.entry((func, block)).or_insert_with(|| deciding(program.func(func), block));
        deciding.contains(&reg)
    }

    fn local(&mut self, f: FuncId, loc: LocId) -> Option<Reg> {
        if let Some(r) = self.locals.get(&(f, loc)) {
            return Some(*r);
        }
        for b in &self.program.func(f).blocks {
            for (inst, at) in b.insts.iter().zip(&b.locs) {
                if let Inst::Alloca { dst, .. } = inst {
                    self.locals.insert((f, *at), *dst);
                }
            }
        }
        self.locals.get(&(f, loc)).copied()
    }
}

/// Blocks that only jump, one behind the other, that are looked through.
const JUMPS: usize = 8;

/// The registers at the beginning of a block that the next branch depends on.
fn deciding(f: &Function, block: BlockId) -> FxHashSet<Reg> {
    let mut way = vec![block];
    while let Terminator::Jump(next) = &f.block(way[way.len() - 1]).term
        && way.len() < JUMPS
        && !way.contains(&next.to)
    {
        way.push(next.to);
    }
    let mut needed: FxHashSet<Reg> = FxHashSet::default();
    for b in way.iter().rev().map(|b| f.block(*b)) {
        match &b.term {
            Terminator::Branch { cond: o, .. } | Terminator::Switch { on: o, .. } => needed.extend(o.as_reg()),
            Terminator::Jump(next) => {
                for (param, arg) in f.block(next.to).params.iter().zip(&next.args) {
                    if needed.remove(param) {
                        needed.extend(arg.as_reg());
                    }
                }
            }
            _ => {}
        }
        for inst in b.insts.iter().rev() {
            let mut hit = false;
            inst.defs(|r| hit |= needed.contains(&r));
            if hit {
                inst.uses(|o| needed.extend(o.as_reg()));
            }
        }
    }
    needed
}

impl Judge for Merge<'_> {
    fn is_live(&mut self, (func, block, inst): Point, r: Reg) -> bool {
        let f = self.program.func(func);
        let liveness = self.liveness.entry(func).or_insert_with(|| Liveness::new(f));
        let b = f.block(block);
        if inst == 0 {
            return liveness.at_start(block.0, r) || b.params.contains(&r);
        }
        let mut read = liveness.at_end(block.0, r);
        let is_it = |o: homing_ir::Opnd| o.as_reg() == Some(r);
        b.insts.iter().skip(inst as usize).for_each(|i| i.uses(|o| read |= is_it(o)));
        b.term.uses(|o| read |= is_it(o));
        read
    }

    fn agrees(&mut self, stack: &[Point], differences: &[Difference]) -> bool {
        let parted = stack.first().and_then(|at| self.parted.get(&(at.0, at.1))).copied().unwrap_or(0);
        let Merging::Estimate { limit, .. } = self.merging else { return parted < MOST_PARTED };
        let limit = limit / (1u32 << parted.min(16)) as f32;
        self.stack.clear();
        self.stack.extend_from_slice(stack);
        if differences.iter().any(|d| self.decides(d)) {
            return false;
        }
        let mut sum = 0.0;
        let mut seen: FxHashMap<Variable, f32> = FxHashMap::default();
        for d in differences {
            let (cost, variable) = self.cost(d);
            let first = variable.is_none_or(|v| seen.insert(v, cost).is_none());
            sum += if first { cost } else { cost * FURTHER };
            if sum > limit {
                return false;
            }
        }
        true
    }
}

impl Technique for Merge<'_> {
    fn name(&self) -> &'static str {
        "merge"
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee { complete: true, precise: true }
    }

    fn look(&mut self, _seen: &Seen<'_>) -> Decision {
        Decision::Continue
    }

    fn joins_states(&mut self, states: usize, forks: u64) -> bool {
        self.many |= !matches!(self.merging, Merging::Estimate { from, .. } if states < from && forks < MANY * from as u64);
        self.many
    }

    fn region(&mut self, at: &Parted) -> Option<Option<BlockId>> {
        if self.overall.is_left_alone() {
            return None;
        }
        let goal = self.goal(at)?;
        let learned = self.places.entry((at.func, goal)).or_default();
        if learned.is_left_alone() { None } else { Some(goal) }
    }

    fn meets(&mut self, func: FuncId) -> Option<Rc<[bool]>> {
        if !matches!(self.merging, Merging::Estimate { meets: true, .. }) {
            return None;
        }
        let f = self.program.func(func);
        let heads = self.heads.entry(func).or_insert_with(|| {
            let graph = Graph::of(f);
            let loops = Loops::new(&graph, &Dominators::new(&graph, 0));
            let mut is_head = vec![false; f.blocks.len()];
            loops.list.iter().for_each(|l| is_head[l.header as usize] = true);
            is_head.into()
        });
        heads.contains(&true).then(|| heads.clone())
    }

    fn judge(&mut self) -> Option<&mut dyn Judge> {
        Some(self)
    }

    fn closed(&mut self, at: &Parted, closed: &Closed) -> Option<Diamond> {
        let goal = self.goal(at)?;
        let some = closed.joined > 0;
        if some || closed.came > 1 || closed.exhausted {
            self.places.entry((at.func, goal)).or_default().learns(some, 1);
            self.overall.learns(some, MANY_PLACES);
            self.trial.learns(some);
        }
        // Both sides were there and became one: what they differ in is what the next two will differ in.
        let all = closed.joined == 1 && closed.came == 2 && !closed.exhausted;
        let parted = self.parted.contains_key(&(at.func, at.block));
        let diamond = Diamond::at(self.program.func(at.func), at.block).filter(|d| all && !parted && Some(d.join) == goal)?;
        let diamond = Some(diamond).filter(|d| self.pays_always(at.func, d))?;
        // No further region will tell of this place.
        self.trial.is_clear();
        Some(diamond)
    }

    fn starts_anew(&mut self) -> bool {
        matches!(self.merging, Merging::Estimate { from, .. } if from > 0) && self.trial.is_won()
    }

    fn parted_again(&mut self, at: (FuncId, BlockId)) {
        *self.parted.entry(at).or_insert(0) += 1;
    }
}
