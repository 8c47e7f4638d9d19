//! LLVM module to program. One `Lowerer` per program, one `FunctionLowerer` per function body.
//!
//! Functions and globals get their ids when they are first referred to; a queue holds what is still to be
//! lowered. So only what the roots can reach is lowered when roots are given.

mod asm;
mod asm_x86;
mod call;
mod constant;
mod float;
mod fold;
mod function;
mod global;
mod instruction;
mod integer;
mod intrinsic;
mod libc;
mod loose;
mod memory;
mod objectsize;
mod scopes;
mod startup;
mod terminator;
mod vector;
mod x86;

pub(crate) use call::resolve_alias;
pub use intrinsic::intrinsics;
pub(crate) use libc::is_instruction;

use crate::ctypes::{Carrier, TypeTable};
use crate::debug::Debug;
use crate::layout::Layout;
use crate::library::Library;
use crate::llvm::{self, Attribute, Bb, Ty, Value, ValueKind};
use crate::{LoadError, Module};
use homing_ir::{FuncId, Function, GlobalId, LocId, Origin, Program, Type};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMLinkage, target::LLVMGetModuleDataLayout};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// What to lower.
#[derive(Clone, Debug, Default)]
pub struct LowerOptions {
    /// Only what is reachable from these functions (and from constructors); everything if `None`.
    pub roots: Option<Vec<String>>,
    /// Take functions that the program leaves undefined from the small C library.
    pub with_library: bool,
}

impl Module {
    /// Translates the module. The result depends only on the module and the options.
    pub fn lower(&self, options: &LowerOptions) -> Result<Program, LoadError> {
        Ok(self.lower_with(options, None)?.program)
    }

    /// The same program, except that each LLVM instruction has a location of its own, from which the line of the module's text can be told.
    pub fn lower_traced(&self, options: &LowerOptions) -> Result<Traced, LoadError> {
        let trace = Trace { of: self.lines(&self.text())?, lines: Vec::new() };
        self.lower_with(options, Some(trace))
    }

    fn lower_with(&self, options: &LowerOptions, trace: Option<Trace>) -> Result<Traced, LoadError> {
        // SAFETY: the module lives longer than the layout, which is gone when this function ends.
        let layout = Layout::new(unsafe { LLVMGetModuleDataLayout(self.raw()) });
        let library = if options.with_library { Some(Library::open(self, layout.ptr_bits)?) } else { None };
        let mut lowerer = Lowerer::new(self, layout, library.as_ref().map(Library::raw));
        lowerer.trace = trace;
        lowerer.start(options)?;
        lowerer.run();
        let mut lines = lowerer.trace.take().map(|t| t.lines).unwrap_or_default();
        let program = lowerer.finish();
        lines.resize(program.locs.len(), 0);
        Ok(Traced { program, lines })
    }
}

/// A program whose locations tell the lines of the module's text.
pub struct Traced {
    pub program: Program,
    /// By `LocId`: the line of the text; 0 for what is not in it (the small library, code that the front end adds).
    pub lines: Vec<u32>,
}

/// What tracing needs while lowering.
struct Trace {
    /// The line of each instruction.
    of: FxHashMap<Value, u32>,
    /// As in `Traced`, as far as locations exist.
    lines: Vec<u32>,
}

/// Where a function's body comes from.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Body {
    None,
    Program,
    Library,
}

/// Something referred to whose contents are still to be lowered.
enum Work {
    Body(FuncId, Value),
    Contents(GlobalId, Value),
}

pub(crate) struct Lowerer {
    user: LLVMModuleRef,
    library: Option<LLVMModuleRef>,
    pub layout: Layout,
    pub debug: Debug,
    pub types: TypeTable,
    pub program: Program,
    functions: FxHashMap<Value, FuncId>,
    /// Functions with external linkage: one per name over all modules.
    named: FxHashMap<String, FuncId>,
    globals: FxHashMap<Value, GlobalId>,
    strings: FxHashMap<String, u32>,
    /// Numbers of blocks whose address is taken.
    block_numbers: FxHashMap<Bb, u64>,
    /// Per function, where its body (lowered or in the queue) comes from.
    bodies: Vec<Body>,
    queue: VecDeque<Work>,
    /// Some function says that the processor may take numbers near zero as zero.
    flushes: bool,
    attributes: Attributes,
    trace: Option<Trace>,
}

