//! The requests of an app. Which server they go to is known by the app's id; a frame can name none.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;
use usher_jsonrpc::{DECLINED, Fault, Outcome, REFUSED};
use usher_mcp::{ClientReply, Prompt, ReadResult, Resource, ResourceTemplate, RunAs, Tool};
use usher_types::address::Address;
use usher_types::approval::{ApprovalEnding, LinkPlace};
use usher_types::call::ArgumentCheck;
use usher_types::caller::Caller;
use usher_types::id::{AppId, CallId};

use super::McpApps;
use super::app::App;
use super::bridge::ended;
use crate::limits;
use usher_calls::approval_queue::Requester;
use usher_calls::calls::{NewCall, Record, Returned, Subject};
use usher_servers::call_outcome::CallEnding;
use usher_servers::catalog::Section;
use usher_servers::request_error::RequestError;
use usher_servers::servers::ServerEntry;
use usher_servers::snapshot::ApprovalRequest;

impl McpApps {
    /// Does what takes its time.
    pub(super) async fn perform(
        &self,
        id: &AppId,
        method: &str,
        params: Map<String, Value>,
        call: Option<CallId>,
        withdrawn: CancellationToken,
    ) -> Outcome {
        let text = |name: &str| {
            let given = params.get(name).and_then(Value::as_str);
            given
                .map(str::to_owned)
                .ok_or_else(|| Fault::params(format!("{name} must be a text")))
        };
        match (method, call) {
            ("tools/call", Some(call)) => {
                let arguments = match params.get("arguments") {
                    Some(Value::Object(arguments)) => arguments.clone(),
                    None | Some(Value::Null) => Map::new(),
                    Some(_) => {
                        return Err(Fault::params("arguments must be an object"));
                    }
                };
                self.call_tool(id, call, text("name")?, arguments).await
            }
            ("tools/list", _) => {
                let entry = self.entry_of(id)?;
                let section = entry.catalog.section::<Tool>();
                let caller = self.caller(id)?;
                let shown = section.items.iter().map(|shown| &shown.entry);
                let tools: Vec<_> = shown
                    .filter(|tool| tool.ui.visibility.allows(&caller))
                    .map(|tool| tool.raw.value().clone())
                    .collect();
                Ok(json!({ "tools": tools }))
            }
            ("resources/list", _) => {
                let listed = self.entry_of(id)?.catalog.section::<Resource>();
                Ok(json!({ "resources": raw_of(&listed, |resource| &resource.raw) }))
            }
            ("resources/templates/list", _) => {
                let listed = self.entry_of(id)?.catalog.section::<ResourceTemplate>();
                Ok(json!({ "resourceTemplates": raw_of(&listed, |template| &template.raw) }))
            }
            ("prompts/list", _) => {
                let listed = self.entry_of(id)?.catalog.section::<Prompt>();
                Ok(json!({ "prompts": raw_of(&listed, |prompt| &prompt.raw) }))
            }
            ("resources/read", _) => {
                let read = self.read_resource(id, &text("uri")?, withdrawn).await;
                read.map(|read| read.raw)
            }
            ("ui/request-display-mode", _) => self.request_display_mode(id, &params).await,
            ("sampling/createMessage", _) => self.ask_model(id, params, withdrawn).await,
            ("ui/download-file", _) => self.offer_files(id, &params, withdrawn).await,
            ("ui/open-link", _) => self.open_link(id, &text("url")?, &withdrawn).await,
            (unknown, _) => Err(Fault::no_method(unknown)),
        }
    }

    /// Who calls, for policies, questions and records.
    fn caller(&self, id: &AppId) -> Result<Caller, Fault> {
        let of_app = |app: &mut super::App| Caller::App {
            server: app.server.clone(),
            uri: app.uri.clone(),
        };
        self.change(id, of_app).ok_or_else(ended)
    }

    pub(super) fn entry_of(&self, id: &AppId) -> Result<Arc<ServerEntry>, Fault> {
        let server = self
            .change(id, |app| app.server.clone())
            .ok_or_else(ended)?;
        self.context().servers.require(&server).map_err(refusal)
    }

    /// Calls a tool of the app's own server, as every call is made: with reviews, policies, questions and a record.
    async fn call_tool(
        &self,
        id: &AppId,
        call: CallId,
        tool: String,
        arguments: Map<String, Value>,
    ) -> Outcome {
        let source = self.entry_of(id)?.id.clone().into();
        let call = NewCall {
            meta: serde_json::Map::new(),
            id: call,
            source,
            caller: self.caller(id)?,
            name: tool,
            arguments: Arc::new(arguments),
            subject: Subject::Tool {
                check: ArgumentCheck::Refuse,
                run_as: RunAs::Call,
            },
        };
        let outcome = match self.context().calls.run(call).await {
            Ok(outcome) => outcome,
            Err(error) => {
                self.log(id, "warning", error.to_string());
                return Err(refusal(error));
            }
        };
        match outcome.ending {
            CallEnding::Result { raw, .. }
            | CallEnding::Prompt { raw, .. }
            | CallEnding::Read { raw, .. } => Ok(raw),
            CallEnding::Failed { error } => Err(refusal(error)),
            CallEnding::Cancelled => Err(Fault::new(REFUSED, "The call was cancelled")),
        }
    }

