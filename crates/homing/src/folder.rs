//! The folder that a run leaves behind.
//!
//! Every file is written under a temporary name and then renamed: nobody sees half a file.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use homing_driver::Found;
use homing_exec::TestCase;
use homing_host::Failure;
use homing_host::io_message;
use homing_posix::Environment;
use homing_report::{Invocation, Report};
use serde::{Deserialize, Serialize};

/// The output folder of one run.
pub struct Folder {
    pub path: PathBuf,
    /// As the user sees it.
    pub shown: String,
    args: Vec<String>,
    form: Form,
    /// File names by the contents of the test case.
    written: HashMap<Vec<u8>, String>,
    /// Test cases in its folder `corpus`.
    kept: usize,
}

/// How test cases are written.
pub enum Form {
    /// As `.ktest`, for native runs; of a program with an environment also as a script.
    KTest(Option<Box<Around>>),
    /// As `.txt`, for `homing microc run`.
    Numbers { program: String, params: Vec<String>, width: Option<u32> },
}

/// The environment of a program whose test cases are written.
pub struct Around {
    pub environment: Environment,
    /// The flags that ask for it.
    pub flags: Vec<String>,
    /// The program and its arguments as KLEE has them.
    pub words: Vec<String>,
}

/// The `.json` beside a `.ktest`: the same inputs for people and tools, with those that a native run cannot be given.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestFile {
    pub name: String,
    /// What the test case shows.
    pub shows: String,
    /// Flags that ask for the environment that the test case is one of.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub environment: Vec<String>,
    /// How the program is started.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub invocation: Option<Invocation>,
    pub inputs: Vec<homing_report::Input>,
    /// What the run puts out, in decimal (microc).
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub outputs: Vec<String>,
    /// The program that calls the function with what the test case says.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub harness: Option<String>,
}

impl Folder {
    /// Makes the folder: the one the user asked for, or the next `homing-out-N`.
    pub fn create(asked: Option<&Path>, args: Vec<String>, form: Form) -> Result<Folder, Failure> {
        let path = make(asked)?;
        let shown = path.display().to_string();
        let folder = Folder { path, shown, args, form, written: HashMap::new(), kept: 0 };
        folder
            .write("info.json", &serde_json::json!({ "homing": env!("CARGO_PKG_VERSION"), "args": folder.args }).to_string())?;
        Ok(folder)
    }

    /// Writes a test case, once; returns the name of the file that holds the inputs alone.
    pub fn test(&mut self, found: &Found<'_>) -> Result<String, Failure> {
        let (test, shows) = (found.test(), found.shows());
        if let Some(name) = self.name_of(test) {
            return Ok(name);
        }
        let stem = format!("test{:06}", self.written.len() + 1);
        let mut file = TestFile {
            name: stem.clone(),
            shows: shows.into(),
            environment: Vec::new(),
            invocation: None,
            inputs: test.inputs.iter().map(homing_report::describe).collect(),
            outputs: test.outputs.clone(),
            harness: None,
        };
        let name = format!("{stem}.c");
        if let Some(text) = found.harness(&name) {
            self.write(&name, &text)?;
            file.harness = Some(name);
        }
        let (name, contents) = match &self.form {
            Form::KTest(None) => (format!("{stem}.ktest"), homing_replay::ktest(test, &self.args).encode()),
            Form::KTest(Some(around)) => {
                if let Some((invocation, parts)) = self.invocation(test) {
                    self.script(&format!("{stem}.sh"), &invocation, shows)?;
                    file.inputs.iter_mut().zip(parts).for_each(|(i, part)| i.environment = part);
                    file.invocation = Some(invocation);
                }
                file.environment = around.flags.clone();
                (format!("{stem}.ktest"), homing_replay::ktest(test, &around.words).encode())
            }
            Form::Numbers { program, params, width } => {
                let name = format!("{stem}.txt");
                homing_replay::name_arguments(&mut file.inputs, params);
                let text = homing_replay::test_text(test, params.len(), *width, program, &format!("{}/{name}", self.shown));
                (name, text.into_bytes())
            }
        };
        if let Some(trail) = found.trail() {
            self.write(&format!("{stem}.trail"), trail)?;
        }
        self.write_bytes(&name, &contents)?;
        self.write(&format!("{stem}.json"), &to_json(&file))?;
        self.written.insert(key(test), name.clone());
        Ok(name)
    }

