//! Random text from rules. A rule is a line `name: text`; several lines with one name are alternatives. In the text `$name` stands for
//! any alternative of that rule, `$[2..9]` for a number, `$N` for a number that no other place has, `$$` for a dollar sign. `name!: text` is an
//! alternative with undefined behaviour. A line that ends in a backslash goes on in the next one.

use std::collections::BTreeMap;

use homing_explore::Rng;

/// Rules by name.
pub struct Grammar {
    rules: BTreeMap<String, Vec<Alternative>>,
}

struct Alternative {
    text: String,
    /// How often it mentions a rule.
    rules: usize,
    undefined: bool,
}

/// How text is made.
pub struct Source<'r> {
    pub rng: &'r mut Rng,
    /// Undefined behaviour is allowed.
    pub undefined: bool,
    /// The last number given out for `$N`.
    pub fresh: usize,
    /// Rules inside of rules before only leaves are taken.
    pub depth: usize,
}

impl Grammar {
    /// Reads rules; a mistake in them is a mistake of ours.
    pub fn new(text: &str) -> Grammar {
        let mut rules: BTreeMap<String, Vec<Alternative>> = BTreeMap::new();
        let joined = text.replace("\\\n", "\n\u{1}");
        let mut lines: Vec<String> = Vec::new();
        for line in joined.lines() {
            match (line.strip_prefix('\u{1}'), lines.last_mut()) {
                (Some(rest), Some(last)) => *last += &format!("\n{rest}"),
                _ => lines.push(line.to_string()),
            }
        }
        for line in lines.iter().filter(|l| !l.trim().is_empty() && !l.starts_with('#')) {
            let (name, text) = line.split_once(':').unwrap_or_else(|| panic!("not a rule: {line}"));
            let (name, undefined) = name.strip_suffix('!').map_or((name, false), |n| (n, true));
            let others = text.replace("$[", "").replace("$N", "").replace("$$", "").matches('$').count();
            rules.entry(name.to_string()).or_default().push(Alternative {
                text: text.trim().to_string(),
                rules: others,
                undefined,
            });
        }
        Grammar { rules }
    }

    /// Some alternative of a rule, with everything in it replaced.
    pub fn expand(&self, rule: &str, s: &mut Source) -> String {
        let all = self.rules.get(rule).unwrap_or_else(|| panic!("no rule {rule}"));
        let mut may: Vec<&Alternative> = all.iter().filter(|a| s.undefined || !a.undefined).collect();
        // With no depth left, what mentions the fewest rules.
        if let (0, Some(least)) = (s.depth, may.iter().map(|a| a.rules).min()) {
            may.retain(|a| a.rules == least);
        }
        assert!(!may.is_empty(), "rule {rule} has nothing to offer");
        let text = &may[s.rng.below(may.len())].text;
        let depth = s.depth;
        s.depth = depth.saturating_sub(1);
        let out = self.replaced(text, s);
        s.depth = depth;
        out
    }

    /// One alternative, by number.
    pub fn numbered(&self, rule: &str, n: usize, s: &mut Source) -> String {
        self.replaced(&self.rules[rule][n].text, s)
    }

    fn replaced(&self, text: &str, s: &mut Source) -> String {
        let mut out = String::new();
        let mut rest = text;
        // One number for all places of this text.
        s.fresh += 1;
        let own = s.fresh;
        while let Some(at) = rest.find('$') {
            out += &rest[..at];
            rest = &rest[at + 1..];
            if let Some(r) = rest.strip_prefix('$') {
                out.push('$');
                rest = r;
            } else if let Some(r) = rest.strip_prefix('N') {
                out += &own.to_string();
                rest = r;
            } else if let Some(r) = rest.strip_prefix('[') {
                let (range, after) = r.split_once(']').expect("a closing bracket");
                let (low, high) = range.split_once("..").expect("two numbers");
                let (low, high): (i64, i64) = (low.parse().expect("a number"), high.parse().expect("a number"));
                out += &(low + s.rng.below((high - low + 1) as usize) as i64).to_string();
                rest = after;
            } else {
                let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(rest.len());
                out += &self.expand(&rest[..end], s);
                rest = &rest[end..];
            }
        }
        out + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_expanded_within_their_depth() {
        let g = Grammar::new("e: ($e + $e)\ne: $[3..3]\n# no rule\nn!: 1 << 99\nn: v$N = v$N + $e;\nlong: a\\\n b");
        let mut rng = Rng::new(7);
        let mut s = Source { rng: &mut rng, undefined: false, fresh: 0, depth: 3 };
        for _ in 0..50 {
            let text = g.expand("e", &mut s);
            assert!(text.chars().all(|c| "(+ 3)".contains(c)) && text.len() < 80, "{text}");
        }
        s.depth = 0;
        let text = g.expand("n", &mut s);
        let number = text.trim_start_matches('v').split(' ').next().unwrap().to_string();
        assert_eq!(text, format!("v{number} = v{number} + 3;"));
        assert_eq!(g.expand("long", &mut s), "a\n b");
    }
}
