//! What a child is told, as bytes: `read_order` in the runtime reads them.

use homing_random::mix;

use crate::{BLOCKS, Input};

/// Targets that a child can look for.
pub const TARGETS: usize = 8192;

/// What a child is to do.
#[derive(Clone, Debug)]
pub struct Order<'a> {
    /// All that is left to chance.
    pub seed: u64,
    /// Blocks that it may execute in all.
    pub budget: u64,
    /// Blocks of one run.
    pub fuel: u64,
    /// Each run is to have a process of its own.
    pub apart: bool,
    /// What the program finds around it ([`Surroundings`](crate::Surroundings)).
    pub surroundings: &'a [u8],
    /// For each block: how far it is from what is looked for; `u32::MAX` if that cannot be reached from there.
    pub distances: &'a [u32],
    /// The numbers of the targets that are looked for.
    pub open: &'a [u32],
    /// Texts that the program may compare with.
    pub words: &'a [Vec<u8>],
    /// What to begin with, each with whether its comparisons were looked at.
    pub inputs: &'a [(Input, bool)],
}

impl Order<'_> {
    /// The bytes. Blocks beyond [`BLOCKS`] are left out; inputs have at most [`INPUT`](crate::INPUT) bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for n in [mix(self.seed), self.budget, self.fuel] {
            out.extend(n.to_le_bytes());
        }
        out.extend(u32::from(self.apart).to_le_bytes());
        let distances = &self.distances[..self.distances.len().min(BLOCKS)];
        out.extend((distances.len() as u32).to_le_bytes());
        distances.iter().for_each(|d| out.extend(d.to_le_bytes()));
        let mut open = [0u8; TARGETS / 8];
        for t in self.open.iter().map(|t| *t as usize).filter(|t| *t < TARGETS) {
            open[t / 8] |= 1 << (t % 8);
        }
        out.extend(open);
        out.extend((self.words.len() as u32).to_le_bytes());
        for w in self.words {
            out.extend((w.len() as u32).to_le_bytes());
            out.extend(w);
        }
        out.extend(if self.surroundings.is_empty() { &[0; 4] } else { self.surroundings });
        let nothing = [(Input::new(), false)];
        let inputs = if self.inputs.is_empty() { &nothing[..] } else { self.inputs };
        out.extend((inputs.len() as u32).to_le_bytes());
        for (input, tried) in inputs {
            let bytes = input.concat();
            out.extend(u32::from(*tried).to_le_bytes());
            out.extend((bytes.len() as u32).to_le_bytes());
            out.extend(bytes);
        }
        out
    }
}
