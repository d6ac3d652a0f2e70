//! Every case in which one rule or another decides.

mod arguments;

use std::sync::LazyLock;

use super::*;

static NO_ARGUMENTS: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

const NOW: i64 = 1_000;

fn rule(id: &str, scope: RuleScope, decision: RuleDecision) -> Rule {
    Rule {
        id: id.into(),
        source: "s".into(),
        caller: Caller::Person,
        scope,
        decision,
        transport: "program".into(),
        given_at: 1,
        uses: 0,
        last_used_at: None,
    }
}

fn tool(id: &str, definition: &str, decision: RuleDecision) -> Rule {
    let scope = RuleScope::Tool {
        name: "wipe".into(),
        definition: definition.into(),
        claimed: Effect::Destroys,
    };
    rule(id, scope, decision)
}

fn with(id: &str, effect: Effect, decision: RuleDecision) -> Rule {
    rule(id, RuleScope::WithEffect(effect), decision)
}

fn all(id: &str, decision: RuleDecision) -> Rule {
    rule(id, RuleScope::AllTools, decision)
}

/// A call of the present `wipe` of an untrusted server.
fn wipe(claimed: Effect) -> CallFacts<'static> {
    CallFacts {
        caller: &Caller::Person,
        tool: "wipe",
        arguments: &NO_ARGUMENTS,
        definition: "now",
        claimed,
        trust: Trust::No,
        transport: "program",
        last_run: Some("now"),
        now_ms: NOW,
    }
}

fn trusted(claimed: Effect) -> CallFacts<'static> {
    CallFacts {
        trust: Trust::Yes,
        ..wipe(claimed)
    }
}

#[track_caller]
fn check(why: &str, rules: &[Rule], call: CallFacts<'_>, expected: &Verdict) {
    assert_eq!(&decide(rules, &call), expected, "{why}");
    let backwards = rules.iter().rev();
    assert_eq!(
        &decide(backwards, &call),
        expected,
        "{why}, in whatever order the rules come"
    );
}

fn run(id: &str) -> Verdict {
    Verdict::Run(Some(id.into()))
}

fn refuse(id: &str) -> Verdict {
    Verdict::Refuse(id.into())
}

fn asked_by(id: &str) -> Verdict {
    Verdict::Ask(CallReason::Rule { rule_id: id.into() })
}

#[test]
fn without_a_rule_only_what_warns_or_has_changed_is_asked_about() {
    let destructive = Verdict::Ask(CallReason::Destructive);
    let changed = Verdict::Ask(CallReason::Changed);
    for claimed in [Effect::Reads, Effect::Changes, Effect::Unknown] {
        check("nothing warns", &[], wipe(claimed), &Verdict::Run(None));
    }
    check("it warns", &[], wipe(Effect::Destroys), &destructive);
    check(
        "trust takes no warning away",
        &[],
        trusted(Effect::Destroys),
        &destructive,
    );
    let never_run = CallFacts {
        last_run: None,
        ..wipe(Effect::Reads)
    };
    check(
        "there is no earlier one",
        &[],
        never_run,
        &Verdict::Run(None),
    );
    let other = CallFacts {
        last_run: Some("before"),
        ..wipe(Effect::Reads)
    };
    check("another was run", &[], other, &changed);
}

#[test]
fn the_rule_for_the_tool_comes_first() {
    use RuleDecision::{AllowSession, AllowUntil, Ask, Never};
    let call = || wipe(Effect::Destroys);
    check(
        "allowed",
        &[tool("t", "now", AllowSession)],
        call(),
        &run("t"),
    );
    check(
        "until later",
        &[tool("t", "now", AllowUntil(NOW + 1))],
        call(),
        &run("t"),
    );
    check(
        "the tool was meant, the server only in general",
        &[tool("t", "now", AllowSession), all("a", Never)],
        call(),
        &run("t"),
    );
    check(
        "never, though all others are allowed",
        &[tool("t", "now", Never), all("a", AllowSession)],
        wipe(Effect::Reads),
        &refuse("t"),
    );
    check("asked", &[tool("t", "now", Ask)], call(), &asked_by("t"));
    check(
        "of two alike the stricter",
        &[tool("t", "now", AllowSession), tool("u", "now", Never)],
        call(),
        &refuse("u"),
    );
    let other = CallFacts {
        tool: "look",
        ..wipe(Effect::Reads)
    };
    check(
        "another tool was meant",
        &[tool("t", "now", Never)],
        other,
        &Verdict::Run(None),
    );
}

