//! Terms as SMT-LIB text.
//!
//! Where the standard leaves a result open (division of integers by zero,
//! float conversions out of range, bits of NaNs) the text pins it to what
//! evaluation gives. Float bits use `fp.to_ieee_bv`, which Z3 has and the
//! standard lacks; NaNs never reach it.

use crate::float::{FloatKind, Round, from_integer};
use crate::node::{Op, Sort, Term, VarId};
use crate::store::Terms;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use std::fmt::Write;

impl Terms {
    /// A complete script that asserts all of `asserts` (one bit each) and asks
    /// for satisfiability. Variables are called as they print (`x3`), nodes
    /// likewise (`t17`), each node once.
    pub fn smtlib(&self, asserts: &[Term]) -> String {
        let order = self.topological(asserts);
        let mut out = String::from("(set-logic ALL)\n");
        let mut kinds = BTreeSet::new();
        for &t in &order {
            self.float_kinds(t, &mut kinds);
        }
        for k in kinds {
            float_prelude(&mut out, k);
        }
        let vars: BTreeSet<VarId> = order.iter().filter_map(|&t| self.as_var(t)).collect();
        for v in vars {
            let info = self.var_info(v);
            let key = info.key.to_string().replace(['\n', '\r'], " ");
            let sort = sort_text(info.sort);
            let _ = writeln!(out, "(declare-fun {v} () {sort}) ; {key}");
        }
        for &t in &order {
            if !matches!(self.op(t), Op::Const | Op::Var(_)) {
                let (sort, body) = (sort_text(self.sort(t)), self.smt_body(t));
                let _ = writeln!(out, "(define-fun {t} () {sort} {body})");
            }
        }
        for &t in asserts {
            let _ = writeln!(out, "(assert (= {} #b1))", self.smt_name(t));
        }
        out.push_str("(check-sat)\n");
        out
    }

    /// Every node below the roots, arguments first.
    fn topological(&self, roots: &[Term]) -> Vec<Term> {
        let mut order = Vec::new();
        let mut state = vec![0u8; self.nodes.len()];
        let mut stack: Vec<Term> = roots.iter().rev().copied().collect();
        while let Some(&t) = stack.last() {
            match state[t.index()] {
                0 => {
                    state[t.index()] = 1;
                    let args = self.args(t);
                    stack.extend(args.iter().rev().filter(|x| state[x.index()] == 0));
                }
                1 => {
                    state[t.index()] = 2;
                    order.push(t);
                    stack.pop();
                }
                _ => {
                    stack.pop();
                }
            }
        }
        order
    }

    fn float_kinds(&self, t: Term, kinds: &mut BTreeSet<FloatKind>) {
        match self.op(t) {
            Op::FAdd(k)
            | Op::FSub(k)
            | Op::FMul(k)
            | Op::FDiv(k)
            | Op::FRem(k)
            | Op::Fma(k)
            | Op::FSqrt(k)
            | Op::FRound(k, _)
            | Op::FEq(k)
            | Op::FLt(k)
            | Op::FLe(k)
            | Op::FUnordered(k)
            | Op::F2Si(k)
            | Op::F2Ui(k)
            | Op::Si2F(k)
            | Op::Ui2F(k) => {
                kinds.insert(k);
            }
            Op::F2F { from, to } => {
                kinds.insert(from);
                kinds.insert(to);
            }
            _ => {}
        }
    }

    fn smt_name(&self, t: Term) -> String {
        match self.op(t) {
            Op::Var(v) => v.to_string(),
            Op::Const => match self.as_int(t) {
                Some(x) => int_text(x),
                None => bits_text(self.width(t), &self.as_wide(t).unwrap_or_default()),
            },
            _ => t.to_string(),
        }
    }

