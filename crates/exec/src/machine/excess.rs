//! Floats of 32-bit code without SSE2: the x87 computes with more digits than `float` and `double` have, and when it rounds to these is the
//! compiler's affair. Results are as the type says; where the wider one would be another number, that is a counted loss.

use homing_ir::{FBinOp, FCastOp, FloatKind};
use homing_memory::Val;

use crate::{Executor, LossKind, State};

impl Executor<'_> {
    /// Notes the loss if a result of that format may differ from the one in the x87's format.
    #[cold]
    pub(crate) fn note_excess(&mut self, st: &mut State, k: FloatKind, v: Val, wider: impl FnOnce(&mut Self) -> Option<Val>) {
        if !matches!(k, FloatKind::F32 | FloatKind::F64) {
            return;
        }
        let Some(wide) = wider(self) else { return };
        let from_type = self.widened(k, v);
        let same = self.term_of(wide, 80) == self.term_of(from_type, 80);
        if !same {
            let detail =
                "float arithmetic of the x87, which keeps more digits than the type has (`-- -msse2` rounds to the type)";
            let loss = self.make_loss(st, LossKind::Unsupported, detail);
            self.losses.push(loss);
        }
    }

    fn widened(&mut self, k: FloatKind, v: Val) -> Val {
        self.float_to_float(k, FloatKind::F80, v)
    }

    /// The same operation in the x87's format; `None` where it is always exact.
    pub(crate) fn wider_bin(&mut self, op: FBinOp, k: FloatKind, a: Val, b: Val) -> Option<Val> {
        if !matches!(op, FBinOp::Add | FBinOp::Sub | FBinOp::Mul | FBinOp::Div) {
            return None;
        }
        let (a, b) = (self.widened(k, a), self.widened(k, b));
        Some(self.fbin(op, FloatKind::F80, a, b))
    }

    pub(crate) fn wider_sqrt(&mut self, k: FloatKind, a: Val) -> Option<Val> {
        let a = self.widened(k, a);
        Some(self.fun(homing_ir::FUnOp::Sqrt, FloatKind::F80, a))
    }

    /// An integer as a float in the x87's format.
    pub(crate) fn wider_integer(&mut self, op: FCastOp, from_w: u32, a: Val) -> Option<Val> {
        let x = self.term_of(a, from_w);
        let exact = match op {
            FCastOp::SignedToFloat(FloatKind::F64) | FCastOp::UnsignedToFloat(FloatKind::F64) => 53,
            _ => 24,
        };
        if from_w <= exact {
            return None;
        }
        let wide = homing_term::float::FloatKind::F80;
        let r = if let FCastOp::SignedToFloat(_) = op { self.cx.terms.si2f(wide, x) } else { self.cx.terms.ui2f(wide, x) };
        Some(self.val_of(r))
    }
}
