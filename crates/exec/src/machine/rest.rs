//! States that wait keep what is still read, and no more: which registers those are, and the way from running to waiting and back.

use std::rc::Rc;

use homing_graph::Liveness;
use homing_ir::{BlockId, FuncId, Function, Inst, Program, Reg, Type};
use homing_memory::{Memory, ObjRef, ObjectKind, Val};
use homing_term::{Terms, VarId, VarKey};
use rustc_hash::FxHashMap;

use crate::regs::Regs;
use crate::state::{Caller, Frame, JumpPoint};
use crate::{ExecOptions, Executor, State};

/// Buffers for registers that nobody uses are kept up to this number.
const SPARE: usize = 64;

/// The registers that are live at places of a program, computed when somebody asks, and buffers for activations that run.
pub(crate) struct Rest {
    functions: Vec<Option<Box<Liveness>>>,
    /// Where that is asked for: registers that can hold a pointer that is not computed from another register.
    sources: Vec<Option<Rc<[Reg]>>>,
    points: FxHashMap<Point, Rc<[Reg]>>,
    spare: Vec<Vec<Val>>,
    /// Whoever looks for lost memory also looks into registers that nobody reads any more: sources are kept if they lead to a block.
    leads: bool,
}

/// Where an activation goes on, and whether results of the call before that place are still to come.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct Point {
    func: FuncId,
    block: BlockId,
    inst: u32,
    awaits: bool,
}

impl Rest {
    pub fn new(program: &Program, options: &ExecOptions) -> Rest {
        let functions = program.functions.iter().map(|_| None).collect();
        let sources = program.functions.iter().map(|_| None).collect();
        let leads = options.check_leaks && !options.leaks_at_exit;
        Rest { functions, sources, points: FxHashMap::default(), spare: Vec::new(), leads }
    }

    /// Room for the registers of a function. What is in there is anything, and where mistakes are looked for nothing that may be read.
    pub fn buffer(&mut self, program: &Program, func: FuncId) -> Vec<Val> {
        let n = program.func(func).regs.len();
        let mut buffer = self.spare.pop().unwrap_or_default();
        if cfg!(debug_assertions) {
            buffer.clear();
        }
        if buffer.len() < n {
            buffer.resize(n, Val::DEAD);
        }
        if self.leads {
            self.sources(program, func).iter().for_each(|r| buffer[r.index()] = Val::DEAD);
        }
        buffer
    }

    /// The registers of a function that lost memory is looked for with, though nobody may read them any more.
    fn sources(&mut self, program: &Program, func: FuncId) -> Rc<[Reg]> {
        let list = &mut self.sources[func.index()];
        list.get_or_insert_with(|| sources(program, program.func(func)).into()).clone()
    }

    /// Takes a buffer back.
    pub fn take_back(&mut self, regs: Regs) {
        let buffer = regs.into_buffer();
        if buffer.capacity() > 0 && self.spare.len() < SPARE {
            self.spare.push(buffer);
        }
    }

    /// The registers that a place still reads.
    fn at(&mut self, program: &Program, point: Point) -> Rc<[Reg]> {
        if let Some(live) = self.points.get(&point) {
            return live.clone();
        }
        let f = program.func(point.func);
        let (block, at) = (f.block(point.block), point.inst as usize);
        let liveness = self.functions[point.func.index()].get_or_insert_with(|| Box::new(Liveness::new(f)));
        let mut live = liveness.list_before(f, point.block.0, at);
        if at == 0 {
            // Also of a parameter that nobody reads somebody may want to know what it is: it changes in every round of a loop.
            live.extend(&block.params);
        }
        if point.awaits
            && let Some(Inst::Call(call)) = at.checked_sub(1).and_then(|i| block.insts.get(i))
        {
            live.retain(|r| !call.dst.contains(r));
        }
        live.sort_unstable();
        live.dedup();
        let live: Rc<[Reg]> = live.into();
        self.points.insert(point, live.clone());
        live
    }

