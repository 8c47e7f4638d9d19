//! Inputs and arguments as people write them.

use num_bigint::BigInt;

/// Digits of the longest number that is read.
const MAX_DIGITS: usize = 100_000;

/// The numbers of a text, separated by blanks, line ends or commas. Fails with a message about the first word that is
/// no number.
pub fn read_numbers(text: &str) -> Result<Vec<BigInt>, String> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',');
    words.filter(|w| !w.is_empty()).map(read_number).collect()
}

/// A whole number in decimal digits, with or without a sign.
pub fn read_number(word: &str) -> Result<BigInt, String> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        let shown: String = word.chars().take(40).collect();
        return Err(format!("`{shown}` is no whole number"));
    }
    if digits.len() > MAX_DIGITS {
        return Err(format!("a number of {} digits is too long; at most {MAX_DIGITS} are read", digits.len()));
    }
    word.parse().map_err(|e| format!("`{word}`: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read() {
        let numbers = read_numbers(" 3 -4\n\n+5,6\t100000000000000000000 ").unwrap();
        let texts: Vec<String> = numbers.iter().map(|n| n.to_string()).collect();
        assert_eq!(texts, ["3", "-4", "5", "6", "100000000000000000000"]);
        assert_eq!(read_numbers(" \n").unwrap(), []);
    }

    #[test]
    fn other_words_are_refused() {
        for word in ["x", "1_0", "0x10", "-", "1.5", "--1", "1-", "\u{663}"] {
            let message = read_numbers(&format!("1 {word} 2")).unwrap_err();
            assert_eq!(message, format!("`{word}` is no whole number"));
        }
        assert!(read_number(&"1".repeat(MAX_DIGITS + 1)).is_err());
    }
}
