//! The one list of functions that the engine itself provides when the program does not define them.

use crate::cxx::{Operator, operator};
use crate::ubsan::{Report, report};

/// A function with a model in the engine. Both the concrete interpreter and the symbolic executor implement each.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    // Inputs and assumptions.
    MakeSymbolic,
    /// `klee_int(name)`.
    NamedInt,
    /// `klee_range(lo, hi, name)`: lo <= x < hi.
    Range,
    /// `klee_choose(n)`: 0 <= x < n.
    Choose,
    /// `__VERIFIER_nondet_T()` and the like: a value of this many bits.
    Nondet(Nondet),
    /// `__VERIFIER_nondet_memory(ptr, size)`.
    NondetMemory,
    Assume,
    /// A hint about preferred values; has no effect on what is reachable.
    PreferCex,
    IsSymbolic,
    IsReplay,
    /// `klee_get_value_*`, `__homing_known_digit`: one possible value (a counted loss when there are more).
    GetValue,
    GetObjSize,
    CheckMemoryAccess,
    DefineFixedObject,
    /// `klee_alias_function(name, new_name)`: calls of the one function go to the other from now on.
    AliasFunction,
    /// `klee_set_forking(on)`.
    SetForking,
    // Ends and reports.
    /// `klee_assert(0)`-like failure: `__assert_fail`, `klee_assert_fail`, `__assert_rtn`.
    AssertFail,
    /// `klee_assert(c)` where it is a function.
    Assert,
    /// `reach_error()`, `__VERIFIER_error()`: reaching it is what the run looks for.
    ReachError,
    /// `klee_reach()`: a target marker; execution goes on.
    Reach,
    SilentExit,
    ReportError,
    KleeAbort,
    /// A report of UndefinedBehaviorSanitizer.
    Ubsan(Report),
    Abort,
    Exit,
    AtExit,
    // Memory.
    Malloc,
    Calloc,
    Realloc,
    Free,
    /// `operator new` of C++.
    New(Operator),
    /// `operator delete` of C++.
    Delete(Operator),
    /// `malloc_usable_size(ptr)`: at least what was asked for.
    UsableSize,
    /// `aligned_alloc(align, size)`, `memalign`.
    AlignedAlloc,
    PosixMemalign,
    /// `alloca` as a function.
    Alloca,
    // Control.
    SetJmp,
    LongJmp,
    // Output.
    /// `homing_output(value)`: appends to the run's observable outputs.
    Output,
    /// `__homing_output(fd, bytes, n)`: what the program writes to its standard output or error.
    Console,
    /// `__homing_loss(text)`: the model of the environment is less than the real thing here; counted, and the path goes on.
    Loss,
    /// `__homing_assumed(ptr, n, text)`: the bytes hold what the real thing would fill in otherwise; the loss is counted once something depends on them.
    AssumedValue,
    /// `__homing_handled(signals)`: which of the signals that errors bring about are handled from now on, one bit each.
    Handled,
    /// `__homing_aborts(text)`: whoever called into the model or the library aborts; with a text, an assertion failed.
    Aborts,
    /// `__homing_map(n)`: a block of zeros at the start of a page.
    Map,
    /// `__homing_protect(block, read_only)`: whether the block may be written from now on.
    Protect,
    /// `__homing_shrink(block, n)`: the block ends there from now on. It is a string that the program finds, not a heap block.
    Shrink,
    // What functions of a library ask about their arguments.
    /// `__homing_measure(text, most)`: bytes before the first zero, `most` if there is none among the first so many, found without a
    /// fork; every byte looked at is checked. -1 where that cannot be told at once: the caller looks byte by byte.
    Measure,
    /// `__homing_readable(start, n)`: checks that `n` bytes can be read.
    Readable,
    /// `__homing_not_null(pointer)`: an error where it is null for sure.
    NotNull,
    /// `__homing_same(a, b)`: can the two point into the same object?
    SameObject,
    /// `__homing_apart(a, n, b, m)`: an error where `n` bytes at `a` and `m` bytes at `b` have a byte in common.
    Apart,
    /// `__homing_result_used()`: does the call of the function that asks have a result that somebody looks at?
    ResultUsed,
    /// No effect, no meaningful result (returns zero).
    Nothing,
    /// `__errno_location()`: the address of `errno`, which is made when it is asked for.
    ErrnoLocation,
}

impl Builtin {
    /// Is the model only a stand-in for what a real C library does better, when one is linked in?
    pub fn is_libc(self, name: &str) -> bool {
        match self {
            Builtin::AtExit | Builtin::ErrnoLocation => true,
            Builtin::Exit => name == "exit",
            _ => false,
        }
    }
}

impl Builtin {
    /// Does a function of a library that calls it work without a kernel and a start below it?
    pub fn needs_nothing(self) -> bool {
        use Builtin::*;
        matches!(self, Loss | Measure | Readable | NotNull | SameObject | Apart | ResultUsed)
    }
}

/// The type of a nondeterministic value.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Nondet {
    /// Bits as the C type has them on the target: taken from the call's result register.
    Value,
    /// `_Bool`: 0 or 1.
    Bool,
    /// A pointer: null or unknown memory; only null is followed, the rest is a counted loss when used.
    Pointer,
    /// A string of unknown length.
    String,
}

