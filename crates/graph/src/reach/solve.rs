//! Distances to the open targets: one Dijkstra search backwards from their places.

use super::icfg::{Callee, End, INF, Icfg, PENALTY, Special, plus};
use homing_ir::flow::Graph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What depends on the set of open targets.
pub struct Solved {
    /// By node: from the block's start to an open target.
    pub distance: Vec<u32>,
    /// By node: the same from behind its terminator.
    behind: Vec<u32>,
    /// By callee: from its start.
    callee: Vec<u32>,
    /// After the program's end: the nearest target in an exit handler.
    pub exit: u32,
    /// By node: instructions before this index can lead to a target. `INF`: all, and the terminator too.
    hot: Vec<u32>,
    /// Open places, sorted: node, instruction.
    places: Vec<(u32, u32)>,
    /// By place: what is added to the way there.
    extra: Vec<u32>,
}

/// Added to the way to a target inside of a goal: who has come in has tried what is known of it, and another call of a goal comes first.
const INSIDE: u32 = 1 << 16;

/// What the search walks along backwards; the same for every set of targets.
pub struct Links {
    /// From callees to the calls of them: indices into `calls`.
    callers: Graph,
    /// The node of a call, and the cost from the node's start into the callee.
    calls: Vec<(u32, u32)>,
    memberships: Graph,
    /// By node: the function it is the start of.
    started: Vec<u32>,
    /// By callee: can code outside of the program call it?
    outside: Vec<bool>,
    /// By callee: can it be an exit handler?
    taken: Vec<bool>,
    /// By node: the cost of the whole block, calls included.
    total: Vec<u32>,
}

impl Links {
    pub fn new(icfg: &Icfg) -> Links {
        let (edges, calls) = call_edges(icfg);
        let mut taken = vec![false; icfg.callees()];
        icfg.taken.iter().for_each(|f| taken[f.index()] = true);
        let mut outside = taken.clone();
        icfg.exported.iter().for_each(|f| outside[f.index()] = true);
        Links {
            callers: Graph::new(icfg.callees().max(calls.len()), &edges),
            calls,
            memberships: icfg.memberships(),
            started: icfg.started(),
            outside,
            taken,
            total: (0..icfg.own_cost.len() as u32).map(|node| icfg.rest(node, 0)).collect(),
        }
    }
}

