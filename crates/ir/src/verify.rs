//! Checks that a program is well formed, so that everything behind the front ends can rely on it.

mod tables;

use crate::flow::{Dominators, Graph};
use crate::{
    BinOp, Block, BlockId, Call, Callee, CastOp, Const, DynOp, Edge, FCastOp, FloatKind, Function, Inst, LocId, Opnd, OpndKind,
    Program, Reg, Terminator, Type, UnOp,
};
use std::fmt::Display;
use tables::{check_const, check_tables};

/// How many complaints are collected before the check stops.
const MOST: usize = 100;

/// Every rule of the program form, or what is wrong with it (at most a hundred complaints, in program order):
///
/// - a register is written once, and every use is dominated by it (uses in unreachable blocks are exempt);
/// - operands have the types that the instruction wants; a `Bits` constant of pointer width also stands for a
///   pointer, an address constant never stands for bits;
/// - edges give each parameter of their block a fitting value; the entry block has no parameters;
/// - a direct call of a defined function has its number and types of arguments and results (a call with another
///   signature has to be an indirect one);
/// - ids are in range, constants have no bits above their width, one location per instruction and terminator.
pub fn verify(p: &Program) -> Result<(), Vec<String>> {
    let mut errors = Errors { list: Vec::new(), place: String::new() };
    check_tables(p, &mut errors);
    let mut scratch = Vec::new();
    for (i, f) in p.functions.iter().enumerate() {
        if errors.list.len() >= MOST {
            break;
        }
        let place = |b: u32, at: usize| format!("f{i} {}, block{b}, instruction {at}", f.name);
        let mut v = Check { p, f, errors: &mut errors, here: (0, 0), place: &place, defs: &mut scratch };
        v.function();
    }
    if errors.list.is_empty() { Ok(()) } else { Err(errors.list) }
}

struct Errors {
    list: Vec<String>,
    place: String,
}

impl Errors {
    fn add(&mut self, message: impl Display) {
        if self.list.len() < MOST {
            self.list.push(format!("{}: {message}", self.place));
        }
    }
}

/// Where a register is written: block in the high half, position in the low half. Block parameters are at position
/// 0, instruction i writes at i + 1. Function parameters are at block 0, position 0.
const UNWRITTEN: u64 = u64::MAX;

fn at(block: usize, position: usize) -> u64 {
    ((block as u64) << 32) | position as u64
}

struct Check<'a> {
    p: &'a Program,
    f: &'a Function,
    errors: &'a mut Errors,
    here: (u32, usize),
    place: &'a dyn Fn(u32, usize) -> String,
    defs: &'a mut Vec<u64>,
}

