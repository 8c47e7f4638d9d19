//! Reachability and distances on programs that are written down: calls and returns, jumps, handlers, pointers.

mod marks;

use homing_graph::{CallGraph, Frame, Reach};
use homing_ir::{BlockId, FuncId, Program, TargetId, parse, verify};
use marks::marks;

fn setup(text: &str) -> (Program, Reach) {
    let p = parse(text).unwrap();
    assert_eq!(verify(&p), Ok(()));
    let reach = Reach::new(&p, &marks(&p));
    (p, reach)
}

fn at(f: u32, b: u32, i: u32) -> Frame {
    (FuncId(f), BlockId(b), i)
}

/// Two calls of the same function: the way back from the first does not lead behind the second.
#[test]
fn calls_and_returns_match() {
    let (_, reach) = setup(
        r#"define f0 "main"(v0: i1) {
block0:
  branch v0, block1, block2
block1:
  call f1()
  return
block2:
  call f1()
  mark target0
  return
}
define f1 "foo"() {
block0:
  v0: i8 = undef
  return
}
"#,
    );
    assert!(!reach.alive([at(1, 0, 0), at(0, 1, 1)]));
    assert!(reach.alive([at(1, 0, 0), at(0, 2, 1)]));
    assert_eq!(reach.stack_distance([at(1, 0, 0), at(0, 2, 1)]), Some(2));
    assert_eq!(reach.stack_distance([at(1, 0, 1), at(0, 2, 1)]), Some(1));
    assert_eq!(reach.distance(FuncId(0), BlockId(0)), Some(1 + 1 + 2));
    assert_eq!(reach.through(FuncId(1)), Some(2));
    assert_eq!(reach.through(FuncId(0)), Some(1 + 1 + 2 + 1));
    assert!(!reach.down(FuncId(1), BlockId(0), 0));
}

#[test]
fn what_cannot_return_cuts() {
    let (_, reach) = setup(
        r#"declare f0 "abort"()
declare f1 "exit"(i32)
define f2 "main"(v0: i1) {
block0:
  branch v0, block1, block2
block1:
  call f3()
  mark target0
  return
block2:
  call f4(v0)
  mark target0
  return
}
define f3 "fail"() {
block0:
  call f1(1:i32)
  return
}
define f4 "forever"(v0: i1) {
block0:
  branch v0, block0, block1
block1:
  call f4(v0)
  return
}
"#,
    );
    assert!(!reach.may_return(FuncId(3)) && !reach.may_return(FuncId(4)));
    assert!(!reach.may_return(FuncId(0)) && !reach.may_return(FuncId(2)));
    assert!(!reach.alive([at(2, 0, 0)]));
    assert_eq!(reach.distance(FuncId(2), BlockId(0)), None);
}

/// The function with the `setjmp` goes on behind it, whatever the function that jumps could do itself.
/// What throws leads to handlers that no call and no jump leads to.
#[test]
fn exceptions_may_land_anywhere() {
    let text = r#"declare f0 "outside"()
define f1 "main"(v0: i1) {
block0:
  call f2()
  branch v0, block1, block2
block1:
  return
block2:
  unsupported "exception handling"
  mark target0
  return
}
define f2 "never returns"() {
block0:
  call f0()
  unreachable
}
define f3 "quiet"() {
block0:
  return
}
"#;
    let (_, reach) = setup(text);
    assert!(reach.alive([at(1, 0, 0)]));
    // In the callee, before the call that may throw: nothing is left but the handlers further out.
    assert!(!reach.may_return(FuncId(2)) && reach.alive([at(2, 0, 0), at(1, 0, 1)]));
    assert!(!reach.alive([at(3, 0, 0)]), "without such a call nothing is thrown");
    // Without landing places such a call ends the path.
    let (_, reach) = setup(&text.replace("exception handling", "something else"));
    assert!(!reach.alive([at(2, 0, 0), at(1, 0, 1)]));
}

