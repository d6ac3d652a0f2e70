//! Lists the files in which servers are found as well, but to which none are added: former places, extensions, profiles,
//! and the projects that a file of an app names.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::app::Base::{Config, Home, Xdg};
use super::app::{App, At, Holds, MovedBy};
use super::file_text::file_text;
use super::known_apps::{APPS, MCP_SERVERS, app, in_format, moved_by, with_newer};
use super::paths::ConfigPaths;
use crate::file_format::{Format, parse};

/// A file that is only read.
pub(super) struct Place {
    pub(super) app: App,
    pub(super) path: PathBuf,
    /// What the app fills in by itself in this file.
    pub(super) filled: Vec<(&'static str, PathBuf)>,
    /// Where the app starts the servers of this file.
    pub(super) start: Option<PathBuf>,
}

/// Rows of files, with the name by which each calls its own folder.
static ROWS: [(App, Option<&str>); 10] = [
    (
        with_newer(
            &["mcp.servers"],
            app(
                "vscode",
                "VS Code",
                &["mcp", "servers"],
                Holds::Settings,
                &[
                    At(Config, "Code/User/settings.json", "Code/User"),
                    At(
                        Config,
                        "Code - Insiders/User/settings.json",
                        "Code - Insiders/User",
                    ),
                    At(Config, "VSCodium/User/settings.json", "VSCodium/User"),
                ],
            ),
        ),
        None,
    ),
    (
        app(
            "droid",
            "Factory Droid",
            MCP_SERVERS,
            Holds::Servers,
            &[At(Config, "Factory Bridge/mcp.json", "Factory Bridge")],
        ),
        None,
    ),
    // Extensions, each with the manifest of its bundle.
    (
        app(
            "claude-desktop",
            "Claude Desktop",
            MCP_SERVERS,
            Holds::Servers,
            &[
                At(Config, "Claude/Claude Extensions/*/manifest.json", "Claude"),
                At(
                    Home,
                    "AppData/Local/Packages/Claude_*/LocalCache/Roaming/Claude/Claude Extensions/*/manifest.json",
                    "*",
                ),
            ],
        ),
        Some("${__dirname}"),
    ),
    // Profiles.
    (
        moved_by(
            &[MovedBy("CODEX_HOME", "*.config.toml")],
            in_format(
                Format::Toml,
                app(
                    "codex",
                    "Codex",
                    &["mcp_servers"],
                    Holds::Settings,
                    &[At(Home, ".codex/*.config.toml", ".codex")],
                ),
            ),
        ),
        None,
    ),
    (
        moved_by(
            &[MovedBy(
                "GEMINI_CLI_HOME",
                ".gemini/extensions/*/gemini-extension.json",
            )],
            app(
                "gemini-cli",
                "Gemini CLI",
                MCP_SERVERS,
                Holds::Settings,
                &[At(
                    Home,
                    ".gemini/extensions/*/gemini-extension.json",
                    ".gemini",
                )],
            ),
        ),
        Some("${extensionPath}"),
    ),
    (
        moved_by(
            &[MovedBy("QWEN_HOME", "extensions/*/qwen-extension.json")],
            app(
                "qwen-code",
                "Qwen Code",
                MCP_SERVERS,
                Holds::Settings,
                &[At(Home, ".qwen/extensions/*/qwen-extension.json", ".qwen")],
            ),
        ),
        Some("${extensionPath}"),
    ),
    (
        app(
            "opencode",
            "OpenCode",
            &["mcp"],
            Holds::Settings,
            &[At(Xdg, "opencode/config.json", "opencode")],
        ),
        None,
    ),
    (
        moved_by(
            &[MovedBy("CRUSH_GLOBAL_DATA", "crush.json")],
            app(
                "crush",
                "Crush",
                &["mcp"],
                Holds::Settings,
                &[At(
                    Home,
                    ".local/share/crush/crush.json",
                    ".local/share/crush",
                )],
            ),
        ),
        None,
    ),
    (
        app(
            "amazon-q",
            "Amazon Q",
            MCP_SERVERS,
            Holds::Settings,
            &[
                At(Home, ".aws/amazonq/default.json", ".aws/amazonq"),
                At(Home, ".aws/amazonq/agents/*.json", ".aws/amazonq"),
                At(Home, ".aws/amazonq/cli-agents/*.json", ".aws/amazonq"),
            ],
        ),
        None,
    ),
    (
        app(
            "kiro",
            "Kiro",
            MCP_SERVERS,
            Holds::Settings,
            &[At(Home, ".kiro/agents/*.json", ".kiro")],
        ),
        None,
    ),
];

/// An app that knows its projects.
struct Projects {
    id: &'static str,
    /// The file beside its own that names them; `None` = its own does.
    list: Option<&'static str>,
    /// The file with servers in each project.
    file: &'static str,
    holds: Holds,
}

const PROJECTS: [Projects; 3] = [
    Projects {
        id: "claude-code",
        list: None,
        file: ".mcp.json",
        holds: Holds::Servers,
    },
    Projects {
        id: "codex",
        list: None,
        file: ".codex/config.toml",
        holds: Holds::Settings,
    },
    Projects {
        id: "gemini-cli",
        list: Some("projects.json"),
        file: ".gemini/settings.json",
        holds: Holds::Settings,
    },
];

/// Finds the files that are only read. Blocking.
pub(super) fn places(paths: &ConfigPaths) -> Vec<Place> {
    let mut places = Vec::new();
    for (app, own_folder) in &ROWS {
        for file in app.files(paths) {
            let filled = own_folder.map(|name| (name, folder_of(&file.path)));
            places.push(Place {
                filled: filled.into_iter().collect(),
                ..Place::new(*app, file.path)
            });
        }
    }
    for app in &APPS {
        for file in app.files(paths) {
            if app.id == "claude-code" {
                let list = file.sign.join("plugins/installed_plugins.json");
                places.extend(plugins(app, &list));
            }
            places.extend(of_projects(app, &file.path));
        }
    }
    places
}

impl Place {
    pub(super) fn new(app: App, path: PathBuf) -> Self {
        Self {
            app,
            path,
            filled: Vec::new(),
            start: None,
        }
    }
}

/// The files of the plugins of Claude Code, which a list names with their folders.
fn plugins(app: &App, list: &Path) -> Vec<Place> {
    let mut folders = Vec::new();
    if let Some(list) = parsed(list, Format::Json) {
        install_paths(&list, &mut folders);
    }
    folders.dedup();
    let files = folders.into_iter().flat_map(|folder| {
        let files = [
            (".mcp.json", Holds::Servers),
            (".claude-plugin/plugin.json", Holds::Settings),
        ];
        files.map(|(file, holds)| Place {
            filled: vec![("${CLAUDE_PLUGIN_ROOT}", folder.clone())],
            ..Place::new(App { holds, ..*app }, folder.join(file))
        })
    });
    files.collect()
}

/// The folders in a list of plugins, whichever version of the list it is.
fn install_paths(value: &Value, found: &mut Vec<PathBuf>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(path)) = members.get("installPath") {
                found.push(PathBuf::from(path));
            }
            members
                .values()
                .for_each(|inner| install_paths(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| install_paths(inner, found)),
        _ => {}
    }
}

