//! A keyring of its own on a bus of its own, which is locked and unlocked while the app runs.

use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, Command};
use zbus::zvariant::{ObjectPath, OwnedObjectPath, OwnedValue};

const PASSWORD: &[u8] = b"pw";
const SERVICE: &str = "org.freedesktop.secrets";
const DEFAULT: &str = "/org/freedesktop/secrets/aliases/default";

/// How long the keyring may take for one step.
const PATIENCE: Duration = Duration::from_secs(30);

/// A secret service with one collection, which is the default one.
pub struct PrivateKeyring {
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
        let daemon = daemon(&home, &address).await;
        let connection = zbus::connection::Builder::address(address.as_str())
            .expect("an address of a bus")
            .build()
            .await
            .expect("the bus answers");
        let keyring = Self {
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
        let told = self.tell_password().await;
        told.expect("the keyring takes the password");
        self.until(false, async || {}).await;
    }

    /// By the operation that the keyring's own prompt uses.
    async fn tell_password(&self) -> zbus::Result<()> {
        let service = self.service("org.freedesktop.Secret.Service").await?;
        let plain = ("plain", zbus::zvariant::Value::from(""));
        let (_, session): (OwnedValue, OwnedObjectPath) =
            service.call("OpenSession", &plain).await?;
        let collection: OwnedObjectPath = service.call("ReadAlias", &("default",)).await?;
        let secret = (session, Vec::<u8>::new(), PASSWORD.to_vec(), "text/plain");
        let internal = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface";
        let internal = self.service(internal).await?;
        internal
            .call("UnlockWithMasterPassword", &(collection, secret))
            .await
    }

    async fn service(&self, interface: &'static str) -> zbus::Result<zbus::Proxy<'static>> {
        self.proxy("/org/freedesktop/secrets", interface).await
    }

    async fn lock(&self) {
        let collections = vec![ObjectPath::try_from(DEFAULT).expect("a path")];
        self.until(true, async || {
            // It may not have its name yet.
            if let Ok(service) = self.service("org.freedesktop.Secret.Service").await {
                let locked: zbus::Result<(Vec<OwnedObjectPath>, OwnedObjectPath)> =
                    service.call("Lock", &(&collections,)).await;
                drop(locked);
            }
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

/// Starts the keyring, unlocked.
async fn daemon(home: &Path, address: &str) -> Child {
    let mut child = program("gnome-keyring-daemon")
        .args(["--unlock", "--foreground", "--components=secrets"])
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

fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.kill_on_drop(true).stderr(Stdio::null());
    command
}
