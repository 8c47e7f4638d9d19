//! From JSON to the tree.

use num_bigint::BigInt;

use super::value::{self, Json, Kind};
use crate::MAX_DEPTH;
use crate::ast::{Ast, BinOp, ExprId, ExprKind, Function, Ident, Name, Pos, StmtId, StmtKind, VarDecl};
use crate::diagnostic::{self, Diagnostic};
use crate::lexer::{KEYWORDS, is_name_part, is_name_start};

/// Reads a program from what [`super::export`] writes, and checks it like [`crate::parse`]. Messages about the JSON itself have
/// their place in `text`; messages about the program have the positions that the JSON gives, without an excerpt.
pub fn import(text: &str) -> Result<Ast, Vec<Diagnostic>> {
    let whole = |mut d: Diagnostic| {
        d.file = "JSON".to_string();
        let mut list = vec![d];
        diagnostic::finish(&mut list, "JSON", text);
        list
    };
    let json = value::parse(text, 4 * MAX_DEPTH).map_err(whole)?;
    let mut r = Reader { ast: Ast::new("") };
    r.program(&json).map_err(whole)?;
    let mut errors = crate::check(&r.ast);
    if errors.is_empty() {
        return Ok(r.ast);
    }
    diagnostic::finish(&mut errors, &r.ast.file, "");
    Err(errors)
}

struct Reader {
    ast: Ast,
}

type Read<T> = Result<T, Diagnostic>;

fn wrong<T>(at: &Json, message: impl Into<String>) -> Read<T> {
    Err(Diagnostic::new(at.pos, 1, message))
}

impl Json {
    fn find(&self, key: &str) -> Option<&Json> {
        match &self.kind {
            Kind::Object(members) => members.iter().find(|(k, _)| k == key).map(|m| &m.1),
            _ => None,
        }
    }

    fn member(&self, key: &str) -> Read<&Json> {
        match self.find(key) {
            Some(v) => Ok(v),
            None => wrong(self, format!("expected an object with a member \"{key}\"")),
        }
    }

    fn text(&self, key: &str) -> Read<&str> {
        let v = self.member(key)?;
        match &v.kind {
            Kind::Text(t) => Ok(t),
            _ => wrong(v, format!("\"{key}\" is a text")),
        }
    }

    fn list(&self, key: &str) -> Read<&[Json]> {
        let v = self.member(key)?;
        match &v.kind {
            Kind::List(items) => Ok(items),
            _ => wrong(v, format!("\"{key}\" is a list")),
        }
    }

    /// A position; 1:1 if there is none, so that programs can be written by hand.
    fn place(&self, key: &str) -> Read<Pos> {
        let Some(v) = self.find(key) else { return Ok(Pos { line: 1, column: 1 }) };
        if let Kind::List(items) = &v.kind
            && let [Json { kind: Kind::Number(line), .. }, Json { kind: Kind::Number(column), .. }] = &items[..]
            && let (Ok(line), Ok(column)) = (line.parse(), column.parse())
        {
            return Ok(Pos { line, column });
        }
        wrong(v, format!("\"{key}\" is a list of line and column"))
    }
}

impl Reader {
    fn program(&mut self, json: &Json) -> Read<()> {
        if json.text("kind")? != "Program" {
            return wrong(json, "the outermost \"kind\" is \"Program\"");
        }
        self.ast.file = json.text("file")?.to_string();
        for f in json.list("functions")? {
            let f = self.function(f)?;
            self.ast.functions.push(f);
        }
        Ok(())
    }

    fn function(&mut self, json: &Json) -> Read<Function> {
        let name = self.name(json, "name")?;
        let mut params = Vec::new();
        for p in json.list("params")? {
            params.push(self.ident(p)?);
        }
        let mut vars = Vec::new();
        for v in json.list("vars")? {
            let mut names = Vec::new();
            for n in v.list("names")? {
                names.push(self.ident(n)?);
            }
            if names.is_empty() {
                return wrong(v, "a declaration has at least one name");
            }
            vars.push(VarDecl { pos: v.place("pos")?, names });
        }
        let body = self.stmts(json.list("body")?, MAX_DEPTH)?;
        let result = self.expr(json.member("result")?, MAX_DEPTH)?;
        let (pos, return_pos, end) = (json.place("pos")?, json.place("returnPos")?, json.place("end")?);
        Ok(Function { name, pos, params, vars, body, result, return_pos, end })
    }

    fn name(&mut self, json: &Json, key: &str) -> Read<Name> {
        let text = json.text(key)?;
        let mut chars = text.chars();
        let first = chars.next().is_some_and(is_name_start);
        let valid = first && chars.all(is_name_part) && KEYWORDS.iter().all(|k| k.0 != text);
        if valid { Ok(self.ast.intern(text)) } else { wrong(json, format!("{text:?} is no name")) }
    }

