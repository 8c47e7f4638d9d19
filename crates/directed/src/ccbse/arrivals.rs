//! States at the entry of functions with trails, and which trails they have still to follow.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use homing_exec::{State, StateId};
use homing_ir::{FuncId, TargetId};
use rustc_hash::FxHashMap;

/// The branches of a path through a function.
pub(super) type Trail = Rc<[bool]>;

/// Trails with the targets that they lead to.
pub(super) type Trails = BTreeMap<Trail, TargetId>;

/// Arrivals remembered for a function, for trails that are found later.
const MAX_ARRIVALS: usize = 256;

/// What is remembered of a state about ways that it cannot go.
const MAX_KNOWN: usize = 8;

#[derive(Default)]
pub(super) struct Arrivals {
    list: FxHashMap<StateId, Arrival>,
    /// Those of each function, the oldest first.
    at: FxHashMap<FuncId, VecDeque<StateId>>,
    /// Those that have trails to follow, in their order.
    pending: BTreeSet<Key>,
    /// Of living states: which ways they cannot go.
    known: FxHashMap<StateId, Rc<Vec<Barred>>>,
    clock: u64,
}

/// Rank, time of arrival, and the state.
type Key = (u32, u64, StateId);

/// A copy of a state at the entry of a function with trails, or of one that may get some.
struct Arrival {
    key: Key,
    /// Whose copy it is.
    of: StateId,
    /// Length of its own trail.
    length: u64,
    /// Trails to be followed; the last is next.
    trails: Trails,
    /// Beginnings of trails that it cannot go.
    barred: Vec<Trail>,
}

/// What a path cannot do from some point of its trail on.
#[derive(Clone)]
struct Barred {
    from: u64,
    bits: Trail,
}

impl Barred {
    /// What is left of it for a path that has come so far; nothing if the path has gone another way.
    fn left(&self, state: &State) -> Option<Trail> {
        // Long trails are not looked at.
        if state.trail.len().saturating_sub(self.from) > self.bits.len() as u64 {
            return None;
        }
        self.bits.strip_prefix(&state.trail.bits_from(self.from)[..]).map(Rc::from)
    }
}

impl Arrivals {
    /// A copy of `of` stands at the entry of its function, which has these trails. What its path was found not to be able to do further up is not
    /// tried again. The least rank goes first.
    pub fn arrived(&mut self, copy: &State, of: StateId, trails: &Trails, rank: u32) {
        let list = self.at.entry(copy.frame.func).or_default();
        let gone = if list.len() >= MAX_ARRIVALS { list.pop_front() } else { None };
        list.push_back(copy.id);
        if let Some(old) = gone.and_then(|s| self.list.remove(&s)) {
            self.pending.remove(&old.key);
        }
        self.clock += 1;
        let key = (rank, self.clock, copy.id);
        let barred = self.barred(copy, of);
        let open = trails.iter().filter(|(t, _)| !is_barred(&barred, t)).map(|(t, to)| (t.clone(), *to));
        let arrival = Arrival { key, of, length: copy.trail.len(), trails: open.collect(), barred };
        if !arrival.trails.is_empty() {
            self.pending.insert(key);
        }
        self.list.insert(copy.id, arrival);
    }

    /// What a state is known not to be able to do from here on.
    fn barred(&mut self, state: &State, of: StateId) -> Vec<Trail> {
        let Some(known) = self.known.get_mut(&of) else { return Vec::new() };
        let left: Vec<Option<Trail>> = known.iter().map(|b| b.left(state)).collect();
        if left.contains(&None) {
            let mut still = left.iter();
            Rc::make_mut(known).retain(|_| still.next().is_some_and(|b| b.is_some()));
        }
        left.into_iter().flatten().collect()
    }

    /// The function has a new trail.
    pub fn add_trail(&mut self, function: FuncId, trail: &Trail, target: TargetId) {
        for state in self.at.get(&function).into_iter().flatten() {
            if let Some(arrival) = self.list.get_mut(state)
                && !is_barred(&arrival.barred, trail)
            {
                arrival.trails.insert(trail.clone(), target);
                self.pending.insert(arrival.key);
            }
        }
    }

    /// What to follow next.
    pub fn next(&self) -> Option<(StateId, &Trail)> {
        let &(.., state) = self.pending.first()?;
        let (trail, _) = self.list.get(&state)?.trails.last_key_value()?;
        Some((state, trail))
    }

