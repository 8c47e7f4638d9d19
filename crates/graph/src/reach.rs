//! Which program points can still lead to an open target, and how far it is.
//!
//! `Icfg` is the static part: all blocks of all functions as nodes, calls as edges, and the cheapest way through each
//! function. `Solved` is the part that depends on which targets are open; it is computed when first asked for.

mod icfg;
mod solve;
mod through;

use homing_ir::{BlockId, FuncId, Place, Program, TargetId};
use icfg::{INF, Icfg};
use solve::{Links, Solved};
use std::sync::OnceLock;

/// A point of execution in one function: going on before instruction `inst`.
pub type Frame = (FuncId, BlockId, u32);

/// Sound reachability and distances over paths whose calls and returns match.
///
/// What a run can do is over-approximated: indirect calls go to every function whose address is taken (with a wrong
/// signature only as a last resort for distances); code outside of the program (functions without body and model, unsupported instructions) may call every such
/// function and every one that it can name (not `static`), and, if there are places where exceptions land, go on anywhere; a `longjmp` may land behind every `setjmp`; at an exit every function whose address is taken may run if
/// the program registers exit handlers at all; an unsupported terminator may lead anywhere. What is behind a call that
/// cannot return is not reached.
///
/// Findings (`error:KIND`) are no places: a caller with such a target open must not drop states by this.
pub struct Reach {
    icfg: Icfg,
    links: Links,
    /// By target: its places.
    places: Vec<Vec<Place>>,
    open: Vec<bool>,
    /// Functions that count as a target when they are called.
    goals: Vec<FuncId>,
    /// Grows when distances change.
    version: u64,
    solved: OnceLock<Solved>,
}

impl Reach {
    /// One list of places per target, as `homing_ir::places` gives them for the program as it is now.
    pub fn new(p: &Program, places: &[Vec<Place>]) -> Reach {
        Reach::of(p, places, false)
    }

    /// The same for a program whose caller brings functions of its own: a call through any pointer may go to code outside.
    pub fn with_callers(p: &Program, places: &[Vec<Place>]) -> Reach {
        Reach::of(p, places, true)
    }

    fn of(p: &Program, places: &[Vec<Place>], callers: bool) -> Reach {
        let mut places = places.to_vec();
        for list in &mut places {
            list.retain(|at| p.functions.get(at.func.index()).is_some_and(|f| at.block.index() < f.blocks.len()));
        }
        let icfg = Icfg::new(p, callers);
        Reach {
            links: Links::new(&icfg),
            icfg,
            open: vec![true; places.len()],
            places,
            goals: Vec::new(),
            version: 0,
            solved: OnceLock::new(),
        }
    }

    /// The same with calls of these functions as further targets: who is inside has them behind. For distances only, nothing may be dropped
    /// by it.
    pub fn with_goals(&self, goals: &[FuncId]) -> Reach {
        Reach {
            icfg: self.icfg.clone(),
            links: Links::new(&self.icfg),
            places: self.places.clone(),
            open: self.open.clone(),
            goals: goals.to_vec(),
            version: self.version,
            solved: OnceLock::new(),
        }
    }

    /// Two equal numbers at two times: distances are the same.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Going on at instruction `inst` of the block, can an open target be reached in this function or in calls made
    /// from it, without returning?
    pub fn down(&self, func: FuncId, block: BlockId, inst: u32) -> bool {
        let node = self.icfg.node(func, block);
        self.solved().down(&self.icfg, node, inst)
    }

    /// Can an open target be reached regardless of the stack, by exit handlers? Then no state may be dropped: handlers
    /// that wait for their turn are on no stack.
    pub fn anywhere(&self) -> bool {
        self.solved().exit != INF
    }

