//! The inputs that came to something new, over all slices.

use std::collections::BTreeSet;

use crate::{Input, Told};

/// Inputs and their bytes, at most.
const MOST: usize = 4096;
const MOST_BYTES: usize = 16 << 20;
/// The last ones of a slice may not have been looked at closely.
const LAST: usize = 8;

/// The inputs that are worth starting from.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// With whether their comparisons were looked at.
    inputs: Vec<(Input, bool)>,
    known: BTreeSet<Vec<u8>>,
    bytes: usize,
}

impl Corpus {
    /// Adds an input; not if it is known or there is no room. Whether it was added.
    pub fn add(&mut self, input: Input) -> bool {
        let flat = input.concat();
        if self.inputs.len() >= MOST || self.bytes + flat.len() > MOST_BYTES || self.known.contains(&flat) {
            return false;
        }
        self.bytes += flat.len();
        self.known.insert(flat);
        self.inputs.push((input, false));
        true
    }

    /// A slice is over: what it was given was tried, and what it kept is here from now on. How many were new.
    pub fn learn(&mut self, told: &Told) -> u32 {
        if told.summary.is_some() {
            self.inputs.iter_mut().for_each(|(_, tried)| *tried = true);
        }
        let before = self.inputs.len();
        for input in &told.kept {
            self.add(input.clone());
        }
        let n = self.inputs.len();
        for (_, tried) in &mut self.inputs[before..n.saturating_sub(LAST).max(before)] {
            *tried = true;
        }
        (n - before) as u32
    }

    /// The inputs, each with whether its comparisons were looked at.
    pub fn inputs(&self) -> &[(Input, bool)] {
        &self.inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_there_once() {
        let mut corpus = Corpus::default();
        assert!(corpus.add(vec![vec![1, 2], vec![3]]));
        assert!(!corpus.add(vec![vec![1], vec![2, 3]]), "the same bytes");
        assert!(corpus.add(vec![vec![1, 2]]));
        assert!(!corpus.add(vec![vec![0; MOST_BYTES]]), "too large");
        assert_eq!(corpus.inputs().len(), 2);
    }
}
