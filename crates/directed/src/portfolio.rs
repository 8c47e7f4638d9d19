//! Several arms that share what a run costs. The rule and the bound that follows from it: docs/auto.md.

use homing_exec::{RunKind, State, StateId};
use homing_explore::{Action, Event, Strategy, SubRun, View};
use homing_ir::FuncId;
use rustc_hash::FxHashSet;

/// A turn is over when it has cost so much ...
pub const TURN: u64 = 5_000;
/// ... or one part in so many of the run so far: what an arm would find at once is never far.
const TURNS: u64 = 16;
/// Branches of a trail that is worth going out of one's way for: a shorter one is found by going on.
pub const LONG: u64 = 8;
/// What an arm spends of its credit is charged to it as one part in so many.
pub const LEAD: u64 = 256;

/// An arm, and on which terms it takes part. All costs are those of [`View::cost`].
#[derive(Copy, Clone)]
pub struct Arm {
    /// What it is called in the registry.
    pub name: &'static str,
    /// It chooses among the states of every run, not only of the one that explores everything.
    pub everywhere: bool,
    /// Its parts of what the run costs.
    pub parts: u64,
    /// Whether it takes part, given the program and its entry; asked once.
    pub takes_part: fn(&View<'_>, FuncId) -> bool,
    /// It waits until the run has cost so much, and begins with the least charge of those that take part by then.
    pub from: u64,
    /// Or until there are so many states, if that is sooner.
    pub crowd: usize,
    /// Its credit at the beginning: what it may spend ahead of the others.
    pub credit: u64,
    /// Its credit when it has brought its first trail of [`LONG`] branches.
    pub reward: u64,
    /// Its credit for each block that its native runs are the first to enter ...
    pub block: u64,
    /// ... and of such credits all together, at most.
    pub blocks: u64,
}

impl Arm {
    /// One part of the cost, always, without credit, with the states of the run that explores everything.
    pub const fn new(name: &'static str) -> Arm {
        Arm {
            name,
            everywhere: false,
            parts: 1,
            takes_part: |_, _| true,
            from: 0,
            crowd: usize::MAX,
            credit: 0,
            reward: 0,
            block: 0,
            blocks: 0,
        }
    }
}

/// Gives each arm its parts of what the run costs, but for credits. Next is always the arm with the least charge, for a turn. What an arm
/// spends is charged to it, by its parts; as long as it has credit, only a [`LEAD`]th of that.
pub struct Portfolio {
    members: Vec<Member>,
    /// Whose turn it is, once there was a choice, and what the turn has cost.
    turn: Option<usize>,
    spent: u64,
    /// What the run had cost at the last choice.
    cost: u64,
    /// The states of the run that explores everything.
    main: FxHashSet<StateId>,
    begun: bool,
}

struct Member {
    arm: Arm,
    strategy: Box<dyn Strategy>,
    takes_part: bool,
    /// It waits no more.
    begun: bool,
    credit: u64,
    rewarded: bool,
    /// What is left of its credits for blocks.
    left: u64,
    /// What it has spent, in units of 1 / [`LEAD`]; one for what it had credit for.
    paid: u64,
}

impl Member {
    fn pay(&mut self, spent: u64) {
        let ahead = spent.min(self.credit);
        self.credit -= ahead;
        self.paid += (spent - ahead) * LEAD + ahead;
    }

    fn charge(&self) -> u64 {
        self.paid / self.arm.parts.max(1)
    }

    fn hears(&self, main: bool) -> bool {
        self.takes_part && (main || self.arm.everywhere)
    }
}

impl Portfolio {
    /// Of these arms; `make` gives the strategy of each. Equals go in the order of the list.
    pub fn new(arms: &[Arm], mut make: impl FnMut(&Arm) -> Box<dyn Strategy>) -> Portfolio {
        let member = |arm: &Arm| {
            let strategy = make(arm);
            Member {
                arm: *arm,
                strategy,
                takes_part: true,
                begun: false,
                credit: arm.credit,
                rewarded: false,
                left: arm.blocks,
                paid: 0,
            }
        };
        let members = arms.iter().map(member).collect();
        Portfolio { members, turn: None, spent: 0, cost: 0, main: FxHashSet::default(), begun: false }
    }

