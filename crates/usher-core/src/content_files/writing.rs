//! Writes contents to files, under names that are free or in folders of their own, and removes the copies of an earlier
//! run.

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use usher_system::blocking::spawn_io;
use usher_system::paths::write_or_remove;
use usher_types::wire::SavedFile;

use super::ContentError;
use crate::dragged_files::is_of_drag;

/// Removes the folders that copies were written into, by their names: what has another is not Usher's.
pub(super) fn empty(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_own = name
            .to_str()
            .is_some_and(|name| is_of_content(name) || is_of_drag(name));
        if is_own && entry.file_type()?.is_dir() {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Returns whether a folder is named after a content: by a SHA-256 in hexadecimal.
fn is_of_content(name: &str) -> bool {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    name.len() == 64 && name.bytes().all(is_digit)
}

pub(super) async fn write(
    path: PathBuf,
    write: impl FnOnce(&Path) -> io::Result<u64> + Send + 'static,
) -> Result<SavedFile, ContentError> {
    let target = path.clone();
    match spawn_io(move || write(&target)).await {
        Ok(size_bytes) => Ok(SavedFile {
            path: path.display().to_string(),
            size_bytes,
        }),
        Err(source) => Err(ContentError::Unwritable { path, source }),
    }
}

/// Writes a file into a folder of its own, so that two of one name do not meet.
pub(super) async fn write_in_own_folder(
    path: PathBuf,
    replace: impl FnOnce(&Path) -> io::Result<u64> + Send + 'static,
) -> Result<SavedFile, ContentError> {
    write(path, move |path| {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
            // Through no link to another folder.
            if !std::fs::symlink_metadata(folder)?.is_dir() {
                return Err(io::ErrorKind::NotADirectory.into());
            }
        }
        replace(path)
    })
    .await
}

/// A path in a folder that names no file yet: `plan.md`, `plan (2).md`.
pub(super) fn free_path(folder: &Path, name: &str, taken: &mut HashSet<String>) -> PathBuf {
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) => (stem, format!(".{extension}")),
        None => (name, String::new()),
    };
    let mut number = 1;
    loop {
        let candidate = match number {
            1 => name.to_owned(),
            _ => format!("{stem} ({number}){extension}"),
        };
        let path = folder.join(&candidate);
        // On some systems names differ only in more than case.
        if !path.exists() && taken.insert(candidate.to_lowercase()) {
            return path;
        }
        number += 1;
    }
}

pub(super) fn new_file(path: &Path, bytes: &[u8]) -> io::Result<u64> {
    let file = std::fs::File::create_new(path)?;
    write_or_remove(path, file, |file| file.write_all(bytes))?;
    Ok(bytes.len() as u64)
}

/// Replaces a file whole, or not at all. The new one gets the permissions of any file the person makes.
pub(super) fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<u64> {
    let folder = path.parent().unwrap_or(Path::new("."));
    #[cfg_attr(
        not(unix),
        expect(
            unused_mut,
            reason = "elsewhere a folder gives its files their permissions"
        )
    )]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(bytes.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_folder_get_names_of_their_own() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        std::fs::write(folder.path().join("plan.md"), "there").expect("a file");
        let mut taken = HashSet::new();
        let names: Vec<_> = ["plan.md", "notes", "NOTES", "a.tar.gz", "a.tar.gz"]
            .iter()
            .map(|name| free_path(folder.path(), name, &mut taken))
            .map(|path| path.file_name().unwrap_or_default().to_owned())
            .collect();
        assert_eq!(
            names,
            [
                "plan (2).md",
                "notes",
                "NOTES (2)",
                "a.tar.gz",
                "a.tar (2).gz"
            ],
            "a file that is there is never replaced"
        );
    }

    #[test]
    fn only_folders_of_copies_are_removed() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let (content, drag) = ("0f".repeat(32), "dragged-12");
        let others = ["dragged-", "dragged-x", "holiday", &"0F".repeat(32)].map(str::to_owned);
        for name in others.iter().map(String::as_str).chain([&*content, drag]) {
            let made = folder.path().join(name);
            std::fs::create_dir(&made).expect("a folder");
            std::fs::write(made.join("plan.md"), "text").expect("a file");
        }
        empty(folder.path()).expect("it is emptied");
        for name in others {
            assert!(folder.path().join(&name).join("plan.md").exists(), "{name}");
        }
        for name in [&*content, drag] {
            assert!(!folder.path().join(name).exists(), "{name}");
        }
    }

    #[test]
    fn saving_changes_no_other_file() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let path = folder.path().join("report.pdf");
        let beside = folder.path().join("report.pdf.part");
        std::fs::write(&path, "old").expect("a file");
        std::fs::write(&beside, "of the person").expect("a file");
        replace_file(&path, b"new").expect("it is replaced");
        let read = |path| std::fs::read_to_string(path).expect("a file");
        assert_eq!(
            (read(&path), read(&beside)),
            ("new".to_owned(), "of the person".to_owned()),
            "a download that some other program has begun stays"
        );
        let missing = folder.path().join("gone").join("report.pdf");
        assert!(
            replace_file(&missing, b"new").is_err(),
            "the folder is gone"
        );
        let left = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(left, 2, "nothing half written is left");
    }
}
