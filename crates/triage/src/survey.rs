//! What of a program has to be known to ask about its lines: which files and lines have code, whose, and who calls whom.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use homing_graph::CallGraph;
use homing_ir::{FuncId, Function, Origin, Program};

/// A program, lowered whole.
pub struct Survey {
    /// Paths of files that have code, in parts.
    files: Vec<Vec<String>>,
    /// Functions with code at a line of a file.
    lines: BTreeMap<(usize, u32), BTreeSet<FuncId>>,
    names: Vec<String>,
    /// Functions that a run can start in as if somebody outside called them, and among these those that somebody outside can name.
    callable: Vec<bool>,
    exported: Vec<bool>,
    callers: Vec<Vec<usize>>,
    main: Option<FuncId>,
    /// By number: functions, then classes of calls through pointers.
    from_main: Vec<bool>,
}

/// Why a path is none of the program's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoFile {
    /// None has that name.
    None,
    /// Several fit equally well.
    Several(Vec<String>),
}

impl Survey {
    /// Looks at a program.
    pub fn new(p: &Program) -> Survey {
        let graph = CallGraph::new(p).graph();
        let count = graph.len();
        let mut callers = vec![Vec::new(); count];
        for from in 0..count {
            graph.succs(from as u32).iter().for_each(|to| callers[*to as usize].push(from));
        }
        let main = p.find("main").filter(|f| !p.func(*f).is_declaration());
        let mut from_main = vec![false; count];
        let mut todo: Vec<usize> = main.iter().map(|m| m.index()).collect();
        while let Some(at) = todo.pop() {
            if !std::mem::replace(&mut from_main[at], true) {
                todo.extend(graph.succs(at as u32).iter().map(|to| *to as usize));
            }
        }
        let mut survey = Survey {
            files: Vec::new(),
            lines: BTreeMap::new(),
            names: p.functions.iter().map(|f| f.name.clone()).collect(),
            callable: p.functions.iter().enumerate().map(|(i, f)| callable(p, FuncId(i as u32), f)).collect(),
            exported: p.functions.iter().map(|f| f.exported).collect(),
            callers,
            main,
            from_main,
        };
        survey.read_lines(p);
        survey
    }

    fn read_lines(&mut self, p: &Program) {
        let mut numbers: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        for (i, f) in p.functions.iter().enumerate().filter(|(_, f)| f.origin == Origin::Program) {
            for loc in f.blocks.iter().flat_map(|b| &b.locs) {
                let loc = p.loc(*loc);
                let Some(file) = p.files.get(loc.file.index()).filter(|_| loc.line > 0) else { continue };
                let next = numbers.len();
                let file = *numbers.entry(parts(&file.full_path())).or_insert(next);
                self.lines.entry((file, loc.line)).or_default().insert(FuncId(i as u32));
            }
        }
        self.files = vec![Vec::new(); numbers.len()];
        numbers.into_iter().for_each(|(path, i)| self.files[i] = path);
    }

    /// The file of the program that a path means: the path itself, else the only one whose end fits best.
    pub fn file(&self, path: &str) -> Result<usize, NoFile> {
        let wanted = parts(path);
        if let Some(i) = self.files.iter().position(|f| *f == wanted) {
            return Ok(i);
        }
        let fit = |f: &Vec<String>| f.iter().rev().zip(wanted.iter().rev()).take_while(|(a, b)| a == b).count();
        let best = self.files.iter().map(fit).max().filter(|n| *n > 0).ok_or(NoFile::None)?;
        let found: Vec<usize> = (0..self.files.len()).filter(|i| fit(&self.files[*i]) == best).collect();
        match found[..] {
            [one] => Ok(one),
            _ => Err(NoFile::Several(found.iter().map(|i| self.path(*i)).collect())),
        }
    }

    /// The whole path of a file.
    pub fn path(&self, file: usize) -> String {
        self.files[file].join("/")
    }

    /// The first line from `line` to `end` that has code.
    pub fn line(&self, file: usize, line: u32, end: u32) -> Option<u32> {
        self.lines.range((file, line)..=(file, end.max(line))).next().map(|((_, line), _)| *line)
    }

    /// The next line with code.
    pub fn next_line(&self, file: usize, line: u32) -> Option<u32> {
        self.line(file, line, u32::MAX)
    }

    /// Names of the functions with code at a line.
    pub fn functions(&self, file: usize, line: u32) -> Vec<&str> {
        self.at(file, line).map(|f| self.names[f.index()].as_str()).collect()
    }

    fn at(&self, file: usize, line: u32) -> impl Iterator<Item = FuncId> {
        self.lines.get(&(file, line)).into_iter().flatten().copied()
    }

    /// Is there a `main`?
    pub fn has_main(&self) -> bool {
        self.main.is_some()
    }

    /// Does the call graph lead from `main` to a line?
    pub fn from_main(&self, file: usize, line: u32) -> bool {
        self.at(file, line).any(|f| self.from_main[f.index()])
    }

    /// The function nearest above a line that somebody outside can call: by calls, and where several are as near, the first in the program. Where
    /// no such function leads there, the line's own function, if a run can start in it.
    pub fn nearest(&self, file: usize, line: u32) -> Option<&str> {
        let starts: Vec<usize> = self.at(file, line).map(FuncId::index).collect();
        let mut seen = vec![false; self.callers.len()];
        let mut todo: VecDeque<usize> = starts.iter().copied().collect();
        let mut level: Vec<usize> = Vec::new();
        while !todo.is_empty() {
            level.clear();
            level.extend(todo.drain(..).filter(|f| !std::mem::replace(&mut seen[*f], true)));
            let fits = |f: &&usize| **f < self.names.len() && self.callable[**f] && self.exported[**f];
            if let Some(found) = level.iter().filter(fits).min() {
                return Some(&self.names[*found]);
            }
            todo.extend(level.iter().flat_map(|f| &self.callers[*f]));
        }
        starts.into_iter().find(|f| self.callable[*f]).map(|f| self.names[f].as_str())
    }
}

fn callable(p: &Program, id: FuncId, f: &Function) -> bool {
    let typed = f.param_types.is_empty() || !p.ctypes.params(id).is_empty();
    f.origin == Origin::Program && !f.is_declaration() && f.name != "main" && !f.varargs && typed
}

/// The parts of a path, with `.` and `..` worked out; that of an absolute one begins with an empty one.
fn parts(path: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for (i, part) in path.split('/').enumerate() {
        match part {
            "" if i == 0 => out.push(String::new()),
            "" | "." => {}
            ".." if out.last().is_some_and(|last| last != ".." && !last.is_empty()) => drop(out.pop()),
            part => out.push(part.into()),
        }
    }
    out
}
