//! docs/auto.md is what the code does.

use homing_directed::{ARMS, BLOCK, BLOCKS, CROWD, FIRST_RUNS, LATE, LEAD, LONG, OPENING, SOON, TRAIL, TURN, WIDE};

const PAGE: &str = include_str!("../../../docs/auto.md");

/// With commas between thousands, as prose has it.
fn number(n: u64) -> String {
    let digits = n.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|c| std::str::from_utf8(c).unwrap()).collect();
    groups.join(",")
}

#[test]
fn the_table_of_arms_is_that_of_the_code() {
    let head = PAGE.lines().position(|l| l.starts_with("| arm |")).unwrap();
    let rows: Vec<&str> = PAGE.lines().skip(head + 2).take_while(|l| l.starts_with('|')).collect();
    assert_eq!(rows.len(), ARMS.len());
    for (row, arm) in rows.iter().zip(ARMS) {
        let numbers = [arm.parts, arm.from, arm.credit, arm.reward, arm.blocks].map(number).join(" | ");
        let begin = format!("| `{}` | {numbers} | ", arm.name);
        assert!(row.starts_with(&begin), "{row}\n{begin}");
    }
}

#[test]
fn the_constants_are_those_of_the_code() {
    let constants = [
        ("TURN", TURN),
        ("LEAD", LEAD),
        ("LONG", LONG),
        ("OPENING", OPENING),
        ("TRAIL", TRAIL),
        ("WIDE", WIDE),
        ("SOON", SOON),
        ("LATE", LATE),
        ("CROWD", CROWD as u64),
        ("FIRST_RUNS", FIRST_RUNS),
        ("BLOCK", BLOCK),
        ("BLOCKS", BLOCKS),
    ];
    for (name, value) in constants {
        assert!(PAGE.contains(&format!("| `{name}` | {} | ", number(value))), "{name}");
    }
    let parts: u64 = ARMS.iter().map(|a| a.parts).sum();
    assert!(PAGE.contains(&format!("the sum of all parts ({parts})")) && PAGE.contains(&format!("at most {parts} times")));
    let credits = |all: bool| ARMS.iter().filter(|a| all || a.from < LATE).map(|a| a.credit + a.reward + a.blocks).sum();
    assert!(PAGE.contains(&format!("about {} for credits", number(credits(false)))));
    assert!(PAGE.contains(&format!("{} with those of fuzzing", number(credits(true)))));
    assert!(PAGE.contains(&format!("only a {LEAD}th")) && PAGE.contains(&format!("has spent {},", number(TURN))));
}
