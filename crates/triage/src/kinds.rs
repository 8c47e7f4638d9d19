//! Which errors of the engine a warning can be about.

use homing_ir::ErrorKind::{self, *};

/// Parts of names of rules, without what is neither letter nor digit; the first that fits counts. Rules that are about
/// several errors are not here: their messages tell.
const RULES: &[(&[&str], &[ErrorKind])] = &[
    (&["doublefree", "deallocdealloc"], &[DoubleFree]),
    (&["useafterfree", "useafterdelete", "deallocuse", "deallocret"], &[UseAfterFree]),
    (&["mallocleak", "memleak", "memoryleak"], &[Leak]),
    (&["nonheap", "invaliddealloc", "invalidfree", "badfree", "offsetfree", "freenonheap"], &[InvalidFree]),
    (
        &[
            "stalestackframe",
            "stackaddress",
            "stackvariableaddress",
            "danglinglifetime",
            "danglingpointer",
            "returnlocaladdr",
            "invalidlifetime",
        ],
        &[UseAfterReturn, UseAfterScope],
    ),
    (
        &["nullderef", "nullptrderef", "nullpointer", "nulldereference", "nullargument", "nonnullparam", "nullarg", "wnonnull"],
        &[Null],
    ),
    (
        &[
            "outofbounds",
            "outofbound",
            "arraybound",
            "arrayindex",
            "bufferoverrun",
            "bufferoverflow",
            "bufferaccess",
            "overflowbuffer",
            "overflowdestination",
            "stringopover",
            "overrunwrite",
            "negativeindex",
            "unboundedwrite",
            "badlybounded",
            "offsetuse",
        ],
        &[OutOfBounds],
    ),
    (&["dividezero", "dividebyzero", "divbyzero", "zerodiv", "divisionbyzero", "divzero"], &[DivisionByZero]),
    (&["uninit", "coreuninitialized", "garbage", "undefreturn"], &[Uninitialised]),
    (&["integeroverflow", "signedoverflow", "arithmeticoverflow", "multiplicationoverflow"], &[SignedOverflow]),
    (&["bitwiseshift", "shiftcount", "shiftnegative", "shifttoomany", "wshift"], &[Shift]),
];

/// Rules that say the same of several errors.
const SEVERAL: &[&str] = &[
    "corenulldereference",
    "unixmalloc",
    "undefinedbinaryoperator",
    "callandmessage",
    "cplusplusnewdelete",
    "memorydeallocation",
];

/// Numbers of the Common Weakness Enumeration.
const WEAKNESSES: &[(&[u32], &[ErrorKind])] = &[
    (&[476, 690], &[Null]),
    (&[119, 120, 121, 122, 124, 125, 126, 127, 129, 131, 170, 193, 786, 787, 788, 805, 806, 823], &[OutOfBounds]),
    (&[416, 825], &[UseAfterFree]),
    (&[415, 1341], &[DoubleFree]),
    (&[401], &[Leak]),
    (&[369], &[DivisionByZero]),
    (&[457, 456, 908, 824], &[Uninitialised]),
    (&[590, 761, 763], &[InvalidFree]),
    (&[562], &[UseAfterReturn, UseAfterScope]),
    (&[190, 191], &[SignedOverflow]),
    (&[617], &[Assertion]),
];

/// Words of messages, in small letters; the first that fits counts.
const WORDS: &[(&[&str], &[ErrorKind])] = &[
    (
        &["double free", "double-free", "freed twice", "already freed", "attempt to free released", "attempt to release already"],
        &[DoubleFree],
    ),
    (
        &[
            "use after free",
            "use-after-free",
            "used after free",
            "after it is freed",
            "after it was freed",
            "after being freed",
            "use of memory after",
            "use of released",
            "freed memory",
        ],
        &[UseAfterFree],
    ),
    (
        &[
            "not allocated by",
            "not on the heap",
            "not the start of memory",
            "memory not allocated",
            "not memory allocated",
            "invalid free",
        ],
        &[InvalidFree],
    ),
    (
        &[
            "null pointer",
            "null dereference",
            "nullptr",
            "dereference of null",
            "null-pointer",
            "pointer is null",
            "may be null",
            "can be null",
        ],
        &[Null],
    ),
    (
        &[
            "out of bounds",
            "out-of-bounds",
            "out of bound",
            "buffer overflow",
            "buffer-overflow",
            "buffer overrun",
            "buffer over-read",
            "past the end",
            "beyond the end",
            "overflows the",
            "array index",
        ],
        &[OutOfBounds],
    ),
    (&["division by zero", "divide by zero", "divided by zero", "division by a zero", "modulo by zero"], &[DivisionByZero]),
    (&["memory leak", "leak of memory", "leaked", "never freed", "never released"], &[Leak]),
    (&["integer overflow", "signed overflow", "arithmetic overflow"], &[SignedOverflow]),
    (
        &[
            "shift by",
            "shift exponent",
            "shifted by",
            "shift count",
            "left shift of",
            "negative shift",
            "result of the left shift",
            "result of the right shift",
        ],
        &[Shift],
    ),
    (
        &[
            "uninitialized",
            "uninitialised",
            "garbage",
            "undefined pointer",
            "undefined value",
            "undefined pointer",
            "not initialized",
        ],
        &[Uninitialised],
    ),
    (&["assertion"], &[Assertion]),
];

