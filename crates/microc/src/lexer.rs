//! From characters to tokens.

use crate::ast::Pos;
use crate::diagnostic::Diagnostic;

/// What a token is. Its text is found by its place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tok {
    Ident,
    Number,
    Var,
    Return,
    Output,
    While,
    If,
    Else,
    Alloc,
    Input,
    Null,
    LParen,
    RParen,
    LBrace,
    RBrace,
    LBracket,
    RBracket,
    Comma,
    Semi,
    Colon,
    Dot,
    Assign,
    Amp,
    Not,
    Plus,
    Minus,
    Star,
    Slash,
    EqEq,
    NotEq,
    Less,
    LessEq,
    Greater,
    GreaterEq,
    AndAnd,
    OrOr,
    End,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub tok: Tok,
    pub pos: Pos,
    /// Bytes of the source.
    pub start: u32,
    pub end: u32,
}

/// The words that are no names.
pub(crate) const KEYWORDS: [(&str, Tok); 9] = [
    ("var", Tok::Var),
    ("return", Tok::Return),
    ("output", Tok::Output),
    ("while", Tok::While),
    ("if", Tok::If),
    ("else", Tok::Else),
    ("alloc", Tok::Alloc),
    ("input", Tok::Input),
    ("null", Tok::Null),
];

/// Digits of the longest number that is read.
const MAX_DIGITS: usize = 10_000;

/// Splits a text into tokens; the last is always [`Tok::End`]. Characters that belong to no token are reported and left out.
pub(crate) fn tokens(text: &str, errors: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, pos: Pos { line: 1, column: 1 }, errors, out: Vec::new() };
    if text.starts_with('\u{feff}') {
        lexer.at = 3;
    }
    lexer.run();
    lexer.out
}

/// Whether a name may begin with a letter. The grammar has those of ASCII; other implementations take all, and nothing else begins with one.
pub(crate) fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

/// Whether a name may go on with it.
pub(crate) fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    pos: Pos,
    errors: &'a mut Vec<Diagnostic>,
    out: Vec<Token>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        loop {
            self.blank();
            let (start, pos) = (self.at, self.pos);
            let Some(c) = self.peek() else {
                self.out.push(Token { tok: Tok::End, pos, start: start as u32, end: start as u32 });
                return;
            };
            let tok = match c {
                c if is_name_start(c) => Some(self.word()),
                '0'..='9' => self.number(),
                _ => match self.symbol() {
                    None => {
                        self.unknown();
                        None
                    }
                    some => some,
                },
            };
            if let Some(tok) = tok {
                self.out.push(Token { tok, pos, start: start as u32, end: self.at as u32 });
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) {
        let Some(c) = self.peek() else { return };
        self.at += c.len_utf8();
        if c == '\n' {
            self.pos = Pos { line: self.pos.line + 1, column: 1 };
        } else {
            self.pos.column += 1;
        }
    }

    /// Skips blanks and comments.
    fn blank(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            if rest.starts_with("//") {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.bump();
                }
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let pos = self.pos;
                let end = comment.find("*/").map(|i| self.at + i + 4);
                if end.is_none() {
                    let hint = "a comment ends with `*/`";
                    self.errors.push(Diagnostic::new(pos, 2, "this comment does not end").hint(hint));
                }
                let end = end.unwrap_or(self.text.len());
                while self.at < end {
                    self.bump();
                }
            } else if self.peek().is_some_and(char::is_whitespace) {
                self.bump();
            } else {
                return;
            }
        }
    }

    fn word(&mut self) -> Tok {
        let start = self.at;
        while self.peek().is_some_and(is_name_part) {
            self.bump();
        }
        let word = &self.text[start..self.at];
        KEYWORDS.iter().find(|(k, _)| *k == word).map_or(Tok::Ident, |k| k.1)
    }

    fn number(&mut self) -> Option<Tok> {
        let (start, pos) = (self.at, self.pos);
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.bump();
        }
        let digits = self.at - start;
        while self.peek().is_some_and(is_name_part) {
            self.bump();
        }
        let len = self.at - start;
        if len > digits {
            let message = "this is neither a number nor a name";
            let hint = "names do not begin with a digit; numbers are written with the digits 0 to 9 only";
            self.errors.push(Diagnostic::new(pos, len as u32, message).hint(hint));
        } else if digits > MAX_DIGITS {
            let message = format!("a number of {digits} digits is too long");
            let hint = format!("at most {MAX_DIGITS} digits are read");
            self.errors.push(Diagnostic::new(pos, len as u32, message).hint(hint));
        }
        Some(Tok::Number)
    }

    fn symbol(&mut self) -> Option<Tok> {
        const SYMBOLS: [(&str, Tok); 25] = [
            ("==", Tok::EqEq),
            ("!=", Tok::NotEq),
            ("<=", Tok::LessEq),
            (">=", Tok::GreaterEq),
            ("&&", Tok::AndAnd),
            ("||", Tok::OrOr),
            ("(", Tok::LParen),
            (")", Tok::RParen),
            ("{", Tok::LBrace),
            ("}", Tok::RBrace),
            ("[", Tok::LBracket),
            ("]", Tok::RBracket),
            (",", Tok::Comma),
            (";", Tok::Semi),
            (":", Tok::Colon),
            (".", Tok::Dot),
            ("=", Tok::Assign),
            ("&", Tok::Amp),
            ("!", Tok::Not),
            ("+", Tok::Plus),
            ("-", Tok::Minus),
            ("*", Tok::Star),
            ("/", Tok::Slash),
            ("<", Tok::Less),
            (">", Tok::Greater),
        ];
        let rest = &self.text[self.at..];
        let (text, tok) = SYMBOLS.iter().find(|(s, _)| rest.starts_with(s))?;
        text.chars().for_each(|_| self.bump());
        Some(*tok)
    }

    /// Reports a run of characters that no token begins with.
    fn unknown(&mut self) {
        let pos = self.pos;
        let first = self.peek().unwrap_or(' ');
        let mut len = 0;
        while self.peek() == Some(first) {
            self.bump();
            len += 1;
        }
        let hint = match first {
            '|' => Some("\"or\" is written `||`"),
            '%' => Some("there is no remainder operator: `a - a / b * b` computes it"),
            '"' | '\'' => Some("there are no texts or characters, only numbers"),
            '#' => Some("a comment begins with `//`"),
            '^' | '~' => Some("there are no operators on bits"),
            _ => None,
        };
        let shown = if first.is_control() { first.escape_unicode().to_string() } else { first.to_string() };
        let mut d = Diagnostic::new(pos, len, format!("`{shown}` means nothing here"));
        d.hint = hint.map(str::to_string);
        self.errors.push(d);
    }
}
