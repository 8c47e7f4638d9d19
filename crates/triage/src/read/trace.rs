//! Stack traces of crashes: gdb's, AddressSanitizer's and its like, or plain `FILE:LINE`, innermost call first.

use homing_ir::{ErrorKind, line_number};

use crate::kinds::kinds;
use crate::warning::{Listing, Spot, Warning};

/// Reads a trace as one warning: its place is the innermost frame of a file that `known` is true for, its steps are the frames from there outwards.
pub fn read(text: &str, known: &dyn Fn(&str) -> bool) -> Result<Listing, String> {
    let mut spots: Vec<Spot> = Vec::new();
    let mut error = String::new();
    for line in text.lines().map(str::trim) {
        if error.is_empty() && is_error(line) {
            error = line.to_string();
        }
        // A trace of another thread, of where memory was freed or allocated, comes behind the crash's own.
        if !spots.is_empty() && (line.is_empty() || begins_another(line)) {
            break;
        }
        spots.extend(frame(line));
    }
    if spots.is_empty() {
        return Err("it has no frame with a file and a line (in gdb: bt, of a program that was compiled with -g)".into());
    }
    let first = spots.iter().position(|s| known(&s.file));
    let first = first.ok_or_else(|| {
        format!("none of its frames is in a file of the program; the innermost is {}:{}", spots[0].file, spots[0].line)
    })?;
    let steps: Vec<Spot> = spots.drain(first..).collect();
    let message = if error.is_empty() { "it ends here".to_string() } else { error };
    let warning = Warning {
        tool: "trace".into(),
        kinds: errors(&message),
        message,
        level: "error".into(),
        spot: steps.first().cloned(),
        steps,
        ..Warning::default()
    };
    Ok(Listing { warnings: vec![warning], ..Listing::default() })
}

/// Which errors it can have been: by what a sanitizer calls it, else by the signal.
fn errors(message: &str) -> Vec<ErrorKind> {
    use ErrorKind::*;
    let access = [Null, OutOfBounds, UseAfterFree, UseAfterReturn, UseAfterScope, ReadOnlyWrite, BadCall];
    let aborts = [Abort, Assertion, DoubleFree, InvalidFree];
    let has = |words: &[&str]| words.iter().any(|w| message.contains(w));
    if has(&["SIGSEGV", "SIGBUS", ": SEGV", "Segmentation fault"]) {
        return access.to_vec();
    }
    if has(&["SIGABRT", "Aborted"]) {
        return aborts.to_vec();
    }
    let told = if has(&["SIGFPE"]) { vec![DivisionByZero] } else { kinds(&sanitizer(message), message, &[]) };
    if told.is_empty() { access.into_iter().chain(aborts).chain([DivisionByZero]).collect() } else { told }
}

/// `stack-buffer-overflow` of `==1==ERROR: AddressSanitizer: stack-buffer-overflow on address ...`, as the name of a rule.
fn sanitizer(message: &str) -> String {
    let name = message.split_once("Sanitizer: ").and_then(|(_, rest)| rest.split_whitespace().next()).unwrap_or_default();
    match name {
        "FPE" => "divide-by-zero".into(),
        "attempting" if message.contains("double-free") => "double-free".into(),
        "attempting" => "bad-free".into(),
        "stack-use-after-return" | "stack-use-after-scope" => "stack-address".into(),
        "stack-buffer-underflow" | "heap-buffer-underflow" | "global-buffer-overflow" => "buffer-overflow".into(),
        name => name.into(),
    }
}

fn is_error(line: &str) -> bool {
    ["ERROR: ", "runtime error: ", "received signal ", "terminated with signal ", "Assertion `"].iter().any(|w| line.contains(w))
}

fn begins_another(line: &str) -> bool {
    ["freed by thread", "previously allocated by", "allocated by thread", "SUMMARY:", "Thread "]
        .iter()
        .any(|w| line.starts_with(w))
}

