//! Keeps a data folder to one program at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use crate::paths::{Paths, PathsError};

/// How often a lock is tried on what has taken the place of what was opened.
const TRIES: usize = 3;

/// Holds a data folder until it is dropped. The system lets go of it when the program ends, however that happens.
#[derive(Debug)]
pub struct FolderLock(
    /// The folder itself, where the system can lock it: nobody can remove that and make another. Then a file in it, for
    /// versions that know only this.
    Vec<File>,
);

impl FolderLock {
    /// Makes and locks the folder, or says which program has it.
    pub fn take(paths: &Paths) -> Result<Self, PathsError> {
        paths.create()?;
        let mut lock = Self(Vec::new());
        let places: [(&Path, Open); 2] = [
            (paths.data_dir(), open_folder),
            (&paths.lock_file(), open_file),
        ];
        for (path, open) in places {
            match lock_at(path, open) {
                Ok(file) => lock.0.push(file),
                Err(TryLockError::WouldBlock) => {
                    return Err(PathsError::InUse(paths.data_dir().to_owned()));
                }
                // Not every disk can be written or has locks; opening the database says what matters of that.
                Err(TryLockError::Error(error)) => {
                    tracing::warn!(path = %path.display(), %error, "the data folder cannot be locked here");
                }
            }
        }
        Ok(lock)
    }
}

impl FolderLock {
    /// Returns whether nobody else can have the folder: the folder itself is locked, not only a file that may have taken
    /// the place of another.
    pub fn is_exclusive(&self) -> bool {
        let is_folder = |file: &File| file.metadata().is_ok_and(|found| found.is_dir());
        self.0.iter().any(is_folder)
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // Closing alone leaves it locked while a program that is just being started has a copy of the handle.
        for file in &self.0 {
            if let Err(error) = file.unlock() {
                tracing::warn!(%error, "the data folder was not unlocked");
            }
        }
    }
}

type Open = fn(&Path) -> io::Result<File>;

/// Locks what is at a path, and is still there once it is locked.
fn lock_at(path: &Path, open: Open) -> Result<File, TryLockError> {
    for _ in 0..TRIES {
        let file = open(path).map_err(TryLockError::Error)?;
        file.try_lock()?;
        if is_at(&file, path).map_err(TryLockError::Error)? {
            return Ok(file);
        }
    }
    // Somebody else is at work there.
    Err(TryLockError::WouldBlock)
}

/// Whether what was opened is what a path leads to.
#[cfg(unix)]
pub(crate) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (opened, found) = (file.metadata()?, fs::metadata(path));
    Ok(found.is_ok_and(|found| (found.dev(), found.ino()) == (opened.dev(), opened.ino())))
}

// What is open cannot be removed.
#[cfg(not(unix))]
pub(crate) fn is_at(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(unix)]
pub(crate) fn open_folder(path: &Path) -> io::Result<File> {
    File::open(path)
}

#[cfg(not(unix))]
pub(crate) fn open_folder(_path: &Path) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

fn open_file(path: &Path) -> io::Result<File> {
    // Through no link, and nothing that waits for a reader.
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other("it is no file"));
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    #[cfg(windows)]
    {
        // Reading and writing by others, but no removing.
        const SHARED: u32 = 0x1 | 0x2;
        std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, SHARED);
    }
    // A folder on a disk that became read-only has the file from before.
    options.open(path).or_else(|_| File::open(path))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_made_through_no_link() {
        let dir = tempfile::tempdir().unwrap();
        let (paths, other) = (Paths::at(dir.path().join("data")), dir.path().join("other"));
        paths.create().unwrap();
        std::os::unix::fs::symlink(&other, paths.lock_file()).unwrap();
        drop(FolderLock::take(&paths).unwrap());
        assert!(!other.exists(), "nothing is made elsewhere");
        fs::remove_file(paths.lock_file()).unwrap();
        let held = FolderLock::take(&paths).unwrap();
        assert!(
            matches!(FolderLock::take(&paths), Err(PathsError::InUse(_))),
            "a file of its own is locked"
        );
        drop(held);
    }

    #[test]
    fn a_folder_has_one_owner_whatever_becomes_of_its_lock_file() {
        type Change = fn(&Path);
        let changes: [(&str, Change); 4] = [
            ("removed", |_| {}),
            ("another file", |path| fs::write(path, "").unwrap()),
            ("a folder", |path| fs::create_dir(path).unwrap()),
            ("a link", |path| {
                std::os::unix::fs::symlink("elsewhere", path).unwrap();
            }),
        ];
        for (now, change) in changes {
            let dir = tempfile::tempdir().unwrap();
            let paths = Paths::at(dir.path());
            let held = FolderLock::take(&paths).unwrap();
            fs::remove_file(paths.lock_file()).unwrap();
            change(&paths.lock_file());
            assert!(held.is_exclusive(), "{now}");
            let second = FolderLock::take(&paths);
            assert!(matches!(second, Err(PathsError::InUse(_))), "{now}");
            drop(held);
            FolderLock::take(&paths).unwrap();
        }
    }

    #[test]
    fn what_takes_the_place_of_the_folder_is_locked_in_its_stead() {
        let dir = tempfile::tempdir().unwrap();
        let (paths, moved) = (Paths::at(dir.path().join("data")), dir.path().join("moved"));
        let held = FolderLock::take(&paths).unwrap();
        fs::rename(paths.data_dir(), &moved).unwrap();
        let other = FolderLock::take(&paths).unwrap();
        let of_moved = FolderLock::take(&Paths::at(&moved));
        assert!(matches!(of_moved, Err(PathsError::InUse(_))));
        drop((held, other));
    }
}
