//! Lines as compilers print them: `FILE:LINE: message`, `FILE:LINE:COLUMN: warning: message [rule]`.

use homing_ir::line_number;

use crate::kinds::kinds;
use crate::warning::{Listing, Spot, Warning};

/// Reads every line that has that form; the others (quoted source, summaries) are passed over.
pub fn read(text: &str) -> Result<Listing, String> {
    let mut warnings: Vec<Warning> = Vec::new();
    for line in text.lines() {
        let Some((spot, rest)) = split(line.trim()) else { continue };
        let (level, message) = leveled(rest);
        // Compilers explain a warning in notes behind it.
        if let Some(before) = warnings.last_mut().filter(|_| level == Some("note")) {
            before.steps.push(Spot { says: message.into(), ..spot });
            continue;
        }
        warnings.push(one(spot, level.unwrap_or("warning"), message));
    }
    if warnings.is_empty() {
        return Err("it has no line of the form FILE:LINE: message (nor is it SARIF or XML)".into());
    }
    Ok(Listing { warnings, ..Listing::default() })
}

fn one(spot: Spot, level: &str, message: &str) -> Warning {
    let (message, rule) = ruled(message);
    let level = if level == "fatal error" { "error" } else { level };
    Warning {
        tool: "text".into(),
        kinds: kinds(rule, message, &[]),
        rule: rule.into(),
        message: message.into(),
        level: level.into(),
        spot: Some(spot),
        ..Warning::default()
    }
}

/// The place at the beginning of a line, and what stands behind it.
fn split(line: &str) -> Option<(Spot, &str)> {
    // A path may have colons of its own: the first one with a number behind it counts.
    for (at, _) in line.match_indices(':') {
        let rest = &line[at + 1..];
        let (number, behind) = digits(rest);
        let Some(n) = line_number(number) else { continue };
        let file = line[..at].trim();
        let included = file.starts_with("In file included from") || file.starts_with("from ");
        // What has neither is a time of day or a count.
        let named = file.contains(['.', '/']);
        if included || !named || !(behind.is_empty() || behind.starts_with([':', ' ', ','])) {
            return None;
        }
        let (column, behind) = match behind.strip_prefix(':').map(digits) {
            Some((c, behind)) if !c.is_empty() && (behind.is_empty() || behind.starts_with([':', ' '])) => {
                (c.parse().unwrap_or(0), behind)
            }
            _ => (0, behind),
        };
        let spot = Spot { file: file.into(), line: n, column, end_line: n, says: String::new() };
        return Some((spot, behind.trim_start_matches([':', ',', ' '])));
    }
    None
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

fn leveled(text: &str) -> (Option<&str>, &str) {
    for level in ["fatal error", "error", "warning", "note"] {
        if let Some(rest) = text.strip_prefix(level).and_then(|r| r.strip_prefix(':')) {
            return (Some(level), rest.trim_start());
        }
    }
    (None, text)
}

/// The rule in brackets at the end of a message.
fn ruled(message: &str) -> (&str, &str) {
    let rule = message.strip_suffix(']').and_then(|m| m.rsplit_once('['));
    match rule.filter(|(_, rule)| !rule.is_empty() && !rule.contains(' ')) {
        Some((message, rule)) => (message.trim_end(), rule),
        None => (message, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use homing_ir::ErrorKind;

    #[test]
    fn lines_of_compilers() {
        let text = "In file included from x.c:1:\n\
            src/a.c:12:5: warning: Dereference of null pointer [core.NullDereference]\n   12 |  *p;\n\
            src/a.c:10:2: note: 'p' is null here\n\
            b.c:7: buffer overflow\nlib/c:d.c:9:1: error: division by zero [-Werror,-Wdiv-by-zero]\ne.c:8\n12:30:01 done\n3 warnings generated.\n";
        let warnings = read(text).unwrap().warnings;
        let told: Vec<(String, &str, &str)> = warnings.iter().map(|w| (w.place(), w.rule.as_str(), w.message.as_str())).collect();
        assert_eq!(
            told,
            [
                ("src/a.c:12".to_string(), "core.NullDereference", "Dereference of null pointer"),
                ("b.c:7".to_string(), "", "buffer overflow"),
                ("lib/c:d.c:9".to_string(), "-Werror,-Wdiv-by-zero", "division by zero"),
                ("e.c:8".to_string(), "", ""),
            ]
        );
        assert_eq!(warnings[0].steps.len(), 1);
        assert_eq!(warnings[0].kinds, [ErrorKind::Null]);
        assert_eq!(warnings[2].level, "error");
        assert!(read("nothing here\n").is_err());
    }
}
