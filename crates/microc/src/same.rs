//! Whether two trees are the same program.

use crate::ast::{Ast, ExprId, ExprKind, Function, Ident, StmtId, StmtKind};

impl Ast {
    /// Whether another tree is the same program: everything but positions, file name and numbers of arena entries.
    pub fn same(&self, other: &Ast) -> bool {
        let pair = Pair { a: self, b: other };
        all(&self.functions, &other.functions, |f, g| pair.function(f, g))
    }
}

struct Pair<'a> {
    a: &'a Ast,
    b: &'a Ast,
}

fn all<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| same(x, y))
}

impl Pair<'_> {
    fn function(&self, f: &Function, g: &Function) -> bool {
        self.a.name(f.name) == self.b.name(g.name)
            && all(&f.params, &g.params, |x, y| self.ident(*x, *y))
            && all(&f.vars, &g.vars, |x, y| all(&x.names, &y.names, |x, y| self.ident(*x, *y)))
            && all(&f.body, &g.body, |x, y| self.stmt(*x, *y))
            && self.expr(f.result, g.result)
    }

    fn ident(&self, x: Ident, y: Ident) -> bool {
        self.a.name(x.name) == self.b.name(y.name)
    }

    fn stmt(&self, x: StmtId, y: StmtId) -> bool {
        use StmtKind::*;
        match (&self.a.stmt(x).kind, &self.b.stmt(y).kind) {
            (Output(x), Output(y)) => self.expr(*x, *y),
            (While { cond: c, body: b }, While { cond: d, body: e }) => self.expr(*c, *d) && self.stmt(*b, *e),
            (If { cond: c, then: t, els: e }, If { cond: d, then: u, els: f }) => {
                let els = match (e, f) {
                    (Some(e), Some(f)) => self.stmt(*e, *f),
                    (e, f) => e.is_none() && f.is_none(),
                };
                els && self.expr(*c, *d) && self.stmt(*t, *u)
            }
            (Block(x), Block(y)) => all(x, y, |x, y| self.stmt(*x, *y)),
            (Assign { target: t, value: v }, Assign { target: u, value: w }) => self.expr(*t, *u) && self.expr(*v, *w),
            _ => false,
        }
    }

    fn expr(&self, x: ExprId, y: ExprId) -> bool {
        use ExprKind::*;
        match (&self.a.expr(x).kind, &self.b.expr(y).kind) {
            (Number(x), Number(y)) => x == y,
            (Name(x), Name(y)) => self.a.name(*x) == self.b.name(*y),
            (Input, Input) | (Null, Null) => true,
            (Ref(x), Ref(y)) => self.ident(*x, *y),
            (Alloc(x), Alloc(y)) | (Deref(x), Deref(y)) | (Not(x), Not(y)) | (Neg(x), Neg(y)) => self.expr(*x, *y),
            (Binary { op: o, left: l, right: r }, Binary { op: p, left: m, right: s }) => {
                o == p && self.expr(*l, *m) && self.expr(*r, *s)
            }
            (Field { of: x, field: f }, Field { of: y, field: g }) => self.ident(*f, *g) && self.expr(*x, *y),
            (Index { of: x, index: i }, Index { of: y, index: j }) => self.expr(*x, *y) && self.expr(*i, *j),
            (Call { callee: x, args: a }, Call { callee: y, args: b }) => {
                self.expr(*x, *y) && all(a, b, |x, y| self.expr(*x, *y))
            }
            (Array(x), Array(y)) => all(x, y, |x, y| self.expr(*x, *y)),
            (Record(x), Record(y)) => all(x, y, |x, y| self.ident(x.0, y.0) && self.expr(x.1, y.1)),
            _ => false,
        }
    }
}
