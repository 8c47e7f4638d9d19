//! Inline assembly: what does nothing, and a few instructions of x86 that programs have in their headers.

use super::function::{FunctionLowerer, Lowered};
use crate::llvm::{Value, text};
use homing_ir::*;
use llvm_sys::core::*;

/// The first line of module-level assembly that makes code or data, or that gives something another meaning. What only describes symbols
/// changes no run.
pub(super) fn active_line(assembly: &str) -> Option<&str> {
    const DESCRIBES: [&str; 16] = [
        ".globl",
        ".global",
        ".weak",
        ".hidden",
        ".protected",
        ".internal",
        ".local",
        ".type",
        ".size",
        ".ident",
        ".file",
        ".loc",
        ".text",
        ".data",
        ".p2align",
        ".note",
    ];
    let comment = |l: &str| l.starts_with(['#', '/']);
    let statements = assembly.split(['\n', ';']).map(str::trim).filter(|l| !l.is_empty() && !comment(l));
    let silent = |l: &&str| {
        let word = l.split_whitespace().next().unwrap_or("");
        let note = matches!(word, ".section" | ".pushsection") && l.contains(".note");
        !DESCRIBES.contains(&word) && word != ".popsection" && word != ".previous" && !note
    };
    statements.into_iter().find(silent)
}

impl FunctionLowerer<'_> {
    /// Empty assembly is a compiler barrier; its outputs are the inputs tied to them.
    pub fn inline_asm(&mut self, v: Value, asm: Value) -> Lowered {
        let (mut n, mut m) = (0, 0);
        // SAFETY: `asm` is an inline assembly value.
        let (code, constraints) = unsafe {
            let code = LLVMGetInlineAsmAsmString(asm.0, &mut n);
            let constraints = LLVMGetInlineAsmConstraintString(asm.0, &mut m);
            (text(code, n), text(constraints, m))
        };
        let refuse = || format!("inline assembly `{}`", code.trim());
        if !code.trim().is_empty() {
            let known = Known::read(&code).and_then(|known| self.known_asm(v, known, &code, &constraints));
            return match known {
                Some(done) => done,
                None => {
                    let results = self.plain_asm(v, asm, &code, &constraints).ok_or_else(refuse)?;
                    if results.is_empty() { Ok(()) } else { self.alias(v, &results) }
                }
            };
        }
        let operands: Vec<&str> = constraints.split(',').filter(|c| !c.is_empty() && !c.starts_with('~')).collect();
        let (outputs, inputs): (Vec<&str>, Vec<&str>) = operands.into_iter().partition(|c| c.starts_with('='));
        if outputs.iter().any(|c| c.contains('*')) {
            return Err(refuse());
        }
        let mut results: Vec<Option<Opnd>> = vec![None; outputs.len()];
        for (i, c) in inputs.iter().enumerate() {
            if let Some(slot) = c.parse::<usize>().ok().and_then(|tied| results.get_mut(tied)) {
                *slot = Some(self.operand(v.operand(i as u32))?);
            }
        }
        let results: Option<Vec<Opnd>> = results.into_iter().collect();
        self.alias(v, &results.ok_or_else(refuse)?)
    }
}

/// Instructions that are understood, by what they do to their operands.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Known {
    /// Tells about the processor: here it has no features at all.
    CpuId,
    /// Index of the lowest (highest) set bit; the operand is not zero.
    BitScan { lowest: bool },
    /// Product of two words, as a high and a low word.
    Multiply,
    /// Sum (difference) of two numbers of two words each.
    AddCarry { subtract: bool },
}

impl Known {
    fn read(code: &str) -> Option<Known> {
        // A name ends where letters do: suffixes may be given for each dialect of the assembler.
        let lines = code.split(['\n', ';']).map(|l| {
            let l = l.trim_start();
            &l[..l.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(l.len())]
        });
        let names: Vec<&str> = lines.filter(|n| !n.is_empty()).collect();
        Some(match names[..] {
            ["cpuid"] | ["xchgq" | "xchg" | "mov" | "movq", "cpuid", "xchgq" | "xchg"] => Known::CpuId,
            ["bsf" | "bsfq" | "bsfl"] => Known::BitScan { lowest: true },
            ["bsr" | "bsrq" | "bsrl"] => Known::BitScan { lowest: false },
            ["mul" | "mulq"] => Known::Multiply,
            ["add" | "addq", "adc" | "adcq"] => Known::AddCarry { subtract: false },
            ["sub" | "subq", "sbb" | "sbbq"] => Known::AddCarry { subtract: true },
            _ => return None,
        })
    }
}

