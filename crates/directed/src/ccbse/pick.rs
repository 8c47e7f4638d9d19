//! Which start is worked on next.

use homing_ir::FuncId;

use super::{Ccbse, Run};

type Begun<'a> = (&'a FuncId, &'a Run);

impl Ccbse {
    /// The start to work on, and whether another one goes before it.
    pub(super) fn pick(&self) -> Option<(FuncId, bool)> {
        let waits = self.is_arm() && self.near.is_empty();
        let (first, run) = if waits { self.nearest_unconstrained() } else { self.nearest(self.ready()) }?;
        // Two thirds for the first; but those that have not led anywhere yet share the rest: its trails may be such that no real run can go them.
        if self.is_arm() && 2 * self.aside < run.work {
            let others = self.unconstrained().filter(|(f, r)| *f != first && r.trails.is_empty());
            if let Some((f, _)) = others.min_by_key(|(f, r)| (r.work, self.depth(f), **f)) {
                return Some((*f, true));
            }
        }
        Some((*first, false))
    }

    /// As long as no path to a target is known, the program's entry waits for the others.
    fn nearest_unconstrained(&self) -> Option<Begun<'_>> {
        self.nearest(self.unconstrained()).or_else(|| self.nearest(self.ready()))
    }

    fn unconstrained(&self) -> impl Iterator<Item = Begun<'_>> {
        let entry = self.map.as_ref().map(|m| m.entry);
        self.ready().filter(move |(f, _)| Some(**f) != entry)
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
