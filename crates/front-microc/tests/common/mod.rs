//! Exploring a program, with each of its paths run again by the concrete interpreter.

use std::sync::Mutex;

use homing_exec::TestCase;
use homing_explore::{Candidate, Config, Confirmation, Dfs, Ended, Hooks, PathEnd, Techniques, explore_with};
use homing_ir::{FuncId, InputKind, PromoteOptions, promote, verify};
use homing_microc::Ast;
use homing_microc_run::{End, Machine, Options};
use num_bigint::BigInt;

/// What a program's paths do. Not every test asks for everything.
#[allow(dead_code)]
pub struct Found {
    /// How each path ended, sorted.
    pub ends: Vec<String>,
    /// What the interpreter contradicts.
    pub wrong: Vec<String>,
    pub ended: Ended,
    /// Kinds of losses.
    pub losses: usize,
}

/// How a run with these arguments and inputs ends, and how many of them it read.
pub fn ends_of(machine: &Machine, numbers: &[BigInt], params: usize) -> (String, usize) {
    let (args, inputs) = numbers.split_at(params);
    let run = machine.run(&mut inputs.iter().cloned(), args).unwrap();
    let how = match run.end {
        End::Finished(_) => "returned".to_string(),
        End::Error(e) => format!("{} at {}", e.kind.name(), e.pos),
        other => format!("{other:?}"),
    };
    (how, run.inputs_used + params)
}

struct Replay {
    machine: Machine,
    params: usize,
    p: homing_ir::Program,
    ends: Vec<String>,
    wrong: Vec<String>,
}

impl Hooks for Replay {
    fn confirm(&mut self, _: &Candidate<'_>) -> Confirmation {
        Confirmation::Native
    }

    fn path_ended(&mut self, test: &TestCase, how: &PathEnd) {
        let said = match how {
            PathEnd::Returned | PathEnd::Exited => "returned".to_string(),
            PathEnd::Finding(f) => {
                let loc = self.p.loc(f.loc);
                format!("{} at {}:{}", f.kind.name(), loc.line, loc.column)
            }
            PathEnd::Lost(_) => return,
        };
        let inputs = test.inputs.iter().filter(|i| i.kind == InputKind::Number);
        let numbers: Vec<BigInt> = inputs.map(|i| i.number().unwrap().parse().unwrap()).collect();
        let real = ends_of(&self.machine, &numbers, self.params);
        if (&said, numbers.len()) != (&real.0, real.1) {
            self.wrong.push(format!("inputs {numbers:?}: the engine says {said:?}, the run {real:?}"));
        }
        self.ends.push(said);
    }
}

/// Time limits of Z3 and several threads do not go together: its timers can wait for each other for ever.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Explores a program for some instructions.
pub fn explored(ast: &Ast, width: Option<u32>, instructions: u64) -> Found {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|broken| broken.into_inner());
    let mut p = homing_front_microc::lower(ast, width);
    verify(&p).unwrap_or_else(|e| panic!("{}\n{p}", e.join("\n")));
    promote(&mut p, &PromoteOptions::default());
    verify(&p).unwrap_or_else(|e| panic!("{}\n{p}", e.join("\n")));
    let machine = Machine::new(ast, Options { int_width: width, ..Options::default() }).unwrap();
    let mut config = Config { all_errors: true, all_tests: true, techniques: Techniques::none(), ..Config::default() };
    config.limits.max_instructions = Some(instructions);
    // Products of inputs can be hard; what is not decided soon is a loss, and checks nothing.
    config.solver_work = 5_000_000;
    config.limits.time = Some(std::time::Duration::from_secs(2));
    let main = ast.functions.iter().position(|f| ast.name(f.name) == "main").unwrap();
    let params = ast.functions[main].params.len();
    let mut replay = Replay { machine, params, p: p.clone(), ends: vec![], wrong: vec![] };
    let outcome = explore_with(&p, FuncId(main as u32), &[], &config, Box::new(Dfs::default()), &mut replay);
    replay.ends.sort();
    Found { ends: replay.ends, wrong: replay.wrong, ended: outcome.ended, losses: outcome.losses.len() }
}
