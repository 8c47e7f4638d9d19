//! A run's lines, folded so that a person can read them.

use crate::Step;

/// The longest loop body (in lines) that is recognised as a repetition.
const MAX_PERIOD: usize = 64;

/// Folds immediate repetitions: a block of lines that follows itself is kept once, with a count.
///
/// Returns the steps in order of execution; the lines of a folded block all carry the block's count.
pub fn fold(lines: Vec<(String, String, u32)>) -> Vec<Step> {
    let mut out: Vec<Step> = Vec::new();
    // Start of the last folded block in `out` and its length, so that a further repetition only counts up.
    let mut block: Option<(usize, usize)> = None;
    let mut i = 0;
    while i < lines.len() {
        if let Some((start, len)) = block
            && start + len == out.len()
            && matches(&out[start..], &lines[i..])
        {
            out[start..].iter_mut().for_each(|s| s.times += 1);
            i += len;
            continue;
        }
        let (function, file, line) = lines[i].clone();
        out.push(Step { function, file, line, times: 1 });
        i += 1;
        if let Some(period) = repetition(&out, &lines[i..]) {
            block = Some((out.len() - period, period));
        }
    }
    out
}

/// Does `block` come next?
fn matches(block: &[Step], next: &[(String, String, u32)]) -> bool {
    next.len() >= block.len() && block.iter().zip(next).all(|(s, l)| s.line == l.2 && s.function == l.0 && s.file == l.1)
}

/// The shortest tail of `out` (all executed once) that comes again at once.
fn repetition(out: &[Step], next: &[(String, String, u32)]) -> Option<usize> {
    (1..=MAX_PERIOD.min(out.len()).min(next.len())).find(|p| {
        let tail = &out[out.len() - p..];
        tail.iter().all(|s| s.times == 1) && matches(tail, next)
    })
}

/// Keeps the head and the tail of a long path; returns how many steps were left out between them.
pub fn cap(mut steps: Vec<Step>, max: usize) -> (Vec<Step>, usize) {
    if steps.len() <= max {
        return (steps, 0);
    }
    let omitted = steps.len() - max;
    steps.drain(max / 2..max / 2 + omitted);
    (steps, omitted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(lines: &[u32]) -> String {
        let lines = lines.iter().map(|l| ("f".to_string(), "a.c".to_string(), *l)).collect();
        fold(lines)
            .iter()
            .map(|s| if s.times == 1 { s.line.to_string() } else { format!("{}x{}", s.line, s.times) })
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn loops_are_folded_with_a_count() {
        assert_eq!(folded(&[1, 2, 3]), "1 2 3");
        assert_eq!(folded(&[1, 2, 3, 2, 3, 2, 3, 4]), "1 2x3 3x3 4");
        assert_eq!(folded(&[5, 5, 5]), "5x3");
        assert_eq!(folded(&[1, 2, 3, 2, 3, 2, 9]), "1 2x2 3x2 2 9");
        assert_eq!(folded(&[]), "");
    }

    #[test]
    fn long_paths_keep_both_ends() {
        let steps: Vec<Step> = (0..10).map(|line| Step { line, times: 1, ..Step::default() }).collect();
        let (kept, omitted) = cap(steps, 4);
        assert_eq!(kept.iter().map(|s| s.line).collect::<Vec<_>>(), [0, 1, 8, 9]);
        assert_eq!(omitted, 6);
    }
}
