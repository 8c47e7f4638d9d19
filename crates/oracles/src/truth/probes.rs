//! Programs made of probes: expressions over the input whose values are seen natively first; targets are then conditions on values that occur, and on others
//! that do not.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use homing_explore::Rng;

use super::grammar::{Grammar, Source};
use super::native::{Native, Truth};
use super::subject::{Byte, Given, Subject};

static RANDOM: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(include_str!("../../truth/random.rules")));
static LIBRARY: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(include_str!("../../truth/library.rules")));
static ENVIRONMENT: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(include_str!("../../truth/environment.rules")));

/// In front of programs that use the library.
pub const INCLUDES: &str = include_str!("../../truth/includes.h");

/// What the rules for the library and the system call besides.
const HELPERS: &str = "#define OFF(from, p) ({ const char *q_ = (const char *)(p); q_ ? q_ - (from) : -1; })
static int cmp_int(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int errno_is(int e) { return errno == e; }
";

const SMALL_INCLUDES: &str = "#include <limits.h>\n#include <math.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n";

/// How the probes of a program are put together.
struct Frame {
    includes: &'static str,
    /// Types and functions that the rules use.
    declarations: String,
    bytes: Vec<Byte>,
    given: Given,
    /// One probe runs, by the last input byte; else all of them in turn.
    select: bool,
    two_as_one: bool,
}

/// Arithmetic of every kind on one or two bytes.
pub fn random(rng: &mut Rng, native: &Native) -> Result<Subject, String> {
    let undefined = rng.below(4) == 0;
    let select = rng.below(4) != 0;
    let two = rng.below(3) == 0;
    let count = if select { 5 } else { 2 };
    let probes = texts(&RANDOM, rng, count, undefined, 4);
    let mut bytes = vec![Byte::Any; 1 + usize::from(two)];
    select_byte(&mut bytes, select, count);
    let declarations = RANDOM.numbered("declarations", 0, &mut Source { rng, undefined, fresh: 0, depth: 0 });
    let two_as_one = rng.below(2) == 0;
    let frame = Frame { includes: SMALL_INCLUDES, declarations, bytes, given: Given::Here, select, two_as_one };
    let mut cflags = vec!["-fwrapv".to_string(), "-fno-strict-aliasing".into()];
    if !undefined {
        cflags.push(format!("-O{}", rng.below(4)));
    }
    let mut flags = search(rng);
    if rng.below(5) == 0 {
        flags.push("--32".into());
        // The machine's own arithmetic, as everywhere else.
        cflags.extend(["-msse2".into(), "-mfpmath=sse".into()]);
    }
    finished(rng, native, &frame, &probes, flags, cflags)
}

/// Calls of library functions.
pub fn library(rng: &mut Rng, native: &Native) -> Result<Subject, String> {
    let given = [Given::Apart, Given::Apart, Given::Argument, Given::Stdin][rng.below(4)];
    let select = rng.below(5) != 0;
    let count = if select { 3 } else { 2 };
    let probes = texts(&LIBRARY, rng, count, false, 3);
    let bytes = match rng.below(3) {
        0 if !select && given == Given::Apart => vec![Byte::Any],
        _ => vec![alphabet(rng), alphabet(rng)],
    };
    let mut bytes = bytes;
    select_byte(&mut bytes, select, count);
    let frame = Frame { includes: INCLUDES, declarations: HELPERS.into(), bytes, given, select, two_as_one: false };
    let mut flags = search(rng);
    if rng.below(4) == 0 {
        flags.extend(["--libc".into(), "musl".into()]);
    }
    let cflags = vec![format!("-O{}", [0, 0, 1, 2][rng.below(4)])];
    finished(rng, native, &frame, &probes, flags, cflags)
}

/// Questions to the system.
pub fn environment(rng: &mut Rng, native: &Native) -> Result<Subject, String> {
    let select = true;
    // Few: what is lost in one probe stands in the way of proofs about the others.
    let count = 1 + rng.below(2);
    let probes = texts(&ENVIRONMENT, rng, count, false, 3);
    let mut bytes = Vec::new();
    select_byte(&mut bytes, select, count);
    let frame = Frame { includes: INCLUDES, declarations: HELPERS.into(), bytes, given: Given::Apart, select, two_as_one: false };
    let mut flags = search(rng);
    if rng.below(3) == 0 {
        flags.extend(["--libc".into(), "musl".into()]);
    }
    let first = assembled(&frame, &probes, &vec![Vec::new(); count], flags.clone(), vec!["-O0".into()], true);
    let truth = native.truth(&first, false)?;
    let conditions = conditions(rng, &truth, count);
    Ok(assembled(&frame, &probes, &conditions, flags, vec!["-O0".into()], true))
}

/// Flags of a search: any strategy, and switches that must not change a verdict.
pub fn search(rng: &mut Rng) -> Vec<String> {
    let names = homing_directed::strategies();
    // `guess` decides nothing, and `auto` is no part of others.
    let mut some = || {
        let plain: Vec<&str> = names
            .iter()
            .map(|s| s.0)
            .filter(|s| !s.contains(':') && !["guess", "fuzz", "concolic", "auto"].contains(s))
            .collect();
        plain[rng.below(plain.len())].to_string()
    };
    let (a, b) = (some(), some());
    let near = ["sdse", "sdse-intra", "astar", "astar2", "spread"][rng.below(5)];
    let name = names[rng.below(names.len())].0;
    let name = match name.split_once(':') {
        Some((outer, _)) if outer == "patient" || outer == "ties-random" => format!("{outer}:{near}"),
        Some((outer, inner)) => format!("{outer}:{}", inner.replace('A', &a).replace('B', &b)),
        None => name.to_string(),
    };
    let mut flags = vec!["--search".to_string(), name, "--seed".into(), rng.below(1000).to_string()];
    if rng.below(4) == 0 {
        flags.push("--no-passes".into());
    }
    // The others are tried where the search has worked for a while: with a limit that small programs meet.
    let techniques = ["none", "auto,summaries", "auto,induction:2000", "auto,summaries,induction:2000", "prune", "merge"];
    if let Some(list) = techniques.get(rng.below(2 * techniques.len())) {
        flags.push(format!("--techniques={list}"));
    }
    // Few of these programs have so many states that joining them begins by itself.
    if let Some(mode) = ["aggressive", "lattice", "dynamic", "recursive", "none"].get(rng.below(10)) {
        flags.push(format!("--merge={mode}"));
    }
    flags
}

fn texts(g: &Grammar, rng: &mut Rng, count: usize, undefined: bool, depth: usize) -> Vec<String> {
    let mut s = Source { rng, undefined, fresh: 0, depth };
    (0..count).map(|_| g.expand("probe", &mut s)).collect()
}

/// Some bytes that library functions treat differently.
fn alphabet(rng: &mut Rng) -> Byte {
    const OFTEN: &[u8] = b"\0 09aAxz%-+.,/*[]\\\n\t";
    let mut of: BTreeSet<u8> = (0..2 + rng.below(6)).map(|_| OFTEN[rng.below(OFTEN.len())]).collect();
    of.extend((0..rng.below(3)).map(|_| rng.below(256) as u8));
    Byte::Of(of.into_iter().collect())
}

fn select_byte(bytes: &mut Vec<Byte>, select: bool, count: usize) {
    if select {
        bytes.push(Byte::Of((b'a'..b'a' + count as u8).collect()));
    }
}

/// Sees the values first, then makes the conditions.
fn finished(
    rng: &mut Rng,
    native: &Native,
    f: &Frame,
    probes: &[String],
    flags: Vec<String>,
    cflags: Vec<String>,
) -> Result<Subject, String> {
    let first = assembled(f, probes, &vec![Vec::new(); probes.len()], flags.clone(), cflags.clone(), false);
    let truth = native.truth(&first, false)?;
    let conditions = conditions(rng, &truth, probes.len());
    Ok(assembled(f, probes, &conditions, flags, cflags, false))
}

/// Conditions on `v` for each probe.
pub fn conditions(rng: &mut Rng, truth: &Truth, count: usize) -> Vec<Vec<String>> {
    let none = BTreeSet::new();
    (0..count).map(|p| of_values(rng, truth.values.get(&p).unwrap_or(&none))).collect()
}

fn of_values(rng: &mut Rng, seen: &BTreeSet<i64>) -> Vec<String> {
    let values: Vec<i64> = seen.iter().copied().collect();
    let literal = |v: i64| if v == i64::MIN { "(-9223372036854775807LL - 1)".to_string() } else { format!("{v}LL") };
    let mut out = Vec::new();
    for _ in 0..1 + rng.below(2) {
        if !values.is_empty() {
            out.push(format!("v == {}", literal(values[rng.below(values.len())])));
        }
    }
    let near = if values.is_empty() { 0 } else { values[rng.below(values.len())] };
    let other = [near.wrapping_add(1), near.wrapping_sub(1), rng.below(300) as i64, 0, -1][rng.below(5)];
    out.push(format!("v == {}", literal(other)));
    match (rng.below(5), values.first(), values.last()) {
        (0, _, Some(high)) => out.push(format!("v > {}", literal(*high))),
        (1, Some(low), _) => out.push(format!("v < {}", literal(*low))),
        (2, _, _) => out.push(format!("(v & {}) == {}", [1, 3, 7, 0x80][rng.below(4)], rng.below(4))),
        (3, Some(low), _) => out.push(format!("v != {}", literal(*low))),
        _ => {}
    }
    out.sort();
    out.dedup();
    out
}

fn assembled(
    f: &Frame,
    probes: &[String],
    conditions: &[Vec<String>],
    flags: Vec<String>,
    cflags: Vec<String>,
    around: bool,
) -> Subject {
    let data = f.bytes.len() - usize::from(f.select);
    let x = if data > 0 { "in[0]" } else { "7" };
    let y = if data > 1 { "in[1]" } else { "3" };
    let mut body = f.declarations.clone();
    for (p, text) in probes.iter().enumerate() {
        let text = if text.starts_with('{') { text.clone() } else { format!("{{ return (long long)({text}); }}") };
        body += &format!(
            "\nstatic __attribute__((noinline)) long long probe_{p}(void) {{ unsigned char x = {x}, y = {y}; char s[3] = {{(char)x, (char)y, 0}}; (void)s;\n{text}\n}}\n"
        );
    }
    body += "int main(int argc, char **argv) {\nINPUTS;\nlong long v;\n";
    for (p, conditions) in conditions.iter().enumerate() {
        let around = if f.select { format!("if (in[{data}] == {})", b'a' + p as u8) } else { String::new() };
        body += &format!("{around} {{ v = probe_{p}(); NOTE({p}, v);\n");
        conditions.iter().for_each(|c| body += &format!("if ({c}) HIT;\n"));
        body += "}\n";
    }
    body += "return 0;\n}\n";
    let mut s = Subject::new(f.includes, &body, &f.bytes, f.given, f.two_as_one);
    (s.flags, s.cflags, s.surroundings, s.total) = (flags, cflags, around, !around);
    s
}
