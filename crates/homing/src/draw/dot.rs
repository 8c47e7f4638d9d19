//! Pictures in the language of Graphviz.

use std::fmt::Write;

use super::{Edge, EdgeKind, Node, Picture, colour};

/// The picture as a `digraph`.
pub fn dot(p: &Picture) -> String {
    let mut out = String::from("digraph homing {\n");
    let _ = writeln!(out, "  label={}; labelloc=t;", quote(&p.title));
    out.push_str("  node [shape=box, style=\"filled,rounded\", fontname=\"monospace\", fontsize=10];\n  edge [fontname=\"monospace\", fontsize=9];\n");
    let largest = p.largest();
    if p.groups.is_empty() {
        p.nodes.iter().enumerate().for_each(|(i, n)| node(&mut out, i, n, largest));
    }
    for (g, name) in p.groups.iter().enumerate() {
        let _ = writeln!(out, "  subgraph cluster{g} {{\n  label={}; style=rounded; color=gray;", quote(name));
        p.nodes.iter().enumerate().filter(|(_, n)| n.group == g).for_each(|(i, n)| node(&mut out, i, n, largest));
        out.push_str("  }\n");
    }
    p.edges.iter().for_each(|e| edge(&mut out, e));
    out.push_str("}\n");
    out
}

fn node(out: &mut String, i: usize, n: &Node, largest: u32) {
    let mut label = format!("{}  [{}]{}\n", n.head, n.told(), if n.header { "  loop" } else { "" });
    n.lines.iter().for_each(|l| label.push_str(&format!("{l}\n")));
    let mut more = String::new();
    if n.target {
        more.push_str(", color=\"#c00000\", penwidth=3");
    } else if n.entry {
        more.push_str(", penwidth=2");
    }
    if n.depth > 0 {
        let _ = write!(more, ", peripheries={}", 1 + n.depth.min(3));
    }
    let _ = writeln!(out, "  n{i} [label={}, fillcolor=\"{}\"{more}];", quote(&label), colour(n.distance, largest));
}

fn edge(out: &mut String, e: &Edge) {
    let style = match e.kind {
        EdgeKind::Flow => "",
        EdgeKind::Then => " [label=yes]",
        EdgeKind::Else => " [label=no]",
        EdgeKind::Loop => " [color=\"#7b3fa0\", penwidth=1.5]",
        EdgeKind::Call => " [style=dashed, color=\"#1f6fb4\", constraint=false]",
        EdgeKind::PointerCall => " [style=dotted, color=\"#1f6fb4\", constraint=false]",
    };
    let _ = writeln!(out, "  n{} -> n{}{style};", e.from, e.to);
}

/// Lines are aligned to the left.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\l"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_quoted() {
        assert_eq!(quote("a \"b\"\\n\n"), r#""a \"b\"\\n\l""#);
    }
}
