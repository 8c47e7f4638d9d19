//! Pictures as SVG, with nothing but our own layout.

use std::fmt::Write;

use homing_graph::{Gaps, Layout, layered};

use super::{Edge, EdgeKind, Node, Picture, colour};

const CHAR: f64 = 6.65;
const LINE: f64 = 14.0;
const PAD: f64 = 8.0;
const MARGIN: f64 = 24.0;
/// Room for the title and the legend.
const TOP: f64 = 64.0;
const GAPS: Gaps = Gaps { node: 28.0, layer: 34.0, edge: 16.0 };

/// Where everything is.
struct Drawn {
    at: Vec<(f64, f64)>,
    routes: Vec<Vec<(f64, f64)>>,
    /// Corner and size of each group.
    boxes: Vec<(f64, f64, f64, f64)>,
    width: f64,
    height: f64,
}

/// The picture as a page of SVG.
pub fn svg(p: &Picture) -> String {
    let sizes: Vec<(f64, f64)> = p.nodes.iter().map(size).collect();
    let drawn = if p.groups.is_empty() { plain(p, &sizes) } else { grouped(p, &sizes) };
    let width = (drawn.width + 2.0 * MARGIN).max(420.0).max(p.title.chars().count() as f64 * 8.2 + 2.0 * MARGIN);
    let height = drawn.height + TOP + MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"11\">\n"
    );
    out.push_str(STYLE);
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
    let _ = writeln!(out, "<text x=\"{MARGIN}\" y=\"24\" font-size=\"14\" font-weight=\"bold\">{}</text>", escape(&p.title));
    legend(&mut out, p);
    let _ = writeln!(out, "<g transform=\"translate({MARGIN} {TOP})\">");
    for ((x, y, w, h), name) in drawn.boxes.iter().zip(&p.groups) {
        let _ = writeln!(out, "<rect class=\"g\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"10\"/>");
        let _ = writeln!(out, "<text class=\"b\" x=\"{:.1}\" y=\"{:.1}\">{}</text>", x + 10.0, y + 17.0, escape(name));
    }
    for (i, e) in p.edges.iter().enumerate() {
        edge(&mut out, e, &drawn.routes[i], &drawn, &sizes);
    }
    let largest = p.largest();
    p.nodes.iter().enumerate().for_each(|(i, n)| node(&mut out, n, drawn.at[i], sizes[i], largest));
    out.push_str("</g>\n</svg>\n");
    out
}

const STYLE: &str = "<style>.g{fill:#fafafa;stroke:#bbb}.b{font-weight:bold}.e{fill:none;stroke:#555;stroke-width:1.2}.t{stroke:#2a7a2a}.f{stroke:#b03030}.l{stroke:#7b3fa0;stroke-width:1.8}.c{stroke:#1f6fb4;stroke-dasharray:6 4}.p{stroke:#1f6fb4;stroke-dasharray:2 4}</style>
<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path d=\"M0 0.5 8 4 0 7.5z\" fill=\"context-stroke\"/></marker></defs>
";

fn legend(out: &mut String, p: &Picture) {
    let largest = p.largest();
    let mut x = MARGIN;
    let mut swatch = |fill: &str, stroke: &str, text: &str| {
        let _ = writeln!(
            out,
            "<rect x=\"{x:.0}\" y=\"36\" width=\"14\" height=\"12\" rx=\"3\" fill=\"{fill}\" stroke=\"{stroke}\"/>"
        );
        let _ = writeln!(out, "<text x=\"{:.0}\" y=\"46\">{}</text>", x + 19.0, escape(text));
        x += 19.0 + CHAR * text.chars().count() as f64 + 18.0;
    };
    if p.nodes.iter().any(|n| n.distance.is_some()) {
        let middle = f64::from(largest + 1).sqrt() as u32;
        swatch(&colour(Some(0), largest), "#c00000", "target");
        if middle > 1 && middle < largest {
            swatch(&colour(Some(middle), largest), "#888", &format!("{middle}"));
        }
        if largest > 0 {
            swatch(&colour(Some(largest), largest), "#888", &format!("{largest} instructions away"));
        }
    }
    if p.nodes.iter().any(|n| !n.bare) {
        swatch(&colour(None, largest), "#888", "never reaches a target");
    }
}