struct Search<'a> {
    icfg: &'a Icfg,
    links: &'a Links,
    distance: Vec<u32>,
    callee: Vec<u32>,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Solved {
    /// `places` are the open ones, sorted: node and instruction. Calling one of `goals` is as good.
    pub fn new(icfg: &Icfg, links: &Links, places: Vec<(u32, u32)>, goals: &[Callee]) -> Solved {
        let inside = |node: u32| goals.iter().any(|c| icfg.is_in(node, *c));
        let extra: Vec<u32> = places.iter().map(|p| if inside(p.0) { INSIDE } else { 0 }).collect();
        let solve = |landing: u32| {
            let mut search = Search {
                icfg,
                links,
                distance: vec![INF; icfg.own_cost.len()],
                callee: vec![INF; icfg.callees()],
                heap: BinaryHeap::new(),
            };
            let first = links.total.len() as u32;
            search.heap.extend(goals.iter().map(|c| Reverse((0, first + c.0))));
            search.run(&places, &extra, landing);
            search.finish(&places, &extra)
        };
        let solved = solve(INF);
        // Whether a landing place reaches a target does not depend on further landings: twice is enough.
        match solved.landing(icfg) {
            INF => solved,
            landing => solve(landing),
        }
    }

    /// From a `longjmp` to a target: behind a `setjmp`, or anywhere after the function with the `setjmp` returns.
    fn landing(&self, icfg: &Icfg) -> u32 {
        if self.places.is_empty() {
            return INF;
        }
        let one = |&(node, inst): &(u32, u32)| {
            let down = self.distance_at(icfg, node, inst);
            if icfg.to_return(node, inst) == INF { down } else { down.min(PENALTY) }
        };
        icfg.landings.iter().map(one).min().unwrap_or(INF)
    }

    #[inline]
    pub fn down(&self, icfg: &Icfg, node: u32, inst: u32) -> bool {
        inst < self.hot[node as usize] || self.is_strange(icfg, node, inst)
    }

    /// Is this point behind a call that cannot return? Control should not be there; nothing is claimed about it.
    #[inline]
    fn is_strange(&self, icfg: &Icfg, node: u32, inst: u32) -> bool {
        inst > icfg.cut[node as usize] && !self.places.is_empty()
    }

    /// The distance from before instruction `inst`.
    pub fn distance_at(&self, icfg: &Icfg, node: u32, inst: u32) -> u32 {
        let distance = self.way_down(icfg, node, inst);
        if self.is_strange(icfg, node, inst) { distance.min(PENALTY) } else { distance }
    }

    fn way_down(&self, icfg: &Icfg, node: u32, inst: u32) -> u32 {
        let start = self.places.partition_point(|p| *p < (node, inst));
        let here = self.places[start..].iter().zip(&self.extra[start..]).take_while(|(p, _)| p.0 == node);
        let mut places = here.map(|(p, extra)| (p.1, *extra)).peekable();
        let events = icfg.events(node);
        // Cost so far is the index reached less `inst`, corrected by what calls and marks cost.
        let (mut more, mut free, mut best) = (0u32, 0u32, INF);
        let cost = |at: u32, more: u32, free: u32| plus(at - inst - free, more);
        for e in &events[events.partition_point(|e| e.inst < inst)..] {
            if let Some((at, extra)) = places.next_if(|(at, _)| *at <= e.inst) {
                return best.min(plus(cost(at, more, free), extra));
            }
            match e.call {
                None => free += 1,
                Some(c) => {
                    best = best.min(plus(cost(e.inst + 1, more, free), self.callee[c.0 as usize]));
                    more = plus(more, icfg.through(c));
                    if more == INF {
                        return best;
                    }
                }
            }
        }
        if let Some((at, extra)) = places.next() {
            return best.min(plus(cost(at, more, free), extra));
        }
        let end = (icfg.length[node as usize] + 1).max(inst);
        best.min(plus(cost(end, more, free.min(end - inst)), self.behind[node as usize]))
    }
}

type Pairs = Vec<(u32, u32)>;

/// The calls that can be reached from their block's start: edges from the callee to the call's number, and by number
/// the node and the cost from its start into the callee.
fn call_edges(icfg: &Icfg) -> (Pairs, Pairs) {
    let (mut edges, mut calls) = (Vec::new(), Vec::new());
    for node in 0..icfg.own_cost.len() as u32 {
        let (mut more, mut free) = (0u32, 0);
        for e in icfg.events(node) {
            match e.call {
                None => free += 1,
                Some(c) => {
                    edges.push((c.0, calls.len() as u32));
                    calls.push((node, plus(e.inst + 1 - free, more)));
                    more = plus(more, icfg.through(c));
                    if more == INF {
                        break;
                    }
                }
            }
        }
    }
    (edges, calls)
}

