//! What loops and functions may write: which objects, which bytes of them, in everything that they call.
//!
//! An object is named by where its address comes from: a global, or a register of the function that holds its address (a local, a parameter,
//! a pointer that was computed before the loop). What cannot be told is [`Root::Unknown`]: then everything may be written whose address
//! somebody could have. Nothing is guessed; what is imprecise is unknown.

use std::collections::BTreeSet;

use homing_ir::{
    BlockId, Builtin, Call, Callee, CastOp, Const, FuncId, Function, GlobalId, Inst, Opnd, OpndKind, Program, Reg, builtin,
};

use crate::{CallGraph, Called, Loops};

/// Where an address comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Root {
    Global(GlobalId),
    /// What this register of the function points into.
    Behind(Reg),
    Unknown,
}

/// Bytes that may be written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Write {
    pub root: Root,
    /// From this byte behind the address on, so many; none for anywhere in the object.
    pub range: Option<(i64, u64)>,
}

/// Everything that a loop or a function may do to memory that was there before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteSet {
    pub writes: BTreeSet<Write>,
    /// Objects may end, or the blocks of locals be entered or left.
    pub frees: bool,
    pub allocates: bool,
    /// Of a loop: parameters of its head that a round may change.
    pub changed: Vec<Reg>,
}

impl WriteSet {
    /// May memory be written of which nothing is known?
    pub fn is_unknown(&self) -> bool {
        self.writes.iter().any(|w| w.root == Root::Unknown)
    }

    fn add(&mut self, root: Root, range: Option<(i64, u64)>) -> bool {
        let range = range.filter(|_| root != Root::Unknown);
        if self.writes.contains(&Write { root, range: None }) {
            return false;
        }
        if range.is_none() {
            self.writes.retain(|w| w.root != root);
        }
        self.writes.insert(Write { root, range })
    }
}

/// Where a pointer may lead: roots, and how far behind them if that is known.
type Leads = BTreeSet<(Root, Option<i64>)>;

/// Roots of one pointer that are told apart.
const MANY_ROOTS: usize = 16;

/// After so many rounds over a function, or over all of them, offsets that still change count as unknown.
const ROUNDS: u32 = 4;
const ALL_ROUNDS: u32 = 24;

/// The write sets of a program's functions.
pub struct Writes {
    functions: Vec<WriteSet>,
    calls: CallGraph,
    /// By function and register.
    leads: Vec<Vec<Leads>>,
    /// Calls may go elsewhere than the program says.
    rerouted: bool,
}

impl Writes {
    pub fn new(p: &Program) -> Writes {
        let n = p.functions.len();
        let rerouted = p.functions.iter().any(|f| builtin(&f.name) == Some(Builtin::AliasFunction));
        let leads = p.functions.iter().map(leads).collect();
        let mut all = Writes { functions: vec![WriteSet::default(); n], calls: CallGraph::new(p), leads, rerouted };
        let mut round = 0;
        loop {
            let mut changed = false;
            for i in 0..n {
                let f = FuncId(i as u32);
                let new = if p.func(f).is_declaration() {
                    declared(p.func(f))
                } else {
                    all.of_blocks(p, f, &|_| true).only_outer(p.func(f), round)
                };
                changed |= new != all.functions[i];
                all.functions[i] = new;
            }
            round += 1;
            if !changed {
                return all;
            }
        }
    }

    /// What the function and all that it calls may write; registers are its parameters.
    pub fn of_function(&self, f: FuncId) -> &WriteSet {
        &self.functions[f.index()]
    }

    /// What the rounds of a natural loop may write; registers are such as are written before the loop.
    pub fn of_loop(&self, p: &Program, f: FuncId, loops: &Loops, id: u32) -> WriteSet {
        let func = p.func(f);
        let inside = |b: u32| loops.contains(id, b);
        let mut set = self.of_blocks(p, f, &inside);
        let made_inside = made_in(func, &inside);
        let known = |w: &Write| !matches!(w.root, Root::Behind(r) if made_inside[r.index()]);
        if set.writes.iter().any(|w| !known(w)) {
            set.writes.retain(known);
            set.add(Root::Unknown, None);
        }
        let head = BlockId(loops.list[id as usize].header);
        set.changed = changed(func, head, &inside);
        set
    }

    fn of_blocks(&self, p: &Program, f: FuncId, wanted: &dyn Fn(u32) -> bool) -> WriteSet {
        let func = p.func(f);
        let mut set = WriteSet::default();
        let mut sites = self.calls.sites[f.index()].iter();
        for (b, block) in func.blocks.iter().enumerate() {
            for inst in &block.insts {
                // Call sites are listed in the order of the instructions.
                let site = if matches!(inst, Inst::Call(_)) { sites.next() } else { None };
                if !wanted(b as u32) {
                    continue;
                }
                match inst {
                    Inst::Call(c) => match site {
                        Some(site) => self.call(p, f, c, site.to, &mut set),
                        None => _ = set.add(Root::Unknown, None),
                    },
                    inst => self.plain(p, f, inst, &mut set),
                }
            }
        }
        set
    }

