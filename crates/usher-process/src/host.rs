//! Holds what the host was started with, and finds programs the way the person's shell would.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::environment;
use crate::limits;
use crate::search::{LoginPath, ResolveError, resolve, with_common_folders};

/// The variables the host was started with, and what the person's login shell adds to them. Clones share it.
#[derive(Clone)]
pub struct HostEnvironment(Arc<Inner>);

struct Inner {
    variables: Vec<(OsString, OsString)>,
    /// Set once it is needed; `None` inside where there is no login shell to ask.
    login_path: OnceLock<Option<LoginPath>>,
}

impl HostEnvironment {
    /// An environment of these variables. Nothing is asked yet.
    pub fn new(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        Self(Arc::new(Inner {
            variables: variables.into_iter().collect(),
            login_path: OnceLock::new(),
        }))
    }

    /// The search path of the person's login shell, which is asked once.
    ///
    /// An app started from a desktop menu has a poor PATH; programs installed for the person (`npx`, `uvx`)
    /// are only on the login shell's. If the shell does not answer within five seconds, the own PATH and the
    /// usual places are used until it does; started from a terminal, or on Windows, they are used at once.
    pub async fn login_path(&self) -> OsString {
        let path = match self.login_shell() {
            Some(login_shell) => login_shell.wait(limits::SHELL_WAIT).await,
            None => None,
        };
        path.unwrap_or_else(|| self.own_path())
    }

    /// The absolute path of a program, looked for as [`super::resolve`] does it in [`Self::login_path`]. Nothing is
    /// said to be missing before the login shell has had half a minute.
    pub async fn find_program(&self, program: &str, cwd: &Path) -> Result<PathBuf, ResolveError> {
        let found = resolve(program, &self.login_path().await, cwd);
        if found != Err(ResolveError::NotFound) {
            return found;
        }
        // Before that is said, a slow shell gets more time.
        let Some(login_shell) = self.login_shell() else {
            return found;
        };
        let path = login_shell.wait(limits::SLOW_SHELL_WAIT).await;
        resolve(program, &path.unwrap_or_else(|| self.own_path()), cwd)
    }

    /// The whole environment of a server.
    pub async fn for_server<'a>(
        &self,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Vec<(OsString, OsString)> {
        environment::for_server(&self.0.variables, &self.login_path().await, given)
    }

    fn login_shell(&self) -> Option<&LoginPath> {
        let login_shell = self.0.login_path.get_or_init(|| {
            // Started from a terminal, the host has the login shell's path already; an interactive shell
            // would fight with the terminal's own.
            let shell = self
                .variable("SHELL")
                .filter(|_| cfg!(unix) && !std::io::stdin().is_terminal())?;
            Some(LoginPath::query(shell.into(), self.0.variables.clone()))
        });
        login_shell.as_ref()
    }

    /// What can be said without the shell.
    fn own_path(&self) -> OsString {
        let home = std::env::home_dir().filter(|home| home.is_absolute());
        with_common_folders(self.variable("PATH").unwrap_or_default(), home.as_deref())
    }

    fn variable(&self, name: &str) -> Option<&OsStr> {
        let mut variables = self.0.variables.iter();
        let (_, value) = variables.find(|(known, _)| is_named(known, name))?;
        Some(value)
    }
}

/// Names of variables have no case on Windows.
fn is_named(known: &OsStr, name: &str) -> bool {
    if cfg!(windows) {
        known.eq_ignore_ascii_case(name)
    } else {
        known == name
    }
}
