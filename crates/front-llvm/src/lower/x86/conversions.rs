//! Conversions between packed floats and integers. What does not fit is the smallest integer.

use super::super::float::{NONE, float_of};
use super::super::function::{FunctionLowerer, Lowered, Scalars};
use super::super::intrinsic::by_name;
use crate::llvm::Value;
use homing_ir::*;

by_name! {
    CONVERSIONS,
    fn x86_conversion(self, v, name) {
        "sse2.cvtps2dq" | "sse2.cvtpd2dq" => self.all_as_integers(v, FUnOp::RoundEven),
        "sse2.cvttps2dq" | "sse2.cvttpd2dq" => self.all_as_integers(v, FUnOp::Trunc),
        "sse.cvtss2si" | "sse.cvtss2si64" | "sse2.cvtsd2si" | "sse2.cvtsd2si64" => self.lowest_as_integer(v, FUnOp::RoundEven),
        "sse.cvttss2si" | "sse.cvttss2si64" | "sse2.cvttsd2si" | "sse2.cvttsd2si64" => self.lowest_as_integer(v, FUnOp::Trunc),
        "sse2.cvtpd2ps" => self.all_as_floats(v),
        "sse2.cvtsd2ss" => self.lowest_as_float(v),
    }
}

impl FunctionLowerer<'_> {
    fn converted(&mut self, kind: FloatKind, a: Opnd, op: FUnOp, w: u32) -> Opnd {
        let whole = self.fun(op, kind, a);
        // Powers of two are exact in both formats.
        let above = match kind {
            FloatKind::F32 => u64::from((2f32).powi(w as i32 - 1).to_bits()),
            _ => (2f64).powi(w as i32 - 1).to_bits(),
        };
        let above = self.bits(kind.width(), above);
        let fits = self.fcmp(FCmp { lt: true, ..NONE }, kind, whole, above);
        let number = self.f.new_reg(Type::Bits(w));
        self.emit(Inst::FCast { op: FCastOp::SaturatingSigned(kind), dst: number, a: whole });
        let least = self.bit(w, w - 1);
        self.choose(fits, number.into(), least)
    }

    /// Four integers; what there are no floats for is 0.
    fn all_as_integers(&mut self, v: Value, op: FUnOp) -> Lowered {
        let kind = float_of(v.operand(0).ty())?;
        let all = self.operands(v.operand(0))?;
        let mut out: Scalars = all.iter().map(|a| self.converted(kind, *a, op, 32)).collect();
        let zero = self.bits(32, 0);
        out.resize(4, zero);
        self.alias(v, &out)
    }

    fn lowest_as_integer(&mut self, v: Value, op: FUnOp) -> Lowered {
        let kind = float_of(v.operand(0).ty())?;
        let all = self.operands(v.operand(0))?;
        let r = self.converted(kind, all[0], op, v.ty().int_width());
        self.alias(v, &[r])
    }

    fn narrower(&mut self, a: Opnd) -> Opnd {
        let dst = self.f.new_reg(Type::Bits(32));
        self.emit(Inst::FCast { op: FCastOp::FloatToFloat { from: FloatKind::F64, to: FloatKind::F32 }, dst, a });
        dst.into()
    }

    fn all_as_floats(&mut self, v: Value) -> Lowered {
        let all = self.operands(v.operand(0))?;
        let mut out: Scalars = all.iter().map(|a| self.narrower(*a)).collect();
        let zero = self.bits(32, 0);
        out.resize(4, zero);
        self.alias(v, &out)
    }

    /// The lowest element of the second operand, before the others of the first.
    fn lowest_as_float(&mut self, v: Value) -> Lowered {
        let (mut a, b) = self.both(v)?;
        a[0] = self.narrower(b[0]);
        self.alias(v, &a)
    }
}
