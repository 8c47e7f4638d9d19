//! What a compiler's command line asks for, as far as it matters for bitcode.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::Tool;
use super::flags;

/// A command line, taken apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    pub action: Action,
    pub sources: Vec<Source>,
    /// `-o`.
    pub output: Option<PathBuf>,
    /// Flags that a second compile needs, in order.
    pub compile: Vec<OsString>,
    /// Libraries, their folders and files given to the linker, in order.
    pub link: Vec<LinkItem>,
    /// Objects hold something else than machine code.
    pub lto: bool,
}

/// How far the compiler is to go.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Action {
    /// A program or a shared library.
    #[default]
    Link,
    /// `-c`.
    Object,
    /// Something that leaves no object: preprocessing, assembler text, a question to the compiler.
    Other,
}

/// A file to be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub path: PathBuf,
    pub language: Language,
}

/// What a source file is written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Language {
    /// The name that `-x` knows it by: C or C++, preprocessed or not.
    Bitcode(&'static str),
    /// Why there is no bitcode for it.
    None(&'static str),
}

/// Something for the linker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkItem {
    /// `-lNAME`, `-pthread` and the like.
    Flag(String),
    /// `-LDIR`.
    Folder(PathBuf),
    /// An object, an archive, a shared library.
    File(PathBuf),
}

/// Takes a command line apart. It has no response files any more (see `expand`).
pub fn parse(tool: Tool, arguments: &[OsString]) -> Parsed {
    let mut p = Parsed::default();
    let mut forced: Option<Option<Language>> = None;
    let mut rest = arguments.iter();
    while let Some(a) = rest.next() {
        let text = a.to_string_lossy();
        if text == "-" || !text.starts_with('-') {
            input(&mut p, tool, a, forced.as_ref().and_then(|f| f.as_ref()));
            continue;
        }
        match &*text {
            "-c" => p.action = p.action.max(Action::Object),
            "-o" => p.output = rest.next().map(PathBuf::from),
            "-x" => forced = rest.next().map(|l| language_named(&l.to_string_lossy())),
            _ if text.starts_with("-x") && text.len() > 2 => forced = Some(language_named(&text[2..])),
            _ if text.starts_with("-o") && !text.starts_with("-object") => p.output = Some(PathBuf::from(&text[2..])),
            "-L" => p.link.extend(rest.next().map(|d| LinkItem::Folder(PathBuf::from(d)))),
            "-l" => p.link.extend(rest.next().map(|l| LinkItem::Flag(format!("-l{}", l.to_string_lossy())))),
            _ if text.starts_with("-L") => p.link.push(LinkItem::Folder(PathBuf::from(&text[2..]))),
            _ if text.starts_with("-l") => p.link.push(LinkItem::Flag(text.into_owned())),
            _ => {
                if flags::ends_early(&text) {
                    p.action = Action::Other;
                }
                if matches!(&*text, "-pthread" | "-m32" | "-fopenmp") {
                    p.link.push(LinkItem::Flag(text.to_string()));
                }
                p.lto = (p.lto || text == "-flto" || text.starts_with("-flto=")) && text != "-fno-lto";
                let value = if flags::takes_value(&text) { rest.next() } else { None };
                let fortify = text == "-D" && value.is_some_and(|v| v.to_string_lossy().starts_with("_FORTIFY_SOURCE"));
                if flags::for_bitcode(&text) && !fortify {
                    p.compile.push(a.clone());
                    p.compile.extend(value.cloned());
                }
            }
        }
    }
    if p.sources.is_empty() && p.link.iter().all(|l| !matches!(l, LinkItem::File(_))) {
        p.action = Action::Other;
    }
    p
}

impl Action {
    /// Whatever stops earlier wins.
    fn max(self, other: Action) -> Action {
        if self == Action::Other { self } else { other }
    }
}

fn input(p: &mut Parsed, tool: Tool, file: &OsStr, forced: Option<&Language>) {
    let path = PathBuf::from(file);
    let language = if file == "-" {
        Some(Language::None("it was read from standard input"))
    } else {
        forced.cloned().or_else(|| language_of(tool, &path))
    };
    match language {
        Some(language) => p.sources.push(Source { path, language }),
        None => p.link.push(LinkItem::File(path)),
    }
}

/// `-x NAME`; `none` goes back to names of files.
fn language_named(name: &str) -> Option<Language> {
    Some(match name {
        "none" => return None,
        "c" => Language::Bitcode("c"),
        "c++" => Language::Bitcode("c++"),
        "cpp-output" => Language::Bitcode("cpp-output"),
        "c++-cpp-output" => Language::Bitcode("c++-cpp-output"),
        "assembler" | "assembler-with-cpp" => Language::None("it is in assembler"),
        _ => Language::None("its language has no bitcode here"),
    })
}

/// What a compiler takes a file for, by its name; `None` is something for the linker.
fn language_of(tool: Tool, path: &Path) -> Option<Language> {
    Some(match path.extension()?.to_str()? {
        "c" if tool == Tool::C => Language::Bitcode("c"),
        "i" if tool == Tool::C => Language::Bitcode("cpp-output"),
        "c" | "cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" => Language::Bitcode("c++"),
        "i" | "ii" => Language::Bitcode("c++-cpp-output"),
        "s" | "S" | "sx" => Language::None("it is in assembler"),
        "h" | "hh" | "hpp" | "H" | "hxx" => Language::None("it is a header"),
        "m" | "mm" | "M" | "f" | "F" | "f90" | "F90" | "f95" | "go" | "d" | "adb" | "ads" | "cu" => {
            Language::None("its language has no bitcode here")
        }
        _ => return None,
    })
}

