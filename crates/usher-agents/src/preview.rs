//! Shows what connecting an agent would write. Nothing is written here.

use std::path::PathBuf;

use crate::agent::Agent;
use crate::diff::{DiffLine, diff};
use crate::edit;
use crate::entry::{self, Entry};
use crate::file;
use crate::limits;
use crate::messages::of_file;
use crate::place::{self, Place};
use crate::refusal::Refusal;
use usher_messages::Message;

/// What connecting an agent would write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    pub agent: Agent,
    pub entry: Entry,
    pub change: Change,
    /// The SHA-256 of the file as it is; `None` = it does not exist.
    pub before: Option<String>,
    /// The whole text that would be in the file.
    pub text: String,
    /// The lines that differ, with a few around them.
    pub diff: Vec<DiffLine>,
}

/// What connecting an agent would change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing: the entry is there.
    None,
    /// The file is made.
    Create,
    /// The entry is added to the file.
    Add,
    /// The entry is there and starts Usher, but not as it should.
    Update,
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
    prepare(agent, entry).map_err(|reason| Refusal::new(reason, agent, entry))
}

fn prepare(agent: &Agent, entry: &Entry) -> Result<Preview, Message> {
    let old = current(agent)?;
    let ours = entry.value(agent);
    let text = old.as_deref().unwrap_or_default();
    let place = Place::new(agent, &entry.name, text);
    let found = place::entry(text, place).map_err(|problem| problem.message(agent))?;
    let change = match &found {
        None if old.is_none() => Change::Create,
        None => Change::Add,
        Some(found) if entry::agrees(found, &ours) => Change::None,
        Some(found) if entry::is_usher(found) => Change::Update,
        Some(_) => {
            return Err(of_file("agents.taken", &agent.file).with("name", entry.name.clone()));
        }
    };
    let new = if change == Change::None {
        text.to_owned()
    } else {
        file::check_writable(&agent.file)?;
        edit::add(text, place, &ours).map_err(|problem| problem.message(agent))?
    };
    Ok(Preview {
        agent: agent.clone(),
        entry: entry.clone(),
        change,
        before: old.as_deref().map(|old| file::digest(old.as_bytes())),
        diff: diff(text, &new),
        text: new,
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
