//! Reads what the environment decides, once at the start: where the data lives.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use usher_agents::Places;
use usher_process::HostEnvironment;
use usher_system::paths::{Paths, PathsError};
use usher_types::client::{CLIENT_KEY_VARIABLE, ClientKey};

/// What was found in the environment.
pub struct Environment {
    /// Where everything Usher writes goes.
    pub paths: Paths,
    /// What this program was started with.
    pub variables: HostEnvironment,
    /// The place the person chose; `None`: the usual one.
    chosen: Option<PathBuf>,
    /// Where sockets belong (XDG Base Directory Specification, `XDG_RUNTIME_DIR`); `None`: the system names no place.
    runtime_dir: Option<PathBuf>,
}

impl Environment {
    /// Looks at `USHER_DATA_DIR`, which alone is Usher's own, and at where sockets belong.
    pub fn read() -> Result<Self, PathsError> {
        let mut environment = Self::of(std::env::var_os("USHER_DATA_DIR"))?;
        let runtime_dir = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
        environment.runtime_dir = runtime_dir.filter(|dir| dir.is_absolute());
        Ok(environment)
    }

    /// With another place for sockets.
    #[must_use]
    pub fn with_runtime_dir(self, runtime_dir: PathBuf) -> Self {
        Self {
            runtime_dir: Some(runtime_dir),
            ..self
        }
    }

    /// The address at which clients reach this program if it owns the data folder: a Unix socket, or a named pipe. Each
    /// folder has its own.
    pub fn client_address(&self) -> PathBuf {
        let data = self.paths.data_dir();
        if cfg!(windows) {
            return PathBuf::from(format!(r"\\.\pipe\usher-{}", short_hash(data)));
        }
        match &self.runtime_dir {
            Some(dir) => dir.join("usher").join(format!("{}.sock", short_hash(data))),
            None => data.join("run").join("clients.sock"),
        }
    }

    /// The address at which clients reach the owner of the data folder: where it said it is, since agents start programs
    /// without the variables that decide it.
    pub fn owner_address(&self) -> PathBuf {
        let said = std::fs::read_to_string(self.paths.owner_address()).map(PathBuf::from);
        match said {
            Ok(said) if said.is_absolute() => said,
            Ok(_) | Err(_) => self.client_address(),
        }
    }

    /// The key of the client that started this program, as its agent's entry names it.
    pub fn client_key() -> Option<ClientKey> {
        let key = std::env::var(CLIENT_KEY_VARIABLE).ok()?;
        Some(ClientKey(key)).filter(|key| !key.0.is_empty())
    }

    /// Whether a window can be shown.
    pub fn has_display() -> bool {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        cfg!(not(target_os = "linux")) || is_set("WAYLAND_DISPLAY") || is_set("DISPLAY")
    }

    /// Where agents keep their configuration files; `None` = the system names no home.
    pub fn agent_places() -> Option<Places> {
        Places::of_system(|name| std::env::var_os(name).map(PathBuf::from))
    }

    fn of(data_dir: Option<OsString>) -> Result<Self, PathsError> {
        match data_dir.filter(|dir| !dir.is_empty()) {
            Some(dir) => Ok(Self::at(Path::new(&dir))),
            None => Ok(Self::with(Paths::of_system()?, None)),
        }
    }

    /// Takes this data folder, as if `USHER_DATA_DIR` named it.
    pub fn at(dir: &Path) -> Self {
        let dir = std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned());
        Self::with(Paths::at(&dir), Some(dir))
    }

    fn with(paths: Paths, chosen: Option<PathBuf>) -> Self {
        let variables = HostEnvironment::remembering(std::env::vars_os(), paths.login_path());
        Self {
            paths,
            variables,
            chosen,
            runtime_dir: None,
        }
    }

    /// The name under which a second start finds the first one. Each data directory has its own, so
    /// that a portable Usher and an installed one can run side by side.
    pub fn instance(&self, identifier: &str) -> String {
        match &self.chosen {
            None => identifier.to_owned(),
            Some(dir) => format!("{identifier}.d{}", short_hash(dir)),
        }
    }
}

/// Reads the variables this program was started with, whatever the data folder.
pub fn host_environment() -> HostEnvironment {
    match Environment::read() {
        Ok(environment) => environment.variables,
        Err(_) => HostEnvironment::new(std::env::vars_os()),
    }
}

fn short_hash(path: &Path) -> String {
    let digest = Sha256::digest(path.as_os_str().as_encoded_bytes());
    let start = digest.first_chunk().copied().unwrap_or_default();
    format!("{:016x}", u64::from_be_bytes(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_data_directory_is_its_own_instance() {
        let instance = |dir: &str| {
            Environment::of(Some(dir.into()))
                .unwrap()
                .instance("dev.usher")
        };
        assert_eq!(
            instance("/a"),
            instance("/a"),
            "the same folder is the same instance"
        );
        assert_ne!(instance("/a"), instance("/b"), "another folder is another");
        assert!(
            instance("/a")
                .split('.')
                .all(|part| !part.starts_with(|first: char| first.is_ascii_digit())),
            "no part of a D-Bus name may begin with a digit: {}",
            instance("/a")
        );
    }

    #[test]
    fn a_relative_folder_is_taken_from_the_working_directory() {
        let environment = Environment::of(Some("data".into())).unwrap();
        assert_eq!(
            environment.paths.data_dir(),
            std::path::absolute("data").unwrap()
        );
    }
}
