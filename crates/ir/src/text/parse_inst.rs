//! Reading instructions and terminators.

use super::names::*;
use super::parse::{Body, Line, Reader};
use crate::{
    BlockId, Call, Callee, DynOp, Edge, ErrorKind, FCastOp, FCmp, FloatKind, FuncId, Inst, Opnd, Reg, TargetId, Terminator,
};

type Parsed<T> = Result<T, String>;

impl Reader {
    /// One instruction or terminator of the open block, with its location.
    pub(super) fn instruction(&mut self, body: &mut Body, l: &mut Line<'_>) -> Parsed<()> {
        let mut dst = Vec::new();
        if l.peek().is_some_and(is_register) {
            dst.push(body.define(l)?);
            while l.sign(',') {
                dst.push(body.define(l)?);
            }
            l.expect('=')?;
        }
        let op = l.word()?;
        if dst.is_empty()
            && let Some(term) = self.terminator(body, l, op)?
        {
            let loc = l.location()?;
            let block = body.block()?;
            block.term = term;
            block.locs.push(loc);
            body.close_block();
            return Ok(());
        }
        let inst = self.inst(body, l, op, &dst)?;
        let loc = l.location()?;
        let block = body.block()?;
        block.insts.push(inst);
        block.locs.push(loc);
        Ok(())
    }

    fn terminator(&mut self, body: &mut Body, l: &mut Line<'_>, op: &str) -> Parsed<Option<Terminator>> {
        Ok(Some(match op {
            "jump" => Terminator::Jump(edge(body, l)?),
            "branch" => {
                let cond = body.opnd(l)?;
                l.expect(',')?;
                let then = edge(body, l)?;
                l.expect(',')?;
                Terminator::Branch { cond, then, els: edge(body, l)? }
            }
            "switch" => switch(body, l)?,
            "return" => {
                let mut vals = Vec::new();
                if l.peek().is_some() || l.at_sign('-') {
                    vals.push(body.opnd(l)?);
                    while l.sign(',') {
                        vals.push(body.opnd(l)?);
                    }
                }
                Terminator::Return(vals.into())
            }
            "unreachable" => Terminator::Unreachable,
            "stop" => Terminator::Unsupported { what: self.intern(l.text()?) },
            _ => return Ok(None),
        }))
    }

    fn inst(&mut self, body: &mut Body, l: &mut Line<'_>, op: &str, dst: &[Reg]) -> Parsed<Inst> {
        match op {
            "call" => return call(body, l, dst),
            "alloca" => {
                let size = body.opnd(l)?;
                let align = align(l)?;
                let name = self.intern(l.text()?);
                return Ok(Inst::Alloca { dst: one(dst)?, size, align, name });
            }
            "unsupported" => {
                none(dst)?;
                return Ok(Inst::Unsupported { what: self.intern(l.text()?) });
            }
            "any" => {
                let (a, bad) = pair(body, l)?;
                l.expect(',')?;
                return Ok(Inst::Any { dst: one(dst)?, a, bad, what: self.intern(l.text()?) });
            }
            "require" => {
                none(dst)?;
                let ok = body.opnd(l)?;
                l.expect(',')?;
                let kind = l.text()?;
                let kind = ErrorKind::parse(&kind).ok_or_else(|| format!("`{kind}` is no kind of error"))?;
                l.expect(',')?;
                return Ok(Inst::Require { ok, kind, what: self.intern(l.text()?) });
            }
            _ if op.starts_with("dyn.") => return self.dynamic(body, l, op, dst),
            _ => {}
        }
        if dst.is_empty() { effect(body, l, op) } else { value(body, l, op, dst) }
    }

    fn dynamic(&mut self, body: &mut Body, l: &mut Line<'_>, name: &str, dst: &[Reg]) -> Parsed<Inst> {
        let known = DynOp::all().into_iter().find(|op| op.name() == name);
        let mut op = known.ok_or_else(|| format!("`{name}` is no operation on dynamic values"))?;
        match &mut op {
            DynOp::Record { fields } => *fields = self.fields(l)?.into(),
            DynOp::Field(f) | DynOp::SetField(f) => match self.fields(l)?[..] {
                [one] => *f = one,
                _ => return Err("one field is expected".into()),
            },
            DynOp::CheckCall { args } => {
                l.expect('[')?;
                *args = l.number()?;
                l.expect(']')?;
            }
            _ => {}
        }
        let mut args = Vec::new();
        if !l.is_end() && !l.at_sign('!') {
            args.push(body.opnd(l)?);
            while l.sign(',') {
                args.push(body.opnd(l)?);
            }
        }
        let dst = if dst.is_empty() { None } else { Some(one(dst)?) };
        Ok(Inst::Dyn { op, dst, args: args.into() })
    }

