//! What is wrong with a program whatever its inputs are.

use rustc_hash::FxHashMap;

use crate::ast::{Ast, ExprId, ExprKind, Function, Ident, Name, Pos, StmtId, StmtKind};
use crate::diagnostic::Diagnostic;

/// The static checks: duplicate and undeclared names, a missing `main`, places that cannot be assigned, wrong
/// numbers of arguments, and fields, indices, pointers and calls of what certainly has none. The messages have no file and
/// no excerpt yet.
pub fn check(ast: &Ast) -> Vec<Diagnostic> {
    let mut functions: FxHashMap<Name, (usize, Pos)> = FxHashMap::default();
    let mut errors = Vec::new();
    for f in &ast.functions {
        if let Some(&(_, first)) = functions.get(&f.name) {
            let message = format!("there is already a function `{}`", ast.name(f.name));
            errors.push(
                named(ast, Ident { name: f.name, pos: f.pos }, message).hint(format!("the first one is in line {}", first.line)),
            );
            continue;
        }
        functions.insert(f.name, (f.params.len(), f.pos));
    }
    if ast.main().is_none() {
        let last = ast.functions.last().map_or(Pos { line: 1, column: 1 }, |f| f.end);
        let hint = "a program starts in `main() { ... return 0; }`";
        errors.push(Diagnostic::new(last, 1, "there is no function `main`").hint(hint));
    }
    for f in &ast.functions {
        let mut checker = Checker { ast, functions: &functions, locals: FxHashMap::default(), errors: &mut errors };
        checker.function(f);
    }
    errors
}

/// What an expression certainly is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Number,
    Pointer,
    Null,
    Function,
    Array,
    Record,
    Unknown,
}

struct Checker<'a> {
    ast: &'a Ast,
    /// By name: parameters, place.
    functions: &'a FxHashMap<Name, (usize, Pos)>,
    locals: FxHashMap<Name, Pos>,
    errors: &'a mut Vec<Diagnostic>,
}

fn named(ast: &Ast, at: Ident, message: String) -> Diagnostic {
    Diagnostic::new(at.pos, ast.name(at.name).chars().count() as u32, message)
}