    fn ident(&mut self, json: &Json) -> Read<Ident> {
        Ok(Ident { name: self.name(json, "name")?, pos: json.place("pos")? })
    }

    fn stmts(&mut self, list: &[Json], depth: u32) -> Read<Vec<StmtId>> {
        list.iter().map(|s| self.stmt(s, depth)).collect()
    }

    fn stmt(&mut self, json: &Json, depth: u32) -> Read<StmtId> {
        let Some(depth) = depth.checked_sub(1) else { return wrong(json, too_deep()) };
        let kind = match json.text("kind")? {
            "Output" => StmtKind::Output(self.expr(json.member("value")?, depth)?),
            "While" => {
                let cond = self.expr(json.member("guard")?, depth)?;
                StmtKind::While { cond, body: self.stmt(json.member("body")?, depth)? }
            }
            "If" => {
                let cond = self.expr(json.member("guard")?, depth)?;
                let then = self.stmt(json.member("then")?, depth)?;
                let els = json.find("else").map(|s| self.stmt(s, depth)).transpose()?;
                StmtKind::If { cond, then, els }
            }
            "Block" => StmtKind::Block(self.stmts(json.list("body")?, depth)?),
            "Assignment" => {
                let target = self.expr(json.member("target")?, depth)?;
                StmtKind::Assign { target, value: self.expr(json.member("value")?, depth)? }
            }
            other => return wrong(json, format!("there is no statement of kind {other:?}")),
        };
        Ok(self.ast.add_stmt(json.place("pos")?, kind))
    }

    fn exprs(&mut self, list: &[Json], depth: u32) -> Read<Vec<ExprId>> {
        list.iter().map(|e| self.expr(e, depth)).collect()
    }

    fn expr(&mut self, json: &Json, depth: u32) -> Read<ExprId> {
        let Some(depth) = depth.checked_sub(1) else { return wrong(json, too_deep()) };
        let kind = match json.text("kind")? {
            "Number" => ExprKind::Number(number(json)?),
            "Identifier" => ExprKind::Name(self.name(json, "name")?),
            "Input" => ExprKind::Input,
            "Null" => ExprKind::Null,
            "Alloc" => ExprKind::Alloc(self.expr(json.member("expr")?, depth)?),
            "VarRef" => ExprKind::Ref(Ident { name: self.name(json, "name")?, pos: json.place("namePos")? }),
            "Deref" => ExprKind::Deref(self.expr(json.member("expr")?, depth)?),
            "Not" => ExprKind::Not(self.expr(json.member("expr")?, depth)?),
            "Neg" => ExprKind::Neg(self.expr(json.member("expr")?, depth)?),
            "BinaryOp" => {
                let text = json.text("op")?;
                let Some(op) = BinOp::ALL.into_iter().find(|op| op.text() == text) else {
                    return wrong(json, format!("there is no operator {text:?}"));
                };
                let left = self.expr(json.member("left")?, depth)?;
                ExprKind::Binary { op, left, right: self.expr(json.member("right")?, depth)? }
            }
            "FieldAccess" => {
                let of = self.expr(json.member("of")?, depth)?;
                ExprKind::Field { of, field: Ident { name: self.name(json, "field")?, pos: json.place("fieldPos")? } }
            }
            "ArrayAccess" => {
                let of = self.expr(json.member("of")?, depth)?;
                ExprKind::Index { of, index: self.expr(json.member("index")?, depth)? }
            }
            "Call" => {
                let callee = self.expr(json.member("callee")?, depth)?;
                ExprKind::Call { callee, args: self.exprs(json.list("args")?, depth)? }
            }
            "Array" => ExprKind::Array(self.exprs(json.list("elements")?, depth)?),
            "Record" => {
                let mut fields = Vec::new();
                for f in json.list("fields")? {
                    fields.push((self.ident(f)?, self.expr(f.member("value")?, depth)?));
                }
                ExprKind::Record(fields)
            }
            other => return wrong(json, format!("there is no expression of kind {other:?}")),
        };
        Ok(self.ast.add_expr(json.place("pos")?, kind))
    }
}

fn too_deep() -> String {
    format!("the program is nested deeper here than the {MAX_DEPTH} levels that are supported")
}

fn number(json: &Json) -> Read<BigInt> {
    let v = json.member("value")?;
    let (Kind::Text(t) | Kind::Number(t)) = &v.kind else { return wrong(v, "the value of a number is a text of digits") };
    let digits = t.strip_prefix('-').unwrap_or(t);
    let valid = !digits.is_empty() && digits.len() <= 10_000 && digits.bytes().all(|b| b.is_ascii_digit());
    match t.parse() {
        Ok(n) if valid => Ok(n),
        _ => wrong(v, "the value of a number has the digits 0 to 9, with or without a `-`"),
    }
}
