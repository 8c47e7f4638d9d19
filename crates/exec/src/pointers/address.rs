//! Addresses as numbers: what is known of them once the path condition mentions one.

use std::rc::Rc;

use homing_memory::ObjRef;
use homing_solver::May;
use homing_solver::path::Origin;
use homing_term::{Term, VarKey};

use crate::{Executor, State};

/// No object lies below this address.
pub(crate) const LOWEST: u64 = 4096;

impl Executor<'_> {
    /// Before a condition is decided that mentions addresses: adds what holds of them. An object lies above [`LOWEST`], is aligned, does
    /// not wrap around, and does not overlap another live one. Nothing is said of objects that are gone: their block may come back.
    pub(crate) fn expose(&mut self, st: &mut State, cond: Term) {
        let support = self.cx.terms.support(cond);
        for &v in support.iter() {
            match self.cx.terms.var_info(v).key {
                VarKey::Addr { slot, generation } => {
                    let o = ObjRef { slot, generation };
                    if !st.exposed.contains(&o) {
                        self.expose_object(st, o);
                    }
                }
                VarKey::Input { input, .. } if !st.undefined.is_empty() => self.depends_on(st, cond, input),
                VarKey::Fresh { tag, n } => {
                    let var = self.cx.terms.var_info(v).term;
                    self.depends_on_assumed(st, var, tag, n);
                }
                _ => {}
            }
        }
    }

    fn expose_object(&mut self, st: &mut State, o: ObjRef) {
        let a = self.address(o);
        let w = self.program.ptr_bits;
        if self.options.fixed_addresses
            && let Some(number) = self.fixed.address(o)
        {
            let number = self.cx.terms.bits(w, number);
            let fact = self.cx.terms.eq(a, number);
            Rc::make_mut(&mut st.exposed).push(o);
            if let May::Yes(witness) = st.path.may(&mut self.cx, fact) {
                self.constrain(st, fact, witness);
            }
            return;
        }
        let (size, align) = st.memory.get(o).map_or((1, 1), |obj| (obj.size().max(1), u64::from(obj.info.align.max(1))));
        let top = if w == 64 { 1u64 << 47 } else { 0xffff_0000 };
        let mut facts = Vec::new();
        let t = &mut self.cx.terms;
        let (low, high) = (t.bits(w, LOWEST), t.bits(w, top.saturating_sub(size)));
        facts.push(t.ule(low, a));
        facts.push(t.ule(a, high));
        if align > 1 {
            let m = t.bits(w, align - 1);
            let z = t.bits(w, 0);
            let low_bits = t.and(a, m);
            facts.push(t.eq(low_bits, z));
        }
        if st.memory.get(o).is_some() {
            for &p in st.exposed.clone().iter() {
                if let Some(other) = st.memory.get(p) {
                    facts.push(self.apart(a, size, p, other.size().max(1)));
                }
            }
        }
        Rc::make_mut(&mut st.exposed).push(o);
        for f in facts {
            // There is always room for one more object; were it not so, saying less about addresses is still sound.
            if let May::Yes(witness) = st.path.may(&mut self.cx, f) {
                st.path.add(&mut self.cx, f, witness, Origin::FACT);
            }
        }
    }

    /// Did the numbers that addresses are decide which way the path went?
    pub(crate) fn chosen_by_addresses(&mut self, st: &State) -> bool {
        if st.exposed.is_empty() {
            return false;
        }
        let terms = &mut self.cx.terms;
        let chosen = st.path.constraints().filter(|(_, origin)| *origin != Origin::FACT);
        chosen.map(|(t, _)| t).collect::<Vec<_>>().into_iter().any(|t| {
            let support = terms.support(t);
            support.iter().any(|v| matches!(terms.var_info(*v).key, VarKey::Addr { .. }))
        })
    }

    fn apart(&mut self, a: Term, a_size: u64, p: ObjRef, p_size: u64) -> Term {
        let b = self.address(p);
        let w = self.program.ptr_bits;
        let t = &mut self.cx.terms;
        let (sa, sb) = (t.bits(w, a_size), t.bits(w, p_size));
        let (a_end, b_end) = (t.add(a, sa), t.add(b, sb));
        let before = t.ule(a_end, b);
        let after = t.ule(b_end, a);
        t.or(before, after)
    }
}
