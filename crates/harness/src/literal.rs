//! Constants of C.

/// A string in quotes. Octal escapes have three digits, so that what follows is not taken for a part of them.
pub fn string(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for b in bytes {
        match b {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            // Two question marks may begin a trigraph.
            b'?' => out.push_str("\\?"),
            0x20..0x7f => out.push(*b as char),
            _ => out.push_str(&format!("\\{b:03o}")),
        }
    }
    out.push('"');
    out
}

/// A whole number of these little-endian bytes.
pub fn integer(bytes: &[u8], signed: bool) -> String {
    let (u, bits) = (unsigned(bytes), 8 * bytes.len() as u32);
    if bits > 64 {
        let (high, low) = ((u >> 64) as u64, u as u64);
        let wide = format!("((unsigned __int128){high:#x}ULL << 64 | {low:#x}ULL)");
        return if signed { format!("(__int128){wide}") } else { wide };
    }
    if !signed {
        return if bits > 32 { format!("{u}ULL") } else { format!("{u}") };
    }
    let v = sign_extend(u, bits);
    match (bits, v) {
        (64, v) if v == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".into(),
        (64, v) => format!("{v}LL"),
        (32, v) if v == i128::from(i32::MIN) => "(-2147483647 - 1)".into(),
        (_, v) => v.to_string(),
    }
}

/// A character where it can be shown, else its number.
pub fn character(byte: u8, signed: bool) -> String {
    match byte {
        b'\'' => "'\\''".into(),
        b'\\' => "'\\\\'".into(),
        0x20..0x7f => format!("'{}'", byte as char),
        _ => integer(&[byte], signed),
    }
}

/// A floating-point number of four or eight bytes; none for other sizes, and for what is no number but has further bits to say.
pub fn float(bytes: &[u8]) -> Option<String> {
    let (v, single) = match bytes.len() {
        4 => (f64::from(f32::from_bits(unsigned(bytes) as u32)), true),
        8 => (f64::from_bits(unsigned(bytes) as u64), false),
        _ => return None,
    };
    let plain = if single { unsigned(bytes) as u32 == 0x7fc0_0000 } else { unsigned(bytes) as u64 == 0x7ff8_0000_0000_0000 };
    if v.is_nan() && !plain {
        return None;
    }
    let sign = if v.is_sign_negative() { "-" } else { "" };
    Some(match (v.is_nan(), v.is_infinite()) {
        (true, _) => format!("{sign}__builtin_nan(\"\")"),
        (_, true) => format!("{sign}__builtin_inf()"),
        _ if single => format!("{:?}f", f32::from_bits(unsigned(bytes) as u32)),
        _ => format!("{v:?}"),
    })
}

/// The value of little-endian bytes.
pub fn unsigned(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |v, b| v << 8 | u128::from(*b))
}

/// The number that the lowest `bits` stand for.
pub fn sign_extend(v: u128, bits: u32) -> i128 {
    let shift = 128 - bits;
    (v << shift) as i128 >> shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_what_a_compiler_reads_back() {
        assert_eq!(integer(&[0xff], true), "-1");
        assert_eq!(integer(&[0xff], false), "255");
        assert_eq!(integer(&i32::MIN.to_le_bytes(), true), "(-2147483647 - 1)");
        assert_eq!(integer(&i64::MIN.to_le_bytes(), true), "(-9223372036854775807LL - 1)");
        assert_eq!(integer(&u64::MAX.to_le_bytes(), false), "18446744073709551615ULL");
        assert_eq!(integer(&[0xff; 16], false), "((unsigned __int128)0xffffffffffffffffULL << 64 | 0xffffffffffffffffULL)");
        assert_eq!(float(&1.5f64.to_le_bytes()).as_deref(), Some("1.5"));
        assert_eq!(float(&(-0.0f64).to_le_bytes()).as_deref(), Some("-0.0"));
        assert_eq!(float(&1e300f64.to_le_bytes()).as_deref(), Some("1e300"));
        assert_eq!(float(&f32::INFINITY.to_le_bytes()).as_deref(), Some("__builtin_inf()"));
        assert_eq!(float(&[0; 10]), None);
    }

    #[test]
    fn an_escape_does_not_swallow_what_follows() {
        assert_eq!(string(b"\x01" as &[u8]), "\"\\001\"");
        assert_eq!(string(b"a\x009\"\\"), "\"a\\0009\\\"\\\\\"");
        assert_eq!(string(b"??="), "\"\\?\\?=\"");
        assert_eq!(character(b'\'', true), "'\\''");
        assert_eq!(character(200, true), "-56");
    }
}
