//! From tokens to the tree. After an error the parser goes on with the next statement, so that one run reports several.

mod expr;

use crate::MAX_DEPTH;
use crate::ast::{Ast, ExprId, ExprKind, Function, Ident, Pos, StmtId, StmtKind, VarDecl};
use crate::diagnostic::{self, Diagnostic};
use crate::lexer::{Tok, Token, tokens};

/// Reads a program without checking its names; see [`crate::parse`].
pub(crate) fn parse_unchecked(file: &str, text: &str) -> Result<Ast, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    if text.len() > u32::MAX as usize / 2 {
        errors.push(Diagnostic::new(Pos { line: 1, column: 1 }, 1, "the program is too long"));
        diagnostic::finish(&mut errors, file, "");
        return Err(errors);
    }
    let tokens = tokens(text, &mut errors);
    let mut parser = Parser::new(file, text, tokens, errors);
    parser.program();
    if parser.errors.is_empty() {
        return Ok(parser.ast);
    }
    diagnostic::finish(&mut parser.errors, file, text);
    Err(parser.errors)
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    ast: Ast,
    /// By expression and by statement: how deep it is.
    expr_depth: Vec<u32>,
    stmt_depth: Vec<u32>,
    errors: Vec<Diagnostic>,
    /// An error was reported and the place to go on is not yet found; until then no further ones are reported.
    panic: bool,
    /// Brackets, prefix operators and statements that are open.
    nesting: u32,
}

impl<'a> Parser<'a> {
    fn new(file: &str, text: &'a str, tokens: Vec<Token>, errors: Vec<Diagnostic>) -> Self {
        let (expr_depth, stmt_depth) = (Vec::new(), Vec::new());
        let ast = Ast::new(file);
        Parser { text, tokens, at: 0, ast, expr_depth, stmt_depth, errors, panic: false, nesting: 0 }
    }

    fn program(&mut self) {
        while self.peek() != Tok::End {
            let start = self.at;
            match self.function() {
                Some(f) => self.ast.functions.push(f),
                None => self.skip_function(start),
            }
        }
    }

    fn function(&mut self) -> Option<Function> {
        if self.peek() != Tok::Ident {
            let hint = "a program is a list of functions: `name(a, b) { var x; ... return x; }`";
            self.error_here("expected the name of a function", Some(hint));
            return None;
        }
        let name = self.ident()?;
        self.expect(Tok::LParen, "`(` and the parameters of the function")?;
        let mut params = Vec::new();
        if self.peek() != Tok::RParen {
            params = self.idents("the name of a parameter")?;
        }
        self.expect(Tok::RParen, "`)` after the parameters")?;
        self.expect(Tok::LBrace, "`{` and the body of the function")?;
        let mut vars = Vec::new();
        while self.peek() == Tok::Var {
            match self.var() {
                Some(v) => vars.push(v),
                None => self.resume(self.at),
            }
        }
        let body = self.statements(true);
        let return_pos = self.pos();
        if self.peek() != Tok::Return {
            let hint = "the last statement of every function is `return` with a value";
            self.error_here(format!("`{}` does not end with a `return`", self.ast.name(name.name)), Some(hint));
            if self.peek() == Tok::RBrace {
                self.bump();
                self.panic = false;
            }
            return None;
        }
        self.bump();
        let result = self.expr();
        self.semicolon("after the returned value");
        if self.panic {
            self.resume(self.at);
        }
        let end = self.pos();
        if !matches!(self.peek(), Tok::RBrace | Tok::End) {
            let hint = "a function has one `return`, and it is its last statement; compute the value into a variable before";
            self.error_here("there is something after the `return`", Some(hint));
            return None;
        }
        self.expect(Tok::RBrace, "`}` at the end of the function")?;
        Some(Function { name: name.name, pos: name.pos, params, vars, body, result, return_pos, end })
    }

    /// `var a, b;`
    fn var(&mut self) -> Option<VarDecl> {
        let pos = self.pos();
        self.bump();
        let names = self.idents("the name of a variable")?;
        if self.peek() == Tok::Assign {
            let hint = "a variable gets its first value by an assignment of its own, after all declarations";
            self.error_here("a declaration has no value", Some(hint));
            return None;
        }
        self.semicolon("after the declaration").then_some(VarDecl { pos, names })
    }

