//! What the C library of this machine has, which native runs are linked against.

use std::ffi::CString;

/// Does the machine's C library (or its part for mathematics) define this name?
pub fn has(name: &str) -> bool {
    let Ok(name) = CString::new(name) else { return false };
    [c"libc.so.6", c"libm.so.6"].iter().any(|library| {
        // SAFETY: both libraries are this process's own; nothing is called, and closing undoes the opening.
        unsafe {
            let handle = libc::dlopen(library.as_ptr(), libc::RTLD_LAZY);
            if handle.is_null() {
                return false;
            }
            let found = !libc::dlsym(handle, name.as_ptr()).is_null();
            libc::dlclose(handle);
            found
        }
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn knows_the_library() {
        assert!(super::has("strlen") && super::has("environ") && super::has("cbrt"));
        assert!(!super::has("__gmon_start__") && !super::has("homing_any_int"));
    }
}
