//! What is put into an object's section `.homing.bc`: records one after the other, each telling its own length, so that
//! linkers may put the sections of many objects together in any order.

/// The section's name.
pub const SECTION: &str = ".homing.bc";

const MAGIC: &[u8; 8] = b"HOMING\x00B";
const VERSION: u8 = 1;
/// Magic, version, kind, length of the name, length of the data.
const HEAD: usize = 8 + 1 + 1 + 4 + 8;

/// One record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub kind: Kind,
    /// The source file, as an absolute path; the linked file for `Link`.
    pub name: String,
    pub data: Vec<u8>,
}

/// What a record's data is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// LLVM bitcode.
    Bitcode,
    /// Why there is no bitcode, as text.
    Missing,
    /// Arguments that a link was made with, each ended by a zero byte.
    Link,
}

impl Record {
    /// Appends the record as it stands in the section.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let kind = match self.kind {
            Kind::Bitcode => 1,
            Kind::Missing => 2,
            Kind::Link => 3,
        };
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&[VERSION, kind]);
        out.extend_from_slice(&(self.name.len() as u32).to_le_bytes());
        out.extend_from_slice(&(self.data.len() as u64).to_le_bytes());
        out.extend_from_slice(self.name.as_bytes());
        out.extend_from_slice(&self.data);
    }

    /// A record of link arguments.
    pub fn link(name: String, arguments: &[String]) -> Record {
        let mut data = Vec::new();
        for a in arguments {
            data.extend_from_slice(a.as_bytes());
            data.push(0);
        }
        Record { kind: Kind::Link, name, data }
    }

    /// The arguments in a record of that kind.
    pub fn arguments(&self) -> Vec<String> {
        let mut parts: Vec<&[u8]> = self.data.split(|b| *b == 0).collect();
        parts.pop();
        parts.into_iter().map(|p| String::from_utf8_lossy(p).into_owned()).collect()
    }
}

/// Does the file hold records? A look for the magic bytes alone.
pub fn has_records(bytes: &[u8]) -> bool {
    bytes.windows(MAGIC.len()).any(|w| w == MAGIC)
}

/// Takes a section's bytes apart. `Err` says what is wrong with them.
pub fn decode(mut bytes: &[u8]) -> Result<Vec<Record>, String> {
    let mut records = Vec::new();
    loop {
        // A linker may have put zeros between what it concatenated.
        let padding = bytes.iter().take_while(|b| **b == 0).count();
        bytes = &bytes[padding..];
        if bytes.is_empty() {
            return Ok(records);
        }
        let cut = || "a record is cut off".to_string();
        if !bytes.starts_with(MAGIC) {
            return Err("there is something that is no record".into());
        }
        let head = bytes.get(..HEAD).ok_or_else(cut)?;
        if head[8] != VERSION {
            return Err(format!("a record has version {}, this program knows {VERSION}", head[8]));
        }
        let kind = match head[9] {
            1 => Kind::Bitcode,
            2 => Kind::Missing,
            3 => Kind::Link,
            n => return Err(format!("a record is of the unknown kind {n}")),
        };
        let number = |range: std::ops::Range<usize>| head[range].iter().rev().fold(0u64, |n, b| n << 8 | u64::from(*b));
        let (name_end, data) = (HEAD as u64 + number(10..14), number(14..22));
        let end = name_end.checked_add(data).and_then(|e| usize::try_from(e).ok()).ok_or_else(cut)?;
        let whole = bytes.get(..end).ok_or_else(cut)?;
        let (head, data) = whole.split_at(name_end as usize);
        records.push(Record { kind, name: String::from_utf8_lossy(&head[HEAD..]).into_owned(), data: data.to_vec() });
        bytes = &bytes[end..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Record> {
        vec![
            Record { kind: Kind::Bitcode, name: "/a/b.c".into(), data: vec![0, 1, 2, 0] },
            Record { kind: Kind::Missing, name: "/a/ü.s".into(), data: b"assembler".to_vec() },
            Record::link("/a/prog".into(), &["-lm".into(), "-L/x y".into(), String::new()]),
        ]
    }

    #[test]
    fn records_survive_concatenation_and_padding() {
        let mut bytes = vec![0; 3];
        for r in samples() {
            r.encode(&mut bytes);
            bytes.extend_from_slice(&[0; 5]);
        }
        assert_eq!(decode(&bytes), Ok(samples()));
        assert!(has_records(&bytes));
        assert_eq!(samples()[2].arguments(), ["-lm", "-L/x y", ""]);
        assert_eq!(decode(&[]), Ok(vec![]));
    }

    #[test]
    fn every_cut_is_noticed() {
        let mut bytes = Vec::new();
        samples()[1].encode(&mut bytes);
        for n in 1..bytes.len() {
            assert!(decode(&bytes[..n]).is_err(), "{n}");
        }
        bytes[8] = 9;
        assert!(decode(&bytes).is_err_and(|e| e.contains("version 9")));
        bytes[8] = 1;
        bytes[14..22].fill(0xff);
        assert!(decode(&bytes).is_err());
    }
}
