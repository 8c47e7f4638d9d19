//! Larger programs: several functions with records, pointers, arrays and function values, whose loops end, and whose expressions could fail but
//! mostly are guarded.

mod expr;
mod stmt;

use super::GenerateOptions;
use super::tree::Tree;
use crate::ast::{BinOp, ExprId, ExprKind, Name, StmtId};

/// The kinds of values that variables and parameters keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ty {
    Number,
    /// An array of that many numbers.
    Array(usize),
    /// A pointer to a number, or null.
    Pointer,
    /// A record of the numbers `x` and `y`, and an array `z` of [`INNER`] numbers.
    Record,
    /// A pointer to a record of a number and the rest of a list, or null.
    List,
    /// A function from number to number.
    Function,
}

/// The size of the array in each record.
const INNER: usize = 3;
/// Steps that a run of one function may take at most, roughly; calls that would make it more are left out.
const MOST_STEPS: u64 = 20_000;

/// A function that is there to be called.
#[derive(Clone)]
struct Signature {
    name: Name,
    params: Vec<Ty>,
    result: Ty,
    /// The first parameter counts down to 0: how deep it calls itself.
    recursive: bool,
    /// Steps of a call, roughly.
    cost: u64,
}

#[derive(Clone, Copy)]
struct Var {
    name: Name,
    ty: Ty,
    /// Loops count with it: nothing else writes it.
    fixed: bool,
}

/// Adds several functions; each may call those that come before it, `main` is the last.
pub(super) fn program(tree: &mut Tree, options: &GenerateOptions) {
    let names = Names::new(tree);
    let mut known: Vec<Signature> = Vec::new();
    let count = tree.between(2, 6);
    let mut budget = super::MOST_STATEMENTS;
    for i in 0..=count {
        let name = if i == count { "main".to_string() } else { format!("f{}", i + 1) };
        let name = tree.ident(&name);
        let signature = if i == count {
            Signature { name, params: vec![], result: Ty::Number, recursive: false, cost: 0 }
        } else if i == 0 {
            Signature { name, params: vec![Ty::Number], result: Ty::Number, recursive: false, cost: 0 }
        } else {
            signature(tree, name)
        };
        let mut g = Larger {
            t: tree,
            o: options,
            names: &names,
            known: &known,
            own: signature,
            vars: vec![],
            declared: vec![],
            first: vec![],
            weight: 1,
            cost: 1,
            budget,
        };
        g.function(i == count);
        budget = g.budget;
        let mut made = g.own.clone();
        made.cost = g.cost.saturating_mul(if made.recursive { 5 } else { 1 });
        known.push(made);
    }
}

fn signature(tree: &mut Tree, name: Name) -> Signature {
    let kinds = [Ty::Number, Ty::Number, Ty::Array(4), Ty::Pointer, Ty::Record, Ty::List, Ty::Function];
    let mut params: Vec<Ty> = (0..tree.between(0, 3)).map(|_| tree.pick(&kinds)).collect();
    let recursive = tree.chance(0.4);
    if recursive {
        params.insert(0, Ty::Number);
    }
    let result = tree.pick(&[Ty::Number, Ty::Number, Ty::Number, Ty::Array(4), Ty::Record, Ty::List]);
    Signature { name, params, result, recursive, cost: 0 }
}

/// Names that all functions use.
struct Names {
    x: Name,
    y: Name,
    z: Name,
    value: Name,
    next: Name,
}

impl Names {
    fn new(t: &mut Tree) -> Names {
        Names { x: t.ident("x"), y: t.ident("y"), z: t.ident("z"), value: t.ident("value"), next: t.ident("next") }
    }
}

/// A function under construction.
struct Larger<'a> {
    t: &'a mut Tree,
    o: &'a GenerateOptions,
    names: &'a Names,
    known: &'a [Signature],
    own: Signature,
    vars: Vec<Var>,
    /// The variables that are no parameters.
    declared: Vec<Name>,
    /// Their first assignments.
    first: Vec<StmtId>,
    /// How often the present place runs in one call.
    weight: u64,
    /// Steps of one call so far.
    cost: u64,
    /// Statements that may still nest others.
    budget: usize,
}

