//! Tests of comparing two documents.

use super::*;
use usher_review::canonical::Digest;
use usher_types::webtool::PinId;
use usher_types::webtool::{WebtoolChange, WebtoolStanding};

fn pin(text: &str, version: &str, place: &str) -> Pin {
    let value: Value = serde_json::from_str(text).expect("JSON");
    Pin {
        id: PinId(1),
        bytes: text.as_bytes().to_vec(),
        sha256: Digest::of_bytes(text.as_bytes()),
        canonical_sha256: Digest::of_value(&value),
        version: version.into(),
        url: None,
        final_url: Some(place.parse().expect("a URL")),
        media_type: "application/json".into(),
        fetched_at: 0,
        standing: WebtoolStanding::Found,
    }
}

#[test]
fn documents_are_compared_by_bytes_content_and_version() {
    let here = "https://h/w/";
    let old = pin(r#"{"a":1,"b":2}"#, "1.2.0", here);
    let cases = [
        (r#"{"a":1,"b":2}"#, "1.2.0", here, Comparison::Identical),
        (
            r#"{ "b": 2, "a": 1.0 }"#,
            "1.2.0",
            here,
            Comparison::Reformatted,
        ),
        (
            r#"{"a":1,"b":3}"#,
            "1.2.0",
            here,
            Comparison::Other(WebtoolChange::Silent),
        ),
        (
            r#"{"a":1,"b":3}"#,
            "1.2.0+2",
            here,
            Comparison::Other(WebtoolChange::Silent),
        ),
        (
            r#"{"a":1,"b":3}"#,
            "1.10.0",
            here,
            Comparison::Other(WebtoolChange::Newer),
        ),
        (
            r#"{"a":1,"b":3}"#,
            "1.2.1-rc",
            here,
            Comparison::Other(WebtoolChange::Newer),
        ),
        (
            r#"{"a":1,"b":3}"#,
            "1.2.0-rc",
            here,
            Comparison::Other(WebtoolChange::Downgraded),
        ),
        (
            r#"{"a":1,"b":3}"#,
            "0.9.9",
            here,
            Comparison::Other(WebtoolChange::Downgraded),
        ),
        (
            r#"{"a":1,"b":2}"#,
            "1.2.0",
            "https://h/v/",
            Comparison::Other(WebtoolChange::Silent),
        ),
        (
            r#"{"a":1,"b":3}"#,
            "spring",
            here,
            Comparison::Other(WebtoolChange::Newer),
        ),
    ];
    for (text, version, place, expected) in cases {
        let found = old.compare(&pin(text, version, place));
        assert_eq!(found, expected, "{text} of version {version} at {place}");
    }
}
