//! A function made ready to run: constants resolved, widths at hand. Made on the first call of the function.

use homing_ir::{Builtin, Const, FuncId, Function, Opnd, OpndKind, Program, Type, builtin};

use crate::memory::{Memory, Ptr, address_of, object_of, ptr};
use crate::nat::Nat;

/// What calling the function does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Defined,
    Model(Builtin),
    /// No body and no model.
    Nothing,
}

/// A function ready to run.
#[derive(Debug)]
pub struct Code<'p> {
    pub id: FuncId,
    pub f: &'p Function,
    pub body: Body,
    /// Values of the constant pool; those above 128 bits are in `wide_consts`, by index.
    pub consts: Vec<u128>,
    pub wide_consts: Vec<Nat>,
    /// Width of each register (pointers: the pointer width).
    pub widths: Vec<u32>,
    const_widths: Vec<u32>,
    /// How many registers are wider than 128 bits; those hold an index of the machine's wide values.
    pub wide_regs: Vec<u32>,
    /// Registers that something reads.
    pub used: Vec<bool>,
    /// Why it cannot be run.
    pub problem: Option<&'static str>,
}

/// The widest value that a register slot holds itself.
pub const SLOT_BITS: u32 = 128;

impl<'p> Code<'p> {
    pub fn new(p: &'p Program, id: FuncId, at: &Addresses) -> Code<'p> {
        let f = p.func(id);
        let body = match builtin(&f.name) {
            _ if !f.is_declaration() => Body::Defined,
            Some(b) => Body::Model(b),
            None => Body::Nothing,
        };
        let widths: Vec<u32> = f.regs.iter().map(|t| p.width(*t)).collect();
        let wide_regs = (0..).zip(&widths).filter(|(_, w)| **w > SLOT_BITS).map(|(i, _)| i).collect();
        let dynamic = f.regs.contains(&Type::Dyn) || f.results.contains(&Type::Dyn);
        let mut code = Code {
            id,
            f,
            body,
            consts: Vec::with_capacity(f.consts.len()),
            wide_consts: Vec::new(),
            widths,
            const_widths: Vec::with_capacity(f.consts.len()),
            wide_regs,
            used: used_registers(f),
            problem: dynamic.then_some("dynamic values (microc): its own interpreter runs them"),
        };
        for c in &f.consts {
            code.add_const(p, c, at);
        }
        code
    }

    fn add_const(&mut self, p: &Program, c: &Const, at: &Addresses) {
        let (w, v) = match c {
            Const::Bits { w, v } => (*w, u128::from(*v)),
            Const::Wide { w, words } if *w <= SLOT_BITS => (*w, Nat::from_words(words).low128()),
            Const::Wide { w, words } => {
                self.wide_consts.push(Nat::from_words(words).low(u64::from(*w)));
                (*w, self.wide_consts.len() as u128 - 1)
            }
            // Nothing here can use them.
            Const::Int(_) | Const::Undef | Const::Null => (0, 0),
            Const::Global { .. } | Const::Func(_) => (p.ptr_bits, at.constant(c)),
        };
        self.consts.push(v);
        self.const_widths.push(w);
    }

    /// Width of an operand.
    #[inline]
    pub fn width(&self, o: Opnd) -> u32 {
        match o.kind() {
            OpndKind::Reg(r) => self.widths[r.index()],
            OpndKind::Const(c) => self.const_widths[c.index()],
        }
    }

    /// Is the operand a pointer?
    #[inline]
    pub fn is_ptr(&self, o: Opnd) -> bool {
        match o.kind() {
            OpndKind::Reg(r) => self.f.regs[r.index()] == Type::Ptr,
            OpndKind::Const(c) => matches!(self.f.consts[c.index()], Const::Global { .. } | Const::Func(_)),
        }
    }
}

fn used_registers(f: &Function) -> Vec<bool> {
    let mut used = vec![false; f.regs.len()];
    let mut mark = |o: Opnd| {
        if let Some(r) = o.as_reg() {
            used[r.index()] = true;
        }
    };
    for b in &f.blocks {
        b.insts.iter().for_each(|i| i.uses(&mut mark));
        b.term.uses(&mut mark);
    }
    used
}

/// Where the functions and globals of the program are.
#[derive(Debug, Default)]
pub struct Addresses {
    pub functions: Vec<Ptr>,
    pub globals: Vec<Ptr>,
    pub mask: u64,
}

impl Addresses {
    /// The pointer that a constant address stands for; other constants are no addresses and give null.
    pub fn constant(&self, c: &Const) -> Ptr {
        match c {
            Const::Func(f) => self.functions[f.index()],
            Const::Global { id, offset } => {
                let start = self.globals[id.index()];
                ptr(object_of(start), address_of(start).wrapping_add(*offset as u64) & self.mask)
            }
            Const::Bits { v, .. } => u128::from(*v),
            Const::Wide { .. } | Const::Int(_) | Const::Undef | Const::Null => 0,
        }
    }
}

/// Makes the objects of all functions and globals. Contents of globals are filled in a second pass, since they may
/// hold addresses of later ones.
pub fn lay_out(p: &Program, memory: &mut Memory) -> crate::stop::Step<Addresses> {
    use crate::memory::Kind;
    let mut at = Addresses { mask: memory.pointer_mask(), ..Addresses::default() };
    for i in 0..p.functions.len() {
        at.functions.push(memory.allocate(0, 16, Kind::Function(FuncId(i as u32)))?);
    }
    for g in &p.globals {
        at.globals.push(memory.allocate(g.size, u64::from(g.align), Kind::Global)?);
    }
    for (g, &start) in p.globals.iter().zip(&at.globals) {
        if g.external || g.size == 0 {
            continue;
        }
        let all = memory.check(start, g.size, true)?;
        memory.fill(all, 0);
        let given = g.bytes.len().min(all.len);
        memory.write_bytes(crate::memory::Span { len: given, ..all }, &g.bytes[..given]);
        for (offset, c) in &g.relocs {
            let slot = memory.check(ptr(object_of(start), address_of(start) + offset), memory.pointer_bytes(), true)?;
            memory.write_ptr(slot, at.constant(c));
        }
        if g.constant {
            memory.set_constant(object_of(start), true);
        }
    }
    Ok(at)
}
