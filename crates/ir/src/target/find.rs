//! Finding the places of targets.

use super::{Part, Place, Target, TargetError, TargetSpec};
use crate::{BlockId, Builtin, Callee, FuncId, Inst, Loc, LocId, Origin, Program, TargetId, Terminator, builtin};

/// Finds every target of the list in the program. Target i gets `TargetId(i)`.
///
/// A line's places are the starts of its runs in each block: one place before the first of consecutive instructions
/// of that line, where instructions without a line do not end a run.
pub fn resolve(p: &Program, specs: &[TargetSpec]) -> Result<Vec<Target>, TargetError> {
    let (targets, missing) = resolve_each(p, specs);
    match missing.into_iter().next() {
        None => Ok(targets),
        Some((_, why)) => Err(why),
    }
}

/// Targets by their place in a list, with what is wrong with each.
type Missing = Vec<(usize, TargetError)>;

/// The same for as many as are there: these, numbered among themselves, and the others by their place in the list.
pub fn resolve_each(p: &Program, specs: &[TargetSpec]) -> (Vec<Target>, Missing) {
    let lines = Lines::new(p);
    let (mut targets, mut missing): (Vec<Target>, Missing) = (Vec::new(), Vec::new());
    // For each location, the targets that have it.
    let mut wanted: Vec<Vec<u32>> = vec![Vec::new(); p.locs.len()];
    for (i, spec) in specs.iter().enumerate() {
        let id = TargetId(targets.len() as u32);
        match found(p, &lines, id, spec) {
            Ok((target, locs)) => {
                locs.into_iter().for_each(|loc| wanted[loc].push(id.0));
                targets.push(target);
            }
            Err(why) => missing.push((i, why)),
        }
    }
    if wanted.iter().any(|w| !w.is_empty()) {
        each_run(p, &wanted, |target, place| targets[target as usize].places.push(place));
    }
    (targets, missing)
}

/// A target without the places of its line, and the locations that these have.
fn found(p: &Program, lines: &Lines<'_>, id: TargetId, spec: &TargetSpec) -> Result<(Target, Vec<usize>), TargetError> {
    let label = spec.to_string();
    let mut target = Target { id, spec: spec.clone(), label, places: vec![], locs: vec![], parts: vec![] };
    let mut locs = Vec::new();
    match spec {
        TargetSpec::Line { file, line } => {
            locs = lines.find(file, *line)?;
            target.parts = parts(p, &locs);
        }
        TargetSpec::Part { file, line, part } => {
            locs = lines.find(file, *line)?;
            let column = match part {
                Part::Column(asked) => {
                    let columns = || locs.iter().map(|l| p.locs[*l].column);
                    columns().filter(|c| c <= asked).max().or_else(|| columns().min()).unwrap_or(0)
                }
                Part::Number(n) => {
                    let parts = parts(p, &locs);
                    let found = parts.get(*n as usize - 1).copied();
                    found.ok_or(TargetError::NoPart { file: file.clone(), line: *line, number: *n, parts })?
                }
            };
            locs.retain(|l| p.locs[*l].column == column);
            target.spec = TargetSpec::Part { file: file.clone(), line: *line, part: Part::Column(column) };
        }
        TargetSpec::ErrorAt { file, line, .. } => {
            target.locs = lines.find(file, *line)?.into_iter().map(|l| LocId(l as u32)).collect();
        }
        TargetSpec::Function(name) => target.places = function(p, name)?,
        TargetSpec::Any => target.places = any(p),
        TargetSpec::Error(_) => {}
    }
    Ok((target, locs))
}

/// The columns at which the code of a line begins anew, in the order of the program.
fn parts(p: &Program, locs: &[usize]) -> Vec<u32> {
    let mut wanted: Vec<Vec<u32>> = vec![Vec::new(); p.locs.len()];
    locs.iter().for_each(|l| wanted[*l].push(0));
    let mut columns = Vec::new();
    each_run(p, &wanted, |_, at| {
        let loc = p.func(at.func).block(at.block).locs[at.inst as usize];
        let column = p.loc(loc).column;
        if !columns.contains(&column) {
            columns.push(column);
        }
    });
    columns
}

