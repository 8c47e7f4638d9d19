//! The inputs that came to something new, over all slices.

use std::collections::BTreeSet;

use crate::{INPUT, Input, Summary, Told};

/// Inputs and their bytes, at most, and of one.
const MOST: usize = 4096;
const MOST_BYTES: usize = 16 << 20;

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
        if flat.len() > INPUT || self.inputs.len() >= MOST || self.bytes + flat.len() > MOST_BYTES || self.known.contains(&flat) {
            return false;
        }
        self.bytes += flat.len();
        self.known.insert(flat);
        self.inputs.push((input, false));
        true
    }

    /// A slice is over: what it was given was tried, and what it kept is here from now on. How many were new.
    pub fn learn(&mut self, told: &Told) -> u32 {
        let flags = |list: fn(&Summary) -> &Vec<bool>| told.summary.as_ref().map_or(&[][..], |s| list(s));
        for ((_, tried), now) in self.inputs.iter_mut().zip(flags(|s| &s.given_tried)) {
            *tried |= now;
        }
        for (_, at, input) in told.smaller.iter().filter(|(kept, ..)| !kept) {
            self.replace(*at, input);
        }
        let before = self.inputs.len();
        for (i, input) in told.kept.iter().enumerate() {
            let smaller = told.smaller.iter().find(|(kept, at, _)| *kept && *at == i);
            if self.add(smaller.map_or(input, |(.., s)| s).clone())
                && let Some((_, tried)) = self.inputs.last_mut()
            {
                *tried = flags(|s| &s.kept_tried).get(i).is_some_and(|t| *t);
            }
        }
        let n = self.inputs.len();
        (n - before) as u32
    }

    fn replace(&mut self, at: usize, by: &Input) {
        let flat = by.concat();
        if let Some((input, _)) = self.inputs.get_mut(at)
            && flat.len() <= input.iter().map(Vec::len).sum()
            && self.known.insert(flat.clone())
        {
            self.bytes -= input.iter().map(Vec::len).sum::<usize>() - flat.len();
            *input = by.clone();
        }
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

    #[test]
    fn what_was_looked_at_is_as_told() {
        let mut corpus = Corpus::default();
        corpus.add(vec![vec![1]]);
        corpus.add(vec![vec![2]]);
        let summary = Summary { given_tried: vec![false, true], kept_tried: vec![true, false], ..Summary::default() };
        let told = Told { kept: vec![vec![vec![3]], vec![vec![4]]], summary: Some(summary), ..Told::default() };
        assert_eq!(corpus.learn(&told), 2);
        let tried: Vec<bool> = corpus.inputs().iter().map(|(_, tried)| *tried).collect();
        assert_eq!(tried, [false, true, true, false]);
        // A child that did not come to its end has told nothing of that.
        assert_eq!(corpus.learn(&Told { kept: vec![vec![vec![5]]], ..Told::default() }), 1);
        assert!(!corpus.inputs()[4].1);
    }

    #[test]
    fn smaller_ones_take_the_place_of_others() {
        let mut corpus = Corpus::default();
        corpus.add(vec![vec![1, 1], vec![9]]);
        let smaller = vec![(false, 0, vec![vec![1], vec![9]]), (true, 0, vec![vec![3]]), (false, 7, vec![vec![0]])];
        assert_eq!(corpus.learn(&Told { kept: vec![vec![vec![2, 2]]], smaller, ..Told::default() }), 1);
        let inputs: Vec<&Input> = corpus.inputs().iter().map(|(i, _)| i).collect();
        assert_eq!(inputs, [&vec![vec![1], vec![9]], &vec![vec![3]]]);
        assert_eq!(corpus.bytes, 3);
        // What is said to be smaller and is not stays out.
        corpus.learn(&Told { smaller: vec![(false, 1, vec![vec![3, 3, 3]])], ..Told::default() });
        assert_eq!(corpus.inputs()[1].0, [[3]]);
    }
}
