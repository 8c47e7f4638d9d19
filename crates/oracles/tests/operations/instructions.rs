//! Instructions in LLVM's text form.

use super::compare::{Cases, Kind};
use std::fmt::Write;

/// The body of a function under construction.
#[derive(Default)]
pub struct Body {
    pub text: String,
    next: u32,
}

impl Body {
    /// The result of an instruction.
    pub fn put(&mut self, text: &str) -> String {
        self.next += 1;
        let name = format!("%v{}", self.next);
        writeln!(self.text, "  {name} = {text}").expect("memory");
        name
    }

    pub fn line(&mut self, text: &str) {
        writeln!(self.text, "  {text}").expect("memory");
    }

    /// Operand number `i`.
    pub fn load(&mut self, ty: &str, i: u32) -> String {
        let at = self.put(&format!("getelementptr i8, ptr %in, i64 {}", i * 16));
        // The x87's format has patterns that are no numbers: its operands come from doubles.
        if ty == "x86_fp80" {
            let double = self.put(&format!("load double, ptr {at}"));
            return self.put(&format!("fpext double {double} to x86_fp80"));
        }
        // What lies in memory beside the bits of such a number must be zero: it is cut out of a wider one.
        match ty {
            "i1" | "i13" => {
                let wide = self.put(&format!("load i16, ptr {at}"));
                self.put(&format!("trunc i16 {wide} to {ty}"))
            }
            _ => self.put(&format!("load {ty}, ptr {at}")),
        }
    }

    /// Writes a result at a byte of the output.
    pub fn store_at(&mut self, ty: &str, value: &str, at: u32) {
        let to = self.put(&format!("getelementptr i8, ptr %out, i64 {at}"));
        let (ty, value) = if ty == "i1" { ("i8", self.put(&format!("zext i1 {value} to i8"))) } else { (ty, value.to_string()) };
        self.line(&format!("store {ty} {value}, ptr {to}"));
    }

    pub fn store(&mut self, ty: &str, value: &str) {
        self.store_at(ty, value, 0);
    }

    /// Writes a float; of a NaN only that it is one.
    pub fn store_float(&mut self, ty: &str, value: &str) {
        let nan = self.put(&format!("fcmp uno {ty} {value}, {value}"));
        let select = if ty.starts_with('<') { format!("<{} x i1>", lanes(ty)) } else { "i1".into() };
        let shown = self.put(&format!("select {select} {nan}, {ty} {}, {ty} {value}", zero(ty)));
        self.store(ty, &shown);
        self.store_at(&select, &nan, 16);
    }

    /// The number with zero for both zeros: which one `fmin` and `fmax` give is open.
    pub fn one_zero(&mut self, ty: &str, value: &str) -> String {
        self.put(&format!("fadd {ty} {value}, {}", zero(ty)))
    }
}

/// Elements of a vector type.
fn lanes(ty: &str) -> &str {
    ty[1..].split(' ').next().unwrap_or("1")
}

fn zero(ty: &str) -> &'static str {
    match ty {
        _ if ty.starts_with('<') => "zeroinitializer",
        "x86_fp80" => "0xK00000000000000000000",
        _ => "0.0",
    }
}

/// What operands of a float type are made from.
pub fn float_kind(ty: &str) -> Kind {
    match ty {
        _ if ty.contains("half") => Kind::Float(16),
        _ if ty.contains("float") => Kind::Float(32),
        _ => Kind::Float(64),
    }
}

pub const WIDTHS: [u32; 7] = [1, 8, 13, 16, 32, 64, 128];
pub const FLOATS: [&str; 4] = ["half", "float", "double", "x86_fp80"];

