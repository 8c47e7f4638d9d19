//! A second opinion: the plainest evaluator of the tree that one can write. It recurses on the host's stack, keeps
//! every number as a `BigInt` and every array and record as an object of its own.

use homing_microc::{Ast, BinOp, ExprId, ExprKind, Name, Pos, StmtId, StmtKind};
use homing_microc_run::{ErrorKind, Event};
use num_bigint::{BigInt, Sign};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

type Cell = Rc<RefCell<Value>>;

#[derive(Clone)]
enum Value {
    Undef,
    Number(BigInt),
    Null,
    Pointer(Cell),
    Function(usize),
    Array(Rc<RefCell<Vec<Value>>>),
    Record(Rc<RefCell<BTreeMap<Name, Value>>>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    Error(ErrorKind, Pos),
    NeedInput(Pos),
    Steps(Pos),
    Depth(Pos),
    /// Numbers became too large for this evaluator.
    GiveUp,
}

pub struct Limits {
    pub steps: u64,
    pub depth: usize,
    pub bits: u64,
}

pub struct Evaluator<'a> {
    ast: &'a Ast,
    width: Option<u32>,
    limits: Limits,
    inputs: std::vec::IntoIter<BigInt>,
    pub inputs_used: usize,
    pub outputs: Vec<BigInt>,
    pub statements: u64,
    pub visited: BTreeSet<Pos>,
    pub events: Vec<Event>,
    depth: usize,
}

type Eval<T> = Result<T, Stop>;
type Env = BTreeMap<Name, Cell>;

impl<'a> Evaluator<'a> {
    pub fn new(ast: &'a Ast, width: Option<u32>, limits: Limits, inputs: Vec<BigInt>) -> Self {
        Evaluator {
            ast,
            width,
            limits,
            inputs: inputs.into_iter(),
            inputs_used: 0,
            outputs: Vec::new(),
            statements: 0,
            visited: BTreeSet::new(),
            events: Vec::new(),
            depth: 0,
        }
    }

    pub fn main(&mut self, args: &[BigInt]) -> Eval<BigInt> {
        let main = self.ast.functions.iter().position(|f| self.ast.name(f.name) == "main").unwrap();
        let args = args.iter().map(|a| self.wrap(a.clone())).collect::<Eval<Vec<_>>>()?;
        match self.call(main, args, Pos::default())? {
            Value::Number(n) => Ok(n),
            _ => unreachable!("main returns numbers"),
        }
    }

    fn wrap(&self, n: BigInt) -> Eval<Value> {
        if n.bits() > self.limits.bits {
            return Err(Stop::GiveUp);
        }
        let Some(width) = self.width else { return Ok(Value::Number(n)) };
        let half = BigInt::from(1) << (width - 1);
        let all = BigInt::from(1) << width;
        let mut shifted: BigInt = (n + &half) % &all;
        if shifted.sign() == Sign::Minus {
            shifted += &all;
        }
        Ok(Value::Number(shifted - half))
    }

    fn call(&mut self, function: usize, args: Vec<Value>, at: Pos) -> Eval<Value> {
        if self.depth == self.limits.depth {
            return Err(Stop::Depth(at));
        }
        self.depth += 1;
        let f = &self.ast.functions[function];
        self.visited.insert(f.pos);
        let mut env = Env::new();
        for (param, arg) in f.params.iter().zip(args) {
            env.insert(param.name, Rc::new(RefCell::new(arg)));
        }
        for var in f.vars.iter().flat_map(|v| &v.names) {
            env.insert(var.name, Rc::new(RefCell::new(Value::Undef)));
        }
        for &stmt in &f.body {
            self.statement(stmt, &env)?;
        }
        self.begin(f.return_pos)?;
        let result = self.copied(f.result, &env)?;
        if self.ast.name(f.name) == "main" && !matches!(result, Value::Number(_)) {
            return Err(Stop::Error(ErrorKind::Type, f.return_pos));
        }
        self.depth -= 1;
        Ok(result)
    }

    fn begin(&mut self, pos: Pos) -> Eval<()> {
        self.visited.insert(pos);
        self.events.push(Event::Statement(pos));
        if self.statements == self.limits.steps {
            return Err(Stop::Steps(pos));
        }
        self.statements += 1;
        Ok(())
    }

    fn statement(&mut self, id: StmtId, env: &Env) -> Eval<()> {
        let stmt = self.ast.stmt(id);
        match &stmt.kind {
            StmtKind::Block(inner) => inner.iter().try_for_each(|&s| self.statement(s, env)),
            StmtKind::Output(e) => {
                self.begin(stmt.pos)?;
                match self.value(*e, env)? {
                    Value::Number(n) => self.outputs.push(n),
                    _ => return Err(Stop::Error(ErrorKind::Type, stmt.pos)),
                }
                Ok(())
            }
            StmtKind::If { cond, then, els } => {
                self.begin(stmt.pos)?;
                if self.decide(*cond, env)? { self.statement(*then, env) } else { els.map_or(Ok(()), |e| self.statement(e, env)) }
            }
            StmtKind::While { cond, body } => loop {
                self.begin(stmt.pos)?;
                if !self.decide(*cond, env)? {
                    return Ok(());
                }
                self.statement(*body, env)?;
            },
            StmtKind::Assign { target, value } => {
                self.begin(stmt.pos)?;
                let value = self.copied(*value, env)?;
                self.store(*target, value, env)
            }
        }
    }

