//! Fast paths through functions of a C library that programs spend their time in.
//!
//! A library function named here keeps its body, which says what it means. Where every byte it would look at is concrete, its result is
//! computed at once; a comparison in which one side is concrete becomes one term instead of a fork for each byte. Everything else (a
//! null pointer, an access out of bounds, bytes never written, a symbolic length) runs the body, so no error is hidden. The trail
//! has a bit for each such call that says which way was taken.

use std::rc::Rc;

use homing_memory::{ObjRef, Object, ObjectKind, Piece, Val};
use homing_term::{Term, VarKey};

use crate::{Executor, State};

/// Longest comparison that becomes one term.
const LONGEST_TERM: u64 = 64;

/// A function with a fast path.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Hot {
    StrLen,
    StrNLen,
    StrCmp,
    StrNCmp,
    /// `memcmp` and `bcmp`.
    MemCmp,
    StrChr,
    StrChrNul,
    StrRChr,
    MemChr,
    MemRChr,
    StrCpy,
    StpCpy,
}

/// The fast way of a library function, by its name and number of parameters.
pub(crate) fn hot(name: &str, params: usize) -> Option<Hot> {
    Some(match (name, params) {
        ("strlen", 1) => Hot::StrLen,
        ("strnlen", 2) => Hot::StrNLen,
        ("strcmp" | "strcoll", 2) => Hot::StrCmp,
        ("strncmp", 3) => Hot::StrNCmp,
        ("memcmp" | "bcmp", 3) => Hot::MemCmp,
        ("strchr" | "index", 2) => Hot::StrChr,
        ("strchrnul" | "__strchrnul", 2) => Hot::StrChrNul,
        ("strrchr" | "rindex", 2) => Hot::StrRChr,
        ("memchr", 3) => Hot::MemChr,
        ("memrchr" | "__memrchr", 3) => Hot::MemRChr,
        ("strcpy", 2) => Hot::StrCpy,
        ("stpcpy" | "__stpcpy", 2) => Hot::StpCpy,
        _ => return None,
    })
}

/// A place in memory.
#[derive(Copy, Clone)]
pub(crate) struct Place {
    pub object: ObjRef,
    pub at: u64,
}

