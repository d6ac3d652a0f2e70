//! Holds the host's environment and finds programs as the user's shell does.

use std::ffi::{OsStr, OsString};
#[cfg(unix)]
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
#[cfg(unix)]
use std::sync::OnceLock;

use usher_types::secret::Secret;

use crate::environment;
#[cfg(unix)]
use crate::limits;
#[cfg(unix)]
use crate::login_shell::{self, LoginPath};
#[cfg(unix)]
use crate::search::with_folders;
use crate::search::{ResolveError, resolve, with_common_folders};

/// The host's variables and the search path of the user's login shell. Clones share it.
#[derive(Clone)]
pub struct HostEnvironment(Arc<Inner>);

struct Inner {
    variables: Vec<(OsString, OsString)>,
    #[cfg(unix)]
    shell: Shell,
}

#[cfg(unix)]
#[derive(Default)]
struct Shell {
    /// Where its answer is kept between runs.
    memory: Option<PathBuf>,
    /// What it answered in an earlier run, read once it is needed.
    remembered: OnceLock<Option<OsString>>,
    /// Set once it is asked; `None` inside where there is no login shell.
    asked: OnceLock<Option<LoginPath>>,
}

impl HostEnvironment {
    /// Makes an environment of these variables without starting the shell.
    pub fn new(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        Self(Arc::new(Inner {
            variables: variables.into_iter().collect(),
            #[cfg(unix)]
            shell: Shell::default(),
        }))
    }

    /// As [`Self::new`]; what the login shell answers is kept in this file between runs.
    pub fn remembering(
        variables: impl IntoIterator<Item = (OsString, OsString)>,
        memory: PathBuf,
    ) -> Self {
        // There is no login shell.
        #[cfg(not(unix))]
        drop(memory);
        Self(Arc::new(Inner {
            variables: variables.into_iter().collect(),
            #[cfg(unix)]
            shell: Shell {
                memory: Some(memory),
                ..Shell::default()
            },
        }))
    }

    /// Returns the absolute path of a program.
    ///
    /// It is searched as [`super::resolve`] does, on the host's own `PATH`, in the common folders and on what is known of
    /// the login shell's: an app started from a desktop menu has a short `PATH`, and programs installed for one user
    /// (`npx`, `uvx`) may be on the login shell's only. The shell is asked, once, where that does not find it.
    pub async fn find_program(&self, program: &str, cwd: &Path) -> Result<PathBuf, ResolveError> {
        let found = resolve(program, &self.search_path(), cwd);
        let is_name = !program.contains('/') && !program.is_empty();
        if !is_name || found != Err(ResolveError::NotFound) {
            return found;
        }
        #[cfg(unix)]
        if let Some(login_shell) = self.login_shell() {
            login_shell.wait(limits::SHELL_WAIT).await;
            return resolve(program, &self.search_path(), cwd);
        }
        found
    }

    /// Returns the whole environment of a server.
    pub fn for_server<'a>(
        &self,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Vec<(OsString, OsString)> {
        environment::for_server(&self.0.variables, &self.search_path(), given)
    }

    /// Returns the names of variables that a server does not get, and that it misses by its own words or needs for the
    /// network.
    pub fn withheld(&self, said: &[&str]) -> Vec<String> {
        environment::withheld(&self.0.variables, said)
    }

    /// Returns the value of a variable of the host that a server does not get by itself.
    pub fn withheld_value(&self, name: &str) -> Option<Secret> {
        self.variable(name)?.to_str().map(Secret::new)
    }

    /// Returns the host's own search path, the common folders and what is known of the login shell's.
    fn search_path(&self) -> OsString {
        let home = std::env::home_dir().filter(|home| home.is_absolute());
        let own = self.variable("PATH").unwrap_or_default();
        let path = with_common_folders(own, home.as_deref());
        #[cfg(unix)]
        if let Some(shells) = self.known_login_path() {
            let folders = std::env::split_paths(&shells).filter(|folder| folder.is_absolute());
            return with_folders(&path, folders);
        }
        path
    }

