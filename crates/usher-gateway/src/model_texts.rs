//! Texts that models read where those for the person say what only the person can do.

use std::borrow::Cow;

use usher_messages::{Message, Param};

/// Codes of messages for the person, and of those for models with the same parameters.
const FOR_MODELS: [(&str, &str); 40] = [
    ("request.declined", "gateway.model.declined"),
    ("request.stopped", "gateway.model.stopped"),
    ("request.timeout", "gateway.model.timeout"),
    ("request.scope", "gateway.model.scope"),
    ("request.unauthorized", "gateway.model.unauthorized"),
    ("request.scopeWith", "gateway.model.scopeWith"),
    ("request.unauthorizedWith", "gateway.model.unauthorizedWith"),
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
    // What stands within others: why a server is not running, and what has become of answers.
    ("request.lost.notSent", "gateway.model.answersNotSent"),
    ("failure.needsReview", "gateway.model.needsReview"),
    ("failure.signedOut", "gateway.model.signedOut"),
    ("failure.notOnPath", "gateway.model.notOnPath"),
    ("oauth.denied", "gateway.model.signInEnded"),
    ("oauth.tooLate", "gateway.model.signInEnded"),
    ("oauth.noBrowser", "gateway.model.signInEnded"),
    ("oauth.noListener", "gateway.model.signInEnded"),
    ("oauth.notReviewed", "gateway.model.signInEnded"),
    ("oauth.needsClient", "gateway.model.signInEnded"),
    ("webtools.change.silent", "gateway.model.webtoolSilent"),
    (
        "webtools.change.downgraded",
        "gateway.model.webtoolDowngraded",
    ),
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
    use std::collections::BTreeMap;

    use usher_messages::{Catalogue, Language};

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
            (
                Message::new("request.state.retrying")
                    .with("server", "Mail")
                    .with(
                        "reason",
                        Message::new("failure.notOnPath").with("program", "mail"),
                    ),
                "“Mail” is not running: Command “mail” was not found. Usher will start it again.",
            ),
            (
                Message::new("failure.signedOut").with("place", "mail.example"),
                "mail.example no longer accepts the sign-in. The user must sign in again in Usher.",
            ),
        ];
        for (message, expected) in cases {
            assert_eq!(for_model(&message).to_string(), expected, "{message:?}");
        }
    }

    /// Texts that only the person reads, of the groups that [`SAID`] names.
    const NEVER_SAID: [&str; 4] = [
        // What to do next is left out of `request.state.failed`.
        "failure.next.",
        "request.state.failed",
        // What the person reviews.
        "request.review.other",
        "request.review.notVarying",
    ];

    /// What a model may be told, or what stands in it.
    const SAID: [&str; 4] = ["failure.", "request.", "oauth.", "webtools.change."];

    #[test]
    fn no_text_for_models_speaks_to_the_person() {
        let all = Catalogue::of(Language::English).keys();
        let said = all
            .filter_map(|key| key.strip_prefix("core."))
            .filter(|code| SAID.iter().any(|group| code.starts_with(group)))
            .filter(|code| !NEVER_SAID.iter().any(|group| code.starts_with(group)));
        let said: Vec<Message> = said
            .map(|code| Message {
                code: code.to_owned().into(),
                params: BTreeMap::new(),
            })
            .collect();
        assert!(said.len() > 100, "{} texts are looked at", said.len());
        let mut speaking = Vec::new();
        for message in &said {
            let text = for_model(message).to_string();
            let words = text
                .split(|next: char| !next.is_alphabetic())
                .map(str::to_lowercase);
            let speaks = ["you", "your", "yourself", "settings"];
            let asks = ["Sign in", "Review the ", "Review it", "Enable it"];
            if words
                .into_iter()
                .any(|word| speaks.contains(&word.as_str()))
                || asks.iter().any(|asked| text.contains(asked))
            {
                speaking.push(format!("{}: {text}", message.code));
            }
        }
        assert_eq!(speaking, Vec::<String>::new());
        for (code, for_models) in FOR_MODELS {
            let text = Message::new(for_models).to_string();
            assert_ne!(text, format!("core.{for_models}"), "{code} has a text");
            assert!(
                Catalogue::of(Language::English).has(&format!("core.{code}")),
                "{code} is a text"
            );
        }
    }
}
