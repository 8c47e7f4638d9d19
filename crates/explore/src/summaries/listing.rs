//! What is known of the loops of a program without running it: each from a state in which everything is a number that nobody knows.

use std::collections::BTreeMap;

use homing_exec::{Executor, Spot, State, SymbolName};
use homing_graph::Loops;
use homing_ir::{BlockId, FuncId, Home, LocId, Opnd, Program, Reg};
use homing_memory::Val;
use homing_solver::SolverConfig;
use homing_term::{Sort, Term, VarId, VarKey};

use super::algebra::fit;
use super::body::Place;
use super::certificate::sort_of;
use super::summary::{Row, Summarizer, Summary};
use super::{Summaries, place_of};

/// A loop with its summary, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedLoop {
    pub func: FuncId,
    /// Of the first instruction of its head.
    pub loc: LocId,
    /// Lines that are in it.
    pub locs: Vec<LocId>,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// How its paths follow on each other: `sequential`, `periodic`, `irregular`, or `opaque` where no path has a closed form.
    pub kind: &'static str,
    pub paths: usize,
    pub exits: usize,
    pub rows: Vec<ListedRow>,
    /// Why some ways round it are in no row.
    pub without: Vec<&'static str>,
}

/// Paths that are gone any number of times in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRow {
    /// Numbers of the paths.
    pub paths: Vec<usize>,
    /// What changes: what it is after so many rounds.
    pub after: BTreeMap<String, String>,
    /// When it is gone, and how many rounds that are.
    pub ends: Vec<(String, String)>,
}

/// The loops of a function, outer ones first.
pub fn list_loops(exec: &mut Executor<'_>, func: FuncId) -> Vec<ListedLoop> {
    let points = crate::technique::Points { loop_heads: true, ..Default::default() }.of(exec.program());
    exec.pause_at(&points);
    let mut all = Summaries::new(SolverConfig::default(), true);
    // There is no search beside it.
    let mut summarizer = Summarizer { exec, know: &mut all.know, depth: 1 };
    let shape = summarizer.shape(func);
    (0..shape.loops.list.len() as u32).map(|id| summarizer.listed(func, &shape.loops, id)).collect()
}

impl Summarizer<'_, '_> {
    fn listed(&mut self, func: FuncId, loops: &Loops, id: u32) -> ListedLoop {
        let program = self.exec.program();
        let f = program.func(func);
        let head = BlockId(loops.list[id as usize].header);
        let inside = f.blocks.iter().enumerate().filter(|(b, _)| loops.contains(id, *b as u32));
        let mut locs: Vec<LocId> = inside.flat_map(|(_, b)| b.locs.iter().copied()).collect();
        locs.sort();
        locs.dedup();
        let loc = place_of(program, func, head);
        let mut out = ListedLoop {
            func,
            loc,
            locs,
            depth: loops.list[id as usize].depth,
            kind: "opaque",
            paths: 0,
            exits: 0,
            rows: Vec::new(),
            without: Vec::new(),
        };
        let (mut state, names) = self.anything(func, head);
        let at = Place { func, head, id, frame: state.frame.id, depth: state.frame.depth };
        match self.summarise(&mut state, &at) {
            Err(why) => out.without.push(why),
            Ok(mut summary) => {
                self.only_sure(&mut summary);
                out.kind = kind(&summary);
                out.rows = summary.rows.iter().map(|r| self.told(&summary, r, &names, func)).collect();
                (out.paths, out.exits, out.without) = (summary.body.paths.len(), summary.body.exits, summary.body.without);
            }
        }
        out
    }

    /// Nobody will come to need the ends: they are checked now.
    fn only_sure(&mut self, summary: &mut Summary) {
        for mut row in std::mem::take(&mut summary.rows) {
            let sure: Vec<bool> = row.ends.iter().map(|e| self.is_sure(&summary.body, &row, e)).collect();
            let mut sure = sure.into_iter();
            row.ends.retain(|_| sure.next() == Some(true));
            match row.ends.is_empty() {
                true => summary.body.is_without("its summary could not be checked"),
                false => summary.rows.push(row),
            }
        }
    }

