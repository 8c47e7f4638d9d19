//! Inputs for functions that are analysed by Homing.
//!
//! ```ignore
//! #[no_mangle]
//! pub extern "C" fn harness() {
//!     let text: [u8; 4] = homing::any();
//!     homing::assume(text[0] != 0);
//!     my_crate::parse(&text);
//! }
//! ```
//!
//! `homing reach my-crate --entry harness --target src/lib.rs:12` then looks for values that get to the line.
#![no_std]

extern "C" {
    fn homing_any_u8() -> u8;
    fn homing_any_u16() -> u16;
    fn homing_any_u32() -> u32;
    fn homing_any_u64() -> u64;
    fn homing_assume(condition: u64);
}

/// A type with values that can be asked for.
pub trait Any {
    /// Any value of the type.
    fn any() -> Self;
}

/// Any value of the type: the analysis chooses.
pub fn any<T: Any>() -> T {
    T::any()
}

/// Runs in which the condition is false are of no interest.
pub fn assume(condition: bool) {
    // SAFETY: the function ends the run or does nothing.
    unsafe { homing_assume(condition as u64) }
}

macro_rules! number {
    ($($t:ty, $source:ident;)*) => {
        $(impl Any for $t {
            fn any() -> $t {
                // SAFETY: the function only returns a value.
                unsafe { $source() as $t }
            }
        })*
    };
}

number! {
    u8, homing_any_u8; i8, homing_any_u8;
    u16, homing_any_u16; i16, homing_any_u16;
    u32, homing_any_u32; i32, homing_any_u32;
    u64, homing_any_u64; i64, homing_any_u64;
    usize, homing_any_u64; isize, homing_any_u64;
}

impl Any for bool {
    fn any() -> bool {
        any::<u8>() & 1 == 1
    }
}

impl Any for char {
    fn any() -> char {
        let code = any::<u32>();
        assume(char::from_u32(code).is_some());
        char::from_u32(code).unwrap_or('?')
    }
}

impl<T: Any, const N: usize> Any for [T; N] {
    fn any() -> [T; N] {
        core::array::from_fn(|_| any())
    }
}

impl<T: Any> Any for Option<T> {
    fn any() -> Option<T> {
        if any() { Some(any()) } else { None }
    }
}
