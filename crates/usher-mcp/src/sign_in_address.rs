//! Recognises a program that waits for the person to sign in before it answers.

/// What such programs say beside the address, in small letters.
const WORDS: [&str; 9] = [
    "authoriz",
    "authentic",
    "sign in",
    "sign-in",
    "log in",
    "login",
    "device code",
    "visit",
    "open this url",
];

/// Returns the address that lines of stderr ask the person to visit. Server text.
///
/// It stands in the line that asks, or in one of the next two.
pub fn sign_in_address<'a>(lines: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut since_asked = None;
    let mut found = None;
    for line in lines {
        let text = without_addresses(line).to_lowercase();
        since_asked = if WORDS.iter().any(|word| text.contains(word)) {
            Some(0)
        } else {
            since_asked.map(|lines: u32| lines + 1)
        };
        if since_asked.is_some_and(|lines| lines <= 2)
            && let Some(address) = addresses(line).next()
        {
            found = Some(address.to_owned());
        }
    }
    found
}

fn addresses(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().filter_map(|word| {
        let word = word.trim_matches(['<', '>', '(', ')', '"', '\'', ',']);
        let is_address = word.starts_with("https://") || word.starts_with("http://");
        is_address.then_some(word)
    })
}

/// An address may hold such a word without a question to the person.
fn without_addresses(line: &str) -> String {
    let words = line.split_whitespace();
    let words: Vec<_> = words.filter(|word| !word.contains("://")).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_to_sign_in_at_is_told_from_others() {
        let cases: [(&[&str], Option<&str>); 9] = [
            (
                &[
                    "Please authorize this client by visiting:",
                    "https://a.example/authorize?state=x",
                    "Authentication required. Waiting for authorization...",
                ],
                Some("https://a.example/authorize?state=x"),
            ),
            (
                &["To sign in, open <https://b.example/device> and enter the code ABCD"],
                Some("https://b.example/device"),
            ),
            (
                &["Log in at", "", "  https://c.example/l", "waiting"],
                Some("https://c.example/l"),
            ),
            (
                &["Visit https://old.example", "Visit https://new.example"],
                Some("https://new.example"),
            ),
            (&["listening on http://localhost:3000/login"], None),
            (&["Docs: https://d.example/authorize"], None),
            (&["Authentication failed"], None),
            (&["sign in", "a", "b", "c", "https://e.example"], None),
            (&[], None),
        ];
        for (lines, expected) in cases {
            assert_eq!(
                sign_in_address(lines.iter().copied()).as_deref(),
                expected,
                "{lines:?}"
            );
        }
    }
}
