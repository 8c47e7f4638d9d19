//! The machine: frames, registers, and the loop over instructions.

use std::cell::OnceCell;

use homing_ir::{
    BinOp, Block, BlockId, Edge, ErrorKind, FuncId, InputValue, Inst, LocId, Opnd, OpndKind, Origin, Program, Reg, TargetId,
    Terminator, Type,
};

use crate::code::{Addresses, Body, Code, SLOT_BITS, lay_out};
use crate::exits::Then;
use crate::inputs::Inputs;
use crate::memory::{Memory, ObjId, Ptr};
use crate::nat::Nat;
use crate::scalar::{mask128, w64, w128};
use crate::stop::{Step, Stop, error, limit, unsupported};
use crate::{Options, Outcome, Run, TRACE_CAP};

/// One run in progress.
pub struct Machine<'m> {
    pub p: &'m Program,
    pub options: &'m Options,
    codes: &'m [OnceCell<Code<'m>>],
    pub at: Addresses,
    pub memory: Memory,
    pub inputs: Inputs<'m>,
    /// Registers of all frames; a frame's start at its `base`. Registers are written before they are read, so what an
    /// earlier call left behind does no harm.
    pub regs: Vec<u128>,
    /// Values wider than a register slot; the slot holds the index.
    pub wides: Vec<Nat>,
    pub cur: Frame<'m>,
    pub callers: Vec<Frame<'m>>,
    /// Stack objects of all frames, in order of creation.
    pub locals: Vec<ObjId>,
    pub frames_made: u64,
    pub entry: FuncId,
    /// Constructors started so far.
    pub started: usize,
    pub handlers: Vec<FuncId>,
    /// How the program ends once its exit handlers are done.
    pub ending: Option<Outcome>,
    pub jumps: Vec<crate::calls::Jump>,
    pub allocations: u64,
    pub errno: Option<Ptr>,
    pub string_arrays: Vec<(&'static [&'static str], Ptr)>,
    pub outputs: Vec<u64>,
    marks: Vec<TargetId>,
    trace: Vec<(FuncId, LocId)>,
    pub stdout: Vec<u8>,
    last_line: (FuncId, u32, u32, u32),
    steps: u64,
    buffer: Vec<Value>,
}

/// A call in progress.
#[derive(Clone)]
pub struct Frame<'m> {
    pub id: u64,
    pub code: &'m Code<'m>,
    pub block: &'m Block,
    /// One past the instruction being executed.
    pub pc: usize,
    pub base: usize,
    pub wide_base: usize,
    /// Length of `Machine::locals` when the frame was made.
    pub locals: usize,
    /// The variadic arguments, or null.
    pub variadic: Ptr,
    /// The caller's registers for the results.
    pub dst: &'m [Reg],
    pub then: Then,
}

/// A value on its way between registers.
#[derive(Clone, Debug)]
pub enum Value {
    Small(u128),
    Wide(Nat),
}

pub fn run(p: &Program, entry: FuncId, inputs: &[InputValue], options: &Options) -> Run {
    let failed =
        |outcome| Run { outcome, outputs: vec![], marks: vec![], trace: vec![], stdout: vec![], steps: 0, inputs_used: 0 };
    let Some(f) = p.functions.get(entry.index()).filter(|f| !f.is_declaration()) else {
        return failed(Outcome::Unsupported("the entry function has no body".to_string()));
    };
    let mut memory = Memory::new(p.ptr_bits, options.max_memory);
    let at = match lay_out(p, &mut memory) {
        Ok(at) => at,
        Err(stop) => return failed(plain_outcome(*stop)),
    };
    let codes: Vec<OnceCell<Code<'_>>> = p.functions.iter().map(|_| OnceCell::new()).collect();
    let code = codes[entry.index()].get_or_init(|| Code::new(p, entry, &at));
    let cur = Frame {
        id: 0,
        code,
        block: f.block(BlockId(0)),
        pc: 0,
        base: 0,
        wide_base: 0,
        locals: 0,
        variadic: 0,
        dst: &[],
        then: Then::Start,
    };
    let mut machine = Machine {
        p,
        options,
        codes: &codes,
        at,
        memory,
        inputs: Inputs::new(inputs),
        regs: Vec::new(),
        wides: Vec::new(),
        cur,
        callers: Vec::new(),
        locals: Vec::new(),
        frames_made: 0,
        entry,
        started: 0,
        handlers: Vec::new(),
        ending: None,
        jumps: Vec::new(),
        allocations: 0,
        errno: None,
        string_arrays: Vec::new(),
        outputs: Vec::new(),
        marks: Vec::new(),
        trace: Vec::new(),
        stdout: Vec::new(),
        last_line: (FuncId(u32::MAX), 0, 0, 0),
        steps: 0,
        buffer: Vec::new(),
    };
    let stop = machine.execute();
    machine.report(stop)
}

