//! The suite's programs under settings that must not change a verdict.

use std::path::Path;

use homing_oracles::program::headers;
use homing_oracles::settings::{SWITCHES, Setting, settings};
use homing_oracles::suite::{Answer, Case, Compiled, directives};
use homing_oracles::workers::share;
use homing_testkit::TempDir;

/// All switches, and three of the strategies, other ones for the next program.
fn turn(settings: &[Setting], n: usize) -> impl Iterator<Item = &Setting> {
    let (switches, strategies) = settings.split_at(SWITCHES);
    switches.iter().chain((0..3).map(move |k| &strategies[(3 * n + k) % strategies.len()]))
}

#[test]
fn no_setting_changes_a_verdict() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let (all, left_out) = directives(&root);
    let count = all.iter().map(Vec::len).sum::<usize>();
    assert!(count > 150, "only {count} directives");
    assert!(left_out * 10 < count, "{left_out} directives are not understood");
    let settings = settings(false);
    let results = share(all.len() as u64, |next| {
        let dir = TempDir::new("suite");
        let include = headers(&dir);
        let mut out = Vec::new();
        while let Some(n) = next() {
            let mut compiled = Compiled::default();
            for d in &all[n as usize] {
                let said = |what: &str, how: &str| format!("{}: {} [{how}]: {what}", d.file.display(), d.text);
                let case = match Case::new(&dir, &include, d, &mut compiled) {
                    Ok(case) => case,
                    Err(e) => {
                        out.push((n, Err(said(&e, "compiling"))));
                        continue;
                    }
                };
                for s in turn(&settings, n as usize) {
                    out.push(match case.run(s.promote, &s.config) {
                        Answer::Right => (n, Ok(None)),
                        Answer::Unknown(why) => (n, Ok(Some(said(&why, &s.name)))),
                        Answer::Wrong(why) => (n, Err(said(&why, &s.name))),
                    });
                }
            }
        }
        out
    });
    let wrong: Vec<&String> = results.iter().filter_map(|r| r.1.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} wrong verdicts:\n{wrong:#?}", wrong.len());
    let unknown: Vec<&String> = results.iter().filter_map(|r| r.1.as_ref().ok()?.as_ref()).collect();
    assert!(unknown.len() * 25 < results.len(), "{} of {} runs are undecided:\n{unknown:#?}", unknown.len(), results.len());
}
