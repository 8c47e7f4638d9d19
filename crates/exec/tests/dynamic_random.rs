//! Random programs on values of any kind: for every input of a small range exactly one of the paths found is the run's path, and it shows
//! what the run shows.

#[path = "support/dynamic.rs"]
mod support;

use homing_exec::{ExecOptions, SymbolicIndex};
use homing_random::Random;
use std::collections::BTreeMap;
use std::fmt::Write;
use support::*;

/// What a register most likely holds.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Guess {
    Number,
    Array,
    Record,
    Cell,
    Other,
}

struct Maker {
    random: Random,
    text: String,
    regs: u32,
    blocks: u32,
    lines: u32,
    pool: Vec<(String, Guess)>,
}

impl Maker {
    fn line(&mut self, text: &str) {
        self.lines += 1;
        writeln!(self.text, "  {text} !loc{}", self.lines).unwrap();
    }

    fn fresh(&mut self) -> String {
        self.regs += 1;
        format!("v{}", self.regs - 1)
    }

    fn any(&mut self) -> String {
        let n = self.random.below(self.pool.len() as u64) as usize;
        self.pool[n].0.clone()
    }

    /// An operand that is most likely of that kind.
    fn like(&mut self, want: Guess) -> String {
        if self.random.one_in(40) {
            return self.any();
        }
        let fitting: Vec<String> = self.pool.iter().filter(|p| p.1 == want).map(|p| p.0.clone()).collect();
        match self.random.below(fitting.len() as u64 * 2 + 1) as usize {
            n if n < fitting.len() * 2 => fitting[n / 2].clone(),
            _ if want == Guess::Number => {
                let k = ["0", "1", "2", "3", "-1", "9223372036854775807", "100000000000000000000"];
                format!("{}:dyn", k[self.random.below(k.len() as u64) as usize])
            }
            _ => match want {
                Guess::Array => self.define("dyn.array 4:dyn, v0, 6:dyn", want),
                Guess::Record => self.define("dyn.record[\"a\", \"b\"] v1, 2:dyn", want),
                Guess::Cell => self.define("dyn.alloc undef", want),
                _ => self.any(),
            },
        }
    }

    fn define(&mut self, what: &str, guess: Guess) -> String {
        let r = self.fresh();
        self.line(&format!("{r}: dyn = {what}"));
        self.pool.push((r.clone(), guess));
        r
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.like(Guess::Number), self.like(Guess::Number));
        let r = self.fresh();
        let what = match self.random.below(8) {
            0 => format!("dyn.truth {a}"),
            n => format!("dyn.{} {a}, {b}", ["eq", "ne", "lt", "le", "gt", "ge", "eq"][n as usize - 1]),
        };
        self.line(&format!("{r}: i1 = {what}"));
        r
    }

    fn statement(&mut self) {
        use Guess::*;
        let small = |m: &mut Maker| if m.random.one_in(2) { format!("{}:dyn", m.random.below(3)) } else { m.like(Number) };
        match self.random.below(20) {
            0..=4 => {
                let op = ["add", "sub", "mul", "div", "add"][self.random.below(5) as usize];
                let (a, b) = (self.like(Number), self.like(Number));
                self.define(&format!("dyn.{op} {a}, {b}"), Number);
            }
            5 => {
                let c = self.condition();
                self.define(&format!("dyn.frombool {c}"), Number);
            }
            6 => {
                let v = if self.random.one_in(3) { "undef".into() } else { self.any() };
                self.define(&format!("dyn.alloc {v}"), Cell);
            }
            7 => {
                let p = self.like(Cell);
                self.define(&format!("dyn.deref {p}"), Number);
            }
            8 => {
                let (p, v) = (self.like(Cell), self.like(Number));
                self.line(&format!("dyn.setderef {p}, {v}"));
            }
            9 | 10 => {
                let n = self.random.below(4);
                let items: Vec<String> =
                    (0..n).map(|_| if self.random.one_in(5) { self.any() } else { self.like(Number) }).collect();
                self.define(&format!("dyn.array {}", items.join(", ")), Array);
            }
            11 => {
                let (a, b) = (self.like(Number), if self.random.one_in(4) { self.any() } else { self.like(Number) });
                self.define(&format!("dyn.record[\"a\", \"b\"] {a}, {b}"), Record);
            }
            12 | 13 => {
                let (a, i) = (self.like(Array), small(self));
                self.define(&format!("dyn.index {a}, {i}"), Number);
            }
            14 => {
                let (a, i) = (self.like(Array), small(self));
                let v = if self.random.one_in(6) { self.like(Record) } else { self.like(Number) };
                self.line(&format!("dyn.setindex {a}, {i}, {v}"));
            }
            15 => {
                let r = self.like(Record);
                let f = if self.random.one_in(12) { "c" } else { ["a", "b"][self.random.below(2) as usize] };
                self.define(&format!("dyn.field[\"{f}\"] {r}"), Number);
            }
            16 => {
                let (r, v) = (self.like(Record), self.like(Number));
                self.line(&format!("dyn.setfield[\"a\"] {r}, {v}"));
            }
            17 => {
                let (v, g) = {
                    let n = self.random.below(self.pool.len() as u64) as usize;
                    self.pool[n].clone()
                };
                let op = ["copy", "init"][self.random.below(2) as usize];
                self.define(&format!("dyn.{op} {v}"), g);
            }
            18 => {
                let v = self.like(Number);
                self.line(&format!("dyn.output {v}"));
            }
            _ => {
                let f = if self.random.one_in(10) { self.any() } else { "f1".into() };
                let v = self.any();
                let f = self.define(&format!("dyn.checkcall[1] {f}"), Other);
                self.define(&format!("call *{f}({v})"), Number);
            }
        }
    }

    /// `if` with one value that depends on it, or a loop that counts to an input.
    fn control(&mut self) {
        let (a, b) = (self.blocks, self.blocks + 1);
        let before = self.pool.len();
        let r = self.fresh();
        if self.random.one_in(3) {
            self.blocks += 4;
            let (bound, step, c) = (["v0", "v1", "3:dyn"][self.random.below(3) as usize], self.fresh(), self.fresh());
            self.line(&format!("jump block{a}(0:dyn)"));
            writeln!(self.text, "block{a}({r}: dyn):").unwrap();
            self.line(&format!("{c}: i1 = dyn.lt {r}, {bound}"));
            self.line(&format!("branch {c}, block{}, block{b}", b + 1));
            writeln!(self.text, "block{b}:\n  jump block{}\nblock{}:", b + 2, b + 1).unwrap();
            self.pool.push((r.clone(), Guess::Number));
            self.statement();
            self.statement();
            self.line(&format!("{step}: dyn = dyn.add {r}, 1:dyn"));
            self.line(&format!("jump block{a}({step})"));
            self.pool.truncate(before);
            writeln!(self.text, "block{}:", b + 2).unwrap();
            self.pool.push((r, Guess::Number));
            return;
        }
        self.blocks += 3;
        let c = self.condition();
        self.line(&format!("branch {c}, block{a}, block{b}"));
        for side in [a, b] {
            writeln!(self.text, "block{side}:").unwrap();
            self.statement();
            self.statement();
            let v = self.any();
            self.line(&format!("jump block{}({v})", b + 1));
            self.pool.truncate(before);
        }
        writeln!(self.text, "block{}({r}: dyn):", b + 1).unwrap();
        self.pool.push((r, Guess::Number));
    }
}

