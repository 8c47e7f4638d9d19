//! From terms to Z3 expressions. Terms of width 1 become Booleans; a one-bit vector is made where one is needed.

use super::raw::{Ast, AstSort, Raw, call};
use crate::Why;
use homing_term::{Op, Sort, Term, Terms, VarId, wide};
use rustc_hash::FxHashMap;

/// The translation of all terms met since it was last emptied.
pub(super) struct Encoder {
    pub raw: Raw,
    known: FxHashMap<Term, Ast>,
    vars: FxHashMap<VarId, Ast>,
}

impl Encoder {
    pub fn new() -> Result<Encoder, Why> {
        Ok(Encoder { raw: Raw::new()?, known: FxHashMap::default(), vars: FxHashMap::default() })
    }

    /// Drops all expressions.
    pub fn forget(&mut self) {
        self.known.clear();
        self.vars.clear();
        self.raw.release();
    }

    /// The expression of a term of width 1.
    pub fn boolean(&mut self, terms: &Terms, t: Term) -> Result<Ast, Why> {
        if terms.sort(t) != Sort::Bits(1) {
            return Err(Why::Failed(format!("assert {t} is not of width 1")));
        }
        self.encode(terms, t)?;
        Ok(self.known[&t])
    }

    /// The expression of a variable, if it occurs in a translated term.
    pub fn var(&self, v: VarId) -> Option<Ast> {
        self.vars.get(&v).copied()
    }

    fn encode(&mut self, terms: &Terms, root: Term) -> Result<(), Why> {
        let mut todo = vec![root];
        while let Some(&t) = todo.last() {
            if self.known.contains_key(&t) {
                todo.pop();
                continue;
            }
            let before = todo.len();
            todo.extend(terms.args(t).iter().filter(|a| !self.known.contains_key(a)));
            if todo.len() > before {
                continue;
            }
            let ast = self.node(terms, t)?;
            self.known.insert(t, ast);
            todo.pop();
        }
        Ok(())
    }

    fn node(&mut self, terms: &Terms, t: Term) -> Result<Ast, Why> {
        let op = terms.op(t);
        match op {
            Op::Const => self.constant(terms, t),
            Op::Var(v) => self.variable(terms, v),
            Op::Ite => {
                let a = terms.args(t);
                call!(&mut self.raw, Z3_mk_ite, self.known[&a[0]], self.known[&a[1]], self.known[&a[2]])
            }
            Op::Eq => {
                let a = terms.args(t);
                call!(&mut self.raw, Z3_mk_eq, self.known[&a[0]], self.known[&a[1]])
            }
            Op::And | Op::Or | Op::Xor | Op::Not if terms.width(t) == 1 => self.connective(terms, t),
            Op::IAdd | Op::ISub | Op::IMul | Op::IDiv | Op::IRem | Op::INeg | Op::ILe | Op::ILt => self.integer(terms, t),
            Op::Bits2Int { signed } => {
                let a = self.vector(terms, terms.args(t)[0])?;
                call!(&mut self.raw, Z3_mk_bv2int, a, signed)
            }
            Op::Int2Bits => {
                let a = self.known[&terms.args(t)[0]];
                let v = call!(&mut self.raw, Z3_mk_int2bv, terms.width(t), a)?;
                self.truth_or_vector(v, terms.width(t))
            }
            Op::ArrayConst | Op::Select | Op::Store => self.array(terms, t),
            _ if is_float(op) => self.float(terms, t),
            _ => self.bits(terms, t),
        }
    }

    /// A term as a bit vector, also if its width is 1.
    pub fn vector(&mut self, terms: &Terms, t: Term) -> Result<Ast, Why> {
        let ast = self.known[&t];
        if terms.sort(t) != Sort::Bits(1) {
            return Ok(ast);
        }
        let (one, zero) = (self.bits_u64(1, 1)?, self.bits_u64(1, 0)?);
        call!(&mut self.raw, Z3_mk_ite, ast, one, zero)
    }

    /// The other way round: a vector becomes a Boolean if its width is 1.
    pub fn truth_or_vector(&mut self, v: Ast, width: u32) -> Result<Ast, Why> {
        if width != 1 {
            return Ok(v);
        }
        let one = self.bits_u64(1, 1)?;
        call!(&mut self.raw, Z3_mk_eq, v, one)
    }

    pub fn bits_u64(&mut self, width: u32, value: u64) -> Result<Ast, Why> {
        let sort = self.bits_sort(width)?;
        call!(&mut self.raw, Z3_mk_unsigned_int64, value, sort)
    }

    pub fn bits_words(&mut self, width: u32, words: &[u64]) -> Result<Ast, Why> {
        let sort = self.bits_sort(width)?;
        self.raw.numeral(&wide::to_uint(words).to_string(), sort)
    }

    fn bits_sort(&mut self, width: u32) -> Result<AstSort, Why> {
        // SAFETY: the context is live.
        let sort = unsafe { z3_sys::Z3_mk_bv_sort(self.raw.ctx, width) };
        self.raw.keep_sort(sort)
    }

