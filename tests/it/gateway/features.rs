//! Every feature, for clients of both eras with servers of both eras: it reaches the client, or the person answers what
//! the client cannot.

use serde_json::{Value, json};
use usher_api::operations::op;

use super::client::{Client, Era, gateway};
use crate::test_host::{TestHost, scripted, text};

/// What becomes of each feature, whatever the eras.
const FEATURES: [(&str, Answers); 18] = [
    ("call", Answers::Neither),
    ("progress", Answers::Neither),
    ("cancellation", Answers::Neither),
    ("form", Answers::Either),
    ("web page", Answers::Either),
    ("sampling", Answers::Either),
    ("roots", Answers::Either),
    ("subscription", Answers::Neither),
    ("task", Answers::Neither),
    ("completion", Answers::Neither),
    ("resources", Answers::Neither),
    ("prompts", Answers::Neither),
    ("_meta", Answers::Neither),
    ("log messages", Answers::Neither),
    ("changed tools", Answers::Neither),
    ("changed prompts", Answers::Neither),
    ("changed resources", Answers::Neither),
    ("changed resourceTemplates", Answers::Neither),
];

/// Whether a feature needs an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answers {
    Neither,
    /// Of the client, or of the person.
    Either,
}

/// What came of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Delivered,
    AnsweredByClient,
    AnsweredInUsher,
}

pub(super) struct Setting {
    pub(super) host: TestHost,
    pub(super) server: String,
    pub(super) client: Client,
}

/// A client of an era with a server of an era, which may do all without asking.
pub(super) async fn setting(client_era: Era, server_era: Era, answered_by: &str) -> Setting {
    let host = TestHost::open().await;
    let mode = match server_era {
        Era::Legacy => "features",
        Era::Modern => "modern_features",
    };
    let server = host.add_listed("Scripted", scripted(mode)).await;
    let serving = gateway(&host, std::time::Duration::from_secs(50));
    let mut client = Client::connect_to(&serving, "Editor");
    client.era = client_era;
    client.capabilities = all_declared();
    if client_era == Era::Legacy {
        client.initialize().await;
    }
    client.answers(
        "elicitation/create",
        Ok(json!({ "action": "accept", "content": { "name": "Ada" } })),
    );
    client.answers(
        "sampling/createMessage",
        Ok(json!({
            "role": "assistant", "model": "theirs", "content": { "type": "text", "text": "Row A" },
        })),
    );
    client.answers(
        "roots/list",
        Ok(json!({ "roots": [{ "uri": "file:///of/client" }] })),
    );
    let listed = client.begin("tools/list", json!({})).await;
    let answers =
        json!({ "elicitation": answered_by, "sampling": answered_by, "roots": answered_by });
    super::allow_with(&host, "Editor", answers).await;
    // A request that is still open would count among those of the test.
    listed.await.expect("it is allowed");
    Setting {
        host,
        server,
        client,
    }
}

impl Setting {
    /// Connects the client anew, as one that can answer nothing.
    async fn declare_nothing(&mut self) {
        let serving = gateway(&self.host, std::time::Duration::from_secs(50));
        let mut client = Client::connect_to(&serving, "Editor");
        client.era = self.client.era;
        if client.era == Era::Legacy {
            client.initialize().await;
        }
        self.client = client;
    }

    /// Calls a tool with a yes of the person.
    async fn call(&mut self, tool: &str, meta: Value) -> Value {
        let params = json!({
            "name": format!("scripted__{tool}"), "arguments": { "a": 1 }, "_meta": meta,
        });
        let mut called = self.client.begin("tools/call", params.clone()).await;
        self.approve().await;
        loop {
            let result = called
                .await
                .unwrap_or_else(|error| panic!("{tool} failed: {error}"));
            if result["resultType"] != "input_required" {
                return result;
            }
            let again = self.client.asked_again(&params, &result);
            called = self.client.begin("tools/call", again).await;
        }
    }

    async fn approve(&self) {
        super::answer(&self.host, super::run(&json!({ "a": 1 }))).await;
    }

