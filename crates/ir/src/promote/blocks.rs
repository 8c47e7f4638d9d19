//! Jumping over empty blocks, joining blocks, and writing the function out again.

use super::Work;
use crate::flow::{Graph, NONE};
use crate::{Block, BlockId, Edge, Home, Inst, LocId, Opnd, Terminator};

/// The longest chain of empty blocks that one edge jumps over; longer ones and cycles are left in part.
const CHAIN: usize = 16;

impl Work<'_> {
    /// Lets edges jump over blocks without code, and makes a jump of a branch whose ways are the same.
    pub fn thread(&mut self) {
        let skip = self.empty_blocks();
        for b in (0..self.f.blocks.len()).filter(|b| self.dominators.reachable(*b as u32)).collect::<Vec<_>>() {
            let mut term = std::mem::replace(&mut self.f.blocks[b].term, Terminator::Unreachable);
            term.each_edge_mut(|e| {
                for _ in 0..CHAIN {
                    match skip[e.to.index()].then(|| self.over(e)).flatten() {
                        Some(next) if next != *e => *e = next,
                        _ => break,
                    }
                }
            });
            let same = match &term {
                Terminator::Branch { then, els, .. } => then == els,
                Terminator::Switch { cases, default, .. } => cases.iter().all(|(_, e)| e == default),
                _ => false,
            };
            if same && let Terminator::Branch { then: e, .. } | Terminator::Switch { default: e, .. } = term {
                term = Terminator::Jump(e);
            }
            self.f.blocks[b].term = term;
        }
    }

    /// Where an edge into an empty block leads in the end.
    fn over(&self, e: &Edge) -> Option<Edge> {
        let block = &self.f.blocks[e.to.index()];
        // The block being changed itself shows no jump here: an edge to itself stays.
        let Terminator::Jump(next) = &block.term else { return None };
        let value = |o: &Opnd| match block.params.iter().position(|p| *o == Opnd::reg(*p)) {
            Some(i) => e.args[i],
            None => *o,
        };
        Some(Edge { to: next.to, args: next.args.iter().map(value).collect() })
    }

    /// Blocks that do nothing but jump, and whose parameters are read by that jump only.
    fn empty_blocks(&self) -> Vec<bool> {
        let n = self.f.blocks.len();
        let mut skip = vec![false; n];
        let mut owner = vec![NONE; self.f.regs.len()];
        let mut params = false;
        for &b in self.dominators.preorder.iter().skip(1) {
            let (block, base) = (&self.f.blocks[b as usize], self.base[b as usize]);
            let empty = self.gone[base..base + block.insts.len()].iter().all(|g| *g);
            if empty && let Terminator::Jump(e) = &block.term {
                skip[b as usize] = e.to.0 != b;
                params |= !block.params.is_empty();
                block.params.iter().for_each(|r| owner[r.index()] = b);
            }
        }
        self.keep_values(&mut skip);
        if params {
            self.keep_read_elsewhere(&owner, &mut skip);
        }
        skip
    }

    fn keep_read_elsewhere(&self, owner: &[u32], skip: &mut [bool]) {
        let mut read = |o: Opnd, by: u32| {
            if let Some(r) = o.as_reg()
                && owner[r.index()] != NONE
                && owner[r.index()] != by
            {
                skip[owner[r.index()] as usize] = false;
            }
        };
        for &b in &self.dominators.preorder {
            let block = &self.f.blocks[b as usize];
            for (i, inst) in block.insts.iter().enumerate() {
                if !self.gone[self.base[b as usize] + i] {
                    inst.uses(|o| read(o, b));
                }
            }
            block.term.uses(|o| read(o, b));
        }
        self.values.iter().for_each(|v| read(v.value, NONE));
    }

    /// A block where a variable gets a value stays, unless the block behind it tells the variable's value anew.
    fn keep_values(&self, skip: &mut [bool]) {
        let mut starts: Vec<(u32, u32)> = self.values.iter().filter(|v| v.after == 0).map(|v| (v.block, v.var)).collect();
        starts.sort_unstable();
        for v in &self.values {
            if skip[v.block as usize]
                && let Terminator::Jump(e) = &self.f.blocks[v.block as usize].term
                && starts.binary_search(&(e.to.0, v.var)).is_err()
            {
                skip[v.block as usize] = false;
            }
        }
    }

    /// Writes the function: reachable blocks in their old order, joined where `merge` allows, without what is gone.
    pub fn emit(&mut self) {
        let graph = Graph::of(self.f);
        let order = graph.reverse_post_order(0);
        let mut reachable = vec![false; graph.len()];
        order.iter().for_each(|b| reachable[*b as usize] = true);
        let next = self.joins(&graph, &reachable);
        let mut joined = vec![false; graph.len()];
        next.iter().filter(|n| **n != NONE).for_each(|n| joined[*n as usize] = true);

        let mut names = vec![NONE; graph.len()];
        // By old block: where its code starts in the new one.
        let mut starts = vec![0u32; graph.len()];
        let mut old = std::mem::take(&mut self.f.blocks);
        for head in (0..graph.len()).filter(|b| reachable[*b] && !joined[*b]) {
            let name = self.f.blocks.len() as u32;
            let mut out = Block { params: vec![], insts: vec![], term: Terminator::Unreachable, locs: vec![] };
            let mut b = head;
            loop {
                (names[b], starts[b]) = (name, out.insts.len() as u32);
                self.append(&mut out, &mut old[b], b);
                if next[b] == NONE {
                    break;
                }
                b = next[b] as usize;
            }
            self.f.blocks.push(out);
        }
        for b in &mut self.f.blocks {
            b.term.each_edge_mut(|e| e.to = BlockId(names[e.to.index()]));
        }
        self.write_values(&names, &starts);
    }

    /// By block: the block that is joined to its end.
    fn joins(&self, graph: &Graph, reachable: &[bool]) -> Vec<u32> {
        let mut next = vec![NONE; graph.len()];
        if !self.options.merge {
            return next;
        }
        for (b, block) in self.f.blocks.iter().enumerate().filter(|(b, _)| reachable[*b]) {
            if let Terminator::Jump(e) = &block.term
                && e.to.0 != 0
                && e.args.is_empty()
                && graph.preds(e.to.0).iter().filter(|p| reachable[**p as usize]).count() == 1
            {
                next[b] = e.to.0;
            }
        }
        next
    }

    fn append(&self, out: &mut Block, from: &mut Block, b: usize) {
        let gone = &self.gone[self.base[b]..self.base[b] + from.insts.len()];
        if out.locs.is_empty() {
            out.params = std::mem::take(&mut from.params);
        } else {
            // The jump that led here goes with its location.
            out.locs.pop();
        }
        let insts: Vec<Inst> = std::mem::take(&mut from.insts);
        let locs: Vec<LocId> = std::mem::take(&mut from.locs);
        let end = locs.last().copied().unwrap_or_default();
        if out.insts.is_empty() && !gone.contains(&true) {
            (out.insts, out.locs) = (insts, locs);
        } else {
            for ((inst, loc), _) in insts.into_iter().zip(locs).zip(gone).filter(|(_, gone)| !**gone) {
                out.insts.push(inst);
                out.locs.push(loc);
            }
            out.locs.push(end);
        }
        out.term = std::mem::replace(&mut from.term, Terminator::Unreachable);
    }

    /// Gives each variable its values at their new places.
    fn write_values(&mut self, names: &[u32], starts: &[u32]) {
        let mut values = std::mem::take(&mut self.values);
        values.sort_by_key(|v| (v.block, v.after));
        // Counts the instructions that stay, going forward within a block.
        let (mut block, mut passed, mut kept) = (NONE, 0, 0);
        for v in values {
            if names[v.block as usize] == NONE {
                continue;
            }
            if v.block != block {
                (block, passed, kept) = (v.block, 0, 0);
            }
            let base = self.base[block as usize];
            kept += self.gone[base + passed as usize..base + v.after as usize].iter().filter(|g| !**g).count() as u32;
            passed = v.after;
            let place = (BlockId(names[block as usize]), starts[block as usize] + kept, v.value);
            if let Some(var) = self.f.vars.get_mut(v.var as usize)
                && let Home::Values(list) = &mut var.home
            {
                list.push(place);
            }
        }
        for var in &mut self.f.vars {
            if let Home::Values(list) = &mut var.home {
                list.sort_by_key(|(b, i, _)| (*b, *i));
            }
        }
    }
}
