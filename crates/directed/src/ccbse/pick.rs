//! Which start is worked on next.

use homing_ir::FuncId;

use super::shares::COLD;
use super::{Ccbse, Run};

/// As long as no path to a target is known, states from the entry get as much work as the others, up to this much: what is easy to find
/// from there is found, and not much is lost if it is not.
const HEAD_START: u64 = 1_000;

type Begun<'a> = (&'a FuncId, &'a Run);

impl Ccbse {
    /// The start to work on, and whether another one is nearer to the entry.
    pub(super) fn pick(&self) -> Option<(FuncId, bool)> {
        if self.by_heat() {
            return self.pick_by_heat();
        }
        self.nearest(self.ready()).map(|(f, _)| (*f, false))
    }

    /// The nearest one, which is the entry's own as long as going backwards promises something; but those that have not led anywhere
    /// yet share a third of the work: the nearest one may have a trail that no real run can go.
    fn pick_by_heat(&self) -> Option<(FuncId, bool)> {
        let entry = self.map.as_ref()?.entry;
        let middle = || self.ready().filter(|(f, _)| **f != entry);
        let promising = self.work.is_hot() || self.work.has_long_trail();
        let from_entry = self.ready().find(|(f, _)| **f == entry && promising);
        let (nearest, run) = match (from_entry, self.nearest(middle())) {
            (Some(begun), Some(other)) if self.is_early_for(begun.1, middle()) => other,
            (Some(begun), _) | (None, Some(begun)) => begun,
            (None, None) => return None,
        };
        if 2 * self.aside < run.work {
            let others = middle().filter(|(f, r)| *f != nearest && r.trails.is_empty());
            if let Some((f, _)) = others.min_by_key(|(f, r)| (r.work, self.depth(f), **f)) {
                return Some((*f, true));
            }
        }
        Some((*nearest, false))
    }

    /// Has the entry's run had enough for the time before the first trail?
    fn is_early_for<'a>(&self, entry: &Run, middle: impl Iterator<Item = Begun<'a>>) -> bool {
        let worked: u64 = middle.map(|(_, r)| r.work).sum();
        self.near.is_empty() && worked < COLD && entry.work > worked.min(HEAD_START)
    }

    fn ready(&self) -> impl Iterator<Item = Begun<'_>> {
        self.runs.iter().filter(|(_, r)| r.released && r.living > 0)
    }

    fn nearest<'a>(&self, of: impl Iterator<Item = Begun<'a>>) -> Option<Begun<'a>> {
        of.min_by_key(|(f, _)| (self.depth(f), **f))
    }

    fn depth(&self, f: &FuncId) -> Option<u32> {
        self.map.as_ref().and_then(|m| m.depth[f.index()])
    }
}
