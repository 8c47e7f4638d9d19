//! Addresses as numbers: what is known of them once the path condition mentions one.

use homing_memory::ObjRef;
use homing_solver::path::Origin;
use homing_term::{Term, VarKey};

use crate::{Executor, State};

/// No object lies below this address.
pub(crate) const LOWEST: u64 = 4096;

impl Executor<'_> {
    /// Before a condition is decided that mentions addresses: adds what the pointer model says of them.
    pub(crate) fn expose(&mut self, st: &mut State, cond: Term) {
        let support = self.cx.terms.support(cond);
        for &v in support.iter() {
            match self.cx.terms.var_info(v).key {
                VarKey::Addr { slot, generation } => {
                    let o = ObjRef { slot, generation };
                    if !st.exposed.contains(&o) {
                        self.pointers.expose(self, st, o);
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
}
