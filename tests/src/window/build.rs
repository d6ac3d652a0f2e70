//! The programs under test, built from this checkout before the first journey.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A program the journeys run.
#[derive(Debug, Clone, Copy)]
pub enum Binary {
    /// Usher with its page inside.
    App,
    /// The probe of the window's walls.
    IpcProbe,
}

impl Binary {
    /// Where it is, after making sure it is fresh.
    pub fn path(self) -> PathBuf {
        static BUILT: OnceLock<()> = OnceLock::new();
        BUILT.get_or_init(build);
        let target = std::env::current_exe()
            .ok()
            // target/debug/deps/journeys-… → target/debug
            .and_then(|test| test.parent()?.parent().map(Path::to_path_buf))
            .expect("a test lies in the target directory");
        let name = match self {
            Self::App => "usher",
            Self::IpcProbe => "examples/ipc_probe",
        };
        target
            .join(name)
            .with_extension(std::env::consts::EXE_EXTENSION)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test builds what it tests; the one spawn door is for the product"
)]
fn build() {
    assert!(
        repository().join("ui/dist/index.html").is_file(),
        "the page is not built: run `npm ci && npm run build` in ui/, or the whole by `cargo xtask test`"
    );
    let status = std::process::Command::new(env!("CARGO"))
        .current_dir(repository())
        .args(["build", "--quiet", "--locked", "--workspace"])
        .args(["--features", "usher/custom-protocol", "--bin", "usher"])
        .args(["--example", "ipc_probe"])
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the app does not build");
}

/// The root of this checkout.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests lie inside the repository")
}
