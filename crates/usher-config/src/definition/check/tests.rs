//! Drafts that can be kept, and every fault of those that cannot.

use url::Url;

mod hidden;

use super::super::{
    DraftDefinition, DraftNamedValue, DraftTransport, DraftValue, Label, NamedValue, SavedValue,
    ServerDefinition, Transport,
};
use super::{ExistingServers, check, check_import, check_url};
use usher_mcp::EraChoice;
use usher_messages::Message;
use usher_types::field_problem::FieldProblem;

use usher_types::id::SecretRef;
use usher_types::secret::Secret;

fn plain(name: &str, value: &str) -> DraftNamedValue {
    DraftNamedValue {
        name: name.into(),
        value: DraftValue::Plain(value.into()),
    }
}

fn secret(name: &str, value: &str) -> DraftNamedValue {
    DraftNamedValue {
        name: name.into(),
        value: DraftValue::Secret(Secret::new(value)),
    }
}

fn kept(name: &str) -> DraftNamedValue {
    DraftNamedValue {
        name: name.into(),
        value: DraftValue::KeepStored,
    }
}

fn stdio(command: &str, args: &[&str], env: Vec<DraftNamedValue>) -> DraftDefinition {
    DraftDefinition {
        label: String::new(),
        transport: DraftTransport::Stdio {
            command: command.into(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            env,
            cwd: None,
            inputs: Vec::new(),
        },
        era: EraChoice::Auto,
    }
}

fn http(url: &str, headers: Vec<DraftNamedValue>) -> DraftDefinition {
    DraftDefinition {
        label: String::new(),
        transport: DraftTransport::Http {
            url: url.into(),
            headers,
            inputs: Vec::new(),
        },
        era: EraChoice::Auto,
    }
}

fn command(command: &str) -> DraftDefinition {
    stdio(command, &[], Vec::new())
}

fn env(value: DraftNamedValue) -> DraftDefinition {
    stdio("x", &[], vec![value])
}

fn header(value: DraftNamedValue) -> DraftDefinition {
    http("https://a.b/", vec![value])
}

fn labelled(label: &str) -> DraftDefinition {
    DraftDefinition {
        label: label.into(),
        transport: DraftTransport::Demo,
        era: EraChoice::Auto,
    }
}

fn in_directory(cwd: &str) -> DraftDefinition {
    DraftDefinition {
        label: String::new(),
        transport: DraftTransport::Stdio {
            command: "x".into(),
            args: Vec::new(),
            env: Vec::new(),
            cwd: Some(cwd.into()),
            inputs: Vec::new(),
        },
        era: EraChoice::Auto,
    }
}

fn problems(draft: DraftDefinition, taken: ExistingServers<'_>) -> Vec<FieldProblem> {
    check(draft, taken).err().unwrap_or_default()
}

#[test]
fn every_fault_names_its_field() {
    let labels = [Label::trusted("Weather")];
    let taken = ExistingServers {
        labels: &labels,
        replaces: None,
    };
    let long = "x".repeat(70_000);
    let table: Vec<(DraftDefinition, &str, &str)> = vec![
        (command(""), "command", "field.command.empty"),
        (command(" \t"), "command", "field.command.empty"),
        (command("np\0x"), "command", "field.command.control"),
        (command("npx\nrm"), "command", "field.command.control"),
        (
            stdio("npx", &["a", "b\0"], vec![]),
            "args[1]",
            "field.args.control",
        ),
        (
            stdio("npx", &["a\rb"], vec![]),
            "args[0]",
            "field.args.control",
        ),
        (
            stdio("npx", &[&long], vec![]),
            "args[0]",
            "field.args.tooLong",
        ),
        (
            stdio("npx", &["x"; 300], vec![]),
            "args",
            "field.args.tooMany",
        ),
        (env(plain("", "v")), "env.", "field.env.unnamed"),
        (env(plain("A=B", "v")), "env.A=B", "field.env.name"),
        (
            env(plain("A\u{200b}\n", "v")),
            "env.A\\u{200b}",
            "field.env.name",
        ),
        (env(plain("A\0B", "v")), "env.A\\u{0}B", "field.env.name"),
        (env(plain("A", "v\0")), "env.A", "field.value.nul"),
        (env(secret("A", "v\0")), "env.A", "field.value.nul"),
        (env(secret("A", "")), "env.A", "field.secret.empty"),
        (env(plain("A", &long)), "env.A", "field.value.tooLong"),
        (
            stdio("x", &[], vec![plain("A", "1"), plain("A", "2")]),
            "env.A",
            "field.value.twice",
        ),
        (env(kept("A")), "env.A", "field.secret.notStored"),
        (in_directory("relative/dir"), "cwd", "field.cwd.relative"),
        (in_directory("/tmp\n"), "cwd", "field.cwd.control"),
        (header(plain("", "v")), "headers.", "field.header.unnamed"),
        (
            header(plain("A B", "v")),
            "headers.A B",
            "field.header.name",
        ),
        (header(plain("Ä", "v")), "headers.Ä", "field.header.name"),
        (
            header(plain("X", "a\r\nY: b")),
            "headers.X",
            "field.value.header",
        ),
        (
            header(secret("X", "a\nb")),
            "headers.X",
            "field.value.header",
        ),
        (
            http("https://a.b/", vec![plain("x-a", "1"), secret("X-A", "2")]),
            "headers.X-A",
            "field.value.twice",
        ),
        (
            header(plain("Host", "evil")),
            "headers.Host",
            "field.header.ofUsher",
        ),
        (
            header(plain("mcp-session-id", "1")),
            "headers.mcp-session-id",
            "field.header.ofUsher",
        ),
        (http("nonsense", vec![]), "url", "field.url.relative"),
        (labelled("wEATHER "), "label", "field.label.taken"),
        (labelled("a\u{202e}b"), "label", "field.label.invisible"),
        (labelled("a\nb"), "label", "field.label.invisible"),
        (labelled(&"x".repeat(81)), "label", "field.label.tooLong"),
    ];
    for (draft, field, code) in table {
        let found = problems(draft, taken);
        assert_eq!(found.len(), 1, "{field} ({code}): {found:?}");
        assert_eq!(found[0].field, field);
        assert_eq!(found[0].message.code, code, "{field}: {found:?}");
    }
}

#[test]
fn all_faults_are_told_at_once_and_no_message_holds_a_secret() {
    let canary = "canary-77";
    let mut draft = stdio(
        "",
        &["\0"],
        vec![secret("", canary), secret("A=", canary), plain("B", "\0")],
    );
    draft.label = "x\0".into();
    let found = problems(draft, ExistingServers::default());
    let fields: Vec<&str> = found.iter().map(|problem| problem.field.as_str()).collect();
    assert_eq!(
        fields,
        ["command", "args[0]", "env.", "env.A=", "env.B", "label"]
    );
    assert!(!format!("{found:?}").contains(canary));
}

#[test]
fn addresses_are_let_through_by_what_they_reach() {
    let good = [
        "https://example.com/mcp",
        "https://example.com:8443/mcp?tenant=1",
        " https://example.com ",
        "http://localhost:3001/mcp",
        "http://127.0.0.1:3001/mcp",
        "http://127.1/mcp",
        "http://[::1]:3001/mcp",
        "http://192.168.1.20/mcp",
        "http://10.1.2.3/",
        "http://172.16.0.1/",
        "http://[fd00::1]/",
        "http://nas/mcp",
        "http://printer.local/mcp",
        "http://printer.LOCAL./mcp",
        "http://app.localhost/",
        "http://box.home.arpa/",
    ];
    for text in good {
        assert_eq!(check_url(text), Ok(Url::parse(text).unwrap()), "{text}");
    }
    let bad = [
        ("", "field.url.empty"),
        ("localhost:3000", "field.url.noScheme"),
        ("localhost:3000/mcp", "field.url.noScheme"),
        ("ws://localhost:3000/mcp", "field.url.webSocket"),
        ("wss://example.com/mcp", "field.url.webSocket"),
        ("example.com/mcp", "field.url.relative"),
        ("/mcp", "field.url.relative"),
        ("https://", "field.url.invalid"),
        ("https://exa mple.com/", "field.url.invalid"),
        ("http://example.com/mcp", "field.url.insecure"),
        ("http://8.8.8.8/", "field.url.insecure"),
        ("http://172.32.0.1/", "field.url.insecure"),
        ("http://169.254.169.254/latest", "field.url.insecure"),
        ("http://localhost.evil.example/", "field.url.insecure"),
        ("http://[2001:db8::1]/", "field.url.insecure"),
        ("me:1pw@example.com", "field.url.scheme"),
        ("file:///etc/passwd", "field.url.scheme"),
        ("javascript:alert(1)", "field.url.scheme"),
        ("ftp://example.com/", "field.url.scheme"),
        ("https://me:pw@example.com/", "field.url.credentials"),
        ("https://me@example.com/", "field.url.credentials"),
        ("https://:pw@example.com/", "field.url.credentials"),
        ("https://example.com/mcp#top", "field.url.fragment"),
    ];
    for (text, code) in bad {
        let said = check_url(text).expect_err(text);
        assert_eq!(said.code, code, "{text}: {said}");
        assert!(
            !said.to_string().contains("pw"),
            "a message must not repeat a password: {said}"
        );
    }
}

#[test]
fn a_stored_secret_follows_to_no_other_origin() {
    let stored = http("https://h/mcp", vec![secret("Authorization", "1")]);
    let before = check(stored, ExistingServers::default())
        .unwrap_or_else(|problems| panic!("{problems:?}"))
        .definition;
    let env = || vec![kept("Authorization")];
    for (mut draft, field) in [
        (http("https://h/other?x=1", env()), None),
        (
            http("https://evil/mcp", env()),
            Some("headers.Authorization"),
        ),
        (http("http://h/mcp", env()), Some("headers.Authorization")),
        (
            http("https://h:444/mcp", env()),
            Some("headers.Authorization"),
        ),
        (stdio("evil", &[], env()), Some("env.Authorization")),
    ] {
        draft.label = before.label.to_string();
        let existing = ExistingServers {
            labels: &[],
            replaces: Some(&before),
        };
        let problems = check(draft, existing).err().unwrap_or_default();
        let fields: Vec<&str> = problems.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(
            fields,
            field.into_iter().collect::<Vec<_>>(),
            "a secret goes where it was given for: {problems:?}"
        );
    }
}

#[test]
fn secrets_get_a_place_keep_it_and_lose_it() {
    let first = check(
        stdio(
            "x",
            &[],
            vec![secret("OLD", "1"), secret("KEEP", "2"), plain("OPEN", "3")],
        ),
        ExistingServers::default(),
    )
    .unwrap_or_else(|problems| panic!("{problems:?}"));
    let refs = first.definition.transport.secret_refs();
    let texts: Vec<(&SecretRef, &str)> = first
        .new_secrets
        .iter()
        .map(|(reference, secret)| (reference, secret.expose()))
        .collect();
    assert_eq!(texts, [(&refs[0], "1"), (&refs[1], "2")]);
    assert_eq!(first.dropped_secrets, []);
    let stored = serde_json::to_string(&first.definition).unwrap();
    assert!(
        !stored.contains("\"1\"") && !stored.contains("\"2\"") && stored.contains("\"3\""),
        "the kept form holds no secret: {stored}"
    );

    let mut draft = stdio(
        "x",
        &[],
        vec![kept("KEEP"), secret("NEW", "4"), plain("OLD", "5")],
    );
    draft.label = first.definition.label.to_string();
    let labels = [Label::trusted("other")];
    let second = check(
        draft,
        ExistingServers {
            labels: &labels,
            replaces: Some(&first.definition),
        },
    )
    .unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(second.dropped_secrets, [refs[0].clone()]);
    assert_eq!(second.new_secrets.len(), 1);
    assert_eq!(
        second.definition.transport.values()[0],
        NamedValue {
            name: "KEEP".into(),
            value: SavedValue::Secret(refs[1].clone())
        }
    );
}

#[test]
fn a_plain_value_is_no_stored_secret() {
    let old = ServerDefinition {
        label: Label::trusted("a"),
        transport: Transport::Http {
            url: "https://a.b/".parse().unwrap(),
            headers: vec![NamedValue {
                name: "X-Plain".into(),
                value: SavedValue::Plain("v".into()),
            }],
            inputs: Vec::new(),
        },
        era: EraChoice::Auto,
    };
    let taken = ExistingServers {
        labels: &[],
        replaces: Some(&old),
    };
    let found = problems(http("https://a.b/", vec![kept("X-Plain")]), taken);
    assert_eq!(found[0].field, "headers.X-Plain");
}

#[test]
fn what_is_written_sloppily_is_tidied() {
    let checked = check(
        stdio(" npx ", &["", " a "], vec![plain(" A ", " v ")]),
        ExistingServers::default(),
    )
    .unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(
        checked.definition,
        ServerDefinition {
            label: Label::trusted("npx"),
            transport: Transport::Stdio {
                command: "npx".into(),
                // Arguments and values may mean their spaces.
                args: vec![String::new(), " a ".into()],
                env: vec![NamedValue {
                    name: "A".into(),
                    value: SavedValue::Plain(" v ".into())
                }],
                cwd: None,
                inputs: Vec::new(),
            },
            era: EraChoice::Auto,
        }
    );
    let empty_directory = check(in_directory("  "), ExistingServers::default())
        .unwrap_or_else(|problems| panic!("{problems:?}"));
    assert!(matches!(
        empty_directory.definition.transport,
        Transport::Stdio { cwd: None, .. }
    ));
}

/// With the inputs in place.
fn with_inputs(mut draft: DraftDefinition, given: Vec<DraftNamedValue>) -> DraftDefinition {
    match &mut draft.transport {
        DraftTransport::Stdio { inputs, .. } | DraftTransport::Http { inputs, .. } => {
            *inputs = given;
        }
        DraftTransport::Demo => {}
    }
    draft
}

#[test]
fn each_reference_has_its_secret_and_each_secret_its_reference() {
    let args = ["--key", "${input:key}", "--again=${input:key}"];
    let url = "https://a.b/mcp?key=${input:key}";
    for (draft, faulty) in [
        (
            with_inputs(stdio("x", &args, vec![]), vec![secret("key", "1")]),
            "",
        ),
        (
            with_inputs(stdio("x", &args, vec![]), vec![plain("key", "1")]),
            "",
        ),
        (stdio("x", &args, vec![]), "inputs.key"),
        (
            with_inputs(stdio("x", &args, vec![]), vec![secret("key", "")]),
            "inputs.key",
        ),
        (
            with_inputs(stdio("x", &args, vec![]), vec![secret("key", "a\nb")]),
            "inputs.key",
        ),
        (
            with_inputs(stdio("x", &args, vec![]), vec![kept("key")]),
            "inputs.key",
        ),
        (
            with_inputs(
                stdio("x", &args, vec![]),
                vec![secret("key", "1"), secret("else", "2")],
            ),
            "inputs.else",
        ),
        (
            with_inputs(stdio("x", &[], vec![]), vec![secret("a b", "1")]),
            "inputs.a b",
        ),
        (with_inputs(http(url, vec![]), vec![secret("key", "1")]), ""),
        (http(url, vec![]), "inputs.key"),
    ] {
        let fields: Vec<_> = problems(draft, ExistingServers::default())
            .into_iter()
            .map(|problem| problem.field)
            .collect();
        assert_eq!(fields.join(" "), faulty);
    }
}

#[test]
fn the_secret_of_a_query_does_not_go_to_another_origin() {
    let draft = |url| with_inputs(http(url, vec![]), vec![secret("key", "1")]);
    let old = check(
        draft("https://a.b/mcp?key=${input:key}"),
        ExistingServers::default(),
    )
    .unwrap_or_else(|problems| panic!("{problems:?}"));
    let stored = serde_json::to_string(&old.definition).unwrap();
    assert!(
        !stored.contains("\"1\""),
        "no secret is in the kept form: {stored}"
    );
    let taken = ExistingServers {
        labels: &[],
        replaces: Some(&old.definition),
    };
    let again = |url| problems(with_inputs(http(url, vec![]), vec![kept("key")]), taken);
    assert_eq!(again("https://a.b/other?key=${input:key}"), []);
    let faults = again("https://evil.example/mcp?key=${input:key}");
    assert_eq!(faults[0].field, "inputs.key", "{faults:?}");
    assert_eq!(
        faults[0].message,
        Message::new("field.secret.moved").with("name", "key"),
        "{faults:?}"
    );
}

#[test]
fn every_text_may_refer_to_a_value() {
    let mut local = stdio(
        "${input:a}/x",
        &["${input:b}"],
        vec![plain("V", "${input:c} x")],
    );
    if let DraftTransport::Stdio { cwd, .. } = &mut local.transport {
        *cwd = Some("${input:d}/y".to_owned());
    }
    let remote = http(
        "https://e.com/${input:a}",
        vec![plain("H", "Bearer ${input:b}")],
    );
    for (draft, names) in [(local, vec!["a", "b", "c", "d"]), (remote, vec!["a", "b"])] {
        let missing: Vec<String> = problems(draft.clone(), ExistingServers::default())
            .into_iter()
            .map(|problem| problem.field)
            .collect();
        let expected: Vec<String> = names.iter().map(|name| format!("inputs.{name}")).collect();
        assert_eq!(missing, expected);
        let given = names.iter().map(|name| secret(name, "1")).collect();
        assert!(
            check(
                with_inputs(draft.clone(), given),
                ExistingServers::default()
            )
            .is_ok()
        );
        let empty = names.iter().map(|name| plain(name, "")).collect();
        let imported = check_import(with_inputs(draft, empty), ExistingServers::default());
        let definition = imported.map(|checked| checked.definition).unwrap();
        assert_eq!(
            definition.transport.inputs(),
            [],
            "they are filled in before the first start"
        );
    }
}

#[test]
fn a_folder_may_begin_at_home_and_a_host_is_no_reference() {
    for (cwd, expected) in [("~/x", 0), ("$HOME", 0), ("${userHome}/x", 0), ("~x", 1)] {
        let found = problems(in_directory(cwd), ExistingServers::default());
        assert_eq!(found.len(), expected, "{cwd}");
    }
    for url in [
        "https://${input:a}.e.com/mcp",
        "${API}/mcp",
        "https://<team>.e.com",
    ] {
        let code = check_url(url).map_err(|message| message.code.to_string());
        assert_eq!(code, Err("field.url.placeholder".to_owned()), "{url}");
    }
}