/// An instruction that ends the program: no call, so nobody's `abort` is asked.
pub const TRAP: &str = "__builtin_trap";

/// The global in which the model of the kernel keeps the signals that wait: `sigsetjmp` keeps it and `siglongjmp` brings it back.
pub const SIGNALS: &str = "__homing_signals";

/// The global that is `errno` in the C library that is linked: an allocation that fails sets it.
pub const ERRNO: &str = "__homing_errno";

/// The model of a function without a body, by name.
pub fn builtin(name: &str) -> Option<Builtin> {
    use Builtin::*;
    Some(match name {
        "klee_make_symbolic" | "homing_symbolic" => MakeSymbolic,
        "klee_int" => NamedInt,
        "klee_range" | "homing_range" => Range,
        "klee_choose" => Choose,
        "klee_assume" | "__VERIFIER_assume" | "homing_assume" => Assume,
        "klee_prefer_cex" | "klee_posix_prefer_cex" => PreferCex,
        "klee_is_symbolic" => IsSymbolic,
        "klee_is_replay" => IsReplay,
        "klee_get_valuef"
        | "klee_get_valued"
        | "klee_get_valuel"
        | "klee_get_valuell"
        | "klee_get_value_i32"
        | "klee_get_value_i64"
        | "__homing_known_digit" => GetValue,
        "klee_get_obj_size" => GetObjSize,
        "klee_check_memory_access" => CheckMemoryAccess,
        "klee_define_fixed_object" => DefineFixedObject,
        "klee_alias_function" => AliasFunction,
        "klee_set_forking" => SetForking,
        "__assert_fail" | "klee_assert_fail" | "__assert_rtn" | "__assert" | "__assert_perror_fail" => AssertFail,
        "klee_assert" | "homing_assert" | "__VERIFIER_assert" => Assert,
        "reach_error" | "__VERIFIER_error" | "homing_error" => ReachError,
        "klee_reach" | "homing_reach" => Reach,
        "klee_silent_exit" => SilentExit,
        "klee_report_error" => ReportError,
        "klee_abort" => KleeAbort,
        "abort" | TRAP => Abort,
        "exit" | "_exit" | "_Exit" => Exit,
        "atexit" => AtExit,
        "malloc" => Malloc,
        "calloc" => Calloc,
        "realloc" => Realloc,
        "free" | "cfree" => Free,
        "aligned_alloc" | "memalign" => AlignedAlloc,
        "posix_memalign" => PosixMemalign,
        "malloc_usable_size" => UsableSize,
        "alloca" => Alloca,
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" => SetJmp,
        "longjmp" | "_longjmp" | "siglongjmp" => LongJmp,
        "homing_output" => Output,
        "__homing_output" => Console,
        "__homing_loss" => Loss,
        "__homing_assumed" => AssumedValue,
        "__homing_handled" => Handled,
        "__homing_aborts" => Aborts,
        "__homing_map" => Map,
        "__homing_protect" => Protect,
        "__homing_shrink" => Shrink,
        "__homing_measure" => Measure,
        "__homing_readable" => Readable,
        "__homing_not_null" => NotNull,
        "__homing_same" => SameObject,
        "__homing_apart" => Apart,
        "__homing_result_used" => ResultUsed,
        "klee_warning"
        | "klee_warning_once"
        | "klee_print_expr"
        | "klee_print_range"
        | "klee_stack_trace"
        | "klee_open_merge"
        | "klee_close_merge"
        | "klee_mark_global"
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end" => Nothing,
        "__errno_location" | "___errno_location" => ErrnoLocation,
        "__VERIFIER_nondet_memory" => NondetMemory,
        _ if is_panic(name) => Abort,
        _ => return nondet(name).or_else(|| report(name).map(Ubsan)).or_else(|| operator(name)),
    })
}

/// Does the function print? The small library has them all, as functions that check what they are given and put nothing out.
pub fn prints(name: &str) -> bool {
    matches!(
        name,
        "printf"
            | "fprintf"
            | "vprintf"
            | "vfprintf"
            | "dprintf"
            | "vdprintf"
            | "puts"
            | "fputs"
            | "perror"
            | "fwrite"
            | "fflush"
            | "write"
            | "putchar"
            | "fputc"
            | "putc"
            | "putchar_unlocked"
            | "putc_unlocked"
            | "fputc_unlocked"
    )
}

/// Is it where every panic of a Rust program ends up? What it does after that is only telling.
pub fn is_panic(name: &str) -> bool {
    name.ends_with("rust_begin_unwind")
}

fn nondet(name: &str) -> Option<Builtin> {
    let ty = name.strip_prefix("__VERIFIER_nondet_").or_else(|| name.strip_prefix("homing_any_"))?;
    Some(Builtin::Nondet(match ty {
        "bool" | "_Bool" => Nondet::Bool,
        "pointer" | "ptr" => Nondet::Pointer,
        "pchar" | "string" => Nondet::String,
        _ => Nondet::Value,
    }))
}
