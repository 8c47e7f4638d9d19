//! Shifts of packed integers by one amount: whatever it is, they are defined.

use super::super::function::{FunctionLowerer, Lowered, Scalars};
use super::super::intrinsic::by_name;
use crate::llvm::Value;
use homing_ir::*;

by_name! {
    SHIFTS,
    fn x86_shift(self, v, name) {
        "sse2.psll.w" | "sse2.psll.d" | "sse2.psll.q" => self.shift_by_vector(v, BinOp::Shl),
        "sse2.psrl.w" | "sse2.psrl.d" | "sse2.psrl.q" => self.shift_by_vector(v, BinOp::LShr),
        "sse2.psra.w" | "sse2.psra.d" => self.shift_by_vector(v, BinOp::AShr),
        "sse2.pslli.w" | "sse2.pslli.d" | "sse2.pslli.q" => self.shift_by_number(v, BinOp::Shl),
        "sse2.psrli.w" | "sse2.psrli.d" | "sse2.psrli.q" => self.shift_by_number(v, BinOp::LShr),
        "sse2.psrai.w" | "sse2.psrai.d" => self.shift_by_number(v, BinOp::AShr),
    }
}

impl FunctionLowerer<'_> {
    /// The amount is in the lower half of the second operand.
    fn shift_by_vector(&mut self, v: Value, op: BinOp) -> Lowered {
        let all = self.operands(v.operand(1))?;
        let amount = self.joined(&all[..all.len() / 2]);
        self.shift(v, op, amount)
    }

    fn shift_by_number(&mut self, v: Value, op: BinOp) -> Lowered {
        let amount = self.operand(v.operand(1))?;
        let amount = self.resize(amount, 64);
        self.shift(v, op, amount)
    }

    fn shift(&mut self, v: Value, op: BinOp, amount: Opnd) -> Lowered {
        let all = self.operands(v.operand(0))?;
        let w = self.width(all[0]);
        let last = self.bits(64, u64::from(w) - 1);
        let beyond = self.cmp(CmpOp::Ugt, amount, last);
        let amount = self.choose(beyond, last, amount);
        let (amount, zero) = (self.resize(amount, w), self.bits(w, 0));
        let mut out = Scalars::new();
        for a in all {
            let r = self.bin(op, a, amount);
            // Copies of the sign stay what they are.
            out.push(if op == BinOp::AShr { r } else { self.choose(beyond, zero, r) });
        }
        self.alias(v, &out)
    }
}
