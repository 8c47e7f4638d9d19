//! Constants that are known without running anything: numbers, and addresses of globals and functions.

use super::Lowerer;
use crate::llvm::{Bb, Opcode, Ty, TypeKind, Value, ValueKind};
use homing_ir::Const;
use llvm_sys::core::*;

/// A constant's value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Folded {
    /// `Const::Bits` or `Const::Wide`.
    Number(Const),
    /// `Const::Global` or `Const::Func`, plus bytes.
    Address(Const, i64),
}

impl Lowerer {
    /// The value of a scalar constant; `None` if it is not known now (undef, arithmetic on addresses, ...).
    pub fn fold(&mut self, c: Value) -> Option<Folded> {
        use ValueKind::*;
        Some(match c.kind() {
            LLVMConstantIntValueKind => Folded::Number(integer(c)),
            LLVMConstantFPValueKind => Folded::Number(float_bits(c, self.layout.bits(c.ty()) as u32)?),
            LLVMConstantPointerNullValueKind => Folded::Number(self.pointer_number(0)),
            LLVMGlobalVariableValueKind | LLVMFunctionValueKind if self.is_null(c) => Folded::Number(self.pointer_number(0)),
            LLVMGlobalVariableValueKind => Folded::Address(Const::Global { id: self.global(c), offset: 0 }, 0),
            LLVMFunctionValueKind => Folded::Address(self.function_address(c), 0),
            LLVMGlobalAliasValueKind => return self.fold(c.aliasee()),
            LLVMBlockAddressValueKind => {
                // SAFETY: the constant is an address of a block, as its kind says.
                let number = self.block_number(Bb(unsafe { LLVMGetBlockAddressBasicBlock(c.0) }));
                Folded::Number(self.pointer_number(number))
            }
            LLVMConstantExprValueKind => return self.fold_expression(c),
            _ => return None,
        })
    }

    fn pointer_number(&self, v: u64) -> Const {
        Const::Bits { w: self.layout.ptr_bits, v }
    }

    fn function_address(&mut self, f: Value) -> Const {
        let id = self.function(f);
        self.program.functions[id.index()].address_taken = true;
        Const::Func(id)
    }

    fn fold_expression(&mut self, c: Value) -> Option<Folded> {
        match c.opcode() {
            Opcode::LLVMGetElementPtr => {
                let base = self.fold(c.operand(0))?;
                let offset = self.constant_offset(c)?;
                Some(match base {
                    Folded::Address(a, o) => Folded::Address(a, o.wrapping_add(offset)),
                    Folded::Number(Const::Bits { w, v }) => {
                        Folded::Number(Const::Bits { w, v: mask(w, v.wrapping_add(offset as u64)) })
                    }
                    Folded::Number(_) => return None,
                })
            }
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast if self.layout.scalar(c.ty()).is_some() => {
                self.layout.scalar(c.operand(0).ty())?;
                self.fold(c.operand(0))
            }
            Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr | Opcode::LLVMIntToPtr | Opcode::LLVMTrunc => {
                let w = self.layout.bits(c.ty()) as u32;
                match self.fold(c.operand(0))? {
                    Folded::Number(Const::Bits { v, .. }) if w <= 64 => Some(Folded::Number(Const::Bits { w, v: mask(w, v) })),
                    whole @ Folded::Address(..) if w == self.layout.ptr_bits => Some(whole),
                    _ => None,
                }
            }
            // Whatever it is, and however much of an address.
            Opcode::LLVMSub | Opcode::LLVMXor if c.operand(0) == c.operand(1) => {
                Some(Folded::Number(number(self.layout.bits(c.ty()) as u32, vec![0])))
            }
            Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMXor => {
                let (a, b) = (self.fold(c.operand(0))?, self.fold(c.operand(1))?);
                fold_arithmetic(c.opcode(), a, b, self.layout.ptr_bits)
            }
            _ => None,
        }
    }

    /// Sum of a constant GEP's indices in bytes.
    pub(super) fn constant_offset(&mut self, gep: Value) -> Option<i64> {
        let mut offset = 0i64;
        for step in gep_steps(gep) {
            match step {
                Step::Field(t, i) => offset = offset.wrapping_add(self.layout.field_offset(t, i) as i64),
                Step::Index(t, i) => {
                    let Folded::Number(Const::Bits { w, v }) = self.fold(i)? else { return None };
                    offset = offset.wrapping_add(sign_extend(w, v).wrapping_mul(self.layout.size(t) as i64));
                }
            }
        }
        Some(offset)
    }
}

