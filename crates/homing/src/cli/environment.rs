//! Flags about what a program finds around itself: arguments, environment, standard input, files.
//!
//! The order of arguments is the order of the flags, which derived declarations cannot tell: these are written by hand.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use homing_driver::{ArgSpec, EnvSpec, EnvironmentSpec, Libc, StdinSpec};

use homing_host::absolute;

/// What was asked for. `Default` is nothing: the program runs without an environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnvironmentArgs {
    pub libc: Libc,
    pub spec: EnvironmentSpec,
    /// For the linker, where the program is built natively.
    pub link_args: Vec<String>,
}

/// Names and explanations of the C libraries.
const LIBRARIES: [(&str, Libc, &str); 3] = [
    ("auto", Libc::Auto, "musl where an environment is asked for or the program needs it, else the built-in functions"),
    ("musl", Libc::Musl, "musl, with files and system calls"),
    ("builtin", Libc::Builtin, "The small set of functions that Homing brings itself"),
];

fn library() -> impl TypedValueParser<Value = Libc> {
    let named = |name: String| LIBRARIES.iter().find(|l| l.0 == name).map_or(Libc::Auto, |l| l.1);
    PossibleValuesParser::new(LIBRARIES.map(|(name, _, help)| PossibleValue::new(name).help(help))).map(named)
}

/// Longest symbolic string.
const MAX_TEXT: u32 = 1 << 16;
/// Largest symbolic file.
const MAX_FILE: u32 = 1 << 20;
/// Files are named by the letters of the alphabet.
const MAX_FILES: u32 = 26;
/// Most arguments from one `--sym-args`.
const MAX_ARGS: u32 = 256;

/// Names of the flags.
mod name {
    pub const LIBC: &str = "libc";
    pub const ARG: &str = "arg";
    pub const SYM_ARG: &str = "sym-arg";
    pub const SYM_ARGS: &str = "sym-args";
    pub const SYM_STDIN: &str = "sym-stdin";
    pub const SYM_FILES: &str = "sym-files";
    pub const SYM_ENV: &str = "sym-env";
    pub const STDIN: &str = "stdin";
    pub const ENV: &str = "env";
    pub const FS_FROM: &str = "fs-from";
    pub const MAX_FAIL: &str = "max-fail";
    pub const LINK_ARG: &str = "link-arg";
}

impl EnvironmentArgs {
    /// Reads what [`EnvironmentArgs::flags`] gave.
    pub fn parse(flags: &[String]) -> Result<EnvironmentArgs, String> {
        let command = Self::augment_args(Command::new("environment").no_binary_name(true));
        let matches = command.try_get_matches_from(flags).map_err(|e| e.to_string())?;
        read(&matches)
    }

    /// The flags that give the same again, for another run of Homing in whatever folder.
    pub fn flags(&self) -> Vec<String> {
        let mut out = Vec::new();
        if let Some((name, ..)) = LIBRARIES.iter().find(|l| l.1 == self.libc && l.1 != Libc::default()) {
            out.push(format!("--{}={name}", name::LIBC));
        }
        for a in &self.spec.args {
            match a {
                ArgSpec::Text(t) => out.push(format!("--{}={t}", name::ARG)),
                ArgSpec::Symbolic(n) => out.push(format!("--{}={n}", name::SYM_ARG)),
                ArgSpec::Some { min, max, len } => {
                    out.extend([format!("--{}", name::SYM_ARGS), min.to_string(), max.to_string(), len.to_string()]);
                }
            }
        }
        out.extend(self.around());
        out.extend(self.link_args.iter().map(|a| format!("--{}={a}", name::LINK_ARG)));
        out
    }

