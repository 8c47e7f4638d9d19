//! Intrinsics in LLVM's text form.

use super::compare::{Cases, Kind};
use super::instructions::{Body, FLOATS, float_kind};

/// Accepted, but there is nothing to compare: no result, an end of the run, or a function of the mathematical library, which is compared
/// with the other libraries.
pub const WITHOUT_RESULT: &[&str] = &[
    "lifetime.start",
    "lifetime.end",
    "invariant.start",
    "invariant.end",
    "dbg.declare",
    "dbg.value",
    "dbg.assign",
    "dbg.label",
    "assume",
    "prefetch",
    "var.annotation",
    "sideeffect",
    "donothing",
    "experimental.noalias.scope.decl",
    "pseudoprobe",
    "fake.use",
    "x86.sse2.pause",
    "codeview.annotation",
    "trap",
    "debugtrap",
    "ubsantrap",
    "vscale",
    "allow.runtime.check",
    "allow.ubsan.check",
    "ptr.annotation",
    "annotation",
    "threadlocal.address",
    "ssa.copy",
    "va_start",
    "va_end",
    "va_copy",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "exp",
    "exp2",
    "exp10",
    "log",
    "log2",
    "log10",
    "pow",
    "ldexp",
];

/// Without a constrained form, or one that calls the mathematical library.
pub const UNCONSTRAINED: &[&str] = &[
    "fabs",
    "copysign",
    "minimum",
    "maximum",
    "minimumnum",
    "maximumnum",
    "is.fpclass",
    "fptosi.sat",
    "fptoui.sat",
    "powi",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "exp",
    "exp2",
    "exp10",
    "log",
    "log2",
    "log10",
    "pow",
    "ldexp",
];

/// A call with its declaration; the last arguments are constants.
fn call(cases: &mut Cases, b: &mut Body, result: &str, name: &str, arguments: &[(&str, &str)]) -> String {
    let types: Vec<&str> = arguments.iter().map(|a| a.0).collect();
    cases.declare(format!("declare {result} @llvm.{name}({})", types.join(", ")));
    let values: Vec<String> = arguments.iter().map(|(t, v)| format!("{t} {v}")).collect();
    b.put(&format!("call {result} @llvm.{name}({})", values.join(", ")))
}

pub fn all(cases: &mut Cases) {
    integers(cases);
    overflow(cases);
    floats(cases);
    classes(cases);
    reductions(cases);
    memory(cases);
    constants(cases);
    constrained(cases);
}

