//! What a person does with a server: connect, look at everything, use everything once, answer what is asked, leave.

use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use usher_mcp::launch::{HttpLaunch, Launch};
use usher_mcp::{
    CallError, CallOptions, CallTag, ClientIdentity, ClientReply, ConnectError, ConnectOptions,
    Connection, ConnectionEvent, EraChoice, Limits, ListKind, ServerRequest, ServerRequestKind,
    Tool,
};
use usher_process::ProcessRegistry;

use crate::outcome::{Outcome, say};
use crate::scenario::{Scenario, Subject};
use crate::values;
use crate::visitor::Visitor;

/// Longest for one answer; the whole run has its own limit.
const PATIENCE: Duration = Duration::from_secs(20);

/// Connects, uses what there is, and leaves. The first thing that goes wrong is what is told; the rest is still tried.
pub(crate) async fn use_server(scenario: &Scenario) -> Outcome {
    let visitor = Visitor::new(scenario)?;
    let (forms, open_forms) = mpsc::unbounded_channel();
    let connection = connect(scenario, &visitor, forms).await?;
    say(&format!("speaks {}", connection.agreed().protocol_version));
    let answering = tokio::spawn(answer(open_forms, connection.clone(), scenario.subject));
    let outcome = use_everything(&connection, scenario, &visitor).await;
    answering.abort();
    connection.close().await;
    outcome
}

async fn connect(
    scenario: &Scenario,
    visitor: &Visitor,
    forms: mpsc::UnboundedSender<ServerRequest>,
) -> Outcome<Connection> {
    loop {
        let (events, arriving) = mpsc::channel(64);
        tokio::spawn(listen(arriving, forms.clone()));
        match usher_mcp::connect(options(scenario, visitor, events)).await {
            Err(ConnectError::Unauthorized { challenge }) => visitor.sign_in(&challenge).await?,
            ended => return Ok(ended?),
        }
    }
}

fn options(
    scenario: &Scenario,
    visitor: &Visitor,
    events: mpsc::Sender<ConnectionEvent>,
) -> ConnectOptions {
    ConnectOptions {
        launch: Launch::Http(HttpLaunch {
            url: scenario.url.clone(),
            headers: Vec::new(),
            access: visitor.access(),
            typed: usher_mcp::TypedSecrets::default(),
            known: None,
            secrets: usher_mcp::launch::LaunchSecrets::default(),
        }),
        client: ClientIdentity {
            name: "usher-conformance".into(),
            title: "Usher".into(),
            version: env!("CARGO_PKG_VERSION").into(),
        },
        era: EraChoice::Auto,
        remembered: None,
        connect_timeout: PATIENCE,
        request_timeout: PATIENCE,
        limits: Limits::default(),
        process_registry: ProcessRegistry::default(),
        events,
    }
}

async fn use_everything(
    connection: &Connection,
    scenario: &Scenario,
    visitor: &Visitor,
) -> Outcome {
    let mut outcome = Ok(());
    let mut note = |what: &str, result: Result<(), CallError>| {
        let words = match &result {
            Ok(()) => "done".to_owned(),
            Err(error) => error.to_string(),
        };
        say(&format!("{what}: {words}"));
        // A server that says no has been understood.
        let refused = matches!(result, Err(CallError::Rejected { .. }));
        if let (Ok(()), Err(error), false) = (&outcome, result, refused) {
            outcome = Err(format!("{what}: {error}"));
        }
    };
    if connection.offers(ListKind::Tools) {
        let tools = visitor
            .trying(async || connection.list_tools().await)
            .await?;
        for broken in &tools.broken {
            let name = broken.name.as_deref().unwrap_or("a tool without a name");
            say(&format!("left out {name}: {}", broken.problem));
        }
        for (name, arguments) in calls(&tools.items, scenario) {
            let called = visitor
                .trying(async || call(connection, &name, arguments.clone()).await)
                .await;
            note(&name, called);
        }
    }
    if connection.offers(ListKind::Resources) {
        for resource in connection.list_resources().await?.items {
            let read = connection.read_resource(&resource.uri).await;
            note(&resource.uri, read.map(drop));
        }
    }
    if connection.offers(ListKind::Prompts) {
        for prompt in connection.list_prompts().await?.items {
            let required = prompt.arguments.iter().filter(|field| field.required);
            let arguments = required.map(|field| (field.name.clone(), "hello".into()));
            let got = connection
                .get_prompt(&prompt.name, arguments.collect())
                .await;
            note(&prompt.name, got.map(drop));
        }
    }
    Ok(outcome?)
}

/// Which tools are called with what.
fn calls(tools: &[Tool], scenario: &Scenario) -> Vec<(String, Map<String, Value>)> {
    if let Some(known) = &scenario.context.calls {
        let known = known.iter();
        return known
            .map(|call| (call.name.clone(), call.arguments.clone()))
            .collect();
    }
    let rich = |tool: &&Tool| tool.input_schema.get("$defs").is_some();
    let other = tools.iter().find(rich).map(|tool| &tool.input_schema);
    let arguments = |tool: &Tool| match (scenario.subject, other) {
        (Subject::SchemaEcho, Some(schema)) if tool.name == "json_schema_echo" => {
            Map::from_iter([("schema".to_owned(), schema.clone())])
        }
        _ => values::arguments(&tool.input_schema),
    };
    tools
        .iter()
        .map(|tool| (tool.name.clone(), arguments(tool)))
        .collect()
}

async fn call(
    connection: &Connection,
    name: &str,
    arguments: Map<String, Value>,
) -> Result<(), CallError> {
    let options = CallOptions {
        meta: serde_json::Map::new(),
        tag: CallTag(name.to_owned()),
        cancel: CancellationToken::new(),
        timeout: PATIENCE,
    };
    connection
        .call_tool(name, arguments, options)
        .await
        .map(drop)
}

/// Takes the connection's events as they come.
async fn listen(
    mut arriving: mpsc::Receiver<ConnectionEvent>,
    forms: mpsc::UnboundedSender<ServerRequest>,
) {
    while let Some(event) = arriving.recv().await {
        match event {
            ConnectionEvent::Frame(frame) => say(&format!("{:?} {}", frame.direction, frame.text)),
            ConnectionEvent::Repaired(what) => say(&format!("put right: {what}")),
            ConnectionEvent::ServerRequest(ask) => drop(forms.send(ask)),
            ConnectionEvent::ReapprovalRequest(request) => request.reply(Ok(())),
            _ => {}
        }
    }
}

/// Says yes to every question: to forms with what they propose.
async fn answer(
    mut open: mpsc::UnboundedReceiver<ServerRequest>,
    connection: Connection,
    subject: Subject,
) {
    while let Some(ask) = open.recv().await {
        if subject == Subject::BusyWhileAsked {
            let between = call(&connection, "test_mrtr_unrelated", Map::new()).await;
            say(&format!("another tool while asked: {between:?}"));
        }
        let answer = match &ask.question {
            ServerRequestKind::ElicitForm { schema, .. } => {
                ClientReply::Accept(values::answer(schema))
            }
            ServerRequestKind::ElicitUrl { .. } => ClientReply::Consent,
            ServerRequestKind::Sample { .. } => ClientReply::Sampled(json!({
                "role": "assistant",
                "content": { "type": "text", "text": "hello" },
                "model": "usher-conformance",
                "stopReason": "endTurn",
            })),
            ServerRequestKind::Roots => ClientReply::Roots(Vec::new()),
        };
        ask.responder.answer(answer);
    }
}
