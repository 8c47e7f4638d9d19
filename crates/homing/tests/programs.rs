//! Runs the programs of `tests/programs`, in C and in microc, through the real binary and compares with the verdicts in their comments.

mod common;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// One `// homing:` line.
#[derive(Clone, Debug)]
struct Directive {
    file: PathBuf,
    words: Vec<String>,
    expected: String,
    /// Only as written, not with switches that must not change the verdict.
    plain: bool,
}

#[test]
fn every_program_has_the_verdict_in_its_comments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").canonicalize().expect("tests/programs");
    let filter = std::env::var("HOMING_SUITE").unwrap_or_default();
    let mut directives = Vec::new();
    let libc = common::has_libc();
    for file in common::programs(&root) {
        if file.to_string_lossy().contains(&filter) && (libc || !file.parent().is_some_and(|d| d.ends_with("posix"))) {
            directives.extend(parse(&file));
        }
    }
    assert!(!directives.is_empty(), "no directive in {}", root.display());
    let jobs: Vec<(Directive, &[&str])> = directives.into_iter().enumerate().flat_map(variants).collect();
    let failures: Vec<String> = common::parallel(&jobs, |(d, extra)| {
        run(d, extra).err().map(|why| format!("{}: {} {extra:?}\n{why}", d.file.display(), d.words.join(" ")))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(failures.is_empty(), "{} of {} runs are wrong:\n\n{}", failures.len(), jobs.len(), failures.join("\n\n"));
}

/// Switches that must not change a verdict: every second directive is run without promotion, the others with one of the rest.
fn variants((n, d): (usize, Directive)) -> Vec<(Directive, &'static [&'static str])> {
    const TURNS: [&[&str]; 6] = [
        &["--search", "dfs"],
        &["--merge", "aggressive", "--prove-joins"],
        &["--search", "bfs"],
        &["--merge", "none"],
        &["--search", "random", "--seed", "3"],
        &["--cross-check"],
    ];
    let merges = |w: &String| w == "--merge";
    let turn = if d.words.iter().any(merges) {
        TURNS[0]
    } else if d.words.iter().any(|w| w == "--search") {
        TURNS[5]
    } else {
        TURNS[n % TURNS.len()]
    };
    let mut all: Vec<&'static [&'static str]> =
        if d.plain || d.words[0] == "run" { vec![&[]] } else { vec![&[], &["--no-passes"], turn] };
    // The suite has grown: one of the two switches in turns is enough, and not for each of them.
    if all.len() == 3 && std::env::var_os("HOMING_SUITE_THOROUGH").is_none() {
        all.remove(1 + n / TURNS.len() % 2);
        if n % 5 > 1 {
            all.truncate(1);
        }
    }
    all.iter().map(|v| (d.clone(), *v)).collect()
}

fn parse(file: &Path) -> Vec<Directive> {
    let text = std::fs::read_to_string(file).unwrap();
    let mut out = Vec::new();
    for line in text.lines().filter_map(|l| l.strip_prefix("// homing: ")) {
        let (command, expected) = line.split_once("=>").unwrap_or_else(|| panic!("{}: no => in {line}", file.display()));
        let mut words: Vec<String> = command.split_whitespace().map(str::to_string).collect();
        let plain = words.iter().any(|w| w == "!");
        words.retain(|w| w != "!");
        out.push(Directive { file: file.to_path_buf(), words, expected: expected.trim().into(), plain });
    }
    out
}

/// The line that carries the mark.
fn marked(file: &Path, mark: &str) -> u32 {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let wanted = format!("// <{mark}>");
    let at = text.lines().position(|l| l.trim_end().ends_with(&wanted));
    at.unwrap_or_else(|| panic!("{}: no line is marked {wanted}", file.display())) as u32 + 1
}

