//! What runs before the entry and after it: constructors, destructors, and the arrays of functions that programs put into the sections for them.

use super::Lowerer;
use crate::llvm::{self, TypeKind, Value, ValueKind};
use homing_ir::{Block, Call, Callee, Const, FuncId, Function, Inst, LocId, Opnd, Terminator, Type};

/// A function to run and when: by priority, in order of appearance within one.
type Entry = (u64, FuncId);

/// The priority of functions that were given none.
const LAST: u64 = 65535;

impl Lowerer {
    /// Reads `llvm.global_ctors`, `llvm.global_dtors` and the sections `.preinit_array`, `.init_array` and `.fini_array`.
    pub(super) fn constructors(&mut self) {
        let before = self.section(".preinit_array");
        let constructors = self.both("llvm.global_ctors", ".init_array");
        let destructors = self.both("llvm.global_dtors", ".fini_array");
        if !destructors.is_empty() {
            let register = self.registrar(&destructors);
            self.program.constructors.push(register);
        }
        self.program.constructors.extend(in_order(before));
        self.program.constructors.extend(constructors);
        // Where a C library is linked in, its start-up code says when they run.
        let asked = super::find_function(self.user, crate::archive::CONSTRUCTORS).filter(|f| f.is_declaration());
        if let Some(asked) = asked {
            let id = self.function(asked);
            self.call_constructors(id);
        }
    }

    fn both(&mut self, list: &str, section: &str) -> Vec<FuncId> {
        let mut all = self.section(section);
        all.extend(self.structors(list));
        in_order(all)
    }

    /// Gives a function the constructors as its body.
    fn call_constructors(&mut self, id: FuncId) {
        let mut f = std::mem::take(&mut self.program.functions[id.index()]);
        let mut insts = Vec::new();
        for c in std::mem::take(&mut self.program.constructors) {
            let types = self.program.functions[c.index()].param_types.clone();
            let arguments = self.main_arguments(&mut f, &mut insts, &types);
            let results = self.program.functions[c.index()].results.clone();
            let dst = results.iter().map(|t| f.new_reg(*t)).collect();
            insts.push(call(c, dst, arguments));
        }
        f.blocks = vec![body(insts)];
        self.program.functions[id.index()] = f;
        self.bodies[id.index()] = super::Body::Program;
    }

    /// What `main` gets, for a constructor with parameters: the start-up code leaves it in memory, one word each.
    fn main_arguments(&mut self, f: &mut Function, insts: &mut Vec<Inst>, types: &[Type]) -> Vec<Opnd> {
        let kept = llvm::globals(self.user).find(|g| g.name() == "__homing_arguments");
        let word = self.layout.ptr_bits / 8;
        let mut arguments = Vec::new();
        for (i, t) in types.iter().enumerate() {
            let dst = f.new_reg(*t);
            match kept {
                Some(kept) if i < 3 && self.program.width(*t) <= self.layout.ptr_bits => {
                    let from = Const::Global { id: self.global(kept), offset: i as i64 * i64::from(word) };
                    let addr = f.new_const(from);
                    insts.push(Inst::Load { dst, addr, align: 1 });
                }
                _ => insts.push(Inst::Undef { dst }),
            }
            arguments.push(dst.into());
        }
        arguments
    }

    /// The functions of such a list.
    fn structors(&mut self, list: &str) -> Vec<Entry> {
        let Some(list) = llvm::globals(self.user).find(|g| g.name() == list) else { return Vec::new() };
        let Some(init) = list.initializer() else { return Vec::new() };
        if init.ty().kind() != TypeKind::LLVMArrayTypeKind {
            return Vec::new();
        }
        let mut found = Vec::new();
        for i in 0..init.ty().array_len() as u32 {
            let Some(entry) = init.element(i).some() else { continue };
            let (Some(priority), Some(f)) = (entry.element(0).some(), entry.element(1).some()) else { continue };
            self.entries(f, priority.zext(), &mut found);
        }
        found
    }

    /// The functions whose addresses variables in this section hold, or in one whose name has a priority behind a dot.
    fn section(&mut self, name: &str) -> Vec<Entry> {
        let mut found = Vec::new();
        for g in llvm::globals(self.user).collect::<Vec<_>>() {
            let section = g.section();
            let Some(rest) = section.strip_prefix(name) else { continue };
            let priority = if rest.is_empty() { Some(LAST) } else { rest.strip_prefix('.').and_then(|n| n.parse().ok()) };
            let (Some(priority), Some(init)) = (priority, g.initializer()) else { continue };
            self.entries(init, priority, &mut found);
        }
        found
    }

    /// The functions in a constant, in order. What is no function ends the path that comes to call it as a loss.
    fn entries(&mut self, c: Value, priority: u64, found: &mut Vec<Entry>) {
        let c = super::resolve_alias(c);
        let parts = match (c.kind(), c.ty().kind()) {
            (ValueKind::LLVMFunctionValueKind, _) => return found.push((priority, self.function(c))),
            (ValueKind::LLVMConstantPointerNullValueKind | ValueKind::LLVMConstantAggregateZeroValueKind, _) => return,
            (ValueKind::LLVMConstantArrayValueKind, TypeKind::LLVMArrayTypeKind) => c.ty().array_len() as u32,
            (ValueKind::LLVMConstantStructValueKind, TypeKind::LLVMStructTypeKind) => c.ty().struct_len(),
            _ => {
                let what = self.string(&format!("a function to run at the start or the end: {}", c.print()));
                let mut f = Function { name: "homing.unknown".into(), ..Function::default() };
                f.blocks.push(body(vec![Inst::Unsupported { what }]));
                return found.push((priority, self.add_made(f)));
            }
        };
        for i in 0..parts {
            if let Some(part) = c.element(i).some() {
                self.entries(part, priority, found);
            }
        }
    }

    /// A constructor that registers the destructors with `atexit`, so that they run last, in reverse order.
    fn registrar(&mut self, destructors: &[FuncId]) -> FuncId {
        let atexit = self.declare("atexit", &[Type::Ptr], &[Type::Bits(32)]);
        let results = self.program.functions[atexit.index()].results.clone();
        let mut f = Function { name: "homing.destructors".into(), ..Function::default() };
        let mut insts = Vec::new();
        for d in destructors {
            self.program.functions[d.index()].address_taken = true;
            let argument = f.new_const(Const::Func(*d));
            let dst = results.iter().map(|t| f.new_reg(*t)).collect();
            insts.push(call(atexit, dst, vec![argument]));
        }
        f.blocks.push(body(insts));
        self.add_made(f)
    }

    /// A function that the source does not have.
    fn add_made(&mut self, f: Function) -> FuncId {
        self.program.functions.push(f);
        self.bodies.push(super::Body::Program);
        FuncId(self.program.functions.len() as u32 - 1)
    }
}

fn in_order(mut all: Vec<Entry>) -> Vec<FuncId> {
    all.sort_by_key(|e| e.0);
    all.into_iter().map(|e| e.1).collect()
}

fn call(f: FuncId, dst: Vec<homing_ir::Reg>, args: Vec<Opnd>) -> Inst {
    let n = args.len();
    Inst::Call(Box::new(Call {
        callee: Callee::Direct(f),
        dst: dst.into(),
        args: args.into(),
        fixed: n as u32,
        byval: vec![0; n].into(),
        align: vec![0; n].into(),
    }))
}

fn body(insts: Vec<Inst>) -> Block {
    let locs = vec![LocId(0); insts.len() + 1];
    Block { params: Vec::new(), insts, term: Terminator::Return(Box::new([])), locs }
}
