//! What rounds of a loop come to: rows of paths that are gone any number of times in one step.

use std::cell::Cell;
use std::rc::Rc;

use homing_exec::{Executor, Parting, Rounds, State};
use homing_graph::NONE;
use homing_ir::{FuncId, Reg};
use homing_solver::May;
use homing_term::{Sort, Term, VarId};
use rustc_hash::FxHashMap;

use super::algebra::{Binomials, Motion, Poly};
use super::body::{Body, BodyPath, Place, Symbol};
use super::bounds::{Guards, NoBound};
use super::certificate::Checker;
use super::{CHECK, FIRST_CHECK, LOOK, SHARE};
use crate::engine::FORK_COST;
use crate::induction::Shape;

/// Paths that are gone one after the other, any number of times.
pub(super) struct Row {
    /// Numbers of the paths.
    pub paths: Vec<usize>,
    pub path: BodyPath,
    pub polys: Vec<Poly>,
    pub ends: Vec<End>,
}

/// A way in which rounds of a row end.
pub(super) struct End {
    /// At the start.
    pub cond: Term,
    /// None if they never end.
    pub count: Option<Term>,
    /// What the check has said; none as long as nobody has needed it.
    sure: Cell<Option<bool>>,
}

/// What is known of a loop, from one state at its head on.
pub(super) struct Summary {
    pub body: Body,
    pub rows: Vec<Row>,
    /// Which path can follow on which.
    pub follows: Vec<(usize, usize)>,
}

/// As the table of states holds it.
type Owned = Box<State>;

/// What became of a state at the head of a loop.
pub(super) struct Leapt {
    /// All that it has become: together they are what it was.
    pub states: Vec<Owned>,
    /// How many of them have leapt, and how many were found to go round for ever.
    pub leaps: u32,
    pub circles: u32,
    /// If none has: why.
    pub why: Option<&'static str>,
}

/// Its rounds have summaries, but there are none to go.
pub(super) const NO_ROUNDS: &str = "no row of rounds is possible now";

/// Loops inside of loops.
const DEEP: u32 = 4;

/// Rows that one state takes one after the other.
const ROWS: u32 = 4;

/// Paths of a body of which rows of several are looked for.
const MANY: usize = 8;

/// What is remembered from one loop to the next.
pub(super) struct Knowledge {
    pub names: Binomials,
    pub shapes: FxHashMap<FuncId, Rc<Shape>>,
    pub checker: Checker,
    /// What looking may have cost before it ends, as [`Summarizer::cost`] counts.
    pub budget: u64,
}

impl Knowledge {
    /// What the next look may cost, of a search that has cost so much.
    pub fn allow(&mut self, exec: &Executor<'_>, spent: u64) {
        self.budget = cost(exec) + LOOK + spent / SHARE;
        self.checker.allow((spent / 4).clamp(FIRST_CHECK, CHECK));
    }
}

/// What an executor has cost.
fn cost(exec: &Executor<'_>) -> u64 {
    exec.instructions() + FORK_COST * exec.forks() + exec.context().stats.effort
}

pub(super) struct Summarizer<'s, 'a> {
    pub exec: &'s mut Executor<'a>,
    pub know: &'s mut Knowledge,
    /// Loops that are being looked at, each inside of the one before.
    pub depth: u32,
}

impl Summarizer<'_, '_> {
    pub fn shape(&mut self, f: FuncId) -> Rc<Shape> {
        let program = self.exec.program();
        self.know.shapes.entry(f).or_insert_with(|| Rc::new(Shape::new(program.func(f)))).clone()
    }

    /// Has the look cost what it may?
    pub fn is_spent(&self) -> bool {
        cost(self.exec) >= self.know.budget
    }

    /// The loop at whose head a state stands.
    pub fn place(&mut self, state: &State) -> Option<Place> {
        let frame = &state.frame;
        let shape = self.shape(frame.func);
        let id = shape.loops.of[frame.block.index()];
        let at_head = id != NONE && shape.loops.list[id as usize].header == frame.block.0 && frame.inst == 0;
        at_head.then_some(Place { func: frame.func, head: frame.block, id, frame: frame.id, depth: frame.depth })
    }

    /// A state at the head of a loop goes as many rounds in one step as can be.
    pub fn accelerate(&mut self, mut state: Box<State>, at: &Place) -> Leapt {
        let alone = |state, why| Leapt { states: vec![state], leaps: 0, circles: 0, why: Some(why) };
        if self.depth >= DEEP {
            return alone(state, "it is nested too deeply");
        }
        if !state.jumps.is_empty() || state.lazy.is_some() {
            return alone(state, "the program jumps out of functions");
        }
        let Summarizer { exec, know, depth } = self;
        let mut summarise = |exec: &mut Executor<'_>| Summarizer { exec, know, depth: *depth + 1 }.summarise(&mut state, at);
        // What the body does is nothing that a run has done. What the leap asks of the state itself is.
        let summary = if *depth == 0 {
            let before = exec.pause_each_time(true);
            let summary = exec.aside(summarise);
            exec.pause_each_time(before);
            summary
        } else {
            summarise(exec)
        };
        match summary {
            Err(why) => alone(state, why),
            Ok(summary) if summary.rows.is_empty() => {
                alone(state, summary.body.without.first().copied().unwrap_or("no path comes back"))
            }
            Ok(summary) => self.leap(state, &summary, at),
        }
    }