fn run(d: &Directive, extra: &[&str]) -> Result<(), String> {
    if d.words[0] == "run" {
        return microc_run(d);
    }
    let folder = d.file.parent().unwrap();
    let mut files = vec![d.file.clone()];
    let mut args: Vec<String> = Vec::new();
    let mut words = d.words[1..].iter();
    for w in words.by_ref() {
        if w == "--" {
            break;
        } else if let Some(mark) = w.strip_prefix('@') {
            args.extend(["--target".into(), format!("{}:{}", d.file.display(), marked(&d.file, mark))]);
        } else if let Some((file, mark)) = w.split_once(":@") {
            args.extend(["--target".into(), format!("{file}:{}", marked(&folder.join(file), mark))]);
        } else if let Some(file) = w.strip_prefix('+') {
            files.push(folder.join(file));
        } else if w == "any" || w.ends_with("()") || w.starts_with("error") {
            args.extend(["--target".into(), w.clone()]);
        } else {
            args.push(w.clone());
        }
    }
    args.extend(extra.iter().map(|s| s.to_string()));
    args.push("--".into());
    args.extend(words.cloned());
    // A second opinion on every answer takes its time: as far as it gets, nobody may object.
    let time = if extra.contains(&"--cross-check") { "10" } else { "40" };
    // CPU seconds, so that no verdict depends on what else the machine does; the clock ends only what hangs.
    let limits = ["--json", "--cpu-time", time, "--time", "600"];
    let mut all: Vec<String> = std::iter::once(d.words[0].as_str()).chain(limits).map(String::from).collect();
    all.extend(files.iter().map(|f| f.display().to_string()));
    all.extend(args);
    let ran = common::homing(&all);
    if let Some(text) = d.expected.strip_prefix("REFUSED ") {
        return refused(&ran, text.trim_matches('"'));
    }
    let json: Value = serde_json::from_str(&ran.stdout)
        .map_err(|e| format!("no JSON ({e}), exit code {}:\n{}{}", ran.code, ran.stdout, ran.stderr))?;
    if extra.contains(&"--cross-check") && second_opinion_is_missing(&json) {
        return Ok(());
    }
    // Who joins everything may come to questions that are too hard, but never to another answer.
    let open = |json: &Value| json["targets"].as_array().is_some_and(|t| t.iter().any(|t| t["verdict"] == "UNKNOWN"));
    if extra.contains(&"aggressive") && open(&json) {
        return Ok(());
    }
    let wanted = expectations(&d.expected);
    let result = if d.words[0] == "check" { check(d, &json, &wanted) } else { reach(&json, &wanted) };
    result.map_err(|why| format!("{why}\nexpected: {}\n{}", d.expected, summary(&json)))?;
    let code = json["exit_code"].as_i64().unwrap_or(-1);
    if code != i64::from(ran.code) || code != exit_code(&d.expected) {
        return Err(format!("exit code {}, the report says {code}, expected {}", ran.code, exit_code(&d.expected)));
    }
    Ok(())
}

/// A program that is not in order: bad input, with a message.
fn refused(ran: &common::Ran, text: &str) -> Result<(), String> {
    let told = ran.code == 2 && ran.stdout.is_empty() && ran.stderr.contains(text);
    if told { Ok(()) } else { Err(format!("exit code {}, expected a refusal with {text:?}:\n{}", ran.code, ran.stderr)) }
}

/// `run NUMBERS => NUMBERS, RETURNED n` or `=> NUMBERS, ERROR kind @mark`: what a microc program puts out and how it ends.
fn microc_run(d: &Directive) -> Result<(), String> {
    let input = d.words[1..].join(" ");
    let ran = common::homing(&["microc", "run", &d.file.display().to_string(), "--input", &input]);
    let (out, end) = d.expected.rsplit_once(',').unwrap_or(("", &d.expected));
    let expected: Vec<&str> = out.split_whitespace().collect();
    let got: Vec<&str> = ran.stdout.lines().collect();
    let end: Vec<&str> = end.split_whitespace().collect();
    let (code, says) = match end[..] {
        ["RETURNED", n] => (0, format!("returned {n}\n")),
        ["ERROR", kind, mark] => (10, format!(":{}:", marked(&d.file, mark.trim_start_matches('@'))) + "{col}: error: " + kind),
        _ => return Err(format!("`{}` cannot be read", d.expected)),
    };
    let parts: Vec<&str> = says.split("{col}").collect();
    let told = parts.iter().all(|p| ran.stderr.contains(p));
    if got == expected && ran.code == code && told {
        return Ok(());
    }
    Err(format!("expected {}, exit code {}:\n{}{}", d.expected, ran.code, ran.stdout, ran.stderr))
}

