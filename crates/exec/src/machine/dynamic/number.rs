//! Numbers: words where they fit, terms otherwise.

use homing_ir::{DynOp, ErrorKind};
use homing_memory::{Val, ValKind};
use homing_term::{BigInt, Term, Terms};

use super::Kind;
use crate::end::Res;
use crate::executor::Step;
use crate::{Executor, State};

/// Two's complement of `w` bits, sign-extended.
#[inline(always)]
fn wrap(v: i64, w: u32) -> i64 {
    v << (64 - w) >> (64 - w)
}

/// An operation on two concrete numbers, if the result is one as well. `width` is that of the program.
#[inline(always)]
pub(super) fn both_concrete(op: &DynOp, x: u64, y: u64, width: Option<u32>) -> Option<u64> {
    let (a, b) = (x as i64, y as i64);
    let number = |(v, over): (i64, bool)| match width {
        None if over => None,
        None => Some(v as u64),
        Some(w) => Some(wrap(v, w) as u64),
    };
    match op {
        DynOp::Add => number(a.overflowing_add(b)),
        DynOp::Sub => number(a.overflowing_sub(b)),
        DynOp::Mul => number(a.overflowing_mul(b)),
        DynOp::Div if b != 0 => number(a.overflowing_div(b)),
        DynOp::Eq => Some(u64::from(a == b)),
        DynOp::Ne => Some(u64::from(a != b)),
        DynOp::Lt => Some(u64::from(a < b)),
        DynOp::Le => Some(u64::from(a <= b)),
        DynOp::Gt => Some(u64::from(a > b)),
        DynOp::Ge => Some(u64::from(a >= b)),
        _ => None,
    }
}

/// The value of a number written in decimal.
pub(crate) fn constant(text: &str, width: Option<u32>, terms: &mut Terms) -> Val {
    match (text.parse::<i64>(), width) {
        (Ok(v), None) => Val::int(v as u64),
        (Ok(v), Some(w)) => Val::int(wrap(v, w) as u64),
        (Err(_), _) => {
            // The verifier has seen that it is a number.
            let big: BigInt = text.parse().unwrap_or_default();
            let t = terms.int_big(big);
            match width {
                None => Val::term(t),
                Some(w) => {
                    let low = terms.int2bits(t, w);
                    Val::int(wrap(terms.as_const(low).unwrap_or(0) as i64, w) as u64)
                }
            }
        }
    }
}