    /// Writes an input of the corpus.
    pub fn kept(&mut self, test: &TestCase) -> Result<(), Failure> {
        let words = match &self.form {
            Form::KTest(None) => &self.args,
            Form::KTest(Some(around)) => &around.words,
            Form::Numbers { .. } => return Ok(()),
        };
        let contents = homing_replay::ktest(test, words).encode();
        if self.kept == 0 {
            let folder = self.path.join("corpus");
            fs::create_dir_all(&folder)
                .map_err(|e| Failure::input(format!("cannot make {}/corpus: {}", self.shown, io_message(&e))))?;
        }
        self.kept += 1;
        self.write_bytes(&format!("corpus/{:06}.ktest", self.kept), &contents)
    }

    /// How the program is started with a test case, and which of its inputs say so.
    pub fn invocation(&self, test: &TestCase) -> Option<(Invocation, Vec<bool>)> {
        let Form::KTest(Some(around)) = &self.form else { return None };
        let e = &around.environment;
        Some((homing_replay::describe(e, test), homing_replay::parts(e, &test.inputs)))
    }

    fn script(&self, name: &str, invocation: &Invocation, shows: &str) -> Result<(), Failure> {
        self.write(name, &invocation.script(name, shows))?;
        let done = fs::set_permissions(self.path.join(name), fs::Permissions::from_mode(0o755));
        done.map_err(|e| Failure::input(format!("cannot make {}/{name} a program: {}", self.shown, io_message(&e))))
    }

    /// Names the inputs of a report as the files do.
    pub fn name_inputs(&self, report: &mut Report) {
        let Form::Numbers { params, .. } = &self.form else { return };
        let errors = report.errors.iter_mut().filter_map(|e| e.test.as_mut());
        let targets = report.targets.iter_mut().filter_map(|t| t.test.as_mut());
        errors.chain(targets).for_each(|t| homing_replay::name_arguments(&mut t.inputs, params));
    }

    /// The file that a test case was written to.
    pub fn name_of(&self, test: &TestCase) -> Option<String> {
        self.written.get(&key(test)).cloned()
    }

    /// The harness that was written for a test case.
    pub fn harness_of(&self, test: &TestCase) -> Option<String> {
        test.given.as_ref()?;
        Some(Path::new(&self.name_of(test)?).with_extension("c").display().to_string())
    }

    /// Copies the first harness that a report has to where the user wants it.
    pub fn harness(&self, report: &Report, to: &Path) -> Result<(), Failure> {
        let tests =
            report.targets.iter().filter_map(|t| t.test.as_ref()).chain(report.errors.iter().filter_map(|e| e.test.as_ref()));
        let Some(name) = tests.filter_map(|t| t.assumed.as_ref()?.harness.as_ref()).next() else {
            tell!("homing: --harness: nothing was reached, so there is no harness to write");
            return Ok(());
        };
        let bad = |e: std::io::Error| Failure::input(format!("--harness {}: {}", to.display(), io_message(&e)));
        let folder = to.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let temporary = folder.join(format!(".homing-harness.{}", std::process::id()));
        fs::copy(self.path.join(name), &temporary).map_err(bad)?;
        fs::rename(&temporary, to).map_err(|e| {
            let _ = fs::remove_file(&temporary);
            bad(e)
        })
    }

    /// Writes what the whole run tells.
    pub fn report(&self, report: &Report, text: &str) -> Result<(), Failure> {
        self.write("losses.json", &to_json(&report.losses))?;
        self.write("stats.json", &to_json(&report.statistics))?;
        self.write("report.json", &to_json(report))?;
        self.write("report.txt", text)
    }

