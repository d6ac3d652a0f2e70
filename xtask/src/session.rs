//! A private desktop session for tests: an X server, a session bus, an unlocked keyring.
//!
//! Nothing of the person's own session is touched: bus, keyring and data folders are new each time.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::step;

/// Runs the command with a new, unlocked keyring.
///
/// The keyring's socket lies in a folder with a short name: a path to a socket has at most 107 bytes.
const WITH_KEYRING: &str = r#"
XDG_RUNTIME_DIR=$(mktemp -d) || exit 1
export XDG_RUNTIME_DIR
trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
printf 'usher-tests' | gnome-keyring-daemon --unlock --foreground --components=secrets >/dev/null 2>&1 &
keyring=$!
# Asking a name that nobody owns yet would start a second, locked keyring: so wait for the owner first.
owned() {
  dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus \
    org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q 'boolean true'
}
unlocked() {
  owned && dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets/aliases/default \
    org.freedesktop.DBus.Properties.Get string:org.freedesktop.Secret.Collection string:Locked 2>/dev/null \
    | grep -q 'boolean false'
}
tries=0
until unlocked
do
  tries=$((tries + 1))
  if [ "$tries" -gt 300 ]; then echo 'the test keyring did not unlock' >&2; kill "$keyring"; exit 1; fi
  sleep 0.1
done
"$@"
status=$?
kill "$keyring" 2>/dev/null
exit "$status"
"#;

/// Whether a command needs a display beside the bus and the keyring.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Display {
    /// It opens no window.
    None,
    /// It opens windows: they go to a virtual X server. The number tells sessions apart that run at the same time.
    Virtual(usize),
}

/// Wraps a command into a private session. Elsewhere than on Linux it is returned as it is.
pub(crate) fn wrap(command: Command, display: Display) -> Result<Command, String> {
    if !cfg!(target_os = "linux") {
        return Ok(command);
    }
    let mut words: Vec<String> = Vec::new();
    let number = match display {
        Display::None => 0,
        Display::Virtual(number) => {
            make_socket_folder()?;
            words.extend(["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24"].map(str::to_owned));
            // Two that look for a free server from the same number on take the same one.
            words.extend(["-n".to_owned(), (99 + 100 * number).to_string()]);
            number
        }
    };
    let home = fresh_home(number)?;
    words.extend(
        [
            "dbus-run-session",
            "--",
            "sh",
            "-c",
            WITH_KEYRING,
            "with-keyring",
        ]
        .map(str::to_owned),
    );
    words.push(command.get_program().to_string_lossy().into_owned());
    words.extend(
        command
            .get_args()
            .map(|word| word.to_string_lossy().into_owned()),
    );

    let mut wrapped = Command::new(&words[0]);
    wrapped.args(&words[1..]);
    wrapped.current_dir(
        command
            .get_current_dir()
            .map_or_else(step::root, PathBuf::from),
    );
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => wrapped.env(name, value),
            None => wrapped.env_remove(name),
        };
    }
    wrapped
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_CACHE_HOME", home.join("cache"))
        .env("USHER_TEST_KEYRING", "unlocked")
        // The accessibility bus is not part of a bare session; GTK would wait for it.
        .env("NO_AT_BRIDGE", "1");
    Ok(wrapped)
}

/// Where the sockets of X servers are.
#[cfg(unix)]
const SOCKETS: &str = "/tmp/.X11-unix";

/// Makes the folder for the sockets of X servers. Of two servers that find none and make it at the same time, one stays
/// without its socket there.
#[cfg(unix)]
fn make_socket_folder() -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt as _;
    let made = match fs::create_dir(SOCKETS) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
        // Everybody may start a server, and take away only the own socket.
        Ok(()) => fs::set_permissions(SOCKETS, fs::Permissions::from_mode(0o1777)),
    };
    made.map_err(|error| format!("could not make {SOCKETS}: {error}"))
}

#[cfg(not(unix))]
fn make_socket_folder() -> Result<(), String> {
    Ok(())
}

fn fresh_home(number: usize) -> Result<PathBuf, String> {
    let home = step::target().join(format!("test-session-{number}"));
    let failed = |error: std::io::Error| format!("could not prepare {}: {error}", home.display());
    if home.exists() {
        fs::remove_dir_all(&home).map_err(failed)?;
    }
    for folder in ["data", "config", "cache"] {
        fs::create_dir_all(home.join(folder)).map_err(failed)?;
    }
    Ok(home)
}
