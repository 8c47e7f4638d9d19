//! The shape of the workspace: who uses whom, sizes of the types that everything is made of, length of files, documentation.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Files that may be longer than `MAX_LINES`, each with the reason.
const LONG: &[(&str, &str)] = &[];
const MAX_LINES: usize = 600;

/// Functions that may be longer than `MAX_FUNCTION`: each is one flat choice among many kinds, with a few lines for each kind.
const FLAT: &[(&str, &str)] = &[
    ("microc-run/src/exec/mod.rs", "execute"),
    ("exec/src/machine/run.rs", "run_blocks"),
    ("exec/src/machine/run.rs", "slow"),
    ("exec/src/models/model.rs", "model"),
    ("ir/src/verify.rs", "instruction"),
    ("microc-run/tests/common/tree.rs", "value"),
    ("ir/tests/promote_random.rs", "program"),
    ("ir/tests/promote_random.rs", "run"),
];
const MAX_FUNCTION: usize = 80;

/// Crates that are not part of the product: they may use anything and nothing of the product may use them.
const OUTSIDE: [&str; 3] = ["testkit", "xtask", "oracles"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn crates() -> Vec<String> {
    let mut all: Vec<String> = std::fs::read_dir(root().join("crates"))
        .expect("the folder of crates")
        .flatten()
        .filter(|e| e.path().join("Cargo.toml").exists())
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    all.sort();
    all
}

/// Our crates among the dependencies in `Cargo.toml` (not those of tests).
fn uses(name: &str) -> BTreeSet<String> {
    let text = read(&root().join("crates").join(name).join("Cargo.toml"));
    let mut section = "";
    let mut out = BTreeSet::new();
    for line in text.lines() {
        if line.starts_with('[') {
            section = line.trim();
        } else if section == "[dependencies]"
            && let Some(rest) = line.strip_prefix("homing-")
        {
            out.insert(rest.split(['.', ' ', '=']).next().unwrap_or_default().to_string());
        }
    }
    out
}

/// The table of ARCHITECTURE.md: crate and what it may use directly. `all` is everything.
fn table() -> BTreeMap<String, BTreeSet<String>> {
    let text = read(&root().join("ARCHITECTURE.md"));
    let section = text.split("\n## ").find(|s| s.starts_with("Crates")).expect("a section on crates");
    let mut out = BTreeMap::new();
    for row in section.lines().filter(|l| l.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let may: BTreeSet<String> = cells[3].split(',').map(|c| c.trim().to_string()).filter(|c| c != "–").collect();
        for name in cells[1].split(',') {
            out.insert(name.trim().trim_matches('`').to_string(), may.clone());
        }
    }
    out
}

/// What a crate may use, directly or through others.
fn closure(table: &BTreeMap<String, BTreeSet<String>>, name: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut work = vec![name.to_string()];
    while let Some(next) = work.pop() {
        for used in table.get(&next).into_iter().flatten() {
            if used == "all" {
                all.extend(table.keys().filter(|k| !OUTSIDE.contains(&k.as_str())).cloned());
            } else if all.insert(used.clone()) {
                work.push(used.clone());
            }
        }
    }
    all
}

#[test]
fn crates_use_each_other_as_the_table_says() {
    let table = table();
    assert!(table.len() > 10, "the table cannot be read: {table:?}");
    for name in crates() {
        if OUTSIDE.contains(&name.as_str()) {
            continue;
        }
        assert!(table.contains_key(&name), "crates/{name} is not in the table of ARCHITECTURE.md");
        if !table[&name].contains("all") {
            assert_eq!(uses(&name), table[&name], "what crates/{name} uses, and what the table of ARCHITECTURE.md says");
        }
    }
    for name in table.keys() {
        assert!(root().join("crates").join(name).exists(), "the table has `{name}`, which is no crate");
    }
}

#[test]
fn the_executor_keeps_its_fields_to_itself() {
    let text = read(&root().join("crates/exec/src/executor.rs"));
    let (_, rest) = text.split_once("pub struct Executor<'p> {").expect("the executor");
    let fields = rest.split("\n}").next().unwrap_or_default();
    let open: Vec<&str> = fields.lines().map(str::trim).filter(|l| l.starts_with("pub ")).collect();
    assert!(fields.lines().count() > 20 && open.is_empty(), "fields that others can write: {open:?}");
}

#[test]
fn the_table_has_no_circles() {
    let table = table();
    for name in table.keys() {
        assert!(!closure(&table, name).contains(name) || name == "homing", "`{name}` uses itself in the end");
    }
}

/// All source files of the crates, tests included.
fn sources() -> Vec<PathBuf> {
    fn add(folder: &Path, out: &mut Vec<PathBuf>) {
        for e in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = e.path();
            if path.is_dir() {
                add(&path, out);
            } else if path.extension().is_some_and(|x| x == "rs") {
                out.push(path);
            }
        }
    }
    let mut out = Vec::new();
    for name in crates() {
        for part in ["src", "tests", "examples", "benches"] {
            add(&root().join("crates").join(&name).join(part), &mut out);
        }
    }
    out.sort();
    out
}

#[test]
fn no_file_is_too_long() {
    let files = sources();
    assert!(files.len() > 100, "only {} files were found", files.len());
    for file in files {
        let lines = read(&file).lines().count();
        let excused = LONG.iter().any(|(name, _)| file.ends_with(name));
        assert!(lines <= MAX_LINES || excused, "{} has {lines} lines", file.display());
    }
}

