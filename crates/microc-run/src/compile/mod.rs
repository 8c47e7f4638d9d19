//! From the syntax tree to [`Code`].
//!
//! Variables get registers, except those whose address is taken: their register holds a pointer to a cell that is
//! made when the function is entered. Expressions have no side effect on variables in registers (only a call could
//! write them, and only through a pointer), so such variables are used as operands in place.

mod assigned;
mod cond;
mod expr;
mod stmt;

use crate::code::{Code, FuncCode, Instr, Reg, Shape};
use crate::machine::BuildError;
use assigned::{Assigned, boxed_names};
use homing_microc::{Ast, ExprId, Function, MAX_DEPTH, Name, Pos};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// Compiles a program. With `traced`, instructions that tell what is visited are added; all others are the same.
pub(crate) fn compile(ast: &Ast, width: Option<u32>, traced: bool) -> Result<Code> {
    let mut functions = FxHashMap::default();
    for (i, f) in ast.functions.iter().enumerate() {
        functions.entry(f.name).or_insert(i as u32);
    }
    let main = ast.find_name("main").and_then(|n| functions.get(&n).copied()).ok_or(BuildError::NoMain)?;
    let names = (0..ast.name_count()).map(|i| ast.name(Name(i as u32)).to_string()).collect();
    let code = Code {
        instrs: Vec::new(),
        pos: Vec::new(),
        functions: Vec::new(),
        numbers: Vec::new(),
        shapes: Vec::new(),
        names,
        variables: Vec::new(),
        main,
    };
    let mut compiler = Compiler {
        ast,
        width,
        traced,
        code,
        functions,
        numbers: FxHashMap::default(),
        shapes: FxHashMap::default(),
        labels: Vec::new(),
        frame: Frame::default(),
    };
    for (i, f) in ast.functions.iter().enumerate() {
        compiler.function(f, i as u32 == main)?;
    }
    Ok(compiler.code)
}

struct Compiler<'a> {
    ast: &'a Ast,
    width: Option<u32>,
    traced: bool,
    code: Code,
    functions: FxHashMap<Name, u32>,
    numbers: FxHashMap<BigInt, u32>,
    shapes: FxHashMap<Shape, u32>,
    labels: Vec<Label>,
    frame: Frame,
}

/// What is known of the function in work.
#[derive(Default)]
struct Frame {
    slots: FxHashMap<Name, Slot>,
    /// Variables that were written on every way here; reading them needs no check.
    assigned: Assigned,
    /// The first register that is free.
    next: Reg,
    /// How many registers are needed.
    most: Reg,
    depth: u32,
}

/// Where a variable lives.
#[derive(Clone, Copy)]
struct Slot {
    reg: Reg,
    /// The register holds a pointer to the variable's cell.
    boxed: bool,
}

/// A place to jump to that may not be known yet.
#[derive(Default)]
struct Label {
    at: Option<u32>,
    waiting: Vec<u32>,
}

type Result<T> = std::result::Result<T, BuildError>;

impl Compiler<'_> {
    fn function(&mut self, f: &Function, main: bool) -> Result<()> {
        self.labels.clear();
        self.frame = Frame::default();
        let boxed = boxed_names(self.ast, f);
        for ident in f.locals() {
            let reg = self.temp();
            self.frame.slots.entry(ident.name).or_insert(Slot { reg, boxed: boxed.contains(&ident.name) });
        }
        let locals = self.frame.next;
        self.frame.assigned = Assigned::new(locals as usize);
        let entry = self.here();
        self.visit(f.pos);
        for (i, ident) in f.locals().enumerate() {
            let slot = self.frame.slots[&ident.name];
            if i < f.params.len() {
                self.frame.assigned.insert(slot.reg as usize);
            }
            if slot.boxed && slot.reg == i as u32 {
                let (dst, src) = (slot.reg, slot.reg);
                self.emit(ident.pos, if i < f.params.len() { Instr::Alloc { dst, src } } else { Instr::AllocUndef { dst } });
            }
        }
        for &stmt in &f.body {
            self.statement(stmt)?;
        }
        self.return_statement(f, main)?;
        self.patch_labels();
        let (name, params, registers) = (self.ast.name(f.name).to_string(), f.params.len() as u32, self.frame.most);
        self.code.functions.push(FuncCode { name, entry, params, locals, registers });
        Ok(())
    }

    fn return_statement(&mut self, f: &Function, main: bool) -> Result<()> {
        self.begin_statement(f.return_pos);
        // What only this frame holds need not be copied: the frame ends here.
        let src = if self.dies_with_frame(f.result) { self.operand(f.result)? } else { self.copied(f.result)? };
        self.emit(f.return_pos, if main { Instr::ReturnNumber { src } } else { Instr::Return { src } });
        Ok(())
    }

    fn begin_statement(&mut self, pos: Pos) {
        if self.traced {
            self.emit(pos, Instr::Visit { statement: true });
        }
        self.emit(pos, Instr::Stmt);
    }

    fn visit(&mut self, pos: Pos) {
        if self.traced {
            self.emit(pos, Instr::Visit { statement: false });
        }
    }

    fn visit_expr(&mut self, expr: ExprId) {
        self.visit(self.ast.expr(expr).pos);
    }

    fn here(&self) -> u32 {
        self.code.instrs.len() as u32
    }

    fn emit(&mut self, pos: Pos, instr: Instr) {
        self.code.instrs.push(instr);
        self.code.pos.push(pos);
    }

    /// Takes the next free register.
    fn temp(&mut self) -> Reg {
        let reg = self.frame.next;
        self.frame.next += 1;
        self.frame.most = self.frame.most.max(self.frame.next);
        reg
    }

    fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        // An expression may be entered twice, as a condition and as a value.
        if self.frame.depth > 2 * MAX_DEPTH + 10 {
            return Err(BuildError::TooDeep);
        }
        self.frame.depth += 1;
        let result = inside(self);
        self.frame.depth -= 1;
        result
    }

    fn label(&mut self) -> usize {
        self.labels.push(Label::default());
        self.labels.len() - 1
    }

    fn bind(&mut self, label: usize) {
        self.labels[label].at = Some(self.here());
    }

    /// Emits a jump; its target is filled in at the end of the function.
    fn jump(&mut self, pos: Pos, label: usize, instr: Instr) {
        let at = self.here();
        self.labels[label].waiting.push(at);
        self.emit(pos, instr);
    }

    fn patch_labels(&mut self) {
        for label in std::mem::take(&mut self.labels) {
            let target = label.at.expect("every label is bound within its statement");
            for at in label.waiting {
                match &mut self.code.instrs[at as usize] {
                    Instr::Jump { to }
                    | Instr::JumpIf { to, .. }
                    | Instr::JumpCompare { to, .. }
                    | Instr::JumpCompareSmall { to, .. } => *to = target,
                    other => unreachable!("{other:?} is no jump"),
                }
            }
        }
    }
}
