//! Constants as operands of instructions.

use super::fold::Folded;
use super::function::{FunctionLowerer, Scalars};
use crate::llvm::{TypeKind, Value, ValueKind};
use homing_ir::*;
use smallvec::smallvec;

impl FunctionLowerer<'_> {
    /// The scalars of a constant; what is no plain number or address becomes instructions at this place.
    pub fn constant(&mut self, c: Value) -> Result<Scalars, String> {
        use ValueKind::*;
        match c.kind() {
            // Of a library's values nobody chose none matters: it is correct with any.
            LLVMUndefValueValueKind | LLVMPoisonValueKind if self.f.origin != Origin::Program => {
                let shape = self.cx.layout.shape(c.ty())?;
                Ok(shape.types.iter().map(|t| self.zero(*t)).collect())
            }
            // A fresh value at each use, as LLVM has it.
            LLVMUndefValueValueKind | LLVMPoisonValueKind => {
                let regs = self.new_regs(c.ty())?;
                for dst in &regs {
                    self.emit(Inst::Undef { dst: *dst });
                }
                Ok(regs.into_iter().map(Opnd::reg).collect())
            }
            LLVMConstantAggregateZeroValueKind => {
                let shape = self.cx.layout.shape(c.ty())?;
                Ok(shape.types.iter().map(|t| self.zero(*t)).collect())
            }
            LLVMConstantArrayValueKind
            | LLVMConstantStructValueKind
            | LLVMConstantVectorValueKind
            | LLVMConstantDataArrayValueKind
            | LLVMConstantDataVectorValueKind => self.aggregate(c),
            LLVMConstantIntValueKind | LLVMConstantFPValueKind if c.ty().is_vector() => self.aggregate(c),
            LLVMGlobalIFuncValueKind => self.ifunc(c),
            LLVMConstantTokenNoneValueKind => Ok(Scalars::new()),
            _ => {
                if let Some(folded) = self.cx.fold(c) {
                    return self.folded(c, folded);
                }
                if c.kind() == LLVMConstantExprValueKind {
                    return self.expression(c);
                }
                Err(format!("the constant {}", c.print()))
            }
        }
    }

    pub fn zero(&mut self, t: Type) -> Opnd {
        let w = self.cx.program.width(t);
        self.bits(w, 0)
    }

    fn aggregate(&mut self, c: Value) -> Result<Scalars, String> {
        let t = c.ty();
        let n = match t.kind() {
            TypeKind::LLVMStructTypeKind => u64::from(t.struct_len()),
            TypeKind::LLVMArrayTypeKind => t.array_len(),
            _ => u64::from(t.vector_len()),
        };
        self.cx.layout.shape(t)?;
        let mut all = Scalars::new();
        for i in 0..n {
            let element = c.element(i as u32).some().ok_or_else(|| format!("the constant {}", c.print()))?;
            all.extend(self.operands(element)?);
        }
        Ok(all)
    }

    fn folded(&mut self, c: Value, folded: Folded) -> Result<Scalars, String> {
        let address = match folded {
            Folded::Number(n) => return Ok(smallvec![self.pool(n)]),
            Folded::Address(Const::Global { id, .. }, offset) => self.pool(Const::Global { id, offset }),
            Folded::Address(base, 0) => self.pool(base),
            Folded::Address(base, offset) => {
                let base = self.pool(base);
                self.offset(base, offset)
            }
        };
        match self.cx.layout.scalar(c.ty()) {
            Some(Type::Bits(w)) => {
                let dst = self.f.new_reg(Type::Bits(w));
                self.emit(Inst::Cast { op: CastOp::PtrToInt, dst, a: address });
                Ok(smallvec![dst.into()])
            }
            _ => Ok(smallvec![address]),
        }
    }

    /// A constant expression that is not known now: the instruction of the same meaning, in front of its use.
    fn expression(&mut self, c: Value) -> Result<Scalars, String> {
        let (opcode, regs) = (c.opcode(), self.new_regs(c.ty())?);
        let copies = self.computed(c, opcode, &regs)?;
        Ok(copies.unwrap_or_else(|| regs.into_iter().map(Opnd::reg).collect()))
    }

    /// The address an indirect function resolves to: what its resolver returns.
    fn ifunc(&mut self, c: Value) -> Result<Scalars, String> {
        let Some(resolver) = c.resolver().filter(|r| r.kind() == ValueKind::LLVMFunctionValueKind) else {
            return Err(format!("the resolver of the indirect function {}", c.name()));
        };
        let callee = Callee::Direct(self.cx.function(resolver));
        let dst = self.f.new_reg(Type::Ptr);
        let none = || Vec::new().into_boxed_slice();
        let call = Call { callee, dst: Box::new([dst]), args: none(), fixed: 0, byval: Box::new([]), align: Box::new([]) };
        self.emit(Inst::Call(Box::new(call)));
        Ok(smallvec![dst.into()])
    }
}