/// Calls `found` at the start of each run of instructions that belong to a target's line.
fn each_run(p: &Program, wanted: &[Vec<u32>], mut found: impl FnMut(u32, Place)) {
    let none: &[u32] = &[];
    for (i, f) in p.functions.iter().enumerate() {
        for (k, b) in f.blocks.iter().enumerate() {
            let mut before = none;
            for (at, loc) in b.locs.iter().enumerate() {
                if p.loc(*loc).line == 0 {
                    continue;
                }
                let here = wanted.get(loc.index()).map_or(none, Vec::as_slice);
                let place = Place { func: FuncId(i as u32), block: BlockId(k as u32), inst: at as u32 };
                here.iter().filter(|t| !before.contains(t)).for_each(|t| found(*t, place));
                before = here;
            }
        }
    }
}

fn function(p: &Program, name: &str) -> Result<Vec<Place>, TargetError> {
    match p.find(name) {
        None => Err(TargetError::NoSuchFunction { name: name.into(), similar: similar(p, name) }),
        Some(id) if !p.func(id).is_declaration() => Ok(vec![start(id)]),
        Some(id) => {
            let places = calls(p, |f| f == id);
            if places.is_empty() { Err(TargetError::NeverCalled { name: name.into() }) } else { Ok(places) }
        }
    }
}

fn start(func: FuncId) -> Place {
    Place { func, block: BlockId(0), inst: 0 }
}

/// Before each direct call of a function that `wanted` picks.
fn calls(p: &Program, wanted: impl Fn(FuncId) -> bool) -> Vec<Place> {
    let mut places = Vec::new();
    for (i, f) in p.functions.iter().enumerate() {
        for (k, b) in f.blocks.iter().enumerate() {
            for (at, inst) in b.insts.iter().enumerate() {
                if let Inst::Call(c) = inst
                    && let Callee::Direct(f) = c.callee
                    && wanted(f)
                {
                    places.push(Place { func: FuncId(i as u32), block: BlockId(k as u32), inst: at as u32 });
                }
            }
        }
    }
    places
}

fn any(p: &Program) -> Vec<Place> {
    let mut places = Vec::new();
    let mut called = vec![false; p.functions.len()];
    for (i, f) in p.functions.iter().enumerate() {
        match builtin(&f.name) {
            Some(Builtin::ReachError | Builtin::Reach) if f.is_declaration() => called[i] = true,
            Some(Builtin::ReachError | Builtin::Reach) => places.push(start(FuncId(i as u32))),
            // The model of the kernel has a body for it.
            Some(Builtin::AssertFail) if f.is_declaration() || f.origin != Origin::Program => called[i] = true,
            _ => {}
        }
    }
    places.extend(calls(p, |f| called[f.index()]));
    places.sort_unstable();
    places
}

/// The files and lines that have code.
struct Lines<'a> {
    p: &'a Program,
    /// Does some instruction have this location?
    used: Vec<bool>,
    /// Path components of each file's full path.
    paths: Vec<Vec<String>>,
}