    fn decide(&mut self, cond: ExprId, env: &Env) -> Eval<bool> {
        let pos = self.ast.expr(cond).pos;
        let value = self.value(cond, env)?;
        let taken = truth(&value, pos)?;
        self.events.push(Event::Branch { pos, taken });
        Ok(taken)
    }

    fn store(&mut self, target: ExprId, value: Value, env: &Env) -> Eval<()> {
        let e = self.ast.expr(target);
        let type_error = Err(Stop::Error(ErrorKind::Type, e.pos));
        match &e.kind {
            ExprKind::Name(name) => {
                self.visited.insert(e.pos);
                *env[name].borrow_mut() = value;
            }
            ExprKind::Deref(p) => {
                let p = self.value(*p, env)?;
                self.visited.insert(e.pos);
                *pointer(&p, e.pos)?.borrow_mut() = value;
            }
            ExprKind::Index { of, index } => {
                let (of, index) = (self.value(*of, env)?, self.value(*index, env)?);
                self.visited.insert(e.pos);
                let Value::Array(a) = of else { return type_error };
                let i = element(&a, &index, e.pos)?;
                a.borrow_mut()[i] = value;
            }
            ExprKind::Field { of, field } => {
                let of = self.value(*of, env)?;
                self.visited.insert(e.pos);
                let Value::Record(r) = of else { return type_error };
                if !r.borrow().contains_key(&field.name) || matches!(value, Value::Record(_)) {
                    return type_error;
                }
                r.borrow_mut().insert(field.name, value);
            }
            _ => unreachable!("not assignable"),
        }
        Ok(())
    }

    fn copied(&mut self, id: ExprId, env: &Env) -> Eval<Value> {
        Ok(copy(&self.value(id, env)?))
    }

    fn values(&mut self, ids: impl Iterator<Item = ExprId>, env: &Env) -> Eval<Vec<Value>> {
        ids.map(|id| self.copied(id, env)).collect()
    }

    fn value(&mut self, id: ExprId, env: &Env) -> Eval<Value> {
        let e = self.ast.expr(id);
        let pos = e.pos;
        let type_error = Err(Stop::Error(ErrorKind::Type, pos));
        match &e.kind {
            ExprKind::Number(n) => {
                self.visited.insert(pos);
                self.wrap(n.clone())
            }
            ExprKind::Name(name) => {
                self.visited.insert(pos);
                match env.get(name) {
                    Some(cell) => written(cell.borrow().clone(), pos),
                    None => Ok(Value::Function(self.ast.functions.iter().position(|f| f.name == *name).unwrap())),
                }
            }
            ExprKind::Input => {
                self.visited.insert(pos);
                let n = self.inputs.next().ok_or(Stop::NeedInput(pos))?;
                self.inputs_used += 1;
                self.wrap(n)
            }
            ExprKind::Null => {
                self.visited.insert(pos);
                Ok(Value::Null)
            }
            ExprKind::Ref(ident) => {
                self.visited.insert(pos);
                Ok(Value::Pointer(env[&ident.name].clone()))
            }
            ExprKind::Alloc(inner) => {
                let value = self.copied(*inner, env)?;
                self.visited.insert(pos);
                Ok(Value::Pointer(Rc::new(RefCell::new(value))))
            }
            ExprKind::Deref(inner) => {
                let p = self.value(*inner, env)?;
                self.visited.insert(pos);
                let value = pointer(&p, pos)?.borrow().clone();
                written(value, pos)
            }
            ExprKind::Not(inner) => {
                let value = self.value(*inner, env)?;
                self.visited.insert(pos);
                Ok(number(!truth(&value, pos)?))
            }
            ExprKind::Neg(inner) => {
                let value = self.value(*inner, env)?;
                self.visited.insert(pos);
                match value {
                    Value::Number(n) => self.wrap(-n),
                    _ => type_error,
                }
            }
            ExprKind::Binary { op: op @ (BinOp::And | BinOp::Or), left, right } => {
                let left = self.value(*left, env)?;
                self.visited.insert(pos);
                if truth(&left, pos)? == (*op == BinOp::Or) {
                    return Ok(number(*op == BinOp::Or));
                }
                let right = self.value(*right, env)?;
                Ok(number(truth(&right, pos)?))
            }
            ExprKind::Binary { op, left, right } => {
                let (left, right) = (self.value(*left, env)?, self.value(*right, env)?);
                self.visited.insert(pos);
                self.binary(*op, left, right, pos)
            }
            ExprKind::Field { of, field } => {
                let of = self.value(*of, env)?;
                self.visited.insert(pos);
                match of {
                    Value::Record(r) => r.borrow().get(&field.name).cloned().ok_or(Stop::Error(ErrorKind::Type, pos)),
                    _ => type_error,
                }
            }
            ExprKind::Index { of, index } => {
                let (of, index) = (self.value(*of, env)?, self.value(*index, env)?);
                self.visited.insert(pos);
                let Value::Array(a) = of else { return type_error };
                let i = element(&a, &index, pos)?;
                let value = a.borrow()[i].clone();
                Ok(value)
            }
            ExprKind::Call { callee, args } => {
                let callee = self.value(*callee, env)?;
                let args = self.values(args.iter().copied(), env)?;
                self.visited.insert(pos);
                match callee {
                    Value::Function(f) if self.ast.functions[f].params.len() == args.len() => self.call(f, args, pos),
                    _ => Err(Stop::Error(ErrorKind::BadCall, pos)),
                }
            }
            ExprKind::Array(elements) => {
                let elements = self.values(elements.iter().copied(), env)?;
                self.visited.insert(pos);
                Ok(Value::Array(Rc::new(RefCell::new(elements))))
            }
            ExprKind::Record(fields) => {
                let values = self.values(fields.iter().map(|f| f.1), env)?;
                self.visited.insert(pos);
                if values.iter().any(|v| matches!(v, Value::Record(_))) {
                    return type_error;
                }
                Ok(Value::Record(Rc::new(RefCell::new(fields.iter().map(|f| f.0.name).zip(values).collect()))))
            }
        }
    }

