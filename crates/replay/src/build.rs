//! The programs that are run for replay: the instrumented one, and one with sanitizers.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use homing_front_llvm::{BlockMark, Hit, HitSpec, LineMark, Module};
use homing_host::process::{finish, finish_unless};
use homing_ir::{Builtin, FuncId, Nondet, Part, Program, Target, TargetSpec, Type, builtin};

use homing_compile::{Compiler, Files, LENIENT};

/// The C text that a replayed program is linked with.
const RUNTIME: &str = include_str!("../runtime/replay.c");

/// What both builds need.
pub struct Builder<'a> {
    pub compiler: &'a Compiler,
    pub folder: &'a Path,
    pub program: &'a Program,
    /// Where the program starts, if not in `main`.
    pub entry: Option<FuncId>,
    pub cpp: bool,
    /// The user's, for the linker.
    pub link_args: &'a [String],
    /// Set once nobody waits for a fuzzing child any more.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Builder<'_> {
    /// Links the module with calls of `homing_hit` before each place of each target. `Err` says why there is no
    /// native program.
    pub fn instrumented(&self, module: &mut Module, targets: &[Target]) -> Result<PathBuf, String> {
        let bitcode = self.folder.join("replay.bc");
        let hits: Vec<Hit> = targets.iter().filter_map(hit).collect();
        module.write_instrumented(&hits, &bitcode).map_err(|e| format!("instrumenting failed: {e}"))?;
        self.linked(module, &bitcode, "replay")
    }

    /// The same with every line marked.
    pub fn marked(&self, module: &mut Module, targets: &[Target]) -> Result<(PathBuf, Vec<LineMark>), String> {
        let bitcode = self.folder.join("marked.bc");
        let hits: Vec<Hit> = targets.iter().filter_map(hit).collect();
        let marks =
            module.write_marked(&hits, targets.len() as u32, &bitcode).map_err(|e| format!("instrumenting failed: {e}"))?;
        Ok((self.linked(module, &bitcode, "marked")?, marks))
    }

    /// The program as a fuzzing child, optimised, and its blocks by number. What it finds is run as the program itself is.
    pub fn fuzzing(&self, module: &Module, targets: &[Target]) -> Result<(PathBuf, Vec<BlockMark>), String> {
        let (runtime, bitcode, program) =
            (self.folder.join("fuzz-runtime.bc"), self.folder.join("fuzz.bc"), self.folder.join("fuzz"));
        let text = ["#define HOMING_FUZZ 1\n", homing_fuzz::RUNTIME, RUNTIME].concat();
        let (source, generated) = (self.folder.join("fuzz.c"), self.folder.join("fuzz-generated.c"));
        let made = self.generated()?;
        for (file, text) in [(&source, &text), (&generated, &made)] {
            std::fs::write(file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))?;
        }
        let mut c = self.compiler.command();
        // Not optimised by itself, but together with the program.
        c.args(["-O1", "-Xclang", "-disable-llvm-passes", "-w", "-std=gnu11", "-emit-llvm", "-c"]);
        c.arg(&source).arg("-o").arg(&runtime);
        finish_unless(&mut c, "the fuzzing runtime does not compile", self.stop.as_deref()).map_err(first_lines)?;
        let hits: Vec<Hit> = targets.iter().filter_map(hit).collect();
        let marks = module.write_fuzzing(&hits, &runtime, &bitcode).map_err(|e| format!("instrumenting failed: {e}"))?;
        if marks.len() > homing_fuzz::BLOCKS {
            return Err(format!("the program has {} blocks", marks.len()));
        }
        let mut c = self.compiler.command();
        c.args(["-O1", "-w", "-no-pie", "-Wl,--unresolved-symbols=ignore-all", "-Wl,-z,lazy", "-x", "ir"]);
        c.arg(&bitcode).args(["-x", "c"]).arg(&generated).arg("-o").arg(&program);
        c.args(self.sanitizer());
        self.recorded(module, &mut c);
        self.libraries(&mut c);
        finish_unless(&mut c, "linking for fuzzing failed", self.stop.as_deref()).map_err(first_lines)?;
        Ok((program, marks))
    }

    fn linked(&self, module: &Module, bitcode: &Path, name: &str) -> Result<PathBuf, String> {
        let program = self.folder.join(name);
        let mut c = self.compiler.command();
        // One call of the driver for everything: starting compilers is most of a replay's cost.
        c.args(["-O0", "-w", "-no-pie", "-Wl,--unresolved-symbols=ignore-all", "-Wl,-z,lazy", "-x", "ir"]);
        c.arg(bitcode).args(["-std=gnu11", "-x", "c"]).args(self.runtime()?).arg("-o").arg(&program);
        c.args(self.sanitizer());
        self.recorded(module, &mut c);
        self.libraries(&mut c);
        finish(&mut c, "linking for replay failed").map_err(first_lines)?;
        Ok(program)
    }

    /// Builds with sanitizers: from the sources where those are at hand, else from the bitcode, which can have
    /// AddressSanitizer alone.
    pub fn sanitized(&self, module: &Module, inputs: &Files) -> Result<PathBuf, String> {
        let program = self.folder.join("sanitized");
        let mut c = self.compiler.command();
        c.args(["-g", "-O0", "-w", "-fno-omit-frame-pointer"]);
        if inputs.only_sources() {
            c.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
            c.arg("-isystem").arg(self.compiler.include()).args(LENIENT);
            c.args(self.compiler.flags().iter().filter(|f| !is_quiet(f))).args(inputs.all());
        } else {
            let bitcode = self.folder.join("sanitized.bc");
            module.write_sanitized(&bitcode).map_err(|e| format!("instrumenting failed: {e}"))?;
            c.args(["-fsanitize=address", "-no-pie", "-Wl,--unresolved-symbols=ignore-all", "-Wl,-z,lazy", "-x", "ir"]);
            c.arg(&bitcode).args(["-x", "none"]);
        }
        c.args(self.runtime_objects()?).arg("-o").arg(&program);
        self.recorded(module, &mut c);
        self.libraries(&mut c);
        finish(&mut c, "compiling with sanitizers failed").map_err(first_lines)?;
        Ok(program)
    }

    /// The runtime of the sanitizer that the program was compiled with. The bitcode is instrumented already.
    fn sanitizer(&self) -> &'static [&'static str] {
        let mut reports = self.program.functions.iter().filter(|f| f.is_declaration()).filter_map(|f| match builtin(&f.name) {
            Some(Builtin::Ubsan(report)) => Some(report.told),
            _ => None,
        });
        match reports.next() {
            Some(true) => &["-fsanitize=undefined"],
            Some(false) => &["-fsanitize=undefined", "-fsanitize-minimal-runtime"],
            None => &[],
        }
    }

    /// What the program's own link was made with, if that is known; files that are gone cannot be missed yet.
    fn recorded(&self, module: &Module, c: &mut std::process::Command) {
        let recorded = module.link_arguments();
        c.args(["-x", "none"]).args(recorded.iter().filter(|a| a.starts_with('-') || Path::new(a).exists()));
    }

    fn libraries(&self, c: &mut std::process::Command) {
        c.args(self.link_args).arg("-lm");
        if self.program.functions.iter().any(|f| f.is_declaration() && f.name.starts_with("__atomic_")) {
            c.arg("-latomic");
        }
        if self.cpp {
            // The driver for C is used, also where a sanitizer has a part for C++.
            c.args(["-lstdc++", "-fsanitize-link-c++-runtime"]);
        }
    }

    /// The runtime and, if there is one, the part that is made for this program, as C files. They come last on the link
    /// line: the runtime's constructor must be the last one.
    fn runtime(&self) -> Result<Vec<PathBuf>, String> {
        let write = |name: &str, text: &str| -> Result<PathBuf, String> {
            let source = self.folder.join(name);
            std::fs::write(&source, text).map_err(|e| format!("cannot write {}: {e}", source.display()))?;
            Ok(source)
        };
        let made = self.generated()?;
        let mut files = vec![write("runtime.c", RUNTIME)?];
        if !made.is_empty() {
            // A file of its own: the program's names must not meet those of the runtime.
            files.push(write("generated.c", &made)?);
        }
        Ok(files)
    }

    /// The same as object files, for a program that is compiled with other flags.
    fn runtime_objects(&self) -> Result<Vec<PathBuf>, String> {
        let mut objects = self.runtime()?;
        for file in &mut objects {
            let object = file.with_extension("o");
            let mut c = self.compiler.command();
            c.args(["-O1", "-w", "-std=gnu11", "-DHOMING_SANITIZED", "-c"]).arg(&*file).arg("-o").arg(&object);
            finish(&mut c, "the replay runtime does not compile").map_err(first_lines)?;
            *file = object;
        }
        Ok(objects)
    }

    /// The entry, if it is not `main`, and inputs of types that only this program names.
    fn generated(&self) -> Result<String, String> {
        let mut text = String::new();
        if let Some(entry) = self.entry.map(|f| self.program.func(f)).filter(|f| f.name != "main") {
            if !entry.params.is_empty() {
                return Err(format!("{} has parameters, and a native run has no values for them", entry.name));
            }
            let _ = writeln!(text, "extern void {0}(void);\nvoid (*homing_entry)(void) = {0};", entry.name);
        }
        for f in self.program.functions.iter().filter(|f| f.is_declaration()) {
            if !RUNTIME.contains(&known(&f.name))
                && builtin(&f.name) == Some(Builtin::Nondet(Nondet::Value))
                && let [Type::Bits(w @ (8 | 16 | 32 | 64))] = f.results[..]
            {
                let name = &f.name;
                let _ = writeln!(
                    text,
                    "extern void klee_make_symbolic(void *, __SIZE_TYPE__, const char *);\n__attribute__((weak)) unsigned _BitInt({w}) {name}(void) {{ unsigned _BitInt({w}) v; klee_make_symbolic(&v, {w} / 8, \"{name}\"); return v; }}"
                );
            }
        }
        Ok(text)
    }
}

