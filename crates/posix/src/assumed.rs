//! What is fixed in the model and not in the world: the list that the kernel model counts losses by, for people to read.

/// The list as the kernel model has it.
const LIST: &str = include_str!("../kernel/assumed.h");

/// When the loss is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// When the program asks.
    Call,
    /// When a branch or an address on the path depends on the value.
    Use,
}

/// One thing that is fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    pub name: String,
    pub when: When,
    /// Where a program meets it.
    pub place: String,
    /// What the model has.
    pub value: String,
    /// The text of the loss.
    pub loss: String,
}

/// Every assumption, in the order of the list.
pub fn assumptions() -> Vec<Assumption> {
    LIST.lines().filter_map(|l| l.strip_prefix("ASSUMED(")).map(one).collect()
}

fn one(line: &str) -> Assumption {
    let mut words = line.split(',');
    let name = words.next().unwrap_or_default().trim().to_string();
    let when = if words.next().is_some_and(|w| w.trim() == "AT_USE") { When::Use } else { When::Call };
    let mut texts = line.split('"').skip(1).step_by(2).map(str::to_string);
    let mut text = || texts.next().unwrap_or_default();
    Assumption { name, when, place: text(), value: text(), loss: text() }
}

/// The list as a table of Markdown.
pub fn table() -> String {
    let mut out = String::from("| a program meets it by | the model has | the loss says | counted when |\n|---|---|---|---|\n");
    for a in assumptions() {
        let when = match a.when {
            When::Call => "asked",
            When::Use => "a path depends on it",
        };
        out.push_str(&format!("| {} | {} | {} | {when} |\n", a.place, a.value, a.loss));
    }
    out
}
