//! Tables of constants that are sums of bits.

use crate::node::Term;
use crate::store::Terms;
use crate::wide::mask64;

impl Terms {
    /// `values[index]`, of `w` bits (at most 64), where the table is affine over single bits: `T[x ^ y] ^ T[0] = T[x] ^ T[y]`. Then every bit
    /// of the index contributes a constant of its own, as in the tables of a CRC. The index has as many bits as the table needs.
    pub fn affine_table(&mut self, index: Term, values: &[u64], w: u32) -> Option<Term> {
        let k = self.width(index);
        if k >= 32 || values.len() != 1 << k || w > 64 {
            return None;
        }
        let first = values[0];
        let of_lowest = |i: usize| values[i & i.wrapping_neg()] ^ first;
        let is_affine = (1..values.len()).all(|i| values[i] == values[i & (i - 1)] ^ of_lowest(i));
        if !is_affine || values.iter().any(|v| v & !mask64(w) != 0) {
            return None;
        }
        let zero = self.zero(w);
        let mut sum = self.bits(w, first);
        for i in 0..k {
            let bit = self.extract(index, i, 1);
            let part = self.bits(w, values[1 << i] ^ first);
            let masked = self.ite(bit, part, zero);
            sum = self.xor(sum, masked);
        }
        Some(sum)
    }
}
