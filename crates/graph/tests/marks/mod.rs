//! Where the targets of a test program are.

use homing_ir::{BlockId, FuncId, Inst, Place, Program};

/// The places of the two targets.
pub fn marks(p: &Program) -> Vec<Vec<Place>> {
    let mut all = vec![vec![], vec![]];
    for (i, f) in p.functions.iter().enumerate() {
        for (b, block) in f.blocks.iter().enumerate() {
            for (k, inst) in block.insts.iter().enumerate() {
                if let Inst::Mark { target } = inst {
                    all[target.index()].push(Place { func: FuncId(i as u32), block: BlockId(b as u32), inst: k as u32 });
                }
            }
        }
    }
    all
}
