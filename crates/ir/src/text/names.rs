//! The one table of names of operations, used by printer and parser.

use crate::{BinOp, CastOp, CmpOp, FBinOp, FUnOp, FloatKind, OverflowOp, UnOp};

macro_rules! names {
    ($table:ident, $name:ident, $find:ident, $ty:ty, $($text:literal => $value:expr),+ $(,)?) => {
        const $table: &[(&str, $ty)] = &[$(($text, $value)),+];
        pub fn $name(op: $ty) -> &'static str {
            $table.iter().find(|(_, v)| *v == op).map_or("?", |(n, _)| n)
        }
        pub fn $find(text: &str) -> Option<$ty> {
            $table.iter().find(|(n, _)| *n == text).map(|(_, v)| *v)
        }
    };
}

names!(BIN, bin_name, bin_op, BinOp,
    "add" => BinOp::Add, "sub" => BinOp::Sub, "mul" => BinOp::Mul, "udiv" => BinOp::UDiv, "sdiv" => BinOp::SDiv,
    "urem" => BinOp::URem, "srem" => BinOp::SRem, "and" => BinOp::And, "or" => BinOp::Or, "xor" => BinOp::Xor,
    "shl" => BinOp::Shl, "lshr" => BinOp::LShr, "ashr" => BinOp::AShr);

names!(CMP, cmp_name, cmp_op, CmpOp,
    "eq" => CmpOp::Eq, "ne" => CmpOp::Ne, "ult" => CmpOp::Ult, "ule" => CmpOp::Ule, "ugt" => CmpOp::Ugt,
    "uge" => CmpOp::Uge, "slt" => CmpOp::Slt, "sle" => CmpOp::Sle, "sgt" => CmpOp::Sgt, "sge" => CmpOp::Sge);

names!(CAST, cast_name, cast_op, CastOp,
    "zext" => CastOp::ZExt, "sext" => CastOp::SExt, "trunc" => CastOp::Trunc, "ptrtoint" => CastOp::PtrToInt,
    "inttoptr" => CastOp::IntToPtr);

names!(UN, un_name, un_op, UnOp,
    "byteswap" => UnOp::ByteSwap, "bitreverse" => UnOp::BitReverse, "popcount" => UnOp::PopCount,
    "leadingzeros" => UnOp::LeadingZeros, "trailingzeros" => UnOp::TrailingZeros);

names!(OVERFLOW, overflow_name, overflow_op, OverflowOp,
    "sadd.overflow" => OverflowOp::SAdd, "uadd.overflow" => OverflowOp::UAdd, "ssub.overflow" => OverflowOp::SSub,
    "usub.overflow" => OverflowOp::USub, "smul.overflow" => OverflowOp::SMul, "umul.overflow" => OverflowOp::UMul);

names!(KIND, kind_name, kind, FloatKind,
    "f16" => FloatKind::F16, "f32" => FloatKind::F32, "f64" => FloatKind::F64, "f80" => FloatKind::F80,
    "f128" => FloatKind::F128);

names!(FBIN, fbin_name, fbin_op, FBinOp,
    "fadd" => FBinOp::Add, "fsub" => FBinOp::Sub, "fmul" => FBinOp::Mul, "fdiv" => FBinOp::Div, "frem" => FBinOp::Rem,
    "fcopysign" => FBinOp::CopySign, "fmin" => FBinOp::MinNum, "fmax" => FBinOp::MaxNum);

names!(FUN, fun_name, fun_op, FUnOp,
    "fneg" => FUnOp::Neg, "fabs" => FUnOp::Abs, "fsqrt" => FUnOp::Sqrt, "ffloor" => FUnOp::Floor,
    "fceil" => FUnOp::Ceil, "ftrunc" => FUnOp::Trunc, "froundeven" => FUnOp::RoundEven, "froundaway" => FUnOp::RoundAway);
