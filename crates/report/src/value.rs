//! Input bytes as a C programmer would write them.

use crate::Input;
use homing_ir::{InputKind, InputValue};

/// An input for the report: decoded by its type, else by its size.
pub fn describe(input: &InputValue) -> Input {
    if let Some(number) = input.number() {
        return Input {
            name: input.name.clone(),
            kind: kind_name(input.kind).to_string(),
            value: number.to_string(),
            type_name: input.type_name.clone(),
            size: 0,
            bytes: String::new(),
            environment: false,
        };
    }
    let type_name = type_of(input);
    let bytes: &[u8] = if input.kind == InputKind::Number { &[] } else { &input.bytes };
    Input {
        name: input.name.clone(),
        kind: kind_name(input.kind).to_string(),
        value: value(&type_name, &input.bytes),
        type_name,
        size: bytes.len(),
        bytes: bytes.iter().map(|b| format!("{b:02x}")).collect(),
        environment: false,
    }
}

/// The stable name of a kind of input.
pub fn kind_name(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Object => "object",
        InputKind::Nondet => "nondet",
        InputKind::Uninitialised => "uninitialised",
        InputKind::Undefined => "undefined",
        InputKind::Havoc => "havoc",
        InputKind::Assumed => "assumed",
        InputKind::Number => "number",
    }
}

/// The inverse of `kind_name`.
pub fn parse_kind(name: &str) -> Option<InputKind> {
    use InputKind::*;
    [Object, Nondet, Uninitialised, Undefined, Havoc, Number].into_iter().find(|k| kind_name(*k) == name)
}

/// The type told by the engine, else the one in the name of a `__VERIFIER_nondet_*` function.
fn type_of(input: &InputValue) -> String {
    if !input.type_name.is_empty() {
        return input.type_name.clone();
    }
    let after = |mark: &str| input.name.find(mark).map(|i| &input.name[i + mark.len()..]);
    let Some(short) = after("nondet_").or_else(|| after("homing_any_")) else { return String::new() };
    let short = short.trim_end_matches(|c: char| {
        c == ')' || c == '(' || c == '#' || c.is_ascii_digit() && !short.starts_with(['u', 's', 'i'])
    });
    match short {
        "uint" => "unsigned int",
        "uchar" => "unsigned char",
        "schar" => "signed char",
        "ushort" => "unsigned short",
        "ulong" => "unsigned long",
        "longlong" => "long long",
        "ulonglong" => "unsigned long long",
        "bool" => "_Bool",
        "pointer" => "void *",
        "int" | "char" | "short" | "long" | "float" | "double" | "unsigned" | "size_t" => short,
        _ => "",
    }
    .to_string()
}

fn value(type_name: &str, bytes: &[u8]) -> String {
    let t = type_name.trim_start_matches("const ").trim_start_matches("volatile ").trim();
    match scalar(t, bytes) {
        Some(text) => text,
        None if t.contains('[') => array(t, bytes),
        None if t.is_empty() => untyped(bytes),
        None => raw(bytes),
    }
}

/// What a C type's name says about its values.
enum Shape {
    Signed,
    Unsigned,
    Char,
    Bool,
    Float,
    Pointer,
}

fn shape(t: &str) -> Option<Shape> {
    if t.ends_with('*') {
        return Some(Shape::Pointer);
    }
    Some(match t {
        "char" | "signed char" | "unsigned char" => Shape::Char,
        "_Bool" | "bool" => Shape::Bool,
        "float" | "double" | "long double" => Shape::Float,
        "short" | "int" | "long" | "long int" | "long long" | "long long int" | "short int" | "__int128" | "ssize_t"
        | "int8_t" | "int16_t" | "int32_t" | "int64_t" | "intptr_t" | "ptrdiff_t" => Shape::Signed,
        "unsigned" | "size_t" | "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t" | "uintptr_t" => Shape::Unsigned,
        _ if t.starts_with("unsigned ") && !t.contains('[') => Shape::Unsigned,
        _ if t.starts_with("enum ") => Shape::Signed,
        _ => return None,
    })
}

fn scalar(t: &str, bytes: &[u8]) -> Option<String> {
    let shape = shape(t)?;
    let n = bytes.len();
    if n == 0 || n > 16 {
        return None;
    }
    let u = unsigned(bytes);
    let hex = format!("0x{u:0w$x}", w = 2 * n);
    Some(match shape {
        Shape::Bool => if u == 0 { "false" } else { "true" }.to_string(),
        Shape::Pointer => hex,
        Shape::Char => {
            let v = if t == "unsigned char" { (u as u8).to_string() } else { (u as u8 as i8).to_string() };
            if (0x20..0x7f).contains(&(u as u8)) { format!("{v} ('{}')", u as u8 as char) } else { format!("{v} ({hex})") }
        }
        Shape::Unsigned => with_hex(u.to_string(), u, &hex),
        Shape::Signed => with_hex(signed(bytes).to_string(), u, &hex),
        Shape::Float => match n {
            4 => format!("{:?} ({hex})", f32::from_bits(u as u32)),
            8 => format!("{:?} ({hex})", f64::from_bits(u as u64)),
            _ => hex,
        },
    })
}

/// Small numbers need no hexadecimal.
fn with_hex(decimal: String, u: u128, hex: &str) -> String {
    if u < 10 { decimal } else { format!("{decimal} ({hex})") }
}

