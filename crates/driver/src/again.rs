//! A program that was compiled once and is looked at many times: with other targets, started elsewhere.

use std::path::PathBuf;

use homing_front_llvm::LowerOptions;
use homing_host::Failure;
use homing_ir::{Program, TargetSpec};

use crate::code::well_formed;
use crate::lazy;
use crate::linked::Compiled;
use crate::request::Options;
use crate::sources::{Plan, work_folder};

impl Compiled {
    /// The same program, asked for other targets or started otherwise; nothing is compiled again. It reads files of the first one, which has to
    /// live as long. What the options say about compiling is without effect.
    pub fn again(&self, targets: Vec<TargetSpec>, options: Options) -> Result<Compiled, Failure> {
        if options.lazy {
            lazy::fits(&options, &self.files)?;
        }
        let labels = targets.iter().map(|t| t.to_string()).collect();
        let plan = Plan { options, targets, labels, notes: Vec::new(), work: work_folder()?, compile_seconds: 0.0 };
        let Compiled { files, bitcode, compiler, notes, .. } = self;
        Ok(Compiled { files: files.clone(), bitcode: bitcode.clone(), compiler: compiler.clone(), notes: notes.clone(), plan })
    }

    /// The whole program in the engine's form, functions that nothing calls included, without a C library around it: to be looked at, not to be run.
    pub fn survey(&self) -> Result<Program, Failure> {
        let module = homing_front_llvm::load(&self.bitcode).map_err(Failure::input)?;
        let lowered = module.lower(&LowerOptions { roots: None, with_library: true }).map_err(Failure::input)?;
        well_formed(lowered)
    }

    /// The files with its bitcode, in the order in which they are linked.
    pub fn bitcode(&self) -> &[PathBuf] {
        &self.bitcode
    }
}
