//! What the kernel model makes of an environment and inputs is what [`Environment::invocation`] says.

mod common;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use homing_posix::{Arg, Environment, FileSpec, Invocation, Node, Stdin, Text};
use homing_random::Random;

/// Small numbers that are the same in every run.
struct Numbers(Random);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0.below(n)
    }

    fn bytes(&mut self, n: u64, zeros: bool) -> Vec<u8> {
        let low = u64::from(!zeros);
        (0..n).map(|_| if zeros && self.below(6) == 0 { 0 } else { (low + self.below(255)) as u8 }).collect()
    }

    fn text(&mut self) -> Text {
        if self.below(2) == 0 {
            let n = self.below(6);
            Text::Concrete(self.bytes(n, false))
        } else {
            Text::Symbolic { max: self.below(6) as u32 }
        }
    }

    fn environment(&mut self) -> Environment {
        let args = (0..self.below(5))
            .map(|_| {
                let min = self.below(3) as u32;
                let max = min + self.below(3) as u32;
                if self.below(3) == 0 { Arg::Some { min, max, len: self.below(5) as u32 } } else { Arg::Text(self.text()) }
            })
            .collect();
        let env = (0..self.below(3)).map(|i| (format!("NAME{i}").into_bytes(), self.text())).collect();
        let stdin = match self.below(4) {
            0 => Stdin::Empty,
            1 => Stdin::Concrete(self.bytes(9, true)),
            2 => Stdin::Symbolic { max: self.below(400) as u32 },
            _ => Stdin::Unbounded,
        };
        let files = (0..self.below(4))
            .map(|i| {
                let node = match self.below(4) {
                    0 => Node::File(self.bytes(12, true)),
                    1 => Node::Dir,
                    2 => Node::Link(b"f0".to_vec()),
                    _ => Node::Symbolic { name: format!("F{i}"), max: self.below(300) as u32 },
                };
                FileSpec { path: format!("f{i}").into_bytes(), mode: 0o644, node }
            })
            .collect();
        Environment { program: b"prog".to_vec(), args, env, stdin, files, ..Environment::default() }
    }

    /// Values for all inputs that the environment may ask for; some are left out.
    fn inputs(&mut self, environment: &Environment) -> Vec<(String, Vec<u8>)> {
        let mut all = Vec::new();
        let mut strings = 0;
        let mut groups = 0;
        for arg in &environment.args {
            let (count, max) = match arg {
                Arg::Text(Text::Concrete(_)) => continue,
                Arg::Text(Text::Symbolic { max }) => (1, *max),
                Arg::Some { min, max, len } => {
                    let name = if groups == 0 { "n_args".to_string() } else { format!("n_args{groups}") };
                    groups += 1;
                    all.push((name, (self.below(u64::from(max - min) + 1) as u32).to_le_bytes().to_vec()));
                    (*max, *len)
                }
            };
            for _ in 0..count {
                all.push((format!("arg{strings}"), self.bytes(u64::from(max) + 1, true)));
                strings += 1;
            }
        }
        for (name, text) in &environment.env {
            if let Text::Symbolic { max } = text {
                let name = format!("env:{}", String::from_utf8_lossy(name));
                all.push((name, self.bytes(u64::from(*max) + 1, true)));
            }
        }
        let mut sized = |all: &mut Vec<_>, name: &str, max: u64| {
            all.push((format!("{name}-size"), (self.below(max + 1) as u32).to_le_bytes().to_vec()));
            all.push((name.to_string(), self.bytes(max, true)));
        };
        match environment.stdin {
            Stdin::Symbolic { max } => sized(&mut all, "stdin", u64::from(max)),
            // The driver reads a hundred bytes at a time.
            Stdin::Unbounded => (0..3).for_each(|i| sized(&mut all, &format!("stdin-chunk{i}"), 100)),
            _ => {}
        }
        for file in &environment.files {
            if let Node::Symbolic { name, max } = &file.node {
                sized(&mut all, name, u64::from(*max));
            }
        }
        all.retain(|(name, _)| name.starts_with("stdin-chunk") || self.below(8) != 0);
        all
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, b| {
        write!(text, "{b:02x}").expect("text");
        text
    })
}

/// An invocation in the words of `show.c`.
fn shown(run: &Invocation) -> String {
    let mut text = String::new();
    let mut line = |kind: &str, bytes: &[u8]| writeln!(text, "{kind} {}", hex(bytes)).expect("text");
    run.argv.iter().for_each(|a| line("argument", a));
    run.env.iter().for_each(|(name, value)| line("environment", &[name.as_slice(), b"=", value].concat()));
    line("input", &run.stdin);
    for (path, mode, node) in &run.files {
        writeln!(text, "name {}", hex(path)).expect("text");
        match node {
            Node::File(bytes) => writeln!(text, "mode 100{mode:o}\nfile {}", hex(bytes)),
            Node::Dir => writeln!(text, "mode 40{mode:o}"),
            Node::Link(to) => writeln!(text, "mode 120777\nlink {}", hex(to)),
            Node::Symbolic { .. } => panic!("an invocation has nothing symbolic"),
        }
        .expect("text");
    }
    text
}

fn run(program: &Path, folder: &Path, environment: &Environment, inputs: &[(String, Vec<u8>)]) -> String {
    let (config, values) = (folder.join("config"), folder.join("inputs"));
    std::fs::write(&config, environment.encode()).expect("a file in a fresh folder");
    let lines: String = inputs.iter().map(|(name, bytes)| format!("{name}\n{}\n", hex(bytes))).collect();
    std::fs::write(&values, lines).expect("a file in a fresh folder");
    let output = Command::new(program).arg(config).arg(values).output().expect("the program runs");
    assert!(output.status.success(), "{environment:?} {inputs:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_model_finds_what_the_invocation_says() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = common::build(folder.path(), "show", None);
    let mut random = Numbers(Random::new(1));
    for _ in 0..300 {
        let environment = random.environment();
        let inputs = random.inputs(&environment);
        let got = run(&program, folder.path(), &environment, &inputs);
        assert_eq!(got, shown(&environment.invocation(&inputs)), "{environment:?} {inputs:?}");
    }
}