/// The files of the projects that an app with this file knows.
fn of_projects(app: &App, file: &Path) -> Vec<Place> {
    let Some(row) = PROJECTS.iter().find(|row| row.id == app.id) else {
        return Vec::new();
    };
    let named = match row.list {
        None => parsed(file, app.format),
        Some(list) => parsed(&file.with_file_name(list), Format::Json),
    };
    let projects = named
        .as_ref()
        .and_then(|root| root.get("projects")?.as_object());
    let folders = projects.into_iter().flatten().map(|(folder, _)| folder);
    folders
        .map(PathBuf::from)
        .filter(|folder| folder.is_absolute())
        .map(|folder| Place {
            filled: PROJECT_DIR.map(|name| (name, folder.clone())).to_vec(),
            start: Some(folder.clone()),
            ..Place::new(
                App {
                    holds: row.holds,
                    ..*app
                },
                folder.join(row.file),
            )
        })
        // The home is a project as well, with the file that is known.
        .filter(|place| place.path != file)
        .collect()
}

/// How Claude Code calls the folder of a project.
const PROJECT_DIR: [&str; 2] = ["${CLAUDE_PROJECT_DIR}", "${CLAUDE_PROJECT_DIR:-.}"];

fn parsed(file: &Path, format: Format) -> Option<Value> {
    parse(&file_text(file).ok()?, format).ok()
}

fn folder_of(file: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).to_path_buf()
}
