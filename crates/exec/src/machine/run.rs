//! The loop: runs one state up to its next fork, end, target or limit.

use std::rc::Rc;
use std::sync::atomic::Ordering;

use homing_ir::{BinOp, BlockId, CastOp, Edge, FCastOp, FUnOp, FuncId, InputKind, Inst, Opnd, OpndKind, Terminator, Type};
use homing_memory::Val;
use smallvec::SmallVec;

use crate::arith::{bin64, cmp64, signed};
use crate::code::Code;
use crate::dynamic;
use crate::end::{Ended, Res, Stop};
use crate::executor::{Goal, Step, Successor};
use crate::{Executor, LossKind, State};

/// A run comes back after so many calls of the solver, whatever its limit: they may have taken long.
const MAX_CALLS: u64 = 16;

/// Why the inner loop came back.
enum Flow {
    /// Go on: the frame or block may have changed.
    Go,
    /// Something for the engine to look at: hand the state back.
    Pause,
}

impl Executor<'_> {
    /// Runs a state until it forks, ends, passes an open target, or has executed about `limit` instructions. The successors are all that
    /// became of it.
    pub fn run(&mut self, st: Box<State>, limit: u64) -> Step {
        self.course = None;
        self.go_on(st, limit)
    }

    /// The same, along a trail if there is one to follow.
    pub(crate) fn go_on(&mut self, mut st: Box<State>, limit: u64) -> Step {
        let mut step = Step::default();
        self.paused = false;
        self.wake(&mut st);
        self.tell_apart(st.run.is_unconstrained());
        let code = Rc::clone(&self.code);
        let before = st.steps;
        let stop = st.steps.saturating_add(limit);
        let calls = self.cx.stats.solver_calls + MAX_CALLS;
        let end = loop {
            match self.run_blocks(&mut st, &mut step, &code, stop) {
                // The end of the run is looked at where it is cheap: with large terms a few thousand instructions can take seconds.
                Ok(Flow::Go)
                    if step.successors.is_empty()
                        && self.cx.stats.solver_calls < calls
                        && st.steps < stop
                        && !self.is_stopped() => {}
                Ok(_) => break None,
                Err(Stop::Pause) => break None,
                Err(Stop::End(e)) => break Some(e),
            }
        };
        self.instructions += st.steps - before;
        if st.klee.as_ref().is_some_and(|k| k.one_way) {
            self.keep_one_way(&st, &mut step);
        }
        step.blocks = std::mem::take(&mut self.blocks);
        step.calls = std::mem::take(&mut self.new_calls);
        step.along = std::mem::take(&mut self.along);
        step.losses.append(&mut self.losses);
        step.base = self.base.take();
        if !matches!(end, Some(Ended::Infeasible)) {
            step.successors.insert(0, Successor { state: st, end, paused: self.paused });
        }
        step.successors.iter_mut().for_each(|s| self.lay_down(&mut s.state));
        step.put_off.iter_mut().for_each(|s| self.lay_down(s));
        step
    }

    /// Is the run to end?
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed))
    }

    /// Runs from the present instruction on, through blocks of the same function, until something needs attention.
    fn run_blocks(&mut self, st: &mut State, step: &mut Step, code: &Code, stop: u64) -> Res<Flow> {
        let program = self.program;
        let func = program.func(st.frame.func);
        let fc = &code.functions[st.frame.func.index()];
        let mut block = &func.blocks[st.frame.block.index()];
        let check_overflow = self.options.check_overflow;
        let number_width = program.dyn_width;
        let mut i = st.frame.inst as usize;
        // Instructions before this one are counted in `st.steps`.
        let mut counted = i;
        macro_rules! get {
            ($o:expr) => {
                match $o.kind() {
                    OpndKind::Reg(r) => {
                        debug_assert!(!st.frame.regs[r.index()].is_dead(), "{r:?} is read, and was not kept");
                        st.frame.regs[r.index()].copied()
                    }
                    OpndKind::Const(c) => fc.consts[c.index()].copied(),
                }
            };
        }
        loop {
            let Some(inst) = block.insts.get(i) else {
                st.steps += (i + 1 - counted) as u64;
                st.frame.inst = i as u32;
                let edge = match &block.term {
                    Terminator::Jump(e) => Some(e),
                    Terminator::Branch { cond, then, els } if self.course.is_none() => get!(cond).as_int().map(|c| {
                        let yes = c & 1 == 1;
                        st.trail.push_bit(yes);
                        if yes { then } else { els }
                    }),
                    _ => None,
                };
                let Some(edge) = edge else {
                    self.putting_off.before = st.choices.clone();
                    self.terminator(st, step, &block.term)?;
                    return Ok(if st.steps >= stop { Flow::Pause } else { Flow::Go });
                };
                block = &func.blocks[edge.to.index()];
                match (&edge.args[..], &block.params[..]) {
                    ([], _) => self.arrive(st, st.frame.func, edge.to)?,
                    ([a], [r]) => {
                        st.frame.regs[r.index()] = get!(a);
                        self.arrive(st, st.frame.func, edge.to)?;
                    }
                    _ => self.take(st, edge)?,
                }
                if st.steps >= stop {
                    return Ok(Flow::Pause);
                }
                (i, counted) = (0, 0);
                continue;
            };
            // The frequent cases with concrete operands; everything else goes through `slow`.
            match inst {
                Inst::Bin { op, nsw, dst, a, b, .. } => {
                    let (x, y) = (get!(a), get!(b));
                    let w = fc.widths[dst.index()];
                    if Val::both_int(x, y)
                        && w <= 64
                        && !(check_overflow && (*nsw || *op == BinOp::SDiv || *op == BinOp::SRem))
                        && let Some(v) = bin64(*op, w, x.int_bits(), y.int_bits())
                    {
                        st.frame.regs[dst.index()] = Val::int(v);
                        i += 1;
                        continue;
                    }
                }
                Inst::Cmp { op, dst, a, b } => {
                    let (x, y) = (get!(a), get!(b));
                    if Val::both_int(x, y) {
                        let w = operand_width(program, func, fc, *a);
                        if w <= 64 {
                            st.frame.regs[dst.index()] = Val::bool(cmp64(*op, w, x.int_bits(), y.int_bits()));
                            i += 1;
                            continue;
                        }
                    }
                }
                Inst::Cast { op, dst, a } => {
                    let x = get!(a);
                    let to = fc.widths[dst.index()];
                    if let (Some(v), true) = (x.as_int(), to <= 64) {
                        let v = match op {
                            CastOp::SExt => signed(operand_width(program, func, fc, *a), v) as u64,
                            _ => v,
                        };
                        st.frame.regs[dst.index()] = Val::int(v & Self::mask(to));
                        i += 1;
                        continue;
                    }
                }
                Inst::Gep { dst, base, index, scale, disp } => {
                    let (b, x) = (get!(base), get!(index));
                    if let (Some((_, off)), Some(x)) = (b.as_ptr(), x.as_int()) {
                        let x = signed(operand_width(program, func, fc, *index).min(64), x);
                        let moved = off.wrapping_add((x.wrapping_mul(*scale)).wrapping_add(*disp) as u64);
                        st.frame.regs[dst.index()] = b.with_offset(moved & Self::mask(program.ptr_bits));
                        i += 1;
                        continue;
                    }
                }
                Inst::Load { dst, addr, .. } => {
                    if let Some((o, off)) = get!(addr).as_ptr() {
                        let w = fc.widths[dst.index()];
                        let n = u64::from(w / 8);
                        if w.is_multiple_of(8)
                            && w <= 64
                            && let Some(obj) = st.memory.get(o)
                            && obj.info_is_concrete()
                            && off <= obj.size()
                            && obj.size() - off >= n
                            && let Some(v) = obj.read_fast(off, n as usize)
                        {
                            st.frame.regs[dst.index()] = v;
                            i += 1;
                            continue;
                        }
                    }
                }
                Inst::Store { addr, val, .. } => {
                    if let (Some((o, off)), Some(v)) = (get!(addr).as_ptr(), get!(val).as_int()) {
                        let w = operand_width(program, func, fc, *val);
                        let n = u64::from(w.div_ceil(8));
                        if w <= 64
                            && let Some(obj) = st.memory.get(o)
                            && obj.is_plain()
                            && off <= obj.size()
                            && obj.size() - off >= n
                            && let Some(obj) = st.memory.get_mut(o)
                            && obj.write_fast(off, n as usize, v)
                        {
                            i += 1;
                            continue;
                        }
                    }
                }
                Inst::Copy { dst, a } => {
                    st.frame.regs[dst.index()] = get!(a);
                    i += 1;
                    continue;
                }
                Inst::Select { dst, cond, a, b } => {
                    if let Some(c) = get!(cond).as_int() {
                        st.frame.regs[dst.index()] = if c & 1 == 1 { get!(a) } else { get!(b) };
                        i += 1;
                        continue;
                    }
                }
                Inst::Dyn { op, dst: Some(dst), args } => {
                    let done = match args[..] {
                        [a] => dynamic::fast_unary(st, op, *dst, get!(a)),
                        [a, b] => dynamic::fast_binary(st, op, *dst, get!(a), get!(b), number_width),
                        _ => false,
                    };
                    if done {
                        i += 1;
                        continue;
                    }
                }
                _ => {}
            }
            st.steps += (i + 1 - counted) as u64;
            counted = i + 1;
            st.frame.inst = i as u32;
            let frame = st.frame.id;
            let here = (st.frame.block, st.frame.inst);
            if let Inst::Mark { target } = inst {
                st.frame.inst += 1;
                if self.open.get(target.index()).copied().unwrap_or(false) {
                    step.marks.push(*target);
                    return Ok(Flow::Pause);
                }
                i += 1;
                continue;
            }
            self.putting_off.before = st.choices.clone();
            self.slow(st, step, inst)?;
            self.note_hard(st);
            if st.frame.id != frame || st.frame.block != here.0 {
                return Ok(Flow::Go);
            }
            if !matches!(inst, Inst::Call(_)) {
                st.frame.inst += 1;
            } else if st.frame.inst != here.1 + 1 {
                // A jump within the block.
                return Ok(Flow::Go);
            }
            i += 1;
            if !step.successors.is_empty() || self.is_stopped() {
                return Ok(Flow::Go);
            }
        }
    }

    /// One instruction, in full generality.
    pub(crate) fn slow(&mut self, st: &mut State, step: &mut Step, inst: &Inst) -> Res<()> {
        homing_term::fault::point();
        let program = self.program;
        let func = program.func(st.frame.func);
        let width = |r: homing_ir::Reg| program.width(func.regs[r.index()]);
        let opnd_width = |o: Opnd| program.opnd_width(func, o);
        let (dst, v) = match inst {
            Inst::Undef { dst } => {
                let name = self.variable_name(st, *dst);
                (*dst, self.fresh(st, width(*dst), name, InputKind::Uninitialised, ""))
            }
            Inst::Copy { dst, a } => (*dst, self.get(st, *a)),
            Inst::Any { dst, a, bad, what } => {
                let (v, bad) = (self.get(st, *a), self.get(st, *bad));
                (*dst, self.any(st, width(*dst), v, bad, *what))
            }
            Inst::Bin { op, nsw, dst, a, b, .. } => {
                let (x, y) = (self.get(st, *a), self.get(st, *b));
                (*dst, self.bin(st, step, *op, *nsw, width(*dst), x, y)?)
            }
            Inst::Un { op, dst, a } => (*dst, self.un(*op, width(*dst), self.get(st, *a))),
            Inst::Cmp { op, dst, a, b } => {
                let (x, y) = (self.get(st, *a), self.get(st, *b));
                (*dst, self.cmp(st, *op, opnd_width(*a), x, y))
            }
            Inst::Cast { op, dst, a } => (*dst, self.cast(*op, opnd_width(*a), width(*dst), self.get(st, *a))),
            Inst::Extract { dst, a, lo } => (*dst, self.extract(opnd_width(*a), self.get(st, *a), *lo, width(*dst))),
            Inst::Concat { dst, hi, lo } => {
                let (h, l) = (self.get(st, *hi), self.get(st, *lo));
                (*dst, self.concat(h, opnd_width(*hi), l, opnd_width(*lo)))
            }
            Inst::Select { dst, cond, a, b } => {
                let (c, x, y) = (self.get(st, *cond), self.get(st, *a), self.get(st, *b));
                (*dst, self.select(width(*dst), c, x, y))
            }
            Inst::Overflow { op, dst, flag, a, b } => {
                let (x, y) = (self.get(st, *a), self.get(st, *b));
                let (v, f) = self.overflow(*op, width(*dst), x, y);
                st.frame.regs[flag.index()] = f;
                (*dst, v)
            }
            Inst::FBin { op, kind, dst, a, b } => {
                let (x, y) = (self.get(st, *a), self.get(st, *b));
                let v = self.fbin(*op, *kind, x, y);
                (*dst, if func.x87 { self.excess(st, *op, *kind, v, (x, y)) } else { v })
            }
            Inst::FUn { op, kind, dst, a } => {
                if *op == FUnOp::RoundEven && st.lazy.is_some() {
                    self.assumed_rounding(st);
                }
                let x = self.get(st, *a);
                let v = self.fun(*op, *kind, x);
                if func.x87 && *op == FUnOp::Sqrt {
                    self.note_excess(st, *kind, v, |e| e.wider_sqrt(*kind, x));
                }
                (*dst, v)
            }
            Inst::Fma { kind, dst, a, b, c } => {
                let (x, y, z) = (self.get(st, *a), self.get(st, *b), self.get(st, *c));
                (*dst, self.fma(*kind, x, y, z))
            }
            Inst::FCmp { op, kind, dst, a, b } => (*dst, self.fcmp(*op, *kind, self.get(st, *a), self.get(st, *b))),
            Inst::FCast { op, dst, a } => {
                let x = self.get(st, *a);
                let v = self.fcast(st, step, *op, (opnd_width(*a), width(*dst)), x)?;
                if let (true, FCastOp::SignedToFloat(kind) | FCastOp::UnsignedToFloat(kind)) = (func.x87, *op) {
                    self.note_excess(st, kind, v, |e| e.wider_integer(*op, opnd_width(*a), x));
                }
                (*dst, v)
            }
            Inst::Gep { dst, base, index, scale, disp } => {
                let (b, x) = (self.get(st, *base), self.get(st, *index));
                (*dst, self.gep(b, x, opnd_width(*index), *scale, *disp))
            }
            Inst::Load { dst, addr, .. } if func.regs[dst.index()] == Type::Dyn => {
                let a = self.get(st, *addr);
                (*dst, self.load_value(st, a)?)
            }
            Inst::Load { dst, addr, .. } => {
                let a = self.get(st, *addr);
                (*dst, self.load(st, step, a, *addr, width(*dst))?)
            }
            Inst::Alloca { dst, size, align, name } => {
                let n = self.get(st, *size);
                (*dst, self.alloca(st, step, n, opnd_width(*size), *align, *name)?)
            }
            Inst::StackSave { dst } => (*dst, Val::int(st.frame.allocas.len() as u64)),
            _ => return self.effect(st, step, inst),
        };
        st.frame.regs[dst.index()] = v;
        Ok(())
    }

    /// Instructions that write no register themselves.
    fn effect(&mut self, st: &mut State, step: &mut Step, inst: &Inst) -> Res<()> {
        let program = self.program;
        let func = program.func(st.frame.func);
        let opnd_width = |o: Opnd| program.opnd_width(func, o);
        match inst {
            Inst::Dyn { op, dst, args } => self.dynamic(st, step, op, *dst, args),
            Inst::Store { addr, val, .. } if self.is_dynamic(st, *val) => {
                let (a, v) = (self.get(st, *addr), self.get(st, *val));
                self.store_value(st, a, v)
            }
            Inst::Store { addr, val, .. } => {
                let (a, v) = (self.get(st, *addr), self.get(st, *val));
                self.store(st, step, a, *addr, v, opnd_width(*val))
            }
            Inst::MemCopy { dst, src, len, may_overlap } => {
                let (d, s, n) = (self.get(st, *dst), self.get(st, *src), self.get(st, *len));
                self.mem_copy(st, step, (d, *dst), (s, *src), (n, opnd_width(*len)), *may_overlap)
            }
            Inst::MemSet { dst, val, len } => {
                let (d, v, n) = (self.get(st, *dst), self.get(st, *val), self.get(st, *len));
                self.mem_set(st, step, (d, *dst), v, (n, opnd_width(*len)))
            }
            Inst::Call(call) => self.call(st, step, call),
            Inst::VaStart { list } => {
                let l = self.get(st, *list);
                self.va_start(st, step, (l, *list))
            }
            Inst::VaEnd { .. } => Ok(()),
            Inst::VaCopy { dst, src } => {
                let (d, s) = (self.get(st, *dst), self.get(st, *src));
                let n = if program.ptr_bits == 64 { 24 } else { 4 };
                self.mem_copy(st, step, (d, *dst), (s, *src), (Val::int(n), 64), true)
            }
            Inst::StackRestore { a } => {
                let keep = self.get(st, *a).as_int().unwrap_or(0) as usize;
                while st.frame.allocas.len() > keep {
                    let o = st.frame.allocas.pop().expect("not empty");
                    if st.memory.get(o).is_some() {
                        self.pointers.free(self, st, o);
                    }
                }
                Ok(())
            }
            Inst::Require { ok, kind, what } => {
                let ok = self.get(st, *ok);
                let ok = self.term_of(ok, 1);
                self.require(st, step, ok, *kind, &program.strings[*what as usize])
            }
            Inst::Scope { slot, live } => {
                if let Some((o, _)) = self.get(st, *slot).as_ptr()
                    && st.memory.get(o).is_some_and(|obj| obj.is_over() == *live)
                    && let Some(obj) = st.memory.get_mut(o)
                {
                    obj.set_over(!*live);
                }
                Ok(())
            }
            Inst::Unsupported { what } => self.lost(st, LossKind::Unsupported, program.strings[*what as usize].clone()),
            _ => Ok(()),
        }
    }

    /// Address arithmetic.
    fn gep(&mut self, base: Val, index: Val, index_w: u32, scale: i64, disp: i64) -> Val {
        let w = self.program.ptr_bits;
        let moved = match index.as_int() {
            Some(x) => Val::int((signed(index_w.min(64), x).wrapping_mul(scale)).wrapping_add(disp) as u64 & Self::mask(w)),
            None => {
                let t = self.term_of(index, index_w);
                let t = if index_w < w { self.cx.terms.sext(t, w) } else { self.cx.terms.trunc(t, w) };
                let k = self.cx.terms.bits(w, scale as u64);
                let d = self.cx.terms.bits(w, disp as u64);
                let t = self.cx.terms.mul(t, k);
                let t = self.cx.terms.add(t, d);
                self.val_of(t)
            }
        };
        if base.object().is_some() {
            return self.pointer_add(base, moved);
        }
        let (x, y) = (self.term_of(base, w), self.term_of(moved, w));
        let t = self.cx.terms.add(x, y);
        self.val_of(t)
    }

    fn alloca(&mut self, st: &mut State, step: &mut Step, size: Val, size_w: u32, align: u32, name: u32) -> Res<Val> {
        let t = self.term_of(size, size_w);
        let n = self.enumerate(st, step, t)?;
        if n > self.options.max_object_size {
            return self.lost(st, LossKind::AllocationLimit, format!("{n} bytes on the stack"));
        }
        let program = self.program;
        let loc = self.loc(st);
        let text = program.strings.get(name as usize).map_or("", |s| s.as_str());
        let (o, p) = self.stack_object(st, n, align, text, loc);
        st.frame.allocas.push(o);
        Ok(p)
    }

    /// The source variable behind a register that is read before it is written.
    fn variable_name(&self, st: &State, r: homing_ir::Reg) -> Rc<str> {
        let f = self.program.func(st.frame.func);
        let here = f.vars.iter().find(|v| match &v.home {
            homing_ir::Home::Values(vals) => vals.iter().any(|(_, _, o)| o.as_reg() == Some(r)),
            homing_ir::Home::Slot(s) => *s == r,
        });
        Rc::from(here.map_or("uninitialised", |v| v.name.as_str()))
    }

    /// Follows an edge: block parameters get their values all at once.
    pub(crate) fn take(&mut self, st: &mut State, e: &Edge) -> Res<()> {
        let f = st.frame.func;
        let block = self.program.functions[f.index()].block(e.to);
        let vals: SmallVec<[Val; 8]> = e.args.iter().map(|a| self.get(st, *a)).collect();
        for (r, v) in block.params.iter().zip(vals) {
            st.frame.regs[r.index()] = v;
        }
        self.arrive(st, f, e.to)
    }

    /// A state comes to the beginning of a block.
    #[inline(always)]
    pub(crate) fn arrive(&mut self, st: &mut State, f: FuncId, to: BlockId) -> Res<()> {
        homing_term::fault::point();
        st.frame.block = to;
        st.frame.inst = 0;
        self.enter_block(f, to);
        if self.record_blocks {
            self.blocks.push((f, to));
        }
        if self.diverges(st) {
            return Err(Stop::End(Ended::Diverges));
        }
        if !self.stop_at.is_empty() && self.stop_at.contains(&(f, to)) {
            return Err(Stop::End(Ended::Stopped));
        }
        if !self.pauses.is_empty() && self.pauses_here(st, self.first_block(f) + to.index()) {
            self.paused = true;
            return Err(Stop::Pause);
        }
        if self.goal.is_some() && self.is_goal(st) {
            return Err(Stop::Pause);
        }
        Ok(())
    }

    fn is_goal(&self, st: &State) -> bool {
        self.goal == Some(Goal { depth: st.frame.depth, block: Some(st.frame.block) })
            || self.meets.as_ref().is_some_and(|m| m.frame == st.frame.id && m.blocks[st.frame.block.index()])
    }
}

/// Width of an operand, quickly for registers.
#[inline(always)]
fn operand_width(program: &homing_ir::Program, func: &homing_ir::Function, fc: &crate::code::FuncCode, o: Opnd) -> u32 {
    match o.kind() {
        OpndKind::Reg(r) => fc.widths[r.index()],
        OpndKind::Const(_) => program.opnd_width(func, o),
    }
}
