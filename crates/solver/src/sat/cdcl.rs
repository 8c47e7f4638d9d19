//! A conflict-driven clause-learning solver made for streams of small queries over one growing circuit.
//!
//! Three things set it apart. Variables are decided and implied only inside the fan-in cone of the assumptions, so gates
//! of other queries cost at most a look at their clauses; a gate that enters the cone is brought up to date. The trail survives a query, decisions included: only levels of assumptions
//! that are gone are undone, and what a new assumption contradicts. Clauses may be added at any level.
//!
//! For that, levels on the trail need not ascend: a literal has the level of the latest decision it depends on, and
//! backtracking keeps the literals behind a dropped decision that do not depend on it (in their order, and propagated
//! again). A new gate of old inputs thus gets its place without undoing anything.

mod search;

use search::Pace;

use super::clauses::{Arena, ClauseRef, Watch};
use super::cone::Cone;
use super::heap::Heap;
use super::proof::Step;
use super::reduce::FIRST_REDUCE;
use super::{Budget, Lit, Outcome, Sat};

/// The solver; see the module's documentation.
pub struct Cdcl {
    pub(super) arena: Arena,
    pub(super) learnts: Vec<ClauseRef>,
    /// By literal: the clauses that contain its negation among their two watched literals.
    pub(super) watches: Vec<Vec<Watch>>,
    /// By literal: 1 true, -1 false, 0 unassigned.
    pub(super) values: Vec<i8>,
    pub(super) vars: Vec<Var>,
    phase: Vec<bool>,
    pub(super) activity: Vec<f64>,
    pub(super) bump: f64,
    pub(super) heap: Heap,
    pub(super) trail: Vec<Lit>,
    pub(super) limits: Vec<usize>,
    /// By level from 1: was its decision an assumption?
    assumed: Vec<bool>,
    head: usize,
    pub(super) assumptions: Vec<Lit>,
    /// By literal: is it an assumption of the current query?
    is_assumption: Vec<bool>,
    /// All assumptions before this one are true.
    next_assumption: usize,
    pub(super) fanins: Vec<Lit>,
    /// The clauses added after each variable was made and before the next was.
    pub(super) definitions: Vec<ClauseRef>,
    pub(super) cone: Cone,
    /// The circuit is large beside the cone, so implications outside are passed over.
    pub(super) selective: bool,
    /// False once the clauses alone are unsatisfiable.
    consistent: bool,
    pub(super) conflicts: u64,
    pub(super) idle: u64,
    /// See `Sat::failed`.
    pub(super) failed: Vec<Lit>,
    /// The proof so far, if somebody wants it.
    log: Option<Vec<Step>>,
    /// See `Sat::work`.
    pub(super) work: u64,
    pub(super) next_reduce: u64,
    pace: Pace,
    pub(super) scratch: super::analyze::Scratch,
}

/// What is kept per variable beside its value.
#[derive(Clone, Copy)]
pub(super) struct Var {
    pub reason: ClauseRef,
    pub level: u32,
    pub seen: bool,
    pub in_cone: bool,
    /// It was passed over when a clause implied it.
    pub stale: bool,
    pub fanin: (u32, u32),
    /// Its part of `Cdcl::definitions`.
    pub definition: (u32, u32),
}

/// After this many conflicts a query is hard, and what was learnt is worth more than a small circuit.
const HARD: u64 = 100;
/// What a new variable or clause costs, in units of work.
const BUILDING: u64 = 5;

impl Cdcl {
    /// An empty solver that keeps a proof.
    pub(super) fn logging() -> Cdcl {
        Cdcl { log: Some(Vec::new()), ..Cdcl::new() }
    }

