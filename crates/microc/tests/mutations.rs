//! Programs with mistakes: a message, never a panic; and what is still a program goes through everything.

use homing_microc::generate::{GenerateOptions, generate};
use homing_microc::{cfg, json, normalise, parse, print};
use homing_microc_run::{Machine, Options};
use homing_random::Random;
use num_bigint::BigInt;

const PIECES: [&str; 40] = [
    "(", ")", "{", "}", "[", "]", ";", ",", ".", ":", "=", "==", "!=", "!", "&", "&&", "||", "|", "*", "/", "+", "-", "<", ">=",
    "input", "null", "alloc ", "var ", "return ", "output ", "while (", "if (", "else ", "/*", "*/", "//", "0", "\u{e4}", "\0",
    "main",
];

/// The text with one to four small changes.
fn mutated(text: &str, rng: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(chars.len() + 1);
        let len = (1 + rng.below(6)).min(chars.len() - at);
        match rng.below(6) {
            0 => _ = chars.drain(at..at + len),
            1 => {
                let copy: Vec<char> = chars[at..at + len].to_vec();
                chars.splice(at..at, copy);
            }
            2 => {
                let piece: Vec<char> = PIECES[rng.below(PIECES.len())].chars().collect();
                chars.splice(at..at, piece);
            }
            3 => {
                let piece: Vec<char> = PIECES[rng.below(PIECES.len())].chars().collect();
                chars.splice(at..at + len, piece);
            }
            4 if rng.below(8) == 0 => chars.truncate(at),
            _ if chars.len() > 1 => {
                let (a, b) = (rng.below(chars.len()), rng.below(chars.len()));
                chars.swap(a, b);
            }
            _ => {}
        }
    }
    chars.into_iter().collect()
}

/// What is still a program goes through every pass. Returns how many messages there were.
fn survives(text: &str) -> usize {
    match parse("t.uc", text) {
        Err(errors) => {
            assert!(!errors.is_empty());
            let lines = text.split('\n').count() as u32;
            for e in &errors {
                assert!(e.pos.line >= 1 && e.pos.line <= lines && e.pos.column >= 1, "{e}\n{text}");
                assert!(!e.message.is_empty() && e.to_string().len() < 2000);
            }
            assert!(errors.windows(2).all(|w| w[0].pos <= w[1].pos));
            errors.len()
        }
        Ok(ast) => {
            let printed = print(&ast);
            let again = parse("t.uc", &printed).unwrap_or_else(|e| panic!("{}\n{printed}", e[0]));
            assert!(again.same(&ast), "{printed}");
            assert_eq!(print(&again), printed);
            assert!(json::import(&json::export(&ast, 1)).unwrap().same(&ast));
            assert!(!cfg::cfg_dot(&normalise(&ast).unwrap()).is_empty());
            let machine = Machine::new(&ast, Options { step_limit: Some(1000), ..Options::default() }).unwrap();
            let args = vec![BigInt::from(3); machine.main_params()];
            machine.run(&mut (0..20).map(BigInt::from), &args).unwrap();
            0
        }
    }
}

#[test]
fn mutated_programs_give_messages() {
    let mut rng = Random::new(5);
    let mut counts = [0; 3];
    for seed in 0..2000 {
        let o = GenerateOptions {
            seed,
            larger: seed % 4 == 0,
            max_top_lvl_stmts_count: 4,
            max_block_depth: 2,
            ..GenerateOptions::default()
        };
        let text = mutated(&generate(&o).unwrap(), &mut rng);
        counts[survives(&text).min(2)] += 1;
    }
    // Most are wrong, some in several places, some still programs.
    assert!(counts[0] > 20 && counts[1] > 200 && counts[2] > 200, "{counts:?}");
}

#[test]
fn every_prefix_of_a_program_gives_a_message() {
    let text =
        generate(&GenerateOptions { seed: 12, larger: true, max_top_lvl_stmts_count: 3, ..GenerateOptions::default() }).unwrap();
    for end in 0..text.trim_end().len() {
        if let Ok(ast) = parse("t.uc", &text[..end]) {
            panic!("{end} of {} characters: {} functions", text.len(), ast.functions.len());
        }
    }
}

#[test]
fn noise_gives_messages() {
    let mut rng = Random::new(9);
    for _ in 0..500 {
        let text: String = (0..rng.below(300)).map(|_| PIECES[rng.below(PIECES.len())]).collect();
        survives(&text);
        let text: String = (0..rng.below(300)).map(|_| char::from(rng.below(128) as u8)).collect();
        survives(&text);
    }
}
