//! Operations of microc: numbers are exact; references, arrays and records are values of which nothing is known.

use homing_ir::{CmpOp, DynOp, Opnd, Reg, Type};

use crate::analysis::{Analysis, Stop};
use crate::formula::F;
use crate::lin::{Lin, Range};
use crate::state::{State, Value};
use crate::walk::{Aim, At, Next};

impl Analysis<'_> {
    /// What one operation does. An error ends the run, so whoever goes on had what the operation needs.
    pub fn dynamic(
        &mut self,
        at: At,
        op: &DynOp,
        dst: Option<Reg>,
        args: &[Opnd],
        st: &mut State,
        aim: Aim,
    ) -> Result<Next, Stop> {
        use DynOp::*;
        let values: Vec<Value> = args.iter().map(|o| self.operand(st, at.ctx, *o)).collect();
        let lin = |a: &mut Self, st: &mut State, i: usize| a.number(st, &values[i], Type::Dyn);
        let value = match op {
            Add | Sub => {
                let (a, b) = (lin(self, st, 0), lin(self, st, 1));
                self.exact(a.plus(&b, if *op == Add { 1 } else { -1 }))
            }
            Mul => {
                let (a, b) = (lin(self, st, 0), lin(self, st, 1));
                let p = self.product(st, &a, &b);
                self.exact(p)
            }
            Div => {
                let (a, b) = (lin(self, st, 0), lin(self, st, 1));
                if b.as_const() == Some(0) {
                    return Ok(Next::Over);
                }
                st.assume(&self.symbols, F::ne(&b, &0.into()));
                match b.as_const() {
                    Some(k) => Value::Number(self.divided(st, &a, k).0),
                    None => self.any(Type::Dyn),
                }
            }
            Eq | Ne | Lt | Le | Gt | Ge => {
                let c = match op {
                    Eq => CmpOp::Eq,
                    Ne => CmpOp::Ne,
                    Lt => CmpOp::Slt,
                    Le => CmpOp::Sle,
                    Gt => CmpOp::Sgt,
                    _ => CmpOp::Sge,
                };
                // Two that are no numbers are the same or not; nobody knows.
                let numbers = values.iter().all(|v| matches!(v, Value::Number(_)));
                let (a, b) = (lin(self, st, 0), lin(self, st, 1));
                Value::Truth(if numbers { self.compare(st, c, &a, &b, 64) } else { self.any_truth() })
            }
            Truth => {
                let a = lin(self, st, 0);
                Value::Truth(F::ne(&a, &0.into()))
            }
            FromBool => {
                let f = self.truth(&values[0]);
                Value::Number(match f {
                    F::True => 1.into(),
                    F::False => 0.into(),
                    f => self.choice(st, &f, &1.into(), &0.into(), Range::BIT),
                })
            }
            Init | Copy | Number | CheckCall { .. } => values[0].clone(),
            Input => Value::Number(self.input(st, matches!(aim, Aim::Target), 0, Range::ANY)),
            Output | SetDeref | SetIndex | SetField(_) => return Ok(Next::On),
            Alloc | Deref | Array | Record { .. } | Index | Field(_) => self.any(Type::Dyn),
        };
        if let Some(dst) = dst {
            st.regs.insert((at.ctx, dst), value);
        }
        Ok(Next::On)
    }

    fn exact(&mut self, l: Option<Lin>) -> Value {
        match l {
            Some(l) => Value::Number(l),
            None => self.any(Type::Dyn),
        }
    }
}
