//! Expressions.

use num_bigint::BigInt;

use super::Parser;
use crate::ast::{BinOp, ExprId, ExprKind, Ident, Pos};
use crate::lexer::Tok;

impl Parser<'_> {
    /// A whole expression. After an error the result means nothing, and `panic` is set.
    pub(super) fn expr(&mut self) -> ExprId {
        self.binary(1)
    }

    /// Operators that bind at least as strongly as `level`.
    fn binary(&mut self, level: u8) -> ExprId {
        let mut left = self.unary();
        while let Some(op) = operator(self.peek())
            && !self.panic
            && op.level() >= level
        {
            let pos = self.pos();
            self.bump();
            let right = self.binary(op.level() + 1);
            left = self.add_expr(pos, ExprKind::Binary { op, left, right });
        }
        left
    }

    fn unary(&mut self) -> ExprId {
        let pos = self.pos();
        let tok = self.peek();
        match tok {
            Tok::Amp => self.reference(pos),
            Tok::Minus if self.tokens[self.at + 1].tok != Tok::Number => self.prefix(tok, pos),
            Tok::Star | Tok::Not | Tok::Alloc => self.prefix(tok, pos),
            _ => self.postfix(pos),
        }
    }

    fn prefix(&mut self, tok: Tok, pos: Pos) -> ExprId {
        if !self.enter() {
            return self.nothing(pos);
        }
        self.bump();
        // `!` and `alloc` take everything to their right, the others one operand.
        let inner = if matches!(tok, Tok::Not | Tok::Alloc) { self.expr() } else { self.unary() };
        self.nesting -= 1;
        let kind = match tok {
            Tok::Star => ExprKind::Deref(inner),
            Tok::Minus => ExprKind::Neg(inner),
            Tok::Not => ExprKind::Not(inner),
            _ => ExprKind::Alloc(inner),
        };
        self.add_expr(pos, kind)
    }

    fn reference(&mut self, pos: Pos) -> ExprId {
        self.bump();
        if self.peek() != Tok::Ident {
            let hint = "`&` is followed by the name of a variable or parameter";
            self.error_here(format!("expected a name after `&`, found {}", self.shown()), Some(hint));
            return self.nothing(pos);
        }
        match self.ident() {
            Some(name) => self.add_expr(pos, ExprKind::Ref(name)),
            None => self.nothing(pos),
        }
    }

    /// An operand and the indices, fields and calls behind it.
    fn postfix(&mut self, pos: Pos) -> ExprId {
        let mut of = self.primary(pos);
        while !self.panic {
            let kind = match self.peek() {
                Tok::Dot => {
                    self.bump();
                    match self.ident() {
                        Some(field) => ExprKind::Field { of, field },
                        None => break,
                    }
                }
                Tok::LBracket => {
                    let list = self.list(Tok::RBracket, "`]` after the index");
                    match list[..] {
                        [index] => ExprKind::Index { of, index },
                        _ => {
                            self.error_here("an index is one number", Some("write `a[i][j]` for an array of arrays"));
                            break;
                        }
                    }
                }
                Tok::LParen => {
                    let args = self.list(Tok::RParen, "`,` or `)` after the argument");
                    ExprKind::Call { callee: of, args }
                }
                _ => break,
            };
            of = self.add_expr(pos, kind);
        }
        of
    }

    fn primary(&mut self, pos: Pos) -> ExprId {
        let kind = match self.peek() {
            Tok::Number | Tok::Minus => self.number(),
            Tok::Input => {
                self.bump();
                ExprKind::Input
            }
            Tok::Null => {
                self.bump();
                ExprKind::Null
            }
            Tok::Ident => match self.ident() {
                Some(name) => ExprKind::Name(name.name),
                None => return self.nothing(pos),
            },
            Tok::LParen => return self.paren(pos),
            Tok::LBracket => ExprKind::Array(self.list(Tok::RBracket, "`,` or `]` after the element")),
            Tok::LBrace => ExprKind::Record(self.fields()),
            _ => {
                self.expected("an expression");
                return self.nothing(pos);
            }
        };
        self.add_expr(pos, kind)
    }

    fn number(&mut self) -> ExprKind {
        let negative = self.peek() == Tok::Minus;
        if negative {
            self.bump();
        }
        let t = self.tokens[self.at];
        let digits = &self.text[t.start as usize..t.end as usize];
        self.bump();
        // The lexer has reported the numbers that cannot be read.
        let small = digits.len() <= 10_000;
        let value = if small { digits.parse::<BigInt>().unwrap_or_default() } else { BigInt::default() };
        ExprKind::Number(if negative { -value } else { value })
    }

    fn paren(&mut self, pos: Pos) -> ExprId {
        if !self.enter() {
            return self.nothing(pos);
        }
        self.bump();
        let inner = self.expr();
        self.nesting -= 1;
        if !self.panic {
            self.expect(Tok::RParen, "`)`");
        }
        inner
    }

    /// `( a, b )` or `[ a, b ]` from its opening bracket.
    fn list(&mut self, close: Tok, what: &str) -> Vec<ExprId> {
        let mut out = Vec::new();
        if !self.enter() {
            return out;
        }
        self.bump();
        if self.peek() != close {
            loop {
                out.push(self.expr());
                if self.panic || self.peek() != Tok::Comma {
                    break;
                }
                self.bump();
            }
        }
        self.nesting -= 1;
        if !self.panic {
            self.expect(close, what);
        }
        out
    }

    /// `{ f: a, g: b }`
    fn fields(&mut self) -> Vec<(Ident, ExprId)> {
        let mut out = Vec::new();
        if !self.enter() {
            return out;
        }
        self.bump();
        while self.peek() != Tok::RBrace || !out.is_empty() {
            if self.peek() != Tok::Ident {
                self.expected("the name of a field");
                break;
            }
            let Some(name) = self.ident() else { break };
            if self.expect(Tok::Colon, "`:` after the name of the field").is_none() {
                break;
            }
            out.push((name, self.expr()));
            if self.panic || self.peek() != Tok::Comma {
                break;
            }
            self.bump();
        }
        self.nesting -= 1;
        if !self.panic {
            self.expect(Tok::RBrace, "`,` or `}` after the field");
        }
        out
    }

    /// What stands for an expression that could not be read.
    fn nothing(&mut self, pos: Pos) -> ExprId {
        self.panic = true;
        self.add_expr(pos, ExprKind::Null)
    }
}

fn operator(tok: Tok) -> Option<BinOp> {
    Some(match tok {
        Tok::Plus => BinOp::Add,
        Tok::Minus => BinOp::Sub,
        Tok::Star => BinOp::Mul,
        Tok::Slash => BinOp::Div,
        Tok::EqEq => BinOp::Eq,
        Tok::NotEq => BinOp::Ne,
        Tok::Less => BinOp::Lt,
        Tok::LessEq => BinOp::Le,
        Tok::Greater => BinOp::Gt,
        Tok::GreaterEq => BinOp::Ge,
        Tok::AndAnd => BinOp::And,
        Tok::OrOr => BinOp::Or,
        _ => return None,
    })
}