impl<'a> Lines<'a> {
    fn new(p: &'a Program) -> Lines<'a> {
        let mut used = vec![false; p.locs.len()];
        for b in p.functions.iter().flat_map(|f| &f.blocks) {
            for loc in b.locs.iter().filter(|l| p.loc(**l).line != 0) {
                used[loc.index()] = true;
            }
        }
        let paths = p.files.iter().map(|f| components(&f.full_path())).collect();
        Lines { p, used, paths }
    }

    fn code(&self) -> impl Iterator<Item = (usize, &Loc)> {
        self.p.locs.iter().enumerate().filter(|(i, _)| self.used[*i])
    }

    fn has_code(&self) -> Vec<bool> {
        let mut yes = vec![false; self.p.files.len()];
        for (_, l) in self.code() {
            if let Some(y) = yes.get_mut(l.file.index()) {
                *y = true;
            }
        }
        yes
    }

    /// The locations of that line.
    fn find(&self, file: &str, line: u32) -> Result<Vec<usize>, TargetError> {
        let path = self.path(file, line)?;
        let in_file = |l: &Loc| self.paths.get(l.file.index()) == Some(path);
        let locs: Vec<usize> = self.code().filter(|(_, l)| l.line == line && in_file(l)).map(|(i, _)| i).collect();
        if locs.is_empty() {
            let next = self.code().filter(|(_, l)| l.line > line && in_file(l)).map(|(_, l)| l.line).min();
            let before = self.code().filter(|(_, l)| l.line < line && in_file(l)).map(|(_, l)| l.line).max();
            let behind = before.filter(|before| self.is_last(path, *before, line));
            return Err(TargetError::NoCode { file: file.into(), line, next, before, behind });
        }
        Ok(locs)
    }

    /// Does control never come behind that line of code, and no function begin up to `line`?
    fn is_last(&self, path: &Vec<String>, before: u32, line: u32) -> bool {
        let at = |l: LocId| Some(self.p.loc(l)).filter(|l| self.paths.get(l.file.index()) == Some(path)).map(|l| l.line);
        let begins = |f: &crate::Function| at(f.loc).is_some_and(|l| before < l && l <= line);
        let blocks = || self.p.functions.iter().flat_map(|f| &f.blocks);
        let last = |b: &crate::Block| {
            matches!(b.term, Terminator::Unreachable) && b.locs.iter().rev().find_map(|l| at(*l)) == Some(before)
        };
        !self.p.functions.iter().any(begins) && blocks().any(last)
    }

    /// The one path that the name means. A name as the compiler was given it wins over longer paths that end so.
    fn path(&self, file: &str, line: u32) -> Result<&Vec<String>, TargetError> {
        let (want, has_code) = (components(file), self.has_code());
        let matches = |i: &usize| want.len() <= self.paths[*i].len() && self.paths[*i].ends_with(&want);
        let all: Vec<usize> = (0..self.paths.len()).filter(matches).collect();
        let coded: Vec<usize> = all.iter().copied().filter(|i| has_code[*i]).collect();
        let found = if coded.is_empty() { all } else { coded };
        let exact = |i: &&usize| self.paths[**i] == want || components(&self.p.files[**i].path) == want;
        let mut candidates: Vec<usize> = found.iter().filter(exact).copied().collect();
        if candidates.is_empty() {
            candidates = found;
        }
        candidates.sort_unstable_by(|a, b| self.paths[*a].cmp(&self.paths[*b]));
        candidates.dedup_by(|a, b| self.paths[*a] == self.paths[*b]);
        let full = |i: &usize| self.paths[*i].join("/");
        match candidates[..] {
            [one] => Ok(&self.paths[one]),
            [] => {
                let mut known: Vec<String> = (0..self.paths.len()).filter(|i| has_code[*i]).map(|i| full(&i)).collect();
                known.sort_unstable();
                known.dedup();
                Err(TargetError::NoSuchFile { file: file.into(), known })
            }
            _ => Err(TargetError::Ambiguous { file: file.into(), line, paths: candidates.iter().map(full).collect() }),
        }
    }
}

/// The components of a path with `.` and `..` worked out. An absolute path starts with an empty component.
fn components(path: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for (i, c) in path.split('/').enumerate() {
        match c {
            "" if i == 0 => out.push(String::new()),
            "" | "." => {}
            ".." if out.last().is_some_and(|last| last != ".." && !last.is_empty()) => drop(out.pop()),
            _ => out.push(c.into()),
        }
    }
    out
}

/// Up to three defined functions with names near `name`, nearest first.
fn similar(p: &Program, name: &str) -> Vec<String> {
    // Two letters changing places are two edits.
    let far = (name.chars().count() / 3).max(2).min(name.chars().count().saturating_sub(1));
    let lower = name.to_lowercase();
    let mut near: Vec<(usize, &str)> = Vec::new();
    for f in p.functions.iter().filter(|f| !f.is_declaration()) {
        let other = f.name.to_lowercase();
        let distance = edits(&lower, &other);
        let contained = lower.len() >= 3 && (other.contains(&lower) || (other.len() >= 3 && lower.contains(&other)));
        if distance <= far || contained {
            near.push((distance, &f.name));
        }
    }
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, n)| n.to_string()).collect()
}

/// Levenshtein distance.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}
