//! What a value is likely to cost once it depends on the input: how many questions for a solver hang on it from a point on.
//!
//! Computed backwards over each function, callees first. A branch costs the condition one question, an address, a divisor or a callee more; what
//! an operation reads costs what its result does. Each side of a branch counts as much as it is likely, all being equally so: what is counted
//! is what one path is expected to ask. No value costs more than [`CostOptions::cap`], and loops are gone round [`CostOptions::kappa`] times.

use homing_ir::{
    BinOp, BlockId, Call, Callee, Const, FuncId, Function, GlobalId, Inst, Opnd, OpndKind, Program, Reg, Terminator,
};
use rustc_hash::FxHashMap;

use crate::{CallGraph, Components, Graph};

/// How costs are counted.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct CostOptions {
    /// The most that a value can cost.
    pub cap: f32,
    /// How often loops are gone round; none for as long as anything changes.
    pub kappa: Option<u32>,
}

impl Default for CostOptions {
    fn default() -> CostOptions {
        CostOptions { cap: 10.0, kappa: None }
    }
}

/// Questions that hang on one use of a value.
const BRANCH: f32 = 1.0;
const READ: f32 = 1.0;
const WRITE: f32 = 2.0;
const DIVISION: f32 = 3.0;
const LENGTH: f32 = 6.0;

/// Rounds over the blocks of a function when nothing else limits them.
const ROUNDS: u32 = 32;

/// Changes that are too small to go round for.
const SMALL: f32 = 0.01;

/// Memory that a function knows by name.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Memory {
    /// What the register points to: a local, or what a parameter leads to.
    Behind(Reg),
    Global(GlobalId),
}

/// Something that has a value.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variable {
    Register(Reg),
    Memory(Memory),
}

/// The costs of a program's variables.
pub struct Costs {
    options: CostOptions,
    /// By function and block: what costs something at its start.
    starts: Vec<Vec<FxHashMap<Variable, f32>>>,
    /// By function and block: all questions from there on.
    totals: Vec<Vec<f32>>,
    results: Vec<Vec<bool>>,
    /// By function: what its result costs those who call it, at most.
    returned: Vec<f32>,
}

impl Costs {
    pub fn new(p: &Program, options: CostOptions) -> Costs {
        let n = p.functions.len();
        let mut costs = Costs {
            options,
            starts: vec![Vec::new(); n],
            totals: vec![Vec::new(); n],
            results: vec![Vec::new(); n],
            returned: vec![0.0; n],
        };
        let calls = CallGraph::new(p).graph();
        let mut order: Vec<u32> = (0..n as u32).collect();
        let parts = Components::new(&calls);
        // Callees have lower numbers of components.
        order.sort_by_key(|f| parts.of[*f as usize]);
        for f in &order {
            costs.results[*f as usize] = into_result(p.func(FuncId(*f)));
        }
        // Once more when it is known what callers do with results.
        for _ in 0..2 {
            let mut returned = vec![0.0; n];
            for f in order.iter().filter(|f| !p.func(FuncId(**f)).is_declaration()) {
                let pass = Pass::new(p, FuncId(*f), &costs).run();
                for (callee, cost) in pass.calls {
                    let most: &mut f32 = &mut returned[callee.index()];
                    *most = most.max(cost);
                }
                (costs.starts[*f as usize], costs.totals[*f as usize]) = (pass.starts, pass.totals);
            }
            costs.returned = returned;
        }
        costs
    }

    /// What a variable costs from the start of a block on.
    pub fn at(&self, f: FuncId, b: BlockId, v: Variable) -> f32 {
        self.starts[f.index()].get(b.index()).and_then(|s| s.get(&v)).copied().unwrap_or(0.0)
    }

