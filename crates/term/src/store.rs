//! The store of nodes: interning, variables, constants.

use crate::eval::Scratch;
use crate::node::{ArgList, Node, Op, Sort, SortCode, Tag, Term, VarId};
use crate::rules::{RULES, Rule};
use crate::value::Words;
use crate::{float::FloatKind, float::Round, wide};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// All terms of one thread. Passed as `&mut`, never global.
///
/// Invariant: no two live nodes are equal, so equal terms have equal names.
pub struct Terms {
    pub(crate) nodes: Vec<Node>,
    /// Freed positions of `nodes`, lowest last.
    pub(crate) free: Vec<u32>,
    pub(crate) table: Table,
    pub(crate) vars: Vec<VarInfo>,
    pub(crate) var_ids: FxHashMap<(VarKey, u32), VarId>,
    pub(crate) wide: Pool<Words>,
    pub(crate) ints: Pool<BigInt>,
    /// The places in `ints` of numbers that fit 64 bits, found without making a big one.
    pub(crate) small_ints: FxHashMap<i64, u32>,
    pub(crate) array_sorts: Vec<(u32, u32)>,
    pub(crate) scratch: Scratch,
    pub(crate) support: FxHashMap<Term, Rc<[VarId]>>,
    /// Approximate memory of `support`.
    pub(crate) support_bytes: usize,
    pub(crate) generation: u32,
    pub(crate) rules_on: bool,
    pub(crate) fired: [u64; RULES],
    pub(crate) truth: [Term; 2],
}

/// Where a variable comes from; with its sort, what makes it the same one.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum VarKey {
    /// By name, for tests and text.
    Named(Rc<str>),
    /// A byte (or cell) of an input.
    Input {
        /// Number of the input.
        input: u32,
        /// Position in it.
        offset: u32,
    },
    /// A value nobody chose.
    Fresh {
        /// What for.
        tag: u32,
        /// Count within the tag.
        n: u32,
    },
    /// The address of an object.
    Addr {
        /// Number of the object.
        slot: u32,
        /// Which of the objects that had this number.
        generation: u32,
    },
}

/// What is known of a variable.
#[derive(Clone, Debug)]
pub struct VarInfo {
    /// Where it comes from.
    pub key: VarKey,
    /// Its sort; `Bits` variables are at most 64 wide.
    pub sort: Sort,
    /// The term that is this variable.
    pub term: Term,
}

/// Open-addressing table of node numbers; an entry keeps half of the hash
/// so that a probe rarely touches a node that is not the one.
pub(crate) struct Table {
    entries: Vec<u64>,
    used: usize,
}

impl Table {
    pub(crate) fn with_capacity(n: usize) -> Table {
        Table { entries: vec![0; (n * 2).next_power_of_two().max(1024)], used: 0 }
    }

    #[inline]
    fn find(&self, nodes: &[Node], n: Node, hash: u64) -> Result<u32, usize> {
        let mask = self.entries.len() - 1;
        let mut i = hash as usize & mask;
        loop {
            let e = self.entries[i];
            if e == 0 {
                return Err(i);
            }
            if (e >> 32) == (hash >> 32) && nodes[e as u32 as usize] == n {
                return Ok(e as u32);
            }
            i = (i + 1) & mask;
        }
    }

    #[inline]
    fn put(&mut self, at: usize, id: u32, hash: u64) {
        self.entries[at] = (hash >> 32) << 32 | id as u64;
        self.used += 1;
    }

    /// Adds a node known to be absent.
    pub(crate) fn insert_new(&mut self, id: u32, hash: u64) {
        let mask = self.entries.len() - 1;
        let mut i = hash as usize & mask;
        while self.entries[i] != 0 {
            i = (i + 1) & mask;
        }
        self.put(i, id, hash);
    }

    fn crowded(&self) -> bool {
        self.used * 8 >= self.entries.len() * 5
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * 8
    }
}

/// Interned values too big for a node.
pub(crate) struct Pool<T> {
    pub(crate) values: Vec<T>,
    pub(crate) ids: FxHashMap<T, u32>,
    pub(crate) free: Vec<u32>,
}

impl<T: Clone + Eq + std::hash::Hash> Pool<T> {
    fn new() -> Pool<T> {
        Pool { values: Vec::new(), ids: FxHashMap::default(), free: Vec::new() }
    }

