//! One walk over the dominator tree: loads become the values stored, and operands their replacements.

use super::slots::Slots;
use super::{Value, Work};
use crate::{BinOp, CastOp, CmpOp, Const, DynOp, Edge, Home, Inst, Opnd, Reg, Terminator, Type};

/// The walk. Every definition dominates its uses, so an operand's replacement is final when a use is met.
struct Walk {
    slots: Slots,
    /// By slot: its value here.
    now: Vec<Option<Opnd>>,
    /// What to set back when a subtree is left: (slot, value before).
    log: Vec<(u32, Option<Opnd>)>,
    /// By slot: the source variables in it.
    vars: Vec<Vec<u32>>,
    truth: Truth,
}

/// What is known of registers that hold truth values.
#[derive(Default)]
struct Truth {
    /// By register: the width-1 value that it is the zero extension of.
    widened: Vec<Option<Opnd>>,
    /// By register: the width-1 value that it is the negation of.
    negated: Vec<Option<Opnd>>,
}

/// What a test of a number is.
enum Tested {
    No,
    Same(Opnd),
    Not(Opnd),
}

impl Truth {
    fn get(list: &[Option<Opnd>], o: Opnd) -> Option<Opnd> {
        o.as_reg().and_then(|r| list.get(r.index()).copied().flatten())
    }
}