    fn smt_body(&self, t: Term) -> String {
        let args = self.args(t);
        let x: Vec<String> = args.iter().map(|&a| self.smt_name(a)).collect();
        let all = x.join(" ");
        let aw = || self.width(args[0]);
        let same = |f: &str| format!("({f} {all})");
        let test = |f: &str| format!("(ite ({f} {all}) #b1 #b0)");
        match self.op(t) {
            Op::Const | Op::Var(_) => self.smt_name(t),
            Op::Not => same("bvnot"),
            Op::Neg => same("bvneg"),
            Op::And => same("bvand"),
            Op::Or => same("bvor"),
            Op::Xor => same("bvxor"),
            Op::Add => same("bvadd"),
            Op::Sub => same("bvsub"),
            Op::Mul => same("bvmul"),
            Op::UDiv => same("bvudiv"),
            Op::URem => same("bvurem"),
            Op::SDiv => same("bvsdiv"),
            Op::SRem => same("bvsrem"),
            Op::Shl => same("bvshl"),
            Op::LShr => same("bvlshr"),
            Op::AShr => same("bvashr"),
            Op::Eq => test("="),
            Op::Ult => test("bvult"),
            Op::Ule => test("bvule"),
            Op::Slt => test("bvslt"),
            Op::Sle => test("bvsle"),
            Op::UMulOver => {
                let w = aw();
                let product = format!("(bvmul ((_ zero_extend {w}) {}) ((_ zero_extend {w}) {}))", x[0], x[1]);
                format!("(ite (= ((_ extract {} {w}) {product}) {}) #b0 #b1)", 2 * w - 1, bits_text(w, &[]))
            }
            Op::SMulOver => {
                let w = aw();
                let product = format!("(bvmul ((_ sign_extend {w}) {}) ((_ sign_extend {w}) {}))", x[0], x[1]);
                format!("(ite (= ((_ sign_extend {w}) (bvmul {all})) {product}) #b0 #b1)")
            }
            Op::Ite => format!("(ite (= {} #b1) {} {})", x[0], x[1], x[2]),
            Op::Concat => same("concat"),
            Op::Extract { lo } => {
                format!("((_ extract {} {lo}) {all})", lo + self.width(t) - 1)
            }
            Op::ZExt => format!("((_ zero_extend {}) {all})", self.width(t) - aw()),
            Op::SExt => format!("((_ sign_extend {}) {all})", self.width(t) - aw()),
            Op::IAdd => same("+"),
            Op::ISub | Op::INeg => same("-"),
            Op::IMul => same("*"),
            Op::IDiv => int_division(&x[0], &x[1]),
            Op::IRem => format!("(- {} (* {} {}))", x[0], x[1], int_division(&x[0], &x[1])),
            Op::ILe => test("<="),
            Op::ILt => test("<"),
            Op::Bits2Int { signed: false } => same("bv2nat"),
            Op::Bits2Int { signed: true } => {
                format!("(- (bv2nat {all}) (ite (bvslt {all} {}) {} 0))", bits_text(aw(), &[]), BigInt::from(1) << aw())
            }
            Op::Int2Bits => format!("((_ int2bv {}) {all})", self.width(t)),
            Op::ArrayConst => format!("((as const {}) {all})", sort_text(self.sort(t))),
            Op::Select => same("select"),
            Op::Store => same("store"),
            op => float_body(op, &x, self.width(t), aw()),
        }
    }
}

fn sort_text(s: Sort) -> String {
    match s {
        Sort::Bits(w) => format!("(_ BitVec {w})"),
        Sort::Int => "Int".into(),
        Sort::Array { index, elem } => {
            format!("(Array (_ BitVec {index}) (_ BitVec {elem}))")
        }
    }
}

fn int_text(x: &BigInt) -> String {
    if x.sign() == num_bigint::Sign::Minus { format!("(- {})", x.magnitude()) } else { x.to_string() }
}

/// A bit-vector literal; missing words are zero.
fn bits_text(w: u32, words: &[u64]) -> String {
    let mut s = String::from("#b");
    for i in (0..w).rev() {
        s.push(if crate::wide::bit(words, i) { '1' } else { '0' });
    }
    s
}

fn bits128(w: u32, x: u128) -> String {
    bits_text(w, &[x as u64, (x >> 64) as u64])
}

/// SMT-LIB's `div` floors for positive divisors; this one truncates.
fn int_division(x: &str, y: &str) -> String {
    format!("(ite (= {y} 0) 0 (ite (>= {x} 0) (div {x} {y}) (- (div (- {x}) {y}))))")
}