#[test]
fn what_allows_holds_only_for_what_was_shown() {
    use RuleDecision::{AllowSession, AllowUntil, Ask, Never};
    let changed = Verdict::Ask(CallReason::Changed);
    let unrun = CallFacts {
        last_run: None,
        ..wipe(Effect::Reads)
    };
    check(
        "another definition",
        &[tool("t", "before", AllowSession)],
        unrun,
        &changed,
    );
    check(
        "another definition, but that one was run since",
        &[tool("t", "before", AllowSession)],
        wipe(Effect::Reads),
        &Verdict::Run(None),
    );
    check(
        "another definition, and a rule for all does not mend that",
        &[tool("t", "before", AllowSession), all("a", AllowSession)],
        unrun,
        &changed,
    );
    check(
        "another definition, and never anyway",
        &[tool("t", "before", AllowSession), all("a", Never)],
        unrun,
        &refuse("a"),
    );
    let elsewhere = CallFacts {
        transport: "other program",
        ..wipe(Effect::Destroys)
    };
    let destructive = Verdict::Ask(CallReason::Destructive);
    check(
        "another program",
        &[tool("t", "now", AllowSession)],
        elsewhere,
        &destructive,
    );
    check(
        "another program does not destroy by the same word",
        &[with("e", Effect::Destroys, AllowSession)],
        CallFacts {
            trust: Trust::Yes,
            ..elsewhere
        },
        &destructive,
    );
    for decision in [Never, Ask] {
        let expected = match decision {
            Never => refuse("t"),
            _ => asked_by("t"),
        };
        check(
            "no change takes a ban away",
            &[tool("t", "before", decision)],
            elsewhere,
            &expected,
        );
    }
    check(
        "it is over",
        &[tool("t", "now", AllowUntil(NOW))],
        wipe(Effect::Destroys),
        &Verdict::Ask(CallReason::Destructive),
    );
    check(
        "it is over, and the next in line counts",
        &[tool("t", "now", AllowUntil(NOW)), all("a", Never)],
        wipe(Effect::Destroys),
        &refuse("a"),
    );
    let changed_since = CallFacts {
        last_run: Some("before"),
        ..wipe(Effect::Reads)
    };
    check(
        "allowed since it changed",
        &[tool("t", "now", AllowSession)],
        changed_since,
        &run("t"),
    );
}

#[test]
fn effects_allow_only_on_the_word_of_a_trusted_server() {
    use RuleDecision::{AllowSession, Ask, Never};
    let reading = [with("e", Effect::Reads, AllowSession)];
    check("trusted", &reading, trusted(Effect::Reads), &run("e"));
    check(
        "not trusted, so it does not count; nothing else speaks against it",
        &reading,
        wipe(Effect::Reads),
        &Verdict::Run(None),
    );
    check(
        "another effect",
        &reading,
        trusted(Effect::Changes),
        &Verdict::Run(None),
    );
    check(
        "a ban needs no trust",
        &[with("e", Effect::Destroys, Never)],
        wipe(Effect::Destroys),
        &refuse("e"),
    );
    check(
        "asking needs none",
        &[with("e", Effect::Reads, Ask)],
        wipe(Effect::Reads),
        &asked_by("e"),
    );
    check(
        "without trust every effect is unknown",
        &[with("e", Effect::Unknown, AllowSession)],
        wipe(Effect::Reads),
        &run("e"),
    );
    check(
        "unknown is not what warns",
        &[with("e", Effect::Unknown, AllowSession)],
        wipe(Effect::Destroys),
        &Verdict::Ask(CallReason::Destructive),
    );
    check(
        "destructive tools may be allowed, named as such",
        &[with("e", Effect::Destroys, AllowSession)],
        trusted(Effect::Destroys),
        &run("e"),
    );
    check(
        "the effect comes before the server",
        &[with("e", Effect::Reads, AllowSession), all("a", Never)],
        trusted(Effect::Reads),
        &run("e"),
    );
}

