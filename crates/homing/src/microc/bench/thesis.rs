//! `homing microc bench --thesis`: the experiments behind Tables 6.2 to 6.15, on programs generated as they were there.

use homing_driver::lower_microc;
use homing_explore::Merging;
use homing_graph::costs::{CostOptions, Costs};
use homing_host::Failure;
use homing_microc::generate::{GenerateOptions, generate};
use homing_microc::{Ast, parse};

use super::figures as f;
use super::page::{self, Table};
use super::{Configuration, Run, Watch, one};
use crate::cli::microc::BenchArgs;
use crate::interrupt::Interrupt;

/// Limit and rounds of the comparison of search and merge strategies.
const LIMIT: f32 = 2.0;
const KAPPA: u32 = 10;

/// Programs of one size: depth of blocks, statements of the function, statements of a block.
type Size = (u32, u32, u32);
const SIZES: [(&str, Size); 3] = [("small", (3, 10, 5)), ("medium", (4, 10, 10)), ("large", (5, 20, 10))];

/// One of the experiments.
struct Experiment<'a> {
    args: &'a BenchArgs,
    interrupt: &'a Interrupt,
}

/// What all programs of a set gave together.
#[derive(Default)]
struct Sum {
    paths: u64,
    errors: u64,
    milliseconds: u64,
    timeouts: u64,
}

/// Runs them all and writes the page; the exit code.
pub fn thesis(args: &BenchArgs, interrupt: &Interrupt) -> Result<i32, Failure> {
    let e = Experiment { args, interrupt };
    let mut tables = e.estimates()?;
    tables.extend(e.limits()?);
    tables.extend(e.comparison(false)?);
    tables.extend(e.comparison(true)?);
    let note = format!(
        "{} programs a set, at most {} {} for each run, seed {}. Ours first, the thesis' figure (50 programs, 30 s) beside it.",
        args.count,
        args.time.as_secs_f64(),
        if args.cpu { "CPU s" } else { "s" },
        args.seed
    );
    if let Some(path) = &args.html {
        crate::distances::write(path, &page::html(&note, &tables))?;
    }
    if let Some(path) = &args.csv {
        crate::distances::write(path, &page::csv(&tables))?;
    }
    crate::output::print(&page::text(&note, &tables));
    Ok(if interrupt.asked() { 5 } else { 0 })
}