    /// The registers of an activation that are kept while it waits.
    fn of(&mut self, frame: &Frame, awaits: bool, around: &mut Around<'_>) -> Rc<[Reg]> {
        let program = around.program;
        let point = Point { func: frame.func, block: frame.block, inst: frame.inst, awaits };
        let here = self.at(program, point);
        let jumps = around.jumps.iter().filter(|j| j.frame == frame.id);
        let mut more: Vec<Reg> = Vec::new();
        for j in jumps {
            let there = self.at(program, Point { block: j.block, inst: j.inst, awaits: false, ..point });
            more.extend(there.iter().filter(|r| Some(**r) != j.dst));
        }
        if self.leads && !frame.regs.is_waiting() {
            let all = self.sources(program, frame.func);
            more.extend(all.iter().filter(|r| around.leads_to_block(frame.regs[r.index()])));
        }
        more.retain(|r| here.binary_search(r).is_err());
        if more.is_empty() {
            return here;
        }
        more.extend(here.iter());
        more.sort_unstable();
        more.dedup();
        more.into()
    }
}

/// Registers as wide as a pointer that are not computed from such ones: these are kept, and lead to the same blocks.
fn sources(program: &Program, f: &Function) -> Vec<Reg> {
    let mut out: Vec<Reg> = f.params.clone();
    for b in &f.blocks {
        out.extend(&b.params);
        for inst in &b.insts {
            let computed = matches!(
                inst,
                Inst::Gep { .. }
                    | Inst::Copy { .. }
                    | Inst::Select { .. }
                    | Inst::Cast { .. }
                    | Inst::Bin { .. }
                    | Inst::Cmp { .. }
            );
            if !computed {
                inst.defs(|r| out.push(r));
            }
        }
    }
    out.retain(|r| f.regs[r.index()] != Type::Dyn && program.width(f.regs[r.index()]) >= program.ptr_bits);
    out.sort_unstable();
    out.dedup();
    out
}

/// What else decides which registers are kept: places that `longjmp` can lead to, and what leads to blocks of the heap.
struct Around<'a> {
    program: &'a Program,
    jumps: &'a [JumpPoint],
    memory: &'a Memory,
    terms: &'a mut Terms,
}

impl Around<'_> {
    fn leads_to_block(&mut self, v: Val) -> bool {
        let is_block =
            |o: ObjRef| self.memory.find(o).is_some_and(|o| matches!(o.info.kind, ObjectKind::Heap | ObjectKind::Given));
        let Some(t) = v.root() else { return v.object().is_some_and(is_block) };
        let support = self.terms.support(t);
        let is_address = |x: &VarId| matches!(self.terms.var_info(*x).key, VarKey::Addr { .. });
        v.object().is_some_and(is_block) || support.iter().any(is_address)
    }
}

