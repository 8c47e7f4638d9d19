//! What was proved of a loop, for people.

use homing_exec::{Spot, State};
use homing_ir::{FuncId, Home, Opnd, Reg};
use homing_term::Term;

use super::close::{Changing, Member};
use super::facts::{Fact, Rel, Side};
use super::prover::{Prover, Round};

/// Members that are told of, and facts of each.
const MEMBERS: usize = 4;
const FACTS: usize = 8;

impl Prover<'_> {
    /// Keeps the facts of a loop whose check is done.
    pub(super) fn tell(&mut self, round: &Round, entry: &State, spots: &[Changing], members: &[Member]) {
        let names: Vec<String> = spots.iter().map(|s| self.name(round.func, entry, s.spot)).collect();
        let mut lines = Vec::new();
        for m in members.iter().take(MEMBERS) {
            let known = m.values.iter().zip(&names).filter_map(|(v, name)| Some(format!("{name} == {}", (*v)?.as_int()? as i64)));
            let facts = m.facts.iter().map(|f| self.fact(f, &names));
            lines.push(known.chain(facts).take(FACTS).collect::<Vec<_>>().join(", "));
        }
        if members.len() > MEMBERS {
            lines.push(format!("and {} more", members.len() - MEMBERS));
        }
        lines.retain(|l| !l.is_empty());
        self.proved.retain(|p| (p.0, p.1) != (round.func, round.head));
        self.proved.push((round.func, round.head, lines));
    }

    fn fact(&self, fact: &Fact, names: &[String]) -> String {
        match fact {
            Fact::Ends { spot, mask, bits } => format!("{} % {} == {bits}", names[*spot], mask + 1),
            Fact::Compare { rel, a, b } => {
                let word = match rel {
                    Rel::Eq => "==",
                    Rel::Ne => "!=",
                    Rel::Ule => "<= (unsigned)",
                    Rel::Sle => "<=",
                };
                format!("{} {word} {}", self.side(*a, names), self.side(*b, names))
            }
        }
    }

    fn side(&self, side: Side, names: &[String]) -> String {
        match side {
            Side::Spot(i) => names[i].clone(),
            Side::Sum(i, j) => format!("{} + {}", names[i], names[j]),
            Side::Difference(i, j) => format!("{} - {}", names[i], names[j]),
            Side::Fixed(t) => self.number(t),
        }
    }

    fn number(&self, t: Term) -> String {
        let terms = &self.exec.context().terms;
        if let Some(v) = terms.as_int64(t) {
            return v.to_string();
        }
        match terms.as_const(t) {
            Some(v) => {
                let w = terms.width(t).min(64);
                (((v as i64) << (64 - w)) >> (64 - w)).to_string()
            }
            None => "a value from before the loop".into(),
        }
    }

    fn name(&self, func: FuncId, entry: &State, spot: Spot) -> String {
        match spot {
            Spot::Register(r) => self.variable(func, r).unwrap_or_else(|| format!("v{}", r.0)),
            Spot::Outer { reg, .. } => format!("v{}", reg.0),
            Spot::Cell { object, offset, .. } => {
                let name = entry.memory.find(object).map(|o| o.info.name.to_string()).unwrap_or_default();
                if offset == 0 { name } else { format!("{name}[byte {offset}]") }
            }
        }
    }

    /// The variable of the source that a register holds.
    fn variable(&self, func: FuncId, r: Reg) -> Option<String> {
        let vars = &self.program().func(func).vars;
        let holds = |home: &Home| matches!(home, Home::Values(list) if list.iter().any(|(_, _, o)| *o == Opnd::reg(r)));
        vars.iter().find(|v| holds(&v.home)).map(|v| v.name.clone())
    }
}
