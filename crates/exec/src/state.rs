//! A state: what one path *is*. What strategies think of it lives with them.

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use homing_ir::{BlockId, FuncId, Reg};
use homing_memory::{Memory, ObjRef, Val};
use homing_solver::{Origin, Path};
use homing_term::Term;
use smallvec::SmallVec;

use crate::console::Console;
use crate::diverge::Past;
use crate::inputs::InputLog;
use crate::join::Guards;
use crate::klee::Klee;
use crate::lazy::Lazy;
use crate::leap::Leaps;
use crate::owner::RunId;
use crate::record::{Choices, Route};
use crate::regs::Regs;
use crate::trail::Trail;

/// Names a state within a run; children get new ones, in order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u64);

/// One path in progress. Forked with [`State::fork`]; everything large is shared until written.
pub struct State {
    pub id: StateId,
    /// The run that it is part of.
    pub run: RunId,
    pub frame: Frame,
    pub callers: Option<Rc<Caller>>,
    pub memory: Memory,
    pub path: Path,
    pub inputs: InputLog,
    pub trail: Trail,
    /// How it came to be this state and no other, at every fork.
    pub choices: Choices,
    /// Instructions executed on this path.
    pub steps: u64,
    /// Forks along this path.
    pub depth: u32,
    /// What seldom changes; its fields are used like those of the state.
    pub(crate) rare: Rc<Rare>,
    /// Counter for frames, so that `longjmp` finds its frame.
    pub next_frame: u64,
    /// Conditions that the path condition is known to decide, most recent first: a loop that tests them again asks nobody.
    pub implied: Implied,
    /// A question about it that cost too much so far: nobody knows whether there is such a state.
    pub pending: Option<Box<crate::Pending>>,
    /// For noticing loops that do nothing; not passed on to forks.
    pub(crate) past: Past,
    /// Heads of loops at which it has paused.
    pub(crate) quiet: crate::quiet::Quiet,
}

/// The part of a state that few instructions change: forks share it until one of them does.
#[derive(Clone)]
pub struct Rare {
    /// How many paths it stands for, at most: more than one once states were joined.
    pub paths: u128,
    /// What tells these apart.
    pub guards: Guards,
    /// It was joined from others once: its trail and its choices are those of one of them.
    pub joined: bool,
    pub outputs: Outputs,
    /// Rounds of loops that it has gone in one step.
    pub leaps: Leaps,
    /// What was written to standard output and error.
    pub console: Console,
    /// Functions to call at exit; the one registered last is called first.
    pub at_exit: Rc<Vec<FuncId>>,
    /// Set while exit handlers run: the exit status.
    pub exiting: Option<Val>,
    pub errno: Option<ObjRef>,
    /// What the program has told the engine through KLEE's interface; none for most.
    pub(crate) klee: Option<Rc<Klee>>,
    /// Objects whose addresses appear in the path condition.
    pub exposed: Rc<Vec<ObjRef>>,
    /// Values that undefined operations had.
    pub undefined: Rc<Vec<crate::undefined::Unchosen>>,
    /// Points that `setjmp` has marked, by number.
    pub jumps: Rc<Vec<JumpPoint>>,
    /// Signals that errors bring about and that the program handles, one bit each (signal 1 is bit 0).
    pub handled: u64,
    /// Assumptions of the model of the kernel that were told on this path.
    pub(crate) told: u64,
    /// Pointers that came from nowhere and what they were taken to lead to; none for runs from the program's own start.
    pub lazy: Option<Rc<Lazy>>,
}

impl Default for Rare {
    fn default() -> Rare {
        Rare {
            paths: 1,
            guards: Guards::default(),
            joined: false,
            outputs: Outputs::default(),
            leaps: Leaps::default(),
            console: Console::default(),
            at_exit: Rc::default(),
            exiting: None,
            errno: None,
            klee: None,
            exposed: Rc::default(),
            undefined: Rc::default(),
            jumps: Rc::default(),
            handled: 0,
            told: 0,
            lazy: None,
        }
    }
}

impl Deref for State {
    type Target = Rare;

