//! The start and the end of a program: constructors, the entry function, exit handlers, leaks.

use homing_ir::{ErrorKind, FuncId, Origin, Type, byte_len};

use crate::machine::{Machine, NewFrame, Value};
use crate::memory::{Kind, ObjId, Object, Ptr, object_of, ptr};
use crate::stop::{Step, Stop, unsupported};
use crate::{EntryArg, Outcome, entry_args};

/// What happens when a call returns.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// The caller goes on.
    Caller,
    /// It was a constructor or the entry function.
    Start,
    /// It was an exit handler.
    Handler,
}

impl<'m> Machine<'m> {
    /// Starts the next constructor, or the entry function after the last.
    pub fn start_next(&mut self) -> Step {
        let constructor = self.p.constructors.get(self.started).copied();
        self.started += 1;
        let f = constructor.unwrap_or(self.entry);
        let code = self.code(f);
        if code.f.is_declaration() {
            return unsupported(format!("`{}` is to run at the start but has no body", code.f.name));
        }
        let frame = NewFrame { base: 0, locals: 0, variadic: 0, dst: &[], then: Then::Start };
        let args = if constructor.is_some() { self.constructor_values(f)? } else { self.entry_values(f)? };
        self.enter(code, args.into_iter(), frame)
    }

    /// Constructors get what `main` gets, as far as they have parameters.
    fn constructor_values(&mut self, f: FuncId) -> Step<Vec<Value>> {
        let func = self.p.func(f);
        let mut values = Vec::new();
        for (i, r) in func.params.iter().enumerate() {
            values.push(match i {
                0 => Value::Small(1),
                1 => Value::Small(self.string_array(&["program"])?),
                2 => Value::Small(self.string_array(&[])?),
                _ => self.nobodys_value(self.p.width(func.regs[r.index()]))?,
            });
        }
        Ok(values)
    }

    fn entry_values(&mut self, f: FuncId) -> Step<Vec<Value>> {
        let func = self.p.func(f);
        let mut values = Vec::new();
        for (i, arg) in entry_args(func).into_iter().enumerate() {
            values.push(match arg {
                EntryArg::Number(n) => Value::Small(n.into()),
                EntryArg::Strings(list) => Value::Small(self.string_array(list)?),
                EntryArg::Input => {
                    let ty = func.regs[func.params[i].index()];
                    let size = byte_len(self.p.width(ty));
                    if ty == Type::Dyn {
                        return unsupported("a dynamic value as a parameter of the entry function");
                    }
                    let bytes = self.inputs.object(&format!("arg{i}"), size)?;
                    let n = crate::mops::nat_of(bytes);
                    if size > 16 { Value::Wide(n) } else { Value::Small(n.low128()) }
                }
            });
        }
        Ok(values)
    }

    /// A null-terminated array of pointers to strings, each an object of its own.
    ///
    /// Whoever asks for the same list gets the same array: constructors see what `main` sees.
    fn string_array(&mut self, list: &'static [&'static str]) -> Step<Ptr> {
        if let Some((_, array)) = self.string_arrays.iter().find(|(known, _)| *known == list) {
            return Ok(*array);
        }
        let step = self.memory.pointer_bytes();
        let array = self.memory.allocate((list.len() as u64 + 1) * step, step, Kind::Global)?;
        let whole = self.memory.check(array, (list.len() as u64 + 1) * step, true)?;
        self.memory.fill(whole, 0);
        for (i, text) in list.iter().enumerate() {
            let len = text.len() as u64 + 1;
            let string = self.memory.allocate(len, 1, Kind::Global)?;
            let place = self.memory.check(string, len, true)?;
            let bytes: Vec<u8> = text.bytes().chain([0]).collect();
            self.memory.write_bytes(place, &bytes);
            let slot = self.memory.check(ptr(object_of(array), array as u64 + i as u64 * step), step, true)?;
            self.memory.write_ptr(slot, string);
        }
        self.string_arrays.push((list, array));
        Ok(array)
    }

    /// A constructor or the entry function returned.
    pub fn started_returned(&mut self, code: i32) -> Step {
        if self.started <= self.p.constructors.len() {
            return self.start_next();
        }
        self.ending = Some(Outcome::Returned(code));
        self.next_handler()
    }

    /// `exit(code)`: the stack stays as it is while the handlers run.
    pub fn exit(&mut self, code: i32, handlers: bool) -> Step {
        self.ending = Some(Outcome::Exited(code));
        if handlers { self.next_handler() } else { self.finish() }
    }

    /// Starts the handler registered last, or ends the run. The frame of a handler that has returned is replaced.
    pub fn next_handler(&mut self) -> Step {
        let Some(f) = self.handlers.pop() else { return self.finish() };
        let code = self.code(f);
        if code.f.is_declaration() {
            return unsupported(format!("the exit handler `{}` has no body", code.f.name));
        }
        let base = self.top();
        if self.cur.then != Then::Handler && matches!(self.ending, Some(Outcome::Exited(_))) {
            // `exit` was called in the middle of something whose locals are still alive.
            self.callers.push(self.cur.clone());
        }
        let frame = NewFrame { base, locals: self.locals.len(), variadic: 0, dst: &[], then: Then::Handler };
        let args = vec![Value::Small(0); self.p.func(f).params.len()];
        self.enter(code, args.into_iter(), frame)
    }

    /// The program is over.
    fn finish(&mut self) -> Step {
        if (self.options.check_leaks || self.options.leaks_at_exit)
            && let Some(first) = self.lost_heap().first().and_then(|id| self.memory.live(*id))
        {
            let line = self.p.loc(first.place.1).line;
            let message = format!("{} bytes allocated at line {line} are never freed", first.size);
            return Err(Box::new(Stop::ErrorAt(ErrorKind::Leak, message, first.place)));
        }
        let outcome = self.ending.take().unwrap_or(Outcome::Returned(0));
        Err(Box::new(Stop::Done(outcome)))
    }

    /// Live heap objects that no global, no live local and no register of a call in progress leads to (with
    /// `leaks_at_exit`: all live ones), oldest first.
    fn lost_heap(&self) -> Vec<ObjId> {
        let mut reached = std::collections::BTreeSet::new();
        let mut work: Vec<ObjId> = self.memory.all().filter(|(_, o)| o.kind != Kind::Heap).map(|(id, _)| id).collect();
        let frames = self.callers.iter().chain(matches!(self.ending, Some(Outcome::Exited(_))).then_some(&self.cur));
        for f in frames {
            let pointers = (0..).zip(&f.code.f.regs).filter(|(_, t)| **t == Type::Ptr);
            work.extend(pointers.map(|(i, _): (usize, _)| object_of(self.regs[f.base + i])).filter(|id| *id != 0));
        }
        while let Some(id) = work.pop() {
            if reached.insert(id)
                && let Some(o) = self.memory.live(id)
            {
                work.extend(o.points_to());
            }
        }
        let model = |o: &Object| self.p.func(o.place.0).origin == Origin::Model;
        let lost = |id: &ObjId| self.options.leaks_at_exit || !reached.contains(id);
        let mut out: Vec<_> = self
            .memory
            .all()
            .filter(|(id, o)| o.kind == Kind::Heap && o.size > 0 && lost(id) && !model(o))
            .map(|(id, o)| (o.base, id))
            .collect();
        out.sort_unstable();
        out.into_iter().map(|(_, id)| id).collect()
    }
}
