//! What a server requests reaches a client through the gate of such requests only, whichever way the server sends it.

use serde_json::{Value, json};
use usher_api::operations::op;

use super::client::{Client, Era, gateway};
use super::features::{Setting, setting};
use super::{answer, run};
use crate::approval_records::no_file_holds;
use crate::test_host::{TestHost, scripted, text};

/// What stands in any of the requests, or asks for an answer to them.
const REQUESTED: [&str; 6] = [
    "inputRequests",
    "requestState",
    "input_required",
    "elicitation/create",
    "sampling/createMessage",
    "https://example.com/seat",
];

/// Mutes the server and lets it use no model.
async fn restrict(host: &TestHost, server: &str) {
    mute(host, server).await;
    models(host, server, false).await;
}

async fn mute(host: &TestHost, server: &str) {
    let mute = json!({ "serverId": server, "muted": true });
    host.call(op::ApprovalSetMuted, mute).await;
}

/// Lets the server use models, or none.
async fn models(host: &TestHost, server: &str, allowed: bool) {
    let budget = json!({ "requestsPerHour": 9, "tokensPerDay": 9, "moneyPerDay": 9 });
    let rule = json!({ "serverId": server, "rule": { "allowed": allowed, "budget": budget } });
    host.call(op::SamplingSetServer, rule).await;
}

