//! The static part: blocks of all functions as one graph, with calls and costs.

use crate::calls::{CallGraph, CallSite, Called};
use homing_ir::flow::Graph;
use homing_ir::{BlockId, Builtin, FuncId, Function, Inst, LANDING, Program, Terminator, builtin};

/// Farther than anything.
pub const INF: u32 = u32::MAX;

/// Added to ways that are only possible in principle: through code outside of the program, a call with a wrong
/// signature, or a `longjmp` whose landing place then returns.
pub const PENALTY: u32 = 1 << 20;

/// Adds costs; finite ones stay finite.
pub fn plus(a: u32, b: u32) -> u32 {
    if a == INF || b == INF { INF } else { a.saturating_add(b).min(INF - 1) }
}

/// Something that can be called: functions by number, then classes of indirect calls, then the special ones.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Callee(pub u32);

/// What a callee that is no function of the program does, by its distance from the end of the numbers.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Special {
    /// Returns and does nothing else.
    Plain,
    /// Returns, but may call whatever has its address taken.
    Outside,
    /// Never returns, reaches nothing.
    Stop,
    /// Never returns, runs exit handlers.
    Exit,
    /// Never returns, goes on behind a `setjmp`.
    LongJmp,
}

pub const SPECIALS: u32 = 5;

/// A point in a block that matters.
#[derive(Copy, Clone, Debug)]
pub struct Event {
    pub inst: u32,
    /// `None`: a mark, which costs nothing.
    pub call: Option<Callee>,
}

/// The control flow of all functions together: one node for each block, and what happens in it.
#[derive(Clone)]
pub struct Icfg {
    /// By function: its first node. One more at the end.
    first: Vec<u32>,
    functions: u32,
    /// By class: who it can be. First the shapes of indirect calls, then one for each indirect call, filled once it is seen to
    /// run. The last class is everything whose address is taken: whatever the signature, an indirect call may go there.
    pub classes: Vec<Vec<Callee>>,
    /// Indirect calls: node and instruction, sorted; the first one's class has number `shapes`.
    indirect: Vec<(u32, u32)>,
    shapes: u32,
    /// By function: what a call of it is.
    kinds: Vec<Callee>,
    /// Control flow over the nodes of all functions.
    pub graph: Graph,
    event_at: Vec<u32>,
    events: Vec<Event>,
    /// By node: instructions of the block, without marks, with the terminator.
    pub own_cost: Vec<u32>,
    /// By node: how many instructions the block has.
    pub length: Vec<u32>,
    pub ends: Vec<End>,
    /// Nodes and instructions behind calls of `setjmp`.
    pub landings: Vec<(u32, u32)>,
    /// Defined functions that unknown code can call.
    pub taken: Vec<FuncId>,
    /// Functions that code outside of the program can name.
    pub exported: Vec<FuncId>,
    /// May functions run at exit?
    pub exit_handlers: bool,
    /// Are there places where exceptions land? Then code outside of the program may go on there.
    pub unwinds: bool,
    /// By callee: the cheapest way through.
    pub(super) through: Vec<u32>,
    /// By node: from behind the block's instructions and its terminator to a return.
    pub(super) behind: Vec<u32>,
    /// By node: the first call in the block that cannot return, or `INF`.
    pub cut: Vec<u32>,
}

/// How a block ends, if not by going on to others.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    GoesOn,
    Returns,
    /// Control may go anywhere.
    Unknown,
}

impl Icfg {
    /// `callers`: the program's caller brings functions of its own, which pointers may lead to.
    pub fn new(p: &Program, callers: bool) -> Icfg {
        let calls = CallGraph::new(p);
        let mut first = vec![0u32];
        for f in &p.functions {
            first.push(first[first.len() - 1] + f.blocks.len() as u32);
        }
        let nodes = *first.last().unwrap_or(&0) as usize;
        let indirect = indirect(&calls, &first);
        let classes = calls.classes.len() + indirect.len() + 1;
        let kinds = kinds(p, classes as u32, callers);
        let defined = |f: &FuncId| !p.func(*f).is_declaration();
        let all = |which: &dyn Fn(&FuncId) -> bool| -> Vec<FuncId> {
            (0..p.functions.len() as u32).map(FuncId).filter(|f| which(f)).collect()
        };
        let taken = all(&|f: &FuncId| calls.address_taken[f.index()]);
        let mut out = Icfg {
            first,
            functions: p.functions.len() as u32,
            classes: vec![vec![]; classes],
            indirect,
            shapes: calls.classes.len() as u32,
            kinds,
            graph: Graph::default(),
            event_at: Vec::with_capacity(nodes + 1),
            events: vec![],
            own_cost: Vec::with_capacity(nodes),
            length: Vec::with_capacity(nodes),
            ends: Vec::with_capacity(nodes),
            landings: vec![],
            taken: taken.into_iter().filter(defined).collect(),
            // A program's own `main` is not called by others.
            exported: all(&|f: &FuncId| p.func(*f).exported && p.func(*f).name != "main").into_iter().filter(defined).collect(),
            exit_handlers: false,
            unwinds: p.strings.iter().any(|s| s == LANDING),
            through: vec![],
            behind: vec![],
            cut: vec![],
        };
        out.read(p, &calls);
        out.fill_classes(p, &calls, callers);
        out.find_ways_through();
        out
    }

