//! Every case in which one rule or another decides, in tables.

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

/// A decision as tables write it.
fn decision(written: &str) -> RuleDecision {
    match written {
        "session" => RuleDecision::AllowSession,
        "always" => RuleDecision::AllowAlways,
        "until-now" => RuleDecision::AllowUntil(NOW),
        "until-later" => RuleDecision::AllowUntil(NOW + 1),
        "ask" => RuleDecision::Ask,
        "never" => RuleDecision::Never,
        other => panic!("{other} is no decision"),
    }
}

fn effect(written: &str) -> Option<Effect> {
    let all = [
        Effect::Reads,
        Effect::Changes,
        Effect::Unknown,
        Effect::Destroys,
    ];
    all.into_iter().find(|one| format!("{one:?}") == written)
}

fn caller(written: &str) -> Caller {
    match written {
        "person" => Caller::Person,
        "app" => Caller::App {
            server: "s".into(),
            uri: "ui://s/a".into(),
        },
        name => Caller::Client { id: name.into() },
    }
}

/// A rule as tables write it: its id, what it is for, what it decides, and whose it is if not the person's. It is for all
/// tools, for those of an effect, or for the tool of a definition.
fn rule_of(written: &str) -> Rule {
    let words: Vec<_> = written.split(' ').collect();
    let [id, what, decided, ..] = words[..] else {
        panic!("{written} is no rule");
    };
    let decided = decision(decided);
    let rule = match effect(what) {
        Some(effect) => with(id, effect, decided),
        None if what == "all" => all(id, decided),
        None => tool(id, what, decided),
    };
    let caller = caller(words.get(3).unwrap_or(&"person"));
    Rule { caller, ..rule }
}

fn verdict(written: &str) -> Verdict {
    match written.split_once(' ').unwrap_or((written, "")) {
        ("run", "") => Verdict::Run(None),
        ("run", id) => run(id),
        ("refuse", id) => refuse(id),
        (_, "Changed") => Verdict::Ask(CallReason::Changed),
        (_, "Destructive") => Verdict::Ask(CallReason::Destructive),
        (_, "Client") => Verdict::Ask(CallReason::Client),
        (_, "App") => Verdict::Ask(CallReason::App),
        (_, id) => asked_by(id),
    }
}

/// Checks a table: the rules, the call, what is decided, and why. A call is the effect that an untrusted server claims,
/// and what else is other than usual.
#[track_caller]
fn check_all(table: &str) {
    for [rules, call, expected, why] in usher_cases::rows(table) {
        let rules = rules.split(", ").filter(|rule| *rule != "-");
        let rules: Vec<_> = rules.map(rule_of).collect();
        let mut words = call.split(' ');
        let mut facts = wipe(words.next().and_then(effect).expect("an effect"));
        let by = words.clone().find_map(|word| word.strip_prefix("by="));
        let by = caller(by.unwrap_or("person"));
        facts.caller = &by;
        for word in words {
            match word.split_once('=').unwrap_or((word, "")) {
                ("trusted", _) => facts.trust = Trust::Yes,
                ("later", _) => facts.now_ms = i64::MAX,
                ("last", run) => facts.last_run = (run != "none").then_some(run),
                ("is", definition) => facts.definition = definition,
                ("program", program) => facts.transport = program,
                ("tool", tool) => facts.tool = tool,
                (other, _) => assert_eq!(other, "by", "{call}"),
            }
        }
        check(&why, &rules, facts, &verdict(&expected));
    }
}

#[test]
fn without_a_rule_only_what_warns_or_has_changed_is_asked_about() {
    check_all(
        "
        - | Reads | run | nothing warns
        - | Changes | run | nothing warns
        - | Unknown | run | nothing warns
        - | Destroys | ask Destructive | it warns
        - | Destroys trusted | ask Destructive | trust takes no warning away
        - | Reads last=none | run | there is no earlier one
        - | Reads last=before | ask Changed | another was run
        ",
    );
}

#[test]
fn the_rule_for_the_tool_comes_first() {
    check_all(
        "
        t now session | Destroys | run t | allowed
        t now until-later | Destroys | run t | until later
        t now session, a all never | Destroys | run t | the tool was meant, the server only in general
        t now never, a all session | Reads | refuse t | never, though all others are allowed
        t now ask | Destroys | ask t | asked
        t now session, u now never | Destroys | refuse u | of two alike the stricter
        t now never | Reads tool=look | run | another tool was meant
        ",
    );
}

