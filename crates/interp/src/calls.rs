//! Calls, returns, and jumps back into calls in progress.

use homing_ir::{Call, Callee, ErrorKind, FuncId, Opnd, Reg};

use crate::code::{Body, Code, SLOT_BITS};
use crate::exits::Then;
use crate::machine::{Machine, NewFrame, Value};
use crate::memory::{Kind, Ptr, address_of, object_of};
use crate::nat::Nat;
use crate::scalar::mask128;
use crate::stop::{Step, error, limit, unsupported};

/// A `setjmp` that was called: where its second return goes on.
#[derive(Clone, Debug)]
pub struct Jump {
    frame: u64,
    block: usize,
    pc: usize,
    dst: Option<Reg>,
    /// The signals that waited then, where they are to be brought back.
    signals: Option<u64>,
}

/// Tokens in a `jmp_buf` start here, so that zeroed or arbitrary small contents are not taken for one.
const JUMP_TOKEN: u64 = 0x4a4d_5000_0000_0000;

impl<'m> Machine<'m> {
    pub fn call(&mut self, call: &'m Call) -> Step {
        let callee = match call.callee {
            Callee::Direct(f) => f,
            Callee::Indirect(o) => self.function_at(self.get(o))?,
        };
        let code = self.code(callee);
        match code.body {
            Body::Defined => self.call_defined(code, call),
            Body::Model(b) => self.model(b, code, call),
            Body::Nothing => self.undefined(code, call),
        }
    }

    /// The function that a pointer points to.
    pub fn function_at(&self, p: Ptr) -> Step<FuncId> {
        if address_of(p) == 0 {
            return error(ErrorKind::Null, "call through a null pointer");
        }
        let p = if object_of(p) == 0 { self.memory.resolve(address_of(p)) } else { p };
        match self.memory.live(object_of(p)) {
            Some(o) if o.base == address_of(p) => {
                if let Kind::Function(f) = o.kind {
                    return Ok(f);
                }
            }
            _ => {}
        }
        error(ErrorKind::BadCall, "call through a pointer that is not a function")
    }

    fn call_defined(&mut self, code: &'m Code<'m>, call: &'m Call) -> Step {
        if self.callers.len() as u64 + 1 >= u64::from(self.options.max_depth) {
            return limit("depth");
        }
        let locals = self.locals.len();
        let fixed = code.f.params.len();
        let mut args = Vec::with_capacity(fixed);
        for (i, r) in code.f.params.iter().enumerate() {
            let want = code.widths[r.index()];
            let size = call.byval.get(i).copied().unwrap_or(0);
            args.push(match call.args.get(i) {
                Some(o) if size > 0 => Value::Small(self.by_value(*o, size)?),
                Some(o) => self.adapt(self.get_value(*o), self.cur.code.width(*o), want)?,
                None => self.nobodys_value(want)?,
            });
        }
        let variadic = if code.f.varargs { self.variadic_area(call, fixed, code.f.spare_varargs())? } else { 0 };
        let frame = NewFrame { base: self.top(), locals, variadic, dst: &call.dst, then: Then::Caller };
        self.callers.push(self.cur.clone());
        self.enter(code, args.into_iter(), frame)
    }

    /// The callee's own copy of an object.
    fn by_value(&mut self, o: Opnd, size: u64) -> Step<Ptr> {
        let from = self.get(o);
        let copy = self.memory.allocate(size, 16, Kind::Stack)?;
        self.locals.push(object_of(copy));
        self.copy_memory(copy, from, size, false)?;
        Ok(copy)
    }

    /// Ends the current call with these results.
    pub fn leave(&mut self, values: &mut Vec<Value>) -> Step {
        self.drop_locals(self.cur.locals);
        self.wides.truncate(self.cur.wide_base);
        match self.cur.then {
            Then::Caller => {
                let (dst, results) = (self.cur.dst, &self.cur.code.f.results);
                let Some(caller) = self.callers.pop() else { return unsupported("a return without a caller") };
                self.cur = caller;
                let mut given = values.drain(..).zip(results);
                for r in dst {
                    let want = self.cur.code.widths[r.index()];
                    let v = match given.next() {
                        Some((v, t)) => self.adapt(v, self.p.width(*t), want)?,
                        None => self.nobodys_value(want)?,
                    };
                    self.put_value(*r, v);
                }
                Ok(())
            }
            Then::Start => {
                let code = match values.first() {
                    Some(Value::Small(v)) => *v as i32,
                    _ => 0,
                };
                self.started_returned(code)
            }
            Then::Handler => self.next_handler(),
        }
    }

    /// A value of one width where another is wanted: cut, or with bits above it that nobody chose.
    fn adapt(&mut self, v: Value, have: u32, want: u32) -> Step<Value> {
        if have == want {
            return Ok(v);
        }
        let mut n = match v {
            Value::Small(v) => Nat::from_u128(v & mask128(have)),
            Value::Wide(n) => n,
        };
        if have < want {
            let upper = match self.nobodys_value(want - have)? {
                Value::Small(v) => Nat::from_u128(v),
                Value::Wide(n) => n,
            };
            n = n.or(&upper.shl(u64::from(have)));
        }
        let n = n.low(u64::from(want));
        Ok(if want > SLOT_BITS { Value::Wide(n) } else { Value::Small(n.low128()) })
    }

    // ----- setjmp and longjmp -----

    /// The model's mask of signals, if there is one.
    fn signals(&self) -> Option<crate::memory::Span> {
        let i = self.p.globals.iter().position(|g| g.name == homing_ir::SIGNALS)?;
        self.memory.check(self.at.globals[i], 8, true).ok()
    }

    pub fn set_jump(&mut self, name: &str, call: &'m Call) -> Step {
        let buffer = self.argument(call, 0)?;
        let place = self.memory.check(buffer, 8, true)?;
        let block = self.cur.code.f.blocks.iter().position(|b| std::ptr::eq(b, self.cur.block)).unwrap_or(0);
        let token = JUMP_TOKEN + self.jumps.len() as u64;
        let saves = name.ends_with("sigsetjmp") && self.argument(call, 1)? as u32 != 0;
        let signals = if saves { self.signals().map(|s| self.memory.read64(s)) } else { None };
        self.jumps.push(Jump { frame: self.cur.id, block, pc: self.cur.pc, dst: call.dst.first().copied(), signals });
        self.memory.write64(place, token);
        self.result(call, 0);
        Ok(())
    }

    pub fn long_jump(&mut self, call: &'m Call) -> Step {
        let buffer = self.argument(call, 0)?;
        let value = self.argument(call, 1)? as u32;
        let place = self.memory.check(buffer, 8, false)?;
        let token = self.memory.read64(place);
        let known = token.checked_sub(JUMP_TOKEN).and_then(|i| self.jumps.get(i as usize)).cloned();
        let Some(jump) = known else { return error(ErrorKind::BadCall, "longjmp with a buffer that setjmp did not fill") };
        while self.cur.id != jump.frame {
            if !self.callers.iter().any(|f| f.id == jump.frame) {
                return error(ErrorKind::BadCall, "longjmp into a call that has returned");
            }
            self.drop_locals(self.cur.locals);
            self.wides.truncate(self.cur.wide_base);
            self.cur = self.callers.pop().expect("the frame looked for is among the callers");
        }
        if let (Some(signals), Some(place)) = (jump.signals, self.signals()) {
            self.memory.write64(place, signals);
        }
        self.cur.block = &self.cur.code.f.blocks[jump.block];
        self.cur.pc = jump.pc;
        if let Some(r) = jump.dst {
            self.put(r, value.max(1).into());
        }
        Ok(())
    }
}