fn integers(cases: &mut Cases) {
    for t in ["i8", "i13", "i16", "i32", "i64", "i128", "<4 x i32>", "<16 x i8>"] {
        let suffix = t.trim_matches(['<', '>']).replace(" x ", "").replace("4i32", "v4i32").replace("16i8", "v16i8");
        for op in ["ctpop", "bitreverse", "bswap", "expect", "ctlz", "cttz", "abs"] {
            if op == "bswap" && ["i8", "i13", "<16 x i8>"].contains(&t) || op == "expect" && t.starts_with('<') {
                continue;
            }
            let mut b = Body::default();
            let x = b.load(t, 0);
            let second = match op {
                "expect" => vec![(t, "0")],
                "ctlz" | "cttz" | "abs" => vec![("i1", "false")],
                _ => vec![],
            };
            let mut arguments = vec![(t, x.as_str())];
            arguments.extend(second);
            let r = call(cases, &mut b, t, &format!("{op}.{suffix}"), &arguments);
            b.store(t, &r);
            cases.add(format!("{op} {t}"), Kind::Integer, b.text);
        }
        if !t.starts_with('<') {
            for op in ["ctlz", "cttz"] {
                let mut b = Body::default();
                let x = b.load(t, 0);
                let x = b.put(&format!("or {t} {x}, 4"));
                let r = call(cases, &mut b, t, &format!("{op}.{suffix}"), &[(t, &x), ("i1", "true")]);
                b.store(t, &r);
                cases.add(format!("{op} {t} of no zero"), Kind::Integer, b.text);
            }
        }
        for op in [
            "smax", "smin", "umax", "umin", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "sshl.sat", "ushl.sat", "scmp",
            "ucmp",
        ] {
            let mut b = Body::default();
            let (x, mut y) = (b.load(t, 0), b.load(t, 1));
            if op.contains("shl") {
                if t.starts_with('<') {
                    continue;
                }
                y = b.put(&format!("urem {t} {y}, {}", &t[1..]));
            }
            let three_way = op.ends_with("cmp");
            let (result, name) = match (three_way, t.starts_with('<')) {
                (true, true) => continue,
                (true, false) => ("i8", format!("{op}.i8.{suffix}")),
                _ => (t, format!("{op}.{suffix}")),
            };
            let r = call(cases, &mut b, result, &name, &[(t, &x), (t, &y)]);
            b.store(result, &r);
            cases.add(format!("{op} {t}"), Kind::Integer, b.text);
        }
        for op in ["fshl", "fshr"] {
            let mut b = Body::default();
            let (x, y, z) = (b.load(t, 0), b.load(t, 1), b.load(t, 2));
            let r = call(cases, &mut b, t, &format!("{op}.{suffix}"), &[(t, &x), (t, &y), (t, &z)]);
            b.store(t, &r);
            cases.add(format!("{op} {t}"), Kind::Integer, b.text);
        }
    }
    let mut b = Body::default();
    let x = b.load("i32", 0);
    let r = call(cases, &mut b, "i32", "expect.with.probability.i32", &[("i32", &x), ("i32", "1"), ("double", "0.25")]);
    b.store("i32", &r);
    cases.add("expect.with.probability".into(), Kind::Integer, b.text);
}

fn overflow(cases: &mut Cases) {
    for t in ["i8", "i16", "i32", "i64", "i128"] {
        for op in ["sadd", "uadd", "ssub", "usub", "smul", "umul"] {
            let mut b = Body::default();
            let (x, y) = (b.load(t, 0), b.load(t, 1));
            let pair = format!("{{ {t}, i1 }}");
            let r = call(cases, &mut b, &pair, &format!("{op}.with.overflow.{t}"), &[(t, &x), (t, &y)]);
            let (value, flag) = (b.put(&format!("extractvalue {pair} {r}, 0")), b.put(&format!("extractvalue {pair} {r}, 1")));
            b.store(t, &value);
            b.store_at("i1", &flag, 16);
            cases.add(format!("{op}.with.overflow {t}"), Kind::Integer, b.text);
        }
    }
}

fn suffix(t: &str) -> &'static str {
    match t {
        "half" => "f16",
        "float" => "f32",
        "double" => "f64",
        "<4 x float>" => "v4f32",
        _ => "f80",
    }
}

fn floats(cases: &mut Cases) {
    for t in FLOATS {
        let kind = float_kind(t);
        let s = suffix(t);
        let one = [
            "fabs",
            "sqrt",
            "floor",
            "ceil",
            "trunc",
            "rint",
            "nearbyint",
            "roundeven",
            "round",
            "arithmetic.fence",
            "canonicalize",
        ];
        for op in one {
            // Making the x87's numbers canonical multiplies them; of the others it quiets NaNs, which are not looked at.
            if op == "canonicalize" && t == "x86_fp80" {
                continue;
            }
            let mut b = Body::default();
            let x = b.load(t, 0);
            let r = call(cases, &mut b, t, &format!("{op}.{s}"), &[(t, &x)]);
            b.store_float(t, &r);
            cases.add(format!("{op} {t}"), kind, b.text);
        }
        for op in ["copysign", "minnum", "maxnum", "minimum", "maximum", "minimumnum", "maximumnum"] {
            // LLVM has no code for these on the x87.
            if t == "x86_fp80" && op.contains("imum") {
                continue;
            }
            let mut b = Body::default();
            let (x, y) = (b.load(t, 0), b.load(t, 1));
            let r = call(cases, &mut b, t, &format!("{op}.{s}"), &[(t, &x), (t, &y)]);
            let r = if op == "minnum" || op == "maxnum" { b.one_zero(t, &r) } else { r };
            b.store_float(t, &r);
            cases.add(format!("{op} {t}"), kind, b.text);
        }
        if t != "half" {
            for op in ["fma", "fmuladd"] {
                let mut b = Body::default();
                let (x, y, z) = (b.load(t, 0), b.load(t, 1), b.load(t, 2));
                let r = call(cases, &mut b, t, &format!("{op}.{s}"), &[(t, &x), (t, &y), (t, &z)]);
                b.store_float(t, &r);
                cases.add(format!("{op} {t}"), kind, b.text);
            }
            let mut b = Body::default();
            let (x, n) = (b.load(t, 0), b.load("i8", 1));
            let n = b.put(&format!("sext i8 {n} to i32"));
            let r = call(cases, &mut b, t, &format!("powi.{s}.i32"), &[(t, &x), ("i32", &n)]);
            b.store_float(t, &r);
            cases.add(format!("powi {t}"), kind, b.text);
            to_integers(cases, t, kind);
        }
        saturating(cases, t, kind);
    }
}

