//! Verdicts in SARIF: valid, within GitHub's limits, and nothing of the original lost.

mod schema;

use homing_report::{Input, Replay, Step, Test};
use homing_triage::{Listing, Outcome, Start, Verdict, read, sarif};
use schema::faults;
use serde_json::{Value, json};

fn outcome(verdict: Verdict) -> Outcome {
    let step = |line| Step { function: "f".into(), file: "/here/src/a b.c".into(), line, times: u64::from(line) };
    let input = Input { name: "x".into(), value: "7".into(), ..Input::default() };
    let test = Test {
        file: Some("test000001.ktest".into()),
        inputs: vec![input],
        path: vec![step(1), step(3), step(0)],
        ..Test::default()
    };
    let seen = matches!(verdict, Verdict::Confirmed | Verdict::Reachable);
    Outcome {
        verdict,
        why: "because".into(),
        help: vec!["more time".into()],
        start: Some(Start { entry: "main".into(), lazy: false }),
        replay: seen.then(|| Replay { by: "native".into(), why: None }),
        test: seen.then_some(test),
        error: None,
        folder: Some("out/run001".into()),
    }
}

fn original() -> Value {
    let result = |i: u32| {
        json!({
            "ruleId": "r", "level": "error", "guid": format!("00000000-0000-4000-8000-00000000000{i}"), "rank": 4.5,
            "fingerprints": { "a/v1": format!("{i}") }, "partialFingerprints": { "primaryLocationLineHash": "39fa2ee980eb94b0:1" },
            "message": { "text": "m" }, "properties": { "own": 1 },
            "locations": [{ "physicalLocation": { "artifactLocation": { "uri": "src/a.c" }, "region": { "startLine": i } } }],
            "codeFlows": [{ "threadFlows": [{ "locations": [{ "location": { "message": { "text": "old" } } }] }] }],
            "suppressions": [{ "kind": "external", "status": "rejected" }],
        })
    };
    json!({
        "version": "2.1.0", "$schema": "https://example.org/x.json", "properties": { "top": true },
        "runs": [
            { "tool": { "driver": { "name": "clang", "rules": [{ "id": "r" }] } }, "columnKind": "unicodeCodePoints",
              "results": [result(1), result(2), result(3), result(4), result(5)] },
            { "tool": { "driver": { "name": "empty" } } },
        ],
    })
}

fn written(document: &Value, verdicts: &[Option<Verdict>]) -> (Listing, Value) {
    let listing = read("r.sarif", document.to_string().as_bytes()).unwrap();
    let outcomes: Vec<Option<Outcome>> = verdicts.iter().map(|v| v.map(outcome)).collect();
    let out = sarif(std::slice::from_ref(&listing), &vec![outcomes.iter().map(Option::as_ref).collect()], "/here");
    (listing, out.document)
}

const ALL: [Option<Verdict>; 5] =
    [Some(Verdict::Confirmed), Some(Verdict::Reachable), Some(Verdict::Unknown), Some(Verdict::Refuted), None];

#[test]
fn verdicts_are_said_in_the_words_of_the_format() {
    let (_, out) = written(&original(), &ALL);
    assert_eq!(faults(&out), Vec::<String>::new());
    let results = out["runs"][0]["results"].as_array().unwrap();
    let said: Vec<(&str, &str, &str)> = results
        .iter()
        .map(|r| {
            let verdict = r["properties"]["homing"]["verdict"].as_str().unwrap_or("-");
            (verdict, r["kind"].as_str().unwrap_or("-"), r["level"].as_str().unwrap_or("-"))
        })
        .collect();
    assert_eq!(
        said,
        [
            ("confirmed", "fail", "error"),
            ("reachable", "-", "error"),
            ("unknown", "open", "none"),
            ("refuted", "pass", "none"),
            ("-", "-", "error")
        ]
    );
    assert_eq!(
        results[3]["suppressions"][1],
        json!({ "kind": "external", "status": "accepted", "justification": "Homing: because" })
    );
    assert_eq!(results[3]["properties"]["homing"]["level"], "error");
    assert_eq!(results[2]["properties"]["homing"]["help"], json!(["more time"]));
    let flow = &results[0]["codeFlows"][0]["threadFlows"][0];
    assert_eq!(flow["initialState"]["x"]["text"], "7");
    assert_eq!(flow["locations"].as_array().unwrap().len(), 2, "lines that are not known are no steps");
    assert_eq!(flow["locations"][0]["location"]["physicalLocation"]["artifactLocation"]["uri"], "src/a%20b.c");
    assert_eq!(results[0]["attachments"][0]["artifactLocation"]["uri"], "out/run001/test000001.ktest");
}

