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

/// The operands of a product with the multiplier second: the constant if there is one, otherwise in a fixed order so
/// that products are shared.
fn multiplier_last<'a>(a: &'a [Lit], b: &'a [Lit]) -> (&'a [Lit], &'a [Lit]) {
    let swap = match (is_constant(a), is_constant(b)) {
        (true, false) => true,
        (false, true) => false,
        _ => a > b,
    };
    if swap { (b, a) } else { (a, b) }
}

/// Divisions up to this width are encoded by clauses on the results, wider ones as a chain of subtractions: smaller
/// against easier when the operands are nearly known.
const MAX_BOUND_DIVISION: usize = 64;

/// Bitwise complement.
pub(super) fn not(a: &[Lit]) -> Word {
    a.iter().map(|&l| !l).collect()
}

impl<S: Sat> Gates<S> {
    /// `a + b + carry`, modulo.
    pub fn add(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> Word {
        let mut sum = Word::with_capacity(a.len());
        for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
            let half = self.xor(x, y);
            sum.push(self.xor(half, carry));
            if i + 1 < a.len() {
                carry = self.majority(x, y, carry);
            }
        }
        sum
    }

    /// `a + b + carry` and the carry out of the top bit.
    fn add_out(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
        let sum = self.add(a, b, carry);
        for (&x, &y) in a.iter().zip(b) {
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
        let (a, b) = multiplier_last(a, b);
        if is_constant(b) { self.mul_constant(a, b) } else { self.mul_rows(a, b, None) }
    }

    /// Does the unsigned product not fit? A pair of set bits whose places add up to the width says yes; without one, the product is below twice
    /// what fits, and one bit more than the width tells. The product below that bit is the circuit that the product itself has.
    pub fn umul_over(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let w = a.len();
        let far = self.far_apart(a, b, w);
        let (mut x, mut y) = (a.to_vec(), b.to_vec());
        x.push(Lit::FALSE);
        y.push(Lit::FALSE);
        let product = self.mul(&x, &y);
        let over = self.or(far, product[w]);
        self.fitting_product(over, a, b, &product[..w]);
        over
    }

    /// What search does not see in a product that fits: it is not less than its factors, unless one of them is zero.
    fn fitting_product(&mut self, over: Lit, a: &[Lit], b: &[Lit], product: &[Lit]) {
        if is_constant(a) || is_constant(b) {
            return;
        }
        for (x, y) in [(a, b), (b, a)] {
            let (some, less) = (self.or_all(y), self.ult(product, x));
            self.sat.add_clause(&[over, !some, !less]);
        }
    }

    /// The same for signed numbers, by the bits that differ from the sign: without a pair of them whose places add up to the width less one the
    /// product is between `-2^w` and `2^w`, and fits if the two highest of its `w + 1` bits are equal. `2^w` itself comes out as `-2^w`.
    pub fn smul_over(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let w = a.len();
        let (sign_a, sign_b) = (a[w - 1], b[w - 1]);
        let x: Word = a[..w - 1].iter().map(|&l| self.xor(l, sign_a)).collect();
        let y: Word = b[..w - 1].iter().map(|&l| self.xor(l, sign_b)).collect();
        let far = self.far_apart(&x, &y, w - 1);
        let (mut x, mut y) = (a.to_vec(), b.to_vec());
        x.push(sign_a);
        y.push(sign_b);
        let product = self.mul(&x, &y);
        let differ = self.xor(product[w], product[w - 1]);
        let over = self.or(far, differ);
        self.fitting_signed_product(over, a, b, &product[..w]);
        over
    }

    /// The same of signed numbers: a product that fits has its sign from those of the factors, and is no nearer to zero than they are.
    fn fitting_signed_product(&mut self, over: Lit, a: &[Lit], b: &[Lit], product: &[Lit]) {
        if is_constant(a) || is_constant(b) {
            return;
        }
        let top = a.len() - 1;
        let (some_a, some_b) = (self.or_all(a), self.or_all(b));
        let (differ, sign) = (self.xor(a[top], b[top]), product[top]);
        self.sat.add_clause(&[over, !some_a, !some_b, differ, !sign]);
        self.sat.add_clause(&[over, !some_a, !some_b, !differ, sign]);
        for (x, y, some_y) in [(a, b, some_b), (b, a, some_a)] {
            let (less, more) = (self.slt(product, x), self.slt(x, product));
            // y > 0: away from zero in the direction of x.
            self.sat.add_clause(&[over, !some_y, y[top], x[top], !less]);
            self.sat.add_clause(&[over, !some_y, y[top], !x[top], !more]);
        }
    }

    /// Are there set bits of `a` and `b` whose places add up to `limit` or more?
    fn far_apart(&mut self, a: &[Lit], b: &[Lit], limit: usize) -> Lit {
        let mut pairs = Vec::new();
        let mut high = Lit::FALSE;
        let mut at = a.len();
        for (j, &l) in b.iter().enumerate() {
            while at > 0 && at - 1 + j >= limit {
                at -= 1;
                high = self.or(high, a[at]);
            }
            pairs.push(self.and(high, l));
        }
        self.or_all(&pairs)
    }

    /// Sums the shifted partial products; collects the carries out of the top bit in `lost`.
    fn mul_rows(&mut self, a: &[Lit], b: &[Lit], mut lost: Option<&mut Vec<Lit>>) -> Word {
        let w = a.len();
        let mut sum: Word = a.iter().map(|&l| self.and(l, b[0])).collect();
        for i in 1..w {
            if self.is_stopped() {
                break;
            }
            let row: Word = a[..w - i].iter().map(|&l| self.and(l, b[i])).collect();
            let high = match &mut lost {
                None => self.add(&sum[i..], &row, Lit::FALSE),
                Some(lost) => {
                    let (high, carry) = self.add_out(&sum[i..], &row, Lit::FALSE);
                    lost.push(carry);
                    high
                }
            };
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
    pub fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        if a.len() > MAX_BOUND_DIVISION { self.divide_restoring(a, b) } else { self.divide_bound(a, b) }
    }

    /// Both results are free words bound by clauses: `q * b + r = a` without overflow; `b != 0` implies `r < b`, `b = 0`
    /// implies `q` is all ones. For every `a` and `b` exactly one pair satisfies that.
    ///
    /// Product and sum are the circuits that terms `q * b + r` would get, so that these are known to be `a`.
    fn divide_bound(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let w = a.len();
        let q: Word = (0..w).map(|_| self.leaf()).collect();
        let r: Word = (0..w).map(|_| self.leaf()).collect();
        let mut bound: Vec<Lit> = [a, b, &q, &r].concat();
        let product = self.exact_product(&q, b, &mut bound);
        let (sum, carry) = self.add_out(&product, &r, Lit::FALSE);
        self.sat.add_clause(&[!carry]);
        for (&s, &x) in sum.iter().zip(a) {
            self.sat.add_clause(&[!s, x]);
            self.sat.add_clause(&[s, !x]);
        }
        let nonzero = self.or_all(b);
        let less = self.ult(&r, b);
        self.sat.add_clause(&[!nonzero, less]);
        for &l in &q {
            self.sat.add_clause(&[nonzero, l]);
        }
        // Follows from the rest, but not for search.
        let (high, long) = (self.ult(a, &q), self.ult(a, &r));
        self.sat.add_clause(&[!nonzero, !high]);
        self.sat.add_clause(&[!long]);
        bound.extend(sum);
        bound.extend([carry, nonzero, less]);
        // One bit depends on the whole construction, the others on that bit.
        let hub = q[0];
        for &l in q[1..].iter().chain(&r) {
            self.sat.set_fanin(l, &[hub]);
        }
        self.sat.set_fanin(hub, &bound);
        (q, r)
    }

    /// `q * b`, with clauses that forbid an overflow; their gates are added to `bound`.
    fn exact_product(&mut self, q: &[Lit], b: &[Lit], bound: &mut Vec<Lit>) -> Word {
        let w = q.len();
        for j in 1..w {
            for &high in &q[w - j..] {
                self.sat.add_clause(&[!b[j], !high]);
            }
        }
        let (x, y) = multiplier_last(q, b);
        if !is_constant(y) {
            let mut lost = Vec::new();
            let product = self.mul_rows(x, y, Some(&mut lost));
            for &carry in &lost {
                self.sat.add_clause(&[!carry]);
            }
            bound.extend(lost);
            return product;
        }
        // The largest quotient, bit by bit: the long division of all ones by the constant.
        let largest = self.divide_restoring(&vec![Lit::TRUE; w], b).0;
        let too_large = self.ult(&largest, q);
        self.sat.add_clause(&[!too_large]);
        bound.push(too_large);
        self.mul_constant(x, y)
    }

    /// Subtracts the shifted divisor where it fits. Large, but the inputs determine every gate without search.
    fn divide_restoring(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let w = a.len();
        let mut rest = zero(w);
        let mut quotient = zero(w);
        let mut negated = not(b);
        negated.push(Lit::TRUE);
        for i in (0..w).rev() {
            if self.is_stopped() {
                break;
            }
            let mut shifted = Word::with_capacity(w + 1);
            shifted.push(a[i]);
            shifted.extend(&rest);
            let (difference, fits) = self.add_out(&shifted, &negated, Lit::TRUE);
            quotient[i] = fits;
            rest = self.ite(fits, &difference[..w], &shifted[..w]);
        }
        (quotient, rest)
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
