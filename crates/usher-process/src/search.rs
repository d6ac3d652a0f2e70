//! Finds programs: the usual folders, and the lookup in a search path.

use std::ffi::{OsStr, OsString};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Appends the folders that a search path does not name yet.
pub(super) fn with_folders(path: &OsStr, more: impl Iterator<Item = PathBuf>) -> OsString {
    let mut folders: Vec<PathBuf> = std::env::split_paths(path).collect();
    for folder in more {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    std::env::join_paths(folders).unwrap_or_else(|_| path.to_owned())
}

/// Appends the existing folders where users commonly install programs.
pub(super) fn with_common_folders(path: &OsStr, home: Option<&Path>) -> OsString {
    let mut places: Vec<PathBuf> = Vec::new();
    if let Some(home) = home {
        for place in [
            ".local/bin",
            ".cargo/bin",
            ".volta/bin",
            ".bun/bin",
            ".deno/bin",
        ] {
            places.push(home.join(place));
        }
        places.extend(newest_node(home));
    }
    for place in [
        "/usr/local/bin",
        "/opt/homebrew/bin",
        "/home/linuxbrew/.linuxbrew/bin",
        "/usr/bin",
        "/bin",
    ] {
        places.push(place.into());
    }
    with_folders(path, places.into_iter().filter(|place| place.is_dir()))
}

/// Returns the newest Node.js that nvm has installed.
fn newest_node(home: &Path) -> Option<PathBuf> {
    let versions = std::fs::read_dir(home.join(".nvm/versions/node")).ok()?;
    let newest = versions
        .flatten()
        .max_by_key(|version| version_number(&version.file_name()))?;
    Some(newest.path().join("bin"))
}

/// Returns `v22.11.0` as numbers, so that 22 is newer than 9.
fn version_number(name: &OsStr) -> Vec<u64> {
    let name = name.to_string_lossy();
    name.trim_start_matches('v')
        .split('.')
        .filter_map(|part| part.parse().ok())
        .collect()
}

/// Why a program was not resolved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    #[error("no program of that name was found")]
    NotFound,
    /// The file exists but may not be executed.
    #[error("{} is not an executable program", .0.display())]
    NotExecutable(PathBuf),
}

/// Returns the absolute path of a program.
///
/// A bare name is searched in `path`; anything with a separator is relative to `cwd`.
pub fn resolve(program: &str, path: &OsStr, cwd: &Path) -> Result<PathBuf, ResolveError> {
    if program.is_empty() || program.contains('\0') {
        return Err(ResolveError::NotFound);
    }
    if program.contains('/') || program.contains(MAIN_SEPARATOR) {
        return find_in(cwd, program).unwrap_or(Err(ResolveError::NotFound));
    }
    let mut refused = None;
    // A relative folder in the search path would depend on the host's working directory.
    for folder in std::env::split_paths(path).filter(|folder| folder.is_absolute()) {
        match find_in(&folder, program) {
            Some(Ok(found)) => return Ok(found),
            Some(Err(error)) => refused = refused.or(Some(error)),
            None => {}
        }
    }
    Err(refused.unwrap_or(ResolveError::NotFound))
}

/// Returns the program in this folder, or an error if not executable.
fn find_in(folder: &Path, program: &str) -> Option<Result<PathBuf, ResolveError>> {
    let plain = folder.join(program);
    // On Windows, `C:name` would depend on the host's working directory.
    if !plain.is_absolute() {
        return None;
    }
    for candidate in candidates(&plain) {
        let Ok(metadata) = std::fs::metadata(&candidate) else {
            continue;
        };
        if metadata.is_file() {
            return Some(if is_executable(&metadata) {
                Ok(candidate)
            } else {
                Err(ResolveError::NotExecutable(candidate))
            });
        }
    }
    None
}

#[cfg(unix)]
fn candidates(plain: &Path) -> Vec<PathBuf> {
    vec![plain.to_owned()]
}

/// Returns a program's file names with their extensions (`npx` is `npx.cmd`).
#[cfg(windows)]
fn candidates(plain: &Path) -> Vec<PathBuf> {
    let with = |ending: &str| {
        let mut name = plain.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let mut candidates: Vec<PathBuf> = [".exe", ".com", ".cmd", ".bat"].map(with).into();
    if plain.extension().is_some() {
        candidates.insert(0, plain.to_owned());
    }
    candidates
}

#[cfg(unix)]
fn is_executable(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(windows)]
fn is_executable(_metadata: &std::fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn folders_are_appended_once() {
        let cases = [
            ("/a:/b", "/b:/c:/a", "/a:/b:/c"),
            ("/a:/a", "/a", "/a:/a"),
            ("/a", "", "/a"),
        ];
        for (path, more, expected) in cases {
            let more = std::env::split_paths(more).filter(|folder| folder.is_absolute());
            assert_eq!(with_folders(path.as_ref(), more), expected, "{path}");
        }
    }

    #[test]
    fn nothing_is_found_by_the_working_directory_of_the_host() {
        let here = std::env::current_dir().unwrap();
        let file = if cfg!(windows) {
            "C:Cargo.toml"
        } else {
            "./Cargo.toml"
        };
        assert!(here.join("Cargo.toml").is_file(), "it is there");
        for (program, path, cwd) in [
            (file, "", "relative"),
            ("./Cargo.toml", "", "."),
            ("Cargo.toml", ".", "/"),
            ("Cargo.toml", "", "/"),
        ] {
            assert_eq!(
                resolve(program, path.as_ref(), Path::new(cwd)),
                Err(ResolveError::NotFound),
                "{program} in {path:?} from {cwd}"
            );
        }
    }

    #[test]
    fn newer_versions_win_by_number() {
        let mut names = ["v9.11.2", "v22.11.0", "v22.2.0", "system"].map(OsString::from);
        names.sort_by_key(|name| version_number(name));
        assert_eq!(
            names.map(|name| name.to_string_lossy().into_owned()),
            ["system", "v9.11.2", "v22.2.0", "v22.11.0"]
        );
    }
}
