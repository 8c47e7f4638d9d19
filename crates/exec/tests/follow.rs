//! A trail recorded on one path leads another state of the same program the same way, and nowhere else.

mod support;

use homing_exec::{Course, Ended, ExecOptions};
use support::{compile, executor, promoted};

const PROGRAM: &str = "
#include <klee/klee.h>
#include <homing.h>
static int one(int v) { return v + 1; }
static int two(int v) { return v + 2; }
int main() {
  unsigned char x[3];
  klee_make_symbolic(x, 3, \"x\");
  int (*t[2])(int) = {one, two};
  int n = t[x[0] & 1](x[1]);
  switch (x[1]) { case 1: case 2: n += 10; break; case 7: n += 20; break; default: n += 30; }
  for (int i = 0; i < 3; i++) if (x[2] > i * 50) n += 100;
  homing_output(n);
  return n;
}";

#[test]
fn every_recorded_trail_is_followed_to_the_same_end() {
    let p = promoted(&compile(PROGRAM, &[]));
    let mut exec = executor(&p, ExecOptions::default(), false);
    let main = p.find("main").unwrap();
    let mut ends = Vec::new();
    let first = exec.start(main);
    let mut work = vec![first];
    while let Some(s) = work.pop() {
        for s in exec.run(s, u64::MAX).successors {
            match s.end {
                None => work.push(s.state),
                Some(end) => {
                    assert!(matches!(end, Ended::Returned(_)));
                    ends.push((s.state.trail.bits_from(0), exec.outputs(&s.state), exec.test_case(&s.state)));
                }
            }
        }
    }
    assert_eq!(ends.len(), 2 * 3 * 4);
    for (trail, outputs, _) in &ends {
        let start = exec.start(main);
        let course = Course::new(&start, trail.clone());
        let step = exec.follow(start, &course, u64::MAX);
        let [s] = &step.successors[..] else { panic!("one way, found {}", step.successors.len()) };
        assert!(matches!(s.end, Some(Ended::Returned(_))));
        assert_eq!(&s.state.trail.bits_from(0), trail);
        // The model may differ, the path may not: check that the recorded outputs are possible here by their number.
        assert_eq!(exec.outputs(&s.state).len(), outputs.len());
    }
    // Half a trail pauses where it ends, and can be run on.
    let (trail, ..) = &ends[0];
    let start = exec.start(main);
    let course = Course::new(&start, trail[..trail.len() - 1].to_vec());
    let step = exec.follow(start, &course, u64::MAX);
    let [s] = &step.successors[..] else { panic!("one way") };
    assert!(s.end.is_none() && step.along.over);
    assert_eq!(s.state.trail.bits_from(0), trail[..trail.len() - 1]);
}

#[test]
fn a_trail_that_cannot_be_gone_tells_how_far_its_numbers_were_apart() {
    let source = "static int pick(int n) { switch (n) { case 3: return 1; case 40: return 2; default: return 0; } }
                  static int high(int level, int limit) { if (level > limit) return pick(3); return pick(42); }
                  int main() { return high(-4, 5); }";
    let p = promoted(&compile(source, &[]));
    let mut exec = executor(&p, ExecOptions::default(), false);
    let main = p.find("main").unwrap();
    let start = exec.start(main);
    let step = exec.run(start, u64::MAX);
    let [s] = &step.successors[..] else { panic!("one way") };
    let trail = s.state.trail.bits_from(0);
    assert_eq!(trail.len(), 1 + 16, "a branch and a switch");
    let mut apart = |bit: usize, value: bool| {
        let mut wrong = trail.clone();
        wrong[bit] = value;
        let start = exec.start(main);
        let course = Course::new(&start, wrong);
        let step = exec.follow(start, &course, u64::MAX);
        let ended = step.successors.iter().all(|s| matches!(s.end, Some(Ended::Infeasible)));
        (ended, step.along.bits, step.along.apart)
    };
    assert_eq!(apart(0, !trail[0]), (true, 1, Some(9)), "-4 and 5");
    // The default is number 2, binary 10: with its second bit taken away it is case 3.
    assert_eq!(apart(2, false), (true, 17, Some(39)), "42 and 3");
}

#[test]
fn a_general_state_stops_where_it_is_told_and_is_no_verdict() {
    let source = "int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; } int main() { return sum(3); }";
    let p = promoted(&compile(source, &[]));
    let f = p.find("sum").unwrap();
    let mut exec = executor(&p, ExecOptions::default(), false);
    // The loop's head: the block with parameters.
    let head = p.func(f).blocks.iter().position(|b| b.params.len() >= 2).expect("a loop head");
    let head = homing_ir::BlockId(head as u32);
    let start = exec.general(f, head);
    assert!(start.run.is_unconstrained());
    exec.stop_at(vec![(f, head)]);
    let step = exec.run(start, u64::MAX);
    let (mut back, mut out) = (0, 0);
    let mut work: Vec<_> = step.successors;
    while let Some(s) = work.pop() {
        match s.end {
            Some(Ended::Stopped) => back += 1,
            Some(Ended::Returned(_)) => out += 1,
            None => work.extend(exec.run(s.state, u64::MAX).successors),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((back, out), (1, 1), "one round of the loop from anywhere, and the way out");
}

#[test]
fn pausing_changes_no_path() {
    let source = "#include <homing.h>\nint main() { unsigned n = homing_any_uint(); int s = 0; if (n > 5) return 1; \
        for (unsigned i = 0; i < n; i++) s += i & 1 ? 3 : 5; homing_output(s); return 0; }";
    let p = promoted(&compile(source, &[]));
    let main = p.find("main").unwrap();
    let blocks: Vec<_> = (0..p.func(main).blocks.len() as u32).map(|b| (main, homing_ir::BlockId(b))).collect();
    let ends = |pauses: &[_]| {
        let mut exec = executor(&p, ExecOptions::default(), false);
        exec.pause_at(pauses);
        let (mut work, mut ends, mut arrivals) = (vec![exec.start(main)], Vec::new(), 0);
        while let Some(state) = work.pop() {
            for s in exec.run(state, u64::MAX).successors {
                arrivals += usize::from(s.paused);
                assert!(!s.paused || (s.end.is_none() && s.state.frame.inst == 0));
                match s.end {
                    None => work.push(s.state),
                    Some(_) => ends.push((s.state.trail.bits_from(0), s.state.steps, exec.outputs(&s.state))),
                }
            }
        }
        ends.sort();
        (ends, arrivals)
    };
    let (plain, none) = ends(&[]);
    let (paused, arrivals) = ends(&blocks);
    assert_eq!((plain.len(), none), (7, 0));
    assert_eq!(plain, paused);
    // Every round of every path, and more.
    assert!(arrivals > 15, "{arrivals}");
}
