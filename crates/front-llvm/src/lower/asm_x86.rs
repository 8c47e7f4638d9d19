//! Inline assembly of a few plain instructions of x86-64 (`neg`, `add`, `ror`, `xadd`, ...), which touch nothing but their operands.
//! Flags are not known here: what reads or gives them is not understood.

use super::function::FunctionLowerer;
use crate::llvm::{Ty, TypeKind, Value};
use homing_ir::*;
use llvm_sys::core::*;

/// Where an operand lies.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Place {
    Register,
    Memory(Opnd),
}

/// An operand of the assembly, outputs first.
struct Slot<'a> {
    constraint: &'a str,
    place: Place,
    w: u32,
    value: Option<Opnd>,
    /// The output whose register this input has.
    tied: Option<usize>,
    output: bool,
    /// A register that the assembly has for itself.
    own: bool,
    /// A constant needs no register.
    constant: bool,
}

/// An operand of an instruction.
#[derive(Copy, Clone)]
enum Operand {
    Immediate(i64),
    Slot { at: usize, w: Option<u32> },
}

/// What an instruction does.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Does {
    Nothing,
    Move,
    Binary(BinOp),
    Negate,
    Not,
    Step(BinOp),
    Shift(BinOp),
    Rotate { left: bool },
    ByteSwap,
    Exchange,
    ExchangeAdd,
}

fn named(name: &str) -> Option<Does> {
    Some(match name {
        "nop" | "pause" | "mfence" | "lfence" | "sfence" | "lock" | "rep" => Does::Nothing,
        "mov" => Does::Move,
        "add" => Does::Binary(BinOp::Add),
        "sub" => Does::Binary(BinOp::Sub),
        "and" => Does::Binary(BinOp::And),
        "or" => Does::Binary(BinOp::Or),
        "xor" => Does::Binary(BinOp::Xor),
        "imul" => Does::Binary(BinOp::Mul),
        "neg" => Does::Negate,
        "not" => Does::Not,
        "inc" => Does::Step(BinOp::Add),
        "dec" => Does::Step(BinOp::Sub),
        "shl" | "sal" => Does::Shift(BinOp::Shl),
        "shr" => Does::Shift(BinOp::LShr),
        "sar" => Does::Shift(BinOp::AShr),
        "rol" => Does::Rotate { left: true },
        "ror" => Does::Rotate { left: false },
        "bswap" => Does::ByteSwap,
        "xchg" => Does::Exchange,
        "xadd" => Does::ExchangeAdd,
        _ => return None,
    })
}

/// A name with or without the letter for its width.
fn mnemonic(name: &str) -> Option<(Does, Option<u32>)> {
    if let Some(does) = named(name) {
        return Some((does, None));
    }
    let w = match name.as_bytes().last()? {
        b'b' => 8,
        b'w' => 16,
        b'l' => 32,
        b'q' => 64,
        _ => return None,
    };
    named(&name[..name.len() - 1]).map(|does| (does, Some(w)))
}

/// A register by its name: which one, and how much of it.
fn register(name: &str) -> Option<(&'static str, u32)> {
    const NAMES: [(&str, &str, u32); 16] = [
        ("al", "ax", 8),
        ("ax", "ax", 16),
        ("eax", "ax", 32),
        ("rax", "ax", 64),
        ("bl", "bx", 8),
        ("bx", "bx", 16),
        ("ebx", "bx", 32),
        ("rbx", "bx", 64),
        ("cl", "cx", 8),
        ("cx", "cx", 16),
        ("ecx", "cx", 32),
        ("rcx", "cx", 64),
        ("dl", "dx", 8),
        ("dx", "dx", 16),
        ("edx", "dx", 32),
        ("rdx", "dx", 64),
    ];
    NAMES.iter().find(|n| n.0 == name).map(|n| (n.1, n.2))
}

