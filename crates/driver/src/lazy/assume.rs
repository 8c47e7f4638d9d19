//! Preconditions of the function that a run starts in: they are compiled with the program, and a function in front of the entry goes on only where
//! they hold.

use homing_front_llvm::{LoadError, LowerOptions};
use homing_harness::{PRECONDITION, precondition, precondition_declarations};
use homing_host::{Failure, absolute};
use homing_ir::{Block, Builtin, Call, Callee, CastOp, FuncId, Function, Inst, Opnd, Origin, Program, Terminator, Type, builtin};

use super::caller::file_of;
use crate::linked::Compiled;

/// The function that the run begins with: it calls the entry where the preconditions hold.
const FIRST: &str = "homing_first";

/// The function that the run begins with, if there are preconditions.
pub fn first(p: &Program) -> Option<FuncId> {
    p.find(FIRST)
}

impl Compiled {
    /// The same with the function that says whether the preconditions hold. In a source file it sees all that the entry sees.
    pub(crate) fn with_preconditions(mut self) -> Result<Compiled, Failure> {
        let wanted = &self.plan.options.preconditions;
        if wanted.is_empty() {
            return Ok(self);
        }
        let (program, entry) = self.entry(&[])?;
        let compiler = self.compiler.as_ref().ok_or_else(|| Failure::usage("--assume: no clang was found to compile it"))?;
        let file = file_of(&program, entry, &self.files);
        let text = match &file {
            Some(file) => format!("#include \"{}\"\n{}", file.display(), precondition(&program, entry, wanted, "")),
            None => {
                // They have to be there; a file is compiled with them.
                self.entry(&wanted.functions)?;
                let known = precondition_declarations(&program, entry, wanted);
                format!("{known}\n{}", precondition(&program, entry, wanted, ""))
            }
        };
        let (source, out) = (self.plan.work.path().join("precondition.c"), self.plan.work.path().join("precondition.bc"));
        std::fs::write(&source, text).map_err(|e| Failure::input(format!("cannot write to the temporary folder: {e}")))?;
        let failed = |why: String| Failure::input(format!("--assume: the preconditions cannot be compiled\n{why}"));
        compiler.one(&source, &out).map_err(failed)?;
        let replaced = self.files.all().iter().position(|f| Some(absolute(f)) == file);
        match replaced {
            Some(i) => self.bitcode[i] = out,
            None => self.bitcode.push(out),
        }
        Ok(self)
    }

    /// The entry with its types, for which the program is looked at once before; these functions are there, too.
    fn entry(&self, others: &[String]) -> Result<(Program, FuncId), Failure> {
        let module = homing_front_llvm::load(&self.bitcode).map_err(|e| Failure::input(e.to_string()))?;
        let roots = std::iter::once(&self.plan.options.entry).chain(others);
        let lowered = module.lower(&LowerOptions { roots: Some(roots.cloned().collect()), with_library: false });
        let program = lowered.map_err(|e| match e {
            LoadError::NoSuchFunction { name } => Failure::input(format!("the program has no function {name}")),
            e => Failure::input(e),
        })?;
        let name = &self.plan.options.entry;
        let entry =
            program.find(name).ok_or_else(|| Failure::input(format!("--entry {name}: no such function in the program")))?;
        super::types_known(&program, entry)?;
        Ok((program, entry))
    }
}

/// Puts the function before the entry that the run begins with, if there are preconditions.
pub(crate) fn put_before(p: &mut Program, entry: FuncId) -> Result<(), Failure> {
    let Some(holds) = p.find(PRECONDITION) else { return Ok(()) };
    let assume = p.functions.iter().position(|f| f.is_declaration() && builtin(&f.name) == Some(Builtin::Assume));
    let assume = assume.map_or_else(|| declare_assume(p), |i| FuncId(i as u32));
    // Where the result goes is not among what a precondition speaks of.
    let hidden: Vec<usize> =
        p.ctypes.params(entry).iter().filter(|c| c.is_result).flat_map(|c| c.parts.iter().map(|part| part.0)).collect();
    let of = p.func(entry).clone();
    let asked: Vec<usize> = (0..of.param_types.len()).filter(|i| !hidden.contains(i)).collect();
    let taken: Vec<Type> = asked.iter().map(|i| of.param_types[*i]).collect();
    if taken != p.func(holds).param_types || p.func(holds).results != [Type::Bits(32)] {
        return Err(Failure::internal("the function for --assume takes other parameters than the entry"));
    }
    let mut f = Function {
        name: FIRST.into(),
        regs: Vec::new(),
        params: Vec::new(),
        consts: Vec::new(),
        blocks: Vec::new(),
        vars: Vec::new(),
        exported: false,
        address_taken: false,
        replaceable: false,
        origin: Origin::Program,
        ..of.clone()
    };
    f.params = of.param_types.iter().map(|t| f.new_reg(*t)).collect();
    let all: Vec<Opnd> = f.params.iter().map(|r| Opnd::reg(*r)).collect();
    let yes = f.new_reg(Type::Bits(32));
    let results: Vec<_> = of.results.iter().map(|t| f.new_reg(*t)).collect();
    let width = p.func(assume).param_types.first().map_or(32, |t| p.width(*t));
    let wide = if width == 32 { yes } else { f.new_reg(Type::Bits(width)) };
    let mut insts = vec![
        call(holds, &[yes], asked.iter().map(|i| all[*i]).collect(), asked.iter().map(|i| of.byval[*i]).collect()),
        call(assume, &[], vec![wide.into()], vec![0]),
        call(entry, &results, all, of.byval.clone()),
    ];
    if wide != yes {
        insts.insert(1, Inst::Cast { op: CastOp::ZExt, dst: wide, a: yes.into() });
    }
    let term = Terminator::Return(results.iter().map(|r| Opnd::reg(*r)).collect());
    f.blocks = vec![Block { params: Vec::new(), locs: vec![of.loc; insts.len() + 1], insts, term }];
    let params = p.ctypes.params(entry).to_vec();
    p.functions.push(f);
    p.ctypes.params.resize(p.functions.len() - 1, Vec::new());
    p.ctypes.params.push(params);
    Ok(())
}

fn call(to: FuncId, dst: &[homing_ir::Reg], args: Vec<Opnd>, byval: Vec<u64>) -> Inst {
    let (fixed, align) = (args.len() as u32, vec![0; args.len()].into());
    let call = Call { callee: Callee::Direct(to), dst: dst.into(), args: args.into(), fixed, byval: byval.into(), align };
    Inst::Call(Box::new(call))
}

fn declare_assume(p: &mut Program) -> FuncId {
    let id = FuncId(p.functions.len() as u32);
    p.functions.push(Function {
        name: "homing_assume".into(),
        param_types: vec![Type::Bits(32)],
        byval: vec![0],
        ..Function::default()
    });
    id
}
