//! Tests messages as shell commands, for each transport.

use serde_json::json;

use super::*;
use usher_types::wire::WireFrame;

const OPENING: &str = r#"{"id":0,"method":"initialize"}"#;
const CALL: &str = r#"{"id":1,"method":"tools/call","params":{"name":"it's"}}"#;

fn check(transport: &serde_json::Value, era: Era, method: &str, text: &str, expected: &str) {
    let found = (era == Era::Modern).then_some(HttpTransportKind::StreamableHttp);
    check_found(transport, era, found, (method, text), expected);
}

/// A server with an authorization server has a signed-in account.
fn check_found(
    transport: &serde_json::Value,
    era: Era,
    found: Option<HttpTransportKind>,
    (method, text): (&str, &str),
    expected: &str,
) {
    let definition: ServerDefinition =
        serde_json::from_value(json!({ "label": "x", "transport": transport })).unwrap();
    let row = WireFrame {
        seq: 5,
        at: 0,
        direction: Direction::Out,
        kind: FrameKind::Request,
        method: Some(method.into()),
        rpc_id: None,
        size_bytes: 0,
        elapsed_ms: None,
        call_id: None,
        summary: String::new(),
        is_fault: false,
    };
    let schema = json!({"properties": {"place": {"type": "string", "x-mcp-header": "Place"}}});
    let entry = WireEntry {
        row,
        text: text.into(),
    };
    let around = Replay {
        definition: &definition,
        endpoint: found.map(|transport| Endpoint {
            transport,
            url: "https://a.example/found".parse().unwrap(),
        }),
        is_signed_in: found.is_some(),
        input_schema: Some(&schema),
        era,
        protocol_version: "2025-06-18",
        opening: (era == Era::Legacy).then_some(OPENING),
    };
    assert_eq!(command(&entry, &around), expected);
}

#[test]
fn a_message_is_sent_again_by_a_command_without_secrets() {
    let http = json!({ "kind": "http", "url": "https://a.example/mcp", "headers": [
        { "name": "Authorization", "value": { "kind": "secret", "value": "ref-1" } },
        { "name": "X-Team", "value": { "kind": "plain", "value": "it's us" } },
    ] });
    check(
        &http,
        Era::Legacy,
        "tools/call",
        CALL,
        r#"curl -g -N -X POST https://a.example/mcp \
  -H 'Content-Type: application/json' \
  -H 'Accept: application/json, text/event-stream' \
  -H 'MCP-Protocol-Version: 2025-06-18' \
  -H "Mcp-Session-Id: $MCP_SESSION_ID" \
  -H "Authorization: $AUTHORIZATION" \
  -H 'X-Team: it'\''s us' \
  --data-raw '{"id":1,"method":"tools/call","params":{"name":"it'\''s"}}'"#,
    );
    let open = json!({ "kind": "http", "url": "https://a.example/mcp", "headers": [] });
    check(
        &open,
        Era::Modern,
        "tools/call",
        r#"{"params":{"name":"écho","arguments":{"place":"Oslo","more":1}}}"#,
        r#"curl -g -N -X POST https://a.example/found \
  -H 'Content-Type: application/json' \
  -H 'Accept: application/json, text/event-stream' \
  -H 'MCP-Protocol-Version: 2025-06-18' \
  -H 'mcp-method: tools/call' \
  -H 'mcp-name: =?base64?w6ljaG8=?=' \
  -H 'mcp-param-place: Oslo' \
  -H "Authorization: Bearer $ACCESS_TOKEN" \
  --data-raw '{"params":{"name":"écho","arguments":{"place":"Oslo","more":1}}}'"#,
    );
    check_found(
        &http,
        Era::Legacy,
        Some(HttpTransportKind::HttpSse),
        ("tools/list", "{}"),
        r#"# The address for messages is in the event "endpoint" of this stream, and answers come on it:
#   curl -g -N https://a.example/found -H "Authorization: $AUTHORIZATION" -H 'X-Team: it'\''s us'
curl -g -X POST "$MCP_ENDPOINT" \
  -H 'Content-Type: application/json' \
  -H "Authorization: $AUTHORIZATION" \
  -H 'X-Team: it'\''s us' \
  --data-raw '{}'"#,
    );
    let stdio = json!({ "kind": "stdio", "command": "npx", "args": ["-y", "a b"], "cwd": "/srv/my data", "env": [
        { "name": "MODE", "value": { "kind": "plain", "value": "fast" } },
        { "name": "API_KEY", "value": { "kind": "secret", "value": "ref-2" } },
    ] });
    check(
        &stdio,
        Era::Legacy,
        "tools/list",
        "{}",
        r#"cd '/srv/my data' && printf '%s\n' '{"id":0,"method":"initialize"}' '{"jsonrpc":"2.0","method":"notifications/initialized"}' '{}' | MODE=fast API_KEY="$API_KEY" npx -y 'a b'"#,
    );
    check(
        &json!({ "kind": "demo" }),
        Era::Legacy,
        "initialize",
        OPENING,
        r#"printf '%s\n' '{"id":0,"method":"initialize"}' | usher --demo-server"#,
    );
    check(
        &json!({ "kind": "demo" }),
        Era::Modern,
        "server/discover",
        "{}",
        r"printf '%s\n' '{}' | usher --demo-server",
    );
}

