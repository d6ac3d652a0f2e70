//! Tools that need several requests of a client (2026-07-28, basic/patterns/mrtr).

use serde_json::{Value, json};

use super::call::Call;
use super::fault::Ended;
use super::question::Question;
use super::tool_forms::{plain, said};

/// Those without arguments.
const PLAIN: &str = r"
    test_input_required_result_elicitation | Asks for a name
    test_input_required_result_sampling | Asks a model
    test_input_required_result_list_roots | Asks for folders
    test_input_required_result_request_state | Asks for consent, and has the client keep its state
    test_input_required_result_multiple_inputs | Asks for a name, a model and folders at once
    test_input_required_result_multi_round | Asks for a name, then for a color
    test_input_required_result_tampered_state | Asks for consent, and takes back no other state
    test_input_required_result_capabilities | Asks for what the client can answer
";

pub(super) fn definitions() -> Vec<Value> {
    plain(PLAIN)
}

/// Runs a tool; `None` = it is not one of these.
pub(super) async fn run(call: &Call, name: &str) -> Option<Result<Value, Ended>> {
    Some(match name {
        "test_input_required_result_elicitation" => greet(call).await,
        "test_input_required_result_sampling" => {
            let prompt = "Which town is the capital of France?";
            let asked = call
                .ask(Question::sample("capital_question", prompt, 100))
                .await;
            asked.map(|answer| said(format!("It said: {}", answer["content"]["text"])))
        }
        "test_input_required_result_list_roots" => {
            let asked = call.ask(Question::roots("client_roots")).await;
            asked.map(|answer| said(format!("The folders are {}.", answer["roots"])))
        }
        "test_input_required_result_request_state"
        | "test_input_required_result_tampered_state" => consent(call, name).await,
        "test_input_required_result_multiple_inputs" => {
            let questions = vec![
                word("user_name", "What is your name?", "name"),
                Question::sample("greeting", "Write a greeting.", 50),
                Question::roots("client_roots"),
            ];
            let asked = call.ask_all(questions, Some("all")).await;
            asked.map(|answers| said(format!("{} answers came.", answers.len())))
        }
        "test_input_required_result_multi_round" => two_rounds(call).await,
        "test_input_required_result_capabilities" => possible(call).await,
        _ => return None,
    })
}

/// A form with one field for a text.
pub(super) fn word(key: &'static str, message: &str, field: &str) -> Question {
    let schema = json!({
        "type": "object", "properties": { field: { "type": "string" } }, "required": [field],
    });
    Question::form(key, message, schema)
}

async fn greet(call: &Call) -> Result<Value, Ended> {
    let answer = call
        .ask(word("user_name", "What is your name?", "name"))
        .await?;
    let name = answer["content"]["name"].as_str().unwrap_or("nobody");
    Ok(said(format!("Hello, {name}!")))
}

async fn consent(call: &Call, name: &str) -> Result<Value, Ended> {
    let schema = json!({
        "type": "object", "properties": { "ok": { "type": "boolean" } }, "required": ["ok"],
    });
    let question = || Question::form("confirm", "Do you agree?", schema.clone());
    let state = format!("consent to {name}");
    let answer = call.ask_with_state(question(), Some(&state)).await?;
    if call.is_modern() && call.state()? != Some(&*state) {
        // An answer without what was given with the question is none.
        let requests = question();
        let requests =
            json!({ requests.key: { "method": requests.method, "params": requests.params } });
        return Err(Ended::Input {
            requests: requests.as_object().cloned().unwrap_or_default(),
            state: Some(call.world.signed(&state)),
        });
    }
    Ok(said(format!("state-ok: {}", answer["action"])))
}

/// What has been learned by the first round is in the state.
async fn two_rounds(call: &Call) -> Result<Value, Ended> {
    let state = call.state()?;
    let known = if let Some(name) = state.and_then(|state| state.strip_prefix("second ")) {
        name.to_owned()
    } else {
        let question = word("step1", "First: what is your name?", "name");
        let answer = call.ask_with_state(question, Some("first")).await?;
        let name = answer["content"]["name"].as_str();
        name.unwrap_or_default().to_owned()
    };
    let question = word("step2", "Second: which color do you like?", "color");
    let state = format!("second {known}");
    let answer = call.ask_with_state(question, Some(&state)).await?;
    let color = answer["content"]["color"].as_str().unwrap_or_default();
    Ok(said(format!("{known} likes {color}.")))
}

/// Asks for whatever the client declares that it can answer.
async fn possible(call: &Call) -> Result<Value, Ended> {
    let mut questions = Vec::new();
    if call.can("elicitation") {
        questions.push(word("user_name", "What is your name?", "name"));
    }
    if call.can("sampling") {
        questions.push(Question::sample("greeting", "Write a greeting.", 50));
    }
    let answers = call.ask_all(questions, None).await?;
    Ok(said(format!("{} answers came.", answers.len())))
}
