//! What one instruction does to a path. What is not understood makes its result, or all memory, unknown.

use std::rc::Rc;

use homing_ir::{BinOp, CastOp, CmpOp, Const, Inst, Opnd, OpndKind, OverflowOp, Type, UnOp};

use crate::analysis::{Analysis, Source, Stop, signed};
use crate::formula::{Array, F};
use crate::lin::{Lin, Range};
use crate::number::power;
use crate::state::{Ctx, Obj, State, Value};
use crate::walk::{Aim, At, Next};

impl Analysis<'_> {
    /// The value of an operand.
    pub fn operand(&mut self, st: &mut State, ctx: Ctx, o: Opnd) -> Value {
        let func = self.p.func(self.contexts[ctx.0 as usize].func);
        match o.kind() {
            OpndKind::Reg(r) => match st.regs.get(&(ctx, r)) {
                Some(v) => v.clone(),
                None => {
                    let v = self.any(func.regs[r.index()]);
                    st.regs.insert((ctx, r), v.clone());
                    v
                }
            },
            OpndKind::Const(c) => match &func.consts[c.index()] {
                Const::Bits { w: 1, v } => Value::Truth(if *v == 1 { F::True } else { F::False }),
                Const::Bits { w, v } => Value::Number(signed(i128::from(*v), *w).into()),
                Const::Int(text) => match text.parse::<i64>() {
                    Ok(v) => Value::Number(i128::from(v).into()),
                    Err(_) => self.any(Type::Dyn),
                },
                Const::Global { id, offset } => {
                    let size = i128::from(self.p.global(*id).size);
                    Value::Pointer(self.object(Source::Global(*id), size), i128::from(*offset).into())
                }
                Const::Func(f) => Value::Function(*f),
                Const::Wide { w, .. } => self.any(Type::Bits(*w)),
                Const::Undef | Const::Null => self.any(Type::Dyn),
            },
        }
    }

    /// The same as a number.
    pub fn lin(&mut self, st: &mut State, ctx: Ctx, o: Opnd) -> Lin {
        let v = self.operand(st, ctx, o);
        let ty = self.p.opnd_type(self.p.func(self.contexts[ctx.0 as usize].func), o);
        self.number(st, &v, ty)
    }

    /// What an instruction does.
    pub fn instruction(&mut self, at: At, inst: &Inst, st: &mut State, aim: Aim) -> Result<Next, Stop> {
        let func = self.p.func(self.contexts[at.ctx.0 as usize].func);
        match inst {
            Inst::Require { ok, .. } => {
                let ok = self.operand(st, at.ctx, *ok);
                let ok = self.truth(&ok);
                Ok(if ok == F::True { Next::On } else { Next::Unless(ok) })
            }
            Inst::Bin { op, a, b, .. } if self.p.opnd_width(func, *a) > 1 => {
                let w = self.p.opnd_width(func, *a);
                let (x, y) = (self.operand(st, at.ctx, *a), self.operand(st, at.ctx, *b));
                let value = self.binary(st, *op, &x, &y, w);
                self.set(st, at.ctx, inst, value);
                Ok(self.division(st, *op, (&x, &y), w, op.traps(w, self.p.ptr_bits)))
            }
            Inst::Overflow { op, dst, flag, a, b } => {
                let w = self.p.opnd_width(func, *a);
                let (x, y) = (self.operand(st, at.ctx, *a), self.operand(st, at.ctx, *b));
                let (value, over) = self.overflow(st, *op, &x, &y, w);
                st.regs.insert((at.ctx, *dst), value);
                st.regs.insert((at.ctx, *flag), over);
                Ok(Next::On)
            }
            Inst::Load { dst, addr, .. } => self.load(st, at.ctx, *dst, *addr),
            Inst::Store { addr, val, .. } => self.store(st, at.ctx, *addr, *val),
            Inst::Alloca { dst, size, .. } => {
                let value = match self.lin(st, at.ctx, *size).as_const() {
                    Some(n) if n >= 0 => {
                        let o = self.object(Source::Local(at.ctx, at.block, at.inst), n);
                        let base = self.base();
                        st.objects.insert(o, Rc::new(Array::Base(base)));
                        Value::Pointer(o, 0.into())
                    }
                    _ => Value::Wild,
                };
                st.regs.insert((at.ctx, *dst), value);
                Ok(Next::On)
            }
            Inst::MemSet { dst, val, len } => {
                let (d, v, n) = (self.operand(st, at.ctx, *dst), self.lin(st, at.ctx, *val), self.lin(st, at.ctx, *len));
                Ok(self.fill(st, &d, &v, &n))
            }
            Inst::MemCopy { dst, len, .. } => {
                let (d, n) = (self.operand(st, at.ctx, *dst), self.lin(st, at.ctx, *len));
                Ok(self.spoil(st, &d, &n))
            }
            Inst::Call(c) => self.call(at, c, st, aim),
            Inst::Dyn { op, dst, args } => self.dynamic(at, op, *dst, args, st, aim),
            Inst::Mark { target } => Ok(if *target == self.target { Next::Hit } else { Next::On }),
            Inst::Unsupported { .. } => Ok(Next::Unless(F::False)),
            // The block of a local is entered or left: whoever still uses it then makes an error that is not seen here.
            Inst::Scope { .. } | Inst::VaStart { .. } | Inst::VaCopy { .. } | Inst::StackRestore { .. } => {
                Ok(self.anything_happens(st))
            }
            inst => {
                match self.computed(at.ctx, inst, st) {
                    Some(value) => self.set(st, at.ctx, inst, value),
                    None => inst.defs(|r| {
                        let v = self.any(func.regs[r.index()]);
                        st.regs.insert((at.ctx, r), v);
                    }),
                }
                Ok(Next::On)
            }
        }
    }

    /// The result of an instruction that has no effect; none if it is not understood.
    fn computed(&mut self, ctx: Ctx, inst: &Inst, st: &mut State) -> Option<Value> {
        let func = self.p.func(self.contexts[ctx.0 as usize].func);
        let width = |o: Opnd| self.p.opnd_width(func, o);
        Some(match inst {
            Inst::Copy { a, .. } => self.operand(st, ctx, *a),
            Inst::Any { a, bad, .. } => {
                // The value, or any other where the operation is undefined.
                let bad = self.operand(st, ctx, *bad);
                if self.truth(&bad) != F::False {
                    return None;
                }
                self.operand(st, ctx, *a)
            }
            Inst::Bin { op, a, b, .. } => {
                let (x, y) = (self.operand(st, ctx, *a), self.operand(st, ctx, *b));
                self.logic(*op, &x, &y)
            }
            Inst::Un { op: UnOp::PopCount, a, .. } => {
                let w = i128::from(width(*a));
                Value::Number(self.symbol("?", Range { lo: Some(0), hi: Some(w) }).into())
            }
            Inst::Cmp { op, a, b, .. } => self.comparison(st, ctx, *op, *a, *b, width(*a)),
            Inst::Cast { op, dst, a } => {
                let (from, to) = (width(*a), func.regs[dst.index()]);
                let v = self.operand(st, ctx, *a);
                self.cast(st, *op, &v, from, to)
            }
            Inst::Select { dst, cond, a, b } => {
                let (c, x, y) = (self.operand(st, ctx, *cond), self.operand(st, ctx, *a), self.operand(st, ctx, *b));
                self.select(st, &c, &x, &y, func.regs[dst.index()])
            }
            Inst::Gep { base, index, scale, disp, .. } => {
                let narrow = width(*index) <= 64;
                let (b, i) = (self.operand(st, ctx, *base), self.lin(st, ctx, *index));
                let Value::Pointer(o, off) = b else { return None };
                let moved = i.times(i128::from(*scale)).and_then(|d| off.plus(&d.add(i128::from(*disp)), 1)).filter(|_| narrow);
                // Addresses wrap around.
                match self.wrap(st, moved, self.p.ptr_bits) {
                    Value::Number(l) | Value::Wrapped(l, _) => Value::Pointer(o, l),
                    _ => Value::Wild,
                }
            }
            _ => return None,
        })
    }

    fn set(&mut self, st: &mut State, ctx: Ctx, inst: &Inst, value: Value) {
        inst.defs(|r| {
            st.regs.insert((ctx, r), value.clone());
        });
    }

    fn logic(&mut self, op: BinOp, x: &Value, y: &Value) -> Value {
        let (a, b) = (self.truth(x), self.truth(y));
        let both = |a: &F, b: &F| F::and(vec![a.clone(), b.clone()]);
        Value::Truth(match op {
            BinOp::And | BinOp::Mul => both(&a, &b),
            BinOp::Or => F::or(vec![a, b]),
            BinOp::Xor | BinOp::Add | BinOp::Sub => match (a.not(), b.not()) {
                (Some(na), Some(nb)) => F::or(vec![both(&a, &nb), both(&na, &b)]),
                _ => self.any_truth(),
            },
            _ => self.any_truth(),
        })
    }

    /// Division by zero ends a run, and so does the quotient that the machine traps at.
    fn division(&mut self, st: &mut State, op: BinOp, (x, y): (&Value, &Value), w: u32, traps: bool) -> Next {
        if !matches!(op, BinOp::SDiv | BinOp::UDiv | BinOp::SRem | BinOp::URem) {
            return Next::On;
        }
        let (a, b) = (self.number(st, x, Type::Bits(w)), self.number(st, y, Type::Bits(w)));
        let mut ok = vec![F::ne(&b, &0.into())];
        if traps && w <= 64 && b.as_const() != Some(1) {
            ok.push(F::or(vec![F::ne(&b, &(-1).into()), F::ne(&a, &(-power(w - 1)).into())]));
        }
        match F::and(ok) {
            F::True => Next::On,
            ok => Next::Unless(ok),
        }
    }

    fn comparison(&mut self, st: &mut State, ctx: Ctx, op: CmpOp, a: Opnd, b: Opnd, w: u32) -> Value {
        let (x, y) = (self.operand(st, ctx, a), self.operand(st, ctx, b));
        let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
        let truth = match (&x, &y) {
            (Value::Pointer(o, i), Value::Pointer(p, j)) if o == p => {
                let (i, j) = (i.clone(), j.clone());
                // Offsets may be outside of the object here, where addresses could wrap; only there the two orders differ.
                if equality || self.is_inside(st, *o, &i) && self.is_inside(st, *o, &j) {
                    let op = match op {
                        CmpOp::Ult => CmpOp::Slt,
                        CmpOp::Ule => CmpOp::Sle,
                        CmpOp::Ugt => CmpOp::Sgt,
                        CmpOp::Uge => CmpOp::Sge,
                        op => op,
                    };
                    self.compare(st, op, &i, &j, 64)
                } else {
                    self.any_truth()
                }
            }
            (Value::Pointer(o, i), Value::Number(n)) | (Value::Number(n), Value::Pointer(o, i))
                if equality && n.as_const() == Some(0) && self.is_inside(st, *o, i) =>
            {
                if op == CmpOp::Eq {
                    F::False
                } else {
                    F::True
                }
            }
            (Value::Number(_) | Value::Wrapped(..), Value::Number(_) | Value::Wrapped(..)) => {
                let (i, j) = (self.lin(st, ctx, a), self.lin(st, ctx, b));
                self.compare(st, op, &i, &j, w)
            }
            (Value::Truth(f), Value::Truth(g)) if equality => {
                let value = self.logic(BinOp::Xor, &Value::Truth(f.clone()), &Value::Truth(g.clone()));
                let differ = self.truth(&value);
                let same = if op == CmpOp::Eq { differ.not() } else { Some(differ) };
                same.unwrap_or_else(|| self.any_truth())
            }
            _ => self.any_truth(),
        };
        Value::Truth(truth)
    }

    /// In the object or just behind it, for sure.
    fn is_inside(&self, st: &State, o: Obj, off: &Lin) -> bool {
        let size = self.objects[o.0 as usize].size;
        st.proves(&self.symbols, &F::le(&0.into(), off)) && st.proves(&self.symbols, &F::le(off, &size.into()))
    }

    fn cast(&mut self, st: &mut State, op: CastOp, v: &Value, from: u32, to: Type) -> Value {
        let w = self.p.width(to);
        match (op, v) {
            (CastOp::ZExt | CastOp::SExt, Value::Truth(f)) if w > 1 => {
                let one = if op == CastOp::ZExt { 1 } else { -1 };
                match f {
                    F::True => Value::Number(one.into()),
                    F::False => Value::Number(0.into()),
                    f => Value::Number(self.choice(
                        st,
                        f,
                        &one.into(),
                        &0.into(),
                        Range { lo: Some(one.min(0)), hi: Some(one.max(0)) },
                    )),
                }
            }
            (CastOp::SExt, Value::Number(_)) if w <= 64 => v.clone(),
            (CastOp::SExt, Value::Wrapped(l, _)) if w <= 64 => Value::Number(l.clone()),
            (CastOp::ZExt, Value::Number(l) | Value::Wrapped(l, _)) if w <= 64 => {
                let negative = F::lt(l, &0.into());
                if st.range(&self.symbols, l).lo.is_some_and(|lo| lo >= 0) {
                    return Value::Number(l.clone());
                }
                let wide = Range { lo: Some(0), hi: Some(power(from) - 1) };
                Value::Number(self.choice(st, &negative, &l.add(power(from)), l, wide))
            }
            (CastOp::Trunc, Value::Number(l) | Value::Wrapped(l, _)) if w == 1 => {
                let (_, r) = self.halves(st, l);
                Value::Truth(F::ne(&r, &0.into()))
            }
            (CastOp::Trunc, Value::Number(l)) => self.wrap(st, Some(l.clone()), w),
            (CastOp::Trunc, Value::Wrapped(_, m)) => self.wrap(st, Some(m.clone()), w),
            (CastOp::IntToPtr, Value::Number(l)) if l.as_const() == Some(0) => v.clone(),
            _ => self.any(to),
        }
    }

    fn halves(&mut self, st: &mut State, l: &Lin) -> (Lin, Lin) {
        self.divided(st, l, 2)
    }

    fn select(&mut self, st: &mut State, c: &Value, x: &Value, y: &Value, ty: Type) -> Value {
        let cond = self.truth(c);
        match (&cond, x, y) {
            (F::True, ..) => x.clone(),
            (F::False, ..) => y.clone(),
            _ if x == y => x.clone(),
            (_, Value::Truth(a), Value::Truth(b)) => match cond.not() {
                Some(not) => Value::Truth(F::or(vec![F::and(vec![cond, a.clone()]), F::and(vec![not, b.clone()])])),
                None => self.any(ty),
            },
            (_, Value::Pointer(o, i), Value::Pointer(p, j)) if o == p => {
                Value::Pointer(*o, self.choice(st, &cond, i, j, Range::signed(64)))
            }
            (_, Value::Number(_) | Value::Wrapped(..), Value::Number(_) | Value::Wrapped(..)) if !matches!(ty, Type::Ptr) => {
                let (a, b) = (self.number(st, x, ty), self.number(st, y, ty));
                let range = if let Type::Bits(w) = ty { Range::signed(w) } else { Range::ANY };
                Value::Number(self.choice(st, &cond, &a, &b, range))
            }
            _ => self.any(ty),
        }
    }

    fn overflow(&mut self, st: &mut State, op: OverflowOp, x: &Value, y: &Value, w: u32) -> (Value, Value) {
        let bin = match op {
            OverflowOp::SAdd => BinOp::Add,
            OverflowOp::SSub => BinOp::Sub,
            _ => return (self.any(Type::Bits(w)), self.any(Type::Bits(1))),
        };
        let ty = Type::Bits(w);
        let (a, b) = (self.number(st, x, ty), self.number(st, y, ty));
        let exact = a.plus(&b, if bin == BinOp::Add { 1 } else { -1 });
        let value = self.wrap(st, exact.clone(), w);
        let flag = match (exact, w <= 64) {
            (Some(e), true) => {
                let r = Range::signed(w);
                let low = r.lo.map_or(F::False, |lo| F::lt(&e, &lo.into()));
                let high = r.hi.map_or(F::False, |hi| F::lt(&hi.into(), &e));
                F::or(vec![low, high])
            }
            _ => self.any_truth(),
        };
        (value, Value::Truth(flag))
    }
}
