//! The loop that executes instructions.

mod end;
mod ops;
mod rounds;

use crate::code::{Arith, Asks, Code, Instr, small};
use crate::heap::Heap;
use crate::machine::{ErrorKind, Options, Outcome};
use crate::number::Width;
use crate::trace::Recorder;
use crate::value::Value;
use num_bigint::BigInt;
use rounds::Watch;

/// One run of a program.
pub(crate) struct Run<'a> {
    code: &'a Code,
    io: Io<'a>,
    heap: Heap,
    /// The code's numbers as values; roots of the heap.
    numbers: Vec<Value>,
    /// The callers of the running function.
    frames: Vec<Frame>,
    width: Width,
    depth_limit: usize,
    outputs: Vec<BigInt>,
    inputs_used: usize,
    /// Steps that are left.
    fuel: u64,
    /// Steps to be taken off for work that is more than a statement.
    charge: u64,
    /// Steps taken off that way so far.
    charged: u64,
    /// Rounds of loops may be left out where they do the same; statements that were.
    leaves_out: bool,
    left_out: u64,
    /// The head of a loop that is looked at, and visits of heads so far.
    watch: Option<Watch>,
    visits: u64,
}

/// Where inputs come from and what a run tells.
pub(crate) struct Io<'a> {
    pub(crate) inputs: &'a mut dyn Iterator<Item = BigInt>,
    pub(crate) sink: Option<&'a mut dyn FnMut(BigInt)>,
    pub(crate) trace: Option<&'a mut Recorder>,
}

/// A caller that waits for the result of a call.
struct Frame {
    /// The instruction after the call.
    pc: usize,
    base: usize,
    /// Where it wants the result.
    dst: u32,
    function: u32,
}

/// Why execution stops.
enum Stop {
    Finished(Value),
    Error(ErrorKind, String),
    NeedInput,
    Steps,
    Depth,
    Memory,
}

/// Where execution stopped.
struct Place {
    pc: usize,
    function: u32,
}

