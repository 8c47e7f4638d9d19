//! Learning: why nothing was met below a place, asked of a state that stands for many, one place after the other.

use std::rc::Rc;

use homing_exec::{Ended, Executor, Finding, Spot, State, Step};
use homing_term::Term;

use super::formula::{apart, path_of, said_of, shrunk, weight};
use super::table::{ANNOTATIONS, Known, Learned, Symbol};
use super::{Place, Subsumption};

/// Places below one another that are learned from at once.
const DEPTH: u32 = 120;

/// Ways from one place to the next ones, and instructions on all of them.
const WAYS: usize = 32;
const INSTRUCTIONS: u64 = 40_000;
const STRIDE: u64 = 4_000;

/// Spots that an annotation can speak of.
const SPOTS: usize = 48;

/// What one question may cost.
const QUESTION: u64 = 3_000_000;

/// What one attempt may cost with everything below, in the unit of the engine.
const ATTEMPT: u64 = 4_000_000;

/// How often something is to be learned from one state in vain.
const VAIN: u32 = 3;

/// Conditions that an annotation may consist of to become part of others.
const SMALL: usize = 12;

const FORK_COST: u64 = 1_000;

pub(super) struct Learner<'e, 'p> {
    exec: &'e mut Executor<'p>,
    all: &'e mut Subsumption,
    /// Cost at which no more is begun.
    limit: u64,
}

impl<'e, 'p> Learner<'e, 'p> {
    pub fn new(exec: &'e mut Executor<'p>, all: &'e mut Subsumption) -> Learner<'e, 'p> {
        let mut learner = Learner { exec, all, limit: 0 };
        learner.limit = learner.cost() + ATTEMPT;
        learner
    }

    /// The annotation that says that nothing can be met below the state, if there is one. `may`: something may be learned for it.
    pub fn is_closed(&mut self, state: &mut State, place: &Place, may: bool) -> Option<String> {
        let number = self.all.table.places.get(place)?.len();
        self.exec.context_mut().set_budget(Some(QUESTION));
        let closed =
            (0..number).rev().find_map(|k| self.with(place, k, |learner, known| learner.closes(known, state, may)).flatten());
        self.exec.context_mut().set_budget(None);
        closed
    }

    /// Takes what is known of a place out of the table while something is done with it.
    fn with<T>(&mut self, place: &Place, k: usize, work: impl FnOnce(&mut Self, &mut Known) -> T) -> Option<T> {
        let mut known = self.all.table.places.get_mut(place)?.get_mut(k)?.take()?;
        let done = work(self, &mut known);
        if let Some(slot) = self.all.table.places.get_mut(place).and_then(|list| list.get_mut(k)) {
            *slot = Some(known);
        }
        Some(done)
    }

    fn cost(&self) -> u64 {
        self.exec.instructions() + FORK_COST * self.exec.forks() + self.exec.context().stats.effort + self.all.asked
    }

    fn closes(&mut self, known: &mut Known, state: &mut State, may: bool) -> Option<String> {
        let spots = self.exec.differing(&known.state, state).ok()?;
        if let Some(text) = self.says(known, state, &spots) {
            return Some(text);
        }
        if !may || !wants(known, &spots) || !self.aside(|learner| learner.learn(known, &spots, 0)) {
            return None;
        }
        self.says(known, state, &spots)
    }

    /// Runs states that are not part of the search.
    fn aside<T>(&mut self, work: impl FnOnce(&mut Learner<'_, 'p>) -> T) -> T {
        let (all, limit) = (&mut *self.all, self.limit);
        self.exec.aside(|exec| work(&mut Learner { exec, all, limit }))
    }

    /// The annotation that a state fulfils which differs in these spots.
    fn says(&mut self, known: &Known, state: &mut State, spots: &[Spot]) -> Option<String> {
        let fitting = known.annotations.iter().rev().filter(|a| covers(&a.symbols, spots));
        for a in fitting {
            if let Some(condition) = said_of(self.exec, state, a)
                && self.holds(state, condition)
            {
                return Some(a.text.to_string());
            }
        }
        None
    }

