//! Answers the meta-tools of Usher, with which a client finds and calls tools that it is not listed.
//!
//! A tool that is called so takes the way of every call: this only says which one is meant.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;
use usher_core::clients::{DESCRIBED_TOOLS, FOUND_TOOLS, MOST_FOUND_TOOLS, MetaTool};
use usher_jsonrpc::{Fault, NO_METHOD, REFUSED};
use usher_messages::Message;
use usher_types::client::{ClientProfile, ClientStatus, KnownClient};
use usher_types::sent_json::SentJson;

use crate::eras::adapt;
use crate::eras::revision::Era;
use crate::listing::index::{Found, Index};
use crate::request::{Request, text};
use crate::session::Session;

/// Characters of a description in what a search finds.
const SHORT_DESCRIPTION: usize = 160;

/// Names that are like one that is unknown.
const SIMILAR: usize = 3;

impl Session {
    /// Answers `tools/call`, whether the tool is one of a server or of Usher itself.
    pub(crate) async fn call_any(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let name = request.params.get("name").and_then(Value::as_str);
        // Most calls are none of these, and are not to wait.
        if !name.is_some_and(MetaTool::may_be_called) {
            return self.call_tool(request, cancelled).await;
        }
        let client = self.client();
        let index = self.gateway.index.now().await;
        let Some(own) = index.own_tool(&client.profile, name.unwrap_or_default()) else {
            return self.call_tool(request, cancelled).await;
        };
        let arguments = &request.arguments()?;
        if own == MetaTool::Call {
            return match self.meant(&index, &client, arguments, request).await {
                Ok(meant) => self.call_tool(&meant, cancelled).await,
                Err(problem) => Ok(self.gateway.error_result(request.era, &problem)),
            };
        }
        if self.wants_task(request) {
            return Err(Fault::new(
                NO_METHOD,
                format!("{} runs as no task", own.name()),
            ));
        }
        if let Some(why) = self.refusal() {
            return Ok(self.gateway.error_result(request.era, &why));
        }
        let answer = match own {
            MetaTool::Describe => self.described(&index, &client.profile, arguments).await?,
            MetaTool::Search | MetaTool::Call => self.found(&client.profile, arguments).await?,
        };
        Ok(match answer {
            Ok(answer) => adapt::own(answer, request.era, &self.gateway.own_info()),
            Err(problem) => self.gateway.error_result(request.era, &problem),
        })
    }

    /// The call that a client means which calls by way of Usher's tool.
    async fn meant(
        &self,
        index: &Index,
        client: &KnownClient,
        arguments: &Map<String, Value>,
        request: &Request,
    ) -> Result<Request, Message> {
        let name = arguments.get("name").and_then(Value::as_str);
        let name = name.ok_or_else(|| Message::new("gateway.search.noName"))?;
        let given = match arguments.get("arguments") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(given)) => given.clone(),
            // Models write an object within an object as text now and then.
            Some(Value::String(written)) => serde_json::from_str(written)
                .map_err(|_| Message::new("gateway.search.noObject"))?,
            Some(_) => return Err(Message::new("gateway.search.noObject")),
        };
        // What may be called at all is said by the call itself.
        if client.status == ClientStatus::Allowed {
            let Some(found) = index.offered(&client.profile, name) else {
                if index.own_tool(&client.profile, name).is_some() {
                    return Err(Message::new("gateway.search.itself").with("tool", name));
                }
                return Err(self.unknown(&client.profile, name).await);
            };
            let missing = missing(&found.item.definition, &given);
            if !missing.is_empty() {
                return Err(Message::new("gateway.search.missing")
                    .with("tool", name)
                    .with("arguments", missing.join(", ")));
            }
        }
        let mut params = request.params.clone();
        params.insert("name".to_owned(), name.into());
        params.insert("arguments".to_owned(), given.into());
        Ok(Request {
            id: request.id.clone(),
            method: request.method.clone(),
            params,
            meta: request.meta.clone(),
            era: request.era,
            arrived: request.arrived,
        })
    }

    /// Says that there is no such tool, and which are called alike.
    async fn unknown(&self, profile: &ClientProfile, name: &str) -> Message {
        let similar = self.similar(profile, name).await;
        if similar.is_empty() {
            return Message::new("gateway.search.unknown").with("tool", name);
        }
        Message::new("gateway.search.similar")
            .with("tool", name)
            .with("similar", similar.join(", "))
    }

    /// Names of tools that are like one that is unknown.
    async fn similar(&self, profile: &ClientProfile, name: &str) -> Vec<String> {
        let search = self.gateway.host.tool_search();
        let found = search
            .find(profile, name, SIMILAR)
            .await
            .unwrap_or_default();
        let names = found
            .iter()
            .map(|found| found.offer.shown_name(profile, &found.item.name));
        names.collect()
    }

    async fn found(
        &self,
        profile: &ClientProfile,
        arguments: &Map<String, Value>,
    ) -> Result<Result<Value, Message>, Fault> {
        let query = arguments
            .get("query")
            .and_then(Value::as_str)
            .map(str::trim);
        let Some(query) = query.filter(|query| !query.is_empty()) else {
            return Ok(Err(Message::new("gateway.search.noQuery")));
        };
        let limit = arguments
            .get("limit")
            .and_then(Value::as_u64)
            .unwrap_or(FOUND_TOOLS);
        let limit = usize::try_from(limit.clamp(1, MOST_FOUND_TOOLS)).unwrap_or(1);
        let found = self
            .gateway
            .host
            .tool_search()
            .find(profile, query, limit)
            .await;
        let found = found.map_err(|error| Fault::new(REFUSED, text(&error.message())))?;
        let tools: Vec<_> = found
            .iter()
            .map(|found| {
                let offer = &found.offer;
                let name = offer.shown_name(profile, &found.item.name);
                short(&name, &offer.label, &found.item.definition)
            })
            .collect();
        let answer = json!({ "tools": tools });
        let said = if tools.is_empty() {
            text(&Message::new("gateway.search.none").with("query", query))
        } else {
            answer.to_string()
        };
        Ok(Ok(json!({
            "content": [{ "type": "text", "text": said }],
            "structuredContent": answer,
        })))
    }

    async fn described(
        &self,
        index: &Index,
        profile: &ClientProfile,
        arguments: &Map<String, Value>,
    ) -> Result<Result<Value, Message>, Fault> {
        let names: Vec<_> = match arguments.get("names") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(name)) => vec![name.as_str()],
            _ => Vec::new(),
        };
        let most = usize::try_from(DESCRIBED_TOOLS).unwrap_or(1);
        if names.is_empty() || names.len() > most {
            return Ok(Err(
                Message::new("gateway.search.noNames").with("most", DESCRIBED_TOOLS)
            ));
        }
        let mut tools = Vec::new();
        let mut unknown = Vec::new();
        for name in names {
            match index.offered(profile, name) {
                Some(found) => tools.push(full(name, &found)),
                None => unknown.push(text(&self.unknown(profile, name).await)),
            }
        }
        let answer = json!({ "tools": tools });
        let mut content = Vec::new();
        if !tools.is_empty() {
            content.push(json!({ "type": "text", "text": answer.to_string() }));
        }
        if !unknown.is_empty() {
            content.push(json!({ "type": "text", "text": unknown.join("\n") }));
        }
        let mut result = json!({ "content": content });
        if tools.is_empty() {
            result["isError"] = true.into();
        } else {
            result["structuredContent"] = answer;
        }
        Ok(Ok(result))
    }
}