    /// Calls a tool whose server requests something, which the person answers if the client is not asked.
    async fn ask(
        &mut self,
        tool: &str,
        method: &str,
        answered_by: &str,
        answer: Value,
    ) -> (Value, Outcome) {
        let params = json!({ "name": format!("scripted__{tool}"), "arguments": { "a": 1 } });
        let mut called = self.client.begin("tools/call", params.clone()).await;
        self.approve().await;
        if answered_by == "person" {
            // Usher's own folders need no question: there are none.
            if method != "roots/list" {
                super::answer(&self.host, answer).await;
            }
            let result = called.await.expect("it answers");
            assert_eq!(
                self.client.told(method),
                [] as [Value; 0],
                "{tool}: the client is not asked"
            );
            return (result, Outcome::AnsweredInUsher);
        }
        loop {
            let result = called.await.expect("it answers");
            if result["resultType"] != "input_required" {
                let open = self.host.questions().await;
                assert_eq!(open, json!([]), "{tool}: the person is not asked");
                assert_eq!(
                    self.client.told(method).len(),
                    1,
                    "{tool}: the client is asked once"
                );
                return (result, Outcome::AnsweredByClient);
            }
            let again = self.client.asked_again(&params, &result);
            called = self.client.begin("tools/call", again).await;
        }
    }
}

#[tokio::test]
async fn every_feature_reaches_clients_of_both_eras_from_servers_of_both() {
    for client_era in [Era::Legacy, Era::Modern] {
        for server_era in [Era::Legacy, Era::Modern] {
            let mut setting = setting(client_era, server_era, "client").await;
            for (feature, answers) in FEATURES {
                let expected = match answers {
                    Answers::Neither => Outcome::Delivered,
                    Answers::Either => Outcome::AnsweredByClient,
                };
                let outcome = outcome(&mut setting, feature, "client").await;
                assert_eq!(
                    outcome, expected,
                    "{feature}, {client_era:?} client with {server_era:?} server"
                );
            }
        }
    }
}

#[tokio::test]
async fn the_person_answers_unless_that_is_left_to_the_client() {
    for client_era in [Era::Legacy, Era::Modern] {
        for server_era in [Era::Legacy, Era::Modern] {
            for (left_to, declares) in [("person", all_declared()), ("client", json!({}))] {
                let mut setting = setting(client_era, server_era, left_to).await;
                if declares == json!({}) {
                    setting.declare_nothing().await;
                }
                for (feature, answers) in FEATURES {
                    if answers == Answers::Either {
                        let outcome = outcome(&mut setting, feature, "person").await;
                        assert_eq!(
                            outcome,
                            Outcome::AnsweredInUsher,
                            "{feature}, {client_era:?} client with {server_era:?} server, \
                             left to the {left_to}, declared {declares}"
                        );
                    }
                }
            }
        }
    }
}

/// The capabilities of a client that answers everything.
fn all_declared() -> Value {
    json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} })
}

