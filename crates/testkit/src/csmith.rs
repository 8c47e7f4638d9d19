//! Random C programs without undefined behaviour, by Csmith. Their checksum goes through `homing_output`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use homing_host::measure::Finished;

use crate::{TempDir, bitcode, execute, native, object, succeed};

/// Where Debian's `libcsmith-dev` puts Csmith's headers.
pub const INCLUDE: &str = "/usr/include/csmith";

/// Stands in for `printf` in generated programs: every number printed becomes an output.
const PRINTF_STUB: &str = r#"
#include <stdarg.h>
extern void homing_output(unsigned long long);
int homing_printf(const char *format, ...) {
    va_list list;
    va_start(list, format);
    for (; *format; format++) {
        if (*format != '%') continue;
        format++;
        if (*format == 'X') homing_output(va_arg(list, unsigned));
    }
    va_end(list);
    return 0;
}
"#;

/// A kind of program to generate and how to compile it.
#[derive(Copy, Clone, Debug)]
pub struct Profile {
    pub name: &'static str,
    /// Options of Csmith.
    pub options: &'static [&'static str],
    /// Flags of the compiler.
    pub flags: &'static [&'static str],
}

/// The profiles that tests go through in turn. Sizes are kept small: a bug shows as well, and more programs are run.
pub const PROFILES: &[Profile] = &[
    Profile { name: "default", options: &["--max-funcs", "5", "--max-block-depth", "4"], flags: &[] },
    Profile { name: "m32", options: &["--max-funcs", "5", "--max-block-depth", "4"], flags: &["-m32"] },
    Profile { name: "optimised", options: &["--max-funcs", "5", "--max-block-depth", "4"], flags: &["-O2"] },
    Profile { name: "small", options: &["--max-funcs", "3", "--max-block-depth", "3", "--max-struct-fields", "6"], flags: &[] },
];

/// A generated program with its bitcode and what its native run gave.
#[derive(Debug)]
pub struct Generated {
    pub seed: u64,
    pub profile: Profile,
    /// The C file.
    pub source: PathBuf,
    /// The program and the stand-in for `printf`.
    pub bitcode: Vec<PathBuf>,
    /// Numbers printed natively; `None` if the program did not end in time.
    pub outputs: Option<Vec<u64>>,
}

impl Generated {
    /// Removes the files that only this program has.
    pub fn remove(&self) {
        for extension in ["c", "bc", "exe"] {
            // What stays behind goes with the folder.
            let _ = std::fs::remove_file(self.source.with_extension(extension));
        }
    }
}

/// The parts that all programs of one profile share, compiled once.
#[derive(Debug)]
pub struct Workshop<'d> {
    dir: &'d TempDir,
    profile: Profile,
    printf: PathBuf,
    stubs: [PathBuf; 2],
}

impl<'d> Workshop<'d> {
    pub fn new(dir: &'d TempDir, profile: Profile) -> Workshop<'d> {
        let name = profile.name;
        let printf_source = dir.write(&format!("{name}-printf.c"), PRINTF_STUB);
        let output_source = dir.write(&format!("{name}-output.c"), crate::OUTPUT_STUB);
        let printf = bitcode(&printf_source, profile.flags);
        let stubs = [printf_source.with_extension("o"), output_source.with_extension("o")];
        object(&printf_source, &stubs[0], profile.flags);
        object(&output_source, &stubs[1], profile.flags);
        Workshop { dir, profile, printf, stubs }
    }

    /// Generates the program of a seed, compiles it and runs it natively for at most `limit`.
    pub fn generate(&self, seed: u64, limit: Duration) -> Generated {
        let source = self.dir.path().join(format!("{}-{seed}.c", self.profile.name));
        let mut command = Command::new("csmith");
        command.args(["--seed", &seed.to_string(), "--output"]).arg(&source).args(self.profile.options);
        succeed(&mut command);
        let mut flags = vec!["-Dprintf=homing_printf", "-I", INCLUDE];
        flags.extend(self.profile.flags);
        let own = bitcode(&source, &flags);
        let program = source.with_extension("exe");
        native(&[&own, &self.stubs[0], &self.stubs[1]], &program, self.profile.flags);
        let outputs = execute(Command::new(&program), limit).map(|ran| numbers(&source, &ran));
        Generated { seed, profile: self.profile, source, bitcode: vec![own, self.printf.clone()], outputs }
    }
}

fn numbers(source: &Path, ran: &Finished) -> Vec<u64> {
    assert_eq!(ran.code, Some(0), "{} failed natively", source.display());
    ran.stdout.lines().map(|l| l.parse().unwrap_or_else(|_| panic!("{}: printed {l:?}", source.display()))).collect()
}
