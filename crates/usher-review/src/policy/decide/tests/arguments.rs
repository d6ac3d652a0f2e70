//! Rules that name the arguments of calls.

use super::*;
use crate::policy::arguments::NamedArguments;
use serde_json::json;

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().expect("arguments are an object")
}

/// A rule for the present `wipe` with these arguments.
fn with_arguments(id: &str, arguments: &Value, decision: RuleDecision) -> Rule {
    let scope = RuleScope::ToolWithArguments {
        name: "wipe".into(),
        definition: "now".into(),
        claimed: Effect::Destroys,
        arguments: NamedArguments {
            digest: arguments_digest(&object(arguments)),
            shown: arguments.clone(),
        },
    };
    rule(id, scope, decision)
}

/// Every part of what a rule that names arguments is bound to, changed alone.
#[test]
fn a_rule_that_names_arguments_lets_exactly_these_calls_through() {
    use RuleDecision::{AllowAlways, AllowSession, AllowUntil, Never};
    let agent = Caller::Client {
        id: "Editor".into(),
    };
    let other_agent = Caller::Client { id: "Other".into() };
    let named = json!({ "path": "/a", "keep": 2, "deep": { "x": [1, 2], "y": null } });
    let given = |decision| Rule {
        caller: agent.clone(),
        ..with_arguments("r", &named, decision)
    };
    let base = CallFacts {
        caller: &agent,
        last_run: None,
        ..wipe(Effect::Destroys)
    };
    let asked = || Verdict::Ask(CallReason::Destructive);
    let changed = || Verdict::Ask(CallReason::Changed);
    let arguments = [
        ("the same", named.clone(), run("r")),
        (
            "members in another order",
            json!({ "deep": { "y": null, "x": [1, 2] }, "keep": 2, "path": "/a" }),
            run("r"),
        ),
        (
            "a number written in another way",
            json!({ "path": "/a", "keep": 2.0, "deep": { "x": [1, 2], "y": null } }),
            run("r"),
        ),
        (
            "a value changed",
            json!({ "path": "/b", "keep": 2, "deep": { "x": [1, 2], "y": null } }),
            asked(),
        ),
        (
            "another type",
            json!({ "path": "/a", "keep": "2", "deep": { "x": [1, 2], "y": null } }),
            asked(),
        ),
        (
            "a member added",
            json!({ "path": "/a", "keep": 2, "deep": { "x": [1, 2], "y": null }, "all": true }),
            asked(),
        ),
        (
            "a member left out",
            json!({ "path": "/a", "deep": { "x": [1, 2], "y": null } }),
            asked(),
        ),
        (
            "null left out deep inside",
            json!({ "path": "/a", "keep": 2, "deep": { "x": [1, 2] } }),
            asked(),
        ),
        (
            "entries in another order",
            json!({ "path": "/a", "keep": 2, "deep": { "x": [2, 1], "y": null } }),
            asked(),
        ),
        ("none", json!({}), asked()),
    ];
    for decision in [AllowSession, AllowUntil(NOW + 1), AllowAlways] {
        for (why, sent, expected) in &arguments {
            let sent = object(sent);
            let call = CallFacts {
                arguments: &sent,
                ..base
            };
            check(why, &[given(decision)], call, expected);
        }
    }
    let sent = object(&named);
    let base = CallFacts {
        arguments: &sent,
        ..base
    };
    let facts = [
        (
            "another client",
            CallFacts {
                caller: &other_agent,
                ..base
            },
            asked(),
        ),
        (
            "the person",
            CallFacts {
                caller: &Caller::Person,
                ..base
            },
            asked(),
        ),
        (
            "another tool",
            CallFacts {
                tool: "look",
                ..base
            },
            asked(),
        ),
        (
            "another definition",
            CallFacts {
                definition: "later",
                ..base
            },
            changed(),
        ),
        (
            "another server behind the name",
            CallFacts {
                transport: "other program",
                ..base
            },
            changed(),
        ),
    ];
    for (why, call, expected) in facts {
        check(why, &[given(AllowAlways)], call, &expected);
    }
    check("it is over", &[given(AllowUntil(NOW))], base, &asked());
    check("it is revoked", &[], base, &asked());
    let many = [
        given(AllowAlways),
        Rule {
            id: "s".into(),
            caller: agent.clone(),
            ..with_arguments("s", &json!({}), AllowAlways)
        },
    ];
    check("others beside it", &many, base, &run("r"));
    let none = CallFacts {
        arguments: &NO_ARGUMENTS,
        ..base
    };
    check("each lets its own calls through", &many, none, &run("s"));
    let blocked = [given(AllowAlways), tool("n", "now", Never)];
    check("the tool is blocked", &blocked, base, &refuse("n"));
}

#[test]
fn asking_about_a_tool_gives_way_only_to_arguments_allowed_since() {
    use RuleDecision::{AllowAlways, Ask};
    let allowed_at = |given_at| Rule {
        given_at,
        ..with_arguments("r", &json!({}), AllowAlways)
    };
    let ask_at = |id, given_at| Rule {
        given_at,
        ..tool(id, "now", Ask)
    };
    let call = wipe(Effect::Destroys);
    let rows = [
        (
            "allowed since",
            vec![allowed_at(9), ask_at("a", 8)],
            run("r"),
        ),
        (
            "asked since",
            vec![allowed_at(8), ask_at("a", 9)],
            asked_by("a"),
        ),
        (
            "at the same time the stricter",
            vec![allowed_at(9), ask_at("a", 9)],
            asked_by("a"),
        ),
        (
            "one of two asks since",
            vec![ask_at("b", 7), allowed_at(8), ask_at("a", 9)],
            asked_by("a"),
        ),
        (
            "blocked at any time",
            vec![
                allowed_at(9),
                Rule {
                    given_at: 1,
                    ..tool("n", "now", RuleDecision::Never)
                },
            ],
            refuse("n"),
        ),
    ];
    for (why, rules, expected) in rows {
        check(why, &rules, call, &expected);
    }
    let sent = object(&json!({ "keep": 1 }));
    let other = CallFacts {
        arguments: &sent,
        ..call
    };
    check(
        "of other arguments it still asks",
        &[allowed_at(9), ask_at("a", 8)],
        other,
        &asked_by("a"),
    );
}
