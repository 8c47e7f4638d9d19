//! A map from small numbers that forks share.

use std::rc::Rc;

const BITS: u32 = 4;
const WIDTH: usize = 1 << BITS;

/// A persistent map from `u32` to `V`: a clone shares everything, a change copies one node per level.
#[derive(Clone, Debug)]
pub struct Counts<V> {
    root: Option<Rc<Node<V>>>,
    /// Levels below the root.
    height: u32,
}

#[derive(Clone, Debug)]
enum Node<V> {
    Inner([Option<Rc<Node<V>>>; WIDTH]),
    Leaf([Option<V>; WIDTH]),
}

impl<V> Default for Counts<V> {
    fn default() -> Counts<V> {
        Counts { root: None, height: 0 }
    }
}

impl<V: Copy> Counts<V> {
    pub fn get(&self, key: u32) -> Option<V> {
        if u64::from(key) >= self.capacity() {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut level = self.height;
        loop {
            let i = slot(key, level);
            match node {
                Node::Leaf(values) => return values[i],
                Node::Inner(kids) => node = kids[i].as_deref()?,
            }
            level -= 1;
        }
    }

    pub fn set(&mut self, key: u32, value: V) {
        while u64::from(key) >= self.capacity() {
            if let Some(old) = self.root.take() {
                let mut kids = [const { None }; WIDTH];
                kids[0] = Some(old);
                self.root = Some(Rc::new(Node::Inner(kids)));
            }
            self.height += 1;
        }
        put(&mut self.root, self.height, key, value);
    }

    fn capacity(&self) -> u64 {
        1 << (BITS * (self.height + 1))
    }
}

fn slot(key: u32, level: u32) -> usize {
    (u64::from(key) >> (BITS * level)) as usize % WIDTH
}

fn put<V: Copy>(at: &mut Option<Rc<Node<V>>>, level: u32, key: u32, value: V) {
    let fresh = || Rc::new(if level == 0 { Node::Leaf([None; WIDTH]) } else { Node::Inner([const { None }; WIDTH]) });
    let node = Rc::make_mut(at.get_or_insert_with(fresh));
    match node {
        Node::Leaf(values) => values[slot(key, 0)] = Some(value),
        Node::Inner(kids) => put(&mut kids[slot(key, level)], level - 1, key, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_do_not_see_later_changes() {
        let mut a = Counts::default();
        assert_eq!(a.get(5), None);
        for i in [0u32, 5, 17, 300, 70_000, u32::MAX] {
            a.set(i, i);
        }
        let mut b = a.clone();
        b.set(17, 1);
        b.set(18, 2);
        for i in [0, 5, 17, 300, 70_000, u32::MAX] {
            assert_eq!(a.get(i), Some(i));
        }
        assert_eq!((a.get(18), b.get(17), b.get(18), b.get(300)), (None, Some(1), Some(2), Some(300)));
    }
}
