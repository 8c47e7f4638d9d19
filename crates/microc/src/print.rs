//! A program as text again, with as few parentheses as possible.

use num_bigint::Sign;

use crate::ast::{Ast, ExprId, ExprKind, Function, Ident, StmtId, StmtKind};

/// The whole program. Reading the result gives the same tree, positions and comments apart, and printing that gives
/// the same text. (A tree that no text has, an `if` without `else` directly before another one's `else`, is printed
/// with braces.)
pub fn print(ast: &Ast) -> String {
    let mut p = Printer { ast, out: String::new(), wrapped: None };
    for (i, f) in ast.functions.iter().enumerate() {
        if i > 0 {
            p.out.push('\n');
        }
        p.function(f);
    }
    p.out
}

/// One expression.
pub fn print_expr(ast: &Ast, id: ExprId) -> String {
    let mut p = Printer { ast, out: String::new(), wrapped: None };
    p.expr(id, 1, false);
    p.out
}

/// The first line of a statement: all of an assignment or output, the guard of an `if` or `while`; nothing of a block.
pub fn print_head(ast: &Ast, id: StmtId) -> String {
    let mut p = Printer { ast, out: String::new(), wrapped: None };
    p.head(id);
    p.out
}

/// The level of prefix operators, above those of [`crate::BinOp::level`].
const PREFIX: u8 = 6;
/// The level of what indices, fields and calls apply to.
const POSTFIX: u8 = 7;

struct Printer<'a> {
    ast: &'a Ast,
    out: String,
    /// A record that a statement begins with: in parentheses, or it would be read as a block.
    wrapped: Option<ExprId>,
}

