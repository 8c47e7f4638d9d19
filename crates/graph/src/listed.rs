//! Distances by printed line, as KLEE-Reach's `.dist` files have them (developer manual, section 4): instructions executed, over paths
//! whose calls and returns match; a return for which no call was seen goes to any caller.

use homing_ir::Listing;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const INF: u64 = u64::MAX;

/// By line: the fewest instructions to execute before a target; lines that lead to none, and those without an instruction, are absent. In
/// the order of lines.
///
/// Calls of functions without a body in the listing count as one instruction.
pub fn line_distances(listing: &Listing) -> Vec<(u32, u32)> {
    let code = Code::new(listing);
    let through = code.through();
    let best = code.to_target(&through);
    let finite = |d: u64| (d != INF).then_some(d.min(u64::from(u32::MAX)) as u32);
    let mut out: Vec<(u32, u32)> = (0..code.lines.len()).filter_map(|i| Some((code.lines[i], finite(best[i])?))).collect();
    out.sort_unstable();
    out
}

/// All instructions of a listing, numbered through.
struct Code {
    lines: Vec<u32>,
    /// By instruction: what may come before it in its function.
    before: Vec<Vec<u32>>,
    /// By instruction: functions it may call.
    calls: Vec<Vec<u32>>,
    /// By instruction: the function that starts with it, plus one; 0 for none.
    starts: Vec<u32>,
    /// By function: its first instruction, its returns, and the instructions that may call it.
    entries: Vec<u32>,
    returns: Vec<Vec<u32>>,
    callers: Vec<Vec<u32>>,
    targets: Vec<u32>,
}

impl Code {
    fn new(listing: &Listing) -> Code {
        let count = listing.functions.len();
        let mut code = Code {
            lines: vec![],
            before: vec![],
            calls: vec![],
            starts: vec![],
            entries: vec![],
            returns: vec![vec![]; count],
            callers: vec![vec![]; count],
            targets: vec![],
        };
        for (f, function) in listing.functions.iter().enumerate() {
            let first = code.lines.len() as u32;
            code.entries.push(first);
            let mut starts = Vec::new();
            let mut ends = Vec::new();
            for block in &function.blocks {
                starts.push(code.lines.len() as u32);
                for (k, inst) in block.instructions.iter().enumerate() {
                    let at = code.lines.len() as u32;
                    code.lines.push(inst.line);
                    code.before.push(if k == 0 { vec![] } else { vec![at - 1] });
                    code.calls.push(inst.calls.clone());
                    code.starts.push(0);
                    inst.calls.iter().for_each(|g| code.callers[*g as usize].push(at));
                    code.targets.extend(inst.target.then_some(at));
                }
                ends.push((code.lines.len() as u32).wrapping_sub(1));
                code.returns[f].extend(block.returns.then(|| ends[ends.len() - 1]));
            }
            for (block, end) in function.blocks.iter().zip(&ends) {
                block.next.iter().for_each(|to| code.before[starts[*to as usize] as usize].push(*end));
            }
            if let Some(start) = code.starts.get_mut(first as usize) {
                *start = f as u32 + 1;
            }
        }
        code
    }

    /// By function: the fewest instructions from its start to its return, both counted; infinite if it does not return. The least solution
    /// for all functions at once, found in the order of cost: what is cheapest cannot be made cheaper by what is not known yet.
    fn through(&self) -> Vec<u64> {
        let mut to_return = vec![INF; self.lines.len()];
        let mut through = vec![INF; self.entries.len()];
        let mut heap: BinaryHeap<Reverse<(u64, u32)>> = self.returns.iter().flatten().map(|r| Reverse((1, *r))).collect();
        // Calls whose way on is known but not yet the way through a callee: the way on from behind each call.
        let mut behind = vec![INF; self.lines.len()];
        while let Some(Reverse((cost, i))) = heap.pop() {
            if to_return[i as usize] != INF {
                continue;
            }
            to_return[i as usize] = cost;
            for &p in &self.before[i as usize] {
                behind[p as usize] = behind[p as usize].min(cost);
                heap.extend(self.cost(p, &through).map(|c| Reverse((c + cost, p))));
            }
            if self.starts[i as usize] != 0 {
                let f = self.starts[i as usize] as usize - 1;
                through[f] = cost;
                for &c in self.callers[f].iter().filter(|c| behind[**c as usize] != INF) {
                    heap.push(Reverse((1 + cost + behind[c as usize], c)));
                }
            }
        }
        through
    }

    /// What executing an instruction costs, with all of a call.
    fn cost(&self, i: u32, through: &[u64]) -> Option<u64> {
        let calls = &self.calls[i as usize];
        if calls.is_empty() {
            return Some(1);
        }
        let callee = calls.iter().map(|g| through[*g as usize]).min().unwrap_or(INF);
        (callee != INF).then(|| callee + 1)
    }

    /// By instruction: the way to a target. Backwards from the targets; whoever has come back over a return into a function must not leave it
    /// over its start, for calls are crossed by `through`. The second half of the nodes are those that have.
    fn to_target(&self, through: &[u64]) -> Vec<u64> {
        let n = self.lines.len();
        let mut best = vec![INF; 2 * n];
        let mut heap: BinaryHeap<Reverse<(u64, usize)>> = self.targets.iter().map(|t| Reverse((0, *t as usize))).collect();
        while let Some(Reverse((cost, node))) = heap.pop() {
            if best[node] != INF {
                continue;
            }
            best[node] = cost;
            let (i, half) = if node < n { (node, 0) } else { (node - n, n) };
            for &p in &self.before[i] {
                heap.extend(self.cost(p, through).map(|c| Reverse((c + cost, half + p as usize))));
                let returns = self.calls[p as usize].iter().flat_map(|g| &self.returns[*g as usize]);
                heap.extend(returns.map(|r| Reverse((1 + cost, n + *r as usize))));
            }
            if half == 0 && self.starts[i] != 0 {
                let callers = &self.callers[self.starts[i] as usize - 1];
                heap.extend(callers.iter().map(|c| Reverse((1 + cost, *c as usize))));
            }
        }
        (0..n).map(|i| best[i].min(best[n + i])).collect()
    }
}
