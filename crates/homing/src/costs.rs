//! `homing costs`: what each variable is estimated to cost, per place, once it depends on the input.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use homing_graph::costs::{CostOptions, Costs, Memory, Variable};
use homing_host::Failure;
use homing_ir::{BlockId, FuncId, Function, Home, Origin, Program, Reg};
use serde::Serialize;

use crate::cli::CostsArgs;
use crate::program::{prepare, request};

/// The whole answer.
#[derive(Serialize)]
struct Document {
    estimate: &'static str,
    kappa: Option<u32>,
    instructions: usize,
    seconds: f64,
    places: Vec<PlaceCosts>,
}

/// One place, the start of a block.
#[derive(Serialize)]
struct PlaceCosts {
    function: String,
    file: String,
    line: u32,
    block: u32,
    /// All questions that are expected from there on, within the function.
    total: f32,
    variables: BTreeMap<String, f32>,
}

/// Runs the command; the exit code.
pub fn costs(args: &CostsArgs) -> Result<i32, Failure> {
    let request = request(&args.files, &[], &args.program)?;
    let prepared = prepare(&request, &args.program)?;
    let p = prepared.program();
    let recursive = args.merge == crate::cli::Estimate::Recursive;
    let kappa = recursive.then(|| args.kappa.unwrap_or(homing_explore::Merging::KAPPA));
    let started = Instant::now();
    let costs = Costs::new(p, CostOptions { kappa, ..CostOptions::default() });
    let seconds = started.elapsed().as_secs_f64();
    let own = (0..p.functions.len() as u32).map(FuncId).filter(|f| p.func(*f).origin == Origin::Program);
    let places: Vec<PlaceCosts> = own.flat_map(|f| places(p, &costs, f)).collect();
    let instructions = p.functions.iter().flat_map(|f| &f.blocks).map(|b| b.insts.len() + 1).sum();
    let estimate = if recursive { "recursive" } else { "lattice" };
    let document = Document { estimate, kappa, instructions, seconds, places };
    if args.json {
        let text = serde_json::to_string_pretty(&document).map_err(|e| Failure::input(e.to_string()))?;
        crate::output::print(&format!("{text}\n"));
    } else {
        crate::output::print(&told(&document));
    }
    Ok(0)
}

fn told(d: &Document) -> String {
    let mut out = String::new();
    let mut function = "";
    for place in &d.places {
        if place.function != function {
            function = &place.function;
            let _ = writeln!(out, "{function} ({})", place.file);
        }
        let list: Vec<String> = place.variables.iter().map(|(name, cost)| format!("{name} {cost:.1}")).collect();
        let _ = writeln!(out, "{:>6}  all {:<6.1} {}", place.line, place.total, list.join(", "));
    }
    let _ = writeln!(out, "{} instructions, estimate `{}`, {:.2} s", d.instructions, d.estimate, d.seconds);
    out
}

fn places(p: &Program, costs: &Costs, f: FuncId) -> Vec<PlaceCosts> {
    let function = p.func(f);
    let mut out = Vec::new();
    for (b, block) in function.blocks.iter().enumerate() {
        let id = BlockId(b as u32);
        let list = costs.list(f, id);
        let loc = block.locs.iter().map(|l| p.loc(*l)).find(|l| l.line > 0);
        let (Some(loc), false) = (loc, list.is_empty()) else { continue };
        let mut variables = BTreeMap::new();
        for (v, cost) in list {
            let at = variables.entry(name_of(p, function, v)).or_insert(0.0f32);
            *at = at.max(cost);
        }
        out.push(PlaceCosts {
            function: function.name.clone(),
            file: p.files.get(loc.file.index()).map(|f| f.full_path()).unwrap_or_default(),
            line: loc.line,
            block: b as u32,
            total: costs.total(f, id),
            variables,
        });
    }
    out
}

/// The name in the source, where there is one.
fn name_of(p: &Program, f: &Function, v: Variable) -> String {
    match v {
        Variable::Register(r) => named(f, r).unwrap_or_else(|| format!("%{}", r.0)),
        Variable::Memory(Memory::Global(g)) => p.global(g).name.clone(),
        Variable::Memory(Memory::Behind(r)) => named(f, r).map_or_else(|| format!("*%{}", r.0), |n| format!("*{n}")),
    }
}

fn named(f: &Function, r: Reg) -> Option<String> {
    let holds = |home: &Home| match home {
        Home::Slot(s) => *s == r,
        Home::Values(list) => list.iter().any(|(_, _, o)| o.as_reg() == Some(r)),
    };
    f.vars.iter().find(|v| holds(&v.home)).map(|v| v.name.clone())
}
