//! The registers of an activation: all of them while it runs, those that are still read while it waits.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::rc::Rc;

use homing_ir::Reg;
use homing_memory::Val;

/// Values of registers. Running code indexes them by number; whoever looks at a state that may wait asks [`Regs::get`].
#[derive(Clone, Default)]
pub struct Regs {
    /// By number, and perhaps longer than that; a register that is not live holds anything. Empty while the activation waits.
    all: Vec<Val>,
    /// Those that are live, while it waits.
    live: Option<Live>,
}

#[derive(Clone)]
struct Live {
    /// Ascending; shared by all states that wait at the same place.
    which: Rc<[Reg]>,
    values: Box<[Val]>,
}

impl Regs {
    /// Registers in this buffer, of which none has a value yet.
    pub(crate) fn running(all: Vec<Val>) -> Regs {
        Regs { all, live: None }
    }

    /// Copies of those registers of another activation, for one that waits.
    pub(crate) fn waiting(of: &Regs, which: &Rc<[Reg]>) -> Regs {
        let values = match &of.live {
            Some(live) if Rc::ptr_eq(&live.which, which) => live.values.clone(),
            _ => which.iter().map(|r| of.get(*r).unwrap_or(Val::DEAD)).collect(),
        };
        Regs { all: Vec::new(), live: Some(Live { which: which.clone(), values }) }
    }

    /// Puts the values that are kept into a buffer that is long enough: the activation runs from now on.
    pub(crate) fn wake(&mut self, mut buffer: Vec<Val>) {
        if let Some(live) = self.live.take() {
            live.which.iter().zip(&live.values).for_each(|(r, v)| buffer[r.index()] = *v);
            self.all = buffer;
        }
    }

    /// Copies those registers into a buffer that is long enough.
    pub(crate) fn copied_to(&self, which: &[Reg], mut buffer: Vec<Val>) -> Regs {
        which.iter().for_each(|r| buffer[r.index()] = self.all[r.index()]);
        Regs::running(buffer)
    }

    /// The buffer, for others to use.
    pub(crate) fn into_buffer(self) -> Vec<Val> {
        self.all
    }

    /// Does the activation wait?
    #[inline]
    pub fn is_waiting(&self) -> bool {
        self.live.is_some()
    }

    /// The registers that are kept, in order; none while the activation runs.
    pub fn kept(&self) -> Option<&Rc<[Reg]>> {
        self.live.as_ref().map(|l| &l.which)
    }

    /// The value of a register; none if there is no such register, or if it is not live in an activation that waits.
    pub fn get(&self, r: Reg) -> Option<Val> {
        match &self.live {
            None => self.all.get(r.index()).copied(),
            Some(live) => live.which.binary_search(&r).ok().map(|at| live.values[at]),
        }
    }

    /// Gives a register a value, also one that was not live.
    pub fn set(&mut self, r: Reg, v: Val) {
        let Some(live) = &mut self.live else {
            self.all[r.index()] = v;
            return;
        };
        match live.which.binary_search(&r) {
            Ok(at) => live.values[at] = v,
            Err(at) => {
                let (mut which, mut values) = (live.which.to_vec(), live.values.to_vec());
                which.insert(at, r);
                values.insert(at, v);
                *live = Live { which: which.into(), values: values.into() };
            }
        }
    }

    /// The values of an activation that waits; none of one that runs.
    pub fn values(&self) -> impl Iterator<Item = Val> + '_ {
        self.live.iter().flat_map(|l| l.values.iter().copied())
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        (self.all.capacity() + self.live.as_ref().map_or(0, |l| l.values.len())) * size_of::<Val>()
    }
}

impl Index<usize> for Regs {
    type Output = Val;

    #[inline(always)]
    fn index(&self, at: usize) -> &Val {
        &self.all[at]
    }
}

impl IndexMut<usize> for Regs {
    #[inline(always)]
    fn index_mut(&mut self, at: usize) -> &mut Val {
        &mut self.all[at]
    }
}

impl fmt::Debug for Regs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.live {
            None => write!(f, "{} registers", self.all.len()),
            Some(live) => f.debug_map().entries(live.which.iter().zip(&live.values)).finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_and_the_rest_does_not() {
        let mut regs = Regs::running((0..9).map(Val::int).collect());
        let which: Rc<[Reg]> = [2, 5, 7].map(Reg).into();
        let mut waiting = Regs::waiting(&regs, &which);
        assert!(waiting.is_waiting() && !regs.is_waiting());
        assert_eq!((waiting.get(Reg(5)), waiting.get(Reg(4))), (Some(Val::int(5)), None));
        waiting.set(Reg(5), Val::int(50));
        waiting.set(Reg(4), Val::int(40));
        assert_eq!(waiting.kept().map(|k| k.to_vec()), Some([2, 4, 5, 7].map(Reg).to_vec()));
        waiting.wake(vec![Val::DEAD; 12]);
        regs = waiting;
        let held: Vec<Option<u64>> = (0..9).map(|i| regs[i].as_int()).collect();
        assert_eq!(held, [None, None, Some(2), None, Some(40), Some(50), None, Some(7), None]);
        let copy = regs.copied_to(&[Reg(7)], vec![Val::DEAD; 9]);
        assert_eq!((copy[7], copy[5], copy.is_waiting()), (Val::int(7), Val::DEAD, false));
    }
}
