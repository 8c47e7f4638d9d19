//! From the reason why execution stopped to the outcome that users see.

use super::{Place, Run, Stop};
use crate::machine::{CallSite, End, RunError};
use crate::number::as_big;
use num_bigint::BigInt;

impl Run<'_> {
    pub(super) fn end(&self, stop: Stop, place: Place) -> End {
        let pos = self.code.pos[place.pc];
        match stop {
            Stop::Finished(value) => End::Finished(as_big(&self.heap, value).map_or_else(BigInt::default, |n| n.into_owned())),
            Stop::Error(kind, message) => {
                End::Error(RunError { kind, pos, message, stack: self.stack(&place), depth: self.frames.len() + 1 })
            }
            Stop::NeedInput => End::NeedInput { pos },
            Stop::Steps => End::StepLimit { pos },
            Stop::Depth => End::DepthLimit { pos },
            Stop::Memory => End::MemoryLimit { pos },
        }
    }

    fn stack(&self, place: &Place) -> Vec<CallSite> {
        let site = |function: u32, pc: usize| CallSite {
            function: self.code.functions[function as usize].name.clone(),
            pos: self.code.pos[pc],
        };
        let callers = self.frames.iter().rev().map(|f| site(f.function, f.pc - 1));
        std::iter::once(site(place.function, place.pc)).chain(callers).take(RunError::STACK).collect()
    }
}
