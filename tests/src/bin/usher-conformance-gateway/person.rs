//! What the person does: adds the server, reviews what it offers, adds the clients, and allows each call.

use std::error::Error;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation, op};
use usher_api::{Api, DemoProgram, Deps};
use usher_app::{Environment, program_beside};
use usher_mcp::Limits as ConnectionLimits;
use usher_process::OwnProgram;
use usher_servers::network::Network;
use usher_system::clock::Clock;
use usher_system::secrets::Memory;

/// What goes wrong, in words for the log of the run.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// How often is looked for what waits for the person.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// Longest wait for the server.
const PATIENCE: Duration = Duration::from_secs(30);

/// A person at a host of their own.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) api: Api,
    seen: Arc<OnceLock<Seen>>,
}

/// What clients see.
struct Seen {
    server: Value,
    profile: Value,
}

impl Person {
    pub(crate) async fn open(environment: &Environment) -> Self {
        let api = Api::open(Deps {
            paths: environment.paths.clone(),
            folder: None,
            clock: Clock::System,
            network: Network::System,
            environment: environment.variables.clone(),
            secrets: Arc::new(Memory::default()),
            demo: DemoProgram {
                program: program_beside("demo_server"),
                args: Vec::new(),
                webtool: None,
            },
            helper: None,
            content_worker: OwnProgram {
                program: program_beside("content_worker"),
                args: Vec::new(),
            },
            connection_limits: ConnectionLimits::default(),
            version: "0.0.0-conformance".into(),
            agent_places: None,
            agents_start: PathBuf::new(),
            other_apps: None,
            app_views: None,
            close_app: None,
            choose_path: None,
            language: None,
            open_url: None,
        })
        .await;
        Self {
            api,
            seen: Arc::default(),
        }
    }

    async fn call<O: TypedOperation>(&self, _: O, params: Value) -> Outcome<Value> {
        let called = self.api.call(O::NAME, params).await;
        called.map_err(|error| format!("{} failed: {error:?}", O::NAME).into())
    }

    /// Returns the address and the token of a client over HTTP that sees this server alone, as every client does that
    /// connects. The server is spoken to in this era.
    pub(crate) async fn set_up(&self, url: &str, era: &str) -> Outcome<(String, String)> {
        let config = json!({ "kind": "http", "url": url, "headers": [] });
        let draft = json!({ "draft": { "label": "Everything", "config": config, "era": era } });
        let server = self.call(op::ServerAdd, draft).await?["id"].clone();
        self.until_listed(&server).await?;
        self.review(&server).await?;
        let profile = json!({
            "sources": { "kind": "only", "serverIds": [server] }, "hiddenTools": [],
            "prompts": "offered", "resources": "offered", "names": "plain",
            "answers": { "elicitation": "client", "sampling": "client", "roots": "client" },
        });
        self.seen.get_or_init(|| Seen {
            server: server.clone(),
            profile: profile.clone(),
        });
        self.call(op::ClientSetHttpAccess, json!({ "isOn": true }))
            .await?;
        let params = json!({ "name": "Conformance", "profile": profile });
        let added = self.call(op::ClientAddHttp, params).await?;
        let text = |member: &str| added[member].as_str().unwrap_or_default().to_owned();
        Ok((text("url"), text("token")))
    }

    async fn until_listed(&self, server: &Value) -> Outcome {
        let listed = async {
            loop {
                let mut ready = true;
                for list in [
                    op::ToolList::NAME,
                    op::PromptList::NAME,
                    op::TemplateList::NAME,
                ] {
                    let sections = self.api.call(list, json!({ "serverId": server })).await;
                    let state = sections.unwrap_or_default()[0]["state"]["kind"].clone();
                    ready = ready && state == "ready";
                }
                if ready {
                    return;
                }
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        let listed = tokio::time::timeout(PATIENCE, listed).await;
        listed.map_err(|_| "the server did not list what it offers in time".into())
    }

    /// Accepts everything the server declares.
    async fn review(&self, server: &Value) -> Outcome {
        let listed = self
            .call(op::PinList, json!({ "serverId": server }))
            .await?;
        for item in listed.as_array().into_iter().flatten() {
            if item["state"]["kind"] == "unchanged" {
                continue;
            }
            let shown =
                json!({ "kind": item["kind"], "name": item["name"], "digest": item["digest"] });
            let accept = json!({ "serverId": server, "items": [shown] });
            self.call(op::PinAccept, accept).await?;
        }
        Ok(())
    }

    /// Allows each call with the arguments it came with, each client that connects, and whatever the server changes.
    pub(crate) async fn attend(self) {
        loop {
            self.answer_all().await;
            if let Some(Seen { server, profile }) = self.seen.get() {
                self.admit(profile).await;
                // What is not accepted this time is the next.
                let _ = self.review(server).await;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    async fn answer_all(&self) {
        let open = self.call(op::ApprovalList, json!({})).await;
        for ask in open.unwrap_or_default().as_array().into_iter().flatten() {
            let run = json!({
                "kind": "run", "arguments": ask["request"]["call"]["arguments"], "grant": { "kind": "once" },
            });
            // What the client does not answer is declined: nobody waits for a person.
            let is_call = ask["request"]["kind"] == "call";
            let answer = if is_call {
                run
            } else {
                json!({ "kind": "decline" })
            };
            let answer = json!({ "approvalId": ask["id"], "answer": answer });
            // One that was taken back meanwhile needs none.
            let _ = self.call(op::ApprovalAnswer, answer).await;
        }
    }

    async fn admit(&self, profile: &Value) {
        let clients = self.call(op::ClientList, json!({})).await;
        for client in clients.unwrap_or_default().as_array().into_iter().flatten() {
            if client["status"] == "waiting" {
                let decision = json!({ "kind": "allow", "profile": profile });
                let decide = json!({ "clientId": client["id"], "decision": decision });
                // One that has gone waits no longer.
                let _ = self.call(op::ClientDecide, decide).await;
            }
        }
    }
}
