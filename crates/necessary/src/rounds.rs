//! Loops: what any number of rounds comes to, as values over one counter per way round, and what must have held in each round.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use homing_ir::{BlockId, Type};
use rustc_hash::FxHashSet;

use crate::analysis::{Analysis, Stop};
use crate::formula::{Array, Arrays, Base, F, Replace, Stride, Writer};
use crate::lin::{Lin, Range, Sym, Values};
use crate::state::{Ctx, Obj, State, Value};
use crate::walk::{Aim, At, Way};

/// How often a loop is looked at again because something in it was not as assumed.
const MAX_TRIES: u32 = 8;

/// A value after some rounds, over the counters.
#[derive(Clone)]
enum After {
    Exactly(Lin),
    /// The symbol, of which this holds.
    Such(Sym, F),
    Unknown,
}

/// A parameter of the head whose value the rounds change.
struct Param {
    symbol: Sym,
    before: Lin,
    /// Into this object.
    object: Option<Obj>,
    ty: Type,
    after: After,
}

/// A loop that is being looked at.
struct Loop {
    /// Symbols and contents from these on were met in it.
    symbols: u32,
    bases: u32,
    params: Vec<Option<Param>>,
    counters: Vec<Sym>,
    whens: Vec<F>,
    /// Contents at the start of a round, and after some rounds.
    arrays: Vec<(Obj, Base, Rc<Array>)>,
}

/// What was found to be otherwise.
#[derive(Default)]
struct Assumed {
    wild: BTreeSet<usize>,
    changed: BTreeSet<Obj>,
    unknown: bool,
}

