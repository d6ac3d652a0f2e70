//! What is read as JSON, what as YAML, and what as neither.

use serde_json::{Value, json};
use usher_messages::Message;

use super::{Unreadable, is_yaml, value_of};

fn check(text: &str, expected: &Result<Value, Unreadable>) {
    assert_eq!(&value_of(text.as_bytes()), expected, "{text}");
}

#[test]
fn json_and_the_yaml_of_an_openapi_document_are_values() {
    check("{\"actions\": []}", &Ok(json!({ "actions": [] })));
    check(
        "openapi: 3.1.0\ninfo:\n  title: Shop # of all things\n  version: '7'\npaths: {}\n",
        &Ok(
            json!({ "openapi": "3.1.0", "info": { "title": "Shop", "version": "7" }, "paths": {} }),
        ),
    );
    check(
        "---\n# Ours\nswagger : '2.0'\ncodes: { 200: yes, on: [no, true, ~, 1.5, 2] }\n",
        &Ok(json!({
            "swagger": "2.0",
            "codes": { "200": "yes", "on": ["no", true, null, 1.5, 2] },
        })),
    );
    check(
        "openapi: 3.0.3\na: &a { type: string }\nb: *a\nc: { <<: *a, title: C }\nd: >\n  long\n  text\n",
        &Ok(json!({
            "openapi": "3.0.3", "a": { "type": "string" }, "b": { "type": "string" },
            "c": { "type": "string", "title": "C" }, "d": "long text\n",
        })),
    );
}

#[test]
fn what_is_neither_is_told_apart() {
    let broken = |line: u64, column: u64| {
        let message = Message::new("document.yamlAt")
            .with("line", line)
            .with("column", column);
        Err(Unreadable::Yaml(message))
    };
    check("<html>", &Err(Unreadable::NotJson));
    check("name: no OpenAPI\nactions: []\n", &Err(Unreadable::NotJson));
    check("  openapi: 3.0.3\n", &Err(Unreadable::NotJson));
    check("openapi: 3.0.3\ninfo: [\n", &broken(2, 7));
    check("openapi: 3.0.3\ninfo: a\ninfo: b\n", &broken(3, 1));
    assert_eq!(
        value_of(b"openapi: 3.0.3\n\xff"),
        Err(Unreadable::NotJson),
        "bytes that are no text"
    );
}

#[test]
fn a_few_lines_that_stand_for_gigabytes_are_refused() {
    let levels = (1..12).map(|level| {
        let below = vec![format!("*a{}", level - 1); 10].join(", ");
        format!("a{level}: &a{level} [{below}]\n")
    });
    let first = "openapi: 3.0.3\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    let text: String = std::iter::once(first).chain(levels).collect();
    let found = value_of(text.as_bytes());
    assert!(matches!(found, Err(Unreadable::Yaml(_))), "{found:?}");
}

#[test]
fn yaml_goes_by_several_names() {
    for (media_type, expected) in [
        ("application/yaml", true),
        ("Application/YAML; charset=utf-8", true),
        ("text/yaml", true),
        ("text/x-yaml", true),
        ("application/x-yaml", true),
        ("application/vnd.oai.openapi;version=3.1", true),
        ("application/vnd.oai.openapi+yaml", true),
        ("application/vnd.oai.openapi+json", false),
        ("text/plain", false),
        ("text/html", false),
        ("", false),
    ] {
        assert_eq!(is_yaml(media_type), expected, "{media_type}");
    }
}
