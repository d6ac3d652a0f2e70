//! Keeps a data folder to one program at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use crate::paths::{Paths, PathsError};

/// Holds a data folder until it is dropped. The system lets go of it when the program ends, however that happens.
#[derive(Debug)]
pub struct FolderLock(Option<File>);

impl FolderLock {
    /// Makes and locks the folder, or says which program has it.
    pub fn take(paths: &Paths) -> Result<Self, PathsError> {
        paths.create()?;
        match lock(&paths.lock_file()) {
            Ok(file) => Ok(Self(Some(file))),
            Err(TryLockError::WouldBlock) => Err(PathsError::InUse(paths.data_dir().to_owned())),
            // Not every disk can be written or has locks; opening the database says what matters of that.
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, "the data folder cannot be locked");
                Ok(Self(None))
            }
        }
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // Closing alone leaves it locked while a program that is just being started has a copy of the handle.
        if let Some(file) = &self.0
            && let Err(error) = file.unlock()
        {
            tracing::warn!(%error, "the data folder was not unlocked");
        }
    }
}

fn lock(path: &Path) -> Result<File, TryLockError> {
    let file = open(path).map_err(TryLockError::Error)?;
    file.try_lock()?;
    Ok(file)
}

fn open(path: &Path) -> io::Result<File> {
    // Through no link, and nothing that waits for a reader.
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other("it is no file"));
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
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
}
