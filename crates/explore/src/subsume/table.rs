//! The execution tree as far as it is kept: where states stood, what is still open below, and what is known of places that were left behind.

use homing_exec::{Executor, Spot, State, StateId};
use homing_memory::ObjRef;
use homing_term::Term;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Place;

/// Nodes of the tree that are open at a time.
const OPEN: usize = 20_000;

/// States that are kept of one place, and places.
const KNOWN: usize = 4;
const PLACES: usize = 20_000;

/// Annotations of one state that is kept.
pub(super) const ANNOTATIONS: usize = 6;

/// A state that stood at a place, with everything below it explored, and what was learned from it.
pub(super) struct Known {
    pub state: Box<State>,
    /// What it may differ in from others that came there.
    pub spots: Vec<Spot>,
    /// The newest last.
    pub annotations: Vec<Learned>,
    /// How often something was to be learned from it in vain.
    pub vain: u32,
}

/// A condition under which nothing can be met from a place.
#[derive(Clone)]
pub(super) struct Learned {
    pub symbols: std::rc::Rc<[Symbol]>,
    pub condition: Term,
    /// It speaks of inputs that are still to come: whatever they are.
    pub universal: bool,
    /// For people.
    pub text: std::rc::Rc<str>,
}

/// What stands for whatever a state holds in a spot, of a pointer for its offset into that object.
#[derive(Copy, Clone, Debug)]
pub(super) struct Symbol {
    pub spot: Spot,
    pub object: Option<ObjRef>,
    pub term: Term,
}

struct Node {
    place: Place,
    state: Box<State>,
    up: Option<u32>,
    /// States and nodes below it that are still open.
    open: u32,
}

#[derive(Default)]
pub(super) struct Table {
    /// By place; a state is taken out while something is learned from it.
    pub places: FxHashMap<Place, Vec<Option<Known>>>,
    nodes: FxHashMap<u32, Node>,
    next: u32,
    /// By state: the node below which it is.
    of: FxHashMap<StateId, u32>,
    /// That of the state that runs.
    running: Option<u32>,
    audited: FxHashSet<StateId>,
    running_is_audited: bool,
}

impl Table {
    pub fn runs(&mut self, id: StateId) {
        self.running = self.of.get(&id).copied();
        self.running_is_audited = self.audited.contains(&id);
    }

    /// A state wants to stay, which ran or was forked off the one that did. Was it closed, and is explored all the same?
    pub fn follows(&mut self, state: &State) -> bool {
        if !self.of.contains_key(&state.id)
            && let Some(node) = self.running
            && let Some(n) = self.nodes.get_mut(&node)
        {
            n.open += 1;
            self.of.insert(state.id, node);
        }
        if self.running_is_audited {
            self.audited.insert(state.id);
        }
        self.audited.contains(&state.id)
    }

    /// Where a state stands that has not run since it came there.
    pub fn waits_at(&self, state: &State) -> Option<Place> {
        let node = self.nodes.get(self.of.get(&state.id)?)?;
        let waits = node.state.steps == state.steps && !self.audited.contains(&state.id);
        (waits && self.places.contains_key(&node.place)).then(|| node.place.clone())
    }

    pub fn audit(&mut self, id: StateId) {
        self.audited.insert(id);
    }

    pub fn is_audited(&self, id: StateId) -> bool {
        self.audited.contains(&id) || self.running_is_audited
    }

    /// A state has come to a place and goes on from there: a node of the tree, unless it has not forked since
    /// it came to the last one. Tells whether it is one.
    pub fn stands(&mut self, exec: &mut Executor<'_>, state: &mut State, place: Place) -> bool {
        let up = self.of.get(&state.id).copied();
        let before = up.and_then(|n| self.nodes.get(&n)).map(|n| n.state.depth);
        if self.nodes.len() >= OPEN || before == Some(state.depth) {
            return false;
        }
        self.next += 1;
        let copy = state.copy(exec.new_id());
        self.nodes.insert(self.next, Node { place, state: copy, up, open: 1 });
        // The state is below the new node now, which takes its part in the one above.
        self.of.insert(state.id, self.next);
        true
    }

    pub fn gone(&mut self, id: StateId) {
        self.audited.remove(&id);
        let mut at = self.of.remove(&id);
        while let Some(number) = at {
            let Some(node) = self.nodes.get_mut(&number) else { return };
            node.open -= 1;
            if node.open > 0 {
                return;
            }
            let Some(Node { place, state, up, .. }) = self.nodes.remove(&number) else { return };
            self.close(place, state);
            at = up;
        }
    }

    fn close(&mut self, place: Place, state: Box<State>) {
        if self.places.len() >= PLACES && !self.places.contains_key(&place) {
            return;
        }
        let known = self.places.entry(place).or_default();
        if known.len() >= KNOWN {
            // The one goes that nothing was learned from, the oldest first.
            let useless = known.iter().position(|k| k.as_ref().is_some_and(|k| k.annotations.is_empty()));
            known.remove(useless.unwrap_or(0));
        }
        known.push(Some(Known { state, spots: Vec::new(), annotations: Vec::new(), vain: 0 }));
    }

    pub fn states(&self) -> impl Iterator<Item = &State> {
        let open = self.nodes.values().map(|n| &*n.state);
        open.chain(self.places.values().flatten().flatten().map(|k| &*k.state))
    }

    pub fn terms(&self) -> Vec<Term> {
        let known = self.places.values().flatten().flatten();
        known.flat_map(|k| &k.annotations).flat_map(|a| a.symbols.iter().map(|s| s.term).chain([a.condition])).collect()
    }
}
