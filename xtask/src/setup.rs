//! Makes the machine ready: system packages, Node, npm packages, Python packages. Says what it does before it does it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::step::{self, Outcome};
use crate::usage;

/// What building the window needs on Debian and Ubuntu.
const BUILD_PACKAGES: &[&str] = &[
    "build-essential",
    "pkg-config",
    "libwebkit2gtk-4.1-dev",
    "librsvg2-dev",
    "libxdo-dev",
    "libayatana-appindicator3-dev",
];

/// What the tests need beside that: a display, a session bus, a keyring, a driver for the window, networks of their own.
const TEST_PACKAGES: &[&str] = &[
    "webkit2gtk-driver",
    "xvfb",
    "xauth",
    "dbus-x11",
    "gnome-keyring",
    "at-spi2-core",
    "iproute2",
    "fonts-liberation",
    "python3-venv",
];

/// What the packages need beside that.
const PACKAGE_PACKAGES: &[&str] = &["rpm", "file"];

/// Enough to build and run.
pub(crate) fn for_run() -> Outcome {
    system_packages(&[BUILD_PACKAGES])?;
    page_packages()
}

/// Enough for every test. What comes from different places is fetched at the same time.
pub(crate) fn for_tests() -> Outcome {
    usage::side_by_side(vec![
        Box::new(|| programs().and_then(|()| peers())),
        Box::new(page_packages),
        Box::new(crates),
    ])
    .into_iter()
    .collect()
}

/// The system's packages.
pub(crate) fn programs() -> Outcome {
    system_packages(&[BUILD_PACKAGES, TEST_PACKAGES])
}

/// The servers and clients that tests talk to. The Python libraries need one of the system's packages.
pub(crate) fn peers() -> Outcome {
    python_peers()?;
    require_node()?;
    npm_install(
        &step::root().join("tests").join("peers"),
        "the real servers the tests talk to",
    )?;
    if cfg!(target_os = "linux") {
        for_conformance()?;
    }
    Ok(())
}

/// The crates of all dependencies.
pub(crate) fn crates() -> Outcome {
    step::run(step::cargo(&["fetch", "--quiet", "--locked"]))
}

/// Enough for the conformance suites.
pub(crate) fn for_conformance() -> Outcome {
    require_node()?;
    let home = step::root().join("tests").join("conformance");
    npm_install(&home.join("node"), "the Node the conformance suites need")?;
    npm_install(&home.join("0.1.16"), "the released conformance suite")?;
    npm_install(&home.join("0.2.0-alpha.12"), "the newest conformance suite")
}

/// The public servers whose tools are searched. Nothing of theirs runs while they are installed.
pub(crate) fn for_tool_search() -> Outcome {
    require_node()?;
    npm_install(
        &step::root().join("benches").join("tool-servers"),
        "the servers whose tools are searched",
    )
}

/// The public servers that `cargo xtask test --all` starts and lists. Packages that exclude each other have folders and
/// environments of their own.
pub(crate) fn public_servers() -> Outcome {
    for_tool_search()?;
    let benches = step::root().join("benches");
    for folder in ["many", "mastra"] {
        npm_install(
            &benches.join("listed-servers").join(folder),
            "the servers that are only listed",
        )?;
    }
    for environment in ["mcp1", "mcp1.22", "mcp1.26", "mcp2", "mcp2.2", "serena"] {
        python_packages(
            &benches.join(format!("tool-servers/requirements-{environment}.txt")),
            &step::target().join("tool-servers-python").join(environment),
            "the public Python servers",
        )?;
    }
    Ok(())
}

/// Enough to build the installers.
pub(crate) fn for_packages() -> Outcome {
    system_packages(&[BUILD_PACKAGES, PACKAGE_PACKAGES])?;
    page_packages()
}

/// The page, built into `ui/dist`, where the app takes it from.
pub(crate) fn build_page() -> Outcome {
    step::run(step::npm(&["run", "build"], &step::ui()))
}

/// The page on its host in memory, built into `ui/dist-fake`.
pub(crate) fn build_page_alone() -> Outcome {
    step::run(step::npm(
        &["run", "build", "--", "--mode", "fake"],
        &step::ui(),
    ))
}

