//! Following a recorded trail from another state: what forked there may be decided here, and the other way round.

use std::rc::Rc;

use homing_ir::{Edge, Inst, Opnd};

use crate::end::{Ended, Res, Stop};
use crate::executor::Step;
use crate::{Executor, State};

/// What following trails took: how many branches, switches and indirect calls were met on them, and how many of these the state decided by
/// itself, without a question to anybody.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    pub transfers: u64,
    pub decided: u64,
}

/// How far one run went along a trail.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Along {
    /// The most bits of it that were taken.
    pub bits: usize,
    /// How far apart the two sides of the comparison were that decided against the trail last, if both were known numbers.
    pub apart: Option<u64>,
}

impl Along {
    /// With what another run on the same trail did.
    pub fn and(self, later: Along) -> Along {
        Along { bits: self.bits.max(later.bits), apart: later.apart.or(self.apart) }
    }
}

/// The rest of a trail that a state is to take. Forks on the way (over the alternatives of a pointer, say) carry it on.
#[derive(Clone, Debug)]
pub struct Guide {
    bits: Rc<[bool]>,
    at: usize,
}

impl Guide {
    /// Bits taken.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The next `n` bits as a number, lowest first, or `None` at the trail's end.
    pub(crate) fn take(&mut self, n: u32) -> Option<u64> {
        let bits = self.bits.get(self.at..self.at + n as usize)?;
        self.at += n as usize;
        Some(bits.iter().rev().fold(0, |v, b| v << 1 | u64::from(*b)))
    }
}

impl Executor<'_> {
    /// Runs a state along a trail (a suffix got from [`crate::Trail::bits_from`]). A successor whose `guide` is gone has come to the trail's
    /// end and stands before the first transfer that the trail does not tell; one that still has it goes on following when it is run. Where the
    /// state cannot go the trail's way it ends as infeasible. Nothing off the trail is explored: that is no loss, but no proof either.
    pub fn follow(&mut self, mut state: Box<State>, trail: Vec<bool>) -> Step {
        state.guide = Some(Guide { bits: trail.into(), at: 0 });
        self.run(state, u64::MAX)
    }

    /// The next transfer of the trail that is followed; at its end the state stops following and pauses.
    pub(crate) fn guided(&mut self, st: &mut State, bits: u32) -> Res<u64> {
        match st.guide.as_mut().and_then(|g| g.take(bits)) {
            Some(way) => {
                self.followed.transfers += 1;
                self.along.bits = self.along.bits.max(st.guide.as_ref().map_or(0, |g| g.at()));
                Ok(way)
            }
            None => {
                st.guide = None;
                Err(Stop::Pause)
            }
        }
    }

    /// A branch while following a trail: the trail says which way.
    pub(crate) fn guided_branch(&mut self, st: &mut State, on: Opnd, then: &Edge, els: &Edge) -> Res<()> {
        let way = self.guided(st, 1)?;
        let cond = self.get(st, on);
        match cond.as_int() {
            Some(c) => {
                self.followed.decided += 1;
                if c & 1 != way {
                    self.along.apart = Some(self.sides_apart(st, on));
                    return Err(Stop::End(Ended::Infeasible));
                }
            }
            None => {
                let t = self.term_of(cond, 1);
                let wanted = if way == 1 { t } else { self.cx.terms.not(t) };
                self.assume(st, wanted)?;
            }
        }
        st.trail.push_bit(way == 1);
        self.take(st, if way == 1 { then } else { els })
    }

    /// How far the two sides of the comparison behind a branch are apart, where both are known numbers.
    fn sides_apart(&self, st: &State, on: Opnd) -> u64 {
        let func = self.program.func(st.frame.func);
        let compared = func.blocks[st.frame.block.index()].insts.iter().rev().find_map(|i| match i {
            Inst::Cmp { dst, a, b, .. } if on.as_reg() == Some(*dst) => Some((*a, *b)),
            _ => None,
        });
        let Some((a, b)) = compared else { return 0 };
        let unused = 64 - self.program.opnd_width(func, a).clamp(1, 64);
        let number = |o: Opnd| self.get(st, o).as_int().map(|v| ((v << unused) as i64) >> unused);
        number(a).zip(number(b)).map_or(0, |(a, b)| a.abs_diff(b))
    }

    /// A switch while following a trail.
    pub(crate) fn guided_switch(&mut self, st: &mut State, on: Opnd, cases: &[(u64, Edge)], default: &Edge) -> Res<()> {
        let way = self.guided(st, 16)?;
        let w = self.program.opnd_width(self.program.func(st.frame.func), on);
        let v = self.get(st, on);
        if let Some(v) = v.as_int() {
            self.followed.decided += 1;
            let here = cases.binary_search_by_key(&v, |c| c.0).map_or(default, |i| &cases[i].1);
            let there = cases.get(way as usize).map_or(default, |c| &c.1);
            if here != there {
                self.along.apart = Some(cases.get(way as usize).map_or(0, |c| v.abs_diff(c.0)));
                return Err(Stop::End(Ended::Infeasible));
            }
            st.trail.push(way, 16);
            return self.take(st, here);
        }
        let t = self.term_of(v, w);
        // The recorded number stands for all cases with the same edge.
        let mut same = self.cx.terms.fls();
        for (k, e) in cases {
            let taken = cases.get(way as usize).map_or(default, |c| &c.1);
            if e == taken || way as usize >= cases.len() {
                let k = self.cx.terms.bits(w, *k);
                let is = self.cx.terms.eq(t, k);
                same = self.cx.terms.or(same, is);
            }
        }
        let wanted = if (way as usize) < cases.len() { same } else { self.cx.terms.not(same) };
        self.assume(st, wanted)?;
        st.trail.push(way, 16);
        self.take(st, cases.get(way as usize).map_or(default, |c| &c.1))
    }
}
