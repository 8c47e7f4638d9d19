//! The execution tree: which state came from which. Nodes outlive states.

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
    parent: u32,
    /// Children that are not closed, plus one while a state sits here.
    open: u32,
    lost: bool,
}

const NONE: u32 = u32::MAX;

/// The tree. A state sits at a leaf; when it forks, each successor gets a new leaf below.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// A node for a first state.
    pub fn root(&mut self) -> NodeId {
        self.push(NONE)
    }

    fn push(&mut self, parent: u32) -> NodeId {
        self.nodes.push(Node { parent, open: 1, lost: false });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// The state at `node` forked: `n` new leaves. The node itself no longer holds a state.
    pub fn fork(&mut self, node: NodeId, n: usize) -> Vec<NodeId> {
        self.nodes[node.0 as usize].open = n as u32;
        (0..n).map(|_| self.push(node.0)).collect()
    }

    /// The state at a leaf ended. Calls `closed` for every node that has no open descendant any more, inner ones last.
    pub fn end(&mut self, leaf: NodeId, lost: bool, mut closed: impl FnMut(NodeId, Closure)) {
        let (mut at, mut lost) = (leaf.0, lost);
        loop {
            let node = &mut self.nodes[at as usize];
            node.open -= 1;
            node.lost |= lost;
            if node.open > 0 {
                // The loss is told to the ancestors when this node closes.
                return;
            }
            lost = node.lost;
            closed(NodeId(at), if lost { Closure::Lost } else { Closure::Clean });
            if node.parent == NONE {
                return;
            }
            at = node.parent;
        }
    }

    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let p = self.nodes[node.0 as usize].parent;
        (p != NONE).then_some(NodeId(p))
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
}
