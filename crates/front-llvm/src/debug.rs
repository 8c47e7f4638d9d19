//! Debug information: locations, files, types as C text.

use crate::llvm::{Location, Md, Value, text};
use homing_ir::{FileId, Loc, LocId, SourceFile};
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;
use rustc_hash::FxHashMap;

/// Operand positions of debug nodes in LLVM 22.
pub const TYPE_NAME: u32 = 2;
pub const TYPE_BASE: u32 = 5;
pub const TYPE_ELEMENTS: u32 = 6;
const VARIABLE_NAME: u32 = 1;
pub const VARIABLE_TYPE: u32 = 3;

pub const TAG_ARRAY: u16 = 0x01;
pub const TAG_CLASS: u16 = 0x02;
pub const TAG_ENUM: u16 = 0x04;
pub const TAG_POINTER: u16 = 0x0f;
pub const TAG_REFERENCE: u16 = 0x10;
pub const TAG_STRUCT: u16 = 0x13;
pub const TAG_SUBROUTINE: u16 = 0x15;
pub const TAG_UNION: u16 = 0x17;
pub const TAG_CONST: u16 = 0x26;
pub const TAG_VOLATILE: u16 = 0x35;
pub const TAG_RESTRICT: u16 = 0x37;
pub const TAG_ATOMIC: u16 = 0x47;

/// Collects files and locations as they are met.
pub struct Debug {
    context: LLVMContextRef,
    pub files: Vec<SourceFile>,
    pub locs: Vec<Loc>,
    file_of: FxHashMap<Md, FileId>,
    file_named: FxHashMap<SourceFile, FileId>,
    loc_of: FxHashMap<Md, LocId>,
    loc_at: FxHashMap<Loc, LocId>,
    type_texts: FxHashMap<Md, String>,
}

impl Debug {
    pub fn new(context: LLVMContextRef) -> Debug {
        let unknown = Loc { file: FileId(0), line: 0, column: 0 };
        Debug {
            context,
            files: Vec::new(),
            locs: vec![unknown],
            file_of: FxHashMap::default(),
            file_named: FxHashMap::default(),
            loc_of: FxHashMap::default(),
            loc_at: FxHashMap::from_iter([(unknown, LocId(0))]),
            type_texts: FxHashMap::default(),
        }
    }

    /// The location of an instruction: where its own code stands, also when it was inlined elsewhere.
    pub fn instruction(&mut self, v: Value) -> LocId {
        v.debug_loc().map_or(LocId(0), |l| self.location(l))
    }

    fn location(&mut self, l: Md) -> LocId {
        if let Some(&id) = self.loc_of.get(&l) {
            return id;
        }
        let Location { line, column, scope, around } = l.location();
        let id = match around {
            // Code without a line of its own that the compiler put into a line, such as a trap with a reason.
            Some(around) if line == 0 => self.location(around),
            _ => self.at(scope, line, column),
        };
        self.loc_of.insert(l, id);
        id
    }

    fn at(&mut self, scope: Md, line: u32, column: u32) -> LocId {
        let Some(file) = self.file(scope) else { return LocId(0) };
        let loc = Loc { file, line, column };
        *self.loc_at.entry(loc).or_insert_with(|| {
            self.locs.push(loc);
            LocId(self.locs.len() as u32 - 1)
        })
    }

    /// The file of a scope.
    fn file(&mut self, scope: Md) -> Option<FileId> {
        let file = scope.some()?.file().filter(|f| f.is(LLVMMetadataKind::LLVMDIFileMetadataKind))?;
        if let Some(&id) = self.file_of.get(&file) {
            return Some(id);
        }
        let source = source_file(file);
        let id = *self.file_named.entry(source.clone()).or_insert_with(|| {
            self.files.push(source);
            FileId(self.files.len() as u32 - 1)
        });
        self.file_of.insert(file, id);
        Some(id)
    }

    /// Where a function is defined.
    pub fn function(&mut self, f: Value) -> LocId {
        f.subprogram().map_or(LocId(0), |s| self.at(s, s.subprogram_line(), 0))
    }

