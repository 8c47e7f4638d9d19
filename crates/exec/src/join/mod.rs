//! Joining two states that have come to the same place: one state that is the first where its guard holds, and the second elsewhere.
//!
//! Nothing is lost and nothing invented: under the path condition of each of the two, the joined state is that one. What cannot be joined
//! without guessing is refused, and the reason told. Whether joining pays is for a [`Judge`] to say.

mod guards;
mod inputs;
mod select;
mod values;

use std::rc::Rc;

use homing_ir::{BlockId, FuncId, LocId, Reg, Type};
use homing_memory::{Found, ObjRef, ObjectKind, Piece, Range, Unlike, Val, ValKind};
use homing_solver::Path;
use homing_solver::path::Apart;
use homing_term::{Term, VarId, VarKey};

use crate::state::{Caller, Frame};
use crate::{Executor, State};

pub use guards::{Guards, Ways};
pub use select::Diamond;
pub(crate) use values::Either;

/// A point of the program: function, block, next instruction.
pub type Point = (FuncId, BlockId, u32);

/// Decides whether two states become one.
pub trait Judge {
    /// Is the register read behind the point, before anything could write it?
    fn is_live(&mut self, at: Point, r: Reg) -> bool;
    /// May the two, with this stack of calls (innermost first), be joined although they differ in this?
    fn agrees(&mut self, stack: &[Point], differences: &[Difference]) -> bool;
}

/// Something in which two states differ.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub place: Place,
    pub mix: Mix,
}

/// Where.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A register of the innermost frame (0) or of a caller.
    Register { frame: usize, at: Point, reg: Reg },
    /// A cell of an object, which was made there.
    Cell { object: ObjRef, kind: ObjectKind, func: Option<FuncId>, loc: LocId, offset: u64 },
}

/// What the two values are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mix {
    /// Two known numbers.
    Numbers,
    /// At least one of them depends on the input already.
    Symbolic,
    /// Two known places of one object.
    Offsets,
    /// At least one of them is a pointer, and not into the other one's object.
    Pointers,
    /// Only one of them was ever written.
    Unwritten,
}

/// Why two states were not joined.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    /// They are not at the same place.
    Place,
    /// What the program has told the engine, its handlers and jump points, differ.
    Surroundings,
    /// They have put out different things.
    Outputs,
    /// They have asked for different inputs.
    Inputs,
    Memory(Unlike),
    /// A register that only one of them has written is read later.
    Unwritten,
    /// A value is a number in one of them and something else in the other, or they are different things (`Dyn` values).
    Kinds,
    /// They lead to different heap blocks, and leaks are looked for: what is lost depends on the way.
    Pointers,
    /// A value, or the path condition in one piece, would depend on very many inputs.
    Large,
    /// Joining does not pay.
    Estimate,
}

impl Refusal {
    /// For reports.
    pub fn describe(self) -> &'static str {
        match self {
            Refusal::Place => "another place",
            Refusal::Surroundings => "handlers, jump points or addresses differ",
            Refusal::Outputs => "outputs differ",
            Refusal::Inputs => "different inputs were read",
            Refusal::Memory(Unlike::Freed) => "an object is gone in one of them",
            Refusal::Memory(Unlike::Others) => "different objects were made",
            Refusal::Memory(Unlike::Scope) => "the scope of a local is over in one of them",
            Refusal::Memory(Unlike::Many) => "too many bytes differ",
            Refusal::Memory(Unlike::Overlap) => "values lie across each other",
            Refusal::Unwritten => "a variable was written in one of them only",
            Refusal::Kinds => "a value is of another kind, or leads elsewhere",
            Refusal::Pointers => "pointers lead to different heap blocks, and leaks are looked for",
            Refusal::Large => "a value or condition would depend on too many inputs",
            Refusal::Estimate => "it would cost more than it saves",
        }
    }
}

/// All that is to be changed in the first state.
struct Plan {
    memory: homing_memory::Memory,
    ranges: Vec<Range>,
    /// By frame, innermost first: registers that differ and are read later, with both values.
    registers: Vec<Vec<(Reg, Val, Val)>>,
}

/// Inputs that a joined value may depend on.
const MOST_INPUTS: usize = 256;

