//! Tables 6.2 to 6.15 of the thesis: its figures.

/// The searches of its rows, by our names.
pub const SEARCHES: [&str; 6] = ["dfs", "bfs", "random", "random-path", "coverage", "klee"];

/// The merge strategies of its columns. The larger programs were not run with `recursive`.
pub const MERGES: [&str; 4] = ["none", "recursive", "lattice", "aggressive"];
pub const MERGES_LARGE: [&str; 3] = ["none", "lattice", "aggressive"];

/// Time-outs and milliseconds of the estimates for small, medium and large programs: `recursive`, `lattice`.
pub const COST_TIMEOUTS: [[u64; 2]; 3] = [[0, 0], [10, 5], [39, 33]];
pub const COST_TIMES: [[u64; 2]; 3] = [[7_109, 12_765], [454_663, 377_573], [1_210_021, 1_121_559]];

/// Paths by the limit of costs, with `lattice`.
pub const LIMITS: [u32; 5] = [1, 2, 3, 5, 10];
pub const BY_LIMIT: [u64; 5] = [14_562, 15_135, 16_200, 17_442, 15_165];

/// Paths by limit (rows) and kappa (columns), with `recursive`.
pub const KAPPAS: [u32; 5] = [1, 2, 3, 5, 10];
pub const BY_KAPPA: [[u64; 5]; 5] = [
    [16_514, 17_170, 13_545, 17_662, 18_562],
    [18_078, 14_470, 15_228, 19_518, 20_819],
    [18_272, 14_651, 12_685, 16_718, 17_460],
    [17_492, 14_788, 13_393, 17_705, 19_960],
    [17_300, 13_270, 15_267, 18_176, 18_149],
];

/// Paths by limit on large programs, with `lattice`.
pub const LIMITS_LARGE: [u32; 4] = [1, 5, 10, 20];
pub const BY_LIMIT_LARGE: [u64; 4] = [24_136, 20_576, 20_363, 20_101];

/// Smaller programs, by search and merge strategy.
pub const PATHS: [[u64; 4]; 6] = [
    [35_463, 26_495, 22_923, 26_114],
    [34_809, 25_134, 22_499, 25_906],
    [34_187, 25_914, 22_761, 24_877],
    [34_860, 25_391, 22_416, 19_328],
    [29_553, 25_053, 24_277, 23_167],
    [30_945, 24_558, 23_491, 23_943],
];
pub const ERRORS: [[u64; 4]; 6] = [[0; 4]; 6];
pub const TIMES: [[u64; 4]; 6] = [
    [901_880, 908_698, 902_027, 901_872],
    [925_980, 901_641, 901_806, 904_023],
    [901_721, 901_954, 902_166, 901_939],
    [901_939, 901_380, 901_694, 901_953],
    [902_209, 901_658, 901_544, 902_193],
    [901_924, 902_081, 901_926, 902_308],
];
pub const TIMEOUTS: [[u64; 4]; 6] = [[30; 4]; 6];

/// Larger programs, by search and merge strategy.
pub const PATHS_LARGE: [[u64; 3]; 6] = [
    [42_342, 25_439, 22_246],
    [42_245, 24_987, 22_078],
    [42_789, 25_185, 23_270],
    [44_839, 24_840, 18_697],
    [44_981, 26_891, 24_489],
    [45_272, 26_456, 25_275],
];
pub const ERRORS_LARGE: [[u64; 3]; 6] = [[6, 6, 6], [6, 6, 6], [6, 6, 4], [7, 6, 5], [5, 6, 4], [7, 6, 6]];
pub const TIMES_LARGE: [[u64; 3]; 6] = [
    [1_175_992, 1_286_597, 1_163_204],
    [1_176_129, 1_221_521, 1_162_780],
    [1_167_890, 1_195_775, 1_218_451],
    [1_154_474, 1_225_384, 1_183_792],
    [1_189_595, 1_167_928, 1_207_693],
    [1_152_564, 1_168_480, 1_164_299],
];
pub const TIMEOUTS_LARGE: [[u64; 3]; 6] = [[38, 38, 38], [38, 38, 38], [38, 38, 40], [37, 38, 39], [39, 38, 40], [37, 38, 38]];