/// The first of the alternatives `{att|intel}`, which the compiler writes as `$(att$|intel$)`; `${1:w}` is none.
pub(super) fn first_dialect(code: &str) -> String {
    let code = &code.replace("$(", "{").replace("$|", "|").replace("$)", "}");
    let mut out = String::new();
    let mut rest = code.as_str();
    while let Some(at) = rest.find('{') {
        let end = rest[at..].find('}').map_or(rest.len(), |e| at + e);
        if rest[..at].ends_with('$') {
            let keep = (end + 1).min(rest.len());
            out.push_str(&rest[..keep]);
        } else {
            out.push_str(&rest[..at]);
            out.push_str(rest[at + 1..end].split('|').next().unwrap_or(""));
        }
        rest = rest.get(end + 1..).unwrap_or("");
    }
    out + rest
}

/// Both operands are the same register.
fn same_register(operands: &[Operand], slots: &[Slot<'_>]) -> bool {
    match operands {
        [Operand::Slot { at: a, .. }, Operand::Slot { at: b, .. }] => a == b && slots[*a].place == Place::Register,
        _ => false,
    }
}

fn number(text: &str) -> Option<i64> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |d| (true, d));
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    let v = i64::from_str_radix(digits, radix).ok()?;
    Some(if negative { -v } else { v })
}

