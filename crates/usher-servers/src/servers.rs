//! Runs the configured servers, and changes which there are.
//!
//! Each has one entry and one supervisor task. Changes of the configuration happen one at a time, so that the database
//! and the supervisors see them in the same order.

mod access;
mod arrange;
mod command;
mod config_text;
mod connection_test;
mod context;
mod demo_program;
mod duplicate;
mod edit;
mod entry;
mod event_collector;
mod event_loop;
mod failure;
mod grants;
mod heartbeat;
mod import;
mod keyring_wait;
mod launch;
mod launch_review;
mod line_buffer;
mod list_reading;
mod lists;
mod log_level;
mod observer;
mod phase;
mod probe;
mod program;
mod removal;
mod request;
mod resume_watch;
mod running_tests;
mod sign_in;
mod sign_in_record;
mod start;
mod state;
mod supervisor;
mod tool_source;
mod wire_log;
mod withheld_variables;

use std::sync::{Arc, Weak};

use futures::future::join_all;
use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot};
use tracing::Instrument as _;

pub use arrange::ArrangedServer;
pub use config_text::CheckedText;
pub use connection_test::{TestReport, TestStep};
pub use context::Context;
pub use demo_program::DemoProgram;
pub use edit::ServerError;
pub use entry::{Follower, ServerDetail, ServerEntry};
pub use event_collector::SignInTeller;
pub use failure::advice;
pub use import::{ImportCandidate, ImportSource};
pub use launch_review::LaunchReview;
pub use observer::ServerObserver;
pub use probe::{
    Probe, ProbeAction, ProbeProblem, ProbeReport, ProbeResult, ProbedList, Rejection, probe,
};
pub use removal::RemovedServer;
pub use sign_in::SignInFault;

use crate::request_error::RequestError;
use crate::snapshot::ServerSnapshot;
use crate::tool_source::ToolSource;
use crate::wire_log::RingLimits;
use command::Command;
use entry::Agreement;
use running_tests::RunningTests;
use usher_config::definition::{ConfiguredServer, Label};
use usher_messages::Message;
use usher_types::id::{ServerId, SourceId};

/// Commands that may wait for one supervisor, which never waits itself.
const COMMANDS_WAITING: usize = 16;

/// All servers of a host. Clones share them.
#[derive(Clone)]
pub struct Servers(Arc<Inner>);

struct Inner {
    context: Arc<Context>,
    /// In the person's order.
    entries: Mutex<Vec<Arc<ServerEntry>>>,
    /// Held from a draft's check until it is saved: labels stay free. The keyring may be waited for.
    drafts: tokio::sync::Mutex<()>,
    /// Held while the configuration changes; taken after `drafts`, and never while the keyring is waited for.
    edit: tokio::sync::Mutex<()>,
    /// Ends the tests of drafts that run.
    tests: RunningTests,
}

impl Servers {
    pub fn new(context: Context) -> Self {
        Self(Arc::new(Inner {
            context: Arc::new(context),
            entries: Mutex::default(),
            drafts: tokio::sync::Mutex::default(),
            edit: tokio::sync::Mutex::default(),
            tests: RunningTests::default(),
        }))
    }

    /// Reads the configuration and starts what is on. What went wrong comes back as notices.
    pub async fn start(&self, observer: Weak<dyn ServerObserver>) -> Vec<Message> {
        // Nobody else calls this.
        let _ = self.context().observer.set(observer);
        // From before the first server starts, so that none that waits for a secret is missed.
        let events = self.context().events.subscribe();
        let mut notices = Vec::new();
        match self.context().store.list_servers().await {
            Err(error) => {
                notices.push(Message::new("notice.servers").with("reason", error.message()));
            }
            Ok(configured) => {
                for server in configured {
                    let enabled = server.enabled;
                    let entry = self.insert(server);
                    if enabled {
                        self.send(&entry, Command::Enable).await;
                    }
                }
            }
        }
        self.watch_waiting(events);
        self.watch_network();
        self.finish_removals();
        notices
    }

