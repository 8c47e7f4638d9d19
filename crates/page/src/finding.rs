//! One verdict: why, the input, the path over the source.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use homing_report::{ErrorReport, Input, Place, Replay, Step, Test};

use crate::Sources;
use crate::text::{escape, grouped, plural};

/// A target, an error or a warning with what is said of it.
#[derive(Default)]
pub struct Finding<'a> {
    /// What it is about.
    pub name: String,
    /// The verdict, as it is printed.
    pub verdict: String,
    /// `found`, `near`, `open` or `proved`: what the verdict looks like.
    pub class: &'static str,
    /// Why, in sentences.
    pub told: Vec<String>,
    /// What would help.
    pub advice: &'a [String],
    /// The error that was seen.
    pub error: Option<&'a ErrorReport>,
    /// Where it is, in the source.
    pub places: &'a [Place],
    /// How the input was confirmed.
    pub replay: Option<&'a Replay>,
    /// The input, with its path.
    pub test: Option<&'a Test>,
    /// The command that runs the test case again.
    pub command: Option<String>,
}

/// Source files, each read once.
pub struct Files<'a, 'b> {
    read: &'a mut Sources<'b>,
    known: HashMap<String, Option<Vec<String>>>,
}

impl<'a, 'b> Files<'a, 'b> {
    /// With what reads them.
    pub fn new(read: &'a mut Sources<'b>) -> Files<'a, 'b> {
        Files { read, known: HashMap::new() }
    }

    fn lines(&mut self, file: &str) -> Option<&[String]> {
        let read = &mut self.read;
        let lines = self.known.entry(file.to_string()).or_insert_with(|| Some(read(file)?.lines().map(String::from).collect()));
        lines.as_deref()
    }

    fn line(&mut self, file: &str, line: u32) -> String {
        let at = line.saturating_sub(1) as usize;
        self.lines(file).and_then(|l| l.get(at).cloned()).unwrap_or_default()
    }
}

/// Steps of a path in one block: a browser lays out those that are in sight.
const BLOCK: usize = 200;
/// Lines shown around those that were executed.
const AROUND: u32 = 3;
/// Lines of source that are shown of one finding, at most.
const MOST: usize = 4000;

/// A finding. It is open at first if it is the only one.
pub fn render(out: &mut String, f: &Finding<'_>, number: usize, only: bool, files: &mut Files<'_, '_>) {
    let open = if only { " open" } else { "" };
    let verdict = escape(&f.verdict);
    let _ = writeln!(
        out,
        "<details class=\"finding {}\" data-verdict=\"{verdict}\" id=\"f{number}\"{open}><summary><b class=\"verdict\">{verdict}</b> <span>{}</span></summary>",
        f.class,
        escape(&f.name)
    );
    for t in &f.told {
        let _ = writeln!(out, "<p>{}</p>", escape(t));
    }
    if let Some(r) = f.replay {
        let why = r.why.as_ref().map(|w| format!(" ({})", escape(w))).unwrap_or_default();
        let _ = writeln!(out, "<p>Confirmed by: {}{why}.</p>", escape(&r.by));
    }
    if let Some(e) = f.error {
        error(out, e);
    }
    if !f.advice.is_empty() {
        let items: Vec<String> = f.advice.iter().map(|a| format!("<li>{}</li>", escape(a))).collect();
        let _ = writeln!(out, "<h3>What would help</h3><ul>{}</ul>", items.concat());
    }
    if let Some(test) = f.test {
        input(out, f, test, number);
        executed(out, f, test, files);
        path(out, test, files);
    } else {
        around(out, f.places, files);
    }
    out.push_str("</details>\n");
}

fn error(out: &mut String, e: &ErrorReport) {
    let _ = writeln!(out, "<p><b>{}</b>: {}</p><ol class=\"stack\" aria-label=\"Calls\">", escape(&e.kind), escape(&e.message));
    let first = std::iter::once(&e.place).filter(|p| e.stack.first() != Some(p));
    for p in first.chain(&e.stack).filter(|p| p.line > 0) {
        let _ = writeln!(out, "<li>{} <span class=\"dim\">{}:{}</span></li>", escape(&p.function), escape(&p.file), p.line);
    }
    out.push_str("</ol>\n");
}

fn input(out: &mut String, f: &Finding<'_>, test: &Test, number: usize) {
    out.push_str("<h3>Input</h3>\n");
    if let Some(i) = &test.invocation {
        let _ = writeln!(out, "<p>Started as</p>{}", copied(&i.command_line(), &format!("c{number}"), "command line"));
    }
    let own: Vec<&Input> = test.inputs.iter().filter(|i| !i.environment).collect();
    if !own.is_empty() {
        out.push_str("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Input\"><table><tr><th scope=\"col\">name<th scope=\"col\">type<th scope=\"col\">value<th scope=\"col\">bytes</tr>\n");
        for i in own {
            let bytes: Vec<&str> = i.bytes.as_bytes().chunks(2).filter_map(|c| std::str::from_utf8(c).ok()).collect();
            let _ = writeln!(
                out,
                "<tr><th scope=\"row\">{}<td>{}<td><code>{}</code><td><code class=\"dim\">{}</code></tr>",
                escape(&i.name),
                escape(&i.type_name),
                escape(&i.value),
                escape(&bytes.join(" "))
            );
        }
        out.push_str("</table></div>\n");
    } else if test.invocation.is_none() && test.assumed.is_none() {
        out.push_str("<p>None: every run goes this way.</p>\n");
    }
    if let Some(a) = &test.assumed {
        let _ = writeln!(out, "<p>The caller does</p>{}", copied(&a.lines.join("\n"), &format!("a{number}"), "calling code"));
    }
    if let Some(command) = &f.command {
        let _ = writeln!(out, "<p>To run it again</p>{}", copied(command, &format!("r{number}"), "command"));
    }
}

