//! Calls of C library functions that are single instructions here. Only for functions the program leaves undefined.

use super::float::Rounding;
use super::function::{FunctionLowerer, Lowered};
use crate::llvm::Value;
use homing_ir::*;

/// The float format in a math function's name: `fabs`, `fabsf`, `fabsl`. Those that set `errno` are functions of the small library.
fn math(name: &str) -> Option<(&'static str, char)> {
    const NAMES: [&str; 16] = [
        "fabs",
        "floor",
        "ceil",
        "trunc",
        "rint",
        "nearbyint",
        "round",
        "roundeven",
        "copysign",
        "fmin",
        "fmax",
        "fma",
        "lround",
        "llround",
        "lrint",
        "llrint",
    ];
    for base in NAMES {
        match name.strip_prefix(base) {
            Some("") => return Some((base, 'd')),
            Some("f") => return Some((base, 'f')),
            Some("l") => return Some((base, 'l')),
            _ => {}
        }
    }
    None
}

/// Is a call of this function an instruction?
pub(crate) fn is_instruction(name: &str) -> bool {
    matches!(name, "memcpy" | "memmove" | "memset" | "mempcpy" | "bcopy" | "bzero") || math(name).is_some()
}

impl FunctionLowerer<'_> {
    /// Lowers the call `v` of the undefined function `name` if it is one of them; `None` if it is an ordinary call.
    pub fn libc_call(&mut self, v: Value, name: &str, count: u32) -> Option<Lowered> {
        if let Some((base, suffix)) = math(name) {
            return self.math_call(v, base, suffix, count);
        }
        Some(match (name, count) {
            ("memcpy", 3) => self.copy_call(v, false),
            ("memmove", 3) => self.copy_call(v, true),
            ("mempcpy", 3) => self.mempcpy(v),
            ("memset", 3) => self.set_call(v),
            ("bcopy", 3) => self.bcopy(v),
            ("bzero", 2) => self.bzero(v),
            _ => return None,
        })
    }

    fn length(&mut self, v: Value) -> Result<Opnd, String> {
        let len = self.operand(v)?;
        Ok(self.resize(len, self.ptr_bits()))
    }

    fn copy_call(&mut self, v: Value, may_overlap: bool) -> Lowered {
        let (dst, src) = (self.operand(v.operand(0))?, self.operand(v.operand(1))?);
        let len = self.length(v.operand(2))?;
        self.emit(Inst::MemCopy { dst, src, len, may_overlap });
        self.returned(v, dst)
    }

    fn mempcpy(&mut self, v: Value) -> Lowered {
        let (dst, src) = (self.operand(v.operand(0))?, self.operand(v.operand(1))?);
        let len = self.length(v.operand(2))?;
        self.emit(Inst::MemCopy { dst, src, len, may_overlap: false });
        let end = self.f.new_reg(Type::Ptr);
        self.emit(Inst::Gep { dst: end, base: dst, index: len, scale: 1, disp: 0 });
        self.returned(v, end.into())
    }

    fn set_call(&mut self, v: Value) -> Lowered {
        let (dst, val) = (self.operand(v.operand(0))?, self.operand(v.operand(1))?);
        let (val, len) = (self.resize(val, 8), self.length(v.operand(2))?);
        self.emit(Inst::MemSet { dst, val, len });
        self.returned(v, dst)
    }

    fn bcopy(&mut self, v: Value) -> Lowered {
        let (src, dst) = (self.operand(v.operand(0))?, self.operand(v.operand(1))?);
        let len = self.length(v.operand(2))?;
        self.emit(Inst::MemCopy { dst, src, len, may_overlap: true });
        Ok(())
    }

    fn bzero(&mut self, v: Value) -> Lowered {
        let (dst, len) = (self.operand(v.operand(0))?, self.length(v.operand(1))?);
        let val = self.bits(8, 0);
        self.emit(Inst::MemSet { dst, val, len });
        Ok(())
    }

    /// The result, where the caller's declaration has one of a fitting type.
    fn returned(&mut self, v: Value, result: Opnd) -> Lowered {
        match self.cx.layout.scalar(v.ty()) {
            Some(Type::Ptr) => self.alias(v, &[result]),
            Some(Type::Bits(w)) => {
                let number = self.as_bits(result);
                let number = self.resize(number, w);
                self.alias(v, &[number])
            }
            _ => Ok(()),
        }
    }

    fn math_call(&mut self, v: Value, base: &str, suffix: char, count: u32) -> Option<Lowered> {
        let kind = crate::layout::float_kind(v.operand(0).ty())?;
        let right = match suffix {
            'f' => kind == FloatKind::F32,
            'd' => kind == FloatKind::F64,
            _ => !matches!(kind, FloatKind::F32 | FloatKind::F16),
        };
        let to_integer = matches!(base, "lround" | "llround" | "lrint" | "llrint");
        let result_fits = if to_integer {
            matches!(self.cx.layout.scalar(v.ty()), Some(Type::Bits(_))) && crate::layout::float_kind(v.ty()).is_none()
        } else {
            v.ty() == v.operand(0).ty()
        };
        let wanted = match base {
            "copysign" | "fmin" | "fmax" => 2,
            "fma" => 3,
            _ => 1,
        };
        if !right || !result_fits || count != wanted || (1..count).any(|i| v.operand(i).ty() != v.operand(0).ty()) {
            return None;
        }
        Some(match base {
            "fabs" => self.float_unary(v, FUnOp::Abs),
            "floor" => self.float_unary(v, FUnOp::Floor),
            "ceil" => self.float_unary(v, FUnOp::Ceil),
            "trunc" => self.float_unary(v, FUnOp::Trunc),
            "rint" | "nearbyint" | "roundeven" => self.float_unary(v, FUnOp::RoundEven),
            "round" => self.float_unary(v, FUnOp::RoundAway),
            "copysign" => self.float_binary(v, FBinOp::CopySign),
            "fmin" => self.float_smaller_or_larger(v, FBinOp::MinNum),
            "fmax" => self.float_smaller_or_larger(v, FBinOp::MaxNum),
            "fma" => self.float_fma(v),
            "lrint" | "llrint" => self.round_to_integer(v, Rounding::Even),
            _ => self.round_to_integer(v, Rounding::Away),
        })
    }
}
