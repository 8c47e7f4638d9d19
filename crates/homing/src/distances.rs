//! Files of distances: `homing dist` writes them, `--dist` reads them.
//!
//! The format is that of KLEE-Reach: one `line:distance` per line, where the line is one of the module's text. A line that is not mentioned
//! is infinitely far. For a microc program the lines are those of its source.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use homing_driver::{Origin, Prepared};
use homing_explore::Distances;
use homing_graph::{AnyCaller, CallGraph, Reach};
use homing_host::Failure;
use homing_host::io_message;
use homing_ir::{BlockId, FuncId};

use crate::cli::DistArgs;
use crate::program::{prepare, request};

/// Runs `homing dist`; the exit code.
pub fn dist(args: &DistArgs) -> Result<i32, Failure> {
    let request = request(&args.files, &args.targets.target, &args.program)?;
    let prepared = prepare(&request, &args.program)?;
    let hits: Vec<_> = prepared.targets().iter().filter_map(homing_replay::hit).collect();
    if hits.is_empty() {
        return Err(Failure::usage(
            "no target that is a place: write FILE:LINE, or --target with FILE:LINE, 'FUNCTION()' or any",
        ));
    }
    let name = |file: &Path| PathBuf::from(file.file_name().unwrap_or_default()).with_extension("dist");
    let native = match prepared.origin() {
        Origin::C(native) => native,
        Origin::Microc(m) => return microc(args.output.clone().unwrap_or_else(|| name(m.file())), &prepared),
    };
    let out = args.output.clone().unwrap_or_else(|| name(&native.files().all()[0]));
    let text = out.with_extension("ll");
    if text == out || native.files().all().contains(&text) {
        return Err(Failure::input(format!("{}: would be overwritten by the module's text; choose another -o", text.display())));
    }
    let listing = native.whole().listing(&hits).map_err(Failure::input)?;
    let distances = homing_graph::line_distances(&listing);
    let mut list = String::new();
    for (line, distance) in &distances {
        let _ = writeln!(list, "{line}:{distance}");
    }
    write(&text, &listing.text)?;
    write(&out, &list)?;
    let instructions: usize = listing.functions.iter().flat_map(|f| &f.blocks).map(|b| b.instructions.len()).sum();
    crate::output::print(&format!(
        "{}: distances of {} of {instructions} instructions\n{}: the module's text, whose lines they belong to\n",
        out.display(),
        distances.len(),
        text.display()
    ));
    Ok(0)
}

/// A microc program's lines are those of its source; the distance of a line is that of its nearest instruction.
fn microc(out: PathBuf, prepared: &Prepared) -> Result<i32, Failure> {
    let p = prepared.program();
    let reach = Reach::new(p, &homing_ir::places(p, prepared.targets()));
    let any = AnyCaller::new(p, &reach, &CallGraph::new(p));
    let mut distances: BTreeMap<u32, u32> = BTreeMap::new();
    for (f, function) in p.functions.iter().enumerate() {
        for (b, block) in function.blocks.iter().enumerate() {
            for (i, loc) in block.locs.iter().enumerate() {
                let distance = any.distance_at(&reach, FuncId(f as u32), BlockId(b as u32), i as u32);
                let line = p.loc(*loc).line;
                if let (1.., Some((distance, _))) = (line, distance) {
                    distances.entry(line).and_modify(|d| *d = distance.min(*d)).or_insert(distance);
                }
            }
        }
    }
    let list: String = distances.iter().map(|(line, distance)| format!("{line}:{distance}\n")).collect();
    write(&out, &list)?;
    crate::output::print(&format!("{}: distances of {} lines of the program\n", out.display(), distances.len()));
    Ok(0)
}

/// Writes a file that the user asked for.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|e| Failure::input(format!("{}: {}", path.display(), io_message(&e))))
}

/// Reads the user's distances and finds the points of the program that they belong to.
pub fn load(file: &Path, prepared: &Prepared) -> Result<Distances, Failure> {
    let bad = |why: String| Failure::input(format!("--dist {}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|e| bad(io_message(&e)))?;
    let given = parse(&text).map_err(bad)?;
    let of = if prepared.native().is_some() { "module's text" } else { "program" };
    check_lines(&given, prepared.lines(), of).map_err(bad)?;
    prepared.distances(&given)
}

/// Distances must belong to lines that there are.
fn check_lines(given: &HashMap<u32, u32>, last: u32, of: &str) -> Result<(), String> {
    match given.keys().copied().filter(|l| *l > last).max() {
        Some(line) => Err(format!(
            "has a distance for line {line}, but the {of} has {last} lines only; it belongs to another program, or this one has changed (see `homing dist`)"
        )),
        None => Ok(()),
    }
}

/// Distance by line. Fractions are rounded: an instruction is the least that strategies count.
fn parse(text: &str) -> Result<HashMap<u32, u32>, String> {
    let mut out = HashMap::new();
    for (number, entry) in (1..).zip(text.lines()) {
        let entry = entry.trim();
        if entry.is_empty() {
            continue;
        }
        let bad = || format!("line {number}: {entry:?} is not LINE:DISTANCE");
        let (line, distance) = entry.split_once(':').ok_or_else(bad)?;
        let line: u32 = line.trim().parse().ok().filter(|l| *l > 0).ok_or_else(bad)?;
        let distance: f64 = distance.trim().parse().map_err(|_| bad())?;
        if distance.is_nan() || distance < 0.0 {
            return Err(bad());
        }
        // Written out instead of left out: infinite all the same.
        if distance.is_finite() && out.insert(line, distance.round() as u32).is_some() {
            return Err(format!("line {number}: a second distance for line {line}"));
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_distances() {
        let read = parse("8:5\n 9 : 4 \n\n12:1.6\n13:inf\n").unwrap();
        assert_eq!(read, HashMap::from([(8, 5), (9, 4), (12, 2)]));
        assert_eq!(parse(""), Ok(HashMap::new()));
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, part) in [
            ("8:5\n8:6", "second"),
            ("x:1", "line 1"),
            ("8:5\n7", "line 2"),
            ("0:1", "line 1"),
            ("3:-1", "line 1"),
            ("3:nan", "line 1"),
        ] {
            assert!(parse(text).is_err_and(|e| e.contains(part)), "{text:?}");
        }
    }
}
