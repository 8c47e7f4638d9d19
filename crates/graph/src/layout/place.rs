//! The columns of nodes: as straight as their order allows.

use super::{Gaps, Layers};

const SWEEPS: usize = 30;

/// By node or bend: the x of its middle. The leftmost border is at 0.
pub fn columns(l: &Layers, gaps: &Gaps) -> Vec<f64> {
    let mut x = vec![0.0; l.size.len()];
    for row in &l.rows {
        let mut at = 0.0;
        for (i, v) in row.iter().enumerate() {
            at += if i == 0 { 0.0 } else { apart(l, row[i - 1], *v, gaps) };
            x[*v as usize] = at;
        }
    }
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        for i in 0..l.rows.len() {
            let r = if down { i } else { l.rows.len() - 1 - i };
            settle(l, &l.rows[r], &mut x, gaps, sweep);
        }
    }
    let left = (0..x.len()).map(|v| x[v] - l.size[v].0 / 2.0).fold(f64::INFINITY, f64::min);
    x.iter_mut().for_each(|x| *x -= left);
    x
}

/// How far apart the middles of two neighbours are at least.
fn apart(l: &Layers, a: u32, b: u32, gaps: &Gaps) -> f64 {
    let bend = |v: u32| v as usize >= l.nodes;
    let gap = if bend(a) || bend(b) { gaps.edge } else { gaps.node };
    (l.size[a as usize].0 + l.size[b as usize].0) / 2.0 + gap
}

/// Moves a row as near as possible to its neighbours: the least squares under the order, found by joining nodes that would collide.
fn settle(l: &Layers, row: &[u32], x: &mut [f64], gaps: &Gaps, sweep: usize) {
    // Blocks of nodes that touch: where the first wants to be, the weight, and how many they are.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    let mut offset = Vec::with_capacity(row.len());
    let mut at = 0.0;
    for (i, v) in row.iter().enumerate() {
        at += if i == 0 { 0.0 } else { apart(l, row[i - 1], *v, gaps) };
        offset.push(at);
        let (wish, weight) = wish(l, *v, x, sweep);
        blocks.push((wish - at, weight, 1));
        while let [.., a, b] = blocks[..] {
            if a.0 <= b.0 {
                break;
            }
            blocks.truncate(blocks.len() - 2);
            blocks.push(((a.0 * a.1 + b.0 * b.1) / (a.1 + b.1), a.1 + b.1, a.2 + b.2));
        }
    }
    let mut i = 0;
    for (start, _, count) in blocks {
        for _ in 0..count {
            x[row[i] as usize] = start + offset[i];
            i += 1;
        }
    }
}

/// Where a node would like to be, and how much. Edges through bends are to be straight above all.
fn wish(l: &Layers, v: u32, x: &[f64], sweep: usize) -> (f64, f64) {
    let bend = |v: u32| v as usize >= l.nodes;
    // Late sweeps look both ways, early ones only where they come from.
    let (above, below) = (&l.above[v as usize], &l.below[v as usize]);
    let near: Vec<u32> = match sweep {
        s if s >= SWEEPS / 2 => above.iter().chain(below).copied().collect(),
        s if s % 2 == 0 => above.clone(),
        _ => below.clone(),
    };
    if near.is_empty() {
        return (x[v as usize], 0.1);
    }
    let weight = |u: u32| {
        if bend(v) && bend(u) {
            8.0
        } else if bend(v) || bend(u) {
            2.0
        } else {
            1.0
        }
    };
    let (mut sum, mut all) = (0.0, 0.0);
    for u in near {
        sum += weight(u) * x[u as usize];
        all += weight(u);
    }
    (sum / all, all)
}
