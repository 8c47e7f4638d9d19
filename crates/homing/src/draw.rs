//! `homing graph`: pictures of a program, with distances to the targets.

mod dot;
mod svg;

pub use svg::svg;

use std::collections::{BTreeSet, HashMap};

use homing_driver::Prepared;
use homing_graph::{AnyCaller, CallGraph, Loops, Reach};
use homing_host::Failure;
use homing_ir::flow::{Dominators, Graph};
use homing_ir::{BlockId, FuncId, Inst, Program};

use crate::cli::{GraphArgs, PictureFormat};
use crate::program::{prepare, request};

/// What is drawn, whatever the format.
#[derive(Default)]
pub struct Picture {
    pub title: String,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// Boxes around nodes, by name; every node is in one, or there are none at all.
    pub groups: Vec<String>,
}

/// A block or a function.
#[derive(Default)]
pub struct Node {
    /// Its name.
    pub head: String,
    /// What is in it: source lines with their numbers.
    pub lines: Vec<String>,
    pub distance: Option<u32>,
    /// The picture is not about distances.
    pub bare: bool,
    /// The distance is that of a way over the function's return.
    pub over_return: bool,
    pub target: bool,
    /// Where a function starts.
    pub entry: bool,
    /// Loops around it.
    pub depth: u32,
    /// A loop starts here.
    pub header: bool,
    pub group: usize,
}

/// A way from node to node.
pub struct Edge {
    pub from: u32,
    pub to: u32,
    pub kind: EdgeKind,
}

#[derive(Copy, Clone, PartialEq, Eq)]
pub enum EdgeKind {
    /// The only way on, or one of a switch.
    Flow,
    /// The branch is taken, or not.
    Then,
    Else,
    /// Back to the header of a loop.
    Loop,
    Call,
    /// Through a pointer.
    PointerCall,
}

/// Runs `homing graph`; the exit code.
pub fn graph(args: &GraphArgs) -> Result<i32, Failure> {
    let request = request(&args.files, &args.targets.target, &args.program)?;
    let prepared = prepare(&request, &args.program)?;
    let artist = Artist::new(&prepared);
    let picture = if args.callgraph {
        artist.call_graph()
    } else if args.icfg {
        artist.icfg()
    } else {
        artist.function(artist.chosen(args.function.as_deref())?)
    };
    let by_name = args.output.as_ref().and_then(|o| o.extension()).is_some_and(|e| e == "svg");
    let text = match args.format {
        Some(PictureFormat::Svg) => svg(&picture),
        None if by_name => svg(&picture),
        _ => dot::dot(&picture),
    };
    match &args.output {
        Some(path) => crate::distances::write(path, &text)?,
        None => crate::output::print(&text),
    }
    Ok(0)
}

/// Source lines shown in one block.
const MAX_LINES: usize = 7;
/// Characters of a source line.
const MAX_WIDTH: usize = 44;

/// What pictures are made from.
struct Artist<'a> {
    prepared: &'a Prepared,
    p: &'a Program,
    reach: Reach,
    calls: CallGraph,
    any: AnyCaller,
    /// By file of the program: its lines, as far as it can be read.
    sources: HashMap<usize, Vec<String>>,
}