pub fn integers(cases: &mut Cases) {
    for w in WIDTHS {
        let t = format!("i{w}");
        for op in ["add", "sub", "mul", "and", "or", "xor", "udiv", "urem", "sdiv", "srem", "shl", "lshr", "ashr"] {
            let mut b = Body::default();
            let (x, mut y) = (b.load(&t, 0), b.load(&t, 1));
            if op.contains("div") || op.contains("rem") {
                if w == 1 {
                    continue;
                }
                // Not zero, and not -1: an odd number that is neither.
                y = b.put(&format!("or {t} {y}, 1"));
                if op.starts_with('s') {
                    let minus = b.put(&format!("icmp eq {t} {y}, -1"));
                    y = b.put(&format!("select i1 {minus}, {t} 3, {t} {y}"));
                }
            } else if op.contains("sh") {
                if w == 1 {
                    continue;
                }
                y = b.put(&format!("urem {t} {y}, {w}"));
            }
            let r = b.put(&format!("{op} {t} {x}, {y}"));
            b.store(&t, &r);
            cases.add(format!("{op} {t}"), Kind::Integer, b.text);
        }
        for p in ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"] {
            let mut b = Body::default();
            let (x, y) = (b.load(&t, 0), b.load(&t, 1));
            let r = b.put(&format!("icmp {p} {t} {x}, {y}"));
            let (u, v) = (b.load(&t, 1), b.load(&t, 2));
            let chosen = b.put(&format!("select i1 {r}, {t} {u}, {t} {v}"));
            let frozen = b.put(&format!("freeze {t} {chosen}"));
            b.store_at("i1", &r, 16);
            b.store(&t, &frozen);
            cases.add(format!("icmp {p} {t}"), Kind::Integer, b.text);
        }
        for to in WIDTHS.into_iter().filter(|to| *to != w) {
            let ops: &[&str] = if to < w { &["trunc"] } else { &["zext", "sext"] };
            for op in ops {
                let mut b = Body::default();
                let x = b.load(&t, 0);
                let r = b.put(&format!("{op} {t} {x} to i{to}"));
                b.store(&format!("i{to}"), &r);
                cases.add(format!("{op} {t} to i{to}"), Kind::Integer, b.text);
            }
        }
        branches(cases, &t, w);
    }
}

/// A switch and a phi.
fn branches(cases: &mut Cases, t: &str, w: u32) {
    let mut b = Body::default();
    let x = b.load(t, 0);
    let values = if w == 1 { vec![0, 1] } else { vec![0, 1, 3, -1] };
    let targets: Vec<String> = values.iter().enumerate().map(|(i, v)| format!("{t} {v}, label %to{i}")).collect();
    b.line(&format!("switch {t} {x}, label %other [ {} ]", targets.join(" ")));
    for i in 0..values.len() {
        b.text += &format!("to{i}:\n  br label %end\n");
    }
    b.text += "other:\n  br label %end\nend:\n";
    let from: Vec<String> = (0..values.len()).map(|i| format!("[ {}, %to{i} ]", i + 10)).collect();
    let r = b.put(&format!("phi i32 {}, [ 99, %other ]", from.join(", ")));
    b.store("i32", &r);
    cases.add(format!("switch {t}"), Kind::Integer, b.text);
}

pub fn floats(cases: &mut Cases) {
    for t in FLOATS {
        let kind = float_kind(t);
        for op in ["fadd", "fsub", "fmul", "fdiv", "frem"] {
            let mut b = Body::default();
            let (x, y) = (b.load(t, 0), b.load(t, 1));
            let r = b.put(&format!("{op} {t} {x}, {y}"));
            b.store_float(t, &r);
            cases.add(format!("{op} {t}"), kind, b.text);
        }
        let mut b = Body::default();
        let x = b.load(t, 0);
        let r = b.put(&format!("fneg {t} {x}"));
        b.store_float(t, &r);
        cases.add(format!("fneg {t}"), kind, b.text);
        for p in
            ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"]
        {
            let mut b = Body::default();
            let (x, y) = (b.load(t, 0), b.load(t, 1));
            let r = b.put(&format!("fcmp {p} {t} {x}, {y}"));
            b.store("i1", &r);
            cases.add(format!("fcmp {p} {t}"), kind, b.text);
        }
        conversions(cases, t, kind);
    }
}

