//! Native runs with mutated inputs. What they find is run here once more, with the same inputs, before anybody replays it: so a target that was
//! passed is told by the engine itself, in its own terms.

use homing_exec::{Ended as PathEnded, RunId, RunKind, StateId, Successor};
use homing_ir::TargetId;

use super::Engine;
use crate::{Event, FuzzStats, Fuzzed, Fuzzing, Hooks};

/// Blocks of a native run that are executed in the time of an instruction here.
const BLOCKS: u64 = 16;
/// Instructions that are executed in the time of starting a child, and of building its program: in any case, and for each of its instructions.
const START_COST: u64 = 100_000;
const BUILD_COST: u64 = 25_000_000;
const BUILD_COST_EACH: u64 = 1_000;
/// Instructions of one run here.
const MOST: u64 = 20_000_000;
/// States that are looked at for seeds, and how many become some, for each slice.
const NEWEST: usize = 256;
const SEEDS: usize = 16;
/// Crashes of a slice that are looked at.
const CRASHES: usize = 4;

/// What is known of fuzzing.
#[derive(Default)]
pub(crate) struct Fuzzer {
    stats: FuzzStats,
}

impl Fuzzer {
    /// As far as is known.
    pub fn is_possible(&self) -> bool {
        self.stats.why_not.is_none()
    }

    /// In instructions that would take the same time.
    pub fn cost(&self) -> u64 {
        self.stats.work
    }

    /// For the report, if anybody asked for it.
    pub fn told(&self) -> Option<FuzzStats> {
        (self.stats != FuzzStats::default()).then(|| self.stats.clone())
    }
}

impl Engine<'_> {
    /// Lets the program be fuzzed for a while.
    pub(super) fn fuzz(&mut self, seed: u64, budget: u64, hooks: &mut dyn Hooks) {
        let open: Vec<TargetId> = self.targets.iter().map(|t| t.id).filter(|t| self.open[t.index()].verdict.is_none()).collect();
        let size = self.exec.program().functions.iter().flat_map(|f| &f.blocks).map(|b| b.insts.len() as u64).sum::<u64>();
        let mut work = if self.fuzzer.cost() == 0 { BUILD_COST + size * BUILD_COST_EACH } else { START_COST };
        let seeds = self.seeds();
        let time = self.config.limits.time.map(|t| t.saturating_sub(self.started.elapsed()));
        let fuzzing = Fuzzing { seed, budget, time, open: &open, seeds: &seeds };
        let fuzzed = match self.timed(hooks, |hooks| hooks.fuzz(&fuzzing)) {
            Ok(fuzzed) => fuzzed,
            Err(why) => {
                self.fuzzer.stats.why_not = Some(why);
                Fuzzed::default()
            }
        };
        work += fuzzed.spent / BLOCKS;
        let stats = &mut self.fuzzer.stats;
        stats.work += work;
        stats.runs += fuzzed.runs;
        stats.apart |= fuzzed.apart;
        stats.kept += u64::from(fuzzed.kept);
        stats.blocks += u64::from(fuzzed.fresh);
        let (kept, fresh) = (fuzzed.kept, fuzzed.fresh);
        fuzzed.found.into_iter().for_each(|input| self.run_with(input, hooks));
        if self.looks_for_errors() {
            fuzzed.crashes.into_iter().take(CRASHES).for_each(|input| self.run_with(input, hooks));
        }
        self.tell(Event::Fuzzed { work, kept, fresh });
    }

    /// Inputs of paths that are under way: of the newest ones those that are nearest to a target.
    fn seeds(&mut self) -> Vec<Vec<Vec<u8>>> {
        let main = self.states.values().filter(|s| s.run.kind == RunKind::Main);
        let mut ids: Vec<StateId> = main.map(|s| s.id).collect();
        ids.sort_unstable();
        let newest = ids.split_off(ids.len().saturating_sub(NEWEST));
        let mut near: Vec<(u32, StateId)> = {
            let reach = self.reach.borrow();
            let distance = |id: &StateId| reach.stack_distance(self.states[id].points()).unwrap_or(u32::MAX);
            newest.iter().map(|id| (distance(id), *id)).collect()
        };
        near.sort_unstable();
        near.truncate(SEEDS);
        near.iter().map(|(_, id)| self.exec.asked_for(&self.states[id])).collect()
    }

    fn looks_for_errors(&self) -> bool {
        let wanted =
            |t: &homing_ir::Target| !super::is_place(self.exec.program(), t) && self.open[t.id.index()].verdict.is_none();
        self.config.all_errors || self.targets.iter().any(wanted)
    }

    /// One concrete run with these inputs: whatever it passes is a candidate.
    fn run_with(&mut self, input: Vec<Vec<u8>>, hooks: &mut dyn Hooks) {
        let entry = self.runs.entry();
        let before = self.exec.instructions();
        let mut next = Some(self.exec.start_with(entry, input.into()));
        let most = MOST.min(self.instructions_left());
        while let Some(state) = next.take()
            && self.exec.instructions() - before < most
        {
            let Some(mut step) = self.shielded(None, |exec| exec.run(state, most)) else { break };
            self.new_calls.append(&mut step.calls);
            if let Some(first) = step.successors.first() {
                step.marks.iter().for_each(|t| self.passed(*t, &first.state, None, hooks));
            }
            for Successor { state, end, .. } in step.successors {
                match end {
                    Some(PathEnded::Finding(finding)) => self.found(&state, &finding, hooks),
                    Some(_) => {}
                    None if next.is_none() => next = Some(state),
                    None => {}
                }
            }
        }
        self.runs.of(RunId::new(RunKind::Guessed, entry)).work += self.exec.instructions() - before;
        self.newly_covered();
    }
}
