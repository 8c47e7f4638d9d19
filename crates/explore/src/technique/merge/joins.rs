//! Where states that part in a function come together again.

use homing_graph::{Graph, PostDominators};
use homing_ir::{BlockId, Function, Terminator};

/// For each block of a function: the place that every way from it to a return passes.
pub(super) struct Joins(Vec<Join>);

/// Where that is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Join {
    At(BlockId),
    /// Only behind the call.
    End,
    /// No way leads to a return.
    Nowhere,
}

impl Joins {
    /// Ways that end the program, or never end, do not count: whoever goes them does not come back.
    pub fn new(f: &Function) -> Joins {
        let whole = Graph::of(f);
        let n = whole.len();
        let mut returns = vec![false; n];
        let mut todo: Vec<u32> = (0..n as u32).filter(|b| matches!(f.blocks[*b as usize].term, Terminator::Return(_))).collect();
        while let Some(b) = todo.pop() {
            if !std::mem::replace(&mut returns[b as usize], true) {
                todo.extend_from_slice(whole.preds(b));
            }
        }
        let mut edges = Vec::new();
        for from in (0..n as u32).filter(|b| returns[*b as usize]) {
            edges.extend(whole.succs(from).iter().filter(|to| returns[**to as usize]).map(|to| (from, *to)));
        }
        let after = PostDominators::new(&Graph::new(n, &edges));
        let join = |b: u32| match (returns[b as usize], after.immediate(b)) {
            (false, _) => Join::Nowhere,
            (true, Some(to)) => Join::At(BlockId(to)),
            (true, None) => Join::End,
        };
        Joins((0..n as u32).map(join).collect())
    }

    pub fn behind(&self, b: BlockId) -> Join {
        self.0[b.index()]
    }
}
