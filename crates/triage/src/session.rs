//! Which questions are asked in which run, and what the runs' reports say about them.
//!
//! Questions that start alike go through one run together first, so that they share what is explored; those that this does not decide
//! get runs of their own: one for the line alone, in which all that cannot lead there is left aside, then one for all that is asked.

use std::collections::VecDeque;
use std::time::Duration;

use homing_ir::{ErrorKind, TargetSpec};
use homing_report::{Place, Report, TargetReport, Verdict as Answer};

use crate::kinds::Proof;
use crate::outcome::{Outcome, Verdict};
use crate::question::{Check, Question, Role, Start};

/// Questions that go through one run together, at most.
const TOGETHER: usize = 64;

/// A run that is to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub start: Start,
    pub targets: Vec<TargetSpec>,
    pub time: Duration,
    /// By number.
    pub questions: Vec<usize>,
    /// Of each target: the question that it is one of, and its number in there.
    asked: Vec<(usize, usize)>,
    stage: Stage,
}

/// How questions are asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// Several in one run.
    Together,
    /// One, and only whether its line can be reached.
    Line,
    /// One, and all of it.
    Alone,
}

/// Questions on their way to verdicts.
pub struct Session {
    questions: Vec<Question>,
    known: Vec<Known>,
    time_per: Duration,
    waiting: VecDeque<(Start, Vec<usize>, Stage)>,
}

/// What is known of a question so far.
#[derive(Clone, Debug, Default)]
struct Known {
    error: Option<Seen>,
    other: Option<Seen>,
    line: Option<Seen>,
    /// Targets that were proved impossible.
    impossible: Vec<usize>,
    /// Inputs are bounded by this, in the run that proved it.
    bounds: Vec<String>,
    reasons: Vec<String>,
    advice: Vec<String>,
    done: Option<Outcome>,
}

/// A target that was reached, and the folder of its run.
#[derive(Clone, Debug)]
struct Seen {
    target: TargetReport,
    folder: Option<String>,
    start: Start,
}

impl Session {
    /// Questions, each with so much time of its own.
    pub fn new(questions: Vec<Question>, time_per: Duration) -> Session {
        let known = vec![Known::default(); questions.len()];
        let mut session = Session { questions, known, time_per, waiting: VecDeque::new() };
        session.group();
        session
    }

    /// The questions.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// The verdict is known already.
    pub fn settle(&mut self, question: usize, outcome: Outcome) {
        self.known[question].done = Some(outcome);
    }

    /// The verdict on a question, if it has one.
    pub fn outcome(&self, question: usize) -> Option<&Outcome> {
        self.known[question].done.as_ref()
    }

    /// Rows of questions that start alike and need the same check; then each alone.
    fn group(&mut self) {
        let mut rows: Vec<((&Start, Check), Vec<usize>)> = Vec::new();
        for (i, q) in self.questions.iter().enumerate() {
            match rows.iter_mut().find(|(k, _)| *k == (&q.start, q.check)) {
                Some((_, row)) => row.push(i),
                None => rows.push(((&q.start, q.check), vec![i])),
            }
        }
        let mut alone = Vec::new();
        for ((start, _), row) in rows {
            let together = row.chunks(TOGETHER).filter(|c| c.len() > 1);
            self.waiting.extend(together.map(|c| (start.clone(), c.to_vec(), Stage::Together)));
            alone.extend(row.into_iter().flat_map(|i| [Stage::Line, Stage::Alone].map(|s| (start.clone(), vec![i], s))));
        }
        self.waiting.extend(alone);
    }

    /// The next run, if there is anything left to ask.
    pub fn next_run(&mut self) -> Option<Run> {
        while let Some((start, mut row, stage)) = self.waiting.pop_front() {
            row.retain(|i| self.known[*i].done.is_none());
            if row.is_empty() || (stage == Stage::Line && !self.asks_for_line(row[0])) {
                continue;
            }
            let wanted = |role: &Role| stage != Stage::Line || *role == Role::Line;
            let all = row.iter().flat_map(|i| self.questions[*i].targets.iter().enumerate().map(|(n, t)| (*i, n, t)));
            let (asked, targets) = all.filter(|(_, _, t)| wanted(&t.0)).map(|(i, n, t)| ((i, n), t.1.clone())).unzip();
            let time = match stage {
                // Together they get a quarter of what each has alone, but never less than one has.
                Stage::Together => self.time_per * (row.len() as u32).div_ceil(4),
                Stage::Line => self.time_per / 4,
                Stage::Alone => self.time_per,
            };
            return Some(Run { start, targets, time, questions: row, asked, stage });
        }
        None
    }

