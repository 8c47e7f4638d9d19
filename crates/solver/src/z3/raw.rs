//! The one place that calls into libz3: a context whose expressions live until they are dropped together.
//!
//! Z3 reports errors by returning null and setting a code; every call here turns that into `Why::Failed`.

use super::RESOURCE;
use super::watch::Watch;
use crate::{Limits, Why};
use std::ffi::{CStr, CString};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use z3_sys::*;

/// A Z3 expression of a [`Raw`] context, valid until the context's next `release`.
pub(super) type Ast = Z3_ast;
/// A sort of a [`Raw`] context; sorts are kept alive like expressions.
pub(super) type AstSort = Z3_sort;

/// A Z3 context and the references held into it.
pub(super) struct Raw {
    pub ctx: Z3_context,
    held: Vec<Z3_ast>,
    /// Z3's resource count of all queries.
    pub resources: u64,
    /// How often the full solver was made.
    pub full: u64,
    /// The count when it was last read.
    counted: u32,
    /// The resource limit that the context has.
    rlimit: Option<u64>,
    watch: Watch,
}

/// Z3's resource count for its plain solver.
const FIRST_CHANCE: u64 = 200_000;

/// What Z3 said.
pub(super) enum Verdict {
    Sat(RawModel),
    Unsat,
    Unknown(Why),
}

/// A model; released with `Raw::release_model`.
pub(super) struct RawModel(Z3_model);

/// Calls a function of libz3 that returns an expression and keeps the result alive.
macro_rules! call {
    ($raw:expr, $f:ident $(, $arg:expr)*) => {{
        let raw: &mut $crate::z3::raw::Raw = $raw;
        // SAFETY: the context is live and so are all expressions in `raw.held`.
        let made = unsafe { z3_sys::$f(raw.ctx $(, $arg)*) };
        raw.keep(made)
    }};
}
pub(super) use call;

impl Raw {
    pub fn new() -> Result<Raw, Why> {
        // SAFETY: a configuration is only used to make the context. Without an error handler errors become null results.
        unsafe {
            let config = Z3_mk_config().ok_or_else(|| Why::Failed("Z3 made no configuration".into()))?;
            let ctx = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let ctx = ctx.ok_or_else(|| Why::Failed("Z3 made no context".into()))?;
            Z3_set_error_handler(ctx, None);
            Ok(Raw { ctx, held: Vec::new(), resources: 0, full: 0, counted: 0, rlimit: None, watch: Watch::default() })
        }
    }

    /// Queries are to end once this is set.
    pub fn stop_with(&mut self, stop: Option<Arc<AtomicBool>>) {
        self.watch.stop = stop;
    }

    /// The number of expressions held.
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// Drops all expressions.
    pub fn release(&mut self) {
        for a in self.held.drain(..) {
            // SAFETY: each was referenced once in `keep`.
            unsafe { Z3_dec_ref(self.ctx, a) };
        }
    }

    pub fn keep(&mut self, made: Option<Z3_ast>) -> Result<Ast, Why> {
        let Some(ast) = made else { return Err(self.error()) };
        // SAFETY: `ast` was just made by this context.
        unsafe { Z3_inc_ref(self.ctx, ast) };
        self.held.push(ast);
        Ok(ast)
    }

    /// Keeps a sort; sorts are expressions to Z3.
    pub fn keep_sort(&mut self, made: Option<Z3_sort>) -> Result<AstSort, Why> {
        let Some(sort) = made else { return Err(self.error()) };
        // SAFETY: `sort` was just made by this context.
        let ast = unsafe { Z3_sort_to_ast(self.ctx, sort) };
        self.keep(ast)?;
        Ok(sort)
    }

    fn error(&self) -> Why {
        // SAFETY: the context is live; the message is copied at once.
        unsafe {
            let code = Z3_get_error_code(self.ctx);
            Why::Failed(format!("Z3: {}", text(Z3_get_error_msg(self.ctx, code))))
        }
    }

    pub fn symbol(&mut self, name: &str) -> Result<Z3_symbol, Why> {
        let name = CString::new(name).map_err(|_| Why::Failed("a name with a zero byte".into()))?;
        // SAFETY: Z3 copies the name.
        unsafe { Z3_mk_string_symbol(self.ctx, name.as_ptr()) }.ok_or_else(|| self.error())
    }

    /// A number of a sort from decimal digits.
    pub fn numeral(&mut self, digits: &str, sort: AstSort) -> Result<Ast, Why> {
        let digits = CString::new(digits).map_err(|_| Why::Failed("a number with a zero byte".into()))?;
        call!(self, Z3_mk_numeral, digits.as_ptr(), sort)
    }

