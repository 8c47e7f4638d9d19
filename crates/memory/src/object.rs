//! An object: identity (size, kind, where from) apart from contents.

use std::collections::BTreeMap;
use std::rc::Rc;

use homing_ir::{FuncId, GlobalId, LocId};
use homing_term::Term;
use smallvec::SmallVec;

use crate::Val;
use crate::join::Unlike;
use crate::page::{PAGE, Page};

pub use crate::page::Part;

/// What never changes about an object.
#[derive(Clone, Debug)]
pub struct ObjectInfo {
    /// Bytes its contents have room for; the size itself unless `size_term` is there.
    pub size: u64,
    /// A symbolic size (pointer width), at most `size`.
    pub size_term: Option<Term>,
    pub align: u32,
    pub kind: ObjectKind,
    pub name: Rc<str>,
    /// Where it was allocated, and by which function (none for globals and what the engine makes).
    pub loc: LocId,
    pub func: Option<FuncId>,
    pub read_only: bool,
}

/// What an object is to the program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    Global(GlobalId),
    Stack,
    Heap,
    Function(FuncId),
    /// Made by the engine for the program (`argv`, `errno`).
    Environment,
    /// What a caller outside of the program gave. It may be freed.
    Given,
    /// Values of any kind (microc).
    Cells,
}

/// How an object ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Death {
    Freed,
    Returned,
}

/// An object with its contents.
#[derive(Clone, Debug)]
pub struct Object {
    /// Copy of `info.size`, beside the pages for the fast paths.
    size: u64,
    /// Writable and of concrete size: the fast paths need no further look.
    plain: bool,
    /// A local whose block was left; `size` is 0 then, so that no fast path comes to it.
    over: bool,
    pub info: Rc<ObjectInfo>,
    /// None of an object that is so large that it has only the pages that somebody has written: see `far`.
    pages: SmallVec<[Rc<Page>; 1]>,
    far: Option<Rc<Far>>,
}

/// Contents of a very large object.
#[derive(Clone, Debug)]
struct Far {
    /// What every page is that is not in the list.
    blank: Rc<Page>,
    pages: BTreeMap<usize, Rc<Page>>,
}

/// Objects beyond this size have pages only where they were written.
const FAR: u64 = 1 << 24;

/// A maximal piece of a range, as stored.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Concrete bytes, little-endian, at most 8.
    Int {
        len: u32,
        v: u64,
    },
    /// Bytes of a stored value.
    Part(Part),
    Undef {
        len: u32,
    },
    Input {
        input: u32,
        offset: u32,
        len: u32,
    },
}

