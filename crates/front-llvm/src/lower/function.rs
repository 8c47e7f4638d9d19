//! One function body: blocks, registers, source variables. The instructions are in the files beside.

use super::{Lowerer, loose, scopes};
use crate::llvm::{Bb, Md, Opcode, Ty, Value, ValueKind};
use homing_ir::*;
use llvm_sys::core::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The scalars of one value.
pub(super) type Scalars = SmallVec<[Opnd; 4]>;

/// Why an instruction cannot be lowered: the text of the `Unsupported` that takes its place.
pub(super) type Lowered = Result<(), String>;

/// Translates the body of `f` into `head`, which has the signature.
pub(super) fn lower(cx: &mut Lowerer, f: Value, head: Function) -> Function {
    let mut l = FunctionLowerer {
        cx,
        f: head,
        values: FxHashMap::default(),
        arena: Vec::new(),
        consts: FxHashMap::default(),
        blocks: FxHashMap::default(),
        incoming: FxHashMap::default(),
        phis: FxHashMap::default(),
        allocas: FxHashMap::default(),
        block: Block { params: Vec::new(), insts: Vec::new(), term: Terminator::Unreachable, locs: Vec::new() },
        bb: f.blocks().next().expect("a defined function has a block"),
        loc: LocId(0),
        extra: Vec::new(),
        silent: Vec::new(),
        scopes: scopes::Marks::default(),
        fuses: loose::fuses(f),
    };
    if l.f.origin == Origin::Program {
        l.scopes = scopes::marks(f, &l.cx.debug);
    }
    l.body(f);
    l.f
}

pub(super) struct FunctionLowerer<'a> {
    pub cx: &'a mut Lowerer,
    pub f: Function,
    /// Where a value's scalars are in `arena`.
    values: FxHashMap<Value, (u32, u32)>,
    arena: Vec<Opnd>,
    pub consts: FxHashMap<Const, Opnd>,
    pub blocks: FxHashMap<Bb, BlockId>,
    /// What each phi gets from each predecessor.
    incoming: FxHashMap<(Value, Bb), Value>,
    phis: FxHashMap<Bb, Vec<Value>>,
    /// Where each alloca stands, to give it its source name.
    allocas: FxHashMap<Reg, (BlockId, usize)>,
    /// The block being filled, and its LLVM block.
    pub block: Block,
    pub bb: Bb,
    pub loc: LocId,
    /// Blocks without an LLVM counterpart; they go behind the others.
    pub extra: Vec<Block>,
    /// Places where an LLVM instruction left nothing behind.
    silent: Vec<(usize, LocId)>,
    /// Where variables of inner blocks begin and end to live.
    scopes: scopes::Marks,
    /// Its code has a multiplication and an addition in one instruction.
    pub fuses: bool,
}

