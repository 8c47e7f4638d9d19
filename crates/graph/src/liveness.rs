//! Which registers are still read.

use homing_ir::flow::Graph;
use homing_ir::{Function, Opnd, Reg};

/// The registers live at the start and at the end of each block, as bit sets.
///
/// A block's parameters are written at its start, so they are not live there; the arguments of an edge are read at
/// the end of the block that the edge leaves.
pub struct Liveness {
    words: usize,
    start: Vec<u64>,
    end: Vec<u64>,
}

impl Liveness {
    pub fn new(f: &Function) -> Liveness {
        let (n, words) = (f.blocks.len(), f.regs.len().div_ceil(64));
        let g = Graph::of(f);
        let mut l = Liveness { words, start: vec![0; n * words], end: vec![0; n * words] };
        // Backwards over the blocks until nothing changes; blocks that nothing reaches take part too.
        let mut work: Vec<u32> = (0..n as u32).collect();
        let mut waiting = vec![true; n];
        let mut now = vec![0u64; words];
        while let Some(b) = work.pop() {
            waiting[b as usize] = false;
            let at = b as usize * words;
            for s in g.succs(b) {
                let from = *s as usize * words;
                for w in 0..words {
                    l.end[at + w] |= l.start[from + w];
                }
            }
            now.copy_from_slice(&l.end[at..at + words]);
            transfer(f, b as usize, &mut now);
            if now[..] != l.start[at..at + words] {
                l.start[at..at + words].copy_from_slice(&now);
                for &p in g.preds(b) {
                    if !std::mem::replace(&mut waiting[p as usize], true) {
                        work.push(p);
                    }
                }
            }
        }
        l
    }

    /// Is the register read after the start of the block, before anything could write it?
    pub fn at_start(&self, block: u32, r: Reg) -> bool {
        get(&self.start[block as usize * self.words..], r)
    }

    /// Is the register read in a block behind this one? (Arguments of the block's own edges are read inside it.)
    pub fn at_end(&self, block: u32, r: Reg) -> bool {
        get(&self.end[block as usize * self.words..], r)
    }

    /// The registers that are read from that instruction of the block on, before anything could write them; behind the last one stands the
    /// terminator. In order; parameters of the block that are read in it are among them.
    pub fn list_before(&self, f: &Function, block: u32, inst: usize) -> Vec<Reg> {
        let at = block as usize * self.words;
        let mut now = self.end[at..at + self.words].to_vec();
        back_to(f, block as usize, inst, &mut now);
        list(&now)
    }

    /// The registers live at the start of the block, in order.
    pub fn list_at_start(&self, block: u32) -> Vec<Reg> {
        let at = block as usize * self.words;
        list(&self.start[at..at + self.words])
    }
}

fn list(set: &[u64]) -> Vec<Reg> {
    let bits = set.iter().enumerate();
    bits.flat_map(|(w, x)| (0..64).filter(move |i| x >> i & 1 == 1).map(move |i| Reg((w * 64 + i) as u32))).collect()
}

fn get(set: &[u64], r: Reg) -> bool {
    set[r.index() / 64] >> (r.index() % 64) & 1 == 1
}

fn transfer(f: &Function, b: usize, now: &mut [u64]) {
    back_to(f, b, 0, now);
    f.blocks[b].params.iter().for_each(|r| now[r.index() / 64] &= !(1 << (r.index() % 64)));
}

/// From the end of a block back to before an instruction.
fn back_to(f: &Function, b: usize, inst: usize, now: &mut [u64]) {
    let read = |o: Opnd, now: &mut [u64]| {
        if let Some(r) = o.as_reg() {
            now[r.index() / 64] |= 1 << (r.index() % 64);
        }
    };
    let write = |r: Reg, now: &mut [u64]| now[r.index() / 64] &= !(1 << (r.index() % 64));
    let block = &f.blocks[b];
    block.term.uses(|o| read(o, now));
    for inst in block.insts.iter().skip(inst).rev() {
        inst.defs(|r| write(r, now));
        inst.uses(|o| read(o, now));
    }
}
