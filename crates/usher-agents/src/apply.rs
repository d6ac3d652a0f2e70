//! Writes what a preview showed.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use usher_config::other_apps::APPS;
use usher_messages::Message;

use crate::agent::Agent;
use crate::edit::Edit;
use crate::file;
use crate::messages::{of_file, unwritable};
use crate::preview::{Change, Preview, current};
use crate::refusal::Refusal;

/// What was written, so that it can be undone, also after a restart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The agent's identifier.
    pub agent: String,
    pub file: PathBuf,
    #[serde(flatten)]
    pub edit: Edit,
    /// The SHA-256 of the file before; `None` = it did not exist.
    pub before: Option<String>,
    /// The SHA-256 of what was written.
    pub after: String,
    /// The copy of the file as it was.
    pub backup: Option<PathBuf>,
    /// The folders that were made for the file, the outermost first.
    pub folders: Vec<PathBuf>,
}

impl Receipt {
    /// The agent whose file it is; `None` = this version does not know it.
    pub(crate) fn agent(&self) -> Option<Agent> {
        let app = APPS.iter().find(|app| app.id == self.agent)?;
        Some(Agent {
            app,
            file: self.file.clone(),
            // A second file does not matter for what was written into the first.
            twin: None,
        })
    }
}

/// Writes what a preview showed, if the file is still what it was; `now` (Unix ms) names the backup. Blocking.
///
/// `None` = there was nothing to change, and nothing was written.
pub fn apply(preview: &Preview, now: i64) -> Result<Option<Receipt>, Refusal> {
    let Preview { agent, edit, .. } = preview;
    if preview.change == Change::None {
        return Ok(None);
    }
    write(preview, now)
        .map(Some)
        .map_err(|reason| Refusal::new(reason, agent, edit))
}

fn write(preview: &Preview, now: i64) -> Result<Receipt, Message> {
    let agent = &preview.agent;
    let old = unchanged(agent, preview.before.as_deref())?;
    let failed = |error| unwritable(&error, &agent.file);
    let folders = file::make_folders(&agent.file).map_err(failed)?;
    let backup = match old {
        Some(old) => Some(file::back_up(&agent.file, &old, now).map_err(failed)?),
        None => None,
    };
    let still = || unchanged(agent, preview.before.as_deref()).map(drop);
    let written = file::replace(&agent.file, &preview.text, still);
    if let Err(reason) = written.map_err(failed).and_then(|outcome| outcome) {
        // The file is as it was: its copy would only be left over.
        if let Some(backup) = &backup {
            let _ = file::remove(backup);
        }
        file::remove_folders(&folders);
        return Err(reason);
    }
    Ok(Receipt {
        agent: agent.app.id.to_owned(),
        file: agent.file.clone(),
        edit: preview.edit.clone(),
        before: preview.before.clone(),
        after: file::digest(preview.text.as_bytes()),
        backup,
        folders,
    })
}

/// The text of the file, if it is the one that was shown.
fn unchanged(agent: &Agent, before: Option<&str>) -> Result<Option<String>, Message> {
    let text = current(agent)?;
    let digest = text.as_deref().map(|text| file::digest(text.as_bytes()));
    if digest.as_deref() == before {
        Ok(text)
    } else {
        Err(of_file("agents.changed", &agent.file))
    }
}
