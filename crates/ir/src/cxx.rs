//! `operator new` and `operator delete` by their names in a program.

use crate::Builtin;

/// Which of the forms of `operator new` or `operator delete` it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operator {
    /// `new[]`, `delete[]`.
    pub array: bool,
    /// The alignment is an argument: the second one of `new`.
    pub aligned: bool,
    /// Tells of a failure by a null pointer instead of an exception.
    pub nothrow: bool,
}

impl Operator {
    /// What allocated a block that is to be given back like this.
    pub fn family(self) -> &'static str {
        if self.array { "operator new[]" } else { "operator new" }
    }
}

/// The model of the operator of that name, for both sizes of `size_t`.
pub(crate) fn operator(name: &str) -> Option<Builtin> {
    let (kind, rest) = (name.get(..4)?, name.get(4..)?);
    let (new, array) = match kind {
        "_Znw" => (true, false),
        "_Zna" => (true, true),
        "_Zdl" => (false, false),
        "_Zda" => (false, true),
        _ => return None,
    };
    let rest = if new { rest.strip_prefix(['m', 'j'])? } else { rest.strip_prefix("Pv")? };
    // A sized `delete` has the size next; nobody needs it.
    let rest = if new { rest } else { rest.strip_prefix(['m', 'j']).unwrap_or(rest) };
    let (aligned, nothrow) = match rest {
        "" => (false, false),
        "RKSt9nothrow_t" => (false, true),
        "St11align_val_t" => (true, false),
        "St11align_val_tRKSt9nothrow_t" => (true, true),
        _ => return None,
    };
    let form = Operator { array, aligned, nothrow };
    Some(if new { Builtin::New(form) } else { Builtin::Delete(form) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_has_its_name() {
        let form = |array, aligned, nothrow| Operator { array, aligned, nothrow };
        assert_eq!(operator("_Znwm"), Some(Builtin::New(form(false, false, false))));
        assert_eq!(operator("_Znaj"), Some(Builtin::New(form(true, false, false))));
        assert_eq!(operator("_ZnamSt11align_val_tRKSt9nothrow_t"), Some(Builtin::New(form(true, true, true))));
        assert_eq!(operator("_ZdlPvm"), Some(Builtin::Delete(form(false, false, false))));
        assert_eq!(operator("_ZdaPvmSt11align_val_t"), Some(Builtin::Delete(form(true, true, false))));
        assert_eq!(operator("_ZdlPvRKSt9nothrow_t"), Some(Builtin::Delete(form(false, false, true))));
        assert_eq!(operator("_ZnwmPv"), None);
        assert_eq!(operator("_Zdl"), None);
    }
}