fn conversions(cases: &mut Cases, t: &str, kind: Kind) {
    let place = |t: &str| FLOATS.iter().position(|f| *f == t).unwrap_or(0);
    for to in FLOATS.into_iter().filter(|to| *to != t) {
        let op = if place(to) > place(t) { "fpext" } else { "fptrunc" };
        let mut b = Body::default();
        let x = b.load(t, 0);
        let r = b.put(&format!("{op} {t} {x} to {to}"));
        b.store_float(to, &r);
        cases.add(format!("{op} {t} to {to}"), kind, b.text);
    }
    for w in [8, 16, 32, 64, 128] {
        for op in ["sitofp", "uitofp"] {
            // To the smallest format only what is not too large for it goes without help from a library.
            if t == "half" && w > 32 {
                continue;
            }
            let mut b = Body::default();
            let x = b.load(&format!("i{w}"), 0);
            let r = b.put(&format!("{op} i{w} {x} to {t}"));
            b.store_float(t, &r);
            cases.add(format!("{op} i{w} to {t}"), Kind::Integer, b.text);
        }
        for op in ["fptosi", "fptoui"] {
            let mut b = Body::default();
            let x = b.load(t, 0);
            // Only what fits every width.
            let (low, high) = if op == "fptosi" { ("-100.0", "100.0") } else { ("0.0", "200.0") };
            let (low, high) = if t == "x86_fp80" { (fp80(low), fp80(high)) } else { (low.into(), high.into()) };
            let above = b.put(&format!("fcmp oge {t} {x}, {low}"));
            let below = b.put(&format!("fcmp ole {t} {x}, {high}"));
            let fits = b.put(&format!("and i1 {above}, {below}"));
            let y = b.put(&format!("select i1 {fits}, {t} {x}, {t} {}", zero(t)));
            let r = b.put(&format!("{op} {t} {y} to i{w}"));
            b.store(&format!("i{w}"), &r);
            cases.add(format!("{op} {t} to i{w}"), kind, b.text);
        }
    }
    let bits = match t {
        "half" => 16,
        "float" => 32,
        "double" => 64,
        _ => return,
    };
    let mut b = Body::default();
    let x = b.load(t, 0);
    let as_bits = b.put(&format!("bitcast {t} {x} to i{bits}"));
    let more = b.put(&format!("xor i{bits} {as_bits}, 1"));
    let back = b.put(&format!("bitcast i{bits} {more} to {t}"));
    b.store_float(t, &back);
    cases.add(format!("bitcast {t}"), kind, b.text);
}

/// A number as a constant of the x87's format.
fn fp80(text: &str) -> String {
    match text {
        "-100.0" => "0xKC005C800000000000000",
        "100.0" => "0xK4005C800000000000000",
        "200.0" => "0xK4006C800000000000000",
        _ => "0xK00000000000000000000",
    }
    .into()
}

pub fn vectors(cases: &mut Cases) {
    for (t, e, n) in [("<4 x i32>", "i32", 4), ("<16 x i8>", "i8", 16), ("<2 x i64>", "i64", 2), ("<8 x i16>", "i16", 8)] {
        for op in ["add", "sub", "mul", "and", "or", "xor", "icmp slt", "icmp ugt"] {
            let mut b = Body::default();
            let (x, y) = (b.load(t, 0), b.load(t, 1));
            let r = b.put(&format!("{op} {t} {x}, {y}"));
            if op.starts_with("icmp") {
                let wide = b.put(&format!("sext <{n} x i1> {r} to {t}"));
                let chosen = b.put(&format!("select <{n} x i1> {r}, {t} {x}, {t} {y}"));
                b.store(t, &chosen);
                b.store_at(t, &wide, 16);
            } else {
                b.store(t, &r);
            }
            cases.add(format!("{op} {t}"), Kind::Integer, b.text);
        }
        let mut b = Body::default();
        let (x, y) = (b.load(t, 0), b.load("i64", 1));
        let i = b.put(&format!("and i64 {y}, {}", n - 1));
        let one = b.put(&format!("extractelement {t} {x}, i64 {i}"));
        let changed = b.put(&format!("add {e} {one}, 1"));
        let with = b.put(&format!("insertelement {t} {x}, {e} {changed}, i64 {i}"));
        let fixed = b.put(&format!("insertelement {t} {with}, {e} {one}, i32 1"));
        b.store(t, &fixed);
        cases.add(format!("elements of {t}"), Kind::Integer, b.text);
        let mut b = Body::default();
        let (x, y) = (b.load(t, 0), b.load(t, 1));
        let mask: Vec<String> = (0..n).map(|i| format!("i32 {}", (i * 5 + 3) % (2 * n))).collect();
        let r = b.put(&format!("shufflevector {t} {x}, {t} {y}, <{n} x i32> <{}>", mask.join(", ")));
        let whole = b.put(&format!("bitcast {t} {r} to i128"));
        b.store("i128", &whole);
        cases.add(format!("shuffle of {t}"), Kind::Integer, b.text);
    }
    for (t, op) in [("<4 x float>", "fadd"), ("<2 x double>", "fmul"), ("<4 x float>", "fdiv"), ("<2 x double>", "fsub")] {
        let mut b = Body::default();
        let (x, y) = (b.load(t, 0), b.load(t, 1));
        let r = b.put(&format!("{op} {t} {x}, {y}"));
        let nan = b.put(&format!("fcmp uno {t} {r}, {r}"));
        let shown = b.put(&format!("select <{} x i1> {nan}, {t} zeroinitializer, {t} {r}", lanes(t)));
        b.store(t, &shown);
        cases.add(format!("{op} {t}"), float_kind(t), b.text);
    }
}

