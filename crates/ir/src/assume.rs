//! Assumptions are one condition: `assume(a && b)` is no reason to part.
//!
//! Compilers make branches of `&&` and `||`. Where all that depends on them is an assumption, two things hold. A way on which the assumption fails at
//! once is no way: its branch becomes an assumption of its own, which is exact whatever stands on the other side. And where nothing
//! between the first branch and the assumption can err, read memory or have an effect, all of it is computed at once and chosen from.

use crate::{BinOp, Block, BlockId, Builtin, Callee, CastOp, CmpOp, Const, Edge, Function, Home, Inst, LocId, Opnd, OpndKind};
use crate::{Program, Terminator, Type, builtin};
use std::collections::BTreeMap;

/// Blocks that are computed at once, at most.
const MOST: usize = 32;

/// Turns branches that only serve an assumption into conditions; how many.
pub fn join_assumptions(p: &mut Program) -> usize {
    let assumes: Vec<bool> =
        p.functions.iter().map(|f| f.is_declaration() && builtin(&f.name) == Some(Builtin::Assume)).collect();
    if !assumes.contains(&true) {
        return 0;
    }
    p.functions.iter_mut().map(|f| Assumptions { f, assumes: &assumes }.run()).sum()
}

struct Assumptions<'a> {
    f: &'a mut Function,
    assumes: &'a [bool],
}

/// A block that assumes something about its parameters before it does anything else: the number of the call.
type Assumes = usize;

