//! Calls.

use super::function::{FunctionLowerer, Lowered};
use crate::llvm::{Attribute, Ty, TypeKind, Value, ValueKind};
use homing_ir::*;

/// The arguments of a call, scalar by scalar.
#[derive(Default)]
struct Arguments {
    values: Vec<Opnd>,
    byval: Vec<u64>,
    align: Vec<u32>,
    /// Whether the bits above the value are zero in the register that it is passed in.
    clean: Vec<bool>,
    fixed: u32,
    /// The call does not say what the function takes.
    no_prototype: bool,
}

/// Functions of the C++ runtime that never come back to their caller, whatever else is assumed of functions without a body.
fn throws(name: &str) -> bool {
    matches!(name, "__cxa_throw" | "__cxa_rethrow" | "_Unwind_RaiseException" | "_Unwind_Resume" | "_Unwind_ForcedUnwind")
}

/// Functions of the library that start another thread: there is one here.
fn starts_thread(name: &str) -> bool {
    matches!(name, "pthread_create" | "__pthread_create" | "thrd_create")
}

impl FunctionLowerer<'_> {
    /// A call or invoke.
    pub fn call(&mut self, v: Value) -> Lowered {
        let callee = resolve_alias(v.callee());
        match callee.kind() {
            ValueKind::LLVMInlineAsmValueKind => self.inline_asm(v, callee),
            ValueKind::LLVMFunctionValueKind if !self.cx.is_null(callee) => {
                if callee.intrinsic() != 0 {
                    return self.intrinsic(v, callee);
                }
                let name = callee.name();
                if name.starts_with("llvm.") {
                    return Err(format!("the intrinsic {name}"));
                }
                let id = self.cx.function(callee);
                if !self.cx.has_body(id) && throws(&name) {
                    return Err(format!("throwing an exception ({name})"));
                }
                let of_library = !self.cx.has_body(id) || self.cx.in_library(id);
                let own = self.cx.has_body(id) && self.cx.program.functions[id.index()].origin == Origin::Program;
                if !own && starts_thread(&name) {
                    return Err(format!("starting a thread (`{name}`)"));
                }
                if of_library && super::libc::is_instruction(&name) {
                    let count = v.argument_count();
                    if let Some(done) = self.libc_call(v, &name, count) {
                        return done;
                    }
                }
                let arguments = self.arguments(v)?;
                let dst = self.results(v)?.to_vec();
                self.direct(id, dst, arguments)
            }
            _ => {
                let target = self.operand(callee)?;
                let mut arguments = self.arguments(v)?;
                if arguments.no_prototype && self.ptr_bits() == 64 {
                    // Whatever the function takes: less than this is cut off, and more it does not get in a register.
                    for (value, clean) in arguments.values.iter_mut().zip(&arguments.clean) {
                        if *clean {
                            *value = self.resize(*value, 64);
                        }
                    }
                }
                let dst = self.results(v)?.to_vec();
                self.emit_call(Callee::Indirect(target), dst, arguments);
                Ok(())
            }
        }
    }

    /// A call of a known function. C lets a call ignore a result, and old-style declarations hide how many
    /// parameters are fixed; any other disagreement with the definition is left to the run to judge, as a call through
    /// a pointer. The small library is not what the program was written against, so there it is our own limit.
    fn direct(&mut self, id: FuncId, mut dst: Vec<Reg>, mut a: Arguments) -> Lowered {
        if !self.cx.has_body(id) {
            // The signature at the call counts: there is nothing to disagree with.
            self.emit_call(Callee::Direct(id), dst, a);
            return Ok(());
        }
        let head = &self.cx.program.functions[id.index()];
        let (params, results, varargs) = (head.param_types.clone(), head.results.clone(), head.varargs);
        for (i, param) in params.iter().enumerate().take(a.values.len()) {
            if a.clean[i] && self.ptr_bits() == 64 && self.cx.program.width(*param) == 64 {
                a.values[i] = self.resize(a.values[i], 64);
            }
        }
        let same_width = |x: Type, y: Type| self.cx.program.width(x) == self.cx.program.width(y);
        let takes = a.values.iter().zip(&params).all(|(v, p)| same_width(self.type_of(*v), *p));
        let fits = takes && (a.values.len() == params.len() || (varargs && a.values.len() > params.len()));
        let wanted: Vec<Type> = dst.iter().map(|r| self.f.regs[r.index()]).collect();
        if fits && (wanted.is_empty() || wanted == results) {
            if wanted.is_empty() {
                dst = results.iter().map(|t| self.f.new_reg(*t)).collect();
            }
            for (v, p) in a.values.iter_mut().zip(&params) {
                *v = self.as_type(*v, *p);
            }
            a.fixed = params.len() as u32;
            self.emit_call(Callee::Direct(id), dst, a);
            return Ok(());
        }
        if self.cx.in_library(id) {
            let name = &self.cx.program.functions[id.index()].name;
            return Err(format!("a call of `{name}` with another signature than the C library's"));
        }
        let target = self.pool(Const::Func(id));
        self.cx.program.functions[id.index()].address_taken = true;
        self.emit_call(Callee::Indirect(target), dst, a);
        Ok(())
    }

    /// A pointer as a number or a number as a pointer, where a definition sees it so.
    fn as_type(&mut self, v: Opnd, t: Type) -> Opnd {
        match (self.type_of(v), t) {
            (Type::Ptr, Type::Bits(_)) => self.as_bits(v),
            (Type::Bits(_), Type::Ptr) if v.as_reg().is_some() => {
                let dst = self.f.new_reg(Type::Ptr);
                self.emit(Inst::Cast { op: CastOp::IntToPtr, dst, a: v });
                dst.into()
            }
            _ => v,
        }
    }

    fn arguments(&mut self, v: Value) -> Result<Arguments, String> {
        let (t, count) = (v.called_type(), v.argument_count());
        let (fixed, variadic) = (t.param_types().len() as u32, t.is_vararg());
        let mut all = Arguments { no_prototype: variadic && (fixed == 0 || fixed == count), ..Arguments::default() };
        let mut registers = 0;
        for i in 0..count {
            let argument = v.operand(i);
            if argument.kind() == ValueKind::LLVMMetadataAsValueValueKind {
                return Err("a call with a metadata argument".into());
            }
            if i == fixed {
                all.fixed = all.values.len() as u32;
            }
            let mut scalars = self.operands(argument)?;
            let attribute = |kind| v.call_attribute(i + 1, kind);
            let byval = self.cx.byval(attribute(self.cx.attributes.byval));
            let mut align = 0;
            if i >= fixed {
                if argument.ty().is_vector() {
                    // One slot of the variadic area, not one per element.
                    let whole = self.join(&scalars);
                    scalars = [whole].into_iter().collect();
                }
                align = self.variadic_align(argument.ty(), byval, attribute(self.cx.attributes.align));
            }
            // What does not fit into the registers lies in memory, where only its own bytes are written.
            let clean = written_as_32_bits(argument) && registers < 6;
            let whole = matches!(argument.ty().kind(), TypeKind::LLVMIntegerTypeKind | TypeKind::LLVMPointerTypeKind);
            registers += if whole && byval == 0 { scalars.len() } else { 0 };
            for s in scalars {
                all.values.push(s);
                all.byval.push(byval);
                all.align.push(align);
                all.clean.push(clean);
            }
        }
        if count <= fixed {
            all.fixed = all.values.len() as u32;
        }
        Ok(all)
    }

    /// Alignment of a variadic argument in memory where it is more than that of a plain slot.
    fn variadic_align(&self, t: Ty, byval: u64, attribute: Option<Attribute>) -> u32 {
        let slot = self.ptr_bits() / 8;
        let align = if byval > 0 {
            attribute.map_or(0, |a| a.number() as u32)
        } else if slot == 8 {
            self.cx.layout.align(t)
        } else {
            0
        };
        if align > slot { align } else { 0 }
    }

    fn emit_call(&mut self, callee: Callee, dst: Vec<Reg>, a: Arguments) {
        self.emit(Inst::Call(Box::new(Call {
            callee,
            dst: dst.into_boxed_slice(),
            args: a.values.into_boxed_slice(),
            fixed: a.fixed,
            byval: a.byval.into_boxed_slice(),
            align: a.align.into_boxed_slice(),
        })));
    }

    /// A call of a function by name, with plain arguments, for intrinsics that are library functions.
    pub fn call_named(&mut self, v: Value, name: &str, values: Vec<Opnd>) -> Lowered {
        let params: Vec<Type> = values.iter().map(|o| self.type_of(*o)).collect();
        let dst = self.results(v)?.to_vec();
        let results: Vec<Type> = dst.iter().map(|r| self.f.regs[r.index()]).collect();
        let id = self.cx.declare(name, &params, &results);
        let n = values.len();
        let arguments = Arguments {
            values,
            byval: vec![0; n],
            align: vec![0; n],
            clean: vec![false; n],
            fixed: n as u32,
            no_prototype: false,
        };
        self.direct(id, dst, arguments)
    }
}

