//! The tools: the list of them, and calls.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::call::Call;
use super::fault::{Ended, Fault};
use super::tool_forms::{plain, said};
use super::world::World;
use super::{content_tools, question_tools, round_tools, task_tools, tasks};

/// Whether a tool that comes and goes is offered.
const FURTHER: &str = "test_further_tool";
const FURTHERS: &str = "test_further_tool | A tool that comes and goes";

/// Every tool there is at the moment.
fn all(world: &World) -> Vec<Value> {
    let mut tools = content_tools::definitions();
    tools.extend(question_tools::definitions());
    tools.extend(round_tools::definitions());
    tools.extend(task_tools::definitions());
    if world.has_further_tool.load(Ordering::Relaxed) {
        tools.extend(plain(FURTHERS));
    }
    tools
}

pub(super) fn list(call: &Call) -> Value {
    json!({ "tools": all(&call.world) })
}

/// The headers that repeat arguments of a call, in small letters, with what they must hold (SEP-2243).
pub(super) fn headers(world: &World, name: &str, arguments: &Value) -> Vec<(String, String)> {
    let tools = all(world);
    let tool = tools.iter().find(|tool| tool["name"] == name);
    let properties = tool.and_then(|tool| tool["inputSchema"]["properties"].as_object());
    let properties = properties.into_iter().flatten();
    let repeated = properties.filter_map(|(property, schema)| {
        let header = schema["x-mcp-header"].as_str()?;
        let argument = arguments[property].as_str()?;
        let header = format!("mcp-param-{}", header.to_ascii_lowercase());
        Some((header, argument.to_owned()))
    });
    repeated.collect()
}

/// Answers `tools/call`.
pub(super) async fn call(call: &Call) -> Result<Value, Ended> {
    // One that is not as it was given refuses the call, whichever tool it is.
    call.state()?;
    let name = call.text("name");
    if call.is_modern() && task_tools::becomes_task(name) {
        if call.takes_tasks() {
            return Ok(tasks::begin(call, |call| async move { run(&call).await }));
        }
        if task_tools::needs_task(name) {
            return Err(tasks::undeclared().into());
        }
    }
    run(call).await
}

async fn run(call: &Call) -> Result<Value, Ended> {
    let name = call.text("name");
    if let Some(result) = content_tools::run(call, name).await {
        return Ok(result);
    }
    if let Some(ended) = question_tools::run(call, name).await {
        return ended;
    }
    if let Some(ended) = round_tools::run(call, name).await {
        return ended;
    }
    if let Some(ended) = task_tools::run(call, name).await {
        return ended;
    }
    if name == FURTHER && call.world.has_further_tool.load(Ordering::Relaxed) {
        return Ok(said("It is here."));
    }
    Err(Fault::params(format!("There is no tool {name}")).into())
}
