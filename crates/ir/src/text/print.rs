//! Writing programs as text.

use super::names::*;
use crate::{
    Block, Call, Callee, Const, DynOp, Edge, FCastOp, FCmp, Function, Global, Home, Inst, LocId, Opnd, OpndKind, Origin, Program,
    Reg, Terminator, Type,
};
use std::fmt::{self, Display, Formatter, Write};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "program ptr {}", self.ptr_bits)?;
        if let Some(w) = self.dyn_width {
            write!(f, " width {w}")?;
        }
        f.write_str(if self.errors_end { " final\n" } else { "\n" })?;
        for (i, file) in self.files.iter().enumerate() {
            writeln!(f, "file{i} {} in {}", Quoted(&file.path), Quoted(&file.directory))?;
        }
        for (i, l) in self.locs.iter().enumerate().skip(1) {
            writeln!(f, "loc{i} {}:{}:{}", l.file, l.line, l.column)?;
        }
        for n in &self.notes {
            writeln!(f, "note {}", Quoted(n))?;
        }
        for c in &self.constructors {
            writeln!(f, "constructor {c}")?;
        }
        for (i, g) in self.globals.iter().enumerate() {
            global(f, i, g)?;
        }
        for i in 0..self.functions.len() {
            write!(f, "{}", self.function_text(crate::FuncId(i as u32)))?;
        }
        Ok(())
    }
}

impl Program {
    /// One function as text; `f` must exist.
    pub fn function_text(&self, f: crate::FuncId) -> impl Display + '_ {
        fmt::from_fn(move |out| Printer { p: self, f: self.func(f), out }.function(f.0))
    }

    /// One instruction of `f` as text, without its location.
    pub fn inst_text<'a>(&'a self, f: &'a Function, inst: &'a Inst) -> impl Display + 'a {
        fmt::from_fn(move |out| Printer { p: self, f, out }.inst(inst))
    }
}

/// A text in quotes, with what would end it or the line escaped.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bits(w) => write!(f, "i{w}"),
            Type::Ptr => f.write_str("ptr"),
            Type::Dyn => f.write_str("dyn"),
        }
    }
}

impl Display for Const {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Const::Bits { w, v } => write!(f, "{v}:i{w}"),
            Const::Wide { w, words } => {
                f.write_str("0x")?;
                let top = words.iter().rposition(|x| *x != 0).unwrap_or(0);
                write!(f, "{:x}", words.get(top).copied().unwrap_or(0))?;
                for x in words[..top.min(words.len())].iter().rev() {
                    write!(f, "{x:016x}")?;
                }
                write!(f, ":i{w}")
            }
            Const::Int(text) => write!(f, "{text}:dyn"),
            Const::Undef => f.write_str("undef"),
            Const::Null => f.write_str("null"),
            Const::Global { id, offset: 0 } => write!(f, "{id}"),
            Const::Global { id, offset } => write!(f, "{id}{offset:+}"),
            Const::Func(id) => write!(f, "{id}"),
        }
    }
}

fn global(f: &mut Formatter<'_>, i: usize, g: &Global) -> fmt::Result {
    write!(f, "global g{i} {} size {} align {}", Quoted(&g.name), g.size, g.align)?;
    if g.constant {
        f.write_str(" const")?;
    }
    if g.external {
        f.write_str(" external")?;
    }
    if !g.bytes.is_empty() {
        f.write_str(" bytes x")?;
        for b in &g.bytes {
            write!(f, "{b:02x}")?;
        }
    }
    for (at, c) in &g.relocs {
        write!(f, " at {at} = {c}")?;
    }
    if !g.type_name.is_empty() {
        write!(f, " type {}", Quoted(&g.type_name))?;
    }
    location(f, g.loc)?;
    f.write_char('\n')
}

fn location(f: &mut Formatter<'_>, l: LocId) -> fmt::Result {
    if l == LocId(0) { Ok(()) } else { write!(f, " !{l}") }
}

struct Printer<'a, 'b, 'c> {
    p: &'a Program,
    f: &'a Function,
    out: &'b mut Formatter<'c>,
}

