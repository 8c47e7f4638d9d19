//! Csmith programs in the executor: run concretely, and with some globals symbolic.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use homing_exec::{Ended, ExecOptions};
use homing_explore::Rng;
use homing_ir::Program;
use homing_testkit::csmith::{Generated, INCLUDE, PROFILES, Profile, Workshop};
use homing_testkit::{TempDir, execute, native, object, succeed};

use crate::coverage::audited;
use crate::partition::{Partition, Said};
use crate::program::{bitcode, headers, lower, promoted};
use crate::walk::{Budget, Walk, executor, walk};

/// What came of one program.
#[derive(Debug)]
pub enum Verdict {
    /// As it should be; instructions executed, or paths found.
    Same(u64),
    /// Too long, or not of the kind that can be compared; why.
    Skipped(String),
    Different(String),
}

/// Where programs of all profiles are made.
pub fn workshops(dir: &TempDir) -> Vec<Workshop<'_>> {
    PROFILES.iter().map(|p| Workshop::new(dir, *p)).collect()
}

/// Program number `n`, concretely: the executor's outputs on both forms of the program are those of the native run.
pub fn concrete(workshops: &[Workshop<'_>], n: u64, max_steps: u64) -> Verdict {
    let g = workshops[n as usize % workshops.len()].generate(n, Duration::from_secs(2));
    let verdict = compare(&g, max_steps);
    g.remove();
    verdict
}

fn compare(g: &Generated, max_steps: u64) -> Verdict {
    let Some(expected) = &g.outputs else { return Verdict::Skipped("the native run takes too long".into()) };
    let raw = match lower(&g.bitcode) {
        Ok(p) => p,
        Err(e) => return Verdict::Different(e),
    };
    let both = promoted(&raw).map(|p| [("as lowered", raw), ("promoted", p)]);
    let mut steps = 0;
    for (how, p) in match both {
        Ok(both) => both,
        Err(e) => return Verdict::Different(e),
    } {
        match run(&p, max_steps) {
            Ok((outputs, n)) if outputs == *expected => steps += n,
            Ok((outputs, _)) => return Verdict::Different(format!("{how}: native {expected:x?}, executor {outputs:x?}")),
            Err(None) => return Verdict::Skipped("too many instructions".into()),
            Err(Some(why)) => return Verdict::Different(format!("{how}: {why}")),
        }
    }
    Verdict::Same(steps)
}

/// The one path of a program without inputs: outputs and instructions. `None` if it is too long.
fn run(p: &Program, max_steps: u64) -> Result<(Vec<u64>, u64), Option<String>> {
    let mut exec = executor(p, ExecOptions::default(), false);
    let mut state = exec.start(p.find("main").ok_or(Some("no main".to_string()))?);
    loop {
        let step = exec.run(state, 1_000_000);
        if let Some(loss) = step.losses.first() {
            return Err(Some(format!("{loss:?}")));
        }
        let [next]: [homing_exec::Successor; 1] =
            step.successors.try_into().map_err(|v: Vec<_>| Some(format!("{} successors without an input", v.len())))?;
        state = next.state;
        match next.end {
            None if state.steps > max_steps => return Err(None),
            None => {}
            Some(Ended::Returned(_) | Ended::Exited(_)) => return Ok((exec.outputs(&state), state.steps)),
            Some(other) => return Err(Some(format!("{other:?}"))),
        }
    }
}

/// Small programs: with a symbolic global they must still be explored wholly.
pub const SMALL: Profile =
    Profile { name: "symbolic", options: &["--max-funcs", "3", "--max-block-depth", "3", "--no-argc"], flags: &[] };

/// Native side of the inputs: the bytes stand in an environment variable, in hexadecimal digits.
const INPUT_STUB: &str = r#"
#include <stdio.h>
#include <stdlib.h>
void homing_output(unsigned long long v) { printf("%llu\n", v); }
void klee_make_symbolic(void *p, unsigned long n, const char *name) {
    static const char *at;
    if (!at) at = getenv("HOMING_IN");
    for (unsigned long i = 0; i < n; i++, at += 2) { unsigned v; sscanf(at, "%2x", &v); ((unsigned char *)p)[i] = v; }
}
"#;

/// Makes programs with symbolic globals.
pub struct Lab<'d> {
    dir: &'d TempDir,
    include: String,
    stub: PathBuf,
}