/// The errors that a warning is about: by its rule, by the weakness that it is filed under, by the words of its message.
pub fn kinds(rule: &str, message: &str, weaknesses: &[u32]) -> Vec<ErrorKind> {
    let rule: String = rule.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let message = message.to_lowercase();
    let by_words = || WORDS.iter().find(|(words, _)| words.iter().any(|w| message.contains(w))).map(|(_, k)| k.to_vec());
    let by_rule = || RULES.iter().find(|(parts, _)| parts.iter().any(|p| rule.contains(p))).map(|(_, k)| k.to_vec());
    let by_weakness = || WEAKNESSES.iter().find(|(list, _)| weaknesses.iter().any(|w| list.contains(w))).map(|(_, k)| k.to_vec());
    if SEVERAL.iter().any(|s| rule.contains(s)) {
        return by_words().or_else(by_weakness).unwrap_or_default();
    }
    by_rule().or_else(by_weakness).or_else(by_words).unwrap_or_default()
}

/// What a proof has to say before a warning about an error is refuted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// That the error is not at the line: there tools tell it.
    AtLine,
    /// That it is nowhere: tools also tell of it at a call that leads to it.
    Anywhere,
    /// That no run comes to the line: what the tool means is more than what the engine looks for.
    OfLine,
}

/// Tools that tell of an access where it is, not where a call leads to it.
const AT_ACCESS: &[&str] = &["clang", "clang-tidy", "cppcheck", "gnu c17", "gnu c11", "gnu c99", "gnu c23", "gcc"];

