//! The headers that analysed programs include.

/// Path below an include folder, and text, of each header.
pub fn include_dir_files() -> &'static [(&'static str, &'static str)] {
    &[("klee/klee.h", include_str!("../include/klee/klee.h")), ("homing.h", include_str!("../include/homing.h"))]
}