impl Search<'_> {
    fn run(&mut self, places: &[(u32, u32)], extra: &[u32], landing: u32) {
        if places.is_empty() {
            return;
        }
        for (&(node, inst), extra) in places.iter().zip(extra) {
            // Costs up to the place: the rest from the start without the rest from there.
            if let Some(cost) = self.cost_to(node, inst) {
                self.heap.push(Reverse((plus(cost, *extra), node)));
            }
        }
        for node in 0..self.links.total.len() as u32 {
            if self.icfg.ends[node as usize] == End::Unknown && self.links.total[node as usize] != INF {
                self.heap.push(Reverse((plus(self.links.total[node as usize], PENALTY), node)));
            }
        }
        // Callees with a distance of their own wait in the heap behind the nodes' numbers.
        if landing != INF {
            self.heap.push(Reverse((landing, self.behind_nodes(self.icfg.special(Special::LongJmp)))));
        }
        // Which handler catches what is not known: anything may be next.
        if self.icfg.unwinds {
            self.heap.push(Reverse((PENALTY, self.behind_nodes(self.icfg.special(Special::Outside)))));
        }
        while let Some(Reverse((cost, item))) = self.heap.pop() {
            match item.checked_sub(self.links.total.len() as u32) {
                Some(callee) => self.callee_known(callee, cost),
                None => self.node_known(item, cost),
            }
        }
    }

    fn behind_nodes(&self, c: Callee) -> u32 {
        self.links.total.len() as u32 + c.0
    }

    /// The cost from the node's start to before the instruction, if a run can come there.
    fn cost_to(&self, node: u32, inst: u32) -> Option<u32> {
        let (mut more, mut free) = (0u32, 0);
        for e in self.icfg.events(node).iter().take_while(|e| e.inst < inst) {
            match e.call {
                None => free += 1,
                Some(c) => more = plus(more, self.icfg.through(c)),
            }
        }
        (more != INF).then(|| plus(inst - free, more))
    }

    fn node_known(&mut self, node: u32, cost: u32) {
        if self.distance[node as usize] != INF {
            return;
        }
        self.distance[node as usize] = cost;
        for &p in self.icfg.graph.preds(node) {
            if self.distance[p as usize] == INF && self.links.total[p as usize] != INF {
                self.heap.push(Reverse((plus(self.links.total[p as usize], cost), p)));
            }
        }
        if self.links.started[node as usize] != INF {
            self.callee_known(self.links.started[node as usize], cost);
        }
    }

    fn callee_known(&mut self, callee: u32, cost: u32) {
        if self.callee[callee as usize] != INF {
            return;
        }
        self.callee[callee as usize] = cost;
        for &call in self.links.callers.succs(callee) {
            let (node, before) = self.links.calls[call as usize];
            if self.distance[node as usize] == INF {
                self.heap.push(Reverse((plus(before, cost), node)));
            }
        }
        let as_member = plus(cost, self.icfg.membership_cost(callee));
        for &class in self.links.memberships.succs(callee) {
            if self.callee[class as usize] == INF {
                self.heap.push(Reverse((as_member, self.links.total.len() as u32 + class)));
            }
        }
        if self.links.outside[callee as usize] {
            let outside = self.behind_nodes(self.icfg.special(Special::Outside));
            self.heap.push(Reverse((plus(cost, PENALTY), outside)));
        }
        if self.links.taken[callee as usize] && self.icfg.exit_handlers {
            let exit = self.behind_nodes(self.icfg.special(Special::Exit));
            self.heap.push(Reverse((cost, exit)));
        }
    }

    fn finish(self, places: &[(u32, u32)], extra: &[u32]) -> Solved {
        let n = self.links.total.len();
        let mut behind = vec![INF; n];
        let mut hot = vec![0; n];
        for node in 0..n as u32 {
            let on = self.icfg.graph.succs(node).iter().map(|s| self.distance[*s as usize]).min().unwrap_or(INF);
            let unknown = self.icfg.ends[node as usize] == End::Unknown && !places.is_empty();
            behind[node as usize] = if unknown { PENALTY } else { on };
            let cut = self.icfg.cut[node as usize];
            if cut == INF && behind[node as usize] != INF {
                hot[node as usize] = INF;
                continue;
            }
            for e in self.icfg.events(node).iter().take_while(|e| e.inst <= cut) {
                if e.call.is_some_and(|c| self.callee[c.0 as usize] != INF) {
                    hot[node as usize] = e.inst + 1;
                }
            }
        }
        for &(node, inst) in places.iter().filter(|(node, inst)| *inst <= self.icfg.cut[*node as usize]) {
            hot[node as usize] = hot[node as usize].max(inst.saturating_add(1));
        }
        let exit = self.callee[self.icfg.special(Special::Exit).0 as usize];
        Solved { distance: self.distance, behind, callee: self.callee, exit, hot, places: places.to_vec(), extra: extra.to_vec() }
    }
}
