//! References in arguments and in the query of a URL to secrets that are kept elsewhere: `${input:NAME}`, the form VS
//! Code has in `mcp.json`. They are replaced when the server starts, and nowhere else.

use std::ops::Range;

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

/// Puts secrets in the place of the references of a query, percent-encoded.
pub fn fill_in_query(url: &Url, secret: impl Fn(&str) -> Option<Secret>) -> Url {
    let mut filled = url.clone();
    if let Some(query) = url.query() {
        let query = fill_in(query, |name| {
            secret(name).map(|secret| encoded(secret.expose()))
        });
        filled.set_query(Some(&query));
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
        let filled = fill_in_query(&url, |_| Some(Secret::new("a&b=c d#é")));
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
}
