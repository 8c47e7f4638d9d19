//! Memory access and the pointer model: what an address leads to, and what it is as a number.

pub(crate) mod access;
pub(crate) mod address;
pub(crate) mod bulk;
pub(crate) mod fixed;
pub(crate) mod lazy;
pub(crate) mod leaks;
pub(crate) mod several;
pub(crate) mod value;