    fn plain(&self, p: &Program, f: FuncId, inst: &Inst, set: &mut WriteSet) {
        let func = p.func(f);
        match inst {
            Inst::Store { addr, val, .. } => {
                let n = homing_ir::byte_len(p.opnd_width(func, *val));
                self.through(f, func, *addr, Some((0, n)), set);
            }
            Inst::MemCopy { dst, len, .. } | Inst::MemSet { dst, len, .. } => {
                let n = constant(func, *len).map(|n| (0, n));
                self.through(f, func, *dst, n, set);
            }
            Inst::VaStart { list: to } | Inst::VaCopy { dst: to, .. } => self.through(f, func, *to, None, set),
            Inst::Alloca { .. } => set.allocates = true,
            Inst::StackRestore { .. } | Inst::Scope { .. } => set.frees = true,
            Inst::Dyn { .. } => _ = set.add(Root::Unknown, None),
            _ => {}
        }
    }

    /// A write through a pointer, of a range behind it.
    fn through(&self, f: FuncId, func: &Function, to: Opnd, range: Option<(i64, u64)>, set: &mut WriteSet) {
        for (root, at) in leads_of(func, &self.leads[f.index()], to) {
            let range = range.zip(at).and_then(|((from, n), at)| Some((at.checked_add(from)?, n)));
            set.add(root, range);
        }
    }

    fn call(&self, p: &Program, f: FuncId, c: &Call, to: Called, set: &mut WriteSet) {
        let func = p.func(f);
        if self.rerouted {
            set.add(Root::Unknown, None);
        }
        let all = || (0..p.functions.len() as u32).map(FuncId).filter(|g| self.calls.address_taken[g.index()]);
        // A call of another signature is wrong and runs.
        let callees: Vec<FuncId> = match to {
            Called::One(g) => vec![g],
            Called::Class(_) => all().collect(),
        };
        if matches!(c.callee, Callee::Indirect(_)) && callees.is_empty() {
            set.add(Root::Unknown, None);
        }
        for g in callees {
            let (callee, does) = (p.func(g), &self.functions[g.index()]);
            set.frees |= does.frees;
            set.allocates |= does.allocates;
            for w in &does.writes {
                let Root::Behind(r) = w.root else {
                    set.add(w.root, w.range);
                    continue;
                };
                // A declaration has no registers: its parameters are counted.
                let n = if callee.is_declaration() { Some(r.index()) } else { callee.params.iter().position(|q| *q == r) };
                match n.and_then(|n| Some((n, *c.args.get(n)?))) {
                    // The callee writes into a copy of its own.
                    Some((n, _)) if c.byval.get(n).is_some_and(|b| *b > 0) => {}
                    Some((_, arg)) => self.through(f, func, arg, w.range, set),
                    None => _ = set.add(Root::Unknown, None),
                }
            }
        }
    }
}

impl WriteSet {
    /// As a caller sees it: locals of the function are gone when it returns, other pointers that it has made are unknown.
    fn only_outer(self, f: &Function, round: u32) -> WriteSet {
        let locals = locals(f);
        let mut outer = WriteSet { frees: self.frees, allocates: self.allocates, ..WriteSet::default() };
        for w in self.writes {
            let range = w.range.filter(|_| round < ALL_ROUNDS);
            match w.root {
                Root::Behind(r) if locals[r.index()] => {}
                Root::Behind(r) if !f.params.contains(&r) => _ = outer.add(Root::Unknown, None),
                root => _ = outer.add(root, range),
            }
        }
        outer
    }
}

/// What a function without a body writes; `Behind` counts its parameters.
fn declared(f: &Function) -> WriteSet {
    use Builtin::*;
    let mut set = WriteSet::default();
    match builtin(&f.name) {
        Some(
            NamedInt | Range | Choose | Nondet(_) | Assume | PreferCex | IsSymbolic | IsReplay | GetValue | GetObjSize
            | CheckMemoryAccess | AssertFail | Assert | ReachError | Reach | SilentExit | ReportError | KleeAbort | Abort | Exit
            | Output | Loss | Measure | Readable | NotNull | SameObject | Apart | ResultUsed | Nothing | UsableSize,
        ) => {}
        Some(Malloc | Calloc | New(_) | AlignedAlloc) => set.allocates = true,
        Some(Free | Delete(_)) => set.frees = true,
        Some(MakeSymbolic | NondetMemory) => _ = set.add(Root::Behind(Reg(0)), None),
        Some(PosixMemalign) => {
            set.allocates = true;
            set.add(Root::Behind(Reg(0)), None);
        }
        _ => {
            set.add(Root::Unknown, None);
            (set.frees, set.allocates) = (true, true);
        }
    }
    set
}

/// By register: it is the address of a local that the function made.
fn locals(f: &Function) -> Vec<bool> {
    let mut is = vec![false; f.regs.len()];
    for inst in f.blocks.iter().flat_map(|b| &b.insts) {
        if let Inst::Alloca { dst, .. } = inst {
            is[dst.index()] = true;
        }
    }
    is
}

