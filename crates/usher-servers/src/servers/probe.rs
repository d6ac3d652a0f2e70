//! A look at one server without a host: connect, list, run one thing if asked, leave. Nothing is saved,
//! nothing is asked of a person, and what failed is told in the same words the window uses.
//!
//! Not here: reading a command line and printing (the shell does that).

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_mcp::{
    Agreed, BrokenEntry, CallError, CallOptions, CallTag, ConnectError, ConnectOptions, Connection,
    Endpoint, Limits, ListKind, Listing, Prompt, Resource, ResourceTemplate, Tool,
};
use usher_messages::Message;
use usher_process::HostEnvironment;
use usher_process::ProcessRegistry;

use super::failure::{self, StartFault};
use super::launch::{self, ResolvedValue};
use super::start;
use crate::limits;
use crate::servers::event_collector::{EventCollector, SignInTeller};
use crate::snapshot::Failure;
use usher_config::definition::{self, DraftDefinition, ExistingServers};
use usher_types::field_problem::FieldProblem;

/// What to look at, and what to do there.
pub struct Probe {
    pub draft: DraftDefinition,
    /// The one thing to run.
    pub action: Option<ProbeAction>,
    /// Usher's version, which servers are told.
    pub version: String,
    /// The program that supervises the server and ends it if the probe is killed.
    pub helper: Option<PathBuf>,
    /// What a local server inherits from.
    pub environment: HostEnvironment,
    /// Hears where the program waits for a sign-in.
    pub tell_sign_in: SignInTeller,
}

/// The one thing to run.
#[derive(Debug, Clone, PartialEq)]
pub enum ProbeAction {
    /// `tools/call`.
    Call {
        tool: String,
        arguments: Map<String, Value>,
    },
    /// `resources/read`.
    Read { uri: String },
    /// `prompts/get`.
    Get {
        prompt: String,
        arguments: Map<String, Value>,
    },
}

#[derive(Debug, Default)]
pub struct ProbeReport {
    /// What was agreed, if it came that far.
    pub agreed: Option<Agreed>,
    /// Where a server behind an address was found.
    pub endpoint: Option<Endpoint>,
    /// The tools, if the server offers any.
    pub tools: Option<ProbedList<Tool>>,
    pub resources: Option<ProbedList<Resource>>,
    pub templates: Option<ProbedList<ResourceTemplate>>,
    pub prompts: Option<ProbedList<Prompt>>,
    /// The action's result as it came, or why there is none.
    pub action: Option<Result<ProbeResult, ProbeProblem>>,
    /// Why it failed; `None` = the server works.
    pub failure: Option<Failure>,
    /// The JSON-RPC error with which the server refused the connection.
    pub rejection: Option<Rejection>,
    /// Where the server broke the protocol and was understood all the same.
    pub repairs: Vec<Message>,
    /// Requests of the server that were cancelled: no person can answer.
    pub questions: usize,
    /// What the program wrote to stderr, oldest first. Server text.
    pub stderr: Vec<String>,
    /// How long it took to connect.
    pub connected_after: Option<Duration>,
}

/// A list, or why it could not be had.
pub type ProbedList<T> = Result<Listing<T>, ProbeProblem>;

/// Why something could not be had.
#[derive(Debug, Clone, PartialEq)]
pub struct ProbeProblem {
    pub text: String,
    /// The JSON-RPC error, where it was one.
    pub rejection: Option<Rejection>,
}

/// A JSON-RPC error as far as its message does not say it.
#[derive(Debug, Clone, PartialEq)]
pub struct Rejection {
    pub code: i64,
    pub data: Option<Value>,
}

impl From<CallError> for ProbeProblem {
    fn from(error: CallError) -> Self {
        Self {
            text: error.to_string(),
            rejection: match error {
                CallError::Rejected { code, data, .. } => Some(Rejection { code, data }),
                _ => None,
            },
        }
    }
}

/// What an action came to.
#[derive(Debug, Clone, PartialEq)]
pub struct ProbeResult {
    /// The `result` member exactly as it came.
    pub raw: Value,
    /// The tool itself reports failure.
    pub is_error: bool,
}

impl ProbeReport {
    /// Whether everything that was tried worked.
    pub fn succeeded(&self) -> bool {
        let action_failed = self
            .action
            .as_ref()
            .is_some_and(|action| !matches!(action, Ok(result) if !result.is_error));
        let lists_failed = matches!(self.tools, Some(Err(_)))
            || matches!(self.resources, Some(Err(_)))
            || matches!(self.templates, Some(Err(_)))
            || matches!(self.prompts, Some(Err(_)));
        self.failure.is_none() && !action_failed && !lists_failed
    }

