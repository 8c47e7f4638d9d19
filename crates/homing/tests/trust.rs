//! A model that is wrong somewhere proves nothing: each comparison and each sum of a program is made wrong in the model alone, and no
//! UNREACHABLE or NO ERROR that is not true may come out.

mod common;

use serde_json::Value;

/// A program with at most as many paths as are run for a proof, what it is asked, and what is true.
struct Case {
    name: &'static str,
    text: &'static str,
    args: &'static [&'static str],
    /// For each target whether a real run passes it.
    reached: &'static [bool],
}

const CASES: [Case; 5] = [
    Case {
        name: "loop.c",
        text: "#include <klee/klee.h>
static int twice(int x) { return x + x; }
int main(void) {
  int a = klee_range(0, 4, \"a\"), s = 1;
  for (int i = 0; i < a; i++)
    s = twice(s);
  if (s > 8)
    return 7;
  if (s == 8)
    return 3;
  return 0;
}
",
        args: &["-t", "loop.c:8", "-t", "loop.c:10"],
        reached: &[false, true],
    },
    // Nothing but the lines on the way differs where the model is wrong.
    Case {
        name: "lines.c",
        text: "#include <klee/klee.h>
int g;
int main(void) {
  int a = klee_range(0, 3, \"a\");
  if (a == 1)
    g = 5;
  else
    g = 5;
  if (g != 5)
    return 0;
  return 0;
}
",
        args: &["-t", "lines.c:10"],
        reached: &[false],
    },
    Case {
        name: "clean.c",
        text: "#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int n = klee_range(1, 4, \"n\");
  int *p = malloc(n * sizeof(int));
  if (!p)
    return 0;
  for (int i = 0; i < n; i++)
    p[i] = i;
  int last = p[n - 1];
  free(p);
  return last;
}
",
        args: &["--check"],
        reached: &[false],
    },
    Case {
        name: "words.c",
        text: "#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], \"x\") == 0)
    puts(\"yes\");
  else
    puts(\"not\");
  if (argc > 5)
    return 2;
  return 0;
}
",
        args: &["-t", "words.c:9", "--sym-arg", "1", "--libc", "musl"],
        reached: &[false],
    },
    // The path that is wrong is left early: no target lies behind it.
    Case {
        name: "left.c",
        text: "#include <klee/klee.h>
int main(void) {
  int a = klee_range(0, 8, \"a\");
  if (a < 4)
    return 1;
  if (a + 1 > 8)
    return 2;
  return 0;
}
",
        args: &["-t", "left.c:7"],
        reached: &[false],
    },
];

fn ask(folder: &std::path::Path, case: &Case, extra: &[&str]) -> Result<Value, String> {
    let (command, args) = if case.args[0] == "--check" { ("check", &case.args[1..]) } else { ("reach", case.args) };
    let mut all = vec![command, case.name, "--json", "--max-instructions", "200000", "--out", extra[0]];
    all.extend(args.iter().chain(&extra[1..]));
    let ran = common::homing_in(folder, &all);
    if ran.code == 1 && ran.stderr.contains("there are only") {
        return Err("no more places".into());
    }
    Ok(serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{}: {e}: {}{}", case.name, ran.stdout, ran.stderr)))
}

#[test]
fn no_proof_survives_a_wrong_model() {
    let folder = tempfile::tempdir().unwrap();
    let libc = common::has_libc();
    for case in CASES.iter().filter(|c| libc || !c.args.contains(&"musl")) {
        std::fs::write(folder.path().join(case.name), case.text).unwrap();
        let right = ask(folder.path(), case, &[&format!("{}.right", case.name)]).unwrap();
        let verdicts = |j: &Value| -> Vec<String> {
            j["targets"].as_array().unwrap().iter().map(|t| t["verdict"].as_str().unwrap().to_string()).collect()
        };
        let truth: Vec<&str> = case.reached.iter().map(|r| if *r { "REACHED" } else { "UNREACHABLE" }).collect();
        assert_eq!(verdicts(&right), truth, "{}: {right}", case.name);
        assert!(right["proof"]["runs"].as_u64().unwrap() > 0, "{}: {right}", case.name);
        assert!(right["contradictions"].is_null(), "{right}");
        let (mut contradictions, mut places) = (0, 0);
        for n in 0.. {
            let number = n.to_string();
            let out = format!("{}.{n}", case.name);
            let Ok(wrong) = ask(folder.path(), case, &[&out, "--wrong-model", &number]) else { break };
            places += 1;
            contradictions += u32::from(wrong["contradictions"].is_array());
            for (said, true_one) in verdicts(&wrong).iter().zip(&truth) {
                // Errors that no native run shows rest on the interpreter, which has the same wrong model here.
                let alone = case.args[0] == "--check" && wrong["targets"][0]["replay"]["by"] == "interpreter";
                let allowed = said == true_one || said == "UNKNOWN" || said == "REACHED" && alone;
                assert!(allowed, "{}, wrong in place {n}: {said} instead of {true_one}: {wrong}", case.name);
            }
        }
        let told = contradictions > 0 || case.args[0] == "--check";
        assert!(told && places >= 2, "{}: {contradictions} contradictions in {places} places", case.name);
    }
}

#[test]
fn as_many_samples_are_run_as_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let text = "#include <klee/klee.h>
int main(void) {
  int a = klee_range(0, 8, \"a\");
  int odd = a % 2;
  if (odd > 1)
    return 1;
  return 0;
}
";
    let case = Case { name: "odd.c", text, args: &["-t", "odd.c:6"], reached: &[false] };
    std::fs::write(folder.path().join(case.name), case.text).unwrap();
    let all = |out: &str, samples: &str| ask(folder.path(), &case, &[out, "--proof-samples", samples]).unwrap();
    let (none, one, many) = (all("a", "0"), all("b", "1"), all("c", "9"));
    assert!(none["proof"].is_null() && none["verdict"] == "UNREACHABLE", "{none}");
    assert_eq!((one["proof"]["runs"].as_u64(), one["proof"]["by"].as_str()), (Some(1), Some("native")), "{one}");
    assert!(many["proof"]["runs"].as_u64() > Some(0) && many["verdict"] == "UNREACHABLE", "{many}");
}