    /// What is cheap first: most conditions that do not hold are refuted by the inputs at hand.
    fn holds(&mut self, state: &mut State, condition: Term) -> bool {
        let terms = &self.exec.context().terms;
        if terms.is_true(condition) {
            return true;
        }
        if terms.is_false(condition) || state.path.eval64(self.exec.context_mut(), condition) == 0 {
            return false;
        }
        self.exec.implied(state, &[condition])[0]
    }

    /// Learns from a state that was left behind, for those that differ in these spots. True if there is a new annotation.
    fn learn(&mut self, known: &mut Known, spots: &[Spot], depth: u32) -> bool {
        let spots = united(&known.spots, spots);
        let learned = self.learn_of(known, &spots, depth);
        match &learned {
            Some(new) => {
                self.all.stats.learned += 1;
                known.annotations.extend(new.iter().cloned());
                let surplus = known.annotations.len().saturating_sub(ANNOTATIONS);
                known.annotations.drain(..surplus);
            }
            None => known.vain += 1,
        }
        known.spots = spots;
        learned.is_some()
    }

    fn learn_of(&mut self, known: &mut Known, spots: &[Spot], depth: u32) -> Option<Vec<Learned>> {
        if spots.len() > SPOTS || self.cost() >= self.limit {
            return None;
        }
        let mut general = self.exec.without_past(&mut known.state);
        let mut symbols = Vec::with_capacity(spots.len());
        for &spot in spots {
            let (term, object) = self.exec.symbol_at(&mut general, spot)?;
            self.exec.context().terms.as_var(term)?;
            symbols.push(Symbol { spot, object, term });
        }
        let symbols: Rc<[Symbol]> = symbols.into();
        let condition = self.below(general, depth)?;
        let (condition, universal) = apart(self.exec, &known.state, &symbols, condition)?;
        if self.exec.context().terms.is_false(condition) {
            return None;
        }
        let mut new = Vec::new();
        let weight = weight(&self.exec.context().terms, condition);
        if weight.is_some() {
            new.push(self.make(known, &symbols, condition, universal));
        }
        if weight != Some(0) && (weight != Some(1) || universal) {
            let Subsumption { config, asked, .. } = &mut *self.all;
            let few = shrunk(self.exec, config, &mut known.state, &symbols, condition, asked);
            new.extend(few.filter(|f| *f != condition).map(|f| self.make(known, &symbols, f, false)));
        }
        (!new.is_empty()).then_some(new)
    }

    fn make(&self, known: &Known, symbols: &Rc<[Symbol]>, condition: Term, universal: bool) -> Learned {
        let text = super::text::condition(self.exec, &known_name(symbols, &known.state), condition);
        Learned { symbols: symbols.clone(), condition, universal, text: text.into() }
    }

    /// The condition under which nothing can be met by what a state becomes that knows nothing of its past. None if nobody can tell.
    fn below(&mut self, general: Box<State>, depth: u32) -> Option<Term> {
        let (mut todo, mut said) = (vec![general], Vec::new());
        let mut ways = 0;
        let until = self.exec.instructions() + INSTRUCTIONS;
        while let Some(state) = todo.pop() {
            ways += 1;
            if ways > WAYS || self.exec.instructions() >= until || self.exec.is_stopped() {
                return None;
            }
            let Step { successors, put_off, losses, marks, .. } = self.exec.run(state, STRIDE);
            if !losses.is_empty() || !put_off.is_empty() {
                return None;
            }
            for (n, s) in successors.into_iter().enumerate() {
                let passed = n == 0 && !marks.is_empty();
                let mut state = s.state;
                let fine = match &s.end {
                    _ if passed => None,
                    Some(end) => self.is_harmless(&state, end).then(|| self.exec.context().terms.truth(true)),
                    None if self.is_out_of_reach(&state) => Some(self.exec.context().terms.truth(true)),
                    None if s.paused => match self.known_there(&mut state, depth) {
                        Some(condition) => Some(condition),
                        None => {
                            todo.push(state);
                            continue;
                        }
                    },
                    None => {
                        todo.push(state);
                        continue;
                    }
                };
                let terms = &mut self.exec.context_mut().terms;
                let path = path_of(terms, &state);
                let otherwise = terms.not(path);
                let part = fine.map_or(otherwise, |fine| terms.or(otherwise, fine));
                if terms.is_false(part) {
                    return None;
                }
                said.push(part);
            }
        }
        Some(self.exec.context_mut().terms.and_all(&said))
    }