impl Check<'_> {
    #[cold]
    fn fail(&mut self, message: impl Display) {
        self.errors.place = (self.place)(self.here.0, self.here.1);
        self.errors.add(message);
    }

    fn function(&mut self) {
        let f = self.f;
        self.signature();
        if f.is_declaration() {
            return;
        }
        for t in &f.regs {
            if *t == Type::Bits(0) {
                self.fail("a register of no bits");
            }
        }
        for c in &f.consts {
            if let Err(m) = check_const(self.p, c) {
                self.fail(m);
            }
        }
        // Types are looked up by index below, so ids out of range end the check of this function.
        if !self.ids_in_range() {
            return;
        }
        self.find_definitions();
        let g = Graph::of(f);
        let dominators = Dominators::new(&g, 0);
        for (i, b) in f.blocks.iter().enumerate() {
            self.block(i, b, &dominators);
            if self.errors.list.len() >= MOST {
                return;
            }
        }
    }

    fn signature(&mut self) {
        let f = self.f;
        if f.byval.len() != f.param_types.len() {
            self.fail(format_args!("{} parameter types, but {} by-value sizes", f.param_types.len(), f.byval.len()));
        }
        if f.loc.index() >= self.p.locs.len() {
            self.fail(format_args!("{} does not exist", f.loc));
        }
        if !f.is_declaration() && f.params.len() != f.param_types.len() {
            self.fail(format_args!("{} parameters, but {} parameter types", f.params.len(), f.param_types.len()));
        }
        for (r, t) in f.params.iter().zip(&f.param_types) {
            if f.regs.get(r.index()).is_some_and(|have| have != t) {
                self.fail(format_args!("parameter {r} has not the type in the signature"));
            }
        }
    }

    /// Registers, constants, blocks, locations, texts: all exist, and every block has one location per instruction.
    fn ids_in_range(&mut self) -> bool {
        let f = self.f;
        let before = self.errors.list.len();
        for r in &f.params {
            self.register(*r);
        }
        for (i, b) in f.blocks.iter().enumerate() {
            self.here = (i as u32, 0);
            if b.locs.len() != b.insts.len() + 1 {
                self.fail(format_args!("{} locations for {} instructions and a terminator", b.locs.len(), b.insts.len()));
            }
            if let Some(l) = b.locs.iter().find(|l: &&LocId| l.index() >= self.p.locs.len()) {
                self.fail(format_args!("{l} does not exist"));
            }
            for r in &b.params {
                self.register(*r);
            }
            for (at, inst) in b.insts.iter().enumerate() {
                self.here.1 = at;
                inst.defs(|r| self.register(r));
                inst.uses(|o| self.operand_exists(o));
                match inst {
                    Inst::Alloca { name: text, .. }
                    | Inst::Unsupported { what: text }
                    | Inst::Any { what: text, .. }
                    | Inst::Require { what: text, .. } => self.text(*text),
                    Inst::Call(c) => self.call_shape(c),
                    _ => {}
                }
            }
            self.here.1 = b.insts.len();
            b.term.uses(|o| self.operand_exists(o));
            b.term.each_edge(|e| {
                if e.to.index() >= f.blocks.len() {
                    self.fail(format_args!("{} does not exist", e.to));
                }
            });
            if let Terminator::Unsupported { what } = b.term {
                self.text(what);
            }
        }
        self.errors.list.len() == before
    }

    #[inline]
    fn register(&mut self, r: Reg) {
        if r.index() >= self.f.regs.len() {
            self.fail(format_args!("{r} has no type"));
        }
    }

    #[inline]
    fn operand_exists(&mut self, o: Opnd) {
        match o.kind() {
            OpndKind::Reg(r) => self.register(r),
            OpndKind::Const(c) if c.index() >= self.f.consts.len() => self.fail(format_args!("{c} does not exist")),
            OpndKind::Const(_) => {}
        }
    }

    fn text(&mut self, text: u32) {
        if text as usize >= self.p.strings.len() {
            self.fail(format_args!("text {text} does not exist"));
        }
    }

    fn call_shape(&mut self, c: &Call) {
        if let Callee::Direct(id) = c.callee
            && id.index() >= self.p.functions.len()
        {
            self.fail(format_args!("{id} does not exist"));
        }
        let n = c.args.len();
        if c.fixed as usize > n || c.byval.len() != n || c.align.len() != n {
            let (byval, align) = (c.byval.len(), c.align.len());
            self.fail(format_args!("call with {n} arguments, {} fixed, {byval} by-value sizes, {align} alignments", c.fixed));
        }
    }

    fn find_definitions(&mut self) {
        let f = self.f;
        self.defs.clear();
        self.defs.resize(f.regs.len(), UNWRITTEN);
        self.here = (0, 0);
        f.params.iter().for_each(|r| self.define(*r, at(0, 0)));
        for (i, b) in f.blocks.iter().enumerate() {
            self.here = (i as u32, 0);
            b.params.iter().for_each(|r| self.define(*r, at(i, 0)));
            for (k, inst) in b.insts.iter().enumerate() {
                self.here.1 = k;
                inst.defs(|r| self.define(r, at(i, k + 1)));
            }
        }
    }

    #[inline]
    fn define(&mut self, r: Reg, place: u64) {
        if std::mem::replace(&mut self.defs[r.index()], place) != UNWRITTEN {
            self.fail(format_args!("{r} is written twice"));
        }
    }

    fn block(&mut self, i: usize, b: &Block, dominators: &Dominators) {
        let live = dominators.reachable(i as u32);
        self.here = (i as u32, 0);
        if i == 0 && !b.params.is_empty() {
            self.fail("the entry block has parameters");
        }
        for (k, inst) in b.insts.iter().enumerate() {
            self.here.1 = k;
            if live {
                inst.uses(|o| self.defined(o, i, k, dominators));
            }
            self.instruction(inst);
        }
        self.here.1 = b.insts.len();
        if live {
            b.term.uses(|o| self.defined(o, i, b.insts.len(), dominators));
        }
        self.terminator(&b.term);
    }

    #[inline]
    fn defined(&mut self, o: Opnd, block: usize, position: usize, dominators: &Dominators) {
        let Some(r) = o.as_reg() else { return };
        let def = self.defs[r.index()];
        let def_block = (def >> 32) as u32;
        if def == UNWRITTEN {
            self.fail(format_args!("{r} is never written"));
        } else if def_block as usize == block {
            if def as u32 as usize > position {
                self.fail(format_args!("{r} is used before it is written"));
            }
        } else if !dominators.dominates(def_block, block as u32) {
            let from = BlockId(def_block);
            self.fail(format_args!("{r} is used where its definition in {from} need not have run"));
        }
    }

    fn type_of(&self, o: Opnd) -> Type {
        self.p.opnd_type(self.f, o)
    }

    /// `o` must have type `want`; a `Bits` constant of pointer width is also a pointer.
    #[inline]
    fn fits(&mut self, o: Opnd, want: Type) {
        let have = self.type_of(o);
        if want == Type::Dyn && self.is_function(o) {
            return;
        }
        if have != want && !(want == Type::Ptr && have == Type::Bits(self.p.ptr_bits) && o.as_const().is_some()) {
            self.fail(format_args!("{o:?} is {have:?}, expected {want:?}"));
        }
    }

    fn is_function(&self, o: Opnd) -> bool {
        o.as_const().is_some_and(|c| matches!(self.f.consts[c.index()], Const::Func(_)))
    }

    fn width(&mut self, o: Opnd) -> u32 {
        match self.type_of(o) {
            Type::Bits(w) => w,
            t => {
                self.fail(format_args!("{o:?} is {t:?}, expected bits"));
                1
            }
        }
    }

    fn result(&mut self, r: Reg, want: Type) {
        let have = self.f.regs[r.index()];
        if have != want {
            self.fail(format_args!("{r} is {have:?}, expected {want:?}"));
        }
    }

    fn result_width(&mut self, r: Reg) -> u32 {
        self.width(Opnd::reg(r))
    }

    /// No `Dyn` value: those have operations of their own.
    fn not_dynamic(&mut self, t: Type) {
        if t == Type::Dyn {
            self.fail("a dynamic value where none can be");
        }
    }

    #[inline]
    fn instruction(&mut self, inst: &Inst) {
        use Type::{Bits, Ptr};
        match *inst {
            Inst::Undef { dst } => self.not_dynamic(self.f.regs[dst.index()]),
            Inst::Mark { .. } | Inst::Unsupported { .. } => {}
            Inst::Copy { dst, a } => self.fits(a, self.f.regs[dst.index()]),
            Inst::Bin { op, dst, a, b, .. } => self.binary(op, dst, a, b),
            Inst::Un { op, dst, a } => {
                let w = self.result_width(dst);
                self.fits(a, Bits(w));
                if op == UnOp::ByteSwap && !w.is_multiple_of(8) {
                    self.fail(format_args!("byte swap of {w} bits"));
                }
            }
            Inst::Cmp { dst, a, b, .. } => {
                self.result(dst, Bits(1));
                self.not_dynamic(self.type_of(a));
                // Whichever is a register tells the type: the other may be a null constant.
                let (a, b) = if a.as_const().is_some() { (b, a) } else { (a, b) };
                if a.as_const().is_some() {
                    if self.p.opnd_width(self.f, a) != self.p.opnd_width(self.f, b) {
                        self.fail("constants of different widths are compared");
                    }
                } else {
                    self.fits(b, self.type_of(a));
                }
            }
            Inst::Cast { op, dst, a } => self.cast(op, dst, a),
            Inst::Extract { dst, a, lo } => {
                let (w, from) = (self.result_width(dst), self.width(a));
                if u64::from(lo) + u64::from(w) > u64::from(from) {
                    self.fail(format_args!("bits {lo}.. ({w} of them) of a value of {from} bits"));
                }
            }
            Inst::Concat { dst, hi, lo } => {
                let (w, h, l) = (self.result_width(dst), self.width(hi), self.width(lo));
                if h.checked_add(l) != Some(w) {
                    self.fail(format_args!("{h} + {l} bits do not make {w}"));
                }
            }
            Inst::Select { dst, cond, a, b } => {
                self.fits(cond, Bits(1));
                let t = self.f.regs[dst.index()];
                self.not_dynamic(t);
                self.fits(a, t);
                self.fits(b, t);
            }
            Inst::Any { dst, a, bad, .. } => {
                let t = self.f.regs[dst.index()];
                self.not_dynamic(t);
                self.fits(a, t);
                self.fits(bad, Bits(1));
            }
            Inst::Require { ok, .. } => self.fits(ok, Bits(1)),
            Inst::Overflow { dst, flag, a, b, .. } => {
                let w = self.result_width(dst);
                self.result(flag, Bits(1));
                self.fits(a, Bits(w));
                self.fits(b, Bits(w));
            }
            Inst::FBin { .. } | Inst::FUn { .. } | Inst::Fma { .. } | Inst::FCmp { .. } | Inst::FCast { .. } => self.float(inst),
            Inst::Gep { dst, base, index, .. } => {
                self.result(dst, Ptr);
                self.fits(base, Ptr);
                self.width(index);
            }
            Inst::Load { addr, .. } | Inst::Store { addr, .. } => self.fits(addr, Ptr),
            Inst::Alloca { dst, size, .. } => {
                self.result(dst, Ptr);
                self.width(size);
            }
            Inst::MemCopy { dst, src, len, .. } => {
                self.fits(dst, Ptr);
                self.fits(src, Ptr);
                self.width(len);
            }
            Inst::MemSet { dst, val, len } => {
                self.fits(dst, Ptr);
                self.fits(val, Bits(8));
                self.width(len);
            }
            Inst::Call(ref c) => self.call(c),
            Inst::Dyn { ref op, dst, ref args } => self.dynamic(op, dst, args),
            Inst::VaStart { list: a } | Inst::VaEnd { list: a } | Inst::StackRestore { a } | Inst::Scope { slot: a, .. } => {
                self.fits(a, Ptr)
            }
            Inst::VaCopy { dst, src } => {
                self.fits(dst, Ptr);
                self.fits(src, Ptr);
            }
            Inst::StackSave { dst } => self.result(dst, Ptr),
        }
    }

    fn binary(&mut self, op: BinOp, dst: Reg, a: Opnd, b: Opnd) {
        let t = self.f.regs[dst.index()];
        match t {
            Type::Bits(_) => {}
            _ => self.fail(format_args!("{op:?} on {t:?}")),
        }
        self.fits(a, t);
        self.fits(b, t);
    }

    fn cast(&mut self, op: CastOp, dst: Reg, a: Opnd) {
        match op {
            CastOp::ZExt | CastOp::SExt | CastOp::Trunc => {
                let (to, from) = (self.result_width(dst), self.width(a));
                if if op == CastOp::Trunc { to > from } else { to < from } {
                    self.fail(format_args!("{op:?} from {from} to {to} bits"));
                }
            }
            CastOp::PtrToInt => {
                self.result_width(dst);
                self.fits(a, Type::Ptr);
            }
            CastOp::IntToPtr => {
                self.result(dst, Type::Ptr);
                self.width(a);
            }
        }
    }

    fn float(&mut self, inst: &Inst) {
        let bits = |k: FloatKind| Type::Bits(k.width());
        match *inst {
            Inst::FBin { kind, dst, a, b, .. } => {
                self.result(dst, bits(kind));
                self.fits(a, bits(kind));
                self.fits(b, bits(kind));
            }
            Inst::FUn { kind, dst, a, .. } => {
                self.result(dst, bits(kind));
                self.fits(a, bits(kind));
            }
            Inst::Fma { kind, dst, a, b, c } => {
                self.result(dst, bits(kind));
                [a, b, c].into_iter().for_each(|o| self.fits(o, bits(kind)));
            }
            Inst::FCmp { kind, dst, a, b, .. } => {
                self.result(dst, Type::Bits(1));
                self.fits(a, bits(kind));
                self.fits(b, bits(kind));
            }
            Inst::FCast { op, dst, a } => match op {
                FCastOp::FloatToFloat { from, to } => {
                    self.fits(a, bits(from));
                    self.result(dst, bits(to));
                }
                FCastOp::FloatToSigned(kind)
                | FCastOp::FloatToUnsigned(kind)
                | FCastOp::SaturatingSigned(kind)
                | FCastOp::SaturatingUnsigned(kind) => {
                    self.fits(a, bits(kind));
                    self.result_width(dst);
                }
                FCastOp::SignedToFloat(kind) | FCastOp::UnsignedToFloat(kind) => {
                    self.width(a);
                    self.result(dst, bits(kind));
                }
            },
            _ => {}
        }
    }

    fn dynamic(&mut self, op: &DynOp, dst: Option<Reg>, args: &[Opnd]) {
        if op.arity().is_some_and(|n| n != args.len()) {
            self.fail(format_args!("{} with {} operands", op.name(), args.len()));
        }
        args.iter().for_each(|a| self.fits(*a, op.operand()));
        match (dst, op.result()) {
            (Some(r), Some(t)) => self.result(r, t),
            (Some(r), None) => self.fail(format_args!("{} has no result for {r}", op.name())),
            (None, _) => {}
        }
        if let DynOp::Record { fields } = op
            && (1..fields.len()).any(|i| fields[..i].contains(&fields[i]))
        {
            self.fail("a field of a record is given twice");
        }
    }

    fn call(&mut self, c: &Call) {
        match c.callee {
            Callee::Indirect(o) if self.type_of(o) == Type::Dyn => {}
            Callee::Indirect(o) => self.fits(o, Type::Ptr),
            Callee::Direct(id) => {
                let (callee, given) = (self.p.func(id), c.args.len());
                if callee.is_declaration() {
                    return;
                }
                let wanted = callee.param_types.len();
                if given < wanted || (given > wanted && !callee.varargs) {
                    self.fail(format_args!("{given} arguments for {wanted} parameters of {}", callee.name));
                }
                for (o, t) in c.args.iter().zip(&callee.param_types) {
                    self.fits(*o, *t);
                }
                if c.dst.len() != callee.results.len() {
                    let (have, want) = (c.dst.len(), callee.results.len());
                    self.fail(format_args!("{have} result registers for {want} results of {}", callee.name));
                }
                for (r, t) in c.dst.iter().zip(&callee.results) {
                    self.result(*r, *t);
                }
            }
        }
    }

    fn terminator(&mut self, t: &Terminator) {
        match t {
            Terminator::Jump(_) | Terminator::Unreachable | Terminator::Unsupported { .. } => {}
            Terminator::Branch { cond, .. } => self.fits(*cond, Type::Bits(1)),
            Terminator::Switch { on, cases, .. } => {
                let w = self.width(*on);
                if w > 64 {
                    self.fail(format_args!("switch on {w} bits"));
                } else if w < 64 && cases.iter().any(|(v, _)| v >> w != 0) {
                    self.fail(format_args!("a case value has more than {w} bits"));
                }
                if cases.windows(2).any(|c| c[0].0 >= c[1].0) {
                    self.fail("case values are not sorted and distinct");
                }
            }
            Terminator::Return(vals) => {
                let want = &self.f.results;
                if vals.len() != want.len() {
                    self.fail(format_args!("{} results, expected {}", vals.len(), want.len()));
                }
                for (o, t) in vals.iter().zip(want) {
                    self.fits(*o, *t);
                }
            }
        }
        t.each_edge(|e| self.edge(e));
    }

    fn edge(&mut self, e: &Edge) {
        let params = &self.f.block(e.to).params;
        if params.len() != e.args.len() {
            self.fail(format_args!("{} values for {} parameters of {}", e.args.len(), params.len(), e.to));
        }
        for (o, r) in e.args.iter().zip(params) {
            self.fits(*o, self.f.regs[r.index()]);
        }
    }
}
