//! Arithmetic circuits on words: slices of literals, least significant bit first.

use super::gates::Gates;
use crate::sat::{Lit, Sat};

/// A word of bits, least significant first.
pub(super) type Word = Vec<Lit>;

/// The constant 0.
pub(super) fn zero(width: usize) -> Word {
    vec![Lit::FALSE; width]
}

/// Is every bit a constant?
fn is_constant(a: &[Lit]) -> bool {
    a.iter().all(|l| l.is_constant())
}

/// Bitwise complement.
pub(super) fn not(a: &[Lit]) -> Word {
    a.iter().map(|&l| !l).collect()
}

impl<S: Sat> Gates<S> {
    /// `a + b + carry`, modulo.
    pub fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> Word {
        self.add_out(a, b, carry).0
    }

    /// `a + b + carry` and the carry out of the top bit.
    fn add_out(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
        let mut sum = Word::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let half = self.xor(x, y);
            sum.push(self.xor(half, carry));
            carry = self.majority(x, y, carry);
        }
        (sum, carry)
    }

    pub fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.add(a, &not(b), Lit::TRUE)
    }

    pub fn neg(&mut self, a: &[Lit]) -> Word {
        self.add(&zero(a.len()), &not(a), Lit::TRUE)
    }

    /// `if negate { -a } else { a }`
    fn neg_if(&mut self, negate: Lit, a: &[Lit]) -> Word {
        let flipped: Word = a.iter().map(|&l| self.xor(l, negate)).collect();
        self.add(&flipped, &zero(a.len()), negate)
    }

    pub fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        // The multiplier is the constant if there is one; otherwise the order is fixed so that products are shared.
        let swap = match (is_constant(a), is_constant(b)) {
            (true, false) => true,
            (false, true) => false,
            _ => a > b,
        };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        if is_constant(b) { self.mul_constant(a, b) } else { self.mul_rows(a, b) }
    }

    fn mul_rows(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let w = a.len();
        let mut sum: Word = a.iter().map(|&l| self.and(l, b[0])).collect();
        for i in 1..w {
            let row: Word = a[..w - i].iter().map(|&l| self.and(l, b[i])).collect();
            let high = self.add(&sum[i..], &row, Lit::FALSE);
            sum.truncate(i);
            sum.extend(high);
        }
        sum
    }

    /// Multiplies by a constant in non-adjacent form: at most every second digit is 1 or -1.
    fn mul_constant(&mut self, a: &[Lit], constant: &[Lit]) -> Word {
        let w = a.len();
        let bit = |i: usize| i < w && constant[i] == Lit::TRUE;
        let mut sum = zero(w);
        let mut carry = false;
        for i in 0..w {
            let digit = bit(i) as u8 + carry as u8;
            if digit != 1 {
                carry = digit == 2;
                continue;
            }
            // Two adjacent ones are taken as 4 - 1.
            carry = bit(i + 1);
            let row = &a[..w - i];
            let high = if carry { self.sub(&sum[i..], row) } else { self.add(&sum[i..], row, Lit::FALSE) };
            sum.truncate(i);
            sum.extend(high);
        }
        sum
    }

    /// Quotient and remainder, unsigned; by 0: all ones and the dividend.
    ///
    /// Both are free words bound by clauses: `q * b + r = a` without overflow; `b != 0` implies `r < b`, `b = 0`
    /// implies `q` is all ones. For every `a` and `b` exactly one pair satisfies that.
    pub fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let w = a.len();
        let q: Word = (0..w).map(|_| self.leaf()).collect();
        let r: Word = (0..w).map(|_| self.leaf()).collect();
        let mut bound: Vec<Lit> = [a, b, &q, &r].concat();
        let mut sum = r.clone();
        for j in 0..w {
            for &high in &q[w - j..] {
                self.sat.add_clause(&[!b[j], !high]);
            }
            if b[j] == Lit::FALSE {
                continue;
            }
            let row: Word = q[..w - j].iter().map(|&l| self.and(l, b[j])).collect();
            let (high, carry) = self.add_out(&sum[j..], &row, Lit::FALSE);
            self.sat.add_clause(&[!carry]);
            bound.push(carry);
            sum.truncate(j);
            sum.extend(high);
        }
        for (&s, &x) in sum.iter().zip(a) {
            self.sat.add_clause(&[!s, x]);
            self.sat.add_clause(&[s, !x]);
        }
        bound.extend(&sum);
        let nonzero = self.or_all(b);
        let less = self.ult(&r, b);
        self.sat.add_clause(&[!nonzero, less]);
        for &l in &q {
            self.sat.add_clause(&[nonzero, l]);
        }
        bound.extend([nonzero, less]);
        // One bit depends on the whole construction, the others on that bit.
        let hub = q[0];
        for &l in q[1..].iter().chain(&r) {
            self.sat.set_fanin(l, &[hub]);
        }
        self.sat.set_fanin(hub, &bound);
        (q, r)
    }

    /// The operands' absolute values and signs, as signed division needs them.
    pub fn magnitude(&mut self, a: &[Lit]) -> (Word, Lit) {
        let sign = a[a.len() - 1];
        (self.neg_if(sign, a), sign)
    }

    /// Gives a quotient or remainder of magnitudes its sign.
    pub fn with_sign(&mut self, negative: Lit, a: &[Lit]) -> Word {
        self.neg_if(negative, a)
    }

    pub fn ult(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = Lit::FALSE;
        for (&x, &y) in a.iter().zip(b) {
            less = self.majority(!x, y, less);
        }
        less
    }

    pub fn slt(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let top = a.len() - 1;
        let less = self.ult(&a[..top], &b[..top]);
        self.majority(a[top], !b[top], less)
    }

    pub fn eq(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Vec<Lit> = a.iter().zip(b).map(|(&x, &y)| !self.xor(x, y)).collect();
        self.and_all(&same)
    }

    pub fn ite(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Word {
        a.iter().zip(b).map(|(&x, &y)| self.mux(c, x, y)).collect()
    }

    /// Shifts towards the most significant bit; by the width or more: 0.
    pub fn shl(&mut self, a: &[Lit], by: &[Lit]) -> Word {
        let reversed: Word = a.iter().rev().copied().collect();
        let mut out = self.shift_down(&reversed, by, Lit::FALSE);
        out.reverse();
        out
    }

    /// Shifts towards the least significant bit and fills with `fill`.
    pub fn shift_down(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Word {
        let w = a.len();
        let mut out = a.to_vec();
        let mut stage = 0;
        while stage < by.len() && (1usize << stage) < w {
            let step = 1usize << stage;
            out = (0..w)
                .map(|i| {
                    let from = out.get(i + step).copied().unwrap_or(fill);
                    self.mux(by[stage], from, out[i])
                })
                .collect();
            stage += 1;
        }
        let beyond = self.or_all(&by[stage..]);
        out.iter().map(|&l| self.mux(beyond, fill, l)).collect()
    }
}