    fn int_sort(&mut self) -> Result<AstSort, Why> {
        // SAFETY: the context is live.
        let sort = unsafe { z3_sys::Z3_mk_int_sort(self.raw.ctx) };
        self.raw.keep_sort(sort)
    }

    fn sort_of_var(&mut self, sort: Sort) -> Result<AstSort, Why> {
        match sort {
            Sort::Bits(1) => {
                // SAFETY: the context is live.
                let sort = unsafe { z3_sys::Z3_mk_bool_sort(self.raw.ctx) };
                self.raw.keep_sort(sort)
            }
            Sort::Bits(w) => self.bits_sort(w),
            Sort::Int => self.int_sort(),
            Sort::Array { index, elem } => {
                let (index, elem) = (self.bits_sort(index)?, self.bits_sort(elem)?);
                // SAFETY: both sorts are held.
                let sort = unsafe { z3_sys::Z3_mk_array_sort(self.raw.ctx, index, elem) };
                self.raw.keep_sort(sort)
            }
        }
    }

    fn constant(&mut self, terms: &Terms, t: Term) -> Result<Ast, Why> {
        match terms.sort(t) {
            Sort::Bits(1) if terms.is_true(t) => call!(&mut self.raw, Z3_mk_true),
            Sort::Bits(1) => call!(&mut self.raw, Z3_mk_false),
            Sort::Bits(w) => match (terms.as_const(t), terms.as_wide(t)) {
                (Some(value), _) => self.bits_u64(w, value),
                (None, Some(words)) => self.bits_words(w, &words),
                (None, None) => Err(Why::Failed(format!("constant {t} has no value"))),
            },
            Sort::Int => {
                let digits = terms.as_int(t).map(|i| i.to_string()).unwrap_or_default();
                let sort = self.int_sort()?;
                self.raw.numeral(&digits, sort)
            }
            Sort::Array { .. } => Err(Why::Unsupported("array constants".into())),
        }
    }

    fn variable(&mut self, terms: &Terms, v: VarId) -> Result<Ast, Why> {
        let sort = self.sort_of_var(terms.var_info(v).sort)?;
        let name = self.raw.symbol(&v.to_string())?;
        let ast = call!(&mut self.raw, Z3_mk_const, name, sort)?;
        self.vars.insert(v, ast);
        Ok(ast)
    }

    fn connective(&mut self, terms: &Terms, t: Term) -> Result<Ast, Why> {
        let args: Vec<Ast> = terms.args(t).iter().map(|a| self.known[a]).collect();
        let raw = &mut self.raw;
        match terms.op(t) {
            Op::And => call!(raw, Z3_mk_and, 2, args.as_ptr()),
            Op::Or => call!(raw, Z3_mk_or, 2, args.as_ptr()),
            Op::Xor => call!(raw, Z3_mk_xor, args[0], args[1]),
            _ => call!(raw, Z3_mk_not, args[0]),
        }
    }

    fn bits(&mut self, terms: &Terms, t: Term) -> Result<Ast, Why> {
        let width = terms.width(t);
        let mut args = Vec::new();
        for a in terms.args(t) {
            args.push(self.vector(terms, a)?);
        }
        let first_width = terms.args(t).first().map_or(0, |&a| terms.width(a));
        if matches!(terms.op(t), Op::UMulOver | Op::SMulOver) {
            return self.product_over(terms.op(t) == Op::SMulOver, first_width, args[0], args[1]);
        }
        let raw = &mut self.raw;
        let compared = match terms.op(t) {
            Op::Ult => Some(call!(raw, Z3_mk_bvult, args[0], args[1])),
            Op::Ule => Some(call!(raw, Z3_mk_bvule, args[0], args[1])),
            Op::Slt => Some(call!(raw, Z3_mk_bvslt, args[0], args[1])),
            Op::Sle => Some(call!(raw, Z3_mk_bvsle, args[0], args[1])),
            _ => None,
        };
        if let Some(ast) = compared {
            return ast;
        }
        let vector = match terms.op(t) {
            Op::Not => call!(raw, Z3_mk_bvnot, args[0]),
            Op::Neg => call!(raw, Z3_mk_bvneg, args[0]),
            Op::And => call!(raw, Z3_mk_bvand, args[0], args[1]),
            Op::Or => call!(raw, Z3_mk_bvor, args[0], args[1]),
            Op::Xor => call!(raw, Z3_mk_bvxor, args[0], args[1]),
            Op::Add => call!(raw, Z3_mk_bvadd, args[0], args[1]),
            Op::Sub => call!(raw, Z3_mk_bvsub, args[0], args[1]),
            Op::Mul => call!(raw, Z3_mk_bvmul, args[0], args[1]),
            Op::UDiv => call!(raw, Z3_mk_bvudiv, args[0], args[1]),
            Op::URem => call!(raw, Z3_mk_bvurem, args[0], args[1]),
            Op::SDiv => call!(raw, Z3_mk_bvsdiv, args[0], args[1]),
            Op::SRem => call!(raw, Z3_mk_bvsrem, args[0], args[1]),
            Op::Shl => call!(raw, Z3_mk_bvshl, args[0], args[1]),
            Op::LShr => call!(raw, Z3_mk_bvlshr, args[0], args[1]),
            Op::AShr => call!(raw, Z3_mk_bvashr, args[0], args[1]),
            Op::Concat => call!(raw, Z3_mk_concat, args[0], args[1]),
            Op::Extract { lo } => call!(raw, Z3_mk_extract, lo + width - 1, lo, args[0]),
            Op::ZExt => call!(raw, Z3_mk_zero_ext, width - first_width, args[0]),
            Op::SExt => call!(raw, Z3_mk_sign_ext, width - first_width, args[0]),
            op => Err(Why::Unsupported(format!("{op:?} in Z3"))),
        }?;
        self.truth_or_vector(vector, width)
    }