/// Ids of the attributes we read.
pub(crate) struct Attributes {
    pub byval: u32,
    pub sret: u32,
    pub align: u32,
    pub allocsize: u32,
    pub elementtype: u32,
}

impl Attributes {
    fn new() -> Attributes {
        let kind = llvm::attribute_kind;
        Attributes {
            byval: kind("byval"),
            sret: kind("sret"),
            align: kind("align"),
            allocsize: kind("allocsize"),
            elementtype: kind("elementtype"),
        }
    }
}

impl Lowerer {
    fn new(module: &Module, layout: Layout, library: Option<LLVMModuleRef>) -> Lowerer {
        let program = Program { ptr_bits: layout.ptr_bits, ..Program::default() };
        Lowerer {
            user: module.raw(),
            library,
            debug: Debug::new(module.context()),
            types: TypeTable::default(),
            layout,
            program,
            functions: FxHashMap::default(),
            named: FxHashMap::default(),
            globals: FxHashMap::default(),
            strings: FxHashMap::default(),
            block_numbers: FxHashMap::default(),
            bodies: Vec::new(),
            queue: VecDeque::new(),
            attributes: Attributes::new(),
            flushes: llvm::functions(module.raw()).any(loose::flushes),
            trace: None,
        }
    }

    /// The location of an instruction.
    fn location(&mut self, v: Value) -> LocId {
        let plain = self.debug.instruction(v);
        let Some(trace) = &mut self.trace else { return plain };
        let Some(&line) = trace.of.get(&v) else { return plain };
        let own = LocId(self.debug.locs.len() as u32);
        self.debug.locs.push(self.debug.locs[plain.index()]);
        trace.lines.resize(own.index(), 0);
        trace.lines.push(line);
        own
    }

    /// Puts the roots (or everything) into the queue.
    fn start(&mut self, options: &LowerOptions) -> Result<(), LoadError> {
        match &options.roots {
            Some(roots) => {
                for name in roots {
                    let found = find_function(self.user, name).or_else(|| self.alias_to_function(name));
                    let found = found.ok_or_else(|| LoadError::NoSuchFunction { name: name.clone() })?;
                    self.function(found);
                }
            }
            None => {
                for f in llvm::functions(self.user) {
                    if !f.name().starts_with("llvm.") {
                        self.function(f);
                    }
                }
                for g in llvm::globals(self.user) {
                    if !g.name().starts_with("llvm.") {
                        self.global(g);
                    }
                }
            }
        }
        self.constructors();
        let mut n = 0;
        // SAFETY: the module is alive.
        let assembly = unsafe { llvm::text(LLVMGetModuleInlineAsm(self.user, &mut n), n) };
        let is_own = |name: &str| {
            let internal = |v: &Value| v.name() == name && v.linkage() == LLVMLinkage::LLVMInternalLinkage;
            llvm::functions(self.user).any(|f| internal(&f)) || llvm::globals(self.user).any(|g| internal(&g))
        };
        if let Some(line) = asm::active_line(&assembly, &is_own) {
            self.note("module-level assembly is ignored; what it defines counts as undefined".into());
            self.program.losses.push(format!("module-level assembly (`{line}`), which can change anything"));
        }
        Ok(())
    }

    /// A weak reference that nothing answers: the symbol's address is null.
    pub fn is_null(&self, v: Value) -> bool {
        if v.linkage() != LLVMLinkage::LLVMExternalWeakLinkage || !v.is_declaration() {
            return false;
        }
        let name = v.name();
        let known = || {
            self.user_definition(&name).is_some()
                || homing_ir::builtin(&name).is_some()
                || is_instruction(&name)
                || self.library.and_then(|l| find_function(l, &name)).is_some_and(|d| !d.is_declaration())
        };
        v.kind() != ValueKind::LLVMFunctionValueKind || !known()
    }

    fn alias_to_function(&self, name: &str) -> Option<Value> {
        let alias = llvm::aliases(self.user).find(|a| a.name() == name)?;
        let target = alias.aliasee();
        (target.kind() == ValueKind::LLVMFunctionValueKind).then_some(target)
    }

