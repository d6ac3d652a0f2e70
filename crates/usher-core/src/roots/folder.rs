//! One folder: what may become one, and how it is now. Looking at a folder may take as long as its disk.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use url::Url;

use crate::limits;
use usher_types::id::{RootId, ServerId};

/// A folder that servers may be told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootFolder {
    /// Its identity.
    pub id: RootId,
    /// Who may be told.
    pub scope: RootScope,
    /// Where it really is: absolute, without links.
    pub path: PathBuf,
    /// What servers are told it is called.
    pub name: String,
    /// The `file://` URI servers are told.
    pub uri: String,
}

/// Whose list a folder is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RootScope {
    /// Any server that asks, if the person agrees.
    AllServers,
    /// One server.
    Server(ServerId),
}

/// How a folder is at this moment. Servers are only told of those they could use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootState {
    /// It is there and can be read.
    Accessible,
    /// It is gone.
    Missing,
    /// Something else stands in its place: a file, or a link to another folder.
    Replaced,
    /// Usher may not read it.
    Unreadable,
}

/// Why a folder cannot be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FolderProblem {
    /// No path, or one that depends on where Usher was started.
    #[error("Write the whole path, from the top of the disk.")]
    NotAbsolute,
    /// It goes up again.
    #[error("Write it without “..”.")]
    GoesUp,
    /// There is nothing.
    #[error("It does not exist.")]
    Missing,
    /// There is something else.
    #[error("It is a file, not a folder.")]
    NotAFolder,
    /// Usher may not read it.
    #[error("Usher may not read it.")]
    Unreadable,
    /// No URI can name it.
    #[error("Its path has characters that servers cannot be told.")]
    Unnameable,
    /// The list has it.
    #[error("It is on this list already.")]
    AlreadyThere,
}

impl RootFolder {
    /// Makes a folder of what the person typed. Reads the disk.
    pub(super) fn check(scope: RootScope, path: &str, name: &str) -> Result<Self, FolderProblem> {
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
        Self::known(RootId::fresh(), scope, path, name)
    }

    /// A folder whose path has been checked, or comes from our own database.
    pub(crate) fn known(
        id: RootId,
        scope: RootScope,
        path: PathBuf,
        name: &str,
    ) -> Result<Self, FolderProblem> {
        // A name that is not text could not be kept as it is.
        let text = path.to_str().ok_or(FolderProblem::Unnameable)?;
        let uri = Url::from_file_path(&path).map_err(|()| FolderProblem::Unnameable)?;
        let name: String = name
            .trim()
            .chars()
            .take(limits::FOLDER_NAME_CHARS)
            .collect();
        let own_name = || {
            path.file_name().map_or_else(
                || text.to_owned(),
                |name| name.to_string_lossy().into_owned(),
            )
        };
        Ok(Self {
            id,
            scope,
            name: if name.is_empty() { own_name() } else { name },
            uri: uri.into(),
            path,
        })
    }

    /// How it is now. Reads the disk.
    pub(super) fn look(&self) -> RootState {
        match fs::canonicalize(&self.path) {
            Ok(path) if path == self.path && path.is_dir() => match fs::read_dir(&path) {
                Ok(_) => RootState::Accessible,
                Err(_) => RootState::Unreadable,
            },
            Ok(_) => RootState::Replaced,
            Err(error) if error.kind() == ErrorKind::NotFound => RootState::Missing,
            Err(_) => RootState::Unreadable,
        }
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
            let folder = RootFolder::check(RootScope::AllServers, &path, "");
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
        let folder =
            RootFolder::check(RootScope::AllServers, link.to_str().unwrap(), " Mine ").unwrap();
        assert_eq!(
            (folder.path.clone(), folder.name.as_str()),
            (base.join("real"), "Mine"),
            "what is kept and shown is where the link led"
        );
        assert_eq!(folder.look(), RootState::Accessible);
        fs::remove_dir(base.join("real")).unwrap();
        assert_eq!(folder.look(), RootState::Missing);
        fs::write(base.join("real"), "").unwrap();
        assert_eq!(folder.look(), RootState::Replaced, "a file");
        fs::remove_file(base.join("real")).unwrap();
        std::os::unix::fs::symlink(base.join("other"), base.join("real")).unwrap();
        assert_eq!(folder.look(), RootState::Replaced, "a link elsewhere");
    }
}
