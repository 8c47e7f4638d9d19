//! `random-path`: a random walk down the execution tree.

use homing_exec::StateId;
use homing_explore::{Action, Doze, Event, Rng, Strategy, View};
use rustc_hash::FxHashMap;

/// Walks from the root of the execution tree, at each fork to any side that still has states, and takes the state it comes to: a state n
/// forks deep has a chance of about 2^-n (Directed Symbolic Execution, 2.1; nested-loops thesis, 3.6). Short paths are favoured, and a
/// loop that forks for ever gets no more than the way into it.
///
/// The tree holds no node with one child only. The expected length of a walk is then the entropy of the choice, at most log2 of
/// the number of states.
pub struct RandomPath {
    rng: Rng,
    nodes: Vec<Node>,
    /// Nodes to be used again.
    free: Vec<u32>,
    root: u32,
    leaf: FxHashMap<StateId, u32>,
    /// The state that ran last and the node it forked at: what it forks in one step is one fork.
    forking: Option<(StateId, u32)>,
    doze: Doze,
}

struct Node {
    parent: u32,
    /// Its place among the parent's children.
    place: u32,
    kind: Kind,
}

enum Kind {
    Leaf(StateId),
    Fork(Vec<u32>),
}

const NONE: u32 = u32::MAX;

impl RandomPath {
    pub fn new(seed: u64) -> RandomPath {
        RandomPath {
            rng: Rng::new(seed),
            nodes: Vec::new(),
            free: Vec::new(),
            root: NONE,
            leaf: FxHashMap::default(),
            forking: None,
            doze: Doze::default(),
        }
    }

    fn node(&mut self, kind: Kind) -> u32 {
        let node = Node { parent: NONE, place: 0, kind };
        match self.free.pop() {
            Some(i) => {
                self.nodes[i as usize] = node;
                i
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    /// `new` takes the place of `old` in the tree.
    fn replace(&mut self, old: u32, new: u32) {
        let (parent, place) = (self.nodes[old as usize].parent, self.nodes[old as usize].place);
        self.nodes[new as usize].parent = parent;
        self.nodes[new as usize].place = place;
        match self.nodes.get_mut(parent as usize).map(|n| &mut n.kind) {
            Some(Kind::Fork(kids)) => kids[place as usize] = new,
            _ => self.root = new,
        }
    }

    fn attach(&mut self, fork: u32, child: u32) {
        if let Kind::Fork(kids) = &mut self.nodes[fork as usize].kind {
            let place = kids.len() as u32;
            kids.push(child);
            self.nodes[child as usize].parent = fork;
            self.nodes[child as usize].place = place;
        }
    }

    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        let new = self.node(Kind::Leaf(state));
        self.leaf.insert(state, new);
        if self.root == NONE {
            self.root = new;
            return;
        }
        if let (Some(p), Some((forking, fork))) = (parent, self.forking)
            && p == forking
        {
            return self.attach(fork, new);
        }
        // A state that came from nowhere is put beside everything.
        let beside = parent.and_then(|p| self.leaf.get(&p).copied()).unwrap_or(self.root);
        let fork = self.node(Kind::Fork(Vec::with_capacity(2)));
        self.replace(beside, fork);
        self.attach(fork, beside);
        self.attach(fork, new);
        self.forking = parent.map(|p| (p, fork));
    }

    fn remove(&mut self, state: StateId) {
        let Some(leaf) = self.leaf.remove(&state) else { return };
        let Node { parent, place, .. } = self.nodes[leaf as usize];
        self.free.push(leaf);
        let Some(Kind::Fork(kids)) = self.nodes.get_mut(parent as usize).map(|n| &mut n.kind) else {
            self.root = NONE;
            return;
        };
        kids.swap_remove(place as usize);
        let (moved, only) = (kids.get(place as usize).copied(), if kids.len() == 1 { Some(kids[0]) } else { None });
        if let Some(moved) = moved {
            self.nodes[moved as usize].place = place;
        }
        if let Some(only) = only {
            self.replace(parent, only);
            self.free.push(parent);
        }
    }

    /// Forks with more than one side alive above a state.
    fn depth(&self, leaf: u32) -> u32 {
        let (mut at, mut depth) = (self.nodes[leaf as usize].parent, 0);
        while at != NONE {
            at = self.nodes[at as usize].parent;
            depth += 1;
        }
        depth
    }
}

fn walk(nodes: &[Node], root: u32, rng: &mut Rng) -> Option<StateId> {
    let mut at = root;
    loop {
        match &nodes.get(at as usize)?.kind {
            Kind::Leaf(state) => return Some(*state),
            Kind::Fork(kids) => at = kids[rng.below(kids.len())],
        }
    }
}

impl Strategy for RandomPath {
    fn observe(&mut self, event: &Event<'_>, _view: &View<'_>) {
        self.doze.observe(event);
        match event {
            Event::Guessed { .. } | Event::Fuzzed { .. } | Event::SubRun(_) => {}
            Event::Added { state, parent } => self.add(state.id, *parent),
            Event::Ran { .. } => self.forking = None,
            Event::Removed { state, .. } => {
                self.forking = None;
                self.remove(*state);
            }
        }
    }

    fn next(&mut self, _view: &View<'_>) -> Action {
        let chosen = self.doze.choose(|| walk(&self.nodes, self.root, &mut self.rng));
        chosen.map_or(Action::Done, |(state, steps)| Action::Forward { state, steps })
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let mut list: Vec<(u32, StateId)> = self.leaf.iter().map(|(s, l)| (self.depth(*l), *s)).collect();
        list.sort_unstable();
        list.into_iter().take(max).map(|(depth, s)| (s, format!("open forks above: {depth}"))).collect()
    }
}