    /// Rows of the paths of a loop's body.
    pub fn summarise(&mut self, state: &mut State, at: &Place) -> Result<Summary, &'static str> {
        let body = self.body(state, at)?;
        let mut summary = Summary { body, rows: Vec::new(), follows: Vec::new() };
        let paths = summary.body.paths.len();
        if paths > 1 && paths <= MANY {
            summary.follows = self.follows(&summary.body);
            for paths in cycles(&summary.follows, summary.body.paths.len()) {
                let path = self.one_after_the_other(&summary.body, &paths);
                self.add_row(&mut summary, paths, path);
            }
        }
        for i in 0..paths {
            let path = summary.body.paths[i].clone();
            self.add_row(&mut summary, vec![i], path);
        }
        Ok(summary)
    }

    fn add_row(&mut self, summary: &mut Summary, paths: Vec<usize>, path: BodyPath) {
        match self.row(&summary.body, paths, path) {
            Ok(row) => summary.rows.push(row),
            Err(why) => summary.body.is_without(why),
        }
    }

    fn row(&mut self, body: &Body, paths: Vec<usize>, path: BodyPath) -> Result<Row, &'static str> {
        let effects: Vec<(Term, VarId, Term)> =
            body.symbols.iter().zip(&path.effects).map(|(s, e)| (s.term, s.var, *e)).collect();
        let mut conds = path.guards.clone();
        let terms = &mut self.exec.context_mut().terms;
        let names = &self.know.names;
        let (mut motion, polys) =
            Motion::solve(terms, names, &effects, &mut conds).map_err(|_| "a value changes in no regular way")?;
        let counts = Guards::new(&mut motion, names, terms).counts(&path.guards);
        let counts = counts.map_err(|e| match e {
            NoBound::Guard => "a condition is not linear",
            NoBound::Wide => "its numbers are too wide",
        })?;
        let start = terms.and_all(&conds);
        let mut ends = Vec::new();
        for c in counts {
            let terms = &mut self.exec.context_mut().terms;
            let cond = terms.and(start, c.cond);
            if !body.general.path.may(self.exec.context_mut(), cond).is_no() {
                ends.push(End { cond, count: c.count, sure: Cell::new(None) });
            }
        }
        Ok(Row { paths, path, polys, ends })
    }

    /// Does a row do what it says, where it ends in this way?
    pub fn is_sure(&mut self, body: &Body, row: &Row, end: &End) -> bool {
        let sure = end.sure.get().unwrap_or_else(|| self.know.checker.holds(self.exec, &mut self.know.names, body, row, end));
        end.sure.set(Some(sure));
        sure
    }

    /// A path that is two or three others in a row.
    fn one_after_the_other(&mut self, body: &Body, paths: &[usize]) -> BodyPath {
        let mut all = body.paths[paths[0]].clone();
        for p in &paths[1..] {
            let next = &body.paths[*p];
            let effects = all.effects.clone();
            let mut put = |t: Term| substituted(self.exec, &body.symbols, &effects, t);
            all.guards.extend(next.guards.iter().map(|g| put(*g)).collect::<Vec<_>>());
            all.inside.extend(next.inside.iter().map(|r| r.map(&mut put)).collect::<Vec<_>>());
            all.effects = next.effects.iter().map(|e| put(*e)).collect();
            all.steps += next.steps;
        }
        all
    }

    /// Which path can follow on which.
    fn follows(&mut self, body: &Body) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        for i in 0..body.paths.len() {
            for j in 0..body.paths.len() {
                let both = self.one_after_the_other(body, &[i, j]);
                let all = self.exec.context_mut().terms.and_all(&both.guards);
                if !matches!(body.general.path.may(self.exec.context_mut(), all), May::No) {
                    out.push((i, j));
                }
            }
        }
        out
    }

    /// Takes rows from a state at the head, one after the other, as far as they go.
    fn leap(&mut self, state: Box<State>, summary: &Summary, at: &Place) -> Leapt {
        let mut out = Leapt { states: Vec::new(), leaps: 0, circles: 0, why: None };
        let mut todo = vec![(state, 0)];
        'next: while let Some((mut state, rows)) = todo.pop() {
            let Some(now) = self.values(summary, &mut state) else {
                out.states.push(state);
                continue;
            };
            if rows < ROWS {
                for row in &summary.rows {
                    for end in &row.ends {
                        let cond = substituted(self.exec, &summary.body.symbols, &now, end.cond);
                        let (leapt, whole) = match self.exec.part_by(&mut state, cond) {
                            Parting::Never | Parting::Unknown => continue,
                            Parting::Always => (None, true),
                            Parting::Both(other) => (Some(other), false),
                        };
                        let mut leapt = match leapt {
                            Some(other) => other,
                            None => {
                                let id = self.exec.new_id();
                                let rest = state.copy(id);
                                std::mem::replace(&mut state, rest)
                            }
                        };
                        let sure = self.is_sure(&summary.body, row, end);
                        if sure && end.count.is_none() {
                            out.circles += 1;
                        } else if !sure || !end.count.is_some_and(|c| self.go(&mut leapt, summary, row, c, &now)) {
                            // It is not what it was said to be: all of it goes round.
                            out.states.push(leapt);
                        } else if self.circles(&mut leapt, at) {
                            out.circles += 1;
                        } else {
                            out.leaps += 1;
                            todo.push((leapt, rows + 1));
                        }
                        if whole {
                            continue 'next;
                        }
                    }
                }
            }
            out.states.push(state);
        }
        if out.leaps + out.circles == 0 {
            let unsure = summary.rows.iter().flat_map(|r| &r.ends).any(|e| e.sure.get() == Some(false));
            out.why = Some(if unsure { "its summary could not be checked" } else { NO_ROUNDS });
        }
        out
    }

    /// What the symbols stand for in a state.
    fn values(&mut self, summary: &Summary, state: &mut State) -> Option<Vec<Term>> {
        summary.body.symbols.iter().map(|s| self.exec.leap_term(state, s.spot, s.object)).collect()
    }

    /// Goes rounds of a row.
    fn go(&mut self, state: &mut State, summary: &Summary, row: &Row, count: Term, now: &[Term]) -> bool {
        let count = substituted(self.exec, &summary.body.symbols, now, count);
        let mut after = Vec::new();
        for p in &row.polys {
            let at: Poly = Poly(p.0.iter().map(|a| substituted(self.exec, &summary.body.symbols, now, *a)).collect());
            after.push(at.after(&mut self.exec.context_mut().terms, &mut self.know.names, count));
        }
        self.explain(state, row, count);
        // What loops inside take is not the same in each round: the first and the last one say how much at most.
        let mut inside: Vec<Rounds> = Vec::new();
        for values in [now, &after[..]] {
            inside
                .extend(row.path.inside.iter().map(|r| r.map(&mut |t| substituted(self.exec, &summary.body.symbols, values, t))));
        }
        let rounds = Rounds { count, steps: row.path.steps, inside };
        let values: Vec<_> = summary.body.symbols.iter().zip(&after).map(|(s, t)| (s.spot, s.object, *t)).collect();
        self.exec.leap(state, rounds, &values)
    }

    /// Tells the path what sums of sums of integers are. Rounds inside of others have no need of that.
    fn explain(&mut self, state: &mut State, row: &Row, count: Term) {
        let degree = row.polys.iter().map(|p| p.0.len() - 1).max().unwrap_or(0);
        if self.depth > 0 || self.exec.context().terms.sort(count) != Sort::Int {
            return;
        }
        for d in 2..=degree {
            let meaning = self.know.names.meaning(&mut self.exec.context_mut().terms, count, d);
            // It is true of all numbers: a path without it only knows less.
            self.exec.grant(state, meaning);
        }
    }

    /// Is a state that has leapt where it was before?
    fn circles(&mut self, state: &mut State, at: &Place) -> bool {
        let shape = self.shape(at.func);
        let params = &self.exec.program().func(at.func).block(at.head).params;
        let live = |r: Reg| params.contains(&r) || shape.live.at_start(at.head.0, r);
        self.exec.goes_in_circles(state, &live)
    }
}

/// A term with symbols replaced.
pub(super) fn substituted(exec: &mut Executor<'_>, symbols: &[Symbol], by: &[Term], t: Term) -> Term {
    let find = |v: VarId| symbols.iter().position(|s| s.var == v).map(|i| by[i]);
    exec.context_mut().terms.substitute(t, &find)
}

/// Cycles of two and three paths, each in all its turns: the one that can be gone first comes first.
fn cycles(follows: &[(usize, usize)], n: usize) -> Vec<Vec<usize>> {
    let edge = |a: usize, b: usize| follows.contains(&(a, b));
    let mut out = Vec::new();
    for a in 0..n {
        for b in (0..n).filter(|b| *b != a) {
            if edge(a, b) && edge(b, a) {
                out.push(vec![a, b]);
            }
        }
    }
    for a in 0..n {
        for b in (0..n).filter(|b| *b != a) {
            for c in (0..n).filter(|c| *c != a && *c != b) {
                if edge(a, b) && edge(b, c) && edge(c, a) {
                    out.push(vec![a, b, c]);
                }
            }
        }
    }
    out.truncate(CYCLES);
    out
}

/// Cycles that are looked at.
const CYCLES: usize = 12;
