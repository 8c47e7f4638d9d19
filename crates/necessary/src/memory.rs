//! Reads and writes of memory: objects whose elements are always accessed with one width are arrays, others are unknown.

use std::rc::Rc;

use homing_ir::{Opnd, Reg, Type, byte_len};

use crate::analysis::{Analysis, Source, Stop};
use crate::formula::{Array, F};
use crate::lin::{Lin, Range};
use crate::state::{Ctx, Obj, State, Value};
use crate::walk::Next;

impl Analysis<'_> {
    /// Where it points, if the bytes are there: what an access must keep.
    fn place(&mut self, st: &State, v: &Value, bytes: u32) -> Option<(Obj, Lin, F)> {
        let Value::Pointer(o, off) = v else { return None };
        let last = self.objects[o.0 as usize].size - i128::from(bytes);
        let mut ok = vec![F::le(&0.into(), off), F::le(off, &last.into())];
        ok.retain(|f| !st.proves(&self.symbols, f));
        Some((*o, off.clone(), F::and(ok)))
    }

    /// A read.
    pub fn load(&mut self, st: &mut State, ctx: Ctx, dst: Reg, addr: Opnd) -> Result<Next, Stop> {
        let ty = self.p.func(self.contexts[ctx.0 as usize].func).regs[dst.index()];
        let bits = self.p.width(ty);
        let bytes = byte_len(bits) as u32;
        let pointer = self.operand(st, ctx, addr);
        let Some((o, off, ok)) = self.place(st, &pointer, bytes) else {
            let v = self.any(ty);
            st.regs.insert((ctx, dst), v);
            return Ok(Next::Unless(self.any_truth()));
        };
        self.fits(o, bytes, &off)?;
        let array = self.contents(st, o);
        let value = match ty {
            Type::Ptr => Value::Wild,
            Type::Bits(w) if w > 64 || w > 1 && w % 8 != 0 => self.any(ty),
            _ => {
                let range = match ty {
                    Type::Bits(1) => Range::signed(8),
                    Type::Bits(w) => Range::signed(w),
                    _ => Range::ANY,
                };
                let l = self.read(st, &array, &off, range);
                if ty == Type::Bits(1) { Value::Truth(F::ne(&l, &0.into())) } else { Value::Number(l) }
            }
        };
        st.regs.insert((ctx, dst), value);
        Ok(if ok == F::True { Next::On } else { Next::Unless(ok) })
    }

    /// What an array holds there.
    pub fn read(&mut self, st: &mut State, array: &Rc<Array>, at: &Lin, range: Range) -> Lin {
        match &**array {
            Array::Written { index, value, .. } if index == at => return value.clone(),
            Array::Written { rest, index, .. } if index.plus(at, -1).and_then(|d| d.as_const()).is_some_and(|d| d != 0) => {
                return self.read(st, rest, at, range);
            }
            Array::Table(list, step) => {
                let all = list.first().copied().flatten();
                if let Some(v) = all.filter(|v| list.iter().all(|x| *x == Some(*v))) {
                    return v.into();
                }
                if let Some(c) = at.as_const()
                    && let Some(Some(v)) = usize::try_from(c / step).ok().and_then(|i| list.get(i))
                {
                    return (*v).into();
                }
            }
            _ => {}
        }
        let v = self.symbol("?", range);
        if **array != Array::Unknown {
            st.assume(&self.symbols, F::Read(v, array.clone(), at.clone()));
        }
        v.into()
    }

    /// A write.
    pub fn store(&mut self, st: &mut State, ctx: Ctx, addr: Opnd, val: Opnd) -> Result<Next, Stop> {
        let ty = self.p.opnd_type(self.p.func(self.contexts[ctx.0 as usize].func), val);
        let bits = self.p.width(ty);
        let bytes = byte_len(bits) as u32;
        let pointer = self.operand(st, ctx, addr);
        let value = self.operand(st, ctx, val);
        let Some((o, off, ok)) = self.place(st, &pointer, bytes) else { return Ok(self.anything_happens(st)) };
        self.fits(o, bytes, &off)?;
        let ok = if self.is_read_only(o) { F::False } else { ok };
        if self.is_mixed(o) {
            return Ok(if ok == F::True { Next::On } else { Next::Unless(ok) });
        }
        let number = match ty {
            Type::Bits(w) if w > 64 || w > 1 && w % 8 != 0 => Value::Wild,
            _ => value,
        };
        let value = self.number(st, &number, ty);
        let rest = self.contents(st, o);
        st.objects.insert(o, Rc::new(Array::Written { rest, index: off, value }));
        Ok(if ok == F::True { Next::On } else { Next::Unless(ok) })
    }

    fn is_read_only(&self, o: Obj) -> bool {
        matches!(self.objects[o.0 as usize].source, Source::Global(g) if self.p.global(g).constant)
    }

    /// Something is written that nobody knows, anywhere; it may be an error.
    pub fn anything_happens(&mut self, st: &mut State) -> Next {
        self.forget_memory(st);
        Next::Unless(self.any_truth())
    }

    pub fn forget_memory(&mut self, st: &mut State) {
        st.unknown = true;
        let unknown = Rc::new(Array::Unknown);
        let all: Vec<Obj> = st.objects.keys().copied().collect();
        for o in all.into_iter().filter(|o| !self.is_read_only(*o)) {
            st.objects.insert(o, unknown.clone());
        }
    }

    /// All of so many bytes become the same.
    pub fn fill(&mut self, st: &mut State, dst: &Value, val: &Lin, len: &Lin) -> Next {
        if let (Value::Pointer(o, off), Some(n), Some(v)) = (dst, len.as_const(), val.as_const()) {
            let info = &self.objects[o.0 as usize];
            let whole = off.as_const() == Some(0) && n == info.size;
            if whole && (v == 0 || v == -1) && !self.is_read_only(*o) {
                let table = Array::Table(Rc::new(vec![Some(v); 1]), info.size.max(1));
                st.objects.insert(*o, Rc::new(table));
                return Next::On;
            }
        }
        self.spoil(st, dst, len)
    }

    /// So many bytes are written with what nobody knows.
    pub fn spoil(&mut self, st: &mut State, dst: &Value, len: &Lin) -> Next {
        let Value::Pointer(o, off) = dst else { return self.anything_happens(st) };
        let o = *o;
        let base = self.base();
        st.objects.insert(o, Rc::new(Array::Base(base)));
        let size = self.objects[o.0 as usize].size;
        let end = off.plus(len, 1);
        let ok = match end {
            Some(end) if !self.is_read_only(o) => {
                let mut ok = vec![F::le(&0.into(), off), F::le(&0.into(), len), F::le(&end, &size.into())];
                ok.retain(|f| !st.proves(&self.symbols, f));
                F::and(ok)
            }
            _ => self.any_truth(),
        };
        // Where it was read from can be wrong, too.
        if ok == F::True { Next::Unless(self.any_truth()) } else { Next::Unless(F::and(vec![ok, self.any_truth()])) }
    }
}
