//! The paths of a loop's body: from its head to its head again, from a state in which everything that rounds change is a symbol.
//!
//! It does not matter whether all of them are found: what no path is known for is gone round as it is.

use homing_exec::{Rounds, Spot, State, Step, SymbolName};
use homing_ir::{BlockId, FuncId, Reg};
use homing_memory::ObjRef;
use homing_solver::May;
use homing_term::{Op, Term, VarId};

use super::summary::Summarizer;

/// A loop of an activation, with a state at its head.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub func: FuncId,
    pub head: BlockId,
    /// Its number among the loops of the function.
    pub id: u32,
    pub frame: u64,
    pub depth: u32,
}

/// Something that rounds change, and the symbol that stands for it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Symbol {
    pub spot: Spot,
    /// The symbol is the offset of a pointer into it.
    pub object: Option<ObjRef>,
    pub term: Term,
    pub var: VarId,
}

/// One way through the body.
#[derive(Clone, Debug)]
pub(super) struct BodyPath {
    pub guards: Vec<Term>,
    /// By symbol: what it becomes.
    pub effects: Vec<Term>,
    pub steps: u64,
    pub inside: Vec<Rounds>,
}

/// What was found of a body.
pub(super) struct Body {
    pub general: Box<State>,
    pub symbols: Vec<Symbol>,
    pub paths: Vec<BodyPath>,
    /// Why some ways are no paths, each reason once.
    pub without: Vec<&'static str>,
    /// Ways that leave the loop.
    pub exits: usize,
}

/// Paths of one body, and ways that are tried.
const PATHS: usize = 16;
const WAYS: usize = 64;

/// Instructions of all ways together, and of one run.
const INSTRUCTIONS: u64 = 40_000;
const STRIDE: u64 = 4_000;

/// How often more turns out to change than was known.
const RESTARTS: usize = 12;

/// Rounds of a loop inside that are gone one by one, with and without forks.
const INSIDE: u32 = 3;
const STRAIGHT: u32 = 40;

/// A state on its way through a body.
struct Way {
    state: Box<State>,
    /// Visits of heads of loops inside: the activation, the head, how often, forks at the last one, leaps tried.
    visits: Vec<Visit>,
}

#[derive(Copy, Clone)]
struct Visit {
    frame: u64,
    head: BlockId,
    count: u32,
    depth: u32,
    tried: u32,
}

/// What became of a way.
enum Came {
    Path(BodyPath),
    /// More changes than there are symbols for.
    More(Vec<Spot>),
    No(&'static str),
}

impl Summarizer<'_, '_> {
    /// Runs the body from a state at the head of its loop.
    pub(super) fn body(&mut self, state: &mut State, at: &Place) -> Result<Body, &'static str> {
        let mut spots = self.changed(at);
        for _ in 0..RESTARTS {
            let id = self.exec.new_id();
            let mut general = state.copy(id);
            let mut symbols = Vec::new();
            for spot in &spots {
                if self.exec.spot_width(&general, *spot).is_none() && matches!(spot, Spot::Cell { .. }) {
                    return Err("it writes memory");
                }
                let name = SymbolName { loop_of: Some((at.func, at.head)), depth: self.depth, number: symbols.len() as u32 };
                let Some((term, object)) = self.exec.symbol_called(&mut general, *spot, name) else {
                    return Err("it changes something that is no number");
                };
                let var = self.exec.context().terms.as_var(term).ok_or("it changes something that is no number")?;
                symbols.push(Symbol { spot: *spot, object, term, var });
            }
            let mut body = Body { general, symbols, paths: Vec::new(), without: Vec::new(), exits: 0 };
            let more = self.ways(&mut body, at)?;
            if more.is_empty() {
                return Ok(body);
            }
            more.into_iter().for_each(|spot| add_spot(&mut spots, spot));
            if spots.len() > 24 {
                return Err("it changes too much");
            }
        }
        Err("it changes more and more")
    }