/// Z3 has limits of its own and is slow: where it gives no answer in time, the check says nothing. A wrong verdict of a run that came to its end is
/// never excused.
fn second_opinion_is_missing(json: &Value) -> bool {
    json["verdict"] == "UNKNOWN" || json["ended"] == "time"
}

/// Several verdicts: reached wins, then unknown.
fn exit_code(expected: &str) -> i64 {
    let all = expectations(expected);
    let any = |names: &[&str]| all.iter().any(|e| names.iter().any(|n| e.starts_with(n)));
    if any(&["REACHED", "ERROR"]) {
        10
    } else if any(&["UNKNOWN"]) {
        5
    } else {
        0
    }
}

fn expectations(expected: &str) -> Vec<String> {
    expected.split(',').map(|e| e.trim().to_string()).collect()
}

fn reach(json: &Value, wanted: &[String]) -> Result<(), String> {
    let targets = json["targets"].as_array().ok_or("no targets in the report")?;
    if targets.len() != wanted.len() {
        return Err(format!("{} verdicts for {} expectations", targets.len(), wanted.len()));
    }
    for (t, w) in targets.iter().zip(wanted) {
        let verdict = t["verdict"].as_str().unwrap_or("");
        if w.split_whitespace().next() != Some(verdict) {
            return Err(format!("{}: {verdict} instead of {w}", t["target"]));
        }
        if verdict == "REACHED" {
            replayed(t, w)?;
        }
        mentions(json, t, w)?;
    }
    Ok(())
}

/// `UNKNOWN "text"`: the text must stand in the target's reasons or in the losses.
fn mentions(json: &Value, target: &Value, wanted: &str) -> Result<(), String> {
    let Some(text) = wanted.split('"').nth(1) else { return Ok(()) };
    let said = format!("{} {}", target["reasons"], json["losses"]).to_lowercase();
    if said.contains(&text.to_lowercase()) { Ok(()) } else { Err(format!("nothing mentions {text:?}: {said}")) }
}

fn replayed(of: &Value, wanted: &str) -> Result<(), String> {
    let by = of["replay"]["by"].as_str().unwrap_or("nobody");
    let enough = by == "native" || by == "microc interpreter" || by == "interpreter" && wanted.contains("(interpreter)");
    if enough { Ok(()) } else { Err(format!("replayed by {by}: {}", of["replay"]["why"])) }
}

fn check(d: &Directive, json: &Value, wanted: &[String]) -> Result<(), String> {
    let errors = json["errors"].as_array().ok_or("no errors in the report")?;
    if !wanted[0].starts_with("ERROR") {
        if !errors.is_empty() {
            return Err("errors that are not expected".into());
        }
        mentions(json, &json["targets"][0], &wanted[0])?;
        let verdict = if wanted[0] == "NO ERROR" { "UNREACHABLE" } else { "UNKNOWN" };
        return if json["verdict"] == verdict { Ok(()) } else { Err(format!("the verdict is {}", json["verdict"])) };
    }
    if errors.len() != wanted.len() {
        return Err(format!("{} errors for {} expectations", errors.len(), wanted.len()));
    }
    let mut left: Vec<&Value> = errors.iter().collect();
    for w in wanted {
        let parts: Vec<&str> = w.split_whitespace().collect();
        let fits = |e: &&Value| {
            let place = parts[2].trim_start_matches('@');
            let line = match place.split_once(":@") {
                Some((file, mark)) => Some(u64::from(marked(&d.file.with_file_name(file), mark))),
                None if place == "any" => e["line"].as_u64(),
                None => Some(u64::from(marked(&d.file, place))),
            };
            e["kind"] == parts[1] && e["line"].as_u64() == line
        };
        let at = left.iter().position(fits).ok_or_else(|| format!("no error fits {w}"))?;
        replayed(left.remove(at), w)?;
    }
    Ok(())
}

fn summary(json: &Value) -> String {
    let mut out = String::new();
    for t in json["targets"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "  target {} {} {} {}", t["target"], t["verdict"], t["replay"], t["reasons"]);
    }
    for e in json["errors"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "  error {} line {} {} {}", e["kind"], e["line"], e["message"], e["replay"]);
    }
    for l in json["losses"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "  loss {} {} line {}", l["kind"], l["detail"], l["line"]);
    }
    out
}
