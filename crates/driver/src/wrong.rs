//! Making the model wrong on purpose, for tests: whatever is wrong with a model, no proof may survive it.

use homing_ir::{BinOp, CmpOp, Inst, Origin, Program};

use homing_host::Failure;

/// Makes the comparison or sum with that number, in the program's own functions, another one. Only the model changes: native runs are
/// those of the program as it is.
pub fn make_wrong(p: &mut Program, number: usize) -> Result<(), Failure> {
    let own = p.functions.iter_mut().filter(|f| f.origin == Origin::Program);
    let mut left = number;
    for inst in own.flat_map(|f| &mut f.blocks).flat_map(|b| &mut b.insts) {
        if !matches!(inst, Inst::Cmp { .. } | Inst::Bin { op: BinOp::Add, .. }) {
            continue;
        }
        if left == 0 {
            match inst {
                Inst::Cmp { op, .. } => *op = opposite(*op),
                Inst::Bin { op, .. } => *op = BinOp::Sub,
                _ => {}
            }
            return Ok(());
        }
        left -= 1;
    }
    Err(Failure::usage(format!("--wrong-model {number}: there are only {} places", number - left)))
}

fn opposite(op: CmpOp) -> CmpOp {
    use CmpOp::*;
    match op {
        Eq => Ne,
        Ne => Eq,
        Ult => Uge,
        Uge => Ult,
        Ule => Ugt,
        Ugt => Ule,
        Slt => Sge,
        Sge => Slt,
        Sle => Sgt,
        Sgt => Sle,
    }
}
