//! The programs under test, built from this checkout before the first journey.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Set by whoever has built the programs already.
const ARE_BUILT: &str = "USHER_PROGRAMS_ARE_BUILT";

/// A program the journeys run.
#[derive(Debug, Clone, Copy)]
pub enum Binary {
    /// Usher with its page inside.
    App,
    /// The terminal program.
    Terminal,
    /// The probe of the window's restrictions.
    IpcProbe,
    /// The probe of what web views ask of the network.
    NetworkProbe,
}

impl Binary {
    /// Where it is, after making sure it is fresh.
    pub fn path(self) -> PathBuf {
        static BUILT: OnceLock<()> = OnceLock::new();
        BUILT.get_or_init(|| {
            if std::env::var_os(ARE_BUILT).is_none() {
                build();
            }
        });
        let beside = beside_us();
        let name = match self {
            Self::App => "usher-desktop",
            Self::Terminal => "usher",
            Self::IpcProbe => "examples/ipc_probe",
            Self::NetworkProbe => "examples/network_probe",
        };
        beside
            .join(name)
            .with_extension(std::env::consts::EXE_EXTENSION)
    }
}

fn build() {
    assert!(
        repository().join("ui/dist/index.html").is_file(),
        "the page is not built: run `npm ci && npm run build` in ui/, or the whole by `cargo xtask test`"
    );
    let mut cargo = std::process::Command::new(env!("CARGO"));
    cargo
        .current_dir(repository())
        .args(["build", "--quiet", "--locked", "--workspace"])
        .args(["--bin", "usher", "--bin", "usher-desktop"])
        .args(["--example", "ipc_probe", "--example", "network_probe"])
        .args(["--features", "usher/custom-protocol"]);
    // As for the command that built this test: with other values half the tree would be built again.
    for (name, _) in std::env::vars_os() {
        let of_package = name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
        });
        if of_package {
            cargo.env_remove(name);
        }
    }
    if is_release() {
        cargo.arg("--release");
    } else {
        cargo.args(["--features", "usher/swap-data-folder"]);
    }
    let status = cargo.status().expect("cargo runs");
    assert!(status.success(), "the app does not build");
}

/// Whether the programs under test are those people install: a test's own ways into them are not there.
pub(super) fn is_release() -> bool {
    beside_us().ends_with("release")
}

/// Where the programs built like this one are: `target/debug` for a test in `target/debug/deps`, `target/release` for a
/// benchmark there.
fn beside_us() -> PathBuf {
    let us = std::env::current_exe().expect("a program knows where it is");
    let folder = us.parent().expect("a program lies in a folder");
    let beside = folder.parent().filter(|_| folder.ends_with("deps"));
    beside.unwrap_or(folder).to_path_buf()
}

/// The root of this checkout.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests lie inside the repository")
}