#[test]
fn longjmp_lands_behind_setjmp() {
    let text = r#"declare f0 "_setjmp"(ptr) -> i32
declare f1 "longjmp"(ptr, i32)
define f2 "main"(v0: ptr) {
block0:
  call f3(v0)
  mark target0
  return
}
define f3 "try"(v0: ptr) {
block0:
  v1: i32 = call f0(v0)
  v2: i1 = eq v1, 0:i32
  branch v2, block1, block2
block1:
  call f4(v0)
  unreachable
block2:
  return
}
define f4 "throw"(v0: ptr) {
block0:
  call f1(v0, 1:i32)
  return
}
"#;
    let (_, reach) = setup(text);
    assert!(!reach.may_return(FuncId(4)));
    assert!(reach.alive([at(4, 0, 0), at(3, 1, 1), at(2, 0, 1)]));
    let (_, reach) = setup(&text.replace("block2:\n  return", "block2:\n  unreachable"));
    assert!(!reach.alive([at(4, 0, 0), at(3, 1, 1), at(2, 0, 1)]));
    let (_, reach) = setup(&text.replace("block2:\n  return", "block2:\n  mark target0\n  unreachable"));
    assert!(reach.alive([at(4, 0, 0), at(3, 1, 1), at(2, 0, 1)]));
}

/// Handlers run at an exit and after the end; unsupported code may lead anywhere.
#[test]
fn exit_handlers_and_unsupported_code() {
    let text = r#"declare f0 "atexit"(ptr) -> i32
declare f1 "exit"(i32)
define f2 "main"(v0: i1) {
block0:
  v1: i32 = call f0(f3)
  branch v0, block1, block2
block1:
  call f1(0:i32)
  unreachable
block2:
  return
block3:
  stop "indirect branch"
block4:
  unsupported "inline assembly"
  unreachable
}
define f3 "handler"() {
block0:
  mark target0
  return
}
"#;
    let (_, reach) = setup(text);
    assert!(reach.anywhere());
    assert!(reach.down(FuncId(2), BlockId(1), 0) && !reach.down(FuncId(2), BlockId(2), 0));
    assert!(reach.alive([at(2, 1, 0)]) && reach.alive([at(2, 2, 0)]));
    assert_eq!(reach.stack_distance([at(2, 2, 0)]), Some(1));
    assert!(reach.down(FuncId(2), BlockId(3), 0) && reach.down(FuncId(2), BlockId(4), 0));
    assert!(!reach.down(FuncId(2), BlockId(4), 1));
    let (_, reach) = setup(&text.replace("call f0(f3)", "call f0(0:i64)"));
    assert!(!reach.anywhere());
    assert!(!reach.alive([at(2, 1, 0)]) && !reach.alive([at(2, 2, 0)]));
    assert!(reach.alive([at(2, 3, 0)]), "nobody knows where that goes");
}

/// A function whose address is only in an initialiser is found; one of another shape is found too, but far away.
#[test]
fn pointers_in_data() {
    let text = r#"global g0 "table" size 16 align 8 at 0 = f1 at 8 = f2
define f0 "main"(v0: ptr) {
block0:
  call *v0(v0)
  return
}
define f1 "one"(v0: ptr) {
block0:
  mark target0
  return
}
define f2 "two"(v0: ptr, v1: ptr) {
block0:
  mark target1
  return
}
"#;
    let (p, mut reach) = setup(text);
    let calls = CallGraph::new(&p);
    assert_eq!(calls.callees(&calls.sites[0][0].to), [FuncId(1)]);
    assert!(reach.down(FuncId(0), BlockId(0), 0) && !reach.down(FuncId(0), BlockId(0), 1));
    assert_eq!(reach.distance(FuncId(0), BlockId(0)), Some(1));
    reach.close(TargetId(0));
    assert!(reach.down(FuncId(0), BlockId(0), 0));
    assert!(reach.distance(FuncId(0), BlockId(0)).is_some_and(|d| d > 1000));
    assert_eq!(reach.distance(FuncId(2), BlockId(0)), Some(0));
    assert!(!reach.down(FuncId(1), BlockId(0), 0));
}

