//! Where to draw the nodes and edges of a graph: layers from top to bottom, few crossings, straight edges (the method of Sugiyama).

mod order;
mod place;
mod rank;

/// The distances that a drawing keeps.
#[derive(Copy, Clone, Debug)]
pub struct Gaps {
    /// Between nodes side by side.
    pub node: f64,
    /// Between layers.
    pub layer: f64,
    /// Between edges side by side.
    pub edge: f64,
}

/// A drawing. x grows to the right, y downwards; the upper left corner is (0, 0).
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// By node: its upper left corner.
    pub at: Vec<(f64, f64)>,
    /// By edge, in the order given: points from the border of its source to the border of its target. An edge from a node to itself has none.
    pub routes: Vec<Vec<(f64, f64)>>,
    /// By edge: it leads upwards.
    pub back: Vec<bool>,
    pub width: f64,
    pub height: f64,
}

/// The graph with edges cut at layers: nodes first, then bends.
struct Layers {
    /// By node or bend: width, height.
    size: Vec<(f64, f64)>,
    /// From top to bottom, each from left to right.
    rows: Vec<Vec<u32>>,
    /// By node or bend: neighbours in the row above and in the row below.
    above: Vec<Vec<u32>>,
    below: Vec<Vec<u32>>,
    /// How many of them are nodes.
    nodes: usize,
}

/// Draws nodes of these sizes. `edges` may be any; those that close a cycle, seen from node 0, are drawn upwards.
pub fn layered(sizes: &[(f64, f64)], edges: &[(u32, u32)], gaps: &Gaps) -> Layout {
    let n = sizes.len();
    let back = rank::back_edges(n, edges);
    let down: Vec<(u32, u32)> = edges.iter().zip(&back).map(|(&(a, b), back)| if *back { (b, a) } else { (a, b) }).collect();
    let ranks = rank::ranks(n, &down);
    let (mut layers, bends) = cut(sizes, &down, &ranks);
    order::order(&mut layers);
    let x = place::columns(&layers, gaps);
    draw(&layers, &x, &down, &back, &bends, gaps)
}

/// Adds a bend in each layer that an edge crosses. Second: by edge, its bends from top to bottom.
fn cut(sizes: &[(f64, f64)], down: &[(u32, u32)], ranks: &[usize]) -> (Layers, Vec<Vec<u32>>) {
    let n = sizes.len();
    let count = ranks.iter().max().map_or(0, |m| m + 1);
    let mut l =
        Layers { size: sizes.to_vec(), rows: vec![vec![]; count], above: vec![vec![]; n], below: vec![vec![]; n], nodes: n };
    for (v, r) in ranks.iter().enumerate() {
        l.rows[*r].push(v as u32);
    }
    let mut bends = Vec::with_capacity(down.len());
    for &(a, b) in down {
        let mut list = Vec::new();
        if a != b {
            let mut from = a;
            for row in &mut l.rows[ranks[a as usize] + 1..ranks[b as usize]] {
                let bend = l.size.len() as u32;
                l.size.push((0.0, 0.0));
                l.above.push(vec![from]);
                l.below.push(vec![]);
                l.below[from as usize].push(bend);
                row.push(bend);
                list.push(bend);
                from = bend;
            }
            l.below[from as usize].push(b);
            l.above[b as usize].push(from);
        }
        bends.push(list);
    }
    (l, bends)
}

fn draw(l: &Layers, x: &[f64], down: &[(u32, u32)], back: &[bool], bends: &[Vec<u32>], gaps: &Gaps) -> Layout {
    let mut row_of = vec![0; l.size.len()];
    let (mut tops, mut y) = (Vec::new(), 0.0);
    for (r, row) in l.rows.iter().enumerate() {
        row.iter().for_each(|v| row_of[*v as usize] = r);
        let height = row.iter().map(|v| l.size[*v as usize].1).fold(0.0, f64::max);
        tops.push((y, y + height));
        y += height + gaps.layer;
    }
    // Upper left corners: a node stands in the middle of its row if it is lower than others.
    let corner = |v: usize| {
        let (top, bottom) = tops[row_of[v]];
        (x[v] - l.size[v].0 / 2.0, (top + bottom - l.size[v].1) / 2.0)
    };
    let mut out = Layout { at: (0..l.nodes).map(corner).collect(), back: back.to_vec(), ..Layout::default() };
    let ports = Ports::new(l, x, down, bends);
    for (e, &(a, b)) in down.iter().enumerate() {
        let mut points = Vec::new();
        if a != b {
            let (at, size) = (out.at[a as usize], l.size[a as usize]);
            points.push((ports.leave[e], at.1 + size.1));
            if tops[row_of[a as usize]].1 > at.1 + size.1 {
                points.push((ports.leave[e], tops[row_of[a as usize]].1));
            }
            for v in &bends[e] {
                let (top, bottom) = tops[row_of[*v as usize]];
                points.extend([(x[*v as usize], top), (x[*v as usize], bottom)]);
            }
            let at = out.at[b as usize];
            if tops[row_of[b as usize]].0 < at.1 {
                points.push((ports.enter[e], tops[row_of[b as usize]].0));
            }
            points.push((ports.enter[e], at.1));
            if back[e] {
                points.reverse();
            }
        }
        out.routes.push(points);
    }
    let right = |v: usize| x[v] + l.size[v].0 / 2.0;
    out.width = (0..l.size.len()).map(right).fold(0.0, f64::max);
    out.height = (y - gaps.layer).max(0.0);
    out
}

