//! Values of each kind. Nothing here can fail, except by carelessness.

use super::{INNER, Larger, Signature, Ty};
use crate::ast::{BinOp, ExprId, ExprKind};

impl Larger<'_> {
    /// A value of a kind.
    pub(super) fn value(&mut self, ty: Ty, depth: u32) -> ExprId {
        if depth > 0
            && self.t.chance(0.15)
            && let Some(call) = self.call(ty)
        {
            return call;
        }
        if ty != Ty::Number
            && self.t.chance(0.5)
            && let Some(name) = self.readable(ty)
        {
            return self.t.var(name);
        }
        match ty {
            Ty::Number => self.number(depth),
            Ty::Array(n) => {
                let elements = (0..n).map(|_| self.number(0)).collect();
                self.t.e(ExprKind::Array(elements))
            }
            Ty::Pointer => self.pointer(depth),
            Ty::Record => self.record(),
            Ty::List => self.list(),
            Ty::Function => {
                let fits = |s: &&Signature| s.params == [Ty::Number] && s.result == Ty::Number && !s.recursive;
                let list: Vec<_> = self.known.iter().filter(fits).map(|s| s.name).collect();
                // In the first function there is nothing to call yet but itself, and that is never called through it.
                let name = if list.is_empty() { self.own.name } else { self.t.pick(&list) };
                self.t.var(name)
            }
        }
    }

    pub(super) fn number(&mut self, depth: u32) -> ExprId {
        let mut kinds = vec![0, 2, 2, 2];
        if self.o.clamped_inputs.is_none() {
            kinds.push(1);
        }
        if depth > 0 {
            kinds.extend([3, 3, 3, 4, 5, 6, 7, 8, 9]);
        }
        match self.t.pick(&kinds) {
            1 => self.t.e(ExprKind::Input),
            2 => match self.readable(Ty::Number) {
                Some(name) => self.t.var(name),
                None => self.literal(),
            },
            3 => {
                let op = self.t.pick(&[BinOp::Add, BinOp::Sub, BinOp::Mul]);
                let left = self.number(depth - 1);
                // Products of unknowns are hard for solvers; a few are enough.
                let plain = op == BinOp::Mul && !self.t.chance(0.1);
                let right = if plain { self.literal() } else { self.number(depth - 1) };
                self.t.bin(op, left, right)
            }
            4 if self.o.generate_divisions => self.quotient(depth),
            5 => self.condition(depth - 1),
            6 => self.element().unwrap_or_else(|| self.literal()),
            7 => match self.readable(Ty::Record) {
                Some(name) => {
                    let record = self.t.var(name);
                    self.part(record)
                }
                None => self.literal(),
            },
            8 => match self.readable(Ty::Pointer) {
                Some(name) if self.careless() => self.deref(name),
                _ => self.literal(),
            },
            9 => self.call(Ty::Number).unwrap_or_else(|| self.literal()),
            _ => self.literal(),
        }
    }

    fn literal(&mut self) -> ExprId {
        let n = self.t.between(-8, 12);
        self.t.num(n)
    }

    /// A division by something that is not zero: a literal, or a square plus one.
    fn quotient(&mut self, depth: u32) -> ExprId {
        let left = self.number(depth - 1);
        let right = if self.careless() {
            self.number(0)
        } else if let (Some(name), true) = (self.readable(Ty::Number), self.t.chance(0.3)) {
            let (a, b, one) = (self.t.var(name), self.t.var(name), self.t.num(1));
            let square = self.t.bin(BinOp::Mul, a, b);
            self.t.bin(BinOp::Add, square, one)
        } else {
            let n = self.t.pick(&[-3, -2, 2, 3, 5, 7]);
            self.t.num(n)
        };
        self.t.bin(BinOp::Div, left, right)
    }

    /// An element by a literal index.
    fn element(&mut self) -> Option<ExprId> {
        let (name, size) = self.an_array()?;
        let size = if self.careless() { size + 1 } else { size };
        let i = self.t.below(size) as i64;
        let (array, i) = (self.t.var(name), self.t.num(i));
        Some(self.t.index(array, i))
    }

    /// A number in a record: a field, or an element of the array in it.
    pub(super) fn part(&mut self, record: ExprId) -> ExprId {
        match self.t.below(3) {
            0 => self.t.field(record, self.names.x),
            1 => self.t.field(record, self.names.y),
            _ => {
                let array = self.t.field(record, self.names.z);
                let i = self.t.below(INNER) as i64;
                let i = self.t.num(i);
                self.t.index(array, i)
            }
        }
    }

    pub(super) fn condition(&mut self, depth: u32) -> ExprId {
        match self.t.below(6) {
            0 => {
                let op = self.t.pick(&[BinOp::And, BinOp::Or]);
                let (left, right) = (self.comparison(0), self.comparison(depth.min(1)));
                self.t.bin(op, left, right)
            }
            1 => {
                let inner = self.comparison(depth);
                self.t.e(ExprKind::Not(inner))
            }
            2 => match (self.readable(Ty::Pointer), self.readable(Ty::Pointer)) {
                (Some(a), Some(b)) => {
                    let op = self.t.pick(&[BinOp::Eq, BinOp::Ne]);
                    let (a, b) = (self.t.var(a), self.t.var(b));
                    self.t.bin(op, a, b)
                }
                _ => self.comparison(depth),
            },
            _ => self.comparison(depth),
        }
    }

    fn comparison(&mut self, depth: u32) -> ExprId {
        let op = self.t.pick(&[BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge]);
        let (left, right) = (self.number(depth), self.number(0));
        self.t.bin(op, left, right)
    }

    fn pointer(&mut self, depth: u32) -> ExprId {
        match self.t.below(3) {
            0 => self.t.e(ExprKind::Null),
            1 => {
                let inner = self.number(depth.min(1));
                self.t.e(ExprKind::Alloc(inner))
            }
            _ => match self.variable(Ty::Number) {
                Some(name) => self.t.reference(name),
                None => self.t.e(ExprKind::Null),
            },
        }
    }

    fn record(&mut self) -> ExprId {
        let (x, y) = (self.number(0), self.number(0));
        let z = self.value(Ty::Array(INNER), 0);
        self.t.record(vec![(self.names.x, x), (self.names.y, y), (self.names.z, z)])
    }

    /// Nothing, or a new element in front of a list that exists.
    fn list(&mut self) -> ExprId {
        if self.t.chance(0.4) {
            return self.t.e(ExprKind::Null);
        }
        let value = self.number(0);
        let rest = match self.readable(Ty::List) {
            Some(name) => self.t.var(name),
            None => self.t.e(ExprKind::Null),
        };
        let node = self.t.record(vec![(self.names.value, value), (self.names.next, rest)]);
        self.t.e(ExprKind::Alloc(node))
    }

    /// A call of a function with a result of that kind, if one is known and does not take too long here.
    pub(super) fn call(&mut self, ty: Ty) -> Option<ExprId> {
        let room = super::MOST_STEPS.saturating_sub(self.cost) / self.weight.max(1);
        let list: Vec<Signature> = self.known.iter().filter(|s| s.result == ty && s.cost <= room).cloned().collect();
        if list.is_empty() {
            return None;
        }
        let f = self.t.pick(&list);
        self.cost = self.cost.saturating_add(self.weight.saturating_mul(f.cost));
        let args = f
            .params
            .iter()
            .enumerate()
            .map(|(i, &ty)| {
                if i == 0 && f.recursive {
                    let n = self.t.between(0, 4);
                    self.t.num(n)
                } else {
                    self.value(ty, 0)
                }
            })
            .collect();
        let callee = self.t.var(f.name);
        Some(self.t.call(callee, args))
    }
}
