//! x86's vector instructions, called as the compiler's headers call them.

use super::compare::{Cases, Kind};
use super::instructions::{Body, float_kind};

/// Accepted, but without a result to compare.
pub const WITHOUT_RESULT: &[&str] = &["x86.sse.sfence", "x86.sse2.lfence", "x86.sse2.mfence", "x86.sse2.clflush"];

const BYTES: &str = "<16 x i8>";
const WORDS: &str = "<8 x i16>";
const INTS: &str = "<4 x i32>";
const LONGS: &str = "<2 x i64>";
const FLOATS: &str = "<4 x float>";
const DOUBLES: &str = "<2 x double>";

/// A call with its declaration.
fn call(cases: &mut Cases, b: &mut Body, result: &str, name: &str, arguments: &[(&str, &str)]) -> String {
    let types: Vec<String> =
        arguments.iter().map(|(t, v)| if is_number(v) { format!("{t} immarg") } else { t.to_string() }).collect();
    cases.declare(format!("declare {result} @llvm.x86.{name}({})", types.join(", ")));
    let values: Vec<String> = arguments.iter().map(|(t, v)| format!("{t} {v}")).collect();
    b.put(&format!("call {result} @llvm.x86.{name}({})", values.join(", ")))
}

fn is_number(v: &str) -> bool {
    v.parse::<i64>().is_ok()
}

/// A function of as many operands as there are types; a number at the end of some.
fn case(cases: &mut Cases, name: &str, result: &str, types: &[&str], number: Option<u32>) {
    let mut b = Body::default();
    let loaded: Vec<String> = (0..).zip(types).map(|(i, t)| b.load(t, i)).collect();
    let mut arguments: Vec<(&str, &str)> = types.iter().copied().zip(loaded.iter().map(String::as_str)).collect();
    let text = number.map(|n| (n as u8 as i8).to_string());
    arguments.extend(text.iter().map(|n| ("i8", n.as_str())));
    let r = call(cases, &mut b, result, name, &arguments);
    let kind = float_kind(types[0]);
    let float = types[0].contains("float") || types[0].contains("double");
    match result.contains("float") || result.contains("double") {
        true => b.store_float(result, &r),
        false => b.store(result, &r),
    }
    let title = format!("{name} {}", text.as_deref().unwrap_or(""));
    cases.add(title, if float { kind } else { Kind::Integer }, b.text);
}

pub fn all(cases: &mut Cases) {
    cases.flags = &["-msse4.2"];
    integers(cases);
    blends_and_tests(cases);
    shifts(cases);
    sums(cases);
    floats(cases);
    comparisons(cases);
    conversions(cases);
    texts(cases);
    loads(cases);
}

fn integers(cases: &mut Cases) {
    for (name, result, of) in [
        ("sse2.packsswb.128", BYTES, WORDS),
        ("sse2.packuswb.128", BYTES, WORDS),
        ("sse2.packssdw.128", WORDS, INTS),
        ("sse41.packusdw", WORDS, INTS),
        ("sse2.pavg.b", BYTES, BYTES),
        ("sse2.pavg.w", WORDS, WORDS),
        ("sse2.pmulh.w", WORDS, WORDS),
        ("sse2.pmulhu.w", WORDS, WORDS),
        ("ssse3.pmul.hr.sw.128", WORDS, WORDS),
        ("sse2.pmadd.wd", INTS, WORDS),
        ("ssse3.pmadd.ub.sw.128", WORDS, BYTES),
        ("ssse3.psign.b.128", BYTES, BYTES),
        ("ssse3.psign.w.128", WORDS, WORDS),
        ("ssse3.psign.d.128", INTS, INTS),
        ("ssse3.phadd.w.128", WORDS, WORDS),
        ("ssse3.phadd.d.128", INTS, INTS),
        ("ssse3.phadd.sw.128", WORDS, WORDS),
        ("ssse3.phsub.w.128", WORDS, WORDS),
        ("ssse3.phsub.d.128", INTS, INTS),
        ("ssse3.phsub.sw.128", WORDS, WORDS),
        ("ssse3.pshuf.b.128", BYTES, BYTES),
        ("sse2.psad.bw", LONGS, BYTES),
    ] {
        case(cases, name, result, &[of, of], None);
    }
    for n in 0..8 {
        case(cases, "sse41.mpsadbw", WORDS, &[BYTES, BYTES], Some(n));
    }
    case(cases, "sse41.phminposuw", WORDS, &[WORDS], None);
}