impl Executor<'_> {
    /// All values in registers that may still be read.
    pub(crate) fn values_in_use(&mut self, st: &State) -> Vec<Val> {
        let mut out = Vec::new();
        let mut awaits = false;
        for frame in std::iter::once(&st.frame).chain(st.callers()) {
            if frame.regs.is_waiting() {
                out.extend(frame.regs.values());
            } else {
                let mut around =
                    Around { program: self.program, jumps: &st.jumps, memory: &st.memory, terms: &mut self.cx.terms };
                let which = self.rest.of(frame, awaits, &mut around);
                out.extend(which.iter().filter_map(|r| frame.regs.get(*r)));
            }
            awaits = !frame.by_engine;
        }
        out
    }

    /// The registers of the innermost activation that may still be read.
    pub(crate) fn live_here(&mut self, st: &State) -> Rc<[Reg]> {
        let mut around = Around { program: self.program, jumps: &st.jumps, memory: &st.memory, terms: &mut self.cx.terms };
        self.rest.of(&st.frame, false, &mut around)
    }

    /// The state is about to run.
    pub(crate) fn wake(&mut self, st: &mut State) {
        if st.frame.regs.is_waiting() {
            let buffer = self.rest.buffer(self.program, st.frame.func);
            st.frame.regs.wake(buffer);
        }
        self.recall(st);
    }

    /// The state does not run for a while: it keeps what is still read.
    pub(crate) fn lay_down(&mut self, st: &mut State) {
        self.forget(st);
        if !st.frame.regs.is_waiting() {
            let which = self.live_here(st);
            let waiting = Regs::waiting(&st.frame.regs, &which);
            self.rest.take_back(std::mem::replace(&mut st.frame.regs, waiting));
        }
        self.lay_down_callers(st);
    }

    /// The same for its callers. Those that it shares with others have been laid down before.
    fn lay_down_callers(&mut self, st: &mut State) {
        let (mut above_by_engine, mut at) = (st.frame.by_engine, &mut st.callers);
        let mut around = Around { program: self.program, jumps: &st.rare.jumps, memory: &st.memory, terms: &mut self.cx.terms };
        while let Some(Caller { frame, parent }) = at.as_mut().and_then(Rc::get_mut) {
            if frame.regs.is_waiting() {
                return;
            }
            let which = self.rest.of(frame, !above_by_engine, &mut around);
            let waiting = Regs::waiting(&frame.regs, &which);
            self.rest.take_back(std::mem::replace(&mut frame.regs, waiting));
            above_by_engine = frame.by_engine;
            at = parent;
        }
    }

    /// Registers for a second state at the same place, which runs if this one does.
    pub(crate) fn second_registers(&mut self, st: &mut State) -> Regs {
        self.lay_down_callers(st);
        if st.frame.regs.is_waiting() {
            return st.frame.regs.clone();
        }
        let which = self.live_here(st);
        let buffer = self.rest.buffer(self.program, st.frame.func);
        st.frame.regs.copied_to(&which, buffer)
    }
}

#[cfg(test)]
mod tests {
    use homing_ir::parse;
    use homing_solver::{Context, SolverConfig, stack};

    use super::*;

    /// v2 is read in the first block only, v3 only if the first branch is taken.
    const PROGRAM: &str = "define f0 \"main\"(v0: i8, v1: i8) {
block0:
  v2: i8 = add v0, v1
  v3: i8 = mul v2, 3:i8
  v4: i1 = ult v2, 10:i8
  branch v4, block1, block2
block1:
  v5: i8 = add v3, v1
  v6: i1 = ult v5, 7:i8
  branch v6, block2, block2
block2:
  return
}
";

    /// The states that wait at the start of the second and of the third block.
    #[allow(clippy::vec_box)]
    fn parted(program: &Program) -> (Executor<'_>, Vec<Box<State>>) {
        let solver = stack(&SolverConfig::default());
        let mut exec = Executor::new(program, Context::new(Terms::new(), solver), ExecOptions::default(), 0);
        let start = exec.general(FuncId(0), BlockId(0));
        let step = exec.run(start, 1);
        let mut states: Vec<_> = step.successors.into_iter().map(|s| s.state).collect();
        states.sort_by_key(|s| s.frame.block.0);
        (exec, states)
    }

    #[test]
    fn a_state_keeps_what_is_read_where_it_waits() {
        let program = parse(PROGRAM).expect("it is in order");
        let (mut exec, mut states) = parted(&program);
        let kept = |s: &State| s.frame.regs.kept().map(|k| k.iter().map(|r| r.0).collect::<Vec<_>>());
        assert_eq!(states.iter().map(|s| kept(s)).collect::<Vec<_>>(), [Some(vec![1, 3]), Some(vec![])]);
        exec.wake(&mut states[0]);
        assert_eq!(exec.values_in_use(&states[0]).len(), 2);
        exec.lay_down(&mut states[0]);
        assert_eq!(kept(&states[0]), Some(vec![1, 3]));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "is read, and was not kept")]
    fn who_reads_what_was_not_kept_is_noticed() {
        let program = parse(PROGRAM).expect("it is in order");
        let (mut exec, mut states) = parted(&program);
        exec.wake(&mut states[0]);
        exec.get(&states[0], homing_ir::Opnd::reg(Reg(2)));
    }
}
