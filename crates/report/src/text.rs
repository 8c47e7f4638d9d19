//! The report for people.

use std::fmt::Write;

use crate::{
    ContradictionReport, ErrorReport, HardReport, LossReport, Place, Replay, Report, Statistics, Step, TargetReport, Test,
    Verdict,
};

/// Gives the contents of a source file by the path that the report has for it.
pub type Sources<'a> = dyn FnMut(&str) -> Option<String> + 'a;

/// Lines of a path that are shown.
const PATH_LINES: usize = 40;
/// Outputs that are shown.
const OUTPUTS: usize = 40;
/// Losses that are shown.
const LOSSES: usize = 20;

/// The whole report as text.
pub fn text(report: &Report, sources: &mut Sources<'_>) -> String {
    let mut out = String::new();
    contradictions(&mut out, &report.contradictions);
    if report.command == "check" {
        check(&mut out, report, sources);
    } else {
        for t in &report.targets {
            target(&mut out, report, t, sources);
        }
        for e in &report.errors {
            out.push_str("also found: ");
            error(&mut out, e, sources);
        }
    }
    losses(&mut out, &report.losses);
    hard(&mut out, &report.hard_questions);
    for note in &report.notes {
        let _ = writeln!(out, "note: {note}");
    }
    statistics(&mut out, report);
    out
}

/// First of all: nothing else in the report is worth more than the model that it comes from.
fn contradictions(out: &mut String, all: &[ContradictionReport]) {
    if all.is_empty() {
        return;
    }
    out.push_str("CONTRADICTION: the model and the program do not agree, so nothing is proved by this run\n");
    for c in all {
        let file = c.test.as_deref().map(|f| format!(" (input: {f})")).unwrap_or_default();
        let at = if c.place.line == 0 { String::new() } else { format!(", at {}", place(&c.place)) };
        let _ = writeln!(out, "  the model {}{at}\n    but {}{file}", c.model, c.run);
    }
    out.push('\n');
}

fn check(out: &mut String, report: &Report, sources: &mut Sources<'_>) {
    // What depends on the caller is told in full if there is nothing else to tell.
    let (folded, told): (Vec<_>, Vec<_>) = report.errors.iter().partition(|e| report.errors.len() > 1 && e.depends_on_caller);
    for e in told {
        error(out, e, sources);
    }
    of_caller(out, &folded);
    let found = report.errors.len();
    match report.verdict {
        Verdict::Reached => {
            let of_caller = report.errors.iter().filter(|e| e.depends_on_caller).count();
            let depend = match of_caller {
                0 => String::new(),
                1 if found == 1 => ", which depends on the caller".to_string(),
                n if n == found => ", all of them depending on the caller".to_string(),
                n => format!(", {n} of them depending on the caller"),
            };
            let _ = writeln!(out, "{found} error{} found{depend}", if found == 1 { "" } else { "s" });
            let rest = report.targets.iter().filter(|t| t.verdict == Verdict::Unknown).flat_map(|t| &t.reasons);
            for r in rest {
                let _ = writeln!(out, "  not everything was explored: {r}");
            }
        }
        Verdict::Unreachable => {
            out.push_str("NO ERROR\n  every path was explored and nothing was lost\n");
            limits(out, report);
            proof(out, report);
        }
        Verdict::Unknown => match report.targets.iter().find(|t| !t.within.is_empty()) {
            Some(t) => {
                out.push_str("NO ERROR WITHIN BOUNDS\n");
                within(out, report, t, "shows an error");
            }
            None => {
                out.push_str("UNKNOWN: no error found, but not everything was explored\n");
                report.targets.iter().for_each(|t| unknown(out, t));
                limits(out, report);
            }
        },
    }
    out.push('\n');
}

/// Errors that are there only if the caller gives what was assumed: one line for all that are of a kind, and the first of them.
fn of_caller(out: &mut String, all: &[&ErrorReport]) {
    let Some(_) = all.first() else { return };
    out.push_str("Depending on the caller, only if it gives what is assumed:\n");
    let mut told: Vec<&ErrorReport> = Vec::new();
    for e in all {
        if told.iter().any(|t| (&t.kind, &t.message) == (&e.kind, &e.message)) {
            continue;
        }
        told.push(e);
        let count = all.iter().filter(|o| (&o.kind, &o.message) == (&e.kind, &e.message)).count();
        let times = if count == 1 { String::new() } else { format!(", {count} places, the first") };
        let file = e.test.as_ref().and_then(|t| t.assumed.as_ref()?.harness.clone()).map_or(String::new(), |f| format!(" ({f})"));
        let _ = writeln!(out, "  ERROR {}: {}{times} at {}{file}", e.kind, e.message, site(e));
    }
    out.push('\n');
}