impl Executor<'_> {
    /// The result of a call of a hot function, if there is a fast way for these arguments.
    pub(crate) fn fast_call(&mut self, st: &mut State, hot: Hot, args: &[Val]) -> Option<Val> {
        match hot {
            Hot::StrLen => length(st, place(args[0])?, u64::MAX).map(Val::int),
            Hot::StrNLen => length(st, place(args[0])?, args[1].as_int()?).map(Val::int),
            Hot::StrChr | Hot::StrChrNul | Hot::StrRChr => find_in_string(st, hot, args[0], args[1].as_int()? as u8),
            Hot::MemChr | Hot::MemRChr => find_in_memory(st, hot, args[0], args[1].as_int()? as u8, args[2].as_int()?),
            Hot::StrCmp => self.compare_strings(st, args[0], args[1], u64::MAX),
            Hot::StrNCmp => self.compare_strings(st, args[0], args[1], args[2].as_int()?),
            Hot::MemCmp => self.compare_memory(st, args[0], args[1], args[2].as_int()?),
            Hot::StrCpy | Hot::StpCpy => self.copy_string(st, hot, args[0], args[1]),
        }
    }

    fn compare_memory(&mut self, st: &mut State, a: Val, b: Val, n: u64) -> Option<Val> {
        if n == 0 {
            return Some(Val::ZERO);
        }
        let (a, b) = (place(a)?, place(b)?);
        // All of both has to be there, wherever the first difference is.
        if !inside(st, a, n) || !inside(st, b, n) {
            return None;
        }
        let mut done = 0;
        while done < n {
            let (x, y) = (run(st, a, done), run(st, b, done));
            let len = x.len().min(y.len()).min((n - done) as usize);
            if len == 0 {
                return self.compare_term(st, a, b, done, n, false);
            }
            if x[..len] != y[..len] {
                return x.iter().zip(y).find(|(x, y)| x != y).map(|(x, y)| difference(*x, *y));
            }
            done += len as u64;
        }
        Some(Val::ZERO)
    }

    fn compare_strings(&mut self, st: &mut State, a: Val, b: Val, n: u64) -> Option<Val> {
        if n == 0 {
            return Some(Val::ZERO);
        }
        let (a, b) = (place(a)?, place(b)?);
        let mut done = 0;
        while done < n {
            let (x, y) = (run(st, a, done), run(st, b, done));
            let len = x.len().min(y.len()).min((n - done).min(1 << 20) as usize);
            if len == 0 {
                let end = self.common_end(st, a, b, done, n)?;
                return self.compare_term(st, a, b, done, end, true);
            }
            for (x, y) in x.iter().zip(y).take(len) {
                if x != y || *x == 0 {
                    return Some(difference(*x, *y));
                }
            }
            done += len as u64;
        }
        Some(Val::ZERO)
    }

    /// Where a comparison of strings ends at the latest: behind the terminator of the side that is concrete.
    fn common_end(&mut self, st: &State, a: Place, b: Place, from: u64, n: u64) -> Option<u64> {
        let most = n.min(from + LONGEST_TERM);
        let end = |p: Place| length(st, Place { at: p.at + from, ..p }, most - from).map(|l| from + l);
        match end(a).or_else(|| end(b))? {
            // The terminator itself is compared too.
            known if known < most => Some(known + 1),
            _ if most == n => Some(n),
            _ => None,
        }
    }

    /// Bytes `from .. to` of two places compared, as one term. The bytes before are equal. As strings nothing behind a NUL matters.
    fn compare_term(&mut self, st: &mut State, a: Place, b: Place, from: u64, to: u64, strings: bool) -> Option<Val> {
        if to - from > LONGEST_TERM || !readable(st, a, from, to, strings) || !readable(st, b, from, to, strings) {
            return None;
        }
        let mut pairs: Vec<(Term, Term)> = Vec::new();
        for i in from..to {
            let x = self.byte(st, a, i)?;
            let y = self.byte(st, b, i)?;
            pairs.push((x, y));
        }
        let untouched =
            |p: Place, own: &mut dyn Iterator<Item = Term>| ends_at_its_nul(st, p) == Some(false) || self.is_input(own);
        if !untouched(a, &mut pairs.iter().map(|p| p.0)) || !untouched(b, &mut pairs.iter().map(|p| p.1)) {
            return None;
        }
        let mut result = self.cx.terms.bits(32, 0);
        for (x, y) in pairs.into_iter().rev() {
            let same = self.cx.terms.eq(x, y);
            let (x, y) = (self.cx.terms.zext(x, 32), self.cx.terms.zext(y, 32));
            let gap = self.cx.terms.sub(x, y);
            result = self.cx.terms.ite(same, result, gap);
        }
        Some(self.val_of(result))
    }

    /// Are these bytes as they were given, one after the other? Then a NUL among them is where the string ends.
    fn is_input(&self, bytes: &mut dyn Iterator<Item = Term>) -> bool {
        let place = |t: Term| match self.cx.terms.as_var(t).map(|v| &self.cx.terms.var_info(v).key) {
            Some(VarKey::Input { input, offset }) => Some((*input, *offset)),
            _ => None,
        };
        let mut before = None;
        let nul = |t: &Term| self.cx.terms.as_const(*t) == Some(0);
        bytes.take_while(|t| !nul(t)).all(|t| {
            let now = place(t);
            let follows = match (before, now) {
                (None, Some(_)) => true,
                (Some((i, n)), Some((j, m))) => i == j && n + 1 == m,
                (_, None) => false,
            };
            before = now;
            follows
        })
    }

    fn byte(&mut self, st: &mut State, p: Place, i: u64) -> Option<Term> {
        let v = self.read_at(st, p.object, p.at + i, 1, false).ok()?;
        if v.object().is_some() {
            return None;
        }
        Some(self.term_of(v, 8))
    }

    fn copy_string(&mut self, st: &mut State, hot: Hot, to: Val, from: Val) -> Option<Val> {
        let (d, s) = (place(to)?, place(from)?);
        let n = length(st, s, u64::MAX)?;
        let target = st.memory.get(d.object)?;
        let fits = target.is_plain() && d.at.checked_add(n + 1)? <= target.size();
        if !fits || d.object == s.object {
            return None;
        }
        self.copy_bytes(st, (d.object, d.at), (s.object, s.at), n + 1);
        Some(if hot == Hot::StpCpy { Val::ptr(d.object, d.at + n) } else { to })
    }
}

