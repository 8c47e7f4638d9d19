//! microc: a small C-like language with unbounded integers, arrays, records, pointers and function values.
//!
//! This crate is the language itself, independent of the engine: from text to tree ([`parse`]) with messages about
//! what is wrong ([`Diagnostic`]), back to text ([`print`]) or [`json`], and to control flow graphs ([`cfg`]).

mod assigned;
pub mod ast;
pub mod cfg;
mod check;
mod diagnostic;
pub mod generate;
pub mod json;
mod lexer;
mod normalise;
mod parser;
mod print;
mod same;

pub use assigned::Unassigned;
pub use ast::{Ast, BinOp, Expr, ExprId, ExprKind, Function, Ident, Name, Pos, Stmt, StmtId, StmtKind, VarDecl};
pub use check::check;
pub use diagnostic::Diagnostic;
pub use normalise::normalise;
pub use print::{print, print_expr, print_head};

/// The deepest nesting of statements and expressions, taken together, that a program may have. A chain `a + b + c`
/// is as deep as it has operators. Deeper programs are refused with a message, so later passes may recurse.
pub const MAX_DEPTH: u32 = 1000;

/// Reads a program and checks it: names, numbers of arguments, and what certainly has no field, index or result.
/// On failure the messages are ordered by place, and there is at least one.
pub fn parse(file: &str, text: &str) -> Result<Ast, Vec<Diagnostic>> {
    let ast = parse_only(file, text)?;
    let mut errors = check(&ast);
    if errors.is_empty() {
        return Ok(ast);
    }
    diagnostic::finish(&mut errors, file, text);
    Err(errors)
}

/// Reads a program without the checks of names and uses.
pub fn parse_only(file: &str, text: &str) -> Result<Ast, Vec<Diagnostic>> {
    parser::parse_unchecked(file, text)
}
