//! Tables of figures beside those of others: as text, and as a page with a plot for each.

use std::fmt::Write;

/// A table: ours and theirs in each cell.
pub struct Table {
    number: String,
    title: String,
    head: Vec<String>,
    rows: Vec<(String, Vec<(u64, u64)>)>,
}

impl Table {
    pub fn new(number: &str, title: &str, first: &str, columns: &[&str]) -> Table {
        let head = std::iter::once(first).chain(columns.iter().copied()).map(str::to_string).collect();
        Table { number: number.into(), title: title.into(), head, rows: Vec::new() }
    }

    pub fn row(&mut self, name: &str, ours: &[u64], theirs: &[u64]) {
        self.rows.push((name.into(), ours.iter().copied().zip(theirs.iter().copied()).collect()));
    }
}

/// For a terminal.
pub fn text(note: &str, tables: &[Table]) -> String {
    let mut out = format!("{note}\n");
    for t in tables {
        let _ = writeln!(out, "\nTable {}: {}", t.number, t.title);
        let mut rows = vec![t.head.clone()];
        for (name, cells) in &t.rows {
            let cells = cells.iter().map(|(a, b)| format!("{a} ({b})"));
            rows.push(std::iter::once(name.clone()).chain(cells).collect());
        }
        let widths: Vec<usize> =
            (0..t.head.len()).map(|i| rows.iter().map(|r| r[i].chars().count()).max().unwrap_or(0)).collect();
        for r in rows {
            let line: Vec<String> = r.iter().zip(&widths).map(|(c, w)| format!("{c:<w$}")).collect();
            let _ = writeln!(out, "{}", line.join("  ").trim_end());
        }
    }
    out
}

/// A row for each cell.
pub fn csv(tables: &[Table]) -> String {
    let mut out = "table,title,row,column,ours,thesis\n".to_string();
    for t in tables {
        for (name, cells) in &t.rows {
            for (column, (ours, theirs)) in t.head.iter().skip(1).zip(cells) {
                let _ = writeln!(out, "{},\"{}\",{name},{column},{ours},{theirs}", t.number, t.title);
            }
        }
    }
    out
}

/// One page that needs nothing else.
pub fn html(note: &str, tables: &[Table]) -> String {
    let style = "body{font:15px sans-serif;max-width:70em;margin:2em auto}table{border-collapse:collapse}\
        td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}\
        small{color:#777}svg text{font:11px sans-serif}";
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Search and merge strategies on microc</title>\
         <style>{style}</style><h1>Search and merge strategies on microc</h1><p>{note}</p>\n"
    );
    for t in tables {
        let _ = write!(out, "<h2>Table {}: {}</h2><table><tr>", t.number, t.title);
        for h in &t.head {
            let _ = write!(out, "<th>{h}</th>");
        }
        out.push_str("</tr>\n");
        for (name, cells) in &t.rows {
            let _ = write!(out, "<tr><td>{name}</td>");
            for (a, b) in cells {
                let _ = write!(out, "<td>{a} <small>{b}</small></td>");
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</table>\n");
        out.push_str(&plot(t));
    }
    out.push_str("</html>\n");
    out
}

/// A bar for each of our figures, and a line where theirs would end, both as parts of the largest of each kind.
fn plot(t: &Table) -> String {
    const COLOURS: [&str; 5] = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#aa3377"];
    let all = || t.rows.iter().flat_map(|r| &r.1);
    let most = |f: fn(&(u64, u64)) -> u64| all().map(f).max().unwrap_or(0).max(1) as f64;
    let (ours, theirs) = (most(|c| c.0), most(|c| c.1));
    let bars = t.rows.first().map_or(0, |r| r.1.len());
    let (bar, height) = (14, 120.0);
    let group = bars * bar + 20;
    let width = t.rows.len() * group + 20;
    let mut out = format!("<svg width=\"{width}\" height=\"170\" role=\"img\" aria-label=\"{}\">", t.title);
    for (i, (name, cells)) in t.rows.iter().enumerate() {
        let left = 10 + i * group;
        for (j, (a, b)) in cells.iter().enumerate() {
            let (x, h, line) = (left + j * bar, *a as f64 / ours * height, 130.0 - *b as f64 / theirs * height);
            let (y, w) = (130.0 - h, bar - 2);
            let _ = write!(out, "<rect x=\"{x}\" y=\"{y:.1}\" width=\"{w}\" height=\"{h:.1}\" fill=\"{}\"/>", COLOURS[j % 5]);
            let _ = write!(out, "<path d=\"M{x} {line:.1}h{w}\" stroke=\"#000\"/>");
        }
        let _ = write!(out, "<text x=\"{left}\" y=\"145\">{name}</text>");
    }
    for (j, h) in t.head.iter().skip(1).enumerate() {
        let _ = write!(out, "<text x=\"{}\" y=\"162\" fill=\"{}\">{h}</text>", 10 + j * 90, COLOURS[j % 5]);
    }
    out.push_str("</svg><p><small>Bars: ours. Black lines: the thesis' figures, on a scale of their own.</small></p>\n");
    out
}
