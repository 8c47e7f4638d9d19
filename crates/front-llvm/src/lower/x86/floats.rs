//! Arithmetic on packed floats, and comparisons of the lowest ones.

use super::super::float::{NONE, float_of};
use super::super::function::{FunctionLowerer, Lowered, Scalars};
use super::super::intrinsic::by_name;
use crate::llvm::Value;
use homing_ir::*;

by_name! {
    FLOATS,
    fn x86_float(self, v, name) {
        "sse.min.ps" | "sse2.min.pd" => self.first_if(v, LESS, false),
        "sse.max.ps" | "sse2.max.pd" => self.first_if(v, MORE, false),
        "sse.min.ss" | "sse2.min.sd" => self.first_if(v, LESS, true),
        "sse.max.ss" | "sse2.max.sd" => self.first_if(v, MORE, true),
        "sse3.hadd.ps" | "sse3.hadd.pd" => self.add_neighbours(v, FBinOp::Add),
        "sse3.hsub.ps" | "sse3.hsub.pd" => self.add_neighbours(v, FBinOp::Sub),
        "sse3.addsub.ps" | "sse3.addsub.pd" => self.subtract_and_add(v),
        "sse41.insertps" => self.insert(v),
        "sse41.dpps" | "sse41.dppd" => self.dot_product(v),
        "sse41.round.ps" | "sse41.round.pd" => self.rounded(v),
        "sse41.round.ss" | "sse41.round.sd" => self.rounded_lowest(v),
        "sse.cmp.ss" | "sse2.cmp.sd" => self.masked_comparison(v, true),
        "sse.cmp.ps" | "sse2.cmp.pd" => self.masked_comparison(v, false),
    }
}

by_name! {
    /// Whether the lowest elements compare that way, as 0 or 1. Those that also complain of quiet NaNs do not otherwise differ.
    COMPARISONS,
    fn x86_comparison(self, v, name) {
        "sse.comieq.ss" | "sse.ucomieq.ss" | "sse2.comieq.sd" | "sse2.ucomieq.sd" => self.compare_lowest(v, EQUAL),
        "sse.comineq.ss" | "sse.ucomineq.ss" | "sse2.comineq.sd" | "sse2.ucomineq.sd" => {
            self.compare_lowest(v, FCmp { eq: false, ..ALL })
        },
        "sse.comilt.ss" | "sse.ucomilt.ss" | "sse2.comilt.sd" | "sse2.ucomilt.sd" => self.compare_lowest(v, LESS),
        "sse.comile.ss" | "sse.ucomile.ss" | "sse2.comile.sd" | "sse2.ucomile.sd" => {
            self.compare_lowest(v, FCmp { eq: true, ..LESS })
        },
        "sse.comigt.ss" | "sse.ucomigt.ss" | "sse2.comigt.sd" | "sse2.ucomigt.sd" => self.compare_lowest(v, MORE),
        "sse.comige.ss" | "sse.ucomige.ss" | "sse2.comige.sd" | "sse2.ucomige.sd" => {
            self.compare_lowest(v, FCmp { eq: true, ..MORE })
        },
    }
}

const LESS: FCmp = FCmp { lt: true, ..NONE };
const MORE: FCmp = FCmp { gt: true, ..NONE };
const EQUAL: FCmp = FCmp { eq: true, ..NONE };
const ALL: FCmp = FCmp { lt: true, eq: true, gt: true, unordered: true };

