//! Which locals can be registers, and which blocks need a parameter for them.

use super::Work;
use crate::flow::NONE;
use crate::{Inst, Opnd, Reg, Type, byte_len};

/// The locals to promote.
#[derive(Default)]
pub struct Slots {
    pub list: Vec<Slot>,
    /// By register: the number of the slot whose address it is, or `NONE`.
    pub of: Vec<u32>,
    /// By block: slots that get a parameter there, in order.
    pub params: Vec<Vec<(u32, Reg)>>,
}

/// One local.
pub struct Slot {
    pub ty: Type,
    /// Can a read come before every write?
    pub exposed: bool,
}

impl Slots {
    /// The slot that this address is of.
    pub fn at(&self, o: Opnd) -> Option<usize> {
        let r = o.as_reg()?;
        self.of.get(r.index()).filter(|s| **s != NONE).map(|s| *s as usize)
    }
}

/// Where a candidate is written, and read before it is written, by block; each block once per list.
#[derive(Default, Clone)]
struct Accesses {
    written: Vec<u32>,
    read_first: Vec<u32>,
}

impl Work<'_> {
    pub fn find_slots(&self) -> Slots {
        let mut slots = Slots::default();
        // An entry block that can be jumped to would make its allocas anew each time.
        if self.options.promote && self.graph.preds(0).is_empty() {
            slots.of = vec![NONE; self.f.regs.len()];
            self.candidates(&mut slots);
            self.check_uses(&mut slots);
        }
        if !slots.list.is_empty() {
            self.place_params(&mut slots);
        }
        slots
    }

    fn candidates(&self, slots: &mut Slots) {
        for inst in &self.f.blocks[0].insts {
            match inst {
                // What comes after a saved stack may be freed before the function's end.
                Inst::StackSave { .. } => break,
                Inst::Alloca { dst, size, .. } if self.small(*size).is_some() => {
                    slots.of[dst.index()] = slots.list.len() as u32;
                    // The type is that of the first access; until then a width that none has.
                    slots.list.push(Slot { ty: Type::Bits(0), exposed: false });
                }
                _ => {}
            }
        }
    }

    /// Keeps the candidates whose address is only used to load and store values of one width that fits.
    fn check_uses(&self, slots: &mut Slots) {
        if slots.list.is_empty() {
            return;
        }
        let mut bad = vec![false; slots.list.len()];
        let mut loaded = vec![false; slots.list.len()];
        for &b in &self.dominators.preorder {
            let block = &self.f.blocks[b as usize];
            for inst in &block.insts {
                let mut refuse = |o: Opnd| {
                    if let Some(s) = slots.at(o) {
                        bad[s] = true;
                    }
                };
                let (addr, ty, load) = match inst {
                    Inst::Load { dst, addr, .. } => (*addr, self.f.regs[dst.index()], true),
                    Inst::Store { addr, val, .. } => {
                        refuse(*val);
                        (*addr, self.type_of(*val), false)
                    }
                    // Nobody but its own block can come to what is no memory.
                    Inst::Scope { .. } => continue,
                    _ => {
                        inst.uses(refuse);
                        continue;
                    }
                };
                let Some(s) = slots.at(addr) else { continue };
                let slot = &mut slots.list[s];
                let first = slot.ty == Type::Bits(0);
                let other = |t: Type| (t == Type::Dyn) != (ty == Type::Dyn) || self.width(t) != self.width(ty);
                bad[s] |= !first && other(slot.ty);
                // What is read decides the type, so that casts stand at writes, which are fewer.
                if first || (load && !loaded[s]) {
                    slot.ty = ty;
                }
                loaded[s] |= load;
            }
            block.term.uses(|o| {
                if let Some(s) = slots.at(o) {
                    bad[s] = true;
                }
            });
        }
        for inst in &self.f.blocks[0].insts {
            if let Inst::Alloca { dst, size, .. } = inst
                && let Some(s) = slots.at(Opnd::reg(*dst))
            {
                let fits = self.small(*size).is_some_and(|n| byte_len(self.width(slots.list[s].ty)) <= n);
                bad[s] |= !fits;
            }
        }
        keep(slots, |s, _| !bad[s]);
    }

    fn type_of(&self, o: Opnd) -> Type {
        match o.kind() {
            crate::OpndKind::Reg(r) => self.f.regs[r.index()],
            crate::OpndKind::Const(c) => match &self.f.consts[c.index()] {
                crate::Const::Bits { w, .. } | crate::Const::Wide { w, .. } => Type::Bits(*w),
                crate::Const::Int(_) | crate::Const::Undef | crate::Const::Null => Type::Dyn,
                crate::Const::Func(_) if self.dynamic => Type::Dyn,
                crate::Const::Global { .. } | crate::Const::Func(_) => Type::Ptr,
            },
        }
    }

    fn width(&self, t: Type) -> u32 {
        match t {
            Type::Bits(w) => w,
            Type::Ptr => self.ptr_bits,
            Type::Dyn => 64,
        }
    }

    /// Parameters where different values meet and one is still read: iterated dominance frontiers of the writes,
    /// pruned by liveness (Cytron et al.).
    fn place_params(&self, slots: &mut Slots) {
        let accesses = self.accesses(slots);
        let frontiers = self.dominators.frontiers(&self.graph);
        let n = self.f.blocks.len();
        let (mut live, mut written, mut placed) = (vec![NONE; n], vec![NONE; n], vec![NONE; n]);
        let mut joins: Vec<(u32, u32)> = Vec::new();
        let mut work = Vec::new();
        for (s, access) in accesses.iter().enumerate() {
            let s = s as u32;
            access.written.iter().for_each(|b| written[*b as usize] = s);
            work.clear();
            work.extend(&access.read_first);
            access.read_first.iter().for_each(|b| live[*b as usize] = s);
            while let Some(b) = work.pop() {
                slots.list[s as usize].exposed |= b == 0;
                for &p in self.graph.preds(b) {
                    if self.dominators.reachable(p) && written[p as usize] != s && live[p as usize] != s {
                        live[p as usize] = s;
                        work.push(p);
                    }
                }
            }
            if self.stays(&slots.list[s as usize]) {
                continue;
            }
            work.extend(&access.written);
            while let Some(b) = work.pop() {
                for &join in frontiers.of(b) {
                    if live[join as usize] == s && placed[join as usize] != s {
                        placed[join as usize] = s;
                        joins.push((join, s));
                        work.push(join);
                    }
                }
            }
        }
        if self.options.keep_uninitialised {
            let names = keep(slots, |_, slot| !self.stays(slot));
            joins.iter_mut().for_each(|(_, s)| *s = names[*s as usize]);
        }
        joins.sort_unstable();
        slots.params = vec![Vec::new(); n];
        for (b, s) in joins {
            // The registers are made when the slots are final, by the renaming.
            slots.params[b as usize].push((s, Reg(NONE)));
        }
    }

    /// Is it left in memory so that reads before writes are seen? A `Dyn` value tells that by itself.
    fn stays(&self, slot: &Slot) -> bool {
        self.options.keep_uninitialised && slot.exposed && slot.ty != Type::Dyn
    }

    fn accesses(&self, slots: &Slots) -> Vec<Accesses> {
        let mut all = vec![Accesses::default(); slots.list.len()];
        for &b in &self.dominators.preorder {
            for inst in &self.f.blocks[b as usize].insts {
                match inst {
                    Inst::Load { addr, .. } => {
                        if let Some(s) = slots.at(*addr)
                            && all[s].written.last() != Some(&b)
                            && all[s].read_first.last() != Some(&b)
                        {
                            all[s].read_first.push(b);
                        }
                    }
                    Inst::Store { addr, .. } => {
                        if let Some(s) = slots.at(*addr)
                            && all[s].written.last() != Some(&b)
                        {
                            all[s].written.push(b);
                        }
                    }
                    _ => {}
                }
            }
        }
        all
    }
}

/// Drops the slots that `good` refuses; returns the new number of each old one.
fn keep(slots: &mut Slots, good: impl Fn(usize, &Slot) -> bool) -> Vec<u32> {
    let mut names = vec![NONE; slots.list.len()];
    let mut kept = Vec::with_capacity(slots.list.len());
    for (s, slot) in std::mem::take(&mut slots.list).into_iter().enumerate() {
        if good(s, &slot) {
            names[s] = kept.len() as u32;
            kept.push(slot);
        }
    }
    slots.list = kept;
    slots.of.iter_mut().filter(|s| **s != NONE).for_each(|s| *s = names[*s as usize]);
    names
}
