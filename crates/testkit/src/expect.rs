//! Snapshots: what a test makes is compared with a file beside the test. `UPDATE_EXPECT=1 cargo test -p CRATE` accepts what the tests
//! make now; the difference is then read before it is committed.

use std::path::{Path, PathBuf};

/// Lines shown around a difference.
const AROUND: usize = 2;

/// Panics with the difference if the file does not hold that text; writes it if that is asked for.
pub fn expect_file(path: &Path, have: &str) {
    if let Err(difference) = compare(path, have) {
        panic!("{difference}");
    }
}

/// For every file of `folder` with the extension `from`: what `make` makes of it is compared with the file of the same name with the
/// extension `to`. Panics with all differences together.
pub fn expect_each(folder: &Path, from: &str, to: &str, make: impl Fn(&Path) -> String) {
    let files = files(folder, from);
    assert!(!files.is_empty(), "{} has no files *.{from}", folder.display());
    let wrong: Vec<String> = files.iter().filter_map(|f| compare(&f.with_extension(to), &make(f)).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The files of a folder with that extension, by name.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("a readable folder").path()).collect();
    files.retain(|f| f.extension().is_some_and(|x| x == extension));
    files.sort();
    files
}

/// The difference between a file and a text; none after the file was written because that is asked for.
pub fn compare(path: &Path, have: &str) -> Result<(), String> {
    let want = std::fs::read_to_string(path).unwrap_or_default();
    if have == want {
        return Ok(());
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        return std::fs::write(path, have).map_err(|e| format!("{}: {e}", path.display()));
    }
    let lines = if want.lines().eq(have.lines()) { "only the ends of lines differ".into() } else { difference(&want, have) };
    Err(format!("{} is not what comes out now; UPDATE_EXPECT=1 accepts it:\n{lines}", path.display()))
}

/// The lines that differ, those expected with `-` and those found with `+`, and some around them.
fn difference(want: &str, have: &str) -> String {
    let (want, have): (Vec<&str>, Vec<&str>) = (want.lines().collect(), have.lines().collect());
    let lines = aligned(&want, &have);
    let near = |i: usize| lines[i.saturating_sub(AROUND)..lines.len().min(i + AROUND + 1)].iter().any(|l| l.0 != ' ');
    let mut out = String::new();
    for (i, (mark, line)) in lines.iter().enumerate().filter(|(i, _)| near(*i)) {
        if i > 0 && !near(i - 1) {
            out.push_str("  ...\n");
        }
        out.push_str(&format!("{mark} {line}\n"));
    }
    out
}

/// All lines of both texts in order, those that a longest common subsequence has only once.
fn aligned<'a>(want: &[&'a str], have: &[&'a str]) -> Vec<(char, &'a str)> {
    // How many lines the ends of the two texts, from those two lines on, have in common.
    let mut common = vec![vec![0u32; have.len() + 1]; want.len() + 1];
    for (i, a) in want.iter().enumerate().rev() {
        for (j, b) in have.iter().enumerate().rev() {
            common[i][j] = if a == b { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut out) = (0, 0, Vec::new());
    while i < want.len() || j < have.len() {
        if i < want.len() && j < have.len() && want[i] == have[j] {
            out.push((' ', want[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == have.len() || i < want.len() && common[i + 1][j] >= common[i][j + 1] {
            out.push(('-', want[i]));
            i += 1;
        } else {
            out.push(('+', have[j]));
            j += 1;
        }
    }
    out
}

/// The text with `#` for every number: for lines that tell of time and work.
pub fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            c => out.push(c),
        }
    }
    out.replace("#.#", "#")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_show_the_lines_that_differ() {
        let (want, have) = ("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n", "a\nb\nc\nx\ny\ne\nf\ng\nh\ni\n");
        assert_eq!(difference(want, have), "  ...\n  b\n  c\n- d\n+ x\n+ y\n  e\n  f\n  ...\n  h\n  i\n- j\n");
        assert_eq!(difference("", "a\n"), "+ a\n");
        assert_eq!(difference("a\na\n", "a\n"), "  a\n- a\n");
    }

    #[test]
    fn numbers_are_left_out() {
        assert_eq!(without_numbers("12 paths, 0.50 s, v1.2.3"), "# paths, # s, v#.#");
    }
}
