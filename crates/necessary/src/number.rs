//! Arithmetic of the machine and of microc, over symbols: what is not linear becomes a symbol with a condition that defines it.

use homing_ir::{BinOp, CmpOp, Type};

use crate::analysis::Analysis;
use crate::formula::F;
use crate::lin::{Lin, Range, Sym};
use crate::state::{State, Value};

/// Two to this power.
pub(crate) fn power(bits: u32) -> i128 {
    1 << bits
}

impl Analysis<'_> {
    pub(crate) fn symbol(&mut self, name: &str, range: Range) -> Sym {
        self.symbols.fresh(name, range)
    }

    /// A truth value that nobody knows.
    pub(crate) fn any_truth(&mut self) -> F {
        let b = self.symbol("?", Range::BIT);
        F::Eq(Lin::from(b).add(-1))
    }

    /// Any value of a type.
    pub(crate) fn any(&mut self, ty: Type) -> Value {
        match ty {
            Type::Bits(1) => Value::Truth(self.any_truth()),
            Type::Bits(w) => Value::Number(self.symbol("?", Range::signed(w)).into()),
            Type::Ptr => Value::Wild,
            Type::Dyn => Value::Number(self.symbol("?", Range::ANY).into()),
        }
    }

    /// The value as a number; any number of the type if it is none.
    pub(crate) fn number(&mut self, st: &mut State, v: &Value, ty: Type) -> Lin {
        match v {
            Value::Number(l) | Value::Wrapped(l, _) => l.clone(),
            Value::Truth(F::True) => 1.into(),
            Value::Truth(F::False) => 0.into(),
            Value::Truth(f) => self.choice(st, f, &1.into(), &0.into(), Range::BIT),
            Value::Pointer(..) | Value::Function(_) | Value::Wild => {
                let range = if let Type::Bits(w) = ty { Range::signed(w) } else { Range::ANY };
                self.symbol("?", range).into()
            }
        }
    }

    pub(crate) fn truth(&mut self, v: &Value) -> F {
        match v {
            Value::Truth(f) => f.clone(),
            Value::Number(l) => F::ne(l, &0.into()),
            _ => self.any_truth(),
        }
    }

    /// `a` if the condition holds, else `b`.
    pub(crate) fn choice(&mut self, st: &mut State, f: &F, a: &Lin, b: &Lin, range: Range) -> Lin {
        if a == b {
            return a.clone();
        }
        let v = self.symbol("?", range);
        if let Some(not) = f.not() {
            let v = Lin::from(v);
            let sides = vec![F::and(vec![f.clone(), F::eq(&v, a)]), F::and(vec![not, F::eq(&v, b)])];
            st.assume(&self.symbols, F::or(sides));
        }
        v.into()
    }

    /// The number of `w` bits that an exact result becomes.
    pub(crate) fn wrap(&mut self, st: &mut State, exact: Option<Lin>, w: u32) -> Value {
        let Some(exact) = exact else { return self.any(Type::Bits(w)) };
        if st.range(&self.symbols, &exact).within(Range::signed(w)) {
            return Value::Number(exact);
        }
        // A sum with a known difference to something in range.
        st.is_impossible(&self.symbols);
        if w > 64 || st.range(&self.symbols, &exact).within(Range::signed(w)) {
            return if w > 64 { self.any(Type::Bits(w)) } else { Value::Number(exact) };
        }
        let r = self.symbol("?", Range::signed(w));
        let q = self.symbol("?", Range::ANY);
        let whole = Lin::from(r).plus(&q.into(), power(w));
        st.assume(&self.symbols, whole.map_or(F::True, |whole| F::eq(&exact, &whole)));
        Value::Wrapped(r.into(), exact)
    }

    /// The number taken as unsigned.
    fn unsigned(&mut self, st: &mut State, l: &Lin, w: u32) -> Lin {
        if st.range(&self.symbols, l).lo.is_some_and(|lo| lo >= 0) {
            return l.clone();
        }
        if let Some(c) = l.as_const() {
            return (c + power(w)).into();
        }
        let negative = F::lt(l, &0.into());
        self.choice(st, &negative, &l.add(power(w)), l, Range { lo: Some(0), hi: Some(power(w) - 1) })
    }

    pub(crate) fn compare(&mut self, st: &mut State, op: CmpOp, a: &Lin, b: &Lin, w: u32) -> F {
        use CmpOp::*;
        let (a, b) = match op {
            Ult | Ule | Ugt | Uge if w <= 64 => (self.unsigned(st, a, w), self.unsigned(st, b, w)),
            Ult | Ule | Ugt | Uge => return self.any_truth(),
            _ => (a.clone(), b.clone()),
        };
        // A difference that is not computed is not a condition.
        if a.plus(&b, -1).is_none() {
            return self.any_truth();
        }
        match op {
            Eq => F::eq(&a, &b),
            Ne => F::ne(&a, &b),
            Ult | Slt => F::lt(&a, &b),
            Ule | Sle => F::le(&a, &b),
            Ugt | Sgt => F::lt(&b, &a),
            Uge | Sge => F::le(&b, &a),
        }
    }

    /// Quotient and remainder by a number that is not zero, toward zero.
    pub(crate) fn divided(&mut self, st: &mut State, a: &Lin, by: i128) -> (Lin, Lin) {
        if let Some(c) = a.as_const() {
            return ((c / by).into(), (c % by).into());
        }
        if by == 1 {
            return (a.clone(), 0.into());
        }
        if by == -1 {
            return (a.times(-1).unwrap_or_else(|| self.symbol("?", Range::ANY).into()), 0.into());
        }
        let q = Lin::from(self.symbol("?", Range::ANY));
        let m = by.abs() - 1;
        let r = Lin::from(self.symbol("?", Range { lo: Some(-m), hi: Some(m) }));
        let whole = r.plus(&q, by).map_or(F::True, |whole| F::eq(a, &whole));
        let zero = Lin::from(0);
        let sides = vec![F::and(vec![F::le(&zero, a), F::le(&zero, &r)]), F::and(vec![F::le(a, &zero), F::le(&r, &zero)])];
        let range = st.range(&self.symbols, a);
        st.assume(&self.symbols, whole);
        if range.lo.is_some_and(|lo| lo >= 0) {
            st.assume(&self.symbols, F::le(&zero, &r));
        } else {
            st.assume(&self.symbols, F::or(sides));
        }
        (q, r)
    }

    /// The greatest multiple of two to the power that is not above it, divided, and what is left.
    fn shifted(&mut self, st: &mut State, a: &Lin, bits: u32) -> (Lin, Lin) {
        if let Some(c) = a.as_const() {
            return (c.div_euclid(power(bits)).into(), c.rem_euclid(power(bits)).into());
        }
        let range = st.range(&self.symbols, a);
        if range.within(Range { lo: Some(0), hi: Some(power(bits) - 1) }) {
            return (0.into(), a.clone());
        }
        let q = Lin::from(self.symbol("?", Range::ANY));
        let r = Lin::from(self.symbol("?", Range { lo: Some(0), hi: Some(power(bits) - 1) }));
        let whole = r.plus(&q, power(bits)).map_or(F::True, |whole| F::eq(a, &whole));
        st.assume(&self.symbols, whole);
        (q, r)
    }

    pub(crate) fn product(&mut self, st: &mut State, a: &Lin, b: &Lin) -> Option<Lin> {
        match (a.as_const(), b.as_const()) {
            (Some(k), _) => b.times(k),
            (_, Some(k)) => a.times(k),
            _ => {
                let p = Lin::from(self.symbol("?", Range::ANY));
                st.assume(&self.symbols, F::Product(p.clone(), a.clone(), b.clone()));
                Some(p)
            }
        }
    }

    /// An operation of the machine on numbers. Divisors are not zero.
    pub(crate) fn binary(&mut self, st: &mut State, op: BinOp, a: &Value, b: &Value, w: u32) -> Value {
        if w > 64 {
            return self.any(Type::Bits(w));
        }
        let ty = Type::Bits(w);
        let (x, y) = (self.number(st, a, ty), self.number(st, b, ty));
        // What was wrapped once is wrapped again from where it was exact.
        let exact = |v: &Value, l: &Lin| if let Value::Wrapped(_, m) = v { m.clone() } else { l.clone() };
        let (ex, ey) = (exact(a, &x), exact(b, &y));
        match (op, y.as_const()) {
            (BinOp::Add, _) => self.sum(st, (&x, &y), (&ex, &ey), 1, w),
            (BinOp::Sub, _) => self.sum(st, (&x, &y), (&ex, &ey), -1, w),
            (BinOp::Mul, _) => {
                let p = self.product(st, &x, &y);
                self.wrap(st, p, w)
            }
            (BinOp::Shl, Some(k)) if (0..i128::from(w)).contains(&k) => self.wrap(st, x.times(power(k as u32)), w),
            (BinOp::AShr, Some(k)) if (0..i128::from(w)).contains(&k) => Value::Number(self.shifted(st, &x, k as u32).0),
            (BinOp::LShr, Some(k)) if (0..i128::from(w)).contains(&k) => {
                let u = self.unsigned(st, &x, w);
                let q = self.shifted(st, &u, k as u32).0;
                self.wrap(st, Some(q), w)
            }
            (BinOp::And, Some(m)) if m > 0 && (m + 1) & m == 0 => Value::Number(self.shifted(st, &x, (m + 1).trailing_zeros()).1),
            (BinOp::SDiv, Some(k)) if k != 0 => {
                let q = self.divided(st, &x, k).0;
                self.wrap(st, Some(q), w)
            }
            (BinOp::SRem, Some(k)) if k != 0 => Value::Number(self.divided(st, &x, k).1),
            (BinOp::UDiv | BinOp::URem, Some(k)) if k != 0 => {
                let u = self.unsigned(st, &x, w);
                let k = if k < 0 { k + power(w) } else { k };
                let (q, r) = self.divided(st, &u, k);
                self.wrap(st, Some(if op == BinOp::UDiv { q } else { r }), w)
            }
            _ => self.any(ty),
        }
    }

    fn sum(&mut self, st: &mut State, (x, y): (&Lin, &Lin), (ex, ey): (&Lin, &Lin), sign: i128, w: u32) -> Value {
        let plain = x.plus(y, sign);
        if let Some(l) = &plain
            && st.range(&self.symbols, l).within(Range::signed(w))
        {
            return Value::Number(l.clone());
        }
        let exact = if (x, y) == (ex, ey) { plain } else { ex.plus(ey, sign) };
        self.wrap(st, exact, w)
    }
}