/// The constraints of an assembly: outputs first, then inputs, without what it destroys.
fn operands(constraints: &str) -> (Vec<&str>, Vec<&str>) {
    let all = constraints.split(',').filter(|c| !c.is_empty() && !c.starts_with('~'));
    all.partition(|c| c.starts_with('='))
}

impl FunctionLowerer<'_> {
    /// `None` where the operands are not as expected.
    fn known_asm(&mut self, v: Value, known: Known, code: &str, constraints: &str) -> Option<Lowered> {
        let (outs, ins) = operands(constraints);
        if outs.iter().chain(&ins).any(|c| c.contains('*')) {
            return None;
        }
        let inputs = (0..ins.len() as u32).map(|i| self.operand(v.operand(i))).collect::<Result<Vec<_>, _>>().ok()?;
        let widths: Vec<u32> = inputs.iter().map(|o| self.cx.program.width(self.type_of(*o))).collect();
        let words = |n: usize| inputs.len() == n && widths.iter().all(|w| *w == 64);
        let tied = |i: usize, to: char| ins.get(i).is_some_and(|c| c.ends_with(to));
        match known {
            Known::CpuId if outs.len() == 4 => {
                let zero = self.bits(32, 0);
                Some(self.alias(v, &[zero; 4]))
            }
            Known::BitScan { lowest } if outs.len() == 1 && inputs.len() == 1 => {
                Some(self.bit_scan(v, inputs[0], widths[0], lowest))
            }
            Known::Multiply if outs == ["={ax}", "={dx}"] && words(2) && tied(0, '0') => {
                let (a, b) = (self.resize(inputs[0], 128), self.resize(inputs[1], 128));
                let (high, low) = self.two_words(BinOp::Mul, a, b);
                Some(self.alias(v, &[low, high]))
            }
            // High words first: a high, b high, a low, b low.
            Known::AddCarry { subtract }
                if outs.len() == 2 && words(4) && tied(0, '0') && tied(2, '1') && takes_5_then_3(code) =>
            {
                let (a, b) = (self.double(inputs[0], inputs[2]), self.double(inputs[1], inputs[3]));
                let (high, low) = self.two_words(if subtract { BinOp::Sub } else { BinOp::Add }, a, b);
                Some(self.alias(v, &[high, low]))
            }
            _ => None,
        }
    }

    fn bit_scan(&mut self, v: Value, of: Opnd, w: u32, lowest: bool) -> Lowered {
        let op = if lowest { UnOp::TrailingZeros } else { UnOp::LeadingZeros };
        let mut at: Opnd = self.f.new_reg(Type::Bits(w)).into();
        self.emit(Inst::Un { op, dst: at.as_reg().ok_or("a register")?, a: of });
        let zero = self.bits(w, 0);
        let bad = self.cmp(CmpOp::Eq, of, zero);
        at = self.unless(bad, at, "bit scan of 0");
        if !lowest {
            let top = self.bits(w, u64::from(w) - 1);
            at = self.combined(BinOp::Sub, w, top, at);
        }
        let wanted = self.cx.layout.scalar(v.ty()).map_or(w, |t| self.cx.program.width(t));
        let at = self.resize(at, wanted);
        self.alias(v, &[at])
    }

    fn combined(&mut self, op: BinOp, w: u32, a: Opnd, b: Opnd) -> Opnd {
        let dst = self.f.new_reg(Type::Bits(w));
        self.emit(Inst::Bin { op, nsw: false, nuw: false, dst, a, b });
        dst.into()
    }

    fn double(&mut self, hi: Opnd, lo: Opnd) -> Opnd {
        let dst = self.f.new_reg(Type::Bits(128));
        self.emit(Inst::Concat { dst, hi, lo });
        dst.into()
    }

    /// High and low word of a result of 128 bits.
    fn two_words(&mut self, op: BinOp, a: Opnd, b: Opnd) -> (Opnd, Opnd) {
        let whole = self.combined(op, 128, a, b);
        let low = self.resize(whole, 64);
        let by = self.bits(128, 64);
        let shifted = self.combined(BinOp::LShr, 128, whole, by);
        (self.resize(shifted, 64), low)
    }
}

/// Does the first instruction read operand 5 and the second operand 3?
fn takes_5_then_3(code: &str) -> bool {
    let mut lines = code.split(['\n', ';']).filter(|l| !l.trim().is_empty());
    let takes = |l: Option<&str>, n: char| l.is_some_and(|l| l.contains(&format!("${n},")) || l.contains(&format!("${{{n}")));
    takes(lines.next(), '5') && takes(lines.next(), '3')
}