fn blends_and_tests(cases: &mut Cases) {
    for (name, t) in [("sse41.pblendvb", BYTES), ("sse41.blendvps", FLOATS), ("sse41.blendvpd", DOUBLES)] {
        case(cases, name, t, &[t, t, t], None);
    }
    for (name, t) in [("sse2.pmovmskb.128", BYTES), ("sse2.movmsk.pd", DOUBLES), ("sse.movmsk.ps", FLOATS)] {
        case(cases, name, "i32", &[t], None);
    }
    for name in ["sse41.ptestz", "sse41.ptestc", "sse41.ptestnzc"] {
        case(cases, name, "i32", &[LONGS, LONGS], None);
        // Bits that are nowhere, everywhere, or in one of the two.
        for mask in ["<i64 0, i64 1>", "<i64 3, i64 0>"] {
            let mut b = Body::default();
            let (x, y) = (b.load(LONGS, 0), b.load(LONGS, 1));
            let x = b.put(&format!("and {LONGS} {x}, {mask}"));
            let y = b.put(&format!("and {LONGS} {y}, <i64 1, i64 1>"));
            let r = call(cases, &mut b, "i32", name, &[(LONGS, &x), (LONGS, &y)]);
            b.store("i32", &r);
            cases.add(format!("{name} {mask}"), Kind::Integer, b.text);
        }
    }
}

fn shifts(cases: &mut Cases) {
    for (t, letter) in [(WORDS, "w"), (INTS, "d"), (LONGS, "q")] {
        for op in ["psll", "psrl", "psra"] {
            if op == "psra" && letter == "q" {
                continue;
            }
            for small in [false, true] {
                let mut b = Body::default();
                let (x, y) = (b.load(t, 0), b.load(LONGS, 1));
                let y = if small { b.put(&format!("and {LONGS} {y}, <i64 63, i64 -1>")) } else { y };
                let amount = b.put(&format!("bitcast {LONGS} {y} to {t}"));
                let r = call(cases, &mut b, t, &format!("sse2.{op}.{letter}"), &[(t, &x), (t, &amount)]);
                b.store(t, &r);
                let number = b.load("i32", 1);
                let number = if small { b.put(&format!("and i32 {number}, 63")) } else { number };
                let r = call(cases, &mut b, t, &format!("sse2.{op}i.{letter}"), &[(t, &x), ("i32", &number)]);
                b.store_at(t, &r, 16);
                cases.add(format!("sse2.{op}.{letter} {small}"), Kind::Integer, b.text);
            }
        }
    }
}

fn sums(cases: &mut Cases) {
    for (name, sum, data) in [
        ("sse42.crc32.32.8", "i32", "i8"),
        ("sse42.crc32.32.16", "i32", "i16"),
        ("sse42.crc32.32.32", "i32", "i32"),
        ("sse42.crc32.64.64", "i64", "i64"),
    ] {
        case(cases, name, sum, &[sum, data], None);
    }
}

fn floats(cases: &mut Cases) {
    for (t, p, s) in [(FLOATS, "ps", "ss"), (DOUBLES, "pd", "sd")] {
        let first = if p == "ps" { "sse" } else { "sse2" };
        for name in [
            format!("{first}.min.{p}"),
            format!("{first}.max.{p}"),
            format!("{first}.min.{s}"),
            format!("{first}.max.{s}"),
            format!("sse3.hadd.{p}"),
            format!("sse3.hsub.{p}"),
            format!("sse3.addsub.{p}"),
        ] {
            case(cases, &name, t, &[t, t], None);
        }
        for n in 0..8 {
            case(cases, &format!("{first}.cmp.{s}"), t, &[t, t], Some(n));
            case(cases, &format!("{first}.cmp.{p}"), t, &[t, t], Some(n));
        }
        for n in [0, 1, 2, 3, 4, 8, 11] {
            rounding(cases, t, p, s, n);
        }
    }
    for n in [0, 0x5a, 0x9c, 0xe1, 0x3f] {
        case(cases, "sse41.insertps", FLOATS, &[FLOATS, FLOATS], Some(n));
    }
    for n in [0xff, 0x71, 0x5a, 0xf0, 0x8f] {
        case(cases, "sse41.dpps", FLOATS, &[FLOATS, FLOATS], Some(n));
        case(cases, "sse41.dppd", DOUBLES, &[DOUBLES, DOUBLES], Some(n));
    }
}

fn rounding(cases: &mut Cases, t: &str, packed: &str, lowest: &str, how: u32) {
    let how = how.to_string();
    let mut b = Body::default();
    let x = b.load(t, 0);
    let r = call(cases, &mut b, t, &format!("sse41.round.{packed}"), &[(t, &x), ("i32", &how)]);
    b.store_float(t, &r);
    cases.add(format!("sse41.round.{packed} {how}"), float_kind(t), b.text);
    let mut b = Body::default();
    let (x, y) = (b.load(t, 0), b.load(t, 1));
    let r = call(cases, &mut b, t, &format!("sse41.round.{lowest}"), &[(t, &x), (t, &y), ("i32", &how)]);
    b.store_float(t, &r);
    cases.add(format!("sse41.round.{lowest} {how}"), float_kind(t), b.text);
}