#[test]
fn what_allows_holds_only_for_what_was_shown() {
    check_all(
        "
        t before session | Reads last=none | ask Changed | another definition
        t before session | Reads | run | another definition, but that one was run since
        t before session, a all session | Reads last=none | ask Changed | another, and a rule for all does not mend that
        t before session, a all never | Reads last=none | refuse a | another definition, and never anyway
        t now session | Destroys program=other | ask Destructive | another program
        e Destroys session | Destroys trusted program=other | ask Destructive | another does not destroy by the same word
        t before never | Destroys program=other | refuse t | no change takes a ban away
        t before ask | Destroys program=other | ask t | no change takes a ban away
        t now until-now | Destroys | ask Destructive | it is over
        t now until-now, a all never | Destroys | refuse a | it is over, and the next in line counts
        t now session | Reads last=before | run t | allowed since it changed
        ",
    );
}

#[test]
fn effects_allow_only_on_the_word_of_a_trusted_server() {
    check_all(
        "
        e Reads session | Reads trusted | run e | trusted
        e Reads session | Reads | run | not trusted, so it does not count; nothing else speaks against it
        e Reads session | Changes trusted | run | another effect
        e Destroys never | Destroys | refuse e | a ban needs no trust
        e Reads ask | Reads | ask e | asking needs none
        e Unknown session | Reads | run e | without trust every effect is unknown
        e Unknown session | Destroys | ask Destructive | unknown is not what warns
        e Destroys session | Destroys trusted | run e | destructive tools may be allowed, named as such
        e Reads session, a all never | Reads trusted | run e | the effect comes before the server
        ",
    );
}

#[test]
fn a_rule_for_all_tools_allows_none_that_may_destroy() {
    check_all(
        "
        a all session | Reads | run a | it reads
        a all session | Unknown | run a | nobody knows
        a all session | Destroys trusted | ask Destructive | it destroys
        a all never | Destroys | refuse a | never
        a all ask | Reads | ask a | asked about everything
        a all session | Reads last=before | ask Changed | all are allowed, but this one has changed
        ",
    );
}

#[test]
fn a_client_is_asked_about_unless_a_trusted_server_says_that_it_reads() {
    check_all(
        "
        - | Reads trusted by=Editor | run | it reads
        - | Reads by=Editor | ask Client | the server is not trusted
        - | Changes trusted by=Editor | ask Client | it changes
        - | Unknown trusted by=Editor | ask Client | nobody knows
        - | Destroys trusted by=Editor | ask Destructive | it warns
        ",
    );
}

#[test]
fn what_allows_is_for_one_caller_and_what_restricts_is_for_all() {
    check_all(
        "
        a all session | Reads | run a | the person's own
        a all session | Reads by=Editor | ask Client | not for an agent
        a all session Editor | Reads by=Editor | run a | an agent's own
        a all session Editor | Reads by=Other | ask Client | not for another
        a all session Editor | Reads | run | not for the person
        a all never | Reads by=Editor | refuse a | forbidden to all
        a all ask | Reads by=Editor | ask a | asked for all
        a all never Editor | Reads | run | forbidden to an agent only
        e Reads session Editor | Reads by=Editor | run e | given for what this agent reads, on the server's word
        e Reads session Editor | Reads by=Other | ask Client | not for another
        e Reads session Editor | Destroys by=Editor | ask Destructive | it does not only read
        e Reads session Editor | Unknown by=Editor | ask Client | nobody says that it only reads
        e Reads session Editor | Reads by=Editor program=other | ask Client | another program
        e Reads session | Reads by=Editor | ask Client | not given for an agent
        e Changes session Editor | Changes by=Editor | ask Client | a change needs trust
        e Unknown session Editor | Reads by=Editor | ask Client | what is said to read is no unknown
        ",
    );
}

#[test]
fn what_is_always_allowed_is_one_definition_for_one_caller() {
    use RuleDecision::{AllowAlways, Never};
    check_all(
        "
        t now always | Destroys last=none | run t | it destroys, and was meant
        t now always | Destroys last=none later | run t | there is no end
        t before always | Destroys last=none | ask Changed | another definition is asked about
        t before always | Destroys is=before last=now | run t | the old definition again
        - | Destroys is=before last=now | ask Changed | the old definition, but nothing is given any more
        t now always | Destroys last=none program=other | ask Changed | another program is asked about
        t now always | Destroys last=none by=Editor | ask Destructive | another caller is asked about
        t now always, u now never | Destroys last=none | refuse u | never is stricter
        ",
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
    check_all(
        "
        - | Reads by=app | run | without a rule
        - | Changes by=app | ask App | without a rule
        - | Unknown by=app | ask App | without a rule
        - | Destroys by=app | ask Destructive | without a rule
        person all session | Changes by=app | ask App | a rule of the person is not one of the app
        ",
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
