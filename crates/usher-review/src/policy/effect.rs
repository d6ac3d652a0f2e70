//! Reads the effect of a tool from what its server claims.
//!
//! 2025-11-25, server/tools, `ToolAnnotations`. Also digests the definition that was reviewed.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use usher_types::protocol::ToolAnnotations;
use usher_types::tool::Tool;

use crate::canonical::digest;

/// What running a tool does. Its serialised form is what setup files hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Effect {
    Reads,
    /// It changes something, and destroys nothing.
    Changes,
    /// It may destroy something.
    Destroys,
    Unknown,
}

impl Effect {
    /// Reads what the server claims. A claim that a tool may destroy counts, whatever else is claimed: of two
    /// claims that cannot both be true, the one that spares a question is worth less. A server that says only that
    /// the tool changes something says by that, too, that it may destroy (the default of `destructiveHint`); one
    /// that says nothing claims nothing.
    pub fn claimed(claims: ToolAnnotations) -> Self {
        match (claims.read_only, claims.destructive) {
            (_, Some(true)) | (Some(false), None) => Self::Destroys,
            (Some(true), _) => Self::Reads,
            (_, Some(false)) => Self::Changes,
            (None, None) => Self::Unknown,
        }
    }

    /// The word it is kept by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Changes => "changes",
            Self::Destroys => "destroys",
            Self::Unknown => "unknown",
        }
    }

    /// Reads the word it is kept by.
    pub fn kept(word: &str) -> Option<Self> {
        [Self::Reads, Self::Changes, Self::Destroys, Self::Unknown]
            .into_iter()
            .find(|effect| effect.as_str() == word)
    }
}

/// Whether the person trusts what a server says about its tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Its claims are shown, and allow nothing.
    No,
    Yes,
}

/// The digest of a tool's definition: everything that is said of what it does and takes, without its pictures
/// and `_meta`, which may differ each time the list is read.
pub fn definition_of(tool: &Tool) -> String {
    let mut definition = tool.raw.clone();
    if let Value::Object(members) = &mut definition {
        members.remove("_meta");
        members.remove("icons");
    }
    digest(&definition)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's tests read the same table.
    const EFFECTS: &str = include_str!("../../../../ui/src/lib/effects.json");

    #[test]
    fn claims_are_read_with_the_defaults_of_the_protocol() {
        let rows: Vec<Value> = serde_json::from_str(EFFECTS).unwrap();
        assert_eq!(rows.len(), 9, "three states of two claims");
        for row in rows {
            let claims = ToolAnnotations {
                read_only: row["readOnly"].as_bool(),
                destructive: row["destructive"].as_bool(),
                ..ToolAnnotations::default()
            };
            let expected = Effect::kept(row["effect"].as_str().unwrap());
            let claimed = Effect::claimed(claims);
            assert_eq!(Some(claimed), expected, "{row}");
            assert_eq!(row["effect"], claimed.as_str(), "it is kept and read again");
        }
    }
}
