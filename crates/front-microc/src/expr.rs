//! Expressions as values.

use homing_ir::{Call, Callee, Const, DynOp, FuncId, Inst, Opnd};
use homing_microc::{BinOp, ExprId, ExprKind, Ident, Name, Pos};

use crate::DYN;
use crate::build::{Builder, Slot};

impl Builder<'_, '_> {
    /// The value of an expression; of an array or record that is stored somewhere, that one itself.
    pub(crate) fn value(&mut self, id: ExprId) -> Opnd {
        let ast = self.s.ast;
        let e = ast.expr(id);
        let pos = e.pos;
        match &e.kind {
            ExprKind::Number(n) => {
                self.passed(pos);
                let c = self.s.number(n.clone());
                self.constant(c)
            }
            ExprKind::Name(name) => {
                let v = self.name(*name, pos);
                if self.s.reads.unsure(id) { self.dynamic(pos, DynOp::Init, &[v]) } else { v }
            }
            ExprKind::Input => self.dynamic(pos, DynOp::Input, &[]),
            ExprKind::Null => {
                self.passed(pos);
                self.constant(Const::Null)
            }
            ExprKind::Alloc(inner) => {
                let v = self.copied(*inner);
                self.dynamic(pos, DynOp::Alloc, &[v])
            }
            ExprKind::Ref(of) => match self.slots.get(&of.name).copied() {
                Some(Slot::Cell(pointer)) => {
                    self.passed(pos);
                    pointer
                }
                _ => self.no_value(of.pos, "the address of something that is no variable"),
            },
            ExprKind::Deref(inner) => {
                let v = self.target(*inner, pos);
                if self.s.check_targets { self.dynamic(pos, DynOp::Init, &[v]) } else { v }
            }
            ExprKind::Neg(inner) => {
                let v = self.value(*inner);
                let zero = self.small(0);
                self.arithmetic(pos, BinOp::Sub, zero, v)
            }
            ExprKind::Not(_) => self.truth(id),
            ExprKind::Binary { op, left, right } => match op {
                BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div => {
                    let (a, b) = (self.value(*left), self.value(*right));
                    self.arithmetic(pos, *op, a, b)
                }
                _ => self.truth(id),
            },
            ExprKind::Field { of, field } => {
                let record = self.value(*of);
                let field = self.s.string(ast.name(field.name));
                self.dynamic(pos, DynOp::Field(field), &[record])
            }
            ExprKind::Index { of, index } => {
                let (array, index) = (self.value(*of), self.value(*index));
                self.dynamic(pos, DynOp::Index, &[array, index])
            }
            ExprKind::Call { callee, args } => self.call(pos, *callee, args),
            ExprKind::Array(elements) => {
                let values: Vec<Opnd> = elements.iter().map(|&e| self.copied(e)).collect();
                self.dynamic(pos, DynOp::Array, &values)
            }
            ExprKind::Record(fields) => self.record(pos, fields),
        }
    }

    /// The value of an expression for storing, passing or returning it: arrays and records that others can see are copied.
    pub(crate) fn copied(&mut self, id: ExprId) -> Opnd {
        let ast = self.s.ast;
        let e = ast.expr(id);
        if self.s.scalars.is_scalar(ast, self.index, id) {
            return self.value(id);
        }
        // Copying also checks that there is something.
        let v = match &e.kind {
            ExprKind::Name(name) => self.name(*name, e.pos),
            ExprKind::Deref(inner) => self.target(*inner, e.pos),
            ExprKind::Field { .. } | ExprKind::Index { .. } => self.value(id),
            _ => return self.value(id),
        };
        self.dynamic(e.pos, DynOp::Copy, &[v])
    }

    /// What a variable holds, written or not; or a function.
    fn name(&mut self, name: Name, pos: Pos) -> Opnd {
        match self.slots.get(&name).copied() {
            Some(Slot::Memory(addr)) => {
                let dst = self.f.new_reg(DYN);
                self.push(pos, Inst::Load { dst, addr, align: 8 });
                dst.into()
            }
            Some(Slot::Cell(pointer)) => self.dynamic(pos, DynOp::Deref, &[pointer]),
            None => match self.s.functions.get(&name).copied() {
                Some(f) => {
                    self.passed(pos);
                    self.constant(Const::Func(f))
                }
                None => self.no_value(pos, "a name that is not declared"),
            },
        }
    }

    /// What a pointer leads to, written or not.
    fn target(&mut self, pointer: ExprId, pos: Pos) -> Opnd {
        let pointer = self.value(pointer);
        self.dynamic(pos, DynOp::Deref, &[pointer])
    }

    fn no_value(&mut self, pos: Pos, what: &str) -> Opnd {
        self.unsupported(pos, what);
        self.constant(Const::Undef)
    }

    /// An operation on numbers; on two literals it is done here.
    fn arithmetic(&mut self, pos: Pos, op: BinOp, a: Opnd, b: Opnd) -> Opnd {
        if let (Some(x), Some(y)) = (self.literal(a), self.literal(b))
            && !(op == BinOp::Div && y == num_bigint::BigInt::ZERO)
            // Products of products grow quickly.
            && x.bits() + y.bits() < 100_000
        {
            let n = match op {
                BinOp::Add => x + y,
                BinOp::Sub => x - y,
                BinOp::Mul => x * y,
                _ => x / y,
            };
            self.passed(pos);
            let c = self.s.number(n);
            return self.constant(c);
        }
        let op = match op {
            BinOp::Add => DynOp::Add,
            BinOp::Sub => DynOp::Sub,
            BinOp::Mul => DynOp::Mul,
            _ => DynOp::Div,
        };
        self.dynamic(pos, op, &[a, b])
    }

    fn record(&mut self, pos: Pos, fields: &[(Ident, ExprId)]) -> Opnd {
        let ast = self.s.ast;
        let values: Vec<Opnd> = fields.iter().map(|(_, e)| self.copied(*e)).collect();
        let names: Vec<u32> = fields.iter().map(|(f, _)| self.s.string(ast.name(f.name))).collect();
        self.dynamic(pos, DynOp::Record { fields: names.into() }, &values)
    }

    fn call(&mut self, pos: Pos, callee: ExprId, args: &[ExprId]) -> Opnd {
        let ast = self.s.ast;
        let direct: Option<FuncId> = self.s.scalars.direct(ast, self.index, callee);
        let known = direct.filter(|f| ast.functions[f.index()].params.len() == args.len());
        let callee = if known.is_some() { None } else { Some(self.value(callee)) };
        let args: Vec<Opnd> = args.iter().map(|&a| self.copied(a)).collect();
        let callee = match (known, callee) {
            (Some(f), _) => Callee::Direct(f),
            (None, Some(v)) => Callee::Indirect(self.dynamic(pos, DynOp::CheckCall { args: args.len() as u32 }, &[v])),
            (None, None) => return self.no_value(pos, "a call of nothing"),
        };
        let dst = self.f.new_reg(DYN);
        let n = args.len();
        let call = Call {
            callee,
            dst: [dst].into(),
            args: args.into(),
            fixed: n as u32,
            byval: vec![0; n].into(),
            align: vec![0; n].into(),
        };
        self.push(pos, Inst::Call(Box::new(call)));
        dst.into()
    }
}