/// Of numbers that are small enough.
fn to_integers(cases: &mut Cases, t: &str, kind: Kind) {
    for op in ["lround", "llround", "lrint", "llrint"] {
        let mut b = Body::default();
        let x = b.load("i16", 0);
        let x = b.put(&format!("sitofp i16 {x} to {t}"));
        let y = b.load("i16", 1);
        let y = b.put(&format!("and i16 {y}, 3"));
        let y = b.put(&format!("sitofp i16 {y} to {t}"));
        let two = b.put(&format!("sitofp i16 4 to {t}"));
        let part = b.put(&format!("fdiv {t} {y}, {two}"));
        let x = b.put(&format!("fadd {t} {x}, {part}"));
        let r = call(cases, &mut b, "i64", &format!("{op}.i64.{}", suffix(t)), &[(t, &x)]);
        b.store("i64", &r);
        cases.add(format!("{op} {t}"), kind, b.text);
    }
}

fn saturating(cases: &mut Cases, t: &str, kind: Kind) {
    for to in ["i8", "i16", "i32", "i64"] {
        for op in ["fptosi.sat", "fptoui.sat"] {
            let mut b = Body::default();
            let x = b.load(t, 0);
            let r = call(cases, &mut b, to, &format!("{op}.{to}.{}", suffix(t)), &[(t, &x)]);
            b.store(to, &r);
            cases.add(format!("{op} {t} to {to}"), kind, b.text);
        }
    }
}

fn classes(cases: &mut Cases) {
    for t in FLOATS {
        // NaNs of both kinds together: which one a conversion gives is the machine's affair.
        for mask in [3, 4, 8, 16, 32, 64, 128, 256, 512, 516, 264, 1020] {
            let mut b = Body::default();
            let x = b.load(t, 0);
            let r = call(cases, &mut b, "i1", &format!("is.fpclass.{}", suffix(t)), &[(t, &x), ("i32", &mask.to_string())]);
            b.store("i1", &r);
            cases.add(format!("is.fpclass {t} {mask}"), float_kind(t), b.text);
        }
    }
}

fn reductions(cases: &mut Cases) {
    for op in ["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"] {
        for (t, e, s) in [("<4 x i32>", "i32", "v4i32"), ("<16 x i8>", "i8", "v16i8")] {
            let mut b = Body::default();
            let x = b.load(t, 0);
            let r = call(cases, &mut b, e, &format!("vector.reduce.{op}.{s}"), &[(t, &x)]);
            b.store(e, &r);
            cases.add(format!("vector.reduce.{op} {t}"), Kind::Integer, b.text);
        }
    }
    for op in ["fadd", "fmul", "fmax", "fmin"] {
        let mut b = Body::default();
        // Not from the corners: zeros of both signs may come in any order.
        let x = b.load("<4 x i32>", 0);
        let x = b.put(&format!("and <4 x i32> {x}, <i32 1023, i32 1023, i32 1023, i32 1023>"));
        let x = b.put(&format!("or <4 x i32> {x}, <i32 1, i32 1, i32 1, i32 1>"));
        let x = b.put(&format!("sitofp <4 x i32> {x} to <4 x float>"));
        let start = b.load("i8", 1);
        let start = b.put(&format!("sitofp i8 {start} to float"));
        let mut arguments = vec![("<4 x float>", x.as_str())];
        if op == "fadd" || op == "fmul" {
            arguments.insert(0, ("float", start.as_str()));
        }
        let r = call(cases, &mut b, "float", &format!("vector.reduce.{op}.v4f32"), &arguments);
        b.store_float("float", &r);
        cases.add(format!("vector.reduce.{op}"), Kind::Integer, b.text);
    }
}

