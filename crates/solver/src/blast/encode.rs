//! From terms to literals: one case per operation, every term encoded once.

use super::gates::Gates;
use super::words::{Word, not};
use crate::Why;
use crate::sat::{Lit, Sat};
use homing_term::{Op, Sort, Term, Terms, VarId};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The circuit of all terms met since the last reset.
pub(super) struct Encoder<S> {
    gates: Gates<S>,
    /// Literals of encoded terms, one after the other.
    lits: Vec<Lit>,
    known: FxHashMap<Term, Range>,
    inputs: FxHashMap<VarId, Word>,
    /// Quotients and remainders by dividend and divisor.
    divisions: FxHashMap<(Word, Word), (Word, Word)>,
    todo: Vec<Term>,
    /// Terms encoded and gates looked up, as units of effort.
    effort: u64,
}

/// What encoding one term costs beside its gates, in units of effort.
const TERM: u64 = 10;

/// A part of `Encoder::lits`.
#[derive(Clone, Copy)]
struct Range {
    from: u32,
    len: u32,
}

/// A circuit with more gates than this is refused.
const MAX_GATES: usize = 20_000_000;

impl<S: Sat> Encoder<S> {
    pub fn new() -> Encoder<S> {
        Encoder {
            gates: Gates::new(),
            lits: Vec::new(),
            known: FxHashMap::default(),
            inputs: FxHashMap::default(),
            divisions: FxHashMap::default(),
            todo: Vec::new(),
            effort: 0,
        }
    }

    pub fn effort(&self) -> u64 {
        self.effort
    }

    pub fn sat(&self) -> &S {
        &self.gates.sat
    }

    pub fn sat_mut(&mut self) -> &mut S {
        &mut self.gates.sat
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.gates.reset();
        self.inputs.clear();
        self.divisions.clear();
        self.forget_terms();
    }

    /// Forgets which terms the literals stand for, because names of terms are being reused. Gates and inputs stay.
    pub fn forget_terms(&mut self) {
        self.lits.clear();
        self.known.clear();
    }

    /// The value of a variable after a satisfiable answer.
    pub fn input_value(&self, var: VarId) -> u64 {
        let Some(bits) = self.inputs.get(&var) else { return 0 };
        let mut value = 0;
        for (i, &lit) in bits.iter().enumerate() {
            value |= (self.gates.sat.value(lit) as u64) << i;
        }
        value
    }

    /// Nothing is encoded any more once this is set.
    pub fn stop_with(&mut self, stop: Option<Arc<AtomicBool>>) {
        self.gates.stop = stop;
    }

    /// The literal of a term of width 1. No term is begun once the SAT solver has counted `until`; what is done stays.
    pub fn bit(&mut self, terms: &Terms, t: Term, until: u64) -> Result<Lit, Why> {
        if terms.sort(t) != Sort::Bits(1) {
            return Err(Why::Failed(format!("assert {t} is not of width 1")));
        }
        self.encode(terms, t, until)?;
        Ok(self.word(t)[0])
    }

    fn word(&self, t: Term) -> &[Lit] {
        let r = self.known[&t];
        &self.lits[r.from as usize..(r.from + r.len) as usize]
    }

    /// Encodes `root` and all below it, without recursion: terms may be deep.
    fn encode(&mut self, terms: &Terms, root: Term, until: u64) -> Result<(), Why> {
        self.todo.clear();
        self.todo.push(root);
        while let Some(&t) = self.todo.last() {
            if self.known.contains_key(&t) {
                self.todo.pop();
                continue;
            }
            let before = self.todo.len();
            for a in terms.args(t) {
                if !self.known.contains_key(&a) {
                    self.todo.push(a);
                }
            }
            if self.todo.len() > before {
                continue;
            }
            if self.gates.sat.work() > until {
                return Err(Why::Resources);
            }
            let word = self.node(terms, t)?;
            if self.gates.is_stopped() {
                return Err(Why::Interrupted);
            }
            self.effort += TERM + word.len() as u64;
            let range = Range { from: self.lits.len() as u32, len: word.len() as u32 };
            self.lits.extend(word);
            self.known.insert(t, range);
            self.todo.pop();
        }
        Ok(())
    }

