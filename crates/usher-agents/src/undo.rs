//! Takes back what was written: the original bytes where nothing else changed, else its entries alone.

use usher_messages::Message;

use crate::agent::Agent;
use crate::apply::{self, Receipt};
use crate::edit::{self, Edit};
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
    /// The file was changed since; the servers that had been removed were added again, and nothing else changed.
    ServersAdded,
    /// The entry was not there any longer, or the servers were there again.
    Nothing,
}

/// Takes back what was written. Blocking.
pub fn undo(receipt: &Receipt) -> Result<Undone, Refusal> {
    let Some(agent) = &receipt.agent() else {
        return Err(Refusal {
            reason: of_file("agents.unknown", &receipt.file).with("agent", receipt.agent.clone()),
            by_hand: String::new(),
        });
    };
    let undone = in_place(receipt, agent).and_then(|()| restore(receipt, agent));
    let undone = undone.and_then(|is_restored| match &receipt.edit {
        _ if is_restored => Ok(Undone::Restored),
        Edit::Connect(entry) => remove_entry(agent, entry),
        Edit::Remove(names) => add_servers(receipt, agent, names),
    });
    undone.map_err(|reason| Refusal::new(reason, agent, &receipt.edit))
}

/// Removes the entry of Usher from an agent's file, and nothing else. Blocking.
pub fn remove(agent: &Agent, entry: &Entry) -> Result<Undone, Refusal> {
    let refused = |reason| Refusal::new(reason, agent, &Edit::Connect(entry.clone()));
    remove_entry(agent, entry).map_err(refused)
}

/// Checks that the file is where it was written.
fn in_place(receipt: &Receipt, agent: &Agent) -> Result<(), Message> {
    let real_place = receipt.real_place.as_deref();
    real_place.map_or(Ok(()), |place| apply::in_place(agent, place))
}

/// Puts the original back, if the file is still what was written; `false` = it is not, or the copy is lost.
fn restore(receipt: &Receipt, agent: &Agent) -> Result<bool, Message> {
    let is_ours = || -> Result<bool, Message> {
        in_place(receipt, agent)?;
        let text = current(agent)?;
        Ok(text.is_some_and(|text| file::digest(text.as_bytes()) == receipt.after))
    };
    if !is_ours()? {
        return Ok(false);
    }
    let failed = |error| unwritable(&error, &agent.file);
    let (Some(_), Some(backup)) = (&receipt.before, &receipt.backup) else {
        file::remove(&agent.file).map_err(failed)?;
        file::remove_folders(&receipt.folders);
        return Ok(true);
    };
    let Some(original) = original(receipt) else {
        return Ok(false);
    };
    let still = || {
        if is_ours()? {
            Ok(())
        } else {
            Err(of_file("agents.changed", &agent.file))
        }
    };
    let real_place = file::real_place(&agent.file)?;
    file::replace(&real_place, &original, still).map_err(failed)??;
    // The file is what the copy is.
    let _ = file::remove(backup);
    Ok(true)
}

/// The text of the file before it was written; `None` = its copy is lost or was changed.
fn original(receipt: &Receipt) -> Option<String> {
    let text = file::read(receipt.backup.as_deref()?).ok()??;
    (receipt.before == Some(file::digest(text.as_bytes()))).then_some(text)
}

/// Adds the servers again that were removed. Their values are only in the copy: they may hold secrets.
fn add_servers(receipt: &Receipt, agent: &Agent, names: &[String]) -> Result<Undone, Message> {
    let Some(text) = current(agent)? else {
        return Ok(Undone::Nothing);
    };
    let Some(original) = original(receipt) else {
        return Err(of_file("agents.backupGone", &agent.file).with("names", names.join(", ")));
    };
    let problem = |problem: place::Problem| problem.message(agent);
    let mut changed = text.clone();
    for name in names {
        let then = place::entry(&original, Place::new(agent, name, &original)).map_err(problem)?;
        let place = Place::new(agent, name, &changed);
        match (then, place::entry(&changed, place).map_err(problem)?) {
            (Some(then), None) => changed = edit::add(&changed, place, &then).map_err(problem)?,
            (then, now) if then == now => {}
            _ => {
                return Err(of_file("agents.taken", &agent.file).with("name", name.clone()));
            }
        }
    }
    if changed == text {
        return Ok(Undone::Nothing);
    }
    replace(agent, &text, &changed)?;
    Ok(Undone::ServersAdded)
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
    let names = std::slice::from_ref(&entry.name);
    let changed = edit::remove(&text, place, names).map_err(problem)?;
    replace(agent, &text, &changed)?;
    Ok(Undone::EntryRemoved)
}

/// Writes a changed text, if the file is still what it was read as.
fn replace(agent: &Agent, text: &str, changed: &str) -> Result<(), Message> {
    let real_place = file::real_place(&agent.file)?;
    file::check_writable(&real_place)?;
    let still = || match current(agent)? {
        Some(now) if now == text => Ok(()),
        _ => Err(of_file("agents.changed", &agent.file)),
    };
    file::replace(&real_place, changed, still).map_err(|error| unwritable(&error, &agent.file))?
}
