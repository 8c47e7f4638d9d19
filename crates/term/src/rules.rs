//! The names of the rewrite rules.

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// A rewrite rule: `match => result`. Each has examples and a proof in
        /// `tests/rules.rs`.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Rule { $($(#[$doc])* $name),* }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$name),*];
        }
    };
}

pub(crate) const RULES: usize = Rule::ALL.len();

rules! {
    /// An operation on constants => the constant.
    Fold,
}
