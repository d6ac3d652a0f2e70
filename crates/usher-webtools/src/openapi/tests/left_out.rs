//! Operations that are no actions: which, and why.

use serde_json::json;
use usher_messages::Message;

use super::{document, usable};
use crate::document::DocumentFault;
use crate::recognise::{Recognised, recognise_checked};

#[test]
fn operations_that_cannot_be_run_are_left_out_by_name() {
    let sends = |kind: &str| json!({"requestBody": {"content": {kind: {"schema": {"type": "object"}}}}, "responses": {}});
    let elsewhere = json!([{"url": "https://files.example.net"}]);
    let same = json!([{"url": "https://{where}.example.com/api/", "variables": {"where": {"default": "eu"}}}]);
    let paths = json!({
        "/note": {"post": sends("application/json"), "servers": same},
        "/upload": {"post": sends("multipart/form-data"), "get": {"responses": {}}},
        "/file": {"get": {"responses": {}, "servers": elsewhere}},
        "/files": {"servers": elsewhere, "put": {"responses": {}}},
    });
    let read = usable(&document(&paths, &json!({})));
    let names: Vec<_> = read.actions.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["POST /note", "GET /upload"], "what can be run");
    let left_out: Vec<_> = read
        .left_out
        .iter()
        .map(|it| (it.request.as_str(), it.reason.code.as_ref()))
        .collect();
    let address = "document.omitted.otherServer";
    let expected = [
        ("POST /upload", "document.omitted.body"),
        ("GET /file", address),
        ("PUT /files", address),
    ];
    assert_eq!(left_out, expected);

    let paths = json!({"/upload": {"post": sends("multipart/form-data")}});
    match recognise_checked(document(&paths, &json!({})).to_string().as_bytes()) {
        Recognised::Broken(_, faults) => {
            let expected = DocumentFault::new("paths", Message::new("document.noUsableOperation"));
            assert_eq!(faults, [expected]);
        }
        other => panic!("nothing is left of it: {other:?}"),
    }
}
