//! Describes an app that keeps MCP servers in files, and finds these files.
//!
//! Which apps there are is in `known_apps`.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::paths::ConfigPaths;
use crate::file_format::{Format, value_at};

/// An app that keeps MCP servers in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct App {
    /// Its identifier, which never changes: `claude-code`.
    pub id: &'static str,
    pub name: &'static str,
    pub format: Format,
    /// The keys that lead from the top of the file to the servers.
    pub servers: &'static [&'static str],
    /// The keys that lead to them in a newer form, which counts where something is there.
    pub(super) newer: Option<&'static [&'static str]>,
    pub(super) holds: Holds,
    pub(super) places: &'static [At],
    /// A second file that the app reads as well, beside the first.
    pub(super) twin: Option<&'static str>,
    /// The variables that move its file.
    pub(super) moved_by: &'static [MovedBy],
    /// Which folders have a file of their own.
    pub(super) copies: Option<Copies>,
}

/// What else a configuration file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// Nothing but servers.
    Servers,
    /// Other settings of the app; the servers may be missing.
    Settings,
}

/// A file, and what exists if the app is installed, both below a folder. One star in a name stands for any letters.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct At(pub Base, pub &'static str, pub &'static str);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    Home,
    /// `~/.config`, `~/Library/Application Support`, `%APPDATA%`.
    Config,
    /// `~/.config` on every system, unless the person has another.
    Xdg,
}

/// An environment variable, and the file below the folder that it names; no file = it names the file itself.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MovedBy(pub &'static str, pub &'static str);

/// Folders in which an app has its file once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Copies {
    /// Folders of the home whose names begin so: `.claude-work` beside `.claude`.
    Beside(&'static str),
    /// Folders in this one: the profiles of VS Code.
    Within(&'static str),
}

/// One configuration file of an app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigFile {
    pub path: PathBuf,
    /// What exists if the app is installed.
    pub sign: PathBuf,
    /// A second file that the app reads as well.
    pub twin: Option<PathBuf>,
}

impl App {
    /// The files in which it keeps servers, whether they exist or not: those that variables name come first, none twice.
    pub fn files(&self, paths: &ConfigPaths) -> Vec<ConfigFile> {
        let mut files = self.moved(paths);
        let first = files.len();
        files.extend(self.places.iter().flat_map(|at| self.at(at, paths)));
        let folders: Vec<PathBuf> = match self.copies {
            None => Vec::new(),
            Some(Copies::Beside(begins)) => folders_in(&paths.home, begins),
            Some(Copies::Within(name)) => files[first..]
                .iter()
                .flat_map(|file| folders_in(&file.sign.join(name), ""))
                .collect(),
        };
        let copies = folders.iter().map(|folder| self.in_folder(folder));
        files.extend(copies.filter(|copy| copy.path.is_file()));
        let mut seen = HashSet::new();
        files.retain(|file| seen.insert(file.path.clone()));
        files
    }

    /// The keys that lead to the servers in the parsed text of a file.
    pub fn keys_in(&self, root: &Value) -> &'static [&'static str] {
        let found = self
            .newer
            .and_then(|keys| Some((keys, value_at(root, keys)?.as_object()?)));
        match found {
            // A server may have the name of the newer key.
            Some((keys, servers)) if !servers.get("type").is_some_and(Value::is_string) => keys,
            _ => self.servers,
        }
    }

    fn moved(&self, paths: &ConfigPaths) -> Vec<ConfigFile> {
        let mut files = Vec::new();
        for MovedBy(variable, below) in self.moved_by {
            let Some(place) = paths.named(variable) else {
                continue;
            };
            if below.is_empty() {
                files.push(ConfigFile {
                    path: place.to_path_buf(),
                    sign: place.parent().unwrap_or(place).to_path_buf(),
                    twin: None,
                });
            } else {
                let found = matching(&place.join(below)).into_iter();
                files.extend(found.map(|path| self.file(path, place.to_path_buf())));
            }
        }
        files
    }

    fn at(&self, At(base, file, sign): &At, paths: &ConfigPaths) -> Vec<ConfigFile> {
        let folder = match base {
            Base::Home => paths.home.clone(),
            Base::Config => paths.config.clone(),
            Base::Xdg => paths.xdg(),
        };
        let files = matching(&folder.join(file)).into_iter().map(|path| {
            let sign = match path.parent() {
                Some(parent) if sign.contains('*') => parent.to_path_buf(),
                _ => folder.join(sign),
            };
            self.file(path, sign)
        });
        files.collect()
    }

    /// The file in a folder that takes the place of the app's own.
    fn in_folder(&self, folder: &Path) -> ConfigFile {
        let name = self.places.first().map(|At(_, file, _)| Path::new(file));
        let path = folder.join(name.and_then(Path::file_name).unwrap_or_default());
        self.file(path, folder.to_path_buf())
    }

    fn file(&self, path: PathBuf, sign: PathBuf) -> ConfigFile {
        ConfigFile {
            sign,
            twin: self.twin.map(|twin| path.with_file_name(twin)),
            path,
        }
    }
}

/// The paths that a path with stars stands for; one without stands for itself, whether it exists or not.
fn matching(pattern: &Path) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::new()];
    for part in pattern.components() {
        let name = part.as_os_str().to_string_lossy();
        found = match name.split_once('*') {
            None => found.iter().map(|path| path.join(part)).collect(),
            Some((begins, ends)) => found
                .iter()
                .flat_map(|folder| entries(folder))
                .filter(|path| {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let middle = name.strip_prefix(begins);
                    middle.is_some_and(|rest| rest.ends_with(ends))
                })
                .collect(),
        };
    }
    found
}

/// The folders in a folder whose names begin so.
fn folders_in(parent: &Path, begins: &str) -> Vec<PathBuf> {
    let mut folders = entries(parent);
    folders.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(begins) && path.is_dir()
    });
    folders
}

/// What is in a folder, in order.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
