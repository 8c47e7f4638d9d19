//! Statements.

use super::{Compiler, Result};
use crate::code::Instr;
use crate::machine::BuildError;
use homing_microc::{ExprId, ExprKind, Pos, StmtId, StmtKind};

impl Compiler<'_> {
    pub(super) fn statement(&mut self, id: StmtId) -> Result<()> {
        self.deeper(|c| {
            let temps = c.frame.next;
            let stmt = c.ast.stmt(id);
            match &stmt.kind {
                StmtKind::Output(value) => c.output(stmt.pos, *value)?,
                StmtKind::While { cond, body } => c.while_loop(stmt.pos, *cond, *body)?,
                StmtKind::If { cond, then, els } => c.if_else(stmt.pos, *cond, *then, *els)?,
                StmtKind::Block(stmts) => stmts.iter().try_for_each(|&s| c.statement(s))?,
                StmtKind::Assign { target, value } => c.assign(stmt.pos, *target, *value)?,
            }
            c.frame.next = temps;
            Ok(())
        })
    }

    fn output(&mut self, pos: Pos, value: ExprId) -> Result<()> {
        self.begin_statement(pos);
        let src = self.operand(value)?;
        self.emit(pos, Instr::Output { src });
        Ok(())
    }

    fn assign(&mut self, pos: Pos, target: ExprId, value: ExprId) -> Result<()> {
        self.begin_statement(pos);
        let target_expr = self.ast.expr(target);
        let at = target_expr.pos;
        match &target_expr.kind {
            ExprKind::Name(name) => {
                let slot = self.slot(*name, at)?;
                if slot.boxed {
                    let src = self.copied(value)?;
                    self.visit(at);
                    self.emit(at, Instr::SetDeref { pointer: slot.reg, src });
                } else {
                    self.copied_into(value, slot.reg)?;
                    self.visit(at);
                    self.frame.assigned.insert(slot.reg as usize);
                }
            }
            ExprKind::Deref(inner) => {
                let src = self.copied(value)?;
                let pointer = self.operand(*inner)?;
                self.visit(at);
                self.emit(at, Instr::SetDeref { pointer, src });
            }
            ExprKind::Index { of, index } => {
                let src = self.copied(value)?;
                let array = self.operand(*of)?;
                let index = self.operand(*index)?;
                self.visit(at);
                self.emit(at, Instr::SetIndex { array, index, src });
            }
            ExprKind::Field { of, field } => {
                let src = self.copied(value)?;
                let record = self.operand(*of)?;
                self.visit(at);
                self.emit(at, Instr::SetField { record, field: field.name.0, src });
            }
            _ => return Err(BuildError::NoPlace { pos: at }),
        }
        Ok(())
    }

    fn if_else(&mut self, pos: Pos, cond: ExprId, then: StmtId, els: Option<StmtId>) -> Result<()> {
        self.begin_statement(pos);
        let (otherwise, end) = (self.label(), self.label());
        self.condition(cond, false, otherwise)?;
        self.decided(cond, true);
        let before = self.frame.assigned.clone();
        self.statement(then)?;
        if els.is_some() || self.traced {
            self.jump(pos, end, Instr::Jump { to: 0 });
        }
        self.bind(otherwise);
        self.decided(cond, false);
        let after_then = std::mem::replace(&mut self.frame.assigned, before);
        if let Some(els) = els {
            self.statement(els)?;
        }
        self.bind(end);
        self.frame.assigned.intersect(&after_then);
        Ok(())
    }

    /// The test stands behind the body, so that an iteration takes one jump.
    fn while_loop(&mut self, pos: Pos, cond: ExprId, body: StmtId) -> Result<()> {
        let (test, again) = (self.label(), self.label());
        self.jump(pos, test, Instr::Jump { to: 0 });
        self.bind(again);
        // The body may not run at all: what it writes is not certain afterwards, nor in the test.
        let before = self.frame.assigned.clone();
        self.decided(cond, true);
        self.statement(body)?;
        self.frame.assigned = before;
        self.bind(test);
        self.begin_statement(pos);
        self.condition(cond, true, again)?;
        self.decided(cond, false);
        Ok(())
    }

    fn decided(&mut self, cond: ExprId, taken: bool) {
        if self.traced {
            self.emit(self.ast.expr(cond).pos, Instr::Branch { taken });
        }
    }
}
