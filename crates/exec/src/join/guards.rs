//! The guards of a joined state: what tells the ways apart that it stands for, in the order in which they were joined.

use std::rc::Rc;

use homing_ir::{BlockId, FuncId};
use homing_solver::{Context, May, Path};
use homing_term::{Term, VarId};
use rustc_hash::FxHashMap;

use crate::{Executor, State};

/// The joins behind a state, the newest first; shared between states.
#[derive(Clone, Debug, Default)]
pub struct Guards(Option<Rc<Guard>>);

/// One join.
#[derive(Debug)]
struct Guard {
    /// Holds where the first of the two ways was gone.
    cond: Term,
    /// Where the two were joined.
    at: (FuncId, BlockId),
    /// What each of the two had been joined from before; both go on into `before`.
    first: Guards,
    second: Guards,
    /// What they had in common.
    before: Guards,
    /// How many there are, this one and `before`.
    len: u32,
    /// How many paths each of the two stood for, at most.
    paths: (u128, u128),
}

/// How many ways lead through a joined state.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    pub number: u128,
    /// No more than that many; counting them took too long.
    pub at_most: bool,
}

impl Guards {
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    fn len(&self) -> u32 {
        self.0.as_ref().map_or(0, |g| g.len)
    }

    /// The newest: its condition, and where it was made.
    pub fn newest(&self) -> Option<(Term, (FuncId, BlockId))> {
        self.0.as_ref().map(|g| (g.cond, g.at))
    }

    /// What is left once it is known on which side of the newest one a state is.
    fn on_side(&self, first: bool) -> (Guards, u128) {
        let Some(g) = &self.0 else { return (Guards::default(), 1) };
        if first { (g.first.clone(), g.paths.0) } else { (g.second.clone(), g.paths.1) }
    }

    /// Two states with these guards, which stand for so many paths, become one.
    pub(crate) fn join(first: (&Guards, u128), second: (&Guards, u128), cond: Term, at: (FuncId, BlockId)) -> Guards {
        let before = first.0.common(second.0);
        let (len, paths) = (before.len() + 1, (first.1, second.1));
        Guards(Some(Rc::new(Guard { cond, at, first: first.0.clone(), second: second.0.clone(), before, len, paths })))
    }

    fn common(&self, other: &Guards) -> Guards {
        let (mut a, mut b) = (self, other);
        while !a.same(b) {
            match (&a.0, &b.0) {
                (Some(x), Some(y)) if x.len == y.len => (a, b) = (&x.before, &y.before),
                (Some(x), _) if a.len() > b.len() => a = &x.before,
                (_, Some(y)) => b = &y.before,
                _ => break,
            }
        }
        a.clone()
    }

    fn same(&self, other: &Guards) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(x), Some(y)) => Rc::ptr_eq(x, y),
            _ => false,
        }
    }

    /// Every condition, also of joins on one side of another.
    pub(crate) fn conditions(&self, seen: &mut dyn FnMut(*const ()) -> bool, f: &mut dyn FnMut(Term)) {
        let mut todo: Vec<&Guards> = vec![self];
        while let Some(Guards(g)) = todo.pop() {
            let Some(g) = g else { continue };
            if !seen(Rc::as_ptr(g).cast()) {
                f(g.cond);
                todo.extend([&g.first, &g.second, &g.before]);
            }
        }
    }
}

impl Drop for Guard {
    /// Long lists end without recursion.
    fn drop(&mut self) {
        let mut todo: Vec<Guards> = [&mut self.first, &mut self.second, &mut self.before].map(std::mem::take).into();
        while let Some(g) = todo.pop() {
            if let Some(mut g) = g.0.and_then(|g| Rc::try_unwrap(g).ok()) {
                todo.extend([&mut g.first, &mut g.second, &mut g.before].map(std::mem::take));
            }
        }
    }
}

/// Questions for counting the ways through joins that have to do with each other, and what one of them may cost: about long conditions it
/// counts for several.
const QUESTIONS: u64 = 128;
const QUESTION: u64 = 2_000;

/// Joins that have to do with each other: newest first.
type Group<'g> = Vec<&'g Rc<Guard>>;

