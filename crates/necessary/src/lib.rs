//! Necessary conditions: one formula per target that every run to it satisfies.
//!
//! Along each way without cycles from the entry to the target the conditions are collected; a loop on the way becomes what any number of rounds comes to,
//! over counters of the ways round it. What is not understood is unknown: a symbol of which nothing is said. So a condition that cannot be satisfied is a
//! proof that there is no such run, and a model of one that can is a guess.

mod analysis;
mod calls;
mod dynamic;
mod formula;
mod instruction;
mod lin;
mod memory;
mod number;
mod rounds;
mod show;
mod smt;
mod state;
mod terms;
mod unfold;
mod walk;

use homing_ir::{BlockId, FuncId, Program, TargetId};
use homing_solver::{Answer, Solver};
use homing_term::Terms;

use analysis::{Analysis, Ending, Learnt, Stop};
use formula::F;
use lin::{Lin, Sym, Symbols};
use state::{Asked, Ctx, State};
use terms::Translation;
use unfold::Unfolder;
use walk::{Aim, At};

/// How much is done for one condition.
#[derive(Clone, Debug)]
pub struct Options {
    /// Work of building it, in steps of the analysis; beyond that there is none.
    pub work: u64,
    /// Rounds of loops that are spelt out where quantifiers have to go.
    pub rounds: u32,
    /// Parts of the condition without quantifiers; what goes beyond is left out.
    pub parts: usize,
    /// The first numbers that the run is given, where they are known.
    pub given: Option<Vec<i128>>,
}

impl Default for Options {
    fn default() -> Options {
        Options { work: 400_000, rounds: 25, parts: 60_000, given: None }
    }
}

/// What every run to a target satisfies.
pub struct Condition {
    formula: F,
    symbols: Symbols,
    ending: Sym,
    endings: Vec<Ending>,
    widths: Vec<(i128, u32)>,
    /// Work that building it took.
    pub work: u64,
    /// Loops that were understood.
    pub loops: u32,
}

/// Which ends a question is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ends {
    /// At the target.
    Target,
    /// At the target, or at an error that a run may survive: nobody knows where it goes then.
    TargetOrError,
}

/// Can the condition be satisfied?
#[derive(Clone, Debug)]
pub enum Found {
    /// With inputs in the order in which they are asked for, as far as they are known: a guess.
    Yes(Vec<Given>),
    No,
    Unknown(String),
}

/// One input of a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A number of so many bits, or an unbounded one (0).
    Number {
        bits: u32,
        value: i128,
    },
    Bytes(Vec<u8>),
}

impl Given {
    /// As bytes in memory.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Given::Number { bits, value } => {
                value.to_le_bytes()[..if *bits == 0 { 8 } else { bits.div_ceil(8) as usize }].to_vec()
            }
            Given::Bytes(b) => b.clone(),
        }
    }
}

/// Objects that are larger get no guess.
const MAX_OBJECT: i128 = 1 << 16;

/// Builds the condition of a target; the reason if there is none.
pub fn build(p: &Program, entry: FuncId, target: TargetId, options: &Options) -> Result<Condition, String> {
    if !p.losses.is_empty() || !p.constructors.is_empty() || p.dyn_width.is_some() {
        return Err("the program has parts that are not understood".into());
    }
    let mut learnt = Learnt::default();
    let mut work = 0;
    loop {
        let mut a = Analysis::new(p, entry, target, options.work, learnt);
        a.work = work;
        a.given = options.given.clone();
        let handled = |f: usize| a.hits[f] && p.functions[f].address_taken && FuncId(f as u32) != entry;
        if (0..p.functions.len()).any(handled) {
            return Err("the target is in a function whose address is taken".into());
        }
        let at = At { ctx: Ctx(0), block: BlockId(0), inst: 0, depth: 0 };
        let shape = a.shape(entry);
        if shape.tangled {
            return Err("a cycle has several entries".into());
        }
        match a.walk(at, State::new(), Aim::Target, &mut Vec::new()) {
            Ok(formula) => {
                let widths = a.objects.iter().map(|o| (o.size, o.width.unwrap_or(1))).collect();
                let (symbols, ending, endings) = (a.symbols, a.ending, a.endings);
                return Ok(Condition { formula, symbols, ending, endings, widths, work: a.work, loops: a.loops });
            }
            Err(Stop::Again) => {
                work = a.work + 100;
                learnt = a.learnt;
            }
            Err(Stop::GivesUp(why)) => return Err(why),
            Err(Stop::Ways) => return Err("a loop has too many ways round".into()),
        }
    }
}