/// `#1  0x... in f (x=1) at src/a.c:12`, `#1 0x... in f src/a.c:12:5`, `src/a.c:12`.
fn frame(line: &str) -> Option<Spot> {
    let numbered = line.starts_with('#') && line[1..].starts_with(|c: char| c.is_ascii_digit());
    let at = line.rsplit_once(" at ");
    let (function, place) = match (numbered, at) {
        (true, Some((before, place))) => (named(before), place),
        (true, None) => {
            let (before, place) = line.rsplit_once(' ')?;
            (named(before), place)
        }
        (false, Some((before, place))) => (before.trim().trim_start_matches("at ").to_string(), place),
        (false, None) => (String::new(), line.strip_prefix("at ").unwrap_or(line)),
    };
    let place = place.split_whitespace().next()?.trim_end_matches([',', ':', ')']);
    let mut parts = place.rsplit(':');
    let last = line_number(parts.next()?)?;
    let rest = &place[..place.rfind(':')?];
    let (file, line, column) = match rest.rsplit_once(':').and_then(|(f, l)| Some((f, line_number(l)?))) {
        Some((file, line)) => (file, line, last),
        None => (rest, last, 0),
    };
    let file = file.trim_start_matches('(');
    let plausible = file.contains(['.', '/']) && !file.contains(' ');
    plausible.then(|| Spot { file: file.into(), line, column, end_line: line, says: function })
}

/// The function in `#1  0x0000 in f (x=1)`.
fn named(text: &str) -> String {
    let text = text
        .split_once(" in ")
        .map_or_else(|| text.trim_start_matches(|c: char| c == '#' || c.is_ascii_digit() || c == ' '), |(_, f)| f);
    text.split(['(', ' ']).next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(text: &str) -> Vec<(String, String, u32)> {
        let known = |f: &str| !f.starts_with("/usr") && !f.starts_with("..");
        let w = read(text, &known).expect("a trace").warnings.remove(0);
        w.steps.into_iter().map(|s| (s.says, s.file, s.line)).collect()
    }

    fn is(function: &str, file: &str, line: u32) -> (String, String, u32) {
        (function.into(), file.into(), line)
    }

    #[test]
    fn of_gdb() {
        let text = "Program received signal SIGSEGV, Segmentation fault.\n\
            #0  __strlen_avx2 () at ../sysdeps/x86_64/multiarch/strlen-avx2.S:76\n\
            #1  0x0000555555555171 in deep (p=0x0, s=0x7ff \"a at b:3\") at src/a.c:5\n\
            #2  use (k=1) at /home/u/src/a.c:20\n#3  main () at a.c:30\n\nThread 2:\n#0 x () at b.c:1\n";
        assert_eq!(frames(text), [is("deep", "src/a.c", 5), is("use", "/home/u/src/a.c", 20), is("main", "a.c", 30)]);
    }

    #[test]
    fn of_sanitizers() {
        let text = "=1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602 at pc 0x4 bp 0x7 sp 0x7\n\
            READ of size 1 at 0x602 thread T0\n    #0 0x4c in memcpy (/usr/lib/x.so+0x12)\n    #1 0x4c2 in use /p/a.c:26:12\n    #2 0x4d in main /p/a.c:31\n\
            \x20   #3 0x7f in __libc_start_main /usr/src/start.c:1\n\n0x602 is located 0 bytes\nfreed by thread T0 here:\n    #0 0x4 in free x.c:1\n";
        assert_eq!(frames(text)[..2], [is("use", "/p/a.c", 26), is("main", "/p/a.c", 31)]);
        let kinds = |text: &str| read(&format!("{text}\n#0 0x1 in f a.c:1\n"), &|_| true).unwrap().warnings[0].kinds.clone();
        assert_eq!(kinds("==1==ERROR: AddressSanitizer: heap-use-after-free on x"), [ErrorKind::UseAfterFree]);
        assert_eq!(kinds("==1==ERROR: AddressSanitizer: global-buffer-overflow on x"), [ErrorKind::OutOfBounds]);
        assert_eq!(kinds("==1==ERROR: AddressSanitizer: attempting double-free on x"), [ErrorKind::DoubleFree]);
        assert_eq!(kinds("a.c:3:9: runtime error: division by zero"), [ErrorKind::DivisionByZero]);
        assert_eq!(kinds("prog: a.c:3: f: Assertion `x' failed."), [ErrorKind::Assertion]);
        assert_eq!(kinds("Program received signal SIGFPE, Arithmetic exception."), [ErrorKind::DivisionByZero]);
        assert_eq!(kinds("Program received signal SIGSEGV, Segmentation fault.")[..2], [ErrorKind::Null, ErrorKind::OutOfBounds]);
        assert_eq!(kinds("nothing is said").len(), 12);
    }

    #[test]
    fn of_places_alone_and_of_nothing() {
        assert_eq!(frames("src/a.c:5\nsrc/a.c:20:3\n"), [is("", "src/a.c", 5), is("", "src/a.c", 20)]);
        assert!(read("nothing\n#0 0x1 in f\n", &|_| true).is_err());
        assert!(read("/usr/x.c:3\n", &|f| !f.starts_with("/usr")).unwrap_err().contains("/usr/x.c:3"));
    }
}
