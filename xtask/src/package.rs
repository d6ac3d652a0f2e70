//! `cargo xtask package`: the installers, with their sizes; `--smoke` installs and opens one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::session::{self, Display};
use crate::setup;
use crate::step::{self, Outcome};

/// The size the .deb should stay under.
const TARGET_BYTES: u64 = 18_000_000;

/// Opens the installed app, waits for its window, and connects a client to it.
const OPEN_ONCE: &str = r#"
USHER_DATA_DIR=$(mktemp -d); export USHER_DATA_DIR
# `usher` alone becomes the window.
usher & app=$!
tries=0
until xwininfo -root -tree 2>/dev/null | grep -q '"Usher"'
do
  tries=$((tries + 1))
  if [ "$tries" -gt 150 ] || ! kill -0 "$app" 2>/dev/null; then echo 'the window did not appear' >&2; kill "$app" 2>/dev/null; exit 1; fi
  sleep 0.1
done
echo "  the installed app opened its window"
if ldd "$(command -v usher)" | grep -qE 'libgtk|webkit'; then echo 'usher is linked with a web view' >&2; kill "$app"; exit 1; fi
first='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"smoke","version":"1"}}}'
case $( (echo "$first"; sleep 5) | usher connect --as smoke) in
  *'"serverInfo"'*) echo "  usher connect answers a client" ;;
  *) echo 'usher connect does not answer' >&2; kill "$app"; exit 1 ;;
esac
if ! kill "$app" 2>/dev/null; then echo 'the app ended by itself' >&2; exit 1; fi
wait "$app"
rm -r "$USHER_DATA_DIR"
"#;

/// Builds the installers for this system.
pub(crate) fn run(args: &[String]) -> Outcome {
    setup::for_packages()?;
    setup::build_page()?;
    // What an earlier build left would be listed, and perhaps installed, as if it were this one.
    for old in built_packages() {
        fs::remove_file(&old)
            .map_err(|error| format!("could not remove {}: {error}", old.display()))?;
    }
    let manifest = step::root().join("src-tauri/Cargo.toml");
    let before = read(&manifest)?;
    let mut build = step::node_bin("tauri", &["build", "--ci"]);
    build.current_dir(step::root());
    let built = step::run(build);
    // The tool writes the features it wants into the manifest. They are there already, so it leaves nothing behind.
    if read(&manifest)? != before {
        fs::write(&manifest, before)
            .map_err(|error| format!("could not put back {}: {error}", manifest.display()))?;
        return Err("`tauri build` changed src-tauri/Cargo.toml; it was put back. Add the features it wants".into());
    }
    built?;
    let packages = built_packages()
        .into_iter()
        .map(with_usual_name)
        .collect::<Result<Vec<_>, _>>()?;
    for package in &packages {
        let is_deb = package.extension().is_some_and(|end| end == "deb");
        if is_deb {
            pack_with_xz(package)?;
        }
        println!("  {:>6.2} MB  {}", megabytes(package), package.display());
        if is_deb && bytes(package) > TARGET_BYTES {
            let target = TARGET_BYTES / 1_000_000;
            println!("  note: that is over the target of {target} MB");
        }
    }
    if args.iter().any(|arg| arg == "--smoke") {
        let deb = packages
            .iter()
            .find(|path| path.extension().is_some_and(|kind| kind == "deb"));
        return smoke(deb.ok_or("no .deb was built")?);
    }
    Ok(())
}

/// Packs a .deb anew with xz. Both programs hold the core, and gzip's window of 32 KiB sees no repeat of that size.
fn pack_with_xz(deb: &Path) -> Outcome {
    let contents = deb.with_extension("contents");
    let (file, folder) = (deb.to_string_lossy(), contents.to_string_lossy());
    step::run(step::command(
        "dpkg-deb",
        &["--raw-extract", &file, &folder],
    ))?;
    let build = [
        "--root-owner-group",
        "-Zxz",
        "-z9",
        "--build",
        &folder,
        &file,
    ];
    step::run(step::command("dpkg-deb", &build))?;
    fs::remove_dir_all(&contents)
        .map_err(|error| format!("could not remove {}: {error}", contents.display()))
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("could not read {}: {error}", file.display()))
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
        Display::Virtual(0),
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
    found
}

/// Tauri names Linux packages after the product; Debian and Fedora write names in small letters.
fn with_usual_name(path: PathBuf) -> Result<PathBuf, String> {
    let is_linux = path
        .extension()
        .is_some_and(|end| end == "deb" || end == "rpm");
    let Some(name) = path
        .file_name()
        .and_then(|name| name.to_str())
        .filter(|_| is_linux)
    else {
        return Ok(path);
    };
    let usual = path.with_file_name(name.to_lowercase());
    fs::rename(&path, &usual)
        .map_err(|error| format!("could not rename {}: {error}", path.display()))?;
    Ok(usual)
}

fn bytes(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |meta| meta.len())
}

#[expect(clippy::cast_precision_loss, reason = "a size in MB with two decimals")]
fn megabytes(path: &Path) -> f64 {
    bytes(path) as f64 / 1_000_000.0
}
