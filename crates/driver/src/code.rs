//! The stages of a program in the engine's own form, whatever it was written in.

use homing_front_llvm::{LoadError, LowerOptions, Module};
use homing_host::Failure;
use homing_ir::{ErrorKind, FuncId, Program, PromoteOptions, Target, TargetSpec};
use homing_report::Place;

/// A program with its targets found.
pub struct Lowered {
    program: Program,
    entry: FuncId,
    targets: Vec<Target>,
    /// Targets that are not there: their places in the list of those asked for, and why.
    missing: Vec<(usize, String)>,
}

/// A program with its targets pinned: they are instructions of their own, which no pass moves.
pub struct Pinned {
    program: Program,
    entry: FuncId,
    targets: Vec<Target>,
    places: Vec<Vec<Place>>,
}

/// A program that can be run.
pub struct Runnable {
    pinned: Program,
    program: Program,
    entry: FuncId,
    targets: Vec<Target>,
    places: Vec<Vec<Place>>,
}

impl Lowered {
    /// Lowers what the entry can reach. A target that is not in there may be in a function that nothing calls: then, and
    /// only then, everything is lowered, so that the answer is UNREACHABLE instead of "no such line"; unless everything is wanted anyway.
    pub fn of(module: &Module, entry: &str, specs: &[TargetSpec], everything: bool) -> Result<Lowered, Failure> {
        Lowered::some(module, entry, specs, everything)?.all()
    }

    /// The same where some of the targets may be missing, but not all of them.
    pub fn some(module: &Module, entry: &str, specs: &[TargetSpec], everything: bool) -> Result<Lowered, Failure> {
        if !everything {
            let program = lowered(module, Some(vec![entry.to_string()]))?;
            let f = defined(&program, entry)?;
            if crate::columns::behind_the_end(&program, specs).is_empty()
                && let Ok(targets) = homing_ir::resolve(&program, specs)
            {
                return Ok(Lowered { program, entry: f, targets, missing: Vec::new() });
            }
        }
        Lowered::some_of_program(lowered(module, None)?, entry, specs)
    }

    /// A program that was lowered already.
    pub fn of_program(program: Program, entry: &str, specs: &[TargetSpec]) -> Result<Lowered, Failure> {
        Lowered::some_of_program(program, entry, specs)?.all()
    }

    /// The same where some of the targets may be missing, but not all of them.
    pub fn some_of_program(program: Program, entry: &str, specs: &[TargetSpec]) -> Result<Lowered, Failure> {
        let entry = defined(&program, entry)?;
        let mut missing = crate::columns::behind_the_end(&program, specs);
        let asked: Vec<usize> = (0..specs.len()).filter(|i| missing.iter().all(|m| m.0 != *i)).collect();
        let wanted: Vec<TargetSpec> = asked.iter().map(|i| specs[*i].clone()).collect();
        let (targets, absent) = homing_ir::resolve_each(&program, &wanted);
        missing.extend(absent.into_iter().map(|(i, e)| (asked[i], crate::statement::explained(&e))));
        missing.sort_by_key(|m| m.0);
        let lowered = Lowered { program, entry, targets, missing };
        if lowered.targets.is_empty() { lowered.all() } else { Ok(lowered) }
    }

    /// The same, if no target is missing.
    pub fn all(self) -> Result<Lowered, Failure> {
        match self.missing.first() {
            None => Ok(self),
            Some((_, why)) => Err(Failure::input(why)),
        }
    }

    /// Targets that are not there: their places in the list of those asked for, and why.
    pub fn missing(&self) -> &[(usize, String)] {
        &self.missing
    }

    /// The program itself.
    pub fn into_program(self) -> Program {
        self.program
    }

    /// Names the targets as the user does, in their order.
    pub fn label(&mut self, labels: Vec<String>) {
        self.targets.iter_mut().zip(labels).for_each(|(t, label)| t.label = label);
    }

