//! Flags of runs that start in a function.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use homing_driver::Pairs;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Start in a function")]
pub struct LazyArgs {
    /// Start in --entry as if anybody called it: arguments and globals are symbolic; a pointer is null or leads to a fresh object, which is made
    /// when it is used. The verdict holds under assumptions about the caller, printed as C
    #[arg(long)]
    pub lazy: bool,
    /// Elements of the array that a pointer to a number leads to
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=65536), requires = "lazy")]
    pub lazy_array: u64,
    /// Longest chain of pointers
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000), requires = "lazy")]
    pub lazy_depth: u32,
    /// A pointer may also lead to an object of its type that another one leads to
    #[arg(long, requires = "lazy")]
    pub lazy_alias: bool,
    /// Globals that the program can change: with any values, or as they are initialised
    #[arg(long, value_enum, default_value_t = GlobalsArg::Any, value_name = "HOW", requires = "lazy")]
    pub lazy_globals: GlobalsArg,
    /// Which parameters are an array and its length, so that there are as many elements: `auto` (by types and names), `none`, or POINTER=LENGTH,...
    #[arg(long, value_name = "PAIRS", default_value = "auto", requires = "lazy")]
    pub lazy_pairs: Pairs,
    /// What callers keep to: a C expression over the parameters and globals, such as 'len <= cap' (may be repeated)
    #[arg(long, value_name = "EXPRESSION", requires = "lazy")]
    pub assume: Vec<String>,
    /// The same as a function of the program that takes what the entry takes: callers keep to what it returns something else than 0 for
    #[arg(long, value_name = "FUNCTION", requires = "lazy")]
    pub assume_function: Vec<String>,
    /// File for the C program that calls the function with what was found; each test case also has one in the output folder
    #[arg(long, value_name = "FILE", requires = "lazy")]
    pub harness: Option<PathBuf>,
}

/// What globals are when a run starts in a function.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum GlobalsArg {
    Any,
    Initial,
}
