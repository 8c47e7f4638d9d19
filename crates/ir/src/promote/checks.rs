//! Checks of `Dyn` values that cannot fail: what an earlier operation made sure of, or made itself, is not checked again.

use super::Work;
use crate::{Const, DynOp, Inst, Opnd, OpndKind, Reg, Type};

/// What is certain of a value; each says more than the one before.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Nothing,
    /// It was written.
    Written,
    /// It is neither array nor record: a copy of it is the value itself.
    Scalar,
    Number,
}

impl Work<'_> {
    /// Drops checks and copies that do nothing, and lets what they gave be what they were given.
    pub fn drop_checks(&mut self) {
        if !self.dynamic {
            return;
        }
        let mut known = self.always();
        // What to set back when a subtree of the dominators is left, and the blocks entered with the length of that list.
        let mut log: Vec<(Reg, Known)> = Vec::new();
        let mut path: Vec<(u32, usize)> = Vec::new();
        for i in 0..self.dominators.preorder.len() {
            let b = self.dominators.preorder[i];
            while let Some(&(top, length)) = path.last()
                && top != self.dominators.idom[b as usize]
            {
                log.drain(length..).rev().for_each(|(r, before)| known[r.index()] = before);
                path.pop();
            }
            path.push((b, log.len()));
            for k in 0..self.f.blocks[b as usize].insts.len() {
                if !self.gone[self.base[b as usize] + k] {
                    self.check(b as usize, k, &mut known, &mut log);
                }
            }
        }
        self.replace_all();
    }

    /// What each register is sure to hold wherever it is read: the greatest solution, so that a loop's variable is a number if it starts as one
    /// and stays one.
    fn always(&self) -> Vec<Known> {
        let mut known: Vec<Known> =
            self.f.regs.iter().map(|t| if *t == Type::Dyn { Known::Number } else { Known::Nothing }).collect();
        self.f.params.iter().for_each(|r| known[r.index()] = Known::Nothing);
        loop {
            let mut changed = false;
            let mut lower = |known: &mut Vec<Known>, r: Reg, to: Known| {
                if to < known[r.index()] {
                    known[r.index()] = to;
                    changed = true;
                }
            };
            for &b in &self.dominators.preorder {
                let block = &self.f.blocks[b as usize];
                for inst in &block.insts {
                    let gives = self.gives(inst, &known);
                    inst.defs(|r| lower(&mut known, r, gives));
                }
                block.term.each_edge(|e| {
                    for (r, arg) in self.f.blocks[e.to.index()].params.iter().zip(&e.args) {
                        let gives = self.known(*arg, &known);
                        lower(&mut known, *r, gives);
                    }
                });
            }
            if !changed {
                return known;
            }
        }
    }

    fn known(&self, o: Opnd, known: &[Known]) -> Known {
        match self.find(o).kind() {
            OpndKind::Reg(r) => known[r.index()],
            OpndKind::Const(c) => match self.f.consts[c.index()] {
                Const::Int(_) => Known::Number,
                Const::Null | Const::Func(_) => Known::Scalar,
                _ => Known::Nothing,
            },
        }
    }

    fn gives(&self, inst: &Inst, known: &[Known]) -> Known {
        use DynOp::*;
        match inst {
            Inst::Copy { a, .. } => self.known(*a, known),
            Inst::Dyn { op, args, .. } => match op {
                Add | Sub | Mul | Div | FromBool | Number | Input => Known::Number,
                Init => self.known(args[0], known).max(Known::Written),
                Copy => self.known(args[0], known).max(Known::Written),
                Alloc | CheckCall { .. } => Known::Scalar,
                Array | Record { .. } => Known::Written,
                _ => Known::Nothing,
            },
            _ => Known::Nothing,
        }
    }

    /// One instruction: drops it if it does nothing, else notes what holds behind it.
    fn check(&mut self, b: usize, k: usize, known: &mut [Known], log: &mut Vec<(Reg, Known)>) {
        use DynOp::*;
        let Inst::Dyn { op, dst, args } = &self.f.blocks[b].insts[k] else { return };
        let first = args.first().map_or(Known::Nothing, |a| self.known(*a, known));
        let (same, needs, holds) = match op {
            Init => (true, Known::Written, Known::Written),
            Number => (true, Known::Number, Known::Number),
            // What a copy gives is another value unless it is known to be none of those that are copied.
            Copy => (first >= Known::Scalar, Known::Scalar, Known::Written),
            Add | Sub | Mul | Div | Lt | Le | Gt | Ge | Truth | Output => (false, Known::Number, Known::Number),
            _ => return,
        };
        let (dst, args) = (*dst, args.clone());
        if same {
            if let Some(dst) = dst {
                self.replaced[dst.index()] = self.find(args[0]);
            }
            if first >= needs {
                self.gone[self.base[b] + k] = true;
                return;
            }
        }
        for r in args.iter().filter_map(|a| self.find(*a).as_reg()) {
            if known[r.index()] < holds {
                log.push((r, known[r.index()]));
                known[r.index()] = holds;
            }
        }
    }
}
