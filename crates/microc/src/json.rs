//! The tree as JSON and back.
//!
//! Every node is an object with its `kind` and `pos` (line and column) and its parts by name; numbers are texts of decimal digits,
//! so that no reader rounds them. [`import`] reads what [`export`] writes, with any layout and any order of the members.

mod read;
mod value;

pub use read::import;

use crate::ast::{Ast, ExprId, ExprKind, Function, Ident, Pos, StmtId, StmtKind};

/// The program as JSON; with `indent` spaces per level, or all on one line if it is 0.
pub fn export(ast: &Ast, indent: usize) -> String {
    let mut w = Writer { ast, out: String::new(), indent, depth: 0, first: true };
    w.open("{");
    w.text_member("kind", "Program");
    w.text_member("file", &ast.file);
    w.list_member("functions", &ast.functions, |w, f| w.function(f));
    w.close("}");
    w.out.push('\n');
    w.out
}

/// How a kind of expression is called in JSON.
fn expr_word(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Number(_) => "Number",
        ExprKind::Name(_) => "Identifier",
        ExprKind::Input => "Input",
        ExprKind::Null => "Null",
        ExprKind::Alloc(_) => "Alloc",
        ExprKind::Ref(_) => "VarRef",
        ExprKind::Deref(_) => "Deref",
        ExprKind::Not(_) => "Not",
        ExprKind::Neg(_) => "Neg",
        ExprKind::Binary { .. } => "BinaryOp",
        ExprKind::Field { .. } => "FieldAccess",
        ExprKind::Index { .. } => "ArrayAccess",
        ExprKind::Call { .. } => "Call",
        ExprKind::Array(_) => "Array",
        ExprKind::Record(_) => "Record",
    }
}

struct Writer<'a> {
    ast: &'a Ast,
    out: String,
    indent: usize,
    depth: usize,
    /// Nothing is written yet at the present level.
    first: bool,
}

impl Writer<'_> {
    fn function(&mut self, f: &Function) {
        self.open("{");
        self.text_member("kind", "Function");
        self.pos_member("pos", f.pos);
        self.text_member("name", self.ast.name(f.name));
        self.list_member("params", &f.params, |w, p| w.ident("IdentifierDecl", *p));
        self.list_member("vars", &f.vars, |w, v| {
            w.open("{");
            w.text_member("kind", "Var");
            w.pos_member("pos", v.pos);
            w.list_member("names", &v.names, |w, n| w.ident("IdentifierDecl", *n));
            w.close("}");
        });
        self.list_member("body", &f.body, |w, s| w.stmt(*s));
        self.key("result");
        self.expr(f.result);
        self.pos_member("returnPos", f.return_pos);
        self.pos_member("end", f.end);
        self.close("}");
    }

    fn ident(&mut self, kind: &str, ident: Ident) {
        self.open("{");
        self.text_member("kind", kind);
        self.pos_member("pos", ident.pos);
        self.text_member("name", self.ast.name(ident.name));
        self.close("}");
    }

    fn stmt(&mut self, id: StmtId) {
        let s = self.ast.stmt(id);
        let word = match &s.kind {
            StmtKind::Output(_) => "Output",
            StmtKind::While { .. } => "While",
            StmtKind::If { .. } => "If",
            StmtKind::Block(_) => "Block",
            StmtKind::Assign { .. } => "Assignment",
        };
        self.open("{");
        self.text_member("kind", word);
        self.pos_member("pos", s.pos);
        match &s.kind {
            StmtKind::Output(e) => self.expr_member("value", *e),
            StmtKind::While { cond, body } => {
                self.expr_member("guard", *cond);
                self.key("body");
                self.stmt(*body);
            }
            StmtKind::If { cond, then, els } => {
                self.expr_member("guard", *cond);
                self.key("then");
                self.stmt(*then);
                if let Some(els) = els {
                    self.key("else");
                    self.stmt(*els);
                }
            }
            StmtKind::Block(list) => self.list_member("body", list, |w, s| w.stmt(*s)),
            StmtKind::Assign { target, value } => {
                self.expr_member("target", *target);
                self.expr_member("value", *value);
            }
        }
        self.close("}");
    }

    fn expr(&mut self, id: ExprId) {
        let e = self.ast.expr(id);
        self.open("{");
        self.text_member("kind", expr_word(&e.kind));
        self.pos_member("pos", e.pos);
        match &e.kind {
            ExprKind::Number(n) => self.text_member("value", &n.to_string()),
            ExprKind::Name(n) => self.text_member("name", self.ast.name(*n)),
            ExprKind::Input | ExprKind::Null => {}
            ExprKind::Alloc(x) | ExprKind::Deref(x) | ExprKind::Not(x) | ExprKind::Neg(x) => self.expr_member("expr", *x),
            ExprKind::Ref(name) => {
                self.text_member("name", self.ast.name(name.name));
                self.pos_member("namePos", name.pos);
            }
            ExprKind::Binary { op, left, right } => {
                self.text_member("op", op.text());
                self.expr_member("left", *left);
                self.expr_member("right", *right);
            }
            ExprKind::Field { of, field } => {
                self.expr_member("of", *of);
                self.text_member("field", self.ast.name(field.name));
                self.pos_member("fieldPos", field.pos);
            }
            ExprKind::Index { of, index } => {
                self.expr_member("of", *of);
                self.expr_member("index", *index);
            }
            ExprKind::Call { callee, args } => {
                self.expr_member("callee", *callee);
                self.list_member("args", args, |w, a| w.expr(*a));
            }
            ExprKind::Array(list) => self.list_member("elements", list, |w, e| w.expr(*e)),
            ExprKind::Record(fields) => self.list_member("fields", fields, |w, (name, value)| {
                w.open("{");
                w.text_member("kind", "Field");
                w.pos_member("pos", name.pos);
                w.text_member("name", w.ast.name(name.name));
                w.expr_member("value", *value);
                w.close("}");
            }),
        }
        self.close("}");
    }

    fn expr_member(&mut self, key: &str, value: ExprId) {
        self.key(key);
        self.expr(value);
    }

    fn list_member<T>(&mut self, key: &str, list: &[T], mut item: impl FnMut(&mut Self, &T)) {
        self.key(key);
        self.open("[");
        for x in list {
            self.separate();
            item(self, x);
            self.first = false;
        }
        self.close("]");
    }

    fn text_member(&mut self, key: &str, value: &str) {
        self.key(key);
        value::quote(value, &mut self.out);
    }

    fn pos_member(&mut self, key: &str, pos: Pos) {
        self.key(key);
        let gap = if self.indent > 0 { " " } else { "" };
        self.out.push_str(&format!("[{},{gap}{}]", pos.line, pos.column));
    }

    fn key(&mut self, key: &str) {
        self.separate();
        value::quote(key, &mut self.out);
        self.out.push_str(if self.indent > 0 { ": " } else { ":" });
        self.first = false;
    }

    fn open(&mut self, bracket: &str) {
        self.out.push_str(bracket);
        self.depth += 1;
        self.first = true;
    }

    fn close(&mut self, bracket: &str) {
        self.depth -= 1;
        if !self.first {
            self.line();
        }
        self.out.push_str(bracket);
        self.first = false;
    }

    fn separate(&mut self) {
        if !self.first {
            self.out.push(',');
        }
        self.line();
    }

    fn line(&mut self) {
        if self.indent > 0 {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n(' ', self.depth * self.indent));
        }
    }
}