    /// The last trail of a copy was followed; in vain, and so would be each that begins with so many of its bits. Whose copy it is.
    pub fn followed(&mut self, copy: StateId, bits: Option<usize>) -> Option<StateId> {
        let arrival = self.list.get_mut(&copy)?;
        if let Some((trail, _)) = arrival.trails.pop_last()
            && let Some(bits) = bits
        {
            let barred: Trail = trail[..bits.min(trail.len())].into();
            arrival.trails.retain(|t, _| !t.starts_with(&barred));
            let known = Rc::make_mut(self.known.entry(arrival.of).or_default());
            if known.len() >= MAX_KNOWN {
                known.remove(0);
            }
            known.push(Barred { from: arrival.length, bits: barred.clone() });
            arrival.barred.push(barred);
        }
        if arrival.trails.is_empty() {
            self.pending.remove(&arrival.key);
        }
        Some(arrival.of)
    }

    /// A state was born.
    pub fn inherit(&mut self, child: StateId, parent: StateId) {
        if let Some(known) = self.known.get(&parent) {
            self.known.insert(child, known.clone());
        }
    }

    /// A state is gone.
    pub fn forget(&mut self, state: StateId) {
        self.known.remove(&state);
    }

    pub fn decided(&mut self, target: TargetId) {
        for arrival in self.list.values_mut() {
            arrival.trails.retain(|_, t| *t != target);
            if arrival.trails.is_empty() {
                self.pending.remove(&arrival.key);
            }
        }
    }
}

fn is_barred(barred: &[Trail], trail: &Trail) -> bool {
    barred.iter().any(|b| trail.starts_with(b))
}

#[cfg(test)]
mod tests {
    use homing_exec::{ExecOptions, Executor};
    use homing_ir::parse;
    use homing_solver::{Context, SolverConfig, stack};
    use homing_term::Terms;

    use super::*;

    const GOAL: TargetId = TargetId(0);

    fn trail(text: &str) -> Trail {
        text.bytes().map(|b| b == b'1').collect()
    }

    fn trails(list: &[&str]) -> Trails {
        list.iter().map(|t| (trail(t), GOAL)).collect()
    }

    /// A state with a trail of its own.
    fn state(id: u64, bits: &str) -> Box<State> {
        let program = parse("define f0 \"main\"() {\nblock0:\n  return\n}\n").unwrap();
        let cx = Context::new(Terms::new(), stack(&SolverConfig::default()));
        let mut state = Executor::new(&program, cx, ExecOptions::default(), 1).start(FuncId(0));
        state.id = StateId(id);
        bits.bytes().for_each(|b| state.trail.push_bit(b == b'1'));
        state
    }

    fn next(a: &Arrivals) -> Option<(u64, String)> {
        a.next().map(|(s, t)| (s.0, t.iter().map(|b| if *b { '1' } else { '0' }).collect()))
    }

    #[test]
    fn what_failed_is_not_tried_again() {
        let mut a = Arrivals::default();
        a.arrived(&state(10, ""), StateId(1), &trails(&["000", "100", "101", "110"]), 0);
        assert_eq!(next(&a), Some((10, "110".into())));
        assert_eq!(a.followed(StateId(10), Some(3)), Some(StateId(1)));
        assert_eq!(next(&a), Some((10, "101".into())));
        // It fell short after two bits: so would the other that begins so.
        a.followed(StateId(10), Some(2));
        assert_eq!(next(&a), Some((10, "000".into())));
        a.add_trail(FuncId(0), &trail("1011"), GOAL);
        assert_eq!(next(&a), Some((10, "000".into())), "known to be barred");
        a.followed(StateId(10), None);
        assert_eq!(next(&a), None);
        a.add_trail(FuncId(0), &trail("111"), GOAL);
        assert_eq!(next(&a), Some((10, "111".into())));
    }

    #[test]
    fn nor_farther_down_the_same_path() {
        let mut a = Arrivals::default();
        a.arrived(&state(10, "0"), StateId(1), &trails(&["1101"]), 0);
        a.followed(StateId(10), Some(4));
        // A child goes on as the trail says and is called again: the rest of the trail is barred there. One that went another way is free.
        a.inherit(StateId(2), StateId(1));
        a.arrived(&state(11, "011"), StateId(2), &trails(&["01", "11"]), 0);
        assert_eq!(next(&a), Some((11, "11".into())));
        a.followed(StateId(11), None);
        assert_eq!(next(&a), None);
        a.inherit(StateId(3), StateId(1));
        a.arrived(&state(12, "010"), StateId(3), &trails(&["01"]), 0);
        assert_eq!(next(&a), Some((12, "01".into())));
        a.followed(StateId(12), None);
        // Who is gone is forgotten.
        a.forget(StateId(1));
        a.arrived(&state(13, "011"), StateId(1), &trails(&["01"]), 0);
        assert!(next(&a).is_some());
    }

    #[test]
    fn the_least_rank_goes_first() {
        let mut a = Arrivals::default();
        a.arrived(&state(10, ""), StateId(1), &trails(&["1"]), 2);
        a.arrived(&state(11, ""), StateId(2), &trails(&["1"]), 1);
        assert_eq!(next(&a), Some((11, "1".into())));
        a.decided(GOAL);
        assert_eq!(next(&a), None);
    }
}
