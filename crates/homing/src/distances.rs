//! Files of distances: `homing dist` writes them, `--dist` reads them.
//!
//! The format is that of KLEE-Reach: one `line:distance` per line, where the line is one of the module's text. A line that is not mentioned
//! is infinitely far.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use homing_explore::{Distances, Given};
use homing_front_llvm::LowerOptions;
use homing_ir::Program;

use crate::cli::{DistArgs, ProgramArgs};
use crate::compile::io_message;
use crate::fail::Failure;
use crate::prepare::{Prepared, Request, prepare};

/// Runs `homing dist`; the exit code.
pub fn dist(args: &DistArgs) -> Result<i32, Failure> {
    let request = Request { files: &args.files, targets: &args.targets.target, default_target: None, program: &args.program };
    let prepared = prepare(&request)?;
    let hits: Vec<_> = prepared.targets.iter().filter_map(crate::replay::hit).collect();
    if hits.is_empty() {
        return Err(Failure::usage(
            "no target that is a place: write FILE:LINE, or --target with FILE:LINE, 'FUNCTION()' or any",
        ));
    }
    let out = match &args.output {
        Some(path) => path.clone(),
        None => PathBuf::from(prepared.inputs.all[0].file_name().unwrap_or_default()).with_extension("dist"),
    };
    let text = out.with_extension("ll");
    if text == out || prepared.inputs.all.contains(&text) {
        return Err(Failure::input(format!("{}: would be overwritten by the module's text; choose another -o", text.display())));
    }
    let listing = prepared.module.listing(&hits).map_err(Failure::input)?;
    let distances = homing_graph::line_distances(&listing);
    let mut list = String::new();
    for (line, distance) in &distances {
        let _ = writeln!(list, "{line}:{distance}");
    }
    write(&text, &listing.text)?;
    write(&out, &list)?;
    let instructions: usize = listing.functions.iter().flat_map(|f| &f.blocks).map(|b| b.instructions.len()).sum();
    crate::print(&format!(
        "{}: distances of {} of {instructions} instructions\n{}: the module's text, whose lines they belong to\n",
        out.display(),
        distances.len(),
        text.display()
    ));
    Ok(0)
}

/// Writes a file that the user asked for.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|e| Failure::input(format!("{}: {}", path.display(), io_message(&e))))
}

/// Reads the user's distances and finds the points of the program that they belong to.
///
/// The module is lowered once more with a location for each line of its text; the passes are the same, so the program is the same.
pub fn load(file: &Path, prepared: &Prepared, program: &ProgramArgs) -> Result<Distances, Failure> {
    let bad = |why: String| Failure::input(format!("--dist {}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|e| bad(io_message(&e)))?;
    let given = parse(&text).map_err(bad)?;
    let last = prepared.module.text().lines().count() as u32;
    if let Some(line) = given.keys().copied().filter(|l| *l > last).max() {
        return Err(bad(format!(
            "has a distance for line {line}, but the module's text has {last} lines only; it belongs to another program, or this one has changed (see `homing dist`)"
        )));
    }
    for roots in [Some(vec![program.entry.clone()]), None] {
        let traced = prepared.module.lower_traced(&LowerOptions { roots, with_library: true }).map_err(Failure::input)?;
        let mut p = traced.program;
        if p.functions.len() != prepared.pinned.functions.len() {
            continue;
        }
        homing_ir::pin(&mut p, &prepared.targets);
        if !program.no_passes {
            homing_ir::promote(&mut p, &homing_ir::PromoteOptions::default());
        }
        if shape(&p) == shape(&prepared.program) {
            return Ok(Distances::new(&p, |loc| match traced.lines.get(loc.index()) {
                Some(0) | None => Given::Outside,
                Some(line) => given.get(line).map_or(Given::Infinite, |d| Given::Finite(*d)),
            }));
        }
    }
    Err(Failure::internal("the program that distances are looked up in is not the one that is run"))
}

/// By function and block: how many instructions.
fn shape(p: &Program) -> Vec<Vec<usize>> {
    p.functions.iter().map(|f| f.blocks.iter().map(|b| b.insts.len()).collect()).collect()
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
