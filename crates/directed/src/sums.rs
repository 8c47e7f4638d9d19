//! Weighted random choice.

/// Weights of numbered things, with the thing at a given part of their sum in O(log n).
#[derive(Clone, Debug, Default)]
pub struct Sums {
    /// A complete binary tree: the sum of each subtree, the root at 1; leaves are the second half.
    tree: Vec<u64>,
}

impl Sums {
    pub fn total(&self) -> u64 {
        self.tree.get(1).copied().unwrap_or(0)
    }

    pub fn set(&mut self, i: usize, weight: u64) {
        if i >= self.tree.len() / 2 {
            self.grow(i + 1);
        }
        let mut at = self.tree.len() / 2 + i;
        self.tree[at] = weight;
        while at > 1 {
            at /= 2;
            self.tree[at] = self.tree[2 * at].saturating_add(self.tree[2 * at + 1]);
        }
    }

    fn grow(&mut self, need: usize) {
        let (old, half) = (self.tree.len() / 2, need.next_power_of_two());
        let mut tree = vec![0; 2 * half];
        tree[half..half + old].copy_from_slice(&self.tree[old..]);
        for at in (1..half).rev() {
            tree[at] = u64::saturating_add(tree[2 * at], tree[2 * at + 1]);
        }
        self.tree = tree;
    }

    /// The thing whose stretch of the sum holds `at`, which is below the total.
    pub fn find(&self, mut at: u64) -> usize {
        let half = self.tree.len() / 2;
        let mut node = 1;
        while node < half {
            node *= 2;
            if at >= self.tree[node] {
                at -= self.tree[node];
                node += 1;
            }
        }
        node - half
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_as_long_as_the_weights() {
        let mut s = Sums::default();
        for (i, w) in [3u64, 0, 1, 5, 2].into_iter().enumerate() {
            s.set(i, w);
        }
        assert_eq!(s.total(), 11);
        let found: Vec<usize> = (0..11).map(|at| s.find(at)).collect();
        assert_eq!(found, [0, 0, 0, 2, 3, 3, 3, 3, 3, 4, 4]);
        s.set(3, 0);
        assert_eq!((s.total(), s.find(4)), (6, 4));
    }
}
