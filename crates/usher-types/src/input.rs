//! References in a configuration to values that are kept elsewhere: `${input:NAME}`, the form VS Code has in `mcp.json`.
//! They are replaced when the server starts, and nowhere else, as are the names of the person's home folder.

use std::ops::Range;
use std::path::Path;

use crate::secret::Secret;
use url::Url;
use url::form_urlencoded::byte_serialize;

const OPEN: &str = "${input:";

/// The reference to an input, as it stands in an argument or a query.
pub fn reference(name: &str) -> String {
    format!("{OPEN}{name}}}")
}

/// Whether a reference can name it: letters, digits and `_ . -`.
pub fn is_input_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 64
        && name
            .bytes()
            .all(|letter| letter.is_ascii_alphanumeric() || b"_.-".contains(&letter))
}

/// The references in a text: their names, and where they stand, in bytes.
pub fn references(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    text.match_indices(OPEN).filter_map(|(start, open)| {
        let rest = &text[start + open.len()..];
        let name = &rest[..rest.find('}')?];
        is_input_name(name).then(|| (name, start..start + open.len() + name.len() + 1))
    })
}

/// Puts values in the place of references. A reference without a value stays.
pub fn fill_in(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = 0;
    for (name, place) in references(text) {
        if let Some(value) = value(name) {
            filled.push_str(&text[rest..place.start]);
            filled.push_str(&value);
            rest = place.end;
        }
    }
    filled.push_str(&text[rest..]);
    filled
}

/// How a path of a URL writes the braces of a placeholder (WHATWG URL, path percent-encode set).
const OPEN_IN_PATH: &str = "$%7B";

/// A URL with its placeholders as they were written.
pub fn shown_url(url: &Url) -> String {
    with_braces(url.as_str())
}

fn with_braces(encoded: &str) -> String {
    let mut shown = String::with_capacity(encoded.len());
    let mut rest = encoded;
    while let Some(start) = rest.find(OPEN_IN_PATH) {
        let after = &rest[start + OPEN_IN_PATH.len()..];
        shown.push_str(&rest[..start]);
        let is_name = |inner: &str| {
            let mut letters = inner.chars();
            letters.all(|letter| letter.is_ascii_alphanumeric() || "_.-:".contains(letter))
        };
        if let Some(end) = after.find("%7D").filter(|end| is_name(&after[..*end])) {
            shown.push_str("${");
            shown.push_str(&after[..end]);
            shown.push('}');
            rest = &after[end + 3..];
        } else {
            shown.push_str(OPEN_IN_PATH);
            rest = after;
        }
    }
    shown + rest
}

/// Puts secrets in the place of the references in the path and the query of a URL, percent-encoded.
pub fn fill_in_url(url: &Url, secret: impl Fn(&str) -> Option<Secret>) -> Url {
    let mut filled = url.clone();
    let path = with_braces(url.path());
    if references(&path).next().is_some() {
        filled.set_path(&fill_in(&path, |name| {
            // A plus sign is a space in a query only.
            secret(name).map(|secret| encoded(secret.expose()).replace('+', "%20"))
        }));
    }
    if let Some(query) = url.query() {
        let query = fill_in(query, |name| {
            secret(name).map(|secret| encoded(secret.expose()))
        });
        filled.set_query(Some(&query));
    }
    filled
}

/// What only another app fills in: a variable of its environment, a file or a command, the folder that is open in it.
pub fn foreign_placeholders(text: &str) -> impl Iterator<Item = &str> {
    let opens = [
        "${env:",
        "{env:",
        "${workspaceFolder",
        "${file:",
        "{file:",
        "${command:",
        "${config:",
    ];
    let starts = text.char_indices().map(|(at, _)| &text[at..]);
    starts.filter_map(move |rest| {
        let inner = opens.iter().any(|open| rest.starts_with(open));
        let found = &rest[..=rest.find('}').filter(|_| inner)?];
        let is_nested = rest.starts_with('{') && text.contains(&format!("${found}"));
        (!HOME_ANYWHERE.contains(&found) && !is_nested).then_some(found)
    })
}

/// How configurations name the person's home folder: wherever it stands, and where a path begins.
const HOME_ANYWHERE: [&str; 4] = ["${userHome}", "${env:HOME}", "${HOME}", "{env:HOME}"];
const HOME_AT_START: [&str; 2] = ["$HOME", "~"];

/// Returns the names of the home folder in a text, which stand for nothing in another computer's address or header.
pub fn home_placeholders(text: &str) -> impl Iterator<Item = &str> {
    let is_nested = |name: &str| text.contains(&format!("${name}"));
    let names: [&str; 4] = HOME_ANYWHERE;
    names
        .into_iter()
        .filter(move |name| text.contains(name) && !is_nested(name))
}

/// Whether a text begins with the person's home folder.
pub fn begins_at_home(text: &str) -> bool {
    HOME_ANYWHERE.iter().any(|name| text.starts_with(name)) || name_of_home(text).is_some()
}

/// The name of the home folder at the start of a path.
fn name_of_home(path: &str) -> Option<&'static str> {
    HOME_AT_START.into_iter().find(|name| {
        let after = path.strip_prefix(name);
        after.is_some_and(|after| after.is_empty() || after.starts_with(['/', '\\', ':', ',']))
    })
}

