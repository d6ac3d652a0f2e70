//! Writes what a preview showed.

use std::path::{Path, PathBuf};

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
    /// Where the file was once every link on its way was followed; `None` = an older version wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub real_place: Option<PathBuf>,
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
    let old = unchanged(preview)?;
    let failed = |error| unwritable(&error, &agent.file);
    let folders = file::make_folders(&agent.file).map_err(failed)?;
    let backup = match old {
        Some(old) => Some(file::back_up(&agent.file, &old, now).map_err(failed)?),
        None => None,
    };
    let still = || unchanged(preview).map(drop);
    let written = file::replace(&preview.real_place, &preview.text, still);
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
        real_place: Some(preview.real_place.clone()),
        edit: preview.edit.clone(),
        before: preview.before.clone(),
        after: file::digest(preview.text.as_bytes()),
        backup,
        folders,
    })
}

/// The text of the file, if it is the one that was shown, and still where it was.
fn unchanged(preview: &Preview) -> Result<Option<String>, Message> {
    let agent = &preview.agent;
    in_place(agent, &preview.real_place)?;
    let text = current(agent)?;
    let digest = text.as_deref().map(|text| file::digest(text.as_bytes()));
    if digest == preview.before {
        Ok(text)
    } else {
        Err(of_file("agents.changed", &agent.file))
    }
}

/// Checks that nothing on the way to a file, nor the file, has become a link, or leads elsewhere, since it was at this place.
pub(crate) fn in_place(agent: &Agent, real_place: &Path) -> Result<(), Message> {
    if file::real_place(&agent.file)? == real_place {
        Ok(())
    } else {
        Err(of_file("agents.changed", &agent.file))
    }
}