impl Printer<'_, '_, '_> {
    fn function(&mut self, id: u32) -> fmt::Result {
        let f = self.f;
        let word = if f.is_declaration() { "declare" } else { "define" };
        write!(self.out, "{word} f{id} {}(", Quoted(&f.name))?;
        for (i, t) in f.param_types.iter().enumerate() {
            self.comma(i)?;
            match f.params.get(i) {
                Some(r) => write!(self.out, "{r}: {t}")?,
                None => write!(self.out, "{t}")?,
            }
            if let Some(size @ 1..) = f.byval.get(i) {
                write!(self.out, " byval {size}")?;
            }
        }
        if f.varargs {
            self.comma(f.param_types.len())?;
            self.out.write_str("...")?;
        }
        self.out.write_char(')')?;
        for (i, t) in f.results.iter().enumerate() {
            write!(self.out, "{}{t}", if i == 0 { " -> " } else { ", " })?;
        }
        if f.address_taken {
            self.out.write_str(" taken")?;
        }
        if f.exported {
            self.out.write_str(" exported")?;
        }
        if f.replaceable {
            self.out.write_str(" replaceable")?;
        }
        match f.origin {
            Origin::Program => {}
            Origin::Library => self.out.write_str(" library")?,
            Origin::Model => self.out.write_str(" model")?,
        }
        location(self.out, f.loc)?;
        if f.is_declaration() {
            return self.out.write_char('\n');
        }
        self.out.write_str(" {\n")?;
        self.vars()?;
        for (i, b) in f.blocks.iter().enumerate() {
            self.block(i, b)?;
        }
        self.out.write_str("}\n")
    }

    fn vars(&mut self) -> fmt::Result {
        for v in &self.f.vars {
            write!(self.out, "var {} {}", Quoted(&v.name), Quoted(&v.type_name))?;
            match &v.home {
                Home::Slot(r) => write!(self.out, " slot {r}")?,
                Home::Values(values) => {
                    self.out.write_str(" values")?;
                    for (i, (b, at, o)) in values.iter().enumerate() {
                        write!(self.out, "{} {b} {at} ", if i == 0 { "" } else { "," })?;
                        self.opnd(*o)?;
                    }
                }
            }
            self.out.write_char('\n')?;
        }
        Ok(())
    }

    fn block(&mut self, i: usize, b: &Block) -> fmt::Result {
        write!(self.out, "block{i}")?;
        if !b.params.is_empty() {
            self.out.write_char('(')?;
            self.typed(&b.params)?;
            self.out.write_char(')')?;
        }
        self.out.write_str(":\n")?;
        let loc = |k: usize| b.locs.get(k).copied().unwrap_or(LocId(0));
        for (k, inst) in b.insts.iter().enumerate() {
            self.out.write_str("  ")?;
            self.inst(inst)?;
            location(self.out, loc(k))?;
            self.out.write_char('\n')?;
        }
        self.out.write_str("  ")?;
        self.terminator(&b.term)?;
        location(self.out, loc(b.insts.len()))?;
        self.out.write_char('\n')
    }

    fn comma(&mut self, i: usize) -> fmt::Result {
        if i == 0 { Ok(()) } else { self.out.write_str(", ") }
    }

    fn typed(&mut self, regs: &[Reg]) -> fmt::Result {
        for (i, r) in regs.iter().enumerate() {
            self.comma(i)?;
            match self.f.regs.get(r.index()) {
                Some(t) => write!(self.out, "{r}: {t}")?,
                None => write!(self.out, "{r}: ?")?,
            }
        }
        Ok(())
    }

    fn opnd(&mut self, o: Opnd) -> fmt::Result {
        match o.kind() {
            OpndKind::Reg(r) => write!(self.out, "{r}"),
            OpndKind::Const(c) => match self.f.consts.get(c.index()) {
                Some(c) => write!(self.out, "{c}"),
                None => write!(self.out, "?{c}"),
            },
        }
    }

    fn opnds(&mut self, list: &[Opnd]) -> fmt::Result {
        for (i, o) in list.iter().enumerate() {
            self.comma(i)?;
            self.opnd(*o)?;
        }
        Ok(())
    }

    fn op(&mut self, name: impl Display, list: &[Opnd]) -> fmt::Result {
        write!(self.out, "{name}")?;
        if !list.is_empty() {
            self.out.write_char(' ')?;
        }
        self.opnds(list)
    }

    fn text(&mut self, i: u32) -> fmt::Result {
        let text = self.p.strings.get(i as usize).map_or("?", String::as_str);
        write!(self.out, "{}", Quoted(text))
    }

    fn inst(&mut self, inst: &Inst) -> fmt::Result {
        let mut defs = Vec::new();
        inst.defs(|r| defs.push(r));
        if !defs.is_empty() {
            self.typed(&defs)?;
            self.out.write_str(" = ")?;
        }
        match inst {
            Inst::Undef { .. } => self.op("undef", &[]),
            Inst::Copy { a, .. } => self.op("copy", &[*a]),
            Inst::Bin { op, nsw, nuw, a, b, .. } => {
                let flags = [if *nsw { " nsw" } else { "" }, if *nuw { " nuw" } else { "" }].concat();
                self.op(format_args!("{}{flags}", bin_name(*op)), &[*a, *b])
            }
            Inst::Un { op, a, .. } => self.op(un_name(*op), &[*a]),
            Inst::Cmp { op, a, b, .. } => self.op(cmp_name(*op), &[*a, *b]),
            Inst::Cast { op, a, .. } => self.op(cast_name(*op), &[*a]),
            Inst::Extract { a, lo, .. } => {
                self.op("extract", &[*a])?;
                write!(self.out, ", {lo}")
            }
            Inst::Concat { hi, lo, .. } => self.op("concat", &[*hi, *lo]),
            Inst::Select { cond, a, b, .. } => self.op("select", &[*cond, *a, *b]),
            Inst::Overflow { op, a, b, .. } => self.op(overflow_name(*op), &[*a, *b]),
            Inst::FBin { .. } | Inst::FUn { .. } | Inst::Fma { .. } | Inst::FCmp { .. } | Inst::FCast { .. } => self.float(inst),
            Inst::Gep { base, index, scale, disp, .. } => {
                self.op("gep", &[*base, *index])?;
                write!(self.out, ", {scale}, {disp}")
            }
            Inst::Load { addr, align, .. } => {
                self.op("load", &[*addr])?;
                write!(self.out, " align {align}")
            }
            Inst::Store { addr, val, align } => {
                self.op("store", &[*addr, *val])?;
                write!(self.out, " align {align}")
            }
            Inst::Alloca { size, align, name, .. } => {
                self.op("alloca", &[*size])?;
                write!(self.out, " align {align} ")?;
                self.text(*name)
            }
            Inst::MemCopy { dst, src, len, may_overlap } => {
                self.op("memcopy", &[*dst, *src, *len])?;
                self.out.write_str(if *may_overlap { " overlap" } else { "" })
            }
            Inst::MemSet { dst, val, len } => self.op("memset", &[*dst, *val, *len]),
            Inst::Call(c) => self.call(c),
            Inst::VaStart { list } => self.op("vastart", &[*list]),
            Inst::VaEnd { list } => self.op("vaend", &[*list]),
            Inst::VaCopy { dst, src } => self.op("vacopy", &[*dst, *src]),
            Inst::StackSave { .. } => self.op("stacksave", &[]),
            Inst::StackRestore { a } => self.op("stackrestore", &[*a]),
            Inst::Scope { slot, live } => self.op(if *live { "scopebegin" } else { "scopeend" }, &[*slot]),
            Inst::Dyn { op, args, .. } => self.dynamic(op, args),
            Inst::Mark { target } => write!(self.out, "mark {target}"),
            Inst::Unsupported { what } => {
                self.out.write_str("unsupported ")?;
                self.text(*what)
            }
            Inst::Any { a, bad, what, .. } => {
                self.op("any", &[*a, *bad])?;
                self.out.write_str(", ")?;
                self.text(*what)
            }
            Inst::Require { ok, kind, what } => {
                self.op("require", &[*ok])?;
                write!(self.out, ", \"{kind}\", ")?;
                self.text(*what)
            }
        }
    }

    fn float(&mut self, inst: &Inst) -> fmt::Result {
        match *inst {
            Inst::FBin { op, kind, a, b, .. } => self.op(format_args!("{}.{}", fbin_name(op), kind_name(kind)), &[a, b]),
            Inst::FUn { op, kind, a, .. } => self.op(format_args!("{}.{}", fun_name(op), kind_name(kind)), &[a]),
            Inst::Fma { kind, a, b, c, .. } => self.op(format_args!("fma.{}", kind_name(kind)), &[a, b, c]),
            Inst::FCmp { op, kind, a, b, .. } => self.op(format_args!("fcmp.{}.{}", kind_name(kind), relations(op)), &[a, b]),
            Inst::FCast { op, a, .. } => match op {
                FCastOp::FloatToFloat { from, to } => self.op(format_args!("fcast.{}.{}", kind_name(from), kind_name(to)), &[a]),
                FCastOp::FloatToSigned(k) => self.op(format_args!("ftosi.{}", kind_name(k)), &[a]),
                FCastOp::FloatToUnsigned(k) => self.op(format_args!("ftoui.{}", kind_name(k)), &[a]),
                FCastOp::SaturatingSigned(k) => self.op(format_args!("ftosisat.{}", kind_name(k)), &[a]),
                FCastOp::SaturatingUnsigned(k) => self.op(format_args!("ftouisat.{}", kind_name(k)), &[a]),
                FCastOp::SignedToFloat(k) => self.op(format_args!("sitof.{}", kind_name(k)), &[a]),
                FCastOp::UnsignedToFloat(k) => self.op(format_args!("uitof.{}", kind_name(k)), &[a]),
            },
            _ => Ok(()),
        }
    }

    fn dynamic(&mut self, op: &DynOp, args: &[Opnd]) -> fmt::Result {
        self.out.write_str(op.name())?;
        match op {
            DynOp::Record { fields } => self.fields(fields)?,
            DynOp::Field(f) | DynOp::SetField(f) => self.fields(&[*f])?,
            DynOp::CheckCall { args } => write!(self.out, "[{args}]")?,
            _ => {}
        }
        self.op("", args)
    }

    /// Names in brackets; a number where there is no text of that number.
    fn fields(&mut self, fields: &[u32]) -> fmt::Result {
        self.out.write_char('[')?;
        for (i, f) in fields.iter().enumerate() {
            self.comma(i)?;
            match self.p.strings.get(*f as usize) {
                Some(name) => write!(self.out, "{}", Quoted(name))?,
                None => write!(self.out, "{f}")?,
            }
        }
        self.out.write_char(']')
    }

    fn call(&mut self, c: &Call) -> fmt::Result {
        match c.callee {
            Callee::Direct(f) => write!(self.out, "call {f}(")?,
            Callee::Indirect(o) => {
                self.out.write_str("call *")?;
                self.opnd(o)?;
                self.out.write_char('(')?;
            }
        }
        for (i, o) in c.args.iter().enumerate() {
            if i == c.fixed as usize {
                self.out.write_str(if i == 0 { "| " } else { " | " })?;
            } else {
                self.comma(i)?;
            }
            self.opnd(*o)?;
            if let Some(size @ 1..) = c.byval.get(i) {
                write!(self.out, " byval {size}")?;
            }
            if let Some(align @ 1..) = c.align.get(i) {
                write!(self.out, " align {align}")?;
            }
        }
        self.out.write_char(')')
    }

    fn edge(&mut self, e: &Edge) -> fmt::Result {
        write!(self.out, "{}", e.to)?;
        if e.args.is_empty() {
            return Ok(());
        }
        self.out.write_char('(')?;
        self.opnds(&e.args)?;
        self.out.write_char(')')
    }

    fn terminator(&mut self, t: &Terminator) -> fmt::Result {
        match t {
            Terminator::Jump(e) => {
                self.out.write_str("jump ")?;
                self.edge(e)
            }
            Terminator::Branch { cond, then, els } => {
                self.op("branch", &[*cond])?;
                self.out.write_str(", ")?;
                self.edge(then)?;
                self.out.write_str(", ")?;
                self.edge(els)
            }
            Terminator::Switch { on, cases, default } => {
                self.op("switch", &[*on])?;
                for (v, e) in cases {
                    write!(self.out, ", {v} => ")?;
                    self.edge(e)?;
                }
                self.out.write_str(", else => ")?;
                self.edge(default)
            }
            Terminator::Return(vals) => self.op("return", vals),
            Terminator::Unreachable => self.op("unreachable", &[]),
            Terminator::Unsupported { what } => {
                self.out.write_str("stop ")?;
                self.text(*what)
            }
        }
    }
}

/// The letters of the relations that make a float comparison true.
fn relations(op: FCmp) -> String {
    let all = [(op.lt, 'l'), (op.eq, 'e'), (op.gt, 'g'), (op.unordered, 'u')];
    let text: String = all.iter().filter(|(on, _)| *on).map(|(_, c)| c).collect();
    if text.is_empty() { "none".into() } else { text }
}
