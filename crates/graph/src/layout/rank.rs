//! Which edges lead upwards, and which layer each node is in.

/// By edge: does it close a cycle in a walk that starts with node 0?
pub fn back_edges(n: usize, edges: &[(u32, u32)]) -> Vec<bool> {
    let mut out = vec![vec![]; n];
    for (e, (a, b)) in edges.iter().enumerate() {
        out[*a as usize].push((e, *b as usize));
    }
    let mut back = vec![false; edges.len()];
    // 0: not seen, 1: on the way, 2: done.
    let mut seen = vec![0u8; n];
    for root in 0..n {
        if seen[root] != 0 {
            continue;
        }
        seen[root] = 1;
        let mut path = vec![(root, 0)];
        while let Some((v, next)) = path.last_mut() {
            let Some(&(e, to)) = out[*v].get(*next) else {
                seen[*v] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            match seen[to] {
                0 => {
                    seen[to] = 1;
                    path.push((to, 0));
                }
                1 => back[e] = true,
                _ => {}
            }
        }
    }
    back
}

/// By node: its layer, such that every edge leads downwards. Edges must form no cycle but those of one node.
pub fn ranks(n: usize, down: &[(u32, u32)]) -> Vec<usize> {
    let (mut out, mut waiting) = (vec![vec![]; n], vec![0; n]);
    for &(a, b) in down.iter().filter(|(a, b)| a != b) {
        out[a as usize].push(b as usize);
        waiting[b as usize] += 1;
    }
    let mut ranks = vec![0; n];
    let mut ready: Vec<usize> = (0..n).filter(|v| waiting[*v] == 0).collect();
    let mut order = Vec::with_capacity(n);
    while let Some(v) = ready.pop() {
        order.push(v);
        for &to in &out[v] {
            ranks[to] = ranks[to].max(ranks[v] + 1);
            waiting[to] -= 1;
            if waiting[to] == 0 {
                ready.push(to);
            }
        }
    }
    // What nothing leads to stands right above what it leads to.
    let has_above: Vec<bool> = {
        let mut has = vec![false; n];
        out.iter().flatten().for_each(|v| has[*v] = true);
        has
    };
    for &v in order.iter().filter(|v| **v != 0 && !has_above[**v]) {
        if let Some(least) = out[v].iter().map(|to| ranks[*to]).min() {
            ranks[v] = least - 1;
        }
    }
    ranks
}
