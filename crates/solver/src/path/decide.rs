//! Which ways a condition can go: the layers, cheapest first.

use super::abs::Abs;
use super::absint::{Interpreter, Knowledge};
use super::cells;
use super::context::Known;
use super::part::{Part, restricted};
use super::set::Set;
use super::shape::{Info, Shape};
use super::span::Span;
use super::{Context, Decision, May, Path, Proof, UnitState, Witness};
use crate::{Answer, Why};
use homing_term::{Model, Term, VarId};
use smallvec::SmallVec;
use std::rc::Rc;

/// Constraints evaluated at most when recent models are tried for one side.
const RECENT_EVALUATIONS: usize = 256;

/// Which sides are asked for, and the answers so far.
struct Sides {
    yes: Option<May>,
    no: Option<May>,
    want_no: bool,
}

impl Sides {
    fn done(&self) -> bool {
        self.yes.is_some() && (self.no.is_some() || !self.want_no)
    }

    /// Sets the answer of one side unless it is known or not asked for; tells whether it was set.
    fn set(&mut self, truth: bool, answer: May) -> u64 {
        let side = match truth {
            true => &mut self.yes,
            false if self.want_no => &mut self.no,
            false => return 0,
        };
        let fresh = side.is_none();
        side.get_or_insert(answer);
        u64::from(fresh)
    }
}

impl Path {
    /// Which ways can `cond` (width 1) go under this path condition?
    pub fn decide(&self, cx: &mut Context, cond: Term) -> Decision {
        homing_term::fault::point();
        let sides = self.sides(cx, cond, true);
        let missing = || May::Unknown(Why::Failed("side not decided".into()));
        let (yes, no) = (sides.yes.unwrap_or_else(missing), sides.no.unwrap_or_else(missing));
        Decision { yes: self.audited(cx, cond, true, yes), no: self.audited(cx, cond, false, no) }
    }

    /// Which value a condition has on this path, where values and bounds alone tell that: nothing is asked.
    pub fn known(&self, cx: &mut Context, cond: Term) -> Option<bool> {
        if let Some(value) = cx.terms.as_const(cond) {
            return Some(value == 1);
        }
        if !cx.use_domains {
            return None;
        }
        cx.refresh();
        if let Some(value) = cx.always(cond) {
            return Some(value == 1);
        }
        let info = cx.info(cond);
        let mut sides = Sides { yes: None, no: None, want_no: true };
        if let Some(shape) = info.shape.as_ref().filter(|_| !info.support.is_empty())
            && self.by_set(cx, shape, &info.support, &mut sides)
        {
            return match (sides.yes, sides.no) {
                (Some(May::No), _) => Some(false),
                (_, Some(May::No)) => Some(true),
                _ => None,
            };
        }
        let roots = self.roots_of(&info.support);
        self.abstract_value(cx, cond, &roots).map(|v| v == 1)
    }

    /// Can `cond` be true? Cheaper than `decide` when the other side does not matter.
    pub fn may(&self, cx: &mut Context, cond: Term) -> May {
        let sides = self.sides(cx, cond, false);
        let yes = sides.yes.unwrap_or_else(|| May::Unknown(Why::Failed("side not decided".into())));
        self.audited(cx, cond, true, yes)
    }

    fn sides(&self, cx: &mut Context, cond: Term, want_no: bool) -> Sides {
        cx.refresh();
        cx.stats.decides += 1;
        let mut sides = Sides { yes: None, no: None, want_no };
        if self.dead {
            cx.stats.by_constant += sides.set(true, May::No) + sides.set(false, May::No);
            return sides;
        }
        if let Some(value) = cx.terms.as_const(cond) {
            self.constant(cx, value == 1, &mut sides);
            return sides;
        }
        if cx.use_domains
            && let Some(value) = cx.always(cond)
        {
            self.certain(cx, value == 1, &mut sides);
            return sides;
        }
        let info = cx.info(cond);
        if info.support.is_empty() {
            let value = cx.terms.eval64(cond, &Model::default());
            self.constant(cx, value == 1, &mut sides);
            return sides;
        }
        if cx.use_domains
            && let Some(shape) = &info.shape
            && self.by_set(cx, shape, &info.support, &mut sides)
        {
            return sides;
        }
        self.general(cx, cond, &info, &mut sides);
        sides
    }

