//! The line that shows how a run is going, on a terminal only.

use std::io::{IsTerminal, Write};

use homing_explore::Progress;

/// Draws and erases one line on standard error.
pub struct ProgressLine {
    on: bool,
    drawn: bool,
    last: Option<Progress>,
}

impl ProgressLine {
    pub fn new() -> ProgressLine {
        ProgressLine { on: std::io::stderr().is_terminal(), drawn: false, last: None }
    }

    /// Draws the line anew.
    pub fn draw(&mut self, p: &Progress) {
        if !self.on {
            return;
        }
        let line = self.line(p);
        self.last = Some(p.clone());
        let mut err = std::io::stderr();
        let _ = write!(err, "\r\x1b[K{line}");
        let _ = err.flush();
        self.drawn = true;
    }

    /// Leaves the terminal as it was.
    pub fn clear(&mut self) {
        if self.drawn {
            let mut err = std::io::stderr();
            let _ = write!(err, "\r\x1b[K");
            let _ = err.flush();
            self.drawn = false;
        }
    }

    fn line(&self, p: &Progress) -> String {
        let per_second = |now: u64, before: fn(&Progress) -> u64| {
            let last = self.last.as_ref();
            let time = p.elapsed.saturating_sub(last.map_or_else(Default::default, |l| l.elapsed)).as_secs_f64();
            if time > 0.0 { (now.saturating_sub(last.map_or(0, before))) as f64 / time } else { 0.0 }
        };
        format!(
            "{:.1} s  {} states  {} paths  {} instructions/s  {} queries/s  {} target{} left",
            p.elapsed.as_secs_f64(),
            p.states,
            p.paths,
            short(per_second(p.instructions, |l| l.instructions)),
            short(per_second(p.queries, |l| l.queries)),
            p.targets_left,
            if p.targets_left == 1 { "" } else { "s" },
        )
    }
}

fn short(v: f64) -> String {
    match v {
        v if v >= 1e9 => format!("{:.1}G", v / 1e9),
        v if v >= 1e6 => format!("{:.1}M", v / 1e6),
        v if v >= 1e3 => format!("{:.1}k", v / 1e3),
        v => format!("{v:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn rates_are_of_the_time_since_the_last_line() {
        let at =
            |s, instructions| Progress { elapsed: Duration::from_secs(s), instructions, targets_left: 1, ..Progress::default() };
        let line = ProgressLine { on: true, drawn: false, last: Some(at(1, 1_000_000)) };
        assert_eq!(line.line(&at(2, 3_000_000)), "2.0 s  0 states  0 paths  2.0M instructions/s  0 queries/s  1 target left");
    }
}