    fn idents(&mut self, what: &str) -> Option<Vec<Ident>> {
        let mut out = Vec::new();
        loop {
            if self.peek() != Tok::Ident {
                self.expected(what);
                return None;
            }
            out.push(self.ident()?);
            if self.peek() != Tok::Comma {
                return Some(out);
            }
            self.bump();
        }
    }

    /// Statements up to a `}`, and in a function up to its `return`.
    fn statements(&mut self, in_function: bool) -> Vec<StmtId> {
        let mut out = Vec::new();
        loop {
            let start = self.at;
            match self.peek() {
                Tok::RBrace | Tok::End => return out,
                Tok::Return if in_function => return out,
                _ => {}
            }
            match self.statement() {
                Some(s) if !self.panic => out.push(s),
                _ => self.resume(start),
            }
        }
    }

    fn statement(&mut self) -> Option<StmtId> {
        if !self.enter() {
            return None;
        }
        let out = self.statement_inside();
        self.nesting -= 1;
        out
    }

    fn statement_inside(&mut self) -> Option<StmtId> {
        let pos = self.pos();
        let kind = match self.peek() {
            Tok::LBrace if !self.is_record() => {
                self.bump();
                let body = self.statements(false);
                self.expect(Tok::RBrace, "`}` at the end of the block")?;
                StmtKind::Block(body)
            }
            Tok::If => {
                self.bump();
                let cond = self.condition("if")?;
                let then = self.statement()?;
                let els = if self.peek() == Tok::Else {
                    self.bump();
                    Some(self.statement()?)
                } else {
                    None
                };
                StmtKind::If { cond, then, els }
            }
            Tok::While => {
                self.bump();
                let cond = self.condition("while")?;
                let body = self.statement()?;
                StmtKind::While { cond, body }
            }
            Tok::Output => {
                self.bump();
                let value = self.expr();
                self.semicolon("after the output");
                StmtKind::Output(value)
            }
            _ => self.assignment()?,
        };
        Some(self.add_stmt(pos, kind))
    }

    fn assignment(&mut self) -> Option<StmtKind> {
        let (message, hint) = match self.peek() {
            Tok::Var => (
                "a declaration comes too late",
                "all `var` statements stand at the beginning of the function, before the first other statement",
            ),
            Tok::Return => (
                "a `return` inside a block",
                "the one `return` is the last statement of a function, outside of any block; or a `}` is missing before it",
            ),
            Tok::Else => ("an `else` without an `if`", "`else` follows directly after the statement or block of its `if`"),
            Tok::Semi => {
                ("a statement is missing in front of this `;`", "there is no empty statement: remove the `;`, or write `{}`")
            }
            _ => ("", ""),
        };
        if !message.is_empty() {
            self.error_here(message, Some(hint));
            return None;
        }
        if self.is_for_loop() {
            let hint = "there is no `for`; write `i = 0; while (i < n) { ..; i = i + 1; }`";
            self.error_here("expected a statement, found `for`", Some(hint));
            while !matches!(self.peek(), Tok::RParen | Tok::End) {
                self.bump();
            }
            return None;
        }
        let target = self.expr();
        if self.panic {
            return None;
        }
        if self.peek() != Tok::Assign {
            let hint = match (&self.ast.expr(target).kind, self.peek()) {
                (ExprKind::Name(_), Tok::Ident) => Some("variables are declared at the beginning of the function: `var x;`"),
                (ExprKind::Call { .. }, _) => Some("a call is no statement: assign its result to a variable, `x = f(..);`"),
                (_, Tok::Semi) => {
                    Some("an expression is no statement: assign it to a variable, `x = ..;`, or write `output ..;`")
                }
                (_, Tok::EqEq) => Some("an assignment is written with one `=`"),
                _ => None,
            };
            self.error_here(format!("expected `=`, found {}", self.shown()), hint);
            return None;
        }
        self.bump();
        let value = self.expr();
        self.semicolon("after the assignment");
        Some(StmtKind::Assign { target, value })
    }

    /// A statement that begins with a record and not with a block: nothing of use, but there is a good message about it.
    fn is_record(&self) -> bool {
        let tok = |i: usize| self.tokens.get(self.at + i).map(|t| t.tok);
        tok(1) == Some(Tok::Ident) && tok(2) == Some(Tok::Colon)
    }

