//! The stages of a program in bitcode.

use std::path::PathBuf;

use homing_compile::{Compiler, Files};
use homing_front_llvm::Module;
use homing_host::{Failure, clock};
use homing_posix::Environment;
use homing_replay::{Replayer, Settings, Subject};

use crate::code::{Lowered, Runnable};
use crate::environment;
use crate::lazy;
use crate::prepared::{Origin, Prepared};
use crate::request::Options;
use crate::sources::Plan;
use crate::surround::{START, Surrounded, Wanted, archive, surround};

/// A program in bitcode files.
pub struct Compiled {
    pub(crate) files: Files,
    pub(crate) bitcode: Vec<PathBuf>,
    /// Absent only where no compiler is needed and none was found.
    pub(crate) compiler: Option<Compiler>,
    /// About the program's C.
    pub(crate) notes: Vec<String>,
    pub(crate) plan: Plan,
}

/// A program in one module.
pub struct Loaded {
    module: Module,
    files: Files,
    compiler: Option<Compiler>,
    notes: Vec<String>,
    plan: Plan,
    /// CPU seconds of the process when loading began.
    begun: f64,
}

/// A module with what is around it.
pub struct Linked {
    native: Native,
    notes: Vec<String>,
    plan: Plan,
    begun: f64,
}

/// A program in C or bitcode.
pub struct Native {
    module: Module,
    surrounded: Surrounded,
    /// What the program finds around itself, if it is run with a C library and files.
    environment: Option<Environment>,
    files: Files,
    compiler: Option<Compiler>,
}

impl Compiled {
    /// Reads the files and links them.
    pub fn load(self) -> Result<Loaded, Failure> {
        let Compiled { files, bitcode, compiler, notes, plan } = self.with_preconditions()?;
        let begun = clock::own_cpu();
        let module = homing_front_llvm::load(&bitcode).map_err(|e| Failure::input(by_source(e.to_string(), &bitcode, &files)))?;
        module.bind_weak(&homing_host::has);
        // A program in bitcode says itself for how many bits it is; whatever is built from it has to be for as many.
        let bits32 = module.ptr_bits() == 32;
        if plan.options.compile.bits32 && !bits32 {
            return Err(Failure::input("--32: the bitcode of the program is for 64 bits"));
        }
        let compiler = compiler.map(|c| c.for_bits32(bits32));
        Ok(Loaded { module, files, compiler, notes, plan, begun })
    }
}

impl Loaded {
    /// Links the program with what it needs around itself.
    pub fn link(self) -> Result<Linked, Failure> {
        let Loaded { module, files, compiler, notes, plan, begun } = self;
        let Options { entry, lazy, .. } = &plan.options;
        environment::fits(&plan.options)?;
        let asked = plan.options.environment.is_requested() || plan.options.always_whole;
        let environment = environment::environment(&plan.options.environment, &environment::program_name(files.all()))?;
        let wanted = Wanted {
            libc: plan.options.libc,
            archive: archive(&plan.options),
            environment: &environment,
            asked,
            entry,
            lazy: *lazy,
        };
        let surrounded = surround(&module, &wanted)?;
        let whole = matches!(surrounded, Surrounded::Whole(_)) && !lazy;
        let environment = whole.then_some(environment);
        Ok(Linked { native: Native { module, surrounded, environment, files, compiler }, notes, plan, begun })
    }
}

impl Linked {
    /// Lowers what is run.
    pub fn lower(&self) -> Result<Lowered, Failure> {
        let Options { entry, lazy, .. } = &self.plan.options;
        let start = if self.native.environment.is_some() { START } else { entry };
        let mut lowered =
            Lowered::some(self.native.whole(), start, &self.plan.targets, *lazy).map_err(|f| vanished(f, &self.plan.options))?;
        if *lazy {
            lowered.put_preconditions()?;
        }
        Ok(lowered)
    }

    /// Does the rest up to the search.
    pub fn prepare(self) -> Result<Prepared, Failure> {
        let mut lowered = self.lower()?;
        let Linked { native, notes, plan, begun } = self;
        lowered.note(notes);
        let lazy = plan.options.lazy;
        let prepared = Prepared::new(Origin::C(Box::new(native)), lowered, plan, begun)?;
        if lazy {
            lazy::entry_fits(prepared.code())?;
        }
        Ok(prepared)
    }
}

impl Native {
    /// The program itself: what is built for a native run.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The module that is run in the engine.
    pub fn whole(&self) -> &Module {
        self.surrounded.module().unwrap_or(&self.module)
    }

    /// What it was made from.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// What the program finds around itself, if it is run with a C library and files.
    pub fn environment(&self) -> Option<&Environment> {
        self.environment.as_ref()
    }

    /// Is the program linked with a C library and the model of the kernel?
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self.surrounded, Surrounded::Whole(_))
    }

    pub(crate) fn compiler(&self) -> Option<&Compiler> {
        self.compiler.as_ref()
    }

    pub(crate) fn replayer<'a>(&'a mut self, code: &'a Runnable, settings: Settings<'a>) -> Replayer<'a> {
        let subject = Subject {
            module: &mut self.module,
            pinned: code.pinned(),
            promoted: code.program(),
            found_in: code.pinned(),
            entry: code.entry(),
            targets: code.targets(),
            environment: self.environment.as_ref(),
            files: &self.files,
            compiler: self.compiler.as_ref(),
        };
        Replayer::new(subject, settings)
    }
}

/// Where an optimiser was asked for, a line without code may have had some.
fn vanished(failure: Failure, options: &Options) -> Failure {
    let optimises = |f: &&String| f.starts_with("-O") && f.as_str() != "-O0";
    if let Some(flag) = options.compile.flags.iter().rfind(|f| f.starts_with("-O")).filter(optimises)
        && (failure.message().contains("has no code") || failure.message().contains("there is no function"))
    {
        let why = "the optimiser may have removed what was there, or moved it to another line";
        return failure.with_line(&format!("This is so at {flag}: {why}. Without {flag} every line with code is a target."));
    }
    failure
}

/// Names the user's files in a message about the bitcode made from them.
fn by_source(mut message: String, bitcode: &[PathBuf], files: &Files) -> String {
    for (made, source) in bitcode.iter().zip(files.all()) {
        message = message.replace(&made.display().to_string(), &source.display().to_string());
    }
    message
}