    /// The run begins with the preconditions of the entry, if there are any.
    pub(crate) fn put_preconditions(&mut self) -> Result<(), Failure> {
        crate::lazy::put_before(&mut self.program, self.entry)
    }

    /// Adds what the user should know about the program.
    pub fn note(&mut self, notes: Vec<String>) {
        self.program.notes.extend(notes);
    }

    /// Pins the targets.
    pub fn pin(self) -> Pinned {
        let Lowered { mut program, entry, targets, .. } = self;
        let places = targets.iter().map(|t| homing_report::places(&program, t)).collect();
        homing_ir::pin(&mut program, &targets);
        note_absent(&mut program, &targets);
        Pinned { program, entry, targets, places }
    }
}

impl Pinned {
    /// The program, with locals in memory.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Makes the model wrong on purpose, for tests.
    pub fn make_wrong(&mut self, number: usize) -> Result<(), Failure> {
        crate::wrong::make_wrong(&mut self.program, number)
    }

    /// Moves locals to registers, if `promote` says so and nobody asks whether they were written.
    pub fn runnable(self, promote: bool) -> Result<Runnable, Failure> {
        let Pinned { program: pinned, entry, targets, places } = self;
        let promote = promote && !targets.iter().any(|t| t.spec.error() == Some(Some(ErrorKind::Uninitialised)));
        let program = if promote { promoted(&pinned)? } else { pinned.clone() };
        Ok(Runnable { pinned, program, entry, targets, places })
    }
}

impl Runnable {
    /// What the engine runs.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The same, and nothing else.
    pub fn into_program(self) -> Program {
        self.program
    }

    /// The same with locals in memory: what the interpreter replays.
    pub fn pinned(&self) -> &Program {
        &self.pinned
    }

    /// The function that it starts in.
    pub fn entry(&self) -> FuncId {
        self.entry
    }

    /// What is looked for.
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// Source positions of each target.
    pub fn places(&self) -> &[Vec<Place>] {
        &self.places
    }
}

/// The program with locals in registers, where they can be.
pub fn promoted(pinned: &Program) -> Result<Program, Failure> {
    let mut program = pinned.clone();
    homing_ir::promote(&mut program, &PromoteOptions::default());
    homing_ir::join_assumptions(&mut program);
    match homing_ir::verify(&program) {
        Ok(()) => Ok(program),
        Err(e) => Err(Failure::internal(format!("promotion broke the program: {}", e.join("; ")))),
    }
}

fn lowered(module: &Module, roots: Option<Vec<String>>) -> Result<Program, Failure> {
    let p = module.lower(&LowerOptions { roots, with_library: true }).map_err(|e| match e {
        LoadError::NoSuchFunction { name } => {
            Failure::input(format!("the program has no function {name}; name another with --entry FUNCTION"))
        }
        e => Failure::input(e),
    })?;
    well_formed(p)
}

/// A program that a front end made.
pub(crate) fn well_formed(p: Program) -> Result<Program, Failure> {
    match homing_ir::verify(&p) {
        Ok(()) => Ok(p),
        Err(e) => Err(Failure::internal(format!("the lowered program is not well formed: {}", e.join("; ")))),
    }
}

fn defined(p: &Program, name: &str) -> Result<FuncId, Failure> {
    match p.find(name) {
        Some(f) if !p.func(f).is_declaration() => Ok(f),
        Some(_) => Err(Failure::input(format!("--entry {name}: the function is declared but has no body"))),
        None => Err(Failure::input(format!("--entry {name}: no such function in the program"))),
    }
}

fn note_absent(pinned: &mut Program, targets: &[Target]) {
    if targets.iter().zip(homing_ir::places(pinned, targets)).any(|(t, at)| t.spec == TargetSpec::Any && at.is_empty()) {
        pinned
            .notes
            .push("the target `any` is nowhere in the program: it has no klee_reach(), reach_error() or assertion".into());
    }
}
