//! Directed graphs in compact form, and dominators: what the verifier and the passes need of control flow.

use crate::Function;

/// "No such node".
pub const NONE: u32 = u32::MAX;

/// A directed graph over `0..len()` with edges both ways. Repeated edges stay repeated.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    succ_at: Vec<u32>,
    succ: Vec<u32>,
    pred_at: Vec<u32>,
    pred: Vec<u32>,
}

impl Graph {
    /// The graph of these edges; each end must be below `n`.
    pub fn new(n: usize, edges: &[(u32, u32)]) -> Graph {
        let (succ_at, succ) = group(n, edges.iter().copied());
        let (pred_at, pred) = group(n, edges.iter().map(|&(a, b)| (b, a)));
        Graph { succ_at, succ, pred_at, pred }
    }

    /// The control flow of a function: nodes are blocks. Edges to blocks that do not exist are left out (the
    /// verifier reports them).
    pub fn of(f: &Function) -> Graph {
        let n = f.blocks.len();
        let mut edges = Vec::with_capacity(n * 2);
        for (i, b) in f.blocks.iter().enumerate() {
            b.term.each_edge(|e| {
                if e.to.index() < n {
                    edges.push((i as u32, e.to.0));
                }
            });
        }
        Graph::new(n, &edges)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.succ_at.len().saturating_sub(1)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the edges of `v` lead, in the order given.
    #[inline]
    pub fn succs(&self, v: u32) -> &[u32] {
        &self.succ[self.succ_at[v as usize] as usize..self.succ_at[v as usize + 1] as usize]
    }

    /// Where edges to `v` come from.
    #[inline]
    pub fn preds(&self, v: u32) -> &[u32] {
        &self.pred[self.pred_at[v as usize] as usize..self.pred_at[v as usize + 1] as usize]
    }

    /// The same nodes with every edge turned round.
    pub fn reversed(self) -> Graph {
        Graph { succ_at: self.pred_at, succ: self.pred, pred_at: self.succ_at, pred: self.succ }
    }

    /// The nodes reachable from `root` such that each node comes before what it leads to, except along back edges.
    pub fn reverse_post_order(&self, root: u32) -> Vec<u32> {
        let mut seen = vec![false; self.len()];
        let mut order = Vec::with_capacity(self.len());
        if self.is_empty() {
            return order;
        }
        let mut stack = vec![(root, 0)];
        seen[root as usize] = true;
        while let Some((v, next)) = stack.last_mut() {
            if let Some(&s) = self.succs(*v).get(*next) {
                *next += 1;
                if !std::mem::replace(&mut seen[s as usize], true) {
                    stack.push((s, 0));
                }
            } else {
                order.push(*v);
                stack.pop();
            }
        }
        order.reverse();
        order
    }
}

/// Sorts the second parts of `pairs` into groups by the first part, keeping their order.
fn group(n: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> (Vec<u32>, Vec<u32>) {
    let mut at = vec![0u32; n + 1];
    for (a, _) in pairs.clone() {
        at[a as usize + 1] += 1;
    }
    for i in 0..n {
        at[i + 1] += at[i];
    }
    let mut fill = at.clone();
    let mut to = vec![0; at[n] as usize];
    for (a, b) in pairs {
        to[fill[a as usize] as usize] = b;
        fill[a as usize] += 1;
    }
    (at, to)
}

/// The dominator tree of what is reachable from a root.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// The immediate dominator; `NONE` for the root and for unreachable nodes.
    pub idom: Vec<u32>,
    /// Reachable nodes, each after its immediate dominator, subtrees contiguous.
    pub preorder: Vec<u32>,
    /// Position in `preorder` and the position after the node's subtree; (`NONE`, 0) when unreachable.
    span: Vec<(u32, u32)>,
}

impl Dominators {
    /// Computes them by the semi-NCA method (Georgiadis: semidominators, then nearest common ancestors).
    pub fn new(g: &Graph, root: u32) -> Dominators {
        let n = g.len();
        if n == 0 {
            return Dominators { idom: vec![], preorder: vec![], span: vec![] };
        }
        // From here to the end of the loop nodes are named by their position in a depth-first order.
        let (order, number, parent) = depth_first(g, root);
        let count = order.len();
        let mut semi: Vec<u32> = (0..count as u32).collect();
        let mut label = semi.clone();
        let mut ancestor = parent.clone();
        let mut path = Vec::new();
        for v in (1..count as u32).rev() {
            for &p in g.preds(order[v as usize]) {
                let p = number[p as usize];
                if p == NONE {
                    continue;
                }
                let u = evaluate(p, v, &mut ancestor, &mut label, &semi, &mut path);
                semi[v as usize] = semi[v as usize].min(semi[u as usize]);
            }
            label[v as usize] = v;
        }
        let mut idom = parent;
        for v in 1..count {
            let mut d = idom[v];
            while d > semi[v] {
                d = idom[d as usize];
            }
            idom[v] = d;
        }
        Dominators::from_numbered(n, &order, &idom)
    }

