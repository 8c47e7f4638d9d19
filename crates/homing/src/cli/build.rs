//! Flags of the commands for whole builds.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

pub const EXAMPLES: &str = "\
Examples:
  CC='homing cc' CXX='homing c++' ./configure && make -j2
      Build as always; every object also holds its bitcode. Links named homing-cc and homing-c++ work too
  homing extract ./prog -o prog.bc && homing reach prog.bc --target src/parse.c:120
      The program's bitcode, and a line in it
  homing extract libx.a main.o -o all.bc
      Archives, objects and shared libraries

Environment of homing cc and homing c++:
  HOMING_CC, HOMING_CXX   the real compilers, with flags if need be [default: clang-22, clang++-22]
  HOMING_CC_STRICT=1      a source that has no bitcode is an error, not a warning";

/// The command line of a compiler. Never parsed: `wrap::intercept` comes first. This is for the help.
#[derive(Args, Debug)]
pub struct CompilerArgs {
    /// Whatever the compiler takes
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub arguments: Vec<OsString>,
}

#[derive(Args, Debug)]
pub struct ExtractArgs {
    /// Programs, shared libraries, archives, objects
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The bitcode file [default: the first file's name, .bc]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Only tell which sources there is bitcode of
    #[arg(long)]
    pub list: bool,
}
