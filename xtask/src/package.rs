//! `cargo xtask package`: the installers, with their sizes; `--smoke` installs and opens one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::session::{self, Display};
use crate::setup;
use crate::step::{self, Outcome};

/// The size the .deb should stay under.
const TARGET_BYTES: u64 = 15_000_000;

/// Opens the installed app on a virtual screen and waits for its window.
const OPEN_ONCE: &str = r#"
USHER_DATA_DIR=$(mktemp -d); export USHER_DATA_DIR
usher & app=$!
tries=0
until xwininfo -root -tree 2>/dev/null | grep -q '"Usher"'
do
  tries=$((tries + 1))
  if [ "$tries" -gt 150 ] || ! kill -0 "$app" 2>/dev/null; then echo 'the window did not appear' >&2; kill "$app" 2>/dev/null; exit 1; fi
  sleep 0.1
done
echo "  the installed app opened its window"
kill "$app"; wait "$app"
rm -r "$USHER_DATA_DIR"
"#;

/// Builds the installers for this system.
pub(crate) fn run(args: &[String]) -> Outcome {
    setup::for_packages()?;
    setup::build_page()?;
    let mut build = step::node_bin("tauri", &["build", "--ci"]);
    build.current_dir(step::root());
    step::run(build)?;
    let packages = built_packages();
    for package in &packages {
        println!("  {:>6.2} MB  {}", megabytes(package), package.display());
    }
    if args.iter().any(|arg| arg == "--smoke") {
        let deb = packages
            .iter()
            .find(|path| path.extension().is_some_and(|kind| kind == "deb"));
        return smoke(deb.ok_or("no .deb was built")?);
    }
    Ok(())
}

fn smoke(deb: &Path) -> Outcome {
    let file = deb.to_string_lossy();
    setup::apt(&["update", "-qq"])?;
    setup::apt(&[
        "install",
        "-y",
        "--no-install-recommends",
        "xvfb",
        "xauth",
        "x11-utils",
        "dbus-x11",
        "gnome-keyring",
    ])?;
    setup::apt(&["install", "-y", "--reinstall", &file])?;
    step::run(session::wrap(
        step::command("sh", &["-c", OPEN_ONCE]),
        Display::Virtual,
    )?)
}

fn built_packages() -> Vec<PathBuf> {
    let bundle = step::target().join("release").join("bundle");
    let kinds = ["deb", "rpm", "dmg", "msi", "nsis"];
    let mut found: Vec<PathBuf> = kinds
        .iter()
        .filter_map(|kind| fs::read_dir(bundle.join(kind)).ok())
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| {
            path.extension().is_some_and(|end| {
                ["deb", "rpm", "dmg", "msi", "exe"]
                    .iter()
                    .any(|kind| end == *kind)
            })
        })
        .collect();
    found.sort();
    for path in found
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "deb"))
    {
        if fs::metadata(path).is_ok_and(|meta| meta.len() > TARGET_BYTES) {
            println!(
                "  note: {} is over the target of {} MB",
                path.display(),
                TARGET_BYTES / 1_000_000
            );
        }
    }
    found
}

#[expect(clippy::cast_precision_loss, reason = "a size in MB with two decimals")]
fn megabytes(path: &Path) -> f64 {
    fs::metadata(path).map_or(0.0, |meta| meta.len() as f64 / 1_000_000.0)
}
