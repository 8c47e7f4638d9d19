//! How a program is started: its arguments, environment, standard input and files, as data, as text and as a shell script.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// All that a run of a program depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invocation {
    /// The program's name first.
    pub argv: Vec<Bytes>,
    pub env: Vec<Variable>,
    pub stdin: Bytes,
    /// Files and folders of the working folder, parents before what is in them.
    pub files: Vec<FileEntry>,
    /// A system call was made to fail: no native run can be told to do that.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub failed: bool,
}

/// Bytes that are often text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bytes {
    /// With escapes as in C.
    pub text: String,
    /// Hexadecimal: exactly these.
    pub bytes: String,
}

/// A variable of the environment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    pub name: Bytes,
    pub value: Bytes,
}

/// A file, folder or link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// From the working folder, or absolute.
    pub path: Bytes,
    /// `file`, `folder` or `link`.
    pub kind: String,
    /// Permissions, as `chmod` takes them.
    pub mode: String,
    /// Of a file its contents, of a link its target.
    pub contents: Bytes,
}

impl Bytes {
    pub fn new(bytes: &[u8]) -> Bytes {
        Bytes { text: bytes.iter().map(|b| crate::value::escape(*b)).collect(), bytes: hex(bytes) }
    }

    /// The bytes, unless somebody damaged them.
    pub fn get(&self) -> Option<Vec<u8>> {
        let digits = self.bytes.as_bytes();
        let nibble = |d: u8| (d as char).to_digit(16);
        let byte = |pair: &[u8]| Some((nibble(pair[0])? << 4 | nibble(pair[1])?) as u8);
        if digits.len().is_multiple_of(2) { digits.chunks(2).map(byte).collect() } else { None }
    }

    fn raw(&self) -> Vec<u8> {
        self.get().unwrap_or_default()
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
}

/// Bytes of standard input and files that are shown.
const SHOWN: usize = 200;
/// Files that are listed.
const FILES: usize = 40;

impl Invocation {
    /// The command line as a shell would take it, with `$'...'` where it needs escapes.
    pub fn command_line(&self) -> String {
        let variables = self.env.iter().map(|v| format!("{}={}", shell(&v.name.raw()), shell(&v.value.raw())));
        let words = self.argv.iter().map(|a| shell(&a.raw()));
        variables.chain(words).collect::<Vec<_>>().join(" ")
    }

    /// A few lines for people.
    pub fn text(&self, out: &mut String) {
        let _ = writeln!(out, "    {}", self.command_line());
        let stdin = self.stdin.raw();
        if !stdin.is_empty() {
            let _ = writeln!(out, "    standard input: {}", excerpt(&stdin));
        }
        for f in self.files.iter().take(FILES) {
            let path = shell(&f.path.raw());
            let _ = match &*f.kind {
                "file" => writeln!(out, "    file {path}: {}", excerpt(&f.contents.raw())),
                "link" => writeln!(out, "    link {path} -> {}", shell(&f.contents.raw())),
                kind => writeln!(out, "    {kind} {path}"),
            };
        }
        if self.files.len() > FILES {
            let _ = writeln!(out, "    ... and {} more files", self.files.len() - FILES);
        }
        if self.failed {
            out.push_str("    a system call fails on the way\n");
        }
    }

