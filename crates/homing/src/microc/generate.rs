//! `homing microc generate`.

use homing_host::Failure;
use homing_host::io_message;
use homing_microc::generate::{ClampedInputs, GenerateOptions};

use crate::cli::microc::GenerateArgs;

/// Writes one program or many; the exit code.
pub fn generate(args: &GenerateArgs) -> Result<i32, Failure> {
    let options = options(args)?;
    let text = |seed| homing_microc::generate::generate(&GenerateOptions { seed, ..options.clone() }).map_err(Failure::usage);
    let (path, count) = match (&args.output, args.count) {
        (None, _) => {
            crate::output::print(&text(args.seed)?);
            return Ok(0);
        }
        (Some(path), None) => {
            crate::distances::write(path, &text(args.seed)?)?;
            return Ok(0);
        }
        (Some(path), Some(count)) => (path, count),
    };
    std::fs::create_dir_all(path).map_err(|e| Failure::input(format!("{}: {}", path.display(), io_message(&e))))?;
    for i in 0..u64::from(count) {
        let seed = args.seed.checked_add(i).ok_or_else(|| Failure::usage("--seed and --count together are too large"))?;
        crate::distances::write(&path.join(format!("seed{seed:06}.uc")), &text(seed)?)?;
    }
    Ok(0)
}

fn options(args: &GenerateArgs) -> Result<GenerateOptions, Failure> {
    let options = GenerateOptions {
        seed: args.seed,
        for_loop_gen_prob: args.for_loop_gen_prob,
        loop_gen_prob: args.loop_gen_prob,
        max_block_depth: args.max_block_depth,
        max_top_lvl_stmts_count: args.max_top_lvl_stmts_count,
        max_stmts_within_a_block: args.max_stmts_within_a_block,
        error_guaranteed: args.error_guaranteed,
        generate_divisions: args.generate_divisions,
        larger: args.larger,
        unguarded_prob: args.unguarded_prob,
        clamped_inputs: args.clamped_inputs.as_deref().map(clamped).transpose()?,
    };
    match options.problem() {
        Some(problem) => Err(Failure::usage(problem)),
        None => Ok(options),
    }
}

fn clamped(text: &str) -> Result<ClampedInputs, Failure> {
    let parts = text.split_once(':').and_then(|(c, b)| Some(ClampedInputs { count: c.parse().ok()?, bound: b.parse().ok()? }));
    parts.ok_or_else(|| Failure::usage(format!("--clampedInputs {text}: write COUNT:BOUND, such as 3:2")))
}
