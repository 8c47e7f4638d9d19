//! What particular constructs are lowered to.

mod common;

use common::{bitcode, compile, lower, lower_text, unsupported};
use homing_front_llvm::{LowerOptions, load};
use homing_ir::{Callee, Const, FCastOp, Home, Inst, Program, Terminator, Type};
use std::process::Command;
use tempfile::TempDir;

fn insts<'a>(p: &'a Program, name: &str) -> Vec<&'a Inst> {
    let f = p.func(p.find(name).unwrap_or_else(|| panic!("no {name}")));
    f.blocks.iter().flat_map(|b| &b.insts).collect()
}

#[test]
fn one_instruction_per_address() {
    let p = lower_text(
        "struct s { int a; int b[9]; } g[5]; int f(struct s *p, int i) { return p[2].b[i]; } int *h(void) { return &g[3].b[2]; }",
    );
    let geps: Vec<_> = insts(&p, "f").into_iter().filter(|i| matches!(i, Inst::Gep { .. })).cloned().collect();
    // Clang itself takes the address in steps.
    assert!(geps.iter().any(|g| matches!(g, Inst::Gep { scale: 4, .. })), "{geps:?}");
    assert!(geps.iter().any(|g| matches!(g, Inst::Gep { disp: 80, .. })), "{geps:?}");
    let h = p.func(p.find("h").expect("h"));
    assert!(h.consts.contains(&Const::Global { id: homing_ir::GlobalId(0), offset: 3 * 40 + 4 + 8 }), "{:?}", h.consts);
}

#[test]
fn global_contents() {
    let p = lower_text(
        "int f(void); extern int out; static char z[1 << 20]; const short a[3] = {1, -1, 0};
         struct { char c; int *p; int (*f)(void); long double l; } s = {'x', &out, f, 1.5L};
         char *use(void) { return z + sizeof s + a[0]; }",
    );
    let g = |name: &str| p.globals.iter().find(|g| g.name == name).unwrap_or_else(|| panic!("no {name}"));
    assert_eq!((g("z").size, g("z").bytes.len()), (1 << 20, 0));
    assert_eq!(g("a").bytes, [1, 0, 0xff, 0xff]);
    assert!(g("a").constant && !g("s").constant && g("out").external && !g("s").external);
    let s = g("s");
    assert_eq!(s.bytes[0], b'x');
    assert_eq!(s.relocs.len(), 2);
    assert!(matches!(s.relocs[0], (8, Const::Global { offset: 0, .. })), "{:?}", s.relocs);
    assert!(matches!(s.relocs[1], (16, Const::Func(_))), "{:?}", s.relocs);
    assert_eq!(s.bytes[32..42], [0, 0, 0, 0, 0, 0, 0, 0xc0, 0xff, 0x3f]);
    assert!(p.func(p.find("f").expect("f")).address_taken);
    assert!(!p.func(p.find("use").expect("use")).address_taken);
}

#[test]
fn source_positions_and_variables() {
    let p = lower_text(
        "struct s { int a; };\nint f(unsigned char *text, const struct s *s,\n      int (*fn)(int, char)) {\n  double m[2][3] = {0};\n  unsigned long long x = *text;\n  return (int)x + s->a + (int)m[1][2] + fn(1, 2);\n}\n",
    );
    assert!(p.files[0].full_path().ends_with("/program.c"));
    let f = p.func(p.find("f").expect("f"));
    assert_eq!(p.loc(f.loc).line, 2);
    let vars: Vec<(&str, &str)> = f.vars.iter().map(|v| (v.name.as_str(), v.type_name.as_str())).collect();
    assert_eq!(
        vars,
        [
            ("text", "unsigned char *"),
            ("s", "const struct s *"),
            ("fn", "int (*)(int, char)"),
            ("m", "double[2][3]"),
            ("x", "unsigned long long")
        ]
    );
    for v in &f.vars {
        let Home::Slot(slot) = v.home else { panic!("{v:?}") };
        let named = f.blocks[0].insts.iter().any(|i| match i {
            Inst::Alloca { dst, name, .. } => *dst == slot && p.strings[*name as usize] == v.name,
            _ => false,
        });
        assert!(named, "{v:?}");
    }
    let lines: std::collections::BTreeSet<u32> = f.blocks[0].locs.iter().map(|l| p.loc(*l).line).collect();
    assert!([4, 5, 6].iter().all(|l| lines.contains(l)), "{lines:?}");
}