/// The definition of one of Usher's own tools, as it is listed.
pub(crate) fn listed(tool: MetaTool, name: &str, era: Era) -> SentJson {
    let definition = tool.definition().into();
    match tool {
        // What it calls may run as a task.
        MetaTool::Call => adapt::tool(&definition, name, era),
        MetaTool::Search | MetaTool::Describe => adapt::named(&definition, name),
    }
}

/// What a search says of a tool.
fn short(name: &str, server: &str, definition: &Value) -> Value {
    let mut tool = json!({ "name": name });
    if let Some(title) = definition["title"].as_str().filter(|title| *title != name) {
        tool["title"] = title.into();
    }
    if let Some(description) = definition["description"].as_str() {
        tool["description"] = beginning(description).into();
    }
    tool["server"] = server.into();
    tool
}

/// The beginning of a text, on one line.
fn beginning(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= SHORT_DESCRIPTION {
        return line;
    }
    let cut: String = line.chars().take(SHORT_DESCRIPTION - 1).collect();
    let words = cut.rsplit_once(' ').map_or(&*cut, |(words, _)| words);
    format!("{words}…")
}

/// What a model needs to know of a tool before it calls it.
fn full(name: &str, found: &Found<'_>) -> Value {
    let mut tool = json!({ "name": name });
    for member in [
        "title",
        "description",
        "inputSchema",
        "outputSchema",
        "annotations",
    ] {
        if let Some(value) = found.item.definition.get(member) {
            tool[member] = value.clone();
        }
    }
    tool["server"] = found.offer.label.as_str().into();
    tool
}

/// Names of arguments that a tool needs and that are not given.
fn missing<'a>(definition: &'a Value, given: &Map<String, Value>) -> Vec<&'a str> {
    let required = definition["inputSchema"]["required"].as_array();
    let required = required.into_iter().flatten().filter_map(Value::as_str);
    required.filter(|name| !given.contains_key(*name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_description_ends_after_a_word() {
        let long = "word ".repeat(40);
        let cut = beginning(&long);
        assert!(cut.chars().count() <= SHORT_DESCRIPTION, "{cut}");
        assert!(cut.ends_with("word…"), "{cut}");
        assert_eq!(beginning(" Reads\n a  note. "), "Reads a note.");
        assert_eq!(
            beginning(&"ä".repeat(200)).chars().count(),
            SHORT_DESCRIPTION
        );
    }

    #[test]
    fn missing_arguments_are_named() {
        let definition = json!({ "inputSchema": { "required": ["title", "body"] } });
        let given = Map::from_iter([("title".to_owned(), Value::Null)]);
        assert_eq!(missing(&definition, &given), ["body"]);
        assert_eq!(missing(&json!({}), &given), [""; 0]);
    }
}