fn target(out: &mut String, report: &Report, t: &TargetReport, sources: &mut Sources<'_>) {
    let assumed = t.test.as_ref().and_then(|test| test.assumed.as_ref());
    let from = if assumed.is_some() { format!(" from {}() under the assumptions below", report.entry) } else { String::new() };
    if let Some(why) = &t.missing {
        let _ = writeln!(out, "{}: NOT IN THE PROGRAM\n  {why}\n", t.target);
        return;
    }
    let verdict = if t.within.is_empty() { t.verdict.name() } else { "UNREACHABLE WITHIN BOUNDS" };
    let _ = writeln!(out, "{}: {verdict}{from}", t.target);
    match t.verdict {
        Verdict::Reached => {
            if let Some(r) = &t.replay {
                replay(out, r, if t.error.is_some() { "showed the error" } else { "went through it" });
            }
            if let Some(e) = &t.error {
                let _ = writeln!(out, "  {} at {}: {}", e.kind, site(e), e.message);
                depends(out, e);
                excerpt(out, source_place(e), sources);
                stack(out, &e.stack);
            } else if let Some(p) = t.places.first() {
                excerpt(out, p, sources);
                parts(out, t);
            }
            if let Some(test) = &t.test {
                inputs(out, test);
                outputs(out, test);
                path(out, test, sources);
            }
        }
        Verdict::Unreachable => {
            out.push_str("  every path was explored and nothing was lost\n");
            limits(out, report);
            proof(out, report);
        }
        Verdict::Unknown if !t.within.is_empty() => within(out, report, t, "gets there"),
        Verdict::Unknown => {
            if let Some(p) = t.places.first() {
                excerpt(out, p, sources);
            }
            unknown(out, t);
            limits(out, report);
        }
    }
    out.push('\n');
}

/// What a verdict is about, where that is less than every run.
fn limits(out: &mut String, report: &Report) {
    if let Some(none) = &report.no_input {
        out.push_str("  NOTHING WAS SYMBOLIC: the program was given no input that could vary, so this is about its one run\n");
        for a in &none.advice {
            let _ = writeln!(out, "  try: {a}");
        }
    }
    if !report.preconditions.is_empty() {
        let _ = writeln!(out, "  under the assumption that callers keep to: {}", report.preconditions.join(", "));
    }
    if !report.bounds.is_empty() {
        let _ = writeln!(out, "  for {}", report.bounds.join(", "));
    }
}

/// A proof within bounds that were asked for; `not`: what no run does.
fn within(out: &mut String, report: &Report, t: &TargetReport, not: &str) {
    let _ = writeln!(out, "  no run with {} {not}; nothing else was lost", t.within.join(" and "));
    limits(out, report);
    proof(out, report);
    out.push_str("  for all runs: raise the bound, or leave it away\n");
}

/// Which parts of a line were passed, if not all were: the condition of `if (c) return x;` alone, say.
fn parts(out: &mut String, t: &TargetReport) {
    let name = |p: &crate::PartReport| format!("#{} (column {})", p.number, p.column);
    let (passed, not): (Vec<_>, Vec<_>) = t.parts.iter().partition(|p| p.passed);
    let list = |parts: &[&crate::PartReport]| parts.iter().map(|p| name(p)).collect::<Vec<_>>().join(", ");
    if let Some(first) = not.first() {
        let _ = writeln!(out, "  of its {} parts {} passed; not passed yet: {}", t.parts.len(), list(&passed), list(&not));
        let _ = writeln!(out, "  {}#{} asks for that part", t.target, first.number);
    }
}

