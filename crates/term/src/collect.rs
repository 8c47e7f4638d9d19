//! Garbage collection.

use crate::node::{Node, SortCode, Tag, Term};
use crate::store::{Pool, Terms};
use crate::support::entry_bytes;
use std::hash::Hash;

impl Terms {
    /// Frees every node that no root reaches and returns how many. Live terms
    /// keep their names; freed names are given to later terms, so callers must
    /// forget terms that they do not pass as roots. Variables are always kept.
    pub fn collect(&mut self, roots: &mut dyn Iterator<Item = Term>) -> usize {
        let mut live = vec![false; self.nodes.len()];
        let mut stack: Vec<Term> = self.truth.to_vec();
        stack.extend(self.vars.iter().map(|v| v.term));
        stack.extend(roots);
        while let Some(t) = stack.pop() {
            if !std::mem::replace(&mut live[t.index()], true) {
                stack.extend(self.node(t).args());
            }
        }
        let freed = self.sweep(&live);
        self.support.retain(|t, _| live[t.index()]);
        self.support.shrink_to_fit();
        self.support_bytes = self.support.values().map(|s| entry_bytes(s)).sum();
        self.generation += 1;
        freed
    }

    fn sweep(&mut self, live: &[bool]) -> usize {
        let gone = Node::new(Tag::Free, SortCode(0), 0, 0, 0);
        let before = self.len();
        let mut wide = vec![false; self.wide.values.len()];
        let mut ints = vec![false; self.ints.values.len()];
        self.free.clear();
        for i in (1..self.nodes.len()).rev() {
            let n = self.nodes[i];
            if !live[i] {
                self.nodes[i] = gone;
                self.free.push(i as u32);
            } else if n.tag() == Tag::Wide {
                wide[n.a() as usize] = true;
            } else if n.tag() == Tag::IntConst {
                ints[n.a() as usize] = true;
            }
        }
        // Free nodes at the end are dropped, so that a store can shrink.
        while self.nodes.len() > 1 && self.nodes[self.nodes.len() - 1] == gone {
            self.nodes.pop();
        }
        let end = self.nodes.len() as u32;
        self.free.retain(|&i| i < end);
        if self.nodes.capacity() > 4 * self.nodes.len() + 1024 {
            self.nodes.shrink_to(2 * self.nodes.len());
        }
        self.wide.keep(&wide);
        self.ints.keep(&ints);
        self.small_ints.retain(|_, &mut i| ints[i as usize]);
        self.rebuild_table();
        self.scratch = Default::default();
        before - self.len()
    }
}

impl<T: Clone + Eq + Hash + Default> Pool<T> {
    fn keep(&mut self, live: &[bool]) {
        self.ids.retain(|_, &mut i| live[i as usize]);
        self.free.clear();
        for (i, &alive) in live.iter().enumerate().rev() {
            if !alive {
                self.values[i] = T::default();
                self.free.push(i as u32);
            }
        }
    }
}
