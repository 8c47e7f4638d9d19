//! Columns that a line does not have, as far as its source tells.

use homing_ir::{Part, Program, TargetSpec, resolve};

/// Targets at columns behind the end of their line: their places in the list, and what to say of them.
pub(crate) fn behind_the_end(p: &Program, specs: &[TargetSpec]) -> Vec<(usize, String)> {
    specs.iter().enumerate().filter_map(|(i, spec)| Some((i, why(p, spec)?))).collect()
}

fn why(p: &Program, spec: &TargetSpec) -> Option<String> {
    let TargetSpec::Part { file, line, part: Part::Column(column) } = spec else { return None };
    let found = resolve(p, &[TargetSpec::Line { file: file.clone(), line: *line }]).ok()?;
    let place = found.first()?.places.first()?;
    let at = p.loc(p.func(place.func).block(place.block).locs[place.inst as usize]);
    let path = p.files.get(at.file.index())?.full_path();
    let text = std::fs::read(&path).ok()?;
    let has = text.split(|c| *c == b'\n').nth(*line as usize - 1)?.trim_ascii_end().len();
    (*column as usize > has).then(|| format!("line {line} of {path} has no column {column}: it ends at column {has}"))
}
