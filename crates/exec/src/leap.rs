//! Many rounds of a loop in one step: what a state becomes by them, and how it remembers that it did not go them one by one.

use std::rc::Rc;

use homing_ir::{BlockId, FuncId, Reg};
use homing_memory::{ObjRef, Val, ValKind};
use homing_solver::May;
use homing_term::{Model, Sort, Term, Terms, Value, VarKey};

use crate::regs::Regs;
use crate::starts::alike::frame_at;
use crate::{Content, Executor, Loss, Spot, State};

/// Of variables that stand for what a loop changes.
const SYMBOL: u32 = u32::MAX - 1;

/// Instructions of rounds that an interpreter is asked to go, at most: a few seconds. Beyond that only a native run shows what a path does.
const MOST_STEPS: u64 = 20_000_000;

/// What rounds would take that are gone in one step.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// How many, as a number without a sign (`Bits` of any width, or `Int`).
    pub count: Term,
    /// Instructions of each.
    pub steps: u64,
    /// Loops inside.
    pub inside: Vec<Rounds>,
}

impl Rounds {
    /// All terms in it, replaced.
    pub fn map(&self, f: &mut dyn FnMut(Term) -> Term) -> Rounds {
        Rounds { count: f(self.count), steps: self.steps, inside: self.inside.iter().map(|r| r.map(f)).collect() }
    }

    fn roots(&self, f: &mut dyn FnMut(Term)) {
        f(self.count);
        self.inside.iter().for_each(|r| r.roots(f));
    }

    fn instructions(&self, terms: &mut Terms, model: &Model) -> u64 {
        let rounds = match terms.eval(self.count, model) {
            Value::Int(v) => u64::try_from(v).ok(),
            v => v.as_u64(),
        };
        let each = self.inside.iter().fold(self.steps, |sum, r| sum.saturating_add(r.instructions(terms, model)));
        rounds.unwrap_or(u64::MAX).saturating_mul(each)
    }
}

/// What a symbol is called: the loop that it is for, how many loops that are looked at are around it, and its number.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SymbolName {
    pub loop_of: Option<(FuncId, BlockId)>,
    pub depth: u32,
    pub number: u32,
}

/// Rounds that a state has gone in one step.
#[derive(Clone, Debug)]
pub struct Leap {
    pub rounds: Rounds,
    /// Where: the activation, the head of the loop.
    pub frame: u64,
    pub head: BlockId,
    /// The registers after the last round, as far as they are still read.
    pub regs: Regs,
    /// What else can tell two visits of the head apart.
    pub counts: [u64; 4],
}

/// All leaps of a state, the latest first, shared between forks.
#[derive(Clone, Debug, Default)]
pub struct Leaps(Option<Rc<Node>>);

#[derive(Debug)]
struct Node {
    leap: Leap,
    before: Leaps,
}

impl Leaps {
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The latest first.
    pub fn iter(&self) -> impl Iterator<Item = &Leap> {
        let mut at = &self.0;
        std::iter::from_fn(move || {
            let node = at.as_deref()?;
            at = &node.before.0;
            Some(&node.leap)
        })
    }

    fn push(&mut self, leap: Leap) {
        let before = std::mem::take(self);
        self.0 = Some(Rc::new(Node { leap, before }));
    }

    /// Of joined states: the leaps of both.
    pub(crate) fn join(&mut self, other: &Leaps) {
        let same = match (&self.0, &other.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        if !same {
            other.iter().for_each(|l| self.push(l.clone()));
        }
    }

    pub(crate) fn roots(&self, seen: &mut dyn FnMut(*const ()) -> bool, f: &mut dyn FnMut(Term)) {
        let mut at = &self.0;
        while let Some(node) = at {
            if seen(Rc::as_ptr(node).cast()) {
                return;
            }
            node.leap.rounds.roots(f);
            node.leap.regs.values().filter_map(|v| v.root()).for_each(&mut *f);
            at = &node.before.0;
        }
    }
}

impl Drop for Node {
    /// Long rows are taken apart in a loop: recursion would exhaust the stack.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(mut node) = next.and_then(|n| Rc::try_unwrap(n).ok()) {
            next = node.before.0.take();
        }
    }
}

/// How a condition parts a state.
pub enum Parting {
    /// It holds nowhere on the path.
    Never,
    /// It holds everywhere.
    Always,
    /// In this state it holds, in the one at hand it does not.
    Both(Box<State>),
    /// Nobody can tell of one of the sides: nothing was done.
    Unknown,
}