impl Condition {
    /// How many parts it has.
    pub fn size(&self) -> usize {
        self.formula.size()
    }

    /// Does nothing but false remain?
    pub fn is_false(&self) -> bool {
        self.formula == F::False
    }

    /// As people read it.
    pub fn text(&self) -> String {
        show::show(&self.formula, &self.symbols)
    }

    fn of(&self, ends: Ends) -> F {
        let errors = self.endings.iter().enumerate().filter(|(_, e)| e.error && ends == Ends::Target);
        let mut parts = vec![self.formula.clone()];
        parts.extend(errors.map(|(n, _)| F::Ne(Lin::from(self.ending).add(-(n as i128)))));
        F::and(parts)
    }

    /// As SMT-LIB 2, with quantifiers.
    pub fn smtlib(&self, ends: Ends) -> String {
        let mut symbols = self.symbols.clone();
        let mut u = Unfolder { symbols: &mut symbols, rounds: 0, left: usize::MAX, keep: true };
        let f = u.unfold(&self.of(ends), 0);
        smt::script(&f, &symbols)
    }

    /// Asks a solver of integers about the condition with so many rounds of each loop spelt out, which is weaker.
    pub fn ask(&self, ends: Ends, options: &Options, terms: &mut Terms, solver: &mut dyn Solver) -> Found {
        let mut symbols = self.symbols.clone();
        let mut u = Unfolder { symbols: &mut symbols, rounds: i128::from(options.rounds), left: options.parts, keep: false };
        let f = u.unfold(&self.of(ends), 0);
        if f == F::False {
            return Found::No;
        }
        let mut t = Translation::new(terms, &symbols);
        let condition = t.condition(&f);
        let ending = t.var(self.ending);
        let _ = ending;
        t.agree();
        let mut asserts = std::mem::take(&mut t.asserts);
        let parts = if let F::And(parts) = &f { parts.iter().map(|p| t.condition(p)).collect() } else { vec![condition] };
        asserts.extend(parts);
        let truth = t.terms.tru();
        asserts.retain(|a| *a != truth);
        match solver.check(t.terms, &asserts) {
            Answer::Unsat(_) => Found::No,
            Answer::Unknown(why) => Found::Unknown(why.to_string()),
            Answer::Sat(m) => {
                let n = t.value_of(self.ending, &m).unwrap_or(-1);
                let ending = usize::try_from(n).ok().and_then(|n| self.endings.get(n));
                let asked = ending.map_or(&[][..], |e| &e.asked);
                Found::Yes(asked.iter().map(|a| self.given(a, &t, &m)).collect())
            }
        }
    }

    fn given(&self, asked: &Asked, t: &Translation<'_>, m: &homing_term::Model) -> Given {
        match asked {
            Asked::Number(bits, s) => Given::Number { bits: *bits, value: t.value_of(*s, m).unwrap_or(0) },
            Asked::Object(o, base) => {
                let (size, width) = self.widths[o.0 as usize];
                let mut bytes = vec![0u8; size.clamp(0, MAX_OBJECT) as usize];
                for (at, v) in t.cells_of(*base, m) {
                    for (i, b) in v.to_le_bytes().iter().take(width as usize).enumerate() {
                        if let Some(slot) = usize::try_from(at).ok().and_then(|at| bytes.get_mut(at + i)) {
                            *slot = *b;
                        }
                    }
                }
                Given::Bytes(bytes)
            }
        }
    }
}
