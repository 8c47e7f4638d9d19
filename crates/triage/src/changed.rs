//! Which lines a patch changes.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Lines of files, in their new state, that differ from the old one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    files: BTreeMap<String, Vec<RangeInclusive<u32>>>,
}

impl Changed {
    /// Reads a unified diff. Where it has lines of context, they do not count.
    pub fn of_diff(text: &str) -> Result<Changed, String> {
        let mut changed = Changed::default();
        let mut file: Option<String> = None;
        // Lines of the old and the new file that the present piece still has, and the number of the next new one.
        let (mut old, mut new, mut at) = (0u32, 0u32, 0u32);
        for (n, line) in text.lines().enumerate() {
            if old > 0 || new > 0 {
                match line.as_bytes().first() {
                    Some(b'+') => {
                        if let Some(file) = &file {
                            changed.add(file, at);
                        }
                        (new, at) = (new.saturating_sub(1), at + 1);
                    }
                    Some(b'-') => old = old.saturating_sub(1),
                    Some(b' ') | None => (old, new, at) = (old.saturating_sub(1), new.saturating_sub(1), at + 1),
                    Some(b'\\') => {}
                    _ => return Err(format!("line {} of the diff is in no form of a diff", n + 1)),
                }
            } else if let Some(name) = line.strip_prefix("+++ ") {
                file = named(name);
            } else if let Some(piece) = line.strip_prefix("@@ ") {
                (old, new, at) =
                    piece_of(piece).ok_or_else(|| format!("line {} of the diff: `{line}` is not understood", n + 1))?;
            }
        }
        Ok(changed)
    }

    fn add(&mut self, file: &str, line: u32) {
        let ranges = self.files.entry(file.to_string()).or_default();
        match ranges.last_mut() {
            Some(last) if *last.end() + 1 == line => *last = *last.start()..=line,
            _ => ranges.push(line..=line),
        }
    }

    /// The files, relative to the top of the tree, with their lines.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[RangeInclusive<u32>])> {
        self.files.iter().map(|(f, lines)| (f.as_str(), lines.as_slice()))
    }

    /// Is one of these lines of a file changed? `file` is a path from the root, `top` the folder that the patch is about.
    pub fn has(&self, top: &str, file: &str, line: u32, end: u32) -> bool {
        let within = file.strip_prefix(top).and_then(|f| f.strip_prefix('/'));
        let ranges = within.and_then(|f| self.files.get(f));
        ranges.is_some_and(|r| r.iter().any(|r| *r.start() <= end.max(line) && line <= *r.end()))
    }
}

/// The name behind `+++`; none for a file that is gone.
fn named(name: &str) -> Option<String> {
    let name = name.split('\t').next().unwrap_or(name).trim_end();
    let name = name.strip_prefix('"').and_then(|n| n.strip_suffix('"')).unwrap_or(name);
    if name == "/dev/null" {
        return None;
    }
    Some(name.strip_prefix("b/").unwrap_or(name).to_string())
}

/// `-1,2 +3,4 @@ ...`: lines of the old file, lines of the new one, the first of these.
fn piece_of(text: &str) -> Option<(u32, u32, u32)> {
    let mut words = text.split(' ');
    let range = |word: &str| match word.split_once(',') {
        Some((start, count)) => Some((start.parse::<u32>().ok()?, count.parse::<u32>().ok()?)),
        None => Some((word.parse().ok()?, 1)),
    };
    let (_, old) = range(words.next()?.strip_prefix('-')?)?;
    let (at, new) = range(words.next()?.strip_prefix('+')?)?;
    Some((old, new, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_new_or_changed() {
        let diff = "diff --git a/src/a.c b/src/a.c\n--- a/src/a.c\n+++ b/src/a.c\n@@ -3,3 +3,4 @@ int f(void)\n a\n-b\n+c\n+--- d\n e\n@@ -20 +21,0 @@\n-x\n\
            --- /dev/null\n+++ b/new.c\n@@ -0,0 +1,2 @@\n+int\n+x;\n\\ No newline at end of file\n--- a/gone.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
        let changed = Changed::of_diff(diff).unwrap();
        let all: Vec<_> = changed.files().map(|(f, l)| (f, l.to_vec())).collect();
        assert_eq!(all, [("new.c", vec![1..=2]), ("src/a.c", vec![4..=5])]);
        assert!(changed.has("/top", "/top/src/a.c", 5, 5) && changed.has("/top", "/top/src/a.c", 1, 4));
        assert!(!changed.has("/top", "/top/src/a.c", 6, 6) && !changed.has("/else", "/top/src/a.c", 5, 5));
        assert!(Changed::of_diff("--- a\n+++ b\n@@ nonsense\n").is_err());
        assert!(Changed::of_diff("--- a\n+++ b\n@@ -1 +1 @@\n*x\n").is_err());
    }
}