    /// Is it worth asking for the line alone? Where that decides something, and is not known.
    fn asks_for_line(&self, question: usize) -> bool {
        let (q, known) = (&self.questions[question], &self.known[question]);
        !q.kinds.is_empty() && q.check != Check::Leaks && known.line.is_none()
    }

    /// What became of a run; the questions that are decided by it. `folder` has its test cases.
    pub fn take(&mut self, run: &Run, report: Result<&Report, String>, folder: Option<&str>) -> Vec<usize> {
        let last = run.stage == Stage::Alone;
        let mut decided = Vec::new();
        for i in &run.questions {
            let (question, known) = (&self.questions[*i], &mut self.known[*i]);
            if last {
                (known.reasons, known.advice) = (Vec::new(), Vec::new());
            }
            match &report {
                Ok(report) => {
                    for ((_, target), answer) in run.asked.iter().zip(&report.targets).filter(|(a, _)| a.0 == *i) {
                        known.hear(question, *target, answer, report, (folder, &run.start));
                    }
                }
                Err(why) => known.reasons = vec![why.clone()],
            }
            let no_input = report.as_ref().is_ok_and(|r| r.no_input.is_some());
            let elsewhere = question.otherwise.clone().filter(|o| *o != run.start && no_input && known.error.is_none());
            if let Some(start) = elsewhere.filter(|_| last) {
                self.waiting.push_back((start, vec![*i], Stage::Alone));
            } else if known.is_decided(question) || last {
                known.done = Some(known.outcome(question, &run.start));
                decided.push(*i);
            }
        }
        decided
    }

    /// The user wants no more: what is not decided is unknown.
    pub fn stop(&mut self, why: &str) -> Vec<usize> {
        self.waiting.clear();
        let open: Vec<usize> = (0..self.known.len()).filter(|i| self.known[*i].done.is_none()).collect();
        for i in &open {
            let (question, known) = (&self.questions[*i], &mut self.known[*i]);
            known.reasons.insert(0, why.to_string());
            known.done = Some(known.outcome(question, &question.start));
        }
        open
    }
}

impl Known {
    /// The answer to one of a question's targets.
    fn hear(&mut self, question: &Question, number: usize, answer: &TargetReport, report: &Report, from: (Option<&str>, &Start)) {
        let seen = || Some(Seen { target: answer.clone(), folder: from.0.map(String::from), start: from.1.clone() });
        match (answer.verdict, &question.targets[number].0) {
            (Answer::Reached, Role::Error) => self.error = self.error.take().or_else(seen),
            (Answer::Reached, Role::Somewhere(functions)) => {
                let on_the_way = |p: &Place| p.line == question.line && p.file == question.file;
                let here = answer.error.as_ref().is_some_and(|e| {
                    functions.contains(&e.place.function) || on_the_way(&e.place) || e.stack.iter().any(on_the_way)
                });
                if here && self.error.is_none() {
                    self.error = seen();
                }
            }
            (Answer::Reached, Role::Other) => self.other = self.other.take().or_else(seen),
            (Answer::Reached, Role::Line) => self.line = self.line.take().or_else(seen),
            // One run without any input proves nothing about others.
            (Answer::Unreachable, _) => match &report.no_input {
                None => {
                    self.impossible.push(number);
                    self.bounds.clone_from(&report.bounds);
                }
                Some(none) => {
                    self.reason("the program was run without symbolic input, so there was one run");
                    self.advise(&none.advice);
                }
            },
            (Answer::Unknown, _) => {
                if let Some(why) = answer.missing.as_ref().or(answer.reasons.first()) {
                    self.reason(why);
                }
                self.advise(&answer.advice);
            }
        }
    }

    fn reason(&mut self, why: &str) {
        if !self.reasons.iter().any(|r| r == why) {
            self.reasons.push(why.to_string());
        }
    }

    fn advise(&mut self, what: &[String]) {
        for what in what.iter().map(|w| here(w)) {
            if !self.advice.iter().any(|a| a == what) {
                self.advice.push(what.to_string());
            }
        }
    }

