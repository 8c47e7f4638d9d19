//! Reports of UndefinedBehaviorSanitizer: the functions that instrumented code calls when it finds something.

use crate::ErrorKind;

/// One of the sanitizer's reports.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Report {
    pub what: Ubsan,
    /// The run ends with it.
    pub ends: bool,
    /// The call says more: where, of which type, with which values.
    pub told: bool,
}

/// What was found. The order is that of the numbers that `llvm.ubsantrap` takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ubsan {
    AddOverflow,
    BuiltinUnreachable,
    CfiCheckFail,
    DivremOverflow,
    DynamicTypeCacheMiss,
    FloatCastOverflow,
    FunctionTypeMismatch,
    ImplicitConversion,
    InvalidBuiltin,
    InvalidObjcCast,
    LoadInvalidValue,
    MissingReturn,
    MulOverflow,
    NegateOverflow,
    NullabilityArg,
    NullabilityReturn,
    NonnullArg,
    NonnullReturn,
    OutOfBounds,
    PointerOverflow,
    ShiftOutOfBounds,
    SubOverflow,
    TypeMismatch,
    AlignmentAssumption,
    VlaBoundNotPositive,
    LocalOutOfBounds,
}

use Ubsan::*;

/// Every report with its name in a program; the index is the number of a trap.
const NAMES: [(Ubsan, &str); 26] = [
    (AddOverflow, "add_overflow"),
    (BuiltinUnreachable, "builtin_unreachable"),
    (CfiCheckFail, "cfi_check_fail"),
    (DivremOverflow, "divrem_overflow"),
    (DynamicTypeCacheMiss, "dynamic_type_cache_miss"),
    (FloatCastOverflow, "float_cast_overflow"),
    (FunctionTypeMismatch, "function_type_mismatch"),
    (ImplicitConversion, "implicit_conversion"),
    (InvalidBuiltin, "invalid_builtin"),
    (InvalidObjcCast, "invalid_objc_cast"),
    (LoadInvalidValue, "load_invalid_value"),
    (MissingReturn, "missing_return"),
    (MulOverflow, "mul_overflow"),
    (NegateOverflow, "negate_overflow"),
    (NullabilityArg, "nullability_arg"),
    (NullabilityReturn, "nullability_return"),
    (NonnullArg, "nonnull_arg"),
    (NonnullReturn, "nonnull_return"),
    (OutOfBounds, "out_of_bounds"),
    (PointerOverflow, "pointer_overflow"),
    (ShiftOutOfBounds, "shift_out_of_bounds"),
    (SubOverflow, "sub_overflow"),
    (TypeMismatch, "type_mismatch"),
    (AlignmentAssumption, "alignment_assumption"),
    (VlaBoundNotPositive, "vla_bound_not_positive"),
    (LocalOutOfBounds, "local_out_of_bounds"),
];

/// The report that a function of that name makes.
pub(crate) fn report(name: &str) -> Option<Report> {
    let rest = name.strip_prefix("__ubsan_handle_")?;
    let (rest, aborts) = match rest.strip_suffix("_abort") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let rest = rest.strip_suffix("_preserve").unwrap_or(rest);
    let (rest, minimal) = match rest.strip_suffix("_minimal") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let rest = rest.strip_suffix("_v1").or_else(|| rest.strip_suffix("_v2")).unwrap_or(rest);
    let what = NAMES.iter().find(|(_, n)| *n == rest)?.0;
    // The compiler's own code behind these two is not to be run, whatever the sanitizer is told.
    let ends = aborts || matches!(what, BuiltinUnreachable | MissingReturn);
    Some(Report { what, ends, told: !minimal })
}

/// The name of the function that makes the report of `llvm.ubsantrap` with that number and ends the run.
pub fn trap_name(number: u64) -> Option<String> {
    let (_, name) = NAMES.get(number as usize)?;
    Some(format!("__ubsan_handle_{name}_minimal_abort"))
}

/// Does the function belong to the sanitizer's runtime?
pub fn is_ubsan(name: &str) -> bool {
    name.starts_with("__ubsan_handle_")
}

