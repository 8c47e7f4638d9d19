//! The execution tree: which state came from which. Nodes outlive states. Where states are joined it is a graph without cycles.

use smallvec::{SmallVec, smallvec};

/// A node of the tree.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// How all descendants of a node ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Closure {
    /// Every one was run to its end.
    Clean,
    /// At least one was dropped or cut short.
    Lost,
}

#[derive(Clone, Debug)]
struct Node {
    /// None for a first state, two where states were joined.
    parents: SmallVec<[u32; 2]>,
    /// Children that are not closed, plus one while a state sits here.
    open: u32,
    lost: bool,
}

/// The tree. A state sits at a leaf; when it forks, each successor gets a new leaf below.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// A node for a first state.
    pub fn root(&mut self) -> NodeId {
        self.push(smallvec![])
    }

    fn push(&mut self, parents: SmallVec<[u32; 2]>) -> NodeId {
        self.nodes.push(Node { parents, open: 1, lost: false });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// The state at `node` forked: `n` new leaves. The node itself no longer holds a state.
    pub fn fork(&mut self, node: NodeId, n: usize) -> Vec<NodeId> {
        self.nodes[node.0 as usize].open = n as u32;
        (0..n).map(|_| self.push(smallvec![node.0])).collect()
    }

    /// The states at two leaves became one: its leaf lies below both.
    pub fn join(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.push(smallvec![a.0, b.0])
    }

    /// The state at a leaf ended. Calls `closed` for every node that has no open descendant any more, inner ones last.
    pub fn end(&mut self, leaf: NodeId, lost: bool, mut closed: impl FnMut(NodeId, Closure)) {
        let mut todo = vec![(leaf.0, lost)];
        while let Some((at, lost)) = todo.pop() {
            let node = &mut self.nodes[at as usize];
            node.open -= 1;
            node.lost |= lost;
            // Otherwise the loss is told to the ancestors when this node closes.
            if node.open == 0 {
                closed(NodeId(at), if node.lost { Closure::Lost } else { Closure::Clean });
                let lost = node.lost;
                todo.extend(node.parents.iter().map(|p| (*p, lost)));
            }
        }
    }

    pub fn parents(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.nodes[node.0 as usize].parents.iter().map(|p| NodeId(*p))
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closes_when_the_last_descendant_ends_and_remembers_losses() {
        let mut t = Tree::default();
        let root = t.root();
        let kids = t.fork(root, 2);
        let grand = t.fork(kids[0], 2);
        let mut log = Vec::new();
        t.end(grand[0], true, |n, c| log.push((n, c)));
        assert_eq!(log, [(grand[0], Closure::Lost)]);
        t.end(kids[1], false, |n, c| log.push((n, c)));
        assert_eq!(log.len(), 2);
        t.end(grand[1], false, |n, c| log.push((n, c)));
        assert_eq!(log[2..], [(grand[1], Closure::Clean), (kids[0], Closure::Lost), (root, Closure::Lost)]);
    }
    #[test]
    fn a_joined_state_keeps_both_its_parents_open() {
        let mut t = Tree::default();
        let root = t.root();
        let kids = t.fork(root, 2);
        let joined = t.join(kids[0], kids[1]);
        assert_eq!(t.parents(joined).collect::<Vec<_>>(), kids);
        let mut log = Vec::new();
        t.end(joined, false, |n, _| log.push(n));
        log.sort_unstable();
        assert_eq!(log, [root, kids[0], kids[1], joined]);
    }
}
