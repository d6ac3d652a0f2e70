//! Texts that models read where those for the person say what only the person can do.

use std::borrow::Cow;

use usher_messages::{Message, Param};

/// Codes of messages for the person, and of those for models with the same parameters.
const FOR_MODELS: [(&str, &str); 26] = [
    ("request.declined", "gateway.model.declined"),
    ("request.stopped", "gateway.model.stopped"),
    ("request.timeout", "gateway.model.timeout"),
    ("request.scope", "gateway.model.scope"),
    ("request.unauthorized", "gateway.model.unauthorized"),
    ("request.urlFirst", "gateway.model.urlFirst"),
    ("request.notListed", "gateway.model.notListed"),
    (
        "request.policySinceApproval",
        "gateway.model.policySinceApproval",
    ),
    (
        "request.review.sinceApproval",
        "gateway.model.sinceApproval",
    ),
    ("request.review.notConfirmed", "gateway.model.notConfirmed"),
    ("request.review.unreadable", "gateway.model.unreadable"),
    ("request.review.pins", "gateway.model.pins"),
    ("request.review.none", "gateway.model.unreviewed"),
    ("request.review.altered", "gateway.model.unreviewed"),
    ("request.review.changed", "gateway.model.changed"),
    ("request.review.changedMore", "gateway.model.changed"),
    ("request.state.disabled", "gateway.model.disabled"),
    ("request.state.queued", "gateway.model.queued"),
    ("request.state.signingIn", "gateway.model.signingIn"),
    ("request.state.starting", "gateway.model.starting"),
    ("request.state.failed", "gateway.model.failed"),
    ("request.webtool.changed", "gateway.model.webtoolChanged"),
    ("request.webtool.unconfigured", "gateway.model.unconfigured"),
    (
        "request.webtool.unreadable",
        "gateway.model.webtoolUnreadable",
    ),
    (
        "request.webtool.credential",
        "gateway.model.webtoolUnreadable",
    ),
    ("request.webtool.stopped", "gateway.model.webtoolStopped"),
];

/// Returns the message that a model gets for one that the person would read.
pub(crate) fn for_model(message: &Message) -> Message {
    let found = FOR_MODELS.iter().find(|(code, _)| *code == message.code);
    Message {
        code: found.map_or_else(|| message.code.clone(), |(_, code)| Cow::Borrowed(*code)),
        params: message
            .params
            .iter()
            .map(|(name, param)| (name.clone(), param_for_model(param)))
            .collect(),
    }
}

fn param_for_model(param: &Param) -> Param {
    match param {
        Param::Message { message } => Param::Message {
            message: Box::new(for_model(message)),
        },
        Param::List { items } => Param::List {
            items: items.iter().map(param_for_model).collect(),
        },
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_person_would_read_is_said_of_the_user() {
        let declined = Message::new("request.declined")
            .with("tool", "send")
            .with("server", "Mail");
        let disabled = Message::new("request.state.disabled").with("server", "Mail");
        let cases = [
            (
                declined.clone(),
                "The user declined to run send of “Mail”. Nothing was sent.",
            ),
            (
                Message::new("sentences")
                    .with("first", declined)
                    .with("next", disabled),
                "The user declined to run send of “Mail”. Nothing was sent. “Mail” is disabled. The user can enable it in Usher.",
            ),
            (Message::new("request.cancelled"), "Cancelled."),
        ];
        for (message, expected) in cases {
            assert_eq!(for_model(&message).to_string(), expected, "{message:?}");
        }
    }

    #[test]
    fn no_text_for_models_speaks_to_the_person() {
        for (code, for_models) in FOR_MODELS {
            let text = Message::new(for_models).to_string();
            assert_ne!(text, format!("core.{for_models}"), "{code} has a text");
            let speaks = [" you ", "You ", " your ", "Your ", "Settings"];
            let found: Vec<_> = speaks.iter().filter(|word| text.contains(**word)).collect();
            assert!(found.is_empty(), "{for_models} says {found:?}: {text}");
        }
    }
}
