//! A made-up home with one agent in it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;
use usher_config::file_format::{Format, parse, value_at};
use usher_config::other_apps::App;
use usher_types::client::ClientKey;

use crate::place::Place;
use crate::{
    Agent, Entry, Places, Preview, Receipt, Refusal, Undone, apply, find, own_servers, undo,
};

/// What the agent shows itself by.
pub(super) fn key() -> ClientKey {
    ClientKey("usher_of-this-agent".to_owned())
}

pub(super) struct Home {
    /// Kept, because the folder goes with it.
    pub(super) dir: TempDir,
    pub(super) agent: Agent,
    pub(super) entry: Entry,
}

impl Home {
    /// The mode of the agent's file.
    pub(super) const MODE: u32 = 0o640;

    /// A home in which the agent has this file.
    pub(super) fn with(app: &'static App, text: &str) -> Self {
        Self::made(app, |file| {
            fs::write(file, text).unwrap();
            set_mode(file, Self::MODE);
        })
    }

    /// A home in which the agent is installed and has no file.
    pub(super) fn without_file(app: &'static App) -> Self {
        Self::made(app, |_| ())
    }

    pub(super) fn made(app: &'static App, make: impl Fn(&Path)) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let places = places(dir.path());
        let first = app.files(&places).remove(0);
        fs::create_dir_all(first.path.parent().unwrap()).unwrap();
        fs::create_dir_all(&first.sign).unwrap();
        make(&first.path);
        let agent = find(&places)
            .into_iter()
            .find(|agent| agent.app == app)
            .unwrap();
        let entry = Entry::new(Path::new("/opt/Usher/usher"), &agent).with_key(key());
        Self { dir, agent, entry }
    }

    /// Writes what was shown, and checks that exactly that is written and what was there before is kept beside it.
    pub(super) fn written_as_shown(&self, shown: &Preview, case: &str) -> Receipt {
        let original = self.bytes();
        let receipt = apply(shown, 1_795_000_000_000).unwrap().unwrap();
        assert_eq!(
            self.bytes(),
            shown.text.as_bytes(),
            "{case}: what was shown is written"
        );
        let backup = receipt.backup.clone().unwrap();
        assert_eq!(fs::read(&backup).unwrap(), original, "{case}: the backup");
        assert_mode(&backup, 0o600, case);
        receipt
    }

    /// Takes back what was written, from a receipt that was kept: these bytes and files are there again.
    pub(super) fn undo_restores(
        &self,
        receipt: &Receipt,
        original: &[u8],
        files: &[PathBuf],
        case: &str,
    ) {
        let kept = serde_json::to_string(receipt).unwrap();
        let read: Receipt = serde_json::from_str(&kept).unwrap();
        assert_eq!(undo(&read), Ok(Undone::Restored), "{case}");
        assert_eq!(
            digest_of(&self.bytes()),
            digest_of(original),
            "{case}: undone"
        );
        assert_eq!(self.files(), files, "{case}: nothing is left over");
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        fs::read(&self.agent.file).unwrap()
    }

    pub(super) fn text_if_any(&self) -> String {
        String::from_utf8(self.bytes()).unwrap_or_default()
    }

    pub(super) fn value(&self) -> Value {
        parse(&self.text_if_any(), self.agent.app.format).unwrap()
    }

    pub(super) fn value_without_empty(&self) -> Value {
        without_empty(self.value(), self.agent.app)
    }

    pub(super) fn has_servers(&self) -> bool {
        let value = self.value();
        let servers = value_at(&value, self.agent.app.servers).and_then(Value::as_object);
        servers.is_some_and(|servers| !servers.is_empty())
    }

    /// The names of the agent's own servers; none if its file cannot be read. Those at another place are not its own.
    pub(super) fn own_names(&self) -> Vec<String> {
        let servers = own_servers(&self.agent).unwrap_or_default();
        let names = servers.into_iter().map(|server| server.key);
        let value = parse(&self.text_if_any(), self.agent.app.format).ok();
        let own = value.and_then(|value| value_at(&value, self.agent.app.keys_in(&value)).cloned());
        names
            .filter(|name| own.as_ref().is_some_and(|own| own.get(name).is_some()))
            .collect()
    }

    /// The value of the file without these servers.
    pub(super) fn value_without(&self, names: &[String]) -> Value {
        let text = self.text_if_any();
        let place = |name| Place::new(&self.agent, name, &text);
        let value = self.value();
        names
            .iter()
            .fold(value, |value, name| place(name).without(value))
    }

    /// The files beside the agent's, itself included.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        files_in(self.agent.file.parent().unwrap())
    }
}

/// The text of a file without settings.
pub(super) fn empty(app: &App) -> &'static str {
    match app.format {
        Format::Json => "{}\n",
        Format::Toml | Format::Yaml => "",
    }
}

/// What is in a folder.
pub(super) fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

pub(super) fn places(home: &Path) -> Places {
    Places {
        home: home.to_path_buf(),
        config: home.join("config"),
        variables: Vec::new(),
    }
}

/// A value in which no servers and an empty list of servers are the same.
pub(super) fn without_empty(mut value: Value, app: &App) -> Value {
    let is_empty = value_at(&value, app.servers).is_none_or(|servers| {
        servers.is_null() || servers.as_object().is_some_and(serde_json::Map::is_empty)
    });
    if let (true, [key], Some(root)) = (is_empty, app.servers, value.as_object_mut()) {
        root.shift_remove(*key);
    }
    if value.is_null() {
        serde_json::json!({})
    } else {
        value
    }
}

/// Whether the new text is the old one with pieces added before and behind one middle part.
pub(super) fn adds_only(old: &str, new: &str) -> bool {
    let (old, new) = (old.as_bytes(), new.as_bytes());
    let before = old
        .iter()
        .zip(new)
        .take_while(|(old, new)| old == new)
        .count();
    let rest = old.len() - before;
    let pairs = old.iter().rev().zip(new.iter().rev()).take(rest);
    let after = pairs.take_while(|(old, new)| old == new).count();
    let middle = &old[before..old.len() - after];
    let added = &new[before..new.len() - after];
    middle.is_empty() || added.windows(middle.len()).any(|window| window == middle)
}

/// Whether the new text is the old one without some of its bytes.
pub(super) fn removes_only(old: &str, new: &str) -> bool {
    let mut left = old.bytes();
    new.bytes().all(|byte| left.any(|old| old == byte))
}

pub(super) fn digest_of(bytes: &[u8]) -> String {
    crate::file::digest(bytes)
}

/// Checks that a refusal has a text, which names the file and has every parameter.
pub(super) fn assert_text(refusal: &Refusal, file: &Path) {
    let text = refusal.reason.to_string();
    assert!(
        text.contains(&*file.to_string_lossy()) && !text.contains(['{', '}']),
        "{text}"
    );
}

/// Checks the mode of a file, where files have one.
pub(super) fn assert_mode(file: &Path, expected: u32, case: &str) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, expected, "{case}: the mode of {}", file.display());
    }
    #[cfg(not(unix))]
    let _ = (file, expected, case);
}

#[cfg(unix)]
pub(super) fn set_mode(file: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(not(unix))]
pub(super) fn set_mode(file: &Path, mode: u32) {
    let mut permissions = fs::metadata(file).unwrap().permissions();
    permissions.set_readonly(mode & 0o200 == 0);
    fs::set_permissions(file, permissions).unwrap();
}