    /// The steps of the proof since the last call.
    pub(super) fn drain_log(&mut self) -> Vec<Step> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn val(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    fn level(&self) -> usize {
        self.limits.len()
    }

    pub(super) fn level_of(&self, lit: Lit) -> u32 {
        self.vars[lit.var() as usize].level
    }

    pub(super) fn enqueue(&mut self, lit: Lit, reason: ClauseRef, level: usize) {
        debug_assert_eq!(self.val(lit), 0);
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        let var = &mut self.vars[lit.var() as usize];
        var.level = level as u32;
        var.reason = reason;
        self.trail.push(lit);
    }

    fn decide(&mut self, lit: Lit, assumed: bool) {
        self.limits.push(self.trail.len());
        self.assumed.push(assumed);
        self.enqueue(lit, ClauseRef::NONE, self.level());
    }

    fn backtrack(&mut self, level: usize) {
        if self.level() <= level {
            return;
        }
        let from = self.limits[level];
        let mut keep = from;
        for i in from..self.trail.len() {
            let lit = self.trail[i];
            let var = lit.var();
            if self.vars[var as usize].level as usize <= level {
                self.trail[keep] = lit;
                keep += 1;
                continue;
            }
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            self.phase[var as usize] = !lit.is_negated();
            if self.vars[var as usize].in_cone {
                self.heap.insert(var, &self.activity);
            }
        }
        self.trail.truncate(keep);
        self.limits.truncate(level);
        self.assumed.truncate(level);
        self.head = self.head.min(from);
        self.next_assumption = 0;
    }

    /// Follows all consequences of the trail; the clause that fails, if any.
    fn propagate(&mut self) -> Option<ClauseRef> {
        while self.head < self.trail.len() {
            let p = self.trail[self.head];
            self.head += 1;
            let mut list = std::mem::take(&mut self.watches[p.index()]);
            self.work += 4 + list.len() as u64 * 3 / 2;
            let conflict = self.visit(p, &mut list);
            self.watches[p.index()] = list;
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Visits the watchers of `p`, which just became true; keeps in `list` those that go on watching it.
    fn visit(&mut self, p: Lit, list: &mut Vec<Watch>) -> Option<ClauseRef> {
        let mut conflict = None;
        let level = self.level_of(p) as usize;
        let (mut read, mut write) = (0, 0);
        while read < list.len() {
            let watch = list[read];
            read += 1;
            let blocked = self.val(watch.blocker);
            if blocked > 0 {
                list[write] = watch;
                write += 1;
                continue;
            }
            let clause = watch.clause();
            if watch.is_binary() {
                list[write] = watch;
                write += 1;
                if blocked < 0 {
                    conflict = Some(clause);
                    break;
                }
                if self.is_wanted(watch.blocker) {
                    self.enqueue(watch.blocker, clause, level);
                }
                continue;
            }
            let Some(first) = self.rewatch(p, watch) else { continue };
            list[write] = Watch::new(clause, first, false);
            write += 1;
            match self.val(first) {
                0 if self.is_wanted(first) => {
                    let latest = if level == self.level() { level } else { self.latest_level(clause) };
                    self.enqueue(first, clause, latest);
                }
                v if v < 0 => {
                    conflict = Some(clause);
                    break;
                }
                _ => {}
            }
        }
        if write < read {
            list.copy_within(read.., write);
            list.truncate(write + list.len() - read);
        }
        conflict
    }

    /// Tries to move the watch on `!p` to a literal that is not false. If there is none, the other watched literal.
    fn rewatch(&mut self, p: Lit, watch: Watch) -> Option<Lit> {
        let clause = watch.clause();
        let lits = self.arena.lits(clause);
        let falsified = !p;
        if lits[0] == falsified.0 {
            lits.swap(0, 1);
        }
        let first = Lit(lits[0]);
        if self.values[first.index()] > 0 {
            return Some(first);
        }
        for k in 2..lits.len() {
            let other = Lit(lits[k]);
            if self.values[other.index()] >= 0 {
                lits.swap(1, k);
                self.watches[(!other).index()].push(Watch::new(clause, first, false));
                return None;
            }
        }
        Some(first)
    }

    /// The highest level of the literals after the first.
    fn latest_level(&self, clause: ClauseRef) -> usize {
        let levels = (1..self.arena.size(clause)).map(|i| self.level_of(self.arena.lit(clause, i)));
        levels.max().unwrap_or(0) as usize
    }

    fn attach(&mut self, clause: ClauseRef) {
        let (a, b) = (self.arena.lit(clause, 0), self.arena.lit(clause, 1));
        let binary = self.arena.size(clause) == 2;
        self.watches[(!a).index()].push(Watch::new(clause, b, binary));
        self.watches[(!b).index()].push(Watch::new(clause, a, binary));
    }

    /// Puts the two literals that stay unassigned longest when backtracking in front.
    fn order_for_watching(&self, lits: &mut [Lit]) {
        for i in 0..2 {
            let best = (i..lits.len())
                .max_by_key(|&k| match self.val(lits[k]) {
                    v if v < 0 => (self.level_of(lits[k]) as u64, usize::MAX - k),
                    _ => (u64::MAX, usize::MAX - k),
                })
                .unwrap_or(i);
            lits.swap(i, best);
        }
    }

    pub(super) fn bump_var(&mut self, var: u32) {
        let activity = &mut self.activity[var as usize];
        *activity += self.bump;
        if *activity > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.bump *= 1e-100;
        }
        self.heap.raised(var, &self.activity);
    }
}

impl Sat for Cdcl {
    fn new() -> Cdcl {
        let mut new = Cdcl {
            arena: Arena::default(),
            learnts: Vec::new(),
            watches: Vec::new(),
            values: Vec::new(),
            vars: Vec::new(),
            phase: Vec::new(),
            activity: Vec::new(),
            bump: 1.0,
            heap: Heap::default(),
            trail: Vec::new(),
            limits: Vec::new(),
            assumed: Vec::new(),
            head: 0,
            assumptions: Vec::new(),
            is_assumption: Vec::new(),
            next_assumption: 0,
            fanins: Vec::new(),
            definitions: Vec::new(),
            cone: Cone::default(),
            selective: false,
            consistent: true,
            conflicts: 0,
            idle: 0,
            failed: Vec::new(),
            log: None,
            work: 0,
            next_reduce: FIRST_REDUCE,
            pace: Pace::new(),
            scratch: Default::default(),
        };
        new.reset();
        new
    }

    fn new_var(&mut self, fanin: &[Lit]) -> Lit {
        let lit = Lit::new(self.vars.len() as u32, false);
        self.work += BUILDING;
        let from = self.fanins.len() as u32;
        self.fanins.extend_from_slice(fanin);
        let fanin = (from, self.fanins.len() as u32);
        let here = self.definitions.len() as u32;
        let definition = (here, here);
        self.vars.push(Var { reason: ClauseRef::NONE, level: 0, seen: false, in_cone: false, stale: false, fanin, definition });
        self.values.extend([0, 0]);
        self.is_assumption.extend([false, false]);
        // Lists of variables from before a reset are reused.
        for l in [lit, !lit] {
            match self.watches.get_mut(l.index()) {
                Some(list) => list.clear(),
                None => self.watches.push(Vec::new()),
            }
        }
        self.phase.push(false);
        self.activity.push(0.0);
        self.heap.grow();
        lit
    }

    fn set_fanin(&mut self, leaf: Lit, fanin: &[Lit]) {
        let from = self.fanins.len() as u32;
        self.fanins.extend_from_slice(fanin);
        self.vars[leaf.var() as usize].fanin = (from, self.fanins.len() as u32);
        // The cone computed earlier may lack the new fan-in.
        self.replace_assumptions(&[]);
        self.update_cone(0);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let mut lits = std::mem::take(&mut self.scratch.clause);
        lits.clear();
        self.work += BUILDING;
        if let Some(log) = &mut self.log {
            log.push(Step::Given(clause.into()));
        }
        let mut satisfied = false;
        for &lit in clause {
            let fixed = self.level_of(lit) == 0;
            match self.val(lit) {
                v if v > 0 && fixed => satisfied = true,
                v if v < 0 && fixed => {}
                _ if lits.contains(&!lit) => satisfied = true,
                _ if lits.contains(&lit) => {}
                _ => lits.push(lit),
            }
        }
        if !satisfied && self.consistent {
            self.add_reduced(&mut lits);
        }
        self.scratch.clause = lits;
    }

    fn solve(&mut self, assumptions: &[Lit], budget: Budget, guard: &mut dyn FnMut() -> bool) -> Outcome {
        self.failed.clear();
        if !self.consistent {
            return Outcome::Unsat;
        }
        let common = self.assumptions.iter().zip(assumptions).take_while(|(a, b)| a == b).count();
        self.replace_assumptions(assumptions);
        self.update_cone(common);
        self.pace.restarted();
        let until = Budget {
            conflicts: self.conflicts.saturating_add(budget.conflicts.max(1)),
            work: self.work.saturating_add(budget.work.max(1)),
        };
        let (idle, conflicts) = (self.idle, self.conflicts);
        let outcome = self.search(until, guard);
        if self.conflicts > conflicts + HARD {
            self.idle = idle;
        }
        outcome
    }

    fn failed(&self) -> &[Lit] {
        &self.failed
    }

    fn value(&self, lit: Lit) -> bool {
        self.val(lit) > 0
    }

    fn vars(&self) -> usize {
        self.vars.len()
    }

    fn cone(&self) -> usize {
        self.cone.vars.len()
    }

    fn idle(&self) -> u64 {
        self.idle
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn reset(&mut self) {
        self.arena.clear();
        self.learnts.clear();
        self.values.clear();
        self.vars.clear();
        self.phase.clear();
        self.activity.clear();
        self.bump = 1.0;
        self.heap.clear();
        self.trail.clear();
        self.limits.clear();
        self.assumed.clear();
        self.head = 0;
        self.assumptions.clear();
        self.is_assumption.clear();
        self.next_assumption = 0;
        self.fanins.clear();
        self.definitions.clear();
        self.cone = Cone::default();
        self.selective = false;
        self.consistent = true;
        self.idle = 0;
        self.next_reduce = self.conflicts + FIRST_REDUCE;
        self.pace = Pace::new();
        let constant = self.new_var(&[]);
        self.enqueue(constant, ClauseRef::NONE, 0);
    }
}

impl Cdcl {
    /// Undoes the levels of assumptions that are gone.
    fn replace_assumptions(&mut self, assumptions: &[Lit]) {
        for lit in self.assumptions.drain(..) {
            self.is_assumption[lit.index()] = false;
        }
        self.assumptions.extend_from_slice(assumptions);
        for lit in assumptions {
            self.is_assumption[lit.index()] = true;
        }
        self.next_assumption = 0;
        let gone = (0..self.level()).find(|&l| self.assumed[l] && !self.is_assumption[self.trail[self.limits[l]].index()]);
        if let Some(gone) = gone {
            self.backtrack(gone);
        }
    }

    /// Adds a clause without literals fixed at level 0 and without repetitions.
    fn add_reduced(&mut self, lits: &mut [Lit]) {
        match lits.len() {
            0 => self.consistent = false,
            1 => {
                if self.val(lits[0]) != 0 {
                    self.backtrack(self.level_of(lits[0]) as usize - 1);
                }
                self.enqueue(lits[0], ClauseRef::NONE, 0);
            }
            _ => {
                self.order_for_watching(lits);
                let clause = self.arena.add(lits, false, 0);
                self.attach(clause);
                self.definitions.push(clause);
                if let Some(newest) = self.vars.last_mut() {
                    newest.definition.1 = self.definitions.len() as u32;
                }
                if self.val(lits[1]) >= 0 || self.val(lits[0]) > 0 {
                    return;
                }
                // All but the first are false.
                let level = self.level_of(lits[1]) as usize;
                if self.val(lits[0]) < 0 {
                    let first = self.level_of(lits[0]) as usize;
                    self.backtrack(first - 1);
                    if first == level {
                        return;
                    }
                }
                self.enqueue(lits[0], clause, level);
            }
        }
    }
}