    /// Where a global variable is declared, and its type.
    pub fn global(&mut self, g: Value) -> (LocId, String) {
        let mut pairs = g.attached().into_iter().filter(|node| node.is_variable());
        let Some(variable) = pairs.find_map(|pair| pair.variable()) else { return (LocId(0), String::new()) };
        // SAFETY: the first half of such a pair is a variable.
        let (file, line) = unsafe { (Md(LLVMDIVariableGetFile(variable.0)), LLVMDIVariableGetLine(variable.0)) };
        let loc = file.some().map_or(LocId(0), |file| self.at(file, line, 0));
        (loc, self.variable(variable).1)
    }

    /// Name and type of a source variable.
    pub fn variable(&mut self, variable: Md) -> (String, String) {
        let name = self.string(variable, VARIABLE_NAME);
        let ty = self.operand(variable, VARIABLE_TYPE);
        (name, self.type_text(ty))
    }

    /// A type as a C programmer writes it.
    pub fn type_text(&mut self, ty: Option<Md>) -> String {
        let Some(ty) = ty else { return "void".into() };
        if let Some(known) = self.type_texts.get(&ty) {
            return known.clone();
        }
        let made = self.declare(Some(ty), String::new(), 0);
        self.type_texts.insert(ty, made.clone());
        made
    }

    /// The declaration of `inner` (possibly nothing) with that type: pointers and arrays wrap around it.
    fn declare(&mut self, ty: Option<Md>, inner: String, depth: u32) -> String {
        let join = |base: &str| {
            let gap = if inner.is_empty() || inner.starts_with('[') { "" } else { " " };
            format!("{base}{gap}{inner}")
        };
        let Some(ty) = ty else { return join("void") };
        if depth > 20 {
            return join("...");
        }
        let tag = ty.tag();
        let name = self.string(ty, TYPE_NAME);
        match tag {
            TAG_POINTER | TAG_REFERENCE => {
                let base = self.operand(ty, TYPE_BASE);
                let mark = if tag == TAG_POINTER { "*" } else { "&" };
                let wrap = base.is_some_and(|b| matches!(b.tag(), TAG_ARRAY | TAG_SUBROUTINE));
                let inner = if wrap { format!("({mark}{inner})") } else { format!("{mark}{inner}") };
                self.declare(base, inner, depth + 1)
            }
            TAG_ARRAY => {
                let base = self.operand(ty, TYPE_BASE);
                let inner = format!("{inner}{}", self.dimensions(ty));
                self.declare(base, inner, depth + 1)
            }
            TAG_SUBROUTINE => self.subroutine(ty, inner, depth),
            TAG_CONST | TAG_VOLATILE | TAG_RESTRICT | TAG_ATOMIC => self.qualified(ty, tag, inner, depth),
            TAG_STRUCT | TAG_UNION | TAG_ENUM | TAG_CLASS => {
                let word = match tag {
                    TAG_STRUCT => "struct",
                    TAG_UNION => "union",
                    TAG_ENUM => "enum",
                    _ => "class",
                };
                join(&if name.is_empty() { format!("{word} {{...}}") } else { format!("{word} {name}") })
            }
            // Basic types and typedefs have the name the programmer used.
            _ if !name.is_empty() => join(&name),
            _ => join("?"),
        }
    }

    fn qualified(&mut self, ty: Md, tag: u16, inner: String, depth: u32) -> String {
        let word = match tag {
            TAG_CONST => "const",
            TAG_VOLATILE => "volatile",
            TAG_RESTRICT => "restrict",
            _ => "_Atomic",
        };
        let base = self.operand(ty, TYPE_BASE);
        let pointer = base.is_some_and(|b| b.tag() == TAG_POINTER);
        if pointer {
            let gap = if inner.is_empty() { "" } else { " " };
            return self.declare(base, format!("{word}{gap}{inner}"), depth + 1);
        }
        format!("{word} {}", self.declare(base, inner, depth + 1))
    }