#[test]
fn a_rule_for_all_tools_allows_none_that_may_destroy() {
    use RuleDecision::{AllowSession, Ask, Never};
    let (allowed, never) = ([all("a", AllowSession)], [all("a", Never)]);
    check("it reads", &allowed, wipe(Effect::Reads), &run("a"));
    check("nobody knows", &allowed, wipe(Effect::Unknown), &run("a"));
    check(
        "it destroys",
        &allowed,
        trusted(Effect::Destroys),
        &Verdict::Ask(CallReason::Destructive),
    );
    check("never", &never, wipe(Effect::Destroys), &refuse("a"));
    check(
        "asked about everything",
        &[all("a", Ask)],
        wipe(Effect::Reads),
        &asked_by("a"),
    );
    let changed = CallFacts {
        last_run: Some("before"),
        ..wipe(Effect::Reads)
    };
    check(
        "all are allowed, but this one has changed",
        &allowed,
        changed,
        &Verdict::Ask(CallReason::Changed),
    );
}

#[test]
fn a_client_is_asked_about_unless_a_trusted_server_says_that_it_reads() {
    let agent = Caller::Agent {
        name: "Editor".into(),
    };
    let ask = Verdict::Ask(CallReason::Client);
    let rows = [
        (Effect::Reads, Trust::Yes, Verdict::Run(None)),
        (Effect::Reads, Trust::No, ask.clone()),
        (Effect::Changes, Trust::Yes, ask.clone()),
        (Effect::Unknown, Trust::Yes, ask),
        (
            Effect::Destroys,
            Trust::Yes,
            Verdict::Ask(CallReason::Destructive),
        ),
    ];
    for (claimed, trust, expected) in rows {
        let call = CallFacts {
            caller: &agent,
            trust,
            ..wipe(claimed)
        };
        assert_eq!(decide([], &call), expected, "{claimed:?}, {trust:?}");
    }
}

#[test]
fn what_allows_is_for_one_caller_and_what_restricts_is_for_all() {
    use RuleDecision::{AllowSession, Ask, Never};
    let agent = Caller::Agent {
        name: "Editor".into(),
    };
    let other = Caller::Agent {
        name: "Other".into(),
    };
    let of = |caller: &Caller, decision| Rule {
        caller: caller.clone(),
        ..all("a", decision)
    };
    let by = |caller| CallFacts {
        caller,
        ..wipe(Effect::Reads)
    };
    let person = Caller::Person;
    let rows = [
        ("the person's own", &person, AllowSession, &person, run("a")),
        (
            "not for an agent",
            &person,
            AllowSession,
            &agent,
            Verdict::Ask(CallReason::Client),
        ),
        ("an agent's own", &agent, AllowSession, &agent, run("a")),
        (
            "not for another",
            &agent,
            AllowSession,
            &other,
            Verdict::Ask(CallReason::Client),
        ),
        (
            "not for the person",
            &agent,
            AllowSession,
            &person,
            Verdict::Run(None),
        ),
        ("forbidden to all", &person, Never, &agent, refuse("a")),
        ("asked for all", &person, Ask, &agent, asked_by("a")),
        (
            "forbidden to an agent only",
            &agent,
            Never,
            &person,
            Verdict::Run(None),
        ),
    ];
    for (why, given_to, decision, caller, expected) in rows {
        check(why, &[of(given_to, decision)], by(caller), &expected);
    }
}