impl<'a> Run<'a> {
    pub(crate) fn new(code: &'a Code, options: &Options, io: Io<'a>) -> Run<'a> {
        Run {
            code,
            io,
            heap: Heap::new(options.memory_limit),
            numbers: Vec::new(),
            frames: Vec::new(),
            width: Width::new(options.int_width),
            depth_limit: options.depth_limit,
            outputs: Vec::new(),
            inputs_used: 0,
            fuel: options.step_limit.unwrap_or(u64::MAX),
            charge: 0,
            charged: 0,
            leaves_out: options.leave_out_rounds,
            left_out: 0,
            watch: None,
            visits: 0,
        }
    }

    /// Runs to the end.
    pub(crate) fn outcome(mut self, args: &[BigInt]) -> Outcome {
        let fuel = self.fuel;
        let mut regs = Vec::new();
        let start = Place { pc: self.code.functions[self.code.main as usize].entry as usize, function: self.code.main };
        let (stop, place) = match self.start(&mut regs, args) {
            Ok(()) => self.execute(&mut regs, start),
            Err(stop) => (stop, start),
        };
        let statements = (fuel - self.fuel - self.charged).saturating_add(self.left_out);
        let end = self.end(stop, place);
        Outcome { end, outputs: self.outputs, inputs_used: self.inputs_used, statements }
    }

    fn start(&mut self, regs: &mut Vec<Value>, args: &[BigInt]) -> Result<(), Stop> {
        let main = &self.code.functions[self.code.main as usize];
        if self.depth_limit == 0 {
            return Err(Stop::Depth);
        }
        self.grow(regs, 0, main.registers as usize)?;
        for number in &self.code.numbers {
            let value = self.number(number.clone(), &[])?;
            self.numbers.push(value);
        }
        for (i, arg) in args.iter().enumerate() {
            let wrapped = crate::number::wrap(arg.clone(), self.width.bits);
            regs[i] = self.number(wrapped, &regs[..i])?;
        }
        Ok(())
    }

    /// The head of a loop is visited: now and then the next rounds are looked at.
    #[inline(always)]
    fn visited(&mut self, head: usize, frame: &mut [Value]) {
        self.visits += 1;
        if self.visits.is_multiple_of(rounds::BETWEEN) || self.watch.is_some() {
            self.look_ahead(head, frame);
        }
    }

    #[inline(never)]
    fn look_ahead(&mut self, head: usize, frame: &mut [Value]) {
        let depth = self.frames.len();
        let Some(watch) = self.watch.take() else {
            self.watch = Some(Watch { head, depth, regs: frame.to_vec() });
            return;
        };
        if (watch.head, watch.depth, watch.regs.len()) != (head, depth, frame.len()) {
            return;
        }
        if let Some(ahead) = rounds::skip(&self.code.instrs, &self.numbers, self.width, &watch, frame) {
            self.left_out = self.left_out.saturating_add(ahead.rounds.saturating_mul(ahead.statements));
        }
    }

    /// Executes until something stops it. `regs` holds the frames of all active calls; the running one has
    /// `regs[base..top]`, and all values below `top` are roots of the heap.
    fn execute(&mut self, regs: &mut Vec<Value>, start: Place) -> (Stop, Place) {
        let code = self.code;
        let instrs = &code.instrs[..];
        let width = self.width;
        let mut fuel = self.fuel;
        let Place { mut pc, mut function } = start;
        let mut base = 0;
        let mut top = code.functions[function as usize].registers as usize;
        let mut frame = &mut regs[base..top];

        macro_rules! stop {
            ($stop:expr) => {{
                let stop = $stop;
                self.fuel = fuel;
                return (stop, Place { pc: pc - 1, function });
            }};
        }
        macro_rules! check {
            ($operation:expr) => {
                match $operation {
                    Ok(value) => value,
                    Err(stop) => stop!(stop),
                }
            };
        }
        // An operation that may allocate or fail: it may collect garbage, so it sees all registers.
        macro_rules! slow {
            (|$live:ident| $operation:expr) => {{
                let $live = &regs[..top];
                let value = check!($operation);
                if self.charge > 0 {
                    let taken = self.charge.min(fuel);
                    fuel -= taken;
                    self.charged += taken;
                    self.charge = 0;
                }
                frame = &mut regs[base..top];
                value
            }};
        }
        // Operands are looked at in place: taking them out first costs a detour through memory.
        macro_rules! arith {
            ($op:expr, $checked:ident, $dst:expr, $a:expr, $b:expr) => {{
                if let (&Value::Int(x), &Value::Int(y)) = (&$a, &$b)
                    && let Some(z) = x.$checked(y)
                {
                    frame[$dst as usize] = Value::Int(width.short(z));
                } else {
                    let (a, b) = ($a, $b);
                    frame[$dst as usize] = slow!(|live| self.arith($op, a, b, live));
                }
            }};
        }
        // A jump back is a round of a loop.
        macro_rules! jump {
            ($to:expr) => {{
                let back = ($to as usize) < pc;
                pc = $to as usize;
                if back && self.leaves_out {
                    self.visited(pc, frame);
                }
            }};
        }
        macro_rules! jump_compare {
            ($cmp:expr, $a:expr, $b:expr, $to:expr) => {{
                let holds = if let (&Value::Int(x), &Value::Int(y)) = (&$a, &$b) {
                    $cmp.holds(&x, &y)
                } else {
                    check!(self.compare($cmp, &$a, &$b))
                };
                if holds {
                    jump!($to);
                }
            }};
        }
        macro_rules! call {
            ($dst:expr, $callee:expr, $first:expr) => {{
                let callee: u32 = $callee;
                let f = &code.functions[callee as usize];
                if self.frames.len() + 2 > self.depth_limit {
                    stop!(Stop::Depth);
                }
                let new_base = base + $first as usize;
                let new_top = new_base + f.registers as usize;
                if new_top > regs.len() {
                    check!(self.grow(regs, top, new_top));
                }
                self.frames.push(Frame { pc, base, dst: $dst, function });
                (pc, base, top, function) = (f.entry as usize, new_base, new_top, callee);
                frame = &mut regs[base..top];
                frame[f.params as usize..f.locals as usize].fill(Value::Undef);
            }};
        }

        loop {
            let instr = instrs[pc];
            pc += 1;
            match instr {
                Instr::Stmt => {
                    if fuel == 0 {
                        stop!(Stop::Steps);
                    }
                    fuel -= 1;
                }
                Instr::Visit { statement } => {
                    if let Some(trace) = &mut self.io.trace {
                        trace.visit(pc - 1, code.pos[pc - 1], statement);
                    }
                }
                Instr::Branch { taken } => {
                    if let Some(trace) = &mut self.io.trace {
                        trace.branch(code.pos[pc - 1], taken);
                    }
                }

                Instr::Small { dst, number } => frame[dst as usize] = small(number),
                Instr::Number { dst, index } => frame[dst as usize] = self.numbers[index as usize],
                Instr::Null { dst } => frame[dst as usize] = Value::Null,
                Instr::Func { dst, function } => frame[dst as usize] = Value::Func(function),
                Instr::Input { dst } => frame[dst as usize] = slow!(|live| self.input(live)),

                Instr::Move { dst, src } => frame[dst as usize] = frame[src as usize],
                Instr::Copy { dst, src } => match frame[src as usize] {
                    value @ (Value::Array(_) | Value::Record(_)) => frame[dst as usize] = slow!(|live| self.copy(value, live)),
                    value => frame[dst as usize] = value,
                },
                Instr::Check { src } => {
                    if matches!(&frame[src as usize], Value::Undef) {
                        stop!(self.uninitialised(pc - 1));
                    }
                }

                Instr::Add { dst, a, b } => arith!(Arith::Add, checked_add, dst, frame[a as usize], frame[b as usize]),
                Instr::Sub { dst, a, b } => arith!(Arith::Sub, checked_sub, dst, frame[a as usize], frame[b as usize]),
                Instr::Mul { dst, a, b } => arith!(Arith::Mul, checked_mul, dst, frame[a as usize], frame[b as usize]),
                Instr::Div { dst, a, b } => arith!(Arith::Div, checked_div, dst, frame[a as usize], frame[b as usize]),
                Instr::AddSmall { dst, a, b } => arith!(Arith::Add, checked_add, dst, frame[a as usize], small(b)),
                Instr::SubSmall { dst, a, b } => arith!(Arith::Sub, checked_sub, dst, frame[a as usize], small(b)),
                Instr::MulSmall { dst, a, b } => arith!(Arith::Mul, checked_mul, dst, frame[a as usize], small(b)),
                Instr::DivSmall { dst, a, b } => arith!(Arith::Div, checked_div, dst, frame[a as usize], small(b)),
                Instr::Neg { dst, a } => {
                    let a = frame[a as usize];
                    if !a.is_number() {
                        stop!(ops::wants_number("`-`", a));
                    }
                    arith!(Arith::Sub, checked_sub, dst, Value::Int(0), a);
                }
                Instr::Not { dst, a } => {
                    let truth = check!(ops::truth(Asks::Not, &frame[a as usize]));
                    frame[dst as usize] = Value::from(!truth);
                }
                Instr::Compare { cmp, dst, a, b } => {
                    let holds = check!(self.compare(cmp, &frame[a as usize], &frame[b as usize]));
                    frame[dst as usize] = Value::from(holds);
                }

                Instr::Jump { to } => jump!(to),
                Instr::JumpIf { a, nonzero, asks, to } => {
                    if check!(ops::truth(asks, &frame[a as usize])) == nonzero {
                        jump!(to);
                    }
                }
                Instr::JumpCompare { cmp, a, b, to } => jump_compare!(cmp, frame[a as usize], frame[b as usize], to),
                Instr::JumpCompareSmall { cmp, a, b, to } => jump_compare!(cmp, frame[a as usize], small(b), to),

                Instr::Alloc { dst, src } => {
                    let value = frame[src as usize];
                    frame[dst as usize] = slow!(|live| self.alloc(value, live));
                }
                Instr::AllocUndef { dst } => frame[dst as usize] = slow!(|live| self.alloc(Value::Undef, live)),
                Instr::Deref { dst, pointer } => {
                    let id = check!(ops::pointer(&frame[pointer as usize]));
                    let value = self.heap.cell(id);
                    if value == Value::Undef {
                        stop!(self.uninitialised(pc - 1));
                    }
                    frame[dst as usize] = value;
                }
                Instr::SetDeref { pointer, src } => {
                    let id = check!(ops::pointer(&frame[pointer as usize]));
                    self.heap.set_cell(id, frame[src as usize]);
                }
                Instr::Array { dst, first, count } => {
                    frame[dst as usize] = slow!(|live| self.array(&live[base + first as usize..][..count as usize], live));
                }
                Instr::Record { dst, first, shape } => {
                    frame[dst as usize] = slow!(|live| self.record(shape, &live[base + first as usize..], live));
                }
                Instr::Index { dst, array, index } => {
                    let place = check!(self.element(&frame[array as usize], &frame[index as usize]));
                    frame[dst as usize] = *place;
                }
                Instr::SetIndex { array, index, src } => {
                    let value = frame[src as usize];
                    *check!(self.element(&frame[array as usize], &frame[index as usize])) = value;
                }
                Instr::Field { dst, record, field } => {
                    let place = check!(self.field(&frame[record as usize], field));
                    frame[dst as usize] = *place;
                }
                Instr::SetField { record, field, src } => {
                    let value = frame[src as usize];
                    check!(self.set_field(&frame[record as usize], field, value));
                }

                Instr::Output { src } => {
                    let value = frame[src as usize];
                    slow!(|live| self.output(value, live));
                }
                Instr::Call { dst, function: callee, first } => call!(dst, callee, first),
                Instr::CallValue { dst, first, count } => {
                    let callee = check!(self.callee(frame[first as usize - 1], count));
                    call!(dst, callee, first);
                }
                Instr::Return { src } | Instr::ReturnNumber { src } => {
                    let value = frame[src as usize];
                    if matches!(instr, Instr::ReturnNumber { .. }) && !value.is_number() {
                        stop!(ops::wants_number("the return of `main`", value));
                    }
                    let Some(caller) = self.frames.pop() else { stop!(Stop::Finished(value)) };
                    (pc, base, function) = (caller.pc, caller.base, caller.function);
                    top = base + code.functions[function as usize].registers as usize;
                    frame = &mut regs[base..top];
                    frame[caller.dst as usize] = value;
                }
            }
        }
    }
}