/// Uses a feature, and says what came of it.
async fn outcome(setting: &mut Setting, feature: &str, answered_by: &str) -> Outcome {
    let era = setting.client.era;
    let said = |result: &Value| {
        let said = text(&result["content"][0]["text"]);
        serde_json::from_str::<Value>(&said).unwrap_or(Value::String(said))
    };
    match feature {
        "call" => {
            let result = setting.call("echo", json!({})).await;
            assert_eq!(
                said(&result),
                json!({ "_meta": {}, "arguments": { "a": 1 } })
            );
        }
        "_meta" => {
            let meta = json!({ "com.example/kept": [1] });
            let result = setting.call("echo", meta.clone()).await;
            let expected = json!({ "_meta": meta, "arguments": { "a": 1 } });
            assert_eq!(said(&result), expected);
        }
        "progress" => {
            setting.call("steps", json!({ "progressToken": "t" })).await;
            let told = setting.client.told("notifications/progress");
            let steps: Vec<_> = told
                .iter()
                .map(|told| told["params"]["progress"].clone())
                .collect();
            assert!(
                steps.ends_with(&[json!(3)]),
                "all steps are told: {steps:?}"
            );
        }
        "cancellation" => {
            let params = json!({ "name": "scripted__wait", "arguments": { "a": 1 } });
            let before = setting.sent("tools/call").await.len();
            let called = setting.client.begin("tools/call", params).await;
            setting.approve().await;
            setting
                .host
                .until("the call runs", async || {
                    (setting.sent("tools/call").await.len() > before).then_some(())
                })
                .await;
            let id = setting.client.last_id();
            setting.client.cancel(json!({ "requestId": id })).await;
            drop(called);
            setting.until_cancelled("tools/call").await;
        }
        "form" => {
            let yes = json!({ "kind": "accept", "content": { "name": "Ada" } });
            let (result, outcome) = setting
                .ask("form", "elicitation/create", answered_by, yes)
                .await;
            let expected = json!({ "action": "accept", "content": { "name": "Ada" } });
            assert_eq!(said(&result), expected, "the server gets the answer");
            return outcome;
        }
        "web page" => {
            let before = setting.client.told("elicitation/create").len();
            assert!(before <= 1, "the form alone was asked before");
            let no = json!({ "kind": "decline" });
            setting.client.forget("elicitation/create");
            setting
                .client
                .answers("elicitation/create", Ok(json!({ "action": "accept" })));
            let (result, outcome) = setting
                .ask("page", "elicitation/create", answered_by, no)
                .await;
            let action = if answered_by == "client" {
                "accept"
            } else {
                "decline"
            };
            assert_eq!(said(&result), json!({ "action": action }));
            return outcome;
        }
        "sampling" => {
            let content = json!([{ "type": "text", "text": "Row A" }]);
            let written = json!({
                "kind": "sampled", "author": "person", "content": content, "stopReason": "endTurn",
            });
            let (result, outcome) = setting
                .ask("model", "sampling/createMessage", answered_by, written)
                .await;
            assert!(
                said(&result).to_string().contains("Row A"),
                "the server gets the message: {result}"
            );
            return outcome;
        }
        "roots" => {
            let (result, outcome) = setting
                .ask("roots", "roots/list", answered_by, json!({}))
                .await;
            let expected = match outcome {
                Outcome::AnsweredByClient => json!({ "roots": [{ "uri": "file:///of/client" }] }),
                _ => json!({ "roots": [] }),
            };
            assert_eq!(said(&result), expected, "whose roots they are");
            return outcome;
        }
        "subscription" => subscription(setting).await,
        "task" => task(setting).await,
        "completion" => {
            let params = json!({
                "ref": { "type": "ref/prompt", "name": "scripted__greet" },
                "argument": { "name": "who", "value": "a" },
            });
            let completed = setting
                .client
                .request("completion/complete", params)
                .await
                .expect("values");
            assert_eq!(
                completed["completion"]["values"],
                json!(["alpha", "5", "beta"])
            );
        }
        "resources" => {
            let uris = setting
                .client
                .names("resources/list", "resources", "uri")
                .await;
            assert_eq!(uris, ["a:1"]);
            let templates = setting
                .client
                .names(
                    "resources/templates/list",
                    "resourceTemplates",
                    "uriTemplate",
                )
                .await;
            assert_eq!(templates, ["a:{x}"]);
            let read = setting
                .client
                .request("resources/read", json!({ "uri": "a:1" }))
                .await
                .expect("it is read");
            assert_eq!(read["contents"][0]["text"], "hello");
        }
        "prompts" => {
            let names = setting
                .client
                .names("prompts/list", "prompts", "name")
                .await;
            assert_eq!(names, ["scripted__greet"]);
            let params = json!({ "name": "scripted__greet", "arguments": { "who": "Ada" } });
            let got = setting
                .client
                .request("prompts/get", params)
                .await
                .expect("it is written");
            assert_eq!(got["messages"][0]["content"]["text"], "Hello Ada");
        }
        "log messages" => {
            let meta = match era {
                Era::Legacy => {
                    let level = json!({ "level": "info" });
                    setting
                        .client
                        .request("logging/setLevel", level)
                        .await
                        .expect("it is set");
                    json!({})
                }
                Era::Modern => json!({ "io.modelcontextprotocol/logLevel": "info" }),
            };
            setting.call("log", meta).await;
            let told = setting
                .host
                .until("the message arrives", async || {
                    setting.client.told("notifications/message").last().cloned()
                })
                .await;
            let data = json!({ "said": "logged", "times": [1, 2] });
            assert_eq!(told["params"]["data"], data, "as its server wrote it");
        }
        changed if let Some(list) = changed.strip_prefix("changed ") => {
            changed_list(setting, list).await;
        }
        unknown => panic!("{unknown} is no feature"),
    }
    Outcome::Delivered
}

