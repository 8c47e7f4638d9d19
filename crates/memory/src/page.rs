//! A page of an object's contents: concrete bytes, and cells where a byte will not do.

use crate::Val;

/// Bytes in a full page. Objects are cut into pages so that a write after a fork copies one page, not the object.
pub const PAGE: usize = 1024;

/// A run of bytes that are not concrete: a stored value (`len` bytes of it), uninitialised, or unread input.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub off: u16,
    pub len: u16,
    pub val: Val,
}

/// Contents of one page. Invariant: cells are sorted, disjoint, non-empty and inside the page; a byte under a cell has no
/// meaning in `bytes`.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub bytes: Box<[u8]>,
    pub cells: Vec<Cell>,
}

/// What is left of a cell that a write or a read cuts: bytes `from .. from + len` of `val`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub val: Val,
    pub from: u32,
    pub len: u32,
    /// Length of the whole cell.
    pub whole: u32,
}

impl Page {
    pub fn zeroed(len: usize) -> Page {
        Page { bytes: vec![0; len].into_boxed_slice(), cells: Vec::new() }
    }

    pub fn filled(len: usize, val: Val) -> Page {
        Page { bytes: vec![0; len].into_boxed_slice(), cells: vec![Cell { off: 0, len: len as u16, val }] }
    }

    /// Index of the first cell that ends after `off`.
    #[inline]
    pub fn first_cell(&self, off: usize) -> usize {
        if self.cells.len() <= 8 {
            self.cells.iter().position(|c| c.off as usize + c.len as usize > off).unwrap_or(self.cells.len())
        } else {
            self.cells.partition_point(|c| c.off as usize + c.len as usize <= off)
        }
    }

    /// No cell touches `off .. off + len`.
    #[inline]
    pub fn is_concrete(&self, off: usize, len: usize) -> bool {
        self.cells.is_empty() || self.cells.get(self.first_cell(off)).is_none_or(|c| c.off as usize >= off + len)
    }

    /// The cell that covers exactly `off .. off + len`.
    #[inline]
    pub fn exact(&self, off: usize, len: usize) -> Option<Val> {
        let c = self.cells.get(self.first_cell(off))?;
        (c.off as usize == off && c.len as usize == len).then_some(c.val)
    }

    #[inline]
    pub fn read_int(&self, off: usize, len: usize) -> u64 {
        match len {
            1 => u64::from(self.bytes[off]),
            4 => u64::from(u32::from_le_bytes(self.bytes[off..off + 4].try_into().expect("four bytes"))),
            8 => u64::from_le_bytes(self.bytes[off..off + 8].try_into().expect("eight bytes")),
            _ => {
                let mut b = [0; 8];
                b[..len].copy_from_slice(&self.bytes[off..off + len]);
                u64::from_le_bytes(b)
            }
        }
    }

    #[inline]
    pub fn write_int(&mut self, off: usize, len: usize, v: u64) {
        match len {
            1 => self.bytes[off] = v as u8,
            4 => self.bytes[off..off + 4].copy_from_slice(&(v as u32).to_le_bytes()),
            8 => self.bytes[off..off + 8].copy_from_slice(&v.to_le_bytes()),
            _ => self.bytes[off..off + len].copy_from_slice(&v.to_le_bytes()[..len]),
        }
    }

    /// Removes all cells in `off .. off + len`. Calls `split` for what is left of a cell that is cut: it returns the value for
    /// the remaining bytes (`Undef` and `Input` cells are cut here without asking).
    pub fn clear(&mut self, off: usize, len: usize, split: &mut dyn FnMut(Part) -> Val) {
        let mut i = self.first_cell(off);
        while i < self.cells.len() {
            let c = self.cells[i];
            let (start, end) = (c.off as usize, c.off as usize + c.len as usize);
            if start >= off + len {
                break;
            }
            self.cells.remove(i);
            if start < off {
                let left = cut(c, 0, off - start, split);
                self.put_cut(i, start, off - start, left);
                i = self.first_cell(off);
            }
            if end > off + len {
                let right = cut(c, off + len - start, end - off - len, split);
                let at = self.first_cell(off + len);
                self.put_cut(at, off + len, end - off - len, right);
                break;
            }
        }
    }

    fn put_cut(&mut self, at: usize, off: usize, len: usize, val: Val) {
        match val.as_int() {
            Some(v) if len <= 8 => self.write_int(off, len, v),
            _ => self.cells.insert(at, Cell { off: off as u16, len: len as u16, val }),
        }
    }

    /// Puts a cell where there is none yet.
    pub fn insert(&mut self, off: usize, len: usize, val: Val) {
        let at = self.first_cell(off);
        self.cells.insert(at, Cell { off: off as u16, len: len as u16, val });
    }
}

/// Bytes `from .. from + len` of a cell.
pub(crate) fn cut(c: Cell, from: usize, len: usize, split: &mut dyn FnMut(Part) -> Val) -> Val {
    match c.val.kind() {
        crate::ValKind::Undef => Val::UNDEF,
        crate::ValKind::Input { input, offset } => Val::input(input, offset + from as u32),
        _ => split(Part { val: c.val, from: from as u32, len: len as u32, whole: u32::from(c.len) }),
    }
}