    /// A state at the head in which every register is a number that nobody knows; and what these are called.
    fn anything(&mut self, func: FuncId, head: BlockId) -> (Box<State>, BTreeMap<VarId, String>) {
        let mut state = self.exec.general(func, head);
        state.lazy = None;
        let mut names = BTreeMap::new();
        let registers = self.exec.program().func(func).regs.len() as u32;
        for r in (0..registers).map(Reg) {
            state.frame.regs.set(r, Val::int(0));
            let symbol = self.exec.symbol_called(
                &mut state,
                Spot::Register(r),
                SymbolName { loop_of: Some((func, head)), depth: u32::MAX, number: r.0 },
            );
            if let Some(v) = symbol.and_then(|(t, _)| self.exec.context().terms.as_var(t)) {
                names.insert(v, name(self.exec.program(), func, r));
            }
        }
        (state, names)
    }

    fn told(&mut self, summary: &Summary, row: &Row, names: &BTreeMap<VarId, String>, func: FuncId) -> ListedRow {
        let mut names = names.clone();
        let mut called = Vec::new();
        for s in &summary.body.symbols {
            let text = match s.spot {
                Spot::Register(r) => name(self.exec.program(), func, r),
                Spot::Cell { offset, .. } => format!("memory[{offset}]"),
                Spot::Outer { reg, .. } => format!("v{}", reg.0),
            };
            names.insert(s.var, text.clone());
            called.push(text);
        }
        let sort = sort_of(self.exec, &summary.body, row.ends.iter().find_map(|e| e.count));
        let terms = &mut self.exec.context_mut().terms;
        let k = match sort {
            Sort::Bits(w) => {
                let k = terms.var(w.min(64), VarKey::Named("k".into()));
                fit(terms, k, w)
            }
            _ => terms.int_var(VarKey::Named("k".into())),
        };
        let mut after = BTreeMap::new();
        for ((p, s), text) in row.polys.iter().zip(&summary.body.symbols).zip(called) {
            let terms = &mut self.exec.context_mut().terms;
            let then = p.after(terms, &mut self.know.names, k);
            if then != s.term {
                after.insert(text, self.text(then, &names));
            }
        }
        let rounds = |s: &mut Self, count: Option<Term>| count.map_or_else(|| "for ever".to_string(), |c| s.text(c, &names));
        let ends = row.ends.iter().map(|e| (self.text(e.cond, &names), rounds(self, e.count))).collect();
        ListedRow { paths: row.paths.clone(), after, ends }
    }

    fn text(&mut self, t: Term, names: &BTreeMap<VarId, String>) -> String {
        let terms = &mut self.exec.context_mut().terms;
        let support = terms.support(t);
        let mut by: BTreeMap<VarId, Term> = BTreeMap::new();
        for v in support.iter() {
            if let Some(name) = names.get(v) {
                let key = VarKey::Named(name.as_str().into());
                let named = match terms.var_info(*v).sort {
                    Sort::Bits(w) => terms.var(w, key),
                    _ => terms.int_var(key),
                };
                by.insert(*v, named);
            }
        }
        let t = terms.substitute(t, &|v| by.get(&v).copied());
        terms.display(t).to_string()
    }
}

/// The variable of the source that a register holds.
fn name(program: &Program, func: FuncId, r: Reg) -> String {
    let holds = |home: &Home| matches!(home, Home::Values(list) if list.iter().any(|(_, _, o)| *o == Opnd::reg(r)));
    program.func(func).vars.iter().find(|v| holds(&v.home)).map_or_else(|| format!("v{}", r.0), |v| v.name.clone())
}

fn kind(summary: &Summary) -> &'static str {
    let among = |a: &usize, b: &usize| summary.follows.contains(&(*a, *b));
    // A cycle of several paths.
    let n = summary.body.paths.len();
    let mut reaches: Vec<Vec<bool>> = (0..n).map(|a| (0..n).map(|b| a != b && among(&a, &b)).collect()).collect();
    for mid in 0..n {
        for a in 0..n {
            for b in 0..n {
                reaches[a][b] |= reaches[a][mid] && reaches[mid][b];
            }
        }
    }
    let turns: Vec<usize> = (0..n).filter(|a| reaches[*a][*a]).collect();
    let in_rows = |p: &usize| summary.rows.iter().any(|r| r.paths.len() > 1 && r.paths.contains(p));
    match () {
        () if summary.rows.is_empty() && turns.is_empty() => "opaque",
        () if turns.is_empty() => "sequential",
        () if turns.iter().all(in_rows) => "periodic",
        () => "irregular",
    }
}
