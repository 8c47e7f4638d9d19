//! Which variables a term depends on.

use crate::node::{Tag, Term, VarId};
use crate::store::Terms;
use std::rc::Rc;

impl Terms {
    /// The variables that occur in a term, sorted. Remembered for every term
    /// asked for, so asking again, or asking for a term built on top of it,
    /// does not walk it again.
    pub fn support(&mut self, t: Term) -> Rc<[VarId]> {
        if let Some(s) = self.support.get(&t) {
            return s.clone();
        }
        let mut found = Vec::new();
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.begin(self.nodes.len());
        scratch.stack.push(t);
        while let Some(t) = scratch.stack.pop() {
            if scratch.get(t).is_some() {
                continue;
            }
            scratch.set(t, 0);
            let n = self.node(t);
            match n.tag() {
                Tag::Var => found.push(VarId(n.a())),
                _ => match self.support.get(&t) {
                    Some(s) => found.extend_from_slice(s),
                    None => scratch.stack.extend(n.args()),
                },
            }
        }
        scratch.visits += 1 + found.len() as u64;
        self.scratch = scratch;
        found.sort_unstable();
        found.dedup();
        let s: Rc<[VarId]> = found.into();
        self.support_bytes += entry_bytes(&s);
        self.support.insert(t, s.clone());
        s
    }
}

/// Approximate memory of one remembered support.
pub(crate) fn entry_bytes(s: &[VarId]) -> usize {
    48 + 4 * s.len()
}
