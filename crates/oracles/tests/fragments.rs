//! A piece of a program run from a general state says what every concrete run does in that piece: each round of a loop in a concrete run is
//! exactly one path of the loop's body, with the same registers afterwards.

use std::time::Duration;

use homing_exec::{Ended, ExecOptions, Executor, State};
use homing_graph::{Dominators, Graph, Liveness, Loops};
use homing_ir::{BlockId, FuncId, Program, Reg};
use homing_memory::{Val, ValKind};
use homing_oracles::program::{compile, promoted};
use homing_oracles::walk::{Budget, Path, Walk, executor, walk_from};
use homing_term::{Model, Term, VarKey};

const PROGRAM: &str = "
#include <homing.h>
unsigned factor = 3;
static unsigned work(unsigned n, unsigned x) {
    unsigned s = x, i = 0;
    signed char c = -3;
    while (i < n) {
        if (s & 1) s = s * factor + i; else s = s / 2 + (i << 3);
        if (s > 5000) { s -= 4999; c += 7; }
        switch (s % 5) { case 0: s ^= 9; break; case 1: c--; case 2: s += c; break; default: if (c > 20) c = -c; }
        i++;
    }
    return s + c;
}
int main(void) { homing_output(work(40, 27)); homing_output(work(9, 5000)); homing_output(work(0, 1)); return 0; }
";

/// The general run of a loop's body: its paths, and which input stands for which register.
struct Fragment {
    paths: Vec<Path>,
    live: Vec<Reg>,
    /// Registers with a width, in the order of their inputs.
    regs: Vec<usize>,
    /// The value of the one global, whose input comes last.
    factor: u64,
}

fn header(p: &Program, func: FuncId) -> BlockId {
    let g = Graph::of(p.func(func));
    let loops = Loops::new(&g, &Dominators::new(&g, 0));
    assert_eq!(loops.list.len(), 1, "one loop");
    BlockId(loops.list[0].header)
}

fn fragment(exec: &mut Executor<'_>, func: FuncId, at: BlockId) -> Fragment {
    let f = exec.program().func(func);
    let regs = (0..f.regs.len()).filter(|i| exec.program().width(f.regs[*i]) > 0).collect();
    let mut live = Liveness::new(f).list_at_start(at.0);
    live.extend(&f.block(at).params);
    exec.stop_at(vec![(func, at)]);
    let start = exec.general(func, at);
    assert!(start.run.is_unconstrained(), "what it finds is no verdict");
    let budget = Budget { paths: 1000, instructions: 1_000_000, time: Duration::from_secs(60) };
    let Walk::Complete(paths) = walk_from(exec, start, &budget) else { panic!("the body is small") };
    Fragment { paths, live, regs, factor: 3 }
}

impl Fragment {
    /// The paths that start from these registers, with the model that says so.
    fn from<'f>(&'f self, exec: &mut Executor<'_>, before: &[Val]) -> (Vec<&'f Path>, Model) {
        let mut model = Model::new();
        let mut terms: Vec<Term> = Vec::new();
        for p in &self.paths {
            terms.extend(p.state.path.constraints().map(|(t, _)| t));
            terms.extend(p.state.frame.regs.values().filter_map(|v| v.root()));
            if let Ended::Returned(Some(v)) = p.end {
                terms.extend(v.root());
            }
        }
        for t in terms {
            for &v in exec.context_mut().terms.support(t).iter() {
                let VarKey::Input { input, offset: 0 } = exec.context().terms.var_info(v).key else { panic!("an odd variable") };
                let value = match self.regs.get(input as usize) {
                    Some(&r) => before[r].as_int().unwrap_or(0),
                    None => self.factor,
                };
                model.set64(v, value);
            }
        }
        let holds = |p: &&Path| p.state.path.constraints().all(|(t, _)| exec.context_mut().terms.eval64(t, &model) == 1);
        (self.paths.iter().filter(holds).collect(), model)
    }
}

fn value(exec: &mut Executor<'_>, v: Val, model: &Model) -> u64 {
    match v.kind() {
        ValKind::Int(v) => v,
        ValKind::Term(t) => exec.context_mut().terms.eval64(t, model),
        other => panic!("{other:?}"),
    }
}

