//! Rounds of a loop that are left out: where each is known to do the same, add fixed amounts to numbers, the run goes on behind them.
//!
//! Two visits of the head of a loop say by how much each register grows. One round is then followed with registers that are straight lines in the number
//! of the round: it must bear that out, and each comparison on the way says for how many rounds it comes out as now. Whatever is more than numbers
//! (calls, input and output, memory) ends the attempt; the run goes on as it would have.

use crate::code::{Arith, Cmp, Instr};
use crate::number::Width;
use crate::value::Value;

/// Visits of heads between two attempts.
pub(super) const BETWEEN: u64 = 1 << 16;

/// Instructions of a round that is followed.
const LONGEST: usize = 2_000;

/// The head of a loop with the registers at one visit.
pub(super) struct Watch {
    pub head: usize,
    pub depth: usize,
    pub regs: Vec<Value>,
}

/// Rounds that are left out.
pub(super) struct Ahead {
    pub rounds: u64,
    /// Statements of each.
    pub statements: u64,
}

/// A register in round `j`: `at + step * j`, or something that stays, or what nobody has looked at.
#[derive(Clone, Copy)]
enum Line {
    Number { at: i128, step: i128 },
    Still(Value),
    Unknown,
}

struct Round<'a> {
    numbers: &'a [Value],
    regs: Vec<Line>,
    /// By register: written in this round; read before that.
    written: Vec<bool>,
    needed: Vec<bool>,
    least: i128,
    most: i128,
    /// Rounds for which all is as now.
    limit: i128,
    statements: u64,
}

/// Changes `frame` to what it is after as many rounds as can be left out. `watch` holds it one round earlier.
pub(super) fn skip(instrs: &[Instr], numbers: &[Value], width: Width, watch: &Watch, frame: &mut [Value]) -> Option<Ahead> {
    let line = |(old, new): (&Value, &Value)| match (*old, *new) {
        (Value::Int(a), Value::Int(b)) => Line::Number { at: b.into(), step: i128::from(b) - i128::from(a) },
        (a, b) if a == b && b != Value::Undef => Line::Still(b),
        _ => Line::Unknown,
    };
    let before: Vec<Line> = watch.regs.iter().zip(&*frame).map(line).collect();
    let mut round = Round {
        numbers,
        written: vec![false; before.len()],
        needed: vec![false; before.len()],
        regs: before.clone(),
        least: (i64::MIN >> width.shift).into(),
        most: (i64::MAX >> width.shift).into(),
        limit: i128::from(u64::MAX >> 1),
        statements: 0,
    };
    round.follow(instrs, watch.head)?;
    let as_assumed = |r: usize| match (before[r], round.regs[r]) {
        (Line::Number { at, step }, Line::Number { at: then, step: by }) => at + step == then && step == by,
        (Line::Still(a), Line::Still(b)) => a == b,
        _ => false,
    };
    // The last one is gone as it is: so what it comes by is seen.
    let rounds = round.limit - 1;
    if !(0..before.len()).all(|r| !round.needed[r] || as_assumed(r)) || rounds <= 0 {
        return None;
    }
    // The last of those that are left out leaves its values.
    let last = rounds - 1;
    let mut after = frame.to_vec();
    for (r, v) in after.iter_mut().enumerate().filter(|(r, _)| round.written[*r]) {
        *v = match round.regs[r] {
            Line::Number { at, step } => Value::Int(i64::try_from(step.checked_mul(last)?.checked_add(at)?).ok()?),
            Line::Still(v) => v,
            Line::Unknown => return None,
        };
    }
    frame.copy_from_slice(&after);
    Some(Ahead { rounds: rounds as u64, statements: round.statements })
}

