//! *Test connection*: starts a draft, looks at it and stops it again. Nothing is saved.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parking_lot::Mutex;
use tokio::sync::mpsc;
use usher_mcp::{Clues, ConnectError, ConnectOptions, Connection, ConnectionEvent, ListKind};

use super::context::Context;
use super::{Servers, start};
use crate::events::{Events, HostEvent};
use crate::limits;
use usher_config::definition::{self, CheckedDraft, DraftDefinition, ExistingServers, Transport};
use usher_messages::Message;
use usher_types::id::{ServerId, TestId};
pub use usher_types::server::{TestReport, TestStep};

use super::edit::ServerError;
use super::failure::{self, StartFault};
use super::launch::{self, ResolvedValue};
use super::running_tests::RunningTest;
use crate::servers::entry;
use crate::servers::event_collector::EventCollector;
use crate::snapshot::{Counts, Failure, FailureKind, Negotiated};

impl Servers {
    /// Tries a draft. `edited` is the server whose stored secrets the draft may refer to; of `test` is told where its program
    /// waits for a sign-in.
    pub async fn test_connection(
        &self,
        draft: DraftDefinition,
        edited: Option<&ServerId>,
        test: Option<TestId>,
    ) -> Result<TestReport, ServerError> {
        let replaces = match edited {
            Some(id) => Some(self.configured(id)?.definition()),
            None => None,
        };
        let labels = self.labels_but(edited);
        let checked = definition::check(
            draft,
            ExistingServers {
                labels: &labels,
                replaces: replaces.as_deref(),
            },
        )
        .map_err(ServerError::Draft)?;
        let running = self.0.tests.begin(test);
        Ok(ConnectionTest::run(checked, self.context(), &running).await)
    }

    /// Ends a test that runs: its program is stopped.
    pub fn end_test(&self, test: &TestId) {
        self.0.tests.end(test);
    }
}

const PROGRAM_FOUND: Message = Message::new("connectionTest.programFound");
const PROCESS_STARTED: Message = Message::new("connectionTest.processStarted");
const HANDSHAKE: Message = Message::new("connectionTest.handshake");
const LISTS_READ: Message = Message::new("connectionTest.listsRead");

struct ConnectionTest {
    checked: CheckedDraft,
    began: Instant,
    step_began: Instant,
    steps: Arc<Mutex<Vec<TestStep>>>,
    negotiated: Option<Negotiated>,
    counts: Counts,
    collector: EventCollector,
}

impl ConnectionTest {
    fn new(checked: CheckedDraft, collector: EventCollector) -> Self {
        Self {
            checked,
            began: Instant::now(),
            step_began: Instant::now(),
            steps: Arc::default(),
            negotiated: None,
            counts: Counts::default(),
            collector,
        }
    }

    async fn run(
        checked: CheckedDraft,
        context: &Context,
        running: &RunningTest<'_>,
    ) -> TestReport {
        let is_asked = Arc::<AtomicBool>::default();
        let asked = Arc::clone(&is_asked);
        let (told, id) = (context.events.clone(), running.id.clone());
        let (events, collector) = EventCollector::begin(Box::new(move |url| {
            asked.store(true, Ordering::Relaxed);
            if let Some(test) = id.clone() {
                told.send(HostEvent::TestAwaitsSignIn { test, url });
            }
        }));
        let within = match checked.definition.transport {
            Transport::Stdio { .. } => limits::TEST_PROGRAM_WITHIN,
            Transport::Http { .. } | Transport::Demo => limits::TEST_WITHIN,
        };
        let mut test = Self::new(checked, collector);
        let sending = test.send_progress(context.events.clone(), running.id.clone());
        let outcome = {
            let mut going = pin!(test.go(context, events));
            let within = async {
                match tokio::time::timeout(within, &mut going).await {
                    Err(_) if is_asked.load(Ordering::Relaxed) => {
                        tokio::time::timeout(limits::TEST_SIGN_IN_WITHIN, going).await
                    }
                    ended => ended,
                }
            };
            tokio::select! {
                () = running.ended.cancelled() => None,
                outcome = within => outcome.ok(),
                never = sending => match never {},
            }
        };
        let outcome = outcome.unwrap_or_else(|| {
            Err(StartFault::Connect(ConnectError::Timeout {
                waited: test.began.elapsed(),
                clues: Clues {
                    stderr: test.collector.stderr(),
                    ..Clues::default()
                },
            }))
        });
        test.collector.drain().await;
        let failure = outcome.err().map(|fault| test.failed(fault));
        let mut stderr: Vec<_> = test.collector.into_collected().stderr.into();
        if let Some(failure) = &failure
            && stderr.is_empty()
        {
            stderr.clone_from(&failure.stderr);
        }
        TestReport {
            steps: std::mem::take(&mut *test.steps.lock()),
            duration: test.began.elapsed(),
            negotiated: test.negotiated,
            counts: test.counts,
            failure,
            stderr,
        }
    }

    /// Sends the progress of the test whenever it has changed. A test without an id has nobody who listens.
    fn send_progress(
        &self,
        events: Events,
        id: Option<TestId>,
    ) -> impl Future<Output = Infallible> + use<> {
        let steps = Arc::clone(&self.steps);
        let last_lines = self.collector.last_lines(limits::TEST_PROGRESS_LINES);
        async move {
            let Some(test) = id else {
                return std::future::pending().await;
            };
            let mut every = tokio::time::interval(limits::TEST_PROGRESS_EVERY);
            let mut sent = (0, Vec::new());
            loop {
                every.tick().await;
                let now = (steps.lock().len(), last_lines());
                if now == sent {
                    continue;
                }
                events.send(HostEvent::TestProgressed {
                    test: test.clone(),
                    steps: steps.lock().clone(),
                    stderr: now.1.clone(),
                });
                sent = now;
            }
        }
    }

