//! Random choices, and building blocks of trees.

use homing_random::Random;

use crate::ast::{Ast, BinOp, ExprId, ExprKind, Function, Ident, Name, Pos, StmtId, StmtKind, VarDecl};

/// Positions are those of the printed text; while a program is made there are none.
const AT: Pos = Pos { line: 1, column: 1 };

/// The program under construction, and the random numbers that decide.
pub(super) struct Tree {
    pub ast: Ast,
    random: Random,
    /// A variable for the result of a failing statement, by function.
    pub scratch: Vec<Name>,
}

impl Tree {
    pub fn new(seed: u64) -> Tree {
        Tree { ast: Ast::new(""), random: Random::new(seed), scratch: Vec::new() }
    }

    // Choices.

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    /// A number between two, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    /// True with a probability.
    pub fn chance(&mut self, p: f64) -> bool {
        (self.random.word() >> 11) as f64 / (1u64 << 53) as f64 <= p && p > 0.0
    }

    pub fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        let i = self.below(list.len());
        list[i].clone()
    }

    // Expressions.

    pub fn ident(&mut self, text: &str) -> Name {
        self.ast.intern(text)
    }

    pub fn e(&mut self, kind: ExprKind) -> ExprId {
        self.ast.add_expr(AT, kind)
    }

    pub fn num(&mut self, n: i64) -> ExprId {
        self.e(ExprKind::Number(n.into()))
    }

    pub fn var(&mut self, name: Name) -> ExprId {
        self.e(ExprKind::Name(name))
    }

    pub fn bin(&mut self, op: BinOp, left: ExprId, right: ExprId) -> ExprId {
        self.e(ExprKind::Binary { op, left, right })
    }

    /// `var op number`
    pub fn compare(&mut self, name: Name, op: BinOp, n: i64) -> ExprId {
        let (v, n) = (self.var(name), self.num(n));
        self.bin(op, v, n)
    }

    pub fn field(&mut self, of: ExprId, name: Name) -> ExprId {
        self.e(ExprKind::Field { of, field: Ident { name, pos: AT } })
    }

    pub fn index(&mut self, of: ExprId, index: ExprId) -> ExprId {
        self.e(ExprKind::Index { of, index })
    }

    pub fn reference(&mut self, name: Name) -> ExprId {
        self.e(ExprKind::Ref(Ident { name, pos: AT }))
    }

    pub fn call(&mut self, callee: ExprId, args: Vec<ExprId>) -> ExprId {
        self.e(ExprKind::Call { callee, args })
    }

    pub fn record(&mut self, fields: Vec<(Name, ExprId)>) -> ExprId {
        let fields = fields.into_iter().map(|(name, e)| (Ident { name, pos: AT }, e)).collect();
        self.e(ExprKind::Record(fields))
    }

    // Statements.

    pub fn s(&mut self, kind: StmtKind) -> StmtId {
        self.ast.add_stmt(AT, kind)
    }

    pub fn assign(&mut self, target: ExprId, value: ExprId) -> StmtId {
        self.s(StmtKind::Assign { target, value })
    }

    /// `name = value;`
    pub fn set(&mut self, name: Name, value: ExprId) -> StmtId {
        let target = self.var(name);
        self.assign(target, value)
    }

    pub fn block(&mut self, list: Vec<StmtId>) -> StmtId {
        self.s(StmtKind::Block(list))
    }

    pub fn when(&mut self, cond: ExprId, then: Vec<StmtId>, els: Option<Vec<StmtId>>) -> StmtId {
        let then = self.block(then);
        let els = els.map(|list| self.block(list));
        self.s(StmtKind::If { cond, then, els })
    }

    pub fn repeat(&mut self, cond: ExprId, body: Vec<StmtId>) -> StmtId {
        let body = self.block(body);
        self.s(StmtKind::While { cond, body })
    }

    /// `name = input;` and moves it into the bounds.
    pub fn clamped_input(&mut self, name: Name, bound: i64) -> Vec<StmtId> {
        let input = self.e(ExprKind::Input);
        let mut out = vec![self.set(name, input)];
        for (op, limit) in [(BinOp::Gt, bound), (BinOp::Lt, -bound)] {
            let cond = self.compare(name, op, limit);
            let value = self.num(limit);
            let set = self.set(name, value);
            out.push(self.when(cond, vec![set], None));
        }
        out
    }

    /// Adds a function. `scratch` is one of its variables, which holds a number.
    pub fn function(&mut self, name: Name, params: &[Name], vars: &[Name], body: Vec<StmtId>, result: ExprId, scratch: Name) {
        let ident = |&name: &Name| Ident { name, pos: AT };
        let params = params.iter().map(ident).collect();
        // A few names per line, as people write it.
        let vars = vars.chunks(6).map(|c| VarDecl { pos: AT, names: c.iter().map(ident).collect() }).collect();
        self.ast.functions.push(Function { name, pos: AT, params, vars, body, result, return_pos: AT, end: AT });
        self.scratch.push(scratch);
    }

    /// Puts a statement that fails at a random place of a random function.
    pub fn plug_error(&mut self) {
        let f = self.below(self.ast.functions.len());
        let mut blocks = Vec::new();
        let mut open = self.ast.functions[f].body.clone();
        while let Some(s) = open.pop() {
            match &self.ast.stmt(s).kind {
                StmtKind::Block(list) => {
                    blocks.push(s);
                    open.extend(list);
                }
                StmtKind::While { body, .. } => open.push(*body),
                StmtKind::If { then, els, .. } => {
                    open.push(*then);
                    open.extend(els);
                }
                _ => {}
            }
        }
        let value = match self.below(3) {
            0 => {
                let (one, zero) = (self.num(1), self.num(0));
                self.bin(BinOp::Div, one, zero)
            }
            1 => {
                let null = self.e(ExprKind::Null);
                self.e(ExprKind::Deref(null))
            }
            _ => {
                let (a, b, beyond) = (self.num(1), self.num(2), self.num(2));
                let array = self.e(ExprKind::Array(vec![a, b]));
                self.index(array, beyond)
            }
        };
        let failing = self.set(self.scratch[f], value);
        let choice = self.below(blocks.len() + 1);
        let list = match blocks.get(choice) {
            Some(&b) => match &self.ast.stmt(b).kind {
                StmtKind::Block(list) => list.len(),
                _ => 0,
            },
            None => self.ast.functions[f].body.len(),
        };
        let at = self.below(list + 1);
        match blocks.get(choice) {
            Some(&b) => {
                if let StmtKind::Block(list) = &mut self.ast.stmts[b.0 as usize].kind {
                    list.insert(at, failing);
                }
            }
            None => self.ast.functions[f].body.insert(at, failing),
        }
    }
}
