//! The table of what is fixed in the model, in docs/environment.md, is the one that the kernel model works by.

use std::path::Path;

const BEGIN: &str = "<!-- made from crates/posix/kernel/assumed.h: UPDATE_DOCS=1 cargo test -p homing-posix --test assumed -->\n";
const END: &str = "<!-- end -->";

#[test]
fn the_manual_lists_what_is_fixed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/environment.md");
    let text = std::fs::read_to_string(&path).expect("the manual is there");
    let (before, rest) = text.split_once(BEGIN).expect("the table has a beginning");
    let (inside, after) = rest.split_once(END).expect("the table has an end");
    let wanted = homing_posix::table();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{wanted}{END}{after}")).expect("the manual can be written");
        return;
    }
    assert_eq!(inside, wanted, "the table is out of date: run this test with UPDATE_DOCS=1");
}

#[test]
fn every_line_of_the_list_is_complete() {
    let all = homing_posix::assumptions();
    assert!(all.len() > 20, "{}", all.len());
    for a in &all {
        assert!(![&a.name, &a.place, &a.value, &a.loss].iter().any(|t| t.is_empty() || t.contains('|')), "{a:?}");
        assert_eq!(all.iter().filter(|b| b.loss == a.loss).count(), 1, "{a:?}");
    }
}