    /// The same from an instruction of a block on, for everything that costs something there.
    pub fn at_point(&self, p: &Program, f: FuncId, b: BlockId, inst: u32) -> PointCosts {
        if inst == 0 {
            return PointCosts(self.starts[f.index()].get(b.index()).cloned().unwrap_or_default());
        }
        let function = p.func(f);
        let mut pass = Pass::new(p, f, self);
        pass.starts.clone_from(&self.starts[f.index()]);
        let block = &function.blocks[b.index()];
        pass.end(&block.term);
        for i in block.insts.iter().skip(inst as usize).rev() {
            pass.inst(i);
        }
        PointCosts(pass.now)
    }

    /// All questions that are expected from the start of a block on, within the function.
    pub fn total(&self, f: FuncId, b: BlockId) -> f32 {
        self.totals[f.index()].get(b.index()).copied().unwrap_or(0.0)
    }

    /// Everything that costs something at the start of a block, in order.
    pub fn list(&self, f: FuncId, b: BlockId) -> Vec<(Variable, f32)> {
        let mut all: Vec<_> = self.starts[f.index()].get(b.index()).into_iter().flatten().map(|(v, c)| (*v, *c)).collect();
        all.sort_by_key(|(v, _)| *v);
        all
    }
}

/// What variables cost from one point on.
#[derive(Clone, Debug, Default)]
pub struct PointCosts(FxHashMap<Variable, f32>);

impl PointCosts {
    pub fn of(&self, v: Variable) -> f32 {
        self.0.get(&v).copied().unwrap_or(0.0)
    }
}

/// The memory that an address leads into, as far as a function can tell by itself.
pub fn root_of(f: &Function, defs: &[Option<(u32, u32)>], mut o: Opnd) -> Option<Memory> {
    for _ in 0..64 {
        match o.kind() {
            OpndKind::Const(c) => {
                return match f.consts[c.index()] {
                    Const::Global { id, .. } => Some(Memory::Global(id)),
                    _ => None,
                };
            }
            OpndKind::Reg(r) => match defs[r.index()].map(|(b, i)| &f.blocks[b as usize].insts[i as usize]) {
                Some(Inst::Gep { base, .. }) => o = *base,
                Some(Inst::Copy { a, .. }) => o = *a,
                Some(Inst::Alloca { .. }) => return Some(Memory::Behind(r)),
                Some(_) => return None,
                None => return f.params.contains(&r).then_some(Memory::Behind(r)),
            },
        }
    }
    None
}

/// By register: the instruction that writes it.
pub fn definitions(f: &Function) -> Vec<Option<(u32, u32)>> {
    let mut defs = vec![None; f.regs.len()];
    for (b, block) in f.blocks.iter().enumerate() {
        for (i, inst) in block.insts.iter().enumerate() {
            inst.defs(|r| defs[r.index()] = Some((b as u32, i as u32)));
        }
    }
    defs
}

/// By parameter: does the result depend on it?
fn into_result(f: &Function) -> Vec<bool> {
    let mut needed = vec![false; f.regs.len()];
    let read = |o: Opnd, needed: &mut Vec<bool>| {
        if let Some(r) = o.as_reg() {
            needed[r.index()] = true;
        }
    };
    // Three rounds see through most chains of block parameters.
    for _ in 0..3 {
        for b in f.blocks.iter().rev() {
            if let Terminator::Return(vals) = &b.term {
                vals.iter().for_each(|v| read(*v, &mut needed));
            }
            for e in b.term.edges() {
                for (arg, param) in e.args.iter().zip(&f.blocks[e.to.index()].params) {
                    if needed[param.index()] {
                        read(*arg, &mut needed);
                    }
                }
            }
            for inst in b.insts.iter().rev() {
                let mut hit = false;
                inst.defs(|r| hit |= needed[r.index()]);
                if hit {
                    inst.uses(|o| read(o, &mut needed));
                }
            }
        }
    }
    f.params.iter().map(|r| needed[r.index()]).collect()
}

/// One function, backwards.
struct Pass<'a> {
    program: &'a Program,
    f: &'a Function,
    costs: &'a Costs,
    defs: Vec<Option<(u32, u32)>>,
    now: FxHashMap<Variable, f32>,
    starts: Vec<FxHashMap<Variable, f32>>,
    totals: Vec<f32>,
    total: f32,
    number: usize,
    /// What results of calls cost.
    calls: FxHashMap<FuncId, f32>,
}

