//! Who calls whom.

use homing_ir::flow::Graph;
use homing_ir::{BlockId, Call, Callee, Const, FuncId, Function, Inst, OpndKind, Program};
use std::collections::HashMap;

/// Who a call can go to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Called {
    One(FuncId),
    /// Any function of that class of `CallGraph::classes`.
    Class(u32),
}

/// A call instruction.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    pub block: BlockId,
    pub inst: u32,
    pub to: Called,
}

/// The calls of a program. An indirect call is expected to go to a function whose address is taken and whose signature
/// is `compatible`; such calls of one shape share a class. A call of another signature is wrong in C but runs, so
/// what must be sound has to count every function of `address_taken` in, as `Reach` does.
pub struct CallGraph {
    /// By function: its calls, in the order of blocks and instructions.
    pub sites: Vec<Vec<CallSite>>,
    /// The possible callees of each shape of indirect call, in order.
    pub classes: Vec<Vec<FuncId>>,
    /// By function: is its address used other than by calling it?
    pub address_taken: Vec<bool>,
}

/// Does this call, made through a pointer, have a signature that the function can be called with? Too few arguments do
/// not fit, further ones are ignored; results fit when their number is the same or the call takes none.
pub fn compatible(call: &Call, f: &Function) -> bool {
    fits(call.args.len(), call.dst.len(), f)
}

fn fits(args: usize, results: usize, f: &Function) -> bool {
    f.param_types.len() <= args && (results == 0 || results == f.results.len())
}

impl CallGraph {
    pub fn new(p: &Program) -> CallGraph {
        let address_taken = address_taken(p);
        let mut calls = CallGraph { sites: Vec::with_capacity(p.functions.len()), classes: vec![], address_taken };
        let mut shapes: HashMap<(usize, usize), u32> = HashMap::new();
        for f in &p.functions {
            let mut sites = Vec::new();
            for (b, block) in f.blocks.iter().enumerate() {
                for (i, inst) in block.insts.iter().enumerate() {
                    let Inst::Call(c) = inst else { continue };
                    let to = match known(f, c) {
                        Some(id) => Called::One(id),
                        None => {
                            let shape = (c.args.len(), c.dst.len());
                            Called::Class(*shapes.entry(shape).or_insert_with(|| calls.add_class(p, shape)))
                        }
                    };
                    sites.push(CallSite { block: BlockId(b as u32), inst: i as u32, to });
                }
            }
            calls.sites.push(sites);
        }
        calls
    }

    fn add_class(&mut self, p: &Program, (args, results): (usize, usize)) -> u32 {
        let all = p.functions.iter().enumerate();
        let fitting = all.filter(|(i, f)| self.address_taken[*i] && fits(args, results, f));
        self.classes.push(fitting.map(|(i, _)| FuncId(i as u32)).collect());
        self.classes.len() as u32 - 1
    }

    /// The functions that a call is expected to run, in order.
    pub fn callees<'a>(&'a self, to: &'a Called) -> &'a [FuncId] {
        match to {
            Called::One(f) => std::slice::from_ref(f),
            Called::Class(c) => &self.classes[*c as usize],
        }
    }

    /// The graph of functions and, numbered after them, classes: a function leads to what it calls, a class to its
    /// members. Each edge once.
    pub fn graph(&self) -> Graph {
        let n = self.sites.len();
        let mut edges = Vec::new();
        for (i, sites) in self.sites.iter().enumerate() {
            edges.extend(sites.iter().map(|s| {
                let to = match s.to {
                    Called::One(f) => f.0,
                    Called::Class(c) => n as u32 + c,
                };
                (i as u32, to)
            }));
        }
        for (c, members) in self.classes.iter().enumerate() {
            edges.extend(members.iter().map(|f| ((n + c) as u32, f.0)));
        }
        edges.sort_unstable();
        edges.dedup();
        Graph::new(n + self.classes.len(), &edges)
    }
}

/// The function that a call certainly goes to.
fn known(f: &Function, c: &Call) -> Option<FuncId> {
    match c.callee {
        Callee::Direct(id) => Some(id),
        Callee::Indirect(o) => match o.kind() {
            OpndKind::Const(k) => match f.consts[k.index()] {
                Const::Func(id) => Some(id),
                _ => None,
            },
            OpndKind::Reg(_) => None,
        },
    }
}

/// The front end's word, and every address in constants and initialisers.
fn address_taken(p: &Program) -> Vec<bool> {
    let mut taken: Vec<bool> = p.functions.iter().map(|f| f.address_taken).collect();
    let mut take = |c: &Const| {
        if let Const::Func(f) = c
            && let Some(t) = taken.get_mut(f.index())
        {
            *t = true;
        }
    };
    p.functions.iter().flat_map(|f| &f.consts).for_each(&mut take);
    p.globals.iter().flat_map(|g| &g.relocs).for_each(|(_, c)| take(c));
    taken
}
