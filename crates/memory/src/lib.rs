//! The memory of a state: values, objects with their contents, and the table of objects.
//!
//! Everything here is plain data with copy on write; cloning a [`Memory`] is O(1). Resolving symbolic addresses, making
//! fresh symbols and reporting errors is the executor's business.

mod join;
mod object;
mod page;
mod space;
mod val;

pub use join::{Found, Range, Unlike};
pub use object::{Death, Object, ObjectInfo, ObjectKind, Part, Piece};
pub use page::PAGE;
pub use space::{Memory, SlotState};
pub use val::{ObjRef, Val, ValKind};
