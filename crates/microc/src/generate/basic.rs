//! One function of random statements, after chapter 6.1 of the thesis.

use super::GenerateOptions;
use super::tree::Tree;
use crate::ast::{BinOp, ExprId, ExprKind, Name, StmtId, StmtKind};

/// Deepest nesting of generated expressions.
const EXPR_DEPTH: u32 = 3;

/// Adds the function `main`.
pub(super) fn program(tree: &mut Tree, options: &GenerateOptions) {
    let (numbers, arrays, pointers, records) = (vec![], vec![], vec![], vec![]);
    let mut g = Basic { t: tree, o: options, budget: super::MOST_STATEMENTS, numbers, arrays, pointers, records };
    let mut vars = Vec::new();
    let mut body = g.variables(&mut vars);
    let count = g.t.between(1, i64::from(options.max_top_lvl_stmts_count));
    for _ in 0..count {
        let s = g.statement(1);
        body.push(s);
    }
    let result = g.number(1);
    let (main, scratch) = (g.t.ident("main"), g.numbers[0]);
    g.t.function(main, &[], &vars, body, result, scratch);
}

/// What is in scope, by the kind of value that each variable keeps.
struct Basic<'a> {
    t: &'a mut Tree,
    o: &'a GenerateOptions,
    /// Statements that may still nest others: blocks within blocks would grow without end.
    budget: usize,
    numbers: Vec<Name>,
    /// With the size that they have at first: indices stay below it, whatever is assigned later.
    arrays: Vec<(Name, usize)>,
    pointers: Vec<Name>,
    /// With their fields.
    records: Vec<(Name, Vec<Name>)>,
}

