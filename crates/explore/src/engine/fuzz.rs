//! Native runs with mutated inputs. What they find is run here once more, with the same inputs, before anybody replays it: so a target that was
//! passed is told by the engine itself, in its own terms.

use homing_exec::{Ended as PathEnded, RunId, RunKind, State, StateId, Successor};
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

/// How often what a program asks for is looked at until a seed fits it: it may ask for more where it has been given something.
const FITTINGS: usize = 4;

/// What is known of fuzzing.
#[derive(Default)]
pub(crate) struct Fuzzer {
    stats: FuzzStats,
    /// The user's inputs, for the first slice.
    planted: Vec<Vec<Vec<u8>>>,
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
        let mut seeds = std::mem::take(&mut self.fuzzer.planted);
        seeds.extend(self.seeds());
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
        self.retracer.add(fuzzed.near);
        for input in fuzzed.found {
            self.run_with(input, hooks);
        }
        if self.looks_for_errors() {
            for input in fuzzed.crashes.into_iter().take(CRASHES) {
                self.run_with(input, hooks);
            }
        }
        if self.config.tells_kept {
            for input in fuzzed.fresh_inputs {
                self.tell_kept(input, hooks);
            }
        }
        self.tell(Event::Fuzzed { work, kept, fresh });
    }

    /// The user's inputs: each is run once, and fuzzing begins with them.
    pub(super) fn plant(&mut self, hooks: &mut dyn Hooks) {
        for seed in &self.config.seed_inputs {
            let mut input = Vec::new();
            for _ in 0..FITTINGS {
                let Some(state) = self.run_with(input.clone(), hooks) else { break };
                let fitting = seed.fit(&self.exec.asked(&state));
                if fitting == input {
                    break;
                }
                input = fitting;
            }
            self.fuzzer.planted.push(input);
        }
    }

    fn tell_kept(&mut self, input: Vec<Vec<u8>>, hooks: &mut dyn Hooks) {
        if let Some(state) = self.run_with(input, hooks) {
            let test = self.exec.test_case(&state);
            hooks.kept(&test);
        }
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

    /// One concrete run with these inputs: whatever it passes is a candidate. Where it ended, or came in the time that it has.
    pub(crate) fn run_with(&mut self, input: Vec<Vec<u8>>, hooks: &mut dyn Hooks) -> Option<Box<State>> {
        let entry = self.runs.entry();
        let before = self.exec.instructions();
        let mut next = Some(self.exec.start_with(entry, input.into()));
        let most = MOST.min(self.instructions_left());
        let mut last = None;
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
                    Some(PathEnded::Finding(finding)) => {
                        self.found(&state, &finding, hooks);
                        last = Some(state);
                    }
                    Some(_) => last = Some(state),
                    None if next.is_none() => next = Some(state),
                    None => {}
                }
            }
        }
        self.runs.of(RunId::new(RunKind::Guessed, entry)).work += self.exec.instructions() - before;
        self.newly_covered();
        next.or(last)
    }
}
