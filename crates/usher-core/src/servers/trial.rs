//! *Test connection*: starts a draft, looks at it and stops it again. Nothing is saved.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::launch::LaunchValue;
use usher_mcp::{
    ConnectError, ConnectOptions, Connection, ConnectionEvent, IncomingAsk, Limits, ListKind,
};

use crate::definition::{self, CheckedDraft, DraftDefinition, SavedValue, Taken, Transport};
use crate::host::{Host, Surroundings};
use crate::id::ServerId;
use crate::text;

use super::edit::ServerError;
use super::failure::{self, Failure, FailureKind, Outcome, StartFault};
use super::launch::{self, Fetched};
use super::snapshot::{Counts, Negotiated};
use super::{room, start};

/// A whole test takes no longer than this.
const TEST_WITHIN: Duration = Duration::from_secs(30);

/// After the end, how long last words may take to arrive.
const HEAR_OUT: Duration = Duration::from_secs(1);

/// Lines of stderr a report holds.
const MAX_LINES: usize = 100;

/// What a test found.
#[derive(Debug, Clone, PartialEq)]
pub struct TestReport {
    /// The steps in order, up to the one that failed.
    pub steps: Vec<TestStep>,
    /// How long the whole test took.
    pub duration: Duration,
    /// What was agreed, if it came that far.
    pub negotiated: Option<Negotiated>,
    /// What it offers, if it came that far.
    pub counts: Counts,
    /// Why it failed; `None` = the server works.
    pub failure: Option<Failure>,
    /// What the program wrote to stderr, oldest first. Server text.
    pub stderr: Vec<String>,
}

/// One step of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestStep {
    /// In plain words.
    pub name: &'static str,
    /// How it went.
    pub passed: bool,
    /// How long it took.
    pub duration: Duration,
    /// A short remark.
    pub note: Option<String>,
}

impl Host {
    /// Tries a draft. `edited` is the server whose stored secrets the draft may refer to.
    pub async fn test_server(
        &self,
        draft: DraftDefinition,
        edited: Option<&ServerId>,
    ) -> Result<TestReport, ServerError> {
        let replaces = match edited {
            Some(id) => Some(self.known(id)?.definition()),
            None => None,
        };
        let labels = self.servers().labels_but(edited);
        let checked = definition::check(
            draft,
            Taken {
                labels: &labels,
                replaces: replaces.as_deref(),
            },
        )
        .map_err(ServerError::Draft)?;
        Ok(Trial::new(checked).run(self.around()).await)
    }
}

struct Trial {
    checked: CheckedDraft,
    began: Instant,
    step_began: Instant,
    steps: Vec<TestStep>,
    negotiated: Option<Negotiated>,
    counts: Counts,
    heard: Arc<Mutex<Heard>>,
}

/// What the connection under test said of itself.
#[derive(Default)]
struct Heard {
    /// When it first said anything: it speaks as soon as the program runs.
    first_at: Option<Instant>,
    stderr: VecDeque<String>,
}

impl Trial {
    fn new(checked: CheckedDraft) -> Self {
        Self {
            checked,
            began: Instant::now(),
            step_began: Instant::now(),
            steps: Vec::new(),
            negotiated: None,
            counts: Counts::default(),
            heard: Arc::default(),
        }
    }

    async fn run(mut self, around: &Arc<Surroundings>) -> TestReport {
        let (events, arriving) = mpsc::channel(start::EVENTS_WAITING);
        let heard = Arc::clone(&self.heard);
        let listener = AbortOnDropHandle::new(tokio::spawn(listen(arriving, heard)));
        let outcome = match tokio::time::timeout(TEST_WITHIN, self.go(around, events)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(StartFault::Connect(ConnectError::Timeout {
                waited: TEST_WITHIN,
                stderr: Vec::new(),
            })),
        };
        // The last lines of a program that has just ended are still on their way.
        let _ = tokio::time::timeout(HEAR_OUT, listener).await;
        let failure = outcome.err().map(|fault| self.failed(fault));
        let mut stderr: Vec<_> = lock(&self.heard).stderr.iter().cloned().collect();
        if let Some(failure) = &failure
            && stderr.is_empty()
        {
            stderr.clone_from(&failure.stderr);
        }
        TestReport {
            steps: self.steps,
            duration: self.began.elapsed(),
            negotiated: self.negotiated,
            counts: self.counts,
            failure,
            stderr,
        }
    }

    async fn go(
        &mut self,
        around: &Surroundings,
        events: mpsc::Sender<ConnectionEvent>,
    ) -> Result<(), StartFault> {
        let values = self.values(around).await?;
        let transport = self.checked.definition.transport.clone();
        let launch = launch::prepare_with(Some(&around.demo), &transport, values).await?;
        let is_program = match &launch {
            usher_mcp::launch::Launch::Stdio(stdio) => {
                self.passed("Program found", Some(stdio.program.display().to_string()));
                true
            }
            usher_mcp::launch::Launch::Http(_) => false,
        };
        let connection = usher_mcp::connect(ConnectOptions {
            launch,
            client: start::identity(around),
            era: usher_mcp::EraChoice::Auto,
            remembered: None,
            connect_timeout: TEST_WITHIN,
            request_timeout: TEST_WITHIN,
            limits: Limits::default(),
            events,
            custody: around.custody.clone(),
        })
        .await
        .map_err(StartFault::Connect)?;
        if is_program {
            self.process_started(connection.pid().map(|pid| format!("process {pid}")));
        }
        let agreed = room::negotiated(connection.agreed());
        self.passed(
            "Handshake",
            Some(format!("MCP {}", agreed.protocol_version)),
        );
        self.negotiated = Some(agreed);
        let listed = self.read_lists(&connection).await;
        connection.close().await;
        listed
    }

