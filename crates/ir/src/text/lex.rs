//! Cutting one line into tokens.

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// Letters, digits, `_` and `.` (names, ids, numbers; `...` too).
    Word(&'a str),
    /// A quoted text, without quotes and escapes.
    Text(String),
    /// Any other sign.
    Sign(char),
}

/// The tokens of a line, or what is wrong with it.
pub fn tokens(line: &str) -> Result<Vec<Token<'_>>, String> {
    let mut out = Vec::new();
    let mut rest = line.trim_start();
    while let Some(c) = rest.chars().next() {
        if is_word(c) {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            out.push(Token::Word(&rest[..end]));
            rest = &rest[end..];
        } else if c == '"' {
            let (text, after) = quoted(&rest[1..])?;
            out.push(Token::Text(text));
            rest = after;
        } else {
            out.push(Token::Sign(c));
            rest = &rest[c.len_utf8()..];
        }
        rest = rest.trim_start();
    }
    Ok(out)
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

fn quoted(s: &str) -> Result<(String, &str), String> {
    let mut text = String::new();
    let mut chars = s.char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => return Ok((text, &s[i + 1..])),
            '\\' => match chars.next().map(|(_, c)| c) {
                Some('n') => text.push('\n'),
                Some('r') => text.push('\r'),
                Some('t') => text.push('\t'),
                Some(c @ ('"' | '\\')) => text.push(c),
                _ => return Err("unknown escape in a text".into()),
            },
            c => text.push(c),
        }
    }
    Err("a text without closing quote".into())
}
