//! Inline assembly: what does nothing, and a few instructions of x86 that programs have in their headers.

use super::asm_x86::first_dialect;
use super::function::{FunctionLowerer, Lowered};
use crate::llvm::{Value, text};
use homing_ir::*;
use llvm_sys::core::*;

/// The first line of module-level assembly that makes code or data, or that gives something another meaning. What only describes symbols
/// changes no run; but a symbol of the module's own (`is_own`) that gets a name for others is theirs, too.
pub(super) fn active_line(assembly: &str, is_own: &dyn Fn(&str) -> bool) -> Option<String> {
    const DESCRIBES: [&str; 12] = [
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
    ];
    let silent = |l: &str| {
        let (word, rest) = l.split_once(char::is_whitespace).unwrap_or((l, ""));
        match word {
            ".globl" | ".global" | ".weak" => !rest.split(',').any(|name| is_own(name.trim())),
            ".section" | ".pushsection" => rest.contains(".note"),
            ".popsection" | ".previous" | ".note" => true,
            _ => DESCRIBES.contains(&word),
        }
    };
    let code = without_comments(assembly);
    let mut lines = code.split(['\n', ';']).map(str::trim).filter(|l| !l.is_empty());
    lines.find(|l| !silent(l)).map(str::to_string)
}

/// The assembly without `/* */`, `//` and `#` to the end of the line. What looks like a comment inside of a text is taken for one.
fn without_comments(assembly: &str) -> String {
    let (mut out, mut rest) = (String::new(), assembly);
    while let Some(at) = rest.find(['/', '#']) {
        out.push_str(&rest[..at]);
        let (end, with) = match &rest[at..] {
            c if c.starts_with("/*") => (c.find("*/").map_or(c.len(), |e| e + 2), " "),
            c if c.starts_with(['#']) || c.starts_with("//") => (c.find('\n').unwrap_or(c.len()), ""),
            _ => (1, "/"),
        };
        out.push_str(with);
        rest = &rest[at + end..];
    }
    out + rest
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
            let known = self.known_asm(v, &code, &constraints);
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
    /// Tells about the processor, of which nothing is known.
    CpuId,
    /// Index of the lowest (highest) set bit; the operand is not zero.
    BitScan { lowest: bool },
    /// Product of two words, as a high and a low word.
    Multiply,
    /// Sum (difference) of two numbers of two words each.
    AddCarry { subtract: bool },
}

/// The instructions of an assembly in its first dialect: name and operands of each.
fn instructions(code: &str) -> Vec<(String, Vec<String>)> {
    let code = first_dialect(code);
    let lines = code.split(['\n', ';']).map(str::trim).filter(|l| !l.is_empty());
    let read = |l: &str| {
        let (name, rest) = l.split_once(char::is_whitespace).unwrap_or((l, ""));
        let operands = rest.split(',').map(|o| o.trim().to_string()).filter(|o| !o.is_empty());
        (name.to_string(), operands.collect())
    };
    lines.map(read).collect()
}

impl Known {
    /// By names and operands, which are those of the headers that have them; `narrow`: the first input has 32 bits. The letter behind a name, if there is one,
    /// must be that of the operands.
    fn read(code: &str, narrow: bool) -> Option<Known> {
        let all = instructions(code);
        let lines: Vec<(&str, Vec<&str>)> =
            all.iter().map(|(n, o)| (n.as_str(), o.iter().map(String::as_str).collect())).collect();
        let is = |name: &str, plain: &str| {
            name.strip_prefix(plain).is_some_and(|rest| rest.is_empty() || rest == if narrow { "l" } else { "q" })
        };
        // The whole register is meant, with or without saying so.
        let slot = |o: &str, n: u32| o == format!("${n}") || (!narrow && o == format!("${{{n}:q}}"));
        let pair = |line: &(&str, Vec<&str>), name: &str, from: u32, to: u32| {
            is(line.0, name) && matches!(line.1[..], [a, b] if slot(a, from) && slot(b, to))
        };
        Some(match &lines[..] {
            [("cpuid", none)] if none.is_empty() => Known::CpuId,
            [save, ("cpuid", none), back] if none.is_empty() && saves_register(save, back) => Known::CpuId,
            [scan] if pair(scan, "bsf", 1, 0) => Known::BitScan { lowest: true },
            [scan] if pair(scan, "bsr", 1, 0) => Known::BitScan { lowest: false },
            [(name, operands)] if is(name, "mul") && matches!(operands[..], [one] if slot(one, 3)) => Known::Multiply,
            [low, high] if pair(low, "add", 5, 1) && pair(high, "adc", 3, 0) => Known::AddCarry { subtract: false },
            [low, high] if pair(low, "sub", 5, 1) && pair(high, "sbb", 3, 0) => Known::AddCarry { subtract: true },
            _ => return None,
        })
    }
}

/// `cpuid` destroys a register that position-independent code needs: it is put aside and brought back.
fn saves_register(save: &(&str, Vec<&str>), back: &(&str, Vec<&str>)) -> bool {
    let exchanges = |name: &str| matches!(name, "xchg" | "xchgq" | "xchgl");
    (exchanges(save.0) || matches!(save.0, "mov" | "movq" | "movl")) && exchanges(back.0)
}

/// The constraints of an assembly: outputs first, then inputs, without what it destroys.
fn operands(constraints: &str) -> (Vec<&str>, Vec<&str>) {
    let all = constraints.split(',').filter(|c| !c.is_empty() && !c.starts_with('~'));
    all.partition(|c| c.starts_with('='))
}

impl FunctionLowerer<'_> {
    /// `None` where the operands are not as expected.
    fn known_asm(&mut self, v: Value, code: &str, constraints: &str) -> Option<Lowered> {
        let (outs, ins) = operands(constraints);
        if outs.iter().chain(&ins).any(|c| c.contains('*')) {
            return None;
        }
        let inputs = (0..ins.len() as u32).map(|i| self.operand(v.operand(i))).collect::<Result<Vec<_>, _>>().ok()?;
        let widths: Vec<u32> = inputs.iter().map(|o| self.cx.program.width(self.type_of(*o))).collect();
        let words = |n: usize| inputs.len() == n && widths.iter().all(|w| *w == 64);
        let tied = |i: usize, to: char| ins.get(i).is_some_and(|c| c.ends_with(to));
        match Known::read(code, widths.first() == Some(&32))? {
            Known::CpuId if outs.len() == 4 => {
                let (zero, always) = (self.bits(32, 0), self.bits(1, 1));
                let any = [(); 4].map(|()| self.unless(always, zero, "cpuid: what the processor is"));
                Some(self.alias(v, &any))
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
            Known::AddCarry { subtract } if outs.len() == 2 && words(4) && tied(0, '0') && tied(2, '1') => {
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
