//! Cppcheck's own form, XML of version 2.

use roxmltree::{Document, Node};

use crate::kinds::kinds;
use crate::warning::{Listing, Spot, Warning};

/// Reads what `cppcheck --xml` writes.
pub fn read(text: &str) -> Result<Listing, String> {
    // What Cppcheck tells while it works may stand before it, where both streams went to one file.
    let document = Document::parse(text).map_err(|e| format!("it is no XML: {e}"))?;
    let root = document.root_element();
    if !root.has_tag_name("results") {
        return Err(format!("it is XML, but not Cppcheck's: its root is <{}>", root.tag_name().name()));
    }
    if root.attribute("version") != Some("2") {
        let version = root.attribute("version").unwrap_or("1");
        return Err(format!("it is Cppcheck's XML of version {version}; version 2 is read (--xml-version=2)"));
    }
    let warnings = root.descendants().filter(|n| n.has_tag_name("error")).map(|n| one(&n)).collect();
    Ok(Listing { warnings, ..Listing::default() })
}

fn one(error: &Node<'_, '_>) -> Warning {
    let of = |name: &str| error.attribute(name).unwrap_or_default().to_string();
    let (rule, message) = (of("id"), of("msg"));
    let cwe: Vec<u32> = error.attribute("cwe").and_then(|c| c.parse().ok()).into_iter().collect();
    // The place itself is the first; the way to it stands behind, backwards.
    let mut spots: Vec<Spot> = error.children().filter(|n| n.has_tag_name("location")).map(|n| spot(&n)).collect();
    spots.reverse();
    let spot = spots.last().cloned();
    let problem = match &spot {
        None => Some("it has no location".to_string()),
        Some(s) if s.line == 0 => Some("its location has no line".into()),
        Some(_) => None,
    };
    let about_itself = of("severity") == "information";
    Warning {
        tool: "Cppcheck".into(),
        kinds: kinds(&rule, &message, &cwe),
        level: match of("severity").as_str() {
            "error" => "error".into(),
            "warning" => "warning".into(),
            _ => "note".into(),
        },
        steps: spots.into_iter().filter(|s| s.line > 0).collect(),
        left_out: about_itself.then(|| "Cppcheck tells about its own work, not about the program".into()),
        rule,
        message,
        spot,
        problem,
        origin: None,
    }
}

fn spot(location: &Node<'_, '_>) -> Spot {
    let number = |name: &str| location.attribute(name).and_then(|v| v.parse().ok()).unwrap_or(0);
    let text = |name: &str| location.attribute(name).unwrap_or_default().to_string();
    Spot { file: text("file"), line: number("line"), column: number("column"), end_line: number("line"), says: text("info") }
}
