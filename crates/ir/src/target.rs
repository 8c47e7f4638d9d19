//! Targets: what the user wants reached, found in the program and pinned to it.

mod error;
mod find;

pub use error::TargetError;
pub use find::{resolve, resolve_each};

use crate::{Block, BlockId, Builtin, Callee, ErrorKind, FuncId, Inst, LocId, Program, TargetId, builtin};
use std::fmt;
use std::str::FromStr;

/// What the user asked for. `FromStr` reads, and `Display` writes, the form of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetSpec {
    /// `file:line`; the file is matched by whole path components from the end.
    Line { file: String, line: u32 },
    /// `file:line:column` or `file:line#number`: a part of a line.
    Part { file: String, line: u32, part: Part },
    /// `function()`: its start; of a function without a body: each call of it.
    Function(String),
    /// `any`: error functions, reach markers and failed assertions.
    Any,
    /// `error` or `error:KIND`: a finding, which is no place of the program.
    Error(Option<ErrorKind>),
    /// `error@FILE:LINE` or `error:KIND@FILE:LINE`: a finding at a line.
    ErrorAt { kind: Option<ErrorKind>, file: String, line: u32 },
}

/// Which part of a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// What has this column; when asked for, the last that begins there or before. A resolved target has the exact one.
    Column(u32),
    /// The parts of a line are where its code begins anew, in the order of the program; counted from 1.
    Number(u32),
}

impl TargetSpec {
    /// The kind of error that is asked for, if it is one; of any kind inside.
    pub fn error(&self) -> Option<Option<ErrorKind>> {
        match self {
            TargetSpec::Error(kind) | TargetSpec::ErrorAt { kind, .. } => Some(*kind),
            _ => None,
        }
    }

    /// The file that it names.
    pub fn file(&self) -> Option<&String> {
        match self {
            TargetSpec::Line { file, .. } | TargetSpec::Part { file, .. } | TargetSpec::ErrorAt { file, .. } => Some(file),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn file_mut(&mut self) -> Option<&mut String> {
        match self {
            TargetSpec::Line { file, .. } | TargetSpec::Part { file, .. } | TargetSpec::ErrorAt { file, .. } => Some(file),
            _ => None,
        }
    }
}

/// A point of the program: before instruction `inst` of a block (or its terminator, when `inst` is their number).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub func: FuncId,
    pub block: BlockId,
    pub inst: u32,
}

/// A resolved target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub id: TargetId,
    pub spec: TargetSpec,
    /// How reports name it.
    pub label: String,
    /// Where it was when resolved, in program order; none for findings. `places` tells where it is after passes.
    pub places: Vec<Place>,
    /// Of an error at a line: the locations that it can have.
    pub locs: Vec<LocId>,
    /// Columns of the parts of a line, if it has several.
    pub parts: Vec<u32>,
}

impl FromStr for TargetSpec {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<TargetSpec, TargetError> {
        let bad = |why: String| TargetError::Spec { text: text.into(), why };
        match text {
            "any" => return Ok(TargetSpec::Any),
            "error" => return Ok(TargetSpec::Error(None)),
            _ => {}
        }
        if let Some(name) = text.strip_suffix("()") {
            return if name.is_empty() {
                Err(bad("the function's name is missing".into()))
            } else {
                Ok(TargetSpec::Function(name.into()))
            };
        }
        if let Some(rest) = text.strip_prefix("error:") {
            let (kind, place) = rest.split_once('@').map_or((rest, None), |(k, at)| (k, Some(at)));
            let Some(kind) = ErrorKind::parse(kind) else {
                let kinds: Vec<_> = ErrorKind::ALL.iter().map(|k| k.name()).collect();
                return Err(bad(format!("there is no kind of error `{kind}`; the kinds are {}", kinds.join(", "))));
            };
            return place.map_or(Ok(TargetSpec::Error(Some(kind))), |at| error_at(Some(kind), at).map_err(bad));
        }
        if let Some(place) = text.strip_prefix("error@") {
            return error_at(None, place).map_err(bad);
        }
        line(text).map_err(bad)
    }
}

/// An error at `FILE:LINE`.
fn error_at(kind: Option<ErrorKind>, place: &str) -> Result<TargetSpec, String> {
    match line(place)? {
        TargetSpec::Line { file, line } => Ok(TargetSpec::ErrorAt { kind, file, line }),
        _ => Err("an error is asked for at a line, not at a part of one".into()),
    }
}