fn fp_sort(k: FloatKind) -> String {
    format!("(_ FloatingPoint {} {})", k.exponent_bits(), k.precision())
}

fn to_fp(k: FloatKind) -> String {
    format!("(_ to_fp {} {})", k.exponent_bits(), k.precision())
}

/// Functions between bits and floats of one kind: `in`, `nan`, `quiet`, `out`.
fn float_prelude(out: &mut String, k: FloatKind) {
    let (w, fp) = (k.width(), fp_sort(k));
    let name = format!("{k:?}").to_lowercase();
    let bv = format!("(_ BitVec {w})");
    let (input, quiet, output) = if k == FloatKind::F80 {
        let ieee = "((_ extract 79 79) x)";
        let exp = "((_ extract 78 64) x)";
        let frac = "((_ extract 62 0) x)";
        let whole = "(= ((_ extract 63 63) x) #b1)";
        let none = format!("(= {exp} {})", bits_text(15, &[]));
        let one = bits_text(15, &[1]);
        let make = |e: &str| format!("(fp {ieee} {e} {frac})");
        (
            format!("(ite {none} (ite {whole} {} {}) (ite {whole} {} (_ NaN 15 64)))", make(&one), make(exp), make(exp)),
            format!("(ite {whole} (bvor x {}) {})", bits128(80, 1 << 62), bits128(80, k.default_nan())),
            format!(
                "(let ((b (fp.to_ieee_bv r))) (concat ((_ extract 78 63) b) \
                 (ite (= ((_ extract 77 63) b) {}) #b0 #b1) ((_ extract 62 0) b)))",
                bits_text(15, &[])
            ),
        )
    } else {
        (
            format!("({} x)", to_fp(k)),
            format!("(bvor x {})", bits128(w, 1 << (k.precision() - 2))),
            "(fp.to_ieee_bv r)".to_string(),
        )
    };
    let default = bits128(w, k.default_nan());
    let _ = writeln!(out, "(define-fun {name}.in ((x {bv})) {fp} {input})");
    let _ = writeln!(out, "(define-fun {name}.nan ((x {bv})) Bool (fp.isNaN ({name}.in x)))");
    let _ = writeln!(out, "(define-fun {name}.quiet ((x {bv})) {bv} {quiet})");
    let _ = writeln!(out, "(define-fun {name}.out ((r {fp})) {bv} (ite (fp.isNaN r) {default} {output}))");
}

fn float_body(op: Op, x: &[String], w: u32, aw: u32) -> String {
    match op {
        Op::FAdd(k) => float_op(k, x, "fp.add RNE"),
        Op::FSub(k) => float_op(k, x, "fp.sub RNE"),
        Op::FMul(k) => float_op(k, x, "fp.mul RNE"),
        Op::FDiv(k) => float_op(k, x, "fp.div RNE"),
        Op::Fma(k) => float_op(k, x, "fp.fma RNE"),
        Op::FSqrt(k) => float_op(k, x, "fp.sqrt RNE"),
        Op::FRound(k, mode) => {
            let mode = match mode {
                Round::NearestEven => "RNE",
                Round::TowardZero => "RTZ",
                Round::Up => "RTP",
                Round::Down => "RTN",
                Round::NearestAway => "RNA",
            };
            float_op(k, x, &format!("fp.roundToIntegral {mode}"))
        }
        Op::FRem(k) => float_mod(k, x),
        Op::FEq(k) => float_test(k, x, "fp.eq"),
        Op::FLt(k) => float_test(k, x, "fp.lt"),
        Op::FLe(k) => float_test(k, x, "fp.leq"),
        Op::FUnordered(k) => {
            let n = prefix(k);
            format!("(ite (or ({n}.nan {}) ({n}.nan {})) #b1 #b0)", x[0], x[1])
        }
        Op::F2F { from, to } => float_convert(from, to, &x[0]),
        Op::F2Si(k) => float_to_int(k, &x[0], w, true),
        Op::F2Ui(k) => float_to_int(k, &x[0], w, false),
        Op::Si2F(k) => format!("({}.out ({} RNE {}))", prefix(k), to_fp(k), x[0]),
        Op::Ui2F(k) => format!("({}.out ((_ to_fp_unsigned {} {}) RNE {}))", prefix(k), k.exponent_bits(), k.precision(), x[0]),
        op => unreachable!("{op:?} on {aw} bits is no float operation"),
    }
}