impl Checker<'_> {
    fn function(&mut self, f: &Function) {
        for local in f.locals() {
            if let Some(first) = self.locals.get(&local.name) {
                let hint = format!("the first one is in line {}", first.line);
                let message = format!("`{}` is declared twice", self.ast.name(local.name));
                self.errors.push(named(self.ast, local, message).hint(hint));
            } else {
                self.locals.insert(local.name, local.pos);
            }
        }
        for &s in &f.body {
            self.stmt(s);
        }
        self.expr(f.result);
    }

    fn stmt(&mut self, id: StmtId) {
        match &self.ast.stmt(id).kind {
            StmtKind::Output(e) => _ = self.expr(*e),
            StmtKind::While { cond, body } => {
                self.expr(*cond);
                self.stmt(*body);
            }
            StmtKind::If { cond, then, els } => {
                self.expr(*cond);
                self.stmt(*then);
                if let Some(els) = els {
                    self.stmt(*els);
                }
            }
            StmtKind::Block(list) => list.iter().for_each(|&s| self.stmt(s)),
            StmtKind::Assign { target, value } => {
                let value_sort = self.expr(*value);
                self.target(*target);
                if value_sort == Sort::Record && matches!(self.ast.expr(*target).kind, ExprKind::Field { .. }) {
                    self.nested(self.ast.expr(*value).pos);
                }
            }
        }
    }

    /// The left side of an assignment: a place, and not a function.
    fn target(&mut self, id: ExprId) {
        let sort = self.expr(id);
        let e = self.ast.expr(id);
        match e.kind {
            ExprKind::Name(name) if sort == Sort::Function => {
                let message = format!("`{}` is a function and cannot be assigned", self.ast.name(name));
                let hint = format!("declare a variable of its own, or one called `{}` in this function", self.ast.name(name));
                self.errors.push(named(self.ast, Ident { name, pos: e.pos }, message).hint(hint));
            }
            ExprKind::Name(_) | ExprKind::Deref(_) => {}
            ExprKind::Field { of, .. } | ExprKind::Index { of, .. } => {
                // What the parts are was checked with the whole; here only whether they are places.
                self.place(of);
            }
            _ => {
                let hint = "the left side of `=` is a variable, `*p`, `a[i]` or `r.f`";
                self.errors.push(Diagnostic::new(e.pos, 1, "this cannot be assigned").hint(hint));
            }
        }
    }

    fn place(&mut self, mut id: ExprId) {
        loop {
            let e = self.ast.expr(id);
            match e.kind {
                ExprKind::Name(_) | ExprKind::Deref(_) => return,
                ExprKind::Field { of, .. } | ExprKind::Index { of, .. } => id = of,
                _ => {
                    let hint = "arrays and records are values: store it in a variable and change that";
                    self.errors.push(Diagnostic::new(e.pos, 1, "this would change a value that nobody can see").hint(hint));
                    return;
                }
            }
        }
    }

    fn expr(&mut self, id: ExprId) -> Sort {
        let e = self.ast.expr(id);
        match &e.kind {
            ExprKind::Number(_) | ExprKind::Input => Sort::Number,
            ExprKind::Null => Sort::Null,
            ExprKind::Name(name) => self.name(*name, e.pos),
            ExprKind::Ref(of) => {
                let sort = self.name(of.name, of.pos);
                if sort == Sort::Function {
                    let hint = "a function is used by its name alone, without `&`";
                    let message = format!("`{}` is a function and has no address", self.ast.name(of.name));
                    self.errors.push(named(self.ast, *of, message).hint(hint));
                }
                Sort::Pointer
            }
            ExprKind::Alloc(inner) => {
                self.expr(*inner);
                Sort::Pointer
            }
            ExprKind::Deref(inner) => {
                let sort = self.expr(*inner);
                self.needs(sort, &[Sort::Pointer, Sort::Null], e.pos, "points nowhere", "only pointers have a target");
                Sort::Unknown
            }
            ExprKind::Not(inner) | ExprKind::Neg(inner) => {
                self.expr(*inner);
                Sort::Number
            }
            ExprKind::Binary { left, right, .. } => {
                self.expr(*left);
                self.expr(*right);
                Sort::Number
            }
            ExprKind::Field { of, field } => self.field(*of, *field),
            ExprKind::Index { of, index } => {
                let sort = self.expr(*of);
                self.needs(sort, &[Sort::Array], e.pos, "has no elements", "only arrays are indexed");
                let sort = self.expr(*index);
                let pos = self.ast.expr(*index).pos;
                self.needs(sort, &[Sort::Number], pos, "cannot be an index", "an index is a number");
                Sort::Unknown
            }
            ExprKind::Call { callee, args } => self.call(e.pos, *callee, args),
            ExprKind::Array(elements) => {
                elements.iter().for_each(|&x| _ = self.expr(x));
                Sort::Array
            }
            ExprKind::Record(fields) => self.record(fields),
        }
    }

    fn name(&mut self, name: Name, pos: Pos) -> Sort {
        if self.locals.contains_key(&name) {
            return Sort::Unknown;
        }
        if self.functions.contains_key(&name) {
            return Sort::Function;
        }
        let text = self.ast.name(name);
        let mut d = named(self.ast, Ident { name, pos }, format!("`{text}` is not declared"));
        d.hint = Some(match self.similar(text) {
            Some(other) => format!("`{other}` is; is that meant?"),
            None => format!("declare it at the beginning of the function: `var {text};`"),
        });
        self.errors.push(d);
        Sort::Unknown
    }

    /// The known name that is most like a text, if one is.
    fn similar(&self, text: &str) -> Option<&str> {
        if text.len() > 60 {
            return None;
        }
        let limit = 1 + text.len() / 4;
        let names = self.locals.keys().chain(self.functions.keys());
        let close = names.map(|&n| self.ast.name(n)).map(|n| (distance(text, n), n));
        close.filter(|(d, n)| *d <= limit && *d < n.len().min(text.len())).min().map(|c| c.1)
    }

    fn field(&mut self, of: ExprId, field: Ident) -> Sort {
        let sort = self.expr(of);
        self.needs(sort, &[Sort::Record], field.pos, "has no fields", "only records have fields");
        if let ExprKind::Record(fields) = &self.ast.expr(of).kind
            && !fields.iter().any(|(f, _)| f.name == field.name)
        {
            let message = format!("this record has no field `{}`", self.ast.name(field.name));
            self.errors.push(named(self.ast, field, message));
        }
        Sort::Unknown
    }

    fn call(&mut self, pos: Pos, callee: ExprId, args: &[ExprId]) -> Sort {
        let known = self.errors.len();
        let sort = self.expr(callee);
        if let ExprKind::Name(name) = self.ast.expr(callee).kind
            && self.errors.len() > known
            && self.similar(self.ast.name(name)).is_none()
        {
            self.errors[known].hint = Some(format!("write a function `{}(..) {{ .. return ..; }}`", self.ast.name(name)));
        }
        self.needs(sort, &[Sort::Function], pos, "cannot be called", "only functions are called");
        if let (Sort::Function, ExprKind::Name(name)) = (sort, &self.ast.expr(callee).kind) {
            let (params, at) = self.functions[name];
            if params != args.len() {
                let text = self.ast.name(*name);
                let s = if params == 1 { "" } else { "s" };
                let message = format!("`{text}` takes {params} argument{s}, here it gets {}", args.len());
                let hint = format!("it is declared in line {}", at.line);
                self.errors.push(named(self.ast, Ident { name: *name, pos }, message).hint(hint));
            }
        }
        args.iter().for_each(|&a| _ = self.expr(a));
        Sort::Unknown
    }

    fn record(&mut self, fields: &[(Ident, ExprId)]) -> Sort {
        let mut seen: FxHashMap<Name, Pos> = FxHashMap::default();
        for &(field, value) in fields {
            if seen.insert(field.name, field.pos).is_some() {
                let message = format!("the field `{}` occurs twice", self.ast.name(field.name));
                self.errors.push(named(self.ast, field, message));
            }
            if self.expr(value) == Sort::Record {
                self.nested(self.ast.expr(value).pos);
            }
        }
        Sort::Record
    }

    fn nested(&mut self, pos: Pos) {
        let hint = "store a pointer to it instead: `alloc {..}`";
        self.errors.push(Diagnostic::new(pos, 1, "a record cannot be inside a record").hint(hint));
    }

    /// Reports a use of something that certainly is none of `wanted`.
    fn needs(&mut self, sort: Sort, wanted: &[Sort], pos: Pos, cannot: &str, hint: &str) {
        let what = match sort {
            Sort::Number => "a number",
            Sort::Pointer => "a pointer",
            Sort::Null => "`null`",
            Sort::Function => "a function",
            Sort::Array => "an array",
            Sort::Record => "a record",
            Sort::Unknown => return,
        };
        if !wanted.contains(&sort) {
            self.errors.push(Diagnostic::new(pos, 1, format!("{what} {cannot}")).hint(hint));
        }
    }
}

/// How many letters must be put in, taken out or replaced to get from one word to another.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replace = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
