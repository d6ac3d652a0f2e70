//! A keyring of its own on a bus of its own, which is locked and unlocked while the app runs.
#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a test that cannot go on must say where it stopped"
)]

use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, Command};
use zbus::zvariant::{ObjectPath, OwnedObjectPath};

const PASSWORD: &[u8] = b"pw";
const SERVICE: &str = "org.freedesktop.secrets";
const DEFAULT: &str = "/org/freedesktop/secrets/aliases/default";

/// How long the keyring may take for one step.
const PATIENCE: Duration = Duration::from_secs(30);

/// A secret service with one collection, which is the default one.
pub struct PrivateKeyring {
    home: PathBuf,
    address: String,
    bus: zbus::Connection,
    /// Both end with it.
    _processes: [Child; 2],
}

impl PrivateKeyring {
    /// Starts one that is locked, with its files below a folder.
    pub async fn locked(folder: &Path) -> Self {
        let home = folder.join("keyring");
        let mut private = std::fs::DirBuilder::new();
        private.recursive(true).mode(0o700);
        private.create(&home).expect("a folder for the keyring");
        let mut bus = program("dbus-daemon")
            .args(["--session", "--nofork", "--nopidfile", "--print-address=1"])
            .env_remove("DISPLAY")
            .stdout(Stdio::piped())
            .spawn()
            .expect("a bus starts (Debian package dbus)");
        let printed = bus.stdout.take().expect("what the bus prints");
        let mut lines = BufReader::new(printed).lines();
        let address = lines
            .next_line()
            .await
            .expect("a line")
            .expect("an address");
        let daemon = unlocking(&home, &address, &["--foreground", "--components=secrets"]).await;
        let connection = zbus::connection::Builder::address(address.as_str())
            .expect("an address of a bus")
            .build()
            .await
            .expect("the bus answers");
        let keyring = Self {
            home,
            address,
            bus: connection,
            _processes: [bus, daemon],
        };
        keyring.lock().await;
        keyring
    }

    /// Where its bus is, for `DBUS_SESSION_BUS_ADDRESS`.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Unlocks it as a login would.
    pub async fn unlock(&self) {
        let mut login = unlocking(&self.home, &self.address, &[]).await;
        login.wait().await.expect("it is told the password");
        self.until(false, async || {}).await;
    }

    async fn lock(&self) {
        let path = ObjectPath::try_from(DEFAULT).expect("a path");
        self.until(true, async || {
            let service = self.proxy("/org/freedesktop/secrets", "org.freedesktop.Secret.Service");
            let locked: zbus::Result<(Vec<OwnedObjectPath>, OwnedObjectPath)> = match service.await
            {
                Ok(service) => service.call("Lock", &(vec![&path],)).await,
                Err(error) => Err(error),
            };
            // It may not have its name yet.
            drop(locked);
        })
        .await;
    }

    /// Waits until it is locked or unlocked, trying to make it so.
    async fn until(&self, locked: bool, make_so: impl AsyncFn()) {
        let waiting = async {
            loop {
                make_so().await;
                if self.is_locked().await == Some(locked) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting)
            .await
            .expect("the keyring is locked or unlocked");
    }

    async fn is_locked(&self) -> Option<bool> {
        let collection = self.proxy(DEFAULT, "org.freedesktop.Secret.Collection");
        collection.await.ok()?.get_property("Locked").await.ok()
    }

    async fn proxy(
        &self,
        path: &'static str,
        interface: &'static str,
    ) -> zbus::Result<zbus::Proxy<'static>> {
        zbus::proxy::Builder::new(&self.bus)
            .destination(SERVICE)?
            .path(path)?
            .interface(interface)?
            .cache_properties(zbus::proxy::CacheProperties::No)
            .build()
            .await
    }
}

/// Starts the keyring, or tells the one that runs the password.
async fn unlocking(home: &Path, address: &str, more: &[&str]) -> Child {
    let mut child = program("gnome-keyring-daemon")
        .arg("--unlock")
        .args(more)
        .envs(["HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"].map(|name| (name, home)))
        .env("DBUS_SESSION_BUS_ADDRESS", address)
        // A prompt has nowhere to appear.
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("GNOME_KEYRING_CONTROL")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("a keyring starts (Debian package gnome-keyring)");
    let mut input = child.stdin.take().expect("its input");
    input
        .write_all(PASSWORD)
        .await
        .expect("it reads the password");
    child
}

#[expect(
    clippy::disallowed_methods,
    reason = "a keyring and its bus are tools of a test, not servers of Usher's"
)]
fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.kill_on_drop(true).stderr(Stdio::null());
    command
}
