//! A program to compare on: its text with numbered targets, what its inputs may be, and how the engine is asked.

use std::fmt::Write;

/// How a run gets its inputs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The engine's own input functions. Natively one process runs all of them, so the program may not have any state.
    Here,
    /// The same with a native process for each input.
    Apart,
    /// The bytes are the first argument.
    Argument,
    /// The bytes are on standard input.
    Stdin,
    /// A caller in another file, which only native runs have, goes by them.
    Caller,
}

/// A program with targets.
#[derive(Clone, Debug)]
pub struct Subject {
    pub text: String,
    /// A second file that only native runs have: callers of a function.
    pub caller: Option<String>,
    /// Line of each target, by number.
    pub lines: Vec<u32>,
    /// Places that can go wrong instead of targets (`check`).
    pub places: Vec<u32>,
    pub given: Given,
    /// What the engine is asked with, without files and targets.
    pub flags: Vec<String>,
    /// For the compiler, on both sides.
    pub cflags: Vec<String>,
    /// Native runs happen in several surroundings: a terminal, closed descriptors, another user, ...
    pub surroundings: bool,
    /// Native runs show all there is: REACHED for what none of them passes is wrong.
    pub total: bool,
}

/// What one input byte may be.
#[derive(Clone, Debug)]
pub enum Byte {
    Any,
    /// One of these, ascending.
    Of(Vec<u8>),
}

/// In front of every program. Targets are calls of functions of their own, because optimisers merge equal stores.
const HEAD: &str = r#"#ifdef NATIVE
void native_hit(int);
void native_at(int);
void native_note(int, long long);
#define main subject_main
#define TARGET(n) static __attribute__((noinline)) void hit_##n(void) { native_hit(n); }
#define AT(n) native_at(n)
#define NOTE(p, v) native_note(p, v)
#else
unsigned char homing_any_uchar(void);
unsigned short homing_any_ushort(void);
void homing_assume(unsigned long);
static volatile int sink;
#define TARGET(n) static __attribute__((noinline)) void hit_##n(void) { sink = n; }
#define AT(n) (void)0
#define NOTE(p, v) (void)0
#endif
#define HIT(n) hit_##n()
"#;

impl Subject {
    /// A subject from a body in which `HIT;` is a target and `AT;` stands in front of a place that can go wrong. The body defines `main` and uses
    /// `in`, and has `INPUTS;` where it asks for its inputs.
    pub fn new(includes: &str, body: &str, bytes: &[Byte], given: Given, two_as_one: bool) -> Subject {
        let asks = inputs(bytes, given, two_as_one);
        let body = body.replace("INPUTS;", &asks);
        let count = body.matches("HIT;").count();
        // What the program includes comes first: it may define what the headers go by.
        let mut text = format!("{includes}\n{HEAD}");
        (0..count).for_each(|k| write!(text, "TARGET({k}) ").expect("a string"));
        let tables = if given == Given::Caller { String::new() } else { declarations(bytes) };
        writeln!(text, "\n{tables}").expect("a string");
        let (mut lines, mut places) = (Vec::new(), Vec::new());
        let mut rest = &body[..];
        loop {
            let (hit, at) = (rest.find("HIT;"), rest.find("AT;"));
            let Some(next) = hit.into_iter().chain(at).min() else { break };
            text += &rest[..next];
            if Some(next) == hit {
                text.push('\n');
                lines.push(text.matches('\n').count() as u32 + 1);
                writeln!(text, "HIT({});", lines.len() - 1).expect("a string");
                rest = &rest[next + 4..];
            } else {
                places.push(text.matches('\n').count() as u32 + 1);
                write!(text, "AT({});", places.len()).expect("a string");
                rest = &rest[next + 3..];
            }
        }
        text += rest;
        let (flags, cflags) = (Vec::new(), Vec::new());
        Subject { text, caller: None, lines, places, given, flags, cflags, surroundings: false, total: true }
    }

    /// The text of a line.
    pub fn line(&self, line: u32) -> &str {
        self.text.lines().nth(line as usize - 1).unwrap_or("").trim()
    }

