//! What SARIF 2.1.0 asks for, as far as results go: names and types of properties, words that may be used, what must be there.

use serde_json::Value;

/// What is wrong with a document.
pub fn faults(document: &Value) -> Vec<String> {
    let mut out = Vec::new();
    let mut at = Checker { out: &mut out };
    at.object(document, "", &["version", "runs"], &["$schema", "version", "runs", "inlineExternalProperties", "properties"]);
    at.word(&document["version"], "version", &["2.1.0"]);
    at.each(&document["runs"], "runs", 0, run);
    out
}

struct Checker<'a> {
    out: &'a mut Vec<String>,
}

impl Checker<'_> {
    fn wrong(&mut self, at: &str, what: &str) {
        self.out.push(format!("{at}: {what}"));
    }

    fn object(&mut self, value: &Value, at: &str, must: &[&str], may: &[&str]) {
        let Some(object) = value.as_object() else { return self.wrong(at, "no object") };
        must.iter().filter(|m| !object.contains_key(**m)).for_each(|m| self.wrong(at, &format!("`{m}` is missing")));
        object.keys().filter(|k| !may.contains(&k.as_str())).for_each(|k| self.wrong(at, &format!("`{k}` is unknown")));
    }

    fn each(&mut self, value: &Value, at: &str, least: usize, check: fn(&mut Checker<'_>, &Value, &str)) {
        match value {
            Value::Null => {}
            Value::Array(list) => {
                if list.len() < least {
                    self.wrong(at, "too few");
                }
                list.iter().enumerate().for_each(|(i, v)| check(self, v, &format!("{at}[{i}]")));
            }
            _ => self.wrong(at, "no list"),
        }
    }

    fn word(&mut self, value: &Value, at: &str, words: &[&str]) {
        if !value.is_null() && !value.as_str().is_some_and(|w| words.contains(&w)) {
            self.wrong(at, &format!("{value} is none of {words:?}"));
        }
    }

    fn number(&mut self, value: &Value, at: &str, least: u64) {
        if !value.is_null() && value.as_u64().is_none_or(|n| n < least) {
            self.wrong(at, &format!("{value} is no number from {least} on"));
        }
    }

    fn text(&mut self, value: &Value, at: &str) {
        if !value.is_null() && !value.is_string() {
            self.wrong(at, "no text");
        }
    }
}

fn run(c: &mut Checker<'_>, run: &Value, at: &str) {
    let may = [
        "tool",
        "invocations",
        "conversion",
        "language",
        "versionControlProvenance",
        "originalUriBaseIds",
        "artifacts",
        "logicalLocations",
        "graphs",
        "results",
        "automationDetails",
        "runAggregates",
        "baselineGuid",
        "redactionTokens",
        "defaultEncoding",
        "newlineSequences",
        "columnKind",
        "externalPropertyFileReferences",
        "threadFlowLocations",
        "taxonomies",
        "addresses",
        "translations",
        "policies",
        "webRequests",
        "webResponses",
        "specialLocations",
        "properties",
        "defaultSourceLanguage",
    ];
    c.object(run, at, &["tool"], &may);
    c.object(&run["tool"], &format!("{at}.tool"), &["driver"], &["driver", "extensions", "properties"]);
    if !run["tool"]["driver"]["name"].is_string() {
        c.wrong(at, "the tool has no name");
    }
    c.text(&run["automationDetails"]["id"], &format!("{at}.automationDetails.id"));
    c.each(&run["results"], &format!("{at}.results"), 0, result);
}

