//! Inputs that the user brings: files, and folders of them.

use std::path::{Path, PathBuf};

use homing_explore::SeedInput;
use homing_host::{Failure, io_message};
use homing_report::{KTest, KTestError};

/// All of them, those of a folder in the order of their names.
pub fn read(paths: &[PathBuf]) -> Result<Vec<SeedInput>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        let files = if path.is_dir() { inside(path)? } else { vec![path.clone()] };
        for file in files {
            all.push(one(&file)?);
        }
    }
    Ok(all)
}

fn inside(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|e| bad(folder, &io_message(&e)))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| p.is_file()).collect();
    files.sort();
    if files.is_empty() {
        return Err(bad(folder, "there is no file in it"));
    }
    Ok(files)
}

fn one(file: &Path) -> Result<SeedInput, Failure> {
    let bytes = std::fs::read(file).map_err(|e| bad(file, &io_message(&e)))?;
    match KTest::decode(&bytes) {
        Ok(test) => Ok(SeedInput::Named(test.objects)),
        Err(KTestError::NotATest) => Ok(SeedInput::Raw(bytes)),
        Err(e) => Err(bad(file, &e.to_string())),
    }
}

fn bad(path: &Path, why: &str) -> Failure {
    Failure::input(format!("--seed-input {}: {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_are_read_in_order() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| std::fs::write(dir.path().join(name), bytes).unwrap();
        file("b", b"raw");
        let objects = vec![("x".to_string(), vec![1, 2])];
        file("a.ktest", &KTest { args: Vec::new(), objects: objects.clone() }.encode());
        let seeds = read(&[dir.path().to_path_buf(), dir.path().join("b")]).unwrap();
        let raw = SeedInput::Raw(b"raw".to_vec());
        assert_eq!(seeds, [SeedInput::Named(objects), raw.clone(), raw]);
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let told = |path: PathBuf| read(&[path]).unwrap_err().to_string();
        assert!(told(dir.path().join("none")).contains("none"));
        assert!(told(dir.path().to_path_buf()).contains("no file"));
        std::fs::write(dir.path().join("half"), b"KTEST\0").unwrap();
        assert!(told(dir.path().join("half")).contains("truncated"));
    }
}
