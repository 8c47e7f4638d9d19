//! Which of a compiler's flags matter for bitcode.

/// Flags whose value is the next argument.
const WITH_VALUE: [&str; 47] = [
    "-o",
    "-x",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "-A",
    "-G",
    "-B",
    "-F",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-imultilib",
    "-cxx-isystem",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xclang",
    "-Xanalyzer",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-arch",
    "-target",
    "--param",
    "--sysroot",
    "-aux-info",
    "-mllvm",
    "-wrapper",
    "-dumpbase",
    "-dumpdir",
    "-dumpbase-ext",
    "-framework",
    "-install_name",
];

/// Flags for the preprocessor and the language, by their beginning.
const KEPT: [&str; 19] = [
    "-I",
    "-D",
    "-U",
    "-std",
    "-ansi",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-isysroot",
    "-imacros",
    "-include",
    "-nostdinc",
    "-cxx-isystem",
    "-stdlib",
    "--sysroot",
    "-target",
    "--target",
];

/// Flags of code generation and for tools that only the normal object is for.
const DROPPED_F: [&str; 22] = [
    "-flto",
    "-fno-lto",
    "-ffat-lto",
    "-fno-fat-lto",
    "-fuse-linker-plugin",
    "-fuse-ld",
    "-fwhole-program",
    "-fprofile",
    "-fno-profile",
    "-ftest-coverage",
    "-fcoverage",
    "-fsanitize",
    "-fno-sanitize",
    "-fstack-protector",
    "-fno-stack-protector",
    "-fstack-clash",
    "-fcf-protection",
    "-fdiagnostics",
    "-fdebug",
    "-ffile-prefix-map",
    "-fdump",
    "-fembed-bitcode",
];

/// Is the flag's value the next argument?
pub fn takes_value(flag: &str) -> bool {
    WITH_VALUE.contains(&flag)
}

/// Does the compiler stop before there is an object, or make one that is none?
pub fn ends_early(flag: &str) -> bool {
    const WHOLE: [&str; 11] =
        ["-E", "-S", "-M", "-MM", "-###", "-fsyntax-only", "--version", "--help", "-emit-llvm", "--analyze", "-emit-ast"];
    WHOLE.contains(&flag) || ["-print-", "--print-", "-dump", "--help="].iter().any(|p| flag.starts_with(p) && !takes_value(flag))
}

/// Does a second compile, to bitcode, need the flag? It is for the same sources in the same language, but without
/// optimisation, sanitizers, profiles, files of dependencies and warnings.
pub fn for_bitcode(flag: &str) -> bool {
    let starts = |list: &[&str]| list.iter().any(|p| flag.starts_with(p));
    if flag == "-Wp" || flag.starts_with("-Wp,") {
        return !flag.contains("-M") && !flag.contains("_FORTIFY_SOURCE");
    }
    starts(&KEPT) && !starts(&["-D_FORTIFY_SOURCE"])
        || flag.starts_with("-f") && !starts(&DROPPED_F)
        || flag.starts_with("-m") && flag != "-mllvm"
        || matches!(flag, "-pthread" | "-trigraphs" | "-undef" | "-Xpreprocessor")
}

/// The flags without those that only some compilers know: what is left when clang refuses the rest. Goes by single flags, and
/// keeps the values of those that have one.
pub fn essential(flags: &[std::ffi::OsString]) -> Vec<std::ffi::OsString> {
    const F: [&str; 12] = [
        "-fno-builtin",
        "-ffreestanding",
        "-fcommon",
        "-fno-common",
        "-fshort-enums",
        "-fshort-wchar",
        "-fsigned-char",
        "-funsigned-char",
        "-fwrapv",
        "-fms-extensions",
        "-fgnu89-inline",
        "-fno-exceptions",
    ];
    let mut out = Vec::new();
    let mut rest = flags.iter();
    while let Some(f) = rest.next() {
        let text = f.to_string_lossy();
        let value = if takes_value(&text) { rest.next() } else { None };
        let known =
            KEPT.iter().any(|p| text.starts_with(p)) || F.contains(&&*text) || matches!(&*text, "-m32" | "-m64" | "-pthread");
        if known {
            out.push(f.clone());
            out.extend(value.cloned());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;

    #[test]
    fn what_any_clang_knows_is_left() {
        let all = ["-I", "x", "-fgcse-las", "-mtune=foo", "-std=c99", "-include", "y.h", "-m32", "-fwrapv"].map(OsString::from);
        assert_eq!(essential(&all), ["-I", "x", "-std=c99", "-include", "y.h", "-m32", "-fwrapv"].map(OsString::from));
    }

    #[test]
    fn flags_with_their_value_beside_them() {
        assert!(takes_value("-I") && takes_value("-MF") && !takes_value("-Iinc") && !takes_value("-c"));
        assert!(!ends_early("-dumpdir") && ends_early("-dumpversion"));
    }
}
