//! Replacing variables by terms.

use crate::float::{FloatKind, Round};
use crate::node::{Sort, Tag, Term, VarId};
use crate::store::Terms;
use rustc_hash::FxHashMap;

impl Terms {
    /// The term with every variable `v` replaced by `map(v)` where that is
    /// given, rebuilt through the rules. The replacement must have the sort
    /// of the variable. Replacements are not searched again.
    pub fn substitute(&mut self, t: Term, map: &dyn Fn(VarId) -> Option<Term>) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let mut stack = vec![t];
        while let Some(&t) = stack.last() {
            if done.contains_key(&t) {
                stack.pop();
                continue;
            }
            let n = self.node(t);
            if n.tag() == Tag::Var {
                let new = map(VarId(n.a())).unwrap_or(t);
                assert_eq!(self.sort(new), self.sort(t), "substitution changes a sort");
                done.insert(t, new);
                continue;
            }
            let args = n.args();
            let depth = stack.len();
            stack.extend(args.iter().filter(|x| !done.contains_key(x)));
            if stack.len() > depth {
                continue;
            }
            let mut new = args;
            for x in &mut new.terms[..args.len()] {
                *x = done[x];
            }
            let built = if new[..] == args[..] { t } else { self.rebuild(t, &new) };
            done.insert(t, built);
        }
        done[&t]
    }

    /// The operation of `t` on other arguments of the same sorts, through the
    /// rules.
    pub fn rebuild(&mut self, t: Term, x: &[Term]) -> Term {
        let n = self.node(t);
        let w = n.width();
        let kind = |w: u32| FloatKind::of_width(w).expect("a float width");
        let own = || kind(w);
        let arg = |s: &Terms| kind(s.width(x[0]));
        match n.tag() {
            Tag::Free | Tag::Const | Tag::Wide | Tag::IntConst | Tag::Var => t,
            Tag::Not => self.not(x[0]),
            Tag::Neg => self.neg(x[0]),
            Tag::And => self.and(x[0], x[1]),
            Tag::Or => self.or(x[0], x[1]),
            Tag::Xor => self.xor(x[0], x[1]),
            Tag::Add => self.add(x[0], x[1]),
            Tag::Sub => self.sub(x[0], x[1]),
            Tag::Mul => self.mul(x[0], x[1]),
            Tag::UDiv => self.udiv(x[0], x[1]),
            Tag::URem => self.urem(x[0], x[1]),
            Tag::SDiv => self.sdiv(x[0], x[1]),
            Tag::SRem => self.srem(x[0], x[1]),
            Tag::Shl => self.shl(x[0], x[1]),
            Tag::LShr => self.lshr(x[0], x[1]),
            Tag::AShr => self.ashr(x[0], x[1]),
            Tag::Eq => self.eq(x[0], x[1]),
            Tag::Ult => self.ult(x[0], x[1]),
            Tag::Ule => self.ule(x[0], x[1]),
            Tag::Slt => self.slt(x[0], x[1]),
            Tag::Sle => self.sle(x[0], x[1]),
            Tag::UMulOver => self.umul_over(x[0], x[1]),
            Tag::SMulOver => self.smul_over(x[0], x[1]),
            Tag::Ite => self.ite(x[0], x[1], x[2]),
            Tag::Concat => self.concat(x[0], x[1]),
            Tag::Extract => self.extract(x[0], n.b(), w),
            Tag::ZExt => self.zext(x[0], w),
            Tag::SExt => self.sext(x[0], w),
            Tag::FAdd => self.fadd(own(), x[0], x[1]),
            Tag::FSub => self.fsub(own(), x[0], x[1]),
            Tag::FMul => self.fmul(own(), x[0], x[1]),
            Tag::FDiv => self.fdiv(own(), x[0], x[1]),
            Tag::FRem => self.frem(own(), x[0], x[1]),
            Tag::Fma => self.fma(own(), x[0], x[1], x[2]),
            Tag::FSqrt => self.fsqrt(own(), x[0]),
            Tag::FRound => self.fround(own(), x[0], Round::from_code(n.b())),
            Tag::FEq => self.feq(arg(self), x[0], x[1]),
            Tag::FLt => self.flt(arg(self), x[0], x[1]),
            Tag::FLe => self.fle(arg(self), x[0], x[1]),
            Tag::FUnordered => self.funordered(arg(self), x[0], x[1]),
            Tag::F2F => self.f2f(arg(self), own(), x[0]),
            Tag::F2Si => self.f2si(arg(self), x[0], w),
            Tag::F2Ui => self.f2ui(arg(self), x[0], w),
            Tag::Si2F => self.si2f(own(), x[0]),
            Tag::Ui2F => self.ui2f(own(), x[0]),
            Tag::IAdd => self.iadd(x[0], x[1]),
            Tag::ISub => self.isub(x[0], x[1]),
            Tag::IMul => self.imul(x[0], x[1]),
            Tag::IDiv => self.idiv(x[0], x[1]),
            Tag::IRem => self.irem(x[0], x[1]),
            Tag::INeg => self.ineg(x[0]),
            Tag::ILe => self.ile(x[0], x[1]),
            Tag::ILt => self.ilt(x[0], x[1]),
            Tag::Bits2UInt => self.bits2int(x[0], false),
            Tag::Bits2SInt => self.bits2int(x[0], true),
            Tag::Int2Bits => self.int2bits(x[0], w),
            Tag::ArrayConst => match self.sort(t) {
                Sort::Array { index, .. } => self.array_const(index, x[0]),
                s => unreachable!("constant array of sort {s:?}"),
            },
            Tag::Select => self.select(x[0], x[1]),
            Tag::Store => self.store(x[0], x[1], x[2]),
        }
    }
}
