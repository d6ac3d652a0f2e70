//! Whether the program file of a server is the one it was started from before. Only where the person named one
//! file by an absolute path: what a name on the `PATH` leads to changes with every update of a package.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::background::in_background;
use crate::definition::Transport;
use crate::host::Surroundings;
use crate::pins::Digest;
use crate::store::KnownProgram;

use super::room::Room;

/// Looks at the program that has just been started, and says so if it is another file.
pub(super) async fn look(room: &Room, around: &Surroundings) {
    let Some(path) = absolute(&room.definition().transport) else {
        return;
    };
    let file = path.clone();
    let Some(Ok(digest)) = in_background(move || digest_of(&file)).await else {
        tracing::info!(path = %path.display(), "a program that runs could not be read");
        return;
    };
    let path = path.display().to_string();
    let known = match around.store.program(&room.id).await {
        Ok(known) => known,
        Err(error) => {
            tracing::warn!(%error, "the last program of a server could not be read");
            return;
        }
    };
    let now = KnownProgram {
        changed_at: changed_at(
            known.as_ref(),
            &path,
            digest.as_str(),
            around.clock.now_ms(),
        ),
        path,
        digest: digest.to_string(),
    };
    room.set_program_changed_at(now.changed_at);
    if now.changed_at.is_some() {
        room.tell();
    }
    if known.as_ref() != Some(&now)
        && let Err(error) = around.store.keep_program(&room.id, &now).await
    {
        tracing::warn!(%error, "the program of a server could not be kept");
    }
}

/// When the file was found to be another one, as far as the person has not taken note of it.
fn changed_at(known: Option<&KnownProgram>, path: &str, digest: &str, now_ms: i64) -> Option<i64> {
    // Another path is another definition, which the person agrees to.
    let known = known.filter(|known| known.path == path)?;
    if known.digest == digest {
        known.changed_at
    } else {
        Some(now_ms)
    }
}

fn absolute(transport: &Transport) -> Option<PathBuf> {
    match transport {
        Transport::Stdio { command, .. } => {
            let path = Path::new(command);
            path.is_absolute().then(|| path.to_owned())
        }
        Transport::Http { .. } | Transport::Demo => None,
    }
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
    file.by_ref().take(END_BYTES).read_to_end(&mut marks)?;
    file.seek(SeekFrom::Start(meta.len().saturating_sub(END_BYTES)))?;
    file.take(END_BYTES).read_to_end(&mut marks)?;
    Ok(Digest::of_bytes(&marks))
}

/// So much of each end of a file is read.
const END_BYTES: u64 = 64 * 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_file_at_the_same_place_is_noted_until_the_person_knows() {
        let known = |changed_at| KnownProgram {
            path: "/bin/a".into(),
            digest: "old".into(),
            changed_at,
        };
        let cases = [
            (None, "/bin/a", "old", None),
            (Some(known(None)), "/bin/a", "old", None),
            (Some(known(Some(3))), "/bin/a", "old", Some(3)),
            (Some(known(None)), "/bin/a", "new", Some(9)),
            (Some(known(Some(3))), "/bin/a", "new", Some(9)),
            (Some(known(None)), "/bin/b", "new", None),
        ];
        for (known, path, digest, expected) in cases {
            let found = changed_at(known.as_ref(), path, digest, 9);
            assert_eq!(found, expected, "{known:?} {path} {digest}");
        }
    }
}
