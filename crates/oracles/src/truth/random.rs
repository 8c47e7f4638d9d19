//! Programs with loops, calls, pointers and records over one or two bytes, from the generator that the other oracles use, for the real program.

use homing_explore::Rng;

use super::probes::search;
use super::subject::{Byte, Given, Subject};
use crate::generate::{Shape, generate};

/// The program of a seed.
pub fn subject(seed: u64, rng: &mut Rng) -> Result<Subject, String> {
    let shape = Shape { bytes: 1 + rng.below(2), errors: false, floats: rng.below(6) == 0 };
    let text = generate(seed, shape).text;
    let (body, _) = text.split_once("\n#ifdef NATIVE\nint main(void) {").ok_or("a program without a driver")?;
    let body = body
        .replace("#define HIT covered[__LINE__] = 1\n", "")
        .replace("#define HIT (void)0\n", "")
        .replace("while (HIT, (", "while ((")
        .replace(
            "static void homing_output(unsigned long long v) { sum = (sum ^ v) * 1099511628211ULL; }\n",
            "#define homing_output(v) (sum ^= (v))\n",
        )
        .replace(&format!("#define INPUTS {}\nstatic u8 in[INPUTS];\n", shape.bytes), "");
    let main =
        "\nint main(void) {\nINPUTS;\n#ifdef NATIVE\nreset();\nif (setjmp(done)) return 0;\n#endif\nprogram();\nreturn 0;\n}\n";
    let two_as_one = rng.below(2) == 0;
    let mut s = Subject::new("", &(body + main), &vec![Byte::Any; shape.bytes], Given::Here, two_as_one);
    s.flags = search(rng);
    s.cflags = vec!["-fwrapv".into(), "-fno-strict-aliasing".into(), format!("-O{}", rng.below(4))];
    if rng.below(5) == 0 {
        s.flags.push("--32".into());
        s.cflags.extend(["-msse2".into(), "-mfpmath=sse".into()]);
    }
    Ok(s)
}
