//! Statements.

use homing_ir::{DynOp, Inst, Opnd, Terminator};
use homing_microc::{ExprId, ExprKind, Function, Pos, StmtId, StmtKind};

use crate::build::{Builder, Slot};

impl Builder<'_, '_> {
    pub(crate) fn stmt(&mut self, id: StmtId) {
        let ast = self.s.ast;
        let stmt = ast.stmt(id);
        match &stmt.kind {
            StmtKind::Block(list) => list.iter().for_each(|&s| self.stmt(s)),
            StmtKind::Output(e) => self.on_line(stmt.pos, |b| {
                let v = b.value(*e);
                b.effect(stmt.pos, DynOp::Output, &[v]);
            }),
            StmtKind::Assign { target, value } => self.on_line(stmt.pos, |b| b.assign(*target, *value)),
            StmtKind::If { cond, then, els } => self.if_else(stmt.pos, *cond, *then, *els),
            StmtKind::While { cond, body } => self.while_loop(stmt.pos, *cond, *body),
        }
    }

    fn if_else(&mut self, pos: Pos, cond: ExprId, then: StmtId, els: Option<StmtId>) {
        let (yes, end) = (self.block(), self.block());
        let no = if els.is_some() { self.block() } else { end };
        self.on_line(pos, |b| b.condition(cond, yes, no, true));
        self.go(yes);
        self.stmt(then);
        self.jump(end);
        if let Some(els) = els {
            self.go(no);
            self.stmt(els);
            self.jump(end);
        }
        self.go(end);
    }

    fn while_loop(&mut self, pos: Pos, cond: ExprId, body: StmtId) {
        let (head, stay, leave) = (self.block(), self.block(), self.block());
        self.jump(head);
        self.go(head);
        self.on_line(pos, |b| b.condition(cond, stay, leave, false));
        self.go(stay);
        self.stmt(body);
        self.jump(head);
        self.go(leave);
    }

    fn assign(&mut self, target: ExprId, value: ExprId) {
        let val = self.copied(value);
        let ast = self.s.ast;
        let e = ast.expr(target);
        match &e.kind {
            ExprKind::Name(name) => match self.slots.get(name).copied() {
                Some(Slot::Memory(addr)) => self.push(e.pos, Inst::Store { addr, val, align: 8 }),
                Some(Slot::Cell(pointer)) => self.effect(e.pos, DynOp::SetDeref, &[pointer, val]),
                None => self.unsupported(e.pos, "an assignment to something that is no variable"),
            },
            ExprKind::Deref(inner) => {
                let pointer = self.value(*inner);
                self.effect(e.pos, DynOp::SetDeref, &[pointer, val]);
            }
            ExprKind::Index { of, index } => {
                let array = self.value(*of);
                let index = self.value(*index);
                self.effect(e.pos, DynOp::SetIndex, &[array, index, val]);
            }
            ExprKind::Field { of, field } => {
                let record = self.value(*of);
                let id = self.s.string(ast.name(field.name));
                self.effect(e.pos, DynOp::SetField(id), &[record, val]);
            }
            _ => self.unsupported(e.pos, "an assignment to something that is no place"),
        }
    }

    pub(crate) fn return_statement(&mut self, f: &Function) {
        let pos = f.return_pos;
        self.on_line(pos, |b| {
            // What only this call's variables hold need not be copied: they are gone with it.
            let mut value: Opnd = if b.dies_with_call(f.result) { b.value(f.result) } else { b.copied(f.result) };
            if b.s.ast.name(f.name) == "main" {
                value = b.dynamic(pos, DynOp::Number, &[value]);
            }
            b.end(Some(pos), Terminator::Return([value].into()));
        });
    }

    /// Whether a value is part of a variable that nobody can see after the return.
    fn dies_with_call(&self, mut id: ExprId) -> bool {
        loop {
            match &self.s.ast.expr(id).kind {
                ExprKind::Index { of, .. } | ExprKind::Field { of, .. } => id = *of,
                ExprKind::Name(name) => return matches!(self.slots.get(name), Some(Slot::Memory(_))),
                _ => return false,
            }
        }
    }

    /// What only an unchecked tree can contain.
    pub(crate) fn unsupported(&mut self, pos: Pos, what: &str) {
        let what = self.s.string(what);
        self.push(pos, Inst::Unsupported { what });
    }
}
