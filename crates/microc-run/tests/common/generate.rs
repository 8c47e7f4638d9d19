//! Random programs that use the whole language and fail in every way now and then.

use homing_random::Random;

#[derive(Clone, Copy, PartialEq)]
enum Type {
    Number,
    Array,
    Record,
    /// To a number.
    Pointer,
    /// To an array.
    ArrayPointer,
    /// To a record.
    RecordPointer,
    Function,
}

/// Every function has the same variables, named by what they mostly hold. `p0`, `p1`, `p2` point to a number, a
/// record, an array; `n2`, `r1`, `a1` are those whose address is taken.
const VARS: &str = "n0, n1, n2, i, a0, a1, r0, r1, p0, p1, p2, f0";

pub struct Generator {
    pub rng: Random,
    out: String,
    /// How often a value of a wrong type or a variable that may not be written is used: once in so many.
    wrong: u64,
    /// How many of the functions may be called here; those before the current one, so that most runs end.
    known: usize,
}

impl Generator {
    pub fn new(seed: u64) -> Generator {
        let mut rng = Random::new(seed);
        let wrong = [60, 400, 3000, 10_000][rng.below(4) as usize];
        Generator { rng, out: String::new(), wrong, known: 0 }
    }

    pub fn program(mut self) -> String {
        for (known, name) in ["f(k, a1, p1)", "g(n2)", "h()", "main()"].into_iter().enumerate() {
            self.known = known;
            self.function(name);
        }
        self.out
    }

    fn function(&mut self, head: &str) {
        let params: Vec<&str> = head.split(['(', ')', ',', ' ']).filter(|p| !p.is_empty()).skip(1).collect();
        let vars: Vec<&str> = VARS.split(", ").filter(|v| !params.contains(v)).collect();
        let k = if params.contains(&"k") { "" } else { ", k" };
        self.out += &format!("{head} {{\n  var {}{k};\n", vars.join(", "));
        if k.is_empty() {
            self.out += "  if (k > 3) k = 3;\n";
        } else {
            self.out += "  k = 2;\n";
        }
        for var in vars {
            if !self.rng.one_in(self.wrong) {
                let value = self.start_value(var);
                self.out += &format!("  {var} = {value};\n");
            }
        }
        let count = 3 + self.rng.below(6);
        for _ in 0..count {
            self.statement(1, 3);
        }
        let main = head.starts_with("main");
        let result = if main || !self.rng.one_in(self.wrong) { self.number(2) } else { self.any(2) };
        self.out += &format!("  return {result};\n}}\n");
    }

    fn start_value(&mut self, var: &str) -> String {
        let small = self.rng.below(5);
        match &var[..1] {
            "a" => format!("[{small}, 1, 2]"),
            "r" => format!("{{x: {small}, y: [1, 2]}}"),
            "p" => ["&n2", "&r1", "&a1"][var[1..].parse::<usize>().unwrap()].to_string(),
            "f" => "g".to_string(),
            _ => small.to_string(),
        }
    }

    fn indent(&mut self, depth: usize) {
        self.out += &"  ".repeat(depth);
    }

    fn statement(&mut self, depth: usize, budget: u32) {
        self.indent(depth);
        let choice = if budget == 0 { self.rng.below(6) } else { self.rng.below(9) };
        match choice {
            0 => {
                let value = self.number(2);
                self.out += &format!("output {value};\n");
            }
            1..=5 => {
                let (target, ty) = self.target();
                let value = self.of(ty, 2);
                self.out += &format!("{target} = {value};\n");
            }
            6 | 7 => {
                let cond = self.condition();
                self.out += &format!("if ({cond}) {{\n");
                self.statement(depth + 1, budget - 1);
                self.statement(depth + 1, budget - 1);
                self.indent(depth);
                if self.rng.one_in(2) {
                    self.out += "} else {\n";
                    self.statement(depth + 1, budget - 1);
                    self.indent(depth);
                }
                self.out += "}\n";
            }
            _ => {
                let bound = self.rng.below(4);
                self.out += &format!("i = 0;\n{}while (i < {bound}) {{\n", "  ".repeat(depth));
                self.statement(depth + 1, budget - 1);
                self.statement(depth + 1, budget - 1);
                self.indent(depth + 1);
                self.out += "i = i + 1;\n";
                self.indent(depth);
                self.out += "}\n";
            }
        }
    }

    fn target(&mut self) -> (String, Type) {
        let index = self.index();
        match self.rng.below(10) {
            0 | 1 => (self.number_var(), Type::Number),
            2 => (self.pick(&["a0", "a1"]), Type::Array),
            3 => (self.pick(&["r0", "r1"]), Type::Record),
            4 => match self.rng.below(3) {
                0 => ("p0".to_string(), Type::Pointer),
                1 => ("p1".to_string(), Type::RecordPointer),
                _ => ("p2".to_string(), Type::ArrayPointer),
            },
            5 if self.rng.one_in(3) => ("f0".to_string(), Type::Function),
            5 => ("*p2".to_string(), Type::Array),
            6 => (format!("{}[{index}]", self.pick(&["a0", "a1"])), self.element_type()),
            7 => (format!("{}.{}", self.pick(&["r0", "r1"]), self.field()), self.element_type()),
            8 if self.rng.one_in(2) => ("*p1".to_string(), Type::Record),
            8 => ("*p0".to_string(), Type::Number),
            _ => {
                let place = self.pick(&["(*p2)[0]", "(*p1).x", "a0[1]", "r0.y[1]", "a1[0]", "(*p1).y[0]", "(*p2)[g(0) - g(0)]"]);
                (place, Type::Number)
            }
        }
    }

    fn element_type(&mut self) -> Type {
        if self.rng.one_in(self.wrong) { self.any_type() } else { Type::Number }
    }

