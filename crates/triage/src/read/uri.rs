//! From the addresses of files in SARIF to paths.

use serde_json::Value;

/// Bases that name each other: more than that is a circle.
const MOST: usize = 16;

/// The path that an artifact location means: absolute if the document says so, else relative to something that only its writer knows.
pub fn path(location: &Value, run: &Value) -> Result<String, String> {
    let mut location = location;
    if location["uri"].as_str().is_none()
        && let Some(i) = location["index"].as_u64()
    {
        location = &run["artifacts"][i as usize]["location"];
        if location.is_null() {
            return Err(format!("its file is artifact {i}, which the run does not have"));
        }
    }
    let uri = location["uri"].as_str().filter(|u| !u.is_empty()).ok_or("its file has no name")?;
    let mut path = one(uri)?;
    let mut base = location["uriBaseId"].as_str();
    for _ in 0..MOST {
        let Some(id) = base.filter(|_| !path.starts_with('/')) else { return Ok(path) };
        let found = &run["originalUriBaseIds"][id];
        if let Some(uri) = found["uri"].as_str() {
            let folder = one(uri)?;
            path = format!("{}/{path}", folder.trim_end_matches('/'));
        }
        base = found["uriBaseId"].as_str();
    }
    Err("the bases of its file's name lead round in a circle".into())
}

/// One address as a path.
fn one(uri: &str) -> Result<String, String> {
    let scheme =
        uri.split_once(':').filter(|(s, _)| s.len() > 1 && s.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)));
    let path = match scheme {
        Some((s, rest)) if s.eq_ignore_ascii_case("file") => match rest.strip_prefix("//") {
            // What stands before the path is the name of a machine.
            Some(rest) => rest.find('/').map_or("", |i| &rest[i..]),
            None => rest,
        },
        Some(_) if uri.contains("://") => return Err(format!("its file is not on this machine: {uri}")),
        _ => uri,
    };
    Ok(decoded(path).replace('\\', "/"))
}

/// The text with `%41` as `A`.
fn decoded(text: &str) -> String {
    let mut out = Vec::new();
    let mut bytes = text.as_bytes().iter().copied();
    while let Some(b) = bytes.next() {
        let rest = bytes.clone().take(2).collect::<Vec<u8>>();
        let code = rest.get(..2).and_then(|c| u8::from_str_radix(std::str::from_utf8(c).ok()?, 16).ok());
        match code.filter(|_| b == b'%') {
            Some(code) => {
                out.push(code);
                bytes.nth(1);
            }
            None => out.push(b),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn addresses_are_paths() {
        let run = json!({
            "originalUriBaseIds": {
                "PWD": { "uri": "file:///home/a%20b/" },
                "SRC": { "uri": "src/", "uriBaseId": "PWD" },
                "ROUND": { "uri": "x", "uriBaseId": "ROUND" },
                "NOWHERE": {},
            },
            "artifacts": [{ "location": { "uri": "file:///tmp/x.c" } }],
        });
        let of = |l: Value| path(&l, &run);
        assert_eq!(of(json!({ "uri": "file:///a/b.c" })), Ok("/a/b.c".into()));
        assert_eq!(of(json!({ "uri": "file://host/a/b.c" })), Ok("/a/b.c".into()));
        assert_eq!(of(json!({ "uri": "file:/a/b.c" })), Ok("/a/b.c".into()));
        assert_eq!(of(json!({ "uri": "src/b.c" })), Ok("src/b.c".into()));
        assert_eq!(of(json!({ "uri": "b%2Bc.c", "uriBaseId": "SRC" })), Ok("/home/a b/src/b+c.c".into()));
        assert_eq!(of(json!({ "uri": "b.c", "uriBaseId": "%SRCROOT%" })), Ok("b.c".into()));
        assert_eq!(of(json!({ "uri": "b.c", "uriBaseId": "NOWHERE" })), Ok("b.c".into()));
        assert_eq!(of(json!({ "index": 0 })), Ok("/tmp/x.c".into()));
        assert_eq!(of(json!({ "uri": "src\\b.c" })), Ok("src/b.c".into()));
        assert_eq!(of(json!({ "uri": "100%.c" })), Ok("100%.c".into()));
        for bad in [
            json!({ "index": 7 }),
            json!({}),
            json!({ "uri": "https://x.org/b.c" }),
            json!({ "uri": "b.c", "uriBaseId": "ROUND" }),
        ] {
            assert!(of(bad.clone()).is_err(), "{bad}");
        }
    }
}
