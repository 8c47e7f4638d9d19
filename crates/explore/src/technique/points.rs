//! Points of a program at which states can pause.

use homing_graph::{Dominators, Graph, Loops, NONE};
use homing_ir::{BlockId, FuncId, Function, Program};

/// Which kinds of points.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// The first block of each round of a loop.
    pub loop_heads: bool,
    /// The blocks behind a loop.
    pub loop_exits: bool,
    /// Blocks that are come to from several others.
    pub meetings: bool,
}

/// A point that a state has come to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct At {
    pub func: FuncId,
    pub block: BlockId,
}

impl Points {
    /// Those of both.
    pub fn and(self, other: Points) -> Points {
        Points {
            loop_heads: self.loop_heads || other.loop_heads,
            loop_exits: self.loop_exits || other.loop_exits,
            meetings: self.meetings || other.meetings,
        }
    }

    /// Where they are in a program.
    pub fn of(self, program: &Program) -> Vec<(FuncId, BlockId)> {
        if self == Points::default() {
            return Vec::new();
        }
        let functions = program.functions.iter().enumerate().filter(|(_, f)| !f.is_declaration());
        functions.flat_map(|(i, f)| self.within(f).into_iter().map(move |b| (FuncId(i as u32), BlockId(b)))).collect()
    }

    fn within(self, f: &Function) -> Vec<u32> {
        let graph = Graph::of(f);
        let loops = Loops::new(&graph, &Dominators::new(&graph, 0));
        let blocks = 0..graph.len() as u32;
        let mut all = Vec::new();
        if self.loop_heads {
            all.extend(loops.list.iter().map(|l| l.header));
        }
        if self.loop_exits {
            let leaves = |from: u32, to: u32| loops.of[from as usize] != NONE && !loops.contains(loops.of[from as usize], to);
            let behind = |b: u32| graph.succs(b).iter().copied().filter(move |to| leaves(b, *to)).collect::<Vec<_>>();
            all.extend(blocks.clone().flat_map(behind));
        }
        if self.meetings {
            let mut from = vec![0u32; graph.len()];
            blocks.clone().for_each(|b| graph.succs(b).iter().for_each(|to| from[*to as usize] += 1));
            all.extend(blocks.filter(|b| from[*b as usize] > 1));
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}