    /// Decides a conjunction in a fresh solver, so that no query influences the next. If `plain_first`, Z3's plain solver
    /// gets a first chance: the full one, which chooses a procedure by the kind of problem, takes milliseconds to be made.
    pub fn solve(&mut self, asserts: &[Ast], limits: &Limits, plain_first: bool) -> Result<Verdict, Why> {
        if plain_first {
            let work = limits.work.min(FIRST_CHANCE * RESOURCE);
            // SAFETY: makes a solver of a live context.
            let plain = |ctx| unsafe { Z3_mk_simple_solver(ctx) };
            match self.solve_in(plain, asserts, &Limits { work, ..limits.clone() })? {
                Verdict::Unknown(_) => {}
                decided => return Ok(decided),
            }
        }
        self.full += 1;
        // SAFETY: as above.
        self.solve_in(|ctx| unsafe { Z3_mk_solver(ctx) }, asserts, limits)
    }

    fn solve_in(
        &mut self,
        make: impl Fn(Z3_context) -> Option<Z3_solver>,
        asserts: &[Ast],
        limits: &Limits,
    ) -> Result<Verdict, Why> {
        // Zero is no limit.
        self.set_rlimit(if limits.work == u64::MAX { 0 } else { (limits.work / RESOURCE).max(1) })?;
        let solver = make(self.ctx).ok_or_else(|| self.error())?;
        // SAFETY: the solver is referenced for as long as it is used.
        unsafe {
            Z3_solver_inc_ref(self.ctx, solver);
            let verdict = self.run(solver, asserts, limits.time);
            self.count_resources(solver);
            Z3_solver_dec_ref(self.ctx, solver);
            verdict
        }
    }

    /// Adds what Z3 counted since the last query; its count is one of 32 bits for the whole context.
    unsafe fn count_resources(&mut self, solver: Z3_solver) {
        // SAFETY: as in `solve`; the statistics are referenced while they are read.
        unsafe {
            let Some(stats) = Z3_solver_get_statistics(self.ctx, solver) else { return };
            Z3_stats_inc_ref(self.ctx, stats);
            for i in 0..Z3_stats_size(self.ctx, stats) {
                if Z3_stats_is_uint(self.ctx, stats, i) && text(Z3_stats_get_key(self.ctx, stats, i)) == "rlimit count" {
                    let count = Z3_stats_get_uint_value(self.ctx, stats, i);
                    self.resources += u64::from(count.wrapping_sub(self.counted));
                    self.counted = count;
                }
            }
            Z3_stats_dec_ref(self.ctx, stats);
        }
    }

    /// Sets the resource limit of every later query. As a parameter of the context: one of a solver costs more than many
    /// a query.
    fn set_rlimit(&mut self, rlimit: u64) -> Result<(), Why> {
        if self.rlimit == Some(rlimit) {
            return Ok(());
        }
        let units = u32::try_from(rlimit).unwrap_or(u32::MAX);
        let value = CString::new(units.to_string()).map_err(|_| Why::Failed("a number with a zero byte".into()))?;
        // SAFETY: the context is live; Z3 copies both texts.
        unsafe { Z3_update_param_value(self.ctx, c"rlimit".as_ptr(), value.as_ptr()) };
        self.check_error()?;
        self.rlimit = Some(rlimit);
        Ok(())
    }

    unsafe fn run(&mut self, solver: Z3_solver, asserts: &[Ast], time: Option<Duration>) -> Result<Verdict, Why> {
        // SAFETY: as in `solve`.
        unsafe {
            for &a in asserts {
                Z3_solver_assert(self.ctx, solver, a);
                self.check_error()?;
            }
            let ctx = self.ctx;
            let (answer, interrupted) = self.watch.guarded(ctx, time, || Z3_solver_check(ctx, solver))?;
            match (answer, interrupted) {
                (Z3_L_TRUE, _) => {
                    let model = Z3_solver_get_model(self.ctx, solver).ok_or_else(|| self.error())?;
                    Z3_model_inc_ref(self.ctx, model);
                    Ok(Verdict::Sat(RawModel(model)))
                }
                (Z3_L_FALSE, _) => Ok(Verdict::Unsat),
                (_, Some(why)) => Ok(Verdict::Unknown(why)),
                (_, None) => {
                    let reason = text(Z3_solver_get_reason_unknown(self.ctx, solver));
                    Ok(Verdict::Unknown(reason_unknown(&reason)))
                }
            }
        }
    }

    fn check_error(&self) -> Result<(), Why> {
        // SAFETY: the context is live.
        match unsafe { Z3_get_error_code(self.ctx) } {
            ErrorCode::OK => Ok(()),
            _ => Err(self.error()),
        }
    }

    /// The value of an expression in a model; what the model leaves open gets some value.
    pub fn eval(&mut self, model: &RawModel, a: Ast) -> Result<Ast, Why> {
        let mut value = a;
        // SAFETY: `value` is only read after Z3 said that it wrote it.
        let ok = unsafe { Z3_model_eval(self.ctx, model.0, a, true, &mut value) };
        if ok { self.keep(Some(value)) } else { Err(self.error()) }
    }

