//! Where programs are found: the login shell's search path, and the lookup of a name in it.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::time::Duration;

use tokio::sync::OnceCell;

use super::ResolveError;
use crate::process::{self, Custody, Start};

/// Longest the login shell may take to answer.
const SHELL_TIMEOUT: Duration = Duration::from_secs(5);

/// Stands around the answer, as a shell's start-up files may print anything.
const MARK: &str = "__usher_path__";

pub(super) async fn login_path() -> OsString {
    static PATH: OnceCell<OsString> = OnceCell::const_new();
    PATH.get_or_init(find_login_path).await.clone()
}

async fn find_login_path() -> OsString {
    let own = std::env::var_os("PATH").unwrap_or_default();
    // Started from a terminal, the host has the login shell's path already; an interactive shell would
    // fight with the terminal's own.
    if cfg!(unix)
        && !std::io::stdin().is_terminal()
        && let Some(path) = ask_login_shell().await
    {
        return path;
    }
    with_usual_places(&own, home().as_deref())
}

async fn ask_login_shell() -> Option<OsString> {
    let shell = PathBuf::from(std::env::var_os("SHELL")?);
    let question = format!("printf '\\n%s%s%s\\n' {MARK} \"$PATH\" {MARK}");
    let args = ["-ilc".to_owned(), question];
    let env: Vec<(OsString, OsString)> = std::env::vars_os().collect();
    let start = Start {
        program: &shell,
        args: &args,
        env: &env,
        cwd: None,
        custody: &Custody::default(),
    };
    match process::run_to_end(&start, SHELL_TIMEOUT).await {
        Ok(output) => between_marks(&String::from_utf8_lossy(&output)).map(OsString::from),
        Err(error) => {
            tracing::warn!(%error, "the login shell did not tell its PATH; using the usual places");
            None
        }
    }
}

fn between_marks(output: &str) -> Option<&str> {
    let (_, after) = output.split_once(MARK)?;
    let (path, _) = after.split_once(MARK)?;
    (!path.is_empty()).then_some(path)
}

fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute())
}

/// A search path with the places added where users install programs, as far as they exist.
fn with_usual_places(path: &OsStr, home: Option<&Path>) -> OsString {
    let mut folders: Vec<PathBuf> = std::env::split_paths(path).collect();
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
    for place in places {
        if place.is_dir() && !folders.contains(&place) {
            folders.push(place);
        }
    }
    std::env::join_paths(folders).unwrap_or_else(|_| path.to_owned())
}

/// The newest Node.js that nvm has installed.
fn newest_node(home: &Path) -> Option<PathBuf> {
    let versions = std::fs::read_dir(home.join(".nvm/versions/node")).ok()?;
    let newest = versions
        .flatten()
        .max_by_key(|version| version_number(&version.file_name()))?;
    Some(newest.path().join("bin"))
}

/// `v22.11.0` as numbers, so that 22 is newer than 9.
fn version_number(name: &OsStr) -> Vec<u64> {
    let name = name.to_string_lossy();
    name.trim_start_matches('v')
        .split('.')
        .filter_map(|part| part.parse().ok())
        .collect()
}

pub(super) fn resolve(program: &str, path: &OsStr, cwd: &Path) -> Result<PathBuf, ResolveError> {
    if program.is_empty() || program.contains('\0') {
        return Err(ResolveError::NotFound);
    }
    if program.contains('/') || program.contains(MAIN_SEPARATOR) {
        return find_in(cwd, program).unwrap_or(Err(ResolveError::NotFound));
    }
    let mut refused = None;
    // A relative folder in the search path would depend on where the host happens to run.
    for folder in std::env::split_paths(path).filter(|folder| folder.is_absolute()) {
        match find_in(&folder, program) {
            Some(Ok(found)) => return Ok(found),
            Some(Err(error)) => refused = refused.or(Some(error)),
            None => {}
        }
    }
    Err(refused.unwrap_or(ResolveError::NotFound))
}

/// The program in this folder; an error if a file of that name is there but cannot be executed.
fn find_in(folder: &Path, program: &str) -> Option<Result<PathBuf, ResolveError>> {
    let plain = folder.join(program);
    for candidate in spellings(&plain) {
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
fn spellings(plain: &Path) -> Vec<PathBuf> {
    vec![plain.to_owned()]
}

/// On Windows a program is named without its ending; `npx` is `npx.cmd`.
#[cfg(windows)]
fn spellings(plain: &Path) -> Vec<PathBuf> {
    let with = |ending: &str| {
        let mut name = plain.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let mut spellings: Vec<PathBuf> = [".exe", ".com", ".cmd", ".bat"].map(with).into();
    if plain.extension().is_some() {
        spellings.insert(0, plain.to_owned());
    }
    spellings
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
