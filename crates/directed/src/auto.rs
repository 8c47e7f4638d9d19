//! `auto`: the arms that share a run, and on which terms. What follows from them is in docs/auto.md.

use homing_exec::own_main;
use homing_explore::Strategy;

use crate::portfolio::{Arm, Portfolio};
use crate::spec::make_arm;

/// Going backwards may cost so much ahead of the others, from the beginning (a tenth of a second or so): it must have found the way through
/// the target's function before it is worth anything.
pub const OPENING: u64 = 5_000_000;
/// And so much from its first long trail on (less than a second): a trail saves whoever calls the function the search through it.
pub const TRAIL: u64 = 30_000_000;
/// Arms that spread over many paths wait until the run has cost so much (some thousandths of a second): where the nearest way or the deepest one is
/// open, they would only be in its way.
pub const WIDE: u64 = 100_000;
/// Guessing waits until the run has cost so much (some hundredths of a second): what is found sooner needs no guess.
pub const SOON: u64 = 1_000_000;

/// Fuzzing waits longer (two seconds or so): its program must be compiled first, which symbolic search has often no need of.
pub const LATE: u64 = 100_000_000;
/// Or until there are so many states: a search that parts into thousands at once is not about to be done.
pub const CROWD: usize = 4_096;
/// What it may then spend ahead of the others: its program and the first runs, which bring most.
pub const FIRST_RUNS: u64 = 50_000_000;
/// For each block that they enter first it may go on for so much longer, up to a limit (four seconds or so).
pub const BLOCK: u64 = 500_000;
pub const BLOCKS: u64 = 200_000_000;

/// The arms of `auto`. Each is best where others are stuck: `spread` where many paths are near the target that all fail alike, SDSE where the
/// way to it is open, A* where the nearest states are stuck, KLEE's where the target is far from what distances say, depth first where any long path will
/// do, what is new where many ways are alike (options, names), going backwards where the target is deep in calls, guessing where paths are long and almost any
/// input will do, fuzzing where there are many short paths and the text that takes one is soon found by trying. SDSE and A* are patient: a path that does not come
/// nearer must not take their whole part for ever.
///
/// Directed Symbolic Execution, 3.2, suggests to combine the strengths of SDSE and KLEE in turns; the others were added by measuring.
pub const ARMS: [Arm; 10] = [
    // In programs with a library and a kernel around them a search from the entry mostly comes first (docs/benchmarks.md).
    Arm {
        everywhere: true,
        parts: 2,
        takes_part: |view, entry| own_main(view.program, entry).is_none(),
        credit: OPENING,
        reward: TRAIL,
        ..Arm::new("ccbse:spread")
    },
    Arm { parts: 2, ..Arm::new("spread") },
    Arm { parts: 2, ..Arm::new("patient:sdse") },
    Arm { parts: 2, from: WIDE, ..Arm::new("patient:astar") },
    Arm { parts: 2, from: WIDE, ..Arm::new("klee") },
    Arm { parts: 2, ..Arm::new("dfs") },
    // Options and texts part into many paths that do the same; the ones that come to something new are few.
    Arm { parts: 2, takes_part: |view, entry| own_main(view.program, entry).is_some(), ..Arm::new("fresh") },
    // Twice as much as another one: where only guessing helps it takes many runs, and where it does not it asks no dear questions.
    Arm { parts: 4, takes_part: |view, _| view.can_guess, from: SOON, ..Arm::new("guess") },
    // More than another one, and most of all as long as it comes to something new: it competes with fuzzers that do nothing else.
    Arm {
        parts: 3,
        takes_part: |view, _| view.can_fuzz,
        from: LATE,
        crowd: CROWD,
        credit: FIRST_RUNS,
        block: BLOCK,
        blocks: BLOCKS,
        ..Arm::new("fuzz")
    },
    // What fuzzing finds is near to what it does not find.
    Arm { parts: 2, takes_part: |view, _| view.can_fuzz, from: LATE, crowd: CROWD, ..Arm::new("concolic") },
];

/// The portfolio of [`ARMS`].
pub fn auto(seed: u64) -> Box<dyn Strategy> {
    Box::new(Portfolio::new(&ARMS, |arm| make_arm(arm.name, seed).expect("every arm is in the registry")))
}