    fn run(&mut self) {
        while let Some(work) = self.queue.pop_front() {
            match work {
                Work::Body(id, f) => {
                    let head = self.program.functions[id.index()].clone();
                    let done = function::lower(self, f, head);
                    // References met meanwhile may have set the flag.
                    let taken = self.program.functions[id.index()].address_taken;
                    self.program.functions[id.index()] = done;
                    self.program.functions[id.index()].address_taken |= taken;
                }
                Work::Contents(id, g) => self.contents(id, g),
            }
        }
    }

    fn finish(mut self) -> Program {
        self.program.files = self.debug.files;
        self.program.locs = self.debug.locs;
        self.program.ctypes = self.types.types;
        name_parameters(&mut self.program);
        self.program
    }

    /// The id of a function; asks for its body to be lowered when it is new.
    pub fn function(&mut self, f: Value) -> FuncId {
        if let Some(&id) = self.functions.get(&f) {
            return id;
        }
        // A leading 1 tells the assembler to take the name as it is.
        let mut name = f.name().trim_start_matches('\u{1}').to_string();
        let local = crate::archive::is_local(f);
        if name.is_empty() {
            name = format!("unnamed.{}", self.program.functions.len());
        }
        // The library's own calls mean its own functions, whatever the program calls by the same name.
        let of_library = self.library == Some(f.parent()) && !f.is_declaration();
        if of_library && self.user_definition(&name).is_some() {
            return self.add_function(f, f, format!("library.{name}"));
        }
        if local {
            return self.add_function(f, f, name);
        }
        if let Some(&id) = self.named.get(&name) {
            self.functions.insert(f, id);
            return id;
        }
        let id = self.add_function(f, self.definition(f, &name), name.clone());
        self.named.insert(name, id);
        id
    }

    /// Where an externally visible function is defined: the program goes before the library.
    fn definition(&self, f: Value, name: &str) -> Value {
        if let Some(d) = self.user_definition(name) {
            return d;
        }
        let modelled = homing_ir::builtin(name).is_some();
        let library = self.library.filter(|_| !modelled);
        library.and_then(|l| find_function(l, name)).filter(|d| !d.is_declaration()).unwrap_or(f)
    }

    fn user_definition(&self, name: &str) -> Option<Value> {
        find_function(self.user, name).filter(|d| !d.is_declaration())
    }

    fn add_function(&mut self, asked: Value, defined: Value, name: String) -> FuncId {
        let id = FuncId(self.program.functions.len() as u32);
        let given = !defined.is_declaration() && !homing_ir::is_panic(&name);
        let mut head = self.head(defined, name);
        let of_library = self.library == Some(defined.parent());
        head.origin = match given {
            true if of_library => Origin::Library,
            true => crate::archive::origin(defined),
            false => Origin::Program,
        };
        let own = given && head.origin == Origin::Program;
        head.x87 = own && self.layout.ptr_bits == 32 && !has_sse2(defined);
        head.exported = own && (!crate::archive::is_local(defined) || crate::symbols::has_exported_alias(defined));
        head.replaceable = own && (crate::symbols::is_weak(defined) || crate::symbols::has_weak_alias(defined));
        let carriers = self.carriers(defined);
        let word = u64::from(self.layout.ptr_bits / 8);
        let params = self.types.parameters(&mut self.debug, defined, &carriers, word);
        self.types.types.params.resize(id.index(), Vec::new());
        self.types.types.params.push(params);
        self.program.functions.push(head);
        self.bodies.push(match (given, of_library) {
            (false, _) => Body::None,
            (true, true) => Body::Library,
            (true, false) => Body::Program,
        });
        self.functions.insert(asked, id);
        self.functions.insert(defined, id);
        if given {
            self.queue.push_back(Work::Body(id, defined));
        }
        id
    }

    /// Is or will there be a body?
    pub fn has_body(&self, id: FuncId) -> bool {
        self.bodies[id.index()] != Body::None
    }

    /// Is it a function of the small C library?
    pub fn in_library(&self, id: FuncId) -> bool {
        self.bodies[id.index()] == Body::Library
    }

    /// The signature of a function.
    fn head(&mut self, f: Value, name: String) -> Function {
        let ty = f.value_type();
        let mut head = Function { name, varargs: ty.is_vararg(), loc: self.debug.function(f), ..Function::default() };
        head.results = self.types(ty.return_type());
        for (i, p) in ty.param_types().into_iter().enumerate() {
            let types = self.types(p);
            let byval = self.byval(f.attribute(i as u32 + 1, self.attributes.byval));
            head.byval.extend(types.iter().map(|_| byval));
            head.param_types.extend(types);
        }
        head
    }

