//! The compiler's builtins and extensions, in C.

use super::compare::{Cases, Kind};

/// Types with the builtins' suffixes: `__builtin_clz`, `__builtin_clzll`.
const WORDS: [(&str, &str); 3] = [("u32", ""), ("u64", "l"), ("unsigned long long", "ll")];

/// A function whose operands and result are of these types.
fn case(cases: &mut Cases, kind: Kind, operand: &str, result: &str, expression: &str) {
    let body = format!(
        "{operand} a, b, c; __builtin_memcpy(&a, in, sizeof a); __builtin_memcpy(&b, (const char *)in + 16, sizeof b); __builtin_memcpy(&c, (const char *)in + 32, sizeof c);\n{result} r = {expression}; __builtin_memcpy(out, &r, sizeof r > 32 ? 32 : sizeof r);"
    );
    cases.add(format!("{expression} on {operand}"), kind, body);
}

/// The same for a float result: of a NaN only that it is one.
fn float_case(cases: &mut Cases, t: &str, expression: &str) {
    let bits = match t {
        "_Float16" => 16,
        "float" => 32,
        _ => 64,
    };
    let load = |name: &str, at: u32| match t {
        "long double" => {
            format!("double {name}_; __builtin_memcpy(&{name}_, (const char *)in + {at}, 8); long double {name} = {name}_;")
        }
        _ => format!("{t} {name}; __builtin_memcpy(&{name}, (const char *)in + {at}, sizeof {name});"),
    };
    let size = if t == "long double" { "10" } else { "sizeof r" };
    let body = format!(
        "{} {} {}\n{t} r = {expression}; u64 w[2] = {{0}}, *to = out, number = -(u64)(r == r); __builtin_memcpy(w, &r, {size}); to[0] = w[0] & number; to[1] = w[1] & number; to[2] = number;",
        load("a", 0),
        load("b", 16),
        load("c", 32)
    );
    cases.add(format!("{expression} on {t}"), Kind::Float(bits), body);
}

pub fn all() -> Cases {
    let mut cases = Cases::default();
    integers(&mut cases);
    odd_widths(&mut cases);
    floats(&mut cases);
    vectors(&mut cases);
    atomics(&mut cases);
    cases
}

fn integers(c: &mut Cases) {
    let n = Kind::Integer;
    for (t, s) in WORDS {
        for op in ["popcount", "parity", "ffs"] {
            case(c, n, t, "int", &format!("__builtin_{op}{s}(a)"));
        }
        case(c, n, t, "int", &format!("__builtin_clrsb{s}(a)"));
        for op in ["clz", "ctz"] {
            case(c, n, t, "int", &format!("__builtin_{op}{s}(a | 8)"));
        }
    }
    for t in ["u8", "u16", "u32", "u64", "unsigned __int128"] {
        case(c, n, t, "int", "__builtin_clzg(a, 77) * 1000 + __builtin_ctzg(a, 78)");
        case(c, n, t, "int", "__builtin_popcountg(a)");
    }
    for (t, w) in [("u8", 8), ("u16", 16), ("u32", 32), ("u64", 64)] {
        case(c, n, t, t, &format!("__builtin_bitreverse{w}(a)"));
        case(c, n, t, t, &format!("__builtin_rotateleft{w}(a, b)"));
        case(c, n, t, t, &format!("__builtin_rotateright{w}(a, b)"));
        if w > 8 {
            case(c, n, t, t, &format!("__builtin_bswap{w}(a)"));
        }
    }
    for t in ["signed char", "unsigned short", "int", "u32", "long", "u64", "__int128", "unsigned __int128"] {
        for op in ["add", "sub", "mul"] {
            let body = format!(
                "{t} a, b, r; __builtin_memcpy(&a, in, sizeof a); __builtin_memcpy(&b, (const char *)in + 16, sizeof b);\n((char *)out)[31] = __builtin_{op}_overflow(a, b, &r); __builtin_memcpy(out, &r, sizeof r);"
            );
            c.add(format!("__builtin_{op}_overflow on {t}"), n, body);
        }
        // Negative divisors too, but neither 0 nor -1.
        case(c, n, t, t, &format!("a / ({t})((b | 1) == ({t})-1 ? 3 : (b | 1)) + a % ({t})((c | 1) == ({t})-1 ? 5 : (c | 1))"));
        case(c, n, t, t, "a * b - c");
        case(c, n, t, t, "(a << (b & 7)) ^ (a >> (c & 7))");
        case(c, n, t, "int", "(a < b) + 2 * (a >= c) + 4 * (b == c)");
    }
    for (t, u) in [("int", "u32"), ("long", "u64"), ("long long", "unsigned long long")] {
        let abs = match t {
            "int" => "abs",
            "long" => "labs",
            _ => "llabs",
        };
        case(c, n, t, u, &format!("__builtin_{abs}(a | 1)"));
        case(c, n, t, t, "__builtin_elementwise_max(a, b)");
        case(c, n, t, t, "__builtin_elementwise_min(a, b)");
        case(c, n, t, t, "__builtin_elementwise_add_sat(a, b)");
        case(c, n, t, t, "__builtin_elementwise_sub_sat(a, b)");
        case(c, n, u, u, "__builtin_elementwise_add_sat(a, b)");
        case(c, n, u, u, "__builtin_elementwise_sub_sat(a, b)");
    }
    for s in ["b", "s", "", "l"] {
        let t = match s {
            "b" => "unsigned char",
            "s" => "unsigned short",
            "" => "unsigned",
            _ => "unsigned long",
        };
        case(c, n, t, t, &format!("({{ {t} carry; {t} sum = __builtin_addc{s}(a, b, c & 1, &carry); sum ^ (carry << 3); }})"));
        case(c, n, t, t, &format!("({{ {t} carry; {t} sum = __builtin_subc{s}(a, b, c & 1, &carry); sum ^ (carry << 3); }})"));
    }
}