pub(crate) fn page_packages() -> Outcome {
    require_node()?;
    npm_install(&step::ui(), "the page's libraries")
}

fn python_peers() -> Outcome {
    python_packages(
        &step::root().join("tests/peers/requirements.txt"),
        &step::target().join("peers-python"),
        "the Python servers the tests talk to",
    )
}

/// Installs Python packages into an environment of their own, if their list changed.
///
/// Each of them stands in the list with its hash, so nothing else is looked for.
fn python_packages(list: &Path, home: &Path, what: &str) -> Outcome {
    if !cfg!(unix) {
        return Ok(());
    }
    let mark = home.join(".usher-lock");
    let wanted =
        fs::read(list).map_err(|error| format!("could not read {}: {error}", list.display()))?;
    if fs::read(&mark).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!("Installing {what} into {} …", home.display());
    let mut environment = step::command("python3", &["-m", "venv", "--clear"]);
    environment.arg(home);
    step::run(environment)?;
    let pip = home.join("bin").join("pip");
    let quiet = ["--quiet", "--disable-pip-version-check"];
    let mut install = step::command(&pip.to_string_lossy(), &["install", "--no-deps"]);
    install.args(quiet).args(["--require-hashes", "-r"]);
    install.arg(list);
    step::run(install)?;
    fs::write(&mark, wanted).map_err(|error| format!("could not write {}: {error}", mark.display()))
}

fn require_node() -> Outcome {
    let how = "install Node 20.19 or newer (https://nodejs.org, or your system's package `nodejs`)";
    let version = step::stdout_of(Command::new("node").arg("--version"))
        .ok_or_else(|| format!("Node is not installed: {how}"))?;
    let mut parts = version
        .trim()
        .trim_start_matches('v')
        .split('.')
        .map(str::parse::<u32>);
    let (Some(Ok(major)), Some(Ok(minor))) = (parts.next(), parts.next()) else {
        return Err(format!(
            "`node --version` printed “{}”: {how}",
            version.trim()
        ));
    };
    if (major, minor) < (20, 19) {
        return Err(format!("Node {} is too old: {how}", version.trim()));
    }
    Ok(())
}

/// Installs a folder's npm packages if its lock file changed.
fn npm_install(folder: &Path, what: &str) -> Outcome {
    let lock = folder.join("package-lock.json");
    let mark = folder.join("node_modules").join(".usher-lock");
    let wanted =
        fs::read(&lock).map_err(|error| format!("could not read {}: {error}", lock.display()))?;
    if fs::read(&mark).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!(
        "Installing {what} into {} …",
        folder.join("node_modules").display()
    );
    step::run(step::npm(&["ci", "--no-audit", "--no-fund"], folder))?;
    fs::write(&mark, wanted).map_err(|error| format!("could not write {}: {error}", mark.display()))
}

/// Installs what is missing through apt; on other systems it trusts what is there.
fn system_packages(groups: &[&[&str]]) -> Outcome {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    if step::stdout_of(Command::new("dpkg-query").arg("--version")).is_none() {
        println!(
            "This is not a Debian or Ubuntu system; Usher needs WebKitGTK 4.1 and librsvg with headers."
        );
        return Ok(());
    }
    let missing: Vec<&str> = groups
        .iter()
        .flat_map(|group| group.iter().copied())
        .filter(|name| !has_package(name))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!(
        "These system packages are missing and will be installed through apt:\n  {}",
        missing.join(" ")
    );
    apt(&["update", "-qq"])?;
    let mut install = vec!["install", "-y", "--no-install-recommends"];
    install.extend(&missing);
    apt(&install)
}

fn has_package(name: &str) -> bool {
    let query = ["-W", "-f=${db:Status-Status}", name];
    step::stdout_of(Command::new("dpkg-query").args(query))
        .is_some_and(|status| status == "installed")
}

/// Runs apt-get, through sudo where we are not root.
pub(crate) fn apt(args: &[&str]) -> Outcome {
    let is_root = step::stdout_of(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0");
    let mut words = if is_root { vec![] } else { vec!["sudo"] };
    words.extend(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    words.extend(args);
    step::run(step::command(words[0], &words[1..]))
}
