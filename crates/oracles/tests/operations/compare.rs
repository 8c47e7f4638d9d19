//! Cases, their operands, and what runs them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use homing_exec::{Ended, ExecOptions};
use homing_interp::Outcome;
use homing_ir::Program;
use homing_oracles::partition::{Partition, Said};
use homing_oracles::program;
use homing_oracles::walk::{Budget, Walk, executor, walk};
use homing_testkit::TempDir;

const BUDGET: Budget = Budget { paths: 200, instructions: 20_000_000, time: Duration::from_secs(60) };
/// Sets of operands for each case.
const SETS: usize = 20;

/// What operands look like.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Kind {
    Integer,
    /// Numbers of the format with this many bits in the lowest bits.
    Float(u32),
}

struct Case {
    name: String,
    body: String,
    kind: Kind,
}

/// Functions to compare, as text.
#[derive(Default)]
pub struct Cases {
    list: Vec<Case>,
    declarations: BTreeSet<String>,
    /// For the compiler of the native program.
    pub flags: &'static [&'static str],
}

impl Cases {
    /// A function of that name; what `body` is depends on the language.
    pub fn add(&mut self, name: String, kind: Kind, body: String) {
        self.list.push(Case { name, body, kind });
    }

    /// Something to be declared once, before all functions.
    pub fn declare(&mut self, text: String) {
        self.declarations.insert(text);
    }

    /// Which intrinsics are called, without `llvm.` and types.
    pub fn intrinsics(&self) -> BTreeSet<String> {
        let known = homing_front_llvm::intrinsics();
        let mut found = BTreeSet::new();
        for d in &self.declarations {
            let Some((_, rest)) = d.split_once("@llvm.") else { continue };
            let name = rest.split('(').next().unwrap_or("");
            // The longest name that it begins with: types follow behind a dot.
            let fits = |n: &&String| name.strip_prefix(n.as_str()).is_some_and(|r| r.is_empty() || r.starts_with('.'));
            found.extend(known.iter().filter(fits).max_by_key(|n| n.len()).cloned());
        }
        found
    }

    /// Compares functions in LLVM's text form. The engine and the interpreter run them as they are.
    pub fn compare_text(&self, tag: &str) {
        let dir = TempDir::new(tag);
        let mut text = String::from(
            "target triple = \"x86_64-pc-linux-gnu\"\ntarget datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n",
        );
        self.declarations.iter().for_each(|d| writeln!(text, "{d}").expect("memory"));
        for (i, c) in self.list.iter().enumerate() {
            write!(text, "; {}\ndefine void @case_{i}(ptr %in, ptr %out) {{\n{}  ret void\n}}\n", c.name, c.body)
                .expect("memory");
        }
        let cases = dir.write("cases.ll", &text);
        let bitcode = cases.with_extension("bc");
        homing_testkit::succeed(
            std::process::Command::new(homing_testkit::CLANG)
                .args(["-w", "-O0", "-emit-llvm", "-c"])
                .arg(&cases)
                .arg("-o")
                .arg(&bitcode),
        );
        let native: Vec<Vec<u64>> = ["-O0", "-O2"].iter().map(|level| self.native(&dir, &cases, level)).collect();
        self.same_everywhere(&native, "-O2", &native[0]);
        self.compare_with(&dir, &bitcode, &native[0]);
    }

    /// Compares functions in C, compiled at that level for everybody.
    pub fn compare_c(&self, level: &str) {
        let dir = TempDir::new("builtins");
        let mut text = String::from(
            "typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u32; typedef unsigned long u64;\n",
        );
        self.declarations.iter().for_each(|d| writeln!(text, "{d}").expect("memory"));
        for (i, c) in self.list.iter().enumerate() {
            write!(text, "/* {} */ void case_{i}(const void *in, void *out) {{\n{}\n}}\n", c.name, c.body).expect("memory");
        }
        let cases = dir.write("cases.c", &text);
        let bitcode = program::bitcode(&cases, &[level]);
        let native = self.native(&dir, &cases, level);
        self.compare_with(&dir, &bitcode, &native);
    }