/// A program with symbolic globals, and its native form.
struct Experiment {
    raw: Program,
    exe: PathBuf,
    /// Sizes of the symbolic globals, in order.
    sizes: Vec<usize>,
}

impl<'d> Lab<'d> {
    pub fn new(dir: &'d TempDir) -> Lab<'d> {
        let include = headers(dir);
        let stub_source = dir.write("stub.c", INPUT_STUB);
        let stub = stub_source.with_extension("o");
        object(&stub_source, &stub, &[]);
        Lab { dir, include, stub }
    }

    /// Program number `n`: for inputs of every path and random ones, exactly one path condition holds and its outputs are the native run's.
    pub fn partition(&self, n: u64, budget: &Budget, samples: usize, audit: bool) -> Verdict {
        let source = self.dir.path().join(format!("sym-{n}.c"));
        let verdict = match self.experiment(n, &source) {
            Ok(Some(e)) => e.check(n, budget, samples, audit).unwrap_or_else(Verdict::Different),
            Ok(None) => Verdict::Skipped("no integer global".into()),
            Err(e) => Verdict::Different(e),
        };
        for extension in ["c", "bc", "exe"] {
            let file = source.with_extension(extension);
            if matches!(verdict, Verdict::Different(_)) {
                // Kept for whoever looks into it.
                let _ = std::fs::copy(&file, std::env::temp_dir().join(format!("homing-oracle-partition-{n}.{extension}")));
            }
            let _ = std::fs::remove_file(file);
        }
        verdict
    }

    fn experiment(&self, n: u64, source: &Path) -> Result<Option<Experiment>, String> {
        let mut command = Command::new("csmith");
        command.args(["--seed", &n.to_string(), "--output"]).arg(source).args(SMALL.options);
        // Csmith leaves a file behind where it runs.
        succeed(command.current_dir(self.dir.path()));
        let text = std::fs::read_to_string(source).map_err(|e| e.to_string())?;
        let Some((text, sizes)) = with_symbols(&text, &mut Rng::new(n)) else { return Ok(None) };
        std::fs::write(source, text).map_err(|e| e.to_string())?;
        let bc = bitcode(source, &["-I", INCLUDE, &self.include]);
        let exe = source.with_extension("exe");
        native(&[&bc, &self.stub], &exe, &[]);
        Ok(Some(Experiment { raw: lower(&[bc])?, exe, sizes }))
    }
}

/// The program with some of its integer globals symbolic and every global output at the end; sizes of those that are symbolic.
fn with_symbols(text: &str, rng: &mut Rng) -> Option<(String, Vec<usize>)> {
    let types = [("int8_t", 1), ("uint8_t", 1), ("int16_t", 2), ("uint16_t", 2), ("int32_t", 4), ("uint32_t", 4), ("int64_t", 8)];
    let scalar = |l: &str| {
        let mut words = l.strip_prefix("static ")?.split(' ');
        let (t, name, eq) = (words.next()?, words.next()?, words.next()?);
        let (_, size) = types.iter().find(|(n, _)| *n == t)?;
        let (name, count) = match name.split_once('[') {
            None => (name, 1),
            Some((name, dimension)) => (name, dimension.strip_suffix(']')?.parse::<usize>().ok()?),
        };
        (eq == "=" && name.starts_with("g_")).then(|| (name.to_string(), size * count))
    };
    let mut globals: Vec<(String, usize)> = text.lines().filter_map(scalar).collect();
    // Those that the program uses most make the most paths.
    globals.sort_by_cached_key(|(name, _)| std::cmp::Reverse(text.matches(name.as_str()).count()));
    globals.truncate(16);
    let mut chosen = Vec::new();
    let wanted = 4 + rng.below(8);
    while !globals.is_empty() && chosen.len() < wanted {
        chosen.push(globals.swap_remove(rng.below(globals.len())));
    }
    if chosen.is_empty() {
        return None;
    }
    let calls: String =
        chosen.iter().map(|(name, size)| format!("    klee_make_symbolic(&{name}, {size}, \"{name}\");\n")).collect();
    let (before, main) = text.split_once("int main (")?;
    let main = main.replace("transparent_crc(", "homing_crc(").replacen("    func_1();", &format!("{calls}    func_1();"), 1);
    let main = main.replacen("    platform_main_end(", "    return 0; platform_main_end(", 1);
    let before =
        before.replacen("#include \"csmith.h\"", "#include \"csmith.h\"\n#include <klee/klee.h>\n#include <homing.h>", 1);
    let output = "#define homing_crc(v, name, flag) homing_output((unsigned long long)(v))\n";
    Some((format!("{before}{output}int main ({main}"), chosen.iter().map(|c| c.1).collect()))
}

impl Experiment {
    fn check(&self, n: u64, budget: &Budget, samples: usize, audit: bool) -> Result<Verdict, String> {
        let p = if n.is_multiple_of(2) { promoted(&self.raw)? } else { self.raw.clone() };
        let main = p.find("main").ok_or("no main")?;
        let mut exec = executor(&p, ExecOptions::default(), audit);
        let paths = match walk(&mut exec, main, budget) {
            Walk::Complete(paths) => paths,
            Walk::Partial(why) => {
                audited(&exec)?;
                return Ok(Verdict::Skipped(why));
            }
        };
        audited(&exec)?;
        let mut inputs: Vec<Vec<Vec<u8>>> = Vec::new();
        for path in paths.iter().take(samples) {
            inputs.push(exec.test_case(&path.state).inputs.into_iter().map(|i| i.bytes).collect());
        }
        let mut rng = Rng::new(n);
        inputs.extend((0..samples).map(|_| self.random(&mut rng)));
        let partition = match Partition::new(&mut exec, paths) {
            Ok(p) => p,
            Err(why) => return Ok(Verdict::Skipped(why)),
        };
        for input in &inputs {
            let slices: Vec<&[u8]> = input.iter().map(|b| &b[..]).collect();
            match partition.at(&mut exec, &slices) {
                Said::Outputs(outputs) => {
                    if let Some(native) = self.native(input)?
                        && outputs != native
                    {
                        return Err(format!("inputs {input:x?}: native {native:x?}, path {outputs:x?}"));
                    }
                }
                // Csmith vouches for the values that it chose, not for these.
                Said::Error(..) => {}
                Said::Nothing => return Err(format!("inputs {input:x?}: no path condition holds")),
                Said::Ambiguous(k) => return Err(format!("inputs {input:x?}: {k} path conditions hold")),
            }
        }
        Ok(Verdict::Same(partition.len() as u64))
    }