/// The outcome of a stop that needs no place in the program.
fn plain_outcome(stop: Stop) -> Outcome {
    match stop {
        Stop::Assume => Outcome::AssumeFailed,
        Stop::OutOfInputs(s) => Outcome::OutOfInputs(s),
        Stop::Unsupported(s) => Outcome::Unsupported(s),
        Stop::Limit(l) => Outcome::Limit(l),
        Stop::Done(o) => o,
        Stop::ErrorAt(kind, message, (func, loc)) => Outcome::Error { kind, message, func, loc, stack: vec![(func, loc)] },
        Stop::Error(kind, message) | Stop::ErrorOutside(kind, message) => {
            Outcome::Error { kind, message, func: FuncId(0), loc: LocId(0), stack: Vec::new() }
        }
    }
}

impl<'m> Machine<'m> {
    fn execute(&mut self) -> Stop {
        if let Err(stop) = self.start_next() {
            return *stop;
        }
        loop {
            if let Err(stop) = self.run_block() {
                return *stop;
            }
        }
    }

    fn stack(&self) -> Vec<(FuncId, LocId)> {
        std::iter::once(&self.cur).chain(self.callers.iter().rev()).map(Frame::place).collect()
    }

    fn report(self, stop: Stop) -> Run {
        let outcome = match stop {
            Stop::Error(kind, message) => {
                let stack = self.stack();
                Outcome::Error { kind, message, func: stack[0].0, loc: stack[0].1, stack }
            }
            Stop::ErrorOutside(kind, message) => {
                let mut stack = self.stack();
                let own = stack.iter().position(|(f, _)| self.p.func(*f).origin == Origin::Program);
                stack.drain(..own.unwrap_or(0));
                Outcome::Error { kind, message, func: stack[0].0, loc: stack[0].1, stack }
            }
            other => plain_outcome(other),
        };
        Run {
            outcome,
            outputs: self.outputs,
            marks: self.marks,
            trace: self.trace,
            stdout: self.stdout,
            steps: self.steps,
            inputs_used: self.inputs.taken(),
        }
    }

    pub fn code(&self, f: FuncId) -> &'m Code<'m> {
        self.codes[f.index()].get_or_init(|| Code::new(self.p, f, &self.at))
    }

    // ----- registers -----

    /// The register slot or constant as it is: a value of at most 128 bits, or a pointer.
    #[inline]
    pub fn get(&self, o: Opnd) -> u128 {
        match o.kind() {
            OpndKind::Reg(r) => self.regs[self.cur.base + r.index()],
            OpndKind::Const(c) => self.cur.code.consts[c.index()],
        }
    }

    /// A value of at most 64 bits, or a pointer's address.
    #[inline]
    pub fn get64(&self, o: Opnd) -> u64 {
        self.get(o) as u64
    }

    #[inline]
    pub fn put(&mut self, r: Reg, v: u128) {
        self.regs[self.cur.base + r.index()] = v;
    }

    /// A bit vector of any width.
    pub fn get_nat(&self, o: Opnd) -> Nat {
        let w = self.cur.code.width(o);
        if w <= SLOT_BITS {
            return Nat::from_u128(self.get(o) & mask128(w));
        }
        match o.kind() {
            OpndKind::Reg(_) => self.wides[self.get(o) as usize].clone(),
            OpndKind::Const(_) => self.cur.code.wide_consts[self.get(o) as usize].clone(),
        }
    }

    /// Writes a bit vector of any width, cut to the register's.
    pub fn put_nat(&mut self, r: Reg, v: &Nat) {
        let w = self.cur.code.widths[r.index()];
        if w <= SLOT_BITS {
            self.put(r, v.low128() & mask128(w));
        } else {
            let at = self.get(r.into()) as usize;
            self.wides[at] = v.low(u64::from(w));
        }
    }

