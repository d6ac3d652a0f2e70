//! Checks links, misplaced secrets, places of faults, and meaningless text.

use usher_types::paste::PastedTransport;
use usher_types::text::visible;

use super::{PasteResult, check, read};

#[test]
fn install_links() {
    check(
        "cursor://anysphere.cursor-deeplink/mcp/install?name=everything&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsInNlcnZlciJdfQ==",
        "stdio everything: npx·-y·server",
    );
    check(
        "https://cursor.com/en/install-mcp?name=web&config=eyJ1cmwiOiJodHRwczovL2UuY29tL21jcCJ9",
        "http web: https://e.com/mcp",
    );
    check(
        "vscode:mcp/install?%7B%22name%22%3A%22gh%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22a%3Db%26c%2Bd%22%5D%7D",
        "stdio gh: npx·a=b&c+d",
    );
    check(
        "https://insiders.vscode.dev/redirect/mcp/install?name=gh&config=%7B%22url%22%3A%22https%3A%2F%2Fe.com%2Fmcp%22%7D",
        "http gh: https://e.com/mcp",
    );
    check(
        "cursor://anysphere.cursor-deeplink/mcp/install?name=x",
        "problem: This install link contains no configuration that Usher can read. Paste the JSON or the command instead.",
    );
    check(
        "https://e.com/mcp/install?config=eyJ%FF",
        "problem: This install link contains no configuration that Usher can read. Paste the JSON or the command instead.",
    );
}

#[test]
fn an_address_that_reads_like_an_install_link_is_one_of_a_server() {
    for address in [
        "https://good.example/mcp/add",
        "https://good.example/mcp/install",
        "https://good.example/mcp-install/sse",
        "https://install-mcp.good.example/mcp",
        "http://localhost:3000/mcp/add",
        "https://good.example/mcp/add?tenant=1",
        "https://good.example/mcp/add?server=eu",
        "https://good.example/mcp/add?config=prod",
        "https://good.example/mcp/add?next=https%3A%2F%2Fe.com%2Fmcp%2Fadd",
    ] {
        match read(address) {
            PasteResult::Servers { servers, .. } => assert!(
                matches!(&servers[0].transport, PastedTransport::Http { url, .. } if url == address),
                "{address}: {servers:?}"
            ),
            other => panic!("{address} is an address, not {other:?}"),
        }
    }
    for link in [
        "https://good.example/mcp/add?config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22a%22%5D%7D&name=a",
        "https://good.example/mcp/add?%7B%22name%22%3A%22a%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22a%22%5D%7D",
        "https://good.example/mcp/add#eyJuYW1lIjoiYSIsImNvbW1hbmQiOiJucHgiLCJhcmdzIjpbImEiXX0=",
    ] {
        check(link, "stdio a: npx·a");
    }
}

