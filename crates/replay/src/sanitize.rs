//! Does what a native run showed fit the error that was found?

use homing_ir::ErrorKind;

use crate::child::{End, Event, Ran};

/// A position that an error report must name: file name without folders, and line.
pub type At = (String, u32);

/// Environment for a run with sanitizers. Reads of undefined results go on, so that an earlier harmless one does not
/// hide the error that is looked for; memory errors end the run.
pub fn environment(kind: ErrorKind) -> [(&'static str, &'static str); 2] {
    let asan = if kind == ErrorKind::Leak {
        "detect_leaks=1:allocator_may_return_null=1:detect_stack_use_after_return=1"
    } else {
        "detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=1"
    };
    [("ASAN_OPTIONS", asan), ("UBSAN_OPTIONS", "print_stacktrace=0")]
}

/// Does the end of a plain native run fit an error of that kind by itself?
pub fn signal_fits(kind: ErrorKind, ran: &Ran) -> bool {
    let signal = match ran.end {
        End::Signal(s) => s,
        _ => 0,
    };
    match kind {
        // Code that was compiled to trap where it finds something wrong.
        ErrorKind::Null | ErrorKind::DivisionByZero if signal == libc::SIGILL => true,
        ErrorKind::Null | ErrorKind::ReadOnlyWrite | ErrorKind::BadCall => matches!(signal, libc::SIGSEGV | libc::SIGBUS),
        ErrorKind::DivisionByZero => signal == libc::SIGFPE,
        ErrorKind::Assertion => signal == libc::SIGABRT,
        ErrorKind::Abort => matches!(signal, libc::SIGABRT | libc::SIGILL | libc::SIGTRAP),
        // The C library ends the run by itself when it notices.
        ErrorKind::InvalidFree | ErrorKind::DoubleFree if signal == libc::SIGABRT => {
            ["free()", "realloc()", "munmap_chunk()", "double free"].iter().any(|said| ran.stderr.contains(said))
        }
        ErrorKind::Reported => ran.events.contains(&Event::Reported) || signal == libc::SIGABRT,
        _ => signal == libc::SIGILL,
    }
}

/// Does the sanitizers' output report an error of that kind at one of those places?
pub fn report_fits(kind: ErrorKind, at: &[At], stderr: &str) -> bool {
    let (address, undefined) = phrases(kind);
    if kind == ErrorKind::Leak {
        return stderr.contains("LeakSanitizer: detected memory leaks");
    }
    let runtime_error = stderr.lines().any(|l| {
        l.split_once(": runtime error: ").is_some_and(|(place, message)| {
            undefined.iter().any(|p| message.contains(p)) && position(place).is_some_and(|p| at.contains(&p))
        })
    });
    runtime_error || address_error(address, at, stderr) || fault_of_free(kind, at, stderr) || minimal_report(kind, stderr)
}

/// Freeing what is no heap block: before the allocator can tell, it reads what stands in front of the block, and there may be nothing.
fn fault_of_free(kind: ErrorKind, at: &[At], stderr: &str) -> bool {
    let in_allocator = |l: &str| is_frame(l) && l.contains("__asan::Allocator::");
    kind == ErrorKind::InvalidFree && stderr.lines().any(in_allocator) && address_error(&["SEGV on unknown address"], at, stderr)
}

/// The report of the sanitizer's minimal runtime: it names no place.
fn minimal_report(kind: ErrorKind, stderr: &str) -> bool {
    let names: &[&str] = match kind {
        ErrorKind::Null => &["type-mismatch", "nonnull", "nullability"],
        ErrorKind::Misaligned => &["type-mismatch", "alignment-assumption"],
        ErrorKind::OutOfBounds => &["out-of-bounds", "type-mismatch"],
        ErrorKind::DivisionByZero => &["divrem-overflow"],
        ErrorKind::SignedOverflow | ErrorKind::UnsignedOverflow => {
            &["add-overflow", "sub-overflow", "mul-overflow", "negate-overflow", "divrem-overflow"]
        }
        ErrorKind::Shift => &["shift-out-of-bounds"],
        ErrorKind::Conversion => &["float-cast-overflow", "implicit-conversion"],
        ErrorKind::InvalidValue => &["load-invalid-value", "invalid-builtin", "vla-bound-not-positive"],
        ErrorKind::PointerOverflow => &["pointer-overflow"],
        ErrorKind::Unreachable => &["builtin-unreachable", "missing-return"],
        ErrorKind::BadCall => &["function-type-mismatch", "cfi-check-fail", "dynamic-type-cache-miss"],
        _ => &[],
    };
    let said = stderr.lines().filter_map(|l| l.strip_prefix("ubsan: "));
    said.into_iter().any(|l| names.iter().any(|n| l.starts_with(n)))
}

/// The report of AddressSanitizer: its title has one of the phrases, and the innermost frame in one of the
/// files of `at` is one of those lines.
fn address_error(phrases: &[&str], at: &[At], stderr: &str) -> bool {
    let mut lines = stderr.lines().skip_while(|l| !l.contains("ERROR: AddressSanitizer"));
    let Some(title) = lines.next() else { return false };
    if !phrases.iter().any(|p| title.contains(p)) {
        return false;
    }
    let frames = lines.skip_while(|l| !is_frame(l)).take_while(|l| is_frame(l));
    for f in frames {
        if let Some(p) = f.rsplit(' ').next().and_then(position)
            && at.iter().any(|a| a.0 == p.0)
        {
            return at.contains(&p);
        }
    }
    false
}

