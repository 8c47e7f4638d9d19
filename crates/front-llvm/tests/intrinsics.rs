//! Intrinsics on edge values: the native program and the lowered one report the same.
//!
//! The programs are generated; each value comes from a volatile load, so that LLVM folds nothing.

mod common;

use common::{data, interpret, lower, native, unsupported};
use std::collections::BTreeSet;
use std::fmt::Write;
use tempfile::TempDir;

/// A program in LLVM's text form under construction.
#[derive(Default)]
struct Text {
    declarations: BTreeSet<String>,
    body: String,
    next: u32,
}

impl Text {
    fn line(&mut self, ty: &str, text: &str) -> (String, String) {
        self.next += 1;
        let name = format!("%t{}", self.next);
        writeln!(self.body, "  {name} = {text}").expect("memory");
        (ty.into(), name)
    }

    /// A value that nothing can fold.
    fn value(&mut self, ty: &str, literal: &str) -> (String, String) {
        let (_, slot) = self.line("ptr", &format!("alloca {ty}"));
        writeln!(self.body, "  store volatile {ty} {literal}, ptr {slot}").expect("memory");
        self.line(ty, &format!("load volatile {ty}, ptr {slot}"))
    }

    fn call(&mut self, name: &str, result: &str, arguments: &[(String, String)]) -> (String, String) {
        let types: Vec<&str> = arguments.iter().map(|a| a.0.as_str()).collect();
        self.declarations.insert(format!("declare {result} @llvm.{name}({})", types.join(", ")));
        let values: Vec<String> = arguments.iter().map(|(t, v)| format!("{t} {v}")).collect();
        self.line(result, &format!("call {result} @llvm.{name}({})", values.join(", ")))
    }

    /// Reports an integer of at most 64 bits.
    fn report(&mut self, (ty, value): (String, String)) {
        let wide = if ty == "i64" { value } else { self.line("i64", &format!("zext {ty} {value} to i64")).1 };
        writeln!(self.body, "  call void @homing_output(i64 {wide})").expect("memory");
    }

    /// Reports a float's bits; of a NaN only that it is one.
    fn report_float(&mut self, (ty, value): (String, String)) {
        let int = if ty == "float" { "i32" } else { "i64" };
        let nan = self.line("i1", &format!("fcmp uno {ty} {value}, {value}"));
        let bits = self.line(int, &format!("bitcast {ty} {value} to {int}")).1;
        let shown = self.line(int, &format!("select i1 {}, {int} 1, {int} {bits}", nan.1));
        self.report(shown);
    }

    fn check(self, name: &str) {
        let declarations: Vec<String> = self.declarations.into_iter().collect();
        let text = format!(
            "target triple = \"x86_64-pc-linux-gnu\"\ntarget datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
             declare void @homing_output(i64)\n{}\ndefine i32 @main() {{\n{}  ret i32 0\n}}\n",
            declarations.join("\n"),
            self.body
        );
        let folder = TempDir::new().expect("a temporary folder");
        let path = folder.path().join(format!("{name}.ll"));
        std::fs::write(&path, text).expect("writable");
        compare(&path, &folder);
    }
}

fn compare(path: &std::path::Path, folder: &TempDir) {
    let program = lower(path, false);
    assert_eq!(unsupported(&program), Vec::<String>::new());
    let (expected, found) = (native(path, &["-O0"], folder.path()), interpret(&program));
    assert!(!expected.1.is_empty());
    if let Some(i) = (0..expected.1.len()).find(|i| expected.1.get(*i) != found.1.get(*i)) {
        panic!("output {i}: native {:?}, lowered {:?}", expected.1.get(i), found.1.get(i));
    }
    assert_eq!(expected, found);
}

