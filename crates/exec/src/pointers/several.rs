//! Access through an address that leads to one of several places, in states that stand for several paths: all of them at once.

use homing_memory::{ObjRef, ObjectKind, Piece, Val};
use homing_term::Term;

use crate::end::Res;
use crate::{Executor, State};

/// Places that are taken together.
const MOST: usize = 8;

/// When it is this place.
pub(crate) type Guarded = (Term, ObjRef, u64);

impl Executor<'_> {
    /// The places that an address may mean, if all of them may be accessed that way without a further question.
    pub(crate) fn places(&mut self, st: &State, t: Term, n: u64, write: bool) -> Option<Vec<Guarded>> {
        let leaves = self.pointers.resolve(self, Val::term(t)).filter(|l| (2..=MOST).contains(&l.len()))?;
        let mut out = Vec::with_capacity(leaves.len());
        for (guard, leaf) in leaves {
            let (o, at) = leaf.as_ptr()?;
            let obj = st.memory.get(o)?;
            let inside = at.checked_add(n).is_some_and(|end| end <= obj.size());
            let data = !matches!(obj.info.kind, ObjectKind::Function(_) | ObjectKind::Given);
            let plain = data && inside && !obj.is_over() && obj.info_is_concrete() && !(write && obj.info.read_only);
            let known = |p: &Piece| match p {
                Piece::Int { .. } | Piece::Input { .. } => true,
                Piece::Undef { .. } => false,
                Piece::Part(p) => !p.val.is_unread(),
            };
            if !plain || !obj.pieces(at, n).iter().all(known) {
                return None;
            }
            out.push((guard, o, at));
        }
        Some(out)
    }

    pub(crate) fn load_of_several(&mut self, st: &mut State, places: &[Guarded], n: u64) -> Res<Val> {
        let w = n as u32 * 8;
        let mut all: Option<Term> = None;
        for (guard, o, at) in places {
            let v = self.read_at(st, *o, *at, n, false)?;
            let v = self.term_of(v, w);
            all = Some(match all {
                None => v,
                Some(rest) => self.cx.terms.ite(*guard, v, rest),
            });
        }
        Ok(all.map_or(Val::ZERO, |t| self.val_of(t)))
    }

    pub(crate) fn store_to_several(&mut self, st: &mut State, places: &[Guarded], n: u64, val: Val) -> Res<()> {
        let w = n as u32 * 8;
        let new = self.term_of(val, w);
        for (guard, o, at) in places {
            let old = self.read_at(st, *o, *at, n, false)?;
            let old = self.term_of(old, w);
            let mixed = self.cx.terms.ite(*guard, new, old);
            let v = self.val_of(mixed);
            self.write_at(st, *o, *at, n, v);
        }
        Ok(())
    }
}
