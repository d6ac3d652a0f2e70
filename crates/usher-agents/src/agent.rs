//! Finds the agents on this computer.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use usher_config::other_apps::{APPS, App, ConfigFile, ConfigPaths};

use crate::facts::{self, AgentLimits};

/// An agent on this computer, with one of its configuration files. An agent with several files is found several times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    pub app: &'static App,
    /// The file that an entry is written into; it may not exist yet.
    pub file: PathBuf,
    /// Another file that the agent reads as well, if it exists beside `file`: which of them counts is the agent's choice.
    pub twin: Option<PathBuf>,
}

impl Agent {
    /// What the agent is known to bear.
    pub fn limits(&self) -> AgentLimits {
        facts::limits(self.app.id)
    }
}

/// Finds the agents whose configuration file or folder exists. Blocking.
pub fn find(places: &ConfigPaths) -> Vec<Agent> {
    let mut seen = HashSet::new();
    APPS.iter()
        .flat_map(|app| app.files(places).into_iter().map(move |file| (app, file)))
        .filter_map(|(app, file)| agent(app, file))
        .filter(|agent| seen.insert((agent.app.id, agent.file.clone())))
        .collect()
}

fn agent(app: &'static App, ConfigFile { path, sign, twin }: ConfigFile) -> Option<Agent> {
    // A link that leads nowhere is there as well, and is refused later.
    let is_there = |path: &Path| path.symlink_metadata().is_ok();
    let twin = twin.filter(|twin| is_there(twin));
    match (is_there(&path), twin) {
        (false, Some(twin)) => Some((twin, None)),
        (true, twin) => Some((path, twin)),
        (false, None) if sign.is_dir() => Some((path, None)),
        (false, None) => None,
    }
    .map(|(file, twin)| Agent { app, file, twin })
}
