//! What one more state costs: bytes on the heap for each state that waits, counted where they are allocated.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicI64, Ordering};

use homing_directed::make_strategy;
use homing_explore::{Action, Candidate, Config, Confirmation, Event, Hooks, Merging, Strategy, View, explore_with};
use homing_oracles::program::{headers, lower, promoted};
use homing_testkit::{TempDir, bitcode};

/// Bytes allocated now, and how many blocks of about each size.
static BYTES: AtomicI64 = AtomicI64::new(0);
static SIZES: [AtomicI64; CLASSES] = [const { AtomicI64::new(0) }; CLASSES];
const CLASSES: usize = 256;

struct Counting;

fn count(size: usize, sign: i64) {
    BYTES.fetch_add(sign * size as i64, Ordering::Relaxed);
    SIZES[(size / 16).min(CLASSES - 1)].fetch_add(sign, Ordering::Relaxed);
}

// SAFETY: everything is passed on to the system's allocator; what is added only counts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 1);
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(layout.size(), -1);
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What was allocated at some time.
#[derive(Clone)]
struct Allocated {
    states: usize,
    bytes: i64,
    sizes: Vec<i64>,
}

/// Another strategy, of which it takes notes when so many states wait; it ends the run at the last of these numbers.
struct Noting {
    inner: Box<dyn Strategy>,
    alive: usize,
    at: &'static [usize],
    notes: std::rc::Rc<std::cell::RefCell<Vec<Allocated>>>,
}

impl Strategy for Noting {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        match event {
            Event::Added { .. } => self.alive += 1,
            Event::Removed { .. } => self.alive -= 1,
            _ => {}
        }
        self.inner.observe(event, view);
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        let mut notes = self.notes.borrow_mut();
        if self.alive >= self.at[notes.len()] {
            let sizes = SIZES.iter().map(|s| s.load(Ordering::Relaxed)).collect();
            notes.push(Allocated { states: self.alive, bytes: BYTES.load(Ordering::Relaxed), sizes });
            if notes.len() == self.at.len() {
                return Action::Done;
            }
        }
        self.inner.next(view)
    }
}

struct Nobody;

impl Hooks for Nobody {
    fn confirm(&mut self, _: &Candidate<'_>) -> Confirmation {
        Confirmation::Unconfirmed { why: "nobody replays here".into() }
    }
}

/// Bytes for each state of a program between 2,000 and 10,000 that wait. With SLIM in the environment: the sizes of the blocks.
fn bytes_per_state(name: &str, search: &'static str) -> f64 {
    let dir = TempDir::new("slim");
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench").join(name);
    let source = dir.write(name, &std::fs::read_to_string(source).expect("it is there"));
    let include = headers(&dir);
    let p = promoted(&lower(&[bitcode(&source, &[&include])]).expect("it is in order")).expect("promotion");
    let main = p.find("main").expect("main");
    let config = Config { search: search.into(), merging: Merging::None, all_errors: true, last_run: true, ..Config::default() };
    let notes = std::rc::Rc::default();
    let inner = make_strategy(search, 1).expect("it is known");
    let strategy = Noting { inner, alive: 0, at: &[2_000, 10_000], notes: std::rc::Rc::clone(&notes) };
    explore_with(&p, main, &[], &config, Box::new(strategy), &mut Nobody);
    let [before, after] = &notes.borrow()[..] else { panic!("{name} does not have so many states") };
    let states = (after.states - before.states) as f64;
    if std::env::var_os("SLIM").is_some() {
        let largest = p.functions.iter().map(|f| f.regs.len()).max().unwrap_or(0);
        println!("{name} {search}: registers {largest}");
        for (i, (a, b)) in after.sizes.iter().zip(&before.sizes).enumerate() {
            let each = (a - b) as f64 / states;
            if each > 0.02 {
                println!("  {:5} bytes: {each:6.2} blocks, {:7.1} bytes", i * 16, each * (i * 16) as f64);
            }
        }
    }
    (after.bytes - before.bytes) as f64 / states
}

/// One test: what runs beside it would be counted too.
#[test]
fn a_state_takes_so_many_bytes_and_no_more() {
    for (name, search, most) in [("forks.c", "bfs", 2000.0), ("protocol.c", "bfs", 8000.0)] {
        let bytes = bytes_per_state(name, search);
        println!("{name} {search}: {bytes:.0} bytes for each state");
        assert!(bytes < most, "{name} by {search}: {bytes:.0} bytes for each state");
        assert!(bytes > 100.0, "{name} by {search}: {bytes:.0} bytes for each state cannot be");
    }
}