    /// A `for` as in C; as a call of a function `for`, nobody means it.
    fn is_for_loop(&self) -> bool {
        let t = self.tokens[self.at];
        if t.tok != Tok::Ident || &self.text[t.start as usize..t.end as usize] != "for" {
            return false;
        }
        let rest = self.tokens[self.at..].iter().map(|t| t.tok);
        self.tokens[self.at + 1].tok == Tok::LParen && rest.take_while(|t| *t != Tok::RParen).any(|t| t == Tok::Semi)
    }

    /// `( e )`; after an error in it, the statement behind it is still read.
    fn condition(&mut self, word: &str) -> Option<ExprId> {
        self.expect(Tok::LParen, &format!("`(` and the condition after `{word}`"))?;
        let cond = self.expr();
        if !self.panic && self.peek() == Tok::Assign {
            self.error_here("an assignment is no condition", Some("compare with `==`"));
        }
        if !self.panic {
            self.expect(Tok::RParen, "`)` after the condition");
        } else if self.skip_to_close() {
            self.panic = false;
            return Some(cond);
        }
        (!self.panic).then_some(cond)
    }

    /// Skips the rest of a condition and its `)`, if it ends before the next statement begins.
    fn skip_to_close(&mut self) -> bool {
        let mut depth = 0usize;
        let mut at = self.at;
        loop {
            match self.tokens[at].tok {
                Tok::LParen => depth += 1,
                Tok::RParen if depth == 0 => break,
                Tok::RParen => depth -= 1,
                Tok::Semi | Tok::LBrace | Tok::RBrace | Tok::End => return false,
                _ => {}
            }
            at += 1;
        }
        self.at = at + 1;
        true
    }

