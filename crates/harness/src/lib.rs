//! C text from what a caller gives to a function: declarations and initialisers that a programmer can read, and a program that calls the function
//! with them.
//!
//! Objects that pointers lead to become variables, so that a pointer is written as the address of one. What cannot be said in an initialiser (a
//! pointer to memory that the run frees, a number that C has no constant for) is said by a statement before the call.

mod declare;
mod literal;
mod precondition;
mod render;
mod value;

use homing_exec::Given;
use homing_ir::Program;

pub use declare::declarations;
pub use precondition::{PRECONDITION, Preconditions, precondition, precondition_declarations};

/// What the caller does, as C.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// Variables outside of functions.
    pub objects: Vec<String>,
    /// Statements: first what must be done before the call, then the arguments.
    pub statements: Vec<String>,
    /// The call.
    pub call: String,
}

impl Assumptions {
    /// One line for each declaration and statement, the call last.
    pub fn lines(&self) -> Vec<String> {
        self.objects.iter().chain(&self.statements).chain([&self.call]).cloned().collect()
    }
}

/// How the harness gets at the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Around {
    /// It includes the file that defines it, so that it sees every type and what is `static`.
    Include(String),
    /// It is linked with it, and declares what it uses.
    Link,
}

/// What `main` of the program is called inside of a harness: it has a `main` of its own.
pub const RENAMED_MAIN: &str = "homing_program_main";

/// Says in C what the caller gives.
pub fn assumptions(p: &Program, given: &Given) -> Assumptions {
    render::render(p, given)
}

/// A whole program, which checks the preconditions before the call. `about`: lines of a comment at its top.
pub fn program(p: &Program, given: &Given, around: &Around, about: &[String], wanted: &Preconditions) -> String {
    let a = assumptions(p, given);
    let mut out = String::from("/*");
    for line in about {
        out.push_str(&format!(" {}\n *", line.replace("*/", "* /")));
    }
    out.push_str("/\n");
    match around {
        Around::Include(file) => {
            let file = literal::string(file.as_bytes());
            out.push_str(&format!("#undef main\n#define main {RENAMED_MAIN}\n#include {file}\n#undef main\n\n"));
        }
        Around::Link => {
            out.push_str("#undef main\n");
            out.push_str(&declarations(p, given));
            out.push_str(&more_declarations(p, given, wanted));
            out.push('\n');
        }
    }
    if !wanted.is_empty() {
        out.push_str(&precondition(p, given.func, wanted, "static "));
        out.push('\n');
    }
    for line in &a.objects {
        out.push_str(line);
        out.push('\n');
    }
    out.push_str("\nint main(void) {\n");
    let arguments = a.call.strip_prefix(&p.func(given.func).name).unwrap_or("();").trim_end_matches(';');
    let asked = (!wanted.is_empty()).then(|| format!("if (!{PRECONDITION}{arguments}) return 1;"));
    for line in a.statements.iter().chain(&asked).chain([&a.call]) {
        out.push_str(&format!("  {line}\n"));
    }
    out.push_str("  return 0;\n}\n");
    out
}

/// What the preconditions speak of and the call does not.
fn more_declarations(p: &Program, given: &Given, wanted: &Preconditions) -> String {
    let known = declarations(p, given);
    let all = if wanted.is_empty() { String::new() } else { precondition_declarations(p, given.func, wanted) };
    all.lines().filter(|l| l.starts_with("extern ") && !known.lines().any(|k| k == *l)).map(|l| format!("{l}\n")).collect()
}