/// Where edges leave and enter nodes: side by side, in the order of where they come from and go to.
struct Ports {
    leave: Vec<f64>,
    enter: Vec<f64>,
}

impl Ports {
    fn new(l: &Layers, x: &[f64], down: &[(u32, u32)], bends: &[Vec<u32>]) -> Ports {
        let (mut out, mut into) = (vec![vec![]; l.nodes], vec![vec![]; l.nodes]);
        for (e, &(a, b)) in down.iter().enumerate().filter(|(_, (a, b))| a != b) {
            let (first, last) = (bends[e].first().copied().unwrap_or(b), bends[e].last().copied().unwrap_or(a));
            out[a as usize].push((x[first as usize], e));
            into[b as usize].push((x[last as usize], e));
        }
        let spread = |lists: Vec<Vec<(f64, usize)>>| {
            let mut at = vec![0.0; down.len()];
            for (v, mut list) in lists.into_iter().enumerate() {
                list.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                let step = (l.size[v].0 * 0.6 / list.len().max(1) as f64).min(24.0);
                let middle = (list.len() as f64 - 1.0) / 2.0;
                for (i, (_, e)) in list.into_iter().enumerate() {
                    at[e] = x[v] + (i as f64 - middle) * step;
                }
            }
            at
        };
        Ports { leave: spread(out), enter: spread(into) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAPS: Gaps = Gaps { node: 10.0, layer: 20.0, edge: 5.0 };

    fn check(n: usize, edges: &[(u32, u32)]) -> Layout {
        let sizes: Vec<(f64, f64)> = (0..n).map(|i| (30.0 + (i % 4) as f64 * 20.0, 10.0 + (i % 3) as f64 * 10.0)).collect();
        let l = layered(&sizes, edges, &GAPS);
        for i in 0..n {
            let ((x, y), (w, h)) = (l.at[i], sizes[i]);
            assert!(x >= -0.01 && y >= -0.01 && x + w <= l.width + 0.01 && y + h <= l.height + 0.01, "node {i} is outside");
            for ((a, b), (c, d)) in l.at[..i].iter().zip(&sizes) {
                assert!(x >= a + c || *a >= x + w || y >= b + d || *b >= y + h, "node {i} lies on another");
            }
        }
        for (e, &(a, b)) in edges.iter().enumerate() {
            let route = &l.routes[e];
            if a == b {
                assert!(route.is_empty());
                continue;
            }
            let up = l.back[e];
            assert!(route.windows(2).all(|w| if up { w[0].1 >= w[1].1 } else { w[0].1 <= w[1].1 }), "edge {e} turns");
            let border = |v: u32, bottom: bool| l.at[v as usize].1 + if bottom { sizes[v as usize].1 } else { 0.0 };
            assert_eq!(route[0].1, border(a, !up));
            assert_eq!(route[route.len() - 1].1, border(b, up));
        }
        l
    }

    #[test]
    fn nodes_do_not_overlap_and_edges_join_them() {
        check(0, &[]);
        check(1, &[(0, 0)]);
        let diamond = check(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(diamond.back, [false; 4]);
        let looped = check(4, &[(0, 1), (1, 2), (2, 1), (1, 3)]);
        assert_eq!(looped.back, [false, false, true, false]);
        // An edge over several layers bends around what is between.
        let long = check(4, &[(0, 1), (1, 2), (2, 3), (0, 3)]);
        assert!(long.routes[3].len() > 2);
        // Pseudo-random graphs, also with parts that nothing leads to.
        let mut random = homing_random::Random::new(1);
        for _ in 0..60 {
            let n = 2 + random.below(30u32);
            let edges: Vec<(u32, u32)> = (0..n * 3 / 2).map(|_| (random.below(n), random.below(n))).collect();
            check(n as usize, &edges);
        }
    }
}
