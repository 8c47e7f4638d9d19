//! Reading programs from text: the file level. Instructions are in `parse_inst`.

use super::lex::{Token, tokens};

use crate::{
    Block, Const, DebugVar, FileId, FuncId, Function, Global, GlobalId, Home, Loc, LocId, Opnd, Origin, Program, Reg, SourceFile,
    Terminator, Type,
};
use std::collections::HashMap;
use std::fmt;

/// What is wrong with a text, and in which line (from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub line: usize,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a program. The syntax is checked here, the rules of the program form by `verify`.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let mut reader = Reader::new();
    let mut number = 0;
    for line in text.lines() {
        number += 1;
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        reader.line(line).map_err(|message| ParseError { line: number, message })?;
    }
    reader.end().map_err(|message| ParseError { line: number, message })
}

/// The function being read.
#[derive(Default)]
pub(super) struct Body {
    pub f: Function,
    consts: HashMap<Const, Opnd>,
    /// Have the instructions of the current block ended?
    open: bool,
}

pub(super) struct Reader {
    p: Program,
    strings: HashMap<String, u32>,
    body: Option<Body>,
}

/// The tokens of one line, taken from the front.
pub(super) struct Line<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
}

type Parsed<T> = Result<T, String>;

/// Registers beyond this are a mistake in the text; the limit keeps a typo from taking all memory.
const MOST_REGS: u32 = 1 << 24;

impl Reader {
    fn new() -> Reader {
        let unknown = Loc { file: FileId(0), line: 0, column: 0 };
        let p = Program { ptr_bits: 64, locs: vec![unknown], ..Program::default() };
        Reader { p, strings: HashMap::new(), body: None }
    }

    fn line(&mut self, text: &str) -> Parsed<()> {
        let mut line = Line { tokens: tokens(text)?, at: 0 };
        if let Some(mut body) = self.body.take() {
            if line.sign('}') {
                line.end()?;
                if body.open {
                    return Err("the last block has no terminator".into());
                }
                self.p.functions.push(body.f);
            } else {
                self.body_line(&mut body, &mut line)?;
                line.end()?;
                self.body = Some(body);
            }
            return Ok(());
        }
        self.item(&mut line)?;
        line.end()
    }

    fn end(self) -> Parsed<Program> {
        if self.body.is_some() { Err("the text ends inside a function".into()) } else { Ok(self.p) }
    }

    fn item(&mut self, l: &mut Line<'_>) -> Parsed<()> {
        let word = l.word()?;
        match word {
            "program" => {
                l.keyword("ptr")?;
                self.p.ptr_bits = l.number()?;
                if l.take("width") {
                    self.p.dyn_width = Some(l.number()?);
                }
                self.p.errors_end = l.take("final");
            }
            "note" => self.p.notes.push(l.text()?),
            "constructor" => self.p.constructors.push(FuncId(l.id("f")?)),
            "global" => self.global(l)?,
            "declare" => self.function(l, false)?,
            "define" => self.function(l, true)?,
            _ if word.starts_with("file") => {
                in_order(word, "file", self.p.files.len())?;
                let path = l.text()?;
                l.keyword("in")?;
                self.p.files.push(SourceFile { path, directory: l.text()? });
            }
            _ if word.starts_with("loc") => {
                in_order(word, "loc", self.p.locs.len())?;
                let file = FileId(l.id("file")?);
                l.expect(':')?;
                let line = l.number()?;
                l.expect(':')?;
                self.p.locs.push(Loc { file, line, column: l.number()? });
            }
            _ => {
                return Err(format!(
                    "`{word}` starts no item; expected program, file, loc, note, constructor, global, declare or define"
                ));
            }
        }
        Ok(())
    }

