//! The list of calls: `invocations.txt`.

use crate::differ::Call;

const LIST: &str = include_str!("invocations.txt");

/// All calls, each with its tool.
pub fn all() -> Result<Vec<(String, Call)>, String> {
    let lines = LIST.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'));
    lines.map(|(i, l)| parse(l).map_err(|why| format!("invocations.txt:{}: {why}", i + 1))).collect()
}

/// A line: a shell's words, `< FILE` at the end for standard input, `~` in front where libc words the error messages.
fn parse(line: &str) -> Result<(String, Call), String> {
    let (line, stderr) = match line.strip_prefix('~') {
        Some(rest) => (rest, false),
        None => (line, true),
    };
    let (line, stdin) = match line.rsplit_once(" < ") {
        Some((line, file)) => (line, Some(file.trim().to_string())),
        None => (line, None),
    };
    let mut words = shlex::split(line).ok_or("quotes do not match")?.into_iter();
    let tool = words.next().ok_or("no tool")?;
    Ok((tool, Call { args: words.collect(), stdin, stderr }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn lines() {
        let call = |args: &[&str], stdin: Option<&str>, stderr| Call {
            args: args.iter().map(|a| a.to_string()).collect(),
            stdin: stdin.map(str::to_string),
            stderr,
        };
        assert_eq!(parse("tr 'a b' < x"), Ok(("tr".into(), call(&["a b"], Some("x"), true))));
        assert_eq!(parse("~ls -Z"), Ok(("ls".into(), call(&["-Z"], None, false))));
        assert!(parse("x 'y").is_err());
    }

    #[test]
    fn at_least_thirty_tools_with_several_calls_each() {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        all().unwrap().into_iter().for_each(|(tool, _)| *counts.entry(tool).or_default() += 1);
        assert!(counts.values().filter(|n| **n >= 3).count() >= 30, "{counts:?}");
    }
}
