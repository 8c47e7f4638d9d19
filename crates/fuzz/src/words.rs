//! Texts of a program that its inputs may hold.

use std::collections::BTreeSet;

use homing_ir::Program;

/// Texts, at most, and their lengths.
const MOST: usize = 512;
const LONGEST: usize = 32;

/// The constant texts of a program, sorted.
pub fn words(program: &Program) -> Vec<Vec<u8>> {
    let constants = program.globals.iter().filter(|g| g.constant && g.relocs.is_empty());
    let pieces = constants.flat_map(|g| g.bytes.split(|b| *b == 0));
    let is_text =
        |w: &&[u8]| (2..=LONGEST).contains(&w.len()) && w.iter().all(|b| b.is_ascii_graphic() || b" \t\r\n".contains(b));
    let all: BTreeSet<&[u8]> = pieces.filter(is_text).collect();
    all.into_iter().take(MOST).map(<[u8]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use homing_ir::{Global, LocId};

    #[test]
    fn texts_are_taken_from_constants() {
        let global = |constant, bytes: &[u8]| Global {
            name: String::new(),
            size: bytes.len() as u64,
            align: 1,
            constant,
            external: false,
            bytes: bytes.to_vec(),
            relocs: Vec::new(),
            loc: LocId(0),
            type_name: String::new(),
        };
        let long = [b'x'; 40];
        let globals = vec![global(true, b"GET\0POST\0"), global(false, b"no\0"), global(true, b"\x01\x02"), global(true, &long)];
        let program = Program { globals, ..Program::default() };
        assert_eq!(words(&program), [b"GET".to_vec(), b"POST".to_vec()]);
    }
}