    /// The program's arguments and what is symbolic as KLEE's programs take it, which [`EnvironmentArgs::trailing`] reads.
    pub fn words(&self) -> Vec<String> {
        let mut out = Vec::new();
        for a in &self.spec.args {
            match a {
                ArgSpec::Text(t) => out.push(t.clone()),
                ArgSpec::Symbolic(n) => out.extend([format!("--{}", name::SYM_ARG), n.to_string()]),
                ArgSpec::Some { min, max, len } => {
                    out.extend([format!("--{}", name::SYM_ARGS), min.to_string(), max.to_string(), len.to_string()]);
                }
            }
        }
        let concrete = [name::STDIN, name::ENV, name::FS_FROM].map(|n| format!("--{n}="));
        out.extend(self.around().into_iter().filter(|flag| !concrete.iter().any(|c| flag.starts_with(c))));
        out
    }

    fn around(&self) -> Vec<String> {
        let mut out = Vec::new();
        match &self.spec.stdin {
            Some(StdinSpec::File(f)) => out.push(format!("--{}={}", name::STDIN, absolute(f).display())),
            Some(StdinSpec::Symbolic(Some(n))) => out.push(format!("--{}={n}", name::SYM_STDIN)),
            Some(StdinSpec::Symbolic(None)) => out.push(format!("--{}", name::SYM_STDIN)),
            None => {}
        }
        if let Some((k, n)) = self.spec.files {
            out.extend([format!("--{}", name::SYM_FILES), k.to_string(), n.to_string()]);
        }
        for (variable, value) in &self.spec.env {
            out.push(match value {
                EnvSpec::Text(t) => format!("--{}={variable}={t}", name::ENV),
                EnvSpec::Symbolic(n) => format!("--{}={variable}={n}", name::SYM_ENV),
            });
        }
        if let Some(dir) = &self.spec.fs_from {
            out.push(format!("--{}={}", name::FS_FROM, absolute(dir).display()));
        }
        if self.spec.max_fail > 0 {
            out.push(format!("--{}={}", name::MAX_FAIL, self.spec.max_fail));
        }
        out
    }

    /// Adds the words that stand behind the program: plain ones are arguments, those with `sym` in them are read as KLEE's
    /// programs read them, with one hyphen or two.
    pub fn trailing(&mut self, words: &[String]) -> Result<(), String> {
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let Some(flag) = word.strip_prefix("--").or_else(|| word.strip_prefix('-')) else {
                self.spec.args.push(ArgSpec::Text(word.clone()));
                continue;
            };
            let (flag, joined) = match flag.split_once('=') {
                Some((f, v)) => (f, Some(v)),
                None => (flag, None),
            };
            let mut values = Values { flag: word, joined, rest: &mut rest };
            match flag {
                name::SYM_ARG => self.spec.args.push(ArgSpec::Symbolic(values.number(MAX_TEXT)?)),
                name::SYM_ARGS => {
                    let (min, max) = (values.number(MAX_ARGS)?, values.number(MAX_ARGS)?);
                    self.spec.args.push(some_args(min, max, values.number(MAX_TEXT)?)?);
                }
                name::SYM_FILES | "sym-file" => self.spec.files = Some((values.number(MAX_FILES)?, values.number(MAX_FILE)?)),
                name::SYM_STDIN => {
                    let size = if values.is_number() { Some(values.number(MAX_FILE)?) } else { None };
                    self.set_stdin(StdinSpec::Symbolic(size))?;
                }
                name::SYM_ENV => {
                    let value = values.text()?;
                    self.spec.env.push(sym_env(value)?);
                }
                name::MAX_FAIL => self.spec.max_fail = values.number(u32::MAX)?,
                "sym-stdout" => return Err(format!("{word}: standard output cannot be symbolic")),
                _ => self.spec.args.push(ArgSpec::Text(word.clone())),
            }
        }
        Ok(())
    }

    fn set_stdin(&mut self, spec: StdinSpec) -> Result<(), String> {
        if self.spec.stdin.is_some() {
            return Err("standard input is given twice".into());
        }
        self.spec.stdin = Some(spec);
        Ok(())
    }
}

/// The words behind a flag that stands behind the program.
struct Values<'a, 'b> {
    flag: &'a str,
    joined: Option<&'a str>,
    rest: &'b mut std::slice::Iter<'a, String>,
}

