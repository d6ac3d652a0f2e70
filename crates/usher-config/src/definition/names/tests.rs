//! Checks derived labels, and names that suggest a secret.

use super::{derived_label, free_label};
use crate::definition::{Label, Transport};

fn stdio(line: &str) -> Transport {
    let mut words = line.split(' ').map(str::to_owned);
    Transport::Stdio {
        command: words.next().unwrap(),
        args: words.collect(),
        env: Vec::new(),
        cwd: None,
        inputs: Vec::new(),
    }
}

#[test]
fn a_label_is_made_from_what_runs() {
    let table = [
        (
            "npx -y @modelcontextprotocol/server-everything",
            "server-everything",
        ),
        (
            "npx -y @modelcontextprotocol/server-filesystem@1.2.3 /tmp",
            "server-filesystem",
        ),
        ("npx tavily-mcp@latest", "tavily-mcp"),
        ("/usr/local/bin/npx -y foo", "foo"),
        ("npx.cmd -y foo", "foo"),
        ("uvx mcp-server-git --repository /x", "mcp-server-git"),
        ("uv tool run mcp-server-git", "mcp-server-git"),
        ("pipx run thing", "thing"),
        ("pnpm dlx @a/b", "b"),
        (
            "docker run -i --rm -e TOKEN ghcr.io/github/github-mcp-server:latest",
            "github-mcp-server",
        ),
        (
            "docker run --rm -i --mount=type=bind,src=/a mcp/fetch",
            "fetch",
        ),
        ("node /opt/weather/build/index.js", "weather"),
        ("node ./tools.mjs", "tools"),
        ("python -m weather_server", "weather_server"),
        ("python3 server.py", "server"),
        ("/opt/my-server/bin/my-server --stdio", "my-server"),
        ("C:\\Tools\\thing.exe", "thing"),
        ("npx", "npx"),
        ("/", "Server"),
    ];
    for (line, expected) in table {
        assert_eq!(derived_label(&stdio(line)), expected, "{line}");
    }
    for (url, expected) in [
        ("https://mcp.linear.app/mcp", "linear.app"),
        ("https://api.example.com/", "example.com"),
        ("http://127.0.0.1:3001/mcp", "127.0.0.1"),
        ("https://mcp.local/", "mcp.local"),
    ] {
        let transport = Transport::Http {
            url: url.parse().unwrap(),
            headers: Vec::new(),
            inputs: Vec::new(),
        };
        assert_eq!(derived_label(&transport), expected, "{url}");
    }
}

#[test]
fn a_made_up_label_is_free() {
    let others = ["Demo", "demo 2", "Other"].map(Label::trusted);
    assert_eq!(free_label("demo", &others).as_str(), "demo 3");
    assert_eq!(free_label("New", &others).as_str(), "New");
}