#[test]
fn variables_have_names_a_shell_knows() {
    let named = |name: &str| NamedValue {
        name: name.into(),
        value: SavedValue::Plain(String::new()),
    };
    let names = ["X-Api-Key", "x_api_key", "TOKEN", "2fa", "Path", "-", "!!"];
    assert_eq!(
        variables(&names.map(named)),
        [
            "X_API_KEY",
            "X_API_KEY_2",
            "TOKEN",
            "_FA",
            "SECRET_PATH",
            "SECRET__",
            "SECRET___"
        ]
    );
}

/// Runs copied commands in a real shell, with programs that write down what they are given.
#[cfg(target_os = "linux")]
mod run {
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};
    use std::process::{Command, Stdio};

    use super::*;

    const NASTY: &str = "'\"\\$`!*?[]{}()<>|&;#~= \t-@%+:,./a1_é…";

    /// A fixed walk, so that a failure can be repeated.
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 % limit as u64).unwrap()
        }

        fn word(&mut self, shortest: usize, is_allowed: impl Fn(char) -> bool) -> String {
            let alphabet: Vec<char> = NASTY.chars().filter(|found| is_allowed(*found)).collect();
            let length = shortest + self.below(8);
            (0..length)
                .map(|_| alphabet[self.below(alphabet.len())])
                .collect()
        }

        fn values(&mut self, is_in_name: fn(char) -> bool) -> Vec<NamedValue> {
            let mut values: Vec<NamedValue> = Vec::new();
            for number in 0..self.below(4) {
                let name = self.word(1, is_in_name);
                if values
                    .iter()
                    .any(|other| other.name.eq_ignore_ascii_case(&name))
                {
                    continue;
                }
                let value = if self.below(2) == 0 {
                    SavedValue::Plain(self.word(0, |_| true))
                } else {
                    SavedValue::Secret(format!("ref-{number}").into())
                };
                values.push(NamedValue { name, value });
            }
            values
        }
    }

    /// A program that writes its arguments and its environment, as they came, into a file.
    fn stand_in(folder: &Path, name: &str) -> PathBuf {
        let program = folder.join(name);
        std::fs::create_dir_all(program.parent().unwrap()).unwrap();
        let written = folder.join("written");
        let script = format!(
            "#!/bin/sh\n{{ for word in \"$@\"; do printf '%s\\0' \"$word\"; done; printf 'END\\0'; cat /proc/$$/environ; }} > '{}'\n",
            written.display()
        );
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        program
    }

    /// Arguments and environment that the stand-in got.
    #[expect(
        clippy::disallowed_methods,
        reason = "the test plays the person's shell, not the host"
    )]
    fn given(folder: &Path, text: &str, values: &[NamedValue]) -> (Vec<String>, Vec<String>) {
        let path = format!("{}:/usr/bin:/bin", folder.display());
        let mut shell = Command::new("sh");
        shell
            .args(["-c", text])
            .env("PATH", path)
            .current_dir(folder);
        for (number, variable) in variables(values).iter().enumerate() {
            shell.env(variable, secret(number));
        }
        let status = shell.stdin(Stdio::null()).status().unwrap();
        assert!(status.success(), "{text}");
        let written = std::fs::read(folder.join("written")).unwrap();
        let words = String::from_utf8(written).unwrap();
        let mut words = words.split('\0').map(str::to_owned);
        let arguments = words.by_ref().take_while(|word| word != "END").collect();
        (arguments, words.collect())
    }

    fn secret(number: usize) -> String {
        format!("s$e`c'r\"e t{number}")
    }

    fn expected(number: usize, named: &NamedValue) -> String {
        match &named.value {
            SavedValue::Plain(plain) => plain.clone(),
            SavedValue::Secret(_) => secret(number),
        }
    }

    fn text_of(definition: &ServerDefinition) -> String {
        let row = WireFrame {
            seq: 5,
            at: 0,
            direction: Direction::Out,
            kind: FrameKind::Request,
            method: Some("server/discover".into()),
            rpc_id: None,
            size_bytes: 0,
            elapsed_ms: None,
            call_id: None,
            summary: String::new(),
            is_fault: false,
        };
        let entry = WireEntry {
            row,
            text: "{\"it's\":\"$(touch injected)\"}".into(),
        };
        let replay = Replay {
            definition,
            endpoint: None,
            is_signed_in: false,
            input_schema: None,
            era: Era::Modern,
            protocol_version: "2026-07-28",
            opening: None,
        };
        command(&entry, &replay)
    }

    fn definition(transport: Transport) -> ServerDefinition {
        ServerDefinition {
            label: usher_config::definition::Label::trusted("x"),
            transport,
            era: usher_mcp::EraChoice::Auto,
        }
    }

    #[test]
    fn a_copied_command_starts_exactly_the_program_with_its_environment() {
        let folder = tempfile::tempdir().unwrap();
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        for round in 0..120 {
            let in_name = |found: char| found != '=' && !found.is_control() && found != '\t';
            let env = random.values(in_name);
            let name = format!("d{}/p{round}", random.word(1, |found| found != '/'));
            let program = stand_in(folder.path(), &name);
            let args: Vec<String> = (0..random.below(4))
                .map(|_| random.word(0, |_| true))
                .collect();
            let text = text_of(&definition(Transport::Stdio {
                command: program.display().to_string(),
                args: args.clone(),
                env: env.clone(),
                cwd: None,
                inputs: Vec::new(),
            }));
            let (arguments, environment) = given(folder.path(), &text, &env);
            assert_eq!(arguments, args, "{text}");
            for (number, named) in env.iter().enumerate() {
                let pair = format!("{}={}", named.name, expected(number, named));
                assert!(environment.contains(&pair), "{pair} is not set by {text}");
            }
        }
        assert!(!folder.path().join("injected").exists(), "nothing else ran");
    }

    #[test]
    fn a_copied_request_has_exactly_the_headers() {
        let folder = tempfile::tempdir().unwrap();
        stand_in(folder.path(), "curl");
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for _ in 0..120 {
            // RFC 9110, section 5.6.2.
            let in_token =
                |found: char| found.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(found);
            let headers = random.values(in_token);
            let text = text_of(&definition(Transport::Http {
                url: "https://a.example/[x]{1,2}?$(touch injected)"
                    .parse()
                    .unwrap(),
                headers: headers.clone(),
                inputs: Vec::new(),
            }));
            let (arguments, _) = given(folder.path(), &text, &headers);
            for (number, named) in headers.iter().enumerate() {
                let header = format!("{}: {}", named.name, expected(number, named));
                assert!(
                    arguments.contains(&header),
                    "{header} is not sent by {text}"
                );
            }
            assert_eq!(
                arguments.first().map(String::as_str),
                Some("-g"),
                "no globbing"
            );
        }
        assert!(!folder.path().join("injected").exists(), "nothing else ran");
    }
}