    fn subroutine(&mut self, ty: Md, inner: String, depth: u32) -> String {
        let types = self.operand(ty, TYPE_BASE).map(|t| self.operands(t)).unwrap_or_default();
        let mut parameters = Vec::new();
        for p in types.iter().skip(1) {
            parameters.push(self.declare(*p, String::new(), depth + 1));
        }
        let list = if parameters.is_empty() { "void".into() } else { parameters.join(", ") };
        self.declare(types.first().copied().flatten(), format!("{inner}({list})"), depth + 1)
    }

    fn dimensions(&mut self, array: Md) -> String {
        let text = |n: Option<u64>| n.map_or("[]".to_string(), |n| format!("[{n}]"));
        self.counts(array).into_iter().map(text).collect()
    }

    /// The numbers of elements of an array's dimensions, as far as they are known.
    pub fn counts(&self, array: Md) -> Vec<Option<u64>> {
        let ranges = self.operand(array, TYPE_ELEMENTS).map(|e| self.operands(e)).unwrap_or_default();
        let count = |range: Md| match self.raw_operands(range).first().and_then(|v| v.some()) {
            Some(n) if n.kind() == crate::llvm::ValueKind::LLVMConstantIntValueKind && n.zext() as i64 >= 0 => Some(n.zext()),
            _ => None,
        };
        ranges.into_iter().flatten().map(count).collect()
    }

    fn raw_operands(&self, node: Md) -> Vec<Value> {
        let v = node.value(self.context);
        // SAFETY: `v` wraps a metadata node; the buffer has the asked length.
        unsafe {
            let mut all = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(v.0) as usize];
            LLVMGetMDNodeOperands(v.0, all.as_mut_ptr());
            all.into_iter().map(Value).collect()
        }
    }

    pub fn operands(&self, node: Md) -> Vec<Option<Md>> {
        self.raw_operands(node).into_iter().map(as_node).collect()
    }

    pub fn operand(&self, node: Md, i: u32) -> Option<Md> {
        self.raw_operands(node).get(i as usize).copied().and_then(as_node)
    }

    pub fn string(&self, node: Md, i: u32) -> String {
        let Some(v) = self.raw_operands(node).get(i as usize).and_then(|v| v.some()) else { return String::new() };
        v.metadata_string().unwrap_or_default()
    }
}

/// The node behind a metadata operand; constants and missing operands are none.
fn as_node(v: Value) -> Option<Md> {
    let v = v.some()?;
    // SAFETY: what a metadata-as-value wrapper wraps is asked of such wrappers only, as the kind says.
    unsafe {
        if v.kind() != crate::llvm::ValueKind::LLVMMetadataAsValueValueKind || LLVMIsAMDNode(v.0).is_null() {
            return None;
        }
        Some(Md(LLVMValueAsMetadata(v.0)))
    }
}

/// Path and folder of a DIFile.
pub fn source_file(file: Md) -> SourceFile {
    let (mut n, mut m) = (0, 0);
    // SAFETY: `file` is a DIFile.
    unsafe {
        let name = LLVMDIFileGetFilename(file.0, &mut n);
        let directory = LLVMDIFileGetDirectory(file.0, &mut m);
        SourceFile { path: text(name, n as usize), directory: text(directory, m as usize) }
    }
}

/// File node and line of an instruction; none for line 0.
pub fn position(v: Value) -> Option<(Md, u32)> {
    let l = v.debug_loc()?;
    let Location { line, scope, .. } = l.location();
    let file = scope.file().filter(|f| f.is(LLVMMetadataKind::LLVMDIFileMetadataKind))?;
    (line != 0).then_some((file, line))
}

/// The column of an instruction.
pub fn column(v: Value) -> Option<u32> {
    v.debug_loc().map(|l| l.location().column)
}

/// Is the node there, and of one of these kinds? LLVM's accessors take the word of damaged debug information for it, and crash.
pub fn is_kind<const N: usize>(node: Md, kinds: [LLVMMetadataKind; N]) -> bool {
    node.some().is_some_and(|node| kinds.into_iter().any(|k| node.is(k)))
}
