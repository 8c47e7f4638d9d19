//! Linking against an archive of bitcode: what is taken, what wins, what stays out.

mod common;

use common::{compile, interpret};
use homing_front_llvm::{Archive, LoadError, LowerOptions, Surroundings, load};
use homing_ir::{Origin, Program};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Compiles each text to a member.
fn archive(folder: &TempDir, members: &[(&str, &str)]) -> PathBuf {
    let out = folder.path().join("lib.a");
    let mut command = Command::new("llvm-ar-22");
    command.arg("rcsD").arg(&out);
    for (name, text) in members {
        let source = folder.path().join(format!("{name}.c"));
        std::fs::write(&source, text).expect("writable");
        command.arg(compile(&source, &folder.path().join(format!("{name}.bc")), &["-O0", "-fno-builtin"]));
    }
    assert!(command.status().expect("llvm-ar-22 runs").success());
    out
}

fn program(folder: &TempDir, text: &str) -> PathBuf {
    common::bitcode(folder, text, &["-O0", "-fno-builtin"])
}

fn lowered(module: &homing_front_llvm::Module, root: &str) -> Program {
    let p = module.lower(&LowerOptions { roots: Some(vec![root.into()]), with_library: true }).unwrap_or_else(|e| panic!("{e}"));
    homing_ir::verify(&p).unwrap_or_else(|e| panic!("{}", e.join("\n")));
    p
}

const KERNEL: &str = "
    extern const unsigned char __homing_config[]; extern const unsigned long __homing_config_size;
    int main(void); void __homing_constructors(void); int later(void); void homing_output(int); void __homing_glue(void);
    long __homing_syscall(long n) { return n + __homing_config[0] + (long)__homing_config_size; }
    int __homing_start(void) { __homing_glue(); __homing_constructors(); return main() + later(); }
";
const GLUE: (&str, &str) = ("glue", "void __homing_glue(void) {} int later(void) { return 1; }");

#[test]
fn members_come_with_what_they_need_and_nothing_else() {
    let folder = TempDir::new().unwrap();
    let lib = archive(
        &folder,
        &[
            ("a", "int b(int); int hidden = 3; int a(int x) { return b(x) + hidden; }"),
            ("b", "static int twice(int x) { return 2 * x; } int b(int x) { return twice(x); }"),
            ("never", "int nowhere(void); int never(void) { return nowhere(); }"),
        ],
    );
    let path =
        program(&folder, "static int twice(int x) { return 100 * x; } int a(int); int main(void) { return a(5) + twice(1); }");
    let module = load(&[path]).unwrap();
    let lib = Archive::open(&lib).unwrap();
    assert_eq!(module.wants(&lib).unwrap(), ["a"]);
    let linked = module.with_pure(&lib).unwrap().expect("no system call is needed");
    let p = lowered(&linked, "main");
    assert_eq!(interpret(&p).0, 113);
    assert!(p.find("never").is_none() && !linked.text().contains("nowhere"));
    let of_library: Vec<&str> = p.functions.iter().filter(|f| f.origin == Origin::Library).map(|f| f.name.as_str()).collect();
    assert!(of_library.contains(&"a") && of_library.contains(&"b") && !of_library.contains(&"main"), "{of_library:?}");
    assert!(!module.text().contains("hidden"), "the program's own module stays as it was");
}

#[test]
fn the_programs_definitions_go_before_the_librarys() {
    let folder = TempDir::new().unwrap();
    let members = [("pair", "int mine(void) { return 1; } int other(void) { return 10 * mine(); }")];
    let lib = Archive::open(&archive(&folder, &members)).unwrap();
    let path = program(&folder, "int other(void); int mine(void) { return 7; } int main(void) { return other(); }");
    let module = load(&[path]).unwrap();
    let linked = module.with_pure(&lib).unwrap().unwrap();
    assert_eq!(interpret(&lowered(&linked, "main")).0, 70);
}

#[test]
fn a_program_in_surroundings_starts_with_constructors_and_reads_its_data() {
    let folder = TempDir::new().unwrap();
    let members = [
        GLUE,
        ("atexit", "int atexit(void (*f)(void)) { return 0; }"),
        (
            "weak",
            "__attribute__((weak)) int later(void) { return 100; } long __homing_syscall(long); long call(void) { return __homing_syscall(2); }",
        ),
    ];
    let lib = Archive::open(&archive(&folder, &members)).unwrap();
    let kernel = folder.path().join("kernel.c");
    std::fs::write(&kernel, KERNEL).unwrap();
    let kernel = std::fs::read(compile(&kernel, &folder.path().join("kernel.bc"), &["-O0"])).unwrap();
    let text = "long call(void); static int ready; __attribute__((constructor)) static void first(void) { ready = 20; }
                int main(void) { return (int)call() + ready; }";
    let module = load(&[program(&folder, text)]).unwrap();
    assert!(module.with_pure(&lib).unwrap().is_none(), "it needs a system call");
    let data: [(&str, &[u8]); 1] = [("__homing_config", &[40, 1, 2])];
    let returned = |module: &homing_front_llvm::Module, main: bool| {
        let linked = module.surrounded(&Surroundings { archive: &lib, kernel: &kernel, data: &data, main }).unwrap();
        let p = lowered(&linked, "__homing_start");
        assert!(p.constructors.is_empty(), "the start-up code calls them");
        let run = homing_interp::run(&p, p.find("__homing_start").unwrap(), &[], &homing_interp::Options::default());
        match run.outcome {
            homing_interp::Outcome::Returned(n) => Ok(n),
            other => Err(format!("{other:?}")),
        }
    };
    // 2 + 40 + 3 from the model, 20 from the constructor, 1 from the strong definition in the glue.
    assert_eq!(returned(&module, false), Ok(66));
    // A `main` that is there stays.
    assert_eq!(returned(&module, true), Ok(66));
    let without = load(&[program(&folder, "long call(void); int f(void) { return (int)call(); }")]).unwrap();
    assert!(returned(&without, false).is_err());
    assert!(returned(&without, true).is_ok());
}

#[test]
fn what_is_no_archive_is_told() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.a");
    assert!(matches!(Archive::open(&path), Err(LoadError::Read { .. })));
    for bytes in [&b"junk"[..], b"!<arch>\n", b"!<arch>\nnot a member header at all, but long enough to be one......"] {
        std::fs::write(&path, bytes).unwrap();
        let opened = Archive::open(Path::new(&path));
        assert!(matches!(opened, Err(LoadError::Archive { .. })), "{:?}", String::from_utf8_lossy(bytes));
    }
}