/// Does a flag keep a sanitizer from saying where and what?
fn is_quiet(flag: &str) -> bool {
    flag.starts_with("-fsanitize-trap") || flag.starts_with("-fsanitize-minimal-runtime")
}

/// How the runtime's own list of inputs mentions a function.
fn known(name: &str) -> String {
    let short = name.strip_prefix("__VERIFIER_nondet_").or_else(|| name.strip_prefix("homing_any_")).unwrap_or(name);
    format!("NONDET({short},")
}

/// The places of a target in the module; none for errors.
pub fn hit(t: &Target) -> Option<Hit> {
    let what = match &t.spec {
        TargetSpec::Line { file, line } => HitSpec::Line { file: file.clone(), line: *line, column: None },
        TargetSpec::Part { file, line, part: Part::Column(n) } => {
            HitSpec::Line { file: file.clone(), line: *line, column: Some(*n) }
        }
        // Resolved targets have columns.
        TargetSpec::Part { part: Part::Number(_), .. } => return None,
        TargetSpec::Function(name) => HitSpec::Function(name.clone()),
        TargetSpec::Any => HitSpec::Any,
        TargetSpec::Error(_) | TargetSpec::ErrorAt { .. } => return None,
    };
    Some(Hit { id: t.id.0, what })
}

/// The first lines of a compiler's message: enough for a reason in a report.
fn first_lines(message: String) -> String {
    let lines: Vec<&str> = message.lines().take(4).map(str::trim).collect();
    lines.join(" ")
}
