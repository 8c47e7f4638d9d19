//! What a state is, as text that does not depend on how it came to be known: two states that describe the same path have the same digest, though
//! they live in different stores of terms.

use std::collections::HashMap;
use std::fmt::Write;

use homing_exec::{Executor, State};
use homing_memory::{Piece, Val, ValKind};
use homing_term::{Model, Sort, Term, Terms, Value, VarId, VarKey, Words};

/// Assignments that terms are told apart by.
const MODELS: u64 = 3;

struct Digest<'t> {
    terms: &'t mut Terms,
    /// Numbers of values that nobody chose are those of a run; here they are in the order in which they are met.
    fresh: HashMap<VarId, u64>,
}

/// Place, stack, registers, memory, path condition and inputs, a line each.
pub fn digest(exec: &mut Executor<'_>, st: &State) -> Vec<String> {
    let mut d = Digest { terms: &mut exec.context_mut().terms, fresh: HashMap::new() };
    let mut out = vec![format!("steps {} exiting {:?}", st.steps, st.exiting.is_some())];
    for f in std::iter::once(&st.frame).chain(st.callers()) {
        let which = f.regs.kept().map_or(&[][..], |k| k);
        let regs: Vec<String> = which.iter().zip(f.regs.values()).map(|(r, v)| format!("{}={}", r.0, d.value(v))).collect();
        out.push(format!("frame {:?} {:?} {} {}", f.func, f.block, f.inst, regs.join(" ")));
    }
    let mut objects: Vec<_> = st.memory.live().collect();
    objects.sort_by_key(|(o, _)| (o.slot, o.generation));
    for (o, object) in objects {
        let mut line = format!("object {} {} of {} {:?}:", o.slot, o.generation, object.size(), object.info.kind);
        if matches!(object.info.kind, homing_memory::ObjectKind::Cells) {
            (0..object.size() / 8).for_each(|i| line += &format!(" {}", d.value(object.cell(8 * i))));
        } else {
            for piece in object.pieces(0, object.size()) {
                let _ = match piece {
                    Piece::Part(p) => write!(line, " {}:{}+{}", d.value(p.val), p.from, p.len),
                    other => write!(line, " {other:?}"),
                };
            }
        }
        out.push(line);
    }
    let mut conditions: Vec<String> = st.path.constraints().map(|(t, _)| d.term(t)).collect();
    conditions.sort();
    conditions.dedup();
    out.extend(conditions.into_iter().map(|c| format!("condition {c}")));
    out.push(format!("{} inputs", st.inputs.len()));
    out
}

impl Digest<'_> {
    fn value(&mut self, v: Val) -> String {
        match v.kind() {
            ValKind::Term(t) => self.term(t),
            ValKind::PtrAt(o, t) => format!("{}.{}+{}", o.slot, o.generation, self.term(t)),
            ValKind::Ptr(o, off) => format!("{}.{}+{off}", o.slot, o.generation),
            other => format!("{other:?}"),
        }
    }

    /// The values of a term under a few assignments.
    fn term(&mut self, t: Term) -> String {
        let support = self.terms.support(t);
        let mut text = String::from("t");
        for k in 0..MODELS {
            let mut model = Model::new();
            for v in support.iter() {
                let value = self.assigned(*v, k);
                model.set(*v, value);
            }
            let _ = write!(text, ",{:?}", self.terms.eval(t, &model));
        }
        text
    }

    fn assigned(&mut self, v: VarId, k: u64) -> Value {
        let info = self.terms.var_info(v).clone();
        let seed = match &info.key {
            VarKey::Named(name) => name.bytes().fold(1, |h, b| mixed(h ^ u64::from(b))),
            VarKey::Input { input, offset } => mixed(u64::from(*input) << 32 | u64::from(*offset)),
            VarKey::Addr { slot, generation } => mixed(u64::from(*slot) << 32 | u64::from(*generation)) ^ 0xadd,
            VarKey::Fresh { tag, .. } => {
                let n = self.fresh.len() as u64;
                let n = *self.fresh.entry(v).or_insert(n);
                mixed(u64::from(*tag) << 32 | n) ^ 0xf5
            }
        };
        let word = mixed(seed.wrapping_add(k));
        match info.sort {
            Sort::Bits(w) => {
                let mut words: Words = (0..u64::from(w.div_ceil(64))).map(|i| mixed(word ^ i)).collect();
                if let (Some(last), true) = (words.last_mut(), w % 64 != 0) {
                    *last &= (1 << (w % 64)) - 1;
                }
                Value::Bits { w, words }
            }
            // Small numbers: products of large ones say no more.
            Sort::Int => Value::Int(((word % 41) as i64 - 20).into()),
            other => panic!("a variable of sort {other:?}"),
        }
    }
}

fn mixed(x: u64) -> u64 {
    let x = (x ^ x >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) ^ x >> 30
}
