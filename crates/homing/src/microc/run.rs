//! `homing microc run`.

use std::cell::RefCell;
use std::io::{BufRead, BufWriter, IsTerminal, Read, Write};
use std::path::Path;
use std::time::Instant;

use homing_host::Failure;
use homing_host::io_message;
use homing_microc::{Diagnostic, Pos};
use homing_microc_run::{End, Options, RunError, read_number};
use homing_replay::parse_numbers;
use num_bigint::BigInt;

use crate::cli::microc::RunArgs;
use crate::exit;

/// Runs the program; the exit code.
pub fn run(args: &RunArgs) -> Result<i32, Failure> {
    let ast = homing_driver::read_microc(&args.file)?;
    let options = Options {
        int_width: args.int_width,
        step_limit: args.max_steps,
        depth_limit: args.max_depth,
        memory_limit: usize::try_from(args.memory).unwrap_or(usize::MAX),
        leave_out_rounds: false,
    };
    let machine = homing_microc_run::Machine::new(&ast, options).map_err(Failure::internal)?;
    let given = parse_numbers(&args.args.join(" ")).map_err(|e| Failure::usage(format!("--args: {e}")))?;
    let out = RefCell::new(Out::new(args.ascii));
    let mut inputs = Inputs { source: source(args)?, wrong: None, out: &out };
    let started = Instant::now();
    let ran = machine.run_streaming(&mut inputs, &given, &mut |n| out.borrow_mut().put(&n));
    let seconds = started.elapsed().as_secs_f64();
    let wrong = inputs.wrong.take();
    out.borrow_mut().end();
    let outcome = ran.map_err(|e| Failure::usage(format!("{e}; give them with --args")))?;
    let code = told(&args.file, &outcome.end, wrong);
    if args.time {
        tell!("{} statements in {seconds:.3} s", outcome.statements);
    }
    Ok(code)
}

/// Says on standard error how it ended; the exit code.
fn told(file: &Path, end: &End, wrong: Option<String>) -> i32 {
    let at = |pos: Pos, what: &str| tell!("{}", message(file, pos, what));
    match end {
        End::Finished(n) => {
            tell!("returned {n}");
            0
        }
        End::Error(e) => {
            error(file, e);
            10
        }
        End::NeedInput { pos } => {
            at(*pos, &wrong.unwrap_or_else(|| "the program asks for a number, but there are no inputs left".into()));
            exit::INPUT
        }
        End::StepLimit { pos } => {
            at(*pos, "the limit of steps was met (--max-steps)");
            5
        }
        End::DepthLimit { pos } => {
            at(*pos, "the limit of nested calls was met (--max-depth)");
            5
        }
        End::MemoryLimit { pos } => {
            at(*pos, "the limit of memory was met (--memory)");
            5
        }
    }
}

fn error(file: &Path, e: &RunError) {
    tell!("{}", message(file, e.pos, &format!("{}: {}", e.kind, e.message)));
    for call in e.stack.iter().skip(1).take(20) {
        tell!("   called from {} ({}:{})", call.function, file.display(), call.pos);
    }
    if e.depth > 21 {
        tell!("   ... {} more calls", e.depth - 21);
    }
}

/// A message with the source line, as those about what is wrong with a program before it runs.
fn message(file: &Path, pos: Pos, what: &str) -> String {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    Diagnostic::new(pos, 1, what).in_file(&file.display().to_string(), &text).to_string()
}

/// Where numbers come from.
enum Source {
    Given(std::vec::IntoIter<BigInt>),
    /// Read when the program asks: somebody may be typing.
    Stdin {
        words: std::vec::IntoIter<String>,
    },
}

fn source(args: &RunArgs) -> Result<Source, Failure> {
    let text = match (&args.input, &args.input_file) {
        (Some(text), _) => ("--input".to_string(), text.clone()),
        (None, Some(path)) if path.as_os_str() != "-" => {
            let name = path.display().to_string();
            let mut text = String::new();
            let read = std::fs::File::open(path).and_then(|mut f| f.read_to_string(&mut text));
            read.map_err(|e| Failure::input(format!("{name}: {}", io_message(&e))))?;
            (name, text)
        }
        _ => return Ok(Source::Stdin { words: Vec::new().into_iter() }),
    };
    let numbers = parse_numbers(&text.1).map_err(|e| Failure::input(format!("{}: {e}", text.0)))?;
    Ok(Source::Given(numbers.into_iter()))
}

struct Inputs<'a> {
    source: Source,
    /// What was no number.
    wrong: Option<String>,
    out: &'a RefCell<Out>,
}

impl Iterator for Inputs<'_> {
    type Item = BigInt;

    fn next(&mut self) -> Option<BigInt> {
        let words = match &mut self.source {
            Source::Given(numbers) => return numbers.next(),
            Source::Stdin { words } => words,
        };
        loop {
            if let Some(word) = words.next() {
                return read_number(&word).map_err(|e| self.wrong = Some(format!("standard input: {e}"))).ok();
            }
            self.out.borrow_mut().flush();
            let mut line = String::new();
            match std::io::stdin().lock().read_line(&mut line) {
                Ok(0) => return None,
                Ok(_) if line.trim_start().starts_with('#') => {}
                Ok(_) => *words = line.split_whitespace().map(str::to_string).collect::<Vec<_>>().into_iter(),
                Err(e) => {
                    self.wrong = Some(format!("standard input: {}", io_message(&e)));
                    return None;
                }
            }
        }
    }
}

/// Standard output, as fast as it goes to a file and at once on a terminal.
struct Out {
    to: BufWriter<std::io::Stdout>,
    ascii: bool,
    terminal: bool,
    wrote: bool,
}

impl Out {
    fn new(ascii: bool) -> Out {
        let stdout = std::io::stdout();
        let terminal = stdout.is_terminal();
        Out { to: BufWriter::with_capacity(1 << 16, stdout), ascii, terminal, wrote: false }
    }

    fn put(&mut self, n: &BigInt) {
        let done = if self.ascii {
            let c = u32::try_from(n).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
            write!(self.to, "{c}")
        } else {
            writeln!(self.to, "{n}")
        };
        self.wrote = true;
        self.goes_on(done);
        if self.terminal {
            self.flush();
        }
    }

    fn goes_on(&self, written: std::io::Result<()>) {
        if !crate::output::written(written) {
            // Nobody reads any more, so nobody waits for the rest of the run.
            std::process::exit(crate::output::exit_code(0));
        }
    }

    fn flush(&mut self) {
        if self.wrote {
            let done = self.to.flush();
            self.goes_on(done);
        }
    }

    fn end(&mut self) {
        // A prompt or a message behind characters without a line end would stand on their line.
        if self.ascii && self.wrote && self.terminal {
            let _ = writeln!(self.to);
        }
        self.flush();
    }
}