#[test]
fn inlined_code_keeps_its_own_line() {
    let folder = TempDir::new().expect("a temporary folder");
    let text = "extern void sink(int);\n__attribute__((always_inline)) static inline void inner(int x) {\n  sink(x + 1);\n}\nvoid outer(int x) {\n  inner(x);\n}\n";
    let p = lower(&bitcode(&folder, text, &["-O1"]), false);
    let f = p.func(p.find("outer").expect("outer"));
    let b = &f.blocks[0];
    let call = b.insts.iter().position(|i| matches!(i, Inst::Call(_))).expect("a call");
    assert_eq!(p.loc(b.locs[call]).line, 3);
}

#[test]
fn lines_whose_code_vanishes_stay() {
    let p = lower_text("int f(int x) {\n  x++;\n  __asm__ volatile(\"\" ::: \"memory\");\n  return x;\n}\n");
    let f = p.func(p.find("f").expect("f"));
    assert!(f.blocks[0].locs.iter().any(|l| p.loc(*l).line == 3));
}

#[test]
fn unsupported_things_end_only_their_path() {
    let p = lower_text("int f(int x) { if (x) __asm__ volatile(\"cpuid\" ::: \"eax\", \"ebx\", \"ecx\", \"edx\"); return x; }");
    assert_eq!(unsupported(&p), ["inline assembly `cpuid`"]);
    let folder = TempDir::new().expect("a temporary folder");
    let p = lower(
        &bitcode(
            &folder,
            "void f(void **p) { p[0] = __builtin_return_address(0); p[1] = __builtin_frame_address(0); }",
            &["-O0"],
        ),
        false,
    );
    assert_eq!(unsupported(&p), ["the intrinsic llvm.returnaddress", "the intrinsic llvm.frameaddress"]);
}

#[test]
fn cpp_exceptions() {
    let folder = TempDir::new().expect("a temporary folder");
    let source = folder.path().join("e.cpp");
    let text = "struct D { int v; ~D() { v = 0; } }; int g(int); int f(int x) { D d{x}; try { return g(x); } catch (int e) { return e; } }
                int t(int x) { if (x) throw 5; return 1; } struct B { virtual int m() { return 1; } }; int v(B *b) { return b->m(); }
                static int init = g(3);";
    std::fs::write(&source, text).expect("writable");
    let p = lower(&compile(&source, &folder.path().join("e.bc"), &["-O0"]), false);
    let expected = ["exception handling", "the intrinsic llvm.eh.typeid.for", "throwing an exception (__cxa_throw)"];
    assert!(unsupported(&p).iter().all(|u| expected.contains(&u.as_str())), "{:?}", unsupported(&p));
    assert_eq!(p.constructors.len(), 1);
    let f = p.functions.iter().find(|f| f.name == "_Z1fi").expect("f");
    assert!(
        f.blocks.iter().any(|b| matches!(b.insts.last(), Some(Inst::Call(_))) && matches!(b.term, Terminator::Branch { .. }))
    );
}

#[test]
fn undefined_values_are_fresh() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("u.ll");
    let text = "define i32 @f(i1 %c) {\n  %a = add i32 undef, 1\n  %b = freeze i32 poison\n  br i1 %c, label %x, label %y\nx:\n  br label %y\ny:\n  %p = phi i32 [ undef, %0 ], [ %a, %x ]\n  %r = add i32 %p, %b\n  ret i32 %r\n}\n";
    std::fs::write(&path, text).expect("writable");
    let p = lower(&path, false);
    let undefs = insts(&p, "f").into_iter().filter(|i| matches!(i, Inst::Undef { .. })).count();
    assert_eq!(undefs, 3);
}

#[test]
fn constants_of_every_width_are_exact() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("c.ll");
    let text = "define i128 @a() {\n  ret i128 -170141183460469231731687303715884105728\n}\ndefine i200 @b() {\n  ret i200 18446744073709551617\n}\ndefine x86_fp80 @c() {\n  ret x86_fp80 0xK3FFD8000000000000001\n}\ndefine fp128 @d() {\n  ret fp128 0xL00000000000000013FFF000000000000\n}\ndefine half @e() {\n  ret half 0xH3C01\n}\ndefine float @g() {\n  ret float 0x36A0000000000000\n}\ndefine i7 @h() {\n  ret i7 -1\n}\n";
    std::fs::write(&path, text).expect("writable");
    let p = lower(&path, false);
    let only = |name: &str| p.func(p.find(name).expect("function")).consts[0].clone();
    assert_eq!(only("a"), Const::Wide { w: 128, words: vec![0, 1 << 63] });
    assert_eq!(only("b"), Const::Wide { w: 200, words: vec![1, 1, 0, 0] });
    assert_eq!(only("c"), Const::Wide { w: 80, words: vec![0x8000000000000001, 0x3ffd] });
    assert_eq!(only("d"), Const::Wide { w: 128, words: vec![1, 0x3fff000000000000] });
    assert_eq!(only("e"), Const::Bits { w: 16, v: 0x3c01 });
    assert_eq!(only("g"), Const::Bits { w: 32, v: 1 });
    assert_eq!(only("h"), Const::Bits { w: 7, v: 127 });
}

