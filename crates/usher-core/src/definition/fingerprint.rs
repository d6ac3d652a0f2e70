//! What the person agreed to, in one line: a digest over everything a definition says; and one over the part
//! of it that is started or reached.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{ServerDefinition, Transport};

impl ServerDefinition {
    /// SHA-256 over its canonical JSON (RFC 8785: members by name, no spaces), in hexadecimal.
    pub fn fingerprint(&self) -> String {
        digest(self)
    }
}

impl Transport {
    /// As [`ServerDefinition::fingerprint`], over what is started or reached alone.
    pub(crate) fn fingerprint(&self) -> String {
        digest(self)
    }
}

/// As [`ServerDefinition::fingerprint`], over anything that is JSON.
pub(crate) fn digest(part: &impl Serialize) -> String {
    // A definition always serialises: it holds only text, lists and tagged variants.
    let value = serde_json::to_value(part).unwrap_or_default();
    let mut canonical = String::new();
    write_canonical(&value, &mut canonical);
    let mut hex = String::new();
    for byte in Sha256::digest(canonical) {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
            out.push('{');
            for (index, (name, member)) in members.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                write_canonical(member, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_canonical(item, out);
            }
            out.push(']');
        }
        // Numbers do not occur in definitions, so their form needs no care.
        plain => out.push_str(&plain.to_string()),
    }
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