    /// The first state is there: who takes part?
    fn begin(&mut self, first: &State, view: &View<'_>) {
        self.members.iter_mut().for_each(|m| m.takes_part = (m.arm.takes_part)(view, first.run.at));
        self.begun = true;
    }

    /// Who has waited long enough begins, no better off than those that did not wait.
    fn join(&mut self) {
        let (cost, states) = (self.cost, self.main.len());
        let is_due = |m: &Member| m.takes_part && !m.begun && (m.arm.from <= cost || m.arm.crowd <= states);
        if self.members.iter().any(is_due) {
            let least = self.members.iter().filter(|m| m.takes_part && m.begun).map(Member::charge).min().unwrap_or(0);
            for member in self.members.iter_mut().filter(|m| is_due(m)) {
                member.begun = true;
                member.paid = least * member.arm.parts;
            }
        }
    }

    /// What the run has cost since the last choice is paid by whose turn it is. No choice is free.
    fn settle(&mut self, cost: u64) {
        let spent = cost.saturating_sub(self.cost).max(1);
        self.cost = cost;
        if let Some(member) = self.turn.and_then(|i| self.members.get_mut(i)) {
            self.spent += spent;
            member.pay(spent);
        }
    }

    fn is_over(&self) -> bool {
        self.spent >= TURN.min(self.cost / TURNS)
    }

    /// Those that can be asked, in their order: whose turn is not over, then by what they are charged.
    fn order(&self) -> Vec<usize> {
        let ready = |i: &usize| self.members[*i].takes_part && self.members[*i].begun;
        let mut order: Vec<usize> = (0..self.members.len()).filter(ready).collect();
        let goes_on = self.turn.filter(|_| !self.is_over());
        order.sort_by_key(|i| (Some(*i) != goes_on, self.members[*i].charge()));
        order
    }

    /// Whose turn it is has found a long path to a target from an unconstrained start.
    fn trail(&mut self) {
        if let Some(member) = self.turn.and_then(|i| self.members.get_mut(i))
            && !std::mem::replace(&mut member.rewarded, true)
        {
            member.credit = member.credit.max(member.arm.reward);
        }
    }

    /// Whose turn it is has run the program natively and come to so many blocks that no such run had entered.
    fn entered(&mut self, fresh: u32) {
        if let Some(member) = self.turn.and_then(|i| self.members.get_mut(i)) {
            let more = (u64::from(fresh) * member.arm.block).min(member.left);
            member.left -= more;
            member.credit += more;
        }
    }
}

impl Strategy for Portfolio {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        let is_main = |state: &State| state.run.kind == RunKind::Main;
        let main = match event {
            Event::Added { state, .. } => {
                if !self.begun {
                    self.begin(state, view);
                }
                is_main(state) && self.main.insert(state.id)
            }
            Event::Ran { state, .. } => is_main(state),
            Event::Removed { state, .. } => self.main.remove(state),
            Event::Guessed { .. } => true,
            Event::Fuzzed { fresh, .. } => {
                self.entered(*fresh);
                true
            }
            Event::SubRun(sub_run) => {
                if matches!(sub_run, SubRun::Passed { state, .. } if state.trail.len() >= LONG) {
                    self.trail();
                }
                false
            }
        };
        self.members.iter_mut().filter(|m| m.hears(main)).for_each(|m| m.strategy.observe(event, view));
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        self.settle(view.cost);
        self.join();
        for i in self.order() {
            let action = match self.members[i].strategy.next(view) {
                Action::Done => continue,
                Action::Forward { state, steps } => Action::Forward { state, steps: steps.min(TURN) },
                Action::Guess { run, steps } => Action::Guess { run, steps: steps.min(TURN) },
                other => other,
            };
            if self.turn != Some(i) || self.is_over() {
                (self.turn, self.spent) = (Some(i), 0);
            }
            return action;
        }
        Action::Done
    }

    fn wants_retelling(&mut self) -> bool {
        // Each is asked: it forgets that it wanted to be.
        let wants = |m: &mut Member| m.strategy.wants_retelling();
        self.members.iter_mut().map(wants).filter(|wants| *wants).count() > 0
    }

    fn wants_blocks(&self) -> bool {
        self.members.iter().any(|m| m.strategy.wants_blocks())
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let next = self.order().into_iter().map(|i| self.members[i].strategy.describe(max));
        next.into_iter().find(|list| !list.is_empty()).unwrap_or_default()
    }
}
