//! Terms built through the rules mean what the same terms built raw mean.

mod common;

use common::*;
use homing_term::{Model, Term, Terms, VarId};

const BINARY: &[&str] =
    &["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and", "or", "xor", "shl", "lshr", "ashr", "and", "or", "add"];
const COMPARE: &[&str] = &["eq", "ne", "ult", "ule", "slt", "sle", "eq", "umul_over", "smul_over"];

/// Terms built twice, in a store with rules and in one without.
struct Pair {
    smart: Terms,
    raw: Terms,
    pool: Vec<(Term, Term)>,
    rng: Rng,
    widths: Vec<u32>,
}

impl Pair {
    fn new(seed: u64, vars: &[u32], widths: &[u32]) -> Pair {
        let mut p =
            Pair { smart: Terms::new(), raw: Terms::raw(), pool: Vec::new(), rng: Rng::new(seed), widths: widths.to_vec() };
        for (i, &w) in vars.iter().enumerate() {
            p.both(|s| s.var(w, named(&format!("v{i}"))));
        }
        p
    }

    fn both(&mut self, f: impl Fn(&mut Terms) -> Term) {
        let pair = (f(&mut self.smart), f(&mut self.raw));
        self.pool.push(pair);
    }

    /// An element of the pool, younger ones more often, made `w` bits wide.
    fn operand(&mut self, w: u32) -> (Term, Term) {
        if self.rng.below(5) == 0 {
            let v = self.rng.word(w.min(64));
            let hi = self.rng.word(64);
            let make = |s: &mut Terms| s.bits_wide(w, &[v, hi, v, hi]);
            return (make(&mut self.smart), make(&mut self.raw));
        }
        let n = self.pool.len();
        let i = if self.rng.below(2) == 0 { n - 1 - self.rng.below(n.min(4)) } else { self.rng.below(n) };
        let (a, b) = self.pool[i];
        let own = self.smart.width(a);
        let (how, lo) = (self.rng.below(2), self.rng.below((own.saturating_sub(w) + 1) as usize));
        let fit = |s: &mut Terms, t: Term| match (own < w, how) {
            (true, 0) => s.zext(t, w),
            (true, _) => s.sext(t, w),
            (false, _) if own > w => s.extract(t, lo as u32, w),
            _ => t,
        };
        (fit(&mut self.smart, a), fit(&mut self.raw, b))
    }

    fn step(&mut self) {
        let w = self.widths[self.rng.below(self.widths.len())];
        let (a, b, c) = (self.operand(w), self.operand(w), self.operand(1));
        let kind = self.rng.below(16);
        let op2 = BINARY[self.rng.below(BINARY.len())];
        let cmp = COMPARE[self.rng.below(COMPARE.len())];
        let make = |s: &mut Terms, a: Term, b: Term, c: Term| match kind {
            0..8 => apply2(s, op2, a, b),
            8..11 => apply2(s, cmp, a, b),
            11 => s.not(a),
            12 => s.neg(a),
            13 if s.width(a) + s.width(b) < 256 => s.concat(a, b),
            _ => s.ite(c, a, b),
        };
        let smart = make(&mut self.smart, a.0, b.0, c.0);
        let raw = make(&mut self.raw, a.1, b.1, c.1);
        assert_eq!(self.smart.sort(smart), self.raw.sort(raw));
        self.pool.push((smart, raw));
    }

    fn check(&mut self, m: &Model) {
        for &(smart, raw) in &self.pool {
            let (x, y) = (self.smart.eval(smart, m), self.raw.eval(raw, m));
            assert_eq!(x, y, "{}\n is not\n{}\n under {m:?}", self.smart.display(smart), self.raw.display(raw));
        }
    }
}

#[test]
fn small_widths_exhaustively() {
    for seed in 0..6000 {
        let mut p = Pair::new(seed, &[3, 2, 1, 1], &[1, 2, 3, 4, 6]);
        for _ in 0..14 {
            p.step();
        }
        for m in all_models(&p.smart) {
            p.check(&m);
        }
    }
}

#[test]
fn large_widths_at_random_points() {
    for seed in 0..3000 {
        let widths: &[u32] = [&[8, 16, 32, 64][..], &[8, 32, 1], &[64, 65, 128, 8], &[5, 200, 64, 1]][seed as usize % 4];
        let mut p = Pair::new(seed, &[8, 8, 32, 64, 1], widths);
        for _ in 0..25 {
            p.step();
        }
        for _ in 0..12 {
            let mut m = Model::new();
            for (v, w) in [8, 8, 32, 64, 1].into_iter().enumerate() {
                m.set64(VarId(v as u32), p.rng.word(w));
            }
            p.check(&m);
        }
    }
}

/// The same by a solver, which sees all points of wide terms.
#[test]
fn middle_widths_by_z3() {
    let mut scripts = Vec::new();
    for seed in 0..60 {
        let mut p = Pair::new(seed, &[8, 8, 1, 5], &[8, 5, 1, 13]);
        for _ in 0..10 {
            p.step();
        }
        // Both forms side by side in one store, compared without rules.
        let (smart, raw) = p.pool[p.pool.len() - 1];
        let mut both = Terms::raw();
        let x = copy(&p.smart, smart, &mut both);
        let y = copy(&p.raw, raw, &mut both);
        let e = both.ne(x, y);
        scripts.push(both.smtlib(&[e]));
    }
    for (i, answer) in z3(&scripts).iter().enumerate() {
        assert_eq!(answer, "unsat", "seed {i}:\n{}", scripts[i]);
    }
}

/// Rebuilds a term in another store.
fn copy(from: &Terms, t: Term, to: &mut Terms) -> Term {
    use homing_term::Op::*;
    if let Some(v) = from.as_var(t) {
        return to.var(from.width(t), from.var_info(v).key.clone());
    }
    if let Some(words) = from.as_wide(t) {
        return to.bits_wide(from.width(t), &words);
    }
    let a: Vec<Term> = from.args(t).iter().map(|&x| copy(from, x, to)).collect();
    let w = from.width(t);
    match from.op(t) {
        Not => to.not(a[0]),
        Neg => to.neg(a[0]),
        And => to.and(a[0], a[1]),
        Or => to.or(a[0], a[1]),
        Xor => to.xor(a[0], a[1]),
        Add => to.add(a[0], a[1]),
        Sub => to.sub(a[0], a[1]),
        Mul => to.mul(a[0], a[1]),
        UDiv => to.udiv(a[0], a[1]),
        URem => to.urem(a[0], a[1]),
        SDiv => to.sdiv(a[0], a[1]),
        SRem => to.srem(a[0], a[1]),
        Shl => to.shl(a[0], a[1]),
        LShr => to.lshr(a[0], a[1]),
        AShr => to.ashr(a[0], a[1]),
        Eq => to.eq(a[0], a[1]),
        Ult => to.ult(a[0], a[1]),
        Ule => to.ule(a[0], a[1]),
        Slt => to.slt(a[0], a[1]),
        Sle => to.sle(a[0], a[1]),
        UMulOver => to.umul_over(a[0], a[1]),
        SMulOver => to.smul_over(a[0], a[1]),
        Ite => to.ite(a[0], a[1], a[2]),
        Concat => to.concat(a[0], a[1]),
        Extract { lo } => to.extract(a[0], lo, w),
        ZExt => to.zext(a[0], w),
        SExt => to.sext(a[0], w),
        op => panic!("{op:?} is not generated"),
    }
}
