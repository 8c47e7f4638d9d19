//! Messages about a program that is not in order.

use std::fmt;

use crate::ast::Pos;

/// One thing that is wrong, where, and what could be done. [`fmt::Display`] gives it as people read it: a line with
/// file, line, column and message, the source line with the place marked, and the hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The name of the file.
    pub file: String,
    /// Where it is.
    pub pos: Pos,
    /// How many characters are meant; at least 1.
    pub len: u32,
    /// What is wrong.
    pub message: String,
    /// What could be done about it.
    pub hint: Option<String>,
    /// The source line, shortened around the place if it is long; empty if there is no source text.
    pub excerpt: String,
    /// Where in the excerpt the place is, counted in characters from 0.
    pub mark: u32,
}

/// Characters of a source line that are shown.
const WIDTH: usize = 100;
/// Messages of one run.
const MAX_ERRORS: usize = 50;
/// Characters shown in front of the place in a long line.
const BEFORE: usize = 50;

impl Diagnostic {
    /// A message about `len` characters at `pos`, still without file and excerpt.
    pub fn new(pos: Pos, len: u32, message: impl Into<String>) -> Self {
        let (file, excerpt) = (String::new(), String::new());
        Diagnostic { file, pos, len: len.max(1), message: message.into(), hint: None, excerpt, mark: 0 }
    }

    /// The same with a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same with the name of the file and the line of its text that it is about.
    pub fn in_file(self, file: &str, text: &str) -> Self {
        let mut list = vec![self];
        finish(&mut list, file, text);
        list.remove(0)
    }
}

/// Sorts messages by place and gives them their file and excerpt.
pub(crate) fn finish(list: &mut Vec<Diagnostic>, file: &str, text: &str) {
    list.sort_by_key(|d| d.pos);
    list.dedup_by(|a, b| a.pos == b.pos && a.message == b.message);
    if list.len() > MAX_ERRORS {
        let more = list.len() - MAX_ERRORS;
        list.truncate(MAX_ERRORS);
        if let Some(last) = list.last_mut() {
            let text = format!("{more} more errors are not shown");
            last.hint = Some(last.hint.take().map_or(text.clone(), |h| format!("{h} ({text})")));
        }
    }
    let mut lines = text.split('\n').enumerate();
    let mut current: Option<(u32, &str)> = None;
    for d in list.iter_mut() {
        d.file = file.to_string();
        while current.is_none_or(|(n, _)| n < d.pos.line) {
            match lines.next() {
                Some((n, line)) => current = Some((n as u32 + 1, line)),
                None => break,
            }
        }
        if let Some((n, line)) = current
            && n == d.pos.line
        {
            (d.excerpt, d.mark) = excerpt(line, d.pos.column.saturating_sub(1) as usize);
        }
    }
}

/// At most [`WIDTH`] characters of a line around a column, and where that column is in them.
fn excerpt(line: &str, column: usize) -> (String, u32) {
    let from = if column > WIDTH - 20 { column - BEFORE } else { 0 };
    let mut out = String::new();
    let mut mark = column - from;
    if from > 0 {
        out.push_str("...");
        mark += 3;
    }
    let mut rest = line.trim_end().chars().skip(from);
    out.extend(rest.by_ref().take(WIDTH).map(|c| if c.is_control() { ' ' } else { c }));
    if rest.next().is_some() {
        out.push_str("...");
    }
    (out, mark as u32)
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: error: {}", self.file, self.pos, self.message)?;
        if !self.excerpt.is_empty() {
            let number = self.pos.line.to_string();
            let gutter = " ".repeat(number.len());
            let room = (self.excerpt.chars().count() as u32).saturating_sub(self.mark).max(1);
            let marks = "^".repeat(self.len.min(room) as usize);
            write!(f, "\n {number} | {}\n {gutter} | {}{marks}", self.excerpt, " ".repeat(self.mark as usize))?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n   hint: {hint}")?;
        }
        Ok(())
    }
}
