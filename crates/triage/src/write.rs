//! Writing verdicts back, as SARIF 2.1.0. Nothing that a result had is lost: what changes is its kind, what it is suppressed by, and the way to it.

use homing_report::{Step, Test};
use serde_json::{Map, Value, json};

use crate::outcome::{Outcome, Verdict};
use crate::warning::{Listing, Spot, Warning};

/// What GitHub takes: results of a run, runs of a file, steps of a way.
const RESULTS: usize = 25_000;
const RUNS: usize = 20;
const STEPS: usize = 10_000;

/// A document, and what the user should know about it.
pub struct Written {
    pub document: Value,
    pub notes: Vec<String>,
}

/// What is said about each warning of each listing; `None`: it was not asked about.
pub type Outcomes<'a> = Vec<Vec<Option<&'a Outcome>>>;

/// All reports as one document. `here`: files below that folder are named relative to it.
pub fn sarif(listings: &[Listing], outcomes: &Outcomes<'_>, here: &str) -> Written {
    let namer = Namer { here: format!("{}/", here.trim_end_matches('/')) };
    let mut top = Map::new();
    let mut runs = Vec::new();
    for (listing, outcomes) in listings.iter().zip(outcomes) {
        match &listing.document {
            Some(document) => {
                let own = document.as_object().into_iter().flatten().filter(|(k, _)| *k != "runs");
                own.for_each(|(k, v)| {
                    top.entry(k.clone()).or_insert_with(|| v.clone());
                });
                runs.extend(annotated(document, &listing.warnings, outcomes, &namer));
            }
            None => runs.push(converted(&listing.warnings, outcomes, &namer)),
        }
    }
    let runs: Vec<Value> = runs.into_iter().flat_map(parts).collect();
    let mut notes = Vec::new();
    if runs.len() > RUNS {
        notes.push(format!("the written SARIF has {} runs; GitHub takes {RUNS} in a file", runs.len()));
    }
    top.insert("$schema".into(), "https://json.schemastore.org/sarif-2.1.0.json".into());
    top.insert("version".into(), "2.1.0".into());
    top.insert("runs".into(), runs.into());
    Written { document: Value::Object(top), notes }
}

/// The runs of a document, with what was found out.
fn annotated(document: &Value, warnings: &[Warning], outcomes: &[Option<&Outcome>], namer: &Namer) -> Vec<Value> {
    let mut runs = document["runs"].as_array().cloned().unwrap_or_default();
    for (warning, outcome) in warnings.iter().zip(outcomes) {
        let Some((run, result)) = warning.origin else { continue };
        if let (Some(outcome), Some(Value::Object(result))) = (outcome, runs[run]["results"].get_mut(result)) {
            annotate(result, outcome, warning, namer);
        }
    }
    runs
}

/// A run made from warnings that were written in another form.
fn converted(warnings: &[Warning], outcomes: &[Option<&Outcome>], namer: &Namer) -> Value {
    let mut rules: Vec<&str> = warnings.iter().map(|w| w.rule.as_str()).filter(|r| !r.is_empty()).collect();
    rules.sort_unstable();
    rules.dedup();
    let tool = warnings.first().map_or("unknown tool", |w| w.tool.as_str());
    let results: Vec<Value> = warnings
        .iter()
        .zip(outcomes)
        .map(|(w, outcome)| {
            let mut result = Map::new();
            if !w.rule.is_empty() {
                result.insert("ruleId".into(), w.rule.clone().into());
            }
            result.insert("level".into(), w.level.clone().into());
            result.insert("message".into(), json!({ "text": w.message }));
            let location = w.spot.as_ref().map(|s| namer.location(&s.file, s.line, s.column, ""));
            result.insert("locations".into(), location.into_iter().collect());
            if w.steps.len() > 1 {
                result.insert("codeFlows".into(), json!([{ "threadFlows": [{ "locations": told(&w.steps, namer) }] }]));
            }
            if let Some(outcome) = outcome {
                annotate(&mut result, outcome, w, namer);
            }
            Value::Object(result)
        })
        .collect();
    let rules: Vec<Value> = rules.iter().map(|r| json!({ "id": r })).collect();
    json!({ "tool": { "driver": { "name": tool, "rules": rules } }, "results": results })
}

fn told(steps: &[Spot], namer: &Namer) -> Vec<Value> {
    steps.iter().map(|s| json!({ "location": namer.location(&s.file, s.line, s.column, &s.says) })).collect()
}

