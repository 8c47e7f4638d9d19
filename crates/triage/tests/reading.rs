//! Reports of many tools, whole and broken.

use homing_ir::ErrorKind;
use homing_triage::{Listing, Warning, read};
use serde_json::{Value, json};

fn of(document: &Value) -> Vec<Warning> {
    read("r", document.to_string().as_bytes()).expect("a report").warnings
}

fn document(tool: &str, results: Value) -> Value {
    json!({ "version": "2.1.0", "runs": [{ "tool": { "driver": { "name": tool } }, "results": results }] })
}

fn at(uri: &str, line: u32) -> Value {
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri }, "region": { "startLine": line } } })
}

#[test]
fn clang_names_files_and_ways() {
    let flow = json!([{ "threadFlows": [{ "locations": [{ "location": at("file:///p/a.c", 3) }, { "location": at("file:///p/a.c", 9) }] }] }]);
    let result = json!({
        "ruleId": "core.NullDereference", "ruleIndex": 0, "level": "warning", "codeFlows": flow,
        "message": { "text": "Dereference of null pointer" }, "locations": [at("file:///p/a.c", 9)],
    });
    let warnings = of(&document("clang", json!([result])));
    assert_eq!(warnings[0].place(), "/p/a.c:9");
    assert_eq!(warnings[0].kinds, [ErrorKind::Null]);
    assert_eq!(warnings[0].steps.iter().map(|s| s.line).collect::<Vec<_>>(), [3, 9]);
    assert_eq!((warnings[0].tool.as_str(), warnings[0].origin), ("clang", Some((0, 0))));
}

#[test]
fn gcc_names_folders_apart_and_weaknesses_as_taxa() {
    let mut document = document(
        "GNU C17",
        json!([{
            "ruleId": "-Wanalyzer-double-free", "level": "warning", "message": { "text": "double-'free' of 'p'" },
            "taxa": [{ "id": "415", "toolComponent": { "name": "cwe" } }],
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": "src/a.c", "uriBaseId": "PWD" }, "region": { "startLine": 4, "endLine": 5 } } }],
        }]),
    );
    document["runs"][0]["originalUriBaseIds"] = json!({ "PWD": { "uri": "file:///home/u/p/" } });
    let warnings = of(&document);
    assert_eq!(warnings[0].place(), "/home/u/p/src/a.c:4");
    assert_eq!(warnings[0].spot.as_ref().unwrap().end_line, 5);
    assert_eq!(warnings[0].kinds, [ErrorKind::DoubleFree]);
}

#[test]
fn codeql_refers_to_rules_of_packs() {
    let mut document = document(
        "CodeQL",
        json!([{
            "rule": { "id": "cpp/x", "index": 1, "toolComponent": { "index": 0 } },
            "message": { "id": "default", "arguments": ["here"] },
            "locations": [{ "physicalLocation": { "artifactLocation": { "uri": "a.c", "uriBaseId": "%SRCROOT%", "index": 0 },
                "region": { "startLine": 2, "startColumn": 7 } } }],
            "codeFlows": [{ "threadFlows": [{ "locations": [{ "index": 0 }] }] }, { "threadFlows": [] }],
        }]),
    );
    document["runs"][0]["threadFlowLocations"] = json!([{ "location": at("a.c", 1) }]);
    document["runs"][0]["tool"]["extensions"] = json!([{ "name": "pack", "rules": [
        { "id": "cpp/y" },
        { "id": "cpp/x", "messageStrings": { "default": { "text": "freed {0}" } }, "defaultConfiguration": { "level": "error" },
          "properties": { "tags": ["security", "external/cwe/cwe-416"] } },
    ] }]);
    let warnings = of(&document);
    let w = &warnings[0];
    assert_eq!((w.rule.as_str(), w.message.as_str(), w.level.as_str()), ("cpp/x", "freed here", "error"));
    assert_eq!((w.kinds.as_slice(), w.place().as_str(), w.steps.len()), (&[ErrorKind::UseAfterFree][..], "a.c:2", 1));
}

#[test]
fn unknown_tools_ask_for_the_line_or_are_told_by_their_words() {
    let warnings = of(&document(
        "semgrep",
        json!([
            { "ruleId": "c.lang.x", "message": { "text": "suspicious" }, "locations": [at("a.c", 2)] },
            { "message": { "text": "possible division by zero" }, "locations": [at("a.c", 3)] },
            { "message": { "markdown": "**odd**" }, "locations": [{ "message": { "text": "no file" } }, at("a.c", 4)] },
        ]),
    ));
    assert!(warnings[0].kinds.is_empty() && warnings[0].problem.is_none());
    assert_eq!(warnings[1].kinds, [ErrorKind::DivisionByZero]);
    assert_eq!((warnings[2].message.as_str(), warnings[2].place().as_str()), ("**odd**", "a.c:4"));
}