    pub fn get_value(&self, o: Opnd) -> Value {
        if self.cur.code.width(o) <= SLOT_BITS { Value::Small(self.get(o)) } else { Value::Wide(self.get_nat(o)) }
    }

    /// Writes a value; an address without an object that goes into a pointer register is resolved.
    pub fn put_value(&mut self, r: Reg, v: Value) {
        match v {
            Value::Wide(n) => self.put_nat(r, &n),
            Value::Small(v) => {
                let resolve = self.cur.code.f.regs[r.index()] == Type::Ptr && v >> 64 == 0 && v != 0;
                self.put(r, if resolve { self.memory.resolve(v as u64) } else { v });
            }
        }
    }

    // ----- control -----

    /// Runs the current frame from its `pc` to the end of the block, or to a call.
    fn run_block(&mut self) -> Step {
        let block = self.cur.block;
        while let Some(inst) = block.insts.get(self.cur.pc) {
            self.cur.pc += 1;
            self.count()?;
            if let Inst::Call(call) = inst {
                return self.call(call);
            }
            self.instruction(inst)?;
        }
        self.cur.pc += 1;
        self.count()?;
        self.terminator(&block.term)
    }

    #[inline]
    fn count(&mut self) -> Step {
        if self.steps >= self.options.max_steps {
            return limit("steps");
        }
        self.steps += 1;
        if self.options.trace {
            self.note_line();
        }
        Ok(())
    }

    fn note_line(&mut self) {
        let (func, loc) = self.cur.place();
        let place = self.p.loc(loc);
        let column = if self.options.trace_columns { place.column } else { 0 };
        let line = (func, place.file.0, place.line, column);
        if place.line != 0 && line != self.last_line && self.trace.len() < TRACE_CAP {
            self.last_line = line;
            self.trace.push((func, loc));
        }
    }

    fn terminator(&mut self, t: &'m Terminator) -> Step {
        match t {
            Terminator::Jump(e) => self.jump(e),
            Terminator::Branch { cond, then, els } => {
                let way = if self.get64(*cond) & 1 == 1 { then } else { els };
                self.jump(way);
            }
            Terminator::Switch { on, cases, default } => {
                let v = self.get64(*on);
                let way = cases.binary_search_by_key(&v, |c| c.0).map_or(default, |i| &cases[i].1);
                self.jump(way);
            }
            Terminator::Return(vals) => {
                let mut values = std::mem::take(&mut self.buffer);
                values.extend(vals.iter().map(|o| self.get_value(*o)));
                let done = self.leave(&mut values);
                values.clear();
                self.buffer = values;
                done?;
            }
            Terminator::Unreachable => {
                return error(ErrorKind::Unreachable, "control reached a place that the source calls unreachable");
            }
            Terminator::Unsupported { what } => return unsupported(self.text(*what)),
        }
        Ok(())
    }

    /// Goes to a block; its parameters are all read before any is written.
    #[inline]
    fn jump(&mut self, e: &'m Edge) {
        let block = self.cur.code.f.block(e.to);
        if let ([arg], [param]) = (&*e.args, &*block.params) {
            let v = self.get_value(*arg);
            self.put_value(*param, v);
        } else if !e.args.is_empty() {
            let mut values = std::mem::take(&mut self.buffer);
            values.extend(e.args.iter().map(|o| self.get_value(*o)));
            for (param, v) in block.params.iter().zip(values.drain(..)) {
                self.put_value(*param, v);
            }
            self.buffer = values;
        }
        self.cur.block = block;
        self.cur.pc = 0;
    }

    /// Makes a frame current, with the given arguments. `locals` tells where its stack objects begin.
    pub fn enter(&mut self, code: &'m Code<'m>, args: impl Iterator<Item = Value>, frame: NewFrame<'m>) -> Step {
        if let Some(problem) = code.problem {
            return unsupported(problem);
        }
        debug_assert!(code.body == Body::Defined);
        self.frames_made += 1;
        self.cur = Frame {
            id: self.frames_made,
            code,
            block: code.f.block(BlockId(0)),
            pc: 0,
            base: frame.base,
            wide_base: self.wides.len(),
            locals: frame.locals,
            variadic: frame.variadic,
            dst: frame.dst,
            then: frame.then,
        };
        let end = frame.base + code.f.regs.len();
        if self.regs.len() < end {
            self.regs.resize(end.next_power_of_two(), 0);
        }
        for r in &code.wide_regs {
            self.put(Reg(*r), self.wides.len() as u128);
            self.wides.push(Nat::default());
        }
        for (param, v) in code.f.params.iter().zip(args) {
            self.put_value(*param, v);
        }
        Ok(())
    }

