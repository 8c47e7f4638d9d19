//! What can be wrong with an analysed program.

use std::fmt;

/// The kinds of error that a run can find. `Display` gives the name used on the command line and in reports.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorKind {
    Null,
    OutOfBounds,
    UseAfterFree,
    UseAfterReturn,
    /// Through a pointer to a local of a block that was left, in a function that has not returned.
    UseAfterScope,
    DoubleFree,
    InvalidFree,
    Leak,
    DivisionByZero,
    SignedOverflow,
    /// Not wrong by itself: only where the program was compiled to report it (`-fsanitize=unsigned-integer-overflow`).
    UnsignedOverflow,
    Shift,
    /// A conversion that changes the value or cannot represent it, where the program was compiled to report it.
    Conversion,
    /// A value that its type or use does not allow, where the program was compiled to report it.
    InvalidValue,
    /// A pointer that is not aligned as its type asks for, where the program was compiled to report it.
    Misaligned,
    /// Pointer arithmetic that wraps round or starts at null, where the program was compiled to report it.
    PointerOverflow,
    Uninitialised,
    Assertion,
    Abort,
    Unreachable,
    ReadOnlyWrite,
    /// A call through something that is not a function, or with a wrong signature.
    BadCall,
    /// Overlapping memory given to a copy that forbids it.
    Overlap,
    /// A value of the wrong kind (microc).
    Type,
    /// `klee_report_error`, `reach_error` and the like.
    Reported,
}

impl ErrorKind {
    /// Every kind, in the order of reports.
    pub const ALL: [ErrorKind; 25] = [
        ErrorKind::Null,
        ErrorKind::OutOfBounds,
        ErrorKind::UseAfterFree,
        ErrorKind::UseAfterReturn,
        ErrorKind::UseAfterScope,
        ErrorKind::DoubleFree,
        ErrorKind::InvalidFree,
        ErrorKind::Leak,
        ErrorKind::DivisionByZero,
        ErrorKind::SignedOverflow,
        ErrorKind::UnsignedOverflow,
        ErrorKind::Shift,
        ErrorKind::Conversion,
        ErrorKind::InvalidValue,
        ErrorKind::Misaligned,
        ErrorKind::PointerOverflow,
        ErrorKind::Uninitialised,
        ErrorKind::Assertion,
        ErrorKind::Abort,
        ErrorKind::Unreachable,
        ErrorKind::ReadOnlyWrite,
        ErrorKind::BadCall,
        ErrorKind::Overlap,
        ErrorKind::Type,
        ErrorKind::Reported,
    ];

    /// The kind's name.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Null => "null",
            ErrorKind::OutOfBounds => "out-of-bounds",
            ErrorKind::UseAfterFree => "use-after-free",
            ErrorKind::UseAfterReturn => "use-after-return",
            ErrorKind::DoubleFree => "double-free",
            ErrorKind::UseAfterScope => "use-after-scope",
            ErrorKind::UnsignedOverflow => "unsigned-overflow",
            ErrorKind::Conversion => "conversion",
            ErrorKind::InvalidValue => "invalid-value",
            ErrorKind::Misaligned => "misaligned",
            ErrorKind::PointerOverflow => "pointer-overflow",
            ErrorKind::InvalidFree => "invalid-free",
            ErrorKind::Leak => "leak",
            ErrorKind::DivisionByZero => "division-by-zero",
            ErrorKind::SignedOverflow => "signed-overflow",
            ErrorKind::Shift => "shift",
            ErrorKind::Uninitialised => "uninitialised",
            ErrorKind::Assertion => "assertion",
            ErrorKind::Abort => "abort",
            ErrorKind::Unreachable => "unreachable",
            ErrorKind::ReadOnlyWrite => "read-only-write",
            ErrorKind::BadCall => "bad-call",
            ErrorKind::Overlap => "overlap",
            ErrorKind::Type => "type",
            ErrorKind::Reported => "reported",
        }
    }

    /// A real run may go on after an error of this kind, with whatever behaviour; after the others it is stopped.
    pub fn is_survivable(self) -> bool {
        use ErrorKind::*;
        matches!(
            self,
            OutOfBounds
                | UseAfterFree
                | UseAfterReturn
                | UseAfterScope
                | UnsignedOverflow
                | Conversion
                | InvalidValue
                | Misaligned
                | PointerOverflow
                | DoubleFree
                | InvalidFree
                | SignedOverflow
                | Shift
                | Uninitialised
                | Overlap
                | BadCall
                | Unreachable
        )
    }

    /// The signals that an error of this kind can bring about in a real run, one bit each (signal 1 is bit 0).
    pub fn signals(self) -> u64 {
        const ILL: u64 = 1 << 3;
        const TRAP: u64 = 1 << 4;
        const ABRT: u64 = 1 << 5;
        const BUS: u64 = 1 << 6;
        const FPE: u64 = 1 << 7;
        const SEGV: u64 = 1 << 10;
        use ErrorKind::*;
        match self {
            Null | OutOfBounds | UseAfterFree | UseAfterReturn | UseAfterScope | ReadOnlyWrite | Uninitialised | BadCall
            | Overlap => SEGV | BUS | ILL | FPE | ABRT,
            DoubleFree | InvalidFree => ABRT | SEGV | BUS,
            DivisionByZero => FPE | ILL | TRAP,
            Assertion | Abort | Reported => ABRT | ILL | TRAP,
            SignedOverflow | Shift | Unreachable | UnsignedOverflow | Conversion | InvalidValue | Misaligned
            | PointerOverflow => ILL | TRAP | ABRT | SEGV | FPE,
            Leak | Type => 0,
        }
    }

    /// The kind of that name.
    pub fn parse(name: &str) -> Option<ErrorKind> {
        ErrorKind::ALL.into_iter().find(|k| k.name() == name)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
