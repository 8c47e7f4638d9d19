//! Storage of clauses and the lists that watch them.

use super::Lit;

/// The place of a clause in the arena.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct ClauseRef(u32);

impl ClauseRef {
    /// No clause: the reason of a decision.
    pub const NONE: ClauseRef = ClauseRef(u32::MAX);
}

/// An entry of a watch list: the clause and one of its other literals, which if true makes a look at the clause
/// unnecessary. For a clause of two literals it is the other one.
#[derive(Copy, Clone)]
pub(super) struct Watch {
    clause: u32,
    pub blocker: Lit,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    pub fn new(clause: ClauseRef, blocker: Lit, binary: bool) -> Watch {
        Watch { clause: clause.0 | if binary { BINARY } else { 0 }, blocker }
    }

    pub fn is_binary(self) -> bool {
        self.clause & BINARY != 0
    }

    pub fn clause(self) -> ClauseRef {
        ClauseRef(self.clause & !BINARY)
    }
}

/// All clauses in one array: a word for length and flags, a word for the LBD, then the literals.
#[derive(Default)]
pub(super) struct Arena {
    words: Vec<u32>,
    wasted: usize,
}

const HEADER: usize = 2;
const LEARNT: u32 = 1 << 31;
const DEAD: u32 = 1 << 30;
const LENGTH: u32 = DEAD - 1;

impl Arena {
    pub fn clear(&mut self) {
        self.words.clear();
        self.wasted = 0;
    }

    pub fn add(&mut self, lits: &[Lit], learnt: bool, lbd: u32) -> ClauseRef {
        let at = ClauseRef(self.words.len() as u32);
        self.words.push(lits.len() as u32 | if learnt { LEARNT } else { 0 });
        self.words.push(lbd);
        self.words.extend(lits.iter().map(|l| l.0));
        at
    }

    pub fn size(&self, c: ClauseRef) -> usize {
        (self.words[c.0 as usize] & LENGTH) as usize
    }

    pub fn is_learnt(&self, c: ClauseRef) -> bool {
        self.words[c.0 as usize] & LEARNT != 0
    }

    pub fn lbd(&self, c: ClauseRef) -> u32 {
        self.words[c.0 as usize + 1]
    }

    pub fn set_lbd(&mut self, c: ClauseRef, lbd: u32) {
        self.words[c.0 as usize + 1] = lbd;
    }

    pub fn lit(&self, c: ClauseRef, i: usize) -> Lit {
        Lit(self.words[c.0 as usize + HEADER + i])
    }

    /// The raw literals of a clause.
    pub fn lits(&mut self, c: ClauseRef) -> &mut [u32] {
        let from = c.0 as usize + HEADER;
        let to = from + self.size(c);
        &mut self.words[from..to]
    }

    /// Marks a clause for removal; the watch lists are cleaned by `collect`.
    pub fn kill(&mut self, c: ClauseRef) {
        self.wasted += HEADER + self.size(c);
        self.words[c.0 as usize] |= DEAD;
    }

    /// Moves the live clauses together and returns the map from old to new places (dead ones: `None`).
    pub fn collect(&mut self) -> Moved {
        let mut map = Vec::new();
        let (mut from, mut to) = (0, 0);
        while from < self.words.len() {
            let head = self.words[from];
            let size = HEADER + (head & LENGTH) as usize;
            if head & DEAD == 0 {
                map.push((from as u32, to as u32));
                self.words.copy_within(from..from + size, to);
                to += size;
            }
            from += size;
        }
        self.words.truncate(to);
        self.wasted = 0;
        Moved { map }
    }
}

/// Where clauses went when the arena was compacted: sorted pairs of old and new places.
pub(super) struct Moved {
    map: Vec<(u32, u32)>,
}

impl Moved {
    pub fn get(&self, c: ClauseRef) -> Option<ClauseRef> {
        let at = self.map.binary_search_by_key(&c.0, |&(old, _)| old).ok()?;
        Some(ClauseRef(self.map[at].1))
    }
}
