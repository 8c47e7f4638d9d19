//! What the executor prepares once per program, so that the loop looks nothing up.

use homing_ir::{Builtin, Const, Function, Origin, Program, Type, builtin};
use homing_memory::{ObjRef, Val};
use homing_term::Terms;

use crate::dynamic;
use crate::hot::{Hot, hot};

/// Prepared data for all functions.
pub(crate) struct Code {
    pub functions: Vec<FuncCode>,
    /// Number of functions: objects 0.. are the functions, then come the globals.
    pub globals_base: u32,
    pub blocks: usize,
    /// Does it work on `Dyn` values?
    pub dynamic: bool,
}

/// Prepared data of one function.
pub(crate) struct FuncCode {
    pub consts: Box<[Val]>,
    /// Bits of each register.
    pub widths: Box<[u32]>,
    /// Whether anything reads the register.
    pub used: Box<[bool]>,
    /// Number of its first block among all blocks.
    pub first_block: u32,
    /// The engine's model, if it has no body.
    pub model: Option<Builtin>,
    /// The fast way, if it is a library function with one.
    pub hot: Option<Hot>,
}

impl Code {
    pub fn new(program: &Program, terms: &mut Terms) -> Code {
        let globals_base = program.functions.len() as u32;
        let mut blocks = 0;
        let functions = program
            .functions
            .iter()
            .map(|f| {
                let first_block = blocks as u32;
                blocks += f.blocks.len();
                FuncCode {
                    consts: f.consts.iter().map(|c| value(c, globals_base, program, terms)).collect(),
                    widths: f.regs.iter().map(|t| program.width(*t)).collect(),
                    used: used(f),
                    first_block,
                    model: if f.is_declaration() { builtin(&f.name) } else { None },
                    hot: if f.origin == Origin::Library && !f.is_declaration() { hot(&f.name, f.params.len()) } else { None },
                }
            })
            .collect();
        let dynamic = program.functions.iter().any(|f| f.results.contains(&Type::Dyn));
        Code { functions, globals_base, blocks, dynamic }
    }
}

fn used(f: &Function) -> Box<[bool]> {
    let mut used = vec![false; f.regs.len()].into_boxed_slice();
    let mut mark = |o: homing_ir::Opnd| o.as_reg().into_iter().for_each(|r| used[r.index()] = true);
    for b in &f.blocks {
        b.insts.iter().for_each(|i| i.uses(&mut mark));
        b.term.uses(&mut mark);
    }
    used
}

/// The value of a constant.
pub(crate) fn value(c: &Const, globals_base: u32, program: &Program, terms: &mut Terms) -> Val {
    let ptr_bits = program.ptr_bits;
    match c {
        Const::Bits { v, .. } => Val::int(*v),
        Const::Wide { w, words } => Val::term(terms.bits_wide(*w, words)),
        Const::Int(text) => dynamic::constant(text, program.dyn_width, terms),
        Const::Undef => Val::UNDEF,
        Const::Null => dynamic::null(),
        Const::Global { id, offset } => {
            let mask = if ptr_bits == 64 { u64::MAX } else { (1 << ptr_bits) - 1 };
            Val::ptr(ObjRef { slot: globals_base + id.0, generation: 0 }, *offset as u64 & mask)
        }
        Const::Func(f) => Val::ptr(ObjRef { slot: f.0, generation: 0 }, 0),
    }
}
