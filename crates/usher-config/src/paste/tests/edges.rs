//! Checks links, misplaced secrets, places of faults, and meaningless text.

use usher_types::paste::PastedTransport;
use usher_types::text::visible;

use super::{PasteResult, check, read};

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