fn untyped(bytes: &[u8]) -> String {
    match bytes.len() {
        1 | 2 | 4 | 8 => {
            let (s, u) = (signed(bytes), unsigned(bytes));
            let hex = format!("0x{u:0w$x}", w = 2 * bytes.len());
            if s < 0 { format!("{s}, unsigned {u} ({hex})") } else { with_hex(s.to_string(), u, &hex) }
        }
        _ => raw(bytes),
    }
}

/// `T[n]` (or `T [n][m]`): a string for characters, a list for other scalars.
fn array(t: &str, bytes: &[u8]) -> String {
    let (elem, dims) = t.split_once('[').unwrap_or((t, ""));
    let elem = elem.trim();
    let count: usize = dims.split('[').map(|d| d.trim_end().trim_end_matches(']').parse::<usize>().unwrap_or(0)).product();
    match shape(elem) {
        None => raw(bytes),
        Some(Shape::Char) => raw(bytes),
        Some(_) if count == 0 || !bytes.len().is_multiple_of(count) => raw(bytes),
        Some(_) => {
            let size = bytes.len() / count;
            if size == 0 {
                return raw(bytes);
            }
            let shown: Vec<String> = bytes.chunks(size).take(32).map(|c| plain(elem, c)).collect();
            let more = if count > 32 { ", ..." } else { "" };
            format!("{{{}{more}}}", shown.join(", "))
        }
    }
}

/// An element of an array: without the hexadecimal form.
fn plain(t: &str, bytes: &[u8]) -> String {
    let text = scalar(t, bytes).unwrap_or_else(|| raw(bytes));
    match text.split_once(" (") {
        Some((v, _)) => v.to_string(),
        None => text,
    }
}

/// A string if it looks like one, and the bytes.
fn raw(bytes: &[u8]) -> String {
    const SHOWN: usize = 64;
    if bytes.is_empty() {
        return "(empty)".into();
    }
    let cut = &bytes[..bytes.len().min(SHOWN)];
    let more = if bytes.len() > SHOWN { " ..." } else { "" };
    let printable = cut.iter().filter(|b| (0x20..0x7f).contains(*b) || matches!(b, b'\n' | b'\t' | b'\r')).count();
    let hex: Vec<String> = cut.iter().map(|b| format!("{b:02x}")).collect();
    if printable == 0 {
        return format!("{}{more}", hex.join(" "));
    }
    let text: String = cut.iter().map(|b| escape(*b)).collect();
    format!("\"{text}\"{more} ({}{more})", hex.join(" "))
}

/// A byte inside quotes, as C has it.
pub(crate) fn escape(b: u8) -> String {
    match b {
        b'"' => "\\\"".into(),
        b'\\' => "\\\\".into(),
        b'\n' => "\\n".into(),
        b'\t' => "\\t".into(),
        b'\r' => "\\r".into(),
        0 => "\\0".into(),
        0x20..0x7f => (b as char).to_string(),
        _ => format!("\\x{b:02x}"),
    }
}

fn unsigned(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |v, b| v << 8 | u128::from(*b))
}

fn signed(bytes: &[u8]) -> i128 {
    let shift = 128 - 8 * bytes.len() as u32;
    (unsigned(bytes) << shift) as i128 >> shift
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(t: &str, bytes: &[u8], expected: &str) {
        assert_eq!(value(t, bytes), expected, "as {t:?}");
    }

    #[test]
    fn values_by_type() {
        check("int", &[0xfb, 0xff, 0xff, 0xff], "-5 (0xfffffffb)");
        check("int", &[7, 0, 0, 0], "7");
        check("unsigned int", &[0xff; 4], "4294967295 (0xffffffff)");
        check("char", b"A", "65 ('A')");
        check("unsigned char", &[200], "200 (0xc8)");
        check("_Bool", &[1], "true");
        check("float", &1.5f32.to_le_bytes(), "1.5 (0x3fc00000)");
        check("double", &f64::NAN.to_le_bytes(), "NaN (0x7ff8000000000000)");
        check("struct s *", &[0; 8], "0x0000000000000000");
        check("char[4]", b"a\"\0\0", "\"a\\\"\\0\\0\" (61 22 00 00)");
        check("int[2]", &[1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff], "{1, -1}");
        check("struct point", &[1, 0, 0, 0], "01 00 00 00");
        check("__int128", &[0xff; 16], "-1 (0xffffffffffffffffffffffffffffffff)");
    }

    #[test]
    fn values_without_a_type_go_by_size() {
        check("", &[0xff, 0xff], "-1, unsigned 65535 (0xffff)");
        check("", &[3, 0, 0], "03 00 00");
        check("", &[], "(empty)");
    }

    #[test]
    fn nondet_names_tell_the_type() {
        let input = |name: &str| InputValue {
            name: name.into(),
            kind: InputKind::Nondet,
            bytes: vec![0xff; 4],
            type_name: String::new(),
        };
        assert_eq!(describe(&input("__VERIFIER_nondet_uint")).value, "4294967295 (0xffffffff)");
        assert_eq!(describe(&input("__VERIFIER_nondet_int")).value, "-1 (0xffffffff)");
    }

    #[test]
    fn numbers_are_decimal_and_have_no_bytes() {
        let text = "-123456789012345678901234567890";
        let input = InputValue { name: "input".into(), kind: InputKind::Number, bytes: text.into(), type_name: String::new() };
        let shown = describe(&input);
        assert_eq!((shown.value.as_str(), shown.kind.as_str(), shown.size, shown.bytes.as_str()), (text, "number", 0, ""));
        assert_eq!(parse_kind("number"), Some(InputKind::Number));
    }
}
