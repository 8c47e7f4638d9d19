//! What a program tells the engine, or asks it, through KLEE's interface; operators of C++ and large blocks; reports of sanitizers.

use std::rc::Rc;

use homing_ir::{CmpOp, Details, ErrorKind, InputKind, Operator, Origin, Report, Ubsan};
use homing_memory::{ObjRef, Object, ObjectInfo, ObjectKind, Val};
use homing_term::Term;

use crate::end::{Ended, Res, Stop};
use crate::executor::Step;
use crate::model::At;
use crate::{Executor, LossKind, State};

/// Blocks from this size on are counted for native runs.
const LARGE: u64 = 1 << 28;

/// What a path was told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Klee {
    /// `klee_set_forking(0)`: where several ways are possible, only one is followed.
    pub one_way: bool,
    /// Objects at addresses that the program chose: first address, size.
    fixed: Vec<(u64, u64, ObjRef)>,
    /// Conditions that test cases should fulfil where that is possible.
    prefer: Vec<Term>,
    /// Bytes in blocks so large that a native run has to be given room for them.
    pub large: u64,
}

impl Klee {
    /// The object at a fixed address, and the offset in it. The address just behind it belongs to it, too, if nothing else is there.
    pub fn fixed_at(&self, address: u64) -> Option<(ObjRef, u64)> {
        let inside = self.fixed.iter().find(|(base, size, _)| address.wrapping_sub(*base) < *size);
        let behind = || self.fixed.iter().find(|(base, size, _)| address.wrapping_sub(*base) == *size);
        inside.or_else(behind).map(|(base, _, o)| (*o, address - base))
    }

    /// The conditions, for the collector of terms.
    pub fn preferred(&self) -> impl Iterator<Item = Term> + '_ {
        self.prefer.iter().copied()
    }
}

fn told_mut(st: &mut State) -> &mut Klee {
    Rc::make_mut(st.klee.get_or_insert_default())
}

