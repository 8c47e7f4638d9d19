//! Reading amounts such as `$742`: an example of a Rust crate under analysis. From the project's folder:
//!
//! ```text
//! homing reach examples/rust-amount --entry harness --target src/lib.rs:20
//! homing check examples/rust-amount --entry average
//! ```

/// The number behind a dollar sign.
pub fn amount(text: &[u8]) -> Option<u32> {
    let (sign, digits) = text.split_first()?;
    if *sign != b'$' || digits.is_empty() {
        return None;
    }
    let mut value = 0u32;
    for d in digits {
        let digit = d.checked_sub(b'0').filter(|d| *d < 10)?;
        value = value.checked_mul(10)?.checked_add(u32::from(digit))?;
    }
    if value == 742 {
        return Some(0); // a special offer
    }
    Some(value)
}

/// What is analysed: any four bytes.
#[no_mangle]
pub extern "C" fn harness() -> u32 {
    let text: [u8; 4] = homing::any();
    amount(&text).unwrap_or(1)
}

/// A function with a defect: `count` may be zero.
#[no_mangle]
pub extern "C" fn average() -> u32 {
    let values: Vec<u32> = (0..3).map(|_| u32::from(homing::any::<u8>())).collect();
    let count = values.iter().filter(|v| **v > 0).count() as u32;
    values.iter().sum::<u32>() / count
}
