//! Variables for what pointers lead to, statements for the rest, and the call.

use homing_exec::{Given, GivenAs, GivenPart, LeadsTo};
use homing_ir::{CKind, CTypes, Program, TypeId};

use crate::value::{Item, Value, items, pointer_at};
use crate::{Assumptions, literal};

/// See [`crate::assumptions`].
pub fn render(p: &Program, given: &Given) -> Assumptions {
    let mut r = Renderer { p, given, names: names(p, given), done: vec![false; given.parts.len()], out: Assumptions::default() };
    let leads_to =
        |i: usize| given.parts.iter().flat_map(|p| &p.pointers).any(|(_, to)| matches!(to, LeadsTo::Part(k, _) if *k == i));
    let is_function = |i: &usize| given.parts[*i].what == GivenAs::Function && leads_to(*i);
    let functions: Vec<usize> = (0..given.parts.len()).filter(is_function).collect();
    functions.iter().for_each(|i| r.announce(*i));
    let objects = (0..given.parts.len()).filter(|i| given.parts[*i].what == GivenAs::Object);
    // What is led to stands before what leads there, as far as possible.
    objects.rev().for_each(|i| r.object(i));
    functions.iter().for_each(|i| r.function(*i));
    let mut arguments = Vec::new();
    for (i, part) in given.parts.iter().enumerate() {
        match part.what {
            GivenAs::Global(g) => {
                if p.global(g).external {
                    r.define(&p.global(g).name);
                }
                match part.ty {
                    Some(_) => r.set(&p.global(g).name, false, part),
                    None => r.contents(&format!("((unsigned char *)&{})", p.global(g).name), part),
                }
            }
            GivenAs::Parameter(n) if !p.ctypes.params(given.func).get(n as usize).is_some_and(|c| c.is_result) => {
                r.argument(i, part);
                arguments.push(r.names[i].clone());
            }
            _ => {}
        }
    }
    r.out.call = format!("{}({});", p.func(given.func).name, arguments.join(", "));
    r.out
}

struct Renderer<'a> {
    p: &'a Program,
    given: &'a Given,
    names: Vec<String>,
    /// By part: its variable has been declared.
    done: Vec<bool>,
    out: Assumptions,
}

/// A variable's name for each part: parameters as the function has them, objects by how the function gets at them.
fn names(p: &Program, given: &Given) -> Vec<String> {
    // A variable must not hide what the harness speaks of.
    let mut used: Vec<String> = vec![p.func(given.func).name.clone()];
    for part in &given.parts {
        if let GivenAs::Global(g) = part.what {
            used.push(p.global(g).name.clone());
        }
        for (_, to) in &part.pointers {
            match to {
                LeadsTo::Global(g, _) => used.push(p.global(*g).name.clone()),
                LeadsTo::Function(f) => used.push(p.func(*f).name.clone()),
                LeadsTo::Part(..) => {}
            }
        }
    }
    let mut all: Vec<String> = Vec::new();
    for part in &given.parts {
        let path: String = part.path.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
        let words: Vec<&str> = path.split_whitespace().collect();
        let base = match part.what {
            GivenAs::Parameter(_) => part.path.clone(),
            _ => format!("given_{}", words.join("_")),
        };
        let mut name = base.clone();
        let mut n = 2;
        let outside = !matches!(part.what, GivenAs::Parameter(_));
        let taken = |name: &String| p.globals.iter().any(|g| g.name == *name) || p.functions.iter().any(|f| f.name == *name);
        while all.contains(&name) || used.contains(&name) || outside && taken(&name) {
            name = format!("{base}_{n}");
            n += 1;
        }
        all.push(name);
    }
    all
}

