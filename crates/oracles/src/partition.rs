//! Path partition: explored exhaustively, the paths of a program divide its inputs. For any input exactly one path condition holds, and the
//! path's outputs under that input are what a real run gives.

use homing_exec::{Ended, Executor};
use homing_memory::ValKind;
use homing_term::{Model, Term, VarId, VarKey};

use crate::walk::Path;

/// All paths of a program, ready to be evaluated.
pub struct Partition {
    cells: Vec<Cell>,
    vars: Vec<VarId>,
}

struct Cell {
    conditions: Vec<Term>,
    outputs: Vec<Output>,
    end: Ended,
}

enum Output {
    Known(u64),
    Term(Term),
}

/// What the paths say about one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// No path condition holds: the input breaks an assumption.
    Nothing,
    /// The one path that holds returns or exits with these outputs.
    Outputs(Vec<u64>),
    /// The one path that holds ends in an error of this kind, after these outputs.
    Error(String, Vec<u64>),
    /// This many path conditions hold.
    Ambiguous(usize),
}

impl Partition {
    /// `Err` says why the paths cannot be evaluated on inputs alone (addresses or values nobody chose decide something).
    pub fn new(exec: &mut Executor<'_>, paths: Vec<Path>) -> Result<Partition, String> {
        let mut cells = Vec::new();
        let mut vars = Vec::new();
        for Path { state, end } in paths {
            if state.inputs.has_uncontrolled() {
                return Err("uninitialised memory is read".into());
            }
            let conditions: Vec<Term> = state.path.constraints().map(|(t, _)| t).collect();
            let mut outputs = Vec::new();
            for v in state.outputs.list() {
                outputs.push(match v.kind() {
                    ValKind::Int(v) => Output::Known(v),
                    ValKind::Term(t) => Output::Term(t),
                    _ => return Err("a pointer is output".into()),
                });
            }
            let terms = outputs.iter().filter_map(|o| if let Output::Term(t) = o { Some(*t) } else { None });
            for t in conditions.iter().copied().chain(terms) {
                vars.extend(exec.context_mut().terms.support(t).iter());
            }
            cells.push(Cell { conditions, outputs, end });
        }
        vars.sort_unstable();
        vars.dedup();
        match vars.iter().all(|v| matches!(exec.context().terms.var_info(*v).key, VarKey::Input { .. })) {
            true => Ok(Partition { cells, vars }),
            false => Err("an address decides".into()),
        }
    }

    /// How many paths there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no path at all.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// What the paths say about an input: the bytes of each input object, in order of the log.
    pub fn at(&self, exec: &mut Executor<'_>, inputs: &[&[u8]]) -> Said {
        let mut model = Model::new();
        for &v in &self.vars {
            let info = exec.context().terms.var_info(v);
            let VarKey::Input { input, offset } = info.key else { unreachable!("checked when built") };
            let bytes = exec.context().terms.width(info.term).div_ceil(8) as usize;
            let mut word = [0; 8];
            let from = inputs.get(input as usize).map_or(&[][..], |b| &b[offset as usize..offset as usize + bytes]);
            word[..from.len()].copy_from_slice(from);
            model.set64(v, u64::from_le_bytes(word));
        }
        let terms = &mut exec.context_mut().terms;
        let mut holding = self.cells.iter().filter(|c| c.conditions.iter().all(|t| terms.eval64(*t, &model) == 1));
        let Some(cell) = holding.next() else { return Said::Nothing };
        let more = holding.count();
        if more > 0 {
            return Said::Ambiguous(1 + more);
        }
        let outputs = cell
            .outputs
            .iter()
            .map(|o| match o {
                Output::Known(v) => *v,
                Output::Term(t) => terms.eval64(*t, &model),
            })
            .collect();
        match &cell.end {
            Ended::Returned(_) | Ended::Exited(_) => Said::Outputs(outputs),
            Ended::Finding(f) => Said::Error(f.kind.to_string(), outputs),
            other => Said::Error(format!("{other:?}"), outputs),
        }
    }
}