    fn global(&mut self, l: &mut Line<'_>) -> Parsed<()> {
        in_order(l.word()?, "g", self.p.globals.len())?;
        let name = l.text()?;
        l.keyword("size")?;
        let size = l.number()?;
        l.keyword("align")?;
        let mut g = Global {
            name,
            size,
            align: l.number()?,
            constant: l.take("const"),
            external: l.take("external"),
            bytes: vec![],
            relocs: vec![],
            loc: LocId(0),
            type_name: String::new(),
        };
        if l.take("bytes") {
            g.bytes = hex_bytes(l.word()?)?;
        }
        while l.take("at") {
            let at = l.number()?;
            l.expect('=')?;
            g.relocs.push((at, l.constant()?));
        }
        if l.take("type") {
            g.type_name = l.text()?;
        }
        g.loc = l.location()?;
        self.p.globals.push(g);
        Ok(())
    }

    fn function(&mut self, l: &mut Line<'_>, defined: bool) -> Parsed<()> {
        in_order(l.word()?, "f", self.p.functions.len())?;
        let mut body = Body { f: Function { name: l.text()?, ..Function::default() }, ..Body::default() };
        l.expect('(')?;
        while !l.sign(')') {
            if !body.f.param_types.is_empty() || body.f.varargs {
                l.expect(',')?;
            }
            if l.take("...") {
                body.f.varargs = true;
                continue;
            }
            let t = if defined {
                let r = body.define(l)?;
                body.f.params.push(r);
                body.f.regs[r.index()]
            } else {
                l.type_name()?
            };
            body.f.param_types.push(t);
            body.f.byval.push(if l.take("byval") { l.number()? } else { 0 });
        }
        if l.sign('-') {
            l.expect('>')?;
            body.f.results.push(l.type_name()?);
            while l.sign(',') {
                body.f.results.push(l.type_name()?);
            }
        }
        body.f.address_taken = l.take("taken");
        body.f.exported = l.take("exported");
        body.f.replaceable = l.take("replaceable");
        body.f.origin = match (l.take("library"), l.take("model")) {
            (true, _) => Origin::Library,
            (_, true) => Origin::Model,
            _ => Origin::Program,
        };
        body.f.loc = l.location()?;
        if defined {
            l.expect('{')?;
            self.body = Some(body);
        } else {
            self.p.functions.push(body.f);
        }
        Ok(())
    }

    fn body_line(&mut self, body: &mut Body, l: &mut Line<'_>) -> Parsed<()> {
        match l.peek() {
            Some("var") => {
                l.word()?;
                let v = body.variable(l)?;
                body.f.vars.push(v);
                Ok(())
            }
            Some(w) if w.starts_with("block") => body.start_block(l),
            _ if !body.open => Err("an instruction outside of a block".into()),
            _ => self.instruction(body, l),
        }
    }

    /// The number of a text in the program's list.
    pub(super) fn intern(&mut self, text: String) -> u32 {
        let list = &mut self.p.strings;
        *self.strings.entry(text).or_insert_with_key(|k| {
            list.push(k.clone());
            list.len() as u32 - 1
        })
    }
}

impl Body {
    fn start_block(&mut self, l: &mut Line<'_>) -> Parsed<()> {
        if self.open {
            return Err("the block before has no terminator".into());
        }
        in_order(l.word()?, "block", self.f.blocks.len())?;
        let mut params = Vec::new();
        if l.sign('(') {
            params.push(self.define(l)?);
            while l.sign(',') {
                params.push(self.define(l)?);
            }
            l.expect(')')?;
        }
        l.expect(':')?;
        self.f.blocks.push(Block { params, insts: vec![], term: Terminator::Unreachable, locs: vec![] });
        self.open = true;
        Ok(())
    }

    /// The block being filled. Only called while one is open.
    pub(super) fn block(&mut self) -> Parsed<&mut Block> {
        self.f.blocks.last_mut().ok_or_else(|| "an instruction outside of a block".into())
    }

    pub(super) fn close_block(&mut self) {
        self.open = false;
    }

