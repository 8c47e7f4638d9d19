//! Parameters that are always the same, and values that nothing reads.

use super::Work;
use crate::flow::NONE;
use crate::{BinOp, Edge, Inst, Opnd, OpndKind, Reg, Terminator};

/// How often the search for constant parameters is repeated; what is left after that stays.
const ROUNDS: usize = 8;

impl Work<'_> {
    /// Replaces parameters that get the same value along every edge (or themselves, around a loop).
    pub fn same_params(&mut self) {
        let mut removed = vec![false; self.f.regs.len()];
        let mut any = false;
        for _ in 0..ROUNDS {
            let found = self.single_values(&removed);
            for &(p, value) in &found {
                self.replaced[p.index()] = value;
                removed[p.index()] = true;
            }
            if found.is_empty() {
                break;
            }
            any = true;
        }
        if any {
            self.replace_all();
            self.remove_params(|r| removed[r.index()]);
        }
    }

    /// The parameters with one incoming value. Those of one round may refer to each other, never in a cycle: the
    /// first of them to be entered gets a value from outside.
    fn single_values(&self, removed: &[bool]) -> Vec<(Reg, Opnd)> {
        #[derive(Clone, Copy)]
        enum Seen {
            None,
            One(Opnd),
            Many,
        }
        let mut seen = vec![Seen::None; self.f.regs.len()];
        for &b in &self.dominators.preorder {
            self.f.blocks[b as usize].term.each_edge(|e| {
                for (arg, p) in e.args.iter().zip(&self.f.blocks[e.to.index()].params) {
                    let (arg, state) = (self.find(*arg), &mut seen[p.index()]);
                    if removed[p.index()] || arg == Opnd::reg(*p) {
                        continue;
                    }
                    *state = match *state {
                        Seen::None => Seen::One(arg),
                        Seen::One(x) if self.same(x, arg) => Seen::One(x),
                        _ => Seen::Many,
                    };
                }
            });
        }
        let mut found = Vec::new();
        for &b in &self.dominators.preorder {
            for p in &self.f.blocks[b as usize].params {
                if let Seen::One(value) = seen[p.index()] {
                    found.push((*p, value));
                }
            }
        }
        found
    }

    fn same(&self, a: Opnd, b: Opnd) -> bool {
        match (a.kind(), b.kind()) {
            (OpndKind::Const(x), OpndKind::Const(y)) => x == y || self.f.consts[x.index()] == self.f.consts[y.index()],
            _ => a == b,
        }
    }

    pub(super) fn replace_all(&mut self) {
        for b in 0..self.f.blocks.len() {
            let mut block = std::mem::replace(&mut self.f.blocks[b], empty());
            for (i, inst) in block.insts.iter_mut().enumerate() {
                if !self.gone[self.base[b] + i] {
                    inst.uses_mut(|o| *o = self.find(*o));
                }
            }
            block.term.uses_mut(|o| *o = self.find(*o));
            self.f.blocks[b] = block;
        }
        for i in 0..self.values.len() {
            self.values[i].value = self.find(self.values[i].value);
        }
    }

    /// Takes parameters and the arguments given to them out of the blocks.
    fn remove_params(&mut self, gone: impl Fn(Reg) -> bool) {
        // By block: which of its parameters stay; empty when all do.
        let stay: Vec<Vec<bool>> = self
            .f
            .blocks
            .iter()
            .map(|b| if b.params.iter().any(|r| gone(*r)) { b.params.iter().map(|r| !gone(*r)).collect() } else { vec![] })
            .collect();
        for (b, stay) in self.f.blocks.iter_mut().zip(&stay) {
            if !stay.is_empty() {
                b.params.retain(|r| !gone(*r));
            }
        }
        for b in &mut self.f.blocks {
            b.term.each_edge_mut(|e: &mut Edge| {
                let stay = &stay[e.to.index()];
                if !stay.is_empty() {
                    e.args = e.args.iter().zip(stay).filter(|(_, s)| **s).map(|(o, _)| *o).collect();
                }
            });
        }
    }

    /// Drops pure instructions and block parameters whose results nothing reads, also when they only read each other.
    pub fn drop_unused(&mut self) {
        let used = self.used_registers();
        let mut any_param = false;
        for &b in &self.dominators.preorder {
            let block = &self.f.blocks[b as usize];
            any_param |= block.params.iter().any(|r| !used[r.index()]);
            for (i, inst) in block.insts.iter().enumerate() {
                let mut needed = !self.is_pure(inst);
                inst.defs(|r| needed |= used[r.index()]);
                self.gone[self.base[b as usize] + i] |= !needed;
            }
        }
        if any_param {
            self.remove_params(|r| !used[r.index()]);
        }
    }

    fn used_registers(&self) -> Vec<bool> {
        let mut used = vec![false; self.f.regs.len()];
        let mut work: Vec<Reg> = Vec::new();
        // Where a register that can be dropped is made: (block, instruction) or (block, NONE) for a parameter.
        let mut made = vec![(NONE, NONE); self.f.regs.len()];
        let mut need = |o: Opnd, work: &mut Vec<Reg>| {
            if let Some(r) = o.as_reg()
                && !std::mem::replace(&mut used[r.index()], true)
            {
                work.push(r);
            }
        };
        for &b in &self.dominators.preorder {
            let block = &self.f.blocks[b as usize];
            block.params.iter().for_each(|r| made[r.index()] = (b, NONE));
            for (i, inst) in block.insts.iter().enumerate() {
                if self.gone[self.base[b as usize] + i] {
                    continue;
                }
                if self.is_pure(inst) {
                    inst.defs(|r| made[r.index()] = (b, i as u32));
                } else {
                    inst.uses(|o| need(o, &mut work));
                }
            }
            match &block.term {
                Terminator::Branch { cond: o, .. } | Terminator::Switch { on: o, .. } => need(*o, &mut work),
                Terminator::Return(vals) => vals.iter().for_each(|o| need(*o, &mut work)),
                _ => {}
            }
        }
        // What a report may show of a variable stays.
        self.values.iter().for_each(|v| need(v.value, &mut work));
        while let Some(r) = work.pop() {
            match made[r.index()] {
                (NONE, _) => {}
                (b, NONE) => self.arguments_for(b, r, |o| need(o, &mut work)),
                (b, i) => self.f.blocks[b as usize].insts[i as usize].uses(|o| need(o, &mut work)),
            }
        }
        used
    }

    /// Calls `f` on each value that parameter `r` of block `b` can get.
    fn arguments_for(&self, b: u32, r: Reg, mut f: impl FnMut(Opnd)) {
        let Some(at) = self.f.blocks[b as usize].params.iter().position(|x| *x == r) else { return };
        for &p in self.graph.preds(b).iter().filter(|p| self.dominators.reachable(**p)) {
            self.f.blocks[p as usize].term.each_edge(|e| {
                if e.to.0 == b {
                    f(e.args[at]);
                }
            });
        }
    }

    /// Can the instruction be left out when nothing reads its results? Not if it can be an error of the program, not
    /// even one that is only checked on request.
    fn is_pure(&self, inst: &Inst) -> bool {
        match inst {
            Inst::Bin { op, nsw, nuw, dst, b, .. } => {
                let shifts = || match (self.f.regs[dst.index()], self.small(*b)) {
                    (crate::Type::Bits(w), Some(v)) => v < u64::from(w),
                    _ => false,
                };
                !nsw && !nuw
                    && match op {
                        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => false,
                        BinOp::Shl | BinOp::LShr | BinOp::AShr => shifts(),
                        _ => true,
                    }
            }
            Inst::Dyn { op, .. } => op.is_pure(),
            Inst::Undef { .. }
            | Inst::Copy { .. }
            | Inst::Any { .. }
            | Inst::Un { .. }
            | Inst::Cmp { .. }
            | Inst::Cast { .. }
            | Inst::Extract { .. }
            | Inst::Concat { .. }
            | Inst::Select { .. }
            | Inst::Overflow { .. }
            | Inst::FBin { .. }
            | Inst::FUn { .. }
            | Inst::Fma { .. }
            | Inst::FCmp { .. }
            | Inst::FCast { .. }
            | Inst::Gep { .. } => true,
            _ => false,
        }
    }
}

/// A block that stands in while the real one is being changed.
fn empty() -> crate::Block {
    crate::Block { params: vec![], insts: vec![], term: Terminator::Unreachable, locs: vec![] }
}
