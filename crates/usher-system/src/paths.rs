//! Locates the host's files, and creates them private to their owner.
//!
//! Nothing here reads the environment: the shell passes an override in.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use usher_messages::Message;

/// Why the data directory cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum PathsError {
    /// The system does not say where a program's data belongs.
    NoHome,
    /// A directory can be neither found nor made.
    Unwritable {
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The folder is writable by others, so nothing in it is trusted.
    OpenToAll(PathBuf),
    /// The data directory belongs to another user, who may change all in it.
    NotOwn(PathBuf),
    /// A folder of the data directory is a link: what Usher deletes and closes to others in it would be elsewhere.
    Link(PathBuf),
    /// Another program works with it.
    InUse(PathBuf),
}

impl PathsError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        let at = |code, path: &Path| Message::new(code).with("path", path.display().to_string());
        match self {
            Self::NoHome => Message::new("store.noHome"),
            Self::Unwritable { path, source } => {
                at("store.folderUnwritable", path).with("reason", source.to_string())
            }
            Self::OpenToAll(path) => at("store.folderOpenToAll", path),
            Self::NotOwn(path) => at("store.folderNotOwn", path),
            Self::Link(path) => at("store.folderLink", path),
            Self::InUse(path) => at("store.folderInUse", path),
        }
    }
}

/// The places of one data directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    data_dir: PathBuf,
}

impl Paths {
    /// The usual place on this system for this user.
    pub fn of_system() -> Result<Self, PathsError> {
        directories::ProjectDirs::from("", "", "Usher")
            .map(|dirs| Self::at(dirs.data_local_dir()))
            .ok_or(PathsError::NoHome)
    }

    /// A directory of the caller's choice.
    pub fn at(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            data_dir: data_dir.into(),
        }
    }

    /// The directory all of it is in.
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    pub fn log_dir(&self) -> PathBuf {
        self.data_dir.join("logs")
    }

    /// Files the person asked for: saved wire logs.
    pub fn exports_dir(&self) -> PathBuf {
        self.data_dir.join("exports")
    }

    /// Thumbnails of resources.
    pub fn thumbnails_dir(&self) -> PathBuf {
        self.data_dir.join("thumbnails")
    }

    /// Copies of contents that are open in other apps.
    pub fn opened_dir(&self) -> PathBuf {
        self.data_dir.join("opened")
    }

    pub fn database(&self) -> PathBuf {
        self.data_dir.join("usher.db")
    }

    /// The file of consents, next to the database.
    pub fn consents(&self) -> PathBuf {
        self.data_dir.join("consents.json")
    }

    /// The file whose lock says that a program uses the folder.
    pub fn lock_file(&self) -> PathBuf {
        self.data_dir.join("lock")
    }

    /// What programs of the person prove themselves with to the owner of the folder.
    pub fn access_key(&self) -> PathBuf {
        self.data_dir.join("access-key")
    }

    /// Where the owner of the folder takes connections of clients: their environment may name no place, or another.
    pub fn owner_address(&self) -> PathBuf {
        self.data_dir.join("owner-address")
    }

    /// What the person's login shell answered when it was asked for its `PATH`.
    pub fn login_path(&self) -> PathBuf {
        self.data_dir.join("login-path")
    }

    /// Which programs run, in case this run is killed.
    pub fn running(&self) -> PathBuf {
        self.data_dir.join("running")
    }

    /// The folders of the data directory.
    fn folders(&self) -> [PathBuf; 4] {
        [
            self.log_dir(),
            self.exports_dir(),
            self.thumbnails_dir(),
            self.opened_dir(),
        ]
    }

    /// Creates missing folders and restricts all to their owner, which has to be this user.
    pub fn create(&self) -> Result<(), PathsError> {
        create_private_dir(&self.data_dir)?;
        check_owner(&self.data_dir)?;
        restrict_access(&self.data_dir)?;
        for dir in self.folders() {
            if fs::symlink_metadata(&dir).is_ok_and(|found| found.is_symlink()) {
                return Err(PathsError::Link(dir));
            }
            create_private_dir(&dir)?;
            restrict_access(&dir)?;
        }
        Ok(())
    }
}