    async fn read_lists(&mut self, connection: &Connection) -> Result<(), StartFault> {
        let counted = |what: &str, length: usize| (length, what.to_owned());
        let mut notes = Vec::new();
        let mut faults = Vec::new();
        macro_rules! read {
            ($kind:ident, $read:ident, $count:ident, $what:literal) => {
                if connection.offers(ListKind::$kind) {
                    match connection.$read().await {
                        Ok(listing) => {
                            self.counts.$count =
                                Some(u32::try_from(listing.items.len()).unwrap_or(u32::MAX));
                            notes.push(counted($what, listing.items.len()));
                        }
                        Err(error) => faults.push(format!("{}: {error}", $what)),
                    }
                }
            };
        }
        read!(Tools, list_tools, tools, "tools");
        read!(Resources, list_resources, resources, "resources");
        read!(Templates, list_templates, templates, "templates");
        read!(Prompts, list_prompts, prompts, "prompts");
        if !faults.is_empty() {
            self.step("Lists read", Passed::No, Some(faults.join("; ")));
            return Err(StartFault::Lists(faults.join("; ")));
        }
        let notes: Vec<_> = notes
            .into_iter()
            .map(|(length, what)| format!("{length} {what}"))
            .collect();
        self.passed("Lists read", Some(notes.join(", ")));
        Ok(())
    }

    /// Values of the draft: new secrets from memory, kept ones from where they are kept.
    async fn values(&self, around: &Surroundings) -> Result<Vec<Fetched>, StartFault> {
        let new: HashMap<_, _> = self
            .checked
            .new_secrets
            .iter()
            .map(|(reference, secret)| (reference, secret))
            .collect();
        let mut values = Vec::new();
        for named in self.checked.definition.transport.values() {
            values.push(match &named.value {
                SavedValue::Secret(reference) if new.contains_key(reference) => Fetched {
                    name: named.name.clone(),
                    value: LaunchValue::Secret(new[reference].clone()),
                },
                SavedValue::Secret(_) | SavedValue::Plain(_) => {
                    launch::fetch_value(&around.secrets, named).await?
                }
            });
        }
        Ok(values)
    }

    /// Notes which step failed and turns the fault into words.
    fn failed(&mut self, fault: StartFault) -> Failure {
        let definition = self.checked.definition.clone();
        let failure = match failure::of_start(&definition, fault) {
            Outcome::ForGood(failure) | Outcome::ForNow(failure) => failure,
            Outcome::SignIn(reason) => failure::of_sign_in(reason),
        };
        let is_done = |name| self.steps.iter().any(|step| step.name == name);
        if !is_done("Lists read") {
            let is_program = !matches!(definition.transport, Transport::Http { .. });
            let name = match failure.kind {
                _ if is_done("Handshake") => "Lists read",
                _ if is_program && !is_done("Program found") => "Program found",
                FailureKind::NotExecutable
                | FailureKind::WorkingDirectory
                | FailureKind::ProgramNotFound => "Process started",
                _ => {
                    if is_program {
                        self.process_started(None);
                    }
                    "Handshake"
                }
            };
            self.step(name, Passed::No, failure.detail.clone());
        }
        failure
    }

    /// The program ran as soon as the connection first spoke; what came later belongs to the handshake.
    fn process_started(&mut self, note: Option<String>) {
        let started_at = lock(&self.heard).first_at.unwrap_or_else(Instant::now);
        self.steps.push(TestStep {
            name: "Process started",
            passed: true,
            duration: started_at.saturating_duration_since(self.step_began),
            note,
        });
        self.step_began = started_at.max(self.step_began);
    }

    fn passed(&mut self, name: &'static str, note: Option<String>) {
        self.step(name, Passed::Yes, note);
    }

    fn step(&mut self, name: &'static str, passed: Passed, note: Option<String>) {
        self.steps.push(TestStep {
            name,
            passed: passed == Passed::Yes,
            duration: self.step_began.elapsed(),
            note,
        });
        self.step_began = Instant::now();
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    Yes,
    No,
}

/// Hears the connection out; only stderr is kept, and every question is put away.
async fn listen(mut arriving: mpsc::Receiver<ConnectionEvent>, heard: Arc<Mutex<Heard>>) {
    while let Some(event) = arriving.recv().await {
        lock(&heard).first_at.get_or_insert_with(Instant::now);
        match event {
            ConnectionEvent::Stderr(line) => {
                let mut heard = lock(&heard);
                if heard.stderr.len() == MAX_LINES {
                    heard.stderr.pop_front();
                }
                heard.stderr.push_back(text::visible_output(&line));
            }
            // Dropping the responder answers *cancel*: a test asks the person nothing.
            ConnectionEvent::Ask(IncomingAsk { responder, .. }) => drop(responder),
            _ => {}
        }
    }
}

fn lock(heard: &Mutex<Heard>) -> MutexGuard<'_, Heard> {
    heard.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::DraftTransport;

    #[test]
    fn starting_a_program_and_its_handshake_each_have_their_own_time() {
        let draft = DraftDefinition {
            label: "Demo".into(),
            transport: DraftTransport::Demo,
        };
        let checked = definition::check(draft, Taken::default()).unwrap();
        let mut trial = Trial::new(checked);
        let spoke_at = trial.step_began + Duration::from_millis(40);
        lock(&trial.heard).first_at = Some(spoke_at);
        trial.process_started(None);
        assert_eq!(
            (trial.steps[0].duration, trial.step_began),
            (Duration::from_millis(40), spoke_at),
            "what came before the first word was the start, the rest is the handshake"
        );
    }
}