fn read_operand(text: &str, slots: &[Slot<'_>]) -> Option<Operand> {
    let text = text.trim();
    if let Some(n) = text.strip_prefix("$$") {
        return number(n).map(Operand::Immediate);
    }
    if let Some(name) = text.strip_prefix('%') {
        let (which, w) = register(name)?;
        let named = |s: &Slot<'_>| if s.own { s.constraint == which } else { s.constraint.contains(&format!("{{{which}}}")) };
        let at = slots.iter().position(named)?;
        return Some(Operand::Slot { at, w: Some(w) });
    }
    let text = text.strip_prefix('$')?;
    let (at, w) = match text.strip_prefix('{') {
        None => (text, None),
        Some(inner) => {
            let (at, how) = inner.strip_suffix('}')?.split_once(':')?;
            let w = match how {
                "b" => 8,
                "w" => 16,
                "k" => 32,
                "q" => 64,
                _ => return None,
            };
            (at, Some(w))
        }
    };
    let at: usize = at.parse().ok()?;
    (at < slots.len()).then_some(Operand::Slot { at, w })
}

impl FunctionLowerer<'_> {
    /// The results of the assembly; `None` where something in it is not understood.
    pub(super) fn plain_asm(&mut self, v: Value, asm: Value, code: &str, constraints: &str) -> Option<Vec<Opnd>> {
        // SAFETY: `asm` is an inline assembly value.
        let att = unsafe { LLVMGetInlineAsmDialect(asm.0) } == llvm_sys::LLVMInlineAsmDialect::LLVMInlineAsmDialectATT;
        if !att || self.ptr_bits() != 64 {
            return None;
        }
        let code = first_dialect(code);
        let lines: Vec<&str> = code.split(['\n', ';']).map(str::trim).filter(|l| !l.is_empty()).collect();
        // Nothing is made before it is known that all names are: half an assembly is none.
        for line in &lines {
            mnemonic(line.split_whitespace().next()?)?;
        }
        let mut slots = self.asm_slots(v, constraints)?;
        let mut written = false;
        for line in &lines {
            self.asm_line(line, &mut slots, &mut written)?;
        }
        let registers = slots.iter().filter(|s| s.output && !s.own && s.place == Place::Register);
        registers.map(|s| s.value).collect()
    }

    fn asm_slots<'a>(&mut self, v: Value, constraints: &'a str) -> Option<Vec<Slot<'a>>> {
        let t = v.ty();
        let results: Vec<Ty> = match t.kind() {
            TypeKind::LLVMVoidTypeKind => Vec::new(),
            TypeKind::LLVMStructTypeKind => (0..t.struct_len()).map(|i| t.struct_field(i)).collect(),
            _ => vec![t],
        };
        let mut results = results.into_iter();
        let mut slots: Vec<Slot<'a>> = Vec::new();
        let mut argument = 0u32;
        for constraint in constraints.split(',').filter(|c| !c.is_empty() && !c.starts_with('~')) {
            let output = constraint.starts_with('=');
            // Flags, floats and vectors are in registers of their own kinds.
            if constraint.contains('@')
                || constraint.trim_start_matches(['=', '&']).starts_with(['f', 'x', 'y', 't', 'u', 'v', '^'])
            {
                return None;
            }
            let tied = constraint.parse().ok().filter(|t| *t < slots.len());
            let mut slot =
                Slot { constraint, place: Place::Register, w: 0, value: None, tied, output, own: false, constant: false };
            if output && !constraint.contains('*') {
                match self.cx.layout.scalar(results.next()?)? {
                    Type::Bits(w) => slot.w = w,
                    _ => return None,
                }
            } else {
                let given = v.operand(argument);
                let o = self.operand(given).ok()?;
                argument += 1;
                if constraint.contains('*') {
                    let element = v.call_attribute(argument, self.cx.attributes.elementtype);
                    slot.place = Place::Memory(o);
                    slot.w = self.cx.byval(element) as u32 * 8;
                } else {
                    match self.type_of(o) {
                        Type::Bits(w) => slot.w = w,
                        _ => return None,
                    }
                    slot.value = Some(o);
                    slot.constant = o.as_const().is_some();
                }
            }
            if !matches!(slot.w, 8 | 16 | 32 | 64) {
                return None;
            }
            if let (Some(to), Some(value)) = (slot.tied, slot.value) {
                if slots[to].w != slot.w {
                    return None;
                }
                slots[to].value = Some(value);
            }
            slots.push(slot);
        }
        // Behind all others: operands are counted.
        for destroyed in constraints.split(',').filter_map(|c| c.strip_prefix("~{")?.strip_suffix('}')) {
            if let Some((constraint, _)) = register(destroyed) {
                let place = Place::Register;
                slots.push(Slot { constraint, place, w: 64, value: None, tied: None, output: true, own: true, constant: false });
            }
        }
        Some(slots)
    }

    fn asm_line(&mut self, line: &str, slots: &mut [Slot<'_>], written: &mut bool) -> Option<()> {
        let line = line.strip_prefix("lock ").map_or(line, str::trim);
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (does, width) = mnemonic(name)?;
        let operands: Vec<Operand> =
            rest.split(',').filter(|o| !o.trim().is_empty()).map(|o| read_operand(o, slots)).collect::<Option<_>>()?;
        if does == Does::Nothing {
            return operands.is_empty().then_some(());
        }
        let to = *operands.last()?;
        let Operand::Slot { at, w } = to else { return None };
        let w = width.or(w).unwrap_or(slots[at].w);
        let from = |n: usize| (operands.len() == n).then(|| operands[0]);
        // An output may have the register of an input unless it says that it is written early: then nobody knows what is read.
        let shared = |o: &Operand| matches!(o, Operand::Slot { at, .. } if !slots[*at].output && slots[*at].tied.is_none() && !slots[*at].constant && slots[*at].place == Place::Register);
        if *written && operands.iter().any(shared) {
            return None;
        }
        let result = match does {
            Does::Nothing => return None,
            Does::Move => self.asm_read(from(2)?, w, slots)?,
            // Nothing is read: it is zero whatever it was.
            Does::Binary(BinOp::Xor | BinOp::Sub) if same_register(&operands, slots) => self.bits(w, 0),
            Does::Binary(op) => {
                let (b, a) = (self.asm_read(from(2)?, w, slots)?, self.asm_read(to, w, slots)?);
                self.bin(op, a, b)
            }
            Does::Negate => {
                from(1)?;
                let (zero, a) = (self.bits(w, 0), self.asm_read(to, w, slots)?);
                self.bin(BinOp::Sub, zero, a)
            }
            Does::Not => {
                from(1)?;
                let (ones, a) = (self.ones(w), self.asm_read(to, w, slots)?);
                self.bin(BinOp::Xor, a, ones)
            }
            Does::Step(op) => {
                from(1)?;
                let (one, a) = (self.bits(w, 1), self.asm_read(to, w, slots)?);
                self.bin(op, a, one)
            }
            Does::ByteSwap if w >= 32 => {
                from(1)?;
                let a = self.asm_read(to, w, slots)?;
                self.un(UnOp::ByteSwap, a)
            }
            Does::ByteSwap => return None,
            Does::Shift(_) | Does::Rotate { .. } => {
                let by = if operands.len() == 1 { Operand::Immediate(1) } else { from(2)? };
                let by = self.asm_read(by, 8, slots)?;
                let a = self.asm_read(to, w, slots)?;
                self.asm_shift(does, a, by, w)
            }
            Does::Exchange | Does::ExchangeAdd => {
                let (a, b) = (self.asm_read(from(2)?, w, slots)?, self.asm_read(to, w, slots)?);
                self.asm_write(operands[0], w, b, slots, written)?;
                if does == Does::Exchange { a } else { self.bin(BinOp::Add, a, b) }
            }
        };
        self.asm_write(to, w, result, slots, written)
    }

    /// Only the low bits of the amount count; a narrow number is shifted as one of 32 bits.
    fn asm_shift(&mut self, does: Does, a: Opnd, by: Opnd, w: u32) -> Opnd {
        let wide = w.max(32);
        let low = self.bits(8, u64::from(wide) - 1);
        let by = self.bin(BinOp::And, by, low);
        match does {
            Does::Rotate { left } => {
                let by = self.resize(by, w);
                self.funnel(left, a, a, by)
            }
            Does::Shift(op) => {
                let how = if op == BinOp::AShr { CastOp::SExt } else { CastOp::ZExt };
                let a = if wide > w { self.extend(how, a, wide) } else { a };
                let by = self.resize(by, wide);
                let shifted = self.bin(op, a, by);
                self.resize(shifted, w)
            }
            _ => a,
        }
    }

    fn asm_read(&mut self, o: Operand, w: u32, slots: &[Slot<'_>]) -> Option<Opnd> {
        let at = match o {
            Operand::Immediate(v) => return Some(self.bits(w, super::fold::mask(w, v as u64))),
            Operand::Slot { at, .. } => at,
        };
        let slot = &slots[at];
        if slot.w < w && !slot.constant {
            return None;
        }
        let whole = match slot.place {
            Place::Register => slots[slot.tied.unwrap_or(at)].value?,
            Place::Memory(addr) => {
                let dst = self.f.new_reg(Type::Bits(w));
                self.emit(Inst::Load { dst, addr, align: 1 });
                return Some(dst.into());
            }
        };
        Some(if slot.w < w { self.extend(CastOp::SExt, whole, w) } else { self.resize(whole, w) })
    }

    /// Writing 32 bits of a register clears the ones above; writing fewer keeps them.
    fn asm_write(&mut self, o: Operand, w: u32, val: Opnd, slots: &mut [Slot<'_>], written: &mut bool) -> Option<()> {
        let Operand::Slot { at, .. } = o else { return None };
        let at = slots[at].tied.unwrap_or(at);
        let slot = &mut slots[at];
        if slot.w < w {
            return None;
        }
        if let Place::Memory(addr) = slot.place {
            self.emit(Inst::Store { addr, val, align: 1 });
            return Some(());
        }
        // Inputs must not be changed.
        if !slot.output {
            return None;
        }
        *written |= !slot.own && !slot.constraint.contains('&');
        let value = if slot.w == w {
            val
        } else if w == 32 {
            self.resize(val, slot.w)
        } else {
            let (above, dst) = (self.f.new_reg(Type::Bits(slot.w - w)), self.f.new_reg(Type::Bits(slot.w)));
            self.emit(Inst::Extract { dst: above, a: slot.value?, lo: w });
            self.emit(Inst::Concat { dst, hi: above.into(), lo: val });
            dst.into()
        };
        slots[at].value = Some(value);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_dialects() {
        assert!(matches!(mnemonic("sub"), Some((Does::Binary(BinOp::Sub), None))));
        assert!(matches!(mnemonic("subb"), Some((Does::Binary(BinOp::Sub), Some(8)))));
        assert!(matches!(mnemonic("shll"), Some((Does::Shift(BinOp::Shl), Some(32)))));
        assert!(mnemonic("adc").is_none() && mnemonic("call").is_none());
        assert_eq!(first_dialect("mov{l $1, $0| $0, $1}; ror ${0:w}"), "movl $1, $0; ror ${0:w}");
        assert_eq!((number("0x1f"), number("-3"), number("x")), (Some(31), Some(-3), None));
    }
}
