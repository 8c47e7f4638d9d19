//! How blocks end.

use super::function::{FunctionLowerer, Lowered};
use crate::llvm::{Bb, Opcode, Value};
use homing_ir::*;
use llvm_sys::core::*;

impl FunctionLowerer<'_> {
    pub fn terminator(&mut self, v: Value, opcode: Opcode) -> Lowered {
        use Opcode::*;
        self.block.term = match opcode {
            LLVMRet => {
                let vals = if v.operand_count() == 0 { Default::default() } else { self.operands(v.operand(0))? };
                Terminator::Return(vals.to_vec().into_boxed_slice())
            }
            LLVMBr => self.branch(v)?,
            LLVMSwitch => self.switch(v)?,
            LLVMIndirectBr => self.computed_goto(v)?,
            LLVMInvoke => {
                self.call(v)?;
                // No run unwinds: what throws ends the path as a loss. But the handlers are there, and must not look unreachable: the way to
                // them is kept, on a condition that never holds.
                // SAFETY: an invoke, which has both.
                let (normal, unwind) = unsafe { (LLVMGetNormalDest(v.0), LLVMGetUnwindDest(v.0)) };
                let cond = self.bits(1, 1);
                Terminator::Branch { cond, then: self.edge(Bb(normal))?, els: self.edge(Bb(unwind))? }
            }
            LLVMUnreachable => Terminator::Unreachable,
            LLVMCallBr => self.asm_goto(v)?,
            _ => return Err(LANDING.into()),
        };
        Ok(())
    }

    /// `asm goto`: the assembly is not run, so the path ends here; but all the places it may jump to are behind it.
    fn asm_goto(&mut self, v: Value) -> Result<Terminator, String> {
        let what = self.cx.string("asm goto");
        self.emit(Inst::Unsupported { what });
        for dst in self.results(v)? {
            self.emit(Inst::Undef { dst });
        }
        let mut to = v.successors();
        let default = self.edge(to.next().ok_or("asm goto without a target")?)?;
        let on = self.f.new_reg(Type::Bits(32));
        self.emit(Inst::Undef { dst: on });
        let mut cases = Vec::new();
        for (i, b) in to.enumerate() {
            cases.push((i as u64, self.edge(b)?));
        }
        Ok(Terminator::Switch { on: on.into(), cases: cases.into_boxed_slice(), default })
    }

    fn branch(&mut self, v: Value) -> Result<Terminator, String> {
        let mut to = v.successors();
        let first = to.next().ok_or("a branch without a target")?;
        let Some(second) = to.next() else { return Ok(Terminator::Jump(self.edge(first)?)) };
        // SAFETY: a branch with two targets has a condition.
        let cond = self.operand(Value(unsafe { LLVMGetCondition(v.0) }))?;
        Ok(Terminator::Branch { cond, then: self.edge(first)?, els: self.edge(second)? })
    }

    fn switch(&mut self, v: Value) -> Result<Terminator, String> {
        let on = self.operand(v.operand(0))?;
        // SAFETY: a switch, which has a default.
        let default = self.edge(Bb(unsafe { LLVMGetSwitchDefaultDest(v.0) }))?;
        let mut cases = Vec::new();
        // Successor 0 is the default.
        for (i, to) in v.successors().enumerate().skip(1) {
            // SAFETY: a switch, asked for the value of a successor that is not the default.
            let value = super::fold::integer(Value(unsafe { LLVMGetSwitchCaseValue(v.0, i as u32) }));
            cases.push((value, self.edge(to)?));
        }
        if self.width(on) > 64 {
            return Ok(self.compare_chain(on, cases, default));
        }
        let mut cases: Vec<(u64, Edge)> = cases
            .into_iter()
            .filter_map(|(c, e)| match c {
                Const::Bits { v, .. } => Some((v, e)),
                _ => None,
            })
            .collect();
        cases.sort_by_key(|c| c.0);
        Ok(Terminator::Switch { on, cases: cases.into_boxed_slice(), default })
    }

    /// Compares one value after the other, each in its own block.
    fn compare_chain(&mut self, on: Opnd, cases: Vec<(Const, Edge)>, default: Edge) -> Terminator {
        let mut next = Terminator::Jump(default);
        for (value, to) in cases.into_iter().rev() {
            let b = self.pool(value);
            let cond = self.f.new_reg(Type::Bits(1));
            let els = Edge::new(self.extra_block(next));
            let test = Block {
                params: Vec::new(),
                insts: vec![Inst::Cmp { op: CmpOp::Eq, dst: cond, a: on, b }],
                term: Terminator::Branch { cond: cond.into(), then: to, els },
                locs: vec![self.loc; 2],
            };
            let id = self.push_extra(test);
            next = Terminator::Jump(Edge::new(id));
        }
        next
    }

    fn extra_block(&mut self, term: Terminator) -> BlockId {
        if let Terminator::Jump(e) = &term
            && e.args.is_empty()
        {
            return e.to;
        }
        let block = Block { params: Vec::new(), insts: Vec::new(), term, locs: vec![self.loc] };
        self.push_extra(block)
    }

    fn push_extra(&mut self, block: Block) -> BlockId {
        self.extra.push(block);
        BlockId((self.blocks.len() + self.extra.len() - 1) as u32)
    }

    /// `goto *p`: a switch over the numbers of the possible blocks.
    fn computed_goto(&mut self, v: Value) -> Result<Terminator, String> {
        let to = self.operand(v.operand(0))?;
        let on = self.as_bits(to);
        let mut cases = Vec::new();
        for b in v.successors() {
            cases.push((self.cx.block_number(b), self.edge(b)?));
        }
        cases.sort_by_key(|c| c.0);
        cases.dedup_by_key(|c| c.0);
        let what = self.cx.string("a computed goto to something that is not one of its labels");
        let no = self.bits(1, 0);
        let default = Edge::new(self.push_extra(Block {
            params: Vec::new(),
            insts: vec![Inst::Require { ok: no, kind: ErrorKind::BadCall, what }],
            term: Terminator::Unreachable,
            locs: vec![self.loc; 2],
        }));
        Ok(Terminator::Switch { on, cases: cases.into_boxed_slice(), default })
    }
}