    /// Can this state reach an open target? `frames` are its activations, innermost first, each where it goes on
    /// (callers: behind the call); functions still to be run afterwards come last, at their start.
    pub fn alive(&self, frames: impl IntoIterator<Item = Frame>) -> bool {
        if self.anywhere() {
            return true;
        }
        for (func, block, inst) in frames {
            if self.down(func, block, inst) {
                return true;
            }
            if self.to_return(func, block, inst).is_none() {
                return false;
            }
        }
        false
    }

    /// Can the function return at all?
    pub fn may_return(&self, func: FuncId) -> bool {
        self.through(func).is_some()
    }

    /// The target is decided and no longer looked for.
    pub fn close(&mut self, target: TargetId) {
        if let Some(open) = self.open.get_mut(target.index())
            && std::mem::replace(open, false)
        {
            self.version += 1;
            self.solved = OnceLock::new();
        }
    }

    /// Indirect calls were seen to go to these functions (call, callee). Distances take such a call to go where it was seen to go, and
    /// anywhere else only as a last resort; what can be reached at all stays as it is. Was any of it news?
    pub fn seen(&mut self, calls: &[(Frame, FuncId)]) -> bool {
        let news = calls.iter().fold(false, |news, ((func, block, inst), to)| {
            let node = self.icfg.node(*func, *block);
            self.icfg.seen(node, *inst, *to) || news
        });
        if news {
            self.version += 1;
            self.icfg.find_ways_through();
            self.links = Links::new(&self.icfg);
            self.solved = OnceLock::new();
        }
        news
    }

    /// The fewest instructions from the start of a block to an open target, going down into calls and across them.
    pub fn distance(&self, func: FuncId, block: BlockId) -> Option<u32> {
        finite(self.solved().distance[self.icfg.node(func, block) as usize])
    }

    /// The same from before instruction `inst`.
    pub fn distance_at(&self, func: FuncId, block: BlockId, inst: u32) -> Option<u32> {
        let node = self.icfg.node(func, block);
        finite(self.solved().distance_at(&self.icfg, node, inst))
    }

    /// The fewest instructions of a run from the function's start to its return; none if it never returns. Functions
    /// outside of the program count as nothing.
    pub fn through(&self, func: FuncId) -> Option<u32> {
        finite(self.icfg.through(self.icfg.callee(func)))
    }

    /// The fewest instructions from before instruction `inst` to a return from the function.
    pub fn to_return(&self, func: FuncId, block: BlockId, inst: u32) -> Option<u32> {
        finite(self.icfg.to_return(self.icfg.node(func, block), inst))
    }

    /// The distance of a state over its own stack: the least of going down from a frame after returning from those
    /// inside it. `frames` as for `alive`.
    pub fn stack_distance(&self, frames: impl IntoIterator<Item = Frame>) -> Option<u32> {
        let (mut before, mut best) = (0u32, INF);
        for (func, block, inst) in frames {
            // Further out it is farther: a deep recursion is not walked to its end.
            if before >= best {
                break;
            }
            if let Some(d) = self.distance_at(func, block, inst) {
                best = best.min(icfg::plus(before, d));
            }
            match self.to_return(func, block, inst) {
                Some(d) => before = icfg::plus(before, d),
                None => {
                    before = icfg::plus(before, icfg::PENALTY);
                    break;
                }
            }
        }
        finite(best.min(icfg::plus(before, self.solved().exit)))
    }

    fn solved(&self) -> &Solved {
        self.solved.get_or_init(|| {
            let open = self.places.iter().zip(&self.open).filter(|(_, open)| **open).flat_map(|(list, _)| list);
            let mut places: Vec<(u32, u32)> = open.map(|at| (self.icfg.node(at.func, at.block), at.inst)).collect();
            let goals: Vec<icfg::Callee> = self.goals.iter().map(|f| self.icfg.callee(*f)).collect();
            places.sort_unstable();
            places.dedup();
            Solved::new(&self.icfg, &self.links, places, &goals)
        })
    }
}

fn finite(d: u32) -> Option<u32> {
    (d != INF).then_some(d)
}
