//! What the environment decides, read once at the start: where the data lives, and where this
//! program itself is.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};
use tauri::AppHandle;
use usher_api::{DemoProgram, Deps};
use usher_config::other_apps::Places;
use usher_core::network::Network;
use usher_core::{ConnectionLimits, GuardianProgram};
use usher_system::clock::Clock;
use usher_system::paths::{Paths, PathsError};
use usher_system::secrets::Keyring;

use crate::folder;

/// Why Usher cannot start at all.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No place for its data.
    #[error(transparent)]
    Paths(#[from] PathsError),
    /// The window system said no.
    #[error("the window could not be opened: {0}. Usher needs a graphical session.")]
    Window(#[from] tauri::Error),
}

/// What was found in the environment.
#[derive(Debug)]
pub(crate) struct Environment {
    /// Where everything Usher writes goes.
    pub paths: Paths,
    /// Whether the person chose that place.
    chosen: Option<PathBuf>,
}

impl Environment {
    /// Looks at `USHER_DATA_DIR`; nothing else in the environment is Usher's.
    pub(crate) fn read() -> Result<Self, StartError> {
        Self::of(std::env::var_os("USHER_DATA_DIR"))
    }

    fn of(data_dir: Option<OsString>) -> Result<Self, StartError> {
        match data_dir.filter(|dir| !dir.is_empty()) {
            Some(dir) => {
                let dir = std::path::absolute(&dir).unwrap_or_else(|_| PathBuf::from(dir));
                Ok(Self {
                    paths: Paths::at(&dir),
                    chosen: Some(dir),
                })
            }
            None => Ok(Self {
                paths: Paths::of_system()?,
                chosen: None,
            }),
        }
    }

    /// The name under which a second start finds the first one. Each data directory has its own, so
    /// that a portable Usher and an installed one can run side by side.
    pub(crate) fn instance(&self, identifier: &str) -> String {
        match &self.chosen {
            None => identifier.to_owned(),
            Some(dir) => format!("{identifier}.d{}", short_hash(dir)),
        }
    }

    /// Where the web view keeps what it must. If the data directory cannot be written the window
    /// still has to open and say so; then it is a folder that is as good as gone afterwards.
    pub(crate) fn web_data_dir(&self) -> PathBuf {
        let usual = self.paths.data_dir().join("webview");
        match std::fs::create_dir_all(&usual) {
            Ok(()) => usual,
            Err(_) => std::env::temp_dir().join(format!("usher-webview-{}", std::process::id())),
        }
    }

    /// What the core needs from outside.
    pub(crate) fn deps(&self, app: &AppHandle) -> Deps {
        let program = own_program();
        Deps {
            paths: self.paths.clone(),
            clock: Clock::System,
            network: Network::System,
            secrets: Arc::new(Keyring::default()),
            guardian: Some(guardian()),
            demo: DemoProgram {
                program,
                args: vec!["--demo-server".to_owned()],
                webtool: usher_demo::webtool_address(),
            },
            other_apps: Places::of_system(),
            open_url: Arc::new(open_url),
            choose_folder: folder::chooser(app),
            connection_limits: ConnectionLimits::default(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// The one door through which an address leaves for the system's browser.
fn open_url(url: &str) -> std::io::Result<()> {
    open::that_detached(url)
}

/// What ends the servers if this program is killed.
pub(crate) fn guardian() -> GuardianProgram {
    GuardianProgram {
        program: own_program(),
        args: vec!["--guardian".to_owned()],
    }
}

/// Only a program deleted while it starts does not know its own path; then the name on PATH is the best guess.
fn own_program() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|_| PathBuf::from("usher"))
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
