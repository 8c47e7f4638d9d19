//! Which variables need a cell, and which are certainly written.

use homing_microc::{Ast, ExprId, ExprKind, Function, Name, StmtId, StmtKind};
use rustc_hash::FxHashSet;

/// A set of registers: the variables that every run which comes here has written.
#[derive(Clone, Default, Debug, PartialEq)]
pub(super) struct Assigned(Vec<u64>);

impl Assigned {
    pub(super) fn new(count: usize) -> Assigned {
        Assigned(vec![0; count.div_ceil(64)])
    }

    pub(super) fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    pub(super) fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    pub(super) fn intersect(&mut self, other: &Assigned) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }
}

/// The names whose address the function takes.
pub(super) fn boxed_names(ast: &Ast, f: &Function) -> FxHashSet<Name> {
    let mut boxed = FxHashSet::default();
    let mut exprs: Vec<ExprId> = vec![f.result];
    let mut stmts: Vec<StmtId> = f.body.clone();
    while let Some(stmt) = stmts.pop() {
        match &ast.stmt(stmt).kind {
            StmtKind::Output(e) => exprs.push(*e),
            StmtKind::While { cond, body } => {
                exprs.push(*cond);
                stmts.push(*body);
            }
            StmtKind::If { cond, then, els } => {
                exprs.push(*cond);
                stmts.push(*then);
                stmts.extend(els);
            }
            StmtKind::Block(inner) => stmts.extend(inner),
            StmtKind::Assign { target, value } => exprs.extend([*target, *value]),
        }
    }
    while let Some(expr) = exprs.pop() {
        let kind = &ast.expr(expr).kind;
        if let ExprKind::Ref(ident) = kind {
            boxed.insert(ident.name);
        }
        kind.children(|e| exprs.push(e));
    }
    boxed
}
