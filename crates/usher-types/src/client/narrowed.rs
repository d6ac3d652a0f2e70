//! Computes what two profiles both allow: what a decision takes away holds also if what it grants cannot be stored.

use super::{AnsweredBy, ClientAnswers, ClientProfile, Offering, SourceChoice};

impl ClientProfile {
    /// Returns this profile without what the one before did not allow.
    #[must_use]
    pub fn narrowed_by(&self, before: &Self) -> Self {
        let hidden_tools = self.hidden_tools.union(&before.hidden_tools);
        Self {
            sources: self.sources.narrowed_by(&before.sources),
            hidden_tools: hidden_tools.cloned().collect(),
            prompts: self.prompts.narrowed_by(before.prompts),
            resources: self.resources.narrowed_by(before.resources),
            answers: self.answers.narrowed_by(before.answers),
            ..self.clone()
        }
    }
}

impl SourceChoice {
    fn narrowed_by(&self, before: &Self) -> Self {
        match (self, before) {
            (one, Self::All) | (Self::All, one) => one.clone(),
            (Self::Only { server_ids }, Self::Only { server_ids: known }) => Self::Only {
                server_ids: server_ids.intersection(known).cloned().collect(),
            },
        }
    }
}

impl Offering {
    fn narrowed_by(self, before: Self) -> Self {
        match (self, before) {
            (Self::Offered, Self::Offered) => Self::Offered,
            _ => Self::Hidden,
        }
    }
}

impl ClientAnswers {
    fn narrowed_by(self, before: Self) -> Self {
        let narrowed = |now, before| match (now, before) {
            (AnsweredBy::Client, AnsweredBy::Client) => AnsweredBy::Client,
            _ => AnsweredBy::Person,
        };
        Self {
            elicitation: narrowed(self.elicitation, before.elicitation),
            sampling: narrowed(self.sampling, before.sampling),
            roots: narrowed(self.roots, before.roots),
            approvals: narrowed(self.approvals, before.approvals),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::client::SourceTool;
    use crate::id::SourceId;

    #[test]
    fn what_both_allow_is_what_is_left() {
        let all = ClientProfile::default;
        let only = |ids: &[&str]| ClientProfile {
            sources: SourceChoice::Only {
                server_ids: ids.iter().map(|id| SourceId::from(*id)).collect(),
            },
            ..all()
        };
        let hiding = |tools: &[&str]| ClientProfile {
            hidden_tools: tools
                .iter()
                .map(|tool| SourceTool {
                    source: SourceId::from("notes"),
                    tool: (*tool).to_owned(),
                })
                .collect::<BTreeSet<_>>(),
            ..all()
        };
        let offering = |prompts, resources| ClientProfile {
            prompts,
            resources,
            ..all()
        };
        let answering = |elicitation, approvals| ClientProfile {
            answers: ClientAnswers {
                elicitation,
                approvals,
                ..ClientAnswers::default()
            },
            ..all()
        };
        let (hidden, offered) = (Offering::Hidden, Offering::Offered);
        let (person, client) = (AnsweredBy::Person, AnsweredBy::Client);
        // What was allowed before, what is chosen, and what both allow.
        let cases = [
            (all(), all(), all()),
            (all(), only(&["a"]), only(&["a"])),
            (only(&["a"]), all(), only(&["a"])),
            (only(&["a", "b"]), only(&["b", "c"]), only(&["b"])),
            (all(), hiding(&["x"]), hiding(&["x"])),
            (hiding(&["x"]), hiding(&["y"]), hiding(&["x", "y"])),
            (
                offering(offered, hidden),
                offering(hidden, offered),
                offering(hidden, hidden),
            ),
            (all(), offering(hidden, offered), offering(hidden, offered)),
            (
                answering(client, client),
                answering(client, person),
                answering(client, person),
            ),
            (all(), answering(client, client), all()),
        ];
        for (before, chosen, expected) in cases {
            let narrowed = chosen.narrowed_by(&before);
            assert_eq!(narrowed, expected, "{before:?}, then {chosen:?}");
        }
    }
}