    /// Releases a model.
    pub fn release_model(&mut self, model: RawModel) {
        // SAFETY: referenced once in `run`.
        unsafe { Z3_model_dec_ref(self.ctx, model.0) };
    }

    /// A Boolean constant's value.
    pub fn as_bool(&self, a: Ast) -> Option<bool> {
        // SAFETY: `a` is held.
        match unsafe { Z3_get_bool_value(self.ctx, a) } {
            Z3_L_TRUE => Some(true),
            Z3_L_FALSE => Some(false),
            _ => None,
        }
    }

    /// A number's decimal digits.
    pub fn as_digits(&self, a: Ast) -> Option<String> {
        // SAFETY: `a` is held; the text is copied at once.
        unsafe { Z3_is_numeral_ast(self.ctx, a).then(|| text(Z3_get_numeral_string(self.ctx, a))).filter(|d| !d.is_empty()) }
    }

    /// The parts of an array value; see [`ArrayShape`].
    pub fn array_shape(&mut self, model: &RawModel, a: Ast) -> Result<ArrayShape, Why> {
        let odd = || Why::Failed("an array value of Z3 that is neither constant, store nor function".into());
        // SAFETY: all expressions are held or owned by held ones.
        unsafe {
            if !Z3_is_app(self.ctx, a) {
                return Err(odd());
            }
            let app = Z3_to_app(self.ctx, a).ok_or_else(|| self.error())?;
            let decl = Z3_get_app_decl(self.ctx, app).ok_or_else(|| self.error())?;
            let kind = Z3_get_decl_kind(self.ctx, decl);
            let arg = |raw: &mut Raw, i: u32| {
                let arg = Z3_get_app_arg(raw.ctx, app, i);
                raw.keep(arg)
            };
            match kind {
                DeclKind::CONST_ARRAY => Ok(ArrayShape::Constant(arg(self, 0)?)),
                DeclKind::STORE => Ok(ArrayShape::Store(arg(self, 0)?, arg(self, 1)?, arg(self, 2)?)),
                DeclKind::AS_ARRAY => self.function_shape(model, a),
                _ => Err(odd()),
            }
        }
    }

    unsafe fn function_shape(&mut self, model: &RawModel, a: Ast) -> Result<ArrayShape, Why> {
        // SAFETY: as in `array_shape`; the interpretation is referenced while it is read.
        unsafe {
            let decl = Z3_get_as_array_func_decl(self.ctx, a).ok_or_else(|| self.error())?;
            let function = Z3_model_get_func_interp(self.ctx, model.0, decl).ok_or_else(|| self.error())?;
            Z3_func_interp_inc_ref(self.ctx, function);
            let shape = self.read_function(function);
            Z3_func_interp_dec_ref(self.ctx, function);
            shape
        }
    }

    unsafe fn read_function(&mut self, function: Z3_func_interp) -> Result<ArrayShape, Why> {
        let mut entries = Vec::new();
        // SAFETY: entries belong to the function, which the caller holds.
        unsafe {
            for i in 0..Z3_func_interp_get_num_entries(self.ctx, function) {
                let entry = Z3_func_interp_get_entry(self.ctx, function, i).ok_or_else(|| self.error())?;
                Z3_func_entry_inc_ref(self.ctx, entry);
                let index = Z3_func_entry_get_arg(self.ctx, entry, 0);
                let value = Z3_func_entry_get_value(self.ctx, entry);
                let pair = self.keep(index).and_then(|i| Ok((i, self.keep(value)?)));
                Z3_func_entry_dec_ref(self.ctx, entry);
                entries.push(pair?);
            }
            let default = Z3_func_interp_get_else(self.ctx, function);
            Ok(ArrayShape::Function(entries, self.keep(default)?))
        }
    }
}

/// How Z3 writes an array value.
pub(super) enum ArrayShape {
    /// The same element everywhere.
    Constant(Ast),
    /// Array, index, element.
    Store(Ast, Ast, Ast),
    /// Pairs of index and element, and the element everywhere else.
    Function(Vec<(Ast, Ast)>, Ast),
}

impl Drop for Raw {
    fn drop(&mut self) {
        self.release();
        // SAFETY: nothing of the context is used afterwards.
        unsafe { Z3_del_context(self.ctx) };
    }
}

fn reason_unknown(reason: &str) -> Why {
    // Without an interrupt only the resource limit cancels.
    if ["resource", "memory", "canceled"].iter().any(|r| reason.contains(r)) {
        Why::Resources
    } else {
        Why::Failed(format!("Z3 gave up: {reason}"))
    }
}

/// Copies a text of Z3.
unsafe fn text(s: Z3_string) -> String {
    if s.is_null() {
        return String::new();
    }
    // SAFETY: Z3's texts end in zero and live until its next call.
    unsafe { CStr::from_ptr(s) }.to_string_lossy().into_owned()
}