fn odd_widths(c: &mut Cases) {
    for w in [3, 17, 33, 65, 100] {
        let t = format!("unsigned _BitInt({w})");
        // Padding bits of an operand must be clear.
        let load = |name: &str, at: u32| {
            format!("unsigned __int128 {name}_; __builtin_memcpy(&{name}_, (const char *)in + {at}, 16); {t} {name} = {name}_;")
        };
        for e in ["a + b * c", "a - (b ^ c)", "a / (b | 1) + c % (b | 1)", "(a << (int)(b % 3)) >> (int)(c % 2)", "(a & b) | ~c"]
        {
            let body = format!(
                "{} {} {}\nunsigned __int128 r = ({t})({e}); __builtin_memcpy(out, &r, 16);",
                load("a", 0),
                load("b", 16),
                load("c", 32)
            );
            c.add(format!("{e} on {t}"), Kind::Integer, body);
        }
        let s = format!("_BitInt({w})");
        let body = format!(
            "{} {}\n{s} x = ({s})a, y = ({s})b; __int128 r = x < y ? x >> 1 : y; __builtin_memcpy(out, &r, 16); ((char *)out)[31] = x == y;",
            load("a", 0),
            load("b", 16)
        );
        c.add(format!("signs of {s}"), Kind::Integer, body);
    }
}

