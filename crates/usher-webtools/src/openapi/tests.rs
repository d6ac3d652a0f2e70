//! `OpenAPI` documents, good and bad, and the requests that come of them.

mod left_out;

use serde_json::{Map, Value, json};

use super::super::document::{Document, DocumentFault};
use super::build;
use crate::recognise::{Recognised, recognise_checked};

fn document(paths: &Value, components: &Value) -> Value {
    json!({
        "openapi": "3.0.3", "info": {"title": "Shop", "version": "7"},
        "servers": [{"url": "https://{where}.example.com/api/", "variables": {"where": {"default": "eu"}}}],
        "paths": paths, "components": components,
    })
}

fn usable(document: &Value) -> Document {
    match recognise_checked(document.to_string().as_bytes()) {
        Recognised::Usable(document) => *document,
        other => panic!("{document:#}: {other:?}"),
    }
}

#[test]
fn references_stay_within_the_document() {
    let cases = [
        ("https://example.com/x.json", "document.foreign"),
        ("other.yaml#/a", "document.foreign"),
        ("#/components/parameters/none", "document.foreign"),
        ("#/paths/~1x/get/parameters/0", "document.endless"),
    ];
    for (reference, expected) in cases {
        let paths = json!({"/x": {"get": {"parameters": [{"$ref": reference}], "responses": {}}}});
        match recognise_checked(document(&paths, &json!({})).to_string().as_bytes()) {
            Recognised::Broken(_, faults) => {
                let DocumentFault { field, problem } = &faults[0];
                assert!(field.starts_with("paths./x.get"), "{reference}: {field}");
                assert_eq!(problem.code, expected, "{reference}");
            }
            other => panic!("{reference}: {other:?}"),
        }
        let body = json!({"content": {"application/json": {"schema": {"type": "object", "properties": {"a": {"$ref": reference}}}}}});
        let paths = json!({"/x": {"post": {"requestBody": body}}});
        let found = recognise_checked(document(&paths, &json!({})).to_string().as_bytes());
        assert!(
            matches!(found, Recognised::Broken(..)),
            "{reference} in a schema: {found:?}"
        );
    }
}

#[test]
fn what_cannot_be_used_is_named() {
    let two = json!({"operationId": "a", "responses": {}});
    let cases = [
        (
            json!({"swagger": "2.0", "info": {"title": "x"}, "paths": {}}),
            "openapi document.openApi",
        ),
        (
            json!({"openapi": "4.0.0", "info": {"title": "x"}}),
            "openapi document.openApi",
        ),
        (
            json!({"openapi": "3.1.0", "paths": {}}),
            "info.title document.missing",
        ),
        (
            json!({"openapi": "3.1.0", "info": {"title": "x"}}),
            "paths document.missing",
        ),
        (
            document(&json!({}), &json!({})),
            "paths document.noOperations",
        ),
        (
            document(&json!({"/a": {"get": two, "put": two}}), &json!({})),
            "paths./a.put.operationId document.operationTwice",
        ),
        (
            document(
                &json!({"/a": {"get": {"parameters": [{"name": "x", "in": "body"}]}}}),
                &json!({}),
            ),
            "paths./a.get.parameters.x document.parameterIn",
        ),
    ];
    for (document, expected) in cases {
        match recognise_checked(document.to_string().as_bytes()) {
            Recognised::Broken(_, faults) => {
                let DocumentFault { field, problem } = &faults[0];
                assert_eq!(format!("{field} {}", problem.code), expected);
            }
            other => panic!("{expected}: {other:?}"),
        }
    }
}

