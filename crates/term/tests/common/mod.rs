//! What the tests share: a text form of terms, random numbers, Z3.
#![allow(dead_code)]

use homing_random::Random;
use homing_term::{FloatKind, Model, Round, Sort, Term, Terms, VarId, VarKey};
use std::io::Write;
use std::process::{Command, Stdio};

/// Random numbers.
pub struct Rng(Random);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(Random::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.word()
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A number of `w` bits, extreme ones more often than chance has it.
    pub fn word(&mut self, w: u32) -> u64 {
        let mask = mask(w);
        let half = 1u64 << (w - 1);
        match self.below(10) {
            0 => 0,
            1 => 1,
            2 => mask,
            3 => half,
            4 => half - 1,
            5 => self.next() & 7 & mask,
            6 => 1u64.checked_shl(self.below(w as usize) as u32).unwrap_or(0),
            _ => self.next() & mask,
        }
    }
}

pub fn mask(w: u32) -> u64 {
    if w >= 64 { u64::MAX } else { (1 << w) - 1 }
}

pub fn named(s: &str) -> VarKey {
    VarKey::Named(s.into())
}

/// Runs Z3 on several complete scripts and returns its answers.
pub fn z3(scripts: &[String]) -> Vec<String> {
    let mut child = Command::new("z3")
        .args(["-in", "-smt2", "-t:60000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the tests need the z3 program");
    let mut input = child.stdin.take().expect("piped");
    let text = scripts.join("(reset)\n");
    let feeder = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let out = child.wait_with_output().expect("z3 runs");
    feeder.join().expect("no panic").expect("z3 reads all");
    let out = String::from_utf8(out.stdout).expect("text");
    let answers: Vec<String> = out.lines().map(str::to_string).collect();
    let bad = answers.iter().find(|a| a.contains("error"));
    assert!(bad.is_none(), "z3 says {bad:?}");
    assert_eq!(answers.len(), scripts.len(), "one answer per script");
    answers
}

/// A term as text. Atoms: `x y z u v` variables of `w` bits, `p q r` of one bit,
/// `i j` integers, `a` an array from `w` to `w` bits, numbers, `min` and `max`
/// (signed), `w` itself, `c d k` the given constants, `#7` an integer; all may carry a width
/// as in `x:w+1` or `5:2w`.
pub struct Text<'a> {
    pub w: u32,
    pub consts: &'a [u64],
}

impl Text<'_> {
    pub fn build(&self, s: &mut Terms, text: &str) -> Term {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut tokens = spaced.split_whitespace();
        let t = self.expr(s, &mut tokens);
        assert!(tokens.next().is_none(), "text after the end in {text}");
        t
    }

    fn width(&self, text: &str) -> u32 {
        let (body, add) = match text.split_once('+') {
            Some((b, a)) => (b, a.parse::<u32>().expect("a number")),
            None => (text, 0),
        };
        let base = match body.strip_suffix('w') {
            Some("") => self.w,
            Some(n) => n.parse::<u32>().expect("a factor") * self.w,
            None => body.parse().expect("a width"),
        };
        base + add
    }

    fn expr<'t>(&self, s: &mut Terms, tokens: &mut impl Iterator<Item = &'t str>) -> Term {
        let first = tokens.next().expect("an expression");
        if first != "(" {
            return self.atom(s, first);
        }
        let op = tokens.next().expect("an operation");
        let mut params = Vec::new();
        let count = match op {
            "extract" => 2,
            "zext" | "sext" | "trunc" | "int2bits" | "f2si" | "f2ui" => 1,
            _ => 0,
        };
        for _ in 0..count {
            params.push(self.width(tokens.next().expect("a parameter")));
        }
        let mut args = Vec::new();
        let mut tokens = tokens.peekable();
        while *tokens.peek().expect("a closing bracket") != ")" {
            // The iterator type would nest without end if it were passed on.
            let dynamic: &mut dyn Iterator<Item = &'t str> = &mut tokens;
            let mut one = Vec::new();
            let mut depth = 0;
            for t in dynamic {
                one.push(t);
                depth += (t == "(") as i32 - (t == ")") as i32;
                if depth == 0 {
                    break;
                }
            }
            args.push(self.expr_of(s, &one));
        }
        tokens.next();
        apply(s, op, &params, &args)
    }

    fn expr_of(&self, s: &mut Terms, tokens: &[&str]) -> Term {
        let mut it: Box<dyn Iterator<Item = &str>> = Box::new(tokens.iter().copied());
        self.expr(s, &mut it)
    }

    fn atom(&self, s: &mut Terms, text: &str) -> Term {
        let (name, width) = match text.split_once(':') {
            Some((n, w)) => (n, Some(self.width(w))),
            None => (text, None),
        };
        let w = width.unwrap_or(self.w);
        let value = match name {
            "x" | "y" | "z" | "u" | "v" => return s.var(w, named(name)),
            "p" | "q" | "r" => return s.var(1, named(name)),
            "i" | "j" => return s.int_var(named(name)),
            "a" => return s.array_var(self.w, self.w, named(name)),
            "c" => self.consts[0],
            "d" => self.consts[1],
            "k" => self.consts[2],
            "min" => 1 << (w - 1),
            "max" => mask(w) >> 1,
            "w" => u64::from(self.w),
            _ => match name.strip_prefix('#') {
                Some(n) => return s.int(n.parse().expect("an integer")),
                None => name.parse::<i64>().expect("a number") as u64,
            },
        };
        if w > 64 {
            let high = if (value as i64) < 0 { u64::MAX } else { 0 };
            return s.bits_wide(w, &[value, high, high, high]);
        }
        s.bits(w, value)
    }
}

