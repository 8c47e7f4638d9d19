//! The programs that are measured, and what is expected of them.

/// What `homing` is asked about a program.
#[derive(Copy, Clone)]
pub enum Ask {
    /// Reach this target.
    Reach(&'static str),
    /// Explore every path; there is no error to be found.
    Everything,
}

/// One program in two forms: of the shared folder (whose figures for KLEE are known), and our own of the same kind.
pub struct Program {
    pub shared: &'static str,
    pub own: &'static str,
    pub flags: &'static [&'static str],
    pub ask: Ask,
    /// `None`: the default strategy.
    pub search: Option<&'static str>,
    /// KLEE's best CPU seconds on the shared program, of several searches.
    pub klee: f64,
    /// CPU seconds that `homing` may use.
    pub limit: Option<f64>,
    /// Paths of an exhaustive run, known by counting: (shared, own).
    pub paths: Option<(u64, u64)>,
}

/// The targets are failing assertions and a null pointer, not the lines they are on: in some of the shared programs
/// the condition that guards a target is on the same line.
pub const PROGRAMS: &[Program] = &[
    Program {
        shared: "interp.c",
        own: "mixer.c",
        flags: &[],
        ask: Ask::Everything,
        search: None,
        klee: 19.0,
        limit: Some(1.5),
        paths: Some((1, 1)),
    },
    Program {
        shared: "bubble.c",
        own: "sort.c",
        flags: &["-DN=6"],
        ask: Ask::Everything,
        search: None,
        klee: 6.8,
        limit: Some(0.6),
        paths: Some((720, 720)),
    },
    Program {
        shared: "parser.c",
        own: "tokens.c",
        flags: &["-DN=10"],
        ask: Ask::Everything,
        search: None,
        klee: 3.4,
        limit: Some(0.4),
        paths: Some((23_140, 13_803)),
    },
    Program {
        shared: "destina1.c",
        own: "bound.c",
        flags: &[],
        ask: Ask::Reach("error:null"),
        search: None,
        klee: 12.6,
        limit: Some(0.2),
        paths: None,
    },
    Program {
        shared: "hwm.c",
        own: "words.c",
        flags: &[],
        ask: Ask::Reach("any"),
        search: None,
        klee: 15.3,
        limit: Some(1.2),
        paths: None,
    },
    Program {
        shared: "hello.c",
        own: "word.c",
        flags: &[],
        ask: Ask::Reach("any"),
        search: None,
        klee: 0.04,
        limit: None,
        paths: None,
    },
    Program {
        shared: "fig2.c",
        own: "options.c",
        flags: &[],
        ask: Ask::Reach("any"),
        search: None,
        klee: 0.17,
        limit: None,
        paths: None,
    },
    Program {
        shared: "fig2inf.c",
        own: "endless.c",
        flags: &[],
        ask: Ask::Reach("any"),
        search: None,
        klee: 0.25,
        limit: None,
        paths: None,
    },
    Program {
        shared: "fig4.c",
        own: "calls.c",
        flags: &[],
        ask: Ask::Reach("any"),
        search: None,
        klee: 0.36,
        limit: None,
        paths: None,
    },
    Program {
        shared: "fig6.c",
        own: "nested.c",
        flags: &[],
        ask: Ask::Reach("any"),
        search: None,
        klee: 0.53,
        limit: None,
        paths: None,
    },
];
