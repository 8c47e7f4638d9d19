//! Queries per second of processor time of the solvers on the kinds of queries the engine asks.
//!
//! `cargo run --release -p homing-solver --example queries [name of a workload [counters]]`

use batsat::{Callbacks, SolverInterface, SolverOpts, lbool};
use homing_solver::sat::{Budget, Lit, Outcome, Sat};
use homing_solver::{Answer, Blaster, Limits, Solver, SolverConfig, Z3, stack};
use homing_term::{Term, Terms, VarKey};
use std::time::{Duration, Instant};

fn main() {
    let only = std::env::args().nth(1);
    type Workload = fn(&mut Run);
    let workloads: [(&str, Workload); 7] = [
        ("bubble", bubble_sort),
        ("shuffled", shuffled),
        ("parser", parser),
        ("mux", mux_table),
        ("sums", sums),
        ("fresh", fresh),
        ("muldiv", hard_mul_div),
    ];
    println!("{:10} {:10} {:>9} {:>9} {:>9} {:>12}", "workload", "solver", "queries", "sat", "unknown", "queries/s");
    for (name, workload) in workloads {
        if only.as_deref().is_some_and(|o| o != name) {
            continue;
        }
        let limits = Limits { conflicts: 100_000, work: 800_000_000, time: Some(Duration::from_secs(10)) };
        let solvers: [(&str, Box<dyn Solver>); 4] = [
            ("blaster", Box::new(Blaster::new(limits.clone()))),
            ("stack", stack(&SolverConfig { limits: limits.clone(), ..SolverConfig::default() })),
            ("batsat", Box::new(Blaster::<Batsat>::on(limits.clone()))),
            ("z3", Box::new(Z3::new(limits))),
        ];
        for (label, solver) in solvers {
            let budget = if label == "z3" { 2 } else { 4 };
            let mut run = Run::new(solver, Duration::from_secs(budget));
            let start = processor_time();
            workload(&mut run);
            let spent = processor_time().zip(start).map_or(run.spent, |(end, start)| end - start);
            let rate = run.queries as f64 / spent.as_secs_f64();
            println!("{name:10} {label:10} {:9} {:9} {:9} {rate:12.0}", run.queries, run.sat, run.unknown);
            if std::env::args().nth(2).is_some() {
                let mut counters = Vec::new();
                run.solver.counters(&mut counters);
                counters.iter().for_each(|c| println!("    {} {} {}", c.solver, c.what, c.value));
            }
        }
    }
}

/// Processor time of this thread, where the system tells: on a busy machine the only figure that means anything.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

/// One solver at one workload.
struct Run {
    terms: Terms,
    solver: Box<dyn Solver>,
    budget: Duration,
    spent: Duration,
    queries: u64,
    sat: u64,
    unknown: u64,
}

impl Run {
    fn new(solver: Box<dyn Solver>, budget: Duration) -> Run {
        Run { terms: Terms::new(), solver, budget, spent: Duration::ZERO, queries: 0, sat: 0, unknown: 0 }
    }

    fn ask(&mut self, asserts: &[Term]) -> bool {
        let start = Instant::now();
        let answer = self.solver.check(&mut self.terms, asserts);
        self.spent += start.elapsed();
        self.queries += 1;
        self.sat += answer.is_sat() as u64;
        self.unknown += matches!(answer, Answer::Unknown(_)) as u64;
        answer.is_sat()
    }

    fn is_over(&self) -> bool {
        self.spent > self.budget
    }

    fn input(&mut self, width: u32, offset: u32) -> Term {
        self.terms.var(width, VarKey::Input { input: 0, offset })
    }
}

/// All paths through a bubble sort of six symbolic integers, depth first.
fn bubble_sort(run: &mut Run) {
    let values: Vec<Term> = (0..6).map(|i| run.input(32, i)).collect();
    sort_from(run, values, 0, 5, &mut Vec::new());
}

fn sort_from(run: &mut Run, values: Vec<Term>, i: usize, end: usize, path: &mut Vec<Term>) {
    if run.is_over() || end == 0 {
        return;
    }
    let (next_i, next_end) = if i + 1 < end { (i + 1, end) } else { (0, end - 1) };
    let greater = run.terms.sgt(values[i], values[i + 1]);
    for (condition, swap) in [(greater, true), (run.terms.not(greater), false)] {
        path.push(condition);
        if run.ask(path) {
            let mut values = values.clone();
            if swap {
                values.swap(i, i + 1);
            }
            sort_from(run, values, next_i, next_end, path);
        }
        path.pop();
    }
}

/// The bubble sort's queries with the path condition in a different order each time: no prefix is shared.
fn shuffled(run: &mut Run) {
    let values: Vec<Term> = (0..6).map(|i| run.input(32, i)).collect();
    let mut random = homing_random::Random::new(1);
    let mut next = move |n: usize| random.below(n);
    while !run.is_over() && run.queries < 20_000 {
        let mut asserts = Vec::new();
        for _ in 0..2 + next(12) {
            let (a, b) = (values[next(6)], values[next(6)]);
            asserts.push(if next(2) == 0 { run.terms.sgt(a, b) } else { run.terms.sle(a, b) });
        }
        run.ask(&asserts);
    }
}

