//! Reads an agent's file as it is, and replaces it in one step.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::Builder;
use time::OffsetDateTime;
use time::macros::format_description;
use usher_messages::Message;

use crate::limits;
use crate::messages::{of_file, unreadable};

/// The SHA-256 of some bytes, in hexadecimal digits.
pub(crate) fn digest(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// Reads a file that may be edited, or the one that a link in its place leads to; `None` = it does not exist.
pub(crate) fn read(file: &Path) -> Result<Option<String>, Message> {
    let found = match fs::symlink_metadata(file) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(&error, file)),
    };
    let found = if found.is_symlink() {
        fs::metadata(file).map_err(|_| of_file("agents.link", file))?
    } else {
        found
    };
    if has_other_names(&found) {
        return Err(of_file("agents.link", file));
    }
    if !found.is_file() {
        return Err(of_file("agents.notAFile", file));
    }
    if found.len() > limits::FILE_BYTES {
        return Err(of_file("agents.tooLarge", file));
    }
    let bytes = fs::read(file).map_err(|error| unreadable(&error, file))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(text)),
        Err(_) => Err(of_file("agents.notText", file)),
    }
}

/// Returns where a file is once every link on its way, and in its place, is followed, as far as its folders exist.
pub(crate) fn real_place(file: &Path) -> Result<PathBuf, Message> {
    if file.is_symlink() {
        return fs::canonicalize(file).map_err(|_| of_file("agents.link", file));
    }
    for folder in file.ancestors().skip(1) {
        if folder.symlink_metadata().is_err() {
            continue;
        }
        // A link that leads nowhere is an error here.
        let real = fs::canonicalize(folder).map_err(|error| unreadable(&error, file))?;
        let rest = file.strip_prefix(folder).unwrap_or(file);
        return Ok(real.join(rest));
    }
    Ok(file.to_path_buf())
}

/// Checks what is known of the rights before anything is written.
pub(crate) fn check_writable(file: &Path) -> Result<(), Message> {
    // The mark means something else for folders of Windows.
    let checked = if cfg!(windows) { 1 } else { 2 };
    let mut existing = file
        .ancestors()
        .take(checked)
        .filter_map(|path| path.metadata().ok());
    if existing.any(|found| found.permissions().readonly()) {
        return Err(of_file("agents.readOnly", file));
    }
    Ok(())
}

/// A file with several names would keep the old content under the others.
#[cfg(unix)]
fn has_other_names(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    found.is_file() && found.nlink() > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &fs::Metadata) -> bool {
    false
}

/// Replaces a file in one step, or makes it; whoever reads it sees the old or the new content. `still` is asked last.
pub(crate) fn replace(
    file: &Path,
    content: &str,
    still: impl FnOnce() -> Result<(), Message>,
) -> Result<Result<(), Message>, io::Error> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut new = Builder::new().prefix(".usher-").tempfile_in(folder)?;
    new.write_all(content.as_bytes())?;
    if let Ok(old) = fs::metadata(file) {
        if !same_owner(&old, &new.as_file().metadata()?) {
            return Ok(Err(of_file("agents.owner", file)));
        }
        new.as_file().set_permissions(old.permissions())?;
    }
    new.as_file().sync_all()?;
    if let Err(refused) = still() {
        return Ok(Err(refused));
    }
    new.persist(file).map_err(|error| error.error)?;
    sync_folder(folder);
    Ok(Ok(()))
}

#[cfg(unix)]
fn same_owner(old: &fs::Metadata, new: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    old.uid() == new.uid()
}

#[cfg(not(unix))]
fn same_owner(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

/// Makes a rename last. Where folders cannot be synchronised, the system does it in its own time.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Writes a copy beside a file that only its owner can read, named by the time (Unix ms).
pub(crate) fn back_up(file: &Path, content: &str, now: i64) -> Result<PathBuf, io::Error> {
    let mut tries = 0;
    loop {
        let path = backup_path(file, now, tries);
        match private(&path) {
            Ok(mut backup) => {
                let written = backup
                    .write_all(content.as_bytes())
                    .and_then(|()| backup.sync_all());
                if let Err(error) = written {
                    // Half a copy is none. The first error matters more.
                    let _ = remove(&path);
                    return Err(error);
                }
                return Ok(path);
            }
            Err(error)
                if error.kind() == io::ErrorKind::AlreadyExists && tries < limits::BACKUPS =>
            {
                tries += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Where the copy of a file is written; `tries` = how many of the names before this one are taken.
pub(crate) fn backup_path(file: &Path, now: i64, tries: u32) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stamp = stamp(now);
    let number = if tries == 0 {
        String::new()
    } else {
        format!("-{tries}")
    };
    file.with_file_name(format!("{name}.{stamp}{number}.usher-backup"))
}

fn stamp(now: i64) -> String {
    let format = format_description!("[year][month][day]T[hour][minute][second]Z");
    OffsetDateTime::from_unix_timestamp(now / 1000)
        .ok()
        .and_then(|moment| moment.format(&format).ok())
        .unwrap_or_else(|| now.to_string())
}

fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

/// Makes the folders of a file, and lists those that were made, the outermost first.
pub(crate) fn make_folders(file: &Path) -> Result<Vec<PathBuf>, io::Error> {
    let missing: Vec<&Path> = file
        .ancestors()
        .skip(1)
        .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
        .collect();
    let mut made = Vec::new();
    for folder in missing.into_iter().rev() {
        fs::create_dir(folder)?;
        made.push(folder.to_path_buf());
    }
    Ok(made)
}

/// Removes folders that are empty, the innermost first.
pub(crate) fn remove_folders(made: &[PathBuf]) {
    for folder in made.iter().rev() {
        // One that holds something else by now stays.
        let _ = fs::remove_dir(folder);
    }
}

/// Removes a file, also one that is not there any longer.
pub(crate) fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
