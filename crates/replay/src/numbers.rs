//! Numbers as text: what users give to `run`, and what a test case leaves behind.

use homing_exec::TestCase;
use homing_ir::{InputKind, InputValue};
use homing_report::Input;
use num_bigint::BigInt;

/// Numbers with blanks between them; a line that begins with `#` is a remark.
pub fn parse_numbers(text: &str) -> Result<Vec<BigInt>, String> {
    let lines: Vec<&str> = text.lines().filter(|l| !l.trim_start().starts_with('#')).collect();
    homing_microc_run::read_numbers(&lines.join("\n"))
}

/// The numbers of a test case: the arguments of `main`, then the inputs.
pub(crate) fn numbers_of(test: &TestCase, params: usize) -> Option<(Vec<BigInt>, Vec<BigInt>)> {
    let mut all: Vec<BigInt> = test.inputs.iter().map(|i| i.number()?.parse().ok()).collect::<Option<_>>()?;
    if all.len() < params {
        // The path ended before it looked at them; any value will do.
        all.resize(params, BigInt::default());
    }
    let inputs = all.split_off(params);
    Some((all, inputs))
}

/// The inputs as a file that `homing microc run --input-file` takes, with the call as a remark.
pub fn test_text(test: &TestCase, params: usize, width: Option<u32>, program: &str, file: &str) -> String {
    let (args, inputs) = numbers_of(test, params).unwrap_or_default();
    let list = |of: &[BigInt]| of.iter().map(|n| n.to_string()).collect::<Vec<_>>();
    let mut call = format!("# homing microc run {program}");
    if !args.is_empty() {
        call.push_str(&format!(" --args \"{}\"", list(&args).join(" ")));
    }
    if let Some(w) = width {
        call.push_str(&format!(" --int-width {w}"));
    }
    call.push_str(&format!(" --input-file {file}\n"));
    for n in list(&inputs) {
        call.push_str(&n);
        call.push('\n');
    }
    call
}

/// The first inputs are the arguments of `main`: they get the names of its parameters.
pub fn name_arguments(inputs: &mut [Input], params: &[String]) {
    for (input, name) in inputs.iter_mut().zip(params) {
        input.name = name.clone();
    }
}

/// A test case of such numbers.
pub fn test_case(numbers: &[BigInt]) -> TestCase {
    let value = |n: &BigInt| InputValue {
        name: "input".into(),
        kind: InputKind::Number,
        bytes: n.to_string().into_bytes(),
        type_name: String::new(),
    };
    TestCase { inputs: numbers.iter().map(value).collect(), ..TestCase::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_remarks() {
        let of = |text: &str| parse_numbers(text).map(|l| l.iter().map(|n| n.to_string()).collect::<Vec<_>>());
        assert_eq!(
            of(" 3 -4\n# 9 9\n+5\t123456789012345678901234567890 ").unwrap().join(" "),
            "3 -4 5 123456789012345678901234567890"
        );
        assert_eq!(of("").unwrap().len(), 0);
        for bad in ["x", "1.5", "1 # 2"] {
            assert!(of(bad).is_err(), "{bad}");
        }
    }
}
