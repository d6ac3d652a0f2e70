//! Reads what the client declared in `initialize`: version and capabilities.

use serde_json::Value;

/// The revisions of the protocol this server speaks, oldest first.
const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const NEWEST: &str = "2025-11-25";

/// The client of this session.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    /// The revision agreed on.
    pub(crate) version: &'static str,
    pub(crate) can_answer_forms: bool,
    pub(crate) can_open_urls: bool,
    pub(crate) can_sample: bool,
    pub(crate) can_list_roots: bool,
}

impl Client {
    /// Reads the wanted version and `capabilities`; unknown versions get our newest.
    pub(crate) fn new(wanted: &str, capabilities: &Value) -> Self {
        let elicitation = capabilities.get("elicitation").and_then(Value::as_object);
        Self {
            version: VERSIONS
                .into_iter()
                .find(|version| *version == wanted)
                .unwrap_or(NEWEST),
            // An empty object means forms only; before 2025-11-25 there was nothing else.
            can_answer_forms: elicitation
                .is_some_and(|modes| modes.is_empty() || modes.contains_key("form")),
            can_open_urls: elicitation.is_some_and(|modes| modes.contains_key("url")),
            can_sample: capabilities.get("sampling").is_some_and(Value::is_object),
            can_list_roots: capabilities.get("roots").is_some_and(Value::is_object),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Client;

    fn check(wanted: &str, expected: &str) {
        assert_eq!(
            Client::new(wanted, &json!({})).version,
            expected,
            "asked {wanted}"
        );
    }

    #[test]
    fn a_known_version_is_kept_and_any_other_gets_the_newest() {
        check("2024-11-05", "2024-11-05");
        check("2025-03-26", "2025-03-26");
        check("2025-06-18", "2025-06-18");
        check("2025-11-25", "2025-11-25");
        check("2026-07-28", "2025-11-25");
        check("1.0", "2025-11-25");
        check("", "2025-11-25");
    }

    #[test]
    fn elicitation_modes_are_read_as_the_specification_says() {
        let modes = |capabilities| {
            let client = Client::new("2025-11-25", &capabilities);
            (client.can_answer_forms, client.can_open_urls)
        };
        let cases = [
            (json!({}), (false, false)),
            (json!({ "elicitation": {} }), (true, false)),
            (json!({ "elicitation": { "form": {} } }), (true, false)),
            (json!({ "elicitation": { "url": {} } }), (false, true)),
            (
                json!({ "elicitation": { "form": {}, "url": {} } }),
                (true, true),
            ),
        ];
        for (capabilities, expected) in cases {
            assert_eq!(modes(capabilities.clone()), expected, "for {capabilities}");
        }
    }
}
