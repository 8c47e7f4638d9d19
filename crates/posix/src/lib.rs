//! What a program finds around it: arguments, environment, standard input, files, and the kernel model that serves it.
//!
//! An [`Environment`] says what is there and what of it is symbolic. [`Environment::encode`] turns it into the bytes that the
//! kernel model ([`KERNEL`], C compiled to bitcode) reads when it starts, and [`Environment::invocation`] turns the values of
//! a path's inputs into what a native run must be given to take the same path.
//!
//! What the model assumes: one process with one thread, user and group [`USER`], a clock that starts at a fixed moment and goes on
//! only when somebody looks, no terminal, no network, and no files but those of the environment, `/dev`, `/proc/self/fd` and an
//! empty `/tmp`. Standard input is an ordinary file (without an end: a pipe); standard output and error are pipes.

mod assumed;
mod encode;
mod invocation;

pub use assumed::{Assumption, When, assumptions, table};
pub use invocation::Invocation;

/// The kernel model as bitcode for x86-64: defines `__homing_start`, `__homing_syscall` and `__homing_tp`, needs
/// `__homing_config` and `__homing_config_size`.
pub const KERNEL: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/kernel.bc"));

/// Functions of a C library that the kernel model has itself: they end the process, or ask about it without a system call.
pub const FUNCTIONS: [&str; 12] = [
    "__clone",
    "clone",
    "abort",
    "brk",
    "fpathconf",
    "getauxval",
    "gethostid",
    "getlogin",
    "getlogin_r",
    "pathconf",
    "sbrk",
    "__assert_fail",
];

/// The user and the group that the program runs as, and that owns the files of the environment.
pub const USER: u32 = 1000;

/// Everything that a run of a program depends on. Names of its symbolic inputs: `arg0`, ... for symbolic strings among the arguments, in
/// order; `n_args`, `n_args1`, ... for how many arguments an [`Arg::Some`] adds to its minimum; `env:NAME`; `stdin` and the
/// names of symbolic files, each with `-size` for its length; `stdin-chunk0`, ... with `-size` for an unbounded input;
/// `fail0`, ... for whether a call fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    /// `argv[0]`.
    pub program: Vec<u8>,
    pub args: Vec<Arg>,
    pub env: Vec<(Vec<u8>, Text)>,
    pub stdin: Stdin,
    /// In order; parent directories that are not listed are made. Relative paths start at `cwd`.
    pub files: Vec<FileSpec>,
    /// The working directory, absolute; made if need be.
    pub cwd: Vec<u8>,
    /// How many system calls may be made to fail on one path.
    pub max_fail: u32,
    /// The program has musl, which starts it; otherwise `main` is called directly.
    pub libc: bool,
    pub limits: Limits,
}

/// One place on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    Text(Text),
    /// From `min` to `max` symbolic arguments of at most `len` bytes each.
    Some {
        min: u32,
        max: u32,
        len: u32,
    },
}

/// A string without NUL: known, or symbolic with at most `max` bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    Concrete(Vec<u8>),
    Symbolic { max: u32 },
}

/// Standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stdin {
    Empty,
    Concrete(Vec<u8>),
    /// Up to `max` bytes; how many is symbolic too.
    Symbolic {
        max: u32,
    },
    /// As many bytes as the program reads.
    Unbounded,
}

/// A file that is there when the program starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSpec {
    pub path: Vec<u8>,
    /// Permission bits; of no meaning for a link.
    pub mode: u32,
    pub node: Node,
}

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    File(Vec<u8>),
    /// Up to `max` bytes under the input `name`; how many is the input `name-size`.
    Symbolic {
        name: String,
        max: u32,
    },
    Dir,
    Link(Vec<u8>),
}

/// What the model gives at most before it says that there is no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of file data that the program may write; then `ENOSPC` and a counted loss.
    pub bytes: u64,
    /// Descriptors; then `EMFILE`.
    pub open_files: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: 64 << 20, open_files: 1024 }
    }
}

impl Default for Environment {
    fn default() -> Environment {
        Environment {
            program: b"program".to_vec(),
            args: Vec::new(),
            env: Vec::new(),
            stdin: Stdin::Empty,
            files: Vec::new(),
            cwd: b"/home/user".to_vec(),
            max_fail: 0,
            libc: false,
            limits: Limits::default(),
        }
    }
}

/// The longest symbolic string or file: lengths are inputs of 32 bits with a sign.
const MAX_SYMBOLIC: u32 = i32::MAX as u32 - 1;

/// A C string ends at its first NUL, whatever follows.
fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|&b| b == 0).next().unwrap_or_default()
}