    /// Names or numbers of fields in brackets.
    fn fields(&mut self, l: &mut Line<'_>) -> Parsed<Vec<u32>> {
        let mut out = Vec::new();
        l.expect('[')?;
        while !l.sign(']') {
            if !out.is_empty() {
                l.expect(',')?;
            }
            out.push(if l.peek().is_some() { l.number()? } else { self.intern(l.text()?) });
        }
        Ok(out)
    }
}

fn is_register(w: &str) -> bool {
    w.len() > 1 && w.starts_with('v') && w[1..].bytes().all(|b| b.is_ascii_digit())
}

fn one(dst: &[Reg]) -> Parsed<Reg> {
    match dst {
        [r] => Ok(*r),
        _ => Err(format!("{} results, expected one", dst.len())),
    }
}

fn none(dst: &[Reg]) -> Parsed<()> {
    if dst.is_empty() { Ok(()) } else { Err("this instruction has no result".into()) }
}

fn pair(body: &mut Body, l: &mut Line<'_>) -> Parsed<(Opnd, Opnd)> {
    let a = body.opnd(l)?;
    l.expect(',')?;
    Ok((a, body.opnd(l)?))
}

fn triple(body: &mut Body, l: &mut Line<'_>) -> Parsed<(Opnd, Opnd, Opnd)> {
    let (a, b) = pair(body, l)?;
    l.expect(',')?;
    Ok((a, b, body.opnd(l)?))
}

fn align(l: &mut Line<'_>) -> Parsed<u32> {
    l.keyword("align")?;
    l.number()
}

fn edge(body: &mut Body, l: &mut Line<'_>) -> Parsed<Edge> {
    let to = BlockId(l.id("block")?);
    let mut args = Vec::new();
    if l.sign('(') {
        args.push(body.opnd(l)?);
        while l.sign(',') {
            args.push(body.opnd(l)?);
        }
        l.expect(')')?;
    }
    Ok(Edge { to, args: args.into() })
}

fn switch(body: &mut Body, l: &mut Line<'_>) -> Parsed<Terminator> {
    let on = body.opnd(l)?;
    let mut cases = Vec::new();
    loop {
        l.expect(',')?;
        let last = l.take("else");
        let value = if last { 0 } else { l.number()? };
        l.expect('=')?;
        l.expect('>')?;
        let e = edge(body, l)?;
        if last {
            return Ok(Terminator::Switch { on, cases: cases.into(), default: e });
        }
        cases.push((value, e));
    }
}

fn call(body: &mut Body, l: &mut Line<'_>, dst: &[Reg]) -> Parsed<Inst> {
    let callee = if l.sign('*') { Callee::Indirect(body.opnd(l)?) } else { Callee::Direct(FuncId(l.id("f")?)) };
    let (mut args, mut byval, mut aligns, mut fixed) = (vec![], vec![], vec![], None);
    l.expect('(')?;
    while !l.sign(')') {
        if l.sign('|') {
            if fixed.replace(args.len() as u32).is_some() {
                return Err("`|` separates fixed from variadic arguments; it stands once".into());
            }
        } else if !args.is_empty() {
            l.expect(',')?;
        }
        args.push(body.opnd(l)?);
        byval.push(if l.take("byval") { l.number()? } else { 0 });
        aligns.push(if l.take("align") { l.number()? } else { 0 });
    }
    let fixed = fixed.unwrap_or(args.len() as u32);
    Ok(Inst::Call(Box::new(Call {
        callee,
        dst: dst.into(),
        args: args.into(),
        fixed,
        byval: byval.into(),
        align: aligns.into(),
    })))
}

/// Instructions without a result.
fn effect(body: &mut Body, l: &mut Line<'_>, op: &str) -> Parsed<Inst> {
    Ok(match op {
        "store" => {
            let (addr, val) = pair(body, l)?;
            Inst::Store { addr, val, align: align(l)? }
        }
        "memcopy" => {
            let (dst, src, len) = triple(body, l)?;
            Inst::MemCopy { dst, src, len, may_overlap: l.take("overlap") }
        }
        "memset" => {
            let (dst, val, len) = triple(body, l)?;
            Inst::MemSet { dst, val, len }
        }
        "vastart" => Inst::VaStart { list: body.opnd(l)? },
        "vaend" => Inst::VaEnd { list: body.opnd(l)? },
        "vacopy" => {
            let (dst, src) = pair(body, l)?;
            Inst::VaCopy { dst, src }
        }
        "stackrestore" => Inst::StackRestore { a: body.opnd(l)? },
        "scopebegin" => Inst::Scope { slot: body.opnd(l)?, live: true },
        "scopeend" => Inst::Scope { slot: body.opnd(l)?, live: false },
        "mark" => Inst::Mark { target: TargetId(l.id("target")?) },
        _ => return Err(format!("`{op}` is no instruction without a result")),
    })
}

