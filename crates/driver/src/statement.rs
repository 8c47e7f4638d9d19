//! Why a line has no code, as far as its source tells.

use homing_ir::TargetError;

/// What is wrong with a target, with what the source says about a line without code.
pub(crate) fn explained(e: &TargetError) -> String {
    if let TargetError::NoCode { file, line, next, before, behind } = e
        && let Ok(text) = std::fs::read_to_string(file)
        && let Some(why) = why(&text, *line, &Around { next: *next, before: *before, ends: behind.is_some() })
    {
        let code = before.map(|b| format!("{file}:{b}")).unwrap_or_default();
        return format!("line {line} of {file} has no code{}", why.replace("CODE", &code));
    }
    e.to_string()
}

/// Lines with code around one that has none.
struct Around {
    next: Option<u32>,
    before: Option<u32>,
    /// No run comes behind the one before.
    ends: bool,
}

fn why(text: &str, line: u32, around: &Around) -> Option<String> {
    let region = left_out(text, line, around);
    if region.is_some() || around.ends {
        return region;
    }
    let begins = statement(text, line)?;
    around.before.filter(|b| *b >= begins).map(|_| " of its own: it belongs to the statement at CODE".into())
}

/// A conditional of the preprocessor that the line is in and that leaves it out: surely, or as it seems.
fn left_out(text: &str, line: u32, around: &Around) -> Option<String> {
    let mut open: Vec<(u32, &str, bool)> = Vec::new();
    let mut inside: Vec<(u32, &str, bool)> = Vec::new();
    for (n, text) in (1..).zip(text.lines()) {
        if n == line {
            inside.clone_from(&open);
        }
        let Some(directive) = text.trim_start().strip_prefix('#').map(str::trim_start) else { continue };
        let condition = |word: &str| directive.strip_prefix(word).map(str::trim);
        if directive.starts_with("if") {
            open.push((n, text.trim(), condition("if") == Some("0")));
        } else if directive.starts_with("el") {
            let Some(last) = open.pop() else { continue };
            let taken = last.1.trim_start_matches('#').trim_start().strip_prefix("if").map(str::trim) == Some("1");
            open.push((n, text.trim(), taken));
        } else if directive.starts_with("endif") {
            let depth = open.len();
            open.pop();
            // The innermost that the line is in ends here.
            if n > line && depth == inside.len() {
                let (begin, what, dead) = *inside.last()?;
                let empty = around.before.is_none_or(|b| b < begin) && around.next.is_none_or(|next| next > n);
                return match (dead, empty) {
                    (true, _) => Some(format!(": the compiler leaves it out, by `{what}` in line {begin}")),
                    (false, true) => Some(format!(
                        ": nothing from `{what}` in line {begin} to line {n} has any, so the compiler may leave it out"
                    )),
                    (false, false) => None,
                };
            }
        }
    }
    None
}

/// The line in which a statement begins that the line goes on with.
fn statement(text: &str, line: u32) -> Option<u32> {
    let plain = without_comments(text);
    let (mut begins, mut depth) = (None, 0u32);
    for (n, text) in (1..).zip(plain.lines()) {
        if n == line {
            return begins.filter(|_| !text.trim().is_empty());
        }
        if text.trim_start().starts_with('#') {
            continue;
        }
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            let ends = depth == 0 && matches!(c, ';' | '{' | '}');
            begins = if ends { None } else { begins.or(Some(n)) };
        }
    }
    None
}

/// The text with blanks for comments and for what stands in quotes; lines stay.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('/', Some('/')) => while chars.next_if(|c| *c != '\n').is_some() {},
            ('/', Some('*')) => {
                let mut last = ' ';
                chars.next();
                for c in chars.by_ref() {
                    if c == '\n' {
                        out.push(c);
                    }
                    if (last, c) == ('*', '/') {
                        break;
                    }
                    last = c;
                }
            }
            ('"' | '\'', _) => {
                out.push('q');
                while let Some(d) = chars.next_if(|d| *d != '\n') {
                    if d == '\\' {
                        chars.next_if(|d| *d != '\n');
                    } else if d == c {
                        break;
                    }
                }
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "int f(int a) {\n  call(a, // one\n       \"(\",\n       2);\n\n  /* ( */\n#if 0\n  a++;\n#else\n  a--;\n#endif\n#ifdef X\n  a = 2;\n#endif\n  return a;\n}\n";

    #[test]
    fn lines_go_on_with_statements() {
        let begins: Vec<Option<u32>> = (1..=16).map(|line| statement(TEXT, line)).collect();
        assert_eq!(begins[2..4], [Some(2), Some(2)]);
        assert!(begins.iter().enumerate().all(|(i, b)| (2..4).contains(&i) || b.is_none()), "{begins:?}");
    }

    #[test]
    fn conditionals_leave_lines_out() {
        let around = |before, next| Around { before: Some(before), next: Some(next), ends: false };
        let said = |line, before, next| why(TEXT, line, &around(before, next)).unwrap_or_default();
        assert_eq!(said(8, 2, 10), ": the compiler leaves it out, by `#if 0` in line 7");
        assert_eq!(said(10, 2, 15), ": nothing from `#else` in line 9 to line 11 has any, so the compiler may leave it out");
        assert!(said(13, 10, 15).contains("`#ifdef X` in line 12"));
        assert_eq!(said(4, 2, 10), " of its own: it belongs to the statement at CODE");
        assert_eq!(said(5, 2, 10), "");
    }
}
