//! Who answers for the running trees when Usher itself is gone: the guardian is told of each, and a record
//! in a file lets the next start end what even the guardian missed.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::GuardianProgram;
use super::guardian::Word;
use super::kin::{self, Birth, Kin, Leader, Marker, Proof};
use crate::limits;

/// Guardians that are started in the place of dead ones, in one run.
const MAX_GUARDIANS: u32 = 4;

/// Sees to it that what is started does not outlive Usher, whatever ends it. Clones share it. The default
/// answers for nothing: what is started then ends with its connection only.
#[derive(Clone, Default)]
pub struct Custody(Option<Arc<Mutex<Books>>>);

struct Books {
    record: PathBuf,
    guardian: Option<GuardianProgram>,
    running: BTreeMap<Marker, Kin>,
    post: Option<Post>,
    guardians_started: u32,
}

/// A running guardian and the pipe it listens to.
struct Post {
    child: Child,
    pipe: File,
}

impl Custody {
    /// Keeps its record in this file, and starts this guardian with the first server.
    pub fn new(record: PathBuf, guardian: Option<GuardianProgram>) -> Self {
        Self(Some(Arc::new(Mutex::new(Books {
            record,
            guardian,
            running: BTreeMap::new(),
            post: None,
            guardians_started: 0,
        }))))
    }

    /// Ends what the last run left behind, by its record: only processes that carry the marker of a tree and
    /// are no older than it. Returns how many there were. Blocks, up to three seconds if some do not want to.
    pub fn sweep(record: &Path) -> usize {
        let Some(written) = read(record) else {
            return 0;
        };
        let (host, trees) = parse(&written);
        let own = i32::try_from(std::process::id()).unwrap_or(0);
        if host.is_some_and(|host| host.pid != own && kin::born(host.pid) == Some(host.born)) {
            tracing::warn!("another Usher uses this data folder; its servers are left alone");
            return 0;
        }
        let ended = kin::end(&trees, Proof::Marker, limits::SWEEP_GRACE);
        // If it cannot be removed it is written over, or swept once more.
        let _ = fs::remove_file(record);
        ended
    }