/// A recogniser of numbers, names and brackets over 24 bytes.
fn parser(run: &mut Run) {
    let bytes: Vec<Term> = (0..24).map(|i| run.input(8, i)).collect();
    parse(run, &bytes, 0, 0, &mut Vec::new());
}

fn parse(run: &mut Run, bytes: &[Term], at: usize, state: u32, path: &mut Vec<Term>) {
    if at == bytes.len() || run.is_over() || run.queries > 40_000 {
        return;
    }
    let b = bytes[at];
    let range = |run: &mut Run, lo: u8, hi: u8| {
        let (lo, hi) = (run.terms.bits(8, lo as u64), run.terms.bits(8, hi as u64));
        let (a, b) = (run.terms.uge(b, lo), run.terms.ule(b, hi));
        run.terms.and(a, b)
    };
    let digit = range(run, b'0', b'9');
    let lower = range(run, b'a', b'z');
    let bracket = range(run, b'(', b')');
    // A checksum ties the bytes together, so that the path condition does not fall apart.
    let wide = run.terms.zext(b, 32);
    let first = run.terms.zext(bytes[0], 32);
    let sum = run.terms.add(wide, first);
    let limit = run.terms.bits(32, 150 + 10 * (state as u64 % 4));
    let small = run.terms.ult(sum, limit);
    let mut rest = run.terms.tru();
    for (class, next) in [(digit, 1), (lower, 2), (bracket, 3), (small, 4)] {
        let condition = run.terms.and(rest, class);
        path.push(condition);
        if run.ask(path) {
            parse(run, bytes, at + 1, state * 5 + next, path);
        }
        path.pop();
        let not = run.terms.not(class);
        rest = run.terms.and(rest, not);
    }
}

/// Reads of a constant table of 256 words at symbolic places.
fn mux_table(run: &mut Run) {
    let table: Vec<u64> = (0..256u64).map(|i| (i * 2654435761) >> 3 & 0xffff).collect();
    let mut path: Vec<Term> = Vec::new();
    let mut offset = 0;
    while !run.is_over() && run.queries < 3_000 {
        let x = run.input(8, offset % 6);
        let y = run.input(8, (offset + 1) % 6);
        let index = run.terms.add(x, y);
        let read = select(&mut run.terms, &table, index, 0, 7);
        let limit = run.terms.bits(16, table[(offset as usize * 7) % 256]);
        let condition = if offset.is_multiple_of(3) { run.terms.ult(read, limit) } else { run.terms.uge(read, limit) };
        path.push(condition);
        if !run.ask(&path) {
            path.clear();
        }
        offset += 1;
    }
}

fn select(terms: &mut Terms, table: &[u64], index: Term, base: usize, bit: i32) -> Term {
    if bit < 0 {
        return terms.bits(16, table[base]);
    }
    let low = select(terms, table, index, base, bit - 1);
    let high = select(terms, table, index, base | 1 << bit, bit - 1);
    let c = terms.extract(index, bit as u32, 1);
    terms.ite(c, high, low)
}

/// Comparisons of sums of few 32-bit inputs, nested up to 60 deep.
fn sums(run: &mut Run) {
    let values: Vec<Term> = (0..5).map(|i| run.input(32, i)).collect();
    let mut path: Vec<Term> = Vec::new();
    let mut n = 0usize;
    while !run.is_over() && run.queries < 10_000 {
        n += 1;
        let (a, b, c) = (values[n % 5], values[(n / 2) % 5], values[(n * 3 + 1) % 5]);
        let sum = run.terms.add(a, b);
        let k = run.terms.bits(32, (n as u64).wrapping_mul(40503) & 0xffff);
        let sum = run.terms.sub(sum, k);
        let condition = match n % 3 {
            0 => run.terms.slt(sum, c),
            1 => run.terms.ule(c, sum),
            _ => run.terms.ne(sum, c),
        };
        path.push(condition);
        if !run.ask(&path) {
            path.pop();
            path.push(run.terms.not(condition));
            run.ask(&path);
        }
        if path.len() >= 60 {
            path.truncate(n % 40);
        }
    }
}

/// Conditions never seen before on the same inputs: what a circuit that only grows would suffer from.
fn fresh(run: &mut Run) {
    let values: Vec<Term> = (0..6).map(|i| run.input(32, i)).collect();
    let mut random = homing_random::Random::new(7);
    let mut next = move |n: u64| random.below(n);
    let mut path: Vec<Term> = Vec::new();
    while !run.is_over() && run.queries < 10_000 {
        let (a, b, c) = (values[next(6) as usize], values[next(6) as usize], values[next(6) as usize]);
        let k = run.terms.bits(32, next(1 << 20));
        let sum = run.terms.add(a, k);
        let mixed = if next(4) == 0 { run.terms.xor(sum, b) } else { run.terms.add(sum, b) };
        let condition = if next(2) == 0 { run.terms.slt(mixed, c) } else { run.terms.ult(c, mixed) };
        path.push(condition);
        if !run.ask(&path) || path.len() > 12 {
            path.truncate(next(6) as usize);
        }
    }
}

