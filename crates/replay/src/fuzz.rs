//! Slices of fuzzing: each is one child that mutates inputs by itself, with limits and kept apart like every native run.

use std::path::PathBuf;
use std::time::Duration;

use homing_explore::Fuzzed;
use homing_front_llvm::BlockMark;
use homing_fuzz::{Corpus, Input, Order, Told};

use crate::Replayer;
use crate::child::{ChildLimits, EVENTS, Start};
use crate::isolate::Isolation;
use crate::replayer::NATIVE_MEMORY;
use crate::surroundings;

/// Blocks that one run may execute.
const FUEL: u64 = 1 << 20;
/// A child that takes longer hangs in something that is not counted.
const TIME: Duration = Duration::from_secs(10);

/// What a child is to look for.
pub struct Slice<'a> {
    /// All that is left to chance.
    pub seed: u64,
    /// Blocks that it may execute.
    pub budget: u64,
    /// For that long, at most.
    pub time: Option<Duration>,
    /// Numbers of the targets that are open.
    pub open: &'a [u32],
    /// Inputs that somebody else has found.
    pub seeds: &'a [Input],
    /// How far a block (function, number in the program with locals in memory) is from the open targets.
    pub distance: &'a dyn Fn(&str, u32) -> Option<u32>,
}

/// The child's program and what it has found so far.
pub(crate) struct Fuzzing {
    program: PathBuf,
    blocks: Vec<BlockMark>,
    words: Vec<Vec<u8>>,
    corpus: Corpus,
    slices: u64,
    entered: Vec<bool>,
    /// Children in a row that did not come to their end.
    failures: u32,
    /// For the child; nothing if the program is called without anything.
    surroundings: Vec<u8>,
    /// Runs in one process were not alike.
    apart: bool,
}

/// So many, and it is given up.
const MOST_FAILURES: u32 = 8;

impl Replayer<'_> {
    pub(crate) fn fuzz_slice(&mut self, slice: &Slice<'_>) -> Result<Fuzzed, String> {
        if self.built.fuzzing.is_none() {
            self.built.fuzzing = Some(self.start_fuzzing());
        }
        let mut fuzzing = match self.built.fuzzing.take() {
            Some(Ok(fuzzing)) => fuzzing,
            other => {
                let why = other.and_then(Result::err).unwrap_or_else(|| "it was not built".into());
                self.built.fuzzing = Some(Err(why.clone()));
                return Err(why);
            }
        };
        let fuzzed = self.one_slice(&mut fuzzing, slice);
        self.built.fuzzing = Some(match &fuzzed {
            Ok(_) => Ok(fuzzing),
            Err(why) => Err(why.clone()),
        });
        fuzzed
    }

    fn start_fuzzing(&self) -> Result<Fuzzing, String> {
        let surroundings = match self.subject.environment {
            Some(e) => surroundings::encode(e)?,
            None => Vec::new(),
        };
        let (program, blocks) = self.builder()?.fuzzing(self.subject.module, self.subject.targets)?;
        let words = homing_fuzz::words(self.subject.pinned);
        let entered = vec![false; blocks.len()];
        let corpus = Corpus::default();
        Ok(Fuzzing { program, blocks, words, corpus, slices: 0, entered, failures: 0, surroundings, apart: false })
    }

    fn one_slice(&self, fuzzing: &mut Fuzzing, slice: &Slice<'_>) -> Result<Fuzzed, String> {
        fuzzing.slices += 1;
        for seed in slice.seeds {
            fuzzing.corpus.add(seed.clone());
        }
        let distances: Vec<u32> =
            fuzzing.blocks.iter().map(|b| (slice.distance)(&b.function, b.block).unwrap_or(u32::MAX)).collect();
        let order = Order {
            seed: slice.seed ^ fuzzing.slices.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            budget: slice.budget,
            fuel: FUEL,
            apart: fuzzing.apart,
            surroundings: &fuzzing.surroundings,
            distances: &distances,
            open: slice.open,
            words: &fuzzing.words,
            inputs: fuzzing.corpus.inputs(),
        };
        let time = slice.time.map_or(TIME, |t| t.min(TIME));
        let told = self.child(fuzzing, &order.encode(), time)?;
        fuzzing.failures = if told.summary.is_some() || time < TIME || self.is_stopped() { 0 } else { fuzzing.failures + 1 };
        if fuzzing.failures > MOST_FAILURES {
            return Err("fuzzing children do not come to their end".into());
        }
        let before = fuzzing.corpus.inputs().len();
        let kept = fuzzing.corpus.learn(&told);
        let fresh_inputs: Vec<Input> = fuzzing.corpus.inputs()[before..].iter().map(|(input, _)| input.clone()).collect();
        let near = told.kept.into_iter().zip(told.distances).filter(|(_, d)| *d != u32::MAX).map(|(i, d)| (d, i)).collect();
        let (runs, spent) = told.summary.as_ref().map_or((0, slice.budget), |s| (s.runs, s.spent));
        fuzzing.apart |= told.summary.as_ref().is_some_and(|s| s.apart);
        let mut fresh = 0;
        for (known, new) in fuzzing.entered.iter_mut().zip(told.summary.iter().flat_map(|s| &s.entered)) {
            fresh += u32::from(*new && !*known);
            *known |= new;
        }
        let found = told.hits.into_iter().map(|(_, input)| input).collect();
        Ok(Fuzzed { found, crashes: told.crashes, fresh_inputs, near, runs, spent, kept, fresh, apart: fuzzing.apart })
    }

    fn child(&self, fuzzing: &Fuzzing, order: &[u8], time: Duration) -> Result<Told, String> {
        let (file, folder) = (self.settings.work.join("fuzz.order"), self.settings.work.join("run"));
        std::fs::write(&file, order).map_err(|e| format!("the fuzzer's order cannot be written: {e}"))?;
        let limits = ChildLimits {
            time,
            memory: Some(NATIVE_MEMORY),
            files: self.open_files().max(1024),
            stop: self.stop(Duration::ZERO),
        };
        let isolation = Isolation::here();
        let environment = self.subject.environment.filter(|_| !fuzzing.surroundings.is_empty());
        let invocation = environment.map(|e| (e.invocation(&[]), e));
        let start = Start {
            program: &fuzzing.program,
            test: &file,
            invocation: invocation.as_ref().map(|(i, e)| (i, &e.cwd[..])),
            stream: false,
            env: &[],
            limits,
            isolation,
            counted: true,
        };
        start.run(&folder, &|_| false).map_err(|e| format!("the fuzzing child cannot be run: {e}"))?;
        Ok(Told::read(&std::fs::read(folder.join(EVENTS)).unwrap_or_default()))
    }
}
