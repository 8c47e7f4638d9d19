//! 80-bit floats by the machine's own x87 unit.

/// Bytes of an 80-bit float in memory.
pub type F80 = [u8; 10];

/// The memory form of the low 80 bits.
pub fn bytes(bits: u128) -> F80 {
    let mut out = [0; 10];
    out.copy_from_slice(&bits.to_le_bytes()[..10]);
    out
}

/// The bits of the memory form.
pub fn bits(b: F80) -> u128 {
    let mut wide = [0; 16];
    wide[..10].copy_from_slice(&b);
    u128::from_le_bytes(wide)
}

#[cfg(target_arch = "x86_64")]
mod unit {
    use super::{F80, bits, bytes};
    use core::arch::asm;

    macro_rules! binary {
        ($name:ident, $op:literal) => {
            pub fn $name(a: u128, b: u128) -> u128 {
                let (a, b, mut r): (F80, F80, F80) = (bytes(a), bytes(b), [0; 10]);
                // SAFETY: reads ten bytes at `a` and `b`, writes ten at `r`, leaves the x87 stack as it was.
                unsafe {
                    asm!("fld tbyte ptr [{a}]", "fld tbyte ptr [{b}]", $op, "fstp tbyte ptr [{r}]",
                        a = in(reg) a.as_ptr(), b = in(reg) b.as_ptr(), r = in(reg) r.as_mut_ptr(),
                        out("st(0)") _, out("st(1)") _, options(nostack));
                }
                bits(r)
            }
        };
    }
    binary!(add, "faddp st(1), st");
    binary!(sub, "fsubp st(1), st");
    binary!(mul, "fmulp st(1), st");
    binary!(div, "fdivp st(1), st");

    pub fn sqrt(a: u128) -> u128 {
        let (a, mut r): (F80, F80) = (bytes(a), [0; 10]);
        // SAFETY: reads ten bytes at `a`, writes ten at `r`, leaves the x87 stack as it was.
        unsafe {
            asm!("fld tbyte ptr [{a}]", "fsqrt", "fstp tbyte ptr [{r}]",
                a = in(reg) a.as_ptr(), r = in(reg) r.as_mut_ptr(), out("st(0)") _, options(nostack));
        }
        bits(r)
    }

    pub fn rem(a: u128, b: u128) -> u128 {
        let (a, b, mut r): (F80, F80, F80) = (bytes(a), bytes(b), [0; 10]);
        // SAFETY: as above. `fprem` is repeated until its reduction is complete (flag C2, bit 10 of the status).
        unsafe {
            asm!("fld tbyte ptr [{b}]", "fld tbyte ptr [{a}]",
                "2:", "fprem", "fnstsw ax", "test ah, 4", "jnz 2b",
                "fstp st(1)", "fstp tbyte ptr [{r}]",
                a = in(reg) a.as_ptr(), b = in(reg) b.as_ptr(), r = in(reg) r.as_mut_ptr(), out("ax") _,
                out("st(0)") _, out("st(1)") _, options(nostack));
        }
        bits(r)
    }

    /// Zero, parity and carry flags of `fucomi`: (equal or unordered, unordered, less or unordered).
    pub fn compare(a: u128, b: u128) -> (bool, bool, bool) {
        let (a, b): (F80, F80) = (bytes(a), bytes(b));
        let (z, p, c): (u8, u8, u8);
        // SAFETY: reads ten bytes at `a` and `b`, leaves the x87 stack as it was.
        unsafe {
            asm!("fld tbyte ptr [{b}]", "fld tbyte ptr [{a}]", "fucomip st, st(1)", "setz {z}", "setp {p}", "setb {c}", "fstp st(0)",
                a = in(reg) a.as_ptr(), b = in(reg) b.as_ptr(), z = out(reg_byte) z, p = out(reg_byte) p, c = out(reg_byte) c,
                out("st(0)") _, out("st(1)") _, options(nostack));
        }
        (z != 0, p != 0, c != 0)
    }

    pub fn from_f64(a: u64) -> u128 {
        let mut r: F80 = [0; 10];
        // SAFETY: reads eight bytes at `a`, writes ten at `r`, leaves the x87 stack as it was.
        unsafe {
            asm!("fld qword ptr [{a}]", "fstp tbyte ptr [{r}]",
                a = in(reg) &raw const a, r = in(reg) r.as_mut_ptr(), out("st(0)") _, options(nostack));
        }
        bits(r)
    }

    pub fn from_f32(a: u32) -> u128 {
        let mut r: F80 = [0; 10];
        // SAFETY: reads four bytes at `a`, writes ten at `r`, leaves the x87 stack as it was.
        unsafe {
            asm!("fld dword ptr [{a}]", "fstp tbyte ptr [{r}]",
                a = in(reg) &raw const a, r = in(reg) r.as_mut_ptr(), out("st(0)") _, options(nostack));
        }
        bits(r)
    }

    pub fn to_f64(a: u128) -> u64 {
        let a = bytes(a);
        let mut r = 0u64;
        // SAFETY: reads ten bytes at `a`, writes eight at `r`, leaves the x87 stack as it was.
        unsafe {
            asm!("fld tbyte ptr [{a}]", "fstp qword ptr [{r}]",
                a = in(reg) a.as_ptr(), r = in(reg) &raw mut r, out("st(0)") _, options(nostack));
        }
        r
    }

    pub fn to_f32(a: u128) -> u32 {
        let a = bytes(a);
        let mut r = 0u32;
        // SAFETY: reads ten bytes at `a`, writes four at `r`, leaves the x87 stack as it was.
        unsafe {
            asm!("fld tbyte ptr [{a}]", "fstp dword ptr [{r}]",
                a = in(reg) a.as_ptr(), r = in(reg) &raw mut r, out("st(0)") _, options(nostack));
        }
        r
    }
}

/// Elsewhere the exact arithmetic stands in.
#[cfg(not(target_arch = "x86_64"))]
mod unit {
    use crate::softfloat as soft;
    use homing_ir::FloatKind::{F32, F64, F80};

    pub fn add(a: u128, b: u128) -> u128 {
        soft::add(F80, a, b)
    }
    pub fn sub(a: u128, b: u128) -> u128 {
        soft::sub(F80, a, b)
    }
    pub fn mul(a: u128, b: u128) -> u128 {
        soft::mul(F80, a, b)
    }
    pub fn div(a: u128, b: u128) -> u128 {
        soft::div(F80, a, b)
    }
    pub fn rem(a: u128, b: u128) -> u128 {
        soft::rem(F80, a, b)
    }
    pub fn sqrt(a: u128) -> u128 {
        soft::sqrt(F80, a)
    }
    pub fn compare(a: u128, b: u128) -> (bool, bool, bool) {
        match soft::order(F80, a, b) {
            None => (true, true, true),
            Some(o) => (o.is_eq(), false, o.is_lt()),
        }
    }
    pub fn from_f64(a: u64) -> u128 {
        soft::convert(F64, F80, a.into())
    }
    pub fn from_f32(a: u32) -> u128 {
        soft::convert(F32, F80, a.into())
    }
    pub fn to_f64(a: u128) -> u64 {
        soft::convert(F80, F64, a) as u64
    }
    pub fn to_f32(a: u128) -> u32 {
        soft::convert(F80, F32, a) as u32
    }
}

pub use unit::*;