/// Puts the home folder in the place of its names: no shell does it for a program that is started without one.
pub fn fill_in_home(text: &str, home: &Path) -> String {
    let home = home.to_string_lossy();
    let text = HOME_ANYWHERE
        .iter()
        .fold(text.to_owned(), |text, name| text.replace(name, &home));
    let mut filled = String::with_capacity(text.len());
    let mut rest = text.as_str();
    // `--dir=~/x`, `-v $HOME/x:/x`: a path begins after these signs, too.
    while !rest.is_empty() {
        if let Some(name) = name_of_home(rest) {
            filled.push_str(&home);
            rest = &rest[name.len()..];
        }
        let end = rest.find(['=', ',', ':']).map_or(rest.len(), |end| end + 1);
        filled.push_str(&rest[..end]);
        rest = &rest[end..];
    }
    filled
}

/// A text as it stands in a query (application/x-www-form-urlencoded, WHATWG URL).
pub fn encoded(text: &str) -> String {
    byte_serialize(text.as_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_found_and_replaced() {
        let value = |name: &str| (name != "gone").then(|| format!("<{name}>"));
        for (text, expected) in [
            ("plain", "plain"),
            ("${input:key}", "<key>"),
            ("--key=${input:a-b.c_1}!", "--key=<a-b.c_1>!"),
            ("${input:a}${input:b}", "<a><b>"),
            ("${input:gone} ${input:a}", "${input:gone} <a>"),
            ("${input:}", "${input:}"),
            ("${input:a b}", "${input:a b}"),
            ("${input:open", "${input:open"),
            ("${env:key} ${key}", "${env:key} ${key}"),
            ("${input:${input:a}}", "${input:<a>}"),
        ] {
            assert_eq!(fill_in(text, value), expected, "{text}");
        }
    }

    #[test]
    fn what_is_filled_in_is_not_searched_again() {
        let value = |name: &str| (name == "a").then(|| "${input:b}".to_owned());
        assert_eq!(fill_in("${input:a}", value), "${input:b}");
    }

    #[test]
    fn a_query_keeps_its_form_whatever_the_secret_holds() {
        let url = Url::parse("https://example.com/mcp?key=${input:key}&b=1").unwrap();
        assert_eq!(
            url.query(),
            Some("key=${input:key}&b=1"),
            "a URL leaves the reference as it is written"
        );
        let filled = fill_in_url(&url, |_| Some(Secret::new("a&b=c d#é")));
        let pairs: Vec<_> = filled.query_pairs().into_owned().collect();
        assert_eq!(
            pairs,
            [
                ("key".to_owned(), "a&b=c d#é".to_owned()),
                ("b".to_owned(), "1".to_owned())
            ]
        );
        assert_eq!(filled.fragment(), None);
    }

    #[test]
    fn a_path_keeps_its_form_whatever_the_secret_holds() {
        let written = "https://example.com/${input:region}/mcp?key=${input:key}";
        let url = Url::parse(written).unwrap();
        assert_eq!(
            shown_url(&url),
            written,
            "nobody sees how a URL writes braces"
        );
        let filled = fill_in_url(&url, |name| Some(Secret::new(format!("{name} /é?"))));
        assert_eq!(
            filled.as_str(),
            "https://example.com/region%20%2F%C3%A9%3F/mcp?key=key+%2F%C3%A9%3F"
        );
        let other = Url::parse("https://example.com/$%7Binput:a b%7D/$%7Binput:").unwrap();
        assert_eq!(shown_url(&other), other.as_str(), "these are no references");
        assert_eq!(fill_in_url(&other, |_| Some(Secret::new("x"))), other);
    }

    #[test]
    fn what_only_another_app_fills_in_is_found() {
        for (text, expected) in [
            ("Bearer ${env:A} {env:B}", vec!["${env:A}", "{env:B}"]),
            ("${workspaceFolder}/x", vec!["${workspaceFolder}"]),
            ("${file:/k}{file:~/k}", vec!["${file:/k}", "{file:~/k}"]),
            (
                "${command:a.b} ${config:c}",
                vec!["${command:a.b}", "${config:c}"],
            ),
            ("{file} {\"file\": 1}", vec![]),
            (
                "${env:HOME}/{env:HOME}/${userHome}/${input:a}/${A}/${env:",
                vec![],
            ),
        ] {
            assert_eq!(
                foreign_placeholders(text).collect::<Vec<_>>(),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn the_home_folder_is_filled_in_where_a_path_begins() {
        let home = Path::new("/home/me");
        for (text, expected) in [
            ("~", "/home/me"),
            ("~/x y", "/home/me/x y"),
            ("$HOME/x", "/home/me/x"),
            ("--dir=~/x", "--dir=/home/me/x"),
            (
                "type=bind,src=$HOME/x,dst=/x",
                "type=bind,src=/home/me/x,dst=/x",
            ),
            ("~/x:/x:ro", "/home/me/x:/x:ro"),
            ("${userHome}/x", "/home/me/x"),
            (
                "a ${env:HOME} {env:HOME} ${HOME}",
                "a /home/me /home/me /home/me",
            ),
            ("~user/x", "~user/x"),
            ("a~/x", "a~/x"),
            ("$HOMEPAGE $HOME", "$HOMEPAGE $HOME"),
            ("https://example.com/~x", "https://example.com/~x"),
            ("", ""),
        ] {
            assert_eq!(fill_in_home(text, home), expected, "{text}");
            let begins = expected.starts_with("/home/me");
            assert_eq!(begins_at_home(text), begins, "{text}");
        }
    }
}