    /// A script for any POSIX shell that runs a program, given as its argument, in the same way.
    pub fn script(&self, name: &str, shows: &str) -> String {
        let mut out = String::from("#!/bin/sh\n");
        let _ = writeln!(out, "# {}", shows.replace(['\n', '\r'], " "));
        let _ = writeln!(out, "# Written by Homing. Runs a program in a fresh folder with the input that was found:");
        let _ = writeln!(out, "#   ./{name} /path/to/{}", first_word(self));
        if self.failed {
            out.push_str("# The input needs a system call to fail, which this script cannot bring about.\n");
        }
        out.push_str(START);
        for f in &self.files {
            file(&mut out, f);
        }
        // Folders that cannot be written to get that way only when everything is in them.
        for f in self.files.iter().rev().filter(|f| f.kind == "folder") {
            let name = word(&mut out, &path(f), 0);
            let _ = writeln!(out, "chmod {} {name}", f.mode);
        }
        contents(&mut out, "../stdin", &self.stdin.raw());
        let variables = self.env.iter().map(|v| [v.name.raw(), b"=".to_vec(), v.value.raw()].concat());
        let variables: Vec<String> = variables.enumerate().map(|(n, v)| word(&mut out, &v, n)).collect();
        let arguments = self.argv.iter().skip(1).map(Bytes::raw).enumerate();
        let arguments: Vec<String> = arguments.map(|(n, a)| word(&mut out, &a, variables.len() + n)).collect();
        let command = [vec!["env -i".into()], variables, vec!["\"$program\"".into()], arguments].concat().join(" ");
        let _ = write!(out, "{command} < ../stdin\n{END}");
        out
    }
}

const START: &str = r#"LC_ALL=C
export LC_ALL
case ${1-} in
'') echo "usage: $0 PROGRAM" >&2; exit 2 ;;
/*) program=$1 ;;
*/*) program=$PWD/$1 ;;
*) program=$(command -v -- "$1") || { echo "$0: no program $1" >&2; exit 2; } ;;
esac
folder=$(mktemp -d) || exit 2
trap 'cd /; chmod -R u+rwx "$folder"; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
mkdir "$folder/run" && cd "$folder/run" || exit 2
"#;

const END: &str = r#"status=$?
if [ "$status" -gt 128 ]; then
  echo "ended by signal $((status - 128)), or with exit status $status" >&2
else
  echo "exit status $status" >&2
fi
exit "$status"
"#;

fn first_word(i: &Invocation) -> String {
    let name = i.argv.first().map(Bytes::raw).unwrap_or_default();
    let safe = name.iter().all(|b| b.is_ascii_alphanumeric() || b"._-+".contains(b));
    if safe && !name.is_empty() { String::from_utf8_lossy(&name).into_owned() } else { "program".into() }
}

/// The path as it is below the working folder.
fn path(f: &FileEntry) -> Vec<u8> {
    let raw = f.path.raw();
    // A leading hyphen would be an option.
    if raw.starts_with(b"/") { raw } else { [b"./", &raw[..]].concat() }
}

fn file(out: &mut String, f: &FileEntry) {
    let path = path(f);
    if path.starts_with(b"/") {
        let _ = writeln!(out, "# {} is outside of the working folder and not made here", f.path.text);
        return;
    }
    let name = word(out, &path, 0);
    let _ = match &*f.kind {
        "folder" => writeln!(out, "mkdir -p {name}"),
        "link" => {
            let target = word(out, &f.contents.raw(), 1);
            writeln!(out, "ln -s {target} {name}")
        }
        _ => {
            contents(out, &name, &f.contents.raw());
            writeln!(out, "chmod {} {name}", f.mode)
        }
    };
}

/// Commands that write a file; `name` is quoted.
fn contents(out: &mut String, name: &str, bytes: &[u8]) {
    let _ = writeln!(out, ": > {name}");
    for part in bytes.chunks(512) {
        let _ = writeln!(out, "printf '{}' >> {name}", octal(part));
    }
}

/// A word of a script. Bytes that cannot stand in quotes go through a variable, numbered so that no other has its name
/// where several are needed at a time.
fn word(out: &mut String, bytes: &[u8], number: usize) -> String {
    if bytes.iter().all(|b| (0x20..0x7f).contains(b)) {
        return quoted(bytes);
    }
    // The letter at the end keeps line feeds, which $( ) would drop.
    let _ = writeln!(out, "w{number}=$(printf '{}x')\nw{number}=${{w{number}%x}}", octal(bytes));
    format!("\"$w{number}\"")
}

