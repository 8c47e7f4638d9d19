//! What the executor checks and how far it goes.

use crate::LazyOptions;

/// Options of execution. Each check that is off costs nothing.
#[derive(Clone, Debug)]
pub struct ExecOptions {
    /// Signed overflow (`nsw`) is an error.
    pub check_overflow: bool,
    /// A shift by the width or more is an error.
    pub check_shift: bool,
    /// A float that does not fit the integer that it is converted to is an error; else the result is any.
    pub check_conversion: bool,
    /// Reading memory that was never written is an error.
    pub check_uninitialised: bool,
    /// Heap memory that nothing points to any more when the program ends is an error.
    pub check_leaks: bool,
    /// Heap memory that is still reachable when the program ends is an error too.
    pub leaks_at_exit: bool,
    /// A report of a sanitizer that the program was compiled with is an error and ends the path; else the run goes on where the sanitizer
    /// would let it.
    pub reports_end: bool,
    /// `malloc` and its family may return null.
    pub fail_allocations: bool,
    /// What a call of a function without body and model does.
    pub undefined: Undefined,
    /// Largest object with a symbolic size, and the most cells that a symbolic offset may select from.
    pub max_symbolic_size: u64,
    /// What an array element at a symbolic index is (`Dyn` values).
    pub symbolic_index: SymbolicIndex,
    /// Take the fast paths through library functions; off for comparing them with the functions themselves.
    pub fast_calls: bool,
    /// Every object has an address that is a number. For a single run only: what such a run does is one of several possibilities.
    pub fixed_addresses: bool,
    /// Each time that two states are joined, prove that the joined one is each of the two. For tests: it asks many questions.
    pub prove_joins: bool,
    /// Deepest call stack.
    pub max_stack_depth: u32,
    /// Largest object.
    pub max_object_size: u64,
    /// Largest block of the heap; what is never written of it takes no memory.
    pub max_heap_block: u64,
    /// How far pointers that come from nowhere are made to lead somewhere.
    pub lazy: LazyOptions,
}

/// What to do at a call of a function that has neither body nor model.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// The path ends as a loss that names the function.
    Stop,
    /// It returns anything and changes nothing: a counted loss, and the path goes on.
    Havoc,
}

/// What is done with an array index that depends on the input.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SymbolicIndex {
    /// One value that depends on the index where the elements are numbers; forks where they are not.
    Merge,
    /// One state for each possible index.
    Fork,
}

impl Default for ExecOptions {
    fn default() -> ExecOptions {
        ExecOptions {
            check_overflow: false,
            check_shift: false,
            check_conversion: false,
            check_uninitialised: false,
            check_leaks: false,
            leaks_at_exit: false,
            reports_end: true,
            fail_allocations: false,
            undefined: Undefined::Stop,
            max_symbolic_size: 4096,
            symbolic_index: SymbolicIndex::Merge,
            fast_calls: true,
            fixed_addresses: false,
            prove_joins: false,
            max_stack_depth: 20_000,
            max_object_size: 1 << 28,
            max_heap_block: 1 << 33,
            lazy: LazyOptions::default(),
        }
    }
}

impl ExecOptions {
    /// Switches by name.
    fn switches(&mut self) -> [(&'static str, &mut bool); 10] {
        [
            ("check-overflow", &mut self.check_overflow),
            ("check-shift", &mut self.check_shift),
            ("check-conversion", &mut self.check_conversion),
            ("check-uninitialised", &mut self.check_uninitialised),
            ("check-leaks", &mut self.check_leaks),
            ("leaks-at-exit", &mut self.leaks_at_exit),
            ("reports-end", &mut self.reports_end),
            ("fail-allocations", &mut self.fail_allocations),
            ("fast-calls", &mut self.fast_calls),
            ("fixed-addresses", &mut self.fixed_addresses),
        ]
    }

    /// What is switched on, in words; limits are not among them.
    pub fn words(&self) -> Vec<String> {
        let mut copy = self.clone();
        let mut words: Vec<String> = copy.switches().iter().filter(|(_, on)| **on).map(|(name, _)| name.to_string()).collect();
        words.extend((self.undefined == Undefined::Havoc).then(|| "havoc".to_string()));
        words.extend((self.symbolic_index == SymbolicIndex::Fork).then(|| "fork-index".to_string()));
        words
    }

    /// The options that these words tell.
    pub fn from_words(words: &[String]) -> Result<ExecOptions, String> {
        let mut options = ExecOptions::default();
        options.switches().into_iter().for_each(|(_, on)| *on = false);
        for word in words {
            match word.as_str() {
                "havoc" => options.undefined = Undefined::Havoc,
                "fork-index" => options.symbolic_index = SymbolicIndex::Fork,
                name => match options.switches().into_iter().find(|(n, _)| *n == name) {
                    Some((_, on)) => *on = true,
                    None => return Err(format!("`{name}` is no option")),
                },
            }
        }
        Ok(options)
    }
}
