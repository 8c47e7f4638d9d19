//! Programs that can go wrong: each has a few places, of which an input byte chooses one; sanitizers say with which inputs it does.

use std::sync::LazyLock;

use homing_explore::Rng;

use super::grammar::{Grammar, Source};
use super::probes::{INCLUDES, search};
use super::subject::{Byte, Given, Subject};

static CHECKS: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(include_str!("../../truth/checks.rules")));

/// What sanitizers are told; a program says it itself, since its environment is empty.
const OPTIONS: &str = "#ifdef NATIVE
const char *__asan_default_options(void) { return \"exitcode=99:symbolize=0:detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:strict_string_checks=1\"; }
const char *__ubsan_default_options(void) { return \"exitcode=99:symbolize=0:halt_on_error=1\"; }
#endif
static int one(int n) { return n + 1; }
struct list { int v; struct list *next; };
";

/// A program with a few places that can go wrong.
pub fn subject(rng: &mut Rng) -> Subject {
    let mut s = Source { rng, undefined: false, fresh: 0, depth: 4 };
    let count = 2 + s.rng.below(3);
    let (mut body, mut calls) = (OPTIONS.to_string(), String::new());
    for i in 0..count {
        let text = CHECKS.expand("place", &mut s);
        body += &format!("static __attribute__((noinline)) int part_{i}(unsigned char x) {{\n{text}\nreturn 0;\n}}\n");
        calls += &format!("if (in[1] == {}) return part_{i}(in[0]);\n", b'a' + i as u8);
    }
    body += &format!("int main(int argc, char **argv) {{\nINPUTS;\n{calls}return 0;\n}}\n");
    let bytes = [Byte::Of((0..16).chain(250..=255).collect()), Byte::Of((b'a'..b'a' + count as u8).collect())];
    let mut subject = Subject::new(INCLUDES, &body, &bytes, Given::Apart, false);
    subject.flags = search(rng);
    subject.flags.extend(["--check".into(), "overflow,shift,conversion".into()]);
    if rng.below(4) == 0 {
        subject.flags.extend(["--libc".into(), "musl".into()]);
    }
    subject.cflags = vec!["-O0".into()];
    subject
}
