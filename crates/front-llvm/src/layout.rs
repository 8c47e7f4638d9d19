//! How LLVM types are split into scalars, and where those lie in memory.

use crate::llvm::{Ty, TypeKind};
use homing_ir::{FloatKind, Type};
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::target::*;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A first-class value wider than this many scalars is not split.
const MAX_SCALARS: usize = 1 << 14;

/// The scalars of a type in order, and its pieces in memory.
pub struct Shape {
    pub types: Box<[Type]>,
    pub pieces: Box<[Piece]>,
}

/// What one memory access reads or writes.
#[derive(Copy, Clone, Debug)]
pub struct Piece {
    /// Bytes from the start of the value.
    pub offset: u64,
    /// How many scalars are packed bit by bit into it (vectors of elements that are no whole bytes); else 1.
    pub count: u32,
    /// The type of one scalar.
    pub ty: Type,
}

/// Answers questions about sizes and offsets for one module's data layout.
pub struct Layout {
    data: LLVMTargetDataRef,
    pub ptr_bits: u32,
    shapes: FxHashMap<Ty, Result<Rc<Shape>, String>>,
}

impl Layout {
    /// `data` must outlive the layout.
    pub fn new(data: LLVMTargetDataRef) -> Layout {
        // SAFETY: the data layout is alive, as the caller promises.
        let ptr_bits = unsafe { LLVMPointerSize(data) } * 8;
        Layout { data, ptr_bits, shapes: FxHashMap::default() }
    }

    /// Distance between array elements of that type.
    pub fn size(&self, t: Ty) -> u64 {
        self.measure(LLVMABISizeOfType, t)
    }
    pub fn bits(&self, t: Ty) -> u64 {
        self.measure(LLVMSizeOfTypeInBits, t)
    }
    pub fn align(&self, t: Ty) -> u32 {
        self.measure(LLVMABIAlignmentOfType, t)
    }
    pub fn global_align(&self, g: crate::llvm::Value) -> u32 {
        // SAFETY: the layout is alive (see `new`), and `g` is a variable of a live module.
        unsafe { LLVMPreferredAlignmentOfGlobal(self.data, g.0) }
    }
    pub fn field_offset(&self, t: Ty, i: u32) -> u64 {
        // SAFETY: the layout is alive (see `new`); callers ask for a structure's fields, as many as it has.
        unsafe { LLVMOffsetOfElement(self.data, t.0, i) }
    }
    fn measure<A>(&self, question: unsafe extern "C" fn(LLVMTargetDataRef, LLVMTypeRef) -> A, t: Ty) -> A {
        // SAFETY: the layout is alive (see `new`), and so is the type; only questions come here that every sized type answers.
        unsafe { question(self.data, t.0) }
    }

    /// The register type of a scalar; `None` for aggregates, vectors and what has no value.
    pub fn scalar(&self, t: Ty) -> Option<Type> {
        Some(match t.kind() {
            TypeKind::LLVMIntegerTypeKind => Type::Bits(t.int_width()),
            TypeKind::LLVMPointerTypeKind if t.address_space() == 0 => Type::Ptr,
            TypeKind::LLVMBFloatTypeKind => Type::Bits(16),
            TypeKind::LLVMVectorTypeKind => return None,
            _ => Type::Bits(float_kind(t)?.width()),
        })
    }

    /// The scalars of a type; `Err` says why it has none.
    pub fn shape(&mut self, t: Ty) -> Result<Rc<Shape>, String> {
        if let Some(s) = self.shapes.get(&t) {
            return s.clone();
        }
        let (mut types, mut pieces) = (Vec::new(), Vec::new());
        let shape = self
            .split(t, 0, &mut types, &mut pieces)
            .map(|()| Rc::new(Shape { types: types.into_boxed_slice(), pieces: pieces.into_boxed_slice() }));
        self.shapes.insert(t, shape.clone());
        shape
    }

    fn split(&self, t: Ty, at: u64, types: &mut Vec<Type>, pieces: &mut Vec<Piece>) -> Result<(), String> {
        if types.len() > MAX_SCALARS {
            return Err(format!("a value of the large type {}", t.print()));
        }
        if let Some(ty) = self.scalar(t) {
            types.push(ty);
            pieces.push(Piece { offset: at, count: 1, ty });
            return Ok(());
        }
        match t.kind() {
            TypeKind::LLVMVoidTypeKind => {}
            TypeKind::LLVMStructTypeKind => {
                for i in 0..t.struct_len() {
                    self.split(t.struct_field(i), at + self.field_offset(t, i), types, pieces)?;
                }
            }
            TypeKind::LLVMArrayTypeKind => {
                let (element, stride) = (t.element(), self.size(t.element()));
                let before = types.len();
                for i in 0..t.array_len() {
                    self.split(element, at + i * stride, types, pieces)?;
                    if types.len() == before {
                        break; // elements without contents: any number of them is nothing
                    }
                }
            }
            TypeKind::LLVMVectorTypeKind => {
                let (n, element) = (t.vector_len(), t.element());
                let ty = self.scalar(element).ok_or_else(|| format!("the type {}", t.print()))?;
                let width = self.bits(element);
                if n as usize > MAX_SCALARS {
                    return Err(format!("a value of the large type {}", t.print()));
                }
                types.extend((0..n).map(|_| ty));
                if width.is_multiple_of(8) {
                    pieces.extend((0..u64::from(n)).map(|i| Piece { offset: at + i * width / 8, count: 1, ty }));
                } else {
                    pieces.push(Piece { offset: at, count: n, ty });
                }
            }
            _ => return Err(format!("the type {}", t.print())),
        }
        Ok(())
    }

    /// Position of the first scalar of a member and the member's type.
    pub fn member(&mut self, mut t: Ty, path: &[u32]) -> Result<(usize, Ty), String> {
        let mut start = 0;
        for &i in path {
            match t.kind() {
                TypeKind::LLVMStructTypeKind => {
                    for before in 0..i {
                        start += self.shape(t.struct_field(before))?.types.len();
                    }
                    t = t.struct_field(i);
                }
                _ => {
                    t = t.element();
                    start += i as usize * self.shape(t)?.types.len();
                }
            }
        }
        Ok((start, t))
    }
}

/// The float format of a scalar type or of a vector's elements.
pub fn float_kind(t: Ty) -> Option<FloatKind> {
    Some(match t.kind() {
        TypeKind::LLVMHalfTypeKind => FloatKind::F16,
        TypeKind::LLVMFloatTypeKind => FloatKind::F32,
        TypeKind::LLVMDoubleTypeKind => FloatKind::F64,
        TypeKind::LLVMX86_FP80TypeKind => FloatKind::F80,
        TypeKind::LLVMFP128TypeKind => FloatKind::F128,
        TypeKind::LLVMVectorTypeKind => return float_kind(t.element()),
        _ => return None,
    })
}