fn fold_arithmetic(op: Opcode, a: Folded, b: Folded, ptr_bits: u32) -> Option<Folded> {
    use Folded::*;
    match (op, a, b) {
        (_, Number(Const::Bits { w, v: x }), Number(Const::Bits { v: y, .. })) => {
            let v = match op {
                Opcode::LLVMAdd => x.wrapping_add(y),
                Opcode::LLVMSub => x.wrapping_sub(y),
                _ => x ^ y,
            };
            Some(Number(Const::Bits { w, v: mask(w, v) }))
        }
        (Opcode::LLVMAdd, Address(a, o), Number(Const::Bits { w, v }))
        | (Opcode::LLVMAdd, Number(Const::Bits { w, v }), Address(a, o)) => Some(Address(a, o.wrapping_add(sign_extend(w, v)))),
        (Opcode::LLVMSub, Address(a, o), Number(Const::Bits { w, v })) => Some(Address(a, o.wrapping_sub(sign_extend(w, v)))),
        // Two places in one object.
        (Opcode::LLVMSub, Address(Const::Global { id: a, .. }, x), Address(Const::Global { id: b, .. }, y)) if a == b => {
            Some(Number(Const::Bits { w: ptr_bits, v: mask(ptr_bits, x.wrapping_sub(y) as u64) }))
        }
        _ => None,
    }
}

/// One step of a GEP: a struct field, or an index (any integer, constant or not) over elements of a type.
pub(crate) enum Step {
    Field(Ty, u32),
    Index(Ty, Value),
}

/// The steps of a GEP instruction or constant expression.
pub(crate) fn gep_steps(gep: Value) -> Vec<Step> {
    // SAFETY: `gep` is an instruction or a constant expression of that opcode.
    let mut t = Ty(unsafe { LLVMGetGEPSourceElementType(gep.0) });
    let mut steps = Vec::new();
    for i in 1..gep.operand_count() {
        let index = gep.operand(i);
        if i == 1 {
            steps.push(Step::Index(t, index));
            continue;
        }
        if t.kind() == TypeKind::LLVMStructTypeKind {
            // A vector GEP has a splat here.
            let scalar = if index.ty().is_vector() { index.element(0) } else { index };
            let field = scalar.zext() as u32;
            steps.push(Step::Field(t, field));
            t = t.struct_field(field);
        } else {
            t = t.element();
            steps.push(Step::Index(t, index));
        }
    }
    steps
}

/// `v` without the bits above `w`.
pub(crate) fn mask(w: u32, v: u64) -> u64 {
    if w >= 64 { v } else { v & ((1 << w) - 1) }
}

/// `v`, a number of `w` bits, as a signed one.
pub(crate) fn sign_extend(w: u32, v: u64) -> i64 {
    if w == 0 || w >= 64 { v as i64 } else { ((v << (64 - w)) as i64) >> (64 - w) }
}

/// A number of any width from little-endian words.
pub(crate) fn number(w: u32, mut words: Vec<u64>) -> Const {
    words.resize(w.div_ceil(64) as usize, 0);
    if w <= 64 {
        return Const::Bits { w, v: mask(w, words[0]) };
    }
    if !w.is_multiple_of(64) {
        let last = words.len() - 1;
        words[last] = mask(w % 64, words[last]);
    }
    Const::Wide { w, words }
}

/// The exact value of a constant integer.
pub(crate) fn integer(c: Value) -> Const {
    let w = c.ty().int_width();
    if w <= 64 {
        return Const::Bits { w, v: c.zext() };
    }
    // The C interface truncates above 64 bits; the printed form is `i128 -5`.
    let printed = c.print();
    let digits = printed.rsplit(' ').next().unwrap_or("0");
    number(w, decimal(digits, w))
}

/// The bit pattern of a float constant, exactly.
fn float_bits(c: Value, w: u32) -> Option<Const> {
    // Folding a bit cast to an integer keeps every bit; reading it as a double would not.
    // SAFETY: a constant of a live module, and a type of the same context with as many bits.
    let bits = Value(unsafe { LLVMConstBitCast(c.0, LLVMIntTypeInContext(LLVMGetTypeContext(c.ty().0), w)) });
    (bits.kind() == ValueKind::LLVMConstantIntValueKind).then(|| integer(bits))
}

/// Two's complement words of a decimal number.
fn decimal(digits: &str, w: u32) -> Vec<u64> {
    let (negative, digits) = digits.strip_prefix('-').map_or((false, digits), |d| (true, d));
    let mut words = vec![0u64; w.div_ceil(64) as usize];
    for d in digits.bytes().filter(u8::is_ascii_digit) {
        let mut carry = u128::from(d - b'0');
        for word in &mut words {
            let x = u128::from(*word) * 10 + carry;
            *word = x as u64;
            carry = x >> 64;
        }
    }
    if negative {
        let mut carry = true;
        for word in &mut words {
            let (x, c) = (!*word).overflowing_add(u64::from(carry));
            (*word, carry) = (x, c);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_of_many_words() {
        assert_eq!(decimal("18446744073709551616", 128), [0, 1]);
        assert_eq!(decimal("-1", 80), [u64::MAX, u64::MAX]);
        assert_eq!(number(80, decimal("-1", 80)), Const::Wide { w: 80, words: vec![u64::MAX, 0xffff] });
        assert_eq!(number(8, vec![0x1ff]), Const::Bits { w: 8, v: 0xff });
    }

    #[test]
    fn signs() {
        assert_eq!(sign_extend(8, 0xff), -1);
        assert_eq!(sign_extend(64, u64::MAX), -1);
        assert_eq!(sign_extend(1, 0), 0);
    }
}