impl<'a> Values<'a, '_> {
    fn text(&mut self) -> Result<&'a str, String> {
        let next = self.joined.take().or_else(|| self.rest.next().map(String::as_str));
        next.ok_or_else(|| format!("{}: a value is missing", self.flag))
    }

    fn is_number(&self) -> bool {
        self.joined.or(self.rest.as_slice().first().map(String::as_str)).is_some_and(|t| t.parse::<u64>().is_ok())
    }

    fn number(&mut self, max: u32) -> Result<u32, String> {
        let text = self.text()?;
        let n = text.parse::<u32>().map_err(|_| format!("{}: {text:?} is not a number", self.flag))?;
        if n <= max { Ok(n) } else { Err(format!("{}: {n} is more than {max}", self.flag)) }
    }
}

fn some_args(min: u32, max: u32, len: u32) -> Result<ArgSpec, String> {
    if min > max {
        return Err(format!("--{}: the least number, {min}, is more than the largest, {max}", name::SYM_ARGS));
    }
    Ok(ArgSpec::Some { min, max, len })
}

fn sym_env(text: &str) -> Result<(String, EnvSpec), String> {
    let parts = text.split_once('=').filter(|(n, _)| !n.is_empty());
    let known = parts.and_then(|(n, v)| Some((n.to_string(), v.parse::<u32>().ok().filter(|v| *v <= MAX_TEXT)?)));
    let (name, n) = known.ok_or_else(|| format!("{text:?} is not NAME=N, with N at most {MAX_TEXT}"))?;
    Ok((name, EnvSpec::Symbolic(n)))
}

fn env(text: &str) -> Result<(String, EnvSpec), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_string(), EnvSpec::Text(value.to_string()))),
        _ => Err(format!("{text:?} is not NAME=VALUE")),
    }
}

fn number(max: u32) -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::<u32>::new().range(0..=u64::from(max))
}

impl Args for EnvironmentArgs {
    fn augment_args(cmd: Command) -> Command {
        flags().into_iter().fold(cmd, |c, a| c.arg(a.help_heading("Environment")))
    }
    fn augment_args_for_update(cmd: Command) -> Command {
        Self::augment_args(cmd)
    }
}

fn flags() -> Vec<Arg> {
    let flag = |name: &'static str, help: &'static str| Arg::new(name).long(name).help(help);
    let append = |name, help| flag(name, help).action(ArgAction::Append);
    vec![
        append(name::ARG, "An argument of the program, between symbolic ones: their order is that of the flags")
            .value_name("TEXT")
            .allow_hyphen_values(true),
        append(name::SYM_ARG, "A symbolic argument of up to N bytes").value_name("N").value_parser(number(MAX_TEXT)),
        append(name::SYM_ARGS, "At least MIN and at most MAX symbolic arguments of up to N bytes")
            .num_args(3)
            .value_names(["MIN", "MAX", "N"])
            .value_parser(number(MAX_TEXT)),
        flag(name::SYM_STDIN, "Symbolic standard input of up to N bytes; without N as much as the program reads")
            .num_args(0..=1)
            .value_name("N")
            .value_parser(number(MAX_FILE))
            .conflicts_with(name::STDIN),
        flag(name::SYM_FILES, "K symbolic files of up to N bytes each, named A, B, C, ... in the working folder")
            .num_args(2)
            .value_names(["K", "N"])
            .value_parser(number(MAX_FILE)),
        append(name::SYM_ENV, "An environment variable with a symbolic value of up to N bytes")
            .value_name("NAME=N")
            .value_parser(|t: &str| sym_env(t)),
        flag(name::STDIN, "Standard input from that file").value_name("FILE").value_parser(value_parser!(PathBuf)),
        append(name::ENV, "An environment variable; none is taken over from here")
            .value_name("NAME=VALUE")
            .value_parser(|t: &str| env(t)),
        flag(name::FS_FROM, "Files for the program's working folder: a copy of what is in DIR")
            .value_name("DIR")
            .value_parser(value_parser!(PathBuf)),
        flag(name::MAX_FAIL, "Up to N system calls of a run may fail, symbolically")
            .value_name("N")
            .value_parser(value_parser!(u32)),
        flag(name::LIBC, "The C library that the program is run with")
            .value_name("WHICH")
            .default_value("auto")
            .value_parser(library()),
        append(name::LINK_ARG, "For the linker when the program is built natively, such as -lz")
            .value_name("ARG")
            .allow_hyphen_values(true),
    ]
}

