//! `cargo xtask results`: tables of measurements are data files in `bench/results`, with the commit they belong to; pages show some of them.
//!
//! A data file is tab separated: lines `# title:`, `# command:`, `# commit:` (the version measured, or the first that has the figures) and, where there is
//! something to say, `# note:`, then a heading and the rows.
//! In a page the lines between `<!-- table NAME -->` and `<!-- end -->` are written from the file of that name; numbers behind the name choose columns, counted
//! from 1. `<!-- tables -->` is the list of all files.

use std::path::{Path, PathBuf};

use crate::table::Table;

#[derive(clap::Args)]
pub struct Args {
    /// Print this table; without a name, the list of all
    name: Option<String>,
    /// Write the tables into docs/benchmarks.md
    #[arg(long, conflicts_with = "name")]
    write: bool,
}

/// Prints or writes what is asked for.
pub fn run(args: &Args) -> Result<bool, String> {
    let all = read_all(&folder())?;
    if args.write {
        let path = page();
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        std::fs::write(&path, render(&text, &all)?).map_err(|e| format!("{}: {e}", path.display()))?;
        return Ok(true);
    }
    match &args.name {
        Some(name) => {
            let data = find(&all, name)?;
            println!("{}\n\n    {}\n\nVersion: {}\n", data.title, data.command, data.commit);
            println!("{}", data.markdown(&[])?);
            data.notes.iter().for_each(|n| println!("{n}"));
        }
        None => println!("{}", list(&all)),
    }
    Ok(true)
}

fn folder() -> PathBuf {
    crate::root().join("bench/results")
}

fn page() -> PathBuf {
    crate::root().join("docs/benchmarks.md")
}

/// A table of measurements.
struct Data {
    name: String,
    title: String,
    command: String,
    commit: String,
    notes: Vec<String>,
    rows: Vec<Vec<String>>,
}

fn read_all(folder: &Path) -> Result<Vec<Data>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|x| x == "tsv")).collect();
    files.sort();
    files.iter().map(|f| read(f)).collect()
}

fn read(file: &Path) -> Result<Data, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    parse(name, &text).map_err(|e| format!("{}: {e}", file.display()))
}

fn parse(name: String, text: &str) -> Result<Data, String> {
    let (about, rows): (Vec<&str>, Vec<&str>) = text.lines().partition(|l| l.starts_with("# "));
    let all = |key: &str| -> Vec<String> {
        about.iter().filter_map(|l| l.strip_prefix(&format!("# {key}: "))).map(String::from).collect()
    };
    let one = |key: &str| all(key).pop().ok_or(format!("it has no line `# {key}:`"));
    let rows: Vec<Vec<String>> = rows.iter().map(|l| l.split('\t').map(String::from).collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    if rows.len() < 2 {
        return Err("it has no rows".into());
    }
    if let Some(at) = rows.iter().position(|r| r.len() != width) {
        return Err(format!("row {at} has {} cells, the heading {width}", rows[at].len()));
    }
    Ok(Data { name, title: one("title")?, command: one("command")?, commit: one("commit")?, notes: all("note"), rows })
}

impl Data {
    fn markdown(&self, columns: &[usize]) -> Result<String, String> {
        let columns: Vec<usize> = if columns.is_empty() { (1..=self.rows[0].len()).collect() } else { columns.to_vec() };
        let chosen = |row: &Vec<String>| -> Result<Vec<String>, String> {
            columns
                .iter()
                .map(|c| row.get(c.wrapping_sub(1)).cloned().ok_or(format!("{} has no column {c}", self.name)))
                .collect()
        };
        let heading = chosen(&self.rows[0])?;
        let mut table = Table::new(&heading.iter().map(String::as_str).collect::<Vec<_>>());
        for row in &self.rows[1..] {
            table.row(chosen(row)?);
        }
        Ok(table.markdown())
    }
}

fn find<'a>(all: &'a [Data], name: &str) -> Result<&'a Data, String> {
    all.iter().find(|d| d.name == name).ok_or(format!("there is no bench/results/{name}.tsv"))
}

fn list(all: &[Data]) -> String {
    let mut table = Table::new(&["table", "what", "command", "version"]);
    for d in all {
        let command = format!("`{}`", d.command);
        table.row(vec![format!("[{0}](../bench/results/{0}.tsv)", d.name), d.title.clone(), command, d.commit.clone()]);
    }
    table.markdown()
}

/// The page with its tables as the data files have them.
fn render(page: &str, all: &[Data]) -> Result<String, String> {
    let mut out = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        out += line;
        out.push('\n');
        let Some(what) = line.strip_prefix("<!-- table").and_then(|l| l.strip_suffix("-->")) else { continue };
        match what.split_whitespace().collect::<Vec<_>>()[..] {
            ["s"] => out += &list(all),
            [name, ref columns @ ..] => {
                let columns = columns.iter().map(|c| c.parse().map_err(|_| format!("{line}: `{c}` is no column")));
                out += &find(all, name)?.markdown(&columns.collect::<Result<Vec<usize>, String>>()?)?;
            }
            [] => return Err(format!("{line}: which table?")),
        }
        if !lines.by_ref().any(|l| l == "<!-- end -->") {
            return Err(format!("{line} has no end"));
        }
        out += "<!-- end -->\n";
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_what_the_data_files_have() {
        let all = read_all(&folder()).unwrap();
        let text = std::fs::read_to_string(page()).unwrap();
        assert!(render(&text, &all).unwrap() == text, "`cargo xtask results --write` brings docs/benchmarks.md up to date");
        assert!(all.len() > 5 && all.iter().all(|d| d.commit.len() >= 7 && d.commit.chars().all(|c| c.is_ascii_hexdigit())));
    }

    #[test]
    fn tables_are_written_between_their_marks() {
        let data = parse("t".into(), "# title: T\n# command: c\n# commit: 1234567\na\tb\n1\t2\n").unwrap();
        let page = "before\n<!-- table t 2 -->\nold\n<!-- end -->\nafter\n";
        let written = render(page, std::slice::from_ref(&data)).unwrap();
        assert_eq!(written, "before\n<!-- table t 2 -->\n|   b |\n|----:|\n|   2 |\n<!-- end -->\nafter\n");
        assert_eq!(render(&written, &[data]).unwrap(), written);
        for wrong in ["<!-- table u -->\n<!-- end -->\n", "<!-- table t -->\n", "<!-- table t 3 -->\n<!-- end -->\n"] {
            let data = parse("t".into(), "# title: T\n# command: c\n# commit: 1234567\na\tb\n1\t2\n").unwrap();
            assert!(render(wrong, &[data]).is_err(), "{wrong}");
        }
        assert!(parse("t".into(), "# title: T\n# command: c\na\n1\n").is_err());
        assert!(parse("t".into(), "# title: T\n# command: c\n# commit: 1234567\na\tb\n1\n").is_err());
    }
}