/// The concrete run, stopped at every visit of the header and at its end: registers there, and whether this is another call's first visit.
fn visits(p: &Program, func: FuncId, at: BlockId) -> Vec<(u64, Vec<Val>)> {
    let mut exec = executor(p, ExecOptions::default(), false);
    exec.stop_at(vec![(func, at)]);
    let mut state: Box<State> = exec.start(p.find("main").expect("main"));
    let mut out = Vec::new();
    loop {
        let step = exec.run(state, u64::MAX);
        let [next]: [homing_exec::Successor; 1] = step.successors.try_into().unwrap_or_else(|_| panic!("a concrete run"));
        state = next.state;
        match next.end {
            Some(Ended::Stopped) => {
                let held = |r| state.frame.regs.get(Reg(r)).unwrap_or(Val::DEAD);
                out.push((state.frame.id, (0..p.func(func).regs.len() as u32).map(held).collect()));
            }
            Some(_) => return out,
            None => {}
        }
    }
}

#[test]
fn each_round_of_a_concrete_loop_is_one_path_of_its_body() {
    let p = promoted(&compile(PROGRAM)).expect("promotion");
    let func = p.find("work").expect("work");
    let at = header(&p, func);
    let mut exec = executor(&p, ExecOptions::default(), true);
    let fragment = fragment(&mut exec, func, at);
    assert!(fragment.paths.len() > 10, "{} paths", fragment.paths.len());
    let visits = visits(&p, func, at);
    assert_eq!(visits.len(), 41 + 10 + 1);
    let mut used = std::collections::BTreeSet::new();
    for (k, (frame, before)) in visits.iter().enumerate() {
        let (paths, model) = fragment.from(&mut exec, before);
        let [path] = paths[..] else { panic!("visit {k}: {} paths hold", paths.len()) };
        used.insert(path.state.id);
        let after = visits.get(k + 1).filter(|(f, _)| f == frame);
        assert_eq!(matches!(path.end, Ended::Stopped), after.is_some(), "visit {k}: {:?}", path.end);
        let Some((_, after)) = after else { continue };
        for &r in &fragment.live {
            let got = value(&mut exec, path.state.frame.regs.get(r).expect("it is live"), &model);
            assert_eq!(Some(got), after[r.index()].as_int(), "visit {k}: register {r:?}");
        }
    }
    assert!(used.len() > 5, "the concrete runs take {} paths only", used.len());
    assert!(exec.context().audit.as_ref().is_some_and(|a| a.wrong.is_empty()));
}

#[test]
fn a_function_run_in_general_covers_every_concrete_call() {
    let p = promoted(&compile(
        "#include <homing.h>
         static int classify(int a, unsigned char b) {
             if (a < 0) return b > 200 ? -2 : -1;
             for (int i = 0; i < 3; i++) { if ((a >> i & 1) != (b >> i & 1)) return i; a += b; }
             return a % 7 == 3 ? 10 : 11;
         }
         int main(void) { for (int a = -3; a < 40; a++) for (int b = 0; b < 256; b += 17) homing_output(classify(a, b)); return 0; }",
    ))
    .expect("promotion");
    let func = p.find("classify").expect("classify");
    let mut exec = executor(&p, ExecOptions::default(), true);
    let start = exec.general(func, BlockId(0));
    let budget = Budget { paths: 1000, instructions: 1_000_000, time: Duration::from_secs(60) };
    let Walk::Complete(paths) = walk_from(&mut exec, start, &budget) else { panic!("the function is small") };
    let concrete = homing_interp::run(&p, p.find("main").expect("main"), &[], &homing_interp::Options::default());
    let params = &p.func(func).params;
    let mut outputs = concrete.outputs.iter();
    for a in -3i32..40 {
        for b in (0u8..=255).step_by(17) {
            let mut model = Model::new();
            for (r, v) in params.iter().zip([a as u32 as u64, u64::from(b)]) {
                // Registers are the first inputs, one each.
                let w = p.width(p.func(func).regs[r.index()]);
                let t = exec.context_mut().terms.var(w.div_ceil(8) * 8, VarKey::Input { input: r.0, offset: 0 });
                model.set64(exec.context().terms.as_var(t).expect("a variable"), v);
            }
            let mut holding =
                paths.iter().filter(|p| p.state.path.constraints().all(|(t, _)| exec.context_mut().terms.eval64(t, &model) == 1));
            let (path, more) = (holding.next(), holding.count());
            let path = path.unwrap_or_else(|| panic!("{a} {b}: no path"));
            assert_eq!(more, 0, "{a} {b}");
            let Ended::Returned(Some(v)) = path.end else { panic!("{:?}", path.end) };
            let got = value(&mut exec, v, &model) as u32 as i32;
            assert_eq!(Some(got as i64 as u64), outputs.next().copied(), "{a} {b}");
        }
    }
}
