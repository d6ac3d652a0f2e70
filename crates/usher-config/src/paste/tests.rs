//! What people paste, and what comes of it, one line each. What needs no more than a text stands in `cases.txt`.

mod dialects;
mod edges;
mod registry;

use super::*;

/// `stdio label: program arg … [NAME=value, NAME=value*] {note}`; a star marks what looks secret.
fn shown(reading: &PasteResult) -> String {
    match reading {
        PasteResult::Empty => "empty".to_owned(),
        PasteResult::Problem {
            message,
            line,
            column,
        } => {
            let place = line
                .zip(*column)
                .map(|(line, column)| format!(" @{line}:{column}"))
                .unwrap_or_default();
            format!("problem{place}: {message}")
        }
        PasteResult::Servers { servers, .. } => {
            servers.iter().map(server).collect::<Vec<_>>().join(" + ")
        }
    }
}

fn server(server: &PastedServer) -> String {
    let (mut line, values) = match &server.transport {
        PastedTransport::Stdio {
            command,
            args,
            env,
            cwd,
            inputs,
        } => {
            let mut words = vec![command.as_str()];
            words.extend(args.iter().map(String::as_str));
            let place = cwd
                .as_ref()
                .map(|cwd| format!(" in {cwd}"))
                .unwrap_or_default();
            (
                format!("stdio {}: {}{place}", server.label, words.join("·")),
                [env.as_slice(), inputs].concat(),
            )
        }
        PastedTransport::Http {
            url,
            headers,
            inputs,
        } => (
            format!("http {}: {url}", server.label),
            [headers.as_slice(), inputs].concat(),
        ),
    };
    if !values.is_empty() {
        let values: Vec<_> = values
            .iter()
            .map(|value| {
                format!(
                    "{}={}{}",
                    value.name,
                    value.value,
                    if value.looks_secret { "*" } else { "" }
                )
            })
            .collect();
        line = format!("{line} [{}]", values.join(", "));
    }
    for note in &server.notes {
        line = format!("{line} {{{note}}}");
    }
    line
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(shown(&read(text)), expected, "reading of {text:?}");
}

/// Each text, and below it what it is read as; `␊` and `␉` stand for a newline and a tab.
#[test]
fn each_case_is_read_as_it_stands() {
    let cases = include_str!("tests/cases.txt").split_terminator("\n\n");
    for case in cases.filter(|case| !case.starts_with("== ")) {
        let text = case.lines().next().unwrap();
        let read = shown(&read(&text.replace('␊', "\n").replace('␉', "\t")));
        assert_eq!(format!("{text}\n  {read}"), case.trim_end());
    }
}

#[test]
fn commands() {
    check("", "empty");
    check("  \n", "empty");
}

#[test]
fn what_needs_a_shell_is_refused() {
    let refused = |mark: &str| {
        format!(
            "problem: This command needs a shell because of “{mark}”. Paste one command with its arguments."
        )
    };
    check("npx a && touch x", &refused("&&"));
    check("npx a; touch x", &refused(";"));
    check("cat x | npx a", &refused("|"));
    check("npx a $(touch x)", &refused("$("));
    check("npx a `touch x`", &refused("`"));
    check("npx a > out.txt", &refused(">"));
    check("npx a $DIR/x", &refused("$DIR"));
    check("npx a \"$DIR\"", &refused("$DIR"));
}
