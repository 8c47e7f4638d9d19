//! From warnings to questions that the engine can be asked.

use std::collections::BTreeMap;

use homing_ir::{ErrorKind, TargetSpec};
use serde::{Deserialize, Serialize};

use crate::kinds::{Proof, proof};
use crate::survey::{NoFile, Survey};
use crate::warning::Warning;

/// Where runs start that are to decide a question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Start {
    /// The function.
    pub entry: String,
    /// With any arguments and globals, as if somebody outside called it.
    pub lazy: bool,
}

/// How starts are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// `main` where calls lead from there to the line, else the nearest function that somebody outside can call.
    Auto,
    /// Always `main`.
    Main,
    /// Always the nearest function that somebody outside can call.
    Lazy,
    /// Always this function, with any arguments and globals.
    Function(String),
}

/// A check that costs other questions something, so that those that need it are asked in runs of their own: it ends paths, or slows them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    None,
    Overflow,
    Shift,
    Conversion,
    Uninitialised,
    Leaks,
}

/// What a target of a run says about a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The error that the warning is about.
    Error,
    /// Such an error, wherever it is: it counts if it is in one of these functions, or if a call at the line led to it.
    Somewhere(Vec<String>),
    /// Another error at the line.
    Other,
    /// The line.
    Line,
}

/// What is asked about one place. Warnings that ask the same share it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The same in each run over the same reports: what `--resume` knows it by.
    pub key: String,
    /// The whole path.
    pub file: String,
    pub line: u32,
    pub start: Start,
    /// The start to take if a run from `main` meets no input at all.
    pub otherwise: Option<Start>,
    pub check: Check,
    pub kinds: Vec<ErrorKind>,
    /// What has to be proved before it is refuted.
    pub proof: Proof,
    pub targets: Vec<(Role, TargetSpec)>,
    /// The warnings, by number.
    pub warnings: Vec<usize>,
}

/// The question of each warning, by number, or why there is none; and the questions.
pub fn ask(warnings: &[&Warning], survey: &Survey, entry: &Entry) -> (Vec<Result<usize, String>>, Vec<Question>) {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut questions: Vec<Question> = Vec::new();
    let mut of_warnings = Vec::new();
    for (i, warning) in warnings.iter().enumerate() {
        let question = one(warning, survey, entry).map(|q| {
            let next = questions.len();
            let number = *numbers.entry(q.key.clone()).or_insert(next);
            if number == next {
                questions.push(q);
            }
            questions[number].warnings.push(i);
            number
        });
        of_warnings.push(question);
    }
    (of_warnings, questions)
}

fn one(warning: &Warning, survey: &Survey, entry: &Entry) -> Result<Question, String> {
    if let Some(why) = warning.problem.as_ref().or(warning.left_out.as_ref()) {
        return Err(why.clone());
    }
    let spot = warning.spot.as_ref().ok_or("it has no location")?;
    let file = survey.file(&spot.file).map_err(|why| match why {
        NoFile::None => format!("{} is no file with code of the program", spot.file),
        NoFile::Several(paths) => format!("{} may be any of these files: {}", spot.file, paths.join(", ")),
    })?;
    let line = survey.line(file, spot.line, spot.end_line).ok_or_else(|| {
        let next =
            survey.next_line(file, spot.line).map_or("no line behind it has".into(), |l| format!("the next that has is {l}"));
        format!("line {} of {} has no code, or has moved; {next}", spot.line, spot.file)
    })?;
    let (start, otherwise) = start(survey, file, line, entry)?;
    let path = survey.path(file);
    let check = warning.kinds.first().map_or(Check::None, |k| check(*k));
    let kinds: Vec<&str> = warning.kinds.iter().map(|k| k.name()).collect();
    let proof = warning.kinds.first().map_or(Proof::OfLine, |k| proof(&warning.tool, &warning.rule, &warning.message, *k));
    let mut targets = errors(warning, survey, file, line);
    if proof == Proof::Anywhere && check != Check::Leaks {
        targets.extend(warning.kinds.iter().map(|k| (Role::Somewhere(Vec::new()), TargetSpec::Error(Some(*k)))));
    }
    if !targets.is_empty() && check != Check::Leaks {
        targets.push((Role::Other, TargetSpec::ErrorAt { kind: None, file: path.clone(), line }));
    }
    targets.push((Role::Line, TargetSpec::Line { file: path.clone(), line }));
    let from = if start.lazy { "any caller of" } else { "program from" };
    let steps: Vec<String> = targets.iter().map(|(_, t)| t.to_string()).collect();
    let key = format!("{path}:{line} {} {proof:?} {from} {} {}", kinds.join("|"), start.entry, steps.join(" "));
    let kinds = warning.kinds.clone();
    Ok(Question { key, file: path, line, start, otherwise, check, kinds, proof, targets, warnings: Vec::new() })
}

/// The targets that are the warning's error.
fn errors(warning: &Warning, survey: &Survey, file: usize, line: u32) -> Vec<(Role, TargetSpec)> {
    let at = |kind: ErrorKind, file: usize, line: u32| TargetSpec::ErrorAt { kind: Some(kind), file: survey.path(file), line };
    if warning.kinds.first() != Some(&ErrorKind::Leak) {
        return warning.kinds.iter().map(|k| (Role::Error, at(*k, file, line))).collect();
    }
    // A leak is told where the memory comes from, by the engine, and where it is lost, by other tools: the way there leads past it.
    let steps = warning.steps.iter().filter_map(|s| {
        let file = survey.file(&s.file).ok()?;
        Some((file, survey.line(file, s.line, s.end_line)?))
    });
    let mut places: Vec<(usize, u32)> = steps.chain([(file, line)]).collect();
    places.sort_unstable();
    places.dedup();
    let mut functions: Vec<String> = places.iter().flat_map(|(f, l)| survey.functions(*f, *l)).map(String::from).collect();
    functions.sort_unstable();
    functions.dedup();
    let mut targets: Vec<_> = places.into_iter().map(|(f, l)| (Role::Error, at(ErrorKind::Leak, f, l))).collect();
    targets.push((Role::Somewhere(functions), TargetSpec::Error(Some(ErrorKind::Leak))));
    targets
}

fn start(survey: &Survey, file: usize, line: u32, entry: &Entry) -> Result<(Start, Option<Start>), String> {
    let main = || Start { entry: "main".into(), lazy: false };
    let outside = || survey.nearest(file, line).map(|f| Start { entry: f.into(), lazy: true });
    let none = "no function that somebody outside could call leads there";
    match entry {
        Entry::Function(name) => Ok((Start { entry: name.clone(), lazy: true }, None)),
        Entry::Main if survey.has_main() => Ok((main(), None)),
        Entry::Main => Err("the program has no main (--entry lazy starts in functions)".into()),
        Entry::Auto if survey.from_main(file, line) => Ok((main(), outside())),
        Entry::Lazy | Entry::Auto => Ok((outside().ok_or(none)?, None)),
    }
}

fn check(kind: ErrorKind) -> Check {
    match kind {
        ErrorKind::SignedOverflow => Check::Overflow,
        ErrorKind::Shift => Check::Shift,
        ErrorKind::Conversion => Check::Conversion,
        ErrorKind::Uninitialised => Check::Uninitialised,
        ErrorKind::Leak => Check::Leaks,
        _ => Check::None,
    }
}