impl Basic<'_> {
    /// Declares variables of each kind and writes them.
    fn variables(&mut self, vars: &mut Vec<Name>) -> Vec<StmtId> {
        let mut body = Vec::new();
        let mut fresh = |t: &mut Tree| {
            let name = t.ident(&format!("var{}", vars.len() + 1));
            vars.push(name);
            name
        };
        let clamped = self.o.clamped_inputs;
        for _ in 0..clamped.map_or(0, |c| c.count) {
            let name = fresh(self.t);
            body.extend(self.t.clamped_input(name, clamped.map_or(0, |c| i64::from(c.bound))));
            self.numbers.push(name);
        }
        for _ in 0..self.t.between(2, 4) {
            let name = fresh(self.t);
            let value = self.number(0);
            body.push(self.t.set(name, value));
            self.numbers.push(name);
        }
        for _ in 0..self.t.between(1, 2) {
            let name = fresh(self.t);
            let size = self.t.between(1, 6) as usize;
            let value = self.array(size, 0);
            body.push(self.t.set(name, value));
            self.arrays.push((name, size));
        }
        for _ in 0..self.t.between(0, 2) {
            let name = fresh(self.t);
            let value = self.pointer();
            body.push(self.t.set(name, value));
            self.pointers.push(name);
        }
        for _ in 0..self.t.between(0, 1) {
            let name = fresh(self.t);
            let fields: Vec<Name> = ["a", "b", "c"][..self.t.between(1, 3) as usize].iter().map(|f| self.t.ident(f)).collect();
            let value = self.record(&fields, 0);
            body.push(self.t.set(name, value));
            self.records.push((name, fields));
        }
        body
    }

    fn statement(&mut self, depth: u32) -> StmtId {
        self.budget = self.budget.saturating_sub(1);
        let nests = depth < self.o.max_block_depth && self.budget > 0;
        if nests {
            if self.t.chance(self.o.for_loop_gen_prob) {
                return self.for_loop(depth);
            }
            // Given that it is no `for` loop, so that the probability of the whole is what the option says.
            let rest = 1.0 - self.o.for_loop_gen_prob;
            if rest > 0.0 && self.t.chance(self.o.loop_gen_prob / rest) {
                let cond = self.condition();
                let body = self.block(depth);
                return self.t.repeat(cond, body);
            }
        }
        match self.t.below(if nests { 3 } else { 2 }) {
            0 => self.assignment(),
            1 => {
                let value = self.number(EXPR_DEPTH);
                self.t.s(StmtKind::Output(value))
            }
            _ => {
                let cond = self.condition();
                let then = self.block(depth);
                let els = if self.t.chance(0.5) { Some(self.block(depth)) } else { None };
                self.t.when(cond, then, els)
            }
        }
    }

    fn block(&mut self, depth: u32) -> Vec<StmtId> {
        let most = if self.budget > 0 { self.o.max_stmts_within_a_block } else { 1 };
        let count = self.t.between(1, i64::from(most));
        (0..count).map(|_| self.statement(depth + 1)).collect()
    }

    /// `while (i < n) { ..; i = i + 1; }` with two variables that exist already.
    fn for_loop(&mut self, depth: u32) -> StmtId {
        let first = self.t.below(self.numbers.len());
        let second = (first + 1 + self.t.below(self.numbers.len() - 1)) % self.numbers.len();
        let (i, n) = (self.numbers[first], self.numbers[second]);
        let (left, right) = (self.t.var(i), self.t.var(n));
        let cond = self.t.bin(BinOp::Lt, left, right);
        let mut body = self.block(depth);
        let (left, one) = (self.t.var(i), self.t.num(1));
        let sum = self.t.bin(BinOp::Add, left, one);
        body.push(self.t.set(i, sum));
        self.t.repeat(cond, body)
    }

    fn assignment(&mut self) -> StmtId {
        let mut kinds = vec![0, 1, 2];
        if !self.pointers.is_empty() {
            kinds.extend([3, 4]);
        }
        if !self.records.is_empty() {
            kinds.extend([5, 6]);
        }
        match self.t.pick(&kinds) {
            0 => {
                let (name, value) = (self.t.pick(&self.numbers), self.number(EXPR_DEPTH));
                self.t.set(name, value)
            }
            1 => {
                let (target, value) = (self.element(), self.number(EXPR_DEPTH));
                self.t.assign(target, value)
            }
            2 => {
                let (name, _) = self.t.pick(&self.arrays);
                let value = if self.t.chance(0.5) {
                    let (other, _) = self.t.pick(&self.arrays);
                    self.t.var(other)
                } else {
                    let size = self.t.between(1, 6) as usize;
                    self.array(size, 1)
                };
                self.t.set(name, value)
            }
            3 => {
                let (name, value) = (self.t.pick(&self.pointers), self.pointer());
                self.t.set(name, value)
            }
            4 => {
                let (target, value) = (self.target(), self.number(EXPR_DEPTH));
                self.t.assign(target, value)
            }
            5 => {
                let (target, value) = (self.field(), self.number(EXPR_DEPTH));
                self.t.assign(target, value)
            }
            _ => {
                let (name, fields) = self.t.pick(&self.records);
                let value = self.record(&fields, 1);
                self.t.set(name, value)
            }
        }
    }

    /// Mostly a comparison, else any number.
    fn condition(&mut self) -> ExprId {
        if self.t.chance(0.2) {
            return self.number(EXPR_DEPTH);
        }
        let op = self.t.pick(&[BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge]);
        let (left, right) = (self.number(2), self.number(1));
        self.t.bin(op, left, right)
    }

    fn number(&mut self, depth: u32) -> ExprId {
        let mut kinds = vec![0];
        if self.o.clamped_inputs.is_none() {
            kinds.push(1);
        }
        if !self.numbers.is_empty() {
            kinds.extend([2, 2]);
        }
        if depth > 0 {
            kinds.extend([3, 4, 4, 5, 6, 7]);
            if !self.pointers.is_empty() {
                kinds.push(8);
            }
            if !self.records.is_empty() {
                kinds.push(9);
            }
        }
        match self.t.pick(&kinds) {
            0 => {
                let n = self.t.between(-10, 10);
                self.t.num(n)
            }
            1 => self.t.e(ExprKind::Input),
            2 => {
                let name = self.t.pick(&self.numbers);
                self.t.var(name)
            }
            3 => self.element(),
            4 => {
                let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div];
                let op = self.t.pick(&ops[..if self.o.generate_divisions { 4 } else { 3 }]);
                self.binary(op, depth)
            }
            5 => {
                let op = self.t.pick(&[BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge]);
                self.binary(op, depth)
            }
            6 => {
                let op = self.t.pick(&[BinOp::And, BinOp::Or]);
                self.binary(op, depth)
            }
            7 => {
                let inner = self.number(depth - 1);
                self.t.e(ExprKind::Not(inner))
            }
            8 => self.target(),
            _ => self.field(),
        }
    }

    fn binary(&mut self, op: BinOp, depth: u32) -> ExprId {
        let (left, right) = (self.number(depth - 1), self.number(depth - 1));
        self.t.bin(op, left, right)
    }

    /// An element of an array, by a number below the array's first size.
    fn element(&mut self) -> ExprId {
        let (name, size) = self.t.pick(&self.arrays);
        let i = self.t.below(size) as i64;
        let (array, i) = (self.t.var(name), self.t.num(i));
        self.t.index(array, i)
    }

    /// What a pointer leads to.
    fn target(&mut self) -> ExprId {
        let name = self.t.pick(&self.pointers);
        let pointer = self.t.var(name);
        self.t.e(ExprKind::Deref(pointer))
    }

    fn field(&mut self) -> ExprId {
        let (name, fields) = self.t.pick(&self.records);
        let field = self.t.pick(&fields);
        let record = self.t.var(name);
        self.t.field(record, field)
    }

    fn array(&mut self, size: usize, depth: u32) -> ExprId {
        let elements = (0..size).map(|_| self.number(depth)).collect();
        self.t.e(ExprKind::Array(elements))
    }

    fn record(&mut self, fields: &[Name], depth: u32) -> ExprId {
        let fields = fields.iter().map(|&f| (f, self.number(depth))).collect();
        self.t.record(fields)
    }

    fn pointer(&mut self) -> ExprId {
        match self.t.below(if self.pointers.is_empty() { 5 } else { 6 }) {
            0 => self.t.e(ExprKind::Null),
            1 | 2 => {
                let inner = self.number(1);
                self.t.e(ExprKind::Alloc(inner))
            }
            3 | 4 => {
                let name = self.t.pick(&self.numbers);
                self.t.reference(name)
            }
            _ => {
                let name = self.t.pick(&self.pointers);
                self.t.var(name)
            }
        }
    }
}