impl Renderer<'_> {
    fn types(&self) -> &CTypes {
        &self.p.ctypes
    }

    /// What a function of the caller's returns.
    fn result_of(&self, part: &GivenPart) -> String {
        match part.ty {
            None => "void".into(),
            Some(t) => writable(self.types(), t).unwrap_or_else(|| "void *".into()),
        }
    }

    /// A function of the caller's is named before it is defined: objects may point to it, and it may return their addresses. It takes
    /// whatever it is given.
    fn announce(&mut self, i: usize) {
        let text = self.result_of(&self.given.parts[i]);
        self.done[i] = true;
        self.out.objects.push(format!("static {};", declaration(&text, &format!("{}()", self.names[i]))));
    }

    /// It returns one value after the other.
    fn function(&mut self, i: usize) {
        let text = self.result_of(&self.given.parts[i]);
        let mut results = Vec::new();
        for part in self.given.parts.iter().filter(|p| p.what == GivenAs::Result(i as u32)) {
            let list: Vec<Item> =
                items(self.types(), part).into_iter().filter(|i| !matches!(i.value, Value::Padding(..))).collect();
            let values: Vec<(String, String)> = list.iter().map(|item| (item.at.clone(), self.constant(&item.value))).collect();
            results.push(match &values[..] {
                [(at, value)] if at.is_empty() => value.clone(),
                list => format!("({text}){}", initialiser(list, false).trim_start_matches(" = ")),
            });
        }
        let head = declaration(&text, &format!("{}()", self.names[i]));
        let body = match &results[..] {
            [] if text == "void" => String::new(),
            [] => " for (;;); ".to_string(),
            [one] => format!(" return {one}; "),
            [first @ .., last] => {
                let cases: Vec<String> = first.iter().enumerate().map(|(n, v)| format!("case {n}: return {v};")).collect();
                format!(" static int n; switch (n++) {{ {} default: return {last}; }} ", cases.join(" "))
            }
        };
        self.out.objects.push(format!("static {head} {{{body}}}"));
    }

    /// An object that a pointer leads to.
    fn object(&mut self, i: usize) {
        let part = &self.given.parts[i];
        let name = self.names[i].clone();
        let Some(text) = self.text_of(part) else { return self.untyped(i) };
        self.done[i] = true;
        if self.is_allocated(part) {
            self.out.objects.push(format!("static {};", declaration(&text, &format!("*{name}"))));
            self.out.statements.push(format!("{name} = __builtin_calloc(1, {});", part.bytes.len()));
            return self.set(&name, true, part);
        }
        // Of an array without elements there is the end alone.
        let suffix = if part.count == 1 { String::new() } else { format!("[{}]", part.count.max(1)) };
        let (now, later) = self.split(part);
        let init = initialiser(&now, part.count > 1);
        self.out.objects.push(format!("static {}{init};", declaration(&text, &format!("{name}{suffix}"))));
        self.statements(&name, false, &later, true);
    }

    /// The same where the type has no name: bytes, with pointers among them.
    fn untyped(&mut self, i: usize) {
        let part = &self.given.parts[i];
        let name = self.names[i].clone();
        self.done[i] = true;
        let size = part.bytes.len();
        if part.freed {
            self.out.objects.push(format!("static unsigned char *{name};"));
            self.out.statements.push(format!("{name} = __builtin_calloc(1, {size});"));
        } else {
            self.out.objects.push(format!("static unsigned char {name}[{}] __attribute__((aligned(16)));", size.max(1)));
        }
        self.contents(&name, part);
    }

    /// A global that is only declared is defined here.
    fn define(&mut self, name: &str) {
        self.out.objects.push(format!("__typeof__({name}) {name};"));
    }

    /// The bytes of a part, and pointers among them, by statements. `name`: an expression for its first byte.
    fn contents(&mut self, name: &str, part: &GivenPart) {
        for (at, len, characters) in runs(part) {
            let bytes = &part.bytes[at as usize..(at + len) as usize];
            let line = match len {
                2 | 4 | 8 if !characters => {
                    let number = ["unsigned short", "unsigned", "unsigned long long"][len.ilog2() as usize - 1];
                    format!("*({number} *)({name} + {at}) = {};", literal::integer(bytes, false))
                }
                _ => format!("__builtin_memcpy({name} + {at}, {}, {len});", literal::string(bytes)),
            };
            self.out.statements.push(line);
        }
        for (at, to) in part.pointers.clone() {
            let to = self.address(to);
            self.out.statements.push(format!("*(void **)({name} + {at}) = {to};"));
        }
    }

    fn argument(&mut self, i: usize, part: &GivenPart) {
        let name = self.names[i].clone();
        let items = items(self.types(), part);
        let Some(text) = self.text_of(part) else {
            // A pointer to something without a name.
            let to = pointer_at(part, 0).map_or_else(|| "0".to_string(), |to| self.address(to));
            return self.out.statements.push(format!("void *{name} = {to};"));
        };
        let (later, now): (Vec<Item>, Vec<Item>) =
            items.into_iter().partition(|item| matches!(item.value, Value::Bytes(_) | Value::Padding(..)));
        let now = now.into_iter().map(|item| (item.at.clone(), self.constant(&item.value))).collect::<Vec<_>>();
        let init = initialiser(&now, false);
        self.out.statements.push(format!("{}{init};", declaration(&text, &name)));
        self.statements(&name, false, &later, true);
    }

    /// Statements that give a variable, or what a pointer leads to, its contents.
    fn set(&mut self, name: &str, pointer: bool, part: &GivenPart) {
        let mut list = items(self.types(), part);
        if part.count > 1 {
            // The variable is the address of the first element already.
            list.iter_mut().filter(|item| item.at.is_empty()).for_each(|item| item.at = "[0]".into());
        }
        let fresh = self.is_allocated(part);
        self.statements(name, pointer && part.count == 1, &list, fresh);
    }

    /// `fresh`: the memory is zero.
    fn statements(&mut self, name: &str, pointer: bool, list: &[Item], fresh: bool) {
        for item in list {
            let place = match (pointer, item.at.strip_prefix('.')) {
                (true, Some(member)) => format!("{name}->{member}"),
                (true, None) => format!("(*{name}){}", item.at),
                (false, _) => format!("{name}{}", item.at),
            };
            let line = match &item.value {
                Value::Padding(_, bytes) if fresh && bytes.iter().all(|b| *b == 0) => continue,
                Value::Padding(at, bytes) => {
                    let start = if pointer { name.to_string() } else { format!("&{name}") };
                    format!("__builtin_memcpy((char *){start} + {at}, {}, {});", literal::string(bytes), bytes.len())
                }
                Value::Chars(bytes) if bytes.is_empty() && fresh => continue,
                Value::Chars(bytes) if !fresh => {
                    self.out.statements.push(format!("__builtin_memset((void *)&{place}, 0, sizeof {place});"));
                    if bytes.is_empty() {
                        continue;
                    }
                    format!("__builtin_memcpy((void *)&{place}, {}, {});", literal::string(bytes), bytes.len())
                }
                Value::Bytes(bytes) | Value::Chars(bytes) => {
                    let text = literal::string(bytes);
                    format!("__builtin_memcpy((void *)&{place}, {text}, {});", bytes.len())
                }
                value => format!("{place} = {};", self.constant(value)),
            };
            self.out.statements.push(line);
        }
    }

    /// What an initialiser can say, and what it cannot.
    fn split(&mut self, part: &GivenPart) -> (Vec<(String, String)>, Vec<Item>) {
        let (mut now, mut later) = (Vec::new(), Vec::new());
        for item in items(self.types(), part) {
            let is_constant = match item.value {
                Value::Bytes(_) | Value::Padding(..) => false,
                Value::Pointer(LeadsTo::Part(k, _), _) => self.done[k] && !self.is_allocated(&self.given.parts[k]),
                _ => true,
            };
            match is_constant {
                true => now.push((item.at.clone(), self.constant(&item.value))),
                false => later.push(item),
            }
        }
        (now, later)
    }

    fn constant(&self, value: &Value) -> String {
        match value {
            Value::Text(text) => text.clone(),
            Value::Chars(bytes) | Value::Bytes(bytes) | Value::Padding(_, bytes) => literal::string(bytes),
            Value::Pointer(to, false) => self.address(*to),
            Value::Pointer(to, true) => format!("(void *){}", self.address(*to).trim_start_matches("(void *)")),
        }
    }

    /// An expression for where a pointer leads.
    fn address(&self, to: LeadsTo) -> String {
        let (k, offset) = match to {
            LeadsTo::Function(f) => return self.p.func(f).name.clone(),
            LeadsTo::Global(g, 0) => return format!("(void *)&{}", self.p.global(g).name),
            LeadsTo::Global(g, offset) => return format!("(void *)((char *)&{} + {offset})", self.p.global(g).name),
            LeadsTo::Part(k, offset) => (k, offset),
        };
        let (name, part) = (&self.names[k], &self.given.parts[k]);
        if part.what == GivenAs::Function {
            return format!("(void *){name}");
        }
        if part.bytes.is_empty() && !self.is_allocated(part) {
            return format!("(void *)({name} + 1)");
        }
        let size = part.ty.map_or(0, |t| self.types().get(t).size);
        let typed = self.text_of(part).is_some();
        let start = if self.is_allocated(part) || part.count > 1 || !typed { name.clone() } else { format!("&{name}") };
        match offset {
            0 if typed => start,
            0 => format!("(void *){start}"),
            _ if typed && part.count > 1 && offset.is_multiple_of(size.max(1)) => format!("&{name}[{}]", offset / size.max(1)),
            _ => format!("(void *)((char *){start} + {offset})"),
        }
    }

    /// What the run frees comes from the heap, and so does what has no fixed size.
    fn is_allocated(&self, part: &GivenPart) -> bool {
        part.freed || part.what == GivenAs::Object && part.ty.is_some_and(|t| self.types().flexible(t).is_some())
    }

    /// The type of one element as a harness can write it.
    fn text_of(&self, part: &GivenPart) -> Option<String> {
        part.ty.and_then(|t| writable(self.types(), t))
    }
}