impl Executor<'_> {
    /// Makes one state of two that have parted since their path condition was `base`; `a` becomes it. Where it is refused, `a` is as it was.
    pub fn join(&mut self, base: &Path, a: &mut State, b: &State, judge: &mut dyn Judge) -> Result<(), Refusal> {
        same_surroundings(a, b, true)?;
        let plan = self.plan(a, b, judge)?;
        if self.options.check_leaks && !self.options.leaks_at_exit && self.blocks_differ(a, b, &plan) {
            return Err(Refusal::Pointers);
        }
        let differences = self.differences(a, b, &plan);
        let stack: Vec<Point> = a.points().collect();
        if !judge.agrees(&stack, &differences) {
            return Err(Refusal::Estimate);
        }
        let origin = a.origin_here();
        let joined = Path::join(&mut self.cx, base, &a.path, &b.path, origin).map_err(|apart| match apart {
            Apart::Strangers => Refusal::Surroundings,
            Apart::Large => Refusal::Large,
        })?;
        let guard = joined.first;
        let inputs = a.inputs.join(&mut self.cx.terms, &b.inputs, guard).ok_or(Refusal::Inputs)?;
        let mixed = self.mix_registers(a, &plan.registers, guard)?;
        let (path, memory) = (std::mem::replace(&mut a.path, joined.path), std::mem::replace(&mut a.memory, plan.memory));
        let old = (path, memory, std::mem::replace(&mut a.inputs, inputs));
        if let Err(refusal) = self.mix_all(a, b, &plan.ranges, guard) {
            (a.path, a.memory, a.inputs) = old;
            return Err(refusal);
        }
        set_registers(a, mixed);
        a.frame.allocas = both(&a.frame.allocas, &b.frame.allocas);
        self.finish_join(a, b, guard);
        self.joins += 1;
        if self.options.prove_joins {
            self.check_join(&old, a, b, guard, &plan.registers);
        }
        Ok(())
    }

    fn plan(&mut self, a: &State, b: &State, judge: &mut dyn Judge) -> Result<Plan, Refusal> {
        let mut registers = vec![self.registers(&a.frame, &b.frame, judge)?];
        let (mut x, mut y) = (&a.callers, &b.callers);
        while let (Some(p), Some(q)) = (x, y) {
            if Rc::ptr_eq(p, q) {
                break;
            }
            registers.push(self.registers(&p.frame, &q.frame, judge)?);
            (x, y) = (&p.parent, &q.parent);
        }
        if x.is_some() != y.is_some() {
            return Err(Refusal::Place);
        }
        let mut memory = a.memory.clone();
        let Found { mut ranges, one_sided, .. } = memory.join(&b.memory).map_err(Refusal::Memory)?;
        if self.code.dynamic {
            whole_cells(&mut ranges);
        }
        // Whether it is a leak depends on the way that was gone.
        if one_sided && (self.options.check_leaks || self.options.leaks_at_exit) {
            return Err(Refusal::Memory(Unlike::Others));
        }
        Ok(Plan { memory, ranges, registers })
    }

    /// Registers of two activations that differ and matter.
    fn registers(&mut self, a: &Frame, b: &Frame, judge: &mut dyn Judge) -> Result<Vec<(Reg, Val, Val)>, Refusal> {
        let at = |f: &Frame| (f.func, f.block, f.inst, f.depth, f.by_engine);
        if at(a) != at(b) {
            return Err(Refusal::Place);
        }
        let varargs = match (&a.varargs, &b.varargs) {
            (None, None) => true,
            (Some(x), Some(y)) => Rc::ptr_eq(x, y),
            _ => false,
        };
        if !varargs {
            return Err(Refusal::Surroundings);
        }
        let mut out = Vec::new();
        let kept: Rc<[Reg]> = match a.regs.kept() {
            Some(kept) => kept.clone(),
            None => (0..self.program.func(a.func).regs.len() as u32).map(Reg).collect(),
        };
        for &r in kept.iter() {
            let (Some(x), Some(y)) = (a.regs.get(r), b.regs.get(r)) else { continue };
            if x == y || !judge.is_live((a.func, a.block, a.inst), r) {
                continue;
            }
            if x.is_unread() || y.is_unread() {
                return Err(Refusal::Unwritten);
            }
            if self.is_dyn(a.func, r) && !both_numbers(x, y) {
                return Err(Refusal::Kinds);
            }
            out.push((r, x, y));
        }
        Ok(out)
    }

    /// Does the register hold values of any kind?
    pub(crate) fn is_dyn(&self, func: FuncId, r: Reg) -> bool {
        self.code.dynamic && self.program.func(func).regs[r.index()] == Type::Dyn
    }

    /// Do the two differ in which heap block a pointer leads to? Then it depends on the way which of them is lost. All other objects are either
    /// found anyway or gone when the program ends.
    fn blocks_differ(&mut self, a: &State, b: &State, plan: &Plan) -> bool {
        let registers = plan.registers.iter().flatten().any(|(_, x, y)| {
            let same = x.object().is_some() && x.object() == y.object();
            !same && (self.leads_to_block(a, *x) || self.leads_to_block(b, *y))
        });
        registers
            || plan.ranges.iter().any(|r| {
                let mut leads = |s: &State| {
                    let pieces = s.memory.find(r.object).map(|o| o.pieces(r.offset, u64::from(r.len))).unwrap_or_default();
                    pieces.iter().any(|p| match p {
                        Piece::Part(p) => matches!(p.val.kind(), ValKind::Either(_)) || self.leads_to_block(s, p.val),
                        _ => false,
                    })
                };
                leads(a) || leads(b)
            })
    }

    fn leads_to_block(&mut self, st: &State, v: Val) -> bool {
        let is_block = |o: ObjRef| st.memory.find(o).is_none_or(|o| o.info.kind == ObjectKind::Heap);
        let support = v.root().map(|t| self.cx.terms.support(t));
        let leads = |x: &VarId| match self.cx.terms.var_info(*x).key {
            VarKey::Addr { slot, generation } => is_block(ObjRef { slot, generation }),
            _ => false,
        };
        v.object().is_some_and(is_block) || support.is_some_and(|s| s.iter().any(leads))
    }

    fn differences(&self, a: &State, b: &State, plan: &Plan) -> Vec<Difference> {
        let mut out = Vec::new();
        let frames = std::iter::once(&a.frame).chain(a.callers());
        for (frame, (f, registers)) in frames.zip(&plan.registers).enumerate() {
            let place = |reg| Place::Register { frame, at: (f.func, f.block, f.inst), reg };
            out.extend(registers.iter().map(|(r, x, y)| Difference { place: place(*r), mix: mix_of(*x, *y) }));
        }
        for r in &plan.ranges {
            let (Some(x), Some(y)) = (a.memory.get(r.object), b.memory.get(r.object)) else { continue };
            let pieces = (x.pieces(r.offset, u64::from(r.len)), y.pieces(r.offset, u64::from(r.len)));
            let mix = values::mix_of_pieces(&pieces.0, &pieces.1);
            let (kind, func, loc) = (x.info.kind, x.info.func, x.info.loc);
            out.push(Difference { place: Place::Cell { object: r.object, kind, func, loc, offset: r.offset }, mix });
        }
        out
    }

    /// Mixed values for the registers of all frames that are not shared.
    fn mix_registers(
        &mut self,
        a: &State,
        registers: &[Vec<(Reg, Val, Val)>],
        guard: Term,
    ) -> Result<Vec<Vec<(Reg, Val)>>, Refusal> {
        let program = self.program;
        let mut mixed: Vec<Vec<(Reg, Val)>> = Vec::with_capacity(registers.len());
        for (frame, list) in std::iter::once(&a.frame).chain(a.callers()).zip(registers) {
            let mut own = Vec::with_capacity(list.len());
            for (r, x, y) in list {
                let v = match self.is_dyn(frame.func, *r) {
                    true => self.mix_numbers(guard, *x, *y),
                    false => self.mix(guard, *x, *y, program.width(program.func(frame.func).regs[r.index()])),
                };
                self.check_size(v)?;
                own.push((*r, v));
            }
            mixed.push(own);
        }
        Ok(mixed)
    }

    /// Whoever asks about a value asks about all inputs that it depends on.
    fn check_size(&mut self, v: Val) -> Result<(), Refusal> {
        let large = v.root().is_some_and(|t| self.cx.terms.support(t).len() > MOST_INPUTS);
        if large { Err(Refusal::Large) } else { Ok(()) }
    }

    /// What is left: counters, and what is only known to hold in one of the two.
    fn finish_join(&mut self, a: &mut State, b: &State, guard: Term) {
        let at = (a.frame.func, a.frame.block);
        a.guards = Guards::join((&a.guards, a.paths), (&b.guards, b.paths), guard, at);
        a.joined = true;
        a.steps = a.steps.max(b.steps);
        a.depth = a.depth.max(b.depth);
        a.paths = a.paths.saturating_add(b.paths);
        a.next_frame = a.next_frame.max(b.next_frame);
        a.told &= b.told;
        a.implied = Default::default();
        a.past = Default::default();
        a.console.join(&b.console);
        a.leaps.join(&b.leaps);
    }
}

