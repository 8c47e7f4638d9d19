//! Global variables and their initial contents.

use super::fold::Folded;
use super::{Lowerer, Work};
use crate::llvm::{Ty, Value, ValueKind};
use homing_ir::{Const, Global, GlobalId};
use llvm_sys::core::*;

/// Initial bytes under construction.
#[derive(Default)]
struct Contents {
    bytes: Vec<u8>,
    relocs: Vec<(u64, Const)>,
    /// Why a part of it cannot be said.
    trouble: Option<String>,
}

impl Contents {
    fn write(&mut self, at: u64, bytes: &[u8]) {
        let Some(last) = bytes.iter().rposition(|b| *b != 0) else { return };
        let (at, bytes) = (at as usize, &bytes[..=last]);
        if self.bytes.len() < at + bytes.len() {
            self.bytes.resize(at + bytes.len(), 0);
        }
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }
}

impl Lowerer {
    /// The id of a global variable; asks for its contents when it is new.
    pub fn global(&mut self, g: Value) -> GlobalId {
        if let Some(&id) = self.globals.get(&g) {
            return id;
        }
        let ty = g.value_type();
        let sized = ty.is_sized();
        let (loc, type_name) = self.debug.global(g);
        let mut name = g.name();
        if name.is_empty() {
            name = format!("unnamed.{}", self.program.globals.len());
        }
        let id = GlobalId(self.program.globals.len() as u32);
        let ctype = self.types.global(&mut self.debug, g);
        self.types.types.globals.resize(id.index(), None);
        self.types.types.globals.push(ctype);
        let align = g.alignment();
        self.program.globals.push(Global {
            name,
            size: if sized { self.layout.size(ty) } else { 0 },
            align: if align != 0 || !sized { align.max(1) } else { self.layout.global_align(g) },
            constant: g.is_constant(),
            external: g.is_declaration() || g.is_externally_initialized(),
            bytes: Vec::new(),
            relocs: Vec::new(),
            loc,
            type_name,
        });
        self.globals.insert(g, id);
        if !g.is_declaration() {
            self.queue.push_back(Work::Contents(id, g));
        }
        id
    }

    /// Lowers the initialiser.
    pub(super) fn contents(&mut self, id: GlobalId, g: Value) {
        let Some(init) = g.initializer() else { return };
        let mut contents = Contents::default();
        self.initialise(init, init.ty(), 0, &mut contents);
        let global = &mut self.program.globals[id.index()];
        if let Some(why) = contents.trouble {
            global.external = true;
            let note = format!("initial contents of `{}` are taken as unknown: {why}", global.name);
            self.note(note);
            return;
        }
        contents.relocs.sort_by_key(|r| r.0);
        global.bytes = contents.bytes;
        global.relocs = contents.relocs;
    }

    fn initialise(&mut self, c: Value, t: Ty, at: u64, out: &mut Contents) {
        use ValueKind::*;
        match c.kind() {
            LLVMConstantAggregateZeroValueKind
            | LLVMConstantPointerNullValueKind
            | LLVMUndefValueValueKind
            | LLVMPoisonValueKind => {}
            LLVMConstantDataArrayValueKind | LLVMConstantDataVectorValueKind => {
                let mut size = 0usize;
                // The binding takes the out-pointer as an integer.
                // SAFETY: the constant holds plain data, as its kind says, and the length is a local variable.
                let p = unsafe { LLVMGetRawDataValues(c.0, &raw mut size as usize) };
                // SAFETY: pointer and length of that data, which lives as long as the constant.
                out.write(at, unsafe { std::slice::from_raw_parts(p.cast::<u8>(), size) });
            }
            LLVMConstantArrayValueKind => {
                let stride = self.layout.size(t.element());
                for i in 0..t.array_len() {
                    self.initialise(c.element(i as u32), t.element(), at + i * stride, out);
                }
            }
            LLVMConstantStructValueKind => {
                for i in 0..t.struct_len() {
                    self.initialise(c.element(i), t.struct_field(i), at + self.layout.field_offset(t, i), out);
                }
            }
            LLVMConstantVectorValueKind => self.initialise_vector(c, t, at, out),
            _ if t.is_vector() => self.initialise_vector(c, t, at, out),
            _ => self.initialise_scalar(c, at, out),
        }
    }

    fn initialise_vector(&mut self, c: Value, t: Ty, at: u64, out: &mut Contents) {
        let width = self.layout.bits(t.element());
        let n = u64::from(t.vector_len());
        if width.is_multiple_of(8) {
            for i in 0..n {
                match c.element(i as u32).some() {
                    Some(e) => self.initialise(e, t.element(), at + i * width / 8, out),
                    None => out.trouble = Some(c.print()),
                }
            }
            return;
        }
        let mut bits = vec![0u8; (n * width).div_ceil(8) as usize];
        for i in 0..n {
            let element = c.element(i as u32).some().and_then(|e| self.fold(e));
            let Some(Folded::Number(Const::Bits { v, .. })) = element else {
                out.trouble = Some(c.print());
                return;
            };
            for b in 0..width {
                let at = i * width + b;
                bits[(at / 8) as usize] |= ((v >> b & 1) as u8) << (at % 8);
            }
        }
        out.write(at, &bits);
    }

    fn initialise_scalar(&mut self, c: Value, at: u64, out: &mut Contents) {
        let len = self.layout.bits(c.ty()).div_ceil(8) as usize;
        match self.fold(c) {
            Some(Folded::Number(Const::Bits { v, .. })) => out.write(at, &v.to_le_bytes()[..len.min(8)]),
            Some(Folded::Number(Const::Wide { words, .. })) => {
                let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).take(len).collect();
                out.write(at, &bytes);
            }
            Some(Folded::Address(Const::Global { id, .. }, offset)) if len * 8 == self.layout.ptr_bits as usize => {
                out.relocs.push((at, Const::Global { id, offset }));
            }
            Some(Folded::Address(Const::Func(f), 0)) if len * 8 == self.layout.ptr_bits as usize => {
                out.relocs.push((at, Const::Func(f)));
            }
            _ => out.trouble = Some(c.print()),
        }
    }
}