    async fn go(
        &mut self,
        context: &Context,
        events: mpsc::Sender<ConnectionEvent>,
    ) -> Result<(), StartFault> {
        let values = self.values(context).await?;
        let transport = self.checked.definition.transport.clone();
        let launch = launch::prepare_with(
            &context.environment,
            Some(&context.demo),
            &transport,
            values,
        )
        .await?;
        let is_program = match &launch {
            usher_mcp::launch::Launch::Stdio(stdio) => {
                let path = stdio.program.display().to_string();
                self.passed(
                    PROGRAM_FOUND,
                    Some(Message::new("connectionTest.path").with("path", path)),
                );
                true
            }
            usher_mcp::launch::Launch::Http(_) => false,
        };
        let connection = usher_mcp::connect(ConnectOptions {
            launch,
            client: start::identity(&context.version),
            era: self.checked.definition.era,
            remembered: None,
            connect_timeout: limits::TEST_WITHIN,
            request_timeout: limits::TEST_WITHIN,
            limits: context.connection_limits.clone(),
            events,
            process_registry: context.process_registry.clone(),
        })
        .await
        .map_err(StartFault::Connect)?;
        if is_program {
            self.process_started(
                connection
                    .pid()
                    .map(|pid| Message::new("connectionTest.process").with("pid", pid.to_string())),
            );
        }
        let agreed = entry::negotiated(connection.agreed(), connection.endpoint());
        let version = agreed.protocol_version.as_str();
        self.passed(
            HANDSHAKE,
            Some(Message::new("connectionTest.version").with("version", version)),
        );
        self.negotiated = Some(agreed);
        let listed = self.read_lists(&connection).await;
        connection.close().await;
        listed
    }

    async fn read_lists(&mut self, connection: &Connection) -> Result<(), StartFault> {
        let server = self.checked.definition.label.clone();
        let mut notes = Vec::new();
        let mut faults = Vec::new();
        macro_rules! read {
            ($kind:ident, $read:ident, $count:ident, $read_code:literal, $failed_code:literal) => {
                if connection.offers(ListKind::$kind) {
                    match connection.$read().await {
                        Ok(listing) => {
                            self.counts.$count =
                                Some(u32::try_from(listing.items.len()).unwrap_or(u32::MAX));
                            notes.push(Message::new($read_code).with("count", listing.items.len()));
                        }
                        Err(error) => faults.push(
                            Message::new($failed_code)
                                .with("server", server.as_str())
                                .with("reason", error.message()),
                        ),
                    }
                }
            };
        }
        read!(
            Tools,
            list_tools,
            tools,
            "connectionTest.tools",
            "list.toolsFailed"
        );
        read!(
            Resources,
            list_resources,
            resources,
            "connectionTest.resources",
            "list.resourcesFailed"
        );
        read!(
            Templates,
            list_templates,
            templates,
            "connectionTest.templates",
            "list.templatesFailed"
        );
        read!(
            Prompts,
            list_prompts,
            prompts,
            "connectionTest.prompts",
            "list.promptsFailed"
        );
        if let Some(fault) = faults.into_iter().reduce(Message::followed_by) {
            self.step(LISTS_READ, Passed::No, Some(fault.clone()));
            return Err(StartFault::Lists(fault));
        }
        let note =
            (!notes.is_empty()).then(|| Message::new("connectionTest.lists").with("lists", notes));
        self.passed(LISTS_READ, note);
        Ok(())
    }

    /// Values of the draft: new secrets from memory, kept ones from where they are kept.
    async fn values(&self, context: &Context) -> Result<Vec<ResolvedValue>, StartFault> {
        let mut values = Vec::new();
        for named in self.checked.definition.transport.named() {
            values.push(match launch::draft_value(&self.checked, named) {
                Some(value) => value,
                None => launch::resolve_value(&context.secrets, named).await?,
            });
        }
        Ok(values)
    }

    /// Notes which step failed and turns the fault into words.
    fn failed(&mut self, fault: StartFault) -> Failure {
        let definition = self.checked.definition.clone();
        let failure = failure::of_start(&definition, fault).into_failure();
        let done: Vec<_> = self
            .steps
            .lock()
            .iter()
            .map(|step| step.name.clone())
            .collect();
        let is_done = |name: &Message| done.contains(name);
        if !is_done(&LISTS_READ) {
            let is_program = !matches!(definition.transport, Transport::Http { .. });
            let name = match failure.kind {
                _ if is_done(&HANDSHAKE) => LISTS_READ,
                _ if is_program && !is_done(&PROGRAM_FOUND) => PROGRAM_FOUND,
                FailureKind::NotExecutable
                | FailureKind::WorkingDirectory
                | FailureKind::ProgramNotFound => PROCESS_STARTED,
                _ => {
                    if is_program {
                        self.process_started(None);
                    }
                    HANDSHAKE
                }
            };
            self.step(name, Passed::No, failure.detail.clone());
        }
        failure
    }

    /// The program ran as soon as the connection first spoke; what came later belongs to the handshake.
    fn process_started(&mut self, note: Option<Message>) {
        let started_at = self.collector.first_event_at().unwrap_or_else(Instant::now);
        self.steps.lock().push(TestStep {
            name: PROCESS_STARTED,
            passed: true,
            duration: started_at.saturating_duration_since(self.step_began),
            note,
        });
        self.step_began = started_at.max(self.step_began);
    }

    fn passed(&mut self, name: Message, note: Option<Message>) {
        self.step(name, Passed::Yes, note);
    }

    fn step(&mut self, name: Message, passed: Passed, note: Option<Message>) {
        self.steps.lock().push(TestStep {
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