    fn intern(&mut self, x: T) -> u32 {
        if let Some(&i) = self.ids.get(&x) {
            return i;
        }
        let i = match self.free.pop() {
            Some(i) => {
                self.values[i as usize] = x.clone();
                i
            }
            None => {
                self.values.push(x.clone());
                self.values.len() as u32 - 1
            }
        };
        self.ids.insert(x, i);
        i
    }
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    /// An empty store with all rewrite rules on.
    pub fn new() -> Terms {
        let one = Term::from_index(1);
        let mut t = Terms {
            nodes: vec![Node::new(Tag::Free, SortCode(0), 0, 0, 0)],
            free: Vec::new(),
            table: Table::with_capacity(512),
            vars: Vec::new(),
            var_ids: FxHashMap::default(),
            wide: Pool::new(),
            ints: Pool::new(),
            small_ints: FxHashMap::default(),
            array_sorts: Vec::new(),
            scratch: Scratch::default(),
            support: FxHashMap::default(),
            support_bytes: 0,
            generation: 0,
            rules_on: true,
            fired: [0; RULES],
            truth: [one; 2],
        };
        t.truth = [t.bits(1, 0), t.bits(1, 1)];
        t
    }

    /// A store whose constructors build exactly what is asked for, without any
    /// rule or folding: the reference that the rules are tested against.
    pub fn raw() -> Terms {
        let mut t = Terms::new();
        t.set_rules(false);
        t
    }

    /// Switches all rewrite rules, constant folding included.
    pub fn set_rules(&mut self, on: bool) {
        self.rules_on = on;
    }

    /// How often a rule has fired in this store.
    pub fn fired(&self, rule: Rule) -> u64 {
        self.fired[rule as usize]
    }

    #[inline]
    pub(crate) fn node(&self, t: Term) -> Node {
        let n = self.nodes[t.index()];
        debug_assert!(n.tag() != Tag::Free, "{t} was collected");
        n
    }

    #[inline]
    pub(crate) fn intern(&mut self, n: Node) -> Term {
        let hash = n.hash();
        let at = match self.table.find(&self.nodes, n, hash) {
            Ok(id) => return Term::from_raw(id),
            Err(at) => at,
        };
        let id = match self.free.pop() {
            Some(id) => {
                self.nodes[id as usize] = n;
                id
            }
            None => {
                assert!(self.nodes.len() < u32::MAX as usize, "too many terms");
                self.nodes.push(n);
                self.nodes.len() as u32 - 1
            }
        };
        crate::fault::point();
        self.table.put(at, id, hash);
        if self.table.crowded() {
            self.rebuild_table();
        }
        Term::from_raw(id)
    }

    /// Fits the table to the live nodes.
    pub(crate) fn rebuild_table(&mut self) {
        let mut table = Table::with_capacity(self.len());
        for (i, n) in self.nodes.iter().enumerate() {
            if n.tag() != Tag::Free {
                table.insert_new(i as u32, n.hash());
            }
        }
        self.table = table;
    }

    #[inline]
    pub(crate) fn mk1(&mut self, tag: Tag, w: u32, a: Term) -> Term {
        self.intern(Node::new(tag, SortCode(w), a.0.get(), 0, 0))
    }

    #[inline]
    pub(crate) fn mk2(&mut self, tag: Tag, w: u32, a: Term, b: Term) -> Term {
        self.intern(Node::new(tag, SortCode(w), a.0.get(), b.0.get(), 0))
    }

    #[inline]
    pub(crate) fn mk3(&mut self, tag: Tag, sort: SortCode, a: Term, b: Term, c: Term) -> Term {
        self.intern(Node::new(tag, sort, a.0.get(), b.0.get(), c.0.get()))
    }

    /// The sort of a term.
    pub fn sort(&self, t: Term) -> Sort {
        self.decode_sort(self.node(t).sort())
    }

    pub(crate) fn decode_sort(&self, s: SortCode) -> Sort {
        if s.is_bits() {
            Sort::Bits(s.0)
        } else if s == SortCode::INT {
            Sort::Int
        } else {
            let (index, elem) = self.array_sorts[(s.0 - SortCode::ARRAY) as usize];
            Sort::Array { index, elem }
        }
    }

    pub(crate) fn encode_sort(&mut self, s: Sort) -> SortCode {
        match s {
            Sort::Bits(w) => {
                assert!((1..=SortCode::MAX_WIDTH).contains(&w), "no bit vectors of width {w}");
                SortCode(w)
            }
            Sort::Int => SortCode::INT,
            Sort::Array { index, elem } => {
                let known = self.array_sorts.iter().position(|&s| s == (index, elem));
                let i = known.unwrap_or_else(|| {
                    self.array_sorts.push((index, elem));
                    self.array_sorts.len() - 1
                });
                SortCode(SortCode::ARRAY + i as u32)
            }
        }
    }

