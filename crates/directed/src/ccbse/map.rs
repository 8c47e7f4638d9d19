//! Who calls whom.

use std::collections::{BTreeSet, VecDeque};

use homing_exec::own_main;
use homing_graph::CallGraph;
use homing_ir::{FuncId, Inst, Origin, Program};

/// What does not change: who calls whom.
pub(super) struct Map {
    pub entry: FuncId,
    /// The program's own `main`, where a library and a kernel are around it.
    pub main: Option<FuncId>,
    /// By function: calls on the shortest chain from the entry, if there is one.
    pub depth: Vec<Option<u32>>,
    pub callers: Vec<Vec<FuncId>>,
}

impl Map {
    pub fn new(program: &Program, entry: FuncId) -> Map {
        let calls = CallGraph::new(program);
        let n = program.functions.len();
        let mut depth = vec![None; n];
        let mut callers: Vec<BTreeSet<FuncId>> = vec![BTreeSet::new(); n];
        for (i, sites) in calls.sites.iter().enumerate() {
            for callee in sites.iter().flat_map(|s| calls.callees(&s.to)) {
                callers[callee.index()].insert(FuncId(i as u32));
            }
        }
        let mut queue = VecDeque::from([entry]);
        depth[entry.index()] = Some(0);
        // What runs before the entry, or after it, is called by nobody in the program.
        let others =
            program.constructors.iter().copied().chain((0..n as u32).map(FuncId).filter(|f| calls.address_taken[f.index()]));
        for f in others {
            if depth[f.index()].is_none() {
                depth[f.index()] = Some(n as u32);
            }
        }
        while let Some(f) = queue.pop_front() {
            let next = depth[f.index()].unwrap_or(0) + 1;
            for callee in calls.sites[f.index()].iter().flat_map(|s| calls.callees(&s.to)) {
                let d = &mut depth[callee.index()];
                if d.is_none_or(|d| d > next) {
                    *d = Some(next);
                    queue.push_back(*callee);
                }
            }
        }
        let mut map = Map { entry, main: own_main(program, entry), depth, callers: Vec::new() };
        map.callers = match map.main {
            Some(_) => program_callers(program, &map, &callers),
            None => callers.into_iter().map(|c| c.into_iter().collect()).collect(),
        };
        map
    }

    /// The function to start at for this one.
    pub fn start_of(&self, f: FuncId) -> FuncId {
        if self.main == Some(f) { self.entry } else { f }
    }
}

/// Who of the program calls each function: what is around the program (a library's sorting, exit handlers) is looked through, and `main` is
/// what a run from the entry comes to by itself.
fn program_callers(program: &Program, map: &Map, all: &[BTreeSet<FuncId>]) -> Vec<Vec<FuncId>> {
    let own = |f: FuncId| program.func(f).origin == Origin::Program || f == map.entry;
    let callers_of = |f: usize| {
        let mut found: BTreeSet<FuncId> = BTreeSet::new();
        let mut seen: BTreeSet<FuncId> = BTreeSet::new();
        let mut todo: Vec<FuncId> = all[f].iter().copied().collect();
        while let Some(c) = todo.pop() {
            if own(c) {
                found.insert(map.start_of(c));
            } else if seen.insert(c) {
                todo.extend(&all[c.index()]);
            }
        }
        found.into_iter().collect()
    };
    (0..all.len()).map(callers_of).collect()
}

/// The functions with targets, in order.
pub(super) fn functions_with_targets(p: &Program) -> Vec<FuncId> {
    let marked = |f: &FuncId| p.func(*f).blocks.iter().any(|b| b.insts.iter().any(|i| matches!(i, Inst::Mark { .. })));
    (0..p.functions.len() as u32).map(FuncId).filter(marked).collect()
}
