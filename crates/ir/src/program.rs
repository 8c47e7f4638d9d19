//! A whole program: functions, globals, source map.

use crate::{Block, BlockId, CTypes, ConstId, FileId, FuncId, GlobalId, Loc, LocId, Opnd, OpndKind, Reg, SourceFile};

/// A lowered program. Immutable once lowered and passed through the passes.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Bits of a pointer: 64 or 32.
    pub ptr_bits: u32,
    pub files: Vec<SourceFile>,
    /// `locs[0]` is the unknown location.
    pub locs: Vec<Loc>,
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    /// Interned texts (names of allocas, of unsupported things).
    pub strings: Vec<String>,
    /// Functions to call before the entry (`llvm.global_ctors`), in order.
    pub constructors: Vec<FuncId>,
    /// What the front end could not represent, for the report (not a loss by itself).
    pub notes: Vec<String>,
    /// What the front end could not represent and what can change every run: each is a loss of every run.
    pub losses: Vec<String>,
    /// Numbers among `Dyn` values wrap around in two's complement of this many bits (2 to 64); `None`: they are unbounded.
    pub dyn_width: Option<u32>,
    /// A real run never survives an error (microc), so nothing is lost behind one.
    pub errors_end: bool,
    /// C types of parameters and globals, as far as debug information tells.
    pub ctypes: CTypes,
}

/// The type of a register.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A bit vector of this width (1 is also the Boolean; floats are bit vectors too).
    Bits(u32),
    /// A pointer, `Program::ptr_bits` wide.
    Ptr,
    /// A value of any kind (microc); takes 8 bytes where it lies in memory.
    Dyn,
}

/// A constant of a function's pool or of a global's initialiser.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Const {
    /// At most 64 bits; `v` has no bits above `w`. Null pointers are `Bits` of pointer width with v = 0.
    Bits { w: u32, v: u64 },
    /// More than 64 bits, little-endian words.
    Wide { w: u32, words: Vec<u64> },
    /// A number in decimal (`Dyn`).
    Int(String),
    /// What a variable holds before it is written (`Dyn`).
    Undef,
    /// The pointer to nothing (`Dyn`).
    Null,
    /// The address of a global plus a byte offset.
    Global { id: GlobalId, offset: i64 },
    /// The address of a function; also a `Dyn` value.
    Func(FuncId),
}

/// A global variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    pub align: u32,
    /// `const` in the source: a store is an error of the program.
    pub constant: bool,
    /// Declared but not defined here: contents are unknown.
    pub external: bool,
    /// Initial bytes; shorter than `size` means the rest is zero.
    pub bytes: Vec<u8>,
    /// Addresses inside the initial contents: (byte offset, value). Values are `ptr_bits` wide.
    pub relocs: Vec<(u64, Const)>,
    pub loc: LocId,
    /// The C type as the debug information has it, if known.
    pub type_name: String,
}

/// A function. Without blocks it is only declared.
#[derive(Clone, Debug, Default)]
pub struct Function {
    pub name: String,
    pub params: Vec<Reg>,
    /// Types of the results: none for `void`, several for aggregates.
    pub results: Vec<Type>,
    pub varargs: bool,
    /// Type of each register, by `Reg`.
    pub regs: Vec<Type>,
    pub consts: Vec<Const>,
    pub blocks: Vec<Block>,
    /// Types of the parameters, also known for declarations.
    pub param_types: Vec<Type>,
    /// Byte size of a parameter passed as a by-value copy in memory (`byval`), 0 otherwise. The callee gets a
    /// pointer to its own copy.
    pub byval: Vec<u64>,
    /// Where it is defined; `loc0` if unknown.
    pub loc: LocId,
    /// Source variables and where they live.
    pub vars: Vec<DebugVar>,
    /// Its floats are computed by the x87, which keeps more digits than `float` and `double` have.
    pub x87: bool,
    /// Its address is used other than in a direct call.
    pub address_taken: bool,
    /// Code outside of the program can name it.
    pub exported: bool,
    /// Another definition of its name, outside of the program, would take its place (it is weak).
    pub replaceable: bool,
    pub origin: Origin,
}

/// Whose a function is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    #[default]
    Program,
    /// A C library's: the engine may have a faster way to the same result.
    Library,
    /// The model of the kernel's: what it allocates is not the program's.
    Model,
}

/// A source-level variable of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugVar {
    pub name: String,
    /// C type, as text.
    pub type_name: String,
    pub home: Home,
}

/// Where a source variable is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// In the memory that this register (result of an `Alloca`) points to.
    Slot(Reg),
    /// Promoted: from before instruction `index` of the block on its value is that operand, until control passes
    /// another entry; in order of blocks and instructions.
    Values(Vec<(BlockId, u32, Opnd)>),
}

impl Function {
    /// Bytes behind the variadic arguments that it may read: some functions of a C library fetch an argument for the kernel whether one was
    /// passed or not, and leave it to the kernel to ignore it.
    pub fn spare_varargs(&self) -> u64 {
        let fetches = matches!(&*self.name, "fcntl" | "ioctl" | "prctl" | "semctl" | "ptrace" | "mremap");
        if fetches && self.origin == Origin::Library { 48 } else { 0 }
    }
}

impl Program {
    pub fn func(&self, f: FuncId) -> &Function {
        &self.functions[f.index()]
    }
    pub fn global(&self, g: GlobalId) -> &Global {
        &self.globals[g.index()]
    }
    pub fn loc(&self, l: LocId) -> Loc {
        self.locs.get(l.index()).copied().unwrap_or(Loc { file: FileId(0), line: 0, column: 0 })
    }
    /// The function of that name, declared or defined.
    pub fn find(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().position(|f| f.name == name).map(|i| FuncId(i as u32))
    }
    /// Width in bits of a value of that type. A `Dyn` value is a cell of 64.
    pub fn width(&self, t: Type) -> u32 {
        match t {
            Type::Bits(w) => w,
            Type::Ptr => self.ptr_bits,
            Type::Dyn => 64,
        }
    }
    /// Width of an operand of `f`.
    pub fn opnd_width(&self, f: &Function, o: Opnd) -> u32 {
        self.width(self.opnd_type(f, o))
    }
    /// Type of an operand of `f`. A function is said to be a pointer, also where it stands for a `Dyn` value.
    pub fn opnd_type(&self, f: &Function, o: Opnd) -> Type {
        match o.kind() {
            OpndKind::Reg(r) => f.regs[r.index()],
            OpndKind::Const(c) => match &f.consts[c.index()] {
                Const::Bits { w, .. } | Const::Wide { w, .. } => Type::Bits(*w),
                Const::Int(_) | Const::Undef | Const::Null => Type::Dyn,
                Const::Global { .. } | Const::Func(_) => Type::Ptr,
            },
        }
    }
    /// Instructions and terminators of all functions.
    pub fn instruction_count(&self) -> usize {
        self.functions.iter().flat_map(|f| &f.blocks).map(|b| b.insts.len() + 1).sum()
    }
}

impl Function {
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }
    pub fn block(&self, b: BlockId) -> &Block {
        &self.blocks[b.index()]
    }
    pub fn new_reg(&mut self, t: Type) -> Reg {
        self.regs.push(t);
        Reg(self.regs.len() as u32 - 1)
    }
    /// Adds a constant to the pool (not shared; the front end keeps its own map) and returns the operand.
    pub fn new_const(&mut self, c: Const) -> Opnd {
        self.consts.push(c);
        Opnd::constant(ConstId(self.consts.len() as u32 - 1))
    }
}