/// What real runs said about a proof.
fn proof(out: &mut String, report: &Report) {
    let Some(p) = &report.proof else { return };
    let runs = match (&*p.by, p.runs) {
        ("native", 1) => "1 native run".to_string(),
        ("native", n) => format!("{n} native runs"),
        (by, 1) => format!("1 run of the {by}"),
        (by, n) => format!("{n} runs of the {by}"),
    };
    let _ = match (p.runs, &p.skipped[..]) {
        (0, []) => Ok(()),
        (0, [first, ..]) => writeln!(out, "  no path could be compared with a real run: {}", first.why),
        (_, skipped) => {
            let left = skipped.iter().map(|s| s.count).sum::<usize>();
            let more = if left == 0 { String::new() } else { format!("; {left} more could not be compared: {}", skipped[0].why) };
            writeln!(out, "  proof checked against {runs}, which did what the model says{more}")
        }
    };
}

fn unknown(out: &mut String, t: &TargetReport) {
    for r in &t.reasons {
        let _ = writeln!(out, "  because {r}");
    }
    if let Some(n) = t.states_left
        && n > 0
    {
        let near = t.nearest.map(|d| format!("; the nearest is {d} instructions away")).unwrap_or_default();
        let _ = writeln!(out, "  {n} state{} left unexplored{near}", if n == 1 { " is" } else { "s are" });
    }
    for a in &t.advice {
        let _ = writeln!(out, "  try: {a}");
    }
}

fn error(out: &mut String, e: &ErrorReport, sources: &mut Sources<'_>) {
    let _ = writeln!(out, "ERROR {} at {}: {}", e.kind, site(e), e.message);
    depends(out, e);
    if let Some(r) = &e.replay {
        replay(out, r, "showed the error");
    }
    excerpt(out, source_place(e), sources);
    stack(out, &e.stack);
    if let Some(test) = &e.test {
        inputs(out, test);
        outputs(out, test);
        path(out, test, sources);
    }
    out.push('\n');
}

fn depends(out: &mut String, e: &ErrorReport) {
    if e.depends_on_caller {
        out.push_str("  depends on the caller: only if it gives what is assumed below\n");
    }
}

/// The innermost position of an error that has a line.
fn source_place(e: &ErrorReport) -> &Place {
    std::iter::once(&e.place).chain(&e.stack).find(|p| p.line != 0).unwrap_or(&e.place)
}

/// Where an error is; of one in a library the user's line, and what was called there.
fn site(e: &ErrorReport) -> String {
    match &e.inside {
        Some(inside) => format!("{}, inside {inside}", place(&e.place)),
        None => place(source_place(e)),
    }
}

fn replay(out: &mut String, r: &Replay, did: &str) {
    let _ = match (&*r.by, &r.why) {
        ("native", _) => writeln!(out, "  replayed natively: a real run {did}"),
        (_, Some(why)) => writeln!(out, "  replayed by the interpreter only ({why}): its run {did}"),
        (by, None) => writeln!(out, "  replayed by the {by}: its run {did}"),
    };
}

fn stack(out: &mut String, stack: &[Place]) {
    for p in stack.iter().skip(1).take(20) {
        let _ = writeln!(out, "    called from {}", place(p));
    }
}

fn inputs(out: &mut String, test: &Test) {
    let file = test.file.as_deref().map(|f| format!(" ({f})")).unwrap_or_default();
    if let Some(assumed) = &test.assumed {
        let harness = assumed.harness.as_deref().map(|f| format!(" ({f})")).unwrap_or_default();
        let _ = writeln!(out, "  Assumptions about the caller{harness}:");
        for line in &assumed.lines {
            let _ = writeln!(out, "    {line}");
        }
        if test.inputs.is_empty() {
            return;
        }
    }
    if test.inputs.is_empty() && test.invocation.is_none() {
        let _ = writeln!(out, "  Input{file}: none, every run does this");
        return;
    }
    let _ = writeln!(out, "  Input{file}:");
    if let Some(invocation) = &test.invocation {
        invocation.text(out);
    }
    let inputs: Vec<&crate::Input> = test.inputs.iter().filter(|i| !i.environment).collect();
    let name = inputs.iter().map(|i| i.name.len()).max().unwrap_or(0).min(30);
    let ty = inputs.iter().map(|i| i.type_name.len()).max().unwrap_or(0).min(24);
    let mut lines: Vec<(String, usize)> = Vec::new();
    for i in inputs.iter().take(200) {
        let from = match &*i.kind {
            "uninitialised" => "   <- read before it was written",
            "undefined" => "   <- what an undefined operation gave",
            "havoc" => "   <- from a function without body",
            _ => "",
        };
        let line = format!("    {:name$}  {:ty$} = {}{from}", i.name, i.type_name, i.value);
        match lines.last_mut() {
            Some((last, times)) if *last == line => *times += 1,
            _ => lines.push((line, 1)),
        }
    }
    for (line, times) in lines {
        let times = if times > 1 { format!("  ({times} times)") } else { String::new() };
        let _ = writeln!(out, "{line}{times}");
    }
    if inputs.len() > 200 {
        let _ = writeln!(out, "    ... and {} more", inputs.len() - 200);
    }
}