const ONE_OPERAND: [&str; 2] = ["ctpop", "bitreverse"];
const TWO_OPERANDS: [&str; 8] = ["sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "smax", "smin", "umax", "umin"];
const OVERFLOW: [&str; 6] = ["sadd", "uadd", "ssub", "usub", "smul", "umul"];

fn edges(w: u32) -> Vec<i64> {
    let max = i64::MAX >> (64 - w);
    vec![0, 1, max, -max - 1, -1, max / 3 + 7]
}

#[test]
fn integers() {
    let mut t = Text::default();
    for w in [8, 13, 32, 64] {
        let ty = &format!("i{w}");
        let all = edges(w);
        for &a in &all {
            let no = ("i1".to_string(), "false".to_string());
            let x = t.value(ty, &a.to_string());
            for op in ONE_OPERAND {
                let r = t.call(&format!("{op}.{ty}"), ty, std::slice::from_ref(&x));
                t.report(r);
            }
            for op in ["ctlz", "cttz", "abs"] {
                let r = t.call(&format!("{op}.{ty}"), ty, &[x.clone(), no.clone()]);
                t.report(r);
            }
            for &b in &all {
                let y = t.value(ty, &b.to_string());
                for op in TWO_OPERANDS {
                    let r = t.call(&format!("{op}.{ty}"), ty, &[x.clone(), y.clone()]);
                    t.report(r);
                }
                for op in ["scmp", "ucmp"] {
                    let r = t.call(&format!("{op}.i8.{ty}"), "i8", &[x.clone(), y.clone()]);
                    t.report(r);
                }
                for op in OVERFLOW {
                    let pair = format!("{{ {ty}, i1 }}");
                    let r = t.call(&format!("{op}.with.overflow.{ty}"), &pair, &[x.clone(), y.clone()]);
                    let value = t.line(ty, &format!("extractvalue {pair} {}, 0", r.1));
                    t.report(value);
                    let flag = t.line("i1", &format!("extractvalue {pair} {}, 1", r.1));
                    t.report(flag);
                }
            }
            for amount in [0, 1, 3, w - 1] {
                let n = t.value(ty, &amount.to_string());
                for op in ["sshl.sat", "ushl.sat"] {
                    let r = t.call(&format!("{op}.{ty}"), ty, &[x.clone(), n.clone()]);
                    t.report(r);
                }
            }
            for amount in [0, 1, w - 1, w, w + 3] {
                let (y, n) = (t.value(ty, &all[5].to_string()), t.value(ty, &amount.to_string()));
                for op in ["fshl", "fshr"] {
                    let r = t.call(&format!("{op}.{ty}"), ty, &[x.clone(), y.clone(), n.clone()]);
                    t.report(r);
                }
            }
        }
    }
    t.check("integers");
}

/// A float literal in LLVM's form.
fn literal(ty: &str, x: f64) -> String {
    let x = if ty == "float" { f64::from(x as f32) } else { x };
    format!("0x{:016X}", x.to_bits())
}

#[test]
fn floats() {
    let mut t = Text::default();
    let values = [
        0.0,
        -0.0,
        1.5,
        -2.5,
        1e10,
        3e38,
        -3e38,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1e-40,
        1e-310,
        255.5,
        -129.0,
        9.3e18,
    ];
    for (ty, suffix) in [("float", "f32"), ("double", "f64")] {
        for x in values {
            let v = t.value(ty, &literal(ty, x));
            for int in ["i8", "i32", "i64"] {
                for op in ["fptosi", "fptoui"] {
                    let r = t.call(&format!("{op}.sat.{int}.{suffix}"), int, std::slice::from_ref(&v));
                    t.report(r);
                }
            }
            for class in (0..10).map(|b| 1 << b).chain([3, 504]) {
                let r = t.call(&format!("is.fpclass.{suffix}"), "i1", &[v.clone(), ("i32".into(), class.to_string())]);
                t.report(r);
            }
            for op in ["floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven", "fabs", "sqrt"] {
                let r = t.call(&format!("{op}.{suffix}"), ty, std::slice::from_ref(&v));
                t.report_float(r);
            }
        }
        for (a, b) in
            [(0.0, -0.0), (-0.0, 0.0), (1.5, -2.5), (3.0, 3.0), (f64::NEG_INFINITY, 1.0), (f64::NAN, 1.0), (1.0, f64::NAN)]
        {
            let (x, y) = (t.value(ty, &literal(ty, a)), t.value(ty, &literal(ty, b)));
            for op in ["minimum", "maximum", "minimumnum", "maximumnum", "copysign"] {
                let r = t.call(&format!("{op}.{suffix}"), ty, &[x.clone(), y.clone()]);
                t.report_float(r);
            }
            let r = t.call(&format!("fma.{suffix}"), ty, &[x.clone(), y.clone(), x.clone()]);
            t.report_float(r);
        }
    }
    t.check("floats");
}

#[test]
fn long_doubles() {
    let mut t = Text::default();
    for bits in [
        "3FFF8000000000000000",
        "00000000000000000000",
        "80000000000000000001",
        "7FFF8000000000000000",
        "7FFFC000000000000000",
        "7FFFA000000000000000",
        "C000C000000000000000",
    ] {
        let v = t.value("x86_fp80", &format!("0xK{bits}"));
        for class in 0..10 {
            let r = t.call("is.fpclass.f80", "i1", &[v.clone(), ("i32".into(), (1 << class).to_string())]);
            t.report(r);
        }
    }
    t.check("long_doubles");
}

#[test]
fn vectors() {
    let mut t = Text::default();
    let v = t.value("<4 x i32>", "<i32 7, i32 -2, i32 3, i32 -100>");
    for op in ["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"] {
        let r = t.call(&format!("vector.reduce.{op}.v4i32"), "i32", std::slice::from_ref(&v));
        t.report(r);
    }
    let f = t.value("<4 x float>", "<float 0x3FB99999A0000000, float 2.0, float 4.0, float 8.0>");
    let start = t.value("float", "0.5");
    for op in ["fadd", "fmul"] {
        let r = t.call(&format!("vector.reduce.{op}.v4f32"), "float", &[start.clone(), f.clone()]);
        t.report_float(r);
    }
    // Elements that are no whole bytes are packed in memory.
    for (ty, element, wide, value, at) in [
        ("<9 x i1>", "i1", "i9", "<i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 1, i1 0, i1 1>", "8"),
        ("<3 x i5>", "i5", "i15", "<i5 3, i5 -1, i5 9>", "1"),
        ("<2 x i24>", "i24", "i48", "<i24 70000, i24 -2>", "1"),
    ] {
        let (v, i) = (t.value(ty, value).1, t.value("i32", at).1);
        let whole = t.line(wide, &format!("bitcast {ty} {v} to {wide}"));
        t.report(whole);
        let one = t.line(element, &format!("extractelement {ty} {v}, i32 {i}"));
        t.report(one);
        let changed = t.line(ty, &format!("insertelement {ty} {v}, {element} 0, i32 {i}")).1;
        let whole = t.line(wide, &format!("bitcast {ty} {changed} to {wide}"));
        t.report(whole);
    }
    t.check("vectors");
}

#[test]
fn types_that_c_does_not_reach() {
    let folder = TempDir::new().expect("a temporary folder");
    compare(&data().join("programs/types.ll"), &folder);
}
