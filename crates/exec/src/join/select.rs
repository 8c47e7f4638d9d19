//! Two sides of a branch computed at once, without a fork: what they give becomes conditionals where they meet.

use std::rc::Rc;

use homing_ir::{BinOp, BlockId, Edge, FuncId, Function, Inst, OpndKind, Terminator};
use homing_memory::{Val, ValKind};
use homing_term::Term;
use smallvec::SmallVec;

use super::Guards;
use crate::end::Res;
use crate::executor::Step;
use crate::{Executor, State};

/// Instructions on each side.
const MOST: usize = 16;

/// Two short sides of a branch that meet again, without anything that could fail, split a state or change memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diamond {
    pub join: BlockId,
    /// Blocks on the way there.
    then: Vec<BlockId>,
    els: Vec<BlockId>,
}

impl Diamond {
    /// The two sides of the branch at the end of a block, if they are of that kind.
    pub fn at(f: &Function, block: BlockId) -> Option<Diamond> {
        let Terminator::Branch { then, els, .. } = &f.block(block).term else { return None };
        let (a, b) = (plain_blocks(f, then), plain_blocks(f, els));
        // The place where they meet is the first that both come to.
        let join = a.iter().find(|x| b.contains(x)).copied()?;
        let side = |way: Vec<BlockId>| way.into_iter().take_while(|x| *x != join).collect::<Vec<_>>();
        let (then, els) = (side(a), side(b));
        let short = |way: &[BlockId]| way.iter().map(|b| f.block(*b).insts.len()).sum::<usize>() <= MOST;
        (join != block && !then.contains(&block) && !els.contains(&block) && short(&then) && short(&els)).then_some(Diamond {
            join,
            then,
            els,
        })
    }

    /// Both ways, without the place where they meet.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> {
        self.then.iter().chain(&self.els).copied()
    }
}

/// The blocks along an edge, up to the first that is more than plain, that one included.
fn plain_blocks(f: &Function, e: &Edge) -> Vec<BlockId> {
    let mut way = vec![e.to];
    while let Terminator::Jump(next) = &f.block(way[way.len() - 1]).term
        && f.block(way[way.len() - 1]).insts.iter().all(|i| is_plain(f, i))
        && way.len() < MOST
        && !way.contains(&next.to)
    {
        way.push(next.to);
    }
    way
}

/// Nothing but a value: it cannot fail, asks nothing and changes nothing else.
fn is_plain(f: &Function, inst: &Inst) -> bool {
    match inst {
        Inst::Copy { .. }
        | Inst::Un { .. }
        | Inst::Cast { .. }
        | Inst::Extract { .. }
        | Inst::Concat { .. }
        | Inst::Select { .. }
        | Inst::Cmp { .. } => true,
        Inst::Bin { op: BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem, .. } => false,
        // A shift by too much has any value.
        Inst::Bin { op, b, .. } if op.is_shift() => match b.kind() {
            OpndKind::Const(c) => matches!(f.consts[c.index()], homing_ir::Const::Bits { w, v } if v < u64::from(w)),
            OpndKind::Reg(_) => false,
        },
        Inst::Bin { .. } => true,
        _ => false,
    }
}

impl Executor<'_> {
    /// From now on both sides of the branch at the end of that block are computed at once, or no longer.
    pub fn select_at(&mut self, func: FuncId, block: BlockId, diamond: Option<Diamond>) {
        // Overflow that is looked for is something that can fail.
        match diamond.filter(|_| !self.options.check_overflow && !self.code.dynamic) {
            Some(d) => drop(self.selects.insert((func, block), Rc::new(d))),
            None => drop(self.selects.remove(&(func, block))),
        }
    }

    /// How often that was done.
    pub fn selected(&self) -> u64 {
        self.selected
    }

    /// Computes both sides of a branch, if its place is one where that is wanted; false if the state has to split.
    pub(crate) fn both_at_once(&mut self, st: &mut State, step: &mut Step, cond: Term, ways: (&Edge, &Edge)) -> Res<bool> {
        let at = (st.frame.func, st.frame.block);
        let Some(diamond) = self.selects.get(&at).cloned() else { return Ok(false) };
        if st.path.known(&mut self.cx, cond).is_some() || !self.stop_at.is_empty() || st.lazy.is_some() {
            return Ok(false);
        }
        let first = self.one_way(st, step, ways.0, &diamond.then)?;
        let second = self.one_way(st, step, ways.1, &diamond.els)?;
        let program = self.program;
        let function = program.func(at.0);
        let params = &function.block(diamond.join).params;
        let mut mixed: SmallVec<[Val; 8]> = SmallVec::new();
        for ((x, y), r) in first.iter().zip(&second).zip(params) {
            let plain = |v: &Val| matches!(v.kind(), ValKind::Int(_) | ValKind::Term(_)) || v.object().is_some();
            if x != y && !(plain(x) && plain(y)) {
                return Ok(false);
            }
            let blocks = self.options.check_leaks && x != y && (self.leads_to_block(st, *x) || self.leads_to_block(st, *y));
            let v = self.mix(cond, *x, *y, program.width(function.regs[r.index()]));
            if blocks || self.check_size(v).is_err() {
                return Ok(false);
            }
            mixed.push(v);
        }
        for (r, v) in params.iter().zip(mixed) {
            st.frame.regs[r.index()] = v;
        }
        let side = st.path.eval64(&mut self.cx, cond) == 1;
        st.trail.push_bit(side);
        st.guards = Guards::join((&st.guards, st.paths), (&st.guards, st.paths), cond, at);
        st.paths = st.paths.saturating_mul(2);
        st.joined = true;
        self.selected += 1;
        self.arrive(st, at.0, diamond.join)?;
        Ok(true)
    }

    /// The values that one side brings to where the two meet. What it computes on the way nobody else reads.
    fn one_way(&mut self, st: &mut State, step: &mut Step, e: &Edge, blocks: &[BlockId]) -> Res<SmallVec<[Val; 8]>> {
        let function = self.program.func(st.frame.func);
        let mut edge = e;
        for b in blocks {
            let block = function.block(*b);
            let vals: SmallVec<[Val; 8]> = edge.args.iter().map(|a| self.get(st, *a)).collect();
            for (r, v) in block.params.iter().zip(vals) {
                st.frame.regs[r.index()] = v;
            }
            for inst in &block.insts {
                self.slow(st, step, inst)?;
            }
            st.steps += block.insts.len() as u64 + 1;
            if let Terminator::Jump(next) = &block.term {
                edge = next;
            }
        }
        Ok(edge.args.iter().map(|a| self.get(st, *a)).collect())
    }
}
