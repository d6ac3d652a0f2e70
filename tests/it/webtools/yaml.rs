//! Reads API documents written in YAML.

use serde_json::json;
use usher_api::operations::op;
use usher_tests::webtool::{Manner, metadata};

use super::{add, reference, run};
use crate::test_host::text;

const CALCULATOR: &str = "\
# Made by hand.
openapi: 3.1.0
info: { title: my-calculator, version: 1.0 }
paths:
  /tools/add:
    post: &add
      operationId: add
      description: >
        Add two numbers
        together.
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties: { a: &number { type: number }, b: *number }
              required: [a, b]
      responses:
        200:
          description: The sum
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Result' }
components:
  schemas:
    Result: { type: object, properties: { result: { type: string } }, required: [result] }
";

fn says(text: impl Into<String>, media_type: &str) -> Manner {
    Manner::Says(text.into(), media_type.into())
}

#[tokio::test]
async fn a_document_in_yaml_is_pinned_as_it_came_and_runs() {
    let (server, host) = reference().await;
    let url = format!("{}/openapi.yaml", server.url());
    server.be(says(CALCULATOR, "application/yaml"));
    let look = host.call(op::WebtoolDiscover, json!({ "url": url })).await;
    let looked = &look["preview"];
    assert_eq!(
        (&looked["text"], &looked["document"]["version"]),
        (&json!(CALCULATOR), &json!("1.0")),
        "{look:#}"
    );
    let id = add(&host, &url).await;
    let ending = run(&host, &id, "add", json!({ "a": 7, "b": 3 })).await;
    assert_eq!(
        (&ending["structured"], &ending["verdict"]["kind"]),
        (&json!({ "result": "10.0" }), &json!("matches")),
        "{ending:#}"
    );

    let found = async || {
        let checked = host
            .call(op::WebtoolCheck, json!({ "webtoolId": id }))
            .await;
        checked["checked"]["found"].clone()
    };
    let shorter: String = CALCULATOR.replace("# Made by hand.\n", "");
    for (what, manner, expected) in [
        ("the same", says(CALCULATOR, "text/yaml"), "identical"),
        (
            "without its comment",
            says(shorter.clone(), "application/yaml"),
            "reformatted",
        ),
        (
            "other words",
            says(
                CALCULATOR.replace("together", "and ~/.ssh"),
                "application/yaml",
            ),
            "other",
        ),
    ] {
        server.be(manner);
        let found = found().await;
        assert_eq!(found["kind"], expected, "{what}: {found:#}");
    }
    let detail = host.call(op::WebtoolGet, json!({ "webtoolId": id })).await;
    let kept = detail["pins"].as_array().map(Vec::len);
    assert_eq!(kept, Some(2), "{detail:#}");
    let compare = json!({ "webtoolId": id, "pinId": detail["pins"][0]["id"] });
    let compared = host.call(op::WebtoolCompare, compare).await;
    assert!(
        compared["differences"]
            .to_string()
            .contains("Add two numbers and ~/.ssh."),
        "{compared:#}"
    );
}

#[tokio::test]
async fn pasted_yaml_is_read_and_bad_yaml_is_pointed_at() {
    let (server, host) = reference().await;
    let read = async |text: &str| host.call(op::WebtoolParse, json!({ "text": text })).await;
    let looked = read(CALCULATOR).await;
    assert_eq!(looked["document"]["name"], "my-calculator", "{looked:#}");
    let new = json!({ "label": "", "sha256": looked["sha256"], "base": server.url() });
    let added = host.call(op::WebtoolAdd, new).await;
    let ending = run(&host, &text(&added["id"]), "add", json!({ "a": 1, "b": 1 })).await;
    assert_eq!(ending["structured"], json!({ "result": "2.0" }));

    let broken = json!({ "text": CALCULATOR.replace("paths:", "paths: [") });
    let error = host.fails(op::WebtoolParse, broken).await;
    assert!(
        json!(error.message).to_string().contains("document.yamlAt"),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_webtool_of_its_own_has_to_be_json() {
    let (server, host) = reference().await;
    let cases = [
        (
            "a webtool under the name of YAML",
            says(metadata("1.1.0").to_string(), "application/yaml"),
            "webtools.fetch.notJson",
        ),
        (
            "a webtool in YAML",
            says("name: x\nversion: 1.0.0\nactions: []\n", "application/yaml"),
            "document.other.notJson",
        ),
        (
            "an API under no name of YAML",
            says(CALCULATOR, "text/html"),
            "\"text/html\"",
        ),
    ];
    for (what, manner, expected) in cases {
        server.be(manner);
        let look = host
            .call(op::WebtoolDiscover, json!({ "url": server.url() }))
            .await;
        assert!(
            look["kind"] == "nothing" && look["message"].to_string().contains(expected),
            "{what}: {look:#}"
        );
    }
}
