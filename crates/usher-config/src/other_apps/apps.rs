//! Lists the apps that keep MCP servers in a file: where, in which format, below which keys.
//!
//! It is data: what an app does changes with its releases, so each row has the day on which it was checked.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::ConfigPaths;
use crate::file_format::{Format, value_at};
use Base::{Config, Home};

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
    newer: Option<&'static [&'static str]>,
    pub(super) holds: Holds,
    places: &'static [At],
    /// A second file that the app reads as well, beside the first.
    twin: Option<&'static str>,
    /// The day on which this row was last compared with the app's documentation.
    pub checked: &'static str,
}

/// What else a configuration file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// Nothing but servers.
    Servers,
    /// Other settings of the app; the servers may be missing.
    Settings,
}

/// A file, and what exists if the app is installed, both below a folder.
#[derive(Debug, PartialEq, Eq)]
struct At(Base, &'static str, &'static str);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Base {
    Home,
    /// `~/.config`, `~/Library/Application Support`, `%APPDATA%`.
    Config,
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

const fn app(
    id: &'static str,
    name: &'static str,
    servers: &'static [&'static str],
    holds: Holds,
    places: &'static [At],
) -> App {
    App {
        id,
        name,
        format: Format::Json,
        servers,
        newer: None,
        holds,
        places,
        twin: None,
        checked: "2026-11-26",
    }
}

const fn in_format(format: Format, app: App) -> App {
    App { format, ..app }
}

const fn with_twin(twin: &'static str, app: App) -> App {
    App {
        twin: Some(twin),
        ..app
    }
}

const fn with_newer(newer: &'static [&'static str], app: App) -> App {
    App {
        newer: Some(newer),
        ..app
    }
}

const MCP_SERVERS: &[&str] = &["mcpServers"];

const GOOSE: &[At] = if cfg!(windows) {
    &[At(Config, "Block/goose/config/config.yaml", "Block/goose")]
} else {
    &[At(Home, ".config/goose/config.yaml", ".config/goose")]
};

const ZED: &[At] = if cfg!(windows) {
    &[At(Config, "Zed/settings.json", "Zed")]
} else {
    &[At(Home, ".config/zed/settings.json", ".config/zed")]
};

/// The apps, in the order in which they are shown.
pub static APPS: [App; 24] = [
    app(
        CLAUDE_CODE,
        "Claude Code",
        MCP_SERVERS,
        Holds::Settings,
        &[At(Home, ".claude.json", ".claude")],
    ),
    app(
        "claude-desktop",
        "Claude Desktop",
        MCP_SERVERS,
        Holds::Servers,
        &[At(Config, "Claude/claude_desktop_config.json", "Claude")],
    ),
    app(
        "vscode",
        "VS Code",
        &["servers"],
        Holds::Servers,
        &[At(Config, "Code/User/mcp.json", "Code/User")],
    ),
    app(
        "vscode-insiders",
        "VS Code Insiders",
        &["servers"],
        Holds::Servers,
        &[At(
            Config,
            "Code - Insiders/User/mcp.json",
            "Code - Insiders/User",
        )],
    ),
    app(
        "vscodium",
        "VSCodium",
        &["servers"],
        Holds::Servers,
        &[At(Config, "VSCodium/User/mcp.json", "VSCodium/User")],
    ),
    app(
        "cursor",
        "Cursor",
        MCP_SERVERS,
        Holds::Servers,
        &[At(Home, ".cursor/mcp.json", ".cursor")],
    ),
    in_format(
        Format::Toml,
        app(
            CODEX,
            "Codex",
            &["mcp_servers"],
            Holds::Settings,
            &[At(Home, ".codex/config.toml", ".codex")],
        ),
    ),
    in_format(
        Format::Yaml,
        app("goose", "Goose", &["extensions"], Holds::Settings, GOOSE),
    ),
    app("zed", "Zed", &["context_servers"], Holds::Settings, ZED),
    app(
        "windsurf",
        "Windsurf",
        MCP_SERVERS,
        Holds::Servers,
        &[At(
            Home,
            ".codeium/windsurf/mcp_config.json",
            ".codeium/windsurf",
        )],
    ),
    app(
        "cline",
        "Cline",
        MCP_SERVERS,
        Holds::Servers,
        &[
            At(
                Config,
                "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                "Code/User/globalStorage/saoudrizwan.claude-dev",
            ),
            At(
                Config,
                "Code - Insiders/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                "Code - Insiders/User/globalStorage/saoudrizwan.claude-dev",
            ),
            At(
                Config,
                "VSCodium/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                "VSCodium/User/globalStorage/saoudrizwan.claude-dev",
            ),
            At(
                Config,
                "Cursor/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                "Cursor/User/globalStorage/saoudrizwan.claude-dev",
            ),
        ],
    ),
    app(
        "roo-code",
        "Roo Code",
        MCP_SERVERS,
        Holds::Servers,
        &[
            At(
                Config,
                "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
                "Code/User/globalStorage/rooveterinaryinc.roo-cline",
            ),
            At(
                Config,
                "Cursor/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
                "Cursor/User/globalStorage/rooveterinaryinc.roo-cline",
            ),
        ],
    ),
    app(
        "gemini-cli",
        "Gemini CLI",
        MCP_SERVERS,
        Holds::Settings,
        &[At(Home, ".gemini/settings.json", ".gemini")],
    ),
    app(
        "junie",
        "JetBrains Junie",
        MCP_SERVERS,
        Holds::Servers,
        &[At(Home, ".junie/mcp/mcp.json", ".junie")],
    ),
    with_twin(
        "settings.jsonc",
        app(
            "amp",
            "Amp",
            &["amp.mcpServers"],
            Holds::Settings,
            &[At(Home, ".config/amp/settings.json", ".config/amp")],
        ),
    ),
    with_newer(
        &["mcp", "servers"],
        with_twin(
            "opencode.jsonc",
            app(
                "opencode",
                "OpenCode",
                &["mcp"],
                Holds::Settings,
                &[At(
                    Home,
                    ".config/opencode/opencode.json",
                    ".config/opencode",
                )],
            ),
        ),
    ),
    app(
        "copilot-cli",
        "GitHub Copilot CLI",
        MCP_SERVERS,
        Holds::Servers,
        &[At(Home, ".copilot/mcp-config.json", ".copilot")],
    ),
    app(
        "lm-studio",
        "LM Studio",
        MCP_SERVERS,
        Holds::Servers,
        &[
            At(Home, ".lmstudio/mcp.json", ".lmstudio"),
            At(Home, ".cache/lm-studio/mcp.json", ".cache/lm-studio"),
        ],
    ),
    app(
        "qwen-code",
        "Qwen Code",
        MCP_SERVERS,
        Holds::Settings,
        &[At(Home, ".qwen/settings.json", ".qwen")],
    ),
    app(
        "kiro",
        "Kiro",
        MCP_SERVERS,
        Holds::Servers,
        &[At(Home, ".kiro/settings/mcp.json", ".kiro")],
    ),
    app(
        "crush",
        "Crush",
        &["mcp"],
        Holds::Settings,
        &[At(Home, ".config/crush/crush.json", ".config/crush")],
    ),
    app(
        "droid",
        "Factory Droid",
        MCP_SERVERS,
        Holds::Servers,
        &[At(Home, ".factory/mcp.json", ".factory")],
    ),
    app(
        "warp",
        "Warp",
        MCP_SERVERS,
        Holds::Servers,
        &[At(Home, ".warp/.mcp.json", ".warp")],
    ),
    app(
        "amazon-q",
        "Amazon Q",
        MCP_SERVERS,
        Holds::Servers,
        &[At(Home, ".aws/amazonq/mcp.json", ".aws/amazonq")],
    ),
];