    /// All entries, in the person's order.
    pub fn entries(&self) -> Vec<Arc<ServerEntry>> {
        self.0.entries.lock().clone()
    }

    pub fn entry(&self, id: &ServerId) -> Option<Arc<ServerEntry>> {
        self.0
            .entries
            .lock()
            .iter()
            .find(|entry| &entry.id == id)
            .cloned()
    }

    /// Finds the server of this id, unless it is a webtool's.
    pub fn of_source(&self, id: &SourceId) -> Option<Arc<ServerEntry>> {
        self.0
            .entries
            .lock()
            .iter()
            .find(|entry| id == &entry.id)
            .cloned()
    }

    /// Shows the server with these tools; `None` = they are a webtool's.
    pub fn snapshot_of_source(&self, id: &SourceId) -> Option<ServerSnapshot> {
        Some(self.of_source(id)?.snapshot())
    }

    /// Keeps what was put right of a server's messages for a client, unless that was the last to be kept.
    pub fn note(&self, id: &SourceId, note: Message) {
        if let Some(entry) = self.of_source(id) {
            entry.add_refusal(note);
        }
    }

    pub fn require(&self, id: &ServerId) -> Result<Arc<ServerEntry>, RequestError> {
        self.entry(id).ok_or(RequestError::UnknownServer)
    }

    /// Replaces how much the wire log of each server may hold.
    pub fn set_wire_limits(&self, limits: RingLimits) {
        for entry in self.entries() {
            entry.wire().set_limits(limits);
        }
    }

    /// Stops all servers and their supervisors.
    pub async fn end_all(&self) {
        let _edit = self.0.edit.lock().await;
        let entries = self.entries();
        join_all(entries.iter().map(|entry| self.send(entry, Command::End))).await;
    }

    /// Adds an entry at the end and starts its supervisor.
    fn insert(&self, server: ConfiguredServer) -> Arc<ServerEntry> {
        let (commands, arriving) = mpsc::channel(COMMANDS_WAITING);
        let agreement = Agreement {
            agreed_to: self.context().store.has_agreed(&server),
            definition: Arc::new(server.definition.clone()),
        };
        let entry = Arc::new(ServerEntry::new(
            server,
            agreement,
            RingLimits::from(&*self.context().settings.borrow()),
            self.context().events.clone(),
            commands,
        ));
        let span = tracing::info_span!("server", id = %entry.id);
        tokio::spawn(
            supervisor::run(Arc::clone(&entry), Arc::clone(self.context()), arriving)
                .instrument(span),
        );
        self.change_entries(|entries| entries.push(Arc::clone(&entry)));
        entry
    }

    /// Sends a command and waits until it is handled.
    async fn send(&self, entry: &ServerEntry, command: Command) {
        let (done, handled) = oneshot::channel();
        // A supervisor that has ended has nothing left to obey with.
        if entry.commands.send((command, done)).await.is_ok() {
            let _ = handled.await;
        }
    }

    fn labels(&self) -> Vec<Label> {
        self.labels_but(None)
    }

    fn labels_but(&self, except: Option<&ServerId>) -> Vec<Label> {
        self.0
            .entries
            .lock()
            .iter()
            .filter(|entry| Some(&entry.id) != except)
            .map(|entry| entry.definition().label.clone())
            .collect()
    }

    /// Changes which servers there are, also as sources of tools.
    fn change_entries(&self, change: impl FnOnce(&mut Vec<Arc<ServerEntry>>)) {
        let mut entries = self.0.entries.lock();
        change(&mut entries);
        let sources = entries
            .iter()
            .map(|entry| Arc::clone(entry) as Arc<dyn ToolSource>);
        self.context().sources.set_servers(sources);
    }

    fn context(&self) -> &Arc<Context> {
        &self.0.context
    }

    /// A handle that does not keep the servers.
    fn downgrade(&self) -> WeakServers {
        WeakServers(Arc::downgrade(&self.0))
    }
}

/// A handle that does not keep the servers.
struct WeakServers(Weak<Inner>);

impl WeakServers {
    fn upgrade(&self) -> Option<Servers> {
        self.0.upgrade().map(Servers)
    }
}