#[test]
fn schemas_stand_by_themselves_in_todays_words() {
    let components = json!({
        "schemas": {
            "Order": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Order"}, "item": {"$ref": "#/components/schemas/Item"}}},
            "Item": {"type": "number", "minimum": 0, "exclusiveMinimum": true, "nullable": true},
            "Unused": {"type": "string"},
        },
    });
    let body = json!({"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}});
    let read = usable(&document(
        &json!({"/o": {"post": {"requestBody": body}}}),
        &components,
    ));
    assert_eq!(
        read.actions[0].request_schema,
        json!({
            "type": "object", "required": ["body"], "properties": {"body": {"$ref": "#/$defs/Order"}},
            "$defs": {
                "Order": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Order"}, "item": {"$ref": "#/$defs/Item"}}},
                "Item": {"type": ["number", "null"], "exclusiveMinimum": 0},
            },
        })
    );
    assert_eq!(
        (read.actions[0].name.as_str(), read.version.as_str()),
        ("POST /o", "7")
    );
    assert_eq!(read.servers, ["https://eu.example.com/api/"]);
}

/// Method, operation, request, configuration, and what is made of them.
#[test]
fn requests_are_made_of_parameters_body_and_keys() {
    let schemes = json!({"securitySchemes": {
        "head": {"type": "apiKey", "in": "header", "name": "X-Key"},
        "query": {"type": "apiKey", "in": "query", "name": "key"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
        "basic": {"type": "http", "scheme": "Basic"},
        "bearer": {"type": "http", "scheme": "bearer"},
    }});
    let cases = r#"
        get | {} | {} | {} | GET https://h/api/x accept=application/json
        get | {"parameters": [{"name": "q", "in": "query", "schema": {}}, {"name": "l", "in": "query", "explode": false}]} | {"q": ["a b", 1], "l": [1, 2]} | {} | GET https://h/api/x?q=a+b&q=1&l=1%2C2 accept=application/json
        delete | {"parameters": [{"name": "body", "in": "query", "schema": {}}]} | {"query.body": true} | {} | DELETE https://h/api/x?body=true accept=application/json
        put | {"requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {"a": {}}}}}}} | {"a": "b&c"} | {} | PUT https://h/api/x accept=application/json content-type=application/x-www-form-urlencoded a=b%26c
        get | {"security": [{"head": []}]} | {} | {"head": "k"} | GET https://h/api/x accept=application/json x-key=k
        get | {"security": [{"head": [], "query": []}, {"basic": []}]} | {} | {"query": "k", "basic": "u:p"} | GET https://h/api/x accept=application/json authorization=Basic dTpw
        get | {"security": [{"cookie": [], "query": []}]} | {} | {"cookie": "a;b", "query": "&"} | GET https://h/api/x?key=%26 accept=application/json cookie=sid=a%3Bb
        get | {"security": [{"bearer": []}]} | {} | {} | GET https://h/api/x accept=application/json
        get | {"parameters": [{"name": "Authorization", "in": "header", "schema": {}}]} | {"Authorization": "me"} | {} | refused request.webtool.problem.reservedHeader
        get | {"security": [{"bearer": []}]} | {} | {"bearer": "a\nb"} | refused request.webtool.problem.credential
    "#;
    for [method, operation, request, config, expected] in usher_cases::rows(cases) {
        let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let paths = json!({"/x": {method: json(&operation)}});
        let read = usable(&document(&paths, &schemes));
        let made = make(&read, "https://h/api/", &json(&request), &json(&config));
        assert_eq!(made, expected, "{operation}");
    }
}

#[test]
fn a_value_never_leads_out_of_its_place() {
    let parameter = json!({"name": "id", "in": "path", "required": true});
    let read = usable(&document(
        &json!({"/x/{id}/y": {"get": {"parameters": [parameter]}}}),
        &json!({}),
    ));
    let cases = r"
        7 | GET https://h/api/x/7/y accept=application/json
        a/b?c#d | GET https://h/api/x/a%2Fb%3Fc%23d/y accept=application/json
        //evil | GET https://h/api/x/%2F%2Fevil/y accept=application/json
        .. | refused request.webtool.problem.path
        ␠ | refused request.webtool.problem.path
    ";
    for [id, expected] in usher_cases::rows(cases) {
        let made = make(
            &read,
            "https://h/api",
            &json!({"id": id.trim()}),
            &json!({}),
        );
        assert_eq!(made, expected, "{id}");
    }
}

#[test]
fn an_address_stays_below_its_base() {
    let cases = r"
        https://h/api?key=1 | /x | GET https://h/api/x?key=1 accept=application/json
        https://h/api/ | /../api/x | GET https://h/api/x accept=application/json
        https://h/api | /../apix | refused request.webtool.problem.outside
        https://h/api | /../../x | refused request.webtool.problem.outside
        https://h | //evil/x | GET https://h/evil/x accept=application/json
    ";
    for [base, path, expected] in usher_cases::rows(cases) {
        let read = usable(&document(&json!({&*path: {"get": {}}}), &json!({})));
        let made = make(&read, &base, &json!({}), &json!({}));
        assert_eq!(made, expected, "{base} {path}");
    }
}

#[test]
fn shared_schemas_come_along_however_they_are_referred_to() {
    let pet = json!({"type": "object", "properties": {"id": {"type": "integer"}}});
    for reference in [
        "#/components/schemas/My~0Pet",
        "#/components/schemas/My%7E0Pet",
        "#/components/schemas/My~0Pet/properties/id",
    ] {
        let body = json!({"content": {"application/json": {"schema": {"type": "object", "properties": {"a": {"$ref": reference}}}}}});
        let read = usable(&document(
            &json!({"/x": {"post": {"requestBody": body}}}),
            &json!({"schemas": {"My~Pet": pet}}),
        ));
        assert_eq!(
            read.actions[0].request_schema["$defs"],
            json!({"My~Pet": pet}),
            "{reference}"
        );
    }
}

#[test]
fn a_document_that_refers_to_itself_a_thousand_times_is_refused() {
    let schema =
        json!({"type": "object", "properties": {"a": {"$ref": "#/components/schemas/All"}}});
    let body = json!({"content": {"application/json": {"schema": schema}}});
    let paths: Map<String, Value> = (0..900)
        .map(|at| (format!("/x{at}"), json!({"post": {"requestBody": body}})))
        .collect();
    let all = json!({"type": "string", "enum": ["x".repeat(100_000)]});
    let text = document(&paths.into(), &json!({"schemas": {"All": all}})).to_string();
    match recognise_checked(text.as_bytes()) {
        Recognised::Broken(_, faults) => assert_eq!(
            faults
                .last()
                .map(|fault| fault.problem.code.to_string())
                .unwrap_or_default(),
            "document.copied"
        ),
        other => panic!("{other:?}"),
    }
}

/// The request of the first action, as one line, or why there is none.
fn make(document: &Document, base: &str, request: &Value, config: &Value) -> String {
    let members =
        |value: &Value| -> Map<String, Value> { value.as_object().cloned().unwrap_or_default() };
    let operation = document.actions[0]
        .operation
        .as_ref()
        .expect("an operation");
    let base = base.parse().expect("a URL");
    let (method, made) = match build(operation, &base, &members(request), &members(config)) {
        Ok(made) => made,
        Err(problem) => return format!("refused {}", problem.code),
    };
    let headers = made
        .headers
        .iter()
        .map(|(name, value)| format!(" {name}={}", value.to_str().unwrap_or("?")));
    let body = made
        .body
        .map(|body| format!(" {}", body.expose()))
        .unwrap_or_default();
    format!("{method} {}{}{body}", made.url, headers.collect::<String>())
}