/// Everything that is neither place, path condition, registers nor memory.
pub(crate) fn same_surroundings(a: &State, b: &State, past: bool) -> Result<(), Refusal> {
    let point = |s: &State| (s.run, s.frame.func, s.frame.block, s.frame.inst, s.frame.depth);
    if point(a) != point(b) {
        return Err(Refusal::Place);
    }
    fn same<T>(a: &Rc<Vec<T>>, b: &Rc<Vec<T>>) -> bool {
        Rc::ptr_eq(a, b) || a.is_empty() && b.is_empty()
    }
    let klee = match (&a.klee, &b.klee) {
        (None, None) => true,
        (Some(x), Some(y)) => Rc::ptr_eq(x, y),
        _ => false,
    };
    let exits = same(&a.at_exit, &b.at_exit) || a.at_exit == b.at_exit;
    // A frame that was made on the way has another number in each of them.
    let frames = a.jumps.is_empty() || a.next_frame == b.next_frame;
    let alike = klee
        && exits
        && frames
        && same(&a.jumps, &b.jumps)
        && same(&a.undefined, &b.undefined)
        && (a.errno, a.exiting, a.handled) == (b.errno, b.exiting, b.handled)
        && (!past || a.exposed.starts_with(&b.exposed))
        && a.lazy.is_none()
        && b.lazy.is_none();
    if !alike {
        return Err(Refusal::Surroundings);
    }
    if !past {
        return Ok(());
    }
    let outputs = a.outputs.len() == b.outputs.len() && a.outputs.list() == b.outputs.list();
    if outputs { Ok(()) } else { Err(Refusal::Outputs) }
}

