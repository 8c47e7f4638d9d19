//! The inputs of two paths as one list.

use std::rc::Rc;

use homing_term::{Term, Terms};

use crate::inputs::{Entry, InputLog};

impl InputLog {
    /// The list of a joined path. What only one of the two has asked for belongs to runs that go its way: those where `first` holds, or those
    /// where it does not. None if the two have asked for different things.
    pub(super) fn join(&self, terms: &mut Terms, other: &InputLog, first: Term) -> Option<InputLog> {
        if self.is_guessing() || other.is_guessing() {
            return None;
        }
        let mut all = self.clone();
        for (i, a, b) in self.differences(other) {
            let entry = match (a, b) {
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) => continue,
                (Some(a), Some(b)) => a.with_variables_of(b)?,
                (Some(a), None) => a.guarded(terms, first),
                (None, Some(b)) => {
                    let second = terms.not(first);
                    b.guarded(terms, second)
                }
                (None, None) => continue,
            };
            all.replace(i, Rc::new(entry));
        }
        Some(all)
    }
}

impl Entry {
    /// The same input, of which both may have looked at some bytes; none if it is another one, or bytes were looked at in other pieces.
    fn with_variables_of(&self, other: &Entry) -> Option<Entry> {
        let about = |e: &Entry| (e.name.clone(), e.kind, e.type_name.clone(), e.size, e.guard);
        if about(self) != about(other) {
            return None;
        }
        let mut all = self.clone();
        for v in &other.vars {
            let overlaps = |w: &(u32, u32, Term)| w.0 < v.0 + v.1 && v.0 < w.0 + w.1;
            match self.vars.iter().find(|w| overlaps(w) || w.0 == v.0) {
                None => all.vars.push(*v),
                Some(w) if w == v => {}
                Some(_) => return None,
            }
        }
        all.vars.sort_by_key(|v| v.0);
        Some(all)
    }

    fn guarded(&self, terms: &mut Terms, side: Term) -> Entry {
        let guard = self.guard.map_or(side, |g| terms.and(g, side));
        Entry { guard: Some(guard), ..self.clone() }
    }
}