    #[inline]
    fn deref(&self) -> &Rare {
        &self.rare
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Rare {
        Rc::make_mut(&mut self.rare)
    }
}

/// An activation of a function.
#[derive(Clone, Debug)]
pub struct Frame {
    pub id: u64,
    pub func: FuncId,
    pub block: BlockId,
    /// Next instruction; the number of instructions means the terminator.
    pub inst: u32,
    pub depth: u32,
    pub regs: Regs,
    /// Stack objects to free at return.
    pub allocas: SmallVec<[ObjRef; 4]>,
    /// Variadic arguments: (value, width in bits, alignment), or a copied object.
    pub varargs: Option<Rc<Vec<VarArg>>>,
    /// Called by the engine (a constructor, an exit handler): nobody waits for its result.
    pub by_engine: bool,
}

/// A variadic argument.
#[derive(Clone, Debug)]
pub enum VarArg {
    Value {
        val: Val,
        width: u32,
        align: u32,
    },
    /// A structure passed by value: a private copy of this object's bytes.
    Copy {
        object: ObjRef,
        size: u64,
        align: u32,
    },
}

/// A waiting caller.
#[derive(Debug)]
pub struct Caller {
    pub frame: Frame,
    pub parent: Option<Rc<Caller>>,
}

/// Where a `longjmp` goes. `setjmp` writes the point's number into the buffer, so copies of the buffer work too.
#[derive(Clone, Debug)]
pub struct JumpPoint {
    pub frame: u64,
    pub block: BlockId,
    /// The instruction after the `setjmp` call.
    pub inst: u32,
    pub dst: Option<Reg>,
    /// The signals that waited then, where they are to be brought back.
    pub signals: Option<Val>,
}

/// A few conditions with the value they have in every run along the path.
#[derive(Copy, Clone, Debug, Default)]
pub struct Implied([Option<(Term, bool)>; 6]);

impl Implied {
    /// The value of a condition, if it is remembered.
    #[inline]
    pub fn get(&self, cond: Term) -> Option<bool> {
        self.0.iter().flatten().find(|(t, _)| *t == cond).map(|(_, b)| *b)
    }
    /// Remembers one; the oldest is forgotten.
    pub fn note(&mut self, cond: Term, value: bool) {
        self.0.rotate_right(1);
        self.0[0] = Some((cond, value));
    }
}

/// Outputs of the program (`homing_output`), shared between forks.
#[derive(Clone, Debug, Default)]
pub struct Outputs(Option<Rc<OutputNode>>, u64);

#[derive(Debug)]
struct OutputNode {
    value: Val,
    before: Outputs,
}

impl Outputs {
    pub fn push(&mut self, value: Val) {
        let before = std::mem::take(self);
        self.1 = before.1 + 1;
        self.0 = Some(Rc::new(OutputNode { value, before }));
    }
    /// How many there are.
    pub fn len(&self) -> u64 {
        self.1
    }
    pub fn is_empty(&self) -> bool {
        self.1 == 0
    }
    /// In the order in which the program made them.
    pub fn list(&self) -> Vec<Val> {
        let mut out = Vec::new();
        let mut at = &self.0;
        while let Some(n) = at {
            out.push(n.value);
            at = &n.before.0;
        }
        out.reverse();
        out
    }
}

impl Drop for OutputNode {
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(n) = next {
            match Rc::try_unwrap(n) {
                Ok(mut n) => next = n.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(c) = next {
            match Rc::try_unwrap(c) {
                Ok(mut c) => next = c.parent.take(),
                Err(_) => break,
            }
        }
    }
}

impl State {
    /// A second state with the same past. The executor gives it its number and registers.
    pub(crate) fn fork(&mut self, id: StateId, regs: Regs) -> Box<State> {
        self.depth += 1;
        let Frame { id: frame, func, block, inst, depth, ref allocas, ref varargs, by_engine, .. } = self.frame;
        let frame =
            Frame { id: frame, func, block, inst, depth, regs, allocas: allocas.clone(), varargs: varargs.clone(), by_engine };
        Box::new(State {
            id,
            run: self.run,
            frame,
            callers: self.callers.clone(),
            memory: self.memory.clone(),
            path: self.path.clone(),
            inputs: self.inputs.clone(),
            trail: self.trail.fork(),
            choices: self.choices.clone(),
            steps: self.steps,
            depth: self.depth,
            rare: self.rare.clone(),
            next_frame: self.next_frame,
            implied: self.implied,
            past: Past::Nothing,
            quiet: self.quiet.clone(),
            pending: None,
        })
    }

    /// A copy to be looked at later: a fork that is not one of the path.
    pub fn copy(&mut self, id: StateId) -> Box<State> {
        let mut copy = self.fork(id, self.frame.regs.clone());
        self.depth -= 1;
        copy.depth = self.depth;
        copy
    }

