//! Programs whose expressions have at most one operator: everything else is computed step by step into temporary variables.
//!
//! The result does what the program did: same outputs, same inputs in the same order, same errors at the same places. A part that is
//! computed earlier than before must not overtake one that stays: that one gets a temporary too if it reads an input, may fail, or may be changed
//! by a call. (One thing is not kept: an index expression that, through a pointer, assigns a new array to the very variable it indexes.)

use rustc_hash::FxHashSet;

use crate::assigned::Unassigned;
use crate::ast::{Ast, BinOp, Expr, ExprId, ExprKind, Ident, Name, Pos, StmtId, StmtKind, VarDecl};
use crate::{MAX_DEPTH, print};

/// The normalised program (5.2.1 of the thesis): operands, arguments, elements and indices are names, literals, `input`, `null` or `&x`, and a call is the whole right side of
/// an assignment. Left sides stay as they are. Fails if the result would be nested deeper than [`MAX_DEPTH`].
pub fn normalise(ast: &Ast) -> Result<Ast, String> {
    let mut n = Normaliser {
        reads: Unassigned::of(ast),
        prefix: free_prefix(ast),
        out: ast.clone(),
        next: 0,
        most: 0,
        list: Vec::new(),
        locals: FxHashSet::default(),
        address_taken: FxHashSet::default(),
    };
    for i in 0..ast.functions.len() {
        n.function(i);
    }
    // Conditions within conditions become statements within statements.
    if crate::parser::parse_unchecked(&n.out.file, &print(&n.out)).is_err() {
        return Err(format!("the normalised program would be nested deeper than {MAX_DEPTH} levels"));
    }
    Ok(n.out)
}

/// What the names of temporaries begin with: no name of the program is this and digits.
fn free_prefix(ast: &Ast) -> String {
    let mut prefix = "_t".to_string();
    let clashes = |prefix: &str| {
        (0..ast.name_count()).any(|i| {
            let rest = ast.name(Name(i as u32)).strip_prefix(prefix);
            rest.is_some_and(|r| !r.is_empty() && r.bytes().all(|b| b.is_ascii_digit()))
        })
    };
    while clashes(&prefix) {
        prefix.insert(0, '_');
    }
    prefix
}

struct Normaliser {
    /// The program: new parts are added behind the old ones, so that old numbers keep their meaning.
    out: Ast,
    reads: Unassigned,
    prefix: String,
    /// The number of the next temporary, and how many the function needs.
    next: usize,
    most: usize,
    /// The statements made so far in the present block.
    list: Vec<StmtId>,
    locals: FxHashSet<Name>,
    address_taken: FxHashSet<Name>,
}

impl Normaliser {
    fn function(&mut self, i: usize) {
        let f = self.out.functions[i].clone();
        (self.next, self.most) = (0, 0);
        self.locals = f.locals().map(|l| l.name).collect();
        self.address_taken =
            self.out.exprs.iter().filter_map(|e| if let ExprKind::Ref(r) = e.kind { Some(r.name) } else { None }).collect();
        f.body.iter().for_each(|&s| self.stmt(s));
        let result = self.whole(f.result);
        let body = std::mem::take(&mut self.list);
        let temps: Vec<Ident> = (0..self.most).map(|k| Ident { name: self.temp_name(k), pos: f.pos }).collect();
        let target = &mut self.out.functions[i];
        target.body = body;
        target.result = result;
        if !temps.is_empty() {
            target.vars.push(VarDecl { pos: f.pos, names: temps });
        }
    }

    fn temp_name(&mut self, k: usize) -> Name {
        let text = format!("{}{k}", self.prefix);
        self.out.intern(&text)
    }

    fn expr(&self, id: ExprId) -> Expr {
        self.out.expr(id).clone()
    }

    fn stmt(&mut self, id: StmtId) {
        let stmt = self.out.stmt(id).clone();
        let kind = match stmt.kind {
            StmtKind::Output(e) => StmtKind::Output(self.whole(e)),
            StmtKind::Assign { target, value } => StmtKind::Assign { target, value: self.simple(value) },
            StmtKind::Block(list) => StmtKind::Block(self.block(&list)),
            StmtKind::If { cond, then, els } => {
                let cond = self.whole(cond);
                let then = self.inner(then);
                let els = els.map(|s| self.inner(s));
                StmtKind::If { cond, then, els }
            }
            StmtKind::While { cond, body } => {
                let (start, before) = (self.next, self.list.len());
                let guard = self.whole(cond);
                let mut body = self.inner(body);
                if self.list.len() > before {
                    body = self.again(body, cond, start);
                }
                StmtKind::While { cond: guard, body }
            }
        };
        let made = self.out.add_stmt(stmt.pos, kind);
        self.list.push(made);
    }

    /// The body of a loop, and behind it the steps that compute its guard, into the same temporaries as before the loop.
    fn again(&mut self, body: StmtId, cond: ExprId, start: usize) -> StmtId {
        let next = std::mem::replace(&mut self.next, start);
        let outside = std::mem::take(&mut self.list);
        self.whole(cond);
        let mut steps = std::mem::replace(&mut self.list, outside);
        self.next = next;
        let stmt = self.out.stmt(body).clone();
        let mut list = if let StmtKind::Block(list) = stmt.kind { list } else { vec![body] };
        list.append(&mut steps);
        self.out.add_stmt(stmt.pos, StmtKind::Block(list))
    }

    fn block(&mut self, list: &[StmtId]) -> Vec<StmtId> {
        let outside = std::mem::take(&mut self.list);
        list.iter().for_each(|&s| self.stmt(s));
        std::mem::replace(&mut self.list, outside)
    }

