//! Conditions as jumps, short circuit included.

use super::{Compiler, Result};
use crate::code::{Asks, Cmp, Instr, Reg};
use homing_microc::{BinOp, ExprId, ExprKind, Pos};
use num_bigint::{BigInt, Sign};

impl Compiler<'_> {
    /// Jumps to the label if the condition comes out as `sense`, else goes on. A condition that is no number is an
    /// error at the condition.
    pub(super) fn condition(&mut self, cond: ExprId, sense: bool, label: usize) -> Result<()> {
        let at = self.ast.expr(cond).pos;
        self.branch(cond, sense, label, (at, Asks::Condition))
    }

    /// The same, where a value that is no number is an error as `check` says.
    fn branch(&mut self, expr: ExprId, sense: bool, label: usize, check: (Pos, Asks)) -> Result<()> {
        self.deeper(|c| {
            let temps = c.frame.next;
            let e = c.ast.expr(expr);
            match &e.kind {
                ExprKind::Binary { op: op @ (BinOp::And | BinOp::Or), left, right } => {
                    c.short_circuit(e.pos, *op == BinOp::And, *left, *right, sense, label)?;
                }
                ExprKind::Binary { op, left, right } if comparison(*op).is_some() => {
                    let cmp = comparison(*op).expect("just asked");
                    c.compare_and_jump(e.pos, if sense { cmp } else { cmp.negated() }, *left, *right, label)?;
                }
                ExprKind::Not(inner) if !c.traced => c.branch(*inner, !sense, label, (e.pos, Asks::Not))?,
                ExprKind::Number(n) => {
                    c.visit(e.pos);
                    if (c.wrapped(n).sign() != Sign::NoSign) == sense {
                        c.jump(e.pos, label, Instr::Jump { to: 0 });
                    }
                }
                _ => {
                    let a = c.operand(expr)?;
                    c.jump(check.0, label, Instr::JumpIf { a, nonzero: sense, asks: check.1, to: 0 });
                }
            }
            c.frame.next = temps;
            Ok(())
        })
    }

    fn short_circuit(&mut self, pos: Pos, and: bool, left: ExprId, right: ExprId, sense: bool, label: usize) -> Result<()> {
        // `&&` is decided by a zero on the left, `||` by a non-zero one.
        let (deciding, asks) = if and { (false, Asks::And) } else { (true, Asks::Or) };
        let skip = self.label();
        let decided_to = if deciding == sense { label } else { skip };
        if self.traced {
            // The operator counts as visited once its left side has a value, whatever that is.
            let a = self.operand(left)?;
            self.visit(pos);
            self.jump(pos, decided_to, Instr::JumpIf { a, nonzero: deciding, asks, to: 0 });
        } else {
            self.branch(left, deciding, decided_to, (pos, asks))?;
        }
        self.branch(right, sense, label, (pos, asks))?;
        self.bind(skip);
        Ok(())
    }

    fn compare_and_jump(&mut self, pos: Pos, cmp: Cmp, left: ExprId, right: ExprId, label: usize) -> Result<()> {
        let instr = match (self.small(left), self.small(right)) {
            (_, Some(b)) => {
                let a = self.operand(left)?;
                self.visit_expr(right);
                Instr::JumpCompareSmall { cmp, a, b, to: 0 }
            }
            (Some(b), None) => {
                self.visit_expr(left);
                let a = self.operand(right)?;
                Instr::JumpCompareSmall { cmp: cmp.swapped(), a, b, to: 0 }
            }
            (None, None) => {
                let (a, b) = self.operands(left, right)?;
                Instr::JumpCompare { cmp, a, b, to: 0 }
            }
        };
        self.visit(pos);
        self.jump(pos, label, instr);
        Ok(())
    }

    /// The truth of an expression as 0 or 1.
    pub(super) fn truth_into(&mut self, expr: ExprId, dst: Reg) -> Result<()> {
        let pos = self.ast.expr(expr).pos;
        let (no, end) = (self.label(), self.label());
        self.branch(expr, false, no, (pos, Asks::Condition))?;
        self.emit(pos, Instr::Small { dst, number: 1 });
        self.jump(pos, end, Instr::Jump { to: 0 });
        self.bind(no);
        self.emit(pos, Instr::Small { dst, number: 0 });
        self.bind(end);
        Ok(())
    }

    /// The expression as a number that fits into an instruction, if it is a literal.
    pub(super) fn small(&self, expr: ExprId) -> Option<i32> {
        match &self.ast.expr(expr).kind {
            ExprKind::Number(n) => i32::try_from(self.wrapped(n)).ok(),
            _ => None,
        }
    }

    /// A literal as the program sees it.
    pub(super) fn wrapped(&self, number: &BigInt) -> BigInt {
        crate::number::wrap(number.clone(), self.width)
    }
}

/// Which comparison an operator is.
pub(super) fn comparison(op: BinOp) -> Option<Cmp> {
    Some(match op {
        BinOp::Eq => Cmp::Eq,
        BinOp::Ne => Cmp::Ne,
        BinOp::Lt => Cmp::Lt,
        BinOp::Le => Cmp::Le,
        BinOp::Gt => Cmp::Gt,
        BinOp::Ge => Cmp::Ge,
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::And | BinOp::Or => return None,
    })
}
