//! The files that people have. `KEY` stands for the key of the agent's servers.

use usher_config::file_format::Format;
use usher_config::other_apps::App;

use Outcome::{Added, Refused};

pub(super) struct Fixture {
    pub(super) name: &'static str,
    pub(super) format: Format,
    text: &'static str,
    pub(super) outcome: Outcome,
}

/// What connecting an agent with this file does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Added,
    /// Refused with this code.
    Refused(&'static str),
}

impl Fixture {
    pub(super) fn text(&self, app: &App) -> String {
        self.text.replace("KEY", app.servers[0])
    }
}

const fn json(name: &'static str, outcome: Outcome, text: &'static str) -> Fixture {
    Fixture {
        name,
        format: Format::Json,
        text,
        outcome,
    }
}

const fn toml(name: &'static str, outcome: Outcome, text: &'static str) -> Fixture {
    Fixture {
        name,
        format: Format::Toml,
        text,
        outcome,
    }
}

const fn yaml(name: &'static str, outcome: Outcome, text: &'static str) -> Fixture {
    Fixture {
        name,
        format: Format::Yaml,
        text,
        outcome,
    }
}

const BROKEN: Outcome = Refused("agents.brokenAt");
const FORM: Outcome = Refused("agents.form");
const TWICE: Outcome = Refused("agents.twice");
const TAKEN: Outcome = Refused("agents.taken");