impl FromArgMatches for EnvironmentArgs {
    fn from_arg_matches(m: &ArgMatches) -> Result<EnvironmentArgs, clap::Error> {
        read(m).map_err(|why| clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{why}\n")))
    }
    fn update_from_arg_matches(&mut self, m: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(m)?;
        Ok(())
    }
}

fn read(m: &ArgMatches) -> Result<EnvironmentArgs, String> {
    let mut out = EnvironmentArgs {
        libc: m.get_one(name::LIBC).copied().unwrap_or_default(),
        spec: EnvironmentSpec {
            args: arguments(m)?,
            fs_from: m.get_one::<PathBuf>(name::FS_FROM).cloned(),
            max_fail: m.get_one(name::MAX_FAIL).copied().unwrap_or(0),
            ..EnvironmentSpec::default()
        },
        link_args: m.get_many::<String>(name::LINK_ARG).unwrap_or_default().cloned().collect(),
    };
    if m.contains_id(name::SYM_STDIN) {
        out.spec.stdin = Some(StdinSpec::Symbolic(m.get_one(name::SYM_STDIN).copied()));
    } else if let Some(file) = m.get_one::<PathBuf>(name::STDIN) {
        out.spec.stdin = Some(StdinSpec::File(file.clone()));
    }
    if let Some(values) = m.get_many::<u32>(name::SYM_FILES) {
        let values: Vec<u32> = values.copied().collect();
        if let [k, n] = values[..] {
            if k > MAX_FILES {
                return Err(format!("--{}: {k} is more than {MAX_FILES} files", name::SYM_FILES));
            }
            out.spec.files = Some((k, n));
        }
    }
    let mut env: Vec<(usize, (String, EnvSpec))> = Vec::new();
    for flag in [name::ENV, name::SYM_ENV] {
        let values = m.get_many::<(String, EnvSpec)>(flag).unwrap_or_default().cloned();
        env.extend(m.indices_of(flag).unwrap_or_default().zip(values));
    }
    env.sort_by_key(|(at, _)| *at);
    out.spec.env = env.into_iter().map(|(_, e)| e).collect();
    Ok(out)
}

/// The three flags that make arguments, in the order of the command line.
fn arguments(m: &ArgMatches) -> Result<Vec<ArgSpec>, String> {
    let mut found: Vec<(usize, ArgSpec)> = Vec::new();
    let at = |flag: &str| m.indices_of(flag).unwrap_or_default();
    let texts = m.get_many::<String>(name::ARG).unwrap_or_default().map(|t| ArgSpec::Text(t.clone()));
    found.extend(at(name::ARG).zip(texts));
    let symbolic = m.get_many::<u32>(name::SYM_ARG).unwrap_or_default().map(|n| ArgSpec::Symbolic(*n));
    found.extend(at(name::SYM_ARG).zip(symbolic));
    let numbers: Vec<u32> = m.get_many::<u32>(name::SYM_ARGS).unwrap_or_default().copied().collect();
    let places: Vec<usize> = at(name::SYM_ARGS).collect();
    for (v, p) in numbers.chunks(3).zip(places.chunks(3)) {
        if let ([min, max, len], [first, ..]) = (v, p) {
            if *max > MAX_ARGS {
                return Err(format!("--{}: {max} is more than {MAX_ARGS} arguments", name::SYM_ARGS));
            }
            found.push((*first, some_args(*min, *max, *len)?));
        }
    }
    found.sort_by_key(|(at, _)| *at);
    Ok(found.into_iter().map(|(_, a)| a).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser, Debug)]
    struct Line {
        #[command(flatten)]
        environment: EnvironmentArgs,
        files: Vec<String>,
    }