impl FunctionLowerer<'_> {
    fn body(&mut self, f: Value) {
        if let Err(why) = self.parameters(f) {
            return self.give_up(&why);
        }
        for (i, b) in f.blocks().enumerate() {
            self.blocks.insert(b, BlockId(i as u32));
            self.collect_phis(b);
        }
        for b in f.blocks() {
            self.lower_block(b);
        }
        let extra = std::mem::take(&mut self.extra);
        self.f.blocks.extend(extra);
    }

    fn parameters(&mut self, f: Value) -> Result<(), String> {
        for p in f.params() {
            let regs = self.new_regs(p.ty())?;
            self.f.params.extend(regs.iter().copied());
            self.bind(p, regs.iter().map(|r| Opnd::reg(*r)));
        }
        let result = f.value_type().return_type();
        self.cx.layout.shape(result).map(|_| ())
    }

    /// A body that nothing can run.
    fn give_up(&mut self, why: &str) {
        let what = self.cx.string(why);
        self.f.params.clear();
        let types = self.f.param_types.clone();
        self.f.params = types.into_iter().map(|t| self.f.new_reg(t)).collect();
        let locs = vec![self.f.loc];
        self.f.blocks = vec![Block { params: vec![], insts: vec![], term: Terminator::Unsupported { what }, locs }];
    }

    fn collect_phis(&mut self, b: Bb) {
        let mut phis = Vec::new();
        for v in b.instructions() {
            if v.opcode() != Opcode::LLVMPHI {
                break;
            }
            // SAFETY: `v` is a phi and the index is in range.
            unsafe {
                for i in 0..LLVMCountIncoming(v.0) {
                    let from = Bb(LLVMGetIncomingBlock(v.0, i));
                    self.incoming.insert((v, from), Value(LLVMGetIncomingValue(v.0, i)));
                }
            }
            phis.push(v);
        }
        if !phis.is_empty() {
            self.phis.insert(b, phis);
        }
    }

    fn lower_block(&mut self, b: Bb) {
        self.bb = b;
        self.silent.clear();
        for phi in self.phis.get(&b).cloned().unwrap_or_default() {
            if let Ok(regs) = self.results(phi) {
                self.block.params.extend(regs);
            }
        }
        for v in b.instructions() {
            self.debug_records(v);
            self.loc = self.cx.location(v);
            self.scope_marks(v);
            let (start, opcode) = (self.block.insts.len(), v.opcode());
            if opcode == Opcode::LLVMPHI {
                continue;
            }
            let done = match is_terminator(opcode) {
                true => self.terminator(v, opcode),
                false if self.is_loose(v) => self.loosely(v, |l| l.instruction(v, opcode)),
                false => self.instruction(v, opcode),
            };
            if let Err(why) = done {
                self.block.insts.truncate(start);
                self.block.locs.truncate(start);
                self.unsupported(&why, v, is_terminator(opcode));
            }
            if start == self.block.insts.len() && self.line(self.loc).1 != 0 && !is_terminator(opcode) {
                self.silent.push((start, self.loc));
            }
        }
        self.close_block();
    }

    fn scope_marks(&mut self, v: Value) {
        for (slot, live) in self.scopes.remove(&v).unwrap_or_default() {
            if let Ok(slot) = self.operand(slot) {
                self.emit(Inst::Scope { slot, live });
            }
        }
    }

    /// Appends the filled block to the function.
    fn close_block(&mut self) {
        self.keep_lines();
        self.block.locs.push(self.loc);
        let done = std::mem::replace(
            &mut self.block,
            Block { params: Vec::new(), insts: Vec::new(), term: Terminator::Unreachable, locs: Vec::new() },
        );
        self.f.blocks.push(done);
    }

    /// A source line whose instructions all vanished must still be a place in this block that can be reached.
    fn keep_lines(&mut self) {
        for (at, loc) in std::mem::take(&mut self.silent).into_iter().rev() {
            let wanted = self.line(loc);
            let seen = self.block.locs.iter().chain([&self.loc]).any(|l| self.line(*l) == wanted);
            if wanted.1 != 0 && !seen {
                let dst = self.f.new_reg(Type::Bits(1));
                let a = self.bits(1, 0);
                self.block.insts.insert(at, Inst::Copy { dst, a });
                self.block.locs.insert(at, loc);
                for place in self.allocas.values_mut() {
                    if place.0.index() == self.f.blocks.len() && place.1 >= at {
                        place.1 += 1;
                    }
                }
            }
        }
    }

    fn line(&self, l: LocId) -> (FileId, u32) {
        let loc = self.cx.debug.locs[l.index()];
        (loc.file, loc.line)
    }

    /// Puts an `Unsupported` where `v` stands and gives its results any value, so that the rest stays well-formed.
    fn unsupported(&mut self, why: &str, v: Value, terminator: bool) {
        let what = self.cx.string(why);
        if terminator {
            self.block.term = Terminator::Unsupported { what };
        }
        self.emit(Inst::Unsupported { what });
        for dst in self.results(v).unwrap_or_default() {
            self.emit(Inst::Undef { dst });
        }
    }

    // Registers and operands.

    pub fn emit(&mut self, inst: Inst) {
        self.block.insts.push(inst);
        self.block.locs.push(self.loc);
    }

    pub fn new_regs(&mut self, t: Ty) -> Result<SmallVec<[Reg; 4]>, String> {
        if let Some(scalar) = self.cx.layout.scalar(t) {
            return Ok(SmallVec::from_iter([self.f.new_reg(scalar)]));
        }
        let shape = self.cx.layout.shape(t)?;
        Ok(shape.types.iter().map(|t| self.f.new_reg(*t)).collect())
    }

    /// Has `v` been lowered or used already?
    pub fn is_bound(&self, v: Value) -> bool {
        self.values.contains_key(&v)
    }

    /// Says which operands are the scalars of `v`.
    pub fn bind(&mut self, v: Value, scalars: impl Iterator<Item = Opnd>) {
        let start = self.arena.len() as u32;
        self.arena.extend(scalars);
        self.values.insert(v, (start, self.arena.len() as u32 - start));
    }

    /// Forgets which operands are the scalars of `v`; these.
    pub fn unbind(&mut self, v: Value) -> Option<Scalars> {
        let (start, len) = self.values.remove(&v)?;
        Some(self.arena[start as usize..(start + len) as usize].iter().copied().collect())
    }

    /// The registers of an instruction's result; made at its first use or here.
    pub fn results(&mut self, v: Value) -> Result<SmallVec<[Reg; 4]>, String> {
        if let Some(&(start, len)) = self.values.get(&v) {
            let scalars = &self.arena[start as usize..(start + len) as usize];
            return Ok(scalars.iter().filter_map(|o| o.as_reg()).collect());
        }
        let regs = self.new_regs(v.ty())?;
        self.bind(v, regs.iter().map(|r| Opnd::reg(*r)));
        Ok(regs)
    }

    /// The single result register of an instruction.
    pub fn result(&mut self, v: Value) -> Result<Reg, String> {
        match self.results(v)?.as_slice() {
            [r] => Ok(*r),
            _ => Err(format!("a result of the type {}", v.ty().print())),
        }
    }

    /// Says that the result of `v` is these operands. No instruction is needed unless `v` was used before.
    pub fn alias(&mut self, v: Value, scalars: &[Opnd]) -> Lowered {
        if self.values.contains_key(&v) {
            for (dst, a) in self.results(v)?.into_iter().zip(scalars) {
                self.emit(Inst::Copy { dst, a: *a });
            }
        } else {
            self.bind(v, scalars.iter().copied());
        }
        Ok(())
    }

    /// The scalars of an operand. Constants may need instructions, which are put here.
    pub fn operands(&mut self, v: Value) -> Result<Scalars, String> {
        if let Some(&(start, len)) = self.values.get(&v) {
            return Ok(SmallVec::from_slice(&self.arena[start as usize..(start + len) as usize]));
        }
        match v.kind() {
            ValueKind::LLVMInstructionValueKind if !v.is_instruction() => Err(format!("the constant {}", v.print())),
            ValueKind::LLVMInstructionValueKind => Ok(self.results(v)?.into_iter().map(Opnd::reg).collect()),
            ValueKind::LLVMArgumentValueKind => Err("an unknown argument".into()),
            _ => {
                let before = self.block.insts.len();
                let scalars = self.constant(v)?;
                if self.block.insts.len() == before {
                    self.bind(v, scalars.iter().copied());
                }
                Ok(scalars)
            }
        }
    }

    /// The operand of a scalar type.
    pub fn operand(&mut self, v: Value) -> Result<Opnd, String> {
        if let Some(&(start, 1)) = self.values.get(&v) {
            return Ok(self.arena[start as usize]);
        }
        match self.operands(v)?.as_slice() {
            [o] => Ok(*o),
            _ => Err(format!("an operand of the type {}", v.ty().print())),
        }
    }

    /// A constant of the pool.
    pub fn pool(&mut self, c: Const) -> Opnd {
        if let Some(&o) = self.consts.get(&c) {
            return o;
        }
        let o = self.f.new_const(c.clone());
        self.consts.insert(c, o);
        o
    }

    /// A number of at most 64 bits.
    pub fn bits(&mut self, w: u32, v: u64) -> Opnd {
        self.pool(super::fold::number(w, vec![v]))
    }

    /// All ones.
    pub fn ones(&mut self, w: u32) -> Opnd {
        self.pool(super::fold::number(w, vec![u64::MAX; w.div_ceil(64) as usize]))
    }

    /// Only the bit at `at` set.
    pub fn bit(&mut self, w: u32, at: u32) -> Opnd {
        let mut words = vec![0; w.div_ceil(64) as usize];
        words[at as usize / 64] = 1 << (at % 64);
        self.pool(super::fold::number(w, words))
    }

    pub fn type_of(&self, o: Opnd) -> Type {
        self.cx.program.opnd_type(&self.f, o)
    }

    pub fn width(&self, o: Opnd) -> u32 {
        self.cx.program.width(self.type_of(o))
    }

    pub fn ptr_bits(&self) -> u32 {
        self.cx.layout.ptr_bits
    }

    // Edges and variables.

    /// A jump from the block being lowered, with what the target's phis take from it.
    pub fn edge(&mut self, to: Bb) -> Result<Edge, String> {
        let mut args = Vec::new();
        for phi in self.phis.get(&to).cloned().unwrap_or_default() {
            let value = self.incoming.get(&(phi, self.bb)).copied();
            args.extend(self.operands(value.ok_or("a phi without a value for its predecessor")?)?);
        }
        Ok(Edge { to: self.blocks[&to], args: args.into_boxed_slice() })
    }

    /// Reads the declarations of source variables that stand in front of `v`.
    fn debug_records(&mut self, v: Value) {
        for (slot, variable) in v.declares() {
            self.declared(slot, variable);
        }
    }

    fn declared(&mut self, slot: Value, variable: Md) {
        let Some(slot) = slot.some().filter(|s| s.is_instruction() && s.opcode() == Opcode::LLVMAlloca) else { return };
        let Ok(reg) = self.result(slot) else { return };
        let (name, type_name) = self.cx.debug.variable(variable);
        if let Some(&(block, at)) = self.allocas.get(&reg) {
            let text = self.cx.string(&name);
            let insts = match self.f.blocks.get_mut(block.index()) {
                Some(b) => &mut b.insts,
                None => &mut self.block.insts,
            };
            if let Some(Inst::Alloca { name, .. }) = insts.get_mut(at) {
                *name = text;
            }
        }
        if !self.f.vars.iter().any(|v| v.home == Home::Slot(reg)) {
            self.f.vars.push(DebugVar { name, type_name, home: Home::Slot(reg) });
        }
    }

    /// Remembers the alloca just emitted.
    pub fn remember_alloca(&mut self, dst: Reg) {
        self.allocas.insert(dst, (BlockId(self.f.blocks.len() as u32), self.block.insts.len() - 1));
    }
}

fn is_terminator(o: Opcode) -> bool {
    use Opcode::*;
    matches!(
        o,
        LLVMRet
            | LLVMBr
            | LLVMSwitch
            | LLVMIndirectBr
            | LLVMInvoke
            | LLVMUnreachable
            | LLVMCallBr
            | LLVMResume
            | LLVMCleanupRet
            | LLVMCatchRet
            | LLVMCatchSwitch
    )
}