/// The bytes of an untyped part that are not zero, in pieces as the run looked at them; characters that stand side by side are one piece.
fn runs(part: &GivenPart) -> Vec<(u64, u64, bool)> {
    let mut all: Vec<(u64, u64, bool)> = Vec::new();
    for &(at, len) in &part.seen {
        let zero = part.bytes[at as usize..(at + len) as usize].iter().all(|b| *b == 0);
        if zero || pointer_at(part, at).is_some() {
            continue;
        }
        match all.last_mut() {
            Some((start, n, true)) if len == 1 && *start + *n == at => *n += 1,
            _ => all.push((at, len, len == 1)),
        }
    }
    all
}

/// A type's text, if it is one that can be written anywhere.
pub fn writable(types: &CTypes, t: TypeId) -> Option<String> {
    let ty = types.get(t);
    let text = &ty.text;
    if !text.is_empty() && !["{...}", "?", "...", "omplex"].iter().any(|b| text.contains(b)) {
        // A variable is to be given a value; what is constant behind a pointer may stay so.
        let own = text.strip_prefix("const ").filter(|t| !t.contains('*'));
        return Some(own.unwrap_or(text).to_string());
    }
    // An enumeration without a name is a number all the same.
    match ty.kind {
        CKind::Integer { signed } => Some(number(ty.size, signed).into()),
        _ => None,
    }
}