/// A request of each kind, during which the server does what this names.
fn requests(what: &str) -> [(&'static str, Value); 4] {
    let name = format!("scripted__{what}");
    [
        (
            "tools/call",
            json!({ "name": name, "arguments": { "a": 1 } }),
        ),
        (
            "prompts/get",
            json!({ "name": "scripted__greet", "arguments": { "who": what } }),
        ),
        ("resources/read", json!({ "uri": format!("a:{what}") })),
        (
            "completion/complete",
            json!({
                "ref": { "type": "ref/prompt", "name": "scripted__greet" },
                "argument": { "name": "who", "value": what },
            }),
        ),
    ]
}

/// What the client is answered, with a yes of the person to a call.
async fn answered(setting: &mut Setting, method: &str, params: Value) -> Value {
    let asked = setting.client.begin(method, params).await;
    if method == "tools/call" {
        answer(&setting.host, run(&json!({ "a": 1 }))).await;
    }
    let (Ok(answer) | Err(answer)) = asked.await;
    answer
}

#[tokio::test]
async fn a_muted_server_reaches_no_client_with_what_it_forges() {
    for era in [Era::Legacy, Era::Modern] {
        let mut setting = setting(era, Era::Legacy, "client").await;
        restrict(&setting.host, &setting.server).await;
        for what in ["forged", "page_first"] {
            for (method, params) in requests(what) {
                let answer = answered(&mut setting, method, params).await;
                for word in REQUESTED {
                    let answer = answer.to_string();
                    let names_type = word == "input_required" && what == "forged";
                    assert!(
                        names_type || !answer.contains(word),
                        "{era:?}, {what}, {method}: the client is asked: {answer}"
                    );
                }
                let is_failed = answer["isError"] == true || answer["code"].is_number();
                assert!(is_failed, "{era:?}, {what}, {method}: {answer}");
                assert_ne!(answer["resultType"], "input_required", "{answer}");
                assert_ne!(answer["code"], -32042, "{answer}");
            }
        }
        for method in ["elicitation/create", "sampling/createMessage", "roots/list"] {
            assert_eq!(setting.client.told(method), [] as [Value; 0], "{era:?}");
        }
        let open = setting.host.questions().await;
        assert_eq!(open, json!([]), "{era:?}: it is muted");
    }
}

/// Each request that a server makes during a call: the tool, and the kind, ending and reason on record once it is muted.
const ASKED: [(&str, [&str; 3]); 4] = [
    ("form", ["form", "refused", "limit.muted"]),
    ("page", ["url", "refused", "limit.muted"]),
    ("model", ["sample", "refused", "limit.muted"]),
    // Usher shows it the folders that the person has chosen to show, and there are none.
    ("roots", ["roots", "automatic", "ended.noRoots"]),
];

/// Runs a tool during which the server requests something that the client was left to answer.
async fn asked_for(setting: &mut Setting, tool: &str) {
    let name = format!("scripted__{tool}");
    let call = json!({ "name": name, "arguments": { "a": 1 } });
    let answer = answered(setting, "tools/call", call).await;
    assert_ne!(answer["resultType"], "input_required", "{tool}: {answer}");
    assert!(answer["content"].is_array(), "{tool}: {answer}");
}

/// The newest records of what the server asked, in the order in which it asked.
async fn refusals(setting: &Setting, count: usize) -> Vec<[String; 3]> {
    let params = json!({ "filter": { "serverId": setting.server }, "limit": 50 });
    let is_asked = |record: &&Value| {
        let kind = &record["approvalKind"];
        ["form", "url", "sample", "roots"]
            .iter()
            .any(|asked| kind == asked)
    };
    let recorded = async || {
        let listed = setting
            .host
            .call(op::ApprovalRecordList, params.clone())
            .await;
        let listed = listed.as_array().cloned().unwrap_or_default();
        let asked: Vec<_> = listed.iter().rev().filter(is_asked).cloned().collect();
        (asked.len() == count).then_some(asked)
    };
    let records = setting.host.until("all is on record", recorded).await;
    let shown = |record: &Value| {
        [
            text(&record["approvalKind"]),
            text(&record["ending"]),
            text(&record["reason"]["code"]),
        ]
    };
    records.iter().map(shown).collect()
}

#[tokio::test]
async fn a_server_that_may_ask_nobody_asks_no_client_either() {
    for client_era in [Era::Legacy, Era::Modern] {
        for server_era in [Era::Legacy, Era::Modern] {
            let mut setting = setting(client_era, server_era, "client").await;
            let eras = format!("{client_era:?} client with {server_era:?} server");
            models(&setting.host, &setting.server, false).await;
            asked_for(&mut setting, "model").await;
            models(&setting.host, &setting.server, true).await;
            mute(&setting.host, &setting.server).await;
            for (tool, _) in ASKED {
                asked_for(&mut setting, tool).await;
            }
            for method in ["elicitation/create", "sampling/createMessage", "roots/list"] {
                assert_eq!(
                    setting.client.told(method),
                    [] as [Value; 0],
                    "{eras}: the client is not asked"
                );
            }
            let open = setting.host.questions().await;
            assert_eq!(open, json!([]), "{eras}: nor is the person");
            let off = ["sample", "declined", "ended.declinedByPolicy"];
            let mut expected: Vec<_> = ASKED.iter().map(|(_, record)| *record).collect();
            expected.insert(0, off);
            assert_eq!(refusals(&setting, expected.len()).await, expected, "{eras}");
        }
    }
}

#[tokio::test]
async fn pages_that_a_call_needs_first_are_the_persons_to_open() {
    let mut setting = setting(Era::Legacy, Era::Legacy, "client").await;
    let call = json!({ "name": "scripted__page_first", "arguments": { "a": 1 } });
    let refused = answered(&mut setting, "tools/call", call).await;
    assert!(
        text(&refused["message"]).contains("open the page in Usher under Approvals"),
        "{refused}"
    );
    let asked = setting.host.asked().await;
    let address = &asked["request"]["address"];
    let shown = ["before", "host", "after"].map(|part| text(&address[part]));
    assert_eq!(shown, ["https://", "example.com", "/seat"], "{asked}");
}

#[tokio::test]
async fn the_result_of_a_task_asks_its_client_nothing() {
    for mode in ["task_forged", "modern_task_forged"] {
        for era in [Era::Legacy, Era::Modern] {
            let host = TestHost::open().await;
            let server = host.add_listed("Scripted", scripted(mode)).await;
            restrict(&host, &server).await;
            let serving = gateway(&host, std::time::Duration::from_secs(50));
            let mut client = Client::connect_to(&serving, "Editor");
            client.era = era;
            client.capabilities =
                json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {} });
            let own = json!("client");
            let answers = json!({ "elicitation": own, "sampling": own, "roots": own });
            super::allow_with(&host, "Editor", answers).await;
            if era == Era::Legacy {
                client.initialize().await;
            }
            let arguments = json!({ "zeta": "a" });
            let call = json!({ "name": "scripted__echo", "arguments": arguments });
            let called = client.begin("tools/call", call).await;
            answer(&host, run(&arguments)).await;
            let (Ok(answer) | Err(answer)) = called.await;
            let is_failed = answer["isError"] == true || answer["code"].is_number();
            assert!(is_failed, "{mode}, {era:?}: {answer}");
            assert_eq!(
                answer["inputRequests"],
                json!(null),
                "{mode}, {era:?}: {answer}"
            );
        }
    }
}

#[tokio::test]
async fn what_a_client_answers_that_nobody_asked_stands_in_no_file() {
    let mut setting = setting(Era::Modern, Era::Legacy, "client").await;
    let answers =
        json!({ "x": { "action": "accept", "content": { "password": "hunter2-canary" } } });
    for (method, params) in requests("1") {
        let mut params = params;
        if method == "tools/call" {
            params["name"] = json!("scripted__echo");
        }
        params["inputResponses"] = answers.clone();
        answered(&mut setting, method, params).await;
    }
    setting
        .host
        .until("all is recorded", async || {
            let listed = json!({ "limit": 10 });
            let rows = setting.host.call(op::HistoryList, listed).await;
            (rows.as_array().map(Vec::len) == Some(3)).then_some(())
        })
        .await;
    setting.host.api.close().await;
    no_file_holds(&setting.host, "hunter2");
}
