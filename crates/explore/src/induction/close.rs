//! Closing a loop: from the state that enters it to states that stand for any number of rounds, and to those that leave it.
//!
//! What a round may change are the *spots*. Some are told apart by their values (a lock, the state of a machine); the rest are anything, as far as facts
//! about them do not say otherwise. Each combination of values has facts of its own, which are dropped as soon as a round comes
//! back without them, until every round keeps all that are left. Then everything is checked once more, and only then states leave the loop.

use homing_exec::{Content, Spot, State};
use homing_graph::{Root, WriteSet};
use homing_ir::Reg;
use homing_memory::{ObjRef, ObjectKind, Val, ValKind};
use homing_term::Term;

use super::facts::{Fact, Ground, candidates, is_number};
use super::prover::{Failure, Prover, Round, Rounds, Walk};

/// How often a loop is begun anew because more of it changes than was known.
const RESTARTS: u32 = 60;

/// Combinations of values that are told apart.
const MEMBERS: usize = 400;

/// What the loop does not change and facts are made of.
const FIXED: usize = 6;

/// Spots in one object; with more the whole of it is one.
const CELLS: usize = 24;

/// What it costs to look at a fact, in the unit of the engine.
const FACT_COST: u64 = 200;

/// Bytes that are made anything at a time.
const LARGE: u64 = 1 << 16;

/// Something that a round may change.
#[derive(Clone, Debug)]
pub(super) struct Changing {
    pub spot: Spot,
    /// What it may hold; none while its values are told apart.
    pub general: Option<Content>,
    /// The values that were met, as long as they are told apart.
    values: Vec<Val>,
}

/// States at the head with the same values in the spots that are told apart.
pub(super) struct Member {
    /// By spot; none for those that are not told apart.
    pub values: Vec<Option<Val>>,
    pub facts: Vec<Fact>,
    /// Not gone round since its facts were changed.
    dirty: bool,
}

/// A loop that is being closed.
struct Closing<'r> {
    entry: Box<State>,
    rounds: Vec<Rounds>,
    round: &'r Round,
    spots: Vec<Changing>,
    members: Vec<Member>,
}

