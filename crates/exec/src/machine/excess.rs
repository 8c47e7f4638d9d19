//! Floats of 32-bit code without SSE2: the x87 computes with more digits than `float` and `double` have, and when it rounds to these is the
//! compiler's affair. Results are as the type says; where the wider one would be another number, that is a counted loss.

use homing_ir::{FBinOp, FCastOp, FCmp, FloatKind};
use homing_memory::Val;

use crate::{Executor, LossKind, State};

const EXCESS: &str = "float arithmetic of the x87, which keeps more digits than the type has (`-- -msse2` rounds to the type)";

impl Executor<'_> {
    /// Notes the loss if a result of that format may differ from the one in the x87's format; whether it may is the second part.
    #[cold]
    pub(crate) fn note_excess(
        &mut self,
        st: &mut State,
        k: FloatKind,
        v: Val,
        wider: impl FnOnce(&mut Self) -> Option<Val>,
    ) -> Option<(Val, Val)> {
        if !matches!(k, FloatKind::F32 | FloatKind::F64) {
            return None;
        }
        let wide = wider(self)?;
        let from_type = self.widened(k, v);
        if self.term_of(wide, 80) == self.term_of(from_type, 80) {
            return None;
        }
        let loss = self.make_loss(st, LossKind::Unsupported, EXCESS);
        self.losses.push(loss);
        Some((wide, from_type))
    }

    /// The result of an operation on the x87: where the wider one is another number, one that nobody chose, so that inputs are looked for on
    /// both sides of what is asked about it. The loss is counted in any case: rounded or not, the number may also be one of more digits.
    #[cold]
    pub(crate) fn excess(&mut self, st: &mut State, op: FBinOp, k: FloatKind, v: Val, (a, b): (Val, Val)) -> Val {
        let Some((wide, from_type)) = self.note_excess(st, k, v, |e| e.wider_bin(op, k, a, b)) else { return v };
        let differs = self.fcmp(FCmp::OTHER, FloatKind::F80, wide, from_type);
        let differs = self.term_of(differs, 1);
        if self.cx.terms.is_false(differs) {
            return v;
        }
        let w = k.width();
        let plain = self.term_of(v, w);
        self.unchosen(st, w, differs, plain, EXCESS, plain, None)
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
