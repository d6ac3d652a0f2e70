//! Groups that servers are listed in.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_messages::Message;

use crate::field_problem::FieldProblem;
use crate::text::visible;

/// The person's name for a group of servers. It decides nothing but where they are listed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct ServerGroup(String);

impl ServerGroup {
    /// The most characters a name may have.
    pub const MAX_CHARS: usize = 64;

    /// Reads what the person typed; empty = no group.
    pub fn typed(text: &str) -> Result<Option<Self>, FieldProblem> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let problem = |message: Message| FieldProblem::new("group", message.to_string());
        if visible(text) != text {
            return Err(problem(Message::new("group.characters")));
        }
        if text.chars().count() > Self::MAX_CHARS {
            let message = Message::new("group.tooLong").with("limit", Self::MAX_CHARS);
            return Err(problem(message));
        }
        Ok(Some(Self(text.to_owned())))
    }

    /// The text of it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ServerGroup {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match Self::typed(&text) {
            Ok(Some(group)) => Ok(group),
            Ok(None) | Err(_) => Err("no name of a group"),
        }
    }
}

impl From<ServerGroup> for String {
    fn from(group: ServerGroup) -> Self {
        group.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_groups_are_short_and_visible() {
        let long = "x".repeat(ServerGroup::MAX_CHARS);
        let too_long = "x".repeat(ServerGroup::MAX_CHARS + 1);
        let cases: &[(&str, Result<Option<&str>, ()>)] = &[
            ("", Ok(None)),
            (" \t ", Ok(None)),
            ("Work", Ok(Some("Work"))),
            ("  At home ", Ok(Some("At home"))),
            ("Büro 🏠", Ok(Some("Büro 🏠"))),
            (&long, Ok(Some(&long))),
            (&too_long, Err(())),
            ("a\nb", Err(())),
            ("a\u{7}b", Err(())),
            ("a\u{202e}b", Err(())),
            ("a\u{200b}b", Err(())),
        ];
        for (typed, expected) in cases {
            let group = ServerGroup::typed(typed);
            let group = group
                .as_ref()
                .map(|group| group.as_ref().map(ServerGroup::as_str));
            assert_eq!(group.map_err(|_| ()), *expected, "{typed:?}");
        }
    }
}