    /// Returns what the login shell has answered, in this run or an earlier one.
    #[cfg(unix)]
    fn known_login_path(&self) -> Option<OsString> {
        let shell = &self.0.shell;
        let asked = shell.asked.get().and_then(Option::as_ref);
        if let Some(path) = asked.and_then(LoginPath::answered) {
            return Some(path);
        }
        let remembered = shell.remembered.get_or_init(|| {
            let memory = shell.memory.as_deref()?;
            login_shell::remembered(memory, self.variable("SHELL")?)
        });
        remembered.clone()
    }

    #[cfg(unix)]
    fn login_shell(&self) -> Option<&LoginPath> {
        let login_shell = self.0.shell.asked.get_or_init(|| {
            // Started from a terminal, the host already has the login shell's path; an interactive shell would compete
            // for the terminal.
            let shell = self
                .variable("SHELL")
                .filter(|_| !std::io::stdin().is_terminal())?;
            let memory = self.0.shell.memory.clone();
            Some(LoginPath::query(
                shell.into(),
                self.0.variables.clone(),
                memory,
            ))
        });
        login_shell.as_ref()
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn program(path: &Path, script: &str) -> std::io::Result<()> {
        std::fs::write(path, script)?;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
    }

    #[tokio::test]
    async fn the_login_shell_is_asked_only_for_what_the_own_path_lacks() {
        let folder = tempfile::tempdir().unwrap();
        let (own, shells) = (folder.path().join("own"), folder.path().join("shells"));
        for place in [&own, &shells] {
            std::fs::create_dir(place).unwrap();
        }
        program(&own.join("near"), "#!/bin/sh\n").unwrap();
        for name in ["near", "far"] {
            program(&shells.join(name), "#!/bin/sh\n").unwrap();
        }
        let asked = folder.path().join("asked");
        let shell = folder.path().join("shell");
        let script = format!(
            "#!/bin/sh\necho x >> '{}'\nPATH='{}:/bin:/usr/bin' exec sh -c \"$2\"\n",
            asked.display(),
            shells.display()
        );
        program(&shell, &script).unwrap();
        let memory = folder.path().join("login-path");
        let host = || {
            let variables = [("PATH", &own), ("SHELL", &shell)];
            let variables =
                variables.map(|(name, path)| (name.into(), path.as_os_str().to_owned()));
            HostEnvironment::remembering(variables, memory.clone())
        };
        let times = || std::fs::read_to_string(&asked).map_or(0, |text| text.lines().count());
        let absolute = own.join("near").display().to_string();
        // The program, where it is found, and how often the shell was asked by then.
        let cases = [
            ("near", Ok(own.join("near")), 0),
            (absolute.as_str(), Ok(own.join("near")), 0),
            ("/no/such/program", Err(ResolveError::NotFound), 0),
            ("far", Ok(shells.join("far")), 1),
            ("no-such-program-anywhere", Err(ResolveError::NotFound), 1),
            ("near", Ok(own.join("near")), 1),
        ];
        let one = host();
        for (name, expected, asked) in cases {
            let found = one.find_program(name, folder.path()).await;
            assert_eq!((found, times()), (expected, asked), "{name}");
        }
        let next = host();
        assert_eq!(
            next.find_program("far", folder.path()).await,
            Ok(shells.join("far"))
        );
        assert_eq!(times(), 1, "the next run remembers the answer");
        let environment = next.for_server([]);
        let path = environment.iter().find(|(name, _)| name == "PATH");
        let path = path.map(|(_, path)| path.to_string_lossy().into_owned());
        let path = path.unwrap_or_default();
        assert!(
            path.starts_with(own.to_str().unwrap()) && path.contains(shells.to_str().unwrap()),
            "{path}"
        );
    }
}
