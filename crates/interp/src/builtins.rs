//! The functions that the engine provides itself.

use homing_ir::{Builtin, Call, ErrorKind, FuncId, LocId, Nondet, Origin, Type, byte_len};

use crate::code::Code;
use crate::machine::Machine;
use crate::memory::{Kind, Ptr, address_of, object_of};
use crate::scalar::w64;
use crate::stop::{Step, Stop, error, unsupported};

/// `errno` values that models return.
const ENOMEM: u128 = 12;
const EINVAL: u128 = 22;

/// Names are cut here; a model reads them only for messages and matching.
const LONGEST_TEXT: u64 = 4096;

/// Bytes of the standard output that are kept.
const STDOUT: usize = 1 << 20;

impl<'m> Machine<'m> {
    /// `__homing_output(fd, bytes, length)`.
    fn write_console(&mut self, call: &'m Call) -> Step {
        let (fd, from, len) = (self.argument(call, 0)? as i32, self.argument(call, 1)?, self.argument(call, 2)? as u64);
        if fd == 1 && len > 0 {
            let span = self.memory.check(from, len, false)?;
            let room = STDOUT - self.stdout.len();
            let bytes = self.memory.bytes(span);
            self.stdout.extend(&bytes[..bytes.len().min(room)]);
        }
        Ok(())
    }

    /// Runs the model of a function.
    pub fn model(&mut self, b: Builtin, code: &Code<'m>, call: &'m Call) -> Step {
        match b {
            Builtin::MakeSymbolic
            | Builtin::NamedInt
            | Builtin::Range
            | Builtin::Choose
            | Builtin::Nondet(_)
            | Builtin::NondetMemory
            | Builtin::Assume
            | Builtin::PreferCex
            | Builtin::IsSymbolic
            | Builtin::IsReplay
            | Builtin::GetValue => self.input_model(b, code, call),
            Builtin::GetObjSize | Builtin::CheckMemoryAccess | Builtin::DefineFixedObject => self.object_model(b, code, call),
            Builtin::Ubsan(report) => self.ubsan(report, call),
            Builtin::New(form) => self.operator_new(form, call),
            Builtin::Delete(form) => {
                let p = self.argument(call, 0)?;
                self.give_back(p, form.family())
            }
            Builtin::UsableSize => self.usable_size(code, call),
            Builtin::Malloc
            | Builtin::Calloc
            | Builtin::Realloc
            | Builtin::Free
            | Builtin::AlignedAlloc
            | Builtin::PosixMemalign
            | Builtin::Map
            | Builtin::Alloca => self.heap_model(b, call),
            Builtin::SetJmp => self.set_jump(&code.f.name, call),
            Builtin::LongJmp => self.long_jump(call),
            Builtin::Output => {
                let v = self.argument(call, 0)? as u64;
                self.outputs.push(v);
                Ok(())
            }
            Builtin::Measure
            | Builtin::Readable
            | Builtin::NotNull
            | Builtin::SameObject
            | Builtin::Apart
            | Builtin::ResultUsed => self.about_arguments(b, call),
            Builtin::Protect | Builtin::Shrink => self.block_model(b, call),
            Builtin::Console => {
                self.write_console(call)?;
                self.result(call, 0);
                Ok(())
            }
            Builtin::SetForking
            | Builtin::Nothing
            | Builtin::Reach
            | Builtin::Loss
            | Builtin::AssumedValue
            | Builtin::Handled => {
                self.result(call, 0);
                Ok(())
            }
            Builtin::ErrnoLocation => self.errno_location(call),
            _ => self.ending_model(b, code, call),
        }
    }

    /// An argument as it lies in its slot.
    pub fn argument(&self, call: &Call, i: usize) -> Step<u128> {
        match call.args.get(i) {
            Some(o) if self.cur.code.width(*o) <= 128 => Ok(self.get(*o)),
            _ => error(ErrorKind::BadCall, format!("call of a library function without a usable argument {}", i + 1)),
        }
    }

