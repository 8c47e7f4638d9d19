//! What a run may claim in the end.

use homing_exec::{LossKind, State};

use crate::engine::Engine;
use crate::technique::LOOP_BOUND;
use crate::{Ended, TargetOutcome, Verdict};

/// One verdict per target: reached ones were replayed; unreachable only if everything was explored and nothing was lost.
pub(crate) fn verdicts(engine: &mut Engine<'_>, ended: Ended, left: &[Box<State>]) -> Vec<TargetOutcome> {
    let nearest = nearest(engine, left);
    let explored = ended == Ended::Exhausted && left.is_empty() && !engine.poisoned;
    let complete = explored && engine.runs.main().losses.is_empty();
    let within = if explored { bounds(engine) } else { Vec::new() };
    (0..engine.targets.len())
        .map(|i| {
            let open = &mut engine.open[i];
            // What was proved before a panic may rest on what it broke.
            let verdict = match open.verdict.take().filter(|v| !(engine.poisoned && matches!(v, Verdict::Unreachable))) {
                Some(v) => v,
                None if complete && open.refuted.is_empty() => Verdict::Unreachable,
                None => {
                    let refuted = std::mem::take(&mut open.refuted);
                    let (reasons, advice) = reasons(engine, ended, &refuted, left.len());
                    let within = if refuted.is_empty() { within.clone() } else { Vec::new() };
                    Verdict::Unknown { reasons, advice, states_left: left.len(), nearest, within }
                }
            };
            TargetOutcome { target: engine.targets[i].id, verdict }
        })
        .collect()
}

/// The bounds that the user gave, if nothing else was lost: no run within them gets to what is still open. Nothing otherwise.
pub(crate) fn bounds(engine: &Engine<'_>) -> Vec<String> {
    let limits = &engine.config.limits;
    let mut within = Vec::new();
    // A state that stands for several paths is dropped as soon as one of them is over the bound.
    if engine.stats.joins > 0 {
        return within;
    }
    for loss in engine.runs.main().losses.keys() {
        let bound = match (loss.kind, engine.config.techniques.loop_bound(), limits.max_depth) {
            (LossKind::Technique, Some(n), _) if loss.detail.starts_with(LOOP_BOUND) => {
                format!("at most {n} round{} of each loop", if n == 1 { "" } else { "s" })
            }
            (LossKind::Depth, _, Some(n)) => format!("at most {n} fork{} on a path", if n == 1 { "" } else { "s" }),
            _ => return Vec::new(),
        };
        if !within.contains(&bound) {
            within.push(bound);
        }
    }
    within.sort_unstable();
    within
}

fn reasons(engine: &Engine<'_>, ended: Ended, refuted: &[String], left: usize) -> (Vec<String>, Vec<String>) {
    let (mut reasons, mut advice) = (Vec::new(), Vec::new());
    let mut say = |reason: String, what: &str| {
        reasons.push(reason);
        if !what.is_empty() && !advice.iter().any(|a| a == what) {
            advice.push(what.to_string());
        }
    };
    // None is left where the last one was being run, or waits for a question that was not answered.
    let with = match left {
        0 => String::new(),
        1 => " with 1 state left".to_string(),
        n => format!(" with {n} states left"),
    };
    match ended {
        Ended::Time => say(format!("the limit of time was met{with}"), "raise --time"),
        Ended::CpuTime => say(format!("the limit of CPU time was met{with}"), "raise --cpu-time"),
        Ended::Memory => say(format!("the limit of memory was met{with}"), "raise --memory"),
        Ended::Instructions => say(format!("the limit of instructions was met{with}"), ""),
        Ended::Interrupted => say(format!("the run was interrupted{with}"), "let it run on"),
        Ended::Exhausted | Ended::Decided => {}
    }
    if let Some(why) = refuted.first() {
        let n = refuted.len();
        say(
            format!("{n} inputs were found that should get there, but the replay did not ({why})"),
            "look at the program's use of uninitialised memory or of addresses",
        );
    }
    let mut kinds: Vec<(LossKind, u64, &str)> = Vec::new();
    for (loss, n) in &engine.runs.main().losses {
        match kinds.iter_mut().find(|(k, _, d)| *k == loss.kind && *d == loss.detail) {
            Some(k) => k.1 += n,
            None => kinds.push((loss.kind, *n, &loss.detail)),
        }
    }
    kinds.sort_by_key(|k| std::cmp::Reverse(k.1));
    for (kind, n, detail) in kinds.into_iter().take(8) {
        say(format!("{}: {detail} ({n} times)", kind.describe()), remedy(kind));
    }
    (reasons, advice)
}

/// What a user can change about a loss.
fn remedy(kind: LossKind) -> &'static str {
    match kind {
        LossKind::UndefinedFunction => "give the function's source too, or use --undefined havoc",
        LossKind::Solver => "raise --solver-limit",
        LossKind::AfterError => "mend the error first: `homing check` shows an input for it",
        LossKind::Assumed => {
            "raise --lazy-array or --lazy-depth, allow --lazy-alias, or start at main: there is no path under these assumptions"
        }
        LossKind::Depth => "raise --max-depth",
        LossKind::Technique => "leave the technique out of --techniques",
        LossKind::Dropped => "raise --max-states or --memory",
        _ => "",
    }
}

/// Instructions that the nearest state left is away from an open target.
fn nearest(engine: &Engine<'_>, left: &[Box<State>]) -> Option<u32> {
    let reach = engine.reach.borrow();
    left.iter().filter_map(|s| reach.stack_distance(s.points())).min()
}