#[test]
fn nothing_of_the_original_is_lost() {
    let before = original();
    let (_, out) = written(&before, &ALL);
    assert_eq!(out["properties"], before["properties"]);
    assert_eq!(out["runs"].as_array().unwrap().len(), 2);
    assert_eq!(out["runs"][0]["columnKind"], before["runs"][0]["columnKind"]);
    for i in 0..5 {
        let (old, new) = (&before["runs"][0]["results"][i], &out["runs"][0]["results"][i]);
        for kept in ["ruleId", "guid", "rank", "fingerprints", "partialFingerprints", "message", "locations"] {
            assert_eq!(old[kept], new[kept], "{kept} of result {i}");
        }
        assert_eq!(new["properties"]["own"], 1);
        assert_eq!(old["codeFlows"][0], *new["codeFlows"].as_array().unwrap().last().unwrap());
        assert_eq!(old["suppressions"][0], new["suppressions"][0]);
    }
    assert_eq!(before["runs"][0]["results"][4], out["runs"][0]["results"][4], "what was not asked about is as it was");
}

#[test]
fn what_was_written_can_be_read_and_triaged_again() {
    let (_, out) = written(&original(), &ALL);
    let again = read("again", out.to_string().as_bytes()).unwrap();
    let left: Vec<bool> = again.warnings.iter().map(|w| w.left_out.is_some()).collect();
    assert_eq!(left, [false, false, false, true, false], "a refuted one is settled");
    let (_, twice) = written(&out, &ALL);
    assert_eq!(faults(&twice), Vec::<String>::new());
}

#[test]
fn other_forms_become_a_run_of_their_tool() {
    let text = r#"<results version="2"><errors>
        <error id="nullPointer" severity="warning" msg="m"><location file="src/a.c" line="5" column="2"/><location file="src/a.c" line="2"/></error>
        <error id="odd" severity="error" msg="n"/></errors></results>"#;
    let listing = read("r.xml", text.as_bytes()).unwrap();
    let confirmed = outcome(Verdict::Confirmed);
    let out = sarif(&[listing], &vec![vec![Some(&confirmed), None]], "/here").document;
    assert_eq!(faults(&out), Vec::<String>::new());
    let run = &out["runs"][0];
    assert_eq!(
        (run["tool"]["driver"]["name"].as_str(), run["results"][0]["ruleId"].as_str()),
        (Some("Cppcheck"), Some("nullPointer"))
    );
    assert_eq!(run["results"][0]["locations"][0]["physicalLocation"]["region"], json!({ "startLine": 5, "startColumn": 2 }));
    assert_eq!(run["results"][0]["codeFlows"].as_array().unwrap().len(), 2, "the run's way, and the tool's");
}

#[test]
fn github_takes_it() {
    let results: Vec<Value> = (0..30_000).map(|i| json!({ "message": { "text": format!("{i}") } })).collect();
    let document = json!({ "version": "2.1.0", "runs": [{ "tool": { "driver": { "name": "t" } }, "results": results }] });
    let mut long = outcome(Verdict::Confirmed);
    let step = Step { function: "f".into(), file: "/here/a.c".into(), line: 1, times: 1 };
    long.test.as_mut().unwrap().path = vec![step; 30_000];
    let listing = read("r", document.to_string().as_bytes()).unwrap();
    let mut outcomes = vec![None; 30_000];
    outcomes[0] = Some(&long);
    let out = sarif(&[listing], &vec![outcomes], "/here").document;
    let runs = out["runs"].as_array().unwrap();
    let sizes: Vec<usize> = runs.iter().map(|r| r["results"].as_array().unwrap().len()).collect();
    assert_eq!(sizes, [25_000, 5_000]);
    assert_ne!(runs[0]["automationDetails"]["id"], runs[1]["automationDetails"]["id"]);
    assert_eq!(runs[0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap().len(), 10_000);
    let many: Vec<Value> = (0..21).map(|_| json!({ "tool": { "driver": { "name": "t" } }, "results": [] })).collect();
    let listing = read("r", json!({ "version": "2.1.0", "runs": many }).to_string().as_bytes()).unwrap();
    assert!(sarif(&[listing], &vec![vec![]], "/").notes[0].contains("21 runs"));
}

#[test]
fn the_check_of_the_format_sees_faults() {
    let good = written(&original(), &ALL).1;
    let spoil = |change: &dyn Fn(&mut Value)| {
        let mut bad = good.clone();
        change(&mut bad);
        !faults(&bad).is_empty()
    };
    assert!(spoil(&|d| d["version"] = "2.0.0".into()));
    assert!(spoil(&|d| d["runs"][0]["tool"] = json!({})));
    assert!(spoil(&|d| d["runs"][0]["results"][0]["message"] = json!({})));
    assert!(spoil(&|d| d["runs"][0]["results"][2]["level"] = "error".into()));
    assert!(spoil(&|d| d["runs"][0]["results"][0]["kind"] = "bad".into()));
    assert!(spoil(&|d| d["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"] = json!([])));
    assert!(spoil(&|d| d["runs"][0]["results"][3]["suppressions"][1]["kind"] = "odd".into()));
    assert!(spoil(&|d| d["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0.into()));
    assert!(spoil(&|d| d["runs"][0]["results"][0]["verdict"] = "x".into()), "a property that the format does not have");
}