    /// Has a model write for the app, as for its server: with the same limits, and with the person looking first.
    async fn ask_model(
        &self,
        id: &AppId,
        params: Map<String, Value>,
        withdrawn: CancellationToken,
    ) -> Outcome {
        let has_messages = params.get("messages").is_some_and(Value::is_array);
        if !has_messages || !params.get("maxTokens").is_some_and(Value::is_u64) {
            let why = "messages must be a list, maxTokens a number";
            return Err(Fault::params(why));
        }
        let entry = self.entry_of(id)?;
        let uri = self.change(id, |app| app.uri.clone()).ok_or_else(ended)?;
        let requests = &self.context().requests;
        let reply = requests
            .sample_for_app(&entry, uri, params.into(), withdrawn)
            .await;
        match reply {
            ClientReply::Sampled(result) => Ok(result),
            ClientReply::Decline => Err(Fault::new(DECLINED, "User rejected sampling request")),
            _ => Err(Fault::new(REFUSED, "The request was taken back")),
        }
    }

    /// Reads a resource of the app's own server. Its first reads are recorded.
    pub(super) async fn read_resource(
        &self,
        id: &AppId,
        uri: &str,
        withdrawn: CancellationToken,
    ) -> Result<ReadResult, Fault> {
        let (entry, caller) = (self.entry_of(id)?, self.caller(id)?);
        let record = match self.change(id, App::count_read) {
            Some(true) => Record::Kept,
            _ => Record::None,
        };
        let (source, subject) = ((&entry.id).into(), Subject::Resource);
        let call = NewCall::new(caller, source, subject, uri, Map::new());
        let started = self.context().calls.start(call, record).map_err(refusal)?;
        let returned = started.returned_unless(&withdrawn).await;
        match returned.map_err(refusal)? {
            Returned::Read(read, _) => Ok(read),
            _ => Err(refusal(RequestError::Cancelled)),
        }
    }

    /// Asks the person about an address; the app hears whether it was opened.
    async fn open_link(&self, id: &AppId, url: &str, withdrawn: &CancellationToken) -> Outcome {
        let context = self.context();
        let (server, uri) = self
            .change(id, |app| (app.server.clone(), app.uri.clone()))
            .ok_or_else(ended)?;
        let address = Address::read(url);
        if let Some(refused) = &address.refused {
            return Err(Fault::new(REFUSED, refused.to_string()));
        }
        let source = context
            .sources
            .require(&(&server).into())
            .map_err(refusal)?;
        let requester = Requester::of(&*source, source.redactor().await.map_err(refusal)?);
        let request = ApprovalRequest::Link {
            address,
            place: LinkPlace::App { uri },
        };
        let asked = context.approvals.open_link(requester, request);
        let approval = asked.approval.id.clone();
        opened(tokio::select! {
            () = withdrawn.cancelled() => {
                context.approvals.withdraw(&approval);
                ApprovalEnding::Moot
            }
            ending = asked.ending() => ending,
        })
    }

    /// Keeps a message for the conversation. None is open here, so the person may copy it.
    pub(super) fn take_message(&self, id: &AppId, params: &Map<String, Value>) -> Outcome {
        let text = texts(params.get("content"));
        if text.is_empty() {
            return Err(Fault::params("Invalid message format"));
        }
        let text = short_enough(text)?;
        self.change(id, |app| app.message = Some(text));
        self.publish_own(id);
        Ok(json!({}))
    }

    /// Keeps what a model should know; the last one counts.
    pub(super) fn take_model_context(&self, id: &AppId, params: &Map<String, Value>) -> Outcome {
        let structured = params
            .get("structuredContent")
            .filter(|value| !value.is_null());
        let parts = [
            texts(params.get("content")),
            structured.map(Value::to_string).unwrap_or_default(),
        ];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let text = short_enough(parts.join("\n"))?;
        self.change(id, |app| {
            app.model_context = (!text.is_empty()).then_some(text);
        });
        self.publish_own(id);
        Ok(json!({}))
    }
}

/// Text for a conversation or a model, as long as a person can look through it.
fn short_enough(text: String) -> Result<String, Fault> {
    if text.len() > limits::APP_TEXT_BYTES {
        return Err(Fault::new(REFUSED, "The text is longer than 64 KiB"));
    }
    Ok(text)
}

/// The entries of a list as their server sent them.
fn raw_of<T>(listed: &Section<T>, raw: impl Fn(&T) -> &Value) -> Vec<&Value> {
    listed.items.iter().map(|shown| raw(&shown.entry)).collect()
}

/// The texts among blocks of content, or of one block.
fn texts(content: Option<&Value>) -> String {
    let blocks = match content {
        Some(Value::Array(blocks)) => blocks.as_slice(),
        Some(block) => std::slice::from_ref(block),
        None => &[],
    };
    let texts: Vec<_> = blocks
        .iter()
        .filter_map(|block| block["text"].as_str())
        .collect();
    texts.join("\n")
}

fn opened(ending: ApprovalEnding) -> Outcome {
    match ending {
        ApprovalEnding::Accepted => Ok(json!({})),
        _ => Err(Fault::new(REFUSED, "Link opening denied by user")),
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what an error is mapped by"
)]
pub(super) fn refusal(error: RequestError) -> Fault {
    Fault::new(REFUSED, error.to_string())
}