    /// Is the end one that meets nothing?
    fn is_harmless(&self, state: &State, end: &Ended) -> bool {
        match end {
            Ended::Returned(_) | Ended::Exited(_) | Ended::Infeasible | Ended::Silent | Ended::Diverges => true,
            Ended::Finding(finding) => self.all.places_only && !self.survives(state, finding),
            Ended::Stopped | Ended::Lost(_) => false,
        }
    }

    /// May a real run go on behind the error, and come to a target?
    fn survives(&self, state: &State, finding: &Finding) -> bool {
        let handled = state.handled & finding.kind.signals() != 0;
        !self.exec.program().errors_end && (handled || finding.survivable && self.all.reach.borrow().alive(state.points()))
    }

    fn is_out_of_reach(&self, state: &State) -> bool {
        self.all.places_only && state.handled == 0 && !self.all.reach.borrow().alive(state.points())
    }

    /// What is known of the place that a state has come to which stands for many; what was left behind there is learned from first, if need be.
    fn known_there(&mut self, state: &mut State, depth: u32) -> Option<Term> {
        let place: Place = state.points().collect();
        let number = self.all.table.places.get(&place)?.len();
        let mut found: Vec<(Term, bool)> = Vec::new();
        for k in (0..number).rev() {
            let more = self.with(&place, k, |learner, known| {
                let Ok(spots) = learner.exec.differing(&known.state, state) else { return Vec::new() };
                let mut usable = learner.usable(known, state, &spots);
                if usable.is_empty() && depth < DEPTH && wants(known, &spots) && learner.learn(known, &spots, depth + 1) {
                    usable = learner.usable(known, state, &spots);
                }
                usable
            });
            found.extend(more.into_iter().flatten());
            if found.iter().any(|f| self.exec.context().terms.is_true(f.0)) {
                return Some(self.exec.context().terms.truth(true));
            }
            if found.len() >= 3 {
                break;
            }
        }
        // One that speaks of inputs to come holds whatever they are: two of them say less together than each does.
        let plain: Vec<Term> = found.iter().filter(|f| !f.1).map(|f| f.0).take(3).collect();
        match plain[..] {
            [] => found.first().map(|f| f.0),
            _ => Some(self.exec.context_mut().terms.or_all(&plain)),
        }
    }

    /// What annotations of a state that was left behind say of one that differs in these spots.
    fn usable(&mut self, known: &Known, state: &mut State, spots: &[Spot]) -> Vec<(Term, bool)> {
        let mut out = Vec::new();
        let fitting: Vec<&Learned> = known.annotations.iter().rev().filter(|a| covers(&a.symbols, spots)).collect();
        let terms = &self.exec.context().terms;
        let small: Vec<bool> = fitting.iter().map(|a| weight(terms, a.condition).is_some_and(|w| w <= SMALL)).collect();
        let some = small.contains(&true);
        for (a, small) in fitting.into_iter().zip(small) {
            if some && !small {
                continue;
            }
            if let Some(condition) = said_of(self.exec, state, a)
                && !self.exec.context().terms.is_false(condition)
            {
                out.push((condition, a.universal));
            }
        }
        out
    }
}

