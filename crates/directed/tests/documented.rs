//! docs/auto.md is what the code does.

use homing_directed::{ARMS, LEAD, LONG, OPENING, SOON, TRAIL, TURN};

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
        let numbers = [arm.parts, arm.from, arm.credit, arm.reward].map(number).join(" | ");
        let begin = format!("| `{}` | {numbers} | ", arm.name);
        assert!(row.starts_with(&begin), "{row}\n{begin}");
    }
}

#[test]
fn the_constants_are_those_of_the_code() {
    for (name, value) in [("TURN", TURN), ("LEAD", LEAD), ("LONG", LONG), ("OPENING", OPENING), ("TRAIL", TRAIL), ("SOON", SOON)]
    {
        assert!(PAGE.contains(&format!("| `{name}` | {} | ", number(value))), "{name}");
    }
    let parts: u64 = ARMS.iter().map(|a| a.parts).sum();
    assert!(PAGE.contains(&format!("the sum of all parts ({parts})")) && PAGE.contains(&format!("at most {parts} times")));
    let credits: u64 = ARMS.iter().map(|a| a.credit + a.reward).sum();
    assert!(PAGE.contains(&format!("about {} for", number(credits))));
    assert!(PAGE.contains(&format!("only a {LEAD}th")) && PAGE.contains(&format!("has spent {},", number(TURN))));
}