    fn constant(&self, cx: &mut Context, value: bool, sides: &mut Sides) {
        cx.stats.by_constant += sides.set(value, May::Yes(Witness(Proof::Carried)));
        cx.stats.by_constant += sides.set(!value, May::No);
    }

    /// Sets of values: exact for units, otherwise able to rule a side out. True if all is answered.
    fn by_set(&self, cx: &mut Context, shape: &Shape, support: &[VarId], sides: &mut Sides) -> bool {
        if shape.unit
            && let Some(UnitState { value, part, .. }) = self.unit_state(shape, support)
        {
            let domain = part.and_then(|p| p.domain(shape.base)).map(|d| &d.set);
            let full = domain.is_none().then(|| Set::full(cells::set_width(&cx.terms, shape.base)));
            let domain = domain.or(full.as_ref()).expect("one of the two is there");
            self.by_unit(cx, shape, value, domain, sides);
            return true;
        }
        let Some(root) = self.root(support[0]) else { return false };
        let Some(domain) = self.part(root).domain(shape.base) else { return false };
        let certain = if domain.set.is_subset(&shape.set) {
            true
        } else if domain.set.and(&shape.set).is_empty() {
            false
        } else {
            return false;
        };
        self.certain(cx, certain, sides);
        true
    }

    /// `cond` is `value` in every solution; there is one.
    fn certain(&self, cx: &mut Context, value: bool, sides: &mut Sides) {
        cx.stats.by_domain += sides.set(!value, May::No);
        cx.stats.by_domain += sides.set(value, May::Yes(Witness(Proof::Carried)));
    }

    fn by_unit(&self, cx: &mut Context, shape: &Shape, value: u64, domain: &Set, sides: &mut Sides) {
        let carried = shape.set.contains(value);
        cx.stats.by_domain += sides.set(carried, May::Yes(Witness(Proof::Carried)));
        if sides.done() {
            return;
        }
        let rest = if carried { domain.minus(&shape.set) } else { domain.and(&shape.set) };
        let simplest = if shape.is_int { cells::simplest(&rest) } else { rest.min() };
        let other = match simplest {
            Some(value) => May::Yes(Witness(Proof::Unit { base: shape.base, value })),
            None => May::No,
        };
        cx.stats.by_domain += sides.set(!carried, other);
    }

    /// Carried model, bounds, recent models, remembered answers, solver.
    fn general(&self, cx: &mut Context, cond: Term, info: &Info, sides: &mut Sides) {
        let roots = self.roots_of(&info.support);
        if cx.use_models {
            let carried = self.eval_carried(&mut cx.terms, cond, &info.support) == 1;
            cx.stats.by_model += sides.set(carried, May::Yes(Witness(Proof::Carried)));
        }
        if sides.done() {
            return;
        }
        if cx.use_domains
            && let Some(value) = self.abstract_value(cx, cond, &roots)
        {
            self.certain(cx, value == 1, sides);
            return;
        }
        if sides.yes.is_none() {
            sides.yes = Some(self.search(cx, cond, info, &roots));
        }
        if sides.want_no && sides.no.is_none() {
            let negated = cx.terms.not(cond);
            sides.no = Some(self.search(cx, negated, info, &roots));
        }
    }

    fn abstract_value(&self, cx: &Context, t: Term, roots: &[u32]) -> Option<u64> {
        self.interpreted(cx, roots, |i| i.bits(t))?.value()
    }

    /// What the domains of the parts `roots` say of `t`, a bit vector.
    pub(super) fn interpret(&self, cx: &Context, t: Term, roots: &[u32]) -> Option<Abs> {
        self.interpreted(cx, roots, |i| i.bits(t))
    }

    /// What the domains of the parts `roots` say of `t`, an integer.
    pub(super) fn interpret_int(&self, cx: &Context, t: Term, roots: &[u32]) -> Option<Span> {
        self.interpreted(cx, roots, |i| i.span(t))
    }

