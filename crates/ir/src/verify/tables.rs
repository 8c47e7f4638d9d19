//! Checks of what belongs to the whole program: tables, globals, constants.

use super::Errors;
use crate::{Const, Function, Program};

pub(super) fn check_tables(p: &Program, e: &mut Errors) {
    e.place = "program".into();
    if p.ptr_bits != 32 && p.ptr_bits != 64 {
        e.add(format_args!("pointers of {} bits", p.ptr_bits));
    }
    if p.dyn_width.is_some_and(|w| !(2..=64).contains(&w)) {
        e.add("numbers wrap at 2 to 64 bits");
    }
    if p.locs.is_empty() {
        e.add("the unknown location (loc0) is missing");
    }
    for (i, l) in p.locs.iter().enumerate().skip(1) {
        if l.file.index() >= p.files.len() {
            e.add(format_args!("loc{i} is in {}, which does not exist", l.file));
        }
    }
    for f in &p.constructors {
        if p.functions.get(f.index()).is_none_or(Function::is_declaration) {
            e.add(format_args!("constructor {f} is not a defined function"));
        }
    }
    for (i, g) in p.globals.iter().enumerate() {
        e.place = format!("g{i} {}", g.name);
        if g.bytes.len() as u64 > g.size {
            e.add(format_args!("{} initial bytes in a size of {}", g.bytes.len(), g.size));
        }
        if g.loc.index() >= p.locs.len() {
            e.add(format_args!("{} does not exist", g.loc));
        }
        for (at, c) in &g.relocs {
            if at.checked_add(u64::from(p.ptr_bits / 8)).is_none_or(|end| end > g.size) {
                e.add(format_args!("an address at {at} is outside of its {} bytes", g.size));
            }
            if matches!(c, Const::Int(_) | Const::Undef | Const::Null) {
                e.add("a dynamic value in a global");
            }
            if let Err(m) = check_const(p, c) {
                e.add(m);
            }
        }
    }
}

pub(super) fn check_const(p: &Program, c: &Const) -> Result<(), String> {
    let extra = |w: u32, top: u64| !w.is_multiple_of(64) && top >> (w % 64) != 0;
    match c {
        Const::Bits { w, .. } if *w == 0 || *w > 64 => Err(format!("a small constant of {w} bits")),
        Const::Bits { w, v } if extra(*w, *v) => Err(format!("constant {v:#x} has more than {w} bits")),
        Const::Wide { w, words } if *w <= 64 || words.len() as u64 != u64::from(*w).div_ceil(64) => {
            Err(format!("a wide constant of {w} bits in {} words", words.len()))
        }
        Const::Wide { w, words } if words.last().is_some_and(|top| extra(*w, *top)) => {
            Err(format!("a wide constant has more than {w} bits"))
        }
        Const::Int(text) if !is_decimal(text) => Err(format!("`{text}` is not a decimal integer")),
        Const::Global { id, .. } if id.index() >= p.globals.len() => Err(format!("{id} does not exist")),
        Const::Func(id) if id.index() >= p.functions.len() => Err(format!("{id} does not exist")),
        _ => Ok(()),
    }
}

fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}
