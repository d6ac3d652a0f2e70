//! Characters that nobody sees in what would be started.

use super::{ExistingServers, http, in_directory, plain, problems, secret, stdio};

#[test]
fn what_is_started_is_what_is_seen() {
    let hidden = [
        "\u{202e}",
        "\u{2066}",
        "\u{200b}",
        "\u{200d}",
        "\u{feff}",
        "\u{ad}",
        "\u{3164}",
        "\u{2800}",
        "\u{e0041}",
        "\u{1b}",
        "\u{2028}",
    ];
    for hidden in hidden {
        let text = |before: &str| format!("{before}{hidden}x");
        let of_header = match hidden {
            "\u{1b}" => "field.value.header",
            _ => "field.value.invisible",
        };
        let rows = [
            (
                stdio(&text("python3"), &[], vec![]),
                "command",
                "field.command.invisible",
            ),
            (
                stdio("npx", &["-y", &text("a")], vec![]),
                "args[1]",
                "field.args.invisible",
            ),
            (in_directory(&text("/tmp/")), "cwd", "field.cwd.invisible"),
            (
                stdio("x", &[], vec![plain("A", &text("v"))]),
                "env.A",
                "field.value.invisible",
            ),
            (
                http("https://a.b/", vec![plain("X", &text("v"))]),
                "headers.X",
                of_header,
            ),
        ];
        for (draft, field, code) in rows {
            let found = problems(draft, ExistingServers::default());
            assert_eq!(found.len(), 1, "{hidden:?} {field}: {found:?}");
            assert_eq!(
                (found[0].field.as_str(), &*found[0].message.code),
                (field, code),
                "{hidden:?}"
            );
        }
        let name = text("A");
        for (draft, code) in [
            (stdio("x", &[], vec![plain(&name, "v")]), "field.env.name"),
            (
                http("https://a.b/", vec![plain(&name, "v")]),
                "field.header.name",
            ),
            (
                super::with_inputs(stdio("x", &[], vec![]), vec![secret(&name, "v")]),
                "field.secret.name",
            ),
        ] {
            let found = problems(draft, ExistingServers::default());
            assert_eq!(found[0].message.code, code, "{hidden:?} {found:?}");
        }
    }
}

#[test]
fn lines_and_what_is_secret_are_let_through() {
    let rows = [
        stdio(
            "x",
            &["a\tb", "漢字 é 👍🏽"],
            vec![plain("A", "a\nb\tc\r\nd")],
        ),
        stdio("x", &[], vec![secret("A", "a\u{200b}b")]),
    ];
    for draft in rows {
        assert_eq!(problems(draft, ExistingServers::default()), []);
    }
}