pub(super) static FIXTURES: [Fixture; 86] = [
    json("empty file", Added, ""),
    json("blank file", Added, " \r\n\t\r\n"),
    json("only a byte order mark", Added, "\u{feff}"),
    json("only comments", Added, "// mine\n/* nothing yet */"),
    json("empty object", Added, "{}"),
    json("empty object and newline", Added, "{}\n"),
    json("empty object on two lines", Added, "{\n}\n"),
    json("empty object with space", Added, "{ }"),
    json(
        "empty object with a line comment",
        Added,
        "{ // nothing yet\n}\n",
    ),
    json(
        "empty object with a block comment",
        Added,
        "{ /* nothing yet */ }",
    ),
    json("no servers yet", Added, "{\n  \"KEY\": {}\n}\n"),
    json(
        "no servers yet on two lines",
        Added,
        "{\n  \"KEY\": {\n  }\n}\n",
    ),
    json(
        "no servers yet but a comment",
        Added,
        "{\n  \"KEY\": {\n    // none\n  }\n}\n",
    ),
    json("no servers yet, minified", Added, "{\"KEY\":{}}"),
    json(
        "no servers yet, minified, settings before",
        Added,
        "{\"a\":1,\"KEY\":{},\"b\":2}",
    ),
    json(
        "one server",
        Added,
        "{\n  \"KEY\": {\n    \"git\": {\n      \"command\": \"uvx\",\n      \"args\": [\"mcp-server-git\"]\n    }\n  }\n}\n",
    ),
    json(
        "one server, minified",
        Added,
        "{\"KEY\":{\"git\":{\"command\":\"uvx\",\"args\":[\"mcp-server-git\"]}}}",
    ),
    json(
        "one server, on one line",
        Added,
        "{ \"KEY\": { \"git\": { \"command\": \"uvx\" } } }\n",
    ),
    json(
        "servers between settings",
        Added,
        "{\n  \"theme\": \"dark\",\n  \"KEY\": {\n    \"git\": { \"command\": \"uvx\" }\n  },\n  \"z\": [1, 2.50, 1e3, -0]\n}\n",
    ),
    json(
        "tabs",
        Added,
        "{\n\t\"KEY\": {\n\t\t\"git\": {\n\t\t\t\"command\": \"uvx\"\n\t\t}\n\t}\n}\n",
    ),
    json(
        "four spaces",
        Added,
        "{\n    \"KEY\": {\n        \"git\": {\n            \"command\": \"uvx\"\n        }\n    }\n}\n",
    ),
    json(
        "CRLF",
        Added,
        "{\r\n  \"KEY\": {\r\n    \"git\": {\r\n      \"command\": \"uvx\"\r\n    }\r\n  }\r\n}\r\n",
    ),
    json(
        "CRLF without servers",
        Added,
        "{\r\n  \"theme\": \"dark\"\r\n}\r\n",
    ),
    json(
        "CRLF and LF",
        Added,
        "{\r\n  \"a\": 1,\n  \"KEY\": {\n    \"git\": { \"command\": \"uvx\" }\r\n  }\n}\r\n",
    ),
    json(
        "byte order mark",
        Added,
        "\u{feff}{\n  \"KEY\": {\n    \"git\": { \"command\": \"uvx\" }\n  }\n}\n",
    ),
    json(
        "no newline at the end",
        Added,
        "{\n  \"KEY\": {\n    \"git\": { \"command\": \"uvx\" }\n  }\n}",
    ),
    json(
        "many newlines at the end",
        Added,
        "{\n  \"KEY\": {\n    \"git\": { \"command\": \"uvx\" }\n  }\n}\n\n\n",
    ),
    json(
        "comments everywhere",
        Added,
        "// top\n{\n  // before\n  \"KEY\": { // behind the brace\n    \"git\": { \"command\": \"uvx\" } // behind git\n    // below git\n  } /* behind */\n  // end\n}\n// last\n",
    ),
    json(
        "comment before the comma",
        Added,
        "{\n  \"a\": 1 /* one */ , // two\n  \"KEY\": {\n    \"git\": { \"command\": \"uvx\" } // git\n  }\n}\n",
    ),
    json(
        "comma on the next line",
        Added,
        "{\n  \"KEY\": {\n    \"git\": { \"command\": \"uvx\" }\n    , // trailing\n  }\n}\n",
    ),
    json(
        "comment of two lines behind the last",
        Added,
        "{\n  \"KEY\": {\n    \"git\": { \"command\": \"uvx\" } /* one\n    two */\n  }\n}\n",
    ),
    json(
        "trailing commas",
        Added,
        "{\n  \"KEY\": {\n    \"git\": { \"command\": \"uvx\", },\n  },\n}\n",
    ),
    json(
        "trailing comma and comment",
        Added,
        "{\n  \"KEY\": {\n    \"git\": { \"command\": \"uvx\" }, // git\n    // \"old\": {},\n  },\n}\n",
    ),
    json(
        "trailing comma on one line",
        Added,
        "{\"KEY\":{\"git\":{\"command\":\"uvx\"},},}",
    ),
    json(
        "text that looks like comments",
        Added,
        "{\n  \"u\": \"https://e.com/*x*/ // y, }\",\n  \"KEY\": {\n    \"git\": { \"command\": \"a//b\" }\n  }\n}\n",
    ),
    json(
        "other letters",
        Added,
        "{\n  \"名前\": \"Ünïcödé 🦀 \\u00e9\",\n  \"KEY\": {\n    \"сервер\": { \"command\": \"ls\" }\n  }\n}\n",
    ),
    json(
        "escaped key",
        Added,
        "{\n  \"\\u0061\": 1,\n  \"KEY\": {\n    \"g\\u0069t\": { \"command\": \"uvx\" }\n  }\n}\n",
    ),
    json(
        "a key that is there twice elsewhere",
        Added,
        "{\n  \"a\": 1,\n  \"a\": 2,\n  \"KEY\": {\n    \"git\": { \"command\": \"uvx\" }\n  }\n}\n",
    ),
    json(
        "the same key deeper",
        Added,
        "{\n  \"projects\": { \"/p\": { \"KEY\": { \"usher\": { \"command\": \"x\" } } } },\n  \"n\": null\n}\n",
    ),
    json(
        "blank lines",
        Added,
        "{\n\n  \"KEY\": {\n\n    \"git\": { \"command\": \"uvx\" }\n\n  }\n\n}\n",
    ),
    json(
        "large numbers",
        Added,
        "{\n  \"n\": 123456789012345678901234567890,\n  \"f\": 1.000000000000000000001\n}\n",
    ),
    json(
        "first property on the line of the brace",
        Added,
        "{ \"a\": 1,\n  \"KEY\": { \"git\": { \"command\": \"uvx\" },\n    \"b\": { \"command\": \"y\" } } }\n",
    ),
    json("unclosed", BROKEN, "{\n  \"KEY\": {"),
    json("missing comma", BROKEN, "{\n  \"a\": 1\n  \"KEY\": {}\n}\n"),
    json("single quotes", BROKEN, "{ 'a': 1 }"),
    json(
        "merge conflict",
        BROKEN,
        "{\n<<<<<<< HEAD\n  \"a\": 1\n=======\n  \"a\": 2\n>>>>>>> x\n}\n",
    ),
    json("two documents", BROKEN, "{}\n{}\n"),
    json("unclosed comment", BROKEN, "{ /* a }"),
    json("a list", FORM, "[1]"),
    json("a text", FORM, "\"x\""),
    json(
        "servers are a list",
        FORM,
        "{\"KEY\": [{\"name\": \"git\"}]}",
    ),
    json("servers are null", FORM, "{\"KEY\": null}"),
    json(
        "servers twice",
        TWICE,
        "{\n  \"KEY\": {},\n  \"KEY\": {}\n}\n",
    ),
    json(
        "another server of our name",
        TAKEN,
        "{\"KEY\": {\"usher\": {\"command\": \"other\", \"args\": [\"connect\"]}}}",
    ),
    json(
        "a remote server of our name",
        TAKEN,
        "{\"KEY\": {\"usher\": {\"url\": \"https://e.com/mcp\"}}}",
    ),
    toml("empty file", Added, ""),
    toml("only comments", Added, "# mine\n"),
    toml(
        "settings",
        Added,
        "model = \"m\" # mine\n\n[profiles.a]\nmodel = \"n\"\n",
    ),
    toml("no newline at the end", Added, "model = \"m\""),
    toml(
        "CRLF",
        Added,
        "model = \"m\"\r\n\r\n[mcp_servers.git]\r\ncommand = \"uvx\"\r\n",
    ),
    toml("byte order mark", Added, "\u{feff}model = \"m\"\n"),
    toml(
        "one server",
        Added,
        "[mcp_servers.git]\ncommand = \"uvx\"\nargs = [\n  \"a\", # one\n]\n",
    ),
    toml(
        "one server with a sub-table",
        Added,
        "[mcp_servers.git]\ncommand = \"uvx\"\n[mcp_servers.git.env]\nA = \"b\"\n",
    ),
    toml(
        "servers in their own table",
        Added,
        "[mcp_servers]\ngit = { command = \"uvx\" }\n",
    ),
    toml(
        "a table behind the servers",
        Added,
        "[mcp_servers.git]\ncommand = \"uvx\"\n\n# history\n[history]\nmax = 1979-05-27\n",
    ),
    toml(
        "lists of tables",
        Added,
        "[[hooks]]\na = 1\n[[hooks]]\na = 2\n",
    ),
    toml(
        "long texts",
        Added,
        "notes = \"\"\"\n[mcp_servers.usher]\n\"\"\"\nraw = '''\n[x]\n'''\n",
    ),
    toml(
        "an inline table",
        FORM,
        "mcp_servers = { git = { command = \"uvx\" } }\n",
    ),
    toml("dotted keys", FORM, "mcp_servers.git.command = \"uvx\"\n"),
    toml("broken", BROKEN, "model = \n"),
    toml("a key twice", BROKEN, "a = 1\na = 2\n"),
    toml(
        "another server of our name",
        TAKEN,
        "[mcp_servers.usher]\ncommand = \"other\"\n",
    ),
    yaml("empty file", Added, ""),
    yaml("only comments", Added, "# mine\n"),
    yaml(
        "settings",
        Added,
        "GOOSE_MODEL: m # mine\nGOOSE_MODE: auto\n",
    ),
    yaml("no newline at the end", Added, "GOOSE_MODEL: m"),
    yaml(
        "CRLF",
        Added,
        "GOOSE_MODEL: m\r\nextensions:\r\n  git:\r\n    type: stdio\r\n    cmd: uvx\r\n    args: []\r\nz: 1\r\n",
    ),
    yaml(
        "one extension",
        Added,
        "extensions:\n    git:\n        type: stdio\n        cmd: uvx\n        args:\n        - a\n        enabled: true\nGOOSE_MODEL: m\n",
    ),
    yaml(
        "comments",
        Added,
        "# top\nextensions: # all\n  # the first\n  git: # git\n    type: stdio\n    cmd: uvx # program\n\n# behind\nz: |\n  extensions:\n    x: 1\n",
    ),
    yaml("nothing below", Added, "extensions:\nGOOSE_MODEL: m\n"),
    yaml("empty braces", Added, "extensions: {}\nGOOSE_MODEL: m\n"),
    yaml(
        "a flow mapping",
        FORM,
        "extensions: {git: {type: stdio, cmd: uvx}}\n",
    ),
    yaml("a text", FORM, "GOOSE_MODEL\n"),
    yaml("a list", FORM, "- a\n"),
    yaml("two documents", BROKEN, "a: 1\n---\nb: 2\n"),
    yaml("broken", BROKEN, "a: [\n"),
];