impl<'a> Pass<'a> {
    fn new(program: &'a Program, id: FuncId, costs: &'a Costs) -> Pass<'a> {
        let f = program.func(id);
        let n = f.blocks.len();
        Pass {
            number: id.index(),
            calls: FxHashMap::default(),
            program,
            f,
            costs,
            defs: definitions(f),
            now: FxHashMap::default(),
            starts: vec![FxHashMap::default(); n],
            totals: vec![0.0; n],
            total: 0.0,
        }
    }

    fn run(mut self) -> Pass<'a> {
        let graph = Graph::of(self.f);
        let mut order = graph.reverse_post_order(0);
        order.reverse();
        let rounds = self.costs.options.kappa.map_or(ROUNDS, |k| k.max(1));
        let mut changed = vec![true; order.len().max(self.f.blocks.len())];
        for _ in 0..rounds {
            let mut any = false;
            for &b in &order {
                if !std::mem::replace(&mut changed[b as usize], false) {
                    continue;
                }
                if self.block(b) {
                    any = true;
                    graph.preds(b).iter().for_each(|p| changed[*p as usize] = true);
                }
            }
            if !any {
                break;
            }
        }
        self
    }

    /// Did anything change at the start of the block?
    fn block(&mut self, b: u32) -> bool {
        let f = self.f;
        let block = &f.blocks[b as usize];
        self.now.clear();
        self.total = 0.0;
        self.end(&block.term);
        for inst in block.insts.iter().rev() {
            self.inst(inst);
        }
        let cap = self.costs.options.cap;
        self.now.retain(|_, c| *c > 0.0);
        self.now.values_mut().for_each(|c| *c = c.min(cap));
        let old = &self.starts[b as usize];
        let same = old.len() == self.now.len() && self.now.iter().all(|(v, c)| old.get(v).is_some_and(|o| (o - c).abs() < SMALL));
        self.totals[b as usize] = self.total.min(cap * cap);
        if !same {
            self.starts[b as usize] = self.now.clone();
        }
        !same
    }

    fn end(&mut self, term: &Terminator) {
        let edges = term.edges();
        let share = 1.0 / edges.len().max(1) as f32;
        let f = self.f;
        let mut add: Vec<(Variable, f32)> = Vec::new();
        let mut total = 0.0;
        for e in edges {
            let params = &f.blocks[e.to.index()].params;
            for (v, c) in &self.starts[e.to.index()] {
                match v {
                    Variable::Register(r) if params.contains(r) => {
                        let at = params.iter().position(|p| p == r).expect("it is one of them");
                        add.extend(e.args[at].as_reg().map(|a| (Variable::Register(a), c * share)));
                    }
                    _ => add.push((*v, c * share)),
                }
            }
            total += self.totals[e.to.index()] * share;
        }
        add.into_iter().for_each(|(v, c)| *self.now.entry(v).or_insert(0.0) += c);
        self.total += total;
        match term {
            Terminator::Branch { cond: o, .. } | Terminator::Switch { on: o, .. } => self.asks(*o, BRANCH),
            Terminator::Return(vals) => {
                let cost = self.costs.returned[self.number];
                vals.iter().for_each(|v| self.adds(*v, cost));
            }
            _ => {}
        }
    }

    /// A question hangs on the operand.
    fn asks(&mut self, o: Opnd, weight: f32) {
        self.adds(o, weight);
        self.total += weight;
    }

    fn adds(&mut self, o: Opnd, cost: f32) {
        if let Some(r) = o.as_reg()
            && cost > 0.0
        {
            *self.now.entry(Variable::Register(r)).or_insert(0.0) += cost;
        }
    }

    fn cost(&self, v: Variable) -> f32 {
        self.now.get(&v).copied().unwrap_or(0.0).min(self.costs.options.cap)
    }

    fn inst(&mut self, inst: &Inst) {
        let f = self.f;
        let mut result: f32 = 0.0;
        inst.defs(|r| result = result.max(self.now.remove(&Variable::Register(r)).unwrap_or(0.0)));
        let result = result.min(self.costs.options.cap);
        match inst {
            Inst::Load { addr, .. } => {
                self.asks(*addr, READ);
                if let Some(m) = root_of(f, &self.defs, *addr)
                    && result > 0.0
                {
                    *self.now.entry(Variable::Memory(m)).or_insert(0.0) += result;
                }
            }
            Inst::Store { addr, val, .. } => {
                if let Some(m) = root_of(f, &self.defs, *addr) {
                    let cost = self.cost(Variable::Memory(m));
                    self.adds(*val, cost);
                }
                self.asks(*addr, WRITE);
            }
            Inst::MemCopy { dst, src, len, .. } => {
                self.asks(*len, LENGTH);
                self.asks(*dst, WRITE);
                self.asks(*src, READ);
                if let (Some(to), Some(from)) = (root_of(f, &self.defs, *dst), root_of(f, &self.defs, *src)) {
                    let cost = self.cost(Variable::Memory(to));
                    *self.now.entry(Variable::Memory(from)).or_insert(0.0) += cost;
                }
            }
            Inst::MemSet { dst, len, .. } => {
                self.asks(*len, LENGTH);
                self.asks(*dst, WRITE);
            }
            Inst::Alloca { size, .. } => self.asks(*size, self.costs.options.cap),
            Inst::Bin { op: BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem, a, b, .. } => {
                self.asks(*b, DIVISION);
                self.adds(*a, result);
                self.adds(*b, result);
            }
            // Products of what is not known are hard.
            Inst::Bin { op: BinOp::Mul, a, b, .. } if a.as_reg().is_some() && b.as_reg().is_some() => {
                self.adds(*a, result * DIVISION);
                self.adds(*b, result * DIVISION);
            }
            Inst::Require { ok, .. } => self.asks(*ok, BRANCH),
            Inst::Call(c) => self.call(c, result),
            _ => inst.uses(|o| self.adds(o, result)),
        }
    }

    fn call(&mut self, c: &Call, result: f32) {
        let callee = match c.callee {
            Callee::Direct(f) => f,
            Callee::Indirect(o) => {
                self.asks(o, self.costs.options.cap);
                return c.args.iter().for_each(|a| self.adds(*a, result));
            }
        };
        let function = self.program.func(callee);
        if function.is_declaration() {
            use homing_ir::Builtin::*;
            let weight = match homing_ir::builtin(&function.name) {
                Some(Malloc | Calloc | Realloc | New(_) | AlignedAlloc | PosixMemalign | Alloca | Free | Delete(_)) => {
                    self.costs.options.cap
                }
                Some(Assume | Assert) => BRANCH,
                _ => 0.0,
            };
            return c.args.iter().for_each(|a| self.adds(*a, result + weight));
        }
        let costs = self.costs;
        if result > 0.0 {
            let most = self.calls.entry(callee).or_insert(0.0);
            *most = most.max(result);
        }
        let entry = BlockId(0);
        self.total += costs.total(callee, entry);
        for (i, (arg, param)) in c.args.iter().zip(&function.params).enumerate() {
            let through = costs.results[callee.index()].get(i).copied().unwrap_or(true);
            let cost = costs.at(callee, entry, Variable::Register(*param)) + if through { result } else { 0.0 };
            self.adds(*arg, cost);
            let behind = costs.at(callee, entry, Variable::Memory(Memory::Behind(*param)));
            if let Some(m) = root_of(self.f, &self.defs, *arg)
                && behind > 0.0
            {
                *self.now.entry(Variable::Memory(m)).or_insert(0.0) += behind;
            }
        }
        for (v, cost) in costs.starts[callee.index()].first().into_iter().flatten() {
            if let Variable::Memory(Memory::Global(_)) = v {
                *self.now.entry(*v).or_insert(0.0) += cost;
            }
        }
    }
}
