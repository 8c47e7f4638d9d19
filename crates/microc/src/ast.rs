//! The syntax tree of a microc program.
//!
//! Expressions and statements live in two vectors of the [`Ast`] and refer to each other by number. Nothing owns its
//! children through boxes, so that dropping or cloning a deep tree cannot exhaust the stack. The depth of a tree that
//! comes from this crate is at most [`crate::MAX_DEPTH`], so that later passes may recurse.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// A whole program: its functions in the order of the source, and the arenas they refer into.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    /// The name of the file, as messages and targets say it.
    pub file: String,
    /// The functions, in the order of the source.
    pub functions: Vec<Function>,
    /// All expressions; an [`ExprId`] is an index into it. Entries that nothing refers to may occur.
    pub exprs: Vec<Expr>,
    /// All statements; a [`StmtId`] is an index into it. Entries that nothing refers to may occur.
    pub stmts: Vec<Stmt>,
    names: Vec<String>,
    by_name: FxHashMap<String, Name>,
}

/// A function: parameters, declarations, statements and the one `return` at the end.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Where its name stands.
    pub pos: Pos,
    /// Its parameters.
    pub params: Vec<Ident>,
    /// Its `var` statements, each with all its names.
    pub vars: Vec<VarDecl>,
    /// The statements before the `return`.
    pub body: Vec<StmtId>,
    /// What it returns.
    pub result: ExprId,
    /// Where the word `return` stands.
    pub return_pos: Pos,
    /// Where the closing brace stands.
    pub end: Pos,
}

/// A `var` statement.
#[derive(Clone, Debug)]
pub struct VarDecl {
    /// Where the word `var` stands.
    pub pos: Pos,
    /// The names that it declares; at least one.
    pub names: Vec<Ident>,
}

/// A name at a place of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: Name,
    /// Where it stands.
    pub pos: Pos,
}

/// A statement and where it begins.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The position of its first token.
    pub pos: Pos,
    /// What it is.
    pub kind: StmtKind,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `output e;`
    Output(ExprId),
    /// `while (cond) body`
    While {
        /// The guard.
        cond: ExprId,
        /// What is repeated.
        body: StmtId,
    },
    /// `if (cond) then else els`
    If {
        /// The guard.
        cond: ExprId,
        /// What runs if the guard is not zero.
        then: StmtId,
        /// What runs otherwise.
        els: Option<StmtId>,
    },
    /// `{ .. }`
    Block(Vec<StmtId>),
    /// `target = value;`; the target is a [`ExprKind::Name`], [`ExprKind::Deref`], [`ExprKind::Index`] or
    /// [`ExprKind::Field`] in every checked program.
    Assign {
        /// The place written.
        target: ExprId,
        /// The value, evaluated before the parts of the target.
        value: ExprId,
    },
}

/// An expression and its position: of a binary expression that of its operator, of a field access, index or call
/// that of the expression it applies to, else that of its first token.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The position, as said above.
    pub pos: Pos,
    /// What it is.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal; a `-` directly in front of the digits belongs to it.
    Number(BigInt),
    /// A variable, parameter or function.
    Name(Name),
    /// `input`
    Input,
    /// `null`
    Null,
    /// `alloc e`
    Alloc(ExprId),
    /// `&x`
    Ref(Ident),
    /// `*e`
    Deref(ExprId),
    /// `!e`; takes everything to its right.
    Not(ExprId),
    /// `-e` of something that is no literal; not in the grammar of the language, but harmless.
    Neg(ExprId),
    /// `left op right`
    Binary {
        /// The operator.
        op: BinOp,
        /// The operand that is evaluated first.
        left: ExprId,
        /// The other one.
        right: ExprId,
    },
    /// `of.field`
    Field {
        /// The record.
        of: ExprId,
        /// The name of the field.
        field: Ident,
    },
    /// `of[index]`
    Index {
        /// The array.
        of: ExprId,
        /// The index.
        index: ExprId,
    },
    /// `callee(args)`
    Call {
        /// What is called.
        callee: ExprId,
        /// The arguments.
        args: Vec<ExprId>,
    },
    /// `[a, b, ..]`
    Array(Vec<ExprId>),
    /// `{f: a, g: b, ..}`
    Record(Vec<(Ident, ExprId)>),
}