    /// Skips what is left of a statement in which an error was found; `start` is where it began. Makes progress.
    fn resume(&mut self, start: usize) {
        self.panic = false;
        // Braces of records that were opened and not closed.
        let mut depth = 0usize;
        for t in &self.tokens[start..self.at] {
            match t.tok {
                Tok::LBrace => depth += 1,
                Tok::RBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        loop {
            match self.peek() {
                Tok::End => return,
                Tok::Semi if depth == 0 => {
                    self.bump();
                    return;
                }
                Tok::LBrace => depth += 1,
                Tok::RBrace if depth == 0 => return,
                Tok::RBrace => {
                    depth -= 1;
                    let goes_on = matches!(
                        self.tokens[self.at + 1].tok,
                        Tok::Semi | Tok::Comma | Tok::RParen | Tok::RBracket | Tok::Dot | Tok::Else
                    );
                    if depth == 0 && !goes_on {
                        self.bump();
                        return;
                    }
                }
                Tok::If | Tok::While | Tok::Output | Tok::Return | Tok::Var if depth == 0 && self.at > start => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips to the next function: a name and `(` after the braces that are open are closed.
    fn skip_function(&mut self, start: usize) {
        self.panic = false;
        let mut depth = 0usize;
        for t in &self.tokens[start..self.at] {
            match t.tok {
                Tok::LBrace => depth += 1,
                Tok::RBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        // Stopped right behind a whole function.
        if self.at > start && depth == 0 && self.tokens[self.at - 1].tok == Tok::RBrace {
            return;
        }
        loop {
            match self.peek() {
                Tok::End => return,
                Tok::LBrace => depth += 1,
                Tok::RBrace if depth <= 1 => {
                    self.bump();
                    return;
                }
                Tok::RBrace => depth -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    // Tokens.

    fn peek(&self) -> Tok {
        self.tokens[self.at].tok
    }

    fn pos(&self) -> Pos {
        self.tokens[self.at].pos
    }

    fn bump(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn ident(&mut self) -> Option<Ident> {
        if self.peek() != Tok::Ident {
            self.expected("a name");
            return None;
        }
        let pos = self.pos();
        let t = self.tokens[self.at];
        let name = self.ast.intern(&self.text[t.start as usize..t.end as usize]);
        self.bump();
        Some(Ident { name, pos })
    }

    /// Takes a token, or reports what was expected.
    fn expect(&mut self, tok: Tok, what: &str) -> Option<()> {
        if !self.panic && self.peek() == tok {
            self.bump();
            return Some(());
        }
        self.expected(what);
        None
    }

    /// Takes a `;`. A missing one at the end of a line is reported there, and the next line is read as usual.
    fn semicolon(&mut self, after: &str) -> bool {
        if self.panic {
            return false;
        }
        if self.peek() == Tok::Semi {
            self.bump();
            return true;
        }
        let before = self.tokens[self.at.saturating_sub(1)];
        let text = &self.text[before.start as usize..before.end as usize];
        let column = before.pos.column + text.chars().count() as u32;
        if before.pos.line < self.pos().line || self.peek() == Tok::RBrace {
            let pos = Pos { line: before.pos.line, column };
            self.errors.push(Diagnostic::new(pos, 1, format!("expected `;` {after}")));
            return true;
        }
        self.expected(&format!("`;` {after}"));
        false
    }

    // Errors.

    fn expected(&mut self, what: &str) {
        let hint = match (self.peek(), what) {
            (Tok::End, _) => Some("a `}` or `)` may be missing"),
            (Tok::Assign, "an expression") if self.at > 0 && is_arithmetic(self.tokens[self.at - 1].tok) => {
                Some("there is no short form: write `x = x + ..`")
            }
            (
                Tok::Var | Tok::Return | Tok::Output | Tok::While | Tok::If | Tok::Else | Tok::Alloc | Tok::Input | Tok::Null,
                w,
            ) if w.contains("name") => Some("this word belongs to the language and is no name"),
            _ => None,
        };
        self.error_here(format!("expected {what}, found {}", self.shown()), hint);
    }

    /// The present token, for messages.
    fn shown(&self) -> String {
        let t = self.tokens[self.at];
        if t.tok == Tok::End {
            return "the end of the file".to_string();
        }
        let text = &self.text[t.start as usize..t.end as usize];
        if text.len() > 40 { format!("`{}...`", text.chars().take(30).collect::<String>()) } else { format!("`{text}`") }
    }

    fn error_here(&mut self, message: impl Into<String>, hint: Option<&str>) {
        if self.panic {
            return;
        }
        self.panic = true;
        let t = self.tokens[self.at];
        let len = self.text[t.start as usize..t.end as usize].chars().count() as u32;
        let mut d = Diagnostic::new(t.pos, len, message);
        d.hint = hint.map(str::to_string);
        self.errors.push(d);
    }

    // Depth.

    /// Opens a level of nesting; false if there are too many. The caller lowers `nesting` again.
    fn enter(&mut self) -> bool {
        if self.nesting > MAX_DEPTH {
            self.too_deep(self.pos());
            return false;
        }
        self.nesting += 1;
        true
    }

    /// Reports nesting that is too deep and gives the rest of the program up.
    fn too_deep(&mut self, pos: Pos) {
        let hint = "split it: compute parts of it into variables, or move them into functions";
        let message = format!("the program is nested deeper here than the {MAX_DEPTH} levels that are supported");
        self.errors.push(Diagnostic::new(pos, 1, message).hint(hint));
        self.panic = true;
        self.at = self.tokens.len() - 1;
    }

    fn add_expr(&mut self, pos: Pos, kind: ExprKind) -> ExprId {
        let mut depth = 0;
        kind.children(|e| depth = depth.max(self.expr_depth[e.0 as usize]));
        if depth >= MAX_DEPTH && !self.panic {
            self.too_deep(pos);
        }
        self.expr_depth.push(depth + 1);
        self.ast.add_expr(pos, kind)
    }

    fn add_stmt(&mut self, pos: Pos, kind: StmtKind) -> StmtId {
        let expr = |e: ExprId| self.expr_depth[e.0 as usize];
        let stmt = |s: StmtId| self.stmt_depth[s.0 as usize];
        let depth = match &kind {
            StmtKind::Output(e) => expr(*e),
            StmtKind::While { cond, body } => expr(*cond).max(stmt(*body)),
            StmtKind::If { cond, then, els } => expr(*cond).max(stmt(*then)).max(els.map_or(0, stmt)),
            StmtKind::Block(list) => list.iter().map(|&s| stmt(s)).max().unwrap_or(0),
            StmtKind::Assign { target, value } => expr(*target).max(expr(*value)),
        };
        if depth >= MAX_DEPTH && !self.panic {
            self.too_deep(pos);
        }
        self.stmt_depth.push(depth + 1);
        self.ast.add_stmt(pos, kind)
    }
}

fn is_arithmetic(tok: Tok) -> bool {
    matches!(tok, Tok::Plus | Tok::Minus | Tok::Star | Tok::Slash)
}