fn make(seed: u64, width: Option<u32>) -> String {
    let mut m = Maker {
        random: Random::new(seed),
        text: String::new(),
        regs: 2,
        blocks: 3,
        lines: 0,
        pool: vec![("v0".into(), Guess::Number), ("v1".into(), Guess::Number)],
    };
    m.line("v0: dyn = dyn.input");
    m.line("v1: dyn = dyn.input");
    // Inputs beyond a small range end at once, so that loops do.
    let checks: Vec<String> = ["lt v0, -3:dyn", "gt v0, 3:dyn", "lt v1, -3:dyn", "gt v1, 3:dyn"].map(String::from).into();
    let bits: Vec<String> = checks
        .iter()
        .map(|c| {
            let r = m.fresh();
            m.line(&format!("{r}: i1 = dyn.{c}"));
            r
        })
        .collect();
    let (x, y, z) = (m.fresh(), m.fresh(), m.fresh());
    m.line(&format!("{x}: i1 = or {}, {}", bits[0], bits[1]));
    m.line(&format!("{y}: i1 = or {}, {}", bits[2], bits[3]));
    m.line(&format!("{z}: i1 = or {x}, {y}"));
    m.line(&format!("branch {z}, block1, block2"));
    m.text.push_str("block1:\n  return 0:dyn\nblock2:\n");
    for _ in 0..8 + m.random.below(10) {
        if m.random.one_in(5) { m.control() } else { m.statement() }
    }
    let v = m.like(Guess::Number);
    let r = m.fresh();
    m.line(&format!("{r}: dyn = dyn.number {v}"));
    m.line(&format!("return {r}"));
    let locs: String = (1..=m.lines).map(|i| format!("loc{i} file0:{i}:1\n")).collect();
    let width = width.map_or(String::new(), |w| format!(" width {w}"));
    format!(
        "program ptr 64{width} final\nfile0 \"t.uc\" in \"\"\n{locs}define f0 \"main\"() -> dyn {{\nblock0:\n{}}}\ndefine f1 \"one\"(v0: dyn) -> dyn {{\nblock0:\n  return v0\n}}\n",
        m.text
    )
}

fn check_seeds(from: u64, count: u64) {
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let vectors = vectors(2, -4, 4);
    for seed in from..from + count {
        let width = [None, None, Some(32), Some(5)][seed as usize % 4];
        let raw = program(&make(seed, width));
        let mut p = raw.clone();
        if seed % 3 != 0 {
            homing_ir::promote(&mut p, &homing_ir::PromoteOptions::default());
            homing_ir::verify(&p).unwrap_or_else(|e| panic!("{e:#?}\n{p}"));
        }
        let symbolic_index = if seed % 5 == 0 { SymbolicIndex::Fork } else { SymbolicIndex::Merge };
        let seen = check_against(&p, &raw, ExecOptions { symbolic_index, ..ExecOptions::default() }, &vectors);
        for s in seen {
            *ends.entry(s.end.split(' ').next().unwrap().to_string()).or_default() += 1;
        }
    }
    for kind in ["returned", "type", "uninitialised", "out-of-bounds", "division-by-zero"] {
        assert!(ends.get(kind).is_some_and(|n| *n > 5), "{ends:?}");
    }
}

#[test]
fn random_programs_behave_for_every_input_as_their_runs() {
    check_seeds(1, 120);
}

#[test]
#[ignore = "long"]
fn many_random_programs() {
    check_seeds(10_000, 20_000);
}