/// What a proof has to say about such a warning.
pub fn proof(tool: &str, rule: &str, message: &str, kind: ErrorKind) -> Proof {
    let (tool, rule, message) = (tool.to_ascii_lowercase(), rule.to_ascii_lowercase(), message.to_lowercase());
    // A crash happened: that it cannot is no answer that a trace could ask for.
    if tool == "trace" {
        return Proof::OfLine;
    }
    let at_access = AT_ACCESS.contains(&tool.as_str());
    match kind {
        // To hand a null pointer to what forbids it is wrong whether it is used or not.
        Null if ["nonnull", "arg"].iter().any(|w| rule.contains(w)) || message.contains("passed") => Proof::OfLine,
        Null | DivisionByZero | DoubleFree | InvalidFree | Uninitialised if at_access => Proof::AtLine,
        SignedOverflow if tool == "cppcheck" && message.contains("signed integer") => Proof::AtLine,
        Null | DivisionByZero | DoubleFree | InvalidFree | Uninitialised | UseAfterFree | Leak => Proof::Anywhere,
        // Accesses are checked against whole objects; unsigned numbers may wrap round; shifts may be wrong in other ways; an address that
        // gets out is wrong before it is used.
        _ => Proof::OfLine,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_known_tools() {
        for (rule, message, kind) in [
            // clang
            ("core.NullDereference", "Access to field 'b' results in a dereference of a null pointer", Null),
            ("core.NullDereference", "Dereference of undefined pointer value (loaded from 'p')", Uninitialised),
            ("core.NonNullParamChecker", "Null pointer passed to 1st parameter expecting 'nonnull'", Null),
            ("unix.cstring.NullArg", "Null pointer passed as 1st argument to string length function", Null),
            ("core.DivideZero", "Division by zero", DivisionByZero),
            ("core.UndefinedBinaryOperatorResult", "The left operand of '+' is a garbage value", Uninitialised),
            ("core.CallAndMessage", "1st function call argument is an uninitialized value", Uninitialised),
            ("core.CallAndMessage", "Called function pointer is null (null dereference)", Null),
            ("core.BitwiseShift", "Left shift by '40' overflows the capacity of 'int'", Shift),
            ("unix.Malloc", "Use of memory after it is released", UseAfterFree),
            ("unix.Malloc", "Use of memory after it is freed", UseAfterFree),
            ("unix.Malloc", "Attempt to free released memory", DoubleFree),
            ("unix.Malloc", "Attempt to release already released memory", DoubleFree),
            ("unix.Malloc", "Potential leak of memory pointed to by 'p'", Leak),
            ("unix.Malloc", "Potential memory leak", Leak),
            (
                "unix.Malloc",
                "Argument to 'free()' is the address of a local variable, which is not memory allocated by 'malloc()'",
                InvalidFree,
            ),
            ("security.ArrayBound", "Out of bound access to memory after the end of 'a'", OutOfBounds),
            ("clang-analyzer-core.DivideZero", "Division by zero", DivisionByZero),
            ("core.StackAddressEscape", "Address of stack memory associated with local variable 'x' returned", UseAfterReturn),
            // GCC
            ("-Wanalyzer-possible-null-dereference", "dereference of possibly-NULL 'p'", Null),
            ("-Wanalyzer-malloc-leak", "leak of 'p'", Leak),
            ("-Wanalyzer-free-of-non-heap", "'free' of '&x' which points to memory not on the heap", InvalidFree),
            ("-Wanalyzer-use-of-uninitialized-value", "use of uninitialized value 'x'", Uninitialised),
            ("-Wmaybe-uninitialized", "'x' may be used uninitialized", Uninitialised),
            ("-Wstringop-overflow=", "writing 8 bytes into a region of size 4", OutOfBounds),
            // Infer
            ("NULLPTR_DEREFERENCE", "pointer `p` could be null", Null),
            ("BUFFER_OVERRUN_L1", "Offset: 5 Size: 5.", OutOfBounds),
            ("MEMORY_LEAK_C", "Memory dynamically allocated is not freed", Leak),
            ("PULSE_UNINITIALIZED_VALUE", "`x` is read without initialization", Uninitialised),
            ("STACK_VARIABLE_ADDRESS_ESCAPE", "Address of stack variable `x` escapes", UseAfterReturn),
            ("INTEGER_OVERFLOW_L2", "([0, +oo] + 1):signed32", SignedOverflow),
            // CodeQL
            ("cpp/missing-null-test", "Value may be null; it should be checked before dereferencing.", Null),
            ("cpp/double-free", "Memory pointed to by $@ may already have been freed", DoubleFree),
            ("cpp/use-after-free", "Memory may have been previously freed by $@.", UseAfterFree),
            ("cpp/overflow-buffer", "This 'memcpy' operation accesses 8 bytes but the buffer is only 4 bytes.", OutOfBounds),
            // Cppcheck
            (
                "nullPointerRedundantCheck",
                "Either the condition 'p' is redundant or there is possible null pointer dereference: p.",
                Null,
            ),
            (
                "arrayIndexOutOfBoundsCond",
                "Either the condition 'i<5' is redundant or the array is accessed at index 4",
                OutOfBounds,
            ),
            ("deallocuse", "Dereferencing 'p' after it is deallocated / released", UseAfterFree),
            ("doubleFree", "Memory pointed to by 'p' is freed twice.", DoubleFree),
            ("memleak", "Memory leak: p", Leak),
            ("zerodivcond", "Either the condition 'k==50' is redundant or there is division by zero at line 19.", DivisionByZero),
            ("uninitvar", "Uninitialized variable: x", Uninitialised),
            ("shiftTooManyBits", "Shifting 32-bit value by 40 bits is undefined behaviour", Shift),
            ("integerOverflow", "Signed integer overflow for expression 'x+1'.", SignedOverflow),
            // others
            ("X-17", "possible null pointer here", Null),
            ("", "heap-buffer-overflow on address", OutOfBounds),
        ] {
            assert_eq!(kinds(rule, message, &[]).first(), Some(&kind), "{rule}: {message}");
        }
        assert_eq!(kinds("c.lang.security.x", "", &[416]), [UseAfterFree]);
    }

    #[test]
    fn rules_about_no_error() {
        for (rule, message) in [
            ("deadcode.DeadStores", "Value stored to 'x' is never read"),
            ("variableScope", "The scope of the variable 'x' can be reduced."),
            ("resourceLeak", "Resource leak: f"),
            ("unusedFunction", "The function 'f' is never used."),
            ("unix.Stream", "Opened stream never closed. Potential resource leak"),
            ("security.insecureAPI.strcpy", "Call to function 'strcpy' is insecure"),
        ] {
            assert_eq!(kinds(rule, message, &[]), [], "{rule}: {message}");
        }
    }
}