fn set_registers(a: &mut State, mixed: Vec<Vec<(Reg, Val)>>) {
    let mut mixed = mixed.into_iter();
    for (r, v) in mixed.next().unwrap_or_default() {
        a.frame.regs.set(r, v);
    }
    let rest: Vec<_> = mixed.collect();
    if rest.iter().any(|list| !list.is_empty()) {
        a.callers = with_registers(a.callers.take(), &rest);
    }
}

fn both(a: &[ObjRef], b: &[ObjRef]) -> smallvec::SmallVec<[ObjRef; 4]> {
    let mut all: smallvec::SmallVec<[ObjRef; 4]> = a.into();
    all.extend(b.iter().filter(|o| !a.contains(o)).copied());
    all
}

/// The chain of callers with other values in some registers, as far down as there are any.
fn with_registers(callers: Option<Rc<Caller>>, lists: &[Vec<(Reg, Val)>]) -> Option<Rc<Caller>> {
    let caller = callers?;
    let Some((first, rest)) = lists.split_first() else { return Some(caller) };
    let mut frame = caller.frame.clone();
    for (r, v) in first {
        frame.regs.set(*r, *v);
    }
    let parent = with_registers(caller.parent.clone(), rest);
    Some(Rc::new(Caller { frame, parent }))
}

fn mix_of(x: Val, y: Val) -> Mix {
    match (x.kind(), y.kind()) {
        (ValKind::Int(_), ValKind::Int(_)) => Mix::Numbers,
        _ => match (x.object(), y.object()) {
            (None, None) => Mix::Symbolic,
            (Some(a), Some(b)) if a == b => match (x.as_ptr(), y.as_ptr()) {
                (Some(_), Some(_)) => Mix::Offsets,
                _ => Mix::Symbolic,
            },
            _ => Mix::Pointers,
        },
    }
}

fn both_numbers(x: Val, y: Val) -> bool {
    let number = |v: Val| matches!(v.kind(), ValKind::Int(_) | ValKind::Term(_));
    number(x) && number(y)
}

/// `Dyn` values are stored in cells of 8 bytes, and always whole.
fn whole_cells(ranges: &mut Vec<Range>) {
    for r in ranges.iter_mut() {
        (r.offset, r.len) = (r.offset / 8 * 8, 8);
    }
    ranges.dedup();
}
