//! One function being lowered: blocks, instructions, operands.

use homing_ir::{
    Block, BlockId, Const, DebugVar, DynOp, Edge, Function as IrFunction, Home, Inst, LocId, Opnd, Reg, Terminator, Type,
};
use homing_microc::{Name, Pos};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{DYN, Shared};

/// Where a variable lives.
#[derive(Clone, Copy)]
pub(crate) enum Slot {
    /// In the memory that this pointer points to; becomes a register.
    Memory(Opnd),
    /// In the cell that this `Dyn` pointer leads to: its address is taken.
    Cell(Opnd),
}

/// The function under construction and the block that instructions go to.
pub(crate) struct Builder<'s, 'a> {
    pub(crate) s: &'s mut Shared<'a>,
    /// The index of the function.
    pub(crate) index: u32,
    pub(crate) f: IrFunction,
    pub(crate) slots: FxHashMap<Name, Slot>,
    /// The line of the statement or condition at hand.
    line: u32,
    at: usize,
    consts: FxHashMap<Const, Opnd>,
}

impl<'s, 'a> Builder<'s, 'a> {
    /// Lowers the function with an index.
    pub(crate) fn function(s: &'s mut Shared<'a>, index: usize) -> IrFunction {
        let ast = s.ast;
        let source = &ast.functions[index];
        let f = IrFunction {
            name: ast.name(source.name).to_string(),
            results: vec![DYN],
            param_types: vec![DYN; source.params.len()],
            byval: vec![0; source.params.len()],
            loc: s.loc(source.pos),
            address_taken: s.scalars.used_as_value[index],
            ..IrFunction::default()
        };
        let mut b =
            Builder { s, index: index as u32, f, slots: FxHashMap::default(), line: 0, at: 0, consts: FxHashMap::default() };
        let entry = b.block();
        b.go(entry);
        b.variables();
        source.body.iter().for_each(|&stmt| b.stmt(stmt));
        b.return_statement(source);
        b.f
    }

    /// Makes a home for each parameter and variable.
    fn variables(&mut self) {
        let ast = self.s.ast;
        let source = &ast.functions[self.index as usize];
        self.f.params = source.params.iter().map(|_| self.f.new_reg(DYN)).collect();
        let mut seen = FxHashSet::default();
        for (i, local) in source.locals().enumerate() {
            // A name declared twice is refused before; here the first one counts.
            if !seen.insert(local.name) {
                continue;
            }
            let first = self.f.params.get(i).map(|r| Opnd::reg(*r));
            let slot = if self.s.scalars.address_taken.contains(&(self.index, local.name)) {
                let start = first.unwrap_or_else(|| self.constant(Const::Undef));
                Slot::Cell(self.dynamic(source.pos, DynOp::Alloc, &[start]))
            } else {
                let name = ast.name(local.name);
                let dst = self.f.new_reg(Type::Ptr);
                let size = self.constant(Const::Bits { w: 64, v: 8 });
                let text = self.s.string(name);
                self.push(source.pos, Inst::Alloca { dst, size, align: 8, name: text });
                self.f.vars.push(DebugVar { name: name.to_string(), type_name: String::new(), home: Home::Slot(dst) });
                if let Some(val) = first {
                    self.push(source.pos, Inst::Store { addr: dst.into(), val, align: 8 });
                }
                Slot::Memory(dst.into())
            };
            self.slots.insert(local.name, slot);
        }
        if seen.is_empty() {
            self.nothing_here(source.pos);
        }
    }

    /// An instruction without effect, so that a line has code that a target can stand on. Clean-up takes it away again.
    fn nothing_here(&mut self, pos: Pos) {
        let dst = self.f.new_reg(DYN);
        let a = self.constant(Const::Null);
        self.push(pos, Inst::Copy { dst, a });
    }

    /// A part that takes no instruction: on a line of its own, it gets one without effect.
    pub(crate) fn passed(&mut self, pos: Pos) {
        if pos.line != self.line {
            self.nothing_here(pos);
        }
    }

    /// Emits code that belongs to a statement or condition at a place. Its first instruction is on that line, even if the first operand is not.
    pub(crate) fn on_line<T>(&mut self, pos: Pos, code: impl FnOnce(&mut Self) -> T) -> T {
        let (block, start) = (self.at, self.f.blocks[self.at].insts.len());
        self.line = pos.line;
        let out = code(self);
        let first = self.f.blocks[block].locs.get(start).copied();
        if first.is_none_or(|l| self.s.locs[l.index()].line != pos.line) {
            let here = std::mem::replace(&mut self.at, block);
            self.nothing_here(pos);
            let b = &mut self.f.blocks[block];
            // It was put last; the instructions before it move behind it.
            b.insts[start..].rotate_right(1);
            let end = b.insts.len();
            b.locs[start..end].rotate_right(1);
            self.at = here;
        }
        out
    }

    // Blocks.

    /// A new block, still without an end.
    pub(crate) fn block(&mut self) -> BlockId {
        self.f.blocks.push(Block { params: vec![], insts: vec![], term: Terminator::Unreachable, locs: vec![] });
        BlockId(self.f.blocks.len() as u32 - 1)
    }

    /// Further instructions go to that block.
    pub(crate) fn go(&mut self, block: BlockId) {
        self.at = block.index();
    }

    /// Ends the present block.
    pub(crate) fn end(&mut self, pos: Option<Pos>, term: Terminator) {
        let loc = pos.map_or(LocId(0), |p| self.s.loc(p));
        let b = &mut self.f.blocks[self.at];
        b.term = term;
        b.locs.push(loc);
    }

    /// Ends the present block with a jump that belongs to no line.
    pub(crate) fn jump(&mut self, to: BlockId) {
        self.end(None, Terminator::Jump(Edge { to, args: Box::new([]) }));
    }

    /// A block parameter: a value that each way to the block gives.
    pub(crate) fn param(&mut self, block: BlockId) -> Opnd {
        let r = self.f.new_reg(DYN);
        self.f.blocks[block.index()].params.push(r);
        r.into()
    }

    // Instructions.

    pub(crate) fn push(&mut self, pos: Pos, inst: Inst) {
        let loc = self.s.loc(pos);
        let b = &mut self.f.blocks[self.at];
        // Into a block that has its end already, in front of the end's location.
        b.locs.insert(b.insts.len(), loc);
        b.insts.push(inst);
    }

    /// A `Dyn` operation with a result.
    pub(crate) fn dynamic(&mut self, pos: Pos, op: DynOp, args: &[Opnd]) -> Opnd {
        let dst: Reg = self.f.new_reg(op.result().unwrap_or(DYN));
        self.push(pos, Inst::Dyn { op, dst: Some(dst), args: args.into() });
        dst.into()
    }

    /// A `Dyn` operation without a result.
    pub(crate) fn effect(&mut self, pos: Pos, op: DynOp, args: &[Opnd]) {
        self.push(pos, Inst::Dyn { op, dst: None, args: args.into() });
    }

    pub(crate) fn constant(&mut self, c: Const) -> Opnd {
        if let Some(&known) = self.consts.get(&c) {
            return known;
        }
        let o = self.f.new_const(c.clone());
        self.consts.insert(c, o);
        o
    }

    /// The number behind an operand that is a literal.
    pub(crate) fn literal(&self, o: Opnd) -> Option<num_bigint::BigInt> {
        match &self.f.consts[o.as_const()?.index()] {
            Const::Int(text) => text.parse().ok(),
            _ => None,
        }
    }

    pub(crate) fn small(&mut self, n: i32) -> Opnd {
        let c = self.s.number(n.into());
        self.constant(c)
    }
}
