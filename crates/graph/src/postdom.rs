//! Post-dominators: what every way to an end must pass.

use homing_ir::flow::{Dominators, Graph, NONE};

/// Post-dominators of a control flow graph, with one made-up node behind all ends. Blocks from which no end can be
/// reached (endless loops) have none.
pub struct PostDominators {
    tree: Dominators,
    end: u32,
}

impl PostDominators {
    /// Ends are the nodes without successors.
    pub fn new(g: &Graph) -> PostDominators {
        let end = g.len() as u32;
        let mut edges = Vec::new();
        for v in 0..end {
            edges.extend(g.succs(v).iter().map(|s| (*s, v)));
            if g.succs(v).is_empty() {
                edges.push((end, v));
            }
        }
        PostDominators { tree: Dominators::new(&Graph::new(g.len() + 1, &edges), end), end }
    }

    /// Does every way from `b` to an end pass through `a`? Itself included; no if no end can be reached from `b`.
    pub fn post_dominates(&self, a: u32, b: u32) -> bool {
        self.tree.dominates(a, b)
    }

    /// The next node that every way from `v` to an end passes; none when only the end itself is.
    pub fn immediate(&self, v: u32) -> Option<u32> {
        Some(self.tree.idom[v as usize]).filter(|d| *d != NONE && *d != self.end)
    }

    /// Can an end be reached?
    pub fn ends(&self, v: u32) -> bool {
        self.tree.reachable(v)
    }
}