/// Opens a new file that only its owner may read. Fails if something of that name is there, be it a link.
pub fn create_private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Writes a file that was just made at a path. What cannot be written whole, as on a full disk, is removed again.
pub fn write_or_remove<T>(
    path: &Path,
    mut file: File,
    write: impl FnOnce(&mut File) -> io::Result<T>,
) -> io::Result<T> {
    let written = write(&mut file);
    // Not every system removes what is open.
    drop(file);
    written.inspect_err(|_| {
        // If it cannot be removed either, the first error matters more.
        let _ = fs::remove_file(path);
    })
}

/// Replaces a file by one that only its owner may read: whole, or not at all. What is there is kept under the other
/// name, if one is given.
pub fn replace_private_file(path: &Path, content: &[u8], keep_as: Option<&Path>) -> io::Result<()> {
    let fresh = with_suffix(path, ".new");
    // An earlier try that was killed has left it.
    match fs::remove_file(&fresh) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let replaced = write_private_file(&fresh, content).and_then(|()| match keep_as {
        None => fs::rename(&fresh, path),
        Some(kept) => {
            fs::rename(path, kept)?;
            fs::rename(&fresh, path).inspect_err(|_| {
                // Then it stays what it was.
                let _ = fs::rename(kept, path);
            })
        }
    });
    if replaced.is_err() {
        let _ = fs::remove_file(&fresh);
        return replaced;
    }
    // A loss of power right now may not bring the old one back. Not every system does this to a folder.
    if let Some(folder) = path.parent() {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

fn write_private_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = create_private_file(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// The name under which something damaged is kept: it is free and says when.
pub fn aside_path(path: &Path, now_ms: i64) -> PathBuf {
    let stamp = stamp(now_ms);
    let mut aside = with_suffix(path, &format!(".corrupt-{stamp}"));
    let mut number = 2;
    while aside.exists() {
        aside = with_suffix(path, &format!(".corrupt-{stamp}-{number}"));
        number += 1;
    }
    aside
}

/// `20261121T015706Z`: sorts by time and is a file name everywhere.
fn stamp(now_ms: i64) -> String {
    let format = time::macros::format_description!("[year][month][day]T[hour][minute][second]Z");
    time::OffsetDateTime::from_unix_timestamp(now_ms / 1000)
        .ok()
        .and_then(|time| time.format(format).ok())
        .unwrap_or_else(|| now_ms.to_string())
}

pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn create_private_dir(dir: &Path) -> Result<(), PathsError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir).map_err(unwritable(dir))
}

fn unwritable(dir: &Path) -> impl FnOnce(io::Error) -> PathsError {
    |source| PathsError::Unwritable {
        path: dir.to_owned(),
        source,
    }
}

/// Refuses a data directory of another user, and one that all may write to.
#[cfg(unix)]
fn check_owner(dir: &Path) -> Result<(), PathsError> {
    use std::os::unix::fs::MetadataExt;
    const WRITABLE_BY_ALL: u32 = 0o002;
    let found = fs::metadata(dir).map_err(unwritable(dir))?;
    if found.uid() != rustix::process::geteuid().as_raw() {
        return Err(PathsError::NotOwn(dir.to_owned()));
    }
    if found.mode() & WRITABLE_BY_ALL != 0 {
        return Err(PathsError::OpenToAll(dir.to_owned()));
    }
    Ok(())
}

/// Closes a folder to others. Where that fails, existing files may be readable by them, but the folder not writable: a
/// disk without permissions keeps none.
#[cfg(unix)]
fn restrict_access(dir: &Path) -> Result<(), PathsError> {
    use std::os::unix::fs::PermissionsExt;
    const WRITABLE_BY_OTHERS: u32 = 0o022;
    if let Err(error) = fs::set_permissions(dir, fs::Permissions::from_mode(0o700)) {
        tracing::warn!(dir = %dir.display(), %error, "a folder could not be closed to other users");
    }
    let now = fs::metadata(dir).map_err(unwritable(dir))?;
    if now.permissions().mode() & WRITABLE_BY_OTHERS != 0 {
        return Err(PathsError::OpenToAll(dir.to_owned()));
    }
    Ok(())
}

// Windows keeps a profile's folders for their owner by itself.
#[cfg(not(unix))]
fn check_owner(_dir: &Path) -> Result<(), PathsError> {
    Ok(())
}

#[cfg(not(unix))]
fn restrict_access(_dir: &Path) -> Result<(), PathsError> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, chown, symlink};

    use super::*;

    fn mode(path: &Path) -> Option<u32> {
        let found = fs::metadata(path).ok()?;
        Some(found.permissions().mode() & 0o7777)
    }

    #[test]
    fn folders_are_closed_to_others_unless_all_could_write_there() {
        for (before, accepted) in [(0o755, true), (0o775, true), (0o757, false), (0o777, false)] {
            let dir = tempfile::tempdir().unwrap();
            fs::set_permissions(dir.path(), fs::Permissions::from_mode(before)).unwrap();
            let paths = Paths::at(dir.path());
            match paths.create() {
                Ok(()) => {
                    assert!(accepted, "{before:o}");
                    for dir in paths.folders().iter().chain([&paths.data_dir]) {
                        assert_eq!(mode(dir), Some(0o700), "{before:o}: {}", dir.display());
                    }
                }
                Err(error) => {
                    assert!(matches!(error, PathsError::OpenToAll(_)), "{error:?}");
                    assert!(!accepted, "{before:o}");
                    assert_eq!(mode(dir.path()), Some(before), "it stays as it was");
                }
            }
        }
    }

    #[test]
    fn nothing_is_left_of_what_could_not_be_written_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("export");
        let write = |end: fn() -> io::Result<()>| {
            write_or_remove(&path, create_private_file(&path)?, |file| {
                file.write_all(b"half")?;
                end()
            })
        };
        let full = write(|| Err(io::ErrorKind::StorageFull.into()));
        assert_eq!(full.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert!(!path.exists(), "the half is gone");
        write(|| Ok(())).unwrap();
        assert!(write(|| Ok(())).is_err(), "there is one");
        assert_eq!(fs::read(&path).unwrap(), b"half", "which stays");
    }

    #[test]
    fn a_folder_that_is_a_link_is_refused_and_what_it_leads_to_stays_as_it_is() {
        for folder in Paths::at("").folders() {
            let dir = tempfile::tempdir().unwrap();
            let (data, other) = (dir.path().join("data"), dir.path().join("other"));
            fs::create_dir(&data).unwrap();
            fs::create_dir(&other).unwrap();
            fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).unwrap();
            let link = data.join(&folder);
            symlink(&other, &link).unwrap();
            let refused = Paths::at(&data).create();
            assert!(
                matches!(&refused, Err(PathsError::Link(at)) if *at == link),
                "{refused:?}"
            );
            assert_eq!(mode(&other), Some(0o755), "{}", folder.display());
        }
    }

    /// Only root can give a folder to another user, so this shows the rule only where the tests run as root.
    #[test]
    fn a_folder_of_another_user_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let paths = Paths::at(dir.path());
        paths.create().unwrap();
        if rustix::process::geteuid().is_root() {
            chown(dir.path(), Some(65_534), None).unwrap();
            let refused = paths.create();
            assert!(
                matches!(&refused, Err(PathsError::NotOwn(at)) if at == dir.path()),
                "{refused:?}"
            );
        }
    }
}