fn outputs(out: &mut String, test: &Test) {
    if test.outputs.is_empty() {
        return;
    }
    let more =
        if test.outputs.len() > OUTPUTS { format!(" ... and {} more", test.outputs.len() - OUTPUTS) } else { String::new() };
    let shown: Vec<&str> = test.outputs.iter().take(OUTPUTS).map(String::as_str).collect();
    let _ = writeln!(out, "  Output: {}{more}", shown.join(" "));
}

fn path(out: &mut String, test: &Test, sources: &mut Sources<'_>) {
    out.push_str(&path_text(&test.path, test.path_omitted, sources));
}

/// A path as source lines; `omitted` steps are missing from its middle already.
pub fn path_text(steps: &[Step], omitted: usize, sources: &mut Sources<'_>) -> String {
    let mut out = String::new();
    if steps.is_empty() {
        return out;
    }
    let (shown, more) = crate::path::cap(steps.to_vec(), PATH_LINES);
    let omitted = omitted + more;
    out.push_str("  Path:\n");
    let mut file = Cached::default();
    let mut function = None;
    for (i, s) in shown.iter().enumerate() {
        if omitted > 0 && i == shown.len() / 2 {
            let _ = writeln!(out, "    ... {omitted} more lines ...");
            function = None;
        }
        let here = (s.function.clone(), s.file.clone());
        if function.as_ref() != Some(&here) {
            let _ = writeln!(out, "    {} ({})", s.function, short(&s.file));
            function = Some(here);
        }
        step(&mut out, s, &mut file, sources);
    }
    out
}

fn step(out: &mut String, s: &Step, file: &mut Cached, sources: &mut Sources<'_>) {
    let times = if s.times > 1 { format!("  ({} times)", s.times) } else { String::new() };
    let _ = writeln!(out, "    {:>6} | {}{times}", s.line, file.line(&s.file, s.line, sources).trim_end());
}

fn excerpt(out: &mut String, p: &Place, sources: &mut Sources<'_>) {
    if p.line == 0 {
        return;
    }
    let mut file = Cached::default();
    for line in p.line.saturating_sub(2).max(1)..=p.line + 1 {
        let Some(text) = file.get(&p.file, line, sources) else { continue };
        let mark = if line == p.line { '>' } else { ' ' };
        let _ = writeln!(out, "  {mark}{line:>6} | {}", text.trim_end());
    }
}

/// The file shown last: paths jump between few files.
#[derive(Default)]
struct Cached {
    file: String,
    lines: Vec<String>,
}

impl Cached {
    fn get(&mut self, file: &str, line: u32, sources: &mut Sources<'_>) -> Option<&str> {
        if self.file != file {
            self.file = file.to_string();
            self.lines = sources(file).map(|t| t.lines().map(str::to_string).collect()).unwrap_or_default();
        }
        self.lines.get((line as usize).checked_sub(1)?).map(|l| l.as_str())
    }
    fn line(&mut self, file: &str, line: u32, sources: &mut Sources<'_>) -> &str {
        self.get(file, line, sources).unwrap_or("")
    }
}

fn losses(out: &mut String, losses: &[LossReport]) {
    if losses.is_empty() {
        return;
    }
    out.push_str("Lost on the way (each stands in the way of UNREACHABLE):\n");
    for l in losses.iter().take(LOSSES) {
        let detail = if l.detail.is_empty() { String::new() } else { format!(": {}", l.detail) };
        let _ = writeln!(out, "  {:>6} x {}{detail} ({})", l.count, l.what, place(&l.place));
    }
    if losses.len() > LOSSES {
        let _ = writeln!(out, "  ... and {} more in losses.json", losses.len() - LOSSES);
    }
    out.push('\n');
}

