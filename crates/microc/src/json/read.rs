//! From JSON to the tree.

use std::borrow::Cow;
use std::fmt;

use num_bigint::BigInt;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::MAX_DEPTH;
use crate::ast::{Ast, BinOp, ExprId, ExprKind, Function, Ident, Name, Pos, StmtId, StmtKind, VarDecl};
use crate::diagnostic::{self, Diagnostic};
use crate::lexer::{KEYWORDS, is_name_part, is_name_start};

/// Reads a program from what [`super::export`] writes, and checks it like [`crate::parse`]. Messages about the JSON itself have
/// their place in `text`; messages about the program have the positions that the JSON gives, without an excerpt.
pub fn import(text: &str) -> Result<Ast, Vec<Diagnostic>> {
    let mut r = Reader { ast: Ast::new(""), text };
    let read = serde_json::from_str(text).map_err(|e| malformed(text, &e)).and_then(|json| r.program(json));
    if let Err(mut d) = read {
        d.file = "JSON".to_string();
        let mut list = vec![d];
        diagnostic::finish(&mut list, "JSON", text);
        return Err(list);
    }
    let mut errors = crate::check(&r.ast);
    if errors.is_empty() {
        return Ok(r.ast);
    }
    diagnostic::finish(&mut errors, &r.ast.file, "");
    Err(errors)
}

/// A value that is not read yet: a piece of the whole text, so its place in that is known. A level is read when its members are
/// asked for, and reading one skips what is inside without recursion.
type Json<'a> = &'a RawValue;

struct Reader<'a> {
    ast: Ast,
    text: &'a str,
}

type Read<T> = Result<T, Diagnostic>;

/// An object: where it is, and its members in their order.
struct Object<'a> {
    text: &'a str,
    json: Json<'a>,
    members: Vec<(Cow<'a, str>, Json<'a>)>,
}

impl<'a> Object<'a> {
    /// The object at `json`; without members if something else is there.
    fn read(text: &'a str, json: Json<'a>) -> Read<Self> {
        let members = if json.get().starts_with('{') { decode(text, json)? } else { Members(Vec::new()) };
        Ok(Object { text, json, members: members.0 })
    }

    fn find(&self, key: &str) -> Option<Json<'a>> {
        self.members.iter().find(|(k, _)| k == key).map(|m| m.1)
    }

    fn member(&self, key: &str) -> Read<Json<'a>> {
        match self.find(key) {
            Some(v) => Ok(v),
            None => self.wrong(format!("expected an object with a member \"{key}\"")),
        }
    }

    fn text(&self, key: &str) -> Read<String> {
        let v = self.member(key)?;
        if v.get().starts_with('"') { decode(self.text, v) } else { wrong(self.text, v, format!("\"{key}\" is a text")) }
    }

    fn list(&self, key: &str) -> Read<Vec<Json<'a>>> {
        let v = self.member(key)?;
        if v.get().starts_with('[') { decode(self.text, v) } else { wrong(self.text, v, format!("\"{key}\" is a list")) }
    }

    /// A position; 1:1 if there is none, so that programs can be written by hand.
    fn place(&self, key: &str) -> Read<Pos> {
        let Some(v) = self.find(key) else { return Ok(Pos { line: 1, column: 1 }) };
        match serde_json::from_str(v.get()) {
            Ok((line, column)) => Ok(Pos { line, column }),
            Err(_) => wrong(self.text, v, format!("\"{key}\" is a list of line and column")),
        }
    }

    /// The value of a number: a text of digits, or the digits themselves.
    fn number(&self) -> Read<BigInt> {
        let v = self.member("value")?;
        let digits: Cow<str> = match v.get().as_bytes()[0] {
            b'"' => decode(self.text, v)?,
            b'-' | b'0'..=b'9' => v.get().into(),
            _ => return wrong(self.text, v, "the value of a number is a text of digits"),
        };
        let unsigned = digits.strip_prefix('-').unwrap_or(&digits);
        let valid = !unsigned.is_empty() && unsigned.len() <= 10_000 && unsigned.bytes().all(|b| b.is_ascii_digit());
        match digits.parse() {
            Ok(n) if valid => Ok(n),
            _ => wrong(self.text, v, "the value of a number has the digits 0 to 9, with or without a `-`"),
        }
    }

    fn wrong<T>(&self, message: impl Into<String>) -> Read<T> {
        wrong(self.text, self.json, message)
    }
}

/// The members of an object in their order. The first of several with one name counts.
struct Members<'a>(Vec<(Cow<'a, str>, Json<'a>)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry::<Cow<str>, Json>()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}

/// A piece of the text whose form was checked; what may still be wrong is inside a text (halves of characters).
fn decode<'a, T: Deserialize<'a>>(text: &str, json: Json<'a>) -> Read<T> {
    serde_json::from_str(json.get()).or_else(|e| wrong(text, json, in_words(&e)))
}

fn wrong<T>(text: &str, json: Json, message: impl Into<String>) -> Read<T> {
    // The value is a piece of the text, so the difference of the addresses is where it begins.
    let before = &text[..json.get().as_ptr() as usize - text.as_ptr() as usize];
    Err(Diagnostic::new(end_of(before), 1, message))
}

/// What is wrong with a text that is no JSON.
fn malformed(text: &str, e: &serde_json::Error) -> Diagnostic {
    let line = text.split('\n').nth(e.line().saturating_sub(1)).unwrap_or_default();
    let column = line.char_indices().take_while(|&(at, _)| at < e.column()).count().max(1);
    Diagnostic::new(Pos { line: e.line().max(1) as u32, column: column as u32 }, 1, in_words(e))
}