    fn read(&mut self, p: &Program, calls: &CallGraph) {
        let setjmp: Vec<bool> = p.functions.iter().map(|f| model(f) == Some(Builtin::SetJmp)).collect();
        let at_exit: Vec<bool> = p.functions.iter().map(|f| model(f) == Some(Builtin::AtExit)).collect();
        self.exit_handlers = at_exit.iter().zip(&calls.address_taken).any(|(a, taken)| *a && *taken);
        let mut edges = Vec::new();
        for (i, f) in p.functions.iter().enumerate() {
            let mut sites = calls.sites[i].iter().peekable();
            for (b, block) in f.blocks.iter().enumerate() {
                let node = self.first[i] + b as u32;
                self.event_at.push(self.events.len() as u32);
                let mut marks = 0;
                for (at, inst) in block.insts.iter().enumerate() {
                    let at = at as u32;
                    match inst {
                        Inst::Mark { .. } => {
                            marks += 1;
                            self.events.push(Event { inst: at, call: None });
                        }
                        Inst::Unsupported { .. } => {
                            self.events.push(Event { inst: at, call: Some(self.special(Special::Outside)) });
                        }
                        Inst::Call(_) => {
                            let Some(site) = sites.next_if(|s| s.block.index() == b && s.inst == at) else { continue };
                            let callee = match site.to {
                                Called::One(f) => self.kinds[f.index()],
                                Called::Class(c) => Callee(self.functions + c),
                            };
                            if callee != self.special(Special::Plain) {
                                self.events.push(Event { inst: at, call: Some(callee) });
                            }
                            let callees = calls.callees(&site.to);
                            if callees.iter().any(|f| setjmp[f.index()]) {
                                self.landings.push((node, at + 1));
                            }
                            self.exit_handlers |= callees.iter().any(|f| at_exit[f.index()]);
                        }
                        _ => {}
                    }
                }
                self.own_cost.push(block.insts.len() as u32 + 1 - marks);
                self.length.push(block.insts.len() as u32);
                self.ends.push(match block.term {
                    Terminator::Return(_) => End::Returns,
                    Terminator::Unsupported { .. } => End::Unknown,
                    _ => End::GoesOn,
                });
                block.term.each_edge(|e| edges.push((node, self.first[i] + e.to.0)));
            }
        }
        self.event_at.push(self.events.len() as u32);
        self.graph = Graph::new(self.own_cost.len(), &edges);
    }

    /// The members of the classes. With code or data outside of the program a pointer may also hold a function that is
    /// not in it; so may a pointer for which no function fits.
    fn fill_classes(&mut self, p: &Program, calls: &CallGraph, callers: bool) {
        let outside = self.special(Special::Outside);
        let called = calls.sites.iter().flatten().flat_map(|s| calls.callees(&s.to));
        let unknown =
            callers || p.globals.iter().any(|g| g.external) || called.into_iter().any(|f| self.kinds[f.index()] == outside);
        let taken = (0..p.functions.len() as u32).map(FuncId).filter(|f| calls.address_taken[f.index()]).collect();
        let last = self.classes.len() - 1;
        for (c, members) in calls.classes.iter().enumerate().chain([(last, &taken)]) {
            let mut list: Vec<Callee> = members.iter().map(|f| self.kinds[f.index()]).collect();
            if unknown || list.is_empty() {
                list.push(outside);
            }
            list.sort_unstable();
            list.dedup();
            self.classes[c] = list;
        }
    }