/// Places with hard questions that are printed.
const HARD: usize = 4;

fn hard(out: &mut String, all: &[HardReport]) {
    if all.is_empty() {
        return;
    }
    out.push_str("Questions that were hard:\n");
    for h in all.iter().take(HARD) {
        let open = if h.unanswered == 0 { String::new() } else { format!(", {} not answered", h.unanswered) };
        let inputs = if h.inputs.is_empty() { String::new() } else { format!(" about {}", h.inputs.join(", ")) };
        let _ = writeln!(
            out,
            "  {:>6} x {}{open}: {} terms{inputs}; work {} M, {} asked last",
            h.questions,
            place(&h.place),
            h.terms,
            h.work,
            h.asked
        );
        h.advice.iter().for_each(|advice| {
            let _ = writeln!(out, "           {advice}");
        });
    }
    if all.len() > HARD {
        let _ = writeln!(out, "  ... and at {} more places in report.json", all.len() - HARD);
    }
    out.push('\n');
}

/// How many paths, and in how many states.
fn paths(s: &Statistics) -> String {
    if s.joins + s.selects == 0 {
        return format!("{} paths", s.paths);
    }
    let states = if s.states == 1 { "state" } else { "states" };
    format!("{} {states}, {}{} paths", s.states, if s.paths_at_most { "at most " } else { "" }, grouped(s.paths))
}

/// With commas between thousands.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, d) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(d);
    }
    out
}

fn statistics(out: &mut String, report: &Report) {
    let s = &report.statistics;
    let c = &s.cpu_seconds;
    let _ = writeln!(
        out,
        "{} instructions, {}{}, {} forks, {} questions ({} to the solver), {} of {} blocks, {} MB",
        s.instructions,
        paths(s),
        match s.error_paths {
            0 => String::new(),
            n => format!(" ({n} of them into an error)"),
        },
        s.forks,
        s.decides,
        s.solver_calls,
        s.blocks_covered,
        s.blocks_total,
        s.peak_memory.div_ceil(1 << 20),
    );
    if s.starts > 0 {
        let _ = writeln!(
            out,
            "started at {} functions on the way; {} trails followed ({} branches, {} decided by the state, {} calls of the solver)",
            s.starts, s.follows, s.branches_followed, s.branches_decided, s.follow_calls
        );
    }
    if let Some(f) = &s.fuzzing {
        let apart = if f.apart { ", each in a process of its own" } else { "" };
        let why = f.why_not.as_ref().map_or_else(String::new, |why| format!("; no more of it: {why}"));
        let retraced = if f.retraced > 0 { format!(" ({} gone after)", f.retraced) } else { String::new() };
        let _ =
            writeln!(out, "fuzzed in {} native runs{apart}, {} inputs kept{retraced}, {} blocks{why}", f.runs, f.kept, f.blocks);
    }
    let _ = writeln!(
        out,
        "CPU seconds: compile {:.2}, load {:.2}, execute {:.2}, solve {:.2}, replay {:.2}; {:.2} s in all",
        c.compile, c.load, c.execute, c.solve, c.replay, s.wall_seconds
    );
    if let Some(how) = &report.isolation {
        let _ = writeln!(out, "Native runs: {how}");
    }
    if let Some(folder) = &report.folder {
        let _ = writeln!(out, "Written to {folder}");
    }
}

/// `f (dir/file.c:12)`, as far as known.
pub fn place(p: &Place) -> String {
    let at = if p.line == 0 { String::new() } else { format!("{}:{}", short(&p.file), p.line) };
    match (p.function.is_empty(), at.is_empty()) {
        (false, false) => format!("{at} in {}", p.function),
        (false, true) => p.function.clone(),
        (true, false) => at,
        (true, true) => "an unknown place".into(),
    }
}

/// The last two components of a long path.
fn short(path: &str) -> String {
    if path.len() <= 40 {
        return path.to_string();
    }
    let parts: Vec<&str> = path.rsplitn(3, '/').collect();
    match parts[..] {
        [file, dir, _] => format!(".../{dir}/{file}"),
        _ => path.to_string(),
    }
}