/// A number of 32 bits that an instruction made or that is known: on x86-64, writing 32 bits of a register clears the ones above. That
/// is what a function without a prototype gets which takes 64 bits (`read(0, b, 8)`, never declared). Parameters, results and what is cut
/// off from more bits come with anything above them.
fn written_as_32_bits(v: Value) -> bool {
    use crate::llvm::Opcode::*;
    if v.ty().kind() != TypeKind::LLVMIntegerTypeKind || v.ty().int_width() != 32 {
        return false;
    }
    let makes = |op| {
        matches!(
            op,
            LLVMLoad
                | LLVMAdd
                | LLVMSub
                | LLVMMul
                | LLVMUDiv
                | LLVMSDiv
                | LLVMURem
                | LLVMSRem
                | LLVMShl
                | LLVMLShr
                | LLVMAShr
                | LLVMAnd
                | LLVMOr
                | LLVMXor
                | LLVMZExt
                | LLVMSExt
        )
    };
    v.kind() == ValueKind::LLVMConstantIntValueKind || (v.is_instruction() && makes(v.opcode()))
}

/// The function or value behind aliases.
pub(crate) fn resolve_alias(mut v: Value) -> Value {
    for _ in 0..100 {
        if v.kind() != ValueKind::LLVMGlobalAliasValueKind {
            break;
        }
        v = v.aliasee();
    }
    v
}
