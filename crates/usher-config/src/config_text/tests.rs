//! Definitions written as JSON text, edited and read back.

use super::*;
use crate::definition::{CheckedDraft, ExistingServers, Label, check};
use url::Url;
use usher_mcp::EraChoice;
use usher_types::id::SecretRef;

fn plain(name: &str, value: &str) -> NamedValue {
    NamedValue {
        name: name.to_owned(),
        value: SavedValue::Plain(value.to_owned()),
    }
}

fn secret(name: &str) -> NamedValue {
    NamedValue {
        name: name.to_owned(),
        value: SavedValue::Secret(SecretRef::from(format!("ref-{name}"))),
    }
}

fn local() -> ServerDefinition {
    ServerDefinition {
        label: Label::trusted("Notes"),
        transport: Transport::Stdio {
            command: "npx".into(),
            args: vec!["-y".into(), "notes-mcp".into(), "--key=${input:key}".into()],
            env: vec![plain("LEVEL", "debug"), secret("API_TOKEN"), secret("key")],
            cwd: Some("/srv".into()),
            inputs: vec![secret("key")],
        },
        era: EraChoice::Auto,
    }
}

fn remote() -> ServerDefinition {
    ServerDefinition {
        label: Label::trusted("Rooms"),
        transport: Transport::Http {
            url: Url::parse("https://rooms.example/mcp?key=${input:key}").unwrap(),
            headers: vec![secret("Authorization"), plain("X-Team", "blue")],
            inputs: vec![secret("key")],
        },
        era: EraChoice::Auto,
    }
}

const LOCAL: &str = r#"{
  "mcpServers": {
    "Notes": {
      "command": "npx",
      "args": [
        "-y",
        "notes-mcp",
        "--key=${input:key}"
      ],
      "env": {
        "LEVEL": "debug",
        "API_TOKEN": "${input:API_TOKEN}",
        "key": "${input:key-2}"
      },
      "cwd": "/srv"
    }
  }
}"#;

/// The definition that a text comes to.
fn edited(text: &str, old: &ServerDefinition) -> Result<ServerDefinition, Vec<TextFault>> {
    let edited = read(text, old)?;
    let existing = ExistingServers {
        labels: &[],
        replaces: Some(old),
    };
    match check(edited.draft, existing) {
        Ok(CheckedDraft { definition, .. }) => Ok(definition),
        Err(problems) => Err(placed(text, problems)),
    }
}

#[test]
fn a_definition_is_written_without_secrets_and_read_back_as_it_is() {
    assert_eq!(write(&local()).as_deref(), Some(LOCAL));
    for definition in [local(), remote()] {
        let text = write(&definition).unwrap();
        assert!(!text.contains("ref-"), "not even references: {text}");
        let notes = read(&text, &definition).map(|edited| edited.notes);
        assert_eq!(notes, Ok(Vec::new()), "there is nothing to say of it");
        let back = edited(&text, &definition);
        assert_eq!(back, Ok(definition), "{text}");
    }
    let demo = ServerDefinition {
        transport: Transport::Demo,
        ..local()
    };
    assert_eq!(write(&demo), None, "it has none");
}

#[test]
fn open_credentials_are_not_written() {
    let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    let open = ServerDefinition {
        transport: Transport::Stdio {
            command: "npx".into(),
            args: vec!["--token".into(), token.into()],
            env: vec![plain("GITHUB_TOKEN", token)],
            cwd: None,
            inputs: Vec::new(),
        },
        ..local()
    };
    let text = write(&open).unwrap();
    assert!(!text.contains(token), "{text}");
    let back = edited(&text, &open).unwrap();
    let Transport::Stdio {
        args, env, inputs, ..
    } = back.transport
    else {
        panic!("another kind");
    };
    assert_eq!(args, ["--token", "${input:token}"]);
    assert_eq!(env, [plain("GITHUB_TOKEN", token)], "it stays as it was");
    assert!(
        matches!(&inputs[..], [NamedValue { name, value: SavedValue::Secret(_) }] if name == "token"),
        "it is stored as a secret: {inputs:?}"
    );
}

#[test]
fn what_is_edited_is_what_is_saved() {
    let text = LOCAL
        .replace("\"Notes\"", "\"Papers\"")
        .replace("debug", "info")
        .replace("${input:API_TOKEN}", "new value")
        .replace("\"cwd\": \"/srv\"", "// a comment");
    let back = edited(&text, &local()).unwrap();
    assert_eq!(back.label.as_str(), "Papers");
    let Transport::Stdio { env, cwd, .. } = back.transport else {
        panic!("another kind");
    };
    assert_eq!(cwd, None);
    assert_eq!(env[0], plain("LEVEL", "info"));
    assert!(
        matches!(&env[1].value, SavedValue::Secret(new) if new.as_str() != "ref-API_TOKEN"),
        "a new value of a secret is a secret: {env:?}"
    );
    let single = r#"{ "command": "uvx", "args": ["notes"] }"#;
    let back = edited(single, &local()).unwrap();
    assert_eq!(back.label.as_str(), "Notes", "an entry alone has no name");
}

#[test]
fn faults_name_the_field_and_where_it_is() {
    let cases = [
        ("{", local(), "text", Some((1, 2))),
        ("{ \"mcpServers\": {} }", local(), "text", None),
        ("[]", local(), "text", None),
        (
            &format!(
                "{{ \"a\": {}, \"b\": {} }}",
                "{\"command\":\"x\"}", "{\"command\":\"y\"}"
            ),
            local(),
            "text",
            Some((1, 3)),
        ),
        (
            &LOCAL.replace("\"-y\"", "[]"),
            local(),
            "args[0]",
            Some((6, 9)),
        ),
        (
            &LOCAL.replace("\"debug\"", "{}"),
            local(),
            "env.LEVEL",
            Some((11, 9)),
        ),
        (&LOCAL.replace("/srv", "srv"), local(), "cwd", Some((15, 7))),
        (
            &LOCAL.replace("\"LEVEL\"", "\"API TOKEN=\""),
            local(),
            "env.API TOKEN=",
            Some((11, 9)),
        ),
        (
            &LOCAL.replace("debug", "${input:other}"),
            local(),
            "env.LEVEL",
            Some((11, 9)),
        ),
        (
            &LOCAL.replace("--key=${input:key}", "--key=${input:other}"),
            local(),
            "inputs.other",
            Some((8, 16)),
        ),
        (
            &write(&remote())
                .unwrap()
                .replace("rooms.example", "evil.example"),
            remote(),
            "headers.Authorization",
            Some((7, 9)),
        ),
        (
            &write(&remote()).unwrap().replace("https:", "file:"),
            remote(),
            "url",
            Some((5, 7)),
        ),
    ];
    for (text, old, field, at) in cases {
        let faults = edited(text, &old).expect_err(text);
        let first = faults
            .first()
            .map(|fault| (fault.field.as_str(), fault.line.zip(fault.column)));
        assert_eq!(first, Some((field, at)), "{text}: {faults:?}");
    }
}
