//! Finds programs: the login shell's search path, and the lookup in it.

use std::ffi::{OsStr, OsString};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::limits;
use crate::{ProcessRegistry, Start, run_to_end};

/// Encloses the answer, as a shell's start-up files may print anything.
const MARK: &str = "__usher_path__";

/// The login shell's search path, which may still be awaited.
pub(super) struct LoginPath {
    asked_at: Instant,
    /// `None` until the shell has answered; the sender is dropped when it will not.
    answer: watch::Receiver<Option<OsString>>,
}

impl LoginPath {
    /// Starts this shell with these variables.
    pub(super) fn query(shell: PathBuf, env: Vec<(OsString, OsString)>) -> Self {
        let (sender, answer) = watch::channel(None);
        tokio::spawn(async move {
            match query_shell(&shell, &env).await {
                Ok(path) => {
                    let own = env.iter().find(|(name, _)| name == "PATH");
                    let own = own.map_or_else(OsString::new, |(_, path)| path.clone());
                    sender.send_replace(path.map(|path| with_folders_of(&path, &own)));
                }
                Err(error) => tracing::warn!(
                    %error,
                    "the login shell did not tell its PATH; using the usual places"
                ),
            }
        });
        Self {
            asked_at: Instant::now(),
            answer,
        }
    }

    /// Returns its answer, if it comes within this time after the start.
    pub(super) async fn wait(&self, wait: Duration) -> Option<OsString> {
        let mut answer = self.answer.clone();
        let answered = answer.wait_for(Option::is_some);
        let path = tokio::time::timeout_at(self.asked_at + wait, answered).await;
        path.ok()?.ok()?.clone()
    }
}

async fn query_shell(
    shell: &Path,
    env: &[(OsString, OsString)],
) -> std::io::Result<Option<OsString>> {
    let script = format!("printf '\\n%s%s%s\\n' {MARK} \"$PATH\" {MARK}");
    let args = ["-ilc".to_owned(), script];
    let start = Start {
        program: shell,
        args: &args,
        env,
        cwd: None,
        process_registry: &ProcessRegistry::default(),
    };
    let path_in =
        |output: &[u8]| between_marks(&String::from_utf8_lossy(output)).map(OsString::from);
    let output = run_to_end(&start, limits::SHELL_TIMEOUT, |output| {
        path_in(output).is_some()
    })
    .await?;
    Ok(path_in(&output))
}

/// Appends the host's own folders to the login shell's search path.
///
/// The host's starter may have added to its PATH.
fn with_folders_of(shells: &OsStr, own: &OsStr) -> OsString {
    let own = std::env::split_paths(own).filter(|folder| folder.is_absolute());
    with_folders(shells, own)
}

/// Appends the folders that a search path does not name yet.
fn with_folders(path: &OsStr, more: impl Iterator<Item = PathBuf>) -> OsString {
    let mut folders: Vec<PathBuf> = std::env::split_paths(path).collect();
    for folder in more {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    std::env::join_paths(folders).unwrap_or_else(|_| path.to_owned())
}

fn between_marks(output: &str) -> Option<&str> {
    let (_, after) = output.split_once(MARK)?;
    let (path, _) = after.split_once(MARK)?;
    (!path.is_empty()).then_some(path)
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

    #[test]
    fn the_answer_is_found_among_a_shells_chatter() {
        let cases = [
            (
                "\n__usher_path__/usr/bin:/bin__usher_path__\n",
                Some("/usr/bin:/bin"),
            ),
            (
                "welcome!\n\u{1b}[0m__usher_path__/a:/b c__usher_path__\nbye",
                Some("/a:/b c"),
            ),
            ("__usher_path____usher_path__", None),
            ("no answer", None),
        ];
        for (output, expected) in cases {
            assert_eq!(between_marks(output), expected, "in {output:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_hosts_own_folders_come_behind_the_shells() {
        let cases = [
            ("/a:/b", "/b:/c:/a", "/a:/b:/c"),
            ("/a:/a", "/a", "/a:/a"),
            ("/a", "", "/a"),
            ("/a", ".:/b", "/a:/b"),
        ];
        for (shells, own, expected) in cases {
            assert_eq!(
                with_folders_of(shells.as_ref(), own.as_ref()),
                expected,
                "of {shells} and {own}"
            );
        }
    }

    fn own_variables() -> Vec<(OsString, OsString)> {
        std::env::vars_os().collect()
    }

    /// Writes a shell that is this script.
    #[cfg(unix)]
    fn shell(folder: &Path, script: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let shell = folder.join("shell");
        std::fs::write(&shell, script).unwrap();
        std::fs::set_permissions(&shell, std::fs::Permissions::from_mode(0o755)).unwrap();
        shell
    }

    #[cfg(unix)]
    #[tokio::test(start_paused = true)]
    async fn a_slow_login_shell_is_not_waited_for_and_not_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let go = folder.path().join("go");
        let script = format!(
            "#!/bin/sh\nwhile ! [ -e '{}' ]; do sleep 0.01; done\nexec sh -c \"$2\"\n",
            go.display()
        );
        let path = LoginPath::query(shell(folder.path(), &script), own_variables());
        // The clock of this test jumps to the end of each wait; that of the shell does not.
        assert_eq!(
            path.wait(limits::SHELL_WAIT).await,
            None,
            "nobody waits for a slow shell"
        );
        tokio::time::resume();
        std::fs::write(&go, "").unwrap();
        assert_eq!(
            path.wait(limits::SHELL_TIMEOUT).await,
            std::env::var_os("PATH"),
            "it has gone on, and its answer counts from now on"
        );
        assert!(
            path.wait(limits::SHELL_WAIT).await.is_some(),
            "also for those in a hurry"
        );
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn what_a_shell_leaves_in_the_background_holds_nobody_up() {
        let folder = tempfile::tempdir().unwrap();
        let script = "#!/bin/sh\nsleep 86400 &\nexec sh -c \"$2\"\n";
        let path = LoginPath::query(shell(folder.path(), script), own_variables());
        assert_eq!(
            path.wait(limits::SHELL_TIMEOUT).await,
            std::env::var_os("PATH"),
            "the shell has answered, whoever still holds its output"
        );
    }

    /// bash complains like this when it is interactive without a terminal.
    #[cfg(unix)]
    #[tokio::test]
    async fn a_shell_that_complains_still_answers() {
        let folder = tempfile::tempdir().unwrap();
        let script = "#!/bin/sh\nsleep 0.1\necho 'cannot set terminal process group' >&2 || exit 1\nexec sh -c \"$2\"\n";
        let path = LoginPath::query(shell(folder.path(), script), own_variables());
        assert_eq!(
            path.wait(limits::SHELL_TIMEOUT).await,
            std::env::var_os("PATH"),
            "its complaint must not end it"
        );
    }

    #[tokio::test]
    async fn a_shell_that_cannot_be_asked_holds_nobody_up() {
        let path = LoginPath::query("/no/such/shell".into(), own_variables());
        assert_eq!(
            path.wait(limits::SHELL_TIMEOUT).await,
            None,
            "it will never answer"
        );
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