#[test]
fn install_links_of_each_client() {
    // LM Studio
    check(
        "lmstudio://add_mcp?name=a&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsInNlcnZlciJdfQ%3D%3D",
        "stdio a: npx·-y·server",
    );
    check(
        "https://lmstudio.ai/install-mcp?name=a&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsInNlcnZlciJdfQ%3D%3D",
        "stdio a: npx·-y·server",
    );
    // Goose
    check(
        "goose://extension?cmd=npx&arg=-y&arg=%40x%2Fa&timeout=300&id=a&name=A%20b&description=c&env=A_KEY%3DYour%20key",
        "stdio A b: npx·-y·@x/a [A_KEY=${input:A_KEY}, A_KEY=*]",
    );
    check(
        "goose://extension?url=https%3A%2F%2Fe.com%2Fmcp&type=streamable_http&name=a&header=X-Team%3Dblue",
        "http a: https://e.com/mcp [X-Team=blue]",
    );
    // 5ire
    check(
        "app.5ire://install-server#eyJuYW1lIjoiYSIsImNvbW1hbmQiOiJucHgiLCJhcmdzIjpbImIiXX0=",
        "stdio a: npx·b",
    );
    check(
        "5ire://install-server/#eyJtY3BTZXJ2ZXJzIjp7ImEiOnsiY29tbWFuZCI6Im5weCIsImFyZ3MiOlsiLXkiLCJzZXJ2ZXIiXX19fQ==",
        "stdio a: npx·-y·server",
    );
    // Chatbox
    check(
        "chatbox://mcp/install?server=eyJuYW1lIjoiYSIsInVybCI6Imh0dHBzOi8vZS5jb20vbWNwIn0=",
        "http a: https://e.com/mcp",
    );
    // Cherry Studio
    check(
        "cherrystudio://mcp/install?servers=eyJtY3BTZXJ2ZXJzIjp7ImEiOnsiY29tbWFuZCI6Im5weCIsImFyZ3MiOlsiLXkiLCJzZXJ2ZXIiXX0sImIiOnsibmFtZSI6ImIiLCJiYXNlVXJsIjoiaHR0cHM6Ly9lLmNvbS9tY3AiLCJ0eXBlIjoic3RyZWFtYWJsZUh0dHAiLCJjb21tYW5kIjoiIn19fQ%3D%3D",
        "stdio a: npx·-y·server + http b: https://e.com/mcp",
    );
    // VS Code, with what it asks for
    check(
        "https://insiders.vscode.dev/redirect/mcp/install?name=a&config=%7B%22command%22%3A%20%22npx%22%2C%20%22args%22%3A%20%5B%22a%22%5D%2C%20%22env%22%3A%20%7B%22KEY%22%3A%20%22%24%7Binput%3Akey%7D%22%7D%7D&inputs=%5B%7B%22id%22%3A%20%22key%22%2C%20%22type%22%3A%20%22promptString%22%2C%20%22description%22%3A%20%22A%20key%22%2C%20%22password%22%3A%20true%7D%5D",
        "stdio a: npx·a [KEY=${input:key}, key=*] {key: A key}",
    );
    check(
        "vscode:mcp/install?%7B%22name%22%3A%20%22a%22%2C%20%22command%22%3A%20%22npx%22%2C%20%22args%22%3A%20%5B%22a%22%5D%2C%20%22env%22%3A%20%7B%22KEY%22%3A%20%22%24%7Binput%3Akey%7D%22%7D%2C%20%22inputs%22%3A%20%5B%7B%22id%22%3A%20%22key%22%2C%20%22type%22%3A%20%22promptString%22%2C%20%22description%22%3A%20%22A%20key%22%2C%20%22password%22%3A%20true%7D%5D%7D",
        "stdio a: npx·a [KEY=${input:key}, key=*] {key: A key}",
    );
    // An address that leads on to a link
    check(
        "https://insiders.vscode.dev/redirect?url=vscode%3Amcp%2Finstall%3F%257B%2522name%2522%253A%2520%2522a%2522%252C%2520%2522command%2522%253A%2520%2522npx%2522%252C%2520%2522args%2522%253A%2520%255B%2522a%2522%255D%252C%2520%2522env%2522%253A%2520%257B%2522KEY%2522%253A%2520%2522%2524%257Binput%253Akey%257D%2522%257D%252C%2520%2522inputs%2522%253A%2520%255B%257B%2522id%2522%253A%2520%2522key%2522%252C%2520%2522type%2522%253A%2520%2522promptString%2522%252C%2520%2522description%2522%253A%2520%2522A%2520key%2522%252C%2520%2522password%2522%253A%2520true%257D%255D%257D",
        "stdio a: npx·a [KEY=${input:key}, key=*] {key: A key}",
    );
    check(
        "https://example.com/go?to=https%3A%2F%2Fexample.org%2F%3Flink%3Dlmstudio%253A%252F%252Fadd_mcp%253Fname%253Da%2526config%253DeyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsInNlcnZlciJdfQ%25253D%25253D",
        "stdio a: npx·-y·server",
    );
    check(
        "https://example.com/mcp?next=https%3A%2F%2Fe.com%2Fmcp",
        "http example.com: https://example.com/mcp?next=https%3A%2F%2Fe.com%2Fmcp",
    );
    check(
        "https://example.com/go#lmstudio%3A%2F%2Fadd_mcp%3Fname%3Da%26config%3DeyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsInNlcnZlciJdfQ%253D%253D",
        "stdio a: npx·-y·server",
    );
    // Kiro, Trae, Dive, Visual Studio
    check(
        "kiro://kiro.mcp/add?name=a&config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22a%22%5D%7D",
        "stdio a: npx·a",
    );
    check(
        "trae://trae.ai-ide/mcp-import?type=stdio&name=a&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsInNlcnZlciJdfQ%3D%3D",
        "stdio a: npx·-y·server",
    );
    check(
        "dive://mcp.install/?name=a&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsInNlcnZlciJdfQ%3D%3D",
        "stdio a: npx·-y·server",
    );
    check(
        "vsweb+mcp:/install?%7B%22name%22%3A%22a%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22a%22%5D%7D",
        "stdio a: npx·a",
    );
    // The name of a server in a gallery
    for link in [
        "vscode:mcp/by-name/io.example/a",
        "vscode:mcp/example.com/a",
        "vscode-insiders:mcp/install",
    ] {
        check(
            link,
            "problem: This install link contains no configuration that Usher can read. Paste the JSON or the command instead.",
        );
    }
    check(
        "goose://extension?name=a",
        "problem: This install link contains no configuration that Usher can read. Paste the JSON or the command instead.",
    );
}

