//! Comparisons of strings in two vectors: `pcmpistri` and its like, with lengths given or up to a zero.

use super::super::function::{FunctionLowerer, Lowered, Scalars};
use super::super::intrinsic::by_name;
use crate::llvm::Value;
use homing_ir::*;

by_name! {
    TEXT,
    fn x86_text(self, v, name) {
        "sse42.pcmpistri128" | "sse42.pcmpestri128" => self.text(v, name, Shown::Index),
        "sse42.pcmpistrm128" | "sse42.pcmpestrm128" => self.text(v, name, Shown::Mask),
        "sse42.pcmpistria128" | "sse42.pcmpestria128" => self.text(v, name, Shown::Above),
        "sse42.pcmpistric128" | "sse42.pcmpestric128" => self.text(v, name, Shown::Carry),
        "sse42.pcmpistrio128" | "sse42.pcmpestrio128" => self.text(v, name, Shown::Overflow),
        "sse42.pcmpistris128" | "sse42.pcmpestris128" => self.text(v, name, Shown::Sign),
        "sse42.pcmpistriz128" | "sse42.pcmpestriz128" => self.text(v, name, Shown::Zero),
    }
}

/// What the result is.
#[derive(Copy, Clone)]
enum Shown {
    Index,
    Mask,
    Above,
    Carry,
    Overflow,
    Sign,
    Zero,
}

/// One of the strings: its characters, and which of them belong to it.
struct Text {
    chars: Scalars,
    valid: Scalars,
}