/// Replaces every `@FILE` by the arguments in the file, as compilers do; a file that cannot be read stays as it is.
pub fn expand(arguments: &[OsString]) -> Vec<OsString> {
    // Files may name files; one that names itself must end some time.
    expand_within(arguments, 16)
}

fn expand_within(arguments: &[OsString], depth: u32) -> Vec<OsString> {
    let mut out = Vec::new();
    for a in arguments {
        let text = a.to_string_lossy();
        match text.strip_prefix('@').filter(|_| depth > 0).and_then(|f| std::fs::read_to_string(f).ok()) {
            Some(inside) => {
                let words: Vec<OsString> = words(&inside).into_iter().map(OsString::from).collect();
                out.extend(expand_within(&words, depth - 1));
            }
            None => out.push(a.clone()),
        }
    }
    out
}

/// The words of a response file: white space separates, quotes hold together, a backslash takes the next character as it is.
fn words(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (c, quote) {
            ('\\', _) => word.get_or_insert_default().extend(characters.next()),
            (c, Some(q)) if c == q => quote = None,
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => out.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(tool: Tool, line: &str) -> Parsed {
        parse(tool, &line.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }
    fn kept(line: &str) -> String {
        parsed(Tool::C, line).compile.join(OsStr::new(" ")).into_string().unwrap()
    }

    #[test]
    fn actions() {
        for (line, action) in [
            ("a.c -o a", Action::Link),
            ("-c a.c", Action::Object),
            ("-E a.c", Action::Other),
            ("-E -c a.c", Action::Other),
            ("-c -E a.c", Action::Other),
            ("-S a.c", Action::Other),
            ("-M a.c", Action::Other),
            ("-MM a.c", Action::Other),
            ("-MMD -MF x.d -c a.c", Action::Object),
            ("-v", Action::Other),
            ("-v -c a.c", Action::Object),
            ("--version", Action::Other),
            ("-print-prog-name=ld", Action::Other),
            ("-dumpmachine a.o", Action::Other),
            ("-fsyntax-only a.c", Action::Other),
            ("a.o b.a -lm -o p", Action::Link),
            ("-c -emit-llvm a.c", Action::Other),
            ("", Action::Other),
        ] {
            assert_eq!(parsed(Tool::C, line).action, action, "{line}");
        }
    }

    #[test]
    fn what_a_second_compile_needs() {
        let line = "-O2 -g3 -Wall -Werror -I inc -Iinc2 -D X=1 -DY -UZ -std=gnu99 -fno-strict-aliasing -fsanitize=address -flto -MD -MF a.d \
                    -MTa.o -include cfg.h -isystem sys -pipe -march=x86-64-v2 -pthread --coverage -fprofile-arcs -fPIC -c a.c -o a.o -Wl,-z,now";
        let all = "-I inc -Iinc2 -D X=1 -DY -UZ -std=gnu99 -fno-strict-aliasing -include cfg.h -isystem sys -march=x86-64-v2 -pthread -fPIC";
        assert_eq!(kept(line), all);
        assert!(parsed(Tool::C, line).lto);
        assert!(!parsed(Tool::C, "-flto -fno-lto -c a.c").lto);
        assert_eq!(kept("-D_FORTIFY_SOURCE=2 -D _FORTIFY_SOURCE=3 -DA -c a.c"), "-DA");
        // A value that looks like a file is none.
        assert_eq!(parsed(Tool::C, "-include a.c -c b.c").sources.len(), 1);
        assert_eq!(parsed(Tool::C, "-Xlinker a.c -MF x.c -c b.c").sources.len(), 1);
    }

    #[test]
    fn languages() {
        let languages =
            |tool, line: &str| -> Vec<Language> { parsed(tool, line).sources.into_iter().map(|s| s.language).collect() };
        assert_eq!(languages(Tool::C, "a.c b.cpp c.i"), ["c", "c++", "cpp-output"].map(Language::Bitcode));
        assert_eq!(languages(Tool::Cpp, "a.c b.C"), ["c++", "c++"].map(Language::Bitcode));
        assert_eq!(languages(Tool::C, "-x c++ a.c -x none a.c -xc z.foo"), ["c++", "c", "c"].map(Language::Bitcode));
        assert!(matches!(languages(Tool::C, "-c a.s -x c -")[..], [Language::None(_), Language::None(_)]));
    }

    #[test]
    fn what_the_linker_gets() {
        let p = parsed(Tool::C, "a.o -Llib -L lib2 -lx -l y libz.a q.so.1 -pthread -oprog");
        let expected = [
            LinkItem::File("a.o".into()),
            LinkItem::Folder("lib".into()),
            LinkItem::Folder("lib2".into()),
            LinkItem::Flag("-lx".into()),
            LinkItem::Flag("-ly".into()),
            LinkItem::File("libz.a".into()),
            LinkItem::File("q.so.1".into()),
            LinkItem::Flag("-pthread".into()),
        ];
        assert_eq!((p.link.as_slice(), p.output), (&expected[..], Some("prog".into())));
    }

    #[test]
    fn response_files() {
        assert_eq!(words("a 'b c'\n\"d\\\"e\" f\\ g ''"), ["a", "b c", "d\"e", "f g", ""]);
        let folder = tempfile::tempdir().unwrap();
        let (inner, outer) = (folder.path().join("inner"), folder.path().join("outer"));
        std::fs::write(&inner, "-DX -c").unwrap();
        std::fs::write(&outer, format!("a.c @{}", inner.display())).unwrap();
        let all = expand(&[OsString::from(format!("@{}", outer.display())), "@gone".into()]);
        assert_eq!(all, ["a.c", "-DX", "-c", "@gone"]);
        std::fs::write(&inner, format!("@{}", inner.display())).unwrap();
        assert_eq!(expand(&[OsString::from(format!("@{}", inner.display()))]).len(), 1);
    }
}
