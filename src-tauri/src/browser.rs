//! Opens addresses and files in the person's programs, with the environment that Usher was started with.

#[cfg(target_os = "linux")]
use std::ffi::OsString;
use std::io;
use std::time::Duration;

use tauri::AppHandle;
#[cfg(target_os = "linux")]
use tauri::Manager as _;

/// Time after which a starter that has not failed counts as successful. It may run as long as the program it started.
const STARTS_WITHIN: Duration = Duration::from_secs(2);

/// Variables that Usher has changed for itself, and what they were before; `None` = not set.
#[cfg(target_os = "linux")]
pub(crate) struct Changed(pub(crate) Vec<(&'static str, Option<OsString>)>);

#[cfg(all(feature = "swap-data-folder", target_os = "linux"))]
impl Changed {
    /// Returns the variables of this process as they are without the changes.
    pub(crate) fn undone(&self) -> Vec<(OsString, OsString)> {
        let is_changed = |name: &OsString| self.0.iter().any(|(changed, _)| name == changed);
        let kept = std::env::vars_os().filter(|(name, _)| !is_changed(name));
        let before = self.0.iter().filter_map(|(name, before)| {
            let before = before.clone()?;
            Some((OsString::from(name), before))
        });
        kept.chain(before).collect()
    }
}

/// Opens an address, or tells why no program could. Blocking.
#[cfg(target_os = "linux")]
pub(crate) fn open(app: &AppHandle, address: &str) -> io::Result<()> {
    let changed = app.state::<Changed>();
    let mut failed = io::Error::from(io::ErrorKind::NotFound);
    for mut command in open::commands(address) {
        for (name, before) in &changed.0 {
            match before {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        match usher_process::start_for_person(command, STARTS_WITHIN) {
            Ok(()) => return Ok(()),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn open(_: &AppHandle, address: &str) -> io::Result<()> {
    open::that_detached_with_timeout(address, STARTS_WITHIN)
}
