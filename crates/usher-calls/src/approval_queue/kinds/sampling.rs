//! What goes to the server for a request to a model: a result of the protocol (2025-11-25, client/sampling), as the person
//! left it.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use usher_messages::Message;
use usher_types::sampling::Author;

use serde_json::{Map, Value, json};

use crate::approval_queue::record::resolution::AnswerRecord;
use usher_llm::answer::StopReason;
use usher_servers::snapshot::{ApprovalRequest, ModelOutput, SamplingRequest, SamplingState};
use usher_types::fault::Fault;

/// How an answer names its model when a person wrote it.
const WRITTEN_BY_HAND: &str = "written by a person";

/// An answer that is to go.
#[derive(Debug, Clone, PartialEq)]
pub struct SampledAnswer {
    pub author: Author,
    /// Its blocks: text and uses of tools.
    pub content: Vec<Value>,
    pub stop: StopReason,
}

/// The result, or what is wrong with the answer.
pub(crate) fn result(
    sampling: &SamplingRequest,
    answer: &SampledAnswer,
) -> Result<Value, Vec<Fault>> {
    let model = match (&sampling.state, answer.author) {
        (_, Author::Person) => WRITTEN_BY_HAND,
        (SamplingState::Written { run, .. }, Author::Model) => run.model.model.as_str(),
        (_, Author::Model) => {
            return Err(vec![fault("content", "answer.sampled.noModel")]);
        }
    };
    let offered: HashSet<&str> = list(&sampling.params["tools"])
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    let mut faults = Vec::new();
    let mut ids = HashSet::new();
    let mut texts = Vec::new();
    let mut uses = Vec::new();
    for (index, block) in answer.content.iter().enumerate() {
        let path = format!("content.{index}");
        match (block["type"].as_str(), block["text"].as_str()) {
            (Some("text"), Some(text)) if text.trim().is_empty() => {}
            (Some("text"), Some(text)) => texts.push(text),
            (Some("tool_use"), _) => {
                let name = block["name"].as_str().unwrap_or_default();
                if !offered.contains(name) {
                    faults.push(fault(&path, "answer.sampled.noTool"));
                }
                if !ids.insert(block["id"].as_str().unwrap_or_default()) || ids.contains("") {
                    faults.push(fault(&path, "answer.sampled.id"));
                }
                if !block["input"].is_object() {
                    faults.push(fault(&path, "field.arguments"));
                }
                uses.push(block);
            }
            _ => faults.push(fault(&path, "answer.sampled.content")),
        }
    }
    if texts.is_empty() && uses.is_empty() && faults.is_empty() {
        faults.push(fault("content", "answer.sampled.empty"));
    }
    if uses.is_empty() == (answer.stop == StopReason::ToolUse) {
        faults.push(fault("stop", "answer.sampled.stop"));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(json!({
        "role": "assistant",
        "content": content(&texts, &uses),
        "model": model,
        "stopReason": answer.stop.name(),
    }))
}

/// Lists of blocks came with tools; who offers none is told in one block, which every revision reads.
fn content(texts: &[&str], uses: &[&Value]) -> Value {
    let text = (!texts.is_empty()).then(|| json!({ "type": "text", "text": texts.join("\n\n") }));
    let mut blocks: Vec<Value> = text.into_iter().collect();
    blocks.extend(uses.iter().map(|block| (*block).clone()));
    if blocks.len() == 1 {
        blocks.remove(0)
    } else {
        Value::Array(blocks)
    }
}

/// What models were asked has left, whatever became of it.
pub(in crate::approval_queue) fn sent_to_models(request: &ApprovalRequest) -> Option<Value> {
    match request {
        ApprovalRequest::Sample(asked) if !asked.runs.is_empty() => {
            Some(json!({ "toModels": asked.runs }))
        }
        _ => None,
    }
}

pub(in crate::approval_queue) fn record(
    asked: &SamplingRequest,
    sent: &SampledAnswer,
) -> AnswerRecord {
    AnswerRecord {
        changed: changed(asked, sent),
        // What models were sent is in every record of a request to a model.
        sent: None,
    }
}

/// What the person changed: of the request, against what came; of the answer, against what the model wrote.
pub(crate) fn changed(sampling: &SamplingRequest, answer: &SampledAnswer) -> Option<Value> {
    let mut all = Map::new();
    if let Some(run) = sampling.state.run()
        && let Some(differing) = changed_request(&sampling.params, &run.params)
    {
        all.insert("request".into(), differing);
    }
    if let SamplingState::Written { answer: was, .. } = &sampling.state
        && let Some(difference) = rewritten(was, answer)
    {
        all.insert("answer".into(), difference);
    }
    (!all.is_empty()).then_some(Value::Object(all))
}

/// What the person changed of a request before it was run.
pub(crate) fn changed_request(came: &Value, run: &Value) -> Option<Value> {
    let keys: HashSet<&String> = keys(came).chain(keys(run)).collect();
    let differing = keys.into_iter().filter_map(|key| {
        let (from, to) = (&came[key.as_str()], &run[key.as_str()]);
        (from != to).then(|| (key.clone(), json!({ "from": from, "to": to })))
    });
    let differing: Map<String, Value> = differing.collect();
    (!differing.is_empty()).then(|| differing.into())
}

fn rewritten(was: &ModelOutput, sent: &SampledAnswer) -> Option<Value> {
    if sent.author == Author::Person {
        return Some(json!({ "from": was.content, "author": "person" }));
    }
    let stop = was.stop.as_ref().map(StopReason::name);
    if was.content == sent.content && stop == Some(sent.stop.name()) {
        return None;
    }
    Some(json!({
        "from": { "content": was.content, "stopReason": stop },
        "to": { "content": sent.content, "stopReason": sent.stop.name() },
    }))
}

fn keys(params: &Value) -> impl Iterator<Item = &String> {
    params.as_object().into_iter().flat_map(Map::keys)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn fault(path: &str, code: &'static str) -> Fault {
    Fault {
        path: path.to_owned(),
        message: Message::new(code),
    }
}