impl Executor<'_> {
    /// A number as a term.
    pub(crate) fn number_term(&mut self, v: Val) -> Term {
        match (v.kind(), self.program.dyn_width) {
            (ValKind::Term(t), _) => t,
            (_, None) => self.cx.terms.int(i128::from(v.int_bits() as i64)),
            (_, Some(w)) => self.cx.terms.bits(w, v.int_bits() & Self::mask(w)),
        }
    }

    /// A term as a number: constants that fit are words.
    pub(crate) fn number_val(&mut self, t: Term) -> Val {
        let word = match self.program.dyn_width {
            None => self.cx.terms.as_int64(t),
            Some(w) => self.cx.terms.as_const(t).map(|v| wrap(v as i64, w)),
        };
        word.map_or(Val::term(t), |v| Val::int(v as u64))
    }

    /// A condition as a value of width 1.
    fn bit(&mut self, t: Term) -> Val {
        self.cx.terms.as_const(t).map_or(Val::term(t), Val::int)
    }

    pub(super) fn arithmetic(&mut self, st: &mut State, step: &mut Step, op: &DynOp, x: Val, y: Val) -> Res<Val> {
        self.want_number(st, x, "the left operand")?;
        self.want_number(st, y, "the right operand")?;
        let width = self.program.dyn_width;
        if Val::both_int(x, y)
            && let Some(v) = both_concrete(op, x.int_bits(), y.int_bits(), width)
        {
            return Ok(Val::int(v));
        }
        if *op == DynOp::Div {
            let zero = self.is_zero(y);
            let ok = self.cx.terms.not(zero);
            self.require(st, step, ok, ErrorKind::DivisionByZero, "division by zero")?;
        }
        let (a, b) = (self.number_term(x), self.number_term(y));
        let t = &mut self.cx.terms;
        let result = match (op, width) {
            (DynOp::Add, None) => t.iadd(a, b),
            (DynOp::Sub, None) => t.isub(a, b),
            (DynOp::Mul, None) => t.imul(a, b),
            (_, None) => t.idiv(a, b),
            (DynOp::Add, Some(_)) => t.add(a, b),
            (DynOp::Sub, Some(_)) => t.sub(a, b),
            (DynOp::Mul, Some(_)) => t.mul(a, b),
            (_, Some(_)) => t.sdiv(a, b),
        };
        Ok(self.number_val(result))
    }

    pub(super) fn order(&mut self, st: &State, op: &DynOp, x: Val, y: Val) -> Res<Val> {
        self.want_number(st, x, "the left operand")?;
        self.want_number(st, y, "the right operand")?;
        let (a, b) = (self.number_term(x), self.number_term(y));
        let (a, b) = if matches!(op, DynOp::Gt | DynOp::Ge) { (b, a) } else { (a, b) };
        let strict = matches!(op, DynOp::Lt | DynOp::Gt);
        let t = self.less(a, b, strict);
        Ok(self.bit(t))
    }

    /// `a < b` or `a <= b`.
    pub(super) fn less(&mut self, a: Term, b: Term, strict: bool) -> Term {
        let t = &mut self.cx.terms;
        match (self.program.dyn_width, strict) {
            (None, true) => t.ilt(a, b),
            (None, false) => t.ile(a, b),
            (Some(_), true) => t.slt(a, b),
            (Some(_), false) => t.sle(a, b),
        }
    }

    pub(super) fn equality(&mut self, st: &State, op: &DynOp, x: Val, y: Val) -> Res<Val> {
        for v in [x, y] {
            if let k @ (Kind::Array(_) | Kind::Record(_) | Kind::Undef) = Kind::of(v) {
                return self.wrong(st, k, "numbers and pointers can be compared");
            }
        }
        let (kx, ky) = (Kind::of(x), Kind::of(y));
        match (kx == Kind::Number, ky == Kind::Number) {
            (false, false) => Ok(Val::bool((x == y) == (*op == DynOp::Eq))),
            (true, true) => {
                let (a, b) = (self.number_term(x), self.number_term(y));
                let same = self.cx.terms.eq(a, b);
                let t = if *op == DynOp::Eq { same } else { self.cx.terms.not(same) };
                Ok(self.bit(t))
            }
            _ => self.error(st, ErrorKind::Type, format!("{} is compared with {}", kx.name(), ky.name())),
        }
    }

    fn is_zero(&mut self, v: Val) -> Term {
        let (a, z) = (self.number_term(v), self.number_term(Val::ZERO));
        self.cx.terms.eq(a, z)
    }

    pub(super) fn number_truth(&mut self, v: Val) -> Val {
        let zero = self.is_zero(v);
        let t = self.cx.terms.not(zero);
        self.bit(t)
    }

    pub(super) fn number_of_bool(&mut self, v: Val) -> Val {
        let t = match v.kind() {
            ValKind::Term(t) => t,
            _ => return Val::int(v.int_bits() & 1),
        };
        let result = match self.program.dyn_width {
            None => {
                let (one, zero) = (self.cx.terms.int(1), self.cx.terms.int(0));
                self.cx.terms.ite(t, one, zero)
            }
            Some(w) => self.cx.terms.zext(t, w),
        };
        self.number_val(result)
    }

    /// A number under a model, in decimal.
    pub(crate) fn decimal(&mut self, v: Val, model: &homing_term::Model) -> String {
        match v.kind() {
            ValKind::Term(t) => decimal(&mut self.cx.terms, t, model),
            _ => (v.int_bits() as i64).to_string(),
        }
    }
}

/// The value of a number's term in decimal.
pub(crate) fn decimal(terms: &mut Terms, t: Term, model: &homing_term::Model) -> String {
    match terms.sort(t) {
        homing_term::Sort::Bits(w) => wrap(terms.eval64(t, model) as i64, w).to_string(),
        _ => match terms.eval(t, model) {
            homing_term::Value::Int(v) => v.to_string(),
            _ => "0".into(),
        },
    }
}
