//! The tree as JSON and back.
//!
//! Every node is an object with its `kind` and `pos` (line and column) and its parts by name; numbers are texts of decimal digits,
//! so that no reader rounds them. [`import`] reads what [`export`] writes, with any layout and any order of the members.

mod read;

pub use read::import;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::ser::PrettyFormatter;
use serde_json::value::RawValue;

use crate::ast::{Ast, ExprId, ExprKind, Function, Ident, Pos, StmtId, StmtKind, VarDecl};

/// The program as JSON; with `indent` spaces per level, or all on one line if it is 0.
pub fn export(ast: &Ast, indent: usize) -> String {
    let program = In(Tree { ast, spaced: indent > 0 }, ast);
    let mut out = Vec::new();
    let done = if indent > 0 {
        let spaces = " ".repeat(indent);
        program.serialize(&mut serde_json::Serializer::with_formatter(&mut out, PrettyFormatter::with_indent(spaces.as_bytes())))
    } else {
        program.serialize(&mut serde_json::Serializer::new(&mut out))
    };
    done.expect("a tree has texts for keys, and memory takes what is written");
    out.push(b'\n');
    String::from_utf8(out).expect("JSON is written in UTF-8")
}

/// What every node needs in order to be written.
#[derive(Clone, Copy)]
struct Tree<'a> {
    ast: &'a Ast,
    /// A blank behind the comma of a position, which stays on its line.
    spaced: bool,
}

/// A node with its tree.
struct In<'a, T>(Tree<'a>, &'a T);

/// Nodes of one kind with their tree.
struct List<'a, T>(Tree<'a>, &'a [T]);

/// What is an object in JSON.
trait Node {
    fn members<M: SerializeMap>(&self, to: &mut Members<'_, M>) -> Result<(), M::Error>;
}

impl<T: Node> Serialize for In<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.1.members(&mut Members { tree: self.0, map: &mut map })?;
        map.end()
    }
}

impl<T: Node> Serialize for List<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.1.iter().map(|item| In(self.0, item)))
    }
}

/// An object that is being written.
struct Members<'a, M> {
    tree: Tree<'a>,
    map: &'a mut M,
}

impl<M: SerializeMap> Members<'_, M> {
    fn text(&mut self, key: &str, value: &str) -> Result<(), M::Error> {
        self.map.serialize_entry(key, value)
    }

    fn pos(&mut self, key: &str, pos: Pos) -> Result<(), M::Error> {
        let gap = if self.tree.spaced { " " } else { "" };
        let text = RawValue::from_string(format!("[{},{gap}{}]", pos.line, pos.column)).expect("a list of two numbers is JSON");
        self.map.serialize_entry(key, &text)
    }

    fn node(&mut self, key: &str, node: &impl Node) -> Result<(), M::Error> {
        self.map.serialize_entry(key, &In(self.tree, node))
    }

    fn list(&mut self, key: &str, list: &[impl Node]) -> Result<(), M::Error> {
        self.map.serialize_entry(key, &List(self.tree, list))
    }
}

impl Node for Ast {
    fn members<M: SerializeMap>(&self, to: &mut Members<'_, M>) -> Result<(), M::Error> {
        to.text("kind", "Program")?;
        to.text("file", &self.file)?;
        to.list("functions", &self.functions)
    }
}

impl Node for Function {
    fn members<M: SerializeMap>(&self, to: &mut Members<'_, M>) -> Result<(), M::Error> {
        to.text("kind", "Function")?;
        to.pos("pos", self.pos)?;
        to.text("name", to.tree.ast.name(self.name))?;
        to.list("params", &self.params)?;
        to.list("vars", &self.vars)?;
        to.list("body", &self.body)?;
        to.node("result", &self.result)?;
        to.pos("returnPos", self.return_pos)?;
        to.pos("end", self.end)
    }
}

impl Node for VarDecl {
    fn members<M: SerializeMap>(&self, to: &mut Members<'_, M>) -> Result<(), M::Error> {
        to.text("kind", "Var")?;
        to.pos("pos", self.pos)?;
        to.list("names", &self.names)
    }
}

impl Node for Ident {
    fn members<M: SerializeMap>(&self, to: &mut Members<'_, M>) -> Result<(), M::Error> {
        to.text("kind", "IdentifierDecl")?;
        to.pos("pos", self.pos)?;
        to.text("name", to.tree.ast.name(self.name))
    }
}

/// A field of a record.
impl Node for (Ident, ExprId) {
    fn members<M: SerializeMap>(&self, to: &mut Members<'_, M>) -> Result<(), M::Error> {
        to.text("kind", "Field")?;
        to.pos("pos", self.0.pos)?;
        to.text("name", to.tree.ast.name(self.0.name))?;
        to.node("value", &self.1)
    }
}

impl Node for StmtId {
    fn members<M: SerializeMap>(&self, to: &mut Members<'_, M>) -> Result<(), M::Error> {
        let s = to.tree.ast.stmt(*self);
        let word = match &s.kind {
            StmtKind::Output(_) => "Output",
            StmtKind::While { .. } => "While",
            StmtKind::If { .. } => "If",
            StmtKind::Block(_) => "Block",
            StmtKind::Assign { .. } => "Assignment",
        };
        to.text("kind", word)?;
        to.pos("pos", s.pos)?;
        match &s.kind {
            StmtKind::Output(e) => to.node("value", e),
            StmtKind::While { cond, body } => {
                to.node("guard", cond)?;
                to.node("body", body)
            }
            StmtKind::If { cond, then, els } => {
                to.node("guard", cond)?;
                to.node("then", then)?;
                els.iter().try_for_each(|els| to.node("else", els))
            }
            StmtKind::Block(list) => to.list("body", list),
            StmtKind::Assign { target, value } => {
                to.node("target", target)?;
                to.node("value", value)
            }
        }
    }
}

impl Node for ExprId {
    fn members<M: SerializeMap>(&self, to: &mut Members<'_, M>) -> Result<(), M::Error> {
        let ast = to.tree.ast;
        let e = ast.expr(*self);
        to.text("kind", expr_word(&e.kind))?;
        to.pos("pos", e.pos)?;
        match &e.kind {
            ExprKind::Number(n) => to.text("value", &n.to_string()),
            ExprKind::Name(n) => to.text("name", ast.name(*n)),
            ExprKind::Input | ExprKind::Null => Ok(()),
            ExprKind::Alloc(x) | ExprKind::Deref(x) | ExprKind::Not(x) | ExprKind::Neg(x) => to.node("expr", x),
            ExprKind::Ref(name) => {
                to.text("name", ast.name(name.name))?;
                to.pos("namePos", name.pos)
            }
            ExprKind::Binary { op, left, right } => {
                to.text("op", op.text())?;
                to.node("left", left)?;
                to.node("right", right)
            }
            ExprKind::Field { of, field } => {
                to.node("of", of)?;
                to.text("field", ast.name(field.name))?;
                to.pos("fieldPos", field.pos)
            }
            ExprKind::Index { of, index } => {
                to.node("of", of)?;
                to.node("index", index)
            }
            ExprKind::Call { callee, args } => {
                to.node("callee", callee)?;
                to.list("args", args)
            }
            ExprKind::Array(list) => to.list("elements", list),
            ExprKind::Record(fields) => to.list("fields", fields),
        }
    }
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