impl Executor<'_> {
    /// How many ways lead to where a state is now: those among the ways that it was joined from that its path condition still allows.
    pub fn ways(&mut self, st: &State) -> Ways {
        if st.guards.is_empty() {
            return Ways { number: st.paths, at_most: false };
        }
        // Each join is looked at with all before it.
        let joins = st.guards.len() as u64;
        let looking = joins * joins / QUESTION;
        if looking > self.counting && !self.options.prove_joins {
            return Ways { number: st.paths, at_most: true };
        }
        self.counting = self.counting.saturating_sub(looking);
        let cost = |cx: &Context| cx.stats.effort + cx.terms.visits() / 2;
        let before = cost(&self.cx);
        let ways = self.count_ways(st);
        self.counting = self.counting.saturating_sub((cost(&self.cx) - before) / QUESTION);
        ways
    }

    fn count_ways(&mut self, st: &State) -> Ways {
        let mut number: u128 = 1;
        for group in self.groups_of_guards(st) {
            let mut questions = if self.options.prove_joins { u64::MAX } else { self.counting.min(QUESTIONS) };
            let before = questions;
            let ways = self.ways_of(&st.path, &group, &mut questions);
            self.counting = self.counting.saturating_sub(before - questions);
            match ways {
                Some(n) => number = number.saturating_mul(n),
                None => return Ways { number: st.paths, at_most: true },
            }
        }
        Ways { number, at_most: false }
    }

    /// Joins that share no input, and none that some condition of the path brings together, are independent of each other.
    fn groups_of_guards<'g>(&mut self, st: &'g State) -> Vec<Group<'g>> {
        let mut groups: Vec<(Group<'g>, Vec<u32>)> = Vec::new();
        let mut at = &st.guards;
        while let Some(g) = &at.0 {
            let mut parts: Vec<u32> = self.inputs_of(g).iter().map(|v| st.path.part_of(*v)).collect();
            parts.sort_unstable();
            parts.dedup();
            let mut own: Group<'g> = Vec::new();
            let touches = |others: &[u32]| others.iter().any(|p| parts.binary_search(p).is_ok());
            let touching: Vec<_> = groups.extract_if(.., |g| touches(&g.1)).collect();
            for (group, others) in touching {
                own.extend(group);
                parts.extend(others);
            }
            own.push(g);
            own.sort_by_key(|g| std::cmp::Reverse(g.len));
            parts.sort_unstable();
            parts.dedup();
            groups.push((own, parts));
            at = &g.before;
        }
        groups.into_iter().map(|g| g.0).collect()
    }

    /// Inputs that a join and those on its sides speak of.
    fn inputs_of(&mut self, g: &Rc<Guard>) -> Vec<VarId> {
        let mut seen: FxHashMap<*const (), ()> = FxHashMap::default();
        let mut all: Vec<Term> = vec![g.cond];
        // What is common is not part of it.
        g.before.conditions(&mut |p| seen.insert(p, ()).is_some(), &mut |_| {});
        for side in [&g.first, &g.second] {
            side.conditions(&mut |p| seen.insert(p, ()).is_some(), &mut |t| all.push(t));
        }
        let mut out: Vec<VarId> = all.into_iter().flat_map(|t| self.cx.terms.support(t).to_vec()).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    fn ways_of(&mut self, path: &Path, list: &[&Rc<Guard>], questions: &mut u64) -> Option<u128> {
        let Some((newest, rest)) = list.split_first() else { return Some(1) };
        let mut number: u128 = 0;
        let not = self.cx.terms.not(newest.cond);
        for (cond, side) in [(newest.cond, &newest.first), (not, &newest.second)] {
            *questions = questions.checked_sub(1)?;
            let mut there = path.clone();
            match path.may(&mut self.cx, cond) {
                May::Yes(witness) => there.add(&mut self.cx, cond, witness, homing_solver::Origin::FACT),
                May::No => continue,
                May::Unknown(_) => return None,
            }
            let mut all: Group<'_> = Vec::new();
            let mut at = side;
            while let Some(g) = at.0.as_ref().filter(|g| g.len > newest.before.len()) {
                all.push(g);
                at = &g.before;
            }
            all.extend_from_slice(rest);
            number = number.saturating_add(self.ways_of(&there, &all, questions)?);
        }
        Some(number)
    }

    /// Parts a joined state again, where its newest guard holds and where it does not; none if it was never joined. The state keeps
    /// what is possible.
    pub fn part_again(&mut self, st: &mut State) -> Option<Box<State>> {
        let (cond, _) = st.guards.newest()?;
        let not = self.cx.terms.not(cond);
        let d = st.path.decide(&mut self.cx, cond);
        match (d.yes, d.no) {
            (May::Yes(yes), May::Yes(no)) => {
                let mut other = self.fork(st);
                self.constrain(&mut other, not, no);
                self.constrain(st, cond, yes);
                (other.guards, other.paths) = other.guards.on_side(false);
                (st.guards, st.paths) = st.guards.on_side(true);
                Some(other)
            }
            (May::Yes(_), May::No) => {
                (st.guards, st.paths) = st.guards.on_side(true);
                None
            }
            (May::No, May::Yes(_)) => {
                (st.guards, st.paths) = st.guards.on_side(false);
                None
            }
            _ => None,
        }
    }
}
