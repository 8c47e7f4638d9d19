//! What a run tells, as data, as text and as files' contents.

mod build;
mod doc;
mod invocation;
mod ktest;
mod path;
mod text;
mod value;

pub use build::{Line, Stop, Tests, build, error, lines, place as place_of, places, steps};
pub use doc::*;
pub use invocation::*;
pub use ktest::*;
pub use path::fold;
pub use text::{Sources, path_text, place, text};
pub use value::{describe, kind_name, parse_kind};
