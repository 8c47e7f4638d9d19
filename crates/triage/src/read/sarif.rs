//! SARIF 2.1.0: what tools make of it, not only what the schema asks for.

use serde_json::Value;

use super::uri;
use crate::kinds::kinds;
use crate::warning::{Listing, Spot, Warning};

/// Reads a document, which is kept whole.
pub fn read(document: Value) -> Result<Listing, String> {
    let version = match &document["version"] {
        Value::String(v) => v.clone(),
        _ => return Err("it is JSON, but not SARIF: it has no `version`".into()),
    };
    if !version.starts_with("2.1") {
        return Err(format!("it is SARIF {version}; version 2.1.0 is read"));
    }
    let mut listing = Listing::default();
    match &document["runs"] {
        Value::Array(runs) => {
            for (i, run) in runs.iter().enumerate() {
                one_run(i, run, &mut listing);
            }
        }
        _ => return Err("it is SARIF, but its `runs` are missing or no list".into()),
    }
    listing.document = Some(document);
    Ok(listing)
}

fn one_run(number: usize, run: &Value, listing: &mut Listing) {
    let tool = run["tool"]["driver"]["name"].as_str().unwrap_or("unknown tool").to_string();
    let Some(results) = run["results"].as_array() else {
        listing.notes.push(format!("run {} ({tool}) has no results", number + 1));
        return;
    };
    for (i, result) in results.iter().enumerate() {
        let mut warning = one_result(result, run);
        (warning.tool, warning.origin) = (tool.clone(), Some((number, i)));
        listing.warnings.push(warning);
    }
}

fn one_result(result: &Value, run: &Value) -> Warning {
    if !result.is_object() {
        return Warning { problem: Some("it is no object".into()), ..Warning::default() };
    }
    let rule = rule(result, run);
    let name = [&result["ruleId"], &result["rule"]["id"], &rule["id"]].into_iter().find_map(Value::as_str).unwrap_or_default();
    let message = message(&result["message"], &rule["messageStrings"]);
    let level = result["level"].as_str().or_else(|| rule["defaultConfiguration"]["level"].as_str()).unwrap_or("warning");
    let mut warning = Warning {
        rule: name.to_string(),
        kinds: kinds(name, &message, &weaknesses(result, rule)),
        message,
        level: level.to_string(),
        steps: steps(result, run),
        left_out: left_out(result),
        ..Warning::default()
    };
    match spot(result, run, &warning.steps) {
        Ok(spot) => warning.spot = Some(spot),
        Err((spot, why)) => (warning.spot, warning.problem) = (spot, Some(why)),
    }
    warning
}

/// The description of a result's rule.
fn rule<'a>(result: &'a Value, run: &'a Value) -> &'a Value {
    let reference = &result["rule"];
    let component = match reference["toolComponent"]["index"].as_u64() {
        Some(i) => &run["tool"]["extensions"][i as usize],
        None => &run["tool"]["driver"],
    };
    let index = reference["index"].as_u64().or_else(|| result["ruleIndex"].as_u64());
    if let Some(found) = index.map(|i| &component["rules"][i as usize]).filter(|r| !r.is_null()) {
        return found;
    }
    let id = result["ruleId"].as_str().or_else(|| reference["id"].as_str());
    let extensions = run["tool"]["extensions"].as_array().into_iter().flatten();
    let mut components = std::iter::once(&run["tool"]["driver"]).chain(extensions);
    let named = |c: &'a Value| c["rules"].as_array()?.iter().find(|r| id.is_some() && r["id"].as_str() == id);
    components.find_map(named).unwrap_or(&Value::Null)
}

/// A message, with its arguments in their places.
fn message(message: &Value, strings: &Value) -> String {
    let of = |m: &Value| m["text"].as_str().or_else(|| m["markdown"].as_str()).map(String::from);
    let text = of(message).or_else(|| of(&strings[message["id"].as_str()?])).unwrap_or_default();
    let arguments = message["arguments"].as_array().into_iter().flatten().enumerate();
    arguments.fold(text, |text, (i, a)| text.replace(&format!("{{{i}}}"), a.as_str().unwrap_or_default()))
}