    /// The program that runs every case on all its operands, or with `symbolic` one function for each case.
    fn driver(&self, symbolic: bool) -> String {
        let n = self.list.len();
        let mut text =
            String::from("void homing_output(unsigned long); void klee_make_symbolic(void *, unsigned long, const char *);\n");
        for i in 0..n {
            writeln!(text, "void case_{i}(const void *, void *);").expect("memory");
        }
        let show = "for (int k = 0; k < 4; k++) homing_output(out[k]);";
        if symbolic {
            for i in 0..n {
                writeln!(
                    text,
                    "int sym_{i}(void) {{ _Alignas(16) unsigned long in[6], out[4] = {{0}}; klee_make_symbolic(in, 48, \"in\"); case_{i}(in, out); {show} return 0; }}"
                )
                .expect("memory");
            }
        }
        text.push_str("static _Alignas(16) const unsigned long operands[][6] = {\n");
        for (i, c) in self.list.iter().enumerate() {
            for set in operands(i, c.kind) {
                writeln!(text, "{{{}}},", set.map(|w| format!("{w}u")).join(",")).expect("memory");
            }
        }
        text.push_str("};\nstatic void (*const cases[])(const void *, void *) = {");
        (0..n).for_each(|i| write!(text, "case_{i},").expect("memory"));
        write!(
            text,
            "}};\nint main(void) {{ for (int i = 0; i < {n} * {SETS}; i++) {{ _Alignas(16) unsigned long out[4] = {{0}}; cases[i / {SETS}](operands[i], out); {show} }} return 0; }}\n"
        )
        .expect("memory");
        text
    }

    fn native(&self, dir: &TempDir, cases: &Path, level: &str) -> Vec<u64> {
        let driver = dir.write("driver.c", &self.driver(false));
        let stub = dir.write("stub.c", homing_testkit::OUTPUT_STUB);
        let program = dir.path().join("native");
        let flags: Vec<&str> = [level].into_iter().chain(self.flags.iter().copied()).collect();
        homing_testkit::native(&[cases, &driver, &stub], &program, &flags);
        let ran = homing_testkit::execute(std::process::Command::new(&program), Duration::from_secs(60)).expect("it ends");
        assert_eq!(ran.code, Some(0), "the native program ends well");
        ran.stdout.lines().map(|l| l.parse().expect("a number")).collect()
    }

    fn compare_with(&self, dir: &TempDir, bitcode: &Path, native: &[u64]) {
        let driver = dir.write("symbolic.c", &self.driver(true));
        let all: [PathBuf; 2] = [bitcode.into(), program::bitcode(&driver, &[])];
        let plain = program::lower_more(&all, true).unwrap_or_else(|e| panic!("{e}"));
        self.all_supported(&plain);
        let promoted = program::promoted(&plain).unwrap_or_else(|e| panic!("{e}"));
        let main = plain.find("main").expect("a main");
        let run = homing_interp::run(&plain, main, &[], &homing_interp::Options::default());
        assert_eq!(run.outcome, Outcome::Returned(0), "the interpreter comes to the end");
        self.same_everywhere(&[run.outputs], "the interpreter", native);
        self.same_everywhere(&[known(&promoted)], "the engine with known operands", native);
        self.symbolic(&promoted, native);
    }

    fn all_supported(&self, p: &Program) {
        for f in &p.functions {
            for inst in f.blocks.iter().flat_map(|b| &b.insts) {
                if let homing_ir::Inst::Unsupported { what } = inst {
                    panic!("{}: {}", self.named(&f.name), p.strings[*what as usize]);
                }
            }
        }
    }

    /// What a function `case_7` is called here.
    fn named(&self, function: &str) -> String {
        let number = function.strip_prefix("case_").and_then(|n| n.parse::<usize>().ok());
        number.map_or(function, |n| &self.list[n].name).to_string()
    }

    fn same_everywhere(&self, runs: &[Vec<u64>], who: &str, native: &[u64]) {
        let mut wrong = Vec::new();
        for run in runs {
            assert_eq!(run.len(), native.len(), "{who}: another number of results");
            for i in (0..native.len()).step_by(4).filter(|i| run[*i..i + 4] != native[*i..i + 4]) {
                wrong.push(self.difference(i / 4, who, &run[i..i + 4], &native[i..i + 4]));
            }
        }
        assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
    }

