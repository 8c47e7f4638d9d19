//! microc: a small C-like language with unbounded integers, arrays, records, pointers and function values.
//!
//! This crate is the language itself, independent of the engine.

pub mod ast;

pub use ast::{Ast, BinOp, Expr, ExprId, ExprKind, Function, Ident, Name, Pos, Stmt, StmtId, StmtKind, VarDecl};

/// The deepest nesting of statements and expressions, taken together, that a program may have. A chain `a + b + c`
/// is as deep as it has operators. Deeper programs are refused with a message, so later passes may recurse.
pub const MAX_DEPTH: u32 = 1000;
