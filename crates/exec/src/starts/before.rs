//! What may have happened before a run that starts in a function, outside of the program's own data: the caller may have changed the C library's
//! state, set up handlers, and replaced what is weak. The run takes these as they are at a program's start; where that matters it is an assumption.

use homing_ir::{Call, FuncId, Origin};
use homing_memory::Val;
use homing_solver::May;

use crate::executor::Step;
use crate::{Executor, LossKind, State};

/// What a function of the C library depends on besides its arguments.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Depends {
    Locale,
    /// Only for characters that are not ASCII.
    LocaleOfCharacter,
    Rounding,
    Streams,
    ExitHandlers,
}

impl Depends {
    fn text(self) -> &'static str {
        match self {
            Depends::Locale | Depends::LocaleOfCharacter => "the locale is \"C\"",
            Depends::Rounding => "the floating-point environment is the default one",
            Depends::Streams => "standard output can be written to",
            Depends::ExitHandlers => "no exit handlers have been registered",
        }
    }
}

fn depends(name: &str) -> Option<Depends> {
    Some(match name {
        "isalnum" | "isalpha" | "isblank" | "iscntrl" | "isgraph" | "islower" | "isprint" | "ispunct" | "isspace" | "isupper"
        | "tolower" | "toupper" => Depends::LocaleOfCharacter,
        "__ctype_b_loc"
        | "__ctype_tolower_loc"
        | "__ctype_toupper_loc"
        | "__ctype_get_mb_cur_max"
        | "localeconv"
        | "setlocale"
        | "nl_langinfo"
        | "atof"
        | "strtod"
        | "strtof"
        | "strtold"
        | "wcstod"
        | "strcoll"
        | "strxfrm"
        | "wcscoll"
        | "wcsxfrm"
        | "strcasecmp"
        | "strncasecmp"
        | "strcasestr"
        | "wcscasecmp"
        | "wcsncasecmp"
        | "mblen"
        | "mbtowc"
        | "wctomb"
        | "mbstowcs"
        | "wcstombs"
        | "mbrlen"
        | "mbrtowc"
        | "wcrtomb"
        | "mbsrtowcs"
        | "wcsrtombs"
        | "mbsnrtowcs"
        | "wcsnrtombs"
        | "btowc"
        | "wctob"
        | "wctype"
        | "iswctype"
        | "wctrans"
        | "towctrans"
        | "iswalnum"
        | "iswalpha"
        | "iswblank"
        | "iswcntrl"
        | "iswgraph"
        | "iswlower"
        | "iswprint"
        | "iswpunct"
        | "iswspace"
        | "iswupper"
        | "towlower"
        | "towupper"
        | "wcwidth"
        | "wcswidth"
        | "strftime"
        | "strptime"
        | "regcomp"
        | "regexec"
        | "fnmatch"
        | "glob" => Depends::Locale,
        "fegetround" | "fegetenv" | "feholdexcept" | "fegetexceptflag" | "fetestexcept" | "feupdateenv" | "rint" | "rintf"
        | "rintl" | "nearbyint" | "nearbyintf" | "nearbyintl" | "lrint" | "lrintf" | "lrintl" | "llrint" | "llrintf"
        | "llrintl" | "fegetexcept" | "__flt_rounds" => Depends::Rounding,
        "putchar" | "fputc" | "putc" | "putchar_unlocked" | "putc_unlocked" | "fputc_unlocked" => Depends::Streams,
        "exit" | "quick_exit" => Depends::ExitHandlers,
        _ => return None,
    })
}

impl Executor<'_> {
    /// Of a call in a run that starts in a function: what is taken for granted about what came before.
    #[cold]
    pub(crate) fn assumed_call(&mut self, st: &mut State, step: &mut Step, f: FuncId, call: &Call, args: &[Val]) {
        let program = self.program;
        let func = program.func(f);
        if !self.options.lazy.thorough || program.func(st.frame.func).origin != Origin::Program {
            return;
        }
        if func.replaceable {
            let text = format!("`{}` is not replaced by another definition", func.name);
            step.losses.push(self.make_loss(st, LossKind::Assumed, text));
        }
        let outside = func.is_declaration() || func.origin != Origin::Program;
        let Some(what) = depends(&func.name).filter(|_| outside) else { return };
        let used = call.dst.first().is_some_and(|r| self.code.functions[st.frame.func.index()].used[r.index()]);
        let matters = match what {
            Depends::LocaleOfCharacter => !self.is_ascii(st, args.first().copied()),
            Depends::Streams => used,
            Depends::ExitHandlers => self.mentions(&["atexit", "on_exit", "at_quick_exit", "__cxa_atexit"]),
            Depends::Locale | Depends::Rounding => true,
        };
        if matters {
            step.losses.push(self.make_loss(st, LossKind::Assumed, what.text()));
        }
    }

    /// Rounding to an integer goes by the mode that the caller has set.
    #[cold]
    pub(crate) fn assumed_rounding(&mut self, st: &State) {
        if self.options.lazy.thorough {
            let loss = self.make_loss(st, LossKind::Assumed, Depends::Rounding.text());
            self.losses.push(loss);
        }
    }

    /// Is the character certainly one of the first 128?
    fn is_ascii(&mut self, st: &mut State, character: Option<Val>) -> bool {
        let Some(v) = character else { return false };
        let t = self.term_of(v, 32);
        if self.cx.terms.width(t) != 32 {
            return false;
        }
        let limit = self.cx.terms.bits(32, 128);
        let other = self.cx.terms.ule(limit, t);
        matches!(st.path.may(&mut self.cx, other), May::No)
    }

    /// Does the program know one of these functions?
    fn mentions(&self, names: &[&str]) -> bool {
        self.program.functions.iter().any(|f| names.contains(&f.name.as_str()))
    }

    /// Signals that may be handled when a run starts in a function: all, if the program sets up handlers anywhere.
    pub(crate) fn handled_by_others(&self) -> u64 {
        let sets = ["signal", "sigaction", "bsd_signal", "sysv_signal", "__sysv_signal", "sigset", "sigvec"];
        if self.options.lazy.thorough && self.mentions(&sets) { u64::MAX } else { 0 }
    }
}