    fn random(&self, rng: &mut Rng) -> Vec<Vec<u8>> {
        const EDGES: [u64; 8] = [0, 1, u64::MAX, 0x80, 0x7fff_ffff, 0x8000_0000, 0xffff, 5];
        let mut value = |size: &usize| {
            let v = if rng.below(3) == 0 { EDGES[rng.below(EDGES.len())] } else { rng.next_u64() >> (8 * rng.below(8)) };
            v.to_le_bytes().iter().cycle().take(*size).copied().collect()
        };
        self.sizes.iter().map(&mut value).collect()
    }

    /// Outputs of the native run; none if it takes too long.
    fn native(&self, inputs: &[Vec<u8>]) -> Result<Option<Vec<u64>>, String> {
        let hex: String = inputs.iter().flatten().map(|b| format!("{b:02x}")).collect();
        let mut run = Command::new(&self.exe);
        run.env("HOMING_IN", &hex);
        let Some(ran) = execute(run, Duration::from_secs(10)) else { return Ok(None) };
        if ran.code != Some(0) {
            return Err(format!("the native run on {hex} ended with {:?}", ran.code));
        }
        let number = |l: &str| l.parse().map_err(|_| format!("printed {l:?}"));
        ran.stdout.lines().map(number).collect::<Result<Vec<u64>, String>>().map(Some)
    }
}
