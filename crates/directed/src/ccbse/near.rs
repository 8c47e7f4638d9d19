//! Distances to functions that have trails.

use homing_explore::View;
use homing_graph::Reach;
use homing_ir::FuncId;

/// Functions whose entry is as good as a target, and the distances that follow from that.
#[derive(Default)]
pub(super) struct Near {
    goals: Vec<FuncId>,
    reach: Option<Reach>,
    /// Version of the distances to targets alone that `reach` was made from.
    version: u64,
}

impl Near {
    /// One more. Was it none before?
    pub fn add(&mut self, f: FuncId) -> bool {
        let new = !self.goals.contains(&f);
        if new {
            self.goals.push(f);
            self.reach = None;
        }
        new
    }

    pub fn is_empty(&self) -> bool {
        self.goals.is_empty()
    }

    /// Makes distances where there are none or old ones.
    pub fn refresh(&mut self, view: &View<'_>) {
        if self.goals.is_empty() || self.reach.is_some() && self.version == view.reach.version() {
            return;
        }
        self.reach = Some(view.reach.with_goals(&self.goals));
        self.version = view.reach.version();
    }

    /// What is seen with these distances.
    pub fn seen<'a>(&'a self, view: &View<'a>) -> View<'a> {
        View { reach: self.reach.as_ref().unwrap_or(view.reach), goals: &self.goals, ..*view }
    }
}