    fn variable(&mut self, l: &mut Line<'_>) -> Parsed<DebugVar> {
        let (name, type_name) = (l.text()?, l.text()?);
        let home = if l.take("slot") {
            Home::Slot(l.reg()?)
        } else {
            l.keyword("values")?;
            let mut values = Vec::new();
            while !l.is_end() {
                if !values.is_empty() {
                    l.expect(',')?;
                }
                values.push((crate::BlockId(l.id("block")?), l.number()?, self.opnd(l)?));
            }
            Home::Values(values)
        };
        Ok(DebugVar { name, type_name, home })
    }

    /// `v3: i32`: a register with its type, where it is written.
    pub(super) fn define(&mut self, l: &mut Line<'_>) -> Parsed<Reg> {
        let r = l.reg()?;
        l.expect(':')?;
        let t = l.type_name()?;
        if r.index() >= self.f.regs.len() {
            self.f.regs.resize(r.index() + 1, Type::Bits(1));
        }
        self.f.regs[r.index()] = t;
        Ok(r)
    }

    /// A register or a constant in place.
    pub(super) fn opnd(&mut self, l: &mut Line<'_>) -> Parsed<Opnd> {
        if let Some(w) = l.peek()
            && w.len() > 1
            && w.starts_with('v')
        {
            return Ok(Opnd::reg(l.reg()?));
        }
        let c = l.constant()?;
        let f = &mut self.f;
        Ok(*self.consts.entry(c).or_insert_with_key(|c| f.new_const(c.clone())))
    }
}

fn in_order(word: &str, prefix: &str, next: usize) -> Parsed<()> {
    if word == format!("{prefix}{next}") { Ok(()) } else { Err(format!("found {word}, expected {prefix}{next}")) }
}

fn hex_bytes(word: &str) -> Parsed<Vec<u8>> {
    let digits = word.strip_prefix('x').ok_or("bytes are written as x00ff..")?;
    if digits.len() % 2 != 0 {
        return Err("an odd number of hexadecimal digits".into());
    }
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|c| {
            std::str::from_utf8(c)
                .ok()
                .and_then(|s| u8::from_str_radix(s, 16).ok())
                .ok_or_else(|| "bad hexadecimal digits".into())
        })
        .collect()
}

