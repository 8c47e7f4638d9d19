//! The order of decisions: a binary heap of variables, most active first.

/// A max-heap of variables by activity; every variable is in it at most once.
#[derive(Default)]
pub(super) struct Heap {
    items: Vec<u32>,
    place: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;

impl Heap {
    /// Makes room for one more variable (not inserted).
    pub fn grow(&mut self) {
        self.place.push(ABSENT);
    }

    pub fn clear(&mut self) {
        self.items.clear();
        self.place.clear();
    }

    pub fn contains(&self, var: u32) -> bool {
        self.place[var as usize] != ABSENT
    }

    pub fn insert(&mut self, var: u32, activity: &[f64]) {
        if self.contains(var) {
            return;
        }
        let at = self.items.len();
        self.items.push(var);
        self.place[var as usize] = at as u32;
        self.up(at, activity);
    }

    pub fn pop(&mut self, activity: &[f64]) -> Option<u32> {
        let top = *self.items.first()?;
        let last = self.items.pop()?;
        self.place[top as usize] = ABSENT;
        if last != top {
            self.items[0] = last;
            self.place[last as usize] = 0;
            self.down(0, activity);
        }
        Some(top)
    }

    /// To be called after the activity of `var` grew.
    pub fn raised(&mut self, var: u32, activity: &[f64]) {
        let at = self.place[var as usize];
        if at != ABSENT {
            self.up(at as usize, activity);
        }
    }

    fn up(&mut self, mut at: usize, activity: &[f64]) {
        let var = self.items[at];
        let key = activity[var as usize];
        while at > 0 {
            let parent = (at - 1) / 2;
            let other = self.items[parent];
            if activity[other as usize] >= key {
                break;
            }
            self.items[at] = other;
            self.place[other as usize] = at as u32;
            at = parent;
        }
        self.items[at] = var;
        self.place[var as usize] = at as u32;
    }

    fn down(&mut self, mut at: usize, activity: &[f64]) {
        let var = self.items[at];
        let key = activity[var as usize];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.items.len() {
                break;
            }
            let right = child + 1;
            if right < self.items.len() && activity[self.items[right] as usize] > activity[self.items[child] as usize] {
                child = right;
            }
            let other = self.items[child];
            if activity[other as usize] <= key {
                break;
            }
            self.items[at] = other;
            self.place[other as usize] = at as u32;
            at = child;
        }
        self.items[at] = var;
        self.place[var as usize] = at as u32;
    }
}