#[test]
fn each_broken_result_says_what_is_wrong_with_it() {
    let warnings = of(&document(
        "t",
        json!([
            7,
            { "message": { "text": "m" } },
            { "message": { "text": "m" }, "locations": [{ "physicalLocation": { "artifactLocation": { "uri": "a.c" } } }] },
            { "message": { "text": "m" }, "locations": [{ "physicalLocation": { "artifactLocation": { "index": 9 }, "region": { "startLine": 1 } } }] },
            { "message": { "text": "m" }, "locations": [at("https://x/a.c", 1)] },
            { "message": { "text": "m" }, "locations": [{ "physicalLocation": { "artifactLocation": { "uri": "a.c" },
                "region": { "startLine": 99999999999u64 } } }] },
            { "message": null, "locations": "odd", "ruleId": 5, "codeFlows": {}, "taxa": 3, "suppressions": 1 },
            { "message": { "text": "good" }, "locations": [at("a.c", 1)] },
        ]),
    ));
    let told: Vec<&str> = warnings.iter().map(|w| w.problem.as_deref().unwrap_or("")).collect();
    assert_eq!(
        told,
        [
            "it is no object",
            "it has no location",
            "its location has no line",
            "its file is artifact 9, which the run does not have",
            "its file is not on this machine: https://x/a.c",
            "its location has no line",
            "it has no location",
            "",
        ]
    );
}

#[test]
fn results_that_are_settled_are_left_out() {
    let with = |field: &str, value: Value| {
        let mut result = json!({ "message": { "text": "m" }, "locations": [at("a.c", 1)] });
        result[field] = value;
        of(&document("t", json!([result])))[0].left_out.is_some()
    };
    assert!(with("kind", json!("pass")) && with("kind", json!("notApplicable")));
    assert!(with("baselineState", json!("absent")) && !with("baselineState", json!("unchanged")));
    assert!(with("suppressions", json!([{ "kind": "inSource" }])));
    assert!(with("suppressions", json!([{ "kind": "external", "status": "accepted" }])));
    assert!(!with("suppressions", json!([{ "kind": "external", "status": "underReview" }])));
    assert!(!with("suppressions", json!([])) && !with("kind", json!("fail")) && !with("kind", json!("review")));
}

#[test]
fn several_runs_and_runs_without_results() {
    let mut document = document("a", json!([{ "message": { "text": "m" }, "locations": [at("a.c", 1)] }]));
    let other = json!({ "tool": { "driver": { "name": "b" } }, "results": null });
    let third = json!({ "results": [{ "message": { "text": "m" }, "locations": [at("b.c", 1)] }] });
    document["runs"].as_array_mut().unwrap().extend([other, third]);
    let listing = read("r", document.to_string().as_bytes()).unwrap();
    let tools: Vec<&str> = listing.warnings.iter().map(|w| w.tool.as_str()).collect();
    assert_eq!((tools, listing.warnings[1].origin), (vec!["a", "unknown tool"], Some((2, 0))));
    assert_eq!(listing.notes, ["run 2 (b) has no results"]);
}

fn why(bytes: &[u8]) -> String {
    read("r", bytes).map(|l: Listing| l.warnings.len()).expect_err("it cannot be read")
}

#[test]
fn what_is_no_report_is_refused_with_a_reason() {
    assert!(why(b"").contains("empty") && why(b" \n").contains("empty"));
    assert!(why(b"{ \"version\": \"2.1.0\", \"runs\": [").contains("no JSON"));
    assert!(why(b"{}").contains("no `version`"));
    assert!(why(b"[1, 2]").contains("no `version`"));
    assert!(why(b"{ \"version\": \"2.1.0\" }").contains("`runs`"));
    assert!(why(b"{ \"version\": \"1.0.0\", \"runs\": [] }").contains("SARIF 1.0.0"));
    assert!(why(b"<results version=\"2\">").contains("no XML"));
    assert!(why(b"<html/>").contains("<html>"));
    assert!(why(b"<results><error/></results>").contains("version 1"));
    assert!(why(b"\xff\xfe\x00binary").contains("FILE:LINE"));
    // A document may begin with a mark of its encoding.
    assert!(read("r", "\u{feff}{ \"version\": \"2.1.0\", \"runs\": [] }".as_bytes()).is_ok());
    // So deep that a careless reader would fall.
    assert!(why(&b"[".repeat(200_000)).contains("no JSON"));
}

#[test]
fn cppcheck() {
    let text = r#"<?xml version="1.0"?><results version="2"><cppcheck version="2.10"/><errors>
      <error id="nullPointer" severity="warning" msg="Possible null pointer dereference: p" cwe="476">
        <location file="src/a.c" line="5" column="10" info="dereference"/><location file="src/a.c" line="2" info="Assignment 'p=0'"/>
      </error>
      <error id="variableScope" severity="style" msg="scope"><location file="src/a.c" line="1"/></error>
      <error id="toomanyconfigs" severity="information" msg="too many"/>
      <error id="x" severity="error" msg="m &amp; n"><location file="b.c"/></error>
    </errors></results>"#;
    let warnings = read("r", text.as_bytes()).unwrap().warnings;
    assert_eq!((warnings[0].place().as_str(), warnings[0].kinds.as_slice()), ("src/a.c:5", &[ErrorKind::Null][..]));
    assert_eq!(warnings[0].steps.iter().map(|s| s.line).collect::<Vec<_>>(), [2, 5]);
    assert_eq!((warnings[1].level.as_str(), warnings[1].kinds.len()), ("note", 0));
    assert!(warnings[2].left_out.is_some());
    assert_eq!((warnings[3].message.as_str(), warnings[3].problem.as_deref()), ("m & n", Some("its location has no line")));
}

#[test]
fn twenty_five_thousand_results() {
    let results: Vec<Value> =
        (0..25_000).map(|i| json!({ "message": { "text": "m" }, "locations": [at("a.c", i % 900 + 1)] })).collect();
    assert_eq!(of(&document("t", results.into())).len(), 25_000);
}
