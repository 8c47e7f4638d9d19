//! A persistent map from small integers to values.

use std::rc::Rc;

/// Entries of a leaf, and children of an inner node, as powers of two: both take the same room.
const LEAF: u32 = 2;
const INNER: u32 = 3;

/// Map from `u32` keys to `T` with O(1) clone.
///
/// A radix tree with path copying: a write after a clone copies only the nodes on the way to the key, so two
/// forked paths share everything but what they changed. Keys are dense in practice (variable ids), so the tree is
/// two or three levels deep for small programs.
#[derive(Clone, Debug)]
pub struct Trie<T> {
    root: Option<Rc<Node<T>>>,
    /// Number of levels above the leaves; the tree covers keys below `4 * 8^height`.
    height: u32,
}

#[derive(Clone, Debug)]
enum Node<T> {
    Inner([Option<Rc<Node<T>>>; 1 << INNER]),
    Leaf([Option<T>; 1 << LEAF]),
}

impl<T> Default for Trie<T> {
    fn default() -> Trie<T> {
        Trie { root: None, height: 0 }
    }
}

impl<T: Clone> Trie<T> {
    /// An empty map.
    pub fn new() -> Trie<T> {
        Trie { root: None, height: 0 }
    }

    /// The value at `key`.
    pub fn get(&self, key: u32) -> Option<&T> {
        if !self.covers(key) {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut height = self.height;
        loop {
            match node {
                Node::Leaf(items) => return items[slot(key, 0)].as_ref(),
                Node::Inner(children) => {
                    node = children[slot(key, height)].as_deref()?;
                    height -= 1;
                }
            }
        }
    }

    /// The value at `key` for changing in place; copies shared nodes on the way.
    pub fn get_mut(&mut self, key: u32) -> Option<&mut T> {
        if !self.covers(key) {
            return None;
        }
        let mut node = Rc::make_mut(self.root.as_mut()?);
        let mut height = self.height;
        loop {
            match node {
                Node::Leaf(items) => return items[slot(key, 0)].as_mut(),
                Node::Inner(children) => {
                    node = Rc::make_mut(children[slot(key, height)].as_mut()?);
                    height -= 1;
                }
            }
        }
    }

    /// Puts a value at `key`, in place of an older one.
    pub fn insert(&mut self, key: u32, value: T) {
        while !self.covers(key) {
            if let Some(old) = self.root.take() {
                let mut children = [const { None }; 1 << INNER];
                children[0] = Some(old);
                self.root = Some(Rc::new(Node::Inner(children)));
            }
            self.height += 1;
        }
        let mut height = self.height;
        let mut place = &mut self.root;
        loop {
            let node = Rc::make_mut(place.get_or_insert_with(|| Rc::new(Node::empty(height))));
            match node {
                Node::Leaf(items) => {
                    items[slot(key, 0)] = Some(value);
                    return;
                }
                Node::Inner(children) => {
                    place = &mut children[slot(key, height)];
                    height -= 1;
                }
            }
        }
    }

    /// Calls `f` for every entry in ascending order of keys.
    pub fn for_each<'a>(&'a self, f: &mut dyn FnMut(u32, &'a T)) {
        if let Some(root) = &self.root {
            root.visit(0, self.height, f);
        }
    }

    /// Calls `f` for every key at which the two maps may differ, in ascending order: what they share is passed over.
    pub fn differences<'a>(&'a self, other: &'a Trie<T>, f: &mut dyn FnMut(u32, Option<&'a T>, Option<&'a T>)) {
        let (a, b) = ((self.root.as_ref(), self.height), (other.root.as_ref(), other.height));
        differ(a, b, 0, f);
    }

    /// Calls `f` for every entry in a node that no other map shares; also returns the bytes of those nodes.
    pub fn for_each_owned<'a>(&'a self, f: &mut dyn FnMut(&'a T)) -> usize {
        self.root.as_ref().map_or(0, |root| Node::visit_owned(root, f))
    }

    fn covers(&self, key: u32) -> bool {
        u64::from(key) >> (LEAF + INNER * self.height) == 0
    }
}

/// A node and how many levels are below it.
type At<'a, T> = (Option<&'a Rc<Node<T>>>, u32);

