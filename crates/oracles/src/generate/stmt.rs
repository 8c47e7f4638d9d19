//! Random statements, one to a line.

use super::{Gen, TYPES};

impl Gen {
    pub(super) fn statement(&mut self) {
        self.f.left = self.f.left.saturating_sub(1);
        let deep = self.f.depth > 3;
        match self.below(if deep { 11 } else { 22 }) {
            0..=4 => self.assignment(),
            5 => self.pointer(),
            6 => {
                let e = self.expr(2);
                self.told("", &format!("homing_output((u64)({e}));"));
            }
            7 => self.string(),
            8 => self.jump(),
            9 if self.one_in(4) => {
                let (e, n) = (self.expr(2), self.below(8));
                self.told("", &format!("klee_assume(({e} & 7) != {n});"));
            }
            9 | 10 => {
                let (s, e) = (self.scalar(), self.expr(2));
                let op = self.pick(&["+=", "-=", "^=", "|=", "&=", "*="]);
                self.told("", &format!("{s} {op} {e};"));
            }
            11..=14 => self.branch(),
            15..=16 => self.counted_loop(),
            17 => self.fueled_loop(),
            18..=19 => self.switch(),
            _ => self.guarded_exit(),
        }
    }

    fn assignment(&mut self) {
        let (p, e) = (self.place(2), self.expr(3));
        self.told("", &format!("{p} = {e};"));
    }

    fn pointer(&mut self) {
        let text = match self.below(6) {
            0 => format!("ip = &w[{}];", self.index(4, 1)),
            1 => format!("ip = &gw[{}];", self.index(4, 1)),
            2 if !self.f.words.is_empty() => {
                let i = self.below(self.f.words.len());
                format!("ip = &{};", self.f.words[i])
            }
            3 if !self.f.words.is_empty() => {
                let (c, i, k) = (self.cond(2), self.below(self.f.words.len()), self.below(4));
                format!("ip = {c} ? &{} : &gw[{k}];", self.f.words[i])
            }
            4 => "sp = sp->n;".to_string(),
            _ => format!("sp = {} ? &s0 : &s{};", self.cond(1), self.below(3)),
        };
        self.told("", &text);
    }

    fn string(&mut self) {
        let text = match self.below(5) {
            0 => format!("buf[{}] = 'a' + ({} & 3);", self.below(3), self.expr(1)),
            1 => format!("memcpy(a, ga, {});", self.index(8, 1)),
            2 => format!("memset(a + ({}), {}, 2);", self.index(4, 1), self.expr(1)),
            3 => "memmove(ga + 1, ga, 6);".to_string(),
            _ => format!("*(u16 *)(ga + ({})) = {};", self.index(4, 1), self.expr(1)),
        };
        self.told("", &text);
    }

    /// Leaves a loop or the function, or starts it again.
    fn jump(&mut self) {
        let c = self.cond(2);
        let to = match self.below(5) {
            0 if self.f.breakable => "break;",
            1 if self.f.breakable => "continue;",
            2 => "goto out;",
            3 => {
                self.told("", &format!("if (fuel > 0 && {c}) {{"));
                self.block_line("fuel -= 5;");
                self.block_line("goto again;");
                self.close("}");
                return;
            }
            _ => "fuel--;",
        };
        self.told("", &format!("if ({c})"));
        self.block_line(to);
    }

    /// A statement as a block of its own, one level further in.
    fn block_line(&mut self, text: &str) {
        self.f.depth += 1;
        let text = format!("{}{{ HIT; {text} }}", "  ".repeat(self.f.depth));
        self.raw(&text);
        let line = self.line;
        self.lines.push(line);
        self.f.depth -= 1;
    }

    fn guarded_exit(&mut self) {
        let (c, code) = (self.cond(2), self.below(9));
        self.told("", &format!("if ({c})"));
        let text = match self.below(8) {
            0 => format!("exit({code});"),
            1 if self.shape.errors => "abort();".to_string(),
            2 if self.f.number > 1 => "goto out;".to_string(),
            _ => format!("homing_output({code});"),
        };
        self.block_line(&text);
    }

    fn nested(&mut self) {
        self.f.depth += 1;
        for _ in 0..1 + self.below(3) {
            self.statement();
        }
        self.f.depth -= 1;
    }

    fn close(&mut self, text: &str) {
        let text = format!("{}{text}", "  ".repeat(self.f.depth));
        self.raw(&text);
    }

    fn branch(&mut self) {
        let c = self.cond(3);
        self.told("", &format!("if ({c}) {{"));
        self.nested();
        if self.one_in(2) {
            self.close("} else {");
            self.nested();
        }
        self.close("}");
    }

    fn counted_loop(&mut self) {
        let i = format!("i{}", self.line);
        let (t, mask, bound) = (self.pick(&TYPES), self.pick(&["1", "3", "3", "7"]), self.expr(1));
        let bound = if self.one_in(2) { mask.to_string() } else { format!("(s32)({bound} & {mask})") };
        self.told("", &format!("for ({t} {i} = 0; {i} < {bound}; {i}++) {{"));
        self.f.counters.push(format!("(s32){i}"));
        self.looped();
        self.f.counters.pop();
        self.close("}");
    }

    /// The body of a loop.
    fn looped(&mut self) {
        let breakable = std::mem::replace(&mut self.f.breakable, true);
        self.f.loops += 1;
        self.nested();
        self.f.loops -= 1;
        self.f.breakable = breakable;
    }

    fn fueled_loop(&mut self) {
        let c = self.cond(2);
        if self.one_in(2) {
            self.told("", &format!("while (fuel > 0 && {c}) {{"));
            self.block_line("fuel -= 3;");
            self.looped();
            self.close("}");
        } else {
            self.close("do {");
            self.block_line("fuel -= 3;");
            self.looped();
            // The condition's line tells by itself.
            self.close(&format!("}} while (HIT, (fuel > 0 && {c}));"));
            self.lines.push(self.line);
        }
    }

    fn switch(&mut self) {
        let (e, t) = (self.expr(2), self.pick(&["u8", "s8", "s32", "u64"]));
        let mask = self.pick(&["& 3", "& 7", "% 5", "& 255"]);
        self.told("", &format!("switch (({t})({e}) {mask}) {{"));
        let mut used = Vec::new();
        let breakable = std::mem::replace(&mut self.f.breakable, false);
        for _ in 0..2 + self.below(3) {
            let label = self.below(8);
            if used.contains(&label) {
                continue;
            }
            used.push(label);
            self.close(&format!("case {label}:"));
            self.nested();
            if !self.one_in(3) {
                self.close("  break;");
            }
        }
        if self.one_in(2) {
            self.close("default:");
            self.nested();
        } else {
            self.close("default: ;");
        }
        self.f.breakable = breakable;
        self.close("}");
    }
}