impl<'a> Artist<'a> {
    fn new(prepared: &'a Prepared) -> Artist<'a> {
        let p = prepared.program();
        let reach = Reach::new(p, &homing_ir::places(p, prepared.targets()));
        let calls = CallGraph::new(p);
        let any = AnyCaller::new(p, &reach, &calls);
        let read = |path: String| std::fs::read_to_string(path).ok().map(|t| t.lines().map(str::to_string).collect());
        let sources = p.files.iter().enumerate().filter_map(|(i, f)| Some((i, read(f.full_path())?))).collect();
        Artist { prepared, p, reach, calls, any, sources }
    }

    /// The function the user named, else the first with a target, else the entry.
    fn chosen(&self, name: Option<&str>) -> Result<FuncId, Failure> {
        let Some(name) = name else {
            let target = homing_ir::places(self.p, self.prepared.targets()).into_iter().flatten().next();
            return Ok(target.map_or(self.prepared.entry(), |t| t.func));
        };
        match self.p.find(name) {
            Some(f) if !self.p.func(f).is_declaration() => Ok(f),
            Some(_) => Err(Failure::input(format!("--function {name}: the function is declared but has no body"))),
            None => Err(Failure::input(format!("--function {name}: no such function, or nothing that can run calls it"))),
        }
    }

    fn function(&self, f: FuncId) -> Picture {
        let mut picture = Picture { title: self.title(&format!("{}()", self.p.func(f).name)), ..Picture::default() };
        self.add_function(&mut picture, f, 0);
        picture
    }

    fn title(&self, what: &str) -> String {
        let targets: Vec<&str> = self.prepared.targets().iter().map(|t| t.label.as_str()).collect();
        if targets.is_empty() { what.to_string() } else { format!("{what}, distances to {}", targets.join(", ")) }
    }

    /// Adds the blocks that the function's start leads to and the edges between them; gives the number of its first node.
    fn add_function(&self, picture: &mut Picture, f: FuncId, group: usize) -> u32 {
        let function = self.p.func(f);
        let g = Graph::of(function);
        let dominators = Dominators::new(&g, 0);
        let loops = Loops::new(&g, &dominators);
        let first = picture.nodes.len() as u32;
        let mut number = vec![u32::MAX; function.blocks.len()];
        for b in (0..function.blocks.len() as u32).filter(|b| dominators.reachable(*b)) {
            number[b as usize] = picture.nodes.len() as u32;
            let block = BlockId(b);
            let distance = self.any.distance(&self.reach, f, block);
            picture.nodes.push(Node {
                head: format!("block {b}"),
                lines: self.lines(f, block),
                distance: distance.map(|d| d.0),
                over_return: distance.is_some_and(|d| d.1),
                bare: false,
                target: function.block(block).insts.iter().any(|i| matches!(i, Inst::Mark { .. })),
                entry: b == 0,
                depth: loops.depth(b),
                header: loops.list.iter().any(|l| l.header == b),
                group,
            });
        }
        for (b, from) in number.iter().enumerate().filter(|(_, n)| **n != u32::MAX) {
            let mut seen = BTreeSet::new();
            let branches = matches!(function.blocks[b].term, homing_ir::Terminator::Branch { .. });
            let mut way = 0;
            function.blocks[b].term.each_edge(|e| {
                let kind = match way {
                    _ if dominators.dominates(e.to.0, b as u32) => EdgeKind::Loop,
                    0 if branches => EdgeKind::Then,
                    1 if branches => EdgeKind::Else,
                    _ => EdgeKind::Flow,
                };
                way += 1;
                if seen.insert(e.to.0) {
                    picture.edges.push(Edge { from: *from, to: number[e.to.index()], kind });
                }
            });
        }
        first
    }

    /// The source lines of a block in order, each once in a row.
    fn lines(&self, f: FuncId, b: BlockId) -> Vec<String> {
        let mut all: Vec<(usize, u32)> = Vec::new();
        for l in &self.p.func(f).block(b).locs {
            let loc = self.p.loc(*l);
            let at = (loc.file.index(), loc.line);
            if loc.line != 0 && !all.contains(&at) {
                all.push(at);
            }
        }
        let shown = if all.len() > MAX_LINES { MAX_LINES - 1 } else { all.len() };
        let text = |(file, line): &(usize, u32)| {
            let source = self.sources.get(file).and_then(|s| s.get(*line as usize - 1)).map_or("", |s| s.trim());
            format!("{line}: {}", shorten(source))
        };
        let mut out: Vec<String> = all[..shown].iter().map(text).collect();
        if shown < all.len() {
            out.push(format!("... {} more lines", all.len() - shown));
        }
        out
    }

    /// The functions that the entry can call, in order of first call. Those without source lines are the small library's; they are left out
    /// unless the program has no lines at all.
    fn callable(&self) -> Vec<FuncId> {
        let lined = |f: FuncId| self.p.loc(self.p.func(f).loc).line != 0;
        let all_bare = !lined(self.prepared.entry());
        let mut out = vec![self.prepared.entry()];
        let mut i = 0;
        while i < out.len() {
            for s in &self.calls.sites[out[i].index()] {
                for g in self.calls.callees(&s.to) {
                    if !out.contains(g) && !self.p.func(*g).is_declaration() && (all_bare || lined(*g)) {
                        out.push(*g);
                    }
                }
            }
            i += 1;
        }
        out
    }

    fn icfg(&self) -> Picture {
        let functions = self.callable();
        let mut picture =
            Picture { title: self.title(&format!("{}() and what it calls", self.name(functions[0]))), ..Picture::default() };
        let mut first = HashMap::new();
        for (group, f) in functions.iter().enumerate() {
            picture.groups.push(format!("{}()", self.name(*f)));
            first.insert(*f, self.add_function(&mut picture, *f, group));
        }
        for f in &functions {
            // Blocks that nothing leads to are not drawn: number the others as `add_function` did.
            let dominators = Dominators::new(&Graph::of(self.p.func(*f)), 0);
            let mut seen = BTreeSet::new();
            for s in &self.calls.sites[f.index()] {
                if !dominators.reachable(s.block.0) {
                    continue;
                }
                let from = first[f] + (0..s.block.0).filter(|b| dominators.reachable(*b)).count() as u32;
                self.each_callee(s, |g, kind| {
                    if let Some(&to) = first.get(&g)
                        && seen.insert((from, to))
                    {
                        picture.edges.push(Edge { from, to, kind });
                    }
                });
            }
        }
        picture
    }

    fn call_graph(&self) -> Picture {
        let functions = self.callable();
        let number: HashMap<FuncId, u32> = functions.iter().copied().zip(0..).collect();
        let mut picture =
            Picture { title: self.title(&format!("calls from {}()", self.name(functions[0]))), ..Picture::default() };
        for f in &functions {
            let function = self.p.func(*f);
            let distance = self.any.distance(&self.reach, *f, BlockId(0));
            let instructions: usize = function.blocks.iter().map(|b| b.insts.len() + 1).sum();
            let through = match self.reach.through(*f) {
                Some(n) => format!("{n} instructions through"),
                None => "never returns".into(),
            };
            picture.nodes.push(Node {
                head: format!("{}()", function.name),
                lines: vec![format!("{} blocks, {instructions} instructions", function.blocks.len()), through],
                distance: distance.map(|d| d.0),
                over_return: distance.is_some_and(|d| d.1),
                target: function.blocks.iter().flat_map(|b| &b.insts).any(|i| matches!(i, Inst::Mark { .. })),
                entry: *f == self.prepared.entry(),
                ..Node::default()
            });
            let mut seen = BTreeSet::new();
            for s in &self.calls.sites[f.index()] {
                self.each_callee(s, |g, kind| {
                    if let Some(&to) = number.get(&g)
                        && seen.insert(to)
                    {
                        picture.edges.push(Edge { from: number[f], to, kind });
                    }
                });
            }
        }
        picture
    }

    fn each_callee(&self, site: &homing_graph::CallSite, mut found: impl FnMut(FuncId, EdgeKind)) {
        let kind = match site.to {
            homing_graph::Called::One(_) => EdgeKind::Call,
            homing_graph::Called::Class(_) => EdgeKind::PointerCall,
        };
        self.calls.callees(&site.to).iter().for_each(|g| found(*g, kind));
    }

    fn name(&self, f: FuncId) -> &str {
        &self.p.func(f).name
    }
}

/// A line as short as it has to be in a picture.
pub fn shorten(line: &str) -> String {
    if line.chars().count() <= MAX_WIDTH {
        return line.to_string();
    }
    line.chars().take(MAX_WIDTH - 3).chain("...".chars()).collect()
}

impl Node {
    /// What is said about the distance.
    pub fn told(&self) -> String {
        match self.distance {
            Some(0) if self.target => "target".into(),
            Some(d) if self.over_return => format!("{d} over its return"),
            Some(d) => format!("{d}"),
            None if self.bare => String::new(),
            None => "never".into(),
        }
    }
}

/// The colour of a distance: from warm to cold with its logarithm; grey for infinite.
pub fn colour(distance: Option<u32>, largest: u32) -> String {
    let Some(d) = distance else { return "#ececec".into() };
    let t = f64::from(d + 1).ln() / f64::from(largest.max(1) + 1).ln();
    // Light colours with black text on them, from orange over yellow and green to blue.
    let stops: [(f64, [f64; 3]); 4] =
        [(0.0, [253.0, 174.0, 97.0]), (0.35, [254.0, 224.0, 144.0]), (0.65, [199.0, 233.0, 180.0]), (1.0, [171.0, 205.0, 233.0])];
    let at = stops.windows(2).find(|w| t <= w[1].0).unwrap_or(&stops[2..4]);
    let part = ((t - at[0].0) / (at[1].0 - at[0].0)).clamp(0.0, 1.0);
    let mix = |i: usize| (at[0].1[i] + part * (at[1].1[i] - at[0].1[i])).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

impl Picture {
    /// The largest finite distance.
    pub fn largest(&self) -> u32 {
        self.nodes.iter().filter_map(|n| n.distance).max().unwrap_or(0)
    }
}