#[test]
fn a_configuration_without_servers_is_said_to_hold_none() {
    for text in [
        r#"{"mcpServers": {}}"#,
        r#"{"mcp": {"servers": {}}}"#,
        r#"{"servers": []}"#,
        r#""mcpServers": {}"#,
        "[]",
    ] {
        check(text, "problem: This configuration contains no servers.");
    }
}

#[test]
fn the_summary_counts_the_servers() {
    let summary = |text: &str| match read(text) {
        PasteResult::Servers { summary, .. } => summary.to_string(),
        other => panic!("{text} is a configuration, not {other:?}"),
    };
    let local = r#""a": {"command": "x"}"#;
    let remote = r#""b": {"url": "https://e.com/mcp"}"#;
    let other = r#""c": {"url": "https://f.com/mcp"}"#;
    for (servers, expected) in [
        (vec![local], "1 local server (stdio)"),
        (vec![remote], "1 remote server (HTTP)"),
        (vec![remote, other], "2 remote servers (HTTP)"),
        (vec![local, remote, other], "3 servers, 2 of them remote"),
    ] {
        assert_eq!(
            summary(&format!(r#"{{"mcpServers": {{{}}}}}"#, servers.join(","))),
            format!("{expected}, in the format of Claude Desktop."),
            "the summary is what the person reads above the form"
        );
    }
}

#[test]
fn secrets_in_arguments_and_queries_are_kept_as_secrets() {
    check(
        "npx a --api-key=sesame",
        "stdio a: npx·a·--api-key=${input:api-key} [api-key=sesame*] {Saved as a secret and inserted into the arguments: “api-key”.}",
    );
    check(
        "docker run -i -e GITHUB_PERSONAL_ACCESS_TOKEN=ghp_x ghcr.io/github/github-mcp-server",
        "stdio github-mcp-server: docker·run·-i·-e·GITHUB_PERSONAL_ACCESS_TOKEN·ghcr.io/github/github-mcp-server [GITHUB_PERSONAL_ACCESS_TOKEN=ghp_x*] {Saved as a secret and passed to the container as an environment variable: “GITHUB_PERSONAL_ACCESS_TOKEN”.}",
    );
    check(
        "https://mcp.exa.ai/mcp?exaApiKey=sesame&tools=a",
        "http exa.ai: https://mcp.exa.ai/mcp?exaApiKey=${input:exaApiKey}&tools=a [exaApiKey=sesame*] {Saved as a secret and inserted into the URL: “exaApiKey”.}",
    );
    check(
        r#"{"servers":{"a":{"command":"npx","args":["a","--key","${input:key}"]}},"inputs":[{"id":"key","type":"promptString","password":true}]}"#,
        "stdio a: npx·a·--key·${input:key} [key=*]",
    );
    check(
        r#"{"name":"io.example/a","packages":[{"registryType":"npm","identifier":"a","packageArguments":[{"type":"named","name":"--key","isSecret":true}]}]}"#,
        "stdio io.example/a: npx·-y·a·--key·${input:key} [key=*]",
    );
    check(
        "npx a --token --verbose",
        "stdio a: npx·a·--token·--verbose",
    );
    check("npx a --keyboard=us -y", "stdio a: npx·a·--keyboard=us·-y");
}

#[test]
fn places_of_faults_are_those_of_the_pasted_text() {
    check(
        "\"a\": {\"command\": }",
        "problem @1:18: This JSON is not valid: Unexpected close brace (line 1, column 18).",
    );
    check(
        "{“command”: “x”}",
        "problem @1:2: This JSON is not valid: Unexpected token (line 1, column 2). Replace the typographic quotation marks with \".",
    );
}

#[test]
fn no_text_makes_it_panic() {
    let seeds = [
        r#"{"mcpServers":{"a":{"command":"npx","args":["-y","b"],"env":{"K":"${input:x}"}}}}"#,
        r#""github": {"url": "https://e.com/mcp", "headers": {"A": "b"}},"#,
        "A=1 npx -y @scope/name@1.2 --x=\"y z\" '<dir>' $HOME `x` é漢字",
        "claude mcp add -e A=b --transport http -H \"A: b\" name -- npx x",
        "C:\\x\\y.exe \\ \\\\ \"",
        "docker run -i --rm -e A ghcr.io/x/y:latest",
        "cursor://x/mcp/install?name=a&config=e30=",
        "vscode:mcp/install?%7B%22name%22%3A1%7D",
        r#"{"name":"a/b","packages":[{"registryType":"npm","identifier":"x","version":""}]}"#,
    ];
    let odd = [
        "\0", "\u{202e}", "{", "}", "\"", "'", "\\", "$", "<", ">", "=", ":", "%", "漢", "\n", "",
    ];
    // A fixed walk, so that a failure can be repeated.
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random % below as u64).unwrap()
    };
    for round in 0..4_000 {
        let mut letters: Vec<String> = seeds[round % seeds.len()]
            .chars()
            .map(String::from)
            .collect();
        for _ in 0..=round % 4 {
            let at = next(letters.len());
            letters[at] = odd[next(odd.len())].to_owned();
            letters.truncate(at.max(next(letters.len()) + 1));
        }
        let text = letters.concat();
        match read(&text) {
            PasteResult::Problem { message, .. } => {
                assert!(!message.to_string().is_empty(), "{text:?}");
            }
            PasteResult::Servers { servers, .. } => {
                for server in servers {
                    assert_eq!(visible(&server.label), server.label, "{text:?}");
                }
            }
            PasteResult::Empty => {}
        }
    }
    let open = format!(r#"{{"command":"x","args":["{}"]}}"#, "${a:-".repeat(30_000));
    assert!(
        matches!(read(&open), PasteResult::Servers { .. }),
        "placeholders that are never closed take no time"
    );
    for deep in ["[", "{\"a\":", "{\"mcpServers\":["] {
        let text = deep.repeat(100_000);
        assert!(
            matches!(read(&text), PasteResult::Problem { .. }),
            "{deep} again and again"
        );
    }
}