fn annotate(result: &mut Map<String, Value>, outcome: &Outcome, warning: &Warning, namer: &Namer) {
    let mut told = Map::new();
    told.insert("verdict".into(), outcome.verdict.name().into());
    told.insert("why".into(), outcome.why.clone().into());
    if let Some(start) = &outcome.start {
        told.insert("entry".into(), start.entry.clone().into());
        told.insert("lazy".into(), start.lazy.into());
    }
    if !outcome.help.is_empty() {
        told.insert("help".into(), outcome.help.clone().into());
    }
    match outcome.verdict {
        Verdict::Confirmed => {
            // Of a kind other than `fail`, a level is forbidden that says how bad it is.
            if result.get("kind").and_then(Value::as_str).is_some_and(|k| k != "fail") {
                result.insert("level".into(), "warning".into());
            }
            result.insert("kind".into(), "fail".into());
        }
        Verdict::Reachable => {}
        Verdict::Unknown | Verdict::Refuted => {
            told.insert("level".into(), warning.level.clone().into());
            result.insert("level".into(), "none".into());
            result.insert("kind".into(), if outcome.verdict == Verdict::Refuted { "pass" } else { "open" }.into());
        }
    }
    if outcome.verdict == Verdict::Refuted {
        let reason = json!({ "kind": "external", "status": "accepted", "justification": format!("Homing: {}", outcome.why) });
        push(result, "suppressions", reason, false);
    }
    if let Some(test) = &outcome.test {
        told.insert("replay".into(), outcome.replay.as_ref().map_or(Value::Null, |r| r.by.clone().into()));
        let inputs: Map<String, Value> = test.inputs.iter().map(|i| (i.name.clone(), i.value.clone().into())).collect();
        told.insert("inputs".into(), Value::Object(inputs));
        push(result, "codeFlows", flow(test, outcome, namer), true);
        if let Some(file) = test.file.as_ref().map(|f| outcome.folder.as_ref().map_or_else(|| f.clone(), |d| format!("{d}/{f}")))
        {
            told.insert("test".into(), file.clone().into());
            let text = "input that leads there, for homing replay";
            let attachment = json!({ "description": { "text": text }, "artifactLocation": { "uri": encoded(&file) } });
            push(result, "attachments", attachment, false);
        }
    }
    let properties = result.entry("properties").or_insert_with(|| json!({}));
    if !properties.is_object() {
        *properties = json!({});
    }
    properties["homing"] = Value::Object(told);
}

/// Adds to a list that may be missing.
fn push(result: &mut Map<String, Value>, list: &str, value: Value, first: bool) {
    let slot = result.entry(list).or_insert_with(|| json!([]));
    match slot {
        Value::Array(values) if first => values.insert(0, value),
        Value::Array(values) => values.push(value),
        other => *other = json!([value]),
    }
}

/// The path of a run, with the input as its initial state.
fn flow(test: &Test, outcome: &Outcome, namer: &Namer) -> Value {
    let mut steps: Vec<&Step> = test.path.iter().filter(|s| s.line > 0).collect();
    if steps.len() > STEPS {
        steps.drain(STEPS / 2..steps.len() - STEPS / 2);
    }
    let last = steps.len().saturating_sub(1);
    let locations: Vec<Value> = steps
        .iter()
        .enumerate()
        .map(|(i, s)| {
            let says = match (i == last, s.times) {
                (true, _) => outcome.why.clone(),
                (false, 0 | 1) => format!("in {}", s.function),
                (false, n) => format!("in {}, {n} times in a row", s.function),
            };
            let importance = if i == last { "essential" } else { "important" };
            json!({ "location": namer.location(&s.file, s.line, 0, &says), "executionOrder": i + 1, "importance": importance })
        })
        .collect();
    let state: Map<String, Value> = test.inputs.iter().map(|i| (i.name.clone(), json!({ "text": i.value }))).collect();
    let mut thread = Map::new();
    if !state.is_empty() {
        thread.insert("initialState".into(), Value::Object(state));
    }
    // A flow without a step is none: one that is not known in lines ends where the warning is.
    let at = outcome.error.as_ref().map(|e| json!({ "location": namer.location(&e.place.file, e.place.line, 0, &outcome.why) }));
    let locations = if locations.is_empty() { at.into_iter().collect() } else { locations };
    let locations =
        if locations.is_empty() { vec![json!({ "location": { "message": { "text": outcome.why } } })] } else { locations };
    thread.insert("locations".into(), locations.into());
    json!({ "message": { "text": format!("Homing: {}", outcome.why) }, "threadFlows": [thread] })
}

/// A run in pieces that are not too large.
fn parts(mut run: Value) -> Vec<Value> {
    let many = run["results"].as_array().is_some_and(|r| r.len() > RESULTS);
    let Some(Value::Array(results)) = run.get_mut("results").filter(|_| many).map(Value::take) else { return vec![run] };
    let id = run["automationDetails"]["id"].as_str().unwrap_or("homing").trim_end_matches('/').to_string();
    let part = |(i, piece): (usize, &[Value])| {
        let mut part = run.clone();
        part["results"] = piece.to_vec().into();
        let mut details = Map::new();
        details.insert("id".into(), format!("{id}/part{}", i + 1).into());
        part["automationDetails"] = Value::Object(details);
        part
    };
    results.chunks(RESULTS).enumerate().map(part).collect()
}

/// Names files.
struct Namer {
    here: String,
}

impl Namer {
    fn location(&self, file: &str, line: u32, column: u32, says: &str) -> Value {
        let uri = match file.strip_prefix(&self.here) {
            Some(rest) => encoded(rest),
            None if file.starts_with('/') => format!("file://{}", encoded(file)),
            None => encoded(file),
        };
        let mut place = json!({ "artifactLocation": { "uri": uri } });
        if line > 0 {
            place["region"] = json!({ "startLine": line });
        }
        if line > 0 && column > 0 {
            place["region"]["startColumn"] = column.into();
        }
        let mut location = json!({ "physicalLocation": place });
        if !says.is_empty() {
            location["message"] = json!({ "text": says });
        }
        location
    }
}

/// A path as a part of an address.
fn encoded(path: &str) -> String {
    let mut out = String::new();
    for b in path.bytes() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => out.push(b as char),
            _ => out.push_str(&format!("%{b:02X}")),
        }
    }
    out
}