    fn signed_argument(&self, call: &Call, i: usize) -> Step<i64> {
        let v = self.argument(call, i)? as u64;
        let w = self.cur.code.width(call.args[i]);
        Ok(if (1..=64).contains(&w) { w64::signed(w, v) } else { v as i64 })
    }

    /// Sets the result register, if the call has one, to a value cut to its width. Pointers keep their object.
    pub fn result(&mut self, call: &Call, v: u128) {
        if let [r] = *call.dst {
            let w = self.cur.code.widths[r.index()];
            let is_ptr = self.cur.code.f.regs[r.index()] == Type::Ptr;
            self.put(r, if is_ptr { v } else { v & crate::scalar::mask128(w) });
        }
    }

    /// A C string of the program, for messages and names.
    fn text_at(&self, p: Ptr) -> Step<String> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < LONGEST_TEXT {
            let s = self.memory.check(p + bytes.len() as u128, 1, false)?;
            match self.memory.bytes(s)[0] {
                0 => break,
                b => bytes.push(b),
            }
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Text of an argument if it has one.
    fn text_argument(&self, call: &Call, i: usize) -> Option<String> {
        let p = self.argument(call, i).ok()?;
        self.text_at(p).ok()
    }

    /// The name of an input; none and null are `default`. A text ends with its object at the latest.
    fn name_argument(&self, call: &Call, i: usize, default: &str) -> Step<String> {
        let Ok(p) = self.argument(call, i) else { return Ok(default.to_string()) };
        if object_of(p) == 0 && address_of(p) == 0 {
            return Ok(default.to_string());
        }
        let mut span = self.memory.check(p, 1, false)?;
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < LONGEST_TEXT && self.memory.bytes(span)[0] != 0 {
            bytes.push(self.memory.bytes(span)[0]);
            match self.memory.check(p + bytes.len() as u128, 1, false) {
                Ok(next) => span = next,
                Err(_) => break,
            }
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    // ----- inputs -----

    fn input_model(&mut self, b: Builtin, code: &Code<'m>, call: &'m Call) -> Step {
        match b {
            Builtin::MakeSymbolic => {
                let (p, size) = (self.argument(call, 0)?, self.argument(call, 1)? as u64);
                let name = self.name_argument(call, 2, "unnamed")?;
                self.symbolic_memory(p, size, &name)
            }
            Builtin::NondetMemory => {
                let (p, size) = (self.argument(call, 0)?, self.argument(call, 1)? as u64);
                self.symbolic_memory(p, size, "memory")
            }
            Builtin::NamedInt => {
                let name = self.name_argument(call, 0, "int")?;
                let v = self.int_input(&name)?;
                self.result(call, (v as u128) & 0xffff_ffff);
                Ok(())
            }
            Builtin::Range => {
                let (low, high) = (self.signed_argument(call, 0)?, self.signed_argument(call, 1)?);
                let name = self.name_argument(call, 2, "range")?;
                let v = self.int_input(&name)?;
                self.result(call, (v as u128) & 0xffff_ffff);
                self.assume(low <= v && v < high)
            }
            Builtin::Choose => {
                let n = self.argument(call, 0)? as u64;
                let size = self.memory.pointer_bytes();
                let v = crate::mops::nat_of(self.inputs.choice(size)?).low128();
                self.result(call, v);
                self.assume((v as u64) < n)
            }
            Builtin::Nondet(n) => self.nondet(n, code, call),
            Builtin::Assume => {
                let v = self.argument(call, 0)?;
                self.assume(v as u64 != 0)
            }
            Builtin::GetValue => {
                let v = self.argument(call, 0)?;
                self.result(call, v);
                Ok(())
            }
            // What the engine answered is part of the test case.
            Builtin::IsSymbolic => {
                let told = self.told(&code.f.name, 4)?;
                let v = told.map_or(0, |bytes| crate::mops::nat_of(bytes).low128());
                self.result(call, v);
                Ok(())
            }
            // A concrete run is not the native replay.
            _ => {
                self.result(call, 0);
                Ok(())
            }
        }
    }

    /// What the engine answered the program. The model of the kernel asks such questions, too, but its answers are no inputs.
    fn told(&mut self, name: &str, size: u64) -> Step<Option<&'m [u8]>> {
        match self.cur.code.f.origin {
            homing_ir::Origin::Program => self.inputs.told(name, size),
            _ => Ok(None),
        }
    }

    fn assume(&self, holds: bool) -> Step {
        if holds { Ok(()) } else { Err(Box::new(Stop::Assume)) }
    }

    fn int_input(&mut self, name: &str) -> Step<i64> {
        let v = crate::mops::nat_of(self.inputs.object(name, 4)?).low128();
        Ok(i64::from(v as u32 as i32))
    }

    /// Fills memory with the next object; nothing is no object.
    fn symbolic_memory(&mut self, p: Ptr, size: u64, name: &str) -> Step {
        if size == 0 {
            return Ok(());
        }
        let place = self.memory.check(p, size, true)?;
        let bytes = self.inputs.object(name, size)?;
        self.memory.write_bytes(place, bytes);
        Ok(())
    }

    fn nondet(&mut self, n: Nondet, code: &Code<'m>, call: &'m Call) -> Step {
        let [dst] = *call.dst else {
            return if call.dst.is_empty() { Ok(()) } else { unsupported("a nondeterministic aggregate") };
        };
        let bytes = self.inputs.nondet(&code.f.name, byte_len(self.cur.code.widths[dst.index()]))?;
        self.put_bytes(dst, bytes);
        match n {
            Nondet::Bool => self.assume(bytes[0] <= 1 && bytes[1..].iter().all(|b| *b == 0)),
            Nondet::String if bytes.iter().any(|b| *b != 0) => unsupported("a nondeterministic string"),
            _ => Ok(()),
        }
    }

    // ----- objects -----

    fn object_model(&mut self, b: Builtin, code: &Code<'m>, call: &'m Call) -> Step {
        let p = self.argument(call, 0)?;
        match b {
            Builtin::GetObjSize => {
                let p = if object_of(p) == 0 { self.memory.resolve(address_of(p)) } else { p };
                match self.memory.live(object_of(p)) {
                    Some(o) => {
                        let size = o.size;
                        let [dst] = *call.dst else { return Ok(()) };
                        let told = self.told(&code.f.name, byte_len(self.cur.code.widths[dst.index()]))?;
                        if told.is_some_and(|t| crate::mops::nat_of(t).low128() != u128::from(size)) {
                            return unsupported("an object of another size than the engine told");
                        }
                        self.result(call, size.into());
                        Ok(())
                    }
                    None => error(ErrorKind::OutOfBounds, "size asked of something that is not a live object"),
                }
            }
            Builtin::CheckMemoryAccess => {
                let len = self.argument(call, 1)? as u64;
                self.memory.check(p, len.max(1), false).map(|_| ())
            }
            _ => {
                let size = self.argument(call, 1)? as u64;
                let fixed = self.memory.allocate_fixed(address_of(p), size)?;
                if size > 0 {
                    let all = self.memory.check(fixed, size, true)?;
                    self.memory.fill(all, 0);
                }
                Ok(())
            }
        }
    }

    /// Whether the next call of the malloc family is to fail.
    pub fn allocation_fails(&mut self) -> bool {
        let fails = self.options.fail_allocations.contains(&self.allocations);
        self.allocations += 1;
        fails
    }

    fn heap_model(&mut self, b: Builtin, call: &'m Call) -> Step {
        let first = self.argument(call, 0)?;
        let result = match b {
            Builtin::Free => return self.give_back(first, ""),
            Builtin::Alloca => {
                let p = self.memory.allocate(first as u64, 16, Kind::Stack)?;
                self.locals.push(object_of(p));
                p
            }
            _ if self.allocation_fails() => {
                if b == Builtin::PosixMemalign {
                    ENOMEM
                } else {
                    self.out_of_memory()?;
                    0
                }
            }
            Builtin::Malloc => self.heap(first as u64, 16)?,
            Builtin::AlignedAlloc => self.heap(self.argument(call, 1)? as u64, first as u64)?,
            Builtin::Calloc => self.calloc(first as u64, self.argument(call, 1)? as u64, 16)?,
            Builtin::Map => self.calloc(first as u64, 1, 4096)?,
            Builtin::Realloc => self.realloc(first, self.argument(call, 1)? as u64)?,
            _ => {
                let (align, size) = (self.argument(call, 1)? as u64, self.argument(call, 2)? as u64);
                if !align.is_power_of_two() || align % self.memory.pointer_bytes() != 0 {
                    EINVAL
                } else {
                    let p = self.heap(size, align)?;
                    let place = self.memory.check(first, self.memory.pointer_bytes(), true)?;
                    self.memory.write_ptr(place, p);
                    0
                }
            }
        };
        self.result(call, result);
        Ok(())
    }

    pub fn heap(&mut self, size: u64, align: u64) -> Step<Ptr> {
        let p = self.memory.allocate(size, align, Kind::Heap)?;
        self.memory.set_place(object_of(p), self.maker());
        Ok(p)
    }

    /// Where a block comes from: of one that the C library makes, the call of the program's own code.
    fn maker(&self) -> (FuncId, LocId) {
        let here = self.cur.place();
        if self.p.func(here.0).origin != Origin::Library {
            return here;
        }
        let mut callers = self.callers.iter().rev().map(|f| f.place());
        callers.find(|f| self.p.func(f.0).origin == Origin::Program).unwrap_or(here)
    }

    fn calloc(&mut self, n: u64, size: u64, align: u64) -> Step<Ptr> {
        let Some(total) = n.checked_mul(size).filter(|t| *t <= self.memory.pointer_mask()) else {
            self.out_of_memory()?;
            return Ok(0);
        };
        let p = self.heap(total, align)?;
        if total > 0 {
            let all = self.memory.check(p, total, true)?;
            self.memory.fill(all, 0);
        }
        Ok(p)
    }

    /// As glibc: a null pointer is `malloc`, size 0 is `free`.
    fn realloc(&mut self, old: Ptr, size: u64) -> Step<Ptr> {
        if address_of(old) == 0 {
            return self.heap(size, 16);
        }
        let id = self.heap_object(old)?;
        let old_size = self.memory.live(id).map_or(0, |o| o.size);
        let mut new = 0;
        if size > 0 {
            new = self.heap(size, 16)?;
            self.copy_memory(new, old, size.min(old_size), false)?;
        }
        self.memory.release(id);
        Ok(new)
    }

    /// `free`, or the `operator delete` for blocks of a family that has a name.
    pub fn give_back(&mut self, p: Ptr, family: &'static str) -> Step {
        if address_of(p) != 0 {
            let id = self.heap_object(p)?;
            let from = self.memory.family(id);
            if from != family {
                return error(ErrorKind::InvalidFree, format!("a block of `{from}` is given back as one of `{family}`"));
            }
            self.memory.release(id);
        }
        Ok(())
    }

    /// The live heap object that a pointer to its start may free.
    pub fn heap_object(&self, p: Ptr) -> Step<crate::memory::ObjId> {
        let p = if object_of(p) == 0 { self.memory.resolve(address_of(p)) } else { p };
        let id = object_of(p);
        if id == 0 || self.memory.kind(id) != Kind::Heap {
            return error(ErrorKind::InvalidFree, "free of something that is not heap memory");
        }
        match self.memory.live(id) {
            None => error(ErrorKind::DoubleFree, "free of memory that is freed already"),
            Some(o) if o.base != address_of(p) => error(ErrorKind::InvalidFree, "free of a pointer into the middle of a block"),
            Some(o) if self.of_model(o.place.0) && !self.of_model(self.cur.place().0) => {
                error(ErrorKind::InvalidFree, "free of something that is not heap memory")
            }
            Some(_) => Ok(id),
        }
    }

    fn of_model(&self, f: FuncId) -> bool {
        self.p.func(f).origin == Origin::Model
    }

    /// What the model of the kernel does to a block that it made.
    fn block_model(&mut self, b: Builtin, call: &'m Call) -> Step {
        let (p, n) = (self.argument(call, 0)?, self.argument(call, 1)? as u64);
        let id = object_of(if object_of(p) == 0 { self.memory.resolve(address_of(p)) } else { p });
        if id == 0 || self.memory.live(id).is_none() {
            return Ok(());
        }
        if b == Builtin::Protect {
            self.memory.set_constant(id, n as u32 != 0);
        } else {
            self.memory.shrink(id, n);
        }
        Ok(())
    }

    fn errno_location(&mut self, call: &'m Call) -> Step {
        let p = self.errno_object()?;
        self.result(call, p);
        Ok(())
    }

    fn errno_object(&mut self) -> Step<Ptr> {
        if let Some(p) = self.errno {
            return Ok(p);
        }
        let p = self.memory.allocate(4, 4, Kind::Global)?;
        let all = self.memory.check(p, 4, true)?;
        self.memory.fill(all, 0);
        self.errno = Some(p);
        Ok(p)
    }

    /// Sets `errno`, that of the C library if one is linked.
    fn out_of_memory(&mut self) -> Step {
        let p = match self.p.globals.iter().position(|g| g.name == homing_ir::ERRNO) {
            Some(i) => self.at.globals[i],
            None => self.errno_object()?,
        };
        let place = self.memory.check(p, 4, true)?;
        self.memory.write_bytes(place, &(ENOMEM as u32).to_le_bytes());
        Ok(())
    }

    // ----- output and unknown functions -----

    /// A function without a body and without a model.
    pub fn undefined(&mut self, code: &Code<'m>, call: &'m Call) -> Step {
        let nothing_to_know = self.options.havoc_undefined && call.dst.is_empty();
        if nothing_to_know || self.take_havoc(code, call)? {
            return Ok(());
        }
        unsupported(format!("call of the undefined function `{}`", code.f.name))
    }

    /// Takes the results of this function from the inputs, one for each, if they are next.
    pub fn take_havoc(&mut self, code: &Code<'m>, call: &'m Call) -> Step<bool> {
        let mut taken = false;
        for r in call.dst.iter() {
            let size = byte_len(self.cur.code.widths[r.index()]);
            let Some(bytes) = self.inputs.havoc(&code.f.name, size)? else { return Ok(taken) };
            self.put_bytes(*r, bytes);
            taken = true;
        }
        Ok(taken)
    }

    // ----- ends -----

    fn ending_model(&mut self, b: Builtin, code: &Code<'m>, call: &'m Call) -> Step {
        match b {
            Builtin::AssertFail => {
                let text = self.text_argument(call, 0).unwrap_or_default();
                error(ErrorKind::Assertion, format!("assertion failed: {text}"))
            }
            Builtin::Assert => match self.argument(call, 0)? as u64 {
                0 => error(ErrorKind::Assertion, "assertion failed"),
                _ => Ok(()),
            },
            Builtin::ReachError => error(ErrorKind::Reported, format!("`{}` was called", code.f.name)),
            Builtin::ReportError => {
                let text = self.text_argument(call, 2).unwrap_or_default();
                error(ErrorKind::Reported, format!("reported by the program: {text}"))
            }
            Builtin::Aborts => {
                let text = self.argument(call, 0)?;
                let (kind, message) = match address_of(text) {
                    0 => (ErrorKind::Abort, "the program aborts".to_string()),
                    _ => (ErrorKind::Assertion, format!("assertion failed: {}", self.text_at(text).unwrap_or_default())),
                };
                Err(Box::new(Stop::ErrorOutside(kind, message)))
            }
            Builtin::KleeAbort | Builtin::Abort => error(ErrorKind::Abort, "the program aborts"),
            Builtin::SilentExit => {
                let status = self.argument(call, 0)? as i32;
                Err(Box::new(Stop::Done(crate::Outcome::Exited(status))))
            }
            Builtin::Exit => {
                let status = self.argument(call, 0)? as i32;
                self.exit(status, !code.f.name.starts_with('_'))
            }
            Builtin::AtExit => {
                let f = self.function_at(self.argument(call, 0)?)?;
                self.handlers.push(f);
                self.result(call, 0);
                Ok(())
            }
            other => unsupported(format!("the model {other:?}")),
        }
    }
}
