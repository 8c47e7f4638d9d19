//! What a child has told. The program that it runs could have written anything: every length is checked, and what makes no sense ends the reading.

use crate::{BLOCKS, Input};

/// Bytes of what is told, at most.
const MOST: usize = 64 << 20;

/// What came out of a child.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Inputs that came to something new.
    pub kept: Vec<Input>,
    /// How near each of them came; `u32::MAX` if nothing that is looked for can be reached from where they were.
    pub distances: Vec<u32>,
    /// Instead of an input of the order, or of one in `kept` (true): one that does the same with less.
    pub smaller: Vec<(bool, usize, Input)>,
    /// Targets that were passed, and with which inputs.
    pub hits: Vec<(u32, Input)>,
    /// Inputs that ended in a signal or a failed assertion, one for each place.
    pub crashes: Vec<Input>,
    /// Missing where the child did not come to its end.
    pub summary: Option<Summary>,
}

/// What a child that came to its end says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Runs of the program.
    pub runs: u64,
    /// Blocks executed, with something for each run.
    pub spent: u64,
    /// Each run had a process of its own: in one process they were not alike.
    pub apart: bool,
    /// For each block: was it ever entered?
    pub entered: Vec<bool>,
    /// Of each input that came with the order: were its comparisons looked at?
    pub given_tried: Vec<bool>,
    /// The same of each in [`Told::kept`].
    pub kept_tried: Vec<bool>,
}

impl Told {
    /// Reads what a child wrote, as far as it makes sense.
    pub fn read(bytes: &[u8]) -> Told {
        let mut rest = &bytes[..bytes.len().min(MOST)];
        let mut told = Told::default();
        while told.record(&mut rest).is_some() {}
        told
    }

    fn record(&mut self, rest: &mut &[u8]) -> Option<()> {
        let kind = u8::try_from(word(rest)?).ok()?;
        if kind == b'S' {
            let apart = word(rest)? != 0;
            let (runs, spent) = (long(rest)?, long(rest)?);
            let _crashes = word(rest)?;
            let blocks = word(rest)? as usize;
            let counts = take(rest, blocks).filter(|_| blocks <= BLOCKS)?;
            let flags = |bytes: &[u8]| bytes.iter().map(|c| *c != 0).collect::<Vec<bool>>();
            let (entered, mut lists) = (flags(counts), [Vec::new(), Vec::new()]);
            for list in &mut lists {
                let n = word(rest)? as usize;
                *list = flags(take(rest, n)?);
            }
            let [given_tried, kept_tried] = lists;
            self.summary = Some(Summary { runs, spent, apart, entered, given_tried, kept_tried });
            // Nothing comes behind it.
            return None;
        }
        let number = word(rest)?;
        let (records, length) = (word(rest)? as usize, word(rest)? as usize);
        let sizes = take(rest, records.checked_mul(4)?)?;
        let mut flat = take(rest, length)?;
        let sizes = sizes.chunks_exact(4).map(|s| u32::from_le_bytes([s[0], s[1], s[2], s[3]]) as usize);
        let input = sizes.map(|n| take(&mut flat, n).map(<[u8]>::to_vec)).collect::<Option<Input>>()?;
        match kind {
            b'K' => {
                self.kept.push(input);
                self.distances.push(number);
            }
            b'R' => self.smaller.push((number >> 31 == 1, (number & 0x7fff_ffff) as usize, input)),
            b'H' => self.hits.push((number, input)),
            b'C' => self.crashes.push(input),
            _ => return None,
        }
        Some(())
    }
}

fn take<'a>(rest: &mut &'a [u8], n: usize) -> Option<&'a [u8]> {
    let (first, behind) = rest.split_at_checked(n)?;
    *rest = behind;
    Some(first)
}

fn word(rest: &mut &[u8]) -> Option<u32> {
    take(rest, 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

fn long(rest: &mut &[u8]) -> Option<u64> {
    let (low, high) = (word(rest)?, word(rest)?);
    Some(u64::from(high) << 32 | u64::from(low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use homing_random::Random;

    fn record(kind: u8, number: u32, input: &Input) -> Vec<u8> {
        let flat = input.concat();
        let head = [u32::from(kind), number, input.len() as u32, flat.len() as u32];
        let sizes = input.iter().map(|r| r.len() as u32);
        head.into_iter().chain(sizes).flat_map(u32::to_le_bytes).chain(flat).collect()
    }

    #[test]
    fn records_are_read_in_order_up_to_the_summary() {
        let input = vec![vec![1, 2, 3], vec![4]];
        let mut bytes = [record(b'K', 4, &input), record(b'H', 7, &input), record(b'C', 3, &vec![])].concat();
        bytes.extend([u32::from(b'S'), 1, 5, 1, 9, 0, 0, 3].into_iter().flat_map(u32::to_le_bytes));
        bytes.extend([0, 1, 255]);
        bytes.extend([2, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1]);
        let told = Told::read(&bytes);
        assert_eq!((&told.kept[..], &told.hits[..], told.crashes.len()), (&[input.clone()][..], &[(7, input)][..], 1));
        assert_eq!(told.distances, [4]);
        let summary = told.summary.unwrap();
        assert!(summary.apart);
        assert_eq!((&summary.given_tried[..], &summary.kept_tried[..]), (&[true, false][..], &[true][..]));
        assert_eq!((summary.runs, summary.spent, summary.entered), (1 << 32 | 5, 9, vec![false, true, true]));
    }

    #[test]
    fn nonsense_ends_the_reading() {
        let good = record(b'K', 0, &vec![vec![1]]);
        for bad in [record(b'X', 0, &vec![]), vec![b'K', 0, 0, 0, 1, 0], [u32::MAX; 9].map(u32::to_le_bytes).concat()] {
            assert_eq!(Told::read(&[&good[..], &bad].concat()).kept.len(), 1);
        }
        // A record whose pieces are larger than the whole.
        let mut lies = record(b'K', 0, &vec![vec![1, 2]]);
        lies[16] = 3;
        assert_eq!(Told::read(&lies), Told::default());
    }

    #[test]
    fn any_bytes_can_be_read() {
        let mut random = Random::new(1);
        for _ in 0..2000 {
            let mut bytes = [record(b'K', 0, &vec![vec![1, 2], vec![3]]), record(b'H', 1, &vec![vec![9; 20]])].concat();
            for _ in 0..1 + random.below(6) {
                let at = random.below(bytes.len());
                bytes[at] = random.word() as u8;
            }
            let told = Told::read(&bytes);
            assert!(told.kept.len() + told.hits.len() + told.crashes.len() <= 2);
        }
    }
}
