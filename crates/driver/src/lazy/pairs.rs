//! Which parameters are an array and its length: by their types and names, or as the user says.

use std::str::FromStr;

use homing_host::Failure;
use homing_ir::{CKind, CParam, FuncId, Program};

/// How pairs of a pointer and a length are found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pairs {
    /// A pointer and, right behind it, a whole number that is called like a length.
    #[default]
    ByName,
    /// None.
    Never,
    /// These, by the names of the parameters.
    Named(Vec<(String, String)>),
}

impl FromStr for Pairs {
    type Err = String;

    fn from_str(text: &str) -> Result<Pairs, String> {
        match text {
            "auto" => Ok(Pairs::ByName),
            "none" => Ok(Pairs::Never),
            list => {
                let pair = |p: &str| p.split_once('=').map(|(p, n)| (p.trim().to_string(), n.trim().to_string()));
                let all: Option<Vec<_>> = list.split(',').map(pair).collect();
                all.map(Pairs::Named).ok_or_else(|| "auto, none or POINTER=LENGTH,...".to_string())
            }
        }
    }
}

/// The pairs among the parameters of the entry, by number.
pub fn pairs(p: &Program, entry: FuncId, how: &Pairs) -> Result<Vec<(u32, u32)>, Failure> {
    let params = p.ctypes.params(entry);
    let is_array = |c: &CParam| matches!(p.ctypes.get(c.ty).kind, CKind::Pointer(_)) && !c.in_memory;
    let is_number = |c: &CParam| matches!(p.ctypes.get(c.ty).kind, CKind::Integer { .. }) && p.ctypes.get(c.ty).size >= 2;
    match how {
        Pairs::Never => Ok(Vec::new()),
        Pairs::ByName => {
            // A pointer to a record mostly leads to one of them.
            let plain = |c: &CParam| match p.ctypes.get(c.ty).kind {
                CKind::Pointer(Some(to)) => !matches!(p.ctypes.get(to).kind, CKind::Record { .. }),
                _ => true,
            };
            let fits = |i: &usize| {
                is_array(&params[*i]) && plain(&params[*i]) && is_number(&params[i + 1]) && is_length(&params[i + 1].name)
            };
            Ok((0..params.len().saturating_sub(1)).filter(fits).map(|i| (i as u32, i as u32 + 1)).collect())
        }
        Pairs::Named(list) => list.iter().map(|(array, length)| named(params, (array, length), &is_array, &is_number)).collect(),
    }
}

fn named(
    params: &[CParam],
    (array, length): (&str, &str),
    is_array: &dyn Fn(&CParam) -> bool,
    is_number: &dyn Fn(&CParam) -> bool,
) -> Result<(u32, u32), Failure> {
    let find = |name: &str| params.iter().position(|c| c.name == name);
    match (find(array), find(length)) {
        (Some(a), Some(n)) if is_array(&params[a]) && is_number(&params[n]) => Ok((a as u32, n as u32)),
        (Some(_), Some(_)) => Err(Failure::usage(format!("--lazy-pairs: {array}={length} is not a pointer and a whole number"))),
        (None, _) => Err(Failure::usage(format!("--lazy-pairs: the entry has no parameter {array}"))),
        _ => Err(Failure::usage(format!("--lazy-pairs: the entry has no parameter {length}"))),
    }
}

/// Is it what programmers call the length of an array?
fn is_length(name: &str) -> bool {
    const WHOLE: [&str; 4] = ["n", "sz", "nbytes", "nmemb"];
    const ENDS: [&str; 7] = ["len", "length", "size", "count", "cnt", "cap", "capacity"];
    let name = name.to_ascii_lowercase();
    WHOLE.contains(&name.as_str()) || ENDS.iter().any(|e| name.ends_with(e)) || name.starts_with("num_") || name.starts_with("n_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_names() {
        for yes in ["n", "len", "buf_len", "bufLen", "size", "nbytes", "count", "capacity", "num_items"] {
            assert!(is_length(yes), "{yes}");
        }
        for no in ["c", "flags", "line", "fd", "base", "lenient", "i"] {
            assert!(!is_length(no), "{no}");
        }
    }

    #[test]
    fn are_read_from_flags() {
        assert_eq!("auto".parse(), Ok(Pairs::ByName));
        assert_eq!("none".parse(), Ok(Pairs::Never));
        assert_eq!("a=n,b=m".parse(), Ok(Pairs::Named(vec![("a".into(), "n".into()), ("b".into(), "m".into())])));
        assert!("a".parse::<Pairs>().is_err());
    }
}
