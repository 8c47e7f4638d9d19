//! Bad microc programs through the real binary: a message and the right exit code, never a panic or an overflow of the stack.

mod common;

use std::fs;
use std::path::Path;

use common::{Ran, homing_in, parallel};
use homing_random::Random;

const PROGRAM: &str = "\
// Two functions with all that the language has.
sum(list, n) {
  var i, s;
  i = 0;
  s = 0;
  while (i < n && !(s > 100)) {
    s = s + list[i] * 2;
    i = i + 1;
  }
  return s;
}
main() {
  var a, r, p, q, f;
  a = [1, input, 3];
  r = {x: a[1], y: null};
  p = &a;
  q = alloc r.x / 2;
  f = sum;
  if (f(*p, 3) >= *q || r.y == null) {
    output f(a, 2) - 1;
  } else {
    r.x = 0 - 5;
    (*p)[0] = r.x;
  }
  return a[0];
}
";

/// A program with some mistakes in it.
fn mutated(seed: u64) -> Vec<u8> {
    const PIECES: [&str; 24] = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "=",
        "==",
        "*",
        "&",
        "/*",
        "//",
        "while",
        "var",
        "return",
        "null",
        "input",
        "99999999999999999999",
        "\u{0}",
        "ä",
        ".",
        "-",
    ];
    let mut random = Random::new(seed);
    let mut text = PROGRAM.as_bytes().to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(text.len());
        let end = (at + random.below(12)).min(text.len());
        match random.below(6) {
            0 => drop(text.drain(at..end)),
            1 => drop(text.splice(at..at, PIECES[random.below(PIECES.len())].bytes())),
            2 => {
                let piece = text[at..end].to_vec();
                let to = random.below(text.len());
                drop(text.splice(to..to, piece));
            }
            3 => text.truncate(at.max(1)),
            4 => text[at] = random.below(256) as u8,
            _ => drop(text.splice(at..end, PIECES[random.below(PIECES.len())].bytes())),
        }
        if text.is_empty() {
            text.push(b' ');
        }
    }
    text
}

fn is_decent(ran: &Ran, allowed: &[i32]) -> Result<(), String> {
    let decent = allowed.contains(&ran.code) && !ran.stderr.contains("panicked") && !ran.stderr.contains("internal error");
    let told = ran.code != 2 || ran.stderr.contains(".uc:");
    if decent && told { Ok(()) } else { Err(format!("exit code {}\n{}{}", ran.code, ran.stdout, ran.stderr)) }
}

#[test]
fn a_thousand_mutated_programs() {
    let dir = tempfile::tempdir().unwrap();
    let seeds: Vec<u64> = (0..1000).collect();
    let codes = parallel(&seeds, |seed| {
        let name = format!("p{seed}.uc");
        fs::write(dir.path().join(&name), mutated(*seed)).unwrap();
        let run = homing_in(dir.path(), &["microc", "run", &name, "--input", "4 5 6", "--max-steps", "20000"]);
        is_decent(&run, &[0, 2, 5, 10]).unwrap_or_else(|e| panic!("run, seed {seed}: {e}"));
        if seed % 8 == 0 {
            let out = format!("out{seed}");
            let check = homing_in(dir.path(), &["check", &name, "--max-instructions", "2000", "--time", "10", "--out", &out]);
            is_decent(&check, &[0, 2, 5, 10]).unwrap_or_else(|e| panic!("check, seed {seed}: {e}"));
            // Both agree on whether it is a program.
            assert_eq!(check.code == 2, run.code == 2 && !run.stderr.contains("no inputs left"), "seed {seed}: {}", check.stderr);
        }
        run.code
    });
    let refused = codes.iter().filter(|c| **c == 2).count();
    assert!(refused > 500 && refused < 1000, "{refused} of 1000 were refused");
}

