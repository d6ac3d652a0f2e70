//! Policies: what a tool does, whether what a server claims of it counts, and whether a rule still holds.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::protocol::ToolAnnotations;

/// What running a tool does. Setup files hold its serialised form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Effect {
    Reads,
    /// It changes something, and destroys nothing.
    Changes,
    /// It may destroy something.
    Destroys,
    /// Nobody says, or nobody who is trusted.
    Unknown,
}

/// Whether a rule still does anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "RuleStanding")]
pub enum RuleStatus {
    Holds,
    /// Its time is over.
    Expired,
    /// The tool or server has changed since it was given.
    Outdated,
}

/// Whether what a server says of its tools counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Trust {
    /// It is shown, and allows nothing.
    No,
    Yes,
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

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The page's tests read the same table.
    const EFFECTS: &str = include_str!("../../../ui/src/lib/effects.json");

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
