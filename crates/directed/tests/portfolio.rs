//! The scheduler of `auto` on arms whose cost is known.

mod support;

use homing_directed::{Arm, LEAD, LONG, Portfolio, TURN};
use homing_exec::StateId;
use homing_explore::{Action, Event, Rng, Strategy, View};
use homing_ir::Program;
use support::{Sim, draw};

/// An arm that has always something to do, and says which one it is by the steps that it asks for.
struct Numbered(u64);

impl Strategy for Numbered {
    fn observe(&mut self, _: &Event<'_>, _: &View<'_>) {}
    fn next(&mut self, _: &View<'_>) -> Action {
        Action::Forward { state: StateId(1), steps: self.0 }
    }
}

/// One that never has.
struct Idle;

impl Strategy for Idle {
    fn observe(&mut self, _: &Event<'_>, _: &View<'_>) {}
    fn next(&mut self, _: &View<'_>) -> Action {
        Action::Done
    }
}

fn program() -> Program {
    draw(&[&["mark 1"]])
}

/// Portfolio of numbered arms, with what each has spent.
struct Race<'p> {
    sim: Sim<'p>,
    spent: Vec<u64>,
}

impl<'p> Race<'p> {
    fn new(program: &'p Program, arms: &[Arm]) -> Race<'p> {
        let mut n = 0;
        let portfolio = Portfolio::new(arms, |_| {
            n += 1;
            Box::new(Numbered(n))
        });
        let mut sim = Sim::with(program, Box::new(portfolio));
        sim.add(1, 0, 0, &[(0, 0)]);
        Race { sim, spent: vec![0; arms.len()] }
    }

    /// One choice, which costs so much; whose it was.
    fn step(&mut self, cost: impl FnOnce(usize) -> u64) -> usize {
        let (state, steps) = self.sim.pick_steps();
        assert_eq!(state, 1);
        let arm = steps as usize - 1;
        let cost = cost(arm);
        self.spent[arm] += cost;
        self.sim.ran(1, 0, cost, &[(0, 0)]);
        arm
    }
}

/// What docs/auto.md says: the run costs at most k times what one arm would (all parts by its own), plus credits, what the arm waits for, and a turn and a step for each other arm.
#[test]
fn the_cost_is_within_the_bound_for_every_arm() {
    let p = program();
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let k = 1 + rng.below(9);
        let mut maybe = |most: usize| if rng.below(3) == 0 { rng.below(most) as u64 } else { 0 };
        // Somebody must be there from the beginning.
        let mut arm = |i: usize| {
            let from = if i == 0 { 0 } else { maybe(50_000) };
            let (credit, reward, block, blocks) = (maybe(300_000), maybe(300_000), maybe(5_000), maybe(300_000));
            Arm { parts: 1 + maybe(4), from, credit, reward, block, blocks, ..Arm::new("") }
        };
        let arms: Vec<Arm> = (0..k).map(&mut arm).collect();
        // What each needs alone, and the dearest step of each.
        let needs: Vec<u64> = (0..k).map(|_| 1 + (1u64 << rng.below(19)) + rng.below(1000) as u64).collect();
        let dearest: Vec<u64> = (0..k).map(|_| 1 + (1u64 << rng.below(13))).collect();
        let mut race = Race::new(&p, &arms);
        loop {
            let arm = race.step(|arm| 1 + rng.below(dearest[arm] as usize) as u64);
            if race.spent[arm] >= needs[arm] {
                break;
            }
            if rng.below(50) == 0 {
                race.sim.passed(LONG);
            }
            if rng.below(20) == 0 {
                race.sim.fuzzed(rng.below(40) as u32);
            }
        }
        let (all, step) = (race.spent.iter().sum::<u64>(), dearest.iter().max().unwrap());
        let parts: u64 = arms.iter().map(|a| a.parts).sum();
        let credits: u64 = arms.iter().map(|a| a.credit + a.reward + a.blocks).sum();
        for (i, arm) in arms.iter().enumerate() {
            // The last step may be more than was needed.
            let bound = parts * (needs[i] + step).div_ceil(arm.parts) + credits + arm.from + (k as u64 - 1) * (TURN + step);
            assert!(all <= bound, "seed {seed}, arm {i}: {all} > {bound}");
        }
    }
}

#[test]
fn without_credit_all_get_the_same() {
    let p = program();
    let mut race = Race::new(&p, &[Arm::new("a"), Arm::new("b"), Arm::new("c")]);
    // However much a step of each costs.
    for _ in 0..20_000 {
        race.step(|arm| [10, 100, 1000][arm]);
    }
    let (least, most) = (race.spent.iter().min().unwrap(), race.spent.iter().max().unwrap());
    assert!(most - least <= TURN + 1000, "{:?}", race.spent);
}

