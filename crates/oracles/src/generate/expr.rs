//! Random expressions, free of undefined behaviour unless errors are asked for.

use super::Gen;

impl Gen {
    /// A constant; small ones and those at the edges of types are frequent.
    pub(super) fn constant(&mut self) -> String {
        const EDGES: [&str; 10] = ["0", "1", "-1", "7", "127", "128", "255", "256", "65535", "2147483647"];
        match self.below(4) {
            0 => self.pick(&EDGES).to_string(),
            1 => (self.below(256)).to_string(),
            _ => (self.below(20)).to_string(),
        }
    }

    fn leaf(&mut self) -> String {
        match self.below(16) {
            0..=5 => format!("in[{}]", self.below(self.shape.bytes)),
            8..=10 if !self.f.scalars.is_empty() => self.scalar(),
            6 if !self.f.counters.is_empty() => {
                let i = self.below(self.f.counters.len());
                self.f.counters[i].clone()
            }
            7 => format!("g{}", self.below(3)),
            _ => self.constant(),
        }
    }

    pub(super) fn scalar(&mut self) -> String {
        let i = self.below(self.f.scalars.len());
        self.f.scalars[i].clone()
    }

    /// An index below `n`, a power of two; with errors sometimes not.
    pub(super) fn index(&mut self, n: usize, depth: usize) -> String {
        let e = self.expr(depth);
        if self.shape.errors && self.one_in(8) {
            return match self.below(3) {
                0 => format!("(u8)({e}) % {}", n + 1),
                1 => format!("(s8)({e})"),
                _ => format!("(({e}) & {}) - 1", 2 * n - 1),
            };
        }
        format!("({e}) & {}", n - 1)
    }

    /// Something in memory.
    pub(super) fn place(&mut self, depth: usize) -> String {
        if !self.f.ready {
            return format!("ga[{}]", self.below(8));
        }
        let inner = depth.saturating_sub(1);
        match self.below(13) {
            0 => format!("a[{}]", self.index(8, inner)),
            1 => format!("w[{}]", self.index(4, inner)),
            2 => format!("ga[{}]", self.index(8, inner)),
            3 => format!("gw[{}]", self.index(4, inner)),
            4 => "*ip".into(),
            5 => format!("sp->{}", self.pick(&["c", "h", "w", "f", "g"])),
            6 => format!("sp->n->{}", self.pick(&["c", "w", "g"])),
            7 => format!("sp->b[{}]", self.index(4, inner)),
            8 => format!("s{}.{}", self.below(3), self.pick(&["c", "h", "w", "f", "g"])),
            9 => format!("u0.b[{}]", self.index(4, inner)),
            10 => self.pick(&["u0.w", "u0.h[0]", "u0.h[1]"]).to_string(),
            11 => format!("buf[{}]", self.below(3)),
            _ => self.scalar(),
        }
    }

    /// An expression of some integer type.
    pub(super) fn expr(&mut self, depth: usize) -> String {
        if depth == 0 || self.one_in(6) {
            return self.leaf();
        }
        let d = depth - 1;
        match self.below(20) {
            0..=4 => {
                let (a, op, b) = (self.expr(d), self.pick(&["+", "-", "^", "&", "|", "+", "-"]), self.expr(d));
                format!("({a} {op} {b})")
            }
            5 => format!("({} * {})", self.expr(d), self.expr(d)),
            6 => {
                let (a, op) = (self.expr(d), self.pick(&["/", "%"]));
                let b = self.expr(d);
                match self.shape.errors && self.one_in(2) {
                    true => format!("((s32){a} {op} (s32)(u8){b})"),
                    false => format!("({a} {op} (s32)(({b} & 15) + 1))"),
                }
            }
            7 => {
                let t = self.pick(&["u8", "s8", "u32", "s32", "u64"]);
                format!("((({t}){}) {} ({} & 7))", self.expr(d), self.pick(&["<<", ">>"]), self.expr(d))
            }
            8 => format!("(({}){})", self.pick(&super::TYPES), self.expr(d)),
            9 => format!("{}{}", self.pick(&["~", "-", "!"]), paren(&self.expr(d))),
            10 => format!("({} ? {} : {})", self.cond(d), self.expr(d), self.expr(d)),
            11 => self.cond(depth),
            12 => format!("table[{}]", self.index(16, d)),
            13 => format!("text[{}]", self.index(4, d)),
            14 if self.f.number > 0 && self.f.loops < 2 => {
                let (f, a, b) = (self.below(self.f.number), self.expr(d), self.expr(d));
                format!("f{f}({a}, {b})")
            }
            15 if self.f.number >= 2 && self.f.loops < 2 => {
                let (i, a, b) = (self.index_of_function(d), self.expr(d), self.expr(d));
                format!("functions[{i}]({a}, {b})")
            }
            16 if self.f.ready => self
                .pick(&[
                    "strlen(buf)",
                    "!strcmp(buf, text)",
                    "!strcmp(buf, \"ab\")",
                    "!memcmp(a, ga, 4)",
                    "(strchr(text, buf[0]) != 0)",
                    "(ip == &x)",
                    "(sp == &s1)",
                ])
                .to_string(),
            _ => self.place(depth),
        }
    }

    /// No function is missing in the table, so an index is always masked.
    fn index_of_function(&mut self, depth: usize) -> String {
        format!("({}) & 3", self.expr(depth))
    }

    /// An expression that is 0 or 1.
    pub(super) fn cond(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.below(12) {
            0 if depth > 0 => format!("({} && {})", self.cond(d), self.cond(d)),
            1 if depth > 0 => format!("({} || {})", self.cond(d), self.cond(d)),
            2 => format!("!{}", paren(&self.expr(d))),
            3 => format!("(({} & {}) == {})", self.expr(d), self.below(16), self.below(16)),
            4 if self.shape.floats => {
                let (a, b) = (self.expr(d), self.below(40));
                format!("((float)(u8){a} * 0.5f {} {b}.5f)", self.pick(&["<", ">", "=="]))
            }
            _ => {
                let op = self.pick(&["==", "!=", "<", "<=", ">", ">=", "=="]);
                format!("({} {op} {})", self.expr(d), self.expr(d.min(1)))
            }
        }
    }
}

fn paren(e: &str) -> String {
    format!("({e})")
}
