//! Reading reports.

mod cppcheck;
mod plain;
mod sarif;
mod trace;
mod uri;

pub use trace::read as read_trace;

use crate::warning::Listing;

/// Reads a report: SARIF 2.1.0, Cppcheck's XML, or lines `FILE:LINE: message`. Which of them it is, its first character says.
pub fn read(name: &str, bytes: &[u8]) -> Result<Listing, String> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut listing = match text.trim_start().chars().next() {
        None => return Err("it is empty".into()),
        Some('{' | '[') => {
            let document = serde_json::from_str(text).map_err(|e| format!("it is no JSON: {e}"))?;
            sarif::read(document)?
        }
        Some('<') => cppcheck::read(text)?,
        Some(_) => plain::read(text)?,
    };
    listing.name = name.into();
    Ok(listing)
}