/// A whole number of this size.
pub fn number(size: u64, signed: bool) -> &'static str {
    match (size, signed) {
        (1, true) => "signed char",
        (1, false) => "unsigned char",
        (2, true) => "short",
        (2, false) => "unsigned short",
        (4, true) => "int",
        (4, false) => "unsigned",
        (16, true) => "__int128",
        (16, false) => "unsigned __int128",
        (_, true) => "long long",
        (_, false) => "unsigned long long",
    }
}

/// A declaration of `name`; types that wrap around names are taken as a whole.
pub fn declaration(text: &str, name: &str) -> String {
    if text.contains(['(', '[']) {
        return format!("__typeof__({text}) {name}");
    }
    if text.ends_with('*') { format!("{text}{name}") } else { format!("{text} {name}") }
}

/// ` = { .a = 1 }`; nothing where nothing is to be said.
fn initialiser(items: &[(String, String)], array: bool) -> String {
    match items {
        [] => String::new(),
        [(at, value)] if at.is_empty() => format!(" = {value}"),
        list if array && list.iter().enumerate().all(|(i, (at, _))| *at == format!("[{i}]")) => {
            let values: Vec<&str> = list.iter().map(|(_, v)| v.as_str()).collect();
            format!(" = {{{}}}", values.join(", "))
        }
        list => {
            let members: Vec<String> = list.iter().map(|(at, v)| format!("{at} = {v}")).collect();
            format!(" = {{{}}}", members.join(", "))
        }
    }
}
