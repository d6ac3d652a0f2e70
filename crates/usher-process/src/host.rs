//! Holds the host's environment and finds programs as the user's shell does.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::environment;
use crate::limits;
use crate::search::{LoginPath, ResolveError, resolve, with_common_folders};

/// The host's variables and the search path of the user's login shell. Clones share it.
#[derive(Clone)]
pub struct HostEnvironment(Arc<Inner>);

struct Inner {
    variables: Vec<(OsString, OsString)>,
    /// Set once it is needed; `None` inside where there is no login shell.
    login_path: OnceLock<Option<LoginPath>>,
}

impl HostEnvironment {
    /// Makes an environment of these variables without starting the shell.
    pub fn new(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        Self(Arc::new(Inner {
            variables: variables.into_iter().collect(),
            login_path: OnceLock::new(),
        }))
    }

    /// Returns the search path of the login shell, started once.
    ///
    /// An app started from a desktop menu has a short PATH; programs installed for one user (`npx`, `uvx`) are only on
    /// the login shell's. If the shell does not answer within five seconds, the host's PATH and the common folders are
    /// used until it does; started from a terminal, or on Windows, they are used at once.
    pub async fn login_path(&self) -> OsString {
        let path = match self.login_shell() {
            Some(login_shell) => login_shell.wait(limits::SHELL_WAIT).await,
            None => None,
        };
        path.unwrap_or_else(|| self.own_path())
    }

    /// Returns the absolute path of a program.
    ///
    /// It is searched as [`super::resolve`] does in [`Self::login_path`]. A program is reported missing only after the
    /// login shell has had half a minute.
    pub async fn find_program(&self, program: &str, cwd: &Path) -> Result<PathBuf, ResolveError> {
        let found = resolve(program, &self.login_path().await, cwd);
        if found != Err(ResolveError::NotFound) {
            return found;
        }
        // A slow shell gets more time before the program is reported missing.
        let Some(login_shell) = self.login_shell() else {
            return found;
        };
        let path = login_shell.wait(limits::SLOW_SHELL_WAIT).await;
        resolve(program, &path.unwrap_or_else(|| self.own_path()), cwd)
    }

    /// Returns the whole environment of a server.
    pub async fn for_server<'a>(
        &self,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Vec<(OsString, OsString)> {
        environment::for_server(&self.0.variables, &self.login_path().await, given)
    }

    fn login_shell(&self) -> Option<&LoginPath> {
        let login_shell = self.0.login_path.get_or_init(|| {
            // Started from a terminal, the host already has the login shell's path; an interactive shell would compete
            // for the terminal.
            let shell = self
                .variable("SHELL")
                .filter(|_| cfg!(unix) && !std::io::stdin().is_terminal())?;
            Some(LoginPath::query(shell.into(), self.0.variables.clone()))
        });
        login_shell.as_ref()
    }

    /// Returns the search path without the shell's answer.
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

/// Compares names of variables, which have no case on Windows.
fn is_named(known: &OsStr, name: &str) -> bool {
    if cfg!(windows) {
        known.eq_ignore_ascii_case(name)
    } else {
        known == name
    }
}
