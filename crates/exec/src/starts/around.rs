//! Programs with a C library and the model of a kernel around them: what an unconstrained run of such a program finds of the two.
//!
//! Descriptors, streams, the environment and the kernel's tables are prepared before `main` and hang together: with all of that symbolic a
//! run leads nowhere. So an unconstrained start takes memory as it is when `main` is entered, and only what the program itself writes is
//! symbolic. That leaves out what calls before the start have changed around the program: whoever starts so counts a loss.

use std::rc::Rc;

use homing_ir::{FuncId, GlobalId, Origin, Program};

use crate::trail::Trail;
use crate::{Executor, RunId, RunKind, State};

/// Instructions that the way to `main` may take.
const BOOT: u64 = 5_000_000;

/// The program's own `main`, where `entry` belongs to what is around the program.
pub fn own_main(program: &Program, entry: FuncId) -> Option<FuncId> {
    if program.functions.get(entry.index())?.origin == Origin::Program {
        return None;
    }
    let own = |f: &FuncId| {
        let f = program.func(*f);
        f.origin == Origin::Program && f.name == "main" && !f.is_declaration()
    };
    (0..program.functions.len() as u32).map(FuncId).find(own)
}

impl Executor<'_> {
    /// A state that was called into `main` on a way from `entry`; the first that is found.
    pub fn boot(&mut self, entry: FuncId, main: FuncId) -> Option<Box<State>> {
        let mut watched = vec![0; self.program.functions.len()];
        watched[main.index()] = 1;
        let before = std::mem::replace(&mut self.watched, watched);
        let booted = self.first_arrival(entry);
        self.watched = before;
        booted
    }

    fn first_arrival(&mut self, entry: FuncId) -> Option<Box<State>> {
        let end = self.instructions + BOOT;
        let mut todo = vec![self.start(entry)];
        while let Some(state) = todo.pop() {
            let step = self.run(state, end.checked_sub(self.instructions)?);
            for s in step.successors.into_iter().filter(|s| s.end.is_none()).rev() {
                todo.push(s.state);
            }
            if step.arrived {
                return todo.pop();
            }
        }
        None
    }

    /// A state at a function's entry with parameters and the program's own data symbolic, and everything else as it is in `booted`. What
    /// it stands for are some of the runs through the function, not all.
    pub fn general_after(&mut self, booted: &mut State, func: FuncId) -> Box<State> {
        self.tell_apart(true);
        let mut st = self.called_after(booted, func);
        st.run = RunId::new(RunKind::Unconstrained, func);
        self.give_parameters(&mut st, func);
        let program = self.program;
        let own = self.own_data.get_or_insert_with(|| crate::unwritten::written_by_program(program).into()).clone();
        let globals = (0..own.len()).filter(|i| own[*i]).map(|i| GlobalId(i as u32));
        self.give_globals(&mut st, globals.collect());
        self.lay_down(&mut st);
        st
    }

    /// As [`Executor::start_given`], with everything that the caller does not give as it is in `booted`.
    pub fn start_given_after(
        &mut self,
        booted: &mut State,
        func: FuncId,
        first: Option<FuncId>,
        globals: &[GlobalId],
    ) -> Box<State> {
        let mut st = self.called_after(booted, func);
        self.begin_with(&mut st, first);
        self.give_parameters(&mut st, first.unwrap_or(func));
        self.give_globals(&mut st, globals.to_vec());
        self.lay_down(&mut st);
        st
    }

    /// A copy that is called into a function by nobody.
    fn called_after(&mut self, booted: &mut State, func: FuncId) -> Box<State> {
        let mut st = booted.copy(self.new_id());
        st.run = RunId::new(RunKind::Main, func);
        st.callers = None;
        st.trail = Trail::default();
        (st.steps, st.depth) = (0, 0);
        st.frame = self.new_frame(&mut st, func, &[]);
        st.lazy = Some(Rc::default());
        st.handled |= self.handled_by_others();
        st
    }
}