/// Text with a button that copies it.
fn copied(text: &str, id: &str, what: &str) -> String {
    format!(
        "<div class=\"copy\"><pre id=\"{id}\" tabindex=\"0\">{}</pre><button type=\"button\" data-copy=\"{id}\" aria-label=\"Copy the {what}\" hidden>Copy</button></div>",
        escape(text)
    )
}

/// The source around what was executed, with how often.
fn executed(out: &mut String, f: &Finding<'_>, test: &Test, files: &mut Files<'_, '_>) {
    let mut times: BTreeMap<&str, BTreeMap<u32, u64>> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for s in test.path.iter().filter(|s| s.line > 0) {
        if !order.contains(&s.file.as_str()) {
            order.push(&s.file);
        }
        *times.entry(&s.file).or_default().entry(s.line).or_default() += s.times.max(1);
    }
    let last = test.path.iter().rev().find(|s| s.line > 0);
    let goal = f.error.map(|e| (e.place.file.as_str(), e.place.line)).or_else(|| last.map(|s| (s.file.as_str(), s.line)));
    let mut left = MOST;
    for file in order {
        let Some(count) = files.lines(file).map(<[String]>::len) else { continue };
        let lines = &times[file];
        let _ = writeln!(
            out,
            "<h3>{}</h3><div class=\"source\" tabindex=\"0\" role=\"group\" aria-label=\"Source of {}\">",
            escape(file),
            escape(file)
        );
        let near = |n: u32| lines.range(n.saturating_sub(AROUND)..=n + AROUND).next().is_some();
        let mut gap = false;
        for n in (1..=count as u32).filter(|n| near(*n) || lines.is_empty()) {
            if left == 0 {
                out.push_str("<p>More lines are left out.</p>");
                break;
            }
            left -= 1;
            if gap && !near(n - 1) {
                out.push_str("<div class=\"gap\">⋯</div>\n");
            }
            gap = true;
            let ran = lines.get(&n);
            let class = if goal == Some((file, n)) {
                " goal"
            } else if ran.is_some() {
                " ran"
            } else {
                ""
            };
            let shown = ran.map_or(String::new(), |t| format!("{}×", grouped(*t)));
            let text = escape(&files.line(file, n));
            let _ = writeln!(out, "<div class=\"line{class}\"><i>{shown}</i><i>{n}</i><code>{text}</code></div>");
        }
        out.push_str("</div>\n");
    }
}

/// The lines in the order in which they were executed.
fn path(out: &mut String, test: &Test, files: &mut Files<'_, '_>) {
    if test.path.is_empty() {
        return;
    }
    let steps: Vec<&Step> = test.path.iter().collect();
    let omitted = if test.path_omitted > 0 { format!(", {} left out", grouped(test.path_omitted as u64)) } else { String::new() };
    let _ = writeln!(out, "<details class=\"path\"><summary>Path: {}{omitted}</summary>", plural(steps.len(), "step", "steps"));
    let mut function = "";
    for block in steps.chunks(BLOCK) {
        out.push_str("<div class=\"block\">\n");
        for s in block {
            if s.function != function {
                let _ = writeln!(
                    out,
                    "<div class=\"in\">{} <span class=\"dim\">{}</span></div>",
                    escape(&s.function),
                    escape(&s.file)
                );
                function = &s.function;
            }
            let times = if s.times > 1 { format!("{}×", grouped(s.times)) } else { String::new() };
            let text = escape(&files.line(&s.file, s.line));
            let _ = writeln!(out, "<div class=\"line\"><i>{times}</i><i>{}</i><code>{text}</code></div>", s.line);
        }
        out.push_str("</div>\n");
    }
    out.push_str("</details>\n");
}

/// The source around places that no input leads to.
fn around(out: &mut String, places: &[Place], files: &mut Files<'_, '_>) {
    for p in places.iter().filter(|p| p.line > 0).take(8) {
        let Some(count) = files.lines(&p.file).map(|l| l.len() as u32) else { continue };
        let _ = writeln!(
            out,
            "<h3>{}</h3><div class=\"source\" tabindex=\"0\" role=\"group\" aria-label=\"Source of {}\">",
            escape(&p.file),
            escape(&p.file)
        );
        for n in p.line.saturating_sub(AROUND).max(1)..=(p.line + AROUND).min(count) {
            let class = if n == p.line { " goal" } else { "" };
            let _ = writeln!(
                out,
                "<div class=\"line{class}\"><i></i><i>{n}</i><code>{}</code></div>",
                escape(&files.line(&p.file, n))
            );
        }
        out.push_str("</div>\n");
    }
}