impl Executor<'_> {
    /// A block was allocated.
    pub(crate) fn note_large(&mut self, st: &mut State, size: u64) {
        if size >= LARGE {
            let told = told_mut(st);
            told.large = told.large.saturating_add(size);
        }
    }

    /// `klee_prefer_cex(object, condition)`.
    pub(crate) fn prefer(&mut self, st: &mut State, at: &At<'_>) -> Val {
        let w = self.arg_width(st, at, 1);
        let v = self.cmp(st, CmpOp::Ne, w, at.arg(1), Val::ZERO);
        if !v.is_int() {
            let t = self.term_of(v, 1);
            told_mut(st).prefer.push(t);
        }
        Val::ZERO
    }

    /// The answer to a question that only the engine can answer. It is part of the test case, so that a replay gives the same one.
    pub(crate) fn told(&mut self, st: &mut State, at: &At<'_>, answer: Val) -> Res<Val> {
        let w = self.dst_width(st, at);
        // The model of the kernel asks, too, and no native run has that.
        if at.dst().is_none() || self.program.func(st.frame.func).origin != Origin::Program {
            return Ok(answer);
        }
        let answer = match answer.as_int() {
            Some(v) => Val::int(v & Self::mask(w)),
            None => answer,
        };
        let input = st.inputs.len() as u32;
        let v = self.fresh(st, w, Rc::from(at.name), InputKind::Nondet, "");
        if let (Some(guess), Some(known)) = (v.as_int(), answer.as_int()) {
            return Ok(self.guessed(st, input, guess, known));
        }
        let same = self.cmp(st, CmpOp::Eq, w, v, answer);
        let same = self.term_of(same, 1);
        self.assume(st, same)?;
        Ok(answer)
    }

    /// `klee_set_forking(on)`.
    pub(crate) fn set_forking(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<Val> {
        let w = self.arg_width(st, at, 0);
        let t = self.term_of(at.arg(0), w);
        let on = self.enumerate(st, step, t)? != 0;
        if !on || st.klee.is_some() {
            told_mut(st).one_way = !on;
        }
        Ok(Val::ZERO)
    }

    /// Forking is off: what was forked off is dropped, unless it has ended.
    #[cold]
    pub(crate) fn keep_one_way(&mut self, st: &State, step: &mut Step) {
        let before = step.successors.len();
        step.successors.retain(|s| s.end.is_some());
        for _ in step.successors.len()..before {
            step.losses.push(self.make_loss(st, LossKind::Dropped, "one way only, as asked for by `klee_set_forking`"));
        }
    }

    /// `klee_define_fixed_object(address, size)`: zeroed memory at an address that the program chose.
    pub(crate) fn define_fixed(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<Val> {
        let (w, sw) = (self.arg_width(st, at, 0), self.arg_width(st, at, 1));
        let (base, size) = (self.term_of(at.arg(0), w), self.term_of(at.arg(1), sw));
        if at.arg(0).object().is_some() {
            return self.lost(st, LossKind::Unsupported, format!("`{}` at the address of an object", at.name));
        }
        let base = self.enumerate(st, step, base)?;
        let size = self.enumerate(st, step, size)?;
        let clash = |&(other, len, _): &(u64, u64, ObjRef)| base < other + len && other < base.saturating_add(size);
        if st.klee.iter().any(|k| k.fixed.iter().any(clash)) {
            return self.error(st, ErrorKind::Overlap, format!("a fixed object at {base:#x} overlaps another one"));
        }
        if size > self.options.max_object_size || base.checked_add(size).is_none() {
            return self.lost(st, LossKind::AllocationLimit, format!("{size} bytes"));
        }
        let info = ObjectInfo {
            size,
            size_term: None,
            align: 1,
            kind: ObjectKind::Environment,
            name: Rc::from(format!("at {base:#x}")),
            loc: self.loc(st),
            func: Some(st.frame.func),
            read_only: false,
        };
        let o = st.memory.add(Object::new(info, Val::ZERO));
        told_mut(st).fixed.push((base, size, o));
        Ok(Val::ZERO)
    }

    // ---- operators of C++ and what belongs to the heap ----

    /// `operator new`: never null unless it is the form that says so.
    pub(crate) fn operator_new(&mut self, st: &mut State, step: &mut Step, at: &At<'_>, form: Operator) -> Res<Val> {
        let w = self.program.ptr_bits;
        let size = self.term_of(at.arg(0), w);
        let align = if form.aligned { at.arg(1).as_int().unwrap_or(16) as u32 } else { 16 };
        if self.options.fail_allocations && !form.nothrow {
            step.losses.push(self.make_loss(st, LossKind::Unsupported, "`operator new` that fails throws an exception"));
        }
        let may_fail = self.options.fail_allocations && form.nothrow;
        let p = self.block(st, step, size, (align, Val::UNDEF), at.name, may_fail)?;
        if let Some(o) = p.object()
            && let Some(object) = st.memory.get_mut(o)
        {
            Rc::make_mut(&mut object.info).name = Rc::from(form.family());
        }
        Ok(p)
    }

    /// A block is given back to whom it came from.
    pub(crate) fn check_family(&mut self, st: &State, o: ObjRef, family: &str) -> Res<()> {
        let Some(object) = st.memory.get(o).filter(|o| o.info.kind == ObjectKind::Heap) else { return Ok(()) };
        let name = &*object.info.name;
        if name == family {
            return Ok(());
        }
        let (from, to) = (if name.is_empty() { "malloc" } else { name }, if family.is_empty() { "free" } else { family });
        let to = to.replace("new", "delete");
        self.error(st, ErrorKind::InvalidFree, format!("a block from {from} is given to {to}"))
    }

    /// `malloc_usable_size`: any number from the size on.
    pub(crate) fn usable_size(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<Val> {
        let (Some(opnd), Some(_)) = (at.opnd(0), at.dst()) else { return Ok(Val::ZERO) };
        let p = match at.arg(0).kind() {
            homing_memory::ValKind::Term(t) => self.choose(st, step, t, opnd)?,
            _ => at.arg(0),
        };
        if p == Val::ZERO {
            return Ok(Val::ZERO);
        }
        let (o, off) = self.object_at(st, step, p, opnd)?;
        self.check_freeable(st, o, off)?;
        let w = self.dst_width(st, at);
        let info = st.memory.get(o).expect("checked before").info.clone();
        let size = info.size_term.unwrap_or_else(|| self.cx.terms.bits(w, info.size));
        let v = self.fresh(st, w, Rc::from(at.name), InputKind::Havoc, "");
        let t = self.term_of(v, w);
        let enough = self.cx.terms.ule(size, t);
        self.assume(st, enough)?;
        Ok(v)
    }

    // ---- reports of sanitizers ----

    /// Instrumented code has found something.
    pub(crate) fn ubsan(&mut self, st: &mut State, step: &mut Step, at: &At<'_>, report: Report) -> Res<Val> {
        if !report.ends && !self.options.reports_end {
            return Ok(Val::ZERO);
        }
        let details = if report.told { self.report_details(st, step, at, report.what)? } else { Details::default() };
        let (kind, message) = report.what.error(report.told, details);
        let Ended::Finding(mut finding) = self.finding(st, kind, message) else { return Ok(Val::ZERO) };
        finding.survivable = !report.ends;
        Err(Stop::End(Ended::Finding(finding)))
    }

    fn report_details(&mut self, st: &mut State, step: &mut Step, at: &At<'_>, what: Ubsan) -> Res<Details> {
        let word = u64::from(self.program.ptr_bits / 8);
        let mut details = Details::default();
        match what {
            Ubsan::AddOverflow | Ubsan::SubOverflow | Ubsan::MulOverflow | Ubsan::NegateOverflow => {
                // The data are: where (a pointer, two numbers), then the type: its kind, then whether it is signed in the lowest bit.
                let of_type = self.word_at(st, at.arg(0), word + 8, word);
                details.signed = of_type.and_then(|t| self.word_at(st, t, 2, 2)).and_then(Val::as_int).is_none_or(|v| v & 1 == 1);
            }
            Ubsan::DivremOverflow => details.zero = self.is_zero_argument(st, step, at, 2)?,
            Ubsan::TypeMismatch => {
                details.zero = self.is_zero_argument(st, step, at, 1)?;
                let log = self.word_at(st, at.arg(0), 2 * word + 8, 1).and_then(Val::as_int).unwrap_or(0);
                details.aligned = details.zero || self.is_aligned(st, step, at, log as u32)?;
            }
            _ => {}
        }
        Ok(details)
    }

    /// Bytes at an offset from a pointer, if they are there and need no symbols.
    fn word_at(&self, st: &State, p: Val, plus: u64, len: u64) -> Option<Val> {
        let (o, off) = p.as_ptr()?;
        let object = st.memory.get(o)?;
        let at = off.checked_add(plus).filter(|at| at.checked_add(len).is_some_and(|end| end <= object.size()))?;
        object.read_fast(at, len as usize)
    }

    fn is_zero_argument(&mut self, st: &mut State, step: &mut Step, at: &At<'_>, i: usize) -> Res<bool> {
        let w = self.arg_width(st, at, i);
        let v = self.cmp(st, CmpOp::Eq, w, at.arg(i), Val::ZERO);
        let t = self.term_of(v, 1);
        self.either(st, step, t)
    }

    fn is_aligned(&mut self, st: &mut State, step: &mut Step, at: &At<'_>, log: u32) -> Res<bool> {
        let w = self.arg_width(st, at, 1);
        let t = self.term_of(at.arg(1), w);
        let mask = self.cx.terms.bits(w, (1u64 << log.min(31)) - 1);
        let low = self.cx.terms.and(t, mask);
        let zero = self.cx.terms.bits(w, 0);
        let even = self.cx.terms.eq(low, zero);
        self.either(st, step, even)
    }
}