fn differ<'a, T: Clone>(a: At<'a, T>, b: At<'a, T>, key: u32, f: &mut dyn FnMut(u32, Option<&'a T>, Option<&'a T>)) {
    let height = a.1.max(b.1);
    match (a.0, b.0) {
        (None, None) => return,
        (Some(x), Some(y)) if a.1 == b.1 && Rc::ptr_eq(x, y) => return,
        _ => {}
    }
    if height == 0 {
        let item = |n: At<'a, T>, i: usize| match n.0.map(|n| &**n) {
            Some(Node::Leaf(items)) => items[i].as_ref(),
            _ => None,
        };
        for i in 0..1 << LEAF {
            let (x, y) = (item(a, i), item(b, i));
            if x.is_some() || y.is_some() {
                f(key | i as u32, x, y);
            }
        }
        return;
    }
    // A lower tree is the first child of what it would be if it were as high.
    let child = |n: At<'a, T>, i: usize| -> At<'a, T> {
        if n.1 < height {
            return if i == 0 { n } else { (None, height - 1) };
        }
        match n.0.map(|n| &**n) {
            Some(Node::Inner(children)) => (children[i].as_ref(), height - 1),
            _ => (None, height - 1),
        }
    };
    for i in 0..1 << INNER {
        differ(child(a, i), child(b, i), key | (i as u32) << shift(height), f);
    }
}

impl<T: Clone> Node<T> {
    fn empty(height: u32) -> Node<T> {
        if height == 0 { Node::Leaf([const { None }; 1 << LEAF]) } else { Node::Inner([const { None }; 1 << INNER]) }
    }

    fn visit<'a>(&'a self, base: u32, height: u32, f: &mut dyn FnMut(u32, &'a T)) {
        match self {
            Node::Leaf(items) => {
                for (i, item) in items.iter().enumerate() {
                    if let Some(item) = item {
                        f(base + i as u32, item);
                    }
                }
            }
            Node::Inner(children) => {
                for (i, child) in children.iter().enumerate() {
                    if let Some(child) = child {
                        child.visit(base + ((i as u32) << shift(height)), height - 1, f);
                    }
                }
            }
        }
    }

    fn visit_owned<'a>(this: &'a Rc<Node<T>>, f: &mut dyn FnMut(&'a T)) -> usize {
        if Rc::strong_count(this) > 1 {
            return 0;
        }
        let own = size_of::<Node<T>>() + 2 * size_of::<usize>();
        match &**this {
            Node::Leaf(items) => {
                items.iter().flatten().for_each(f);
                own
            }
            Node::Inner(children) => own + children.iter().flatten().map(|c| Node::visit_owned(c, &mut *f)).sum::<usize>(),
        }
    }
}

/// Bits of a key below those that say which child of a node so high it is in.
fn shift(height: u32) -> u32 {
    if height == 0 { 0 } else { LEAF + INNER * (height - 1) }
}

fn slot(key: u32, height: u32) -> usize {
    let bits = if height == 0 { LEAF } else { INNER };
    (key >> shift(height)) as usize & ((1 << bits) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn behaves_like_a_map_and_clones_are_independent() {
        let mut random = homing_random::Random::new(7);
        let mut next = || (random.word() >> 32) as u32;
        let mut pairs = vec![(Trie::new(), BTreeMap::new())];
        for step in 0..3000 {
            let which = next() as usize % pairs.len();
            let key = next() % [20, 300, 70_000, u32::MAX][next() as usize % 4];
            let value = next();
            pairs[which].0.insert(key, value);
            pairs[which].1.insert(key, value);
            if let Some(v) = pairs[which].0.get_mut(key / 2) {
                *v += 1;
                *pairs[which].1.get_mut(&(key / 2)).unwrap() += 1;
            }
            if step % 300 == 0 {
                let copy = pairs[which].clone();
                pairs.push(copy);
            }
        }
        for ((a, x), (b, y)) in pairs.iter().zip(&pairs[1..]) {
            let mut differ = Vec::new();
            a.differences(b, &mut |k, v, w| differ.extend((v != w).then_some(k)));
            let keys: std::collections::BTreeSet<u32> = x.keys().chain(y.keys()).copied().collect();
            assert_eq!(differ, keys.into_iter().filter(|k| x.get(k) != y.get(k)).collect::<Vec<_>>());
        }
        for (trie, map) in &pairs {
            let mut seen = Vec::new();
            trie.for_each(&mut |k, v| seen.push((k, *v)));
            assert_eq!(seen, map.iter().map(|(k, v)| (*k, *v)).collect::<Vec<_>>());
            for k in 0..400 {
                assert_eq!(trie.get(k), map.get(&k));
            }
        }
    }
}
