//! What callers keep to: C expressions over the parameters and globals of a function, and functions of the user's that take what it takes, as one C
//! function with the same parameters.

use homing_exec::{Given, GivenAs, GivenPart};
use homing_ir::{FuncId, GlobalId, Program};

use crate::declarations;
use crate::render::{declaration, writable};

/// The function that says whether they hold.
pub const PRECONDITION: &str = "homing_precondition";

/// What callers keep to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preconditions {
    /// C expressions.
    pub expressions: Vec<String>,
    /// Functions that return something that is not 0.
    pub functions: Vec<String>,
}

impl Preconditions {
    pub fn is_empty(&self) -> bool {
        self.expressions.is_empty() && self.functions.is_empty()
    }

    /// Each as it was asked for.
    pub fn lines(&self) -> Vec<String> {
        let calls = self.functions.iter().map(|f| format!("{f}()"));
        self.expressions.iter().cloned().chain(calls).collect()
    }
}

/// The function [`PRECONDITION`] for the entry, with what stands before it (`static `, say).
pub fn precondition(p: &Program, entry: FuncId, wanted: &Preconditions, before: &str) -> String {
    let (names, parameters) = parameters(p, entry);
    let calls = wanted.functions.iter().map(|f| format!("{f}({})", names.join(", ")));
    let all: Vec<String> = wanted.expressions.iter().cloned().chain(calls).map(|e| format!("({e})")).collect();
    format!("{before}int {PRECONDITION}({parameters}) {{\n  return {};\n}}\n", all.join("\n      && "))
}

/// Declarations of all that the preconditions may speak of, where the source is not at hand.
pub fn precondition_declarations(p: &Program, entry: FuncId, wanted: &Preconditions) -> String {
    let parts = mentioned(p, wanted).into_iter().map(|g| GivenPart {
        what: GivenAs::Global(g),
        path: p.global(g).name.clone(),
        ty: p.ctypes.globals.get(g.index()).copied().flatten(),
        count: 1,
        bytes: Vec::new(),
        seen: Vec::new(),
        pointers: Vec::new(),
        freed: false,
    });
    let mut out = declarations(p, &Given { func: entry, parts: parts.collect() });
    let (_, parameters) = parameters(p, entry);
    for f in &wanted.functions {
        out.push_str(&format!("extern int {f}({parameters});\n"));
    }
    out
}

/// Names of the parameters, and their list in C.
fn parameters(p: &Program, entry: FuncId) -> (Vec<String>, String) {
    let (mut names, mut list) = (Vec::new(), Vec::new());
    for (n, c) in p.ctypes.params(entry).iter().filter(|c| !c.is_result).enumerate() {
        let name = if c.name.is_empty() { format!("arg{n}") } else { c.name.clone() };
        let text = writable(&p.ctypes, c.ty).unwrap_or_else(|| "void *".into());
        list.push(declaration(&text, &name));
        names.push(name);
    }
    let list = if list.is_empty() { "void".to_string() } else { list.join(", ") };
    (names, list)
}

/// Globals whose names stand in the expressions.
fn mentioned(p: &Program, wanted: &Preconditions) -> Vec<GlobalId> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let says = |name: &str| wanted.expressions.iter().any(|e| e.split(|c| !word(c)).any(|w| w == name));
    (0..p.globals.len()).filter(|i| says(&p.globals[*i].name)).map(|i| GlobalId(i as u32)).collect()
}