impl Assumptions<'_> {
    fn run(&mut self) -> usize {
        let mut done = 0;
        for to in 0..self.f.blocks.len() {
            let Some(call) = self.assumes(&self.f.blocks[to]) else { continue };
            for from in 0..self.f.blocks.len() {
                done += usize::from(self.at_once(from, to));
            }
            for from in 0..self.f.blocks.len() {
                done += usize::from(self.fails(from, to, call));
            }
        }
        done
    }

    /// Nothing but plain computation stands before the call.
    fn assumes(&self, b: &Block) -> Option<Assumes> {
        let call = b.insts.iter().position(|i| !self.is_plain(i))?;
        match &b.insts[call] {
            Inst::Call(c) if c.args.len() == 1 && c.dst.is_empty() && !b.params.is_empty() => match c.callee {
                Callee::Direct(f) => self.assumes[f.index()].then_some(call),
                Callee::Indirect(_) => None,
            },
            _ => None,
        }
    }

    /// A branch whose one way fails the assumption becomes an assumption.
    fn fails(&mut self, from: usize, to: usize, call: Assumes) -> bool {
        let Terminator::Branch { cond, then, els } = &self.f.blocks[from].term else { return false };
        let dead = |e: &Edge| e.to.index() == to && self.value(to, call, e) == Some(0);
        let (holds, stay) = match (dead(then), dead(els)) {
            (false, true) => (true, then.clone()),
            (true, false) => (false, els.clone()),
            _ => return false,
        };
        let cond = *cond;
        // An assumption of its own: a report that one never holds goes by places.
        let loc = self.f.blocks[from].locs.last().copied().unwrap_or_default();
        let Inst::Call(mut made) = self.f.blocks[to].insts[call].clone() else { return false };
        let Some(wanted) = self.type_of(made.args[0]) else { return false };
        let mut insts = Vec::new();
        let mut value = cond;
        if !holds {
            let (dst, zero) = (self.f.new_reg(Type::Bits(1)), self.f.new_const(Const::Bits { w: 1, v: 0 }));
            insts.push(Inst::Cmp { op: CmpOp::Eq, dst, a: value, b: zero });
            value = Opnd::reg(dst);
        }
        if wanted != Type::Bits(1) {
            let dst = self.f.new_reg(wanted);
            insts.push(Inst::Cast { op: CastOp::ZExt, dst, a: value });
            value = Opnd::reg(dst);
        }
        made.args[0] = value;
        insts.push(Inst::Call(made));
        append(&mut self.f.blocks[from], insts, loc, Terminator::Jump(stay));
        true
    }

    /// What is assumed when control comes along that edge, if that is known.
    fn value(&self, to: usize, call: Assumes, e: &Edge) -> Option<u64> {
        let b = &self.f.blocks[to];
        let mut known: BTreeMap<u32, u64> = BTreeMap::new();
        for (r, o) in b.params.iter().zip(&e.args) {
            known.extend(self.constant(*o).map(|v| (r.0, v)));
        }
        let of = |known: &BTreeMap<u32, u64>, o: Opnd| match o.kind() {
            OpndKind::Reg(r) => known.get(&r.0).copied(),
            OpndKind::Const(_) => self.constant(o),
        };
        for inst in &b.insts[..call] {
            let found = match inst {
                Inst::Copy { dst, a } | Inst::Cast { op: CastOp::ZExt, dst, a } => of(&known, *a).map(|v| (*dst, v)),
                Inst::Cast { op: CastOp::SExt | CastOp::Trunc, dst, a } => of(&known, *a).filter(|v| *v == 0).map(|v| (*dst, v)),
                Inst::Cmp { op, dst, a, b } => match (op, of(&known, *a), of(&known, *b)) {
                    (CmpOp::Eq, Some(a), Some(b)) => Some((*dst, u64::from(a == b))),
                    (CmpOp::Ne, Some(a), Some(b)) => Some((*dst, u64::from(a != b))),
                    _ => None,
                },
                Inst::Bin { op: BinOp::Xor, dst, a, b, .. } => of(&known, *a).zip(of(&known, *b)).map(|(a, b)| (*dst, a ^ b)),
                _ => None,
            };
            known.extend(found.map(|(r, v)| (r.0, v)));
        }
        let Inst::Call(c) = &b.insts[call] else { return None };
        of(&known, c.args[0])
    }

    /// Computes something from integers in registers, cannot err, and does nothing else.
    fn is_plain(&self, i: &Inst) -> bool {
        match i {
            Inst::Extract { .. } | Inst::Concat { .. } => true,
            Inst::Copy { a, .. } | Inst::Cmp { a, .. } | Inst::Select { a, .. } => self.type_of(*a).is_some(),
            Inst::Cast { op, .. } => matches!(op, CastOp::ZExt | CastOp::SExt | CastOp::Trunc),
            Inst::Bin { op, .. } => matches!(op, BinOp::And | BinOp::Or | BinOp::Xor),
            _ => false,
        }
    }

    fn constant(&self, o: Opnd) -> Option<u64> {
        match &self.f.consts[o.as_const()?.index()] {
            Const::Bits { v, .. } => Some(*v),
            _ => None,
        }
    }

    /// The type of an integer operand.
    fn type_of(&self, o: Opnd) -> Option<Type> {
        let t = match o.kind() {
            OpndKind::Reg(r) => self.f.regs[r.index()],
            OpndKind::Const(c) => match &self.f.consts[c.index()] {
                Const::Bits { w, .. } => Type::Bits(*w),
                _ => return None,
            },
        };
        matches!(t, Type::Bits(1..=64)).then_some(t)
    }

    /// All blocks between `from` and `to` do nothing but compute: they are computed in `from`, and what `to` gets is chosen.
    fn at_once(&mut self, from: usize, to: usize) -> bool {
        if from == to || !matches!(self.f.blocks[from].term, Terminator::Branch { .. }) {
            return false;
        }
        let Some(between) = self.between(from, to) else { return false };
        // From the last one back: what `to` gets from each.
        let mut gets: BTreeMap<usize, Vec<Opnd>> = BTreeMap::new();
        let (mut insts, mut chosen) = (Vec::new(), Vec::new());
        for b in between.iter().rev().copied().chain([from]) {
            let term = self.f.blocks[b].term.clone();
            let of = |e: &Edge| if e.to.index() == to { e.args.to_vec() } else { gets[&e.to.index()].clone() };
            let got = match &term {
                Terminator::Jump(e) => of(e),
                Terminator::Branch { cond, then, els } => self.choose(*cond, &of(then), &of(els), &mut chosen),
                _ => return false,
            };
            gets.insert(b, got);
        }
        for b in &between {
            insts.append(&mut self.f.blocks[*b].insts);
            let block = &mut self.f.blocks[*b];
            block.locs = vec![block.locs.last().copied().unwrap_or_default()];
            block.term = Terminator::Unreachable;
        }
        insts.append(&mut chosen);
        let loc = self.f.blocks[from].locs.last().copied().unwrap_or_default();
        let edge = Edge { to: BlockId(to as u32), args: gets[&from].clone().into_boxed_slice() };
        append(&mut self.f.blocks[from], insts, loc, Terminator::Jump(edge));
        true
    }

    fn choose(&mut self, cond: Opnd, then: &[Opnd], els: &[Opnd], out: &mut Vec<Inst>) -> Vec<Opnd> {
        let pairs = then.iter().zip(els);
        pairs
            .map(|(a, b)| {
                if a == b {
                    return *a;
                }
                let dst = self.f.new_reg(self.type_of(*a).unwrap_or(Type::Bits(1)));
                out.push(Inst::Select { dst, cond, a: *a, b: *b });
                Opnd::reg(dst)
            })
            .collect()
    }

    /// The blocks that lead from the one to the other and nowhere else, in an order in which each comes after those that lead to it. None if
    /// others come there, too, or if something in them may err or have an effect.
    fn between(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        let mut all: Vec<usize> = Vec::new();
        let mut open = vec![from];
        while let Some(b) = open.pop() {
            for e in self.f.blocks[b].term.edges() {
                let next = e.to.index();
                let fits = e.args.iter().all(|a| self.type_of(*a).is_some());
                match next == to {
                    true if fits => {}
                    true => return None,
                    false if next == from || next == 0 => return None,
                    false if all.contains(&next) => {}
                    false => {
                        let block = &self.f.blocks[next];
                        let ends = matches!(block.term, Terminator::Jump(_) | Terminator::Branch { .. });
                        if all.len() == MOST || !ends || !block.params.is_empty() || !block.insts.iter().all(|i| self.is_plain(i))
                        {
                            return None;
                        }
                        all.push(next);
                        open.push(next);
                    }
                }
            }
        }
        let others = |b: usize| b != from && !all.contains(&b);
        let mut edges = (0..self.f.blocks.len()).filter(|b| others(*b)).flat_map(|b| self.f.blocks[b].term.edges());
        let told = |b: &BlockId| all.contains(&b.index());
        let homes = self.f.vars.iter().any(|v| matches!(&v.home, Home::Values(list) if list.iter().any(|(b, ..)| told(b))));
        if all.is_empty() || homes || edges.any(|e| told(&e.to)) {
            return None;
        }
        self.sorted(from, &all)
    }

    /// Each after those that lead to it; none if there is a loop.
    fn sorted(&self, from: usize, all: &[usize]) -> Option<Vec<usize>> {
        let mut out: Vec<usize> = Vec::new();
        while out.len() < all.len() {
            let before = |b: usize| {
                all.iter().chain([&from]).filter(move |x| self.f.blocks[**x].term.edges().iter().any(|e| e.to.index() == b))
            };
            let ready = |b: &&usize| !out.contains(b) && before(**b).all(|x| *x == from || out.contains(x));
            let next = *all.iter().find(ready)?;
            out.push(next);
        }
        Some(out)
    }
}

/// More code at the end of a block, and another end.
fn append(b: &mut Block, insts: Vec<Inst>, loc: LocId, term: Terminator) {
    let last = b.locs.pop().unwrap_or_default();
    b.locs.extend(std::iter::repeat_n(loc, insts.len()));
    b.insts.extend(insts);
    b.locs.push(last);
    b.term = term;
}
