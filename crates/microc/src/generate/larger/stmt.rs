//! Statements. What can fail stands behind its guard, except by carelessness.

use super::{INNER, Larger, Signature, Ty};
use crate::ast::{BinOp, ExprId, ExprKind, Name, StmtId, StmtKind};

/// Most rounds of a loop.
const ROUNDS: i64 = 4;

impl Larger<'_> {
    /// Adds a statement, and what it needs before it.
    pub(super) fn statement(&mut self, depth: u32, out: &mut Vec<StmtId>) {
        self.budget = self.budget.saturating_sub(1);
        self.cost = self.cost.saturating_add(self.weight);
        let nests = depth < self.o.max_block_depth && self.budget > 0;
        if nests && self.weight <= 1000 {
            if self.t.chance(self.o.for_loop_gen_prob) {
                return self.counting_loop(depth, out);
            }
            let rest = 1.0 - self.o.for_loop_gen_prob;
            if rest > 0.0 && self.t.chance(self.o.loop_gen_prob / rest) {
                return self.general_loop(depth, out);
            }
        }
        let made = match self.t.below(if nests { 16 } else { 13 }) {
            0..=2 => Some(self.assignment()),
            3 => {
                let value = self.number(2);
                Some(self.t.s(StmtKind::Output(value)))
            }
            4 => self.guarded_division(),
            5 | 6 => self.guarded_index(),
            7 => self.guarded_pointer(),
            8 => self.field_assignment(),
            9 => self.sum_of_list(),
            10 => self.call_of_value(),
            11 => self.through_pointer(),
            12 => self.grow_list(),
            _ => Some(self.branch(depth)),
        };
        let made = made.unwrap_or_else(|| self.assignment());
        out.push(made);
    }

    fn block(&mut self, depth: u32) -> Vec<StmtId> {
        let most = if self.budget > 0 { self.o.max_stmts_within_a_block } else { 1 };
        let mut out = Vec::new();
        for _ in 0..self.t.between(1, i64::from(most)) {
            self.statement(depth + 1, &mut out);
        }
        out
    }

    fn branch(&mut self, depth: u32) -> StmtId {
        let cond = self.condition(2);
        let then = self.block(depth);
        let els = if self.t.chance(0.5) { Some(self.block(depth)) } else { None };
        self.t.when(cond, then, els)
    }

    fn assignment(&mut self) -> StmtId {
        let kinds = [Ty::Number, Ty::Number, Ty::Number, Ty::Array(5), Ty::Pointer, Ty::Record, Ty::List, Ty::Function];
        let ty = self.t.pick(&kinds);
        match self.variable(ty) {
            Some(name) => {
                let value = self.value(ty, 2);
                self.t.set(name, value)
            }
            None => {
                let name = self.number_variable();
                let value = self.number(2);
                self.t.set(name, value)
            }
        }
    }

    fn number_variable(&mut self) -> Name {
        self.variable(Ty::Number).unwrap_or_else(|| self.fresh(Ty::Number, false))
    }

    /// `n = ..; if (n > 4) n = 4; i = 0; while (i < n) { ..; if (..) { i = n; } i = i + 1; }`: as many rounds as an input or variable says,
    /// but not too many, and it can be left.
    fn counting_loop(&mut self, depth: u32, out: &mut Vec<StmtId>) {
        let (n, i) = (self.fresh(Ty::Number, true), self.fresh(Ty::Number, true));
        let bound = self.number(0);
        out.push(self.t.set(n, bound));
        let (cond, most) = (self.t.compare(n, BinOp::Gt, ROUNDS), self.t.num(ROUNDS));
        let cut = self.t.set(n, most);
        out.push(self.t.when(cond, vec![cut], None));
        let zero = self.t.num(0);
        out.push(self.t.set(i, zero));
        let (left, right) = (self.t.var(i), self.t.var(n));
        let guard = self.t.bin(BinOp::Lt, left, right);
        let mut body = self.repeated(depth);
        if self.t.chance(0.5) {
            let cond = self.condition(1);
            let end = self.t.var(n);
            let leave = self.t.set(i, end);
            body.push(self.t.when(cond, vec![leave], None));
        }
        body.push(self.step(i, BinOp::Add));
        out.push(self.t.repeat(guard, body));
    }

    /// `left = 4; while (left > 0 && ..) { ..; left = left - 1; }`
    fn general_loop(&mut self, depth: u32, out: &mut Vec<StmtId>) {
        let left = self.fresh(Ty::Number, true);
        let rounds = self.t.between(1, ROUNDS);
        let rounds = self.t.num(rounds);
        out.push(self.t.set(left, rounds));
        let some_left = self.t.compare(left, BinOp::Gt, 0);
        self.weight *= ROUNDS as u64;
        let other = self.condition(2);
        self.weight /= ROUNDS as u64;
        let guard = self.t.bin(BinOp::And, some_left, other);
        let mut body = self.repeated(depth);
        body.push(self.step(left, BinOp::Sub));
        out.push(self.t.repeat(guard, body));
    }

    fn repeated(&mut self, depth: u32) -> Vec<StmtId> {
        self.weight *= ROUNDS as u64;
        let body = self.block(depth);
        self.weight /= ROUNDS as u64;
        body
    }

    /// `name = name + 1;` or `- 1`
    fn step(&mut self, name: Name, op: BinOp) -> StmtId {
        let (v, one) = (self.t.var(name), self.t.num(1));
        let value = self.t.bin(op, v, one);
        self.t.set(name, value)
    }

    /// `if (d != 0) v = .. / d;`
    fn guarded_division(&mut self) -> Option<StmtId> {
        if !self.o.generate_divisions {
            return None;
        }
        let divisor = self.readable(Ty::Number)?;
        let (left, right) = (self.number(1), self.t.var(divisor));
        let value = self.t.bin(BinOp::Div, left, right);
        let target = self.number_variable();
        let set = self.t.set(target, value);
        if self.careless() {
            return Some(set);
        }
        let cond = self.t.compare(divisor, BinOp::Ne, 0);
        Some(self.t.when(cond, vec![set], None))
    }

    /// `if (i >= 0 && i < size) ..a[i]..`
    fn guarded_index(&mut self) -> Option<StmtId> {
        let (array, size) = self.an_array()?;
        let i = self.readable(Ty::Number)?;
        let (of, index) = (self.t.var(array), self.t.var(i));
        let element = self.t.index(of, index);
        let use_it = if self.t.chance(0.5) {
            let value = self.number(1);
            self.t.assign(element, value)
        } else {
            let target = self.number_variable();
            self.t.set(target, element)
        };
        if self.careless() {
            return Some(use_it);
        }
        let (low, high) = (self.t.compare(i, BinOp::Ge, 0), self.t.compare(i, BinOp::Lt, size as i64));
        let cond = self.t.bin(BinOp::And, low, high);
        Some(self.t.when(cond, vec![use_it], None))
    }

    /// `if (p != null) ..*p..`
    fn guarded_pointer(&mut self) -> Option<StmtId> {
        let p = self.readable(Ty::Pointer)?;
        let target = self.deref(p);
        let use_it = if self.t.chance(0.5) {
            let value = self.number(1);
            self.t.assign(target, value)
        } else {
            let into = self.number_variable();
            self.t.set(into, target)
        };
        Some(if self.careless() { use_it } else { self.unless_null(p, vec![use_it]) })
    }

    fn unless_null(&mut self, p: Name, then: Vec<StmtId>) -> StmtId {
        let cond = self.not_null(p);
        self.t.when(cond, then, None)
    }

    fn not_null(&mut self, p: Name) -> ExprId {
        let (p, null) = (self.t.var(p), self.t.e(ExprKind::Null));
        self.t.bin(BinOp::Ne, p, null)
    }

    fn field_assignment(&mut self) -> Option<StmtId> {
        let name = self.variable(Ty::Record)?;
        let record = self.t.var(name);
        let (target, value) = if self.t.chance(0.2) {
            (self.t.field(record, self.names.z), self.value(Ty::Array(INNER), 1))
        } else {
            (self.part(record), self.number(2))
        };
        Some(self.t.assign(target, value))
    }

    /// `p = &v; *p = ..;` in a block.
    fn through_pointer(&mut self) -> Option<StmtId> {
        let p = self.variable(Ty::Pointer)?;
        let to = self.variable(Ty::Number)?;
        let reference = self.t.reference(to);
        let aim = self.t.set(p, reference);
        let (target, value) = (self.deref(p), self.number(2));
        let write = self.t.assign(target, value);
        Some(self.t.block(vec![aim, write]))
    }

    /// `at = list; left = 4; while (at != null && left > 0) { s = s + (*at).value; at = (*at).next; left = left - 1; }`
    fn sum_of_list(&mut self) -> Option<StmtId> {
        let list = self.readable(Ty::List)?;
        let (at, left) = (self.fresh(Ty::List, true), self.fresh(Ty::Number, true));
        let (sum, start, rounds) = (self.number_variable(), self.t.var(list), self.t.num(ROUNDS));
        let mut out = vec![self.t.set(at, start), self.t.set(left, rounds)];
        let (there, some_left) = (self.not_null(at), self.t.compare(left, BinOp::Gt, 0));
        let guard = self.t.bin(BinOp::And, there, some_left);
        let node = self.deref(at);
        let value = self.t.field(node, self.names.value);
        let so_far = self.t.var(sum);
        let more = self.t.bin(BinOp::Add, so_far, value);
        let node = self.deref(at);
        let next = self.t.field(node, self.names.next);
        let body = vec![self.t.set(sum, more), self.t.set(at, next), self.step(left, BinOp::Sub)];
        self.cost = self.cost.saturating_add(self.weight * 3 * ROUNDS as u64);
        out.push(self.t.repeat(guard, body));
        Some(self.t.block(out))
    }

    fn grow_list(&mut self) -> Option<StmtId> {
        let list = self.variable(Ty::List)?;
        let (value, rest) = (self.number(1), self.t.var(list));
        let node = self.t.record(vec![(self.names.value, value), (self.names.next, rest)]);
        let new = self.t.e(ExprKind::Alloc(node));
        Some(self.t.set(list, new))
    }

    /// `v = f(..);` where `f` is a variable; never in the first function, whose function variables hold itself.
    fn call_of_value(&mut self) -> Option<StmtId> {
        let f = self.readable(Ty::Function)?;
        let fits = |s: &&Signature| s.params == [Ty::Number] && s.result == Ty::Number && !s.recursive;
        let cost = self.known.iter().filter(fits).map(|s| s.cost).max()?;
        if self.weight.saturating_mul(cost).saturating_add(self.cost) > super::MOST_STEPS {
            return None;
        }
        self.cost = self.cost.saturating_add(self.weight.saturating_mul(cost));
        let (callee, arg) = (self.t.var(f), self.number(1));
        let call = self.t.call(callee, vec![arg]);
        let target = self.number_variable();
        Some(self.t.set(target, call))
    }
}