/// Products, quotients and remainders of unknowns.
fn hard_mul_div(run: &mut Run) {
    for n in 0..64u64 {
        let w = if n % 4 == 3 { 16 } else { 32 };
        let (x, y) = (run.input(w, 0), run.input(w, 1));
        let t = &mut run.terms;
        let (five, k) = (t.bits(w, 5 + n), t.bits(w, 1000 + 77 * n));
        let product = t.mul(x, y);
        let (q, r) = (t.udiv(x, y), t.urem(x, y));
        let ten = t.bits(w, 10);
        let (q10, r10) = (t.sdiv(x, ten), t.srem(x, ten));
        let mut asserts = vec![t.ugt(x, five), t.ugt(y, five)];
        match n % 8 {
            0 => asserts.push(t.eq(product, k)),
            1 => asserts.extend([t.eq(q, five), t.eq(r, ten)]),
            2 => {
                let back = t.mul(q10, ten);
                let back = t.add(back, r10);
                asserts.push(t.ne(back, x));
            }
            3 => {
                let back = t.mul(q, y);
                let back = t.add(back, r);
                asserts.push(t.ne(back, x));
            }
            4 => asserts.extend([t.eq(r10, five), t.slt(q10, k)]),
            5 => {
                let square = t.mul(x, x);
                asserts.extend([t.eq(square, k), t.ult(x, k)]);
            }
            6 => asserts.extend([t.ult(product, k), t.ugt(r, five)]),
            _ => {
                let swapped = t.mul(y, x);
                let more = t.add(swapped, q);
                let less = t.sub(more, product);
                asserts.push(t.ne(less, q));
            }
        }
        run.ask(&asserts);
    }
}

/// The published solver `batsat` as the blaster's SAT solver, for comparison.
struct Batsat {
    failed: Vec<Lit>,
    inner: batsat::Solver<Stop>,
    vars: Vec<batsat::Var>,
    buffer: Vec<batsat::Lit>,
}

/// Counts conflicts through the callback that asks whether to stop.
#[derive(Default)]
struct Stop {
    left: std::cell::Cell<u64>,
}

impl Callbacks for Stop {
    fn stop(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left == 0
    }
}

impl Batsat {
    fn lit(&self, lit: Lit) -> batsat::Lit {
        batsat::Lit::new(self.vars[lit.var() as usize], !lit.is_negated())
    }
}

impl Sat for Batsat {
    fn new() -> Batsat {
        let inner = batsat::Solver::new(SolverOpts::default(), Stop::default());
        let mut new = Batsat { failed: Vec::new(), inner, vars: Vec::new(), buffer: Vec::new() };
        let constant = new.new_var(&[]);
        new.add_clause(&[constant]);
        new
    }

    fn new_var(&mut self, _fanin: &[Lit]) -> Lit {
        self.vars.push(self.inner.new_var_default());
        Lit::new(self.vars.len() as u32 - 1, false)
    }

    fn set_fanin(&mut self, _leaf: Lit, _fanin: &[Lit]) {}

    fn add_clause(&mut self, clause: &[Lit]) {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        buffer.extend(clause.iter().map(|&l| self.lit(l)));
        self.inner.add_clause_reuse(&mut buffer);
        self.buffer = buffer;
    }

    fn solve(&mut self, assumptions: &[Lit], Budget { conflicts, .. }: Budget, _guard: &mut dyn FnMut() -> bool) -> Outcome {
        self.failed = assumptions.to_vec();
        let assumptions: Vec<batsat::Lit> = assumptions.iter().map(|&l| self.lit(l)).collect();
        self.inner.cb_mut().left.set(conflicts);
        match self.inner.solve_limited(&assumptions) {
            x if x == lbool::TRUE => Outcome::Sat,
            x if x == lbool::FALSE => Outcome::Unsat,
            _ => Outcome::Conflicts,
        }
    }

    fn failed(&self) -> &[Lit] {
        &self.failed
    }

    fn value(&self, lit: Lit) -> bool {
        self.inner.value_lit(self.lit(lit)) == lbool::TRUE
    }

    fn vars(&self) -> usize {
        self.vars.len()
    }

    fn cone(&self) -> usize {
        0
    }

    // It cannot tell; a fixed size was found to serve it best.
    fn idle(&self) -> u64 {
        if self.vars.len() > 3_000 { u64::MAX } else { 0 }
    }

    fn conflicts(&self) -> u64 {
        self.inner.num_conflicts()
    }

    fn reset(&mut self) {
        *self = Batsat::new();
    }
}
