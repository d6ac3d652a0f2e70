//! Says where other apps keep their settings on this system.

use std::path::{Path, PathBuf};

/// The environment variables that move configurations.
const VARIABLES: [&str; 15] = [
    XDG,
    "AMP_SETTINGS_FILE",
    "CLAUDE_CONFIG_DIR",
    "CLINE_DATA_DIR",
    "CLINE_DIR",
    "CLINE_MCP_SETTINGS_PATH",
    "CODEX_HOME",
    "COPILOT_HOME",
    "CRUSH_GLOBAL_CONFIG",
    "CRUSH_GLOBAL_DATA",
    "GEMINI_CLI_HOME",
    "GOOSE_PATH_ROOT",
    "OPENCODE_CONFIG",
    "OPENCODE_CONFIG_DIR",
    "QWEN_HOME",
];

const XDG: &str = "XDG_CONFIG_HOME";

/// Where other apps keep their configurations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigPaths {
    pub home: PathBuf,
    /// Where apps keep their settings: `~/.config`, `~/Library/Application Support`, `%APPDATA%`.
    pub config: PathBuf,
    /// The places that environment variables name, by the variables: `CODEX_HOME`.
    pub variables: Vec<(&'static str, PathBuf)>,
}

impl ConfigPaths {
    /// The places of this system; `variable` reads an environment variable. `None` = the system names no home.
    pub fn of_system(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<Self> {
        let dirs = directories::BaseDirs::new()?;
        let named = VARIABLES
            .iter()
            .filter_map(|name| Some((*name, variable(name)?)))
            // The apps use a value as it is; a relative one depends on where they are started.
            .filter(|(_, place)| place.is_absolute());
        Some(Self {
            home: dirs.home_dir().to_path_buf(),
            config: dirs.config_dir().to_path_buf(),
            variables: named.collect(),
        })
    }

    /// The place that a variable names.
    pub(super) fn named(&self, variable: &str) -> Option<&Path> {
        let mut found = self.variables.iter();
        let (_, place) = found.find(|(name, _)| *name == variable)?;
        Some(place)
    }

    /// `~/.config` on every system, or the folder that the person has instead.
    pub(super) fn xdg(&self) -> PathBuf {
        self.named(XDG)
            .map_or_else(|| self.home.join(".config"), Path::to_path_buf)
    }
}