    /// Entries that could not be used, with the list they were in.
    pub fn broken(&self) -> Vec<(&'static str, &BrokenEntry)> {
        fn of<'a, T>(
            list: &'static str,
            offered: Option<&'a ProbedList<T>>,
        ) -> impl Iterator<Item = (&'static str, &'a BrokenEntry)> {
            let listing = offered.and_then(|offered| offered.as_ref().ok());
            listing
                .into_iter()
                .flat_map(move |listing| listing.broken.iter().map(move |entry| (list, entry)))
        }
        of("tools", self.tools.as_ref())
            .chain(of("resources", self.resources.as_ref()))
            .chain(of("templates", self.templates.as_ref()))
            .chain(of("prompts", self.prompts.as_ref()))
            .collect()
    }
}

/// Looks at a server. An `Err` names the fields of the draft that cannot be used; nothing was started then.
pub async fn probe(probe: Probe) -> Result<ProbeReport, Vec<FieldProblem>> {
    let Probe {
        draft,
        action,
        version,
        helper,
        environment,
        tell_sign_in,
    } = probe;
    let checked = definition::check(
        draft,
        ExistingServers {
            labels: &[],
            replaces: None,
        },
    )?;
    let mut report = ProbeReport::default();
    let values = checked.definition.transport.named();
    let values: Vec<ResolvedValue> = values
        .filter_map(|named| launch::draft_value(&checked, named))
        .collect();
    let (events, mut collector) = EventCollector::begin(tell_sign_in);
    let began = Instant::now();
    // Nobody else can have put anything where the record is written.
    let folder = tempfile::Builder::new().prefix("usher-probe-").tempdir();
    let folder = match folder {
        Ok(folder) => folder,
        Err(error) => {
            let fault = StartFault::Broken(
                Message::new("failure.detail.noFolder").with("reason", error.to_string()),
            );
            let outcome = failure::of_start(&checked.definition, fault);
            report.failure = Some(outcome.into_failure());
            return Ok(report);
        }
    };
    let record = folder.path().join("running");
    let process_registry = ProcessRegistry::new(record, helper);
    let keeping = process_registry.clone();
    let connected = async {
        let launch =
            launch::prepare_with(&environment, None, &checked.definition.transport, values).await?;
        let options = ConnectOptions {
            launch,
            client: start::identity(&version),
            era: checked.definition.era,
            remembered: None,
            connect_timeout: limits::CONNECT_WITHIN,
            request_timeout: limits::PROBE_REQUEST_WITHIN,
            limits: Limits::default(),
            process_registry,
            events,
        };
        usher_mcp::connect(options)
            .await
            .map_err(StartFault::Connect)
    };
    match connected.await {
        Ok(connection) => {
            report.connected_after = Some(began.elapsed());
            report.agreed = Some(connection.agreed().clone());
            report.endpoint = connection.endpoint().cloned();
            read_lists(&connection, &mut report).await;
            if let Some(action) = action {
                report.action = Some(run(&connection, action).await);
            }
            connection.close().await;
        }
        Err(fault) => {
            if let StartFault::Connect(ConnectError::Rejected { code, data, .. }) = &fault {
                report.rejection = Some(Rejection {
                    code: *code,
                    data: data.clone(),
                });
            }
            let outcome = failure::of_start(&checked.definition, fault);
            report.failure = Some(outcome.into_failure());
        }
    }
    keeping.finish();
    collector.drain().await;
    let collected = collector.into_collected();
    report.stderr = collected.stderr.into();
    report.repairs = collected.repairs;
    report.questions = collected.questions;
    Ok(report)
}

async fn read_lists(connection: &Connection, report: &mut ProbeReport) {
    if connection.offers(ListKind::Tools) {
        report.tools = Some(connection.list_tools().await.map_err(ProbeProblem::from));
    }
    if connection.offers(ListKind::Resources) {
        report.resources = Some(
            connection
                .list_resources()
                .await
                .map_err(ProbeProblem::from),
        );
        report.templates = Some(
            connection
                .list_templates()
                .await
                .map_err(ProbeProblem::from),
        );
    }
    if connection.offers(ListKind::Prompts) {
        report.prompts = Some(connection.list_prompts().await.map_err(ProbeProblem::from));
    }
}

async fn run(connection: &Connection, action: ProbeAction) -> Result<ProbeResult, ProbeProblem> {
    let plain = |raw| ProbeResult {
        raw,
        is_error: false,
    };
    let result = match action {
        ProbeAction::Call { tool, arguments } => {
            let options = CallOptions {
                meta: serde_json::Map::new(),
                tag: CallTag("probe".into()),
                cancel: CancellationToken::new(),
                timeout: limits::PROBE_REQUEST_WITHIN,
            };
            let called = connection.call_tool(&tool, arguments, options).await;
            called.map(|result| ProbeResult {
                raw: result.raw,
                is_error: result.is_error,
            })
        }
        ProbeAction::Read { uri } => {
            let read = connection.read_resource(&uri).await;
            read.map(|result| plain(result.raw))
        }
        ProbeAction::Get { prompt, arguments } => {
            let got = connection.get_prompt(&prompt, arguments).await;
            got.map(|result| plain(result.raw))
        }
    };
    result.map_err(ProbeProblem::from)
}
