//! A front end's own code as it is printed: instructions, the lines they stand on, and how control goes between them. Only what distances by
//! printed line need; what the engine runs is `Program`.

/// A printed module.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The whole text; lines are counted from 1.
    pub text: String,
    /// The functions that have a body, in the order of the text.
    pub functions: Vec<ListedFunction>,
}

/// A function of a listing.
#[derive(Clone, Debug, Default)]
pub struct ListedFunction {
    pub name: String,
    /// The first is the entry.
    pub blocks: Vec<ListedBlock>,
}

/// A basic block of a listing; it is never empty.
#[derive(Clone, Debug, Default)]
pub struct ListedBlock {
    pub instructions: Vec<Listed>,
    /// Where control may go from its last instruction, by number of block.
    pub next: Vec<u32>,
    /// Does its last instruction return from the function?
    pub returns: bool,
}

/// An instruction of a listing.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Where it starts in the text.
    pub line: u32,
    /// The functions of the listing that it may call, by number. None for calls of what has no body here: such calls count as one instruction.
    pub calls: Vec<u32>,
    /// Is a target in front of it?
    pub target: bool,
}