    /// Is it proved that the error cannot be?
    fn refuted(&self, question: &Question) -> Option<&'static str> {
        let proved = |wanted: &dyn Fn(&Role) -> bool| {
            let mut of = question.targets.iter().enumerate().filter(|(_, (role, _))| wanted(role)).map(|(i, _)| i).peekable();
            of.peek().is_some() && of.all(|i| self.impossible.contains(&i))
        };
        // Where memory leaks, it need not be lost at the line.
        if question.check != Check::Leaks && proved(&|r| *r == Role::Line) {
            return Some("no run comes to the line");
        }
        match question.proof {
            Proof::AtLine if proved(&|r| *r == Role::Error) => Some("no run has that error there"),
            Proof::Anywhere if proved(&|r| matches!(r, Role::Somewhere(_))) => Some("no run has such an error anywhere"),
            _ => None,
        }
    }

    /// What was proved about the error, and why it is not enough.
    fn nearly(&self, question: &Question) -> Option<&'static str> {
        let errors = question.targets.iter().enumerate().filter(|(_, (role, _))| *role == Role::Error);
        if question.kinds.is_empty() || !errors.clone().all(|(i, _)| self.impossible.contains(&i)) {
            return None;
        }
        Some(match question.kinds[0] {
            ErrorKind::OutOfBounds => {
                "no run leaves a whole object there, as was proved; accesses within one (from one member of a record into another) are not checked"
            }
            _ => "no run has that error at the very line, as was proved; the warning may mean more than that",
        })
    }

    fn is_decided(&self, question: &Question) -> bool {
        let only_line = question.kinds.is_empty();
        self.error.is_some() || self.refuted(question).is_some() || only_line && self.line.is_some()
    }

    fn outcome(&self, question: &Question, start: &Start) -> Outcome {
        let empty = Outcome { start: Some(start.clone()), ..Outcome::unasked(String::new()) };
        let with = |seen: &Seen, verdict, why: String| Outcome {
            verdict,
            why,
            start: Some(seen.start.clone()),
            replay: seen.target.replay.clone(),
            test: seen.target.test.clone(),
            error: seen.target.error.clone(),
            folder: seen.folder.clone(),
            help: Vec::new(),
        };
        if let Some(seen) = &self.error {
            return with(seen, Verdict::Confirmed, seen_error(seen));
        }
        if let Some(why) = self.refuted(question) {
            let bounds = if self.bounds.is_empty() { String::new() } else { format!(", with {}", self.bounds.join(" and ")) };
            return Outcome { verdict: Verdict::Refuted, why: format!("proved: {why}{}{bounds}", callers(start)), ..empty };
        }
        let open = match (self.nearly(question), self.reasons.first()) {
            (Some(nearly), _) => format!("; {nearly}"),
            (None, Some(first)) => format!("; whether the error can be there is not decided: {first}"),
            (None, None) => String::new(),
        };
        if let Some(seen) = self.other.as_ref().filter(|_| !question.kinds.is_empty()) {
            let what = format!("a run comes to the line and has another error there: {}", error_text(seen));
            return Outcome { help: self.advice.clone(), ..with(seen, Verdict::Reachable, format!("{what}{open}")) };
        }
        if let Some(seen) = &self.line {
            let why = if question.kinds.is_empty() {
                "a run comes to the line; the warning is about no error that can be looked for".to_string()
            } else {
                format!("a run comes to the line{open}")
            };
            let help = if question.kinds.is_empty() { Vec::new() } else { self.advice.clone() };
            return Outcome { help, ..with(seen, Verdict::Reachable, why) };
        }
        let why =
            if self.reasons.is_empty() { "nothing was found and nothing proved".to_string() } else { self.reasons.join("; ") };
        Outcome { verdict: Verdict::Unknown, why, help: self.advice.clone(), ..empty }
    }
}

/// Advice about a run, which may name flags of `homing reach`, as advice about a warning.
fn here(advice: &str) -> &str {
    const IN_REACH: [(&str, &str); 5] = [
        ("raise --time", "raise --time-per"),
        ("raise --cpu-time", "raise --time-per"),
        ("--undefined havoc", "give the source of the functions that have none"),
        (
            "--lazy-array",
            "ask for the line with `homing reach --lazy`, which has --lazy-array, --lazy-depth, --lazy-alias and --assume",
        ),
        ("raise --solver-limit", "ask for the line with `homing reach`, which has --solver-limit"),
    ];
    IN_REACH.iter().find(|(flag, _)| advice.contains(flag)).map_or(advice, |(_, instead)| instead)
}

fn callers(start: &Start) -> String {
    if start.lazy { format!(", whoever calls {}", start.entry) } else { String::new() }
}

fn error_text(seen: &Seen) -> String {
    seen.target.error.as_ref().map(|e| format!("{} ({})", e.kind, e.message)).unwrap_or_default()
}

fn seen_error(seen: &Seen) -> String {
    let by = seen
        .target
        .replay
        .as_ref()
        .map_or("a replay", |r| if r.by == "native" { "a real run" } else { "a run in the interpreter" });
    let depends = match &seen.target.error {
        Some(e) if e.depends_on_caller => format!("; it depends on what the caller of {} gives", seen.start.entry),
        _ if seen.start.lazy => format!("; started in {}, as a caller could", seen.start.entry),
        _ => String::new(),
    };
    format!("{by} showed it: {}{depends}", error_text(seen))
}