    /// Ends the life of the stack objects from `keep` on.
    pub fn drop_locals(&mut self, keep: usize) {
        for id in self.locals.drain(keep..) {
            self.memory.release(id);
        }
    }

    /// Registers begin here for a frame above the current one.
    pub fn top(&self) -> usize {
        self.cur.base + self.cur.code.f.regs.len()
    }

    pub fn text(&self, i: u32) -> String {
        self.p.strings.get(i as usize).cloned().unwrap_or_default()
    }

    // ----- instructions -----

    #[inline]
    fn instruction(&mut self, inst: &'m Inst) -> Step {
        match inst {
            Inst::Bin { op, nsw, dst, a, b, .. } => {
                let w = self.cur.code.widths[dst.index()];
                if w > 64 {
                    return self.bin_wide(*op, *nsw, *dst, *a, *b);
                }
                let (x, y) = (self.get64(*a), self.get64(*b));
                self.check_bin(*op, *nsw, w, y == 0, y >= u64::from(w), |op| w64::overflows_signed(op, w, x, y))?;
                let v = w64::bin(*op, w, x, y);
                if y >= u64::from(w) {
                    if op.is_shift() {
                        return self.shift_too_far(*op, *dst, *a, y);
                    }
                    if matches!(op, BinOp::SDiv | BinOp::SRem) && w64::overflows_signed(*op, w, x, y) {
                        let v = self.unchosen(w, Value::Small(v.into()))?;
                        self.put_value(*dst, v);
                        return Ok(());
                    }
                }
                self.put(*dst, v.into());
            }
            Inst::Cmp { op, dst, a, b } => {
                let w = self.cur.code.width(*a);
                let v = match w {
                    0..=64 => w64::cmp(*op, w, self.get64(*a), self.get64(*b)),
                    65..=128 => w128::cmp(*op, w, self.get(*a), self.get(*b)),
                    _ => crate::ints::cmp(*op, w, &self.get_nat(*a), &self.get_nat(*b)),
                };
                self.put(*dst, v.into());
            }
            Inst::Load { dst, addr, .. } => self.load(*dst, *addr)?,
            Inst::Store { addr, val, .. } => self.store(*addr, *val)?,
            Inst::Gep { dst, base, index, scale, disp } => {
                let p = self.get(*base);
                let w = self.cur.code.width(*index);
                if !(1..=64).contains(&w) {
                    return unsupported("an index wider than 64 bits");
                }
                let index = w64::signed(w, self.get64(*index)) as u64;
                let by = index.wrapping_mul(*scale as u64).wrapping_add(*disp as u64);
                let address = (p as u64).wrapping_add(by) & self.memory.pointer_mask();
                self.put(*dst, p >> 64 << 64 | u128::from(address));
            }
            Inst::Cast { op, dst, a } => self.cast(*op, *dst, *a)?,
            Inst::Copy { dst, a } => {
                let v = self.get_value(*a);
                self.put_value(*dst, v);
            }
            Inst::Select { dst, cond, a, b } => {
                let v = self.get_value(if self.get64(*cond) & 1 == 1 { *a } else { *b });
                self.put_value(*dst, v);
            }
            Inst::Alloca { dst, size, align, .. } => {
                let p = self.memory.allocate(self.get64(*size), u64::from(*align), crate::memory::Kind::Stack)?;
                self.locals.push(crate::memory::object_of(p));
                self.put(*dst, p);
            }
            Inst::Mark { target } => {
                if !self.marks.contains(target) {
                    self.marks.push(*target);
                }
            }
            _ => return self.rare_instruction(inst),
        }
        Ok(())
    }