pub fn apply(s: &mut Terms, op: &str, params: &[u32], a: &[Term]) -> Term {
    match op {
        "not" => s.not(a[0]),
        "neg" => s.neg(a[0]),
        "extract" => s.extract(a[0], params[0], params[1]),
        "zext" => s.zext(a[0], params[0]),
        "sext" => s.sext(a[0], params[0]),
        "trunc" => s.trunc(a[0], params[0]),
        "ite" => s.ite(a[0], a[1], a[2]),
        "ineg" => s.ineg(a[0]),
        "u2i" => s.bits2int(a[0], false),
        "s2i" => s.bits2int(a[0], true),
        "int2bits" => s.int2bits(a[0], params[0]),
        "const" => {
            let w = s.width(a[0]);
            s.array_const(w, a[0])
        }
        "store" => s.store(a[0], a[1], a[2]),
        // Floats are halves.
        "si2f" => s.si2f(FloatKind::F16, a[0]),
        "ui2f" => s.ui2f(FloatKind::F16, a[0]),
        "f2si" => s.f2si(FloatKind::F16, a[0], params[0]),
        "widen" => s.f2f(FloatKind::F16, FloatKind::F80, a[0]),
        "narrow" => s.f2f(FloatKind::F80, FloatKind::F16, a[0]),
        "f2ui" => s.f2ui(FloatKind::F16, a[0], params[0]),
        _ => apply2(s, op, a[0], a[1]),
    }
}

pub fn apply2(s: &mut Terms, op: &str, a: Term, b: Term) -> Term {
    match op {
        "add" => s.add(a, b),
        "sub" => s.sub(a, b),
        "mul" => s.mul(a, b),
        "udiv" => s.udiv(a, b),
        "sdiv" => s.sdiv(a, b),
        "urem" => s.urem(a, b),
        "srem" => s.srem(a, b),
        "and" => s.and(a, b),
        "or" => s.or(a, b),
        "xor" => s.xor(a, b),
        "shl" => s.shl(a, b),
        "lshr" => s.lshr(a, b),
        "ashr" => s.ashr(a, b),
        "eq" => s.eq(a, b),
        "ne" => s.ne(a, b),
        "ult" => s.ult(a, b),
        "ule" => s.ule(a, b),
        "slt" => s.slt(a, b),
        "sle" => s.sle(a, b),
        "ugt" => s.ugt(a, b),
        "uge" => s.uge(a, b),
        "sgt" => s.sgt(a, b),
        "sge" => s.sge(a, b),
        "umul_over" => s.umul_over(a, b),
        "smul_over" => s.smul_over(a, b),
        "concat" => s.concat(a, b),
        "iadd" => s.iadd(a, b),
        "isub" => s.isub(a, b),
        "imul" => s.imul(a, b),
        "idiv" => s.idiv(a, b),
        "irem" => s.irem(a, b),
        "ile" => s.ile(a, b),
        "ilt" => s.ilt(a, b),
        "select" => s.select(a, b),
        "fquot" => s.fdiv(FloatKind::F16, a, b),
        "fprod" => s.fmul(FloatKind::F16, a, b),
        "fsum" => s.fadd(FloatKind::F16, a, b),
        "feq" => s.feq(FloatKind::F16, a, b),
        "flt" => s.flt(FloatKind::F16, a, b),
        "fle" => s.fle(FloatKind::F16, a, b),
        "fnan" => s.funordered(FloatKind::F16, a, b),
        _ => panic!("no operation {op}"),
    }
}

/// Total width of the variables, if all are bit vectors.
pub fn var_bits(s: &Terms) -> Option<u32> {
    (0..s.var_count() as u32)
        .map(|v| match s.var_info(VarId(v)).sort {
            Sort::Bits(w) => Some(w),
            _ => None,
        })
        .sum()
}

/// Every assignment of the variables of a store, `var_bits` being small.
pub fn all_models(s: &Terms) -> Vec<Model> {
    let widths: Vec<u32> = (0..s.var_count() as u32).map(|v| s.width(s.var_info(VarId(v)).term)).collect();
    let total: u32 = widths.iter().sum();
    (0..1u64 << total)
        .map(|mut bits| {
            let mut m = Model::new();
            for (v, &w) in widths.iter().enumerate() {
                m.set64(VarId(v as u32), bits & mask(w));
                bits >>= w;
            }
            m
        })
        .collect()
}

pub const KINDS: [FloatKind; 5] = [FloatKind::F16, FloatKind::F32, FloatKind::F64, FloatKind::F80, FloatKind::F128];

pub const ROUNDS: [Round; 5] = [Round::NearestEven, Round::TowardZero, Round::Up, Round::Down, Round::NearestAway];
