//! How running a state stops.

use homing_memory::Val;

use crate::{Finding, Loss};

/// Why a state has no future.
#[derive(Clone, Debug)]
pub enum Ended {
    /// The entry function returned, with its first result.
    Returned(Option<Val>),
    /// The program called `exit`.
    Exited(Val),
    /// Its path condition cannot hold (a failed assumption).
    Infeasible,
    /// It goes round for ever without doing anything new: no loss, nothing behind it is reached.
    Diverges,
    /// The program asked for a silent end.
    Silent,
    /// The analysed program is wrong here.
    Finding(Box<Finding>),
    /// We could not go on.
    Lost(Box<Loss>),
    /// The state came to a block where the caller wanted it to stop.
    Stopped,
}

/// Inside the executor: why the present instruction did not complete.
#[derive(Debug)]
pub(crate) enum Stop {
    End(Ended),
    /// The trail that is followed ends here: the state stays before this instruction.
    Pause,
}

/// Result of a part of an instruction.
pub(crate) type Res<T> = Result<T, Stop>;