/// Instructions with results.
fn value(body: &mut Body, l: &mut Line<'_>, op: &str, dst: &[Reg]) -> Parsed<Inst> {
    if let Some(op) = overflow_op(op) {
        let [dst, flag] = *dst else { return Err("an overflow operation has two results".into()) };
        let (a, b) = pair(body, l)?;
        return Ok(Inst::Overflow { op, dst, flag, a, b });
    }
    let dst = one(dst)?;
    if let Some(op) = bin_op(op) {
        let (nsw, nuw) = (l.take("nsw"), l.take("nuw"));
        let (a, b) = pair(body, l)?;
        return Ok(Inst::Bin { op, nsw, nuw, dst, a, b });
    }
    if let Some(op) = cmp_op(op) {
        let (a, b) = pair(body, l)?;
        return Ok(Inst::Cmp { op, dst, a, b });
    }
    if let Some(op) = cast_op(op) {
        return Ok(Inst::Cast { op, dst, a: body.opnd(l)? });
    }
    if let Some(op) = un_op(op) {
        return Ok(Inst::Un { op, dst, a: body.opnd(l)? });
    }
    Ok(match op {
        "undef" => Inst::Undef { dst },
        "copy" => Inst::Copy { dst, a: body.opnd(l)? },
        "extract" => {
            let a = body.opnd(l)?;
            l.expect(',')?;
            Inst::Extract { dst, a, lo: l.number()? }
        }
        "concat" => {
            let (hi, lo) = pair(body, l)?;
            Inst::Concat { dst, hi, lo }
        }
        "select" => {
            let (cond, a, b) = triple(body, l)?;
            Inst::Select { dst, cond, a, b }
        }
        "gep" => {
            let (base, index) = pair(body, l)?;
            l.expect(',')?;
            let scale = l.number()?;
            l.expect(',')?;
            Inst::Gep { dst, base, index, scale, disp: l.number()? }
        }
        "load" => {
            let addr = body.opnd(l)?;
            Inst::Load { dst, addr, align: align(l)? }
        }
        "stacksave" => Inst::StackSave { dst },
        _ => return float(body, l, op, dst),
    })
}

/// Float operations: the name, then the format(s) behind dots.
fn float(body: &mut Body, l: &mut Line<'_>, name: &str, dst: Reg) -> Parsed<Inst> {
    let unknown = || format!("`{name}` is no instruction with a result");
    let (op, rest) = name.split_once('.').ok_or_else(unknown)?;
    let (first, second) = rest.split_once('.').map_or((rest, None), |(a, b)| (a, Some(b)));
    let of = |text: &str| -> Parsed<FloatKind> { kind(text).ok_or_else(|| format!("`{text}` is no float format")) };
    let k = of(first)?;
    if let Some(second) = second {
        return Ok(match op {
            "fcmp" => {
                let cmp = relations(second)?;
                let (a, b) = pair(body, l)?;
                Inst::FCmp { op: cmp, kind: k, dst, a, b }
            }
            "fcast" => {
                let op = FCastOp::FloatToFloat { from: k, to: of(second)? };
                Inst::FCast { op, dst, a: body.opnd(l)? }
            }
            _ => return Err(unknown()),
        });
    }
    if let Some(op) = fbin_op(op) {
        let (a, b) = pair(body, l)?;
        return Ok(Inst::FBin { op, kind: k, dst, a, b });
    }
    if let Some(op) = fun_op(op) {
        return Ok(Inst::FUn { op, kind: k, dst, a: body.opnd(l)? });
    }
    let cast = match op {
        "fma" => {
            let (a, b, c) = triple(body, l)?;
            return Ok(Inst::Fma { kind: k, dst, a, b, c });
        }
        "ftosi" => FCastOp::FloatToSigned(k),
        "ftoui" => FCastOp::FloatToUnsigned(k),
        "ftosisat" => FCastOp::SaturatingSigned(k),
        "ftouisat" => FCastOp::SaturatingUnsigned(k),
        "sitof" => FCastOp::SignedToFloat(k),
        "uitof" => FCastOp::UnsignedToFloat(k),
        _ => return Err(unknown()),
    };
    Ok(Inst::FCast { op: cast, dst, a: body.opnd(l)? })
}

fn relations(text: &str) -> Parsed<FCmp> {
    let has = |c| text != "none" && text.contains(c);
    if text != "none" && (text.is_empty() || text.chars().any(|c| !"legu".contains(c))) {
        return Err(format!("`{text}`: expected some of the letters l, e, g, u, or none"));
    }
    Ok(FCmp { lt: has('l'), eq: has('e'), gt: has('g'), unordered: has('u') })
}
