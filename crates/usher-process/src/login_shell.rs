//! Asks the user's login shell for its search path, and remembers the answer between runs.
//!
//! The shell ends by itself, also where this program ends before it: start-up files that are cut off may leave a lock
//! behind which every later shell of the user waits for.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::helpers::OwnSession;
use crate::limits;

/// Encloses the answer, as a shell's start-up files may print anything.
const MARK: &str = "__usher_path__";

/// The login shell's search path, which may still be awaited.
pub(super) struct LoginPath {
    asked_at: Instant,
    /// `None` until the shell has answered; the sender is dropped when it will not.
    answer: watch::Receiver<Option<OsString>>,
}

impl LoginPath {
    /// Starts this shell with these variables; the answer is kept in `memory`.
    pub(super) fn query(
        shell: PathBuf,
        env: Vec<(OsString, OsString)>,
        memory: Option<PathBuf>,
    ) -> Self {
        let (sender, answer) = watch::channel(None);
        tokio::spawn(async move {
            match ask(&shell, &env).await {
                Ok(path) => {
                    if let (Some(path), Some(memory)) = (&path, memory) {
                        remember(&memory, &shell, path);
                    }
                    sender.send_replace(path);
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

    /// Returns its answer, if it has come.
    pub(super) fn answered(&self) -> Option<OsString> {
        self.answer.borrow().clone()
    }
}

/// Reads what this shell answered in an earlier run.
pub(super) fn remembered(memory: &Path, shell: &OsStr) -> Option<OsString> {
    let text = std::fs::read_to_string(memory).ok()?;
    let (asked, path) = text.trim_end().split_once('\n')?;
    (asked == shell && !path.is_empty()).then(|| path.into())
}

/// Writes an answer to a file, unless the folder of that file is missing.
fn remember(memory: &Path, shell: &Path, path: &OsStr) {
    let (Some(shell), Some(path), Some(folder)) = (shell.to_str(), path.to_str(), memory.parent())
    else {
        return;
    };
    if !folder.is_dir() {
        return;
    }
    let kept = tempfile::NamedTempFile::new_in(folder).and_then(|mut file| {
        writeln!(file, "{shell}\n{path}")?;
        file.persist(memory).map_err(io::Error::from).map(drop)
    });
    if let Err(error) = kept {
        tracing::warn!(%error, "the PATH of the login shell could not be kept");
    }
}

async fn ask(shell: &Path, env: &[(OsString, OsString)]) -> io::Result<Option<OsString>> {
    let script = format!("printf '\\n%s%s%s\\n' {MARK} \"$PATH\" {MARK}");
    // Not a pipe: it would end who writes to it when this program has ended.
    let output = tempfile::tempfile()?;
    let mut shell = OwnSession::start(shell, &["-ilc", &script], env, output.try_clone()?)?;
    let deadline = Instant::now() + limits::SHELL_TIMEOUT;
    loop {
        let has_ended = shell.has_ended_within(limits::SHELL_POLL).await;
        if let Some(path) = between_marks(&read(&output)?) {
            return Ok(Some(path.into()));
        }
        if has_ended {
            return Ok(None);
        }
        if Instant::now() >= deadline {
            shell.ask_to_end();
            return Err(io::ErrorKind::TimedOut.into());
        }
    }
}

/// Reads the beginning of a file that another program writes to.
fn read(output: &std::fs::File) -> io::Result<String> {
    use std::os::unix::fs::FileExt as _;
    let length = output.metadata()?.len().min(limits::OUTPUT_BYTES);
    let mut bytes = vec![0; usize::try_from(length).unwrap_or_default()];
    let read = output.read_at(&mut bytes, 0)?;
    Ok(String::from_utf8_lossy(&bytes[..read]).into_owned())
}

fn between_marks(output: &str) -> Option<&str> {
    let (_, after) = output.split_once(MARK)?;
    let (path, _) = after.split_once(MARK)?;
    (!path.is_empty()).then_some(path)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

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

    fn own_variables() -> Vec<(OsString, OsString)> {
        std::env::vars_os().collect()
    }

    fn query(shell: impl Into<PathBuf>) -> LoginPath {
        LoginPath::query(shell.into(), own_variables(), None)
    }

    /// Writes a shell that is this script.
    fn shell(folder: &Path, script: &str) -> PathBuf {
        let shell = folder.join("shell");
        std::fs::write(&shell, script).unwrap();
        std::fs::set_permissions(&shell, std::fs::Permissions::from_mode(0o755)).unwrap();
        shell
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_login_shell_is_not_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let go = folder.path().join("go");
        let script = format!(
            "#!/bin/sh\nwhile ! [ -e '{}' ]; do sleep 0.01; done\nexec sh -c \"$2\"\n",
            go.display()
        );
        let path = query(shell(folder.path(), &script));
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
        assert!(path.answered().is_some(), "also for those in a hurry");
    }

    #[tokio::test]
    async fn what_a_shell_leaves_in_the_background_holds_nobody_up() {
        let folder = tempfile::tempdir().unwrap();
        let script = "#!/bin/sh\nsleep 20 &\nexec sh -c \"$2\"\n";
        let path = query(shell(folder.path(), script));
        assert_eq!(
            path.wait(limits::SHELL_TIMEOUT).await,
            std::env::var_os("PATH"),
            "the shell has answered, whoever still holds its output"
        );
    }

    /// bash complains like this when it is interactive without a terminal.
    #[tokio::test]
    async fn a_shell_that_complains_still_answers() {
        let folder = tempfile::tempdir().unwrap();
        let script = "#!/bin/sh\nsleep 0.1\necho 'cannot set terminal process group' >&2 || exit 1\nexec sh -c \"$2\"\n";
        let path = query(shell(folder.path(), script));
        assert_eq!(
            path.wait(limits::SHELL_TIMEOUT).await,
            std::env::var_os("PATH"),
            "its complaint must not end it"
        );
    }

    #[tokio::test]
    async fn a_shell_that_cannot_be_asked_holds_nobody_up() {
        let path = query("/no/such/shell");
        assert_eq!(
            path.wait(limits::SHELL_TIMEOUT).await,
            None,
            "it will never answer"
        );
    }

    #[test]
    fn a_shell_that_is_at_work_ends_by_itself_when_its_host_has_gone() {
        let folder = tempfile::tempdir().unwrap();
        let lock = folder.path().join("lock");
        let script = format!(
            "#!/bin/sh\ntrap \"rm '{lock}'\" EXIT\n: > '{lock}'\nsleep 1\necho words\n",
            lock = lock.display()
        );
        let shell = shell(folder.path(), &script);
        let wait_until = |is_there: bool| {
            let began = std::time::Instant::now();
            while lock.exists() != is_there {
                assert!(
                    began.elapsed() < Duration::from_secs(30),
                    "there: {is_there}"
                );
                std::thread::sleep(Duration::from_millis(10));
            }
        };
        // The end of the host, as far as its children can tell: what waits for them is gone.
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let _path = runtime.block_on(async { query(shell) });
        wait_until(true);
        drop(runtime);
        wait_until(false);
    }

    #[tokio::test]
    async fn an_answer_is_remembered_for_its_shell() {
        let folder = tempfile::tempdir().unwrap();
        let memory = folder.path().join("login-path");
        let shell = shell(folder.path(), "#!/bin/sh\nexec sh -c \"$2\"\n");
        assert_eq!(remembered(&memory, shell.as_os_str()), None);
        let path = LoginPath::query(shell.clone(), own_variables(), Some(memory.clone()));
        assert!(path.wait(limits::SHELL_TIMEOUT).await.is_some());
        assert_eq!(
            remembered(&memory, shell.as_os_str()),
            std::env::var_os("PATH")
        );
        assert_eq!(remembered(&memory, OsStr::new("/bin/other")), None);
        let mode = std::fs::metadata(&memory).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let nowhere = folder.path().join("missing").join("login-path");
        remember(&nowhere, &shell, OsStr::new("/bin"));
        assert!(!nowhere.exists(), "no folder is made for it");
    }
}