fn memory(cases: &mut Cases) {
    for (name, types) in [("memcpy", "p0.p0.i64"), ("memmove", "p0.p0.i64"), ("memcpy.inline", "p0.p0.i64")] {
        let mut b = Body::default();
        cases.declare(format!("declare void @llvm.{name}.{types}(ptr, ptr, i64, i1)"));
        b.line(&format!("call void @llvm.{name}.{types}(ptr %out, ptr %in, i64 13, i1 false)"));
        cases.add(name.into(), Kind::Integer, b.text);
    }
    for name in ["memset", "memset.inline"] {
        let mut b = Body::default();
        let x = b.load("i8", 0);
        cases.declare(format!("declare void @llvm.{name}.p0.i64(ptr, i8, i64, i1)"));
        b.line(&format!("call void @llvm.{name}.p0.i64(ptr %out, i8 {x}, i64 11, i1 false)"));
        cases.add(name.into(), Kind::Integer, b.text);
    }
    let mut b = Body::default();
    let block = b.put("alloca i64, align 16");
    let x = b.load("i64", 0);
    let x = b.put(&format!("and i64 {x}, 7"));
    let inside = b.put(&format!("getelementptr i8, ptr {block}, i64 {x}"));
    let low = call(cases, &mut b, "ptr", "ptrmask.p0.i64", &[("ptr", &inside), ("i64", "-4")]);
    for name in ["launder.invariant.group", "strip.invariant.group"] {
        let same = call(cases, &mut b, "ptr", &format!("{name}.p0"), &[("ptr", &low)]);
        let (from, to) = (b.put(&format!("ptrtoint ptr {block} to i64")), b.put(&format!("ptrtoint ptr {same} to i64")));
        let distance = b.put(&format!("sub i64 {to}, {from}"));
        b.store_at("i64", &distance, if name.starts_with('l') { 0 } else { 8 });
    }
    cases.add("ptrmask".into(), Kind::Integer, b.text);
    let mut b = Body::default();
    let saved = call(cases, &mut b, "ptr", "stacksave.p0", &[]);
    let x = b.load("i64", 0);
    let slot = b.put("alloca i64");
    b.line(&format!("store i64 {x}, ptr {slot}"));
    let y = b.put(&format!("load i64, ptr {slot}"));
    cases.declare("declare void @llvm.stackrestore.p0(ptr)".into());
    b.line(&format!("call void @llvm.stackrestore.p0(ptr {saved})"));
    b.store("i64", &y);
    cases.add("stacksave".into(), Kind::Integer, b.text);
}