#[test]
fn indirect_calls_go_where_they_were_seen_to_go() {
    let text = r#"global g0 "table" size 16 align 8 at 0 = f1 at 8 = f2
define f0 "main"(v0: ptr) {
block0:
  call *v0(v0)
  call *v0(v0)
  return
}
define f1 "one"(v0: ptr) {
block0:
  mark target0
  return
}
define f2 "two"(v0: ptr) {
block0:
  return
}
"#;
    let (_, mut reach) = setup(text);
    let (first, second) = (at(0, 0, 0), at(0, 0, 1));
    let distance = |reach: &Reach, (f, b, i): Frame| reach.distance_at(f, b, i);
    assert_eq!((distance(&reach, first), distance(&reach, second)), (Some(1), Some(1)));
    assert!(reach.seen(&[(first, FuncId(2))]));
    // Through the first call, which takes two instructions of `two`, to the second.
    assert_eq!((distance(&reach, first), distance(&reach, second)), (Some(3), Some(1)));
    assert!(reach.seen(&[(second, FuncId(2))]));
    assert!(distance(&reach, first).is_some_and(|d| d > 1000), "only a last resort");
    assert!(reach.alive([first]) && reach.alive([second]), "what was not seen is still possible");
    assert!(!reach.seen(&[(second, FuncId(2))]), "no news");
    assert!(reach.seen(&[(first, FuncId(1)), (second, FuncId(2))]));
    assert_eq!(distance(&reach, first), Some(1));
    assert!(distance(&reach, second).is_some_and(|d| d > 1000));
}

#[test]
fn a_point_in_a_block_knows_what_is_behind_it() {
    let (_, reach) = setup(
        r#"define f0 "main"() {
block0:
  v0: i8 = undef
  call f1()
  v1: i8 = undef
  return
}
define f1 "deeper"() {
block0:
  v0: i8 = undef
  mark target0
  return
}
"#,
    );
    let down: Vec<bool> = (0..4).map(|i| reach.down(FuncId(0), BlockId(0), i)).collect();
    assert_eq!(down, [true, true, false, false]);
    assert_eq!(reach.distance_at(FuncId(0), BlockId(0), 0), Some(3));
    assert_eq!(reach.distance_at(FuncId(0), BlockId(0), 1), Some(2));
    assert_eq!(reach.to_return(FuncId(0), BlockId(0), 0), Some(4 + 2));
}

/// The manual's example with two calls of one function before the target: from the first call both have to be crossed, and a state in the
/// callee is as far as its own stack says.
#[test]
fn two_calls_of_one_function() {
    let (_, mut reach) = setup(
        r#"define f0 "twice"(v0: i32, v1: i32) {
block0:
  v2: i32 = call f1(v0)
  v3: i32 = call f1(v1)
  v4: i1 = eq v2, v3
  branch v4, block1, block2
block1:
  mark target0
  return
block2:
  v5: i32 = call f1(v1)
  mark target1
  return
}
define f1 "loop"(v0: i32) -> i32 {
block0:
  jump block1
block1:
  v1: i1 = slt v0, 9:i32
  branch v1, block2, block3
block2:
  v2: i32 = undef
  jump block1
block3:
  return v0
}
"#,
    );
    let through = 1 + 2 + 1;
    assert_eq!(reach.through(FuncId(1)), Some(through));
    assert_eq!(reach.distance(FuncId(0), BlockId(0)), Some(2 * (1 + through) + 2));
    assert_eq!(reach.distance_at(FuncId(0), BlockId(0), 1), Some(1 + through + 2));
    // The same point in the callee, called from the first and from the second place.
    assert_eq!(reach.stack_distance([at(1, 3, 0), at(0, 0, 1)]), Some(1 + (1 + through) + 2));
    assert_eq!(reach.stack_distance([at(1, 3, 0), at(0, 0, 2)]), Some(1 + 2));
    assert_eq!(reach.stack_distance([at(1, 2, 0), at(0, 0, 2)]), Some(2 + 2 + 1 + 2));
    // One target is decided: the other is farther, behind a third call.
    reach.close(TargetId(0));
    assert_eq!(reach.distance(FuncId(0), BlockId(1)), None);
    assert_eq!(reach.distance(FuncId(0), BlockId(2)), Some(1 + through));
    assert_eq!(reach.stack_distance([at(1, 3, 0), at(0, 0, 2)]), Some(1 + 2 + 1 + through));
    assert!(!reach.alive([at(0, 1, 0)]) && reach.alive([at(1, 0, 0), at(0, 2, 1)]));
    reach.close(TargetId(1));
    assert!(!reach.alive([at(0, 0, 0)]));
}