/// The binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `&&`
    And,
    /// `||`
    Or,
}

/// A place in the source; both numbers begin at 1, columns count characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pos {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// An index into [`Ast::exprs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExprId(pub u32);

/// An index into [`Ast::stmts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StmtId(pub u32);

/// A name, interned per program: equal numbers are equal names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub u32);

impl Ast {
    /// A program without functions.
    pub fn new(file: &str) -> Self {
        Ast { file: file.to_string(), ..Ast::default() }
    }

    /// The text of a name.
    pub fn name(&self, name: Name) -> &str {
        &self.names[name.0 as usize]
    }

    /// The number of a name, given one if it is new.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&known) = self.by_name.get(text) {
            return known;
        }
        let name = Name(self.names.len() as u32);
        self.names.push(text.to_string());
        self.by_name.insert(text.to_string(), name);
        name
    }

    /// The number of a name if the program mentions it.
    pub fn find_name(&self, text: &str) -> Option<Name> {
        self.by_name.get(text).copied()
    }

    /// How many different names there are; they are numbered from 0.
    pub fn name_count(&self) -> usize {
        self.names.len()
    }

    /// The expression with a number.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// The statement with a number.
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.0 as usize]
    }

    /// Adds an expression.
    pub fn add_expr(&mut self, pos: Pos, kind: ExprKind) -> ExprId {
        self.exprs.push(Expr { pos, kind });
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// Adds a statement.
    pub fn add_stmt(&mut self, pos: Pos, kind: StmtKind) -> StmtId {
        self.stmts.push(Stmt { pos, kind });
        StmtId(self.stmts.len() as u32 - 1)
    }

    /// The function with a name.
    pub fn function(&self, name: Name) -> Option<&Function> {
        self.functions.iter().find(|f| f.name == name)
    }

    /// The function `main`.
    pub fn main(&self) -> Option<&Function> {
        self.find_name("main").and_then(|n| self.function(n))
    }
}

impl Function {
    /// The parameters and then the declared variables, in order: the slots of a frame.
    pub fn locals(&self) -> impl Iterator<Item = Ident> + '_ {
        self.params.iter().copied().chain(self.vars.iter().flat_map(|v| v.names.iter().copied()))
    }
}

impl ExprKind {
    /// Calls `f` with each direct part, in the order of evaluation.
    pub fn children(&self, mut f: impl FnMut(ExprId)) {
        match self {
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Input | ExprKind::Null | ExprKind::Ref(_) => {}
            ExprKind::Alloc(e) | ExprKind::Deref(e) | ExprKind::Not(e) | ExprKind::Neg(e) => f(*e),
            ExprKind::Binary { left, right, .. } => {
                f(*left);
                f(*right);
            }
            ExprKind::Field { of, .. } => f(*of),
            ExprKind::Index { of, index } => {
                f(*of);
                f(*index);
            }
            ExprKind::Call { callee, args } => {
                f(*callee);
                args.iter().for_each(|&a| f(a));
            }
            ExprKind::Array(elements) => elements.iter().for_each(|&e| f(e)),
            ExprKind::Record(fields) => fields.iter().for_each(|&(_, e)| f(e)),
        }
    }
}

impl BinOp {
    /// All operators.
    pub const ALL: [BinOp; 12] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Eq,
        BinOp::Ne,
        BinOp::Lt,
        BinOp::Le,
        BinOp::Gt,
        BinOp::Ge,
        BinOp::And,
        BinOp::Or,
    ];

    /// How it is written.
    pub fn text(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
            BinOp::And => "&&",
            BinOp::Or => "||",
        }
    }

    /// How strongly it binds, from 1 (`&&` and `||`, one level) to 5 (`*` and `/`); all are left associative.
    pub fn level(self) -> u8 {
        match self {
            BinOp::And | BinOp::Or => 1,
            BinOp::Eq | BinOp::Ne => 2,
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => 3,
            BinOp::Add | BinOp::Sub => 4,
            BinOp::Mul | BinOp::Div => 5,
        }
    }
}

impl std::fmt::Display for Pos {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
