//! Checks that the first preview shows hidden text.

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_tests::webtool::{Manner, metadata};

use super::reference;
use crate::test_host::text;

/// The page's tests read the same table.
const DECEPTIONS: &str = include_str!("../../../ui/src/lib/deceptions.json");

#[tokio::test]
async fn a_document_that_deceives_is_told_so_at_the_first_look() {
    let (server, host) = reference().await;
    let table: Vec<Value> = serde_json::from_str(DECEPTIONS).expect("the table");
    assert!(!table.is_empty(), "there are deceptions");
    for one in &table {
        let mut document = metadata("1.1.0");
        document["actions"][0]["description"] = one["text"].clone();
        server.be(Manner::Says(
            document.to_string(),
            "application/json".into(),
        ));
        let url = json!({ "url": server.url() });
        let looked = host.call(op::WebtoolDiscover, url).await["preview"].take();
        let expected = one["hidden"].as_array().map(Vec::len).unwrap_or_default();
        assert_eq!(
            counted(&looked["hidden"]),
            expected,
            "{one}: {:?}",
            looked["hidden"]
        );

        let mixed = one.get("mixed").cloned().unwrap_or(json!([]));
        assert_eq!(looked["mixed"], mixed, "{one}");

        let new = json!({ "label": "", "sha256": looked["sha256"] });
        let id = text(&host.call(op::WebtoolAdd, new).await["id"]);
        let detail = host.call(op::WebtoolGet, json!({ "webtoolId": id })).await;
        let pin = json!({ "webtoolId": id, "pinId": detail["pins"][0]["id"] });
        let kept = host.call(op::WebtoolText, pin).await;
        assert_eq!(
            (&kept["hidden"], &kept["mixed"], &kept["text"]),
            (&looked["hidden"], &looked["mixed"], &looked["text"]),
            "{one}: and at each later one"
        );
        host.call(op::WebtoolRemove, json!({ "webtoolId": id }))
            .await;
    }
    host.api.close().await;
}

/// How many characters are told of: “2 zero-width characters”.
fn counted(words: &Value) -> usize {
    let counts = words.as_array().into_iter().flatten().map(|words| {
        let count = text(words);
        let (count, _) = count.split_once(' ').expect("a count and a word");
        count.parse::<usize>().expect("a count")
    });
    counts.sum()
}
