//! The order of nodes within layers: few crossings of edges.

use super::Layers;

const SWEEPS: usize = 24;

/// Orders each row by the middle of its neighbours, down and up by turns, and keeps the best.
pub fn order(l: &mut Layers) {
    let mut best = (crossings(l), l.rows.clone());
    for sweep in 0..SWEEPS {
        if best.0 == 0 {
            break;
        }
        let down = sweep % 2 == 0;
        let mut position = positions(l);
        for i in 1..l.rows.len() {
            let r = if down { i } else { l.rows.len() - 1 - i };
            let near = if down { &l.above } else { &l.below };
            let mut row: Vec<(f64, u32)> = l.rows[r].iter().map(|v| (middle(&near[*v as usize], &position, *v), *v)).collect();
            row.sort_by(|a, b| a.0.total_cmp(&b.0));
            l.rows[r] = row.into_iter().map(|(_, v)| v).collect();
            l.rows[r].iter().enumerate().for_each(|(i, v)| position[*v as usize] = i);
        }
        swap(l);
        let now = crossings(l);
        if now < best.0 {
            best = (now, l.rows.clone());
        }
    }
    l.rows = best.1;
}

fn positions(l: &Layers) -> Vec<usize> {
    let mut at = vec![0; l.size.len()];
    for row in &l.rows {
        row.iter().enumerate().for_each(|(i, v)| at[*v as usize] = i);
    }
    at
}

/// The mean position of neighbours; without any, the node's own.
fn middle(near: &[u32], position: &[usize], own: u32) -> f64 {
    if near.is_empty() {
        return position[own as usize] as f64;
    }
    near.iter().map(|v| position[*v as usize] as f64).sum::<f64>() / near.len() as f64
}

/// Changes neighbours where that saves crossings.
fn swap(l: &mut Layers) {
    let mut position = positions(l);
    for r in 0..l.rows.len() {
        for i in 1..l.rows[r].len() {
            let (a, b) = (l.rows[r][i - 1], l.rows[r][i]);
            let cost = |x: u32, y: u32| {
                pair(&l.above[x as usize], &l.above[y as usize], &position)
                    + pair(&l.below[x as usize], &l.below[y as usize], &position)
            };
            if cost(b, a) < cost(a, b) {
                l.rows[r].swap(i - 1, i);
                position.swap(a as usize, b as usize);
            }
        }
    }
}

/// Crossings between the edges of two neighbours, the first on the left.
fn pair(left: &[u32], right: &[u32], position: &[usize]) -> usize {
    left.iter().map(|a| right.iter().filter(|b| position[**b as usize] < position[*a as usize]).count()).sum()
}

fn crossings(l: &Layers) -> usize {
    let position = positions(l);
    let mut all = 0;
    for row in &l.rows {
        let mut ends: Vec<usize> = Vec::new();
        for v in row {
            let mut own: Vec<usize> = l.below[*v as usize].iter().map(|to| position[*to as usize]).collect();
            own.sort_unstable();
            all += own.iter().map(|p| ends.len() - ends.partition_point(|e| e <= p)).sum::<usize>();
            ends.extend(own);
            ends.sort_unstable();
        }
    }
    all
}
