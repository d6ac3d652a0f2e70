//! Lists the apps that keep MCP servers in a file: where, in which format, below which keys.
//!
//! It is data: what an app does changes with its releases.

use super::app::Base::{Config, Home, Xdg};
use super::app::{App, At, Copies, Holds, MovedBy};
use crate::file_format::Format;

pub(super) const fn app(
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
        moved_by: &[],
        copies: None,
    }
}

pub(super) const fn in_format(format: Format, app: App) -> App {
    App { format, ..app }
}

pub(super) const fn moved_by(moved_by: &'static [MovedBy], app: App) -> App {
    App { moved_by, ..app }
}

const fn with_twin(twin: &'static str, app: App) -> App {
    App {
        twin: Some(twin),
        ..app
    }
}

pub(super) const fn with_newer(newer: &'static [&'static str], app: App) -> App {
    App {
        newer: Some(newer),
        ..app
    }
}

const fn with_copies(copies: Copies, app: App) -> App {
    App {
        copies: Some(copies),
        ..app
    }
}

pub(super) const MCP_SERVERS: &[&str] = &["mcpServers"];

const GOOSE: &[At] = if cfg!(windows) {
    &[At(Config, "Block/goose/config/config.yaml", "Block/goose")]
} else {
    &[At(Xdg, "goose/config.yaml", "goose")]
};

const ZED: &[At] = if cfg!(windows) {
    &[At(Config, "Zed/settings.json", "Zed")]
} else if cfg!(target_os = "macos") {
    &[At(Home, ".config/zed/settings.json", ".config/zed")]
} else {
    &[At(Xdg, "zed/settings.json", "zed")]
};