    fn binary(&self, op: BinOp, left: Value, right: Value, pos: Pos) -> Eval<Value> {
        if let (Value::Number(a), Value::Number(b)) = (&left, &right) {
            return match op {
                BinOp::Add => self.wrap(a + b),
                BinOp::Sub => self.wrap(a - b),
                BinOp::Mul => self.wrap(a * b),
                BinOp::Div if b.sign() == Sign::NoSign => Err(Stop::Error(ErrorKind::DivisionByZero, pos)),
                BinOp::Div => self.wrap(truncated(a, b)),
                BinOp::Eq => Ok(number(a == b)),
                BinOp::Ne => Ok(number(a != b)),
                BinOp::Lt => Ok(number(a < b)),
                BinOp::Le => Ok(number(a <= b)),
                BinOp::Gt => Ok(number(a > b)),
                BinOp::Ge => Ok(number(a >= b)),
                BinOp::And | BinOp::Or => unreachable!("done before"),
            };
        }
        let same = match (&left, &right) {
            (Value::Null, Value::Null) => true,
            (Value::Pointer(a), Value::Pointer(b)) => Rc::ptr_eq(a, b),
            (Value::Function(a), Value::Function(b)) => a == b,
            (Value::Null | Value::Pointer(_) | Value::Function(_), Value::Null | Value::Pointer(_) | Value::Function(_)) => false,
            _ => return Err(Stop::Error(ErrorKind::Type, pos)),
        };
        match op {
            BinOp::Eq => Ok(number(same)),
            BinOp::Ne => Ok(number(!same)),
            _ => Err(Stop::Error(ErrorKind::Type, pos)),
        }
    }
}

/// Division of magnitudes, then the sign.
fn truncated(a: &BigInt, b: &BigInt) -> BigInt {
    let quotient = BigInt::from(a.magnitude() / b.magnitude());
    if (a.sign() == Sign::Minus) != (b.sign() == Sign::Minus) { -quotient } else { quotient }
}

fn number(truth: bool) -> Value {
    Value::Number(BigInt::from(truth as u8))
}

fn truth(value: &Value, pos: Pos) -> Eval<bool> {
    match value {
        Value::Number(n) => Ok(n.sign() != Sign::NoSign),
        _ => Err(Stop::Error(ErrorKind::Type, pos)),
    }
}

fn written(value: Value, pos: Pos) -> Eval<Value> {
    if matches!(value, Value::Undef) { Err(Stop::Error(ErrorKind::Uninitialised, pos)) } else { Ok(value) }
}

fn pointer(value: &Value, pos: Pos) -> Eval<Cell> {
    match value {
        Value::Pointer(cell) => Ok(cell.clone()),
        Value::Null => Err(Stop::Error(ErrorKind::Null, pos)),
        _ => Err(Stop::Error(ErrorKind::Type, pos)),
    }
}

fn element(array: &Rc<RefCell<Vec<Value>>>, index: &Value, pos: Pos) -> Eval<usize> {
    let Value::Number(n) = index else { return Err(Stop::Error(ErrorKind::Type, pos)) };
    usize::try_from(n).ok().filter(|&i| i < array.borrow().len()).ok_or(Stop::Error(ErrorKind::OutOfBounds, pos))
}

fn copy(value: &Value) -> Value {
    match value {
        Value::Array(a) => Value::Array(Rc::new(RefCell::new(a.borrow().iter().map(copy).collect()))),
        Value::Record(r) => Value::Record(Rc::new(RefCell::new(r.borrow().iter().map(|(k, v)| (*k, copy(v))).collect()))),
        other => other.clone(),
    }
}
