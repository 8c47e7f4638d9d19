//! Terms as readable text.

use crate::node::{Tag, Term, VarId};
use crate::store::{Terms, VarKey};
use std::cell::Cell;
use std::fmt;

/// What [`Terms::display`] returns.
pub struct Display<'a> {
    terms: &'a Terms,
    term: Term,
}

/// Nodes printed before a term is cut short: a shared term is a tree in text.
const BUDGET: usize = 2000;
/// Nesting printed before a term is cut short.
const DEPTH: usize = 200;

impl Terms {
    /// A readable prefix form such as `(add in0[3] 0x7:8)`, cut short with `..`
    /// where the term is large.
    pub fn display(&self, term: Term) -> Display<'_> {
        Display { terms: self, term }
    }
}

impl fmt::Display for VarKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VarKey::Named(s) => f.write_str(s),
            VarKey::Input { input, offset } => write!(f, "in{input}[{offset}]"),
            VarKey::Fresh { tag, n } => write!(f, "fresh{tag}.{n}"),
            VarKey::Addr { slot, generation } => write!(f, "addr{slot}.{generation}"),
        }
    }
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, self.term, DEPTH, &Cell::new(BUDGET))
    }
}

impl Display<'_> {
    fn write(&self, f: &mut fmt::Formatter<'_>, t: Term, depth: usize, budget: &Cell<usize>) -> fmt::Result {
        if depth == 0 || budget.get() == 0 {
            return f.write_str("..");
        }
        budget.set(budget.get() - 1);
        let n = self.terms.node(t);
        match n.tag() {
            Tag::Const => return write!(f, "{:#x}:{}", n.value(), n.width()),
            Tag::Wide => {
                let words = &self.terms.wide.values[n.a() as usize];
                return write!(f, "{:#x}:{}", crate::wide::to_uint(words), n.width());
            }
            Tag::IntConst => return write!(f, "{}", self.terms.ints.values[n.a() as usize]),
            Tag::Var => return write!(f, "{}", self.terms.var_info(VarId(n.a())).key),
            Tag::Extract => write!(f, "(extract {} {}", n.b(), n.width())?,
            Tag::ZExt | Tag::SExt | Tag::Int2Bits | Tag::F2Si | Tag::F2Ui => {
                write!(f, "({} {}", name(n.tag()), n.width())?;
            }
            tag => write!(f, "({}", name(tag))?,
        }
        for x in n.args() {
            f.write_str(" ")?;
            self.write(f, x, depth - 1, budget)?;
        }
        f.write_str(")")
    }
}

fn name(tag: Tag) -> String {
    format!("{tag:?}").to_lowercase()
}
