//! What the analysis of one program and target has at hand: unfolded calls, objects, symbols, and what is left of its work.

use std::rc::Rc;

use homing_graph::{Dominators, Graph, Loops};
use homing_ir::{BlockId, Callee, Const, FuncId, GlobalId, Inst, Program, TargetId, Terminator};
use rustc_hash::FxHashMap;

use crate::formula::{Array, Base};
use crate::lin::{Range, Sym, Symbols};
use crate::state::{Asked, Ctx, Obj, State};

/// Why there is no condition, or why it has to be built anew.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stop {
    GivesUp(String),
    /// Something was found out about an object that holds from the beginning.
    Again,
    /// A loop has too many ways round.
    Ways,
}

/// Ways round one loop that are told apart.
pub(crate) const MAX_WAYS: usize = 12;
/// Calls within calls.
pub(crate) const MAX_CALLS: u32 = 12;
/// Places that one path goes through, nested calls of the analysis.
pub(crate) const MAX_DEPTH: u32 = 600;
/// Elements of a table that is known.
const MAX_TABLE: usize = 4096;

/// Where an object comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    Global(GlobalId),
    Local(Ctx, BlockId, u32),
}

/// What is known of an object, from the beginning.
#[derive(Clone, Debug)]
pub(crate) struct ObjectInfo {
    pub source: Source,
    pub size: i128,
    /// Bytes of each access, once there was one.
    pub width: Option<u32>,
}

/// What lasts when a condition is built anew.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learnt {
    /// Objects that are not read and written element by element, by source.
    pub mixed: Vec<Source>,
}

/// A call that is unfolded.
pub(crate) struct Unfolded {
    pub func: FuncId,
    /// The caller and its instruction behind the call; none for the entry.
    pub back: Option<(Ctx, BlockId, u32)>,
    pub depth: u32,
}

/// The shape of a function.
pub(crate) struct Shape {
    pub loops: Loops,
    /// A cycle that has more than one entry.
    pub tangled: bool,
    /// By block: can the target be passed from its start, within the function and what it calls; can the function return?
    pub hits: Vec<bool>,
    pub returns: Vec<bool>,
}

/// How a path through the program ended at a target or at an error.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    /// An error of the program that a run may survive, instead of the target.
    pub error: bool,
    pub asked: Vec<Asked>,
}

pub(crate) struct Analysis<'p> {
    pub p: &'p Program,
    pub target: TargetId,
    pub symbols: Symbols,
    pub bases: u32,
    pub contexts: Vec<Unfolded>,
    context_of: FxHashMap<(Ctx, BlockId, u32, FuncId), Ctx>,
    pub objects: Vec<ObjectInfo>,
    object_of: FxHashMap<Source, Obj>,
    initial: FxHashMap<Obj, Rc<Array>>,
    shapes: FxHashMap<FuncId, Rc<Shape>>,
    /// By function: can it pass the target?
    pub hits: Vec<bool>,
    pub learnt: Learnt,
    pub work: u64,
    pub limit: u64,
    /// Which ending it is.
    pub ending: Sym,
    pub endings: Vec<Ending>,
    /// Values of the first inputs, where they are given.
    pub given: Option<Vec<i128>>,
    pub loops: u32,
}