    /// Says goodbye to the guardian if everything was stopped; otherwise it may do its work. Blocks, no
    /// longer than half a second.
    pub fn finish(&self) {
        let Some(mut books) = self.books() else {
            return;
        };
        let left = books.running.len();
        let Some(mut post) = books.post.take() else {
            return;
        };
        if left > 0 {
            tracing::warn!(left, "servers are left to the guardian");
            return;
        }
        let _ = fs::remove_file(&books.record);
        let _ = post.pipe.write_all(Word::Goodbye.to_string().as_bytes());
        drop(post.pipe);
        let said_at = Instant::now();
        while said_at.elapsed() < limits::GUARDIAN_GOODBYE
            && matches!(post.child.try_wait(), Ok(None))
        {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// How many trees there are that have not been ended yet.
    pub fn running(&self) -> usize {
        self.books().map_or(0, |books| books.running.len())
    }

    /// Takes note that a tree is about to be started.
    pub(super) fn expect(&self) -> Entry {
        let marker = Marker::fresh();
        if let Some(mut books) = self.books() {
            books.note(Kin {
                marker: marker.clone(),
                leader: None,
            });
        }
        Entry {
            custody: self.clone(),
            marker,
            birth: Birth::expect(),
        }
    }

    fn books(&self) -> Option<MutexGuard<'_, Books>> {
        let books = self.0.as_ref()?;
        Some(books.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A tree in custody, until it is dropped.
pub(super) struct Entry {
    custody: Custody,
    marker: Marker,
    birth: Birth,
}

impl Entry {
    pub(super) fn marker(&self) -> &Marker {
        &self.marker
    }

    /// Takes note of the tree's leader.
    pub(super) fn started(&self, pid: i32) -> Kin {
        let kin = Kin {
            marker: self.marker.clone(),
            leader: Leader::started(pid, self.birth),
        };
        if let Some(mut books) = self.custody.books() {
            books.note(kin.clone());
            books.write();
        }
        kin
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if let Some(mut books) = self.custody.books()
            && let Some(kin) = books.running.remove(&self.marker)
        {
            books.tell(&Word::Ended(self.marker.clone()));
            if kin.leader.is_some() {
                books.write();
            }
        }
    }
}

impl Books {
    fn note(&mut self, kin: Kin) {
        self.running.insert(kin.marker.clone(), kin.clone());
        self.tell(&Word::Runs(kin));
    }

    /// Tells the guardian; a dead one is replaced, and the new one hears of everything that runs.
    fn tell(&mut self, word: &Word) {
        if let Some(post) = &mut self.post {
            if post.pipe.write_all(word.to_string().as_bytes()).is_ok() {
                return;
            }
            tracing::warn!("the guardian has gone; another one takes its place");
            let _ = post.child.try_wait();
            self.post = None;
        }
        let Some(program) = &self.guardian else {
            return;
        };
        if self.guardians_started == MAX_GUARDIANS {
            return;
        }
        self.guardians_started += 1;
        let everything: String = self
            .running
            .values()
            .map(|kin| Word::Runs(kin.clone()).to_string())
            .collect();
        let told = post(program).and_then(|mut post| {
            post.pipe.write_all(everything.as_bytes())?;
            Ok(post)
        });
        match told {
            Ok(post) => self.post = Some(post),
            Err(error) => tracing::warn!(%error, "the guardian could not be started"),
        }
    }

    /// Writes the record anew, whole or not at all.
    fn write(&self) {
        if let Err(error) = write(&self.record, &text(&self.running)) {
            tracing::warn!(%error, "the record of running servers could not be written");
        }
    }
}

fn post(program: &GuardianProgram) -> io::Result<Post> {
    let mut child = super::start_guardian(program)?;
    let pipe = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    Ok(Post {
        child,
        pipe: File::from(std::os::fd::OwnedFd::from(pipe)),
    })
}

fn text(running: &BTreeMap<Marker, Kin>) -> String {
    let own = i32::try_from(std::process::id()).ok().and_then(Leader::of);
    let host = own.map(|Leader { pid, born }| format!("host {pid} {born}\n"));
    let trees = running.values().filter_map(|kin| {
        let Leader { pid, born } = kin.leader?;
        Some(format!("tree {pid} {born} {}\n", kin.marker))
    });
    host.into_iter().chain(trees).collect()
}

fn parse(text: &str) -> (Option<Leader>, Vec<Kin>) {
    let mut host = None;
    let mut trees = Vec::new();
    for line in text.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["host", pid, born] => host = Leader::parse(pid, born),
            ["tree", pid, born, marker] => {
                if let (Some(leader), Some(marker)) =
                    (Leader::parse(pid, born), Marker::parse(marker))
                {
                    trees.push(Kin {
                        marker,
                        leader: Some(leader),
                    });
                }
            }
            _ => {}
        }
    }
    (host, trees)
}

fn read(record: &Path) -> Option<String> {
    use io::Read as _;
    let mut text = String::new();
    File::open(record)
        .ok()?
        .take(limits::TREES_RECORD_BYTES)
        .read_to_string(&mut text)
        .ok()?;
    Some(text)
}

fn write(record: &Path, text: &str) -> io::Result<()> {
    let fresh = record.with_extension("new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&fresh)?.write_all(text.as_bytes())?;
    fs::rename(&fresh, record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads_back_as_it_was_written() {
        let marker = Marker::fresh();
        let kin = Kin {
            marker: marker.clone(),
            leader: Some(Leader { pid: 4711, born: 5 }),
        };
        let starting = Kin {
            marker: Marker::fresh(),
            leader: None,
        };
        let running = [kin.clone(), starting].map(|kin| (kin.marker.clone(), kin));
        let written = text(&running.into_iter().collect());
        let own = Leader::of(i32::try_from(std::process::id()).unwrap());
        assert_eq!(parse(&written), (own, vec![kin]));
        let torn = format!("host x\ntree 1 5 {marker}\ntree 4711 5\ntree 0 5 {marker}\nnonsense");
        assert_eq!(
            parse(&torn),
            (None, Vec::new()),
            "what makes no sense says nothing"
        );
    }
}