fn prefix(k: FloatKind) -> String {
    format!("{k:?}").to_lowercase()
}

/// `body` unless an operand is a NaN, which is then the result, made quiet.
fn with_nans(k: FloatKind, x: &[String], body: String) -> String {
    let n = prefix(k);
    x.iter().rev().fold(body, |rest, a| format!("(ite ({n}.nan {a}) ({n}.quiet {a}) {rest})"))
}

fn float_op(k: FloatKind, x: &[String], f: &str) -> String {
    let n = prefix(k);
    let args: Vec<String> = x.iter().map(|a| format!("({n}.in {a})")).collect();
    with_nans(k, x, format!("({n}.out ({f} {}))", args.join(" ")))
}

fn float_test(k: FloatKind, x: &[String], f: &str) -> String {
    let n = prefix(k);
    format!("(ite ({f} ({n}.in {}) ({n}.in {})) #b1 #b0)", x[0], x[1])
}

/// `fmod` from the IEEE remainder of the magnitudes: where that is negative it
/// is the wanted one minus the divisor. Both steps are exact.
fn float_mod(k: FloatKind, x: &[String]) -> String {
    let n = prefix(k);
    let zero = format!("(_ +zero {} {})", k.exponent_bits(), k.precision());
    let (a, b) = (format!("({n}.in {})", x[0]), format!("({n}.in {})", x[1]));
    let body = format!(
        "(let ((y (fp.abs {b}))) (let ((r (fp.rem (fp.abs {a}) y))) \
         (let ((m (ite (fp.lt r {zero}) (fp.add RNE r y) r))) \
         ({n}.out (ite (fp.isNegative {a}) (fp.neg m) m)))))"
    );
    with_nans(k, x, body)
}

fn float_convert(from: FloatKind, to: FloatKind, x: &str) -> String {
    let (f, t) = (prefix(from), prefix(to));
    let (pf, pt) = (from.precision() - 1, to.precision() - 1);
    let q = format!("({f}.quiet {x})");
    let frac = if pt >= pf {
        let pad = pt - pf;
        let frac = format!("((_ extract {} 0) {q})", pf - 1);
        match pad {
            0 => frac,
            _ => format!("(concat {frac} {})", bits_text(pad, &[])),
        }
    } else {
        format!("((_ extract {} {}) {q})", pf - 1, pf - pt)
    };
    let top = to.width() - 1 - pt;
    let ones = bits_text(top, &[u64::MAX]);
    let sign = from.width() - 1;
    let nan = format!("(concat ((_ extract {sign} {sign}) {q}) {ones} {frac})");
    format!("(ite ({f}.nan {x}) {nan} ({t}.out ({} RNE ({f}.in {x}))))", to_fp(to))
}

fn float_to_int(k: FloatKind, x: &str, w: u32, signed: bool) -> String {
    let n = prefix(k);
    let limit = |x: BigInt| format!("({n}.in {})", bits128(k.width(), from_integer(k, &x)));
    let one = BigInt::from(1);
    let (low, high, f) = if signed {
        (-(one.clone() << (w - 1)), one.clone() << (w - 1), "fp.to_sbv")
    } else {
        (BigInt::from(0), one.clone() << w, "fp.to_ubv")
    };
    let words: Vec<u64> = (one << (w - 1)).iter_u64_digits().collect();
    format!(
        "(let ((r (fp.roundToIntegral RTZ ({n}.in {x})))) \
         (ite (and (not (fp.isNaN r)) (not (fp.isInfinite r)) (fp.leq {} r) (fp.lt r {})) \
         ((_ {f} {w}) RTZ r) {}))",
        limit(low),
        limit(high),
        bits_text(w, &words)
    )
}