    /// A statement under an `if` or `while`: one statement again.
    fn inner(&mut self, id: StmtId) -> StmtId {
        let mut list = self.block(&[id]);
        match (list.pop(), list.is_empty()) {
            (Some(one), true) => one,
            (last, _) => {
                list.extend(last);
                let pos = self.out.stmt(id).pos;
                self.out.add_stmt(pos, StmtKind::Block(list))
            }
        }
    }

    /// An expression with at most one operator, and no call.
    fn whole(&mut self, id: ExprId) -> ExprId {
        if matches!(self.expr(id).kind, ExprKind::Call { .. }) { self.leaf(id) } else { self.simple(id) }
    }

    /// An expression whose parts have no parts.
    fn simple(&mut self, id: ExprId) -> ExprId {
        let e = self.expr(id);
        let kind = match e.kind {
            ExprKind::Binary { op: op @ (BinOp::And | BinOp::Or), left, right } => return self.logic(e.pos, op, left, right),
            ExprKind::Binary { op, left, right } => {
                let parts = self.leaves(&[left, right]);
                ExprKind::Binary { op, left: parts[0], right: parts[1] }
            }
            ExprKind::Index { of, index } => {
                let parts = self.leaves(&[of, index]);
                ExprKind::Index { of: parts[0], index: parts[1] }
            }
            ExprKind::Call { callee, args } => {
                let all: Vec<ExprId> = [callee].into_iter().chain(args).collect();
                let mut parts = self.leaves(&all);
                let callee = parts.remove(0);
                ExprKind::Call { callee, args: parts }
            }
            ExprKind::Array(list) => ExprKind::Array(self.leaves(&list)),
            ExprKind::Record(fields) => {
                let values: Vec<ExprId> = fields.iter().map(|f| f.1).collect();
                let values = self.leaves(&values);
                ExprKind::Record(fields.iter().map(|f| f.0).zip(values).collect())
            }
            ExprKind::Alloc(x) => ExprKind::Alloc(self.leaf(x)),
            ExprKind::Deref(x) => ExprKind::Deref(self.leaf(x)),
            ExprKind::Not(x) => ExprKind::Not(self.leaf(x)),
            ExprKind::Neg(x) => ExprKind::Neg(self.leaf(x)),
            ExprKind::Field { of, field } => ExprKind::Field { of: self.leaf(of), field },
            kind => kind,
        };
        self.out.add_expr(e.pos, kind)
    }

    /// A right side that must not be evaluated always is computed under an `if`.
    fn logic(&mut self, pos: Pos, op: BinOp, left: ExprId, right: ExprId) -> ExprId {
        if self.is_leaf(right) {
            let (left, right) = (self.leaf(left), self.leaf(right));
            return self.out.add_expr(pos, ExprKind::Binary { op, left, right });
        }
        let left = if self.may_wait(left, &[right]) { self.leaf(left) } else { self.temporary(left) };
        let outside = std::mem::take(&mut self.list);
        let right = self.temporary(right);
        let steps = std::mem::replace(&mut self.list, outside);
        let cond = self.out.add_expr(pos, self.expr(left).kind);
        let steps = self.out.add_stmt(pos, StmtKind::Block(steps));
        let (then, els) = match op {
            BinOp::And => (steps, None),
            _ => (self.out.add_stmt(pos, StmtKind::Block(Vec::new())), Some(steps)),
        };
        let made = self.out.add_stmt(pos, StmtKind::If { cond, then, els });
        self.list.push(made);
        self.out.add_expr(pos, ExprKind::Binary { op, left, right })
    }

    /// Parts that are evaluated one after the other.
    fn leaves(&mut self, parts: &[ExprId]) -> Vec<ExprId> {
        let moved = parts.iter().rposition(|&p| !self.is_leaf(p)).unwrap_or(0);
        (0..parts.len())
            .map(|i| {
                let overtaken = i < moved && self.is_leaf(parts[i]) && !self.may_wait(parts[i], &parts[i + 1..=moved]);
                if overtaken { self.temporary(parts[i]) } else { self.leaf(parts[i]) }
            })
            .collect()
    }

    fn is_leaf(&self, id: ExprId) -> bool {
        let mut parts = false;
        self.out.expr(id).kind.children(|_| parts = true);
        !parts && !matches!(self.out.expr(id).kind, ExprKind::Call { .. })
    }

    /// Whether a part may be evaluated after others that stand behind it.
    fn may_wait(&self, id: ExprId, others: &[ExprId]) -> bool {
        match &self.out.expr(id).kind {
            ExprKind::Input => false,
            ExprKind::Name(name) if self.locals.contains(name) => {
                let changes = self.address_taken.contains(name) && others.iter().any(|&o| self.has_call(o));
                !self.reads.unsure(id) && !changes
            }
            _ => true,
        }
    }

    fn has_call(&self, id: ExprId) -> bool {
        let kind = &self.out.expr(id).kind;
        let mut found = matches!(kind, ExprKind::Call { .. });
        kind.children(|c| found = found || self.has_call(c));
        found
    }

    /// A part without parts: itself, or a temporary.
    fn leaf(&mut self, id: ExprId) -> ExprId {
        if self.is_leaf(id) {
            let e = self.expr(id);
            return self.out.add_expr(e.pos, e.kind);
        }
        self.temporary(id)
    }

    /// Computes an expression into a temporary.
    fn temporary(&mut self, id: ExprId) -> ExprId {
        let value = self.simple(id);
        let pos = self.out.expr(id).pos;
        let name = self.temp_name(self.next);
        self.next += 1;
        self.most = self.most.max(self.next);
        let target = self.out.add_expr(pos, ExprKind::Name(name));
        let made = self.out.add_stmt(pos, StmtKind::Assign { target, value });
        self.list.push(made);
        self.out.add_expr(pos, ExprKind::Name(name))
    }
}