/// For `printf`: what is not plainly itself becomes an octal escape.
fn octal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, b| {
        let plain = b.is_ascii_alphanumeric() || b" .,:;_+-/()[]{}<>=!?#&*@|~^".contains(b);
        let _ = if plain { write!(out, "{}", *b as char) } else { write!(out, "\\{b:03o}") };
        out
    })
}

fn quoted(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-+/:=,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) { text.into_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// A word for people: `$'...'` shows what quotes alone cannot.
fn shell(bytes: &[u8]) -> String {
    if bytes.iter().all(|b| (0x20..0x7f).contains(b)) {
        return quoted(bytes);
    }
    let text: String = bytes.iter().map(|b| if *b == b'\'' { "\\'".into() } else { crate::value::escape(*b) }).collect();
    format!("$'{}'", text.replace("\\\"", "\""))
}

fn excerpt(bytes: &[u8]) -> String {
    let cut = &bytes[..bytes.len().min(SHOWN)];
    let text: String = cut.iter().map(|b| crate::value::escape(*b)).collect();
    let more = if bytes.len() > SHOWN { " ..." } else { "" };
    format!("\"{text}\"{more} ({} byte{})", bytes.len(), if bytes.len() == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn sample() -> Invocation {
        let file = |path: &[u8], kind: &str, mode: &str, contents: &[u8]| FileEntry {
            path: Bytes::new(path),
            kind: kind.into(),
            mode: mode.into(),
            contents: Bytes::new(contents),
        };
        let everything: Vec<u8> = (0..=255).collect();
        Invocation {
            argv: [&b"prog"[..], b"-n", b"a b", b"it's", b"", b"\x01\xff\n", b"100%\\n"].map(Bytes::new).to_vec(),
            env: vec![Variable { name: Bytes::new(b"X"), value: Bytes::new(b"a\nb\n") }],
            stdin: Bytes::new(b"line\n\0end"),
            files: vec![
                file(b"dir", "folder", "555", b""),
                file(b"dir/all", "file", "600", &everything),
                file(b"-l", "link", "777", b"dir/all"),
            ],
            failed: false,
        }
    }

    #[test]
    fn bytes_come_back() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(Bytes::new(&all).get(), Some(all));
        for bad in ["1", "zz", "é"] {
            assert_eq!(Bytes { bytes: bad.into(), ..Bytes::default() }.get(), None);
        }
    }

    #[test]
    fn the_command_line_is_quoted() {
        let expected = r"X=$'a\nb\n' prog -n 'a b' 'it'\''s' '' $'\x01\xff\n' '100%\n'";
        assert_eq!(sample().command_line(), expected);
    }

    /// The script is run with a program that writes down how it was started.
    #[test]
    fn the_script_brings_about_the_same_run() {
        let folder = std::env::temp_dir().join(format!("homing-script-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (script, spy, seen) = (folder.join("t.sh"), folder.join("spy"), folder.join("seen"));
        std::fs::write(&script, sample().script("t.sh", "shows\nthis")).unwrap();
        let spying = format!(
            "#!/bin/sh\nfor a; do printf '[%s]' \"$a\"; done > {0}\nprintf '|%s|' \"$X\" >> {0}\ncat >> {0}\ncat ./-l >> {0}\nexit 7\n",
            seen.display()
        );
        std::fs::write(&spy, spying).unwrap();
        Command::new("chmod").arg("+x").arg(&spy).status().unwrap();
        // `env -i` leaves no PATH; the shell has a default one.
        let ran = Command::new("sh").arg(&script).arg(&spy).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(7), "{said}");
        let mut expected = b"[-n][a b][it's][][\x01\xff\n][100%\\n]|a\nb\n|line\n\0end".to_vec();
        expected.extend(0..=255);
        assert_eq!(std::fs::read(&seen).unwrap(), expected, "{said}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
