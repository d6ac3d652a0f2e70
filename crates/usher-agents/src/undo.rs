//! Takes back what was written: the original bytes where nothing else changed, else the entry alone.

use usher_messages::Message;

use crate::agent::Agent;
use crate::apply::Receipt;
use crate::edit;
use crate::entry::{self, Entry};
use crate::file;
use crate::messages::{of_file, unwritable};
use crate::place::{self, Place};
use crate::preview::current;
use crate::refusal::Refusal;

/// What was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undone {
    /// The file is, byte for byte, what it was before, or gone if it did not exist.
    Restored,
    /// The file was changed since; the entry was removed and nothing else.
    EntryRemoved,
    /// The entry was not there any longer.
    Nothing,
}

/// Takes back what was written. Blocking.
pub fn undo(receipt: &Receipt) -> Result<Undone, Refusal> {
    let Some(agent) = &receipt.agent() else {
        return Err(Refusal {
            reason: of_file("agents.unknown", &receipt.file).with("agent", receipt.agent.clone()),
            paste: String::new(),
        });
    };
    let refused = |reason| Refusal::new(reason, agent, &receipt.entry);
    if restore(receipt, agent).map_err(refused)? {
        return Ok(Undone::Restored);
    }
    remove(agent, &receipt.entry)
}

/// Removes the entry of Usher from an agent's file, and nothing else. Blocking.
pub fn remove(agent: &Agent, entry: &Entry) -> Result<Undone, Refusal> {
    remove_entry(agent, entry).map_err(|reason| Refusal::new(reason, agent, entry))
}

/// Puts the original back, if the file is still what was written; `false` = it is not, or the copy is lost.
fn restore(receipt: &Receipt, agent: &Agent) -> Result<bool, Message> {
    let is_ours = || -> Result<bool, Message> {
        let text = current(agent)?;
        Ok(text.is_some_and(|text| file::digest(text.as_bytes()) == receipt.after))
    };
    if !is_ours()? {
        return Ok(false);
    }
    let failed = |error| unwritable(&error, &agent.file);
    let (Some(before), Some(backup)) = (&receipt.before, &receipt.backup) else {
        file::remove(&agent.file).map_err(failed)?;
        file::remove_folders(&receipt.folders);
        return Ok(true);
    };
    let Ok(Some(original)) = file::read(backup) else {
        return Ok(false);
    };
    if file::digest(original.as_bytes()) != *before {
        return Ok(false);
    }
    let still = || {
        if is_ours()? {
            Ok(())
        } else {
            Err(of_file("agents.changed", &agent.file))
        }
    };
    file::replace(&agent.file, &original, still).map_err(failed)??;
    // The file is what the copy is.
    let _ = file::remove(backup);
    Ok(true)
}

fn remove_entry(agent: &Agent, entry: &Entry) -> Result<Undone, Message> {
    let Some(text) = current(agent)? else {
        return Ok(Undone::Nothing);
    };
    let place = Place::new(agent, &entry.name, &text);
    let problem = |problem: place::Problem| problem.message(agent);
    match place::entry(&text, place).map_err(problem)? {
        None => return Ok(Undone::Nothing),
        Some(found) if !entry::is_usher(&found) => {
            return Err(of_file("agents.taken", &agent.file).with("name", entry.name.clone()));
        }
        Some(_) => {}
    }
    file::check_writable(&agent.file)?;
    let changed = edit::remove(&text, place).map_err(problem)?;
    let still = || match current(agent)? {
        Some(now) if now == text => Ok(()),
        _ => Err(of_file("agents.changed", &agent.file)),
    };
    file::replace(&agent.file, &changed, still)
        .map_err(|error| unwritable(&error, &agent.file))??;
    Ok(Undone::EntryRemoved)
}