    fn interpreted<T>(&self, cx: &Context, roots: &[u32], f: impl Fn(&mut Interpreter) -> Option<T>) -> Option<T> {
        // Parts whose only domains are those of single variables are found through the variable.
        let with_terms: SmallVec<[&Rc<Part>; 4]> =
            roots.iter().map(|&r| self.part(r)).filter(|p| p.domains.iter().any(|d| cx.terms.as_var(d.0).is_none())).collect();
        let known = |t: Term| {
            let part = match cx.terms.as_var(t) {
                Some(var) => self.part(self.root(var)?),
                None => with_terms.iter().find(|p| p.domain(t).is_some())?,
            };
            part.domain(t).map(|d| &d.set)
        };
        f(&mut Interpreter::new(&cx.terms, &cx.facts, &known))
    }

    /// Is there a solution of the touched parts with `cond`?
    fn search(&self, cx: &mut Context, cond: Term, info: &Info, roots: &[u32]) -> May {
        if cx.use_domains && self.order_excludes(cx, cond, roots) {
            cx.stats.by_domain += 1;
            return May::No;
        }
        if cx.use_domains && self.difference_excludes(cx, cond, roots) {
            cx.stats.by_domain += 1;
            return May::No;
        }
        let vars = self.union(roots, &info.support);
        if cx.use_domains
            && let Some(model) =
                self.order_model(cx, cond, roots, &vars).or_else(|| self.difference_model(cx, cond, roots, &vars))
        {
            cx.stats.by_domain += 1;
            return May::Yes(Witness(Proof::Model(model)));
        }
        if cx.use_models
            && let Some(model) = self.try_recent(cx, cond, roots, &vars)
        {
            cx.stats.by_recent_model += 1;
            return May::Yes(Witness(Proof::Model(model)));
        }
        let mut asserts: Vec<Term> = roots.iter().flat_map(|&r| self.part(r).constraints.iter().map(|c| c.term)).collect();
        asserts.push(cond);
        let mut key = Vec::new();
        if cx.use_cache {
            key.clone_from(&asserts);
            key.sort_unstable();
            key.dedup();
            match cx.cached(&key) {
                Some(Known::Unsat) => {
                    cx.stats.by_cache += 1;
                    return May::No;
                }
                Some(Known::Sat(model)) => {
                    cx.stats.by_cache += 1;
                    return May::Yes(Witness(Proof::Model(restricted(&cx.terms, &model, &vars))));
                }
                None => {}
            }
        }
        if cx.use_models
            && let Some(model) = self.repair(cx, cond, roots, &vars)
        {
            cx.stats.by_repair += 1;
            cx.remember_model(vars[0], &model);
            return May::Yes(Witness(Proof::Model(model)));
        }
        if cx.use_cache
            && let Some(why) = cx.given_up(&key)
        {
            cx.stats.by_cache += 1;
            return May::Unknown(why);
        }
        let (known, answer) = match cx.ask(&asserts) {
            Answer::Unknown(why) => {
                if cx.use_cache {
                    cx.give_up(key, &why);
                }
                return May::Unknown(why);
            }
            Answer::Unsat(_) => (Known::Unsat, May::No),
            Answer::Sat(model) => {
                let model = restricted(&cx.terms, &Rc::new(model), &vars);
                if cx.use_models {
                    cx.remember_model(vars[0], &model);
                }
                (Known::Sat(model.clone()), May::Yes(Witness(Proof::Model(model))))
            }
        };
        if cx.use_cache {
            cx.cache_answer(key, known);
        }
        answer
    }

    fn try_recent(&self, cx: &mut Context, cond: Term, roots: &[u32], vars: &[VarId]) -> Option<Rc<Model>> {
        let mut left = RECENT_EVALUATIONS;
        for model in cx.recent(vars[0]) {
            if left == 0 {
                return None;
            }
            left -= 1;
            if cx.terms.eval64(cond, &model) != 1 {
                continue;
            }
            let size: usize = roots.iter().map(|&r| self.part(r).constraints.len()).sum();
            left = left.checked_sub(size)?;
            if roots.iter().all(|&r| self.part(r).holds(&mut cx.terms, &model)) {
                return Some(restricted(&cx.terms, &model, vars));
            }
        }
        None
    }
}
