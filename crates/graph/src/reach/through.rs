//! The cheapest way through each function, and what no way leads through.

use super::icfg::{Callee, End, INF, Icfg, Special, plus};
use homing_ir::flow::Graph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The search. The cost of a block is a sum over its calls and one successor, so Dijkstra's algorithm in Knuth's form
/// (least costs are final, a sum is known when all its parts are) gives exact least costs in one pass, recursion or
/// not: nothing is iterated.
struct Search {
    /// By node: own cost and calls known so far; calls not known yet; the cheapest way on.
    sum: Vec<u32>,
    pending: Vec<u32>,
    behind: Vec<u32>,
    known: Vec<bool>,
    through: Vec<u32>,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
    /// From callees to the nodes that call them, once per call.
    callers: Graph,
    memberships: Graph,
}

impl Icfg {
    pub(super) fn find_ways_through(&mut self) {
        let mut s = self.search();
        for node in 0..self.own_cost.len() as u32 {
            if self.ends[node as usize] != End::GoesOn {
                s.way_on(node, 0);
            }
        }
        for special in [Special::Plain, Special::Outside] {
            s.callee_known(self, self.special(special).0, 0);
        }
        let started = self.started();
        let nodes = self.own_cost.len() as u32;
        while let Some(Reverse((cost, node))) = s.heap.pop() {
            // Callees wait in the heap behind the numbers of the nodes.
            if let Some(callee) = node.checked_sub(nodes) {
                s.callee_known(self, callee, cost);
                continue;
            }
            if std::mem::replace(&mut s.known[node as usize], true) {
                continue;
            }
            for &p in self.graph.preds(node) {
                s.way_on(p, cost);
            }
            if started[node as usize] != INF {
                s.callee_known(self, started[node as usize], cost);
            }
        }
        (self.through, self.behind) = (s.through, s.behind);
        self.cut = (0..self.own_cost.len() as u32).map(|n| self.first_cut(n)).collect();
    }

    fn search(&self) -> Search {
        let n = self.own_cost.len();
        let mut pending = vec![0; n];
        let mut calls = Vec::new();
        for node in 0..n as u32 {
            for callee in self.events(node).iter().filter_map(|e| e.call) {
                pending[node as usize] += 1;
                calls.push((callee.0, node));
            }
        }
        // Nodes and callees share the numbers of this graph; only edges from callees to nodes exist.
        let callers = Graph::new(self.callees().max(n), &calls);
        Search {
            sum: self.own_cost.clone(),
            pending,
            behind: vec![INF; n],
            known: vec![false; n],
            through: vec![INF; self.callees()],
            heap: BinaryHeap::new(),
            callers,
            memberships: self.memberships(),
        }
    }

    fn first_cut(&self, node: u32) -> u32 {
        let stops = |c: Callee| self.through(c) == INF;
        self.events(node).iter().find(|e| e.call.is_some_and(stops)).map_or(INF, |e| e.inst)
    }

    #[inline]
    pub fn through(&self, c: Callee) -> u32 {
        self.through[c.0 as usize]
    }

    /// The cost from before instruction `inst` to behind the terminator, or `INF` if a call there cannot return.
    pub fn rest(&self, node: u32, inst: u32) -> u32 {
        let (mut own, mut calls) = ((self.length[node as usize] + 1).saturating_sub(inst), 0);
        let events = self.events(node);
        for e in &events[events.partition_point(|e| e.inst < inst)..] {
            match e.call {
                Some(c) => calls = plus(calls, self.through(c)),
                None => own -= 1,
            }
        }
        plus(own, calls)
    }

    /// The cost from before instruction `inst` to a return of the function.
    pub fn to_return(&self, node: u32, inst: u32) -> u32 {
        plus(self.rest(node, inst), self.behind[node as usize])
    }
}

impl Search {
    /// A way on from behind the node's terminator is known. Costs become known in increasing order, so the first
    /// one is the cheapest.
    fn way_on(&mut self, node: u32, cost: u32) {
        let n = node as usize;
        if self.behind[n] == INF {
            self.behind[n] = cost;
            if self.pending[n] == 0 {
                self.heap.push(Reverse((plus(self.sum[n], cost), node)));
            }
        }
    }

    /// The way through a callee is known.
    fn callee_known(&mut self, icfg: &Icfg, callee: u32, cost: u32) {
        if self.through[callee as usize] != INF {
            return;
        }
        self.through[callee as usize] = cost;
        for i in 0..self.callers.succs(callee).len() {
            let node = self.callers.succs(callee)[i];
            let n = node as usize;
            self.sum[n] = plus(self.sum[n], cost);
            self.pending[n] -= 1;
            if self.pending[n] == 0 && self.behind[n] != INF {
                self.heap.push(Reverse((plus(self.sum[n], self.behind[n]), node)));
            }
        }
        let cost = plus(cost, icfg.membership_cost(callee));
        for &class in self.memberships.succs(callee) {
            if self.through[class as usize] == INF {
                self.heap.push(Reverse((cost, self.known.len() as u32 + class)));
            }
        }
    }
}