fn place(v: Val) -> Option<Place> {
    v.as_ptr().map(|(object, at)| Place { object, at })
}

/// What `memcmp` and the like return at the first difference, as 32 bits.
fn difference(x: u8, y: u8) -> Val {
    Val::int(u64::from((i32::from(x) - i32::from(y)) as u32))
}

/// Concrete bytes in one piece from `i` on; none where the next byte is not concrete or not there.
fn run(st: &State, p: Place, i: u64) -> &[u8] {
    match (st.memory.get(p.object), p.at.checked_add(i)) {
        (Some(o), Some(at)) if o.info_is_concrete() => o.concrete_run(at),
        _ => &[],
    }
}

/// Bytes before the first NUL, at most `n`, if all of them are concrete.
pub(crate) fn length(st: &State, p: Place, n: u64) -> Option<u64> {
    let mut done = 0;
    while done < n {
        let bytes = run(st, p, done);
        if bytes.is_empty() {
            return None;
        }
        if let Some(i) = bytes.iter().position(|b| *b == 0) {
            return Some((done + i as u64).min(n));
        }
        done += bytes.len() as u64;
    }
    Some(n)
}

/// Are `n` bytes there, for sure?
fn inside(st: &State, p: Place, n: u64) -> bool {
    let object = st.memory.get(p.object).filter(|o| o.info_is_concrete());
    object.is_some_and(|o| p.at.checked_add(n).is_some_and(|end| end <= o.size()))
}

/// In bounds, and nothing in it was never written or is a pointer.
fn readable(st: &State, p: Place, from: u64, to: u64, string: bool) -> bool {
    let sized = |o: &&Rc<Object>| o.info_is_concrete() || string && o.info.kind == ObjectKind::Environment;
    let Some(o) = st.memory.get(p.object).filter(sized) else { return false };
    let (Some(start), Some(end)) = (p.at.checked_add(from), p.at.checked_add(to)) else { return false };
    end <= o.size() && !o.pieces(start, end - start).iter().any(|p| matches!(p, Piece::Undef { .. }))
}

/// Is it a string whose size depends on where its NUL is?
fn ends_at_its_nul(st: &State, p: Place) -> Option<bool> {
    st.memory.get(p.object).map(|o| !o.info_is_concrete())
}

fn find_in_string(st: &State, hot: Hot, s: Val, c: u8) -> Option<Val> {
    let p = place(s)?;
    let n = length(st, p, u64::MAX)?;
    // The terminator belongs to what is searched.
    let found = match hot {
        Hot::StrRChr => (0..=n).rev().find(|i| run(st, p, *i)[0] == c),
        _ => position(st, p, c, n + 1),
    };
    Some(match found {
        Some(i) => Val::ptr(p.object, p.at + i),
        None if hot == Hot::StrChrNul => Val::ptr(p.object, p.at + n),
        None => Val::ZERO,
    })
}

fn find_in_memory(st: &State, hot: Hot, s: Val, c: u8, n: u64) -> Option<Val> {
    if n == 0 {
        return Some(Val::ZERO);
    }
    let p = place(s)?;
    let o = st.memory.get(p.object)?;
    let mut known = 0;
    let mut last = None;
    while known < n {
        let bytes = run(st, p, known);
        let bytes = &bytes[..bytes.len().min((n - known) as usize)];
        if bytes.is_empty() || p.at + known >= o.size() {
            return None;
        }
        if hot == Hot::MemRChr {
            last = bytes.iter().rposition(|b| *b == c).map(|i| known + i as u64).or(last);
        } else if let Some(i) = bytes.iter().position(|b| *b == c) {
            return Some(Val::ptr(p.object, p.at + known + i as u64));
        }
        known += bytes.len() as u64;
    }
    Some(last.map_or(Val::ZERO, |i| Val::ptr(p.object, p.at + i)))
}

/// The first `c` among `n` concrete bytes.
fn position(st: &State, p: Place, c: u8, n: u64) -> Option<u64> {
    let mut done = 0;
    while done < n {
        let bytes = run(st, p, done);
        let bytes = &bytes[..bytes.len().min((n - done) as usize)];
        if let Some(i) = bytes.iter().position(|b| *b == c) {
            return Some(done + i as u64);
        }
        done += bytes.len().max(1) as u64;
    }
    None
}