impl Printer<'_> {
    fn function(&mut self, f: &Function) {
        self.out.push_str(self.ast.name(f.name));
        self.out.push('(');
        self.idents(&f.params);
        self.out.push_str(") {\n");
        for v in &f.vars {
            self.indent(1);
            self.out.push_str("var ");
            self.idents(&v.names);
            self.out.push_str(";\n");
        }
        for &s in &f.body {
            self.stmt(s, 1);
        }
        self.indent(1);
        self.out.push_str("return ");
        self.expr(f.result, 1, false);
        self.out.push_str(";\n}\n");
    }

    fn idents(&mut self, list: &[Ident]) {
        for (i, name) in list.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.out.push_str(self.ast.name(name.name));
        }
    }

    fn indent(&mut self, depth: usize) {
        self.out.extend(std::iter::repeat_n("    ", depth));
    }

    /// A statement on lines of its own.
    fn stmt(&mut self, id: StmtId, depth: usize) {
        self.indent(depth);
        self.unindented(id, depth);
    }

    fn unindented(&mut self, id: StmtId, depth: usize) {
        match &self.ast.stmt(id).kind {
            StmtKind::Output(_) | StmtKind::Assign { .. } => {
                self.head(id);
                self.out.push('\n');
            }
            StmtKind::Block(list) => {
                self.block(list, depth);
                self.out.push('\n');
            }
            StmtKind::While { body, .. } => {
                self.head(id);
                self.branch(*body, depth, false);
                self.end_line();
            }
            StmtKind::If { then, els, .. } => {
                self.head(id);
                self.branch(*then, depth, els.is_some() && self.open(*then));
                let Some(els) = *els else { return self.end_line() };
                if self.out.ends_with('\n') {
                    self.indent(depth);
                } else {
                    self.out.push(' ');
                }
                self.out.push_str("else");
                if matches!(self.ast.stmt(els).kind, StmtKind::If { .. }) {
                    self.out.push(' ');
                    return self.unindented(els, depth);
                }
                self.branch(els, depth, false);
                self.end_line();
            }
        }
    }

    /// What follows a guard or `else`: a block on the same line, anything else on the next one.
    fn branch(&mut self, id: StmtId, depth: usize, braces: bool) {
        match &self.ast.stmt(id).kind {
            StmtKind::Block(list) => {
                self.out.push(' ');
                self.block(list, depth);
            }
            _ if braces => {
                self.out.push(' ');
                self.block(&[id], depth);
            }
            _ => {
                self.out.push('\n');
                self.stmt(id, depth + 1);
            }
        }
    }

    fn block(&mut self, list: &[StmtId], depth: usize) {
        if list.is_empty() {
            self.out.push_str("{}");
            return;
        }
        self.out.push_str("{\n");
        list.iter().for_each(|&s| self.stmt(s, depth + 1));
        self.indent(depth);
        self.out.push('}');
    }

    fn end_line(&mut self) {
        if !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    /// Whether an `else` right behind a statement would belong to an `if` in it.
    fn open(&self, mut id: StmtId) -> bool {
        loop {
            match &self.ast.stmt(id).kind {
                StmtKind::If { els: None, .. } => return true,
                StmtKind::If { els: Some(s), .. } | StmtKind::While { body: s, .. } => id = *s,
                _ => return false,
            }
        }
    }

    fn head(&mut self, id: StmtId) {
        match &self.ast.stmt(id).kind {
            StmtKind::Output(e) => {
                self.out.push_str("output ");
                self.expr(*e, 1, false);
                self.out.push(';');
            }
            StmtKind::Assign { target, value } => {
                let first = self.first(*target);
                self.wrapped = matches!(self.ast.expr(first).kind, ExprKind::Record(_)).then_some(first);
                self.expr(*target, 1, false);
                self.wrapped = None;
                self.out.push_str(" = ");
                self.expr(*value, 1, false);
                self.out.push(';');
            }
            StmtKind::While { cond, .. } | StmtKind::If { cond, .. } => {
                let word = if matches!(self.ast.stmt(id).kind, StmtKind::While { .. }) { "while (" } else { "if (" };
                self.out.push_str(word);
                self.expr(*cond, 1, false);
                self.out.push(')');
            }
            StmtKind::Block(_) => {}
        }
    }

    /// The part of an expression that its text begins with, parentheses apart.
    fn first(&self, mut id: ExprId) -> ExprId {
        loop {
            match self.ast.expr(id).kind {
                ExprKind::Binary { left: of, .. } | ExprKind::Call { callee: of, .. } => id = of,
                ExprKind::Field { of, .. } | ExprKind::Index { of, .. } => id = of,
                _ => return id,
            }
        }
    }

    /// An expression at a place that takes operators of at least a level. `followed`: an operator comes right behind it.
    fn expr(&mut self, id: ExprId, level: u8, followed: bool) {
        let kind = &self.ast.expr(id).kind;
        let (own, greedy) = match kind {
            ExprKind::Binary { op, .. } => (op.level(), false),
            ExprKind::Not(_) | ExprKind::Alloc(_) => (PREFIX, true),
            ExprKind::Deref(_) | ExprKind::Neg(_) | ExprKind::Ref(_) => (PREFIX, false),
            _ => (POSTFIX, false),
        };
        if own < level || greedy && followed || self.wrapped == Some(id) {
            self.out.push('(');
            self.wrapped = None;
            self.plain(kind, false);
            self.out.push(')');
        } else {
            self.plain(kind, followed);
        }
    }

    fn plain(&mut self, kind: &ExprKind, followed: bool) {
        match kind {
            ExprKind::Number(n) => self.out.push_str(&n.to_string()),
            ExprKind::Name(n) => self.out.push_str(self.ast.name(*n)),
            ExprKind::Input => self.out.push_str("input"),
            ExprKind::Null => self.out.push_str("null"),
            ExprKind::Alloc(e) => {
                self.out.push_str("alloc ");
                self.expr(*e, 1, false);
            }
            ExprKind::Not(e) => {
                self.out.push('!');
                self.expr(*e, 1, false);
            }
            ExprKind::Ref(name) => {
                self.out.push('&');
                self.out.push_str(self.ast.name(name.name));
            }
            ExprKind::Deref(e) => {
                self.out.push('*');
                self.expr(*e, PREFIX, followed);
            }
            ExprKind::Neg(e) => self.negation(*e, followed),
            ExprKind::Binary { op, left, right } => {
                self.expr(*left, op.level(), true);
                self.out.push(' ');
                self.out.push_str(op.text());
                self.out.push(' ');
                self.expr(*right, op.level() + 1, followed);
            }
            ExprKind::Field { of, field } => {
                self.expr(*of, POSTFIX, false);
                self.out.push('.');
                self.out.push_str(self.ast.name(field.name));
            }
            ExprKind::Index { of, index } => {
                self.expr(*of, POSTFIX, false);
                self.list("[", &[*index], "]");
            }
            ExprKind::Call { callee, args } => {
                self.expr(*callee, POSTFIX, false);
                self.list("(", args, ")");
            }
            ExprKind::Array(elements) => self.list("[", elements, "]"),
            ExprKind::Record(fields) => {
                self.out.push('{');
                for (i, (name, value)) in fields.iter().enumerate() {
                    self.out.push_str(if i > 0 { ", " } else { "" });
                    self.out.push_str(self.ast.name(name.name));
                    self.out.push_str(": ");
                    self.expr(*value, 1, false);
                }
                self.out.push('}');
            }
        }
    }

    /// `-e`; a literal behind the `-` is put in parentheses, or the `-` would be read as a part of it.
    fn negation(&mut self, inner: ExprId, followed: bool) {
        self.out.push('-');
        let postfix = !matches!(self.ast.expr(inner).kind, ExprKind::Binary { .. });
        let literal = matches!(&self.ast.expr(self.first(inner)).kind, ExprKind::Number(n) if n.sign() != Sign::Minus);
        if postfix && literal {
            self.out.push('(');
            self.expr(inner, 1, false);
            self.out.push(')');
        } else {
            self.expr(inner, PREFIX, followed);
        }
    }

    fn list(&mut self, open: &str, list: &[ExprId], close: &str) {
        self.out.push_str(open);
        for (i, &e) in list.iter().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "" });
            self.expr(e, 1, false);
        }
        self.out.push_str(close);
    }
}