    /// Parameters of the head that come back as something else.
    fn changed(&mut self, at: &Place) -> Vec<Spot> {
        let shape = self.shape(at.func);
        let f = self.exec.program().func(at.func);
        let params = &f.block(at.head).params;
        let mut changed = vec![false; params.len()];
        for (_, block) in f.blocks.iter().enumerate().filter(|(b, _)| shape.loops.contains(at.id, *b as u32)) {
            block.term.each_edge(|e| {
                if e.to == at.head {
                    e.args.iter().zip(params).zip(&mut changed).for_each(|((a, p), c)| *c |= a.as_reg() != Some(*p));
                }
            });
        }
        params.iter().zip(changed).filter(|(_, c)| *c).map(|(r, _)| Spot::Register(*r)).collect()
    }

    /// Goes all ways; gives back what else they change.
    fn ways(&mut self, body: &mut Body, at: &Place) -> Result<Vec<Spot>, &'static str> {
        let id = self.exec.new_id();
        let mut todo = vec![Way { state: body.general.copy(id), visits: Vec::new() }];
        let (limit, mut seen) = (self.exec.instructions() + INSTRUCTIONS, 0);
        while let Some(Way { state, visits }) = todo.pop() {
            seen += 1;
            let over = self.exec.instructions() >= limit || self.is_spent() || self.exec.is_stopped();
            if over || seen > WAYS || body.paths.len() > PATHS {
                body.is_without("its body is too large");
                return Ok(Vec::new());
            }
            let Step { successors, losses, marks, .. } = self.exec.run(state, STRIDE);
            if !losses.is_empty() || !marks.is_empty() {
                body.is_without(if marks.is_empty() { "something in it cannot be decided" } else { "a target is in it" });
                // What is lost belongs to one of them, and nobody says to which.
                continue;
            }
            for s in successors {
                if s.end.is_some() {
                    body.exits += 1;
                    continue;
                }
                let way = Way { state: s.state, visits: visits.clone() };
                let (inside, back) = self.place_of(&way.state, at);
                match (inside, back && s.paused) {
                    (false, _) => body.exits += 1,
                    (true, true) => match self.came(body, at, way.state) {
                        Came::Path(p) => body.paths.push(p),
                        Came::More(spots) => return Ok(spots),
                        Came::No(why) => body.is_without(why),
                    },
                    (true, false) if s.paused => self.inner(way, body, &mut todo),
                    (true, false) => todo.push(way),
                }
            }
        }
        Ok(Vec::new())
    }

    /// Is a state within the loop, and at its head?
    fn place_of(&mut self, state: &State, at: &Place) -> (bool, bool) {
        let frame = &state.frame;
        let shape = self.shape(at.func);
        let inside = frame.depth > at.depth || frame.id == at.frame && shape.loops.contains(at.id, frame.block.0);
        (inside, (frame.id, frame.block, frame.inst) == (at.frame, at.head, 0))
    }

    /// A state at the head of a loop inside of this one.
    fn inner(&mut self, mut way: Way, body: &mut Body, todo: &mut Vec<Way>) {
        let Some(place) = self.place(&way.state) else { return todo.push(way) };
        let depth = way.state.depth;
        // Loops that were left are entered anew.
        let shape = self.shape(place.func);
        let around = |head: BlockId| shape.loops.list.iter().position(|l| l.header == head.0).map(|l| l as u32);
        way.visits.retain(|v| {
            v.frame < place.frame
                || v.frame == place.frame && around(v.head).is_some_and(|l| shape.loops.contains(l, place.head.0))
        });
        let known = way.visits.iter_mut().find(|v| (v.frame, v.head) == (place.frame, place.head));
        let visit = match known {
            Some(v) => v,
            None => {
                way.visits.push(Visit { frame: place.frame, head: place.head, count: 0, depth, tried: 0 });
                way.visits.last_mut().expect("just pushed")
            }
        };
        visit.count += 1;
        let forked = std::mem::replace(&mut visit.depth, depth) != depth;
        if visit.count > if forked { INSIDE } else { STRAIGHT } {
            return body.is_without("a loop inside has no summary");
        }
        visit.tried += 1;
        if visit.tried > INSIDE {
            return todo.push(way);
        }
        let visits = way.visits;
        for state in self.accelerate(way.state, &place).states {
            todo.push(Way { state, visits: visits.clone() });
        }
    }

    /// A state has come back to the head.
    fn came(&mut self, body: &mut Body, at: &Place, mut back: Box<State>) -> Came {
        if let Err(why) = self.exec.only_computed(&body.general, &back) {
            return Came::No(why);
        }
        let shape = self.shape(at.func);
        let params = &self.exec.program().func(at.func).block(at.head).params;
        let live = |r: Reg| params.contains(&r) || shape.live.at_start(at.head.0, r);
        let spots = match self.exec.unlike(&body.general, &back, &live) {
            Ok(spots) => spots,
            Err(refusal) => return Came::No(refusal.describe()),
        };
        let covered = |spot: &Spot| body.symbols.iter().any(|s| s.spot.covers(spot));
        let more: Vec<Spot> = spots.into_iter().filter(|s| !covered(s)).collect();
        if !more.is_empty() {
            return Came::More(more);
        }
        let mut effects = Vec::new();
        for s in &body.symbols {
            match self.exec.leap_term(&mut back, s.spot, s.object) {
                Some(t) => effects.push(t),
                None => return Came::No("it changes something that is no number"),
            }
        }
        let Some(guards) = back.path.since(&body.general.path) else { return Came::No("it forgets what was decided") };
        let guards = self.needed(body, guards.into_iter().map(|g| g.0).collect());
        let before = body.general.leaps.iter().count();
        let leaps = back.leaps.iter().count() - before;
        let inside = back.leaps.iter().take(leaps).map(|l| l.rounds.clone()).collect();
        Came::Path(BodyPath { guards, effects, steps: back.steps - body.general.steps, inside })
    }

    /// Without guards of many parts that the others imply.
    fn needed(&mut self, body: &Body, mut guards: Vec<Term>) -> Vec<Term> {
        let mut i = 0;
        while i < guards.len() && guards.len() > 1 {
            if !self.is_composed(guards[i]) {
                i += 1;
                continue;
            }
            let terms = &mut self.exec.context_mut().terms;
            let wrong = terms.not(guards[i]);
            let mut rest: Vec<Term> = guards.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, g)| *g).collect();
            rest.push(wrong);
            let all = terms.and_all(&rest);
            match body.general.path.may(self.exec.context_mut(), all) {
                May::No => _ = guards.remove(i),
                _ => i += 1,
            }
        }
        guards
    }

    fn is_composed(&mut self, g: Term) -> bool {
        let terms = &self.exec.context().terms;
        match terms.op(g) {
            Op::Or | Op::Ite | Op::Xor | Op::And => true,
            Op::Not => matches!(terms.op(terms.args(g)[0]), Op::And | Op::Or | Op::Ite | Op::Xor),
            _ => false,
        }
    }
}

/// One more of what rounds change; cells that overlap become one.
fn add_spot(spots: &mut Vec<Spot>, mut spot: Spot) {
    while let Some(i) = spots.iter().position(|s| s.meets(&spot)) {
        let old = spots.swap_remove(i);
        if let (Spot::Cell { object, offset, len }, Spot::Cell { offset: at, len: n, .. }) = (spot, old) {
            let start = offset.min(at);
            spot = Spot::Cell { object, offset: start, len: (offset + len).max(at + n) - start };
        }
    }
    spots.push(spot);
}

impl Body {
    /// Some way is no path, or a path is in no row.
    pub fn is_without(&mut self, why: &'static str) {
        if !self.without.contains(&why) {
            self.without.push(why);
        }
    }
}