    /// The operations that hot loops seldom hold.
    fn rare_instruction(&mut self, inst: &'m Inst) -> Step {
        match inst {
            Inst::Undef { dst } => self.undef(*dst)?,
            Inst::Any { dst, a, bad, .. } => {
                let v = self.get_value(*a);
                let v = if self.get64(*bad) & 1 == 1 { self.unchosen(self.cur.code.widths[dst.index()], v)? } else { v };
                self.put_value(*dst, v);
            }
            Inst::Require { ok, kind, what } => {
                if self.get64(*ok) & 1 == 0 {
                    return error(*kind, self.text(*what));
                }
            }
            Inst::Un { op, dst, a } => self.un(*op, *dst, *a),
            Inst::Extract { dst, a, lo } => self.extract(*dst, *a, *lo),
            Inst::Concat { dst, hi, lo } => self.concat(*dst, *hi, *lo),
            Inst::Overflow { op, dst, flag, a, b } => self.overflow(*op, *dst, *flag, *a, *b),
            Inst::FBin { op, kind, dst, a, b } => {
                let (a, b) = (self.get(*a), self.get(*b));
                let v = crate::floats::binary(*op, *kind, a, b);
                if self.cur.code.f.x87 && crate::floats::exceeds(*op, *kind, (a, b), v) {
                    let v = self.unchosen(kind.width(), Value::Small(v))?;
                    self.put_value(*dst, v);
                } else {
                    self.put(*dst, v);
                }
            }
            Inst::FUn { op, kind, dst, a } => {
                let v = crate::floats::unary(*op, *kind, self.get(*a));
                self.put(*dst, v);
            }
            Inst::Fma { kind, dst, a, b, c } => {
                let v = crate::floats::fma(*kind, self.get(*a), self.get(*b), self.get(*c));
                self.put(*dst, v);
            }
            Inst::FCmp { op, kind, dst, a, b } => {
                let v = crate::floats::compare(*op, *kind, self.get(*a), self.get(*b));
                self.put(*dst, v.into());
            }
            Inst::FCast { op, dst, a } => self.fcast(*op, *dst, *a)?,
            Inst::MemCopy { dst, src, len, may_overlap } => self.mem_copy(*dst, *src, *len, *may_overlap)?,
            Inst::MemSet { dst, val, len } => self.mem_set(*dst, *val, *len)?,
            Inst::VaStart { list } => self.va_start(*list)?,
            Inst::VaEnd { .. } => {}
            Inst::VaCopy { dst, src } => self.va_copy(*dst, *src)?,
            Inst::StackSave { dst } => self.put(*dst, self.locals.len() as u128),
            Inst::StackRestore { a } => self.stack_restore(*a)?,
            Inst::Scope { slot, live } => {
                let id = crate::memory::object_of(self.get(*slot));
                self.memory.set_over(id, !*live);
            }
            Inst::Unsupported { what } => return unsupported(self.text(*what)),
            _ => return unsupported("an instruction out of place"),
        }
        Ok(())
    }

    /// The checks of an arithmetic operation of width `w`.
    #[inline]
    pub fn check_bin(
        &self,
        op: homing_ir::BinOp,
        nsw: bool,
        w: u32,
        zero_divisor: bool,
        too_far: bool,
        overflows: impl Fn(homing_ir::BinOp) -> bool,
    ) -> Step {
        use homing_ir::BinOp::*;
        match op {
            UDiv | SDiv | URem | SRem if zero_divisor => return error(ErrorKind::DivisionByZero, "division by zero"),
            Shl | LShr | AShr if too_far && self.options.check_shift => {
                return error(ErrorKind::Shift, format!("shift of a {w}-bit value by its width or more"));
            }
            _ => {}
        }
        if op.traps(w, self.p.ptr_bits) && !self.options.check_overflow && overflows(op) {
            return error(ErrorKind::DivisionByZero, "overflow of a signed division: the smallest number by -1");
        }
        let checked = nsw || matches!(op, SDiv | SRem);
        if checked && self.options.check_overflow && overflows(op) {
            return error(ErrorKind::SignedOverflow, format!("signed overflow in {w} bits"));
        }
        Ok(())
    }
}

/// What a new frame needs besides its code and arguments.
pub struct NewFrame<'m> {
    pub base: usize,
    pub locals: usize,
    pub variadic: Ptr,
    pub dst: &'m [Reg],
    pub then: Then,
}

impl Frame<'_> {
    /// The function and the location of the instruction being executed.
    pub fn place(&self) -> (FuncId, LocId) {
        let loc = self.block.locs.get(self.pc.saturating_sub(1)).copied().unwrap_or_default();
        (self.code.id, loc)
    }
}
