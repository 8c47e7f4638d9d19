//! The `.ktest` format, version 3: what KLEE's tools read and write.

use std::fmt;

/// A test case file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KTest {
    /// Command line of the program that was analysed.
    pub args: Vec<String>,
    /// Objects in the order in which the program asks for them.
    pub objects: Vec<(String, Vec<u8>)>,
}

/// What is wrong with a file that should be a test case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KTestError {
    /// It does not begin as such files do.
    NotATest,
    /// A version that is not understood.
    Version(u32),
    /// It ends too early; the part that was being read.
    Truncated(&'static str),
    /// Bytes are left over at the end.
    Trailing(usize),
}

impl fmt::Display for KTestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KTestError::NotATest => write!(f, "not a .ktest file (it does not begin with KTEST)"),
            KTestError::Version(v) => write!(f, ".ktest version {v} is not supported (1 to 3 are)"),
            KTestError::Truncated(what) => write!(f, "truncated .ktest file: it ends inside the {what}"),
            KTestError::Trailing(n) => write!(f, "damaged .ktest file: {n} bytes after its end"),
        }
    }
}

impl std::error::Error for KTestError {}

const VERSION: u32 = 3;

impl KTest {
    /// The bytes of the file.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = b"KTEST".to_vec();
        let word = |out: &mut Vec<u8>, v: usize| out.extend((v as u32).to_be_bytes());
        word(&mut out, VERSION as usize);
        word(&mut out, self.args.len());
        for a in &self.args {
            word(&mut out, a.len());
            out.extend(a.as_bytes());
        }
        word(&mut out, 0); // symArgvs
        word(&mut out, 0); // symArgvLen
        word(&mut out, self.objects.len());
        for (name, bytes) in &self.objects {
            word(&mut out, name.len());
            out.extend(name.as_bytes());
            word(&mut out, bytes.len());
            out.extend(bytes);
        }
        out
    }

    /// Reads a file's bytes.
    pub fn decode(bytes: &[u8]) -> Result<KTest, KTestError> {
        let rest = bytes.strip_prefix(b"KTEST").or_else(|| bytes.strip_prefix(b"BOUT\n")).ok_or(KTestError::NotATest)?;
        let mut r = Reader { rest };
        let version = r.word("version")?;
        if version == 0 || version > VERSION {
            return Err(KTestError::Version(version));
        }
        let mut test = KTest::default();
        for _ in 0..r.word("number of arguments")? {
            test.args.push(r.text("arguments")?);
        }
        if version >= 2 {
            r.word("symbolic arguments")?;
            r.word("symbolic arguments")?;
        }
        for _ in 0..r.word("number of objects")? {
            let name = r.text("object's name")?;
            let len = r.word("object's size")?;
            test.objects.push((name, r.take(len, "object's bytes")?.to_vec()));
        }
        if r.rest.is_empty() { Ok(test) } else { Err(KTestError::Trailing(r.rest.len())) }
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: u32, what: &'static str) -> Result<&'a [u8], KTestError> {
        let (head, tail) = self.rest.split_at_checked(n as usize).ok_or(KTestError::Truncated(what))?;
        self.rest = tail;
        Ok(head)
    }
    fn word(&mut self, what: &'static str) -> Result<u32, KTestError> {
        let b = self.take(4, what)?;
        Ok(u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
    }
    fn text(&mut self, what: &'static str) -> Result<String, KTestError> {
        let len = self.word(what)?;
        Ok(String::from_utf8_lossy(self.take(len, what)?).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> KTest {
        KTest { args: vec!["prog.bc".into()], objects: vec![("x".into(), vec![7, 0, 0, 0]), ("buf".into(), vec![])] }
    }

    #[test]
    fn the_bytes_are_the_documented_ones() {
        let expected: &[u8] = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x07prog.bc\0\0\0\0\0\0\0\0\0\0\0\x02\
            \0\0\0\x01x\0\0\0\x04\x07\0\0\0\0\0\0\x03buf\0\0\0\0";
        assert_eq!(sample().encode(), expected);
    }

    #[test]
    fn decode_is_the_inverse() {
        assert_eq!(KTest::decode(&sample().encode()), Ok(sample()));
    }

    #[test]
    fn every_truncation_is_an_error() {
        let bytes = sample().encode();
        for n in 0..bytes.len() {
            assert!(KTest::decode(&bytes[..n]).is_err(), "prefix of {n} bytes was accepted");
        }
        let mut longer = bytes;
        longer.push(0);
        assert_eq!(KTest::decode(&longer), Err(KTestError::Trailing(1)));
    }

    #[test]
    fn newer_versions_are_refused() {
        let mut bytes = sample().encode();
        bytes[8] = 4;
        assert_eq!(KTest::decode(&bytes), Err(KTestError::Version(4)));
    }
}
