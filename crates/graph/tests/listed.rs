//! Distances by line, on listings written by hand.

use homing_graph::line_distances;
use homing_ir::{Listed, ListedBlock, ListedFunction, Listing};

/// A block: its first line, what each instruction calls, where it goes on (nowhere: it returns), and which instruction is a target.
fn block(line: u32, calls: &[&[u32]], next: &[u32], target: Option<usize>) -> ListedBlock {
    let one = |(i, c): (usize, &&[u32])| Listed { line: line + i as u32, calls: c.to_vec(), target: target == Some(i) };
    ListedBlock { instructions: calls.iter().enumerate().map(one).collect(), next: next.to_vec(), returns: next.is_empty() }
}

fn function(name: &str, blocks: Vec<ListedBlock>) -> ListedFunction {
    ListedFunction { name: name.into(), blocks }
}

fn distances(functions: Vec<ListedFunction>) -> Vec<(u32, u32)> {
    line_distances(&Listing { text: String::new(), functions })
}

fn at(d: &[(u32, u32)], line: u32) -> Option<u32> {
    d.iter().find(|(l, _)| *l == line).map(|(_, d)| *d)
}

const NO: &[u32] = &[];

/// One function called twice, with straight code of four instructions; behind the second call five instructions to the target, as in the
/// extract of the manual (8:5 to 12:1).
fn twice() -> Vec<ListedFunction> {
    let callee: &[u32] = &[1];
    vec![
        function(
            "twice",
            vec![
                block(2, &[NO, NO, callee, NO, NO, callee, NO, NO, NO, NO, NO], &[1, 2], None),
                block(15, &[NO, NO], &[2], Some(0)),
                block(19, &[NO], &[], None),
            ],
        ),
        function("callee", vec![block(30, &[NO, NO, NO, NO], &[], None)]),
    ]
}

#[test]
fn the_extract_of_the_manual() {
    let d = distances(twice());
    for (line, want) in [(8, 5), (9, 4), (10, 3), (11, 2), (12, 1), (15, 0)] {
        assert_eq!(at(&d, line), Some(want), "line {line}");
    }
    // Each call costs itself and the four instructions of the callee.
    assert_eq!(at(&d, 7), Some(5 + 5));
    assert_eq!(at(&d, 4), Some(10 + 2 + 5));
    assert_eq!(at(&d, 2), Some(17 + 2));
    // Behind the target, and in what only comes after it: nothing.
    assert_eq!((at(&d, 16), at(&d, 19)), (None, None));
}

/// The callee's return may go behind the second call, whoever called it; but before the first call nobody may use that.
#[test]
fn a_return_goes_to_any_caller_and_is_no_short_cut() {
    let d = distances(twice());
    assert_eq!((at(&d, 33), at(&d, 30)), (Some(6), Some(9)));
    assert!(at(&d, 4).unwrap() > 1 + at(&d, 30).unwrap(), "through the callee once, and out behind the second call");
}

#[test]
fn recursion_and_endless_functions() {
    let (ping, forever): (&[u32], &[u32]) = (&[1], &[3]);
    let d = distances(vec![
        // Calls ping, then a target; or something that never returns, then a target.
        function(
            "main",
            vec![block(1, &[NO], &[1, 2], None), block(2, &[ping, NO], &[], Some(1)), block(5, &[forever, NO], &[], Some(1))],
        ),
        // Mutual recursion that may end at once.
        function(
            "ping",
            vec![block(10, &[NO], &[1, 2], None), block(11, &[&[2u32], NO], &[2], None), block(13, &[NO], &[], None)],
        ),
        function("pong", vec![block(20, &[ping, NO], &[], None)]),
        function("forever", vec![block(30, &[NO], &[0], None)]),
    ]);
    assert_eq!(at(&d, 2), Some(3), "the call, and the short way through: 10, 13");
    assert_eq!(at(&d, 1), Some(4));
    assert_eq!(at(&d, 5), None);
    assert_eq!(at(&d, 6), Some(0));
    assert_eq!(at(&d, 30), None);
    assert_eq!((at(&d, 13), at(&d, 10)), (Some(1), Some(2)));
    // 11 calls pong: 20, then 10 and 13, then 21; behind it 12, 13.
    assert_eq!(at(&d, 11), Some(1 + (1 + 2 + 1) + 1 + 1));
}

/// A target in a callee is entered, several callees are all tried, and the nearest of several targets counts.
#[test]
fn down_into_calls() {
    let both: &[u32] = &[1, 2];
    let d = distances(vec![
        function("main", vec![block(1, &[NO, both, NO, NO], &[], Some(3))]),
        function("far", vec![block(10, &[NO, NO, NO, NO, NO, NO], &[], None)]),
        function("near", vec![block(20, &[NO, NO, NO, NO], &[], Some(1))]),
    ]);
    assert_eq!(at(&d, 2), Some(2));
    assert_eq!((at(&d, 20), at(&d, 21), at(&d, 22)), (Some(1), Some(0), Some(3)));
    assert_eq!(at(&d, 15), Some(2));
}

#[test]
fn without_a_target_there_are_no_distances() {
    assert_eq!(distances(vec![function("main", vec![block(1, &[NO, NO], &[], None)])]), []);
    assert_eq!(distances(vec![]), []);
}