/// Width and height of a node.
fn size(n: &Node) -> (f64, f64) {
    let head = n.head.chars().count() + n.told().chars().count() + 3 + if n.header { 6 } else { 0 };
    let widest = n.lines.iter().map(|l| l.chars().count()).max().unwrap_or(0).max(head);
    (widest as f64 * CHAR + 2.0 * PAD + loops(n), (n.lines.len() + 1) as f64 * LINE + 2.0 * PAD - 3.0)
}

/// Width of the bars that show loops.
fn loops(n: &Node) -> f64 {
    5.0 * f64::from(n.depth.min(6))
}

fn plain(p: &Picture, sizes: &[(f64, f64)]) -> Drawn {
    let edges: Vec<(u32, u32)> = p.edges.iter().map(|e| (e.from, e.to)).collect();
    let Layout { at, routes, width, height, .. } = layered(sizes, &edges, &GAPS);
    Drawn { at, routes, boxes: vec![], width, height }
}

/// Each group is laid out by itself; then the groups are, by the edges between them.
fn grouped(p: &Picture, sizes: &[(f64, f64)]) -> Drawn {
    let (inner, head) = (14.0, 28.0);
    let mut drawn =
        Drawn { at: vec![(0.0, 0.0); sizes.len()], routes: vec![vec![]; p.edges.len()], boxes: vec![], width: 0.0, height: 0.0 };
    let mut extents = Vec::new();
    for g in 0..p.groups.len() {
        let members: Vec<usize> = (0..sizes.len()).filter(|i| p.nodes[*i].group == g).collect();
        let first = members.first().copied().unwrap_or(0) as u32;
        let own: Vec<usize> = (0..p.edges.len()).filter(|e| within(p, &p.edges[*e], g)).collect();
        let edges: Vec<(u32, u32)> = own.iter().map(|e| (p.edges[*e].from - first, p.edges[*e].to - first)).collect();
        let part: Vec<(f64, f64)> = members.iter().map(|i| sizes[*i]).collect();
        let l = layered(&part, &edges, &GAPS);
        members.iter().zip(&l.at).for_each(|(i, at)| drawn.at[*i] = *at);
        own.iter().zip(l.routes).for_each(|(e, route)| drawn.routes[*e] = route);
        let name = p.groups[g].chars().count() as f64 * CHAR + 20.0;
        extents.push((l.width.max(name) + 2.0 * inner, l.height + head + inner));
    }
    let group = |v: u32| p.nodes[v as usize].group as u32;
    let mut between: Vec<(u32, u32)> = p.edges.iter().map(|e| (group(e.from), group(e.to))).filter(|(a, b)| a != b).collect();
    between.sort_unstable();
    between.dedup();
    let l = layered(&extents, &between, &Gaps { node: 50.0, layer: 50.0, edge: 30.0 });
    for (g, (x, y)) in l.at.iter().enumerate() {
        drawn.boxes.push((*x, *y, extents[g].0, extents[g].1));
        let shift = |at: &mut (f64, f64)| *at = (at.0 + x + inner, at.1 + y + head);
        (0..sizes.len()).filter(|i| p.nodes[*i].group == g).for_each(|i| shift(&mut drawn.at[i]));
        for e in (0..p.edges.len()).filter(|e| within(p, &p.edges[*e], g)) {
            drawn.routes[e].iter_mut().for_each(shift);
        }
    }
    for (e, edge) in p.edges.iter().enumerate().filter(|(_, e)| is_call(e)) {
        drawn.routes[e] = call_route(edge, &drawn.at, sizes);
    }
    (drawn.width, drawn.height) = (l.width, l.height);
    drawn
}

fn is_call(e: &Edge) -> bool {
    matches!(e.kind, EdgeKind::Call | EdgeKind::PointerCall)
}

/// Does the edge belong to the layout of this group? Calls go over everything.
fn within(p: &Picture, e: &Edge, g: usize) -> bool {
    !is_call(e) && p.nodes[e.from as usize].group == g
}