impl Analysis<'_> {
    /// Brings a state that comes to the head of a loop behind any number of rounds, still at the head.
    pub fn rounds(&mut self, at: At, id: u32, args: Vec<Value>, st: &mut State) -> Result<(), Stop> {
        let mut assumed = Assumed::default();
        for _ in 0..MAX_TRIES {
            match self.try_rounds(at, id, &args, st, &mut assumed) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(Stop::Ways) => break,
                Err(stop) => return Err(stop),
            }
        }
        // Not understood: anything may have happened.
        self.forget_memory(st);
        st.more = true;
        let func = self.contexts[at.ctx.0 as usize].func;
        let params = self.p.func(func).block(at.block).params.clone();
        let values = params.iter().map(|r| self.any(self.p.func(func).regs[r.index()])).collect();
        self.bind(at.ctx, at.block, values, st);
        Ok(())
    }

    /// False if it has to be tried again with what was found.
    fn try_rounds(&mut self, at: At, id: u32, args: &[Value], st: &mut State, assumed: &mut Assumed) -> Result<bool, Stop> {
        self.spend(50 + 4 * st.size as u64 + 2 * st.regs.len() as u64)?;
        let mut body = st.clone();
        let mut l = Loop {
            symbols: self.symbols.len(),
            bases: self.bases,
            params: Vec::new(),
            counters: Vec::new(),
            whens: Vec::new(),
            arrays: Vec::new(),
        };
        self.begin(at, args, st, &mut body, assumed, &mut l);
        let from = body.condition.len();
        let before: BTreeMap<Obj, Rc<Array>> = body.objects.clone();
        let was_unknown = body.unknown;
        let mut ways: Vec<Way> = Vec::new();
        let aim = Aim::Round { ctx: at.ctx, id, header: at.block, from };
        self.walk(At { depth: at.depth + 1, ..at }, body, aim, &mut ways)?;
        if !self.is_as_assumed(&l, &ways, &before, was_unknown, assumed) {
            return Ok(false);
        }
        if ways.is_empty() {
            // No round can be gone; the parameters are what came.
            self.bind(at.ctx, at.block, args.to_vec(), st);
            return Ok(true);
        }
        self.loops += 1;
        let line = self.line_of(at.ctx, at.block);
        for (i, w) in ways.iter().enumerate() {
            let name =
                if ways.len() == 1 { format!("times(line {line})") } else { format!("times(line {line}, path {})", i + 1) };
            l.counters.push(self.symbols.fresh(name, Range::COUNT));
            l.whens.push(w.when.clone());
        }
        self.iterate(&mut l, &ways);
        self.iterate_arrays(&mut l, &ways, st, assumed.unknown);
        self.go_round(at, &l, assumed.unknown, &ways, st)?;
        Ok(true)
    }

    /// The state at the start of any round.
    fn begin(&mut self, at: At, args: &[Value], st: &mut State, body: &mut State, assumed: &Assumed, l: &mut Loop) {
        let func = self.contexts[at.ctx.0 as usize].func;
        let regs = self.p.func(func).block(at.block).params.clone();
        let mut entering = Vec::new();
        // What the values before are belongs to the state outside.
        for (i, r) in regs.iter().enumerate() {
            let ty = self.p.func(func).regs[r.index()];
            let before = match &args[i] {
                Value::Pointer(o, off) if !assumed.wild.contains(&i) => Some((Some(*o), off.clone())),
                _ if ty == Type::Ptr => None,
                v => Some((None, self.number(st, v, ty))),
            };
            entering.push((ty, before));
        }
        *body = st.clone();
        l.symbols = self.symbols.len();
        for ((ty, before), r) in entering.into_iter().zip(&regs) {
            let Some((object, before)) = before else {
                body.regs.insert((at.ctx, *r), Value::Wild);
                l.params.push(None);
                continue;
            };
            let range = match (object, ty) {
                (Some(_), _) => Range::signed(64),
                (None, Type::Bits(1)) => Range::BIT,
                (None, Type::Bits(w)) => Range::signed(w),
                _ => Range::ANY,
            };
            let symbol = self.symbols.fresh(format!("{r}"), range);
            body.regs.insert((at.ctx, *r), shown(&symbol.into(), object, ty));
            l.params.push(Some(Param { symbol, before, object, ty, after: After::Unknown }));
        }
        if assumed.unknown {
            self.forget_memory(body);
        }
        for o in &assumed.changed {
            let base = self.base();
            body.objects.insert(*o, Rc::new(Array::Base(base)));
            l.arrays.push((*o, base, Rc::new(Array::Unknown)));
        }
    }

    /// Are objects and pointers as was assumed? What is not is noted.
    fn is_as_assumed(
        &mut self,
        l: &Loop,
        ways: &[Way],
        before: &BTreeMap<Obj, Rc<Array>>,
        was_unknown: bool,
        assumed: &mut Assumed,
    ) -> bool {
        let mut fits = true;
        for w in ways {
            for (i, p) in l.params.iter().enumerate() {
                let Some(p) = p else { continue };
                let same = match (&w.args[i], p.object) {
                    (Value::Pointer(o, _), Some(before)) => *o == before,
                    (_, Some(_)) => false,
                    (Value::Pointer(..) | Value::Wild, None) => p.ty != Type::Ptr,
                    _ => true,
                };
                if !same {
                    assumed.wild.insert(i);
                    fits = false;
                }
            }
            if w.state.unknown && !was_unknown && !assumed.unknown {
                assumed.unknown = true;
                fits = false;
            }
            for (o, a) in &w.state.objects {
                let changed = before.get(o).is_none_or(|b| !Rc::ptr_eq(a, b));
                if changed && !assumed.changed.contains(o) {
                    assumed.changed.insert(*o);
                    fits = false;
                }
            }
        }
        fits
    }

    /// Values of the parameters after some rounds.
    fn iterate(&mut self, l: &mut Loop, ways: &[Way]) {
        for i in 0..l.params.len() {
            let after = self.progression(l, ways, i);
            if let (Some(p), Some(after)) = (&mut l.params[i], after) {
                p.after = after;
            }
        }
        for i in 0..l.params.len() {
            if !matches!(&l.params[i], Some(p) if matches!(p.after, After::Unknown)) {
                continue;
            }
            let after = self.last_written(l, ways, i);
            if let (Some(p), Some(after)) = (&mut l.params[i], after) {
                p.after = after;
            }
        }
    }

    /// The number that a way gives a parameter, and one that it is equal to up to multiples of its range.
    fn given(&mut self, p: &Param, v: &Value) -> Option<(Lin, Option<Lin>)> {
        match v {
            Value::Number(l) => Some((l.clone(), None)),
            Value::Wrapped(l, exact) => Some((l.clone(), Some(exact.clone()))),
            Value::Pointer(_, l) if p.object.is_some() => Some((l.clone(), None)),
            Value::Truth(F::True) => Some((1.into(), None)),
            Value::Truth(F::False) => Some((0.into(), None)),
            // The truth value of the parameter itself.
            Value::Truth(F::Eq(l)) if *l == Lin::from(p.symbol).add(-1) => Some((p.symbol.into(), None)),
            _ => None,
        }
    }

    /// Each way leaves it or adds something that is the same in all rounds.
    fn progression(&mut self, l: &Loop, ways: &[Way], i: usize) -> Option<After> {
        let p = l.params[i].as_ref()?;
        let own = |x: &Lin| x.terms().iter().all(|t| t.0.0 < l.symbols);
        let (mut sum, mut parts, mut some) = (p.before.clone(), Vec::new(), Vec::new());
        let mut wraps = None;
        for (w, counter) in ways.iter().zip(&l.counters) {
            let (plain, exact) = self.given(p, &w.args[i])?;
            let minus = |x: &Lin| x.plus(&p.symbol.into(), -1).filter(own);
            let step = match (minus(&plain), &exact) {
                (Some(d), _) => d,
                (None, Some(e)) => {
                    let Type::Bits(w) = p.ty else { return None };
                    wraps = Some(w);
                    minus(e)?
                }
                _ => return None,
            };
            match step.as_const() {
                Some(k) => sum = sum.plus(&(*counter).into(), k)?,
                None => {
                    let product = self.symbols.fresh("?", Range::ANY);
                    parts.push(F::product(&product.into(), &step, &(*counter).into()));
                    some.push(product);
                    sum = sum.plus(&product.into(), 1)?;
                }
            }
        }
        if parts.is_empty() && wraps.is_none() {
            return Some(After::Exactly(sum));
        }
        let v = self.symbols.copy(p.symbol);
        let mut whole = Lin::from(v);
        if let Some(w) = wraps {
            let q = self.symbols.fresh("?", Range::ANY);
            some.push(q);
            whole = whole.plus(&q.into(), crate::number::power(w))?;
        }
        parts.push(F::eq(&whole, &sum));
        Some(After::Such(v, F::Some(some, Rc::new(F::and(parts)))))
    }

    /// Each way leaves it or gives it a value that does not depend on what it was: the last one that did counts.
    fn last_written(&mut self, l: &Loop, ways: &[Way], i: usize) -> Option<After> {
        let p = l.params[i].as_ref()?;
        let mut writes = Vec::new();
        for (k, w) in ways.iter().enumerate() {
            let value = match self.given(p, &w.args[i]) {
                Some((value, _)) => value,
                None => {
                    let Value::Truth(f) = &w.args[i] else { return None };
                    // Not a number yet: any truth value.
                    let _ = f;
                    self.symbols.fresh("?", Range::BIT).into()
                }
            };
            if value == Lin::from(p.symbol) {
                continue;
            }
            if value.coefficient(p.symbol) != 0 {
                return None;
            }
            writes.push((k, value));
        }
        let v = self.symbols.copy(p.symbol);
        let mut cases = Vec::new();
        let zero = Lin::from(0);
        let none = writes.iter().map(|(k, _)| F::Eq(l.counters[*k].into()));
        cases.push(F::and(none.chain([F::eq(&v.into(), &p.before)]).collect()));
        for (k, value) in &writes {
            let rounds: Vec<Sym> = l.counters.iter().map(|_| self.symbols.fresh("?", Range::COUNT)).collect();
            let mut parts = vec![F::lt(&zero, &l.counters[*k].into())];
            for (j, r) in rounds.iter().enumerate() {
                let (r, c) = (Lin::from(*r), Lin::from(l.counters[j]));
                parts.push(if j == *k {
                    F::eq(&r, &c.add(-1))
                } else if writes.iter().any(|w| w.0 == j) {
                    F::eq(&r, &c)
                } else {
                    F::le(&r, &c)
                });
            }
            let (mut some, body, values) = self.instance(l, *k, &lins(&rounds), std::slice::from_ref(value))?;
            parts.push(body);
            parts.push(F::eq(&v.into(), &values[0]));
            some.extend(rounds);
            cases.push(F::Some(some, Rc::new(F::and(parts))));
        }
        Some(After::Such(v, F::or(cases)))
    }

    /// What holds in the round of a way before which the ways were gone so often, with the values of expressions of that round.
    fn instance(&mut self, l: &Loop, way: usize, rounds: &[Lin], lins: &[Lin]) -> Option<(Vec<Sym>, F, Vec<Lin>)> {
        let counters: Values = l.counters.iter().copied().zip(rounds.iter().cloned()).collect();
        let at = Replace { values: counters, ..Replace::default() };
        let when = &l.whens[way];
        self.work += 4 * when.size() as u64;
        if self.work > self.limit {
            return None;
        }
        let mut symbols: FxHashSet<Sym> = FxHashSet::default();
        when.symbols(&mut symbols);
        lins.iter().for_each(|x| symbols.extend(x.terms().iter().map(|t| t.0)));
        let mut inner: Vec<Sym> = symbols.into_iter().filter(|s| s.0 >= l.symbols).collect();
        inner.sort_unstable();
        let (mut some, mut parts, mut values) = (Vec::new(), Vec::new(), Values::default());
        for s in inner {
            let param = l.params.iter().flatten().find(|p| p.symbol == s);
            let value = match param.map(|p| &p.after) {
                Some(After::Exactly(x)) => x.replaced(&at.values)?,
                Some(After::Such(v, f)) => {
                    let own = self.symbols.copy(*v);
                    self.work += 2 * f.size() as u64;
                    let mut r = Replace { values: at.values.clone(), ..Replace::default() };
                    r.values.insert(*v, own.into());
                    parts.push(f.replaced(&r));
                    some.push(own);
                    own.into()
                }
                _ => {
                    let own = self.symbols.copy(s);
                    some.push(own);
                    own.into()
                }
            };
            values.insert(s, value);
        }
        let mut arrays = Arrays::default();
        for (_, base, array) in &l.arrays {
            arrays.insert(*base, Rc::new(array.replaced(&at)));
        }
        let r = Replace { values, arrays, unknown_from: Some(Base(l.bases)) };
        parts.push(when.replaced(&r));
        let lins = lins.iter().map(|x| x.replaced(&r.values)).collect::<Option<Vec<Lin>>>()?;
        Some((some, F::and(parts), lins))
    }

    /// Contents of the objects that the rounds write.
    fn iterate_arrays(&mut self, l: &mut Loop, ways: &[Way], st: &State, unknown: bool) {
        let mut done = Vec::new();
        for (o, base, _) in &l.arrays {
            let rest = if unknown { Rc::new(Array::Unknown) } else { self.contents(st, *o) };
            done.push(self.iterate_array(l, ways, (*o, *base), rest).unwrap_or(Array::Unknown));
        }
        for (slot, array) in l.arrays.iter_mut().zip(done) {
            slot.2 = Rc::new(array);
        }
    }

    /// None where a way does something else than to write.
    fn iterate_array(&mut self, l: &Loop, ways: &[Way], (o, base): (Obj, Base), before: Rc<Array>) -> Option<Array> {
        let mut writers = Vec::new();
        // The index of the one write of each way, if each has one.
        let mut single: Vec<Option<Lin>> = Vec::new();
        for (k, w) in ways.iter().enumerate() {
            let mut layer = w.state.objects.get(&o)?.clone();
            let mut own = Vec::new();
            while !matches!(&*layer, Array::Base(b) if *b == base) {
                let rest = match &*layer {
                    Array::Written { rest, index, value } => {
                        own.push(index.clone());
                        writers.push(self.writer(l, k, index, value, None)?);
                        rest.clone()
                    }
                    Array::Rounds { rest, writers: inner, .. } => {
                        own.push(Lin::from(0));
                        own.push(Lin::from(0));
                        for x in inner.iter() {
                            writers.push(self.writer(l, k, &x.index, &x.value, Some(x))?);
                        }
                        rest.clone()
                    }
                    _ => return None,
                };
                layer = rest;
            }
            single.push(if own.len() == 1 { own.pop() } else { None });
        }
        let stride = self.stride(l, &single);
        Some(Array::Rounds { rest: before, writers: Rc::new(writers), stride })
    }

    fn writer(&mut self, l: &Loop, way: usize, index: &Lin, value: &Lin, inner: Option<&Writer>) -> Option<Writer> {
        let rounds: Vec<Sym> = l.counters.iter().map(|_| self.symbols.fresh("?", Range::COUNT)).collect();
        let mut lins = vec![index.clone(), value.clone()];
        let (mut some, mut body, mut values);
        match inner {
            None => (some, body, values) = self.instance(l, way, &self::lins(&rounds), &lins)?,
            Some(x) => {
                // The inner rounds are bound anew: their symbols become ones of this round.
                let mut r = Replace::default();
                for s in &x.some {
                    r.values.insert(*s, self.symbols.copy(*s).into());
                }
                lins = lins.iter().map(|y| y.replaced(&r.values)).collect::<Option<_>>()?;
                let mut whole = Loop { whens: l.whens.clone(), ..Loop::part(l) };
                whole.whens[way] = F::and(vec![l.whens[way].clone(), x.when.replaced(&r)]);
                (some, body, values) = self.instance(&whole, way, &self::lins(&rounds), &lins)?;
            }
        }
        let mut parts = vec![];
        for (j, r) in rounds.iter().enumerate() {
            let (r, c) = (Lin::from(*r), Lin::from(l.counters[j]));
            parts.push(if j == way { F::lt(&r, &c) } else { F::le(&r, &c) });
        }
        parts.push(std::mem::replace(&mut body, F::True));
        some.extend(rounds);
        let value = values.pop()?;
        let index = values.pop()?;
        Some(Writer { some, when: F::and(parts), index, value })
    }

    /// Every round writes at one place that goes on by the same amount each round, whichever way it goes.
    fn stride(&self, l: &Loop, single: &[Option<Lin>]) -> Option<Stride> {
        let exact: Values = l
            .params
            .iter()
            .flatten()
            .filter_map(|p| if let After::Exactly(x) = &p.after { Some((p.symbol, x.clone())) } else { None })
            .collect();
        let first = single.first()?.as_ref()?.replaced(&exact)?;
        for s in single {
            if s.as_ref()?.replaced(&exact)? != first {
                return None;
            }
        }
        let step = first.coefficient(l.counters[0]);
        let mut start = first.clone();
        let mut count = Lin::from(0);
        for c in &l.counters {
            if first.coefficient(*c) != step {
                return None;
            }
            start = start.plus(&(*c).into(), -step)?;
            count = count.plus(&(*c).into(), 1)?;
        }
        let known = start.terms().iter().all(|t| t.0.0 < l.symbols);
        (step != 0 && known).then_some(Stride { first: start, step, count })
    }

    /// Gives the state its values behind the rounds, and what held in them.
    fn go_round(&mut self, at: At, l: &Loop, unknown: bool, ways: &[Way], st: &mut State) -> Result<(), Stop> {
        let mut values = Vec::new();
        for p in &l.params {
            let Some(p) = p else {
                values.push(Value::Wild);
                continue;
            };
            let x = match &p.after {
                After::Exactly(x) => {
                    let range = self.symbols.range(p.symbol);
                    let low = range.lo.map_or(F::True, |lo| F::le(&lo.into(), x));
                    let high = range.hi.map_or(F::True, |hi| F::le(x, &hi.into()));
                    st.assume(&self.symbols, F::and(vec![low, high]));
                    x.clone()
                }
                After::Such(v, f) => {
                    st.assume(&self.symbols, f.clone());
                    (*v).into()
                }
                After::Unknown => self.symbols.copy(p.symbol).into(),
            };
            values.push(shown(&x, p.object, p.ty));
        }
        for k in 0..ways.len() {
            let rounds: Vec<Sym> = l.counters.iter().map(|_| self.symbols.fresh("?", Range::COUNT)).collect();
            let Some((mut some, body, _)) = self.instance(l, k, &lins(&rounds), &[]) else { continue };
            let mut parts = Vec::new();
            for (j, r) in rounds.iter().enumerate().filter(|(j, _)| *j != k) {
                parts.push(F::le(&(*r).into(), &l.counters[j].into()));
                some.push(*r);
            }
            parts.push(body);
            let body = F::and(parts);
            self.spend(4 * body.size() as u64)?;
            st.assume(&self.symbols, F::Rounds { round: rounds[k], bound: l.counters[k].into(), some, body: Rc::new(body) });
        }
        if ways.len() > 1 {
            let last = self.last_round(l);
            self.spend(4 * last.size() as u64)?;
            st.assume(&self.symbols, last);
        }
        if unknown {
            self.forget_memory(st);
        }
        for (o, _, array) in &l.arrays {
            st.objects.insert(*o, array.clone());
        }
        st.more |= ways.iter().any(|w| w.state.more);
        self.bind(at.ctx, at.block, values, st);
        Ok(())
    }

    /// No round was gone, or one of the ways was the last: every other one had been gone as often as it was in the end.
    fn last_round(&mut self, l: &Loop) -> F {
        let mut cases = vec![F::and(l.counters.iter().map(|c| F::Eq((*c).into())).collect())];
        for (k, counter) in l.counters.iter().enumerate() {
            let mut before: Vec<Lin> = lins(&l.counters);
            before[k] = before[k].add(-1);
            let body = match self.instance(l, k, &before, &[]) {
                Some((some, body, _)) => F::Some(some, Rc::new(body)),
                None => F::True,
            };
            cases.push(F::and(vec![F::lt(&0.into(), &(*counter).into()), body]));
        }
        F::or(cases)
    }

    fn line_of(&self, ctx: Ctx, block: BlockId) -> u32 {
        let b = self.p.func(self.contexts[ctx.0 as usize].func).block(block);
        b.locs.iter().map(|l| self.p.loc(*l).line).find(|l| *l > 0).unwrap_or(0)
    }
}

impl Loop {
    /// The same without its arrays' and conditions' lists, for a changed copy.
    fn part(l: &Loop) -> Loop {
        let params = l.params.iter().map(|p| {
            p.as_ref().map(|p| Param {
                symbol: p.symbol,
                before: p.before.clone(),
                object: p.object,
                ty: p.ty,
                after: p.after.clone(),
            })
        });
        Loop {
            symbols: l.symbols,
            bases: l.bases,
            params: params.collect(),
            counters: l.counters.clone(),
            whens: Vec::new(),
            arrays: l.arrays.clone(),
        }
    }
}

/// The number as a value of that type.
fn shown(l: &Lin, object: Option<Obj>, ty: Type) -> Value {
    match (object, ty) {
        (Some(o), _) => Value::Pointer(o, l.clone()),
        (None, Type::Bits(1)) => Value::Truth(F::eq(l, &1.into())),
        _ => Value::Number(l.clone()),
    }
}

fn lins(symbols: &[Sym]) -> Vec<Lin> {
    symbols.iter().map(|s| Lin::from(*s)).collect()
}
