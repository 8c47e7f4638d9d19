//! Programs about signals: each has a few scenarios, of which an input byte chooses one.

use std::sync::LazyLock;

use homing_explore::Rng;

use super::grammar::{Grammar, Source};
use super::probes::{INCLUDES, search};
use super::subject::{Byte, Given, Subject};

static SIGNALS: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(include_str!("../../truth/signals.rules")));

const HEAD: &str = "#define x (in[0])
#define SEND(s) kill(getpid(), s)
static volatile sig_atomic_t n;
static sigjmp_buf env;
";

/// A program of some scenarios.
pub fn subject(rng: &mut Rng) -> Subject {
    let mut s = Source { rng, undefined: false, fresh: 0, depth: 4 };
    // Few scenarios: what is lost in one stands in the way of proofs about the others.
    let count = 1 + s.rng.below(2);
    let mut body = HEAD.to_string();
    let mut calls = String::new();
    for i in 0..count {
        let text = SIGNALS.expand("scenario", &mut s);
        let (before, statements) = text.split_once("@@").expect("a scenario has two parts");
        body += &format!("{before}\nstatic void scenario_{i}(void) {{\n{statements}\n}}\n");
        calls += &format!("if (in[1] == {}) scenario_{i}();\n", b'a' + i as u8);
    }
    body += &format!("int main(int argc, char **argv) {{\nINPUTS;\n{calls}return 0;\n}}\n");
    let bytes = [Byte::Of(vec![0, 1, 2, 3]), Byte::Of((b'a'..b'a' + count as u8).collect())];
    let mut subject = Subject::new(INCLUDES, &body, &bytes, Given::Apart, false);
    subject.flags = search(rng);
    if rng.below(3) == 0 {
        subject.flags.extend(["--libc".into(), "musl".into()]);
    }
    subject.cflags = vec!["-O0".into()];
    // When a signal of a timer comes is not the same in every run.
    subject.total = !subject.text.contains("ITIMER") && !subject.text.contains("alarm(");
    subject
}