/// What code generation knows, and tables of relative pointers.
fn constants(cases: &mut Cases) {
    cases.declare("@bytes = internal global [40 x i8] zeroinitializer".into());
    cases.declare("@weak = weak global [40 x i8] zeroinitializer".into());
    cases.declare("declare ptr @malloc(i64) allocsize(0)\ndeclare void @free(ptr)".into());
    for flags in [
        "i1 false, i1 false, i1 false",
        "i1 true, i1 true, i1 false",
        "i1 false, i1 false, i1 true",
        "i1 true, i1 false, i1 true",
    ] {
        let mut b = Body::default();
        cases.declare("declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)".into());
        let local = b.put("alloca [7 x i32]");
        let inside = b.put(&format!("getelementptr i8, ptr {local}, i64 5"));
        let outside = b.put("getelementptr i8, ptr @bytes, i64 41");
        let block = b.put("call ptr @malloc(i64 24)");
        let x = b.load("i64", 0);
        let odd = b.put(&format!("trunc i64 {x} to i1"));
        let one_of = b.put(&format!("select i1 {odd}, ptr {local}, ptr @bytes"));
        let pointers = [local.as_str(), &inside, &outside, &block, &one_of, "@bytes", "@weak", "%in", "null"];
        let sizes: Vec<String> =
            pointers.iter().map(|p| b.put(&format!("call i64 @llvm.objectsize.i64.p0(ptr {p}, {flags})"))).collect();
        // Each size in three bits is too few, but a sum of products tells them apart.
        let mut sum = "0".to_string();
        for s in &sizes {
            let more = b.put(&format!("mul i64 {sum}, 1009"));
            sum = b.put(&format!("add i64 {more}, {s}"));
        }
        b.line(&format!("call void @free(ptr {block})"));
        b.store("i64", &sum);
        b.store_at("i64", &sizes[0], 8);
        b.store_at("i64", &sizes[3], 16);
        b.store_at("i64", &sizes[4], 24);
        cases.add(format!("objectsize ({flags})"), Kind::Integer, b.text);
    }
    let mut b = Body::default();
    let x = b.load("i32", 0);
    for (at, t, s, v) in
        [(0, "i32", "i32", "123"), (1, "i32", "i32", x.as_str()), (2, "ptr", "p0", "@bytes"), (3, "double", "f64", "1.5")]
    {
        let r = call(cases, &mut b, "i1", &format!("is.constant.{s}"), &[(t, v)]);
        b.store_at("i1", &r, at);
    }
    cases.add("is.constant".into(), Kind::Integer, b.text);
    let mut b = Body::default();
    let r = call(cases, &mut b, "i32", "get.rounding", &[]);
    b.store("i32", &r);
    cases.add("get.rounding".into(), Kind::Integer, b.text);
    cases.declare("@first = internal constant i32 11\n@second = internal constant i32 22".into());
    let entry =
        |to: &str| format!("i32 trunc (i64 sub (i64 ptrtoint (ptr @{to} to i64), i64 ptrtoint (ptr @table to i64)) to i32)");
    cases.declare(format!("@table = internal constant [3 x i32] [{}, {}, {}]", entry("first"), entry("second"), entry("first")));
    let mut b = Body::default();
    let x = b.load("i32", 0);
    let x = b.put(&format!("urem i32 {x}, 3"));
    let at = b.put(&format!("mul i32 {x}, 4"));
    let p = call(cases, &mut b, "ptr", "load.relative.i32", &[("ptr", "@table"), ("i32", &at)]);
    let r = b.put(&format!("load i32, ptr {p}"));
    b.store("i32", &r);
    cases.add("load.relative".into(), Kind::Integer, b.text);
    // A table that could be changed and is not, with numbers in it.
    let entry = entry("second").replace("@table", "@changeable");
    cases.declare(format!("@changeable = internal global [3 x i32] [{entry}, i32 8, i32 77]"));
    let mut b = Body::default();
    let p = call(cases, &mut b, "ptr", "load.relative.i32", &[("ptr", "@changeable"), ("i32", "0")]);
    let r = b.put(&format!("load i32, ptr {p}"));
    b.store("i32", &r);
    cases.add("load.relative of a global".into(), Kind::Integer, b.text);
    // Distances that are known although addresses are not.
    cases.declare(
        "@distance = internal global i32 sub (i32 ptrtoint (ptr @second to i32), i32 ptrtoint (ptr @second to i32))".into(),
    );
    let mut b = Body::default();
    let d = b.put("load i32, ptr @distance");
    b.store("i32", &d);
    cases.add("distance of addresses".into(), Kind::Integer, b.text);
}

