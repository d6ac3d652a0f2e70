//! Shows what a change of an agent's file would write. Nothing is written here.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use ts_rs::TS;

use crate::agent::Agent;
use crate::diff::{DiffLine, diff};
use crate::edit::{self, Edit};
use crate::entry::{self, Entry};
use crate::file;
use crate::hidden_secrets::HiddenSecrets;
use crate::limits;
use crate::messages::of_file;
use crate::place::{self, Place};
use crate::refusal::Refusal;
use usher_config::file_format::parse;
use usher_messages::Message;

/// What a change of an agent's file would write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    pub agent: Agent,
    pub edit: Edit,
    /// Where the file is once every link on its way, and in its place, is followed.
    pub real_place: PathBuf,
    /// The file that is written: where a link in the place of the agent's file leads, or that file.
    pub written: PathBuf,
    pub change: Change,
    /// The SHA-256 of the file as it is; `None` = it does not exist.
    pub before: Option<String>,
    /// The whole text that would be in the file.
    pub text: String,
    /// The lines that differ, with a few around them; what looks like a secret is hidden.
    pub diff: Vec<DiffLine>,
}

/// What would be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "AgentChange")]
pub enum Change {
    /// Nothing: the entry is there, or no server was named.
    None,
    /// The file is made.
    Create,
    /// The entry is added to the file.
    Add,
    /// The entry is there and starts Usher, but not as it should.
    Update,
    /// Servers of the agent's own are removed.
    Remove,
}

impl Preview {
    /// Where the copy of the file would be written at `now` (Unix ms); `None` = no copy is needed, or no name is free.
    /// Blocking.
    pub fn backup(&self, now: i64) -> Option<PathBuf> {
        if self.before.is_none() || self.change == Change::None {
            return None;
        }
        let mut names =
            (0..=limits::BACKUPS).map(|taken| file::backup_path(&self.agent.file, now, taken));
        names.find(|path| path.symlink_metadata().is_err())
    }
}

/// Shows what connecting an agent would write, or why it cannot. Blocking.
pub fn preview(agent: &Agent, entry: &Entry) -> Result<Preview, Refusal> {
    let edit = Edit::Connect(entry.clone());
    connecting(agent, entry)
        .map(|shown| shown.preview(agent, &edit))
        .map_err(|reason| Refusal::new(reason, agent, &edit))
}

/// Shows what removing servers of an agent's own would write, or why it cannot. Blocking.
pub fn preview_removal(agent: &Agent, names: &[String]) -> Result<Preview, Refusal> {
    let edit = Edit::Remove(names.to_vec());
    removing(agent, names)
        .map(|shown| shown.preview(agent, &edit))
        .map_err(|reason| Refusal::new(reason, agent, &edit))
}

/// The text of a file as it is and as it would be.
struct Shown {
    real_place: PathBuf,
    /// `None` = the file does not exist.
    old: Option<String>,
    new: String,
    change: Change,
}

impl Shown {
    fn preview(self, agent: &Agent, edit: &Edit) -> Preview {
        let Self {
            real_place,
            old,
            new,
            change,
        } = self;
        let old_text = old.as_deref().unwrap_or_default();
        // What is only added to holds nothing that the new text does not hold.
        let loses_text = matches!(change, Change::Update | Change::Remove);
        let texts = [new.as_str(), if loses_text { old_text } else { "" }];
        let parsed = texts.map(|text| parse(text, agent.app.format).unwrap_or_default());
        let secrets = HiddenSecrets::of(&parsed);
        let mut diff = diff(old_text, &new);
        for line in &mut diff {
            line.text = secrets.hide(&line.text);
        }
        Preview {
            agent: agent.clone(),
            edit: edit.clone(),
            written: if agent.file.is_symlink() {
                real_place.clone()
            } else {
                agent.file.clone()
            },
            real_place,
            change,
            before: old.as_deref().map(|old| file::digest(old.as_bytes())),
            diff,
            text: new,
        }
    }
}

fn removing(agent: &Agent, names: &[String]) -> Result<Shown, Message> {
    let real_place = file::real_place(&agent.file)?;
    let Some(old) = current(agent)? else {
        return Err(of_file("agents.changed", &agent.file));
    };
    let Some(first) = names.first() else {
        return Ok(Shown {
            real_place,
            new: old.clone(),
            old: Some(old),
            change: Change::None,
        });
    };
    let place = Place::new(agent, first, &old);
    let new = edit::remove(&old, place, names).map_err(|problem| problem.message(agent))?;
    file::check_writable(&real_place)?;
    Ok(Shown {
        real_place,
        old: Some(old),
        new,
        change: Change::Remove,
    })
}

fn connecting(agent: &Agent, entry: &Entry) -> Result<Shown, Message> {
    let real_place = file::real_place(&agent.file)?;
    let old = current(agent)?;
    let text = old.as_deref().unwrap_or_default();
    let place = Place::new(agent, &entry.name, text);
    let found = place::entry(text, place).map_err(|problem| problem.message(agent))?;
    let change = match &found {
        None if old.is_none() => Change::Create,
        None => Change::Add,
        Some(found) if entry::agrees(found, entry, agent) => Change::None,
        Some(found) if entry::is_usher(found) => Change::Update,
        Some(_) => {
            return Err(of_file("agents.taken", &agent.file).with("name", entry.name.clone()));
        }
    };
    let new = if change == Change::None {
        text.to_owned()
    } else {
        file::check_writable(&real_place)?;
        let ours = match &found {
            Some(found) => entry.keeping_key_of(found, agent).value(agent),
            None => entry.value(agent),
        };
        edit::add(text, place, &ours).map_err(|problem| problem.message(agent))?
    };
    Ok(Shown {
        real_place,
        old,
        new,
        change,
    })
}

/// The text of an agent's file; `None` = it does not exist.
pub(crate) fn current(agent: &Agent) -> Result<Option<String>, Message> {
    if let Some(twin) = &agent.twin {
        let twin = twin.to_string_lossy().into_owned();
        return Err(of_file("agents.both", &agent.file).with("other", twin));
    }
    file::read(&agent.file)
}