impl Round<'_> {
    /// Goes the round that begins at `head`, up to the jump back.
    fn follow(&mut self, instrs: &[Instr], head: usize) -> Option<()> {
        let mut pc = head;
        for _ in 0..LONGEST {
            let instr = instrs[pc];
            pc += 1;
            let to = self.step(instr)?;
            if let Some(to) = to {
                if to == head {
                    return Some(());
                }
                pc = to;
            }
        }
        None
    }

    /// Where it jumps, if it does.
    fn step(&mut self, instr: Instr) -> Option<Option<usize>> {
        match instr {
            Instr::Stmt => self.statements += 1,
            Instr::Visit { .. } | Instr::Branch { .. } => {}
            Instr::Small { dst, number } => self.set(dst, constant(number)),
            Instr::Number { dst, index } => {
                let value = match self.numbers[index as usize] {
                    Value::Int(v) => Line::Number { at: v.into(), step: 0 },
                    other => Line::Still(other),
                };
                self.set(dst, value);
            }
            Instr::Null { dst } => self.set(dst, Line::Still(Value::Null)),
            Instr::Func { dst, function } => self.set(dst, Line::Still(Value::Func(function))),
            Instr::Move { dst, src } => {
                let v = self.get(src)?;
                self.set(dst, v);
            }
            Instr::Copy { dst, src } => {
                let v = self.get(src)?;
                if matches!(v, Line::Still(Value::Array(_) | Value::Record(_))) {
                    return None;
                }
                self.set(dst, v);
            }
            Instr::Check { src } => _ = self.get(src)?,
            Instr::Add { dst, a, b } => self.both(Arith::Add, dst, a, b)?,
            Instr::Sub { dst, a, b } => self.both(Arith::Sub, dst, a, b)?,
            Instr::Mul { dst, a, b } => self.both(Arith::Mul, dst, a, b)?,
            Instr::Div { dst, a, b } => self.both(Arith::Div, dst, a, b)?,
            Instr::AddSmall { dst, a, b } => self.with(Arith::Add, dst, a, b)?,
            Instr::SubSmall { dst, a, b } => self.with(Arith::Sub, dst, a, b)?,
            Instr::MulSmall { dst, a, b } => self.with(Arith::Mul, dst, a, b)?,
            Instr::DivSmall { dst, a, b } => self.with(Arith::Div, dst, a, b)?,
            Instr::Neg { dst, a } => {
                let a = self.get(a)?;
                self.arith(Arith::Sub, dst, constant(0), a)?;
            }
            Instr::Not { dst, a } => {
                let zero = self.compare(Cmp::Eq, a, constant(0))?;
                self.set(dst, constant(zero.into()));
            }
            Instr::Compare { cmp, dst, a, b } => {
                let other = self.get(b)?;
                let holds = self.compare(cmp, a, other)?;
                self.set(dst, constant(holds.into()));
            }
            Instr::Jump { to } => return Some(Some(to as usize)),
            Instr::JumpIf { a, nonzero, to, .. } => {
                let holds = self.compare(Cmp::Ne, a, constant(0))?;
                return Some((holds == nonzero).then_some(to as usize));
            }
            Instr::JumpCompare { cmp, a, b, to } => {
                let other = self.get(b)?;
                let holds = self.compare(cmp, a, other)?;
                return Some(holds.then_some(to as usize));
            }
            Instr::JumpCompareSmall { cmp, a, b, to } => {
                let holds = self.compare(cmp, a, constant(b))?;
                return Some(holds.then_some(to as usize));
            }
            _ => return None,
        }
        Some(None)
    }

    fn get(&mut self, r: u32) -> Option<Line> {
        let r = r as usize;
        self.needed[r] |= !self.written[r];
        match self.regs[r] {
            Line::Unknown => None,
            line => Some(line),
        }
    }

    fn set(&mut self, r: u32, line: Line) {
        self.regs[r as usize] = line;
        self.written[r as usize] = true;
    }

    fn both(&mut self, op: Arith, dst: u32, a: u32, b: u32) -> Option<()> {
        let (a, b) = (self.get(a)?, self.get(b)?);
        self.arith(op, dst, a, b)
    }

    fn with(&mut self, op: Arith, dst: u32, a: u32, b: i32) -> Option<()> {
        let a = self.get(a)?;
        self.arith(op, dst, a, constant(b))
    }

    fn arith(&mut self, op: Arith, dst: u32, a: Line, b: Line) -> Option<()> {
        let (Line::Number { at: a, step: s }, Line::Number { at: b, step: t }) = (a, b) else { return None };
        let (at, step) = match op {
            Arith::Add => (a.checked_add(b)?, s.checked_add(t)?),
            Arith::Sub => (a.checked_sub(b)?, s.checked_sub(t)?),
            Arith::Mul if t == 0 => (a.checked_mul(b)?, s.checked_mul(b)?),
            Arith::Mul if s == 0 => (a.checked_mul(b)?, t.checked_mul(a)?),
            Arith::Div if s == 0 && t == 0 && b != 0 => (a / b, 0),
            _ => return None,
        };
        if at < self.least || at > self.most {
            return None;
        }
        // Up to where it does not wrap, nor leave what fits into a register.
        if step > 0 {
            self.at_most((self.most - at) / step);
        } else if step < 0 {
            self.at_most((at - self.least) / -step);
        }
        self.set(dst, Line::Number { at, step });
        Some(())
    }

    /// How a comparison comes out now; the limit says for how long.
    fn compare(&mut self, cmp: Cmp, a: u32, b: Line) -> Option<bool> {
        let (Line::Number { at: a, step: s }, Line::Number { at: b, step: t }) = (self.get(a)?, b) else { return None };
        let (apart, step) = (a.checked_sub(b)?, s.checked_sub(t)?);
        let holds = cmp.holds(&apart, &0);
        match if holds { cmp } else { cmp.negated() } {
            Cmp::Lt => self.stays_below(apart, step),
            Cmp::Le => self.stays_below(apart - 1, step),
            Cmp::Gt => self.stays_below(-apart, -step),
            Cmp::Ge => self.stays_below(-apart - 1, -step),
            Cmp::Eq if step != 0 => self.at_most(0),
            // It meets 0 in the round in which the distance is used up.
            Cmp::Ne if step != 0 && apart % step == 0 && -apart / step > 0 => self.at_most(-apart / step - 1),
            Cmp::Eq | Cmp::Ne => {}
        }
        Some(holds)
    }

    /// `at + step * j < 0` holds now.
    fn stays_below(&mut self, at: i128, step: i128) {
        if step > 0 {
            self.at_most((-1 - at) / step);
        }
    }

    /// Round number `j` is the last one of the kind.
    fn at_most(&mut self, j: i128) {
        self.limit = self.limit.min(j.saturating_add(1));
    }
}

fn constant(number: i32) -> Line {
    Line::Number { at: number.into(), step: 0 }
}