/// From the side of the caller's block to the side of the callee's start.
fn call_route(e: &Edge, at: &[(f64, f64)], sizes: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (from, to) = (e.from as usize, e.to as usize);
    let right = at[to].0 + sizes[to].0 / 2.0 >= at[from].0 + sizes[from].0 / 2.0;
    let start = (at[from].0 + if right { sizes[from].0 } else { 0.0 }, at[from].1 + sizes[from].1 / 2.0);
    vec![start, (at[to].0 + sizes[to].0 / 2.0, at[to].1)]
}

fn edge(out: &mut String, e: &Edge, route: &[(f64, f64)], drawn: &Drawn, sizes: &[(f64, f64)]) {
    let class = match e.kind {
        EdgeKind::Flow => "",
        EdgeKind::Then => " t",
        EdgeKind::Else => " f",
        EdgeKind::Loop => " l",
        EdgeKind::Call => " c",
        EdgeKind::PointerCall => " p",
    };
    let mut path = String::new();
    if let [(x, y), rest @ ..] = route {
        let _ = write!(path, "M{x:.1} {y:.1}");
        let (mut x0, mut y0) = (*x, *y);
        for &(x, y) in rest {
            let half = (y0 + y) / 2.0;
            if is_call(e) {
                let bow = 40.0 * (x - x0).signum();
                let _ = write!(path, " C{:.1} {y0:.1} {x:.1} {:.1} {x:.1} {y:.1}", x0 + bow, y - 60.0);
            } else if (x - x0).abs() < 0.05 {
                let _ = write!(path, " V{y:.1}");
            } else {
                let _ = write!(path, " C{x0:.1} {half:.1} {x:.1} {half:.1} {x:.1} {y:.1}");
            }
            (x0, y0) = (x, y);
        }
    } else {
        // From a node to itself: a bow on the right.
        let ((x, y), (w, h)) = (drawn.at[e.from as usize], sizes[e.from as usize]);
        let (right, low, high) = (x + w, y + h * 0.7, y + h * 0.3);
        let _ = write!(path, "M{right:.1} {low:.1} C{0:.1} {low:.1} {0:.1} {high:.1} {right:.1} {high:.1}", right + 26.0);
    }
    let _ = writeln!(out, "<path class=\"e{class}\" d=\"{path}\" marker-end=\"url(#a)\"/>");
    if let (EdgeKind::Then | EdgeKind::Else, [(x, y), .., (end, _)]) = (e.kind, route) {
        let word = if e.kind == EdgeKind::Then { "yes" } else { "no" };
        let (beside, anchor) = if end < x { (x - 4.0, "end") } else { (x + 4.0, "start") };
        let _ = writeln!(
            out,
            "<text x=\"{beside:.1}\" y=\"{:.1}\" font-size=\"9\" fill=\"#555\" text-anchor=\"{anchor}\">{word}</text>",
            y + 8.0
        );
    }
}

fn node(out: &mut String, n: &Node, (x, y): (f64, f64), (w, h): (f64, f64), largest: u32) {
    let (stroke, width) = match (n.target, n.entry) {
        (true, _) => ("#c00000", 3.0),
        (_, true) => ("#222", 2.0),
        _ => ("#888", 1.0),
    };
    let fill = colour(n.distance, largest);
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"5\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>"
    );
    for i in 0..n.depth.min(6) {
        let bar = x + 4.0 + 5.0 * f64::from(i);
        let _ =
            writeln!(out, "<rect x=\"{bar:.1}\" y=\"{:.1}\" width=\"3\" height=\"{:.1}\" fill=\"#7b3fa0\"/>", y + 4.0, h - 8.0);
    }
    let left = x + PAD + loops(n);
    let text = |out: &mut String, i: usize, extra: &str, anchor_x: f64, s: &str| {
        let base = y + PAD + 8.0 + LINE * i as f64;
        let _ = writeln!(out, "<text x=\"{anchor_x:.1}\" y=\"{base:.1}\"{extra} xml:space=\"preserve\">{}</text>", escape(s));
    };
    let head = if n.header { format!("{} loop", n.head) } else { n.head.clone() };
    text(out, 0, " class=\"b\"", left, &head);
    text(out, 0, " class=\"b\" text-anchor=\"end\"", x + w - PAD, &n.told());
    n.lines.iter().enumerate().for_each(|(i, l)| text(out, i + 1, "", left, l));
}

fn escape(s: &str) -> String {
    let mut out = String::with_capacity(s.len());
    for c in s.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