    fn difference(&self, run: usize, who: &str, found: &[u64], native: &[u64]) -> String {
        let (case, set) = (run / SETS, run % SETS);
        let given = operands(case, self.list[case].kind)[set];
        format!("{} of {given:x?}: native {native:x?}, {who} {found:x?}", self.list[case].name)
    }

    /// Each case once with operands that can be anything; then its paths are asked about the operands.
    fn symbolic(&self, p: &Program, native: &[u64]) {
        let mut wrong = Vec::new();
        for (i, c) in self.list.iter().enumerate() {
            let mut exec = executor(p, ExecOptions::default(), false);
            let entry = p.find(&format!("sym_{i}")).expect("a function for each case");
            let paths = match walk(&mut exec, entry, &BUDGET) {
                Walk::Complete(paths) => paths,
                Walk::Partial(why) => panic!("{}: {why}", c.name),
            };
            let partition = Partition::new(&mut exec, paths).unwrap_or_else(|e| panic!("{}: {e}", c.name));
            for (k, set) in operands(i, c.kind).iter().enumerate() {
                let bytes: Vec<u8> = set.iter().flat_map(|w| w.to_le_bytes()).collect();
                let run = i * SETS + k;
                let expected = &native[run * 4..run * 4 + 4];
                match partition.at(&mut exec, &[&bytes]) {
                    Said::Outputs(found) if found == expected => {}
                    Said::Outputs(found) => wrong.push(self.difference(run, "symbolic", &found, expected)),
                    other => wrong.push(format!("{} of {set:x?}: {other:?}", c.name)),
                }
            }
        }
        assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
    }
}

/// The outputs of the engine's one run.
fn known(p: &Program) -> Vec<u64> {
    let mut exec = executor(p, ExecOptions::default(), false);
    let main = p.find("main").expect("a main");
    let Walk::Complete(paths) = walk(&mut exec, main, &BUDGET) else { panic!("the engine loses nothing") };
    let [path] = &paths[..] else { panic!("one path, not {}", paths.len()) };
    assert!(matches!(path.end, Ended::Returned(_)), "{:?}", path.end);
    exec.outputs(&path.state)
}

/// Operands of a case: corners against corners, then random ones.
fn operands(case: usize, kind: Kind) -> Vec<[u64; 6]> {
    let mut random = homing_random::Random::new(case as u64);
    (0..SETS).map(|_| std::array::from_fn(|_| word(kind, random.word(), random.word()))).collect()
}

fn word(kind: Kind, choice: u64, any: u64) -> u64 {
    match kind {
        Kind::Integer => match choice % 8 {
            0 => 0,
            1 => u64::MAX,
            2 => 1 << (any % 64),
            3 => any % 9,
            4 => i64::MIN as u64 >> (any % 64),
            5 => (any % 100).wrapping_neg(),
            _ => any,
        },
        Kind::Float(64) => float(choice, any, 52, 11),
        Kind::Float(32) => float(choice, any, 23, 8) | float(any, choice, 23, 8) << 32,
        Kind::Float(_) => (0..4).fold(0, |w, i| w | float(choice >> i, any.rotate_left(i), 10, 5) << (16 * i)),
    }
}

/// The bits of a float: zeros, infinities, a NaN, the smallest and largest, whole numbers and halves, and anything around one.
fn float(choice: u64, any: u64, fraction: u32, exponent: u32) -> u64 {
    let sign = (any & 1) << (fraction + exponent);
    let bias = (1u64 << (exponent - 1)) - 1;
    let mask = (1u64 << fraction) - 1;
    let top = (1u64 << exponent) - 1;
    let magnitude = match choice % 12 {
        0 => 0,
        1 => top << fraction,
        2 => top << fraction | 1 << (fraction - 1),
        3 => 1,
        4 => (1 << fraction) - 1,
        5 => (top << fraction) - 1,
        6 | 7 => (bias + any % 5) << fraction | (any >> 7 & 7) << (fraction - 3),
        8 => bias << fraction,
        _ => (bias - 3 + (any >> 8) % 7) << fraction | (any >> 20 & mask),
    };
    sign | magnitude
}