fn result(c: &mut Checker<'_>, r: &Value, at: &str) {
    let may = [
        "ruleId",
        "ruleIndex",
        "rule",
        "kind",
        "level",
        "message",
        "analysisTarget",
        "locations",
        "guid",
        "correlationGuid",
        "occurrenceCount",
        "partialFingerprints",
        "fingerprints",
        "stacks",
        "codeFlows",
        "graphs",
        "graphTraversals",
        "relatedLocations",
        "suppressions",
        "baselineState",
        "rank",
        "attachments",
        "hostedViewerUri",
        "workItemUris",
        "provenance",
        "fixes",
        "taxa",
        "webRequest",
        "webResponse",
        "properties",
    ];
    c.object(r, at, &["message"], &may);
    c.word(&r["kind"], at, &["notApplicable", "pass", "fail", "review", "open", "informational"]);
    c.word(&r["level"], at, &["none", "note", "warning", "error"]);
    if r["kind"].as_str().is_some_and(|k| k != "fail") && r["level"].as_str().is_some_and(|l| l != "none") {
        c.wrong(at, "only failures have a level");
    }
    if r["message"]["text"].as_str().is_none() && r["message"]["id"].as_str().is_none() {
        c.wrong(at, "the message has neither text nor id");
    }
    c.each(&r["locations"], &format!("{at}.locations"), 0, location);
    c.each(&r["codeFlows"], &format!("{at}.codeFlows"), 0, |c, flow, at| {
        c.object(flow, at, &["threadFlows"], &["message", "threadFlows", "properties"]);
        c.each(&flow["threadFlows"], &format!("{at}.threadFlows"), 1, thread);
    });
    c.each(&r["suppressions"], &format!("{at}.suppressions"), 0, |c, s, at| {
        c.object(s, at, &["kind"], &["guid", "kind", "status", "justification", "location", "properties"]);
        c.word(&s["kind"], at, &["inSource", "external"]);
        c.word(&s["status"], at, &["accepted", "underReview", "rejected"]);
        c.text(&s["justification"], at);
    });
    c.each(&r["attachments"], &format!("{at}.attachments"), 0, |c, a, at| {
        c.object(a, at, &["artifactLocation"], &["description", "artifactLocation", "regions", "rectangles", "properties"]);
        artifact(c, &a["artifactLocation"], at);
    });
}

fn thread(c: &mut Checker<'_>, flow: &Value, at: &str) {
    c.object(flow, at, &["locations"], &["id", "message", "initialState", "immutableState", "locations", "properties"]);
    for (name, value) in flow["initialState"].as_object().into_iter().flatten() {
        if !value["text"].is_string() {
            c.wrong(at, &format!("the value of {name} has no text"));
        }
    }
    c.each(&flow["locations"], &format!("{at}.locations"), 1, |c, step, at| {
        let may = [
            "index",
            "location",
            "stack",
            "kinds",
            "taxa",
            "module",
            "state",
            "nestingLevel",
            "executionOrder",
            "executionTimeUtc",
            "importance",
            "webRequest",
            "webResponse",
            "properties",
        ];
        c.object(step, at, &[], &may);
        c.word(&step["importance"], at, &["important", "essential", "unimportant"]);
        c.number(&step["executionOrder"], at, 0);
        if !step["location"].is_null() {
            location(c, &step["location"], at);
        }
    });
}

fn location(c: &mut Checker<'_>, l: &Value, at: &str) {
    let may = ["id", "physicalLocation", "logicalLocations", "message", "annotations", "relationships", "properties"];
    c.object(l, at, &[], &may);
    let physical = &l["physicalLocation"];
    if physical.is_null() {
        return;
    }
    c.object(physical, at, &[], &["address", "artifactLocation", "region", "contextRegion", "properties"]);
    artifact(c, &physical["artifactLocation"], at);
    for name in ["startLine", "startColumn", "endLine", "endColumn"] {
        c.number(&physical["region"][name], &format!("{at}.region.{name}"), 1);
    }
}

fn artifact(c: &mut Checker<'_>, a: &Value, at: &str) {
    c.object(a, at, &[], &["uri", "uriBaseId", "index", "description", "properties"]);
    let uri = a["uri"].as_str().unwrap_or("x");
    if uri.is_empty() || uri.contains([' ', '\\', '<', '>', '"', '{', '}', '^', '`', '|']) || !uri.is_ascii() {
        c.wrong(at, &format!("{uri:?} is no address"));
    }
}
