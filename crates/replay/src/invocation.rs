//! From a test case to the way in which a real program is started.

use homing_exec::TestCase;
use homing_ir::{InputKind, InputValue};
use homing_posix::{Arg, Environment, Node, Stdin, Text};
use homing_report::{Bytes, FileEntry, Invocation, KTest, Variable};

/// How a program is started natively with a test case.
pub(crate) fn start(environment: &Environment, test: &TestCase) -> homing_posix::Invocation {
    let inputs: Vec<(String, Vec<u8>)> = test.inputs.iter().map(|i| (i.name.clone(), i.bytes.clone())).collect();
    environment.invocation(&inputs)
}

/// The same for reports and test cases.
pub fn describe(environment: &Environment, test: &TestCase) -> Invocation {
    let start = start(environment, test);
    let folder = [&environment.cwd[..], b"/"].concat();
    let file = |(path, mode, node): &(Vec<u8>, u32, Node)| {
        let (kind, contents) = match node {
            Node::File(bytes) => ("file", &bytes[..]),
            Node::Link(target) => ("link", &target[..]),
            // Of a symbolic file nothing more is known than that it is there.
            Node::Symbolic { .. } => ("file", &[][..]),
            Node::Dir => ("folder", &[][..]),
        };
        FileEntry {
            path: Bytes::new(path.strip_prefix(&folder[..]).unwrap_or(path)),
            kind: kind.into(),
            mode: format!("{mode:o}"),
            contents: Bytes::new(contents),
        }
    };
    Invocation {
        argv: start.argv.iter().map(|a| Bytes::new(a)).collect(),
        env: start.env.iter().map(|(n, v)| Variable { name: Bytes::new(n), value: Bytes::new(v) }).collect(),
        stdin: Bytes::new(&start.stdin),
        files: start.files.iter().map(file).collect(),
        failed: start.failed,
    }
}

/// Which inputs are the environment's, and not asked for by the program itself. The environment comes first: of several
/// inputs of a name the first is its.
pub fn parts(environment: &Environment, inputs: &[InputValue]) -> Vec<bool> {
    let mut fixed = fixed_names(environment);
    let numbered =
        |name: &str, stem: &str| name.strip_prefix(stem).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let part = |i: &InputValue| {
        if let Some(at) = fixed.iter().position(|n| *n == i.name) {
            fixed.swap_remove(at);
            return true;
        }
        let piece = i.name.strip_suffix("-size").unwrap_or(&i.name);
        environment.stdin == Stdin::Unbounded && numbered(piece, "stdin-chunk")
            || environment.max_fail > 0 && numbered(&i.name, "fail")
    };
    inputs.iter().map(part).collect()
}

/// Names of inputs that the environment may have, each once.
fn fixed_names(e: &Environment) -> Vec<String> {
    let (mut strings, mut counts) = (0, 0);
    let mut out = Vec::new();
    for a in &e.args {
        strings += match a {
            Arg::Text(Text::Concrete(_)) => 0,
            Arg::Text(Text::Symbolic { .. }) => 1,
            Arg::Some { min, max, .. } => {
                if max > min {
                    out.push(if counts == 0 { "n_args".into() } else { format!("n_args{counts}") });
                }
                counts += 1;
                *max
            }
        };
    }
    out.extend((0..strings).map(|n| format!("arg{n}")));
    let symbolic = e.env.iter().filter(|(_, v)| matches!(v, Text::Symbolic { .. }));
    out.extend(symbolic.map(|(n, _)| format!("env:{}", String::from_utf8_lossy(n))));
    if matches!(e.stdin, Stdin::Symbolic { max: 1.. }) {
        out.extend(["stdin".into(), "stdin-size".into()]);
    }
    for f in &e.files {
        if let Node::Symbolic { name, max: 1.. } = &f.node {
            out.extend([name.clone(), format!("{name}-size")]);
        }
    }
    out
}

/// What a native run can be given: the rest is only in the `.json`.
pub fn ktest(test: &TestCase, args: &[String]) -> KTest {
    let given = test.inputs.iter().filter(|i| matches!(i.kind, InputKind::Object | InputKind::Nondet));
    KTest { args: args.to_vec(), objects: given.map(|i| (i.name.clone(), i.bytes.clone())).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use homing_posix::FileSpec;

    #[test]
    fn of_two_inputs_of_a_name_the_first_is_the_environments() {
        let e = Environment {
            args: vec![Arg::Some { min: 1, max: 2, len: 3 }],
            env: vec![(b"H".to_vec(), Text::Symbolic { max: 2 })],
            files: vec![FileSpec { path: b"/A".to_vec(), mode: 0o644, node: Node::Symbolic { name: "A".into(), max: 4 } }],
            ..Environment::default()
        };
        let input =
            |name: &str| InputValue { name: name.into(), kind: InputKind::Object, bytes: vec![], type_name: String::new() };
        let names = ["n_args", "arg0", "arg1", "arg2", "A", "A-size", "env:H", "A", "stdin", "fail0", "x"];
        let inputs: Vec<InputValue> = names.iter().map(|n| input(n)).collect();
        let expected = [true, true, true, false, true, true, true, false, false, false, false];
        assert_eq!(parts(&e, &inputs), expected);
    }
}