/// `FILE:LINE`, `FILE:LINE:COLUMN` or `FILE:LINE#NUMBER`.
fn line(text: &str) -> Result<TargetSpec, String> {
    let forms =
        "expected FILE:LINE, FILE:LINE:COLUMN, FILE:LINE#PART, FUNCTION(), any, error, error:KIND or error:KIND@FILE:LINE";
    let number = |what: &str, text: &str| match line_number(text) {
        Some(n) => Ok(n),
        None if text == "0" => Err(format!("{what}s are counted from 1")),
        None => Err(format!("`{text}` is not a {what}; {forms}")),
    };
    let (file, last) = text.rsplit_once(':').ok_or(forms)?;
    if file.is_empty() {
        return Err("the file is missing".into());
    }
    if let Some((line, part)) = last.split_once('#') {
        let part = Part::Number(number("part", part)?);
        return Ok(TargetSpec::Part { file: file.into(), line: number("line", line)?, part });
    }
    let last_number = number("line", last)?;
    match file.rsplit_once(':').and_then(|(file, line)| Some((file, line_number(line)?))) {
        Some((file, line)) if !file.is_empty() => {
            Ok(TargetSpec::Part { file: file.into(), line, part: Part::Column(last_number) })
        }
        _ => Ok(TargetSpec::Line { file: file.into(), line: last_number }),
    }
}

/// The number of a line: digits alone, counted from 1.
pub fn line_number(text: &str) -> Option<u32> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|line| *line > 0)
}

impl fmt::Display for TargetSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetSpec::Line { file, line } => write!(f, "{file}:{line}"),
            TargetSpec::Part { file, line, part: Part::Column(n) } => write!(f, "{file}:{line}:{n}"),
            TargetSpec::Part { file, line, part: Part::Number(n) } => write!(f, "{file}:{line}#{n}"),
            TargetSpec::Function(name) => write!(f, "{name}()"),
            TargetSpec::Any => f.write_str("any"),
            TargetSpec::Error(None) => f.write_str("error"),
            TargetSpec::Error(Some(kind)) => write!(f, "error:{kind}"),
            TargetSpec::ErrorAt { kind: None, file, line } => write!(f, "error@{file}:{line}"),
            TargetSpec::ErrorAt { kind: Some(kind), file, line } => write!(f, "error:{kind}@{file}:{line}"),
        }
    }
}

/// Inserts a `Mark` before each place of each target. Must come before any pass, so that no pass can move or lose a
/// target; afterwards the targets' own places are out of date.
pub fn pin(p: &mut Program, targets: &[Target]) {
    let mut all: Vec<(Place, TargetId)> = targets.iter().flat_map(|t| t.places.iter().map(|place| (*place, t.id))).collect();
    all.sort_unstable();
    all.dedup();
    for group in all.chunk_by(|a, b| (a.0.func, a.0.block) == (b.0.func, b.0.block)) {
        let Place { func, block, .. } = group[0].0;
        let f = &mut p.functions[func.index()];
        insert_marks(&mut f.blocks[block.index()], group);
    }
}

fn insert_marks(b: &mut Block, marks: &[(Place, TargetId)]) {
    let (insts, locs) = (std::mem::take(&mut b.insts), std::mem::take(&mut b.locs));
    let mut marks = marks.iter().peekable();
    let mut insts = insts.into_iter();
    for (i, loc) in locs.into_iter().enumerate() {
        while let Some((_, target)) = marks.next_if(|(place, _)| place.inst as usize == i) {
            b.insts.push(Inst::Mark { target: *target });
            b.locs.push(loc);
        }
        b.insts.extend(insts.next());
        b.locs.push(loc);
    }
}

/// Where each pinned target stands now, after whatever passes ran: its marks, and for `any` also every call that can
/// fail an assertion or report by itself (calls of models, direct or through a pointer), where no mark can stand.
/// One list per target; what `Reach` wants.
pub fn places(p: &Program, targets: &[Target]) -> Vec<Vec<Place>> {
    let mut out = vec![Vec::new(); targets.len()];
    let any: Vec<usize> = targets.iter().filter(|t| t.spec == TargetSpec::Any).map(|t| t.id.index()).collect();
    let reporting: Vec<bool> = p.functions.iter().map(|f| f.is_declaration() && reports(&f.name)).collect();
    let by_pointer = p.functions.iter().zip(&reporting).any(|(f, yes)| *yes && f.address_taken);
    for (i, f) in p.functions.iter().enumerate() {
        for (k, b) in f.blocks.iter().enumerate() {
            for (at, inst) in b.insts.iter().enumerate() {
                let place = Place { func: FuncId(i as u32), block: BlockId(k as u32), inst: at as u32 };
                let found = match inst {
                    Inst::Mark { target } => {
                        if let Some(list) = out.get_mut(target.index()) {
                            list.push(place);
                        }
                        false
                    }
                    Inst::Call(c) => match c.callee {
                        Callee::Direct(f) => reporting[f.index()],
                        Callee::Indirect(_) => by_pointer,
                    },
                    _ => false,
                };
                if found {
                    any.iter().for_each(|t| out[*t].push(place));
                }
            }
        }
    }
    out
}

/// Is this the name of a model that by itself counts as reaching `any`?
fn reports(name: &str) -> bool {
    matches!(builtin(name), Some(Builtin::ReachError | Builtin::Reach | Builtin::AssertFail | Builtin::Assert | Builtin::Aborts))
}