    /// What LLVM passes to a function, and which parameters of the program form that became.
    fn carriers(&mut self, f: Value) -> Vec<Carrier> {
        let mut first = 0;
        let mut all = Vec::new();
        for (i, (t, parameter)) in f.value_type().param_types().into_iter().zip(f.params()).enumerate() {
            let has = |kind: u32| f.attribute(i as u32 + 1, kind).is_some();
            let (in_memory, is_result) = (has(self.attributes.byval), has(self.attributes.sret));
            let shape = self.layout.shape(t).ok();
            let offsets: Vec<u64> = shape.iter().flat_map(|s| s.pieces.iter().map(|p| p.offset)).collect();
            let count = shape.map_or(0, |s| s.types.len());
            let name = parameter.name();
            let is_pointer = self.types(t) == [Type::Ptr];
            all.push(Carrier { name, first, is_pointer, offsets, size: self.layout.size(t), in_memory, is_result });
            first += count;
        }
        all
    }

    /// Size behind a `byval` or `elementtype` attribute; 0 if there is none.
    pub fn byval(&self, a: Option<Attribute>) -> u64 {
        a.map_or(0, |a| self.layout.size(a.ty()))
    }

    /// Scalars of a type; none where it has no shape (what uses it is then unsupported).
    pub fn types(&mut self, t: Ty) -> Vec<Type> {
        self.layout.shape(t).map(|s| s.types.to_vec()).unwrap_or_default()
    }

    /// A function of that name that nothing in the program declares, with no body.
    pub fn declare(&mut self, name: &str, params: &[Type], results: &[Type]) -> FuncId {
        if let Some(f) = find_function(self.user, name) {
            return self.function(f);
        }
        if let Some(&id) = self.named.get(name) {
            return id;
        }
        if let Some(f) = self.library.and_then(|l| find_function(l, name)) {
            return self.function(f);
        }
        let id = FuncId(self.program.functions.len() as u32);
        self.program.functions.push(Function {
            name: name.into(),
            param_types: params.to_vec(),
            results: results.to_vec(),
            byval: vec![0; params.len()],
            loc: LocId(0),
            ..Function::default()
        });
        self.bodies.push(Body::None);
        self.named.insert(name.into(), id);
        id
    }

    /// Index of an interned text.
    pub fn string(&mut self, s: &str) -> u32 {
        if let Some(&i) = self.strings.get(s) {
            return i;
        }
        let i = self.program.strings.len() as u32;
        self.program.strings.push(s.into());
        self.strings.insert(s.into(), i);
        i
    }

    /// The number that stands for a block's address: small, so it is no object's address, and never null.
    pub fn block_number(&mut self, b: Bb) -> u64 {
        let next = self.block_numbers.len() as u64 + 1;
        *self.block_numbers.entry(b).or_insert(next)
    }

    pub fn note(&mut self, text: String) {
        if !self.program.notes.contains(&text) {
            self.program.notes.push(text);
        }
    }
}

/// A function by name, declared or defined.
pub(crate) fn find_function(m: LLVMModuleRef, name: &str) -> Option<Value> {
    // SAFETY: the module is alive; pointer and length of one string, which LLVM looks up and does not keep.
    Value(unsafe { LLVMGetNamedFunctionWithLength(m, name.as_ptr().cast(), name.len()) }).some()
}

/// Does the function's code compute floats in registers of their own size?
fn has_sse2(f: Value) -> bool {
    f.text_attribute("target-features").is_some_and(|features| features.split(',').any(|f| f == "+sse2"))
}

/// Where LLVM has no names for parameters: variables are declared in the order of the source, parameters first, so where types agree, these are
/// their names.
fn name_parameters(p: &mut Program) {
    let types = p.ctypes.list.iter().map(|t| t.text.as_str()).collect::<Vec<_>>();
    for (params, f) in p.ctypes.params.iter_mut().zip(&p.functions) {
        let mut vars = f.vars.iter().peekable();
        for param in params.iter_mut().filter(|p| !p.is_result) {
            if let Some(var) = vars.next_if(|v| v.type_name == types[param.ty.index()])
                && param.name.is_empty()
            {
                param.name.clone_from(&var.name);
            }
        }
    }
}
