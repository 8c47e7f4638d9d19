//! Expressions.

use super::cond::comparison;
use super::{Compiler, Result, Slot};
use crate::code::{Instr, Reg, Shape};
use crate::machine::BuildError;
use homing_microc::{BinOp, ExprId, ExprKind, Ident, Name, Pos};

impl Compiler<'_> {
    /// Evaluates; the value lies in the register that comes back, which may be that of a variable. Arrays and
    /// records are not copied.
    pub(super) fn operand(&mut self, expr: ExprId) -> Result<Reg> {
        let e = self.ast.expr(expr);
        match &e.kind {
            ExprKind::Name(name) => {
                if let Some(&slot) = self.frame.slots.get(name)
                    && !slot.boxed
                {
                    self.visit(e.pos);
                    self.check(*name, slot, e.pos);
                    return Ok(slot.reg);
                }
            }
            ExprKind::Ref(ident) => {
                self.visit(e.pos);
                return self.cell_of(*ident);
            }
            _ => {}
        }
        let dst = self.temp();
        self.eval_to(expr, dst)?;
        Ok(dst)
    }

    /// Evaluates two operands, the left one first.
    pub(super) fn operands(&mut self, left: ExprId, right: ExprId) -> Result<(Reg, Reg)> {
        let a = self.operand(left)?;
        Ok((a, self.operand(right)?))
    }

    /// Evaluates a value that will be stored: an array or record that something else holds is copied.
    pub(super) fn copied(&mut self, expr: ExprId) -> Result<Reg> {
        if matches!(self.ast.expr(expr).kind, ExprKind::Ref(_)) {
            return self.operand(expr);
        }
        let dst = self.temp();
        self.copied_into(expr, dst)?;
        Ok(dst)
    }

    pub(super) fn copied_into(&mut self, expr: ExprId, dst: Reg) -> Result<()> {
        let e = self.ast.expr(expr);
        let aliases = match e.kind {
            ExprKind::Name(name) => self.frame.slots.contains_key(&name),
            ExprKind::Deref(_) | ExprKind::Index { .. } | ExprKind::Field { .. } => true,
            _ => false,
        };
        if !aliases {
            return self.eval_to(expr, dst);
        }
        let temps = self.frame.next;
        let src = self.operand(expr)?;
        self.emit(e.pos, Instr::Copy { dst, src });
        self.frame.next = temps;
        Ok(())
    }

    /// Whether the value of the expression is held by nothing but variables of this frame.
    pub(super) fn dies_with_frame(&self, mut expr: ExprId) -> bool {
        loop {
            match &self.ast.expr(expr).kind {
                ExprKind::Index { of, .. } | ExprKind::Field { of, .. } => expr = *of,
                ExprKind::Name(name) => return self.frame.slots.get(name).is_none_or(|s| !s.boxed),
                ExprKind::Deref(_) => return false,
                // Anything else makes a new value.
                _ => return true,
            }
        }
    }

    /// Evaluates into a register, which is written last: it may be a variable that the expression reads.
    fn eval_to(&mut self, expr: ExprId, dst: Reg) -> Result<()> {
        self.deeper(|c| {
            let temps = c.frame.next;
            c.eval(expr, dst)?;
            c.frame.next = temps;
            Ok(())
        })
    }

    fn eval(&mut self, expr: ExprId, dst: Reg) -> Result<()> {
        let e = self.ast.expr(expr);
        let pos = e.pos;
        let instr = match &e.kind {
            ExprKind::Number(n) => self.number(n, dst),
            ExprKind::Name(name) => return self.name_into(*name, pos, dst),
            ExprKind::Input => Instr::Input { dst },
            ExprKind::Null => Instr::Null { dst },
            ExprKind::Ref(ident) => Instr::Move { dst, src: self.cell_of(*ident)? },
            ExprKind::Alloc(inner) => Instr::Alloc { dst, src: self.copied(*inner)? },
            ExprKind::Deref(inner) => Instr::Deref { dst, pointer: self.operand(*inner)? },
            ExprKind::Not(inner) => Instr::Not { dst, a: self.operand(*inner)? },
            ExprKind::Neg(inner) => Instr::Neg { dst, a: self.operand(*inner)? },
            ExprKind::Binary { op: BinOp::And | BinOp::Or, .. } => return self.truth_into(expr, dst),
            ExprKind::Binary { op, left, right } => self.binary(*op, *left, *right, dst)?,
            ExprKind::Field { of, field } => Instr::Field { dst, record: self.operand(*of)?, field: field.name.0 },
            ExprKind::Index { of, index } => {
                let (array, index) = self.operands(*of, *index)?;
                Instr::Index { dst, array, index }
            }
            ExprKind::Call { callee, args } => self.call(*callee, args, dst)?,
            ExprKind::Array(elements) => {
                let first = self.in_a_row(elements.iter().copied())?;
                Instr::Array { dst, first, count: elements.len() as u32 }
            }
            ExprKind::Record(fields) => {
                let first = self.in_a_row(fields.iter().map(|f| f.1))?;
                Instr::Record { dst, first, shape: self.shape(fields) }
            }
        };
        self.visit(pos);
        self.emit(pos, instr);
        Ok(())
    }

    fn number(&mut self, n: &num_bigint::BigInt, dst: Reg) -> Instr {
        let n = self.wrapped(n);
        if let Ok(number) = i32::try_from(&n) {
            return Instr::Small { dst, number };
        }
        let numbers = &mut self.code.numbers;
        let index = *self.numbers.entry(n).or_insert_with_key(|n| {
            numbers.push(n.clone());
            numbers.len() as u32 - 1
        });
        Instr::Number { dst, index }
    }

    fn name_into(&mut self, name: Name, pos: Pos, dst: Reg) -> Result<()> {
        self.visit(pos);
        match self.frame.slots.get(&name).copied() {
            Some(slot) if slot.boxed => {
                self.code.variables.push((self.here(), name.0));
                self.emit(pos, Instr::Deref { dst, pointer: slot.reg });
            }
            Some(slot) => {
                self.check(name, slot, pos);
                self.emit(pos, Instr::Move { dst, src: slot.reg });
            }
            None => {
                let unknown = || BuildError::UnknownName { name: self.ast.name(name).to_string(), pos };
                let function = *self.functions.get(&name).ok_or_else(unknown)?;
                self.emit(pos, Instr::Func { dst, function });
            }
        }
        Ok(())
    }

    /// Makes sure that a variable was written, unless that is certain.
    fn check(&mut self, name: Name, slot: Slot, pos: Pos) {
        if !self.frame.assigned.contains(slot.reg as usize) {
            self.code.variables.push((self.here(), name.0));
            self.emit(pos, Instr::Check { src: slot.reg });
        }
    }

    pub(super) fn slot(&self, name: Name, pos: Pos) -> Result<Slot> {
        let unknown = || BuildError::UnknownName { name: self.ast.name(name).to_string(), pos };
        self.frame.slots.get(&name).copied().ok_or_else(unknown)
    }

    /// The register that points to a variable's cell.
    fn cell_of(&self, ident: Ident) -> Result<Reg> {
        Ok(self.slot(ident.name, ident.pos)?.reg)
    }

    fn binary(&mut self, op: BinOp, left: ExprId, right: ExprId, dst: Reg) -> Result<Instr> {
        if let Some(cmp) = comparison(op) {
            let (a, b) = self.operands(left, right)?;
            return Ok(Instr::Compare { cmp, dst, a, b });
        }
        if let Some(b) = self.small(right).filter(|&b| !(op == BinOp::Div && b == 0)) {
            let a = self.operand(left)?;
            self.visit_expr(right);
            return Ok(match op {
                BinOp::Add => Instr::AddSmall { dst, a, b },
                BinOp::Sub => Instr::SubSmall { dst, a, b },
                BinOp::Mul => Instr::MulSmall { dst, a, b },
                _ => Instr::DivSmall { dst, a, b },
            });
        }
        if let Some(b) = self.small(left).filter(|_| matches!(op, BinOp::Add | BinOp::Mul)) {
            self.visit_expr(left);
            let a = self.operand(right)?;
            return Ok(if op == BinOp::Add { Instr::AddSmall { dst, a, b } } else { Instr::MulSmall { dst, a, b } });
        }
        let (a, b) = self.operands(left, right)?;
        Ok(match op {
            BinOp::Add => Instr::Add { dst, a, b },
            BinOp::Sub => Instr::Sub { dst, a, b },
            BinOp::Mul => Instr::Mul { dst, a, b },
            _ => Instr::Div { dst, a, b },
        })
    }

    fn call(&mut self, callee: ExprId, args: &[ExprId], dst: Reg) -> Result<Instr> {
        let e = self.ast.expr(callee);
        if let ExprKind::Name(name) = e.kind
            && !self.frame.slots.contains_key(&name)
            && let Some(&function) = self.functions.get(&name)
            && self.ast.functions[function as usize].params.len() == args.len()
        {
            self.visit(e.pos);
            let first = self.in_a_row(args.iter().copied())?;
            return Ok(Instr::Call { dst, function, first });
        }
        // The value stays an alias: only functions can be called, and those are not copied anyway.
        let value = self.temp();
        self.eval_to(callee, value)?;
        let first = self.in_a_row(args.iter().copied())?;
        Ok(Instr::CallValue { dst, first, count: args.len() as u32 })
    }

    /// Evaluates values for storing into neighbouring registers, behind all that are in use.
    fn in_a_row(&mut self, values: impl Iterator<Item = ExprId>) -> Result<Reg> {
        let first = self.frame.next;
        for value in values {
            let dst = self.temp();
            self.copied_into(value, dst)?;
        }
        Ok(first)
    }

    fn shape(&mut self, fields: &[(Ident, ExprId)]) -> u32 {
        let mut places: Vec<(u32, u32)> = fields.iter().enumerate().map(|(i, f)| (f.0.name.0, i as u32)).collect();
        places.sort_unstable();
        let shape = Shape(places.into());
        let shapes = &mut self.code.shapes;
        *self.shapes.entry(shape).or_insert_with_key(|s| {
            shapes.push(s.clone());
            shapes.len() as u32 - 1
        })
    }
}
