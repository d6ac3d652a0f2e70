//! Tools that take long: for a client that speaks tasks they are tasks.

use std::time::Duration;

use serde_json::{Value, json};

use super::call::Call;
use super::fault::{Ended, Fault, INTERNAL};
use super::question::Question;
use super::round_tools::word;
use super::tasks;
use super::tool_forms::{plain, said, tool};

/// A tool that takes long enough to be asked about.
const A_WHILE: Duration = Duration::from_millis(300);

/// Those without arguments.
const PLAIN: &str = r"
    failing_job | Fails after a while
    protocol_error_job | Ends with an error of the protocol
    multi_input | Asks two questions at once
    test_tool_with_task | Asks for a name, and then takes long
";

pub(super) fn definitions() -> Vec<Value> {
    let mut tools = plain(PLAIN);
    tools.extend([
        tool(
            "slow_compute",
            "Waits for some seconds",
            json!({
                "type": "object",
                "properties": { "seconds": { "type": "number" }, "label": { "type": "string" } },
            }),
        ),
        tool(
            "confirm_delete",
            "Asks before it deletes",
            json!({ "type": "object", "properties": { "filename": { "type": "string" } } }),
        ),
    ]);
    tools
}

/// Whether a call is a task from the beginning, for a client that takes one.
pub(super) fn becomes_task(name: &str) -> bool {
    name == "slow_compute" || (name != "test_tool_with_task" && needs_task(name))
}

/// Whether a call is possible as a task only.
pub(super) fn needs_task(name: &str) -> bool {
    [
        "failing_job",
        "protocol_error_job",
        "confirm_delete",
        "multi_input",
        "test_tool_with_task",
    ]
    .contains(&name)
}

/// Runs a tool; `None` = it is not one of these.
pub(super) async fn run(call: &Call, name: &str) -> Option<Result<Value, Ended>> {
    Some(match name {
        "slow_compute" => {
            let seconds = call.argument("seconds").as_f64().unwrap_or_default();
            tokio::time::sleep(Duration::from_secs_f64(seconds.clamp(0.0, 600.0))).await;
            Ok(said(format!("It took {seconds} seconds.")))
        }
        "failing_job" => {
            tokio::time::sleep(A_WHILE).await;
            let mut failed = said("The job has failed.");
            failed["isError"] = true.into();
            Ok(failed)
        }
        "protocol_error_job" => {
            tokio::time::sleep(A_WHILE).await;
            Err(Fault::new(INTERNAL, "The job cannot be run").into())
        }
        "confirm_delete" => {
            let file = call.argument("filename").as_str().unwrap_or_default();
            let asked = call
                .ask(consent("confirm", &format!("Delete {file}?")))
                .await;
            asked.map(|answer| said(format!("The answer is {}.", answer["action"])))
        }
        "multi_input" => {
            let questions = vec![
                word("first", "What is your name?", "name"),
                consent("second", "Is that right?"),
            ];
            let asked = call.ask_all(questions, None).await;
            asked.map(|answers| said(format!("{} answers came.", answers.len())))
        }
        "test_tool_with_task" => named_job(call).await,
        _ => return None,
    })
}

fn consent(key: &'static str, message: &str) -> Question {
    let schema = json!({
        "type": "object", "properties": { "confirm": { "type": "boolean" } }, "required": ["confirm"],
    });
    Question::form(key, message, schema)
}

/// Asks before it is a task.
async fn named_job(call: &Call) -> Result<Value, Ended> {
    if call.is_modern() && !call.takes_tasks() {
        return Err(tasks::undeclared().into());
    }
    let answer = call
        .ask(word("user_name", "What is your name?", "name"))
        .await?;
    let name = answer["content"]["name"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let work = async move {
        tokio::time::sleep(A_WHILE).await;
        Ok(said(format!("The job of {name} is done.")))
    };
    if call.is_modern() {
        return Ok(tasks::begin(call, |_| work));
    }
    work.await
}