    /// The target of that line as a reader wants to see it: its condition, and the probe that the condition is about.
    pub fn shown(&self, line: u32) -> String {
        let lines: Vec<&str> = self.text.lines().collect();
        let at = line as usize - 1;
        let condition = lines[..at].iter().rev().find(|l| !l.trim().is_empty()).unwrap_or(&"").trim();
        let Some(call) = lines[..at].iter().rev().find(|l| l.contains("= probe_")) else { return condition.to_string() };
        let name: String = call.rsplit("= ").next().unwrap_or("").chars().take_while(|c| *c != '(').collect();
        let head = format!(" {name}(void) {{");
        let start = lines.iter().position(|l| l.contains(&head)).map_or(at, |p| p + 1);
        let body: Vec<&str> = lines[start..].iter().take_while(|l| **l != "}").map(|l| l.trim()).collect();
        format!("{condition} with v = {}", body.join(" "))
    }
}

/// Tables that the native driver goes through.
pub fn declarations(bytes: &[Byte]) -> String {
    let n = bytes.len();
    let mut text = format!("unsigned char in[{}];\n#ifdef NATIVE\n", n.max(1));
    for (i, b) in bytes.iter().enumerate() {
        if let Byte::Of(values) = b {
            let list: Vec<String> = values.iter().map(u8::to_string).collect();
            writeln!(text, "static const unsigned char values_{i}[] = {{{}}};", list.join(", ")).expect("a string");
        }
    }
    let counts: Vec<String> =
        bytes.iter().map(|b| if let Byte::Of(v) = b { v.len().to_string() } else { "256".into() }).collect();
    let values: Vec<String> =
        bytes.iter().enumerate().map(|(i, b)| if let Byte::Of(_) = b { format!("values_{i}") } else { "0".into() }).collect();
    let list = |l: Vec<String>| if l.is_empty() { "0".to_string() } else { l.join(", ") };
    let (counts, values) = (list(counts), list(values));
    text + &format!(
        "const int native_bytes = {n};\nconst int native_count[] = {{{counts}}};\nconst unsigned char *const native_values[] = {{{values}}};\n#endif\n"
    )
}

/// The statements that give `in` its values.
fn inputs(bytes: &[Byte], given: Given, two_as_one: bool) -> String {
    let n = bytes.len();
    let mut text = String::new();
    match given {
        _ if n == 0 => {}
        Given::Caller => {}
        Given::Here | Given::Apart => {
            text += "#ifndef NATIVE\n";
            if two_as_one && n == 2 {
                text +=
                    "{ unsigned short w = homing_any_ushort(); in[0] = (unsigned char)w; in[1] = (unsigned char)(w >> 8); }\n";
            } else {
                (0..n).for_each(|i| text += &format!("in[{i}] = homing_any_uchar();\n"));
            }
            for (i, b) in bytes.iter().enumerate() {
                if let Byte::Of(values) = b {
                    text += &format!("homing_assume({});\n", is_one_of(i, values));
                }
            }
            text += "#endif\n";
        }
        Given::Argument => {
            text += &format!(
                "if (argc != 2) return 0;\nfor (int i = 0; i < {n} && argv[1][i]; i++) in[i] = (unsigned char)argv[1][i];\n"
            );
        }
        Given::Stdin => {
            text += &format!("for (int i = 0, c; i < {n} && (c = getchar()) != EOF; i++) in[i] = (unsigned char)c;\n")
        }
    }
    if matches!(given, Given::Argument | Given::Stdin) {
        for (i, b) in bytes.iter().enumerate() {
            if let Byte::Of(values) = b {
                text += &format!("if (!({})) return 0;\n", is_one_of(i, values));
            }
        }
    }
    format!("\n{text}")
}

fn is_one_of(i: usize, values: &[u8]) -> String {
    let (first, last) = (values[0], values[values.len() - 1]);
    if usize::from(last - first) + 1 == values.len() {
        return format!("in[{i}] >= {first} & in[{i}] <= {last}");
    }
    values.iter().map(|v| format!("in[{i}] == {v}")).collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_stand_on_lines_of_their_own() {
        let body = "int main(void) { INPUTS; if (in[0]) HIT; AT; in[0] /= in[1]; HIT; return 0; }";
        let s = Subject::new("", body, &[Byte::Any, Byte::Of(vec![3, 4])], Given::Here, false);
        let line = |n: u32| s.text.lines().nth(n as usize - 1).unwrap();
        assert_eq!((line(s.lines[0]), line(s.lines[1])), ("HIT(0);", "HIT(1);"));
        assert_eq!(line(s.places[0]), " AT(1); in[0] /= in[1]; ");
        assert!(s.text.contains("TARGET(0) TARGET(1)") && s.text.contains("homing_assume(in[1] >= 3 & in[1] <= 4);"));
    }
}
