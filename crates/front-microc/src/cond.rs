//! Conditions: as branches, and as the numbers 0 and 1.

use homing_ir::{BlockId, Const, DynOp, Edge, Opnd, Terminator};
use homing_microc::{BinOp, ExprId, ExprKind, Pos};
use num_bigint::BigInt;

use crate::build::Builder;

impl Builder<'_, '_> {
    /// Goes to `yes` if the number is not zero, else to `no`. `yes_first` tells which way is the first edge: the one that the running path takes,
    /// while the other one waits.
    pub(crate) fn condition(&mut self, id: ExprId, yes: BlockId, no: BlockId, yes_first: bool) {
        let at = self.s.ast.expr(id).pos;
        self.branch(id, yes, no, yes_first, at);
    }

    /// The same; `at` is where a value that is no number is reported.
    fn branch(&mut self, id: ExprId, yes: BlockId, no: BlockId, yes_first: bool, at: Pos) {
        let e = self.s.ast.expr(id);
        match &e.kind {
            ExprKind::Not(inner) => self.branch(*inner, no, yes, !yes_first, e.pos),
            ExprKind::Binary { op: BinOp::And, left, right } => {
                let next = self.block();
                self.branch(*left, next, no, yes_first, e.pos);
                self.go(next);
                self.branch(*right, yes, no, yes_first, e.pos);
            }
            ExprKind::Binary { op: BinOp::Or, left, right } => {
                let next = self.block();
                self.branch(*left, yes, next, yes_first, e.pos);
                self.go(next);
                self.branch(*right, yes, no, yes_first, e.pos);
            }
            ExprKind::Number(n) => {
                let v = u64::from(self.s.wrap(n.clone()) != BigInt::ZERO);
                let known = self.constant(Const::Bits { w: 1, v });
                self.split(at, known, yes, no);
            }
            ExprKind::Binary { op, left, right } if comparison(*op).is_some() => {
                let (a, b) = (self.value(*left), self.value(*right));
                let op = if yes_first { *op } else { opposite(*op) };
                let bit = self.dynamic(e.pos, comparison(op).unwrap_or(DynOp::Eq), &[a, b]);
                if yes_first { self.split(e.pos, bit, yes, no) } else { self.split(e.pos, bit, no, yes) }
            }
            _ => {
                let v = self.value(id);
                if yes_first {
                    let bit = self.dynamic(at, DynOp::Truth, &[v]);
                    self.split(at, bit, yes, no);
                } else {
                    let bit = self.is_zero(at, v);
                    self.split(at, bit, no, yes);
                }
            }
        }
    }

    fn split(&mut self, pos: Pos, cond: Opnd, then: BlockId, els: BlockId) {
        let edge = |to| Edge { to, args: Box::new([]) };
        self.end(Some(pos), Terminator::Branch { cond, then: edge(then), els: edge(els) });
    }

    /// A comparison, `!`, `&&` or `||` as a number.
    pub(crate) fn truth(&mut self, id: ExprId) -> Opnd {
        if let Some((bit, at)) = self.bit(id, true) {
            return self.dynamic(at, DynOp::FromBool, &[bit]);
        }
        let (yes, no, end) = (self.block(), self.block(), self.block());
        self.condition(id, yes, no, true);
        for (block, n) in [(yes, 1), (no, 0)] {
            self.go(block);
            let number = self.small(n);
            self.end(None, Terminator::Jump(Edge { to: end, args: [number].into() }));
        }
        self.go(end);
        self.param(end)
    }

    /// A condition (or its opposite) as one bit, if it takes no branches.
    fn bit(&mut self, id: ExprId, sense: bool) -> Option<(Opnd, Pos)> {
        let e = self.s.ast.expr(id);
        match &e.kind {
            ExprKind::Not(inner) => match &self.s.ast.expr(*inner).kind {
                ExprKind::Binary { .. } | ExprKind::Not(_) if self.is_logic(*inner) => self.bit(*inner, !sense),
                _ => {
                    let v = self.value(*inner);
                    let bit = if sense { self.is_zero(e.pos, v) } else { self.dynamic(e.pos, DynOp::Truth, &[v]) };
                    Some((bit, e.pos))
                }
            },
            ExprKind::Binary { op, left, right } => {
                let op = if sense { *op } else { opposite(*op) };
                let op = comparison(op)?;
                let (a, b) = (self.value(*left), self.value(*right));
                Some((self.dynamic(e.pos, op, &[a, b]), e.pos))
            }
            _ => None,
        }
    }

    /// Whether an expression is a comparison, `!`, `&&` or `||`.
    fn is_logic(&self, id: ExprId) -> bool {
        match self.s.ast.expr(id).kind {
            ExprKind::Not(_) => true,
            ExprKind::Binary { op, .. } => !matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div),
            _ => false,
        }
    }

    fn is_zero(&mut self, pos: Pos, v: Opnd) -> Opnd {
        let zero = self.small(0);
        self.dynamic(pos, DynOp::Eq, &[v, zero])
    }
}

fn comparison(op: BinOp) -> Option<DynOp> {
    Some(match op {
        BinOp::Eq => DynOp::Eq,
        BinOp::Ne => DynOp::Ne,
        BinOp::Lt => DynOp::Lt,
        BinOp::Le => DynOp::Le,
        BinOp::Gt => DynOp::Gt,
        BinOp::Ge => DynOp::Ge,
        _ => return None,
    })
}

/// The comparison that holds when this one does not.
fn opposite(op: BinOp) -> BinOp {
    match op {
        BinOp::Eq => BinOp::Ne,
        BinOp::Ne => BinOp::Eq,
        BinOp::Lt => BinOp::Ge,
        BinOp::Ge => BinOp::Lt,
        BinOp::Le => BinOp::Gt,
        BinOp::Gt => BinOp::Le,
        other => other,
    }
}
