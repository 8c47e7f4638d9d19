//! The files that the tools are given.

use std::fmt::Write;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

/// Makes the folder with all of them.
pub fn write(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder.join("dir/inner"))?;
    let put = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes);
    put("empty", b"")?;
    put("fruit", b"banana 3\napple 10\ncherry 2\napple 2\nBanana 7\ndate 10\n\nfig 1\n")?;
    put("numbers", b"10\n9\n-3\n2.5\n1e2\n0x1f\n100\n9\n 7\n+4\n")?;
    put("left", b"1 one\n2 two\n3 three\n5 five\n")?;
    put("right", b"1 uno\n3 tres\n4 cuatro\n5 cinco\n")?;
    put("sorted1", b"alpha\nbeta\ndelta\ngamma\n")?;
    put("sorted2", b"beta\ngamma\nomega\nzeta\n")?;
    put("repeats", b"a\na\nb\nB\nc\nc\nc\nd\n\n\n")?;
    put("tabs", b"one\ttwo\tthree\n\tindented\n  \tmixed\ta\n")?;
    put("fields", b"a:b:c:d\n1:2:3\n::\nno delimiter\nx:y:z:w:v\n")?;
    put("long", b"The quick brown fox jumps over the lazy dog while seventeen other animals look on and say nothing at all about it.\n\
                  \nA second paragraph, shorter.\nIt has two lines.\n    Indented text follows here and is long enough to be folded once or twice by a narrow fold.\n")?;
    put("noeol", b"last line\nhas no newline")?;
    put("nul", b"one\0two\0three\0")?;
    put("pairs", b"a b\nb c\nd e\nc d\n")?;
    put("sums", b"d41d8cd98f00b204e9800998ecf8427e  empty\n00000000000000000000000000000000  fruit\n")?;
    let bytes: Vec<u8> = (0..=255).collect();
    put("bytes", &bytes)?;
    put("base64", b"SGVsbG8sIHdvcmxkIQo=\n")?;
    let mut many = String::new();
    for i in 0..200u32 {
        let _ = writeln!(many, "{} line {i}", (i * 7919) % 1009);
    }
    put("many", many.as_bytes())?;
    put("dir/a.txt", b"in a\n")?;
    put("dir/b.c", b"int b;\n")?;
    put("dir/.hidden", b"hidden\n")?;
    put("dir/inner/deep", b"deep\n")?;
    symlink("fruit", folder.join("link"))?;
    symlink("nowhere", folder.join("dangling"))
}