    /// Encodes one term whose arguments are encoded.
    fn node(&mut self, terms: &Terms, t: Term) -> Result<Word, Why> {
        let Sort::Bits(width) = terms.sort(t) else { return Err(unsupported(terms, t)) };
        let w = width as usize;
        let args = terms.args(t);
        let widest = args.first().map_or(w, |&a| w.max(self.word(a).len()));
        self.check_size(terms.op(t), widest)?;
        let arg = |e: &Encoder<S>, i: usize| e.word(args[i]).to_vec();
        let word = match terms.op(t) {
            Op::Const => constant(terms, t, w)?,
            Op::Var(v) => self.input(v, w),
            Op::Not => not(self.word(args[0])),
            Op::Neg => {
                let a = arg(self, 0);
                self.gates.neg(&a)
            }
            Op::ZExt => extended(self.word(args[0]), w, Lit::FALSE),
            Op::SExt => {
                let a = self.word(args[0]);
                extended(a, w, a[a.len() - 1])
            }
            Op::Extract { lo } => self.word(args[0])[lo as usize..lo as usize + w].to_vec(),
            Op::Concat => [self.word(args[1]), self.word(args[0])].concat(),
            Op::Ite => {
                let (c, a, b) = (self.word(args[0])[0], arg(self, 1), arg(self, 2));
                self.gates.ite(c, &a, &b)
            }
            _ => {
                if args.len() != 2 {
                    return Err(unsupported(terms, t));
                }
                if args.iter().any(|&a| !matches!(terms.sort(a), Sort::Bits(_))) {
                    return Err(unsupported(terms, t));
                }
                let (a, b) = (arg(self, 0), arg(self, 1));
                self.binary(terms.op(t), &a, &b).ok_or_else(|| unsupported(terms, t))?
            }
        };
        Ok(word)
    }

    fn binary(&mut self, op: Op, a: &[Lit], b: &[Lit]) -> Option<Word> {
        let g = &mut self.gates;
        Some(match op {
            Op::And => a.iter().zip(b).map(|(&x, &y)| g.and(x, y)).collect(),
            Op::Or => a.iter().zip(b).map(|(&x, &y)| g.or(x, y)).collect(),
            Op::Xor => a.iter().zip(b).map(|(&x, &y)| g.xor(x, y)).collect(),
            Op::Add => g.add(a, b, Lit::FALSE),
            Op::Sub => g.sub(a, b),
            Op::Mul => g.mul(a, b),
            Op::UDiv => self.divide(a, b).0,
            Op::URem => self.divide(a, b).1,
            Op::SDiv => self.divide_signed(a, b).0,
            Op::SRem => self.divide_signed(a, b).1,
            Op::Shl => g.shl(a, b),
            Op::LShr => g.shift_down(a, b, Lit::FALSE),
            Op::AShr => g.shift_down(a, b, a[a.len() - 1]),
            Op::Eq => vec![g.eq(a, b)],
            Op::Ult => vec![g.ult(a, b)],
            Op::Ule => vec![!g.ult(b, a)],
            Op::Slt => vec![g.slt(a, b)],
            Op::Sle => vec![!g.slt(b, a)],
            Op::UMulOver => vec![g.umul_over(a, b)],
            Op::SMulOver => vec![g.smul_over(a, b)],
            _ => return None,
        })
    }

    fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let key = (a.to_vec(), b.to_vec());
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let result = self.gates.divide(a, b);
        self.divisions.insert(key, result.clone());
        result
    }

    /// Toward zero; the remainder has the dividend's sign.
    fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let (x, sign_a) = self.gates.magnitude(a);
        let (y, sign_b) = self.gates.magnitude(b);
        let (q, r) = self.divide(&x, &y);
        let differ = self.gates.xor(sign_a, sign_b);
        (self.gates.with_sign(differ, &q), self.gates.with_sign(sign_a, &r))
    }

    fn input(&mut self, var: VarId, w: usize) -> Word {
        if let Some(bits) = self.inputs.get(&var) {
            return bits.clone();
        }
        let bits: Word = (0..w).map(|_| self.gates.leaf()).collect();
        self.inputs.insert(var, bits.clone());
        bits
    }

    /// Refuses what would not fit before it is built.
    fn check_size(&self, op: Op, w: usize) -> Result<(), Why> {
        let gates = match op {
            Op::Mul | Op::UMulOver | Op::SMulOver => 3 * (w + 1) * (w + 1) / 2,
            Op::UDiv | Op::URem | Op::SDiv | Op::SRem => 2 * w * w,
            Op::Shl | Op::LShr | Op::AShr => w * (w.ilog2() as usize + 2),
            _ => 3 * w,
        };
        if self.gates.sat.vars() + gates > MAX_GATES { Err(Why::Resources) } else { Ok(()) }
    }
}

fn constant(terms: &Terms, t: Term, w: usize) -> Result<Word, Why> {
    let words = terms.as_wide(t).ok_or_else(|| unsupported(terms, t))?;
    Ok((0..w).map(|i| Lit::constant(words[i / 64] >> (i % 64) & 1 == 1)).collect())
}

fn extended(a: &[Lit], w: usize, fill: Lit) -> Word {
    let mut word = a.to_vec();
    word.resize(w, fill);
    word
}

fn unsupported(terms: &Terms, t: Term) -> Why {
    Why::Unsupported(format!("{:?} in the bit-blaster", terms.op(t)))
}
