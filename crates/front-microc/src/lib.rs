//! From the syntax tree of a microc program to the engine's representation.
//!
//! Variables are slots of memory that `homing_ir::promote` turns into registers; those whose address is taken are cells. Conditions become
//! branches, short circuit included, and of a loop's guard the way out is the first edge: the path that leaves goes on,
//! the one that stays waits. Every instruction has the position of what it was made from.

mod build;
mod cond;
mod expr;
mod scalars;
mod stmt;

use homing_ir::{Const, FuncId, Function as IrFunction, Loc, LocId, Program, SourceFile, Type};
use homing_microc::{Ast, Name, Pos, Unassigned};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use build::Builder;
use scalars::Scalars;

/// Lowers a checked program. Numbers wrap to `int_width` bits, if given; else they are unbounded. Function `i` of the tree is function `i` of
/// the result; each takes and gives `Dyn` values. Names and calls that [`homing_microc::check`] refuses end the path there as something unsupported.
pub fn lower(ast: &Ast, int_width: Option<u32>) -> Program {
    let reads = Unassigned::of(ast);
    let check_targets = reads.behind_pointers(ast);
    let mut functions = FxHashMap::default();
    for (i, f) in ast.functions.iter().enumerate() {
        functions.entry(f.name).or_insert(FuncId(i as u32));
    }
    let mut shared = Shared {
        ast,
        width: int_width,
        reads,
        check_targets,
        scalars: Scalars::of(ast, &functions),
        functions,
        locs: vec![Loc { file: homing_ir::FileId(0), line: 0, column: 0 }],
        loc_ids: FxHashMap::default(),
        strings: Vec::new(),
        string_ids: FxHashMap::default(),
    };
    let lowered: Vec<IrFunction> = (0..ast.functions.len()).map(|i| Builder::function(&mut shared, i)).collect();
    Program {
        ptr_bits: 64,
        files: vec![SourceFile { path: ast.file.clone(), directory: String::new() }],
        locs: shared.locs,
        functions: lowered,
        strings: shared.strings,
        dyn_width: int_width,
        errors_end: true,
        ..Program::default()
    }
}

/// What the functions of a program share.
struct Shared<'a> {
    ast: &'a Ast,
    width: Option<u32>,
    reads: Unassigned,
    /// A pointer may lead to a variable that was never written.
    check_targets: bool,
    scalars: Scalars,
    functions: FxHashMap<Name, FuncId>,
    locs: Vec<Loc>,
    loc_ids: FxHashMap<Pos, LocId>,
    strings: Vec<String>,
    string_ids: FxHashMap<String, u32>,
}

impl Shared<'_> {
    fn loc(&mut self, pos: Pos) -> LocId {
        *self.loc_ids.entry(pos).or_insert_with(|| {
            self.locs.push(Loc { file: homing_ir::FileId(0), line: pos.line, column: pos.column });
            LocId(self.locs.len() as u32 - 1)
        })
    }

    /// The index of a text among the program's.
    fn string(&mut self, text: &str) -> u32 {
        if let Some(&known) = self.string_ids.get(text) {
            return known;
        }
        let id = self.strings.len() as u32;
        self.strings.push(text.to_string());
        self.string_ids.insert(text.to_string(), id);
        id
    }

    /// A number as the program's arithmetic has it.
    fn wrap(&self, n: BigInt) -> BigInt {
        let Some(w) = self.width else { return n };
        let modulus = BigInt::from(1) << w;
        let low = ((n % &modulus) + &modulus) % &modulus;
        if low >= &modulus >> 1 { low - modulus } else { low }
    }

    fn number(&self, n: BigInt) -> Const {
        Const::Int(self.wrap(n).to_string())
    }
}

/// The type of every value of the language.
const DYN: Type = Type::Dyn;