impl FunctionLowerer<'_> {
    fn text(&mut self, v: Value, name: &str, shown: Shown) -> Lowered {
        let given = name.starts_with("sse42.pcmpestr");
        let (second, how) = if given { (2, v.operand(4).zext()) } else { (1, v.operand(2).zext()) };
        let length = |l: &mut Self, at: u32| if given { l.operand(v.operand(at)).map(Some) } else { Ok(None) };
        let (first_length, second_length) = (length(self, 1)?, length(self, 3)?);
        let set = self.characters(v.operand(0), first_length, how)?;
        let text = self.characters(v.operand(second), second_length, how)?;
        let found = self.matches(&set, &text, how);
        let found = self.polarity(found, &text, how);
        let any = self.any_of(&found);
        let (short_set, short_text) = (self.ends(&set), self.ends(&text));
        let cond = match shown {
            Shown::Index => return self.index_of(v, &found, how),
            Shown::Mask => return self.mask_of(v, &found, how),
            Shown::Above => {
                let some = self.bin(BinOp::Or, any, short_text);
                self.negate(some)
            }
            Shown::Carry => any,
            Shown::Overflow => found[0],
            Shown::Sign => short_set,
            Shown::Zero => short_text,
        };
        self.flag(v, cond)
    }

    /// Bytes or words, and which of them come before the end.
    fn characters(&mut self, v: Value, length: Option<Opnd>, how: u64) -> Result<Text, String> {
        let bytes = self.operands(v)?;
        let chars: Scalars = match how & 1 {
            0 => bytes,
            _ => bytes.chunks(2).map(|two| self.joined(two)).collect(),
        };
        let mut valid = Scalars::new();
        match length {
            Some(length) => {
                let length = self.absolute(length, false);
                for i in 0..chars.len() {
                    let i = self.bits(32, i as u64);
                    valid.push(self.cmp(CmpOp::Ult, i, length));
                }
            }
            None => {
                let (zero, mut before) = (self.bits(self.width(chars[0]), 0), self.bits(1, 1));
                for c in &chars {
                    let some = self.cmp(CmpOp::Ne, *c, zero);
                    before = self.bin(BinOp::And, before, some);
                    valid.push(before);
                }
            }
        }
        Ok(Text { chars, valid })
    }

    /// For each place of the text, whether it is one that is looked for.
    fn matches(&mut self, set: &Text, text: &Text, how: u64) -> Scalars {
        let n = text.chars.len();
        let signed = how & 2 != 0;
        (0..n)
            .map(|j| match how >> 2 & 3 {
                0 => self.in_set(set, text, j),
                1 => self.in_ranges(set, text, j, signed),
                2 => self.equal_or_over(set, text, j),
                _ => self.begins_here(set, text, j),
            })
            .collect()
    }

    fn in_set(&mut self, set: &Text, text: &Text, j: usize) -> Opnd {
        let mut any = self.bits(1, 0);
        for i in 0..set.chars.len() {
            let same = self.cmp(CmpOp::Eq, set.chars[i], text.chars[j]);
            let same = self.bin(BinOp::And, same, set.valid[i]);
            any = self.bin(BinOp::Or, any, same);
        }
        self.bin(BinOp::And, any, text.valid[j])
    }

    /// Between an even character of the set and the next one.
    fn in_ranges(&mut self, set: &Text, text: &Text, j: usize, signed: bool) -> Opnd {
        let op = if signed { CmpOp::Sle } else { CmpOp::Ule };
        let mut any = self.bits(1, 0);
        for i in (0..set.chars.len()).step_by(2) {
            let (low, high) = (self.cmp(op, set.chars[i], text.chars[j]), self.cmp(op, text.chars[j], set.chars[i + 1]));
            let within = self.bin(BinOp::And, low, high);
            // The upper end is there only if the lower one is.
            let within = self.bin(BinOp::And, within, set.valid[i + 1]);
            any = self.bin(BinOp::Or, any, within);
        }
        self.bin(BinOp::And, any, text.valid[j])
    }

    /// The same character in both, or both are over.
    fn equal_or_over(&mut self, set: &Text, text: &Text, j: usize) -> Opnd {
        let same = self.cmp(CmpOp::Eq, set.chars[j], text.chars[j]);
        let both = self.bin(BinOp::And, set.valid[j], text.valid[j]);
        let alike = self.bin(BinOp::And, same, both);
        let either = self.bin(BinOp::Or, set.valid[j], text.valid[j]);
        let over = self.negate(either);
        self.bin(BinOp::Or, alike, over)
    }

    /// The first string begins at that place of the second, as far as both go.
    fn begins_here(&mut self, set: &Text, text: &Text, j: usize) -> Opnd {
        let mut all = self.bits(1, 1);
        for i in 0..set.chars.len() - j {
            let same = self.cmp(CmpOp::Eq, set.chars[i], text.chars[j + i]);
            let same = self.bin(BinOp::And, same, text.valid[j + i]);
            let over = self.negate(set.valid[i]);
            let fits = self.bin(BinOp::Or, same, over);
            all = self.bin(BinOp::And, all, fits);
        }
        all
    }

    /// All of them the other way round, or those within the text.
    fn polarity(&mut self, found: Scalars, text: &Text, how: u64) -> Scalars {
        match how >> 4 & 3 {
            1 => found.iter().map(|f| self.negate(*f)).collect(),
            3 => found.iter().zip(&text.valid).map(|(f, valid)| self.bin(BinOp::Xor, *f, *valid)).collect(),
            _ => found,
        }
    }

    fn any_of(&mut self, found: &[Opnd]) -> Opnd {
        let mut any = found[0];
        for f in &found[1..] {
            any = self.bin(BinOp::Or, any, *f);
        }
        any
    }

    /// Is the end of the string in the vector?
    fn ends(&mut self, text: &Text) -> Opnd {
        // The last character is there only if all are.
        self.negate(text.valid[text.valid.len() - 1])
    }

    /// Where the first or the last one was found; the number of places if none was.
    fn index_of(&mut self, v: Value, found: &[Opnd], how: u64) -> Lowered {
        let mut at = self.bits(32, found.len() as u64);
        let last = how & 0x40 != 0;
        for k in 0..found.len() {
            let i = if last { k } else { found.len() - 1 - k };
            let here = self.bits(32, i as u64);
            at = self.choose(found[i], here, at);
        }
        self.alias(v, &[at])
    }

    /// A bit or a whole character for each place.
    fn mask_of(&mut self, v: Value, found: &[Opnd], how: u64) -> Lowered {
        let whole = match how & 0x40 {
            0 => {
                let bits = self.joined(found);
                self.resize(bits, 128)
            }
            _ => {
                let w = 128 / found.len() as u32;
                let wide: Scalars = found.iter().map(|f| self.extend(CastOp::SExt, *f, w)).collect();
                self.joined(&wide)
            }
        };
        let bytes: Scalars = (0..16).map(|i| self.extract(whole, 8 * i, 8)).collect();
        self.alias(v, &bytes)
    }
}