#[test]
fn what_is_always_allowed_is_one_definition_for_one_caller() {
    use RuleDecision::{AllowAlways, Never};
    let always = [tool("t", "now", AllowAlways)];
    let unrun = CallFacts {
        last_run: None,
        ..wipe(Effect::Destroys)
    };
    check("it destroys, and was meant", &always, unrun, &run("t"));
    let later = CallFacts {
        now_ms: i64::MAX,
        ..unrun
    };
    check("there is no end", &always, later, &run("t"));
    let before = [tool("t", "before", AllowAlways)];
    check(
        "another definition is asked about",
        &before,
        unrun,
        &Verdict::Ask(CallReason::Changed),
    );
    let restored = CallFacts {
        definition: "before",
        last_run: Some("now"),
        ..unrun
    };
    check("the old definition again", &before, restored, &run("t"));
    check(
        "the old definition, but nothing is given any more",
        &[],
        restored,
        &Verdict::Ask(CallReason::Changed),
    );
    check(
        "another program is asked about",
        &always,
        CallFacts {
            transport: "other program",
            ..unrun
        },
        &Verdict::Ask(CallReason::Changed),
    );
    let agent = Caller::Agent {
        name: "Editor".into(),
    };
    check(
        "another caller is asked about",
        &always,
        CallFacts {
            caller: &agent,
            ..unrun
        },
        &Verdict::Ask(CallReason::Destructive),
    );
    check(
        "never is stricter",
        &[tool("t", "now", AllowAlways), tool("u", "now", Never)],
        unrun,
        &refuse("u"),
    );
    let scopes = [
        (tool("t", "now", Never).scope, true),
        (with("e", Effect::Reads, Never).scope, false),
        (all("a", Never).scope, false),
    ];
    for (scope, expected) in scopes {
        assert_eq!(scope.takes(AllowAlways), expected, "{scope:?}");
        assert!(scope.takes(Never), "what restricts is for any: {scope:?}");
    }
}

#[test]
fn an_app_of_a_server_asks_about_all_but_reading() {
    let app = Caller::App {
        server: "s".into(),
        uri: "ui://s/a".into(),
    };
    let of_app = |claimed| CallFacts {
        caller: &app,
        ..wipe(claimed)
    };
    let ask = Verdict::Ask(CallReason::App);
    for (claimed, expected) in [
        (Effect::Reads, Verdict::Run(None)),
        (Effect::Changes, ask.clone()),
        (Effect::Unknown, ask),
        (Effect::Destroys, Verdict::Ask(CallReason::Destructive)),
    ] {
        check("without a rule", &[], of_app(claimed), &expected);
    }
    check(
        "a rule of the person is not one of the app",
        &[all("person", RuleDecision::AllowSession)],
        of_app(Effect::Changes),
        &Verdict::Ask(CallReason::App),
    );
}

#[test]
fn what_was_let_through_is_held_up_by_what_the_rules_have_become_since() {
    let asked = || Verdict::Ask(CallReason::Client);
    let check = |before: Verdict, now: Verdict, expected: bool, why: &str| {
        assert_eq!(now.upholds(&before), expected, "{why}");
    };
    check(asked(), asked(), true, "nothing has changed");
    check(asked(), run("1"), true, "what was agreed to is allowed now");
    check(asked(), asked_by("1"), false, "a rule asks since then");
    check(asked_by("1"), asked_by("1"), true, "the rule was answered");
    check(asked_by("1"), asked_by("2"), false, "another rule asks now");
    check(
        asked_by("1"),
        asked(),
        true,
        "the rule was taken back, and the question answered",
    );
    check(
        run("1"),
        asked(),
        false,
        "the rule that let it through is gone",
    );
    check(Verdict::Run(None), asked(), false, "nobody was asked");
    check(run("1"), refuse("2"), false, "it is blocked now");
    check(asked(), refuse("2"), false, "it is blocked now");
}
