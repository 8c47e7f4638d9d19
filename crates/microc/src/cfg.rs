//! Control flow graphs: one per function, one statement per node.

use std::fmt::Write;

use crate::ast::{Ast, ExprId, Function, Name, Pos, StmtId, StmtKind};
use crate::print::{print_expr, print_head};

/// The graph of one function. Node 0 is the entry, node 1 the exit.
#[derive(Clone, Debug)]
pub struct Cfg {
    /// The function.
    pub function: Name,
    /// What may follow what, and which statement each node is.
    pub nodes: Vec<CfgNode>,
}

/// A node: one statement, and what comes before and after it.
#[derive(Clone, Debug)]
pub struct CfgNode {
    /// What it is.
    pub kind: NodeKind,
    /// Where its statement stands.
    pub pos: Pos,
    /// Edges to the nodes that may follow; of a guard first the one taken if it is not zero.
    pub successors: Vec<CfgEdge>,
    /// The nodes that lead here, each as often as it does.
    pub predecessors: Vec<u32>,
}

/// An edge to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CfgEdge {
    /// Where it leads.
    pub to: u32,
    /// When it is taken.
    pub kind: EdgeKind,
}

/// When an edge is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// Always.
    Next,
    /// The guard is not zero.
    True,
    /// The guard is zero.
    False,
}

/// What a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Where the function begins.
    Entry,
    /// Where it ends.
    Exit,
    /// A `var` statement, by its index in the function.
    Var(usize),
    /// An assignment or output.
    Statement(StmtId),
    /// The guard of an `if` or `while`.
    Guard(StmtId),
    /// The `return`.
    Return(ExprId),
}

impl Cfg {
    /// The graphs of all functions, in the order of the source.
    pub fn of(ast: &Ast) -> Vec<Cfg> {
        ast.functions.iter().map(|f| Cfg::of_function(ast, f)).collect()
    }

    /// The graph of a function.
    pub fn of_function(ast: &Ast, f: &Function) -> Cfg {
        let mut b = Builder { ast, cfg: Cfg { function: f.name, nodes: Vec::new() }, loose: Vec::new() };
        b.node(NodeKind::Entry, f.pos);
        b.node(NodeKind::Exit, f.end);
        b.loose = vec![(0, EdgeKind::Next)];
        for (i, v) in f.vars.iter().enumerate() {
            b.step(NodeKind::Var(i), v.pos);
        }
        f.body.iter().for_each(|&s| b.stmt(s));
        b.step(NodeKind::Return(f.result), f.return_pos);
        b.tie(1);
        b.cfg
    }

    /// The text of a node's statement.
    pub fn text(&self, ast: &Ast, node: u32) -> String {
        match self.nodes[node as usize].kind {
            NodeKind::Entry => format!("entry of {}", ast.name(self.function)),
            NodeKind::Exit => format!("exit of {}", ast.name(self.function)),
            NodeKind::Var(i) => {
                let names = ast.function(self.function).and_then(|f| f.vars.get(i)).map(|v| &v.names[..]).unwrap_or_default();
                let names: Vec<&str> = names.iter().map(|n| ast.name(n.name)).collect();
                format!("var {};", names.join(", "))
            }
            NodeKind::Statement(s) | NodeKind::Guard(s) => print_head(ast, s),
            NodeKind::Return(e) => format!("return {};", print_expr(ast, e)),
        }
    }
}

/// The graphs as lines of text: number, position, statement, and where it leads.
pub fn cfg_text(ast: &Ast) -> String {
    let mut out = String::new();
    for (i, cfg) in Cfg::of(ast).iter().enumerate() {
        let _ = writeln!(out, "{}{}", if i > 0 { "\n" } else { "" }, ast.name(cfg.function));
        for (n, node) in cfg.nodes.iter().enumerate() {
            let edges: Vec<String> = node.successors.iter().map(|e| format!("{}{}", label(e.kind), e.to)).collect();
            let arrow = if edges.is_empty() { "" } else { "  -> " };
            let _ = writeln!(out, "  {n} [{}] {}{arrow}{}", node.pos, cfg.text(ast, n as u32), edges.join(", "));
        }
    }
    out
}

/// The graphs in the language of the tool `dot`, one cluster per function.
pub fn cfg_dot(ast: &Ast) -> String {
    let mut out = String::from("digraph cfg {\n  node [shape=box, fontname=monospace];\n");
    for (i, cfg) in Cfg::of(ast).iter().enumerate() {
        let _ = writeln!(out, "  subgraph cluster_{i} {{\n    label=\"{}\";", ast.name(cfg.function));
        for (n, node) in cfg.nodes.iter().enumerate() {
            let shape = match node.kind {
                NodeKind::Entry | NodeKind::Exit => ", shape=ellipse",
                NodeKind::Guard(_) => ", shape=diamond",
                _ => "",
            };
            let _ = writeln!(out, "    f{i}_{n} [label=\"{}\"{shape}];", cfg.text(ast, n as u32));
        }
        for (n, node) in cfg.nodes.iter().enumerate() {
            for e in &node.successors {
                let label = match e.kind {
                    EdgeKind::Next => "",
                    EdgeKind::True => " [label=\"yes\"]",
                    EdgeKind::False => " [label=\"no\"]",
                };
                let _ = writeln!(out, "    f{i}_{n} -> f{i}_{}{label};", e.to);
            }
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

fn label(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Next => "",
        EdgeKind::True => "yes ",
        EdgeKind::False => "no ",
    }
}

struct Builder<'a> {
    ast: &'a Ast,
    cfg: Cfg,
    /// Edges whose target is the next node.
    loose: Vec<(u32, EdgeKind)>,
}

impl Builder<'_> {
    fn node(&mut self, kind: NodeKind, pos: Pos) -> u32 {
        self.cfg.nodes.push(CfgNode { kind, pos, successors: Vec::new(), predecessors: Vec::new() });
        self.cfg.nodes.len() as u32 - 1
    }

    /// Leads all loose edges to a node.
    fn tie(&mut self, to: u32) {
        for (from, kind) in std::mem::take(&mut self.loose) {
            self.cfg.nodes[from as usize].successors.push(CfgEdge { to, kind });
            self.cfg.nodes[to as usize].predecessors.push(from);
        }
    }

    /// A node that follows what came before and leads to what comes next.
    fn step(&mut self, kind: NodeKind, pos: Pos) -> u32 {
        let n = self.node(kind, pos);
        self.tie(n);
        self.loose.push((n, EdgeKind::Next));
        n
    }

    fn stmt(&mut self, id: StmtId) {
        let s = self.ast.stmt(id);
        match &s.kind {
            StmtKind::Output(_) | StmtKind::Assign { .. } => _ = self.step(NodeKind::Statement(id), s.pos),
            StmtKind::Block(list) => list.iter().for_each(|&s| self.stmt(s)),
            StmtKind::While { body, .. } => {
                let guard = self.step(NodeKind::Guard(id), s.pos);
                self.loose = vec![(guard, EdgeKind::True)];
                self.stmt(*body);
                self.tie(guard);
                self.loose = vec![(guard, EdgeKind::False)];
            }
            StmtKind::If { then, els, .. } => {
                let guard = self.step(NodeKind::Guard(id), s.pos);
                self.loose = vec![(guard, EdgeKind::True)];
                self.stmt(*then);
                let ends = std::mem::replace(&mut self.loose, vec![(guard, EdgeKind::False)]);
                if let Some(els) = els {
                    self.stmt(*els);
                }
                self.loose.splice(0..0, ends);
            }
        }
    }
}
