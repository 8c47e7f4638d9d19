//! The constraints of a path in order of adding, shared between forked paths.

use super::Origin;
use homing_term::Term;
use std::rc::Rc;

/// An append-only list with O(1) clone and append: a chain of nodes from the newest to the oldest.
#[derive(Clone, Default)]
pub(super) struct Log {
    last: Option<Rc<Node>>,
    len: usize,
}

struct Node {
    term: Term,
    origin: Origin,
    before: Option<Rc<Node>>,
}

impl Log {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn push(&mut self, term: Term, origin: Origin) {
        let before = self.last.take();
        self.last = Some(Rc::new(Node { term, origin, before }));
        self.len += 1;
    }

    /// From the newest to the oldest.
    pub(super) fn newest_first(&self) -> impl Iterator<Item = (Term, Origin)> + '_ {
        let mut at = self.last.as_deref();
        std::iter::from_fn(move || {
            let node = at?;
            at = node.before.as_deref();
            Some((node.term, node.origin))
        })
    }

    /// What was appended since this list was `base`, oldest first; none if it never was.
    pub(super) fn since(&self, base: &Log) -> Option<Vec<(Term, Origin)>> {
        let mut at = self.last.as_ref();
        let mut out = Vec::with_capacity(self.len.checked_sub(base.len)?);
        for _ in base.len..self.len {
            let node = at?;
            out.push((node.term, node.origin));
            at = node.before.as_ref();
        }
        let is_base = match (at, &base.last) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        };
        out.reverse();
        is_base.then_some(out)
    }

    /// Bytes of the nodes that no other log shares.
    pub(super) fn owned_bytes(&self) -> usize {
        let mut nodes = 0;
        let mut at = self.last.as_ref();
        while let Some(node) = at.filter(|n| Rc::strong_count(n) == 1) {
            nodes += 1;
            at = node.before.as_ref();
        }
        nodes * (size_of::<Node>() + 2 * size_of::<usize>())
    }
}

impl Drop for Node {
    /// Takes the chain apart in a loop: the derived drop would recurse once per constraint.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut node) = next.and_then(Rc::into_inner) {
            next = node.before.take();
        }
    }
}