/// Is there something to be learned for states that differ in these spots?
fn wants(known: &Known, spots: &[Spot]) -> bool {
    let tried = known.vain > 0 || !known.annotations.is_empty();
    known.vain < VAIN && !(tried && spots.iter().all(|s| covered(s, &known.spots)))
}

/// Do the symbols stand for everything in these spots?
fn covers(symbols: &[Symbol], spots: &[Spot]) -> bool {
    let of: Vec<Spot> = symbols.iter().map(|s| s.spot).collect();
    spots.iter().all(|s| covered(s, &of))
}

/// Is everything in a spot in one of these?
fn covered(spot: &Spot, by: &[Spot]) -> bool {
    let Spot::Cell { object, offset, len } = spot else { return by.contains(spot) };
    let holds = |at: u64| {
        by.iter()
            .any(|s| matches!(s, Spot::Cell { object: o, offset: from, len: n } if o == object && *from <= at && at < from + n))
    };
    (*offset..offset + len).all(holds)
}

/// All spots of both; those that overlap are cut where one of them begins or ends.
fn united(a: &[Spot], b: &[Spot]) -> Vec<Spot> {
    let mut all: Vec<Spot> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    let cells: Vec<Spot> = all.iter().copied().filter(|s| matches!(s, Spot::Cell { .. })).collect();
    let overlap = |s: &Spot| cells.iter().any(|c| c != s && c.meets(s));
    if !cells.iter().any(overlap) {
        return all;
    }
    let mut out: Vec<Spot> = all.iter().copied().filter(|s| !overlap(s)).collect();
    for &spot in cells.iter().filter(|s| overlap(s)) {
        let Spot::Cell { object, offset, len } = spot else { continue };
        let mut cuts = vec![offset, offset + len];
        for c in cells.iter().filter(|c| c.meets(&spot)) {
            let Spot::Cell { offset: from, len: n, .. } = *c else { continue };
            cuts.extend([from, from + n].into_iter().filter(|at| offset < *at && *at < offset + len));
        }
        cuts.sort_unstable();
        cuts.dedup();
        for pair in cuts.windows(2) {
            let (mut at, end) = (pair[0], pair[1]);
            while at < end {
                let n = [8, 4, 2, 1].into_iter().find(|n| at + n <= end).unwrap_or(1);
                out.push(Spot::Cell { object, offset: at, len: n });
                at += n;
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// What symbols are called in the program.
fn known_name<'a>(symbols: &'a [Symbol], state: &'a State) -> impl Fn(&Executor<'_>, homing_term::VarId) -> Option<String> + 'a {
    move |exec, v| {
        let symbol = symbols.iter().find(|s| exec.context().terms.as_var(s.term) == Some(v))?;
        Some(super::text::name(exec.program(), state, symbol.spot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use homing_ir::Reg;
    use homing_memory::ObjRef;

    fn cell(offset: u64, len: u64) -> Spot {
        Spot::Cell { object: ObjRef { slot: 1, generation: 0 }, offset, len }
    }

    #[test]
    fn spots_that_overlap_are_cut_so_that_nothing_is_there_twice() {
        let all = united(&[cell(0, 8), Spot::Register(Reg(3))], &[cell(4, 4), cell(6, 4), cell(16, 2)]);
        assert_eq!(all, [Spot::Register(Reg(3)), cell(0, 4), cell(4, 2), cell(6, 2), cell(8, 2), cell(16, 2)]);
        for a in &all {
            assert!(all.iter().filter(|b| b.meets(a)).count() == 1, "{a:?}");
        }
        for old in [cell(0, 8), cell(4, 4), cell(6, 4), cell(16, 2)] {
            assert!(covered(&old, &all));
        }
        assert!(!covered(&cell(9, 2), &all) && !covered(&Spot::Register(Reg(4)), &all));
    }
}