    /// The width of a `Bits` term. Panics on other sorts: a caller that can
    /// meet them asks for [`Terms::sort`].
    #[inline]
    pub fn width(&self, t: Term) -> u32 {
        let n = self.node(t);
        assert!(n.sort().is_bits(), "{t} is not a bit vector");
        n.width()
    }

    /// A constant of at most 64 bits; `v` is masked.
    #[inline]
    pub fn bits(&mut self, w: u32, v: u64) -> Term {
        assert!((1..=64).contains(&w), "width {w} out of 1..=64");
        let v = v & wide::mask64(w);
        self.intern(Node::new(Tag::Const, SortCode(w), v as u32, (v >> 32) as u32, 0))
    }

    /// A constant of any width from little-endian words; missing words are
    /// zero, bits above `w` are dropped.
    pub fn bits_wide(&mut self, w: u32, words: &[u64]) -> Term {
        if w <= 64 {
            return self.bits(w, words.first().copied().unwrap_or(0));
        }
        let sort = self.encode_sort(Sort::Bits(w));
        let i = self.wide.intern(wide::fit(w, words));
        self.intern(Node::new(Tag::Wide, sort, i, 0, 0))
    }

    /// The value of a constant of width at most 64.
    #[inline]
    pub fn as_const(&self, t: Term) -> Option<u64> {
        let n = self.node(t);
        (n.tag() == Tag::Const).then(|| n.value())
    }

    /// The words of a `Bits` constant of any width.
    pub fn as_wide(&self, t: Term) -> Option<Vec<u64>> {
        let n = self.node(t);
        match n.tag() {
            Tag::Const => Some(vec![n.value()]),
            Tag::Wide => Some(self.wide.values[n.a() as usize].to_vec()),
            _ => None,
        }
    }

    /// The value of an `Int` constant.
    pub fn as_int(&self, t: Term) -> Option<&BigInt> {
        let n = self.node(t);
        (n.tag() == Tag::IntConst).then(|| &self.ints.values[n.a() as usize])
    }

    /// The value of a constant of sort `Int` that fits 64 bits.
    #[inline]
    pub fn as_int64(&self, t: Term) -> Option<i64> {
        i64::try_from(self.as_int(t)?).ok()
    }

    /// A constant of sort `Int`.
    pub fn int(&mut self, v: i128) -> Term {
        let Ok(small) = i64::try_from(v) else { return self.int_big(BigInt::from(v)) };
        let i = match self.small_ints.get(&small) {
            Some(&i) => i,
            None => {
                let i = self.ints.intern(BigInt::from(v));
                self.small_ints.insert(small, i);
                i
            }
        };
        self.intern(Node::new(Tag::IntConst, SortCode::INT, i, 0, 0))
    }

    /// A constant of sort `Int` of any size.
    pub fn int_big(&mut self, v: BigInt) -> Term {
        let i = self.ints.intern(v);
        self.intern(Node::new(Tag::IntConst, SortCode::INT, i, 0, 0))
    }

    /// The constant 1 of one bit.
    #[inline]
    pub fn tru(&self) -> Term {
        self.truth[1]
    }

    /// The constant 0 of one bit.
    #[inline]
    pub fn fls(&self) -> Term {
        self.truth[0]
    }

    /// `tru` or `fls`.
    #[inline]
    pub fn truth(&self, b: bool) -> Term {
        self.truth[b as usize]
    }

    /// Is it the constant true?
    #[inline]
    pub fn is_true(&self, t: Term) -> bool {
        t == self.truth[1]
    }

    /// Is it the constant false?
    #[inline]
    pub fn is_false(&self, t: Term) -> bool {
        t == self.truth[0]
    }

    /// A bit-vector variable of at most 64 bits. The same key and width give the
    /// same variable.
    pub fn var(&mut self, w: u32, key: VarKey) -> Term {
        assert!((1..=64).contains(&w), "variable of width {w}");
        self.var_of(Sort::Bits(w), key)
    }

    /// An unbounded integer variable.
    pub fn int_var(&mut self, key: VarKey) -> Term {
        self.var_of(Sort::Int, key)
    }

    /// An array variable with the given widths of indices and elements.
    pub fn array_var(&mut self, index: u32, elem: u32, key: VarKey) -> Term {
        self.var_of(Sort::Array { index, elem }, key)
    }

    pub(crate) fn var_of(&mut self, sort: Sort, key: VarKey) -> Term {
        let code = self.encode_sort(sort);
        let next = VarId(self.vars.len() as u32);
        let id = *self.var_ids.entry((key.clone(), code.0)).or_insert(next);
        if id == next {
            let term = self.intern(Node::new(Tag::Var, code, id.0, 0, 0));
            self.vars.push(VarInfo { key, sort, term });
        }
        self.vars[id.0 as usize].term
    }

