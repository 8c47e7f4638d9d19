//! Strongly connected components.

use homing_ir::flow::{Graph, NONE};

/// The strongly connected components of a graph, numbered such that edges between components lead to smaller
/// numbers: in a call graph, callees come before callers.
#[derive(Clone, Debug)]
pub struct Components {
    /// By node: its component.
    pub of: Vec<u32>,
    /// By component: its nodes.
    pub nodes: Vec<Vec<u32>>,
}

impl Components {
    /// Tarjan's algorithm, without recursion.
    pub fn new(g: &Graph) -> Components {
        let n = g.len();
        let mut out = Components { of: vec![NONE; n], nodes: vec![] };
        // Numbers in order of visit, and the lowest number reachable so far.
        let (mut number, mut low) = (vec![NONE; n], vec![0u32; n]);
        let (mut open, mut next) = (Vec::new(), 0);
        let mut path: Vec<(u32, usize)> = Vec::new();
        for root in 0..n as u32 {
            if number[root as usize] != NONE {
                continue;
            }
            path.push((root, 0));
            while let Some(&mut (v, ref mut edge)) = path.last_mut() {
                if *edge == 0 {
                    (number[v as usize], low[v as usize]) = (next, next);
                    next += 1;
                    open.push(v);
                }
                if let Some(&s) = g.succs(v).get(*edge) {
                    *edge += 1;
                    if number[s as usize] == NONE {
                        path.push((s, 0));
                    } else if out.of[s as usize] == NONE {
                        low[v as usize] = low[v as usize].min(number[s as usize]);
                    }
                    // Entering a node is told by its first edge, so an edge counts as taken even when nothing is pushed.
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    low[*parent as usize] = low[*parent as usize].min(low[v as usize]);
                }
                if low[v as usize] == number[v as usize] {
                    out.close(&mut open, v);
                }
            }
        }
        out
    }

    fn close(&mut self, open: &mut Vec<u32>, v: u32) {
        let id = self.nodes.len() as u32;
        let at = open.iter().rposition(|x| *x == v).unwrap_or(0);
        let mut nodes = open.split_off(at);
        nodes.iter().for_each(|x| self.of[*x as usize] = id);
        nodes.sort_unstable();
        self.nodes.push(nodes);
    }

    /// Can the node reach itself: is it in a component of several, or has it an edge to itself?
    pub fn is_cyclic(&self, g: &Graph, v: u32) -> bool {
        self.nodes[self.of[v as usize] as usize].len() > 1 || g.succs(v).contains(&v)
    }
}