    fn any_type(&mut self) -> Type {
        use Type::*;
        [Number, Number, Array, Record, Pointer, ArrayPointer, RecordPointer, Function][self.rng.below(8) as usize]
    }

    fn any(&mut self, budget: u32) -> String {
        let ty = self.any_type();
        self.of(ty, budget)
    }

    fn of(&mut self, ty: Type, budget: u32) -> String {
        let ty = if self.rng.one_in(self.wrong) { self.any_type() } else { ty };
        match ty {
            Type::Number => self.number(budget),
            Type::Array => self.array(budget),
            Type::Record => self.record(budget),
            Type::Pointer => self.pointer(&["p0", "p0", "&n2"], Type::Number, budget),
            Type::ArrayPointer => self.pointer(&["p2", "p2", "&a1"], Type::Array, budget),
            Type::RecordPointer => self.pointer(&["p1", "p1", "&r1"], Type::Record, budget),
            Type::Function if self.rng.one_in(5) => self.pick(&["f", "h", "main"]),
            Type::Function => self.pick(&["f0", "g"]),
        }
    }

    fn number(&mut self, budget: u32) -> String {
        if budget == 0 {
            return match self.rng.below(8) {
                0 => "input".to_string(),
                1..=4 => self.number_var(),
                _ => self.literal(),
            };
        }
        let b = budget - 1;
        match self.rng.below(16) {
            0..=4 => {
                let op = self.pick(&["+", "-", "*", "+", "-", "/"]);
                let left = self.of(Type::Number, b);
                let right = if op == "/" && !self.rng.one_in(5) { self.literal() } else { self.of(Type::Number, b) };
                format!("({left} {op} {right})")
            }
            5 => format!("({})", self.condition()),
            6 => format!("{}[{}]", self.array(b), self.index()),
            7 => format!("{}.{}", self.record(b), self.field()),
            8 => format!("*{}", self.pick(&["p0", "p0", "(&n2)", "(alloc 4)"])),
            9 if self.known > 1 => format!("g({})", self.of(Type::Number, b)),
            10 if self.known > 0 => format!("f(k, {}, {})", self.of(Type::Array, b), self.of(Type::RecordPointer, b)),
            10 => format!("(k > 0 && f(k - 1, {}, {}))", self.of(Type::Array, b), self.of(Type::RecordPointer, b)),
            11 if self.known > 2 => "h()".to_string(),
            12 if self.known > 1 => format!("f0({})", self.of(Type::Number, b)),
            13 => format!("(!{})", self.number(b)),
            14 => format!("(-{})", self.number_var()),
            _ => self.number(0),
        }
    }

    fn condition(&mut self) -> String {
        if self.rng.one_in(4) {
            let op = self.pick(&["&&", "||"]);
            return format!("{} {op} {}", self.simple_condition(), self.simple_condition());
        }
        self.simple_condition()
    }

    fn simple_condition(&mut self) -> String {
        match self.rng.below(6) {
            0 => format!("{} {} {}", self.of(Type::Pointer, 1), self.pick(&["==", "!="]), self.of(Type::Pointer, 1)),
            1 => format!("!{}", self.number(1)),
            2 => self.number(1),
            _ => {
                let op = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
                format!("{} {op} {}", self.of(Type::Number, 1), self.of(Type::Number, 1))
            }
        }
    }

    fn array(&mut self, budget: u32) -> String {
        if budget == 0 || !self.rng.one_in(3) {
            return self.pick(&["a0", "a1", "a0", "a1", "r0.y", "(*p2)"]);
        }
        let count = 1 + self.rng.below(3);
        let ty = self.element_type();
        let elements: Vec<String> = (0..count).map(|_| self.of(ty, budget - 1)).collect();
        format!("[{}]", elements.join(", "))
    }

    fn record(&mut self, budget: u32) -> String {
        if budget == 0 || !self.rng.one_in(3) {
            return self.pick(&["r0", "r1", "r0", "r1", "(*p1)"]);
        }
        let x = self.of(Type::Number, budget - 1);
        let y = if self.rng.one_in(self.wrong) { self.any(budget - 1) } else { self.array(budget - 1) };
        let third = if self.rng.one_in(3) { ", z: f0" } else { "" };
        format!("{{x: {x}, y: {y}{third}}}")
    }

    fn pointer(&mut self, known: &[&str], to: Type, budget: u32) -> String {
        match self.rng.below(8) {
            0 if self.rng.one_in(6) => "null".to_string(),
            1 if budget > 0 => format!("alloc {}", self.of(to, budget - 1)),
            _ => self.pick(known),
        }
    }

    fn index(&mut self) -> String {
        match self.rng.below(8) {
            0 if self.rng.one_in(10) => self.number(1),
            1 if self.rng.one_in(4) => "i".to_string(),
            _ => self.rng.below(2).to_string(),
        }
    }

    fn field(&mut self) -> String {
        if self.rng.one_in(self.wrong) {
            return self.pick(&["z", "y"]);
        }
        "x".to_string()
    }

    fn number_var(&mut self) -> String {
        self.pick(&["n0", "n1", "n2", "i", "k"])
    }

    fn literal(&mut self) -> String {
        match self.rng.below(12) {
            0 => {
                self.pick(&["9223372036854775807", "-9223372036854775808", "4294967296", "-2147483648", "100000000000000000000"])
            }
            1 => format!("-{}", self.rng.below(10)),
            2 => self.rng.below(1000).to_string(),
            _ => self.rng.below(5).to_string(),
        }
    }

    fn pick(&mut self, from: &[&str]) -> String {
        from[self.rng.below(from.len() as u64) as usize].to_string()
    }
}