impl Piece {
    pub fn len(&self) -> u32 {
        match self {
            Piece::Int { len, .. } | Piece::Undef { len } | Piece::Input { len, .. } => *len,
            Piece::Part(p) => p.len,
        }
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Object {
    /// An object whose every byte is `fill` (`Undef`, an `Input` range, or zero).
    pub fn new(info: ObjectInfo, fill: Val) -> Object {
        Object::shared(Rc::new(info), fill)
    }

    /// The same for data that several objects share.
    pub fn shared(info: Rc<ObjectInfo>, fill: Val) -> Object {
        if info.size > FAR && !matches!(fill.kind(), crate::ValKind::Input { .. }) {
            return Object::far(info, fill);
        }
        let size = info.size as usize;
        let mut pages: SmallVec<[Rc<Page>; 1]> = SmallVec::new();
        let full = size / PAGE;
        let same = !matches!(fill.kind(), crate::ValKind::Input { .. });
        let make = |at: usize, len: usize| match fill.kind() {
            crate::ValKind::Int(_) => Page::zeroed(len),
            crate::ValKind::Input { input, offset } => Page::filled(len, Val::input(input, offset + at as u32)),
            _ => Page::filled(len, fill),
        };
        if full > 0 && same {
            let page = Rc::new(make(0, PAGE));
            pages.extend(std::iter::repeat_n(page, full));
        } else {
            pages.extend((0..full).map(|i| Rc::new(make(i * PAGE, PAGE))));
        }
        if !size.is_multiple_of(PAGE) {
            pages.push(Rc::new(make(full * PAGE, size % PAGE)));
        }
        Object { size: info.size, plain: !info.read_only && info.size_term.is_none(), over: false, info, pages, far: None }
    }

    fn far(info: Rc<ObjectInfo>, fill: Val) -> Object {
        let blank = if fill.is_int() { Page::zeroed(PAGE) } else { Page::filled(PAGE, fill) };
        let far = Some(Rc::new(Far { blank: Rc::new(blank), pages: BTreeMap::new() }));
        let plain = !info.read_only && info.size_term.is_none();
        Object { size: info.size, plain, over: false, info, pages: SmallVec::new(), far }
    }

    #[inline]
    fn page(&self, i: usize) -> &Page {
        match &self.far {
            None => &self.pages[i],
            Some(far) => far.pages.get(&i).unwrap_or(&far.blank),
        }
    }

    #[inline]
    fn page_mut(&mut self, i: usize) -> &mut Page {
        match &mut self.far {
            None => Rc::make_mut(&mut self.pages[i]),
            Some(far) => {
                let far = Rc::make_mut(far);
                Rc::make_mut(far.pages.entry(i).or_insert_with(|| far.blank.clone()))
            }
        }
    }

    /// The same contents under other data. Its room stays as it is.
    pub fn with_info(&self, info: ObjectInfo) -> Object {
        let info = ObjectInfo { size: self.size, ..info };
        Object { plain: !info.read_only && info.size_term.is_none(), info: Rc::new(info), ..self.clone() }
    }

    /// Bytes there is room for.
    #[inline]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Is it a local whose block was left? It may be entered again.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The block of the local is left, or entered again. The bytes stay as they are.
    pub fn set_over(&mut self, over: bool) {
        self.over = over;
        self.size = if over { 0 } else { self.info.size };
    }

    /// Writable and of concrete size.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.plain
    }

    /// Of concrete size.
    #[inline]
    pub fn info_is_concrete(&self) -> bool {
        self.plain || self.info.size_term.is_none()
    }

    /// Fast path: the value at `off`, if it lies in one page and is concrete or exactly one stored value. `len` is 1 to 8; the
    /// range is in bounds.
    #[inline]
    pub fn read_fast(&self, off: u64, len: usize) -> Option<Val> {
        let (page, at) = (off as usize / PAGE, off as usize % PAGE);
        let p: &Page = self.pages.get(page)?;
        if at + len > p.bytes.len() {
            return None;
        }
        if p.is_concrete(at, len) {
            return Some(Val::int(p.read_int(at, len)));
        }
        let v = p.exact(at, len)?;
        (!v.is_unread()).then_some(v)
    }

    /// Fast path: writes a concrete integer over concrete bytes in one page. False if it is not that simple.
    #[inline]
    pub fn write_fast(&mut self, off: u64, len: usize, v: u64) -> bool {
        let (page, at) = (off as usize / PAGE, off as usize % PAGE);
        let Some(p) = self.pages.get_mut(page) else { return false };
        if at + len > p.bytes.len() || !p.is_concrete(at, len) {
            return false;
        }
        Rc::make_mut(p).write_int(at, len, v);
        true
    }

    /// The value in the 8 bytes at `off`, of an object in which only whole values of 8 bytes at multiples of 8 are stored; `UNDEF` where nothing
    /// was. In bounds.
    #[inline]
    pub fn cell(&self, off: u64) -> Val {
        let (page, at) = (off as usize / PAGE, off as usize % PAGE);
        let p: &Page = self.page(page);
        if p.is_concrete(at, 8) {
            return Val::int(p.read_int(at, 8));
        }
        p.exact(at, 8).unwrap_or(Val::UNDEF)
    }

    /// Stores a value in the 8 bytes at `off`, as [`Object::cell`] reads it.
    #[inline]
    pub fn set_cell(&mut self, off: u64, v: Val) {
        let (page, at) = (off as usize / PAGE, off as usize % PAGE);
        let p = self.page_mut(page);
        if !p.is_concrete(at, 8) {
            // Only a range in which nothing was stored is ever cut.
            p.clear(at, 8, &mut |_| Val::UNDEF);
        }
        match v.as_int() {
            Some(v) => p.write_int(at, 8, v),
            None => p.insert(at, 8, v),
        }
    }

    /// The concrete bytes from `off` on that lie in one piece; none if the byte there is not concrete or not there.
    pub fn concrete_run(&self, off: u64) -> &[u8] {
        let (page, at) = (off as usize / PAGE, off as usize % PAGE);
        let Some(p) = self.pages.get(page).filter(|p| at < p.bytes.len()) else { return &[] };
        let end = p.cells.get(p.first_cell(at)).map_or(p.bytes.len(), |c| (c.off as usize).max(at));
        &p.bytes[at..end]
    }

    /// The stored pieces of `off .. off + len`, in order; the range is in bounds.
    pub fn pieces(&self, off: u64, len: u64) -> SmallVec<[Piece; 4]> {
        let mut out = SmallVec::new();
        let (mut at, end) = (off as usize, (off + len) as usize);
        while at < end {
            let page = self.page(at / PAGE);
            let base = at - at % PAGE;
            let stop = end.min(base + page.bytes.len());
            let mut i = page.first_cell(at - base);
            while at < stop {
                let next = page.cells.get(i).map(|c| (base + c.off as usize, *c)).filter(|(s, _)| *s < stop);
                match next {
                    Some((start, c)) if start <= at => {
                        let cell_end = (start + c.len as usize).min(stop);
                        out.push(piece_of(c.val, (at - start) as u32, (cell_end - at) as u32, u32::from(c.len)));
                        at = cell_end;
                        i += 1;
                    }
                    other => {
                        let upto = other.map_or(stop, |(s, _)| s).min(at + 8);
                        out.push(Piece::Int { len: (upto - at) as u32, v: page.read_int(at - base, upto - at) });
                        at = upto;
                    }
                }
            }
        }
        out
    }

    /// Writes `len` bytes of `val` (all of its bytes). `split` gives parts of values that are cut: of older ones, and of `val` where
    /// it crosses pages.
    pub fn write(&mut self, off: u64, len: u64, val: Val, split: &mut dyn FnMut(Part) -> Val) {
        let (mut at, end) = (off as usize, (off + len) as usize);
        while at < end {
            let base = at - at % PAGE;
            let page = self.page_mut(at / PAGE);
            let stop = end.min(base + page.bytes.len());
            let n = stop - at;
            page.clear(at - base, n, split);
            let from = (at - off as usize) as u32;
            let v = if n as u64 == len || val == Val::UNDEF {
                val
            } else {
                match val.kind() {
                    crate::ValKind::Int(v) => Val::int(v >> (from * 8)),
                    crate::ValKind::Input { input, offset } => Val::input(input, offset + from),
                    _ => split(Part { val, from, len: n as u32, whole: len as u32 }),
                }
            };
            match v.as_int() {
                Some(v) if n <= 8 => page.write_int(at - base, n, v),
                _ => page.insert(at - base, n, v),
            }
            at = stop;
        }
    }

    /// Fills a range with one concrete byte.
    pub fn fill(&mut self, off: u64, len: u64, byte: u8, split: &mut dyn FnMut(Part) -> Val) {
        if off == 0
            && len == self.size
            && let Some(far) = &mut self.far
        {
            let mut blank = Page::zeroed(PAGE);
            blank.bytes.fill(byte);
            *far = Rc::new(Far { blank: Rc::new(blank), pages: BTreeMap::new() });
            return;
        }
        let (mut at, end) = (off as usize, (off + len) as usize);
        while at < end {
            let base = at - at % PAGE;
            let page = self.page_mut(at / PAGE);
            let stop = end.min(base + page.bytes.len());
            page.clear(at - base, stop - at, split);
            page.bytes[at - base..stop - base].fill(byte);
            at = stop;
        }
    }

    /// Overwrites a range with concrete bytes.
    pub fn write_bytes(&mut self, off: u64, bytes: &[u8], split: &mut dyn FnMut(Part) -> Val) {
        let mut done = 0;
        while done < bytes.len() {
            let at = off as usize + done;
            let base = at - at % PAGE;
            let page = self.page_mut(at / PAGE);
            let n = (bytes.len() - done).min(page.bytes.len() - (at - base));
            page.clear(at - base, n, split);
            page.bytes[at - base..at - base + n].copy_from_slice(&bytes[done..done + n]);
            done += n;
        }
    }

    /// Is it the same object, whatever its contents?
    pub(crate) fn is_like(&self, other: &Object) -> bool {
        let (a, b) = (&self.info, &other.info);
        let same = |a: &ObjectInfo, b: &ObjectInfo| {
            (a.size, a.size_term, a.align, a.kind, a.loc, a.func, a.read_only)
                == (b.size, b.size_term, b.align, b.kind, b.loc, b.func, b.read_only)
        };
        Rc::ptr_eq(a, b) || same(a, b)
    }

    /// Pages that the two do not share, with their numbers.
    pub(crate) fn unshared_pages<'a>(&'a self, other: &'a Object) -> Result<Vec<(usize, &'a Page, &'a Page)>, Unlike> {
        let near = |(i, (x, y)): (usize, (&'a Rc<Page>, &'a Rc<Page>))| (!Rc::ptr_eq(x, y)).then_some((i, &**x, &**y));
        match (&self.far, &other.far) {
            (None, None) => Ok(self.pages.iter().zip(&other.pages).enumerate().filter_map(near).collect()),
            (Some(a), Some(b)) if Rc::ptr_eq(&a.blank, &b.blank) => {
                let mut numbers: Vec<usize> = a.pages.keys().chain(b.pages.keys()).copied().collect();
                numbers.sort_unstable();
                numbers.dedup();
                let page = |far: &'a Far, i: usize| far.pages.get(&i).unwrap_or(&far.blank);
                Ok(numbers.into_iter().filter_map(|i| near((i, (page(a, i), page(b, i))))).collect())
            }
            _ => Err(Unlike::Many),
        }
    }

    /// Every value stored in a cell, for finding pointers and terms.
    pub fn values(&self) -> impl Iterator<Item = Val> + '_ {
        let far = self.far.iter().flat_map(|f| f.pages.values());
        self.pages.iter().chain(far).flat_map(|p| p.cells.iter().map(|c| c.val))
    }

    /// Approximate bytes that this object owns alone.
    pub fn bytes_owned(&self) -> usize {
        self.pages
            .iter()
            .chain(self.far.iter().flat_map(|f| f.pages.values()))
            .filter(|p| Rc::strong_count(p) == 1)
            .map(|p| p.bytes.len() + p.cells.capacity() * 24 + 48)
            .sum::<usize>()
            + 64
    }
}

fn piece_of(val: Val, from: u32, len: u32, whole: u32) -> Piece {
    match val.kind() {
        crate::ValKind::Undef => Piece::Undef { len },
        crate::ValKind::Input { input, offset } => Piece::Input { input, offset: offset + from, len },
        _ => Piece::Part(Part { val, from, len, whole }),
    }
}
