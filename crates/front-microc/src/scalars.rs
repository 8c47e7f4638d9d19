//! Which variables never hold an array or record: their values need no copy when they are stored or passed.

use homing_ir::FuncId;
use homing_microc::{Ast, ExprId, ExprKind, Name, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known about variables and results. Assumes at first that nothing is an array or record, and takes back what an assignment,
/// argument or result contradicts, until nothing changes.
pub struct Scalars {
    /// Variables that may hold arrays or records, by function and name.
    wide: FxHashSet<(u32, Name)>,
    /// By function: it may return an array or record.
    wide_result: Vec<bool>,
    functions: FxHashMap<Name, FuncId>,
    /// Local names by function.
    locals: Vec<FxHashSet<Name>>,
    /// By function: its name is used other than to call it.
    pub used_as_value: Vec<bool>,
    /// Local variables whose address is taken, by function and name.
    pub address_taken: FxHashSet<(u32, Name)>,
}

/// A value that goes somewhere.
struct Flow {
    /// The function whose expression it is.
    from: u32,
    value: ExprId,
    to: Sink,
}

#[derive(Clone, Copy)]
enum Sink {
    Var(u32, Name),
    Result(u32),
}

impl Scalars {
    pub fn of(ast: &Ast, functions: &FxHashMap<Name, FuncId>) -> Scalars {
        let n = ast.functions.len();
        let locals: Vec<FxHashSet<Name>> = ast.functions.iter().map(|f| f.locals().map(|l| l.name).collect()).collect();
        let mut s = Scalars {
            wide: FxHashSet::default(),
            wide_result: vec![false; n],
            functions: functions.clone(),
            locals,
            used_as_value: vec![false; n],
            address_taken: FxHashSet::default(),
        };
        let mut flows = Vec::new();
        for f in 0..n as u32 {
            s.collect(ast, f, &mut flows);
        }
        s.wide.extend(s.address_taken.iter().copied());
        for (i, f) in ast.functions.iter().enumerate().filter(|(i, _)| s.used_as_value[*i]) {
            s.wide.extend(f.params.iter().map(|p| (i as u32, p.name)));
        }
        loop {
            let before = s.wide.len() + s.wide_result.iter().filter(|w| **w).count();
            for flow in &flows {
                if !s.is_scalar(ast, flow.from, flow.value) {
                    match flow.to {
                        Sink::Var(f, name) => _ = s.wide.insert((f, name)),
                        Sink::Result(f) => s.wide_result[f as usize] = true,
                    }
                }
            }
            if before == s.wide.len() + s.wide_result.iter().filter(|w| **w).count() {
                return s;
            }
        }
    }

    /// Whether an expression of a function is certainly no array or record.
    pub fn is_scalar(&self, ast: &Ast, f: u32, id: ExprId) -> bool {
        match &ast.expr(id).kind {
            ExprKind::Name(name) => !self.locals[f as usize].contains(name) || !self.wide.contains(&(f, *name)),
            ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. } => false,
            ExprKind::Array(_) | ExprKind::Record(_) => false,
            ExprKind::Call { callee, .. } => self.direct(ast, f, *callee).is_some_and(|g| !self.wide_result[g.index()]),
            _ => true,
        }
    }

    /// The function that a callee names, if it is not the value of a variable.
    pub fn direct(&self, ast: &Ast, f: u32, callee: ExprId) -> Option<FuncId> {
        match &ast.expr(callee).kind {
            ExprKind::Name(name) if !self.locals[f as usize].contains(name) => self.functions.get(name).copied(),
            _ => None,
        }
    }

    fn collect(&mut self, ast: &Ast, f: u32, flows: &mut Vec<Flow>) {
        let function = &ast.functions[f as usize];
        let mut stmts = function.body.clone();
        let mut exprs = vec![function.result];
        flows.push(Flow { from: f, value: function.result, to: Sink::Result(f) });
        while let Some(s) = stmts.pop() {
            match &ast.stmt(s).kind {
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
                StmtKind::Block(list) => stmts.extend(list),
                StmtKind::Assign { target, value } => {
                    exprs.extend([*target, *value]);
                    if let ExprKind::Name(name) = ast.expr(*target).kind {
                        flows.push(Flow { from: f, value: *value, to: Sink::Var(f, name) });
                    }
                }
            }
        }
        while let Some(e) = exprs.pop() {
            self.collect_expr(ast, f, e, &mut exprs, flows);
        }
    }

    fn collect_expr(&mut self, ast: &Ast, f: u32, e: ExprId, exprs: &mut Vec<ExprId>, flows: &mut Vec<Flow>) {
        match &ast.expr(e).kind {
            ExprKind::Ref(name) => _ = self.address_taken.insert((f, name.name)),
            ExprKind::Name(name) if !self.locals[f as usize].contains(name) => {
                if let Some(g) = self.functions.get(name) {
                    self.used_as_value[g.index()] = true;
                }
            }
            ExprKind::Call { callee, args } => {
                exprs.extend(args);
                match self.direct(ast, f, *callee) {
                    Some(g) => {
                        let params = &ast.functions[g.index()].params;
                        let to = params.iter().map(|p| Sink::Var(g.0, p.name));
                        flows.extend(args.iter().zip(to).map(|(&value, to)| Flow { from: f, value, to }));
                    }
                    None => exprs.push(*callee),
                }
            }
            kind => kind.children(|c| exprs.push(c)),
        }
    }
}
