//! Tells whether a folder is still where it was opened, before something is written in it by its path.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A folder, held open so that no other can be taken for it.
#[derive(Debug)]
pub struct HeldFolder {
    path: PathBuf,
    /// `None` where the system opens no folders, or this one could not be opened: nothing is known of it then.
    opened: Option<File>,
}

/// A folder was moved or replaced since it was opened.
#[derive(Debug, thiserror::Error)]
#[error("the folder was moved or replaced")]
pub struct FolderMoved;

impl HeldFolder {
    /// Opens the folder.
    pub fn open(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            opened: crate::folder_lock::open_folder(path).ok(),
        }
    }

    /// Returns whether the path still leads to it.
    pub fn is_in_place(&self) -> bool {
        let opened = self.opened.as_ref();
        opened
            .is_none_or(|opened| crate::folder_lock::is_at(opened, &self.path).unwrap_or_default())
    }

    /// Refuses what would be written into another folder.
    ///
    /// # Errors
    /// Holds [`FolderMoved`] if the path leads to nothing or to something else.
    pub fn check(&self) -> io::Result<()> {
        if self.is_in_place() {
            return Ok(());
        }
        Err(io::Error::other(FolderMoved))
    }
}

impl FolderMoved {
    /// Returns whether this is why something could not be written.
    pub fn is_cause_of(error: &io::Error) -> bool {
        matches!(error.get_ref(), Some(cause) if cause.is::<Self>())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_folder_is_in_place_while_its_path_leads_to_it() {
        type Change = fn(&Path, &Path);
        let changes: [(&str, Change, bool); 5] = [
            ("nothing", |_, _| {}, true),
            ("moved", |at, away| fs::rename(at, away).unwrap(), false),
            (
                "moved, with another in its place",
                |at, away| {
                    fs::rename(at, away).unwrap();
                    fs::create_dir(at).unwrap();
                },
                false,
            ),
            (
                "moved, with a link in its place",
                |at, away| {
                    fs::rename(at, away).unwrap();
                    std::os::unix::fs::symlink(away, at).unwrap();
                },
                true,
            ),
            (
                "moved and moved back",
                |at, away| {
                    fs::rename(at, away).unwrap();
                    fs::rename(away, at).unwrap();
                },
                true,
            ),
        ];
        for (what, change, expected) in changes {
            let dir = tempfile::tempdir().unwrap();
            let (at, away) = (dir.path().join("data"), dir.path().join("away"));
            fs::create_dir(&at).unwrap();
            let held = HeldFolder::open(&at);
            change(&at, &away);
            let moved = held.check().err();
            assert_eq!(held.is_in_place(), expected, "{what}");
            assert_eq!(
                moved.is_none_or(|error| !FolderMoved::is_cause_of(&error)),
                expected,
                "{what}"
            );
        }
        let unknown = HeldFolder::open(Path::new("/nowhere/at/all"));
        assert!(unknown.is_in_place(), "nothing is known of it");
    }
}
