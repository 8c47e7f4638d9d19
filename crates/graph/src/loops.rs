//! Natural loops and how they nest.

use homing_ir::flow::{Dominators, Graph, NONE};

/// A natural loop: all edges back to one header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    pub header: u32,
    /// The loop around it, by its place in `Loops::list`.
    pub parent: Option<u32>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

/// The natural loops of a function, outer before inner. Cycles with several entries are no natural loops and do not
/// appear.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    pub list: Vec<Loop>,
    /// By block: the innermost loop it is in, or `NONE`.
    pub of: Vec<u32>,
}

impl Loops {
    pub fn new(g: &Graph, d: &Dominators) -> Loops {
        let mut found = Loops { list: vec![], of: vec![NONE; g.len()] };
        // Inner headers are dominated by outer ones, so going backwards finds inner loops first.
        for &header in d.preorder.iter().rev() {
            let back: Vec<u32> = g.preds(header).iter().copied().filter(|p| d.dominates(header, *p)).collect();
            if !back.is_empty() {
                found.add(g, d, header, back);
            }
        }
        found.order()
    }

    /// Collects a loop by walking back from the ends of its back edges; loops met on the way lie inside it.
    fn add(&mut self, g: &Graph, d: &Dominators, header: u32, mut work: Vec<u32>) {
        let id = self.list.len() as u32;
        self.list.push(Loop { header, parent: None, depth: 0 });
        self.of[header as usize] = if self.of[header as usize] == NONE { id } else { self.of[header as usize] };
        while let Some(b) = work.pop() {
            if !d.reachable(b) {
                continue;
            }
            match self.outermost(b) {
                None => {
                    self.of[b as usize] = id;
                    work.extend(g.preds(b));
                }
                Some(inner) if inner == id => {}
                Some(inner) => {
                    self.list[inner as usize].parent = Some(id);
                    work.extend(g.preds(self.list[inner as usize].header));
                }
            }
        }
    }

    fn outermost(&self, b: u32) -> Option<u32> {
        let mut at = Some(self.of[b as usize]).filter(|l| *l != NONE)?;
        while let Some(parent) = self.list[at as usize].parent {
            at = parent;
        }
        Some(at)
    }

    /// Turns the list round, so that outer loops come first, and fills in depths.
    fn order(mut self) -> Loops {
        let last = self.list.len() as u32;
        let turn = |l: u32| last - 1 - l;
        self.list.reverse();
        self.of.iter_mut().filter(|l| **l != NONE).for_each(|l| *l = turn(*l));
        for i in 0..self.list.len() {
            self.list[i].parent = self.list[i].parent.map(turn);
            self.list[i].depth = 1 + self.list[i].parent.map_or(0, |p| self.list[p as usize].depth);
        }
        self
    }

    /// Is the block in the loop (or in one inside it)?
    pub fn contains(&self, id: u32, block: u32) -> bool {
        let mut at = Some(self.of[block as usize]).filter(|l| *l != NONE);
        while let Some(l) = at {
            if l == id {
                return true;
            }
            at = self.list[l as usize].parent;
        }
        false
    }

    /// How many loops are around the block.
    pub fn depth(&self, block: u32) -> u32 {
        self.list.get(self.of[block as usize] as usize).map_or(0, |l| l.depth)
    }
}