    fn parse(words: &str) -> Result<EnvironmentArgs, String> {
        let line = Line::try_parse_from(std::iter::once("homing").chain(words.split(' '))).map_err(|e| e.to_string())?;
        Ok(line.environment)
    }

    #[test]
    fn arguments_keep_the_order_of_the_flags() {
        let e = parse("--sym-arg 3 --arg -n p.bc --sym-args 0 2 4 --arg=x --sym-arg 1 --sym-args 1 1 9").unwrap();
        let text = |t: &str| ArgSpec::Text(t.into());
        let some = |min, max, len| ArgSpec::Some { min, max, len };
        let expected = vec![ArgSpec::Symbolic(3), text("-n"), some(0, 2, 4), text("x"), ArgSpec::Symbolic(1), some(1, 1, 9)];
        assert_eq!(e.spec.args, expected);
        assert!(e.spec.is_requested());
    }

    #[test]
    fn everything_else_is_read() {
        let e = parse("--sym-stdin 7 --sym-files 2 8 --env A=b=c --sym-env H=3 --env Z= --fs-from d --max-fail 1 p.bc").unwrap();
        assert_eq!(e.spec.stdin, Some(StdinSpec::Symbolic(Some(7))));
        assert_eq!(e.spec.files, Some((2, 8)));
        let text = |t: &str| EnvSpec::Text(t.into());
        assert_eq!(e.spec.env, [("A".into(), text("b=c")), ("H".into(), EnvSpec::Symbolic(3)), ("Z".into(), text(""))]);
        assert_eq!((e.spec.fs_from, e.spec.max_fail), (Some("d".into()), 1));
        assert_eq!(parse("p.bc --sym-stdin").unwrap().spec.stdin, Some(StdinSpec::Symbolic(None)));
        assert_eq!(parse("--stdin f p.bc").unwrap().spec.stdin, Some(StdinSpec::File("f".into())));
    }

    #[test]
    fn the_library_alone_asks_for_no_environment() {
        assert!(!parse("--libc builtin --link-arg -lz p.bc").unwrap().spec.is_requested());
        assert_eq!(parse("--libc musl p.bc").unwrap().libc, Libc::Musl);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for bad in [
            "--sym-args 2 1 4",
            "--sym-args 1 2",
            "--sym-args 0 1000 1",
            "--sym-arg x",
            "--sym-arg -1",
            "--sym-files 27 1",
            "--sym-files 1",
            "--sym-env A",
            "--sym-env =3",
            "--env A",
            "--env =x",
            "--stdin f --sym-stdin 3",
            "--sym-arg 99999999",
            "--libc glibc",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn flags_and_words_give_the_same_again() {
        let line = "--libc musl --arg -n --sym-arg 3 --sym-args 0 2 4 --sym-stdin 3 --sym-files 1 8 --sym-env H=3 --max-fail 2";
        let e = parse(line).unwrap();
        assert_eq!(parse(&e.flags().join(" ")).unwrap(), e);
        let mut again = EnvironmentArgs { libc: Libc::Musl, ..EnvironmentArgs::default() };
        again.trailing(&e.words()).unwrap();
        assert_eq!(again, e);
    }

    #[test]
    fn words_behind_the_program_are_its_arguments() {
        let read = |words: &str| {
            let mut e = EnvironmentArgs::default();
            let words: Vec<String> = words.split(' ').map(String::from).collect();
            e.trailing(&words).map(|()| e)
        };
        let e = read("-n -sym-arg 3 -- --sym-args 0 1 2 --sym-files 1 4 a=b").unwrap();
        let text = |t: &str| ArgSpec::Text(t.into());
        assert_eq!(
            e.spec.args,
            [text("-n"), ArgSpec::Symbolic(3), text("--"), ArgSpec::Some { min: 0, max: 1, len: 2 }, text("a=b")]
        );
        assert_eq!(e.spec.files, Some((1, 4)));
        for bad in ["--sym-arg", "--sym-arg x", "--sym-args 1 0 3", "--sym-stdout", "--sym-stdin 1 --sym-stdin 2"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
