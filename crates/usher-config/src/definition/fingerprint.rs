//! Digests what the person agreed to.
//!
//! One digest covers the whole definition, another only what is started or reached.

use serde::Serialize;
use serde_json::Value;

use super::{ServerDefinition, Transport};
pub use usher_review::canonical::digest;

impl ServerDefinition {
    /// SHA-256 over its canonical JSON (RFC 8785: members by name, no spaces), in hexadecimal.
    pub fn fingerprint(&self) -> String {
        digest(self)
    }

    /// Everything it says, with references in the place of secrets.
    pub fn to_json(&self) -> Value {
        json(self)
    }
}

impl Transport {
    /// As [`ServerDefinition::fingerprint`], over what is started or reached alone.
    pub fn fingerprint(&self) -> String {
        digest(self)
    }
}

fn json(part: &impl Serialize) -> Value {
    // A definition always serialises: it holds only text, lists and tagged variants.
    serde_json::to_value(part).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use usher_mcp::EraChoice;

    use super::super::{Label, NamedValue, SavedValue, ServerDefinition, Transport};

    fn definition(args: &[&str]) -> ServerDefinition {
        ServerDefinition {
            label: Label::trusted("files"),
            transport: Transport::Stdio {
                command: "npx".into(),
                args: args.iter().map(ToString::to_string).collect(),
                env: vec![NamedValue {
                    name: "KEY".into(),
                    value: SavedValue::Plain("value".into()),
                }],
                cwd: None,
                inputs: Vec::new(),
            },
            era: EraChoice::Auto,
        }
    }

    #[test]
    fn a_fingerprint_changes_with_every_part() {
        let agreed = definition(&["-y", "server"]).fingerprint();
        assert_eq!(
            agreed,
            definition(&["-y", "server"]).fingerprint(),
            "the same definition has the same fingerprint"
        );
        for other in [
            definition(&["-y", "server2"]),
            definition(&["-y server"]),
            definition(&[]),
        ] {
            assert_ne!(agreed, other.fingerprint(), "{other:?} was not agreed to");
        }
        let modern = ServerDefinition {
            era: EraChoice::Modern,
            ..definition(&["-y", "server"])
        };
        assert_ne!(agreed, modern.fingerprint(), "a choice is agreed to");
    }

    #[test]
    fn what_was_agreed_to_before_there_was_a_choice_still_is() {
        let before = r#"{"label":"files","transport":{"kind":"stdio","command":"npx","args":[],"env":[],"cwd":null}}"#;
        let read: ServerDefinition = serde_json::from_str(before).unwrap();
        assert_eq!(read.era, EraChoice::Auto, "nothing was chosen");
        assert_eq!(
            serde_json::to_string(&read).unwrap(),
            before,
            "it is written as it was, so it has the fingerprint it had"
        );
    }
}
