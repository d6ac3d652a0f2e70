//! Lists and calls the tools. Each file below holds some of them.

use std::pin::Pin;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::content;
use crate::fault::Fault;
use crate::icons;
use crate::session::Session;
use crate::{page, params};

mod apps;
mod arguments;
mod ask;
mod ask_form;
mod call;
mod definition;
mod failures;
mod hello;
mod list_changed;
mod notes;
mod pictures;
mod resources;
mod slow;
pub(crate) mod task;
mod weather;

use call::{Call, Failure, Outcome, ToolFault};
use definition::{Tool, Ui};

const PAGE_SIZE: usize = 9;

#[derive(Deserialize)]
struct CallParams {
    name: String,
    #[serde(default)]
    arguments: Map<String, Value>,
    #[serde(rename = "_meta", default)]
    meta: Meta,
}

#[derive(Default, Deserialize)]
struct Meta {
    #[serde(rename = "progressToken")]
    progress_token: Option<Value>,
}

/// `tools/list`.
pub(crate) fn list(session: &Session, params: Map<String, Value>) -> Result<Value, Fault> {
    let tools = all(session).into_iter().map(Tool::into_json).collect();
    page::cut("tools/list", params, "tools", tools, PAGE_SIZE)
}

/// Checks a `tools/call` and returns its work, not yet begun.
pub(crate) fn prepare(
    session: &Arc<Session>,
    params: Map<String, Value>,
) -> Result<impl Future<Output = Result<Value, Fault>> + Send + 'static, Fault> {
    let params: CallParams = params::parse("tools/call", params)?;
    let call = Call {
        session: Arc::clone(session),
        arguments: params.arguments,
        progress_token: params.meta.progress_token,
    };
    let work = start(&params.name, call)
        .ok_or_else(|| Fault::invalid_params(format!("Unknown tool: {}", params.name)))?;
    Ok(async {
        match work.await {
            Ok(result) => Ok(result),
            Err(Failure::Tool(ToolFault(words))) => {
                Ok(json!({ "content": [content::text(words)], "isError": true }))
            }
            Err(Failure::Protocol(fault)) => Err(fault),
        }
    })
}

fn all(session: &Session) -> Vec<Tool> {
    [
        hello::tools(),
        weather::tools(),
        pictures::tools(),
        slow::tools(),
        task::tools(),
        ask_form::tools(),
        ask::tools(),
        resources::tools(),
        arguments::tools(),
        notes::tools(),
        apps::tools(),
        failures::tools(),
        list_changed::tools(session),
    ]
    .into_iter()
    .flatten()
    .collect()
}

type Work = Pin<Box<dyn Future<Output = Outcome> + Send>>;

/// The work behind a name; none for a tool that is not on offer now.
fn start(name: &str, call: Call) -> Option<Work> {
    fn now(outcome: Outcome) -> Work {
        Box::pin(std::future::ready(outcome))
    }
    Some(match name {
        "greet" => now(hello::greet(&call)),
        "echo" => now(hello::echo(&call)),
        "forecast" => now(weather::forecast(&call)),
        "draw_chart" => now(pictures::draw_chart(&call)),
        "play_tone" => now(pictures::play_tone(&call)),
        "show_everything" => now(Ok(pictures::show_everything())),
        "count_slowly" => Box::pin(slow::count(call)),
        "wait" => Box::pin(slow::wait(call)),
        task::NAME => Box::pin(task::run(call)),
        "ask_form" => Box::pin(ask_form::ask(call)),
        "ask_url" => Box::pin(ask::url(call)),
        "ask_model" => Box::pin(ask::model(call)),
        "ask_roots" => Box::pin(ask::roots(call)),
        "find_paper" => now(resources::find(&call)),
        "open_paper" => now(resources::open(&call)),
        "plan_trip" => now(arguments::plan_trip(&call)),
        "add_note" => now(notes::add(&call)),
        "clear_notes" => now(notes::clear(&call)),
        "write_log" => now(notes::write_log(&call)),
        "chart_forecast" => now(weather::forecast(&call)),
        "app_playground" => now(Ok(apps::playground())),
        "read_board" => now(Ok(apps::read_board(&call))),
        "model_hint" => now(Ok(apps::model_hint())),
        "fail" => now(failures::fail(&call)),
        "break_promise" => now(failures::break_promise(&call)),
        "open_backstage" => now(list_changed::set(&call)),
        "applaud" if list_changed::is_open(&call.session) => now(list_changed::applaud(&call)),
        _ => return None,
    })
}

impl Tool {
    fn into_json(self) -> Value {
        let mut tool = json!({
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "icons": icons::of(self.glyph),
            "inputSchema": self.input,
            "annotations": self.hints.into_json(),
        });
        if self.name == task::NAME {
            tool["execution"] = json!({ "taskSupport": "optional" });
        }
        let ui = match self.ui {
            Ui::None => None,
            Ui::Drawn(uri) => Some(json!({ "resourceUri": uri })),
            Ui::ForApps => Some(json!({ "visibility": ["app"] })),
            Ui::ForModels => Some(json!({ "visibility": ["model"] })),
        };
        if let Some(ui) = ui {
            tool["_meta"] = json!({ "ui": ui });
        }
        if let Some(output) = self.output {
            tool["outputSchema"] = output;
        }
        tool
    }
}