    /// `idom` is by depth-first number, smaller than the node's own; entry 0 is the root and not looked at.
    fn from_numbered(n: usize, order: &[u32], idom: &[u32]) -> Dominators {
        let count = order.len();
        let mut size = vec![1u32; count];
        for v in (1..count).rev() {
            size[idom[v] as usize] += size[v];
        }
        // Children are placed in order of their numbers, each subtree after the ones before it.
        let mut place = vec![0u32; count];
        let mut free: Vec<u32> = vec![1; count];
        let mut out = Dominators { idom: vec![NONE; n], preorder: vec![NONE; count], span: vec![(NONE, 0); n] };
        for v in 0..count {
            if v > 0 {
                let d = idom[v] as usize;
                place[v] = place[d] + free[d];
                free[d] += size[v];
                out.idom[order[v] as usize] = order[d];
            }
            out.preorder[place[v] as usize] = order[v];
            out.span[order[v] as usize] = (place[v], place[v] + size[v]);
        }
        out
    }

    /// Is the node reachable from the root?
    #[inline]
    pub fn reachable(&self, v: u32) -> bool {
        self.span[v as usize].0 != NONE
    }

    /// Does every way from the root to `b` pass through `a`? A node dominates itself; for unreachable nodes: no.
    #[inline]
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        let (start, end) = self.span[a as usize];
        let (at, _) = self.span[b as usize];
        at != NONE && start <= at && at < end
    }

    /// The dominance frontier of each node: where its dominance ends. Grouped by node.
    pub fn frontiers(&self, g: &Graph) -> Frontiers {
        let mut pairs = Vec::new();
        // The last block for which a node's frontier got an entry; avoids repeats.
        let mut last = vec![NONE; g.len()];
        for &b in &self.preorder {
            let joins = g.preds(b);
            if joins.len() < 2 && self.idom[b as usize] != NONE {
                continue;
            }
            for &p in joins {
                let mut at = p;
                while self.reachable(p) && at != self.idom[b as usize] && last[at as usize] != b {
                    last[at as usize] = b;
                    pairs.push((at, b));
                    at = self.idom[at as usize];
                    if at == NONE {
                        break;
                    }
                }
            }
        }
        let (at, to) = group(g.len(), pairs.iter().copied());
        Frontiers { at, to }
    }
}

/// Dominance frontiers of all nodes.
pub struct Frontiers {
    at: Vec<u32>,
    to: Vec<u32>,
}

impl Frontiers {
    /// The frontier of one node, without repeats.
    pub fn of(&self, v: u32) -> &[u32] {
        &self.to[self.at[v as usize] as usize..self.at[v as usize + 1] as usize]
    }
}

/// Depth-first order from `root`: the nodes in order, each node's number, and by number the parent's number.
fn depth_first(g: &Graph, root: u32) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
    let mut order = Vec::with_capacity(g.len());
    let mut number = vec![NONE; g.len()];
    let mut parent = Vec::with_capacity(g.len());
    let mut stack = vec![(root, 0)];
    while let Some((v, from)) = stack.pop() {
        if number[v as usize] != NONE {
            continue;
        }
        let me = order.len() as u32;
        number[v as usize] = me;
        order.push(v);
        parent.push(from);
        stack.extend(g.succs(v).iter().rev().filter(|&&s| number[s as usize] == NONE).map(|&s| (s, me)));
    }
    (order, number, parent)
}

/// The node with the smallest semidominator on the forest path to `v`, compressing the path. Nodes numbered at or
/// above `limit` are linked into the forest.
fn evaluate(v: u32, limit: u32, ancestor: &mut [u32], label: &mut [u32], semi: &[u32], path: &mut Vec<u32>) -> u32 {
    if v <= limit {
        return v;
    }
    path.clear();
    let mut at = v;
    while ancestor[at as usize] > limit {
        path.push(at);
        at = ancestor[at as usize];
    }
    let mut top = at;
    while let Some(u) = path.pop() {
        if semi[label[top as usize] as usize] < semi[label[u as usize] as usize] {
            label[u as usize] = label[top as usize];
        }
        ancestor[u as usize] = ancestor[top as usize];
        top = u;
    }
    label[v as usize]
}
