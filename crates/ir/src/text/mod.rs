//! The text form of programs: what tests are written in and what a developer reads.
//!
//! One item per line; ids print as everywhere (`v17`, `block3`, `f0`); types stand where a register is written;
//! constants stand in place with their type (`5:i32`, `0x1f:i128`, `-3:int`, `g0+8`, `f2`); a location is
//! `!loc3` at the end of the line and left out when unknown. Lines that start with `#` are comments.
//!
//! ```text
//! program ptr 64
//! define f0 "max"(v0: i32, v1: i32) -> i32 {
//! block0:
//!   v2: i1 = slt v0, v1
//!   branch v2, block1(v1), block1(v0)
//! block1(v3: i32):
//!   return v3
//! }
//! ```
//!
//! Printing what was parsed gives the same text again. The pools of constants and texts may be numbered anew, since
//! the text shows their contents and not their numbers.

mod lex;
mod names;
mod parse;
mod parse_inst;
mod print;

pub use parse::{ParseError, parse};