impl Work<'_> {
    pub fn rename(&mut self, slots: Slots) {
        if slots.list.is_empty() && !self.options.copies && !self.options.truth {
            return;
        }
        let count = slots.list.len();
        let mut walk = Walk { slots, now: vec![None; count], log: vec![], vars: vec![vec![]; count], truth: Truth::default() };
        if self.options.truth {
            walk.truth = Truth { widened: vec![None; self.f.regs.len()], negated: vec![None; self.f.regs.len()] };
        }
        self.home_vars(&mut walk);
        self.make_params(&mut walk.slots);
        // The dominators of the current block, each with the length of the log when it was entered.
        let mut path: Vec<(u32, usize)> = Vec::new();
        for i in 0..self.dominators.preorder.len() {
            let b = self.dominators.preorder[i];
            while let Some(&(top, length)) = path.last()
                && top != self.dominators.idom[b as usize]
            {
                for (s, value) in walk.log.drain(length..).rev() {
                    walk.now[s as usize] = value;
                }
                path.pop();
            }
            path.push((b, walk.log.len()));
            self.block(&mut walk, b);
        }
    }

    /// Variables of promoted slots get an empty list of values, filled in by the walk.
    fn home_vars(&mut self, walk: &mut Walk) {
        for (i, v) in self.f.vars.iter_mut().enumerate() {
            if let Home::Slot(r) = v.home
                && let Some(s) = walk.slots.at(Opnd::reg(r))
            {
                walk.vars[s].push(i as u32);
                v.home = Home::Values(vec![]);
            }
        }
    }

    fn make_params(&mut self, slots: &mut Slots) {
        for (b, list) in slots.params.iter_mut().enumerate() {
            for (s, r) in list.iter_mut() {
                *r = self.new_reg(slots.list[*s as usize].ty);
                self.f.blocks[b].params.push(*r);
            }
        }
    }

    fn new_reg(&mut self, t: Type) -> Reg {
        let r = self.f.new_reg(t);
        self.replaced.push(Opnd::reg(r));
        r
    }

    fn set(&mut self, walk: &mut Walk, s: usize, value: Opnd, block: u32, after: u32) {
        walk.log.push((s as u32, walk.now[s].replace(value)));
        for &var in &walk.vars[s] {
            self.values.push(Value { var, block, after, value });
        }
    }

    fn block(&mut self, walk: &mut Walk, b: u32) {
        for i in 0..walk.slots.params.get(b as usize).map_or(0, Vec::len) {
            let (s, r) = walk.slots.params[b as usize][i];
            self.set(walk, s as usize, Opnd::reg(r), b, 0);
        }
        let mut insts = std::mem::take(&mut self.f.blocks[b as usize].insts);
        for (i, inst) in insts.iter_mut().enumerate() {
            let keep = self.access(walk, inst, b, i as u32 + 1).unwrap_or_else(|| self.plain(walk, inst));
            self.gone[self.base[b as usize] + i] = !keep;
        }
        self.f.blocks[b as usize].insts = insts;
        let mut term = std::mem::replace(&mut self.f.blocks[b as usize].term, Terminator::Unreachable);
        term.uses_mut(|o| *o = self.replacement(*o));
        if let Terminator::Branch { cond, then, els } = &mut term {
            while let Some(x) = Truth::get(&walk.truth.negated, *cond) {
                *cond = x;
                std::mem::swap(then, els);
            }
        }
        term.each_edge_mut(|e| self.arguments(walk, e));
        self.f.blocks[b as usize].term = term;
    }

    /// Adds the values of the slots that get a parameter in the edge's block.
    fn arguments(&mut self, walk: &Walk, e: &mut Edge) {
        let params = walk.slots.params.get(e.to.index()).map_or(&[][..], Vec::as_slice);
        if params.is_empty() {
            return;
        }
        let mut args = std::mem::take(&mut e.args).into_vec();
        for (s, r) in params {
            // A slot that is read later and has no value on this way would be exposed, and then has one.
            args.push(walk.now[*s as usize].unwrap_or(Opnd::reg(*r)));
        }
        e.args = args.into_boxed_slice();
    }

    fn replacement(&self, o: Opnd) -> Opnd {
        o.as_reg().map_or(o, |r| self.replaced[r.index()])
    }

    /// Handles an instruction that makes, reads or writes a slot: does it stay? `None`: it is another one.
    fn access(&mut self, walk: &mut Walk, inst: &mut Inst, b: u32, after: u32) -> Option<bool> {
        match *inst {
            Inst::Alloca { dst, .. } => {
                let s = walk.slots.at(Opnd::reg(dst))?;
                let slot = &walk.slots.list[s];
                if slot.exposed && slot.ty == Type::Dyn {
                    let start = self.f.new_const(crate::Const::Undef);
                    self.set(walk, s, start, b, after);
                    return Some(false);
                }
                if slot.exposed {
                    let dst = self.new_reg(slot.ty);
                    *inst = Inst::Undef { dst };
                    self.set(walk, s, Opnd::reg(dst), b, after);
                }
                Some(walk.slots.list[s].exposed)
            }
            Inst::Load { dst, addr, .. } => {
                let s = walk.slots.at(addr)?;
                let value = walk.now[s].unwrap_or(Opnd::reg(dst));
                if self.fits(value, self.f.regs[dst.index()]) {
                    self.replaced[dst.index()] = value;
                    return Some(false);
                }
                *inst = self.cast(dst, value);
                Some(true)
            }
            Inst::Store { addr, val, .. } => {
                let s = walk.slots.at(addr)?;
                let val = self.replacement(val);
                if self.fits(val, walk.slots.list[s].ty) {
                    self.set(walk, s, val, b, after);
                    return Some(false);
                }
                let dst = self.new_reg(walk.slots.list[s].ty);
                *inst = self.cast(dst, val);
                self.set(walk, s, Opnd::reg(dst), b, after);
                Some(true)
            }
            Inst::Scope { slot, .. } => walk.slots.at(slot).map(|_| false),
            _ => None,
        }
    }

    /// The same bits as the other type: one is a pointer, the other bits of its width.
    fn cast(&self, dst: Reg, a: Opnd) -> Inst {
        let op = if self.f.regs[dst.index()] == Type::Ptr { CastOp::IntToPtr } else { CastOp::PtrToInt };
        Inst::Cast { op, dst, a }
    }

    /// Any other instruction: does it stay?
    fn plain(&mut self, walk: &mut Walk, inst: &mut Inst) -> bool {
        inst.uses_mut(|o| *o = self.replacement(*o));
        match *inst {
            Inst::Copy { dst, a } if self.options.copies => {
                self.replaced[dst.index()] = a;
                false
            }
            _ if !self.options.truth => true,
            Inst::Cast { op, dst, a } => self.widening(walk, op, dst, a),
            Inst::Dyn { ref op, dst: Some(dst), ref args } => match self.number_truth(walk, op, dst, args) {
                Tested::No => true,
                Tested::Same(x) => {
                    self.replaced[dst.index()] = x;
                    false
                }
                Tested::Not(x) => {
                    let b = self.f.new_const(Const::Bits { w: 1, v: 1 });
                    *inst = Inst::Bin { op: BinOp::Xor, nsw: false, nuw: false, dst, a: x, b };
                    self.negation(walk, dst, x)
                }
            },
            Inst::Cmp { op: op @ (CmpOp::Eq | CmpOp::Ne), dst, a, b } => self.zero_test(walk, op, dst, a, b),
            Inst::Bin { op: BinOp::Xor, dst, a, b, .. } if self.f.regs[dst.index()] == Type::Bits(1) => {
                let x = if self.small(b) == Some(1) { a } else { b };
                if self.small(a) == Some(1) || self.small(b) == Some(1) { self.negation(walk, dst, x) } else { true }
            }
            _ => true,
        }
    }

    /// A truth value that became a number and is tested again.
    fn number_truth(&mut self, walk: &mut Walk, op: &DynOp, dst: Reg, args: &[Opnd]) -> Tested {
        let bit = |o: Opnd| Truth::get(&walk.truth.widened, o);
        match (op, args) {
            (DynOp::FromBool, [a]) => walk.truth.widened[dst.index()] = Some(*a),
            (DynOp::Truth, [a]) => return bit(*a).map_or(Tested::No, Tested::Same),
            (DynOp::Eq | DynOp::Ne, [a, b]) => {
                let (value, zero) = if self.is_zero(*a) { (*b, *a) } else { (*a, *b) };
                if let Some(x) = bit(value).filter(|_| self.is_zero(zero)) {
                    return if *op == DynOp::Eq { Tested::Not(x) } else { Tested::Same(x) };
                }
            }
            _ => {}
        }
        Tested::No
    }

    /// The number 0 among `Dyn` values.
    fn is_zero(&self, o: Opnd) -> bool {
        o.as_const().is_some_and(|c| matches!(&self.f.consts[c.index()], Const::Int(text) if text == "0"))
    }

    fn widening(&mut self, walk: &mut Walk, op: CastOp, dst: Reg, a: Opnd) -> bool {
        let known = Truth::get(&walk.truth.widened, a);
        let bit = match op {
            CastOp::ZExt if self.fits(a, Type::Bits(1)) => Some(a),
            CastOp::ZExt | CastOp::Trunc => known,
            _ => None,
        };
        if let Some(x) = bit {
            if self.f.regs[dst.index()] == Type::Bits(1) {
                self.replaced[dst.index()] = x;
                return false;
            }
            walk.truth.widened[dst.index()] = Some(x);
        }
        true
    }

    /// A comparison of a truth value, widened or not, with zero.
    fn zero_test(&mut self, walk: &mut Walk, op: CmpOp, dst: Reg, a: Opnd, b: Opnd) -> bool {
        let (value, zero) = if self.small(a) == Some(0) { (b, a) } else { (a, b) };
        if self.small(zero) != Some(0) {
            return true;
        }
        let bit = if self.fits(value, Type::Bits(1)) { Some(value) } else { Truth::get(&walk.truth.widened, value) };
        match (bit, op) {
            (Some(x), CmpOp::Ne) => {
                self.replaced[dst.index()] = x;
                false
            }
            (Some(x), _) => self.negation(walk, dst, x),
            _ => true,
        }
    }

    /// `dst` is the negation of `x`; a double negation is the value itself.
    fn negation(&mut self, walk: &mut Walk, dst: Reg, x: Opnd) -> bool {
        if let Some(y) = Truth::get(&walk.truth.negated, x) {
            self.replaced[dst.index()] = y;
            return false;
        }
        walk.truth.negated[dst.index()] = Some(x);
        true
    }
}
