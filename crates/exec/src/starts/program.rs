//! Where the program itself starts: memory, arguments, constructors.

use std::rc::Rc;

use homing_ir::{BlockId, FuncId, InputKind, LocId, Type};
use homing_memory::{Memory, Object, ObjectInfo, ObjectKind, Val};
use homing_solver::Path;
use smallvec::SmallVec;

use crate::code;
use crate::guess::{self, Guess};
use crate::inputs::InputLog;
use crate::record::Choices;
use crate::regs::Regs;
use crate::state::Frame;
use crate::trail::Trail;
use crate::{Executor, RunId, RunKind, State};

impl Executor<'_> {
    /// The state before the first instruction of `entry`: globals initialised, arguments as `main` gets them without any (`argc` 1,
    /// `argv` {"program", null}, an empty environment), other parameters symbolic. Constructors run first.
    pub fn start(&mut self, entry: FuncId) -> Box<State> {
        let mut st = self.bare_state(entry);
        let args = self.entry_args(&mut st, entry);
        st.frame = self.new_frame(&mut st, entry, &args);
        let constructors: Vec<FuncId> =
            self.program.constructors.iter().copied().filter(|f| !self.program.func(*f).is_declaration()).collect();
        for &c in constructors.iter().rev() {
            let given = self.constructor_args(&mut st, c, entry, &args);
            let mut frame = self.new_frame(&mut st, c, &given);
            frame.by_engine = true;
            st.push_frame(frame);
        }
        self.lay_down(&mut st);
        st
    }

    /// Constructors get what `main` gets, as far as they have parameters.
    pub(crate) fn constructor_args(&mut self, st: &mut State, f: FuncId, entry: FuncId, of_entry: &[Val]) -> Vec<Val> {
        let wanted = self.program.func(f).param_types.len();
        let same = self.program.func(entry).name == "main";
        let word = u64::from(self.program.ptr_bits / 8);
        let arg = |e: &mut Self, st: &mut State, i: usize| match (of_entry.get(i), i) {
            (Some(v), _) if same => *v,
            (_, 0) => Val::int(1),
            (_, 1) => e.argv_object(st),
            (_, 2) => e.environment_object(st, "envp", word),
            _ => {
                let w = e.program.width(e.program.func(f).param_types[i]);
                let name = e.text("missing argument");
                e.fresh(st, w, name, InputKind::Uninitialised, "")
            }
        };
        (0..wanted).map(|i| arg(self, st, i)).collect()
    }

    /// The same with inputs that are guessed (run `number`) instead of symbolic: what it finds is real, what it does not find says nothing.
    pub fn start_guessing(&mut self, entry: FuncId, number: u64) -> Box<State> {
        let words = self.words.get_or_insert_with(|| guess::words(self.program)).clone();
        self.start_concrete(entry, Guess::new(number, words))
    }

    /// The same with inputs that are given: the bytes of everything that the program asks for, in order.
    pub fn start_with(&mut self, entry: FuncId, inputs: Rc<[Vec<u8>]>) -> Box<State> {
        self.start_concrete(entry, Guess::given(inputs))
    }

    fn start_concrete(&mut self, entry: FuncId, guess: Guess) -> Box<State> {
        self.guess = Some(Rc::new(guess));
        let mut st = self.start(entry);
        self.guess = None;
        st.run = RunId::new(RunKind::Guessed, entry);
        st
    }

    /// A state with globals and no proper frame yet.
    pub(crate) fn bare_state(&mut self, entry: FuncId) -> Box<State> {
        let id = self.new_id();
        let memory = self.initial_memory();
        let frame = Frame {
            id: 0,
            func: entry,
            block: BlockId(0),
            inst: 0,
            depth: 0,
            regs: Regs::default(),
            allocas: SmallVec::new(),
            varargs: None,
            by_engine: false,
        };
        Box::new(State {
            id,
            run: RunId::new(RunKind::Main, entry),
            frame,
            callers: None,
            memory,
            path: Path::new(),
            inputs: InputLog::guessing(self.guess.clone()),
            trail: Trail::default(),
            choices: Choices::default(),
            steps: 0,
            depth: 0,
            rare: Rc::default(),
            next_frame: 1,
            implied: crate::state::Implied::default(),
            past: crate::diverge::Past::Nothing,
            quiet: Default::default(),
            pending: None,
        })
    }

    pub(crate) fn initial_memory(&mut self) -> Memory {
        let mut memory = Memory::new();
        for (i, f) in self.program.functions.iter().enumerate() {
            let info = ObjectInfo {
                size: 0,
                size_term: None,
                align: 16,
                kind: ObjectKind::Function(FuncId(i as u32)),
                name: Rc::from(f.name.as_str()),
                loc: f.loc,
                func: None,
                read_only: true,
            };
            memory.add(Object::new(info, Val::ZERO));
        }
        for (i, g) in self.program.globals.iter().enumerate() {
            let info = ObjectInfo {
                size: g.size,
                size_term: None,
                align: g.align.max(1),
                kind: ObjectKind::Global(homing_ir::GlobalId(i as u32)),
                name: Rc::from(g.name.as_str()),
                loc: g.loc,
                func: None,
                read_only: g.constant,
            };
            let mut object = Object::new(info, if g.external { Val::UNDEF } else { Val::ZERO });
            let mut no_split = |_: homing_memory::Part| Val::ZERO;
            object.write_bytes(0, &g.bytes, &mut no_split);
            let len = u64::from(self.program.ptr_bits / 8);
            for (off, c) in &g.relocs {
                let v = code::value(c, self.code.globals_base, self.program, &mut self.cx.terms);
                object.write(*off, len, v, &mut no_split);
            }
            memory.add(object);
        }
        memory
    }

    /// Arguments for the entry function.
    pub(crate) fn entry_args(&mut self, st: &mut State, entry: FuncId) -> Vec<Val> {
        let f = self.program.func(entry);
        let is_main = f.name == "main" && f.param_types.len() <= 3;
        let types = f.param_types.clone();
        types
            .iter()
            .enumerate()
            .map(|(i, t)| match (is_main && *t != Type::Dyn, i) {
                (true, 0) => Val::int(1),
                (true, 1) => self.argv_object(st),
                (true, 2) => self.environment_object(st, "envp", u64::from(self.program.ptr_bits / 8)),
                _ => self.symbolic_argument(st, *t, i),
            })
            .collect()
    }

    pub(crate) fn argv_object(&mut self, st: &mut State) -> Val {
        let mut no_split = |_: homing_memory::Part| Val::ZERO;
        let text = self.environment_object(st, "argv[0]", 8);
        let (o, _) = text.as_ptr().expect("a fresh object");
        st.memory.get_mut(o).expect("alive").write_bytes(0, b"program\0", &mut no_split);
        let word = u64::from(self.program.ptr_bits / 8);
        let argv = self.environment_object(st, "argv", 2 * word);
        let (a, _) = argv.as_ptr().expect("a fresh object");
        st.memory.get_mut(a).expect("alive").write(0, word, text, &mut no_split);
        argv
    }

    /// A zeroed object made by the engine.
    pub(crate) fn environment_object(&mut self, st: &mut State, name: &str, size: u64) -> Val {
        let info = ObjectInfo {
            size,
            size_term: None,
            align: 16,
            kind: ObjectKind::Environment,
            name: Rc::from(name),
            loc: LocId(0),
            func: None,
            read_only: false,
        };
        Val::ptr(st.memory.add(Object::new(info, Val::ZERO)), 0)
    }

    /// A parameter of an entry other than `main`: symbolic; a pointer is null or unknown, a `Dyn` value a number.
    pub(crate) fn symbolic_argument(&mut self, st: &mut State, t: Type, i: usize) -> Val {
        if t == Type::Dyn {
            return self.input_number(st, &format!("arg{i}"), "argument");
        }
        let w = self.program.width(t);
        let name: Rc<str> = Rc::from(format!("arg{i}"));
        self.fresh(st, w, name, InputKind::Object, "")
    }
}
