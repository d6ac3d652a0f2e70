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

    fn folders(&self) -> [PathBuf; 5] {
        let data = self.data_dir.clone();
        [
            data,
            self.log_dir(),
            self.exports_dir(),
            self.thumbnails_dir(),
            self.opened_dir(),
        ]
    }

    /// Creates missing folders and restricts all to their owner.
    pub fn create(&self) -> Result<(), PathsError> {
        for dir in self.folders() {
            create_private_dir(&dir).map_err(|source| PathsError::Unwritable {
                path: dir.clone(),
                source,
            })?;
        }
        if is_writable_by_others(&self.data_dir) {
            return Err(PathsError::OpenToAll(self.data_dir.clone()));
        }
        for dir in self.folders() {
            restrict_access(&dir);
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

fn create_private_dir(dir: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}

#[cfg(unix)]
fn is_writable_by_others(dir: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    const WRITABLE_BY_OTHERS: u32 = 0o002;
    fs::metadata(dir).is_ok_and(|meta| meta.permissions().mode() & WRITABLE_BY_OTHERS != 0)
}

/// Existing files may be readable by others. A disk without permissions keeps none.
#[cfg(unix)]
fn restrict_access(dir: &Path) {
    use std::os::unix::fs::PermissionsExt;
    if let Err(error) = fs::set_permissions(dir, fs::Permissions::from_mode(0o700)) {
        tracing::warn!(dir = %dir.display(), %error, "a folder could not be closed to other users");
    }
}

#[cfg(not(unix))]
fn restrict_access(_dir: &Path) {}

// Windows keeps a profile's folders for their owner by itself.
#[cfg(not(unix))]
fn is_writable_by_others(_dir: &Path) -> bool {
    false
}