    /// What is known of a variable.
    #[inline]
    pub fn var_info(&self, v: VarId) -> &VarInfo {
        &self.vars[v.0 as usize]
    }

    /// Number of variables made so far; they are `VarId(0)` and up.
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }

    /// The variable that a term is.
    #[inline]
    pub fn as_var(&self, t: Term) -> Option<VarId> {
        let n = self.node(t);
        (n.tag() == Tag::Var).then_some(VarId(n.a()))
    }

    /// The arguments of a term.
    #[inline]
    pub fn args(&self, t: Term) -> ArgList {
        self.node(t).args()
    }

    /// The operation of a term.
    pub fn op(&self, t: Term) -> Op {
        let n = self.node(t);
        let own = || FloatKind::of_width(n.width()).expect("a float width");
        let arg = || FloatKind::of_width(self.node(n.ta()).width()).expect("a float width");
        match n.tag() {
            Tag::Free => unreachable!("{t} was collected"),
            Tag::Const | Tag::Wide | Tag::IntConst => Op::Const,
            Tag::Var => Op::Var(VarId(n.a())),
            Tag::Not => Op::Not,
            Tag::Neg => Op::Neg,
            Tag::And => Op::And,
            Tag::Or => Op::Or,
            Tag::Xor => Op::Xor,
            Tag::Add => Op::Add,
            Tag::Sub => Op::Sub,
            Tag::Mul => Op::Mul,
            Tag::UDiv => Op::UDiv,
            Tag::URem => Op::URem,
            Tag::SDiv => Op::SDiv,
            Tag::SRem => Op::SRem,
            Tag::Shl => Op::Shl,
            Tag::LShr => Op::LShr,
            Tag::AShr => Op::AShr,
            Tag::Eq => Op::Eq,
            Tag::Ult => Op::Ult,
            Tag::Ule => Op::Ule,
            Tag::Slt => Op::Slt,
            Tag::Sle => Op::Sle,
            Tag::UMulOver => Op::UMulOver,
            Tag::SMulOver => Op::SMulOver,
            Tag::Ite => Op::Ite,
            Tag::Concat => Op::Concat,
            Tag::Extract => Op::Extract { lo: n.b() },
            Tag::ZExt => Op::ZExt,
            Tag::SExt => Op::SExt,
            Tag::FAdd => Op::FAdd(own()),
            Tag::FSub => Op::FSub(own()),
            Tag::FMul => Op::FMul(own()),
            Tag::FDiv => Op::FDiv(own()),
            Tag::FRem => Op::FRem(own()),
            Tag::Fma => Op::Fma(own()),
            Tag::FSqrt => Op::FSqrt(own()),
            Tag::FRound => Op::FRound(own(), Round::from_code(n.b())),
            Tag::FEq => Op::FEq(arg()),
            Tag::FLt => Op::FLt(arg()),
            Tag::FLe => Op::FLe(arg()),
            Tag::FUnordered => Op::FUnordered(arg()),
            Tag::F2F => Op::F2F { from: arg(), to: own() },
            Tag::F2Si => Op::F2Si(arg()),
            Tag::F2Ui => Op::F2Ui(arg()),
            Tag::Si2F => Op::Si2F(own()),
            Tag::Ui2F => Op::Ui2F(own()),
            Tag::IAdd => Op::IAdd,
            Tag::ISub => Op::ISub,
            Tag::IMul => Op::IMul,
            Tag::IDiv => Op::IDiv,
            Tag::IRem => Op::IRem,
            Tag::INeg => Op::INeg,
            Tag::ILe => Op::ILe,
            Tag::ILt => Op::ILt,
            Tag::Bits2UInt => Op::Bits2Int { signed: false },
            Tag::Bits2SInt => Op::Bits2Int { signed: true },
            Tag::Int2Bits => Op::Int2Bits,
            Tag::ArrayConst => Op::ArrayConst,
            Tag::Select => Op::Select,
            Tag::Store => Op::Store,
        }
    }

    /// Number of live nodes.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1 - self.free.len()
    }

    /// Never true in practice: the two truth values are always there.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Approximate memory of the store.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * 16
            + self.table.bytes()
            + self.scratch.bytes()
            + self.vars.len() * 96
            + self.wide.values.len() * 128
            + self.ints.values.len() * 64
            + self.support_bytes
    }

    /// Counts the calls of [`Terms::collect`]: caches keyed by [`Term`] are
    /// valid for one generation.
    pub fn generation(&self) -> u32 {
        self.generation
    }
}