/// The functions of a file: name and length in lines. Sources are formatted, so a function ends where a brace is as far to the right as its beginning.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        let words: Vec<&str> = code.split(' ').take_while(|w| !w.contains('"')).collect();
        let modifier = |w: &&&str| ["const", "unsafe", "async", "extern"].contains(*w) || w.starts_with("pub");
        let Some(name) = words.split_at(words.iter().take_while(modifier).count()).1.strip_prefix(&["fn"]) else { continue };
        let name = name.first().unwrap_or(&"").split(['(', '<']).next().unwrap_or_default();
        let end = format!("{indent}}}");
        let body = lines[i..].iter().position(|l| *l == end || (l.ends_with(';') && l.starts_with(&format!("{indent})"))));
        if code.ends_with('{') || !(code.ends_with(';') || code.ends_with('}')) {
            out.push((name.to_string(), body.map_or(1, |n| n + 1)));
        }
    }
    out
}

#[test]
fn no_function_is_too_long_but_flat_choices() {
    let mut seen = 0;
    let mut flat = BTreeSet::new();
    for file in sources() {
        for (name, lines) in functions(&read(&file)) {
            seen += 1;
            if lines > MAX_FUNCTION {
                let excused = FLAT.iter().position(|(f, n)| file.ends_with(f) && *n == name);
                assert!(excused.is_some(), "{}: `{name}` has {lines} lines", file.display());
                flat.extend(excused);
            }
        }
    }
    assert!(seen > 5000, "only {seen} functions were found");
    assert_eq!(flat.len(), FLAT.len(), "some that are excused are short now: {flat:?}");
}

#[test]
fn the_length_of_a_function_is_that_of_its_text() {
    let text = "pub fn a(\n    x: u32,\n) -> u32 {\n    x\n}\n\nimpl T {\n    const fn b() {}\n    fn c(&self) {\n        if x {\n        }\n    }\n}\ntrait U {\n    fn d(&self);\n    fn e(\n        x: u32,\n    );\n}\n";
    let want = [("a", 5), ("c", 4), ("e", 3)].map(|(n, l)| (n.to_string(), l));
    assert_eq!(functions(text), want);
}

#[test]
fn files_say_what_they_are_and_public_types_what_they_mean() {
    // The command line's types carry the help text instead.
    let without = |f: &PathBuf| OUTSIDE.iter().chain(["homing"].iter()).any(|c| f.starts_with(root().join("crates").join(c)));
    for file in sources().into_iter().filter(|f| f.components().any(|c| c.as_os_str() == "src") && !without(f)) {
        let text = read(&file);
        assert!(text.starts_with("//!"), "{} does not say what it is", file.display());
        let lines: Vec<&str> = text.lines().collect();
        for (i, line) in lines.iter().enumerate() {
            let is_type = ["pub struct ", "pub enum ", "pub trait "].iter().any(|k| line.starts_with(k));
            let before = lines[..i].iter().rev().find(|l| !l.starts_with("#[") && !l.starts_with("    ") && **l != ")]");
            let documented = before.is_some_and(|l| l.starts_with("///") || l.starts_with("*/"));
            assert!(!is_type || documented, "{}:{}: `{line}` has no documentation", file.display(), i + 1);
        }
    }
}

/// The source files of the product's crates that are named so, each with its text but without the tests in it.
fn product(chosen: &dyn Fn(&str) -> bool) -> Vec<(PathBuf, String)> {
    let crates = crates().into_iter().filter(|c| chosen(c) && !OUTSIDE.contains(&c.as_str()));
    let folders: Vec<PathBuf> = crates.map(|c| root().join("crates").join(c).join("src")).collect();
    let files = sources().into_iter().filter(|f| folders.iter().any(|p| f.starts_with(p)));
    files.map(|f| (f.clone(), read(&f).split("#[cfg(test)]").next().unwrap_or_default().to_string())).collect()
}

fn none_has(files: &[(PathBuf, String)], words: &[&str]) {
    assert!(!files.is_empty());
    for (file, text) in files {
        for word in words {
            assert!(!text.contains(word), "{} has {word}", file.display());
        }
    }
}

/// Crates that deal with the machine: files, compilers, programs that are run.
const MACHINE: [&str; 5] = ["host", "compile", "replay", "driver", "homing"];

#[test]
fn nobody_below_the_command_line_prints_or_reads_the_environment() {
    none_has(&product(&|c| c != "homing"), &["println!", "eprintln!", "print!(", "dbg!"]);
    none_has(&product(&|c| c != "homing" && c != "host"), &["env::var", "env::args"]);
    none_has(&product(&|c| !MACHINE.contains(&c)), &["process::Command"]);
}

#[test]
fn every_process_is_started_by_the_host() {
    let words = [".spawn()", ".output()", ".status()"];
    none_has(&product(&|c| c != "host"), &words);
    let measuring = ["xtask", "oracles"].map(|c| root().join("crates").join(c).join("src"));
    let files: Vec<PathBuf> = sources().into_iter().filter(|f| measuring.iter().any(|m| f.starts_with(m))).collect();
    none_has(&files.iter().map(|f| (f.clone(), read(f))).collect::<Vec<_>>(), &words);
}

#[test]
fn values_and_terms_stay_small() {
    assert_eq!(size_of::<homing_memory::Val>(), 16);
    assert_eq!(size_of::<homing_term::Term>(), 4);
    assert_eq!(size_of::<Option<homing_term::Term>>(), 4);
    // Nodes are private; their size is asserted where they are declared.
    let node = read(&root().join("crates/term/src/node.rs"));
    assert!(node.contains("assert!(std::mem::size_of::<Node>() == 16)"));
}