/// What is known about a report when it is made.
#[derive(Copy, Clone, Debug, Default)]
pub struct Details {
    /// The type is a signed integer.
    pub signed: bool,
    /// The value that matters: the pointer of a type mismatch, the divisor of a division, the base of pointer arithmetic.
    pub zero: bool,
    /// The pointer of a type mismatch is aligned as its type asks for.
    pub aligned: bool,
}

impl Ubsan {
    /// The kind of the error, and what is wrong.
    pub fn error(self, told: bool, d: Details) -> (ErrorKind, &'static str) {
        match self {
            AddOverflow | SubOverflow | MulOverflow if told && !d.signed => {
                (ErrorKind::UnsignedOverflow, "unsigned integer overflow")
            }
            NegateOverflow if told && !d.signed => (ErrorKind::UnsignedOverflow, "negation of an unsigned integer"),
            AddOverflow => (ErrorKind::SignedOverflow, "integer overflow in addition"),
            SubOverflow => (ErrorKind::SignedOverflow, "integer overflow in subtraction"),
            MulOverflow => (ErrorKind::SignedOverflow, "integer overflow in multiplication"),
            NegateOverflow => (ErrorKind::SignedOverflow, "integer overflow in negation"),
            DivremOverflow if told && !d.zero => (ErrorKind::SignedOverflow, "integer overflow in division"),
            DivremOverflow => (ErrorKind::DivisionByZero, "division by zero"),
            ShiftOutOfBounds => (ErrorKind::Shift, "shift by too much, or of a value that does not fit"),
            OutOfBounds | LocalOutOfBounds => (ErrorKind::OutOfBounds, "index outside of the array's bounds"),
            TypeMismatch if told && !d.zero && !d.aligned => (ErrorKind::Misaligned, "misaligned pointer"),
            TypeMismatch if told && !d.zero => (ErrorKind::OutOfBounds, "too little space for an object of the type"),
            TypeMismatch => (ErrorKind::Null, "null pointer"),
            AlignmentAssumption => (ErrorKind::Misaligned, "an assumption about alignment does not hold"),
            PointerOverflow => (ErrorKind::PointerOverflow, "pointer arithmetic overflows or starts at a null pointer"),
            FloatCastOverflow => (ErrorKind::Conversion, "floating-point value outside of the type's range"),
            ImplicitConversion => (ErrorKind::Conversion, "implicit conversion changes the value"),
            LoadInvalidValue => (ErrorKind::InvalidValue, "value that is none of its type"),
            InvalidBuiltin => (ErrorKind::InvalidValue, "zero given to a builtin that forbids it"),
            VlaBoundNotPositive => (ErrorKind::InvalidValue, "variable length array of a length that is not positive"),
            BuiltinUnreachable => (ErrorKind::Unreachable, "`__builtin_unreachable` was reached"),
            MissingReturn => (ErrorKind::Unreachable, "the end of a function that returns a value was reached"),
            NullabilityArg | NonnullArg => (ErrorKind::Null, "null pointer as an argument that must not be null"),
            NullabilityReturn | NonnullReturn => (ErrorKind::Null, "null pointer returned where it must not be null"),
            FunctionTypeMismatch => (ErrorKind::BadCall, "call through a pointer to a function of another type"),
            CfiCheckFail | DynamicTypeCacheMiss | InvalidObjcCast => (ErrorKind::BadCall, "object of another type"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_runtimes() {
        let r = |what, ends, told| Some(Report { what, ends, told });
        assert_eq!(report("__ubsan_handle_add_overflow"), r(AddOverflow, false, true));
        assert_eq!(report("__ubsan_handle_type_mismatch_v1_abort"), r(TypeMismatch, true, true));
        assert_eq!(report("__ubsan_handle_shift_out_of_bounds_minimal"), r(ShiftOutOfBounds, false, false));
        assert_eq!(report("__ubsan_handle_shift_out_of_bounds_minimal_abort"), r(ShiftOutOfBounds, true, false));
        assert_eq!(report("__ubsan_handle_builtin_unreachable"), r(BuiltinUnreachable, true, true));
        assert_eq!(report("__ubsan_handle_something_new"), None);
        assert_eq!(trap_name(22).as_deref(), Some("__ubsan_handle_type_mismatch_minimal_abort"));
        assert_eq!(trap_name(200), None);
    }
}
