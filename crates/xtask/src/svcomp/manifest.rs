//! The tables beside the programs: what is expected, and what KLEE said.

use std::collections::HashMap;
use std::path::Path;

/// What a program is judged by.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// Can the error function be called?
    Unreach,
    /// The subproperty that is violated; `None`: all of them hold.
    Memory(Option<Memory>),
}

/// The parts of memory safety.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Memory {
    Deref,
    Free,
    Track,
}

impl Memory {
    /// The part that an error of this kind violates.
    pub fn of(kind: &str) -> Option<Memory> {
        match kind {
            "null" | "out-of-bounds" | "use-after-free" | "use-after-return" | "use-after-scope" | "read-only-write"
            | "bad-call" => Some(Memory::Deref),
            "double-free" | "invalid-free" => Some(Memory::Free),
            "leak" => Some(Memory::Track),
            _ => None,
        }
    }
}

/// One line of `MANIFEST.tsv`, with KLEE's answer.
#[derive(Clone, Debug)]
pub struct Task {
    pub path: String,
    /// Is the property violated?
    pub unsafe_: bool,
    pub property: Property,
    /// Where the error is, in words.
    pub target: String,
    pub klee: String,
    pub klee_cpu: String,
}

impl Task {
    /// Does the description of the error name this function? (Its line numbers are those of the original file, before
    /// preprocessing: they cannot be compared.)
    pub fn names(&self, function: &str) -> bool {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        self.target.split(|c: char| !word(c)).any(|w| w == function)
    }
}

/// Reads `MANIFEST.tsv` and, where it exists, `KLEE.tsv`.
pub fn read(folder: &Path) -> Result<Vec<Task>, String> {
    let path = folder.join("MANIFEST.tsv");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let klee = std::fs::read_to_string(folder.join("KLEE.tsv")).unwrap_or_default();
    parse(&text, &klee).map_err(|e| format!("{}: {e}", path.display()))
}

fn parse(manifest: &str, klee: &str) -> Result<Vec<Task>, String> {
    let klee: HashMap<&str, Vec<&str>> =
        klee.lines().skip(1).map(|l| l.split('\t').collect::<Vec<_>>()).map(|c| (c[0], c)).collect();
    let mut tasks = Vec::new();
    for (i, line) in manifest.lines().enumerate().skip(1) {
        let c: Vec<&str> = line.split('\t').collect();
        let [path, expected, property, target, ..] = c[..] else {
            return Err(format!("line {}: expected path, verdict, property and target", i + 1));
        };
        let property = match property {
            "unreach-call" => Property::Unreach,
            "valid-memsafety" => Property::Memory(None),
            "valid-memsafety/valid-deref" => Property::Memory(Some(Memory::Deref)),
            "valid-memsafety/valid-free" => Property::Memory(Some(Memory::Free)),
            "valid-memsafety/valid-memtrack" => Property::Memory(Some(Memory::Track)),
            other => return Err(format!("line {}: unknown property {other}", i + 1)),
        };
        let unsafe_ = match expected {
            "true" => false,
            "false" => true,
            other => return Err(format!("line {}: {other} is neither true nor false", i + 1)),
        };
        let column = |n: usize| klee.get(path).and_then(|c| c.get(n)).unwrap_or(&"").to_string();
        tasks.push(Task { path: path.into(), unsafe_, property, target: target.into(), klee: column(2), klee_cpu: column(3) });
    }
    Ok(tasks)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "path\texpected\tproperty\ttarget\n\
        a.c\tfalse\tunreach-call\tcall of f in main; line 9\n\
        b.c\tfalse\tvalid-memsafety/valid-memtrack\tleak at exit; blocks from g orig:12-14 (main orig:32)\n\
        c.c\ttrue\tvalid-memsafety\tnone\n";

    #[test]
    fn tasks_and_functions() {
        let t = parse(MANIFEST, "path\texpected\tklee\tcpu_s\na.c\tfalse\treached\t0.03\n").unwrap();
        assert_eq!(t.len(), 3);
        assert_eq!(
            (t[0].property, t[0].unsafe_, t[0].klee.as_str(), t[0].klee_cpu.as_str()),
            (Property::Unreach, true, "reached", "0.03")
        );
        assert_eq!(t[1].property, Property::Memory(Some(Memory::Track)));
        assert!(t[1].names("g") && t[1].names("main") && !t[1].names("mai") && !t[1].names("f"));
        assert_eq!((t[2].property, t[2].unsafe_, t[2].klee.as_str()), (Property::Memory(None), false, ""));
    }

    #[test]
    fn bad_lines_are_told() {
        assert!(parse("h\na.c\tmaybe\tunreach-call\tx\n", "").unwrap_err().contains("line 2"));
        assert!(parse("h\na.c\ttrue\n", "").unwrap_err().contains("line 2"));
    }
}