/// A list of the server gets an entry more.
async fn changed_list(setting: &mut Setting, list: &str) {
    let (method, name, grown, told) = match list {
        "tools" => ("tools/list", "name", "scripted__grown", "tools"),
        "prompts" => ("prompts/list", "name", "scripted__grown", "prompts"),
        "resources" => ("resources/list", "uri", "a:grown", "resources"),
        _ => (
            "resources/templates/list",
            "uriTemplate",
            "grown:{x}",
            "resources",
        ),
    };
    let told_by = format!("notifications/{told}/list_changed");
    let listening = match setting.client.era {
        Era::Legacy => None,
        Era::Modern => {
            let wanted = json!({ "notifications": { (format!("{told}ListChanged")): true } });
            Some(setting.client.begin("subscriptions/listen", wanted).await)
        }
    };
    setting.client.names(method, list, name).await;
    setting.client.forget(&told_by);
    setting.call(&format!("grow_{list}"), json!({})).await;
    setting.host.until_listed(&setting.server).await;
    setting
        .host
        .until("the client hears of the new entry", async || {
            // A new definition is offered once it is reviewed.
            setting.host.review(&setting.server).await;
            let told = setting.client.told(&told_by);
            (!told.is_empty()).then_some(())
        })
        .await;
    let names = setting.client.names(method, list, name).await;
    assert!(names.contains(&grown.to_owned()), "{list}: {names:?}");
    drop(listening);
}

async fn subscription(setting: &mut Setting) {
    let uri = json!({ "uri": "a:1" });
    let listening = match setting.client.era {
        Era::Legacy => {
            setting
                .client
                .request("resources/subscribe", uri)
                .await
                .expect("it is followed");
            None
        }
        Era::Modern => {
            let wanted = json!({ "notifications": { "resourceSubscriptions": ["a:1"] } });
            Some(setting.client.begin("subscriptions/listen", wanted).await)
        }
    };
    setting
        .host
        .until("the client hears of the change", async || {
            let told = setting.client.told("notifications/resources/updated");
            told.iter()
                .any(|told| told["params"]["uri"] == "a:1")
                .then_some(())
        })
        .await;
    drop(listening);
}

async fn task(setting: &mut Setting) {
    let mut params = json!({ "name": "scripted__echo", "arguments": { "a": 1 } });
    let (task, result) = match setting.client.era {
        Era::Legacy => {
            params["task"] = json!({ "ttl": 60_000 });
            let created = setting
                .client
                .request("tools/call", params)
                .await
                .expect("a task");
            let task = created["task"].clone();
            assert_eq!(task["status"], "working", "{task}");
            setting.approve().await;
            let id = json!({ "taskId": task["taskId"] });
            let result = setting
                .client
                .request("tasks/result", id)
                .await
                .expect("its result");
            (task, result)
        }
        Era::Modern => {
            setting.client.capabilities["extensions"] =
                json!({ "io.modelcontextprotocol/tasks": {} });
            // It becomes a task when it takes long: the person has not answered yet.
            let created = setting
                .client
                .request("tools/call", params)
                .await
                .expect("a task");
            assert_eq!(created["resultType"], "task", "{created}");
            setting.approve().await;
            let id = json!({ "taskId": created["taskId"] });
            let client = &mut setting.client;
            let over = loop {
                let got = client
                    .request("tasks/get", id.clone())
                    .await
                    .expect("its state");
                if got["status"] != "working" {
                    break got;
                }
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            };
            client.capabilities["extensions"].take();
            (created, over["result"].clone())
        }
    };
    let expected = json!({ "_meta": {}, "arguments": { "a": 1 } });
    let said = text(&result["content"][0]["text"]);
    let said: Value = serde_json::from_str(&said).unwrap_or_default();
    assert_eq!(said, expected, "the result of {task}");
}

impl Setting {
    /// Waits until the server was told that the last request with this method is cancelled.
    pub(super) async fn until_cancelled(&self, method: &str) {
        let last = self.sent(method).await.pop().unwrap_or_default();
        let cancelled = self.host.until("the server hears of it", async || {
            self.sent("notifications/cancelled").await.pop()
        });
        let (request, cancelled) = (self.message(&last).await, cancelled.await);
        let cancelled = self.message(&cancelled).await;
        assert_eq!(
            cancelled["params"]["requestId"], request["id"],
            "{method}: the request of the server is meant, not the client's"
        );
    }

    /// A message of the log as it went.
    async fn message(&self, frame: &Value) -> Value {
        let params = json!({ "serverId": self.server, "seq": frame["seq"] });
        let sent = self.host.call(op::WireGet, params).await;
        serde_json::from_str(&text(&sent["text"])).unwrap_or_default()
    }

    /// The messages with this method that went to the server, as its log has them.
    pub(super) async fn sent(&self, method: &str) -> Vec<Value> {
        let params = json!({ "serverId": self.server, "from": 0, "limit": 1_000 });
        let log = self.host.call(op::WireList, params).await;
        let frames = log["frames"].as_array().into_iter().flatten();
        let frames = frames.filter(|frame| frame["method"] == method);
        frames.cloned().collect()
    }
}
