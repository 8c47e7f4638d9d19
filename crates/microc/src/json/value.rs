//! JSON itself: as much as trees need.

use crate::ast::Pos;
use crate::diagnostic::Diagnostic;

/// A JSON value and where it began.
pub(super) struct Json {
    pub pos: Pos,
    pub kind: Kind,
}

pub(super) enum Kind {
    /// `null`, `true` or `false`: valid, but no part of any tree.
    Word,
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// A list or object that is not read to its end.
struct Open {
    pos: Pos,
    members: Vec<(String, Json)>,
    items: Vec<Json>,
    /// In an object, the name of the member that is being read.
    key: Option<String>,
}

/// Writes a text with its quotes.
pub(super) fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Reads a text that is one value nested at most `depth` deep.
pub(super) fn parse(text: &str, depth: u32) -> Result<Json, Diagnostic> {
    let mut r = Reader { rest: text, pos: Pos { line: 1, column: 1 } };
    let value = r.value(depth)?;
    r.blank();
    if r.rest.is_empty() { Ok(value) } else { Err(r.wrong("there is something behind the JSON value")) }
}

struct Reader<'a> {
    rest: &'a str,
    pos: Pos,
}

impl Reader<'_> {
    fn wrong(&self, message: &str) -> Diagnostic {
        Diagnostic::new(self.pos, 1, message)
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.pos = Pos { line: self.pos.line + 1, column: 1 };
        } else {
            self.pos.column += 1;
        }
        Some(c)
    }

    fn blank(&mut self) {
        while self.rest.starts_with([' ', '\t', '\n', '\r']) {
            self.next();
        }
    }

    fn take(&mut self, c: char) -> bool {
        self.blank();
        let yes = self.rest.starts_with(c);
        if yes {
            self.next();
        }
        yes
    }

    /// One value. The brackets that are open are a list and not recursion: the text may be nested as deep as it likes.
    fn value(&mut self, depth: u32) -> Result<Json, Diagnostic> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            self.blank();
            let pos = self.pos;
            let mut done = match self.rest.chars().next() {
                Some(c @ ('{' | '[')) => {
                    if open.len() >= depth as usize {
                        return Err(self.wrong("the JSON is nested too deep"));
                    }
                    self.next();
                    let close = if c == '{' { '}' } else { ']' };
                    if !self.take(close) {
                        let key = if c == '{' { Some(self.key()?) } else { None };
                        open.push(Open { pos, members: Vec::new(), items: Vec::new(), key });
                        continue;
                    }
                    Json { pos, kind: if c == '{' { Kind::Object(vec![]) } else { Kind::List(vec![]) } }
                }
                Some(_) => self.scalar(pos)?,
                None => return Err(self.wrong("the JSON ends too early")),
            };
            // The value belongs to the innermost bracket; that may end with it, and be a value itself.
            loop {
                let Some(inner) = open.last_mut() else { return Ok(done) };
                match inner.key.take() {
                    Some(key) => {
                        inner.members.push((key, done));
                        if self.take(',') {
                            inner.key = Some(self.key()?);
                            break;
                        }
                        if !self.take('}') {
                            return Err(self.wrong("expected `,` or `}` after a member"));
                        }
                        done = Json { pos: inner.pos, kind: Kind::Object(std::mem::take(&mut inner.members)) };
                    }
                    None => {
                        inner.items.push(done);
                        if self.take(',') {
                            break;
                        }
                        if !self.take(']') {
                            return Err(self.wrong("expected `,` or `]` after an element"));
                        }
                        done = Json { pos: inner.pos, kind: Kind::List(std::mem::take(&mut inner.items)) };
                    }
                }
                open.pop();
            }
        }
    }

    /// The name of a member and its colon.
    fn key(&mut self) -> Result<String, Diagnostic> {
        self.blank();
        if !self.rest.starts_with('"') {
            return Err(self.wrong("expected the name of a member in quotes"));
        }
        let key = self.text()?;
        if self.take(':') { Ok(key) } else { Err(self.wrong("expected `:` after the name of a member")) }
    }

    fn scalar(&mut self, pos: Pos) -> Result<Json, Diagnostic> {
        let kind = match self.rest.chars().next() {
            Some('"') => Kind::Text(self.text()?),
            Some('-' | '0'..='9') => Kind::Number(self.run(|c| c.is_ascii_digit() || "+-.eE".contains(c))),
            Some('a'..='z') if ["null", "true", "false"].contains(&self.run(|c| c.is_ascii_lowercase()).as_str()) => Kind::Word,
            _ => return Err(Diagnostic::new(pos, 1, "this is no JSON value")),
        };
        Ok(Json { pos, kind })
    }

    fn run(&mut self, part: impl Fn(char) -> bool) -> String {
        let mut out = String::new();
        while let Some(c) = self.rest.chars().next().filter(|&c| part(c)) {
            out.push(c);
            self.next();
        }
        out
    }

    fn text(&mut self) -> Result<String, Diagnostic> {
        self.next();
        let mut out = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(out),
                Some('\\') => out.push(self.escape()?),
                Some(c) if c >= ' ' => out.push(c),
                _ => return Err(self.wrong("a text does not end in its line")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Diagnostic> {
        Ok(match self.next() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('u') => {
                let high = self.unit()?;
                let code = if (0xd800..0xdc00).contains(&high) && self.rest.starts_with("\\u") {
                    self.next();
                    self.next();
                    let low = self.unit()?;
                    0x10000 + ((high - 0xd800) << 10) + (low.wrapping_sub(0xdc00) & 0x3ff)
                } else {
                    high
                };
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err(self.wrong("unknown escape in a text")),
        })
    }

    fn unit(&mut self) -> Result<u32, Diagnostic> {
        let mut code = 0;
        for _ in 0..4 {
            match self.next().and_then(|c| c.to_digit(16)) {
                Some(d) => code = code * 16 + d,
                None => return Err(self.wrong("`\\u` is followed by four hexadecimal digits")),
            }
        }
        Ok(code)
    }
}