    fn write(&self, name: &str, contents: &str) -> Result<(), Failure> {
        self.write_bytes(name, contents.as_bytes())
    }

    fn write_bytes(&self, name: &str, contents: &[u8]) -> Result<(), Failure> {
        let temporary = self.path.join(format!("{name}.part"));
        let done = fs::write(&temporary, contents).and_then(|()| fs::rename(&temporary, self.path.join(name)));
        done.map_err(|e| Failure::input(format!("cannot write {}/{name}: {}", self.shown, io_message(&e))))
    }
}

/// Paths explored (without those that failed), time in milliseconds and number of errors, each in a file of its own.
pub fn statistics(dir: &Path, report: &Report) -> Result<(), Failure> {
    let s = &report.statistics;
    let files = [
        ("coverage.txt", s.paths - s.error_paths),
        ("time.txt", (s.wall_seconds * 1000.0).round() as u64),
        ("error.txt", report.errors.len() as u64),
    ];
    let bad = |path: &Path, e| Failure::input(format!("--stats-dir: cannot write {}: {}", path.display(), io_message(&e)));
    fs::create_dir_all(dir).map_err(|e| bad(dir, e))?;
    for (name, number) in files {
        let path = dir.join(name);
        fs::write(&path, format!("{number}\n")).map_err(|e| bad(&path, e))?;
    }
    Ok(())
}

fn key(test: &TestCase) -> Vec<u8> {
    let mut out = Vec::new();
    for i in &test.inputs {
        out.extend(homing_report::kind_name(i.kind).bytes().chain([b' ']).chain(i.name.bytes()).chain([0]));
        out.extend((i.bytes.len() as u64).to_le_bytes());
        out.extend(&i.bytes);
    }
    out.extend(format!("{:?}", test.given).bytes());
    out
}

fn to_json<T: Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_else(|e| format!("{{\"error\": \"{e}\"}}"));
    text.push('\n');
    text
}

/// Makes the folder of a run: the one the user asked for, or the next `homing-out-N`.
pub fn make(asked: Option<&Path>) -> Result<PathBuf, Failure> {
    match asked {
        Some(dir) => named(dir),
        None => numbered(),
    }
}

fn named(dir: &Path) -> Result<PathBuf, Failure> {
    let bad = |what: &str| Failure::input(format!("--out {}: {what}", dir.display()));
    match fs::read_dir(dir) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                return Err(bad("is not empty; remove it or name another folder"));
            }
        }
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            fs::create_dir_all(dir).map_err(|e| bad(&format!("cannot be made: {}", io_message(&e))))?
        }
        Err(e) => return Err(bad(&io_message(&e))),
    }
    Ok(dir.to_path_buf())
}

fn numbered() -> Result<PathBuf, Failure> {
    for n in 0..1_000_000 {
        let dir = PathBuf::from(format!("homing-out-{n}"));
        match fs::create_dir(&dir) {
            Ok(()) => {
                link_last(&dir);
                return Ok(dir);
            }
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(e) => {
                let message =
                    format!("cannot make {} here: {}; name another place with --out DIR", dir.display(), io_message(&e));
                return Err(Failure::input(message));
            }
        }
    }
    Err(Failure::input("a million homing-out folders are here already; remove some"))
}

/// `homing-last` is a convenience: a file of that name that is not ours is left alone.
fn link_last(dir: &Path) {
    let last = Path::new("homing-last");
    if fs::symlink_metadata(last).is_ok_and(|m| !m.file_type().is_symlink()) {
        return;
    }
    let temporary = PathBuf::from(format!(".homing-last.{}", std::process::id()));
    if std::os::unix::fs::symlink(dir, &temporary).is_ok() && fs::rename(&temporary, last).is_err() {
        let _ = fs::remove_file(&temporary);
    }
}
