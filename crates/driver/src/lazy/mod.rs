//! Runs that start in a function: what can be asked for, which globals the caller sets, and how found inputs are confirmed.

mod assume;
mod caller;
mod pairs;
mod replay;

pub(crate) use assume::put_before;
pub use caller::Caller;
pub use pairs::{Pairs, pairs};
pub use replay::CallerReplayer;

use std::path::PathBuf;

use homing_compile::Files;
use homing_explore::Globals;
use homing_graph::{CallGraph, Called};
use homing_host::Failure;
use homing_host::absolute;
use homing_ir::{Const, FuncId, Function, Global, GlobalId, Origin, Program};

use crate::code::Runnable;
use crate::linked::Native;
use crate::request::Options;
use crate::surround::START;

/// Can a run start in the entry?
pub fn fits(options: &Options, files: &Files) -> Result<(), Failure> {
    if options.entry == "main" {
        return Err(Failure::usage(
            "--lazy starts in a function: name it with --entry FUNCTION (for `main` there are --sym-args, --sym-stdin and the like)",
        ));
    }
    if files.any_microc() {
        return Err(Failure::usage("--lazy: for C programs only"));
    }
    if files.any_cpp() {
        return Err(Failure::usage("--lazy: C++ functions cannot be called by a C harness yet"));
    }
    Ok(())
}

/// Can a harness call the entry?
pub fn entry_fits(code: &Runnable) -> Result<(), Failure> {
    let f = code.program().func(code.entry());
    if f.varargs {
        return Err(Failure::input(format!("--lazy: {} takes a variable number of arguments", f.name)));
    }
    types_known(code.program(), code.entry())
}

/// Are the types of the entry's parameters known?
fn types_known(p: &Program, entry: FuncId) -> Result<(), Failure> {
    let f = p.func(entry);
    let typed = !p.ctypes.params(entry).is_empty();
    if !f.param_types.is_empty() && !typed {
        return Err(Failure::input(format!(
            "--lazy: the types of the parameters of {} are not known: compile with -g and without optimisations (complex numbers and vectors by value are not supported)",
            f.name
        )));
    }
    Ok(())
}

/// What is known of each global where the run starts. `initial`: those that the program can change are as they are initialised.
pub fn globals(native: &Native, code: &Runnable, initial: bool) -> Globals {
    let p = code.program();
    let symbols = native.module().symbols();
    let exported = |name: &str| symbols.defined.iter().chain(&symbols.open).any(|d| d == name);
    let replaceable = |name: &str| symbols.weak.iter().any(|w| w == name);
    let included = caller::file_of(p, code.entry(), native.files());
    let unwritten = homing_exec::unwritten_by_program(p);
    let start = || p.functions.iter().position(|f| f.name == START).map(|i| FuncId(i as u32));
    let around = if native.is_whole() { start() } else { None };
    let first = assume::first(p);
    let begin = first.unwrap_or(code.entry());
    // What the library defines is as it has been prepared.
    let of_library = |g: &Global| around.is_some() && !g.external && symbols.undefined.contains(&g.name);
    let used = match around {
        Some(_) => used_globals(p, begin, &|f| f.origin == Origin::Program, &|g| !of_library(g)),
        None => used_globals(p, begin, &|_| true, &|_| true),
    };
    let mut globals = Globals { first, around, absent: symbols.absent.clone(), ..Globals::default() };
    let shared = |i: usize| p.ctypes.globals.get(i).copied().flatten().is_some_and(|t| p.ctypes.get(t).shared);
    for (i, g) in p.globals.iter().enumerate().filter(|(i, g)| g.size > 0 && used[*i]) {
        if shared(i) {
            globals.shared.push(GlobalId(i as u32));
        }
        if g.constant {
            // Another definition may have other values.
            globals.kept.extend(replaceable(&g.name).then_some(GlobalId(i as u32)));
            continue;
        }
        let list = if unwritten[i] && !exported(&g.name) && !g.external {
            &mut globals.unwritten
        } else if !initial && settable(p, i, &included, exported(&g.name)) {
            &mut globals.any
        } else {
            &mut globals.kept
        };
        list.push(GlobalId(i as u32));
    }
    globals
}

/// Data of the C library: no caller defines them.
const LIBRARY: [&str; 12] =
    ["stdin", "stdout", "stderr", "environ", "optarg", "optind", "opterr", "optopt", "timezone", "daylight", "tzname", "signgam"];

/// Can a harness assign to it? It must have a name there, and a type.
fn settable(p: &Program, i: usize, included: &Option<PathBuf>, exported: bool) -> bool {
    let g = &p.globals[i];
    let named = !g.name.is_empty() && g.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let typed = p.ctypes.globals.get(i).copied().flatten().is_some();
    let at = p.loc(g.loc);
    let file = p.files.get(at.file.index()).filter(|_| at.line != 0).map(|f| absolute(f.full_path().as_ref()));
    // What is declared only is defined by the harness.
    let declared = g.external && included.is_some() && !LIBRARY.contains(&g.name.as_str());
    named && (declared || typed && (exported || included.is_some() && file == *included))
}

/// By global: can the function get at it, by its own code or through calls and other globals? Only through those that are said to count.
fn used_globals(
    p: &Program,
    entry: FuncId,
    own_code: &dyn Fn(&Function) -> bool,
    own_data: &dyn Fn(&Global) -> bool,
) -> Vec<bool> {
    let calls = CallGraph::new(p);
    let (mut functions, mut globals) = (vec![false; p.functions.len()], vec![false; p.globals.len()]);
    let (mut todo, mut data) = (vec![entry], Vec::new());
    loop {
        if let Some(f) = todo.pop() {
            if std::mem::replace(&mut functions[f.index()], true) || !own_code(p.func(f)) {
                continue;
            }
            for c in &p.func(f).consts {
                match c {
                    Const::Global { id, .. } => data.push(*id),
                    Const::Func(g) => todo.push(*g),
                    _ => {}
                }
            }
            for site in &calls.sites[f.index()] {
                match site.to {
                    Called::One(g) => todo.push(g),
                    Called::Class(c) => todo.extend(&calls.classes[c as usize]),
                }
            }
        } else if let Some(g) = data.pop() {
            if globals[g.index()] || !own_data(p.global(g)) {
                continue;
            }
            globals[g.index()] = true;
            for (_, c) in &p.global(g).relocs {
                match c {
                    Const::Global { id, .. } => data.push(*id),
                    Const::Func(f) => todo.push(*f),
                    _ => {}
                }
            }
        } else {
            return globals;
        }
    }
}