    /// This indirect call was seen to go to that function. From now on it is expected to go where it was seen to go; elsewhere it
    /// goes in principle. Is that news? Costs are to be computed anew then.
    pub fn seen(&mut self, node: u32, inst: u32, to: FuncId) -> bool {
        let Ok(site) = self.indirect.binary_search(&(node, inst)) else { return false };
        let class = self.shapes + site as u32;
        let to = self.kinds[to.index()];
        let members = &mut self.classes[class as usize];
        let Err(at) = members.binary_search(&to) else { return false };
        members.insert(at, to);
        let range = self.event_at[node as usize] as usize..self.event_at[node as usize + 1] as usize;
        if let Some(e) = self.events[range].iter_mut().find(|e| e.inst == inst && e.call.is_some()) {
            e.call = Some(Callee(self.functions + class));
        }
        true
    }

    pub fn special(&self, s: Special) -> Callee {
        special(self.functions + self.classes.len() as u32, s)
    }

    /// The class of everything whose address is taken.
    pub fn any_taken(&self) -> Callee {
        Callee(self.functions + self.classes.len() as u32 - 1)
    }

    pub fn membership_cost(&self, member: u32) -> u32 {
        if member == self.any_taken().0 { PENALTY } else { 0 }
    }

    /// How many callees there are.
    pub fn callees(&self) -> usize {
        (self.functions + SPECIALS) as usize + self.classes.len()
    }

    #[inline]
    pub fn node(&self, f: FuncId, b: BlockId) -> u32 {
        self.first[f.index()] + b.0
    }

    /// Is this a block of the function that the callee is?
    pub fn is_in(&self, node: u32, c: Callee) -> bool {
        c.0 < self.functions && (self.first[c.0 as usize]..self.first[c.0 as usize + 1]).contains(&node)
    }

    /// What calling the function is.
    pub fn callee(&self, f: FuncId) -> Callee {
        self.kinds[f.index()]
    }

    /// By callee: the classes it is a member of; `membership_cost` is what being called as one costs.
    pub fn memberships(&self) -> Graph {
        let mut edges = Vec::new();
        for (c, members) in self.classes.iter().enumerate() {
            edges.extend(members.iter().map(|m| (m.0, self.functions + c as u32)));
        }
        let any = self.any_taken();
        edges.extend((self.functions..any.0).map(|class| (any.0, class)));
        Graph::new(self.callees(), &edges)
    }

    /// By node: the function that it is the start of.
    pub fn started(&self) -> Vec<u32> {
        let mut started = vec![INF; self.own_cost.len()];
        for f in 0..self.functions as usize {
            if self.first[f] != self.first[f + 1] {
                started[self.first[f] as usize] = f as u32;
            }
        }
        started
    }

    pub fn events(&self, node: u32) -> &[Event] {
        &self.events[self.event_at[node as usize] as usize..self.event_at[node as usize + 1] as usize]
    }
}

/// The indirect calls of all functions.
fn indirect(calls: &CallGraph, first: &[u32]) -> Vec<(u32, u32)> {
    let of = |(f, sites): (usize, &Vec<CallSite>)| {
        let indirect = sites.iter().filter(|s| matches!(s.to, Called::Class(_)));
        indirect.map(|s| (first[f] + s.block.0, s.inst)).collect::<Vec<_>>()
    };
    calls.sites.iter().enumerate().flat_map(of).collect()
}

fn special(base: u32, s: Special) -> Callee {
    Callee(base + s as u32)
}

fn model(f: &Function) -> Option<Builtin> {
    if f.is_declaration() { builtin(&f.name) } else { None }
}

fn kinds(p: &Program, classes: u32, callers: bool) -> Vec<Callee> {
    let base = p.functions.len() as u32 + classes;
    let kind = |(i, f): (usize, &Function)| {
        // The caller's definition may take its place.
        if callers && f.replaceable {
            return special(base, Special::Outside);
        }
        if !f.is_declaration() {
            return Callee(i as u32);
        }
        special(
            base,
            match builtin(&f.name) {
                None => Special::Outside,
                Some(Builtin::Exit) => Special::Exit,
                Some(Builtin::LongJmp) => Special::LongJmp,
                Some(
                    Builtin::Abort
                    | Builtin::Aborts
                    | Builtin::SilentExit
                    | Builtin::AssertFail
                    | Builtin::ReportError
                    | Builtin::KleeAbort,
                ) => Special::Stop,
                Some(_) => Special::Plain,
            },
        )
    };
    p.functions.iter().enumerate().map(kind).collect()
}