pub fn memory(cases: &mut Cases) {
    let updates = [
        "xchg",
        "add",
        "sub",
        "and",
        "nand",
        "or",
        "xor",
        "max",
        "min",
        "umax",
        "umin",
        "uinc_wrap",
        "udec_wrap",
        "usub_cond",
        "usub_sat",
    ];
    for t in ["i8", "i16", "i32", "i64"] {
        for op in updates {
            let mut b = Body::default();
            let (x, y) = (b.load(t, 0), b.load(t, 1));
            let slot = b.put(&format!("alloca {t}"));
            b.line(&format!("store {t} {x}, ptr {slot}"));
            let old = b.put(&format!("atomicrmw {op} ptr {slot}, {t} {y} seq_cst"));
            let new = b.put(&format!("load {t}, ptr {slot}"));
            b.store(t, &old);
            b.store_at(t, &new, 8);
            cases.add(format!("atomicrmw {op} {t}"), Kind::Integer, b.text);
        }
        let mut b = Body::default();
        let (x, y, z) = (b.load(t, 0), b.load(t, 1), b.load(t, 2));
        let slot = b.put(&format!("alloca {t}"));
        b.line(&format!("store {t} {x}, ptr {slot}"));
        let even = b.put(&format!("and {t} {y}, 1"));
        let is_even = b.put(&format!("icmp eq {t} {even}, 0"));
        let expected = b.put(&format!("select i1 {is_even}, {t} {x}, {t} {y}"));
        let pair = b.put(&format!("cmpxchg ptr {slot}, {t} {expected}, {t} {z} seq_cst seq_cst"));
        let (old, done) =
            (b.put(&format!("extractvalue {{ {t}, i1 }} {pair}, 0")), b.put(&format!("extractvalue {{ {t}, i1 }} {pair}, 1")));
        let new = b.put(&format!("load {t}, ptr {slot}"));
        b.line("fence seq_cst");
        b.store(t, &old);
        b.store_at(t, &new, 8);
        b.store_at("i1", &done, 16);
        cases.add(format!("cmpxchg {t}"), Kind::Integer, b.text);
    }
    for op in ["fadd", "fsub", "fmax", "fmin"] {
        let mut b = Body::default();
        let (x, y) = (b.load("double", 0), b.load("double", 1));
        let slot = b.put("alloca double");
        b.line(&format!("store double {x}, ptr {slot}"));
        b.put(&format!("atomicrmw {op} ptr {slot}, double {y} seq_cst"));
        let new = b.put(&format!("load double, ptr {slot}"));
        let new = if op == "fmax" || op == "fmin" { b.one_zero("double", &new) } else { new };
        b.store_float("double", &new);
        cases.add(format!("atomicrmw {op} double"), Kind::Float(64), b.text);
    }
    addresses(cases);
}

/// Address arithmetic, aggregates and pointers as numbers.
fn addresses(cases: &mut Cases) {
    let mut b = Body::default();
    let (x, y) = (b.load("i32", 0), b.load("i8", 1));
    let array = b.put("alloca { i8, [5 x { i16, i32 }], i64 }");
    b.line(&format!("store {{ i8, [5 x {{ i16, i32 }}], i64 }} zeroinitializer, ptr {array}"));
    let i = b.put(&format!("and i32 {x}, 3"));
    let field = b.put(&format!("getelementptr {{ i8, [5 x {{ i16, i32 }}], i64 }}, ptr {array}, i64 0, i32 1, i32 {i}, i32 1"));
    let (from, to) = (b.put(&format!("ptrtoint ptr {array} to i64")), b.put(&format!("ptrtoint ptr {field} to i64")));
    let distance = b.put(&format!("sub i64 {to}, {from}"));
    let again = b.put(&format!("add i64 {from}, {distance}"));
    let pointer = b.put(&format!("inttoptr i64 {again} to ptr"));
    b.line(&format!("store i8 {y}, ptr {pointer}"));
    let read = b.put(&format!("load i8, ptr {field}"));
    b.store("i64", &distance);
    b.store_at("i8", &read, 8);
    let whole = b.put(&format!("insertvalue {{ i32, {{ i8, i64 }} }} zeroinitializer, i8 {read}, 1, 0"));
    let whole = b.put(&format!("insertvalue {{ i32, {{ i8, i64 }} }} {whole}, i64 {distance}, 1, 1"));
    let part = b.put(&format!("extractvalue {{ i32, {{ i8, i64 }} }} {whole}, 1, 1"));
    b.store_at("i64", &part, 16);
    cases.add("addresses and aggregates".into(), Kind::Integer, b.text);
}
