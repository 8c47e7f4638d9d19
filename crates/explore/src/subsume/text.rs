//! Annotations in words: conditions as a C programmer would write them.

use homing_exec::{Executor, Spot, State};
use homing_ir::{FuncId, Home, Opnd, Program, Reg};
use homing_term::{Op, Sort, Term, VarId, VarKey};

/// Deeper terms are not spelled out.
const DEEP: u32 = 10;

/// A condition of the program; `name` says what a symbol stands for.
pub(super) fn condition(exec: &Executor<'_>, name: &dyn Fn(&Executor<'_>, VarId) -> Option<String>, condition: Term) -> String {
    if exec.context().terms.is_true(condition) {
        return "in any case".into();
    }
    super::shortened(Words { exec, name }.of(condition, 0))
}

struct Words<'a, 'p> {
    exec: &'a Executor<'p>,
    name: &'a dyn Fn(&Executor<'_>, VarId) -> Option<String>,
}

impl Words<'_, '_> {
    fn of(&self, t: Term, depth: u32) -> String {
        let terms = &self.exec.context().terms;
        let bit = terms.sort(t) == Sort::Bits(1);
        if let Some(v) = terms.as_int64(t) {
            return v.to_string();
        }
        if let Some(v) = terms.as_const(t) {
            let w = terms.width(t).min(64);
            return if bit { v.to_string() } else { (((v as i64) << (64 - w)) >> (64 - w)).to_string() };
        }
        if let Some(v) = terms.as_var(t) {
            return (self.name)(self.exec, v).unwrap_or_else(|| self.other(v));
        }
        if depth > DEEP {
            return "...".into();
        }
        let args = terms.args(t);
        let arg = |n: usize| self.of(args[n], depth + 1);
        let infix = |op: &str| format!("({} {op} {})", arg(0), arg(1));
        match terms.op(t) {
            Op::Not if bit => self.negated(args[0], depth),
            Op::Not => format!("~{}", arg(0)),
            Op::Neg | Op::INeg => format!("-{}", arg(0)),
            Op::And => infix(if bit { "&&" } else { "&" }),
            Op::Or => infix(if bit { "||" } else { "|" }),
            Op::Xor => infix(if bit { "!=" } else { "^" }),
            Op::Add | Op::IAdd => infix("+"),
            Op::Sub | Op::ISub => infix("-"),
            Op::Mul | Op::IMul => infix("*"),
            Op::UDiv | Op::SDiv | Op::IDiv => infix("/"),
            Op::URem | Op::SRem | Op::IRem => infix("%"),
            Op::Shl => infix("<<"),
            Op::LShr | Op::AShr => infix(">>"),
            Op::Eq => infix("=="),
            Op::Slt | Op::ILt => infix("<"),
            Op::Sle | Op::ILe => infix("<="),
            Op::Ult => infix("< (unsigned)"),
            Op::Ule => infix("<= (unsigned)"),
            Op::Ite => format!("({} ? {} : {})", arg(0), arg(1), arg(2)),
            Op::ZExt | Op::SExt => arg(0),
            Op::Extract { .. } => format!("(low {} bits of {})", terms.width(t), arg(0)),
            op => {
                let all: Vec<String> = (0..args.len()).map(arg).collect();
                format!("{op:?}({})", all.join(", "))
            }
        }
    }

    fn negated(&self, t: Term, depth: u32) -> String {
        let terms = &self.exec.context().terms;
        let args = terms.args(t);
        let arg = |n: usize| self.of(args[n], depth + 1);
        let infix = |op: &str| format!("({} {op} {})", arg(0), arg(1));
        match terms.op(t) {
            Op::Eq => infix("!="),
            Op::Slt | Op::ILt => infix(">="),
            Op::Sle | Op::ILe => infix(">"),
            Op::Ult => infix(">= (unsigned)"),
            Op::Ule => infix("> (unsigned)"),
            _ => format!("!{}", self.of(t, depth + 1)),
        }
    }

    fn other(&self, v: VarId) -> String {
        match self.exec.context().terms.var_info(v).key {
            VarKey::Input { input, .. } => format!("input {}", input + 1),
            VarKey::Addr { .. } => "an address".into(),
            _ => "an input to come".into(),
        }
    }
}

/// What a spot is called.
pub(super) fn name(program: &Program, state: &State, spot: Spot) -> String {
    let register = |func, r: Reg| variable(program, func, r).unwrap_or_else(|| format!("v{}", r.0));
    match spot {
        Spot::Register(r) => register(state.frame.func, r),
        Spot::Outer { up, reg } => {
            let func = state.callers().nth(up as usize - 1).map(|f| f.func);
            func.map_or_else(|| format!("v{}", reg.0), |f| format!("{}:{}", program.func(f).name, register(f, reg)))
        }
        Spot::Cell { object, offset, .. } => {
            let name = state.memory.find(object).map(|o| o.info.name.to_string()).unwrap_or_default();
            if offset == 0 { name } else { format!("{name}[byte {offset}]") }
        }
    }
}

/// The variable of the source that a register holds.
fn variable(program: &Program, func: FuncId, r: Reg) -> Option<String> {
    let vars = &program.func(func).vars;
    let holds = |home: &Home| matches!(home, Home::Values(list) if list.iter().any(|(_, _, o)| *o == Opnd::reg(r)));
    vars.iter().find(|v| holds(&v.home)).map(|v| v.name.clone())
}