#[test]
fn old_style_calls() {
    let p = lower_text(
        "int f(); void g(); int main(void) { g(); return f(1, 2); } int f(a, b) int a, b; { return a + b; } int h(void) { return 3; } void g(void) { ((void (*)(void))h)(); ((int (*)(int))h)(1); }",
    );
    let direct = |i: &&Inst| matches!(i, Inst::Call(c) if matches!(c.callee, Callee::Direct(_)));
    assert_eq!(insts(&p, "main").iter().filter(|i| direct(i)).count(), 2);
    // A call that ignores the result is fine; one with an argument too many is left to the run to judge.
    let calls: Vec<_> = insts(&p, "g").into_iter().filter(|i| matches!(i, Inst::Call(_))).collect();
    assert!(matches!(calls[0], Inst::Call(c) if matches!(c.callee, Callee::Direct(_)) && c.dst.len() == 1), "{calls:?}");
    assert!(matches!(calls[1], Inst::Call(c) if matches!(c.callee, Callee::Indirect(_))), "{calls:?}");
}

#[test]
fn by_value_structs() {
    let p = lower_text("struct b { long v[5]; }; long g(struct b b); long f(struct b b) { return g(b) + b.v[1]; }");
    let f = p.func(p.find("f").expect("f"));
    assert_eq!((f.byval.as_slice(), f.param_types.as_slice()), (&[40][..], &[Type::Ptr][..]));
    assert!(insts(&p, "f").iter().any(|i| matches!(i, Inst::Call(c) if c.byval[..] == [40])));
}

