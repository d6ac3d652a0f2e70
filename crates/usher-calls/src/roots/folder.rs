//! One folder: what may become one, and how it is now. Looking at a folder may take as long as its disk.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path};
use usher_messages::Message;
use usher_types::roots::{RootFolder, RootScope, RootState};

use usher_types::id::RootId;

/// Why a folder cannot be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum FolderProblem {
    /// No path, or one that depends on where Usher was started.
    NotAbsolute,
    /// It goes up again.
    GoesUp,
    Missing,
    /// There is something else.
    NotAFolder,
    /// Usher may not read it.
    Unreadable,
    /// No URI can name it.
    Unnameable,
    /// The list has it.
    AlreadyThere,
}

impl FolderProblem {
    /// Describes it for the person.
    pub fn message(self) -> Message {
        Message::new(match self {
            Self::NotAbsolute => "folder.notAbsolute",
            Self::GoesUp => "folder.goesUp",
            Self::Missing => "folder.missing",
            Self::NotAFolder => "folder.notAFolder",
            Self::Unreadable => "folder.unreadable",
            Self::Unnameable => "folder.unnameable",
            Self::AlreadyThere => "folder.alreadyThere",
        })
    }
}

/// Makes a folder of what the person typed. Reads the disk.
pub(super) fn check_folder(
    scope: RootScope,
    path: &str,
    name: &str,
) -> Result<RootFolder, FolderProblem> {
    let written = Path::new(path.trim());
    if !written.is_absolute() {
        return Err(FolderProblem::NotAbsolute);
    }
    if written
        .components()
        .any(|component| component == Component::ParentDir)
    {
        return Err(FolderProblem::GoesUp);
    }
    let path = fs::canonicalize(written).map_err(|error| problem(&error))?;
    if !path.is_dir() {
        return Err(FolderProblem::NotAFolder);
    }
    fs::read_dir(&path).map_err(|error| problem(&error))?;
    RootFolder::known(RootId::generate(), scope, path, name).ok_or(FolderProblem::Unnameable)
}

/// How it is now. Reads the disk.
pub(super) fn folder_state(folder: &RootFolder) -> RootState {
    match fs::canonicalize(&folder.path) {
        Ok(path) if path == folder.path && path.is_dir() => match fs::read_dir(&path) {
            Ok(_) => RootState::Accessible,
            Err(_) => RootState::Unreadable,
        },
        Ok(_) => RootState::Replaced,
        Err(error) if error.kind() == ErrorKind::NotFound => RootState::Missing,
        Err(_) => RootState::Unreadable,
    }
}

fn problem(error: &std::io::Error) -> FolderProblem {
    match error.kind() {
        ErrorKind::NotFound => FolderProblem::Missing,
        ErrorKind::NotADirectory => FolderProblem::NotAFolder,
        _ => FolderProblem::Unreadable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_whole_and_real_and_has_no_way_out() {
        let dir = tempfile::tempdir().unwrap();
        let base = fs::canonicalize(dir.path()).unwrap();
        fs::create_dir(base.join("work here")).unwrap();
        fs::write(base.join("file"), "").unwrap();
        let at = |rest: &str| format!("{}{rest}", base.display());
        let rows = [
            (String::new(), Err(FolderProblem::NotAbsolute)),
            ("work".into(), Err(FolderProblem::NotAbsolute)),
            ("file:///tmp".into(), Err(FolderProblem::NotAbsolute)),
            (at("/work here/../../x"), Err(FolderProblem::GoesUp)),
            (at("/gone"), Err(FolderProblem::Missing)),
            (at("/file"), Err(FolderProblem::NotAFolder)),
            (at("/file/x"), Err(FolderProblem::NotAFolder)),
            (at("/work here"), Ok("work here")),
            (format!("  {}/./", at("/work here")), Ok("work here")),
        ];
        for (path, expected) in rows {
            let folder = check_folder(RootScope::AllServers, &path, "");
            if let Ok(folder) = &folder {
                assert_eq!(folder.path, base.join("work here"), "{path:?}");
                assert!(folder.uri.ends_with("/work%20here"), "{}", folder.uri);
            }
            let named = folder.as_ref().map(|folder| folder.name.as_str());
            assert_eq!(named.map_err(|problem| *problem), expected, "{path:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_once_and_never_silently_again() {
        let dir = tempfile::tempdir().unwrap();
        let base = fs::canonicalize(dir.path()).unwrap();
        for name in ["real", "other"] {
            fs::create_dir(base.join(name)).unwrap();
        }
        std::os::unix::fs::symlink(base.join("real"), base.join("link")).unwrap();
        let link = base.join("link");
        let folder = check_folder(RootScope::AllServers, link.to_str().unwrap(), " Mine ").unwrap();
        assert_eq!(
            (folder.path.clone(), folder.name.as_str()),
            (base.join("real"), "Mine"),
            "what is kept and shown is where the link led"
        );
        assert_eq!(folder_state(&folder), RootState::Accessible);
        fs::remove_dir(base.join("real")).unwrap();
        assert_eq!(folder_state(&folder), RootState::Missing);
        fs::write(base.join("real"), "").unwrap();
        assert_eq!(folder_state(&folder), RootState::Replaced, "a file");
        fs::remove_file(base.join("real")).unwrap();
        std::os::unix::fs::symlink(base.join("other"), base.join("real")).unwrap();
        assert_eq!(
            folder_state(&folder),
            RootState::Replaced,
            "a link elsewhere"
        );
    }
}