impl Executor<'_> {
    /// The symbol that a spot of a state gets that stands for many, and the object if it is the offset of a pointer. None if it holds nothing that a
    /// symbol can stand for.
    pub fn symbol_at(&mut self, st: &mut State, spot: Spot) -> Option<(Term, Option<ObjRef>)> {
        let name = self.new_symbol();
        self.symbol_called(st, spot, name)
    }

    /// The same with a symbol of that name.
    pub fn symbol_called(&mut self, st: &mut State, spot: Spot, name: SymbolName) -> Option<(Term, Option<ObjRef>)> {
        let old = match spot {
            Spot::Register(r) => st.frame.regs.get(r)?,
            Spot::Outer { up, reg } => Self::register_at(st, up, reg)?,
            Spot::Cell { .. } => self.spot_value(st, spot)?,
        };
        let is_register = !matches!(spot, Spot::Cell { .. });
        let object = match old.kind() {
            ValKind::Int(_) | ValKind::Term(_) => None,
            ValKind::Ptr(o, _) | ValKind::PtrAt(o, _) if !self.code.dynamic => Some(o),
            _ => return None,
        };
        let t = match (self.spot_width(st, spot), self.program.dyn_width) {
            (Some(w), _) => self.number_called(name, Sort::Bits(w)),
            (None, Some(w)) if is_register => self.number_called(name, Sort::Bits(w)),
            (None, None) if is_register => self.number_called(name, Sort::Int),
            _ => return None,
        };
        self.set_spot(st, spot, object, t).then_some((t, object))
    }

    /// A symbol that is nothing of the program's, to stand for any number.
    pub fn any_number(&mut self, sort: Sort) -> Term {
        let name = self.new_symbol();
        self.number_called(name, sort)
    }

    fn new_symbol(&self) -> SymbolName {
        SymbolName { loop_of: None, depth: 0, number: self.symbols.len() as u32 }
    }

    /// The same symbol again whenever a name and a sort are the same: whoever uses a name has done with what it stood for before.
    pub fn number_called(&mut self, name: SymbolName, sort: Sort) -> Term {
        match sort {
            // A variable has 64 bits at most.
            Sort::Bits(w) if w > 64 => {
                let parts: Vec<Term> = (0..w.div_ceil(64)).map(|i| self.symbol_part(name, i, 64.min(w - 64 * i))).collect();
                parts.into_iter().reduce(|low, high| self.cx.terms.concat(high, low)).expect("more than 64 bits have parts")
            }
            Sort::Bits(w) => self.symbol_part(name, 0, w),
            _ => {
                let key = self.symbol_key(name, 0, 0);
                self.cx.terms.int_var(key)
            }
        }
    }

    fn symbol_part(&mut self, name: SymbolName, part: u32, w: u32) -> Term {
        let key = self.symbol_key(name, part, w);
        self.cx.terms.var(w, key)
    }

    fn symbol_key(&mut self, name: SymbolName, part: u32, w: u32) -> VarKey {
        let next = self.symbols.len() as u32;
        VarKey::Fresh { tag: SYMBOL, n: *self.symbols.entry((name, part, w)).or_insert(next) }
    }

    fn set_spot(&mut self, st: &mut State, spot: Spot, object: Option<ObjRef>, t: Term) -> bool {
        let v = match (spot, object) {
            _ if self.is_dyn_spot(st, spot) => self.number_val(t),
            (_, Some(o)) => self.pointer(o, t),
            (_, None) => self.val_of(t),
        };
        self.put(st, spot, Content::Exactly(v)).is_some()
    }

    /// Is it a register that holds values of any kind?
    pub fn is_dyn_spot(&self, st: &State, spot: Spot) -> bool {
        let (up, reg) = match spot {
            Spot::Register(r) => (0, r),
            Spot::Outer { up, reg } => (up, reg),
            Spot::Cell { .. } => return false,
        };
        frame_at(st, up).is_some_and(|f| self.is_dyn(f.func, reg))
    }

    /// What a spot holds as a term of the kind that [`Executor::symbol_at`] gives it.
    pub fn leap_term(&mut self, st: &mut State, spot: Spot, object: Option<ObjRef>) -> Option<Term> {
        if self.is_dyn_spot(st, spot) {
            let v = match spot {
                Spot::Register(r) => st.frame.regs.get(r)?,
                Spot::Outer { up, reg } => Self::register_at(st, up, reg)?,
                Spot::Cell { .. } => return None,
            };
            return matches!(v.kind(), ValKind::Int(_) | ValKind::Term(_)).then(|| self.number_term(v));
        }
        if object.is_none() && self.spot_value(st, spot)?.object().is_some() {
            return None;
        }
        self.spot_term(st, spot, object)
    }

    /// Has a state done nothing on its way from `general` but compute, in registers and memory that was there before?
    pub fn only_computed(&self, general: &State, came: &State) -> Result<(), &'static str> {
        let live = |s: &State| s.memory.live().map(|(o, _)| o).collect::<Vec<_>>();
        let asked = general.inputs.len() != came.inputs.len() || !general.inputs.differences(&came.inputs).is_empty();
        let spoke = general.outputs.len() != came.outputs.len() || general.console.written() != came.console.written();
        let exposed = general.exposed.len() != came.exposed.len() || general.undefined.len() != came.undefined.len();
        match () {
            () if asked => Err("it reads input"),
            () if spoke => Err("it puts something out"),
            () if exposed => Err("it looks at addresses"),
            () if general.told != came.told || general.joined != came.joined => Err("it asks its surroundings"),
            () if live(general) != live(came) => Err("it makes or frees objects"),
            () => Ok(()),
        }
    }

    /// What was lost since the last step, by questions that were asked of a state beside it.
    pub fn take_losses(&mut self) -> Vec<Loss> {
        std::mem::take(&mut self.losses)
    }

    /// Parts a state by a condition.
    pub fn part_by(&mut self, st: &mut State, cond: Term) -> Parting {
        if self.cx.terms.is_true(cond) {
            return Parting::Always;
        }
        if self.cx.terms.is_false(cond) {
            return Parting::Never;
        }
        self.expose(st, cond);
        let d = st.path.decide(&mut self.cx, cond);
        match (d.yes, d.no) {
            (May::No, _) => Parting::Never,
            (May::Yes(_), May::No) => Parting::Always,
            (May::Yes(yes), May::Yes(no)) => {
                self.forks += 1;
                let id = self.new_id();
                let regs = self.second_registers(st);
                let mut other = st.fork(id, regs);
                self.constrain(&mut other, cond, yes);
                let not = self.cx.terms.not(cond);
                self.constrain(st, not, no);
                Parting::Both(other)
            }
            (May::Unknown(_), _) | (_, May::Unknown(_)) => Parting::Unknown,
        }
    }

    /// A state at the head of a loop has gone so many rounds: its spots hold these terms now. False if one cannot.
    pub fn leap(&mut self, st: &mut State, rounds: Rounds, values: &[(Spot, Option<ObjRef>, Term)]) -> bool {
        self.lay_down(st);
        let before = (st.frame.regs.clone(), st.memory.clone());
        if !values.iter().all(|(spot, object, t)| self.set_spot(st, *spot, *object, *t)) {
            (st.frame.regs, st.memory) = before;
            return false;
        }
        let counts = self.visit(st);
        let leap = Leap { rounds, frame: st.frame.id, head: st.frame.block, regs: st.frame.regs.clone(), counts };
        st.leaps.push(leap);
        st.quiet.forget();
        st.past = Default::default();
        true
    }

    /// What tells two visits of a loop's head apart besides registers.
    fn visit(&self, st: &State) -> [u64; 4] {
        [st.memory.version(), st.inputs.len() as u64, st.outputs.len() + st.console.written(), st.at_exit.len() as u64]
    }

    /// A state has just leapt to the head of a loop: was it there before after a leap, the same in everything that is `live`? Then it will be there for
    /// ever.
    pub fn goes_in_circles(&mut self, st: &mut State, live: &dyn Fn(Reg) -> bool) -> bool {
        let Some(before) = st.leaps.iter().skip(1).find(|l| (l.frame, l.head) == (st.frame.id, st.frame.block)).cloned() else {
            return false;
        };
        if before.counts != self.visit(st) {
            return false;
        }
        let mut differs = Vec::new();
        for r in (0..self.program.func(st.frame.func).regs.len() as u32).map(Reg).filter(|r| live(*r)) {
            let (a, b) = (before.regs.get(r), st.frame.regs.get(r));
            if a == b {
                continue;
            }
            let Some((a, b)) = a.zip(b) else { return false };
            let Some((x, y)) = self.alike(st, r, a, b) else { return false };
            let equal = self.cx.terms.eq(x, y);
            differs.push(self.cx.terms.not(equal));
        }
        let any = self.cx.terms.or_all(&differs);
        self.cx.terms.is_false(any) || st.path.may(&mut self.cx, any).is_no()
    }

    /// Two values of a register as terms that are equal where the values are.
    fn alike(&mut self, st: &State, r: Reg, a: Val, b: Val) -> Option<(Term, Term)> {
        let number = |v: Val| matches!(v.kind(), ValKind::Int(_) | ValKind::Term(_));
        if number(a) && number(b) {
            if self.is_dyn(st.frame.func, r) {
                return Some((self.number_term(a), self.number_term(b)));
            }
            let w = self.program.width(self.program.func(st.frame.func).regs[r.index()]);
            return Some((self.term_of(a, w), self.term_of(b, w)));
        }
        let ((o, x), (p, y)) = (self.offset_term(a)?, self.offset_term(b)?);
        (o == p && !self.code.dynamic).then_some((x, y))
    }

    /// Instructions of the path under its own model: those of leaps are counted as if each round had been gone.
    pub fn steps_of(&mut self, st: &State) -> u64 {
        let mut steps = st.steps;
        if st.leaps.is_empty() {
            return steps;
        }
        let model = self.likely_model(st);
        for leap in st.leaps.iter() {
            steps = steps.saturating_add(leap.rounds.instructions(&mut self.cx.terms, &model));
        }
        steps.min(st.steps.saturating_add(MOST_STEPS))
    }
}
