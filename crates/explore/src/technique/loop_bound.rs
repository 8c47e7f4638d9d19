//! Loops are gone round only so often. What lies behind more rounds is missed, and that is a loss.

use homing_exec::StateId;
use homing_graph::{Dominators, Graph, Loops, NONE};
use homing_ir::{Origin, Program};
use rustc_hash::FxHashMap;
use std::rc::Rc;

use super::{At, Decision, Guarantee, Points, Seen, Technique};

/// Rounds that a state has begun, of loops that it is in: the activation, the first block of the loop, how many.
type Rounds = Vec<(u64, u32, u32)>;

pub(super) struct LoopBound {
    most: u32,
    /// By function: its loops, if it is one of the program's own.
    loops: Vec<Option<Loops>>,
    rounds: FxHashMap<StateId, Rc<Rounds>>,
}

impl LoopBound {
    pub fn new(program: &Program, most: u32) -> LoopBound {
        let loops = |f: &homing_ir::Function| {
            let graph = Graph::of(f);
            Loops::new(&graph, &Dominators::new(&graph, 0))
        };
        let own = |f: &homing_ir::Function| f.origin == Origin::Program && !f.is_declaration();
        LoopBound {
            most,
            loops: program.functions.iter().map(|f| own(f).then(|| loops(f))).collect(),
            rounds: FxHashMap::default(),
        }
    }

    /// Loops that the block is not in are left; if it is the first one of a loop, a round begins.
    fn arrives(&self, rounds: &mut Rounds, frame: u64, at: At) -> bool {
        let Some(loops) = &self.loops[at.func.index()] else { return true };
        let header = |l: u32| loops.list[l as usize].header;
        let (block, inner) = (at.block.0, loops.of[at.block.index()]);
        let is_in = |head: u32| loops.list.iter().position(|l| l.header == head).is_some_and(|l| loops.contains(l as u32, block));
        // Activations inside of this one are over.
        rounds.retain(|(of, head, _)| *of < frame || (*of == frame && is_in(*head)));
        if inner == NONE || header(inner) != block {
            return true;
        }
        match rounds.iter_mut().find(|(of, head, _)| (*of, *head) == (frame, block)) {
            // To come to the first block once more is to have gone round once.
            Some((_, _, n)) => {
                *n += 1;
                *n <= self.most
            }
            None => {
                rounds.push((frame, block, 0));
                true
            }
        }
    }
}

impl Technique for LoopBound {
    fn name(&self) -> &'static str {
        super::LOOP_BOUND
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee { complete: false, precise: true }
    }

    fn pauses(&self) -> Points {
        Points { loop_heads: true, loop_exits: true, ..Default::default() }
    }

    fn look(&mut self, seen: &Seen<'_>) -> Decision {
        let id = seen.state.id;
        if let Some(parent) = seen.parent.and_then(|p| self.rounds.get(&p)).cloned() {
            self.rounds.insert(id, parent);
        }
        let Some(at) = seen.at else { return Decision::Continue };
        let mut rounds = Rc::unwrap_or_clone(self.rounds.remove(&id).unwrap_or_default());
        if !self.arrives(&mut rounds, seen.state.frame.id, at) {
            return Decision::Drop(format!("more than {} rounds of a loop", self.most));
        }
        self.rounds.insert(id, Rc::new(rounds));
        Decision::Continue
    }

    fn gone(&mut self, state: StateId) {
        self.rounds.remove(&state);
    }
}