fn floats(c: &mut Cases) {
    let unary = ["fabs", "sqrt", "floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven"];
    for (t, s) in [("float", "f"), ("double", ""), ("long double", "l")] {
        for op in unary {
            float_case(c, t, &format!("__builtin_{op}{s}(a)"));
        }
        for op in ["copysign", "fmod"] {
            float_case(c, t, &format!("__builtin_{op}{s}(a, b)"));
        }
        // Which of two zeros they give is open.
        for op in ["fmax", "fmin"] {
            float_case(c, t, &format!("__builtin_{op}{s}(a, b) + 0"));
        }
        float_case(c, t, &format!("__builtin_fma{s}(a, b, c)"));
    }
    for t in ["_Float16", "float", "double", "long double"] {
        for e in ["a + b", "a - b", "a * b", "a / b", "-a", "a * b + c", "(a < b) + 2 * (a >= c) + 4 * (b != c)", "a ? b : c"] {
            float_case(c, t, e);
        }
        float_case(c, t, "__builtin_isnan(a) + 2 * __builtin_isinf_sign(b) + 8 * !!__builtin_signbit(c)");
        float_case(
            c,
            t,
            "__builtin_isfinite(a) + 2 * __builtin_isnormal(b) + 4 * __builtin_issubnormal(c) + 8 * __builtin_iszero(a)",
        );
        float_case(c, t, "__builtin_isless(a, b) + 2 * __builtin_isunordered(b, c) + 4 * __builtin_islessgreater(a, c)");
        float_case(c, t, "__builtin_fpclassify(1, 2, 3, 4, 5, a)");
        float_case(c, t, "(double)(float)a + (float)b");
        if t != "_Float16" && t != "long double" {
            float_case(c, t, "__builtin_elementwise_minimum(a, b)");
            float_case(c, t, "__builtin_elementwise_maximum(a, b)");
            float_case(c, t, "__builtin_elementwise_minimumnum(a, b)");
            float_case(c, t, "__builtin_elementwise_maximumnum(a, b)");
            float_case(c, t, "__builtin_elementwise_roundeven(a)");
        }
        let small = "(a > -100 && a < 100 ? a : 7)";
        float_case(c, t, &format!("(int){small} + (signed char){small} * 2 + (long){small}"));
        float_case(c, t, "(unsigned)(a >= 0 && a < 200 ? a : 9) + (unsigned char)(b >= 0 && b < 200 ? b : 9)");
    }
    for t in ["int", "u32", "long", "u64", "short", "u8"] {
        case(c, Kind::Integer, t, "double", "(double)a");
        case(c, Kind::Integer, t, "float", "(float)a");
        case(c, Kind::Integer, t, "double", "(double)(long double)a");
    }
}

fn vectors(c: &mut Cases) {
    c.declare("typedef int v4i __attribute__((vector_size(16))); typedef float v4f __attribute__((vector_size(16))); typedef unsigned char v16 __attribute__((vector_size(16)));".into());
    let n = Kind::Integer;
    for e in [
        "a + b * c",
        "(a < b) & c",
        "(a & (a > b)) | (c & ~(a > b))",
        "(a << (b & 15)) ^ (v4i)(((unsigned __attribute__((vector_size(16))))c) >> 3)",
        "-a | ~b",
    ] {
        case(c, n, "v4i", "v4i", e);
    }
    case(c, n, "v4i", "v4i", "__builtin_shufflevector(a, b, 7, 0, 5, 2)");
    case(c, n, "v16", "v16", "__builtin_shufflevector(a, b, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 31, 0)");
    case(c, n, "v4i", "v4f", "__builtin_convertvector(a, v4f)");
    case(c, n, "v4i", "v4i", "({ v4i v = a; v[b[0] & 3] = c[b[1] & 3]; v; })");
    for op in ["max", "min", "xor", "or", "and"] {
        case(c, n, "v4i", "int", &format!("__builtin_reduce_{op}(a)"));
    }
    case(c, n, "v4i", "int", "__builtin_reduce_add(a)");
    case(c, n, "v16", "v16", "__builtin_elementwise_popcount(a) + __builtin_elementwise_bitreverse(b)");
    case(c, n, "v4i", "v4i", "__builtin_elementwise_max(a, b) ^ __builtin_elementwise_abs(c | 1)");
}

fn atomics(c: &mut Cases) {
    for t in ["u8", "u16", "int", "u64"] {
        for op in [
            "fetch_add",
            "fetch_sub",
            "fetch_and",
            "fetch_or",
            "fetch_xor",
            "fetch_nand",
            "fetch_min",
            "fetch_max",
            "exchange_n",
            "add_fetch",
        ] {
            case(
                c,
                Kind::Integer,
                t,
                "u64",
                &format!("({{ {t} x = a; u64 old = (u64)__atomic_{op}(&x, b, 5); old * 3 + (u64)x; }})"),
            );
        }
        case(
            c,
            Kind::Integer,
            t,
            "u64",
            &format!(
                "({{ {t} x = a, want = c & 1 ? a : b; u64 ok = __atomic_compare_exchange_n(&x, &want, c, 0, 5, 5); (u64)x * 3 + (u64)want * 5 + ok; }})"
            ),
        );
    }
}
