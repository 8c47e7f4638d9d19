//! Which reads may meet a variable that was never written.

use rustc_hash::FxHashMap;

use crate::ast::{Ast, BinOp, ExprId, ExprKind, Function, Name, StmtId, StmtKind};

/// The reads of a program that need a check. A variable is certainly written at a place if every way there writes it, or
/// reads it: a read that fails ends the run.
pub struct Unassigned {
    /// By expression: a [`ExprKind::Name`] whose variable need not be written when it is read, or a [`ExprKind::Ref`] of such a variable.
    pub unsure: Vec<bool>,
}

impl Unassigned {
    /// Looks at all functions of a program.
    pub fn of(ast: &Ast) -> Unassigned {
        let mut unsure = vec![false; ast.exprs.len()];
        for f in &ast.functions {
            let mut slots = FxHashMap::default();
            for local in f.locals() {
                let next = slots.len();
                slots.entry(local.name).or_insert(next);
            }
            let mut set = vec![false; slots.len()];
            f.params.iter().for_each(|p| set[slots[&p.name]] = true);
            Walk { ast, slots: &slots, unsure: &mut unsure }.function(f, set);
        }
        Unassigned { unsure }
    }

    /// Whether the read at an expression needs a check.
    pub fn unsure(&self, id: ExprId) -> bool {
        self.unsure[id.0 as usize]
    }

    /// Whether some pointer may lead to a variable that is not written yet.
    pub fn behind_pointers(&self, ast: &Ast) -> bool {
        ast.exprs.iter().zip(&self.unsure).any(|(e, unsure)| *unsure && matches!(e.kind, ExprKind::Ref(_)))
    }
}

struct Walk<'a> {
    ast: &'a Ast,
    /// By local variable: its index in sets.
    slots: &'a FxHashMap<Name, usize>,
    unsure: &'a mut Vec<bool>,
}

impl Walk<'_> {
    fn function(&mut self, f: &Function, mut set: Vec<bool>) {
        f.body.iter().for_each(|&s| self.stmt(s, &mut set));
        self.expr(f.result, &mut set);
    }

    fn stmt(&mut self, id: StmtId, set: &mut Vec<bool>) {
        match &self.ast.stmt(id).kind {
            StmtKind::Output(e) => self.expr(*e, set),
            StmtKind::Block(list) => list.iter().for_each(|&s| self.stmt(s, set)),
            StmtKind::While { cond, body } => {
                self.expr(*cond, set);
                // The body need not run; and what it writes does not matter when it runs again, as sets only grow.
                self.stmt(*body, &mut set.clone());
            }
            StmtKind::If { cond, then, els } => {
                self.expr(*cond, set);
                let mut other = set.clone();
                self.stmt(*then, set);
                if let Some(els) = els {
                    self.stmt(*els, &mut other);
                }
                set.iter_mut().zip(other).for_each(|(a, b)| *a &= b);
            }
            StmtKind::Assign { target, value } => {
                self.expr(*value, set);
                match &self.ast.expr(*target).kind {
                    ExprKind::Name(name) => {
                        if let Some(&slot) = self.slots.get(name) {
                            set[slot] = true;
                        }
                    }
                    kind => kind.children(|e| self.expr(e, set)),
                }
            }
        }
    }

    fn expr(&mut self, id: ExprId, set: &mut Vec<bool>) {
        match &self.ast.expr(id).kind {
            ExprKind::Name(name) => {
                if let Some(&slot) = self.slots.get(name) {
                    self.unsure[id.0 as usize] = !set[slot];
                    set[slot] = true;
                }
            }
            ExprKind::Ref(name) => {
                if let Some(&slot) = self.slots.get(&name.name) {
                    self.unsure[id.0 as usize] = !set[slot];
                }
            }
            ExprKind::Binary { op: BinOp::And | BinOp::Or, left, right } => {
                self.expr(*left, set);
                // The right side need not be evaluated.
                self.expr(*right, &mut set.clone());
            }
            kind => kind.children(|e| self.expr(e, set)),
        }
    }
}