/// The apps, in the order in which they are shown.
pub static APPS: [App; 24] = [
    moved_by(
        &[MovedBy("CLAUDE_CONFIG_DIR", ".claude.json")],
        with_copies(
            Copies::Beside(".claude"),
            app(
                "claude-code",
                "Claude Code",
                MCP_SERVERS,
                Holds::Settings,
                &[At(Home, ".claude.json", ".claude")],
            ),
        ),
    ),
    app(
        "claude-desktop",
        "Claude Desktop",
        MCP_SERVERS,
        Holds::Servers,
        &[
            // Windows keeps the files of packaged apps apart.
            At(
                Home,
                "AppData/Local/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json",
                "*",
            ),
            At(Config, "Claude/claude_desktop_config.json", "Claude"),
        ],
    ),
    with_copies(
        Copies::Within("profiles"),
        app(
            "vscode",
            "VS Code",
            &["servers"],
            Holds::Servers,
            &[At(Config, "Code/User/mcp.json", "Code/User")],
        ),
    ),
    with_copies(
        Copies::Within("profiles"),
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
    ),
    with_copies(
        Copies::Within("profiles"),
        app(
            "vscodium",
            "VSCodium",
            &["servers"],
            Holds::Servers,
            &[At(Config, "VSCodium/User/mcp.json", "VSCodium/User")],
        ),
    ),
    app(
        "cursor",
        "Cursor",
        MCP_SERVERS,
        Holds::Servers,
        &[At(Home, ".cursor/mcp.json", ".cursor")],
    ),
    moved_by(
        &[MovedBy("CODEX_HOME", "config.toml")],
        in_format(
            Format::Toml,
            app(
                "codex",
                "Codex",
                &["mcp_servers"],
                Holds::Settings,
                &[At(Home, ".codex/config.toml", ".codex")],
            ),
        ),
    ),
    moved_by(
        &[MovedBy("GOOSE_PATH_ROOT", "config/config.yaml")],
        in_format(
            Format::Yaml,
            app("goose", "Goose", &["extensions"], Holds::Settings, GOOSE),
        ),
    ),
    app("zed", "Zed", &["context_servers"], Holds::Settings, ZED),
    app(
        "windsurf",
        "Windsurf",
        MCP_SERVERS,
        Holds::Servers,
        &[
            At(
                Home,
                ".codeium/windsurf/mcp_config.json",
                ".codeium/windsurf",
            ),
            At(
                Home,
                ".codeium/windsurf-next/mcp_config.json",
                ".codeium/windsurf-next",
            ),
            // In other editors.
            At(Home, ".codeium/mcp_config.json", ".codeium/mcp_config.json"),
        ],
    ),
    moved_by(
        &[
            MovedBy("CLINE_MCP_SETTINGS_PATH", ""),
            MovedBy("CLINE_DATA_DIR", "settings/cline_mcp_settings.json"),
            MovedBy("CLINE_DIR", "data/settings/cline_mcp_settings.json"),
        ],
        app(
            "cline",
            "Cline",
            MCP_SERVERS,
            Holds::Servers,
            &[
                At(
                    Home,
                    ".cline/data/settings/cline_mcp_settings.json",
                    ".cline",
                ),
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
                At(
                    Config,
                    "Windsurf/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                    "Windsurf/User/globalStorage/saoudrizwan.claude-dev",
                ),
            ],
        ),
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
                "Code - Insiders/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
                "Code - Insiders/User/globalStorage/rooveterinaryinc.roo-cline",
            ),
            At(
                Config,
                "VSCodium/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
                "VSCodium/User/globalStorage/rooveterinaryinc.roo-cline",
            ),
            At(
                Config,
                "Cursor/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
                "Cursor/User/globalStorage/rooveterinaryinc.roo-cline",
            ),
            At(
                Config,
                "Windsurf/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
                "Windsurf/User/globalStorage/rooveterinaryinc.roo-cline",
            ),
        ],
    ),
    moved_by(
        &[MovedBy("GEMINI_CLI_HOME", ".gemini/settings.json")],
        app(
            "gemini-cli",
            "Gemini CLI",
            MCP_SERVERS,
            Holds::Settings,
            &[At(Home, ".gemini/settings.json", ".gemini")],
        ),
    ),
    app(
        "junie",
        "JetBrains Junie",
        MCP_SERVERS,
        Holds::Servers,
        &[At(Home, ".junie/mcp/mcp.json", ".junie")],
    ),
    moved_by(
        &[MovedBy("AMP_SETTINGS_FILE", "")],
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
    ),
    moved_by(
        &[
            MovedBy("OPENCODE_CONFIG", ""),
            MovedBy("OPENCODE_CONFIG_DIR", "opencode.json"),
        ],
        with_newer(
            &["mcp", "servers"],
            with_twin(
                "opencode.jsonc",
                app(
                    "opencode",
                    "OpenCode",
                    &["mcp"],
                    Holds::Settings,
                    &[At(Xdg, "opencode/opencode.json", "opencode")],
                ),
            ),
        ),
    ),
    moved_by(
        &[MovedBy("COPILOT_HOME", "mcp-config.json")],
        app(
            "copilot-cli",
            "GitHub Copilot CLI",
            MCP_SERVERS,
            Holds::Servers,
            &[At(Home, ".copilot/mcp-config.json", ".copilot")],
        ),
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
    moved_by(
        &[MovedBy("QWEN_HOME", "settings.json")],
        app(
            "qwen-code",
            "Qwen Code",
            MCP_SERVERS,
            Holds::Settings,
            &[At(Home, ".qwen/settings.json", ".qwen")],
        ),
    ),
    app(
        "kiro",
        "Kiro",
        MCP_SERVERS,
        Holds::Servers,
        &[At(Home, ".kiro/settings/mcp.json", ".kiro")],
    ),
    moved_by(
        &[MovedBy("CRUSH_GLOBAL_CONFIG", "crush.json")],
        app(
            "crush",
            "Crush",
            &["mcp"],
            Holds::Settings,
            &[At(Xdg, "crush/crush.json", "crush")],
        ),
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