/// Files in which servers may be found as well, but to which none are added any longer.
pub(super) static FORMER: [App; 1] = [app(
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
)];

const CLAUDE_CODE: &str = "claude-code";
const CODEX: &str = "codex";

/// They keep other servers for each profile of the person.
const VS_CODES: [&str; 3] = ["vscode", "vscode-insiders", "vscodium"];

impl App {
    /// The files in which it keeps servers, whether they exist or not.
    pub fn files(&self, paths: &ConfigPaths) -> Vec<ConfigFile> {
        let mut files: Vec<ConfigFile> = self
            .places
            .iter()
            .map(|At(base, file, sign)| {
                let folder = match base {
                    Home => &paths.home,
                    Config => &paths.config,
                };
                let path = folder.join(file);
                ConfigFile {
                    sign: folder.join(sign),
                    twin: self.twin.map(|twin| path.with_file_name(twin)),
                    path,
                }
            })
            .collect();
        if self.id == CLAUDE_CODE {
            files.extend(
                profiles(&paths.home)
                    .iter()
                    .map(|folder| self.in_folder(folder)),
            );
        }
        if VS_CODES.contains(&self.id) {
            let users: Vec<PathBuf> = files
                .iter()
                .map(|file| file.sign.join("profiles"))
                .collect();
            let folders = users
                .iter()
                .flat_map(|user| folders_with(user, "", "mcp.json"));
            files.extend(folders.map(|folder| self.in_folder(&folder)));
        }
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

    /// The file in a folder that takes the place of the app's own: `CLAUDE_CONFIG_DIR`, `CODEX_HOME`.
    pub fn in_folder(&self, folder: &Path) -> ConfigFile {
        let name = self.places.first().map(|At(_, file, _)| Path::new(file));
        ConfigFile {
            path: folder.join(name.and_then(Path::file_name).unwrap_or_default()),
            sign: folder.to_path_buf(),
            twin: None,
        }
    }

    /// Whether an environment variable may move its file, and which.
    pub fn folder_variable(&self) -> Option<&'static str> {
        match self.id {
            CLAUDE_CODE => Some("CLAUDE_CONFIG_DIR"),
            CODEX => Some("CODEX_HOME"),
            _ => None,
        }
    }
}

/// Folders beside `.claude` that hold a configuration of Claude Code, such as `.claude-work`.
fn profiles(home: &Path) -> Vec<PathBuf> {
    folders_with(home, ".claude", ".claude.json")
}

/// The folders in a folder whose names begin so and that hold this file.
fn folders_with(parent: &Path, begins: &str, file: &str) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = fs::read_dir(parent)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(begins))
        .map(|entry| entry.path())
        .filter(|folder| folder.join(file).is_file())
        .collect();
    folders.sort();
    folders
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::APPS;

    #[test]
    fn every_app_has_an_identifier_of_its_own_that_a_shell_can_take() {
        let ids: HashSet<&str> = APPS.iter().map(|app| app.id).collect();
        assert_eq!(ids.len(), APPS.len());
        for id in ids {
            let plain = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(id.chars().all(plain), "{id}");
        }
    }
}