fn comparisons(cases: &mut Cases) {
    for (t, first, s) in [(FLOATS, "sse", "ss"), (DOUBLES, "sse2", "sd")] {
        for op in ["eq", "neq", "lt", "le", "gt", "ge"] {
            for kind in ["comi", "ucomi"] {
                case(cases, &format!("{first}.{kind}{op}.{s}"), "i32", &[t, t], None);
            }
        }
    }
}

fn conversions(cases: &mut Cases) {
    for t in ["", "t"] {
        case(cases, &format!("sse2.cvt{t}ps2dq"), INTS, &[FLOATS], None);
        case(cases, &format!("sse2.cvt{t}pd2dq"), INTS, &[DOUBLES], None);
        for (to, end) in [("i32", ""), ("i64", "64")] {
            case(cases, &format!("sse.cvt{t}ss2si{end}"), to, &[FLOATS], None);
            case(cases, &format!("sse2.cvt{t}sd2si{end}"), to, &[DOUBLES], None);
        }
    }
    // Around the largest and smallest integers, and halves.
    for (t, of, w) in [("float", FLOATS, 32), ("double", DOUBLES, 64)] {
        let name = if w == 32 { "sse.cvtss2si" } else { "sse2.cvtsd2si" };
        let mut b = Body::default();
        let (x, y) = (b.load("i32", 0), b.load("i8", 1));
        let (x, y) = (b.put(&format!("sitofp i32 {x} to {t}")), b.put(&format!("sitofp i8 {y} to {t}")));
        let y = b.put(&format!("fmul {t} {y}, 5.000000e-01"));
        let sum = b.put(&format!("fadd {t} {x}, {y}"));
        let v = b.put(&format!("insertelement {of} zeroinitializer, {t} {sum}, i32 0"));
        let r = call(cases, &mut b, "i32", name, &[(of, &v)]);
        b.store("i32", &r);
        cases.add(format!("{name} near the ends"), Kind::Integer, b.text);
    }
    case(cases, "sse2.cvtpd2ps", FLOATS, &[DOUBLES], None);
    let mut b = Body::default();
    let (x, y) = (b.load(DOUBLES, 0), b.load(DOUBLES, 1));
    let x = b.put(&format!("bitcast {DOUBLES} {x} to {FLOATS}"));
    let r = call(cases, &mut b, FLOATS, "sse2.cvtsd2ss", &[(FLOATS, &x), (DOUBLES, &y)]);
    b.store_float(FLOATS, &r);
    cases.add("sse2.cvtsd2ss".into(), Kind::Float(64), b.text);
}

/// Strings of few characters, so that there are ends and matches, and of any.
fn texts(cases: &mut Cases) {
    const SHOWN: [&str; 7] = ["i128", "m128", "ia128", "ic128", "io128", "is128", "iz128"];
    for how in 0..64u32 {
        let shown = SHOWN[how as usize * 5 % 7];
        let last = if how % 3 == 0 { 64 } else { 0 };
        text(cases, how % 2 == 0, shown, how | last, how % 5 != 0);
    }
    for given in [false, true] {
        for shown in SHOWN {
            for how in [0x0c, 0x48, 0x14, 0x71] {
                text(cases, given, shown, how, true);
            }
        }
    }
}

fn text(cases: &mut Cases, given: bool, shown: &str, how: u32, few: bool) {
    let mut b = Body::default();
    let (mut x, mut y) = (b.load(BYTES, 0), b.load(BYTES, 1));
    if few {
        let mask = ["i8 3"; 16].join(", ");
        x = b.put(&format!("and {BYTES} {x}, <{mask}>"));
        y = b.put(&format!("and {BYTES} {y}, <{mask}>"));
    }
    let how = how.to_string();
    let result = if shown == "m128" { BYTES } else { "i32" };
    let name = format!("sse42.pcmp{}str{shown}", if given { 'e' } else { 'i' });
    let r = if given {
        let lengths = b.load(INTS, 2);
        let (mut m, mut n) = (
            b.put(&format!("extractelement {INTS} {lengths}, i32 0")),
            b.put(&format!("extractelement {INTS} {lengths}, i32 1")),
        );
        if few {
            m = b.put(&format!("srem i32 {m}, 19"));
            n = b.put(&format!("srem i32 {n}, 19"));
        }
        call(cases, &mut b, result, &name, &[(BYTES, &x), ("i32", &m), (BYTES, &y), ("i32", &n), ("i8", &how)])
    } else {
        call(cases, &mut b, result, &name, &[(BYTES, &x), (BYTES, &y), ("i8", &how)])
    };
    b.store(result, &r);
    cases.add(format!("{name} {how} {few}"), Kind::Integer, b.text);
}

fn loads(cases: &mut Cases) {
    let mut b = Body::default();
    let at = b.put("getelementptr i8, ptr %in, i64 5");
    let r = call(cases, &mut b, BYTES, "sse3.ldu.dq", &[("ptr", &at)]);
    b.store(BYTES, &r);
    cases.add("sse3.ldu.dq".into(), Kind::Integer, b.text);
}
