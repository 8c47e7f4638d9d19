//! Random programs, the same for the same options.
//!
//! Every program that comes from here can be read, passes the checks, and is printed back as it is. All variables are
//! written before they are read.

mod basic;
mod larger;
mod tree;

use crate::print;
use tree::Tree;

/// Statements of a program after which no further ones are nested.
const MOST_STATEMENTS: usize = 20_000;

/// What is generated. The fields of the first group are named as in the thesis that describes the method.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerateOptions {
    /// Where the sequence of random choices begins.
    pub seed: u64,
    /// `forLoopGenProb`: how likely a statement is a loop that counts one variable up to another.
    pub for_loop_gen_prob: f64,
    /// `loopGenProb`: how likely a statement is a loop with any guard and body.
    pub loop_gen_prob: f64,
    /// `maxBlockDepth`: how deep blocks are nested, that of the function included.
    pub max_block_depth: u32,
    /// `maxTopLvlStmtsCount`: most statements of a function's own block, not counting declarations and first assignments.
    pub max_top_lvl_stmts_count: u32,
    /// `maxStmtsWithinABlock`: most statements of a nested block.
    pub max_stmts_within_a_block: u32,
    /// `errorGuaranteed`: a statement that fails is put at a random place (where it need not be reached).
    pub error_guaranteed: bool,
    /// `generateDivisions`: whether there are divisions.
    pub generate_divisions: bool,

    /// Programs of several functions with records, pointers, arrays, function values and bounded loops, full of expressions that could
    /// fail but mostly are guarded; else one function whose loops need not end.
    pub larger: bool,
    /// In larger programs: how likely something that can fail is left without its guard.
    pub unguarded_prob: f64,
    /// All inputs are read at the beginning: this many, each moved into `-bound ..= bound`. So few inputs can be tried exhaustively.
    /// Else `input` stands anywhere.
    pub clamped_inputs: Option<ClampedInputs>,
}

/// Inputs of which only a few values make a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClampedInputs {
    /// How many are read, whatever happens.
    pub count: u32,
    /// Values beyond it, or below its negative, count as it.
    pub bound: u32,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        GenerateOptions {
            seed: 1,
            for_loop_gen_prob: 0.10,
            loop_gen_prob: 0.15,
            max_block_depth: 3,
            max_top_lvl_stmts_count: 10,
            max_stmts_within_a_block: 5,
            error_guaranteed: false,
            generate_divisions: true,
            larger: false,
            unguarded_prob: 0.03,
            clamped_inputs: None,
        }
    }
}

impl GenerateOptions {
    /// Why these options make no sense, if so.
    pub fn problem(&self) -> Option<String> {
        let probs = [
            ("forLoopGenProb", self.for_loop_gen_prob),
            ("loopGenProb", self.loop_gen_prob),
            ("unguardedProb", self.unguarded_prob),
        ];
        for (name, p) in probs {
            if !(0.0..=1.0).contains(&p) {
                return Some(format!("{name} is a probability between 0 and 1, not {p}"));
            }
        }
        if self.for_loop_gen_prob + self.loop_gen_prob > 1.0 {
            return Some("forLoopGenProb and loopGenProb together are more than 1".to_string());
        }
        let counts = [
            ("maxBlockDepth", self.max_block_depth, 200),
            ("maxTopLvlStmtsCount", self.max_top_lvl_stmts_count, 1_000_000),
            ("maxStmtsWithinABlock", self.max_stmts_within_a_block, 1_000_000),
        ];
        for (name, n, most) in counts {
            if n == 0 || n > most {
                return Some(format!("{name} is between 1 and {most}, not {n}"));
            }
        }
        match self.clamped_inputs {
            Some(c) if c.count > 1000 || c.bound > 1_000_000 => Some("too many or too large clamped inputs".to_string()),
            _ => None,
        }
    }
}

/// The text of a random program; fails if the options make no sense.
pub fn generate(options: &GenerateOptions) -> Result<String, String> {
    if let Some(problem) = options.problem() {
        return Err(problem);
    }
    let mut tree = Tree::new(options.seed);
    if options.larger {
        larger::program(&mut tree, options);
    } else {
        basic::program(&mut tree, options);
    }
    if options.error_guaranteed {
        tree.plug_error();
    }
    Ok(print(&tree.ast))
}