/// Numbers of the Common Weakness Enumeration, wherever tools put them.
fn weaknesses(result: &Value, rule: &Value) -> Vec<u32> {
    let number = |text: &str| {
        let at = text.to_ascii_lowercase().rfind("cwe")? + 3;
        text[at..].trim_start_matches(['-', ':', '_', ' ']).split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok()
    };
    let mut out: Vec<u32> = Vec::new();
    for from in [result, rule] {
        for tags in [&from["properties"]["tags"], &from["properties"]["cwe"]] {
            let list: Vec<&Value> = tags.as_array().map_or_else(|| vec![tags], |l| l.iter().collect());
            out.extend(list.into_iter().filter_map(|t| number(t.as_str()?)));
        }
    }
    let targets = rule["relationships"].as_array().into_iter().flatten().map(|r| &r["target"]);
    for taxon in result["taxa"].as_array().into_iter().flatten().chain(targets) {
        let component = taxon["toolComponent"]["name"].as_str().unwrap_or("CWE");
        let id = taxon["id"].as_str().filter(|_| component.eq_ignore_ascii_case("cwe"));
        out.extend(id.and_then(|id| number(id).or_else(|| id.parse().ok())));
    }
    out
}

/// Results that are no warnings, or none any more.
fn left_out(result: &Value) -> Option<String> {
    if let Some(kind) = result["kind"].as_str().filter(|k| ["pass", "notApplicable", "informational"].contains(k)) {
        return Some(format!("the tool itself says that it is no problem (kind {kind})"));
    }
    if result["baselineState"].as_str() == Some("absent") {
        return Some("the tool says that it is gone (baselineState absent)".into());
    }
    let suppressions = result["suppressions"].as_array().filter(|s| !s.is_empty())?;
    let holds = |s: &Value| matches!(s["status"].as_str(), None | Some("accepted"));
    suppressions.iter().all(holds).then(|| "it is suppressed".into())
}

/// Where the result is, or what is known of that and why it is not enough.
fn spot(result: &Value, run: &Value, steps: &[Spot]) -> Result<Spot, (Option<Spot>, String)> {
    let places = result["locations"].as_array().into_iter().flatten();
    let mut first = None;
    for place in places {
        match physical(place, run) {
            Ok(spot) if spot.line > 0 => return Ok(spot),
            other => drop(first.get_or_insert(other)),
        }
    }
    match (first, steps.last()) {
        (None, Some(last)) => Ok(last.clone()),
        (None, None) => Err((None, "it has no location".into())),
        (Some(Ok(spot)), _) => Err((Some(spot), "its location has no line".into())),
        (Some(Err(why)), _) => Err((None, why)),
    }
}

/// A location; its line is 0 where it names none.
fn physical(location: &Value, run: &Value) -> Result<Spot, String> {
    let physical = &location["physicalLocation"];
    if physical.is_null() {
        return Err("its location is in no file".into());
    }
    let file = uri::path(&physical["artifactLocation"], run)?;
    let number = |name: &str| physical["region"][name].as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
    let line = number("startLine");
    let says = location["message"]["text"].as_str().unwrap_or_default().to_string();
    Ok(Spot { file, line, column: number("startColumn"), end_line: number("endLine").max(line), says })
}

/// The way that the tool describes: of several the first.
fn steps(result: &Value, run: &Value) -> Vec<Spot> {
    let flows = result["codeFlows"][0]["threadFlows"].as_array().into_iter().flatten();
    let entries = flows.flat_map(|f| f["locations"].as_array().into_iter().flatten());
    let location = |entry: &Value| {
        let shared = || &run["threadFlowLocations"][entry["index"].as_u64().map_or(usize::MAX, |i| i as usize)]["location"];
        let own = &entry["location"];
        physical(if own.is_null() { shared() } else { own }, run).ok().filter(|s| s.line > 0)
    };
    entries.filter_map(location).collect()
}
