//! What the person does: adds the server, reviews what it offers, adds the client, and allows each call.

use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation, op};
use usher_api::{Api, DemoProgram, Deps};
use usher_core::ConnectionLimits;
use usher_core::network::Network;
use usher_process::{HostEnvironment, OwnProgram};
use usher_system::clock::Clock;
use usher_system::paths::Paths;
use usher_system::secrets::Memory;

use crate::Outcome;

/// How often is looked for what waits for the person.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// Longest wait for the server.
const PATIENCE: Duration = Duration::from_secs(30);

/// A person at a host of their own.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) api: Api,
}

impl Person {
    pub(crate) async fn open(folder: &Path) -> Self {
        let own = std::env::current_exe().unwrap_or_default();
        let beside =
            |name: &str| own.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        let api = Api::open(Deps {
            paths: Paths::at(folder.join("data")),
            clock: Clock::System,
            network: Network::System,
            environment: HostEnvironment::new(std::env::vars_os()),
            secrets: Arc::new(Memory::default()),
            demo: DemoProgram {
                program: beside("demo_server"),
                args: Vec::new(),
                webtool: None,
            },
            helper: None,
            content_worker: OwnProgram {
                program: beside("content_worker"),
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
        Self { api }
    }

    async fn call<O: TypedOperation>(&self, _: O, params: Value) -> Outcome<Value> {
        let called = self.api.call(O::NAME, params).await;
        called.map_err(|error| format!("{} failed: {error:?}", O::NAME).into())
    }

    /// Returns the address and the token of a client that sees this server alone. The server is spoken to in this era.
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

    /// Allows each call, with the arguments it came with, and declines all else.
    pub(crate) async fn allow_calls(self) {
        loop {
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
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
}