#[test]
fn credit_is_spent_ahead_and_a_trail_brings_more_once() {
    let p = program();
    let arms = [Arm::new("a"), Arm { credit: 1_000_000, reward: 2_000_000, ..Arm::new("b") }];
    let mut race = Race::new(&p, &arms);
    let others = |race: &mut Race<'_>, until: u64| {
        while race.spent[1] < until {
            race.step(|_| 100);
        }
        race.spent[0]
    };
    let first = others(&mut race, 1_000_000);
    assert!(first <= 1_000_000 / LEAD + 2 * TURN, "{first}");
    // It is its turn: the last step was its own.
    let before = race.spent[0];
    race.sim.passed(LONG - 1);
    let equal = others(&mut race, 1_100_000) - before;
    assert!(equal >= 80_000, "a short one brings nothing: {equal}");
    race.sim.passed(LONG);
    race.sim.passed(LONG);
    let second = others(&mut race, 3_100_000) - before - equal;
    assert!(second <= 2_000_000 / LEAD + 2 * TURN, "{second}");
    let third = others(&mut race, 3_600_000) - before - equal - second;
    assert!(third >= 480_000, "{third}");
}

#[test]
fn new_blocks_bring_credit_up_to_a_limit() {
    let p = program();
    let arms = [Arm::new("a"), Arm { block: 1_000, blocks: 600_000, ..Arm::new("b") }];
    let mut race = Race::new(&p, &arms);
    // So long must the first arm wait while the second one spends as much.
    let waits = |race: &mut Race<'_>, fresh: u32, spends: u64| {
        while race.step(|_| 100) != 1 {}
        let (first, until) = (race.spent[0], race.spent[1] + spends);
        race.sim.fuzzed(fresh);
        while race.spent[1] < until {
            race.step(|_| 100);
        }
        race.spent[0] - first
    };
    let none = waits(&mut race, 0, 400_000);
    assert!(none + 2 * TURN >= 400_000, "nothing new brings nothing: {none}");
    let some = waits(&mut race, 400, 400_000);
    assert!(some <= 400_000 / LEAD + 2 * TURN, "{some}");
    let rest = waits(&mut race, 4_000, 400_000);
    assert!((190_000..=200_000 + 200_000 / LEAD + 2 * TURN).contains(&rest), "only 200 blocks more count: {rest}");
    let none = waits(&mut race, 4_000, 400_000);
    assert!(none + 2 * TURN >= 400_000, "{none}");
}

#[test]
fn who_has_nothing_to_do_is_passed_over_and_who_waits_comes_later() {
    let p = program();
    let arms = [
        Arm::new("idle"),
        Arm::new("a"),
        Arm { from: 10_000, ..Arm::new("b") },
        Arm { takes_part: |_, _| false, ..Arm::new("c") },
    ];
    let mut made = 0;
    let portfolio = Portfolio::new(&arms, |arm| {
        made += 1;
        if arm.name == "idle" { Box::new(Idle) } else { Box::new(Numbered(made)) as Box<dyn Strategy> }
    });
    let mut sim = Sim::with(&p, Box::new(portfolio));
    sim.add(1, 0, 0, &[(0, 0)]);
    let mut picks = Vec::new();
    for _ in 0..400 {
        picks.push(sim.pick_steps().1);
        sim.ran(1, 0, 100, &[(0, 0)]);
    }
    assert!(picks[..100].iter().all(|a| *a == 2) && picks[100..].contains(&3), "{picks:?}");
    assert!(picks.iter().all(|a| [2, 3].contains(a)), "{picks:?}");
    let mut race = Race::new(&p, &[Arm::new("a"), Arm { from: 1_000_000, ..Arm::new("b") }]);
    while race.spent.iter().sum::<u64>() < 2_000_000 {
        race.step(|_| 100);
    }
    // What the first has spent before the second came is nothing that the second could claim.
    assert!(race.spent[0] + race.spent[1] >= 2_000_000 && race.spent[1].abs_diff(500_000) <= TURN + 100, "{:?}", race.spent);
    let mut sim = Sim::with(&p, Box::new(Portfolio::new(&arms[..1], |_| Box::new(Idle))));
    sim.add(1, 0, 0, &[(0, 0)]);
    assert_eq!(sim.pick(), 0, "nobody has anything to do");
}

#[test]
fn where_states_are_many_who_waits_for_them_comes_sooner() {
    let p = program();
    let arms = [Arm::new("a"), Arm { from: 1_000_000, crowd: 50, ..Arm::new("b") }];
    let mut race = Race::new(&p, &arms);
    // The first state is there.
    for id in 2..50 {
        race.sim.add(id, 1, 0, &[(0, 0)]);
    }
    for _ in 0..1_000 {
        race.step(|_| 100);
    }
    assert_eq!(race.spent[1], 0);
    race.sim.add(50, 1, 0, &[(0, 0)]);
    for _ in 0..1_000 {
        race.step(|_| 100);
    }
    // It had nothing to catch up with.
    assert!(race.spent[1].abs_diff(50_000) <= TURN + 100, "{:?}", race.spent);
}
