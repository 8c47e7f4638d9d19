//! Functions by themselves: each has a few items, what a caller can change and a condition on it, and the callers that change it.

use std::sync::LazyLock;

use homing_explore::Rng;

use super::grammar::{Grammar, Source};
use super::probes::{INCLUDES, search};
use super::subject::{Byte, Given, Subject, declarations};

static LAZY: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(include_str!("../../truth/lazy.rules")));

const TYPES: &str = "struct node { int v; struct node *next, *up; void *data; };\n";
const SIGNATURE: &str = "int f(int a, int b, int *p, int *q, char *s, struct node *l, int (*cb)(int *))";
const CALL: &str = "struct call { int b, *p, *q; char *s; struct node *l; int (*cb)(int *); };
#define CALL(...) do { struct call c_ = {__VA_ARGS__}; f(ITEM, c_.b, c_.p, c_.q, c_.s, c_.l, c_.cb); } while (0)
";

/// A function of some items, chosen by its first parameter, and a program that calls it in all the ways that the items know.
pub fn subject(rng: &mut Rng) -> Subject {
    let mut s = Source { rng, undefined: false, fresh: 0, depth: 4 };
    // Few items: what is assumed for one stands in the way of proofs about the others.
    let count = 1 + s.rng.below(2);
    let (mut before, mut body) = (TYPES.to_string(), String::new());
    let mut callers = format!("{INCLUDES}\n{TYPES}{SIGNATURE};\n{CALL}");
    let mut cases = Vec::new();
    for i in 0..count {
        let text = LAZY.expand("item", &mut s);
        let parts: Vec<&str> = text.split("@@").collect();
        let [around, statements, own, calls] = parts[..] else { panic!("an item has four parts: {text}") };
        before += &format!("{around}\n");
        body += &format!("if (a == {i}) {{\n{statements}\n}}\n");
        callers += &format!("#undef ITEM\n#define ITEM {i}\n{own}\n");
        for call in calls.split(";;") {
            callers += &format!("static void caller_{}(void) {{ {call}; }}\n", cases.len());
            cases.push(format!("if (in[0] == {}) caller_{}();\n", cases.len(), cases.len()));
        }
    }
    let bytes = [Byte::Of((0..cases.len() as u8).collect())];
    callers += &format!("{}\nint subject_main(void) {{\n{}return 0;\n}}\n", declarations(&bytes), cases.concat());
    let text = format!("{before}\n{SIGNATURE} {{\n{body}return 0;\n}}\n");
    let mut subject = Subject::new(INCLUDES, &text, &bytes, Given::Caller, false);
    // A volatile global is one that somebody else may change.
    subject.text = subject.text.replacen("static volatile int sink", "static int sink", 1);
    subject.caller = Some(callers.replacen("#define _GNU_SOURCE", "#define _GNU_SOURCE\n#define NATIVE 1", 1));
    subject.flags = [&["--entry".to_string(), "f".into(), "--lazy".into()], &search(rng)[..]].concat();
    // A caller cannot be guessed.
    subject.flags.iter_mut().filter(|f| ["guess", "fuzz", "concolic"].contains(&f.as_str())).for_each(|f| *f = "auto".into());
    for (one_in, words) in [(4, &["--lazy-alias"][..]), (6, &["--lazy-array", "8"]), (6, &["--lazy-depth", "3"])] {
        if rng.below(one_in) == 0 {
            subject.flags.extend(words.iter().map(|w| w.to_string()));
        }
    }
    subject.cflags = vec!["-O0".into()];
    // There are more callers than these.
    subject.total = false;
    subject
}