    /// How it came here; not known of joined states, which came several ways.
    pub fn route(&self) -> Route {
        Route { choices: self.choices.clone(), steps: self.steps }
    }

    /// Where a constraint added now comes from.
    pub fn origin_here(&self) -> Origin {
        Origin { func: self.frame.func.0, block: self.frame.block.0, inst: self.frame.inst, trail: self.trail.len() }
    }

    /// The waiting callers, innermost first.
    pub fn callers(&self) -> impl Iterator<Item = &Frame> {
        let mut at = self.callers.as_deref();
        std::iter::from_fn(move || {
            let c = at?;
            at = c.parent.as_deref();
            Some(&c.frame)
        })
    }

    /// Where each activation goes on, innermost first (callers: behind their call).
    pub fn points(&self) -> impl Iterator<Item = (FuncId, BlockId, u32)> {
        std::iter::once(&self.frame).chain(self.callers()).map(|f| (f.func, f.block, f.inst))
    }

    /// Enters a function: the present frame waits.
    pub fn push_frame(&mut self, frame: Frame) {
        let old = std::mem::replace(&mut self.frame, frame);
        self.callers = Some(Rc::new(Caller { frame: old, parent: self.callers.take() }));
    }

    /// Goes back to the caller; gives the frame that ends, or `None` if it was the last.
    pub fn pop_frame(&mut self) -> Option<Frame> {
        let caller = self.callers.take()?;
        let frame = match Rc::try_unwrap(caller) {
            Ok(mut c) => {
                self.callers = c.parent.take();
                std::mem::replace(&mut c.frame, Frame::empty())
            }
            Err(shared) => {
                self.callers = shared.parent.clone();
                shared.frame.clone()
            }
        };
        Some(std::mem::replace(&mut self.frame, frame))
    }

    /// Every term that must survive a collection. `seen` tells whether a shared part was visited before.
    pub fn roots(&self, seen: &mut dyn FnMut(*const ()) -> bool, f: &mut dyn FnMut(Term)) {
        let mut val = |v: Val| v.root().into_iter().for_each(&mut *f);
        self.frame.roots(&mut val);
        // A term that took the name of one in the snapshot would look like it.
        self.past.values().for_each(&mut val);
        let mut at = &self.callers;
        while let Some(c) = at {
            if seen(Rc::as_ptr(c).cast()) {
                break;
            }
            c.frame.roots(&mut val);
            at = &c.parent;
        }
        self.memory.values(seen, &mut val);
        self.outputs.list().into_iter().for_each(&mut val);
        self.exiting.into_iter().for_each(&mut val);
        self.jumps.iter().filter_map(|j| j.signals).for_each(&mut val);
        self.klee.iter().flat_map(|k| k.preferred()).for_each(&mut *f);
        self.implied.0.iter().flatten().for_each(|(t, _)| f(*t));
        self.lazy.iter().flat_map(|l| &l.resolved).for_each(|(t, v)| {
            f(*t);
            v.root().into_iter().for_each(&mut *f);
        });
        self.undefined.iter().flat_map(|u| u.roots()).for_each(&mut *f);
        self.pending.iter().for_each(|p| f(p.cond));
        self.path.roots().for_each(&mut *f);
        self.inputs.roots(f);
        self.guards.conditions(seen, f);
        self.leaps.roots(seen, f);
    }

    /// Approximate bytes that this state owns alone.
    pub fn bytes_owned(&self) -> usize {
        size_of::<State>()
            + self.frame.regs.bytes()
            + self.memory.bytes_owned()
            + self.path.bytes()
            + self.inputs.bytes_owned()
            + self.trail.bytes_owned()
    }
}

impl Frame {
    fn empty() -> Frame {
        Frame {
            id: 0,
            func: FuncId(0),
            block: BlockId(0),
            inst: 0,
            depth: 0,
            regs: Regs::default(),
            allocas: SmallVec::new(),
            varargs: None,
            by_engine: false,
        }
    }

    fn roots(&self, f: &mut dyn FnMut(Val)) {
        debug_assert!(self.regs.is_waiting(), "terms are collected between runs");
        self.regs.values().for_each(&mut *f);
        for a in self.varargs.iter().flat_map(|a| a.iter()) {
            if let VarArg::Value { val, .. } = a {
                f(*val);
            }
        }
    }
}