fn is_frame(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// `dir/file.c:12:5` or `dir/file.c:12`.
fn position(text: &str) -> Option<At> {
    let mut parts: Vec<&str> = text.trim().split(':').collect();
    if parts.len() > 2 && parts.last().is_some_and(|c| c.parse::<u32>().is_ok()) && parts[parts.len() - 2].parse::<u32>().is_ok()
    {
        parts.pop();
    }
    let line = parts.pop()?.parse().ok()?;
    Some((file_name(&parts.join(":")), line))
}

/// A path's last component.
pub fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_string()
}

/// What AddressSanitizer and UndefinedBehaviorSanitizer say about each kind.
fn phrases(kind: ErrorKind) -> (&'static [&'static str], &'static [&'static str]) {
    match kind {
        ErrorKind::Null => (&["SEGV on unknown address 0x0000"], &["null pointer"]),
        ErrorKind::OutOfBounds => (
            &["buffer-overflow", "buffer-underflow", "SEGV", "negative-size-param", "container-overflow", "out-of-bound"],
            &["out of bounds", "insufficient space", "pointer index expression"],
        ),
        ErrorKind::UseAfterFree => (&["heap-use-after-free"], &[]),
        ErrorKind::UseAfterReturn => (&["stack-use-after-return", "stack-use-after-scope"], &[]),
        ErrorKind::UseAfterScope => (&["stack-use-after-scope"], &[]),
        ErrorKind::UnsignedOverflow => (&[], &["unsigned integer overflow", "negation of"]),
        ErrorKind::Conversion => (&[], &["outside the range of representable values", "implicit conversion"]),
        ErrorKind::InvalidValue => (&[], &["not a valid value", "variable length array bound", "passing zero to"]),
        ErrorKind::Misaligned => (&[], &["misaligned address", "assumption of"]),
        ErrorKind::PointerOverflow => {
            (&[], &["pointer index expression", "applying zero offset", "applying non-zero offset", "unsigned offset"])
        }
        ErrorKind::DoubleFree => (&["double-free"], &[]),
        ErrorKind::InvalidFree => (&["attempting free on", "bad-free", "alloc-dealloc-mismatch"], &[]),
        ErrorKind::DivisionByZero => (&["FPE on"], &["division by zero", "cannot be represented in type"]),
        ErrorKind::SignedOverflow => (&[], &["signed integer overflow", "negation of", "cannot be represented in type"]),
        ErrorKind::Shift => (&[], &["shift exponent", "left shift of"]),
        ErrorKind::Unreachable => (&[], &["unreachable program point", "end of a value-returning function"]),
        ErrorKind::ReadOnlyWrite | ErrorKind::BadCall => (&["SEGV"], &["function"]),
        ErrorKind::Overlap => (&["param-overlap"], &[]),
        ErrorKind::Leak
        | ErrorKind::Uninitialised
        | ErrorKind::Assertion
        | ErrorKind::Abort
        | ErrorKind::Type
        | ErrorKind::Reported => (&[], &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAP: &str = "\
=================================================================
==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc 0x1 bp 0x2 sp 0x3
WRITE of size 1 at 0x602 thread T0
    #0 0x55 in __asan_memcpy (/tmp/a+0x1)
    #1 0x56 in copy /src/dir/a.c:12:5
    #2 0x57 in main /src/dir/a.c:30:3
0x602 is located 0 bytes after 1-byte region
";

    #[test]
    fn the_innermost_frame_of_the_users_file_decides() {
        assert!(report_fits(ErrorKind::OutOfBounds, &[("a.c".into(), 12)], HEAP));
        assert!(!report_fits(ErrorKind::OutOfBounds, &[("a.c".into(), 30)], HEAP));
        assert!(!report_fits(ErrorKind::UseAfterFree, &[("a.c".into(), 12)], HEAP));
    }

    #[test]
    fn a_fault_inside_of_free_is_an_invalid_free() {
        let fault = "\
==2==ERROR: AddressSanitizer: SEGV on unknown address 0x7fa756ebeff0 (pc 0x1 bp 0x2 sp 0x3 T0)
    #0 0x55 in __asan::Allocator::Deallocate(void*, unsigned long) (/tmp/a+0x2)
    #1 0x56 in free (/tmp/a+0x1)
    #2 0x57 in main /src/dir/a.c:12:5
";
        let at = [("a.c".into(), 12)];
        assert!(report_fits(ErrorKind::InvalidFree, &at, fault));
        assert!(!report_fits(ErrorKind::InvalidFree, &[("a.c".into(), 13)], fault));
        assert!(!report_fits(ErrorKind::InvalidFree, &at, &fault.replace("__asan::Allocator::Deallocate", "store")));
    }

    #[test]
    fn runtime_errors_need_the_place_and_the_kind() {
        let said = "/src/a.c:7:11: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'\n";
        assert!(report_fits(ErrorKind::SignedOverflow, &[("a.c".into(), 7)], said));
        assert!(!report_fits(ErrorKind::SignedOverflow, &[("a.c".into(), 8)], said));
        assert!(!report_fits(ErrorKind::Shift, &[("a.c".into(), 7)], said));
    }
}