impl FunctionLowerer<'_> {
    /// The first element where it compares that way to the second, else the second; `lowest`: of the lowest ones only, the others are the first's.
    fn first_if(&mut self, v: Value, op: FCmp, lowest: bool) -> Lowered {
        let kind = float_of(v.ty())?;
        let count = self.operands(v.operand(0))?.len();
        self.elements(v, count, |l, a, b, i| {
            if lowest && i > 0 {
                return a[i];
            }
            let first = l.fcmp(op, kind, a[i], b[i]);
            l.choose(first, a[i], b[i])
        })
    }

    fn add_neighbours(&mut self, v: Value, op: FBinOp) -> Lowered {
        let kind = float_of(v.ty())?;
        self.neighbours(v, |l, a, b| l.fbin(op, kind, a, b))
    }

    /// Differences in even places, sums in odd ones.
    fn subtract_and_add(&mut self, v: Value) -> Lowered {
        let kind = float_of(v.ty())?;
        let count = self.operands(v.operand(0))?.len();
        self.elements(v, count, |l, a, b, i| l.fbin(if i % 2 == 0 { FBinOp::Sub } else { FBinOp::Add }, kind, a[i], b[i]))
    }

    /// One element of the second operand in one place of the first; some places are cleared.
    fn insert(&mut self, v: Value) -> Lowered {
        let how = v.operand(2).zext() as usize;
        self.elements(v, 4, |l, a, b, i| {
            let moved = if how >> 4 & 3 == i { b[how >> 6 & 3] } else { a[i] };
            if how >> i & 1 == 1 { l.bits(32, 0) } else { moved }
        })
    }

    /// The sum of some products, in some places; the others are zero.
    fn dot_product(&mut self, v: Value) -> Lowered {
        let kind = float_of(v.ty())?;
        let how = v.operand(2).zext();
        let (a, b) = self.both(v)?;
        let zero = self.bits(kind.width(), 0);
        let mut parts = Scalars::new();
        for (i, (a, b)) in a.iter().zip(&b).enumerate() {
            let p = self.fbin(FBinOp::Mul, kind, *a, *b);
            parts.push(if how >> (4 + i) & 1 == 1 { p } else { zero });
        }
        while parts.len() > 1 {
            parts = parts.chunks(2).map(|two| self.fbin(FBinOp::Add, kind, two[0], two[1])).collect();
        }
        self.elements(v, a.len(), |_, _, _, i| if how >> i & 1 == 1 { parts[0] } else { zero })
    }

    /// To a whole number, the way that the number says.
    fn round_as(&mut self, kind: FloatKind, a: Opnd, how: u64) -> Opnd {
        let op = match how & 7 {
            1 => FUnOp::Floor,
            2 => FUnOp::Ceil,
            3 => FUnOp::Trunc,
            // To even; from 4 on as the mode says, which is that.
            _ => FUnOp::RoundEven,
        };
        self.fun(op, kind, a)
    }

    pub(super) fn fun(&mut self, op: FUnOp, kind: FloatKind, a: Opnd) -> Opnd {
        let dst = self.f.new_reg(Type::Bits(kind.width()));
        self.emit(Inst::FUn { op, kind, dst, a });
        dst.into()
    }

    fn rounded(&mut self, v: Value) -> Lowered {
        let (kind, how) = (float_of(v.ty())?, v.operand(1).zext());
        let mut out = Scalars::new();
        for a in self.operands(v.operand(0))? {
            let r = self.round_as(kind, a, how);
            out.push(r);
        }
        self.alias(v, &out)
    }

    /// The lowest element of the second operand, rounded, before the others of the first.
    fn rounded_lowest(&mut self, v: Value) -> Lowered {
        let (kind, how) = (float_of(v.ty())?, v.operand(2).zext());
        let (mut a, b) = self.both(v)?;
        a[0] = self.round_as(kind, b[0], how);
        self.alias(v, &a)
    }

    /// All ones or zeros, as elements compare.
    fn masked_comparison(&mut self, v: Value, lowest: bool) -> Lowered {
        let kind = float_of(v.ty())?;
        let op = match v.operand(2).zext() {
            0 => EQUAL,
            1 => LESS,
            2 => FCmp { eq: true, ..LESS },
            3 => FCmp { unordered: true, ..NONE },
            4 => FCmp { eq: false, ..ALL },
            5 => FCmp { lt: false, ..ALL },
            6 => FCmp { gt: true, unordered: true, ..NONE },
            7 => FCmp { unordered: false, ..ALL },
            other => return Err(format!("the comparison {other} of floats")),
        };
        let count = self.operands(v.operand(0))?.len();
        self.elements(v, count, |l, a, b, i| {
            if lowest && i > 0 {
                return a[i];
            }
            let cond = l.fcmp(op, kind, a[i], b[i]);
            l.extend(CastOp::SExt, cond, kind.width())
        })
    }

    fn compare_lowest(&mut self, v: Value, op: FCmp) -> Lowered {
        let kind = float_of(v.operand(0).ty())?;
        let (a, b) = self.both(v)?;
        let cond = self.fcmp(op, kind, a[0], b[0]);
        self.flag(v, cond)
    }
}