impl Larger<'_> {
    fn function(&mut self, is_main: bool) {
        let mut params = Vec::new();
        for (i, ty) in self.own.params.clone().into_iter().enumerate() {
            let name = self.t.ident(&format!("p{}", i + 1));
            params.push(name);
            self.vars.push(Var { name, ty, fixed: i == 0 && self.own.recursive });
        }
        if is_main {
            self.inputs();
        }
        let some = [Ty::Array(5), Ty::Pointer, Ty::Record, Ty::List, Ty::Function];
        for _ in 0..2 {
            self.fresh(Ty::Number, false);
        }
        for _ in 0..self.t.between(1, 4) {
            let ty = self.t.pick(&some);
            self.fresh(ty, false);
        }
        let mut body = Vec::new();
        for _ in 0..self.t.between(1, i64::from(self.o.max_top_lvl_stmts_count)) {
            self.statement(1, &mut body);
        }
        if self.own.recursive {
            self.recursion(params[0], &mut body);
        }
        let result = self.value(self.own.result, 1);
        let mut all = std::mem::take(&mut self.first);
        all.append(&mut body);
        // A number of its own for the result of a failing statement.
        let scratch = self.t.ident("unused");
        self.declared.push(scratch);
        self.t.function(self.own.name, &params, &self.declared.clone(), all, result, scratch);
    }

    fn inputs(&mut self) {
        let Some(c) = self.o.clamped_inputs else { return };
        for i in 0..c.count {
            let name = self.t.ident(&format!("in{}", i + 1));
            self.declared.push(name);
            self.vars.push(Var { name, ty: Ty::Number, fixed: false });
            let read = self.t.clamped_input(name, i64::from(c.bound));
            self.first.extend(read);
        }
    }

    /// A new variable, written at the beginning of the function.
    fn fresh(&mut self, ty: Ty, fixed: bool) -> Name {
        let name = self.t.ident(&format!("v{}", self.declared.len() + 1));
        let weight = std::mem::replace(&mut self.weight, 1);
        let value = match (fixed, ty) {
            (true, Ty::Number) => self.t.num(0),
            (true, _) => self.t.e(ExprKind::Null),
            (false, _) => self.value(ty, 1),
        };
        self.weight = weight;
        let set = self.t.set(name, value);
        self.first.push(set);
        self.declared.push(name);
        self.vars.push(Var { name, ty, fixed });
        name
    }

    /// `if (p1 > 0) v = self(p1 - 1, ..);` somewhere at the top.
    fn recursion(&mut self, depth: Name, body: &mut Vec<StmtId>) {
        let own = self.own.clone();
        let cond = self.t.compare(depth, BinOp::Gt, 0);
        let args: Vec<ExprId> = own
            .params
            .iter()
            .enumerate()
            .map(|(i, &ty)| {
                if i > 0 {
                    return self.value(ty, 1);
                }
                let (d, one) = (self.t.var(depth), self.t.num(1));
                self.t.bin(BinOp::Sub, d, one)
            })
            .collect();
        let callee = self.t.var(own.name);
        let call = self.t.call(callee, args);
        let target = self.variable(own.result).unwrap_or_else(|| self.fresh(own.result, false));
        let set = self.t.set(target, call);
        let when = self.t.when(cond, vec![set], None);
        let at = self.t.below(body.len() + 1);
        body.insert(at, when);
    }

    /// A variable of a kind that may be written, if there is one.
    fn variable(&mut self, ty: Ty) -> Option<Name> {
        let list: Vec<Name> = self.vars.iter().filter(|v| v.ty == ty && !v.fixed).map(|v| v.name).collect();
        if list.is_empty() { None } else { Some(self.t.pick(&list)) }
    }

    /// A variable of a kind, for reading.
    fn readable(&mut self, ty: Ty) -> Option<Name> {
        let list: Vec<Name> = self.vars.iter().filter(|v| v.ty == ty).map(|v| v.name).collect();
        if list.is_empty() { None } else { Some(self.t.pick(&list)) }
    }

    /// A variable holding an array, and the array's size.
    fn an_array(&mut self) -> Option<(Name, usize)> {
        let sized = |v: &Var| if let Ty::Array(n) = v.ty { Some((v.name, n)) } else { None };
        let list: Vec<(Name, usize)> = self.vars.iter().filter_map(sized).collect();
        if list.is_empty() { None } else { Some(self.t.pick(&list)) }
    }

    /// Whether something that can fail goes without its guard.
    fn careless(&mut self) -> bool {
        self.t.chance(self.o.unguarded_prob)
    }

    fn deref(&mut self, name: Name) -> ExprId {
        let pointer = self.t.var(name);
        self.t.e(ExprKind::Deref(pointer))
    }
}