#[test]
fn deep_nesting_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let d = dir.path();
    let n = 100_000;
    let cases = [
        format!("main() {{ return {}1{}; }}", "(".repeat(n), ")".repeat(n)),
        format!("main() {{ return {}; }}", "(".repeat(n)),
        format!("main() {{ return 1{}; }}", " + 1".repeat(n)),
        format!("main() {{ return {}1; }}", "!".repeat(n)),
        format!("main() {{ var p; p = {}p; return 1; }}", "*".repeat(n)),
        format!("main() {{ var a; a = {}{}; return 1; }}", "[".repeat(n), "]".repeat(n)),
        format!("main() {{ {} return 1; }}", "if (1) ".repeat(n)),
        format!("main() {{ {}{} return 1; }}", "{".repeat(n), "}".repeat(n)),
        format!("main() {{ {} return 1; }}", "while (0) {".repeat(n)),
        format!("main() {{ return {}1; }}", "f(".repeat(n)),
        format!("main() {{ var a; a = 1; return a{}; }}", "[0]".repeat(n)),
        format!("main() {{ return {}1; }}", "alloc ".repeat(n)),
        "}".repeat(n),
        "/*".repeat(n),
    ];
    for (i, text) in cases.iter().enumerate() {
        fs::write(d.join("deep.uc"), text).unwrap();
        for args in [&["microc", "run", "deep.uc"][..], &["check", "deep.uc"], &["microc", "cfg", "deep.uc"]] {
            let ran = homing_in(d, args);
            assert_eq!(ran.code, 2, "case {i} {args:?}: {}", ran.stderr);
            assert!(ran.stderr.contains("deep.uc:1:") && ran.stderr.len() < 20_000, "case {i}: {}", ran.stderr);
        }
    }
    // As deep as is allowed, everything works.
    let n = 900;
    fs::write(d.join("deep.uc"), format!("main() {{ return {}1{}; }}", "(2 - ".repeat(n), ")".repeat(n))).unwrap();
    for args in [
        &["microc", "run", "deep.uc"][..],
        &["check", "deep.uc"],
        &["microc", "cfg", "deep.uc"],
        &["microc", "export", "deep.uc"],
    ] {
        assert_eq!(homing_in(d, args).code, 0, "{args:?}");
    }
}

#[test]
fn mistakes_come_with_excerpt_and_hint() {
    let dir = tempfile::tempdir().unwrap();
    let d = dir.path();
    fs::write(d.join("t.uc"), "f(a) { return a; }\nmain() {\n  var count;\n  count = f(1, 2);\n  return cuont;\n}\n").unwrap();
    for command in [
        &["check", "t.uc"][..],
        &["reach", "t.uc:4"],
        &["microc", "run", "t.uc"],
        &["microc", "export", "t.uc"],
        &["graph", "t.uc"],
    ] {
        let ran = homing_in(d, command);
        assert_eq!(ran.code, 2, "{command:?}: {}", ran.stderr);
        assert!(ran.stdout.is_empty(), "{}", ran.stdout);
        for part in [
            "homing: t.uc has 2 errors\n",
            "t.uc:4:11: error:",
            "t.uc:5:10: error: `cuont` is not declared\n 5 |   return cuont;\n   |          ^^^^^\n",
            "hint: `count`",
        ] {
            assert!(ran.stderr.contains(part), "{command:?} does not say {part:?}:\n{}", ran.stderr);
        }
    }
}

#[test]
fn files_that_are_no_programs() {
    let dir = tempfile::tempdir().unwrap();
    let d = dir.path();
    fs::write(d.join("bytes.uc"), b"main() {\n  return \xff\xfe;\n}\n").unwrap();
    fs::write(d.join("empty.uc"), "").unwrap();
    fs::create_dir(d.join("folder.uc")).unwrap();
    let says = |file: &str, part: &str| {
        for args in [&["check", file][..], &["microc", "run", file]] {
            let ran = homing_in(d, args);
            assert!(ran.code == 2 && ran.stderr.contains(part), "{args:?}: {} {}", ran.code, ran.stderr);
        }
    };
    says("bytes.uc", "bytes.uc:2");
    says("empty.uc", "main");
    says("folder.uc", "folder");
    says("none.uc", "no such file");
    let ran = homing_in(Path::new(d), &["check", "empty.xyz"]);
    assert!(ran.code == 2 && ran.stderr.contains(".uc"), "{}", ran.stderr);
}