/// By register: it is written in one of these blocks.
fn made_in(f: &Function, inside: &dyn Fn(u32) -> bool) -> Vec<bool> {
    let mut made = vec![false; f.regs.len()];
    for (_, block) in f.blocks.iter().enumerate().filter(|(b, _)| inside(*b as u32)) {
        block.params.iter().for_each(|r| made[r.index()] = true);
        block.insts.iter().for_each(|i| i.defs(|r| made[r.index()] = true));
    }
    made
}

/// Parameters of the head that come back as something else.
fn changed(f: &Function, head: BlockId, inside: &dyn Fn(u32) -> bool) -> Vec<Reg> {
    let params = &f.block(head).params;
    let mut changed = vec![false; params.len()];
    for (_, block) in f.blocks.iter().enumerate().filter(|(b, _)| inside(*b as u32)) {
        block.term.each_edge(|e| {
            if e.to == head {
                e.args.iter().zip(params).zip(&mut changed).for_each(|((a, p), c)| *c |= a.as_reg() != Some(*p));
            }
        });
    }
    params.iter().zip(changed).filter(|(_, c)| *c).map(|(p, _)| *p).collect()
}

fn constant(f: &Function, o: Opnd) -> Option<u64> {
    match o.kind() {
        OpndKind::Const(c) => match f.consts[c.index()] {
            Const::Bits { v, .. } => Some(v),
            _ => None,
        },
        OpndKind::Reg(_) => None,
    }
}

/// Where the pointers in a function's registers may lead.
fn leads(f: &Function) -> Vec<Leads> {
    let mut all: Vec<Leads> = vec![Leads::new(); f.regs.len()];
    f.params.iter().for_each(|r| _ = all[r.index()].insert((Root::Behind(*r), Some(0))));
    for round in 0.. {
        let mut changed = false;
        let mut put = |all: &mut Vec<Leads>, dst: Reg, new: Leads| {
            let old = &mut all[dst.index()];
            let before = old.len();
            for (root, at) in new {
                if old.contains(&(root, at)) {
                    continue;
                }
                let at = at.filter(|_| round < ROUNDS);
                if old.contains(&(root, None)) || old.contains(&(Root::Unknown, None)) {
                    continue;
                }
                if at.is_none() {
                    old.retain(|l| l.0 != root);
                }
                old.insert((root, at));
                changed = true;
            }
            if old.len() > MANY_ROOTS && old.len() != before {
                *old = Leads::from([(Root::Unknown, None)]);
            }
        };
        for block in &f.blocks {
            for inst in &block.insts {
                if let Some((dst, new)) = lead(f, &all, inst) {
                    put(&mut all, dst, new);
                } else {
                    inst.defs(|r| put(&mut all, r, Leads::from([(Root::Behind(r), Some(0))])));
                }
            }
            block.term.each_edge(|e| {
                for (arg, param) in e.args.iter().zip(&f.block(e.to).params) {
                    let new = leads_of(f, &all, *arg);
                    put(&mut all, *param, new);
                }
            });
        }
        if !changed {
            break;
        }
    }
    all
}

/// Of an instruction whose result leads where its operands do.
fn lead(f: &Function, all: &[Leads], inst: &Inst) -> Option<(Reg, Leads)> {
    Some(match inst {
        Inst::Copy { dst, a } => (*dst, leads_of(f, all, *a)),
        Inst::Gep { dst, base, index, scale, disp } => {
            let moved = constant(f, *index).filter(|i| *i == 0 || *scale == 0).map(|_| *disp).or_else(|| {
                let i = constant(f, *index)? as i64;
                i.checked_mul(*scale)?.checked_add(*disp).filter(|_| i >= 0 && i < i64::from(i32::MAX))
            });
            let shift = |at: Option<i64>| at.zip(moved).and_then(|(at, m)| at.checked_add(m));
            (*dst, leads_of(f, all, *base).into_iter().map(|(root, at)| (root, shift(at))).collect())
        }
        Inst::Select { dst, a, b, .. } => (*dst, leads_of(f, all, *a).into_iter().chain(leads_of(f, all, *b)).collect()),
        // What numbers lead to nobody knows.
        Inst::Cast { op: CastOp::IntToPtr, dst, .. } => (*dst, Leads::from([(Root::Unknown, None)])),
        Inst::Any { dst, .. } => (*dst, Leads::from([(Root::Unknown, None)])),
        _ => return None,
    })
}

/// Where an operand may lead. Null leads nowhere.
fn leads_of(f: &Function, all: &[Leads], o: Opnd) -> Leads {
    match o.kind() {
        OpndKind::Reg(r) => all[r.index()].clone(),
        OpndKind::Const(c) => match &f.consts[c.index()] {
            Const::Global { id, offset } => Leads::from([(Root::Global(*id), Some(*offset))]),
            Const::Bits { v: 0, .. } | Const::Func(_) => Leads::new(),
            _ => Leads::from([(Root::Unknown, None)]),
        },
    }
}