/// The message alone: its place is that of the diagnostic.
fn in_words(e: &serde_json::Error) -> String {
    let text = e.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(message, _)| message.to_string())
}

/// The place behind a text.
fn end_of(text: &str) -> Pos {
    let line = text.matches('\n').count() + 1;
    let column = text.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Pos { line: line as u32, column: column as u32 }
}

impl<'a> Reader<'a> {
    fn object(&self, json: Json<'a>) -> Read<Object<'a>> {
        Object::read(self.text, json)
    }

    fn program(&mut self, json: Json<'a>) -> Read<()> {
        let json = self.object(json)?;
        if json.text("kind")? != "Program" {
            return json.wrong("the outermost \"kind\" is \"Program\"");
        }
        self.ast.file = json.text("file")?;
        for f in json.list("functions")? {
            let f = self.function(f)?;
            self.ast.functions.push(f);
        }
        Ok(())
    }

    fn function(&mut self, json: Json<'a>) -> Read<Function> {
        let json = self.object(json)?;
        let name = self.name(&json, "name")?;
        let mut params = Vec::new();
        for p in json.list("params")? {
            params.push(self.ident(p)?);
        }
        let mut vars = Vec::new();
        for v in json.list("vars")? {
            let v = self.object(v)?;
            let mut names = Vec::new();
            for n in v.list("names")? {
                names.push(self.ident(n)?);
            }
            if names.is_empty() {
                return v.wrong("a declaration has at least one name");
            }
            vars.push(VarDecl { pos: v.place("pos")?, names });
        }
        let body = self.stmts(json.list("body")?, MAX_DEPTH)?;
        let result = self.expr(json.member("result")?, MAX_DEPTH)?;
        let (pos, return_pos, end) = (json.place("pos")?, json.place("returnPos")?, json.place("end")?);
        Ok(Function { name, pos, params, vars, body, result, return_pos, end })
    }

    fn name(&mut self, json: &Object, key: &str) -> Read<Name> {
        let text = json.text(key)?;
        let mut chars = text.chars();
        let first = chars.next().is_some_and(is_name_start);
        let valid = first && chars.all(is_name_part) && KEYWORDS.iter().all(|k| k.0 != text);
        if valid { Ok(self.ast.intern(&text)) } else { json.wrong(format!("{text:?} is no name")) }
    }

    fn ident(&mut self, json: Json<'a>) -> Read<Ident> {
        let json = self.object(json)?;
        Ok(Ident { name: self.name(&json, "name")?, pos: json.place("pos")? })
    }

    fn stmts(&mut self, list: Vec<Json<'a>>, depth: u32) -> Read<Vec<StmtId>> {
        list.into_iter().map(|s| self.stmt(s, depth)).collect()
    }

    fn stmt(&mut self, json: Json<'a>, depth: u32) -> Read<StmtId> {
        let Some(depth) = depth.checked_sub(1) else { return wrong(self.text, json, too_deep()) };
        let json = self.object(json)?;
        let kind = match json.text("kind")?.as_str() {
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
            other => return json.wrong(format!("there is no statement of kind {other:?}")),
        };
        Ok(self.ast.add_stmt(json.place("pos")?, kind))
    }

    fn exprs(&mut self, list: Vec<Json<'a>>, depth: u32) -> Read<Vec<ExprId>> {
        list.into_iter().map(|e| self.expr(e, depth)).collect()
    }

    fn expr(&mut self, json: Json<'a>, depth: u32) -> Read<ExprId> {
        let Some(depth) = depth.checked_sub(1) else { return wrong(self.text, json, too_deep()) };
        let json = self.object(json)?;
        let kind = match json.text("kind")?.as_str() {
            "Number" => ExprKind::Number(json.number()?),
            "Identifier" => ExprKind::Name(self.name(&json, "name")?),
            "Input" => ExprKind::Input,
            "Null" => ExprKind::Null,
            "Alloc" => ExprKind::Alloc(self.expr(json.member("expr")?, depth)?),
            "VarRef" => ExprKind::Ref(Ident { name: self.name(&json, "name")?, pos: json.place("namePos")? }),
            "Deref" => ExprKind::Deref(self.expr(json.member("expr")?, depth)?),
            "Not" => ExprKind::Not(self.expr(json.member("expr")?, depth)?),
            "Neg" => ExprKind::Neg(self.expr(json.member("expr")?, depth)?),
            "BinaryOp" => {
                let text = json.text("op")?;
                let Some(op) = BinOp::ALL.into_iter().find(|op| op.text() == text) else {
                    return json.wrong(format!("there is no operator {text:?}"));
                };
                let left = self.expr(json.member("left")?, depth)?;
                ExprKind::Binary { op, left, right: self.expr(json.member("right")?, depth)? }
            }
            "FieldAccess" => {
                let of = self.expr(json.member("of")?, depth)?;
                ExprKind::Field { of, field: Ident { name: self.name(&json, "field")?, pos: json.place("fieldPos")? } }
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
                    fields.push((self.ident(f)?, self.expr(self.object(f)?.member("value")?, depth)?));
                }
                ExprKind::Record(fields)
            }
            other => return json.wrong(format!("there is no expression of kind {other:?}")),
        };
        Ok(self.ast.add_expr(json.place("pos")?, kind))
    }
}

fn too_deep() -> String {
    format!("the program is nested deeper here than the {MAX_DEPTH} levels that are supported")
}