impl Prover<'_> {
    /// All states that leave the loop which `walk` enters, after any number of rounds.
    pub(super) fn close(&mut self, walk: Walk, round: &Round) -> Result<Vec<Walk>, Failure> {
        let Walk { state, rounds } = walk;
        // A jump may lead to where registers are read that the head does not need.
        if !state.jumps.is_empty() {
            return Err(Failure::Unlike("a jump may leave the loop"));
        }
        let mut closing = Closing { entry: state, rounds, round, spots: Vec::new(), members: Vec::new() };
        let shape = self.shape(round.func);
        let mut writes = self.writes.clone().of_loop(self.program(), round.func, &shape.loops, round.id);
        // Of an object of which anything may be written, rounds show what is.
        writes.writes.retain(|w| w.range.is_some());
        for spot in written(&closing.entry, &writes) {
            self.add_spot(&mut closing, spot)?;
        }
        for _ in 0..RESTARTS {
            if self.settle(&mut closing)? {
                return self.certify(&mut closing);
            }
        }
        Err(Failure::Unlike("a loop changes more and more"))
    }

    /// One more spot; those that overlap become one.
    fn add_spot(&mut self, c: &mut Closing<'_>, mut spot: Spot) -> Result<(), Failure> {
        while let Some(i) = c.spots.iter().position(|s| s.spot.meets(&spot)) {
            let old = c.spots.swap_remove(i).spot;
            let (Spot::Cell { object, offset, len }, Spot::Cell { offset: at, len: n, .. }) = (spot, old) else { continue };
            let start = offset.min(at);
            spot = Spot::Cell { object, offset: start, len: (offset + len).max(at + n) - start };
        }
        if let Spot::Cell { object, .. } = spot {
            let same = |s: &Changing| matches!(s.spot, Spot::Cell { object: o, .. } if o == object);
            let size = c.entry.memory.find(object).map_or(0, |o| o.size());
            if c.spots.iter().filter(|s| same(s)).count() >= CELLS && size > 0 {
                c.spots.retain(|s| !same(s));
                spot = Spot::Cell { object, offset: 0, len: size };
            }
        }
        if matches!(spot, Spot::Cell { len, .. } if len > LARGE) {
            return Err(Failure::Unlike("a loop changes too many bytes"));
        }
        // What a cell of such a program holds is of any kind.
        if self.exec.has_numbers() && matches!(spot, Spot::Cell { .. }) {
            return Err(Failure::Unlike("a cell that holds a value of any kind"));
        }
        let one_value = self.exec.spot_width(&c.entry, spot).is_some() || self.exec.is_dyn_spot(&c.entry, spot);
        if !one_value && matches!(spot, Spot::Register(_)) {
            return Err(Failure::Unlike("a value of any kind"));
        }
        c.spots.push(Changing { spot, general: (!one_value).then_some(Content::Anything), values: Vec::new() });
        c.spots.sort_by_key(|s| s.spot);
        Ok(())
    }

    /// Goes round until every round keeps what is known of the members. False if more changes than was known: then it is to begin anew.
    fn settle(&mut self, c: &mut Closing<'_>) -> Result<bool, Failure> {
        c.members.clear();
        c.spots.iter_mut().for_each(|s| s.values.clear());
        if !self.enter(c)? {
            return Ok(false);
        }
        while let Some(m) = c.members.iter().position(|m| m.dirty) {
            c.members[m].dirty = false;
            let mut general = self.general(c, m)?;
            let copy = general.copy(self.exec.new_id());
            let walk = Walk { state: copy, rounds: c.rounds.clone() };
            let came = self.explore(vec![walk], Some(c.round))?;
            for Walk { state: mut back, .. } in came.back {
                if !self.covers(c, &general, &back)? || !self.take_in(c, &mut back, false)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The state that enters the loop is the first of its members.
    fn enter(&mut self, c: &mut Closing<'_>) -> Result<bool, Failure> {
        let mut entry = c.entry.copy(self.exec.new_id());
        self.take_in(c, &mut entry, true)
    }

    /// A state that stands for all of a member.
    fn general(&mut self, c: &mut Closing<'_>, m: usize) -> Result<Box<State>, Failure> {
        let member = &c.members[m];
        let contents: Vec<(Spot, Content)> = (c.spots.iter().zip(&member.values))
            .map(|(s, v)| (s.spot, s.general.or(v.map(Content::Exactly)).unwrap_or(Content::Anything)))
            .collect();
        let Some((mut general, symbols)) = self.exec.general_at(&mut c.entry, &contents) else {
            return Err(Failure::Unlike("a spot that cannot be anything"));
        };
        for fact in &member.facts {
            let cond = fact.term(&mut self.exec.context_mut().terms, &symbols);
            if !cond.is_some_and(|cond| self.exec.grant(&mut general, cond)) {
                return Err(Failure::Certificate);
            }
        }
        Ok(general)
    }

    /// Does a state that came back differ in nothing but the spots? If not, there are more of them now.
    fn covers(&mut self, c: &mut Closing<'_>, general: &State, back: &State) -> Result<bool, Failure> {
        let mut all = true;
        for spot in self.unlike(c.round, general, back)? {
            if !c.spots.iter().any(|s| s.spot.covers(&spot)) {
                self.add_spot(c, spot)?;
                all = false;
            }
        }
        Ok(all)
    }

    fn unlike(&mut self, round: &Round, general: &State, back: &State) -> Result<Vec<Spot>, Failure> {
        let shape = self.shape(round.func);
        let params = &self.program().func(round.func).block(round.head).params;
        let live = |r: Reg| params.contains(&r) || shape.live.at_start(round.head.0, r);
        self.exec.unlike(general, back, &live).map_err(|refusal| Failure::Unlike(refusal.describe()))
    }

    /// A state at the head becomes part of a member. False if a spot can be told apart no longer.
    fn take_in(&mut self, c: &mut Closing<'_>, state: &mut State, entry: bool) -> Result<bool, Failure> {
        let Some(values) = self.values(c, state) else { return Ok(false) };
        match c.members.iter().position(|m| m.values == values) {
            None if c.members.len() >= MEMBERS => {
                let many = (0..c.spots.len()).filter(|i| c.spots[*i].general.is_none()).max_by_key(|i| c.spots[*i].values.len());
                let Some(i) = many else { return Err(Failure::Unlike("too many combinations")) };
                c.spots[i].general = Some(Content::Anything);
                Ok(false)
            }
            None => {
                let facts = self.facts(c, state, entry);
                c.members.push(Member { values, facts, dirty: true });
                Ok(true)
            }
            Some(m) => {
                let terms = self.terms_at(&c.spots, state);
                let facts = std::mem::take(&mut c.members[m].facts);
                let kept = self.hold(state, &facts, &terms);
                let member = &mut c.members[m];
                member.dirty |= kept.len() < facts.len();
                member.facts = kept;
                Ok(true)
            }
        }
    }

    /// What a state holds in the spots that are told apart. None if one of them cannot be any more: it has another content from now on.
    fn values(&mut self, c: &mut Closing<'_>, state: &mut State) -> Option<Vec<Option<Val>>> {
        let most = self.plan.values;
        let mut all = Vec::with_capacity(c.spots.len());
        let mut known = true;
        for i in 0..c.spots.len() {
            let spot = c.spots[i].spot;
            match c.spots[i].general {
                None => {
                    let first = self.exec.spot_value(&mut c.entry, spot);
                    let v = self.exec.spot_value(state, spot);
                    let plain = v.filter(|v| {
                        v.is_int() || Some(*v) == first || v.as_ptr().is_some_and(|p| c.entry.memory.find(p.0).is_some())
                    });
                    let list = &mut c.spots[i].values;
                    if let Some(v) = plain
                        && !list.contains(&v)
                    {
                        list.push(v);
                    }
                    if plain.is_none() || list.len() > most {
                        let same = first.and_then(Val::object).filter(|o| v.and_then(Val::object) == Some(*o));
                        c.spots[i].general = Some(same.map_or(Content::Anything, Content::Within));
                        known = false;
                    }
                    all.push(plain);
                }
                Some(Content::Within(o)) => {
                    if self.exec.spot_term(state, spot, Some(o)).is_none() {
                        c.spots[i].general = Some(Content::Anything);
                        known = false;
                    }
                    all.push(None);
                }
                // A symbol among values of any kind stands for numbers only.
                Some(_) if self.exec.is_dyn_spot(state, spot) => {
                    known &= self.exec.spot_term(state, spot, None).is_some();
                    all.push(None);
                }
                Some(_) => all.push(None),
            }
        }
        known.then_some(all)
    }

    /// By spot: what it holds, of those that are not told apart.
    fn terms_at(&mut self, spots: &[Changing], state: &mut State) -> Vec<Option<Term>> {
        let mut term = |s: &Changing| match s.general {
            None => None,
            Some(content) => self.exec.spot_term(state, s.spot, within(content)),
        };
        spots.iter().map(&mut term).collect()
    }

    /// Candidates that hold in a state.
    fn facts(&mut self, c: &Closing<'_>, state: &mut State, entry: bool) -> Vec<Fact> {
        let values = self.terms_at(&c.spots, state);
        let shape = self.shape(c.round.func);
        let (mut constants, mut fixed) = (shape.constants.clone(), Vec::new());
        for r in shape.live.list_at_start(c.round.head.0) {
            if c.spots.iter().any(|s| s.spot == Spot::Register(r)) {
                continue;
            }
            match c.entry.frame.regs.get(r).expect("it is live").kind() {
                ValKind::Int(v) if !constants.contains(&(v as i64)) => constants.push(v as i64),
                ValKind::Term(t) if fixed.len() < FIXED && is_number(&self.exec.context().terms, t) => fixed.push(t),
                _ => {}
            }
        }
        let ground = Ground { values: &values, constants: &constants, fixed: &fixed, entry };
        let all = candidates(&mut self.exec.context_mut().terms, &ground);
        self.hold(state, &all, &values)
    }

    /// Those of the facts that hold in a state whose spots hold these.
    fn hold(&mut self, state: &mut State, facts: &[Fact], values: &[Option<Term>]) -> Vec<Fact> {
        let terms = &mut self.exec.context_mut().terms;
        let said: Vec<(Fact, Term)> = facts.iter().filter_map(|f| Some((*f, f.term(terms, values)?))).collect();
        let conds: Vec<Term> = said.iter().map(|s| s.1).collect();
        self.tried += FACT_COST * conds.len() as u64;
        let holds = self.exec.implied(state, &conds);
        said.into_iter().zip(holds).filter(|(_, h)| *h).map(|((f, _), _)| f).collect()
    }

    /// Everything once more, asked anew: the entry belongs to a member, which stands for something, and every round leads from members to members. Gives
    /// the states that leave.
    fn certify(&mut self, c: &mut Closing<'_>) -> Result<Vec<Walk>, Failure> {
        let mut entry = c.entry.copy(self.exec.new_id());
        if !self.certifier.possible(&mut self.exec, &entry, &[]) || !self.belongs(c, &mut entry)? {
            return Err(Failure::Certificate);
        }
        let mut out = Vec::new();
        for m in 0..c.members.len() {
            let mut general = self.general(c, m)?;
            let copy = general.copy(self.exec.new_id());
            let came = self.explore(vec![Walk { state: copy, rounds: c.rounds.clone() }], Some(c.round))?;
            for Walk { state: mut back, .. } in came.back {
                let unlike = self.unlike(c.round, &general, &back)?;
                let covered = unlike.iter().all(|spot| c.spots.iter().any(|s| s.spot.covers(spot)));
                if !covered || !self.belongs(c, &mut back)? {
                    return Err(Failure::Certificate);
                }
            }
            out.extend(came.out);
        }
        self.tell(c.round, &c.entry, &c.spots, &c.members);
        Ok(out)
    }

    /// Is the state one of those that a member stands for?
    fn belongs(&mut self, c: &mut Closing<'_>, state: &mut State) -> Result<bool, Failure> {
        let Some(values) = self.values(c, state) else { return Ok(false) };
        let Some(m) = c.members.iter().position(|m| m.values == values) else { return Ok(false) };
        let values = self.terms_at(&c.spots, state);
        let terms = &mut self.exec.context_mut().terms;
        let facts: Option<Vec<Term>> = c.members[m].facts.iter().map(|f| f.term(terms, &values)).collect();
        Ok(facts.is_some_and(|facts| self.certifier.holds(&mut self.exec, state, &facts)))
    }
}

/// The spots of a state at the head of a loop that the loop's write set names. Of what is unknown it names none.
pub fn written(entry: &State, writes: &WriteSet) -> Vec<Spot> {
    let mut spots: Vec<Spot> = writes.changed.iter().map(|r| Spot::Register(*r)).collect();
    for w in &writes.writes {
        let (object, from) = match w.root {
            Root::Unknown => continue,
            Root::Global(g) => {
                let found = entry.memory.live().find(|(_, o)| o.info.kind == ObjectKind::Global(g));
                (found.map(|(r, _)| r), Some(0))
            }
            Root::Behind(r) => match entry.frame.regs.get(r).map(|v| v.kind()) {
                Some(ValKind::Ptr(o, at)) => (Some(o), i64::try_from(at).ok()),
                Some(ValKind::PtrAt(o, _)) => (Some(o), None),
                _ => (None, None),
            },
        };
        let Some(object) = object else { continue };
        let Some(o) = entry.memory.find(object).filter(|o| !o.info.read_only) else { continue };
        let range = w.range.zip(from).and_then(|((at, n), from)| Some((u64::try_from(at.checked_add(from)?).ok()?, n)));
        let (offset, len) = range.unwrap_or((0, o.size()));
        if len > 0 && offset.checked_add(len).is_some_and(|end| end <= o.size()) {
            spots.push(Spot::Cell { object, offset, len });
        }
    }
    spots
}

/// The object that a pointer leads into.
fn within(content: Content) -> Option<ObjRef> {
    match content {
        Content::Within(o) => Some(o),
        _ => None,
    }
}