impl<'p> Analysis<'p> {
    pub fn new(p: &'p Program, entry: FuncId, target: TargetId, limit: u64, learnt: Learnt) -> Analysis<'p> {
        let mut symbols = Symbols::default();
        let ending = symbols.fresh("ending", Range::COUNT);
        let mut a = Analysis {
            p,
            target,
            symbols,
            bases: 0,
            contexts: vec![Unfolded { func: entry, back: None, depth: 0 }],
            context_of: FxHashMap::default(),
            objects: Vec::new(),
            object_of: FxHashMap::default(),
            initial: FxHashMap::default(),
            shapes: FxHashMap::default(),
            hits: Vec::new(),
            learnt,
            work: 0,
            limit,
            ending,
            endings: Vec::new(),
            given: None,
            loops: 0,
        };
        a.hits = a.functions_that_hit();
        a
    }

    /// Counts work; an end to it if it is too much.
    pub fn spend(&mut self, work: u64) -> Result<(), Stop> {
        self.work += work;
        if self.work > self.limit { Err(Stop::GivesUp("the work for it is used up".into())) } else { Ok(()) }
    }

    fn functions_that_hit(&self) -> Vec<bool> {
        let p = self.p;
        let mut hits = vec![false; p.functions.len()];
        loop {
            let mut changed = false;
            for i in 0..hits.len() {
                if !hits[i] && p.functions[i].blocks.iter().flat_map(|b| &b.insts).any(|x| self.instruction_hits(x, &hits)) {
                    hits[i] = true;
                    changed = true;
                }
            }
            if !changed {
                return hits;
            }
        }
    }

    fn instruction_hits(&self, i: &Inst, hits: &[bool]) -> bool {
        match i {
            Inst::Mark { target } => *target == self.target,
            Inst::Call(c) => match c.callee {
                Callee::Direct(f) => hits[f.index()],
                Callee::Indirect(_) => (0..hits.len()).any(|f| hits[f] && self.p.functions[f].address_taken),
            },
            _ => false,
        }
    }

    pub fn shape(&mut self, f: FuncId) -> Rc<Shape> {
        if let Some(s) = self.shapes.get(&f) {
            return s.clone();
        }
        let func = self.p.func(f);
        let g = Graph::of(func);
        let d = Dominators::new(&g, 0);
        let loops = Loops::new(&g, &d);
        let n = func.blocks.len();
        let seed = |test: &dyn Fn(usize) -> bool| -> Vec<bool> {
            let mut found: Vec<bool> = (0..n).map(test).collect();
            let mut todo: Vec<u32> = (0..n as u32).filter(|b| found[*b as usize]).collect();
            while let Some(b) = todo.pop() {
                for p in g.preds(b) {
                    if !std::mem::replace(&mut found[*p as usize], true) {
                        todo.push(*p);
                    }
                }
            }
            found
        };
        let hits = seed(&|b| func.blocks[b].insts.iter().any(|i| self.instruction_hits(i, &self.hits)));
        let returns = seed(&|b| matches!(func.blocks[b].term, Terminator::Return(_)));
        // In a graph without tangles, every edge that does not go on in reverse post order leads back to a dominator.
        let order = g.reverse_post_order(0);
        let mut at = vec![usize::MAX; n];
        order.iter().enumerate().for_each(|(i, b)| at[*b as usize] = i);
        let tangled =
            order.iter().any(|b| g.succs(*b).iter().any(|s| at[*s as usize] <= at[*b as usize] && !d.dominates(*s, *b)));
        // The entry is no head: nobody comes to it over an edge from outside.
        let tangled = tangled || loops.list.iter().any(|l| l.header == 0);
        let shape = Rc::new(Shape { loops, tangled, hits, returns });
        self.shapes.insert(f, shape.clone());
        shape
    }

    /// Can a run that is at the start of the block still pass the target?
    pub fn leads_on(&mut self, ctx: Ctx, block: BlockId) -> bool {
        let unfolded = &self.contexts[ctx.0 as usize];
        let (func, back) = (unfolded.func, unfolded.back);
        let shape = self.shape(func);
        shape.hits[block.index()]
            || shape.returns[block.index()] && back.is_some_and(|(caller, block, inst)| self.leads_on_behind(caller, block, inst))
    }

    /// The same for the place behind a call.
    pub fn leads_on_behind(&mut self, ctx: Ctx, block: BlockId, inst: u32) -> bool {
        let func = self.contexts[ctx.0 as usize].func;
        let b = self.p.func(func).block(block);
        if b.insts[inst as usize..].iter().any(|i| self.instruction_hits(i, &self.hits)) {
            return true;
        }
        if matches!(b.term, Terminator::Return(_)) {
            let back = self.contexts[ctx.0 as usize].back;
            return back.is_some_and(|(caller, block, inst)| self.leads_on_behind(caller, block, inst));
        }
        b.term.edges().iter().any(|e| self.leads_on(ctx, e.to))
    }

    /// The unfolded call; none where it is recursive or too deep.
    pub fn unfold(&mut self, caller: Ctx, block: BlockId, behind: u32, func: FuncId) -> Option<Ctx> {
        if let Some(c) = self.context_of.get(&(caller, block, behind, func)) {
            return Some(*c);
        }
        let depth = self.contexts[caller.0 as usize].depth + 1;
        let mut at = Some(caller);
        while let Some(c) = at {
            let u = &self.contexts[c.0 as usize];
            if u.func == func {
                return None;
            }
            at = u.back.map(|b| b.0);
        }
        if depth > MAX_CALLS {
            return None;
        }
        let c = Ctx(self.contexts.len() as u32);
        self.contexts.push(Unfolded { func, back: Some((caller, block, behind)), depth });
        self.context_of.insert((caller, block, behind, func), c);
        Some(c)
    }

    pub fn object(&mut self, source: Source, size: i128) -> Obj {
        let next = Obj(self.objects.len() as u32);
        let obj = *self.object_of.entry(source).or_insert(next);
        if obj == next {
            self.objects.push(ObjectInfo { source, size, width: None });
        }
        self.objects[obj.0 as usize].size = size;
        obj
    }

    pub fn base(&mut self) -> Base {
        self.bases += 1;
        Base(self.bases - 1)
    }

    pub fn is_mixed(&self, obj: Obj) -> bool {
        self.learnt.mixed.contains(&self.objects[obj.0 as usize].source)
    }

    /// An access of that many bytes at that place; `Again` if it does not fit those before.
    pub fn fits(&mut self, obj: Obj, width: u32, offset: &crate::lin::Lin) -> Result<(), Stop> {
        let info = &mut self.objects[obj.0 as usize];
        if self.learnt.mixed.contains(&info.source) {
            return Ok(());
        }
        if *info.width.get_or_insert(width) == width && offset.is_multiple(i128::from(width)) {
            return Ok(());
        }
        let source = info.source;
        self.learnt.mixed.push(source);
        Err(Stop::Again)
    }

    /// What the object holds on that path. It has been accessed.
    pub fn contents(&mut self, st: &State, obj: Obj) -> Rc<Array> {
        if self.is_mixed(obj) {
            return Rc::new(Array::Unknown);
        }
        if let Some(a) = st.objects.get(&obj) {
            return a.clone();
        }
        let source = self.objects[obj.0 as usize].source;
        let fixed = matches!(source, Source::Global(g) if self.p.global(g).constant);
        if st.unknown && !fixed {
            return Rc::new(Array::Unknown);
        }
        if let Some(a) = self.initial.get(&obj) {
            return a.clone();
        }
        let array = match source {
            Source::Global(g) => self.table(g, self.objects[obj.0 as usize].width.unwrap_or(1)),
            Source::Local(..) => Array::Unknown,
        };
        let array = Rc::new(array);
        self.initial.insert(obj, array.clone());
        array
    }

    fn table(&self, g: GlobalId, width: u32) -> Array {
        let global = self.p.global(g);
        let n = (global.size / u64::from(width)) as usize;
        if global.external || n > MAX_TABLE || width > 8 || !global.size.is_multiple_of(u64::from(width)) {
            return Array::Unknown;
        }
        let number = |i: usize| {
            let from = i * width as usize;
            let inside = |at: u64, c: &Const| {
                !matches!(c, Const::Bits { .. }) && at + 8 > from as u64 && at < (from + width as usize) as u64
            };
            if global.relocs.iter().any(|(at, c)| inside(*at, c)) {
                return None;
            }
            let byte = |k: usize| u64::from(global.bytes.get(from + k).copied().unwrap_or(0)) << (8 * k);
            let bits = (0..width as usize).map(byte).fold(0, |a, b| a | b);
            Some(signed(i128::from(bits), width * 8))
        };
        Array::Table(Rc::new((0..n).map(number).collect()), i128::from(width))
    }

    pub fn ends(&mut self, st: &State, error: bool) -> i128 {
        self.endings.push(Ending { error, asked: st.asked.clone() });
        self.endings.len() as i128 - 1
    }
}

/// The bits as a signed number.
pub(crate) fn signed(bits: i128, width: u32) -> i128 {
    if width < 64 && bits >= 1 << (width - 1) || width == 64 && bits >= 1 << 63 { bits - (1 << width) } else { bits }
}
