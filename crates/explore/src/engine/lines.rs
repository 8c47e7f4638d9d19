//! Whether an error at a line that is looked for can still happen.

use homing_exec::State;
use homing_graph::Reach;
use homing_ir::{BlockId, ErrorKind, FuncId, Inst, Place, Program, Target, TargetId, TargetSpec};

/// Errors at lines, as far as they happen where control is at the line or in what it calls: a leak is told where the memory was allocated, long
/// after control was there.
#[derive(Default)]
pub(super) struct ErrorLines {
    reach: Option<Reach>,
    /// By target: is it such an error?
    known: Vec<bool>,
}

impl ErrorLines {
    /// `leaks`: an error of any kind may be a leak. `callers`: somebody outside calls, with functions of their own.
    pub fn new(program: &Program, targets: &[Target], leaks: bool, callers: bool) -> ErrorLines {
        let known: Vec<bool> = targets.iter().map(|t| is_known(t, leaks)).collect();
        if !known.contains(&true) {
            return ErrorLines::default();
        }
        let places: Vec<Vec<Place>> =
            targets.iter().zip(&known).map(|(t, known)| if *known { places(program, t) } else { Vec::new() }).collect();
        let reach = if callers { Reach::with_callers(program, &places) } else { Reach::new(program, &places) };
        ErrorLines { reach: Some(reach), known }
    }

    /// Is something known about this target?
    pub fn knows(&self, target: TargetId) -> bool {
        self.known.get(target.index()).copied().unwrap_or(false)
    }

    /// Can a state come to an error that is known and still looked for?
    pub fn alive(&self, state: &State) -> bool {
        self.reach.as_ref().is_some_and(|r| r.alive(state.points()))
    }

    /// The target is decided.
    pub fn close(&mut self, target: TargetId) {
        if let Some(reach) = &mut self.reach {
            reach.close(target);
        }
    }
}

fn is_known(t: &Target, leaks: bool) -> bool {
    match t.spec {
        TargetSpec::ErrorAt { kind: Some(kind), .. } => kind != ErrorKind::Leak,
        TargetSpec::ErrorAt { kind: None, .. } => !leaks,
        _ => false,
    }
}

/// Before each instruction of the line, and behind its calls: an error inside of what is called is told at the line too, and whoever is in there
/// has only the way back before them.
fn places(p: &Program, t: &Target) -> Vec<Place> {
    let mut out = Vec::new();
    for (i, f) in p.functions.iter().enumerate() {
        for (k, b) in f.blocks.iter().enumerate() {
            let here = b.locs.iter().enumerate().filter(|(_, loc)| t.locs.contains(loc));
            for (at, _) in here {
                let place = |inst: usize| Place { func: FuncId(i as u32), block: BlockId(k as u32), inst: inst as u32 };
                out.push(place(at));
                if matches!(b.insts.get(at), Some(Inst::Call(_))) {
                    out.push(place(at + 1));
                }
            }
        }
    }
    out.dedup();
    out
}