impl Experiment<'_> {
    /// The programs of a set, by seed.
    fn programs(&self, size: Size, compared: bool) -> Result<Vec<Ast>, Failure> {
        let (depth, top, block) = size;
        let count = u64::from(self.args.count);
        let make = |i: u64| {
            let options = GenerateOptions {
                seed: self.args.seed + i,
                loop_gen_prob: if compared { 0.10 } else { 0.15 },
                for_loop_gen_prob: if compared { 0.15 } else { 0.10 },
                max_block_depth: depth,
                max_top_lvl_stmts_count: top,
                max_stmts_within_a_block: block,
                error_guaranteed: false,
                generate_divisions: compared,
                ..GenerateOptions::default()
            };
            let text = generate(&options).map_err(Failure::input)?;
            parse(&format!("{i}.uc"), &text).map_err(|e| Failure::input(e[0].to_string()))
        };
        (0..count).map(make).collect()
    }

    fn run(&self, programs: &[Ast], search: &str, merging: Merging) -> Result<Sum, Failure> {
        let name = search.to_string();
        let c = Configuration { name: name.clone(), search: name, index: homing_exec::SymbolicIndex::Merge, merging };
        let mut sum = Sum::default();
        for ast in programs {
            if self.interrupt.asked() {
                break;
            }
            let r: Run = one(self.args, "thesis", ast, &c, self.interrupt)?;
            sum.paths += r.paths;
            sum.errors += r.errors as u64;
            sum.milliseconds += r.milliseconds;
            sum.timeouts += u64::from(r.ended == "time");
        }
        Ok(sum)
    }

    /// Tables 6.2 and 6.3: what the estimates take.
    fn estimates(&self) -> Result<Vec<Table>, Failure> {
        let columns = ["recursive", "lattice"];
        let mut timeouts = Table::new("6.2", "Estimates that met the limit of time", "programs", &columns);
        let mut times = Table::new("6.3", "Milliseconds for the estimates", "programs", &columns);
        for (i, (name, size)) in SIZES.iter().enumerate() {
            let programs = self.programs(*size, false)?;
            let (mut late, mut spent) = ([0; 2], [0; 2]);
            for ast in &programs {
                let program = lower_microc(ast, self.args.int_width)?;
                for (column, kappa) in [Some(1), None].into_iter().enumerate() {
                    let watch = Watch::start(self.args.cpu);
                    let costs = Costs::new(&program, CostOptions { kappa, ..CostOptions::default() });
                    let took = watch.elapsed();
                    drop(costs);
                    late[column] += u64::from(took > self.args.time);
                    spent[column] += took.as_millis() as u64;
                }
            }
            timeouts.row(name, &late, &f::COST_TIMEOUTS[i]);
            times.row(name, &spent, &f::COST_TIMES[i]);
        }
        Ok(vec![timeouts, times])
    }

    /// Tables 6.4 to 6.6: paths by the limit of costs, and by how often loops are counted.
    fn limits(&self) -> Result<Vec<Table>, Failure> {
        let small = self.programs(SIZES[0].1, false)?;
        let large = self.programs(SIZES[2].1, false)?;
        let merging = |kappa: Option<u32>, limit: u32| Merging::Estimate { limit: limit as f32, kappa, from: 0, meets: false };
        let mut by_limit = Table::new("6.4", "Paths by limit, `lattice`, small programs, bfs", "limit", &["paths"]);
        for (limit, theirs) in f::LIMITS.iter().zip(f::BY_LIMIT) {
            by_limit.row(&limit.to_string(), &[self.run(&small, "bfs", merging(None, *limit))?.paths], &[theirs]);
        }
        let kappas = f::KAPPAS.map(|k| format!("kappa {k}"));
        let columns: Vec<&str> = kappas.iter().map(String::as_str).collect();
        let mut by_kappa = Table::new("6.5", "Paths by limit and kappa, `recursive`, small programs, bfs", "limit", &columns);
        for (limit, theirs) in f::LIMITS.iter().zip(f::BY_KAPPA) {
            let ours = f::KAPPAS.map(|k| self.run(&small, "bfs", merging(Some(k), *limit)).map(|s| s.paths));
            let ours: Vec<u64> = ours.into_iter().collect::<Result<_, _>>()?;
            by_kappa.row(&limit.to_string(), &ours, &theirs);
        }
        let mut by_large = Table::new("6.6", "Paths by limit, `lattice`, large programs, bfs", "limit", &["paths"]);
        for (limit, theirs) in f::LIMITS_LARGE.iter().zip(f::BY_LIMIT_LARGE) {
            by_large.row(&limit.to_string(), &[self.run(&large, "bfs", merging(None, *limit))?.paths], &[theirs]);
        }
        Ok(vec![by_limit, by_kappa, by_large])
    }

    /// Tables 6.7 to 6.10 (smaller programs) or 6.11 to 6.15 (larger ones): searches by merge strategies.
    fn comparison(&self, large: bool) -> Result<Vec<Table>, Failure> {
        let programs = self.programs(SIZES[if large { 2 } else { 0 }].1, true)?;
        let columns: &[&str] = if large { &f::MERGES_LARGE } else { &f::MERGES };
        let (numbers, which) =
            if large { (["6.11", "6.12", "6.13", "6.14"], "larger") } else { (["6.7", "6.8", "6.9", "6.10"], "smaller") };
        let title = |what: &str| format!("{what}, {which} programs");
        let mut tables: Vec<Table> = numbers
            .iter()
            .zip(["Paths", "Errors found", "Milliseconds", "Runs that met the limit of time"])
            .map(|(number, what)| Table::new(number, &title(what), "search", columns))
            .collect();
        let mut both = Table::new("6.15", &title("Time-outs and errors together"), "search", columns);
        for (i, search) in f::SEARCHES.iter().enumerate() {
            let mut ours: [Vec<u64>; 4] = Default::default();
            for merge in columns {
                let merging: Merging = merge.parse().map_err(Failure::usage)?;
                let sum = self.run(&programs, search, merging.with(Some(LIMIT), Some(KAPPA)))?;
                let values = [sum.paths, sum.errors, sum.milliseconds, sum.timeouts];
                ours.iter_mut().zip(values).for_each(|(list, v)| list.push(v));
            }
            let theirs: [&[u64]; 4] = if large {
                [&f::PATHS_LARGE[i], &f::ERRORS_LARGE[i], &f::TIMES_LARGE[i], &f::TIMEOUTS_LARGE[i]]
            } else {
                [&f::PATHS[i], &f::ERRORS[i], &f::TIMES[i], &f::TIMEOUTS[i]]
            };
            for ((table, own), other) in tables.iter_mut().zip(&ours).zip(theirs) {
                table.row(search, own, other);
            }
            let sum = |errors: &[u64], late: &[u64]| errors.iter().zip(late).map(|(a, b)| a + b).collect::<Vec<u64>>();
            both.row(search, &sum(&ours[1], &ours[3]), &sum(theirs[1], theirs[3]));
        }
        if large {
            tables.push(both);
        }
        Ok(tables)
    }
}
