//! Declarations of what a harness uses, where it does not include the source: the function, globals, and their types.

use std::fmt::Write;

use homing_exec::{Given, GivenAs, LeadsTo};
use homing_ir::{CField, CKind, CTypes, Program, TypeId};

use crate::render::{declaration, number, writable};

/// Types first, then globals and functions.
pub fn declarations(p: &Program, given: &Given) -> String {
    let types = &p.ctypes;
    let mut d = Declare { types, defined: vec![false; types.list.len()], out: String::new() };
    let params: Vec<TypeId> = types.params(given.func).iter().filter(|c| !c.is_result).map(|c| c.ty).collect();
    types.params(given.func).iter().for_each(|c| d.define(c.ty));
    given.parts.iter().filter_map(|part| part.ty).for_each(|t| d.define(t));
    let mut out = d.out;
    let text = |t: &TypeId| writable(types, *t).unwrap_or_else(|| "void *".into());
    let list: Vec<String> = params.iter().map(text).collect();
    let list = if list.is_empty() { "void".to_string() } else { list.join(", ") };
    // A result in registers can be left there; one in memory needs a place.
    let result = types.params(given.func).iter().find(|c| c.is_result).map_or("void".to_string(), |c| text(&c.ty));
    let _ = writeln!(out, "extern {result} {}({list});", p.func(given.func).name);
    let mut globals = Vec::new();
    let mut functions = Vec::new();
    for part in &given.parts {
        if let GivenAs::Global(g) = part.what {
            globals.push(g);
        }
        for (_, to) in &part.pointers {
            match to {
                LeadsTo::Global(g, _) => globals.push(*g),
                LeadsTo::Function(f) if *f != given.func => functions.push(*f),
                _ => {}
            }
        }
    }
    globals.sort_unstable();
    globals.dedup();
    functions.sort_unstable();
    functions.dedup();
    for g in globals {
        let ty = types.globals.get(g.index()).copied().flatten().and_then(|t| writable(types, t));
        let _ = match ty {
            Some(text) => writeln!(out, "extern {};", declaration(&text, &p.global(g).name)),
            None => writeln!(out, "extern unsigned char {}[{}];", p.global(g).name, p.global(g).size),
        };
    }
    for f in functions {
        let _ = writeln!(out, "extern void {}();", p.func(f).name);
    }
    out
}

struct Declare<'a> {
    types: &'a CTypes,
    /// By type.
    defined: Vec<bool>,
    out: String,
}

impl Declare<'_> {
    /// Defines a type and, before it, those that it is made of.
    fn define(&mut self, t: TypeId) {
        if std::mem::replace(&mut self.defined[t.index()], true) {
            return;
        }
        let types = self.types;
        let ty = types.get(t);
        match &ty.kind {
            CKind::Record { fields, .. } => {
                // A pointer inside may need the name only, but before.
                if is_tagged(&ty.text) {
                    let _ = writeln!(self.out, "{};", ty.text);
                }
                fields.iter().for_each(|f| self.define(f.ty));
                self.record(t, fields);
            }
            CKind::Array { of, count } => {
                self.define(*of);
                if is_name(&ty.text) {
                    let _ = writeln!(self.out, "typedef {};", self.member(*of, &format!("{}[{count}]", ty.text)));
                }
            }
            CKind::Pointer(Some(to)) => {
                self.define(*to);
                self.named(t, &format!("{} *", writable(types, *to).unwrap_or_else(|| "void".into())));
            }
            CKind::Pointer(None) => self.named(t, "void *"),
            CKind::FunctionPointer(_) => self.named(t, "__typeof__(void (*)())"),
            CKind::Integer { signed } => {
                let base = number(ty.size, *signed);
                self.named(t, base);
            }
            CKind::Float => self.named(
                t,
                if ty.size == 4 {
                    "float"
                } else if ty.size == 8 {
                    "double"
                } else {
                    "long double"
                },
            ),
            CKind::Other => {}
        }
    }

    /// A name for another type, where it is one: `typedef`.
    fn named(&mut self, t: TypeId, base: &str) {
        let text = &self.types.get(t).text;
        if let Some(tag) = text.strip_prefix("enum ").filter(|tag| is_name(tag)) {
            let _ = writeln!(self.out, "enum {tag} {{ {tag}_is_a_number }};");
        } else if is_name(text) && !is_basic(text) {
            let _ = writeln!(self.out, "typedef {base} {text};");
        }
    }

    fn record(&mut self, t: TypeId, fields: &[CField]) {
        let ty = self.types.get(t);
        let union = matches!(ty.kind, CKind::Record { union: true, .. });
        let body = self.body(fields, union, ty.size);
        let whole = |out: &mut String| {
            if ty.size > 0 {
                let _ = writeln!(out, "_Static_assert(sizeof({}) == {}, \"laid out as in the program\");", ty.text, ty.size);
            }
        };
        if is_tagged(&ty.text) {
            let _ = writeln!(self.out, "{} {body};", ty.text);
            whole(&mut self.out);
        } else if is_name(&ty.text) {
            let _ = writeln!(self.out, "typedef {} {body} {};", if union { "union" } else { "struct" }, ty.text);
            whole(&mut self.out);
        }
    }

    /// A declaration of a member, whose type need not have a name.
    fn member(&self, t: TypeId, name: &str) -> String {
        let ty = self.types.get(t);
        match (&ty.kind, writable(self.types, t)) {
            (_, Some(text)) => declaration(&text, name),
            (CKind::Record { union, fields }, None) => {
                format!("{} {} {name}", if *union { "union" } else { "struct" }, self.body(fields, *union, ty.size))
            }
            (CKind::Array { of, count }, None) => self.member(*of, &format!("{name}[{count}]")),
            (CKind::Pointer(_) | CKind::FunctionPointer(_), None) => format!("void *{name}"),
            _ => format!("unsigned char {name}[{}]", ty.size),
        }
    }

    /// Members between braces, with the layout that the program has.
    fn body(&self, fields: &[CField], union: bool, size: u64) -> String {
        let mut out = String::from("{ ");
        // Bits used so far: bit fields without a name are not listed.
        let mut end = 0;
        for f in fields {
            let ty = self.types.get(f.ty);
            if let Some(bits) = f.bits {
                let mut gap = if union { 0 } else { bits.at.saturating_sub(end) };
                while gap > 0 {
                    let _ = write!(out, "unsigned char : {}; ", gap.min(8));
                    gap -= gap.min(8);
                }
            }
            end = f.bits.map_or(8 * (f.offset + ty.size), |b| b.at + b.width);
            let text = self.member(f.ty, &f.name);
            let bits = f.bits.map_or(String::new(), |b| format!(" : {}", b.width));
            let _ = write!(out, "{text}{bits}; ");
        }
        if fields.is_empty() && !union && size > 0 {
            let _ = write!(out, "unsigned char bytes[{size}]; ");
        }
        out.push('}');
        out
    }
}

fn is_tagged(text: &str) -> bool {
    let name = text.strip_prefix("struct ").or_else(|| text.strip_prefix("union "));
    name.is_some_and(is_name)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_basic(text: &str) -> bool {
    matches!(text, "char" | "short" | "int" | "long" | "float" | "double" | "void" | "_Bool" | "bool" | "unsigned" | "__int128")
}