impl<'a> Line<'a> {
    pub(super) fn peek(&self) -> Option<&'a str> {
        match self.tokens.get(self.at) {
            Some(Token::Word(w)) => Some(w),
            _ => None,
        }
    }

    pub(super) fn is_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    fn found(&self) -> String {
        match self.tokens.get(self.at) {
            None => "the end of the line".into(),
            Some(Token::Word(w)) => format!("`{w}`"),
            Some(Token::Text(t)) => format!("{t:?}"),
            Some(Token::Sign(c)) => format!("`{c}`"),
        }
    }

    pub(super) fn end(&self) -> Parsed<()> {
        if self.is_end() { Ok(()) } else { Err(format!("found {}, expected the end of the line", self.found())) }
    }

    pub(super) fn word(&mut self) -> Parsed<&'a str> {
        let w = self.peek().ok_or_else(|| format!("found {}, expected a word", self.found()))?;
        self.at += 1;
        Ok(w)
    }

    pub(super) fn text(&mut self) -> Parsed<String> {
        match self.tokens.get(self.at) {
            Some(Token::Text(t)) => {
                self.at += 1;
                Ok(t.clone())
            }
            _ => Err(format!("found {}, expected a text in quotes", self.found())),
        }
    }

    /// Takes the word if it comes next.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let yes = self.peek() == Some(word);
        self.at += usize::from(yes);
        yes
    }

    pub(super) fn keyword(&mut self, word: &str) -> Parsed<()> {
        if self.take(word) { Ok(()) } else { Err(format!("found {}, expected `{word}`", self.found())) }
    }

    /// Takes the sign if it comes next.
    pub(super) fn sign(&mut self, c: char) -> bool {
        let yes = self.at_sign(c);
        self.at += usize::from(yes);
        yes
    }

    /// Does the sign come next?
    pub(super) fn at_sign(&self, c: char) -> bool {
        self.tokens.get(self.at) == Some(&Token::Sign(c))
    }

    pub(super) fn expect(&mut self, c: char) -> Parsed<()> {
        if self.sign(c) { Ok(()) } else { Err(format!("found {}, expected `{c}`", self.found())) }
    }

    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        let text = if self.sign('-') { format!("-{}", self.word()?) } else { self.word()?.to_string() };
        text.parse().map_err(|_| format!("`{text}` is not a fitting number"))
    }

    pub(super) fn id(&mut self, prefix: &str) -> Parsed<u32> {
        let w = self.word()?;
        let number = w.strip_prefix(prefix).and_then(|n| n.parse().ok());
        number.filter(|n| *n < 1 << 31).ok_or_else(|| format!("found `{w}`, expected {prefix} with a number"))
    }

    pub(super) fn reg(&mut self) -> Parsed<Reg> {
        let n = self.id("v")?;
        if n < MOST_REGS { Ok(Reg(n)) } else { Err(format!("register number {n} is too large")) }
    }

    pub(super) fn type_name(&mut self) -> Parsed<Type> {
        let w = self.word()?;
        match w {
            "ptr" => Ok(Type::Ptr),
            "dyn" => Ok(Type::Dyn),
            _ => match w.strip_prefix('i').and_then(|n| n.parse().ok()) {
                Some(width @ 1..) => Ok(Type::Bits(width)),
                _ => Err(format!("`{w}` is no type; expected ptr, dyn or i with a width")),
            },
        }
    }

    /// `!loc3` or nothing.
    pub(super) fn location(&mut self) -> Parsed<LocId> {
        if self.sign('!') { Ok(LocId(self.id("loc")?)) } else { Ok(LocId(0)) }
    }

    pub(super) fn constant(&mut self) -> Parsed<Const> {
        if let Some(w) = self.peek() {
            if w.starts_with('f') {
                return Ok(Const::Func(FuncId(self.id("f")?)));
            }
            if w.starts_with('g') {
                let id = GlobalId(self.id("g")?);
                let plus = self.sign('+');
                let offset = if plus || self.at_sign('-') { self.number()? } else { 0 };
                return Ok(Const::Global { id, offset });
            }
        }
        if self.take("undef") {
            return Ok(Const::Undef);
        }
        if self.take("null") {
            return Ok(Const::Null);
        }
        let minus = self.sign('-');
        let digits = self.word()?;
        self.expect(':')?;
        match self.type_name()? {
            Type::Dyn => Ok(Const::Int(format!("{}{digits}", if minus { "-" } else { "" }))),
            Type::Bits(w) if w <= 64 => {
                let v = digits.parse::<u64>().map_err(|_| format!("`{digits}` is not a number"))?;
                let mask = u64::MAX >> (64 - w);
                let v = if minus { v.wrapping_neg() & mask } else { v };
                if v & !mask == 0 { Ok(Const::Bits { w, v }) } else { Err(format!("{v} does not fit in {w} bits")) }
            }
            Type::Bits(w) => Ok(Const::Wide { w, words: wide(digits, w)? }),
            Type::Ptr => Err("a pointer constant is a global, a function or a number of pointer width".into()),
        }
    }
}

/// `0x...` as little-endian words of `w` bits.
fn wide(text: &str, w: u32) -> Parsed<Vec<u64>> {
    let digits = text.strip_prefix("0x").filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_hexdigit()));
    let digits = digits.ok_or_else(|| format!("`{text}`: wide constants are written in hexadecimal, 0x.."))?;
    let mut words: Vec<u64> = Vec::new();
    let mut end = digits.len();
    while end > 0 {
        let start = end.saturating_sub(16);
        words.push(u64::from_str_radix(&digits[start..end], 16).map_err(|e| e.to_string())?);
        end = start;
    }
    let count = (w as usize).div_ceil(64);
    if words.len() > count {
        return Err(format!("{text} does not fit in {w} bits"));
    }
    words.resize(count, 0);
    Ok(words)
}
