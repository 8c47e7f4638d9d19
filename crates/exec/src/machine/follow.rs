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
    /// The state that ran has come to the trail's end and stands before the first transfer that the trail does not tell.
    pub over: bool,
}

impl Along {
    /// With what another run on the same trail did.
    pub fn and(self, later: Along) -> Along {
        Along { bits: self.bits.max(later.bits), apart: later.apart.or(self.apart), over: later.over }
    }
}

/// A trail to take from where a state is. Forks on the way (over the alternatives of a pointer, say) take it from where they are: how far a
/// state has come is how much longer its own trail has become.
#[derive(Clone, Debug)]
pub struct Course {
    bits: Rc<[bool]>,
    /// Length of the state's own trail at the beginning.
    from: u64,
}

impl Course {
    /// The trail (a suffix got from [`crate::Trail::bits_from`]) from this state on.
    pub fn new(state: &State, trail: Vec<bool>) -> Course {
        Course { bits: trail.into(), from: state.trail.len() }
    }

    /// The next `n` bits as a number, lowest first, and where they end; `None` at the trail's end.
    fn next(&self, state: &State, n: u32) -> Option<(u64, usize)> {
        let at = (state.trail.len() - self.from) as usize;
        let end = at + n as usize;
        let bits = self.bits.get(at..end)?;
        Some((bits.iter().rev().fold(0, |v, b| v << 1 | u64::from(*b)), end))
    }
}

impl Executor<'_> {
    /// Runs a state along a trail, as [`Executor::run`] does. At the trail's end it comes back ([`Along::over`]); other successors go on with the
    /// same course. Where the state cannot go the trail's way it ends as infeasible. Nothing off the trail is explored: that is no loss, but
    /// no proof either.
    pub fn follow(&mut self, state: Box<State>, course: &Course, limit: u64) -> Step {
        self.course = Some(course.clone());
        self.go_on(state, limit)
    }

    /// The next transfer of the trail that is followed; at its end the state pauses.
    pub(crate) fn guided(&mut self, st: &State, bits: u32) -> Res<u64> {
        match self.course.as_ref().and_then(|c| c.next(st, bits)) {
            Some((way, end)) => {
                self.followed.transfers += 1;
                self.along.bits = self.along.bits.max(end);
                Ok(way)
            }
            None => {
                self.along.over = true;
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
