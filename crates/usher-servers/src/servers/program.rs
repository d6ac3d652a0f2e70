//! Whether a server's program is the one it was started from before: where its name leads, and what is there. A name
//! on the `PATH` can come to lead elsewhere although the definition is the one agreed to.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use usher_mcp::launch::Launch;

use super::context::Context;
use crate::limits;
use usher_config::definition::Transport;
use usher_review::canonical::Digest;
use usher_store::KnownProgram;
use usher_system::blocking::spawn_blocking;

use crate::servers::entry::ServerEntry;
use crate::snapshot::ProgramChange;

/// What was written, and where it led.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StartedProgram {
    command: String,
    path: PathBuf,
}

impl StartedProgram {
    /// The program of a launch, if the person named one.
    pub(super) fn of(transport: &Transport, launch: &Launch) -> Option<Self> {
        match (transport, launch) {
            (Transport::Stdio { command, .. }, Launch::Stdio(launch)) => Some(Self {
                command: command.clone(),
                path: launch.program.clone(),
            }),
            _ => None,
        }
    }
}

/// Compares the started program with that of the last start.
pub(super) async fn check(entry: &ServerEntry, context: &Context, started: StartedProgram) {
    let file = started.path.clone();
    let Some(Ok(digest)) = spawn_blocking(move || digest_of(&file)).await else {
        let path = started.path.display();
        tracing::info!(%path, "a program that runs could not be read");
        return;
    };
    let known = match context.store.program(&entry.id).await {
        Ok(known) => known,
        Err(error) => {
            tracing::warn!(%error, "the last program of a server could not be read");
            return;
        }
    };
    let found = KnownProgram {
        command: Some(started.command),
        path: started.path.display().to_string(),
        digest: digest.to_string(),
        changed_at: None,
        moved_from: None,
    };
    let now = merge(known.as_ref(), found, context.clock.now_ms());
    let change = change_of(&now);
    let is_changed = change.is_some();
    entry.set_program_changed(change);
    if is_changed {
        entry.publish();
    }
    if known.as_ref() != Some(&now)
        && let Err(error) = context.store.keep_program(&entry.id, &now).await
    {
        tracing::warn!(%error, "the program of a server could not be kept");
    }
}

/// What was found, with what the person has not taken note of.
fn merge(known: Option<&KnownProgram>, found: KnownProgram, now_ms: i64) -> KnownProgram {
    // Another command is another definition, which the person agrees to.
    let is_same = |known: &&KnownProgram| {
        let command = known.command.as_ref().unwrap_or(&known.path);
        found.command.as_ref() == Some(command)
    };
    let Some(known) = known.filter(is_same) else {
        return found;
    };
    let (changed_at, moved_from) = if known.path != found.path {
        (Some(now_ms), Some(known.path.clone()))
    } else if known.digest != found.digest {
        (Some(now_ms), known.moved_from.clone())
    } else {
        (known.changed_at, known.moved_from.clone())
    };
    KnownProgram {
        changed_at,
        moved_from,
        ..found
    }
}

fn change_of(program: &KnownProgram) -> Option<ProgramChange> {
    Some(ProgramChange {
        at: program.changed_at?,
        path: program.path.clone(),
        before: program.moved_from.clone(),
    })
}

/// What tells one state of a file from another: its length, when it was written, its head and its end. Reading a
/// runtime of 100 MB whole at every start would cost more than the note is worth.
fn digest_of(file: &Path) -> io::Result<Digest> {
    let mut file = File::open(file)?;
    let meta = file.metadata()?;
    let written = meta
        .modified()?
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let mut marks = format!("{} {}\n", meta.len(), written.as_nanos()).into_bytes();
    file.by_ref()
        .take(limits::PROGRAM_END_BYTES)
        .read_to_end(&mut marks)?;
    file.seek(SeekFrom::Start(
        meta.len().saturating_sub(limits::PROGRAM_END_BYTES),
    ))?;
    file.take(limits::PROGRAM_END_BYTES)
        .read_to_end(&mut marks)?;
    Ok(Digest::of_bytes(&marks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_program_is_noted_until_the_person_knows() {
        let program =
            |command: Option<&str>, path: &str, digest: &str, changed_at, moved: Option<&str>| {
                KnownProgram {
                    command: command.map(Into::into),
                    path: path.into(),
                    digest: digest.into(),
                    changed_at,
                    moved_from: moved.map(Into::into),
                }
            };
        let cases = [
            (None, "old", (None, None), "the first start"),
            (
                Some(program(Some("npx"), "/a/npx", "old", None, None)),
                "old",
                (None, None),
                "the same",
            ),
            (
                Some(program(Some("npx"), "/a/npx", "old", Some(3), None)),
                "old",
                (Some(3), None),
                "noted before",
            ),
            (
                Some(program(Some("npx"), "/a/npx", "old", None, None)),
                "new",
                (Some(9), None),
                "another file",
            ),
            (
                Some(program(Some("npx"), "/a/npx", "old", Some(3), None)),
                "new",
                (Some(9), None),
                "once more",
            ),
            (
                Some(program(Some("npx"), "/b/npx", "old", None, None)),
                "old",
                (Some(9), Some("/b/npx")),
                "the name leads elsewhere, be it to the same bytes",
            ),
            (
                Some(program(
                    Some("npx"),
                    "/a/npx",
                    "old",
                    Some(3),
                    Some("/b/npx"),
                )),
                "old",
                (Some(3), Some("/b/npx")),
                "that is said until the person knows",
            ),
            (
                Some(program(Some("bun"), "/b/bun", "old", None, None)),
                "new",
                (None, None),
                "agreed to anew",
            ),
            (
                Some(program(None, "/b/npx", "old", None, None)),
                "new",
                (None, None),
                "a path before, a name now",
            ),
            (
                Some(program(None, "npx", "old", None, None)),
                "old",
                (Some(9), Some("npx")),
                "kept by its path alone",
            ),
        ];
        for (known, digest, (changed_at, moved_from), why) in cases {
            let found = program(Some("npx"), "/a/npx", digest, None, None);
            let expected = program(Some("npx"), "/a/npx", digest, changed_at, moved_from);
            assert_eq!(
                merge(known.as_ref(), found, 9),
                expected,
                "{why}: {known:?}"
            );
        }
    }
}