fn constrained(cases: &mut Cases) {
    const ROUND: &str = "metadata !\"round.tonearest\"";
    const EXCEPT: &str = "metadata !\"fpexcept.ignore\"";
    let add = |cases: &mut Cases, name: &str, result: &str, given: &[(&str, &str)], rounds: bool, mut b: Body, kind: Kind| {
        let types: Vec<&str> = given.iter().map(|g| g.0).collect();
        let more = if rounds { format!("{ROUND}, {EXCEPT}") } else { EXCEPT.to_string() };
        let metadata = if rounds { "metadata, metadata" } else { "metadata" };
        cases.declare(format!("declare {result} @llvm.experimental.constrained.{name}({}, {metadata})", types.join(", ")));
        let values: Vec<String> = given.iter().map(|(t, v)| format!("{t} {v}")).collect();
        let r = b.put(&format!("call {result} @llvm.experimental.constrained.{name}({}, {more})", values.join(", ")));
        if result.starts_with('i') {
            b.store(result, &r)
        } else {
            let r = if name.starts_with("m") { b.one_zero(result, &r) } else { r };
            b.store_float(result, &r)
        }
        cases.add(format!("constrained {name}"), kind, b.text);
    };
    let d = "double";
    for op in ["fadd", "fsub", "fmul", "fdiv", "frem", "maxnum", "minnum"] {
        let mut b = Body::default();
        let (x, y) = (b.load(d, 0), b.load(d, 1));
        let rounds = op.starts_with('f');
        add(cases, &format!("{op}.f64"), d, &[(d, &x), (d, &y)], rounds, b, Kind::Float(64));
    }
    for op in ["fma", "fmuladd"] {
        let mut b = Body::default();
        let (x, y, z) = (b.load(d, 0), b.load(d, 1), b.load(d, 2));
        add(cases, &format!("{op}.f64"), d, &[(d, &x), (d, &y), (d, &z)], true, b, Kind::Float(64));
    }
    for (op, rounds) in [
        ("sqrt", true),
        ("rint", true),
        ("nearbyint", true),
        ("floor", false),
        ("ceil", false),
        ("trunc", false),
        ("round", false),
        ("roundeven", false),
    ] {
        let mut b = Body::default();
        let x = b.load(d, 0);
        add(cases, &format!("{op}.f64"), d, &[(d, &x)], rounds, b, Kind::Float(64));
    }
    for (op, rounds) in
        [("lround", false), ("llround", false), ("lrint", true), ("llrint", true), ("fptosi", false), ("fptoui", false)]
    {
        let mut b = Body::default();
        let x = b.load("i16", 0);
        let x = b.put(&format!("and i16 {x}, 4095"));
        let x = b.put(&format!("sitofp i16 {x} to double"));
        let x = b.put(&format!("fmul double {x}, 0.25"));
        add(cases, &format!("{op}.i64.f64"), "i64", &[(d, &x)], rounds, b, Kind::Integer);
    }
    for op in ["sitofp", "uitofp"] {
        let mut b = Body::default();
        let x = b.load("i64", 0);
        add(cases, &format!("{op}.f64.i64"), d, &[("i64", &x)], true, b, Kind::Integer);
    }
    let mut b = Body::default();
    let x = b.load(d, 0);
    add(cases, "fptrunc.f32.f64", "float", &[(d, &x)], true, b, Kind::Float(64));
    let mut b = Body::default();
    let x = b.load("float", 0);
    add(cases, "fpext.f64.f32", d, &[("float", &x)], false, b, Kind::Float(32));
    for op in ["fcmp", "fcmps"] {
        for p in ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une"] {
            let mut b = Body::default();
            let (x, y) = (b.load(d, 0), b.load(d, 1));
            cases.declare(format!("declare i1 @llvm.experimental.constrained.{op}.f64(double, double, metadata, metadata)"));
            let r = b.put(&format!(
                "call i1 @llvm.experimental.constrained.{op}.f64(double {x}, double {y}, metadata !\"{p}\", {EXCEPT})"
            ));
            b.store("i1", &r);
            cases.add(format!("constrained {op} {p}"), Kind::Float(64), b.text);
        }
    }
}
