//! Elements of arrays, also at an index that depends on the input.

use homing_ir::{ErrorKind, Opnd, Reg};
use homing_memory::{ObjRef, Val};
use homing_term::Term;

use super::Kind;
use crate::choice::Stay;
use crate::end::{Ended, Res, Stop};
use crate::executor::Step;
use crate::{Executor, State, SymbolicIndex};

/// Indices with the same outcome, and the value there.
struct Group {
    indices: Vec<u64>,
    value: Val,
}

impl Executor<'_> {
    /// Reads an element into a register.
    pub(super) fn index(&mut self, st: &mut State, step: &mut Step, dst: Option<Reg>, args: &[Opnd]) -> Res<()> {
        let (o, index, n) = self.checked_index(st, step, args)?;
        let put = |st: &mut State, v: Val| dst.into_iter().for_each(|r| st.frame.regs[r.index()] = v);
        let at = match index {
            Ok(at) => {
                let v = self.read_cell(st, o, at * 8);
                put(st, v);
                return Ok(());
            }
            Err(term) => term,
        };
        let elements: Vec<Val> = (0..n).map(|i| self.read_cell(st, o, i * 8)).collect();
        if self.merges(n) {
            let groups = self.groups(at, &elements);
            let ways: Vec<(Term, Val)> = groups.iter().map(|g| (self.one_of(at, &g.indices), g.value)).collect();
            return self.split_ways(st, step, &ways, &mut |_, st, v| put(st, *v));
        }
        let ways: Vec<(Term, u64)> = (0..n).map(|i| (self.one_of(at, &[i]), i)).collect();
        self.split_ways(st, step, &ways, &mut |_, st, i| {
            set_register(st, args[1], Val::int(*i));
            put(st, elements[*i as usize]);
        })
    }

    /// Writes an element.
    pub(super) fn set_index(&mut self, st: &mut State, step: &mut Step, args: &[Opnd]) -> Res<()> {
        let (o, index, n) = self.checked_index(st, step, args)?;
        let value = self.get(st, args[2]);
        let at = match index {
            Ok(at) => {
                self.write_cell(st, o, at * 8, value);
                return Ok(());
            }
            Err(term) => term,
        };
        let numbers = |e: &Self, st: &State| (0..n).all(|i| Kind::of(e.read_cell(st, o, i * 8)) == Kind::Number);
        if self.merges(n) && Kind::of(value) == Kind::Number && numbers(self, st) {
            let new = self.number_term(value);
            for i in 0..n {
                let old = self.read_cell(st, o, i * 8);
                let old = self.number_term(old);
                let here = self.one_of(at, &[i]);
                let mixed = self.cx.terms.ite(here, new, old);
                let v = self.number_val(mixed);
                self.write_cell(st, o, i * 8, v);
            }
            return Ok(());
        }
        let ways: Vec<(Term, u64)> = (0..n).map(|i| (self.one_of(at, &[i]), i)).collect();
        self.split_ways(st, step, &ways, &mut |e, st, i| {
            set_register(st, args[1], Val::int(*i));
            e.write_cell(st, o, *i * 8, value);
        })
    }

    /// The array, the index as a word or a term, and the length. What is out of bounds is split off.
    fn checked_index(&mut self, st: &mut State, step: &mut Step, args: &[Opnd]) -> Res<(ObjRef, Result<u64, Term>, u64)> {
        let o = self.want_array(st, self.get(st, args[0]))?;
        let i = self.get(st, args[1]);
        self.want_number(st, i, "an index")?;
        let n = self.array_length(st, o);
        if let Some(at) = i.as_int() {
            if at < n {
                return Ok((o, Ok(at), n));
            }
            return self.error(st, ErrorKind::OutOfBounds, format!("index {} of an array of {n} elements", at as i64));
        }
        // Numbers that wrap cannot name what lies above the largest of them.
        let n = self.program.dyn_width.map_or(n, |w| n.min(1 << (w - 1)));
        let t = self.number_term(i);
        let (zero, last) = (self.number_term(Val::ZERO), self.number_term(Val::int(n.wrapping_sub(1))));
        let low = self.less(zero, t, false);
        let high = self.less(t, last, false);
        let ok = self.cx.terms.and(low, high);
        self.require(st, step, ok, ErrorKind::OutOfBounds, format!("index out of bounds of an array of {n} elements"))?;
        Ok((o, Err(t), n))
    }

    fn merges(&self, n: u64) -> bool {
        self.options.symbolic_index == SymbolicIndex::Merge && n <= self.options.max_symbolic_size
    }

    /// The index is one of these.
    fn one_of(&mut self, at: Term, indices: &[u64]) -> Term {
        let mut any = self.cx.terms.fls();
        for i in indices {
            let k = self.number_term(Val::int(*i));
            let is = self.cx.terms.eq(at, k);
            any = self.cx.terms.or(any, is);
        }
        any
    }

    /// All numbers make one group, whose value depends on the index; other values group with equal ones.
    fn groups(&mut self, at: Term, elements: &[Val]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut numbers: Vec<(u64, Term)> = Vec::new();
        for (i, v) in (0..).zip(elements) {
            if Kind::of(*v) == Kind::Number {
                numbers.push((i, self.number_term(*v)));
            } else if let Some(g) = groups.iter_mut().find(|g| g.value == *v) {
                g.indices.push(i);
            } else {
                groups.push(Group { indices: vec![i], value: *v });
            }
        }
        if !numbers.is_empty() {
            let indices = numbers.iter().map(|(i, _)| *i).collect();
            numbers.dedup_by(|next, before| next.1 == before.1);
            let t = self.choice(at, &numbers);
            let value = self.number_val(t);
            groups.push(Group { indices, value });
        }
        groups
    }

    /// A balanced tree over runs of equal values; each entry is (first index, value).
    fn choice(&mut self, at: Term, runs: &[(u64, Term)]) -> Term {
        if let [(_, t)] = runs {
            return *t;
        }
        let mid = runs.len() / 2;
        let bound = self.number_term(Val::int(runs[mid].0));
        let below = self.less(at, bound, true);
        let (left, right) = (self.choice(at, &runs[..mid]), self.choice(at, &runs[mid..]));
        self.cx.terms.ite(below, left, right)
    }

    /// The state goes the last way that is possible, a fork each of the others; `apply` completes the instruction on either. One of the ways
    /// is always taken.
    fn split_ways<T>(
        &mut self,
        st: &mut State,
        step: &mut Step,
        ways: &[(Term, T)],
        apply: &mut dyn FnMut(&mut Self, &mut State, &T),
    ) -> Res<()> {
        let Some(((_, last), others)) = ways.split_last() else { return Err(Stop::End(Ended::Infeasible)) };
        for (cond, way) in others {
            let split = self.split(st, step, *cond, Stay::WhereFalse)?;
            if let Some(mut other) = split.other {
                apply(self, &mut other, way);
                other.frame.inst += 1;
                step.goes_on(Some(other));
            } else if split.holds {
                apply(self, st, way);
                return Ok(());
            }
        }
        apply(self, st, last);
        Ok(())
    }
}

/// Where the operand is a register, it now has this value on the path.
fn set_register(st: &mut State, o: Opnd, v: Val) {
    if let Some(r) = o.as_reg() {
        st.frame.regs[r.index()] = v;
    }
}
