//! Addresses that were put together from pieces: of a pointer in memory a part was overwritten at an offset that depends on the input, or not, and
//! what is read is the pieces, each a choice of its own. Under each of the conditions the pieces are one pointer again.

use homing_term::{Op, Term};
use rustc_hash::FxHashMap;

use crate::Executor;

/// Pieces that are looked at, at most.
const MOST: u32 = 256;

impl Executor<'_> {
    /// The condition of a choice among the pieces of a term, if some of them are pieces of an address.
    pub(crate) fn condition_in(&self, t: Term) -> Option<Term> {
        if !matches!(self.cx.terms.op(t), Op::Concat | Op::Extract { .. }) {
            return None;
        }
        let (mut todo, mut cond, mut address) = (vec![t], None, false);
        let mut left = MOST;
        while let Some(t) = todo.pop() {
            left = left.checked_sub(1)?;
            let args = self.cx.terms.args(t);
            match self.cx.terms.op(t) {
                Op::Ite => {
                    cond = cond.or(Some(args[0]));
                    todo.extend([args[1], args[2]]);
                }
                Op::Extract { .. } => {
                    address |= self.holds_address(args[0]);
                    todo.push(args[0]);
                }
                Op::Concat => todo.extend([args[0], args[1]]),
                _ => {}
            }
        }
        cond.filter(|_| address)
    }

    /// The same term where the condition is known to hold, or not to: all choices by it among its pieces are made.
    pub(crate) fn pieces_where(&mut self, t: Term, cond: Term, holds: bool) -> Term {
        self.where_of(t, cond, holds, &mut FxHashMap::default())
    }

    fn where_of(&mut self, t: Term, cond: Term, holds: bool, known: &mut FxHashMap<Term, Term>) -> Term {
        if let Some(done) = known.get(&t) {
            return *done;
        }
        let args = self.cx.terms.args(t);
        let made = match self.cx.terms.op(t) {
            Op::Ite if args[0] == cond => {
                let arm = if holds { args[1] } else { args[2] };
                self.where_of(arm, cond, holds, known)
            }
            Op::Ite => {
                let a = self.where_of(args[1], cond, holds, known);
                let b = self.where_of(args[2], cond, holds, known);
                self.cx.terms.ite(args[0], a, b)
            }
            Op::Concat => {
                let hi = self.where_of(args[0], cond, holds, known);
                let lo = self.where_of(args[1], cond, holds, known);
                self.cx.terms.concat(hi, lo)
            }
            Op::Extract { lo } => {
                let whole = self.where_of(args[0], cond, holds, known);
                let w = self.cx.terms.width(t);
                self.cx.terms.extract(whole, lo, w)
            }
            _ => t,
        };
        known.insert(t, made);
        made
    }
}