#[test]
fn roots_and_library() {
    let folder = TempDir::new().expect("a temporary folder");
    let text = "unsigned long strlen(const char *); int used(void) { return 1; } int unused(void) { return 2; } int g1, g2;
                char *strchr(const char *s, int c) { return (char *)s; } char *strrchr(const char *, int); void *malloc(unsigned long);
                int main(void) { return used() + g1 + strlen(\"x\") + (strchr(\"a\", 1) != strrchr(\"b\", 1)) + (malloc(1) != 0); }
                int (*table[])(void) = {unused}; int other(void) { return table[0]() + g2; }";
    let module = load(&[bitcode(&folder, text, &["-O0", "-fno-builtin"])]).unwrap_or_else(|e| panic!("{e}"));
    let p = module.lower(&LowerOptions { roots: Some(vec!["main".into()]), with_library: true }).expect("lowers");
    let has = |name: &str| p.find(name).is_some_and(|f| !p.func(f).is_declaration());
    assert!(has("used") && has("strlen") && has("strrchr") && !has("unused") && !has("other") && !has("strcmp"));
    assert!(p.find("malloc").is_some() && !has("malloc"));
    assert_eq!(insts(&p, "strchr").len(), 5, "the program's own strchr");
    assert!(p.globals.iter().all(|g| g.name != "g2"));
    let bare = module.lower(&LowerOptions { roots: None, with_library: false }).expect("lowers");
    assert!(bare.func(bare.find("strlen").expect("declared")).is_declaration());
    assert!(bare.find("unused").is_some() && bare.globals.iter().any(|g| g.name == "g2"));
}

#[test]
fn the_library_uses_its_own_functions() {
    let folder = TempDir::new().expect("a temporary folder");
    let text = "int random(int x) { return 3; } int rand(void); int strlen(const char *);
                void *memset(void *, int, unsigned long); void *(*fill)(void *, int, unsigned long) = memset;
                int main(void) { char b[2]; fill(b, 1, 2); memset(b, 0, 2); return rand() + strlen(\"x\"); }";
    let p = lower(&bitcode(&folder, text, &["-O0", "-fno-builtin"]), true);
    assert_eq!(insts(&p, "rand").iter().filter(|i| matches!(i, Inst::Call(_))).count(), 1);
    let own = p.find("library.random").expect("the library's random");
    assert!(insts(&p, "rand").iter().any(|i| matches!(i, Inst::Call(c) if c.callee == Callee::Direct(own))));
    assert_eq!(unsupported(&p), ["a call of `strlen` with another signature than the C library's"]);
    assert!(!p.func(p.find("memset").expect("memset")).is_declaration());
    assert!(insts(&p, "main").iter().any(|i| matches!(i, Inst::MemSet { .. })));
}

#[test]
fn lowering_is_deterministic() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = compile(&common::data().join("programs/control.c"), &folder.path().join("c.bc"), &["-O1"]);
    assert_eq!(lower(&path, true).to_string(), lower(&path, true).to_string());
}

#[test]
fn rust_programs() {
    let folder = TempDir::new().expect("a temporary folder");
    let source = folder.path().join("r.rs");
    let text = "pub fn f(v: &[u32], s: &str) -> Option<u128> { let m = v.iter().max()?; Some(*m as u128 * s.len() as u128) }
                pub enum E { A(u8), B(String) } pub fn g(e: E) -> usize { match e { E::A(x) => x as usize, E::B(s) => s.len() } }
                pub fn main() { println!(\"{:?}\", f(&[1, 2, 3], \"abc\")); }";
    std::fs::write(&source, text).expect("writable");
    for level in ["0", "2"] {
        let out = folder.path().join(format!("r{level}.bc"));
        let status = Command::new("rustc")
            .args(["--edition", "2024", "-g", "-C", &format!("opt-level={level}"), "--emit=llvm-bc", "-o"])
            .args([&out, &source])
            .status();
        assert!(status.expect("rustc runs").success());
        let p = lower(&out, true);
        assert!(unsupported(&p).iter().all(|u| u == "exception handling"), "{:?}", unsupported(&p));
        assert!(p.functions.iter().any(|f| f.name == "main" && !f.is_declaration()));
    }
}

#[test]
fn names_and_constants_from_afar() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("n.ll");
    let text = "declare void @\"\\01exit\"(i32)\ndeclare void @g()\ndefine ptr @f() {\n  call void @\"\\01exit\"(i32 1)\n  ret ptr dso_local_equivalent @g\n}\ndefine void @0() {\n  ret void\n}\n";
    std::fs::write(&path, text).expect("writable");
    let p = lower(&path, false);
    assert!(p.find("exit").is_some());
    let whats: Vec<_> =
        p.functions.iter().flat_map(|f| &f.blocks).filter(|b| matches!(b.term, Terminator::Unsupported { .. })).collect();
    assert_eq!(whats.len(), 1, "{:?}", unsupported(&p));
    assert!(p.functions.iter().all(|f| !f.name.is_empty()));
}

/// No run unwinds, but the way into a handler stays in the program, whatever is done to it.
#[test]
fn handlers_of_exceptions_stay_reachable() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("m.ll");
    let text = r#"
declare void @outside()
declare void @__cxa_throw(ptr, ptr, ptr)
declare i32 @__gxx_personality_v0(...)
define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @outside() to label %on unwind label %pad
on:
  call void @__cxa_throw(ptr null, ptr null, ptr null)
  unreachable
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  ret i32 7
}
"#;
    std::fs::write(&path, text).expect("writable");
    let module = load(&[path]).unwrap_or_else(|e| panic!("{e}"));
    let mut p =
        module.lower(&LowerOptions { roots: Some(vec!["main".into()]), with_library: false }).unwrap_or_else(|e| panic!("{e}"));
    for promoted in [false, true] {
        if promoted {
            homing_ir::promote(&mut p, &homing_ir::PromoteOptions::default());
        }
        let main = p.func(p.find("main").expect("main"));
        let Terminator::Branch { then, els, .. } = &main.blocks[0].term else { panic!("{:?}", main.blocks[0].term) };
        let what = |b: homing_ir::BlockId| {
            main.blocks[b.index()].insts.iter().find_map(|i| match i {
                Inst::Unsupported { what } => Some(p.strings[*what as usize].as_str()),
                _ => None,
            })
        };
        assert_eq!(what(els.to), Some(homing_ir::LANDING), "promoted: {promoted}");
        // What throws is a loss even where functions without a body are assumed to return.
        assert!(what(then.to).is_some_and(|w| w.contains("__cxa_throw")), "promoted: {promoted}: {:?}", what(then.to));
    }
}

/// The flags of a call stand where a conversion has the one that says "not negative".
#[test]
fn flags_of_a_constrained_conversion_say_nothing_about_its_sign() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("m.ll");
    let text = r#"
declare double @llvm.experimental.constrained.uitofp.f64.i64(i64, metadata, metadata)
define double @f(i64 %x) strictfp {
  %r = call fast double @llvm.experimental.constrained.uitofp.f64.i64(i64 %x, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret double %r
}
"#;
    std::fs::write(&path, text).expect("writable");
    let p = lower(&path, false);
    let casts: Vec<_> = insts(&p, "f").into_iter().filter(|i| matches!(i, Inst::FCast { .. })).collect();
    assert!(matches!(casts[..], [Inst::FCast { op: FCastOp::UnsignedToFloat(_), .. }]), "{:?}", insts(&p, "f"));
}