    /// Does the product not fit?
    fn product_over(&mut self, signed: bool, width: u32, a: Ast, b: Ast) -> Result<Ast, Why> {
        let raw = &mut self.raw;
        if !signed {
            let fits = call!(raw, Z3_mk_bvmul_no_overflow, a, b, false)?;
            return call!(raw, Z3_mk_not, fits);
        }
        // Exactly, in twice the width: the two predicates for signed products leave one bit wide numbers out.
        let (x, y) = (call!(raw, Z3_mk_sign_ext, width, a)?, call!(raw, Z3_mk_sign_ext, width, b)?);
        let (product, exact) = (call!(raw, Z3_mk_bvmul, a, b)?, call!(raw, Z3_mk_bvmul, x, y)?);
        let back = call!(raw, Z3_mk_sign_ext, width, product)?;
        let same = call!(raw, Z3_mk_eq, back, exact)?;
        call!(raw, Z3_mk_not, same)
    }

    fn integer(&mut self, terms: &Terms, t: Term) -> Result<Ast, Why> {
        let args: Vec<Ast> = terms.args(t).iter().map(|a| self.known[a]).collect();
        let raw = &mut self.raw;
        match terms.op(t) {
            Op::IAdd => call!(raw, Z3_mk_add, 2, args.as_ptr()),
            Op::ISub => call!(raw, Z3_mk_sub, 2, args.as_ptr()),
            Op::IMul => call!(raw, Z3_mk_mul, 2, args.as_ptr()),
            Op::INeg => call!(raw, Z3_mk_unary_minus, args[0]),
            Op::ILe => call!(raw, Z3_mk_le, args[0], args[1]),
            Op::ILt => call!(raw, Z3_mk_lt, args[0], args[1]),
            op => self.integer_division(matches!(op, Op::IDiv), args[0], args[1]),
        }
    }

    /// Toward zero, from Z3's division, whose remainder is never negative: both are odd in the dividend.
    fn integer_division(&mut self, quotient: bool, a: Ast, b: Ast) -> Result<Ast, Why> {
        let sort = self.int_sort()?;
        let raw = &mut self.raw;
        let zero = raw.numeral("0", sort)?;
        let opposite = call!(raw, Z3_mk_unary_minus, a)?;
        let divided = |raw: &mut Raw, x: Ast| match quotient {
            true => call!(raw, Z3_mk_div, x, b),
            false => call!(raw, Z3_mk_mod, x, b),
        };
        let positive = divided(raw, a)?;
        let negative = divided(raw, opposite)?;
        let negative = call!(raw, Z3_mk_unary_minus, negative)?;
        let is_positive = call!(raw, Z3_mk_ge, a, zero)?;
        let by_zero = call!(raw, Z3_mk_eq, b, zero)?;
        let signed = call!(raw, Z3_mk_ite, is_positive, positive, negative)?;
        call!(raw, Z3_mk_ite, by_zero, if quotient { zero } else { a }, signed)
    }

    fn array(&mut self, terms: &Terms, t: Term) -> Result<Ast, Why> {
        let args = terms.args(t);
        match terms.op(t) {
            Op::ArrayConst => {
                let Sort::Array { index, .. } = terms.sort(t) else {
                    return Err(Why::Failed(format!("{t} is not an array")));
                };
                let (domain, value) = (self.bits_sort(index)?, self.vector(terms, args[0])?);
                call!(&mut self.raw, Z3_mk_const_array, domain, value)
            }
            Op::Select => {
                let index = self.vector(terms, args[1])?;
                let value = call!(&mut self.raw, Z3_mk_select, self.known[&args[0]], index)?;
                self.truth_or_vector(value, terms.width(t))
            }
            _ => {
                let (index, value) = (self.vector(terms, args[1])?, self.vector(terms, args[2])?);
                call!(&mut self.raw, Z3_mk_store, self.known[&args[0]], index, value)
            }
        }
    }

    /// A translated term as it is.
    pub fn known(&self, t: Term) -> Ast {
        self.known[&t]
    }
}

fn is_float(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        FAdd(_)
            | FSub(_)
            | FMul(_)
            | FDiv(_)
            | FRem(_)
            | Fma(_)
            | FSqrt(_)
            | FRound(..)
            | FEq(_)
            | FLt(_)
            | FLe(_)
            | FUnordered(_)
            | F2F { .. }
            | F2Si(_)
            | F2Ui(_)
            | Si2F(_)
            | Ui2F(_)
    )
}
